"""Ranges of consecutive releases that have something, such as a method."""

from __future__ import annotations

from collections.abc import Container, Sequence


def lifetime(revision: str, having: Container[str], released: Sequence[str]) -> tuple[str, str]:
    """First and last of the consecutive releases around one that has the thing; no last one if the newest has it."""
    place = released.index(revision)
    first = last = place
    while first > 0 and released[first - 1] in having:
        first -= 1
    while last < len(released) - 1 and released[last + 1] in having:
        last += 1
    return released[first], "" if last == len(released) - 1 else released[last]
