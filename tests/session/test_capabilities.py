"""A message that needs a capability is accepted if the capability is declared; otherwise both sides reject it.

The cases come from the tables: every method, revision and sender with a capability.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import mcp_bindings as mb
from mcp_bindings.jsonrpc.messages import Notification, Request, Response
from mcp_bindings.session.capabilities import CapabilityNeed, list_all_methods
from mcp_bindings.session.profile import MethodProfile, revision_profile
from mcp_bindings.session.rules import MODES, SessionMode
from mcp_bindings.spec.error_codes import INVALID_PARAMS, METHOD_NOT_FOUND, MISSING_REQUIRED_CLIENT_CAPABILITY
from mcp_bindings.spec.names import Sender
from tests.documents import acknowledgement, filled, tool
from tests.revisions import PER_REQUEST, having, method_of
from tests.session.pairs import (
    ALL,
    CAPABILITIES_KEY,
    FORM,
    LOG_LEVEL_KEY,
    SIDES,
    SUBSCRIPTION_KEY,
    URL,
    Json,
    Pair,
    blamed,
    data_of,
    everything,
    fresh,
    handled,
    in_mode,
    notification,
    other,
    params_of,
    ready,
    rejected,
    request,
    result,
    result_of,
    without,
)

TASKS = "2025-11-25"
LISTEN, ACKNOWLEDGED = "subscriptions/listen", "notifications/subscriptions/acknowledged"
ROOTS = "roots/list"


def filters(revision: str) -> dict[str, Json]:
    """A filter that asks for each notification of a per-request revision."""
    profile = revision_profile(revision)
    return {method: {name: ["x"] if method in profile.subjects else True} for method, name in profile.filters.items()}


class Gate(NamedTuple):
    """A message that needs a capability."""

    revision: str
    method: str
    sender: Sender
    need: CapabilityNeed

    @property
    def name(self) -> str:
        return f"{self.revision}-{self.sender}-{self.method}"


def rows(revision: str, sender: Sender) -> Iterator[MethodProfile]:
    """The methods that a side may send."""
    rules = revision_profile(revision)
    yield from rules.requests[sender].values()
    yield from rules.notifications[sender].values()


def gates() -> Iterator[Gate]:
    for revision in ALL:
        for sender in SIDES:
            for row in rows(revision, sender):
                if row.need is not None:
                    yield Gate(revision, row.name, sender, row.need)


def embedded() -> Iterator[Gate]:
    for revision in PER_REQUEST:
        for method, row in revision_profile(revision).embedded_requests.items():
            assert row.need is not None
            yield Gate(revision, method, "server", row.need)


def tasks() -> Iterator[Gate]:
    for revision in ALL:
        for sender in SIDES:
            for row in rows(revision, sender):
                if row.task_need is not None:
                    yield Gate(revision, row.name, sender, row.task_need)


GATES, EMBEDDED, AS_TASKS = list(gates()), list(embedded()), list(tasks())


def lacking(gate: Gate) -> Iterator[Json]:
    """Capabilities that lack one: none at all, all others, and one that is explicitly denied."""
    yield {}
    yield without(everything(gate.revision, gate.need.side), gate.need.path)
    if gate.need.is_flag:
        yield without(everything(gate.revision, gate.need.side), gate.need.path, False)


def pair_with(gate: Gate, capabilities: Json) -> Pair:
    """A pair in which the receiver has these capabilities, and the other side has all."""
    is_client = gate.need.side == "client"
    return ready(gate.revision, capabilities if is_client else None, None if is_client else capabilities)


def params_for(gate: Gate, pair: Pair) -> Json | None:
    """The params of the message; with a subscription or a log level first, if it needs one."""
    params = params_of(gate.revision, gate.method)
    if gate.method == "notifications/elicitation/complete" and gate.need.is_declared_in(pair.server.capabilities or {}):
        pair.ask("elicitation/create", URL, sender="server")
        return {"elicitationId": URL["elicitationId"]}
    if gate.revision not in PER_REQUEST or not gate.method.startswith("notifications/"):
        return params
    wanted = filters(gate.revision).get(gate.method)
    if wanted is None:
        pair.ask("server/discover", {"_meta": {LOG_LEVEL_KEY: "debug"}})
        return params
    listen = pair.ask(LISTEN, {"notifications": wanted})
    tag = {"_meta": {SUBSCRIPTION_KEY: listen.id}}
    if gate.need.is_declared_in(pair.server._side.capabilities):  # pyright: ignore[reportPrivateUsage]
        pair.pass_notification(ACKNOWLEDGED, acknowledgement(gate.revision, listen.id, wanted))
    return {**(params or {}), **tag}


@pytest.mark.parametrize("gate", GATES, ids=[gate.name for gate in GATES])
def test_a_method_needs_its_capability(gate: Gate) -> None:
    is_notification = gate.method.startswith("notifications/")
    for declared in (everything(gate.revision, gate.need.side), gate.need.to_capabilities()):
        pair = pair_with(gate, declared)
        params = params_for(gate, pair)
        if is_notification:
            assert isinstance(pair.pass_notification(gate.method, params, sender=gate.sender), Notification)
        else:
            assert isinstance(pair.ask(gate.method, params, sender=gate.sender), Request)
    for declared in lacking(gate):
        pair = pair_with(gate, declared)
        params = params_for(gate, pair)
        sender, receiver = pair.side(gate.sender), pair.side(other(gate.sender))
        wanted = f"{gate.method} needs the {gate.need.side} capability {gate.need.path}, which"
        rule = "capability.notification" if is_notification else "capability"
        if is_notification:
            local = rejected(sender, rule, sender.notify, gate.method, params)
            data = notification(gate.method, params)
        else:
            local = rejected(sender, rule, sender.request, gate.method, params)
            data = request(50, gate.method, params, revision=gate.revision)
        assert wanted in local.message
        if mb.revision(gate.revision).protocol.lifecycle.agreed_level == "SHOULD":
            assert isinstance(receiver.receive(data), Notification if is_notification else Request)
            (finding,) = receiver.findings
            assert (finding.rule, wanted in finding.message) == (rule, True)
            assert isinstance(receiver.receive(b'{"jsonrpc":"2.0","method":"notifications/x"}'), Notification)
            assert receiver.findings == ()
        else:
            remote = blamed(receiver, rule, data, METHOD_NOT_FOUND, None if is_notification else 50)
            assert is_notification or data_of(remote) == {
                "missingCapability": gate.need.path,
                "declaredBy": gate.need.side,
            }
            assert wanted in remote.message


def asking(*requests: Json) -> Json:
    """A result that asks for input."""
    return {"resultType": "input_required", "inputRequests": {str(each): given for each, given in enumerate(requests)}}


@pytest.mark.parametrize("gate", EMBEDDED, ids=[gate.name for gate in EMBEDDED])
@pytest.mark.parametrize("host", ["tools/call", "prompts/get", "resources/read"])
def test_input_needs_a_capability_of_the_request(gate: Gate, host: str) -> None:
    beside = [each for each in EMBEDDED if each.revision == gate.revision and each.need.keys[0] != gate.need.keys[0]]
    needed: Json = beside[0].need.to_capabilities() if beside else {}
    asked = asking(
        *({"method": each.method, "params": params_of(each.revision, each.method)} for each in (*beside[:1], gate))
    )
    every = everything(gate.revision, "client")
    for in_request in lacking(gate):
        # The capabilities in the request count, not those of another request.
        pair = ready(gate.revision)
        meta: Json = {"_meta": {CAPABILITIES_KEY: {**needed, **in_request}}}
        call = pair.ask(host, {**(params_of(gate.revision, host) or {}), **meta})
        local = rejected(pair.server, "capability", pair.server.respond, call.id, asked)
        remote = blamed(pair.client, "capability", result(call.id, asked), MISSING_REQUIRED_CLIENT_CAPABILITY)
        for error in (local, remote):
            assert json.dumps(gate.need.to_capabilities()) in error.message
        assert remote.data == {"requiredCapabilities": gate.need.to_capabilities()}
    enough: tuple[Json, ...] = (every, {**needed, **gate.need.to_capabilities()})
    for in_request in enough:
        pair = ready(gate.revision, client={})
        meta = {"_meta": {CAPABILITIES_KEY: in_request}}
        call = pair.ask(host, {**(params_of(gate.revision, host) or {}), **meta})
        assert isinstance(pair.answer(call.id, asked), Response)


TOOL = tool("x")
SAMPLE: Json = {"messages": [], "maxTokens": 1}

MEMBERS: dict[str, tuple[str, Json, Json, str | None]] = {
    "form, none": ("elicitation/create", FORM, {"elicitation": {}}, None),
    "form, form": ("elicitation/create", FORM, {"elicitation": {"form": {}}}, None),
    "named form, none": ("elicitation/create", {**FORM, "mode": "form"}, {"elicitation": {}}, None),
    "form, url": ("elicitation/create", FORM, {"elicitation": {"url": {}}}, "elicitation.form"),
    "named form, url": (
        "elicitation/create",
        {**FORM, "mode": "form"},
        {"elicitation": {"url": {}}},
        "elicitation.form",
    ),
    "url, url": ("elicitation/create", URL, {"elicitation": {"url": {}}}, None),
    "url, both": ("elicitation/create", URL, {"elicitation": {"form": {}, "url": {}}}, None),
    "url, none": ("elicitation/create", URL, {"elicitation": {}}, "elicitation.url"),
    "url, form": ("elicitation/create", URL, {"elicitation": {"form": {}}}, "elicitation.url"),
    "sampling": ("sampling/createMessage", SAMPLE, {"sampling": {}}, None),
    "tools, tools": ("sampling/createMessage", {**SAMPLE, "tools": [TOOL]}, {"sampling": {"tools": {}}}, None),
    "tools, none": ("sampling/createMessage", {**SAMPLE, "tools": [TOOL]}, {"sampling": {}}, "sampling.tools"),
    "tools, context": (
        "sampling/createMessage",
        {**SAMPLE, "tools": []},
        {"sampling": {"context": {}}},
        "sampling.tools",
    ),
    "choice, tools": (
        "sampling/createMessage",
        {**SAMPLE, "toolChoice": {"mode": "auto"}},
        {"sampling": {"tools": {}}},
        None,
    ),
    "choice, none": (
        "sampling/createMessage",
        {**SAMPLE, "toolChoice": {"mode": "auto"}},
        {"sampling": {}},
        "sampling.tools",
    ),
}
"""By name: method, params, the declared capabilities of the client, and the missing capability."""


@pytest.mark.parametrize("name", MEMBERS)
def test_members_need_capabilities_in_a_request_of_the_server(name: str) -> None:
    method, params, declared, missing = MEMBERS[name]
    pair = ready(TASKS, client=declared)
    if missing is None:
        assert isinstance(pair.ask(method, params, sender="server"), Request)
        return
    local = rejected(pair.server, "capability", pair.server.request, method, params)
    remote = blamed(pair.client, "capability", request(50, method, params), INVALID_PARAMS, 50)
    assert data_of(remote) == {"missingCapability": missing, "declaredBy": "client"}
    for error in (local, remote):
        assert f"the client capability {missing}, which" in error.message


@pytest.mark.parametrize("name", MEMBERS)
def test_members_need_capabilities_in_a_round_of_input(name: str) -> None:
    method, params, declared, missing = MEMBERS[name]
    if params.get("mode") == "url":
        params = {key: value for key, value in params.items() if key != "elicitationId"}
    revision = having(method, among=PER_REQUEST)[-1]
    pair = ready(revision, client=declared)
    call = pair.ask("tools/call", {"name": "x"})
    asked = filled(revision, "InputRequiredResult", asking({"method": method_of(method, revision), "params": params}))
    if missing is None:
        assert isinstance(pair.answer(call.id, asked), Response)
        return
    local = rejected(pair.server, "capability", pair.server.respond, call.id, asked)
    remote = blamed(pair.client, "capability", result(call.id, asked), MISSING_REQUIRED_CLIENT_CAPABILITY)
    nested: Json = {}
    for part in reversed(missing.split(".")):
        nested = {part: nested}
    for error in (local, remote):
        assert json.dumps(nested) in error.message
    assert remote.data == {"requiredCapabilities": nested}


@pytest.mark.parametrize("revision", [TASKS, *having("sampling/createMessage", among=PER_REQUEST)])
def test_undeclared_context_is_only_discouraged(revision: str) -> None:
    params = {**SAMPLE, "includeContext": "thisServer"}
    pair = ready(revision, client={"sampling": {}})
    if revision in PER_REQUEST:
        call = pair.ask("tools/call", {"name": "x"})
        asked = asking({"method": "sampling/createMessage", "params": params})
        error = rejected(pair.server, "capability", pair.server.respond, call.id, asked)
        assert isinstance(pair.client.receive(result(call.id, asked)), Response)
        found = pair.client.findings
    else:
        error = rejected(pair.server, "capability", pair.server.request, "sampling/createMessage", params)
        assert isinstance(pair.client.receive(request(50, "sampling/createMessage", params)), Request)
        found = pair.client.findings
        assert pair.server.request("sampling/createMessage", {**params, "includeContext": "none"})
    assert "the client capability sampling.context, which" in error.message
    assert [(each.rule, each.message) for each in found] == [("capability", error.message)]


@pytest.mark.parametrize("revision", [revision for revision in ALL if revision < TASKS])
def test_older_revisions_have_neither_modes_nor_tools(revision: str) -> None:
    pair = ready(revision, client={"sampling": {}, "elicitation": {}})
    assert pair.ask("sampling/createMessage", {**SAMPLE, "includeContext": "allServers"}, sender="server")
    if "elicitation/create" in mb.revision(revision).methods:
        assert pair.ask("elicitation/create", FORM, sender="server")


@pytest.mark.parametrize("gate", AS_TASKS, ids=[gate.name for gate in AS_TASKS])
def test_to_run_as_a_task_needs_a_capability(gate: Gate) -> None:
    params: Json = {**(params_of(gate.revision, gate.method) or {}), "task": {}}
    when = "2026-01-01T00:00:00Z"
    made = {"task": {"taskId": "t", "status": "working", "createdAt": when, "lastUpdatedAt": when, "ttl": None}}
    every = everything(gate.revision, gate.need.side)
    pair = pair_with(gate, every)
    call = pair.ask(gate.method, params, sender=gate.sender)
    assert isinstance(pair.answer(call.id, made, sender=other(gate.sender)), Response)
    pair = pair_with(gate, without(every, gate.need.path))
    sender, receiver = pair.side(gate.sender), pair.side(other(gate.sender))
    error = rejected(sender, "capability", sender.request, gate.method, params)
    assert f"the {gate.need.side} capability {gate.need.path}, which" in error.message
    # A receiver that does not run tasks handles the request normally.
    assert isinstance(receiver.receive(request(50, gate.method, params)), Request)
    rejected(receiver, "task.asked", receiver.respond, 50, made)


def test_capabilities_of_one_request_say_nothing_of_the_next() -> None:
    revision = having("elicitation/create", among=PER_REQUEST)[-1]
    pair = ready(revision, client={})
    declaring: Json = {"name": "x", "_meta": {CAPABILITIES_KEY: {"elicitation": {}}}}
    one, two = pair.ask("tools/call", declaring), pair.ask("tools/call", {"name": "x"})
    asked = asking({"method": method_of("elicitation/create", revision), "params": FORM})
    rejected(pair.server, "capability", pair.server.respond, two.id, asked)
    assert isinstance(pair.answer(one.id, asked), Response)
    blamed(pair.client, "capability", result(two.id, asked), MISSING_REQUIRED_CLIENT_CAPABILITY)


def test_an_unknown_request_for_input_is_tolerated() -> None:
    """It needs no known capability. The session of a tolerant client ended in a `KeyError`."""
    with in_mode("tolerant"):  # only a union may have further alternatives
        pair = ready(having(ROOTS, "elicitation/create", among=PER_REQUEST)[-1], client={})
    sent = pair.ask("tools/call", {"name": "x"})
    unknown = result(sent.id, asking({"method": "consent/request", "params": {}}))
    assert isinstance(pair.client.receive(unknown), Response)


@pytest.mark.parametrize("method", filters(PER_REQUEST[-1]))
@pytest.mark.parametrize("mode", MODES)
def test_an_acknowledgement_promises_only_declared_changes(mode: SessionMode, method: str) -> None:
    """The official SDK for Python promises whatever was asked for."""
    need, wanted = (
        revision_profile(PER_REQUEST[-1]).notifications["server"][method].need,
        filters(PER_REQUEST[-1])[method],
    )
    assert need is not None
    with in_mode(mode):
        pair = ready(PER_REQUEST[-1], server=without(everything(PER_REQUEST[-1], "server"), need.path))
    id_ = pair.ask(LISTEN, {"notifications": wanted}).id
    full = acknowledgement(PER_REQUEST[-1], id_, wanted)
    rejected(pair.server, "capability.notification", pair.server.notify, ACKNOWLEDGED, full)
    handled(
        pair.client,
        "capability.notification",
        notification(ACKNOWLEDGED, full, revision=PER_REQUEST[-1]),
        METHOD_NOT_FOUND,
    )
    params = {**(params_of(PER_REQUEST[-1], method) or {}), "_meta": {SUBSCRIPTION_KEY: id_}}
    if mode == "strict":
        assert isinstance(pair.pass_notification(ACKNOWLEDGED, acknowledgement(PER_REQUEST[-1], id_, {})), Notification)
    else:
        handled(pair.client, "capability.notification", notification(method, params), METHOD_NOT_FOUND)


def test_capabilities_are_checked_after_a_late_discovery() -> None:
    pair = fresh(PER_REQUEST[-1], server={"tools": {}})
    pair.answer(pair.ask("tools/list").id, result_of(PER_REQUEST[-1], "tools/list"))
    assert pair.client.capabilities is None
    assert pair.client.request("prompts/list", id="a"), "nothing is known of the server yet"
    pair.client.receive(pair.server.accept(pair.ask("server/discover")))
    rejected(pair.client, "capability", pair.client.request, "prompts/list")
    assert pair.client.request("tools/list")


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_only_methods_with_such_a_result_may_ask_for_input(revision: str) -> None:
    """https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#supported-requests"""
    requests = revision_profile(revision).requests["client"]
    hosts = {method for method, row in requests.items() if row.may_ask_input}
    rows = mb.revision(revision).methods
    assert hosts == {method for method in requests if "InputRequiredResult" in rows[method].results}
    assert hosts >= {method_of(name, revision) for name in ("tools/call", "prompts/get", "resources/read")}
    pair = ready(revision)
    for method in requests.keys() - hosts:
        call = pair.ask(method, params_of(revision, method))
        asked = {"resultType": "input_required", "requestState": "s"}
        rejected(pair.server, "message.valid", pair.server.respond, call.id, asked)
        with pytest.raises(mb.ProtocolError) as caught:
            pair.client.receive(result(call.id, asked))
        assert caught.value.to_bytes() is None


def test_every_capability_of_the_tables_has_a_case() -> None:
    tables = [
        (revision, method, sender)
        for revision in ALL
        for method, info in mb.revision(revision).methods.items()
        for sender in info.senders
        if info.capability
    ]
    assert sorted(tables) == sorted((gate.revision, gate.method, gate.sender) for gate in [*GATES, *EMBEDDED])
    as_tasks = [
        (revision, method)
        for revision in ALL
        for method, info in mb.revision(revision).methods.items()
        if info.task_capability
    ]
    assert sorted(as_tasks) == sorted((gate.revision, gate.method) for gate in AS_TASKS)


@pytest.mark.parametrize("declaring", SIDES)
@pytest.mark.parametrize("declared", [{"experimental": {"acme": {}}}, {"extensions": {"com.acme/x": {}}}])
@pytest.mark.parametrize("revision", ALL)
def test_notifications_of_what_only_the_sides_know_pass(revision: str, declared: Json, declaring: Sender) -> None:
    """An experimental capability, or an extension that is not in use, may have notifications that no revision has."""
    own = "notifications/acme"
    unknown = {each for each in list_all_methods() if method_of(each, revision) not in mb.revision(revision).methods}
    foreign = max(each for each in unknown if each.startswith("notifications/"))
    for sender in SIDES:
        given: dict[str, Json] = {"client": {}, "server": {}, declaring: declared}
        pair, plain = ready(revision, given["client"], given["server"]), ready(revision, {}, {})
        assert isinstance(pair.pass_notification(own, {"a": 1}, sender=sender), Notification)
        for side, method in ((pair.side(sender), foreign), (plain.side(sender), own)):
            rejected(side, "method", side.notify, method, {"a": 1})
