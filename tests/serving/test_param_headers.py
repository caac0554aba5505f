"""Arguments that HTTP repeats in headers are checked from the first call on, before anybody has listed the tools."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.spec.error_codes import HEADER_MISMATCH, INVALID_PARAMS
from mcp_bindings.spec.names import CLIENT_INFO_KEY
from tests.revisions import PER_REQUEST, code_of, method_of, request_meta

URL = "http://127.0.0.1/mcp"
SCHEMA = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}


class Tools(mcp.ToolsServer):
    """One tool, whose argument is repeated in a header. The list needs the server."""

    def __init__(self) -> None:
        self.listed = 0

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        self.listed += 1
        assert context.server is not None
        assert context.meta[CLIENT_INFO_KEY]["name"], "a later revision may require it"
        return {"tools": [{"name": "there", "inputSchema": SCHEMA}]}

    def call_tool(self, params: Any, context: mb.Context) -> mcp.CallToolResult:
        return mcp.CallToolResult(content=[])


@pytest.mark.parametrize("version", PER_REQUEST)
def test_a_header_that_contradicts_its_argument_is_rejected(version: str) -> None:
    async def main() -> None:
        handlers = Tools()
        server = mb.Server(handlers, info={"name": "tests", "version": "1"})
        http = httpx2.AsyncClient(transport=httpx2.ASGITransport(server.asgi()))

        async def call_with_header(tool: str, region: str, header: str) -> Any:
            meta: dict[str, Any] = request_meta(version)
            params = {"name": tool, "arguments": {"region": region}, "_meta": meta}
            message = {"jsonrpc": "2.0", "id": 1, "method": method_of("tools/call", version), "params": params}
            headers = {"Accept": "application/json, text/event-stream", "Mcp-Param-Region": header}
            headers |= mb.http.request_headers(message, version)
            return (await http.post(URL, json=message, headers=headers)).json()

        assert (await call_with_header("there", "here", "elsewhere"))["error"]["code"] == code_of(
            version, HEADER_MISMATCH
        )
        assert "result" in await call_with_header("there", "here", "here")
        unknown = await asyncio.gather(*(call_with_header(f"nowhere{number}", "here", "here") for number in range(50)))
        assert {each["error"]["code"] for each in unknown} == {INVALID_PARAMS}
        assert handlers.listed < 10, "unknown names do not have the tools listed each time"

    asyncio.run(main())
