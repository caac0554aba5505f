"""Which arm of a union an object is meant to be.

The rule, for objects: arms whose constants all match come first; then arms whose required members are all
there; then the arm that knows most of the members present; then the order of the schema. The first arm in this
order that accepts the object is the value, so the choice never changes what is accepted. If none accepts, the
first arm's faults are the faults of the object.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class Signature(NamedTuple):
    """What tells one arm of a union from another."""

    constants: Mapping[str, tuple[object, ...]]
    """Members that have a fixed set of strings, by wire name."""

    required: frozenset[str]
    members: frozenset[str]


def ranked(signatures: Sequence[Signature], value: Mapping[str, Any]) -> list[int]:
    """Indices of the arms, likeliest first."""

    def key(index: int) -> tuple[bool, bool, int, int]:
        signature = signatures[index]
        return (
            not constants_match(signature, value),
            not signature.required.issubset(value),
            -sum(name in signature.members for name in value),
            index,
        )

    return sorted(range(len(signatures)), key=key)


def constants_match(signature: Signature, value: Mapping[str, Any]) -> bool:
    """Does no member of the object contradict a constant of the arm?"""
    return all(
        isinstance(value[name], str) and value[name] in allowed
        for name, allowed in signature.constants.items()
        if name in value
    )


def tag_of(signatures: Sequence[Signature]) -> str | None:
    """The required member whose constant tells every arm from every other."""
    if len(signatures) < 2:
        return None
    for name in signatures[0].constants:
        values = [value for signature in signatures for value in signature.constants.get(name, ())]
        required = all(name in each.required and name in each.constants for each in signatures)
        if required and len(values) == len(set(values)):
            return name
    return None


def distinct(values: Iterable[object]) -> list[object]:
    """Values without repetition, in order."""
    return list(dict.fromkeys(values))
