"""Rendering of the Markdown pages of the reference."""

from __future__ import annotations

from collections.abc import Mapping

import jinja2

from mcp_bindgen.report.markup import escape_markdown
from mcp_bindgen.site.entries import entry_anchors, entry_link, escape_cell, section_label, source_link


def render_page(name: str, variables: Mapping[str, object]) -> str:
    """Render one page from its template. The template also has functions for labels, links and anchors."""
    return (
        _make_environment()
        .get_template(name)
        .render(variables, label=section_label, link=entry_link, anchors=entry_anchors)
    )


def _make_environment() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("mcp_bindgen.site"),
        autoescape=False,  # noqa: S701 - the output is Markdown, and `report.markup.escape_markdown` escapes words of others
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"cell": escape_cell, "escaped": escape_markdown, "source_link": source_link}
    return made
