"""Looks at the built documentation site in Chromium: `python -m tests.site.look build/docs/html`.

Each kind of page, at both widths and in both colour schemes: no message in the console, nothing loaded from elsewhere,
no page wider than the window, no cut code, no serious finding of axe. Then what the first screen shows: the newest
changes, every revision in a matrix, the first sentence of a definition and the meaning of its members. Then the anchors
of a revision's page, which lead to the pages of its subjects, and the search: each query finds its page first. Exit 1
if not; without Chromium it says so and exits 0. Pictures go to the directory named second, if there is one.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from selenium.common.exceptions import TimeoutException

import mcp_bindings as mb
from tests.pages.browser import SCHEMES, WIDTHS, Browser, Scheme, found, started

AXE = Path("build/docs/npm/node_modules/axe-core/axe.min.js")

NEWEST = mb.REVISIONS[-1]
TOOLS = f"reference/{NEWEST}/tools.html"

PAGES = (
    "index.html",
    "guides/index.html",
    "guides/write-once.html",
    "guides/sessions.html",
    "design/sessions.html",
    "api/index.html",
    "api/mcp_bindings.html",
    "api/mcp_bindings.Server.html",
    "api/mcp_bindings.connect.html",
    "reference/index.html",
    f"reference/{NEWEST}.html",
    TOOLS,
    f"reference/{NEWEST}/protocol-facts.html",
    f"reference/{NEWEST}/error-codes.html",
    f"reference/{NEWEST}/lint-rules.html",
    "reference/changes.html",
    "reference/crossing.html",
    "search.html?q=elicitation",
)
"""One page of each kind."""

FIRST = {
    "quickstart": "index.html",
    "install": "index.html",
    "mb.Server": "api/mcp_bindings.Server.html",
    "StreamableHttp": "api/mcp_bindings.transports.StreamableHttp.html",
    "elicitation": "guides/write-once.html",
}
"""The page that the search must find first, by query."""

ANCHORS = {
    "CallToolRequest": "CallToolRequest",
    "calltoolrequest": "CallToolRequest",
    "definition-calltoolrequest": "CallToolRequest",
    "tools/call": "tools/call",
    "method-tools-call": "tools/call",
}
"""The heading to which an anchor of a revision's page must lead, on the page of tools."""


class View(NamedTuple):
    """What must be on the first screen of a page."""

    page: str
    widths: tuple[int, ...]
    script: str
    """Returns the faults."""


MATRIX = """const [newest, count] = arguments;
const matrices = [...document.querySelectorAll("article table")].filter((table) =>
  table.rows[0].cells.length === count + 1 && table.rows[0].cells[1].textContent.trim() === newest);
return [...(matrices.length ? [] : ["no matrix begins with the newest revision"]),
  ...matrices.filter((table) => table.parentElement.scrollWidth > table.parentElement.clientWidth + 1)
    .map((table) => `matrix of each ${table.rows[0].cells[0].textContent}: a revision is out of sight`)]"""
NEWS = """const [newest] = arguments;
const section = document.querySelector("article section section");
const change = section.querySelector("li").getBoundingClientRect();
return [...(section.querySelector("h2").textContent.startsWith(newest) ? [] : ["the newest release is not first"]),
  ...(change.bottom <= innerHeight ? [] : [`the first change is ${Math.round(change.bottom)} pixels down`])]"""
MEANING = """const faults = [];
const seen = (element, what) => {
  const {left, right, top, bottom} = element.getBoundingClientRect();
  const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (!element.contains(shown) || left < 0 || right > innerWidth) {
    faults.push(`${what} is not on the screen`);
  }
};
const target = document.querySelector(":target");
seen(target.querySelector("h3"), "the heading");
seen(target.querySelector("p"), "the first sentence");
const meanings = [...target.querySelectorAll("dd")];
meanings.forEach((each) => {
  const {top, bottom} = each.getBoundingClientRect();
  scrollBy({top: (top + bottom - innerHeight) / 2, behavior: "instant"});  // no scroll sideways
  seen(each, `"${each.textContent.trim().slice(0, 40)}"`);
});
return meanings.length ? faults : [...faults, "no member has a meaning"]"""

VIEWS = (
    View("reference/index.html", (1280,), MATRIX),
    View("reference/changes.html", (1280,), MATRIX),
    View("reference/changes.html", WIDTHS, NEWS),
    View(f"{TOOLS}#CallToolRequest", WIDTHS, MEANING),
    View(f"{TOOLS}#Tool", WIDTHS, MEANING),
)

CUT = """return [...document.querySelectorAll("pre")].filter((pre) => pre.scrollWidth > pre.clientWidth + 1)
  .map((pre) => pre.textContent.slice(0, 60))"""
COVERED = """return [...document.querySelectorAll(".copy-code")].filter((button) => {
  const range = document.createRange();
  range.selectNodeContents(button.parentElement.querySelector("pre"));
  const {left, bottom} = button.getBoundingClientRect();
  return [...range.getClientRects()].some((text) => text.right > left && text.top < bottom);
}).map((button) => button.parentElement.querySelector("pre").textContent.slice(0, 60))"""
SERIOUS = """const found = await axe.run(document, {resultTypes: ["violations"]});
return found.violations.filter((each) => ["serious", "critical"].includes(each.impact))
  .map((each) => `${each.id}: ${each.nodes[0].html.slice(0, 200)} (${each.nodes.length})`)"""


def visit(browser: Browser, address: str) -> None:
    """Show a page anew, and forget what was logged before."""
    browser.complaints()
    browser.requests()
    browser.driver.get(address)
    browser.wait("return document.readyState === 'complete'")


def look(browser: Browser, root: Path, page: str, width: int, scheme: Scheme) -> Iterator[str]:
    """What is wrong with a page."""
    browser.look(width, scheme)
    visit(browser, f"{root.as_uri()}/{page}")
    yield from (f"console: {entry['message']}" for entry in browser.log("browser") if entry["level"] != "INFO")
    yield from (f"loads {address}" for address in browser.requests() if not address.startswith(("file:", "data:")))
    if (pixels := browser.overhang()) > 0:
        yield f"{pixels} pixels wider than the window"
    yield from (f"cut: {text!r}" for text in browser.run(CUT))
    yield from (f"under the button: {text!r}" for text in browser.run(COVERED))
    browser.run(AXE.read_text(encoding="utf-8"))
    yield from browser.run(SERIOUS)


def view(browser: Browser, root: Path, each: View, width: int) -> Iterator[str]:
    """What is missing on the first screen of a page."""
    browser.look(width, "light")
    visit(browser, f"{root.as_uri()}/{each.page}")
    yield from browser.run(each.script, NEWEST, len(mb.REVISIONS))


def follow(browser: Browser, root: Path, revision: str, anchor: str, heading: str) -> Iterator[str]:
    """Why an anchor of a revision's page does not lead to the heading of its entry."""
    visit(browser, f"{root.as_uri()}/reference/{revision}.html#{anchor}")
    try:
        browser.wait(f"return location.pathname.endsWith('/reference/{revision}/tools.html')")
        browser.wait("return document.querySelector(':target h3') !== null")
    except TimeoutException:
        yield f"it leads to {browser.run('return location.href')}"
        return
    found = browser.run("return document.querySelector(':target h3').firstChild.textContent")
    if found != heading:
        yield f"it leads to {found}"


def search(browser: Browser, root: Path, query: str) -> str:
    """The address that the search finds first, without its anchor."""
    visit(browser, f"{root.as_uri()}/search.html?q={query}")
    browser.wait("return document.querySelectorAll('#search-hits li').length > 0")
    address: str = browser.run("return document.querySelector('#search-hits a').getAttribute('href')")
    return address.partition("#")[0]


def main(root: Path, pictures: Path | None) -> int:
    """Print what is wrong, and what was looked at; the exit code."""
    if found() is None:
        print("not looked at in a browser: there is no Chromium with its driver here")
        return 0
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as profile, started(Path(profile)) as browser:
        for page in PAGES:
            for width in WIDTHS:
                for scheme in SCHEMES:
                    where = f"{page} at {width} in {scheme}"
                    faults += [f"{where}: {fault}" for fault in look(browser, root, page, width, scheme)]
                    if pictures is not None:
                        name = f"{page.partition('.html')[0].replace('/', '-')}-{width}-{scheme}.png"
                        (pictures / name).write_bytes(browser.driver.get_screenshot_as_png())
        for each in VIEWS:
            for width in each.widths:
                faults += [f"{each.page} at {width}: {fault}" for fault in view(browser, root, each, width)]
        for revision in mb.REVISIONS:
            for anchor, heading in ANCHORS.items():
                where = f"reference/{revision}.html#{anchor}"
                faults += [f"{where}: {fault}" for fault in follow(browser, root, revision, anchor, heading)]
        for query, page in FIRST.items():
            if (first := search(browser, root, query)) != page:
                faults.append(f"the search for {query} finds {first} first, not {page}")
    print(*faults, sep="\n")
    looks = len(PAGES) * len(WIDTHS) * len(SCHEMES)
    views, anchors = sum(len(each.widths) for each in VIEWS), len(ANCHORS) * len(mb.REVISIONS)
    print(
        f"{looks} looks at {len(PAGES)} pages, {views} first screens, {anchors} anchors, {len(FIRST)} searches: "
        f"{len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]) if len(sys.argv) > 2 else None))
