"""A member that moves into or out of an object beside it is one change, if nothing is in doubt."""

from __future__ import annotations

from typing import Any

from mcp_bindgen.diff.compare import make_report
from tests.diff.sides import bare
from tests.unit.tiny import STRING, record, ref

INNER: dict[str, Any] = record(y=STRING)
KEY = "io.example/x"


def found(old: dict[str, Any], new: dict[str, Any]) -> list[tuple[str, str]]:
    """The rule of each change, with the summary."""
    sides = bare({"$defs": old}, "old"), bare({"$defs": new}, "new")
    return [(each.rule, each.summary) for each in make_report(*sides).changes]


def test_a_member_moves_into_a_new_object() -> None:
    old = {"A": record(x=STRING, z=STRING)}
    new = {"A": record(b=ref("B"), z=STRING), "B": record(x=STRING)}
    moved = ("FIELD_MOVED", "Member moved from `A.x` to `A.b.x`.")
    assert moved in found(old, new)
    assert ("FIELD_MOVED", "Member moved from `A.b.x` to `A.x`.") in found(new, old)
    assert "FIELD_REMOVED_OPTIONAL" not in [rule for rule, _ in found(old, new)]


def test_a_member_moves_into_meta() -> None:
    old = {"A": record(x=STRING, _meta=ref("Meta")), "Meta": record(y=STRING)}
    new = {"A": record(_meta=ref("Meta")), "Meta": record(**{"y": STRING, KEY: STRING})}
    assert found(old, new) == [("FIELD_MOVED", f"Member moved from `A.x` to `A._meta.{KEY}`.")]


def test_an_object_of_others_also_gains_the_member() -> None:
    old = {"A": record(x=STRING, b=ref("B")), "C": record(b=ref("B")), "B": INNER}
    new = {"A": record(b=ref("B")), "C": record(b=ref("B")), "B": record(x=STRING, y=STRING)}
    assert {rule for rule, _ in found(old, new)} == {"FIELD_MOVED", "FIELD_ADDED_OPTIONAL"}


def test_in_doubt_a_member_is_removed_and_added() -> None:
    old = {"A": record(x=STRING, b=ref("B"), c=ref("C")), "B": INNER, "C": record(z=STRING)}
    several = {**old, "A": record(b=ref("B"), c=ref("C"))}
    several |= {"B": record(x=STRING, y=STRING), "C": record(x=STRING, z=STRING)}
    other = {**old, "A": record(b=ref("B"), c=ref("C")), "B": record(x={"type": "integer"}, y=STRING)}
    for new in (several, other):
        assert {rule for rule, _ in found(old, new)} == {"FIELD_REMOVED_OPTIONAL", "FIELD_ADDED_OPTIONAL"}
