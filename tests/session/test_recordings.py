"""Recordings of our own client and server go through an observer, as they are and with one violation each.

`python -m tests.interop.recordings` does the same with foreign peers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any

import pytest

import mcp_bindings as mb
from examples import all_revisions
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.session import RULES
from mcp_bindings.transports import MemoryTransport
from tests.interop.heard import Line, Recording, accusations, heard, heard_alone
from tests.interop.injections import INJECTIONS, NOT_INJECTED, heard_with_each
from tests.interop.tap import Tap
from tests.revisions import PER_REQUEST
from tests.seed import SEED
from tests.transports.test_pings_over_http import listening

WATCHED = "note:///1"
COUNT = mcp.ToolOutputSchema.model_validate(
    {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}
)


class Notes(all_revisions.Notes):
    """The handlers of the example, with a tool that counts the notes and one that changes a note."""

    server: mb.Server

    def list_tools(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> mcp.ListToolsResult:
        tools = list(super().list_tools(params, context).tools)
        tools += [
            mcp.Tool(name="count", input_schema=all_revisions.ARGUMENTS, output_schema=COUNT),
            mcp.Tool(name="change", input_schema=all_revisions.ARGUMENTS),
        ]
        return mcp.ListToolsResult(tools=tools)

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> mcp.CallToolResult:
        if params.name == "count":
            return mcp.CallToolResult(content=[], structured_content={"count": len(all_revisions.NOTES)})
        if params.name == "change":
            await self.server.notify("notifications/resources/updated", uri=WATCHED)
            return mcp.CallToolResult(content=[])
        return await super().call_tool(params, context)


class Answers(mcp.ClientHandlers):
    """Answers the only form."""

    def elicit(self, params: mcp.ElicitRequestParams, context: mb.Context) -> mcp.ElicitResult:
        return mcp.ElicitResult(action="accept", content={"city": "Paris"})


def serving() -> mb.Server:
    """A server for all revisions."""
    handlers = Notes()
    capabilities = {"logging": {}, "resources": {"subscribe": True}}
    handlers.server = mb.Server(handlers, info={"name": "notes", "version": "1"}, capabilities=capabilities)
    return handlers.server


async def talk(target: Any, revision: str) -> None:
    """Ask for all that the server has."""
    reports: list[object] = []
    info = {"name": "tests", "version": "1"}
    async with mb.connect(target, Answers(), info=info, revisions=[revision], log_level="info") as client:
        await client.call_tool("weather", arguments={"city": "Oslo"}, on_progress=reports.append)
        assert [tool.name async for tool in client.iter_tools()] == ["weather", "count", "change"]
        await client.call_tool("count")
        with suppress(mb.ProtocolError):  # not all revisions can ask
            await client.call_tool("weather")
        await client.read_resource("note:///2")
        await client.get_prompt("plan", arguments={"day": "Friday"})
        wanted = mcp.SubscriptionFilter(resource_subscriptions=[WATCHED])
        listening = asyncio.create_task(client.subscriptions_listen(notifications=wanted))
        await asyncio.sleep(0.05)
        await client.call_tool("change")
        await asyncio.sleep(0.05)
        listening.cancel()
        if revision not in PER_REQUEST:
            await client.connection.request("ping", {})
        assert reports


class RecordedStdio(MemoryTransport):
    """A server in this process, whose messages are recorded."""

    def __init__(self, server: mb.Server) -> None:
        super().__init__(server)
        self.lines: list[Line] = []

    async def start(self, connection: Any) -> None:
        receive = connection.receive

        async def record(data: Any, *given: Any, **options: Any) -> Any:
            self.lines.append(Line("server", bytes(data).decode()))
            return await receive(data, *given, **options)

        connection.receive = record
        await super().start(connection)

    async def send(self, data: bytes) -> None:
        self.lines.append(Line("client", data.decode()))
        await super().send(data)


@asynccontextmanager
async def tapped(server: mb.Server, tap: Tap) -> AsyncGenerator[str]:
    """The URL of a server, with a tap before it."""
    async with listening(server.asgi(http_sse=True)) as url:
        port = int(url.split(":")[2].split("/")[0])
        async with tap.between(port) as front:
            yield url.replace(str(port), str(front))


async def recorded(transport: str, revision: str) -> Recording:
    """What our client and server say to each other."""
    if transport == "stdio":
        stream = RecordedStdio(serving())
        await talk(stream, revision)
        lines = stream.lines
    else:
        tap = Tap()
        async with tapped(serving(), tap) as url:
            await talk(url, revision)
        lines = list(tap.lines())
    return Recording("client", "server", transport, revision, tuple(lines))


@cache
def recording_of(transport: str, revision: str) -> Recording:
    return asyncio.run(recorded(transport, revision))


EACH = [(transport, revision) for revision in mb.REVISIONS for transport in ("stdio", "http")]


@pytest.mark.parametrize(("transport", "revision"), EACH)
def test_nobody_is_blamed_in_a_recording(transport: str, revision: str) -> None:
    recording = recording_of(transport, revision)
    assert len(recording.lines) > 20
    assert not accusations(recording, heard(recording.lines))
    if transport == "http" and revision in PER_REQUEST:
        assert not accusations(recording, heard_alone(recording.lines, revision))


@pytest.mark.parametrize(("transport", "revision"), EACH)
def test_each_violation_is_found(transport: str, revision: str) -> None:
    said_of_each = heard_with_each(recording_of(transport, revision), SEED, {})
    problems = {name: said.problems for name, said in said_of_each.items()}
    assert len(problems) > 20
    assert not {name: found for name, found in problems.items() if found}


def test_each_rule_is_broken_or_says_why_not() -> None:
    broken = {rule for each in INJECTIONS for rule in each.rules}
    assert broken | set(NOT_INJECTED) == set(RULES)
    assert not broken & set(NOT_INJECTED)
