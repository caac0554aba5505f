"""An event stream between a writer and a reader of different speeds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import anyio
from sse_starlette import EventSourceResponse, ServerSentEvent

from mcp_bindings.http import EventStream

MAX_UNREAD = 32  # messages that the reader may be behind the writer
SMALL_MESSAGE = 64 * 1024  # bytes; of messages up to this size MAX_UNREAD may wait for the reader, of larger ones one
SEND_TIMEOUT = 20.0  # seconds that a reader may take for one message
GRACE = 2.0  # seconds for the last messages when the server shuts down

_EXPECTED = object()


class Channel:
    """One event stream with at most one reader; a new reader replaces the previous one.

    Args:
        stream: the events.
        expects_reader: whether a reader will connect soon, so that `send` has to wait for it.

    Attributes:
        stream: the events.
        on_reader_left: called when the reader has disconnected or was too slow.
    """

    def __init__(self, stream: EventStream, *, expects_reader: bool) -> None:
        self.stream = stream
        self.on_reader_left: Callable[[], object] = lambda: None
        self._changed = asyncio.Event()
        self._reader: object | None = _EXPECTED if expects_reader else None
        self._place = 0

    @property
    def has_reader(self) -> bool:
        """Whether a reader is connected."""
        return self._reader not in (None, _EXPECTED)

    async def send(self, message: bytes) -> None:
        """Add a message to the stream.

        This waits for a slow reader, up to `SEND_TIMEOUT`. Without a reader the stream buffers as many messages as its
        limits allow.
        """
        limit = MAX_UNREAD if len(message) <= SMALL_MESSAGE else 1
        while self._reader is not None and self.stream.length - self._place >= limit:
            try:
                await asyncio.wait_for(self._changed.wait(), SEND_TIMEOUT)
            except asyncio.TimeoutError:
                self._reader_left()
        self.stream.add(message)
        self._wake()

    def end(self) -> None:
        """Mark the stream as complete."""
        self.stream.end()
        self._wake()

    def release(self) -> None:
        """Disconnect the reader before the end of the stream; it may resume the stream later."""
        self._reader = None
        self._wake()

    def respond(
        self,
        place: int | None = None,
        headers: dict[str, str] | None = None,
        greeting: ServerSentEvent | None = None,
        ended: anyio.Event | None = None,
    ) -> EventSourceResponse:
        """Build the HTTP response that sends the stream's events to a new reader.

        Args:
            place: number of events to skip; by default those that a reader has already received.
            headers: of the response.
            greeting: an event to send before those of the stream.
            ended: set when the server shuts down. If given, the stream has `GRACE` seconds to finish after that.
        """
        events = self._events(self._place if place is None else place, greeting)
        return EventSourceResponse(
            events,
            headers=headers,
            send_timeout=SEND_TIMEOUT,
            shutdown_event=ended,
            shutdown_grace_period=0 if ended is None else GRACE,
        )

    async def _events(self, place: int, greeting: ServerSentEvent | None) -> AsyncIterator[ServerSentEvent]:
        self._reader = me = object()
        self._place = place
        self._wake()
        try:
            if greeting is not None:
                yield greeting
            while self._reader is me:
                self._place = self.stream.first_after(self._place)
                event = self.stream.event(self._place)
                if event is not None:
                    yield ServerSentEvent(event.data.decode(), id=event.id, retry=event.retry)
                    self._place += 1
                    self._wake()
                elif self.stream.is_ended:
                    return
                else:
                    await self._changed.wait()
        finally:
            if self._reader is me:
                self._reader_left()

    def _reader_left(self) -> None:
        self.release()
        self.on_reader_left()

    def _wake(self) -> None:
        """Wake the writer or the reader, whichever is waiting for the other."""
        self._changed.set()
        self._changed = asyncio.Event()
