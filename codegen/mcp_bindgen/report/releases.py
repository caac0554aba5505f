"""What changed from release to release as one Markdown document: what each revision has, then change after change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.report.markdown import TITLES, counts, span, text
from mcp_bindgen.report.model import ROLES, Change, Report, severity, unnamed_definition, verdicts

LEAD = """\
Every released revision against the one before it, as `mcp-bindgen diff` finds it in the schemas and in the facts that
no schema holds. *Old to new* asks whether all that an old sender may send is valid for a new receiver, *new to old*
asks the reverse, *Python* whether code written for the old classes runs with the new."""


def history_markdown(matrix: str, reports: Sequence[Report]) -> str:
    """The whole history, newest first.

    Args:
        matrix: Markdown tables of what each revision has.
        reports: each from one release to the next, oldest first.
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
    yield f"Since {span(report['old'])}:\n\n{counts(report)}"
    for level in SEVERITIES:
        chosen = [change for change in report["changes"] if severity(change) == level]
        if chosen:
            yield f"### {TITLES[level]}"
            yield "\n".join(map(_line, chosen))


def _line(change: Change) -> str:
    told = [f"{name} {level}" for name, level in verdicts(change).items() if level != "safe"]
    if set(change["affects"]) != set(ROLES):
        told += [f"the {role}" for role in change["affects"]]
    definition = unnamed_definition(change)
    place = f"{span(definition)}: " if definition else ""
    return f"- {place}{text(change['summary'])}" + (f" ({', '.join(told)})" if told else "")
