"""Conditions: keywords that no Python type expresses are checked exactly, in every way in and by both engines."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest
from pydantic import ValidationError

import mcp_bindings as mb
from mcp_bindgen.errors import BindgenError
from mcp_bindings.schema.conditions import find_first_repeated_item
from tests.differential.instances import Generator
from tests.differential.reference import Reference
from tests.differential.shapes import UnsatisfiableError
from tests.differential.test_tolerance import without
from tests.hostile.modules import Compiled
from tests.hostile.random_conditions import BY_KEYWORD, KEYWORDS, twisted, written
from tests.seed import SEED
from tests.soak.conditions import PROGRAM

COUNT = 2 * len(KEYWORDS)

EQUAL: tuple[tuple[list[Any], tuple[int, int] | None], ...] = (
    ([1, True, "1", None, False, 0, "", [], {}], None),
    ([1, 2, 1.0], (0, 2)),
    ([{"a": [1, {}]}, {"a": [1, {}], "b": 1}, {"a": [1.0, {}]}], (0, 2)),
    ([[0], [False], [[]], [0, 0]], None),
    ([{"a": 1, "b": 2}, {"b": 2, "a": 1}], (0, 1)),
    ([2**53, float(2**53) + 2, 2**53 + 1, 2.0**70, 2**70 + 1], None),
    ([2**70, 1, 2.0**70], (0, 2)),
    ([float("inf"), float("inf")], (0, 1)),
)


DEFINITIONS: dict[str, Any] = {
    "Tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
    "Pair": {"type": "array", "prefixItems": [{"type": "string"}, {"$ref": "#/$defs/Node"}], "items": False},
    "Node": {"type": "object", "properties": {"k": {"type": "integer"}}, "not": {"required": ["z"]}},
    "Item": {
        "type": "object",
        "properties": {
            "tags": {"$ref": "#/$defs/Tags"},
            "code": {"type": "string", "pattern": "^\\d{2}$"},
            "nullable": {"type": ["string", "null"]},
            "nodes": {"type": "array", "items": {"$ref": "#/$defs/Node"}, "contains": {"required": ["k"]}},
        },
        "additionalProperties": {"type": "integer"},
        "propertyNames": {"maxLength": 8},
        "minProperties": 1,
        "maxProperties": 3,
        "dependentRequired": {"tags": ["code"]},
        "if": {"properties": {"code": {"const": "00"}}, "required": ["code"]},
        "then": {"required": ["nullable"]},
    },
    "List": {
        "type": "object",
        "properties": {"items": {"type": "array", "items": {"$ref": "#/$defs/Item"}}},
        "required": ["items"],
    },
}
ITEMS: dict[str, tuple[Any, str]] = {
    "nothing wrong": ({"tags": ["a", "b"], "code": "12"}, ""),
    "null counts as a member": ({"code": "00", "nullable": None}, ""),
    "equal items": ({"tags": ["a", "b", "a"], "code": "12"}, "/tags/2"),
    "pattern": ({"code": "12\n"}, "/code"),
    "digits of another script": ({"code": "\u0661\u0662"}, "/code"),
    "name": ({"muchtoolong": 1}, "/muchtoolong"),
    "too few": ({}, ""),
    "too many": ({"a": 1, "b": 1, "c": 1, "d": 1}, ""),
    "dependency": ({"tags": []}, ""),
    "branch": ({"code": "00"}, ""),
    "inside": ({"nodes": [{"k": 1, "z": 2}]}, "/nodes/0"),
    "none contained": ({"nodes": [{}]}, "/nodes"),
}
VALID = ("nothing wrong", "null counts as a member")


@pytest.mark.untraced
def test_random_conditions_agree_with_the_reference() -> None:
    print(f"MCP_SEED={SEED}")
    tally = PROGRAM.run(COUNT, SEED)
    assert tally.failures == []
    assert set(tally.parts(BY_KEYWORD)) == set(KEYWORDS)
    assert 0 < tally.total("valid") < tally.total("documents")


@pytest.fixture(scope="module")
def compiled() -> Any:
    with Compiled({"$defs": DEFINITIONS}) as found:
        yield found


@pytest.mark.parametrize("case", ITEMS)
def test_every_way_in_checks_them(compiled: Compiled, case: str) -> None:
    value, pointer = ITEMS[case]
    codec, model = compiled.codec("Item"), compiled.module.Item
    jsonschema_rs: Any = import_module("jsonschema_rs")  # Python's `$` also matches before a line end
    assert jsonschema_rs.Draft202012Validator(model.model_json_schema()).is_valid(value) == (case in VALID)
    if case in VALID:
        assert json.loads(codec.encode(codec.decode(json.dumps(value)))) == value
        assert codec.findings(value) == []
        assert model(**value) == codec.decode_value(value)
        return
    ways: tuple[tuple[Callable[[Any], Any], Any], ...] = (
        (codec.decode, json.dumps(value)),
        (codec.decode_value, value),
    )
    for read, given in ways:
        with pytest.raises(mb.DecodeError) as refused:
            read(given)
        assert [each.pointer for each in refused.value.findings] == [pointer]
    assert [each.pointer for each in codec.findings(value)] == [pointer]
    with pytest.raises(ValidationError):
        model(**value)


def test_the_tolerant_mode_sets_aside_what_breaks_one(compiled: Compiled) -> None:
    items = [value for value, _ in ITEMS.values()]
    codec = compiled.codec("List")
    read = codec.decode(json.dumps({"items": items}), mode="tolerant")
    assert len(read.items) == len(VALID)
    assert [each.pointer for each in mb.set_aside(read)] == [
        f"/items/{number}" for number, case in enumerate(ITEMS) if case not in VALID
    ]
    assert json.loads(codec.encode(read)) == {"items": items}


@pytest.mark.untraced
def test_the_tolerant_mode_loses_nothing_and_keeps_the_valid() -> None:
    print(f"MCP_SEED={SEED}")
    tolerated = 0
    for number in range(len(KEYWORDS)):
        document = written(SEED, number)
        document["$defs"]["L"] = {"type": "array", "items": {"$ref": "#/$defs/A"}}
        document["$defs"]["O"] = {"type": "object", "properties": {"items": {"$ref": "#/$defs/L"}}}
        try:
            compiled = Compiled(document)
            instances = list(Generator(compiled.effective, SEED).instances("A", 10))
        except (BindgenError, UnsatisfiableError):
            continue
        texts = [json.dumps(twisted(each.value, place)) for place, each in enumerate(instances)]
        value: Any = {"items": [json.loads(text) for text in texts]}
        with compiled:
            codec = compiled.codec("O")
            read = codec.decode_value(value, mode="tolerant")
            rest, complete = without(value, mb.set_aside(read))
            assert json.loads(codec.encode(read)) == value
            assert not complete or Reference(compiled.effective).is_valid("O", rest)
        tolerated += 1
    assert tolerated > 0


def test_an_assignment_that_breaks_one_changes_nothing(compiled: Compiled) -> None:
    item = compiled.module.Item(code="12", tags=["a"])
    before = item.model_copy(deep=True)
    with pytest.raises(ValidationError):
        item.code = "00"
    with pytest.raises(ValidationError):
        item.much_too_long = 1
    with pytest.raises(ValidationError):
        item.tags = ["a", "a"]
    with pytest.raises(ValueError, match="condition"):
        del item.code
    with pytest.raises(ValueError, match="condition"):
        item.code = None
    assert item == before
    item.nullable = None
    item.code = "00"
    assert compiled.codec("Item").dump(item) == {"tags": ["a"], "code": "00", "nullable": None}


def test_a_tuple_holds_values_as_they_are(compiled: Compiled) -> None:
    codec = compiled.codec("Pair")
    assert codec.decode('["a", {"k": 1.0}]') == ["a", {"k": 1.0}]
    with pytest.raises(mb.DecodeError, match="/1: the schema excludes this value by `not`"):
        codec.decode('["a", {"z": 1}]')


@pytest.mark.parametrize(("items", "pair"), EQUAL)
def test_equal_items(items: list[Any], pair: tuple[int, int] | None) -> None:
    assert find_first_repeated_item(items, lambda item: item) == pair


LARGE = (2**53 + 1, float(2**53), 2**63, float(2**63), 2**64, 2.0**64, 10**300, 1e300, int(1e300), 1, 1.0)


def test_both_engines_compare_large_numbers_exactly() -> None:
    unique = {"type": "array", "uniqueItems": True}
    with Compiled({"$defs": {"A": {"type": "object", "properties": {"x": unique}}}}) as compiled:
        codec = compiled.codec("A")
        for one, other in combinations(LARGE, 2):
            value = {"x": [one, other, "a"]}
            assert (codec.findings(value) == []) == (one != other), value
            if one == other:
                with pytest.raises(mb.DecodeError):
                    codec.decode_value(value)
            else:
                codec.decode_value(value)


class UnreadObject(dict[str, Any]):
    """An object whose names must not be read."""

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("the names were read")


def test_the_names_of_a_larger_object_are_not_read() -> None:
    large = UnreadObject(a=1, b=2)
    assert find_first_repeated_item([{}, {"a": 1}, large], lambda item: item) is None
    assert find_first_repeated_item([{"x": {"a": 1}}, {"x": large}], lambda item: item) is None


def _seconds(items: list[Any]) -> float:
    start = time.process_time()
    assert find_first_repeated_item(items, lambda item: item) is None
    return time.process_time() - start


def test_equal_items_are_found_in_linear_time() -> None:
    one_hash = [number * (2**61 - 1) for number in range(2**10, 2**10 + 20_000)]
    nearly_equal = [[0] * 200 + [number] for number in range(500)]
    assert _seconds(one_hash) < 1
    assert _seconds(nearly_equal) < 1


def test_a_refusal_names_the_erratum_that_would_let_it_in() -> None:
    with pytest.raises(BindgenError) as refused:
        Compiled({"$defs": {"A": {"properties": {"b": {"type": "string", "pattern": "(?=a)"}}}}})
    assert refused.value.where.endswith("#/$defs/A/properties/b")
    assert 'pointer = "/$defs/A/properties/b/pattern"\n  old = "(?=a)"\n  new = ""\n' in refused.value.hint
