"""Cost of a `tools/call` over HTTP and over standard streams: `mb.Server`, and the servers of the official SDKs.

    python -m tests.benchmarks.load
    python -m tests.benchmarks.load --calls 2000

Over HTTP those in Python run on the same uvicorn, in processes of their own, beside an ASGI application that does
nothing else; the one in TypeScript runs on Node, which npm installs, and has no bar. In turns, 50 clients ask a server
at once, each over one connection; over standard streams one client asks, 50 calls at a time, and then one at a time.
The bars are medians of the ratios of all rounds: of the processor time that a server takes for a call over HTTP, and of
the calls in a second over standard streams. A lost call, a wrong answer, or memory that grows after the first thousand
calls ends with exit 1, and so does a missed bar.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any, BinaryIO, NamedTuple

from tests.benchmarks.load_servers import APPLICATIONS, ARGUMENTS, TEXT, TOOL
from tests.interop.processes import NODE, PEERS, set_up_node
from tests.reference.processes import PYTHON, Running, await_port, free_port, stop

CLIENTS = 50
CALLS = 16_000
ROUNDS = 16
WARM_UP = 1_000  # before the first round; a tenth of it before the others
BARS = {"2025-11-25": 2.5, "2026-07-28": 2.2}
"""Least quotient of the Python SDK's processor time and ours, by revision."""

STDIO_BAR, STDIO_VERSION = 2.0, "2025-11-25"
GROWTH = 4 * 1024 * 1024  # bytes that memory may grow by after the first calls: some pages are late in any program

OURS, UNGUARDED, THEIRS, _, _ = APPLICATIONS
TYPESCRIPT = "TypeScript SDK 2.4.0"


class Load(NamedTuple):
    """Outcome of one round."""

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
        await self._post("tools/list", {})

    async def call(self) -> bool:
        """Make one call. Return whether the answer was right."""
        params: dict[str, Any] = {"name": TOOL, "arguments": ARGUMENTS}
        if self._is_per_request:
            params["_meta"] = _meta(self._version)
            self._session = f"MCP-Protocol-Version: {self._version}\r\nMcp-Method: tools/call\r\nMcp-Name: {TOOL}\r\n"
        answer, _ = await self._post("tools/call", params)
        return _is_right(answer, self._next_id)

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
        if headers.get("transfer-encoding") == "chunked":  # Node sends an empty body so
            assert await self._reader.readexactly(5) == b"0\r\n\r\n"
            return {}, headers
        content = await self._reader.readexactly(int(headers.get("content-length", 0)))
        return (json.loads(content) if content else {}), headers


def _meta(version: str) -> dict[str, Any]:
    key = "io.modelcontextprotocol/"
    return {f"{key}protocolVersion": version, f"{key}clientCapabilities": {}}


def _is_right(answer: dict[str, Any], id_: int) -> bool:
    return answer.get("id") == id_ and answer["result"]["content"][0]["text"] == TEXT


class Clocked(NamedTuple):
    """A server process that tells how much processor time it has used."""

    process: subprocess.Popen[bytes]
    clock: BinaryIO

    def cpu(self) -> float:
        """Return the processor seconds so far."""
        self.process.send_signal(signal.SIGUSR2)
        return int(self.clock.readline()) / 1e9


def start(name: str, where: str, *, piped: int | None = None) -> Clocked:
    """Start a server of `load_servers`, or that of the TypeScript SDK."""
    reading, writing = os.pipe()
    in_python = [PYTHON, "-m", "tests.benchmarks.load_servers", name]
    program = [str(NODE), str(PEERS / "typescript2_load.mjs")] if name == TYPESCRIPT else in_python
    command = [*program, where, str(writing)]
    process: subprocess.Popen[bytes] = subprocess.Popen(
        command, stderr=subprocess.DEVNULL, pass_fds=[writing], stdin=piped, stdout=piped
    )
    os.close(writing)
    return Clocked(process, os.fdopen(reading, "rb", buffering=0))


class LoadedServer(NamedTuple):
    """A server over HTTP."""

    running: Running
    clocked: Clocked


def calls_of_round(calls: int, together: int) -> int:
    """Return the number of calls that one round makes: a multiple of those that are made at a time, and not 0."""
    return max(1, calls // ROUNDS // together) * together


async def drive(server: LoadedServer, version: str, calls: int, warm_up: int = WARM_UP) -> Load:
    """Run all clients at once until the calls are made, a multiple of the number of clients."""
    clients = [Client(server.running.port, version) for _ in range(CLIENTS)]
    await asyncio.gather(*(client.open() for client in clients))

    async def ask(client: Client, times: int) -> int:
        return sum([not await client.call() for _ in range(times)])

    lost = sum(await asyncio.gather(*(ask(client, warm_up // CLIENTS) for client in clients)))
    memory, cpu, begin = server.running.memory, server.clocked.cpu(), time.perf_counter()
    lost += sum(await asyncio.gather(*(ask(client, calls // CLIENTS) for client in clients)))
    seconds = time.perf_counter() - begin
    cpu, growth = server.clocked.cpu() - cpu, server.running.memory - memory
    for client in clients:
        client.close()
    return Load(calls / seconds, cpu / calls, lost, growth)


@contextmanager
def run_application(name: str) -> Generator[LoadedServer]:
    """Run a server over HTTP until the end of the block."""
    port = free_port()
    clocked = start(name, str(port))
    try:
        await_port(port, clocked.process)
        yield LoadedServer(Running(f"http://127.0.0.1:{port}/mcp", port, clocked.process), clocked)
    finally:
        stop(clocked.process)


def over_http(version: str, calls: int) -> dict[str, list[Load]]:
    """Measure all servers in turns."""
    loads: dict[str, list[Load]] = {name: [] for name in (*APPLICATIONS, TYPESCRIPT)}
    with ExitStack() as stack:
        servers = {name: stack.enter_context(run_application(name)) for name in loads}
        for number in range(ROUNDS):
            for name, server in servers.items():
                warm_up = WARM_UP if number == 0 else WARM_UP // 10
                loads[name].append(asyncio.run(drive(server, version, calls_of_round(calls, CLIENTS), warm_up)))
    return loads


class Piped:
    """One client of a server over standard streams.

    Args:
        name: name of the server.
    """

    def __init__(self, name: str) -> None:
        self._clocked = start(name, "stdio", piped=subprocess.PIPE)
        self.process = self._clocked.process
        self._next_id = 0
        info = {"name": "load", "version": "1"}
        self._ask([("initialize", {"protocolVersion": STDIO_VERSION, "capabilities": {}, "clientInfo": info})])
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self._ask([("tools/list", {})])

    def calls(self, count: int, together: int) -> Load:
        """Make calls, several of them at a time."""
        cpu, begin, lost = self._clocked.cpu(), time.perf_counter(), 0
        for _ in range(count // together):
            answers = self._ask([("tools/call", {"name": TOOL, "arguments": ARGUMENTS})] * together)
            lost += sum(not _is_right(answer, id_) for id_, answer in answers.items()) + together - len(answers)
        seconds = time.perf_counter() - begin
        return Load(count / seconds, (self._clocked.cpu() - cpu) / count, lost, 0)

    def _ask(self, requests: list[tuple[str, Any]]) -> dict[int, dict[str, Any]]:
        assert self.process.stdout is not None
        for method, params in requests:
            self._next_id += 1
            self._write({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": params})
        answers = [json.loads(self.process.stdout.readline()) for _ in requests]
        return {answer["id"]: answer for answer in answers}

    def _write(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self.process.stdin.flush()


def over_stdio(calls: int, together: int) -> dict[str, list[Load]]:
    """Measure our server and those of the SDKs in turns."""
    clients = {name: Piped(name) for name in (OURS, THEIRS, TYPESCRIPT)}
    loads: dict[str, list[Load]] = {name: [] for name in clients}
    try:
        for client in clients.values():
            client.calls(WARM_UP // 5, together)
        for _ in range(ROUNDS):
            for name, client in clients.items():
                loads[name].append(client.calls(calls_of_round(calls, together), together))
    finally:
        for client in clients.values():
            stop(client.process)
    return loads


def faults_in(what: str, loads: dict[str, list[Load]], bar: float, *, by_cpu: bool) -> list[str]:
    """Print a part of the table. Return the missed bars.

    Args:
        what: is measured.
        loads: load of each server.
        bar: how many times better ours has to be.
        by_cpu: whether the bar is for processor time, or for calls in a second.
    """
    faults = list[str]()
    speeds = {name: median(load.per_second for load in each) for name, each in loads.items()}
    costs = {name: median(load.cpu for load in each) * 1e6 for name, each in loads.items()}
    for name, each in loads.items():
        lost, growth = sum(load.lost for load in each), each[-1].growth
        print(f"| {what} | {name} | {costs[name]:.0f} | {speeds[name]:.0f} | {1e6 / speeds[name]:.0f} |")
        faults += [f"{what}, {name}: {lost} calls are lost"] if lost else []
        faults += [f"{what}, {name}: memory grows by {growth}"] if growth > GROWTH and name == OURS else []
    rounds = zip(loads[OURS], loads[THEIRS], strict=True)  # each pair was measured under much the same conditions
    ratio = median(theirs.cpu / ours.cpu if by_cpu else ours.per_second / theirs.per_second for ours, theirs in rounds)
    guards = f", guards {1 - costs[UNGUARDED] / costs[OURS]:.0%} of ours" if UNGUARDED in costs else ""
    print(f"| {what} | ratio {ratio:.2f}, at least {bar}{guards} | | | |")
    return [*faults, f"{what}: {ratio:.2f} times, not {bar}"] if ratio < bar else faults


def main() -> int:
    """Measure all servers in turns, in the revision with sessions and in the one without."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=CALLS)
    given = parser.parse_args()
    set_up_node()
    print("| transport | server | µs of CPU a call | calls a second | µs a call |\n| --- | --- | --- | --- | --- |")
    faults = list[str]()
    for version, bar in BARS.items():
        faults += faults_in(f"HTTP {version}", over_http(version, given.calls), bar, by_cpu=True)
    for together, what in ((CLIENTS, "50 at a time"), (1, "one at a time")):
        loads = over_stdio(given.calls // 2, together)
        faults += faults_in(f"stdio {STDIO_VERSION}, {what}", loads, STDIO_BAR, by_cpu=False)
    for fault in faults:
        print(f"FAIL {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
