"""A server sends its requests over the HTTP stream of the request that it handles, also while it handles others."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2025_11_25, v2026_07_28
from mcp_bindings.spec.names import CANCELLED
from mcp_bindings.v2025_11_25 import CallToolResult, TextContent

KEY = "io.modelcontextprotocol/"
META: dict[str, Any] = {f"{KEY}protocolVersion": "2026-07-28", f"{KEY}clientCapabilities": {"a": {}}}


class Sent:
    """Records what is sent."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.any = asyncio.Event()

    async def __call__(self, data: bytes) -> None:
        self.messages.append(json.loads(data))
        self.any.set()


class Asks(v2025_11_25.ServerHandlers):
    async def call_tool(self, params: Any, context: mb.Context) -> CallToolResult:
        answer = await context.calls.request("roots/list", timeout=5)
        return CallToolResult(content=[TextContent(text=f"{params.name} {answer.roots[0].uri}")])


def _call(id_: int, name: str) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": {"name": name}}).encode()


def _roots(id_: int, uri: str) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id_, "result": {"roots": [{"uri": uri}]}}).encode()


def test_each_request_has_its_own_channel() -> None:
    async def main() -> None:
        apart, first, second = Sent(), Sent(), Sent()
        calls = v2025_11_25.ServerCalls(apart)
        server = mb.Dispatcher(Asks(), calls=calls)
        one = asyncio.create_task(server.dispatch(_call(1, "one"), send=first))
        two = asyncio.create_task(server.dispatch(_call(2, "two"), send=second))
        await asyncio.gather(first.any.wait(), second.any.wait())
        assert apart.messages == []
        ids = [sent.messages[0]["id"] for sent in (first, second)]
        assert ids[0] != ids[1]
        await server.dispatch(_roots(ids[1], "file:///b"))
        await server.dispatch(_roots(ids[0], "file:///a"))
        texts = [json.loads(await task or b"")["result"]["content"][0]["text"] for task in (one, two)]
        assert texts == ["one file:///a", "two file:///b"]

    asyncio.run(main())


class Leaves(v2025_11_25.ServerHandlers):
    """A tool that asks, and ends before the answer."""

    def __init__(self) -> None:
        self.context: Any = None
        self.asking: asyncio.Future[Any] | None = None

    async def call_tool(self, params: Any, context: mb.Context) -> CallToolResult:
        self.context = context
        if params.name == "asks":
            self.asking = asyncio.ensure_future(context.calls.request("roots/list"))
            await asyncio.sleep(0.01)
        return CallToolResult(content=[])


def test_a_call_cancelled_during_a_withdrawal_has_no_answer() -> None:
    """Its handler had ended, so the cancellation was ignored. The withdrawal is sent nevertheless."""

    async def main() -> None:
        sent, withdraws, may_send = list[str](), asyncio.Event(), asyncio.Event()

        async def send(data: bytes) -> None:
            method = json.loads(data)["method"]
            if method == CANCELLED:
                withdraws.set()
                await may_send.wait()
            sent.append(method)

        server = mb.Dispatcher(Leaves(), calls=v2025_11_25.ServerCalls(Sent()))
        calling = asyncio.create_task(server.dispatch(_call(7, "asks"), send=send))
        await withdraws.wait()
        cancellation = {"jsonrpc": "2.0", "method": CANCELLED, "params": {"requestId": 7}}
        await server.dispatch(json.dumps(cancellation).encode())
        assert await calling is None
        may_send.set()
        await asyncio.sleep(0.01)
        assert sent == ["roots/list", CANCELLED]
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


@pytest.mark.parametrize("name", ["asks", "returns"])
def test_a_call_that_has_ended_asks_no_more(name: str) -> None:
    """After a call that had failed in `asyncio.gather`, the other coroutines went on, and the user saw a dialog."""

    async def main() -> None:
        handlers, sent = Leaves(), Sent()
        server = mb.Dispatcher(handlers, calls=v2025_11_25.ServerCalls(sent))
        await server.dispatch(_call(1, name), send=sent)
        count = len(sent.messages)
        with pytest.raises(ConnectionError, match="roots/list: tools/call has ended"):
            await handlers.context.calls.list_roots(timeout=1)
        assert len(sent.messages) == count
        if handlers.asking is not None:
            with pytest.raises(ConnectionError, match="tools/call has ended"):
                await handlers.asking

    asyncio.run(main())


def test_closing_ends_the_calls_on_every_channel() -> None:
    async def main() -> None:
        calls = v2025_11_25.ServerCalls(Sent())
        other = calls.via(Sent())
        waiting = asyncio.create_task(other.request("ping"))
        await asyncio.sleep(0)
        calls.close()
        with pytest.raises(ConnectionError):
            await waiting
        with pytest.raises(ConnectionError):
            await other.ping()

    asyncio.run(main())


def test_calls_by_the_name_of_the_method() -> None:
    async def main() -> None:
        sent = Sent()
        calls = v2025_11_25.ServerCalls(sent)
        await calls.notify("notifications/resources/updated", {"uri": "a:b"})
        assert sent.messages[0]["params"] == {"uri": "a:b"}
        for method in ("tools/call", "no/such", "notifications/resources/updated"):
            with pytest.raises(ValueError, match="sends no request"):
                await calls.request(method)
        for method in ("notifications/initialized", "ping"):
            with pytest.raises(ValueError, match="sends no notification"):
                await calls.notify(method)
        assert len(sent.messages) == 1

    asyncio.run(main())


def test_the_declared_capabilities_of_the_peer() -> None:
    seen = list[Any]()

    class Looks(v2026_07_28.ServerHandlers):
        def call_tool(self, params: Any, context: mb.Context) -> Any:
            seen.append(dict(context.peer_capabilities))
            raise mb.ProtocolError(-32602, "seen")

    text: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "_meta": META}}
    asyncio.run(mb.Dispatcher(Looks()).dispatch(json.dumps(text)))
    assert seen == [{"a": {}}]
