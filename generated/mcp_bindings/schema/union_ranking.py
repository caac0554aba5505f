"""Ranking of the alternatives of a union by how likely an object is to be each of them.

Alternatives whose constants all match come first, then those whose required members are all present, then those that
declare more of the object's members. Equally likely alternatives have the order of the schema. An object is decoded as
the first alternative in this order that accepts the object, so the order never changes which objects are valid. If no
alternative accepts the object, its faults are those for the first alternative.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

_MAX_ORDERS = 1_000
"""The largest number of orders that are cached for one union."""


class Signature(NamedTuple):
    """Members and constants of one alternative of a union, by which the alternative is ranked among the others."""

    constants: Mapping[str, tuple[object, ...]]
    """The allowed strings, by wire name, of each member whose strings are fixed."""

    required: frozenset[str]
    members: frozenset[str]


def rank_alternatives(signatures: Sequence[Signature], value: Mapping[str, Any]) -> list[int]:
    """Return the indices of the alternatives of a union, the likeliest for an object first.

    Args:
        signatures: the signatures of the alternatives.
        value: the object.
    """

    def likelihood_key(index: int) -> tuple[bool, bool, int, int]:
        signature = signatures[index]
        return (
            not constants_match(signature, value),
            not signature.required <= value.keys(),
            -sum(map(value.__contains__, signature.members)),
            index,
        )

    return sorted(range(len(signatures)), key=likelihood_key)


class Ranking:
    """Ranking of one union's alternatives for objects. Orders are cached, since an order depends only on those members
    of an object that the signatures name.

    Args:
        signatures: the signatures of the alternatives.
    """

    __slots__ = ("_constants", "_mentioned", "_orders", "signatures")

    def __init__(self, signatures: Sequence[Signature]) -> None:
        self.signatures: Sequence[Signature] = signatures
        self._mentioned = frozenset(name for each in signatures for name in (*each.members, *each.required))
        constants: dict[str, set[object]] = {}
        for each in signatures:
            for name, allowed in each.constants.items():
                constants.setdefault(name, set()).update(allowed)
        self._constants = tuple(constants.items())
        self._orders: dict[object, Sequence[int]] = {}

    def __call__(self, value: Mapping[str, Any]) -> Sequence[int]:
        """Return the indices of the alternatives, the likeliest for an object first."""
        shape: list[object] = [self._mentioned.intersection(value)]
        for name, allowed in self._constants:
            found = value.get(name)
            shape.append(found if isinstance(found, str) and found in allowed else None)
        key = tuple(shape)
        order = self._orders.get(key)
        if order is None:
            if len(self._orders) == _MAX_ORDERS:
                self._orders.clear()
            order = self._orders[key] = rank_alternatives(self.signatures, value)
        return order


def constants_match(signature: Signature, value: Mapping[str, Any]) -> bool:
    """Return whether each member of an object for which an alternative has constants equals one of them. Absent members
    do not count.
    """
    for name, allowed in signature.constants.items():
        if name in value:
            found = value[name]
            if not isinstance(found, str) or found not in allowed:
                return False
    return True


def tag_of(signatures: Sequence[Signature]) -> str | None:
    """Return the name of the required member whose constants distinguish all alternatives of a union. Return None if no
    member distinguishes them, or if there is only one alternative.
    """
    if len(signatures) < 2:
        return None
    for name in signatures[0].constants:
        values = [value for signature in signatures for value in signature.constants.get(name, ())]
        required = all(name in each.required and name in each.constants for each in signatures)
        if required and len(values) == len(set(values)):
            return name
    return None


def without_duplicates(values: Iterable[object]) -> list[object]:
    """Return the values without duplicates, in the order in which each value occurs first."""
    return list(dict.fromkeys(values))
