"""`allOf` and keywords beside a reference: one schema, or a refusal."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ir.types import AliasType, ListOf, LiteralValue, ObjectType, Scalar, TypeExpr
from tests.unit.tiny import STRING, record, ref, tiny


def merged(*members: Any, **definitions: Any) -> TypeExpr:
    """What `allOf` of these is, where that is no class."""
    type_ = tiny({"A": {"allOf": list(members)}, **definitions}).by_name()["A"]
    assert isinstance(type_, AliasType)
    return type_.target


def merged_class(*members: Any, **definitions: Any) -> ObjectType:
    type_ = tiny({"A": {"allOf": list(members)}, **definitions}).by_name()["A"]
    assert isinstance(type_, ObjectType)
    return type_


def fields(type_: ObjectType) -> dict[str, tuple[TypeExpr, bool]]:
    return {field.wire_name: (field.type, field.required) for field in type_.fields}


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ([STRING, {}], Scalar("string")),
        ([{"anyOf": [STRING, {"type": "null"}]}, {"anyOf": [STRING]}], Scalar("string")),
        ([{"type": "number", "multipleOf": 2}, {"multipleOf": 3}], Scalar("number", (("multipleOf", 6),))),
        ([STRING, True], Scalar("string")),
        ([STRING, STRING], Scalar("string")),
        ([{"type": "integer"}, {"type": "number"}], Scalar("integer")),
        ([{"type": "number"}, {"type": "integer"}], Scalar("integer")),
        ([{"type": ["string", "null"]}, {"type": ["integer", "string"]}], Scalar("string")),
        (
            [{"type": "number", "minimum": 1, "maximum": 9}, {"minimum": 2, "maximum": 10}],
            Scalar("number", (("minimum", 2), ("maximum", 9))),
        ),
        ([{"type": "string", "minLength": 3}, {"minLength": 1}], Scalar("string", (("minLength", 3),))),
        (
            [{"type": "number", "exclusiveMaximum": 3}, {"exclusiveMaximum": 1}],
            Scalar("number", (("exclusiveMaximum", 1),)),
        ),
        ([{"enum": ["a", "b", "c"]}, {"enum": ["c", "b"]}], LiteralValue(("b", "c"))),
        ([{"enum": [1, True]}, {"enum": [True]}], LiteralValue((True,))),
        ([{"enum": ["a", "b"]}, {"const": "b"}], LiteralValue(("b",))),
        ([{"const": "b"}, {"const": "b"}], LiteralValue(("b",))),
        ([{"type": "array", "items": {"type": "number"}}, {"items": {"type": "integer"}}], ListOf(Scalar("integer"))),
        ([{"type": "array", "minItems": 1}, {"items": STRING}], ListOf(Scalar("string"), (("minItems", 1),))),
        (
            [{"allOf": [{"type": "string", "minLength": 1}]}, {"maxLength": 2}],
            Scalar("string", (("minLength", 1), ("maxLength", 2))),
        ),
        ([{"type": "string", "format": "uri"}, {"format": "email"}], Scalar("string", format="uri")),
    ],
)
def test_merged(members: list[Any], expected: TypeExpr) -> None:
    assert repr(merged(*members)) == repr(expected)


def test_members_of_both_sides() -> None:
    type_ = merged_class(record("a", a=STRING, b={"type": "number"}), record("b", b={"type": "integer"}, c=STRING))
    assert fields(type_) == {
        "a": (Scalar("string"), True),
        "b": (Scalar("integer"), True),
        "c": (Scalar("string"), False),
    }


def test_members_of_a_chain_of_definitions() -> None:
    type_ = merged_class(
        ref("C"), {"required": ["a"]}, B=record("b", b=STRING), C={"allOf": [ref("B"), record(a=STRING)]}
    )
    assert fields(type_) == {"b": (Scalar("string"), True), "a": (Scalar("string"), True)}


def test_keywords_beside_a_reference_hold_too() -> None:
    types = tiny({"A": {**ref("B"), "required": ["b"]}, "B": record(b=STRING)}).by_name()
    assert isinstance(types["A"], ObjectType)
    assert fields(types["A"]) == {"b": (Scalar("string"), True)}


def test_a_member_obeys_the_additional_members_of_the_other() -> None:
    type_ = merged_class(record(a={"type": "number"}), {"additionalProperties": {"type": "integer"}})
    assert fields(type_) == {"a": (Scalar("integer"), False)}
    assert type_.extra == Scalar("integer")


def test_an_optional_member_that_one_side_forbids_is_left_out() -> None:
    type_ = merged_class(record(a=STRING), {**record(b=STRING), "additionalProperties": False})
    assert fields(type_) == {"b": (Scalar("string"), False)}
    assert type_.extra is None


@pytest.mark.parametrize(
    ("members", "what"),
    [
        ([STRING, False], "one member allows no value"),
        ([STRING, {"type": "null"}], "the members have no type in common"),
        ([{"enum": ["a"]}, {"enum": ["b"]}], "no enum value is common to both"),
        ([{"enum": [1]}, {"enum": [True]}], "no enum value is common to both"),
        ([{"const": "a"}, {"const": "b"}], "the members state different constants"),
        (
            [record("a", a=STRING), {**record(b=STRING), "additionalProperties": False}],
            "member 'a' is named on one side",
        ),
        ([record(a=STRING), record(a={"type": "null"})], "the members have no type in common"),
        ([{"anyOf": [STRING, {"type": "null"}]}, {"anyOf": [{"type": "boolean"}]}], "no alternative allows a value"),
    ],
)
def test_refused(members: list[Any], what: str) -> None:
    with pytest.raises(BindgenError) as raised:
        tiny({"A": {"allOf": members}})
    assert what in raised.value.what
    assert raised.value.where == "tiny#/$defs/A"


def test_a_reference_that_leads_back_is_refused() -> None:
    with pytest.raises(BindgenError, match="refers to itself"):
        tiny({"A": {"allOf": [ref("B"), STRING]}, "B": {"allOf": [ref("A"), STRING]}})
