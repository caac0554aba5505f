"""Arguments for a tool, generated from its input schema: the required members only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_bindgen.jsontext import is_array, is_object

_MAX_DEPTH = 12
_FORMATS = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "email": "user@example.com",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "hostname": "example.com",
}
"""A valid string for each of these formats of JSON Schema."""


def make_arguments(schema: Any) -> dict[str, Any] | None:
    """Return an object with the required members of an input schema; None if no object could be generated.

    The object is probably valid. The caller has to validate it, since patterns, conditions and some references are
    ignored.
    """
    found = _make_instance(schema, schema, 0)
    return dict(found) if is_object(found) else None


def _make_instance(schema: Any, root: Any, depth: int) -> Any:
    if not is_object(schema) or depth > _MAX_DEPTH:
        return None if schema is not True and not is_object(schema) else {}
    for keyword in ("const", "default"):
        if keyword in schema:
            return schema[keyword]
    for keyword in ("examples", "enum"):
        values = schema.get(keyword)
        if is_array(values) and values:
            return values[0]
    if isinstance(schema.get("$ref"), str):
        return _make_instance(_resolve(schema["$ref"], root), root, depth + 1)
    for keyword in ("anyOf", "oneOf"):
        alternatives = schema.get(keyword)
        if is_array(alternatives) and alternatives and "properties" not in schema:
            return _make_instance(alternatives[0], root, depth + 1)
    parts = schema.get("allOf")
    if is_array(parts) and parts and "properties" not in schema:
        made = [_make_instance(each, root, depth + 1) for each in parts]
        if all(isinstance(each, dict) for each in made):
            return {name: value for each in made for name, value in each.items()}
        return made[0]
    return _make_typed_instance(schema, root, depth)


def _make_typed_instance(schema: Mapping[str, Any], root: Any, depth: int) -> Any:
    types = schema.get("type")
    type_ = types[0] if is_array(types) and types else types
    if type_ == "object" or (type_ is None and "properties" in schema):
        properties, required = schema.get("properties"), schema.get("required")
        names = [each for each in required if isinstance(each, str)] if is_array(required) else []
        schemas: Mapping[str, Any] = properties if is_object(properties) else {}
        return {name: _make_instance(schemas.get(name, True), root, depth + 1) for name in names}
    if type_ == "array":
        least = schema.get("minItems", 0)
        count = least if isinstance(least, int) and 0 <= least <= 10 else 0
        return [_make_instance(schema.get("items", True), root, depth + 1) for _ in range(count)]
    if type_ == "string":
        return _make_string(schema)
    if type_ in ("integer", "number"):
        return _make_number(schema)
    return {"boolean": False, "null": None}.get(str(type_), "a")


def _make_string(schema: Mapping[str, Any]) -> str:
    text = _FORMATS.get(str(schema.get("format")), "a")
    least, most = schema.get("minLength", 0), schema.get("maxLength", len(text))
    if isinstance(least, int) and len(text) < least <= 10_000:
        text += "a" * (least - len(text))
    return text[:most] if isinstance(most, int) and most >= 0 else text


def _make_number(schema: Mapping[str, Any]) -> int | float:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    step = schema.get("multipleOf")
    unit = step if isinstance(step, (int, float)) and step > 0 else 1
    if isinstance(low, (int, float)):
        return -(-low // unit) * unit
    if isinstance(above, (int, float)) and not isinstance(above, bool):
        return (above // unit + 1) * unit
    if isinstance(high, (int, float)) and high < unit:
        return high // unit * unit
    if isinstance(below, (int, float)) and not isinstance(below, bool) and below <= unit:
        return -(-below // unit) * unit - unit
    return unit


def _resolve(reference: str, root: Any) -> Any:
    if not reference.startswith("#"):
        return None
    found = root
    for part in reference[1:].split("/")[1:]:
        token = part.replace("~1", "/").replace("~0", "~")
        found = found.get(token) if is_object(found) else None
    return found
