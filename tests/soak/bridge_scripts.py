"""One random script for a client at a server itself and through a bridge, in every pair of revisions and transports.

The server asks for input while equal calls, other requests, answers and cancellations go on in any order. A script
fails if a request ends otherwise through the bridge: refused, unanswered, or with the answer to another question.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.bridge.scripts import LENGTH, Counts, differences
from tests.soak.bridge import WAYS
from tests.soak.program import Program, in_chunks, one_by_one
from tests.soak.tally import Failure, Tally

MUST_CROSS = ("scripts", "requests", "questions", "rounds", "cancelled", "equal calls at once")


def play(seed: int, number: int, tally: Tally) -> None:
    """Play one script both ways."""
    way = WAYS[number % len(WAYS)]
    tally.count("scripts")
    tally.count("ways", *way)
    tally.count("requests", times=LENGTH)
    counts: Counts = {}
    try:
        found = differences(f"{seed}-{number}", *way, counts=counts)
    except Exception as error:  # whatever ends a script is a fault
        found = [f"{type(error).__name__}: {error}"]
    for name, times in counts.items():
        tally.count(name, times=times)
    if found:
        tally.fail(Failure("differences", found[0], (f"script {number} of seed {seed}",), " ".join(way)))


def missing(tally: Tally) -> Iterator[str]:
    """Return the cases that never occurred."""
    yield from (f"no {name} came up" for name in MUST_CROSS if not tally.total(name))
    yield from (f"{' '.join(way)} never came up" for way in WAYS if not tally.total("ways", *way))


def report(tally: Tally) -> Iterator[str]:
    """Yield the counts, line by line."""
    yield from (f"{name:20} {tally.total(name):8}" for name in MUST_CROSS)


PROGRAM = Program(
    summary="a bridge refuses nothing that a server itself does not refuse, while rounds of input are open",
    unit="scripts",
    count=10_000,
    split_work=in_chunks(100),
    run_part=partial(one_by_one, play),
    is_numbered=True,
    bars=missing,
    table=report,
)
