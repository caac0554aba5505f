"""Tolerant reads: an invalid item hides no valid one, unknown items are carried, and all of them are written again."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2025_11_25, v2026_07_28
from mcp_bindings.codec.encoding import encoder_of
from mcp_bindings.codec.tolerance import decode_tolerantly, find_remainder
from mcp_bindings.limits import MAX_FINDINGS_SET_ASIDE
from mcp_bindings.session import SessionFinding
from mcp_bindings.wire.validators import validator_and_serializer
from tests.behaviour import classes
from tests.differential.reference import json_equal
from tests.documents import tool
from tests.hostile.modules import Compiled
from tests.revisions import HANDSHAKE, PER_REQUEST, required_of_results

REVISIONS = pytest.mark.parametrize("revision", mb.REVISIONS)
LATE = pytest.mark.parametrize("revision", mb.REVISIONS[3:])
SECRET = "hunter2-s3cr3t"
TOOL: Any = tool("a")
TEXT: Any = {"type": "text", "text": "a"}
HOLOGRAM: Any = {"depth": 1.0, "type": "hologram", "text": 5, "_meta": {"b": None, "a": []}, "modelDump": 1}


def page(revision: str, **members: Any) -> Any:
    """A result with the members that its revision requires in every result."""
    return {**members, **required_of_results(revision)}


def tolerant(codec: Any, document: Any) -> Any:
    """The value, the same for both input forms and written unchanged; a strict read rejects it."""
    text = json.dumps(document)
    with pytest.raises(mb.DecodeError):
        codec.decode(text)
    value = codec.decode(text, mode="tolerant")
    parsed = codec.decode_value(document, mode="tolerant")
    assert json.dumps(document) == text
    assert parsed == value
    assert mb.set_aside(parsed) == mb.set_aside(value)
    for each in (value, parsed):
        assert json_equal(codec.dump(each), document, order=True)
    return value


def rejection(codec: Any, document: Any) -> list[tuple[str, str]]:
    """Check that a tolerant read rejects a document with the same pointers and rules as a strict one."""
    with pytest.raises(mb.DecodeError) as text:
        codec.decode(json.dumps(document), mode="tolerant")
    with pytest.raises(mb.DecodeError) as parsed:
        codec.decode_value(document, mode="tolerant")
    with pytest.raises(mb.DecodeError) as strict:
        codec.decode_value(document)
    assert text.value.findings == parsed.value.findings == strict.value.findings
    assert text.value.definition == codec.definition
    return [(each.pointer, each.rule) for each in strict.value.findings]


def places(value: Any) -> list[str]:
    return [item.pointer for item in mb.set_aside(value)]


@REVISIONS
def test_three_invalid_tools_among_three_hundred(revision: str) -> None:
    tools: list[Any] = [{**TOOL, "name": f"tool-{number}", "x-extra": None} for number in range(300)]
    tools[0] = {**tools[0], "name": 5}
    tools[150] = "no tool"
    tools[299] = {name: value for name, value in tools[299].items() if name != "inputSchema"}
    codec = classes.codec(revision, "ListToolsResult")
    value = tolerant(codec, page(revision, nextCursor="a", tools=tools))
    assert [tool.name for tool in value.tools] == [f"tool-{number}" for number in range(1, 299) if number != 150]
    assert len(value.tools) == 297
    assert {type(tool).__name__ for tool in value.tools} == {"Tool"}
    found = mb.set_aside(value)
    assert [(item.pointer, item.carried) for item in found] == [
        ("/tools/0", False),
        ("/tools/150", False),
        ("/tools/299", False),
    ]
    assert [item.value for item in found] == [tools[0], tools[150], tools[299]]
    assert [finding[:2] for item in found for finding in item.findings] == [
        ("/tools/0/name", "type"),
        ("/tools/150", "type"),
        ("/tools/299", "required"),
    ]


@REVISIONS
def test_a_block_of_unknown_type_is_carried(revision: str) -> None:
    codec = classes.codec(revision, "CallToolResult")
    value = tolerant(codec, page(revision, content=[TEXT, HOLOGRAM, TEXT]))
    first, unknown, last = value.content
    assert [type(block).__name__ for block in value.content] == ["TextContent", "UnknownMember", "TextContent"]
    assert isinstance(unknown, mb.UnknownMember)
    assert [block.type for block in value.content] == ["text", "hologram", "text"]
    for name, member in HOLOGRAM.items():
        assert name in unknown
        assert unknown[name] == member
    assert "missing" not in unknown
    with pytest.raises(KeyError):
        unknown["missing"]
    [item] = mb.set_aside(value)
    assert item[:2] == ("/content/1", HOLOGRAM)
    assert item.carried
    assert [each[:2] for each in item.findings] == [("/content/1/type", "anyOf")]
    assert mb.set_aside(unknown) == mb.set_aside([first, unknown, last]) == mb.set_aside({"a": unknown}) == (item,)
    assert mb.set_aside(first) == ()


@REVISIONS
def test_an_invalid_block_of_a_known_type_is_set_aside_alone(revision: str) -> None:
    codec = classes.codec(revision, "CallToolResult")
    blocks = [TEXT, {"type": "text", "text": 5}, {"type": "image"}, HOLOGRAM, {"type": 5}, {"text": "a"}, None, TEXT]
    value = tolerant(codec, page(revision, content=blocks))
    assert [block.type for block in value.content] == ["text", "hologram", "text"]
    assert places(value) == [f"/content/{index}" for index in (1, 2, 3, 4, 5, 6)]
    assert [item.carried for item in mb.set_aside(value)] == [False, False, True, False, False, False]


@REVISIONS
def test_copies_and_pickles_keep_it(revision: str) -> None:
    codec = classes.codec(revision, "CallToolResult")
    content = [HOLOGRAM, {"type": "text"}, {**TEXT, "annotations": {"audience": ["user", "robot"]}}]
    document = page(revision, content=content)
    value = tolerant(codec, document)
    for copied in (
        copy.copy(value),
        copy.deepcopy(value),
        pickle.loads(pickle.dumps(value)),
        value.model_copy(),
        value.model_copy(deep=True),
    ):
        assert copied == value
        assert mb.set_aside(copied) == mb.set_aside(value)
        assert json_equal(codec.dump(copied), document, order=True)
    assert copy.deepcopy(value).content[0] is not value.content[0]


@REVISIONS
def test_equality_and_model_dump_do_not_see_it(revision: str) -> None:
    codec = classes.codec(revision, "CallToolResult")
    value = tolerant(codec, page(revision, content=[TEXT, {"type": "text"}]))
    assert value == codec.decode_value(page(revision, content=[TEXT]))
    carried = tolerant(codec, page(revision, content=[TEXT, HOLOGRAM]))
    assert carried.model_dump(by_alias=True)["content"] == [TEXT, HOLOGRAM]
    assert json.loads(carried.model_dump_json())["content"] == [TEXT, HOLOGRAM]
    assert carried != codec.decode_value(page(revision, content=[TEXT]))


@REVISIONS
def test_a_single_member_is_carried(revision: str) -> None:
    codec = classes.codec(revision, "SamplingMessage")
    value = tolerant(codec, {"role": "user", "x": 1, "content": HOLOGRAM})
    assert isinstance(value.content, mb.UnknownMember)
    assert value["content"]["text"] == 5
    assert places(value) == ["/content"]
    assert rejection(codec, {"role": "user", "content": {"type": "text"}}) == [("/content", "required")]
    messages = [{"role": "user", "content": HOLOGRAM}, {"role": "user", "content": {"type": "text"}}]
    params: Any = {"messages": [*messages, {"role": "user", "content": TEXT}], "maxTokens": 5}
    has_envelope = "jsonrpc" in classes.module(revision).CreateMessageRequest.model_fields
    envelope = {"jsonrpc": "2.0", "id": 1} if has_envelope else {}
    request = tolerant(
        classes.codec(revision, "CreateMessageRequest"),
        {**envelope, "method": "sampling/createMessage", "params": params},
    )
    assert [type(message.content).__name__ for message in request.params.messages] == ["UnknownMember", "TextContent"]
    assert places(request) == ["/params/messages/0/content", "/params/messages/1"]


@LATE
def test_one_block_or_a_list_of_them(revision: str) -> None:
    codec = classes.codec(revision, "SamplingMessage")
    value = tolerant(codec, {"content": [HOLOGRAM, {"type": "text"}, TEXT], "role": "user"})
    assert [block.type for block in value.content] == ["hologram", "text"]
    assert places(value) == ["/content/0", "/content/1"]
    inner = {"type": "tool_result", "toolUseId": "a", "content": [HOLOGRAM, {"type": "text"}, TEXT]}
    nested = tolerant(codec, {"role": "user", "content": inner})
    assert [block.type for block in nested.content.content] == ["hologram", "text"]
    assert places(nested) == ["/content/content/0", "/content/content/1"]


def test_what_was_set_aside_is_ordered_by_place() -> None:
    codec = classes.codec("2025-11-25", "ListToolsResult")
    icons = {**TOOL, "icons": [*[{"src": "a"}] * 9, 5, 5]}
    value = tolerant(codec, {"tools": [5, icons, *[TOOL] * 7, 5, 5, icons]})
    inner = [f"/tools/{tool}/icons/{icon}" for tool in (1, 11) for icon in (9, 10)]
    assert places(value) == ["/tools/0", *inner[:2], "/tools/9", "/tools/10", *inner[2:]]


@REVISIONS
def test_a_number_out_of_bounds(revision: str) -> None:
    codec = classes.codec(revision, "CallToolResult")
    far = {**TEXT, "annotations": {"priority": 5}}
    value = tolerant(codec, page(revision, content=[far, TEXT]))
    assert places(value) == ["/content/0"]


@LATE
def test_the_smallest_item_is_set_aside(revision: str) -> None:
    icons: list[Any] = [{"src": "a"}, {"src": 5}, {"src": "b", "sizes": ["any", 5, None]}]
    tools = [{**TOOL, "icons": icons}, {**TOOL, "name": 5, "icons": icons}, TOOL]
    codec = classes.codec(revision, "ListToolsResult")
    value = tolerant(codec, page(revision, tools=tools))
    assert len(value.tools) == 2
    assert [icon.src for icon in value.tools[0].icons] == ["a", "b"]
    assert value.tools[0].icons[1].sizes == ["any"]
    assert places(value) == ["/tools/0/icons/1", "/tools/0/icons/2/sizes/1", "/tools/0/icons/2/sizes/2", "/tools/1"]
    findings = mb.set_aside(value)[-1].findings
    assert ("/tools/1/name", "type") in [each[:2] for each in findings]
    assert ("/tools/1/icons/1/src", "type") in [each[:2] for each in findings]


def test_a_map_is_not_a_list() -> None:
    codec = classes.codec("2025-11-25", "ElicitResult")
    assert rejection(codec, {"action": "accept", "content": {"a": {}, "b": "x"}}) == [("/content/a", "type")]
    value = tolerant(codec, {"action": "accept", "content": {"a/b~c": ["x", 5], "b": "x"}})
    assert value.content == {"a/b~c": ["x"], "b": "x"}
    assert places(value) == ["/content/a~1b~0c/1"]


def test_a_member_of_a_map_is_carried() -> None:
    requests: Any = {"b": {"params": [], "method": "future/thing"}, "a": {"method": "roots/list"}}
    value = tolerant(
        classes.codec("2026-07-28", "InputRequiredResult"), {"inputRequests": requests, "resultType": "input_required"}
    )
    assert isinstance(value.input_requests["b"], mb.UnknownMember)
    assert isinstance(value.input_requests["a"], v2026_07_28.ListRootsRequest)
    assert places(value) == ["/inputRequests/b"]


def test_bounds_hold_for_what_remains() -> None:
    codec = classes.codec("2026-07-28", "CompleteResult")

    def completion(*values: Any) -> Any:
        return {"resultType": "complete", "completion": {"values": list(values)}}

    assert codec.decode_value(completion(*["a"] * 100), mode="tolerant").completion.values == ["a"] * 100
    assert len(tolerant(codec, completion(5, *["a"] * 99)).completion.values) == 99
    assert len(tolerant(codec, completion(5, *["a"] * 100)).completion.values) == 100
    assert rejection(codec, completion(*["a"] * 101)) == [("/completion/values", "maxItems")]
    assert ("/completion/values", "maxItems") in rejection(codec, completion(5, *["a"] * 101))


def test_too_few_items_make_the_list_invalid() -> None:
    pair = {"type": "array", "items": {"type": "string"}, "minItems": 2}
    grid = {"type": "object", "properties": {"pairs": {"type": "array", "items": pair}, "pair": pair}}
    with Compiled({"$defs": {"Grid": grid}}) as own:
        codec = own.codec("Grid")
        value = tolerant(codec, {"pairs": [5, ["a"], [5, "a", "b", 5], ["a", 5], ["c", "d"], 5, [5, "e", "f"], []]})
        assert value.pairs == [["a", "b"], ["c", "d"], ["e", "f"]]
        assert places(value)[2:4] == ["/pairs/2/0", "/pairs/2/3"]
        assert rejection(codec, {"pair": ["a", 5]}) == [("/pair/1", "type")]


@pytest.mark.parametrize("order", [1, -1])
def test_both_of_two_schemas_for_one_list_apply(order: int) -> None:
    tag: Any = {"type": "object", "required": ["t"], "properties": {"t": {"const": "a"}}}
    named: Any = {"type": "string"}
    other: Any = {"type": "object", "required": ["t"], "properties": {"t": {"const": "b"}, "n": {"items": named}}}
    union = {"type": "array", "items": {"anyOf": [tag, other]}}
    whole = {"type": "array", "items": {"required": ["n"], "properties": {"z": named}}}
    both = {"allOf": [{"properties": {"l": union}}, {"properties": {"l": whole}}][::order]}
    document = {
        "l": [{"t": "c"}, {"t": "c", "n": 1}, {"t": "b", "n": ["x", 5]}, {"t": "a"}, {"t": "b", "n": [5], "z": 5}]
    }
    remainder = find_remainder({"Both": both}, "Both", document)
    assert remainder is not None
    [unknown, mended] = remainder.document["l"]
    assert unknown.member["t"] == "c"
    assert unknown.member["n"] == 1
    assert mended == {"t": "b", "n": ["x"]}


def test_a_tag_that_is_called_like_an_attribute() -> None:
    """`copy` is a method of every model, so pydantic cannot read this tag itself."""

    def kind(name: str) -> Any:
        return {"type": "object", "required": ["copy"], "properties": {"copy": {"const": name}}}

    union = {"anyOf": [kind("a"), kind("b")]}
    holder = {"type": "object", "properties": {"m": union, "l": {"type": "array", "items": union}}}
    with Compiled({"$defs": {"Holder": holder}}) as own:
        value = tolerant(own.codec("Holder"), {"m": {"copy": "c", "x": 1}, "l": [{"copy": "b"}, {"copy": "d"}, 5]})
        assert value.m["copy"] == "c"
        assert [type(item).__name__ == "UnknownMember" for item in value.l] == [False, True]
        assert copy.deepcopy(value) == value


def test_a_part_of_a_document() -> None:
    """As the parser reads the result of a response: pointers refer to the whole message."""
    definitions: Any = classes.effective_schema("2025-11-25")["$defs"]
    validate = validator_and_serializer(v2025_11_25.ListToolsResult)[0].validate_python
    value: Any = decode_tolerantly(definitions, "ListToolsResult", validate, {"tools": [TOOL, {"name": 5}]}, "/result")
    assert [tool.name for tool in value.tools] == ["a"]
    [item] = mb.set_aside(value)
    assert [item.pointer, *(each.pointer for each in item.findings)] == [
        "/result/tools/1",
        "/result/tools/1",
        "/result/tools/1/name",
    ]
    assert decode_tolerantly(definitions, "ListToolsResult", validate, {"tools": 5}, "/result") is None


def test_the_result_of_the_validator_stands() -> None:
    """Nothing is set aside if the validator disagrees with the schema or returns no object that can carry items."""
    definitions: Any = classes.effective_schema("2025-11-25")["$defs"]

    def untyped(value: Any, **_: bool) -> Any:
        return value

    for validate in (validator_and_serializer(v2025_11_25.Tool)[0].validate_python, untyped):
        assert decode_tolerantly(definitions, "ListToolsResult", validate, {"tools": [TOOL, 5]}) is None


@REVISIONS
def test_absence_null_and_order_are_preserved(revision: str) -> None:
    tool = {"x": None, "inputSchema": {"type": "object", "z": None, "a": 1}, "name": "a", "is_error": 1}
    document = page(revision, zz=None, tools=[5, tool, 5], aa=[None, {"b": 1, "a": 2}])
    value = tolerant(classes.codec(revision, "ListToolsResult"), document)
    assert value.next_cursor is None
    assert "nextCursor" not in value
    assert value["zz"] is None
    assert "zz" in value


@REVISIONS
def test_digits_and_unknown_members_are_preserved(revision: str) -> None:
    text = b'{"content":[{"type":"hologram","n":[1.0,12345678901234567890123,1e3]},{"type":"text","n":1.50},5]%s}'
    late = b',"resultType":"complete"' if revision in PER_REQUEST else b""
    codec = classes.codec(revision, "CallToolResult")
    value = codec.decode(text % late, mode="tolerant")
    assert json.loads(codec.encode(value)) == json.loads(text % late)
    assert b"12345678901234567890123" in codec.encode(value)


@REVISIONS
def test_after_edits_nothing_is_lost(revision: str) -> None:
    codec, tool = classes.codec(revision, "ListToolsResult"), classes.codec(revision, "Tool")

    def names(value: Any) -> list[Any]:
        return [item["name"] if isinstance(item, dict) else item for item in codec.dump(value)["tools"]]

    def read() -> Any:
        tools = [{**TOOL, "name": "a"}, 1, {**TOOL, "name": "b"}, {**TOOL, "name": "c"}, 4]
        return tolerant(codec, page(revision, tools=tools))

    value = read()
    value.tools.append(tool.decode_value({**TOOL, "name": "d"}))
    assert names(value) == ["a", 1, "b", "c", 4, "d"]
    value.tools.insert(0, tool.decode_value({**TOOL, "name": "e"}))
    assert names(value) == ["e", 1, "a", "b", 4, "c", "d"]
    value = read()
    value.tools.pop()
    assert names(value) == ["a", 1, "b", 4]
    value.tools.reverse()
    assert names(value) == ["b", 1, "a", 4]
    value = read()
    value.next_cursor = "x"
    assert names(value) == ["a", 1, "b", "c", 4]
    value.tools = list(reversed(value.tools))
    assert names(value) == ["c", "b", "a"]
    made = type(value)(**page(revision, tools=value.tools))
    assert names(made) == ["c", "b", "a"]
    assert mb.set_aside(made) == ()


@REVISIONS
@pytest.mark.parametrize("way", ["assign", "update", "update of a deep copy", "slice", "delete", "clear", "drop"])
def test_a_list_that_is_replaced_has_nothing_set_aside(revision: str, way: str) -> None:
    """An item that a filter removed does not come back."""
    codec = classes.codec(revision, "ListToolsResult")
    broken = {"name": "rm -rf"}
    has_icons = "icons" in classes.module(revision).Tool.model_fields
    first = {**TOOL, "icons": [5]} if has_icons else TOOL
    value = tolerant(codec, page(revision, tools=[first, broken]))
    allowed = [tool for tool in value.tools if tool.name == "a"]
    match way:
        case "assign":
            value.tools = allowed
        case "update":
            value = value.model_copy(update={"tools": allowed})
        case "update of a deep copy":
            value = value.model_copy(update={"tools": allowed}, deep=True)
        case "slice":
            value.tools[:] = allowed
        case "delete":
            del value.tools[:]
            value.tools.extend(allowed)
        case "clear":
            value.tools.clear()
            value.tools += allowed
        case _:
            assert [item.value for item in mb.drop_set_aside(value)][-1] == broken
    assert "rm -rf" not in codec.encode(value).decode()
    assert "/tools/1" not in places(value)
    assert [tool["name"] for tool in codec.dump(value)["tools"]] == ["a"]
    if way == "drop":
        assert mb.set_aside(value) == ()
        assert codec.dump(value)["tools"][0].get("icons", []) == []


@REVISIONS
def test_dropping_removes_unknown_members_from_lists(revision: str) -> None:
    codec = classes.codec(revision, "CallToolResult")
    value = tolerant(codec, page(revision, content=[HOLOGRAM, TEXT, {"type": "text"}]))
    assert [item.carried for item in mb.drop_set_aside(value)] == [True, False]
    assert codec.dump(value) == page(revision, content=[TEXT])
    assert mb.drop_set_aside(value) == mb.set_aside(value) == ()
    message = classes.codec(revision, "SamplingMessage")
    single = tolerant(message, {"role": "user", "content": HOLOGRAM})
    assert mb.drop_set_aside(single) == ()
    assert places(single) == ["/content"], "a message without content would be invalid"


@REVISIONS
def test_set_aside_items_are_found_in_messages(revision: str) -> None:
    rev = mb.revision(revision)
    result = page(revision, tools=[5, TOOL])
    text = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result})
    response = rev.parse(text, sender="server", pending={1: "tools/list"}, mode="tolerant")
    assert places(response) == places([response]) == places({"a": response}) == ["/result/tools/0"]
    assert isinstance(response, mb.Response)
    assert places(mb.Batch([mb.ProtocolError(-32600, "a"), response])) == ["/result/tools/0"]
    assert [item.pointer for item in mb.drop_set_aside(response)] == ["/result/tools/0"]
    assert places(response) == []
    params = {"messages": [5, {"role": "user", "content": TEXT}], "maxTokens": 1}
    if rev.era == "handshake":
        ask = {"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": params}
        request = rev.parse(json.dumps(ask), sender="server", mode="tolerant")
        assert places(request) == ["/params/messages/0"]


def test_removing_a_list_removes_its_set_aside_items() -> None:
    codec = classes.codec("2025-11-25", "Tool")
    value = tolerant(codec, {**TOOL, "icons": [{"src": 5}]})
    value.icons = None
    assert codec.dump(value) == TOOL
    message = classes.codec("2025-11-25", "SamplingMessage")
    one = tolerant(message, {"role": "user", "content": [5, HOLOGRAM]})
    form = classes.codec("2025-11-25", "ElicitResult")
    filled = tolerant(form, {"action": "accept", "content": {"a": [5]}})
    filled.content = None
    assert form.dump(filled) == {"action": "accept"}
    one.content = v2025_11_25.TextContent(text="a")
    assert message.dump(one) == {"role": "user", "content": {"text": "a", "type": "text"}}


def test_set_aside_items_move_with_their_object() -> None:
    pages, tool = classes.codec("2025-11-25", "ListToolsResult"), classes.codec("2025-11-25", "Tool")
    document = {**TOOL, "icons": [{"src": "a"}, {"src": 5}]}
    value = tolerant(pages, {"tools": [document, 5]})
    assert tool.dump(value.tools[0]) == document
    merged = v2025_11_25.ListToolsResult(tools=[v2025_11_25.Tool(**TOOL), value.tools[0]])
    assert pages.dump(merged) == {"tools": [TOOL, document]}
    assert places(merged) == ["/tools/0/icons/1"], "where it stood in the document it came in"
    block = classes.codec("2025-11-25", "ContentBlock")
    [unknown] = tolerant(classes.codec("2025-11-25", "CallToolResult"), {"content": [HOLOGRAM]}).content
    assert json_equal(block.dump(unknown), HOLOGRAM, order=True)
    with pytest.raises(ValueError, match="cannot be written as"):
        tool.encode(unknown)
    assert json.loads(encoder_of(v2025_11_25.Tool)(value.tools[0])) == document, "as a handler's result is written"


def test_lists_and_dicts_of_values() -> None:
    """Definitions that are not objects."""
    codec = classes.codec("2025-03-26", "JSONRPCBatchRequest")
    good = {"jsonrpc": "2.0", "method": "a"}
    assert rejection(codec, [good, 5]) == [("/1", "type")], "no object is there to remember the item"
    assert codec.decode_value([good], mode="tolerant") == codec.decode_value([good])
    answers = classes.codec("2026-07-28", "InputResponses")
    value = tolerant(answers, {"b": {"roots": [{"uri": "file:///a"}, 5]}, "a": {"action": "cancel"}})
    assert places(value) == ["/b/roots/1"]


def test_a_fault_outside_of_a_list_is_an_error() -> None:
    pages = classes.codec("2025-11-25", "ListToolsResult")
    assert rejection(pages, {"tools": {}}) == [("/tools", "type")]
    assert rejection(pages, {}) == [("", "required")]
    assert ("/nextCursor", "type") in rejection(pages, {"tools": [TOOL, 5], "nextCursor": 5})
    assert rejection(pages, [TOOL]) == [("", "type")]
    block = classes.codec("2025-11-25", "ContentBlock")
    assert rejection(block, HOLOGRAM) == [("/type", "anyOf")], "nothing of the document would be typed"
    request = classes.codec("2025-11-25", "ClientRequest")
    assert rejection(request, {"jsonrpc": "2.0", "id": 1, "method": "future/thing"}) == [("/method", "anyOf")]


@REVISIONS
def test_text_that_is_not_json_is_rejected(revision: str) -> None:
    codec = classes.codec(revision, "CallToolResult")
    for text in ('{"content":[5', '{"content":[NaN]}', '{"content":[5,1e999]}', b'{"content":["\xff"]}', "[" * 300):
        with pytest.raises(mb.DecodeError) as caught:
            codec.decode(text, mode="tolerant")
        assert [each.rule for each in caught.value.findings] == ["json"]
    looped: Any = {"content": []}
    looped["content"].append(looped)
    for value in (looped, {"content": [{1}]}, {"content": [float("nan")]}, {"content": [mb.UnknownMember]}):
        with pytest.raises(mb.DecodeError) as caught:
            codec.decode_value(value, mode="tolerant")
        assert [each.rule for each in caught.value.findings] == ["json"]


@REVISIONS
def test_strict_is_the_default(revision: str) -> None:
    codec: Any = classes.codec(revision, "CallToolResult")
    document = page(revision, content=[HOLOGRAM])
    for read, given in ((codec.decode, json.dumps(document)), (codec.decode_value, document)):
        with pytest.raises(mb.DecodeError):
            read(given, mode="strict")
        with pytest.raises(mb.DecodeError):
            read(given)
        with pytest.raises(ValueError, match="must be one of 'strict', 'tolerant'"):
            read(given, mode="lenient")
    good = page(revision, content=[TEXT])
    value = codec.decode_value(good, mode="tolerant")
    assert value == codec.decode_value(good)
    assert mb.set_aside(value) == mb.set_aside(codec.decode_value(good)) == ()


def test_constructors_stay_strict() -> None:
    codec = classes.codec("2025-11-25", "CallToolResult")
    value = tolerant(codec, {"content": [HOLOGRAM, TEXT]})
    contents: list[Any] = [value.content, [mb.UnknownMember], [{"type": mb.UnknownMember}]]
    for content in contents:
        with pytest.raises(ValueError, match="validation error"):
            v2025_11_25.CallToolResult(content=content)
    value.content.append(value.content.pop(0))
    assert codec.dump(value) == {"content": [TEXT, HOLOGRAM]}


def test_a_value_changed_into_another_type_is_not_written() -> None:
    codec = classes.codec("2025-11-25", "CallToolResult")
    for item in (HOLOGRAM, 5):
        value = tolerant(codec, {"content": [item, TEXT]})
        value.content.append(5)
        with pytest.raises(ValueError, match="cannot be written as"):
            codec.encode(value)


def test_findings_are_limited_and_quote_nothing() -> None:
    blocks = [{"type": "text", "text": "a", "annotations": {"audience": [SECRET] * 50}}, {"type": SECRET}]
    bad: list[Any] = [{"type": "image", "data": 5, "annotations": {"audience": [SECRET] * 50}, SECRET: SECRET}]
    value = tolerant(classes.codec("2025-11-25", "CallToolResult"), {"content": [*blocks, *bad]})
    found = mb.set_aside(value)
    assert len(found) == 52
    assert max(len(item.findings) for item in found) == MAX_FINDINGS_SET_ASIDE == 20
    assert SECRET not in "".join(finding.rule + finding.message for item in found for finding in item.findings)


def test_thirty_thousand_invalid_items() -> None:
    """Each item is validated once: with quadratic work this test would not end."""
    codec = classes.codec("2025-11-25", "ListToolsResult")
    document = {"tools": [{"name": number} for number in range(30_000)]}
    value = codec.decode_value(document, mode="tolerant")
    assert value.tools == []
    assert len(mb.set_aside(value)) == 30_000
    assert codec.dump(value) == document


def nested(levels: int) -> Any:
    """A JSON value of the given depth."""
    value: Any = None
    for level in range(levels):
        value = {"a": value} if level % 2 else [value]
    return value


def test_a_deep_item_does_not_affect_the_others() -> None:
    """A schema with restrictions at every level needs more stack than there is."""
    definitions = {
        "Any": {"anyOf": [{"$ref": "#/$defs/Object"}, {"type": "array", "items": {"$ref": "#/$defs/Any"}}, {}]},
        "Object": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Any"}},
        "List": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
        "Item": {"properties": {"a": {"$ref": "#/$defs/Any"}, "b": {"type": "string"}}},
    }
    remainder = find_remainder(
        definitions, "List", [{"a": nested(190)}, {"a": nested(90)}, {"b": 5}, {"a": nested(90), "b": 5}]
    )
    assert remainder is not None
    assert remainder.document == [{"a": nested(90)}]
    assert find_remainder(definitions, "Item", {"a": nested(190)}) is None
    document: Any = {"metadata": nested(90), "messages": [5], "maxTokens": 1}
    codec = classes.codec("2026-07-28", "CreateMessageRequestParams")
    assert places(tolerant(codec, document)) == ["/messages/0"]
    assert ("", "depth") in rejection(codec, {**document, "metadata": nested(190)})


def test_importing_the_package_loads_no_pydantic() -> None:
    code = (
        "import sys, mcp_bindings as mb\n"
        "assert not {'pydantic', 'typing_extensions', 'mcp_bindings.codec.tolerance'} & set(sys.modules)\n"
        "assert not hasattr(mb, 'decode_tolerantly')\n"
        "assert {'SetAside', 'UnknownMember', 'set_aside'} <= set(mb.__all__)\n"
        "assert mb.SetAside('', 5, (), False).value == 5\n"
        "assert mb.set_aside(None) == () and mb.UnknownMember(type='a')['type'] == 'a'\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_finding_of_a_part_that_is_set_aside_is_one_line() -> None:
    """A server could forge a line of the log with the name of a property."""
    found: list[SessionFinding] = []
    info, revisions = {"name": "tests", "version": "1"}, [HANDSHAKE[-1]]
    client = mb.Session("client", revisions, info=info, mode="tolerant", on_finding=found.append)
    server = mb.Session("server", revisions, info=info, capabilities={"tools": {}})
    opening = server.receive(client.open())
    assert isinstance(opening, mb.Request)
    client.receive(server.accept(opening))
    id_ = client.request("tools/list").id
    tool = {"name": "a", "inputSchema": {"type": "object", "properties": {"x\nERROR forged": 5}}}
    client.receive(json.dumps({"jsonrpc": "2.0", "id": id_, "result": {"tools": [tool]}}).encode())
    place = "/result/tools/0/inputSchema/properties/x\\nERROR forged"
    text = f"/result/tools/0 is set aside: {place}: expected object, found integer"
    assert [each.message for each in found] == [text]
