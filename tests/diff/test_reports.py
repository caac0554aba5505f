"""The reports of all pairs of releases: complete entries, proven witnesses, and symmetry between the directions."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from mcp_bindgen import comparison
from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.rules.catalogue import BY_ID
from mcp_bindgen.diff.types import WAYS, Change, Report
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.report.model import report_schema
from mcp_bindgen.report.to_json import report_to_json
from tests.diff.sides import ORDERED, WitnessValidators, between, level, pinned

BOTH_WAYS = (*ORDERED, *((new, old) for old, new in ORDERED))
WAIVERS: list[dict[str, Any]] = read_toml(Path(__file__).with_name("waivers.toml")).get("waiver", [])

each_pair = pytest.mark.parametrize(("old", "new"), BOTH_WAYS)
each_once = pytest.mark.parametrize(("old", "new"), ORDERED)


@each_pair
def test_every_entry_is_complete(old: str, new: str) -> None:
    found = between(old, new)
    assert found.changes
    for change in found.changes:
        assert change.rule in BY_ID
        assert change.delta.place.pointer.startswith("/")
        assert change.affects
        assert {side for side, _ in change.by_side} == set(change.affects)
        assert change.summary.endswith(".")


@each_pair
def test_the_json_report_matches_its_schema(old: str, new: str) -> None:
    value = json.loads(json.dumps(report_to_json(between(old, new))))
    jsonschema_rs.Draft202012Validator(report_schema()).validate(value)
    counts = Counter(change.severity for change in between(old, new).changes)
    assert {name: value["summary"][name] for name in ("breaking", "risky", "safe")} == {
        name: counts[name] for name in ("breaking", "risky", "safe")
    }


@each_pair
def test_pointers_lead_to_the_change(old: str, new: str) -> None:
    """The pointer of a change leads to its schema, unless `allOf` stands in between."""
    schemas = {"old": pinned(old).spec.effective, "new": pinned(new).spec.effective}
    for change in between(old, new).changes:
        if change.delta.source == "schema":
            here = "old" if change.delta.place is change.delta.old else "new"
            name = change.delta.place.pointer.split("/")[2].replace("~1", "/").replace("~0", "~")
            assert change.delta.place.pointer.startswith("/$defs/")
            definitions: Any = schemas[here]["$defs"]
            assert name in definitions


@each_pair
def test_fingerprints_are_unique(old: str, new: str) -> None:
    prints = [change.fingerprint for change in between(old, new).changes]
    assert [each for each, count in Counter(prints).items() if count > 1] == []


def test_fingerprints_are_stable() -> None:
    """The same change has the same fingerprint in another pair, so an ignored change stays ignored."""
    near = {change.fingerprint for change in between("2025-03-26", "2025-06-18").changes}
    far = {change.fingerprint for change in between("2024-11-05", "2025-06-18").changes}
    assert len(near & far) > len(near) / 2


@each_pair
def test_breaking_changes_have_witnesses(old: str, new: str) -> None:
    judges = WitnessValidators(*((pinned(side).spec.effective, pinned(side)) for side in (old, new)))
    breaking = proven = 0
    for change in between(old, new).changes:
        witnesses = dict(change.witnesses)
        for way in WAYS:
            if level(change, way) == "breaking" and change.delta.source == "schema":
                breaking += 1
                proven += way in witnesses
        for way, witness in witnesses.items():
            sender, receiver = (old, new) if way == "old_to_new" else (new, old)
            assert (witness.accepted_by, witness.rejected_by) == (sender, receiver)
            assert judges.confirm(witness)
    assert breaking > 0
    assert proven == breaking


def key(change: Change, *, swapped: bool) -> str:
    """The identity of a change in the reports of both directions."""
    delta = change.delta
    rule = BY_ID[change.rule].mirror if swapped else change.rule
    subject = delta.subject if delta.kind in ("added", "removed") else ""
    before, after = (delta.after, delta.before) if swapped else (delta.before, delta.after)
    values = "" if "deprecated" in delta.what else json.dumps([before, after], sort_keys=True)
    places = sorted(one[::-1] if swapped else one for one in change.places)
    return json.dumps(
        [rule, delta.source, places if delta.kind in ("changed", "deprecated") else len(places), subject, values]
    )


def waived(pair: tuple[str, str], rule: str, side: str) -> str | None:
    """The reason why a change has no counterpart."""
    for waiver in WAIVERS:
        if (waiver["old"], waiver["new"]) == pair and waiver["rule"] == rule and waiver["subject"] == side:
            return str(waiver["reason"])
    return None


def unmatched(old: str, new: str) -> list[tuple[str, str]]:
    """Rule and subject of changes in one direction without a mirror, or with a mirror of another level."""
    forth, back = between(old, new), between(new, old)
    theirs = Counter(
        (key(change, swapped=True), *(level(change, way) for way in WAYS[::-1])) for change in back.changes
    )
    found: list[tuple[str, str]] = []
    for change in forth.changes:
        mirror = key(change, swapped=False), *(level(change, way) for way in WAYS)
        if not theirs[mirror]:
            found.append((change.rule, change.delta.subject))
        theirs[mirror] -= 1
    return found


@each_pair
def test_swapping_the_sides_mirrors_the_changes(old: str, new: str) -> None:
    assert [each for each in unmatched(old, new) if waived((old, new), *each) is None] == []


def test_no_exception_is_stale() -> None:
    for waiver in WAIVERS:
        assert (waiver["rule"], waiver["subject"]) in unmatched(waiver["old"], waiver["new"])
        assert waiver["reason"]


@each_once
def test_a_revision_does_not_differ_from_itself(old: str, new: str) -> None:
    assert make_report(pinned(old), pinned(old), comparison.read_known_renames()).changes == ()
    assert make_report(pinned(new), pinned(new), comparison.read_known_renames()).changes == ()


def test_renames_are_all_in_use() -> None:
    """A row that no pair of consecutive releases needs is stale."""
    rows = comparison.read_known_renames()
    told = {
        (change.delta.before, change.delta.after, new)
        for old, new in ORDERED
        for change in between(old, new).changes
        if change.rule == "DEFINITION_RENAMED"
    }
    assert [row for row in rows if (row.before, row.after, row.since) not in told] == []
    assert all(row.reason for row in rows)


def test_one_pair_takes_little_time() -> None:
    """The limit is 3 s on two cores, including reading and witnesses; this is the slowest report."""
    subjects = comparison.read_subject("2024-11-05"), comparison.read_subject("2026-07-28")
    started = time.process_time()
    found: Report = make_report(*subjects, comparison.read_known_renames())
    assert found.changes
    assert time.process_time() - started < 3
