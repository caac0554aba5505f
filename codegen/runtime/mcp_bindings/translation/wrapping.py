"""The schema of structured content that is no object, inside a schema of an object with one member.

A reference inside it is a pointer from the root of the schema, so it gets the way to its new place. It stays as it is
inside a part that has an `$id`, which is a root of its own, and where it names an anchor or another document.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..json_values import is_array, is_object

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
