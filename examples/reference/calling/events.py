"""Server-sent events, read in bounded memory.

A line or an event that is longer than a message may be ends the stream, and so does an id that is too long to send
back.
https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import NamedTuple

import mcp_bindings as mb

MAX_BYTES = mb.Limits().max_bytes
"""The most bytes of a line, and of the data of an event."""

MAX_ID = 1_024
"""The most characters of an event's id, which goes back to the server in a header."""

MAX_RETRY = 10**12
"""The most milliseconds that a stream waits before it is opened again; more digits mean this too."""

_LINE_END = re.compile(rb"\r\n|\n|\r")


class Event(NamedTuple):
    """One event."""

    name: str
    data: str
    id: str
    """The last id that was given; empty if there was none."""

    retry: int | None
    """Milliseconds to wait before the stream is opened again, if this event says so."""


class _Draft:
    """An event of which not all lines have been read."""

    def __init__(self) -> None:
        self.name = ""
        self.data: list[str] = []
        self.size = 0
        self.retry: int | None = None
        self.is_begun = False


class EventReader:
    """Splits a stream of bytes into events."""

    def __init__(self) -> None:
        self._rest = b""
        self._parts: list[bytes] = []
        self._size = 0
        self._id = ""
        self._draft = _Draft()
        self._is_first = True

    async def read(self, pieces: AsyncIterator[bytes]) -> AsyncIterator[Event]:
        """The events of a stream; an event without an empty line after it is none.

        Raises:
            ConnectionError: a line, an event or an id is too long.
        """
        async for piece in pieces:
            for event in self.feed(piece):
                yield event

    def feed(self, piece: bytes) -> list[Event]:
        """The events that end in a piece of the stream.

        Raises:
            ConnectionError: a line, an event or an id is too long.
        """
        events: list[Event] = []
        piece = self._rest + piece
        # A line may end with \r\n, and the \n come in the next piece.
        self._rest = b"\r" if piece.endswith(b"\r") else b""
        *ended, rest = _LINE_END.split(piece[: len(piece) - len(self._rest)])
        for part in ended:
            self._keep(part)
            event = self._take_line(b"".join(self._parts))
            self._parts.clear()
            self._size = 0
            if event is not None:
                events.append(event)
        self._keep(rest)
        return events

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > MAX_BYTES:
            raise ConnectionError(f"a line of an event stream is longer than {MAX_BYTES} bytes")
        if part:
            self._parts.append(part)
        if len(self._parts) > 1_000:  # a line may come in very small pieces
            self._parts = [b"".join(self._parts)]

    def _take_line(self, raw: bytes) -> Event | None:
        """The event that a line ends, if it is empty."""
        line = raw.decode("utf-8", "replace")
        if self._is_first:
            line, self._is_first = line.removeprefix("\ufeff"), False
        draft = self._draft
        if not line:
            self._draft = _Draft()
            whole = Event(draft.name or "message", "\n".join(draft.data), self._id, draft.retry)
            return whole if draft.is_begun else None
        draft.is_begun = draft.is_begun or not line.startswith(":")
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            draft.size += len(raw)
            if draft.size > MAX_BYTES:
                raise ConnectionError(f"an event is longer than {MAX_BYTES} bytes")
            draft.data.append(value)
        elif field == "event":
            draft.name = value
        elif field == "id" and "\0" not in value:
            if len(value) > MAX_ID:
                raise ConnectionError(f"the id of an event is longer than {MAX_ID} characters")
            self._id = value
        elif field == "retry" and value.isascii() and value.isdigit():
            draft.retry = min(int(value.lstrip("0")[:15] or "0"), MAX_RETRY)
        return None
