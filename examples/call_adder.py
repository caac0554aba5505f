import asyncio
import sys

import mcp_bindings as mb


async def main() -> None:
    async with mb.connect([sys.executable, "examples/adder.py"], info={"name": "me", "version": "1"}) as client:
        result = await client.call_tool("add", {"a": 2, "b": 3})
        print(result.structured_content)  # {'result': 5}


asyncio.run(main())
