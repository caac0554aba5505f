"""Render a report of changes as an HTML page on which the changes can be searched and filtered."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.escaping import one_line
from mcp_bindgen.matrix import MatrixRow, newest_first
from mcp_bindgen.pages.environment import render_page
from mcp_bindgen.prose import mark_name, mark_names, prose_parts
from mcp_bindgen.report.model import (
    ROLES,
    ChangeJSON,
    Digest,
    ReportJSON,
    ThemeDigest,
    change_severity,
    json_text,
    lines_of_sides,
    list_witnesses,
    page_title,
    safe_links,
    severity_in_report,
    undecided_text,
    witness_line,
)


def changes_page(report: ReportJSON) -> str:
    """Return the page of a report. The page also has the report as JSON."""
    title = f"MCP from {one_line(report['old'])} to {one_line(report['new'])}"
    return _render_page(title, report, [report], matrix=None)


def history_page(revisions: Sequence[str], rows: Sequence[MatrixRow], reports: Sequence[ReportJSON]) -> str:
    """Return the page of all releases: the changes of every release, newest first, then a matrix of the revisions.

    Args:
        revisions: the ids of released revisions, oldest first.
        rows: rows of the matrix, with one cell for each revision.
        reports: one report for each release compared with the previous one, oldest first.
    """
    revisions, rows = newest_first(revisions, rows)
    groups: dict[str, list[MatrixRow]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    matrix = {"revisions": revisions, "groups": groups}
    return _render_page("What changed in the Model Context Protocol", reports, [*reversed(reports)], matrix=matrix)


def _render_page(title: str, data: object, reports: Sequence[ReportJSON], *, matrix: object) -> str:
    methods = sorted({method for report in reports for change in report["changes"] for method in change["methods"]})
    return render_page(
        "changes",
        title=title,
        data=data,
        matrix=matrix,
        severities=SEVERITIES,
        roles=ROLES,
        undecided_text=undecided_text,
        one_line=one_line,
        prose_parts=prose_parts,
        page_title=page_title,
        digest=_safe_digest(reports[0]) if matrix is None else None,
        areas=_theme_titles(reports[0]) if matrix is None else {},
        rules=sorted({one_line(change["rule"]) for report in reports for change in report["changes"]}),
        methods=[one_line(method) for method in methods],
        parts=[_report_values(report, methods, f"c-{report['new']}-" if matrix else "c-") for report in reports],
    )


def _safe_digest(report: ReportJSON) -> Digest | None:
    """Return the digest of a report with safe links only. Return None if the report has no digest, or a digest without
    themes.
    """
    found = report.get("digest")
    if found is None or not found["themes"]:
        return None
    return {"themes": [_safe_theme(theme) for theme in found["themes"]]}


def _safe_theme(theme: ThemeDigest) -> ThemeDigest:
    """Return a theme with its title on one line, and with only those pages that have an https address."""
    return {
        **theme,
        "title": one_line(theme["title"]),
        "replaced": [
            {**row, "pages": [page for page in row["pages"] if page.startswith("https://")]}
            for row in theme["replaced"]
        ],
    }


def _theme_titles(report: ReportJSON) -> dict[str, str]:
    """Return the titles of the themes of a report, by id."""
    return {theme["id"]: theme["title"] for theme in report.get("digest", {"themes": []})["themes"]}


def _report_values(report: ReportJSON, methods: list[str], prefix: str) -> dict[str, object]:
    """Return the values of a report for the template, with the changes in groups. The id of a change begins with a
    prefix, since its fingerprint is unique only within the report.
    """
    groups: dict[str, list[dict[str, object]]] = {}
    for change in sorted(report["changes"], key=lambda each: each["source"] != "schema"):
        groups.setdefault(_group_of_change(change), []).append(_change_values(change, methods, prefix, report))
    return {"report": report, "old": one_line(report["old"]), "new": one_line(report["new"]), "groups": groups}


def _group_of_change(change: ChangeJSON) -> str:
    """Return the heading of the group of a change: the definition in backticks, or the place of a protocol fact. For a
    change without a place, return `elsewhere`.
    """
    if change["source"] == "schema" and change["definition"]:
        return mark_name(change["definition"])
    return one_line(" / ".join(change["pointer"].split("/")[1:3])) or "elsewhere"


def _change_values(change: ChangeJSON, methods: list[str], prefix: str, report: ReportJSON) -> dict[str, object]:
    """Return the values of a change for the template. A method is stated as its index in the list of all methods."""
    before, after = lines_of_sides(change)
    return {
        **change,
        "pointer": one_line(change["pointer"]),
        "area": change.get("area", ""),
        "id": f"{prefix}{change['fingerprint']}",
        "method_places": [methods.index(method) for method in change["methods"]],
        "severity": severity_in_report(report, change),
        "wire_severity": change_severity(change, only="wire"),
        "before": before,
        "after": after,
        "witnesses": [(witness_line(each), json_text(each["document"])) for each in list_witnesses(change)],
        "links": [{**link, "text": mark_names(link["text"])} for link in safe_links(change)],
    }
