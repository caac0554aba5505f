"""Servers with sessions in Redis, killed in the middle of streams; another process takes over.

It needs `redis-server` (Debian: `apt-get install redis-server`) and the Python package redis. Each game opens a
session, calls a tool that reports progress, kills the process with SIGKILL after some events, and resumes the stream
elsewhere: every event after the last id arrives once and in order, and the call ends in an error, or in its result if
that was stored. A call that had no event yet has to fail, and the session has to go on.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx2

import mcp_bindings as mb
from mcp_bindings.http.event_reader import EventReader, ReceivedEvent
from tests.revisions import HANDSHAKE
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

WITH_SESSIONS = [revision for revision in HANDSHAKE if mb.revision(revision).protocol.http.resumable]
ROOT = Path(__file__).resolve().parents[2]
LEASE = 1.5

SERVER = """
import sys, uvicorn
from redis.asyncio import Redis
from mcp_bindings.transports import RedisEvents, RedisSessions, Stores, StreamableHttp
from tests.transports.services import service
port, redis = sys.argv[1:]
sessions = RedisSessions(Redis(unix_socket_path=redis), lease=1.5, idle=60)
application = StreamableHttp(service(), stores=Stores(sessions, RedisEvents(sessions)))
uvicorn.run(application, port=int(port), log_level="warning")
"""


def has_redis() -> bool:
    """Return whether the program and the package are installed."""
    return find_spec("redis") is not None and shutil.which("redis-server") is not None


@contextmanager
def redis_server() -> Generator[str]:
    """Run a Redis server until the end of the block, and yield the path of its socket."""
    with tempfile.TemporaryDirectory() as place:
        path = f"{place}/redis.sock"
        command = ["redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--dir", place]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            try:
                yield path
            finally:
                process.terminate()


class Server:
    """A process of the MCP server."""

    def __init__(self, redis: str) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port: int = found.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/mcp"
        command = [sys.executable, "-c", SERVER, str(self.port), redis]
        variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "generated")])}
        self._process = subprocess.Popen(command, env=variables, cwd=ROOT)

    def kill(self) -> None:
        """End the process at once."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    async def ready(self, http: httpx2.AsyncClient) -> None:
        """Wait until it responds."""
        for _ in range(600):
            with suppress(httpx2.TransportError):
                await http.get(self.url)
                return
            await asyncio.sleep(0.05)
        raise AssertionError("the server does not start")


def client() -> httpx2.AsyncClient:
    """Return a client with the headers that every request has."""
    accept = {"Accept": "application/json, text/event-stream"}
    return httpx2.AsyncClient(headers=accept, timeout=httpx2.Timeout(30))


def call(id_: int, **arguments: Any) -> dict[str, Any]:
    """Return a call of the tool that reports progress."""
    params = {"name": "progress", "arguments": arguments, "_meta": {"progressToken": id_}}
    return {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params}


async def open_session(http: httpx2.AsyncClient, url: str, revision: str) -> dict[str, str]:
    """Open a session, and return the headers of its requests."""
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}
    opened = await http.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    headers = {"Mcp-Session-Id": opened.headers["Mcp-Session-Id"], "MCP-Protocol-Version": revision}
    await http.post(url, json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=headers)
    return headers


async def read(response: httpx2.Response, most: int | None = None) -> list[ReceivedEvent]:
    """Return the events of a stream, up to so many."""
    events: list[ReceivedEvent] = []
    with suppress(httpx2.TransportError):
        async for event in EventReader().read_events(response.aiter_raw()):
            events.append(event)
            if most is not None and len(events) >= most:
                break
    return events


async def play(http: httpx2.AsyncClient, rng: random.Random, dying: Server, next_: Server, tally: Tally) -> str:
    """Kill a server in the middle of a few streams, and resume them at the next one. Return the faults."""
    revision = rng.choice(WITH_SESSIONS)
    headers = await open_session(http, dying.url, revision)
    count, pause = rng.randrange(10, 200), rng.choice((0.0, 0.001, 0.01, 0.03))
    sizes = [rng.choice((1, 1_000)) for _ in range(3)]

    async def start(id_: int) -> list[ReceivedEvent]:
        body = call(id_, count=count, pause=pause, size=sizes[id_ % 3])
        async with http.stream("POST", dying.url, json=body, headers=headers) as response:
            return await read(response)

    calls = [asyncio.create_task(start(id_)) for id_ in range(2, 2 + rng.randrange(1, 4))]
    waiting = asyncio.create_task(
        http.post(dying.url, json={**call(9), "params": {"name": "wait", "arguments": {}}}, headers=headers)
    )
    await asyncio.sleep(rng.uniform(0.05, 0.45))
    dying.kill()
    seen = await asyncio.gather(*calls, return_exceptions=True)
    lost = (await asyncio.gather(waiting, return_exceptions=True))[0]
    if not isinstance(lost, httpx2.TransportError):
        return f"a call without events did not end in an error: {lost!r}"
    wrong = ""
    for id_, before in enumerate(seen, 2):
        if isinstance(before, BaseException) and not isinstance(before, httpx2.TransportError):
            return f"{before!r}"
        events = [] if isinstance(before, BaseException) else before
        if not events or not events[-1].id:
            tally.count("streams", "nothing to resume, the call has failed")
            continue
        known = rng.randrange(len(events))
        resume = {**headers, "Last-Event-ID": events[known].id}
        async with http.stream("GET", next_.url, headers=resume) as response:
            if response.status_code != 200:
                return f"status {response.status_code} in answer to {resume}"
            after = await read(response)
        wrong = wrong or check(id_, count, events, known, after)
        tally.count("events", "before", times=known + 1)
        tally.count("events", "after the last id", times=len(after))
        is_error = bool(after) and '"error"' in after[-1].data
        tally.count("streams", "ended in an error" if is_error else "had their result")
    async with http.stream("POST", next_.url, json=call(20, count=1), headers=headers) as response:
        text = b"".join([part async for part in response.aiter_raw()])
        wrong = wrong or ("" if b'"result"' in text else f"the session does not go on: {text!r}")
    return wrong


def check(id_: int, count: int, before: list[ReceivedEvent], known: int, after: list[ReceivedEvent]) -> str:
    """Return the faults of the events after the last one that a client had received."""
    events = [*before[: known + 1], *after]
    ids = [event.id for event in events]
    messages = [json.loads(event.data) for event in events if event.data]
    progress = [each["params"]["progress"] for each in messages if "method" in each]
    answers = [each for each in messages if "method" not in each]
    overlap = before[known + 1 :]
    if len(set(ids)) != len(ids):
        return f"events came twice: {ids}"
    if progress != list(range(len(progress))):
        return f"events are lost or out of order: {progress}"
    if [event.data for event in after[: len(overlap)]] != [event.data for event in overlap]:
        return "events came again in another form"
    if len(answers) != 1 or messages[-1] is not answers[0] or answers[0]["id"] != id_:
        return f"the call has not one answer at the end: {answers}"
    if "result" in answers[0] and len(progress) != count:
        return f"a result after {len(progress)} of {count} events"
    return ""


async def _play_all(part: tuple[int, range], tally: Tally) -> None:
    seed, numbers = part
    with redis_server() as redis:
        current = Server(redis)
        try:
            http = client()
            async with http:
                await current.ready(http)
                for number in numbers:
                    next_ = Server(redis)
                    try:
                        await next_.ready(http)
                        wrong = await play(http, random.Random(f"{seed} {number}"), current, next_, tally)
                    finally:
                        current.kill()
                        current = next_
                    tally.count("games")
                    if wrong:
                        tally.fail(Failure("faults", wrong, (f"game {number} of seed {seed}",)))
        finally:
            current.kill()


def run_part(part: tuple[int, range]) -> Tally:
    """Play the games of these numbers, each with a server that is killed."""
    tally = Tally()
    asyncio.run(_play_all(part, tally))
    return tally


def missing(tally: Tally) -> Iterator[str]:
    """Return the cases that never occurred."""
    if tally.total("streams", "ended in an error") < tally.total("games"):
        yield "fewer streams than games were killed before their results"


PROGRAM = Program(
    summary="a server is killed in the middle of streams, and another one continues them from Redis",
    unit="games",
    count=100,
    split_work=in_chunks(25),
    run_part=run_part,
    is_numbered=True,
    bars=missing,
)
"""A game takes three seconds, most of which is waiting."""
