"""A FastMCP client: `fastmcp_client.py REVISION URL | COMMAND…`.

It prints one line of JSON: what came of each step of `python_notes.py`, with the input "functions" of each step of
`python_functions.py`, or with "explore" how much was asked.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from exploring import explore
from fastmcp import Client
from fastmcp.client.transports import SSETransport, StdioTransport, StreamableHttpTransport
from mcp.client import session
from mcp.client.subscriptions import listen
from mcp_types import PromptReference
from python_functions import HEADERS

revision, *server = sys.argv[1:]
given = json.loads(sys.stdin.readline())
is_per_request = revision >= "2026-07-28"
if not is_per_request:
    session.LATEST_HANDSHAKE_VERSION = revision
WATCHED = "note:///1"
changes: list[str] = []
reports: list[float] = []
logs: list[object] = []


async def elicit(message: str, response_type: Any, params: Any, context: Any) -> Any:
    return {"sure": True} if "sure" in params.requested_schema["properties"] else {"city": "Paris"}


async def log(message: Any) -> None:
    logs.append(message.data)


async def progress(done: float, total: float | None, message: str | None) -> None:
    reports.append(done)


async def model(messages: Any, params: Any, context: Any) -> str:
    return f"on {messages[0].content.text}"


async def changed(message: Any) -> None:
    given = getattr(message, "root", message)
    if type(given).__name__ == "ResourceUpdatedNotification":
        changes.append(str(given.params.uri))


async def more(client: Any) -> dict[str, Any]:
    """Ask the model and subscribe, if the server has a tool for that. Return the outcomes."""
    sampled = (await client.call_tool("more", {})).content[0].text
    if is_per_request:
        async with listen(client.session, resource_subscriptions=[WATCHED]) as subscription:
            await client.call_tool("more", {"quietly": True})
            async for event in subscription:
                changes[:] = [event.uri]  # the handler of messages may have got it too
                break
    else:
        await client.session.subscribe_resource(WATCHED)
        await client.call_tool("more", {"quietly": True})
        for _ in range(100):
            await asyncio.sleep(0 if changes else 0.05)
    return {"sampled": sampled, "updated": changes}


async def notes(client: Any) -> dict[str, Any]:
    """Return the outcome of each step."""
    found: dict[str, Any] = {}
    if not is_per_request:
        await client.set_logging_level("info")
    found["tools"] = [tool.name for tool in await client.list_tools()]
    called = await client.call_tool("weather", {"city": "Oslo"}, progress_handler=progress)
    found["call"] = called.content[0].text
    if revision >= "2025-06-18":
        found["elicited"] = (await client.call_tool("weather")).content[0].text
    found["resources"] = [str(each.uri) for each in await client.list_resources()]
    found["templates"] = [each.uri_template for each in await client.list_resource_templates()]
    found["resource"] = (await client.read_resource("note:///1"))[0].text
    found["prompts"] = [each.name for each in await client.list_prompts()]
    found["prompt"] = (await client.get_prompt("plan", {"day": "Friday"})).messages[0].content.text
    completed = await client.complete(PromptReference(name="plan"), {"name": "day", "value": "F"})
    found["completion"] = completed.values
    if "more" in found["tools"]:
        found |= await more(client)
    return found


async def added(client: Any, title: str, text: str) -> dict[str, Any]:
    """Write a note and return it."""
    return json.loads((await client.call_tool("add", {"title": title, "text": text})).content[0].text)


async def cancelled(client: Any) -> bool:
    """Cancel a call, and return whether the server answers the next one."""
    calling = asyncio.create_task(client.call_tool("reindex", {"steps": 1000}))
    await asyncio.sleep(0.2)
    calling.cancel()
    await asyncio.gather(calling, return_exceptions=True)
    return calling.cancelled() and not (await client.call_tool("reindex", {"steps": 1})).is_error


async def updated(client: Any, uri: str, edit: dict[str, Any]) -> list[str]:
    """Subscribe to a note, edit it, and return the notes that have changed."""
    if is_per_request:
        async with listen(client.session, resource_subscriptions=[uri]) as subscription:
            await client.call_tool("edit", edit)
            async for event in subscription:
                return [event.uri]
    await client.session.subscribe_resource(uri)
    await client.call_tool("edit", edit)
    for _ in range(100):
        await asyncio.sleep(0 if changes else 0.05)
    return changes


async def functions(client: Any) -> dict[str, Any]:
    """Return the outcome of each step of `python_functions.py`."""
    found: dict[str, Any] = {}
    if not is_per_request:
        await client.set_logging_level("info")
    found["tools"] = [tool.name for tool in await client.list_tools()]
    note = await added(client, "Milk", "Buy milk")
    uri = f"note:///{note['id']}"
    found["added"] = [note["title"], note["text"]]
    searched = await client.call_tool("search", {"query": "milk", "limit": 100})
    found["found"] = note in json.loads(searched.content[0].text)["result"]
    refused = await client.call_tool("search", {"query": "milk", "limit": 101}, raise_on_error=False)
    found["refused"] = refused.is_error
    await client.call_tool("reindex", {"steps": 3}, progress_handler=progress)
    found["cancelled"] = await cancelled(client)
    if revision >= "2025-06-18":
        old = await added(client, "Old", "")
        found["deleted"] = (await client.call_tool("delete", {"id": old["id"]})).content[0].text
    found["templates"] = [each.uri_template for each in await client.list_resource_templates()]
    found["resource"] = (await client.read_resource(uri))[0].text
    found["prompts"] = [each.name for each in await client.list_prompts()]
    found["prompt"] = (await client.get_prompt("summarize", {"title": "Milk"})).messages[0].content.text
    completed = await client.complete(PromptReference(name="summarize"), {"name": "title", "value": "Mi"})
    found["completion"] = sorted({*completed.values})
    found["updated"] = await updated(client, uri, {"id": note["id"], "text": "Drink"}) == [uri]
    return found


async def main() -> None:
    target: Any = StdioTransport(server[0], server[1:])
    if server[0].startswith("http"):
        target = SSETransport(server[0]) if revision == "2024-11-05" else server[0]
        target = StreamableHttpTransport(server[0], headers=HEADERS) if HEADERS else target
    mode = "auto" if is_per_request else "legacy"
    handlers = {"elicitation_handler": elicit, "log_handler": log, "sampling_handler": model}
    async with Client(target, mode=mode, message_handler=changed, **handlers) as client:
        found: dict[str, Any] = {"version": client.protocol_version}
        steps = {"explore": explore, "functions": functions}.get(given, notes)
        found |= await steps(client)
        print(json.dumps({**found, "progress": reports, "logs": logs}))


asyncio.run(main())
