"""Findings: one for each cause, at the right place, the same for every input form, and without parts of the payload."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.json_values import is_array, is_object
from mcp_bindings.limits import MAX_FINDINGS
from tests.behaviour import classes
from tests.differential.instances import Instance
from tests.revisions import HANDSHAKE, required_of_results

REVISIONS = pytest.mark.parametrize("revision", mb.REVISIONS)
SECRET = "hunter2-s3cr3t"
DIGITS = 4242424242
TOOL = {"name": "a", "inputSchema": {"type": "object"}}


def invalid(revision: str, count: int = 10) -> list[tuple[str, Instance]]:
    """Documents that are invalid by their definition, from seed `classes.SEED`."""
    return [
        (name, instance)
        for name in mb.revision(revision).definitions
        for instance in classes.generator(revision).instances(name, count)
        if classes.codec(revision, name).findings(instance.value)
    ]


def refusal(codec: Any, document: str) -> mb.DecodeError:
    with pytest.raises(mb.DecodeError) as caught:
        codec.decode(document)
    return caught.value


def places(codec: Any, document: Any) -> list[tuple[str, str]]:
    """Pointer and rule of each finding, which must be the same for every input form."""
    found = codec.findings(document)
    assert refusal(codec, json.dumps(document)).findings == found
    with pytest.raises(mb.DecodeError) as caught:
        codec.decode_value(document)
    assert caught.value.findings == found
    assert caught.value.definition == codec.definition
    return [(each.pointer, each.rule) for each in found]


@REVISIONS
def test_the_same_findings_for_every_input_form(revision: str) -> None:
    documents = invalid(revision)
    assert len(documents) > 200
    for name, instance in documents:
        assert places(classes.codec(revision, name), instance.value), f"{name}: {instance}"


@REVISIONS
def test_valid_documents_have_none(revision: str) -> None:
    for name in mb.revision(revision).definitions:
        codec = classes.codec(revision, name)
        for _ in range(3):
            document = classes.generator(revision).valid(name)
            assert codec.findings(document) == []
            codec.decode(json.dumps(document))


@REVISIONS
def test_a_pointer_leads_to_the_fault(revision: str) -> None:
    for name, instance in invalid(revision):
        for pointer, rule, _ in classes.codec(revision, name).findings(instance.value):
            assert pointer == "" or pointer.startswith("/")
            place: Any = instance.value
            for token in pointer.split("/")[1:]:
                assert re.fullmatch(r"([^~]|~[01])*", token)
                unescaped = token.replace("~1", "/").replace("~0", "~")
                place = place[int(token)] if is_array(place) else place[unescaped]
            if rule == "required":
                assert isinstance(place, dict)


@REVISIONS
def test_findings_hold_nothing_of_the_payload(revision: str) -> None:
    """Every string, number and unknown member name is replaced by a secret."""

    def hide(value: Any, named: set[str]) -> Any:
        if is_object(value):
            return {name if name in named else f"{SECRET}/{name}": hide(each, named) for name, each in value.items()}
        if is_array(value):
            return [hide(each, named) for each in value]
        if isinstance(value, str) and value not in named:
            return f"{SECRET}{value}"
        return DIGITS if type(value) is int and value != DIGITS else value

    schema = json.dumps(classes.effective_schema(revision))
    named = set(re.findall(r'"([^"]*)"', schema))
    tried = 0
    for name, instance in invalid(revision):
        codec = classes.codec(revision, name)
        document = hide(instance.value, named)
        found = codec.findings(document)
        for _, rule, message in found:
            assert SECRET not in rule + message
            assert str(DIGITS) not in rule + message
        if found:
            with pytest.raises(mb.DecodeError) as caught:
                codec.decode_value(document)
            pointers = "".join(each.pointer for each in caught.value.findings)
            assert str(caught.value).count(SECRET) == pointers.count(SECRET), "only in pointers"
            assert caught.value.__cause__ is None
            assert caught.value.__suppress_context__
            tried += 1
    assert tried > 200


def test_text_that_is_not_json_is_not_quoted() -> None:
    codec = classes.codec("2025-11-25", "Tool")
    for text in (SECRET, f'{{"{SECRET}', f'{{"{SECRET}":{SECRET}}}', f'["{SECRET}\\q"]', f'{{"a":1}}{SECRET}'):
        error = refusal(codec, text)
        assert [each.rule for each in error.findings] == ["json"]
        assert SECRET not in str(error) + repr(error)


@REVISIONS
def test_an_unknown_content_block_gives_one_finding(revision: str) -> None:
    codec = classes.codec(revision, "CallToolResult")
    rest = required_of_results(revision)
    good = {"type": "text", "text": "a"}

    def found(block: Any) -> list[tuple[str, str]]:
        return places(codec, {"content": [good, block], **rest})

    assert found({"type": "hologram", "text": 5}) == [("/content/1/type", "anyOf")]
    assert found({"type": "text", "text": 5}) == [("/content/1/text", "type")]
    assert found({"type": "text"}) == [("/content/1", "required")]
    assert found({"text": "a"}) == [("/content/1", "required")]
    assert found({"type": "image", "data": 1, "mimeType": "a"}) == [("/content/1/data", "type")]
    assert found({"type": 5, "text": "a"}) == [("/content/1/type", "anyOf")]
    assert found(None) == [("/content/1", "type")]
    assert found("a") == [("/content/1", "type")]
    assert found([good]) == [("/content/1", "type")]
    resource: Any = {"type": "resource", "resource": {"uri": "a", "text": 5}}
    assert found(resource) == [("/content/1/resource/text", "type")]


@REVISIONS
def test_one_invalid_member_gives_one_finding(revision: str) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a", "arguments": 5}}
    codec = classes.codec(revision, "ClientRequest")
    if revision in HANDSHAKE:
        assert places(codec, request) == [("/params/arguments", "type")]
    assert places(codec, {**request, "method": "tools/cal"})[0] == ("/method", "anyOf")
    assert len(places(codec, {**request, "method": "tools/cal"})) == 1


def test_member_names_are_escaped_in_pointers() -> None:
    codec = classes.codec("2025-11-25", "ElicitResult")
    content: Any = {"a/b~c": {}, "": {}, "0": {}, "~1": {}, "é\u2028": {}, "fine": "x"}
    expected = ["/content/a~1b~0c", "/content/", "/content/0", "/content/~01", "/content/é\u2028"]
    assert [pointer for pointer, _ in places(codec, {"action": "accept", "content": content})] == expected


def test_never_more_than_the_limit() -> None:
    codec = classes.codec("2025-11-25", "ListToolsResult")
    assert MAX_FINDINGS == 100
    for count in (1, 99, 100, 101, 5000):
        found = places(codec, {"tools": [{**TOOL, "name": 5}] * count})
        assert len(found) == min(count, MAX_FINDINGS)
        assert found[-1] == (f"/tools/{len(found) - 1}/name", "type")


def test_one_fault_in_a_huge_document() -> None:
    codec = classes.codec("2025-11-25", "ListToolsResult")
    tools: list[Any] = [TOOL] * 20_000
    assert len(codec.decode_value({"tools": tools}).tools) == 20_000
    assert places(codec, {"tools": [*tools, {"name": "a"}]}) == [("/tools/20000", "required")]
    wide: Any = {"tools": [], "_meta": {f"k{number}": number for number in range(50_000)}}
    assert codec.dump(codec.decode(json.dumps(wide))) == wide


def test_every_cause_has_a_finding() -> None:
    codec = classes.codec("2025-11-25", "Tool")
    document = {"name": 1, "title": 2, "inputSchema": {"type": "array"}, "icons": [{"src": 1}, 5]}
    expected = {("/name", "type"), ("/title", "type"), ("/inputSchema/type", "const"), ("/icons/0/src", "type")}
    assert set(places(codec, document)) == {*expected, ("/icons/1", "type")}


def test_the_text_of_an_error_has_no_line_break_of_the_peer() -> None:
    """The name of a member could forge a line of a log."""
    params = {"name": "a", "arguments": {"x\nERROR forged": 1}}
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": params})
    with pytest.raises(mb.ProtocolError) as rejected:
        mb.revision("2025-11-25").parse(message, sender="client")
    assert "/params/arguments/x\\nERROR forged: " in str(rejected.value)
    error = refusal(classes.codec("2025-11-25", "GetPromptRequestParams"), json.dumps(params))
    assert "/arguments/x\\nERROR forged: " in str(error)
    assert str(error).isprintable()


def test_the_error_is_readable() -> None:
    error = refusal(classes.codec("2025-11-25", "Tool"), '{"name": 5, "inputSchema": {"type": "object"}}')
    assert isinstance(error, ValueError)
    assert str(error) == "not a valid Tool: /name: expected string, found integer"
    missing = refusal(classes.codec("2025-11-25", "Tool"), "{}")
    assert '(root): member "name" is missing' in str(missing)
    assert missing.definition == "Tool"
