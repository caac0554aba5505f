"""A call over HTTP leaves nothing behind that only Python's search for cycles would free: it took 9 % of a call."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any
from unittest.mock import patch

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.spec.names import META
from mcp_bindings.transports import StreamableHttp, asgi
from mcp_bindings.transports.http_peers import PostResponse
from tests.benchmarks.load_servers import APPLICATIONS, ARGUMENTS, TOOL
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of, request_meta
from tests.transports.test_asgi import message
from tests.transports.test_bodies import opened, run, whole

CALLS = 5


@pytest.mark.parametrize("has_session", [True, False])
def test_a_call_leaves_no_cycles_of_objects(has_session: bool) -> None:
    params: dict[str, Any] = {"name": TOOL, "arguments": ARGUMENTS}
    method = method_of("tools/call", HANDSHAKE[-1] if has_session else PER_REQUEST[-1])
    headers = {"MCP-Protocol-Version": PER_REQUEST[-1], "Mcp-Method": method, "Mcp-Name": TOOL}
    if not has_session:
        params[META] = request_meta(PER_REQUEST[-1])

    async def main() -> None:
        application: StreamableHttp = APPLICATIONS["ours"]()
        given = await opened(application) if has_session else headers

        async def call(id_: int) -> None:
            post = await whole(application, message(method, id_, **params), **given)
            await asyncio.wait_for(post.task, 5)
            assert post.status == 200

        for id_ in range(2, 4):
            await call(id_)
        gc.collect()
        gc.disable()
        try:
            for id_ in range(4, 4 + CALLS):
                await call(id_)
            assert gc.collect() < CALLS
        finally:
            gc.enable()
        await application.sessions.close()

    run(main())


class Slow(mcp.ToolsServer):
    def list_tools(self, params: Any, context: mb.Context) -> mcp.ListToolsResult:
        return mcp.ListToolsResult(tools=[mcp.Tool(name=TOOL, input_schema=mcp.ToolInputSchema())])

    async def call_tool(self, params: Any, context: mb.Context) -> mcp.CallToolResult:
        await asyncio.sleep(0.001)
        return mcp.CallToolResult(content=[])


def test_an_answer_that_took_time_is_freed_at_once() -> None:
    """It holds what its stream buffers, which may be megabytes."""
    answers: list[weakref.ref[PostResponse]] = []

    class Watched(PostResponse):
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            answers.append(weakref.ref(self))

    async def main() -> None:
        application = StreamableHttp(mb.Server(Slow(), info={"name": "tests", "version": "1"}))
        meta: dict[str, Any] = request_meta(PER_REQUEST[-1])
        method = method_of("tools/call", PER_REQUEST[-1])
        text = message(method, 1, name=TOOL, **{META: meta})
        headers = {"MCP-Protocol-Version": PER_REQUEST[-1], "Mcp-Method": method, "Mcp-Name": TOOL}
        gc.disable()
        try:
            post = await whole(application, text, **headers)
            await asyncio.wait_for(post.task, 5)
            assert post.status == 200
            del post
            for _ in range(200):  # the event loop lets go of the timer when it is due
                if answers[0]() is None:
                    break
                await asyncio.sleep(0.02)
            assert [each() for each in answers] == [None]
        finally:
            gc.enable()
        await application.sessions.close()

    with patch.object(asgi, "PostResponse", Watched):
        run(main())
