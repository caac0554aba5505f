"""Writes decoded values with the members of every object in the order of the document.

A value and its document are walked together, so that the value is written once: neither is its text read again, nor is
a part put in order that is in order already. Free-form parts are compared as texts, all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ..wire import WireModel, wire_table
from ..wire.exactness import ListShape, MapShape, ModelShape, Shape
from .member_order import Matching, restore
from .sources import are_written_alike, to_text

Pairs: TypeAlias = "list[tuple[Any, Any]] | None"
"""Free-form parts that may be in order already, each with its part of the document; None to put each in order."""

InOrderOf: TypeAlias = "Callable[[Any, Any, Pairs], Any]"

_MAX_PLANS = 64
"""Orders of the members of one class that are remembered. Senders use one or two; only a hostile peer uses many."""

_NO_MEMBERS: Mapping[str, Any] = {}

_STRING = frozenset({str})


class Unsure(Exception):
    """A part of the value has another class than its place declares; it needs a closer look."""


class InOrder:
    """Writes values of one shape.

    Args:
        shape: What the values may hold.
    """

    def __init__(self, shape: Shape) -> None:
        self._place = _Places().place(shape)
        self._is_free = shape.is_free and not shape.containers

    def written(self, value: Any, source: Any, text: Any) -> bytes | None:
        """The text of a value; None if it needs a closer look.

        Args:
            value: The value.
            source: The document that it was decoded from, or for a list or dict those of its parts.
            text: The text of the document, if there is one.

        Raises:
            PydanticSerializationError: A part of it has no form in JSON.
            RecursionError: It is nested too deeply, or in itself.
        """
        pairs: Pairs = None if self._is_free else []
        try:
            written = _text(self._place.in_order(value, source, pairs))
            if not pairs or written == text:
                return written
            values, sources = zip(*pairs, strict=True)
            if are_written_alike([*values], [*sources]):
                return written
            return _text(self._place.in_order(value, source, None))
        except (Unsure, KeyError):  # without validation, a value can be made without its required members
            return None


class _Place:
    """What a place may hold, as in `Shape`."""

    __slots__ = ("containers", "is_free", "scalars")

    def __init__(self) -> None:
        self.containers: dict[type[Any], _Object | _List | _Map] = {}
        self.scalars: frozenset[type[Any]] = frozenset()
        self.is_free = False

    @property
    def usual(self) -> tuple[type[Any] | None, InOrderOf]:
        """The class of its containers, if they all have one, and the function for them."""
        if len(self.containers) != 1:
            return None, self.in_order
        ((kind, container),) = self.containers.items()
        return kind, container.in_order

    def in_order(self, value: Any, source: Any, pairs: Pairs) -> Any:
        """The value as JSON, with members in the order of the source, and those that it has not at the end."""
        kind = value.__class__
        container = self.containers.get(kind)
        if container is not None:
            return container.in_order(value, source, pairs)
        if kind in self.scalars:
            return value
        if self.is_free:
            return _free(value, source, pairs)
        raise Unsure


class _Row(NamedTuple):
    """A member of a class."""

    name: str
    attribute: str
    place: _Place
    scalar: type[Any] | None
    """The class of its scalars, if they all have one; this and the next two save a call."""
    kind: type[Any] | None
    in_order: InOrderOf


class _Plan(NamedTuple):
    """What to do for a source with certain members."""

    present: Sequence[tuple[str, str, type[Any] | None, _Row]]
    """Name, attribute and class of scalars of the members that the source has."""
    absent: Sequence[str]
    """The attributes of the other members, unless they may be null."""
    may_be_null: bool
    """Whether one of the other members may be null."""


class _Object:
    """The members of a class."""

    __slots__ = ("_nullable", "_omittable", "_plans", "_rows", "_unknown")

    def __init__(self, model: type[WireModel]) -> None:
        table = wire_table(model)
        self._rows: dict[str, _Row] = {}
        self._unknown = _ANYTHING
        self._omittable = table.omittable
        self._nullable = frozenset(table.nullable)
        self._plans: dict[tuple[str, ...], _Plan] = {}

    def fill(self, rows: Iterable[_Row], unknown: _Place) -> None:
        """Set the places, which may hold objects of the same class."""
        self._rows = {row.name: row for row in rows}
        self._unknown = unknown

    def in_order(self, value: Any, source: Any, pairs: Pairs) -> dict[str, Any]:
        """The members as JSON; see `_Place.in_order`."""
        if source.__class__ is not dict:
            source = _NO_MEMBERS
        members = value.__dict__
        result: dict[str, Any] = {}
        present, absent, has_more = self._plans.get(tuple(source)) or self._plan(source)
        for name, attribute, scalar, row in present:
            member = members[attribute]
            if type(member) is scalar:
                result[name] = member
            elif type(member) is row.kind:
                result[name] = row.in_order(member, source[name], pairs)
            else:
                self._put(result, value, row, source[name], pairs)
        for attribute in absent:
            if members[attribute] is not None:
                has_more = True
        if has_more:
            for name, row in self._rows.items():
                if name not in source:
                    self._put(result, value, row, None, pairs)
        unknown = value.__pydantic_extra__
        if unknown:
            place = self._unknown
            for name, member in unknown.items():
                result[name] = place.in_order(member, source.get(name), pairs)
            return _sorted(result, source)
        return result

    def _plan(self, source: Mapping[str, Any]) -> _Plan:
        rows = self._rows
        present = tuple((name, rows[name].attribute, rows[name].scalar, rows[name]) for name in source if name in rows)
        others = [row.attribute for name, row in rows.items() if name not in source]
        absent = tuple(attribute for attribute in others if attribute in self._omittable)
        plan = _Plan(present, absent, len(absent) < len(others))
        if len(present) == len(source) and len(self._plans) < _MAX_PLANS:
            self._plans[tuple(source)] = plan
        return plan

    def _put(self, result: dict[str, Any], value: Any, row: _Row, source: Any, pairs: Pairs) -> None:
        """Put a member into the result, if the value has it."""
        member = value.__dict__[row.attribute]
        if member is not None:
            result[row.name] = row.place.in_order(member, source, pairs)
        elif row.attribute not in self._omittable and self._is_null(value, row):
            result[row.name] = None

    def _is_null(self, value: Any, row: _Row) -> bool:
        """Whether a member that is None is null; otherwise it is absent."""
        if row.attribute in self._nullable:
            return row.attribute in value.__pydantic_fields_set__
        if type(None) in row.place.scalars:
            return True
        raise Unsure


class _List:
    """The items of a list."""

    __slots__ = ("_items",)

    def __init__(self, items: _Place) -> None:
        self._items = items

    def in_order(self, value: list[Any], source: Any, pairs: Pairs) -> Any:
        """The items as JSON; see `_Place.in_order`."""
        items = self._items
        if not items.containers:
            if items.is_free:
                return _free(value, source, pairs)
            if items.scalars.issuperset(map(type, value)):
                return value
            raise Unsure
        if source.__class__ is not list:
            return [items.in_order(item, None, pairs) for item in value]
        if len(value) == len(source):
            kind, in_order = items.usual
            return [
                in_order(item, part, pairs) if type(item) is kind else items.in_order(item, part, pairs)
                for item, part in zip(value, source, strict=True)
            ]
        return self._matched(value, source, pairs)

    def _matched(self, value: list[Any], source: list[Any], pairs: Pairs) -> list[Any]:
        """The items as JSON, where items were added or removed.

        Most items are those of the document, so each is put into the order of the next one there, and then compared
        with it. Only an item that is not found in this way is written as it is, and looked for in all of the document.
        """
        in_order, matching = self._items.in_order, Matching(source)
        result: list[Any] = []
        for item in value:
            noted, start = 0 if pairs is None else len(pairs), matching.start
            made = in_order(item, source[start] if start < len(source) else None, pairs)
            place = matching.near(made)
            if place != start:
                if pairs is not None:
                    del pairs[noted:]
                if place is not None:
                    made = in_order(item, source[place], pairs)
                else:
                    made = in_order(item, None, None)
                    place = matching.anywhere(made)
                    made = made if place is None else restore(made, source[place])
            result.append(made)
        return result


class _Map:
    """The values of a map."""

    __slots__ = ("_values",)

    def __init__(self, values: _Place) -> None:
        self._values = values

    def has_only_json(self, value: dict[Any, Any]) -> bool:
        """Whether its values may be any JSON values, or maps of such, and all names in it are strings."""
        if not _STRING.issuperset(map(type, value)):
            raise Unsure
        place = self._values
        if not place.containers:
            return place.is_free
        inner = place.containers.get(dict)
        if len(place.containers) != 1 or place.scalars or not isinstance(inner, _Map) or inner._values.containers:
            return False
        return all(type(member) is dict and inner.has_only_json(member) for member in value.values())

    def in_order(self, value: dict[Any, Any], source: Any, pairs: Pairs) -> Any:
        """The members as JSON; see `_Place.in_order`."""
        if source.__class__ is not dict:
            source = _NO_MEMBERS
        elif pairs is not None and (self.has_only_json(value) if value is source else _are_equal(value, source)):
            return _free(value, source, pairs)
        place, scalars = self._values, self._values.scalars
        result: dict[str, Any] = {}
        for name, member in value.items():
            if type(name) is not str:
                raise Unsure
            result[name] = member if type(member) in scalars else place.in_order(member, source.get(name), pairs)
        return _sorted(result, source)


class _Places:
    """Makes the places of shapes, each of them once, as a class may stand inside itself."""

    def __init__(self) -> None:
        self._made: dict[int, _Place] = {}
        self._objects: dict[int, _Object] = {}

    def place(self, shape: Shape) -> _Place:
        """The place of a shape."""
        made = self._made.get(id(shape))
        if made is None:
            made = self._made[id(shape)] = _Place()
            made.scalars, made.is_free = shape.scalars, shape.is_free
            made.containers = {kind: self._container(part) for kind, part in shape.containers.items()}
        return made

    def _container(self, part: ModelShape | ListShape | MapShape) -> _Object | _List | _Map:
        if isinstance(part, ListShape):
            return _List(self.place(part.items))
        if isinstance(part, MapShape):
            return _Map(self.place(part.values))
        found = self._objects.get(id(part))
        if found is None:
            found = self._objects[id(part)] = _Object(part.model)
            names = {attribute: name for name, attribute in wire_table(part.model).attributes.items()}
            found.fill(
                (_row(names[attribute], attribute, self.place(shape)) for attribute, shape in part.members),
                _ANYTHING if part.unknown is None else self.place(part.unknown),
            )
        return found


_ANYTHING = _Place()
_ANYTHING.is_free = True
_ANYTHING.scalars = frozenset({str, int, float, bool, type(None)})


def _row(name: str, attribute: str, place: _Place) -> _Row:
    return _Row(name, attribute, place, next(iter(place.scalars)) if len(place.scalars) == 1 else None, *place.usual)


def _free(value: Any, source: Any, pairs: Pairs) -> Any:
    """A part that may be any JSON value, or something that pydantic can write as one."""
    if pairs is None:
        return restore(to_text.to_python(value, mode="json", by_alias=True, warnings="error"), source)
    if source is not None and value is not source:
        pairs.append((value, source))
    return value


def _are_equal(value: Any, source: Any) -> bool:
    """Whether they are equal for Python, so that all names in the value are strings."""
    try:
        return bool(value == source)
    except Exception:  # a class of another package that cannot be compared
        return False


def _sorted(members: dict[str, Any], source: Mapping[str, Any]) -> dict[str, Any]:
    """The members that the source has, in its order, then the others."""
    if [*members] == [*source]:
        return members
    result = {name: members[name] for name in source if name in members}
    return {**result, **members}


def _text(value: Any) -> bytes:
    return to_text.to_json(value, by_alias=True, warnings="error")
