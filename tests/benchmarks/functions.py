"""Contenders that call a tool of a server in this process: a handler of a class, and functions of a toolbox."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from functools import partial
from time import process_time
from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from tests.benchmarks.timing import Timing

HANDLER, ASYNC, PLAIN = "class_handler", "async_def", "def"
MOST_TIMES, MOST_MICROSECONDS = 1.25, 150.0
"""Of `async def`, as a multiple of a handler's time; of `def`, beyond `async def`."""

CALLS = 100
"""Calls of one turn."""

INFO = {"name": "benchmark", "version": "1"}
SCHEMA = {
    "type": "object",
    "properties": {"first": {"type": "integer"}, "second": {"type": "integer"}},
    "required": ["first", "second"],
}
tools = mb.Toolbox()


class Adder(mcp.ToolsServer):
    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [{"name": HANDLER, "inputSchema": SCHEMA}]}

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        text = str(params.arguments["first"] + params.arguments["second"])
        return mcp.CallToolResult(content=[mcp.TextContent(text=text)])


@tools.tool(name=ASYNC)
async def add(first: int, second: int) -> str:
    return str(first + second)


@tools.tool(name=PLAIN)
def add_in_thread(first: int, second: int) -> str:
    return str(first + second)


@contextmanager
def callers() -> Generator[dict[str, Callable[[], object]]]:
    """Give functions that call the tool once, from the client's arguments to its typed result."""
    with closing(asyncio.new_event_loop()) as loop:
        handling = mb.connect(mb.Server(Adder(), info=INFO), info=INFO)
        boxed = mb.connect(mb.Server(tools, info=INFO), info=INFO)
        clients: list[Any] = [loop.run_until_complete(each.__aenter__()) for each in (handling, boxed)]
        try:
            yield {
                name: partial(_call, loop, client, name)
                for client, name in ((clients[0], HANDLER), (clients[1], ASYNC), (clients[1], PLAIN))
            }
        finally:
            for each in (boxed, handling):
                loop.run_until_complete(each.__aexit__(None, None, None))


def measure(turns: int) -> dict[str, Timing]:
    """Return the processor time of a call in turns of many calls, since threads take part."""
    with callers() as contenders:
        seconds: dict[str, list[float]] = {name: [] for name in contenders}
        for _ in range(turns):
            for name, call in contenders.items():
                started = process_time()
                for _ in range(CALLS):
                    call()
                seconds[name].append((process_time() - started) / CALLS)
    return {name: Timing(tuple(measured)) for name, measured in seconds.items()}


def _call(loop: asyncio.AbstractEventLoop, client: Any, name: str) -> object:
    return loop.run_until_complete(client.call_tool(name, {"first": 1, "second": 2}))
