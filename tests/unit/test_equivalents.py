"""Keywords that are rewritten at import keep their meaning."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from mcp_bindgen.ingest.normalize import convert_draft_07, simplify_schema

CASES: list[tuple[Any, Any]] = [
    ({"type": "array", "uniqueItems": False}, {"type": "array"}),
    ({"type": "object", "propertyNames": {"type": "string"}}, {"type": "object"}),
    ({"type": "object", "propertyNames": True}, {"type": "object"}),
    ({"not": {}}, False),
    ({"type": "string", "not": True}, False),
    ({"type": "object", "additionalProperties": {"not": {}}}, {"type": "object", "additionalProperties": False}),
    ({"anyOf": [{"type": "string"}, {}]}, {}),
    ({"type": "string", "not": False}, {"type": "string"}),
    ({"type": "string", "then": False, "else": False}, {"type": "string"}),
    ({"if": {"type": "string"}}, {}),
    ({"minContains": 2, "maxContains": 1}, {}),
    ({"contains": {"type": "null"}, "minContains": 0}, {}),
    ({"if": {"type": "string"}, "then": True, "else": {}}, {}),
    (
        {"if": {"type": "string"}, "then": {}, "else": {"const": "a"}},
        {"if": {"type": "string"}, "else": {"const": "a"}},
    ),
    ({"type": "string", "pattern": ""}, {"type": "string"}),
    ({"type": "object", "minProperties": 0.0}, {"type": "object"}),
    ({"dependentRequired": {"a": ["a"], "b": []}}, {}),
    ({"dependentRequired": {"a": ["a", "b"]}}, {"dependentRequired": {"a": ["b"]}}),
    ({"type": "array", "prefixItems": [True, {}]}, {"type": "array"}),
    (
        {"propertyNames": {"anyOf": [{"const": "a"}, {"enum": ["b"]}]}, "additionalProperties": {"type": "null"}},
        {"properties": {"a": {"type": "null"}, "b": {"type": "null"}}, "additionalProperties": False},
    ),
    (
        {"propertyNames": {"enum": ["a"]}},
        {"properties": {"a": True}, "additionalProperties": False},
    ),
    (
        {"properties": {"a": {"not": {}}, "b": {"type": "null"}}, "additionalProperties": False},
        {"properties": {"b": {"type": "null"}}, "additionalProperties": False},
    ),
]

KEPT: tuple[Any, ...] = (
    {"uniqueItems": True},
    {"not": {"type": "string"}},
    {"propertyNames": {"maxLength": 3}},
    {"propertyNames": {"const": "a"}, "properties": {"a": {"type": "null"}}},
    {"$ref": "#/$defs/a", "not": {"type": "null"}},
    {"if": {"type": "string"}, "else": {"type": "null"}},
    {"contains": True, "minContains": 2},
    {"contains": {"type": "null"}, "minContains": 0, "maxContains": 1},
    {"prefixItems": [True], "items": {"type": "null"}},
    {"minProperties": 1},
    {"properties": {"a": False}, "required": ["a"], "additionalProperties": False},
    {"properties": {"a": False}},
    {"properties": {"not": {"type": "null"}, "uniqueItems": {"const": False}}},
)

SCALARS: tuple[Any, ...] = (None, "a", 1, [1, 1], [])
VALUES = [*SCALARS, {}, *({one: value} for one, value in product("abc", SCALARS)), {"a": None, "b": None}]


@pytest.mark.parametrize(("schema", "expected"), CASES, ids=[str(schema) for schema, _ in CASES])
def test_what_states_nothing_new_is_rewritten(schema: Any, expected: Any) -> None:
    assert simplify_schema(schema) == expected
    before: Any = Draft202012Validator(schema)
    after: Any = Draft202012Validator(expected)
    assert [before.is_valid(value) for value in VALUES] == [after.is_valid(value) for value in VALUES]


@pytest.mark.parametrize("schema", KEPT, ids=str)
def test_what_states_more_is_kept(schema: Any) -> None:
    assert simplify_schema(schema) == schema
    assert simplify_schema({"items": schema}) == {"items": schema}


MODERNIZED: tuple[tuple[Any, Any], ...] = (
    ({"items": [{"type": "null"}], "additionalItems": False}, {"prefixItems": [{"type": "null"}], "items": False}),
    ({"items": [{"type": "null"}]}, {"prefixItems": [{"type": "null"}], "items": True}),
    ({"items": {"type": "null"}, "additionalItems": False}, {"items": {"type": "null"}}),
    ({"dependencies": {"a": ["b"]}}, {"dependentRequired": {"a": ["b"]}}),
    (
        {"dependentRequired": {"a": ["b"]}, "prefixItems": [False], "contains": True, "minContains": 2},
        {"contains": True},
    ),
)


@pytest.mark.parametrize(("schema", "expected"), MODERNIZED, ids=[str(schema) for schema, _ in MODERNIZED])
def test_draft_07_is_written_as_2020_12(schema: Any, expected: Any) -> None:
    assert convert_draft_07(schema) == expected
    before: Any = Draft7Validator(schema)
    after: Any = Draft202012Validator(expected)
    assert [before.is_valid(value) for value in VALUES] == [after.is_valid(value) for value in VALUES]
