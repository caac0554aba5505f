"""Streams of messages: a pair in memory, in every revision, and what one client may do to a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.transports import ClientBounds, MemoryTransport, Pings, Service, serve_stream
from mcp_bindings.transports.memory import make_memory_pair
from tests.revisions import HANDSHAKE
from tests.transports.services import INFO, NAMES, Asking, client, server_handlers, service

OPENING = {"protocolVersion": HANDSHAKE[-1], "capabilities": {"roots": {"listChanged": True}}, "clientInfo": INFO}


def message(method: str, id_: int | None = None, **params: Any) -> bytes:
    named = {} if id_ is None else {"id": id_}
    return json.dumps({"jsonrpc": "2.0", **named, "method": method, "params": params}).encode()


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_pair_in_memory(revision: str) -> None:
    async def main() -> None:
        async with client(MemoryTransport(service()), revision) as connection:
            assert connection.session.version == revision
            assert len(await connection.list_tools()) == len(NAMES)
            assert (await connection.call_tool("echo", {"a": 1})).content[0].text == "{'a': 1}"
            reports = list[float]()

            def note(progress: Any) -> None:
                reports.append(progress.progress)

            await connection.call("call_tool", "progress", arguments={"count": 200}, on_progress=note)
            assert reports == list(range(200))
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


def test_what_is_left_when_a_connection_ends() -> None:
    async def main() -> None:
        async with client(MemoryTransport(service()), bounds=ClientBounds(call_timeout=0.1)) as connection:
            with pytest.raises(TimeoutError):
                await connection.call_tool("wait", {})
            waiting = asyncio.create_task(connection.call("call_tool", "wait", timeout=9))
            await asyncio.sleep(0.05)
        with pytest.raises(ConnectionError):
            await waiting
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


def test_a_notification_handler_may_call_the_client() -> None:
    """It waits for an answer that the server reads after the notification."""
    served = Asking()

    async def main() -> None:
        near, far = make_memory_pair()
        serving = asyncio.create_task(serve_stream(served, far))
        await near.send(message("initialize", 1, **OPENING))
        assert await near.receive()
        await near.send(message("notifications/initialized"))
        await near.send(message("notifications/roots/list_changed"))
        (asked,) = await near.receive()
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": json.loads(asked)["id"], "result": {"roots": []}}
        await near.send(json.dumps(reply).encode())
        await near.send(message("ping", 2))
        assert json.loads((await near.receive())[0])["result"] == {}
        await near.close()
        await serving
        assert [each.roots for each in served.answered] == [[]]

    asyncio.run(asyncio.wait_for(main(), 10))


def test_requests_that_are_too_many_are_rejected() -> None:
    async def main() -> None:
        near, far = make_memory_pair()
        serving = asyncio.create_task(serve_stream(service(max_concurrent=2), far, grace=0))
        await near.send(message("initialize", 1, **OPENING))
        assert await near.receive()
        await near.send(message("notifications/initialized"))
        for id_ in range(2, 6):
            await near.send(message("tools/call", id_, name="wait", arguments={}))
        rejected = list[Any]()
        while len(rejected) < 2:
            rejected += map(json.loads, await near.receive())
        assert [(each["id"], each["error"]["message"]) for each in rejected] == [
            (4, "Too many requests at once"),
            (5, "Too many requests at once"),
        ]
        await near.close()
        await serving

    asyncio.run(asyncio.wait_for(main(), 10))


def test_a_reader_that_is_slow_makes_the_server_wait() -> None:
    async def main() -> None:
        near, far = make_memory_pair()
        for number in range(64):
            await near.send(b"%d" % number)
        waiting = asyncio.create_task(near.send(b"64"))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        assert len(await far.receive()) == 64
        await waiting
        await far.close()
        await near.send(b"nobody reads this")
        assert (list(await far.receive()), list(await far.receive())) == ([b"64"], [])

    asyncio.run(main())


def test_an_invalid_first_text_needs_no_other_revision() -> None:
    """The server asked for the handlers of the latest revision, which it does not have to speak."""
    served = Service({HANDSHAKE[0]: server_handlers(HANDSHAKE[0])}.__getitem__, info=INFO, revisions=[HANDSHAKE[0]])

    async def main() -> None:
        near, far = make_memory_pair()
        serving = asyncio.create_task(serve_stream(served, far))
        await near.send(b"nonsense")
        assert [json.loads(text)["error"]["code"] for text in await near.receive()] == [-32700]
        await near.close()
        await serving

    asyncio.run(asyncio.wait_for(main(), 10))


class Ending:
    """A stream of a client that sends its messages and then nothing more, but goes on reading."""

    def __init__(self, *messages: bytes) -> None:
        self._pieces = [[message("initialize", 1, **OPENING)], [message("notifications/initialized"), *messages], []]
        self._answered = asyncio.Event()
        self.sent: list[Any] = []

    async def receive(self) -> Sequence[bytes]:
        if len(self._pieces) == 2:
            await self._answered.wait()
        return self._pieces.pop(0)

    async def send(self, message: bytes) -> None:
        self.sent.append(json.loads(message))
        self._answered.set()

    async def close(self) -> None: ...


def test_calls_end_though_their_client_answers_no_ping() -> None:
    """A client that had ended its messages was pinged, and then its calls were cancelled."""
    tools = mb.Toolbox()

    @tools.tool
    async def wait() -> str:
        await asyncio.sleep(0.2)
        return "done"

    async def main() -> None:
        stream = Ending(message("tools/call", 2, name="wait", arguments={}))
        server = mb.Server(tools, info=INFO, pings=Pings(0.01, 0.01, 1))
        await serve_stream(server, stream, grace=10)
        assert [(each["id"], "result" in each) for each in stream.sent] == [(1, True), (2, True)]

    asyncio.run(main())


def test_notifications_that_wait_at_the_end_are_handled() -> None:
    handled = list[int]()

    def slow_handlers(version: str) -> Any:
        async def changed(params: Any, context: mb.Context) -> None:
            await asyncio.sleep(0.01)
            handled.append(len(handled))

        made: Any = server_handlers(version)
        made.on_roots_list_changed = changed
        return made

    async def main() -> None:
        served = Service(slow_handlers, info=INFO, max_concurrent=1)
        await serve_stream(served, Ending(*[message("notifications/roots/list_changed")] * 5), grace=10)

    asyncio.run(main())
    assert handled == [0, 1, 2, 3, 4]


def test_a_lifespan_that_never_begins_can_be_left() -> None:
    @asynccontextmanager
    async def waiting(server: mb.Server) -> AsyncGenerator[None]:
        await asyncio.Event().wait()
        yield

    async def main() -> None:
        server = mb.Server(server_handlers(mb.LATEST), info=INFO, lifespan=waiting)

        async def connect() -> None:
            async with mb.connect(server, info=INFO):
                pass

        connecting = asyncio.create_task(connect())
        await asyncio.sleep(0.05)
        connecting.cancel()
        await asyncio.wait({connecting}, timeout=5)
        assert connecting.cancelled()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


def test_a_lifespan_that_cannot_connect_is_an_open_error() -> None:
    @asynccontextmanager
    async def failing(server: mb.Server) -> AsyncGenerator[None]:
        if server.info:
            raise ConnectionError("no database")
        yield

    async def main() -> None:
        async with mb.connect(mb.Server(server_handlers(mb.LATEST), info=INFO, lifespan=failing), info=INFO):
            pass

    with pytest.raises(mb.OpenError, match="no database"):
        asyncio.run(main())


def test_calls_end_though_the_end_of_a_lifespan_fails() -> None:
    @asynccontextmanager
    async def lifespan(server: mb.Server) -> AsyncGenerator[None]:
        yield
        raise RuntimeError("no end")

    async def call_at_the_end() -> None:
        server = mb.Server(server_handlers(mb.LATEST), info=INFO, lifespan=lifespan)
        async with mb.connect(server, info=INFO) as connected:
            calls.append(asyncio.create_task(connected.call_tool("wait")))
            await asyncio.sleep(0.01)

    async def main() -> None:
        with pytest.raises(RuntimeError, match="no end"):
            await call_at_the_end()
        with pytest.raises(ConnectionError):
            await asyncio.wait_for(calls[0], 5)

    calls = list[asyncio.Task[Any]]()
    asyncio.run(main())
