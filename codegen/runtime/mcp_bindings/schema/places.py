"""Places in a JSON document: links while the document is searched, JSON Pointers when they are shown.

A place is one link to the place around it, so its memory does not depend on the names around it. A JSON Pointer repeats
every name, and a peer chooses names of any length. So pointers are built only for output, and long pointers are cut.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote, unquote

from ..errors import Finding
from ..json_values import escape_token, unescape_token
from ..limits import MAX_POINTER_CHARACTERS

Place: TypeAlias = "tuple[Place, str | int] | None"
"""A place in a document: the place around it and a member name or index; None for the whole document."""

CUT_NOTE = " (inside this place; the whole pointer is too long)"
"""The end of the message of a finding whose pointer is cut."""


class Fault(NamedTuple):
    """Fault of a document. A `Finding` has a JSON Pointer in place of the `place`, and otherwise these attributes."""

    place: Place
    rule: str
    message: str

    def to_finding(self, root: str = "") -> Finding:
        """Return the fault as a finding.

        Args:
            root: the JSON Pointer to the document, if the document is a part of a larger one; otherwise empty.
        """
        pointer, is_cut = to_pointer(self.place, root)
        return Finding(pointer, self.rule, self.message + CUT_NOTE if is_cut else self.message)


def path_of(place: Place) -> tuple[str | int, ...]:
    """Return the member names and indices that lead to a place, outermost first."""
    tokens: list[str | int] = []
    while place is not None:
        place, token = place
        tokens.append(token)
    return tuple(reversed(tokens))


def place_of(path: Iterable[str | int]) -> Place:
    """Return the place at the end of a path, given as member names and indices, outermost first."""
    place: Place = None
    for token in path:
        place = place, token
    return place


def get_value(document: Any, place: Place) -> Any:
    """Return the value at a place in a document."""
    for token in path_of(place):
        document = document[token]
    return document


def to_pointer(place: Place, root: str = "") -> tuple[str, bool]:
    """Return a place as a JSON Pointer (RFC 6901) that begins with `root`, and is cut if it would have more than
    `MAX_POINTER_CHARACTERS` characters.

    Returns:
        The pointer, and whether the pointer is cut. A cut pointer is that of the innermost place around the given place
        whose pointer is short enough.
    """
    pointer = root
    for token in path_of(place):
        if isinstance(token, int):
            longer = f"{pointer}/{token}"
        elif len(token) <= MAX_POINTER_CHARACTERS:
            longer = f"{pointer}/{escape_token(token)}"
        else:
            return pointer, True
        if len(longer) > MAX_POINTER_CHARACTERS:
            return pointer, True
        pointer = longer
    return pointer, False


def reference_to(definition: str) -> str:
    """Return the `$ref` of a definition, given its name."""
    return "#/$defs/" + quote(escape_token(definition), safe="~")


@cache  # references come from the schema, not from a peer
def referenced_name(reference: str) -> str:
    """Return the name of the definition that a `$ref` refers to."""
    return unescape_token(unquote(reference.removeprefix("#/$defs/")))
