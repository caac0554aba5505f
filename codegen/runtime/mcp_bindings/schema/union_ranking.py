"""Orders the arms of a union by how likely an object is to be each of them.

Arms whose constants all match come first, then arms whose required members are all present, then arms that declare more
of the object's members, then the order of the schema. An object is decoded as the first arm in this order that accepts
it, so the order never changes which objects are valid. If no arm accepts it, the faults are those of the first arm.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

_MAX_ORDERS = 1_000
"""The largest number of orders that are cached for one union."""


class Signature(NamedTuple):
    """The properties that distinguish one arm of a union from another."""

    constants: Mapping[str, tuple[object, ...]]
    """The allowed strings of each member that has a fixed set of them, by wire name."""

    required: frozenset[str]
    members: frozenset[str]


def ranked(signatures: Sequence[Signature], value: Mapping[str, Any]) -> list[int]:
    """Indices of the arms, the most likely first."""

    def key(index: int) -> tuple[bool, bool, int, int]:
        signature = signatures[index]
        return (
            not constants_match(signature, value),
            not signature.required <= value.keys(),
            -sum(map(value.__contains__, signature.members)),
            index,
        )

    return sorted(range(len(signatures)), key=key)


class Ranking:
    """The order of the arms of one union, which is cached: it depends only on what the signatures mention.

    Args:
        signatures: Those of the arms.
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
        """Indices of the arms, the most likely first, as `ranked` returns them."""
        shape: list[object] = [self._mentioned.intersection(value)]
        for name, allowed in self._constants:
            found = value.get(name)
            shape.append(found if isinstance(found, str) and found in allowed else None)
        key = tuple(shape)
        order = self._orders.get(key)
        if order is None:
            if len(self._orders) == _MAX_ORDERS:
                self._orders.clear()
            order = self._orders[key] = ranked(self.signatures, value)
        return order


def constants_match(signature: Signature, value: Mapping[str, Any]) -> bool:
    """Whether no member of the object contradicts a constant of the arm."""
    for name, allowed in signature.constants.items():
        if name in value:
            found = value[name]
            if not isinstance(found, str) or found not in allowed:
                return False
    return True


def tag_of(signatures: Sequence[Signature]) -> str | None:
    """The required member whose constant distinguishes all arms; None if there is none."""
    if len(signatures) < 2:
        return None
    for name in signatures[0].constants:
        values = [value for signature in signatures for value in signature.constants.get(name, ())]
        required = all(name in each.required and name in each.constants for each in signatures)
        if required and len(values) == len(set(values)):
            return name
    return None


def distinct(values: Iterable[object]) -> list[object]:
    """The values without duplicates, in order."""
    return list(dict.fromkeys(values))
