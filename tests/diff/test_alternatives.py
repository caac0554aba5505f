"""Alternatives of a union that overlap: removing one changes nothing, removing all of them does."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.containment.failures import Outcome
from mcp_bindgen.diff.containment.search import Search
from mcp_bindgen.diff.containment.shapes import Shape
from mcp_bindgen.diff.types import Change
from mcp_bindgen.diff.verdict import wire
from tests.diff.sides import bare

B, C = {"$ref": "#/$defs/B"}, {"$ref": "#/$defs/C"}
OBJECTS: dict[str, Any] = {
    "B": {"type": "object", "properties": {"x": {}}},
    "C": {"type": "object", "properties": {"y": {}}},
}
"""Two definitions that accept the same documents, since both are open."""
PLACES = ("a definition", "a member", "items")


def placed(schema: Any, place: str) -> Any:
    """Put a schema at the place to compare."""
    members: dict[str, Any] = {"m": schema, "n": {}}
    return {
        "a definition": schema,
        "a member": {"type": "object", "properties": members},
        "items": {"type": "array", "items": schema},
    }[place]


def changes(old: Any, new: Any) -> list[Change]:
    sides = [bare({"$defs": {"A": schema, **OBJECTS}}, name) for schema, name in ((old, "old"), (new, "new"))]
    return list(make_report(sides[0], sides[1]).changes)


@pytest.mark.parametrize("place", PLACES)
def test_removing_all_overlapping_alternatives_is_a_change(place: str) -> None:
    full, left = placed({"anyOf": [B, C, {"type": "string"}]}, place), placed({"type": "string"}, place)
    removed, added = changes(full, left), changes(left, full)
    assert [change.rule for change in removed] == ["UNION_ARM_REMOVED"] * 2
    assert [change.rule for change in added] == ["UNION_ARM_ADDED"] * 2
    assert [change.verdict.old_to_new for change in removed] == ["breaking", "safe"]
    assert [change.verdict.new_to_old for change in added] == ["breaking", "safe"]
    ((_, witness),) = removed[0].witnesses
    assert (witness.accepted_by, witness.rejected_by) == ("old", "new")


@pytest.mark.parametrize("place", PLACES)
def test_removing_one_overlapping_alternative_is_no_change(place: str) -> None:
    full = placed({"anyOf": [B, C, {"type": "string"}]}, place)
    (removed,) = changes(full, placed({"anyOf": [C, {"type": "string"}]}, place))
    assert (removed.rule, removed.verdict.old_to_new) == ("UNION_ARM_REMOVED", "safe")


def test_a_replacement_for_the_alternatives_is_enough() -> None:
    full, other = {"anyOf": [B, C, {"type": "string"}]}, {"anyOf": [{"type": "object"}, {"type": "string"}]}
    assert {change.verdict.old_to_new for change in changes(full, other)} == {"safe"}


def test_a_list_of_one_type_equals_that_type() -> None:
    """An alternative that repeats a definition equals that definition, even if it is written differently."""
    plain: Any = {"type": "array", "items": {"type": "string"}}
    listed: Any = {**plain, "type": ["array"]}
    union: Any = {"anyOf": [plain, {"type": "string"}]}
    old, new = ({"$defs": {"A": union, "L": each}} for each in (plain, listed))
    assert make_report(bare(old, "old"), bare(new, "new")).changes == ()


def test_alternatives_with_different_constants_are_not_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The time for a union of n objects that all change does not grow with the square of n, or faster."""
    asked = Counter[int]()
    ask = Search.find_inner

    def counted(search: Search, inside: tuple[Shape, ...], outside: tuple[Shape, ...]) -> Outcome:
        asked[count] += 1
        return ask(search, inside, outside)

    monkeypatch.setattr(Search, "find_inner", counted)
    for count in (10, 20):
        old, new = (
            {"anyOf": [object_of({"t": {"const": f"t{n}"}, "v": {"type": kind}}) for n in range(count)]}
            for kind in ("string", "integer")
        )
        assert len(changes(old, new)) == count
    assert asked[20] < 2.5 * asked[10]


def test_a_comparison_that_takes_too_long_ends_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    members = {f"m{number}": {"type": "string"} for number in range(20)}
    old = {"type": "object", "properties": members}
    assert {change.verdict.old_to_new for change in changes(old, object_of(members))} == {"breaking"}
    monkeypatch.setattr(wire, "MAX_WORK", 1_000)
    levels = [change.verdict.old_to_new for change in changes(old, object_of(members))]
    assert levels == sorted(levels)
    assert {*levels} == {"breaking", "unknown"}


def object_of(members: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": members, "required": list(members)}
