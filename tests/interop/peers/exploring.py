"""Asks for everything that a server lists, in good and in bad ways, on the official Python SDK or FastMCP."""

from __future__ import annotations

import asyncio
from typing import Any


def made_up(schema: dict[str, Any], number: int) -> Any:
    """Return a value that may fit a schema."""
    if "enum" in schema:
        return schema["enum"][number % len(schema["enum"])]
    kinds = {"integer": number, "number": float(number), "boolean": True, "array": [], "object": {}}
    return kinds.get(schema.get("type", "string"), f"text {number}")


class Explorer:
    """Caller of the methods of a client, which counts failures.

    Args:
        client: client of the official SDK, or of FastMCP, whose methods that return whole results end in `_mcp`.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self.counts = {"asked": 0, "failed": 0}

    async def ask(self, name: str, *values: Any) -> Any:
        """Return the result of a method; None if it fails, or if the client has no such method."""
        call = getattr(self._client, f"{name}_mcp", None) or getattr(self._client, name, None)
        if call is None:
            return None
        self.counts["asked"] += 1
        try:
            return await asyncio.wait_for(call(*values), 1)
        except Exception:
            self.counts["failed"] += 1
            return None

    async def call_tools(self) -> None:
        """Call each tool with values that may fit, and with some that do not."""
        tools = await self.ask("list_tools")
        for tool in tools.tools if tools else ():
            schema = getattr(tool, "input_schema", None) or getattr(tool, "inputSchema", None) or {}
            wanted = schema.get("properties", {})
            for number in range(1, 5):
                values = {name: made_up(each, number) for name, each in wanted.items()}
                await self.ask("call_tool", tool.name, values)
            required = {name: made_up(wanted.get(name, {}), 1) for name in schema.get("required", ())}
            for values in (required, {}, {"no such": [None]}):
                await self.ask("call_tool", tool.name, values)
        await self.ask("call_tool", "no such tool", {})

    async def read_resources(self) -> None:
        """Read some resources twice, and what is none."""
        resources = await self.ask("list_resources")
        for resource in (resources.resources if resources else [])[:8]:
            for _ in range(2):
                await self.ask("read_resource", resource.uri)
        for uri in ("test://no/such", "no uri at all"):
            await self.ask("read_resource", uri)
        await self.ask("list_resource_templates")

    async def get_prompts(self) -> None:
        """Get each prompt with and without arguments, and one that does not exist."""
        prompts = await self.ask("list_prompts")
        for prompt in prompts.prompts if prompts else ():
            values = {each.name: "1" for each in prompt.arguments or ()}
            for given in (values, {}):
                await self.ask("get_prompt", prompt.name, given)
        await self.ask("get_prompt", "no such prompt", {})


async def explore(client: Any) -> dict[str, Any]:
    """Ask for everything that the server lists, several times."""
    explorer = Explorer(client)
    await explorer.call_tools()
    await explorer.read_resources()
    await explorer.get_prompts()
    for name in ("send_ping", "ping", "send_roots_list_changed"):
        await explorer.ask(name)
    await explorer.ask("set_logging_level", "debug")
    return explorer.counts
