"""What this client does once it is connected: look at what the server has, or try all of it.

The scenarios are those of the official conformance suite. It names one in `MCP_CONFORMANCE_SCENARIO`, and gives what
that needs in `MCP_CONFORMANCE_CONTEXT`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import mcp_bindings as mb
from calling.connection import Connection, first
from calling.samples import NoSampleError, sample
from calling.shown import complain, say

LOOK = frozenset({"", "initialize", "request-metadata", "json-schema-ref-no-deref"})
"""Scenarios in which nothing is called; the first is none at all."""


async def play(connection: Connection, scenario: str, context: Mapping[str, Any]) -> None:
    """Do what a scenario asks for, and print what comes of it."""
    say(f"connected, revision {connection.session.version}")
    tools = await connection.tools() if "tools" in connection.has else []
    for tool in tools:
        say(f"tool {tool.name}: {tool.description or ''}")
    if scenario in LOOK:
        return
    calls = [(tool.name, arguments) for tool in tools if (arguments := _arguments(connection, tool.name)) is not None]
    if "toolCalls" in context:
        calls = [(call["name"], call["arguments"]) for call in context["toolCalls"]]
    await asyncio.gather(*(_call(connection, name, arguments) for name, arguments in calls))
    await _read_and_prompt(connection)


def _arguments(connection: Connection, name: str) -> dict[str, Any] | None:
    """Arguments that fit a tool; None if there are none that this client can make up."""
    try:
        made: Any = sample(connection.schemas[name])
    except NoSampleError as error:
        complain(f"the tool {name!r} is not called: {error}")
        return None
    return cast("dict[str, Any]", made) if isinstance(made, dict) else {}


async def _call(connection: Connection, name: str, arguments: dict[str, Any]) -> None:
    """Call one tool; that it fails is an answer too."""
    try:
        result = await connection.call_tool(name, arguments)
    except mb.ProtocolError as error:
        say(f"{name} fails: {error}")
        return
    say(f"{name} answers {[getattr(block, 'text', block.type) for block in result.content]}")


async def _read_and_prompt(connection: Connection) -> None:
    """Read every resource and get every prompt, where the server has any."""
    if "resources" in connection.has:
        async for resource in first(connection.calls.iter_resources()):
            read = await connection.read_resource(resource.uri)
            say(f"resource {resource.uri}: {len(read.contents)} parts")
    if "prompts" in connection.has:
        async for prompt in first(connection.calls.iter_prompts()):
            declared: list[Any] = prompt.arguments or []
            wanted: list[str] = [argument.name for argument in declared if argument.required]
            got = await connection.get_prompt(prompt.name, dict.fromkeys(wanted, "text"))
            say(f"prompt {prompt.name}: {len(got.messages)} messages")
