"""A client over HTTP, for servers of every revision: `python examples/http_client.py URL` calls a tool that asks."""

import asyncio
import sys

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp


class Answers(mcp.ClientHandlers):
    def elicit(self, params: mcp.ElicitRequestParams, context: mb.Context) -> mcp.ElicitResult:
        return mcp.ElicitResult(action="accept", content={"city": "Paris"})

    def create_message(self, params: mcp.CreateMessageRequestParams, context: mb.Context) -> mcp.CreateMessageResult:
        return mcp.CreateMessageResult(role="assistant", content=mcp.TextContent(text="Hello"), model="none")


async def main(url: str) -> None:
    async with mb.connect(url, Answers(), info={"name": "mine", "version": "1"}) as client:
        async for tool in client.iter_tools():
            result = await client.call_tool(tool.name)
            print(tool.name, [block.text for block in result.content if isinstance(block, mcp.TextContent)])


asyncio.run(main(sys.argv[1]))
