"""Render a report as workflow commands, which GitHub Actions shows as annotations."""

from __future__ import annotations

from mcp_bindgen.diff.severity import Severity
from mcp_bindgen.report.model import Change, Report, severity, verdicts, worst_first
from mcp_bindgen.visible import one_line

COMMANDS: dict[Severity, str] = {"breaking": "error", "risky": "warning", "safe": "notice"}


def annotation_lines(report: Report, *, file: str | None = None) -> str:
    """One line for each change, worst first, because GitHub shows only the first ten of a kind; empty without changes.

    Args:
        report: the report.
        file: the file in the repository to which the annotations are attached.
    """
    role = report.get("role")
    return "\n".join(_line(change, severity(change, role), file) for change in worst_first(report["changes"], role))


def _line(change: Change, level: Severity, file: str | None) -> str:
    place = {"file": file} if file is not None else {}
    properties = {**place, "title": f"{change['rule']} {change['definition']}".strip()}
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    details = ", ".join(f"{name} {level}" for name, level in verdicts(change).items())
    details += f"; affects {' and '.join(change['affects'])}; {change['pointer']}; {change['fingerprint']}"
    message = _message(f"{change['summary']} ({details})")
    return f"::{COMMANDS[level]} {listed}::{message}"


def _message(text: str) -> str:
    return one_line(text).replace("%", "%25")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
