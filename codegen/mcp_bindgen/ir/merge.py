"""`allOf` as one schema. What two members say of the same value is intersected, or refused if it cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from mcp_bindgen.ingest.normalize import referenced
from mcp_bindgen.ir.assertions import Schema, json_equal
from mcp_bindgen.jsontext import is_object

Definitions: TypeAlias = Mapping[str, Any]

LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems")
UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems")


class UnmergeableError(ValueError):
    """Two members of `allOf` whose intersection is no single schema."""


def merged(schema: Schema, definitions: Definitions, _open: frozenset[str] = frozenset()) -> Schema:
    """A schema without `allOf`, and without a reference beside other assertions."""
    parts: list[Schema] = []
    own = {word: value for word, value in schema.items() if word not in ("allOf", "$ref")}
    members = schema.get("allOf", [])
    target = referenced(schema)
    if target is not None and not own and not members:
        return schema
    references = [{"$ref": schema["$ref"]}] if target is not None else []
    for member in (*references, *members):
        if member is True:
            continue
        if not is_object(member):
            raise UnmergeableError("one member allows no value")
        parts.append(_expanded(member, definitions, _open))
    if own:
        parts.append(own)
    if len(parts) == 1 and len(members) == 1 and not own and target is None:
        return members[0] if set(members[0]) == {"$ref"} else parts[0]
    result: Schema = {}
    for part in parts:
        result = _both(result, part, definitions)
    return result


def _expanded(member: Schema, definitions: Definitions, open_: frozenset[str]) -> Schema:
    target = referenced(member)
    if target is None:
        return merged(member, definitions, open_) if "allOf" in member else member
    if target in open_:
        raise UnmergeableError(f"{target} refers to itself")
    definition = definitions[target]
    if not is_object(definition):
        raise UnmergeableError(f"{target} is no object")
    whole: Schema = (
        merged(definition, definitions, open_ | {target}) if {"allOf", "$ref"} & set(definition) else definition
    )
    rest = {word: value for word, value in member.items() if word != "$ref"}
    if referenced(whole) is not None:
        whole = _expanded(whole, definitions, open_ | {target})
    return _both(whole, rest, definitions) if rest else whole


def _both(left: Schema, right: Schema, definitions: Definitions) -> Schema:
    """What satisfies two flat schemas."""
    result: dict[str, Any] = dict(left)
    for word, value in right.items():
        if word == "properties":
            continue
        if word not in result:
            result[word] = value
        elif word == "required":
            result[word] = list(dict.fromkeys([*result[word], *value]))
        elif word in LOWER or word in UPPER:
            pick = max if word in LOWER else min
            result[word] = pick(result[word], value)
        elif word == "type":
            result[word] = _types(result[word], value)
        elif word == "additionalProperties":
            result[word] = _rest(result[word], value)
        elif word == "items":
            result[word] = _one(result[word], value, definitions)
        elif word == "enum":
            kept = [item for item in result[word] if any(json_equal(item, other) for other in value)]
            if not kept:
                raise UnmergeableError("no enum value is common to both")
            result[word] = kept
        elif word == "format" or json_equal(result[word], value):
            continue
        else:
            raise UnmergeableError(f"`{word}` stands in two members")
    if "properties" in left or "properties" in right:
        result["properties"] = _properties(left, right, definitions)
    return result


def _properties(left: Schema, right: Schema, definitions: Definitions) -> dict[str, Any]:
    ours, theirs = left.get("properties", {}), right.get("properties", {})
    result: dict[str, Any] = {}
    for name in dict.fromkeys([*ours, *theirs]):
        # A member that one side does not name is still subject to that side's additionalProperties.
        a = ours.get(name, left.get("additionalProperties", True) if left else True)
        b = theirs.get(name, right.get("additionalProperties", True) if right else True)
        if a is False or b is False:
            raise UnmergeableError(f"member {name!r} is named on one side and forbidden on the other")
        result[name] = _one(a, b, definitions)
    return result


def _one(a: Any, b: Any, definitions: Definitions) -> Any:
    if _is_open(a) or _is_open(b) or a == b:
        return b if _is_open(a) else a
    return merged({"allOf": [a, b]}, definitions)


def _is_open(schema: Any) -> bool:
    return schema is True or schema == {}


def _rest(a: Any, b: Any) -> Any:
    if _is_open(a) or _is_open(b) or a == b:
        return b if _is_open(a) else a
    raise UnmergeableError("`additionalProperties` stands in two members")


def _types(a: Any, b: Any) -> Any:
    left, right = ([kind] if isinstance(kind, str) else list(kind) for kind in (a, b))
    kept = [kind for kind in left if kind in right or (kind == "integer" and "number" in right)]
    kept += ["integer" for kind in right if kind == "integer" and "number" in left and "integer" not in kept]
    if not kept:
        raise UnmergeableError("the members have no type in common")
    return kept[0] if len(kept) == 1 else kept
