"""The digest as Markdown, with the pages of the specification as links."""

from __future__ import annotations

from mcp_bindgen.report.digest.guide import ROLES
from mcp_bindgen.report.digest.text import counts_text
from mcp_bindgen.report.markup import escape_link_address, escape_markdown, prose_markdown
from mcp_bindgen.report.model import Replacement, ThemeDigest, page_title


def theme_markdown(number: int, theme: ThemeDigest) -> str:
    """Return a theme of a digest as Markdown.

    Args:
        number: the place of the theme in the order of work, from 1.
        theme: the theme.
    """
    lines = [f"**{number}. {escape_markdown(theme['title'])}**: {counts_text(theme)}", ""]
    lines += [f"- {_replacement_markdown(each)}" for each in theme["replaced"]]
    lines += [f"- {prose_markdown(each['text'])}" for each in theme["folded"]]
    if theme["more"]:
        lines.append(f"- and {theme['more']} more changes")
    for role in ROLES:
        if theme["do"].get(role):
            lines.append(f"- {role}: {prose_markdown(' '.join(theme['do'][role]))}")
    if theme["package"]:
        lines.append(f"- package: {prose_markdown(' '.join(theme['package']))}")
    return "\n".join(lines)


def _replacement_markdown(row: Replacement) -> str:
    pages = ", ".join(f"[{escape_markdown(page_title(url))}](<{escape_link_address(url)}>)" for url in row["pages"])
    return f"{prose_markdown(row['old'])} \u2192 {prose_markdown(row['new'])} ({pages})"
