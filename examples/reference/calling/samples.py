"""A value that fits a simple JSON Schema, such as the form of an elicitation or the arguments of a tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_BY_TYPE: dict[str, Any] = {"string": "text", "boolean": True, "array": [], "object": {}, "null": None}


def sample(schema: Mapping[str, Any]) -> Any:
    """The default, or the first of what may be chosen, or the simplest of the type.

    Of an object, the properties that are required or have a default. References are not followed: in a schema that a
    server sends they may lead anywhere.
    """
    if "default" in schema:
        return schema["default"]
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    for choices in ("oneOf", "anyOf"):
        if schema.get(choices):
            return sample(schema[choices][0])
    match schema.get("type"):
        case "object":
            properties: Mapping[str, Any] = schema.get("properties", {})
            required = schema.get("required", ())
            return {name: sample(each) for name, each in properties.items() if name in required or "default" in each}
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "array" if schema.get("minItems"):
            return [sample(schema.get("items", {}))] * schema["minItems"]
        case "string" if schema.get("format"):
            formats = {"email": "a@example.com", "uri": "https://example.com/", "date": "2026-01-01"}
            return formats.get(schema["format"], "2026-01-01T00:00:00Z")
        case "string" if "minLength" in schema:
            return "text".ljust(schema["minLength"], "t")
        case str(kind):
            return _BY_TYPE.get(kind)
        case _:
            return "text"
