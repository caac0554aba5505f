"""Plain requests through a bridge: what is read of them, what ends them, and which ids they use."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.bridge import Action, Bounds, ToClient, ToServer
from mcp_bindings.jsonrpc.body_types import ModelType
from tests.bridge.world import ELICITATION, World, complete
from tests.documents import tool
from tests.engines import ENGINES, using
from tests.revisions import HANDSHAKE, PER_REQUEST, has_method, having

JSON = Any

PAIRS = [*((each, each) for each in mb.REVISIONS), (HANDSHAKE[-1], PER_REQUEST[-1]), (PER_REQUEST[-1], HANDSHAKE[-1])]
each_pair = pytest.mark.parametrize(("client", "server"), PAIRS, ids=lambda each: each)

PLAIN: dict[str, JSON] = {
    "tools/call": {"name": "add", "arguments": {"x": 1}},
    "tools/list": None,
    "prompts/list": None,
    "prompts/get": {"name": "p"},
    "resources/list": None,
    "resources/templates/list": None,
    "resources/read": {"uri": "a:b"},
}


def plain(*revisions: str) -> dict[str, JSON]:
    """The plain requests that all of these revisions have, each with its params."""
    return {name: params for name, params in PLAIN.items() if all(has_method(name, each) for each in revisions)}


def opened(client: str, server: str, **options: Any) -> World:
    """An open bridge, of which everything that comes first has been said."""
    world = World(client, server, client_capabilities={}, **options)
    world.open()
    world.request("tools/call", {"name": "add"})
    return world


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_messages_that_need_no_change_are_never_built_as_models(revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def built(type_: ModelType) -> Any:
        raise AssertionError(f"{type_.name} is built")

    with using("fast"):
        world = opened(revision, revision)
        monkeypatch.setattr(ModelType, "_load_functions", built)
        for method, params in plain(revision).items():
            assert "result" in world.request(method, params)
        held = world.hold("tools/call")
        sent = world.client.request("tools/call", {"name": "add"}, progress=True)
        world.client_sends(sent.data)
        world.run()
        request, session, _ = held[0]
        token = request.document["params"]["_meta"]["progressToken"]
        for number in range(3):
            world.server_sends(session.notify("notifications/progress", {"progressToken": token, "progress": number}))
        world.server_sends(session.notify("notifications/tools/list_changed")) if revision in HANDSHAKE else None
        world.server_sends(session.respond_error(request.id, mb.ProtocolError(-32603, "failed")))
        world.run()
        assert world.answer_to(sent.id)["error"]["message"] == "failed"
        assert len(world.notified("notifications/progress")) == 3


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_the_answer_that_passes_is_not_read(revision: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A body that was read is compared with its text before it is sent, which takes longer than to parse it."""

    def read(message: mb.Response) -> bytes:
        raise AssertionError(f"{message} is read")

    with using(engine):
        world = opened(revision, revision)
        monkeypatch.setattr(mb.Response, "result", property(read))
        assert "result" in world.request("tools/call", {"name": "add"})


@each_pair
def test_an_answer_over_http_ends_the_exchange_of_its_request(client: str, server: str) -> None:
    world = World(client, server, "http", "http", client_capabilities={})
    world.open()
    world.request("tools/call", {"name": "add"})
    for method, params in plain(client, server).items():
        held = world.hold(method)
        sent = world.client.request(method, params)
        exchange = world.client_sends(sent.data)
        world.run()
        passed: JSON = world.taken[-1]
        assert bool(passed.headers) == (server != HANDSHAKE[0])  # the server has checked them
        world.server_answers(*held[0])
        world.run()
        answer: JSON = world.taken[-1]
        assert (answer.exchange, answer.answers) == (exchange, True)
        assert "result" in world.answer_to(sent.id)
    assert not world.client.pending


@each_pair
def test_a_closed_exchange_ends_its_request_where_that_cancels(client: str, server: str) -> None:
    world = World(client, server, "http", "http", client_capabilities={})
    world.open()
    world.request("tools/call", {"name": "add"})
    held = world.hold("tools/call")
    exchange = world.client_sends(world.client.request("tools/call", {"name": "add"}).data)
    world.run()
    (request, session, stream) = held[0]
    world.carry_out(world.bridge.client_left(exchange))
    world.run()
    assert (request.id in session.peer_requests) == (client in HANDSHAKE)
    assert world.bridge.awaits(request.id) == (client in HANDSHAKE)
    if client in HANDSHAKE:
        world.server_answers(request, session, stream)
        world.run()
    assert not world.bridge.awaits(request.id)


@pytest.mark.parametrize("server", [HANDSHAKE[-1], PER_REQUEST[-1]])
def test_clients_that_share_a_connection_may_use_one_id(server: str) -> None:
    world = World(PER_REQUEST[-1], server, "http", "http", client_capabilities={})
    world.open()
    world.request("tools/call", {"name": "add"})
    held = world.hold("prompts/get")
    text = world.client.request("prompts/get", {"name": "p"}).data
    headers = world.client.http_headers(text)
    for exchange in ("one", "two"):
        world.carry_out(world.bridge.from_client(text, headers=headers, exchange=exchange))
    world.run()
    assert len({request.id for request, _, _ in held}) == 2
    for (request, session, stream), exchange in zip(held, ("one", "two"), strict=True):
        world.server_answers(request, session, stream)
        answer = world.wire.pop()
        assert isinstance(answer, ToClient)
        assert (answer.exchange, json.loads(answer.data)["id"]) == (exchange, json.loads(text)["id"])


@each_pair
def test_headers_of_the_wrong_message_are_rejected(client: str, server: str) -> None:
    world = World(client, server, "http", "http", client_capabilities={})
    world.open()
    world.request("tools/call", {"name": "add"})
    text = world.client.request("tools/call", {"name": "add"}).data
    wrong = {**world.client.http_headers(text), "MCP-Protocol-Version": "1999-01-01"}
    (action,) = world.bridge.from_client(text, headers=wrong, exchange=1)
    assert isinstance(action, ToClient)
    if client != HANDSHAKE[0]:
        assert (action.http_status, "error" in json.loads(action.data)) == (400, True)


def test_calls_with_possible_input_go_one_after_the_other() -> None:
    world = World(PER_REQUEST[-1], HANDSHAKE[-1])
    world.open()
    held = world.hold("tools/call")
    sent = [world.client.request("tools/call", {"name": "add"}) for _ in range(2)]
    world.client_sends(sent[0].data)
    world.run()
    world.client_sends(sent[1].data)
    world.run()
    assert len(held) == 1  # the second one waits for its turn
    request, session, _ = held[0]
    world.server_sends(session.request("elicitation/create", ELICITATION).data)
    world.pass_time(1)
    assert world.answer_to(sent[0].id)["result"]["resultType"] == "input_required"
    assert request.id in session.peer_requests


@each_pair
def test_errors_cancellations_and_late_answers_find_requests(client: str, server: str) -> None:
    world = opened(client, server)
    held = world.hold("prompts/get")
    first, second = (world.client.request("prompts/get", {"name": "p"}) for _ in range(2))
    for sent in (first, second):
        world.client_sends(sent.data)
    world.run()
    request, session, stream = held[0]
    world.server_sends(session.respond_error(request.id, mb.ProtocolError(-32602, "no such prompt")), stream)
    world.run()
    assert world.answer_to(first.id)["error"]["code"] == -32602
    cancel = world.client.cancel(second.id)
    assert cancel is not None
    world.client_sends(cancel)
    world.run()
    request, session, stream = held[1]
    assert request.id not in session.peer_requests
    late: JSON = {"jsonrpc": "2.0", "id": request.id, "result": {"messages": [], "resultType": "complete"}}
    assert world.bridge.from_server(json.dumps(late)) == []


@each_pair
def test_a_call_ends_in_time(client: str, server: str) -> None:
    world = opened(client, server, bounds=Bounds(call_seconds=60))
    world.hold("prompts/get")
    sent = world.client.request("prompts/get", {"name": "p"})
    world.client_sends(sent.data)
    world.run()
    assert world.bridge.next_expiry == 60
    world.pass_time(61)
    assert "did not answer in time" in world.answer_to(sent.id)["error"]["message"]
    assert world.received("notifications/cancelled")


@each_pair
def test_calls_end_with_the_bridge(client: str, server: str) -> None:
    world = opened(client, server)
    world.hold("tools/call")
    sent = world.client.request("tools/call", {"name": "add"})
    world.client_sends(sent.data)
    world.run()
    world.carry_out(world.bridge.server_left("gone"))
    world.run()
    assert world.answer_to(sent.id)["error"]["message"] == "gone"


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_an_id_comes_once_in_a_session(revision: str) -> None:
    world = opened(revision, revision)
    text = b'{"jsonrpc":"2.0","id":77,"method":"tools/list"}'
    assert [type(each) for each in world.bridge.from_client(text)] == [ToServer]
    if mb.revision(revision).protocol.request_ids.unique != "session":
        return
    for _ in range(2):
        assert errors(world.bridge.from_client(text)) in ([], [-32600])
    (answer,) = world.bridge.from_server(b'{"jsonrpc":"2.0","id":77,"result":{"tools":[]}}')
    assert isinstance(answer, ToClient)
    (again,) = world.bridge.from_client(text)  # a client that continues a session counts from 0 again
    assert isinstance(again, ToServer)
    assert json.loads(again.data)["id"] != 77


def errors(actions: list[Action]) -> list[int]:
    """The codes of the errors for the client; nothing may be sent to the server."""
    assert all(isinstance(each, ToClient) for each in actions), actions
    return [json.loads(each.data)["error"]["code"] for each in actions if isinstance(each, ToClient)]


def test_progress_that_does_not_increase_arrives() -> None:
    revision = HANDSHAKE[-1]
    world = opened(revision, revision)
    meta = {"progressToken": "t"}
    request = {"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "add", "_meta": meta}}
    world.bridge.from_client(json.dumps(request).encode())
    progress = [
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": "t", "progress": value}}
        for value in (1, 2, 2, 1, 3)
    ]
    passed = [len(world.bridge.from_server(json.dumps(each).encode())) for each in progress]
    assert passed == [1] * 5


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_page_of_another_scope_arrives(revision: str) -> None:
    world = opened(revision, revision)
    answers: list[JSON] = []
    for cursor, scope in ((None, "public"), ("next", "private")):
        held = world.hold("prompts/list")
        sent = world.client.request("prompts/list", None if cursor is None else {"cursor": cursor})
        world.client_sends(sent.data)
        world.run()
        page: JSON = {"prompts": [], "resultType": "complete", "ttlMs": 0, "cacheScope": scope, "nextCursor": "next"}
        text: JSON = {"jsonrpc": "2.0", "id": held[0][0].id, "result": page}
        world.server_sends(json.dumps(text).encode())
        world.run()
        answers.append(world.answer_to(sent.id))
    assert [each["result"]["cacheScope"] for each in answers] == ["public", "private"]
    assert world.broken["server"] == {"cache.same-scope"}


@pytest.mark.parametrize("transports", [("stdio", "stdio"), ("http", "http")], ids="-".join)
@pytest.mark.parametrize("client", HANDSHAKE)
@pytest.mark.parametrize("method", ["tools/list", "prompts/list", "prompts/get", "resources/read", "tools/call"])
def test_other_requests_pass_during_a_round_of_input(transports: tuple[str, str], client: str, method: str) -> None:
    """The client's end admitted the request and used its id up, then the server's end declined it."""
    world = World(client, having("sampling/createMessage", among=PER_REQUEST)[-1], *transports)
    world.open()
    asked: list[mb.Request] = []

    def keep(request: mb.Request) -> bool:
        asked.append(request)
        return True

    world.on_client = keep
    held = world.hold("tools/call")
    paused = world.client.request("tools/call", {"name": "slow"})
    world.client_sends(paused.data)
    world.run()
    request, session, stream = held.pop()
    params: JSON = {"messages": [], "maxTokens": 5}
    wanted: JSON = {"what": {"method": "sampling/createMessage", "params": params}}
    world.server_sends(session.respond(request.id, {"resultType": "input_required", "inputRequests": wanted}), stream)
    world.run()
    world.on_server = lambda _request, _session, _stream: False
    for _ in range(3):
        assert "result" in world.request(method, PLAIN[method])
    (question,) = asked
    world.client_sends(world.client.respond(question.id, complete(client, question.method)))
    world.run()
    assert "result" in world.answer_to(paused.id)


def test_an_argument_without_a_form_as_a_header_uses_no_id_up() -> None:
    """Both ends admitted the request and used its id up, then its headers could not be written."""
    schema: JSON = {"type": "object", "properties": {"n": {"type": "integer", "x-mcp-header": "N"}}}
    world = World(HANDSHAKE[-1], PER_REQUEST[-1], "stdio", "http", client_capabilities={})
    world.open()
    held = world.hold("tools/list")
    listed = world.client.request("tools/list")
    world.client_sends(listed.data)
    world.run()
    request, session, stream = held.pop()
    page: JSON = {**complete(PER_REQUEST[-1], "tools/list"), "tools": [tool("add", inputSchema=schema)]}
    world.server_sends(session.respond(request.id, page), stream)
    world.run()
    answer = world.request("tools/call", {"name": "add", "arguments": {"n": 2**70}})
    assert "has no form as an HTTP header" in answer["error"]["message"]
