"""Check if a document is in a shape, which is a set of documents."""

from __future__ import annotations

import json
from collections.abc import Container, Mapping, Sequence
from functools import partial

from mcp_bindgen.diff.containment.bounds import Numbers, Strings, is_number_within
from mcp_bindgen.diff.containment.intersection import conditions_of
from mcp_bindgen.diff.containment.shapes import (
    Array,
    Atom,
    Choice,
    Constant,
    Record,
    SchemaValues,
    Scope,
    Shape,
    TypeRef,
    alternatives,
    constant,
    tag_tables_of,
)
from mcp_bindgen.diff.containment.tags import MIN_ALTERNATIVES, TagTables
from mcp_bindgen.diff.containment.validity import is_valid, pattern_test
from mcp_bindgen.ir.assertions import kind_of_value
from mcp_bindgen.ir.types import Ref
from mcp_bindgen.jsontext import JSONValue


def accepts(shape: Shape, document: JSONValue) -> bool:
    """Return whether a document is in a shape.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    if isinstance(shape, Choice) and shape.root is not None:
        own = any(_atom_accepts(atom, document) for atom in shape.own_atoms)
        return own or _any_atom_accepts(shape.root, document, shape.replaced_atoms)
    return _any_atom_accepts(shape, document)


def all_accept(shapes: Sequence[Shape], document: JSONValue) -> bool:
    """Return whether a document is in all the given shapes.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    return all(accepts(shape, document) for shape in shapes)


def _any_atom_accepts(shape: Shape, document: JSONValue, excluded: Container[int] = ()) -> bool:
    """Return whether a document is in an alternative of a shape. Alternatives with an excluded index do not count.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    atoms = alternatives(shape)
    places = (
        _tags_of_shape(shape, atoms).possible_indices(partial(_member_as_constant, document))
        if len(atoms) >= MIN_ALTERNATIVES
        else None
    )
    candidates = enumerate(atoms) if places is None else ((place, atoms[place]) for place in places)
    return any(place not in excluded and _atom_accepts(atom, document) for place, atom in candidates)


def _tags_of_shape(shape: Shape, atoms: Sequence[Atom]) -> TagTables:
    """Return the tables that find alternatives of a shape by their constant members, from a cache for a named type. For
    a shape that is neither a choice nor a named type, return empty tables.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    match shape:
        case Choice():
            return shape.tags
        case TypeRef(scope, Ref(name)):
            return _cached_tags(scope, name, atoms)
        case _:
            return TagTables(())


def _cached_tags(scope: Scope, name: str, atoms: Sequence[Atom]) -> TagTables:
    if name not in scope.tags:
        scope.tags[name] = tag_tables_of(atoms)
    return scope.tags[name]


def _member_as_constant(document: JSONValue, name: str) -> tuple[Constant] | None:
    """Return the value of a member as a tuple with one constant.

    Returns:
        The tuple; None if the document has no member of this name, or if the value is null, an array or an object.
    """
    value = document.get(name) if isinstance(document, Mapping) else None
    return (constant(value),) if isinstance(value, (str, int, float)) else None


def _atom_accepts(atom: Atom, document: JSONValue) -> bool:
    if isinstance(atom, SchemaValues):
        return kind_of_value(document) == atom.kind and is_valid(atom.test, document)
    return _has_form(atom, document) and all(is_valid(each, document) for each in conditions_of(atom))


def _has_form(atom: Atom, document: JSONValue) -> bool:
    """Return whether a document would be in an alternative if the alternative had no conditions.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    match atom:
        case Constant():
            return kind_of_value(document) == atom.kind and document == atom.value
        case Numbers():
            number = isinstance(document, (int, float)) and not isinstance(document, bool)
            return number and is_number_within(atom, document)  # type: ignore[arg-type]
        case Strings():
            fits = isinstance(document, str) and atom.low <= len(document) <= _upper_bound(atom.high, len(document))
            return fits and all(is_valid(pattern_test(each), document) for each in atom.patterns)
        case Array():
            if isinstance(document, (str, Mapping)) or not isinstance(document, Sequence):
                return False
            fits = atom.low <= len(document) <= _upper_bound(atom.high, len(document))
            return fits and all(accepts(atom.items, item) for item in document)
        case SchemaValues():
            return kind_of_value(document) == atom.kind
        case Record():
            return isinstance(document, Mapping) and _accepts_members(atom, document)


def _accepts_members(atom: Record, document: Mapping[str, JSONValue]) -> bool:
    if not all(name in document for name in atom.required):
        return False
    for name, value in document.items():
        member = atom.member(name)
        shape = atom.extra if member is None else member.shape
        if shape is None or not accepts(shape, value):
            return False
    return True


def _upper_bound(high: int | None, otherwise: int) -> int:
    return otherwise if high is None else high


def json_size(document: JSONValue) -> int:
    """Return the length of a document as JSON text, in characters."""
    return len(json.dumps(document))
