"""Serve one client over a stream of messages, such as standard streams, a socket or a pair in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, Protocol

from ..errors import ProtocolError
from ..jsonrpc.messages import ErrorResponse, Response
from ..session.events import Event
from .service import ServedClient, Service

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

    async def run(self) -> None:
        self._service.connected(self._client)
        try:
            while messages := await self._stream.receive():
                for message in messages:
                    await self._receive(message)
            self._service.ending()
            if self._running:
                await asyncio.wait(self._running, timeout=self._grace)
        finally:
            self._service.disconnected(self._client)
            for task in self._running:
                task.cancel()
            await asyncio.gather(*self._running, return_exceptions=True)
            await self._stream.close()

    async def _receive(self, message: bytes) -> None:
        """Handle a message in a task of its own, since its handler may wait for messages that come later.

        Answers are handled at once, and so are rejected messages: writing their answers slows down whoever sends many.
        """
        event: Event | ProtocolError
        try:
            event = self._client.session.receive(message)
        except ProtocolError as error:
            event = error
        event, count = self._client.admit(event)
        handling = self._client.handle(event)
        is_brief = isinstance(event, (ProtocolError, Response, ErrorResponse))
        if is_brief or (count == 0 and len(self._running) >= self._service.max_concurrent):
            await self._reply(handling)
            return
        task = asyncio.create_task(self._respond(handling, count))
        self._running.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("handling a message failed", exc_info=error)

    async def _respond(self, handling: Coroutine[Any, Any, bytes | None], count: int) -> None:
        try:
            await self._reply(handling)
        finally:
            self._client.running_requests -= count

    async def _reply(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        response = await handling
        if response is not None:
            await self._stream.send(response)
