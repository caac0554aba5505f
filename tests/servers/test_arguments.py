"""Arguments for tools: valid by the input schema, with its defaults, examples and formats where these are valid."""

from __future__ import annotations

from random import Random
from typing import Any

import jsonschema
import pytest

from mcp_bindgen.servers.arguments import make_arguments
from tests.seed import SEED
from tests.soak.tool_lists import draw_object


def of(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the input schema of a tool with one required argument."""
    return {"type": "object", "properties": {"a": schema}, "required": ["a"]}


ONE: dict[str, dict[str, Any]] = {
    "a pattern": {"type": "string", "pattern": "^[A-Z]{3}-\\d{4}$"},
    "a length": {"type": "string", "minLength": 20, "maxLength": 30},
    "a short URI": {"type": "string", "format": "uri", "maxLength": 10},
    "a range": {"type": "number", "minimum": 0.5, "maximum": 0.9},
    "an open range": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    "a multiple": {"type": "integer", "minimum": 5, "multipleOf": 3, "exclusiveMaximum": 10},
    "a negative number": {"type": "integer", "maximum": -3},
    "distinct items": {
        "type": "array",
        "items": {"type": "string", "minLength": 3},
        "minItems": 2,
        "uniqueItems": True,
    },
    "a tuple": {"type": "array", "prefixItems": [{"type": "number"}, {"const": "x"}], "minItems": 2, "items": False},
    "a contained item": {"type": "array", "contains": {"const": 5}},
    "a negation": {"type": "string", "not": {"enum": ["", "a"]}},
    "a refused default": {"type": "integer", "minimum": 3, "default": 1},
    "a choice": {"oneOf": [{"const": "q", "type": "string"}, {"type": "integer"}]},
}
WHOLE: dict[str, dict[str, Any]] = {
    "a reference": {**of({"$ref": "#/$defs/A"}), "$defs": {"A": of({"type": "boolean"})}},
    "draft 7": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **of({"$ref": "#/definitions/A"}),
        "definitions": {"A": {"type": "array", "items": [{"const": 1}], "additionalItems": False, "minItems": 1}},
        "dependencies": {"a": ["b"]},
    },
    "one of two": {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
    "all of two": {"type": "object", "allOf": [of({"type": "integer"}), {"required": ["b"]}]},
    "a member at least": {"type": "object", "minProperties": 1, "additionalProperties": {"type": "integer"}},
    "a condition": {
        **of({"const": "x"}),
        "if": of({"const": "x"}),
        "then": {"required": ["b"]},
    },
    "a dependency": {**of({"type": "string"}), "dependentRequired": {"a": ["b"]}},
}


@pytest.mark.parametrize("schema", [*map(of, ONE.values()), *WHOLE.values()], ids=[*ONE, *WHOLE])
def test_valid_arguments_are_found(schema: dict[str, Any]) -> None:
    found = make_arguments(schema)
    assert found is not None
    draft: Any = jsonschema.Draft7Validator if "$schema" in schema else jsonschema.Draft202012Validator
    draft(schema).validate(found)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string", "format": "date"}, "2026-01-31"),
        ({"type": "string", "default": "x"}, "x"),
        ({"type": "integer", "examples": [7, 8]}, 7),
        ({"enum": ["b", "a"]}, "b"),
        ({"type": "boolean"}, False),
        ({"type": "string"}, "a"),
    ],
)
def test_usual_values_are_preferred(schema: dict[str, Any], value: object) -> None:
    assert make_arguments(of(schema)) == {"a": value}


def test_optional_arguments_are_left_out() -> None:
    assert make_arguments({"type": "object", "properties": {"a": {"type": "string", "default": "x"}}}) == {}


@pytest.mark.parametrize(
    "schema", [None, [], "text", {"type": 5}, {"type": "strange"}, {"type": "string"}, of({"not": {}}), {"not": {}}]
)
def test_no_arguments(schema: object) -> None:
    assert make_arguments(schema) is None


def test_drawn_schemas() -> None:
    random = Random(SEED)
    draft: Any = jsonschema.Draft202012Validator
    for number in range(150):
        schema = draw_object(random)
        found = make_arguments(schema)
        assert found is not None, (SEED, number, schema)
        draft(schema).validate(found)


def of_many_choices(depth: int) -> dict[str, Any]:
    """Return a schema whose choices double with each level."""
    if depth == 0:
        return {"type": "string"}
    inner = of_many_choices(depth - 1)
    return {"oneOf": [inner, {**inner, "minLength": 2}]}


HOSTILE: dict[str, dict[str, Any]] = {
    "many members": {"type": "object", "required": [f"m{n}" for n in range(20_000)]},
    "many conditions": {
        "type": "object",
        "allOf": [{"anyOf": [{"required": [f"m{n}"]}, {"required": [f"n{n}"]}]} for n in range(500)],
    },
    "many choices": of(of_many_choices(9)),
    "recursive": of({"$ref": "#"}),
    "a loop of references": {"type": "object", "$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}},
    "a long text": of({"type": "string", "minLength": 10**9}),
    "many items": of({"type": "array", "minItems": 10**9, "items": {"type": "integer"}}),
    "a counted pattern": of({"type": "string", "pattern": "^(([a-z]{1,900}){1,900}){1,900}$"}),
    "doubled references": {
        **of({"$ref": "#/$defs/d0"}),
        "$defs": {
            f"d{n}": {**of({"$ref": f"#/$defs/d{n + 1}"}), "allOf": [of({"$ref": f"#/$defs/d{n + 1}"})]}
            for n in range(40)
        }
        | {"d40": {"type": "integer"}},
    },
}
"""Schemas that ask for more work or for a larger document than any tool needs."""


@pytest.mark.parametrize("schema", HOSTILE.values(), ids=HOSTILE)
def test_the_search_ends(schema: dict[str, Any]) -> None:
    found = make_arguments(schema)
    assert found is None or len(str(found)) < 10_000
