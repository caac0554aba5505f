"""The digest as Markdown, with the pages of the specification as links."""

from __future__ import annotations

from mcp_bindgen.report.digest.guide import ROLES
from mcp_bindgen.report.digest.text import counts_text
from mcp_bindgen.report.markup import escape_markdown, link_address
from mcp_bindgen.report.model import Replacement, ThemeDigest


def theme_markdown(number: int, theme: ThemeDigest) -> str:
    """Return a theme of a digest.

    Args:
        number: its place in the order of work, from 1.
        theme: the theme.
    """
    lines = [f"**{number}. {escape_markdown(theme['title'])}**: {counts_text(theme)}", ""]
    lines += [f"- {_replacement_markdown(each)}" for each in theme["replaced"]]
    lines += [f"- {escape_markdown(each['text'])}" for each in theme["folded"]]
    if theme["more"]:
        lines.append(f"- and {theme['more']} more changes")
    for role in ROLES:
        if theme["do"].get(role):
            lines.append(f"- {role}: {escape_markdown(' '.join(theme['do'][role]))}")
    if theme["package"]:
        lines.append(f"- package: {escape_markdown(' '.join(theme['package']).replace('`', ''))}")
    return "\n".join(lines)


def _replacement_markdown(row: Replacement) -> str:
    pages = " ".join(f"[{number}](<{link_address(url)}>)" for number, url in enumerate(row["pages"], 1))
    return f"{escape_markdown(row['old'])} \u2192 {escape_markdown(row['new'])} ({pages})"
