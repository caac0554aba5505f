"""Each member of a row type is read by code, or the guide on facts lists it as one that only its readers use."""

from __future__ import annotations

import pytest

from tests.meta.row_members import ROOT, survey

GUIDE = ROOT / "docs" / "guides" / "facts.md"


def listed() -> dict[str, set[str]]:
    """The table of the guide: members by row type."""
    text = GUIDE.read_text(encoding="utf-8")
    section = text.partition("## Members that only your program uses")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line[:3] == "| `"]
    return {name.strip(" `"): {each.strip(" `") for each in members.split(",")} for name, members in rows}


@pytest.mark.slow
def test_the_guide_lists_the_members_that_no_code_reads() -> None:
    found = survey()
    assert listed() == found.unread, "write the table with `python -m tests.meta.row_members`"
    assert found.stale == [], "the types of the tool that are no twins"
