"""How tools are registered and called.

A tool is a function with the tool's name. It returns content as JSON in the format of the newest revision, or the work
that produces the content, which runs as a task where the client knows tasks. A revision lists the tool only if it
defines every method and definition that the tool needs.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import mcp_bindings as mb
from mcp_bindings.extensions.tasks import EXTENSION
from mcp_bindings.peer import ClientInput
from mcp_bindings.spec.error_codes import INVALID_PARAMS, MISSING_REQUIRED_CLIENT_CAPABILITY
from serving.input_requests import SIGNER
from serving.media import text
from serving.shared import Shared
from serving.tasks import Ask

Content: TypeAlias = list[dict[str, Any]]
"""Content blocks, as JSON."""

Job: TypeAlias = Callable[[Ask], Awaitable[Content]]
"""Work that may take long; it asks the client for input with its argument."""


class ToolError(Exception):
    """The tool failed; the result has `isError` and the message of this exception."""


class Call(ClientInput):
    """One call of a tool."""

    def __init__(self, context: mb.Context, arguments: Mapping[str, Any], shared: Shared) -> None:
        super().__init__(context, SIGNER)
        self.request_context = context
        self.arguments = arguments
        self.shared = shared


ToolFunction: TypeAlias = Callable[[Call], Awaitable[Content | Job]]


class Tool(NamedTuple):
    """A tool, its listing and its requirements."""

    run: ToolFunction
    listing: dict[str, Any]
    needs: tuple[str, ...]
    """Methods and definitions that a revision must define to offer the tool."""
    needs_task: bool
    """Whether the tool serves only clients that know tasks."""

    def is_offered_in(self, revision: mb.Revision) -> bool:
        """Whether a revision defines everything that the tool needs."""
        return all(name in revision.methods or name in revision.definitions for name in self.needs)


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
    if schema is None:
        schema = (
            {"type": "object", "properties": required, "required": list(required)} if required else {"type": "object"}
        )

    def offer(run: ToolFunction) -> ToolFunction:
        listing = {"name": run.__name__, "description": description, "inputSchema": schema}
        _TOOLS[run.__name__] = Tool(run, listing, needs, needs_task)
        return run

    return offer


def withdraw(name: str) -> bool:
    """Remove a tool; False if no tool has this name."""
    return _TOOLS.pop(name, None) is not None


def offered(revision: mb.Revision) -> dict[str, Tool]:
    """The tools that a revision offers, by name."""
    return {name: item for name, item in _TOOLS.items() if item.is_offered_in(revision)}


def input_schema(name: str | None) -> object:
    """The JSON Schema of a tool's arguments; None if no tool has this name."""
    return _TOOLS[name].listing["inputSchema"] if name in _TOOLS else None


async def call(name: str, arguments: Mapping[str, Any], context: mb.Context, shared: Shared) -> dict[str, Any]:
    """Call a tool and return the members of its result, which is a `CreateTaskResult` if a task does the work.

    Raises:
        ProtocolError: the revision offers no tool of this name, or the tool needs a client that knows tasks.
    """
    found = _TOOLS.get(name)
    if found is None or not found.is_offered_in(context.revision):
        raise mb.ProtocolError(INVALID_PARAMS, "Unknown tool")
    knows_tasks = context.has_extension(EXTENSION)
    if found.needs_task and not knows_tasks:
        required: dict[str, Any] = {"extensions": {EXTENSION.id: {}}}
        raise mb.ProtocolError(
            MISSING_REQUIRED_CLIENT_CAPABILITY, "The tool needs tasks", data={"requiredCapabilities": required}
        )
    this_call = Call(context, arguments, shared)
    try:
        missing = [item for item in found.listing["inputSchema"].get("required", ()) if item not in arguments]
        if missing:
            raise ToolError(f"The tool needs {', '.join(missing)}")
        outcome = await found.run(this_call)
    except ToolError as failure:
        return _failed(failure)
    if isinstance(outcome, list):
        return {"content": outcome}
    job = outcome

    async def work(ask: Ask) -> dict[str, Any]:
        try:
            return {"content": await job(ask)}
        except ToolError as failure:
            return _failed(failure)

    return await (shared.tasks.start(work, this_call) if knows_tasks else work(this_call.ask))


def _failed(failure: ToolError) -> dict[str, Any]:
    return {"content": [text(str(failure))], "isError": True}
