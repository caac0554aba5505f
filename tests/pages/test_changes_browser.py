"""The page of a report in a browser: readable, quiet, filtered and folded from the keyboard, and not taken over."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from mcp_bindgen.matrix import MatrixRow
from mcp_bindgen.pages.changes import changes_page, history_page
from mcp_bindgen.report.model import ChangeJSON, ReportJSON, change_severity
from tests.pages.browser import SCHEMES, WIDTHS, Browser, Scheme
from tests.report.reports import report, themes_of, with_digest

PLAIN: ReportJSON = report(1, 40, hostile=0)
CHANGES = PLAIN["changes"]
DIGESTED: ReportJSON = with_digest(PLAIN, 1, hostile=0)
THEMES = themes_of(DIGESTED)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "changes.html"
    path.write_text(changes_page(PLAIN), encoding="ascii")
    return path


@pytest.fixture(scope="module")
def digested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "digested.html"
    path.write_text(changes_page(DIGESTED), encoding="ascii")
    return path


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "hostile.html"
    path.write_text(changes_page(with_digest(report(2, 60, hostile=0.6), 2, hostile=0.6)), encoding="ascii")
    return path


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "history.html"
    rows = [MatrixRow("method", f"a/rather/long/method_{number}", ("client", "", "both")) for number in range(3)]
    first, second = report(1, 20, hostile=0), report(2, 20, hostile=0)
    second["changes"] = [{**change, "rule": "ONLY_IN_THE_SECOND"} for change in second["changes"]]
    releases: list[ReportJSON] = [{**first, "old": "1", "new": "2"}, {**second, "old": "2", "new": "3"}]
    path.write_text(history_page(["1", "2", "3"], rows, releases), encoding="ascii")
    return path


def shown_fingerprints(browser: Browser) -> list[str]:
    """Fingerprints of the changes that can be seen."""
    ids: list[str] = browser.run(
        "return [...document.querySelectorAll('details')]"
        ".filter((each) => each.checkVisibility()).map((each) => each.id)"
    )
    return sorted(each.removeprefix("c-") for each in ids)


def those(holds: Callable[[ChangeJSON], bool]) -> list[str]:
    found = [change["fingerprint"] for change in CHANGES if holds(change)]
    assert 0 < len(found) < len(CHANGES), "shows nothing"
    return found


def press(browser: Browser, selector: str, *keys: str) -> None:
    browser.focus(selector)
    browser.press(*keys)


@pytest.mark.parametrize(("width", "scheme"), list(product(WIDTHS, SCHEMES)))
def test_it_can_be_read_and_its_words_are_only_words(
    browser: Browser, hostile: Path, width: int, scheme: Scheme
) -> None:
    browser.look(width, scheme)
    browser.open(hostile)
    press(browser, "#open", Keys.ENTER)
    assert browser.run("return document.querySelectorAll('details[open]').length") == 60
    assert browser.overhang() == 0
    assert browser.faint() == []
    assert browser.complaints() == []
    assert browser.requests() == [hostile.as_uri()]
    assert "taken" not in str(browser.run("return document.title"))
    assert browser.run("return document.querySelectorAll('img, script:not(#data), body script').length") == 2


def test_filters(browser: Browser, file: Path) -> None:
    browser.open(file)
    assert shown_fingerprints(browser) == [change["fingerprint"] for change in CHANGES]
    assert browser.text("#count") == "40 changes"

    press(browser, "input[name=severity][value=breaking]", Keys.SPACE)
    assert shown_fingerprints(browser) == those(lambda change: change_severity(change) != "breaking")
    press(browser, "#role", "the client")
    mild = those(lambda change: change_severity(change) != "breaking" and "client" in change["affects"])
    assert shown_fingerprints(browser) == mild
    assert browser.text("#count") == f"{len(mild)} of 40 changes shown"
    press(browser, "#reset", Keys.ENTER)
    assert len(shown_fingerprints(browser)) == 40

    press(browser, "#method", "tools/call")
    assert shown_fingerprints(browser) == those(lambda change: "tools/call" in change["methods"])
    press(browser, "#method", Keys.HOME)

    press(browser, "#search", "INPUTschema tool")
    found = those(lambda change: "inputSchema" in change["pointer"] and "Tool" in change["summary"])
    assert set(found) <= set(shown_fingerprints(browser)), "there may be more, for a search goes through everything"
    assert len(shown_fingerprints(browser)) < 40
    press(browser, "#search", "nowhere")
    assert shown_fingerprints(browser) == []
    assert browser.text("#count") == "0 of 40 changes shown"
    headings = "return [...document.querySelectorAll('h3')].filter((each) => each.checkVisibility()).length"
    assert browser.run(headings) == 0
    assert browser.complaints() == []


def test_filters_for_documents_or_python_by_area_and_rule(browser: Browser, digested: Path) -> None:
    browser.open(digested)
    press(browser, "#only", "documents")
    wire = those(lambda change: change_severity(change, only="wire") != "safe")
    assert shown_fingerprints(browser) == wire
    badges = browser.run(
        "return [...document.querySelectorAll('details')].filter((each) => each.checkVisibility())"
        ".map((each) => [each.id.slice(2), each.querySelector('summary .badge').textContent])"
    )
    levels = {each["fingerprint"]: change_severity(each, only="wire") for each in CHANGES}
    assert dict(badges) == {fingerprint: levels[fingerprint] for fingerprint in wire}
    press(browser, "input[name=severity][value=breaking]", Keys.SPACE)
    assert shown_fingerprints(browser) == those(lambda change: change_severity(change, only="wire") == "risky")
    press(browser, "#reset", Keys.ENTER)
    assert len(shown_fingerprints(browser)) == 40

    press(browser, "#only", "Python")
    assert shown_fingerprints(browser) == those(lambda change: change["python"] != "safe")
    press(browser, "#reset", Keys.ENTER)

    areas = {change["fingerprint"]: change.get("area") for change in DIGESTED["changes"]}
    press(browser, "#area", "Types")
    assert shown_fingerprints(browser) == those(lambda change: areas[change["fingerprint"]] == "types")
    press(browser, "#reset", Keys.ENTER)
    press(browser, "#rule", "FIELD_REMOVED")
    assert shown_fingerprints(browser) == those(lambda change: change["rule"] == "FIELD_REMOVED")
    assert browser.complaints() == []


@pytest.mark.parametrize(("width", "scheme"), list(product(WIDTHS, SCHEMES)))
def test_the_digest_can_be_read(browser: Browser, digested: Path, width: int, scheme: Scheme) -> None:
    browser.look(width, scheme)
    browser.open(digested)
    assert browser.overhang() == 0
    assert browser.faint() == []
    titles = browser.run("return [...document.querySelectorAll('.digest h3')].map((each) => each.innerText)")
    assert [title.split(". ", 1)[1].startswith(theme["title"]) for title, theme in zip(titles, THEMES, strict=True)]
    assert browser.complaints() == []


def test_folding(browser: Browser, file: Path) -> None:
    browser.open(file)
    opened = "return [...document.querySelectorAll('details[open]')].map((each) => each.id)"
    assert browser.run(opened) == []
    press(browser, "details summary", Keys.ENTER)
    first = browser.run("return document.querySelector('details').id")
    assert browser.run(opened) == [first]
    press(browser, "input[name=severity][value=risky]", Keys.SPACE)
    press(browser, "#open", Keys.ENTER)
    kept = {f"c-{each}" for each in those(lambda change: change_severity(change) != "risky")}
    assert set(browser.run(opened)) == kept | {first}
    press(browser, "#reset", Keys.ENTER)
    press(browser, "#close", Keys.ENTER)
    assert browser.run(opened) == []


def test_a_link_to_one_change_opens_it(browser: Browser, file: Path) -> None:
    wanted = CHANGES[-1]["fingerprint"]
    browser.open(file)
    press(browser, "#search", "nowhere")
    browser.run("location.hash = arguments[0]", f"c-{wanted}")
    browser.wait("return document.querySelector('details[open]') !== null")
    assert wanted in shown_fingerprints(browser)
    top = "return document.getElementById(arguments[0]).getBoundingClientRect().top < innerHeight"
    assert browser.run(top, f"c-{wanted}")


def test_nothing_changed(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "same.html"
    path.write_text(changes_page(report(1, 0, hostile=0)), encoding="ascii")
    browser.open(path)
    assert "Nothing changed." in browser.text("main")
    assert browser.complaints() == []


@pytest.mark.parametrize(("width", "scheme"), list(product(WIDTHS, SCHEMES)))
def test_the_history_can_be_read(browser: Browser, history: Path, width: int, scheme: Scheme) -> None:
    browser.look(width, scheme)
    browser.open(history)
    press(browser, "#open", Keys.ENTER)
    assert browser.run("return document.querySelectorAll('details[open]').length") == 40
    assert browser.overhang() == 0
    assert browser.faint() == []
    assert browser.complaints() == []
    assert browser.requests() == [history.as_uri()]


def test_releases_without_a_change_that_fits_are_not_shown(browser: Browser, history: Path) -> None:
    browser.open(history)
    releases = "return [...document.querySelectorAll('.release')].filter((each) => each.checkVisibility()).length"
    assert browser.run(releases) == 2
    press(browser, "#search", "only_in_the_second")
    assert browser.run(releases) == 1
    assert browser.complaints() == []
