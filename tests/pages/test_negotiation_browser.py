"""The page of `negotiate` in a browser: it looks right, asks for nothing, and works from the keyboard."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

import mcp_bindings as mb
from mcp_bindgen.negotiate import NegotiationCase, find_all_outcomes
from mcp_bindgen.pages.negotiation import negotiation_page
from mcp_bindings.negotiation.versions import known_versions
from mcp_bindings.session.simulation import NegotiationOutcome, negotiate
from tests.negotiation.matrix import SETS
from tests.pages.browser import SCHEMES, WIDTHS, Browser, Scheme

FIRST = NegotiationCase(("2024-11-05", "2025-06-18"), ("2024-11-05", "2025-03-26"), "http", None)
CELL = "#matrix td[aria-selected=true]"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "negotiation.html"
    path.write_text(negotiation_page(find_all_outcomes(), FIRST), encoding="ascii")
    return path


def shown_outcome(browser: Browser) -> tuple[str, list[tuple[str, str]]]:
    """The version, and sender and title of each step, as they are to be read."""
    steps: list[list[str]] = browser.run(
        "return [...document.querySelectorAll('.step')].map((step) =>"
        " [step.querySelector('.who').textContent, step.querySelector('h3').firstChild.textContent])"
    )
    return browser.text("#outcome strong"), [(who.split(" ")[0], title.split(". ", 1)[1]) for who, title in steps]


def expected(outcome: NegotiationOutcome) -> tuple[str, list[tuple[str, str]]]:
    steps: list[tuple[str, str]] = []
    for step in outcome.steps:
        if step.message is None:
            title = "no JSON-RPC" if step.sender == "client" else "no body"
        elif "method" in step.message:
            title = step.message["method"]
        else:
            title = f"error {step.message['error']['code']}" if "error" in step.message else "result"
        steps.append((step.sender, title))
    return outcome.version or "no version", steps


@pytest.mark.parametrize(("width", "scheme"), list(product(WIDTHS, SCHEMES)))
def test_it_can_be_read(browser: Browser, file: Path, width: int, scheme: Scheme) -> None:
    browser.look(width, scheme)
    browser.open(file)
    assert len(browser.text("#matrix")) > len(SETS) ** 2
    assert browser.overhang() == 0
    assert browser.faint() == []
    assert browser.complaints() == []
    assert browser.requests() == [file.as_uri()]


def test_what_was_asked_for_is_shown_first(browser: Browser, file: Path) -> None:
    browser.open(file)
    assert shown_outcome(browser) == expected(negotiate(FIRST.client, FIRST.server, "http"))
    assert "No agreement, although both support 2024-11-05." in browser.text("#outcome")
    assert browser.text("#command") == (
        "mcp-bindgen negotiate --client 2024-11-05,2025-06-18 --server 2024-11-05,2025-03-26 --transport http"
    )
    assert browser.text(CELL) == "!"
    messages: list[str] = browser.run(
        "return [...document.querySelectorAll('.step pre')].map((each) => each.textContent)"
    )
    played = negotiate(FIRST.client, FIRST.server, "http").steps
    assert [json.loads(each) for each in messages] == [step.message for step in played if step.message is not None]
    assert any('{"name": "client", "version": "1"}' in each for each in messages), "short parts stand on one line"
    names: list[str] = browser.run(
        "return [...document.querySelectorAll('.headers dt')].map((each) => each.textContent)"
    )
    assert names == [name for step in played for name in step.headers]


def test_a_case_is_chosen_by_keyboard(browser: Browser, file: Path) -> None:
    browser.open(file)
    place = mb.REVISIONS.index("2026-07-28")
    browser.focus(f"input[name=client][value='{place}']")
    browser.press(Keys.SPACE)
    mine = {*FIRST.client, "2026-07-28"}
    assert shown_outcome(browser) == expected(negotiate(mine, FIRST.server, "http"))
    browser.focus(f"input[name=server][value='{place}']")
    browser.press(Keys.SPACE)
    theirs = {*FIRST.server, "2026-07-28"}
    assert shown_outcome(browser) == expected(negotiate(mine, theirs, "http"))
    assert browser.text(CELL) == str(place + 1)
    browser.focus("input[name=transport][value=http]")
    browser.press(Keys.ARROW_UP)
    assert shown_outcome(browser) == expected(negotiate(mine, theirs, "stdio"))
    browser.focus("#minimum")
    browser.press(mb.LATEST)
    browser.focus(f"input[name=client][value='{place}']")
    browser.press(Keys.SPACE)
    parted = negotiate(FIRST.client, theirs, "stdio", minimum=mb.LATEST)
    assert parted.version is None
    assert shown_outcome(browser) == expected(parted)
    assert parted.reason in browser.text("#outcome").lower()
    assert browser.complaints() == []


def test_the_matrix_works_from_the_keyboard(browser: Browser, file: Path) -> None:
    browser.open(file)
    browser.focus("#minimum")
    browser.press(Keys.TAB)
    assert browser.run("return document.activeElement.matches(arguments[0])", CELL), "one stop, at the chosen cell"
    browser.press(Keys.CONTROL, Keys.HOME)
    browser.press(Keys.ARROW_RIGHT)
    browser.press(Keys.ENTER)
    chosen = "return [...document.querySelectorAll(arguments[0])].map((box) => Number(box.value))"
    assert browser.run(chosen, "input[name=client]:checked") == [0]
    assert browser.run(chosen, "input[name=server]:checked") == [1]
    assert shown_outcome(browser) == expected(negotiate({mb.REVISIONS[0]}, {mb.REVISIONS[1]}, "http"))
    browser.press(Keys.CONTROL, Keys.END)
    browser.press(Keys.SPACE)
    assert shown_outcome(browser) == expected(negotiate(mb.REVISIONS, mb.REVISIONS, "http"))
    browser.press(Keys.ARROW_RIGHT)
    assert browser.run("return document.activeElement.matches(arguments[0])", CELL), "nothing beyond the edge"
    assert browser.complaints() == []
    assert browser.requests() == [file.as_uri()]


@pytest.mark.parametrize("minimum", [None, "2025-03-26"])
def test_the_matrix_has_every_outcome(browser: Browser, file: Path, minimum: str | None) -> None:
    browser.open(file)
    if minimum is not None:
        browser.focus("#minimum")
        browser.press(minimum)
    rows: list[list[str]] = browser.run(
        "return [...document.querySelectorAll('#matrix tr')].map((row) =>"
        " [...row.querySelectorAll('td')].map((cell) => cell.getAttribute('aria-label') + '|' + cell.innerText))"
        ".filter((row) => row.length > 0)"
    )
    cells = [cell for row in rows for cell in row]
    assert len(cells) == len(set(cells)) == len(SETS) ** 2
    for cell in cells:
        label, mark = cell.rsplit("|", 1)
        sides, words = label.rsplit(": ", 1)
        client, server = (set(side.split(" ", 1)[1].split(", ")) for side in sides.split("; "))
        version = negotiate(client, server, "http", minimum=minimum).version
        if version is None:
            shared = known_versions(client & server, minimum=minimum)
            assert mark == ("!" if shared else "\u2013"), label
            assert words.startswith("no agreement"), label
        else:
            assert (mark, words) == (str(mb.REVISIONS.index(version) + 1), version), label


def test_a_side_that_speaks_nothing(browser: Browser, file: Path) -> None:
    browser.open(file)
    for place in (0, 2):
        browser.focus(f"input[name=client][value='{place}']")
        browser.press(Keys.SPACE)
    assert browser.text("#outcome") == "Select a revision for the client."
    assert browser.text("#steps") == ""
    browser.press(Keys.SPACE)
    assert shown_outcome(browser) == expected(negotiate({"2025-06-18"}, FIRST.server, "http"))
    assert browser.complaints() == []
