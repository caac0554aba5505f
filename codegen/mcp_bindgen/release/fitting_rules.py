"""Derive which lint rules of an earlier revision apply to a new one, and at which places."""

from __future__ import annotations

from mcp_bindgen.ir.lint_rules import has_place
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.release.difference import Difference


def fit_lint_rules(spec: SpecRevision, found: Difference) -> None:
    """Fit the rows of `lint_rules.toml`: drop places that the schema no longer has, and rules without a place."""
    for row in found.rows("rule"):
        kept = [place for place in row["at"] if has_place(spec, place)]
        if kept:
            found.change("rule", row, {"at": kept})
        else:
            found.remove("rule", row)
