"""The share of the guards in the processor time of a server for one `tools/call`: `python -m tests.benchmarks.guards`.

The same server handles the same calls with its guards and without, in turns and in one process, without a transport.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.guards import NO_GUARDS
from mcp_bindings.transports.service import ServedClient

INFO = {"name": "guards", "version": "1"}
CALLS, ROUNDS = 1_000, 12
META = "io.modelcontextprotocol/"
CITY = {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"]}
WARM = {"type": "object", "properties": {"warm": {"type": "boolean"}}, "required": ["warm"]}


class Weather(mcp.ToolsServer):
    """One tool, whose arguments and results have schemas."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [{"name": "weather", "inputSchema": CITY, "outputSchema": WARM}]}

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> mcp.CallToolResult:
        text = f"{params.name} {params.arguments}"
        return mcp.CallToolResult(content=[mcp.TextContent(text=text)], structured_content={"warm": True})


async def opened(guards: mb.Guards, revision: mb.Revision) -> ServedClient:
    """Return a client of a server with these guards."""

    async def send(_: bytes) -> None: ...

    client = ServedClient(mb.Server(Weather(), info=INFO, guards=guards), send, "stdio")
    if revision.era == "handshake":
        opening = mb.Session("client", [revision.id], info=INFO)
        answer = await client.handle(client.session.receive(opening.open()))
        assert answer is not None
        agreed: Any = opening.receive(answer)
        await client.handle(client.session.receive(agreed.reply))
    return client


async def microseconds(client: ServedClient, revision: mb.Revision, first: int) -> float:
    """Return the processor time of one call, in microseconds."""
    params: dict[str, Any] = {"name": "weather", "arguments": {"city": "Rome", "days": 3}}
    if revision.era == "per-request":
        known = {"protocolVersion": revision.version, "clientCapabilities": {}, "clientInfo": INFO}
        params["_meta"] = {f"{META}{name}": value for name, value in known.items()}
    message = {"jsonrpc": "2.0", "method": "tools/call", "params": params}
    texts = [json.dumps({**message, "id": first + number}).encode() for number in range(CALLS)]
    started = time.process_time()
    for text in texts:
        await client.handle(client.session.receive(text))
    return (time.process_time() - started) / CALLS * 1e6


async def main() -> None:
    """Print the best round of each revision."""
    for id_ in mb.REVISIONS:
        revision = mb.revision(id_)
        clients = [await opened(guards, revision) for guards in (mb.Guards(), NO_GUARDS)]
        best = [float("inf")] * 2
        for round_ in range(ROUNDS):
            for place, client in enumerate(clients):
                best[place] = min(best[place], await microseconds(client, revision, (1 + round_) * CALLS))
        share = 1 - best[1] / best[0]
        print(f"{id_}: {best[0]:.1f} µs with guards, {best[1]:.1f} µs without, share {share:.1%}")


if __name__ == "__main__":
    asyncio.run(main())
