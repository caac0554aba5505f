"""Changes that are easily reported as something else: a wider enum, another default, a renamed definition."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_bindgen.diff.compare import make_report
from tests.diff.sides import bare

TEXT = {"type": "string"}


def changes(old: dict[str, Any], new: dict[str, Any]) -> list[tuple[str, str]]:
    """Rule and subject of each change between two sets of definitions."""
    found = make_report(bare({"$defs": old}, "old"), bare({"$defs": new}, "new")).changes
    return [(change.rule, change.delta.subject) for change in found]


def member(**schema: Any) -> dict[str, Any]:
    return {"A": {"type": "object", "properties": {"x": schema}}}


def one(name: str = "name", **rest: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {name: TEXT}, **rest}


@pytest.mark.parametrize("old", [{"const": "a"}, {"enum": ["a"]}, {"type": "string", "enum": ["a"]}])
def test_an_enum_with_one_more_value(old: dict[str, Any]) -> None:
    new = {"type": "string", "enum": ["a", "b"]}
    assert changes(member(**old), member(**new)) == [("ENUM_VALUE_ADDED", "b")]
    assert changes(member(**new), member(**old)) == [("ENUM_VALUE_REMOVED", "b")]
    assert changes({"E": old}, {"E": new}) == [("ENUM_VALUE_ADDED", "b")]
    lists = [{"L": {"type": "array", "items": each}} for each in (old, new)]
    assert changes(*lists) == [("ENUM_VALUE_ADDED", "b")]


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ({"default": 1}, {"default": 2}, "DEFAULT_VALUE_CHANGED"),
        ({"default": 1}, {"default": "1"}, "DEFAULT_VALUE_CHANGED"),
        ({"default": None}, {"default": 0}, "DEFAULT_VALUE_CHANGED"),
        ({"default": True}, {"default": 1}, "DEFAULT_VALUE_CHANGED"),
        ({}, {"default": None}, "DEFAULT_VALUE_ADDED"),
        ({"default": 1}, {}, "DEFAULT_VALUE_REMOVED"),
    ],
)
def test_a_default(before: dict[str, Any], after: dict[str, Any], rule: str) -> None:
    assert changes(member(**TEXT, **before), member(**TEXT, **after)) == [(rule, "A.x")]


def test_a_default_that_moved_to_another_member() -> None:
    properties = {"x": {"type": "integer", "default": 1}, "y": {"type": "integer"}}
    moved = {"x": {"type": "integer"}, "y": {"type": "integer", "default": 1}}
    sides = [{"A": {"type": "object", "properties": each}} for each in (properties, moved)]
    assert changes(*sides) == [("DEFAULT_VALUE_REMOVED", "A.x"), ("DEFAULT_VALUE_ADDED", "A.y")]


def test_a_default_of_a_removed_member_is_part_of_that_change() -> None:
    old = {"A": {"type": "object", "properties": {"x": {"type": "integer", "default": 1}, "y": TEXT}}}
    new = {"A": {"type": "object", "properties": {"y": TEXT}}}
    assert changes(old, new) == [("FIELD_REMOVED_OPTIONAL", "x")]


def messages(**methods: str) -> dict[str, Any]:
    """Definitions of requests by name, each with its method."""
    found = {name: one("id", required=["method"]) for name in methods}
    for name, method in methods.items():
        found[name]["properties"]["method"] = {"const": method}
    return {"ClientRequest": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in methods]}, **found}


@pytest.mark.parametrize("new", [{"A": "a", "C": "c"}, {"A": "a", "B": "c"}])
def test_a_request_in_place_of_another(new: dict[str, str]) -> None:
    """One request is added and one removed, whether the new one has the definition of the old one or its own."""
    sides = [bare({"$defs": each}, name) for name, each in (("old", messages(A="a", B="b")), ("new", messages(**new)))]
    found = {
        change.rule: (change.delta.subject, change.verdict.old_to_new, change.verdict.new_to_old, change.affects)
        for change in make_report(sides[0], sides[1]).changes
        if change.rule.startswith("REQUEST_") or change.delta.place.definition == "ClientRequest"
    }
    assert found == {
        "REQUEST_ADDED": ("c", "safe", "breaking", ("server",)),
        "REQUEST_REMOVED": ("b", "breaking", "safe", ("client",)),
    }


def test_what_is_deprecated() -> None:
    plain, old = member(**TEXT), member(**TEXT, deprecated=True)
    assert changes(plain, old) == [("FIELD_DEPRECATED", "A.x")]
    assert changes(old, plain) == [("FIELD_UNDEPRECATED", "A.x")]
    assert changes(plain, member(**TEXT, deprecated=False)) == []
    whole = {"A": {**plain["A"], "deprecated": True}}
    assert changes(plain, whole) == [("DEFINITION_DEPRECATED", "A")]
    assert changes(old, whole) == [("DEFINITION_DEPRECATED", "A"), ("FIELD_UNDEPRECATED", "A.x")]
    sides = [{"A": {"type": "object", "properties": {"deprecated": {"const": value}}}} for value in (1, 2)]
    assert [rule for rule, _ in changes(*sides)] == ["CONSTANT_CHANGED"]


def test_a_member_called_default_is_no_default() -> None:
    sides = [{"A": {"type": "object", "properties": {"default": {"const": value}}}} for value in (1, 2)]
    assert [rule for rule, _ in changes(*sides)] == ["CONSTANT_CHANGED"]


@pytest.mark.parametrize(
    "schema",
    [one(), one(required=["name"]), {"type": "string", "enum": ["a", "b"]}, {"type": "array", "items": TEXT}],
)
def test_a_definition_with_another_name(schema: dict[str, Any]) -> None:
    assert changes({"Foo": schema, "B": TEXT}, {"Bar": schema, "B": TEXT}) == [("DEFINITION_RENAMED", "Foo to Bar")]


def test_a_definition_with_another_name_in_a_list() -> None:
    sides = [
        {name: one(), "Like": one(), "B": {"type": "object", "properties": {"l": {"type": "array", "items": ref}}}}
        for name, ref in (("Foo", {"$ref": "#/$defs/Foo"}), ("Bar", {"$ref": "#/$defs/Bar"}))
    ]
    assert changes(*sides) == [("DEFINITION_RENAMED", "Foo to Bar")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"Foo": one(), "Fee": one()}, {"Bar": one(), "B": TEXT}),
        ({"Foo": one(), "Kept": one()}, {"Bar": one(), "Kept": one()}),
        ({"Foo": {"type": "object"}, "B": TEXT}, {"Bar": {"type": "object"}, "B": TEXT}),
    ],
)
def test_an_ambiguous_rename_is_not_reported(old: dict[str, Any], new: dict[str, Any]) -> None:
    """If another definition has the same form, nobody can know which one was renamed."""
    assert "DEFINITION_RENAMED" not in {rule for rule, _ in changes(old, new)}


@pytest.mark.parametrize(
    ("lost", "gained", "rules"),
    [
        ({"x": TEXT}, {"other": TEXT}, {"FIELD_RENAMED"}),
        ({"x": TEXT}, {"other": {"type": "integer"}}, {"FIELD_REMOVED_OPTIONAL", "FIELD_ADDED_OPTIONAL"}),
        ({"x": TEXT}, {"other": TEXT, "more": True}, {"FIELD_REMOVED_OPTIONAL", "FIELD_ADDED_OPTIONAL"}),
        ({"x": TEXT, "y": {"type": "null"}}, {"other": TEXT}, {"FIELD_REMOVED_OPTIONAL", "FIELD_ADDED_OPTIONAL"}),
    ],
)
def test_a_member_with_a_quite_different_name(lost: dict[str, Any], gained: dict[str, Any], rules: set[str]) -> None:
    """The only member that an object loses is the only one that it gains, if their types are equal."""
    sides = ({"A": {"type": "object", "properties": {"kept": TEXT, **own}}} for own in (lost, gained))
    assert {rule for rule, _ in changes(*sides)} == rules


def test_a_bound_that_no_double_holds() -> None:
    old, new = ({"type": "integer", "minimum": 10**400 + step} for step in (0, 1))
    assert changes(member(**old), member(**new)) == [
        ("CONDITION_ADDED", "minimum"),
        ("CONDITION_REMOVED", "minimum"),
    ]
