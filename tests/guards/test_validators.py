"""jsonschema checks values where jsonschema-rs is not installed, with the same verdicts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.guards import SchemaRefusedError, ToolGuard
from mcp_bindings.schema import validators
from mcp_bindings.schema.compiled import CompiledSchema
from tests.differential import check
from tests.guards.library_lab import LIBRARIES, findings, only
from tests.guards.shapes import SHAPES, chain
from tests.seed import SEED

DRAFT_07 = "http://json-schema.org/draft-07/schema#"


@pytest.fixture
def slow() -> Iterator[None]:
    """Without jsonschema-rs."""
    with only("jsonschema"):
        yield


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_findings_have_the_verdict_of_the_reference_validator(revision: str, slow: None) -> None:
    """The documents of the differential tests, in smaller number."""
    rev, generator, reference = mb.revision(revision), check.generator(revision, SEED), check.reference(revision)
    seen = {True: 0, False: 0}
    for definition in sorted(check.schema(revision)["$defs"])[::8]:
        codec: Any = rev.codec(definition)
        for instance in generator.instances(definition, 6):
            expected = reference.is_valid(definition, instance.value)
            seen[expected] += 1
            assert (codec.findings(instance.value) == []) == expected, (
                f"{definition}: {instance.value}, MCP_SEED={SEED}"
            )
    assert min(seen.values()) > 5


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"multipleOf": 0.01}, 1.13),
        ({"multipleOf": 3}, 10**30),
        ({"multipleOf": 0.01}, 10**400),
        ({"multipleOf": 3}, 10**400),
        ({"dependencies": {"a": ["b"]}}, {"a": 1}),
        ({"dependencies": {"a": {"required": ["b"]}}}, {"a": 1}),
        ({"enum": [1, [True]]}, [1]),
        ({"const": 2**64 + 1}, 2**64),
        ({"uniqueItems": True}, [1, True, 1.0]),
        ({"$schema": DRAFT_07, "contentEncoding": "base64"}, "!"),
        ({"$schema": DRAFT_07, "contentEncoding": "base64", "contentMediaType": "application/json"}, "e30="),
        ({"$schema": DRAFT_07, "contentMediaType": "application/json"}, "{"),
        ({"$schema": DRAFT_07, "contentMediaType": "application/json"}, "NaN"),
        ({"$schema": DRAFT_07, "contentMediaType": "application/json"}, r'"\ud800"'),
        ({"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": False}, {"x-a": "", "b": 1}),
        ({"additionalProperties": {"type": "string"}}, {"a": {"b": "long" * 100}}),
        ({"items": False}, [1, 2]),
        ({"if": True, "then": False}, 1),
        ({"$schema": DRAFT_07, "if": False, "else": False}, 1),
        ({"$schema": DRAFT_07, "items": [True], "additionalItems": False}, [1, 2]),
        ({"prefixItems": [True], "items": False}, [1, 2, 3]),
        ({"$id": "tool", "items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"$id": "part", "type": "null"}}}, [1]),
    ],
)
def test_both_libraries_find_the_same(schema: Any, value: Any) -> None:
    assert findings("jsonschema", schema, value) == findings("jsonschema-rs", schema, value)


PATTERNS = [
    r"\d",
    r"^\w+$",
    r"\s",
    r"\S",
    r"[^\d\s]",
    "[[]",
    "[&&a]",
    "[a-z--c]",
    "^a$",
    r"\/",
    r"\cJ",
    r"\p{L}",
    r"\.",
    ".",
    "[.]",
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_regular_expressions_are_those_of_ecma_262(pattern: str) -> None:
    """In Python, `$` stands before a last line end too, and `\\d` for digits of every script."""
    texts = ["1", "\u0663", "é", "a", "a\n", "\n", "\r", "\u2028", "\u2029", "\u3000", "[", "&", "-", "/", "", ".", "~"]
    for schema in ({"pattern": pattern}, {"$schema": DRAFT_07, "pattern": pattern}):
        slow, fast = ([findings(library, schema, text) == [] for text in texts] for library in LIBRARIES)
        assert slow == fast


@pytest.mark.parametrize("name", SHAPES)
def test_self_references_take_no_exponential_time(name: str, slow: None) -> None:
    if any(keyword in json.dumps(SHAPES[name]) for keyword in ("unevaluated", "$dynamicRef")):
        with pytest.raises(SchemaRefusedError, match="not supported without jsonschema-rs"):
            CompiledSchema(SHAPES[name])
        return
    compiled = CompiledSchema(SHAPES[name])
    assert compiled.is_valid(chain(40, 1))
    assert compiled.findings(chain(40))


@pytest.mark.usefixtures("slow")
def test_a_value_that_is_nested_too_deeply_is_rejected() -> None:
    compiled = CompiledSchema({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"items": {"$ref": "#/$defs/a"}}] * 2}}})
    deep: Any = 1
    for _ in range(190):
        deep = [deep]
    assert not compiled.is_valid(deep)
    assert [each.pointer for each in compiled.findings(deep)] == [""]


@pytest.mark.usefixtures("slow")
def test_what_takes_exponential_time_is_refused_or_bounded() -> None:
    assert not CompiledSchema({"pattern": "^(a+)+$"}).is_valid("a" * 100 + "!")
    assert not CompiledSchema({"$schema": DRAFT_07, "pattern": "^(a+)+$"}).is_valid("a" * 100 + "!")
    refused: list[Any] = [{"pattern": "(?=a)"}, {"unevaluatedItems": False}, {"patternProperties": {r"(a)\1": {}}}]
    for schema in refused:
        with pytest.raises(SchemaRefusedError, match="not supported without jsonschema-rs"):
            CompiledSchema(schema)
    with pytest.raises(SchemaRefusedError, match="more than 1000"):
        CompiledSchema({"anyOf": [{}] * 2_000})
    assert [each.rule for each in CompiledSchema({"items": {"enum": [1.5] * 90}}).findings([1] * 2_000)] == ["size"]
    items = [{"a": number} for number in range(3_000)]
    assert CompiledSchema({"uniqueItems": True}).is_valid(items)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("target", ["http://127.0.0.1:9/x", "other.json", "#/$defs/none"])
def test_jsonschema_fetches_nothing(target: str) -> None:
    with pytest.raises(SchemaRefusedError, match="not fetched"):
        CompiledSchema({"properties": {"a": {"$ref": target}}})


@pytest.mark.usefixtures("slow")
def test_the_linter_checks_schemas_with_jsonschema() -> None:
    rev = mb.revision(mb.LATEST)
    rules: list[set[str]] = []
    for kind in ("object", 7):
        tool = {"name": "t", "description": "d", "inputSchema": {"type": "object", "properties": {"a": {"type": kind}}}}
        rules.append({each.rule for each in rev.lint(tool, definition="Tool")})
    assert rules[1] - rules[0]


def test_a_guard_needs_one_of_the_libraries() -> None:
    with only(None):
        assert not validators.has_library()
        with pytest.raises(ModuleNotFoundError, match=r"mcp-bindings\[validators\]"):
            ToolGuard()
    with only("jsonschema"):
        guard = ToolGuard()
        guard.add([{"name": "t", "inputSchema": {"type": "object", "required": ["a"]}}])
        assert [each.rule for each in guard.argument_findings("t", {})] == ["required"]
