"""How the cost of every function that takes data of a peer grows with the length of the data.

Each function reads each hostile text at sizes 1, 2, 4 and 8. An exponent of 1 means that twice the text costs twice as
much. Time is that of the processor, the least of several runs, without the collector of cycles, whose runs depend on
what else the process holds. `tests/hostile/test_bounds.py` bounds the memory.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from tests.soak.growth_cases import Prepared, cases
from tests.soak.program import Program
from tests.soak.tally import Failure, Tally

SIZES = (1, 2, 4, 8)
BAR = 1.2
UNITS = tuple(8 * 1024 * 4**step for step in range(4))
"""Bytes of the smallest text; the first of them that takes long enough is measured."""

ENOUGH = 0.005
"""Seconds that the smallest text must take; with less, the noise is larger than what is measured."""

LITTLE = 0.02
"""Seconds; a function that takes less for the largest text of all is not compared."""

RUNS = 2
TRIES = 3
"""A case above the bar is measured again, each time with texts `LARGER` times as long; the least exponent counts.

Other programs of the machine disturb the first measurement, and so do the caches of the processor: where only the small
sizes fit into them, the large ones seem to grow too fast. What really does shows more clearly in longer texts.
"""

LARGER = 4

LONG = 0.5
"""Seconds of the largest text above which no longer one is tried: it may take the square of `LARGER` times as long."""

SMALL_OUTPUT = 70_000
"""What is shorter for the largest text is called constant."""

WAIVED: Mapping[str, str] = {
    "report: optional properties": "each of n changes is decided alone, with an object of n members",
    "report: required properties": "each of n changes is decided alone, and its witness has all n required members",
}
"""Cases that grow faster, with the reason."""


class Cost(NamedTuple):
    """What one call takes."""

    seconds: float
    output: float


def _once(build: Callable[[int], Prepared], size: int, runs: int = RUNS) -> Cost:
    """The cost of one call: the least of several, each with data of its own, since some functions keep something."""
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
    """The slope of the logarithms over those of the sizes; 0 if the last value is small."""
    if values[-1] < smallest:
        return 0.0
    logs = [math.log(max(each, smallest / 64)) for each in values]
    places = [math.log(size) for size in SIZES]
    middle, mean = sum(places) / len(places), sum(logs) / len(logs)
    slope = sum((x - middle) * (y - mean) for x, y in zip(places, logs, strict=True))
    return slope / sum((x - middle) ** 2 for x in places)


def divide(seed: int, numbers: range) -> list[str]:
    """One part for each case; nothing is random."""
    return list(cases())


def measure(name: str) -> Tally:
    """Measure one case at every size."""
    build = cases()[name]
    build(1_000)()  # what is loaded and built once does not count
    unit = next((each for each in UNITS if _once(build, each, 1).seconds >= ENOUGH), UNITS[-1])
    least = [math.inf, math.inf]
    costs: list[Cost] = []
    for number in range(TRIES):
        unit *= LARGER if number else 1
        costs = [_once(build, unit * size) for size in SIZES]
        found = [
            exponent([cost.seconds for cost in costs], LITTLE),
            exponent([cost.output for cost in costs], SMALL_OUTPUT),
        ]
        least = [min(pair) for pair in zip(least, found, strict=True)]
        if max(least) <= BAR or costs[-1].seconds > LONG:
            break
    return _outcome(name, unit, costs[-1].seconds, *least)


def _outcome(name: str, unit: int, seconds: float, of_time: float, of_output: float) -> Tally:
    tally = Tally()
    tally.count("cases", name.split(":")[0])
    tally.measure(f"exponent of time in {name}", of_time)
    tally.measure(f"exponent of output in {name}", of_output)
    tally.measure(f"seconds in {name}", seconds)
    tally.measure(f"kB in {name}", unit * SIZES[-1] / 1_000)
    shown = f"{of_time:.2f} for time, {of_output:.2f} for output; the bar is {BAR}"
    if max(of_time, of_output) > BAR and name not in WAIVED:
        tally.fail(Failure("grows too fast", shown, (name,)))
    if max(of_time, of_output) <= BAR and name in WAIVED:
        tally.fail(Failure("waived without need", shown, (name,)))
    return tally


def table(tally: Tally) -> Iterator[str]:
    """One line for each case; then what is wrong with the list of those that may grow faster."""
    yield f"{'function: text':60} {'time':>6} {'output':>6} {'s':>6} for {'kB':>6}"
    for name in cases():
        whats = ("exponent of time", "exponent of output", "seconds", "kB")
        time_, output, seconds, size = (tally.peaks.get(f"{what} in {name}", math.nan) for what in whats)
        yield f"{name:60} {time_:6.2f} {output:6.2f} {seconds:6.2f}     {size:6.0f}"
    yield from (f"may grow faster: {name}: {reason}" for name, reason in WAIVED.items())


def bars(tally: Tally) -> Iterator[str]:
    """Each case that may grow faster must be one that is measured."""
    yield from (f"{name} may grow faster, but is no case" for name in WAIVED if name not in cases())


PROGRAM = Program(
    summary="the cost of every function that takes data of a peer grows in proportion to the data",
    unit="",
    count=1,
    divide=divide,
    run_part=measure,
    bars=bars,
    table=table,
)
