"""The digest as lines of plain text, one screen for a whole release."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.report.digest.guide import ROLES
from mcp_bindgen.report.model import Digest, ThemeDigest
from mcp_bindgen.visible import one_line

INDENT = " " * 2
LABEL = 8
"""Width of the names of the roles, in characters."""
FOLDED_LINES = 2
"""The most lines of folded changes of a theme."""


def digest_lines(digest: Digest, *, width: int) -> Iterator[str]:
    """The digest in the order of work.

    Args:
        digest: the digest.
        width: the length of a line in characters.
    """
    for number, theme in enumerate(digest["themes"], 1):
        yield from _theme(number, theme, max(40, width))


def counts(theme: ThemeDigest) -> str:
    """The numbers of changes that are not zero, gravest first."""
    return ", ".join(f"{theme[level]} {level}" for level in SEVERITIES if theme[level])


def _theme(number: int, theme: ThemeDigest, width: int) -> Iterator[str]:
    yield f"{number}. {theme['title']}: {counts(theme)}"
    room = width - len(INDENT)
    replaced = "; ".join(f"{each['old']} \u2192 {each['new']}" for each in theme["replaced"])
    yield from (INDENT + line for line in _wrapped(replaced, room, under="  "))
    yield from (INDENT + line for line in _folded(theme, room))
    for role in ROLES:
        yield from _labelled(role, theme["do"].get(role, ()), room)
    yield from _labelled("package", theme["package"], room)


def _labelled(label: str, sentences: Sequence[str], room: int) -> Iterator[str]:
    if sentences:
        text = " ".join(each.replace("`", "") for each in sentences)
        for number, line in enumerate(_wrapped(text, room - LABEL, under="")):
            yield f"{INDENT}{'' if number else label:<{LABEL}}{line}"


def _folded(theme: ThemeDigest, room: int) -> list[str]:
    """As many folded lines as there is room for, and the number of changes that they leave out.

    Beside what replaces what, only breaking changes of the schema are shown: they are what every message has to follow.
    """
    shown: list[str] = []
    left = theme["more"] + sum(each["changes"] for each in theme["folded"])
    lines: list[str] = []
    for each in theme["folded"]:
        if theme["replaced"] and (each["severity"], each["source"]) != ("breaking", "schema"):
            continue
        rest = left - each["changes"]
        shown.append(each["text"])
        more = [f"and {rest} more changes"] if rest else []
        candidate = _wrapped("; ".join([*shown, *more]), room, under="  ")
        if len(candidate) > FOLDED_LINES and lines:
            break
        lines, left = candidate, rest
    return lines


def _wrapped(text: str, room: int, *, under: str) -> list[str]:
    return textwrap.wrap(one_line(text), room, subsequent_indent=under, break_long_words=False, break_on_hyphens=False)
