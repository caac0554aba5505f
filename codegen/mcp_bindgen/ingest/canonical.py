"""Canonical form of a schema file: independent of layout, of prose, and of the order of members and alternatives."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from mcp_bindgen.ingest import keywords
from mcp_bindgen.jsontext import JSONValue

UNORDERED_KEYWORDS = frozenset({"allOf", "anyOf", "enum", "oneOf", "required", "type"})
"""Keywords whose value can be an array. The order of its items has no meaning."""
DATA_KEYWORDS = frozenset({"const", "default"})
"""Keywords whose values are JSON documents, not schemas."""


def canonical_form(document: JSONValue) -> JSONValue:
    """Return the canonical form of a schema document.

    Documents have equal canonical forms if they differ only in layout, prose and the order of members and alternatives.
    """
    return _sort_unordered_items(keywords.rewrite_subschemas(document, _drop_prose))


def _drop_prose(members: dict[str, JSONValue]) -> dict[str, JSONValue]:
    return {keyword: value for keyword, value in members.items() if keyword not in keywords.PROSE}


def _sort_unordered_items(value: JSONValue) -> JSONValue:
    if isinstance(value, Mapping):
        return {name: each if name in DATA_KEYWORDS else _canonical_member(name, each) for name, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_sort_unordered_items(item) for item in value]
    return value


def _canonical_member(name: str, value: JSONValue) -> JSONValue:
    made = _sort_unordered_items(value)
    if name in UNORDERED_KEYWORDS and isinstance(made, list):
        return sorted(made, key=lambda item: json.dumps(item, sort_keys=True))
    return made
