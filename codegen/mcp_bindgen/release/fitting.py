"""Derive how the facts of a new revision differ from those of an earlier one, from the schema of the new one.

A row about something that the schema no longer has is gone. A row is added for each new method, capability and error
code, with everything that the schema and the rows of similar methods tell; what no schema tells is an empty text.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from mcp_bindgen.ingest.inheritance import Row
from mcp_bindgen.ir.capabilities import capabilities
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.release.difference import Difference
from mcp_bindgen.release.fitting_errors import fit_error_codes
from mcp_bindgen.release.fitting_meta import fit_meta_keys
from mcp_bindgen.release.fitting_methods import fit_methods
from mcp_bindgen.release.fitting_rules import fit_lint_rules


def fit_protocol(spec: SpecRevision, _: SpecRevision, found: Difference) -> None:
    """Fit the rows of `protocol.toml`."""
    fit_methods(spec, found)
    fit_error_codes(spec, found)
    members = {
        (type_.name, field.wire_name) for type_ in spec.types if isinstance(type_, ObjectType) for field in type_.fields
    }
    for row in found.rows("default"):
        if (row["type"], row["member"]) not in members:
            found.remove("default", row)
    for row in found.rows("feature"):
        if row.get("places"):
            kept = [place for place in row["places"] if _has_place(spec, place)]
            found.change("feature", row, {"places": kept or None})


def fit_transport(spec: SpecRevision, before: SpecRevision, found: Difference) -> None:
    """Fit the rows of `transport.toml`."""
    for side in ("client", "server"):
        table, paths = f"{side}_capability", capabilities(spec, side)
        known = {row["path"] for row in found.rows(table)}
        for row in found.rows(table):
            if row["path"] not in paths:
                found.remove(table, row)
        for path in paths:
            if path not in known:
                found.add(table, {"path": path, "meaning": "", "sources": []})
    fit_meta_keys(spec, before, found)
    methods = {method.name for method in spec.methods}
    for row in found.rows("request_header"):
        _keep_methods("request_header", row, methods, found)
    life: Any = found.inherited.get("lifecycle", {})
    lists = [key for key, value in life.items() if isinstance(value, list) and key != "sources"]
    found.change("lifecycle", life, {key: _known(life[key], methods) or None for key in lists})


def fit_authorization(_: SpecRevision, __: SpecRevision, ___: Difference) -> None:
    """Nothing in `authorization.toml` depends on the schema."""


FITS = {
    "protocol.toml": ("Methods, errors, ids and defaults", fit_protocol),
    "transport.toml": ("Transports, headers, lifecycle and capabilities", fit_transport),
    "authorization.toml": ("Authorization", fit_authorization),
    "lint_rules.toml": ("Rules for single messages", fit_lint_rules),
}
"""By facts file: its title, and the function that fits its rows to a schema, given the schema before."""


def _has_place(spec: SpecRevision, place: str) -> bool:
    known = {*capabilities(spec, "client"), *capabilities(spec, "server"), *spec.definitions}
    known |= {method.name for method in spec.methods}
    if place in known:
        return True
    owner, _, rest = place.partition(".")
    member, _, value = rest.partition("=")
    type_ = spec.by_name().get(owner)
    if not isinstance(type_, ObjectType) or not value:
        return False
    values: Mapping[str, Any] = {field.wire_name: getattr(field.type, "values", ()) for field in type_.fields}
    return value in map(str, values.get(member, ()))


def _keep_methods(table: str, row: Row, methods: Collection[str], found: Difference) -> None:
    """Drop the methods of a row that no longer exist, and the row if it is about no other."""
    lists = {key: _known(row[key], methods) for key in ("methods", "never_on") if row.get(key)}
    if "methods" in lists and not lists["methods"]:
        found.remove(table, row)
    else:
        found.change(table, row, {key: value or None for key, value in lists.items()})


def _known(names: list[str], methods: Collection[str]) -> list[str]:
    return [name for name in names if name in methods]
