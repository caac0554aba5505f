"""The service of one client over a stream of messages, such as standard streams, a socket or a pair in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any, Protocol

from ..errors import ProtocolError
from ..http.received_request import current_request
from ..session.events import Event
from .message_tasks import MessageTasks
from .service import ServedClient, Service, check_service, split_notifications
from .waiting import LoopPause

_log = logging.getLogger(__name__)


class MessageStream(Protocol):
    """A stream of messages in both directions, each as one text. The messages stay in order."""

    async def receive(self) -> Sequence[bytes]:
        """Wait for messages and return those that have arrived; an empty sequence at the end of the stream."""
        ...

    async def send(self, message: bytes) -> None:
        """Send a message, and wait while the peer is slow to read. Do nothing once the peer has left."""
        ...

    async def close(self) -> None:
        """Deliver the messages that were sent, for a bounded time, and close the stream."""
        ...


async def serve_stream(service: Service, stream: MessageStream, *, grace: float = 2.0) -> None:
    """Serve one client until its messages end.

    Up to `Service.max_concurrent` requests are handled at the same time, and as many notifications. Further requests
    are rejected, and so are requests with which those that are handled would exceed 64 MiB. Further notifications wait:
    at most ten times as many, with at most 16 MiB. Notifications beyond that are dropped with a log record. While the
    client leaves more than 16 MiB of responses unread, no further message is read.

    Args:
        service: the server.
        stream: the stream of the client, which is closed at the end.
        grace: seconds for which running requests can go on after the end of the messages. Then the requests are
            cancelled.

    Raises:
        TypeError: `service` is no server.
        Exception: the lifespan of the server, or the stream, has raised this exception.
    """
    check_service(service)
    current_request.set(None)  # in a handler over HTTP, this task has the request of that handler
    async with service.running():
        await _StreamService(service, stream, grace).serve_client()


class _StreamService:
    """The work of a server for one client on one stream.

    Args:
        service: the server.
        stream: the stream of the client.
        grace: seconds for which running requests can go on after the end of the messages.
    """

    def __init__(self, service: Service, stream: MessageStream, grace: float) -> None:
        self._service = service
        self._stream = stream
        self._grace = grace
        self._client = ServedClient(service, stream.send, "stdio")
        self._running: set[asyncio.Task[None]] = set()
        self._notification_tasks = MessageTasks(service.max_concurrent)
        self._pause = LoopPause()
        self._has_stopped_reading = False

    async def serve_client(self) -> None:
        self._client.close_connection = partial(self._stop_reading, asyncio.current_task())
        self._service.connected(self._client)
        try:
            await self._read_messages()
            self._client.close_connection = partial(self._stop_reading, None)  # nothing is read any more
            self._client.announce_end()
            await self._wait_for_handlers()
        finally:
            self._service.disconnected(self._client)
            self._client.abandon_requests()
            running = self._running | self._notification_tasks.running_tasks
            self._notification_tasks.cancel_all()
            for task in self._running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            await self._stream.close()

    async def _wait_for_handlers(self) -> None:
        """Wait until no message is being handled and none waits to be handled, but at most for the grace period."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._grace
        while (running := self._running | self._notification_tasks.running_tasks) and loop.time() < end:
            await asyncio.wait(running, timeout=end - loop.time())

    def _stop_reading(self, serving: asyncio.Task[Any] | None) -> None:
        """Stop reading messages.

        Args:
            serving: the task that serves the client. It is cancelled, and ends as if the messages had ended. None if
                the messages have ended.
        """
        if serving is not None:
            self._has_stopped_reading = True
            serving.cancel()

    async def _read_messages(self) -> None:
        try:
            while messages := await self._stream.receive():
                for message in messages:
                    await self._handle_message(message)
                    await self._pause.count_message(len(message))
                    await self._client.unsent.wait_for_room()
        except asyncio.CancelledError:
            uncancel = getattr(asyncio.current_task(), "uncancel", None)  # since Python 3.11
            if not self._has_stopped_reading or (uncancel is not None and uncancel() > 0):
                raise

    async def _handle_message(self, message: bytes) -> None:
        """Handle a message.

        Requests and notifications are handled in tasks, since their handlers may wait for later messages. Responses
        and rejected messages are handled before the next message is read, which slows down a peer that sends many.
        """
        event: Event | ProtocolError
        try:
            event = self._client.session.receive(message)
        except ProtocolError as error:
            event = error
        event, count = self._client.admit_requests(event, len(message))
        if count:
            task = asyncio.create_task(self._respond_in_task(self._client.handle(event), count, len(message)))
            self._running.add(task)
            task.add_done_callback(self._remove_task)
            return
        others, notifications = split_notifications(event)
        if notifications is not None:
            self._notification_tasks.start_or_queue(partial(self._handle_notifications, notifications), len(message))
        if others is not None:
            await self._send_result(self._client.handle(others))

    async def _handle_notifications(self, notifications: Event) -> None:
        await self._client.handle(notifications)

    def _remove_task(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("handling a message failed", exc_info=error)

    async def _respond_in_task(self, handling: Coroutine[Any, Any, bytes | None], count: int, size: int) -> None:
        try:
            await self._send_result(handling)
        finally:
            self._client.release_requests(count, size)

    async def _send_result(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        response = await handling
        if response is None:
            return
        with self._client.unsent.count_unsent_answer(len(response)):
            await self._stream.send(response)
