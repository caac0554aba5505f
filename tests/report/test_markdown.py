"""The report as Markdown: what a reader of Markdown makes of it is the report, and nothing else."""

from __future__ import annotations

import json

import pytest
from markdown_it import MarkdownIt

from mcp_bindgen.report.markdown import ROOM, fence, markdown, span, text
from mcp_bindgen.report.model import (
    json_text,
    safe_links,
    side_by_side,
    witness_line,
    witnesses,
    worst_first,
)
from mcp_bindgen.visible import one_line, visible
from tests.pages.document import Document, read
from tests.report.reports import HOSTILE, report

TABLE = {"table", "thead", "tbody", "tr", "th", "td"}
OURS = TABLE | {"h2", "h3", "details", "summary", "ul", "li", "p", "strong", "a", "code", "pre"}


def rendered(words: str) -> Document:
    """As a reader of CommonMark with tables shows it, markup of HTML included."""
    return read(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(words))


def seen(words: str) -> str:
    """Without what only keeps GitHub from calling someone."""
    return words.replace("\u2060", "")


@pytest.mark.parametrize("seed", range(5))
def test_hostile_words_are_only_words(seed: int) -> None:
    made = report(seed, 40, hostile=0.6)
    document = rendered(markdown(made))
    assert {each.tag for each in document.elements} <= OURS
    changes = worst_first(made["changes"])
    summaries = [seen(each.text) for each in document.all("summary")]
    for summary, change in zip(summaries, changes, strict=True):
        place = "" if change["definition"] in change["summary"] else one_line(change["definition"]) + " "
        assert summary == place + one_line(change["summary"])
    codes = [seen(each.text) for each in document.all("code") if "class" not in each.attributes]
    for change in changes:
        for words in (change["pointer"], change["rule"], change["fingerprint"], *change["methods"]):
            assert (one_line(words) or " ") in codes
    shown = [json.loads(each.text) for each in document.all("code", **{"class": "language-json"})]
    proofs = [each for change in changes for each in witnesses(change)]
    assert shown == [each["document"] for each in proofs]
    paragraphs = [seen(each.text) for each in document.all("p")]
    assert [each for each in paragraphs if " accepts this as " in each] == [witness_line(each) for each in proofs]
    links = [link for change in changes for link in safe_links(change)]
    assert [seen(each.text) for each in document.all("a")] == [one_line(link["text"]) for link in links]
    assert all(str(each.attributes["href"]).startswith("https://") for each in document.all("a"))
    patches = [each.text for each in document.all("code", **{"class": "language-diff"})]
    assert len(patches) == sum(side_by_side(each) != (None, None) for each in changes)


def test_a_patch_has_both_sides() -> None:
    made = report(7, 60)
    document = rendered(markdown(made))
    patches = iter(each.text for each in document.all("code", **{"class": "language-diff"}))
    for change in worst_first(made["changes"]):
        sides = side_by_side(change)
        if sides != (None, None):
            lines = next(patches).rstrip("\n").split("\n")
            old, new = ("\n".join(line[2:] for line in lines if line[0] in (" ", mark)) for mark in "-+")
            assert old == (visible(change["before"]) if "before" in change else "")
            assert new == (visible(change["after"]) if "after" in change else "")


@pytest.mark.parametrize("words", HOSTILE)
def test_text_span_and_fence(words: str) -> None:
    line = one_line(words)
    paragraph = rendered(text(words))
    assert [each.tag for each in paragraph.elements] == ["p"]
    assert seen(paragraph.elements[0].text) == line
    code = rendered(f"a {span(words)} b")
    assert [each.tag for each in code.elements] == ["p", "code"]
    assert code.elements[1].text == line
    block = rendered(fence(json_text({"a": words}), "json"))
    assert json.loads(block.one("code").text) == {"a": words}


def test_a_fence_is_longer_than_what_is_in_it() -> None:
    lines = "```\n# heading\n`````\n~~~"
    assert rendered(fence(lines, "json")).one("code").text == f"{lines}\n"


def test_no_one_is_called() -> None:
    assert "@everyone" not in text("@everyone")
    assert "https://" not in text("https://127.0.0.1:9/z")


def test_the_counts() -> None:
    made = report(4, 40, hostile=0)
    rows = rendered(markdown(made)).all("tr")
    summary = made["summary"]
    numbers = [[int(cell) for cell in row.text.split("\n") if cell.isdigit()] for row in rows]
    wanted = [summary, summary["by_role"]["client"], summary["by_role"]["server"]]
    assert numbers == [[], *([each["breaking"], each["risky"], each["safe"]] for each in wanted)]


def test_as_much_as_there_is_room_for() -> None:
    made = report(5, 400, hostile=0)
    whole = markdown(made)
    assert len(whole) > ROOM
    assert whole.count("<details>") == 400
    assert "Omitted" not in whole
    cut = markdown(made, room=ROOM)
    assert ROOM * 0.9 < len(cut) <= ROOM
    document = rendered(cut)
    kept = len(document.all("details"))
    line = document.all("p")[-1].text
    assert line.startswith("Omitted because the text would be too long: ")
    assert sum(int(word) for word in line.split() if word.isdigit()) == 400 - kept
    assert [each.text for each in document.all("summary")] == [
        each.text for each in rendered(whole).all("summary")[:kept]
    ], "the worst are kept"
    assert markdown(made, room=10_000_000) == whole


def test_nothing_changed() -> None:
    assert markdown(report(1, 0)) == ""
