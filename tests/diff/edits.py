"""Random edits of a schema in one place: some may change which documents are valid, others only rewrite the schema."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from mcp_bindgen.ingest.keywords import subschemas
from mcp_bindgen.jsontext import is_array, is_object, pointer_tokens

Schema: TypeAlias = dict[str, Any]
Edit: TypeAlias = Callable[[Schema, "Pen"], bool]
"""Changes one subschema in place; returns False if it does not apply."""

SURROUNDING = ("JSONRPCRequest", "JSONRPCNotification")
"""Definitions that every message also satisfies."""
NAMES = ("added", "title", "_meta", "kind", "a/b", "nested", "x")
BOUNDS: Mapping[str, tuple[str, ...]] = {
    "string": ("minLength", "maxLength"),
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    "array": ("minItems", "maxItems"),
}
SIMPLE: tuple[Schema, ...] = (
    {"type": "string"},
    {"type": "integer"},
    {"type": "number"},
    {"type": "boolean"},
    {"type": "null"},
    {"type": "array", "items": {"type": "string"}},
    {"type": "object", "additionalProperties": {"type": "integer"}},
    {"type": "object", "properties": {"nested": {"type": "string"}}, "required": ["nested"]},
    {"enum": ["one", "two"]},
    {"const": 7},
    {},
)


@dataclass
class Pen:
    """The random choices and the names that an edit may use."""

    random: Random
    definitions: list[str]

    def schema(self) -> Schema:
        """A random subschema."""
        if self.random.random() < 0.25:
            return {"$ref": f"#/$defs/{self.random.choice(self.definitions)}"}
        return copy.deepcopy(self.random.choice(SIMPLE))


def _keys(schema: Schema, word: str) -> list[Any]:
    value: Any = schema.get(word)
    return list(value) if is_array(value) or is_object(value) else []


def require(schema: Schema, pen: Pen) -> bool:
    """Make an optional member required."""
    free = [name for name in _keys(schema, "properties") if name not in _keys(schema, "required")]
    if not free:
        return False
    schema["required"] = [*_keys(schema, "required"), pen.random.choice(free)]
    return True


def unrequire(schema: Schema, pen: Pen) -> bool:
    """Make a required member optional."""
    required = _keys(schema, "required")
    if not required:
        return False
    required.remove(pen.random.choice(required))
    schema["required"] = required
    return True


def add_member(schema: Schema, pen: Pen) -> bool:
    """Add a member, sometimes a required one."""
    if schema.get("type") != "object":
        return False
    name = pen.random.choice(NAMES)
    if name in _keys(schema, "properties"):
        return False
    schema["properties"] = {**schema.get("properties", {}), name: pen.schema()}
    if pen.random.random() < 0.3:
        schema["required"] = [*_keys(schema, "required"), name]
    return True


def remove_member(schema: Schema, pen: Pen) -> bool:
    """Remove a member."""
    names = _keys(schema, "properties")
    if not names:
        return False
    gone = pen.random.choice(names)
    schema["properties"] = {name: value for name, value in schema["properties"].items() if name != gone}
    schema["required"] = [name for name in _keys(schema, "required") if name != gone]
    return True


def rename_member(schema: Schema, pen: Pen) -> bool:
    """Rename a member."""
    names = _keys(schema, "properties")
    if not names:
        return False
    old = pen.random.choice(names)
    new = pen.random.choice((f"{old}s", f"{old}Name", "other"))
    if new in names:
        return False
    schema["properties"] = {(new if name == old else name): value for name, value in schema["properties"].items()}
    if "required" in schema:
        schema["required"] = [new if name == old else name for name in schema["required"]]
    return True


def retype(schema: Schema, pen: Pen) -> bool:
    """Replace the schema of a member."""
    other = pen.schema()
    if other == schema:
        return False
    schema.clear()
    schema.update(other)
    return True


def number_kind(schema: Schema, pen: Pen) -> bool:
    """Switch between integer and number."""
    if schema.get("type") not in ("integer", "number") or "multipleOf" in schema:
        return False
    schema["type"] = "number" if schema["type"] == "integer" else "integer"
    return True


def nullable(schema: Schema, pen: Pen) -> bool:
    """Also allow null."""
    if "$ref" in schema or "anyOf" in schema or not schema:
        return False
    inner = dict(schema)
    schema.clear()
    schema["anyOf"] = [inner, {"type": "null"}]
    return True


def add_arm(schema: Schema, pen: Pen) -> bool:
    """Add an alternative."""
    if "anyOf" not in schema:
        return False
    schema["anyOf"] = [*schema["anyOf"], pen.schema()]
    return True


def remove_arm(schema: Schema, pen: Pen) -> bool:
    """Remove an alternative."""
    arms = _keys(schema, "anyOf")
    if len(arms) < 2:
        return False
    arms.pop(pen.random.randrange(len(arms)))
    schema["anyOf"] = arms
    return True


def add_value(schema: Schema, pen: Pen) -> bool:
    """Add a value to an enumeration."""
    values = _keys(schema, "enum") or ([schema["const"]] if "const" in schema else [])
    if not values:
        return False
    schema.pop("const", None)
    schema.pop("type", None)
    schema["enum"] = [*values, pen.random.choice(("another", 11, True, None, ""))]
    return True


def remove_value(schema: Schema, pen: Pen) -> bool:
    """Remove a value from an enumeration."""
    values = _keys(schema, "enum")
    if len(values) < 2:
        return False
    values.pop(pen.random.randrange(len(values)))
    schema["enum"] = values
    return True


def change_constant(schema: Schema, pen: Pen) -> bool:
    """Replace a constant."""
    if "const" not in schema:
        return False
    value = schema["const"]
    schema["const"] = f"{value}/v2" if isinstance(value, str) else "was another"
    schema.pop("type", None)
    return True


def bound(schema: Schema, pen: Pen) -> bool:
    """Add, change or remove a bound."""
    words = BOUNDS.get(str(schema.get("type")), ())
    if not words:
        return False
    word = pen.random.choice(words)
    if word in schema and pen.random.random() < 0.4:
        del schema[word]
        return True
    top = 9 if "ax" in word and "clusiveMin" not in word else 3
    schema[word] = pen.random.randrange(1, top + 1) + (5 if top == 9 else 0)
    return True


def openness(schema: Schema, pen: Pen) -> bool:
    """Forbid unknown members, allow them, or give them a type."""
    if schema.get("type") != "object":
        return False
    before = schema.get("additionalProperties")
    spellings: list[Any] = [False, {}, pen.schema()]
    schema["additionalProperties"] = pen.random.choice(spellings)
    return bool(schema["additionalProperties"] != before)


def listed(schema: Schema, pen: Pen) -> bool:
    """Replace a value by a list of such values."""
    if not schema:
        return False
    inner = dict(schema)
    schema.clear()
    schema.update({"type": "array", "items": inner})
    return True


def redirect(schema: Schema, pen: Pen) -> bool:
    """Point a reference to another definition."""
    if "$ref" not in schema:
        return False
    schema["$ref"] = f"#/$defs/{pen.random.choice(pen.definitions)}"
    return True


CHANGING: tuple[Edit, ...] = (
    *(require, unrequire, add_member, remove_member, rename_member, retype, number_kind, nullable, add_arm, remove_arm),
    *(add_value, remove_value, change_constant, bound, openness, listed, redirect),
)
"""Edits that may change which documents are valid; the validators decide whether one did."""


def prose(schema: Schema, pen: Pen) -> bool:
    """Add descriptive text, which no validator uses."""
    schema["description"] = "Edited."
    schema["title"] = "Edited"
    return True


def reorder(schema: Schema, pen: Pen) -> bool:
    """Change the order of members."""
    moved = False
    for word in ("required", "enum", "anyOf"):
        values = _keys(schema, word)
        if len(values) > 1:
            schema[word], moved = list(reversed(values)), True
    if len(_keys(schema, "properties")) > 1:
        schema["properties"], moved = dict(reversed(schema["properties"].items())), True
    return moved


def spell_open(schema: Schema, pen: Pen) -> bool:
    """Add or remove an explicit `additionalProperties: true`."""
    if schema.get("type") != "object" or schema.get("additionalProperties", {}) not in ({}, True):
        return False
    if "additionalProperties" in schema:
        del schema["additionalProperties"]
    else:
        spellings: list[Any] = [{}, True]
        schema["additionalProperties"] = pen.random.choice(spellings)
    return True


def spell_type(schema: Schema, pen: Pen) -> bool:
    """Write one type as a list of one type."""
    if not isinstance(schema.get("type"), str) or "format" in schema:
        return False
    schema["type"] = [schema["type"]]
    return True


def spell_constant(schema: Schema, pen: Pen) -> bool:
    """Write a constant as an enumeration of one value."""
    if "const" not in schema:
        return False
    schema["enum"] = [schema.pop("const")]
    return True


def wrap(schema: Schema, pen: Pen) -> bool:
    """Wrap a schema as the only alternative."""
    if "$ref" in schema or not schema:
        return False
    inner = dict(schema)
    schema.clear()
    schema[pen.random.choice(("allOf", "anyOf"))] = [inner]
    return True


def twice(schema: Schema, pen: Pen) -> bool:
    """Repeat an alternative."""
    arms = _keys(schema, "anyOf")
    if not arms:
        return False
    schema["anyOf"] = [*arms, copy.deepcopy(pen.random.choice(arms))]
    return True


def empty_bound(schema: Schema, pen: Pen) -> bool:
    """Add a bound that excludes nothing."""
    if schema.get("type") != "string" or "minLength" in schema:
        return False
    schema["minLength"] = 0
    return True


IDLE: tuple[Edit, ...] = (prose, reorder, spell_open, spell_type, spell_constant, wrap, twice, empty_bound)
"""Edits that do not change which documents are valid."""


def closure(document: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """The definitions that the given ones refer to, directly or indirectly."""
    definitions: Mapping[str, Any] = document["$defs"]
    kept: dict[str, Any] = {}
    frontier = list(names)
    while frontier:
        step = frontier.pop()
        if step not in kept:
            kept[step] = definitions[step]
            for _, schema in subschemas(definitions[step]):
                if "$ref" in schema:
                    frontier.append(str(schema["$ref"]).removeprefix("#/$defs/"))
    return {"$schema": document["$schema"], "$defs": {each: definitions[each] for each in definitions if each in kept}}


@dataclass(frozen=True)
class Edited:
    """A part of a schema before and after an edit in one place."""

    before: dict[str, Any]
    after: dict[str, Any]
    definition: str
    """JSON Pointer of the edited place."""
    edit: str
    pointer: str


def edited(document: Mapping[str, Any], seed: str, edits: tuple[Edit, ...]) -> Edited:
    """Apply one of these edits at a random place of a random definition."""
    random = Random(seed)
    while True:
        edit = random.choice(edits)
        name = random.choice(list(document["$defs"]))
        before = closure(document, name, *SURROUNDING)
        after = copy.deepcopy(before)
        pen = Pen(random, list(before["$defs"]))
        places = [pointer for pointer, _ in subschemas(after["$defs"][name])]
        random.shuffle(places)
        for pointer in places:
            if edit(_at(after["$defs"][name], pointer), pen):
                return Edited(before, after, name, edit.__name__, f"/$defs/{name}{pointer}")


def _at(schema: Any, pointer: str) -> Schema:
    for token in pointer_tokens(pointer):
        schema = schema[int(token)] if is_array(schema) else schema[token]
    assert is_object(schema)
    return schema
