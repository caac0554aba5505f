"""How many `tools/call` two servers answer over HTTP: the reference server, and the official SDK's with the same tool.

    python -m tests.benchmarks.load
    python -m tests.benchmarks.load --calls 2000

Both run on Starlette and uvicorn, in processes of their own, one after the other in turns; 50 clients ask at once, each
over one connection. A lost call, a wrong answer, or memory that grows after the first thousand calls ends with exit 1,
and so does a throughput below the bar.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from statistics import median
from typing import Any, NamedTuple

from tests.reference.processes import PYTHON, Running, await_port, free_port, http_server, stop

CLIENTS = 50
CALLS = 20_000
ROUNDS = 8
WARM_UP = 1_000  # before each round
BAR = 1.5
GROWTH = 4 * 1024 * 1024  # bytes that memory may grow by after the first calls: some pages are late in any program

TOOL = "test_simple_text"
TEXT = "This is a simple text response for testing."

SDK_SERVER = f"""
import sys, uvicorn
from mcp.server import MCPServer
server = MCPServer("load")
@server.tool()
def {TOOL}() -> str:
    return {TEXT!r}
app = server.streamable_http_app(json_response=True)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", access_log=False)
"""


class Load(NamedTuple):
    """What came of one round."""

    per_second: float
    cpu: float
    """Seconds that the server worked on one call."""

    lost: int
    growth: int
    """Bytes of memory after the first calls."""


class Client:
    """One client on one connection, with as little of HTTP as it takes: it must not be what is measured."""

    def __init__(self, port: int, version: str) -> None:
        self._port = port
        self._version = version
        self._is_per_request = version == "2026-07-28"
        self._session = ""
        self._next_id = 0

    async def open(self) -> None:
        """Connect, and open a session where the revision has them."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        if self._is_per_request:
            return
        info = {"name": "load", "version": "1"}
        params = {"protocolVersion": self._version, "capabilities": {}, "clientInfo": info}
        answer, headers = await self._post("initialize", params)
        assert answer["result"]["protocolVersion"] == self._version, answer
        session = headers["mcp-session-id"]
        self._session = f"MCP-Protocol-Version: {self._version}\r\nMcp-Session-Id: {session}\r\n"
        await self._post("notifications/initialized", None)

    async def call(self) -> bool:
        """One call; was it answered rightly?"""
        params: dict[str, Any] = {"name": TOOL, "arguments": {}}
        if self._is_per_request:
            key = "io.modelcontextprotocol/"
            params["_meta"] = {f"{key}protocolVersion": self._version, f"{key}clientCapabilities": {}}
            self._session = f"MCP-Protocol-Version: {self._version}\r\nMcp-Method: tools/call\r\nMcp-Name: {TOOL}\r\n"
        answer, _ = await self._post("tools/call", params)
        return answer.get("id") == self._next_id and answer["result"]["content"][0]["text"] == TEXT

    def close(self) -> None:
        """Leave."""
        self._writer.close()

    async def _post(self, method: str, params: Any) -> tuple[dict[str, Any], dict[str, str]]:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            self._next_id += 1
            message.update(id=self._next_id, params=params)
        body = json.dumps(message, separators=(",", ":")).encode()
        head = (
            f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
            f"Accept: application/json, text/event-stream\r\n{self._session}Content-Length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode() + body)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        content = await self._reader.readexactly(int(headers.get("content-length", 0)))
        return (json.loads(content) if content else {}), headers


async def drive(server: Running, version: str, calls: int) -> Load:
    """All clients at once, until the calls are made."""
    clients = [Client(server.port, version) for _ in range(CLIENTS)]
    await asyncio.gather(*(client.open() for client in clients))

    async def ask(client: Client, times: int) -> int:
        return sum([not await client.call() for _ in range(times)])

    lost = sum(await asyncio.gather(*(ask(client, WARM_UP // CLIENTS) for client in clients)))
    memory, cpu, begin = server.memory, server.cpu, time.perf_counter()
    lost += sum(await asyncio.gather(*(ask(client, calls // CLIENTS) for client in clients)))
    seconds = time.perf_counter() - begin
    cpu, growth = server.cpu - cpu, server.memory - memory
    for client in clients:
        client.close()
    return Load(calls / seconds, cpu / calls, lost, growth)


@contextmanager
def sdk_server() -> Generator[Running]:
    """The official SDK's server, until the end of the block."""
    port = free_port()
    process = subprocess.Popen([PYTHON, "-c", SDK_SERVER, str(port)], stderr=subprocess.DEVNULL)
    try:
        await_port(port, process)
        yield Running(f"http://127.0.0.1:{port}/mcp", port, process)
    finally:
        stop(process)


def main() -> int:
    """Both servers in turns, in the revision with sessions and in the one without."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=CALLS)
    given = parser.parse_args()
    faults = list[str]()
    for version in ("2025-11-25", "2026-07-28"):
        loads: dict[str, list[Load]] = {"reference": [], "mcp 2.3.0": []}
        with http_server() as ours, sdk_server() as theirs:
            for _ in range(ROUNDS):
                for name, server in (("reference", ours), ("mcp 2.3.0", theirs)):
                    loads[name].append(asyncio.run(drive(server, version, given.calls // ROUNDS)))
        speeds = {name: median(load.per_second for load in each) for name, each in loads.items()}
        for name, each in loads.items():
            lost, growth = sum(load.lost for load in each), [load.growth // 1024 for load in each]
            cpu = median(load.cpu for load in each) * 1e6
            told = f"{speeds[name]:6.0f} calls/s, {cpu:4.0f} µs of CPU each, {lost} lost, memory grows by {growth} KiB"
            print(f"{version} {name:9} {told}")
        ratio = speeds["reference"] / speeds["mcp 2.3.0"]
        print(f"{version} throughput ratio {ratio:.2f}, to be at least {BAR}")
        if ratio < BAR:
            faults.append(f"{version}: {ratio:.2f} times the SDK's throughput")
        if any(load.lost for load in loads["reference"]):
            faults.append(f"{version}: calls are lost")
        if loads["reference"][-1].growth > GROWTH:
            faults.append(f"{version}: memory grows")
    for fault in faults:
        print(f"FAIL {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
