"""Page about bridges: the parts of a connection that a bridge translates, loses or refuses between revisions."""

from __future__ import annotations

from pathlib import Path

from mcp_bindgen.ingest.bridge import BridgeRow, read_bridge
from mcp_bindgen.ingest.translation import TranslationRule, read_translation
from mcp_bindgen.report.markup import code_span, escape_markdown
from mcp_bindgen.site.entries import Row, Table, source_links
from mcp_bindgen.site.environment import render_page

OUTCOMES = {"crosses": "crosses", "loses": "loses something", "refused": "cannot cross"}
ANCHOR = "crossing-"
"""Beginning of the names of sections about parts of a connection."""

STEP_COLUMNS = ("between", "rule", "what happens")


def bridge_page(schema_root: Path) -> str:
    """Return the page about bridges as Markdown.

    Raises:
        BindgenError: a file of the data cannot be read or is malformed.
    """
    translation = read_translation(schema_root)
    rules = [row for row in (*translation.general, *translation.rules) if row.owner == "translation"]
    rows = read_bridge(schema_root, translation)
    columns = ("what", "older to newer", "newer to older")
    return render_page(
        "crossing.md.j2",
        {
            "rows": rows,
            "anchor": ANCHOR,
            "outcomes": OUTCOMES,
            "connection": Table(columns, tuple(map(_connection_row, rows))),
            "lossless": _rule_table([rule for rule in rules if not rule.code and not rule.lossy]),
            "lossy": _rule_table([rule for rule in rules if not rule.code and rule.lossy]),
            "sometimes": _rule_table([rule for rule in rules if rule.code and rule.lossy]),
            "refused": _rule_table([rule for rule in rules if rule.code and not rule.lossy]),
        },
    )


def _connection_row(row: BridgeRow) -> Row:
    """Return the row of the table about a part of a connection, with a link to the section about the part."""
    return f"[{row.what}](#{ANCHOR}{row.id.replace('.', '-')})", OUTCOMES[row.up], OUTCOMES[row.down]


def _rule_table(rules: list[TranslationRule]) -> Table:
    return Table(STEP_COLUMNS, tuple(map(_rule_row, rules)))


def _rule_row(rule: TranslationRule) -> Row:
    way = {"to-newer": f"to {rule.step}", "to-older": f"from {rule.step} to older ones", "": "any two"}[rule.way]
    code = f" Error {rule.code}." if rule.code else ""
    source = f" ({source_links(rule.sources)})" if rule.sources else ""
    return way, code_span(rule.id), escape_markdown(rule.reason) + code + source
