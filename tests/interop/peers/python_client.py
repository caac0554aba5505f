"""A client on the official Python SDK, of either generation: `python_client.py REVISION URL | COMMAND…`.

It prints one line of JSON: what came of each step. Without arguments for a tool the steps are those of `python_notes`;
with "explore" it asks for everything that the server lists, in good and in bad ways.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from importlib.metadata import version
from typing import Any

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from python_notes import changed, notes

NEW = not version("mcp").startswith("1.")
revision, *server = sys.argv[1:]
arguments = json.loads(sys.stdin.readline())
FORM = {"username": "ann", "email": "a@example.com", "city": "Paris"}
logs: list[object] = []
reports: list[float] = []


async def elicit(context: Any, params: Any) -> Any:
    schema = params.requested_schema if NEW else params.requestedSchema
    content = {name: value for name, value in FORM.items() if name in schema["properties"]}
    return types.ElicitResult(action="accept", content=content)


async def model(context: Any, params: Any) -> Any:
    content = types.TextContent(type="text", text=f"on {params.messages[0].content.text}")
    return types.CreateMessageResult(role="assistant", content=content, model="none")


async def log(params: Any) -> None:
    logs.append(params.data)


async def progress(done: float, total: float | None, message: str | None) -> None:
    reports.append(done)


async def streams(stack: AsyncExitStack) -> tuple[Any, Any]:
    if not server[0].startswith("http"):
        parameters = StdioServerParameters(command=server[0], args=server[1:])
        return await stack.enter_async_context(stdio_client(parameters))
    if revision == "2024-11-05":
        return await stack.enter_async_context(sse_client(server[0]))
    from mcp.client.streamable_http import streamablehttp_client

    read, write, _ = await stack.enter_async_context(streamablehttp_client(server[0]))
    return read, write


async def connected(stack: AsyncExitStack) -> tuple[Any, str]:
    callbacks: dict[str, Any] = {"elicitation_callback": elicit, "sampling_callback": model, "logging_callback": log}
    callbacks["message_handler"] = changed
    if NEW:
        import mcp.client.session
        from mcp import Client

        command = StdioServerParameters(command=server[0], args=server[1:])
        url: Any = sse_client(server[0]) if revision == "2024-11-05" else server[0]
        target = url if server[0].startswith("http") else command
        if revision < "2026-07-28":
            mcp.client.session.LATEST_HANDSHAKE_VERSION = revision
        mode = "legacy" if revision < "2026-07-28" else "auto"
        client = await stack.enter_async_context(Client(target, mode=mode, log_level="info", **callbacks))
        return client, client.protocol_version
    types.LATEST_PROTOCOL_VERSION = revision
    session = await stack.enter_async_context(ClientSession(*await streams(stack), **callbacks))
    return session, (await session.initialize()).protocolVersion


async def reference(client: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    found["tools"] = sorted(tool.name for tool in (await client.list_tools()).tools)
    called = await client.call_tool("json_schema_2020_12_tool", arguments)
    found["call"] = called.content[0].text
    read = await client.read_resource("test://static-text")
    found["resource"] = read.contents[0].text
    prompt = await client.get_prompt("test_prompt_with_arguments", {"arg1": "one", "arg2": "two"})
    found["prompt"] = prompt.messages[0].content.text
    await client.call_tool("test_tool_with_progress", {}, progress_callback=progress)
    await client.call_tool("test_tool_with_logging", {})
    found["sampled"] = (await client.call_tool("test_sampling", {"prompt": "this"})).content[0].text
    if revision >= "2025-06-18":
        found["elicited"] = (await client.call_tool("test_elicitation", {"message": "Who?"})).content[0].text
    return found


def made_up(schema: dict[str, Any], number: int) -> Any:
    """A value that may fit a schema."""
    if "enum" in schema:
        return schema["enum"][number % len(schema["enum"])]
    kinds = {"integer": number, "number": float(number), "boolean": True, "array": [], "object": {}}
    return kinds.get(schema.get("type", "string"), f"text {number}")


async def explore(client: Any) -> dict[str, Any]:
    """Ask for everything that the server lists, several times; what fails is counted."""
    counts = {"asked": 0, "failed": 0}

    async def ask(call: Any, *values: Any) -> Any:
        counts["asked"] += 1
        try:
            return await asyncio.wait_for(call(*values), 1)
        except Exception:
            counts["failed"] += 1
            return None

    tools = await ask(client.list_tools)
    for tool in tools.tools if tools else ():
        schema = (tool.input_schema if NEW else tool.inputSchema) or {}
        wanted = schema.get("properties", {})
        for number in range(1, 5):
            values = {name: made_up(each, number) for name, each in wanted.items()}
            await ask(client.call_tool, tool.name, values)
        required = {name: made_up(wanted.get(name, {}), 1) for name in schema.get("required", ())}
        for values in (required, {}, {"no such": [None]}):
            await ask(client.call_tool, tool.name, values)
    await ask(client.call_tool, "no such tool", {})
    resources = await ask(client.list_resources)
    for resource in (resources.resources if resources else [])[:8]:
        for _ in range(2):
            await ask(client.read_resource, resource.uri)
    for uri in ("test://no/such", "no uri at all"):
        await ask(client.read_resource, uri)
    await ask(client.list_resource_templates)
    prompts = await ask(client.list_prompts)
    for prompt in prompts.prompts if prompts else ():
        values = {each.name: "1" for each in prompt.arguments or ()}
        for given in (values, {}):
            await ask(client.get_prompt, prompt.name, given)
    await ask(client.get_prompt, "no such prompt", {})
    for name in ("send_ping", "send_roots_list_changed"):
        if hasattr(client, name):
            await ask(getattr(client, name))
    if hasattr(client, "set_logging_level"):
        await ask(client.set_logging_level, "debug")
    return counts


async def main() -> None:
    async with AsyncExitStack() as stack:
        client, agreed = await connected(stack)
        steps = explore if arguments == "explore" else reference
        found = await (notes(client, revision, progress) if arguments is None else steps(client))
        print(json.dumps({"version": agreed, **found, "progress": reports, "logs": logs}))


asyncio.run(main())
