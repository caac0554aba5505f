"""An application with tools that stream, ask, wait and say which of their calls were cancelled."""

from __future__ import annotations

import asyncio
from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp

NAMES = ("cancelled", "echo", "stream", "wait")
FORM = {"type": "object", "properties": {"city": {"type": "string"}}}


class Tools(mcp.ToolsServer):
    def __init__(self) -> None:
        self._cancelled: set[str] = set()

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in NAMES]}

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> mcp.CallToolResult:
        arguments = params.arguments or {}
        match params.name:
            case "stream":
                text = await self._stream(context, asks=bool(arguments["asks"]))
            case "wait":
                text = await self._wait(context, str(arguments["key"]))
            case "cancelled":
                text = " ".join(sorted(self._cancelled))
            case _:
                text = str(arguments)
        return mcp.CallToolResult(content=[mcp.TextContent(text=text)])

    async def _stream(self, context: mb.Context, *, asks: bool) -> str:
        answer = await context.elicit("Which city?", FORM) if asks else None
        for number in range(3):
            await context.progress(number + 1, total=3)
            await asyncio.sleep(0.01)
        return "nowhere" if answer is None else str((answer.content or {})["city"])

    async def _wait(self, context: mb.Context, key: str) -> str:
        await context.progress(1)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            self._cancelled.add(key)
            raise
        return "waited"


app = mb.Server(Tools(), info={"name": "tools", "version": "1"}).asgi(http_sse=True)
