"""Values against the schemas of tools: dialects, references, bounds, and what a server needs to start."""

from __future__ import annotations

import json
import socket
import sys
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.guards import SchemaRefusedError, ToolGuard
from mcp_bindings.guards.tools import find_elicited_faults
from mcp_bindings.schema.compiled import CompiledSchema, CompiledSchemaCache
from mcp_bindings.schema.dialects import DIALECTS

OBJECT = {"type": "object"}


def test_without_a_dialect_a_schema_is_of_2020_12() -> None:
    """`prefixItems` says something there, and nothing in draft-07, where `items` may be a list."""
    plain = CompiledSchema({"prefixItems": [{"type": "string"}]})
    assert [plain.is_valid(["a"]), plain.is_valid([1])] == [True, False]
    older = CompiledSchema({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}]})
    assert [older.is_valid(["a"]), older.is_valid([1])] == [True, False]
    with pytest.raises(SchemaRefusedError, match="not a schema"):
        CompiledSchema({"items": [{"type": "string"}]})


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_dialect_may_be_declared_with_an_empty_fragment(dialect: str) -> None:
    assert not CompiledSchema({"$schema": f"{dialect}#", "minimum": 2}).is_valid(1)


def test_another_dialect_is_refused_with_an_error_that_says_so() -> None:
    with pytest.raises(SchemaRefusedError, match=r"dialect is not supported: 'https://example\.com/x'.*2020-12"):
        CompiledSchema({"$schema": "https://example.com/x"})


@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef"])
def test_no_reference_is_fetched(keyword: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        target = f"http://127.0.0.1:{server.getsockname()[1]}/schema.json"
        with pytest.raises(SchemaRefusedError, match="not a schema"):
            CompiledSchema({"properties": {"a": {keyword: target}}})
        with pytest.raises(TimeoutError):
            server.accept()


def test_references_to_the_schema_and_its_dialect_are_followed() -> None:
    found = CompiledSchema(
        {
            "$id": "https://example.com/tool",
            "properties": {"a": {"$ref": "part"}, "b": {"$ref": next(iter(DIALECTS))}, "c": {"$ref": "#/$defs/c"}},
            "$defs": {"a": {"$id": "part", "type": "string"}, "c": {"type": "null"}},
        }
    )
    assert found.is_valid({"a": "x", "b": {"type": "string"}, "c": None})
    assert [each.pointer for each in found.findings({"a": 1, "b": {"type": 1}, "c": 1})] == ["/a", "/b/type", "/c"]


def test_findings_say_what_is_wanted_and_do_not_quote_the_value() -> None:
    schema = {
        "type": "object",
        "properties": {"a/b": {"enum": ["x"]}},
        "required": ["c"],
        "additionalProperties": False,
    }
    found = CompiledSchema(schema).findings({"a/b": "a secret", "another secret": 1})
    assert {(each.pointer, each.rule) for each in found} == {
        ("", "required"),
        ("", "additionalProperties"),
        ("/a~1b", "enum"),
    }
    assert 'does not fit enum ["x"]' in [each.message for each in found]
    assert "secret" not in str(found)


def test_findings_are_bounded() -> None:
    value: Any = {"a" * 10_000: [1] * 1_000}
    found = CompiledSchema({"additionalProperties": {"items": {"enum": ["x" * 10_000]}}}).findings(value)
    assert len(found) <= 100
    assert len(str(found)) < 20_000


def test_a_schema_of_too_many_branches_is_refused_at_once() -> None:
    definitions = {f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(40)}
    with pytest.raises(SchemaRefusedError, match="branches"):
        CompiledSchema({"$ref": "#/$defs/d0", "$defs": {**definitions, "d40": {"type": "string"}}})
    with pytest.raises(SchemaRefusedError, match="more than"):
        CompiledSchema({"anyOf": [{}] * 30_000})
    deep: dict[str, Any] = {}
    for _ in range(300):
        deep = {"not": deep}
    for compile_ in (CompiledSchema, CompiledSchemaCache().get):
        with pytest.raises(SchemaRefusedError, match="deeper"):
            compile_(deep)


def test_a_regular_expression_takes_bounded_time() -> None:
    assert not CompiledSchema({"pattern": r"^(?!x)((a+)+)\1$"}).is_valid("a" * 5_001 + "!")


def test_each_schema_is_compiled_once_and_few_are_kept() -> None:
    schemas = CompiledSchemaCache(2)
    first = schemas.get({"type": "string", "minLength": 1})
    assert schemas.get(json.loads('{"minLength": 1, "type": "string"}')) is first
    for number in range(5):
        schemas.get({"minimum": number})
    assert len(schemas) == 2
    assert schemas.get({"type": "string", "minLength": 1}) is not first
    for _ in range(2):
        with pytest.raises(SchemaRefusedError):
            schemas.get({"type": 1})


def test_compiled_schemas_are_bounded_in_characters() -> None:
    """A server could make a client keep 1,000 schemas of 4 MiB each."""
    schemas = CompiledSchemaCache(max_characters=5_000)
    long = schemas.get({"description": "x" * 6_000})
    assert schemas.get({"description": "x" * 6_000}) is long, "one may be longer"
    for number in range(10):
        schemas.get({"description": f"{number}" * 1_000})
        assert schemas.get({"description": f"{number}" * 1_000}) is schemas.get({"description": f"{number}" * 1_000})
    assert len(schemas) == 4


def test_a_server_with_tools_needs_a_validator_or_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("jsonschema_rs", "jsonschema"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ModuleNotFoundError, match=r"mcp-bindings\[validators\]"):
        ToolGuard()
    guard = ToolGuard(unchecked=True)
    guard.add([{"name": "t", "inputSchema": {"type": "string"}, "execution": {"taskSupport": "required"}}])
    assert guard.argument_findings("t", {}) == []
    with pytest.raises(mb.ProtocolError):
        guard.check_task("t", is_task=False)


def test_absent_arguments_are_an_empty_object_and_null_is_none() -> None:
    guard = ToolGuard()
    guard.add([{"name": "t", "inputSchema": {"type": "object", "required": ["a"]}}])
    assert [each.rule for each in guard.argument_findings("t", None)] == ["required"]
    assert guard.argument_findings("unknown", None) == []


def test_only_an_error_may_lack_valid_structured_content() -> None:
    """/specification/2025-11-25/server/tools#output-schema."""
    guard = ToolGuard()
    guard.add([{"name": "t", "inputSchema": OBJECT, "outputSchema": {**OBJECT, "required": ["n"]}}])
    assert guard.result_findings("t", {"content": [], "structuredContent": {"n": 1}}) == []
    assert [each.pointer for each in guard.result_findings("t", {"structuredContent": {}})] == ["/structuredContent"]
    assert [each.rule for each in guard.result_findings("t", {"content": []})] == ["required"]
    assert guard.result_findings("t", {"content": [], "isError": True}) == []
    guard.add([{"name": "t", "inputSchema": OBJECT}])
    assert guard.result_findings("t", {"content": []}) == []


def test_no_tool_is_learned_if_one_of_them_is_refused() -> None:
    guard = ToolGuard()
    with pytest.raises(SchemaRefusedError):
        guard.add([{"name": "a", "inputSchema": OBJECT}, {"name": "b", "inputSchema": {"$schema": "x"}}])
    assert "a" not in guard


def test_content_that_was_declined_is_not_checked() -> None:
    schema = CompiledSchema({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
    assert find_elicited_faults(schema, {"action": "decline"}) == []
    assert [each.pointer for each in find_elicited_faults(schema, {"action": "accept"})] == ["/content"]
    assert [each.pointer for each in find_elicited_faults(schema, {"action": "accept", "content": {"n": "1"}})] == [
        "/content/n"
    ]
