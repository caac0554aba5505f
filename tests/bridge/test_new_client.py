"""A per-request client at a server with a handshake."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.bridge import Bounds, CloseStream, ToClient, ToServer
from mcp_bindings.bridge.requests import Call, CallTable
from mcp_bindings.session.events import VersionAgreed
from mcp_bindings.session.session import Session
from tests.bridge.world import CLIENT, ELICITATION, World, named
from tests.documents import acknowledgement
from tests.revisions import HANDSHAKE, PER_REQUEST, filter_of, first_name, having

OLD = HANDSHAKE[-1]
NEW = having("roots/list", "sampling/createMessage", "notifications/message", among=PER_REQUEST)[-1]
"""The newest revision whose servers still ask for roots and samples, and log."""
TRANSPORTS = [(one, other) for one in ("stdio", "http") for other in ("stdio", "http")]
UPDATES = filter_of(NEW)
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
LEVEL = "io.modelcontextprotocol/logLevel"

each_way = pytest.mark.parametrize("transports", TRANSPORTS, ids="-".join)


def opened(transports: tuple[str, str] = ("stdio", "stdio"), server: str = OLD, **options: Any) -> World:
    world = World(NEW, server, *transports, **options)
    world.open()
    assert world.version == NEW
    return world


class Asking:
    """A server that asks its client before it answers a call."""

    def __init__(self, world: World, *requests: tuple[str, Any], method: str = "tools/call") -> None:
        self.world, self.requests, self.method = world, requests, method
        self.calls: list[tuple[mb.Request, Session, Any]] = []
        world.on_server = self.handle_request

    def handle_request(self, request: mb.Request, session: Session, stream: Any) -> bool:
        if named(request) != self.method:
            return False
        self.calls.append((request, session, stream))
        for method, params in self.requests:
            self.world.server_sends(session.request(method, params).data, stream)
        return True

    def answers(self) -> list[Any]:
        """What the server has got for its requests."""
        known = (mb.Response, mb.ErrorResponse)
        return [
            each.document.get("result", each.document.get("error"))
            for each in self.world.server_got
            if isinstance(each, known)
        ]

    def finish(self) -> None:
        """Answer the oldest call."""
        self.world.server_answers(*self.calls.pop(0))
        self.world.run()


def asked(world: World, id_: Any) -> Any:
    """What a request was answered with, which asks for input."""
    world.pass_time(1)
    result = world.answer_to(id_)["result"]
    assert result["resultType"] == "input_required"
    return result


def call(world: World, method: str = "tools/call", **more: Any) -> Any:
    """Let the client send a call; its id."""
    params = {"uri": "a:b"} if method == "resources/read" else {"name": "add"}
    sent = world.client.request(method, {**params, **more})
    world.client_sends(sent.data)
    world.run()
    return sent.id


def retry(world: World, id_: Any, responses: Any) -> Any:
    sent = world.client.retry(id_, responses)
    world.client_sends(sent.data)
    world.run()
    return sent.id


@pytest.mark.parametrize("is_early", [False, True])
@pytest.mark.parametrize("servers", [(OLD,), (NEW,), (NEW, OLD)], ids="-".join)
def test_a_client_may_begin_a_handshake_after_its_probe(servers: tuple[str, ...], is_early: bool) -> None:
    world = World(NEW, servers[0], servers=servers)
    probe, client = world.client.open(), Session("client", [OLD], info=CLIENT, mode="default")
    world.client_sends(probe)
    if not is_early:
        world.run()
        world.version = None
    world.carry_out(world.bridge.from_client(client.open(ids="handshake-")))
    texts: list[bytes] = []

    def run() -> None:
        while world.wire:
            action = world.wire[0]
            if isinstance(action, ToClient):
                texts.append(action.data)
                world.wire.popleft()
            else:
                world.deliver()

    run()
    assert is_early == (len(texts) == 2)
    agreed = client.receive(texts[-1])
    assert isinstance(agreed, VersionAgreed)
    assert agreed.version == OLD
    assert agreed.reply is not None
    world.carry_out(world.bridge.from_client(agreed.reply))
    world.carry_out(world.bridge.from_client(client.request("tools/call", {"name": "add"}).data))
    run()
    answer = client.receive(texts[-1])
    assert isinstance(answer, mb.Response)
    assert world.bridge.server_version == (OLD if OLD in servers else NEW)
    assert len(world.received("notifications/initialized")) == (OLD in servers)
    assert len(world.received("initialize")) == (OLD in servers)


def test_a_server_that_ignores_the_probe_soon_gets_initialize() -> None:
    """It got it after 30 seconds, the time for other requests of a bridge."""
    world = World(NEW, OLD)

    def ignore(action: ToServer, error: mb.ProtocolError) -> None: ...

    vars(world)["_server_rejects"] = ignore
    world.client_sends(world.client.open())
    world.run()
    assert world.received("initialize") == []
    world.pass_time(Bounds().probe_seconds)
    assert len(world.received("initialize")) == 1
    assert world.bridge.server_version == OLD
    assert world.version == NEW


def test_a_server_without_a_handshake_may_start_slowly() -> None:
    """Its answer to the probe came too late, and its error for `initialize` ended the bridge."""
    newest = PER_REQUEST[-1]
    client = mb.Session("client", [newest], info={"name": "client", "version": "1"}, capabilities={})
    bridge = mb.Bridge()
    asked = bridge.from_client(client.request("tools/list").data)
    assert bridge.next_expiry is not None
    asked += bridge.expire(bridge.next_expiry)
    server = mb.Session("server", [newest], info={"name": "server", "version": "1"}, capabilities={"tools": {}})
    methods: list[str] = []
    while asked:
        action = asked.pop(0)
        assert isinstance(action, ToServer), action
        document = json.loads(action.data)
        methods.append(first_name(document["method"], newest))
        if document["method"] == "initialize":
            unknown = {"code": -32601, "message": "Method not found"}
            asked += bridge.from_server(json.dumps({"jsonrpc": "2.0", "id": document["id"], "error": unknown}).encode())
            continue
        event = server.receive(action.data)
        if isinstance(event, mb.Request) and named(event) == "server/discover":
            asked += bridge.from_server(server.accept(event))
    assert methods == ["server/discover", "initialize", "server/discover", "tools/list"]


def test_a_rejection_after_a_silent_probe_ends_the_bridge() -> None:
    """It was probed again every five seconds, and the call of the client was never answered."""
    newest = PER_REQUEST[-1]
    client = mb.Session("client", [newest], info={"name": "client", "version": "1"}, capabilities={})
    bridge = mb.Bridge()
    asked = bridge.from_client(client.request("tools/list").data)
    methods: list[str] = []
    while bridge.next_expiry is not None and len(methods) < 10:
        for action in asked:
            if isinstance(action, ToServer):
                methods.append(first_name(json.loads(action.data)["method"], newest))
        asked = bridge.expire(bridge.next_expiry)
        for action in tuple(asked):
            if isinstance(action, ToServer) and b'"initialize"' in action.data:
                methods.append("initialize")
                id_ = json.loads(action.data)["id"]
                error = {"code": -32000, "message": "no key"}
                asked = bridge.from_server(json.dumps({"jsonrpc": "2.0", "id": id_, "error": error}).encode())
    assert methods == ["server/discover", "initialize", "server/discover"]
    assert any(isinstance(each, ToClient) and b"answers initialize with an error" in each.data for each in asked)


def test_a_server_that_was_probed_waits_for_the_handshake() -> None:
    """A server may ask for roots at once; it was asked to wait for a call, and then refused."""
    world = World(NEW, OLD)
    world.open()
    assert not world.received("notifications/initialized")
    client = Session("client", [OLD], info=CLIENT, capabilities={"roots": {}}, mode="default")
    (answer,) = world.bridge.from_client(client.open(ids="handshake-"))
    assert isinstance(answer, ToClient)
    agreed = client.receive(answer.data)
    assert isinstance(agreed, VersionAgreed)
    assert agreed.reply is not None
    (told,) = world.bridge.from_client(agreed.reply)
    assert isinstance(told, ToServer)
    world.main.receive(told.data)
    (asked_for,) = world.bridge.from_server(world.main.request("roots/list").data)
    assert isinstance(asked_for, ToClient)


def test_a_server_is_told_that_the_client_is_ready_at_its_call() -> None:
    world = opened()
    assert not world.received("notifications/initialized")
    world.request("tools/list")
    assert len(world.received("notifications/initialized")) == 1


def test_a_client_that_has_called_begins_no_handshake() -> None:
    world = opened(server=NEW)
    assert "result" in world.request("tools/list")
    late = Session("client", [OLD], info=CLIENT).open(ids="handshake-")
    (answer,) = world.bridge.from_client(late)
    assert isinstance(answer, ToClient)
    assert json.loads(answer.data)["error"]["code"] == -32022


def test_discovery_names_only_versions_of_the_bridge() -> None:
    world = World(NEW, NEW, servers=(NEW, OLD))
    world.open()
    (agreed,) = world.client_got
    versions = [mb.revision(each).version for each in reversed(PER_REQUEST)]
    assert agreed.message.document["result"]["supportedVersions"] == versions


def test_discovery_is_answered_at_the_bridge() -> None:
    world = opened()
    (agreed,) = world.client_got
    result = agreed.message.document["result"]
    assert result["supportedVersions"] == list(reversed(PER_REQUEST))
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "a server"
    assert (result["instructions"], result["ttlMs"], result["cacheScope"]) == ("be kind", 0, "private")
    assert len(world.received("initialize")) == 1


def test_caching_hints_are_made_for_cacheable_results_only() -> None:
    world = opened()
    listed, called = world.request("tools/list")["result"], world.request("tools/call", {"name": "add"})["result"]
    assert (listed["ttlMs"], listed["cacheScope"]) == (0, "private")
    assert "ttlMs" not in called
    assert called["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "a server"


@pytest.mark.parametrize("method", ["tools/call", "prompts/get", "resources/read"])
@each_way
def test_requests_of_the_server_become_one_round_of_input(transports: tuple[str, str], method: str) -> None:
    world = opened(transports)
    server = Asking(world, ("elicitation/create", ELICITATION), ("roots/list", None), method=method)
    first = call(world, method)
    assert world.answer_to(first) is None
    result = asked(world, first)
    assert sorted(each["method"] for each in result["inputRequests"].values()) == ["elicitation/create", "roots/list"]
    elicited: Any = {"action": "accept", "content": {"name": "x"}}
    rooted: Any = {"roots": []}
    wanted = result["inputRequests"]
    given = {key: elicited if each["method"] == "elicitation/create" else rooted for key, each in wanted.items()}
    second = retry(world, first, given)
    assert server.answers() == [{"action": "accept", "content": {"name": "x"}}, {"roots": []}]
    assert world.answer_to(second) is None
    server.finish()
    assert world.answer_to(second)["result"]["resultType"] == "complete"
    assert len(world.received(method)) == 1


def test_the_state_fits_once_and_the_same_request_only() -> None:
    world = opened()
    Asking(world, ("roots/list", None))
    first = call(world)
    state = asked(world, first)["requestState"]
    wrong: list[Any] = [
        {"name": "add", "requestState": state + "x", "inputResponses": {}},
        {"name": "other", "requestState": state, "inputResponses": {}},
        {"name": "add", "requestState": state, "inputResponses": {"roots/list-1": {"action": "accept"}}},
    ]
    for params in wrong:
        assert send_raw(world, params)["error"]["code"] == -32602, params
    retry(world, first, {"roots/list-1": {"roots": []}})
    again: Any = {"name": "add", "requestState": state, "inputResponses": {"roots/list-1": {"roots": []}}}
    assert send_raw(world, again)["error"]["code"] == -32602


def test_input_that_nobody_has_asked_for_is_ignored() -> None:
    world = opened()
    call(world)
    params = {
        "name": "add",
        "inputResponses": {"other": {"action": "cancel"}},
        "_meta": dict(world.client.request_meta),
    }
    data = json.dumps({"jsonrpc": "2.0", "id": world.client.new_id(), "method": "tools/call", "params": params})
    (action,) = world.bridge.from_client(data)
    assert isinstance(action, ToServer)
    assert json.loads(action.data)["params"] == {"name": "add"}


def send_raw(world: World, params: Any) -> Any:
    """The answer to a call that a client would not send."""
    id_ = world.client.new_id()
    params = {**params, "_meta": dict(world.client.request_meta)}
    data = json.dumps({"jsonrpc": "2.0", "id": id_, "method": "tools/call", "params": params})
    (action,) = world.bridge.from_client(data)
    assert isinstance(action, ToClient)
    return json.loads(action.data)


def test_the_state_of_another_principal_is_refused() -> None:
    world, other = opened(principal="one"), opened(principal="two")
    Asking(world, ("roots/list", None))
    state = asked(world, call(world))["requestState"]
    call(other)
    assert send_raw(other, {"name": "add", "requestState": state})["error"]["code"] == -32602


def test_what_the_client_leaves_out_is_asked_for_again() -> None:
    world = opened()
    server = Asking(world, ("roots/list", None), ("elicitation/create", ELICITATION))
    first = call(world)
    result = asked(world, first)
    (roots,) = [key for key, each in result["inputRequests"].items() if each["method"] == "roots/list"]
    params: Any = {"name": "add", "requestState": result["requestState"], "inputResponses": {roots: {"roots": []}}}
    sent = world.client.request("tools/call", {"name": "add"})
    document = json.loads(sent.data)
    document["params"].update(params)
    world.client_sends(json.dumps(document).encode())
    world.run()
    assert server.answers() == [{"roots": []}]
    assert [each["method"] for each in asked(world, sent.id)["inputRequests"].values()] == ["elicitation/create"]


def test_an_answer_to_what_the_client_was_not_asked_is_ignored() -> None:
    """The server asks more while the client answers, which may guess the key of that."""
    world = opened()
    server = Asking(world, ("roots/list", None))
    first = call(world)
    result = asked(world, first)
    _, session, stream = server.calls[0]
    world.server_sends(session.request("elicitation/create", ELICITATION).data, stream)
    guessed: Any = {
        "roots/list-1": {"roots": []},
        "elicitation/create-2": {"action": "accept", "content": {"name": "x"}},
    }
    sent = world.client.request("tools/call", {"name": "add"})
    document = json.loads(sent.data)
    document["params"].update({"requestState": result["requestState"], "inputResponses": guessed})
    world.client_sends(json.dumps(document).encode())
    world.run()
    assert server.answers() == [{"roots": []}]
    again = asked(world, sent.id)["inputRequests"]
    assert {key: each["method"] for key, each in again.items()} == {"elicitation/create-2": "elicitation/create"}
    retry(world, sent.id, {"elicitation/create-2": {"action": "decline"}})
    assert server.answers() == [{"roots": []}, {"action": "decline"}]


@each_way
def test_a_client_that_does_not_come_back_cancels_the_call(transports: tuple[str, str]) -> None:
    world = opened(transports, bounds=Bounds(input_seconds=60))
    server = Asking(world, ("roots/list", None))
    first = call(world)
    state = asked(world, first)["requestState"]
    world.pass_time(61)
    assert server.answers()[0]["code"] == -32603
    assert len(world.received("notifications/cancelled")) == 1
    assert send_raw(world, {"name": "add", "requestState": state})["error"]["code"] == -32602


def test_an_answer_that_comes_meanwhile_is_kept() -> None:
    world = opened()
    server = Asking(world, ("roots/list", None))
    first = call(world)
    asked(world, first)
    server.finish()
    second = retry(world, first, {"roots/list-1": {"roots": []}})
    assert world.answer_to(second)["result"]["resultType"] == "complete"


def test_what_the_client_has_not_declared_is_refused() -> None:
    world = opened(client_capabilities={"roots": {}})
    server = Asking(world, ("roots/list", None))
    data = json.dumps({"jsonrpc": "2.0", "id": 9, "method": "elicitation/create", "params": ELICITATION})
    first = call(world)
    (refused,) = world.bridge.from_server(data)
    assert isinstance(refused, ToServer)
    assert json.loads(refused.data)["error"]["code"] == -32601
    assert list(asked(world, first)["inputRequests"].values()) == [{"method": "roots/list"}]
    assert server.answers() == []


def test_calls_that_can_ask_take_turns_on_stdio() -> None:
    world = opened()
    server = Asking(world)
    first, second = call(world), call(world, "resources/read")
    assert len(server.calls) == 1
    assert not world.received("resources/read")
    assert "result" in world.request("tools/list")
    server.finish()
    assert world.answer_to(first) is not None
    assert world.answer_to(second) is not None


def test_calls_of_a_client_that_gives_no_input_do_not_wait() -> None:
    world = opened(client_capabilities={})
    server = Asking(world)
    for _ in range(2):
        call(world)
    assert len(server.calls) == 2


def test_a_request_outside_a_call_waits_for_the_next_one() -> None:
    world = opened()
    call(world)
    world.server_sends(world.main.request("roots/list").data)
    world.run()
    server = Asking(world)
    first = call(world)
    assert list(asked(world, first)["inputRequests"].values()) == [{"method": "roots/list"}]
    retry(world, first, {"roots/list-1": {"roots": []}})
    assert server.answers() == [{"roots": []}]


def test_a_request_outside_a_call_is_refused_in_time() -> None:
    world = opened()
    call(world)
    server = Asking(world)
    world.server_sends(world.main.request("roots/list").data)
    world.pass_time(11)
    assert server.answers()[0]["code"] == -32601


def test_a_request_that_the_server_cancels_is_asked_no_more() -> None:
    world = opened()
    server = Asking(world, ("roots/list", None), ("elicitation/create", ELICITATION))
    first = call(world)
    world.server_sends(server.calls[0][1].cancel(1) or b"")
    assert [each["method"] for each in asked(world, first)["inputRequests"].values()] == ["elicitation/create"]


@each_way
def test_a_cancelled_call_is_cancelled_at_the_server(transports: tuple[str, str]) -> None:
    world = opened(transports)
    Asking(world, ("roots/list", None))
    sent = world.client.request("tools/call", {"name": "add"})
    exchange = world.client_sends(sent.data)
    world.run()
    cancel = world.client.cancel(sent.id)
    assert (cancel is None) == (transports[0] == "http")
    if cancel is not None:
        world.client_sends(cancel)
    else:
        world.carry_out(world.bridge.client_left(exchange))
    world.run()
    world.pass_time(5)
    assert len(world.received("notifications/cancelled")) == 1
    assert world.answer_to(sent.id) is None
    assert not [each for each in world.taken if isinstance(each, CloseStream)]


def test_a_cancellation_that_crosses_a_round_ends_the_call() -> None:
    world = opened()
    server = Asking(world, ("roots/list", None))
    first = call(world)
    at_server = server.calls[0][0].id
    world.now += 1
    world.carry_out(world.bridge.expire(world.now))  # the request for input is on its way
    world.client_sends(world.client.cancel(first) or b"")
    second = call(world)
    world.run()
    assert [each.document["params"]["requestId"] for each in world.received("notifications/cancelled")] == [at_server]
    assert asked(world, second)["inputRequests"]


@each_way
def test_a_subscription_is_made_of_subscriptions_to_resources(transports: tuple[str, str]) -> None:
    world = opened(transports)
    wanted = {"toolsListChanged": True, UPDATES: ["a:b", "a:c"]}
    sent = world.client.request("subscriptions/listen", {"notifications": wanted})
    exchange = world.client_sends(sent.data)
    world.run()
    (acknowledged,) = world.notified("notifications/subscriptions/acknowledged")
    assert acknowledged.document["params"] == acknowledgement(NEW, sent.id, wanted)
    for method, params in (
        ("notifications/resources/updated", {"uri": "a:b"}),
        ("notifications/resources/updated", {"uri": "a:z"}),
        ("notifications/tools/list_changed", None),
        ("notifications/prompts/list_changed", None),
    ):
        world.server_sends(world.main.notify(method, params))
    world.run()
    (updated,), (changed,) = (
        world.notified(f"notifications/{name}") for name in ("resources/updated", "tools/list_changed")
    )
    assert updated.document["params"] == {"uri": "a:b", "_meta": {SUBSCRIPTION: sent.id}}
    assert changed.document["params"]["_meta"] == {SUBSCRIPTION: sent.id}
    cancel = world.client.cancel(sent.id)
    world.carry_out([]) if cancel is None else world.client_sends(cancel)
    world.carry_out(world.bridge.client_left(exchange) if cancel is None else [])
    world.run()
    assert sorted(each.document["params"]["uri"] for each in world.received("resources/unsubscribe")) == ["a:b", "a:c"]


def test_a_new_subscription_waits_for_the_end_of_the_last() -> None:
    """A server may handle two HTTP requests in the other order, and would then end the new subscription."""
    world = opened(("http", "http"))
    wanted = {"notifications": {UPDATES: ["a:b"]}}
    sent = world.client.request("subscriptions/listen", wanted)
    exchange = world.client_sends(sent.data)
    world.run()
    held = world.hold("resources/unsubscribe")
    world.client.cancel(sent.id)
    world.carry_out(world.bridge.client_left(exchange))
    for _ in range(2):
        sent = world.client.request("subscriptions/listen", wanted)
        world.client_sends(sent.data)
    world.carry_out(world.bridge.client_left(world.exchanges - 1))
    world.run()
    assert len(world.received("resources/subscribe")) == 1
    world.server_answers(*held[0])
    world.run()
    assert len(world.received("resources/subscribe")) == 2
    acknowledged = world.notified("notifications/subscriptions/acknowledged")[-1]
    assert acknowledged.document["params"]["_meta"] == {SUBSCRIPTION: sent.id}
    assert acknowledged.document["params"]["notifications"] == wanted["notifications"]


def test_a_late_acceptance_outlives_no_subscription() -> None:
    """The server had ended the subscription, and a new client got no update."""
    world = opened(("http", "http"))
    wanted = {"notifications": {UPDATES: ["a:b"]}}
    held = list[Any]()

    def keep(*request: Any) -> bool:
        held.append(request)
        return True

    world.on_server = keep

    def answer(place: int) -> None:
        world.server_answers(*held[place])
        world.run()

    def listen() -> tuple[Any, Any]:
        sent = world.client.request("subscriptions/listen", wanted)
        exchange = world.client_sends(sent.data)
        world.run()
        return sent.id, exchange

    def leave(id_: Any, exchange: Any) -> None:
        world.client.cancel(id_)
        world.carry_out(world.bridge.client_left(exchange))
        world.run()

    first, second = listen(), listen()
    answer(0)
    leave(*first)
    leave(*second)
    third = listen()
    answer(1)  # after the request that ends the subscription
    fourth = listen()
    leave(*third)
    answer(2)
    answer(3)
    acknowledged = world.notified("notifications/subscriptions/acknowledged")[-1]
    assert acknowledged.document["params"]["_meta"] == {SUBSCRIPTION: fourth[0]}
    assert [each[0].method.split("/")[1] for each in held] == ["subscribe", "subscribe", "unsubscribe", "subscribe"]


def test_a_request_on_the_stream_of_a_list_belongs_to_no_call() -> None:
    world = opened(("http", "http"))
    held = world.hold("tools/call")
    id_ = call(world)
    server = Asking(world, ("elicitation/create", ELICITATION), method="prompts/list")
    world.client_sends(world.client.request("prompts/list").data)
    world.run()
    (refused,) = server.answers()
    assert refused["code"] == -32601
    world.pass_time(1)
    assert world.answer_to(id_) is None
    assert held


def test_a_subscription_ends_with_the_server() -> None:
    world = opened()
    sent = world.client.request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    world.client_sends(sent.data)
    world.run()
    world.carry_out(world.bridge.server_left())
    world.run()
    assert world.closed
    assert not world.client.pending


@each_way
def test_log_messages_go_to_the_request_that_asks_for_them(transports: tuple[str, str]) -> None:
    world = opened(transports)

    levels: list[str] = []

    def handle_request(request: mb.Request, session: Session, stream: Any) -> bool:
        if named(request) == "tools/call":
            for level in levels:
                world.server_sends(session.notify("notifications/message", {"level": level, "data": 1}), stream)
        return False

    world.on_server = handle_request
    levels[:] = "debug", "error"
    call(world)
    assert not world.notified("notifications/message")
    levels[:] = "warning", "error"
    call(world, _meta={LEVEL: "warning"})
    call(world, _meta={LEVEL: "error"})
    got = [each.document["params"]["level"] for each in world.notified("notifications/message")]
    assert got == ["warning", "error", "error"]
    assert [each.document["params"]["level"] for each in world.received("logging/setLevel")] == ["warning"]


def test_progress_continues_with_the_token_of_the_next_try() -> None:
    world = opened()
    server = Asking(world, ("roots/list", None))
    sent = world.client.request("tools/call", {"name": "add"}, progress=True)
    world.client_sends(sent.data)
    world.run()
    asked(world, sent.id)
    retried = world.client.retry(sent.id, {"roots/list-1": {"roots": []}})
    world.client_sends(retried.data)
    world.run()
    request, session, stream = server.calls[0]
    token = request.document["params"]["_meta"]["progressToken"]
    world.server_sends(session.notify("notifications/progress", {"progressToken": token, "progress": 1}), stream)
    world.run()
    expected = json.loads(retried.data)["params"]["_meta"]["progressToken"]
    assert [each.document["params"]["progressToken"] for each in world.notified("notifications/progress")] == [expected]


def test_a_ping_of_the_server_is_answered_at_the_bridge() -> None:
    world = opened()
    sent = world.main.request("ping")
    world.server_sends(sent.data)
    world.run()
    assert not world.main.pending


def test_a_resource_that_does_not_exist_has_the_code_of_each_era() -> None:
    world = opened()

    def handle_request(request: mb.Request, session: Session, stream: Any) -> bool:
        if named(request) != "resources/read":
            return False
        error = mb.ProtocolError(-32002, "no", data={"uri": "a:b"})
        world.server_sends(session.respond_error(request.id, error), stream)
        return True

    world.on_server = handle_request
    error = world.request("resources/read", {"uri": "a:b"})["error"]
    assert (error["code"], error["data"]) == (-32602, {"uri": "a:b"})


def test_headers_are_written_for_a_server_over_http() -> None:
    world = opened(("stdio", "http"))
    world.request("tools/list")
    headers = [each.headers for each in world.taken if isinstance(each, ToServer) and each.id is not None]
    assert headers[-1]["MCP-Protocol-Version"] == OLD


def test_cancelled_calls_do_not_wait_for_their_turn() -> None:
    world = opened(bounds=Bounds(queued=2))
    Asking(world)
    call(world)
    for _ in range(5):
        world.client_sends(world.client.cancel(call(world)) or b"")
        world.run()
    ids = [call(world) for _ in range(3)]
    assert [world.answer_to(each) is None for each in ids] == [True, True, False]


@pytest.mark.parametrize("server", [OLD, NEW])
def test_no_call_is_sent_whose_client_left_during_the_opening(server: str) -> None:
    world = World(NEW, server, "http", "http")
    texts = [world.client.request("prompts/get", {"name": name}).data for name in "ab"]
    exchanges = [world.client_sends(text) for text in texts]
    world.carry_out(world.bridge.client_left(exchanges[0]))
    world.run()
    assert [each.document["params"]["name"] for each in world.received("prompts/get")] == ["b"]


def test_a_new_progress_token_replaces_the_earlier_one() -> None:
    world = opened()
    session = Session("server", [NEW], info=CLIENT, capabilities={"tools": {}})
    request = session.receive(world.client.request("tools/call", {"name": "add"}).data)
    assert isinstance(request, mb.Request)
    calls = CallTable(10, 10, lambda: 0)
    waiting = Call(session, request, None)
    assert calls.add_call(waiting)
    for id_, token in enumerate(("one", None, "two")):
        calls.record_sent_call(waiting, id_, token)
    assert [calls.find_by_server_token(token) for token in ("one", "two")] == [None, waiting]
    calls.remove_call(waiting)
    assert calls.find_by_server_token("two") is None


def test_too_many_calls_are_refused() -> None:
    world = opened(bounds=Bounds(calls=2))
    Asking(world)
    ids = [call(world) for _ in range(3)]
    assert world.answer_to(ids[2])["error"]["code"] == -32603
    assert world.answer_to(ids[1]) is None


@pytest.mark.parametrize("server", HANDSHAKE)
@pytest.mark.parametrize("principal", ["someone", None])
@each_way
def test_a_subscription_is_acknowledged_for_what_can_arrive(
    transports: tuple[str, str], principal: str | None, server: str
) -> None:
    """Without a principal, over HTTP, the session with the server has this one request."""
    world = opened(transports, server, principal=principal)
    wanted = {"toolsListChanged": True, "promptsListChanged": True, UPDATES: ["a:b"]}
    world.client_sends(world.client.request("subscriptions/listen", {"notifications": wanted}).data)
    world.run()
    (told,) = world.notified("notifications/subscriptions/acknowledged")
    is_alone = transports[0] == "http" and principal is None
    granted = {UPDATES: ["a:b"]} if is_alone else wanted
    assert told.document["params"]["notifications"] == granted
    world.server_sends(world.main.notify("notifications/resources/updated", {"uri": "a:b"}))
    world.run()
    assert len(world.notified("notifications/resources/updated")) == 1


@pytest.mark.parametrize("server", HANDSHAKE)
def test_calls_with_possible_input_are_concurrent_over_http(server: str) -> None:
    """The request of a server over HTTP is told apart by its stream: ten fast calls do not wait for a slow one."""
    world = opened(("http", "http"), server)
    held = world.hold("tools/call")
    slow, *fast = [world.client.request("tools/call", {"name": "add"}) for _ in range(11)]
    for each in (slow, *fast):
        world.client_sends(each.data)
    world.run()
    assert len(held) == 11
    session, stream = held[0][1:]
    world.server_sends(session.request("sampling/createMessage", {"messages": [], "maxTokens": 5}).data, stream)
    for request, session, stream in held[1:]:
        world.server_answers(request, session, stream)
    world.run()
    assert all("result" in world.answer_to(each.id) for each in fast)
    world.pass_time(1)
    assert world.answer_to(slow.id)["result"]["resultType"] == "input_required"
