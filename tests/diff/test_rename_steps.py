"""A comparison follows the renames of all releases between its two sides, and those of no other release."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindgen import comparison, paths
from mcp_bindgen.diff.schema.matching import Rename, match_definitions
from mcp_bindgen.ir.types import SpecRevision
from tests.unit.tiny import record, release, tiny

DATES = ("2091-01-01", "2092-01-01", "2093-01-01")
CHAIN = [Rename("A", "B", DATES[1], "why"), Rename("B", "C", DATES[2], "why")]


def side(revision: str, *names: str, **changes: Any) -> SpecRevision:
    """A revision whose definitions have nothing in common but these names."""
    definitions = {name: record(**{f"member{revision[:4]}{name}": {"type": "string"}}) for name in names}
    return tiny(definitions, replace(release(revision), **changes))


def test_renames_of_several_steps_are_followed() -> None:
    sides = [side(date, name) for date, name in zip(DATES, "ABC", strict=True)]
    for old in sides:
        for new in sides:
            assert match_definitions(old, new, CHAIN) == {next(iter(old.definitions)): next(iter(new.definitions))}


def test_a_rename_of_another_step_is_not_applied() -> None:
    renames = [Rename("A", "B", DATES[1], "why")]
    old, new = side(DATES[1], "A", "B"), side(DATES[2], "A")
    assert match_definitions(old, new, renames) == {"A": "A"}
    assert match_definitions(new, old, renames) == {"A": "A"}


def test_a_name_that_has_changed_hands_is_no_match() -> None:
    renames = [Rename("A", "B", DATES[1], "why")]
    old, new = side(DATES[0], "A"), side(DATES[2], "A")
    assert match_definitions(old, new, renames) == {}
    assert match_definitions(new, old, renames) == {}


def test_a_rename_can_be_taken_back() -> None:
    renames = [Rename("A", "B", DATES[1], "why"), Rename("B", "A", DATES[2], "why")]
    sides = [side(date, name) for date, name in zip(DATES, "ABA", strict=True)]
    assert [match_definitions(sides[0], each, renames) for each in sides] == [{"A": "A"}, {"A": "B"}, {"A": "A"}]


@pytest.mark.parametrize("status", ["draft", "released"])
def test_a_draft_or_fork_can_be_ahead_of_its_release(status: str) -> None:
    release_before, release_after = side(DATES[1], "B"), side(DATES[2], "C")
    for name in ("B", "C"):
        own = side("own", name, status=status, version=DATES[1], commit="")
        assert match_definitions(release_before, own, CHAIN) == {"B": name}
        assert match_definitions(own, release_after, CHAIN) == {name: "C"}
        assert match_definitions(side(DATES[0], "A"), own, CHAIN) == {"A": name}


def test_two_definitions_stay_distinct_over_several_steps() -> None:
    def found(*distinct: Rename) -> dict[str, str]:
        old, new = (
            tiny({name: record(x={"type": "string"}, y={"type": "integer"})}, release(date))
            for date, name in ((DATES[0], "A"), (DATES[2], "D"))
        )
        return match_definitions(old, new, [CHAIN[0], *distinct])

    assert found() == {"A": "D"}
    assert found(Rename("B", "D", DATES[2], "why", same=False)) == {}


def test_a_file_has_the_renames_of_the_nearest_release(tmp_path: Path) -> None:
    """A definition that a file lacks is not taken for the one that has had its earlier name since."""
    base, row = next(
        (revision, row)
        for revision in reversed(mb.REVISIONS)
        for row in comparison.read_known_renames()
        if row.same and {row.before, row.after} <= {*mb.revision(revision).definitions}
    )
    document: dict[str, Any] = json.loads((paths.schema_root() / base / "schema.json").read_text(encoding="utf-8"))
    definitions: dict[str, Any] = document["$defs"] if "$defs" in document else document["definitions"]
    del definitions[row.after]
    for schema in definitions.values():
        if "anyOf" in schema:
            schema["anyOf"] = [arm for arm in schema["anyOf"] if not arm.get("$ref", "").endswith(f"/{row.after}")]
    path = tmp_path / "own.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    sides = comparison.read_subject(base).spec, comparison.read_subject(str(path)).spec
    found = match_definitions(*sides, comparison.read_known_renames())
    assert found[row.before] == row.before
    assert row.after not in found
