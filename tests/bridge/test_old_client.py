"""A client with a handshake at a per-request server."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.bridge import Bounds, CloseStream, ToClient
from mcp_bindings.session.session import Session
from tests.bridge.world import ELICITATION, World, complete, is_request, named
from tests.documents import tool
from tests.revisions import HANDSHAKE, PER_REQUEST, filter_of, having

OLD = HANDSHAKE[-1]
NEW = having("roots/list", "sampling/createMessage", "notifications/message", among=PER_REQUEST)[-1]
"""The newest revision whose servers still ask for roots and samples, and log."""
TRANSPORTS = [(one, other) for one in ("stdio", "http") for other in ("stdio", "http")]

UPDATES = filter_of(NEW)

each_way = pytest.mark.parametrize("transports", TRANSPORTS, ids="-".join)


def opened(transports: tuple[str, str] = ("stdio", "stdio"), client: str = OLD, **options: Any) -> World:
    world = World(client, NEW, *transports, **options)
    world.open()
    assert world.version == client
    return world


class Asking:
    """A server that asks for input before it answers a call."""

    def __init__(self, world: World, *rounds: dict[str, Any], state: str | None = "s") -> None:
        self.world, self.rounds, self.state = world, list(rounds), state
        self.given: list[Any] = []
        world.on_server = self.handle_request

    def handle_request(self, request: mb.Request, session: Session, stream: Any) -> bool:
        if named(request) != "tools/call":
            return False
        params = request.document["params"]
        self.given.append({name: params.get(name) for name in ("inputResponses", "requestState")})
        if not self.rounds:
            return False
        wanted = self.rounds.pop(0)
        result = {"resultType": "input_required", "inputRequests": wanted}
        if self.state is not None:
            result["requestState"] = self.state
        self.world.server_sends(session.respond(request.id, result), stream)
        return True


def test_the_opening_is_made_of_what_the_server_says() -> None:
    world = opened()
    (agreed,) = [each for each in world.client_got if hasattr(each, "version")]
    result = agreed.message.document["result"]
    assert result["serverInfo"] == {"name": "a server", "version": "1"}
    assert result["instructions"] == "be kind"
    assert result["capabilities"]["resources"] == {"listChanged": True, "subscribe": True}


def test_a_ping_is_answered_at_the_bridge() -> None:
    world = opened()
    assert world.request("ping")["result"] == {}
    assert not world.received("ping")


@each_way
def test_the_level_of_the_log_goes_with_each_request(transports: tuple[str, str]) -> None:
    world = opened(transports)
    world.request("tools/list")
    assert world.request("logging/setLevel", {"level": "warning"})["result"] == {}
    world.request("tools/list")
    before, after = (each.document["params"]["_meta"] for each in world.received("tools/list"))
    key = "io.modelcontextprotocol/logLevel"
    assert (before.get(key), after.get(key)) == (None, "warning")
    assert before["io.modelcontextprotocol/clientInfo"] == {"name": "a client", "version": "1"}
    assert "roots" in before["io.modelcontextprotocol/clientCapabilities"]


@each_way
def test_a_log_level_counts_for_requests_that_wait(transports: tuple[str, str]) -> None:
    """The server still sends what the request has asked for, as it does not hear of the change."""
    world = opened(transports)
    world.request("logging/setLevel", {"level": "debug"})
    held = world.hold("tools/call")
    world.client_sends(world.client.request("tools/call", {"name": "add"}).data)
    world.run()
    world.request("logging/setLevel", {"level": "error"})
    ((_, session, stream),) = held
    for level in ("info", "error", "alert", "warning"):
        world.server_sends(session.notify("notifications/message", {"level": level, "data": "x"}), stream)
        world.run()
    assert [each.params.level for each in world.notified("notifications/message")] == ["error", "alert"]


@each_way
def test_a_new_subscription_is_open_before_the_old_one_is_closed(transports: tuple[str, str]) -> None:
    world = opened(transports)
    (first,) = world.received("subscriptions/listen")
    assert set(first.document["params"]["notifications"]) == {
        "toolsListChanged",
        "promptsListChanged",
        "resourcesListChanged",
    }
    assert world.request("resources/subscribe", {"uri": "a:b"})["result"] == {}
    second = world.received("subscriptions/listen")[1]
    assert second.document["params"]["notifications"][UPDATES] == ["a:b"]
    assert isinstance(first, mb.Request)
    ends = [place for place, each in enumerate(world.taken) if ends_request(each, first.id)]
    begins = [place for place, each in enumerate(world.taken) if getattr(each, "id", None) == getattr(second, "id", 0)]
    assert begins[0] < ends[0]
    change(world, second, "notifications/resources/updated", {"uri": "a:b"})
    (updated,) = world.notified("notifications/resources/updated")
    assert updated.document["params"] == {"uri": "a:b"}
    assert world.request("resources/unsubscribe", {"uri": "a:b"})["result"] == {}
    third = world.received("subscriptions/listen")[2]
    assert UPDATES not in third.document["params"]["notifications"]


@each_way
def test_a_subscription_that_ends_before_it_is_open_is_answered(transports: tuple[str, str]) -> None:
    world = opened(transports)
    requests = [("subscribe", "c:d"), ("subscribe", "a:b"), ("unsubscribe", "a:b"), ("subscribe", "c:d")]
    sent = [world.client.request(f"resources/{verb}", {"uri": uri}) for verb, uri in requests]
    for each in sent:
        world.client_sends(each.data)
    world.run()
    assert [world.answer_to(each.id)["result"] for each in sent] == [{}] * len(sent)


@each_way
@pytest.mark.parametrize("is_waiting", [False, True])
def test_a_server_that_goes_answers_requests_to_subscribe(transports: tuple[str, str], is_waiting: bool) -> None:
    world = opened(transports)
    world.hold("subscriptions/listen")
    sent = [world.client.request("resources/subscribe", {"uri": uri}) for uri in ("a:b", "a:c")[: 1 + is_waiting]]
    exchanges = {world.client_sends(each.data) for each in sent}
    world.run()
    world.carry_out(world.bridge.server_left("the server has stopped"))
    world.run()
    assert [world.answer_to(each.id)["error"]["message"] for each in sent] == ["the server has stopped"] * len(sent)
    assert not exchanges & world.open_exchanges


@pytest.mark.parametrize("is_waiting", [False, True])
def test_a_cancelled_request_to_subscribe_ends_its_exchange(is_waiting: bool) -> None:
    world = opened(("http", "http"))
    held = world.hold("subscriptions/listen")
    if is_waiting:
        world.client_sends(world.client.request("resources/subscribe", {"uri": "a:c"}).data)
    sent = world.client.request("resources/subscribe", {"uri": "a:b"})
    exchange = world.client_sends(sent.data)
    world.run()
    world.client_sends(world.client.cancel(sent.id) or b"")
    world.run()
    assert exchange not in world.open_exchanges
    while held:
        world.server_answers(*held.pop())
        world.run()
    assert world.answer_to(sent.id) is None


def test_a_batch_is_answered_without_a_cancelled_subscribe() -> None:
    world = opened(client="2025-03-26")
    held = world.hold("subscriptions/listen")
    subscribe, listed = world.client.request("resources/subscribe", {"uri": "a:b"}), world.client.request("tools/list")
    world.client_sends(world.client.batch([subscribe.data, listed.data]))
    world.run()
    assert (len(held), world.answer_to(listed.id)) == (1, None)
    world.client_sends(world.client.cancel(subscribe.id) or b"")
    world.run()
    assert "result" in world.answer_to(listed.id)


def test_a_subscription_may_begin_before_the_client_is_ready() -> None:
    class LateClient(World):
        late = b""

        def client_sends(self, data: bytes) -> int | None:
            if b"notifications/initialized" in data:
                self.late = data
                return None
            return super().client_sends(data)

    for is_acknowledged in (True, False):
        world = LateClient(OLD, NEW)
        world.open()
        held = world.hold("subscriptions/listen")
        sent = world.client.request("resources/subscribe", {"uri": "a:b"})
        world.client_sends(sent.data)
        world.run()
        if is_acknowledged:
            world.server_answers(*held.pop())
            world.run()
        World.client_sends(world, world.late)
        world.run()
        if not is_acknowledged:
            world.server_answers(*held.pop())
            world.run()
        ((last, *_),) = held
        assert {UPDATES, "toolsListChanged"} <= set(last.document["params"]["notifications"])
        assert world.answer_to(sent.id)["result"] == {}


def test_requests_to_subscribe_that_wait_are_bounded() -> None:
    world = opened(bounds=Bounds(calls=10))
    world.hold("subscriptions/listen")
    sent = [
        world.client.request(f"resources/{verb}", {"uri": "a:b"})
        for _ in range(10)
        for verb in ("subscribe", "unsubscribe")
    ]
    for each in sent:
        world.client_sends(each.data)
    world.run()
    assert [world.answer_to(each.id) is None for each in sent] == [True] * 10 + [False] * 10


def test_a_call_ends_if_its_next_try_has_no_headers() -> None:
    world = opened(("stdio", "http"))
    number: dict[str, Any] = {"type": "integer"}

    def handle_request(request: mb.Request, session: Session, stream: Any) -> bool:
        if named(request) != "tools/list":
            return (named(request) == "tools/call" and request.document["params"]["name"] == "sub") or asking(
                request, session, stream
            )
        schema = {"type": "object", "properties": {"n": number}}
        page = {**complete(NEW, "tools/list"), "tools": [tool("add", inputSchema=schema)]}
        world.server_sends(session.respond(request.id, page), stream)
        return True

    asking = Asking(world, {"k": {"method": "roots/list"}}).handle_request
    world.on_server = handle_request
    world.on_client = lambda request: True
    sent = world.client.request("tools/call", {"name": "add", "arguments": {"n": 2**60}})
    world.client_sends(sent.data)
    world.run()
    number["x-mcp-header"] = "N"
    change(world, world.received("subscriptions/listen")[-1], "notifications/tools/list_changed", {})
    world.client_sends(world.client.request("tools/call", {"name": "sub"}).data)
    world.run()
    (asked,) = world.client.peer_requests
    world.client_sends(world.client.respond(asked, {"roots": []}))
    world.run()
    assert "has no form as an HTTP header" in world.answer_to(sent.id)["error"]["message"]


def ends_request(action: Any, id_: Any) -> bool:
    if isinstance(action, CloseStream):
        return bool(action.id == id_)
    data = getattr(action, "data", b"")
    return b"notifications/cancelled" in data and bool(json.loads(data)["params"]["requestId"] == id_)


def change(world: World, listen: Any, method: str, params: dict[str, Any]) -> None:
    """Let the server report a change to a subscription."""
    session = world.posts.get(listen.id, world.main)
    meta = {"io.modelcontextprotocol/subscriptionId": listen.id}
    world.server_sends(session.notify(method, {**params, "_meta": meta}), listen.id)
    world.run()


@each_way
def test_input_is_asked_of_the_client(transports: tuple[str, str]) -> None:
    world = opened(transports)
    server = Asking(
        world,
        {
            "who": {"method": "elicitation/create", "params": {**ELICITATION, "mode": "form"}},
            "where": {"method": "roots/list"},
        },
        {"what": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5}}},
    )
    answer = world.request("tools/call", {"name": "add"}, progress=True)
    assert answer["result"]["content"] == [{"type": "text", "text": "5"}]
    first, second, third = server.given
    assert first == {"inputResponses": None, "requestState": None}
    assert second["requestState"] == third["requestState"] == "s"
    assert second["inputResponses"] == {"who": {"action": "accept", "content": {"name": "x"}}, "where": {"roots": []}}
    assert third["inputResponses"]["what"]["model"] == "m"


def test_a_server_may_ask_for_another_try_only() -> None:
    world = opened()
    server = Asking(world, {})
    assert "result" in world.request("tools/call", {"name": "add"})
    assert [each["requestState"] for each in server.given] == [None, "s"]


def test_a_client_that_fails_to_elicit_cancels() -> None:
    world = opened()
    server = Asking(world, {"who": {"method": "elicitation/create", "params": {**ELICITATION, "mode": "form"}}})
    world.on_client = lambda request: refuse(world, request)
    assert "result" in world.request("tools/call", {"name": "add"})
    assert server.given[1]["inputResponses"] == {"who": {"action": "cancel"}}


def test_a_client_that_fails_to_sample_fails_the_call() -> None:
    world = opened()
    sampling: Any = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5}}
    server = Asking(world, {"what": sampling})
    world.on_client = lambda request: refuse(world, request)
    assert "error" in world.request("tools/call", {"name": "add"})
    assert len(server.given) == 1


def refuse(world: World, request: mb.Request) -> bool:
    world.client_sends(world.client.respond_error(request.id, mb.ProtocolError(-1, "no")))
    return True


def test_rounds_are_bounded() -> None:
    world = opened(bounds=Bounds(rounds=3))
    server = Asking(world, *[dict[str, Any]() for _ in range(9)])
    assert "3 times" in world.request("tools/call", {"name": "add"})["error"]["message"]
    assert len(server.given) == 4


def test_input_that_does_not_come_is_waited_for_a_limited_time() -> None:
    world = opened(bounds=Bounds(input_seconds=60))
    Asking(world, {"who": {"method": "elicitation/create", "params": {**ELICITATION, "mode": "form"}}})
    world.on_client = lambda _: True
    assert world.request("tools/call", {"name": "add"}) is None
    world.pass_time(61)
    assert [each for each in world.client_got if isinstance(each, mb.Response) and each.method == "tools/call"]


def test_what_an_older_client_cannot_be_asked_fails_the_call() -> None:
    choice = {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}
    schema = {"type": "object", "properties": {"name": choice}}
    elicitation = {"message": "?", "mode": "form", "requestedSchema": schema}
    older = [each for each in HANDSHAKE if "UntitledMultiSelectEnumSchema" not in mb.revision(each).definitions]
    world = opened(client=older[-1])
    Asking(world, {"who": {"method": "elicitation/create", "params": elicitation}})
    assert "cannot give" in world.request("tools/call", {"name": "add"})["error"]["message"]


@each_way
def test_progress_goes_to_the_request_that_asked_for_it(transports: tuple[str, str]) -> None:
    world = opened(transports)

    def handle_request(request: mb.Request, session: Session, stream: Any) -> bool:
        if named(request) == "tools/call":
            token = request.document["params"]["_meta"]["progressToken"]
            world.server_sends(
                session.notify("notifications/progress", {"progressToken": token, "progress": 1}), stream
            )
        return False

    world.on_server = handle_request
    world.request("tools/call", {"name": "add"}, progress=True)
    assert len(world.notified("notifications/progress")) == 1


@each_way
def test_a_cancelled_request_is_cancelled_at_the_server(transports: tuple[str, str]) -> None:
    world = opened(transports)
    world.hold("prompts/get")
    sent = world.client.request("prompts/get", {"name": "p"})
    world.client_sends(sent.data)
    world.run()
    cancel = world.client.cancel(sent.id)
    assert cancel is not None
    world.client_sends(cancel)
    world.run()
    (asked,) = world.received("prompts/get")
    assert isinstance(asked, mb.Request)
    assert any(ends_request(each, asked.id) for each in world.taken)
    assert world.answer_to(sent.id) is None


def test_a_disconnect_of_an_older_client_cancels_nothing() -> None:
    world = opened(("http", "http"))
    held = world.hold("prompts/get")
    sent = world.client.request("prompts/get", {"name": "p"})
    exchange = world.client_sends(sent.data)
    world.run()
    world.carry_out(world.bridge.client_left(exchange))
    world.run()
    assert not [each for each in world.taken if isinstance(each, CloseStream)]
    world.server_answers(*held[0])
    world.run()
    assert world.answer_to(sent.id) is not None


def test_structured_content_is_wrapped_as_its_schema_is() -> None:
    world = opened()
    schemas = {"tools": [{"name": "add", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}}]}

    def handle_request(request: mb.Request, session: Session, stream: Any) -> bool:
        if named(request) == "tools/list":
            result = {**schemas, "resultType": "complete", "ttlMs": 0, "cacheScope": "public"}
        elif named(request) == "tools/call":
            result = {"content": [], "structuredContent": [5], "resultType": "complete"}
        else:
            return False
        world.server_sends(session.respond(request.id, result), stream)
        return True

    world.on_server = handle_request
    answer = world.request("tools/call", {"name": "add"})
    assert answer["result"]["structuredContent"] == {"result": [5]}
    assert [named(each) for each in world.server_got if is_listing(each)] == ["tools/list", "tools/call"]
    world.request("tools/call", {"name": "add"})
    assert len(world.received("tools/list")) == 1


def is_listing(event: Any) -> bool:
    return getattr(event, "method", "").startswith("tools/")


def test_core_tasks_are_refused() -> None:
    world = opened()
    agreed = next(each for each in world.client_got if is_request(each))
    assert "tasks" not in agreed.message.document["result"]["capabilities"]
    data = b'{"jsonrpc":"2.0","id":77,"method":"tasks/get","params":{"taskId":"1"}}'
    (action,) = world.bridge.from_client(data)
    assert isinstance(action, ToClient)
    assert json.loads(action.data)["error"]["code"] == -32601


def test_a_server_that_goes_ends_every_call() -> None:
    world = opened()
    world.hold("prompts/get")
    sent = world.client.request("prompts/get", {"name": "p"})
    world.client_sends(sent.data)
    world.run()
    world.carry_out(world.bridge.server_left())
    world.run()
    assert "error" in world.answer_to(sent.id)
    assert world.closed


def test_a_call_without_an_answer_ends_in_time() -> None:
    world = opened(("stdio", "http"), bounds=Bounds(call_seconds=5))
    world.hold("prompts/get")
    sent = world.client.request("prompts/get", {"name": "p"})
    world.client_sends(sent.data)
    world.run()
    world.pass_time(6)
    assert "in time" in world.answer_to(sent.id)["error"]["message"]
    assert isinstance(world.taken[-1], CloseStream)


def test_an_answer_that_does_not_come_is_an_error() -> None:
    world = opened(("stdio", "http"))
    world.hold("prompts/get")
    sent = world.client.request("prompts/get", {"name": "p"})
    world.client_sends(sent.data)
    world.run()
    (asked,) = world.received("prompts/get")
    assert isinstance(asked, mb.Request)
    world.carry_out(world.bridge.request_failed(asked.id))
    world.run()
    assert "error" in world.answer_to(sent.id)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
@pytest.mark.parametrize("state", ["s", None])
@each_way
def test_equal_calls_are_asked_and_answered_in_any_order(
    transports: tuple[str, str], state: str | None, order: tuple[int, ...]
) -> None:
    """A round belongs to the request that is repeated, not to the first one that is equal to it."""
    world = opened(transports)
    wanted = {"who": {"method": "elicitation/create", "params": {**ELICITATION, "mode": "form"}}}
    Asking(world, *[wanted] * 3, state=state)
    questions = kept_by_client(world)
    sent = [world.client.request("tools/call", {"name": "add"}) for _ in range(3)]
    for each in sent:
        world.client_sends(each.data)
        world.run()
    for number in order:
        world.client_sends(world.client.respond(questions[number].id, {"action": "decline"}))
        world.run()
        assert "result" in world.answer_to(sent[number].id)
    assert not world.main.pending


def kept_by_client(world: World) -> list[mb.Request]:
    """Let the client keep what it is asked; it appears in the list."""
    kept: list[mb.Request] = []

    def keep(request: mb.Request) -> bool:
        kept.append(request)
        return True

    world.on_client = keep
    return kept


@pytest.mark.parametrize("client", HANDSHAKE)
@pytest.mark.parametrize(
    ("method", "params", "capability"),
    [
        ("resources/subscribe", {"uri": "a:b"}, "resources"),
        ("resources/unsubscribe", {"uri": "a:b"}, "resources"),
        ("logging/setLevel", {"level": "info"}, "logging"),
    ],
)
def test_the_bridge_refuses_what_the_server_does_not_declare(
    client: str, method: str, params: Any, capability: str
) -> None:
    """Clients of the oldest revisions may ask for what was not declared."""
    declared: Any = {"tools": {"listChanged": True}, "resources": {"listChanged": True}, "logging": {}}
    if capability == "logging":
        del declared["logging"]
    world = opened(client=client, server_capabilities=declared)
    request = {"jsonrpc": "2.0", "id": 77, "method": method, "params": params}
    (answer,) = world.bridge.from_client(json.dumps(request).encode())
    assert isinstance(answer, ToClient)
    assert json.loads(answer.data)["error"]["code"] == -32601


def test_why_no_valid_answer_came_is_told() -> None:
    """One sentence stood for an invalid answer, for one that asks for what was not declared, and for a dead server."""
    told: list[str] = []
    for fault in ("not valid", "not declared", "dead"):
        world = opened(client_capabilities={})
        held = world.hold("tools/call")
        sent = world.client.request("tools/call", {"name": "add"})
        world.client_sends(sent.data)
        world.run()
        ((request, _, _),) = held
        wanted: Any = {"who": {"method": "elicitation/create", "params": {**ELICITATION, "mode": "form"}}}
        result = {"resultType": "input_required", "inputRequests": wanted}
        answer: Any = [] if fault == "not valid" else result
        text = json.dumps({"jsonrpc": "2.0", "id": request.id, "result": answer}).encode()
        if fault == "dead":
            world.carry_out(world.bridge.server_left("the server has ended with exit code -9"))
        else:
            world.carry_out(world.bridge.from_server(text))
        world.run()
        told.append(world.answer_to(sent.id)["error"]["message"])
    assert [each.split(":")[0] for each in told[:2]] == ["The answer of the server is not valid"] * 2
    assert "has not declared" in told[1]
    assert "has not declared" not in told[0]
    assert told[2] == "the server has ended with exit code -9"
