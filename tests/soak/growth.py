"""Growth of the cost of every function that takes data of a peer with the length of the data.

Each function reads each hostile text at sizes 1, 2, 4 and 8. An exponent of 1 means that twice the text costs twice as
much. Time is that of the processor, the least of several runs, without the collector of cycles, whose runs depend on
what else the process holds. `tests/hostile/test_bounds.py` bounds the memory.

A computer reads memory more slowly the more of it is in use, since less of it is in the caches of the processor. So an
object of many members, each a string of its own, takes longer for each member than a small one, whatever reads it. What
grows faster than the bar is compared with the parser of the standard library, which does the same work for each byte of
the same text: its exponent may be above that of the parser by no more than `BAR` is above 1. The table shows both.
"""

from __future__ import annotations

import ctypes
import gc
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from statistics import median
from typing import Any, NamedTuple

from tests.soak.growth_cases import Prepared, cases, texts
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

SIZES = (1, 2, 4, 8)
BAR = 1.2
UNITS = tuple(7 * 1024 * 4**step for step in range(4))
"""Bytes of the smallest text; the first of them that takes long enough is measured. The largest text of all is within
`Limits.max_bytes`."""

ENOUGH = 0.01
"""Seconds that the smallest text must take; with less, the noise is larger than what is measured, and a part that grows
faster is hidden by one that does not."""

LITTLE = 0.02
"""Seconds; a function that takes less for the largest text of all is not compared."""

RUNS = 2
ROUNDS = 12
"""Number of measurements of a case above the bar; used by `_steady`."""

KEPT = 256 * 1024 * 1024
"""Bytes of memory that a process takes from the system at once, and keeps."""

LONG = 1.0
"""Seconds of the largest text above which no longer one is tried, to see that a waived case grows faster."""

_KEEPING: Mapping[int, int] = {-4: 0, -1: 2**31 - 1, -2: KEPT}
"""Parameters of `mallopt`, the memory allocator of Linux: map no block alone, return none, and take many at once."""

_BLOCK, _ARENA = 512, 256 * 1024
"""Bytes of the largest object in Python's own allocator, and half of the least that this takes from the system."""

SMALL_OUTPUT = 70_000
"""Length of the output for the largest text below which the output counts as constant."""

WAIVED: Mapping[str, str] = {
    "report: other values of an enumeration": "each of n changes is decided alone, with a list of n values",
    "report: required properties": "each of n changes has a witness, which has all n required members",
}
"""Cases that grow faster, with the reason."""


class Cost(NamedTuple):
    """Cost of one call."""

    seconds: float
    output: float


@cache
def keep_memory() -> Sequence[bytes]:
    """Keep the memory that this process has used, for the next run. Keep the result alive meanwhile.

    To get memory from the system takes time, and large blocks are returned to it after each use: a text that needs such
    blocks seems to take ten times as long as a text of half its length.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    for parameter, value in _KEEPING.items():
        if mallopt is not None:
            mallopt(parameter, value)
    blocks = [bytes(_BLOCK - 64) for _ in range(KEPT // _BLOCK)]
    return blocks[:: _ARENA // _BLOCK]  # one in each of the pieces that Python takes from the system


def once(build: Callable[[int], Prepared], size: int, runs: int = RUNS) -> Cost:
    """Return the cost of one call: the least of several, each with fresh data, since some functions keep data."""
    costs: list[Cost] = []
    for _ in range(runs):
        run = build(size)
        gc.collect()
        gc.disable()
        try:
            started = time.process_time()
            result = run()
            seconds = time.process_time() - started
        finally:
            gc.enable()
        costs.append(Cost(seconds, len(result) if isinstance(result, (bytes, str)) else 0))
        if seconds > 20 * ENOUGH:  # noise is small in comparison
            break
    return min(costs)


def exponent(values: list[float], smallest: float) -> float:
    """Return the slope of the logarithms over those of the sizes; 0 if the last value is small."""
    if values[-1] < smallest:
        return 0.0
    logs = [math.log(max(each, smallest / 64)) for each in values]
    places = [math.log(size) for size in SIZES]
    middle, mean = sum(places) / len(places), sum(logs) / len(logs)
    slope = sum((x - middle) * (y - mean) for x, y in zip(places, logs, strict=True))
    return slope / sum((x - middle) ** 2 for x in places)


def split_work(seed: int, numbers: range) -> list[str]:
    """Return one part for each case; nothing is random."""
    return list(cases())


def measure(name: str) -> Tally:
    """Measure one case at every size."""
    keep_memory()
    build = cases()[name]
    build(1_000)()  # what is loaded and built once does not count
    unit = next((each for each in UNITS if once(build, each, 1).seconds >= ENOUGH), UNITS[-1])
    costs = [once(build, unit * size) for size in SIZES]
    while name in WAIVED and _exponent_of_time(costs) <= BAR and costs[-1].seconds < LONG:
        unit *= 2
        costs = [once(build, unit * size) for size in SIZES]
    parser = _parser(name)
    rounds, alike = [costs], list[list[Cost]]()  # in turn, so that other programs slow down both
    for _ in range(1, ROUNDS):
        if name in WAIVED or _steady(rounds) - max(1.0, _steady(alike, 1e-6)) <= BAR - 1:
            break
        if parser is not None:
            alike.append([once(parser, unit * size) for size in SIZES])
        rounds.append([once(build, unit * size) for size in SIZES])
    return _outcome(name, unit, _least(rounds), _steady(rounds), max(1.0, _steady(alike, 1e-6)))


def _steady(rounds: Sequence[Sequence[Cost]], smallest: float = LITTLE) -> float:
    """Return the exponent of several rounds: of the least times, or the median of the rounds if that is smaller.

    While other programs run, a short measurement is left alone in some round, and a long one in none. So the least
    times may seem to grow faster than those of any round, in which all sizes are slowed down alike.
    """
    if not rounds:
        return 1.0
    found = [exponent([cost.seconds for cost in costs], smallest) for costs in (_least(rounds), *rounds)]
    return min(found[0], median(found[1:]))


def _least(rounds: Sequence[Sequence[Cost]]) -> list[Cost]:
    return [min(costs) for costs in zip(*rounds, strict=True)]


def _exponent_of_time(costs: Sequence[Cost]) -> float:
    return exponent([cost.seconds for cost in costs], LITTLE)


def _parser(name: str) -> Callable[[int], Prepared] | None:
    """Return the standard library's parser with the text of a case; None if the case has no text."""
    text = texts().get(name)
    return None if text is None else partial(parsing, text)


def parsing(text: Callable[[int], bytes], size: int) -> Prepared:
    """Return the standard library's parser with a text."""
    data = text(size)

    def run() -> Any:
        with suppress(ValueError):
            return json.loads(data)

    return run


def _outcome(name: str, unit: int, costs: Sequence[Cost], of_time: float, of_parser: float) -> Tally:
    of_output = exponent([cost.output for cost in costs], SMALL_OUTPUT)
    tally = Tally()
    tally.count("cases", name.split(":")[0])
    tally.measure(f"exponent of time in {name}", of_time)
    tally.measure(f"exponent of output in {name}", of_output)
    tally.measure(f"seconds in {name}", costs[-1].seconds)
    tally.measure(f"kB in {name}", unit * SIZES[-1] / 1_000)
    if of_parser > 1:
        tally.measure(f"exponent of the parser in {name}", of_parser)
    shown = f"{of_time:.2f} for time, {of_parser:.2f} for the parser, {of_output:.2f} for output; the bar is {BAR}"
    grows = of_time - of_parser > BAR - 1 or of_output > BAR
    if grows and name not in WAIVED:
        tally.fail(Failure("grows too fast", shown, (name,)))
    if not grows and name in WAIVED:
        tally.fail(Failure("waived without need", shown, (name,)))
    return tally


def table(tally: Tally) -> Iterator[str]:
    """Yield one line for each case, then the cases that may grow faster, with the reasons."""
    yield f"{'function: text':60} {'time':>6} {'parser':>6} {'output':>6} {'s':>6} for {'kB':>6}"
    for name in cases():
        whats = ("exponent of time", "exponent of output", "seconds", "kB")
        time_, output, seconds, size = (tally.peaks.get(f"{what} in {name}", math.nan) for what in whats)
        parser = tally.peaks.get(f"exponent of the parser in {name}")
        compared = "" if parser is None else f"{parser:.2f}"
        yield f"{name:60} {time_:6.2f} {compared:>6} {output:6.2f} {seconds:6.2f}     {size:6.0f}"
    yield from (f"may grow faster: {name}: {reason}" for name, reason in WAIVED.items())


def bars(tally: Tally) -> Iterator[str]:
    """Yield the waived cases that are not measured."""
    yield from (f"{name} may grow faster, but is no case" for name in WAIVED if name not in cases())


PROGRAM = Program(
    summary="the cost of every function that takes data of a peer grows in proportion to the data",
    unit="",
    count=1,
    split_work=split_work,
    run_part=measure,
    bars=bars,
    table=table,
)
