"""The server sends change notifications to the clients that subscribed to them, and to no other client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Generator
from typing import Any

import httpx
import pytest
from httpx_sse import ServerSentEvent, aconnect_sse

from tests.reference.processes import Running, http_server
from tests.reference.test_faults import META, Post, call, open_session

WATCHED = "test://watched-resource"
KEY = "io.modelcontextprotocol/subscriptionId"
UPDATED, TOOLS = "notifications/resources/updated", "notifications/tools/list_changed"


@pytest.fixture(scope="module")
def server() -> Generator[Running]:
    with http_server() as running:
        yield running


async def messages(events: AsyncIterator[ServerSentEvent]) -> AsyncIterator[dict[str, Any]]:
    """The messages of the events; the first event of a stream may be empty."""
    async for event in events:
        if event.data:
            yield event.json()


async def trigger(server: Running, tool: str, **arguments: Any) -> None:
    """Call, as another client, a tool that causes a change."""
    params = {"name": tool, "arguments": arguments, "_meta": META}
    await asyncio.to_thread(lambda: Post(server, "tools/call", params).answer())


def test_a_session_receives_notifications_on_its_get_stream(server: Running) -> None:
    async def main() -> None:
        session_id = open_session(server)
        headers = {"Mcp-Session-Id": session_id, "MCP-Protocol-Version": "2025-11-25"}
        subscribed = Post(server, "resources/subscribe", {"uri": WATCHED}, session_id, 5).answer()
        assert subscribed["result"] == {}
        async with (
            httpx.AsyncClient(timeout=20) as http,
            aconnect_sse(http, "GET", server.url, headers=headers) as stream,
        ):
            received = messages(stream.aiter_sse())
            await trigger(server, "test_trigger_resource_update", uri="test://static-text")
            await trigger(server, "test_trigger_resource_update", uri=WATCHED)
            assert await anext(received) == {"jsonrpc": "2.0", "method": UPDATED, "params": {"uri": WATCHED}}
            Post(server, "resources/unsubscribe", {"uri": WATCHED}, session_id, 6).answer()
            await trigger(server, "test_trigger_resource_update", uri=WATCHED)
            await trigger(server, "test_trigger_tool_change")
            assert (await anext(received))["method"] == TOOLS
        listed = Post(server, "tools/list", {}, session_id, 7).answer()["result"]["tools"]
        assert "test_now_and_then" in {tool["name"] for tool in listed}
        assert call(server, session_id, 8, "test_now_and_then")["result"]["content"][0]["text"] == "This time I am"

    asyncio.run(main())


def test_a_subscription_receives_the_notifications_of_its_filter(server: Running) -> None:
    async def main() -> None:
        wanted = {"resourceSubscriptions": [WATCHED]}
        params = {"_meta": META, "notifications": wanted}
        body = json.dumps({"jsonrpc": "2.0", "id": "mine", "method": "subscriptions/listen", "params": params})
        headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"}
        headers |= {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        async with (
            httpx.AsyncClient(timeout=20) as http,
            aconnect_sse(http, "POST", server.url, content=body, headers=headers) as stream,
        ):
            received = messages(stream.aiter_sse())
            first = await anext(received)
            assert first["method"] == "notifications/subscriptions/acknowledged"
            assert first["params"] == {"notifications": wanted, "_meta": {KEY: "mine"}}
            await trigger(server, "test_trigger_tool_change")
            await trigger(server, "test_trigger_resource_update", uri="test://static-text")
            await trigger(server, "test_trigger_resource_update", uri=WATCHED)
            second = await anext(received)
            assert (second["method"], second["params"]) == (UPDATED, {"uri": WATCHED, "_meta": {KEY: "mine"}})

    asyncio.run(main())
