"""Assertions of a flat schema: its JSON types, constants and bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from mcp_bindgen.ir.types import ConstantValue, Constraints, Kind
from mcp_bindgen.jsontext import JSONValue, is_object, json_equal

Schema: TypeAlias = Mapping[str, Any]
"""A normalized schema; its shape was checked when it was normalized."""

STRING_BOUNDS = ("minLength", "maxLength")
NUMBER_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
ARRAY_BOUNDS = ("minItems", "maxItems")

SCALAR_KINDS: frozenset[Kind] = frozenset({"string", "number", "boolean", "null"})

KINDS: Mapping[str, Kind] = {
    "array": "array",
    "boolean": "boolean",
    "integer": "number",
    "null": "null",
    "number": "number",
    "object": "object",
    "string": "string",
}
"""JSON type on the wire for each name in `type`."""

_KEYWORDS_OF_TYPE: Mapping[str, Sequence[str]] = {
    "array": ("items", *ARRAY_BOUNDS),
    "integer": NUMBER_BOUNDS,
    "number": NUMBER_BOUNDS,
    "object": ("properties", "required", "additionalProperties"),
    "string": (*STRING_BOUNDS, "format"),
}

_BOUND_CHECKS: Mapping[str, Callable[[Any, Any], bool]] = {
    "exclusiveMaximum": lambda value, bound: bool(value < bound),
    "exclusiveMinimum": lambda value, bound: bool(value > bound),
    "maximum": lambda value, bound: bool(value <= bound),
    "maxLength": lambda value, bound: bool(len(value) <= bound),
    "minimum": lambda value, bound: bool(value >= bound),
    "minLength": lambda value, bound: bool(len(value) >= bound),
    "multipleOf": lambda value, bound: bool(value % bound == 0),
}


def kind_of_value(value: JSONValue) -> Kind:
    """Return the JSON type of a value."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case int() | float():
            return "number"
        case Mapping():
            return "object"
        case _:
            return "array"


def allowed_kinds(flat: Schema) -> set[Kind]:
    """Return the JSON types that a flat schema allows: those of its constants, or else those in `type`, or else all."""
    if stated_constants(flat):
        return {kind_of_value(value) for value in stated_constants(flat)}
    return {KINDS[name] for name in stated_types(flat)} or set(KINDS.values())


def stated_types(flat: Schema) -> list[str]:
    """Return the names in `type`; empty if the schema has no `type`."""
    types: str | Sequence[str] = flat.get("type", [])
    return [types] if isinstance(types, str) else list(types)


def has_type(value: JSONValue, name: str) -> bool:
    """Return whether a value has the JSON Schema type with this name."""
    if name == "integer":
        return kind_of_value(value) == "number" and isinstance(value, (int, float)) and value == int(value)
    return kind_of_value(value) == name


def keep_one_type(flat: Schema, name: str) -> Schema:
    """Return a flat schema with only one of its types, and only the keywords for that type."""
    relevant = _KEYWORDS_OF_TYPE.get(name, ())
    return {"type": name, **{word: value for word, value in flat.items() if word in relevant}}


def stated_bounds(flat: Schema, words: Sequence[str]) -> Constraints:
    """Return the bounds that a flat schema states by the given keywords, in the order of the file."""
    return tuple((word, flat[word]) for word in flat if word in words)


def stated_constants(flat: object) -> list[ConstantValue]:
    """Return the constants that a schema allows by `enum`, by `const` or by both; empty without these keywords, or if
    `enum` does not list the `const` beside it.
    """
    if not is_object(flat):
        return []
    if "const" in flat and "enum" in flat:
        return [value for value in flat["enum"] if json_equal(value, flat["const"])]
    return [flat["const"]] if "const" in flat else list(flat.get("enum", []))


def allowed_constants(flat: Schema) -> list[ConstantValue]:
    """Return the constants of a flat schema that its types and bounds allow."""
    types = stated_types(flat)
    return [
        value
        for value in stated_constants(flat)
        if (not types or any(has_type(value, name) for name in types)) and _is_within_bounds(value, flat)
    ]


def exclude_each_other(left: Schema, right: Schema) -> bool:
    """Return whether two schemas exclude each other by constants.

    They do so if both list constants and have none in common, or if both require a member for which both list constants
    and have none in common.
    """
    left_members, right_members = left.get("properties", {}), right.get("properties", {})
    both = [name for name in left.get("required", []) if name in right.get("required", [])]
    return _are_exclusive(stated_constants(left), stated_constants(right)) or any(
        _are_exclusive(stated_constants(left_members.get(name)), stated_constants(right_members.get(name)))
        for name in both
    )


def _are_exclusive(left: Sequence[ConstantValue], right: Sequence[ConstantValue]) -> bool:
    return bool(left and right) and not any(json_equal(a, b) for a in left for b in right)


def _is_within_bounds(value: ConstantValue, flat: Schema) -> bool:
    bounds = {"string": STRING_BOUNDS, "number": NUMBER_BOUNDS}.get(kind_of_value(value), ())
    return all(_BOUND_CHECKS[word](value, bound) for word, bound in stated_bounds(flat, bounds))
