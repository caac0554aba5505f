"""Serve one client over a stream of messages, such as standard streams, a socket or a pair in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any, Protocol

from ..errors import ProtocolError
from ..session.events import Event
from .handling import Handling
from .service import ServedClient, Service, divide
from .waiting import Pace

_log = logging.getLogger(__name__)


class MessageStream(Protocol):
    """Carries messages in both directions and in order, each of them as one text."""

    async def receive(self) -> Sequence[bytes]:
        """The next messages that have arrived, at least one; none at the end."""
        ...

    async def send(self, message: bytes) -> None:
        """Send a message. This waits for a slow reader, and does nothing once the other side has left."""
        ...

    async def close(self) -> None:
        """Deliver what was sent, for a bounded time, and close the stream."""
        ...


async def serve_stream(service: Service, stream: MessageStream, *, grace: float = 2.0) -> None:
    """Serve one client until its messages end.

    Requests and notifications are handled at the same time, up to `Service.max_concurrent` of each. Further requests
    are rejected, and further notifications wait: ten times as many of them, with 16 MiB together. Any others are
    dropped, which is logged. While the client leaves more than 16 MiB of responses unread, no further request is taken.

    Args:
        service: what the server offers.
        stream: carries the messages; it is closed at the end.
        grace: seconds that unfinished requests have after the last message; they are cancelled then.
    """
    await _Serving(service, stream, grace).run()


class _Serving:
    """One client on one stream."""

    def __init__(self, service: Service, stream: MessageStream, grace: float) -> None:
        self._service = service
        self._stream = stream
        self._grace = grace
        self._client = ServedClient(service, stream.send, "stdio")
        self._running: set[asyncio.Task[None]] = set()
        self._notified = Handling(service.max_concurrent)
        self._pace = Pace()
        self._is_given_up = False

    async def run(self) -> None:
        self._client.give_up = partial(self._give_up, asyncio.current_task())
        self._service.connected(self._client)
        try:
            await self._read()
            self._service.ending()
            if running := self._running | self._notified.running:
                await asyncio.wait(running, timeout=self._grace)
        finally:
            self._service.disconnected(self._client)
            self._client.abandon()
            running = self._running | self._notified.running
            self._notified.cancel()
            for task in self._running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await self._stream.close()

    def _give_up(self, serving: asyncio.Task[Any] | None) -> None:
        """Read no more messages."""
        if serving is not None:
            self._is_given_up = True
            serving.cancel()

    async def _read(self) -> None:
        try:
            while messages := await self._stream.receive():
                for message in messages:
                    await self._receive(message)
                    await self._pace.step(len(message))
                    await self._client.unsent.wait_for_room()
        except asyncio.CancelledError:
            uncancel = getattr(asyncio.current_task(), "uncancel", None)  # since Python 3.11
            if not self._is_given_up or (uncancel is not None and uncancel() > 0):
                raise

    async def _receive(self, message: bytes) -> None:
        """Handle a message in a task of its own, since its handler may wait for messages that come later.

        Answers are handled at once, and so are rejected messages: writing their answers slows down whoever sends many.
        """
        event: Event | ProtocolError
        try:
            event = self._client.session.receive(message)
        except ProtocolError as error:
            event = error
        event, count = self._client.admit(event, len(message))
        if count:
            task = asyncio.create_task(self._respond(self._client.handle(event), count, len(message)))
            self._running.add(task)
            task.add_done_callback(self._done)
            return
        brief, slow = divide(event)
        if slow is not None:
            self._notified.start(partial(self._take, slow), len(message))
        if brief is not None:
            await self._reply(self._client.handle(brief))

    async def _take(self, notifications: Event) -> None:
        await self._client.handle(notifications)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("handling a message failed", exc_info=error)

    async def _respond(self, handling: Coroutine[Any, Any, bytes | None], count: int, size: int) -> None:
        try:
            await self._reply(handling)
        finally:
            self._client.release(count, size)

    async def _reply(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        response = await handling
        if response is None:
            return
        with self._client.unsent.count_unsent(len(response)):
            await self._stream.send(response)
