"""Each rule finds the faults that break it, in each revision that has it, over each transport that it is for."""

from __future__ import annotations

from random import Random

import pytest

import mcp_bindings as mb
from mcp_bindgen.servers.check import Options
from mcp_bindgen.servers.phases import ToolSelection
from mcp_bindgen.servers.rules import all_rules
from tests.seed import SEED
from tests.servers.faults import FAULTS, Fault
from tests.servers.mutating import check

KINDS = ("stdio", "http")
ONLY_IN = {"session/ping.empty": "handshake"}
"""The era of observed rules that hold in one only."""

SINCE = {"session/tool.output": "2025-06-18", "lint/json-schema.valid": "2025-11-25"}
"""The oldest revision of observed rules."""


def holds(fault: Fault, revision: str, kind: str) -> bool:
    """Return whether a fault breaks its rule in a revision over a transport."""
    row, era = all_rules().get(fault.rule), fault.era or ONLY_IN.get(fault.rule, "")
    if era and mb.revision(revision).era != era:
        return False
    if row is None:
        return revision >= SINCE.get(fault.rule, "")
    return row.statement_of(revision) is not None and row.transport in (None, kind)


CASES = [
    (fault, kind, [each for each in mb.REVISIONS if holds(fault, each, kind)]) for fault in FAULTS for kind in KINDS
]


def test_each_rule_has_a_fault() -> None:
    assert {each.rule for each in FAULTS} >= set(all_rules())
    assert len({(each.rule, each.name) for each in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.rule}: {fault.name}")
def test_fault_is_found(fault: Fault) -> None:
    """Each fault in one revision over one transport, drawn at random; `python -m tests.soak servers` tries all."""
    random = Random(f"{SEED}/{fault.rule}/{fault.name}")
    _, kind, revisions = random.choice([case for case in CASES if case[0] is fault and case[2]])
    revision = random.choice(revisions)
    assert rules_found(fault, kind, revision) == {fault.rule}, (kind, revision, SEED)


def rules_found(fault: Fault, kind: str, revision: str) -> set[str]:
    """Return the rules of the findings about a fault, among those that it breaks."""
    others = mb.REVISIONS if fault.rule == "open/claimed-version" else (revision,)
    options = Options(others, calls=ToolSelection(names=("add",)), only=frozenset({fault.rule}))
    done = check(kind, options, fault.change)
    return {each.rule for each in done.findings if each.revision == revision}
