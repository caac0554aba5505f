"""Every guard on random inputs with an oracle: it lets nothing through that it must refuse, and refuses nothing else.

The guards that `mb.Server` uses by itself are tried a second time through it, by clients of every revision that check
nothing of what they send.

A run also fails if a guard met too few inputs, or inputs of one kind only.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.guards.labs import LABS, SERVED, labs, served_labs
from tests.guards.labs import play as play_lab
from tests.guards.served import house
from tests.guards.uri_lab import tree
from tests.soak.program import MAX_FAILURES, Program, in_chunks
from tests.soak.tally import Failure, Tally

ONE_KIND = ("template expansions", "broken templates")
"""Counts that have inputs of one kind only."""


def run_part(part: tuple[int, range]) -> Tally:
    """Try the inputs of these numbers on every guard, up to some failures."""
    seed, numbers = part
    tally = Tally()
    with tree() as base, house() as servers:
        checks = {**labs(base), **served_labs(servers)}
        for number in numbers:
            for name, check in checks.items():
                kind, failure = play_lab(name, check, seed, number)
                tally.count(name, kind)
                if failure:
                    tally.fail(Failure("faults", failure, (name, f"number {number} of seed {seed}")))
            if tally.failed >= MAX_FAILURES:
                break
    return tally


def missing(tally: Tally) -> Iterator[str]:
    """Return the cases that occurred too rarely."""
    for name in (*LABS, "file roots", *SERVED):
        if name not in ONE_KIND and len(tally.parts(name)) < 2:
            yield f"{name}: inputs of one kind only"


PROGRAM = Program(
    summary="no guard lets an input through that its oracle refuses, or refuses another",
    unit="inputs for each guard",
    count=5_000,
    split_work=in_chunks(500),
    run_part=run_part,
    is_numbered=True,
    bars=missing,
)
"""The bar of each guard is 5,000 inputs."""
