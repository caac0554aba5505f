"""The page of a report on what changed: each change to fold out, to be searched and filtered."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.matrix import Row
from mcp_bindgen.pages.environment import render
from mcp_bindgen.report.model import (
    ROLES,
    Change,
    Report,
    Role,
    json_text,
    one_line,
    safe_links,
    severity,
    side_by_side,
    witness_line,
    witnesses,
)


def page(report: Report) -> str:
    """Everything the report says, and the report itself in its JSON form."""
    title = f"MCP from {one_line(report['old'])} to {one_line(report['new'])}"
    return _page(title, report, [report], matrix=None)


def history_page(revisions: Sequence[str], rows: Sequence[Row], reports: Sequence[Report]) -> str:
    """What each revision has, then what every release changed, newest first.

    Args:
        revisions: released ones, oldest first.
        rows: of the matrix, a cell for each of these.
        reports: each from one release to the next, oldest first.
    """
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    matrix = {"revisions": revisions, "groups": groups}
    return _page("What changed in the Model Context Protocol", reports, [*reversed(reports)], matrix=matrix)


def _page(title: str, data: object, reports: Sequence[Report], *, matrix: object) -> str:
    methods = sorted({method for report in reports for change in report["changes"] for method in change["methods"]})
    return render(
        "changes",
        title=title,
        data=data,
        matrix=matrix,
        severities=SEVERITIES,
        roles=ROLES,
        methods=[one_line(method) for method in methods],
        parts=[_part(report, methods, f"c-{report['new']}-" if matrix else "c-") for report in reports],
    )


def _part(report: Report, methods: list[str], prefix: str) -> dict[str, object]:
    """A report by groups; a fingerprint is known once in a report, so the prefix tells reports apart."""
    groups: dict[str, list[dict[str, object]]] = {}
    for change in sorted(report["changes"], key=lambda each: each["source"] != "schema"):
        groups.setdefault(_group(change), []).append(_entry(change, methods, prefix, report.get("role")))
    return {"report": report, "old": one_line(report["old"]), "new": one_line(report["new"]), "groups": groups}


def _group(change: Change) -> str:
    """The definition, and of facts the table they are in."""
    if change["source"] == "schema" and change["definition"]:
        return one_line(change["definition"])
    return one_line(" / ".join(change["pointer"].split("/")[1:3])) or "elsewhere"


def _entry(change: Change, methods: list[str], prefix: str, role: Role | None) -> dict[str, object]:
    """A change with what follows from it; its methods are places in the list of all."""
    before, after = side_by_side(change)
    return {
        **change,
        "pointer": one_line(change["pointer"]),
        "summary": one_line(change["summary"]),
        "id": f"{prefix}{change['fingerprint']}",
        "method_places": [methods.index(method) for method in change["methods"]],
        "severity": severity(change, role),
        "before": before,
        "after": after,
        "witnesses": [(witness_line(each), json_text(each["document"])) for each in witnesses(change)],
        "links": [{**link, "text": one_line(link["text"])} for link in safe_links(change)],
    }
