"""Schemas in which several branches lead to the same place again, and values that are deep in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DEEP = 150
_KINDS = {"type": ["array", "object", "integer"]}
_F: Mapping[str, Any] = {"$ref": "#/$defs/f"}
_N: Mapping[str, Any] = {"properties": {"n": _F}, "items": _F}


def branching(schema: Any, **definitions: Any) -> dict[str, Any]:
    """A schema with definitions; `f` is by default a filter: an expression of alternatives that hold another one."""
    keys = ({**_N, "required": ["n"]}, {**_N, "required": ["n"], "maxProperties": 1}, {"required": ["x"]})
    filters = {"anyOf": [{"type": "integer"}, *({"type": ["array", "object"], **each} for each in keys)]}
    return {**schema, "$defs": definitions or {"f": filters}}


def _schema_with(**keywords: Any) -> dict[str, Any]:
    """A schema that refers to itself by some keywords."""
    return branching(_F, f={**_KINDS, **keywords})


SHAPES: Mapping[str, Any] = {
    "anyOf": branching(_F),
    "oneOf": _schema_with(
        oneOf=[{**_N, "type": "object"}, {**_N, "required": ["x"], "type": "object"}, {"type": "integer"}]
    ),
    "allOf, one reference three times": branching(_F, f={"allOf": [{"$ref": "#/$defs/g"}] * 3}, g={**_KINDS, **_N}),
    "allOf": _schema_with(allOf=[_N, _N, {"additionalProperties": _F}]),
    "patternProperties": _schema_with(patternProperties={"n": _F, "^n": _F, "n$": _F}, items=_F),
    "if": _schema_with(**{"if": _N, "then": {**_N, **_KINDS}, "else": _N}),
    "not": _schema_with(allOf=[{"not": {"not": _N}}, {"not": {"not": _N}}]),
    "dependentSchemas": _schema_with(dependentSchemas={"n": _N}, **_N),
    "not in anyOf": _schema_with(
        properties={"n": _F}, anyOf=[{"type": "integer"}, {"not": {"properties": {"n": {"not": _F}}}}]
    ),
    "unevaluatedProperties": _schema_with(anyOf=[_N, _N], unevaluatedProperties=False),
    "unevaluatedProperties by a reference": _schema_with(
        allOf=[{"anyOf": [_N, {"required": ["x"]}]}], unevaluatedProperties=_F
    ),
    "$dynamicRef": {
        **_KINDS,
        "$dynamicAnchor": "t",
        "items": {"$dynamicRef": "#t"},
        "allOf": [{"properties": {"n": {"$dynamicRef": "#t"}}}, {"additionalProperties": {"$dynamicRef": "#t"}}],
    },
    "draft-07": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "allOf": [{"$ref": "#/definitions/f"}, {"$ref": "#/definitions/f"}],
        "definitions": {
            "f": {
                **_KINDS,
                "properties": {"n": {"$ref": "#"}},
                "items": {"$ref": "#"},
                "dependencies": {"n": {"additionalProperties": {"$ref": "#/definitions/f"}}},
            }
        },
    },
}
"""Each accepts a chain that ends with an integer, and rejects one that ends with a text."""


def chain(depth: int, leaf: Any = "x") -> Any:
    """A value of so many levels."""
    value = leaf
    for _ in range(depth):
        value = {"n": value}
    return value
