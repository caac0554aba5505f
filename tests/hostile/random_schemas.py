"""Random schemas over every supported keyword: a clear refusal, or a package that agrees with the reference.

`python -m tests.soak random_schemas` is the long run.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Sequence
from itertools import chain
from random import Random
from typing import Any, TypeAlias

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import is_object
from tests.differential import check
from tests.differential.instances import Generator
from tests.differential.reference import Reference
from tests.differential.shapes import UnsatisfiableError
from tests.hostile.modules import WHERE, Compiled
from tests.soak.tally import Failure, Tally

DOCUMENTS = 25
"""Tried on each definition."""
PATIENCE = 20
"""Seconds for one schema. Validators take exponential time where alternatives overlap and recur."""

NAMES = (
    *("a", "b", "kind", "type", "inputSchema", "is_error", "isError", "_meta", "$schema", "vendor/key", "a-b", "a.b"),
    *("class", "None", "self", "json", "model_config", "str", "list", "dict", "Foo", "foo", "A", "Any", "0", "1st"),
    *("", " ", "é", "日本", "\u017f", "a~b", "a/b", "%41", "x" * 40, "{{ x }}", '"', "\\", "\n", "\u202e", "\0"),
    *("_", "__", "__class__", "validate", "copy", "properties", "items", "required", "const", "$ref", "anyOf", "True"),
)
DEFINITIONS = (
    *("A", "B", "Foo", "foo", "foo_bar", "Any", "Field", "List", "str", "list", "int", "Literal", "WireModel"),
    *("None", "Annotated", "Optional", "a b", "a/b", "x~y", "100%", "日本", "é", "properties", "items", "enum"),
    *("class", "$defs", "_Private", "1st", "Type", "OneOf", "Integer", "model", "Model", "Config", "object", "Object"),
    *("typing", "Root", "annotation", "cls", "source", "handler", "schema", "meta", "partial", "Number", "wire"),
    *("default_wire_name", "introspection", "unknown_members", "_meta", "__signature__"),
)
STRINGS = ("", "a", "b", "tag", "null", "true", "1", 'q"', "\\", "é", "\n", "{{ 1 }}", "'''")
SCALARS: tuple[Any, ...] = (*STRINGS, 0, 1, 2, -1, 1.0, 1.5, 0.5, True, False, None, 2**53 + 1, 10**20, 1e15)
BOUNDS = (0, 1, 2, 3, 10, -1, 0.5, 1.5, 2.0, -2.5)

Twist: TypeAlias = Callable[[Any, int], Any]
"""Changes the value of the document of that number."""


class Author:
    """Writes one schema document."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.definitions: list[str] = []

    def document(self) -> dict[str, Any]:
        self.definitions = self.random.sample(DEFINITIONS, self.random.choice((1, 1, 2, 3, 4)))
        return {"$defs": {name: self.schema(self.random.choice((1, 2, 3))) for name in self.definitions}}

    def schema(self, depth: int) -> Any:
        """A schema with so many levels below it."""
        simple: tuple[Callable[[int], Any], ...] = (self.scalar, self.scalar, self.constants, self.reference, self.any)
        nested = (self.object, self.map, self.array, self.union, self.all, self.listed, self.mixed)
        deep = (*simple, *nested, *nested, self.object, self.object, self.union, self.union)
        return self.random.choice(simple if depth <= 0 else deep)(depth - 1)

    def any(self, _: int) -> Any:
        return self.random.choice((True, {}, {"description": "any"}, {"title": "any"}, self.maybe(0.7)))

    def reference(self, depth: int) -> Any:
        name = self.random.choice(self.definitions).replace("~", "~0").replace("/", "~1").replace("%", "%25")
        schema: dict[str, Any] = {"$ref": f"#/$defs/{name}"}
        if self.maybe(0.1):
            schema["description"] = "beside"
        if depth >= 0 and self.maybe(0.1):
            schema |= self.only_mapping(self.schema(depth))
        return schema

    def scalar(self, _: int) -> Any:
        kind = self.random.choice(("string", "string", "integer", "number", "boolean", "null"))
        schema: dict[str, Any] = {"type": kind, **self.bounds(kind)}
        if kind == "string" and self.maybe(0.2):
            schema["format"] = self.random.choice(("uri", "byte", "date-time", "uuid", "email", "ipv4", "unknown"))
        return schema

    def bounds(self, kind: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if kind in ("integer", "number") and self.maybe(0.5):
            for word in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
                if self.maybe(0.3):
                    found[word] = self.random.choice(BOUNDS) + (5 if "ax" in word and "exclusiveMin" not in word else 0)
            if self.maybe(0.2):
                found["multipleOf"] = self.random.choice((1, 2, 3, 7, 2.0))
        elif kind in ("string", "array") and self.maybe(0.3):
            low, high = ("minLength", "maxLength") if kind == "string" else ("minItems", "maxItems")
            if self.maybe(0.6):
                found[low] = self.random.choice((0, 1, 2, 2.0))
            if self.maybe(0.6):
                found[high] = self.random.choice((2, 3, 5, 4.0))
        return found

    def constants(self, _: int) -> Any:
        pool: Sequence[Any] = SCALARS if self.maybe(0.6) else STRINGS
        if self.maybe(0.4):
            return {"const": self.random.choice(pool)}
        schema: dict[str, Any] = {"enum": self.random.sample(pool, self.random.choice((1, 2, 3, 5)))}
        if self.maybe(0.3):
            schema["type"] = self.random.choice(("string", "integer", ["string", "null"], ["boolean", "number"]))
        if self.maybe(0.1):
            schema |= self.bounds(self.random.choice(("integer", "string")))
        return schema

    def object(self, depth: int) -> Any:
        names = self.random.sample(NAMES, self.random.choice((0, 1, 2, 3, 4)))
        schema: dict[str, Any] = {"type": "object", "properties": {name: self.schema(depth) for name in names}}
        if self.maybe(0.5) and names:
            schema["required"] = self.random.sample(names, self.random.randint(1, len(names)))
        if self.maybe(0.1):
            schema["required"] = [*schema.get("required", []), self.random.choice((*NAMES, "other"))]
            schema["required"] = list(dict.fromkeys(schema["required"]))
        if self.maybe(0.4):
            others: tuple[Any, ...] = (False, True, {}, self.schema(depth), self.schema(depth))
            schema["additionalProperties"] = self.random.choice(others)
        if self.maybe(0.1):
            schema.pop("type")
        return schema

    def map(self, depth: int) -> Any:
        return {"type": "object", "additionalProperties": self.schema(depth)}

    def array(self, depth: int) -> Any:
        schema: dict[str, Any] = {"type": "array", **self.bounds("array")}
        if self.maybe(0.9):
            schema["items"] = self.schema(depth)
        return schema

    def union(self, depth: int) -> Any:
        """Any arms, or objects with a tag."""
        word = "oneOf" if self.maybe(0.25) else "anyOf"
        if self.maybe(0.3):
            tag, values = self.random.choice(NAMES), self.random.sample(SCALARS, 3)
            arms: list[Any] = []
            for value in values[: self.random.choice((2, 3))]:
                arm = self.only_mapping(self.object(depth))
                arm.setdefault("type", "object")
                arm["properties"] = {**arm["properties"], tag: {"const": value}}
                if self.maybe(0.9):
                    arm["required"] = list(dict.fromkeys([*arm.get("required", []), tag]))
                arms.append(arm)
            return {word: arms}
        return {word: [self.schema(depth) for _ in range(self.random.choice((1, 2, 2, 3)))]}

    def all(self, depth: int) -> Any:
        parts = self.random.choice((1, 2, 2, 3))
        if self.maybe(0.7):  # else there is seldom a value for all of them
            return {"allOf": [self.random.choice((self.object, self.reference))(depth) for _ in range(parts)]}
        return {"allOf": [self.schema(depth) for _ in range(parts)]}

    def listed(self, depth: int) -> Any:
        """A list of types, with the keywords of some of them."""
        kinds = ("string", "integer", "number", "boolean", "null", "array", "object")
        types = self.random.sample(kinds, self.random.choice((1, 2, 3)))
        schema: dict[str, Any] = {"type": types}
        for kind in types:
            schema |= self.bounds(kind)
            if kind == "array" and self.maybe(0.5):
                schema["items"] = self.schema(depth)
            if kind == "object" and self.maybe(0.5):
                schema |= {**self.only_mapping(self.object(depth)), "type": types}
        return schema

    def mixed(self, depth: int) -> Any:
        """Two schemas in one."""
        one, other = self.only_mapping(self.schema(depth)), self.only_mapping(self.schema(depth))
        return {**one, **other}

    def only_mapping(self, schema: Any) -> dict[str, Any]:
        return dict(schema) if is_object(schema) else {}

    def maybe(self, chance: float) -> bool:
        return self.random.random() < chance


def written(seed: int, number: int) -> dict[str, Any]:
    """The schema of that number."""
    return Author(Random(f"{seed}/{number}")).document()


def unchanged(value: Any, number: int) -> Any:
    """The value of a document as it is."""
    return value


def _too_long(*_: object) -> None:
    raise TimeoutError(f"more than {PATIENCE} s")


def try_numbered(
    seed: int, number: int, author: Callable[[int, int], dict[str, Any]] = written, twist: Twist = unchanged
) -> Tally:
    """Generate a package from the schema of that number, and compare it with the reference validator.

    Args:
        seed: of the run.
        number: of the schema.
        author: writes the schema.
        twist: changes the value of a document.
    """
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(PATIENCE)
    try:
        return _try_schema(author(seed, number), seed, f"schema {number} of seed {seed}", twist)
    finally:
        signal.alarm(0)


def _try_schema(document: dict[str, Any], seed: int, place: str, twist: Twist) -> Tally:
    tally = Tally()
    tally.count("schemas")

    def fail(kind: str, error: Exception) -> None:
        tally.fail(Failure(kind, f"{type(error).__name__}: {str(error)[:300]}", (place,), json.dumps(document)))

    try:
        compiled = Compiled(document)
    except BindgenError as error:
        tally.count("refused", _kind(error))
        if f"{WHERE}#/" not in str(error) and not error.where.startswith(WHERE):
            fail("refused without place", error)
        return tally
    except Exception as error:
        fail("crashes of the generator", error)
        return tally
    try:
        with compiled:
            for name in document["$defs"]:
                _try_definition(compiled, name, seed, place, tally, twist)
    except TimeoutError:
        tally.count("given up after too long")
    except Exception as error:
        fail("crashes of the package", error)
    return tally


def _try_definition(compiled: Compiled, name: str, seed: int, place: str, tally: Tally, twist: Twist) -> None:
    reference = Reference(compiled.effective)
    try:
        codec, checks = compiled.codec(name), compiled.checks(name)
        instances = list(Generator(compiled.effective, seed).instances(name, DOCUMENTS))
    except UnsatisfiableError:
        tally.count("definitions without valid documents")
        return
    tally.count("definitions")
    for number, instance in enumerate(instances):
        value = twist(instance.value, number)
        text = check.STYLES[number % len(check.STYLES)](value)
        expected = reference.is_valid(name, value)
        found = check.disagreements(codec, text, json.loads(text), expected)
        if checks(json.loads(text)) != expected:
            found = chain(found, [("disagreements of the fast engine", f"expected {expected}")])
        check.record(tally, found, is_valid=expected, where=(place, name, instance.note or "as grown"), text=text)


def _kind(error: BindgenError) -> str:
    """The sentence without what it names."""
    return " ".join("…" if set(word) & set("'`\"") else word for word in error.what.split()[:12])
