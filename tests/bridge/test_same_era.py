"""Sides of one era: messages pass untouched where both share a revision, and are translated where they do not."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.bridge import EndExchange, ToClient, ToServer
from tests.bridge.world import ELICITATION, World, named
from tests.documents import acknowledgement, initialize_result
from tests.revisions import HANDSHAKE, PER_REQUEST, first_name, having, method_of

TRANSPORTS = [(one, other) for one in ("stdio", "http") for other in ("stdio", "http")]
BATCHING = [revision for revision in mb.REVISIONS if mb.revision(revision).protocol.batching.send == "may"]

each_way = pytest.mark.parametrize("transports", TRANSPORTS, ids="-".join)


def opened(client: str, server: str, transports: tuple[str, str] = ("stdio", "stdio"), **options: Any) -> World:
    world = World(client, server, *transports, **options)
    world.open()
    assert world.version == client
    return world


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_messages_of_a_shared_revision_pass_byte_for_byte(revision: str) -> None:
    world = opened(revision, revision)
    meta = dict(world.client.request_meta)
    params = json.dumps({"_meta": meta, "name": "add", "arguments": {"x": 1.50}, "other": None})
    called = method_of("tools/call", revision)
    text = f'{{ "params" : {params}, "id":"\\u0061" ,"method":"{called}","jsonrpc":"2.0"}}'.encode()
    (sent,) = world.bridge.from_client(text)
    assert isinstance(sent, ToServer)
    assert (sent.data, sent.id, sent.edits) == (text, "a", ())
    kind = '"resultType":"complete",' if revision in PER_REQUEST else ""
    answer = f'{{"id" : "a","result":{{{kind}"content":[ ],"extra":1e2}},"jsonrpc":"2.0"}}'.encode()
    (back,) = world.bridge.from_server(answer)
    assert isinstance(back, ToClient)
    assert (back.data, back.answers, back.edits) == (answer, True, ())


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_shared_handshake_passes_as_it_came(revision: str) -> None:
    world = World(revision, revision)
    text = (
        '{"jsonrpc":"2.0", "id":"first","method":"initialize","params":{"capabilities":{"tasks":{"list":{}},"x":{}},'
        f'"protocolVersion":"{revision}","clientInfo":{{"name":"a","version":"1","x":1}}}}}}'
    )
    (sent,) = world.bridge.from_client(text)
    assert isinstance(sent, ToServer)
    assert sent.data == text.encode()
    result = json.dumps(initialize_result(revision, {"tasks": {}}))
    answer = f'{{"result":{result},"id":"first","jsonrpc":"2.0"}}'
    (back,) = world.bridge.from_server(answer)
    assert isinstance(back, ToClient)
    assert back.data == answer.encode()


@each_way
@pytest.mark.parametrize("client", HANDSHAKE)
def test_requests_of_the_server_reach_an_older_or_newer_client(client: str, transports: tuple[str, str]) -> None:
    for server in HANDSHAKE:
        world = opened(client, server, transports)
        held = world.hold("tools/call")
        world.client_sends(world.client.request("tools/call", {"name": "add"}).data)
        world.run()
        sampling = {"messages": [{"role": "user", "content": {"type": "text", "text": "?"}}], "maxTokens": 1}
        for method, params in (("roots/list", None), ("sampling/createMessage", sampling)):
            sent = world.main.request(method, params)
            world.server_sends(sent.data, held[0][2])
        world.run()
        assert not world.main.pending
        got = [each for each in world.server_got if isinstance(each, (mb.Response, mb.ErrorResponse))]
        assert [type(each) for each in got] == [mb.Response, mb.Response]


def test_what_an_older_client_does_not_know_is_refused() -> None:
    client = next(each for each in HANDSHAKE if "elicitation/create" not in mb.revision(each).methods)
    world = opened(client, HANDSHAKE[-1])
    data = json.dumps({"jsonrpc": "2.0", "id": 9, "method": "elicitation/create", "params": ELICITATION})
    (action,) = world.bridge.from_server(data)
    assert isinstance(action, ToServer)
    assert json.loads(action.data)["error"]["code"] == -32601


@each_way
@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_progress_and_cancellation_pass(revision: str, transports: tuple[str, str]) -> None:
    for server in HANDSHAKE if revision in HANDSHAKE else (revision,):
        world = opened(revision, server, transports)
        held = world.hold("prompts/get")
        sent = world.client.request("prompts/get", {"name": "p"}, progress=True)
        exchange = world.client_sends(sent.data)
        world.run()
        request, session, stream = held[0]
        token = request.document["params"]["_meta"]["progressToken"]
        world.server_sends(session.notify("notifications/progress", {"progressToken": token, "progress": 1}), stream)
        world.run()
        assert len(world.notified("notifications/progress")) == 1
        cancel = world.client.cancel(sent.id)
        if cancel is not None:
            world.client_sends(cancel)
        else:
            world.carry_out(world.bridge.client_left(exchange))
        world.run()
        assert request.id not in session.peer_requests


@pytest.mark.parametrize("server", HANDSHAKE)
def test_requests_about_the_connection_pass(server: str) -> None:
    for client in HANDSHAKE:
        world = opened(client, server)
        for method, params in (
            ("ping", None),
            ("logging/setLevel", {"level": "debug"}),
            ("resources/subscribe", {"uri": "a:b"}),
            ("resources/unsubscribe", {"uri": "a:b"}),
        ):
            assert world.request(method, params)["result"] == {}
        assert bool(world.received("ping")) == (client == server)
        assert world.received("resources/subscribe")


@pytest.mark.parametrize("server", mb.REVISIONS)
@pytest.mark.parametrize("client", BATCHING)
def test_a_batch_is_split_and_its_answers_are_joined(client: str, server: str) -> None:
    world = opened(client, server)
    texts = [world.client.request("tools/list").data for _ in range(3)]
    data = world.client.batch([*texts, world.client.request("ping").data])
    before = len(world.taken)
    world.client_sends(data)
    world.run()
    answers = [each for each in world.taken[before:] if isinstance(each, ToClient)]
    assert len(answers) == 1
    assert len(json.loads(answers[0].data)) == 4
    assert not world.client.pending


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_pings_in_a_batch_before_the_opening_are_answered(transport: Any) -> None:
    """A POST of such a batch waited for ever."""
    bridge = mb.Bridge(client=BATCHING, client_transport=transport)
    batch = [{"jsonrpc": "2.0", "id": id_, "method": "ping"} for id_ in (1, 2)]
    headers, exchange = ({"Accept": "application/json, text/event-stream"}, 1) if transport == "http" else (None, None)
    (answer,) = bridge.from_client(json.dumps(batch).encode(), headers=headers, exchange=exchange)
    assert isinstance(answer, ToClient)
    assert answer.answers
    assert json.loads(answer.data) == [{"jsonrpc": "2.0", "id": id_, "result": {}} for id_ in (1, 2)]


def test_a_batch_that_cancels_its_ping_before_the_opening_ends() -> None:
    """Its POST waited for ever."""
    bridge = mb.Bridge(client=BATCHING, client_transport="http")
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    batch = json.dumps([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, cancelled]).encode()
    headers = {"Accept": "application/json, text/event-stream"}
    assert bridge.from_client(batch, headers=headers, exchange=1) == [EndExchange(1)]


@pytest.mark.parametrize("transports", [("stdio", "stdio"), ("http", "http")], ids="-".join)
def test_a_request_of_a_batch_with_a_used_id_ends_the_exchange(transports: tuple[str, str]) -> None:
    """Its POST waited for ever, since the error names no request that waits for this answer."""
    world = World(BATCHING[-1], BATCHING[-1], *transports)
    world.open()
    held = world.hold("tools/call")
    call = world.client.request("tools/call", {"name": "add"}).data
    world.client_sends(call)
    exchange = 99 if transports[0] == "http" else None
    headers = world.client.http_headers(call) if exchange else None
    actions = world.bridge.from_client(b"[" + call + b"]", headers=headers, exchange=exchange)
    assert actions == ([EndExchange(exchange)] if exchange else [])
    world.run()
    world.server_answers(*held[0])
    world.run()
    assert [each.method for each in world.client_got if isinstance(each, mb.Response)] == ["tools/call"]


def test_a_batch_waits_for_a_subscription_not_a_cancelled_call() -> None:
    world = opened(BATCHING[0], PER_REQUEST[-1], ("http", "http"))
    world.request("tools/call", {"name": "add"})
    held = world.hold("subscriptions/listen")
    keep = world.on_server
    world.on_server = lambda request, session, stream: named(request) == "tools/call" or keep(request, session, stream)
    call = world.client.request("tools/call", {"name": "add"})
    subscribe = world.client.request("resources/subscribe", {"uri": "a:b"})
    exchange = world.client_sends(world.client.batch([call.data, subscribe.data]))
    world.run()
    cancel = world.client.cancel(call.id)
    assert cancel is not None
    world.client_sends(cancel)
    world.run()
    assert exchange in world.open_exchanges
    world.server_answers(*held[-1])
    world.run()
    assert world.answer_to(subscribe.id)["result"] == {}
    assert exchange not in world.open_exchanges


@each_way
@pytest.mark.parametrize("both", [False, True])
def test_a_batch_that_cancels_its_request_is_answered(transports: tuple[str, str], both: bool) -> None:
    world = opened(BATCHING[0], BATCHING[0], transports)
    sent = [world.client.request("tools/list") for _ in range(2)]
    cancelled = [world.client.cancel(each.id) or b"" for each in sent[: 2 if both else 1]]
    exchange = world.client_sends(world.client.batch([*(each.data for each in sent), *cancelled]))
    world.run()
    assert (world.answer_to(sent[1].id) is None) == both
    assert exchange not in world.open_exchanges
    assert "result" in world.request("tools/list")


@pytest.mark.parametrize("client", BATCHING)
@pytest.mark.parametrize("is_in_batch", [False, True])
def test_a_server_batch_is_answered_without_a_cancelled_request(client: str, is_in_batch: bool) -> None:
    world = opened(client, BATCHING[0])
    world.on_client = lambda request: True
    sent = [world.main.request("roots/list") for _ in range(2)]
    cancel = world.main.cancel(sent[0].id)
    assert cancel is not None
    world.server_sends(world.main.batch([*(each.data for each in sent), *([cancel] if is_in_batch else [])]))
    world.run()
    if not is_in_batch:
        world.server_sends(cancel)
        world.run()
    before = len(world.taken)
    for id_ in list(world.client.peer_requests):
        world.client_sends(world.client.respond(id_, {"roots": []}))
    world.run()
    (answer,) = [each for each in world.taken[before:] if isinstance(each, ToServer)]
    assert [each["id"] for each in json.loads(answer.data)] == [sent[1].id]


@each_way
def test_a_subscription_that_the_server_ends_gets_its_result(transports: tuple[str, str]) -> None:
    revision = PER_REQUEST[-1]
    world = opened(revision, revision, transports)
    held = world.hold("subscriptions/listen")
    sent = world.client.request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    exchange = world.client_sends(sent.data)
    world.run()
    request, session, stream = held[0]
    world.server_answers(request, session, stream)
    meta = {"_meta": {"io.modelcontextprotocol/subscriptionId": request.id}}
    world.server_sends(session.notify("notifications/cancelled", {"requestId": request.id, **meta}), stream)
    world.server_sends(session.respond(request.id, {"resultType": "complete", **meta}), stream)
    world.run()
    answers = [each for each in world.taken if isinstance(each, ToClient) and b'"result"' in each.data]
    assert json.loads(answers[-1].data)["id"] == sent.id
    assert len([each for each in answers if json.loads(each.data)["id"] == sent.id]) == 1
    assert exchange not in world.open_exchanges


@pytest.mark.parametrize("is_cancelled", [True, False])
def test_each_end_of_a_subscription_has_the_id_of_its_client(is_cancelled: bool) -> None:
    """Clients share a connection, so the ids at the server differ; the client got an error in place of the result."""
    revision, key = PER_REQUEST[-1], "io.modelcontextprotocol/subscriptionId"
    world = opened(revision, revision, ("http", "http"))
    held = world.hold("subscriptions/listen")
    sent = world.client.request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    world.client_sends(sent.data)
    headers = world.client.http_headers(sent.data)
    world.carry_out(world.bridge.from_client(sent.data, headers=headers, exchange="another client"))
    world.run()
    request, session, stream = held[1]
    assert request.id != sent.id
    meta = {"_meta": {key: request.id}}
    accepted = acknowledgement(revision, request.id, {"toolsListChanged": True})
    texts = [session.notify("notifications/subscriptions/acknowledged", accepted)]
    if is_cancelled:
        texts.append(session.notify("notifications/cancelled", {"requestId": request.id, **meta}))
    result = {"jsonrpc": "2.0", "id": request.id, "result": {"resultType": "complete", **meta}}
    texts.append(json.dumps(result).encode())
    actions = [action for text in texts for action in world.bridge.from_server(text, stream=stream)]
    documents = [json.loads(action.data) for action in actions if isinstance(action, ToClient)]
    kinds = [first_name(each.get("method", "result"), revision).rpartition("/")[2] for each in documents]
    assert kinds == ["acknowledged", "cancelled", "result"]
    assert {(each.get("params") or each["result"])["_meta"][key] for each in documents} == {sent.id}
    assert documents[1]["params"]["requestId"] == documents[2]["id"] == sent.id


@pytest.mark.parametrize(("askers", "arrives"), [(1, True), (2, False)])
def test_log_messages_on_stdio_reach_the_only_call_that_asks(askers: int, arrives: bool) -> None:
    """They were lost. With several calls, perhaps of several clients, the message does not say to which it belongs."""
    revision = having("notifications/message", among=PER_REQUEST)[-1]
    world = opened(revision, revision, ("http", "stdio"))
    held = world.hold("tools/call")
    metas = [{"io.modelcontextprotocol/logLevel": "info"}] * askers + [{}]
    for meta in metas:
        world.client_sends(world.client.request("tools/call", {"name": "add", "_meta": meta}).data)
        world.run()
    session = held[0][1]
    world.server_sends(session.notify("notifications/message", {"level": "error", "data": 1}))
    world.run()
    assert len(world.notified("notifications/message")) == arrives
    assert len(world.lost) == (not arrives)


def test_a_batch_with_faults_is_answered_whole() -> None:
    world = opened(BATCHING[0], PER_REQUEST[-1])
    (answer,) = world.bridge.from_client(b'[{"jsonrpc":"2.0","id":1}, 5]')
    assert isinstance(answer, ToClient)
    assert [each["error"]["code"] for each in json.loads(answer.data)] == [-32600, -32600]


def test_a_batch_of_the_server_is_split_and_answers_are_joined() -> None:
    world = opened(HANDSHAKE[-1], BATCHING[0])
    data = world.main.batch([world.main.request("roots/list").data for _ in range(2)])
    before = len(world.taken)
    world.server_sends(data)
    world.run()
    answers = [each for each in world.taken[before:] if isinstance(each, ToServer)]
    assert len(answers) == 1
    assert not world.main.pending


def test_ids_in_use_at_the_server_are_replaced() -> None:
    """Two clients of one principal may use the same ids over HTTP."""
    revision = PER_REQUEST[-1]
    world = opened(revision, revision, ("http", "stdio"))
    world.request("tools/list")  # otherwise the bridge asks for it, to check the headers
    world.hold("tools/call")
    meta, called = {**world.client.request_meta, "progressToken": 7}, method_of("tools/call", revision)
    document = {"jsonrpc": "2.0", "id": 7, "method": called, "params": {"name": "add", "_meta": meta}}
    headers = {
        "MCP-Protocol-Version": revision,
        "Mcp-Method": called,
        "Mcp-Name": "add",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    text = json.dumps(document).encode()
    for exchange in ("one", "two"):
        world.carry_out(world.bridge.from_client(text, headers=headers, exchange=exchange))
    sent = [each for each in world.wire if isinstance(each, ToServer)]
    assert json.loads(sent[0].data)["id"] == 7
    assert len({json.loads(each.data)["id"] for each in sent}) == 2
    assert len({json.loads(each.data)["params"]["_meta"]["progressToken"] for each in sent}) == 2
    for each in sent:
        event = world.main.receive(each.data)
        assert isinstance(event, mb.Request)
        result: Any = {"content": [], "resultType": "complete"}
        (answer,) = world.bridge.from_server(world.main.respond(event.id, result))
        assert isinstance(answer, ToClient)
        assert json.loads(answer.data)["id"] == 7
        assert answer.exchange == ("one" if each is sent[0] else "two")


@pytest.mark.parametrize("client", HANDSHAKE)
def test_a_server_without_the_handshake_is_probed(client: str) -> None:
    world = World(client, PER_REQUEST[-1])
    world.client_sends(world.client.open())
    sent = world.wire.popleft()
    assert isinstance(sent, ToServer)
    id_ = json.loads(sent.data)["id"]
    error = {"jsonrpc": "2.0", "id": id_, "error": {"code": -32601, "message": "Method not found"}}
    world.carry_out(world.bridge.from_server(json.dumps(error)))
    world.run()
    assert [named(each) for each in world.server_got] == ["server/discover", "subscriptions/listen"]
    assert world.version == client
