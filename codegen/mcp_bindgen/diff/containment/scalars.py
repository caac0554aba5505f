"""Find a number or string within some bounds and outside of others.

The search is exact, because only values at a bound or next to a bound must be tried.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from mcp_bindgen.diff.containment.bounds import Number, Numbers, Strings, is_number_within
from mcp_bindgen.diff.containment.languages import TooManyStatesError, shortest_text
from mcp_bindgen.diff.containment.shapes import Atom, Constant
from mcp_bindgen.diff.containment.validity import UndecidedError

MAX_CANDIDATES = 4096
"""Greatest number of consecutive numbers or strings to try before the search is given up."""

MAX_EXACT = 2**50
"""Greatest bound, in absolute value, near which a double can still represent fractions."""


def intersect_numbers(one: Numbers, other: Numbers) -> Numbers:
    """Return the numbers that are in both arguments."""
    lows = [(atom.low, atom.low_open) for atom in (one, other) if atom.low is not None]
    highs = [(atom.high, atom.high_open) for atom in (one, other) if atom.high is not None]
    low, low_open = max(lows, default=(None, False))
    high, high_open = min(highs, key=lambda bound: (bound[0], not bound[1]), default=(None, False))
    return Numbers(
        integral=one.integral or other.integral,
        low=low,
        low_open=low_open,
        high=high,
        high_open=high_open,
        step=math.lcm(one.step, other.step),
        conditions=one.conditions | other.conditions,
        tests=one.tests | other.tests,
    )


def intersect_strings(one: Strings, other: Strings) -> Strings:
    """Return the strings that are in both arguments."""
    highs = [atom.high for atom in (one, other) if atom.high is not None]
    return Strings(
        max(one.low, other.low),
        min(highs, default=None),
        one.patterns | other.patterns,
        one.conditions | other.conditions,
        one.tests | other.tests,
    )


def number_outside(inside: Numbers, others: Sequence[Atom]) -> Number | None:
    """Find a number that is within some bounds and in none of the other alternatives, close to zero if possible.

    Returns:
        The number, or None if there is no such number.

    Raises:
        UndecidedError: the search would take too long, or a bound is too large.
    """
    rivals = [atom for atom in others if isinstance(atom, Numbers)]
    taken = {atom.value for atom in others if isinstance(atom, Constant) and atom.kind == "number"}
    if any(rival == Numbers() for rival in rivals):
        return None
    for value in _candidate_numbers(inside, rivals, len(taken)):
        free = is_number_within(inside, value) and value not in taken
        if free and not any(is_number_within(rival, value) for rival in rivals):
            return value
    return None


def _candidate_numbers(inside: Numbers, rivals: Sequence[Numbers], taken: int) -> Iterator[Number]:
    """Yield the numbers to try: integers on both sides of each bound, at a distance of up to a common multiple of all
    steps, and fractions between the bounds.

    Raises:
        UndecidedError: there are too many numbers, or a bound is too large.
    """
    atoms = [inside, *rivals]
    bounds = sorted({bound for atom in atoms for bound in (atom.low, atom.high) if bound is not None})
    if any(abs(bound) > MAX_EXACT for bound in bounds):
        raise UndecidedError
    row = math.lcm(*(atom.step for atom in atoms)) + taken * inside.step
    if row > MAX_CANDIDATES:
        raise UndecidedError
    starts = sorted({0, *(place for bound in bounds for place in (math.floor(bound), math.ceil(bound)))}, key=abs)
    for start in starts:
        for offset in range(row + 2):
            yield start + offset
            yield start - offset
    if not inside.integral:
        ends = [(bounds[0] if bounds else 0) - 2, *bounds, (bounds[-1] if bounds else 0) + 2]
        for low, high in pairwise(ends):
            for part in range(1, taken + 3):
                value = low + (high - low) * part / (taken + 3.0)
                yield from (value, math.floor(value) + 0.5)
        yield from bounds


def string_outside(inside: Strings, others: Sequence[Atom]) -> str | None:
    """Find the shortest string that is in one alternative and in none of the others.

    Returns:
        The string, or None if there is no such string.

    Raises:
        UndecidedError: the search would take too long.
    """
    rivals = [atom for atom in others if isinstance(atom, Strings)]
    taken = {str(atom.value) for atom in others if isinstance(atom, Constant) and atom.kind == "string"}
    if inside.patterns or any(rival.patterns for rival in rivals):
        return _text_outside(inside, rivals, taken)
    lengths = {inside.low, 1, *(rival.low - 1 for rival in rivals)}
    lengths |= {rival.high + 1 for rival in rivals if rival.high is not None}
    for length in sorted(length for length in lengths if length >= 0):
        if _has_length(inside, length) and not any(_has_length(rival, length) for rival in rivals):
            if length > MAX_CANDIDATES * 16:
                raise UndecidedError
            found = next((text for text in _strings_of_length(length) if text not in taken), None)
            if found is not None:
                return found
    return None


def _text_outside(inside: Strings, rivals: Sequence[Strings], taken: Collection[str]) -> str | None:
    """Find the shortest string that is in one alternative, in none of its rivals and not in `taken`. The alternative or
    a rival has a pattern.

    Returns:
        The string, or None if there is no such string.

    Raises:
        UndecidedError: the search would take too long.
    """
    patterns = sorted({pattern for atom in (inside, *rivals) for pattern in atom.patterns})

    def is_within(atom: Strings, matched: Mapping[str, bool], length: int) -> bool:
        return _has_length(atom, length) and all(matched[pattern] for pattern in atom.patterns)

    def is_outside_of_others(matched: Sequence[bool], length: int) -> bool:
        found = dict(zip(patterns, matched, strict=True))
        return is_within(inside, found, length) and not any(is_within(rival, found, length) for rival in rivals)

    lengths = max(bound for atom in (inside, *rivals) for bound in (atom.low, (atom.high or 0) + 1))
    try:
        return shortest_text(patterns, is_outside_of_others, lengths=lengths, high=inside.high, words=taken)
    except TooManyStatesError:
        raise UndecidedError from None


def _has_length(atom: Strings, length: int) -> bool:
    return atom.low <= length and (atom.high is None or length <= atom.high)


def _strings_of_length(length: int) -> Iterator[str]:
    """Yield different strings of one length, at most `MAX_CANDIDATES`."""
    if length == 0:
        yield ""
        return
    for code in range(MAX_CANDIDATES):
        yield "a" * (length - 1) + chr(ord("a") + code)
