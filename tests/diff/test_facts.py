"""Every table and column of the facts is compared, or is listed as ignored with a reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal, TypeGuard, get_args, get_origin, get_type_hints

import pytest

import mcp_bindings as mb
from mcp_bindgen.diff.compare import compare_subjects, make_report
from mcp_bindgen.diff.facts.compare import fact_deltas
from mcp_bindgen.diff.facts.tables import (
    IGNORED_COLUMNS,
    IGNORED_TABLES,
    SEPARATELY_COMPARED_TABLES,
    SINGLE_ROW_TABLES,
    TABLES,
)
from mcp_bindgen.diff.subject import Facts, Subject
from mcp_bindgen.ingest import authorization, protocol
from mcp_bindgen.ingest.lint_rules import LintRule, LintRuleFile
from mcp_bindgen.ingest.transport import TransportFacts
from mcp_bindgen.ir.methods import MethodInfo
from tests.diff.sides import ORDERED, RELEASED, SchemaValidator, between, level, pinned
from tests.lint.test_pairs import PAIRS, derived_pairs

COMPARED = {*(table.name for table in TABLES), *(name for name, _, _ in SINGLE_ROW_TABLES), *SEPARATELY_COMPARED_TABLES}
RULE_TABLES = [field.name.removesuffix("s") for field in fields(LintRuleFile)]
FILES = {
    *(f"protocol/{name}" for name in protocol.TABLES),
    *(f"transport/{name}" for name in TransportFacts.__dataclass_fields__),
    *(f"authorization/{name}" for name in authorization.TABLES),
    *(f"lint_rules/{name}" for name in RULE_TABLES),
}


def edits(value: Any) -> Iterator[tuple[str, str, Any]]:
    """Each class and column, with its value edited in the first row of the table that has one."""
    kind: Any = value.__class__
    hints = get_type_hints(kind)
    for field in fields(value):
        known: set[str] = set()
        held = getattr(value, field.name)
        if is_dataclass(held):
            for inner, column, edited in edits(held):
                yield inner, column, replace(value, **{field.name: edited})
        elif any(map(is_dataclass, get_args(hints[field.name]))):
            for place, row in enumerate(held):
                for inner, column, edited in edits(row):
                    if f"{inner}.{column}" not in known:
                        known.add(f"{inner}.{column}")
                        yield inner, column, replace(value, **{field.name: (*held[:place], edited, *held[place + 1 :])})
        else:
            yield kind.__name__, field.name, replace(value, **{field.name: other(held, hints[field.name])})


def other(value: Any, hint: Any) -> Any:
    """Another value of the same type."""
    if get_origin(hint) is Literal:
        return next(each for each in get_args(hint) if each != value)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None or isinstance(value, str):
        return f"{value} x"
    assert is_tuple(value), value
    return (*value, "x") if len(value) < 2 else value[1:]


def is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def edited(base: Subject) -> Iterator[tuple[str, str, Subject]]:
    """Copies of the base, each with one column edited."""
    assert base.facts is not None
    for kind, column, facts in edits(base.facts):
        yield kind, column, replace(base, facts=facts)
    for column, hint in get_type_hints(MethodInfo).items():
        row = replace(base.methods[0], **{column: other(getattr(base.methods[0], column), hint)})
        yield "MethodInfo", column, replace(base, methods=(row, *base.methods[1:]))


BASE = "2026-07-28"
"""The revision that has a row in every table."""


def test_every_table_is_compared_or_ignored() -> None:
    assert COMPARED | set(IGNORED_TABLES) == FILES
    assert set(IGNORED_TABLES) & COMPARED == set()


def test_every_column_is_compared_or_ignored() -> None:
    base = pinned(BASE)
    seen: dict[str, bool] = {}
    places: set[str] = set()
    for kind, column, subject in edited(base):
        deltas = fact_deltas(base, subject, {})
        seen[f"{kind}.{column}"] = seen.get(f"{kind}.{column}", True) and bool(deltas)
        places |= {"/".join(delta.place.pointer.split("/")[1:3]) for delta in deltas}
    assert len(seen) > 100
    missed = [name for name, told in seen.items() if not told and name.partition(".")[2] not in IGNORED_COLUMNS]
    assert sorted(set(missed) - set(IGNORED_COLUMNS)) == []
    assert COMPARED - places == set()
    kinds = {name.partition(".")[0] for name in seen}
    assert {"Facts", "Protocol", "Authorization", "ErrorCode", "ErrorUse", "MethodInfo", "LintRule"} - kinds == {
        "Facts"
    }


def test_ignored_columns_exist_and_are_not_compared() -> None:
    """A reason for a column that does not exist, or that is compared after all, is stale."""
    base = pinned(BASE)
    told: dict[str, bool] = {}
    for kind, column, subject in edited(base):
        name = f"{kind}.{column}" if f"{kind}.{column}" in IGNORED_COLUMNS else column
        if name in IGNORED_COLUMNS:
            told[name] = told.get(name, False) or bool(fact_deltas(base, subject, {}))
    assert sorted(set(IGNORED_COLUMNS) - set(told)) == []
    assert sorted(name for name, seen in told.items() if seen) == []


def test_a_result_with_another_name_is_the_same() -> None:
    base = pinned(BASE)
    row = next(each for each in base.methods if each.results)
    named = replace(row, results=("OtherResult", *row.results[1:]))
    subject = replace(base, methods=tuple(named if each is row else each for each in base.methods))
    assert fact_deltas(base, subject, {row.results[0]: "OtherResult"}) == []
    assert [each.what for each in fact_deltas(base, subject, {})] == ["method results changed"]


@pytest.mark.parametrize("revision", RELEASED)
def test_equal_facts_are_no_change(revision: str) -> None:
    base = pinned(revision)
    assert isinstance(base.facts, Facts)
    assert compare_subjects(base, base) == []


def rule(base: Subject, rule_id: str, **columns: Any) -> Subject:
    """The base with one rule changed."""
    assert base.facts is not None
    rows = tuple(replace(row, **columns) if row.id == rule_id else row for row in base.facts.rules)
    assert rows != base.facts.rules
    return replace(base, facts=replace(base.facts, rules=rows))


def wire(old: Subject, new: Subject, rule_id: str) -> tuple[str, str]:
    """The effect on messages that break or keep a rule."""
    found = [
        change
        for change in make_report(old, new).changes
        if change.delta.place.pointer == f"/lint_rules/rule/{rule_id}"
    ]
    assert len(found) == 1
    return found[0].verdict.old_to_new, found[0].verdict.new_to_old


def test_a_rule_about_an_absent_thing_restricts_nothing() -> None:
    assert wire(pinned("2025-06-18"), pinned("2025-11-25"), "icon.src-scheme") == ("safe", "safe")
    assert wire(pinned("2025-06-18"), pinned("2025-11-25"), "tool.name-length") == ("risky", "safe")


def test_a_rule_that_moved_into_the_schema_still_applies() -> None:
    assert wire(pinned("2025-11-25"), pinned("2026-07-28"), "completion.values-max") == ("safe", "safe")


def test_another_check_is_undecided_and_more_places_are_stricter() -> None:
    base = pinned("2026-07-28")
    name = "image.base64"
    assert base.facts is not None
    row: LintRule = next(row for row in base.facts.rules if row.id == name)
    assert wire(base, rule(base, name, check="uri"), name) == ("unknown", "unknown")
    assert wire(base, rule(base, name, places=(*row.places, "Tool.name")), name) == ("breaking", "safe")
    assert wire(base, rule(base, name, keyword="SHOULD", level="warning"), name) == ("risky", "breaking")


BROKEN = [*PAIRS, *(pair for revision in mb.REVISIONS for pair in derived_pairs(revision))]
"""A document that breaks each rule."""


@pytest.mark.parametrize(("old", "new"), ORDERED)
def test_a_rule_that_is_not_safe_has_a_document_that_breaks_it(old: str, new: str) -> None:
    """If the result of the comparison is not `safe`, a document that breaks the new rule was valid before."""
    told: set[str] = set()
    shown: set[str] = set()
    for change in between(old, new).changes:
        added, rule_id = change.rule == "LINT_RULE_ADDED", change.delta.place.pointer.rpartition("/")[2]
        if not added and change.rule != "LINT_RULE_REMOVED":
            continue
        if level(change, "old_to_new" if added else "new_to_old") != "safe":
            told.add(rule_id)
        peer = pinned(old if added else new).spec
        verdicts = SchemaValidator(peer.effective)
        for pair in BROKEN:
            name = pair.get("definition", "JSONRPCMessage")
            if pair["rule"] == rule_id and name in peer.definitions:
                shown |= {rule_id} if verdicts.accept(name, json.loads(pair["broken"])) else set()
    assert told - shown == set()
