import asyncio
import sys

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp

SERVER = [sys.executable, "examples/adder.py"]


async def main() -> None:
    async with mb.connect(SERVER, mcp.ClientHandlers(), info={"name": "me", "version": "1"}) as client:
        result = await client.call_tool("add", {"a": 2, "b": 3})
        print(result.structured_content)  # {'result': 5}


asyncio.run(main())
