"""Report a member that moved into or out of an object beside it as one difference, in place of those of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from mcp_bindgen.diff.schema.side import ComparedSchemas, ComparedSide
from mcp_bindgen.diff.types import Delta, Place
from mcp_bindgen.ingest.translation import path_notation
from mcp_bindgen.ir.types import Field, ObjectType, Ref, expressions, object_type
from mcp_bindgen.jsontext import escape_token, pointer_tokens

WHAT = "member moved"


def fold_moves(deltas: Sequence[Delta], schemas: ComparedSchemas) -> list[Delta]:
    """Return the differences, with one difference for each moved member.

    A member has moved if an object loses it, and an object in another member of the same object gains it with the same
    type, both required or both optional; or the other way round. Its name in the inner object may have a prefix that
    ends with a slash, as the keys of `_meta` have. A member with several such places counts as removed and as added.
    """
    gone, come = _deltas_by_member(deltas, "removed"), _deltas_by_member(deltas, "added")
    moves = [
        *_find_moves(gone, come, schemas, schemas.new, into=True),
        *_find_moves(come, gone, schemas, schemas.old, into=False),
    ]
    moved = {id(each.outer): each.delta for each in moves}
    whole = [each.inner for each in moves if each.is_whole]
    return [moved.get(id(delta), delta) for delta in deltas if all(delta is not each for each in whole)]


class _Move(NamedTuple):
    """A moved member, with the differences that its own difference replaces."""

    outer: Delta
    """The difference of the object that has the inner object."""
    inner: Delta | None
    """The difference of the inner object; None if only one side has this object."""
    is_whole: bool
    """True if the member has moved into or out of every object that has the inner object."""
    delta: Delta


_Members = Mapping[tuple[str, str], Delta]


def _deltas_by_member(deltas: Sequence[Delta], participle: str) -> dict[tuple[str, str], Delta]:
    """Return the differences of removed or added members, by the class that has the member and the member's name."""
    found: dict[tuple[str, str], Delta] = {}
    for delta in deltas:
        place = delta.old if participle == "removed" else delta.new
        if delta.what in (f"required member {participle}", f"optional member {participle}") and place is not None:
            found[place.types[-1], delta.subject] = delta
    return found


def _find_moves(
    outer: _Members, inner: _Members, schemas: ComparedSchemas, side: ComparedSide, *, into: bool
) -> Iterator[_Move]:
    """Yield the moves between outer objects and the inner objects of one side.

    Args:
        outer: the differences of outer objects: members that they have lost, or that they have gained.
        inner: the opposite differences, among them those of inner objects.
        schemas: the compared schemas.
        side: the side with the inner objects that have the members.
        into: whether the members have moved into the inner objects.
    """
    other = schemas.old if into else schemas.new
    found: dict[tuple[str, str], list[tuple[Delta, Field, ObjectType, Field]]] = {}
    for (name, member), delta in outer.items():
        here = delta.new if into else delta.old
        field = _find_field(other.types.get(name), member)
        owner = side.types.get(here.types[-1]) if here is not None and here.types else None
        if field is None or not isinstance(owner, ObjectType) or delta.enveloped:
            continue
        places = [
            (container, type_, key)
            for container in owner.fields
            if (type_ := object_type(container.type, side.types)) is not None and type_.name != owner.name
            for key in type_.fields
            if key.wire_name.rpartition("/")[2] == member.rpartition("/")[2]
            and member in (key.wire_name, key.wire_name.rpartition("/")[2])
            and key.required == field.required
            and _is_missing_on_other_side(key.wire_name, type_, side, other)
            and (schemas.are_same_types(field.type, key.type) if into else schemas.are_same_types(key.type, field.type))
        ]
        if len(places) == 1:
            ((container, type_, key),) = places
            found.setdefault((type_.name, key.wire_name), []).append((delta, container, type_, key))
    for (name, key_name), moves in found.items():
        owners = {_outer_class(delta, into=into) for delta, *_ in moves}
        is_whole = _referring_types(name, side) <= owners
        for delta, container, type_, key in moves:
            part = inner.get((name, key_name))
            yield _Move(delta, part, is_whole, _moved_delta(delta, part, container, type_, key, into=into))


def _outer_class(delta: Delta, *, into: bool) -> str:
    """Return the Python name of the class of an outer object, on the side that has the inner object; an empty text if
    the outer object is not on that side.
    """
    place = delta.new if into else delta.old
    return place.types[-1] if place is not None else ""


def _find_field(type_: object, name: str) -> Field | None:
    return type_.by_wire_name.get(name) if isinstance(type_, ObjectType) else None


def _is_missing_on_other_side(member: str, type_: ObjectType, side: ComparedSide, other: ComparedSide) -> bool:
    """Return whether the class of an inner object lacks a member on the other side, or is absent there."""
    return _find_field(other.types.get(side.shared.get(type_.name, "")), member) is None


def _referring_types(name: str, side: ComparedSide) -> set[str]:
    """Return the Python names of the types that refer to a type."""
    return {
        type_.name
        for type_ in side.types.values()
        if any(isinstance(expr, Ref) and expr.name == name for expr in expressions(type_))
    }


def _moved_delta(
    outer: Delta, inner: Delta | None, container: Field, type_: ObjectType, key: Field, *, into: bool
) -> Delta:
    """Return the difference of a moved member. Its assessment is that of its parts."""
    assert outer.old is not None
    assert outer.new is not None
    pointer = f"{type_.provenance.pointer}/properties/{escape_token(key.wire_name)}"
    nested = Place(type_.definition, pointer, (type_.name,))
    old, new = (outer.old, nested) if into else (nested, outer.new)
    own, around = (outer.old, outer.new) if into else (outer.new, outer.old)
    path = f"{path_notation(pointer_tokens(around.pointer))}.{container.wire_name}.{key.wire_name}"
    name = path_notation(pointer_tokens(own.pointer))
    schema = outer.before if into else outer.after
    return replace(
        outer,
        what=WHAT,
        kind="renamed",
        old=old,
        new=new,
        subject=f"{name} to {path}" if into else f"{path} to {name}",
        before=schema,
        after=schema,
        effect=None,
        parts=(outer,) if inner is None else (outer, inner),
    )
