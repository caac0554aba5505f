"""Actions that become due at a time. The caller gives the clock and the present time."""

from __future__ import annotations

import heapq
from collections.abc import Callable

_MIN_COMPACTED_LENGTH = 64


class Timer:
    """An action that becomes due at a time, unless it is cancelled.

    Args:
        action: the action; None for a cancelled one.

    Attributes:
        action: the action; None after its cancellation.
    """

    __slots__ = ("action",)

    def __init__(self, action: Callable[[], object] | None) -> None:
        self.action = action

    def cancel(self) -> None:
        """Cancel the action, so that it will not be done."""
        self.action = None


class Timers:
    """The actions that are still to be done, each at a time.

    Args:
        clock: returns the time, in seconds.

    Attributes:
        clock: returns the time, in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._heap: list[tuple[float, int, Timer]] = []
        """A triple for each timer: the time of its action, a number that orders timers of equal time, and the timer."""

        self._number = 0
        self._compacted_length = 0

    @property
    def next_time(self) -> float | None:
        """The time at which the next action is due; None if no action is left."""
        while self._heap and self._heap[0][2].action is None:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def schedule(self, seconds: float, action: Callable[[], object]) -> Timer:
        """Add an action that is due after some seconds, and return its timer."""
        self._number += 1
        timer = Timer(action)
        heapq.heappush(self._heap, (self.clock() + seconds, self._number, timer))
        if (
            len(self._heap) > 2 * self._compacted_length + _MIN_COMPACTED_LENGTH
        ):  # most are cancelled long before they are due
            self._heap = [each for each in self._heap if each[2].action is not None]
            heapq.heapify(self._heap)
            self._compacted_length = len(self._heap)
        return timer

    def run_due_actions(self, now: float) -> None:
        """Do the actions that are due by the given time, the earliest first, apart from those that were cancelled."""
        while (when := self.next_time) is not None and when <= now:
            action = heapq.heappop(self._heap)[2].action
            if action is not None:
                action()

    def clear(self) -> None:
        """Forget all actions."""
        self._heap.clear()
