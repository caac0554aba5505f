"""What a bridge decides where pages leave it open: repeated calls, capabilities, extensions, the end of a session."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.bridge import Bounds, Closed, ToClient, ToolHeaders, ToServer
from mcp_bindings.bridge.bridge import QueuedText, TextQueue
from mcp_bindings.bridge.tool_schemas import ToolSchemas
from mcp_bindings.extensions import tasks
from mcp_bindings.session.events import VersionAgreed
from mcp_bindings.session.session import Session
from mcp_bindings.spec.error_codes import HEADER_MISMATCH, URL_ELICITATION_REQUIRED
from tests.bridge.test_new_client import Asking
from tests.bridge.world import CLIENT, SERVER, World, complete, named
from tests.documents import filled, tool
from tests.extensions.test_tasks import TASK
from tests.revisions import HANDSHAKE, PER_REQUEST, code_of, has_method, having, info_type, method_of

JSON = Any

OLD = HANDSHAKE[-1]
NEW = having("roots/list", "sampling/createMessage", "notifications/message", among=PER_REQUEST)[-1]
"""The newest revision whose servers still ask for roots and samples, and log."""
MISMATCH = code_of(NEW, HEADER_MISMATCH)
COMPLETING = [each for each in mb.REVISIONS if has_method("completion/complete", each)]
WHERE = {"mode": "url", "elicitationId": "e1", "url": "https://example.com/sign-in", "message": "Sign in"}


class UrlErrorServer:
    """A server that answers calls with an error until the user has been somewhere."""

    def __init__(self, world: World, times: int = 1) -> None:
        self.world, self.times, self.names = world, times, list[str]()
        world.on_server = self.handle_request

    def handle_request(self, request: mb.Request, session: Session, stream: JSON) -> bool:
        if named(request) != "tools/call":
            return False
        self.names.append(request.document["params"]["name"])
        self.times -= 1
        if self.times < 0:
            return False
        error = mb.ProtocolError(URL_ELICITATION_REQUIRED, "Sign in first", data={"elicitations": [WHERE]})
        self.world.server_sends(session.respond_error(request.id, error), stream)
        return True


@pytest.mark.parametrize("transports", [("stdio", "stdio"), ("http", "http")], ids="-".join)
def test_an_error_that_asks_to_visit_urls_becomes_a_round(transports: tuple[str, str]) -> None:
    world = World(NEW, OLD, *transports)
    world.open()
    server = UrlErrorServer(world, times=2)
    sent = world.client.request("tools/call", {"name": "add", "arguments": {"x": 1}})
    for _ in range(2):
        world.client_sends(sent.data)
        world.run()
        result = world.answer_to(sent.id)["result"]
        assert result["resultType"] == "input_required"
        (key,) = result["inputRequests"]
        assert result["inputRequests"][key]["params"] == {name: WHERE[name] for name in ("mode", "url", "message")}
        sent = world.client.retry(sent.id, {key: {"action": "accept"}})
    world.client_sends(sent.data)
    world.run()
    assert world.answer_to(sent.id)["result"]["resultType"] == "complete"
    assert server.names == ["add"] * 3


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_a_user_who_does_not_go_there_ends_the_call(action: str) -> None:
    world = World(NEW, OLD)
    world.open()
    server = UrlErrorServer(world)
    sent = world.client.request("tools/call", {"name": "add"})
    world.client_sends(sent.data)
    world.run()
    (key,) = world.answer_to(sent.id)["result"]["inputRequests"]
    again = world.client.retry(sent.id, {key: {"action": action}})
    world.client_sends(again.data)
    world.run()
    assert "has not agreed" in world.answer_to(again.id)["error"]["message"]
    assert server.names == ["add"]
    assert "result" in world.request("tools/call", {"name": "next"})


def test_a_client_that_cannot_go_elsewhere_gets_an_error() -> None:
    world = World(NEW, OLD, client_capabilities={"elicitation": {"form": {}}})
    world.open()
    held = world.hold("tools/call")
    sent = world.client.request("tools/call", {"name": "add"})
    world.client_sends(sent.data)
    world.run()
    error = {"code": URL_ELICITATION_REQUIRED, "message": "Sign in", "data": {"elicitations": [WHERE]}}
    answer: JSON = {"jsonrpc": "2.0", "id": held[0][0].id, "error": error}
    world.carry_out(world.bridge.from_server(json.dumps(answer)))
    world.run()
    assert world.answer_to(sent.id)["error"]["code"] != URL_ELICITATION_REQUIRED


@pytest.mark.parametrize("client", mb.REVISIONS)
@pytest.mark.parametrize("server", mb.REVISIONS)
def test_codes_of_implementations_cross_as_they_are(client: str, server: str) -> None:
    """Page: /specification/2026-07-28/basic/index#error-codes."""
    world = World(client, server)
    world.open()
    held = world.hold("tools/call")
    for code in (-32000, -32001, -32019):
        sent = world.client.request("tools/call", {"name": "add"})
        world.client_sends(sent.data)
        world.run()
        error = {"code": code, "message": "Busy", "data": {"after": 1}}
        answer: JSON = {"jsonrpc": "2.0", "id": held[-1][0].id, "error": error}
        world.carry_out(world.bridge.from_server(json.dumps(answer)))
        world.run()
        assert world.answer_to(sent.id)["error"] == error


@pytest.mark.parametrize("client", [OLD, NEW])
@pytest.mark.parametrize("times", [1, 2])
def test_tools_are_listed_again_once_if_headers_do_not_fit(client: str, times: int) -> None:
    """Page: /specification/2026-07-28/basic/transports/streamable-http#client-behavior."""
    world = World(client, NEW, "stdio", "http")
    schema: JSON = {"type": "object"}
    calls: list[JSON] = []

    def handle_request(request: mb.Request, session: Session, stream: JSON) -> bool:
        if named(request) == "tools/list":
            listed = {**complete(NEW, "tools/list"), "tools": [tool("add", NEW, inputSchema=schema)]}
            text = session.respond(request.id, listed)
            world.server_sends(text, stream)
            return True
        if named(request) != "tools/call":
            return False
        calls.append(request)
        if len(calls) > times:
            return False
        schema["properties"] = {"region": {"type": "string", "x-mcp-header": "Region"}}
        error = mb.ProtocolError(MISMATCH, "Header mismatch: Mcp-Param-Region is missing")
        body = session.respond_error(request.id, error)
        world.hear(world.back, body, "server")
        world.carry_out(world.bridge.request_failed(stream, http_status=400, body=body))
        return True

    world.on_server = handle_request
    world.open()
    answer = world.request("tools/call", {"name": "add", "arguments": {"region": "eu"}})
    assert ("result" in answer) == (times == 1)
    assert len(calls) == 2
    called = method_of("tools/call", NEW)
    sent = [each for each in world.taken if isinstance(each, ToServer) and each.headers.get("Mcp-Method") == called]
    assert [each.headers.get("Mcp-Param-Region") for each in sent] == [None, "eu"]


@pytest.mark.parametrize("server", [OLD, NEW])
@pytest.mark.parametrize("is_first", [True, False])
def test_headers_of_arguments_are_checked_before_any_list(server: str, is_first: bool) -> None:
    """Page: /specification/2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers."""
    world = World(NEW, server, "http", "http")
    schema: JSON = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}

    def handle_request(request: mb.Request, session: Session, stream: JSON) -> bool:
        if named(request) != "tools/list":
            return False
        tools = [tool("add", inputSchema=schema)]
        world.server_sends(session.respond(request.id, {**complete(server, "tools/list"), "tools": tools}), stream)
        return True

    world.on_server = handle_request
    world.open()
    if not is_first:
        world.request("prompts/list")
    statuses: list[JSON] = []
    for value in ("us", None, "eu"):
        sent = world.client.request("tools/call", {"name": "add", "arguments": {"region": "eu"}})
        headers = {**world.client.http_headers(sent.data), **({} if value is None else {"Mcp-Param-Region": value})}
        world.open_exchanges.add(100 + len(statuses))
        world.hear(world.front, sent.data, "client", headers)
        world.carry_out(world.bridge.from_client(sent.data, headers=headers, exchange=100 + len(statuses)))
        world.run()
        (answer,) = [
            each for each in world.taken if isinstance(each, ToClient) and each.exchange == 100 + len(statuses)
        ]
        statuses.append((answer.http_status, json.loads(answer.data).get("error", {}).get("code")))
    assert statuses == [(400, MISMATCH), (400, MISMATCH), (None, None)]
    assert len(world.received("tools/call")) == 1


def test_a_call_waiting_for_tools_ends_with_bridge_or_client() -> None:
    for ends_with_client in (True, False):
        world = World(NEW, OLD, "http", "http")
        held = world.hold("tools/list")
        world.open()
        sent = world.client.request("tools/call", {"name": "add", "arguments": {}})
        headers = {**world.client.http_headers(sent.data), "Mcp-Param-Region": "eu"}
        world.open_exchanges.add(100)
        world.hear(world.front, sent.data, "client", headers)
        world.carry_out(world.bridge.from_client(sent.data, headers=headers, exchange=100))
        world.run()
        if ends_with_client:
            world.carry_out(world.bridge.client_left(100))
            world.server_answers(*held[0])
            world.run()
        else:
            world.carry_out(world.bridge.server_left("gone"))
            world.run()
            assert world.answer_to(sent.id)["error"]["message"] == "gone"
        assert not world.received("tools/call")


@pytest.mark.parametrize("client", COMPLETING)
def test_completion_is_declared_for_servers_that_cannot_declare(client: str) -> None:
    server = HANDSHAKE[0]
    assert not any(row.path == "completions" for row in mb.revision(server).protocol.server_capabilities)
    world = World(client, server, server_capabilities={"prompts": {}})
    world.open()
    params = {"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": ""}, "context": {}}
    assert world.request("completion/complete", params)["result"]["completion"] == {"values": ["a"]}
    held = world.hold("completion/complete")
    sent = world.client.request("completion/complete", params)
    world.client_sends(sent.data)
    world.run()
    request, session, stream = held[0]
    world.server_sends(session.respond_error(request.id, mb.ProtocolError(-32601, "Method not found")), stream)
    world.run()
    assert world.answer_to(sent.id)["error"]["code"] == -32601


def test_without_prompts_and_resources_there_is_no_completion() -> None:
    world = World(OLD, HANDSHAKE[0], server_capabilities={"tools": {}})
    world.open()
    agreed = next(each for each in world.client_got if isinstance(each, VersionAgreed))
    assert "completions" not in agreed.message.document["result"]["capabilities"]


def with_tasks(client: str, *server: str) -> tuple[mb.Bridge, Session, Session]:
    """Both sides, which declare the extension, and a bridge that speaks it; opened."""
    known: JSON = [tasks.EXTENSION]
    bridge = mb.Bridge(extensions=known)
    one = Session("client", [client], info=CLIENT, capabilities={}, extensions=known)
    other = Session("server", server, info=SERVER, capabilities={"tools": {}}, extensions=known)
    actions = bridge.from_client(one.open())
    while actions:
        action = actions.pop(0)
        if isinstance(action, ToServer):
            try:
                event = other.receive(action.data)
            except mb.ProtocolError as error:
                actions += bridge.from_server(error.to_bytes() or b"")
                continue
            if isinstance(event, mb.Request):
                actions += bridge.from_server(other.accept(event))
        elif isinstance(action, ToClient):
            event = one.receive(action.data)
            if isinstance(event, VersionAgreed) and event.reply is not None:
                actions += bridge.from_client(event.reply)
    return bridge, one, other


def test_the_tasks_extension_passes_within_one_revision() -> None:
    revision = tasks.EXTENSION.info.revisions[-1]
    bridge, client, server = with_tasks(revision, revision)
    sent = client.request("tools/call", {"name": "add"})
    (up,) = bridge.from_client(sent.data)
    assert isinstance(up, ToServer)
    assert up.data == sent.data
    request = server.receive(up.data)
    assert isinstance(request, mb.Request)
    data = server.respond(request.id, {"resultType": "task", **TASK})
    (down,) = bridge.from_server(data)
    assert isinstance(down, ToClient)
    assert down.data == data
    answer = client.receive(down.data)
    assert isinstance(answer, mb.Response)
    asked = client.request("tasks/get", {"taskId": TASK["taskId"]})
    (up,) = bridge.from_client(asked.data)
    assert isinstance(up, ToServer)
    assert up.data == asked.data


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_bridge_asks_for_the_revision_of_its_client(revision: str) -> None:
    """It asks for the one that an extension extends only if the client can use the extension."""
    bridge, client, _ = with_tasks(revision, *mb.REVISIONS)
    (up,) = bridge.from_client(client.request("tools/list").data)
    assert isinstance(up, ToServer)
    assert json.loads(up.data)["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] == revision


def test_the_tasks_extension_is_not_declared_across_revisions() -> None:
    _, client, server = with_tasks(NEW, OLD)
    assert "extensions" not in json.dumps(client.capabilities)
    assert "extensions" not in json.dumps(server.capabilities)


@pytest.mark.parametrize("client", [OLD, NEW])
def test_the_end_of_the_server_session_ends_calls_and_bridge(client: str) -> None:
    world = World(client, OLD, "stdio", "http")
    world.open()
    session = world.bridge.server_session
    assert session is not None
    session.session_id = world.main.session_id = "s1"
    held = world.hold("tools/call")
    sent = [world.client.request("prompts/list"), world.client.request("tools/call", {"name": "add"})]
    world.client_sends(sent[1].data)
    world.run()
    world.carry_out(world.bridge.request_failed(held[0][2], http_status=404))
    world.run()
    assert "ended the session" in world.answer_to(sent[1].id)["error"]["message"]
    assert "ended the session" in world.closed
    assert isinstance(world.taken[-1], Closed)
    (late,) = world.bridge.from_client(sent[0].data)
    assert isinstance(late, ToClient)
    assert "ended the session" in json.loads(late.data)["error"]["message"]


def test_a_call_that_asks_to_visit_urls_may_ask_for_more() -> None:
    world = World(NEW, OLD)
    world.open()
    UrlErrorServer(world)
    sent = world.client.request("tools/call", {"name": "add"})
    world.client_sends(sent.data)
    world.run()
    (key,) = world.answer_to(sent.id)["result"]["inputRequests"]
    asking = Asking(world, ("roots/list", None))
    sent = world.client.retry(sent.id, {key: {"action": "accept"}})
    world.client_sends(sent.data)
    world.run()
    world.pass_time(1)
    (key,) = world.answer_to(sent.id)["result"]["inputRequests"]
    sent = world.client.retry(sent.id, {key: {"roots": []}})
    world.client_sends(sent.data)
    world.run()
    asking.finish()
    assert asking.answers()[-1] == {"roots": []}
    assert world.answer_to(sent.id)["result"]["resultType"] == "complete"


class Listing:
    """A server with one tool, which counts how often its tools are listed.

    Args:
        world: in which it is.
    """

    def __init__(self, world: World, *, header: str = "Region") -> None:
        self.world, self.lists, self.header, self.fails = world, 0, header, False
        world.on_server = self.handle_request

    def handle_request(self, request: mb.Request, session: Session, stream: JSON) -> bool:
        if named(request) != "tools/list":
            return False
        self.lists += 1
        if self.fails:
            self.world.server_sends(session.respond_error(request.id, mb.ProtocolError(-32603, "No")), stream)
            return True
        region = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": self.header}}}
        tools = [tool("add", inputSchema={"type": "object", "properties": {"where": region}})]
        result = {**complete(self.world.revisions["server"], "tools/list"), "tools": tools}
        self.world.server_sends(session.respond(request.id, result), stream)
        return True

    def call(self, **headers: str) -> JSON:
        """The status and the code of the error of a call with headers besides those that the client writes."""
        world = self.world
        sent = world.client.request("tools/call", {"name": "add", "arguments": {"where": {"region": "eu"}}})
        world.exchanges += 1
        world.open_exchanges.add(world.exchanges)
        given = {**world.client.http_headers(sent.data), **headers}
        world.hear(world.front, sent.data, "client", given)
        world.carry_out(world.bridge.from_client(sent.data, headers=given, exchange=world.exchanges))
        world.run()
        (answer,) = [each for each in world.taken if isinstance(each, ToClient) and each.exchange == world.exchanges]
        return answer.http_status, json.loads(answer.data).get("error", {}).get("code")


@pytest.mark.parametrize("server", HANDSHAKE)
def test_bridges_to_one_server_share_its_header_schemas(server: str) -> None:
    shared = ToolHeaders()
    refused, fine = (400, MISMATCH), (None, None)
    first, second, third = (Listing(World(NEW, server, "http", "http", tool_headers=shared)) for _ in range(3))
    for each in (first, second, third):
        each.world.open()
    assert (first.call(**{"Mcp-Param-Region": "eu"}), first.lists) == (fine, 1)
    assert (second.call(**{"Mcp-Param-Region": "eu"}), second.lists) == (fine, 0)
    second.header = "Place"
    assert (second.call(**{"Mcp-Param-Place": "eu"}), second.lists) == (refused, 0)
    assert (second.call(**{"Mcp-Param-Place": "eu"}), second.lists) == (fine, 1)
    third.header = "Town"
    third.world.server_sends(third.world.main.notify("notifications/tools/list_changed"))
    assert (third.call(**{"Mcp-Param-Place": "eu"}), third.lists) == (refused, 1)


@pytest.mark.parametrize("server", HANDSHAKE)
def test_a_call_is_sent_if_a_changed_list_cannot_be_read(server: str) -> None:
    world = World(NEW, server, "http", "http")
    world.open()
    listing = Listing(world)
    assert listing.call(**{"Mcp-Param-Region": "eu"}) == (None, None)
    listing.fails = True
    world.server_sends(world.main.notify("notifications/tools/list_changed"))
    assert listing.call(**{"Mcp-Param-Region": "eu"}) == (None, None)
    assert listing.call(**{"Mcp-Param-Region": "eu"}) == (None, None)
    assert listing.lists == 2


def test_a_wrong_tool_name_in_a_header_forgets_no_tools() -> None:
    world = World(NEW, OLD, "http", "http")
    world.open()
    listing = Listing(world, header="")
    assert listing.call() == (None, None)
    assert listing.call(**{"Mcp-Name": "sub"}) == (400, MISMATCH)
    lists = listing.lists
    assert listing.call() == (None, None)
    assert listing.lists == lists


@pytest.mark.parametrize("is_told_another", [False, True])
def test_a_list_that_changes_between_two_pages_is_read_again(is_told_another: bool) -> None:
    """The change may be told to another bridge to the server, with which this one shares the headers of tools."""
    shared = ToolHeaders()
    world, other = (World(NEW, OLD, "http", "http", tool_headers=shared) for _ in range(2))
    world.open()
    other.open()
    held = world.hold("tools/list")
    sent = world.client.request("tools/call", {"name": "b"})
    world.client_sends(sent.data)
    world.run()

    def answer(tool: str, schema: JSON, cursor: str | None) -> JSON:
        request, session, stream = held.pop()
        tools = [{"name": tool, "inputSchema": {"type": "object", **schema}}]
        page: JSON = {"tools": tools, **({} if cursor is None else {"nextCursor": cursor})}
        world.server_sends(session.respond(request.id, page), stream)
        world.run()
        return request.document.get("params", {}).get("cursor")

    assert answer("a", {}, "2") is None
    told = other if is_told_another else world
    told.server_sends(told.main.notify("notifications/tools/list_changed"))
    assert answer("b", {}, None) == "2"
    assert answer("a", {"title": "new"}, "2") is None
    assert answer("b", {}, None) == "2"
    assert not held
    assert world.bridge.input_schemas["a"] == {"type": "object", "title": "new"}
    assert "result" in world.answer_to(sent.id)


def test_shared_header_schemas_are_bounded() -> None:
    known = ToolHeaders(limit=2)
    properties: JSON = {"a": {"type": "integer", "x-mcp-header": "A"}, "b": {"minimum": 1}}
    schema: JSON = {"type": "object", "properties": properties}
    for name in ("one", "two", "three"):
        known.record_tool(name, schema)
    assert [known.knows_tool(name) for name in ("one", "two", "three")] == [False, True, True]
    assert known.find_schema("two") == {"properties": {"a": {"type": "integer", "x-mcp-header": "A"}}}
    known.record_tool("two", {"type": "object"})
    assert (known.knows_tool("two"), known.find_schema("two")) == (True, None)
    known.forget_tools()
    assert not known.knows_tool("two")


def test_a_doubt_of_one_bridge_changes_no_reading_of_another() -> None:
    """The other bridge read the list up to 50 times."""
    shared = ToolHeaders()
    first, second = (ToolSchemas(100, 10**6, shared) for _ in range(2))
    changes = first.changes
    first.record_page({"tools": [{"name": "a", "inputSchema": {"type": "object"}}]})
    second.mark_doubtful()
    assert first.changes == changes
    first.record_page({"tools": [{"name": "b", "inputSchema": {"type": "object"}}]})
    first.mark_complete()
    assert (first.knows_tool("a"), shared.knows_tool("a"), shared.knows_tool("b")) == (True, False, True)
    second.mark_changed()
    assert first.changes > changes


def test_bridges_share_the_headers_of_a_changed_list() -> None:
    shared = ToolHeaders()
    plain: JSON = {"type": "object", "properties": {"a": {"type": "string"}}}
    repeating: JSON = {"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": "A"}}}
    first, second = (ToolSchemas(100, 10**6, shared) for _ in range(2))
    for before, after in ((plain, repeating), (repeating, plain)):
        first.record_page({"tools": [{"name": "t", "inputSchema": before}]})
        assert (first.find_header_schema("t") is None) == (before is plain)
        first.mark_changed()
        second.record_page({"tools": [{"name": "t", "inputSchema": after}]})
        assert (first.find_header_schema("t") is None) == (after is plain)


@pytest.mark.parametrize(
    "options",
    [{"client": ["1"]}, {"server": ["1"]}, {"server": []}, {"client_transport": "htpp"}, {"server_transport": "htpp"}],
)
def test_wrong_settings_of_a_bridge_are_rejected_at_once(options: JSON) -> None:
    with pytest.raises(ValueError, match=r"revision|transport must be"):
        mb.Bridge(**options)


def make_unusual_info(revision: str) -> JSON:
    """A name and version with null in each member to which the revision gives no meaning."""
    info: JSON = {"name": "unusual", "version": "1"}
    codec = mb.revision(revision).codec(info_type(revision))
    unknown = [name for name in ("title", "icons", "websiteUrl") if not codec.findings({**info, name: None})]
    return {**info, **dict.fromkeys(unknown)}


@pytest.mark.parametrize("client", mb.REVISIONS)
@pytest.mark.parametrize("server", mb.REVISIONS)
def test_info_crosses_without_members_that_are_rejected(
    client: str, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception left the bridge, or each request was refused."""
    monkeypatch.setattr("tests.bridge.world.CLIENT", make_unusual_info(client))
    monkeypatch.setattr("tests.bridge.world.SERVER", make_unusual_info(server))
    world = World(client, server)
    world.open()
    assert world.version == client
    assert "result" in world.request("tools/list")
    (agreed,) = [each for each in world.client_got if isinstance(each, VersionAgreed)]
    assert "unusual" in json.dumps(agreed.message.document)


@pytest.mark.parametrize("revision", HANDSHAKE[:-1])
def test_forwarded_info_loses_members_that_are_rejected(revision: str) -> None:
    session = Session("client", [revision], info=make_unusual_info(revision))
    (sent,) = mb.Bridge(server=[OLD]).from_client(session.open())
    assert isinstance(sent, ToServer)
    assert not mb.revision(OLD).codec(info_type(OLD)).findings(json.loads(sent.data)["params"]["clientInfo"])


def test_a_foreign_member_of_a_discovery_is_no_server_info() -> None:
    """An exception left the bridge."""
    bridge = mb.Bridge(server=[NEW])
    (probe,) = bridge.from_client(Session("client", [OLD], info=CLIENT).open())
    assert isinstance(probe, ToServer)
    result = filled(NEW, "DiscoverResult", {"supportedVersions": [NEW], "capabilities": {}})
    found = {**result, "serverInfo": {"title": "a server"}}
    (answer,) = bridge.from_server(json.dumps({"jsonrpc": "2.0", "id": probe.id, "result": found}).encode())
    assert isinstance(answer, ToClient)
    assert json.loads(answer.data)["result"]["serverInfo"]["name"] == "unknown"


def test_queued_texts_are_counted_in_bytes() -> None:
    queue = TextQueue(Bounds(queued=9, queued_bytes=10))
    added = [queue.add_text_if_room(QueuedText(text, None, None)) for text in ("é" * 4, "é", "e", b"e")]
    assert added == [True, True, False, False]


@pytest.mark.parametrize("client", mb.REVISIONS)
@pytest.mark.parametrize("server", mb.REVISIONS)
def test_a_missing_capability_error_keeps_its_code(client: str, server: str) -> None:
    """Page: /specification/2026-07-28/basic/index#error-codes. Servers of older revisions may use either code."""
    world = World(client, server)
    world.open()
    held = world.hold("tools/call")
    for code in (-32021, -32602) if server in HANDSHAKE else (-32021,):
        sent = world.client.request("tools/call", {"name": "add"})
        world.client_sends(sent.data)
        world.run()
        error: JSON = {"code": code, "message": "No", "data": {"requiredCapabilities": {"sampling": {}}}}
        answer: JSON = {"jsonrpc": "2.0", "id": held[-1][0].id, "error": error}
        world.carry_out(world.bridge.from_server(json.dumps(answer)))
        world.run()
        expected = -32021 if client in PER_REQUEST and server in HANDSHAKE else code
        assert world.answer_to(sent.id)["error"] == {**error, "code": expected}
