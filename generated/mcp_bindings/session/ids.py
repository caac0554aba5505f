"""Which ids a peer has used in a session, in little memory however long the session lasts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from mcp_bindings.messages import RequestId

WINDOW = 1_024
"""How many ids out of line, and how many kinds of ids, are remembered. Beyond that the oldest are forgotten, so that no
peer can fill the memory: an id that was used longer ago than that may come again unnoticed."""


class Recent(OrderedDict[Hashable, None]):
    """The last few values that were added."""

    def add(self, value: Hashable) -> None:
        """Remember a value, and forget the oldest where there are too many."""
        self[value] = None
        if len(self) > WINDOW:
            self.popitem(last=False)

    def discard(self, value: Hashable) -> None:
        """Forget a value."""
        self.pop(value, None)


class UsedIds:
    """The ids that one side has used.

    Most peers count, with plain numbers or with a number at the end of a text. Such ids are one run for each text before
    the number, however many they are; only those out of line are kept one by one.
    """

    __slots__ = ("_apart", "_runs")

    def __init__(self) -> None:
        self._runs: OrderedDict[str | None, list[int]] = OrderedDict()
        self._apart = Recent()

    def __contains__(self, id_: RequestId) -> bool:
        kind, number = _parted(id_)
        run = self._runs.get(kind) if number is not None else None
        if run is not None and number is not None and run[0] <= number <= run[1]:
            return True
        return (kind, number) in self._apart

    def __len__(self) -> int:
        """How many are kept one by one."""
        return len(self._apart)

    def claim(self, id_: RequestId) -> bool:
        """Remember an id; was it new?"""
        kind, number = (None, id_) if type(id_) is int else _parted(id_)
        run = self._runs.get(kind)
        if number is None:
            return self._claim_apart((kind, number))
        if run is None:
            self._runs[kind] = [number, number]
            if len(self._runs) > WINDOW:
                self._runs.popitem(last=False)
            return True
        if number == run[1] + 1 and not self._apart:
            run[1] = number
            return True
        if run[0] <= number <= run[1] or not self._claim_apart((kind, number)):
            return False
        self._join(kind, run)
        return True

    def _claim_apart(self, value: tuple[str | None, int | None]) -> bool:
        is_new = value not in self._apart
        self._apart.add(value)
        return is_new

    def _join(self, kind: str | None, run: list[int]) -> None:
        """Take into a run the ids that it has reached."""
        while (following := (kind, run[1] + 1)) in self._apart:
            self._apart.discard(following)
            run[1] += 1


def _parted(id_: Any) -> tuple[str | None, int | None]:
    """The text before the number at the end of an id, and the number; numbers have no text before them."""
    if type(id_) is int:
        return None, id_
    head = id_.rstrip("0123456789")
    digits = id_[len(head) :]
    if not digits or (digits[0] == "0" and len(digits) > 1) or len(digits) > 18 or not digits.isascii():
        return id_, None  # a number that would not be written the same way again is no number
    return head, int(digits)
