"""Looks at the built documentation site in Chromium: `python -m tests.site.look build/docs/html`.

Each kind of page, at both widths and in both colour schemes: no message in the console, nothing loaded from elsewhere,
no page wider than the window, no cut code, no serious finding of axe. Then the search: each query finds its page first.
Exit 1 if not; without Chromium it says so and exits 0. Pictures go to the directory named second, if there is one.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.pages.browser import SCHEMES, WIDTHS, Browser, Scheme, found, started

AXE = Path("build/docs/npm/node_modules/axe-core/axe.min.js")

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
    "reference/2026-07-28.html",
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

CUT = """return [...document.querySelectorAll("pre")].filter((pre) => pre.scrollWidth > pre.clientWidth + 1)
  .map((pre) => pre.textContent.slice(0, 60))"""
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
    browser.run(AXE.read_text(encoding="utf-8"))
    yield from browser.run(SERIOUS)


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
        for query, page in FIRST.items():
            if (first := search(browser, root, query)) != page:
                faults.append(f"the search for {query} finds {first} first, not {page}")
    print(*faults, sep="\n")
    looks = len(PAGES) * len(WIDTHS) * len(SCHEMES)
    print(f"{looks} looks at {len(PAGES)} pages, {len(FIRST)} searches: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]) if len(sys.argv) > 2 else None))
