"""The steps of a client on the official Python SDK, of either generation, for `examples/notes.py`."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any

from mcp import types
from python_notes import changes

TOKEN = os.environ.get("PEER_TOKEN", "")
HEADERS = {"Authorization": f"Bearer {TOKEN}"} if TOKEN else {}


async def added(client: Any, title: str, text: str) -> dict[str, Any]:
    """Write a note and return it."""
    return json.loads((await client.call_tool("add", {"title": title, "text": text})).content[0].text)


async def cancelled(client: Any) -> bool:
    """Cancel a call, and return whether the server answers the next one."""
    calling = asyncio.create_task(client.call_tool("reindex", {"steps": 1000}))
    await asyncio.sleep(0.2)
    calling.cancel()
    await asyncio.gather(calling, return_exceptions=True)
    again = await client.call_tool("reindex", {"steps": 1})
    return calling.cancelled() and not again.model_dump(by_alias=True)["isError"]


async def updated(client: Any, revision: str, uri: str, edit: dict[str, Any]) -> list[str]:
    """Subscribe to a note, edit it, and return the notes that have changed."""
    if revision < "2026-07-28":
        await client.subscribe_resource(uri)
        await client.call_tool("edit", edit)
        for _ in range(100):
            await asyncio.sleep(0 if changes else 0.05)
        return changes
    async with client.listen(resource_subscriptions=[uri]) as subscription:
        await client.call_tool("edit", edit)
        async for event in subscription:
            return [event.uri]
    return []


async def functions(client: Any, revision: str, progress: Any) -> dict[str, Any]:
    """Return the outcome of each step."""
    found: dict[str, Any] = {}
    if revision < "2026-07-28":
        await client.set_logging_level("info")
    found["tools"] = [tool.name for tool in (await client.list_tools()).tools]
    note = await added(client, "Milk", "Buy milk")
    uri = f"note:///{note['id']}"
    found["added"] = [note["title"], note["text"]]
    searched = json.loads((await client.call_tool("search", {"query": "milk", "limit": 100})).content[0].text)
    found["found"] = note in searched["result"]
    refused = await client.call_tool("search", {"query": "milk", "limit": 101})
    found["refused"] = refused.model_dump(by_alias=True)["isError"]
    await client.call_tool("reindex", {"steps": 3}, progress_callback=progress)
    found["cancelled"] = await cancelled(client)
    if revision >= "2025-06-18":
        old = await added(client, "Old", "")
        found["deleted"] = (await client.call_tool("delete", {"id": old["id"]})).content[0].text
    listed = (await client.list_resource_templates()).model_dump(by_alias=True)["resourceTemplates"]
    found["templates"] = [each["uriTemplate"] for each in listed]
    found["resource"] = (await client.read_resource(uri)).contents[0].text
    found["prompts"] = [each.name for each in (await client.list_prompts()).prompts]
    found["prompt"] = (await client.get_prompt("summarize", {"title": "Milk"})).messages[0].content.text
    reference = types.PromptReference(type="ref/prompt", name="summarize")
    completed = await client.complete(reference, {"name": "title", "value": "Mi"})
    found["completion"] = sorted({*completed.completion.values})
    found["updated"] = await updated(client, revision, uri, {"id": note["id"], "text": "Drink"}) == [uri]
    return found
