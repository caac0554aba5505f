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
    if not changes:
        return text
    at_end = _changed_at_end(text, document, changes)
    if at_end is not None:
        return at_end
    try:
        pieces = _Spans(text, document).pieces(changes)
    except _Uncertain:
        return None
    if len(pieces) == 1:
        start, end, new = pieces[0]
        return text[:start] + new + text[end:]
    return _replaced(text, pieces)


def _changed_at_end(text: bytes, document: dict[str, Any], changes: Sequence[Patch]) -> bytes | None:
    """The text after changes of the object that ends it, as most translations make them; None if they are others.

    The last member of the text is that object. Members are added to it, or its last one is removed.
    """
    place = changes[0].place
    around = place[0] if place is not None else None
    if around is None or around[0] is not None or not document or around[1] != next(reversed(document)):
        return None
    inner: object = document[str(around[1])]
    if not is_object(inner):
        return None
    close = len(text.rstrip(_SPACE)) - 1 if text[-1] in _SPACE else len(text) - 1
    brace = _before_space(text, close) - 1
    end = _before_space(text, brace) if inner else brace
    op, name = changes[0].op, place[1] if place is not None else ""
    if op == "remove":
        if len(changes) > 1 or len(inner) < 2 or name != next(reversed(inner)) or not _is_literal(text):
            return None
        quoted = b'"%b"' % str(name).encode()
        start = text.rfind(quoted, 0, end)
        if start < 0 or text.find(quoted) != start or _NAME.fullmatch(str(name)) is None:
            return None
        return text[: _before_space(text, text.rfind(b",", 0, start))] + text[end:]
    added = b""
    names: set[object] = set()
    for change in changes:
        new = change.place[1] if change.place is not None and change.place[0] == around else None
        if change.op != "add" or type(new) is not str or new in inner or new in names:
            return None
        names.add(new)
        added += b",%b:%b" % (write(new), write(change.value))
    return text[:end] + (added if inner else added[1:]) + text[end:]


def _before_space(text: bytes, place: int) -> int:
    """Where the whitespace before a place begins; the place itself if there is none."""
    return place if text[place - 1] not in _SPACE else len(text[:place].rstrip(_SPACE))


def _is_literal(text: bytes) -> bool:
    """Whether no name can be written with escapes."""
    return text.find(b"\\") < 0 or _ESCAPED.search(text) is None


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
            self._is_literal = _is_literal(text)
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
