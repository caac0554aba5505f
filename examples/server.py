"""A server in 20 lines: one tool on standard streams, every message held to the rules of a session."""

import asyncio
import sys

import mcp_bindings as mb
from mcp_bindings import v2025_11_25 as mcp


class Echo(mcp.ToolsServer):
    def list_tools(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> mcp.ListToolsResult:
        return mcp.ListToolsResult(tools=[mcp.Tool(name="echo", input_schema=mcp.ToolInputSchema())])

    def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> mcp.CallToolResult:
        return mcp.CallToolResult(content=[mcp.TextContent(text=str(params.arguments))])


async def main() -> None:
    info, tools = {"name": "echo", "version": "1"}, Echo()
    session = mb.Session("server", [tools.revision], info=info, capabilities=tools.capabilities_json())
    server = mb.Dispatcher(tools, session=session)
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        if reply := await server.dispatch(line):
            print(reply.decode(), flush=True)


asyncio.run(main())
