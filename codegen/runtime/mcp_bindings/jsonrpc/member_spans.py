"""Changes of a JSON text whose value is known, without a scan of the text.

The value says which member follows which. So the last member of an object ends where the object does, and any other
where the next name begins; and a name whose characters stand once in the text of its object is where they are found.
What is not certain in this way, and changes that depend on each other, are left to `json_text`, whose outcome is the
same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from ..json_values import is_object
from ..schema.places import Place
from .plain_json import write

if TYPE_CHECKING:
    from .edits import Operation

_SPACE = b" \t\n\r"
_COLON = re.compile(rb"[ \t\n\r]*:[ \t\n\r]*")
_NAME = re.compile(r"[A-Za-z0-9_./-]+")
"""Names that are looked for."""
_ESCAPED = re.compile(rb"\\(?:/|u00(?:2[dDeEfF]|3[0-9]|[46][1-9a-fA-F]|5[0-9aAfF]|7[0-9aA]))")
"""Other spellings of their characters."""

_MOST = 8
"""So many changes are made at most, since each may pass over the whole text."""


class Patch(Protocol):
    """One change: `Change` of `edits`, whose value is parsed JSON."""

    @property
    def op(self) -> Operation: ...
    @property
    def place(self) -> Place: ...
    @property
    def value(self) -> Any: ...


class _Uncertain(Exception):
    """It is not certain where something stands."""


_Piece: TypeAlias = "tuple[int, int, bytes]"
"""A part of the text by start and end, and what comes in its place."""


class _Span:
    """An object of the text.

    Args:
        value: The object.
        low: Where it begins at the earliest.
        end: Where it ends: after its brace.
    """

    __slots__ = ("added", "end", "low", "names", "removed", "value")

    def __init__(self, value: dict[str, Any], low: int, end: int) -> None:
        self.value = value
        self.low = low
        self.end = end
        self.names: dict[str, int] = {}
        """Where names begin, as far as they were found."""
        self.added: bytes = b""
        """The new members, each after a comma."""
        self.removed: tuple[str, ...] = ()


def changed_by_value(text: bytes, document: Mapping[str, Any], changes: Sequence[Patch]) -> bytes | None:
    """The text of an object after changes; None if it is not certain where they belong.

    Args:
        text: Strict JSON.
        document: Its value.
        changes: The changes, one after the other.
    """
    if len(changes) > _MOST or not is_object(document):
        return None
    try:
        pieces = _Spans(text, document).pieces(changes)
    except _Uncertain:
        return None
    if len(pieces) == 1:
        start, end, new = pieces[0]
        return text[:start] + new + text[end:]
    return _replaced(text, pieces)


class _Spans:
    """The objects of a text that changes lead into."""

    __slots__ = ("_changed", "_is_literal", "_spans", "_text")

    def __init__(self, text: bytes, document: dict[str, Any]) -> None:
        self._text = text
        self._changed: set[Place] = set()
        self._is_literal: bool | None = None
        self._spans: dict[Place, _Span] = {None: _Span(document, 0, len(text.rstrip(_SPACE)))}

    def pieces(self, changes: Sequence[Patch]) -> list[_Piece]:
        """What the changes put into the text, and instead of what.

        Raises:
            _Uncertain: It is not certain where something stands.
        """
        if len(changes) > 1:
            self._changed = {change.place for change in changes}
            if len(self._changed) < len(changes):
                raise _Uncertain
        pieces: list[_Piece] = []
        for change in changes:
            place, op = change.place, change.op
            if place is None:
                raise _Uncertain
            around, name = place
            span = self._spans.get(around) or self._span(around)
            if type(name) is not str or (name in span.value) is (op == "add"):
                raise _Uncertain
            if op == "add":
                span.added += b",%b:%b" % (write(name), write(change.value))
            elif op == "remove":
                span.removed += (name,)
            else:
                colon = _COLON.match(self._text, self._name(span, name) + len(name) + 2)
                if colon is None:
                    raise _Uncertain
                pieces.append((colon.end(), self._end(span, name), write(change.value)))
        for span in self._spans.values():
            if span.removed:
                pieces += self._removals(span)
            if span.added:
                end = self._content_end(span)
                pieces.append((end, end, span.added if span.value else span.added[1:]))
        return pieces

    def _removals(self, span: _Span) -> list[_Piece]:
        """The members that are removed: each with the comma before it, or after it where no member before it stays."""
        names, pieces = list(span.value), list[_Piece]()
        first = next((index for index, name in enumerate(names) if name not in span.removed), None)
        if first is None:
            raise _Uncertain
        if first:
            pieces.append((self._name(span, names[0]), self._name(span, names[first]), b""))
        for name in span.removed:
            index = names.index(name)
            if index > first:
                pieces.append((self._before(span, name), self._end(span, name), b""))
        return pieces

    def _span(self, place: Place) -> _Span:
        """The object at a place that no change replaces."""
        span = self._spans.get(place)
        if span is None:
            if place is None or place in self._changed:
                raise _Uncertain
            outer, name = place
            around = self._spans.get(outer) or self._span(outer)
            value: object = around.value.get(name) if type(name) is str else None
            if not is_object(value):
                raise _Uncertain
            span = self._spans[place] = _Span(value, around.low, self._end(around, str(name)))
        return span

    def _content_end(self, span: _Span) -> int:
        """Where the last member ends; in an empty object, where the brace stands."""
        place = span.end - 1
        if not span.value or self._text[place - 1] not in _SPACE:
            return place
        return len(self._text[:place].rstrip(_SPACE))

    def _end(self, span: _Span, name: str) -> int:
        """Where a member ends."""
        if name == next(reversed(span.value)):
            return self._content_end(span)
        names = iter(span.value)
        while next(names) != name:
            pass
        return self._before(span, next(names))

    def _before(self, span: _Span, name: str) -> int:
        """Where the member before this one ends."""
        place = self._text.rfind(b",", span.low, self._name(span, name))
        return place if self._text[place - 1] not in _SPACE else len(self._text[:place].rstrip(_SPACE))

    def _name(self, span: _Span, name: str) -> int:
        """Where the name of a member begins."""
        text = self._text
        if name in span.names:
            return span.names[name]
        if self._is_literal is None:
            self._is_literal = text.find(b"\\") < 0 or _ESCAPED.search(text) is None
        if not self._is_literal or _NAME.fullmatch(name) is None:
            raise _Uncertain
        quoted = b'"%b"' % name.encode()
        place = text.find(quoted, span.low, span.end)
        if place < 0 or text.find(quoted, place + 1, span.end) >= 0:
            raise _Uncertain
        span.names[name] = place
        return place


def _replaced(text: bytes, pieces: list[_Piece]) -> bytes:
    """The text with these pieces."""
    parts: list[bytes] = []
    place = 0
    for start, end, new in sorted(pieces):
        parts += (text[place:start], new)
        place = end
    parts.append(text[place:])
    return b"".join(parts)
