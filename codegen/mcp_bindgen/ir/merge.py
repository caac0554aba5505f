"""Merge `allOf` into one schema: the assertions of its members are intersected, or rejected if that is impossible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from mcp_bindgen.ingest.normalize import referenced
from mcp_bindgen.ir import conditions
from mcp_bindgen.ir.assertions import Schema, json_equal
from mcp_bindgen.jsontext import is_object

Definitions: TypeAlias = Mapping[str, Any]

LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems")
UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems")

MAX_STEPS = 10_000
"""Intersections for one definition. Members that refer to members can double their number each time."""


class UnmergeableError(ValueError):
    """Two members of `allOf` whose intersection is no single schema."""


class Merger:
    """Merges the schemas of one document; the target of each reference is resolved once."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.steps = 0
        """Steps so far; set to 0 for each definition."""
        self._known: dict[str, Schema] = {}

    def merged(self, schema: Schema, _open: frozenset[str] = frozenset()) -> Schema:
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
            parts.append(self._expanded(member, _open))
        if own:
            parts.append(own)
        if len(parts) == 1 and len(members) == 1 and not own and target is None:
            return members[0] if set(members[0]) == {"$ref"} else parts[0]
        result: Schema = {}
        for part in parts:
            result = self._both(result, part)
        return result

    def _expanded(self, member: Schema, open_: frozenset[str]) -> Schema:
        target = referenced(member)
        if target is None:
            return self.merged(member, open_) if "allOf" in member else member
        whole = self._definition(target, open_)
        rest = {word: value for word, value in member.items() if word != "$ref"}
        return self._both(whole, self._expanded(rest, open_)) if rest else whole

    def _definition(self, target: str, open_: frozenset[str]) -> Schema:
        """The schema at the end of a chain of references."""
        if target in open_:
            raise UnmergeableError(f"{target} refers to itself")
        if target not in self._known:
            definition: object = self.definitions[target]
            if definition is True:
                definition = dict[str, Any]()
            if not is_object(definition):
                raise UnmergeableError(f"{target} allows no value")
            whole = self._expanded(definition, open_ | {target})
            self._known[target] = whole if referenced(whole) is None else self._expanded(whole, open_ | {target})
        return self._known[target]

    def _both(self, left: Schema, right: Schema) -> Schema:
        """The flat schema of the values that satisfy two flat schemas."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise UnmergeableError(f"merging takes more than {MAX_STEPS} steps")
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
            elif word == conditions.KEY:
                result[word] = [*result[word], *value]
            elif word == "type":
                result[word] = _types(result[word], value)
            elif word in ("additionalProperties", "items"):
                result[word] = self._one(result[word], value)
            elif word == "enum":
                kept = [item for item in result[word] if any(json_equal(item, other) for other in value)]
                if not kept:
                    raise UnmergeableError("no enum value is common to both")
                result[word] = kept
            elif word == "format" or json_equal(result[word], value):
                continue
            else:
                raise UnmergeableError(f"two members state `{word}`")
        if "properties" in left or "properties" in right:
            result["properties"] = self._properties(left, right)
        return result

    def _properties(self, left: Schema, right: Schema) -> dict[str, Any]:
        ours, theirs = left.get("properties", {}), right.get("properties", {})
        result: dict[str, Any] = {}
        for name in dict.fromkeys([*ours, *theirs]):
            # A member that one side does not name is still subject to that side's additionalProperties.
            a = ours.get(name, left.get("additionalProperties", True))
            b = theirs.get(name, right.get("additionalProperties", True))
            if a is False or b is False:
                raise UnmergeableError(f"member {name!r} is named on one side and forbidden on the other")
            result[name] = self._one(a, b)
        return result

    def _is_object(self, schema: Any) -> bool:
        """Whether a schema is a reference to a definition that only objects are valid for."""
        target = referenced(schema) if is_object(schema) and len(schema) == 1 else None
        return target is not None and self._definition(target, frozenset()).get("type") == "object"

    def _one(self, a: Any, b: Any) -> Any:
        if a is False or b is False:
            return False
        if _is_open(a) or _is_open(b) or json_equal(a, b):
            return b if _is_open(a) else a
        if _is_any_object(a) and self._is_object(b):
            return b  # stays a reference, and so keeps the name of its definition
        if _is_any_object(b) and self._is_object(a):
            return a
        return self.merged({"allOf": [a, b]})


def _is_any_object(schema: Any) -> bool:
    """Whether a schema states that a value is an object, and nothing else."""
    return (
        is_object(schema)
        and schema.get("type") == "object"
        and all(
            word == "type" or (word == "additionalProperties" and _is_open(value)) for word, value in schema.items()
        )
    )


def _is_open(schema: Any) -> bool:
    return schema is True or schema == {}


def _types(a: Any, b: Any) -> Any:
    left, right = ([kind] if isinstance(kind, str) else list(kind) for kind in (a, b))
    kept = [kind for kind in left if kind in right or (kind == "integer" and "number" in right)]
    kept += ["integer" for kind in right if kind == "integer" and "number" in left and "integer" not in kept]
    if not kept:
        raise UnmergeableError("the members have no type in common")
    return kept[0] if len(kept) == 1 else kept
