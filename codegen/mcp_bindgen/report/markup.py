"""Texts of a report in Markdown, escaped so that no text of a schema becomes markup, a link or a mention."""

from __future__ import annotations

import re
from html import escape

from mcp_bindgen.escaping import one_line
from mcp_bindgen.prose import prose_parts

SYNTAX_CHARACTERS = re.compile(r"[!#$&(-+:<>@\[-`{-~]|^-|(?<=\d)\.|(?<=www)\.", re.IGNORECASE)
"""Characters that must be escaped because they could be Markdown syntax."""


def escape_markdown(words: str) -> str:
    """Return a text on one line, escaped so that Markdown makes no markup, link or mention of it."""
    return _escape_line(one_line(words))


def prose_markdown(prose: str) -> str:
    """Return a prose text escaped like other texts, except that its names in backticks become inline code."""
    return "".join(code_span(part.words) if part.is_code else _escape_line(part.words) for part in prose_parts(prose))


def _escape_line(line: str) -> str:
    return SYNTAX_CHARACTERS.sub(r"\\\g<0>", _prevent_mentions(line))


def code_span(words: str) -> str:
    """Return a text on one line as inline code. An empty text becomes a space."""
    shown = one_line(words) or " "
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"


def code_block(lines: str, language: str) -> str:
    """Return a text as a code block, whatever backticks the text has."""
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", lines)), default=0))
    return f"{ticks}{language}\n{lines}\n{ticks}"


def escape_html(words: str) -> str:
    """Return a text on one line, escaped for HTML within Markdown."""
    return escape(_prevent_mentions(one_line(words)))


def prose_html(prose: str) -> str:
    """Return a prose text escaped for HTML within Markdown, except that its names in backticks become `<code>`
    elements.
    """
    parts = [(escape(_prevent_mentions(part.words)), part.is_code) for part in prose_parts(prose)]
    return "".join(f"<code>{words}</code>" if is_code else words for words, is_code in parts)


def _prevent_mentions(words: str) -> str:
    """Return a text with a word joiner after each `@`, so that GitHub does not read `@name` as a mention."""
    return words.replace("@", "@\u2060")


def escape_link_address(url: str) -> str:
    """Return a URL in which all characters that could end a link in angle brackets are percent-encoded."""
    return re.sub(
        r"[^!#-;=?-\[\]_a-z~]", lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode(errors="replace")), url
    )
