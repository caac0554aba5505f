"""References from one part of a schema to a definition of it."""

from __future__ import annotations

from functools import cache
from urllib.parse import quote, unquote

from ..json_values import escape, unescape


def reference(definition: str) -> str:
    """The `$ref` of a definition, by name."""
    return "#/$defs/" + quote(escape(definition), safe="~")


@cache  # references come from the schema, not from a peer
def referred(reference: str) -> str:
    """The definition that a `$ref` names."""
    return unescape(unquote(reference.removeprefix("#/$defs/")))
