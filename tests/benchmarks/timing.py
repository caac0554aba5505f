"""Timings that can be compared: contenders take turns, so that a slow moment of the machine meets them all."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import NamedTuple

TURN = 0.01
"""Seconds that one turn of one contender takes, about."""


class Timing(NamedTuple):
    """Seconds of one run, turn by turn."""

    turns: tuple[float, ...]

    @property
    def best(self) -> float:
        return min(self.turns)

    @property
    def median(self) -> float:
        return median(self.turns)


class Ratio(NamedTuple):
    """Return the time of one contender as a multiple of another's."""

    best: float
    """Of the best turns."""
    median: float
    """Median over the turns of the ratio within one turn."""


def ratio(slow: Timing, fast: Timing) -> Ratio:
    within_turns = [one / other for one, other in zip(slow.turns, fast.turns, strict=True)]
    return Ratio(slow.best / fast.best, median(within_turns))


def take_turns(contenders: Mapping[str, Callable[[], object]], turns: int) -> dict[str, Timing]:
    """Measure the seconds per call, with the garbage collector off like in `timeit`."""
    calls = {name: _calls_in_a_turn(run) for name, run in contenders.items()}
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(turns):
        gc.collect()
        gc.disable()
        try:
            for name, run in contenders.items():
                seconds[name].append(_timed(run, calls[name]) / calls[name])
        finally:
            gc.enable()
    return {name: Timing(tuple(measured)) for name, measured in seconds.items()}


def _calls_in_a_turn(run: Callable[[], object]) -> int:
    run()  # what is imported or built at the first call would make a turn of a single call look long enough
    calls = 1
    while (taken := _timed(run, calls)) < TURN / 4:
        calls *= 2
    return max(1, round(calls * TURN / taken))


def _timed(run: Callable[[], object], calls: int) -> float:
    rounds = range(calls)
    started = time.perf_counter()
    for _ in rounds:
        run()
    return time.perf_counter() - started
