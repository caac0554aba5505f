"""Where to read on about a change: pages of the specification, of the newer side first."""

from __future__ import annotations

from mcp_bindgen.diff.subject import Subject
from mcp_bindgen.diff.types import Delta, Place
from mcp_bindgen.ingest.manifest import SITE
from mcp_bindgen.report.model import Link

CODE = "schema.ts: "
"""How facts begin to name a declaration as their source."""


def links(delta: Delta, old: Subject, new: Subject) -> tuple[Link, ...]:
    """The definition's page, or those that a fact was read on; none of a schema that no one has pinned."""
    found = {
        link["url"]: link
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
        return [{"text": f"{revision.id}: {definition}", "url": page}] if page else []
    of, _, page = source.removeprefix("specification/").partition("/")
    return [{"text": f"{of}: {page.replace('#', ', ').replace('-', ' ')}", "url": f"{SITE}{source}"}] if source else []
