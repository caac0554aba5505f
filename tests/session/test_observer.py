"""An observer hears both sides: its events, whom it blames, and what it knows after a fault.

`python -m tests.soak observer` compares it with the sessions of many games. The games here take three seconds: each of
the faults that are put into the observer must be noticed in one of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.extensions import tasks
from mcp_bindings.limits import MAX_OBSERVED_REQUESTS
from mcp_bindings.session import Ignored, ids, input_rounds, request_table
from mcp_bindings.session.errors import FindingCollector, Violation
from mcp_bindings.session.ids import MAX_REMEMBERED
from mcp_bindings.session.observer.events import Observed, ObservedRequest
from mcp_bindings.session.observer.memory import ObserverMemory
from mcp_bindings.session.observer.observer import ObserverState, RevisionTracker, collect_findings
from mcp_bindings.session.state import SessionState
from mcp_bindings.spec.names import ACKNOWLEDGED
from tests.documents import acknowledgement, filled, initialize_result, tool
from tests.hostile.families import WITH_BATCHES
from tests.newly_required import require
from tests.revisions import HANDSHAKE, HTTP_SSE, PER_REQUEST, having, method_of, request_meta
from tests.seed import SEED
from tests.session.observed import ObservedSteps, state_of
from tests.session.pairs import (
    FORM,
    INFO,
    LOG_LEVEL_KEY,
    SUBSCRIPTION_KEY,
    VERSION_KEY,
    Json,
    everything,
    failure,
    notification,
    ready,
    request,
    result,
)
from tests.soak.observer import play_observed
from tests.soak.observer_attack import Overheard
from tests.soak.sessions import play
from tests.soak.tally import Tally

NEWEST, LATEST = HANDSHAKE[-1], PER_REQUEST[-1]
CALL = {"name": "x"}
ENOUGH, ROOM = 10, 200_000
"""Small limits, of entries and of characters; one id in a few hundred has 100,000."""
CONTENT: Any = {"content": []}
ACCEPTED: Json = initialize_result(NEWEST, {"tools": {}})
del ACCEPTED["protocolVersion"]


def opened(revision: str = NEWEST, **options: Any) -> mb.Observer:
    """An observer that has heard the opening of a session with every capability."""
    observer = mb.Observer(**options)
    params = {"protocolVersion": revision, "capabilities": everything(revision, "client"), "clientInfo": INFO}
    answer = initialize_result(revision, everything(revision, "server"))
    one(observer, request(0, "initialize", params), "client")
    one(observer, result(0, answer), "server")
    one(observer, notification("notifications/initialized"), "client")
    return observer


def one(observer: mb.Observer, data: bytes, sender: str, verdict: str = "taken", **options: Any) -> Observed:
    """The only event for a text."""
    (event,) = observer.hear(data, sender, **options)  # type: ignore[arg-type]
    assert event.verdict == verdict, event
    assert event.sender == sender
    assert all(each.side == sender for each in event.findings)
    return event


def rules(event: Observed) -> list[str]:
    return [each.rule for each in event.findings]


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_every_message_has_an_event(revision: str) -> None:
    observer = opened(revision)
    assert (observer.state, observer.revision) == ("ready", mb.revision(revision))
    assert observer.capabilities["server"] == everything(revision, "server")
    data = b' {"jsonrpc":"2.0", "id":7, "method":"tools/call", "params":{"name":"\\u0078", "n":1.0}}'
    asked = one(observer, data, "client")
    assert (asked.number, asked.message, asked.request) == (4, asked.message, None)
    assert isinstance(asked.message, mb.Request)
    assert asked.message.to_bytes() == data, "as it came"
    assert observer.waiting["client"] == {7: "tools/call"}
    answer = one(observer, result(7, CONTENT), "server")
    assert answer.request == ObservedRequest(7, "tools/call", "client", asked.number)
    assert isinstance(answer.message, mb.Response)
    assert type(answer.message.result).__name__ == "CallToolResult"
    assert (answer.findings, answer.reason, answer.error) == ((), None, None)
    assert repr(observer) == f"<Observer of {revision}, ready>"


def test_a_client_of_both_eras_is_followed_to_its_server() -> None:
    observer = mb.Observer()
    client = mb.Session("client", mb.REVISIONS, info=INFO)
    server = mb.Session("server", [NEWEST], info=INFO)
    data: bytes | None = client.open()
    while data is not None:
        one(observer, data, "client")
        try:
            asked = server.receive(data)
            answer = server.accept(asked) if isinstance(asked, mb.Request) else None
        except mb.ProtocolError as error:
            answer = error.to_bytes()
        if answer is None:
            break
        one(observer, answer, "server")
        data = getattr(client.receive(answer), "reply", None)
    assert observer.revision is mb.revision(NEWEST)
    assert (observer.state, client.state) == ("ready", "ready")


@pytest.mark.parametrize("revision", HANDSHAKE)
@pytest.mark.parametrize("asked", ["the same", "2099-01-01", "x" * 9_000, None, 5])
def test_a_server_may_accept_an_initialize_that_is_rejected(revision: str, asked: Any) -> None:
    """Many servers do without the members that a client has to send; what follows is a session."""
    observer = mb.Observer()
    capabilities = everything(revision, "client")
    params = {"protocolVersion": revision if asked == "the same" else asked, "capabilities": capabilities}
    one(observer, request(0, "initialize", params), "client", "rejected")
    event = one(observer, result(0, {**ACCEPTED, "protocolVersion": revision}), "server")
    assert event.request == ObservedRequest(0, "initialize", "client", 1)
    one(observer, notification("notifications/initialized"), "client")
    assert (observer.state, observer.revision) == ("ready", mb.revision(revision))
    assert observer.capabilities["client"] == capabilities
    one(observer, request(1, "tools/call", CALL), "client")
    assert rules(one(observer, result(0, ACCEPTED), "server", "rejected")) == ["answer.known"]


def test_what_is_not_accepted_is_not_followed() -> None:
    bad = request(0, "initialize", {"protocolVersion": NEWEST, "capabilities": 5})
    good = {**ACCEPTED, "protocolVersion": NEWEST}
    others: tuple[bytes, ...] = (
        failure(0, -32602),
        result(1, good),
        request(0, "ping"),
    )
    for other in others:
        observer = mb.Observer()
        one(observer, bad, "client", "rejected")
        observer.hear(other, "server")
        assert (observer.state, observer.revision, dict(observer.waiting["client"])) == ("new", None, {})
    observer = mb.Observer()
    one(observer, bad, "client", "rejected")
    one(observer, result(0, good), "server")
    assert observer.capabilities["client"] is None, "what is invalid is not known"
    observer = opened()
    one(observer, bad, "client", "rejected")
    event = one(observer, result(0, good), "server", "ignored")
    assert event.reason == "the request was not taken"


def rejected_result(revision: str, fault: str) -> Json:
    """A result of `initialize` that is not valid, and that many a client takes."""
    made: Json = {**ACCEPTED, "protocolVersion": revision, "capabilities": everything(revision, "server")}
    changed: dict[str, Json] = {
        "no version of the server": {"serverInfo": {"name": "x"}},
        "no name of the server": {"serverInfo": {"version": "1"}},
        "capabilities that are none": {"capabilities": 5},
        "a member of another type": {"instructions": 5},
    }
    return {**made, **changed[fault]}


@pytest.mark.parametrize("fault", ["no version of the server", "no name of the server", "a member of another type"])
@pytest.mark.parametrize("asked", ["the same", HANDSHAKE[0]])
@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_client_may_accept_a_rejected_initialize_result(revision: str, asked: str, fault: str) -> None:
    """It was blamed for each message of the session that it took for open."""
    for shown_by in ("initialized", "request", "server"):
        observer = mb.Observer()
        version = revision if asked == "the same" else asked
        params = {"protocolVersion": version, "capabilities": everything(version, "client"), "clientInfo": INFO}
        one(observer, request(0, "initialize", params), "client")
        event = one(observer, result(0, rejected_result(revision, fault)), "server", "rejected")
        assert event.findings
        if shown_by == "server":
            one(observer, notification("notifications/message", {"level": "info", "data": 1}), "server")
        if shown_by == "request":
            assert not one(observer, request(1, "tools/list"), "client").findings
            one(observer, result(1, {"tools": []}), "server")
        assert not one(observer, notification("notifications/initialized"), "client").findings
        assert (observer.state, observer.revision) == ("ready", mb.revision(revision))
        assert observer.capabilities["server"] == everything(revision, "server")
        assert not one(observer, request(2, "tools/call", CALL), "client").findings
        assert not one(observer, request(1, "roots/list"), "server").findings
        assert rules(one(observer, notification("notifications/initialized"), "client", "rejected")) == [
            "lifecycle.initialized"
        ]


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_rejected_initialize_result_leaves_gaps_unknown(revision: str) -> None:
    observer = mb.Observer()
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": INFO}
    one(observer, request(0, "initialize", params), "client")
    one(observer, result(0, rejected_result(revision, "capabilities that are none")), "server", "rejected")
    assert rules(one(observer, request(1, "roots/list"), "server", "rejected")) == ["lifecycle.early"]
    one(observer, notification("notifications/initialized"), "client")
    assert observer.capabilities["server"] is None
    assert not one(observer, request(2, "tools/call", CALL), "client").findings


@pytest.mark.parametrize("part", ["params", "result"])
def test_a_rejected_opening_may_lack_a_newly_required_member(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sides go on without the member. The observer could not record the message, and blamed the client."""
    known = mb.revision(NEWEST)
    require(monkeypatch, known, "InitializeRequestParams" if part == "params" else "InitializeResult")
    parse_value = known.message_parser.parse_value

    def parse_with_fresh(document: Any, *given: Any, **options: Any) -> Any:
        if document.get("method", "initialize") == "initialize" and "fresh" not in document.get(part, {"fresh": 5}):
            raise mb.ProtocolError(-32602, "fresh is missing", id=document["id"], answerable=part == "params")
        return parse_value(document, *given, **options)

    monkeypatch.setattr(known.message_parser, "parse_value", parse_with_fresh)
    observer = mb.Observer()
    params = {"protocolVersion": NEWEST, "capabilities": {}, "clientInfo": INFO}
    one(observer, request(0, "initialize", params), "client", "rejected" if part == "params" else "taken")
    answer = initialize_result(NEWEST, {})
    one(observer, result(0, answer), "server", "rejected" if part == "result" else "taken")
    one(observer, notification("notifications/initialized"), "client")
    assert observer.state == "ready"


REJECTED_OPENINGS: dict[str, Json] = {
    "no clientInfo": {"id": 0, "params": {"protocolVersion": NEWEST, "capabilities": {}}},
    "no version": {"id": 0, "params": {"capabilities": {}, "clientInfo": INFO}},
    "capabilities that are none": {
        "id": 0,
        "params": {"protocolVersion": NEWEST, "capabilities": [], "clientInfo": INFO},
    },
    "no params": {"id": 0},
    "no id": {"id": None, "params": {"protocolVersion": NEWEST, "capabilities": {}, "clientInfo": INFO}},
}
"""Members of an `initialize` that is rejected, each with its fault."""


@pytest.mark.parametrize("members", REJECTED_OPENINGS.values(), ids=REJECTED_OPENINGS)
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"serverInfo": None},
        {"capabilities": []},
        {"protocolVersion": 3},
        {"protocolVersion": None},
        {"protocolVersion": "2031-01-01"},
        {"protocolVersion": LATEST},
        {"_meta": 5},
    ],
    ids=str,
)
def test_nobody_is_blamed_for_a_rejected_opening(members: Json, changes: Json) -> None:
    """Both sides were blamed for each later message if `initialize` and its result were rejected."""
    observer = mb.Observer()
    rejected = {"jsonrpc": "2.0", "method": "initialize", **members}
    one(observer, json.dumps(rejected).encode(), "client", "rejected")
    accepted: Json = {**ACCEPTED, "protocolVersion": NEWEST, "capabilities": {"tools": {}}, **changes}
    answer: Json = {
        "jsonrpc": "2.0",
        "id": members["id"],
        "result": {k: v for k, v in accepted.items() if v is not None},
    }
    observer.hear(json.dumps(answer).encode(), "server")
    for sender, data in (
        ("client", notification("notifications/initialized")),
        ("client", request(1, "tools/list")),
        ("server", result(1, {"tools": []})),
        ("server", request(1, "ping")),
        ("client", result(1, {})),
        ("client", request(2, "tools/call", CALL)),
        ("server", result(2, {"content": []})),
    ):
        assert [each.findings for each in observer.hear(data, sender)] == [()]  # type: ignore[arg-type]


@pytest.mark.parametrize("named", [None, 5, "2099-01-01", LATEST])
def test_a_session_without_a_valid_version_is_not_followed(named: Any) -> None:
    observer = mb.Observer()
    params = {"protocolVersion": NEWEST, "capabilities": {}, "clientInfo": INFO}
    one(observer, request(0, "initialize", params), "client")
    one(observer, result(0, {"protocolVersion": named, "capabilities": {}}), "server", "rejected")
    for sender, data in (
        ("client", notification("notifications/initialized")),
        ("client", request(1, "tools/call", CALL)),
        ("server", request(1, "roots/list")),
    ):
        assert one(observer, data, sender, "ignored").findings == ()
    one(observer, request(0, "initialize", params), "client")
    one(observer, result(0, {**ACCEPTED, "protocolVersion": NEWEST}), "server")
    assert observer.state == "agreed", "the client has begun again"


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_rejected_notification_may_end_the_opening(revision: str) -> None:
    """It was blamed for each of its requests."""
    observer = mb.Observer()
    params = {"protocolVersion": revision, "capabilities": everything(revision, "client"), "clientInfo": INFO}
    one(observer, request(0, "initialize", params), "client")
    bad = notification("notifications/initialized", {"_meta": 5})
    assert rules(one(observer, bad, "client", "rejected"))[0] == "message.valid"
    one(observer, result(0, {**ACCEPTED, "protocolVersion": revision}), "server")
    early = one(observer, request(1, "roots/list"), "server", "rejected")
    assert rules(early) == ["lifecycle.early"], "no server takes it for the end before its result"
    one(observer, bad, "client", "rejected")
    assert observer.state == "agreed"
    assert not one(observer, request(2, "roots/list"), "server").findings
    assert observer.state == "ready"


def test_a_session_that_is_followed_nevertheless_has_its_id() -> None:
    observer = mb.Observer(transport="http")
    bad = request(0, "initialize", {"protocolVersion": NEWEST, "capabilities": {}})
    one(observer, bad, "client", "rejected")
    headers = [("Mcp-Session-Id", "s1")]
    one(observer, result(0, {**ACCEPTED, "protocolVersion": NEWEST}), "server", headers=headers)
    assert observer.session_id == "s1"


def test_a_probe_may_be_answered_in_any_way() -> None:
    observer = mb.Observer()
    one(observer, request(1, "server/discover", revision=LATEST), "client")
    event = one(observer, result(1, 5), "server")
    assert (event.findings, event.message) == ((), None)
    assert event.request == ObservedRequest(1, method_of("server/discover"), "client", 1)
    assert observer.waiting["client"] == {}


GARBAGE = (b"", b"{", b"\xff", b"5", b"[]", b'{"jsonrpc":"2.0"}', b'{"a":1,"a":2}', b"NaN", "[" * 90, b"[5]")


@pytest.mark.parametrize("data", GARBAGE)
def test_garbage_changes_nothing(data: Any) -> None:
    for observer in (mb.Observer(), opened(), mb.Observer(revision=LATEST)):
        before = repr(observer), dict(observer.waiting["client"]), observer.capabilities["server"]
        for sender in ("client", "server"):
            event = one(observer, data, sender, "rejected")
            assert (event.message, event.request) == (None, None)
            assert event.findings[0].rejects
            assert event.error is not None
        assert (repr(observer), dict(observer.waiting["client"]), observer.capabilities["server"]) == before


def test_what_a_receiver_says_of_a_rejected_request_is_no_fault() -> None:
    observer = opened()
    bad = request(1, "tools/call", {"_meta": {"progressToken": "t"}})
    event = one(observer, bad, "client", "rejected")
    assert rules(event) == ["message.valid", "required"]
    assert event.error is not None
    reply = event.error.to_bytes()
    assert reply is not None
    assert one(observer, reply, "server", "ignored").reason == "the request was not taken"
    assert rules(one(observer, reply, "server", "rejected")) == ["answer.known"], "it is answered once"
    report = notification("notifications/progress", {"progressToken": "t", "progress": 1})
    assert one(observer, report, "server", "ignored").findings == ()
    assert rules(one(observer, failure(2), "server", "rejected")) == ["answer.known"], "that was never asked"


@pytest.mark.parametrize("answer", [result(1, {"content": []}), failure(1)])
def test_the_requests_of_a_rejected_batch_may_be_answered(answer: bytes) -> None:
    observer = opened()
    asked = request(1, "tools/call", {**CALL, "_meta": {"progressToken": "t"}})
    assert rules(one(observer, b"[" + asked + b"]", "client", "rejected"))[0] == "batch"
    report = notification("notifications/progress", {"progressToken": "t", "progress": 1})
    assert one(observer, report, "server", "ignored").findings == ()
    cancelled = notification("notifications/cancelled", {"requestId": 1})
    assert one(observer, cancelled, "client", "ignored").findings == ()
    assert one(observer, answer, "server", "ignored").findings == ()
    assert rules(one(observer, answer, "server", "rejected")) == ["answer.known"], "it is answered once"


def test_a_subscription_that_is_rejected_may_be_served() -> None:
    observer = mb.Observer(revision=LATEST)
    one(observer, request("s", "subscriptions/listen", {"notifications": 5}, revision=LATEST), "client", "rejected")
    changed = {"_meta": {SUBSCRIPTION_KEY: "s"}}
    one(observer, notification("notifications/tools/list_changed", changed), "server", "ignored")


def test_a_subscription_may_outlive_a_rejected_acknowledgement() -> None:
    observer = mb.Observer(revision=LATEST)
    asked = request("s", "subscriptions/listen", {"notifications": {"toolsListChanged": True}}, revision=LATEST)
    one(observer, asked, "client")
    tag = {"_meta": {SUBSCRIPTION_KEY: "s"}}
    changed = notification("notifications/tools/list_changed", tag)
    assert rules(one(observer, changed, "server", "rejected")) == ["subscription.ack-first"]
    more = acknowledgement(LATEST, "s", {"promptsListChanged": True})
    acknowledged = notification(ACKNOWLEDGED, more, revision=LATEST)
    assert rules(one(observer, acknowledged, "server", "rejected")) == ["subscription.ack-subset"]
    assert one(observer, changed, "server", "ignored").findings == ()


def test_a_notification_has_the_revision_of_the_last_request() -> None:
    """If only this revision has the method. It was read in a revision with a handshake, which lacks the method."""
    observer = mb.Observer()
    one(observer, request("s", "subscriptions/listen", {"notifications": {}}, revision=LATEST), "client")
    untagged = notification(ACKNOWLEDGED, {**acknowledgement(LATEST, "s", {}), "_meta": {}}, revision=LATEST)
    event = one(observer, untagged, "server", "rejected")
    assert (event.revision, rules(event)) == (mb.revision(LATEST), ["subscription.id-tag"])
    shared = one(observer, notification("notifications/resources/list_changed"), "server", "rejected")
    assert shared.revision is mb.revision(NEWEST)


def test_a_rejected_request_may_be_served_with_its_log_messages() -> None:
    logging = having("notifications/message", among=PER_REQUEST)[-1]
    observer = mb.Observer(revision=logging)
    log = notification("notifications/message", {"level": "info", "data": "d"}, revision=logging)
    assert rules(one(observer, log, "server", "rejected")) == ["log.level"], "nobody has asked for it"
    bad = request(1, "tools/call", {"_meta": {LOG_LEVEL_KEY: "info"}}, revision=logging)
    one(observer, bad, "client", "rejected")
    assert one(observer, log, "server", "ignored").findings == ()
    one(observer, failure(1), "server", "ignored")
    assert rules(one(observer, log, "server", "rejected")) == ["log.level"], "the request has its answer"


def test_a_rejected_answer_ends_its_request() -> None:
    observer = opened()
    one(observer, request(1, "tools/call", CALL), "client")
    event = one(observer, result(1, {"content": 5}), "server", "rejected")
    assert event.request == ObservedRequest(1, "tools/call", "client", 4)
    assert [each.pointer for each in event.findings] == ["", "/result/content"]
    assert observer.waiting["client"] == {}
    assert one(observer, result(1, CONTENT), "server", "ignored").findings == ()


def test_messages_that_cross_are_no_fault() -> None:
    observer = opened()
    one(observer, request(1, "tools/call", CALL), "client")
    one(observer, notification("notifications/cancelled", {"requestId": 1}), "client")
    one(observer, result(1, CONTENT), "server", "ignored")
    one(observer, request(2, "tools/call", CALL), "client")
    one(observer, result(2, CONTENT), "server")
    one(observer, notification("notifications/cancelled", {"requestId": 2}), "client", "ignored")


@pytest.mark.parametrize(
    ("sender", "data", "rule"),
    [
        ("client", notification("notifications/cancelled", {}), "cancel.request-id"),
        ("client", notification("notifications/tools/list_changed"), "method"),
        ("server", notification("notifications/elicitation/complete", {"elicitationId": "e"}), "elicitation.complete"),
        ("server", notification("notifications/message", {"level": "debug", "data": 1}), "log.level"),
    ],
)
def test_rules_that_bind_only_the_sender_are_noted(sender: str, data: bytes, rule: str) -> None:
    """A session lets such a message pass without a finding, since its caller cannot do anything about it."""
    observer = opened()
    one(observer, request(1, "logging/setLevel", {"level": "error"}), "client")
    one(observer, result(1, {}), "server")
    (event,) = observer.hear(data, sender)  # type: ignore[arg-type]
    assert event.verdict in ("taken", "ignored")
    assert [(each.rule, each.rejects, each.side) for each in event.findings] == [(rule, False, sender)]
    pair = ready(NEWEST)
    receiver = pair.side("server" if sender == "client" else "client")
    assert isinstance(receiver.receive(data), (Ignored, mb.Notification))
    assert receiver.findings == ()


def test_a_retry_with_the_state_of_another_request_is_noted() -> None:
    observer = mb.Observer()
    asked = {"resultType": "input_required", "requestState": "s"}
    for number, params in enumerate(({"a": 1.0}, {"a": 1})):
        one(observer, request(2 * number, "tools/call", {**CALL, "arguments": params}, revision=LATEST), "client")
        one(observer, result(2 * number, asked), "server")
        again = {**CALL, "arguments": {"a": 1}, "requestState": "s"}
        event = one(observer, request(2 * number + 1, "tools/call", again, revision=LATEST), "client")
        assert rules(event) == [], "1.0 and 1 are equal in JSON"
    event = one(observer, request(9, "tools/call", {**CALL, "requestState": "t"}, revision=LATEST), "client")
    assert rules(event) == ["input.state"]
    one(observer, request(10, "tools/call", CALL, revision=LATEST), "client")
    one(observer, result(10, asked), "server")
    other = {"name": "y", "requestState": "s"}
    assert rules(one(observer, request(11, "tools/call", other, revision=LATEST), "client")) == ["input.request"]


ASKED: Json = {"resultType": "input_required", "requestState": "s"}
ELICITATION: Json = {"method": method_of("elicitation/create"), "params": FORM}
LATER = "2099-01-01"
EXPERIMENT: Json = {"experimental": {"x": {}}}
EXTENSION: Json = {"extensions": {"com.example/x": {}}}
LIMITED = mb.Limits(max_bytes=2_000)
LARGE = b" " * 2_000


def with_capabilities(capabilities: Json) -> Json:
    return {"_meta": request_meta(LATEST, capabilities)}


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_retry_of_a_request_that_was_not_heard_is_no_fault(transport: Any) -> None:
    """The guide allows one observer for each POST."""
    again = request(2, "tools/call", {**CALL, "requestState": "s"}, revision=LATEST)
    late = mb.Observer(revision=LATEST, transport=transport)
    assert rules(one(late, again, "client")) == []
    fresh = mb.Observer(transport=transport)
    assert rules(one(fresh, again, "client")) == ([] if transport == "http" else ["input.state"])
    heard = mb.Observer(transport=transport)
    one(heard, request(1, "tools/call", CALL, revision=LATEST), "client")
    one(heard, result(1, ASKED), "server")
    wrong = request(2, "tools/call", {**CALL, "requestState": "t"}, revision=LATEST)
    assert rules(one(heard, wrong, "client")) == ["input.state"], "the round of this request was heard"


def test_a_retry_after_a_rejected_round_is_no_fault() -> None:
    observer = mb.Observer()
    one(observer, request(1, "tools/call", {**CALL, **with_capabilities({})}, revision=LATEST), "client")
    one(observer, result(1, {**ASKED, "inputRequests": {"a": ELICITATION}}), "server", "rejected")
    responses = {"a": {"action": "decline"}}
    retry = {**CALL, "requestState": "s", "inputResponses": responses}
    assert rules(one(observer, request(2, "tools/call", retry, revision=LATEST), "client")) == []


def test_a_retry_after_a_round_that_comes_late_is_no_fault() -> None:
    observer = mb.Observer()
    one(observer, request(1, "tools/call", CALL, revision=LATEST), "client")
    observer.lost(1)
    one(observer, result(1, ASKED), "server", "ignored")
    again = request(2, "tools/call", {**CALL, "requestState": "s"}, revision=LATEST)
    assert rules(one(observer, again, "client")) == []


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_client_may_ask_in_a_version_unknown_to_the_observer(transport: Any) -> None:
    observer = mb.Observer(transport=transport)
    params: dict[str, Any] = {**CALL, "_meta": request_meta(LATER, progressToken="t")}
    headers = {"MCP-Protocol-Version": LATER, "Mcp-Method": "tools/call", "Mcp-Name": "x", "Accept": "*/*"}
    options: Any = {"headers": headers} if transport == "http" else {}
    event = one(observer, request(1, "tools/call", params), "client", "ignored", **options)
    assert (event.findings, event.revision) == ((), None)
    for sent in ("notifications/message", "notifications/later"):
        assert observer.hear(notification(sent, {"level": "info", "data": 1}), "server")[0].findings == ()
    report = {"progressToken": "t", "progress": 1}
    assert one(observer, notification("notifications/progress", report), "server", "ignored").findings == ()
    error = {"code": -32022, "message": "no", "data": {"supported": [LATEST], "requested": LATER}}
    refusal = json.dumps({"jsonrpc": "2.0", "id": 1, "error": error}).encode()
    assert one(observer, refusal, "server", "ignored").findings == ()
    one(observer, request(2, "tools/call", CALL, revision=LATEST), "client")
    one(observer, result(2, {**CONTENT, "resultType": "complete"}), "server")
    strange = one(observer, notification("notifications/later"), "server")
    assert rules(strange) == ["method"], "nothing waits any more that may explain it"


def test_what_names_a_request_of_a_known_version_belongs_to_it() -> None:
    """A request in another version, which waits too, is no excuse for it."""
    observer, filters = mb.Observer(), {"notifications": {"toolsListChanged": True}}
    one(observer, request(1, "subscriptions/listen", filters, revision=LATEST), "client")
    call = {**CALL, "_meta": {**with_capabilities({})["_meta"], "progressToken": "t"}}
    one(observer, request(2, "tools/call", call, revision=LATEST), "client")
    unknown: dict[str, Any] = {"_meta": request_meta(LATER)}
    one(observer, request(3, "tools/list", unknown), "client", "ignored")
    changed: Json = {"_meta": {SUBSCRIPTION_KEY: 1}}
    early = notification("notifications/tools/list_changed", changed)
    assert rules(one(observer, early, "server", "rejected")) == ["subscription.ack-first"]
    report = notification("notifications/progress", {"progressToken": "t", "progress": 1}, revision=LATEST)
    assert rules(one(observer, report, "server")) == []
    assert rules(one(observer, report, "server", "rejected")) == ["progress.increases"]
    later = notification("notifications/tools/list_changed", {"_meta": {SUBSCRIPTION_KEY: 3}})
    assert one(observer, later, "server", "ignored").findings == ()
    # Ids and tokens that requests of both versions have are no proof.
    again: dict[str, Any] = {"_meta": {**unknown["_meta"], "progressToken": "t"}}
    one(observer, request(1, "tools/list", again), "client", "ignored")
    assert one(observer, early, "server", "ignored").findings == ()
    assert one(observer, report, "server", "ignored").findings == ()


@pytest.mark.parametrize("side", ["client", "server"])
@pytest.mark.parametrize("declared", [EXPERIMENT, EXTENSION])
def test_methods_that_the_sides_have_agreed_on_are_no_fault(side: str, declared: Json) -> None:
    capabilities: Any = {"client": {}, "server": {}, side: declared}
    params = {"protocolVersion": NEWEST, "capabilities": capabilities["client"], "clientInfo": INFO}
    observer = mb.Observer()
    one(observer, request(0, "initialize", params), "client")
    answer = initialize_result(NEWEST, capabilities["server"])
    one(observer, result(0, answer), "server")
    one(observer, notification("notifications/initialized"), "client")
    for sender, asked in (("client", "server"), ("server", "client")):
        assert rules(one(observer, notification("x/changed"), sender)) == []
        assert one(observer, request("x1", "x/ask", {}), sender, "ignored").findings == ()
        assert one(observer, result("x1", {"y": 1}), asked, "ignored").findings == ()
    per_request = mb.Observer()
    if side == "client":
        one(per_request, request(1, "tools/list", with_capabilities(declared)), "client")
    else:
        one(per_request, request(1, "server/discover", {}, revision=LATEST), "client")
        found = filled(LATEST, "DiscoverResult", {"supportedVersions": [LATEST], "capabilities": declared})
        one(per_request, result(1, found), "server")
    one(per_request, notification("x/changed"), "server")
    assert one(per_request, request(2, "x/ask", {}, revision=LATEST), "client", "ignored").findings == ()


def test_methods_that_nobody_has_agreed_on_are_a_fault() -> None:
    for observer in (opened(), opened(capabilities={"server": {"experimental": {}, "extensions": {}}})):
        assert rules(one(observer, notification("x/changed"), "server")) == ["method"]
        assert rules(one(observer, request("x1", "x/ask", {}), "client", "rejected")) == ["method"]


def test_a_finding_quotes_a_method_in_one_short_line() -> None:
    """A method with a line break could forge a line of a log, and a long one fill it."""
    (finding,) = one(opened(), notification("x/y\nERROR forged" + "z" * 1_000), "server").findings
    assert finding.message.isprintable()
    assert len(finding.message) < 200


@pytest.mark.parametrize(
    "limits", [mb.Limits(max_bytes=9), mb.Limits(max_depth=1), mb.Limits(max_containers=1), mb.Limits(max_digits=1)]
)
def test_a_limit_of_the_observer_blames_nobody(limits: mb.Limits) -> None:
    data = request(10, "tools/call", {"name": "x", "arguments": {"a": [1]}})
    for sender in ("client", "server"):
        event = one(mb.Observer(limits=limits), data, sender, "ignored")
        assert event.findings == ()
        assert event.reason is not None
        assert event.reason.startswith("not read: ")


@pytest.mark.parametrize("revision", [WITH_BATCHES])
def test_a_batch_over_the_limit_blames_nobody(revision: str) -> None:
    observer = opened(revision, limits=mb.Limits(max_batch=1))
    both = b"[" + request(1, "ping") + b"," + request(2, "ping") + b"]"
    assert one(observer, both, "client", "ignored").findings == ()
    assert one(observer, result(1, {}), "server", "ignored").findings == ()


def test_what_follows_a_text_that_was_not_read_is_no_fault() -> None:
    observer = opened(limits=LIMITED)
    one(observer, request(1, "tools/call", {**CALL, "_meta": {"progressToken": "t"}}) + LARGE, "client", "ignored")
    report = {"progressToken": "t", "progress": 1}
    one(observer, notification("notifications/progress", report), "server", "ignored")
    assert one(observer, result(1, CONTENT), "server", "ignored").findings == ()
    one(observer, notification("notifications/cancelled", {"requestId": 1}), "client", "ignored")
    assert rules(one(observer, notification("x/y"), "client")) == ["method"], "that depends on nothing else"
    assert rules(one(observer, request(2, "tools/call"), "client", "rejected"))[0] == "message.valid"
    newest = mb.Observer(revision=LATEST, limits=LIMITED)
    one(newest, request(1, "tools/call", CALL, revision=LATEST), "client")
    one(newest, result(1, {**CONTENT, "resultType": "complete"}) + LARGE, "server", "ignored")
    one(newest, request(1, "tools/list", {}, revision=LATEST), "client")
    listed: Json = {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    one(newest, result(1, listed), "server")


def test_undeclared_use_is_a_fault_after_an_unread_text() -> None:
    observer = mb.Observer(revision=NEWEST, capabilities={"client": {}, "server": {}}, limits=LIMITED)
    one(observer, request(1, "ping") + LARGE, "client", "ignored")
    assert rules(one(observer, request(2, "tools/list"), "client", "rejected")) == ["capability"]
    changed = notification("notifications/tools/list_changed")
    assert rules(one(observer, changed, "server", "rejected")) == ["capability.notification"]


def test_a_beginning_that_was_not_read_is_not_followed() -> None:
    params = {"protocolVersion": NEWEST, "capabilities": {}, "clientInfo": INFO}
    observer = mb.Observer(limits=LIMITED)
    one(observer, request(0, "initialize", params) + LARGE, "client", "ignored")
    for data, sender in ((result(0, ACCEPTED), "server"), (request(1, "tools/list"), "client"), (b"5", "client")):
        assert one(observer, data, sender, "ignored").findings == ()
    one(observer, request(1, "tools/list", {}, revision=LATEST), "client")
    observer = mb.Observer(limits=LIMITED)
    one(observer, request(0, "tools/list", {}) + LARGE, "client", "ignored")
    one(observer, request(0, "initialize", params), "client")


def test_a_call_without_meta_has_the_revision_of_the_server() -> None:
    observer = mb.Observer()
    event = one(observer, request(1, "tools/call", CALL), "client", "rejected")
    assert rules(event) == ["lifecycle.first"]
    assert event.findings[0].message.endswith(f"initialize comes first, or each request names {LATEST} in its _meta")
    one(observer, request(2, "server/discover", {}, revision=LATEST), "client")
    found = filled(LATEST, "DiscoverResult", {"supportedVersions": [LATEST], "capabilities": {}})
    one(observer, result(2, found), "server")
    event = one(observer, request(3, method_of("tools/call"), CALL), "client", "rejected")
    assert [(each.rule, each.pointer) for each in event.findings] == [("message.valid", ""), ("required", "/params")]
    params = {"protocolVersion": NEWEST, "capabilities": {}, "clientInfo": INFO}
    one(observer, request(4, "initialize", params), "client")
    assert (
        one(mb.Observer(revisions=[NEWEST]), request(1, "tools/call", CALL), "client", "rejected")
        .findings[0]
        .message.endswith("initialize comes first")
    )


# What names nothing that exists


def cancellation(id_: Any, revision: str) -> bytes:
    return notification("notifications/cancelled", {"requestId": id_}, revision=revision)


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_cancellation_of_an_id_that_was_never_used_is_a_fault(revision: str) -> None:
    observer = opened(revision) if revision in HANDSHAKE else mb.Observer()
    one(observer, request(7, "tools/list", {}, revision=revision), "client")
    if revision in HANDSHAKE:
        one(observer, request(8, "ping"), "server")
        assert "other side" in one(observer, cancellation(7, revision), "server", "ignored").findings[0].message
        assert rules(one(observer, cancellation(8, revision), "client", "ignored")) == ["cancel.own-request"]
        assert rules(one(observer, cancellation("8", revision), "server", "ignored")) == ["cancel.own-request"]
    event = one(observer, cancellation("never", revision), "client", "ignored")
    assert [(each.rule, each.level, each.rejects) for each in event.findings] == [
        ("cancel.own-request", "error", False)
    ]
    one(observer, cancellation(7, revision), "client")
    assert one(observer, cancellation(7, revision), "client", "ignored").findings == (), "it was used"


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_cancellation_that_may_be_of_a_request_is_no_fault(revision: str) -> None:
    bad = request(5, "tools/call", {"name": 5}, revision=revision)
    observer = opened(revision) if revision in HANDSHAKE else mb.Observer()
    one(observer, bad, "client", "rejected")
    one(observer, failure(5, -32602), "server", "ignored")
    assert one(observer, cancellation(5, revision), "client", "ignored").findings == (), "it was rejected, and answered"
    late = mb.Observer(revision=revision)
    assert one(late, cancellation("old", revision), "client", "ignored").findings == ()
    if revision in HANDSHAKE:
        assert one(opened(revision, transport="http"), cancellation(5, revision), "client", "ignored").findings == ()
    many = opened(revision) if revision in HANDSHAKE else mb.Observer()
    for number in range(MAX_REMEMBERED + 2):
        one(many, request(2 * number + 10, "tools/list", {}, revision=revision), "client")
    assert one(many, cancellation(10, revision), "client").findings == ()
    one(many, failure(12), "server")
    assert one(many, cancellation(12, revision), "client", "ignored").findings == (), "it may be forgotten"


TASK: Json = {"taskId": "t", "status": "working", "createdAt": "x", "lastUpdatedAt": "x", "ttl": None}


def related(task: str) -> Json:
    return {"_meta": {"io.modelcontextprotocol/related-task": {"taskId": task}}}


def test_a_message_that_belongs_to_no_task_is_a_fault() -> None:
    observer = opened()
    ask = request(1, "roots/list", related("none"))
    assert rules(one(observer, ask, "server")) == ["task.related"]
    assert rules(one(observer, result(1, {"roots": [], **related("none")}), "client")) == [], "a consequence"
    message = {"level": "error", "data": 1, **related("other")}
    assert rules(one(observer, notification("notifications/message", message), "server")) == ["task.related"]
    one(observer, request(2, "tools/call", {**CALL, "task": {}}), "client")
    assert rules(one(observer, request(3, "roots/list", related("t")), "server")) == [], "it may be about to be created"
    one(observer, result(2, {"task": TASK}), "server")
    assert rules(one(observer, request(4, "roots/list", related("t")), "server")) == []
    one(observer, request(5, "tasks/get", {"taskId": "old"}), "client")
    assert rules(one(observer, request(6, "roots/list", related("old")), "server")) == [], (
        "it may be of another session"
    )
    late = mb.Observer(revision=NEWEST)
    assert rules(one(late, ask, "server")) == []
    assert rules(one(opened(transport="http"), ask, "server")) == []


def test_a_task_whose_creation_was_rejected_may_be_named() -> None:
    observer = opened()
    one(observer, request(2, "tools/call", {**CALL, "task": {}}), "client")
    one(observer, result(2, {"task": {**TASK, "status": "completed"}}), "server", "rejected")
    assert rules(one(observer, request(4, "roots/list", related("t")), "server")) == []


NUMBERS: Json = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
WITH_OUTPUTS = [
    each for each in mb.REVISIONS if "outputSchema" in mb.revision(each).schema_file.definitions["Tool"]["properties"]
]


def listing(observer: mb.Observer, revision: str, id_: int, **members: Any) -> None:
    one(observer, request(id_, "tools/list", {}, revision=revision), "client")
    one(
        observer,
        result(id_, filled(revision, "ListToolsResult", {"tools": [tool("x", revision, **members)]})),
        "server",
    )


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_result_that_does_not_fit_its_output_schema_is_a_fault(revision: str) -> None:
    pytest.importorskip("jsonschema_rs")
    observer = opened(revision) if revision in HANDSHAKE else mb.Observer()
    fits: Json = {**CONTENT, "structuredContent": {"n": 1}} | (
        {"resultType": "complete"} if revision in PER_REQUEST else {}
    )
    number = 100

    def rules_of_answer(given: Json) -> list[str]:
        nonlocal number
        number += 1
        one(observer, request(number, "tools/call", CALL, revision=revision), "client")
        return rules(one(observer, result(number, given), "server"))

    other = {**fits, "structuredContent": {"n": "secret"}}
    missing = {name: value for name, value in fits.items() if name != "structuredContent"}
    assert rules_of_answer(other) == [], "no list was heard"
    listing(observer, revision, 1, outputSchema=NUMBERS)
    expected = ["tool.output"] if revision in WITH_OUTPUTS else []
    assert rules_of_answer(fits) == []
    assert rules_of_answer(other) == rules_of_answer(missing) == expected
    assert rules_of_answer({**missing, "isError": True}) == []
    one(observer, request(50, "tools/call", CALL, revision=revision), "client")
    listing(observer, revision, 2, outputSchema={"type": "object"})
    assert rules(one(observer, result(50, other), "server")) == [], "the list has changed since"
    assert rules_of_answer(other) == []
    listing(observer, revision, 3)
    assert rules_of_answer(missing) == []
    listing(observer, revision, 4, outputSchema={"type": "object", "$ref": "https://example.com/other"})
    assert rules_of_answer(other) == [], "nothing can be checked against it"


def test_tools_that_change_are_forgotten() -> None:
    observer = opened()
    listing(observer, NEWEST, 1, outputSchema=NUMBERS)
    one(observer, notification("notifications/tools/list_changed"), "server")
    one(observer, request(2, "tools/call", CALL), "client")
    assert rules(one(observer, result(2, CONTENT), "server")) == []


def test_results_of_an_earlier_server_have_findings() -> None:
    observer = mb.Observer(revision=LATEST)
    one(observer, request(1, "tools/list", {}, revision=LATEST), "client")
    event = one(observer, result(1, {"tools": [], "ttlMs": -1, "cacheScope": "public"}), "server")
    assert [(each.kind, each.rule, each.pointer) for each in event.findings] == [
        ("schema", "required", "/result"),
        ("schema", "minimum", "/result/ttlMs"),
    ]


@pytest.mark.parametrize("revision", [WITH_BATCHES])
def test_each_message_of_a_batch_has_an_event(revision: str) -> None:
    observer = opened(revision)
    texts = [request(1, "ping"), request(2, "tools/call"), notification("x"), result(9, {}), request(1, "ping")]
    data = b"[" + b", ".join(texts) + b",5]"
    events = observer.hear(data, "client")
    assert [each.verdict for each in events] == ["taken", "rejected", "taken", "rejected", "rejected", "rejected"]
    assert [rules(each)[0] if each.findings else "" for each in events] == [
        *("", "message.valid", "method", "answer.known", "id.unique", "message.valid")
    ]
    assert [each.number for each in events] == [4, 5, 6, 7, 8, 9]
    assert events[0].message is not None
    assert json.loads(events[0].message.to_bytes()) == json.loads(texts[0])
    assert rules(observer.hear(b"[]", "client")[0])[0] == "batch"
    assert rules(opened().hear(data, "client")[0])[0] == ("message.valid" if revision == NEWEST else "batch")


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_a_late_observer_reports_nothing_of_before(revision: str) -> None:
    observer = mb.Observer(revision=revision)
    assert observer.revision is mb.revision(revision)
    reason = "the request may be older than the observer"
    assert one(observer, result("old", {}), "server", "ignored").reason == reason
    report = notification("notifications/progress", {"progressToken": "old", "progress": 1}, revision=revision)
    assert one(observer, report, "server", "ignored").reason == reason
    one(observer, request(1, "ping" if revision in HANDSHAKE else "tools/list", {}, revision=revision), "client")
    if revision in HANDSHAKE:
        one(observer, notification("notifications/initialized"), "client", "ignored")
        one(observer, result(1, {}), "server")
        assert rules(one(observer, result(1, {}), "server", "rejected")) == ["answer.known"], "that was heard"


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("revision", PER_REQUEST)
def test_the_stated_revision_has_the_verdict(revision: str, transport: Any) -> None:
    """Also on messages that name no version, which might be those of an older client if none were stated."""
    answers = [result(9, {}), failure(9, -32601)]
    opening = request(1, "initialize", {"protocolVersion": NEWEST, "capabilities": {}, "clientInfo": INFO})
    for data in (*answers, request(1, "ping"), opening, request(1, "tools/list"), b"[]"):
        observer = mb.Observer(revision=revision, transport=transport)
        event = one(observer, data, "client", "rejected")
        assert event.revision is mb.revision(revision)
    for data in answers:
        observer = mb.Observer(revision=revision, transport=transport)
        one(observer, request(9, "roots/list"), "server", "rejected")
        event = one(observer, data, "client", "rejected")
        assert (rules(event), event.revision) == (["answer.known"], mb.revision(revision))
    shown = mb.Observer(transport=transport)
    one(shown, request(1, "tools/list", {}, revision=revision), "client")
    listed: Json = {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    one(shown, result(1, listed), "server")
    assert one(shown, answers[0], "client", "rejected").revision is mb.revision(revision)


def test_capabilities_may_be_known_before() -> None:
    observer = mb.Observer(revision=NEWEST, capabilities={"server": {"tools": {}}})
    one(observer, request(1, "tools/list", {}), "client")
    assert rules(one(observer, request(2, "prompts/list", {}), "client", "rejected")) == ["capability"]


def test_a_version_that_is_not_known_is_not_followed() -> None:
    observer = mb.Observer()
    params = {"protocolVersion": NEWEST, "capabilities": {}, "clientInfo": INFO}
    one(observer, request(1, "initialize", params), "client")
    answer: Json = {**ACCEPTED, "protocolVersion": "2099-01-01"}
    event = one(observer, result(1, answer), "server")
    assert [(each.rule, each.level) for each in event.findings] == [("version", "note")]
    for data in (notification("notifications/initialized"), request(2, "later/method"), b"5"):
        event = one(observer, data, "client", "ignored")
        assert event.reason == "the sides use a version that the observer does not know"
    one(observer, request(1, "initialize", params), "client")
    one(observer, result(1, {**answer, "protocolVersion": NEWEST}), "server")
    assert observer.revision is mb.revision(NEWEST)
    other = request(1, "tools/list", {"_meta": {VERSION_KEY: LATEST}})
    assert rules(one(mb.Observer(revisions=[NEWEST, "draft"]), other, "client", "rejected")) == ["lifecycle.first"]


def test_headers_of_per_request_messages() -> None:
    observer = mb.Observer(transport="http")
    data = request(1, "tools/call", CALL, revision=LATEST)
    accept = {"Accept": "application/json, text/event-stream"}
    headers = {"MCP-Protocol-Version": LATEST, "Mcp-Method": method_of("tools/call"), "Mcp-Name": "x"}
    event = one(observer, data, "client", "rejected", headers={**accept, **headers, "Mcp-Name": "y"})
    assert rules(event) == ["headers"]
    assert event.error is not None
    assert event.error.http_status == 400
    assert rules(one(observer, data, "client", headers=headers)) == ["headers"], "no server rejects it for Accept"


@pytest.mark.parametrize("message", [result(1, {}), failure(1)])
def test_a_response_that_is_posted_is_blamed_for_what_it_is(message: bytes) -> None:
    observer = mb.Observer(revision=LATEST, transport="http")
    headers = {"MCP-Protocol-Version": LATEST, "Accept": "application/json, text/event-stream"}
    assert rules(one(observer, message, "client", "rejected", headers=headers)) == ["answer.known"]


@pytest.mark.parametrize("revision", HTTP_SSE)
def test_http_sse_has_no_rule_for_accept(revision: str) -> None:
    observer = mb.Observer(transport="http")
    params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": INFO}
    opening = request(1, "initialize", params)
    assert one(observer, opening, "client", headers={"Accept": "*/*"}).findings == ()


def test_headers_of_a_session() -> None:
    observer = mb.Observer(transport="http")
    params = {"protocolVersion": NEWEST, "capabilities": {}, "clientInfo": INFO}
    answer: Json = initialize_result(NEWEST, {"tools": {}})
    accept = {"Accept": "application/json, text/event-stream"}
    one(observer, request(1, "initialize", params), "client", headers=accept)
    one(observer, result(1, answer), "server", headers={"mcp-session-id": "a"}, http_status=200)
    assert observer.session_id == "a"
    accept["MCP-Protocol-Version"] = NEWEST
    one(observer, request(2, "tools/list"), "client", headers={**accept, "Mcp-Session-Id": "a"})
    for wrong in ({}, {"Mcp-Session-Id": "b"}):
        event = one(observer, request(3, "tools/list"), "client", "rejected", headers={**accept, **wrong})
        assert rules(event) == ["headers"]
    observer.restart()
    assert repr(observer) == "<Observer of an unknown revision, new>"
    late = mb.Observer(revision=NEWEST, transport="http")
    one(late, request(3, "tools/list"), "client", headers={**accept, "Mcp-Session-Id": "b"})


def test_an_extension_is_known_where_it_is_declared() -> None:
    revision = tasks.EXTENSION.info.revisions[-1]
    observer = mb.Observer(revision=revision, extensions=[tasks.EXTENSION])
    data = request(1, "tasks/get", {"taskId": "t"}, revision=revision)
    assert rules(one(observer, data, "client", "rejected")) == ["capability"]
    assert rules(one(mb.Observer(revision=revision), data, "client", "rejected")) == ["method"]


def test_lint_findings_are_among_the_others() -> None:
    pytest.importorskip("jsonschema_rs")
    observer = opened(lint=True)
    one(observer, request(1, "tools/list"), "client")
    tools = [{"name": "a b", "inputSchema": {"type": "object"}}]
    event = one(observer, result(1, {"tools": tools}), "server")
    assert [(each.kind, each.rule, each.pointer) for each in event.findings] == [
        ("lint", "tool.name-chars", "/result/tools/0/name")
    ]
    assert event.findings[0].sources[0].startswith("specification/")


def test_a_request_may_be_lost() -> None:
    observer = opened()
    one(observer, request(1, "ping"), "client")
    one(observer, request(1, "ping"), "server")
    observer.lost(1, "server")
    observer.lost("unknown")
    assert (observer.waiting["client"], observer.waiting["server"]) == ({1: "ping"}, {})
    one(observer, result(1, {}), "client", "ignored")


def test_nothing_follows_the_end() -> None:
    observer = opened()
    observer.close()
    assert rules(one(observer, request(1, "ping"), "client", "rejected")) == ["closed"]


def test_requests_that_are_never_answered_are_given_up() -> None:
    observer = opened()
    many = MAX_OBSERVED_REQUESTS + MAX_REMEMBERED + 1
    for number in range(1, many + 1):
        one(observer, request(number, "ping"), "client")
    assert len(observer.waiting["client"]) == MAX_OBSERVED_REQUESTS
    assert one(observer, result(2, {}), "server", "ignored").findings == ()
    unknown = one(observer, result("never", {}), "server", "ignored")
    assert unknown.reason == "the request may be one of those that were forgotten"


def test_long_ids_and_tokens_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    length = 5_000
    monkeypatch.setattr("mcp_bindings.session.observer.memory.MAX_OBSERVED_CHARACTERS", 5 * length)
    observer = opened()

    def report(number: int) -> bytes:
        related = {"io.modelcontextprotocol/related-task": {"taskId": f"{number}"}}
        return notification(
            "notifications/progress", {"progressToken": f"{number}" * length, "progress": 1, "_meta": related}
        )

    for number in range(9):
        params = {**CALL, "task": {}, "_meta": {"progressToken": f"{number}" * length}}
        one(observer, request(number + 1, "tools/call", params), "client")
        task = {"taskId": f"{number}", "status": "working", "createdAt": "x", "lastUpdatedAt": "x", "ttl": None}
        if number > 2:
            one(observer, result(number + 1, {"task": task}), "server")
    assert observer.waiting["client"] == {}
    one(observer, report(3), "server", "ignored")
    one(observer, report(8), "server")


@pytest.mark.parametrize(("most", "is_bounded"), [(ENOUGH, True), (10**9, False)], ids=["bounded", "unbounded"])
def test_hostile_peers_make_no_observer_grow(most: int, is_bounded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the limits this check fails. `python -m tests.soak session_memory` measures bytes."""
    for module in (ids, input_rounds, request_table):
        monkeypatch.setattr(module, "MAX_REMEMBERED", ENOUGH)
    monkeypatch.setattr(input_rounds, "MAX_ROUND_CHARACTERS", ROOM)
    monkeypatch.setattr("mcp_bindings.session.observer.memory.MAX_OBSERVED_REQUESTS", most)
    monkeypatch.setattr("mcp_bindings.session.observer.memory.MAX_OBSERVED_CHARACTERS", ROOM if is_bounded else most)
    peers = Overheard(SEED)
    while peers.sent < 1_000:
        peers.step()
    waiting = [len(waiting) for each in peers.observers for waiting in each.waiting.values()]
    sizes = [each.size for observer in peers.observers for each in state_of(observer).state.requests.values()]
    assert (max(waiting) <= ENOUGH and max(sizes) <= ROOM) == is_bounded
    assert all(size >= 0 for size in sizes)


@pytest.mark.parametrize(
    "options", [{"revision": "2099-01-01"}, {"revisions": ["x"]}, {"revision": NEWEST, "revisions": [LATEST]}]
)
def test_a_revision_must_be_known(options: Any) -> None:
    with pytest.raises(ValueError, match="revision"):
        mb.Observer(**options)


def test_a_sender_must_be_a_side() -> None:
    with pytest.raises(ValueError, match="sender must be"):
        mb.Observer().hear(b"", "x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="sender must be"):
        mb.Observer().lost(1, "x")  # type: ignore[arg-type]


# Games


def first_failure(games: int, start: int = 0) -> str:
    """What is wrong in the first game that fails; empty if none does."""
    tally = Tally()
    for game in range(start, start + games):
        play_observed(SEED, game, tally)
        if tally.failures:
            return str(tally.failures[0])
    assert tally.total("states after a violation") > 20 * games
    return ""


@pytest.mark.untraced
def test_observers_see_games_as_the_sessions_do() -> None:
    assert first_failure(1) == ""


def test_a_game_is_the_same_with_and_without_observers() -> None:
    alone, observed = Tally(), Tally()
    play(SEED, 13, alone)
    play(SEED, 13, observed, ObservedSteps)
    assert observed.parts("steps") == alone.parts("steps")


def forgetful(*_: object, **__: object) -> None:
    return None


def hasty(self: SessionState, *arguments: Any, **options: Any) -> str | None:
    """Record a message, and change the state of an observer although it breaks a rule."""
    try:
        return TAKE(self, *arguments, **options)
    except Violation:
        if self.collector.is_observer:
            self.requests["client"].abandoned.add("hasty")
        raise


TAKE = SessionState.record_message


def accusing(*arguments: Any) -> Any:
    """The findings with the other side to blame."""
    found = FINDINGS(*arguments)
    return tuple(each._replace(side="client" if each.side == "server" else "server") for each in found)


FINDINGS = collect_findings


def never(*_: object) -> bool:
    return False


FAULTS: list[tuple[object, str, Callable[..., object], int]] = [
    (FindingCollector, "note_sender_violation", forgetful, 0),
    (SessionState, "record_message", hasty, 0),
    (import_module("mcp_bindings.session.observer.observer"), "collect_findings", accusing, 0),
    (ObserverMemory, "remember_rejected_request", forgetful, 2),
    (ObserverState, "_follow_revision", forgetful, 0),
    (RevisionTracker, "is_probe", never, 9),
]
"""What is replaced, by what, and the first game to play: one that comes upon the fault soon."""


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("place", "name", "instead", "start"),
    FAULTS,
    ids=["rules of the sender", "the state after a fault", "blame", "rejected requests", "the opening", "probes"],
)
def test_a_fault_of_the_observer_is_noticed(
    place: object, name: str, instead: Callable[..., object], start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hasattr(place, name)
    monkeypatch.setattr(place, name, instead)
    assert first_failure(20, start) != ""
