"""How the members of a class are spelled: on the wire, in Python, and what someone may have meant."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, NamedTuple


def camel(attribute: str) -> str:
    """The wire name of an attribute, unless its field names another."""
    head, *tail = attribute.split("_")
    return head + "".join(word[:1].upper() + word[1:] for word in tail)


class WireTable(NamedTuple):
    """How the members of a class are spelled, and what a constructor does for them."""

    attributes: dict[str, str]
    """Wire name to attribute."""
    constants: dict[str, Any]
    """Attribute to the value it always has."""
    omittable: frozenset[str]
    """Attributes that may be absent and may not be null."""
    shadowing: frozenset[str]
    """Attributes that an unknown member could be named like; see `extra_key`."""


def extra_key(shadowing: frozenset[str], wire_name: str) -> str:
    """The key under which an unknown member is kept.

    pydantic tells set fields and unknown members apart by name alone, so an unknown `is_error` beside a field
    `is_error`, whose wire name is `isError`, is kept under a key that no attribute has.
    """
    return f"{wire_name}\0" if wire_name.rstrip("\0") in shadowing else wire_name


def check_spelling(
    name: str, table: WireTable, error: type[TypeError] | type[KeyError] | type[AttributeError], *, wire: bool = False
) -> None:
    """Raise if a name is a known member in another spelling."""
    known: dict[str, str] = {}
    for wire_name, attribute in table.attributes.items():
        right = wire_name if wire else attribute
        known[_plain(wire_name)] = known[_plain(attribute)] = right
    close = get_close_matches(_plain(name), known, n=1, cutoff=0.86)
    if close and known[close[0]] != name:
        raise error(f"no member {name!r}; did you mean {known[close[0]]!r}?")


def _plain(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())
