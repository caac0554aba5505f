"""Registration and calls of tools.

A tool is a function with the tool's name. It returns blocks of content, or a text; or the work that produces these,
which runs as a task where the client knows tasks. A revision lists the tool only if it defines every method and
definition that the tool needs.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.server import TaskRunner

Content: TypeAlias = str | list[mcp.ContentBlock]


class ToolError(Exception):
    """Failure of a tool. The result has `isError` and the message of this exception."""


class Call(NamedTuple):
    """One call of a tool: the context of the request, the arguments, and the server that was called."""

    context: mb.Context
    arguments: Mapping[str, Any]
    server: mb.Server


Job: TypeAlias = Callable[[mb.Context], Awaitable[Content]]
"""Work that may take long; its context is to ask the client with."""

ToolFunction: TypeAlias = Callable[[Call], Awaitable[Content | Job]]


class Tool(NamedTuple):
    """A tool, its listing and its requirements."""

    run: ToolFunction
    listing: mcp.Tool
    needs: tuple[str, ...]
    """Methods and definitions that a revision must define to offer the tool."""
    needs_task: bool
    """True if the tool serves only clients that know tasks."""

    def is_offered_in(self, revision: mb.Revision) -> bool:
        """Return whether a revision defines everything that the tool needs."""
        return all(name in revision.methods or name in revision.definitions for name in self.needs)


_TOOL = mb.revision(mcp.ServerHandlers.revision).codec(mcp.Tool)
_TOOLS: dict[str, Tool] = {}


def tool(
    description: str, *needs: str, schema: dict[str, Any] | None = None, needs_task: bool = False, **required: Any
) -> Callable[[ToolFunction], ToolFunction]:
    """Register the decorated function as a tool.

    Args:
        description: for the model.
        needs: methods and definitions that a revision must define to offer the tool.
        schema: JSON Schema of the arguments; by default an object with the properties of `required`.
        needs_task: whether the tool serves only clients that know tasks.
        required: names of the required arguments and their schemas, if `schema` is not given.
    """
    form: dict[str, Any] = {"type": "object"}
    if schema is not None:
        form = schema
    elif required:
        form |= {"properties": required, "required": list(required)}

    def offer(run: ToolFunction) -> ToolFunction:
        listing = {"name": run.__name__, "description": description, "inputSchema": form}
        _TOOLS[run.__name__] = Tool(run, _TOOL.decode_value(listing), needs, needs_task)
        return run

    return offer


def withdraw_tool(name: str) -> bool:
    """Remove a tool. Return False if no tool has this name."""

    return _TOOLS.pop(name, None) is not None


def offered_tools(revision: mb.Revision) -> list[mcp.Tool]:
    """Return the tools that a revision offers."""
    return [each.listing for each in _TOOLS.values() if each.is_offered_in(revision)]


async def call_tool(name: str, this_call: Call, tasks: TaskRunner) -> Any:
    """Call a tool that the client is offered, and return its result, which names a task if a task does the work.

    Raises:
        ProtocolError: the tool needs a client that knows tasks.
    """
    found = _TOOLS[name]
    if found.needs_task:
        tasks.require(this_call.context)
    try:
        outcome = await found.run(this_call)
    except ToolError as failure:
        return _failure_result(failure)
    if not callable(outcome):
        return _success_result(outcome)
    job = outcome

    async def work(context: mb.Context) -> mcp.CallToolResult:
        try:
            return _success_result(await job(context))
        except ToolError as failure:
            return _failure_result(failure)

    return await tasks.run(work, this_call.context)


def _success_result(content: Content) -> mcp.CallToolResult:
    return mcp.CallToolResult(content=[mcp.TextContent(text=content)] if isinstance(content, str) else content)


def _failure_result(failure: ToolError) -> mcp.CallToolResult:
    return mcp.CallToolResult(content=[mcp.TextContent(text=str(failure))], is_error=True)
