"""Intersections of alternatives: sets of the documents that are in several alternatives at once, in a form for the
search.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from mcp_bindgen.diff.containment.bounds import Numbers, Strings, is_number_within
from mcp_bindgen.diff.containment.scalars import intersect_numbers, intersect_strings
from mcp_bindgen.diff.containment.shapes import Array, Atom, Constant, Record, SchemaValues, Shape
from mcp_bindgen.diff.containment.validity import is_valid, pattern_test
from mcp_bindgen.ir.types import ConstantValue, Kind


@dataclass(frozen=True)
class ArrayIntersection:
    """The arrays that are in each of several array shapes."""

    items: tuple[Shape, ...]
    low: int
    high: int | None
    conditions: frozenset[str] = frozenset()
    tests: frozenset[str] = frozenset()
    """Further JSON Schemas, as text, for which the arrays must be valid. The search does not analyse these schemas."""


@dataclass(frozen=True)
class RecordIntersection:
    """The objects that are in each of several records."""

    parts: tuple[Record, ...]
    tests: frozenset[str] = frozenset()
    """Further JSON Schemas, as text, for which the objects must be valid. The search does not analyse these schemas."""

    @property
    def conditions(self) -> frozenset[str]:
        """Conditions of all parts, as JSON Schemas in text form."""
        return frozenset[str]().union(*(part.conditions for part in self.parts))

    @property
    def required(self) -> tuple[str, ...]:
        """Names of the members that at least one part requires, in order."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.required))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the members that at least one part declares, in order."""
        return tuple(dict.fromkeys(member.name for part in self.parts for member in part.members))

    @property
    def edited_names(self) -> frozenset[str]:
        """Names of the members in which a part differs from its `Record.root`."""
        return frozenset(name for part in self.parts for name in part.edits)

    def requires(self, name: str) -> bool:
        """Return whether at least one part requires a member."""
        return any((member := part.member(name)) is not None and member.required for part in self.parts)

    def shapes_of_member(self, name: str) -> tuple[Shape, ...] | None:
        """Return all shapes in which the value of a member must be, or None if the member must be absent."""
        found: list[Shape] = []
        for part in self.parts:
            shape = _member_shape(part, name)
            if shape is None:
                return None
            found.append(shape)
        return tuple(dict.fromkeys(found))


Intersection: TypeAlias = Atom | ArrayIntersection | RecordIntersection


def _member_shape(record: Record, name: str) -> Shape | None:
    member = record.member(name)
    return member.shape if member is not None else record.extra


def intersection_of_array(atom: Array) -> ArrayIntersection:
    """Return an array shape as an intersection of this one shape."""
    return ArrayIntersection((atom.items,), atom.low, atom.high, atom.conditions)


def intersection_of_record(atom: Record) -> RecordIntersection:
    """Return a record as an intersection of this one record."""
    return RecordIntersection((atom,))


def intersect_alternatives(one: Intersection, other: Atom) -> Intersection | None:
    """Return the intersection of two alternatives, or None if they are known to have no document in common.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    if one == other:
        return one
    match one, other:
        case (SchemaValues(kind=kind_, test=test), _):
            return _with_test(other, kind_, test)
        case (_, SchemaValues(kind=kind_, test=test)):
            return _with_test(one, kind_, test)
        case (Constant() as fixed, other_atom) if not isinstance(other_atom, (Array, Record)):
            return fixed if contains_constant(other_atom, fixed) else None
        case ((Numbers() | Strings()) as atom, Constant() as fixed):
            return fixed if contains_constant(atom, fixed) else None
        case (Numbers() as atom, Numbers() as more):
            return intersect_numbers(atom, more)
        case (Strings() as atom, Strings() as more):
            return intersect_strings(atom, more)
        case ((Array() | ArrayIntersection()) as left, Array() as right):
            left = left if isinstance(left, ArrayIntersection) else intersection_of_array(left)
            items = tuple(dict.fromkeys((*left.items, right.items)))
            low, high = max(left.low, right.low), _lower_limit(left.high, right.high)
            return ArrayIntersection(items, low, high, left.conditions | right.conditions, left.tests)
        case ((Record() | RecordIntersection()) as left, Record() as right):
            left = left if isinstance(left, RecordIntersection) else intersection_of_record(left)
            return RecordIntersection(tuple(dict.fromkeys((*left.parts, right))), left.tests)
        case _:
            return None


def _with_test(atom: Intersection, kind_: Kind, test: str) -> Intersection | None:
    """Return an alternative with only those of its values that have one JSON type and pass a test. Return None if the
    alternative has another JSON type, or is a constant that does not pass the test.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    atom = (
        intersection_of_record(atom)
        if isinstance(atom, Record)
        else intersection_of_array(atom)
        if isinstance(atom, Array)
        else atom
    )
    if kind_of(atom) != kind_:
        return None
    match atom:
        case Constant(value=value):
            return atom if is_valid(test, value) else None
        case SchemaValues(test=own):
            return (
                atom if own == test else SchemaValues(kind_, json.dumps({"allOf": [json.loads(own), json.loads(test)]}))
            )
        case _:
            return replace(atom, tests=atom.tests | {test})


def kind_of(atom: Intersection) -> Kind:
    """Return the JSON type of the documents of an alternative."""
    match atom:
        case Constant(kind=kind_) | SchemaValues(kind=kind_):
            return kind_
        case Numbers():
            return "number"
        case Strings():
            return "string"
        case Array() | ArrayIntersection():
            return "array"
        case _:
            return "object"


def tests_of(atom: Intersection) -> frozenset[str]:
    """Return the tests that all documents of an alternative pass, as JSON Schemas in text form."""
    match atom:
        case SchemaValues(test=test):
            return frozenset({test})
        case Numbers() | Strings() | ArrayIntersection() | RecordIntersection():
            return atom.tests
        case _:
            return frozenset()


def conditions_of(atom: Intersection) -> frozenset[str]:
    """Return the conditions that all documents of an alternative meet, as JSON Schemas in text form."""
    return frozenset() if isinstance(atom, (Constant, SchemaValues)) else atom.conditions


def without_conditions(atom: Atom) -> Atom:
    """Return an alternative without its conditions."""
    if isinstance(atom, (Constant, SchemaValues)) or not atom.conditions:
        return atom
    return replace(atom, conditions=frozenset())


def shapes_without_conditions(atom: Intersection) -> tuple[Shape, ...]:
    """Return the shapes whose intersection is an alternative without its conditions and tests. A `SchemaValues` keeps
    its test.
    """
    match atom:
        case RecordIntersection():
            return tuple(map(without_conditions, atom.parts))
        case ArrayIntersection():
            return tuple(Array(items, atom.low, atom.high) for items in atom.items)
        case Numbers() | Strings():
            return (replace(atom, conditions=frozenset(), tests=frozenset()),)
        case _:
            return (without_conditions(atom),)


def pairwise_intersections(
    first: Iterable[Intersection], second: Sequence[Atom], possible: Callable[[Intersection], Sequence[Atom]]
) -> list[Intersection]:
    """Return the intersection of each alternative of one list with each alternative of another list. Leave out repeated
    intersections, and those that are known to be empty.

    Constants are looked up in the other list, since an enumeration may have many constants.

    Args:
        first: alternatives.
        second: other alternatives.
        possible: returns, for an alternative of `first`, those of `second` that may have a document in common with it.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    of_second, not_constant = frozenset(second), [atom for atom in second if not isinstance(atom, Constant)]
    found: list[Intersection] = []
    for one in first:
        if isinstance(one, Constant):
            found += [one] if one in of_second or any(contains_constant(other, one) for other in not_constant) else []
        else:
            found += [both for other in possible(one) if (both := intersect_alternatives(one, other)) is not None]
    return list(dict.fromkeys(found))


def _lower_limit(one: int | None, other: int | None) -> int | None:
    return min((high for high in (one, other) if high is not None), default=None)


def contains_constant(atom: Intersection, fixed: Constant) -> bool:
    """Return whether a constant is in an alternative, whose conditions and tests count.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    match atom:
        case Constant():
            return atom == fixed
        case Numbers():
            value = fixed.value
            fits = fixed.kind == "number" and isinstance(value, (int, float)) and is_number_within(atom, value)
            return fits and _meets_conditions_and_tests(atom, value)
        case Strings():
            text = fixed.value
            fits = isinstance(text, str) and atom.low <= len(text) and (atom.high is None or len(text) <= atom.high)
            return (
                fits
                and all(is_valid(pattern_test(each), text) for each in atom.patterns)
                and _meets_conditions_and_tests(atom, text)
            )
        case SchemaValues():
            return fixed.kind == atom.kind and is_valid(atom.test, fixed.value)
        case _:
            return False


def _meets_conditions_and_tests(atom: Numbers | Strings, value: ConstantValue) -> bool:
    return all(is_valid(each, value) for each in (*atom.conditions, *atom.tests))


def size_sort_key(atom: Intersection) -> int:
    """Return a sort key that is smaller for an alternative with smaller documents. The search tries alternatives in
    this order, so that witnesses are small.
    """
    match atom:
        case Constant():
            return 0
        case Numbers() | Strings() | SchemaValues():
            return 1
        case Array() | ArrayIntersection():
            return 2
        case Record():
            return 3 + len(atom.required)
        case RecordIntersection():
            return 3 + len(atom.required)
