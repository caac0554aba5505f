"""The requests that the client sends once it is connected.

Without a scenario it only lists the tools. The scenarios are those of the official conformance suite, which passes the
name in `MCP_CONFORMANCE_SCENARIO` and further data as JSON in `MCP_CONFORMANCE_CONTEXT`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, TypeAlias, cast

import mcp_bindings as mb
from calling.content.samples import NoSampleError, make_sample
from calling.output import print_error, print_line
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.extensions import tasks
from mcp_bindings.server import follow_task

Client: TypeAlias = "mcp.Client | tasks.Client"

LIST_ONLY = frozenset({"", "initialize", "request-metadata", "json-schema-ref-no-deref"})
"""Scenarios in which the client calls no tool; the empty name means that there is no scenario."""

ECHO = "json-schema-2020-12-preservation"
"""The scenario in which the client passes the input schema of `ECHOED_TOOL`, as it has read it, to `ECHO_TOOL`."""

ECHOED_TOOL, ECHO_TOOL = "json_schema_2020_12_tool", "json_schema_echo"


async def run_scenario(client: Client, scenario: str, context: Mapping[str, Any]) -> None:
    """Send the requests of a scenario and print the results."""
    connection = client.connection
    print_line(f"connected, revision {connection.session.version}")
    has_tools = "tools" in connection.server_capabilities
    tools = [tool async for tool in connection.iterate_within_bounds(client.iter_tools())] if has_tools else []
    for tool in tools:
        print_line(f"tool {tool.name}: {tool.description or ''}")
    if scenario in LIST_ONLY:
        return
    if scenario == ECHO:
        schemas = connection.schemas
        calls = [(ECHO_TOOL, {"schema": schemas[tool.name]}) for tool in tools if tool.name == ECHOED_TOOL]
    else:
        calls = [(tool.name, arguments) for tool in tools if (arguments := _arguments(client, tool.name)) is not None]
    if "toolCalls" in context:
        calls = [(call["name"], call["arguments"]) for call in context["toolCalls"]]
    await asyncio.gather(*(_call(client, name, arguments) for name, arguments in calls))
    await _read_resources_and_prompts(client)


def _arguments(client: Client, name: str) -> dict[str, Any] | None:
    """Make valid arguments for a tool; None if this client cannot make any."""
    try:
        value: Any = make_sample(client.connection.schemas[name])
    except NoSampleError as error:
        print_error(f"skipping the tool {name!r}: {error}")
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


async def _call(client: Client, name: str, arguments: dict[str, Any]) -> None:
    """Call one tool and print its content or its error."""
    try:
        result = await call_tool(client, name, arguments)
    except mb.ProtocolError as error:
        print_line(f"{name} failed: {error}")
        return
    print_line(f"{name} returned {[getattr(block, 'text', block.type) for block in result.content]}")


async def call_tool(client: Client, name: str, arguments: dict[str, Any]) -> Any:
    """Call a tool; if the server runs it as a task, wait for the result."""
    result: Any = await client.call_tool(name, arguments=arguments)
    if isinstance(result, tasks.CreateTaskResult):
        return await follow_task(result, cast("tasks.Client", client), client.connection.dispatcher)
    return result


async def _read_resources_and_prompts(client: Client) -> None:
    """Read every resource and get every prompt, if the server has the capability."""
    connection = client.connection
    if "resources" in connection.server_capabilities:
        async for resource in connection.iterate_within_bounds(client.iter_resources()):
            read = await client.read_resource(resource.uri)
            print_line(f"resource {resource.uri}: {len(read.contents)} parts")
    if "prompts" in connection.server_capabilities:
        async for prompt in connection.iterate_within_bounds(client.iter_prompts()):
            required = [argument.name for argument in prompt.arguments or [] if argument.required]
            got = await client.get_prompt(prompt.name, arguments=dict.fromkeys(required, "text"))
            print_line(f"prompt {prompt.name}: {len(got.messages)} messages")
