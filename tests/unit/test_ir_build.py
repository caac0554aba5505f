"""Normalized schema to IR, one feature at a time: what is expected is written out whole."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import errata
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.ingest.refusals import RefusalError
from mcp_bindgen.ir import conditions, limits
from mcp_bindgen.ir.build import RESERVED, union_tag
from mcp_bindgen.ir.from_document import weakened_spec
from mcp_bindgen.ir.types import (
    AliasType,
    AnyJson,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    TypeDef,
    UnionType,
    expressions,
)
from tests.unit.tiny import (
    DRAFT_07,
    RELEASE,
    SCHEMA,
    STRING,
    at,
    inside,
    klass,
    member,
    pinned,
    record,
    ref,
    release,
    tiny,
)

NULL = Scalar("null")
INTEGER = Scalar("integer")
TEXT = Scalar("string")
PINNED = [revision.id for revision in read_manifest(SCHEMA)]


def constant(*values: Any) -> LiteralValue:
    return LiteralValue(values)


def alias(name: str, target: Any, *, of: str = "", where: str = "") -> AliasType:
    """An alias: a definition, or the part of one at `where`."""
    return AliasType(name, of or name, target, inside(where) if where else at(f"/$defs/{name}"))


def union(name: str, *arms: Any, tag: str | None = None, of: str = "", where: str = "") -> UnionType:
    return UnionType(name, of or name, arms, tag, inside(where) if where else at(f"/$defs/{name}"))


def tagged(value: str, *more: str, required: bool = True) -> dict[str, Any]:
    return record("kind" if required else "", kind={"enum": [value, *more]})


CASES: dict[str, tuple[dict[str, Any], Sequence[TypeDef]]] = {
    "scalars": (
        {
            "A": {"type": "string", "format": "uri", "maxLength": 3, "minLength": 1},
            "B": {"type": "integer", "minimum": 0},
            "C": {"type": "number"},
            "D": {"type": "boolean"},
            "E": {"type": "null"},
            "F": {},
            "G": True,
        },
        [
            alias("A", Scalar("string", (("maxLength", 3), ("minLength", 1)), "uri")),
            alias("B", Scalar("integer", (("minimum", 0),))),
            alias("C", Scalar("number")),
            alias("D", Scalar("boolean")),
            alias("E", NULL),
            alias("F", AnyJson()),
            alias("G", AnyJson()),
        ],
    ),
    "prose and annotations say nothing": (
        {"A": {"type": "string", "description": "x", "title": "y", "default": "z", "deprecated": True}},
        [alias("A", TEXT)],
    ),
    "format of another type than string is dropped": (
        {"A": {"type": "integer", "format": "int64"}},
        [alias("A", INTEGER)],
    ),
    "members": (
        {"A": record("_meta isError", isError={"type": "boolean"}, _meta={"type": "object"}, plain=True)},
        [
            klass(
                "A",
                member("is_error", Scalar("boolean"), required=True, wire="isError"),
                member("meta", MapOf(AnyJson()), required=True, wire="_meta"),
                member("plain", AnyJson()),
            )
        ],
    ),
    "members named like keywords": (
        {"A": record("anyOf", **dict.fromkeys(["anyOf", "const", "properties", "required", "$ref", "title"], STRING))},
        [
            klass(
                "A",
                member("any_of", required=True, wire="anyOf"),
                member("const"),
                member("properties"),
                member("required"),
                member("ref", wire="$ref"),
                member("title"),
            )
        ],
    ),
    "namespaced members that would meet are spelled out": (
        {"A": record(**{"x/name": STRING, "y/name": STRING, "z/other": STRING})},
        [
            klass(
                "A",
                member("x_name", wire="x/name"),
                member("y_name", wire="y/name"),
                member("other", wire="z/other"),
            )
        ],
    ),
    "a member does not hide a type it is annotated with": (
        {"A": record(str=STRING, list={"type": "array"}, dict={"type": "object"}, bool={"type": "integer"})},
        [
            klass(
                "A",
                member("str_", wire="str"),
                member("list_", ListOf(AnyJson()), wire="list"),
                member("dict_", MapOf(AnyJson()), wire="dict"),
                member("bool", INTEGER),
            )
        ],
    ),
    "unknown members": (
        {
            "Closed": {**record(a=STRING), "additionalProperties": False},
            "Typed": {**record(a=STRING), "additionalProperties": {"type": "integer"}},
            "Map": {"type": "object", "additionalProperties": {"type": "integer"}},
            "Empty": {"type": "object", "additionalProperties": False},
            "Any": {"type": "object"},
        },
        [
            klass("Closed", member("a"), extra=None),
            klass("Typed", member("a"), extra=INTEGER),
            alias("Map", MapOf(INTEGER)),
            klass("Empty", extra=None),
            AliasType("Any_", "Any", MapOf(AnyJson()), at("/$defs/Any")),
        ],
    ),
    "required without property": (
        {
            "A": record("here there", here=STRING),
            "B": {**record("there"), "additionalProperties": {"type": "integer"}},
        },
        [
            klass("A", member("here", required=True), member("there", AnyJson(), required=True)),
            klass("B", member("there", INTEGER, required=True), extra=INTEGER),
        ],
    ),
    "lifting": (
        {
            "Call": record(
                "params",
                params=record(_meta=record(token=STRING)),
                list={"type": "array", "items": record(a=STRING)},
                map={"type": "object", "additionalProperties": record(b=STRING)},
            )
        },
        [
            klass("CallParamsMeta", member("token"), of="Call", where="/$defs/Call/properties/params/properties/_meta"),
            klass(
                "CallParams",
                member("meta", Ref("CallParamsMeta"), wire="_meta"),
                of="Call",
                where="/$defs/Call/properties/params",
            ),
            klass("CallListItem", member("a"), of="Call", where="/$defs/Call/properties/list/items"),
            klass("CallMapValue", member("b"), of="Call", where="/$defs/Call/properties/map/additionalProperties"),
            klass(
                "Call",
                member("params", Ref("CallParams"), required=True),
                member("list_", ListOf(Ref("CallListItem")), wire="list"),
                member("map", MapOf(Ref("CallMapValue"))),
            ),
        ],
    ),
    "bounds inside a list need a name": (
        {"A": record(x={"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}})},
        [
            alias("AXItem", Scalar("string", (("minLength", 1),)), of="A", where="/$defs/A/properties/x/items"),
            klass("A", member("x", ListOf(Ref("AXItem"), (("minItems", 1),)))),
        ],
    ),
    "constants": (
        {
            "A": {"const": "a"},
            "B": {"enum": ["b", 1, None, True]},
            "C": record("x", x={"type": "string", "const": "c"}),
            "D": {"const": 2, "enum": [1, 2]},
        },
        [
            alias("A", constant("a")),
            alias("B", constant("b", 1, None, True)),
            klass("C", member("x", constant("c"), required=True)),
            alias("D", constant(2)),
        ],
    ),
    "enum and type meet": (
        {
            "A": {"enum": ["a", 1, 2.5, None, True], "type": ["string", "integer"]},
            "B": {"enum": [0, 1, 2, 3], "type": "integer", "minimum": 2},
            "C": {"enum": ["", "abc"], "minLength": 1},
        },
        [alias("A", constant("a", 1)), alias("B", constant(2, 3)), alias("C", constant("abc"))],
    ),
    "type lists": (
        {
            "A": {"type": ["string", "null"]},
            "B": {"type": ["string"]},
            "C": record(x={"type": ["string", "integer"], "minLength": 1}),
            "D": record(x={**record(a=STRING), "type": ["object", "null"]}),
        },
        [
            alias("A", ScalarUnion((TEXT, NULL))),
            alias("B", TEXT),
            alias("CXString", Scalar("string", (("minLength", 1),)), of="C", where="/$defs/C/properties/x"),
            union("CX", Ref("CXString"), INTEGER, of="C", where="/$defs/C/properties/x"),
            klass("C", member("x", Ref("CX"))),
            klass("DXObject", member("a"), of="D", where="/$defs/D/properties/x"),
            union("DX", Ref("DXObject"), NULL, of="D", where="/$defs/D/properties/x"),
            klass("D", member("x", Ref("DX"))),
        ],
    ),
    "unions": (
        {
            "A": record("k", k={"const": "a"}),
            "Named": {"anyOf": [ref("A"), {"type": "array", "items": ref("A")}]},
            "Once": {"anyOf": [ref("A"), ref("A")]},
            "Inline": record(x={"anyOf": [ref("A"), STRING]}),
            "Scalars": record(x={"anyOf": [STRING, {"type": "integer"}]}),
            "Nested": {"anyOf": [{"anyOf": [STRING, {"type": "null"}]}, ref("A"), False]},
            "Single": {"anyOf": [ref("A")]},
        },
        [
            klass("A", member("k", constant("a"), required=True)),
            union("Named", Ref("A"), ListOf(Ref("A"))),
            alias("Once", Ref("A")),
            union("InlineX", Ref("A"), TEXT, of="Inline", where="/$defs/Inline/properties/x"),
            klass("Inline", member("x", Ref("InlineX"))),
            klass("Scalars", member("x", ScalarUnion((TEXT, INTEGER)))),
            union("Nested", TEXT, NULL, Ref("A")),
            alias("Single", Ref("A")),
        ],
    ),
    "arms that are inline are named by their tag or type": (
        {"A": {"anyOf": [tagged("on-off"), record(a=STRING), {"type": "null"}]}},
        [
            klass("AOnOff", member("kind", constant("on-off"), required=True), of="A", where="/$defs/A/anyOf/0"),
            klass("AObject", member("a"), of="A", where="/$defs/A/anyOf/1"),
            union("A", Ref("AOnOff"), Ref("AObject"), NULL),
        ],
    ),
    "keywords beside a union hold for each arm": (
        {"U": {"anyOf": [tagged("a"), tagged("b")], "required": ["c"]}},
        [
            klass(
                name,
                member("kind", constant(value), required=True),
                member("c", AnyJson(), required=True),
                of="U",
                where=f"/$defs/U/anyOf/{index}",
            )
            for index, (name, value) in enumerate([("UA", "a"), ("UB", "b")])
        ]
        + [union("U", Ref("UA"), Ref("UB"), tag="kind")],
    ),
    "oneOf of what cannot meet": (
        {"A": tagged("a"), "B": tagged("b", "c"), "U": {"oneOf": [ref("A"), ref("B"), STRING]}},
        [
            klass("A", member("kind", constant("a"), required=True)),
            klass("B", member("kind", constant("b", "c"), required=True)),
            union("U", Ref("A"), Ref("B"), TEXT, tag="kind"),
        ],
    ),
    "union tag": (
        {"A": tagged("a"), "B": tagged("b", "c"), "U": {"anyOf": [ref("A"), ref("B")]}},
        [
            klass("A", member("kind", constant("a"), required=True)),
            klass("B", member("kind", constant("b", "c"), required=True)),
            union("U", Ref("A"), Ref("B"), tag="kind"),
        ],
    ),
    "a list that is spelled out is the definition it equals": (
        {
            "Item": record(a=STRING),
            "Batch": {"type": "array", "items": ref("Item")},
            "U": {"anyOf": [ref("Item"), {"type": "array", "items": ref("Item")}]},
        },
        [
            klass("Item", member("a")),
            alias("Batch", ListOf(Ref("Item"))),
            union("U", Ref("Item"), Ref("Batch")),
        ],
    ),
    "allOf": (
        {
            "Base": record("a", a=STRING, b={"type": "number"}),
            "More": {"allOf": [ref("Base"), record("b", b={"type": "integer"}, c=STRING)]},
            "Same": {"allOf": [ref("Base")]},
            "Part": record(x={"allOf": [ref("Base"), {"required": ["c"]}]}),
        },
        [
            klass("Base", member("a", required=True), member("b", Scalar("number"))),
            klass("More", member("a", required=True), member("b", INTEGER, required=True), member("c")),
            alias("Same", Ref("Base")),
            klass(
                "PartX",
                member("a", required=True),
                member("b", Scalar("number")),
                member("c", AnyJson(), required=True),
                of="Part",
                where="/$defs/Part/properties/x",
            ),
            klass("Part", member("x", Ref("PartX"))),
        ],
    ),
    "a definition may hold itself": (
        {"Tree": record(children={"type": "array", "items": ref("Tree")})},
        [klass("Tree", member("children", ListOf(Ref("Tree"))))],
    ),
    "names that need escapes": (
        {"a/b": record(**{"~x": record(c=STRING)}), "C": record(d={"$ref": "#/$defs/a~1b"})},
        [
            klass("ABX", member("c"), of="a/b", where="/$defs/a~1b/properties/~0x"),
            ObjectType("AB", "a/b", (member("x", Ref("ABX"), wire="~x"),), AnyJson(), at("/$defs/a~1b")),
            klass("C", member("d", Ref("AB"))),
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_ir(name: str) -> None:
    definitions, expected = CASES[name]
    assert list(tiny(definitions).types) == expected


def test_both_dialects_give_the_same_ir() -> None:
    old = {"A": record(x={"$ref": "#/definitions/B"}), "B": STRING}
    assert tiny(old, dialect=DRAFT_07).types == tiny({"A": record(x=ref("B")), "B": STRING}).types


def test_beside_a_reference_the_older_dialect_says_nothing() -> None:
    definitions = {"A": {"$ref": "#/definitions/B", "minLength": 1}, "B": STRING}
    assert tiny(definitions, dialect=DRAFT_07).types[0] == alias("A", Ref("B"))
    definitions = {"A": {"$ref": "#/$defs/B", "minLength": 1}, "B": STRING}
    assert tiny(definitions).types[0] == alias("A", Scalar("string", (("minLength", 1),)))


def test_what_a_revision_carries() -> None:
    spec = tiny({"b": STRING, "A": STRING}, release("2031-02-03"))
    assert (spec.module, list(spec.definitions.items())) == ("v2031_02_03", [("b", "b"), ("A", "A")])
    assert spec.effective["$defs"] == {"b": {"type": "string"}, "A": {"type": "string"}}


@pytest.mark.parametrize(
    ("definitions", "pointer", "what"),
    [
        ({"A": {"anyOf": [False]}}, "/$defs/A", "no alternative allows a value"),
        ({"A": {"enum": ["a"], "type": "integer"}}, "/$defs/A", "no value satisfies both"),
        ({"A": {"oneOf": [record(a=STRING), record(b=STRING)]}}, "/$defs/A", "`oneOf` with overlapping alternatives"),
        (
            {"A": {"oneOf": [tagged("a"), tagged("b", "a")]}},
            "/$defs/A",
            "`oneOf` with overlapping alternatives",
        ),
        (
            {"A": {"oneOf": [tagged("a"), tagged("b", required=False)]}},
            "/$defs/A",
            "`oneOf` with overlapping alternatives",
        ),
        ({"A": ref("A")}, "/$defs/A", "A is defined by itself alone"),
        ({"A": ref("B"), "B": ref("A")}, "/$defs/A", "A is defined by itself alone"),
        ({"A": {"anyOf": [STRING, ref("A")]}}, "/$defs/A", "A is defined by itself alone"),
        (
            {"A": {"allOf": [ref("A"), STRING]}},
            "/$defs/A",
            "`allOf` cannot be merged into one type: A refers to itself",
        ),
        ({"A": {"allOf": [STRING, {"type": "null"}]}}, "/$defs/A", "the members have no type in common"),
    ],
)
def test_refused(definitions: dict[str, Any], pointer: str, what: str) -> None:
    with pytest.raises(BindgenError) as raised:
        tiny(definitions)
    assert what in raised.value.what
    assert raised.value.where == f"tiny#{pointer}"


MEETING: dict[str, tuple[dict[str, Any], list[str]]] = {
    "definitions": ({"a b": STRING, "AB": STRING, "a-b": STRING}, ["AB_", "AB", "AB__"]),
    "an inline schema and a definition": ({"A": record(b=record(c=STRING)), "AB": STRING}, ["ABValue", "A", "AB"]),
    "two inline schemas and a definition": (
        {"A": record(b=record(c=record(d=STRING))), "AB": record(c=record(d=STRING)), "ABValue": STRING},
        ["ABValueValueC", "ABValueValue", "A", "ABC", "AB", "ABValue"],
    ),
    "a nullable member and its definition": (
        {"A": record(b={"anyOf": [ref("AB"), {"type": "null"}]}), "AB": record(c=STRING)},
        ["ABValue", "A", "AB"],
    ),
    "alternatives": ({"A": {"anyOf": [record(a=STRING), record(b=STRING)]}}, ["AObject", "AObjectValue", "A"]),
}


@pytest.mark.parametrize("case", MEETING)
def test_types_whose_names_would_meet(case: str) -> None:
    definitions, names = MEETING[case]
    assert [type_.name for type_ in tiny(definitions).types] == names


@pytest.mark.parametrize("order", [*permutations(["fooBar", "foo_bar", "FooBar"])])
def test_members_whose_names_would_meet(order: tuple[str, ...]) -> None:
    """The order of a file does not matter."""
    [type_] = tiny({"A": record(**dict.fromkeys(order, STRING))}).types
    assert isinstance(type_, ObjectType)
    found = {field.wire_name: field.name for field in type_.fields}
    assert found == {"fooBar": "foo_bar", "foo_bar": "foo_bar_", "FooBar": "foo_bar__"}


def test_the_metadata_of_the_protocol_keeps_its_name() -> None:
    [type_] = tiny({"A": record(meta=STRING, _meta=STRING)}).types
    assert isinstance(type_, ObjectType)
    assert {field.wire_name: field.name for field in type_.fields} == {"_meta": "meta", "meta": "meta_"}


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_a_type_has_no_name_that_its_package_has_already(name: str) -> None:
    [type_] = tiny({name: STRING}).types
    assert type_.name == f"{name}_"


ENDLESS: list[tuple[dict[str, Any], str, str]] = [
    ({"A": {"allOf": [ref("A")]}}, "/$defs/A", "allOf"),
    ({"A": {**ref("A"), "required": ["x"]}}, "/$defs/A", "$ref"),
    ({"A": ref("B"), "B": ref("A")}, "/$defs/A", "$ref"),
    ({"A": {"anyOf": [ref("B"), STRING]}, "B": {"anyOf": [ref("A"), STRING]}}, "/$defs/A", "anyOf"),
    ({"A": {"anyOf": [{"allOf": [ref("A"), STRING]}, STRING]}}, "/$defs/A/anyOf/0", "allOf"),
    ({"A": record(x={"allOf": [ref("A"), {"required": ["y"]}]})}, "/$defs/A/properties/x", "allOf"),
    ({"A": {"type": "array", "items": {"allOf": [ref("A"), {"minItems": 1}]}}}, "/$defs/A/items", "allOf"),
    ({"A": record(x=ref("A")), "B": record(x={**ref("B"), "required": ["y"]})}, "/$defs/B/properties/x", "$ref"),
]


@pytest.mark.parametrize(("definitions", "place", "word"), ENDLESS)
def test_a_schema_that_expands_without_end(definitions: dict[str, Any], place: str, word: str) -> None:
    """The refusal names the keyword, and its erratum lets the schema in."""
    spec, refused = weakened_spec(RELEASE, {"$defs": definitions}, where="tiny")
    assert {*spec.definitions} == {*definitions}
    first = refused[0]
    assert isinstance(first, RefusalError)
    assert first.erratum is not None
    assert (first.where, first.erratum.id.rpartition("-")[2]) == (f"tiny#{place}", word)


def test_a_rewritten_condition_has_an_erratum_for_its_origin() -> None:
    definitions = {"A": {**record(a=STRING), "dependentSchemas": {"a": ref("A")}}}
    _, [refused] = weakened_spec(RELEASE, {"$defs": definitions}, where="tiny")
    assert isinstance(refused, RefusalError)
    assert refused.erratum is not None
    assert refused.erratum.pointer == "/$defs/A/dependentSchemas"


def test_everything_that_cannot_be_kept_is_named_at_once() -> None:
    """The first two faults are found when keywords are read, the others when types are made."""
    document = {
        "A": record(x={"type": "number", "multipleOf": 0.5, "pattern": "(?=x)"}, y={"$ref": "#/$defs/Missing"}),
        "B": {"oneOf": [STRING, {"type": "string", "maxLength": 2}]},
        "C": {"allOf": [STRING, {"type": "null"}]},
    }
    with pytest.raises(BindgenError) as raised:
        tiny(document)
    assert [each.where.removeprefix("tiny#/$defs/") for each in raised.value.mistakes] == [
        "A/properties/x",
        "A/properties/y/$ref",
        "A/properties/x",
        "B",
        "C",
    ]
    rows = [each.erratum for each in raised.value.mistakes if isinstance(each, RefusalError) and each.erratum]
    corrected: Any = errata.apply_errata({"$defs": document}, rows, where="tiny")
    assert [*tiny(corrected["$defs"]).definitions] == ["A", "B", "C"]


def test_a_definition_that_is_its_own_alternative_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round collects the conditions of all rounds before it."""
    rounds, moved = list[object](), conditions.move_conditions

    def counted(*arguments: Any) -> Any:
        rounds.append(arguments)
        return moved(*arguments)

    monkeypatch.setattr(conditions, "move_conditions", counted)
    with pytest.raises(BindgenError, match="so it expands without end"):
        tiny({"A": {"anyOf": [ref("A")], "minProperties": 1, "dependentRequired": {"a": ["b"]}}})
    assert len(rounds) == limits.MAX_SINGLE_ALTERNATIVES + 1


REFUSED_KEYWORDS: list[tuple[dict[str, Any], str]] = [
    ({"type": "string", "pattern": "(?=x)"}, "engines read this `pattern` differently"),
    ({"not": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/A"}]}}, "`not` refers to A, which contains itself"),
    ({"if": {"$ref": "#/$defs/A"}, "then": False}, "`if` refers to A, which contains itself"),
    ({"patternProperties": {"^a": {"type": "null"}}}, "`patternProperties` has no exact form"),
    (
        {"anyOf": [{"properties": {"a": {}}}, {"type": "string"}], "unevaluatedProperties": False},
        "`unevaluatedProperties` has no exact form",
    ),
    ({"type": "number", "multipleOf": 0.5}, "`multipleOf` with a fraction"),
    ({"$ref": "https://example.org/schema"}, "remote reference 'https://example.org/schema' is never fetched"),
    ({"$ref": "#/$defs/Missing"}, "reference '#/$defs/Missing' leads to no definition"),
    ({"$ref": "#/$defs/A/properties/x"}, "leads to no definition"),
    ({"$ref": "#"}, "leads to no definition"),
]


@pytest.mark.parametrize(
    ("schema", "what"), REFUSED_KEYWORDS, ids=lambda value: value if isinstance(value, str) else ""
)
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_what_has_no_exact_form_is_refused_at_any_depth(schema: dict[str, Any], what: str, depth: int) -> None:
    pointer = "/$defs/A"
    for _ in range(depth):
        schema, pointer = record(x=schema), f"{pointer}/properties/x"
    with pytest.raises(BindgenError) as raised:
        tiny({"A": schema})
    assert what in raised.value.what
    assert raised.value.where.startswith(f"tiny#{pointer}")


def test_alternatives_beside_properties_are_not_lost() -> None:
    either = {**record(x=STRING, y=STRING), "anyOf": [{"required": ["x"]}, {"required": ["y"]}]}
    assert tiny({"A": either}).by_name()["A"] == union("A", Ref("AX"), Ref("AY"))
    alike = {**record(x=STRING, y=STRING), "anyOf": [{"properties": {"x": {"minLength": n}}} for n in (1, 2)]}
    assert tiny({"A": alike}).by_name()["A"] == union("A", Ref("AObject"), Ref("AObjectValue"))
    named = {**record("k", k=STRING), "anyOf": [tagged("a"), tagged("b")]}
    types = tiny({"A": named}).by_name()
    assert types["A"] == union("A", Ref("AA"), Ref("AB"), tag="kind")
    first = types["AA"]
    assert isinstance(first, ObjectType)
    assert {field.name: field.required for field in first.fields} == {"k": True, "kind": True}


def test_one_and_true_are_two_constants() -> None:
    types = tiny({"A": {"anyOf": [ref("One"), ref("Yes")]}, "One": {"const": 1}, "Yes": {"const": True}}).types
    literals = [expr for type_ in types for expr in expressions(type_) if isinstance(expr, LiteralValue)]
    assert sorted(repr(expr.values) for expr in literals) == ["(1,)", "(True,)"]


@pytest.mark.parametrize(
    ("owner", "part"), [("One", "of"), ("Wire", "model"), ("Value", "error"), ("Type", "aliasType")]
)
def test_the_name_of_an_inline_type_hides_no_import(owner: str, part: str) -> None:
    from mcp_bindgen import naming

    spec = tiny({owner: record(**{part: record(x=STRING)})})
    names = {type_.name for type_ in spec.types}
    assert not names & naming.MODULE_NAMES
    assert not names & {"ValueError"}


# Unions


def test_a_tag_is_required_in_every_arm_with_strings_of_its_own() -> None:
    kinds = [klass(value.upper(), member("kind", constant(value), required=True)) for value in "abc"]
    assert union_tag(kinds) == "kind"
    assert union_tag(kinds[:1]) is None
    assert union_tag([*kinds, kinds[0]]) is None
    assert union_tag([*kinds, klass("D", member("kind", constant("d")))]) is None
    assert union_tag([*kinds, klass("D", member("other", constant("d"), required=True))]) is None
    assert union_tag([*kinds, klass("D", member("kind", constant(1), required=True))]) is None
    assert union_tag([*kinds, klass("D", member("kind", TEXT, required=True))]) is None
    assert union_tag([*kinds, alias("D", TEXT)]) is None


def test_the_first_member_that_can_be_a_tag_is_it() -> None:
    arms = [
        klass(
            name,
            member("version", constant("1"), required=True),
            member("type", constant(name), required=True),
            member("kind", constant(name), required=True),
        )
        for name in "AB"
    ]
    assert union_tag(arms) == "type"


# The pinned revisions


@pytest.mark.parametrize("revision", PINNED)
def test_every_definition_of_a_pinned_revision_is_a_type(revision: str) -> None:
    spec = pinned(revision)
    types = spec.by_name()
    assert len(types) == len(spec.types), "two types of one name"
    for wire_name, name in spec.definitions.items():
        assert types[name].provenance == at(f"/$defs/{wire_name}")
    inline = {type_.name for type_ in spec.types if type_.provenance.was_inline}
    assert inline == set(types) - set(spec.definitions.values())


def test_a_part_has_the_same_name_in_every_revision() -> None:
    names: dict[str, dict[str, list[str]]] = {}
    for revision in PINNED:
        for type_ in pinned(revision).types:
            if type_.provenance.was_inline:
                names.setdefault(type_.provenance.pointer, {}).setdefault(type_.name, []).append(revision)
    assert len(names) > 100
    assert {pointer: found for pointer, found in names.items() if len(found) > 1} == {}


def test_a_part_that_became_a_definition_kept_its_name() -> None:
    inline, defined = (pinned(revision).by_name()["CallToolRequestParams"] for revision in ("2024-11-05", "2025-11-25"))
    assert inline.provenance == inside("/$defs/CallToolRequest/properties/params")
    assert defined.provenance == at("/$defs/CallToolRequestParams")


def test_no_type_of_a_pinned_revision_has_a_number_at_its_end() -> None:
    names = {type_.name for revision in PINNED for type_ in pinned(revision).types}
    assert {name for name in names if name[-1].isdigit()} == set()
