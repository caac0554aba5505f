"""A Dispatcher with a session: handlers respond, and the session checks the messages of both sides."""

from __future__ import annotations

import asyncio
import json
import logging
from types import SimpleNamespace
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.jsonrpc.messages import ErrorResponse
from mcp_bindings.session import revision_selector
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.session.events import Ignored, VersionAgreed
from mcp_bindings.session.ids import ValuesById
from mcp_bindings.session.profile import revision_profile
from mcp_bindings.session.revision_selector import RevisionSelector
from mcp_bindings.session.session import Session
from mcp_bindings.spec.names import (
    CANCELLED,
    CAPABILITIES_KEY,
    CLIENT_INFO_KEY,
    DISCOVER,
    METHOD_HEADER,
    VERSION_HEADER,
    VERSION_KEY,
)
from mcp_bindings.v2025_11_25 import (
    CallToolResult,
    ClientCalls,
    ClientHandlers,
    EmptyResult,
    ListRootsResult,
    ProgressNotificationParams,
    ServerCalls,
    ServerHandlers,
    TextContent,
)
from mcp_bindings.v2026_07_28 import CallToolResult as PerRequestResult
from mcp_bindings.v2026_07_28 import ClientCalls as PerRequestCalls
from mcp_bindings.v2026_07_28 import ServerHandlers as PerRequestHandlers
from tests.revisions import HANDSHAKE, PER_REQUEST, method_of

VERSION = "2025-11-25"
INFO = {"name": "x", "version": "1"}
CALL: dict[str, Any] = {"name": "echo", "arguments": {}}


class Server(ServerHandlers):
    """One tool, which responds in the way that its name says."""

    async def call_tool(self, params: Any, context: mb.Context) -> CallToolResult:
        if params.name == "progress":
            await context.progress(1)
        if params.name == "undeclared":
            await context.notify("notifications/prompts/list_changed")
        if params.name == "slow":
            await asyncio.sleep(60)
        if params.name == "refuse":
            raise mb.ProtocolError(-32602, "no such tool")
        return CallToolResult(content=[TextContent(text=params.name)])


class Client(ClientHandlers):
    """A client without roots."""

    def list_roots(self, params: Any, context: mb.Context) -> ListRootsResult:
        return ListRootsResult(roots=[])


class Ends:
    """A server and a client, each with a session and a dispatcher, that pass bytes to each other."""

    def __init__(self) -> None:
        self.client = Session("client", [VERSION], info=INFO, capabilities={"roots": {}})
        self.server = Session("server", [VERSION], info=INFO, capabilities={"tools": {}})
        self.sent: list[bytes] = []
        self.at_server = mb.Dispatcher(Server(), session=self.server, send=self.to_client)
        self.at_client = mb.Dispatcher(Client(), session=self.client, send=self.to_server)
        self.calls = ClientCalls(self.to_server, session=self.client)
        self.at_client.calls = self.calls

    async def to_client(self, data: bytes) -> None:
        self.sent.append(data)
        await self.at_client.dispatch(data)

    async def to_server(self, data: bytes) -> bytes | None:
        reply = await self.at_server.dispatch(data)
        if reply is None:
            return None
        self.sent.append(reply)
        await self.at_client.dispatch(reply)
        return None

    async def begin(self) -> None:
        answer = await self.at_server.dispatch(self.client.open())
        assert answer is not None
        notice = await self.at_client.dispatch(answer)
        assert notice is not None, "the client says that it is ready"
        assert await self.at_server.dispatch(notice) is None


def run(ends: Ends, *calls: tuple[str, Any]) -> list[Any]:
    """The results or errors of consecutive tool calls."""

    async def main() -> list[Any]:
        await ends.begin()
        found: list[Any] = []
        for name, options in calls:
            try:
                found.append(await ends.calls.call_tool(name, **options))
            except (mb.ProtocolError, LocalProtocolError, TimeoutError) as error:
                found.append(error)
        return found

    return asyncio.run(main())


def test_a_session_opens_without_a_handler_for_it() -> None:
    ends = Ends()
    run(ends)
    assert (ends.client.state, ends.server.state) == ("ready", "ready")
    assert ends.client.capabilities == {"tools": {}}


def test_the_session_records_a_call_and_its_response() -> None:
    ends = Ends()
    (result,) = run(ends, ("echo", {}))
    assert result.content[0].text == "echo"
    assert (dict(ends.client.pending), dict(ends.server.peer_requests)) == ({}, {})


def test_progress_goes_through_both_sessions() -> None:
    describe: list[float] = []
    ends = Ends()

    def note(params: ProgressNotificationParams) -> None:
        describe.append(params.progress)

    (result,) = run(ends, ("progress", {"on_progress": note}))
    assert result.content[0].text == "progress"
    assert describe == [1]


def test_a_handler_that_sends_a_forbidden_message_gets_an_error(caplog: pytest.LogCaptureFixture) -> None:
    ends = Ends()
    with caplog.at_level(logging.ERROR):
        (error,) = run(ends, ("undeclared", {}))
    assert (error.code, error.message) == (-32603, "Internal error")
    assert "prompts.listChanged" in caplog.text
    assert not [data for data in ends.sent if b"list_changed" in data]
    assert dict(ends.server.peer_requests) == {}


def test_an_error_ends_the_request() -> None:
    ends = Ends()
    (error,) = run(ends, ("refuse", {}))
    assert error.code == -32602
    assert dict(ends.server.peer_requests) == {}


def test_a_call_that_runs_out_of_time_is_withdrawn_on_both_sides() -> None:
    ends = Ends()
    (error, result) = run(ends, ("slow", {"timeout": 0.05}), ("echo", {}))
    assert isinstance(error, TimeoutError)
    assert result.content[0].text == "echo"
    assert (dict(ends.client.pending), dict(ends.server.peer_requests)) == ({}, {})


def test_no_handler_runs_for_a_request_that_breaks_a_rule() -> None:
    ends = Ends()

    async def main() -> list[bytes | None]:
        early = await ends.at_server.dispatch(b'{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x"}}')
        await ends.begin()
        undeclared = await ends.at_server.dispatch(b'{"jsonrpc":"2.0","id":"b","method":"prompts/list"}')
        return [early, undeclared]

    early, undeclared = (json.loads(reply or b"") for reply in asyncio.run(main()))
    assert (early["id"], early["error"]["code"]) == ("a", -32600)
    assert (undeclared["id"], undeclared["error"]["code"]) == ("b", -32601)
    assert undeclared["error"]["data"]["missingCapability"] == "prompts"


def test_a_server_calls_its_client() -> None:
    ends = Ends()

    async def main() -> tuple[Any, Exception]:
        await ends.begin()

        async def send(data: bytes) -> bytes | None:
            return await ends.at_client.dispatch(data)

        calls = ServerCalls(send, session=ends.server)
        ends.at_server.calls = calls
        roots = await calls.list_roots()
        with pytest.raises(LocalProtocolError) as caught:
            await calls.create_message(messages=[], max_tokens=1)
        return roots, caught.value

    roots, error = asyncio.run(main())
    assert roots.roots == []
    assert "sampling" in str(error)


def test_a_handler_may_respond_to_initialize() -> None:
    class Own(ServerHandlers):
        def initialize(self, params: Any, context: mb.Context) -> Any:
            from mcp_bindings.v2025_11_25 import Implementation, InitializeResult, ServerCapabilities

            info = Implementation(name="own", version="2")
            return InitializeResult(
                protocol_version=params.protocol_version, capabilities=ServerCapabilities(), server_info=info
            )

    server = Session("server", mb.REVISIONS, info=INFO)
    client = Session("client", [VERSION], info=INFO)
    reply = asyncio.run(_dispatched(mb.Dispatcher(Own(), session=server), client.open()))
    event = client.receive(reply or b"")
    assert isinstance(event, VersionAgreed)
    assert event.message.result.server_info.name == "own"
    assert (server.version, server.state) == (VERSION, "agreed")


def test_both_sides_respond_to_ping_without_a_handler() -> None:
    ends = Ends()

    async def main() -> tuple[Any, bytes | None]:
        await ends.begin()
        return await ends.calls.ping(), await ends.at_client.dispatch(ends.server.request("ping", id="p").data)

    result, reply = asyncio.run(main())
    assert isinstance(result, EmptyResult)
    assert json.loads(reply or b"") == {"jsonrpc": "2.0", "id": "p", "result": {}}
    assert (dict(ends.client.peer_requests), dict(ends.server.peer_requests)) == ({}, {})


def test_the_newest_revision_needs_no_opening() -> None:
    class Tool(PerRequestHandlers):
        def call_tool(self, params: Any, context: mb.Context) -> PerRequestResult:
            return PerRequestResult(content=[], result_type="complete")

    server = Session("server", mb.REVISIONS, info=INFO, capabilities={"tools": {}})
    client = Session("client", ["2026-07-28"], info=INFO)
    dispatcher = mb.Dispatcher(Tool(), session=server)

    async def main() -> Any:
        async def send(data: bytes) -> bytes | None:
            return await dispatcher.dispatch(data)

        calls = PerRequestCalls(send, session=client)
        return await calls.call_tool("x")

    assert asyncio.run(main()).content == []
    assert dict(server.peer_requests) == {}


def test_the_revision_of_each_request_is_known() -> None:
    server = Session("server", mb.REVISIONS, info=INFO, capabilities={"tools": {}})
    client = Session("client", ["2026-07-28"], info=INFO)
    asked = client.request("tools/call", CALL)
    message = server.receive(asked.data)
    assert isinstance(message, mb.Request)
    assert server.revision_of(asked.id) is mb.revision("2026-07-28")
    assert server.version is None


async def _dispatched(dispatcher: mb.Dispatcher, data: bytes) -> bytes | None:
    return await dispatcher.dispatch(data)


class TestNotificationWithoutVersion:
    """A notification names no version, so the connection tells the revision in which it is read."""

    @pytest.mark.parametrize("revision", PER_REQUEST)
    def test_the_last_request_tells_it(self, revision: str) -> None:
        session = Session("server", mb.REVISIONS, info=INFO)
        meta = {VERSION_KEY: revision, CLIENT_INFO_KEY: INFO, CAPABILITIES_KEY: {}}
        asked = {"jsonrpc": "2.0", "id": 1, "method": method_of(DISCOVER, revision), "params": {"_meta": meta}}
        session.receive(json.dumps(asked))
        assert self.receive(session, revision=revision) == mb.revision(revision).id

    @pytest.mark.parametrize("revision", PER_REQUEST)
    def test_a_header_tells_it(self, revision: str) -> None:
        session = Session("server", mb.REVISIONS, info=INFO, transport="http")
        headers = {VERSION_HEADER: revision, METHOD_HEADER: method_of(CANCELLED, revision)}
        assert self.receive(session, headers, revision) == mb.revision(revision).id

    def test_a_request_of_another_client_does_not_tell_it(self) -> None:
        session = self.make_session_after_discovery()
        assert session.reset()
        assert self.receive(session) == HANDSHAKE[-1]

    def test_an_error_without_an_id_is_no_notification(self) -> None:
        """A client that cannot read a request of the server answers with such an error."""
        session = self.make_session_after_discovery()
        given = {"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}}
        assert isinstance(session.receive(json.dumps(given)), ErrorResponse)

    def make_session_after_discovery(self) -> Session:
        session = Session("server", mb.REVISIONS, info=INFO)
        meta = {VERSION_KEY: PER_REQUEST[-1], CLIENT_INFO_KEY: INFO, CAPABILITIES_KEY: {}}
        asked = {"jsonrpc": "2.0", "id": 1, "method": method_of(DISCOVER), "params": {"_meta": meta}}
        request = session.receive(json.dumps(asked))
        assert isinstance(request, mb.Request)
        session.accept(request)
        return session

    def receive(
        self, session: Session, headers: dict[str, str] | None = None, revision: str = HANDSHAKE[-1]
    ) -> str | None:
        """Receive a notification that both eras have, with its name in a revision."""
        given = {"jsonrpc": "2.0", "method": method_of(CANCELLED, revision), "params": {"requestId": 7}}
        event = session.receive(json.dumps(given), headers=headers)
        event = event.message if isinstance(event, Ignored) else event
        assert isinstance(event, mb.Notification)
        return event.revision_id

    def test_an_extension_of_one_revision_has_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The newest per-request revision is not always the one that the extension extends."""
        method, older = "notifications/own", PER_REQUEST[0]
        versions = {"per-request": ("newer", older), "handshake": HANDSHAKE[:-2:-1]}

        def known_versions(spoken: object, era: str) -> tuple[str, ...]:
            return versions[era]

        monkeypatch.setattr(revision_selector, "known_versions", known_versions)
        plain = revision_profile(older)
        has_own = SimpleNamespace(methods={**plain.revision.methods, method: None})
        profiles: dict[str, Any] = {"newer": plain, older: SimpleNamespace(revision=has_own)}
        selector = RevisionSelector(mb.REVISIONS, lambda each: profiles.get(each) or revision_profile(each))
        waiting: ValuesById[Any] = ValuesById()
        assert selector.choose_profile({"method": method}, waiting) is profiles[older]
        common: dict[str, Any] = {"method": CANCELLED, "params": {"requestId": 7}}
        for used in profiles.values():
            assert selector.choose_profile(common, waiting, used=used) is used
        assert selector.choose_profile({"method": "tools/list", "id": 1}, waiting, used=plain).id == HANDSHAKE[-1]

    def test_a_cancellation_is_read_as_its_request(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Its handler is that of the request, also where the cancellation declares another version."""
        versions = {"per-request": (PER_REQUEST[0], HANDSHAKE[-1]), "handshake": ()}

        def known_versions(spoken: object, era: str) -> tuple[str, ...]:
            return versions[era]

        monkeypatch.setattr(revision_selector, "known_versions", known_versions)
        selector = RevisionSelector(mb.REVISIONS, revision_profile)
        waiting: ValuesById[Any] = ValuesById()
        waiting[7] = SimpleNamespace(profile=selector.per_request[HANDSHAKE[-1]])
        params = {"requestId": 7, "_meta": {VERSION_KEY: PER_REQUEST[0]}}
        given = {"jsonrpc": "2.0", "method": CANCELLED, "params": params}
        assert selector.choose_profile(given, waiting) is waiting[7].profile
        other = {**given, "params": {**params, "requestId": 8}}
        assert selector.choose_profile(other, waiting) is selector.per_request[PER_REQUEST[0]]
