"""Actions about the schemas of tools, and the structured content that follows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..json_values import is_array, is_object
from ..schema.places import Place
from .content import WRAPPED
from .outcome import Refused
from .walking import Action, Walk
from .wrapping import is_wrapped, wrapped

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered

_FALSE: Mapping[str, Any] = {"not": {}}
"""The schema object that accepts nothing, as `false` does."""


def _property_schemas(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Write boolean schemas of properties as objects. What is no schema at all is removed."""
    if not is_object(value):
        return
    properties, required = value.get("properties", {}), value.get("required", [])
    if not is_object(properties):
        walk.add(rule, "remove", (place, "properties"))
    else:
        for name, schema in properties.items():
            if not is_object(schema):
                walk.add(rule, "replace", ((place, "properties"), name), dict(_FALSE) if schema is False else {})
    if not is_array(required) or not all(isinstance(name, str) for name in required):
        walk.add(rule, "remove", (place, "required"))


def _output_schema(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Wrap a schema that is not about objects alone."""
    schema = value.get("outputSchema") if is_object(value) else None
    if not is_object(schema):
        return
    if is_wrapped(schema):
        walk.is_deeper = True
        walk.add(rule, "replace", (place, "outputSchema"), wrapped(schema, WRAPPED), instead_of=schema)
    else:
        _property_schemas(walk, rule, schema, (place, "outputSchema"))


def _structured_content(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Wrap structured content as the schema of its tool is wrapped.

    Raises:
        Refused: The schema decides, and the context does not have it.
    """
    if not is_object(value) or "structuredContent" not in value:
        return
    content, context = value["structuredContent"], walk.context
    if is_object(content):
        if context.tool is None:
            raise Refused(rule, "tool")
        if context.tool not in context.output_schemas:
            raise Refused(rule, "output_schemas")
        schema = context.output_schemas[context.tool]
        if not is_object(schema) or not is_wrapped(schema):
            return
    walk.is_deeper = True
    walk.add(rule, "replace", (place, "structuredContent"), {WRAPPED: content}, instead_of=content)


ACTIONS: Mapping[str, Action] = {
    "property_schemas": _property_schemas,
    "output_schema": _output_schema,
    "structured_content": _structured_content,
}
