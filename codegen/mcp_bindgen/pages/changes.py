"""The page of a report on what changed: each change to fold out, to be searched and filtered."""

from __future__ import annotations

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
    groups: dict[str, list[dict[str, object]]] = {}
    for place, change in sorted(enumerate(report["changes"]), key=lambda each: each[1]["source"] != "schema"):
        groups.setdefault(_group(change), []).append(_entry(place, change, methods))
    return render(
        "changes",
        title=f"MCP from {old} to {new}",
        data=report,
        old=old,
        new=new,
        severities=SEVERITIES,
        roles=ROLES,
        methods=[one_line(method) for method in methods],
        groups=groups,
    )


def _group(change: Change) -> str:
    """The definition, and of facts the table they are in."""
    if change["source"] == "schema" and change["definition"]:
        return one_line(change["definition"])
    return one_line(" / ".join(change["pointer"].split("/")[1:3])) or "elsewhere"


def _entry(place: int, change: Change, methods: list[str]) -> dict[str, object]:
    """A change with what follows from it; its methods are places in the list of all."""
    before, after = side_by_side(change)
    return {
        **change,
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
