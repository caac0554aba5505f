"""The sending of an event stream over HTTP.

A bounded channel connects the writer and a reader of another speed, and comments keep a quiet stream open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Protocol

from ..errors import RequestId
from ..http.event_streams import EventStream, StreamEvent
from .asgi_exchange import MAX_PIECE, HttpExchange
from .buffers import Buffers
from .waiting import run_within

_MAX_UNREAD = 32
"""Largest number of messages of a stream that wait for the reader. Beyond it the writer waits."""

_SMALL_MESSAGE = 64 * 1024
"""Largest size of a small message, in bytes. A larger one is added only when no other message waits for the reader."""

_SEND_TIMEOUT = 20.0
"""Seconds that a reader may take to read one message."""

GRACE = 2.0
"""Seconds after the beginning of the server's shutdown in which handlers can still send messages to clients."""

_KEEP_ALIVE_COMMENT = b": ping\n\n"

_EXPECTED = object()


class StreamRules(Protocol):
    """The rules of the application for its event streams."""

    keep_alive: float
    """Seconds without an event after which a comment is sent, so that proxies keep the connection."""

    def must_end(self, channel: EventChannel) -> bool:
        """Return whether the stream of a channel has to end now, even before its last event.

        A stream has to end some time after the beginning of the server's shutdown.
        """
        ...


class EventJournal(Protocol):
    """A writer of events to a store. It stores each event before the reader of the stream gets the event."""

    async def ensure_stream_stored(self, stream: EventStream, requests: Sequence[RequestId] | None) -> None:
        """Store a stream with its events, unless the store has the stream already.

        Args:
            stream: the stream.
            requests: ids of the requests whose responses are sent on the stream; None for the standalone stream.

        Raises:
            ConnectionError: the stream cannot be stored.
        """
        ...

    async def add_message(
        self, stream: EventStream, requests: Sequence[RequestId] | None, message: bytes, *, is_last: bool
    ) -> None:
        """Store a message, then add it to its stream.

        Args:
            stream: the stream.
            requests: ids of the requests whose responses are sent on the stream; None for the standalone stream.
            message: the text of the message.
            is_last: whether every request of the stream has its response once the message is sent.

        Raises:
            ConnectionError: the message cannot be stored. It is not added to the stream then.
        """
        ...


class EventChannel:
    """An event stream with at most one reader. A writer waits for a slow reader. A new reader replaces the old one.

    Args:
        stream: the events.
        expects_reader: whether a reader will connect soon, so that `send` has to wait for this reader.
        requests: ids of the requests whose responses are sent on the stream; None for the standalone stream.
        journal: the journal, which stores the events; None if the events are kept in memory only.
        buffers: the bound of the bytes that all streams buffer; None for no bound.

    Attributes:
        stream: the events.
        requests: the argument of this name.
        on_reader_left: function to call when the HTTP response to the reader ends, because the stream is complete, the
            reader has disconnected, the reader was too slow, or the server shuts down; also when an expected reader has
            not connected in time. It is not called when a new reader replaces the reader, or when `disconnect_reader`
            disconnects it. By default it does nothing.
        grace: seconds for which the stream may stay open after the beginning of the server's shutdown.
    """

    def __init__(
        self,
        stream: EventStream,
        *,
        expects_reader: bool,
        requests: Sequence[RequestId] | None = None,
        journal: EventJournal | None = None,
        buffers: Buffers | None = None,
    ) -> None:
        self.stream = stream
        self._buffers = buffers
        self.requests = requests
        self._keeps_events = stream.is_resumable
        self._journal = journal
        self.on_reader_left: Callable[[], object] = lambda: None
        self.grace: float = 0.0
        self._changed = asyncio.Event()
        self._reader: object | None = _EXPECTED if expects_reader else None
        self._position = 0

    @property
    def has_reader(self) -> bool:
        """True while a reader is connected."""
        return self._reader not in (None, _EXPECTED)

    async def send(self, message: bytes, *, is_last: bool = False) -> None:
        """Add a message to the stream.

        Wait for a slow reader, but disconnect a reader that reads no message for 20 seconds. Wait up to 20 seconds more
        while all streams buffer too much. Without a reader the stream buffers as many messages as its limits allow.

        Args:
            message: the text of the message.
            is_last: whether every request of the stream has its response once the message is sent.

        Raises:
            ConnectionError: the message cannot be stored, the streams buffer too much, or long messages that wait take
                too much memory.
        """
        if len(message) <= _SMALL_MESSAGE:
            await self._add_message(message, _MAX_UNREAD, is_last)
            return
        with nullcontext() if self._buffers is None else self._buffers.refuse_or_count_message(len(message)):
            await asyncio.sleep(0)  # otherwise a writer whose reader has left would block the loop
            await self._add_message(message, 1, is_last)

    async def _add_message(self, message: bytes, limit: int, is_last: bool) -> None:
        while self._reader is not None and self.stream.length - self._position >= limit:
            try:
                await run_within(_SEND_TIMEOUT, self._changed.wait())
            except asyncio.TimeoutError:
                self._drop_reader()
        if self._buffers is not None and not self._buffers.try_to_count_message(len(message)):
            if self._reader is None:  # events without a reader are discarded first
                self.stream.discard_before(self.stream.length)
            await self._buffers.wait_and_count_message(len(message))
        if self._journal is None:
            self.stream.append_event(message)
        else:
            await self._journal.add_message(self.stream, self.requests, message, is_last=is_last)
        self.wake_waiters()

    def discard_delivered_events(self) -> None:
        """Discard the events that a connected reader has received."""
        if self.has_reader:
            self.stream.discard_before(self._position)

    def end(self) -> None:
        """Mark the stream as complete, so that its HTTP response ends after the last event."""
        self.stream.end()
        self.wake_waiters()

    def close(self) -> None:
        """Mark the stream as complete, and keep no events for a client that would resume the stream."""
        self._keeps_events = False
        if self._reader is None:
            self.stream.discard_before(self.stream.length)
        self.end()

    def disconnect_reader(self) -> None:
        """Disconnect the reader before the end of the stream. A reader may resume the stream later."""
        self._reader = None
        self.wake_waiters()

    def wake_waiters(self) -> None:
        """Wake the writer and the reader, if they wait for each other."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def send_to_reader(
        self,
        http: HttpExchange,
        rules: StreamRules,
        *,
        position: int | None = None,
        headers: Mapping[str, str] | None = None,
        greeting: bytes = b"",
    ) -> None:
        """Send the events to a new reader, until the stream ends or the reader disconnects.

        The HTTP response stays incomplete if the reader is too slow, or if the server's shutdown ends a stream that has
        a `grace`. The response is complete if another reader replaces this one.

        Args:
            http: the request of the reader.
            rules: the rules of the application.
            position: number of events to skip; by default the number that the last reader has received.
            headers: further headers of the HTTP response; None for no further ones.
            greeting: the text of an event to send before the events of the stream; empty for none.

        Raises:
            ConnectionError: the stream cannot be stored.
        """
        if self._journal is not None:
            await self._journal.ensure_stream_stored(self.stream, self.requests)
        self._reader = this_reader = object()
        self._position = self._position if position is None else position
        self.wake_waiters()
        disconnection = asyncio.create_task(http.wait_for_disconnect())
        disconnection.add_done_callback(lambda _: self.wake_waiters())
        try:
            await http.start_stream(headers or {})
            if greeting:
                await http.send_part(greeting, _SEND_TIMEOUT)
            if await self._send_events(http, rules, this_reader, disconnection):
                await http.end_stream()
        except asyncio.TimeoutError:
            pass  # the ASGI server closes the connection, since the response is not complete
        finally:
            disconnection.cancel()
            if self._reader is this_reader:
                self._drop_reader()

    async def _send_events(
        self, http: HttpExchange, rules: StreamRules, this_reader: object, disconnection: asyncio.Task[None]
    ) -> bool:
        """Send events to a reader, until the stream ends, the reader has left or is replaced, or the server shuts down.

        Returns:
            True if the caller has to complete the HTTP response; False if the response must stay incomplete.

        Raises:
            asyncio.TimeoutError: the reader reads too slowly.
        """
        while self._reader is this_reader and not disconnection.done():
            self._position = self.stream.first_kept_position(self._position)
            event = self.stream.event_at(self._position)
            if event is not None:
                await http.send_parts(_split_event(event), _SEND_TIMEOUT)
                if self._reader is this_reader:  # the position of a new reader is its own
                    self._position += 1
                    if not self._keeps_events:
                        self.stream.discard_before(self._position)
                    self.wake_waiters()
            elif self.stream.is_ended:
                return True
            elif rules.must_end(self):
                return self.grace == 0  # otherwise an incomplete response shows that a message is missing
            elif await self._is_quiet_for(rules.keep_alive):
                await http.send_part(_KEEP_ALIVE_COMMENT, _SEND_TIMEOUT)
        return not disconnection.done()

    async def _is_quiet_for(self, seconds: float) -> bool:
        """Wait until something changes, but at most for some seconds. Return True if nothing has changed."""
        is_quiet = False

        def end_wait() -> None:  # a comparison of times would be wrong, since event loops round them
            nonlocal is_quiet
            is_quiet = True
            self.wake_waiters()

        changed = self._changed
        timer = asyncio.get_running_loop().call_later(seconds, end_wait)
        await changed.wait()
        timer.cancel()
        return is_quiet

    def _drop_reader(self) -> None:
        self.disconnect_reader()
        if not self._keeps_events:
            self.stream.discard_before(self.stream.length)
        self.on_reader_left()


def _split_event(event: StreamEvent) -> Iterator[bytes]:
    """Yield the text of an event: a long message without line breaks in pieces, otherwise in one piece.

    Of a message in pieces, at most one piece is copied at a time.
    """
    data = event.data
    if len(data) <= MAX_PIECE or b"\n" in data or b"\r" in data:
        yield _write_event(event)
        return
    yield _write_event(event._replace(data=b"")).removesuffix(b"\n\n")
    for start in range(0, len(data), MAX_PIECE):
        yield data[start : start + MAX_PIECE]
    yield b"\n\n"


def _write_event(event: StreamEvent) -> bytes:
    """Return the text of an event, in the format of https://html.spec.whatwg.org/multipage/server-sent-events.html."""
    id_ = b"" if event.id is None else b"id: %s\n" % event.id.encode()
    retry = b"" if event.retry is None else b"retry: %d\n" % event.retry
    return id_ + retry + b"data: " + b"\ndata: ".join(event.data.splitlines() or [b""]) + b"\n\n"
