"""Links to the pages of the specification about a change, those of the newer side first."""

from __future__ import annotations

from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import Delta, Link, Place
from mcp_bindgen.ingest.manifest import SITE

CODE = "schema.ts: "
"""How a protocol fact begins the name of a declaration that is its source."""


def links(delta: Delta, old: Subject, new: Subject) -> tuple[Link, ...]:
    """The page of the definition, or the sources of a protocol fact; none for a schema that is not pinned."""
    found = {
        link.url: link
        for place, subject in ((delta.new, new), (delta.old, old))
        if place is not None
        for link in _of(place, subject)
    }
    return tuple(found.values())


def _of(place: Place, subject: Subject) -> list[Link]:
    sources = place.sources or (f"{CODE}{place.definition}",)
    return [link for source in sources for link in _link(source, subject)]


def _link(source: str, subject: Subject) -> list[Link]:
    revision = subject.spec.revision
    if source.startswith(CODE):
        definition = source.removeprefix(CODE)
        page = revision.page(definition) if definition in subject.spec.definitions else ""
        return [Link(f"{revision.id}: {definition}", page)] if page else []
    of, _, page = source.removeprefix("specification/").partition("/")
    return [Link(f"{of}: {page.replace('#', ', ').replace('-', ' ')}", f"{SITE}{source}")] if source else []
