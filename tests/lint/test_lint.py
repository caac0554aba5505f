"""`rev.lint`: what a message is taken for, where its parts are found, and that no JSON value is too odd for it."""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from random import Random
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.limits import MAX_FINDINGS
from mcp_bindings.revisions import Revision
from mcp_bindings.v2025_11_25 import CallToolRequest, Icon, ListToolsResult, Tool, ToolInputSchema
from tests.behaviour import classes
from tests.differential.values import EXTRA_NAMES, INTEGERS, STRINGS
from tests.revisions import as_of, filter_of

SEED = int(os.environ.get("MCP_SEED", 20261120))
REVISIONS = pytest.mark.parametrize("revision", mb.REVISIONS)
NEW = mb.revision("2025-11-25")
NEWEST = mb.revision("2026-07-28")
ENVELOPE = {"jsonrpc": "2.0", "id": 1}
BAD_META = {"_meta": {"a b": 1}}
ODD_IDS: tuple[Any, ...] = (True, None, 1.5, [], {})
NO_MESSAGES: tuple[Any, ...] = (None, True, 5, 1.5, [], '"text"', b"5")
BAD_TOOL: Any = {"name": "a b", "inputSchema": {"type": "object"}}


def found(rev: Revision, message: object, **asked: Any) -> list[tuple[str, str]]:
    """Pointer and rule of each finding."""
    return [(finding.pointer, finding.rule) for finding in rev.lint(message, **asked)]


@REVISIONS
def test_params_without_their_message_break_the_same_rules(revision: str) -> None:
    """`lint(request.params)` found nothing where the rule names `ReadResourceRequest.params.uri`."""
    rev = mb.revision(revision)
    rules = import_module(f"{rev.package}.lint_rules").RULES
    places = [place.split(".") for rule in rules for place in rule.places]
    named = sorted({definition for definition, *path in places if path[:1] == ["params"] and definition != "*"})
    assert named
    for definition in named:
        params = f"{definition}Params"
        if params in rev.definitions:
            assert ("/uri", "resource.uri-valid") in found(rev, {"uri": "a b"}, definition=params), params


@pytest.mark.parametrize("path", ["a%2f..%2fb", "a%2F%2e%2E", "a%5c..%5Cb", "..%2fb", "a/%2e"])
def test_encoded_separators_hide_no_dot_segments(path: str) -> None:
    """Files are opened by the decoded path."""
    assert found(NEW, {"uri": f"file:///{path}"}, definition="Root") == [("/uri", "root.path")]
    assert found(NEW, {"uri": f"file:///{path.replace('.', '')}x"}, definition="Root") == []


@pytest.mark.parametrize("url", ["https:///x", "https://", "HTTPS://:80/", "https://u@/x", "https:x", "https:/x"])
def test_a_url_without_a_host_is_not_valid(url: str) -> None:
    params = {"mode": "url", "message": "m", "elicitationId": "1", "url": url}
    assert ("/url", "elicit.url-valid") in found(NEW, params, definition="ElicitRequestURLParams")
    assert found(NEW, {**params, "url": "https://[::1]/"}, definition="ElicitRequestURLParams") == []


@REVISIONS
def test_a_good_message_breaks_nothing(revision: str) -> None:
    rev = mb.revision(revision)
    for message in (
        {**ENVELOPE, "method": "tools/list"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
        {**ENVELOPE, "result": {"resultType": "complete", "tools": [{"name": "a", "inputSchema": {"type": "object"}}]}},
        {**ENVELOPE, "error": {"code": 1, "message": "a"}},
    ):
        assert rev.lint(message) == []


def test_the_ways_in_agree() -> None:
    tool = Tool(name="a b", input_schema=ToolInputSchema(), icons=[Icon(src="ftp://a")])
    expected = [("/name", "tool.name-chars"), ("/icons/0/src", "icon.src-scheme")]
    value = json.loads(NEW.codec(Tool).encode(tool))
    for given in (tool, NEW.codec(Tool).encode(tool), json.dumps(value), bytearray(json.dumps(value), "utf-8"), value):
        assert sorted(found(NEW, given, definition="Tool")) == sorted(expected)
    assert sorted(found(NEW, tool)) == sorted(expected)
    assert found(NEW, {**ENVELOPE, "result": {"tools": [tool]}})[0] == ("/result/tools/0/name", "tool.name-chars")
    assert found(NEW, ListToolsResult(tools=[tool]))[0] == ("/tools/0/name", "tool.name-chars")
    call = NEW.codec(CallToolRequest).decode_value(
        {**ENVELOPE, "method": "tools/call", "params": {"name": "a", **BAD_META}}
    )
    assert found(NEW, call) == [("/params/_meta/a b", "meta.key-format")]
    assert found(NEW, [call, call]) == [
        ("/0/params/_meta/a b", "meta.key-format"),
        ("/1/params/_meta/a b", "meta.key-format"),
    ]


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25", "2026-07-28", "draft"])
def test_meta_is_found_wherever_it_is(revision: str) -> None:
    """Also where the schema does not mention it: up to 2025-06-18 requests have open params."""
    rev = mb.revision(revision)
    for method, info in rev.methods.items():
        if info.kind != "embedded":
            message = {"jsonrpc": "2.0", "method": method, "params": BAD_META}
            full = message if info.kind == "notification" else {**message, "id": 1}
            assert ("/params/_meta/a b", "meta.key-format") in found(rev, full)
            assert ("/params/_meta/a b", "meta.key-format") in found(rev, full, definition=info.message)
    assert ("/result/_meta/a b", "meta.key-format") in found(rev, {**ENVELOPE, "result": BAD_META})
    assert found(rev, {**ENVELOPE, "method": "acme/x", "params": BAD_META}) == [
        ("/params/_meta/a b", "meta.key-format")
    ]
    free = {**ENVELOPE, "method": "tools/call", "params": {"name": "a", "arguments": BAD_META}}
    assert found(rev, free) == [], "arguments are free"


def test_a_bad_id_makes_no_notification_of_a_request() -> None:
    for odd in ODD_IDS:
        assert found(NEW, {**ENVELOPE, "id": odd, "method": "tools/list"}) == []
        assert found(NEW, {**ENVELOPE, "id": odd, "method": "acme/x"}) == []
        broken = [("/id", "envelope.notification-no-id")]
        assert found(NEW, {**ENVELOPE, "id": odd, "method": "notifications/acme"}) == broken
        assert found(NEW, {**ENVELOPE, "id": odd, "method": "notifications/initialized"}) == broken
        whole = {**ENVELOPE, "id": odd, "method": "notifications/initialized"}
        assert found(NEW, whole, definition="InitializedNotification") == broken


def test_what_is_neither_call_nor_answer() -> None:
    neither = [("", "envelope.result-xor-error")]
    assert found(NEW, {}) == found(NEW, ENVELOPE) == found(NEW, {**ENVELOPE, "method": 5}) == neither
    batch: list[Any] = [{}, 5, []]
    assert found(NEW, batch) == [("/0", "envelope.result-xor-error")]
    for other in NO_MESSAGES:
        assert NEW.lint(other) == []


def test_the_method_says_what_a_result_is() -> None:
    def answer(**result: Any) -> dict[str, Any]:
        return {**ENVELOPE, "result": result}

    tools = answer(tools=[BAD_TOOL])
    named = [("/result/tools/0/name", "tool.name-chars")]
    assert found(NEW, tools) == found(NEW, tools, method="tools/list") == named
    assert found(NEW, tools, method="resources/list") == found(NEW, tools, method="notifications/message") == []
    image = {"type": "image", "data": "?", "mimeType": "image/png"}
    payload = answer(content=[image])
    assert found(NEW, payload, method="tasks/result") == [
        ("/result", "task.result-meta"),
        ("/result/content/0/data", "image.base64"),
    ]
    assert (
        found(NEW, payload) == found(NEW, payload, method="tools/call") == [("/result/content/0/data", "image.base64")]
    )
    assert found(NEW, answer(task={"status": "failed"})) == [("/result/task/status", "task.initial-status")]


def test_a_result_without_what_it_requires_is_still_told() -> None:
    """In 2026-07-28 a list must have `ttlMs` and `cacheScope`, and a result of any kind accepts it without."""
    message = {**ENVELOPE, "result": {"resultType": "complete", "tools": [BAD_TOOL]}}
    assert found(NEWEST, message) == [("/result/tools/0/name", "tool.name-chars")]


def test_who_asks_for_input_says_so() -> None:
    def answer(**result: Any) -> dict[str, Any]:
        return {**ENVELOPE, "result": result}

    sample = {"method": "sampling/createMessage", "params": {"maxTokens": 1, "messages": [], "tools": [BAD_TOOL]}}
    asking = answer(resultType="input_required", content=[], inputRequests={"a/b": sample})
    place = "/result/inputRequests/a~1b/params/tools/0/name"
    for asked in ({}, {"method": "tools/call"}):
        assert found(NEWEST, asking, **asked) == [(place, "tool.name-chars")]
    assert found(NEWEST, asking, definition="CallToolResultResponse") == [(place, "tool.name-chars")]
    plain = answer(resultType="complete", content=[], inputRequests={"a/b": sample})
    assert found(NEWEST, plain, method="tools/call") == []
    odd = answer(resultType="later", content=[])
    assert found(NEWEST, odd, method="tools/call") == [("/result/resultType", "envelope.result-type-known")]


def test_one_finding_for_a_rule_and_place_and_not_too_many() -> None:
    keys = {f"a {number}": 1 for number in range(2 * MAX_FINDINGS)}
    message = {**ENVELOPE, "method": "tools/list", "params": {"_meta": keys}}
    pointers = [pointer for pointer, _ in found(NEW, message)]
    assert len(pointers) == len(set(pointers)) == MAX_FINDINGS


def test_what_cannot_be_linted() -> None:
    for text in ("", "{", b"\xff", '{"a": NaN}', '{"a": 1e999}', '{"a": "\ud800"}'):
        with pytest.raises(mb.DecodeError) as caught:
            NEW.lint(text)
        assert caught.value.findings[0].rule == "json"
    cycle: list[Any] = []
    cycle.append(cycle)
    for value in (cycle, {"a": object()}, {1: 2}, {"result": float("nan")}, object()):
        with pytest.raises(mb.DecodeError):
            NEW.lint(value)
    with pytest.raises(mb.DecodeError) as caught:
        NEW.lint([{}, {"a/b": float("inf")}])
    assert caught.value.findings[0].pointer == "/1/a~1b"
    with pytest.raises(KeyError, match="revision 2025-11-25 has no definition 'Tol'; did you mean 'Tool'"):
        NEW.lint({}, definition="Tol")
    with pytest.raises(KeyError, match="no method 'tools/lst'; did you mean 'tools/list'"):
        NEW.lint({}, method="tools/lst")
    with pytest.raises(KeyError, match="no definition 'ToolInputSchema'"):
        NEW.lint(ToolInputSchema())
    with pytest.raises(ValueError, match="cannot be combined with definition"):
        NEW.lint({}, definition="Tool", method="tools/list")


def test_without_a_validator_no_rule_is_passed_over_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("jsonschema_rs", "jsonschema"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ModuleNotFoundError, match=r"lint\(\) needs jsonschema-rs: pip install"):
        Revision("2025-11-25", "v2025_11_25", "handshake", "2025-11-25").lint({})
    assert Revision("2025-06-18", "v2025_06_18", "handshake", "2025-06-18").lint({**ENVELOPE, "method": "ping"}) == []


def test_a_schema_of_an_unknown_dialect_is_not_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    import jsonschema_rs

    def refuse(schema: object) -> bool:
        raise AssertionError("asked about a dialect that it does not know")

    monkeypatch.setattr(jsonschema_rs.meta, "is_valid", refuse)
    for dialect in ("http://127.0.0.1:1/dialect", "", 5, None, "http://json-schema.org/draft-03/schema#"):
        tool = {"name": "a", "inputSchema": {"type": "object", "$schema": dialect}}
        assert found(NEW, tool, definition="Tool") == [("/inputSchema/$schema", "json-schema.valid")]


def declared(revision: str) -> set[str]:
    definitions: Any = classes.effective_schema(revision)["$defs"]
    return {name for definition in definitions.values() for name in definition.get("properties", {})}


NAMES = sorted(set[str]().union(*map(declared, mb.REVISIONS)))
WORDS = ("2.0", "tools/call", "tools/list", "notifications/message", "input_required", "complete", "tool_use", "user")
KINDS = ("tool_result", "text", "image", "assistant", "sampling/createMessage", "elicitation/create", "resource")


def random_json(random: Random, level: int = 0) -> Any:
    """Any JSON value, with the words and names of the protocol in any place."""
    chance = random.random()
    if level < 6 and chance < 0.4:
        names = [random.choice(NAMES if random.random() < 0.9 else EXTRA_NAMES) for _ in range(random.randrange(6))]
        return {name: random_json(random, level + 1) for name in names}
    if level < 6 and chance < 0.6:
        return [random_json(random, level + 1) for _ in range(random.randrange(4))]
    if chance < 0.8:
        return random.choice((*WORDS, *KINDS, *STRINGS))
    return random.choice((None, True, False, 0.5, *INTEGERS))


@REVISIONS
def test_no_json_value_is_too_odd(revision: str) -> None:
    print(f"MCP_SEED={SEED}")
    random, rev = Random(f"{SEED}/{revision}"), mb.revision(revision)
    for _ in range(300):
        value = random_json(random)
        rev.lint(value if not isinstance(value, str) else json.dumps(value))
        rev.lint({**ENVELOPE, "result": value}, method=random.choice(list(rev.methods)))
        rev.lint({**ENVELOPE, "method": random.choice(list(rev.methods)), "params": value})
        rev.lint(json.dumps(value), definition=random.choice(rev.definitions))


@REVISIONS
def test_instances_of_every_definition(revision: str) -> None:
    """Valid or not, from seed `classes.SEED`; and lint says the same of the text as of the value."""
    rev = mb.revision(revision)
    for name in rev.definitions:
        for instance in classes.generator(revision).instances(name, 10):
            text = json.dumps(instance.value)
            assert rev.lint(text, definition=name) == rev.lint(text.encode(), definition=name)


@REVISIONS
def test_deep_and_wide_values(revision: str) -> None:
    deep: Any = "x"
    for _ in range(190):
        deep = {"content": [], "a": deep}
    rev = mb.revision(revision)
    params = {"name": "a", "arguments": deep, "messages": [{"role": "user", "content": {"type": "a", "a": deep}}]}
    for method in ("tools/call", "sampling/createMessage"):
        rev.lint({**ENVELOPE, "method": method, "params": params})
    rev.lint({**ENVELOPE, "result": {"content": [], "structuredContent": deep}})
    wide = {**ENVELOPE, "result": {"tools": [{**BAD_TOOL, "name": f"a {place}"} for place in range(5000)]}}
    assert len(rev.lint(wide)) == as_of({"2024-11-05": 0, "2025-11-25": MAX_FINDINGS}, revision)


def test_what_parse_returns_is_linted() -> None:
    """Each kind of message, with the method of its request where the parser knows it."""
    tools = {**ENVELOPE, "result": {"tools": [{**BAD_TOOL, "inputSchema": {"type": "object"}}]}}
    text = json.dumps(tools)
    response = NEW.parse(text, sender="server", pending={ENVELOPE["id"]: "tools/list"})
    assert found(NEW, response) == [("/result/tools/0/name", "tool.name-chars")]
    assert found(NEW, response, method="resources/list") == []
    assert found(NEW, NEW.parse(text, sender="server")) == [("/result/tools/0/name", "tool.name-chars")]
    call = {**ENVELOPE, "method": "ping", "params": {"_meta": {"progressToken": 1}}}
    request = NEW.parse(json.dumps(call), sender="client")
    assert found(NEW, request) == found(NEW, call)
    old = mb.revision("2025-03-26")
    uri: Any = {"jsonrpc": "2.0", "id": 5, "result": {"tools": [], "_meta": {}}}
    batch = old.parse(json.dumps([uri, {}, uri]), sender="server", pending={5: "tools/list"})
    assert isinstance(batch, mb.Batch)
    assert found(old, batch) == found(old, [uri]) == []
    sampling: Any = {"method": "sampling/createMessage", "params": {"maxTokens": 0, "messages": []}}
    asked = {"jsonrpc": "2.0", "id": 6, **sampling}
    many = old.parse(json.dumps([uri, {}, asked]), sender="server", pending={5: "tools/list"})
    assert found(old, many) == [(f"/2{pointer}", rule) for pointer, rule in found(old, asked)]


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_uris_of_requests_and_notifications_are_checked(revision: str) -> None:
    rev = mb.revision(revision)
    methods = ("resources/read", "resources/subscribe", "resources/unsubscribe", "notifications/resources/updated")
    for method in (each for each in methods if each in rev.methods):
        message = {**ENVELOPE, "method": method, "params": {"uri": "file:///a b"}}
        assert "/params/uri resource.uri-valid" in [f"{each.pointer} {each.rule}" for each in rev.lint(message)], method
    if "subscriptions/listen" in rev.methods:
        filters = {"notifications": {filter_of(revision): ["file:///a", "a b"]}}
        places = [each.pointer for each in rev.lint({**ENVELOPE, "method": "subscriptions/listen", "params": filters})]
        assert f"/params/notifications/{filter_of(revision)}/1" in places


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_an_embedded_resource_of_a_tool_needs_no_mime_type(revision: str) -> None:
    block = {"type": "resource", "resource": {"uri": "file:///a", "text": "a"}}
    rev = mb.revision(revision)
    tool = rev.lint({"content": [block]}, definition="CallToolResult")
    prompt = rev.lint({"messages": [{"role": "user", "content": block}]}, definition="GetPromptResult")
    assert [each.rule for each in tool] == []
    assert [(each.pointer, each.rule, each.level) for each in prompt] == [
        ("/messages/0/content/resource", "embedded.mime", "error")
    ]


def test_a_response_to_an_unknown_method_is_linted() -> None:
    response = NEW.parse(json.dumps({**ENVELOPE, "result": {}}), sender="server", pending={ENVELOPE["id"]: "x/custom"})
    assert found(NEW, response) == found(NEW, {**ENVELOPE, "result": {}})


def test_a_view_of_a_text_is_linted_as_the_text() -> None:
    text = json.dumps({**ENVELOPE, "method": "tools/call", "params": {"name": "a"}}).encode()
    assert found(NEW, memoryview(text)) == found(NEW, text)
