"""A server sends its requests over the HTTP stream of the request that it handles, also while it handles others."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2025_11_25, v2026_07_28
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
