"""Entries of the reference, with the names and links of their sections."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from mcp_bindgen.ingest.manifest import SPECIFICATION_SITE
from mcp_bindgen.report.markup import code_span

Kind = Literal["method", "definition", "error", "header", "meta", "lint", "session"]

NAMED: Collection[Kind] = ("method", "definition", "header", "meta")
"""Kinds of the entries whose title is a name of the protocol."""

Row = tuple[str, ...]
"""Cells of a row of a table, as Markdown."""


@dataclass(frozen=True)
class Table:
    """A table of an entry or a section."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Member:
    """A member of an object. All texts are Markdown."""

    name: str
    type: str
    is_required: bool
    meaning: str


@dataclass(frozen=True)
class Entry:
    """One section on a page of a revision, about a method, a definition, an error code, and so on.

    All texts are Markdown, except `key` and `title`.
    """

    kind: Kind
    key: str
    """Id of the entry, unique among the entries of its kind, and equal in every revision."""
    title: str
    summary: str
    facts: tuple[str, ...]
    """Sentences about the entry."""
    members: tuple[Member, ...] = ()
    tables: tuple[Table, ...] = ()
    sources: tuple[str, ...] = ()
    """Pages of the specification, without the address of its site."""
    value: object = None
    """Value that is compared with that of another revision, to find out whether a revision changed the entry."""


def section_label(revision: str, kind: Kind, key: str) -> str:
    """Return the name of the section of an entry. The name is unique in the site."""
    return f"{revision}-{_entry_anchor(kind, key)}"


def _entry_anchor(kind: Kind, key: str) -> str:
    """Return an anchor of an entry, such as `method-tools-call`. The anchor is equal in all revisions."""
    return f"{kind}-{re.sub(r'[^a-z0-9]+', '-', key.lower()).strip('-')}"


def entry_anchors(entry: Entry) -> list[str]:
    """Return the anchors of an entry on the page of its revision.

    For a kind in `NAMED`, the first anchor is the title of the entry, such as `CallToolRequest`. Entries of other kinds
    have no anchor from their titles, because a lint rule and a session rule may have one name.
    """
    return [*([entry.title] if entry.kind in NAMED else []), _entry_anchor(entry.kind, entry.key)]


def entry_link(text: str, revision: str, kind: Kind, key: str) -> str:
    """Return a Markdown link to an entry. The text of the link is Markdown too."""
    return f"[{text}](#{section_label(revision, kind, key)})"


def source_link(source: str) -> str:
    """Return a link to a page of the specification. For any other source, such as one in `schema.ts`, return its name
    as code.
    """
    if not source.startswith("specification/"):
        return code_span(source)
    path, _, anchor = source.removeprefix("specification/").partition("#")
    text = f"{path} § {anchor}" if anchor else path
    return f"[{text}]({SPECIFICATION_SITE}{source})"


def join_with_commas(items: Sequence[str], nothing: str = "") -> str:
    """Return the items with commas between them, or `nothing` if there are no items."""
    return ", ".join(items) or nothing


def source_links(sources: Sequence[str]) -> str:
    """Return links to the sources of a fact, with commas between them; an empty text for a fact without sources."""
    return join_with_commas([source_link(source) for source in sources])


def escape_cell(text: str) -> str:
    """Return Markdown for a cell of a table: on one line, with escaped bars, since a bar would end the cell."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))
