"""The HTTP request that a handler sees, and the state of its session."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings.transports import HttpTransport
from tests.revisions import HANDSHAKE, HTTP_SSE
from tests.transports.services import INFO

URL = "http://localhost/mcp"
STREAMABLE = [each for each in mb.REVISIONS if each not in HTTP_SSE]
"""Revisions whose transport needs no open stream, which the network of these tests has not."""


def make_tools(inner: mb.Server | None = None) -> mb.Toolbox:
    tools = mb.Toolbox()

    @tools.tool
    async def tell(context: mb.Context) -> dict[str, Any]:
        """Tell what the handler sees of its request."""
        http = context.http
        assert http is not None
        if inner is not None:  # a server in memory sees nothing of this request
            async with mb.connect(inner, info=INFO) as client:
                assert read(await client.call_tool("hidden")) == {"result": True}
        return {"agent": http.headers.first("user-agent"), "session": http.session_id, "address": http.address}

    @tools.tool
    def tell_in_a_thread(context: mb.Context) -> str | None:
        assert context.http is not None
        return context.http.headers.first("User-Agent")

    @tools.tool
    async def hidden(context: mb.Context) -> bool:
        return context.http is None

    @tools.tool
    async def count(context: mb.Context) -> int:
        context.session_state["calls"] = context.session_state.get("calls", 0) + 1
        return int(context.session_state["calls"])

    return tools


def use(revision: str, test: Any, server: mb.Server, **options: Any) -> None:
    async def main() -> None:
        app = server.asgi(**options)
        async with app.lifespan():
            network = httpx2.ASGITransport(app, client=("203.0.113.7", 4711))
            http = httpx2.AsyncClient(transport=network, headers={"User-Agent": "tests"})
            async with mb.connect(HttpTransport(URL, http=http), info=INFO, revisions=[revision]) as client:
                await test(client)

    asyncio.run(main())


def read(result: Any) -> Any:
    return json.loads(result.content[0].text)


@pytest.mark.parametrize("revision", STREAMABLE)
def test_a_handler_sees_its_request(revision: str) -> None:
    async def test(client: Any) -> None:
        seen = read(await client.call_tool("tell"))
        assert (seen["agent"], seen["address"]) == ("tests", "203.0.113.7")
        assert (seen["session"] is None) == (revision not in HANDSHAKE)
        assert read(await client.call_tool("tell_in_a_thread")) == {"result": "tests"}

    use(revision, test, mb.Server(make_tools(mb.Server(make_tools(), info=INFO)), info=INFO))


@pytest.mark.parametrize("revision", [each for each in STREAMABLE if each in HANDSHAKE])
def test_each_session_over_http_has_its_own_state(revision: str) -> None:
    server = mb.Server(make_tools(), info=INFO)

    async def test(client: Any) -> None:
        assert [read(await client.call_tool("count"))["result"] for _ in range(2)] == [1, 2]

    for _ in range(2):
        use(revision, test, server)


@pytest.mark.parametrize("revision", STREAMABLE)
def test_without_sessions_there_is_a_clear_error(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test(client: Any) -> None:
        assert (await client.call_tool("count")).is_error

    use(revision, test, mb.Server(make_tools(), info=INFO), stateless=True)
    (record,) = [each for each in caplog.records if each.exc_info and each.exc_info[1]]
    reason = "the server keeps no sessions" if revision in HANDSHAKE else f"revision {revision} has no sessions"
    assert reason in str(record.exc_info[1])  # type: ignore[index]
