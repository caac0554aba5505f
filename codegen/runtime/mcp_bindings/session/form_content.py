"""Checks the content of an elicitation's answer against the schema that was asked for.

That schema is flat: an object whose properties are strings, numbers, booleans, or choices among strings. Only keywords
that such a schema has are checked. `format` annotates, and `pattern` is left to the application, since the time that a
pattern of the peer takes has no bound.

Page: /specification/2025-11-25/client/elicitation#requested-schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..json_values import has_type, is_array, is_object


def content_fault(schema: Mapping[str, Any], content: Mapping[str, Any]) -> str | None:
    """The keyword of the schema that the content does not fit; None if it fits.

    Args:
        schema: the `requestedSchema` of the request, valid by the schema of its revision.
        content: of the answer, valid by the schema of its revision.
    """
    properties: Mapping[str, Any] = schema["properties"]
    if any(name not in content for name in schema.get("required", ())):
        return "required"
    for name, value in content.items():
        wanted = properties.get(name)
        if wanted is None:
            if schema.get("additionalProperties") is False:
                return "additionalProperties"
            continue
        fault = _list_fault(wanted, value) if is_array(value) else _scalar_fault(wanted, value)
        if fault is not None:
            return fault
    return None


def _list_fault(wanted: Mapping[str, Any], values: list[Any]) -> str | None:
    if wanted.get("type", "array") != "array":
        return "type"
    if len(values) < wanted.get("minItems", 0):
        return "minItems"
    if len(values) > wanted.get("maxItems", len(values)):
        return "maxItems"
    items: Mapping[str, Any] = wanted.get("items", {})
    choices = _choices(items)
    if choices is not None and not choices.issuperset(values):
        return "items"
    return None


def _scalar_fault(wanted: Mapping[str, Any], value: Any) -> str | None:
    if not has_type(value, wanted["type"]):
        return "type"
    if isinstance(value, str):
        if len(value) < wanted.get("minLength", 0):
            return "minLength"
        if len(value) > wanted.get("maxLength", len(value)):
            return "maxLength"
        choices = _choices(wanted)
        if choices is not None and value not in choices:
            return "enum"
    elif not isinstance(value, bool):
        if value < wanted.get("minimum", value):
            return "minimum"
        if value > wanted.get("maximum", value):
            return "maximum"
    return None


def _choices(wanted: Mapping[str, Any]) -> frozenset[str] | None:
    """The strings that a schema allows; None if it allows any."""
    if "enum" in wanted:
        return frozenset(wanted["enum"])
    for keyword in ("oneOf", "anyOf"):
        titled = wanted.get(keyword)
        if is_array(titled):
            return frozenset(each["const"] for each in titled if is_object(each) and isinstance(each.get("const"), str))
    return None
