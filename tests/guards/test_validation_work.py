"""The work to check a value is bounded, whatever the schema and the value are; a peer may choose both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import jsonschema_rs
import pytest

import mcp_bindings.schema.python_library
from mcp_bindings.guards import SchemaRefusedError
from mcp_bindings.json_values import has_large_number
from mcp_bindings.schema.compiled import CompiledSchema
from mcp_bindings.schema.library import Library
from mcp_bindings.schema.python_library import python_library
from mcp_bindings.schema.validation_work import WorkEstimate, estimate_work
from mcp_bindings.schema.validators import rust_library

LEVELS = 40
EMPTY: dict[str, Any] = {}
MANY = 20_000

WAYS: dict[str, tuple[Callable[[int], str], Callable[[int], dict[str, Any]]]] = {
    "a pointer": (lambda n: f"#/$defs/a~1 é{n}", lambda n: {}),
    "a percent-encoded pointer": (lambda n: f"#/%24defs/a~1%20%C3%A9{n}", lambda n: {}),
    "a pointer below the URL of the whole": (lambda n: f"whole#/$defs/a~1 é{n}", lambda n: {}),
    "an anchor": (lambda n: f"#b{n}", lambda n: {"$anchor": f"b{n}"}),
    "a dynamic anchor": (lambda n: f"#b{n}", lambda n: {"$dynamicAnchor": f"b{n}"}),
    "a URL": (lambda n: f"part{n}", lambda n: {"$id": f"part{n}"}),
}
"""How a reference names a part, and what names the part."""


@pytest.mark.parametrize("way", WAYS)
def test_references_that_double_the_work_are_refused(way: str) -> None:
    reference, name = WAYS[way]
    parts = {f"a/ é{n}": {**name(n), "allOf": [{"$ref": reference(n + 1)}] * 2} for n in range(LEVELS)}
    last = {f"a/ é{LEVELS}": {**name(LEVELS), "type": "string"}}
    schema = {"$id": "https://a.example/whole", "items": {"$ref": reference(0)}, "$defs": {**parts, **last}}
    with pytest.raises(SchemaRefusedError, match="branches"):
        CompiledSchema(schema)


def in_members(schema: Any) -> Any:
    return {"properties": {"a": schema}}


def of_two_branches(schema: Any) -> Any:
    return {"anyOf": [in_members(schema), {**in_members(schema), "minProperties": 1}]}


def with_unevaluated(schema: Any) -> Any:
    return {"anyOf": [in_members(schema)], "unevaluatedProperties": False}


def of_items(schema: Any) -> Any:
    return {"contains": schema, "unevaluatedItems": False}


@pytest.mark.parametrize("wrap", [of_two_branches, with_unevaluated, of_items])
def test_schemas_that_double_the_work_on_each_level_are_refused(wrap: Callable[[Any], Any]) -> None:
    """A value of 40 levels took hours: jsonschema-rs keeps verdicts only where a schema leads to itself."""
    parts = {f"d{n}": wrap({"$ref": f"#/$defs/d{n + 1}"}) for n in range(LEVELS)}
    schema = {"$ref": "#/$defs/d0", "$defs": {**parts, f"d{LEVELS}": {"type": "string"}}}
    with pytest.raises(SchemaRefusedError, match="branches"):
        CompiledSchema(schema)
    looping = {"$ref": "#/$defs/d0", "$defs": {**parts, f"d{LEVELS}": {"$ref": "#/$defs/d0"}}}
    with pytest.raises(SchemaRefusedError, match="branches"):
        CompiledSchema(looping)


@pytest.mark.parametrize("word", ["anyOf", "oneOf"])
@pytest.mark.parametrize("kinds", [7, 30, 70])
def test_kinds_of_nodes_that_a_constant_tells_apart_are_checked(kinds: int, word: str) -> None:
    """Such a union of pydantic's models was refused from seven kinds on."""
    names = [f"k{number}" for number in range(kinds)]
    child = {"items": {word: [{"$ref": f"#/$defs/{name}"} for name in names]}}
    defs = {
        name: {"type": "object", "properties": {"kind": {"const": name}, "children": child}, "required": ["kind"]}
        for name in names
    }
    compiled = CompiledSchema({"$ref": "#/$defs/k0", "$defs": defs})
    leaves = [{"kind": names[-1], "children": [{"kind": "k1"}] * 50} for _ in range(50)]
    assert compiled.findings({"kind": "k0", "children": leaves}) == []


def test_other_members_of_a_kind_count_for_each_name() -> None:
    """The member that one kind names was counted as if no other kind checked it."""
    many = {"allOf": [{"minLength": number} for number in range(500)]}
    kinds = [
        {"properties": {"kind": {"const": "a"}, "x": {}}, "required": ["kind"]},
        {"properties": {"kind": {"const": "b"}}, "required": ["kind"], "additionalProperties": many},
    ]
    assert estimate_work({"allOf": [{"anyOf": kinds}, {"properties": {"x": many}}]}).branches >= 1_000


def test_members_beside_patterns_are_counted_in_linear_time() -> None:
    """The schemas of all patterns were copied for each of the members."""
    many = {f"m{number}": True for number in range(20_000)}
    assert CompiledSchema({"properties": many, "patternProperties": {"^m1": {"minLength": 1}}}).is_valid({"m1": "a"})
    work = estimate_work({"properties": many, "patternProperties": dict.fromkeys([f"^{name}" for name in many], True)})
    assert work.steps < 100


def test_unions_of_many_events_are_checked() -> None:
    """They were refused for the names of their members, as if these were branches."""
    events = [
        {"type": "object", "properties": {f"e{event}m{member}": {"type": "string"} for member in range(13)}}
        for event in range(200)
    ]
    assert CompiledSchema({"oneOf": events, "minProperties": 1}).findings({"e3m4": "a"})[0].rule == "oneOf"


def test_prices_beside_codes_are_checked() -> None:
    """A number with a fraction counted for the integer constants of other members."""
    row = {"properties": {"country": {"enum": [*range(299)]}, "price": {"type": "number", "minimum": 0}}}
    compiled = CompiledSchema({"items": row})
    assert compiled.findings([{"country": 4, "price": 1.5 + number} for number in range(2_000)]) == []


def test_rows_that_are_equal_or_have_names_are_checked() -> None:
    """Equal rows were compared only once, but counted as if each was compared with each other."""
    row = {"name": "a", "tags": ["b", "c"], "more": dict.fromkeys("abcdefghijklmnop", 1)}
    unique = CompiledSchema({"uniqueItems": True})
    assert [each.rule for each in unique.findings([dict(row) for _ in range(2_000)])] == ["uniqueItems"]
    assert unique.is_valid([{**row, "name": f"n{number}", "active": True} for number in range(2_000)])
    assert [each.rule for each in unique.findings([{**row, "name": "b"}, *[row] * 400])] == ["uniqueItems"]
    assert unique.is_valid([[number, {}, [], False, None] for number in range(2_000)])
    assert unique.is_valid([{**dict.fromkeys(map(str, range(MANY)), 1), "last": number} for number in range(15)])


@pytest.mark.parametrize("constants", [[f"C{number}" for number in range(MANY)], [*range(MANY)]])
@pytest.mark.parametrize("library", [rust_library(), python_library()])
def test_null_among_many_constants_is_no_work(library: Library, constants: list[Any]) -> None:
    """jsonschema-rs looks a value up among texts and null, and we do with jsonschema."""
    schema = {"items": {"enum": [*constants, None]}}
    assert not estimate_work(schema).with_step_cost(library.step_cost).exceeds_limit([constants[-1]] * 5_000)
    validator = library.compile(schema, "https://json-schema.org/draft/2020-12/schema", {})
    assert validator.is_valid([constants[-1], None])
    refused: list[Any] = ["x", -1, True, {}, []]
    assert [each for each in refused if validator.is_valid([each])] == []


def _nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


HIDDEN: list[tuple[dict[str, Any], str]] = [
    ({"$ref": "#/nowhere"}, "does not contain /nowhere"),
    ({"pattern": "(?=a)"}, "regular expression"),
    ({"items": {"unevaluatedItems": False}}, "unevaluatedItems"),
]


@pytest.mark.parametrize(("part", "problem"), HIDDEN)
def test_jsonschema_reads_a_part_where_no_keyword_has_schemas(part: Any, problem: str) -> None:
    """A reference leads there. The part was read while a value was checked, without the bounds for other parts."""
    schema = {"$ref": "#/x/a", "x": {"a": part}}
    with pytest.raises(SchemaRefusedError, match=problem):
        python_library().compile(schema, DIALECTS[1], {})


def test_jsonschema_checks_once_where_no_keyword_has_schemas(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time doubled with each level of the value."""
    followed: list[str] = []
    keywords: Any = mcp_bindings.schema.python_library._KeywordChecks  # pyright: ignore[reportPrivateUsage]
    original = keywords.check_reference

    def check_reference(self: Any, validator: Any, reference: str, value: Any, schema: Any) -> Iterator[Any]:
        followed.append(reference)
        found: Iterator[Any] = original(self, validator, reference, value, schema)
        return found

    monkeypatch.setattr(keywords, "check_reference", check_reference)
    part = {"items": {"allOf": [{"$ref": "#/x/a"}, {"$ref": "#/x/a"}]}}
    validator = python_library().compile({"$ref": "#/x/a", "x": {"a": part}}, DIALECTS[1], {})
    assert validator.is_valid(_nested(8))
    assert len(followed) < 50


def test_unique_ids_of_61_bits_are_checked() -> None:
    ids = [2**60 + number for number in range(2_000)]
    assert CompiledSchema({"uniqueItems": True}).findings(ids) == []


def test_branches_of_members_apply_for_each_branch_of_the_whole() -> None:
    many = {"items": {"allOf": [{"minLength": 0}] * 300}}
    schema = {"allOf": [{"properties": {"a": {"$ref": "#/$defs/many"}}}] * 300, "$defs": {"many": many}}
    compiled = CompiledSchema(schema)
    assert compiled.is_valid({"a": ["b"] * 100})
    assert [each.rule for each in compiled.findings({"a": ["b"] * 2_000})] == ["size"]


def test_common_schemas_of_many_levels_are_checked() -> None:
    both = {"op": {"enum": ["and", "or"]}, "left": {"$ref": "#"}, "right": {"$ref": "#"}}
    one = {"op": {"const": "not"}, "left": {"$ref": "#"}}
    value: Any = {"op": "leaf"}
    for number in range(30):
        value = {"op": "not", "left": value} if number % 2 else {"op": "or", "left": value, "right": {"op": "leaf"}}
    leaf = {"properties": {"op": {"const": "leaf"}}}
    assert CompiledSchema({"oneOf": [{"properties": both}, {"properties": one}, leaf], "required": ["op"]}).is_valid(
        value
    )
    schema: Any = {"type": "string"}
    for level in range(6):
        names = {f"{level}-{number}": schema if number == 0 else {"type": "integer"} for number in range(20)}
        schema = {
            "oneOf": [{"type": "object", "properties": {name: names[name]}, "required": [name]} for name in names]
        }
    assert estimate_work(schema).steps < 100


def test_names_that_each_of_many_names_requires_are_work() -> None:
    names = [f"a{number}" for number in range(300)]
    schema = CompiledSchema({"items": {"dependentRequired": dict.fromkeys(names, names)}})
    assert schema.is_valid([dict.fromkeys(names, 1)])
    assert [each.rule for each in schema.findings([dict.fromkeys(names, 1)] * 1_200)] == ["size"]


def test_a_reference_to_an_anchor_is_no_reference_to_the_whole() -> None:
    schema = CompiledSchema({"$ref": "#few", "$defs": {"a": {"$anchor": "few", "maxProperties": 1}}})
    assert [schema.is_valid({"a": 1}), schema.is_valid({"a": 1, "b": 1})] == [True, False]


def test_only_the_first_fault_of_a_large_value_is_looked_for() -> None:
    """jsonschema-rs makes all of them before it returns one: 400,000 took 5 seconds and 800 MB."""
    schema = CompiledSchema({"type": "object", "properties": {"a": {"items": {"type": "integer"}}}})
    found = schema.findings({"a": ["x"] * (MANY + 1)}, "/arguments")
    assert [(each.pointer, each.message) for each in found] == [("/arguments/a/0", 'does not fit type "integer"')]
    assert len(schema.findings({"a": ["x"] * 90})) == 90


LARGE: list[tuple[Any, list[Any]]] = [
    ({"items": {"enum": [each for n in range(MANY) for each in (n, str(n))]}}, [MANY - 1] * MANY),
    ({"items": {"allOf": [{"minimum": n} for n in range(MANY // 2)]}}, [MANY] * MANY),
    ({"items": {"properties": {str(n): True for n in range(MANY // 2)}}}, [{} for _ in range(MANY)]),
]


@pytest.mark.parametrize(("schema", "value"), LARGE, ids=["an enumeration", "branches", "properties"])
def test_a_value_that_costs_too_much_work_is_not_checked(schema: Any, value: list[Any]) -> None:
    compiled = CompiledSchema(schema)
    assert compiled.is_valid(value[:2])
    assert not compiled.is_valid(value)
    assert [each.rule for each in compiled.findings(value)] == ["size"]


LARGEST = 2**63 - 1


def bracketed(count: int, first: int, second: int) -> list[Any]:
    """Return a list with numbers, whose place has brackets, and nested lists without numbers."""
    items: list[Any] = [0.5] * count
    items[first], items[second] = [items[first]], [items[second], []]
    return items


NUMBERS: list[tuple[Any, Any]] = [
    ({"uniqueItems": True}, [LARGEST + 1 + n for n in range(2_000)]),
    ({"uniqueItems": True}, [-LARGEST - 2 - n for n in range(2_000)]),
    (
        {"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"uniqueItems": True}}},
        [[{"a": 2**64 + n} for n in range(2_000)]],
    ),
    ({"uniqueItems": True}, [[*range(1_000), 2**64 + n] for n in range(100)]),
    *(
        (schema, {"a": [[{"b": [2**64 + n]} for n in range(700)]]})
        for schema in (
            {"properties": {"a": {"uniqueItems": True}}},
            {"properties": {"a": {"items": {"$ref": "#/$defs/a"}}}, "$defs": {"a": {"not": {"uniqueItems": True}}}},
            {"additionalProperties": {"uniqueItems": True}},
            {"patternProperties": {"a": {"uniqueItems": True}}},
        )
    ),
    ({"items": {"minimum": 0}}, [10**4_299 + n for n in range(900)]),
    ({"items": {"enum": [True, 1]}}, [10**4_299 + n for n in range(900)]),
    ({"items": {"allOf": [{"minimum": n} for n in range(300)]}}, [10**4_299 + n for n in range(60)]),
    ({"items": {"maximum": 1.5}}, [5e-324] * MANY),
    ({"items": {"multipleOf": 0.01}}, [1.5] * 10 * MANY),
    ({"items": {"const": 5e-324}}, [5e-324] * MANY),
    ({"items": {"allOf": [{"maximum": 2**64}] * 20}}, [0.5] * MANY),
    ({"items": {"enum": [*range(1_000)]}}, [0.0] * 1_000),
    ({"items": {"enum": [*range(1_000)]}}, [2**70] * 1_000),
    ({"items": {"allOf": [{"not": {"const": n}} for n in range(500)]}}, [MANY] * MANY),
    ({"items": {"multipleOf": 1}}, [1.0] * 50 * MANY),
    ({"uniqueItems": True}, [bracketed(20, n, m) for n in range(20) for m in range(20)]),
    *(
        ({"uniqueItems": True}, [[*each] for each in product(pair, repeat=11)])
        for pair in ((False, 0), (False, -0.0), (True, 5e-324), (None, 1.5914968437e-314))
    ),
    ({"uniqueItems": True}, [dict(zip("abcdefghijk", each, strict=True)) for each in product((0, False), repeat=11)]),
    ({"items": {"enum": [*range(MANY), 2**63]}}, [0] * 1_000),
    ({"uniqueItems": True}, [[*each] for each in product((EMPTY, False), repeat=11)]),
    ({"uniqueItems": True}, [[[]] * n + [[[]]] + [[]] * m for n in range(40) for m in range(40)]),
    (
        {"allOf": [{"uniqueItems": True}] * 20},
        [{**dict.fromkeys(map(str, range(2 * MANY)), 1), "last": n} for n in range(15)],
    ),
]


@pytest.mark.parametrize(("schema", "value"), NUMBERS)
def test_numbers_that_take_long_to_compare_are_work(schema: Any, value: Any) -> None:
    """2,000 integers of 64 bits took 4 seconds where `uniqueItems` compared each of them with each other. 15 objects
    took 17 seconds: their hashes are not taken first, and 60 schemas compared them.
    """
    assert [each.rule for each in CompiledSchema(schema).findings(value)] == ["size"]


def test_common_numbers_are_compared_in_long_lists() -> None:
    unique = CompiledSchema({"uniqueItems": True})
    assert unique.is_valid([*range(-MANY, MANY), 0.5, -1e-9, LARGEST, *(2**64 + n for n in range(4))])
    assert unique.is_valid([2**64 + n for n in range(300)])
    assert CompiledSchema({"items": {"minimum": -1.0, "maximum": 1.0}}).is_valid([0.123456789] * MANY)
    assert CompiledSchema({"items": {"minimum": 0, "maximum": 2**64 - 1}}).is_valid([2**64 - 1] * MANY)
    assert CompiledSchema({"items": {"minimum": 0, "exclusiveMaximum": 2**64 - 1}}).is_valid([1e-200, 5e-324] * MANY)
    assert CompiledSchema({"enum": ["a", 10**4_299]}).is_valid(10**4_299)


@pytest.mark.parametrize("size", [5e-324, 2.0**-52, 2.0**63, 1e308, 2**63, 10**300])
def test_one_number_that_takes_long_is_found_among_many(size: float) -> None:
    work = WorkEstimate(1, 0, number_checks=200_000, tiny_number_checks=200_000)
    common = [True, 0, -LARGEST, LARGEST, 0.0, -(2.0**-51), 2.0**63 - 2**10]
    assert not work.exceeds_limit(common)
    for number in (size, -size):
        assert work.exceeds_limit([*common, number, *common])
        assert work.exceeds_limit([float("inf"), number, *common])


def test_large_integers_beside_unique_items_are_checked() -> None:
    rows = [{"id": n, "hash": 2**63 + n, "tags": ["a", "b"]} for n in range(1_000)]
    tags = {"type": "array", "items": {"type": "string"}, "uniqueItems": True}
    row = {"properties": {"hash": {"type": "integer"}, "tags": tags}}
    schema = {"properties": {"tags": tags, "rows": {"items": row}}}
    assert CompiledSchema(schema).is_valid({"tags": ["a"], "rows": rows})


DRAFT_07 = "http://json-schema.org/draft-07/schema#"
TEXTS: list[tuple[dict[str, Any], Any]] = [
    ({"allOf": [{"contentMediaType": "application/json"}] * 20}, "[" + "1," * 500_000 + "1]"),
    ({"properties": {"a": {"allOf": [{"contentEncoding": "base64"}] * 60}}}, {"a": "AAAA" * 500_000}),
    ({"allOf": [{"uniqueItems": True}] * 2_000}, ["a" * 200_000 + str(number) for number in range(20)]),
    ({"allOf": [{"propertyNames": {"minLength": 1}}] * 2_000}, {"a" * 200_000 + str(n): [] for n in range(20)}),
    ({"allOf": [{"propertyNames": {"minLength": 1}}] * 300}, {"\U0001f600" * 500_000: 1}),
]


@pytest.mark.parametrize(("schema", "value"), TEXTS)
def test_long_texts_that_many_branches_read_are_work(schema: dict[str, Any], value: Any) -> None:
    """jsonschema-rs parsed a text of 4 MB in 0.3 seconds, for each branch."""
    assert [each.rule for each in CompiledSchema({"$schema": DRAFT_07, **schema}).findings(value)] == ["size"]


def test_long_texts_that_few_branches_read_are_checked() -> None:
    schema = {"contentMediaType": "application/json", "contentEncoding": "base64", "maxLength": 3_000_000}
    compiled = CompiledSchema({"$schema": DRAFT_07, "items": schema, "uniqueItems": True})
    assert compiled.is_valid(["MTEx" * 500_000, "MTEx" * 10])


COUNTRY = {"enum": [*(f"C{number}" for number in range(250)), None]}
READ_ONCE: list[tuple[Library, dict[str, Any]]] = [
    (rust_library(), {"country": COUNTRY}),
    (python_library(), {"country": {"enum": ["a", 1]}}),
    (python_library(), {"country": {"anyOf": [{"type": "string"}, {"type": "null"}]}}),
]


@pytest.mark.parametrize(("library", "members"), READ_ONCE)
def test_a_long_text_beside_an_enumeration_is_checked(library: Library, members: dict[str, Any]) -> None:
    """Each branch counts for the length of a text, but neither each constant nor the slowness of jsonschema."""
    work = estimate_work({"properties": {"file": {"type": "string"}, **members}}).with_step_cost(library.step_cost)
    for parts in (0, 300):
        assert not work.exceeds_limit({"file": "a" * 3_000_000, "list": [None] * parts})


def test_jsonschema_takes_longer_to_read_long_names() -> None:
    """Its messages repeat names, but no long texts: 400 branches took 5 seconds for a name of 4 MB."""
    work = estimate_work({"anyOf": [{"propertyNames": {"maxLength": 1}}] * 20}).with_step_cost(
        python_library().step_cost
    )
    assert (work.exceeds_limit({"a" * 500_000: 1}), work.exceeds_limit({"a": "b" * 500_000})) == (True, False)


@pytest.mark.parametrize("keyword", ["required", "type"])
def test_large_integers_in_place_of_names_are_no_schema(keyword: str) -> None:
    with pytest.raises(SchemaRefusedError, match="metaschema"):
        CompiledSchema({"properties": {"a": {keyword: [2**64 + n for n in range(100)]}}})


DIALECTS = ["http://json-schema.org/draft-04/schema", "https://json-schema.org/draft/2020-12/schema"]
PARTS: list[Any] = [
    *({keyword: value} for keyword in ("minimum", "maxLength", "multipleOf") for value in (2**70, -(2**70), 10**400)),
    *({"enum": [2**64, other]} for other in (2**64, 2**64 + 1, -(2**64))),
    *({keyword: ["a", 2**64]} for keyword in ("required", "type")),
]


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("part", PARTS)
def test_a_metaschema_reads_large_integers_as_small_ones(
    dialect: str, part: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = jsonschema_rs.meta.is_valid({**part, "$schema": dialect})
    read: list[Any] = []
    original = jsonschema_rs.meta.is_valid

    def is_valid(schema: Any) -> bool:
        read.append(schema)
        return original(schema)

    monkeypatch.setattr(jsonschema_rs.meta, "is_valid", is_valid)
    assert rust_library().is_schema(part, dialect) == expected
    assert not has_large_number(read)


def test_a_search_from_every_place_of_a_text_is_for_short_texts() -> None:
    """Its time would grow as the square of the length; that of a pattern which begins with `^` does not."""
    text = "a" * 200_000
    anywhere, whole = (CompiledSchema({"pattern": pattern}) for pattern in ("(?=a)a*b", r"^(?!\s*$).+"))
    assert [anywhere.is_valid("aab"), anywhere.is_valid(text + "b"), whole.is_valid(text)] == [True, False, True]
    data = {"pattern": "(?=a)a*b"}
    assert CompiledSchema({"const": data, "properties": {"pattern": {"const": data["pattern"]}}}).is_valid(data)


REPEATED = [
    r"(\w{1,500}){1,50}x",
    r"(\w{1,500}[(]){1,50}x",
    r"([)]\w{1,500}){1,50}x",
    r"([](]\w{1,500}){1,50}x",
    r"((\w{1,500})?){1,50}x",
    r"(\w{0,}\w{1,500}){1,50}x",
    "(?x)(\\w{1,500} # (\n) {1,50}x",
]
"""Patterns of about 25,000 places, written so that another reading of their brackets would give fewer."""


@pytest.mark.parametrize("pattern", REPEATED)
@pytest.mark.parametrize("keyword", ["pattern", "patternProperties"])
def test_a_text_is_not_searched_for_a_pattern_of_many_places(pattern: str, keyword: str) -> None:
    """The engine takes time in proportion to the places of the pattern times the characters: 9 s for these 16,000."""
    text, few = "a" * 16_000, "a" * 10
    by_name = keyword == "patternProperties"
    schema = CompiledSchema({keyword: {pattern: True} if by_name else pattern})
    assert [each.rule for each in schema.findings({text: 1} if by_name else text)] == ["size"]
    assert [each.rule for each in schema.findings([text[:1_000]] * 16)] == ["size"]
    assert "size" not in [each.rule for each in schema.findings({few: 1} if by_name else few)]


def test_common_patterns_are_searched_for_in_long_texts() -> None:
    base64 = CompiledSchema({"pattern": "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"})
    uuids = CompiledSchema({"items": {"pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}})
    assert base64.is_valid("QUJD" * 250_000)
    assert uuids.is_valid(["00000000-0000-0000-0000-000000000000"] * 5_000)


def test_a_search_from_every_place_of_a_name_is_for_short_names() -> None:
    schema = CompiledSchema({"patternProperties": {"(?=a)a*b": False}})
    assert [schema.is_valid({"aab": 1}), schema.is_valid({"aa": 1})] == [False, True]
    assert [each.rule for each in schema.findings({"a" * 20_000: 1})] == ["size"]


NARROW = {"pattern": r"^[\w/.]{1,255}$"}
ITEMS: dict[str, Any] = {"items": {"prefixItems": [True, NARROW]}}
SEARCHED: list[tuple[dict[str, Any], Any]] = [
    ({"properties": {"text": NARROW}}, {"text": "a" * 300_000}),
    ({"properties": {"text": {"$ref": "#/$defs/narrow"}}, "$defs": {"narrow": NARROW}}, {"text": "a" * 300_000}),
    ({"properties": {"text": {"anyOf": [True, ITEMS]}}}, {"text": [["a", "a" * 300_000]]}),
    ({"additionalProperties": NARROW}, {"text": "a" * 300_000}),
    ({"patternProperties": {"^text": NARROW}}, {"text": "a" * 300_000}),
    ({"properties": {"a": {"unevaluatedProperties": NARROW}}}, {"a": {"text": "a" * 300_000}}),
    ({"items": NARROW}, ["a" * 300_000]),
]


def test_a_long_text_that_meets_no_pattern_is_no_work() -> None:
    """A path and the content of a file: only the path has a pattern."""
    schema = CompiledSchema({"properties": {"path": NARROW, "content": {"type": "string"}}})
    value = {"path": "/a", "content": "a" * 1_000_000, "other": ["a" * 1_000_000]}
    assert (schema.is_valid(value), list(schema.findings(value))) == (True, [])


@pytest.mark.parametrize(("schema", "value"), SEARCHED)
def test_a_long_text_that_may_meet_a_pattern_is_work(schema: Any, value: Any) -> None:
    assert [each.rule for each in CompiledSchema(schema).findings(value)] == ["size"]


def test_many_references_to_a_name_of_many_parts_are_refused() -> None:
    """Each reference would be followed to each part: 4,000 of both took 13 s and 600 MB."""
    named = {f"a{number}": {"$anchor": "a"} for number in range(1_000)}
    with pytest.raises(SchemaRefusedError, match="branches"):
        CompiledSchema({"$defs": {**named, **{f"b{number}": {"$ref": "#a"} for number in range(1_000)}}})


def test_the_parts_of_a_large_value_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = CompiledSchema({"properties": {"q": {"pattern": "^a+$"}}})
    counted: list[object] = []
    original = WorkEstimate.count_search_steps

    def count_search_steps(work: WorkEstimate, part: object, *, is_searched: bool) -> int:
        counted.append(part)
        return original(work, part, is_searched=is_searched)

    monkeypatch.setattr(WorkEstimate, "count_search_steps", count_search_steps)
    assert schema.is_valid({"q": "a", "l": [[1], {"b": 1}, *[1] * 10_000]})
    assert len(counted) < 300
