"""The memory that reading the worst known texts takes, as a multiple of their length."""

from __future__ import annotations

from tests.hostile.reading_memory import CASES, MIB, OF_MODELS, multiple
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

SIZE = 2 * MIB


def split_work(seed: int, numbers: range) -> list[str]:
    """Return one part for each text; nothing is random."""
    return list(CASES)


def measure(name: str) -> Tally:
    """Read one text, in an interpreter of its own."""
    tally = Tally()
    times = multiple(name, SIZE)
    tally.count("texts")
    tally.measure(f"times the length of {name}", times)
    if times >= OF_MODELS:
        tally.fail(Failure("too much memory", f"{times:.1f} times the length, the limit is {OF_MODELS}", (name,)))
    return tally


PROGRAM = Program(
    summary="the memory taken by the worst known texts stays below the multiples that `Limits` states",
    unit="",
    count=1,
    split_work=split_work,
    run_part=measure,
)
