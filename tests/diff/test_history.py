"""The history of all releases contains every change of every pair, and the docstrings of classes agree with it."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from mcp_bindgen import comparison, sources
from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.ir.history import type_histories
from mcp_bindgen.pages.changes import history_page
from mcp_bindgen.prose import plain_prose
from mcp_bindgen.report.markup import escape_markdown, prose_markdown
from mcp_bindgen.report.model import ReportJSON
from tests.pages.document import read


@cache
def releases() -> list[ReportJSON]:
    return comparison.report_releases()


def test_every_release_is_compared_with_the_previous_one() -> None:
    ids = [spec.revision.id for spec in sources.released_revisions()[0]]
    assert [(report["old"], report["new"]) for report in releases()] == list(pairwise(ids))


def test_the_document_contains_every_change() -> None:
    lead, *sections, verdicts, matrix = comparison.make_changelog_markdown().split("\n## ")
    assert lead.startswith("# What changed")
    assert (verdicts.startswith("What the verdicts mean"), matrix.startswith("What each revision has")) == (True, True)
    assert len(sections) == len(releases())
    for section, report in zip(sections, reversed(releases()), strict=True):
        assert section.startswith(escape_markdown(report["new"]))
        head = section.partition("\n### ")[0]
        for numbers in (report["summary"], *report["summary"]["by_role"].values()):
            assert ", ".join(f"{numbers[level]} {level}" for level in SEVERITIES) in head
        lines = [line for line in section.splitlines() if line.startswith("- ")]
        assert len(lines) == len(report["changes"])
        assert [
            change
            for change in report["changes"]
            if not any(prose_markdown(change["summary"]) in line for line in lines)
        ] == []


def test_the_page_contains_every_change() -> None:
    revisions, rows = sources.released_matrix()
    document = read(history_page(revisions, rows, releases()))
    assert document.data() == releases()
    told = [each.attributes["id"] for each in document.all("details")]
    wanted = {f"c-{report['new']}-{each['fingerprint']}" for report in releases() for each in report["changes"]}
    assert set(told) == wanted
    assert len(told) == len(wanted)
    summaries = [each.text for each in document.all("span", **{"class": "what"})]
    assert sorted(summaries) == sorted(
        plain_prose(each["summary"]) for report in releases() for each in report["changes"]
    )
    assert [each.text for each in document.all("th", scope="row") if each.text in {row.name for row in rows}] == [
        row.name for row in rows
    ]


@pytest.mark.parametrize("place", range(1, 5))
def test_classes_list_the_releases_in_which_they_changed(place: int) -> None:
    """Changes that the report finds inside a class of both releases are changes of that class."""
    specs, _ = sources.released_revisions()
    new, report = specs[place], releases()[place - 1]
    said = {name for name, lived in type_histories(specs, new).items() if new.revision.id in lived.changed_in}
    inside = [change for change in report["changes"] if change["kind"] != "renamed" and change["source"] == "schema"]
    found = {change["definition"] for change in inside if change["pointer"].count("/") > 2}
    both = {type_.name for type_ in specs[place - 1].types} & {type_.name for type_ in new.types}
    assert found & both
    assert found & both - said == set()
