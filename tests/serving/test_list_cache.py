"""What a server remembers of its own lists, of which it may show each client another: equal items once, and bounded."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.peer import context
from mcp_bindings.server import list_cache
from tests.guards.callers import Caller
from tests.revisions import HANDSHAKE
from tests.serving.test_tasks import Client

TOOLS, SETS = 20, 40
INFO = {"name": "tests", "version": "1"}

PLACE: int = vars(list_cache)["_ENTRY_SIZE"]
"""Bytes that an item counts for besides its own."""


class Many(mcp.ToolsServer):
    """Lists new objects each time; what differs is told by an experimental capability."""

    def __init__(self) -> None:
        super().__init__()
        self.listed = 0

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        self.listed += 1
        text = context.peer_capabilities.get("experimental", {}).get("text", {}).get("is", "")
        tools = [self._tool(f"tool-{number}", "x" * 200) for number in range(TOOLS - 1)]
        return mcp.ListToolsResult(tools=[*tools, self._tool("last", text)], ttl_ms=0, cache_scope="private")

    def call_tool(self, params: Any, context: mb.Context) -> Any:
        return mcp.CallToolResult(content=[])

    def _tool(self, name: str, text: str) -> Any:
        return mcp.Tool(name=name, description=text, input_schema=mcp.ToolInputSchema())


def make_server() -> tuple[Any, Many, Any]:
    handlers = Many()
    server: Any = mb.Server(handlers, info=INFO)
    return server, handlers, server._shared_handlers.guards.tools


async def use(server: mb.Server, capabilities: dict[str, Any], method: str) -> Any:
    params: dict[str, Any] = {"name": "last", "arguments": {}} if method == "tools/call" else {}
    return await Client(server, capabilities=capabilities).ask(method, **params)


@pytest.mark.parametrize("method", ["tools/list", "tools/call"])
def test_equal_items_are_kept_once_for_all_capabilities(method: str) -> None:
    """1,000 requests, each with other capabilities, kept 1,000 copies: 157 MiB for 50 tools."""

    async def main() -> None:
        server, _, tools = make_server()
        await use(server, {}, method)
        one = tools._lists.size
        for number in range(SETS):
            await use(server, {"experimental": {f"x{number}": {}}}, method)
        assert tools._lists.size <= one + SETS * PLACE
        assert len(list(tools._lists.iterate_lists())) == 1
        made = list[Any]()
        for number in range(3):
            await use(server, {"experimental": {"text": {"is": f"{number}"}}}, method)
            made = [each.items["tool-1"] for each in tools._lists.iterate_lists()]
        assert len(made) == 4, "they differ in one tool"
        assert len(set(map(id, made))) == 1, "the others are shared"

    asyncio.run(main())


def test_the_whole_is_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_cache, "MAX_LIST_SIZE", most := 80_000)

    async def main() -> None:
        server, handlers, tools = make_server()
        for number in range(SETS):
            capabilities = {"experimental": {"text": {"is": f"{number}" * 1_000}}}
            assert "content" in await use(server, capabilities, "tools/call")
            assert tools._lists.size <= most
        kept = list(tools._lists.iterate_lists())
        assert 2 < len(kept) < SETS
        assert tools._lists.size == sum(
            {id(each): each.size for known in kept for each in known.items.values()}.values()
        ) + sum(known.size + PLACE for known in kept)
        assert len(tools._read_at) == len(kept)
        before = handlers.listed
        await use(server, {"experimental": {"text": {"is": "0" * 1_000}}}, "tools/call")
        assert handlers.listed == before + 1, "what was forgotten is read again"
        server._shared_handlers.guards.invalidate_lists("notifications/tools/list_changed")
        assert tools._lists.size == 0

    asyncio.run(main())


def test_a_list_beyond_the_bound_is_kept_for_the_last_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_cache, "MAX_LIST_SIZE", 100)

    async def main() -> None:
        server, handlers, tools = make_server()
        for number in range(3):
            await use(server, {"experimental": {"text": {"is": f"{number}"}}}, "tools/call")
            await use(server, {"experimental": {"text": {"is": f"{number}"}}}, "tools/call")
        assert (len(list(tools._lists.iterate_lists())), handlers.listed) == (1, 3)

    asyncio.run(main())


def test_a_page_from_before_a_change_is_not_remembered() -> None:
    async def main() -> None:
        handlers: Any = Many()
        given = handlers.list_tools

        async def list_tools(params: Any, context: mb.Context) -> Any:
            page = given(params, context)
            await server.tools_changed()
            return page

        handlers.list_tools = list_tools
        server = mb.Server(handlers, info=INFO, capabilities={"tools": {"listChanged": True}})
        await use(server, {}, "tools/list")
        tools = vars(server)["_shared_handlers"].guards.tools
        assert not list(tools._lists.iterate_lists())

    asyncio.run(main())


def test_the_capabilities_of_a_session_are_hashed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = list[Any]()

    def count(capabilities: Any, **options: Any) -> str:
        hashed.append(capabilities)
        return json.dumps(capabilities, **options)

    async def main() -> None:
        server, _, _ = make_server()
        caller = Caller(server, HANDSHAKE[-1])
        await caller.open()
        monkeypatch.setattr(context, "json", SimpleNamespace(dumps=count))
        for _ in range(3):
            assert "result" in await caller.ask("tools/call", {"name": "last", "arguments": {}})
        assert len(hashed) == 1

    asyncio.run(main())
