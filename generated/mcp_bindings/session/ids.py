"""The ids that a peer has used in a session, in little memory however long the session lasts."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Hashable

from ..errors import RequestId

WINDOW = 1_024
"""How many values of a kind are remembered. The oldest are forgotten then, so that no peer can fill the memory; an id
that was used longer ago can come again unnoticed."""

Run = list[int]
"""The first and the last of consecutive numbers."""


class Recent(OrderedDict[Hashable, None]):
    """The last few values that were added."""

    def add(self, value: Hashable) -> None:
        """Remember a value, and forget the oldest if there are too many."""
        self[value] = None
        if len(self) > WINDOW:
            self.popitem(last=False)

    def discard(self, value: Hashable) -> None:
        """Forget a value."""
        self.pop(value, None)


class UsedIds:
    """The ids that one side has used.

    Most peers count, with plain numbers or with a number at the end of a text. So this keeps runs of consecutive
    numbers, for each text before the number: a single run for such a peer, however many ids it uses.
    """

    __slots__ = ("_count", "_runs")

    def __init__(self) -> None:
        self._runs: OrderedDict[str | None, list[Run]] = OrderedDict()
        self._count = 0

    def __contains__(self, id_: RequestId) -> bool:
        kind, number = _split(id_)
        runs = self._runs.get(kind, [])
        at = bisect_right(runs, number, key=_first)
        return at > 0 and number <= runs[at - 1][1]

    def __len__(self) -> int:
        """How many runs are kept."""
        return self._count

    def claim(self, id_: RequestId) -> bool:
        """Remember an id.

        Returns:
            Whether it is new.
        """
        kind, number = (
            (None, id_) if isinstance(id_, int) else _split(id_)
        )  # most ids are integers, and this saves a call
        runs = self._runs.get(kind)
        if runs is None:
            runs = self._runs[kind] = []
        elif number == runs[-1][1] + 1:
            runs[-1][1] = number
            return True
        at = bisect_right(runs, number, key=_first)
        if at > 0 and number <= runs[at - 1][1]:
            return False
        follows = at > 0 and runs[at - 1][1] == number - 1
        leads = at < len(runs) and runs[at][0] == number + 1
        if follows:
            runs[at - 1][1] = runs.pop(at)[1] if leads else number
        elif leads:
            runs[at][0] = number
        else:
            runs.insert(at, [number, number])
        self._count += 1 - follows - leads
        if self._count > WINDOW:
            self._forget()
        return True

    def _forget(self) -> None:
        """Forget the lowest run of the oldest kind."""
        kind, runs = next(iter(self._runs.items()))
        del runs[0]
        if not runs:
            del self._runs[kind]
        self._count -= 1


def _first(run: Run) -> int:
    return run[0]


def _split(id_: RequestId) -> tuple[str | None, int]:
    """An id as the text before its last number (None for an integer), and that number (-1 if there is none)."""
    if isinstance(id_, int):
        return None, id_
    head = id_.rstrip("0123456789")
    digits = id_[len(head) :]
    if not digits or (digits[0] == "0" and len(digits) > 1) or len(digits) > 18 or not digits.isascii():
        return id_, -1  # digits that an integer would not be written with again, such as "007", count as text
    return head, int(digits)
