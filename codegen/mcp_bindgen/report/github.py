"""A report as the lines that GitHub Actions turn into annotations of a run."""

from __future__ import annotations

from mcp_bindgen.diff.severity import Severity
from mcp_bindgen.report.model import Change, Report, one_line, severity, verdicts, worst_first

COMMANDS: dict[Severity, str] = {"breaking": "error", "risky": "warning", "safe": "notice"}


def annotation_lines(report: Report, *, file: str | None = None) -> str:
    """A line for each change, worst first, for GitHub shows only the first ten of a kind; empty if nothing changed.

    Args:
        report: what changed.
        file: of the repository, that the annotations are shown at.
    """
    role = report.get("role")
    return "\n".join(_line(change, severity(change, role), file) for change in worst_first(report["changes"], role))


def _line(change: Change, level: Severity, file: str | None) -> str:
    place = {"file": file} if file is not None else {}
    properties = {**place, "title": f"{change['rule']} {change['definition']}".strip()}
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    told = ", ".join(f"{name} {level}" for name, level in verdicts(change).items())
    told += f"; affects {' and '.join(change['affects'])}; {change['pointer']}; {change['fingerprint']}"
    message = _message(f"{change['summary']} ({told})")
    return f"::{COMMANDS[level]} {listed}::{message}"


def _message(text: str) -> str:
    return one_line(text).replace("%", "%25")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
