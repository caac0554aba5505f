"""The servers of the load test, each with the same tool: `… -m tests.benchmarks.load_servers NAME PORT`, or `stdio`."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.guards.guard_choice import NO_GUARDS

TOOL = "greet"
ARGUMENTS = {"name": "Ada"}
TEXT = "Hello Ada"

_SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


class Greeting(mcp.ServerHandlers):
    """The handlers of ours."""

    def list_tools(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> mcp.ListToolsResult:
        schema = mcp.ToolInputSchema.model_validate(_SCHEMA)
        return mcp.ListToolsResult(tools=[mcp.Tool(name=TOOL, input_schema=schema)])

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> mcp.CallToolResult:
        text = f"Hello {(params.arguments or {})['name']}"
        return mcp.CallToolResult(content=[mcp.TextContent(text=text)])


def _guarded() -> mb.Server:
    return mb.Server(Greeting(), info={"name": "load", "version": "1"})


def _unguarded() -> mb.Server:
    return mb.Server(Greeting(), info={"name": "load", "version": "1"}, guards=NO_GUARDS)


def _sdk(**options: Any) -> Any:
    """Return the official SDK's server, whose results have structured content unless the options say otherwise."""
    server: Any = import_module("mcp.server").MCPServer("load")

    @server.tool(**options)  # type: ignore[untyped-decorator]
    def greet(name: str) -> str:
        return f"Hello {name}"

    return server


_BARE = b'{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"Hello Ada"}]}}'


async def bare(scope: Any, receive: Any, send: Any) -> None:
    """Respond to every POST at once, as an ASGI application that reads only the id."""
    if scope["type"] != "http":
        return
    body = (await receive())["body"]
    id_ = body.partition(b'"id":')[2].partition(b",")[0] or b"0"
    content = _BARE % id_
    if b'"initialize"' in body:
        content = b'{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25"}}' % id_
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(content))]
    headers.append((b"mcp-session-id", b"bare"))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": content})


APPLICATIONS: dict[str, Callable[[], Any]] = {
    "ours": lambda: _guarded().asgi(),
    "ours without guards": lambda: _unguarded().asgi(),
    "mcp 2.3.0": lambda: _sdk().streamable_http_app(json_response=True),
    "mcp 2.3.0, text only": lambda: _sdk(structured_output=False).streamable_http_app(json_response=True),
    "bare": lambda: bare,
}
"""The applications, by their name in the table."""


def tell_processor_time(descriptor: int) -> None:
    """Make SIGUSR2 write the processor time so far, in ns, to a pipe."""

    def write_time(number: int, frame: object) -> None:
        os.write(descriptor, b"%d\n" % time.process_time_ns())

    signal.signal(signal.SIGUSR2, write_time)


def main(name: str, where: str, descriptor: str) -> None:
    """Serve over HTTP at a port, or over standard streams.

    Args:
        name: name of the server.
        where: the port, or `stdio`.
        descriptor: of a pipe; SIGUSR2 asks for the processor time so far, which is written there, in ns.
    """
    tell_processor_time(int(descriptor))
    if where != "stdio":
        uvicorn = import_module("uvicorn")
        uvicorn.run(APPLICATIONS[name](), host="127.0.0.1", port=int(where), log_level="warning", access_log=False)
    elif name == "mcp 2.3.0":
        _sdk().run("stdio")
    else:
        _guarded().run_stdio()


if __name__ == "__main__":
    main(*sys.argv[1:])
