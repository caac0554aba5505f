"""Render the changes of all releases as one Markdown document, after tables of what each revision has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.report.markdown import TITLES, counts
from mcp_bindgen.report.markup import span, text
from mcp_bindgen.report.model import ROLES, Change, Report, severity, unnamed_definition, verdicts

LEAD = """\
The changes of every released revision compared with the one before it, as `mcp-bindgen diff` finds them in the schemas
and in the protocol facts that no schema states. *Old to new* says whether every document that an old sender may send is
valid for a new receiver, *new to old* says the reverse, and *Python* says whether source code written for the old
classes works with the new ones. Verdicts that are safe are left out. A fork is compared with its base."""


def history_markdown(matrix: str, reports: Sequence[Report]) -> str:
    """The changes of all releases, newest first.

    Args:
        matrix: Markdown tables of what each revision has.
        reports: one report for each release compared with the previous one, oldest first.
    """
    blocks = [
        "# What changed in the Model Context Protocol",
        LEAD,
        "## What each revision has",
        matrix,
    ]
    for report in reversed(reports):
        blocks += _release(report)
    return "\n\n".join(blocks) + "\n"


def _release(report: Report) -> Iterator[str]:
    yield f"## {text(report['new'])}"
    yield f"Compared with {span(report['old'])}:\n\n{counts(report)}"
    for level in SEVERITIES:
        chosen = [change for change in report["changes"] if severity(change) == level]
        if chosen:
            yield f"### {TITLES[level]}"
            yield "\n".join(map(_line, chosen))


def _line(change: Change) -> str:
    notes = [f"{name} {level}" for name, level in verdicts(change).items() if level != "safe"]
    if set(change["affects"]) != set(ROLES):
        notes += [f"affects the {role}" for role in change["affects"]]
    definition = unnamed_definition(change)
    place = f"{span(definition)}: " if definition else ""
    return f"- {place}{text(change['summary'])}" + (f" ({', '.join(notes)})" if notes else "")
