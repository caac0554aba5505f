"""A JSON text whose parts can be changed, while everything else stays byte for byte as it came.

A container is opened when a change leads into it. Then its members or items are known by their places in the text, and
what is not opened is written as the piece of text that it is. To open all that a path leads through takes one pass.
"""

from __future__ import annotations

import json
import re
from typing import TypeAlias

_SPACE = re.compile(r"[ \t\n\r]*")
_COLON = re.compile(r"[ \t\n\r]*:[ \t\n\r]*")
_AFTER = re.compile(r"[ \t\n\r]*([,}\]])[ \t\n\r]*")
_INDEX = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)
_END = "-"
"""The index after the last item of an array (RFC 6901)."""

_read = json.JSONDecoder().raw_decode


class NoSuchPlace(LookupError):
    """A path leads nowhere. The text says why."""


class _Piece:
    """A part of the text as it came, or a new text of one value."""

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end


class _Object:
    """An opened object. Its members keep their order; each is known by the text before its value."""

    __slots__ = ("head", "members", "tail")

    def __init__(self, head: str) -> None:
        self.head = head
        """The opening brace and the whitespace after it."""
        self.members: dict[str, _Part] = {}
        self.tail = ""
        """The closing brace and the whitespace before it."""


class _Array:
    """An opened array."""

    __slots__ = ("head", "items", "tail")

    def __init__(self, head: str) -> None:
        self.head = head
        self.items: list[_Part] = []
        self.tail = ""


_Value: TypeAlias = "_Piece | _Object | _Array"


class _Part:
    """A member or an item."""

    __slots__ = ("label", "separator", "value")

    def __init__(self, separator: str, label: str, value: _Value) -> None:
        self.separator = separator
        """The comma before it, with the whitespace around."""
        self.label = label
        """The name of a member, and the colon after it; empty for an item."""
        self.value = value


class JSONText:
    """A JSON text that can be changed.

    Args:
        text: Strict JSON, of a few hundred levels at most.
    """

    def __init__(self, text: str) -> None:
        start = _SPACE.match(text)
        end = len(text.rstrip(" \t\n\r"))
        self._before, self._behind = text[: start.end() if start else 0], text[end:]
        self._root: _Value = _Piece(text, len(self._before), end)

    def __str__(self) -> str:
        parts: list[str] = [self._before]
        _write(self._root, parts)
        return "".join((*parts, self._behind))

    def part(self, tokens: list[str]) -> str:
        """The text of the value at a place.

        Raises:
            NoSuchPlace: There is none.
        """
        parts: list[str] = []
        _write(self._at(tokens), parts)
        return "".join(parts)

    def replace(self, tokens: list[str], text: str) -> None:
        """Replace the value at a place by another one, given as text.

        Raises:
            NoSuchPlace: There is none.
        """
        value = _Piece(text, 0, len(text))
        if tokens:
            self._found(tokens).value = value
        else:
            self._root = value

    def add(self, tokens: list[str], text: str) -> None:
        """Add a member, or an item before the one at the index, as RFC 6902 says. A member that is there is replaced.

        Raises:
            NoSuchPlace: There is no such object or array, or the index is too large.
        """
        self._put(tokens, _Piece(text, 0, len(text)))

    def remove(self, tokens: list[str]) -> None:
        """Remove the member or item at a place.

        Raises:
            NoSuchPlace: There is none.
        """
        self._taken(tokens)

    def move(self, source: list[str], tokens: list[str]) -> None:
        """Remove the value at one place, and add it at another one as it is.

        Raises:
            NoSuchPlace: There is none, or the other place is inside it.
        """
        if source == tokens[: len(source)] and len(source) < len(tokens):
            raise NoSuchPlace("a value cannot be moved into itself")
        self._put(tokens, self._taken(source))

    def _put(self, tokens: list[str], value: _Value) -> None:
        if not tokens:
            self._root = value
            return
        *way, last = tokens
        parent = self._opened(way)
        if isinstance(parent, _Array):
            place = len(parent.items) if last == _END else _index(last)
            if place > len(parent.items):
                raise NoSuchPlace(f"the array has {len(parent.items)} items")
            parent.items.insert(place, _Part("", "", value))
        elif last in parent.members:
            parent.members[last].value = value
        else:
            parent.members[last] = _Part("", json.dumps(last, ensure_ascii=False) + ":", value)

    def _taken(self, tokens: list[str]) -> _Value:
        if not tokens:
            raise NoSuchPlace("the whole text cannot be removed")
        *way, last = tokens
        parent = self._opened(way)
        part = _part(parent, last)
        if isinstance(parent, _Array):
            del parent.items[_index(last)]
            if parent.items:
                parent.items[0].separator = ""
        else:
            del parent.members[last]
        if not (parent.items if isinstance(parent, _Array) else parent.members):
            parent.head, parent.tail = parent.head + parent.tail[:-1], parent.tail[-1:]
        return part.value

    def _at(self, tokens: list[str]) -> _Value:
        return self._found(tokens).value if tokens else self._root

    def _found(self, tokens: list[str]) -> _Part:
        return _part(self._opened(tokens[:-1]), tokens[-1])

    def _opened(self, way: list[str]) -> _Object | _Array:
        """The container at a place, opened."""
        value = self._root = _as_opened(self._root, way)
        for depth, token in enumerate(way, 1):
            part = _part(value, token)
            value = part.value = _as_opened(part.value, way[depth:])
        return value


def _as_opened(value: _Value, way: list[str]) -> _Object | _Array:
    return _open(value.text, value.start, way)[0] if isinstance(value, _Piece) else value


def _open(text: str, start: int, way: list[str]) -> tuple[_Object | _Array, int]:
    """Open a container, and those inside it that a path leads through.

    Returns:
        The container, and where its text ends.
    """
    first = _SPACE.match(text, start + 1)
    place = first.end() if first is not None else start
    head, kind = text[start:place], text[start : start + 1]
    if kind not in ("{", "["):
        raise NoSuchPlace("the value is neither an object nor an array")
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
            value, place = _open(text, begin, way[1:])
        else:
            place = _read(text, begin)[1]
            value = _Piece(text, begin, place)
        part = _Part(separator, label, value)
        if isinstance(opened, _Array):
            opened.items.append(part)
        elif name in opened.members:
            raise NoSuchPlace("a member occurs twice")
        else:
            opened.members[name] = part
        after = _AFTER.match(text, place)
        if after is None:
            raise NoSuchPlace("the text is not JSON")
        if after[1] != ",":
            opened.tail = text[place : after.end(1)]
            return opened, after.end(1)
        separator, place = after[0], after.end()


def _part(container: _Value, token: str) -> _Part:
    if isinstance(container, _Object):
        part = container.members.get(token)
        if part is None:
            raise NoSuchPlace("the object has no such member")
        return part
    if isinstance(container, _Array):
        index = _index(token)
        if index >= len(container.items):
            raise NoSuchPlace(f"the array has {len(container.items)} items")
        return container.items[index]
    raise NoSuchPlace("the value is neither an object nor an array")


def _index(token: str) -> int:
    if not _INDEX.fullmatch(token):
        raise NoSuchPlace("an index of an array is wanted")
    return int(token)


def _write(value: _Value, parts: list[str]) -> None:
    """Append the text of a value, piece by piece."""
    if isinstance(value, _Piece):
        parts.append(value.text[value.start : value.end])
        return
    parts.append(value.head)
    inner = value.items if isinstance(value, _Array) else value.members.values()
    for number, part in enumerate(inner):
        if number:
            parts.append(part.separator or ",")
        parts.append(part.label)
        _write(part.value, parts)
    parts.append(value.tail)
