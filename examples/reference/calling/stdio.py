"""Messages as lines on the standard streams of a server that this client starts."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import Literal

import anyio
from anyio.abc import Process

from calling.connection import Connection
from calling.shown import LONGEST, complain
from mcp_bindings import Limits
from mcp_bindings.stdio import Lines

GRACE = 2.0
"""Seconds that a server may take to end once its input is closed, and again once it is asked to terminate."""


class Stdio:
    """The standard streams of a process.

    Args:
        command: program and arguments of the server.
    """

    kind: Literal["stdio"] = "stdio"

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: Process | None = None
        self._sending = anyio.Lock()

    async def start(self, connection: Connection) -> None:
        """Start the server and read what it says."""
        self._connection = connection
        try:
            self._process = await anyio.open_process(self._command, stderr=subprocess.PIPE)
        except OSError as error:
            raise ConnectionError(f"{self._command[0]}: {error.strerror}") from None
        connection.spawn(self._read(self._process))
        connection.spawn(_show_errors(self._process))

    async def send(self, data: bytes) -> None:
        """Write one line; to a new process, where a server has exited over the probe."""
        if self._process is None or (self._process.returncode is not None and not self._connection.is_open):
            await self.start(self._connection)
        assert self._process is not None
        assert self._process.stdin is not None
        async with self._sending:
            try:
                await self._process.stdin.send(data + b"\n")
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                raise ConnectionError("the server has ended") from None

    async def open_old_stream(self) -> None:
        """Streams are the same in every revision."""

    async def listen(self) -> None:
        """What the server says unasked comes on the same stream."""

    async def end(self) -> None:
        """Close the input of the server, and help where that does not end it."""
        if self._process is None or self._process.stdin is None:
            return
        await self._process.stdin.aclose()
        for stop in (self._process.terminate, self._process.kill):
            with anyio.move_on_after(GRACE):
                await self._process.wait()
            if self._process.returncode is not None:
                break
            stop()
        await self._process.aclose()

    async def _read(self, process: Process) -> None:
        assert process.stdout is not None
        lines = Lines()
        async for piece in process.stdout:
            for line in lines.feed(piece):
                await self._connection.take(line)
        await process.wait()
        self._connection.broke()


async def _show_errors(process: Process) -> None:
    """Pass on what the server writes to its standard error."""
    assert process.stderr is not None
    lines = Lines(Limits(max_bytes=LONGEST))
    async for piece in process.stderr:
        for line in lines.feed(piece):
            complain(line.decode("utf-8", "replace"))
