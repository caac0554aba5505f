"""A server over standard streams whose process a tool can end during its call."""

from __future__ import annotations

import asyncio
import os

import mcp_bindings as mb

tools = mb.Toolbox()


@tools.tool
async def process() -> int:
    """Return the id of the process."""
    return os.getpid()


@tools.tool
async def die() -> str:
    """End the process before the response."""
    os._exit(3)


@tools.tool
async def wait() -> str:
    """Never respond."""
    await asyncio.sleep(600)
    return ""


@tools.tool
async def ask(context: mb.Context) -> str:
    """Ask the client's model, and wait for the answer."""
    return str(await context.sample("Who?", 10))


if __name__ == "__main__":
    mb.Server(tools, info={"name": "mortal", "version": "1"}).run_stdio()
