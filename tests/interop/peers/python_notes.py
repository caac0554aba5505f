"""The steps of a client on the official Python SDK, of either generation, for `examples/all_revisions.py`."""

from __future__ import annotations

import asyncio
from typing import Any

from mcp import types

CALLED = {"city": "Oslo"}
WATCHED = "note:///1"
changes: list[str] = []


async def changed(message: Any) -> None:
    """Keep the resources that have changed; `message` is a notification of either generation."""
    given = getattr(message, "root", message)
    if type(given).__name__ == "ResourceUpdatedNotification":
        changes.append(str(given.params.uri))


async def more(client: Any, revision: str) -> dict[str, Any]:
    """Ask the model and subscribe, if the server has a tool for that. Return the outcomes."""
    sampled = (await client.call_tool("more", {})).content[0].text
    if revision < "2026-07-28":
        await client.subscribe_resource(WATCHED)
        await client.call_tool("more", {"quietly": True})
        for _ in range(100):
            await asyncio.sleep(0 if changes else 0.05)
    else:
        async with client.listen(resource_subscriptions=[WATCHED]) as subscription:
            await client.call_tool("more", {"quietly": True})
            async for event in subscription:
                changes[:] = [event.uri]  # the handler of messages may have got it too
                break
    return {"sampled": sampled, "updated": changes}


async def notes(client: Any, revision: str, progress: Any) -> dict[str, Any]:
    """Return the outcome of each step."""
    found: dict[str, Any] = {}
    if revision < "2026-07-28":
        await client.set_logging_level("info")
    found["tools"] = [tool.name for tool in (await client.list_tools()).tools]
    found["call"] = (await client.call_tool("weather", CALLED, progress_callback=progress)).content[0].text
    if revision >= "2025-06-18":
        found["elicited"] = (await client.call_tool("weather", {})).content[0].text
    found["resources"] = [str(each.uri) for each in (await client.list_resources()).resources]
    listed = (await client.list_resource_templates()).model_dump(by_alias=True)["resourceTemplates"]
    found["templates"] = [each["uriTemplate"] for each in listed]
    found["resource"] = (await client.read_resource("note:///1")).contents[0].text
    found["prompts"] = [each.name for each in (await client.list_prompts()).prompts]
    found["prompt"] = (await client.get_prompt("plan", {"day": "Friday"})).messages[0].content.text
    reference = types.PromptReference(type="ref/prompt", name="plan")
    completed = await client.complete(reference, {"name": "day", "value": "F"})
    found["completion"] = completed.completion.values
    if "more" in found["tools"]:
        found |= await more(client, revision)
    return found
