"""Limit a report to the changes of one side, aspect, theme or rule."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from mcp_bindgen.diff.types import Aspect, Report
from mcp_bindgen.ir.methods import Side
from mcp_bindgen.report.digest.guide import DigestGuide


def limit_to_side(report: Report, side: Side) -> Report:
    """Return the report limited to the changes that affect one side."""
    return replace(report, changes=tuple(change for change in report.changes if side in change.affects), side=side)


def limit_to_aspect(report: Report, aspect: Aspect) -> Report:
    """Return the report limited to one aspect, with only the changes that are not safe for this aspect."""
    limited = replace(report, only=aspect, side=None)
    changes = tuple(change for change in report.changes if limited.severity(change) != "safe")
    return replace(report, only=aspect, changes=changes)


def limit_to_areas(report: Report, areas: Collection[str], guide: DigestGuide) -> Report:
    """Return the report limited to the changes that belong to themes with the given ids.

    Raises:
        BindgenError: a change has no step, and no theme has a pattern for it.
    """
    known = guide.until(report.new)
    return replace(report, changes=tuple(change for change in report.changes if known.theme_of(change) in areas))


def limit_to_rules(report: Report, rules: Collection[str]) -> Report:
    """Return the report limited to the changes that belong to rules with the given ids."""
    return replace(report, changes=tuple(change for change in report.changes if change.rule in rules))
