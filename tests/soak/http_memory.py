"""The memory of a server over HTTP: of idle sessions, and of readers that are slower than the server writes.

The server is an `mb.Server` on uvicorn, in a process of its own; what counts is the memory that the system sees it use
(RSS). Linux only. First ten sessions are opened for each slow reader, and nothing is sent in them; then as many again,
which take the places of the first. Then the slow readers come three times: each calls a tool that sends messages of
1 MiB, reads 64 KiB of them at a time, and leaves before it has read them all.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.revisions import HANDSHAKE
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

MIB = 1024 * 1024
ROOT = Path(__file__).resolve().parents[2]
VERSION = HANDSHAKE[-1]
IDLE_FOR_EACH = 10
"""Idle sessions for each slow reader."""

SESSION = 24 * 1024
"""Bytes that an idle session may take."""

READER = 64 * 1024
"""Bytes that a connected reader may take besides what `max_buffered` bounds: its session, its request, a piece that is
on its way, and what uvicorn and Python keep for it."""

BUFFERED = 256 * MIB
"""The default of `StreamableHttp(max_buffered=…)`."""

GROWTH = 1.15
"""Largest quotient of memory in the last round and in the rounds before."""

ROUNDS, MESSAGES, STEPS, PAUSE = 3, 6, 20, 0.2

SERVER = """
import sys, uvicorn
import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp

TEXT = "x" * 1024 * 1024

class Flood(mcp.ServerHandlers):
    async def call_tool(self, params, context):
        for number in range(params.arguments["count"]):
            await context.progress(number, message=TEXT)
        return mcp.CallToolResult(content=[])

server = mb.Server(Flood(), info={"name": "flood", "version": "1"})
uvicorn.run(server.asgi(), port=int(sys.argv[1]), log_level="critical", backlog=4096)
"""


class Running:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.port = port
        self._folder = Path(f"/proc/{process.pid}")

    def memory(self, what: str = "VmRSS") -> int:
        """Return the bytes of memory in use now; for `VmHWM`, the most since `forget_peak`."""
        lines = (self._folder / "status").read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith(what)).split()[1]) * 1024

    def forget_peak(self) -> None:
        """Count the peak from what is in use now."""
        (self._folder / "clear_refs").write_text("5", encoding="ascii")


@contextmanager
def running() -> Generator[Running]:
    """Run the server for the duration of the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    variables = {**os.environ, "PYTHONPATH": paths}
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(port)], env=variables, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield Running(process, port)
    finally:
        process.kill()
        process.wait()


class Client:
    """One connection, which does what a client over HTTP needs here and no more."""

    def __init__(self, server: Running) -> None:
        self._port = server.port

    async def open(self) -> None:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self._port, limit=16 * 1024)

    async def session(self) -> str:
        """Open a session and return its id."""
        opening = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        head = await self._post({"id": 1, "method": "initialize", "params": opening}, "")
        id_ = next(line.split(b": ")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"mcp-session-id"))
        await self._post({"method": "notifications/initialized"}, id_.decode())
        return id_.decode()

    async def call(self, session_id: str) -> None:
        """Call the tool, and read nothing."""
        params = {"name": "flood", "arguments": {"count": MESSAGES}, "_meta": {"progressToken": 1}}
        await self._write({"id": 2, "method": "tools/call", "params": params}, session_id)

    async def _write(self, message: dict[str, Any], session_id: str) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        named = f"Mcp-Session-Id: {session_id}\r\nMCP-Protocol-Version: {VERSION}\r\n" if session_id else ""
        head = (
            f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
            f"Accept: application/json, text/event-stream\r\n{named}Content-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        await self.writer.drain()

    async def _post(self, message: dict[str, Any], session_id: str) -> bytes:
        """Send a message, read the response, which is a stream if the server is slow, and return its head."""
        await self._write(message, session_id)
        head = await self.reader.readuntil(b"\r\n\r\n")
        lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")]
        if lengths:
            await self.reader.readexactly(int(lengths[0].split(b":")[1]))
        size = 0 if lengths else 1
        while size:
            size = int(await self.reader.readline(), 16)
            await self.reader.readexactly(size + 2)
        return head

    def close(self) -> None:
        """Leave."""
        self.writer.transport.abort()


async def open_idle(server: Running, count: int) -> None:
    """Open sessions over a few connections, and leave them."""

    async def some(number: int) -> None:
        client = Client(server)
        await client.open()
        for _ in range(number):
            await client.session()
        client.close()

    await asyncio.gather(*(some(count // 10) for _ in range(10)))


async def read_slowly(server: Running, count: int, tally: Tally) -> None:
    """Run so many clients that call the tool and read a part of its output."""
    clients = [Client(server) for _ in range(count)]
    for client in clients:
        await client.open()
        await client.call(await client.session())

    async def read(client: Client) -> None:
        for _ in range(STEPS):
            with suppress(asyncio.TimeoutError):
                tally.measure("bytes read at once", len(await asyncio.wait_for(client.reader.read(64 * 1024), PAUSE)))
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*map(read, clients))
    for client in clients:
        client.close()


def measure(count: int) -> Tally:
    """Measure both, with one server."""
    tally = Tally()
    idle = IDLE_FOR_EACH * count
    with running() as server:
        asyncio.run(open_idle(server, 20))
        base = server.memory()
        held: list[int] = []
        for _ in range(2):
            asyncio.run(open_idle(server, idle))
            held.append(server.memory() - base)
        tally.count("idle sessions", times=2 * idle)
        tally.measure("kB for each idle session", held[0] / idle / 1_000)
        _check(tally, "idle sessions", held, SESSION * idle + 16 * MIB)
    with running() as server:
        asyncio.run(open_idle(server, 20))
        base = server.memory()
        peaks: list[int] = []
        for _ in range(ROUNDS):
            server.forget_peak()
            asyncio.run(read_slowly(server, count, tally))
            peaks.append(server.memory("VmHWM") - base)
            time.sleep(2)
        tally.count("slow readers", times=ROUNDS * count)
        _check(tally, "slow readers", peaks, BUFFERED + READER * count)
    return tally


def _check(tally: Tally, what: str, held: list[int], most: int) -> None:
    shown = f"{', '.join(f'{each / MIB:.0f}' for each in held)} MiB in turn; the bound is {most / MIB:.0f} MiB"
    for number, each in enumerate(held, 1):
        tally.measure(f"MB of {what} in round {number}", each / 1e6)
    if max(held) > most:
        tally.fail(Failure("above the bound", shown, (what,)))
    if held[-1] > GROWTH * max(held[:-1]) + 16 * MIB:
        tally.fail(Failure("growth", shown, (what,)))


def split_work(seed: int, numbers: range) -> list[int]:
    """Return one part, since it has the machine to itself; nothing is random."""
    return [len(numbers)]


def bars(tally: Tally) -> Iterator[str]:
    """Check that the readers have read something."""
    if tally.peaks.get("bytes read at once", 0) == 0:
        yield "no reader has read anything"


PROGRAM = Program(
    summary="10,000 idle sessions of a server over HTTP, and 1,000 slow readers, take bounded memory, which is flat",
    unit="slow readers, each with ten idle sessions",
    count=1_000,
    split_work=split_work,
    run_part=measure,
    bars=bars,
)
