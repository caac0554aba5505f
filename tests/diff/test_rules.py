"""Each rule has an example pair that shows only this rule; the swapped pair shows the mirror of the rule."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from mcp_bindgen.diff.compare import make_report
from mcp_bindgen.diff.rules.catalogue import BY_ID, RULES, read_examples
from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import Report
from mcp_bindgen.jsontext import is_array
from mcp_bindgen.servers.subjects import make_offer_subjects
from tests.diff.sides import SchemaValidator, bare, pinned

SCHEMA, FACTS, OFFERS = read_examples()["schema"], read_examples()["fact"], read_examples()["offer"]


def named(pairs: list[dict[str, Any]]) -> list[str]:
    return [f"{pair['rule']} {number}" for number, pair in enumerate(pairs)]


def rules(found: Report) -> set[str]:
    return {change.rule for change in found.changes}


def test_every_rule_has_a_pair_and_every_pair_a_rule() -> None:
    shown = {pair["rule"] for pair in (*SCHEMA, *FACTS, *OFFERS)}
    mirrored = {BY_ID[rule].mirror for rule in shown if rule in BY_ID}
    assert (set(BY_ID) - shown - mirrored, shown - set(BY_ID)) == (set(), set())


def test_ids_are_unique_and_mirrors_are_mutual() -> None:
    assert len(BY_ID) == len(RULES)
    assert [rule.id for rule in RULES if BY_ID[rule.mirror].mirror != rule.id] == []


@pytest.mark.parametrize("pair", SCHEMA, ids=named(SCHEMA))
def test_a_pair_of_schemas_shows_its_rule_and_no_other(pair: Mapping[str, Any]) -> None:
    rule, also = BY_ID[pair["rule"]], set(pair.get("also", ()))
    documents = [{"$defs": json.loads(pair[side])} for side in ("old", "new")]
    old, new = (bare(document, name) for document, name in zip(documents, ("old", "new"), strict=True))
    there, back = make_report(old, new), make_report(new, old)
    assert rules(there) - also == {rule.id}
    assert rules(back) - also == {rule.mirror}
    change = next(change for change in there.changes if change.rule == rule.id)
    assert change.delta.place.pointer == pair["at"]
    assert [change.verdict.old_to_new, change.verdict.new_to_old] == pair["wire"]
    mirrored = next(change for change in back.changes if change.rule == rule.mirror)
    assert [mirrored.verdict.new_to_old, mirrored.verdict.old_to_new] == pair["wire"]
    verdicts = {"old": SchemaValidator(old.spec.effective), "new": SchemaValidator(new.spec.effective)}
    ways = dict(change.witnesses)
    assert set(ways) >= {
        way for way, level in zip(("old_to_new", "new_to_old"), pair["wire"], strict=True) if level == "breaking"
    }
    for witness in ways.values():
        assert verdicts[witness.accepted_by].accept(witness.accepted_as, witness.document)
        assert not verdicts[witness.rejected_by].accept(witness.rejected_as, witness.document)


def edited(value: Any, path: list[str], pair: Mapping[str, Any], edit: Any) -> Any:
    """A copy of the facts with one row, or one table of a single row, replaced by the edit."""
    if not path and "where" not in pair:
        return replace(value, **_tuples(edit))
    if not path:
        return _rows(value, pair["where"], edit)
    name, rest = path[0], path[1:]
    rows: Any = value
    if isinstance(value, tuple):  # a table within a row of a table
        return tuple(edited(row, path, pair, edit) if _is(row, pair["within"]) else row for row in rows)
    return replace(value, **{name: edited(getattr(value, name), rest, pair, edit)})


def _rows(rows: tuple[Any, ...], where: Mapping[str, Any], edit: Any) -> tuple[Any, ...]:
    if edit == "reversed":
        return rows[::-1]
    first = next(row for row in rows if _is(row, where))
    if edit == "absent":
        return tuple(row for row in rows if row is not first)
    return tuple(replace(row, **_tuples(edit)) if row is first else row for row in rows)


def _is(row: Any, where: Mapping[str, Any]) -> bool:
    return all(getattr(row, name) == value for name, value in where.items())


def _tuples(columns: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if is_array(value) else value for name, value in columns.items()}


def subject(pair: Mapping[str, Any], side: str) -> Subject:
    """The base with the edits of one side of the pair."""
    base = pinned(pair["base"])
    if side not in pair:
        return base
    path: list[str] = pair["path"].split(".")
    if path[0] == "methods":
        return replace(base, methods=edited(base.methods, [], pair, pair[side]))
    return replace(base, facts=edited(base.facts, path, pair, pair[side]))


@pytest.mark.parametrize("pair", FACTS, ids=named(FACTS))
def test_a_pair_of_facts_shows_its_rule_and_no_other(pair: Mapping[str, Any]) -> None:
    rule = BY_ID[pair["rule"]]
    old, new = subject(pair, "old"), subject(pair, "new")
    there, back = make_report(old, new), make_report(new, old)
    assert [change.rule for change in there.changes] == [rule.id]
    assert [change.rule for change in back.changes] == [rule.mirror]
    one, other = there.changes[0], back.changes[0]
    assert (one.verdict.old_to_new, one.verdict.new_to_old) == (other.verdict.new_to_old, other.verdict.old_to_new)
    assert one.delta.source == "protocol"
    assert one.affects


@pytest.mark.parametrize("pair", OFFERS, ids=named(OFFERS))
def test_a_pair_of_offers_shows_its_rule_and_no_other(pair: Mapping[str, Any]) -> None:
    rule = BY_ID[pair["rule"]]
    sides = make_offer_subjects(json.loads(pair["old"]), json.loads(pair["new"]), ("old", "new"))
    there, back = make_report(sides.old, sides.new), make_report(sides.new, sides.old)
    assert [change.rule for change in there.changes] == [rule.id]
    assert [change.rule for change in back.changes] == [rule.mirror]
    one, other = there.changes[0].verdict, back.changes[0].verdict
    assert [one.old_to_new, one.new_to_old] == [other.new_to_old, other.old_to_new] == pair["wire"]
    assert there.changes[0].delta.source == "offer"
    assert one.python == "safe"
