"""A server over HTTP that is restarted, loses its sessions, its store or its connections under the calls of a client.

A game has one client of a random revision and a few rounds. In each, up to 20 calls run at once, and one fault happens
at a random moment. The server listens all the time. Where sessions are in Redis, the next server takes them over; that
needs `redis-server` and the Python package redis. A call that was answered 404, or that may be repeated, succeeds with
its own result; each other one does too, or runs once at most and says so. Only calls that may be repeated run twice.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import socket
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from functools import partial
from typing import Any

import uvicorn

import mcp_bindings as mb
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.transports import HttpTransport, ResponseLostError, Service, Stores, StreamableHttp
from tests.documents import filled
from tests.revisions import HANDSHAKE
from tests.soak.program import Program, in_chunks, one_by_one
from tests.soak.takeover import WITH_SESSIONS, has_redis, redis_server
from tests.soak.tally import Failure, Tally
from tests.transports.services import INFO, SCHEMA, client, server_handlers

HINTS: dict[str, dict[str, bool]] = {
    "plain": {},
    "reads": {"readOnlyHint": True},
    "repeats": {"idempotentHint": True, "readOnlyHint": False},
}
FAULTS = ("none", "restart", "sessions ended", "store emptied", "connections reset")
ROUNDS = 4
REVISIONS = list(mb.REVISIONS)
NUMBER = re.compile(rb'"(game \d+ round \d+ \d+)"')


class Server:
    """Applications one after another on one listening socket, whose tools count how often each call ran.

    Args:
        redis: the connection; None for sessions in memory.
        rng: random numbers of the game.

    Attributes:
        ran: how often each call ran.
        refused: the calls that were answered 404.
    """

    def __init__(self, redis: Any, rng: random.Random) -> None:
        self.ran: Counter[str] = Counter()
        self.refused: set[str] = set()
        self._redis = redis
        self._rng = rng
        self._application = self._new()
        config = uvicorn.Config(self, log_level="critical", lifespan="off", timeout_graceful_shutdown=0)
        self._uvicorn = uvicorn.Server(config)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = bytearray()

        async def received() -> Any:
            message = await receive()
            body.extend(message.get("body", b""))
            return message

        async def sent(message: Any) -> None:
            if message.get("status") == 404:
                self.refused.update(each.decode() for each in NUMBER.findall(body))
            await send(message)

        await self._application(scope, received, sent)

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[str]:
        """Serve within the block, at this URL."""
        with socket.create_server(("127.0.0.1", 0)) as listening:
            config = self._uvicorn.config
            config.load()
            self._uvicorn.lifespan = config.lifespan_class(config)
            await self._uvicorn.startup(sockets=[listening])
            try:
                yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
            finally:
                await self._application.sessions.close()
                self._reset()
                await self._uvicorn.shutdown(sockets=[listening])

    async def fault(self, kind: str) -> None:
        """Cause a fault."""
        sessions: Any = self._application.sessions
        if kind == "restart":
            self._application.begin_shutdown()
            self._application = self._new()
            await sessions.close()
        elif kind == "sessions ended":
            for session_id in list(sessions._peers):
                await sessions.remove_session(session_id)
        elif kind == "store emptied" and self._redis is not None:
            await self._redis.flushall()
            await sessions._record_use()  # which a timer calls: this may be after the next fault
        elif kind == "connections reset":
            self._reset()

    def _reset(self) -> None:
        for connection in list(self._uvicorn.server_state.connections):
            transport: Any = getattr(connection, "transport", None)
            if transport is not None:
                transport.abort()

    def _new(self) -> StreamableHttp:
        stores: Stores | None = None
        if self._redis is not None:
            from mcp_bindings.transports import RedisEvents, RedisSessions

            kept = RedisSessions(self._redis, lease=1.5, idle=60)
            stores = Stores(kept, RedisEvents(kept))
        return StreamableHttp(Service(self._handlers, info=INFO), stores=stores, http_sse=True)

    def _handlers(self, version: str) -> Handlers:
        made: Any = server_handlers(version)

        def result(definition: str, **members: Any) -> Any:
            return mb.revision(version).codec(definition).decode_value(filled(version, definition, members))

        def list_tools(params: Any, context: mb.Context) -> Any:
            tools = [{"name": each, "inputSchema": SCHEMA, "annotations": hints} for each, hints in HINTS.items()]
            return result("ListToolsResult", tools=tools)

        async def call_tool(params: Any, context: mb.Context) -> Any:
            number = params.arguments["n"]
            self.ran[number] += 1
            for step in range(self._rng.randrange(3)):
                await context.progress(step)
                await asyncio.sleep(self._rng.uniform(0, 0.03))
            text = {"type": "text", "text": number}
            return result("CallToolResult", content=[text])

        made.list_tools, made.call_tool = list_tools, call_tool
        handlers: Handlers = made
        return handlers


async def _call(connection: Any, tool: str, number: str, delay: float) -> str:
    """Call a tool. Return how the call ended."""
    await asyncio.sleep(delay)
    try:
        result = await connection.call_tool(tool, {"n": number})
    except ResponseLostError:
        return "lost"
    except Exception as error:
        return repr(error)
    return "done" if result.content[0].text == number else f"the result of {result.content[0].text}"


def _wrong(fault: str, outcome: str, ran: int, *, may_repeat: bool, was_refused: bool) -> str:
    """Return the fault of a call."""
    if ran > (2 if may_repeat else 1):
        return f"it ran {ran} times"
    if outcome == "done":
        return "" if ran else "it has a result, though it never ran"
    if outcome != "lost":
        return outcome
    if may_repeat:
        return "it may be repeated, and is lost"
    if was_refused:
        return "it was answered 404, and is lost"
    return "" if fault != "none" else "it is lost without a fault"


async def _round(connection: Any, server: Server, place: str, rng: random.Random, kind: str, tally: Tally) -> None:
    fault = rng.choice(FAULTS)
    tools = [rng.choice(list(HINTS)) for _ in range(rng.randint(1, 20))]
    calls = [
        asyncio.create_task(_call(connection, tool, f"{place} {number}", rng.uniform(0, 0.05)))
        for number, tool in enumerate(tools)
    ]
    await asyncio.sleep(rng.uniform(0, 0.08))
    await server.fault(fault)
    outcomes = await asyncio.gather(*calls)
    await connection.list_tools()  # in a new session if this fault has ended the old one: each call meets one fault
    tally.count("faults", fault)
    for number, (tool, outcome) in enumerate(zip(tools, outcomes, strict=True)):
        ran = server.ran[f"{place} {number}"]
        was_refused = f"{place} {number}" in server.refused
        tally.count("calls", outcome if outcome in ("done", "lost") else "other exceptions")
        tally.count("answered 404", outcome if was_refused else "not")
        tally.count("runs", str(ran))
        may_repeat = tool != "plain" and not kind.startswith(HANDSHAKE[0])  # which has no hints of tools
        tally.count("may be repeated" if may_repeat else "may not be repeated", f"{outcome}, ran {ran}")
        if wrong := _wrong(fault, outcome, ran, may_repeat=may_repeat, was_refused=was_refused):
            tally.count("wrong calls", kind)
            tally.fail(Failure("calls", wrong, (f"{tool}, {fault}, {kind}, ran {ran}, {place}",)))


async def _play(seed: int, number: int, tally: Tally, path: str | None) -> None:
    rng = random.Random(f"{seed} {number}")
    async with AsyncExitStack() as stack:
        redis: Any = None
        revision = rng.choice(REVISIONS)
        if path is not None and revision in WITH_SESSIONS and rng.random() < 0.5:
            from redis.asyncio import Redis

            redis = await stack.enter_async_context(Redis(unix_socket_path=path))
        server = Server(redis, rng)
        url = await stack.enter_async_context(server.serving())
        connection = await stack.enter_async_context(client(HttpTransport(url), revision))
        await connection.list_tools()
        kind = f"{revision} {'memory' if redis is None else 'Redis'}"
        for place in range(ROUNDS):
            await _round(connection, server, f"game {number} round {place}", rng, kind, tally)
    tally.count("games", kind)


def _game(redis: str | None, seed: int, number: int, tally: Tally) -> None:
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        asyncio.run(asyncio.wait_for(_play(seed, number, tally, redis), 120))
    finally:
        logging.disable(before)


def run_part(part: tuple[int, range]) -> Tally:
    """Play the games of these numbers, with one Redis."""
    with redis_server() if has_redis() else nullcontext() as redis:
        return one_by_one(partial(_game, redis), part)


def missing(tally: Tally) -> Iterator[str]:
    """Return the cases that never occurred."""
    if not tally.parts("calls").get("lost"):
        yield "no call was lost"
    if set(tally.parts("answered 404")) == {"not"}:
        yield "no call was answered 404"
    yield from (f"no round had the fault: {each}" for each in FAULTS if each not in tally.parts("faults"))


PROGRAM = Program(
    summary="a server is restarted, loses sessions, store and connections under parallel calls, which never run twice",
    unit="games",
    count=400,
    split_work=in_chunks(25),
    run_part=run_part,
    is_numbered=True,
    bars=missing,
)
