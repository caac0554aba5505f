"""The guards of a client: what `mb.connect` refuses of a server."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.adaptation.client import adapt_client_handlers
from mcp_bindings.adaptation.client_guards import ClientGuards
from mcp_bindings.guards import NO_GUARDS, Rate, TokenBuckets
from mcp_bindings.spec.error_codes import INTERNAL_ERROR
from tests.documents import filled, tool
from tests.revisions import PER_REQUEST
from tests.serving.test_server import EACH, INFO

WARM = {"type": "object", "properties": {"warm": {"type": "boolean"}}, "required": ["warm"]}
FOUR = {"type": "object", "properties": {"city": {"type": "string", "pattern": "^.{4}$"}}}


class Careless(mcp.ServerHandlers):
    """A server without guards, whose tools do not keep what they promise."""

    def __init__(self) -> None:
        self.result: Any = {"content": [], "structuredContent": {"warm": 1}}
        self.schema: Any = WARM

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        schema = {"type": "object"}
        return {"tools": [{"name": "weather", "inputSchema": schema, "outputSchema": self.schema}]}

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
        if params.name == "ask":
            answer = await context.elicit("Where?", FOUR)
            return {"content": [{"type": "text", "text": str(answer.content)}]}
        return self.result


class InputHandlers(mcp.ClientHandlers):
    def __init__(self) -> None:
        self.city = "Rome"

    def elicit(self, params: mcp.ElicitRequestParams, context: mb.Context) -> mcp.ElicitResult:
        return mcp.ElicitResult(action="accept", content={"city": self.city})


def client(server: mb.Server, revision: str, handlers: Any = None, **options: Any) -> Any:
    return mb.connect(server, handlers, info=INFO, revisions=[revision], **options)


def has(revision: str, member: str) -> bool:
    return hasattr(mb.revision(revision).codec("Tool").decode_value(tool("t", revision)), member)


@EACH
def test_structured_results_fit_the_schema_that_was_listed(revision: str) -> None:
    async def main() -> None:
        handlers = Careless()
        server = mb.Server(handlers, info=INFO, guards=NO_GUARDS)
        async with client(server, revision) as calls:
            await calls.call_tool("weather")  # its schema is not known yet
            await calls.list_tools()
            if not has(revision, "output_schema"):
                await calls.call_tool("weather")
                return
            with pytest.raises(mb.ProtocolError, match="does not fit the outputSchema") as caught:
                await calls.call_tool("weather")
            assert caught.value.code == INTERNAL_ERROR
            assert "/structuredContent/warm" in str(caught.value.data)
            handlers.result = {"content": []}
            with pytest.raises(mb.ProtocolError, match="does not fit the outputSchema"):
                await calls.call_tool("weather")
            handlers.result = {"content": [], "structuredContent": {"warm": True}}
            await calls.call_tool("weather")
            handlers.schema = {"type": "object", "$ref": "https://localhost/schema"}
            await calls.list_tools()
            with pytest.raises(mb.ProtocolError, match="does not fit the outputSchema") as caught:
                await calls.call_tool("weather")
            assert "https://localhost/schema" in str(caught.value.data)
        async with client(server, revision, guards=NO_GUARDS) as calls:
            await calls.list_tools()
            await calls.call_tool("weather")

    asyncio.run(main())


@EACH
def test_a_changed_list_of_tools_is_no_longer_checked(revision: str) -> None:
    async def main() -> None:
        handlers = Careless()
        server = mb.Server(handlers, info=INFO, capabilities={"tools": {"listChanged": True}}, guards=NO_GUARDS)
        async with client(server, revision) as calls, calls.listen(tools_list_changed=True) as events:
            await calls.list_tools()
            await server.tools_changed()
            await asyncio.wait_for(anext(events), 5)
            await calls.call_tool("weather")
            await calls.list_tools()
            if has(revision, "output_schema"):
                with pytest.raises(mb.ProtocolError, match="does not fit the outputSchema"):
                    await calls.call_tool("weather")

    asyncio.run(main())


@EACH
def test_what_the_user_fills_in_fits_the_requested_schema(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    known = mb.revision(revision)
    if "elicitation/create" not in known.methods and known.era == "handshake":
        return

    async def main() -> None:
        answering = InputHandlers()
        server = mb.Server(Careless(), info=INFO, guards=NO_GUARDS)
        async with client(server, revision, answering) as calls:
            assert (await calls.call_tool("ask")).content[0].text == "{'city': 'Rome'}"
            answering.city = "Paris"
            with pytest.raises(TypeError if known.era == "per-request" else mb.ProtocolError) as caught:
                await calls.call_tool("ask")
            assert "Paris" not in caplog.text + str(caught.value)
            faults = caplog.text if known.era == "handshake" else str(caught.value)
            assert "content that does not fit the requestedSchema: /content/city" in faults

    with caplog.at_level(logging.ERROR):
        asyncio.run(main())


@EACH
def test_requests_for_input_are_limited(revision: str) -> None:
    known = mb.revision(revision)
    if "elicitation/create" not in known.methods and known.era == "handshake":
        return

    async def main() -> None:
        server = mb.Server(Careless(), info=INFO, guards=NO_GUARDS)
        rates = TokenBuckets({"elicitation": Rate(0.01, 1)})
        async with client(server, revision, InputHandlers(), guards=mb.Guards(rates=rates)) as calls:
            await calls.call_tool("ask")
            with pytest.raises(mb.ProtocolError, match="Too many requests"):
                await calls.call_tool("ask")

    asyncio.run(main())


def test_binary_data_of_results_is_bounded() -> None:
    async def main() -> None:
        handlers = Careless()
        server = mb.Server(handlers, info=INFO, guards=NO_GUARDS)
        async with client(server, mb.LATEST, guards=mb.Guards(max_binary=3)) as calls:
            for data, is_allowed in (("AAAA", True), ("AAAAAAAA", False)):
                handlers.result = {"content": [{"type": "image", "data": data, "mimeType": "image/png"}]}
                if is_allowed:
                    await calls.call_tool("weather")
                else:
                    with pytest.raises(mb.ProtocolError, match="more than 3 bytes"):
                        await calls.call_tool("weather")

    asyncio.run(main())


def test_guarded_handlers_of_all_connections_have_one_class() -> None:
    guards = ClientGuards(mb.Guards())
    one, other = (adapt_client_handlers(InputHandlers(), guards, mcp.ClientHandlers.revision) for _ in range(2))
    assert type(one) is type(other)
    assert one is not other


@EACH
def test_a_list_that_changes_as_it_arrives_is_not_checked(revision: str) -> None:
    """The client heard of the change before it had handled the list, and then kept the old schema."""
    changing = set[Any]()

    class Changing(Careless):
        def list_tools(self, params: Any, context: mb.Context) -> Any:
            loop = asyncio.get_running_loop()
            loop.call_soon(lambda: changing.add(loop.create_task(server.tools_changed())))
            return super().list_tools(params, context)

    server = mb.Server(Changing(), info=INFO, capabilities={"tools": {"listChanged": True}}, guards=NO_GUARDS)

    async def main() -> None:
        async with client(server, revision) as calls, calls.listen(tools_list_changed=True) as events:
            await calls.list_tools()
            await asyncio.wait_for(anext(events), 5)
            await calls.call_tool("weather")

    asyncio.run(main())


def test_a_list_or_call_of_an_ended_session_is_not_checked() -> None:
    """A list that was on its way was remembered, and a call was checked by the schema of another session."""
    guards, new = ClientGuards(mb.Guards()), mb.revision(PER_REQUEST[-1])
    tools = [tool("t", outputSchema={"required": ["new"]})]
    page = new.codec("ListToolsResult").decode_value(filled(new.id, "ListToolsResult", {"tools": tools}))
    result = new.codec("CallToolResult").decode_value(
        {"resultType": "complete", "content": [], "structuredContent": {"old": 1}}
    )
    before = guards.changes
    guards.forget_tools()
    guards.check_result("tools/list", {}, page, new, before)
    guards.check_result("tools/call", {"name": "t"}, result, new, guards.changes)
    guards.check_result("tools/list", {}, page, new, guards.changes)
    guards.check_result("tools/call", {"name": "t"}, result, new, before)
    with pytest.raises(mb.ProtocolError, match="outputSchema"):
        guards.check_result("tools/call", {"name": "t"}, result, new, guards.changes)
