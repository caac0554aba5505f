"""The page of a report on what changed: each change to fold out, to be searched and filtered."""

from __future__ import annotations

from itertools import groupby

from mcp_bindgen.changes.form import (
    ROLES,
    SEVERITIES,
    Change,
    Report,
    safe_links,
    severity,
    side_by_side,
    witness_line,
    witnesses,
)
from mcp_bindgen.changes.form import json_text as text_of
from mcp_bindgen.pages.environment import render


def page(report: Report) -> str:
    """Everything the report says, and the report itself in its JSON form."""
    entries = [_entry(place, change) for place, change in enumerate(report["changes"])]
    return render(
        "changes",
        title=f"MCP from {report['old']} to {report['new']}",
        data=report,
        severities=SEVERITIES,
        roles=ROLES,
        groups=[(name, list(group)) for name, group in groupby(entries, key=lambda entry: entry["definition"])],
        methods=sorted({method for change in report["changes"] for method in change["methods"]}),
    )


def _entry(place: int, change: Change) -> dict[str, object]:
    """A change with what follows from it."""
    before, after = side_by_side(change)
    return {
        **change,
        "place": place,
        "severity": severity(change),
        "before": before,
        "after": after,
        "witnesses": [(witness_line(each), text_of(each["document"])) for each in witnesses(change)],
        "links": safe_links(change),
    }
