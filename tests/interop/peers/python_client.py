"""A client on the official Python SDK, of either generation: `python_client.py REVISION URL | COMMAND…`.

It prints one line of JSON: what came of each step. Without arguments for a tool the steps are those of `python_notes`;
with "explore" those of `exploring`, with "functions" those of `python_functions`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from importlib.metadata import version
from typing import Any

from exploring import explore
from mcp import ClientSession, StdioServerParameters, types
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from python_functions import HEADERS, functions
from python_notes import changed, notes

NEW = not version("mcp").startswith("1.")
revision, *server = sys.argv[1:]
arguments = json.loads(sys.stdin.readline())
FORM = {"username": "ann", "email": "a@example.com", "city": "Paris", "sure": True}
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

    read, write, _ = await stack.enter_async_context(streamablehttp_client(server[0], headers=HEADERS))
    return read, write


async def connected(stack: AsyncExitStack) -> tuple[Any, str]:
    callbacks: dict[str, Any] = {"elicitation_callback": elicit, "sampling_callback": model, "logging_callback": log}
    callbacks["message_handler"] = changed
    if NEW:
        import mcp.client.session
        from mcp import Client

        command = StdioServerParameters(command=server[0], args=server[1:])
        url: Any = sse_client(server[0]) if revision == "2024-11-05" else server[0]
        if HEADERS:
            import httpx2
            from mcp.client.streamable_http import streamable_http_client

            http = await stack.enter_async_context(httpx2.AsyncClient(headers=HEADERS, timeout=30))
            url = streamable_http_client(url, http_client=http)
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


async def main() -> None:
    async with AsyncExitStack() as stack:
        client, agreed = await connected(stack)
        steps = {None: notes, "functions": functions}.get(arguments if arguments in (None, "functions") else "")
        others = explore if arguments == "explore" else reference
        found = await (others(client) if steps is None else steps(client, revision, progress))
        print(json.dumps({"version": agreed, **found, "progress": reports, "logs": logs}))


asyncio.run(main())
