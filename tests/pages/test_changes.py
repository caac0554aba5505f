"""The page of a report: it says all that the report says, and its words are only words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from mcp_bindgen import comparison
from mcp_bindgen.escaping import one_line
from mcp_bindgen.pages.changes import changes_page
from mcp_bindgen.prose import mark_names, plain_prose, prose_parts
from mcp_bindgen.report.model import (
    ChangeJSON,
    ReportJSON,
    SideLine,
    change_severity,
    json_text,
    lines_of_sides,
    list_witnesses,
    safe_links,
    witness_line,
)
from mcp_bindgen.report.to_json import report_to_json
from tests.pages.document import Document, Element, read
from tests.report.reports import report, themes_of, with_digest
from tests.revisions import HANDSHAKE, PER_REQUEST

SEEDS = range(3)


def read_page(seed: int, size: int = 40, *, hostile: float = 0.6) -> tuple[ReportJSON, Document]:
    made = report(seed, size, hostile=hostile)
    return made, read(changes_page(made))


@pytest.mark.parametrize("seed", SEEDS)
def test_it_carries_the_report(seed: int) -> None:
    made, document = read_page(seed)
    assert document.data() == made
    tags = [each.tag for each in document.elements]
    assert (tags.count("script"), tags.count("img"), tags.count("details")) == (2, 0, 40)
    assert not [each for each in document.elements if {"src", "style", "onerror"} & set(each.attributes)]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_change_is_told_whole(seed: int) -> None:
    made, document = read_page(seed)
    for change, details in entries(made, document):
        assert details.attributes["data-severity"] == change_severity(change)
        told = inside(document, details.attributes["id"])
        assert told.all("span", **{"class": "what"})[0].text == plain_prose(change["summary"])
        levels = [each.text for each in told.elements if "badge" in str(each.attributes.get("class"))]
        assert levels == [change_severity(change), *change["wire"].values(), change["python"]]
        codes = [part.words for part in prose_parts(change["summary"]) if part.is_code]
        codes += [one_line(each) for each in (change["rule"], change["fingerprint"], change["pointer"])]
        codes += [one_line(each) for each in change["methods"]]
        sentences = [witness_line(each) for each in list_witnesses(change)]
        sentences += [mark_names(link["text"]) for link in safe_links(change)]
        codes += [part.words for each in sentences for part in prose_parts(each) if part.is_code]
        assert [each.text for each in told.all("code")] == codes
        facts = " ".join(each.text for each in told.all("dd"))
        assert f"({change['source']}, {change['kind']})" in facts
        assert ", ".join(change["affects"]) in facts
        assert_shows(told, change)
        links = [(each.text, each.attributes["href"]) for each in told.all("a")[1:]]
        assert [text for text, _ in links] == [plain_prose(mark_names(link["text"])) for link in safe_links(change)]
        assert all(str(url).startswith("https://") for _, url in links)


def entries(made: ReportJSON, document: Document) -> Iterator[tuple[ChangeJSON, Element]]:
    """Each change with the one entry that tells of it."""
    details = {each.attributes["id"]: each for each in document.all("details")}
    assert set(details) == {f"c-{change['fingerprint']}" for change in made["changes"]}
    return ((change, details[f"c-{change['fingerprint']}"]) for change in made["changes"])


def assert_shows(told: Document, change: ChangeJSON) -> None:
    """Both sides line by line, and the documents that prove it."""
    lines = [
        SideLine(each.text, each.attributes["class"] == "line") for each in told.all("span") if is_line(each.attributes)
    ]
    old, new = lines_of_sides(change)
    assert lines == [*(old or []), *(new or [])]
    absent = [each for each in told.all("p") if each.text == "Absent."]
    assert len(absent) == ((old is None) != (new is None))
    documents = [each.text.removeprefix("\n") for each in told.all("pre") if "\n" in each.text[:1]]
    assert documents == [json_text(each["document"]) for each in list_witnesses(change)]
    said = [each.text for each in told.all("p")]
    assert [each for each in said if "accepts this as" in each] == [
        plain_prose(witness_line(each)) for each in list_witnesses(change)
    ]


def is_line(attributes: dict[str, str | None]) -> bool:
    return str(attributes.get("class")).split(" ")[0] == "line"


def inside(document: Document, name: str | None) -> Document:
    """The elements of one entry: from its own on to the next."""
    places = [place for place, each in enumerate(document.elements) if each.tag == "details"]
    start = next(place for place in places if document.elements[place].attributes["id"] == name)
    end = next((place for place in places if place > start), len(document.elements))
    tail = [each for each in document.elements[start:end] if each.tag not in ("h3", "footer", "script")]
    stop = next((place for place, each in enumerate(tail) if each.attributes.get("class") in ("group", "page")), None)
    return Document(tail[:stop])


def test_changes_stand_under_their_definition_or_table() -> None:
    made, document = read_page(1, hostile=0)
    group = ""
    found: dict[str, str] = {}
    for each in document.elements:
        group = each.text if each.tag == "h3" else group
        if each.tag == "details":
            found[str(each.attributes["id"])] = group
    schema = [change for change in made["changes"] if change["source"] == "schema" and change["definition"]]
    assert 0 < len(schema) < len(found) == 40
    assert {f"c-{each['fingerprint']}": each["definition"] for each in schema}.items() <= found.items()
    others = [change for change in made["changes"] if f"c-{change['fingerprint']}" in found and change not in schema]
    for change in others:
        assert found[f"c-{change['fingerprint']}"] == " / ".join(change["pointer"].split("/")[1:3])
    headings = [each.text for each in document.all("h3")]
    assert len(headings) == len(set(headings))


def test_names_of_definitions_are_code() -> None:
    made, document = read_page(1, hostile=0)
    codes = {each.text for each in document.all("code")}
    headings = [change["definition"] for change in made["changes"] if change["source"] == "schema"]
    witnesses = [each for change in made["changes"] for each in list_witnesses(change)]
    proven = [each[side]["definition"] for each in witnesses for side in ("accepted_by", "rejected_by")]
    assert headings
    assert proven
    assert {name for name in (*headings, *proven) if name} <= codes


def test_every_method_can_be_chosen() -> None:
    made, document = read_page(2)
    methods = sorted({method for change in made["changes"] for method in change["methods"]})
    options = [each for each in document.all("option") if str(each.attributes["value"]).isdigit()]
    assert [each.text for each in options] == [one_line(method) for method in methods]
    for change, details in entries(made, document):
        places = str(details.attributes["data-methods"]).split()
        assert [methods[int(place)] for place in places] == list(change["methods"])


def test_nothing_changed() -> None:
    text = changes_page(report(1, 0, hostile=0))
    assert "<p>Nothing changed.</p>" in text
    assert "<details" not in text


def test_the_same_report_is_the_same_page() -> None:
    assert changes_page(report(1, 40)) == changes_page(report(1, 40))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_digest_comes_first_and_is_only_words(seed: int) -> None:
    made = with_digest(report(seed, 10, hostile=0.6), seed, hostile=0.6)
    document = read(changes_page(made))
    assert document.data() == made
    headings = [each.text for each in document.all("h2")]
    assert headings.index("What to do, in the order of work") < headings.index("Changes")
    items, answers = ([one_line(each.text) for each in document.all(tag)] for tag in ("li", "dd"))
    for theme in themes_of(made):
        assert any(one_line(theme["title"]) in one_line(each.text) for each in document.all("h3"))
        for line in theme["folded"]:
            assert plain_prose(line["text"]) in items
        for sentences in theme["do"].values():
            assert not sentences or plain_prose(" ".join(sentences)) in answers
    targets = [each.attributes.get("href") for each in document.all("a")]
    pages = [page for theme in themes_of(made) for row in theme["replaced"] for page in row["pages"]]
    assert [target for target in targets if target in pages] == pages


def test_names_of_the_digest_are_code_and_links_have_words() -> None:
    old, new = HANDSHAKE[-1], PER_REQUEST[0]
    made = report_to_json(comparison.report_changes(old, new), comparison.read_digest_guide())
    assert "digest" in made
    digest = changes_page(made).partition('<section class="digest"')[2].partition("</section>")[0]
    document = read(digest)
    theme_texts = [
        text
        for theme in themes_of(made)
        for text in (
            *(part for row in theme["replaced"] for part in (row["old"], row["new"])),
            *(line["text"] for line in theme["folded"]),
            *(" ".join(sentences) for sentences in theme["do"].values()),
            " ".join(theme["package"]),
        )
    ]
    names = Counter(name for text in theme_texts for name in re.findall(r"`([^`]+)`", text))
    assert {"initialize", "resultType", "subscriptions/listen", "StateSigner"} <= set(names)
    assert Counter(each.text for each in document.all("code")) == names
    assert "`" not in digest
    links = [each.text for each in document.all("a")]
    assert "versioning: protocol version negotiation" in links
    assert [text for text in links if not re.fullmatch(r"[a-z][a-z ]+(: [a-z0-9_ ]+)?", text)] == []


def test_without_a_digest() -> None:
    made, document = read_page(1)
    assert "digest" not in made
    assert "What to do, in the order of work" not in [each.text for each in document.all("h2")]
    assert document.all("select", id="area") == []
