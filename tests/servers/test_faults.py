"""Each rule finds the faults that break it, in each revision that has it, over each transport that it is for."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import mcp_bindings as mb
from mcp_bindgen.servers.check import CheckOptions
from mcp_bindgen.servers.phases import ToolSelection
from mcp_bindgen.servers.rules import Statement, all_rules, observed_rules
from tests.revisions import having
from tests.seed import SEED
from tests.servers.faults import FAULTS, Fault
from tests.servers.mutating import KINDS, check, revisions_over

EVERYWHERE = {
    rule: (Statement(since, "MUST", ""),)
    for rule, since in (
        ("schema/required", mb.REVISIONS[0]),
        ("schema/type", mb.REVISIONS[0]),
        ("lint/json-schema.valid", "2025-11-25"),
    )
}
"""Rules of the schema and of the linter, for all of their kind: package tests have the others."""

AT_LEAST = 2
"""Faults of each rule, in each revision that has it and over each transport that it is for."""


def _statements(rule: str) -> tuple[Statement, ...]:
    observed = observed_rules().get(rule.removeprefix("session/"))
    return EVERYWHERE.get(rule, ()) if observed is None else observed.statements


def has_rule(rule: str, revision: str, kind: str) -> bool:
    """Return whether a rule holds in a revision over a transport."""
    row = all_rules().get(rule)
    if row is None:
        observed = observed_rules().get(rule.removeprefix("session/"))
        if observed is not None and observed.transport not in (None, kind):
            return False
        statements = _statements(rule)
        return any(each.since <= revision and (not each.before or revision < each.before) for each in statements)
    if row.compares_revisions and len(revisions_over(kind)) == 1:
        return False
    if row.send is not None and row.send["method"] not in mb.revision(revision).methods:
        return False
    transport = {None: kind, "stdio": "stdio", "http": mb.revision(revision).protocol.http.transport}[row.transport]
    return row.statement_of(revision) is not None and kind == transport


def holds(fault: Fault, revision: str, kind: str) -> bool:
    """Return whether a fault breaks its rule in a revision over a transport."""
    is_of_era = not fault.era or mb.revision(revision).era == fault.era
    is_over = not fault.transport or (fault.transport == "stdio") == (kind == "stdio")
    is_known = not fault.method or revision in having(fault.method, among=(revision,))
    return is_of_era and is_over and is_known and has_rule(fault.rule, revision, kind)


CASES = [
    (fault, kind, [each for each in revisions_over(kind) if holds(fault, each, kind)])
    for fault in FAULTS
    for kind in KINDS
]
"""Each fault over each transport, with the revisions in which it breaks its rule."""

RULES = sorted({*all_rules(), *(f"session/{each}" for each in observed_rules()), *EVERYWHERE})
COUNTS = Counter((fault.rule, kind, revision) for fault, kind, revisions in CASES for revision in revisions)


def test_each_rule_has_two_faults_by_revision_and_transport() -> None:
    places = [(rule, kind, each) for rule in RULES for kind in KINDS for each in revisions_over(kind)]
    with_rule = [(rule, kind, revision) for rule, kind, revision in places if has_rule(rule, revision, kind)]
    lost = {
        (fault.rule, each)
        for fault in FAULTS
        for each in mb.REVISIONS
        if fault.method and each not in having(fault.method)
    }
    rare = [each for each in with_rule if COUNTS[each] < AT_LEAST and (each[0], each[2]) not in lost]
    assert rare == []
    assert {rule for rule, _, _ in COUNTS} == set(RULES)
    assert len({(each.rule, each.name) for each in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("rule", RULES)
def test_fault_is_found(rule: str) -> None:
    """A fault of each rule in one place, drawn at random; `python -m tests.soak servers` tries all in all places."""
    random = Random(f"{SEED}/{rule}")
    cases = [(fault, kind, each) for fault, kind, revisions in CASES if fault.rule == rule for each in revisions]
    fault, kind, revision = random.choice(cases)
    assert rules_found(fault, kind, revision) == {rule}, (fault.name, kind, revision, SEED)


def rules_found(fault: Fault, kind: str, revision: str) -> set[str]:
    """Return the rules of the findings about a fault, among those that it breaks."""
    row = all_rules().get(fault.rule)
    others = revisions_over(kind) if row is not None and row.compares_revisions else (revision,)
    options = CheckOptions(others, calls=ToolSelection(names=("add",)), only=frozenset({fault.rule}))
    done = check(kind, options, fault.change, draft=True)
    return {each.rule for each in done.findings if each.revision == revision}
