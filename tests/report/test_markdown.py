"""The report as Markdown: what a reader of Markdown makes of it is the report, and nothing else."""

from __future__ import annotations

import json
from typing import cast

import pytest
from markdown_it import MarkdownIt

from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.escaping import escape_invisible, one_line
from mcp_bindgen.prose import mark_names, plain_prose
from mcp_bindgen.report.markdown import report_markdown
from mcp_bindgen.report.markup import code_block, code_span, escape_markdown
from mcp_bindgen.report.model import (
    ReportJSON,
    change_severity,
    json_text,
    lines_of_sides,
    list_witnesses,
    safe_links,
    sort_by_severity,
    witness_line,
)
from tests.pages.document import Document, read
from tests.report.reports import HOSTILE, report, themes_of, with_digest

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
    document = rendered(report_markdown(made))
    assert {each.tag for each in document.elements} <= OURS
    changes = sort_by_severity(made["changes"])
    summaries = [seen(each.text) for each in document.all("summary")]
    for summary, change in zip(summaries, changes, strict=True):
        place = "" if change["definition"] in change["summary"] else one_line(change["definition"]) + " "
        assert summary == place + plain_prose(change["summary"])
    codes = [seen(each.text) for each in document.all("code") if "class" not in each.attributes]
    for change in changes:
        for words in (change["pointer"], change["rule"], change["fingerprint"], *change["methods"]):
            assert (one_line(words) or " ") in codes
    shown = [json.loads(each.text) for each in document.all("code", **{"class": "language-json"})]
    proofs = [each for change in changes for each in list_witnesses(change)]
    assert shown == [each["document"] for each in proofs]
    paragraphs = [seen(each.text) for each in document.all("p")]
    assert [each for each in paragraphs if " accepts this as " in each] == [
        plain_prose(witness_line(each)) for each in proofs
    ]
    links = [link for change in changes for link in safe_links(change)]
    assert [seen(each.text) for each in document.all("a")] == [plain_prose(mark_names(link["text"])) for link in links]
    assert all(str(each.attributes["href"]).startswith("https://") for each in document.all("a"))
    patches = [each.text for each in document.all("code", **{"class": "language-diff"})]
    assert len(patches) == sum(lines_of_sides(each) != (None, None) for each in changes)


def test_a_patch_has_both_sides() -> None:
    made = report(7, 60)
    document = rendered(report_markdown(made))
    patches = iter(each.text for each in document.all("code", **{"class": "language-diff"}))
    for change in sort_by_severity(made["changes"]):
        sides = lines_of_sides(change)
        if sides != (None, None):
            lines = next(patches).rstrip("\n").split("\n")
            old, new = ("\n".join(line[2:] for line in lines if line[0] in (" ", mark)) for mark in "-+")
            assert old == (escape_invisible(change["before"]) if "before" in change else "")
            assert new == (escape_invisible(change["after"]) if "after" in change else "")


@pytest.mark.parametrize("words", HOSTILE)
def test_text_span_and_fence(words: str) -> None:
    line = one_line(words)
    paragraph = rendered(escape_markdown(words))
    assert [each.tag for each in paragraph.elements] == ["p"]
    assert seen(paragraph.elements[0].text) == line
    code = rendered(f"a {code_span(words)} b")
    assert [each.tag for each in code.elements] == ["p", "code"]
    assert code.elements[1].text == line
    block = rendered(code_block(json_text({"a": words}), "json"))
    assert json.loads(block.one("code").text) == {"a": words}


def test_a_fence_is_longer_than_what_is_in_it() -> None:
    lines = "```\n# heading\n`````\n~~~"
    assert rendered(code_block(lines, "json")).one("code").text == f"{lines}\n"


def test_no_one_is_called() -> None:
    assert "@everyone" not in escape_markdown("@everyone")
    assert "https://" not in escape_markdown("https://127.0.0.1:9/z")


def test_the_counts() -> None:
    made = report(4, 40, hostile=0)
    rows = rendered(report_markdown(made)).all("tr")
    summary = made["summary"]
    numbers = [[int(cell) for cell in row.text.split("\n") if cell.isdigit()] for row in rows]
    wanted = [summary, summary["by_role"]["client"], summary["by_role"]["server"]]
    assert numbers == [[], *([each["breaking"], each["risky"], each["safe"]] for each in wanted)]


@pytest.mark.parametrize("seed", range(3))
def test_the_digest_is_only_words(seed: int) -> None:
    plain, made = report(seed, 5, hostile=0.6), with_digest(report(seed, 5, hostile=0.6), seed, hostile=0.6)
    document = rendered(report_markdown(made))
    assert {each.tag for each in document.elements} <= OURS
    themes = themes_of(made)
    items = [seen(each.text) for each in document.all("li")]
    for theme in themes:
        assert any(each.text.startswith(tuple("123456789")) for each in document.all("strong"))
        for row in theme["replaced"]:
            start = f"{plain_prose(row['old'])} \u2192 {plain_prose(row['new'])} (a, b)"
            assert any(each.startswith(start) for each in items)
        for line in theme["folded"]:
            assert plain_prose(line["text"]) in items
        for role, sentences in theme["do"].items():
            assert not sentences or plain_prose(f"{role}: {' '.join(sentences)}") in items
    count = sum(len(row["pages"]) for theme in themes for row in theme["replaced"])
    assert len(document.all("a")) == count + len(rendered(report_markdown(plain)).all("a"))
    assert all(str(each.attributes["href"]).startswith("https://") for each in document.all("a"))


ROOM = 65_536
"""Maximum length of a comment on GitHub, in characters."""


@pytest.mark.parametrize("with_themes", [False, True])
def test_as_much_as_there_is_room_for(with_themes: bool) -> None:
    made = report(5, 400, hostile=0)
    made = with_digest(made, 5, hostile=0) if with_themes else made
    whole = report_markdown(made)
    assert len(whole.encode()) > ROOM
    assert whole.count("<details>") == 400
    assert "Left out" not in whole
    cut = report_markdown(made, max_bytes=ROOM)
    assert ROOM * 0.9 < len(cut.encode()) <= ROOM
    document = rendered(cut)
    kept = len(document.all("details"))
    line = document.all("p")[-1].text
    left = sort_by_severity(made["changes"])[kept:]
    assert line.startswith(f"Cut to {ROOM} bytes. Left out: {400 - kept} changes (")
    for level in SEVERITIES:
        count = sum(change_severity(change) == level for change in left)
        assert (f"{count} {level}" in line) == (count > 0)
    assert [each.text for each in document.all("summary")] == [
        each.text for each in rendered(whole).all("summary")[:kept]
    ], "the gravest are kept"
    assert report_markdown(made, max_bytes=10_000_000) == whole


@pytest.mark.parametrize("max_bytes", [1200, 3000, 5000, 20_000])
def test_no_limit_is_exceeded(max_bytes: int) -> None:
    made = with_digest(report(5, 60, hostile=0.3), 5, hostile=0.3)
    cut = report_markdown(made, max_bytes=max_bytes)
    assert len(cut.encode()) <= max_bytes
    assert f"Cut to {max_bytes} bytes." in rendered(cut).all("p")[-1].text
    themes = len([each for each in rendered(cut).all("strong") if each.text[:1].isdigit()])
    missing = len(themes_of(made)) - themes
    assert (f"the last {missing} themes of the digest" in cut) == (missing > 0)
    assert themes == len(themes_of(made)) or "<details>" not in cut, "the digest comes first"


def test_a_limit_that_holds_nothing() -> None:
    with pytest.raises(BindgenError, match="100 bytes are too few for a report"):
        report_markdown(report(5, 60), max_bytes=100)


def test_the_limit_that_an_error_names_is_enough() -> None:
    """Themes may have names of several bytes a letter."""
    made = report(5, 60, hostile=0)
    themes = [f"{number}{chr(0x4E00) * 60}" for number in range(20)]
    changes = [{**change, "area": themes[number % 20]} for number, change in enumerate(made["changes"])]
    long = cast(ReportJSON, {**made, "changes": changes})
    with pytest.raises(BindgenError) as raised:
        report_markdown(long, max_bytes=100)
    enough = int(str(raised.value.hint).rpartition(" ")[2])
    assert len(report_markdown(long, max_bytes=enough).encode()) <= enough


def test_nothing_changed() -> None:
    assert report_markdown(report(1, 0)) == ""
