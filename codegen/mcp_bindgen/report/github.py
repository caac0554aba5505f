"""Render a report as workflow commands, which GitHub Actions shows as annotations."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mcp_bindgen.diff.severity import SEVERITIES, Severity
from mcp_bindgen.escaping import one_line
from mcp_bindgen.prose import plain_prose
from mcp_bindgen.report.line_numbers import FileSpot
from mcp_bindgen.report.model import ChangeJSON, ReportJSON, change_verdicts, severity_in_report, sort_by_severity

COMMANDS: Mapping[Severity, str] = {"breaking": "error", "risky": "warning", "safe": "notice"}


def annotation_lines(report: ReportJSON, *, spot: Callable[[ChangeJSON], FileSpot | None] = lambda _: None) -> str:
    """Return the workflow commands for a report: a line for each change and for each part that is not compared.

    The most severe changes come first, and the parts that are not compared come last. GitHub shows only ten commands of
    a kind, so among changes of one severity, each rule occurs once before any rule occurs again.

    Args:
        report: the report.
        spot: returns the place in the repository for the annotation of a change, or None for no place.
    """
    seen: dict[tuple[Severity, str], int] = {}
    ranked: list[tuple[int, int, ChangeJSON]] = []
    for change in sort_by_severity(report["changes"], report.get("role"), report.get("only")):
        level = severity_in_report(report, change)
        turn = seen[level, change["rule"]] = seen.get((level, change["rule"]), -1) + 1
        ranked.append((SEVERITIES.index(level), turn, change))
    ranked.sort(key=lambda each: each[:2])
    lines = [_annotation_line(report, change, spot(change)) for _, _, change in ranked]
    return "\n".join(
        [*lines, *(f"::warning title=not compared::{_escape_message(part)}" for part in report.get("left_out", ()))]
    )


def _annotation_line(report: ReportJSON, change: ChangeJSON, spot: FileSpot | None) -> str:
    place: dict[str, str] = {} if spot is None else {"file": spot.file}
    if spot is not None and spot.line is not None:
        place["line"] = str(spot.line)
    properties = {**place, "title": f"{change['rule']} {change['definition']}".strip()}
    listed = ",".join(f"{name}={_escape_property(value)}" for name, value in properties.items())
    details = ", ".join(f"{name} {level}" for name, level in change_verdicts(change, report.get("only")).items())
    details += f"; affects {' and '.join(change['affects'])}; {change['pointer']}; {change['fingerprint']}"
    message = _escape_message(f"{plain_prose(change['summary'])} ({details})")
    return f"::{COMMANDS[severity_in_report(report, change)]} {listed}::{message}"


def _escape_message(text: str) -> str:
    return one_line(text).replace("%", "%25")


def _escape_property(text: str) -> str:
    return _escape_message(text).replace(":", "%3A").replace(",", "%2C")
