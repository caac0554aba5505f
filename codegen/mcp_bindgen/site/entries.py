"""Entries of the reference, with the names and links of their sections."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mcp_bindgen.ingest.manifest import SPECIFICATION_SITE
from mcp_bindgen.report.markup import code_span

Kind = Literal["method", "definition", "error", "header", "meta", "lint", "session"]

Row = tuple[str, ...]
"""Cells of a row of a table, as Markdown."""


@dataclass(frozen=True)
class Table:
    """A table of an entry or a section."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Entry:
    """One section of a revision's page: a method, a definition, an error code, and so on.

    All texts are Markdown, except `key` and `title`.
    """

    kind: Kind
    key: str
    """Id of the entry among those of its kind, in every revision."""
    title: str
    summary: str
    facts: tuple[str, ...]
    """Sentences."""
    tables: tuple[Table, ...] = ()
    sources: tuple[str, ...] = ()
    """Pages of the specification, without the address of its site."""
    value: object = None
    """Value that differs if a revision changed the entry."""


def section_label(revision: str, kind: Kind, key: str) -> str:
    """Return the name of an entry's section, unique in the site.

    Docutils drops the digits and hyphens at the start, so the anchor on the page is `method-tools-call`.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")
    return f"{revision}-{kind}-{slug}"


def entry_link(text: str, revision: str, kind: Kind, key: str) -> str:
    """Return a link to an entry. The text is Markdown."""
    return f"[{text}](#{section_label(revision, kind, key)})"


def source_link(source: str) -> str:
    """Return a link to a page of the specification; another source, such as one in `schema.ts`, is shown as code."""
    if not source.startswith("specification/"):
        return code_span(source)
    path, _, anchor = source.removeprefix("specification/").partition("#")
    text = f"{path} § {anchor}" if anchor else path
    return f"[{text}]({SPECIFICATION_SITE}{source})"


def comma_list(items: Sequence[str], nothing: str = "") -> str:
    """Return the items with commas between them."""
    return ", ".join(items) or nothing


def source_links(sources: Sequence[str]) -> str:
    """Return links to the sources of a fact."""
    return comma_list([source_link(source) for source in sources])


def escape_cell(text: str) -> str:
    """Return Markdown for a cell of a table: on one line, without a bar, which would end the cell."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))
