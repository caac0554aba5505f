"""Test if two types are the same, and if two classes are similar enough to be compared member by member.

A reference to a definition that both sides have counts as the same type, however different the two definitions are.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher

from mcp_bindgen.ir.assertions import kind_of_value
from mcp_bindgen.ir.types import (
    AnyJson,
    ConstantValue,
    Field,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    TypeExpr,
)
from mcp_bindgen.jsontext import JSONValue

MIN_NAME_SIMILARITY = 0.6
"""Least similarity of names, from 0 to 1, at which two members of the same type count as one renamed member."""


def is_same_type(one: TypeExpr, other: TypeExpr, shared: Mapping[str, str]) -> bool:
    """Return whether two type expressions are the same.

    Args:
        one: a type of the old side.
        other: a type of the new side.
        shared: Python names of the definitions that both sides have, old to new.
    """
    match one, other:
        case (Ref(name), Ref(target)):
            return shared.get(name) == target
        case (LiteralValue(values), LiteralValue(others)):
            return {(kind_of_value(value), value) for value in values} == {
                (kind_of_value(value), value) for value in others
            }
        case (ListOf(), ListOf()):
            return is_same_type(one.items, other.items, shared) and effective_bounds(one) == effective_bounds(other)
        case (MapOf(), MapOf()):
            return is_same_type(one.values, other.values, shared)
        case (Scalar(), Scalar()):
            return (one.kind, effective_bounds(one), one.format) == (other.kind, effective_bounds(other), other.format)
        case (ScalarUnion(arms), ScalarUnion(others)):
            return all(any(is_same_type(arm, rival, shared) for rival in others) for arm in arms) and all(
                any(is_same_type(arm, rival, shared) for arm in arms) for rival in others
            )
        case (AnyJson(), AnyJson()):
            return True
        case _:
            return False


def form_of(expr: TypeExpr, shared: Mapping[str, str]) -> tuple[str, ...]:
    """Return a key that is equal for equal types, and different for most other types.

    Args:
        expr: a type of either side.
        shared: Python names of the definitions that both sides have, old to new, if the type is of the old side; empty
            if it is of the new side.
    """
    match expr:
        case Ref(name):
            return "reference", shared.get(name, name)
        case Scalar():
            return "scalar", expr.kind
        case _:
            return (type(expr).__name__,)


def effective_bounds(expr: Scalar | ListOf) -> dict[str, JSONValue]:
    """Return the constraints that exclude at least one value, by keyword. A minimum length of 0 excludes no value."""
    return {word: value for word, value in expr.constraints if not (word in ("minLength", "minItems") and value == 0)}


def literal_values(expr: TypeExpr) -> tuple[ConstantValue, ...]:
    """Return the constants of a literal type; empty for any other type."""
    return expr.values if isinstance(expr, LiteralValue) else ()


def are_comparable(one: ObjectType, other: ObjectType) -> bool:
    """Return whether two classes are compared member by member. If not, one counts as replaced by the other.

    The classes must have equal names, unless one of them is inline, and a member in common, unless one of them has no
    members. A member that both classes require must not have different constants in the two.
    """
    names = {field.wire_name for field in one.fields} & {field.wire_name for field in other.fields}
    inline = one.provenance.was_inline or other.provenance.was_inline
    overlap = bool(names) or not one.fields or not other.fields
    return (inline or one.name == other.name) and overlap and not _tags_differ(one, other)


def member_overlap(one: ObjectType, other: ObjectType) -> float:
    """Return the share of member names that two classes have in common, from 0 to 1."""
    names, other_names = {field.wire_name for field in one.fields}, {field.wire_name for field in other.fields}
    return len(names & other_names) / max(1, len(names | other_names))


def have_similar_names(one: Field, other: Field) -> bool:
    """Return whether the names of two members are similar enough for a rename."""
    name, other_name = one.wire_name.lower(), other.wire_name.lower()
    if 2 * min(len(name), len(other_name)) < MIN_NAME_SIMILARITY * (len(name) + len(other_name)):
        return False
    matcher = SequenceMatcher(None, name, other_name)
    return matcher.quick_ratio() >= MIN_NAME_SIMILARITY and matcher.ratio() >= MIN_NAME_SIMILARITY


def _tags_differ(one: ObjectType, other: ObjectType) -> bool:
    """Return whether a member that both classes require has constants in each class, but no constant in common."""
    types = {field.wire_name: field.type for field in one.fields if field.required}
    other_types = {field.wire_name: field.type for field in other.fields if field.required}
    return any(
        set(map(repr, literal_values(types[name]))).isdisjoint(map(repr, literal_values(other_types[name])))
        for name in types.keys() & other_types.keys()
        if literal_values(types[name]) and literal_values(other_types[name])
    )
