"""Merge `allOf` into one schema: the assertions of its members are intersected, or rejected if that is impossible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import lcm
from typing import Any, TypeAlias

from mcp_bindgen.ingest.conditions import MAX_BOUND
from mcp_bindgen.ingest.normalize import reference_target
from mcp_bindgen.ir import conditions, limits
from mcp_bindgen.ir.assertions import Schema, allowed_constants
from mcp_bindgen.jsontext import is_object, json_equal

Definitions: TypeAlias = Mapping[str, Any]

LOWER_BOUNDS = ("minimum", "exclusiveMinimum", "minLength", "minItems")
UPPER_BOUNDS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems")

MAX_STEPS = 10_000
"""Greatest number of intersections for one definition. Members that refer to members can double the number of
intersections each time.
"""


class UnmergeableError(ValueError):
    """Error for two members of `allOf` whose intersection is no single schema."""


class NoValueError(UnmergeableError):
    """Error for members of `allOf` that have no valid value in common."""


class SchemaMerger:
    """Merger of the schemas of one document. The target of each reference is resolved once."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.steps = 0
        """Number of intersections so far; set to 0 for each definition."""
        self._known: dict[str, Schema] = {}

    def flatten(self, schema: Schema, _open: frozenset[str] = frozenset()) -> Schema:
        """Return a schema without `allOf`, and without a reference beside other assertions.

        Raises:
            UnmergeableError: the members have no intersection that is one schema, a member refers to itself, or the
                number of intersections is greater than `MAX_STEPS`.
        """
        parts: list[Schema] = []
        own = {word: value for word, value in schema.items() if word not in ("allOf", "$ref")}
        members = schema.get("allOf", [])
        target = reference_target(schema)
        if target is not None and not own and not members:
            return schema
        references = [{"$ref": schema["$ref"]}] if target is not None else []
        for member in (*references, *members):
            if member is True:
                continue
            if not is_object(member):
                raise NoValueError("one member allows no value")
            parts.append(self._expand_member(member, _open))
        if own:
            parts.append(own)
        if len(parts) == 1 and len(members) == 1 and not own and target is None:
            return members[0] if set(members[0]) == {"$ref"} else parts[0]
        result: Schema = {}
        for part in parts:
            result = self._merge_flat_schemas(result, part)
        return result

    def _expand_member(self, member: Schema, open_: frozenset[str]) -> Schema:
        target = reference_target(member)
        if target is None:
            return self.flatten(member, open_) if "allOf" in member else member
        whole = self._resolve_definition(target, open_)
        rest = {word: value for word, value in member.items() if word != "$ref"}
        return self._merge_flat_schemas(whole, self._expand_member(rest, open_)) if rest else whole

    def _resolve_definition(self, target: str, open_: frozenset[str]) -> Schema:
        """Return the flat schema of a definition, with each reference at its top replaced by the target.

        Raises:
            UnmergeableError: the definition refers to itself, allows no value, or has members that cannot be merged.
        """
        if target in open_:
            raise UnmergeableError(f"{target} refers to itself")
        if target not in self._known:
            definition: object = self.definitions[target]
            if definition is True:
                definition = dict[str, Any]()
            if not is_object(definition):
                raise NoValueError(f"{target} allows no value")
            whole = self._expand_member(definition, open_ | {target})
            self._known[target] = (
                whole if reference_target(whole) is None else self._expand_member(whole, open_ | {target})
            )
        return self._known[target]

    def _merge_flat_schemas(self, left: Schema, right: Schema) -> Schema:
        """Return a flat schema for the values that are valid for two flat schemas.

        Raises:
            UnmergeableError: no value is valid for both schemas, no single schema describes these values, or the number
                of intersections is greater than `MAX_STEPS`.
        """
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise UnmergeableError(f"merging takes more than {MAX_STEPS} steps")
        result: dict[str, Any] = dict(left)
        for word, value in right.items():
            if word == "properties":
                continue
            if word not in result:
                result[word] = value
            elif word in ("additionalProperties", "items"):
                result[word] = self._merge_parts(result[word], value)
            elif word in _INTERSECTIONS:
                result[word] = _INTERSECTIONS[word](result[word], value)
            elif word != "format" and not json_equal(result[word], value):
                raise UnmergeableError(f"two members state `{word}`")
        if "properties" in left or "properties" in right:
            result["properties"] = self._merge_properties(left, right, result)
        if ("const" in result or "enum" in result) and not allowed_constants(result):
            raise NoValueError("no value satisfies both `enum` or `const` and the other keywords")
        return result

    def _merge_properties(self, left: Schema, right: Schema, both: Schema) -> dict[str, Any]:
        """Return the schemas of the named members of an intersection.

        Args:
            left: a flat schema.
            right: another flat schema.
            both: the other keywords of the intersection.

        Raises:
            UnmergeableError: the intersection of a member has no value, or is no single schema.
        """
        left_members, right_members = left.get("properties", {}), right.get("properties", {})
        result: dict[str, Any] = {}
        for name in dict.fromkeys([*left_members, *right_members]):
            # A member without a name on one side is still subject to that side's additionalProperties.
            a = left_members.get(name, left.get("additionalProperties", True))
            b = right_members.get(name, right.get("additionalProperties", True))
            is_required = name in both.get("required", ()) and both.get("type") == "object"
            is_closed = both.get("additionalProperties") is False
            if a is False or b is False:
                if is_required:
                    raise NoValueError(f"member {name!r} is named on one side and forbidden on the other")
                if not is_closed:
                    result[name] = False
                continue
            try:
                result[name] = self._merge_schemas(a, b)
            except NoValueError as conflict:
                if is_required:
                    raise
                if not is_closed:
                    raise UnmergeableError(str(conflict)) from None
                # Without a schema of its own, the member is correctly forbidden.
        return result

    def _merge_parts(self, a: Any, b: Any) -> Any:
        """Return the intersection of two schemas of items or of unnamed members.

        Raises:
            UnmergeableError: no value is valid for both, although the array or object around may be empty and valid; or
                no single schema describes the values.
        """
        try:
            return self._merge_schemas(a, b)
        except NoValueError as conflict:
            raise UnmergeableError(str(conflict)) from None

    def _refers_to_object(self, schema: Any) -> bool:
        """Return whether a schema only refers to a definition, and the definition allows only objects.

        Raises:
            UnmergeableError: the definition refers to itself, allows no value, or has members that cannot be merged.
        """
        target = reference_target(schema) if is_object(schema) and len(schema) == 1 else None
        return target is not None and self._resolve_definition(target, frozenset()).get("type") == "object"

    def _merge_schemas(self, a: Any, b: Any) -> Any:
        if a is False or b is False:
            return False
        if _allows_everything(a) or _allows_everything(b) or json_equal(a, b):
            return b if _allows_everything(a) else a
        if _is_any_object(a) and self._refers_to_object(b):
            return b  # stays a reference, and so keeps the name of its definition
        if _is_any_object(b) and self._refers_to_object(a):
            return a
        return self.flatten({"allOf": [a, b]})


def _common_multiple(a: int, b: int) -> int:
    """Return the least common multiple of two values of `multipleOf`.

    Raises:
        UnmergeableError: the multiple is greater than `MAX_BOUND`.
    """
    both = lcm(a, b)
    if both > MAX_BOUND:
        raise UnmergeableError("`multipleOf` is too large to be compared exactly with every number")
    return both


def _intersect_enums(left: Sequence[Any], right: Sequence[Any]) -> list[Any]:
    kept = [item for item in left if any(json_equal(item, other) for other in right)]
    if not kept:
        raise NoValueError("no enum value is common to both")
    return kept


def _intersect_constants(left: Any, right: Any) -> Any:
    if not json_equal(left, right):
        raise NoValueError("the members state different constants")
    return left


def _pair_alternatives(left: list[Any], right: list[Any]) -> list[Any]:
    """Return the alternatives for values that satisfy one of the left alternatives, and one of the right ones: their
    pairs, or the left alternatives if both lists are equal.

    With `oneOf`, a value satisfies exactly one pair if it satisfies exactly one alternative on each side.

    Raises:
        UnmergeableError: there are too many pairs.
    """
    if json_equal(left, right):
        return left
    if len(left) * len(right) > limits.MAX_ARMS:
        raise UnmergeableError(f"two members have more than {limits.MAX_ARMS} pairs of alternatives")
    return [{"allOf": [a, b]} for a in left for b in right]


def _is_any_object(schema: Any) -> bool:
    """Return whether a schema states only that a value is an object."""
    return (
        is_object(schema)
        and schema.get("type") == "object"
        and all(
            word == "type" or (word == "additionalProperties" and _allows_everything(value))
            for word, value in schema.items()
        )
    )


def _allows_everything(schema: Any) -> bool:
    return schema is True or schema == {}


def _intersect_types(a: Any, b: Any) -> Any:
    left, right = ([kind] if isinstance(kind, str) else list(kind) for kind in (a, b))
    kept = [kind for kind in left if kind in right or (kind == "integer" and "number" in right)]
    kept += ["integer" for kind in right if kind == "integer" and "number" in left and "integer" not in kept]
    if not kept:
        raise NoValueError("the members have no type in common")
    return kept[0] if len(kept) == 1 else kept


_INTERSECTIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(LOWER_BOUNDS, max),
    **dict.fromkeys(UPPER_BOUNDS, min),
    "anyOf": _pair_alternatives,
    "const": _intersect_constants,
    "enum": _intersect_enums,
    "multipleOf": _common_multiple,
    "oneOf": _pair_alternatives,
    "required": lambda left, right: list(dict.fromkeys([*left, *right])),
    "type": _intersect_types,
    conditions.CONDITIONS_KEY: lambda left, right: [*left, *right],
}
"""The function that combines the values of a keyword in two schemas into that of their intersection, by keyword."""
