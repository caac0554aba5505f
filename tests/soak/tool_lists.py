"""Pairs of tool lists: what `server compare` says of each pair, against documents drawn for it.

An input schema is edited, or an output schema. The oracle draws documents of the side that sends and tries them on the
side that receives: arguments of old clients on the new server, results of the new server on old clients.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import jsonschema

from mcp_bindgen.diff.severity import Level, worst_severity
from mcp_bindgen.diff.types import Way
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.comparing import compare_locks
from mcp_bindgen.servers.lock import LockFile, make_offer
from tests.soak.program import Program, in_chunks
from tests.soak.tally import Failure, Tally

REVISION = "2025-11-25"
NAMES = ("path", "limit", "mode", "tags", "options", "query")
WORDS = ("a", "b", "read", "write", "")
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength", "minItems", "maxItems")
DRAWN = 150
"""Documents that are drawn for a pair."""


def draw_schema(random: Random, depth: int = 0) -> dict[str, Any]:
    """Return a schema of a kind that tools have."""
    kinds: list[Callable[[], dict[str, Any]]] = [
        lambda: {"type": "string"},
        lambda: {"type": "string", "minLength": random.randint(0, 2), "maxLength": random.randint(3, 6)},
        lambda: {"type": "string", "format": "uri"},
        lambda: {"type": "string", "enum": random.sample(WORDS, random.randint(1, 4))},
        lambda: {"type": "integer", "minimum": random.randint(-3, 2), "maximum": random.randint(3, 20)},
        lambda: {"type": "number", random.choice(("minimum", "exclusiveMinimum")): random.randint(-2, 2)},
        lambda: {"type": "integer"},
        lambda: {"type": "boolean", "default": False},
        lambda: {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        lambda: {"type": ["integer", "string"]},
        lambda: {"const": random.choice(WORDS)},
        dict,
    ]
    if depth < 2:
        kinds += [
            lambda: {"type": "array", "items": draw_schema(random, depth + 1)},
            lambda: {"type": "array", "items": draw_schema(random, depth + 1), "minItems": 1, "maxItems": 3},
            lambda: draw_object(random, depth + 1),
            lambda: {"type": "object", "additionalProperties": draw_schema(random, depth + 1)},
        ]
    return random.choice(kinds)()


def draw_object(random: Random, depth: int = 0) -> dict[str, Any]:
    """Return a schema of an object with members."""
    names = random.sample(NAMES, random.randint(1, 4))
    found: dict[str, Any] = {"type": "object", "properties": {name: draw_schema(random, depth) for name in names}}
    required = [name for name in names if random.random() < 0.5]
    if required:
        found["required"] = required
    if random.random() < 0.4:
        found["additionalProperties"] = False
    return found


def edit(random: Random, schema: dict[str, Any]) -> None:
    """Change an object schema in one place, as authors of tools do."""
    inner = [each for each in _objects(schema) if each.get("properties")]
    place = random.choice(inner or [schema])
    properties: dict[str, Any] = place.setdefault("properties", {})
    required: list[str] = place.setdefault("required", [])
    name = random.choice(sorted(properties) or [*NAMES])
    match random.randrange(9):
        case 0:
            properties[random.choice(NAMES)] = draw_schema(random, 1)
        case 1:
            properties.pop(name, None)
            place["required"] = [each for each in required if each != name]
        case 2:
            place["required"] = [*required, name] if name not in required else [x for x in required if x != name]
        case 3:
            properties[name] = draw_schema(random, 1)
        case 4:
            place["additionalProperties"] = place.get("additionalProperties") is False
        case 5 | 6:
            bounds = [(each, word) for each in _objects(schema, every=True) for word in each if word in BOUNDS]
            if bounds:
                holder, word = random.choice(bounds)
                least = 0 if word.endswith(("Length", "Items")) else -9
                holder[word] = max(holder[word] + random.choice((-1, 1)), least)
        case 7:
            lists = [each for each in _objects(schema, every=True) if "enum" in each]
            if lists:
                random.choice(lists)["enum"] = random.sample(WORDS, random.randint(1, 4))
        case _:
            properties[name] = {"anyOf": [properties.get(name, {}), {"type": "null"}]}


def _objects(schema: Any, *, every: bool = False) -> Iterator[dict[str, Any]]:
    if is_object(schema):
        if every or schema.get("type") == "object":
            yield schema
        inner = [*schema.get("properties", {}).values(), schema.get("items"), schema.get("additionalProperties")]
        for each in (*inner, *schema.get("anyOf", ())):
            yield from _objects(each, every=every)


def draw_document(random: Random, schema: Any, other: Any, depth: int = 0) -> Any:
    """Return a document that is probably valid against a schema, and probes where another one differs."""
    if not is_object(schema) or not schema or depth > 5:
        anything: list[Any] = [None, 0, "", "x", [], {}, True, 1.5]
        return random.choice(anything)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return random.choice(schema["enum"])
    if "anyOf" in schema:
        return draw_document(random, random.choice(schema["anyOf"]), other, depth + 1)
    kinds: Any = schema.get("type")
    kind: Any = random.choice(kinds) if is_array(kinds) else kinds
    match kind:
        case "object":
            return _draw_members(random, schema, other, depth)
        case "array":
            inner = other.get("items") if is_object(other) else None
            count = _draw_size(random, schema, "Items", 4)
            return [draw_document(random, schema.get("items", {}), inner, depth + 1) for _ in range(count)]
        case "string":
            return "é" * _draw_size(random, schema, "Length", 8)
        case "integer" | "number":
            low: int = schema.get("minimum", schema.get("exclusiveMinimum", -9))
            high: int = max(low, schema.get("maximum", 30))
            number = random.choice((low, high, random.randint(low, high)))
            return number + random.choice((0, 0.5)) if kind == "number" else number
        case "boolean":
            return random.random() < 0.5
        case _:
            return None


def _draw_size(random: Random, schema: dict[str, Any], noun: str, most: int) -> int:
    low = schema.get(f"min{noun}", 0)
    return random.randint(low, max(low, schema.get(f"max{noun}", most)))


def _draw_members(random: Random, schema: dict[str, Any], other: Any, depth: int) -> dict[str, Any]:
    theirs: Any = other.get("properties", {}) if is_object(other) else {}
    found: dict[str, Any] = {}
    for name, inner in schema.get("properties", {}).items():
        if name in schema.get("required", ()) or random.random() < 0.5:
            found[name] = draw_document(random, inner, theirs.get(name), depth + 1)
    extra = schema.get("additionalProperties", True)
    if extra is not False:
        for name in (*theirs, "other"):
            if name not in schema.get("properties", {}) and random.random() < 0.3:
                found[name] = draw_document(random, {} if extra is True else extra, None, depth + 1)
    return found


def check_pair(seed: int, number: int, tally: Tally) -> None:
    """Compare one pair, and check the verdict."""
    random = Random(f"{seed} {number}")
    member, sending = random.choice((("inputSchema", 0), ("outputSchema", 1)))
    old = draw_object(random)
    new = copy.deepcopy(old)
    for _ in range(random.randint(1, 3)):
        edit(random, new)
    sides = (old, new)
    sent, received = sides[sending], sides[1 - sending]
    report = compare_locks(_lock(member, old), _lock(member, new), ("old", "new"))
    changes = [each for each in report.changes if each.delta.source == "schema"]
    levels: list[Level] = [report.severity(each) for each in changes]
    level = worst_severity(*levels)
    way: Way = "old_to_new" if sending == 0 else "new_to_old"
    decided = "unknown" if any(getattr(each.verdict, way) == "unknown" for each in changes) else level
    draft: Any = jsonschema.Draft202012Validator
    writer, reader = draft(sent), draft(received)
    drawn = (draw_document(random, sent, received) for _ in range(DRAWN))
    found = next((each for each in drawn if writer.is_valid(each) and not reader.is_valid(each)), None)
    witnesses = [dict(each.witnesses)[way] for each in changes if way in dict(each.witnesses)]
    confirmed = False
    where = (f"pair {number}", member)
    for witness in witnesses:
        document: Any = witness.document
        if witness.accepted_as.endswith(" result"):
            document = document.get("structuredContent", {}) if is_object(document) else document
        if writer.is_valid(document) and not reader.is_valid(document):
            confirmed = True
        else:
            shown = json.dumps([old, new, witness.document])
            tally.fail(Failure("wrong witness", "jsonschema does not confirm a witness", where, shown))
    if found is not None and level == "safe":
        shown = json.dumps([old, new, found])
        tally.fail(Failure("wrong", "the receiver refuses a document of the sender", where, shown))
    tally.count("pairs", member)
    if found is not None or confirmed:
        tally.count("incompatible", "with a witness" if confirmed else f"without: {decided}")
    else:
        tally.count("compatible", "proven" if level == "safe" else decided)


def _lock(member: str, schema: dict[str, Any]) -> LockFile:
    tool = {"name": "tool", "inputSchema": {"type": "object"}, member: schema}
    return LockFile({}, {}, {REVISION: make_offer({"capabilities": {"tools": {}}}, {"tools": [tool]})})


def run_part(part: tuple[int, range]) -> Tally:
    """Compare some pairs."""
    seed, numbers = part
    tally = Tally()
    for number in numbers:
        check_pair(seed, number, tally)
    return tally


def bars(tally: Tally) -> Iterator[str]:
    """Yield what a run did not reach: 98 % of the incompatible with a witness, 80 % of the compatible proven."""
    for name, part, least in (("incompatible", "with a witness", 0.98), ("compatible", "proven", 0.8)):
        share = tally.parts(name).get(part, 0) / max(1, tally.total(name))
        if share < least:
            yield f"of the {name}, {share:.1%} are {part}, and {least:.0%} should be"


PROGRAM = Program(
    "pairs of tool lists, edited at random: the verdict of `server compare` against drawn documents",
    "pairs",
    2_000,
    in_chunks(100),
    run_part,
    is_numbered=True,
    bars=bars,
)
