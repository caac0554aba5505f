"""Pairs of schemas whose verdict is known by construction, for the search that decides verdicts.

Each pair is made of two sets of values at one place, a narrow one inside a wide one, or of two notations of one set.
The place is inside a random schema that both sides have. From narrow to wide no document is lost; from wide to narrow a
document is, and the pair has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

Schema: TypeAlias = "dict[str, Any]"

DEFINITION = "Subject"
"""Definition that both sides have."""


@dataclass(frozen=True)
class Sets:
    """Two sets of values at one place."""

    kind: str
    narrow: Schema
    wide: Schema
    common: Any
    """A value in both."""
    lost: tuple[Any] | None
    """A value that only the wide set has; None for two notations of one set."""


@dataclass(frozen=True)
class SchemaPair:
    """Two schemas, with the verdict on documents of the old one that the new one reads."""

    kind: str
    old: Schema
    new: Schema
    witness: tuple[Any] | None
    """A document that is valid on the old side only; None if every old document is valid on the new side."""


def string(**keywords: Any) -> Schema:
    return {"type": "string", **keywords}


def record(*required: str, **properties: Any) -> Schema:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


def _sets(kind: str, narrow: Schema, wide: Schema, common: Any, *lost: Any) -> Sets:
    return Sets(kind, narrow, wide, common, lost[:1] or None)


# Strings.

CLASSES = (("[a-c]", "b"), ("[a-z]", "q"), ("[a-z0-9]", "7"), (r"\w", "_"), (r"[\w.-]", "-"), (r"\S", "é"))
"""Sets of characters, each inside the next, with a character that the one before does not have."""
WORDS = ("draft", "final", "beta", "alpha", "gamma")


def pattern_class(random: Random) -> Sets:
    place = random.randrange(len(CLASSES) - 1)
    wider = random.randrange(place + 1, len(CLASSES))
    before, after = random.choice((("", ""), ("x:", ""), ("v", "(?:!|\\?)"), ("", "\\.json")))
    text = {"(?:!|\\?)": "!", "\\.json": ".json"}.get(after, "")
    times = random.choice(("+", "*", "{1,4}", "{2}"))
    one, other = (f"^{before}{CLASSES[each][0]}{times}{after}$" for each in (place, wider))
    fill = (before + char * 2 + text for char in ("b", CLASSES[wider][1]))
    return _sets("pattern class", string(pattern=one), string(pattern=other), *fill)


def pattern_repetition(random: Random) -> Sets:
    low, high = random.randint(1, 3), random.randint(4, 9)
    wider = random.choice((f"{{{low},}}", f"{{{low - 1},{high}}}", "*", f"{{{low},{high + 1}}}"))
    lost = {f"{{{low},{high + 1}}}": high + 1, f"{{{low},}}": high + 3}.get(wider, low - 1)
    unit = random.choice((("[a-z]", "k"), ("(?:ab)", "ab"), (r"\d", "4")))
    one, other = (f"^{unit[0]}{times}$" for times in (f"{{{low},{high}}}", wider))
    return _sets("pattern repetition", string(pattern=one), string(pattern=other), unit[1] * low, unit[1] * lost)


def pattern_anchor(random: Random) -> Sets:
    core, text = random.choice((("ab", "ab"), (r"[a-z]\d", "a1"), ("(?:x|yz)", "yz")))
    narrow, wide, lost = random.choice(
        (
            (f"^{core}", core, f"!{text}"),
            (f"{core}$", core, f"{text}!"),
            (f"^{core}$", f"^{core}", f"{text}!"),
            (f"^(?:{core})$", f"{core}$", f"!{text}"),
            (f"^{core}", f"^{core}|q$", "!q"),
        )
    )
    return _sets("pattern anchor", string(pattern=narrow), string(pattern=wide), text, lost)


def pattern_alternative(random: Random) -> Sets:
    words = random.sample(WORDS, 3)
    narrow = f"^(?:{'|'.join(words[:2])})$"
    wide = random.choice((f"^(?:{'|'.join(words)})$", f"^{words[0]}$|^{words[1]}$|^{words[2]}$"))
    return _sets("pattern alternative", string(pattern=narrow), string(pattern=wide), words[0], words[2])


def pattern_gone(random: Random) -> Sets:
    pattern, text, lost = random.choice(
        (
            ("^[a-z]+$", "ab", "A"),
            (r"^\d{4}-\d{2}$", "2026-07", "2026"),
            ("^https?://", "http://x", "ftp://x"),
            ("^[^/]+(?:/[^/]+)*$", "a/b", "/a"),
            (r"^v\d+\.\d+$", "v1.2", "1.2"),
        )
    )
    return _sets("pattern gone", string(pattern=pattern), string(), text, lost)


def pattern_and_length(random: Random) -> Sets:
    low = random.randint(1, 3)
    narrow, wide, lost = random.choice(
        (
            (string(pattern=f"^[a-z]{{{low}}}$"), string(minLength=low, maxLength=low), "A" * low),
            (string(pattern="^[a-z]+$", minLength=low + 1), string(pattern="^[a-z]+$"), "a"),
            (string(pattern="^[a-z]*$", maxLength=low), string(pattern=f"^[a-z]{{0,{low + 1}}}$"), "a" * (low + 1)),
        )
    )
    return _sets("pattern and length", narrow, wide, "b" * low if "minLength" not in narrow else "b" * (low + 2), lost)


def pattern_and_constants(random: Random) -> Sets:
    words = random.sample(WORDS, 3)
    return random.choice(
        (
            _sets("enum in pattern", {"enum": words}, string(pattern="^[a-z]+$"), words[0], "other"),
            _sets("not one word", string(**{"not": {"enum": words[:2]}}), string(), "other", words[0]),
            _sets(
                "not two words, then one",
                string(**{"not": {"enum": words[:2]}}),
                string(**{"not": {"const": words[0]}}),
                "other",
                words[1],
            ),
            _sets("not a pattern", string(**{"not": {"pattern": "^_"}}), string(), "a", "_a"),
            _sets(
                "not a wider pattern",
                string(**{"not": {"pattern": "_"}}),
                string(**{"not": {"pattern": "^_"}}),
                "a",
                "a_",
            ),
            _sets(
                "two patterns", string(allOf=[{"pattern": "^a"}, {"pattern": "z$"}]), string(pattern="^a"), "az", "a"
            ),
        )
    )


def pattern_notation(random: Random) -> Sets:
    one, other, text = random.choice(
        (
            ("^[0-9]+$", r"^\d\d*$", "5"),
            ("^(?:a|b)+$", "^[ab]{1,}$", "ab"),
            ("^aa?$", "^a{1,2}$", "a"),
            ("^(?:abc)?$", "^$|^abc$", "abc"),
            ("^[a-z]+", "^[a-z]", "q!"),
            ("^[^a]*$", "^(?:[^a]{2})*[^a]?$", "bcd"),
            (".*x", "x", "ax"),
        )
    )
    sides = random.sample((one, other), 2)
    return _sets("pattern notation", string(pattern=sides[0]), string(pattern=sides[1]), text)


# Numbers.


def number_condition(random: Random) -> Sets:
    low = random.randint(-5, 20)
    whole = {"type": random.choice(("integer", "number"))}
    return random.choice(
        (
            _sets("not a number", {**whole, "not": {"const": low}}, whole, low + 1, low),
            _sets("not a range", {**whole, "not": {"minimum": low}}, {**whole, "maximum": low}, low - 1, low),
            _sets(
                "not a narrower range",
                {**whole, "not": {"minimum": low, "maximum": low + 4}},
                {**whole, "not": {"minimum": low + 1, "maximum": low + 2}},
                low - 1,
                low,
            ),
            _sets(
                "if a number is large",
                {**whole, "if": {"minimum": low}, "then": {"multipleOf": 4}},
                {**whole, "if": {"minimum": low}, "then": {"multipleOf": 2}},
                low - 1,
                low + 2 + (-(low + 2)) % 4 + 2,
            ),
            _sets(
                "not a range is another",
                {**whole, "not": {"exclusiveMinimum": low}},
                {**whole, "maximum": low},
                low,
            ),
        )
    )


# Arrays.


def array_condition(random: Random) -> Sets:
    items = {"type": "array", "items": {"type": "integer"}}
    low = random.randint(1, 3)
    return random.choice(
        (
            _sets("unique items", {**items, "uniqueItems": True}, items, [1, 2], [1, 1]),
            _sets("contains", {**items, "contains": {"const": low}}, items, [low], [low + 1]),
            _sets(
                "contains of a wider set",
                {**items, "contains": {"minimum": low + 1}},
                {**items, "contains": {"minimum": low}},
                [low + 1],
                [low],
            ),
            _sets(
                "contains fewer",
                {**items, "contains": {"minimum": low}, "minContains": 2},
                {**items, "contains": {"minimum": low}, "minContains": 1},
                [low, low],
                [low],
            ),
            _sets(
                "contains more at most",
                {**items, "contains": {"const": low}, "minContains": 0, "maxContains": 1},
                {**items, "contains": {"const": low}, "minContains": 0, "maxContains": 2},
                [low],
                [low, low],
            ),
            _sets(
                "first items",
                {**items, "prefixItems": [{"const": low}, {"minimum": 1}]},
                {**items, "prefixItems": [{"minimum": low}, {"minimum": 0}]},
                [low, 1],
                [low, 0],
            ),
            _sets("first items gone", {**items, "prefixItems": [{"const": low}]}, items, [low, 5], [low + 1]),
            _sets(
                "unique and short",
                {**items, "uniqueItems": True, "maxItems": low},
                {**items, "maxItems": low + 1},
                [2],
                [1] * (low + 1),
            ),
            _sets("unique or single", {**items, "maxItems": 1}, {**items, "uniqueItems": True}, [2], [1, 2]),
        )
    )


# Objects.

TEXT = string()
WHOLE: Schema = {"type": "integer"}


def object_condition(random: Random) -> Sets:
    a, b, c = random.sample(("path", "uri", "name", "title", "token"), 3)
    base = record(**{a: TEXT, b: TEXT, c: WHOLE})
    tagged = record("mode", mode={"enum": ["x", "y", "z"]}, **{a: TEXT, b: WHOLE})
    is_x: Schema = {"properties": {"mode": {"const": "x"}}, "required": ["mode"]}
    return random.choice(
        (
            _sets("dependent member", {**base, "dependentRequired": {a: [b]}}, base, {a: "", b: ""}, {a: ""}),
            _sets(
                "fewer dependent members",
                {**base, "dependentRequired": {a: [b, c]}},
                {**base, "dependentRequired": {a: [b]}},
                {a: "", b: "", c: 1},
                {a: "", b: ""},
            ),
            _sets("required instead", {**base, "required": [b]}, {**base, "dependentRequired": {a: [b]}}, {b: ""}, {}),
            _sets("at least one member", {**base, "minProperties": 1}, base, {a: ""}, {}),
            _sets(
                "at most two members",
                {**base, "maxProperties": 2},
                {**base, "maxProperties": 3},
                {a: ""},
                {a: "", b: "", c: 1},
            ),
            _sets("not both", {**base, "not": {"required": [a, b]}}, base, {a: ""}, {a: "", b: ""}),
            _sets("not either", {**base, "not": {"required": [a]}}, {**base, "not": {"required": [a, b]}}, {}, {a: ""}),
            _sets(
                "if then required",
                {**tagged, "if": is_x, "then": {"required": [a]}},
                tagged,
                {"mode": "y"},
                {"mode": "x"},
            ),
            _sets(
                "if then bound",
                {**tagged, "if": is_x, "then": {"properties": {b: {"minimum": 5}}}},
                {**tagged, "if": is_x, "then": {"properties": {b: {"minimum": 2}}}},
                {"mode": "x"},
                {"mode": "x", b: 3},
            ),
            _sets(
                "if then else",
                {**tagged, "if": is_x, "then": {"required": [a]}, "else": {"required": [b]}},
                {**tagged, "if": is_x, "then": {"required": [a]}},
                {"mode": "y", b: 1},
                {"mode": "y"},
            ),
            _sets(
                "narrower if",
                {**tagged, "if": {"properties": {"mode": {"enum": ["x", "y"]}}}, "then": {"required": [a]}},
                {**tagged, "if": is_x, "then": {"required": [a]}},
                {"mode": "z"},
                {"mode": "y"},
            ),
            _sets(
                "if as alternatives",
                {**tagged, "if": is_x, "then": {"required": [a]}},
                {**tagged, "not": {**is_x, "not": {"required": [a]}}},
                {"mode": "y"},
            ),
            _sets(
                "dependent as if",
                {**base, "dependentRequired": {a: [b]}},
                {**base, "if": {"required": [a]}, "then": {"required": [b]}},
                {},
            ),
        )
    )


def names_condition(random: Random) -> Sets:
    open_: Schema = {"type": "object", "additionalProperties": TEXT}
    lower, wider = {"pattern": "^[a-z]+$"}, {"pattern": "^[a-z0-9]+$"}
    return random.choice(
        (
            _sets("names", {**open_, "propertyNames": lower}, open_, {"a": ""}, {"A": ""}),
            _sets(
                "wider names",
                {**open_, "propertyNames": lower},
                {**open_, "propertyNames": wider},
                {"a": ""},
                {"0": ""},
            ),
            _sets(
                "long names",
                {**open_, "propertyNames": {"maxLength": 3}},
                {**open_, "propertyNames": {"maxLength": 4}},
                {},
                {"abcd": ""},
            ),
            _sets(
                "names of a list",
                {**open_, "propertyNames": {"enum": ["a", "b"]}},
                {**open_, "propertyNames": lower},
                {"a": ""},
                {"c": ""},
            ),
            _sets(
                "names and members",
                {**record(a=TEXT, b=TEXT), "additionalProperties": False},
                {**open_, "propertyNames": lower},
                {"a": ""},
                {"c": ""},
            ),
        )
    )


# Types without conditions, since a search must not lose them.


def plain(random: Random) -> Sets:
    low = random.randint(0, 9)
    a, b = random.sample(("path", "uri", "name"), 2)
    return random.choice(
        (
            _sets("bound", {**WHOLE, "minimum": low + 1}, {**WHOLE, "minimum": low}, low + 1, low),
            _sets("kind", WHOLE, {"type": ["integer", "string"]}, 1, "x"),
            _sets("constant", {"enum": ["a", "b"]}, {"enum": ["a", "b", "c"]}, "a", "c"),
            _sets("required", record(a, **{a: TEXT, b: TEXT}), record(**{a: TEXT, b: TEXT}), {a: ""}, {}),
            _sets("length", string(maxLength=low), string(maxLength=low + 2), "", "a" * (low + 1)),
            _sets(
                "items",
                {"type": "array", "items": TEXT, "maxItems": low},
                {"type": "array", "items": TEXT},
                [],
                [""] * (low + 1),
            ),
        )
    )


MAKERS: Sequence[Callable[[Random], Sets]] = (
    *(pattern_class, pattern_repetition, pattern_anchor, pattern_alternative, pattern_gone, pattern_and_length),
    *(pattern_and_constants, pattern_notation, number_condition, array_condition, object_condition, object_condition),
    *(names_condition, plain),
)


# Surroundings, which both sides have.

Wrap: TypeAlias = "tuple[Callable[[Schema], Schema], Callable[[Any], Any]]"
"""Functions that put a schema and a value into surroundings."""


def _member(random: Random) -> Wrap:
    others = {"id": string(pattern="^[a-z]{1,3}$"), "size": {**WHOLE, "minimum": 0}, "flag": {"type": "boolean"}}
    kept = {name: others[name] for name in random.sample(sorted(others), random.randint(0, 3))}
    samples = {"id": "ab", "size": 3, "flag": True}
    required = [name for name in ("value", *kept) if random.random() < 0.6]
    closed = {"additionalProperties": False} if random.random() < 0.4 else {}
    condition = {"dependentRequired": {"value": [min(kept)]}} if kept and random.random() < 0.4 else {}
    filled = {name: samples[name] for name in kept}
    return (
        lambda schema: {**record(*required, value=schema, **kept), **closed, **condition},
        lambda value: {**filled, "value": value},
    )


def _item(random: Random) -> Wrap:
    bounds = random.choice(({}, {"minItems": 1}, {"maxItems": 3}, {"uniqueItems": True}))
    return lambda schema: {"type": "array", "items": schema, **bounds}, lambda value: [value]


def _arm(random: Random) -> Wrap:
    other = record("type", "note", type={"const": "note"}, note=TEXT)
    return (
        lambda schema: {"anyOf": [other, record("type", "value", type={"const": "own"}, value=schema)]},
        lambda value: {"type": "own", "value": value},
    )


def _values(_: Random) -> Wrap:
    names = {"pattern": "^[a-z]"}
    return (
        lambda schema: {"type": "object", "additionalProperties": schema, "propertyNames": names},
        lambda value: {"some": value},
    )


def _nothing(_: Random) -> Wrap:
    return lambda schema: schema, lambda value: value


WRAPS: Sequence[Callable[[Random], Wrap]] = (_nothing, _member, _member, _member, _item, _arm, _values)


def schema_pair(seed: int, number: int) -> SchemaPair:
    """Return the pair with a number: every second one loses documents."""
    random = Random(f"{seed}/{number}")
    sets = MAKERS[number // 2 % len(MAKERS)](random)
    while number % 2 and sets.lost is None:
        sets = MAKERS[number // 2 % len(MAKERS)](random)
        if sets.kind == "pattern notation":
            sets = pattern_class(random)
    wraps = [random.choice(WRAPS)(random) for _ in range(random.randint(0, 3))]
    sides = [sets.narrow, sets.wide]
    value = sets.lost[0] if sets.lost is not None else None
    for schema, fill in wraps:
        sides, value = [schema(side) for side in sides], fill(value)
    second = _second(random, lossless=number % 2 == 0)
    if second is not None:
        sides = [record("first", first=side, second=other) for side, other in zip(sides, second, strict=True)]
        value = {"first": value}
    documents = [_document(side) for side in sides]
    if number % 2:
        return SchemaPair(sets.kind, documents[1], documents[0], (value,))
    return SchemaPair(sets.kind, documents[0], documents[1], None)


def _second(random: Random, *, lossless: bool) -> tuple[Schema, Schema] | None:
    """Return a second difference for every fourth pair: it loses nothing, so that the first decides."""
    if random.random() > 0.25:
        return None
    other = random.choice(MAKERS)(random)
    return (other.narrow, other.wide) if lossless else (other.wide, other.narrow)


def _document(schema: Mapping[str, Any]) -> Schema:
    return {"$defs": {DEFINITION: dict(schema)}}
