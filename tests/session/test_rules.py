"""Either side can break every rule of a session: the break is detected, and the most similar legal step is accepted.

A case of a rule is a function with the decorator `case`; its id in the output is rule, side and revision. The rules
that do not apply to one side are listed in `one_sided.toml`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest

import mcp_bindings as mb
import mcp_bindings.session
from mcp_bindings.jsonrpc.messages import Batch, ErrorResponse, Notification, Request, Response
from mcp_bindings.session import RULES, Ignored, elicitations, ids, task_rules
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.session.events import VersionAgreed
from mcp_bindings.session.ids import MAX_REMEMBERED
from mcp_bindings.session.profile import revision_profile
from mcp_bindings.session.rules import MODES, SessionMode
from mcp_bindings.session.session import Session
from mcp_bindings.spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND
from mcp_bindings.spec.names import Sender
from tests.documents import accepting, acknowledgement, initialize_result
from tests.revisions import HANDSHAKE, LOGGING, PER_REQUEST, code_of, filter_of, having, log_method, method_of
from tests.session.one_sided import one_sided
from tests.session.pairs import (
    ALL,
    CAPABILITIES_KEY,
    FORM,
    INFO,
    LOG_LEVEL_KEY,
    SIDES,
    SUBSCRIPTION_KEY,
    URL,
    VERSION_KEY,
    Json,
    Pair,
    asked,
    blamed,
    data_of,
    everything,
    failure,
    fresh,
    handled,
    in_mode,
    noted,
    notification,
    params_of,
    raw,
    ready,
    rejected,
    request,
    result,
    result_of,
    snapshot,
)

Side = Literal["local", "remote"]
Step = Callable[[str], None]

LOGGING_PER_REQUEST = tuple(revision for revision in LOGGING if revision in PER_REQUEST)
TASKS = tuple(revision for revision in HANDSHAKE if "tasks/get" in mb.revision(revision).methods)
BATCHES = ("2025-03-26",)
UNSUPPORTED_VERSION, HEADER_MISMATCH = -32022, -32020

LISTEN, ACKNOWLEDGED = "subscriptions/listen", "notifications/subscriptions/acknowledged"
CANCELLED, PROGRESS, LOG = "notifications/cancelled", "notifications/progress", "notifications/message"
INITIALIZED, TASK_STATUS = "notifications/initialized", "notifications/tasks/status"
TOOLS_CHANGED, PROMPTS_CHANGED = "notifications/tools/list_changed", "notifications/prompts/list_changed"


CALL: Json = {"name": "x"}


class Case(NamedTuple):
    """A case in which one side breaks one rule."""

    rule: str
    side: Side
    revision: str
    step: Step


CASES: list[Case] = []


def case(rule: str, side: Side, revisions: Sequence[str] = ALL) -> Callable[[Step], Step]:
    """Register a function as the case of a rule."""

    def register(step: Step) -> Step:
        CASES.extend(Case(rule, side, revision, step) for revision in revisions)
        return step

    return register


def call_of(pair: Pair, *, sender: Sender = "client", **options: Any) -> Request:
    """A pending call."""
    event = pair.ask("tools/list" if sender == "client" else "roots/list", sender=sender, **options)
    assert isinstance(event, Request)
    return event


def listing(revision: str) -> Json:
    """The result of the call."""
    return result_of(revision, "tools/list")


# caching


def page_of(revision: str, scope: str, cursor: str | None = None) -> Json:
    """A page of tools with a cache scope; another page follows if there is a cursor."""
    return {**listing(revision), "cacheScope": scope, **({} if cursor is None else {"nextCursor": cursor})}


@case("cache.same-scope", "local", PER_REQUEST)
def cache_same_scope_broken_locally(revision: str) -> None:
    pair = ready(revision)
    pair.answer(pair.ask("tools/list").id, page_of(revision, "private", "2"))
    second = pair.ask("tools/list", {"cursor": "2"})
    rejected(pair.server, "cache.same-scope", pair.server.respond, second.id, page_of(revision, "public", "3"))
    typed = import_module(mb.revision(revision).package).ListToolsResult(
        tools=[], result_type="complete", ttl_ms=0, cache_scope="public"
    )
    rejected(pair.server, "cache.same-scope", pair.server.record_result, second.id, typed)
    assert pair.answer(second.id, page_of(revision, "private", "3"))
    third = pair.ask("tools/list", {"cursor": "3"})
    rejected(pair.server, "cache.same-scope", pair.server.respond, third.id, page_of(revision, "public"))
    first = pair.ask("tools/list")
    assert pair.answer(first.id, page_of(revision, "public"))  # a different list
    other_method = pair.ask("prompts/list", {"cursor": "2"})
    answer = {**result_of(revision, "prompts/list"), "cacheScope": "public"}
    assert pair.answer(other_method.id, answer)


@case("cache.same-scope", "remote", PER_REQUEST)
def cache_same_scope_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    pair.answer(pair.ask("tools/list").id, page_of(revision, "public", "2"))
    second = pair.ask("tools/list", {"cursor": "2"})
    assert isinstance(pair.client.receive(result(second.id, page_of(revision, "private"))), Response)
    (finding,) = pair.client.findings
    assert finding.rule == "cache.same-scope"
    assert "private" in finding.message
    again = pair.client.request("tools/list", {"cursor": "2"})
    assert isinstance(pair.client.receive(result(again.id, page_of(revision, "public"))), Response)
    assert pair.client.findings == ()


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_cursor_of_two_lists_determines_no_scope(revision: str) -> None:
    pair = ready(revision)
    for scope in ("public", "private"):
        pair.answer(pair.ask("tools/list").id, page_of(revision, scope, "2"))
    for scope in ("public", "private"):
        assert pair.answer(pair.ask("tools/list", {"cursor": "2"}).id, page_of(revision, scope))


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_the_number_of_remembered_scopes_is_bounded(revision: str) -> None:
    pair = ready(revision)
    for number in range(MAX_REMEMBERED + 50):
        pair.answer(pair.ask("tools/list").id, page_of(revision, "public", f"{number}" * 50))
    pages = pair.client._state.requests["client"].pages  # pyright: ignore[reportPrivateUsage]
    assert len(pages.by_cursor) == MAX_REMEMBERED


# answers


@case("answer.direction", "local", PER_REQUEST)
def answer_direction_broken_locally(revision: str) -> None:
    pair = ready(revision)
    rejected(pair.client, "answer.direction", pair.client.record_sent, failure(None))
    pair.server.record_sent(failure(None))


@case("answer.direction", "remote", PER_REQUEST)
def answer_direction_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    blamed(pair.server, "answer.direction", failure(None), INVALID_REQUEST)
    assert isinstance(pair.client.receive(failure(None)), ErrorResponse)


@case("answer.known", "local")
def answer_known_broken_locally(revision: str) -> None:
    pair = ready(revision)
    rejected(pair.server, "answer.known", pair.server.respond, 99, {})
    rejected(pair.client, "answer.known", pair.client.respond, 99, {})
    id_ = call_of(pair).id
    pair.answer(id_, listing(revision))
    rejected(pair.server, "answer.known", pair.server.respond, id_, listing(revision))
    rejected(pair.server, "answer.known", pair.server.respond_error, id_, mb.ProtocolError(-32603, "no"))
    rejected(pair.client, "answer.known", pair.client.request_failed, id_)


@case("answer.known", "remote")
def answer_known_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    blamed(pair.client, "answer.known", result(99, {}), INVALID_REQUEST)
    blamed(pair.client, "answer.known", failure(99), INVALID_REQUEST)
    blamed(pair.server, "answer.known", result(99, {}), INVALID_REQUEST)
    id_ = call_of(pair).id
    answer = pair.server.respond(id_, listing(revision))
    assert isinstance(pair.client.receive(answer), Response)
    blamed(pair.client, "answer.known", answer, INVALID_REQUEST)
    blamed(pair.client, "answer.known", failure(id_), INVALID_REQUEST)


# batches


@case("batch", "local", BATCHES)
def batch_broken_locally_where_batches_exist(revision: str) -> None:
    pair = ready(revision)
    texts = [pair.client.request("ping").data, pair.client.notify("notifications/roots/list_changed")]
    opening = fresh(revision).client.open()
    ping = pair.ask("ping", sender="server")
    answer = pair.client.respond(ping.id, {})
    rejected(pair.client, "batch", pair.client.batch, [])
    rejected(pair.client, "batch", pair.client.batch, [*texts, opening])
    rejected(pair.client, "batch", pair.client.batch, [*texts, answer])
    event = pair.server.receive(pair.client.batch(texts))
    assert isinstance(event, Batch)
    assert [type(each) for each in event] == [Request, Notification]
    event = pair.server.receive(pair.client.batch([answer]))
    assert isinstance(event, Batch)
    assert [type(each) for each in event] == [Response]


@case("batch", "local", [revision for revision in ALL if revision not in BATCHES])
def batch_broken_locally_where_batches_do_not_exist(revision: str) -> None:
    pair = ready(revision)
    text = pair.client.request("tools/list").data
    rejected(pair.client, "batch", pair.client.batch, [text])
    assert isinstance(pair.server.receive(text), Request)


# cancellation


@case("cancel.initialize", "local", HANDSHAKE)
def cancel_initialize_broken_locally(revision: str) -> None:
    pair, opening = asked(revision)
    rejected(pair.client, "cancel.initialize", pair.client.cancel, opening.id)
    ping = pair.ask("ping")
    assert pair.client.cancel(ping.id) is not None


@case("cancel.initialize", "remote", HANDSHAKE)
def cancel_initialize_broken_by_peer(revision: str) -> None:
    pair, opening = asked(revision)
    ping = pair.ask("ping")
    blamed(
        pair.server,
        "cancel.initialize",
        notification(CANCELLED, {"requestId": opening.id}, revision=revision),
        INVALID_REQUEST,
    )
    assert isinstance(
        pair.server.receive(notification(CANCELLED, {"requestId": ping.id}, revision=revision)), Notification
    )
    assert list(pair.server.peer_requests) == [opening.id]


@case("cancel.no-response", "local")
def cancel_no_response_broken_locally(revision: str) -> None:
    pair = ready(revision)
    first, second = call_of(pair), call_of(pair)
    cancelled = pair.client.cancel(first.id)
    assert cancelled is not None
    pair.server.receive(cancelled)
    rejected(pair.server, "cancel.no-response", pair.server.respond, first.id, listing(revision))
    rejected(pair.server, "cancel.no-response", pair.server.respond_error, first.id, mb.ProtocolError(-32603, "no"))
    assert isinstance(pair.answer(second.id, listing(revision)), Response)


@case("cancel.own-request", "local", HANDSHAKE)
def cancel_own_request_broken_locally_with_handshake(revision: str) -> None:
    pair = ready(revision)
    theirs, own = call_of(pair), call_of(pair, sender="server", id="own")
    rejected(pair.server, "cancel.own-request", pair.server.cancel, theirs.id)
    rejected(pair.client, "cancel.own-request", pair.client.cancel, own.id)
    rejected(pair.client, "cancel.own-request", pair.client.cancel, 99)
    assert pair.server.cancel(own.id) is not None
    assert pair.client.cancel(theirs.id) is not None
    rejected(pair.client, "cancel.own-request", pair.client.cancel, theirs.id)


@case("cancel.own-request", "local", PER_REQUEST)
def cancel_own_request_broken_locally_per_request(revision: str) -> None:
    pair = ready(revision)
    call, listen = call_of(pair), pair.ask(LISTEN, {"notifications": {}})
    rejected(pair.server, "cancel.own-request", pair.server.cancel, call.id)
    rejected(pair.server, "cancel.own-request", pair.server.cancel, 99)
    rejected(pair.client, "cancel.own-request", pair.client.cancel, 99)
    assert pair.server.cancel(listen.id) is not None
    assert pair.client.cancel(call.id) is not None


@case("cancel.own-request", "remote", PER_REQUEST)
def cancel_own_request_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    call, listen = call_of(pair), pair.ask(LISTEN, {"notifications": {}})
    blamed(
        pair.client,
        "cancel.own-request",
        notification(CANCELLED, {"requestId": call.id}, revision=revision),
        INVALID_REQUEST,
    )
    assert isinstance(
        pair.client.receive(notification(CANCELLED, {"requestId": listen.id}, revision=revision)), Notification
    )
    assert list(pair.client.pending) == [call.id]


@case("cancel.request-id", "local", TASKS)
def cancel_request_id_broken_locally(revision: str) -> None:
    pair = ready(revision)
    id_ = call_of(pair).id
    rejected(pair.client, "cancel.request-id", pair.client.notify, CANCELLED, {})
    assert pair.client.notify(CANCELLED, {"requestId": id_})


@case("cancel.stream", "local", PER_REQUEST)
def cancel_stream_broken_locally(revision: str) -> None:
    pair = ready(revision, transport="http")
    id_ = call_of(pair).id
    rejected(pair.client, "cancel.stream", pair.client.notify, CANCELLED, {"requestId": id_})
    assert pair.client.cancel(id_) is None
    assert not pair.client.pending


@case("cancel.task", "local", TASKS)
def cancel_task_broken_locally(revision: str) -> None:
    pair = ready(revision)
    task, call = pair.ask("tools/call", {**CALL, "task": {}}), pair.ask("tools/call", CALL)
    rejected(pair.client, "cancel.task", pair.client.cancel, task.id)
    assert pair.client.cancel(call.id) is not None


@case("cancel.task", "remote", TASKS)
def cancel_task_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    task, call = pair.ask("tools/call", {**CALL, "task": {}}), pair.ask("tools/call", CALL)
    blamed(
        pair.server, "cancel.task", notification(CANCELLED, {"requestId": task.id}, revision=revision), INVALID_REQUEST
    )
    assert isinstance(
        pair.server.receive(notification(CANCELLED, {"requestId": call.id}, revision=revision)), Notification
    )


# capabilities: every one of them is in test_capabilities.py


@case("capability", "local")
def capability_broken_locally(revision: str) -> None:
    pair = ready(revision, server={"tools": {}})
    error = rejected(pair.client, "capability", pair.client.request, "prompts/list")
    assert "the server capability prompts, which" in error.message
    assert pair.client.request("tools/list")


BINDING = [revision for revision in ALL if mb.revision(revision).protocol.lifecycle.agreed_level == "MUST"]


@case("capability.notification", "local", LOGGING)
def capability_of_a_notification_broken_locally(revision: str) -> None:
    pair = ready(revision, server={})
    rejected(pair.server, "capability.notification", pair.server.notify, log_method(revision), log("error"))


@case("capability.notification", "remote", [revision for revision in LOGGING if revision in BINDING])
def capability_of_a_notification_broken_by_the_peer(revision: str) -> None:
    pair = ready(revision, server={})
    if revision in PER_REQUEST:  # asks for the log messages
        pair.client.request("server/discover", {"_meta": {LOG_LEVEL_KEY: "debug"}})
    handled(pair.client, "capability.notification", notification(log_method(revision), log("error")), METHOD_NOT_FOUND)


@case("capability", "remote", BINDING)
def capability_broken_by_peer(revision: str) -> None:
    pair = ready(revision, server={"tools": {}})
    data = request(50, "prompts/list", revision=revision)
    error = blamed(pair.server, "capability", data, METHOD_NOT_FOUND, 50)
    assert data_of(error) == {"missingCapability": "prompts", "declaredBy": "server"}
    assert isinstance(pair.server.receive(request(50, "tools/list", revision=revision)), Request)


# closed sessions


@case("closed", "local")
def closed_broken_locally(revision: str) -> None:
    pair = ready(revision)
    call = call_of(pair)
    pair.server.close()
    pair.client.close()
    rejected(pair.client, "closed", pair.client.request, "tools/list")
    rejected(pair.client, "closed", pair.client.cancel, call.id)
    rejected(pair.client, "closed", pair.client.notify, CANCELLED, {"requestId": call.id})
    rejected(pair.client, "closed", pair.client.respond, 1, {})
    rejected(pair.client, "closed", pair.client.respond_error, 1, mb.ProtocolError(-32603, "no"))
    rejected(pair.server, "closed", pair.server.respond, call.id, listing(revision))
    rejected(pair.server, "closed", pair.server.record_result, call.id, mb.ProtocolError(-32603, "no"))
    rejected(pair.server, "closed", pair.server.notify, TOOLS_CHANGED)


@case("closed", "remote")
def closed_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    data = request(50, "tools/list", revision=revision)
    assert isinstance(pair.server.receive(data), Request)
    pair.server.close()
    pair.client.close()
    blamed(pair.server, "closed", data, INVALID_REQUEST)
    blamed(pair.client, "closed", notification(TOOLS_CHANGED), INVALID_REQUEST)
    blamed(pair.client, "closed", b"no JSON", INVALID_REQUEST)


# errors: every code of every revision is in test_error_rules.py


@case("error.code", "local", [revision for revision in ALL if mb.revision(revision).error_ranges])
def error_code_broken_locally(revision: str) -> None:
    pair = ready(revision)
    id_ = call_of(pair).id
    low = min(row.low for row in mb.revision(revision).error_ranges if row.undefined == "MUST NOT")
    rejected(pair.server, "error.code", pair.server.respond_error, id_, mb.ProtocolError(low, "no"))
    assert pair.server.respond_error(id_, mb.ProtocolError(low + 10**6, "no"))


WITH_DATA = {
    revision: [code for code, row in mb.revision(revision).error_codes.items() if row.data_required] for revision in ALL
}


@case("error.data", "local", [revision for revision, codes in WITH_DATA.items() if codes])
def error_data_broken_locally(revision: str) -> None:
    pair = ready(revision)
    id_ = call_of(pair).id
    for code in WITH_DATA[revision]:
        rejected(pair.server, "error.data", pair.server.respond_error, id_, mb.ProtocolError(code, "no"))
    assert pair.server.respond_error(id_, mb.ProtocolError(METHOD_NOT_FOUND, "no"))


# HTTP


@case("headers", "remote")
def headers_broken_by_peer(revision: str) -> None:
    pair = ready(revision, transport="http")
    pair.client.session_id = pair.server.session_id = "a" if revision in HANDSHAKE else None
    data = pair.client.request("tools/list", id=50).data
    headers = pair.client.http_headers(data)
    code = code_of(revision, HEADER_MISMATCH) if revision in PER_REQUEST else INVALID_REQUEST
    wrong = {**headers, "MCP-Protocol-Version": "1999-01-01"}
    error = blamed(pair.server, "headers", data, code, 50, headers=wrong)
    assert error.http_status == 400
    assert isinstance(pair.server.receive(data, headers=headers), Request)


# ids


@case("id.unique", "local")
def id_unique_broken_locally(revision: str) -> None:
    pair = ready(revision)
    pair.ask("tools/list", id=50)
    rejected(pair.client, "id.unique", pair.client.request, "tools/list", id=50)
    pair.ask("tools/list", id="50")
    pair.answer(50, listing(revision))
    if revision not in HANDSHAKE:
        pair.ask("tools/list", id=50)


@case("id.unique", "remote")
def id_unique_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    data = request(50, "tools/list", revision=revision)
    pair.server.receive(data)
    blamed(pair.server, "id.unique", data, INVALID_REQUEST)  # the response would be matched to the first request
    assert isinstance(pair.server.receive(request("50", "tools/list", revision=revision)), Request)
    pair.server.respond(50, listing(revision))
    if revision not in HANDSHAKE:
        assert isinstance(pair.server.receive(data), Request)


@case("id.new", "local", HANDSHAKE)
def id_new_broken_locally(revision: str) -> None:
    pair = ready(revision)
    pair.ask("tools/list", id=50)
    pair.answer(50, listing(revision))
    rejected(pair.client, "id.new", pair.client.request, "tools/list", id=50)
    pair.ask("ping", sender="server", id=50)


@case("id.new", "remote", HANDSHAKE)
def id_new_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    pair.server.receive(request(50, "tools/list", revision=revision))
    pair.server.respond(50, listing(revision))
    for again in (50, 50.0):
        handled(pair.server, "id.new", request(again, "tools/list", revision=revision), INVALID_REQUEST, 50)
        if 50 in pair.server.peer_requests:  # the message was delivered
            pair.server.respond(50, listing(revision))


# input rounds


def input_asked(pair: Pair, **result: Any) -> Request:
    """A call whose result asks for input."""
    call: Request = pair.ask("tools/call", CALL)
    pair.answer(call.id, {"resultType": "input_required", **result})
    return call


def questions(revision: str) -> Json:
    """Two requests of a server for input."""
    elicitation: Json = {"method": method_of("elicitation/create", revision), "params": FORM}
    return {"a": elicitation, "b": elicitation}


ANSWERS: Json = {"a": {"action": "cancel"}, "b": {"action": "cancel"}}
SAMPLE: Json = {"role": "assistant", "model": "m", "content": {"type": "text", "text": ""}}


@case("input.answers", "local", PER_REQUEST)
def input_answers_broken_locally(revision: str) -> None:
    pair = ready(revision)
    call = input_asked(pair, inputRequests=questions(revision))
    error = rejected(pair.client, "input.answers", pair.client.retry, call.id, {"a": ANSWERS["a"]})
    assert "inputResponses lacks 'b'" in error.message
    rejected(pair.client, "input.answers", pair.client.retry, call.id)
    lacking: Json = {**CALL, "inputResponses": {"a": ANSWERS["a"]}}
    rejected(pair.client, "input.answers", pair.client.request, "tools/call", lacking)
    others: dict[str, Json] = {"ListRootsResult": {"roots": []}, "CreateMessageResult": SAMPLE}
    for wrong in [each for name, each in others.items() if revision in having(name)]:
        other: Json = {**ANSWERS, "b": wrong}
        rejected(pair.client, "input.answers", pair.client.retry, call.id, other)
        rejected(pair.client, "input.answers", pair.client.request, "tools/call", {**CALL, "inputResponses": other})
    assert isinstance(pair.server.receive(pair.client.retry(call.id, {**ANSWERS, "c": ANSWERS["a"]}).data), Request)


@case("input.request", "local", PER_REQUEST)
def input_request_broken_locally(revision: str) -> None:
    pair = ready(revision)
    call = input_asked(pair, inputRequests=questions(revision), requestState="s")
    retry: Json = {"inputResponses": ANSWERS, "requestState": "s"}
    others: tuple[Json, ...] = ({"name": "y"}, {**CALL, "arguments": {"a": 1}})
    for other in others:
        rejected(pair.client, "input.request", pair.client.request, "tools/call", {**other, **retry})
    rejected(pair.client, "input.state", pair.client.request, "prompts/get", {"name": "x", **retry})
    assert isinstance(pair.server.receive(pair.client.retry(call.id, ANSWERS).data), Request)


@case("input.new-id", "local", PER_REQUEST)
def input_new_id_broken_locally(revision: str) -> None:
    pair = ready(revision)
    call = input_asked(pair, inputRequests=questions(revision))
    again = {**CALL, "inputResponses": ANSWERS}
    rejected(pair.client, "input.new-id", pair.client.request, "tools/call", again, id=call.id)
    assert pair.ask("tools/call", again, id="new")


@case("input.one-of", "local", PER_REQUEST)
def input_one_of_broken_locally(revision: str) -> None:
    pair = ready(revision)
    call = pair.ask("tools/call", CALL)
    rejected(pair.server, "input.one-of", pair.server.respond, call.id, {"resultType": "input_required"})
    assert pair.answer(call.id, {"resultType": "input_required", "requestState": "s"})


@case("input.one-of", "remote", PER_REQUEST)
def input_one_of_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    call = pair.ask("tools/call", CALL)
    blamed(pair.client, "input.one-of", result(call.id, {"resultType": "input_required"}), INVALID_REQUEST)
    call = pair.ask("tools/call", CALL)
    fine = {"resultType": "input_required", "inputRequests": questions(revision)}
    assert isinstance(pair.client.receive(result(call.id, fine)), Response)


@case("input.state", "local", PER_REQUEST)
def input_state_broken_locally(revision: str) -> None:
    pair = ready(revision)
    with_state, without = input_asked(pair, requestState="s"), input_asked(pair, inputRequests=questions(revision))
    for state in ("S", "", "s "):
        again = {**CALL, "requestState": state}
        rejected(pair.client, "input.state", pair.client.request, "tools/call", again)
    made_up = {**CALL, "inputResponses": ANSWERS, "requestState": "t"}
    rejected(pair.client, "input.state", pair.client.request, "tools/call", made_up)
    rejected(pair.client, "input.state", pair.client.request, "prompts/get", {"name": "x", "requestState": "s"})
    rejected(pair.client, "input.state", pair.client.retry, 99)
    second = pair.client.retry(with_state.id)
    assert pair.deliver(second.data, "server").document["params"]["requestState"] == "s"
    rejected(pair.client, "input.state", pair.client.retry, with_state.id)
    assert "requestState" not in pair.deliver(pair.client.retry(without.id, ANSWERS).data, "server").document["params"]


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_input_goes_only_with_requests_that_may_ask_for_it(revision: str) -> None:
    pair = ready(revision)
    wrong: tuple[Json, ...] = ({"inputResponses": {}}, {"requestState": "s"}, {"inputResponses": ANSWERS})
    for given in wrong:
        rejected(pair.client, "input.request", pair.client.request, "tools/list", given)
    assert pair.ask("tools/list")
    observer = mb.Observer(revision=revision)
    (event,) = observer.hear(request(1, "tools/list", {"requestState": "s"}, revision=revision), "client")
    assert [each.rule for each in event.findings] == ["input.request"]


# opening


@case("lifecycle.early", "local", HANDSHAKE)
def lifecycle_early_broken_locally(revision: str) -> None:
    pair, opening = asked(revision)
    rejected(pair.client, "lifecycle.early", pair.client.request, "tools/list")
    rejected(pair.server, "lifecycle.early", pair.server.request, "roots/list")
    rejected(pair.server, "lifecycle.early", pair.server.notify, TOOLS_CHANGED)
    assert pair.ask("ping")
    assert pair.ask("ping", sender="server")
    pair.answer(opening.id, initialize_result(revision, everything(revision, "server")))
    rejected(pair.server, "lifecycle.early", pair.server.request, "roots/list")
    assert pair.ask("ping", sender="server")
    assert pair.pass_notification(LOG, {"level": "info", "data": 1})
    pair.server.receive(notification(INITIALIZED))
    assert pair.ask("roots/list", sender="server")


@case("lifecycle.early", "remote", HANDSHAKE)
def lifecycle_early_broken_by_peer(revision: str) -> None:
    pair, _opening = asked(revision)
    blamed(pair.server, "lifecycle.early", request(50, "tools/list"), INVALID_REQUEST, 50)
    blamed(pair.client, "lifecycle.early", request(50, "roots/list"), INVALID_REQUEST, 50)
    blamed(pair.client, "lifecycle.early", notification(TOOLS_CHANGED), INVALID_REQUEST)
    assert isinstance(pair.server.receive(request(50, "ping")), Request)
    assert isinstance(pair.client.receive(request(50, "ping")), Request)
    assert isinstance(
        pair.client.receive(notification(LOG, {"level": "info", "data": 1}, revision=revision)), Notification
    )


@case("lifecycle.first", "local", HANDSHAKE)
def lifecycle_first_broken_locally_with_handshake(revision: str) -> None:
    pair = fresh(revision)
    rejected(pair.client, "lifecycle.first", pair.client.request, "tools/list")
    rejected(pair.client, "lifecycle.first", pair.client.notify, "notifications/roots/list_changed")
    rejected(pair.server, "lifecycle.first", pair.server.request, "roots/list")
    rejected(pair.server, "lifecycle.first", pair.server.notify, TOOLS_CHANGED)
    rejected(pair.server, "lifecycle.first", pair.server.open)
    assert pair.ask("ping")
    assert isinstance(pair.server.receive(pair.client.open()), Request)


@case("lifecycle.first", "local", PER_REQUEST)
def lifecycle_first_broken_locally_per_request(revision: str) -> None:
    pair = fresh(revision)
    rejected(pair.server, "lifecycle.first", pair.server.open)
    assert pair.ask("tools/list"), "no handshake goes before it"


@case("lifecycle.first", "remote", HANDSHAKE)
def lifecycle_first_broken_by_peer(revision: str) -> None:
    pair = fresh(revision)
    blamed(pair.server, "lifecycle.first", request(50, "tools/list"), INVALID_REQUEST, 50)
    blamed(pair.server, "lifecycle.first", notification("notifications/roots/list_changed"), INVALID_REQUEST)
    blamed(pair.client, "lifecycle.first", request(50, "roots/list"), INVALID_REQUEST, 50)
    assert isinstance(pair.server.receive(request(50, "ping")), Request)
    assert isinstance(pair.server.receive(pair.client.open()), Request)


@case("lifecycle.initialized", "local", HANDSHAKE)
def lifecycle_initialized_broken_locally(revision: str) -> None:
    pair = fresh(revision)
    rejected(pair.client, "lifecycle.initialized", pair.client.notify, INITIALIZED)
    pair, opening = asked(revision)
    rejected(pair.client, "lifecycle.initialized", pair.client.notify, INITIALIZED)
    event: Any = pair.answer(opening.id, initialize_result(revision, everything(revision, "server")))
    assert pair.client.state == "ready"
    rejected(pair.client, "lifecycle.initialized", pair.client.notify, INITIALIZED)
    assert isinstance(pair.server.receive(event.reply), Notification)
    assert pair.server.state == "ready"


@case("lifecycle.initialized", "remote", HANDSHAKE)
def lifecycle_initialized_broken_by_peer(revision: str) -> None:
    pair = fresh(revision)
    blamed(pair.server, "lifecycle.initialized", notification(INITIALIZED), INVALID_REQUEST)
    pair, opening = asked(revision)
    blamed(pair.server, "lifecycle.initialized", notification(INITIALIZED), INVALID_REQUEST)
    pair.server.respond(opening.id, initialize_result(revision, everything(revision, "server")))
    assert isinstance(pair.server.receive(notification(INITIALIZED)), Notification)
    blamed(pair.server, "lifecycle.initialized", notification(INITIALIZED), INVALID_REQUEST)


def initialize(id_: object, revision: str) -> bytes:
    return request(id_, "initialize", {"protocolVersion": revision, "capabilities": {}, "clientInfo": INFO})


@case("lifecycle.once", "local")
def lifecycle_once_broken_locally(revision: str) -> None:
    pair = fresh(revision)
    pair.server.receive(pair.client.open())
    rejected(pair.client, "lifecycle.once", pair.client.open)
    pair = ready(revision)
    rejected(pair.client, "lifecycle.once", pair.client.open)
    if revision in HANDSHAKE:
        params = {"protocolVersion": revision, "capabilities": {}, "clientInfo": INFO}
        rejected(pair.client, "lifecycle.once", pair.client.request, "initialize", params)


@case("lifecycle.once", "remote", HANDSHAKE)
def lifecycle_once_broken_by_peer(revision: str) -> None:
    pair, opening = asked(revision)
    blamed(pair.server, "lifecycle.once", initialize(50, revision), INVALID_REQUEST, 50)
    pair.answer(opening.id, initialize_result(revision, everything(revision, "server")))
    blamed(pair.server, "lifecycle.once", initialize(50, revision), INVALID_REQUEST, 50)
    pair.server.receive(notification(INITIALIZED))
    blamed(pair.server, "lifecycle.once", initialize(50, revision), INVALID_REQUEST, 50)
    pair, opening = asked(revision)
    pair.server.respond_error(opening.id, mb.ProtocolError(-32603, "not now"))
    assert isinstance(pair.server.receive(initialize(50, revision)), Request), "it failed, so it may be tried again"


# log messages


def log(level: str) -> Json:
    return {"level": level, "data": 1}


@case("log.level", "local", HANDSHAKE)
def log_level_broken_locally_with_handshake(revision: str) -> None:
    pair = ready(revision)
    assert pair.pass_notification(LOG, log("debug")), "nothing was asked for"
    call = pair.ask("logging/setLevel", {"level": "warning"})
    assert pair.pass_notification(LOG, log("debug")), "not answered yet"
    pair.answer(call.id, {})
    rejected(pair.server, "log.level", pair.server.notify, LOG, log("notice"))
    assert pair.pass_notification(LOG, log("warning"))
    assert pair.pass_notification(LOG, log("emergency"))


@case("log.level", "local", LOGGING_PER_REQUEST)
def log_level_broken_locally_per_request(revision: str) -> None:
    pair, method = ready(revision), log_method(revision)
    silent = call_of(pair)
    rejected(pair.server, "log.level", pair.server.notify, method, log("emergency"))
    call = pair.ask("tools/call", {**CALL, "_meta": {LOG_LEVEL_KEY: "warning"}})
    rejected(pair.server, "log.level", pair.server.notify, method, log("info"))
    assert pair.pass_notification(method, log("warning"))
    pair.answer(call.id, result_of(revision, "tools/call"))
    rejected(pair.server, "log.level", pair.server.notify, method, log("warning"))
    pair.answer(silent.id, listing(revision))


@case("log.level", "remote", LOGGING_PER_REQUEST)
def log_level_broken_by_peer(revision: str) -> None:
    pair, method = ready(revision), log_method(revision)
    handled(pair.client, "log.level", notification(method, log("emergency"), revision=revision), INVALID_REQUEST)
    call = pair.ask("tools/call", {**CALL, "_meta": {LOG_LEVEL_KEY: "warning"}})
    handled(pair.client, "log.level", notification(method, log("info"), revision=revision), INVALID_REQUEST)
    assert isinstance(pair.client.receive(notification(method, log("warning"), revision=revision)), Notification)
    pair.answer(call.id, result_of(revision, "tools/call"))
    handled(pair.client, "log.level", notification(method, log("warning"), revision=revision), INVALID_REQUEST)


# messages


@case("message.valid", "local")
def message_valid_broken_locally(revision: str) -> None:
    pair = ready(revision)
    for params in ({}, {"name": 5}, [1], 5):
        rejected(pair.client, "message.valid", pair.client.request, "tools/call", params)
    rejected(pair.client, "message.valid", pair.client.request, "tools/call", CALL, id=True)
    rejected(pair.client, "message.valid", pair.client.request, "tools/call", CALL, id=1.5)
    rejected(pair.client, "message.valid", pair.client.notify, CANCELLED, {"requestId": [1]})
    rejected(pair.client, "message.valid", pair.client.notify, CANCELLED, [1])
    call = pair.ask("tools/call", CALL)
    rejected(pair.server, "message.valid", pair.server.respond, call.id, {"content": 5})
    assert isinstance(pair.answer(call.id, result_of(revision, "tools/call")), Response)


BAD_TOKENS: tuple[Any, ...] = ([], {}, None, True, 1.5)
BAD_META: tuple[Any, ...] = (5, [], "a", None, *({"progressToken": token} for token in BAD_TOKENS))


@case("meta.valid", "local", [revision for revision in HANDSHAKE if revision not in TASKS])
def meta_valid_broken_locally(revision: str) -> None:
    pair = ready(revision)
    for meta in BAD_META:
        rejected(pair.client, "meta.valid", pair.client.request, "tools/call", {**CALL, "_meta": meta})
    assert pair.ask("tools/call", {**CALL, "_meta": {"progressToken": 1.0}})
    assert pair.ask("tools/call", {**CALL, "_meta": {}})


@case("meta.valid", "remote", [revision for revision in HANDSHAKE if revision not in TASKS])
def meta_valid_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    for meta in BAD_META:
        blamed(pair.server, "meta.valid", request(50, "tools/call", {**CALL, "_meta": meta}), INVALID_PARAMS, 50)
    token = request(50, "tools/call", {**CALL, "_meta": {"progressToken": 1.0}})
    assert isinstance(pair.server.receive(token), Request)
    assert pair.server.notify(PROGRESS, {"progressToken": 1, "progress": 1})


@case("meta.version", "local", PER_REQUEST)
def meta_version_broken_locally(revision: str) -> None:
    pair = ready(revision)
    for version in ("2025-11-25", "1999-01-01", ""):
        meta = {"_meta": {VERSION_KEY: version}}
        rejected(pair.client, "meta.version", pair.client.request, "tools/list", meta)
    assert pair.ask("tools/list", {"_meta": {VERSION_KEY: revision}})


@case("method", "local")
def method_broken_locally(revision: str) -> None:
    pair = ready(revision)
    rejected(pair.client, "method", pair.client.request, "roots/list")
    rejected(pair.client, "method", pair.client.request, "x/y")
    rejected(pair.client, "method", pair.client.request, CANCELLED, {"requestId": 1})
    rejected(pair.client, "method", pair.client.notify, TOOLS_CHANGED)
    rejected(pair.client, "method", pair.client.notify, "tools/list")
    rejected(pair.server, "method", pair.server.request, "tools/list")
    rejected(pair.server, "method", pair.server.notify, "x/y")
    call = call_of(pair)
    rejected(pair.server, "method", pair.server.accept, call)
    if revision in PER_REQUEST:
        rejected(pair.server, "method", pair.server.request, "roots/list")
        rejected(pair.client, "method", pair.client.notify, PROGRESS, {"progressToken": 1, "progress": 1})


@case("method", "remote")
def method_broken_by_peer(revision: str) -> None:
    """The text is parsed with another revision, since the parser of this one would reject it before the session."""
    pair = ready(revision)
    document = {"jsonrpc": "2.0", "id": 50, "method": "tools/list"}
    blamed(
        pair.client,
        "method",
        Request(50, "tools/list", None, document),
        METHOD_NOT_FOUND,
        50 if revision in HANDSHAKE else None,
    )
    if revision in HANDSHAKE:
        ping = Request(50, "ping", None, {**document, "method": "ping"})
        assert pair.client.receive(ping) is ping


@case("ping.empty", "local", HANDSHAKE)
def ping_empty_broken_locally(revision: str) -> None:
    pair = ready(revision)
    ping = pair.ask("ping")
    rejected(pair.server, "ping.empty", pair.server.respond, ping.id, {"status": "fine"})
    assert isinstance(pair.answer(ping.id, {}), Response)
    ping = pair.ask("ping", sender="server")
    assert isinstance(pair.answer(ping.id, {"_meta": {"a": 1}}, sender="client"), Response)


@case("ping.empty", "remote", HANDSHAKE)
def ping_empty_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    ping = pair.ask("ping")
    handled(pair.client, "ping.empty", result(ping.id, {"status": "fine"}), INVALID_REQUEST)
    ping = pair.ask("ping")
    assert isinstance(pair.client.receive(result(ping.id, {})), Response)


# progress


def report(token: object, progress: float) -> Json:
    return {"progressToken": token, "progress": progress}


def again_of(revision: str) -> list[float]:
    """Progress that is no more than 1, as far as the schema allows it."""
    params = mb.revision(revision).methods[method_of(PROGRESS, revision)].params or ""
    return [each for each in (1, 0.5, -1) if revision in accepting(params, report(1, each))]


@case("progress.increases", "local")
def progress_increases_broken_locally(revision: str) -> None:
    pair = ready(revision)
    call = call_of(pair, progress=True)
    assert pair.pass_notification(PROGRESS, report(call.id, 1))
    for again in again_of(revision):
        rejected(pair.server, "progress.increases", pair.server.notify, PROGRESS, report(call.id, again))
    assert pair.pass_notification(PROGRESS, report(call.id, 1.5))


@case("progress.increases", "remote")
def progress_increases_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    call = call_of(pair, progress=True)
    assert isinstance(pair.client.receive(notification(PROGRESS, report(call.id, 1), revision=revision)), Notification)
    for again in again_of(revision):
        handled(
            pair.client,
            "progress.increases",
            notification(PROGRESS, report(call.id, again), revision=revision),
            INVALID_REQUEST,
        )
    assert isinstance(
        pair.client.receive(notification(PROGRESS, report(call.id, 1.5), revision=revision)), Notification
    )


@case("progress.token-active", "local")
def progress_token_active_broken_locally(revision: str) -> None:
    pair = ready(revision)
    silent = call_of(pair)
    rejected(pair.server, "progress.token-active", pair.server.notify, PROGRESS, report(silent.id, 1))
    call = call_of(pair, progress=True)
    rejected(pair.server, "progress.token-active", pair.server.notify, PROGRESS, report(str(call.id), 1))
    assert pair.pass_notification(PROGRESS, report(call.id, 1))
    pair.answer(call.id, listing(revision))
    rejected(pair.server, "progress.token-active", pair.server.notify, PROGRESS, report(call.id, 2))


@case("progress.token-active", "remote")
def progress_token_active_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    blamed(
        pair.client,
        "progress.token-active",
        notification(PROGRESS, report(call_of(pair).id, 1), revision=revision),
        INVALID_REQUEST,
    )
    call = call_of(pair, progress=True)
    assert isinstance(pair.client.receive(notification(PROGRESS, report(call.id, 1), revision=revision)), Notification)
    pair.answer(call.id, listing(revision))
    blamed(
        pair.client,
        "progress.token-active",
        notification(PROGRESS, report(call.id, 2), revision=revision),
        INVALID_REQUEST,
    )


@case("progress.token-unique", "local")
def progress_token_unique_broken_locally(revision: str) -> None:
    pair = ready(revision)
    token = {"_meta": {"progressToken": "t"}}
    call = pair.ask("tools/list", token)
    rejected(pair.client, "progress.token-unique", pair.client.request, "tools/list", token)
    assert pair.ask("tools/list", {"_meta": {"progressToken": "u"}})
    pair.answer(call.id, listing(revision))
    assert pair.ask("tools/list", token)


@case("progress.token-unique", "remote")
def progress_token_unique_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    token = {"_meta": {"progressToken": "t"}}
    pair.server.receive(request(50, "tools/list", token, revision=revision))
    again = request(51, "tools/list", token, revision=revision)
    blamed(pair.server, "progress.token-unique", again, INVALID_PARAMS, 51)
    pair.server.respond(50, listing(revision))
    assert isinstance(pair.server.receive(again), Request)


# subscriptions


def tagged(id_: object, params: Json | None = None) -> Json:
    return {**(params or {}), "_meta": {SUBSCRIPTION_KEY: id_}}


def subscribed(pair: Pair, **wanted: Any) -> Request:
    """A subscription that is acknowledged completely."""
    listen: Request = pair.ask(LISTEN, {"notifications": wanted})
    pair.pass_notification(ACKNOWLEDGED, acknowledgement(pair.client.version or "", listen.id, wanted))
    return listen


@case("subscription.ack-first", "local", PER_REQUEST)
def subscription_ack_first_broken_locally(revision: str) -> None:
    pair = ready(revision)
    wanted = {"toolsListChanged": True}
    id_ = pair.ask(LISTEN, {"notifications": wanted}).id
    end = {"resultType": "complete", **tagged(id_)}
    rejected(pair.server, "subscription.ack-first", pair.server.notify, TOOLS_CHANGED, tagged(id_))
    rejected(pair.server, "subscription.ack-first", pair.server.respond, id_, end)
    pair.pass_notification(ACKNOWLEDGED, acknowledgement(revision, id_, wanted))
    assert pair.pass_notification(TOOLS_CHANGED, tagged(id_))
    assert pair.pass_notification(CANCELLED, {"requestId": id_})
    assert pair.answer(id_, end)


@case("subscription.ack-first", "remote", PER_REQUEST)
def subscription_ack_first_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    wanted = {"toolsListChanged": True}
    id_ = pair.ask(LISTEN, {"notifications": wanted}).id
    blamed(pair.client, "subscription.ack-first", notification(TOOLS_CHANGED, tagged(id_)), INVALID_REQUEST)
    pair.client.receive(notification(ACKNOWLEDGED, acknowledgement(revision, id_, wanted), revision=revision))
    assert isinstance(pair.client.receive(notification(TOOLS_CHANGED, tagged(id_))), Notification)


@case("subscription.ack-once", "local", PER_REQUEST)
def subscription_ack_once_broken_locally(revision: str) -> None:
    pair = ready(revision)
    again = acknowledgement(revision, subscribed(pair).id, {})
    rejected(pair.server, "subscription.ack-once", pair.server.notify, ACKNOWLEDGED, again)
    assert subscribed(pair), "another one"


@case("subscription.ack-once", "remote", PER_REQUEST)
def subscription_ack_once_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    again = acknowledgement(revision, subscribed(pair).id, {})
    blamed(pair.client, "subscription.ack-once", notification(ACKNOWLEDGED, again, revision=revision), INVALID_REQUEST)
    assert subscribed(pair), "another one"


@case("subscription.cancel-first", "local", PER_REQUEST)
def subscription_cancel_first_broken_locally(revision: str) -> None:
    for transport in ("stdio", "http"):
        pair = ready(revision, transport=transport)
        id_ = subscribed(pair).id
        end = {"resultType": "complete", **tagged(id_)}
        rejected(pair.server, "subscription.cancel-first", pair.server.respond, id_, end)
        typed = mb.revision(revision).codec("SubscriptionsListenResult").decode(raw(end))
        rejected(pair.server, "subscription.cancel-first", pair.server.record_result, id_, typed)
        assert isinstance(pair.pass_notification(CANCELLED, {"requestId": id_}), Notification)
        pair.server.record_result(id_, typed)
        assert not pair.server.peer_requests


def asked_for(pair: Pair) -> tuple[Request, Json, tuple[Json, ...]]:
    """A request for a subscription, its filter, and filters that ask for more."""
    member = filter_of(pair.client.version or "")
    wanted = {"toolsListChanged": True, member: ["file:///a"]}
    more: tuple[Json, ...] = (
        {"toolsListChanged": True, "promptsListChanged": True},
        {"toolsListChanged": True, member: ["file:///a", "file:///b"]},
        {"resourcesListChanged": True},
    )
    return pair.ask(LISTEN, {"notifications": wanted}), wanted, more


@case("subscription.ack-subset", "local", PER_REQUEST)
def subscription_ack_subset_broken_locally(revision: str) -> None:
    pair = ready(revision)
    listen, _, others = asked_for(pair)
    id_ = listen.id
    for more in others:
        params = acknowledgement(revision, id_, more)
        rejected(pair.server, "subscription.ack-subset", pair.server.notify, ACKNOWLEDGED, params)
    less = acknowledgement(revision, id_, {"promptsListChanged": False, filter_of(revision): []})
    assert pair.pass_notification(ACKNOWLEDGED, less)


@case("subscription.ack-subset", "remote", PER_REQUEST)
def subscription_ack_subset_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    listen, asked, others = asked_for(pair)
    id_ = listen.id
    for more in others:
        data = notification(ACKNOWLEDGED, acknowledgement(revision, id_, more), revision=revision)
        blamed(pair.client, "subscription.ack-subset", data, INVALID_REQUEST)
    data = notification(ACKNOWLEDGED, acknowledgement(revision, id_, asked), revision=revision)
    assert isinstance(pair.client.receive(data), Notification)


@case("subscription.acknowledged", "local", PER_REQUEST)
def subscription_acknowledged_broken_locally(revision: str) -> None:
    pair = ready(revision)
    id_ = pair.ask(LISTEN, {"notifications": {"toolsListChanged": True, "promptsListChanged": True}}).id
    pair.pass_notification(ACKNOWLEDGED, acknowledgement(revision, id_, {"toolsListChanged": True}))
    rejected(pair.server, "subscription.acknowledged", pair.server.notify, PROMPTS_CHANGED, tagged(id_))
    assert pair.pass_notification(TOOLS_CHANGED, tagged(id_))


@case("subscription.acknowledged", "remote", PER_REQUEST)
def subscription_acknowledged_broken_by_peer(revision: str) -> None:
    """No page forbids it, so the notification is accepted with a finding."""
    pair = ready(revision)
    id_ = pair.ask(LISTEN, {"notifications": {"toolsListChanged": True, "promptsListChanged": True}}).id
    part = {"toolsListChanged": True, "promptsListChanged": False}
    pair.pass_notification(ACKNOWLEDGED, acknowledgement(revision, id_, part))
    assert isinstance(pair.client.receive(notification(PROMPTS_CHANGED, tagged(id_))), Notification)
    (finding,) = pair.client.findings
    assert finding.rule == "subscription.acknowledged"
    assert isinstance(pair.client.receive(notification(TOOLS_CHANGED, tagged(id_))), Notification)
    assert pair.client.findings == ()


@case("subscription.filter", "local", PER_REQUEST)
def subscription_filter_broken_locally(revision: str) -> None:
    pair = ready(revision)
    id_ = subscribed(pair, **{"toolsListChanged": True, "promptsListChanged": False, filter_of(revision): []}).id
    rejected(pair.server, "subscription.filter", pair.server.notify, PROMPTS_CHANGED, tagged(id_))
    updated = tagged(id_, {"uri": "file:///a"})
    rejected(pair.server, "subscription.filter", pair.server.notify, "notifications/resources/updated", updated)
    assert pair.pass_notification(TOOLS_CHANGED, tagged(id_))


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("revision", PER_REQUEST)
def test_no_subscription_carries_what_belongs_to_one_request(revision: str, transport: Any) -> None:
    """specification/2026-07-28/server/utilities/logging#per-request-log-level."""
    pair = ready(revision, transport=transport)
    id_ = subscribed(pair, toolsListChanged=True).id
    call = pair.ask("tools/call", {**CALL, "_meta": {LOG_LEVEL_KEY: "debug"}}, progress=True)
    method_of_log = log_method(revision)
    logs = [(method_of_log, log("error"))] if method_of_log else []
    for method, params in (*logs, (PROGRESS, report(call.id, 1))):
        rejected(pair.server, "subscription.filter", pair.server.notify, method, tagged(id_, params))
        pair.client.receive(notification(method, tagged(id_, params), revision=revision))
        assert [each.rule for each in pair.client.findings] == ["subscription.filter"]
        pair.client.receive(
            notification(method, params if method == method_of_log else report(call.id, 2), revision=revision)
        )
        assert pair.client.findings == ()


@case("subscription.filter", "remote", PER_REQUEST)
def subscription_filter_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    id_ = subscribed(pair, toolsListChanged=True).id
    blamed(pair.client, "subscription.filter", notification(PROMPTS_CHANGED, tagged(id_)), INVALID_REQUEST)
    assert isinstance(pair.client.receive(notification(TOOLS_CHANGED, tagged(id_))), Notification)


@case("subscription.id-tag", "local", PER_REQUEST)
def subscription_id_tag_broken_locally(revision: str) -> None:
    pair = ready(revision)
    call, listen = call_of(pair), subscribed(pair, toolsListChanged=True)
    for params in (None, {}, tagged(99), tagged(call.id), tagged(str(listen.id))):
        rejected(pair.server, "subscription.id-tag", pair.server.notify, TOOLS_CHANGED, params)
    end = {"resultType": "complete", **tagged(call.id)}
    rejected(pair.server, "subscription.id-tag", pair.server.respond, listen.id, end)
    assert pair.pass_notification(TOOLS_CHANGED, tagged(listen.id))
    assert pair.pass_notification(CANCELLED, {"requestId": listen.id})
    assert pair.answer(listen.id, {"resultType": "complete", **tagged(listen.id)})


@case("subscription.id-tag", "remote", PER_REQUEST)
def subscription_id_tag_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    call, listen = call_of(pair), subscribed(pair, toolsListChanged=True)
    for params in (None, {}, tagged(99), tagged(call.id), tagged(str(listen.id))):
        blamed(pair.client, "subscription.id-tag", notification(TOOLS_CHANGED, params), INVALID_REQUEST)
    assert isinstance(pair.client.receive(notification(TOOLS_CHANGED, tagged(listen.id))), Notification)
    end = {"resultType": "complete", **tagged(call.id)}
    blamed(pair.client, "subscription.id-tag", result(listen.id, end), INVALID_REQUEST)
    listen = subscribed(pair, toolsListChanged=True)
    end = {"resultType": "complete", **tagged(listen.id)}
    assert isinstance(pair.client.receive(result(listen.id, end)), Response)


# tasks


def task(id_: str, status: str = "working") -> Json:
    when = "2026-01-01T00:00:00Z"
    return {"taskId": id_, "status": status, "createdAt": when, "lastUpdatedAt": when, "ttl": None}


def task_asked(pair: Pair, *, sender: Sender = "client") -> Request:
    """A request that runs as a task."""
    method = "tools/call" if sender == "client" else "sampling/createMessage"
    params = params_of(TASKS[0], method) or {}
    event: Request = pair.ask(method, {**params, "task": {}}, sender=sender)
    return event


def task_made(pair: Pair, id_: str) -> None:
    """A call that has become a task."""
    pair.answer(task_asked(pair).id, {"task": task(id_)})


@case("task.asked", "local", TASKS)
def task_asked_broken_locally(revision: str) -> None:
    pair = ready(revision)
    call = pair.ask("tools/call", CALL)
    rejected(pair.server, "task.asked", pair.server.respond, call.id, {"task": task("t")})
    task_made(pair, "t")
    back = task_asked(pair, sender="server")
    assert pair.answer(back.id, {"task": task("u")}, sender="client")


@case("task.asked", "remote", TASKS)
def task_asked_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    call = pair.ask("tools/call", CALL)
    blamed(pair.client, "task.asked", result(call.id, {"task": task("t")}), INVALID_REQUEST)
    wanted = task_asked(pair)
    assert isinstance(pair.client.receive(result(wanted.id, {"task": task("t")})), Response)


@case("task.id", "local", TASKS)
def task_id_broken_locally(revision: str) -> None:
    pair = ready(revision)
    task_made(pair, "t")
    call = task_asked(pair)
    rejected(pair.server, "task.id", pair.server.respond, call.id, {"task": task("t")})
    assert pair.answer(call.id, {"task": task("u")})
    back = task_asked(pair, sender="server")
    assert pair.answer(back.id, {"task": task("t")}, sender="client"), "the other side has ids of its own"


@case("task.id", "remote", TASKS)
def task_id_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    task_made(pair, "t")
    call = task_asked(pair)
    blamed(pair.client, "task.id", result(call.id, {"task": task("t")}), INVALID_REQUEST)
    call = task_asked(pair)
    assert isinstance(pair.client.receive(result(call.id, {"task": task("u")})), Response)


NOT_FIRST = ("input_required", "completed", "failed", "cancelled")


@case("task.initial-status", "local", TASKS)
def task_initial_status_broken_locally(revision: str) -> None:
    pair = ready(revision)
    call = task_asked(pair)
    for status in NOT_FIRST:
        made = {"task": task("t", status)}
        rejected(pair.server, "task.initial-status", pair.server.respond, call.id, made)
    assert pair.answer(call.id, {"task": task("t")})


@case("task.initial-status", "remote", TASKS)
def task_initial_status_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    for status in NOT_FIRST:
        made = result(task_asked(pair).id, {"task": task("t", status)})
        blamed(pair.client, "task.initial-status", made, INVALID_REQUEST)
    call = task_asked(pair)
    assert isinstance(pair.client.receive(result(call.id, {"task": task("t")})), Response)


RELATED = "io.modelcontextprotocol/related-task"
BAD_RELATED: tuple[Json, ...] = (
    {},
    {"_meta": {}},
    *({"_meta": {RELATED: found}} for found in ({"taskId": "u"}, {}, "t", None, ["t"])),
)
OF_TASK: Json = {"_meta": {RELATED: {"taskId": "t"}}}
PAYLOAD: Json = {"content": [], **OF_TASK}


@case("task.result-meta", "local", TASKS)
def task_result_meta_broken_locally(revision: str) -> None:
    pair = ready(revision)
    task_made(pair, "t")
    asked_for = pair.ask("tasks/result", {"taskId": "t"})
    for bad in BAD_RELATED:
        rejected(pair.server, "task.result-meta", pair.server.respond, asked_for.id, {"content": [], **bad})
    assert pair.answer(asked_for.id, PAYLOAD)


@case("task.result-meta", "remote", TASKS)
def task_result_meta_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    task_made(pair, "t")
    for bad in BAD_RELATED:
        asked_for = pair.ask("tasks/result", {"taskId": "t"})
        handled(pair.client, "task.result-meta", result(asked_for.id, {"content": [], **bad}), INVALID_REQUEST)
    asked_for = pair.ask("tasks/result", {"taskId": "t"})
    assert isinstance(pair.client.receive(result(asked_for.id, PAYLOAD)), Response)


def describe(status: str) -> Iterator[tuple[str | None, Json]]:
    """Method and result that report the state of the task `t`; for the notification, its params."""
    yield None, task("t", status)
    yield "tasks/get", task("t", status)
    yield "tasks/list", {"tasks": [task("other", "working"), task("t", status)]}


FINAL = ("completed", "failed", "cancelled")


@case("task.transitions", "local", TASKS)
def task_transitions_broken_locally(revision: str) -> None:
    for final in FINAL:
        pair = ready(revision)
        task_made(pair, "t")
        for status in ("input_required", "working", final, final):
            for method, value in describe(status):
                if method is None:
                    assert pair.pass_notification(TASK_STATUS, value)
                else:
                    assert pair.answer(pair.ask(method, {"taskId": "t"}).id, value)
        for status in {"input_required", "working", *FINAL} - {final}:
            for method, value in describe(status):
                if method is None:
                    rejected(pair.server, "task.transitions", pair.server.notify, TASK_STATUS, value)
                else:
                    id_ = pair.ask(method, {"taskId": "t"}).id
                    rejected(pair.server, "task.transitions", pair.server.respond, id_, value)


@case("task.transitions", "remote", TASKS)
def task_transitions_broken_by_peer(revision: str) -> None:
    for final in FINAL:
        pair = ready(revision)
        task_made(pair, "t")
        pair.pass_notification(TASK_STATUS, task("t", final))
        for status in {"input_required", "working", *FINAL} - {final}:
            for method, value in describe(status):
                id_ = pair.ask(method, {"taskId": "t"}).id if method is not None else None
                data = notification(TASK_STATUS, value) if method is None else result(id_, value)
                blamed(pair.client, "task.transitions", data, INVALID_REQUEST)
        assert isinstance(pair.client.receive(notification(TASK_STATUS, task("t", final))), Notification)
    pair = ready(revision)
    task_made(pair, "t")
    pair.answer(pair.ask("tasks/result", {"taskId": "t"}).id, PAYLOAD)
    blamed(pair.client, "task.transitions", notification(TASK_STATUS, task("t")), INVALID_REQUEST)
    assert isinstance(pair.client.receive(notification(TASK_STATUS, task("t", "failed"))), Notification)


@case("task.created", "local", TASKS)
def task_created_broken_locally(revision: str) -> None:
    pair = ready(revision)
    call, back = task_asked(pair), task_asked(pair, sender="server")
    rejected(pair.server, "task.created", pair.server.respond, call.id, {"content": []})
    rejected(pair.client, "task.created", pair.client.respond, back.id, result_of(revision, "sampling/createMessage"))
    assert isinstance(pair.answer(call.id, {"task": task("t")}), Response)
    failed = pair.client.respond_error(back.id, mb.ProtocolError(INTERNAL_ERROR, "no"))
    assert isinstance(pair.server.receive(failed), ErrorResponse)


@case("task.created", "remote", TASKS)
def task_created_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    blamed(pair.client, "task.created", result(task_asked(pair).id, {"content": []}), INVALID_REQUEST)
    call = pair.ask("tools/call", CALL)
    assert isinstance(pair.client.receive(result(call.id, {"content": []})), Response)


@case("task.answer-id", "local", TASKS)
def task_answer_id_broken_locally(revision: str) -> None:
    pair = ready(revision)
    task_made(pair, "t")
    for method, status in (("tasks/get", "working"), ("tasks/cancel", "cancelled")):
        id_ = pair.ask(method, {"taskId": "t"}).id
        rejected(pair.server, "task.answer-id", pair.server.respond, id_, task("u", status))
        assert isinstance(pair.answer(id_, task("t", status)), Response)


@case("task.answer-id", "remote", TASKS)
def task_answer_id_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    task_made(pair, "t")
    for method, status in (("tasks/get", "working"), ("tasks/cancel", "cancelled")):
        asked_for = pair.ask(method, {"taskId": "t"})
        blamed(pair.client, "task.answer-id", result(asked_for.id, task("u", status)), INVALID_REQUEST)
    asked_for = pair.ask("tasks/get", {"taskId": "t"})
    assert isinstance(pair.client.receive(result(asked_for.id, task("t"))), Response)


NOT_CANCELLED = ("working", "input_required", "completed", "failed")


@case("task.cancelled", "local", TASKS)
def task_cancelled_broken_locally(revision: str) -> None:
    pair = ready(revision)
    task_made(pair, "t")
    id_ = pair.ask("tasks/cancel", {"taskId": "t"}).id
    for status in NOT_CANCELLED:
        rejected(pair.server, "task.cancelled", pair.server.respond, id_, task("t", status))
    assert pair.pass_notification(TASK_STATUS, task("t", "cancelled")), "the notification may come before the answer"
    assert isinstance(pair.answer(id_, task("t", "cancelled")), Response)


@case("task.cancelled", "remote", TASKS)
def task_cancelled_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    task_made(pair, "t")
    for status in NOT_CANCELLED:
        asked_for = pair.ask("tasks/cancel", {"taskId": "t"})
        blamed(pair.client, "task.cancelled", result(asked_for.id, task("t", status)), INVALID_REQUEST)
    asked_for = pair.ask("tasks/cancel", {"taskId": "t"})
    assert isinstance(pair.client.receive(result(asked_for.id, task("t", "cancelled"))), Response)


def ended(revision: str, status: str) -> tuple[Pair, Request]:
    """A request to cancel a task that has ended."""
    pair = ready(revision)
    task_made(pair, "t")
    pair.pass_notification(TASK_STATUS, task("t", status))
    return pair, pair.ask("tasks/cancel", {"taskId": "t"})


@case("task.cancel-ended", "local", TASKS)
def task_cancel_ended_broken_locally(revision: str) -> None:
    for status in FINAL:
        pair, asked_for = ended(revision, status)
        rejected(pair.server, "task.cancel-ended", pair.server.respond, asked_for.id, task("t", "cancelled"))
        wrong = mb.ProtocolError(INVALID_REQUEST, "no")
        rejected(pair.server, "task.cancel-ended", pair.server.respond_error, asked_for.id, wrong)
        rejected(pair.server, "task.cancel-ended", pair.server.record_error, asked_for.id, wrong)
        right = pair.server.respond_error(asked_for.id, mb.ProtocolError(INVALID_PARAMS, "it has ended"))
        assert isinstance(pair.client.receive(right), ErrorResponse)
        assert pair.client.findings == ()


@case("task.cancel-ended", "remote", TASKS)
def task_cancel_ended_broken_by_peer(revision: str) -> None:
    for status in FINAL:
        pair, asked_for = ended(revision, status)
        answer = result(asked_for.id, task("t", "cancelled"))
        blamed(pair.client, "task.cancel-ended", answer, INVALID_REQUEST)
        asked_for = pair.ask("tasks/cancel", {"taskId": "t"})
        noted(pair.client, "task.cancel-ended", failure(asked_for.id, INVALID_REQUEST))


def made_of(pair: Pair, method: str) -> None:
    """A request of a method that has become the task `t`."""
    sender: Sender = "client" if method == "tools/call" else "server"
    params: Json = {**(params_of(TASKS[0], method) or {}), "task": {}}
    call = pair.ask(method, params, sender=sender)
    pair.answer(call.id, {"task": task("t")}, sender="server" if sender == "client" else "client")


RUN_AS_TASKS = ("tools/call", "sampling/createMessage", "elicitation/create")


@case("task.payload", "local", TASKS)
def task_payload_broken_locally(revision: str) -> None:
    for method in RUN_AS_TASKS:
        pair = ready(revision)
        made_of(pair, method)
        one, two = SIDES if method == "tools/call" else SIDES[::-1]
        id_ = pair.ask("tasks/result", {"taskId": "t"}, sender=one).id
        for each in (*RUN_AS_TASKS, "tasks/list"):
            value = {**result_of(revision, each), **OF_TASK}
            if each != method:
                rejected(pair.side(two), "task.payload", pair.side(two).respond, id_, value)
        assert isinstance(pair.answer(id_, {**result_of(revision, method), **OF_TASK}, sender=two), Response)


@case("task.payload", "remote", TASKS)
def task_payload_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    made_of(pair, "tools/call")
    for value in ({}, {"content": 5}, result_of(revision, "sampling/createMessage"), {"task": task("v")}):
        asked_for = pair.ask("tasks/result", {"taskId": "t"})
        blamed(pair.client, "task.payload", result(asked_for.id, {**value, **OF_TASK}), INVALID_REQUEST)
    asked_for = pair.ask("tasks/result", {"taskId": "t"})
    assert isinstance(pair.client.receive(result(asked_for.id, PAYLOAD)), Response)


ABOUT_TASKS: tuple[tuple[str, Json, Json], ...] = (
    ("tasks/get", {"taskId": "t"}, task("t")),
    ("tasks/list", {}, {"tasks": []}),
    ("tasks/cancel", {"taskId": "t"}, task("t", "cancelled")),
)


@case("task.redundant-meta", "local", TASKS)
def task_redundant_meta_broken_locally(revision: str) -> None:
    for method, params, value in ABOUT_TASKS:
        pair = ready(revision)
        task_made(pair, "t")
        rejected(pair.client, "task.redundant-meta", pair.client.request, method, {**params, **OF_TASK})
        id_ = pair.ask(method, params).id
        rejected(pair.server, "task.redundant-meta", pair.server.respond, id_, {**value, **OF_TASK})
        assert isinstance(pair.answer(id_, value), Response)
    pair = ready(revision)
    task_made(pair, "t")
    rejected(pair.client, "task.redundant-meta", pair.client.request, "tasks/result", {"taskId": "t", **OF_TASK})
    rejected(pair.server, "task.redundant-meta", pair.server.notify, TASK_STATUS, {**task("t"), **OF_TASK})
    assert pair.pass_notification(TASK_STATUS, task("t"))


def test_naming_a_task_twice_gives_a_finding() -> None:
    for method, params, value in ABOUT_TASKS:
        pair = ready(TASKS[0])
        task_made(pair, "t")
        noted(pair.server, "task.redundant-meta", request(50, method, {**params, **OF_TASK}))
        asked_for = pair.ask(method, params)
        noted(pair.client, "task.redundant-meta", result(asked_for.id, {**value, **OF_TASK}))
    pair = ready(TASKS[0])
    task_made(pair, "t")
    noted(pair.client, "task.redundant-meta", notification(TASK_STATUS, {**task("t"), **OF_TASK}))
    other = {"_meta": {RELATED: {"taskId": "u"}}}
    noted(pair.server, "task.redundant-meta", request(50, "tasks/result", {"taskId": "t", **other}))
    assert pair.server.respond(50, PAYLOAD), "the task is that of the params"


def related(pair: Pair, **options: Any) -> Request:
    """A request of the server that belongs to a task."""
    event: Request = pair.ask("elicitation/create", {**FORM, **OF_TASK}, sender="server", **options)
    return event


LONG_TASK: Json = {"_meta": {RELATED: {"taskId": "t" * 200}}}


@case("task.related", "local", TASKS)
def task_related_broken_locally(revision: str) -> None:
    declined: Json = {"action": "decline"}
    pair = ready(revision)
    id_ = related(pair).id
    for bad in BAD_RELATED:
        rejected(pair.client, "task.related", pair.client.respond, id_, {**declined, **bad})
    assert isinstance(pair.answer(id_, {**declined, **OF_TASK}, sender="client"), Response)
    for bad in BAD_RELATED[2:]:
        wrong = {**FORM, **bad}
        if bad["_meta"][RELATED] != {"taskId": "u"}:
            rejected(pair.server, "task.related", pair.server.request, "elicitation/create", wrong)
    long = pair.ask("elicitation/create", {**FORM, **LONG_TASK}, sender="server")
    rejected(pair.client, "task.related", pair.client.respond, long.id, {**declined, **OF_TASK})
    assert isinstance(pair.answer(long.id, {**declined, **LONG_TASK}, sender="client"), Response)
    call = pair.ask("tools/call", {**CALL, "task": {}}, progress=True)
    assert pair.pass_notification(PROGRESS, report(call.id, 1)), "the task has no id yet"
    pair.answer(call.id, {"task": task("t")})
    for bad in BAD_RELATED:
        rejected(pair.server, "task.related", pair.server.notify, PROGRESS, {**report(call.id, 2), **bad})
    assert pair.pass_notification(PROGRESS, {**report(call.id, 2), **OF_TASK})
    given_up = related(pair).id
    rejected(pair.server, "task.related", pair.server.notify, CANCELLED, {"requestId": given_up})
    assert pair.server.cancel(given_up) == notification(
        CANCELLED, {"requestId": given_up, **OF_TASK}, revision=revision
    ).replace(b" ", b"")


@case("task.related", "remote", TASKS)
def task_related_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    for bad in BAD_RELATED:
        id_ = related(pair).id
        handled(pair.server, "task.related", result(id_, {"action": "decline", **bad}), INVALID_REQUEST)
    data = request(50, "elicitation/create", {**FORM, "_meta": {RELATED: "t"}})
    handled(pair.client, "task.related", data, INVALID_PARAMS, 50)
    id_ = related(pair, progress=True).id
    handled(pair.server, "task.related", notification(PROGRESS, report(id_, 1), revision=revision), INVALID_REQUEST)
    handled(
        pair.client, "task.related", notification(CANCELLED, {"requestId": id_}, revision=revision), INVALID_REQUEST
    )
    assert isinstance(
        pair.server.receive(notification(PROGRESS, {**report(id_, 1), **OF_TASK}, revision=revision)), Notification
    )
    assert isinstance(pair.server.receive(result(id_, {"action": "decline", **OF_TASK})), Response)


@pytest.mark.parametrize("revision", TASKS)
def test_a_notification_names_its_task_as_tasks_are_named(revision: str) -> None:
    pair = ready(revision)
    wrong: tuple[Json, ...] = ({RELATED: 5}, {RELATED: {}}, {RELATED: {"taskId": 5}})
    for bad in wrong:
        rejected(pair.server, "task.related", pair.server.notify, LOG, {**log("error"), "_meta": bad})
        pair.client.receive(notification(LOG, {**log("error"), "_meta": bad}, revision=revision))
        assert [each.rule for each in pair.client.findings] == ["task.related"]
    pair.client.receive(notification(LOG, {**log("error"), **OF_TASK}, revision=revision))
    assert pair.client.findings == ()


def test_over_http_progress_may_arrive_after_its_task() -> None:
    pair = ready(TASKS[0], transport="http")
    call = pair.ask("tools/call", {**CALL, "task": {}}, progress=True)
    early = pair.server.notify(PROGRESS, report(call.id, 1))
    pair.answer(call.id, {"task": task("t")})
    assert isinstance(pair.client.receive(early), Notification)


def listed(pair: Pair, **tools: str | None) -> None:
    """The client has received a list of tools with their task support."""
    schema: Json = {"inputSchema": {"type": "object"}}
    written = [
        {"name": name, **schema, **({} if support is None else {"execution": {"taskSupport": support}})}
        for name, support in tools.items()
    ]
    pair.answer(pair.ask("tools/list").id, {"tools": written})


SUPPORT: dict[str, str | None] = {"must": "required", "may": "optional", "never": "forbidden", "mute": None}
WRONG_CALLS: tuple[Json, ...] = ({"name": "must"}, {"name": "never", "task": {}}, {"name": "mute", "task": {}})
RIGHT_CALLS: tuple[Json, ...] = (
    {"name": "must", "task": {}},
    {"name": "may"},
    {"name": "may", "task": {}},
    {"name": "never"},
    {"name": "mute"},
    {"name": "unlisted"},
    {"name": "unlisted", "task": {}},
)


@case("task.support", "local", TASKS)
def task_support_broken_locally(revision: str) -> None:
    pair = ready(revision)
    listed(pair, **SUPPORT)
    for params in WRONG_CALLS:
        rejected(pair.client, "task.support", pair.client.request, "tools/call", params)
    for params in RIGHT_CALLS:
        assert isinstance(pair.ask("tools/call", params), Request)
    pair.pass_notification(TOOLS_CHANGED)
    for params in WRONG_CALLS:
        assert isinstance(pair.ask("tools/call", params), Request)


@case("task.support", "remote", TASKS)
def task_support_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    listed(pair, **SUPPORT)
    for params in WRONG_CALLS:
        blamed(pair.server, "task.support", request(50, "tools/call", params), METHOD_NOT_FOUND, 50)
    for number, params in enumerate(RIGHT_CALLS):
        assert isinstance(pair.server.receive(request(50 + number, "tools/call", params)), Request)


def test_a_call_to_a_server_without_tasks_is_an_ordinary_call() -> None:
    """Without the capability, the task support of tools is ignored, and a call with a task is an ordinary call."""
    pair = ready(TASKS[0], server={"tools": {}})
    listed(pair, **SUPPORT)
    for number, params in enumerate((*WRONG_CALLS, *RIGHT_CALLS), 50):
        assert isinstance(pair.server.receive(request(number, "tools/call", params)), Request)
        assert pair.server.respond(number, {"content": []})
        if "task" not in params:
            assert isinstance(pair.ask("tools/call", params), Request)


def test_the_latest_list_of_tools_is_used() -> None:
    pair = ready(TASKS[0])
    listed(pair, one="required")
    listed(pair, one="forbidden")
    rejected(pair.client, "task.support", pair.client.request, "tools/call", {"name": "one", "task": {}})
    assert pair.client.request("tools/call", {"name": "one"})


def test_only_the_newest_tools_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_rules, "MAX_TOOLS_REMEMBERED", 2)
    pair = ready(TASKS[0])
    listed(pair, one="required", two="required", three="required")
    assert pair.client.request("tools/call", {"name": "one"}), "forgotten"
    for name in ("two", "three"):
        rejected(pair.client, "task.support", pair.client.request, "tools/call", {"name": name})


# elicitations

ELICITING = [revision for revision in HANDSHAKE if "elicitation/create" in mb.revision(revision).methods]
COMPLETE = "notifications/elicitation/complete"
NEEDS_URL = -32042


def needs_url(*ids: str) -> Json:
    """The error that requests elicitations."""
    listed = [{**URL, "elicitationId": id_} for id_ in ids]
    return {"code": NEEDS_URL, "message": "first the user", "data": {"elicitations": listed}}


def as_error(value: Json) -> mb.ProtocolError:
    return mb.ProtocolError(value["code"], value["message"], data=value.get("data"))


@case("elicitation.complete", "local", TASKS)
def elicitation_complete_broken_locally(revision: str) -> None:
    pair = ready(revision)
    rejected(pair.server, "elicitation.complete", pair.server.notify, COMPLETE, {"elicitationId": "x"})
    pair.ask("elicitation/create", URL, sender="server")
    rejected(pair.server, "elicitation.complete", pair.server.notify, COMPLETE, {"elicitationId": "y"})
    assert isinstance(pair.pass_notification(COMPLETE, {"elicitationId": "x"}), Notification)
    rejected(pair.server, "elicitation.complete", pair.server.notify, COMPLETE, {"elicitationId": "x"})
    failed = pair.server.respond_error(call_of(pair).id, as_error(needs_url("a", "b")))
    assert isinstance(pair.client.receive(failed), ErrorResponse)
    for id_ in ("b", "a"):
        assert isinstance(pair.pass_notification(COMPLETE, {"elicitationId": id_}), Notification)


def test_the_end_of_an_unknown_elicitation_is_ignored() -> None:
    pair = ready(TASKS[0])
    data = notification(COMPLETE, {"elicitationId": "x"})
    assert isinstance(pair.client.receive(data), Ignored)
    pair.ask("elicitation/create", URL, sender="server")
    assert isinstance(pair.client.receive(data), Notification)
    assert isinstance(pair.client.receive(data), Ignored)


def test_the_number_of_remembered_elicitations_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elicitations, "MAX_REMEMBERED", 8)
    monkeypatch.setattr(ids, "MAX_REMEMBERED", 8)
    monkeypatch.setattr(elicitations, "MAX_REQUESTED_SCHEMAS", 1_000)
    pair = ready(TASKS[0])
    large = {"type": "object", "properties": {"a": {"type": "string", "description": "x" * 400}}, "required": ["a"]}
    first = pair.ask("elicitation/create", {"message": "x", "requestedSchema": large}, sender="server")
    for number in range(20):
        pair.ask("elicitation/create", {**URL, "elicitationId": f"e{number}"}, sender="server")
        pair.ask("elicitation/create", {"message": "x", "requestedSchema": large}, sender="server")
    for side in pair:
        held = side._state._elicitations  # pyright: ignore[reportPrivateUsage]
        assert len(held) <= 8
        assert held._size <= 1_000  # pyright: ignore[reportPrivateUsage]
        assert len(held._in_progress) == 8  # pyright: ignore[reportPrivateUsage]
    assert pair.client.respond(first.id, {"action": "accept", "content": {}}), "it is forgotten what was asked for"
    assert pair.server.notify(COMPLETE, {"elicitationId": "e0"}), "nobody knows any more whether it was asked for"


@case("elicitation.error", "local", TASKS)
def elicitation_error_broken_locally(revision: str) -> None:
    pair = ready(revision)
    id_ = call_of(pair).id
    rejected(pair.server, "elicitation.error", pair.server.respond_error, id_, as_error(needs_url()))
    rejected(pair.server, "elicitation.error", pair.server.record_error, id_, as_error(needs_url()))
    back = call_of(pair, sender="server")
    error = as_error(needs_url("x"))
    rejected(pair.client, "elicitation.error", pair.client.respond_error, back.id, error)
    pair.server.record_error(id_, error)
    assert pair.server.notify(COMPLETE, {"elicitationId": "x"})
    pair = ready(revision, client={"elicitation": {"form": {}}})
    id_ = call_of(pair).id
    rejected(pair.server, "capability", pair.server.respond_error, id_, error)
    noted(pair.client, "capability", failure(id_, **needs_url("x")))


WITHOUT_ID: Json = {name: value for name, value in URL.items() if name != "elicitationId"}


def test_an_error_without_elicitations_gives_a_finding() -> None:
    pair = ready(TASKS[0])
    noted(pair.client, "elicitation.error", failure(call_of(pair).id, **needs_url()))
    back = call_of(pair, sender="server")
    noted(pair.server, "elicitation.error", failure(back.id, **needs_url("x")))


def test_an_error_lists_elicitations_in_url_mode_with_ids() -> None:
    for each in (FORM, WITHOUT_ID, {**URL, "mode": "form"}, "x"):
        pair = ready(TASKS[0])
        error: Json = {**needs_url(), "data": {"elicitations": [each]}}
        id_ = call_of(pair).id
        rejected(pair.server, "error.data", pair.server.respond_error, id_, as_error(error))
        assert isinstance(pair.client.receive(failure(id_, **error)), ErrorResponse)
        assert {finding.rule for finding in pair.client.findings} == {"error.data"}


def form(**properties: Json) -> Json:
    """An elicitation with these properties, of which `a` is required."""
    schema = {"type": "object", "properties": properties, "required": ["a"] if "a" in properties else []}
    return {"message": "x", "requestedSchema": schema}


CHOICES: list[Json] = [{"const": "p", "title": "P"}, {"const": "q", "title": "Q"}]
CONTENTS: tuple[tuple[Json, Any, Any], ...] = (
    ({"type": "string"}, 5, "x"),
    ({"type": "string", "minLength": 2}, "x", "xy"),
    ({"type": "string", "maxLength": 2}, "xyz", "\U0001f600\U0001f600"),
    ({"type": "string", "enum": ["p", "q"]}, "r", "q"),
    ({"type": "number", "minimum": 2}, 1.5, 2),
    ({"type": "number", "maximum": 2}, 3, 2.0),
    ({"type": "integer"}, 1.5, 2.0),
    ({"type": "integer"}, True, -1),
    ({"type": "boolean"}, "true", False),
)
TITLED: tuple[tuple[Json, Any, Any], ...] = (
    ({"type": "string", "oneOf": CHOICES}, "r", "p"),
    ({"type": "array", "items": {"type": "string", "enum": ["p", "q"]}}, ["p", "r"], ["q", "q"]),
    ({"type": "array", "items": {"anyOf": CHOICES}}, ["r"], ["p"]),
    ({"type": "array", "items": {"anyOf": CHOICES}, "minItems": 1}, [], ["p"]),
    ({"type": "array", "items": {"anyOf": CHOICES}, "maxItems": 1}, ["p", "q"], ["p"]),
    ({"type": "array", "items": {"anyOf": CHOICES}}, "p", []),
    ({"type": "string"}, ["p"], "p"),
)


def contents(revision: str) -> Iterator[tuple[Json, Json, Json]]:
    """A form, content that does not match it, and content that does."""
    for wanted, bad, good in (*CONTENTS, *(TITLED if revision not in HANDSHAKE or revision in TASKS else ())):
        yield form(a=wanted), {"a": bad}, {"a": good, "more": "x"}
        yield form(a=wanted), {"b": "x"}, {"a": good}


@case("elicitation.content", "local", ELICITING)
def elicitation_content_broken_locally(revision: str) -> None:
    pair = ready(revision)
    for asked_for, bad, good in contents(revision):
        id_ = pair.ask("elicitation/create", asked_for, sender="server").id
        wrong = {"action": "accept", "content": bad}
        rejected(pair.client, "elicitation.content", pair.client.respond, id_, wrong)
        assert isinstance(pair.answer(id_, {"action": "accept", "content": good}, sender="client"), Response)
    id_ = pair.ask("elicitation/create", form(a={"type": "string"}), sender="server").id
    rejected(pair.client, "elicitation.content", pair.client.respond, id_, {"action": "accept"})
    assert isinstance(pair.answer(id_, {"action": "decline"}, sender="client"), Response)


def with_input(pair: Pair, params: Json) -> Request:
    """A call whose result asks for an elicitation."""
    call: Request = pair.ask("tools/call", CALL)
    asked = questions(pair.client.version or "")
    asked_for = {"e": {**asked["a"], "params": params}, **asked}
    pair.answer(call.id, {"resultType": "input_required", "inputRequests": asked_for})
    return call


@case("elicitation.content", "local", PER_REQUEST)
def elicitation_content_broken_locally_in_a_retry(revision: str) -> None:
    pair = ready(revision)
    for asked_for, bad, good in contents(revision):
        id_ = with_input(pair, asked_for).id
        wrong = {"e": {"action": "accept", "content": bad}, **ANSWERS}
        rejected(pair.client, "elicitation.content", pair.client.retry, id_, wrong)
        assert pair.client.retry(id_, {"e": {"action": "accept", "content": good}, **ANSWERS})
    id_ = with_input(pair, form(a={"type": "string"})).id
    rejected(pair.client, "elicitation.content", pair.client.retry, id_, {"e": {"action": "accept"}, **ANSWERS})
    assert pair.client.retry(id_, {"e": {"action": "decline"}, **ANSWERS})


@case("elicitation.url-content", "local", PER_REQUEST)
def elicitation_url_content_broken_locally_in_a_retry(revision: str) -> None:
    pair = ready(revision)
    id_ = with_input(pair, URL).id
    wrong: Json = {"e": {"action": "accept", "content": {}}, **ANSWERS}
    rejected(pair.client, "elicitation.url-content", pair.client.retry, id_, wrong)
    assert pair.client.retry(id_, {"e": {"action": "accept"}, **ANSWERS})


@pytest.mark.parametrize("revision", ELICITING)
def test_content_that_does_not_match_its_form_gives_a_finding(revision: str) -> None:
    pair = ready(revision)
    for asked_for, bad, good in contents(revision):
        for content in (good, bad):
            id_ = pair.ask("elicitation/create", asked_for, sender="server").id
            data = result(id_, {"action": "accept", "content": content})
            if content is good:
                assert isinstance(pair.server.receive(data), Response)
                assert pair.server.findings == ()
            else:
                noted(pair.server, "elicitation.content", data)


def test_the_content_of_a_task_is_checked_too() -> None:
    pair = ready(TASKS[0])
    call = pair.ask("elicitation/create", {**form(a={"type": "string"}), "task": {}}, sender="server")
    pair.answer(call.id, {"task": task("t")}, sender="client")
    id_ = pair.ask("tasks/result", {"taskId": "t"}, sender="server").id
    wrong = {"action": "accept", "content": {"a": 5}, **OF_TASK}
    rejected(pair.client, "elicitation.content", pair.client.respond, id_, wrong)
    noted(pair.server, "elicitation.content", result(id_, wrong))


def test_each_answer_with_the_result_of_a_task_is_checked() -> None:
    pair = ready(TASKS[0])
    call = pair.ask("elicitation/create", {**URL, "task": {}}, sender="server")
    pair.answer(call.id, {"task": task("t")}, sender="client")
    for content in ({}, {"content": {"a": 5}}):
        id_ = pair.ask("tasks/result", {"taskId": "t"}, sender="server").id
        if content:
            wrong = {"action": "accept", **content, **OF_TASK}
            rejected(pair.client, "elicitation.url-content", pair.client.respond, id_, wrong)
            noted(pair.server, "elicitation.url-content", result(id_, wrong))
        else:
            pair.answer(id_, {"action": "accept", **OF_TASK}, sender="client")


@case("elicitation.url-content", "local", TASKS)
def elicitation_url_content_broken_locally(revision: str) -> None:
    pair = ready(revision)
    for action in ("accept", "decline"):
        id_ = pair.ask("elicitation/create", URL, sender="server").id
        wrong: Json = {"action": action, "content": {}}
        rejected(pair.client, "elicitation.url-content", pair.client.respond, id_, wrong)
        assert isinstance(pair.answer(id_, {"action": action}, sender="client"), Response)


def test_content_in_url_mode_gives_a_finding() -> None:
    pair = ready(TASKS[0])
    id_ = pair.ask("elicitation/create", URL, sender="server").id
    noted(pair.server, "elicitation.url-content", result(id_, {"action": "accept", "content": {"a": "x"}}))


# versions


@case("version", "local", HANDSHAKE)
def version_broken_locally_with_handshake(revision: str) -> None:
    pair, opening = asked(revision)
    before = snapshot(pair.server)
    with pytest.raises(LocalProtocolError, match="no version is agreed on"):
        fresh(revision).server.receive(opening)
    for version in (*ALL, "1999-01-01"):
        if version != revision:
            answer = {**initialize_result(revision, everything(revision, "server")), "protocolVersion": version}
            rejected(pair.server, "version", pair.server.respond, opening.id, answer)
    assert snapshot(pair.server) == before
    assert pair.answer(opening.id, initialize_result(revision, everything(revision, "server")))
    assert pair.server.version == pair.client.version == revision


@case("version", "local", PER_REQUEST)
def version_broken_locally_per_request(revision: str) -> None:
    pair = ready(revision)
    call = call_of(pair)
    rejected(pair.server, "version", pair.server.receive, call)
    assert isinstance(pair.server.receive(request(50, "tools/list", revision=revision)), Request)


@case("version", "remote", PER_REQUEST)
def version_broken_by_peer(revision: str) -> None:
    pair = ready(revision)
    for version in ("1999-01-01", "2025-11-25"):
        data = request(50, "tools/list", {"_meta": {VERSION_KEY: version}}, revision=revision)
        error = blamed(pair.server, "version", data, UNSUPPORTED_VERSION, 50)
        assert data_of(error) == {"supported": [revision], "requested": version}
        assert error.http_status == 400
    error = blamed(pair.server, "version", initialize(50, "2025-11-25"), UNSUPPORTED_VERSION, 50)
    assert data_of(error) == {"supported": [revision], "requested": "2025-11-25"}
    assert isinstance(pair.server.receive(request(50, "tools/list", revision=revision)), Request)


@pytest.mark.parametrize("each", [each for each in CASES if each.side == "remote"], ids=lambda each: "-".join(each[:3]))
@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "strict"])
def test_rule_in_other_modes(mode: SessionMode, each: Case) -> None:
    """The cases of the peer hold in each mode, with what `RULES` says for it."""
    with in_mode(mode):
        each.step(each.revision)


@pytest.mark.parametrize("each", CASES, ids=lambda each: "-".join(each[:3]))
def test_rule(each: Case) -> None:
    each.step(each.revision)


# accepted messages, and messages that another part rejects


@pytest.mark.parametrize("revision", ALL)
def test_a_late_response_is_ignored_once(revision: str) -> None:
    pair = ready(revision)
    call, progress = call_of(pair, progress=True), call_of(pair)
    answer = pair.server.respond(call.id, listing(revision))
    report_ = notification(PROGRESS, report(call.id, 1), revision=revision)
    assert pair.client.cancel(call.id) is not None
    assert isinstance(pair.client.receive(report_), Ignored)
    assert isinstance(pair.client.receive(answer), Ignored)
    blamed(pair.client, "answer.known", answer, INVALID_REQUEST)
    assert list(pair.client.pending) == [progress.id]


@pytest.mark.parametrize("revision", PER_REQUEST)
@pytest.mark.parametrize("order", ["cancellation first", "result first"])
def test_a_server_ends_a_subscription_by_cancellation_and_result(revision: str, order: str) -> None:
    pair = ready(revision)
    listen = pair.ask(LISTEN, {"notifications": {"toolsListChanged": True}})
    tag: Json = {"_meta": {SUBSCRIPTION_KEY: listen.id}}
    pair.pass_notification(ACKNOWLEDGED, acknowledgement(revision, listen.id, {"toolsListChanged": True}))
    end = {"resultType": "complete", **tag}
    cancellation = pair.server.notify(CANCELLED, {"requestId": listen.id})
    wrong = {"resultType": "complete", "_meta": {SUBSCRIPTION_KEY: "other"}}
    rejected(pair.server, "subscription.id-tag", pair.server.respond, listen.id, wrong)
    texts = [cancellation, pair.server.respond(listen.id, end)]
    rejected(pair.server, "answer.known", pair.server.respond, listen.id, end)
    events = [pair.client.receive(text) for text in (texts if order == "cancellation first" else reversed(texts))]
    assert isinstance(events[0], (Notification, Response))
    assert isinstance(events[1], Ignored)
    assert not pair.client.pending
    assert not pair.server.peer_requests


@pytest.mark.parametrize("revision", ALL)
def test_a_cancellation_of_an_unknown_request_is_ignored(revision: str) -> None:
    pair = ready(revision)
    before = snapshot(pair.server)
    assert isinstance(pair.server.receive(notification(CANCELLED, {"requestId": 99}, revision=revision)), Ignored)
    if revision in TASKS:
        assert isinstance(pair.server.receive(notification(CANCELLED, {}, revision=revision)), Ignored)
    else:
        with pytest.raises(mb.ProtocolError) as caught:
            pair.server.receive(notification(CANCELLED, {}, revision=revision))
        assert caught.value.to_bytes() is None
    assert snapshot(pair.server) == before


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_log_message_below_the_level_is_accepted(revision: str) -> None:
    pair = ready(revision)
    pair.answer(pair.ask("logging/setLevel", {"level": "warning"}).id, {})
    assert isinstance(pair.client.receive(notification(LOG, log("debug"), revision=revision)), Notification)


@pytest.mark.parametrize("revision", ALL)
def test_messages_that_a_peer_may_not_send(revision: str) -> None:
    pair = ready(revision)
    before = snapshot(pair.server), snapshot(pair.client)
    wrong = (pair.server, request(50, "roots/list", revision=revision)), (pair.client, request(50, "tools/list"))
    for session, data in wrong:
        with pytest.raises(mb.ProtocolError) as caught:
            session.receive(data)
        assert (caught.value.code, caught.value.id) == (METHOD_NOT_FOUND, 50)
        answers = revision in HANDSHAKE or session is pair.server
        assert (caught.value.to_bytes() is not None) == answers
    assert isinstance(pair.client.receive(notification(INITIALIZED)), Notification)
    assert isinstance(pair.server.receive(notification("x/y")), Notification)
    assert (snapshot(pair.server), snapshot(pair.client)) == before


BAD_PARAMS: tuple[Any, ...] = ({}, {"name": 5}, [1], 5)


@pytest.mark.parametrize("revision", ALL)
def test_an_invalid_message_changes_nothing(revision: str) -> None:
    pair = ready(revision)
    before = snapshot(pair.server), snapshot(pair.client)
    texts = [b'{"jsonrpc":"2.0","id":null,"method":"ping"}', b"{", b'{"jsonrpc":"2.0","id":50,"id":51,"method":"ping"}']
    metas = [{**CALL, "_meta": meta} for meta in BAD_META]
    texts += [request(50, "tools/call", params) for params in (*BAD_PARAMS, *metas)]
    for data in texts:
        with pytest.raises(mb.ProtocolError) as caught:
            pair.server.receive(data)
        assert caught.value.to_bytes() is not None
    assert (snapshot(pair.server), snapshot(pair.client)) == before


BAD_ANSWERS: tuple[Json, ...] = (
    {"result": 5},
    {"result": {"content": 5}},
    {"error": {"code": "a", "message": "no"}},
    {"result": {}, "error": {}},
    {"result": {"content": []}, "jsonrpc": "1.0"},
)


@pytest.mark.parametrize("revision", ALL)
def test_an_invalid_response_ends_its_request(revision: str) -> None:
    """Otherwise a peer could fill the memory with invalid responses. A second response is ignored."""
    pair = ready(revision)
    for bad in BAD_ANSWERS:
        call = pair.ask("tools/call", CALL)
        with pytest.raises(mb.ProtocolError) as caught:
            pair.client.receive(raw({"jsonrpc": "2.0", "id": call.id, **bad}))
        assert caught.value.to_bytes() is None, "what looks like an answer is not answered"
        assert call.id not in pair.client.pending
        assert isinstance(pair.client.receive(pair.server.respond(call.id, result_of(revision, "tools/call"))), Ignored)
    with pytest.raises(mb.ProtocolError) as caught:
        pair.client.receive(result(None, {}))
    assert caught.value.to_bytes() is None


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_an_invalid_response_does_not_end_initialize(revision: str) -> None:
    """The session depends on `initialize`, so the request stays pending until a valid response or `request_failed`."""
    pair, opening = asked(revision)
    with pytest.raises(mb.ProtocolError):
        pair.client.receive(result(opening.id, {"protocolVersion": revision, "capabilities": 5}))
    assert dict(pair.client.pending) == {opening.id: "initialize"}
    assert isinstance(pair.client.receive(pair.server.accept(opening)), VersionAgreed)


LONG = "x" * 100_000


@pytest.mark.parametrize("revision", HANDSHAKE)
@pytest.mark.parametrize("id_", [LONG, 10**4_000], ids=["text", "number"])
def test_a_long_id_is_not_quoted(revision: str, id_: Any) -> None:
    pair = ready(revision)
    first: Any = pair.server.receive(request(id_, "ping"))
    pair.server.respond(first.id, {})
    error = blamed(pair.server, "id.new", request(id_, "ping"), INVALID_REQUEST, id_)
    unknown = blamed(pair.client, "answer.known", result(id_, {}), INVALID_REQUEST)
    assert max(len(error.message), len(unknown.message)) < 200
    with pytest.raises(LocalProtocolError) as caught:
        pair.server.respond(id_, {})
    assert len(str(caught.value)) < 200


def test_an_error_about_a_request_of_the_peer_ends_none_of_ours() -> None:
    """Both sides choose their own ids, so an error about a request of the peer may have the id of one of ours."""
    pair = ready(HANDSHAKE[-1])
    call = pair.ask("tools/call", CALL)
    pair.client.receive(request(call.id, "ping"))
    error = blamed(pair.client, "id.unique", request(call.id, "ping"), INVALID_REQUEST)
    assert not error.rejects_answer
    assert call.id in pair.client.pending


@pytest.mark.parametrize("revision", ALL)
def test_a_session_handles_the_error_for_an_invalid_text(revision: str) -> None:
    pair = ready(revision)
    with pytest.raises(mb.ProtocolError) as caught:
        pair.server.receive(b"{")
    reply = caught.value.reply(None)
    assert pair.server.record_sent(reply) == reply
    found = pair.client.receive(reply)
    assert isinstance(found, mb.ErrorResponse)
    assert (found.id, found.error.code) == (None, -32700)
    if mb.revision(revision).protocol.request_ids.absent_in_error == "unreadable-id":
        bare = reply.replace(b'"id":null,', b"")
        assert bare != reply
        assert pair.server.record_sent(bare) == bare
        assert isinstance(pair.client.receive(bare), mb.ErrorResponse)


def test_a_batch_cannot_open_a_session() -> None:
    pair = fresh(BATCHES[0])
    before = snapshot(pair.server)
    event = pair.server.receive(b"[" + pair.client.open() + b"]")
    assert isinstance(event, Batch)
    (error,) = event
    assert isinstance(error, mb.ProtocolError)
    assert (error.code, error.id) == (INVALID_REQUEST, 1)
    assert snapshot(pair.server) == before
    for revision in ALL:
        if revision not in BATCHES:
            with pytest.raises(mb.ProtocolError) as caught:
                ready(revision).server.receive(b"[" + request(50, "tools/list", revision=revision) + b"]")
            assert caught.value.code == INVALID_REQUEST


@pytest.mark.parametrize("revision", ALL)
def test_headers_that_a_client_writes_are_accepted(revision: str) -> None:
    pair = fresh(revision, transport="http")
    opening = pair.client.open()
    welcomed: Any = pair.server.receive(opening, headers=pair.client.http_headers(opening))
    event: Any = pair.client.receive(pair.server.accept(welcomed))
    pair.client.session_id = pair.server.session_id = "a" if revision in HANDSHAKE else None
    texts = [] if event.reply is None else [event.reply]
    texts += [pair.client.request(method, params_of(revision, method)).data for method in ("tools/call", "prompts/get")]
    for data in texts:
        assert pair.server.receive(data, headers=pair.client.http_headers(data))


def test_no_version_in_common() -> None:
    client = Session("client", ["2024-11-05"], info=INFO)
    server = Session("server", ["2025-11-25"], info=INFO)
    request_ = server.receive(client.open())
    assert isinstance(request_, Request)
    assert type(client.receive(server.accept(request_))).__name__ == "OpeningFailed"
    assert client.state == "closed"


@pytest.mark.parametrize("revision", ALL)
def test_progress_out_of_order_over_http_is_accepted(revision: str) -> None:
    pair = ready(revision, transport="http")
    call = call_of(pair, progress=True)
    assert isinstance(pair.client.receive(notification(PROGRESS, report(call.id, 2), revision=revision)), Notification)
    assert isinstance(pair.client.receive(notification(PROGRESS, report(call.id, 1), revision=revision)), Ignored)
    pair.answer(call.id, listing(revision))
    assert isinstance(pair.client.receive(notification(PROGRESS, report(call.id, 3), revision=revision)), Ignored)


def test_a_late_task_status_over_http_does_not_restart_the_task() -> None:
    pair = ready(TASKS[0], transport="http")
    task_made(pair, "t")
    pair.client.receive(notification(TASK_STATUS, task("t", "failed")))
    assert isinstance(pair.client.receive(notification(TASK_STATUS, task("t", "working"))), Notification)
    assert pair.server.notify(TASK_STATUS, task("t", "failed"))
    rejected(pair.server, "task.transitions", pair.server.notify, TASK_STATUS, task("t", "working"))


def test_the_progress_of_a_task_goes_on_until_it_ends() -> None:
    for method, value in [*describe("completed"), ("tasks/result", PAYLOAD)]:
        pair = ready(TASKS[0])
        call = pair.ask("tools/call", {**CALL, "task": {}}, progress=True)
        pair.answer(call.id, {"task": task("t")})
        assert pair.pass_notification(PROGRESS, {**report(call.id, 1), **OF_TASK})
        reused = {**CALL, "_meta": {"progressToken": call.id}}
        rejected(pair.client, "progress.token-unique", pair.client.request, "tools/call", reused)
        if method is None:
            pair.pass_notification(TASK_STATUS, value)
        else:
            pair.answer(pair.ask(method, {"taskId": "t"}).id, value)
        last = {**report(call.id, 2), **OF_TASK}
        rejected(pair.server, "progress.token-active", pair.server.notify, PROGRESS, last)
        assert pair.ask("tools/call", reused)


def test_the_number_of_remembered_tasks_is_bounded() -> None:
    pair = ready(TASKS[0])
    for number in range(MAX_REMEMBERED + 100):
        call = pair.ask("tools/call", {**CALL, "task": {}}, progress=True)
        pair.answer(call.id, {"task": task(str(number))})
    for side in SIDES:
        held = pair.side(side)._state.requests["client"]  # pyright: ignore[reportPrivateUsage]
        assert len(held.tasks) == len(held.task_requests) == len(held.tokens) == MAX_REMEMBERED


def test_a_retry_continues_the_right_one_of_two_similar_rounds() -> None:
    pair, asked = ready(PER_REQUEST[-1]), questions(PER_REQUEST[-1])
    for name in ("one", "two"):
        call = pair.ask("tools/call", {"name": name}, id=name)
        pair.answer(call.id, {"resultType": "input_required", "inputRequests": asked})
    for name in ("two", "one"):
        again = pair.deliver(pair.client.retry(name, ANSWERS).data, "server")
        assert again.document["params"]["name"] == name
        rejected(pair.client, "input.state", pair.client.retry, name, ANSWERS)


def test_the_id_of_an_abandoned_request_is_not_reused() -> None:
    """In a revision that allows ids to be reused, a late response would be matched to the next request."""
    pair = ready("2026-07-28")
    given_up = pair.ask("tools/list", id=2)
    pair.client.request_failed(2)
    late = pair.server.respond(given_up.id, result_of("2026-07-28", "tools/list"))
    asked_for = [pair.client.request("tools/list").id for _ in range(2)]
    assert 2 not in asked_for
    assert isinstance(pair.client.receive(late), Ignored)


def test_a_retry_does_not_reuse_the_id_of_the_first_request() -> None:
    pair = ready("2026-07-28")
    call = pair.ask("tools/call", CALL, id=2)
    pair.answer(call.id, {"resultType": "input_required", "inputRequests": questions("2026-07-28")})
    assert pair.client.retry(2, ANSWERS).id not in (2, pair.client.request("tools/list").id)


def test_an_id_in_use_is_skipped() -> None:
    pair = ready(HANDSHAKE[-1])
    pair.ask("ping", id=2)
    pair.ask("ping", id=3)
    rejected(pair.client, "method", pair.client.request, "x/y")
    assert [pair.ask("ping").id for _ in range(2)] == [4, 5]


# requirements of the schema


MEMBERS_OF_INITIALIZE = ("protocolVersion", "capabilities", "clientInfo")
MEMBERS_OF_ITS_RESULT = ("protocolVersion", "capabilities", "serverInfo")


@pytest.mark.parametrize("revision", HANDSHAKE)
def test_initialize_and_its_result_have_all_required_members(revision: str) -> None:
    pair, opening = asked(revision)
    params = opening.document["params"]
    assert set(MEMBERS_OF_INITIALIZE) <= params.keys()
    answer = initialize_result(revision, everything(revision, "server"))
    for name in MEMBERS_OF_INITIALIZE:
        lacking = {key: value for key, value in params.items() if key != name}
        client = fresh(revision).client
        rejected(client, "message.valid", client.request, "initialize", lacking)
        server = fresh(revision).server
        with pytest.raises(mb.ProtocolError) as caught:
            server.receive(request(50, "initialize", lacking))
        assert (caught.value.code, caught.value.id, server.state) == (INVALID_PARAMS, 50, "new")
    for name in MEMBERS_OF_ITS_RESULT:
        lacking = {key: value for key, value in answer.items() if key != name}
        rejected(pair.server, "message.valid", pair.server.respond, opening.id, lacking)
        if name != "protocolVersion":  # without this member the session cannot continue
            with pytest.raises(mb.ProtocolError):
                pair.client.receive(result(opening.id, lacking))
            assert pair.client.state == "initializing"
    assert set(MEMBERS_OF_ITS_RESULT) <= pair.answer(opening.id, answer).message.document["result"].keys()


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_every_request_carries_version_and_capabilities(revision: str) -> None:
    pair = ready(revision)
    for method in revision_profile(revision).requests["client"]:
        meta = pair.ask(method, params_of(revision, method)).document["params"]["_meta"]
        assert meta[VERSION_KEY] == revision
        assert meta[CAPABILITIES_KEY] == everything(revision, "client")
        for key in (VERSION_KEY, CAPABILITIES_KEY):
            others = {name: value for name, value in meta.items() if name != key}
            params = {**(params_of(revision, method) or {}), "_meta": others}
            before = snapshot(pair.server)
            with pytest.raises(mb.ProtocolError) as caught:
                pair.server.receive(request(50, method, params))
            assert (caught.value.code, caught.value.id) == (INVALID_PARAMS, 50)
            assert snapshot(pair.server) == before


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_every_result_has_a_type(revision: str) -> None:
    pair = ready(revision)
    bad_types: tuple[Json, ...] = ({}, {"resultType": "x"}, {"resultType": 5})
    for bad in bad_types:
        answer: Json = {"content": [], **bad}
        call = pair.ask("tools/call", CALL)
        rejected(pair.server, "message.valid", pair.server.respond, call.id, answer)
        if "resultType" in answer:  # a server of an earlier revision leaves it out
            with pytest.raises(mb.ProtocolError) as caught:
                pair.client.receive(result(call.id, answer))
            assert caught.value.to_bytes() is None
    call = pair.ask("tools/call", CALL)
    assert isinstance(pair.answer(call.id, {"content": [], "resultType": "complete"}), Response)


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_a_server_reports_its_versions(revision: str) -> None:
    pair = ready(revision)
    discover = pair.ask("server/discover")
    found = pair.deliver(pair.server.accept(discover), "client").document["result"]
    assert found["supportedVersions"] == [revision]
    assert found["capabilities"] == everything(revision, "server")


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_both_sides_send_their_name_and_version(revision: str) -> None:
    pair = ready(revision)
    discover = pair.ask("server/discover")
    assert discover.document["params"]["_meta"]["io.modelcontextprotocol/clientInfo"] == INFO
    found = pair.deliver(pair.server.accept(discover), "client").document["result"]
    assert found["_meta"]["io.modelcontextprotocol/serverInfo"] == INFO


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_three_methods_can_return_input_requests(revision: str) -> None:
    pair = ready(revision)
    known = {method_of(name, revision) for name in ("elicitation/create", "sampling/createMessage", "roots/list")}
    assert known & mb.revision(revision).methods.keys() <= set(revision_profile(revision).embedded_requests)
    for method in ("ping", "tools/list", "x/y"):
        asked_for = {"resultType": "input_required", "inputRequests": {"a": {"method": method}}}
        call = pair.ask("tools/call", CALL)
        rejected(pair.server, "message.valid", pair.server.respond, call.id, asked_for)
        with pytest.raises(mb.ProtocolError) as caught:
            pair.client.receive(result(call.id, asked_for))
        assert caught.value.to_bytes() is None
    call = pair.ask("tools/call", CALL)
    input_required = {"resultType": "input_required", "inputRequests": questions(revision)}
    assert isinstance(pair.answer(call.id, input_required), Response)


@pytest.mark.parametrize("revision", ALL)
def test_a_notification_never_gets_a_response(revision: str) -> None:
    pair = ready(revision, server={"tools": {}})
    texts = [
        notification(method, revision=revision)
        for method in ("x/y", CANCELLED, PROGRESS, LOG, TOOLS_CHANGED, "tools/list")
    ]
    texts += [notification(CANCELLED, params, revision=revision) for params in ({}, [1], 5, {"requestId": None})]
    texts += [notification(PROGRESS, report(99, 1), revision=revision), notification(INITIALIZED)]
    count = 0
    for session in pair:
        for data in texts:
            try:
                session.receive(data)
            except mb.ProtocolError as error:
                reply, count = error.to_bytes(), count + 1
            else:
                continue
            assert reply is None, data
    assert count > 10


# completeness of the cases


def before(revision: str) -> str:
    """The revision that a new one of the same era follows; what holds for it holds until somebody says otherwise."""
    era = HANDSHAKE if revision in HANDSHAKE else PER_REQUEST
    return era[era.index(revision) - 1]


def test_every_rule_has_cases_or_a_reason_for_missing_ones() -> None:
    places = {(each.rule, each.side, each.revision) for each in CASES}
    gaps: list[tuple[str, str, str]] = []
    listed = {revision for row in one_sided() for revision in row.get("revisions", ())}
    for row in one_sided():
        assert row["reason"]
        stated = row.get("revisions", ALL)
        gaps += [
            (row["rule"], row["side"], each) for each in ALL if (each if each in listed else before(each)) in stated
        ]
    assert len(gaps) == len(set(gaps)), "a gap is listed twice"
    silent = {(rule, each) for rule in ("capability.notification", "log.level") for each in set(ALL) - set(LOGGING)}
    gaps = [each for each in gaps if (each[0], each[2]) not in silent]
    assert not places & set(gaps), "what has a case is no gap"
    wanted = {(rule, side, revision) for rule in RULES for side in ("local", "remote") for revision in ALL}
    wanted = {each for each in wanted if (each[0], each[2]) not in silent}
    assert sorted(wanted - places - set(gaps)) == []
    assert sorted((places | set(gaps)) - wanted) == []


def test_the_tests_that_reasons_name_exist() -> None:
    for row in one_sided():
        for word in row["reason"].split():
            assert not word.startswith("test_") or callable(globals()[word]), word


def test_the_source_raises_exactly_the_rules_of_the_table() -> None:
    package = Path(mcp_bindings.session.__file__).parent
    raised: set[str] = set()
    for path in sorted(package.rglob("*.py")):
        raised |= raised_in(ast.parse(path.read_text(encoding="utf-8")))
    assert raised == set(RULES)


def raised_in(module: ast.Module) -> set[str]:
    """The first argument of every `Violation` and `LocalProtocolError` that is a literal."""
    named: dict[str, list[ast.expr]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).append(node.value)
    calls = [node for node in ast.walk(module) if isinstance(node, ast.Call)]
    refusals = [call for call in calls if ast.unparse(call.func) in ("Violation", "LocalProtocolError")]
    return set[str]().union(*(texts_of(call.args[0], named) for call in refusals))


def texts_of(expression: ast.expr, named: dict[str, list[ast.expr]]) -> set[str]:
    match expression:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=one, orelse=two):
            return texts_of(one, named) | texts_of(two, named)
        case ast.Name(id=name):
            assert name in named, f"{name} is not assigned in its module"
            return set[str]().union(*(texts_of(value, named) for value in named[name]))
        case ast.Attribute(attr="rule"):
            return set()  # of a violation that was counted where it was made
        case _:
            raise AssertionError(ast.dump(expression))


def test_rules_are_sorted_and_name_their_pages() -> None:
    assert list(RULES) == sorted(RULES)
    for rule in RULES.values():
        page = rule.source.split("/")
        assert page[0] == "specification"
        assert page[1] in ALL
        assert "#" in page[-1]
        assert rule.summary.endswith(".")
