"""Finds equal items of an array.

Items are compared level by level, and only as far as they are alike. So the work is at most proportional to the size of
the smaller ones: it does not multiply where arrays of unique items stand in each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..json_values import is_array, is_object

_EXACT = 2**53
"""Python hashes any two integers up to this one differently."""


def first_repeated(items: Sequence[Any], as_json: Callable[[Any], Any]) -> tuple[int, int] | None:
    """The indices of two items that are equal by JSON Schema: `1` equals `1.0` but not `true`; None if all differ.

    Args:
        items: the items.
        as_json: makes a JSON value of an item, or of a part of it; only its outermost level has to be one.
    """
    groups = _equal(list(enumerate(items)), as_json) if len(items) > 1 else []
    return min(((group[0], group[1]) for group in groups), key=lambda pair: pair[1], default=None)


def _equal(values: list[tuple[int, Any]], as_json: Callable[[Any], Any]) -> list[list[int]]:
    """The numbers of equal values, in groups of two or more."""
    alike: dict[Any, list[tuple[int, Any]]] = {}
    for number, given in values:
        value = as_json(given)
        alike.setdefault(_outline(value), []).append((number, value))
    found: list[list[int]] = []
    for group in alike.values():
        if len(group) < 2:
            continue
        first = group[0][1]
        parts: Sequence[Any] = list(first) if is_object(first) else range(len(first)) if is_array(first) else ()
        left = [[number for number, _ in group]]
        by_number = dict(group)
        for part in parts:
            left = [
                same
                for numbers in left
                for same in _equal([(number, by_number[number][part]) for number in numbers], as_json)
            ]
            if not left:
                break
        found += left
    return found


def _outline(value: Any) -> tuple[Any, ...]:
    """What two equal values have in common; scalars are equal if they have it in common."""
    if is_object(value):
        return "object", frozenset(value)
    if is_array(value):
        return "array", len(value)
    if isinstance(value, bool) or value is None:
        return "constant", str(value)
    if isinstance(value, (int, float)) and abs(value) > _EXACT and value == value // 1:
        return "number", hex(int(value))  # a peer could choose many large integers with one hash
    return ("string" if isinstance(value, str) else "number"), value
