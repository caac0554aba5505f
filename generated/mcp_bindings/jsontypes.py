"""The types of JSON, and equality as JSON Schema has it."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypeIs


def is_object(value: object) -> TypeIs[dict[str, Any]]:
    """A JSON object, as it is parsed."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeIs[list[Any]]:
    """A JSON array, as it is parsed."""
    return isinstance(value, list)


def json_type(value: object) -> str:
    """The JSON Schema name of a value's type; a number without a fraction is an integer."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case int():
            return "integer"
        case float():
            return "integer" if value.is_integer() else "number"
        case dict():
            return "object"
        case list():
            return "array"
        case _:
            return type(value).__name__


def has_type(value: object, name: str) -> bool:
    """Is a value of this JSON Schema type?"""
    found = json_type(value)
    return found == name or (name == "number" and found == "integer")


def json_equal(left: object, right: object) -> bool:
    """Equality of JSON Schema for scalars: `1` equals `1.0` and not `true`."""
    return isinstance(left, bool) == isinstance(right, bool) and left == right
