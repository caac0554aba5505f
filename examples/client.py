"""A client in a few lines: `python examples/client.py COMMAND…` starts a server and asks what tools it has."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from typing import Any

import mcp_bindings as mb
from mcp_bindings.v2025_11_25 import ClientCalls, ClientHandlers


async def main(*command: str) -> None:
    server: Any = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=4 * 1024 * 1024)

    async def send(data: bytes) -> None:
        server.stdin.write(data + b"\n")

    async def listen() -> None:
        async for line in server.stdout:
            if reply := await client.dispatch(line):
                await send(reply)

    session = mb.Session("client", ["2025-11-25"], info={"name": "mine", "version": "1"})
    calls = ClientCalls(send, session=session, timeout=10)
    client = mb.Dispatcher(ClientHandlers(), session=session, calls=calls)
    await send(session.open())
    await send(await client.dispatch(await server.stdout.readline()) or b"")  # now the version is agreed on
    listening = asyncio.create_task(listen())
    async for tool in calls.iter_tools():
        print(tool.name, "-", tool.description)
    server.stdin.close()
    await listening


asyncio.run(main(*sys.argv[1:]))
