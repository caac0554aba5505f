"""The search for containment, on questions whose answers are known."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_bindgen.diff.containment.acceptance import accepts
from mcp_bindgen.diff.containment.failures import FoundDocument
from mcp_bindgen.diff.containment.intersection import intersect_alternatives
from mcp_bindgen.diff.containment.search import Search
from mcp_bindgen.diff.containment.shapes import SchemaValues, Scope, TypeRef, constant
from mcp_bindgen.diff.containment.validity import is_valid, pattern_test
from mcp_bindgen.diff.schema.likeness import is_same_type
from mcp_bindgen.diff.verdict.wire import smallest_witness
from mcp_bindgen.ir.types import Ref, Scalar, ScalarUnion
from tests.diff.sides import SchemaValidator
from tests.unit.tiny import ref, tiny

STRING: dict[str, Any] = {"type": "string"}
INTEGER: dict[str, Any] = {"type": "integer"}
NUMBER: dict[str, Any] = {"type": "number"}
NULL: dict[str, Any] = {"type": "null"}


def record(required: str = "", *, closed: bool = False, **properties: Any) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties, "required": required.split()}
    return {**schema, "additionalProperties": False} if closed else schema


def array(items: Any, **bounds: int) -> dict[str, Any]:
    return {"type": "array", "items": items, **bounds}


def either(*arms: Any) -> dict[str, Any]:
    return {"anyOf": list(arms)}


TREE = record("children", children=array(ref("A")))
FORK = record("children", children=array(ref("B")), name=STRING)

CONTAINED: dict[str, dict[str, Any]] = {
    "a constant in its type": {"A": {"const": "x"}, "B": STRING},
    "an integer in numbers": {"A": INTEGER, "B": NUMBER},
    "a boolean in its two constants": {"A": {"type": "boolean"}, "B": {"enum": [True, False]}},
    "a length between two": {
        "A": {**STRING, "maxLength": 5},
        "B": either({**STRING, "maxLength": 2}, {**STRING, "minLength": 2}),
    },
    "integers between bounds as constants": {"A": {**INTEGER, "minimum": 1, "maximum": 3}, "B": {"enum": [1, 2, 3]}},
    "multiples of a multiple": {"A": {**INTEGER, "multipleOf": 6}, "B": {**INTEGER, "multipleOf": 3}},
    "numbers from two halves": {"A": NUMBER, "B": either({**NUMBER, "minimum": 0}, {**NUMBER, "exclusiveMaximum": 0})},
    "required in optional": {"A": record("x", x=STRING), "B": record(x=STRING)},
    "closed in open": {"A": record(closed=True, x=STRING), "B": record(x=STRING)},
    "a record in two by a tag": {
        "A": record("t", t={"enum": ["a", "b"]}),
        "B": either(record("t", t={"const": "a"}), record("t", t={"const": "b"})),
    },
    "a record in two by presence": {
        "A": record(x=STRING),
        "B": either(record("x", x=STRING), record(closed=True, y={}), record(x=STRING)),
    },
    "the empty list": {"A": array(STRING, maxItems=0), "B": array(INTEGER)},
    "one item of either": {"A": array(either(STRING, NULL), maxItems=1), "B": either(array(STRING), array(NULL))},
    "a list of nothing but lists": {"A": array(array(INTEGER)), "B": array(array(NUMBER))},
    "trees": {"A": TREE, "B": TREE},
    "what has no document": {"A": record("a", a=ref("A")), "B": STRING},
    "a pattern in a wider one": {"A": {**STRING, "pattern": "^[a-c]+$"}, "B": {**STRING, "pattern": "^[a-z]*$"}},
    "a pattern in a length": {"A": {**STRING, "pattern": "^[a-z]{2,3}$"}, "B": {**STRING, "minLength": 2}},
    "a pattern of two lengths in two patterns": {
        "A": {**STRING, "pattern": "^a{1,2}$"},
        "B": either({**STRING, "pattern": "^a$"}, {**STRING, "pattern": "^aa$"}),
    },
    "a constant that meets a condition": {"A": {"const": "ab"}, "B": {**STRING, "pattern": "^a"}},
    "a condition of an alternative": {
        "A": {**INTEGER, "minimum": 5},
        "B": either({**INTEGER, "not": {"maximum": 3}}, NULL),
    },
    "a tag that decides": {
        "A": record("t x", t={"const": "a"}, x=STRING),
        "B": {**record("t", t=STRING, x=STRING), "if": record("t", t={"const": "a"}), "then": {"required": ["x"]}},
    },
    "both, or neither": {"A": {"allOf": [record("x y", x=STRING, y=STRING)]}, "B": {"dependentRequired": {"x": ["y"]}}},
    "names of a closed object": {
        "A": record(closed=True, ab=STRING),
        "B": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}},
    },
    "unique since there is one": {"A": array(STRING, maxItems=1), "B": {**array(STRING), "uniqueItems": True}},
    "required and forbidden at once": {"A": {"allOf": [record("x", x=STRING), record(x=STRING)]}, "B": record("x")},
}

REFUSED: dict[str, dict[str, Any]] = {
    "a type in its constants": {"A": STRING, "B": {"enum": ["a", ""]}},
    "one is not true": {"A": {"const": True}, "B": {"const": 1}},
    "a number between integers": {"A": NUMBER, "B": INTEGER},
    "a gap between lengths": {"A": STRING, "B": either({**STRING, "maxLength": 2}, {**STRING, "minLength": 4})},
    "a gap between numbers": {"A": NUMBER, "B": either({**NUMBER, "minimum": 1}, {**NUMBER, "maximum": 0})},
    "zero alone": {"A": INTEGER, "B": either({**INTEGER, "minimum": 1}, {**INTEGER, "exclusiveMaximum": 0})},
    "multiples of one of two": {
        "A": {**INTEGER, "multipleOf": 2},
        "B": either({**INTEGER, "multipleOf": 4}, {**INTEGER, "multipleOf": 6}),
    },
    "optional in required": {"A": record(x=STRING), "B": record("x", x=STRING)},
    "open in closed": {"A": record(x=STRING), "B": record(closed=True, x=STRING)},
    "an unknown member of another type": {"A": record(), "B": record(x=STRING)},
    "neither record fits": {"A": record("x y", x=STRING, y=STRING), "B": either(record(x=INTEGER), record(y=INTEGER))},
    "two members fail two records": {
        "A": record(x=either(STRING, INTEGER), y=either(STRING, INTEGER)),
        "B": either(record("x", x=STRING), record("y", y=STRING)),
    },
    "a pattern and a length": {"A": {**STRING, "pattern": "^[a-z]+$"}, "B": {**STRING, "maxLength": 3}},
    "a gap between patterns": {
        "A": {**STRING, "pattern": "^[ab]{3}$"},
        "B": either({**STRING, "pattern": "^a"}, {**STRING, "pattern": "b$"}),
    },
    "a condition of the other alternative": {
        "A": {"enum": [True, None]},
        "B": either({"const": False}, {"enum": [True], "not": {"required": ["x"]}}, NULL),
    },
    "a condition inside an alternative": {
        "A": record("v", v=INTEGER),
        "B": either(record("v", v={"not": {"const": 3}}), record("w", w=STRING)),
    },
    "equal items": {"A": array(INTEGER, minItems=2), "B": {**array(INTEGER), "uniqueItems": True}},
    "nothing that is contained": {"A": array(INTEGER), "B": {**array(INTEGER), "contains": {"minimum": 3}}},
    "names with a digit": {
        "A": {"type": "object", "additionalProperties": STRING, "propertyNames": {"pattern": "^[a-z0-9]+$"}},
        "B": {"type": "object", "additionalProperties": STRING, "propertyNames": {"pattern": "^[a-z]+$"}},
    },
    "a second item": {
        "A": array({}, minItems=2),
        "B": {"type": "array", "prefixItems": [{}, {"const": 1}]},
    },
    "items of both kinds": {"A": array(either(STRING, NULL)), "B": either(array(STRING), array(NULL))},
    "a longer list": {"A": array(STRING), "B": array(STRING, maxItems=3)},
    "a deep difference": {
        "A": TREE,
        "B": record("children", children=array(record("children", children=array(STRING)))),
    },
    "trees with names": {"A": TREE, "B": FORK},
}


def shapes(definitions: dict[str, Any]) -> tuple[TypeRef, TypeRef, SchemaValidator]:
    arms = definitions.get("B", {}).get("anyOf", [])
    named = {f"B{number}": arm for number, arm in enumerate(arms)}
    union = {"B": either(*map(ref, named))} if named else {}
    spec = tiny({"A": STRING, "B": STRING, **definitions, **union, **named})
    scope = Scope(spec.by_name())
    return TypeRef(scope, Ref("A")), TypeRef(scope, Ref("B")), SchemaValidator(spec.effective)


@pytest.mark.parametrize("name", CONTAINED)
def test_contained(name: str) -> None:
    one, other, _ = shapes(CONTAINED[name])
    assert Search().find_document([one], [other]) == "none"


@pytest.mark.parametrize("name", REFUSED)
def test_not_contained_with_a_witness(name: str) -> None:
    one, other, verdicts = shapes(REFUSED[name])
    found = Search().find_document([one], [other])
    assert isinstance(found, FoundDocument)
    assert verdicts.accept("A", found.document)
    assert not verdicts.accept("B", found.document)
    assert accepts(one, found.document)
    assert not accepts(other, found.document)


BOTH: dict[str, tuple[dict[str, Any], dict[str, Any], bool]] = {
    "required here, forbidden there": (record("x", x=STRING), record(closed=True, y=STRING), False),
    "required on either side": (record("x", x=STRING), record("y", y=STRING), True),
    "two types of one member": (record("x", x=STRING), record("x", x=INTEGER), False),
    "two types of a member that may be left out": (record(x=STRING), record(x=INTEGER), True),
    "lengths that do not meet": (array(STRING, minItems=3), array(STRING, maxItems=2), False),
    "items that do not meet": (array(STRING), array(INTEGER), True),
    "at least one item that does not meet": (array(STRING, minItems=1), array(INTEGER), False),
    "bounds that meet in one number": ({**NUMBER, "minimum": 2}, {**NUMBER, "maximum": 2}, True),
    "bounds that just miss": ({**NUMBER, "minimum": 2}, {**NUMBER, "exclusiveMaximum": 2}, False),
    "a constant within bounds": ({"const": 2}, {**INTEGER, "minimum": 2}, True),
    "integers between fractions": ({**NUMBER, "exclusiveMinimum": 0, "exclusiveMaximum": 1}, INTEGER, False),
}


@pytest.mark.parametrize("name", BOTH)
def test_two_at_once(name: str) -> None:
    one, other, meet = BOTH[name]
    left, right, verdicts = shapes({"A": one, "B": other})
    found = Search().find_document([left, right], [])
    assert isinstance(found, FoundDocument) == meet
    if isinstance(found, FoundDocument):
        assert verdicts.accept("A", found.document)
        assert verdicts.accept("B", found.document)


def test_a_search_with_too_many_steps_is_undecided() -> None:
    one, other, _ = shapes({"A": record("x", x=STRING), "B": record(x=STRING)})
    assert Search(steps=1).find_document([one], [other]) == "unknown"
    assert Search().find_document([one], [other]) == "none"


def test_numbers_too_far_apart_are_undecided() -> None:
    one, other, _ = shapes(
        {"A": {**INTEGER, "multipleOf": 99991}, "B": either(*({**INTEGER, "multipleOf": 99991 * n} for n in (2, 3)))}
    )
    assert Search().find_document([one], [other]) == "unknown"


def test_a_text_that_a_pattern_does_not_decide_is_undecided() -> None:
    test = pattern_test(r"^(?:((a|aa)+)+\2x|a*!)$")
    assert Search().find_document([constant("a" * 40 + "!"), SchemaValues("string", test)], []) == "unknown"
    assert Search().find_document([constant("!"), SchemaValues("string", test)], []) == FoundDocument("!")


def test_a_witness_is_minimised() -> None:
    document: Any = {"keep": [1, 2, 3], "drop": {"deep": "text"}}
    assert smallest_witness(document, lambda value: isinstance(value, dict) and "keep" in value) == {"keep": []}


def test_values_that_pass_two_schemas_are_not_empty() -> None:
    both = intersect_alternatives(
        SchemaValues("object", '{"minProperties": 1}'), SchemaValues("object", '{"maxProperties": 2}')
    )
    assert isinstance(both, SchemaValues)
    assert [is_valid(both.test, value) for value in ({}, {"a": 1}, {"a": 1, "b": 2, "c": 3})] == [False, True, False]


def test_a_union_with_a_repeated_alternative_is_another() -> None:
    text, number = Scalar("string"), Scalar("number")
    repeated, mixed = ScalarUnion((text, text)), ScalarUnion((text, number))
    assert not is_same_type(repeated, mixed, {})
    assert not is_same_type(mixed, repeated, {})
    assert is_same_type(mixed, ScalarUnion((number, text)), {})
