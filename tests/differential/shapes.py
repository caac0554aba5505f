"""Normalized schemas as alternatives without references and combinators, which documents can be grown from.

Written against JSON Schema alone, on purpose: sharing the merging of the generator under test would share its errors.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

from tests.differential import values
from tests.differential.patterns import is_python_pattern, matching_texts
from tests.differential.values import JSON

Schema: TypeAlias = Any
"""A normalized schema: a mapping or a boolean."""

TYPES = ("null", "boolean", "number", "string", "array", "object")
RANGE = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
APPLIES: dict[str, tuple[str, ...]] = {
    "number": (*RANGE, "multipleOf"),
    "string": ("minLength", "maxLength", "pattern", "format"),
    "array": ("items", "minItems", "maxItems"),
    "object": ("properties", "required", "additionalProperties"),
}
BOUNDS = (*RANGE, "minLength", "maxLength", "minItems", "maxItems")
HOLDING = ("items", *APPLIES["object"])
"""What says something about members and items, not about the value itself."""
UNBOUNDED = 1 << 30
EXACT = 1 << 50
"""Up to here the remainder of a division by a fraction can be trusted."""


class UnsatisfiableError(Exception):
    """No document is valid; nothing can be grown."""


@dataclass
class Plain:
    """One JSON type with everything asserted about it."""

    type: str
    integral: bool = False
    values: tuple[JSON, ...] | None = None
    """What `const` and `enum` leave."""
    limits: dict[str, Any] = field(default_factory=dict[str, Any])
    """Bounds, `multipleOf`, `pattern` and `format`, by keyword."""
    properties: dict[str, Schema] = field(default_factory=dict[str, Any])
    required: tuple[str, ...] = ()
    others: Schema = True
    """`additionalProperties`"""
    items: Schema = True
    weight: int = 1

    members: dict[str, Node] = field(default_factory=dict[str, "Node"])
    other_node: Node | None = None
    """None where no other member is allowed."""
    item_node: Node | None = None
    other_names: tuple[str, ...] = ()
    """Confusable spellings of the known names, and no known name."""
    pool: tuple[JSON, ...] = ()
    """Numbers and strings to pick from, all valid."""

    @property
    def is_map(self) -> bool:
        return not self.properties


@dataclass
class Node:
    """A place in a schema: what may stand there."""

    schema: Schema
    alternatives: list[Plain] = field(default_factory=list[Plain])
    weighted: list[Plain] = field(default_factory=list[Plain])
    free: bool = False
    height: float = math.inf
    """Levels of containers that the smallest document needs."""
    lowest: Plain | None = None
    constants: tuple[JSON, ...] = ()
    bounded: tuple[Plain, ...] = ()


class Shapes:
    """All places of a document, compiled once."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._definitions: Mapping[str, Schema] = document["$defs"]
        self._nodes: dict[str, Node] = {}
        self._pending: list[Node] = []
        self._open: list[str] = []
        self.unsure = False
        """Whether what is grown may match twice, be off by a rounding, or have an item twice."""
        self.tags: dict[str, tuple[JSON, ...]] = {}
        """By member name, all constants anywhere in the document."""
        self.definitions = {name: self.node({"$ref": f"#/$defs/{quote(escape(name))}"}) for name in self._definitions}
        self._compile_pending()
        self._measure()
        self._collect_tags()

    def node(self, schema: Schema) -> Node:
        """The place of a schema; the same for equal schemas, so that recursion ends."""
        key = json.dumps(schema)
        if key not in self._nodes:
            self._nodes[key] = node = Node(schema)
            self._pending.append(node)
        return self._nodes[key]

    def flatten(self, schema: Schema) -> list[Plain]:
        """The alternatives of a schema; `anyOf` is multiplied out."""
        if schema is False:
            return []
        if schema is True or not schema:
            return [Plain(name) for name in TYPES]
        self.unsure |= not schema.keys().isdisjoint(("oneOf", "multipleOf", "uniqueItems"))
        groups = [_own(schema)]
        if "$ref" in schema:
            groups.append(self._target(schema["$ref"]))
        groups.extend(self.flatten(part) for part in schema.get("allOf", ()))
        for word in ("anyOf", "oneOf"):
            if word in schema:
                groups.append([plain for arm in schema[word] for plain in self.flatten(arm)])
        merged = groups[0]
        for group in groups[1:]:
            pairs = product(merged, group)
            merged = [both for one, other in pairs if (both := _merge(one, other)) is not None]
        return merged

    def _target(self, reference: str) -> list[Plain]:
        name = unquote(reference.removeprefix("#/$defs/")).replace("~1", "/").replace("~0", "~")
        if name in self._open:
            raise UnsatisfiableError(f"{name} refers to itself without a container in between")
        self._open.append(name)
        try:
            return self.flatten(self._definitions[name])
        finally:
            self._open.pop()

    def _compile_pending(self) -> None:
        while self._pending:
            node = self._pending.pop()
            node.alternatives = self.flatten(node.schema)
            node.free = _is_free(node.alternatives)
            for plain in node.alternatives:
                self._compile(plain)
            node.alternatives = [plain for plain in node.alternatives if _possible(plain)]
            node.constants = tuple(value for plain in node.alternatives for value in plain.values or ())
            node.bounded = tuple(p for p in node.alternatives if any(word in p.limits for word in BOUNDS))

    def _compile(self, plain: Plain) -> None:
        if plain.type == "object":
            plain.members = {name: self.node(schema) for name, schema in plain.properties.items()}
            missing = [name for name in plain.required if name not in plain.properties]
            plain.members.update({name: self.node(plain.others) for name in missing})
            plain.other_node = self.node(plain.others) if plain.others is not False else None
            plain.other_names = tuple(_confusable(tuple(plain.members)))
        elif plain.type == "array":
            plain.item_node = self.node(plain.items)
        elif plain.values is not None:
            plain.values = tuple(value for value in plain.values if _fits(value, plain))
        elif plain.type == "number":
            plain.pool = _number_pool(plain)
        elif plain.type == "string":
            plain.pool = _string_pool(plain)

    def _measure(self) -> None:
        """Heights by iteration to the fixed point, as recursion runs through references."""
        nodes = list(self._nodes.values())
        changed = True
        while changed:
            changed = False
            for node in nodes:
                for plain in node.alternatives:
                    height = _height(plain)
                    if height < node.height:
                        node.height, node.lowest, changed = height, plain, True
        for node in nodes:
            node.alternatives = [plain for plain in node.alternatives if _height(plain) < math.inf]
            node.weighted = [plain for plain in node.alternatives for _ in range(plain.weight)]

    def _collect_tags(self) -> None:
        found: dict[str, dict[str, JSON]] = {}
        for node in self._nodes.values():
            for plain in node.alternatives:
                for name, member in plain.members.items():
                    for value in member.constants:
                        found.setdefault(name, {})[json.dumps(value)] = value
        self.tags = {name: tuple(constants.values()) for name, constants in found.items()}


def escape(token: str) -> str:
    """One reference token of a JSON Pointer (RFC 6901)."""
    return token.replace("~", "~0").replace("/", "~1")


def spellings(name: str) -> list[str]:
    """Other ways to write a member name that a careless reader takes for it."""
    snake = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
    head, *tail = [part for part in re.split(r"[_\-./]+", name) if part] or [""]
    camel = head + "".join(part[:1].upper() + part[1:] for part in tail)
    found = [snake, camel, snake.lstrip("_"), name.lower(), name.upper(), name[:1].upper() + name[1:]]
    found += [f"{snake}_", f"field_{snake.lstrip('_')}", f"_{name}", f"{name} ", snake.replace("_", "-"), name[:-1]]
    found += [re.sub(r"[^A-Za-z0-9]+", "_", snake), f"{name}\0", f"{snake.lstrip('_')}\0", f"{snake.lstrip('_')}\0\0"]
    return [other for other in dict.fromkeys(found) if other != name]


def _confusable(known: tuple[str, ...]) -> list[str]:
    found = [other for name in known for other in spellings(name)]
    return [name for name in dict.fromkeys(found) if name not in known]


def _own(schema: Mapping[str, Any]) -> list[Plain]:
    """The alternatives that a schema's own keywords leave, one per JSON type."""
    declared = schema.get("type", TYPES)
    declared = (declared,) if isinstance(declared, str) else tuple(declared)
    untyped = "type" not in schema
    allowed = ["number" if name == "integer" else name for name in declared]
    plains = [_plain(name, schema) for name in TYPES if name in allowed]
    for plain in plains:
        plain.integral = plain.type == "number" and "number" not in declared
        if untyped and any(word in schema for word in APPLIES.get(plain.type, ())):
            plain.weight = 8
    return [plain for plain in plains if plain.values != ()]


def _plain(name: str, schema: Mapping[str, Any]) -> Plain:
    plain = Plain(name, values=_listed(name, schema))
    words = APPLIES.get(name, ())
    plain.limits = {word: schema[word] for word in words if word in schema and word not in HOLDING}
    if name == "object":
        plain.properties = dict(schema.get("properties", {}))
        plain.required = tuple(schema.get("required", ()))
        plain.others = schema.get("additionalProperties", True)
    if name == "array":
        plain.items = schema.get("items", True)
    return plain


def _listed(name: str, schema: Mapping[str, Any]) -> tuple[JSON, ...] | None:
    """The constants of one JSON type."""
    if "const" not in schema and "enum" not in schema:
        return None
    listed = [schema["const"]] if "const" in schema else schema["enum"]
    both = [value for value in listed if "enum" not in schema or any(same(value, other) for other in schema["enum"])]
    return tuple(value for value in both if type_of(value) == name)


def type_of(value: JSON) -> str:
    """The JSON type; integers are numbers."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"


def same(left: JSON, right: JSON) -> bool:
    """Equal scalars of one JSON type."""
    return type_of(left) == type_of(right) and left == right


def _merge(one: Plain, other: Plain) -> Plain | None:
    """Both at once; None where no value is both."""
    if one.type != other.type:
        return None
    values_left = other.values if one.values is None else one.values
    if one.values is not None and other.values is not None:
        values_left = tuple(value for value in one.values if any(same(value, rival) for rival in other.values))
    merged = replace(
        one,
        integral=one.integral or other.integral,
        values=values_left,
        limits=_merge_limits(one.limits, other.limits),
        properties=_merge_properties(one, other),
        required=tuple(dict.fromkeys((*one.required, *other.required))),
        others=_both(one.others, other.others),
        items=_both(one.items, other.items),
        weight=max(one.weight, other.weight),
    )
    return None if merged.values == () else merged


def _merge_limits(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(one)
    for word, limit in other.items():
        if word not in merged or word == "format":
            merged.setdefault(word, limit)
        elif word == "pattern":
            merged[word] = merged[word] if merged[word] == limit else f"(?=.*(?:{limit}))(?:{merged[word]})"
        elif word == "multipleOf":
            merged[word] = math.lcm(merged[word], limit) if isinstance(limit, int) else limit
        else:
            merged[word] = (max if "min" in word.lower() else min)(merged[word], limit)
    return merged


def _merge_properties(one: Plain, other: Plain) -> dict[str, Schema]:
    names = dict.fromkeys((*one.properties, *other.properties))
    return {
        name: _both(one.properties.get(name, one.others), other.properties.get(name, other.others)) for name in names
    }


def _both(one: Schema, other: Schema) -> Schema:
    if one is False or other is False:
        return False
    trivial: tuple[Schema, ...] = (True, {})
    if one in trivial or one == other:
        return other
    return one if other in trivial else {"allOf": [one, other]}


def _is_free(alternatives: Sequence[Plain]) -> bool:
    bare = all(
        plain.values is None
        and not (plain.integral or plain.limits or plain.properties or plain.required)
        and plain.others in (True, {})
        and plain.items in (True, {})
        for plain in alternatives
    )
    return bare and [plain.type for plain in alternatives] == list(TYPES)


def _possible(plain: Plain) -> bool:
    if plain.values is not None:
        return bool(plain.values)
    return bool(plain.pool) or plain.type not in ("number", "string")


def _fits(value: JSON, plain: Plain) -> bool:
    """Whether a constant meets the bounds beside it."""
    if isinstance(value, str):
        shortest: int = plain.limits.get("minLength", 0)
        longest: int = plain.limits.get("maxLength", UNBOUNDED)
        return shortest <= len(value) <= longest
    return isinstance(value, bool) or not isinstance(value, (int, float)) or number_fits(value, plain)


def _height(plain: Plain) -> float:
    if plain.type == "object":
        return 1 + max((plain.members[name].height for name in plain.required), default=0)
    if plain.type == "array" and plain.limits.get("minItems", 0) > 0:
        return 1 + (plain.item_node.height if plain.item_node else math.inf)
    return 1 if plain.type == "array" else 0


def _number_pool(plain: Plain) -> tuple[JSON, ...]:
    """Numbers within the bounds, those at the bounds among them, and integers as floats."""
    limits = plain.limits
    candidates: list[int | float] = [*values.INTEGERS, *(() if plain.integral else values.FRACTIONS)]
    for word in RANGE:
        if word in limits:
            candidates += _near(limits[word], plain.integral)
    step = limits.get("multipleOf")
    if step is not None:
        candidates += [step * factor for factor in (-1000, -3, -1, 0, 1, 2, 3, 10)]
    return tuple(value for value in candidates if number_fits(value, plain))


def _near(limit: int | float, integral: bool) -> list[int | float]:
    whole = math.floor(limit)
    near: list[int | float] = [whole, whole + 1, whole - 1, float(whole), float(whole + 1), whole + 2, whole + 100]
    if not integral:
        near += [limit, float(limit), limit + 0.5, limit - 0.5]
        near += [math.nextafter(limit, math.inf), math.nextafter(limit, -math.inf)]
    return near


def number_fits(value: int | float, plain: Plain) -> bool:
    """Whether a number meets all bounds."""
    limits = plain.limits
    if plain.integral and value != math.floor(value):
        return False
    if value < limits.get("minimum", value) or value > limits.get("maximum", value):
        return False
    if "exclusiveMinimum" in limits and value <= limits["exclusiveMinimum"]:
        return False
    if "exclusiveMaximum" in limits and value >= limits["exclusiveMaximum"]:
        return False
    step: int | float | None = limits.get("multipleOf")
    if step is None:
        return True
    return abs(value) < EXACT and value % step == 0


def _string_pool(plain: Plain) -> tuple[JSON, ...]:
    """Strings within the length bounds; every other one is of the format, well-formed or not."""
    shortest, longest = plain.limits.get("minLength", 0), plain.limits.get("maxLength", UNBOUNDED)
    pattern = plain.limits.get("pattern")
    if pattern is not None and is_python_pattern(pattern):
        return matching_texts(pattern, shortest, longest)
    formatted = values.FORMATTED.get(plain.limits.get("format", ""), ())
    candidates = [*values.STRINGS, *formatted * (len(values.STRINGS) // max(1, len(formatted)))]
    fitting = [candidate for candidate in candidates if shortest <= len(candidate) <= longest]
    if shortest > longest:
        return ()
    if "minLength" in plain.limits or "maxLength" in plain.limits:
        for length in (shortest, min(longest, shortest + 1), min(longest, shortest + 1000)):
            fitting += ["\U0001f600" * length, "a" * length]
    return tuple(fitting)
