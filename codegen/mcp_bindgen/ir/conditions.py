"""Conditions of a schema, separated from the keywords that become a type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp_bindgen.ingest import conditions, keywords
from mcp_bindgen.ir.assertions import Schema
from mcp_bindgen.ir.recursion import is_recursive
from mcp_bindgen.ir.types import AliasType, Conditions, LiteralValue, ObjectType, Ref, TypeDef, UnionType

CONDITIONS_KEY = "$conditions"
"""Name of the member with the conditions of a schema, as a list of schemas. No keyword has this name."""

NEVER_MET: Conditions = ('{"not": {}}',)
"""Condition that no value meets."""

_TYPE_KEYWORDS = frozenset({"$ref", "anyOf", "const", "enum", "oneOf", "type"})
"""Keywords that make a schema a type. A schema without any of these keywords has only conditions."""


def separate_conditions(schema: Any) -> Any:
    """Return a normalized schema in which each subschema has its conditions under `CONDITIONS_KEY`."""

    def separate_part(part: dict[str, Any]) -> dict[str, Any]:
        found = conditions.conditions_in(part)
        return (
            {**{word: value for word, value in part.items() if word not in found}, CONDITIONS_KEY: [found]}
            if found
            else part
        )

    return keywords.rewrite_subschemas(schema, separate_part)


def convert_untyped_schema(flat: Schema) -> Schema:
    """Return a flat schema unchanged if one of its keywords makes it a type, or if it has only conditions. Else return
    a schema that has all keywords as conditions, without `format`.
    """
    words = flat.keys() - {CONDITIONS_KEY, "format"}
    if not words or not words.isdisjoint(_TYPE_KEYWORDS):
        return flat
    return {
        CONDITIONS_KEY: [
            *flat.get(CONDITIONS_KEY, ()),
            _rejoin_conditions({word: flat[word] for word in flat if word in words}),
        ]
    }


def _rejoin_conditions(schema: Any) -> Any:
    """Undo `separate_conditions`: return a schema in which `allOf` has the separated conditions of each subschema."""

    def rejoin_part(part: dict[str, Any]) -> dict[str, Any]:
        rest = {word: value for word, value in part.items() if word != CONDITIONS_KEY}
        return {**rest, "allOf": [*rest.get("allOf", ()), *part[CONDITIONS_KEY]]} if CONDITIONS_KEY in part else part

    return keywords.rewrite_subschemas(schema, rejoin_part)


def inline_conditions(flat: Schema, definitions: Mapping[str, Any]) -> Conditions:
    """Return the conditions of a flat schema, each once, as JSON text without references.

    Raises:
        ConditionError: a condition refers to a definition that contains itself, or is too large.
    """
    found = [conditions.inline_references(each, definitions) for each in flat.get(CONDITIONS_KEY, ())]
    return tuple(dict.fromkeys(json.dumps(each) for each in found))


def drop_conditions(flat: Schema) -> Schema:
    """Return a flat schema without its conditions."""
    return {word: value for word, value in flat.items() if word != CONDITIONS_KEY} if CONDITIONS_KEY in flat else flat


def move_conditions(flat: Schema, arm: Schema) -> Schema:
    """Return the only alternative of a flat schema, with the conditions of the flat schema added."""
    return {"allOf": [arm], CONDITIONS_KEY: flat[CONDITIONS_KEY]} if CONDITIONS_KEY in flat else arm


def why_uncheckable(type_: TypeDef, types: Mapping[str, TypeDef]) -> str:
    """Return the reason why the conditions of a type cannot be checked; empty if the conditions can be checked."""
    if _is_message(type_, types, set()):
        return "a condition on a whole message is not checked when messages are parsed: only their parts are"
    if isinstance(type_, AliasType) and is_recursive(type_.name, types):
        return "a condition on an array or map that contains itself without an object in between has no exact form"
    return ""


def _is_message(type_: TypeDef, types: Mapping[str, TypeDef], seen: set[str]) -> bool:
    if type_.name in seen:
        return False
    seen.add(type_.name)
    match type_:
        case ObjectType(fields=fields):
            return any(
                field.wire_name == "jsonrpc"
                or (field.wire_name == "method" and field.required and isinstance(field.type, LiteralValue))
                for field in fields
            )
        case UnionType(arms=arms):
            return any(_is_message(types[arm.name], types, seen) for arm in arms if isinstance(arm, Ref))
        case AliasType(target=Ref(name=name)):
            return _is_message(types[name], types, seen)
        case _:
            return False
