"""A server of FastMCP over standard streams with the functions of `tests/benchmarks/functions.py`.

It runs in an environment with FastMCP.
"""

from __future__ import annotations

from time import process_time

from fastmcp import FastMCP

server = FastMCP("benchmark")


@server.tool(name="async_def")
async def add(first: int, second: int) -> str:
    return str(first + second)


@server.tool
async def spent() -> float:
    """Return the processor time of the server in seconds."""
    return process_time()


server.run(show_banner=False)
