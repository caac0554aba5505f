"""Cost of a bridge over Streamable HTTP, beside proxies that parse each message and send it again.

Each runs in a process of its own, in front of the same server, which does nothing. Several clients ask at once, each
over one connection; the turns of the contenders alternate. A figure is the processor time of the whole process.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any, NamedTuple

from mcp_bindings.spec import names
from tests.benchmarks.bridge import BRIDGE, INFO, KINDS, Kind, Way, request_of, ways
from tests.benchmarks.bridge_servers import APPLICATIONS, SESSION
from tests.benchmarks.load import Clocked
from tests.reference.processes import PYTHON, await_port, free_port, stop

CLIENTS = 10
CALLS = 20
"""Of each client in one turn of one contender; the first turn is not counted."""


class Place(NamedTuple):
    """A process that listens."""

    port: int
    clocked: Clocked


@contextmanager
def started(name: str, way: Way, upstream: int) -> Generator[Place]:
    """Run an application of `bridge_servers` until the end of the block."""
    port = free_port()
    reading, writing = os.pipe()
    url = f"http://127.0.0.1:{upstream}/mcp"
    arguments = [name, str(port), way.client.id, way.server.id, url, str(writing)]
    process: subprocess.Popen[bytes] = subprocess.Popen(
        [PYTHON, "-m", "tests.benchmarks.bridge_servers", *arguments], pass_fds=[writing]
    )
    os.close(writing)
    try:
        await_port(port, process)
        yield Place(port, Clocked(process, os.fdopen(reading, "rb", buffering=0)))
    finally:
        stop(process)


class Client:
    """One client on one connection, with as little of HTTP as it takes.

    Args:
        port: where to ask.
        way: the revisions.
        first: its first id.
    """

    def __init__(self, port: int, way: Way, first: int) -> None:
        self._port, self._way, self._id = port, way, first
        self._session = ""

    async def open(self) -> None:
        """Connect, and open a session where the revision has them."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        if self._way.client.era == "per-request":
            return
        version = self._way.client.version
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": INFO}
        opening = {"jsonrpc": "2.0", "id": 0, "method": names.INITIALIZE, "params": params}
        headers, _ = await self._post(json.dumps(opening).encode(), names.INITIALIZE, None)
        session = headers.get("mcp-session-id", SESSION)
        self._session = f"MCP-Protocol-Version: {version}\r\nMcp-Session-Id: {session}\r\n"
        await self._post(json.dumps({"jsonrpc": "2.0", "method": names.INITIALIZED}).encode(), names.INITIALIZED, None)

    async def ask(self, kind: Kind) -> None:
        """Do one exchange."""
        self._id += 1
        body = request_of(kind, self._way.client, self._id)
        _, content = await self._post(body, kind.method, kind.params.get("name"))
        assert b'"result"' in content, (body, content)
        assert content.count(b"notifications/progress") == kind.notifications, (kind.name, content)

    def close(self) -> None:
        """Leave."""
        self._writer.close()

    async def _post(self, body: bytes, method: str, name: Any) -> tuple[dict[str, str], bytes]:
        named = self._session
        if self._way.client.era == "per-request":
            named = f"MCP-Protocol-Version: {self._way.client.version}\r\nMcp-Method: {method}\r\n"
            named += f"Mcp-Name: {name}\r\n" if name is not None else ""
        head = (
            f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
            f"Accept: application/json, text/event-stream\r\n{named}Content-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        rows = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (row.partition(": ") for row in rows[1:])}
        if headers.get("transfer-encoding") != "chunked":
            return headers, await self._reader.readexactly(int(headers.get("content-length", 0)))
        content = b""
        while size := int(await self._reader.readuntil(b"\r\n"), 16):
            content += await self._reader.readexactly(size)
            await self._reader.readexactly(2)
        await self._reader.readexactly(2)
        return headers, content


async def drive(place: Place, kind: Kind, way: Way, first: int) -> float:
    """Run all clients at once. Return the seconds of processor time for one exchange."""
    clients = [Client(place.port, way, first + number * 10 * CALLS) for number in range(CLIENTS)]
    await asyncio.gather(*(client.open() for client in clients))

    async def ask(client: Client, times: int) -> None:
        for _ in range(times):
            await client.ask(kind)

    await asyncio.gather(*(ask(client, 2) for client in clients))
    before = place.clocked.cpu()
    await asyncio.gather(*(ask(client, CALLS) for client in clients))
    spent = place.clocked.cpu() - before
    for client in clients:
        client.close()
    return spent / (CLIENTS * CALLS)


def lines(only: str, turns: int) -> Iterator[str]:
    """Yield the table."""
    contenders = [name for name in APPLICATIONS if name != "server"]
    yield f"{'over HTTP':55}{'bridge, µs':>12}{'models':>9}{'texts':>9}"
    for way in ways():
        kinds = [kind for kind in KINDS if only in f"{kind.name}, {way.name}"]
        if not kinds:
            continue
        with ExitStack() as stack:
            server = stack.enter_context(started("server", way, 0))
            places = {name: stack.enter_context(started(name, way, server.port)) for name in contenders}
            for kind in kinds:
                seconds: dict[str, list[float]] = {name: [] for name in contenders}
                for turn in range(turns + 1):
                    for name, place in places.items():
                        spent = asyncio.run(drive(place, kind, way, 1_000 + turn * 100_000))
                        if turn:
                            seconds[name].append(spent)
                ours = seconds.pop(BRIDGE)
                ratios = "".join(
                    f"{median(a / b for a, b in zip(ours, other, strict=True)):9.2f}" for other in seconds.values()
                )
                yield f"{f'{kind.name}, {way.name}':55}{median(ours) * 1e6:12.1f}{ratios}"
