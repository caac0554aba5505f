"""Whether a document is in a shape."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from mcp_bindgen.diff.containment.shapes import (
    Array,
    Atom,
    Constant,
    Numbers,
    Record,
    Shape,
    Strings,
    alternatives,
    number_within,
)
from mcp_bindgen.ir.assertions import kind
from mcp_bindgen.jsontext import JSONValue


def accepts(shape: Shape, document: JSONValue) -> bool:
    """Whether a document is in a shape."""
    return any(_accepts(atom, document) for atom in alternatives(shape))


def _accepts(atom: Atom, document: JSONValue) -> bool:
    match atom:
        case Constant():
            return kind(document) == atom.kind and document == atom.value
        case Numbers():
            number = isinstance(document, (int, float)) and not isinstance(document, bool)
            return number and number_within(atom, document)  # type: ignore[arg-type]
        case Strings():
            return isinstance(document, str) and atom.low <= len(document) <= _limit(atom.high, len(document))
        case Array():
            if isinstance(document, (str, Mapping)) or not isinstance(document, Sequence):
                return False
            fits = atom.low <= len(document) <= _limit(atom.high, len(document))
            return fits and all(accepts(atom.items, item) for item in document)
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


def _limit(high: int | None, otherwise: int) -> int:
    return otherwise if high is None else high


def size(document: JSONValue) -> int:
    """The length of a document as JSON text, in characters."""
    return len(json.dumps(document))
