"""Along a path through shapes: what stands at its end, and the whole with something else there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mcp_bindgen.diff.containment.shapes import Array, At, Choice, Record, Scope, Shape, alternatives
from mcp_bindgen.diff.types import ArmStep, ExtraStep, ItemStep, MemberStep, Step


class LostError(LookupError):
    """A path does not lead through a shape."""


def follow(shape: Shape, path: Sequence[Step]) -> Shape:
    """The shape at the end of a path.

    Raises:
        LostError: there is nothing at its end, or several things are.
    """
    for step in path:
        match step:
            case MemberStep(name):
                member = record_in(shape).member(name)
                if member is None:
                    raise LostError(name)
                shape = member.shape
            case ExtraStep():
                extra = record_in(shape).extra
                shape = Choice(()) if extra is None else extra
            case ItemStep():
                shape = _array(shape).items
            case ArmStep(arms, index):
                shape = At(_scope(shape), arms[index])
    return shape


def replaced(shape: Shape, path: Sequence[Step], other: Shape) -> Shape:
    """A shape with another at the end of a path."""
    if not path:
        return other
    step, rest = path[0], path[1:]
    inner = replaced(follow(shape, [step]), rest, other)
    match step:
        case MemberStep(name):
            record = record_in(shape)
            members = tuple(replace(each, shape=inner) if each.name == name else each for each in record.members)
            return replace(record, members=members)
        case ExtraStep():
            return replace(record_in(shape), extra=inner)
        case ItemStep():
            return replace(_array(shape), items=inner)
        case ArmStep(arms, index):
            scope = _scope(shape)
            return Choice(tuple(inner if place == index else At(scope, arm) for place, arm in enumerate(arms)))


def record_in(shape: Shape) -> Record:
    """The only object that a shape can be.

    Raises:
        LostError: it can be none, or several.
    """
    records = [atom for atom in alternatives(shape) if isinstance(atom, Record)]
    if len(records) != 1:
        raise LostError(f"{len(records)} objects")
    return records[0]


def same_form(one: Shape, other: Shape, path: Sequence[Step]) -> bool:
    """Does a path lead to as many objects and arrays in both?"""
    try:
        return _containers(follow(one, path)) == _containers(follow(other, path))
    except LostError:
        return False


def _containers(shape: Shape) -> list[type]:
    return [type(atom) for atom in alternatives(shape) if isinstance(atom, (Record, Array))]


def _array(shape: Shape) -> Array:
    arrays = [atom for atom in alternatives(shape) if isinstance(atom, Array)]
    if len(arrays) != 1:
        raise LostError(f"{len(arrays)} arrays")
    return arrays[0]


def _scope(shape: Shape) -> Scope:
    assert isinstance(shape, At)
    return shape.scope
