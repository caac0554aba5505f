"""Two sides of every revision connected by pipes in memory: each sends every request, and the other responds.

The handlers and calls are the generated ones; params and results are generated from the schema. Responses arrive in
random order. Received values must equal the sent ones, and nothing may be left when the pipes are closed.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.peer.calls import Calls
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.spec.methods import MethodInfo
from mcp_bindings.spec.names import CANCELLED, LISTEN, SUBSCRIPTION_KEY
from mcp_bindings.wire.model import is_model, wire_table
from tests.behaviour.peers import Role, meta_of, package, rows, run
from tests.differential.check import schema
from tests.differential.instances import Generator
from tests.documents import filled, tool
from tests.revisions import first_name

SEED = 20261121
ROUNDS = 5
"""Concurrent requests of each method."""


@pytest.fixture(autouse=True)
def _older_objects_are_left_out() -> None:
    """Let the collector and `nothing_left` look only at what the test has made."""
    gc.freeze()


Handle = Callable[[Any, mb.Context], Any]


class ConnectedSide:
    """A client or a server: its handlers, its calls, and the messages that it has received."""

    def __init__(self, revision: str, role: Role, answer: Callable[[MethodInfo], Handle], meta: Any = None) -> None:
        self.inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.seen: list[tuple[str, Any]] = []
        self.strays: list[object] = []
        self.peer: ConnectedSide | None = None
        base: type[Handlers] = getattr(package(revision), f"{role.capitalize()}Handlers")
        methods = mb.revision(revision).methods
        members = {route.attribute: self._keeping(methods[name], answer) for name, route in base.routes.items()}
        handlers: Handlers = type("All", (base,), members)()
        make: type[Calls] = getattr(package(revision), f"{role.capitalize()}Calls")
        options = {} if meta is None else {"meta": meta}
        self.calls: Any = make(self.send, on_stray=self.strays.append, **options)
        self.dispatcher = mb.Dispatcher(handlers, send=self.send, calls=self.calls)
        self._working: set[asyncio.Task[None]] = set()

    def _keeping(self, row: MethodInfo, answer: Callable[[MethodInfo], Handle]) -> Any:
        handle = answer(row)

        async def handler(_: Handlers, params: Any, context: mb.Context) -> Any:
            self.seen.append((row.name, params))
            return await handle(params, context) if row.kind == "request" else None

        return handler

    async def send(self, data: bytes) -> None:
        assert self.peer is not None
        await self.peer.inbox.put(data)

    async def read(self) -> None:
        """Handle each text in its own task, until the pipe is closed."""
        while (data := await self.inbox.get()) is not None:
            task = asyncio.ensure_future(self._work(data))
            self._working.add(task)
            task.add_done_callback(self._working.discard)
        while self._working:
            await asyncio.wait(self._working)

    async def _work(self, data: bytes) -> None:
        reply = await self.dispatcher.dispatch(data)
        if reply is not None:
            await self.send(reply)


@asynccontextmanager
async def connected(client: ConnectedSide, server: ConnectedSide) -> AsyncGenerator[None]:
    client.peer, server.peer = server, client
    reading = [asyncio.ensure_future(side.read()) for side in (client, server)]
    try:
        yield
    finally:
        for side in (client, server):
            side.calls.close()
            await side.inbox.put(None)
        await asyncio.wait_for(asyncio.gather(*reading), 10)


class Documents:
    """Generated params and results of one revision, typed."""

    def __init__(self, revision: str) -> None:
        self.revision = mb.revision(revision)
        self._generator = Generator(schema(revision), SEED)

    def arguments(self, row: MethodInfo) -> tuple[dict[str, Any], Any]:
        """Arguments for the call of a method: valid params by attribute; and the params that the peer should get."""
        document: Any = self._generator.valid(row.message)
        params = self.revision.codec(row.message).decode_value(document).params
        if params is None:
            return {}, None
        annotation: Any = getattr(import_module(self.revision.package), row.params or "")
        if not is_model(annotation):  # a union, which the call takes as one value
            return {"params": params}, params
        fixed = {attribute for _, attribute, _ in wire_table(annotation).constants}
        names = [name for name in annotation.model_fields if name in params.model_fields_set - fixed]
        given = {name: getattr(params, name) for name in names}
        return given, annotation(**given)

    def result(self, row: MethodInfo) -> Any:
        """A result of the usual type of the method that matches no other type of result."""
        codec = self.revision.codec(row.results[0])
        while True:
            document: Any = self._generator.valid(row.results[0])
            if "resultType" in document:
                document["resultType"] = "complete"
            value = codec.decode_value(document)
            text = json.dumps({"jsonrpc": "2.0", "id": 1, "result": document})
            read = self.revision.parse(text, sender="server", pending={1: row.name})
            if isinstance(read, mb.Response) and type(read.result) is type(value):
                return value


def stub(side: ConnectedSide, row: MethodInfo) -> Callable[..., Any]:
    """The call that sends a request or notification; its name is that of the peer's handler."""
    handlers: type[Handlers] = getattr(
        package(side.calls.revision), "ServerHandlers" if side.calls.role == "client" else "ClientHandlers"
    )
    attribute = handlers.routes[row.name].attribute
    name = f"notify_{attribute.removeprefix('on_')}" if row.kind == "notification" else attribute
    found: Callable[..., Any] = getattr(side.calls, name)
    return found


def pair(revision: str, answer: Callable[[MethodInfo], Handle]) -> tuple[ConnectedSide, ConnectedSide]:
    return (
        ConnectedSide(revision, "client", answer, meta_of(revision, "client")),
        ConnectedSide(revision, "server", answer, meta_of(revision, "server")),
    )


def nothing_left(*sides: ConnectedSide) -> None:
    gc.collect()
    assert [each for each in gc.get_objects() if type(each) is mb.Context] == []
    assert [dict(side.calls.pending) for side in sides] == [{} for _ in sides]
    assert [side.strays for side in sides] == [[] for _ in sides]


async def eventually(holds: Callable[[], bool]) -> None:
    for _ in range(5_000):
        if holds():
            return
        await asyncio.sleep(0.001)
    raise TimeoutError("it never came to that")


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_all_requests_of_both_sides_concurrently(revision: str) -> None:
    print(f"seed {SEED}")
    documents, random_ = Documents(revision), random.Random(SEED)
    answered: list[tuple[str, Any, Any]] = []

    def answer(row: MethodInfo) -> Handle:
        async def handle(params: Any, context: mb.Context) -> Any:
            await asyncio.sleep(random_.random() * 0.05)
            result = documents.result(row)
            answered.append((row.name, params, result))
            return result

        return handle

    async def ask(side: ConnectedSide, row: MethodInfo) -> None:
        arguments, expected = documents.arguments(row)
        result = await stub(side, row)(**arguments)
        if first_name(row.name, revision) == LISTEN:  # cancelled before its result: the client waits for no more
            assert set(mb.revision(revision).codec(type(result).__name__).dump(result)["_meta"]) == {SUBSCRIPTION_KEY}
            assert any(name == row.name and fits(params, expected) for name, params, _ in answered)
            return
        assert any(name == row.name and result == given and fits(params, expected) for name, params, given in answered)

    def fits(params: Any, expected: Any) -> bool:
        """The revision may add metadata, and empty params equal absent ones."""
        if expected is None:
            return not (params.model_fields_set - {"meta"})
        return bool(params == expected)

    async def main() -> None:
        client, server = pair(revision, answer)
        sides: Sequence[tuple[ConnectedSide, Role, ConnectedSide]] = (
            (client, "client", server),
            (server, "server", client),
        )
        notified: list[tuple[ConnectedSide, str, Any]] = []
        async with connected(client, server):
            asked = [
                ask(side, row)
                for side, role, _ in sides
                for row in rows(revision, role, "request")
                for _ in range(ROUNDS)
            ]
            random_.shuffle(asked)
            await asyncio.gather(*asked)
            for side, role, peer in sides:
                for row in rows(revision, role, "notification"):
                    if first_name(row.name, revision) != CANCELLED:
                        arguments, expected = documents.arguments(row)
                        await stub(side, row)(**arguments)
                        notified.append((peer, row.name, expected))
            assert len(answered) == len(asked)
        for peer, name, expected in notified:
            assert any(seen == name and fits(params, expected) for seen, params in peer.seen), name
        nothing_left(client, server)

    run(main())


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_calls_can_end_early(revision: str) -> None:
    """By cancellation, by a timeout, by closing: the handler stops; a response that arrives after it is reported."""
    started: list[mb.Context] = []
    stopped: list[object] = []

    def answer(row: MethodInfo) -> Handle:
        async def handle(params: Any, context: mb.Context) -> Any:
            started.append(context)
            try:
                await asyncio.sleep(60)
            finally:
                stopped.append(context.id)

        return handle

    async def main() -> None:
        client, server = pair(revision, answer)
        async with connected(client, server):
            waiting = asyncio.ensure_future(client.calls.call_tool("x"))
            await eventually(lambda: len(started) == 1)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            with pytest.raises(TimeoutError):
                await client.calls.call_tool("x", timeout=0.02)
            await eventually(lambda: len(stopped) == len(started))
            assert stopped == [1, 2]
            last = asyncio.ensure_future(client.calls.call_tool("x"))
            await eventually(lambda: len(started) == 3)
            client.calls.close()
            with pytest.raises(ConnectionError):
                await last
            started[-1].cancel()  # as a server does when its peer disconnects
        started.clear()
        nothing_left(client, server)

    run(main())


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_progress_and_pages(revision: str) -> None:
    types = package(revision)
    total = 250

    def answer(row: MethodInfo) -> Handle:
        async def handle(params: Any, context: mb.Context) -> Any:
            if row.name == "tools/list":
                start = int(params.cursor or 0)
                end = min(start + 100, total)
                more = {"nextCursor": str(end)} if end < total else {}
                page = filled(
                    revision, "ListToolsResult", {"tools": [tool(f"t{n}") for n in range(start, end)], **more}
                )
                return mb.revision(revision).codec("ListToolsResult").decode_value(page)
            for done in (1, 2.5, 3):
                await context.progress(done, total=3)
            return types.CallToolResult(content=[types.TextContent(text="ok")])

        return handle

    async def main() -> None:
        client, server = pair(revision, answer)
        updates: list[float] = []

        def note(params: Any) -> None:
            updates.append(params.progress)

        async with connected(client, server):
            names = [tool.name async for tool in client.calls.iter_tools()]
            assert names == [f"t{n}" for n in range(total)]
            result = await client.calls.call_tool("x", on_progress=note)
            assert result.content[0].text == "ok"
            assert updates == [1, 2.5, 3]
        nothing_left(client, server)

    run(main())


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_dispatcher_can_be_called_in_the_same_process(revision: str) -> None:
    types = package(revision)
    rejection = mb.ProtocolError(-32602, "Unknown tool", data={"tool": "x"})

    def call_tool(_: object, params: Any, context: mb.Context) -> Any:
        raise rejection

    server: Handlers = type("Server", (types.ServerHandlers,), {"call_tool": call_tool})()

    async def main() -> None:
        meta = meta_of(revision, "client")
        calls = types.ClientCalls(mb.Dispatcher(server).dispatch, **({} if meta is None else {"meta": meta}))
        with pytest.raises(mb.ProtocolError) as caught:
            await calls.call_tool("x")
        assert (caught.value.code, caught.value.message, caught.value.data) == (-32602, "Unknown tool", {"tool": "x"})
        with pytest.raises(mb.ProtocolError, match="Method not found"):
            await calls.list_tools()

    run(main())
