"""Actions that change the schemas of tools, and the structured content that fits these schemas.

A wrapped schema stands below a new root. References in the schema that are pointers from the old root begin with the
path of the schema afterwards. References to an anchor or to another document do not change, and neither does any
reference in a part with an `$id`, since this part is a root itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..json_values import is_array, is_object
from ..schema.places import Place
from .content import WRAPPER_MEMBER
from .outcome import Refused
from .walking import RuleAction, Walk

if TYPE_CHECKING:
    from mcp_bindings.spec.translation import TranslationRule  # rendered

_REFERENCE_KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef")
_ROOT_KEYWORDS = ("$id", "id")
"""Keywords that make a schema the root of the references in it: `$id` in newer dialects, `id` in draft-04."""

_DATA_KEYWORDS = frozenset({"const", "default", "enum", "example", "examples"})
"""Keywords whose values are no schemas."""

_MAP_KEYWORDS = frozenset(
    {"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties", "dependentRequired"}
)
"""Keywords whose values are objects with names that the author of a schema chooses, mostly names of schemas."""

_DIALECT = "$schema"


def needs_wrapper(schema: Mapping[str, Any]) -> bool:
    """Return whether older revisions cannot express the values of a schema, since not all of them are objects."""
    return schema.get("type") != "object"


def _wrap_schema(schema: Mapping[str, Any], member: str) -> dict[str, Any]:
    """Return the schema of an object whose only member has a given schema.

    Args:
        schema: the schema of the member.
        member: the name of the member.
    """
    inner = schema if _is_reference_root(schema) else _rebase_references(schema, f"#/properties/{member}")
    if _DIALECT not in schema:
        return {"type": "object", "properties": {member: inner}, "required": [member]}
    dialect = {_DIALECT: schema[_DIALECT]}
    inner = inner if _is_reference_root(schema) else {name: part for name, part in inner.items() if name != _DIALECT}
    return {**dialect, "type": "object", "properties": {member: inner}, "required": [member]}


def _rebase_references(schema: Any, base: str) -> Any:
    """Return a copy of a schema in which the pointers of references begin with a base. Return scalars unchanged.

    `$recursiveRef` becomes `$ref`.
    """
    if is_array(schema):
        return [_rebase_references(part, base) for part in schema]
    if not is_object(schema):
        return schema
    moved: dict[str, Any] = {}
    for name, part in schema.items():
        if name in _REFERENCE_KEYWORDS and isinstance(part, str):
            is_pointer = part == "#" or part.startswith("#/")
            # `$recursiveRef` refers to the outermost root only, so it becomes `$ref`
            moved["$ref" if name == "$recursiveRef" else name] = base + part[1:] if is_pointer else part
        elif name in _MAP_KEYWORDS and is_object(part):
            moved[name] = {
                key: each if _is_reference_root(each) else _rebase_references(each, base) for key, each in part.items()
            }
        elif name in _DATA_KEYWORDS:
            moved[name] = part
        elif is_array(part):
            moved[name] = [each if _is_reference_root(each) else _rebase_references(each, base) for each in part]
        else:
            moved[name] = part if _is_reference_root(part) else _rebase_references(part, base)
    return moved


def _is_reference_root(schema: object) -> bool:
    """Return whether a schema has an id other than an anchor. Then the schema is the root of the references in it."""
    if not is_object(schema):
        return False
    ids = (schema.get(name) for name in _ROOT_KEYWORDS)
    return any(isinstance(each, str) and not each.startswith("#") for each in ids)


_FALSE: Mapping[str, Any] = {"not": {}}
"""The schema object with the meaning of `false`: it accepts nothing."""


def _replace_boolean_schemas(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Replace boolean and malformed schemas of properties by objects. Remove malformed `properties` or `required`."""
    if not is_object(value):
        return
    properties, required = value.get("properties", {}), value.get("required", [])
    if not is_object(properties):
        walk.add_edit(rule, "remove", (place, "properties"))
    else:
        for name, schema in properties.items():
            if not is_object(schema):
                walk.add_edit(rule, "replace", ((place, "properties"), name), dict(_FALSE) if schema is False else {})
    if not is_array(required) or not all(isinstance(name, str) for name in required):
        walk.add_edit(rule, "remove", (place, "required"))


def _wrap_output_schema(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Wrap an output schema whose values are not all objects. In other output schemas, replace boolean schemas."""
    schema = value.get("outputSchema") if is_object(value) else None
    if not is_object(schema):
        return
    if needs_wrapper(schema):
        walk.has_wrapped = True
        walk.add_edit(rule, "replace", (place, "outputSchema"), _wrap_schema(schema, WRAPPER_MEMBER), instead_of=schema)
    else:
        _replace_boolean_schemas(walk, rule, schema, (place, "outputSchema"))


def _wrap_structured_content(walk: Walk, rule: TranslationRule, value: Any, place: Place) -> None:
    """Wrap structured content that is no object, or that comes from a tool with a wrapped schema.

    Raises:
        Refused: the content is an object, and the context lacks the tool or its schema.
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
        if not is_object(schema) or not needs_wrapper(schema):
            return
    walk.has_wrapped = True
    walk.add_edit(rule, "replace", (place, "structuredContent"), {WRAPPER_MEMBER: content}, instead_of=content)


ACTIONS: Mapping[str, RuleAction] = {
    "property_schemas": _replace_boolean_schemas,
    "output_schema": _wrap_output_schema,
    "structured_content": _wrap_structured_content,
}
