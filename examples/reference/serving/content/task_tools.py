"""The tools that the scenarios on tasks of the conformance suite call."""

from __future__ import annotations

import asyncio
from typing import Any

import mcp_bindings as mb
from mcp_bindings.v2026_07_28.error_codes import INTERNAL_ERROR
from serving.content.tools import ELICIT, elicitation, form
from serving.registry import Call, Content, Job, ToolError, tool

TASKS = "tasks/update"  # a method of the tasks extension that no revision has by itself
MAX_SECONDS = 60.0

_NAME = {"type": "string"}
_YES_OR_NO = {"type": "boolean"}


@tool("Greets, without a task", TASKS, name=_NAME)
async def greet(call: Call) -> Content:
    return f"Hello, {call.arguments['name']}!"


@tool("Computes for a number of seconds", TASKS, seconds={"type": "number", "minimum": 0, "maximum": MAX_SECONDS})
async def slow_compute(call: Call) -> Job:
    given = call.arguments["seconds"]
    if not isinstance(given, (int, float)):
        raise ToolError("seconds is not a number")
    seconds = min(given, MAX_SECONDS)

    async def job(context: mb.Context) -> Content:
        await asyncio.sleep(seconds)
        return f"Computed for {seconds} seconds"

    return job


@tool("Fails after a second", TASKS, needs_task=True)
async def failing_job(call: Call) -> Job:
    async def job(context: mb.Context) -> Content:
        await asyncio.sleep(1)
        raise ToolError("This tool intentionally fails for testing")

    return job


@tool("Ends with a JSON-RPC error", TASKS)
async def protocol_error_job(call: Call) -> Job:
    async def job(context: mb.Context) -> Content:
        raise mb.ProtocolError(INTERNAL_ERROR, "This tool intentionally breaks for testing")

    return job


@tool("Asks the user to confirm that a file may be deleted, and deletes nothing", TASKS, ELICIT, filename=_NAME)
async def confirm_delete(call: Call) -> Job:
    filename = str(call.arguments["filename"])

    async def job(context: mb.Context) -> Content:
        answer = await context.elicit(f"Delete {filename}?", form("confirm", confirm=_YES_OR_NO), key="confirmation")
        is_confirmed = (answer.content or {}).get("confirm") is True
        return f"{'Deleted' if is_confirmed else 'Kept'} {filename}"

    return job


@tool("Asks the user for two names at once", TASKS, ELICIT)
async def multi_input(call: Call) -> Job:
    async def job(context: mb.Context) -> Content:
        first, second = (elicitation(f"The {nth} name?", "name", name=_NAME) for nth in ("first", "second"))
        answers = await context.ask(first=first, second=second)
        return " and ".join(str(_value(answers[each], "name")) for each in ("first", "second"))

    return job


@tool("Asks the user for a name, then greets in a task", TASKS, ELICIT, needs_task=True)
async def test_tool_with_task(call: Call) -> Job:
    answer = await call.context.elicit("What is your name?", form("name", name=_NAME), key="user_name")

    async def job(context: mb.Context) -> Content:
        return f"Hello, {(answer.content or {}).get('name')}!"

    return job


def _value(answer: dict[str, Any], name: str) -> Any:
    """Return the user's entry in a field of a form; None without an entry."""
    return answer.get("content", {}).get(name)
