"""The facts of each revision that the tables in `schema/` were made from, in our words, with the source of each.

The tests hold the tables and the package to them. A file states how its revision differs from the one before, in the
words of `mcp_bindgen.ingest.inheritance`; a table inside another one has a dotted name there, such as `http.rule`.
`schema-defects.toml` says which places of the official schema files are in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import mcp_bindings as mb
from mcp_bindgen.ingest.inheritance import Keys, Tables, apply_differences, with_pages_of_revision
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.jsontext import is_array, is_object

_DIRECTORY = Path(__file__).parent

STATED = tuple(revision for revision in mb.REVISIONS if (_DIRECTORY / f"{revision}.toml").is_file())
"""The revisions whose facts stand here. A revision that was brought in a moment ago has no independent facts yet."""


KEYS: Keys = {
    "request": ("method",),
    "notification": ("method",),
    "embedded_request": ("method",),
    "error_code": ("code",),
    "error_range": ("low", "high"),
    "error_channel": ("channel",),
    "default": ("applies_to",),
    "deprecated": ("item",),
    "limit": ("id",),
    "capabilities.client": ("path",),
    "capabilities.server": ("path",),
    "lifecycle.rule": ("rule",),
    "meta.key": ("key",),
    "meta.rule": ("rule",),
    "negotiation.step": ("rule",),
    "negotiation.era_matrix": ("client", "server"),
    "http.request_header": ("name", "applies_to"),
    "http.response_header": ("name", "applies_to"),
    "http.status": ("code", "situation"),
    "http.rule": ("rule",),
    "http.mcp_name": ("method",),
    "http.param_header_rule": ("rule",),
    "stdio.rule": ("rule",),
    "authorization.standard": ("name",),
    "authorization.discovery": ("target", "order"),
    "authorization.parameter": ("name",),
    "authorization.rule": ("rule",),
    "authorization.iss_validation": ("iss_parameter_supported", "iss"),
    "authorization.deprecated": ("item",),
}
"""The tables of rows. What a table calls a rule is its text, which is all that tells it from others."""


@cache
def tables_of(revision: str) -> Tables:
    """The tables of one revision, with what they inherit, by dotted name."""
    path = _DIRECTORY / f"{revision}.toml"
    stated = flat(read_toml(path))
    base = stated.pop("inherits", None)
    inherited: Tables = {} if base is None else with_pages_of_revision(tables_of(base), base, revision)
    return apply_differences(KEYS, inherited, stated, where=str(path))


@cache
def facts_of(revision: str) -> dict[str, Any]:
    """The facts of one revision."""
    found: dict[str, Any] = {}
    for name, table in tables_of(revision).items():
        outer, _, inner = name.partition(".")
        if inner:
            found.setdefault(outer, {})[inner] = table
        else:
            found[outer] = {**table, **found.get(outer, {})} if is_object(table) else table
    return found


def flat(tables: Tables) -> Tables:
    """The tables by dotted name: rows inside a table are a table of their own."""
    found: Tables = {}
    for name, table in tables.items():
        inner = {key: value for key, value in table.items() if _are_rows(value)} if is_object(table) else {}
        if inner:
            table = {key: value for key, value in table.items() if key not in inner}
        if table or not inner:
            found[name] = table
        found |= {f"{name}.{key}": rows for key, rows in inner.items()}
    return found


def _are_rows(value: object) -> bool:
    return is_array(value) and bool(value) and all(map(is_object, value))


@cache
def schema_defects() -> dict[str, Any]:
    """The places of the official schema files that are in doubt."""
    return read_toml(_DIRECTORY / "schema-defects.toml")


def in_order(rows: Iterable[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Sort rows: tables keep the order in which rows were inherited, these facts that of the pages."""
    return sorted(rows, key=repr)
