"""Names of the members of a class: on the wire, in Python, and misspelled."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..spec.names import META

META_ATTRIBUTE = "meta"
"""The attribute whose default wire name is `_meta`, since pydantic allows no field whose name starts with an
underscore.
"""


def default_wire_name(attribute: str) -> str:
    """Return the wire name of an attribute whose field states none: `_meta` for `meta`, otherwise camelCase."""
    if attribute == META_ATTRIBUTE:
        return META
    head, *tail = attribute.split("_")
    return head + "".join(word[:1].upper() + word[1:] for word in tail)


class WireTable(NamedTuple):
    """Names of the members of a class, and the members that a constructor treats specially."""

    attributes: dict[str, str]
    """The attributes, by wire name."""
    constants: tuple[tuple[str, str, Any], ...]
    """The wire name, attribute and value of each constant."""
    omittable: frozenset[str]
    """Attributes that may be absent but not null."""
    nullable: tuple[str, ...]
    """Attributes that may be absent or null; absent and null are distinct."""
    spellings: frozenset[str]
    """All wire names and attributes."""
    aliases: frozenset[str]
    """Wire names that differ from their attribute."""
    shadowing: frozenset[str]
    """Attributes that differ from their wire name. `extra_key` makes the key of an unknown member whose name is one of
    these."""


def extra_key(shadowing: frozenset[str], wire_name: str) -> str:
    """Return the key under which pydantic stores an unknown member.

    pydantic distinguishes set fields from unknown members by name alone. An unknown member `is_error` of a class
    whose field `is_error` has the wire name `isError` is therefore stored under a key that no attribute can have.

    Args:
        shadowing: the attributes that differ from their wire name.
        wire_name: the name of the unknown member.
    """
    return f"{wire_name}\0" if wire_name.rstrip("\0") in shadowing else wire_name


def check_spelling(
    name: str, table: WireTable, error: type[TypeError] | type[KeyError] | type[AttributeError], *, wire: bool = False
) -> None:
    """Raise an error that suggests the right spelling if a name is close to the name of a member.

    Args:
        name: a name that is not a member.
        table: the names of the members.
        error: the class of the error.
        wire: whether to suggest the wire name instead of the attribute.

    Raises:
        TypeError, KeyError, AttributeError: the name is close to that of a member; the class is `error`.
    """
    from difflib import get_close_matches  # needed for faults only

    names_by_spelling: dict[str, str] = {}
    for wire_name, attribute in table.attributes.items():
        right = wire_name if wire else attribute
        names_by_spelling[_simplify_name(wire_name)] = names_by_spelling[_simplify_name(attribute)] = right
    close = get_close_matches(_simplify_name(name), names_by_spelling, n=1, cutoff=0.86)
    if close and names_by_spelling[close[0]] != name:
        raise error(f"no member {name!r}; did you mean {names_by_spelling[close[0]]!r}?")


def _simplify_name(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())
