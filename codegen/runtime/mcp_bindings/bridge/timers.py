"""Actions that become due at a time, without a clock that ticks: the caller says what time it is."""

from __future__ import annotations

import heapq
from collections.abc import Callable

_MIN_COMPACTED = 64


class Timer:
    """One action that becomes due.

    Args:
        when: The time.
        number: Tells timers apart that are due at the same time.
        act: The action; None if it was cancelled.
    """

    __slots__ = ("act", "number", "when")

    def __init__(self, when: float, number: int, act: Callable[[], object] | None) -> None:
        self.when: float = when
        self.number: int = number
        self.act = act

    def cancel(self) -> None:
        """Never do it."""
        self.act = None

    def __lt__(self, other: Timer) -> bool:
        return (self.when, self.number) < (other.when, other.number)


class Timers:
    """The actions that become due.

    Args:
        clock: The time, in seconds.

    Attributes:
        clock: As given.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._heap: list[Timer] = []
        self._number = 0
        self._compacted = 0

    @property
    def next(self) -> float | None:
        """When the next action is due; None if there is none."""
        while self._heap and self._heap[0].act is None:
            heapq.heappop(self._heap)
        return self._heap[0].when if self._heap else None

    def after(self, seconds: float, act: Callable[[], object]) -> Timer:
        """Do something after some seconds."""
        return self.at(self.clock() + seconds, act)

    def at(self, when: float, act: Callable[[], object]) -> Timer:
        """Do something at a time."""
        self._number += 1
        timer = Timer(when, self._number, act)
        heapq.heappush(self._heap, timer)
        if len(self._heap) > 2 * self._compacted + _MIN_COMPACTED:  # most are cancelled long before they are due
            self._heap = [each for each in self._heap if each.act is not None]
            heapq.heapify(self._heap)
            self._compacted = len(self._heap)
        return timer

    def run(self, now: float) -> None:
        """Do what is due."""
        while (when := self.next) is not None and when <= now:
            act = heapq.heappop(self._heap).act
            if act is not None:
                act()

    def clear(self) -> None:
        """Forget all actions."""
        self._heap.clear()
