"""A proxy that says who breaks the protocol: `python examples/proxy.py COMMAND…` starts a server and passes all on."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from typing import Any

import mcp_bindings as mb


async def main(*command: str) -> None:
    server: Any = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=4 * 1024 * 1024)
    observer = mb.Observer()

    def hear(line: bytes, sender: mb.Sender) -> None:
        for event in observer.hear(line, sender):
            for finding in event.findings:
                who = "note" if finding.level == "note" else finding.side
                print(f"message {event.number}: {who}: {finding.message} [{finding.rule}]", file=sys.stderr)

    async def pass_down() -> None:
        async for line in server.stdout:
            hear(line, "server")
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    passing = asyncio.create_task(pass_down())
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        hear(line, "client")
        server.stdin.write(line)
        await server.stdin.drain()
    server.stdin.close()
    await passing


asyncio.run(main(*sys.argv[1:]))
