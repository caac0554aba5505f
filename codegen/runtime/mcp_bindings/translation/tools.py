"""Actions about the schemas of tools, and the structured content that follows them.

A reference inside it is a pointer from the root of the schema, so it gets the way to its new place. It stays as it is
inside a part that has an `$id`, which is a root of its own, and where it names an anchor or another document.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..json_values import is_array, is_object
from ..schema.places import Place
from .content import WRAPPED
from .outcome import Refused
from .walking import Action, Walk

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_ROOTS = ("$id", "id")
"""Keywords that make a schema the root of its references: that of all later dialects, and that of draft-04."""

_DATA = frozenset({"const", "default", "enum", "example", "examples"})
"""Keywords with JSON that is no schema."""

_MAPS = frozenset(
    {"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties", "dependentRequired"}
)
"""Keywords with schemas by name."""

_DIALECT = "$schema"


def is_wrapped(schema: Mapping[str, Any]) -> bool:
    """Whether older revisions have no form for values of a schema: it may accept what is no object."""
    return schema.get("type") != "object"


def wrapped(schema: Mapping[str, Any], member: str) -> dict[str, Any]:
    """The schema of an object that has the value as a member.

    Args:
        schema: The schema of the value.
        member: The name of the member.
    """
    inner = schema if _is_root(schema) else _rebased(schema, f"#/properties/{member}")
    if _DIALECT not in schema:
        return {"type": "object", "properties": {member: inner}, "required": [member]}
    dialect = {_DIALECT: schema[_DIALECT]}
    inner = inner if _is_root(schema) else {name: part for name, part in inner.items() if name != _DIALECT}
    return {**dialect, "type": "object", "properties": {member: inner}, "required": [member]}


def _rebased(schema: Any, base: str) -> Any:
    """A schema, or what stands where one may stand, with its references moved to a base."""
    if is_array(schema):
        return [_rebased(part, base) for part in schema]
    if not is_object(schema):
        return schema
    moved: dict[str, Any] = {}
    for name, part in schema.items():
        if name in _REFERENCES and isinstance(part, str):
            is_pointer = part == "#" or part.startswith("#/")
            # a recursive reference leads to the outermost root only, so it becomes a plain one
            moved["$ref" if name == "$recursiveRef" else name] = base + part[1:] if is_pointer else part
        elif name in _MAPS and is_object(part):
            moved[name] = {key: each if _is_root(each) else _rebased(each, base) for key, each in part.items()}
        elif name in _DATA:
            moved[name] = part
        elif is_array(part):
            moved[name] = [each if _is_root(each) else _rebased(each, base) for each in part]
        else:
            moved[name] = part if _is_root(part) else _rebased(part, base)
    return moved


def _is_root(schema: object) -> bool:
    """Whether references inside a schema begin at the schema itself: it has an id that is more than an anchor."""
    if not is_object(schema):
        return False
    ids = (schema.get(name) for name in _ROOTS)
    return any(isinstance(each, str) and not each.startswith("#") for each in ids)


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
