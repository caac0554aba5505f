"""Paths through shapes: find or replace the shape at the end of a path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from mcp_bindgen.diff.containment.shapes import Array, Choice, Record, Scope, Shape, TypeRef, alternatives
from mcp_bindgen.ir.types import TypeExpr


@dataclass(frozen=True)
class MemberStep:
    """Step into a member of an object."""

    name: str


@dataclass(frozen=True)
class ExtraStep:
    """Step into the undeclared members of an object."""


@dataclass(frozen=True)
class ItemStep:
    """Step into the items of an array."""


@dataclass(frozen=True)
class ArmStep:
    """Step into one alternative of a union."""

    arms: tuple[TypeExpr, ...]
    index: int


Step: TypeAlias = MemberStep | ExtraStep | ItemStep | ArmStep


class PathError(LookupError):
    """Error for a path that does not lead to exactly one part of a shape."""


def follow_path(shape: Shape, path: Sequence[Step]) -> Shape:
    """Return the shape at the end of a path.

    Raises:
        PathError: nothing is at the end of the path, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    for step in path:
        match step:
            case MemberStep(name):
                member = record_in(shape).member(name)
                if member is None:
                    raise PathError(name)
                shape = member.shape
            case ExtraStep():
                extra = record_in(shape).extra
                shape = Choice(()) if extra is None else extra
            case ItemStep():
                shape = _array_in(shape).items
            case ArmStep(arms, index):
                shape = TypeRef(_scope_of(shape), arms[index])
    return shape


def with_shape_at(shape: Shape, path: Sequence[Step], other: Shape) -> Shape:
    """Return a copy of a shape, with another shape at the end of a path.

    Raises:
        PathError: nothing is at the end of the path, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    if not path:
        return other
    step, rest = path[0], path[1:]
    inner = with_shape_at(follow_path(shape, [step]), rest, other)
    match step:
        case MemberStep(name):
            return record_in(shape).with_shape(name, inner)
        case ExtraStep():
            return record_in(shape).with_extra(inner)
        case ItemStep():
            return replace(_array_in(shape), items=inner)
        case ArmStep(arms, index):
            return _scope_of(shape).choice_of(arms).with_shape(index, inner)


def record_in(shape: Shape) -> Record:
    """Return the only object among the alternatives of a shape.

    Raises:
        PathError: no alternative is an object, or several are.
        UndecidedError: a pattern would take too long.
    """
    records = [atom for atom in alternatives(shape) if isinstance(atom, Record)]
    if len(records) != 1:
        raise PathError(f"{len(records)} objects")
    return records[0]


def lead_to_same_containers(one: Shape, other: Shape, path: Sequence[Step]) -> bool:
    """Return whether a path leads to equally many objects and arrays, in the same order, in two shapes. If one of the
    shapes lacks the path, return False.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    try:
        return _containers(follow_path(one, path)) == _containers(follow_path(other, path))
    except PathError:
        return False


def _containers(shape: Shape) -> list[type]:
    return [type(atom) for atom in alternatives(shape) if isinstance(atom, (Record, Array))]


def _array_in(shape: Shape) -> Array:
    arrays = [atom for atom in alternatives(shape) if isinstance(atom, Array)]
    if len(arrays) != 1:
        raise PathError(f"{len(arrays)} arrays")
    return arrays[0]


def _scope_of(shape: Shape) -> Scope:
    assert isinstance(shape, TypeRef)
    return shape.scope
