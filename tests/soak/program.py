"""A long program: how its work is divided, what it does with one part, and when its outcome is good enough."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Any

from tests.soak.tally import Failure, Tally


def no_lines(_: Tally) -> Iterator[str]:
    """Yield no lines about a tally."""

    yield from ()


def no_report(_: str) -> None:
    """Report nothing."""


@dataclass(frozen=True)
class Program:
    """One long program.

    Args:
        summary: what it shows, in one line.
        unit: what is counted by `--count`; empty if the work is always the same.
        count: how many of them a long run takes.
        split_work: the parts of the work, for a seed and the numbers of the items.
        run_part: does one part. A function of a module, since other processes import it.
        is_numbered: whether an item depends on the seed and its number only, so that it can be repeated alone.
        bars: sentences about what the run as a whole did not reach.
        table: more lines to print about the run.
        shown: how a failure is printed.
    """

    summary: str
    unit: str
    count: int
    split_work: Callable[[int, range], Sequence[Any]]
    run_part: Callable[[Any], Tally]
    is_numbered: bool = False
    bars: Callable[[Tally], Iterator[str]] = no_lines
    table: Callable[[Tally], Iterator[str]] = no_lines
    shown: Callable[[Failure], str] = str

    def run(
        self, count: int, seed: int, *, start: int = 0, jobs: int = 1, report: Callable[[str], None] = no_report
    ) -> Tally:
        """Do the work, in other processes if there is more than one job; the result is the same.

        Args:
            count: how many items to take.
            seed: the seed of what is random.
            start: number of the first item.
            jobs: how many processes to use.
            report: called with a line about each part when it ends, so that a run that is ended early has shown it.
        """
        parts = self.split_work(seed, range(start, start + count))
        total = Tally()
        for number, tally in enumerate(self._tallies(parts, jobs), start=1):
            total.add(tally)
            report(f"part {number} of {len(parts)}: {'; '.join(str(tally).splitlines())}")
            for failure in tally.failures:
                report(f"- {self.shown(failure)}")
        return total

    def _tallies(self, parts: Sequence[Any], jobs: int) -> Iterator[Tally]:
        """Yield the outcome of each part, in order."""
        if jobs == 1 or len(parts) == 1:
            yield from map(self.run_part, parts)
            return
        with get_context("spawn").Pool(jobs) as pool:
            for tally in pool.imap(partial(_run_apart, self.run_part), parts):
                if isinstance(tally, str):
                    raise RuntimeError(tally)
                yield tally


def in_chunks(size: int) -> Callable[[int, range], Sequence[tuple[int, range]]]:
    """Return a function that divides numbers into parts of this size, each with the seed."""

    def split_work(seed: int, numbers: range) -> Sequence[tuple[int, range]]:
        return [(seed, numbers[place : place + size]) for place in range(0, len(numbers), size)]

    return split_work


MAX_FAILURES = 5
"""Games of one part that may fail before the part ends."""


def one_by_one(play: Callable[[int, int, Tally], None], part: tuple[int, range]) -> Tally:
    """Play the games of these numbers, up to some failures.

    Args:
        play: plays one game, given the seed, its number and the counts.
        part: the seed and the numbers.
    """
    seed, numbers = part
    tally = Tally()
    for number in numbers:
        play(seed, number, tally)
        if tally.failed == MAX_FAILURES:
            break
    return tally


def _run_apart(run_part: Callable[[Any], Tally], part: Any) -> Tally | str:
    """Run a part in another process. Send an exception as text, since a pool waits forever for one it cannot pickle."""
    try:
        return run_part(part)
    except Exception:
        return f"{part}\n{traceback.format_exc()}"
