"""Mark the names of the protocol and the package in the prose of a report.

Prose is text on one line, in which names are in backticks.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mcp_bindgen.escaping import one_line

NAME_PATTERN = re.compile(r"[\w$][\w$./*-]*", re.ASCII)
"""Pattern of a name. The whole text must match, so a sentence is no name."""
WORD_PATTERN = re.compile(r"(?<![\w`$/.-])[A-Za-z_$][\w$./*-]*[\w*](?![\w`])", re.ASCII)
"""Pattern of a word of a sentence."""
NAME_SHAPE_PATTERN = re.compile(r"[_/$]|\w\.\w|[a-z][A-Z]|^[A-Z]\w*(-[A-Z]\w*)+$", re.ASCII)
"""Pattern of words that can only be names: with a sign or a capital letter inside, or with hyphens like a header."""
NO_NAMES = frozenset({"JSON-RPC", "OpenID", "OpenTelemetry", "and/or", "response/notification"})
"""Words that match `NAME_SHAPE_PATTERN` but are no names."""
CODE_PATTERN = re.compile(rf"(?<!`)`({NAME_PATTERN.pattern})`(?!`)", re.ASCII)


class ProsePart(NamedTuple):
    """A part of a prose text: a name, or the words before, between or after names."""

    words: str
    is_code: bool


def mark_name(text: str) -> str:
    """Return a text in backticks if the whole text can be a name; else put each name in the text in backticks."""
    return f"`{text}`" if NAME_PATTERN.fullmatch(text) else mark_names(text)


def mark_names(prose: str) -> str:
    """Return a prose text in which each word that can only be a name is in backticks."""
    return WORD_PATTERN.sub(_mark_word, prose)


def _mark_word(found: re.Match[str]) -> str:
    return f"`{found[0]}`" if NAME_SHAPE_PATTERN.search(found[0]) and found[0] not in NO_NAMES else found[0]


def prose_parts(prose: str) -> list[ProsePart]:
    """Return the parts of a prose text, in order: names that are in backticks, and the words around them. Line breaks
    are spaces, and invisible characters are escaped.
    """
    parts = CODE_PATTERN.split(one_line(prose))
    return [ProsePart(part, bool(place % 2)) for place, part in enumerate(parts) if part]


def plain_prose(prose: str) -> str:
    """Return a prose text on one line, without the backticks of its names, and with invisible characters escaped."""
    return "".join(part.words for part in prose_parts(prose))
