"""The stdio transport: one client, one message per line."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Coroutine
from typing import Any

import anyio
import anyio.to_thread

import mcp_bindings as mb
from mcp_bindings.session import Event
from mcp_bindings.stdio import Lines
from serving.connection import LIMITS, Connection
from serving.shared import Shared

READ_SIZE = 64 * 1024
GRACE = 2.0  # seconds for unfinished requests after the input has ended


class Stdio:
    """Serves one client over standard input and output."""

    def __init__(self) -> None:
        shared = Shared()
        self._connection = Connection(shared, self._write, "stdio")
        self._shared = shared
        self._write_lock = anyio.Lock()

    async def serve(self) -> None:
        """Handle messages until the input ends."""
        lines = Lines(LIMITS)
        with self._shared.changes.listening(self._connection.notify):
            async with anyio.create_task_group() as tasks:
                while chunk := await anyio.to_thread.run_sync(
                    os.read, sys.stdin.fileno(), READ_SIZE, abandon_on_cancel=True
                ):
                    for line in lines.feed(chunk):
                        await self._receive(line, tasks)
                for line in lines.end():
                    await self._receive(line, tasks)
                self._shared.changes.ended.set()
                tasks.cancel_scope.deadline = anyio.current_time() + GRACE
        self._shared.tasks.end()

    async def _receive(self, line: bytes, tasks: anyio.abc.TaskGroup) -> None:
        session = self._connection.session
        event: Event | mb.ProtocolError
        try:
            event = session.receive(line)
        except mb.ProtocolError as error:
            event = error
        event, count = self._connection.admit(event)
        if count:
            tasks.start_soon(self._respond, self._connection.handle(event), count)
        else:
            await self._reply(self._connection.handle(event))

    async def _respond(self, handling: Coroutine[Any, Any, bytes | None], count: int) -> None:
        try:
            await self._reply(handling)
        finally:
            self._connection.running_requests -= count

    async def _reply(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        response = await handling
        if response is not None:
            await self._write(response)

    async def _write(self, message: bytes) -> None:
        async with self._write_lock:
            await anyio.to_thread.run_sync(_write_all, message + b"\n")


def _write_all(data: bytes) -> None:
    """Write everything. This blocks while the client reads slowly, so call it in a worker thread."""
    rest = memoryview(data)
    with contextlib.suppress(OSError):  # the client has disconnected; the end of the input will show it too
        while rest:
            rest = rest[os.write(sys.stdout.fileno(), rest) :]
