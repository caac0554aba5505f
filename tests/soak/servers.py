"""Faults of servers: the rule that names a fault finds it, in each revision that has the rule, over each transport."""

from __future__ import annotations

from collections.abc import Sequence

from tests.servers.test_faults import CASES, rules_found
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally


def split_work(seed: int, numbers: range) -> Sequence[int]:
    """Return the number of each case."""
    return range(len(CASES))


def try_one(number: int) -> Tally:
    """Check one fault over one transport."""
    tally = Tally()
    fault, kind, revisions = CASES[number]
    for revision in revisions:
        tally.count("faults")
        found = rules_found(fault, kind, revision)
        if found != {fault.rule}:
            tally.fail(Failure("not found", f"{fault.rule}: {fault.name}", (kind, revision), str(sorted(found))))
    return tally


PROGRAM = Program(
    summary="the check of a server finds each fault in each revision over each transport",
    unit="",
    count=1,
    split_work=split_work,
    run_part=try_one,
)
