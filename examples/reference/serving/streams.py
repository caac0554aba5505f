"""An event stream that is written and read at different speeds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import anyio
from sse_starlette import EventSourceResponse, ServerSentEvent

from mcp_bindings.http import EventStream

AHEAD = 32  # messages that a writer may be ahead of its reader
SMALL = 64 * 1024  # bytes of a message of which so many may wait; with a larger one no other does
SEND_TIMEOUT = 20.0  # seconds that a reader may take for one
GRACE = 2.0  # seconds for the last messages when the server ends

_AWAITED = object()


class Channel:
    """One event stream with at most one reader; a new reader takes the place of the one before.

    Args:
        stream: the events.
        is_awaited: is a reader on its way?

    Attributes:
        stream: the events.
        on_left: called when the reader has gone.
    """

    def __init__(self, stream: EventStream, *, is_awaited: bool) -> None:
        self.stream = stream
        self.on_left: Callable[[], object] = lambda: None
        self._moved = asyncio.Event()
        self._reader: object | None = _AWAITED if is_awaited else None
        self._place = 0

    @property
    def is_read(self) -> bool:
        """Does anyone read it now?"""
        return self._reader not in (None, _AWAITED)

    async def send(self, message: bytes) -> None:
        """Put a message on the stream. It waits for a slow reader; without any it keeps what it has room for."""
        ahead = AHEAD if len(message) <= SMALL else 1
        while self._reader is not None and self.stream.length - self._place >= ahead:
            try:
                await asyncio.wait_for(self._moved.wait(), SEND_TIMEOUT)
            except asyncio.TimeoutError:
                self._leave()
        self.stream.add(message)
        self._move()

    def end(self) -> None:
        """There are no more messages."""
        self.stream.end()
        self._move()

    def release(self) -> None:
        """Let the reader go before the end; it may come back for the rest."""
        self._reader = None
        self._move()

    def respond(
        self,
        place: int | None = None,
        headers: dict[str, str] | None = None,
        greeting: ServerSentEvent | None = None,
        ended: anyio.Event | None = None,
    ) -> EventSourceResponse:
        """The HTTP response that reads the stream.

        Args:
            place: how many events to leave out; those that were read by default.
            headers: of the response.
            greeting: comes before the events.
            ended: is set when the server ends; where it is given, the stream may come to its own end then.
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
        self._move()
        try:
            if greeting is not None:
                yield greeting
            while self._reader is me:
                self._place = self.stream.first_after(self._place)
                event = self.stream.event(self._place)
                if event is not None:
                    yield ServerSentEvent(event.data.decode(), id=event.id, retry=event.retry)
                    self._place += 1
                    self._move()
                elif self.stream.is_ended:
                    return
                else:
                    await self._moved.wait()
        finally:
            if self._reader is me:
                self._leave()

    def _leave(self) -> None:
        self.release()
        self.on_left()

    def _move(self) -> None:
        """Wake whoever waits for the other side."""
        self._moved.set()
        self._moved = asyncio.Event()
