"""Unions: decoding selects the right alternative, and the selection never changes which documents are valid."""

from __future__ import annotations

import itertools
import json
from importlib import import_module
from typing import Annotated, Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import sources
from mcp_bindgen.ir.types import Ref, UnionType
from mcp_bindings.codec.codec import Codec
from mcp_bindings.codec.encoding import Encoder
from mcp_bindings.codec.schema_file import SchemaFile
from mcp_bindings.schema import union_ranking
from mcp_bindings.schema.union_ranking import Ranking, Signature, rank_alternatives
from mcp_bindings.wire.model import WireModel, wire_table
from mcp_bindings.wire.scalars import Omittable
from mcp_bindings.wire.unions import OneOf
from tests.behaviour import classes
from tests.differential.reference import Reference
from tests.documents import initialize_result
from tests.revisions import HANDSHAKE

REVISIONS = pytest.mark.parametrize("revision", mb.REVISIONS)
TITLED = [{"const": "a", "title": "A"}]
TASK = {"taskId": "1", "status": "working", "createdAt": "a", "lastUpdatedAt": "b", "ttl": None}


def cases() -> list[tuple[str, str, Any, str]]:
    """Revision, definition, document, and the expected class."""
    found: list[tuple[str, str, Any, str]] = []

    def case(revisions: tuple[str, ...], definition: str, document: Any, expected: str) -> None:
        found.extend((revision, definition, document, expected) for revision in revisions)

    envelope = {"jsonrpc": "2.0", "id": 1}
    case(mb.REVISIONS, "JSONRPCMessage", {**envelope, "method": "a"}, "JSONRPCRequest")
    case(mb.REVISIONS, "JSONRPCMessage", {"jsonrpc": "2.0", "method": "a"}, "JSONRPCNotification")
    case(HANDSHAKE[:3], "JSONRPCMessage", {**envelope, "result": {}}, "JSONRPCResponse")
    case(HANDSHAKE[3:], "JSONRPCMessage", {**envelope, "result": {}}, "JSONRPCResultResponse")
    result = {**envelope, "result": {"resultType": "complete"}}
    case(("2026-07-28",), "JSONRPCMessage", result, "JSONRPCResultResponse")
    error = {**envelope, "error": {"code": 1, "message": "a"}}
    case(HANDSHAKE[:3], "JSONRPCMessage", error, "JSONRPCError")
    case(mb.REVISIONS[3:], "JSONRPCMessage", error, "JSONRPCErrorResponse")

    form: Any = {"message": "a", "requestedSchema": {"type": "object", "properties": {}}}
    url = {"message": "a", "mode": "url", "url": "https://a.example", "elicitationId": "1"}
    case(mb.REVISIONS[3:], "ElicitRequestParams", form, "ElicitRequestFormParams")
    case(mb.REVISIONS[3:], "ElicitRequestParams", {**form, "mode": "form"}, "ElicitRequestFormParams")
    case(mb.REVISIONS[3:], "ElicitRequestParams", url, "ElicitRequestURLParams")

    for definition in ("PrimitiveSchemaDefinition", "EnumSchema"):
        late = mb.REVISIONS[3:]
        case(late, definition, {"type": "string", "enum": ["a"]}, "UntitledSingleSelectEnumSchema")
        legacy = {"type": "string", "enum": ["a"], "enumNames": ["A"]}
        case(late, definition, legacy, "LegacyTitledEnumSchema")
        case(late, definition, {"type": "string", "oneOf": TITLED}, "TitledSingleSelectEnumSchema")
        untitled = {"type": "array", "items": {"type": "string", "enum": ["a"]}}
        case(late, definition, untitled, "UntitledMultiSelectEnumSchema")
        case(late, definition, {"type": "array", "items": {"anyOf": TITLED}}, "TitledMultiSelectEnumSchema")
    for kind, expected in {"string": "String", "number": "Number", "integer": "Number", "boolean": "Boolean"}.items():
        case(mb.REVISIONS[2:], "PrimitiveSchemaDefinition", {"type": kind}, f"{expected}Schema")
    case(("2025-06-18",), "PrimitiveSchemaDefinition", {"type": "string", "enum": ["a"]}, "EnumSchema")

    results: tuple[tuple[Any, str], ...] = (
        ({"tools": []}, "ListToolsResult"),
        ({"prompts": []}, "ListPromptsResult"),
        ({"resources": []}, "ListResourcesResult"),
        ({"resourceTemplates": []}, "ListResourceTemplatesResult"),
        ({"contents": []}, "ReadResourceResult"),
        ({"messages": [{"role": "user", "content": {"type": "text", "text": "a"}}]}, "GetPromptResult"),
        ({"completion": {"values": []}}, "CompleteResult"),
        ({"content": []}, "CallToolResult"),
        ({"content": [], "isError": True}, "CallToolResult"),
        ({}, "Result"),
    )
    for document, expected in results:
        case(HANDSHAKE, "ServerResult", document, expected)
    for revision in HANDSHAKE:
        case((revision,), "ServerResult", initialize_result(revision, {}), "InitializeResult")
    sampled = {"model": "a", "role": "user", "content": {"type": "text", "text": "a"}}
    case(HANDSHAKE, "ClientResult", sampled, "CreateMessageResult")
    case(HANDSHAKE, "ClientResult", {"roots": []}, "ListRootsResult")
    case(HANDSHAKE, "ClientResult", {}, "Result")
    case(HANDSHAKE[2:], "ClientResult", {"action": "cancel"}, "ElicitResult")
    case(("2025-11-25",), "ClientResult", {"tasks": []}, "ListTasksResult")

    case(HANDSHAKE, "ClientRequest", {**envelope, "method": "ping"}, "PingRequest")
    call = {**envelope, "method": "tools/call", "params": {"name": "a"}}
    case(HANDSHAKE, "ClientRequest", call, "CallToolRequest")
    case(HANDSHAKE, "ServerNotification", {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {
        "requestId": 1}}, "CancelledNotification")  # fmt: skip
    return [each for each in found if each[3] in mb.revision(each[0]).definitions]


@pytest.mark.parametrize(("revision", "definition", "document", "expected"), cases())
def test_the_expected_alternative(revision: str, definition: str, document: Any, expected: str) -> None:
    codec = classes.codec(revision, definition)
    assert codec.findings(document) == [], "the case itself"
    for value in (codec.decode(json.dumps(document)), codec.decode_value(document)):
        assert type(value).__name__ == expected
        assert codec.dump(value) == document
        assert codec.encode(value) == json.dumps(document, separators=(",", ":")).encode()


CONTENTS = {
    "TextContent": {"type": "text", "text": "a"},
    "ImageContent": {"type": "image", "data": "", "mimeType": "a"},
    "AudioContent": {"type": "audio", "data": "", "mimeType": "a"},
    "ResourceLink": {"type": "resource_link", "name": "a", "uri": "b"},
    "EmbeddedResource": {"type": "resource", "resource": {"uri": "a", "text": "b"}},
}
RESOURCES: dict[str, dict[str, object]] = {"text": {"uri": "a", "text": "b"}, "blob": {"uri": "a", "blob": "b"}}
"""Contents of a resource by the member that only their definition has."""


@REVISIONS
def test_content_blocks_and_resource_contents(revision: str) -> None:
    known = {name: block for name, block in CONTENTS.items() if name in mb.revision(revision).definitions}
    result = {"content": list(known.values()), "resultType": "complete"}
    value = classes.codec(revision, "CallToolResult").decode(json.dumps(result))
    assert [type(block).__name__ for block in value.content] == list(known)
    for expected, contents in RESOURCES.items():
        for more in ({}, {"mimeType": "text/plain"}, {"x-unknown": 1}):
            embedded = {"type": "resource", "resource": {**contents, **more}}
            block = classes.codec(revision, "EmbeddedResource").decode_value(embedded)
            resource: WireModel = block.resource
            kind = type(resource)
            assert [name for name in RESOURCES if name in wire_table(kind).attributes] == [expected]
            read = {"contents": [{**contents, **more}], "resultType": "complete", "ttlMs": 0, "cacheScope": "public"}
            page = classes.codec(revision, "ReadResourceResult").decode_value(read)
            assert type(page.contents[0]) is kind


@pytest.mark.parametrize("revision", mb.REVISIONS[3:])
def test_one_content_block_or_a_list(revision: str) -> None:
    codec = classes.codec(revision, "SamplingMessage")
    one = codec.decode_value({"role": "user", "content": CONTENTS["TextContent"]})
    many = codec.decode_value({"role": "user", "content": [CONTENTS["TextContent"]]})
    assert type(one.content).__name__ == "TextContent"
    assert [type(block).__name__ for block in many.content] == ["TextContent"]
    assert codec.decode_value({"role": "user", "content": []}).content == []


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"resultType": "complete", "content": []}, "CallToolResult"),
        ({"resultType": "complete", "content": [], "structuredContent": None}, "CallToolResult"),
        ({"resultType": "input_required"}, "InputRequiredResult"),
        ({"resultType": "input_required", "inputRequests": {}}, "InputRequiredResult"),
        ({"resultType": "input_required", "requestState": "a", "inputRequests": {}}, "InputRequiredResult"),
        ({"resultType": "input_required", "inputRequests": {"a": {"method": "roots/list"}}}, "InputRequiredResult"),
    ],
)
def test_results_of_2026_07_28(result: Any, expected: str) -> None:
    codec = classes.codec("2026-07-28", "CallToolResultResponse")
    document = {"jsonrpc": "2.0", "id": 1, "result": result}
    value = codec.decode(json.dumps(document))
    assert type(value.result).__name__ == expected
    assert codec.dump(value) == document


def unions(revision: str) -> list[tuple[str, list[str]]]:
    """Union definitions, with the definitions that are their alternatives."""
    spec = sources.load_spec(revision)
    wire = {python: name for name, python in spec.definitions.items()}
    return [
        (wire[type_.name], [wire[arm.name] for arm in type_.arms if isinstance(arm, Ref) and arm.name in wire])
        for type_ in spec.types
        if isinstance(type_, UnionType) and type_.name in wire
    ]


@REVISIONS
def test_the_choice_never_changes_acceptance(revision: str) -> None:
    """Documents between two alternatives: with members of both, or without some members of one."""
    generator, reference = classes.generator(revision), Reference(sources.effective_schema(revision))
    tried = accepted = 0
    for definition, arms in unions(revision):
        codec = classes.codec(revision, definition)
        for one, other in itertools.islice(itertools.permutations(arms, 2), 60):
            left, right = generator.valid(one), generator.valid(other)
            if not isinstance(left, dict) or not isinstance(right, dict):
                continue
            for document in ({**left, **right}, {**right, **left}, dict(itertools.islice(left.items(), 1, None))):
                valid = reference.is_valid(definition, document)
                found = codec.findings(document)
                assert (found == []) == valid, (definition, document)
                tried, accepted = tried + 1, accepted + valid
                if valid:
                    assert codec.dump(codec.decode_value(document)) == document
                    assert codec.decode(json.dumps(document)) == codec.decode_value(document)
                else:
                    with pytest.raises(mb.DecodeError) as caught:
                        codec.decode_value(document)
                    assert caught.value.findings == found
    assert tried > 500
    assert 0 < accepted < tried


@REVISIONS
def test_a_constructed_alternative_is_read_back_as_its_class(revision: str) -> None:
    """If a tag or constants distinguish the alternatives, the class that was written is the class that is read."""
    module = import_module(mb.revision(revision).package)
    tried = 0
    for definition, arms in unions(revision):
        for arm in arms:
            model = getattr(module, arm)
            if isinstance(model, type) and issubclass(model, WireModel) and classes.constants(model):
                value = model(**classes.maximal(model))
                codec = classes.codec(revision, definition)
                assert type(codec.decode(codec.encode(value))) is model, f"{definition}: {arm}"
                tried += 1
    assert tried > 20


def test_a_cached_order_is_that_of_the_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(union_ranking, "_MAX_ORDERS", 5)  # so that the cache is emptied
    signatures = [
        Signature({"t": ("x",)}, frozenset({"t", "a"}), frozenset({"t", "a", "b"})),
        Signature({"t": ("y", "z")}, frozenset({"t"}), frozenset({"t", "b", "c"})),
        Signature({}, frozenset({"c"}), frozenset({"c"})),
    ]
    tags: list[Any] = ["x", "y", "z", "w", None, 1, ["x"], {}]
    values = [
        dict.fromkeys(names, 1) | ({} if tag is None else {"t": tag})
        for names in itertools.chain.from_iterable(itertools.combinations("abcd", n) for n in range(5))
        for tag in tags
    ]
    ranking = Ranking(signatures)
    assert [ranking(value) for value in values * 2] == [rank_alternatives(signatures, value) for value in values * 2]
    assert len({tuple(ranking(value)) for value in values}) > 3


class Leaf(WireModel):
    leaf: str


class Tree(WireModel):
    part: Omittable[Annotated[Tree | Leaf, OneOf()]] = None
    parts: Omittable[dict[str, Annotated[Tree | Leaf, OneOf()]]] = None


TREE = '{"parts":{"a":{"leaf":"b"},"c":{"part":{"part":{"leaf":"d"}}}},"part":{"leaf":"e"}}'


def test_an_alternative_may_refer_to_its_union() -> None:
    codec: Codec[Tree] = Codec("Tree", Tree, SchemaFile("", __name__))
    value = codec.decode(TREE)
    assert codec.encode(value) == TREE.encode()
    assert json.loads(value.model_dump_json()) == json.loads(TREE)
    assert isinstance(value.part, Leaf)
    assert value.parts is not None
    assert [type(part) for part in value.parts.values()] == [Leaf, Tree]
    assert codec.encode(Tree(part=Tree(part=Leaf(leaf="a")))) == b'{"part":{"part":{"leaf":"a"}}}'


@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_json_schema_of_a_class_in_its_own_union(mode: Any) -> None:
    schema = Tree.model_json_schema(mode=mode)
    either = {"anyOf": [{"$ref": "#/$defs/Tree"}, {"$ref": "#/$defs/Leaf"}]}
    assert schema["$ref"] == "#/$defs/Tree"
    assert set(schema["$defs"]) == {"Tree", "Leaf"}
    members = schema["$defs"]["Tree"]["properties"]
    assert {name: member for name, member in members["part"].items() if name == "anyOf"} == either
    assert members["parts"]["additionalProperties"] == either


def test_a_value_of_no_alternative_is_not_written() -> None:
    class Larger(Leaf):
        more: str

    encoder = Encoder("Tree", Tree)
    value = Tree(parts={})
    for wrong in (Larger(leaf="a", more="b"), 1, "a"):
        values: Any = value.parts
        values["a"] = wrong
        with pytest.raises(mb.EncodeError):
            encoder.encode(value)
        with pytest.warns(UserWarning, match="serializer warnings"):
            value.model_dump()
