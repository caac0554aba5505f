"""Derive which lint rules of an earlier revision apply to a new one, at which places, with which codes and keys."""

from __future__ import annotations

from mcp_bindgen.ingest.inheritance import Row
from mcp_bindgen.ir.error_codes import error_shapes
from mcp_bindgen.ir.lint_rules import has_place
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.release.difference import Difference
from mcp_bindgen.release.fitting_meta import with_keys

RANGE_OF_CODES = "outside"
"""The check that a code is outside a range, or one of the values."""


def fit_lint_rules(spec: SpecRevision, before: SpecRevision, found: Difference) -> None:
    """Fit the rows of `lint_rules.toml`: drop places that the schema no longer has, and rules without a place."""
    for row in found.rows("rule"):
        kept = [place for place in row["places"] if has_place(spec, place)]
        pattern = {"pattern": with_keys(row["pattern"], spec, before)} if row.get("pattern") else {}
        if kept:
            found.change("rule", row, {"places": kept, **_with_codes(spec, row), **pattern})
        else:
            found.remove("rule", row)


def _with_codes(spec: SpecRevision, row: Row) -> dict[str, list[str]]:
    """The values of a rule on a range of error codes: a code that the schema defines is one that may be sent."""
    if row["check"] != RANGE_OF_CODES or row["places"] != ["Error.code"]:
        return {}
    codes = [code for shape in error_shapes(spec) for code in shape.codes]
    added = [str(code) for code in codes if row["minimum"] <= code <= row["maximum"]]
    return {"values": [*row["values"], *(code for code in added if code not in row["values"])]}
