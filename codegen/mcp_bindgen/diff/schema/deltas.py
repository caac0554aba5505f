"""Constructors of schema differences, one for each kind of change, and steps from place to place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from mcp_bindgen.diff.containment.shape_paths import Step
from mcp_bindgen.diff.schema.side import ComparedSchemas
from mcp_bindgen.diff.types import Delta, Effect, Place
from mcp_bindgen.ir.types import ObjectType, TypeExpr
from mcp_bindgen.jsontext import JSONValue, escape_token

T = TypeVar("T")
S = TypeVar("S")


@dataclass(frozen=True)
class Pair(Generic[T]):
    """A value of the old side and its counterpart on the new side."""

    old: T
    new: T

    def map(self, function: Callable[[T], S]) -> Pair[S]:
        """Return the results of a function for both values, as a pair."""
        return Pair(function(self.old), function(self.new))


class ComparisonContext(Protocol):
    """Protocol that `compare.SchemaComparison` implements: both sides of a comparison, with methods that compare two
    types or two classes. The comparisons of alternatives and of objects call these methods for inner types.
    """

    @property
    def schemas(self) -> ComparedSchemas:
        """Both sides of the comparison."""
        ...

    def compare_types(self, types: Pair[TypeExpr], places: Pair[Place]) -> Iterator[Delta]:
        """Return the differences between two types at one place; none if the types are the same, or if their comparison
        is in progress.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        ...

    def compare_classes(self, classes: Pair[ObjectType], places: Pair[Place]) -> Iterator[Delta]:
        """Return the differences between two classes at a place that uses them, instead of at their own definitions.

        Raises:
            PathError: the place of a class has no object type, or several.
            UndecidedError: a pattern would take too long.
        """
        ...


def added_delta(what: str, subject: str, places: Pair[Place], value: JSONValue, effect: Effect) -> Delta:
    """Return the difference for something that only the new side has, at a place that both sides have."""
    return Delta(what, "schema", "added", places.old, places.new, subject, None, value, effect)


def removed_delta(what: str, subject: str, places: Pair[Place], value: JSONValue, effect: Effect) -> Delta:
    """Return the difference for something that only the old side has, at a place that both sides have."""
    return Delta(what, "schema", "removed", places.old, places.new, subject, value, None, effect)


def changed_delta(
    what: str, subject: str, places: Pair[Place], values: Pair[JSONValue], effect: Effect | None = None
) -> Delta:
    """Return the difference for something that both sides have in different forms."""
    return Delta(what, "schema", "changed", places.old, places.new, subject, values.old, values.new, effect)


def renamed_delta(
    what: str, names: Pair[str], places: Pair[Place], values: Pair[JSONValue], effect: Effect | None = None
) -> Delta:
    """Return the difference for something that both sides have under different names."""
    subject = f"{names.old} to {names.new}"
    return Delta(what, "schema", "renamed", places.old, places.new, subject, values.old, values.new, effect)


def member_place(place: Place, name: str) -> Place:
    """Return the place of a member, given the place of its object. The pointer leads to the member. The path still
    leads to the object, because the object is what changes.
    """
    return replace(place, pointer=f"{place.pointer}/properties/{escape_token(name)}")


def step_into(place: Place, step: Step, keyword: str = "") -> Place:
    """Return the place that a step reaches from another place.

    Args:
        place: the place to start from.
        step: the step through the shape.
        keyword: the JSON Schema keyword to append to the pointer; empty if the pointer stays the same.
    """
    pointer = f"{place.pointer}/{keyword}" if keyword else place.pointer
    return replace(place, pointer=pointer, path=(*place.path, step))
