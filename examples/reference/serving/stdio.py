"""Standard streams: one client, one message a line."""

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
from serving.changes import Changes
from serving.connection import LIMITS, Connection

PIECE = 64 * 1024
GRACE = 2.0  # seconds for what is still worked on when the input has ended


class Stdio:
    """The client at the other end of the standard streams."""

    def __init__(self) -> None:
        changes = Changes()
        self._connection = Connection(changes, self._write, "stdio")
        self._changes = changes
        self._in_turn = anyio.Lock()

    async def serve(self) -> None:
        """Answer until the input ends."""
        lines = Lines(LIMITS)
        with self._changes.heard_by(self._connection.tell):
            async with anyio.create_task_group() as tasks:
                while piece := await anyio.to_thread.run_sync(
                    os.read, sys.stdin.fileno(), PIECE, abandon_on_cancel=True
                ):
                    for line in lines.feed(piece):
                        await self._take(line, tasks)
                for line in lines.end():
                    await self._take(line, tasks)
                self._changes.ended.set()
                tasks.cancel_scope.deadline = anyio.current_time() + GRACE

    async def _take(self, line: bytes, tasks: anyio.abc.TaskGroup) -> None:
        session = self._connection.session
        event: Event | mb.ProtocolError
        try:
            event = session.receive(line)
        except mb.ProtocolError as error:
            event = error
        event, count = self._connection.admit(event)
        if count:
            tasks.start_soon(self._answer, self._connection.handle(event), count)
        else:
            await self._reply(self._connection.handle(event))

    async def _answer(self, handling: Coroutine[Any, Any, bytes | None], count: int) -> None:
        try:
            await self._reply(handling)
        finally:
            self._connection.at_once -= count

    async def _reply(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        answer = await handling
        if answer is not None:
            await self._write(answer)

    async def _write(self, message: bytes) -> None:
        async with self._in_turn:
            await anyio.to_thread.run_sync(_write_all, message + b"\n")


def _write_all(data: bytes) -> None:
    """In a thread, since a client that reads slowly holds only itself up."""
    rest = memoryview(data)
    with contextlib.suppress(OSError):  # a client that has gone says so by the end of the input as well
        while rest:
            rest = rest[os.write(sys.stdout.fileno(), rest) :]
