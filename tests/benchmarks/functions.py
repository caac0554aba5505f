"""Contenders that call a tool of a server in this process: a handler of a class, functions of a toolbox, and FastMCP.

`python -m tests.benchmarks.functions` prints their figures. FastMCP is that of `make interop`.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Generator
from contextlib import AsyncExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from tests.benchmarks.timing import Timing
from tests.interop.processes import HERE, python_of

HANDLER, ASYNC, PLAIN, FASTMCP = "class_handler", "async_def", "def", "fastmcp"
MOST_TIMES, MOST_MICROSECONDS = 1.25, 150.0
"""Of `async def`, as a multiple of a handler's time; of `def`, beyond `async def`."""

LEAST_TIMES, MOST_SECONDS = 2.5, 0.7
"""Of FastMCP, as a multiple of the time of `async def`; of four functions of half a second at once."""

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


@tools.tool
async def spent() -> float:
    """Return the processor time of the server in seconds."""
    return process_time()


@tools.tool
def sleep() -> None:
    """Hold a thread for half a second."""
    time.sleep(0.5)


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


def measure_servers(turns: int) -> dict[str, Timing]:
    """Return the processor time of a call in the process of a server over standard streams, ours and FastMCP's.

    The client is ours. Without the environment of `make interop` there is no FastMCP.
    """
    ours = (
        "from tests.benchmarks import functions; functions.mb.Server(functions.tools, info=functions.INFO).run_stdio()"
    )
    commands = {ASYNC: [sys.executable, "-c", ours]}
    if Path(python_of("fastmcp")).exists():
        commands[FASTMCP] = [python_of("fastmcp"), str(HERE / "peers" / "fastmcp_functions.py")]
    seconds: dict[str, list[float]] = {name: [] for name in commands}

    async def main() -> None:
        async with AsyncExitStack() as stack:
            found = {
                name: await stack.enter_async_context(mb.connect(command, mcp.ClientHandlers(), info=INFO))
                for name, command in commands.items()
            }
            for _ in range(turns):
                for name, client in found.items():
                    started = await _read_spent(client)
                    for _ in range(CALLS):
                        await client.call_tool(ASYNC, {"first": 1, "second": 2})
                    seconds[name].append((await _read_spent(client) - started) / CALLS)

    asyncio.run(main())
    return {name: Timing(tuple(measured)) for name, measured in seconds.items()}


async def _read_spent(client: mcp.Client) -> float:
    found: Any = (await client.call_tool("spent")).structured_content
    return float(found["result"])


def measure_four_at_once() -> float:
    """Return the seconds that four calls of a function of half a second take together."""

    async def main() -> float:
        async with mb.connect(mb.Server(tools, info=INFO), info=INFO) as client:
            await client.call_tool(PLAIN, {"first": 1, "second": 2})  # makes the first thread
            started = time.perf_counter()
            await asyncio.gather(*(client.call_tool("sleep") for _ in range(4)))
            return time.perf_counter() - started

    return asyncio.run(main())


def _call(loop: asyncio.AbstractEventLoop, client: Any, name: str) -> object:
    return loop.run_until_complete(client.call_tool(name, {"first": 1, "second": 2}))


if __name__ == "__main__":
    from tests.benchmarks.run import report_functions

    report_functions(20)
