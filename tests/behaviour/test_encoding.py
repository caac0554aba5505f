"""Encoding writes every member, or raises an error that names the member that would be lost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, Field, TypeAdapter
from pydantic.dataclasses import dataclass

import mcp_bindings as mb
from mcp_bindings import v2025_11_25 as old
from mcp_bindings import v2026_07_28 as new
from mcp_bindings.codec.encoding import encode_any, encoder_of
from tests.engines import ENGINES, using

REV = mb.revision("2025-11-25")
RESULT = REV.codec(old.CallToolResult)
TOOL = old.Tool(name="a", input_schema=old.ToolInputSchema())
PLAIN: Any = {"name": "a", "inputSchema": {"type": "object"}}


class Renamed(old.TextContent):
    """A subclass without members of its own."""


class Wider(old.TextContent):
    """A subclass with a member that the declared class does not have."""

    mine: int = 5


class Foreign(BaseModel):
    """A model of another library, with a default that a constructor does not set."""

    kind: str = "plain"
    tags: list[str] = Field(default_factory=list)


def lost(codec: Any, value: Any) -> str:
    """The message of the error raised for the value."""
    with pytest.raises(mb.EncodeError) as caught:
        codec.encode(value)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(mb.EncodeError):
        codec.dump(value)
    return str(caught.value)


def test_another_class_is_an_error_that_names_both() -> None:
    text = lost(REV.codec("Tool"), old.TextContent(text="a"))
    assert "mcp_bindings.v2025_11_25.tools.Tool" in text
    assert "mcp_bindings.v2025_11_25.content.TextContent" in text
    text = lost(REV.codec("CallToolResult"), new.CallToolResult(content=[], result_type="complete"))
    assert "mcp_bindings.v2025_11_25.tools.CallToolResult" in text
    assert "mcp_bindings.v2026_07_28.tools.CallToolResult" in text


def test_another_revision_nested_is_an_error_with_its_place() -> None:
    value = old.CallToolResult(content=[old.TextContent(text="a")])
    wrong: Any = value.content
    wrong.append(new.TextContent(text="b"))
    assert "/content/1: expected mcp_bindings.v2025_11_25" in lost(RESULT, value)
    tool = TOOL.model_copy(deep=True)
    vars(tool)["annotations"] = new.ToolAnnotations(title="a")
    tools = old.ListToolsResult(tools=[TOOL, tool])
    assert "/tools/1/annotations: " in lost(REV.codec("ListToolsResult"), tools)


def test_subclasses_are_written_if_nothing_is_lost() -> None:
    value = old.CallToolResult(content=[Renamed(text="a")])
    assert RESULT.dump(value) == {"content": [{"type": "text", "text": "a"}]}
    assert REV.codec("TextContent").dump(Renamed(text="a")) == {"type": "text", "text": "a"}
    value = old.CallToolResult(content=[Wider(text="a")])
    assert "test_encoding.Wider" in lost(RESULT, value)
    assert "test_encoding.Wider" in lost(REV.codec("TextContent"), Wider(text="a"))
    assert json.loads(encoder_of(Wider)(Wider(text="a"))) == {"type": "text", "text": "a", "mine": 5}


def test_dicts_are_checked_and_written() -> None:
    document: Any = {"x": None, "content": [{"text": "a", "type": "text", "y": 1}], "is_error": 5}
    assert RESULT.encode(document) == b'{"x":null,"content":[{"text":"a","type":"text","y":1}],"is_error":5}'
    assert RESULT.dump({"content": [old.TextContent(text="a")]}) == {"content": [{"type": "text", "text": "a"}]}
    assert "/content: expected array" in lost(RESULT, {"content": 5})
    value = old.CallToolResult(content=[])
    blocks: Any = value.content
    blocks.append({"type": "text", "text": "a"})
    assert RESULT.dump(value) == {"content": [{"type": "text", "text": "a"}]}
    blocks.append({"type": "text"})
    assert "/content/1" in lost(RESULT, value)


@pytest.mark.parametrize("value", [5, None, [], "a", SimpleNamespace(content=[]), object(), Foreign(), {1: 2}])
def test_values_of_no_definition_are_errors(value: Any) -> None:
    lost(RESULT, value)


def test_free_form_members_are_written_unchanged() -> None:
    content: dict[str, Any] = {"a": Foreign(), "b": TOOL, "c": new.TextContent(text="b"), "d": Wider(text="a")}
    value = old.CallToolResult(content=[], structured_content=content)
    assert RESULT.dump(value)["structuredContent"] == {
        "a": {"kind": "plain", "tags": []},
        "b": PLAIN,
        "c": {"type": "text", "text": "b"},
        "d": {"type": "text", "text": "a", "mine": 5},
    }
    holder = old.CallToolResult(content=[])
    inner: Any = holder.content
    inner.append(Wider(text="a"))
    content["e"] = holder
    written = RESULT.dump(old.CallToolResult(content=[], structured_content=content))["structuredContent"]
    assert written["e"] == {"content": [{"type": "text", "text": "a", "mine": 5}]}


def test_a_value_that_json_cannot_express_is_an_error() -> None:
    for part in (float("nan"), float("inf"), "\ud800", object(), {1: {object()}}):
        value = old.CallToolResult(content=[], structured_content={"a": part})
        lost(RESULT, value)
    looped: dict[str, Any] = {}
    looped["a"] = looped
    value = old.CallToolResult(content=[])
    vars(value)["structured_content"] = looped
    value.__pydantic_fields_set__.add("structured_content")
    lost(RESULT, value)


def test_calls_and_messages_lose_nothing() -> None:
    sent: list[bytes] = []

    async def send(data: bytes) -> bytes:
        sent.append(data)
        return b'{"jsonrpc":"2.0","id":%d,"result":{"content":[]}}' % json.loads(data)["id"]

    async def call(**arguments: Any) -> None:
        await old.ClientCalls(send).call_tool("a", **arguments)

    asyncio.run(call(arguments={"a": Foreign(), "b": TOOL}, meta={"c": Foreign()}))
    params = json.loads(sent[0])["params"]
    assert params["arguments"] == {"a": {"kind": "plain", "tags": []}, "b": PLAIN}
    assert params["_meta"]["c"] == {"kind": "plain", "tags": []}
    server = old.ServerCalls(send)
    message = old.SamplingMessage(role="user", content=Wider(text="a"))
    with pytest.raises(mb.EncodeError):
        asyncio.run(server.create_message(messages=[message], max_tokens=1))
    typed = old.CallToolRequestParams(name="a", arguments={"b": 1})
    asyncio.run(old.ClientCalls(send).request("tools/call", typed, meta={"d": 1}))
    assert json.loads(sent[-1])["params"] == {"name": "a", "arguments": {"b": 1}, "_meta": {"d": 1}}
    with pytest.raises(mb.EncodeError):
        asyncio.run(old.ClientCalls(send).request("tools/call", new.TextContent(text="a")))


@pytest.mark.parametrize(
    "members",
    [
        {"system_prompt": "b"},
        {"max_tokens": 7},
        {"meta": 1, "_meta": {"a": 1}},
        {"zeta": 1, "temperature": 1, "_meta": {"a": 1}, "alpha": None},
    ],
)
def test_typed_params_are_sent_as_they_came(members: dict[str, Any]) -> None:
    sent: list[bytes] = []

    async def send(data: bytes) -> bytes:
        sent.append(data)
        content = {"type": "text", "text": "a"}
        result = {"content": content, "model": "a", "role": "assistant"}
        return json.dumps({"jsonrpc": "2.0", "id": json.loads(data)["id"], "result": result}).encode()

    document: dict[str, Any] = {**members, "messages": [], "maxTokens": 5}
    typed = REV.codec(old.CreateMessageRequestParams).decode_value(document)
    asyncio.run(old.ServerCalls(send).request("sampling/createMessage", typed, meta={"b": 2}))
    params = json.loads(sent[0])["params"]
    assert params == {"_meta": {"b": 2}, **document}
    assert [name for name in params if name in document] == [*document]


def test_results_of_handlers_lose_nothing(caplog: pytest.LogCaptureFixture) -> None:
    results: list[Any] = [
        new.CallToolResult(content=[], result_type="complete"),
        old.CallToolResult(content=[Wider(text="a")]),
    ]

    class Server(old.ToolsServer):
        def call_tool(self, params: old.CallToolRequestParams, context: mb.Context) -> Any:
            return results.pop(0)

        def list_tools(self, params: old.PaginatedRequestParams, context: mb.Context) -> old.ListToolsResult:
            return old.ListToolsResult(tools=[])

    data = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}'
    dispatcher = mb.Dispatcher(Server())
    for text in ("mcp_bindings.v2026_07_28.tools.CallToolResult", "Wider"):
        reply = asyncio.run(dispatcher.dispatch(data))
        assert reply is not None
        assert json.loads(reply)["error"]["code"] == -32603
        assert text in caplog.text


def test_a_class_of_another_revision_has_no_codec() -> None:
    assert REV.codec(old.Tool) is REV.codec(old.Tool)
    revision: mb.Revision = REV  # of no particular id, or type checkers would report the next call
    with pytest.raises(
        KeyError, match=r"v2026_07_28\.tools\.Tool; did you mean mcp_bindings\.v2025_11_25\.tools\.Tool"
    ):
        revision.codec(new.Tool)
    with pytest.raises(KeyError, match="Wider"):
        REV.codec(Wider)


class Holder(BaseModel):
    """A user's model that contains values of the protocol."""

    tool: old.Tool
    either: old.Tool | old.TextContent
    results: list[new.CallToolResult]
    any: Any = None


@dataclass
class Record:
    """A user's dataclass."""

    tool: old.Tool


def holder() -> Holder:
    null = mb.revision("2026-07-28").codec(new.CallToolResult)
    document = b'{"content":[],"structuredContent":null,"resultType":"complete","zz":null}'
    absent = new.CallToolResult(content=[], result_type="complete")
    return Holder(tool=TOOL, either=old.TextContent(text="a"), results=[null.decode(document), absent], any=TOOL)


NULL: Any = {"content": [], "structuredContent": None, "resultType": "complete", "zz": None}
ABSENT: Any = {"content": [], "resultType": "complete"}
NESTED: Any = {"tool": PLAIN, "either": {"type": "text", "text": "a"}, "results": [NULL, ABSENT], "any": PLAIN}

DUMPS: dict[str, Callable[[Holder], Any]] = {
    "model_dump": lambda value: value.model_dump(),
    "model_dump, mode json": lambda value: value.model_dump(mode="json", by_alias=True),
    "model_dump_json": lambda value: json.loads(value.model_dump_json()),
    "TypeAdapter.dump_python": lambda value: TypeAdapter(Holder).dump_python(value),
    "TypeAdapter.dump_json": lambda value: json.loads(TypeAdapter(list[Holder]).dump_json([value]))[0],
}


@pytest.mark.parametrize("way", DUMPS)
def test_no_null_is_added_inside_other_models(way: str) -> None:
    dump = DUMPS[way]
    assert dump(holder()) == NESTED
    again = Holder.model_validate(dump(holder()))
    assert again.results == holder().results
    assert again.tool == TOOL


def test_no_null_is_added_by_attribute_names() -> None:
    found = holder().model_dump(by_alias=False)
    assert found["tool"] == {"name": "a", "input_schema": {"type": "object"}}
    assert found["results"] == [
        {"content": [], "structured_content": None, "result_type": "complete", "zz": None},
        {"content": [], "result_type": "complete"},
    ]
    assert Holder.model_validate(found).tool == TOOL


def test_type_adapters_and_dataclasses_add_no_null() -> None:
    assert TypeAdapter(old.Tool).dump_python(TOOL) == PLAIN
    assert json.loads(TypeAdapter(list[old.Tool]).dump_json([TOOL])) == [PLAIN]
    assert TypeAdapter(dict[str, old.Tool]).dump_python({"a": TOOL}) == {"a": PLAIN}
    assert json.loads(TypeAdapter(Record).dump_json(Record(TOOL))) == {"tool": PLAIN}
    assert TypeAdapter(old.ContentBlock).dump_python(old.TextContent(text="a")) == {"type": "text", "text": "a"}
    assert TypeAdapter(Any).dump_python(TOOL) == PLAIN
    assert json.loads(encode_any({"a": [TOOL]})) == {"a": [PLAIN]}


def test_model_dump_keeps_the_names_of_unknown_members() -> None:
    value = RESULT.decode(b'{"content":[],"isError":true,"is_error":5,"is_error\\u0000":6}')
    wire: Any = {"content": [], "isError": True, "is_error": 5, "is_error\0": 6}
    assert value.model_dump() == json.loads(value.model_dump_json()) == value.model_dump(by_alias=False) == wire
    assert TypeAdapter(old.CallToolResult).dump_python(value) == wire
    assert RESULT.dump(value) == wire


def test_model_dump_respects_its_options() -> None:
    value = holder().results[0]
    assert value.model_dump(exclude_none=True) == {"content": [], "resultType": "complete"}
    assert value.model_dump(exclude={"structured_content"}) == {"content": [], "resultType": "complete", "zz": None}
    assert value.model_dump(include={"structured_content"}) == {"structuredContent": None}
    assert value.model_dump(exclude_unset=False) == NESTED["results"][0]
    assert TOOL.model_dump(include={"name"}) == {"name": "a"}


def test_values_made_without_validation_keep_their_constants() -> None:
    assert REV.codec("TextContent").dump(old.TextContent.model_construct(text="a")) == {"type": "text", "text": "a"}


def test_model_validate_accepts_the_options_of_pydantic() -> None:
    by_attribute: Any = {"name": "a", "input_schema": {"type": "object"}}
    assert old.Tool.model_validate(by_attribute, by_name=True) == TOOL
    assert old.Tool.model_validate_json(json.dumps(by_attribute), by_name=True, by_alias=False) == TOOL
    assert old.Tool.model_validate(PLAIN, by_name=True) == TOOL
    with pytest.raises(ValueError, match="inputSchema"):
        old.Tool.model_validate(by_attribute)
    with pytest.raises(ValueError, match="input_schema"):
        old.Tool.model_validate(PLAIN, by_name=True, by_alias=False)


@pytest.mark.parametrize("sign", [1, -1])
def test_an_integer_that_no_codec_reads_is_not_written(sign: int) -> None:
    """Decoding takes 4,300 digits; an integer of more was written, and nobody could read it again."""
    codec, longest = REV.codec(old.CallToolRequestParams), sign * (10**4300 - 1)
    read = codec.decode(b'{"name":"a","arguments":{"n":1}}')
    for number, is_written in ((longest, True), (longest + sign, False)):
        read.arguments = {"n": number, "digits": "9" * 5000}
        for value in (old.CallToolRequestParams(name="a", arguments={"n": number}), read):
            if is_written:
                assert codec.decode_value(codec.dump(value)).arguments == value.arguments
            else:
                with pytest.raises(mb.EncodeError, match=r"/arguments/n: .* of more than 4,300 digits"):
                    codec.encode(value)


@pytest.mark.parametrize("engine", [*ENGINES])
@pytest.mark.parametrize("size", [1, 2**64, 10**30 + 7, -(2**63) - 1])
def test_a_list_that_gained_an_item_keeps_the_order_of_the_rest(size: int, engine: str) -> None:
    members = {"uri": "file:///a", "size": size, "name": "a"}
    codec = mb.revision("2025-11-25").codec("ListResourcesResult")
    with using(engine):
        result: Any = codec.decode(json.dumps({"resources": [members]}))
        result.resources.insert(0, old.Resource(name="b", uri="file:///b"))
        written = json.loads(codec.encode(result))["resources"]
    assert list(written[1].items()) == list(members.items())


def test_deep_values_are_refused_also_after_a_tolerant_read() -> None:
    """Once a tolerant read has set something aside, all values are searched for such parts."""
    page = REV.codec(old.ListToolsResult).decode(b'{"tools":[{"name":5}]}', mode="tolerant")
    assert mb.set_aside(page)
    cycle: list[Any] = []
    cycle.append(cycle)
    with pytest.raises(mb.EncodeError, match="nested too deeply"):
        RESULT.encode(old.CallToolResult.model_construct(content=[], structured_content={"a": cycle}))
