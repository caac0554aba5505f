"""Every message is translated to every other revision: validly, by its edits alone, and back again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
import tomli

import mcp_bindings as mb
from mcp_bindings.spec.names import CALL_TOOL, INPUT_REQUEST, INPUT_RESPONSE, SERVER_INFO_KEY
from mcp_bindings.translation.table import BRIDGE_RULES, TRANSLATION_RULES
from mcp_bindings.translation.translator import find_route
from tests.behaviour.envelopes import valid_call
from tests.revisions import HANDSHAKE, PER_REQUEST, draft_release, method_of, request_meta
from tests.seed import SEED
from tests.soak.translate import try_each
from tests.translation import properties, tools

pytestmark = pytest.mark.untraced
OLDEST, NEWEST = mb.REVISIONS[0], mb.REVISIONS[-1]
CAPABILITIES: dict[str, Any] = {"client_capabilities": {}}
SERVER: dict[str, Any] = {"name": "s", "version": "1"}
ROWS = tomli.loads(properties.EXCEPTIONS.read_text(encoding="utf-8"))["exception"]


def message(revision: str, members: Mapping[str, Any], sender: Any = "client") -> Any:
    """A message from its members; `method` beside a result or error is that of the request."""
    document: dict[str, Any] = {"jsonrpc": "2.0", **members}
    is_answer = "result" in document or "error" in document
    pending = {1: document.pop("method")} if is_answer and "method" in document else {}
    if not str(document.get("method", "")).startswith("notifications/"):
        document.setdefault("id", 1)
    return mb.revision(revision).parse(json.dumps(document), sender=sender, pending=pending)


def sent(revision: str, members: Mapping[str, Any]) -> Any:
    """The message from the side that may send it, given the name of its method in any release."""
    members = {**members, "method": method_of(members["method"], revision)}
    row = mb.revision(revision).methods[members["method"]]
    is_answer = "result" in members or "error" in members
    sender = row.senders[0]
    return message(revision, members, {"client": "server", "server": "client"}[sender] if is_answer else sender)


def test_a_sample_of_generated_messages() -> None:
    """`python -m tests.soak translate` tries a quarter of a million."""
    tally = try_each((SEED, range(1_000)))
    assert tally.failures == []
    assert len(tally.parts("messages")) == len(mb.REVISIONS) * (len(mb.REVISIONS) - 1)


def test_results_stay_valid_by_the_schemas_of_their_tools() -> None:
    assert [fault for number in range(60) for fault in tools.faults(f"{SEED}/{number}")] == []


def test_a_refusal_says_if_a_rule_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    linked = next(each for each in mb.REVISIONS if "ResourceLink" in mb.revision(each).definitions)
    *_, oldest, older = mb.REVISIONS[: mb.REVISIONS.index(linked)]
    link = {"type": "resource_link", "name": "a", "uri": "file:///a"}
    result = message(linked, {"result": {"content": [link]}, "method": CALL_TOOL}, "server")

    def without_rules(*_: object) -> list[Any]:
        return []

    def refused(source: str, target: str) -> Any:
        refusal = mb.translate(result, to=target, context=mb.TranslationContext(revision=source)).refusal
        return refusal and (refusal.rule, "no rule of translation" in refusal.reason)

    assert refused(linked, older) is None
    assert refused(older, oldest) == ("outcome", False), (
        "the message is not valid in the revision that the caller names"
    )
    find_route.cache_clear()
    monkeypatch.setattr("mcp_bindings.translation.plan.find_rules_of_steps", without_rules)
    try:
        assert refused(linked, older) == ("rule.absent", True)
        assert refused(older, oldest) == ("outcome", False)
    finally:
        find_route.cache_clear()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["rule"])
def test_exceptions_do_not_come_back(row: Mapping[str, Any]) -> None:
    """A row that no longer holds must go: each has a message that goes up and comes back as another one."""
    made = sent(row["source"], row["message"])
    context = mb.TranslationContext(
        revision=row["source"], sender="server", subscription_id=3, server_info=SERVER, **CAPABILITIES
    )
    there = mb.translate(made, to=row["target"], context=context)
    assert there.refusal is None
    back = mb.translate(there.messages[0], to=row["source"], context=replace(context, revision=row["target"]))
    assert row["rule"] in {edit.rule for edit in (*there.edits, *back.edits)}
    assert row["reason"]
    assert [each.document for each in back.messages] != [made.document]
    goes_to_newer = mb.REVISIONS.index(row["source"]) < mb.REVISIONS.index(row["target"])
    assert properties.is_told(there, back) or not goes_to_newer


def test_every_rule_names_places_that_exist() -> None:
    """A rule that no plan has does nothing, such as one about a definition that was renamed."""
    met: set[str] = set()
    for source, target in permutations(mb.REVISIONS, 2):
        way = find_route(source, target)
        for steps in (*([way.steps] if len(way.steps) == 1 else []), *way.steps_by_method.values()):
            for plan in steps:
                met |= rules_in(plan)
    assert met == {rule.id for rule in TRANSLATION_RULES}


def rules_in(plan: Any) -> set[str]:
    """The rules that the plan of a step has at some place."""
    found: set[str] = set()
    for method, row in plan.source.methods.items():
        for kind in ("request", "notification", "error", "result", "response", INPUT_REQUEST, INPUT_RESPONSE):
            found |= {rule.row.id for rule in plan.find_message_rules(method, kind)}
        other = plan.target.methods.get(plan.find_target_method(method))
        if other is not None and "embedded" in (other.kind, row.kind):
            nodes = [plan.find_message_node(method, INPUT_REQUEST), plan.find_result_node(method, INPUT_RESPONSE)]
        elif other is not None and other.kind == row.kind:
            nodes = [plan.find_message_node(method, row.kind)] + (
                [plan.find_result_node(method)] if row.kind == "request" else []
            )
        else:
            continue
        while nodes:
            node = nodes.pop()
            found |= {rule.row.id for rule in node.rules}
            nodes += node.members.values()
            nodes += [inner for inner in (node.items, node.map_values) if inner is not None]
            nodes += node.choice.nodes if node.choice is not None else []
    return found


@pytest.mark.parametrize("method", sorted(BRIDGE_RULES))
def test_messages_about_the_connection_are_left_to_a_bridge(method: str) -> None:
    revision = next(each for each in mb.REVISIONS if method in mb.revision(each).methods)
    row = mb.revision(revision).methods[method]
    made = mb.revision(revision).parse(json.dumps(valid_call(revision, method)), sender=row.senders[0])
    for target in mb.REVISIONS:
        if target != revision:
            outcome = mb.translate(made, to=target, context=mb.TranslationContext(revision=revision))
            assert outcome.refusal is not None
            assert (outcome.refusal.owner, outcome.messages, outcome.edits) == ("bridge", (), ())
            assert outcome.refusal.citation.startswith("https://modelcontextprotocol.io/specification/")
            reply = outcome.refusal.error.to_bytes()
            assert (reply is None) == (row.kind == "notification")


def test_what_is_missing_is_named() -> None:
    old, new = HANDSHAKE[-1], PER_REQUEST[0]
    cases: list[tuple[str, str, Any, dict[str, Any]]] = [
        ("client_capabilities", old, sent(old, {"method": CALL_TOOL, "params": {"name": "t"}}), {}),
        ("client_capabilities", old, sent(old, {"method": "tools/list"}), {"client_capabilities": {"roots": 5}}),
        ("client_info", old, sent(old, {"method": "tools/list"}), {**CAPABILITIES, "client_info": {}}),
        ("subscription_id", old, sent(old, {"method": "notifications/tools/list_changed"}), {}),
        ("method", old, message(old, {"result": {}}, "server"), {}),
        (
            "sender",
            old,
            sent(old, {"method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}}),
            {},
        ),
        (
            "method",
            new,
            message(new, {"error": {"code": -32602, "message": "m", "data": {"uri": "a:b"}}}, "server"),
            {},
        ),
    ]
    structured: dict[str, Any] = {"content": [], "structuredContent": {}, "resultType": "complete"}
    made = sent(new, {"method": CALL_TOOL, "result": structured})
    cases += [("server_info", old, sent(old, {"method": "tools/list", "result": {"tools": []}}), {"server_info": 5})]
    cases += [("tool", new, made, {}), ("output_schemas", new, made, {"tool": "t"})]
    for member, revision, each, known in cases:
        target = new if revision == old else old
        refusal = mb.translate(each, to=target, context=mb.TranslationContext(revision=revision, **known)).refusal
        assert refusal is not None
        assert (refusal.missing, f"`{member}`" in refusal.reason) == (member, True)


def test_a_refusal_says_why_a_value_is_not_valid() -> None:
    old, new = HANDSHAKE[-1], PER_REQUEST[0]
    known: dict[str, Any] = {"client_capabilities": {}, "client_info": SERVER}
    for member, value, fault in (
        ("log_level", "zz", '"emergency"'),
        ("client_info", {"name": "notes"}, '"version"'),
        ("client_info", {"name": object()}, "not JSON"),
        ("server_info", 5, "object"),
    ):
        made: dict[str, Any] = {"result": {"tools": []}} if member == "server_info" else {}
        given: dict[str, Any] = {**known, member: value}
        context = mb.TranslationContext(revision=old, **given)
        refusal = mb.translate(sent(old, {"method": "tools/list", **made}), to=new, context=context).refusal
        assert refusal is not None
        assert refusal.missing == member
        assert refusal.reason.startswith(f"The `{member}` of the context is not valid: ")
        assert fault in refusal.reason


def test_a_result_that_goes_up_names_its_server() -> None:
    old, new = HANDSHAKE[-1], PER_REQUEST[0]
    results: list[dict[str, Any]] = [{}, {"_meta": {"a": 1}}, {"_meta": {SERVER_INFO_KEY: {"name": "another"}}}]
    for members, kept in zip(results, ({}, {"a": 1}, {}), strict=True):
        made = sent(old, {"method": "tools/list", "result": {"tools": [], **members}})
        context = mb.TranslationContext(revision=old, server_info=SERVER)
        (outcome,) = mb.translate(made, to=new, context=context).messages
        assert outcome.document["result"]["_meta"] == {**kept, SERVER_INFO_KEY: SERVER}
        back = mb.translate(outcome, to=old, context=replace(context, revision=new))
        assert back.messages[0].document["result"].get("_meta", {}) == kept
        assert not back.lossy
        unknown = mb.translate(outcome, to=old, context=mb.TranslationContext(revision=new))
        assert [edit.rule for edit in unknown.edits if edit.lossy] == ["server-info"]


WRONG: tuple[dict[str, Any], ...] = (
    {"sender": "nobody"},
    {"method": ["tools/call"]},
    {"tool": 5},
    {"elicitation_id": {}},
    {"id": True},
    {"subscription_id": float("nan")},
    {"subscription_id": "\ud800"},
)


@pytest.mark.parametrize("given", WRONG, ids=str)
def test_a_context_of_other_types_is_rejected(given: dict[str, Any]) -> None:
    """`translate` would fail with it, for some messages and not for others."""
    with pytest.raises(ValueError, match=next(iter(given))):
        mb.TranslationContext(revision=NEWEST, **given)


def test_a_context_knows_the_request_that_is_answered() -> None:
    made = sent(NEWEST, {"method": CALL_TOOL, "params": {"name": "t", "_meta": meta()}})
    context = mb.TranslationContext(revision=NEWEST, output_schemas={"t": {"type": "array"}}).answering(made)
    result: dict[str, Any] = {"content": [], "structuredContent": {"a": 1}, "resultType": "complete"}
    answer = mb.revision(NEWEST).parse(json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}), sender="server")
    (outcome,) = mb.translate(answer, to=HANDSHAKE[-1], context=context).messages
    assert outcome.document["result"]["structuredContent"] == {"result": {"a": 1}}


def meta() -> dict[str, Any]:
    return request_meta(NEWEST)


def test_additions_are_kept_or_dropped() -> None:
    tool: dict[str, Any] = {"name": "t", "title": "T", "icons": [], "inputSchema": {"type": "object"}, "unknown": 1}
    made = sent(HANDSHAKE[-1], {"method": "tools/list", "result": {"tools": [tool]}})
    context = mb.TranslationContext(revision=HANDSHAKE[-1])
    (kept,) = mb.translate(made, to=OLDEST, context=context).messages
    assert kept.document == made.document
    dropped = mb.translate(made, to=OLDEST, context=context, additions="drop")
    (outcome,) = dropped.messages
    assert outcome.document["result"]["tools"] == [{"name": "t", "inputSchema": {"type": "object"}, "unknown": 1}]
    assert [(edit.path, edit.lossy) for edit in dropped.edits] == [
        ("/result/tools/0/icons", True),
        ("/result/tools/0/title", True),
    ]


def test_a_body_that_was_changed_is_translated_as_it_is_now() -> None:
    made = sent(HANDSHAKE[-1], {"method": CALL_TOOL, "params": {"name": "t"}})
    made.params.name = "other"
    context = mb.TranslationContext(revision=HANDSHAKE[-1], **CAPABILITIES)
    (outcome,) = mb.translate(made, to=NEWEST, context=context).messages
    assert isinstance(outcome, mb.Request)
    assert outcome.params.name == "other"
    assert b'"name": "other"' in outcome.to_bytes()


def test_batches_and_the_same_revision() -> None:
    batch = mb.revision("2025-03-26").parse('[{"jsonrpc":"2.0","id":1,"method":"ping"}]', sender="client")
    context = mb.TranslationContext(revision="2025-03-26")
    refusal = mb.translate(batch, to=NEWEST, context=context).refusal
    assert refusal is not None
    assert (refusal.owner, refusal.error.to_bytes()) == ("bridge", None)
    assert isinstance(batch, mb.Batch)
    inner = batch.items[0]
    assert isinstance(inner, mb.Request)
    assert mb.translate(inner, to="2025-03-26", context=context) == mb.Translation((inner,))
    with pytest.raises(mb.UnknownRevision):
        mb.translate(inner, to="2020-01-01", context=context)


def test_the_draft_is_a_step_after_its_release() -> None:
    release = draft_release()
    made = sent(OLDEST, {"method": CALL_TOOL, "params": {"name": "t"}})
    context = mb.TranslationContext(revision=OLDEST, **CAPABILITIES)
    outcome = mb.translate(made, to="draft", context=context)
    assert outcome.edits == mb.translate(made, to=release, context=context).edits
    (translated,) = outcome.messages
    back = mb.translate(translated, to=OLDEST, context=replace(context, revision="draft"))
    assert [each.document for each in back.messages] == [made.document]
    assert not back.lossy
