"""Threshold of a report: the changes for which `mcp-bindgen diff --fail-on` fails."""

from __future__ import annotations

from typing import Literal

from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.diff.types import Report

Threshold = Literal["breaking", "risky", "any", "never"]


def reaches(report: Report, threshold: Threshold) -> bool:
    """Return whether a report has a change of at least the given severity.

    Args:
        report: the report; if it is limited to one side, the severities for that side count.
        threshold: the least severity; `any` for any change, `never` for none.
    """
    if threshold == "never":
        return False
    found = map(report.severity, report.changes)
    wanted = {"breaking": ("breaking",), "risky": ("breaking", "risky"), "any": SEVERITIES}[threshold]
    return any(severity in wanted for severity in found)
