"""The page of a report on what changed: each change to fold out, to be searched and filtered."""

from __future__ import annotations

from itertools import groupby

from mcp_bindgen.changes.form import (
    ROLES,
    SEVERITIES,
    Change,
    Report,
    json_text,
    one_line,
    safe_links,
    severity,
    side_by_side,
    witness_line,
    witnesses,
)
from mcp_bindgen.pages.environment import render


def page(report: Report) -> str:
    """Everything the report says, and the report itself in its JSON form."""
    old, new = one_line(report["old"]), one_line(report["new"])
    methods = sorted({method for change in report["changes"] for method in change["methods"]})
    entries = [_entry(place, change, methods) for place, change in enumerate(report["changes"])]
    return render(
        "changes",
        title=f"MCP from {old} to {new}",
        data=report,
        old=old,
        new=new,
        severities=SEVERITIES,
        roles=ROLES,
        methods=[one_line(method) for method in methods],
        groups=[(name, list(group)) for name, group in groupby(entries, key=lambda entry: entry["definition"])],
    )


def _entry(place: int, change: Change, methods: list[str]) -> dict[str, object]:
    """A change with what follows from it; its methods are places in the list of all."""
    before, after = side_by_side(change)
    return {
        **change,
        "definition": one_line(change["definition"]),
        "pointer": one_line(change["pointer"]),
        "summary": one_line(change["summary"]),
        "place": place,
        "method_places": [methods.index(method) for method in change["methods"]],
        "severity": severity(change),
        "before": before,
        "after": after,
        "witnesses": [(witness_line(each), json_text(each["document"])) for each in witnesses(change)],
        "links": [{**link, "text": one_line(link["text"])} for link in safe_links(change)],
    }
