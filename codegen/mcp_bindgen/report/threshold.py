"""Threshold of a report: the changes for which `mcp-bindgen diff --fail-on` fails."""

from __future__ import annotations

from typing import Literal

from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.diff.types import Report

Threshold = Literal["breaking", "unknown", "risky", "any", "never"]


def reaches_threshold(report: Report, threshold: Threshold) -> bool:
    """Return whether a report has a change, or something undecided, that reaches a threshold.

    Args:
        report: the report; if it is limited to one side, the severities for that side count.
        threshold: the least severity that counts. With `unknown`, breaking changes and everything undecided count, with
            `any` every change, and with `never` nothing. Everything undecided also counts with `risky` and `any`.
    """
    wanted = {"risky": ("breaking", "risky"), "any": SEVERITIES, "never": ()}.get(threshold, ("breaking",))
    is_undecided = threshold in ("unknown", "risky", "any") and report.undecided > 0
    return is_undecided or any(report.severity(change) in wanted for change in report.changes)
