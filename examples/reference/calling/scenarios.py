"""The requests that the client sends once it is connected.

Without a scenario it only lists the tools. The scenarios are those of the official conformance suite, which passes the
name in `MCP_CONFORMANCE_SCENARIO` and further data as JSON in `MCP_CONFORMANCE_CONTEXT`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import mcp_bindings as mb
from calling.output import print_error, print_line
from calling.samples import NoSampleError, sample
from calling.tasks import call_tool
from mcp_bindings.transports import ClientConnection

LIST_ONLY = frozenset({"", "initialize", "request-metadata", "json-schema-ref-no-deref"})
"""Scenarios in which the client calls no tool; the empty name means that there is no scenario."""


async def run_scenario(connection: ClientConnection, scenario: str, context: Mapping[str, Any]) -> None:
    """Send the requests of a scenario and print the results."""
    print_line(f"connected, revision {connection.session.version}")
    tools = await connection.list_tools() if "tools" in connection.server_capabilities else []
    for tool in tools:
        print_line(f"tool {tool.name}: {tool.description or ''}")
    if scenario in LIST_ONLY:
        return
    calls = [(tool.name, arguments) for tool in tools if (arguments := _arguments(connection, tool.name)) is not None]
    if "toolCalls" in context:
        calls = [(call["name"], call["arguments"]) for call in context["toolCalls"]]
    await asyncio.gather(*(_call(connection, name, arguments) for name, arguments in calls))
    await _read_resources_and_prompts(connection)


def _arguments(connection: ClientConnection, name: str) -> dict[str, Any] | None:
    """Make valid arguments for a tool; None if this client cannot make any."""
    try:
        value: Any = sample(connection.schemas[name])
    except NoSampleError as error:
        print_error(f"skipping the tool {name!r}: {error}")
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


async def _call(connection: ClientConnection, name: str, arguments: dict[str, Any]) -> None:
    """Call one tool and print its content or its error."""
    try:
        result = await call_tool(connection, name, arguments)
    except mb.ProtocolError as error:
        print_line(f"{name} failed: {error}")
        return
    print_line(f"{name} returned {[getattr(block, 'text', block.type) for block in result.content]}")


async def _read_resources_and_prompts(connection: ClientConnection) -> None:
    """Read every resource and get every prompt, if the server has the capability."""
    if "resources" in connection.server_capabilities:
        async for resource in connection.bounded(connection.calls.iter_resources()):
            read = await connection.call("read_resource", resource.uri)
            print_line(f"resource {resource.uri}: {len(read.contents)} parts")
    if "prompts" in connection.server_capabilities:
        async for prompt in connection.bounded(connection.calls.iter_prompts()):
            declared: list[Any] = prompt.arguments or []
            required: list[str] = [argument.name for argument in declared if argument.required]
            got = await connection.call("get_prompt", prompt.name, arguments=dict.fromkeys(required, "text"))
            print_line(f"prompt {prompt.name}: {len(got.messages)} messages")
