"""A parser of server-sent events with bounded memory.

A line or an event longer than the longest message is an error. A parser with `cuts_long_events` cuts a message that is
too long instead. An id too long for a header is an error. The parser ignores an id with a control character or a
character outside of ASCII.

Page: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import NamedTuple

from ..limits import CUT_END_SIZE, DEFAULT, CutText
from ..options import check_flags, check_number

MAX_ID = 1_024
"""Maximum number of characters of an event id. The client sends the id back in a header."""

_MAX_RETRY = 10**12
"""Longest time before the client reconnects, in milliseconds. A larger value of the server is reduced to this one."""

_LINE_END = re.compile(rb"\r\n|\n|\r")

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_BEFORE_DATA = len(_BYTE_ORDER_MARK + b"data: ")
"""The largest number of bytes that a line may have before the data in it."""

_MESSAGE = "message"
"""The name of the events that have messages."""

_FIELD = re.compile(rb"(?:data|event|id|retry)(?::|\Z)")


class ReceivedEvent(NamedTuple):
    """A server-sent event that a client has received, with the last id of its stream."""

    name: str
    data: str
    id: str
    """The last event id that the stream has set; empty if it has set none."""

    retry: int | None
    """Milliseconds before the client reconnects; None if the event does not set it."""

    cut: CutText | None = None
    """The data of a message that is too long; None for any other event."""

    @property
    def message(self) -> bytes:
        """The text of the message in the event, which may be a `CutText`; empty if the event has no message."""
        if self.name != _MESSAGE:
            return b""
        return self.cut or self.data.encode()


class _BoundedText:
    """A text that arrives in parts. Of a text that is too long, the beginning and the end are kept.

    Args:
        max_bytes: the longest text that is not too long, in bytes.

    Attributes:
        size: the length of the whole text, in bytes.
        kept: the text; if it is too long, its beginning and its end.
    """

    def __init__(self, max_bytes: int) -> None:
        self._most = max_bytes + 1
        self.size: int = 0
        self.kept: bytearray = bytearray()  # no list: a text may arrive in very small parts

    @property
    def missing_count(self) -> int:
        """The number of bytes that are not kept."""
        return self.size - len(self.kept)

    def add_part(self, part: bytes, missing: int = 0) -> None:
        """Add a part of the text.

        Args:
            part: the part.
            missing: the number of bytes that are missing from the middle of the part.
        """
        self.size += len(part) + missing
        self.kept += part
        if len(self.kept) > self._most + CUT_END_SIZE:
            del self.kept[self._most : -CUT_END_SIZE]

    def make_cut_text(self) -> CutText | None:
        """Return the beginning and the end of the text as a `CutText` if the text is too long; otherwise None."""
        if self.size < self._most:
            return None
        return CutText.beginning_of(bytes(self.kept[: self._most]), self.size, bytes(self.kept[-CUT_END_SIZE:]))


class _PartialEvent:
    """An event that is not complete, since further lines of the event may follow."""

    def __init__(self, max_bytes: int) -> None:
        self.name = ""
        self.data = _BoundedText(max_bytes)
        self.has_data = False
        self.retry: int | None = None
        self.has_fields = False


class EventReader:
    """A parser of a stream of bytes into events.

    Args:
        max_bytes: bytes that a line may have, and bytes that the data of an event may have.
        cuts_long_events: whether a message that is too long is returned with a `CutText`, and reading goes on after it;
            then the lines of the message may also be too long. Otherwise a line or an event that is too long is an
            error.

    Raises:
        TypeError: `max_bytes` is no integer, or `cuts_long_events` is neither True nor False.
        ValueError: `max_bytes` is less than 1.
    """

    def __init__(self, max_bytes: int = DEFAULT.max_bytes, *, cuts_long_events: bool = False) -> None:
        check_number("max_bytes", max_bytes, least=1, is_whole=True)
        check_flags({"cuts_long_events": cuts_long_events})
        self._max_bytes = max_bytes
        self._cuts_long_events = cuts_long_events
        self._pending_return = b""
        self._line = self._begin_line()
        self._id = ""
        self._partial = _PartialEvent(max_bytes)
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
            event = self._parse_line(bytes(self._line.kept), self._line.missing_count)
            self._line = self._begin_line()
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
        if self._line.size or self._is_first:
            return False
        return not (_FIELD.match(line) if line else self._partial.has_fields)

    def _begin_line(self) -> _BoundedText:
        return _BoundedText(self._max_bytes + _BEFORE_DATA)  # so that nothing is missing from the beginning of the data

    def _add_to_line(self, part: bytes, *, ends: bool = False) -> None:
        size = self._line.size + len(part)
        if size > self._max_bytes and not self._cuts_long_events:
            came = f"{size}" if ends else f"at least {size}"
            raise ConnectionError(f"a line of an event stream has {came} bytes, longer than {self._max_bytes} bytes")
        self._line.add_part(part)

    def _parse_line(self, raw: bytes, missing: int) -> ReceivedEvent | None:
        """Parse a line. Return the event that the line completes; None if it completes no event.

        Args:
            raw: the line.
            missing: the number of bytes that are missing from the middle of the line.

        Raises:
            ConnectionError: the event or its id is too long.
        """
        if self._is_first:
            raw, self._is_first = raw.removeprefix(_BYTE_ORDER_MARK), False
        partial = self._partial
        if not raw:
            self._partial = _PartialEvent(self._max_bytes)
            return self._complete_event(partial) if partial.has_fields else None
        partial.has_fields = partial.has_fields or _FIELD.match(raw) is not None
        field, _, rest = raw.partition(b":")
        rest = rest.removeprefix(b" ")
        if field == b"data":
            self._add_data(rest, missing)
            return None
        value = rest.decode("utf-8", "replace")
        if field == b"event":
            partial.name = value
        elif field == b"id" and value.isascii() and value.isprintable():  # otherwise no header can have it
            if len(value) > MAX_ID:
                raise ConnectionError(
                    f"the id of an event has {len(value) + missing} characters, longer than {MAX_ID} characters"
                )
            self._id = value
        elif field == b"retry" and value.isascii() and value.isdigit():
            partial.retry = min(int(value.lstrip("0")[:15] or "0"), _MAX_RETRY)
        return None

    def _add_data(self, value: bytes, missing: int) -> None:
        """Add the value of a `data` line, from whose middle `missing` bytes are missing.

        Raises:
            ConnectionError: the event is too long.
        """
        partial = self._partial
        if partial.has_data:
            partial.data.add_part(b"\n")
        partial.has_data = True
        partial.data.add_part(value, missing)
        size = partial.data.size
        if size > self._max_bytes and not self._cuts_long_events:
            raise ConnectionError(f"an event has at least {size} bytes, longer than {self._max_bytes} bytes")

    def _complete_event(self, partial: _PartialEvent) -> ReceivedEvent:
        """Return an event that has ended.

        Raises:
            ConnectionError: the event is too long, and no message.
        """
        text, name = partial.data, partial.name or _MESSAGE
        cut = text.make_cut_text()
        if cut is not None and name != _MESSAGE:
            raise ConnectionError(f"an event has {cut.size} bytes, longer than {self._max_bytes} bytes")
        data = "" if cut is not None else text.kept.decode("utf-8", "replace")
        return ReceivedEvent(name, data, self._id, partial.retry, cut)
