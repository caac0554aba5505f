"""Restoring of member order, which has no meaning in JSON but matters to readers, caches and signatures.

A model has its members in the order of declaration. So a decoded value keeps a reference to its document, and encoding
writes the members in the order of the document. Members that were added since follow at the end.

Only the order is taken from the document; the members that are written are those of the value. So numbers of the
document that orjson reads inexactly do no harm.

A value and its document are walked together while the value is written, so its text is not read again. Free-form parts
are first written unchanged, and then all compared at once, as texts, with the parts of the document. Only if these
texts differ, the value is written a second time with its free-form parts reordered.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from pydantic_core import SchemaSerializer, core_schema, from_json

from ..json_values import is_array, is_object
from ..wire.exactness import ListShape, MapShape, ModelShape, Shape
from ..wire.model import WireModel, wire_table

any_serializer: SchemaSerializer = SchemaSerializer(
    core_schema.any_schema(), core_schema.CoreConfig(ser_json_inf_nan="constants")
)
"""A serializer of any value, with pydantic's rules."""


class ComparisonFunctions(NamedTuple):
    """Functions to compare the parts of a value with those of its document: one reads documents, one writes parts."""

    read: Callable[[Any], Any]
    """A function that reads the text of a decoded document. It raises ValueError if it cannot read the text."""

    write: Callable[[Any], bytes]
    """A function that writes a list of parts as JSON text. It raises TypeError if it cannot write a part."""


def pydantic_functions() -> ComparisonFunctions:
    """Return the functions of pydantic, which are always available."""
    return ComparisonFunctions(from_json, partial(any_serializer.to_json, by_alias=True, warnings="error"))


def orjson_functions() -> ComparisonFunctions:
    """Return the functions of orjson, which the extra `fast` installs.

    Raises:
        ModuleNotFoundError: orjson is not installed.
    """
    orjson: Any = import_module("orjson")
    only_json = orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
    return ComparisonFunctions(orjson.loads, partial(orjson.dumps, option=only_json))


_functions: ComparisonFunctions | None = None


def _comparison_functions() -> ComparisonFunctions:
    global _functions
    if _functions is None:
        try:
            _functions = orjson_functions()
        except ModuleNotFoundError:
            _functions = pydantic_functions()
    return _functions


def read_origin(text: bytes | bytearray | str) -> Any:
    """Return the JSON value of the text of a decoded document."""
    try:
        return _comparison_functions().read(text)
    except ValueError:  # NaN, half of a surrogate pair
        return from_json(text)


def _are_written_alike(values: list[Any], sources: list[Any]) -> bool:
    """Return whether the parts of a value have the same text as the parts of its document. If so, the parts of the
    value have their members in the order of the document.
    """
    try:
        write = _comparison_functions().write
        return write(values) == write(sources)
    except TypeError:  # a part of the value that JSON has no form for
        return any_serializer.to_json(values, by_alias=True, warnings="error") == any_serializer.to_json(sources)


def restore_order(value: Any, origin: Any) -> Any:
    """Return a JSON value with the members of every object in the order of the value's document. Members that the
    document lacks follow.

    An object is not copied if its members are in that order already and its values need no copy. A list is copied.

    Args:
        value: the value, as plain JSON.
        origin: the document, as plain JSON.
    """
    if value.__class__ is dict and is_object(origin):
        if len(value) != len(origin) or list(value) != list(origin):
            return _reorder_members(value, origin)
        result = value
        for name, item in value.items():
            if item.__class__ is dict or item.__class__ is list:
                part = restore_order(item, origin[name])
                if part is not item:
                    result = value.copy() if result is value else result
                    result[name] = part
        return result
    if value.__class__ is list and is_array(origin):
        pairs = zip(value, origin, strict=True) if len(value) == len(origin) else _pair_by_content(value, origin)
        return [
            restore_order(item, source) if item.__class__ is dict or item.__class__ is list else item
            for item, source in pairs
        ]
    return value


def _reorder_members(value: dict[str, Any], origin: dict[str, Any]) -> dict[str, Any]:
    """Return an object with its members in the order of the document. Members that the document lacks follow."""
    result: dict[str, Any] = {}
    for name, source in origin.items():
        if name in value:
            item = value[name]
            is_container = item.__class__ is dict or item.__class__ is list
            result[name] = restore_order(item, source) if is_container else item
    if len(result) < len(value):
        result.update((name, item) for name, item in value.items() if name not in result)
    return result


_LEAST_INTEGER, _LARGEST_INTEGER = -(2**63), 2**64 - 1
"""The least and the largest integer that orjson reads as an integer."""

MAX_COMPARED_ITEMS = 8
"""The number of items that are compared before contents are indexed: enough if a few items were removed."""


class ItemMatcher:
    """Search for the items of a changed list, by content, among the items of the list in the document.

    Args:
        origins: the items of the document.

    Attributes:
        start: the index of the first item of the document that can still be found; items are found in order.
    """

    def __init__(self, origins: list[Any]) -> None:
        self.start: int = 0
        self._origins = origins
        self._index: _ContentIndex | None = None

    def find_among_next(self, item: Any) -> int | None:
        """Return the index of an item of equal content among the `MAX_COMPARED_ITEMS` items from `start` on. Return
        None if no item is equal, or if Python cannot compare the items. The next search begins after the found item.
        """
        origins, start = self._origins, self.start
        try:
            for place in range(start, min(start + MAX_COMPARED_ITEMS, len(origins))):
                if origins[place] == item:
                    self.start = place + 1
                    return place
        except Exception:  # an object of another package that cannot be compared
            return None
        return None

    def find_among_remaining(self, item: Any) -> int | None:
        """Return the index of an item of equal content among all items from `start` on; None if no item is equal. The
        next search begins after the found item.

        Args:
            item: the item, as plain JSON.
        """
        place = self.find_among_next(item)
        if place is None and self.start < len(self._origins):
            self._index = self._index or _ContentIndex(self._origins)
            place = self._index.find_from(item, self.start)
            if place is not None:
                self.start = place + 1
        return place


def _pair_by_content(items: list[Any], origins: list[Any]) -> list[tuple[Any, Any]]:
    """Pair each item of a list with the item of the document that has equal content, or with None if the document has
    no such item.
    """
    matching = ItemMatcher(origins)
    places = [matching.find_among_remaining(item) for item in items]
    return [(item, None if place is None else origins[place]) for item, place in zip(items, places, strict=True)]


class _ContentIndex:
    """Indices of items by their content, so that a long list is not searched again for each item."""

    def __init__(self, items: list[Any]) -> None:
        self._places: dict[Any, deque[int]] = {}
        for place, item in enumerate(items):
            self._places.setdefault(content_key(item), deque()).append(place)

    def find_from(self, item: Any, start: int) -> int | None:
        """Return the index of the first item from `start` on that has the content of an item; None if no item has this
        content. A call must not have a lower `start` than the call before.
        """
        places = self._places.get(content_key(item), deque())
        while places and places[0] < start:
            places.popleft()
        return places[0] if places else None


def content_key(value: Any) -> Any:
    """Return a key that is equal for equal JSON values, and hashes well whatever numbers a peer chooses.

    Python gives many integers the same hash, so the key has numbers as text. orjson reads an integer of more than 64
    bits as a float, so the key has the nearest float in place of a large integer.
    """
    if is_object(value):
        return frozenset((name, content_key(member)) for name, member in value.items())
    if is_array(value):
        return tuple(content_key(item) for item in value)
    if isinstance(value, int) and not _LEAST_INTEGER <= value <= _LARGEST_INTEGER:
        value = _nearest_float(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return (f"{value:x}",) if isinstance(value, int) else (repr(value),) if isinstance(value, float) else value


def _nearest_float(value: int) -> float | int:
    try:
        return float(value)
    except OverflowError:  # orjson reads no text with such a number
        return value


Pairs: TypeAlias = "list[tuple[Any, Any]] | None"
"""Free-form parts that may be in order already, each with its part of the document. If this list is None, writers
reorder each free-form part immediately."""

ToOrderedJSON: TypeAlias = "Callable[[Any, Any, Pairs], Any]"

_MAX_MEMBER_ORDERS = 64
"""The largest number of member orders that are remembered for one class. A sender uses one or two, an attacker many."""

_NO_MEMBERS: Mapping[str, Any] = {}

_STRING = frozenset({str})


class UnexpectedClass(Exception):
    """Error for a part of a value that is not of its declared class. The value must be checked before it is written."""


class OrderedWriter:
    """Writer of the values of one shape, with members in the order of their document.

    Args:
        shape: the shape of the values.
    """

    def __init__(self, shape: Shape) -> None:
        self._place = _WriterCache().writer_for(shape)
        self._is_free_form = shape.allows_any and not shape.containers

    def write(self, value: Any, source: Any, text: Any) -> bytes | None:
        """Return the text of a value; None if the value must be checked first.

        Args:
            value: the value.
            source: the document from which the value was decoded, or the documents of the parts of a list or dict.
            text: the text of the document; any other object if the value has no such text.

        Raises:
            PydanticSerializationError: a part of the value has no form in JSON.
            RecursionError: the value is nested too deeply, or in itself.
        """
        pairs: Pairs = None if self._is_free_form else []
        try:
            written = _write_text(self._place.to_ordered_json(value, source, pairs))
            if not pairs or written == text:
                return written
            values, sources = zip(*pairs, strict=True)
            if _are_written_alike([*values], [*sources]):
                return written
            return _write_text(self._place.to_ordered_json(value, source, None))
        except (UnexpectedClass, KeyError):  # without validation, a value can be made without its required members
            return None


class _PlaceWriter:
    """Writer of the values that a `Shape` allows. `Shape` documents the attributes."""

    __slots__ = ("allows_any", "containers", "scalars")

    def __init__(self) -> None:
        self.containers: dict[type[Any], _ObjectWriter | _ListWriter | _MapWriter] = {}
        self.scalars: frozenset[type[Any]] = frozenset()
        self.allows_any = False

    @property
    def only_container(self) -> tuple[type[Any] | None, ToOrderedJSON]:
        """A class of objects or arrays, and the function that writes its values, if the shape allows only one such
        class. Otherwise None and `to_ordered_json`.
        """
        if len(self.containers) != 1:
            return None, self.to_ordered_json
        ((kind, container),) = self.containers.items()
        return kind, container.to_ordered_json

    def to_ordered_json(self, value: Any, source: Any, pairs: Pairs) -> Any:
        """Return a value as JSON. Members have the order of the source; members that the source lacks follow.

        Args:
            value: the value.
            source: the JSON value that the value was decoded from; None if the document has no such part.
            pairs: the list to which free-form parts are added; None to reorder free-form parts.

        Raises:
            UnexpectedClass: a part of the value has another class than the declared one.
            KeyError: an object lacks a required member, since it was made without validation.
            PydanticSerializationError: a free-form part has no form in JSON.
        """
        kind = value.__class__
        container = self.containers.get(kind)
        if container is not None:
            return container.to_ordered_json(value, source, pairs)
        if kind in self.scalars:
            return value
        if self.allows_any:
            return _order_free_form(value, source, pairs)
        raise UnexpectedClass


class _MemberWriter(NamedTuple):
    """Member of a class, with the writer of its values."""

    name: str
    attribute: str
    place: _PlaceWriter
    scalar: type[Any] | None
    """The class of the scalars that the member may have, if there is only one such class; otherwise None. This
    attribute and the next two save a call of `place`."""
    kind: type[Any] | None
    to_ordered_json: ToOrderedJSON


class _MemberOrder(NamedTuple):
    """Plan to write an object whose document has certain members in a certain order."""

    present: Sequence[tuple[str, str, type[Any] | None, _MemberWriter]]
    """The name, attribute, `scalar` and writer of each member that the document has."""
    absent: Sequence[str]
    """The attributes of the members that the document lacks and that may be absent but not null."""
    lacks_other_members: bool
    """True if the document lacks a member that is not among `absent`, because the member may be null or is required."""


class _ObjectWriter:
    """Writer of the objects of a class."""

    __slots__ = ("_member_orders", "_nullable", "_omittable", "_rows", "_unknown")

    def __init__(self, model: type[WireModel]) -> None:
        table = wire_table(model)
        self._rows: dict[str, _MemberWriter] = {}
        self._unknown = _ANYTHING
        self._omittable = table.omittable
        self._nullable = frozenset(table.nullable)
        self._member_orders: dict[tuple[str, ...], _MemberOrder] = {}

    def set_members(self, rows: Iterable[_MemberWriter], unknown: _PlaceWriter) -> None:
        """Set the members of the class, after construction, since a member may hold objects of the same class.

        Args:
            rows: the members.
            unknown: the writer of the values of unknown members.
        """
        self._rows = {row.name: row for row in rows}
        self._unknown = unknown

    def to_ordered_json(self, value: Any, source: Any, pairs: Pairs) -> dict[str, Any]:
        """Return an object as JSON; `_PlaceWriter.to_ordered_json` documents arguments, order and errors."""
        if source.__class__ is not dict:
            source = _NO_MEMBERS
        members = value.__dict__
        result: dict[str, Any] = {}
        present, absent, has_more = self._member_orders.get(tuple(source)) or self._plan_member_order(source)
        for name, attribute, scalar, row in present:
            member = members[attribute]
            if type(member) is scalar:
                result[name] = member
            elif type(member) is row.kind:
                result[name] = row.to_ordered_json(member, source[name], pairs)
            else:
                self._add_member(result, value, row, source[name], pairs)
        for attribute in absent:
            if members[attribute] is not None:
                has_more = True
        if has_more:
            for name, row in self._rows.items():
                if name not in source:
                    self._add_member(result, value, row, None, pairs)
        unknown = value.__pydantic_extra__
        if unknown:
            place = self._unknown
            for name, member in unknown.items():
                result[name] = place.to_ordered_json(member, source.get(name), pairs)
            return _sort_by_source(result, source)
        return result

    def _plan_member_order(self, source: Mapping[str, Any]) -> _MemberOrder:
        rows = self._rows
        present = tuple((name, rows[name].attribute, rows[name].scalar, rows[name]) for name in source if name in rows)
        others = [row.attribute for name, row in rows.items() if name not in source]
        absent = tuple(attribute for attribute in others if attribute in self._omittable)
        plan = _MemberOrder(present, absent, len(absent) < len(others))
        if len(present) == len(source) and len(self._member_orders) < _MAX_MEMBER_ORDERS:
            self._member_orders[tuple(source)] = plan
        return plan

    def _add_member(self, result: dict[str, Any], value: Any, row: _MemberWriter, source: Any, pairs: Pairs) -> None:
        """Add a member to the result, unless the member is absent from the value. The errors are those of
        `_PlaceWriter.to_ordered_json`.
        """
        member = value.__dict__[row.attribute]
        if member is not None:
            result[row.name] = row.place.to_ordered_json(member, source, pairs)
        elif row.attribute not in self._omittable and self._is_null(value, row):
            result[row.name] = None

    def _is_null(self, value: Any, row: _MemberWriter) -> bool:
        """Return whether a member whose attribute is None is null; otherwise the member is absent.

        Raises:
            UnexpectedClass: the member is required and may not be null.
        """
        if row.attribute in self._nullable:
            return row.attribute in value.__pydantic_fields_set__
        if type(None) in row.place.scalars:
            return True
        raise UnexpectedClass


class _ListWriter:
    """Writer of the items of a list."""

    __slots__ = ("_items",)

    def __init__(self, items: _PlaceWriter) -> None:
        self._items = items

    def to_ordered_json(self, value: list[Any], source: Any, pairs: Pairs) -> Any:
        """Return a list as JSON; `_PlaceWriter.to_ordered_json` documents arguments, order and errors."""
        items = self._items
        if not items.containers:
            if items.allows_any:
                return _order_free_form(value, source, pairs)
            if items.scalars.issuperset(map(type, value)):
                return value
            raise UnexpectedClass
        if source.__class__ is not list:
            return [items.to_ordered_json(item, None, pairs) for item in value]
        if len(value) == len(source):
            kind, in_order = items.only_container
            return [
                in_order(item, part, pairs) if type(item) is kind else items.to_ordered_json(item, part, pairs)
                for item, part in zip(value, source, strict=True)
            ]
        return self._match_items(value, source, pairs)

    def _match_items(self, value: list[Any], source: list[Any], pairs: Pairs) -> list[Any]:
        """Return a list to which items were added, or from which items were removed, as JSON.

        Most items are those of the document. So each item gets the member order of the document's next item, and is
        compared with the next few items of the document. If it equals none of them, it is written as it is, and
        searched for among all later items of the document.
        """
        in_order, matching = self._items.to_ordered_json, ItemMatcher(source)
        result: list[Any] = []
        for item in value:
            noted, start = 0 if pairs is None else len(pairs), matching.start
            made = in_order(item, source[start] if start < len(source) else None, pairs)
            place = matching.find_among_next(made)
            if place != start:
                if pairs is not None:
                    del pairs[noted:]
                if place is not None:
                    made = in_order(item, source[place], pairs)
                else:
                    made = in_order(item, None, None)
                    place = matching.find_among_remaining(made)
                    made = made if place is None else restore_order(made, source[place])
            result.append(made)
        return result


class _MapWriter:
    """Writer of the members of a map."""

    __slots__ = ("_values",)

    def __init__(self, values: _PlaceWriter) -> None:
        self._values = values

    def is_free_form(self, value: dict[Any, Any]) -> bool:
        """Return whether the members of a map may be any JSON values, or are all maps for which this is true.

        Raises:
            UnexpectedClass: a name in the map is not a string.
        """
        if not _STRING.issuperset(map(type, value)):
            raise UnexpectedClass
        place = self._values
        if not place.containers:
            return place.allows_any
        inner = place.containers.get(dict)
        if len(place.containers) != 1 or place.scalars or not isinstance(inner, _MapWriter) or inner._values.containers:
            return False
        return all(type(member) is dict and inner.is_free_form(member) for member in value.values())

    def to_ordered_json(self, value: dict[Any, Any], source: Any, pairs: Pairs) -> Any:
        """Return a map as JSON; `_PlaceWriter.to_ordered_json` documents arguments, order and errors."""
        if source.__class__ is not dict:
            source = _NO_MEMBERS
        elif pairs is not None and (self.is_free_form(value) if value is source else _are_equal(value, source)):
            return _order_free_form(value, source, pairs)
        place, scalars = self._values, self._values.scalars
        result: dict[str, Any] = {}
        for name, member in value.items():
            if type(name) is not str:
                raise UnexpectedClass
            result[name] = member if type(member) in scalars else place.to_ordered_json(member, source.get(name), pairs)
        return _sort_by_source(result, source)


class _WriterCache:
    """Cache of the writers of shapes. It makes each writer once, since a class may contain itself."""

    def __init__(self) -> None:
        self._made: dict[int, _PlaceWriter] = {}
        self._objects: dict[int, _ObjectWriter] = {}

    def writer_for(self, shape: Shape) -> _PlaceWriter:
        """Return the writer for a shape."""
        made = self._made.get(id(shape))
        if made is None:
            made = self._made[id(shape)] = _PlaceWriter()
            made.scalars, made.allows_any = shape.scalars, shape.allows_any
            made.containers = {kind: self._make_container_writer(part) for kind, part in shape.containers.items()}
        return made

    def _make_container_writer(
        self, part: ModelShape | ListShape | MapShape
    ) -> _ObjectWriter | _ListWriter | _MapWriter:
        if isinstance(part, ListShape):
            return _ListWriter(self.writer_for(part.items))
        if isinstance(part, MapShape):
            return _MapWriter(self.writer_for(part.values))
        found = self._objects.get(id(part))
        if found is None:
            found = self._objects[id(part)] = _ObjectWriter(part.model)
            names = {attribute: name for name, attribute in wire_table(part.model).attributes.items()}
            found.set_members(
                (
                    _make_member_writer(names[attribute], attribute, self.writer_for(shape))
                    for attribute, shape in part.all_member_shapes
                ),
                _ANYTHING if part.unknown is None else self.writer_for(part.unknown),
            )
        return found


_ANYTHING = _PlaceWriter()
_ANYTHING.allows_any = True
_ANYTHING.scalars = frozenset({str, int, float, bool, type(None)})


def _make_member_writer(name: str, attribute: str, place: _PlaceWriter) -> _MemberWriter:
    return _MemberWriter(
        name, attribute, place, next(iter(place.scalars)) if len(place.scalars) == 1 else None, *place.only_container
    )


def _order_free_form(value: Any, source: Any, pairs: Pairs) -> Any:
    """Return a free-form part as JSON with its members in the order of the source. If `pairs` is given, return the part
    unchanged instead, and add the part and its source to `pairs`.

    A free-form part is any JSON value, or a value that pydantic can write as JSON.

    Raises:
        ValueError: the part has no form in JSON (a PydanticSerializationError), or is nested too deeply or in itself.
    """
    if pairs is None:
        return restore_order(any_serializer.to_python(value, mode="json", by_alias=True, warnings="error"), source)
    if source is not None and value is not source:
        pairs.append((value, source))
    return value


def _are_equal(value: Any, source: Any) -> bool:
    """Return whether Python considers a value and its source equal; False if Python cannot compare them. The names in
    an equal value are all strings.
    """
    try:
        return bool(value == source)
    except Exception:  # an object of another package that cannot be compared
        return False


def _sort_by_source(members: dict[str, Any], source: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members in the order of the source. Members that the source lacks follow."""
    if [*members] == [*source]:
        return members
    result = {name: members[name] for name in source if name in members}
    return {**result, **members}


def _write_text(value: Any) -> bytes:
    return any_serializer.to_json(value, by_alias=True, warnings="error")
