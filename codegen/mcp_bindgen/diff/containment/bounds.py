"""Numbers and strings within bounds, and the bounds that keywords state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from mcp_bindgen.ir.types import Scalar
from mcp_bindgen.jsontext import JSONValue

Number: TypeAlias = "int | float"


@dataclass(frozen=True)
class Numbers:
    """All numbers that are within some bounds, are multiples of a step and meet some conditions."""

    integral: bool = False
    low: Number | None = None
    low_open: bool = False
    high: Number | None = None
    high_open: bool = False
    step: int = 1
    """The numbers are multiples of this integer; 1 if no `multipleOf` applies. It counts only if `integral` is True."""
    conditions: frozenset[str] = frozenset()
    """JSON Schemas, as text, for which the numbers must be valid too."""
    tests: frozenset[str] = frozenset()
    """Further JSON Schemas, as text, for which the numbers must be valid. The search does not analyse these schemas."""


@dataclass(frozen=True)
class Strings:
    """All strings whose length is within bounds, in which all of some patterns match, and that meet some conditions."""

    low: int = 0
    high: int | None = None
    patterns: frozenset[str] = frozenset()
    """Regular patterns. Each of them matches somewhere in every one of the strings."""
    conditions: frozenset[str] = frozenset()
    """JSON Schemas, as text, for which the strings must be valid too."""
    tests: frozenset[str] = frozenset()
    """Further JSON Schemas, as text, for which the strings must be valid. The search does not analyse these schemas."""


def allowed_numbers(numbers: Scalar) -> Numbers:
    """Return the numbers that the keywords of a number type allow. If two keywords state a bound, the tighter one
    applies.
    """
    found = Numbers(integral=numbers.kind == "integer")
    for word, value in numbers.constraints:
        assert isinstance(value, (int, float))
        match word:
            case "minimum" | "exclusiveMinimum":
                strict = word == "exclusiveMinimum"
                if found.low is None or (value, strict) > (found.low, found.low_open):
                    found = replace(found, low=value, low_open=strict)
            case "maximum" | "exclusiveMaximum":
                strict = word == "exclusiveMaximum"
                if found.high is None or (-value, strict) > (-found.high, found.high_open):
                    found = replace(found, high=value, high_open=strict)
            case _:
                found = replace(found, integral=True, step=int(value))
    return found


def length_bounds(constraints: Sequence[tuple[str, JSONValue]], what: str) -> tuple[int, int | None]:
    """Return the lower and the upper bound of a length. Without a lower bound, the first value is 0. Without an upper
    bound, the second value is None.

    Args:
        constraints: keywords and their values.
        what: the end of the names of both keywords: `Length` or `Items`.
    """
    bounds = dict(constraints)
    low, high = bounds.get(f"min{what}", 0), bounds.get(f"max{what}")
    assert isinstance(low, (int, float))
    assert high is None or isinstance(high, (int, float))
    return int(low), None if high is None else int(high)


def is_number_within(atom: Numbers, value: Number) -> bool:
    """Return whether a number is within bounds and, if the numbers must be integers, is an integer and a multiple of
    the step. Conditions and tests are not considered.
    """
    if atom.integral and (value != int(value) or int(value) % atom.step):
        return False
    if atom.low is not None and (value < atom.low or (atom.low_open and value == atom.low)):
        return False
    return atom.high is None or not (value > atom.high or (atom.high_open and value == atom.high))
