"""A client and a server in one process: a pair of streams, and a client transport that runs a server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Literal

from ..errors import OpenError, RequestId
from ..options import check_class
from ..peer.handler_errors import caught_failures
from .client_transport import MessageReceiver
from .message_streams import serve_stream
from .service import Service, check_service

_MAX_UNREAD = 64
"""Largest number of messages that wait to be received. Beyond it `MemoryStream.send` waits."""


class MemoryStream:
    """One end of a pair of streams. It receives the messages that are sent at the other end."""

    def __init__(self) -> None:
        self._other = self
        self._messages: list[bytes] = []
        self._is_closed = False
        self._changed = asyncio.Event()

    def connect_to(self, other: MemoryStream) -> None:
        """Make this and another stream the two ends of a pair."""
        self._other, other._other = other, self

    async def receive(self) -> Sequence[bytes]:
        """Wait for messages and return all that have arrived.

        Returns:
            The messages; an empty sequence if either end is closed and no message is left.
        """
        while not self._messages and not self._is_closed:
            await self._wait_for_change()
        found, self._messages = self._messages, []
        self._changed.set()
        return found

    async def send(self, message: bytes) -> None:
        """Send a message to the other end. Wait while many messages are unread.

        Do nothing once either end is closed.
        """
        other = self._other
        while len(other._messages) >= _MAX_UNREAD and not other._is_closed:
            await other._wait_for_change()
        if not other._is_closed:
            other._messages.append(message)
            other._changed.set()

    @property
    def has_left(self) -> bool:
        """True once either end is closed."""
        return self._is_closed

    async def close(self) -> None:
        """Close both ends. Messages that have arrived can still be received."""
        for end in (self, self._other):
            end._is_closed = True
            end._changed.set()

    async def _wait_for_change(self) -> None:
        self._changed.clear()
        await self._changed.wait()


def make_memory_pair() -> tuple[MemoryStream, MemoryStream]:
    """Return the two ends of a new pair of streams."""
    first, second = MemoryStream(), MemoryStream()
    first.connect_to(second)
    return first, second


class MemoryTransport:
    """The transport of a `ClientConnection` to a server in this process.

    Args:
        service: the server.
        failures: the dict to which unexpected exceptions of handlers are added, by request id; None to log these
            exceptions.

    Raises:
        TypeError: `service` is no server, or `failures` is no dict.
    """

    kind: Literal["stdio"] = "stdio"
    is_authorizing: Literal[False] = False

    def __init__(self, service: Service, failures: dict[RequestId, BaseException] | None = None) -> None:
        check_service(service)
        if failures is not None:
            check_class("failures", failures, dict, "a dict, to which exceptions are added")
        self._service = service
        self._failures = failures
        self._serving: asyncio.Task[None] | None = None

    async def start(self, connection: MessageReceiver) -> None:
        """Start the server, and pass its messages to the connection in the background.

        Wait until the lifespan of the server has begun.

        Raises:
            Exception: the lifespan of the server has raised this exception.
        """
        self._stream, server_end = make_memory_pair()
        before = caught_failures.set(self._failures)  # for the tasks of the server only, which copy the context
        began = asyncio.Event()
        self._serving = asyncio.create_task(self._serve(server_end, began))
        caught_failures.reset(before)
        beginning = asyncio.create_task(began.wait())
        try:
            await asyncio.wait((self._serving, beginning), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._serving.cancel()  # its lifespan may wait for ever
            raise
        finally:
            beginning.cancel()
        if self._serving.done():
            failed, self._serving = self._serving, None
            failed.result()
        connection.spawn(self._read_messages(connection))

    async def _serve(self, stream: MemoryStream, began: asyncio.Event) -> None:
        """Serve the client, within the lifespan of the server.

        Raises:
            Exception: the lifespan of the server has raised this exception.
        """
        async with self._service.running():
            began.set()
            await serve_stream(self._service, stream, grace=0.1)

    async def send(self, data: bytes) -> None:
        """Send a message to the server.

        Raises:
            ConnectionError: the server has ended.
        """
        if self._stream.has_left:
            raise ConnectionError("the server has ended")
        await self._stream.send(data)

    async def open_http_sse(self) -> None:
        """Do nothing, since this transport does not depend on the revision."""

    async def listen(self) -> None:
        """Do nothing, since all messages of the server arrive on one stream."""

    def explain_failure(self, reason: str) -> OpenError:
        """Return the error for a connection that could not be opened.

        Args:
            reason: a clause that says what has happened.
        """
        return OpenError(f"the server in this process: {reason}")

    async def end(self) -> None:
        """Close the stream, and wait until the server has ended. Do nothing if the server was not started.

        Raises:
            Exception: the lifespan of the server has raised this exception at its end.
        """
        if self._serving is not None:
            await self._stream.close()
            with contextlib.suppress(asyncio.CancelledError):
                await self._serving

    async def _read_messages(self, connection: MessageReceiver) -> None:
        while messages := await self._stream.receive():
            for message in messages:
                await connection.receive(message)
        connection.connection_lost()
