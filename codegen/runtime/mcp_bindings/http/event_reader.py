"""A parser of server-sent events with bounded memory.

The parser raises an error for a line or an event longer than the longest message, and for an id too long for a header.
It ignores an id with a control character or a character outside of ASCII.

Page: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import NamedTuple

from ..limits import DEFAULT

MAX_ID = 1_024
"""Maximum number of characters of an event id. The client sends the id back in a header."""

_MAX_RETRY = 10**12
"""Maximum milliseconds before the client reconnects. A larger value of the server is reduced to this maximum."""

_LINE_END = re.compile(rb"\r\n|\n|\r")

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_FIELD = re.compile(rb"(?:data|event|id|retry)(?::|\Z)")


class ReceivedEvent(NamedTuple):
    """A server-sent event."""

    name: str
    data: str
    id: str
    """The last event id that the stream has set; empty if it has set none."""

    retry: int | None
    """Milliseconds before the client reconnects; None if the event does not set it."""


class _PartialEvent:
    """An event that is not complete, since further lines of the event may follow."""

    def __init__(self) -> None:
        self.name = ""
        self.data: list[str] = []
        self.size = 0
        self.retry: int | None = None
        self.has_fields = False


class EventReader:
    """A parser of a stream of bytes into events.

    Args:
        max_bytes: bytes that a line may have, and bytes that all `data` lines of an event may have together.
    """

    def __init__(self, max_bytes: int = DEFAULT.max_bytes) -> None:
        self._max_bytes = max_bytes
        self._pending_return = b""
        self._line = bytearray()  # no list: a line may arrive in very small chunks
        self._id = ""
        self._partial = _PartialEvent()
        self._is_first = True

    async def read_events(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[ReceivedEvent]:
        """Yield the events of a stream. Drop the last event if no empty line completes it.

        Raises:
            ConnectionError: a line, an event or an id is too long.
        """
        async for chunk in chunks:
            for event in self.feed(chunk):
                yield event

    def feed(self, chunk: bytes) -> list[ReceivedEvent]:
        """Parse a chunk of the stream and return the events that it completes.

        Raises:
            ConnectionError: a line, an event or an id is too long.
        """
        events: list[ReceivedEvent] = []
        chunk = self._pending_return + chunk
        # A chunk may end between the \r and the \n of a line ending.
        self._pending_return = b"\r" if chunk.endswith(b"\r") else b""
        *ended, rest = _LINE_END.split(chunk[: len(chunk) - len(self._pending_return)])
        for part in ended:
            if self._is_ignorable(part):
                continue
            self._add_to_line(part, ends=True)
            event = self._parse_line(bytes(self._line))
            self._line.clear()
            if event is not None:
                events.append(event)
        self._add_to_line(rest)
        return events

    def _is_ignorable(self, line: bytes) -> bool:
        """Return whether a line can be skipped.

        A line can be skipped if it is a comment, has an unknown field, or is empty and completes no event. The first
        line of the stream, and a line that has begun in an earlier chunk, are not skipped. This check is cheap, since a
        peer may send any number of lines without effect.
        """
        if self._line or self._is_first:
            return False
        return not (_FIELD.match(line) if line else self._partial.has_fields)

    def _add_to_line(self, part: bytes, *, ends: bool = False) -> None:
        size = len(self._line) + len(part)
        if size > self._max_bytes:
            came = f"{size}" if ends else f"at least {size}"
            raise ConnectionError(f"a line of an event stream has {came} bytes, longer than {self._max_bytes} bytes")
        self._line += part

    def _parse_line(self, raw: bytes) -> ReceivedEvent | None:
        """Parse a line. Return the event that the line completes; None if it completes no event.

        Raises:
            ConnectionError: the event or its id is too long.
        """
        if self._is_first:
            raw, self._is_first = raw.removeprefix(_BYTE_ORDER_MARK), False
        line = raw.decode("utf-8", "replace")
        partial = self._partial
        if not line:
            self._partial = _PartialEvent()
            event = ReceivedEvent(partial.name or "message", "\n".join(partial.data), self._id, partial.retry)
            return event if partial.has_fields else None
        partial.has_fields = partial.has_fields or _FIELD.match(raw) is not None
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            partial.size += len(raw)
            if partial.size > self._max_bytes:
                raise ConnectionError(
                    f"an event has at least {partial.size} bytes, longer than {self._max_bytes} bytes"
                )
            partial.data.append(value)
        elif field == "event":
            partial.name = value
        elif field == "id" and value.isascii() and value.isprintable():  # otherwise no header can have it
            if len(value) > MAX_ID:
                raise ConnectionError(
                    f"the id of an event has {len(value)} characters, longer than {MAX_ID} characters"
                )
            self._id = value
        elif field == "retry" and value.isascii() and value.isdigit():
            partial.retry = min(int(value.lstrip("0")[:15] or "0"), _MAX_RETRY)
        return None
