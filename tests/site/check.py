"""Checks the built documentation site: `python -m tests.site.check build/docs/html`.

Every internal link and anchor leads somewhere; no page loads anything from the network, and none has more than 300 kB;
every definition and every method of every revision is at most two clicks from the start page, the page of its revision
has its name as an anchor, and the search knows it; every public name of Python has an entry. Exit 1 if not.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mcp_bindgen import sources
from mcp_bindgen.ingest.manifest import read_manifest, read_toml
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.paths import schema_root
from mcp_bindgen.records.names import PACKAGES

START = "index.html"
CLICKS = 2
BYTES = 300_000
"""Greatest size of a page."""
SEARCH = "_static/search-sections.js"
THEME = "_static/"
"""What the theme brings; its HTML there is a template, not a page."""

Place = tuple[str, str]
"""A page by its path in the site, and an anchor on it; an empty anchor is the top."""


@dataclass
class Page:
    """What is read of one HTML file."""

    size: int = 0
    """Bytes."""
    anchors: set[str] = field(default_factory=set[str])
    links: list[str] = field(default_factory=list[str])
    loaded: list[str] = field(default_factory=list[str])
    """Addresses of scripts, styles and images."""
    headings: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """By text of a heading, the anchors of the sections that it opens."""


class Reader(HTMLParser):
    """Reads a page."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self._pending: list[str] = []
        self._heading: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value is not None}
        if "id" in given:
            self.page.anchors.add(given["id"])
            if tag in ("section", "span"):
                self._pending.append(given["id"])
        if tag == "a" and "href" in given:
            self.page.links.append(given["href"])
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload", "modulepreload", "preconnect"):
            self.page.loaded.append(given.get("href", ""))
        if tag in ("script", "img", "iframe") and "src" in given:
            self.page.loaded.append(given["src"])
        if tag in ("h1", "h2", "h3"):
            self._heading = []
        elif tag == "a" and self._heading is not None:
            self._heading.append("\0")  # the sign that links the heading to itself

    def handle_data(self, data: str) -> None:
        if self._heading is not None:
            self._heading.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("h1", "h2", "h3") and self._heading is not None:
            text = "".join(self._heading).partition("\0")[0].strip()
            self.page.headings.setdefault(text, set()).update(self._pending)
            self._pending, self._heading = [], None


class Site:
    """The files of a built site."""

    def __init__(self, root: Path) -> None:
        self.root = root
        paths = {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*.html"))}
        self.pages = {name: read(path) for name, path in paths.items() if not name.startswith(THEME)}

    def target(self, page: str, href: str) -> Place | None:
        """Where a link leads inside the site; None where it leads out of it."""
        parts = urlsplit(href)
        if parts.scheme or parts.netloc:
            return None
        if not parts.path:
            return page, unquote(parts.fragment)
        path = (self.root / page).parent / unquote(parts.path)
        return path.resolve().relative_to(self.root.resolve()).as_posix(), unquote(parts.fragment)

    def dead(self) -> Iterator[str]:
        """Internal links that lead nowhere."""
        for name, page in self.pages.items():
            for href in dict.fromkeys(page.links):
                place = self.target(name, href)
                if place is None:
                    continue
                path, anchor = place
                if path in self.pages:
                    if anchor and anchor not in self.pages[path].anchors:
                        yield f"{name} links to {href}, and {path} has no such anchor"
                elif not (self.root / path).is_file():
                    yield f"{name} links to {href}, and there is no such file"

    def loads(self) -> Iterator[str]:
        """What pages load that is not in the site."""
        for name, page in self.pages.items():
            for address in dict.fromkeys(page.loaded):
                place = self.target(name, address)
                if place is None and not address.startswith("data:"):
                    yield f"{name} loads {address} from the network"
                elif place is not None and not (self.root / place[0]).is_file():
                    yield f"{name} loads {address}, and there is no such file"

    def heavy(self) -> Iterator[str]:
        """Pages that are too large."""
        for name, page in self.pages.items():
            if page.size > BYTES:
                yield f"{name} has {page.size} bytes, more than {BYTES}"

    @cached_property
    def reachable(self) -> set[Place]:
        """Places that take at most `CLICKS` clicks from the start page. A page that is reached shows all its links."""
        found: set[Place] = {(START, "")}
        frontier = {START}
        for _ in range(CLICKS):
            places = {place for name in frontier for place in self._targets(name)}
            found |= places
            frontier = {path for path, _ in places if path in self.pages}
        return found

    def _targets(self, name: str) -> set[Place]:
        return {place for href in self.pages[name].links if (place := self.target(name, href)) is not None}

    def too_far(self, spec: SpecRevision) -> Iterator[str]:
        """Definitions and methods of a revision that have no section, or one that takes more clicks."""
        pages = {name: page for name, page in self.pages.items() if name.startswith(f"reference/{spec.revision.id}/")}
        for wanted in names_of(spec):
            places = {(name, anchor) for name, page in pages.items() for anchor in page.headings.get(wanted, ())}
            if not places & self.reachable:
                yield f"{wanted} of {spec.revision.id} is not within {CLICKS} clicks of {START}"

    def without_anchor(self, spec: SpecRevision) -> Iterator[str]:
        """Definitions and methods whose name is no anchor on the page of the revision."""
        name = f"reference/{spec.revision.id}.html"
        anchors = self.pages.get(name, Page()).anchors
        yield from (f"{name} has no anchor {wanted}" for wanted in names_of(spec) if wanted not in anchors)

    def unsearchable(self, spec: SpecRevision) -> Iterator[str]:
        """Definitions and methods that the search does not know."""
        titles = {row[1] for row in self.sections}
        for wanted in names_of(spec):
            if wanted not in titles:
                yield f"the search does not know {wanted} of {spec.revision.id}"

    @cached_property
    def sections(self) -> list[list[str]]:
        """Rows of the search: address, title, title of the page, text and kind."""
        text = (self.root / SEARCH).read_text(encoding="utf-8")
        rows: list[list[str]] = json.loads(text.removeprefix("const SECTIONS = ").rstrip(";\n"))
        return rows

    def undocumented(self) -> Iterator[str]:
        """Public names of Python without an entry in the API reference."""
        packages = read_toml(schema_root() / "names.toml")[PACKAGES]
        for module, names in packages.items():
            for name in (name for name in names if f"{module}.{name}" not in packages):
                page = self.pages.get(f"api/{module}.{name}.html", Page())
                if f"{module}.{name}" not in page.anchors:
                    yield f"{module}.{name} has no entry in the API reference"


def read(path: Path) -> Page:
    """What is in one file."""
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.page.size = path.stat().st_size
    return reader.page


def names_of(spec: SpecRevision) -> list[str]:
    """The definitions and methods of a revision."""
    return [*spec.definitions.values(), *(method.name for method in spec.methods)]


def revisions() -> list[SpecRevision]:
    """Every revision whose schema is not that of an earlier one."""
    found: list[SpecRevision] = []
    for row in read_manifest(schema_root()):
        spec = sources.load_spec(row.id)
        if all(spec.effective != other.effective for other in found):
            found.append(spec)
    return found


def main(root: Path) -> int:
    """Print what is wrong, and what was checked; the exit code."""
    site, specs = Site(root), revisions()
    faults = [*site.dead(), *site.loads(), *site.heavy(), *site.undocumented()]
    for spec in specs:
        faults += [*site.too_far(spec), *site.without_anchor(spec), *site.unsearchable(spec)]
    for fault in faults:
        print(fault)
    links = sum(len(page.links) for page in site.pages.values())
    names = sum(len(spec.definitions) + len(spec.methods) for spec in specs)
    print(
        f"{len(site.pages)} pages of at most {max(page.size for page in site.pages.values())} bytes, {links} links, "
        f"{names} definitions and methods of {len(specs)} revisions: {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
