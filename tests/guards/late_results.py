"""Results of tools whose work has ended after the response: what the server stores, and what the client accepts."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.extensions import tasks
from mcp_bindings.guards import NO_GUARDS
from mcp_bindings.server import TaskRunner
from mcp_bindings.spec.error_codes import INTERNAL_ERROR
from tests.guards import schema_lab
from tests.guards.callers import INFO
from tests.guards.served_lab import arguments, object_schema


class _Working(mcp.ServerHandlers):
    """One tool, whose work is a task of the extension."""

    def __init__(self, runner: TaskRunner, tool: dict[str, Any], result: dict[str, Any]) -> None:
        self._runner, self._tool, self._result = runner, tool, result

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [self._tool]}

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
        return await self._runner.run(self._work, context)

    async def _work(self, context: mb.Context) -> Any:
        await asyncio.sleep(0)
        return self._result


async def _ended(client: Any, task_id: str) -> str:
    """The status of a task of the extension that has ended."""
    for _ in range(1_000):
        task = await client.get_task(task_id)
        if task.status != "working":
            return str(task.status)
        await asyncio.sleep(0)
    raise AssertionError("the task does not end")


async def _is_accepted(tool: dict[str, Any], result: dict[str, Any], *, by_server: bool) -> bool:
    """Whether a late result is accepted: by the server, or by the client of one that checks nothing."""
    runner = TaskRunner()
    guards, own = (mb.Guards(), NO_GUARDS) if by_server else (NO_GUARDS, mb.Guards())
    server = mb.Server(_Working(runner, tool, result), info=INFO, tasks=runner, guards=guards)
    spoken = tasks.EXTENSION.info.revisions
    async with mb.connect(server, tasks.ClientHandlers(), info=INFO, guards=own, revisions=spoken) as client:
        await client.list_tools()
        created: Any = await client.call_tool("t")
        try:
            return await _ended(client, created.task_id) == "completed"
        except mb.ProtocolError as error:
            if by_server or error.code != INTERNAL_ERROR:
                raise
            return False


async def late(rng: random.Random) -> tuple[str, str]:
    """A late result, with its tool's schema."""
    schema, validator = object_schema(rng)
    found = arguments(rng)
    result: dict[str, Any] = {"content": [], "structuredContent": found}
    fits = schema_lab.expected(validator, found)
    match rng.randrange(10):
        case 0:
            result["isError"] = fits = True
        case 1:
            del result["structuredContent"]
            fits = False
        case _:
            pass
    tool = {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": schema}
    by_server = rng.random() < 0.5
    got = await _is_accepted(tool, result, by_server=by_server)
    kind = f"{'server' if by_server else 'client'}, {'fits' if fits else 'does not fit'}"
    return kind, "" if got == fits else f"{result!r} by {schema!r}"
