"""What servers ask their clients for crosses between messages and what results embed."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.translation.actions import ACTIONS
from mcp_bindings.translation.inputs import translate_input_request, translate_input_response
from mcp_bindings.translation.plan import StepPlan
from mcp_bindings.translation.translator import translate_step
from mcp_bindings.translation.walking import Walk
from tests.revisions import HANDSHAKE, PER_REQUEST
from tests.seed import SEED
from tests.translation import inputs
from tests.translation.inputs import ELICITATION, ID, asked, context
from tests.translation.test_translate import sent

OLD, NEW = HANDSHAKE[-1], PER_REQUEST[0]
FORMS = max(each for each in HANDSHAKE if "ElicitRequestURLParams" not in mb.revision(each).definitions)
"""The last revision in which an elicitation is a form."""
ELICIT, SAMPLE, ROOTS = "elicitation/create", "sampling/createMessage", "roots/list"
CALL = "tools/call"
FORM: dict[str, Any] = {"message": "m", "requestedSchema": {"type": "object", "properties": {}}}
URL: dict[str, Any] = {"mode": "url", "message": "m", "url": "https://example.com"}
ARRAY, ANY = {"type": "array"}, {"anyOf": [{"type": "array"}, {"type": "object"}]}


def lowered(method: str, params: Any = None, to: str = OLD, **members: Any) -> Any:
    request = {"method": method, **({} if params is None else {"params": params}), **members}
    return translate_input_request(request, to=to, context=context(NEW))


def answer(members: Any, method: str) -> Any:
    document = {"jsonrpc": "2.0", "id": ID, **members}
    return mb.revision(OLD).parse(json.dumps(document), sender="client", pending={ID: method})


def test_a_sample_of_generated_requests_and_responses() -> None:
    assert [fault for number in range(300) for fault in inputs.faults(f"{SEED}/{number}")] == []


@pytest.mark.parametrize("method", sorted(row.name for row in asked(NEW)))
def test_an_embedded_request_becomes_a_message_and_comes_back(method: str) -> None:
    known: dict[str, dict[str, Any]] = {ELICIT: FORM, SAMPLE: {"messages": [], "maxTokens": 1}}
    params = known.get(method, {})
    outcome = lowered(method, params)
    assert outcome.value == {"jsonrpc": "2.0", "id": ID, "method": method, "params": params}
    assert [(edit.op, edit.path) for edit in outcome.edits] == [("add", "/jsonrpc"), ("add", "/id")]
    message = mb.revision(OLD).parse(json.dumps(outcome.value), sender="server")
    back = translate_input_request(message, to=NEW, context=context(OLD))
    assert back.value == {"method": method, "params": params}
    assert not outcome.lossy
    assert not back.lossy
    assert translate_input_request(message, to=NEW, context=mb.TranslationContext(revision=OLD)).lossy


def test_what_would_come_to_life_is_dropped() -> None:
    meta = {"progressToken": 1, "io.modelcontextprotocol/related-task": {"taskId": "t"}, "a": 1}
    outcome = lowered(ELICIT, {**FORM, "task": {"ttl": 1}, "_meta": meta}, id=5, jsonrpc="1", result={}, error=1)
    assert outcome.value == {"jsonrpc": "2.0", "id": ID, "method": ELICIT, "params": {**FORM, "_meta": {"a": 1}}}
    rules = {edit.rule for edit in outcome.edits if edit.lossy}
    assert rules == {"input.sent", "task.request.foreign", "input.progress.unknown", "task.related.foreign"}
    given: dict[str, Any] = {"action": "accept", "task": {}, "_meta": 5}
    response = translate_input_response(given, to=OLD, context=context(NEW, ELICIT))
    assert response.value == {"jsonrpc": "2.0", "id": ID, "result": {"action": "accept"}}


def test_what_the_context_lacks_is_named() -> None:
    cases: list[tuple[Any, int | None, str]] = [
        ({"method": ROOTS}, None, "id"),
        ({"method": ELICIT, "params": URL}, 1, "elicitation_id"),
    ]
    for given, id_, missing in cases:
        refusal = translate_input_request(given, to=OLD, context=mb.TranslationContext(revision=NEW, id=id_)).refusal
        assert refusal is not None
        assert (refusal.missing, refusal.error.to_bytes()) == (missing, None)
    refusal = translate_input_response({}, to=OLD, context=mb.TranslationContext(revision=NEW)).refusal
    assert refusal is not None
    assert refusal.missing == "method"


def test_an_elicitation_at_a_url_has_an_id_in_the_handshake_era() -> None:
    outcome = lowered(ELICIT, URL)
    assert outcome.value["params"] == {**URL, "elicitationId": ELICITATION}
    message = mb.revision(OLD).parse(json.dumps(outcome.value), sender="server")
    back = translate_input_request(message, to=NEW, context=context(OLD))
    assert (back.value["params"], back.lossy) == (URL, False)
    assert translate_input_request(message, to=NEW, context=mb.TranslationContext(revision=OLD, id=ID)).lossy
    refusal = lowered(ELICIT, URL, FORMS).refusal
    assert (refusal.rule, refusal.owner) == ("elicitation.url", "translation")


def test_structured_content_is_wrapped_like_its_tool() -> None:
    tools = [
        {"name": name, "inputSchema": {"type": "object"}, "outputSchema": schema}
        for name, schema in (("list", ARRAY), ("any", ANY), ("object", {"type": "object"}))
    ]
    uses: list[Any] = [
        {"type": "tool_use", "id": name, "name": name, "input": {}} for name in ("list", "any", "object")
    ]
    contents: list[tuple[str, Any]] = [("list", [1]), ("any", {}), ("object", {}), ("unknown", {}), ("unknown", None)]
    results: list[Any] = [
        {"type": "tool_result", "toolUseId": name, "content": [], "structuredContent": content}
        for name, content in contents
    ]
    messages = [{"role": "assistant", "content": uses}, {"role": "user", "content": results}]
    outcome = lowered(SAMPLE, {"messages": messages, "maxTokens": 1, "tools": tools})
    blocks = outcome.value["params"]["messages"][1]["content"]
    found = [block["structuredContent"] for block in blocks]
    assert found == [{"result": [1]}, {"result": {}}, {}, {}, {"result": None}]
    assert outcome.value["params"]["tools"][1]["outputSchema"]["properties"] == {"result": ANY}


def test_errors_cancel_an_elicitation_and_fail_a_call() -> None:
    error = {"error": {"code": -1, "message": "User rejected"}}
    outcome = translate_input_response(answer(error, ELICIT), to=NEW, context=context(OLD))
    assert (outcome.value, outcome.lossy) == ({"action": "cancel"}, True)
    refusal = translate_input_response(answer(error, SAMPLE), to=NEW, context=context(OLD)).refusal
    assert refusal is not None
    assert (refusal.rule, refusal.error.code) == ("input.failed", -32603)


def test_tasks_are_left_to_a_bridge() -> None:
    document: Any = {"jsonrpc": "2.0", "id": 1, "method": ELICIT, "params": {**FORM, "task": {}}}
    message = mb.revision(OLD).parse(json.dumps(document), sender="server")
    refusal = translate_input_request(message, to=NEW, context=context(OLD)).refusal
    assert refusal is not None
    assert (refusal.rule, refusal.owner) == ("task.request.core", "bridge")
    reply = refusal.error.to_bytes()
    assert reply is not None
    assert json.loads(reply)["id"] == 1
    task = {"taskId": "t", "status": "working", "createdAt": "x", "lastUpdatedAt": "x", "ttl": None}
    made = answer({"result": {"task": task}}, ELICIT)
    refusal = translate_input_response(made, to=NEW, context=context(OLD)).refusal
    assert refusal is not None
    assert refusal.rule == "task.result.core"


def test_the_form_of_the_source_is_checked() -> None:
    message = mb.revision(OLD).parse(json.dumps({"jsonrpc": "2.0", "id": 1, "method": ROOTS}), sender="server")
    with pytest.raises(TypeError):
        translate_input_request(message, to=OLD, context=context(NEW))
    with pytest.raises(TypeError):
        translate_input_request({"method": ROOTS}, to=NEW, context=context(OLD))
    with pytest.raises(TypeError):
        translate_input_response(answer({"result": {"roots": []}}, ROOTS), to=OLD, context=context(NEW))
    for nothing in (5, {}, {"method": 5}, {"method": "tools/call"}, {"method": ELICIT, "params": 5}):
        assert translate_input_request(nothing, to=OLD, context=context(NEW)).refusal is not None
    assert translate_input_response(5, to=OLD, context=context(NEW, ROOTS)).refusal is not None


def test_between_revisions_that_send_both() -> None:
    older = next(each for each in HANDSHAKE if SAMPLE in mb.revision(each).methods)
    content = [{"type": "text", "text": "a"}]
    document = {"messages": [{"role": "user", "content": content}], "maxTokens": 1}
    text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": SAMPLE, "params": document})
    message = mb.revision(OLD).parse(text, sender="server")
    outcome = translate_input_request(message, to=older, context=context(OLD))
    (translated,) = mb.translate(message, to=older, context=context(OLD)).messages
    assert outcome.value == translated.document


def test_between_revisions_that_embed_both() -> None:
    request = {"method": ELICIT, "params": FORM}
    outcome = translate_input_request(request, to="draft", context=context(NEW))
    assert (outcome.value, outcome.edits) == (request, ())
    response = translate_input_response({"action": "decline"}, to="draft", context=context(NEW, ELICIT))
    assert response.value == {"action": "decline"}


def test_a_round_of_input_is_translated_where_both_have_it() -> None:
    """The next revision may define members that this one knows nothing of, in what a result embeds too."""
    source = mb.revision(NEW)
    target: Any = copy.copy(source)
    definitions = json.loads(json.dumps(source.schema_file.definitions))
    for name in ("ElicitRequestFormParams", "ElicitResult"):
        definitions[name]["properties"]["size"] = {"type": "integer"}
    plan = StepPlan(source, target, "next", "to-newer", ACTIONS)
    vars(plan)["_target_definitions"] = definitions
    asking = {
        "resultType": "input_required",
        "inputRequests": {"k": {"method": ELICIT, "params": {**FORM, "size": "x"}}},
    }
    walk = Walk(plan, context(NEW), target, CALL, "keep")
    got = sent(NEW, {"method": CALL, "result": asking})
    translate_step(walk, got, got.document)
    assert [(edit.op, edit.rule.id) for edit in walk.edits] == [("remove", "member.rejected")]
    retry = {"name": "t", "inputResponses": {"k": {"action": "accept", "size": "x"}}}
    walk.apply_rules(plan.find_message_node(CALL, "request"), {"params": retry}, None)
    assert [(edit.op, edit.rule.id) for edit in walk.edits[1:]] == [("remove", "member.rejected")]
