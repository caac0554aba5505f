"""A server and a client that speak the draft with each other, if both are told to."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings import draft as mcp
from mcp_bindings.extensions import extended, tasks
from mcp_bindings.extensions.tasks import EXTENSION
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.revisions import find_revision_with_types
from mcp_bindings.server import TaskRunner, follow_task
from mcp_bindings.transports import ClientTransport, HttpTransport, MemoryTransport, Service
from tests.revisions import PER_REQUEST
from tests.serving.test_server import INFO
from tests.serving.test_tasks import Tools

DRAFT = mb.revision("draft")
RELEASES = (DRAFT.version,) if DRAFT.version in mb.REVISIONS else mb.REVISIONS
"""What the sides speak besides the draft: the release with the same version, if there is one."""


class Asking(mcp.ToolsServer):
    """Has a tool that asks the user."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [{"name": "ask", "inputSchema": {"type": "object"}}]}

    async def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
        form = {"type": "object", "properties": {"city": {"type": "string"}}}
        answer = await context.elicit("Which city?", form)
        assert answer.content is not None
        return {"content": [{"type": "text", "text": answer.content["city"]}]}


class InputHandlers(mcp.ClientHandlers):
    def elicit(self, params: mcp.ElicitRequestParams, context: mb.Context) -> mcp.ElicitResult:
        return mcp.ElicitResult(action="accept", content={"city": "Paris"})


def over(kind: str, server: mb.Server) -> ClientTransport:
    if kind == "memory":
        return MemoryTransport(server)
    http = httpx2.AsyncClient(transport=httpx2.ASGITransport(server.asgi()))
    return HttpTransport("https://localhost/mcp", http=http)


@pytest.mark.parametrize("kind", ["memory", "http"])
@pytest.mark.parametrize("by_client", [True, False])
@pytest.mark.parametrize("by_server", [True, False])
def test_the_draft_is_spoken_if_both_sides_say_so(kind: str, by_server: bool, by_client: bool) -> None:
    async def main() -> None:
        server = mb.Server(Asking(), info=INFO, revisions=RELEASES, draft=by_server)
        spoken, make = list[str](), server.handlers

        def noting(revision: str) -> Handlers:
            spoken.append(revision)
            return make(revision)

        server.handlers = noting
        asked: dict[str, Any] = {"revisions": RELEASES, "draft": by_client}
        async with mb.connect(over(kind, server), InputHandlers(), info=INFO, **asked) as client:
            assert [tool.name async for tool in client.iter_tools()] == ["ask"]
            result = await client.call_tool("ask")
            assert isinstance(result, mcp.CallToolResult)
            assert result.content == [mcp.TextContent(text="Paris")]
            found = client.connection.session.revision
        # with the version of a release, each side chooses by itself what the version means to it
        is_shared = DRAFT.version in mb.REVISIONS
        assert (found is DRAFT) == (by_client and (by_server or is_shared))
        assert (set(spoken) == {DRAFT.id}) == (by_server and (by_client or is_shared))
        assert DRAFT.id not in spoken or by_server

    asyncio.run(main())


def test_the_draft_alone() -> None:
    async def main() -> None:
        server = mb.Server(Asking(), info=INFO, revisions=[], draft=True)
        async with mb.connect(server, InputHandlers(), info=INFO, revisions=[], draft=True) as client:
            assert (await client.call_tool("ask")).content == [mcp.TextContent(text="Paris")]
            assert (await client.discover()).supported_versions == [DRAFT.version]

    asyncio.run(main())


def test_the_draft_needs_the_option_draft() -> None:
    """A `Service` ended in an `IndexError`, and a server said so only when a client came."""
    for make in (
        lambda: Service(lambda version: Asking(), info=INFO, revisions=[DRAFT.id]),
        lambda: mb.Server(Asking(), info=INFO, revisions=[DRAFT.id]),
        lambda: mb.connect(["server"], info=INFO, revisions=[DRAFT.id]),
    ):
        with pytest.raises((ValueError, mb.OpenError), match="the draft is spoken with draft=True"):
            make()


@pytest.mark.parametrize("revision", [each for each in mb.REVISIONS if each not in PER_REQUEST])
def test_a_side_that_speaks_the_draft_speaks_the_releases_too(revision: str) -> None:
    async def main() -> None:
        server = mb.Server(Asking(), info=INFO, draft=True)
        async with mb.connect(server, InputHandlers(), info=INFO, revisions=[revision]) as client:
            assert [tool.name async for tool in client.iter_tools()] == ["ask"]
            assert client.connection.session.version == revision

    asyncio.run(main())


@pytest.mark.parametrize("revision", [DRAFT.id, *mb.REVISIONS])
def test_a_revision_with_the_types_is_found_once(revision: str) -> None:
    """Each new connection asks for it."""
    find_revision_with_types(revision)
    searches = find_revision_with_types.cache_info().misses
    find_revision_with_types(revision)
    assert find_revision_with_types.cache_info().misses == searches


def test_an_extension_of_the_release_that_the_draft_equals() -> None:
    equal = find_revision_with_types(DRAFT.id).id
    if equal not in EXTENSION.info.revisions:
        assert extended(DRAFT.id, [EXTENSION]) is DRAFT
        return

    async def main() -> None:
        runner = TaskRunner()
        server = mb.Server(Tools(runner), info=INFO, revisions=[], draft=True, tasks=runner)
        asked: dict[str, Any] = {"revisions": [], "draft": True, "extensions": [EXTENSION]}
        async with mb.connect(server, mcp.ClientHandlers(), info=INFO, **asked) as client:
            calls: Any = client  # type checkers know the calls of the revision alone
            created = await calls.call_tool("sleep", arguments={"seconds": 0})
            assert isinstance(created, tasks.CreateTaskResult)
            result = await follow_task(created, calls, client.connection.dispatcher)
            assert result.content[0].text == "Awake"

    asyncio.run(main())
