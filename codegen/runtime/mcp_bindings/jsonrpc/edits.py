"""Edits of a JSON text, in the form of JSON Patch (RFC 6902). All that no edit changes stays byte for byte the same.

An object or array is opened when an edit changes something inside it: its text is split into one piece for each member
or item. The text of a value that is not opened stays one piece. One pass over a text opens all objects and arrays on
the path of an edit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from ..errors import quote_value
from ..json_values import are_equal_values, is_array, is_object, unescape_token
from ..schema.places import Place, path_of
from .plain_json import to_json_copy, write_json

_SPACE = re.compile(r"[ \t\n\r]*")
_COLON = re.compile(r"[ \t\n\r]*:[ \t\n\r]*")
_AFTER = re.compile(r"[ \t\n\r]*([,}\]])[ \t\n\r]*")
_INDEX = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)
_END = "-"
"""The index after the last item of an array (RFC 6901)."""

_read = json.JSONDecoder().raw_decode


class PlaceError(LookupError):
    """Error for a change that cannot be made at its place, such as a place that the text does not have. The message
    says why.
    """


class _Piece:
    """Text of one value: a slice of the text as received, or a new text."""

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end


class _Object:
    """Object whose text is split into pieces, one for each member. The members keep their order."""

    __slots__ = ("head", "members", "tail")

    def __init__(self, head: str) -> None:
        self.head = head
        """The opening brace and the whitespace after it."""
        self.members: dict[str, _LabelledValue] = {}
        self.tail = ""
        """The closing brace and the whitespace before it."""


class _Array:
    """Array whose text is split into pieces, one for each item."""

    __slots__ = ("head", "items", "tail")

    def __init__(self, head: str) -> None:
        self.head = head
        self.items: list[_LabelledValue] = []
        self.tail = ""


_Value: TypeAlias = "_Piece | _Object | _Array"


class _LabelledValue:
    """Member of an object, or item of an array, with the text before its value."""

    __slots__ = ("label", "separator", "value")

    def __init__(self, separator: str, label: str, value: _Value) -> None:
        self.separator = separator
        """The comma before the member or item in the text as received, with the whitespace around the comma; empty for
        the first one of that text, and for a new one. It is not written before the first one, and an empty separator
        before any other one is written as a comma."""
        self.label = label
        """The name of a member, and the colon after the name; empty for an item."""
        self.value = value


class JSONText:
    """JSON text that can be changed.

    Args:
        text: strict JSON, nested at most a few hundred levels deep.
    """

    def __init__(self, text: str) -> None:
        start = _SPACE.match(text)
        end = len(text.rstrip(" \t\n\r"))
        self._before, self._behind = text[: start.end() if start else 0], text[end:]
        self._root: _Value = _Piece(text, len(self._before), end)
        self._opened_places: dict[int, tuple[Place, _Object | _Array]] = {}
        """The opened objects and arrays, each with its place, by the identity of this place. A look-up by identity
        compares no names."""

    def __str__(self) -> str:
        parts: list[str] = [self._before]
        _append_text(self._root, parts)
        return "".join((*parts, self._behind))

    def get_text(self, place: Place) -> str:
        """Return the text of the value at a place.

        Raises:
            PlaceError: there is no value at this place.
        """
        parts: list[str] = []
        _append_text(self._find_part_at(place).value if place is not None else self._root, parts)
        return "".join(parts)

    def get_inner_texts(self, place: Place) -> list[str]:
        """Return the texts of the items of the array at a place, or of the values of the members of an object.

        Raises:
            PlaceError: there is neither an object nor an array at this place.
        """
        opened = self._open_container(place)
        found: list[str] = []
        for part in opened.items if isinstance(opened, _Array) else opened.members.values():
            parts: list[str] = []
            _append_text(part.value, parts)
            found.append("".join(parts))
        return found

    def replace_text(self, place: Place, text: str) -> None:
        """Replace the value at a place by another value, which is given as text.

        Raises:
            PlaceError: there is no value at this place.
        """
        value = _Piece(text, 0, len(text))
        if place is None:
            self._root = value
        else:
            self._find_part_at(place).value = value

    def add_text(self, place: Place, text: str) -> None:
        """Add the text of a value at a place, as RFC 6902 defines it in section 4.1.

        A new member replaces a member with its name. A new item is inserted before the item at its index; the index `-`
        means the end of the array. At the place None, the text replaces the whole text.

        Raises:
            PlaceError: the text has no object or array for the member or item, or the index is invalid or too large.
        """
        self._add_value(place, _Piece(text, 0, len(text)))

    def remove_text(self, place: Place) -> None:
        """Remove the member or item at a place.

        Raises:
            PlaceError: there is no value at this place, or the place is the whole text.
        """
        self._remove_value(place)

    def move_text(self, source: Place, place: Place) -> None:
        """Move the text of a value from one place to another, where it is added as by `add_text`.

        Raises:
            PlaceError: the text has no value at the first place, nothing can be added at the second place, or the
                second place is inside the first.
        """
        inside, way = path_of(source), path_of(place)
        if len(inside) < len(way) and inside == way[: len(inside)]:
            raise PlaceError("a value cannot be moved into itself")
        self._add_value(place, self._remove_value(source))

    def _add_value(self, place: Place, value: _Value) -> None:
        if place is None:
            self._root = value
            return
        parent, last = self._open_container(place[0]), place[1]
        if isinstance(parent, _Array):
            index = len(parent.items) if last == _END else _to_index(last)
            if index > len(parent.items):
                raise PlaceError(f"the array has {len(parent.items)} items")
            parent.items.insert(index, _LabelledValue("", "", value))
        elif (name := str(last)) in parent.members:
            parent.members[name].value = value
        else:
            parent.members[name] = _LabelledValue("", json.dumps(name, ensure_ascii=False) + ":", value)

    def _remove_value(self, place: Place) -> _Value:
        if place is None:
            raise PlaceError("the whole text cannot be removed")
        parent, last = self._open_container(place[0]), place[1]
        part = _find_part_in(parent, last)
        if isinstance(parent, _Array):
            del parent.items[_to_index(last)]
            if parent.items:
                parent.items[0].separator = ""
        else:
            del parent.members[str(last)]
        if not (parent.items if isinstance(parent, _Array) else parent.members):
            parent.head, parent.tail = parent.head + parent.tail[:-1], parent.tail[-1:]
        return part.value

    def _find_part_at(self, place: tuple[Place, str | int]) -> _LabelledValue:
        return _find_part_in(self._open_container(place[0]), place[1])

    def _open_container(self, place: Place) -> _Object | _Array:
        """Return the object or array at a place, after opening it.

        The result is cached by the identity of the place. After a change that puts another value at this place, the
        place needs a new tuple.

        Raises:
            PlaceError: the text has neither an object nor an array at this place.
        """
        links: list[tuple[Place, str | int]] = []
        while place is not None and id(place) not in self._opened_places:
            links.append(place)
            place = place[0]
        links.reverse()
        way = [str(token) for _, token in links]
        if place is None:
            container = self._root = _open_value(self._root, way)
        else:
            container = self._opened_places[id(place)][1]
        for depth, link in enumerate(links, 1):
            part = _find_part_in(container, link[1])
            value = part.value
            container = part.value = _open_value(value, way[depth:]) if isinstance(value, _Piece) else value
            self._opened_places[id(link)] = link, container
        return container


def _open_value(value: _Value, way: list[str]) -> _Object | _Array:
    return _open_text(value.text, value.start, way)[0] if isinstance(value, _Piece) else value


def _open_text(text: str, start: int, way: list[str]) -> tuple[_Object | _Array, int]:
    """Open an object or array, and the objects and arrays inside it through which a path leads.

    Args:
        text: the text that contains the object or array.
        start: the index at which the object or array begins.
        way: the path, from the object or array.

    Returns:
        The opened object or array, and the index after its text.

    Raises:
        PlaceError: no object or array begins at `start`, an object has a duplicate member, or a comma or closing
            bracket is missing.
    """
    first = _SPACE.match(text, start + 1)
    place = first.end() if first is not None else start
    head, kind = text[start:place], text[start : start + 1]
    if kind not in ("{", "["):
        raise PlaceError("the value is neither an object nor an array")
    opened: _Object | _Array = _Object(head) if kind == "{" else _Array(head)
    if text[place] in "}]":
        opened.tail = text[place]
        return opened, place + 1
    separator, wanted = "", way[0] if way else None
    while True:
        begin, name = place, ""
        if isinstance(opened, _Object):
            name, place = _read(text, place)
            colon = _COLON.match(text, place)
            place = colon.end() if colon is not None else place
        elif wanted is not None:
            name = str(len(opened.items))
        label, begin = text[begin:place], place
        value: _Value
        if name == wanted and text[place] in "{[":
            value, place = _open_text(text, begin, way[1:])
        else:
            place = _read(text, begin)[1]
            value = _Piece(text, begin, place)
        part = _LabelledValue(separator, label, value)
        if isinstance(opened, _Array):
            opened.items.append(part)
        elif name in opened.members:
            raise PlaceError("a member occurs twice")
        else:
            opened.members[name] = part
        after = _AFTER.match(text, place)
        if after is None:
            raise PlaceError("the text is not JSON")
        if after[1] != ",":
            opened.tail = text[place : after.end(1)]
            return opened, after.end(1)
        separator, place = after[0], after.end()


def _find_part_in(container: _Object | _Array, token: str | int) -> _LabelledValue:
    if isinstance(container, _Object):
        part = container.members.get(str(token))
        if part is None:
            raise PlaceError("the object has no such member")
        return part
    index = _to_index(token)
    if index >= len(container.items):
        raise PlaceError(f"the array has {len(container.items)} items")
    return container.items[index]


def _to_index(token: str | int) -> int:
    if isinstance(token, str) and not _INDEX.fullmatch(token):
        raise PlaceError("an index of an array is wanted")
    return int(token)


def _append_text(value: _Value, parts: list[str]) -> None:
    """Append the text of a value to a list of texts, piece by piece."""
    if isinstance(value, _Piece):
        parts.append(value.text[value.start : value.end])
        return
    parts.append(value.head)
    inner = value.items if isinstance(value, _Array) else value.members.values()
    for number, part in enumerate(inner):
        if number:
            parts.append(part.separator or ",")
        parts.append(part.label)
        _append_text(part.value, parts)
    parts.append(value.tail)


Operation = Literal["add", "remove", "replace", "move"]


class EditError(ValueError):
    """Error for an edit that cannot be made, or for edits after which a message is no message of its kind.

    Attributes:
        edit: the edit that cannot be made; None if all edits together are the reason.
    """

    def __init__(self, message: str, edit: Edit | None = None) -> None:
        self.edit = edit
        super().__init__(message)


class Edit(NamedTuple):
    """One operation of a JSON Patch (RFC 6902)."""

    op: Operation
    """The operation. `add` adds or replaces a member, or inserts an item before the item at the index. `replace`,
    `remove` and `move` need an existing value."""

    path: str
    """The place of the change, as a JSON Pointer (RFC 6901); for `move`, the new place of the value."""

    from_: str | None = None
    """The old place of the value that `move` moves, as a JSON Pointer; None for other operations. The value keeps its
    bytes."""

    value: Any = None
    """The value that `add` or `replace` writes: JSON, or a typed value."""

    reason: str = ""
    """The reason for an edit that this package makes; empty for an edit of the program."""

    citation: str = ""
    """The page of the specification that requires the edit; empty if no page does."""

    lossy: bool = False
    """True if the edit in the opposite direction does not restore the original."""

    rule: str = ""
    """Id of the translation rule that requires the edit; empty if no rule does."""


class ChainedEdit(NamedTuple):
    """Edit whose place is a chain of links, one for each level. Edits share links, while JSON Pointers would repeat
    every name.
    """

    op: Operation
    place: Place
    value: Any = None


def apply_edits(text: bytes, edits: Iterable[Edit]) -> bytes:
    """Apply edits to a JSON text, one after the other. Return the new text.

    All that no edit changes stays byte for byte the same. Time and memory grow with the length of the text and with the
    number of edits. Edits that each lead one level deeper take more time, since each of them reads the text of its
    level again.

    Args:
        text: strict JSON, accepted by the parser.
        edits: the edits, in order.

    Raises:
        EditError: an edit cannot be made at its place, a path is invalid, or a name has half of a surrogate pair.
        EncodeError: a value has no form in JSON.
    """
    changing = JSONText(text.decode())
    for edit in edits:
        try:
            place = _to_place(edit.path)
            if edit.op == "move":
                changing.move_text(_to_place(edit.from_ or ""), place)
            else:
                _apply_change(changing, ChainedEdit(edit.op, place, edit.value))
        except PlaceError as error:
            where = quote_value(edit.path if edit.from_ is None else f"{edit.from_} to {edit.path}")
            raise EditError(f"{edit.op} {where}: {error}", edit) from None
    try:
        return str(changing).encode()
    except UnicodeEncodeError:
        raise EditError("a name has half of a surrogate pair") from None


def apply_changes(text: bytes, changes: Iterable[ChainedEdit]) -> bytes:
    """Apply changes to a JSON text. Return the new text.

    Args:
        text: strict JSON.
        changes: the changes, in order. `find_changes` yields them. Their values may be typed.

    Raises:
        PlaceError: a change cannot be made at its place.
        EncodeError: a value has no form in JSON.
    """
    return apply_json_changes(text, (ChainedEdit(op, place, to_json_copy(value)) for op, place, value in changes))


def apply_json_changes(text: bytes, changes: Iterable[ChainedEdit]) -> bytes:
    """Apply changes to a JSON text. Return the new text. The values of the changes are parsed JSON.

    Raises:
        PlaceError: a change cannot be made at its place.
    """
    changing = JSONText(text.decode())
    for op, place, value in changes:
        if op == "remove":
            changing.remove_text(place)
        elif op == "add":
            changing.add_text(place, write_json(value).decode())
        else:
            changing.replace_text(place, write_json(value).decode())
    return str(changing).encode()


def split_array_text(text: bytes) -> list[bytes]:
    """Return the texts of the items of an array, given the text of the array.

    Raises:
        PlaceError: the text is neither an array nor an object.
    """
    return [each.encode() for each in JSONText(text.decode()).get_inner_texts(None)]


def find_changes(old: object, new: object, place: Place) -> Iterator[ChainedEdit]:
    """Yield the changes that turn one JSON value into another one. The order of members does not count.

    Args:
        old: the value at the place.
        new: the value that is to stand at the place.
        place: the place.
    """
    if is_object(old) and is_object(new):
        for name in old:
            if name not in new:
                yield ChainedEdit("remove", (place, name))
        for name, value in new.items():
            if name in old:
                yield from find_changes(old[name], value, (place, name))
            else:
                yield ChainedEdit("add", (place, name), value)
    elif is_array(old) and is_array(new):
        yield from _find_item_changes(old, new, place)
    elif not are_equal_values(old, new):
        yield ChainedEdit("replace", place, new)


def _find_item_changes(old: list[Any], new: list[Any], place: Place) -> Iterator[ChainedEdit]:
    """Yield the changes that turn one array into another. The numbers of items, and a comparison of the items, show
    which items were removed or added.
    """
    surplus = len(old) - len(new)
    before = after = 0
    while before < len(old) or after < len(new):
        where = (place, after)
        both = before < len(old) and after < len(new)
        same = both and (not surplus or are_equal_values(old[before], new[after]))
        if surplus > 0 and not same:
            yield ChainedEdit("remove", where)
            surplus, before = surplus - 1, before + 1
        elif surplus < 0 and not same:
            yield ChainedEdit("add", where, new[after])
            surplus, after = surplus + 1, after + 1
        else:
            yield from find_changes(old[before], new[after], where)
            before, after = before + 1, after + 1


def _apply_change(changing: JSONText, change: ChainedEdit) -> None:
    match change.op:
        case "add":
            changing.add_text(change.place, write_json(to_json_copy(change.value)).decode())
        case "replace":
            changing.replace_text(change.place, write_json(to_json_copy(change.value)).decode())
        case "remove":
            changing.remove_text(change.place)
        case _:
            raise PlaceError("there is no such operation")


def _to_place(pointer: str) -> Place:
    if pointer and not pointer.startswith("/"):
        raise PlaceError("a JSON Pointer begins with a slash")
    place: Place = None
    for token in pointer.split("/")[1:]:
        place = place, unescape_token(token)
    return place
