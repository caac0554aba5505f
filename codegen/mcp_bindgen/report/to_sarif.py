"""Convert a report to a SARIF log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mcp_bindgen.diff.rules.catalogue import BY_ID
from mcp_bindgen.diff.severity import Severity
from mcp_bindgen.prose import plain_prose
from mcp_bindgen.report.line_numbers import FileSpot
from mcp_bindgen.report.model import ChangeJSON, ReportJSON, change_verdicts, severity_in_report, sort_by_severity
from mcp_bindgen.report.sarif import Level, SarifFinding, SarifRule, sarif_log

NOT_COMPARED = SarifRule("NOT_COMPARED", "a part of a schema is not compared, because no type states it exactly")
"""Rule of the findings about parts that are not compared."""

LEVELS: Mapping[Severity, Level] = {"breaking": "error", "risky": "warning", "safe": "note"}


def report_to_sarif(report: ReportJSON, *, spot: Callable[[ChangeJSON], FileSpot | None]) -> Mapping[str, Any]:
    """Return a SARIF log with a finding for each change, the most severe first, and for each part that is not compared.

    Args:
        report: the report.
        spot: returns the file and line of a change in the repository, or None without a file.
    """
    changes = sort_by_severity(report["changes"], report.get("role"), report.get("only"))
    rules = [SarifRule(rule, BY_ID[rule].purpose) for rule in dict.fromkeys(change["rule"] for change in changes)]
    left_out = [
        SarifFinding(NOT_COMPARED.id, "warning", f"not compared: {part}", part=part.partition(": ")[0])
        for part in report.get("left_out", ())
    ]
    findings = [*(_make_finding(report, change, spot(change)) for change in changes), *left_out]
    return sarif_log(findings, [*rules, *([NOT_COMPARED] if left_out else ())])


def _make_finding(report: ReportJSON, change: ChangeJSON, spot: FileSpot | None) -> SarifFinding:
    """Return the finding of SARIF for a change."""
    listed = ", ".join(f"{subject} {level}" for subject, level in change_verdicts(change, report.get("only")).items())
    message = f"{plain_prose(change['summary'])} ({listed}; affects {' and '.join(change['affects'])})"
    level = LEVELS[severity_in_report(report, change)]
    return SarifFinding(change["rule"], level, message, spot, change["pointer"], change["fingerprint"])
