"""Count the modules and the frames of the package that one warm `tools/call` enters; needs Python 3.12 or newer.

    python -m tests.benchmarks.frames            print the table
    python -m tests.benchmarks.frames --modules  also print each module with its frames

A frame is one entry into a function of `mcp_bindings`; a coroutine that is resumed enters no new one. The handlers are
in the types of 2026-07-28. The first four rows are one POST to the ASGI application, from its call to the last byte
that it sends, after three calls that warm it up. The last row is `mb.connect` to such a server in the same process,
from the call to the result of the first `tools/call`, client and server together, after three warm-ups.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import CodeType
from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp

WARM_UP = 3
PACKAGE = str(Path(mb.__file__).parent)
INFO = {"name": "frames", "version": "1"}
CALL: dict[str, Any] = {"name": "greet", "arguments": {"name": "Ada"}}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": INFO,
    "io.modelcontextprotocol/clientCapabilities": {},
}
PER_REQUEST = {each for each in mb.REVISIONS if mb.revision(each).era == "per-request"}
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


class Newest(mcp.ToolsServer):
    """A server with one tool, in the types of 2026-07-28."""

    def list_tools(self, params: Any, context: mb.Context) -> mcp.ListToolsResult:
        tool = mcp.Tool(name="greet", input_schema=mcp.ToolInputSchema.model_validate(SCHEMA))
        return mcp.ListToolsResult(tools=[tool])

    async def call_tool(self, params: Any, context: mb.Context) -> mcp.CallToolResult:
        return mcp.CallToolResult(content=[mcp.TextContent(text=f"Hello {params.arguments['name']}")])


def older_server() -> mb.Server:
    """Return a server with the same tool, in the types of 2025-11-25."""
    from mcp_bindings import v2025_11_25 as older

    class Older(older.ToolsServer):
        def list_tools(self, params: Any, context: mb.Context) -> older.ListToolsResult:
            tool = older.Tool(name="greet", input_schema=older.ToolInputSchema.model_validate(SCHEMA))
            return older.ListToolsResult(tools=[tool])

        async def call_tool(self, params: Any, context: mb.Context) -> older.CallToolResult:
            return older.CallToolResult(content=[older.TextContent(text=f"Hello {params.arguments['name']}")])

    return mb.Server(Older(), info=INFO)


class Peer:
    """A client of an ASGI application that calls it directly."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self.session = ""

    async def post(self, message: dict[str, Any], **headers: str) -> Any:
        """Send a message, and return the JSON of the response."""
        body = json.dumps(message, separators=(",", ":")).encode()
        fields = {
            "host": "127.0.0.1:8000",
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
            "content-length": str(len(body)),
            **headers,
        }
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "path": "/mcp",
            "raw_path": b"/mcp",
            "query_string": b"",
            "headers": [(name.lower().encode(), value.encode()) for name, value in fields.items()],
            "client": ("127.0.0.1", 5000),
            "server": ("127.0.0.1", 8000),
        }
        incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        incoming.put_nowait({"type": "http.request", "body": body, "more_body": False})
        content = b""

        async def send(event: dict[str, Any]) -> None:
            nonlocal content
            if event["type"] == "http.response.start":
                found = dict(event["headers"])
                self.session = found.get(b"mcp-session-id", b"").decode() or self.session
            content += event.get("body", b"")

        await self._application(scope, incoming.get, send)
        return json.loads(content) if content else None

    async def open(self, version: str) -> None:
        """Open a session."""
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": INFO}
        await self.post({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
        await self.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, **self._of_session(version))
        await self.post({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, **self._of_session(version))

    async def call(self, id_: int, version: str) -> None:
        """Call the tool."""
        params, headers = dict(CALL), self._of_session(version)
        if version in PER_REQUEST:
            params["_meta"] = META
            headers |= {"mcp-method": "tools/call", "mcp-name": "greet"}
        message = {"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params}
        answer = await self.post(message, **headers)
        assert answer["result"]["content"][0]["text"] == "Hello Ada", answer

    def _of_session(self, version: str) -> dict[str, str]:
        headers = {"mcp-protocol-version": version}
        return {**headers, "mcp-session-id": self.session} if self.session else headers


async def counted(work: Callable[[], Awaitable[None]]) -> Counter[str]:
    """Count the frames that some work enters, by module."""
    monitoring: Any = vars(sys)["monitoring"]
    found: Counter[str] = Counter()

    def entered(code: CodeType, offset: int) -> None:
        if code.co_filename.startswith(PACKAGE):
            found[code.co_filename.removeprefix(PACKAGE).lstrip("/\\")] += 1

    tool = monitoring.PROFILER_ID
    monitoring.use_tool_id(tool, "frames")
    monitoring.register_callback(tool, monitoring.events.PY_START, entered)
    monitoring.set_events(tool, monitoring.events.PY_START)
    try:
        await work()
        await asyncio.sleep(0)
    finally:
        monitoring.set_events(tool, 0)
        monitoring.free_tool_id(tool)
    return found


async def over_http(application: Any, version: str, *, has_session: bool) -> Counter[str]:
    """Return the frames of one call over HTTP."""
    peer = Peer(application)
    if has_session:
        await peer.open(version)
    for id_ in range(2, 2 + WARM_UP):
        await peer.call(id_, version)
    await asyncio.sleep(0)  # the end of the last task of these calls does not count
    return await counted(lambda: peer.call(99, version))


async def connected() -> Counter[str]:
    """Return the frames of `mb.connect` to its first result."""
    server = mb.Server(Newest(), info=INFO)

    async def once() -> None:
        async with mb.connect(server, mcp.ClientHandlers(), info=INFO) as client:
            result = await client.call_tool("greet", arguments={"name": "Ada"})
            assert isinstance(result.content[0], mcp.TextContent)

    for _ in range(WARM_UP):
        await once()
    return await counted(once)


async def measured() -> dict[str, Counter[str]]:
    """Return the frames of every row, by module."""
    server = mb.Server(Newest(), info=INFO)
    older = older_server()
    return {
        "2026-07-28": await over_http(server.asgi(), "2026-07-28", has_session=False),
        "2025-11-25 with a session": await over_http(older.asgi(), "2025-11-25", has_session=True),
        "crossing": await over_http(server.asgi(), "2025-11-25", has_session=True),
        "stateless": await over_http(older.asgi(stateless=True), "2025-11-25", has_session=False),
        "mb.connect to its first result": await connected(),
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules", action="store_true", help="also print each module with its frames")
    chosen = parser.parse_args()
    print("| one warm tools/call | modules | frames |\n| --- | --- | --- |")
    rows = asyncio.run(measured())
    for name, frames in rows.items():
        print(f"| {name} | {len(frames)} | {frames.total()} |")
    if chosen.modules:
        for name, frames in rows.items():
            print(f"\n{name}")
            for module, count in frames.most_common():
                print(f"  {count:4} {module}")


if __name__ == "__main__":
    main()
