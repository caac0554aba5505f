"""The stdio transport: the client starts the server and exchanges one message per line with it."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import Literal

import anyio
from anyio.abc import Process

from calling.connection import Connection
from calling.output import MAX_LINE, print_error
from mcp_bindings import Limits
from mcp_bindings.stdio import Lines

GRACE = 2.0
"""Seconds to wait for the server to exit after its input is closed, and again after it is terminated."""


class Stdio:
    """A server process, connected by its standard streams.

    Args:
        command: program and arguments of the server.
    """

    kind: Literal["stdio"] = "stdio"

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: Process | None = None
        self._write_lock = anyio.Lock()

    async def start(self, connection: Connection) -> None:
        """Start the server, and read its output in the background."""
        self._connection = connection
        try:
            self._process = await anyio.open_process(self._command, stderr=subprocess.PIPE)
        except OSError as error:
            raise ConnectionError(f"{self._command[0]}: {error.strerror}") from None
        connection.spawn(self._read(self._process))
        connection.spawn(_show_errors(self._process))

    async def send(self, data: bytes) -> None:
        """Write one line. If the server exited before a revision was negotiated, start it again first."""
        if self._process is None or (self._process.returncode is not None and not self._connection.is_open):
            await self.start(self._connection)
        assert self._process is not None
        assert self._process.stdin is not None
        async with self._write_lock:
            try:
                await self._process.stdin.send(data + b"\n")
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                raise ConnectionError("the server has exited") from None

    async def open_http_sse(self) -> None:
        """Do nothing: stdio is the same in every revision."""

    async def listen(self) -> None:
        """Do nothing: unsolicited messages of the server arrive on the same stream."""

    async def end(self) -> None:
        """Close the server's input; if the server does not exit, terminate it, and then kill it."""
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
        async for chunk in process.stdout:
            for line in lines.feed(chunk):
                await self._connection.receive(line)
        await process.wait()
        self._connection.connection_lost()


async def _show_errors(process: Process) -> None:
    """Print what the server writes to standard error."""
    assert process.stderr is not None
    lines = Lines(Limits(max_bytes=MAX_LINE))
    async for chunk in process.stderr:
        for line in lines.feed(chunk):
            print_error(line.decode("utf-8", "replace"))
