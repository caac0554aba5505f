"""Convert conditions on values of one JSON type into clauses. A clause has shapes that a value must be in, and shapes
that the value must not be in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, Literal, TypeAlias

from mcp_bindgen.diff.containment.bounds import Strings, allowed_numbers, length_bounds
from mcp_bindgen.diff.containment.languages import TooManyStatesError, language_of
from mcp_bindgen.diff.containment.scalars import MAX_EXACT
from mcp_bindgen.diff.containment.shapes import (
    ANYTHING,
    Array,
    Atom,
    Choice,
    ConditionedShape,
    Record,
    RecordMember,
    SchemaValues,
    Shape,
    constant,
)
from mcp_bindgen.diff.containment.validity import UndecidedError
from mcp_bindgen.ingest.patterns import PatternError
from mcp_bindgen.ir.assertions import KINDS, kind_of_value
from mcp_bindgen.ir.types import Kind, Scalar

MAX_CLAUSES = 64
"""Greatest number of clauses of one condition."""

_NUMBER_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_MEMBER_KEYWORDS = ("properties", "required", "additionalProperties")
_COUNTING_KEYWORDS = (("minProperties",), ("maxProperties",), ("propertyNames",))
_KEYWORDS_OF_KIND: Mapping[Kind, Sequence[str]] = {
    "string": ("minLength", "maxLength", "pattern"),
    "number": _NUMBER_BOUNDS,
    "array": ("items", "minItems", "maxItems", "prefixItems", "contains", "uniqueItems"),
    "object": (*_MEMBER_KEYWORDS, "dependentRequired", *(word for words in _COUNTING_KEYWORDS for word in words)),
    "boolean": (),
    "null": (),
}


@dataclass(frozen=True)
class Clause:
    """Values that are in all shapes of `within` and in no shape of `without`."""

    within: tuple[Atom, ...] = ()
    without: tuple[Atom, ...] = ()


@dataclass(frozen=True)
class _Junction:
    """Condition made of other conditions, its parts. All parts must hold if the quantifier is `all`, and at least one
    if it is `any`.
    """

    quantifier: Literal["all", "any"]
    parts: tuple[_Formula, ...]


@dataclass(frozen=True)
class _Negation:
    """Condition that holds if its part does not."""

    part: _Formula


_Formula: TypeAlias = "_Junction | _Negation | Atom"
_TRUE, _FALSE = _Junction("all", ()), _Junction("any", ())


@lru_cache(maxsize=4096)
def clauses_of_condition(condition: str, kind_: Kind, *, positive: bool) -> tuple[Clause, ...]:
    """Return the clauses of a condition, or of its negation, from a cache. A value meets the condition, or its
    negation, if it is in at least one clause.

    Args:
        condition: a JSON Schema without references, as text.
        kind_: the JSON type of the values.
        positive: False for the negation of the condition.

    Raises:
        UndecidedError: the condition, or a part of it, has more than `MAX_CLAUSES` clauses.
    """
    return tuple(_clauses_of_formula(_schema_formula(json.loads(condition), kind_), positive=positive))


def _clauses_of_formula(formula: _Formula, *, positive: bool) -> list[Clause]:
    match formula:
        case _Negation(part=part):
            return _clauses_of_formula(part, positive=not positive)
        case _Junction(quantifier=of, parts=parts):
            found = [_clauses_of_formula(part, positive=positive) for part in parts]
            if (of == "any") == positive:
                return _distinct_clauses(clause for each in found for clause in each)
            return _distinct_clauses(map(_join_clauses, product(*found)))
        case _:
            return [Clause((formula,), ()) if positive else Clause((), (formula,))]


def _join_clauses(parts: Sequence[Clause]) -> Clause:
    within = dict.fromkeys(atom for part in parts for atom in part.within)
    without = dict.fromkeys(atom for part in parts for atom in part.without)
    return Clause(tuple(within), tuple(without))


def _distinct_clauses(found: Iterable[Clause]) -> list[Clause]:
    """Return each clause once. Leave out clauses that contradict themselves.

    Raises:
        UndecidedError: more than `MAX_CLAUSES` clauses are left.
    """
    kept: dict[Clause, None] = {}
    for clause in found:
        if not set(clause.within) & set(clause.without):
            kept[clause] = None
            if len(kept) > MAX_CLAUSES:
                raise UndecidedError
    return list(kept)


def shape_of_schema(schema: Any) -> Shape:
    """Return the shape of all values that are valid for a JSON Schema without references."""
    if schema in (True, {}):
        return ANYTHING
    return Choice(()) if schema is False else ConditionedShape(ANYTHING, frozenset({json.dumps(schema)}))


def item_shape(schema: Mapping[str, Any], place: int) -> Shape:
    """Return the shape of the array item with a given index, as `prefixItems` and `items` of a schema require it."""
    first = schema.get("prefixItems", ())
    return shape_of_schema(first[place] if place < len(first) else schema.get("items", True))


def _schema_formula(schema: Any, kind_: Kind) -> _Formula:
    if isinstance(schema, bool):
        return _TRUE if schema else _FALSE
    return _Junction("all", tuple(_assertions(schema, kind_)))


def _assertions(schema: Mapping[str, Any], kind_: Kind) -> Iterator[_Formula]:
    """Yield the assertions of a schema about values of one JSON type, as formulas."""
    if "type" in schema:
        yield _type_formula(schema["type"], kind_)
    for values in ([schema["const"]] if "const" in schema else None, schema.get("enum")):
        if values is not None:
            yield _values_formula(values, kind_)
    yield from (_schema_formula(each, kind_) for each in schema.get("allOf", ()))
    if "anyOf" in schema:
        yield _Junction("any", tuple(_schema_formula(each, kind_) for each in schema["anyOf"]))
    if "oneOf" in schema:
        yield _exactly_one_formula([_schema_formula(each, kind_) for each in schema["oneOf"]])
    if "not" in schema:
        yield _Negation(_schema_formula(schema["not"], kind_))
    if "if" in schema:
        question = _schema_formula(schema["if"], kind_)
        yield _Junction("any", (_Negation(question), _schema_formula(schema.get("then", True), kind_)))
        yield _Junction("any", (question, _schema_formula(schema.get("else", True), kind_)))
    if any(word in schema for word in _KEYWORDS_OF_KIND[kind_]):
        match kind_:
            case "string":
                yield from _string_assertions(schema)
            case "number":
                yield from _number_assertions(schema)
            case "array":
                yield from _array_assertions(schema)
            case _:
                yield from _object_assertions(schema)


def _type_formula(stated: Any, kind_: Kind) -> _Formula:
    names = [name for name in ([stated] if isinstance(stated, str) else stated) if KINDS[name] == kind_]
    return _FALSE if not names else allowed_numbers(Scalar("integer")) if names == ["integer"] else _TRUE


def _values_formula(values: Sequence[Any], kind_: Kind) -> _Formula:
    own = [value for value in values if kind_of_value(value) == kind_]
    if kind_ in ("array", "object"):
        return SchemaValues(kind_, json.dumps({"enum": own})) if own else _FALSE
    return _Junction("any", tuple(map(constant, own)))


def _exactly_one_formula(arms: Sequence[_Formula]) -> _Formula:
    others = (tuple(_Negation(other) for other in arms if other is not arm) for arm in arms)
    return _Junction("any", tuple(_Junction("all", (arm, *each)) for arm, each in zip(arms, others, strict=True)))


def _select_keywords(schema: Mapping[str, Any], *words: str) -> dict[str, Any]:
    return {word: schema[word] for word in words if word in schema}


def _as_tests(kind_: Kind, schema: Mapping[str, Any], *words: str) -> Iterator[SchemaValues]:
    """Yield one test made of some keywords of a schema, or nothing if the schema has none of these keywords. The search
    does not analyse the test.
    """
    if found := _select_keywords(schema, *words):
        yield SchemaValues(kind_, json.dumps(found))


def _string_assertions(schema: Mapping[str, Any]) -> Iterator[_Formula]:
    if lengths := _select_keywords(schema, "minLength", "maxLength"):
        yield Strings(*length_bounds(tuple(lengths.items()), "Length"))
    if "pattern" in schema:
        try:
            language_of(schema["pattern"])
            yield Strings(patterns=frozenset({schema["pattern"]}))
        except (PatternError, TooManyStatesError):
            yield from _as_tests("string", schema, "pattern")


def _number_assertions(schema: Mapping[str, Any]) -> Iterator[_Formula]:
    for word, value in _select_keywords(schema, *_NUMBER_BOUNDS).items():
        if abs(value) > MAX_EXACT or (word == "multipleOf" and value != int(value)):
            yield from _as_tests("number", schema, word)
        else:
            yield allowed_numbers(Scalar("number", ((word, value),)))


def _array_assertions(schema: Mapping[str, Any]) -> Iterator[_Formula]:
    bounds = length_bounds(tuple(_select_keywords(schema, "minItems", "maxItems").items()), "Items")
    first, rest = schema.get("prefixItems", ()), schema.get("items", True)
    yield Array(Choice(tuple(map(shape_of_schema, (*first, rest)))) if first else shape_of_schema(rest), *bounds)
    if first:
        yield from _as_tests("array", schema, "prefixItems", "items")
    if "contains" in schema:
        yield from _as_tests("array", schema, "contains", "minContains", "maxContains")
    if schema.get("uniqueItems"):
        yield from _as_tests("array", schema, "uniqueItems")


def _object_assertions(schema: Mapping[str, Any]) -> Iterator[_Formula]:
    shapes: dict[str, Shape] = {name: shape_of_schema(each) for name, each in schema.get("properties", {}).items()}
    extra = schema.get("additionalProperties", True)
    rest = None if extra is False else shape_of_schema(extra)
    required = schema.get("required", ())
    names = dict.fromkeys([*shapes, *required])
    if names or rest != ANYTHING:
        members = (RecordMember(name, shapes.get(name, rest or Choice(())), name in required) for name in names)
        yield Record(tuple(members), rest)
    for name, others in schema.get("dependentRequired", {}).items():
        yield _Junction("any", (_Negation(_objects_with_members([name])), _objects_with_members(others)))
    for words in _COUNTING_KEYWORDS:
        yield from _as_tests("object", schema, *words)


def _objects_with_members(names: Iterable[str]) -> _Formula:
    """Return the shape of all objects that have the named members."""
    return Record(tuple(RecordMember(name, ANYTHING, required=True) for name in names), ANYTHING)
