"""Intersections of alternatives: documents that are in several at once, as parts that can be searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mcp_bindgen.diff.containment.bounds import Numbers, Strings, number_within
from mcp_bindgen.diff.containment.scalars import intersect_numbers
from mcp_bindgen.diff.containment.shapes import Array, Atom, Constant, Record, Shape


@dataclass(frozen=True)
class Items:
    """An array that is in several arrays at once."""

    items: tuple[Shape, ...]
    low: int
    high: int | None


@dataclass(frozen=True)
class Members:
    """An object that is in several records at once."""

    parts: tuple[Record, ...]

    @property
    def required(self) -> tuple[str, ...]:
        """Names of required members, in order."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.required))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all declared members, in order."""
        return tuple(dict.fromkeys(member.name for part in self.parts for member in part.members))

    @property
    def edited(self) -> frozenset[str]:
        """Names of the members in which a record differs from the record that it was made from."""
        return frozenset(name for part in self.parts for name in part.edits)

    def requires(self, name: str) -> bool:
        """Return whether a member is required."""
        return any((member := part.member(name)) is not None and member.required for part in self.parts)

    def at(self, name: str) -> tuple[Shape, ...] | None:
        """Return all shapes in which a member must be, or None if it must be absent."""
        found: list[Shape] = []
        for part in self.parts:
            shape = _member_shape(part, name)
            if shape is None:
                return None
            found.append(shape)
        return tuple(dict.fromkeys(found))


Intersection: TypeAlias = Atom | Items | Members


def _member_shape(record: Record, name: str) -> Shape | None:
    member = record.member(name)
    return member.shape if member is not None else record.extra


def items_of(atom: Array) -> Items:
    """Return an array as an intersection of one."""
    return Items((atom.items,), atom.low, atom.high)


def members_of(atom: Record) -> Members:
    """Return an object as an intersection of one."""
    return Members((atom,))


def intersect(one: Intersection, other: Atom) -> Intersection | None:
    """Return the documents that are in both, or None if no document is."""
    if one == other:
        return one
    match one, other:
        case (Constant() as fixed, other_atom) if not isinstance(other_atom, (Array, Record)):
            return fixed if holds(other_atom, fixed) else None
        case ((Numbers() | Strings()) as atom, Constant() as fixed):
            return fixed if holds(atom, fixed) else None
        case (Numbers() as atom, Numbers() as more):
            return intersect_numbers(atom, more)
        case (Strings() as atom, Strings() as more):
            return Strings(max(atom.low, more.low), _least(atom.high, more.high))
        case ((Array() | Items()) as left, Array() as right):
            left = left if isinstance(left, Items) else items_of(left)
            items = tuple(dict.fromkeys((*left.items, right.items)))
            return Items(items, max(left.low, right.low), _least(left.high, right.high))
        case ((Record() | Members()) as left, Record() as right):
            left = left if isinstance(left, Members) else members_of(left)
            return Members(tuple(dict.fromkeys((*left.parts, right))))
        case _:
            return None


def intersections(
    ours: Iterable[Intersection], theirs: Sequence[Atom], possible: Callable[[Intersection], Sequence[Atom]]
) -> list[Intersection]:
    """Return the documents that are in one of each, as alternatives.

    A constant is looked up, since an enumeration may have many.

    Args:
        ours: alternatives.
        theirs: other alternatives.
        possible: returns those of the others that may have a document in common with an alternative.
    """
    known, wide = frozenset(theirs), [atom for atom in theirs if not isinstance(atom, Constant)]
    found: list[Intersection] = []
    for one in ours:
        if isinstance(one, Constant):
            found += [one] if one in known or any(holds(other, one) for other in wide) else []
        else:
            found += [both for other in possible(one) if (both := intersect(one, other)) is not None]
    return list(dict.fromkeys(found))


def _least(one: int | None, other: int | None) -> int | None:
    return min((high for high in (one, other) if high is not None), default=None)


def holds(atom: Intersection, fixed: Constant) -> bool:
    """Return whether a scalar is in an alternative."""
    match atom:
        case Constant():
            return atom == fixed
        case Numbers():
            value = fixed.value
            return fixed.kind == "number" and isinstance(value, (int, float)) and number_within(atom, value)
        case Strings():
            text = fixed.value
            return isinstance(text, str) and atom.low <= len(text) and (atom.high is None or len(text) <= atom.high)
        case _:
            return False


def effort(atom: Intersection) -> int:
    """Return the least size of a document. Simple alternatives are tried first, so that witnesses are small."""
    match atom:
        case Constant():
            return 0
        case Numbers() | Strings():
            return 1
        case Array() | Items():
            return 2
        case Record():
            return 3 + len(atom.required)
        case Members():
            return 3 + len(atom.required)
