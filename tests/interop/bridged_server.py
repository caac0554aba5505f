"""The server of `examples/all_revisions.py` in one revision alone, with a tool that asks the model or tells a change.

`bridged_server.py REVISION` serves over standard streams, `bridged_server.py REVISION PORT` over HTTP.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import uvicorn

import mcp_bindings as mb
from examples import all_revisions
from mcp_bindings import v2026_07_28 as mcp

WATCHED = "note:///1"


class Notes(all_revisions.Notes):
    """The handlers of the example, and one more tool."""

    def list_tools(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> mcp.ListToolsResult:
        tools = list(super().list_tools(params, context).tools)
        return mcp.ListToolsResult(tools=[*tools, mcp.Tool(name="more", input_schema=mcp.ToolInputSchema())])

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> mcp.CallToolResult:
        if params.name != "more":
            return await super().call_tool(params, context)
        if not (params.arguments or {}).get("quietly"):
            answer: Any = await context.sample("Greet me.", 10)
            return mcp.CallToolResult(content=[mcp.TextContent(text=f"The model says {answer.content.text}")])
        await server.notify("notifications/resources/updated", uri=WATCHED)
        return mcp.CallToolResult(content=[mcp.TextContent(text="changed")])


revision, *port = sys.argv[1:]
server = mb.Server(
    Notes(),
    info={"name": "notes", "version": "1"},
    capabilities={"logging": {}, "resources": {"subscribe": True}},
    revisions=[revision],
)


async def main() -> None:
    """Serve over HTTP."""
    config = uvicorn.Config(server.asgi(http_sse=True), host="127.0.0.1", port=int(port[0]), log_level="warning")
    await uvicorn.Server(config).serve()


if __name__ == "__main__":
    if port:
        asyncio.run(main())
    else:
        server.run_stdio()
