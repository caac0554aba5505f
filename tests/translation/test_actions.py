"""What single rules make of a message, written out by hand."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.spec.names import CAPABILITIES_KEY, VERSION_KEY
from mcp_bindings.spec.translation import TranslationRule
from mcp_bindings.translation import table
from mcp_bindings.translation.actions import ACTIONS
from mcp_bindings.translation.outcome import Refused
from mcp_bindings.translation.plan import StepPlan
from mcp_bindings.translation.table import RENAME_METHOD
from mcp_bindings.translation.translator import translate_step
from mcp_bindings.translation.walking import Walk
from tests.revisions import HANDSHAKE, PER_REQUEST, having, method_of
from tests.translation.test_translate import sent

OLDEST, LAST, NEW = HANDSHAKE[0], HANDSHAKE[-1], PER_REQUEST[0]
URL_MODE = next(each for each in HANDSHAKE if "ElicitRequestURLParams" in mb.revision(each).definitions)
FORMS = HANDSHAKE[HANDSHAKE.index(URL_MODE) - 1]
"""The revision before it, in which an elicitation is a form."""
CALL, LIST, READ = "tools/call", "tools/list", "resources/read"
ELICIT, SAMPLE, COMPLETE = "elicitation/create", "sampling/createMessage", "completion/complete"
OBJECT: dict[str, Any] = {"type": "object"}
HINTS: dict[str, Any] = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
AUDIO: dict[str, Any] = {"type": "audio", "data": "AA==", "mimeType": "audio/wav", "annotations": {"priority": 1}}
LINK: dict[str, Any] = {"type": "resource_link", "name": "n", "title": "T", "uri": "a:b"}
TITLED: dict[str, Any] = {"type": "string", "title": "T", "oneOf": [{"const": "a", "title": "A"}]}


def text(content: str) -> dict[str, Any]:
    return {"type": "text", "text": content}


def result(**members: Any) -> dict[str, Any]:
    return {"method": CALL, "result": {"content": [], **members}}


def tools(**members: Any) -> dict[str, Any]:
    return {"method": LIST, "result": {"tools": [{"name": "t", "inputSchema": OBJECT, **members}], **HINTS}}


def error(method: str, code: int, data: Any) -> dict[str, Any]:
    return {"method": method, "error": {"code": code, "message": "m", "data": data}}


def form(schema: dict[str, Any]) -> dict[str, Any]:
    return {"method": ELICIT, "params": {"message": "m", "requestedSchema": {**OBJECT, "properties": {"a": schema}}}}


def sample(*contents: Any) -> dict[str, Any]:
    messages = [{"role": "user", "content": content} for content in contents]
    return {"method": SAMPLE, "params": {"messages": messages, "maxTokens": 1}}


RECURSIVE = {"type": "array", "items": {"$ref": "#"}, "$defs": {"a": {"$id": "https://a.b", "$ref": "#/c"}}}
CASES: dict[str, tuple[str, str, dict[str, Any], str, Any]] = {
    "audio": (
        LAST,
        OLDEST,
        result(content=[AUDIO]),
        "/result/content/0",
        {**text("[audio, audio/wav]"), "annotations": {"priority": 1}},
    ),
    "a link": (LAST, OLDEST, result(content=[LINK]), "/result/content", [text("[resource_link, T, n, a:b]")]),
    "structured content": (
        LAST,
        OLDEST,
        result(structuredContent={"a": [1]}),
        "/result/content",
        [text('{"a":[1]}')],
    ),
    "structured content that a text has": (
        LAST,
        OLDEST,
        result(content=[text('{ "a": [1.0] }')], structuredContent={"a": [1]}),
        "/result/content",
        [text('{ "a": [1.0] }')],
    ),
    "wrapped content": (
        NEW,
        LAST,
        result(structuredContent=5, resultType="complete"),
        "/result/structuredContent",
        {"result": 5},
    ),
    "a schema of no object": (
        NEW,
        LAST,
        tools(outputSchema=RECURSIVE),
        "/result/tools/0/outputSchema",
        {
            **OBJECT,
            "properties": {"result": {**RECURSIVE, "items": {"$ref": "#/properties/result"}}},
            "required": ["result"],
        },
    ),
    "boolean schemas": (
        NEW,
        OLDEST,
        tools(inputSchema={**OBJECT, "properties": {"a": True, "b": False, "c": {}}}),
        "/result/tools/0/inputSchema/properties",
        {"a": {}, "b": {"not": {}}, "c": {}},
    ),
    "titled choices": (
        LAST,
        FORMS,
        form(TITLED),
        "/params/requestedSchema/properties/a",
        {"type": "string", "title": "T", "enum": ["a"], "enumNames": ["A"]},
    ),
    "messages of several blocks": (
        LAST,
        FORMS,
        sample(text("a"), [text("b"), text("c")], []),
        "/params/messages",
        [{"role": "user", "content": text(each)} for each in "abc"],
    ),
    "a result of several blocks": (
        LAST,
        FORMS,
        {"method": SAMPLE, "result": {"role": "assistant", "model": "m", "content": [text("a"), text("b")]}},
        "/result/content",
        text("a\nb"),
    ),
    "too many values": (
        max(each for each in HANDSHAKE if COMPLETE in mb.revision(each).methods),
        NEW,
        {"method": COMPLETE, "result": {"completion": {"values": ["v"] * 101}}},
        "/result/completion/values",
        ["v"] * 100,
    ),
    "a result that goes up": (LAST, NEW, {"method": LIST, "result": {"tools": []}}, "/result", {"tools": [], **HINTS}),
    "a resource that is not there, up": (LAST, NEW, error(READ, -32002, {"uri": "a:b"}), "/error/code", -32602),
    "a resource that is not there, down": (NEW, LAST, error(READ, -32602, {"uri": "a:b"}), "/error/code", -32002),
    "invalid params": (NEW, LAST, error(CALL, -32602, {"uri": "a:b"}), "/error/code", -32602),
    "a code that the newer revision reserves": (LAST, NEW, error(CALL, -32022, {}), "/error/code", -32603),
    "a code of an implementation": (LAST, NEW, error(CALL, -32019, {}), "/error/code", -32019),
}
REFUSED: dict[str, tuple[str, str, dict[str, Any], int]] = {
    "a URL": (
        LAST,
        FORMS,
        {"method": ELICIT, "params": {"mode": "url", "message": "m", "url": "a:b", "elicitationId": "e"}},
        -32602,
    ),
    "a form": (LAST, OLDEST, form({"type": "string"}), -32601),
    "several choices": (LAST, FORMS, form({"type": "array", "items": {"type": "string", "enum": []}}), -32602),
    "a tool in sampling": (
        LAST,
        OLDEST,
        sample({"type": "tool_use", "id": "1", "name": "n", "input": {}}),
        -32602,
    ),
    "a task": (LAST, NEW, {"method": CALL, "params": {"name": "t", "task": {}}}, -32601),
    "a request of a server": (LAST, NEW, {"method": "roots/list"}, -32601),
    "a round of input": (NEW, LAST, {"method": CALL, "result": {"resultType": "input_required"}}, -32603),
    "a URL that is required": (
        LAST,
        NEW,
        error(CALL, -32042, {"elicitations": []}),
        -32603,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_becomes_of_a_message(case: str) -> None:
    source, target, members, pointer, expected = CASES[case]
    context = mb.TranslationContext(revision=source, tool="t", output_schemas={"t": None}, client_capabilities={})
    translation = mb.translate(sent(source, members), to=target, context=context)
    assert translation.refusal is None
    found: Any = translation.messages[0].document
    for token in pointer.split("/")[1:]:
        found = found[int(token)] if token.isdigit() else found[token]
    assert found == expected


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(case: str) -> None:
    source, target, members, code = REFUSED[case]
    refusal = mb.translate(sent(source, members), to=target, context=mb.TranslationContext(revision=source)).refusal
    assert refusal is not None
    assert (refusal.error.code, refusal.error.id, refusal.missing) == (code, 1, "")


@pytest.mark.parametrize(
    "message",
    [
        {"method": LIST, "params": {}},
        {"method": LIST, "params": {"_meta": {}}},
        {"method": CALL, "params": {"name": "t", "_meta": {}}},
        {"method": LIST, "result": {"tools": [], "_meta": {}}},
        error(READ, -32602, {"uri": "a:b"}),
    ],
    ids=["params", "meta", "meta beside", "meta of a result", "invalid params of a URI"],
)
def test_what_does_not_come_back_is_lossy(message: dict[str, Any]) -> None:
    original = sent(LAST, message)
    outcome, back = there_and_back(original)
    assert outcome.lossy
    assert back.messages[0].document != original.document


@pytest.mark.parametrize("data", [{}, {"uri": "a:b"}], ids=["without data", "with a URI"])
@pytest.mark.parametrize("method", [CALL, READ])
def test_the_older_code_of_an_absent_resource_is_not_restored(method: str, data: dict[str, Any]) -> None:
    """A server of the newer revision may send -32002, which older ones read as a resource that does not exist."""
    original = sent(NEW, error(method, -32002, data))
    outcome, back = there_and_back(original, NEW, LAST)
    assert [(each.rule, each.lossy) for each in outcome.edits] == [("error.not-found.old", True)]
    assert outcome.messages[0].document["error"] == original.document["error"]
    assert back.messages[0].document["error"]["code"] == -32602


@pytest.mark.parametrize("params", [{"params": {"cursor": "c"}}, {}], ids=["params", "none"])
def test_what_comes_back_is_not_lossy(params: dict[str, Any]) -> None:
    original = sent(LAST, {"method": LIST, **params})
    outcome, back = there_and_back(original)
    assert not outcome.lossy
    assert back.messages[0].document == original.document


def there_and_back(message: Any, source: str = LAST, target: str = NEW) -> tuple[mb.Translation, mb.Translation]:
    """A message that goes to another era, and what comes back of it."""
    info = {"name": "s", "version": "1"}
    context = mb.TranslationContext(revision=source, client_capabilities={}, server_info=info, method=message.method)
    outcome = mb.translate(message, to=target, context=context)
    return outcome, mb.translate(outcome.messages[0], to=source, context=replace(context, revision=target))


def test_a_renamed_request_names_the_version_of_its_target(monkeypatch: pytest.MonkeyPatch) -> None:
    step, method, renamed = "next", "prompts/get", "prompts/list"
    rule = TranslationRule("renamed", "why", step, "to-newer", ("request",), RENAME_METHOD)
    rule = rule._replace(methods=(method,), value=f'"{renamed}"')
    monkeypatch.setattr(table, "TRANSLATION_RULES", (rule,))
    source, target = mb.revision(NEW), mb.revision("draft")
    plan = StepPlan(source, target, (step,), "to-newer", ACTIONS)
    plan.renames_version = True
    named: dict[str, Any] = {"params": {"name": "p", "_meta": {VERSION_KEY: "2020-01-01", CAPABILITIES_KEY: {}}}}
    asked = sent(NEW, {"method": method, **named})
    walk = Walk(plan, mb.TranslationContext(revision=NEW), target, method, "keep")
    document = translate_step(walk, asked, asked.document)
    assert (document["method"], document["params"]["_meta"][VERSION_KEY]) == (renamed, target.version)


def test_a_result_that_asks_for_what_is_unknown_is_refused() -> None:
    newest = having(ELICIT, "InputRequiredResult", among=PER_REQUEST)[-1]
    source, target, call = mb.revision(newest), copy.copy(mb.revision(newest)), method_of(CALL, newest)
    elicit = method_of(ELICIT, newest)
    target.__dict__["methods"] = {name: row for name, row in source.methods.items() if name != elicit}
    plan = StepPlan(source, target, ("next",), "to-newer", ACTIONS)
    walk = Walk(plan, mb.TranslationContext(revision=newest), target, call, "keep")
    question = {**form({"type": "string"}), "method": elicit}
    asking = {"resultType": "input_required", "inputRequests": {"a": question}}
    asked = sent(newest, {"method": CALL, "result": asking})
    with pytest.raises(Refused) as refused:
        translate_step(walk, asked, asked.document)
    assert refused.value.rule.id == "input.absent"


def test_what_a_result_asks_for_follows_the_rules_of_its_method(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of the call were applied alone, so a question with another name had no form in the target."""
    newest = having(ELICIT, SAMPLE, "InputRequiredResult", among=PER_REQUEST)[-1]
    call, elicit, sampled = (method_of(each, newest) for each in (CALL, ELICIT, SAMPLE))
    renamed = f"{elicit}Now"
    rename = TranslationRule("renamed", "why", "next", "to-newer", ("InputRequest",), RENAME_METHOD)
    rename = rename._replace(methods=(elicit,), value=f'"{renamed}"')
    places = ("ElicitRequestFormParams", "CreateMessageRequestParams")
    needed = TranslationRule("needed", "why", "next", "to-newer", places, "set_absent")
    needed = needed._replace(methods=(elicit,), members=("tone",), value='"kind"')
    monkeypatch.setattr(table, "TRANSLATION_RULES", (rename, needed))
    source, target = mb.revision(newest), copy.copy(mb.revision(newest))
    row = source.methods[elicit]._replace(name=renamed)
    target.__dict__["methods"] = {
        **{name: each for name, each in source.methods.items() if name != elicit},
        renamed: row,
    }
    plan = StepPlan(source, target, ("next",), "to-newer", ACTIONS)
    walk = Walk(plan, mb.TranslationContext(revision=newest), target, call, "keep")
    asks = {"a": form({"type": "string"}), "b": sample(text("hi")), "c": form({"type": "number"})}
    wanted = {key: {**each, "method": method_of(each["method"], newest)} for key, each in asks.items()}
    got = sent(newest, {"method": call, "result": {"resultType": "input_required", "inputRequests": wanted}})
    document = translate_step(walk, got, got.document)
    asked = document["result"]["inputRequests"]
    assert {key: each["method"] for key, each in asked.items()} == {"a": renamed, "b": sampled, "c": renamed}
    assert {key: each["params"].get("tone") for key, each in asked.items()} == {"a": "kind", "b": None, "c": "kind"}
    assert walk.method == call


@pytest.mark.parametrize("asks", [True, False], ids=["asks", "complete"])
def test_what_a_complete_result_needs_is_not_added_to_others(asks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The translation of a result that asks for input needs no change, unlike that of a complete one."""
    rule = TranslationRule("needed", "why", "next", "to-newer", ("CallToolResult",), "set_absent", lossy=True)
    monkeypatch.setattr(table, "TRANSLATION_RULES", (rule._replace(members=("cost",), value="0"),))
    newest = having("InputRequiredResult", among=PER_REQUEST)[-1]
    call = method_of(CALL, newest)
    plan = StepPlan(mb.revision(newest), mb.revision(newest), ("next",), "to-newer", ACTIONS)
    walk = Walk(plan, mb.TranslationContext(revision=newest), mb.revision(newest), call, "keep")
    members: dict[str, Any] = (
        {"resultType": "input_required", "requestState": "s"} if asks else {"content": [], **HINTS}
    )
    got = sent(newest, {"method": CALL, "result": members})
    translate_step(walk, got, got.document)
    assert [edit.rule.id for edit in walk.edits] == ([] if asks else ["needed"])


def test_an_answer_that_no_server_asks_for_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A retry stays a retry; an answer alone has no object that it can leave."""
    rule = TranslationRule("unknown", "why", "next", "to-newer", ("ElicitResult",), "drop_value", lossy=True)
    monkeypatch.setattr(table, "TRANSLATION_RULES", (rule,))
    newest = having(ELICIT, among=PER_REQUEST)[-1]
    call = method_of(CALL, newest)
    plan = StepPlan(mb.revision(newest), mb.revision(newest), ("next",), "to-newer", ACTIONS)
    walk = Walk(plan, mb.TranslationContext(revision=newest), mb.revision(newest), call, "keep")
    answer = {"action": "decline"}
    retry = {"params": {"name": "t", "inputResponses": {"a": answer}, "requestState": "s"}}
    walk.apply_rules(plan.find_message_node(call, "request"), retry, None)
    assert walk.apply_new_edits(retry) == {"params": {"name": "t", "inputResponses": {}, "requestState": "s"}}
    assert [(edit.place, edit.lossy) for edit in walk.edits] == [((((None, "params"), "inputResponses"), "a"), True)]
    for place in (None, (None, "result"), ((None, "params"), 0)):
        with pytest.raises(Refused):
            walk.apply_rules(plan.find_result_node(method_of(ELICIT, newest), "input response"), answer, place)


MOVED: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    ("Tool", "label", '["annotations", "label"]', {"label": "L"}, {"annotations": {"label": "L"}}),
    ("Tool", "label", '["annotations", "label"]', {"label": "L", "annotations": {}}, {"annotations": {"label": "L"}}),
    (
        "Tool",
        "label",
        '["annotations", "label"]',
        {"label": "L", "annotations": {"label": 1}},
        {"label": "L", "annotations": {"label": 1}},
    ),
    (
        "Tool.annotations",
        "label",
        '["..", "label"]',
        {"annotations": {"label": "L"}},
        {"annotations": {}, "label": "L"},
    ),
    ("Tool", "label", '["mark"]', {"label": "L"}, {"mark": "L"}),
    ("Tool", "label", '["mark"]', {"label": "L", "mark": 1}, {"label": "L", "mark": 1}),
]


@pytest.mark.parametrize(("place", "member", "value", "before", "after"), MOVED)
def test_a_member_moves(
    place: str, member: str, value: str, before: Any, after: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert listed_tool([(place, member, value)], before, monkeypatch) == after


def test_two_members_move_into_one_new_object(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [("Tool", name, json.dumps(["annotations", name])) for name in ("label", "mark")]
    assert listed_tool(rules, {"label": "L", "mark": "M"}, monkeypatch) == {"annotations": {"label": "L", "mark": "M"}}


def listed_tool(
    moves: list[tuple[str, str, str]], members: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """The members of a listed tool after these moves, without those that every tool has."""
    step = "next"
    rules = tuple(
        TranslationRule(f"move-{member}", "why", step, "to-newer", (place,), "move")._replace(
            members=(member,), value=value
        )
        for place, member, value in moves
    )
    monkeypatch.setattr(table, "TRANSLATION_RULES", rules)
    source, target = mb.revision(NEW), mb.revision("draft")
    plan = StepPlan(source, target, (step,), "to-newer", ACTIONS)
    message = sent(NEW, tools(**members))
    walk = Walk(plan, mb.TranslationContext(revision=NEW, method=LIST), target, LIST, "keep")
    (tool,) = translate_step(walk, message, message.document)["result"]["tools"]
    return {name: value for name, value in tool.items() if name not in ("name", "inputSchema")}
