"""The digest as lines of plain text. The digest of a whole release fits on one screen if possible."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mcp_bindgen.diff.severity import SEVERITIES
from mcp_bindgen.prose import plain_prose
from mcp_bindgen.report.digest.guide import ROLES
from mcp_bindgen.report.model import Digest, ThemeDigest

INDENT = " " * 2
LABEL_WIDTH = 8
"""Width of the column with the names of the roles, in characters."""
SCREEN_LINES = 58
"""Greatest number of lines of a digest: a screen without the two lines above the digest."""


class _LineLimits(NamedTuple):
    """Greatest numbers of lines for the parts of a theme."""

    folded: int
    each: int
    """Greatest number of lines for replacements, and for the work of each role."""


_LINE_LIMITS = (_LineLimits(2, 99), _LineLimits(1, 99), *(_LineLimits(1, lines) for lines in (6, 5, 4, 3, 2, 1)))
"""Limits, the most generous first. The first limits with which a digest fits on a screen apply, or else the last."""


def digest_lines(digest: Digest, *, width: int) -> list[str]:
    """Return the lines of a digest in the order of work, on one screen if possible.

    A text that is cut ends in `…`. Other formats show the whole text.

    Args:
        digest: the digest.
        width: the length of a line in characters.
    """
    found: list[str] = []
    for thrift in _LINE_LIMITS:
        themes = enumerate(digest["themes"], 1)
        found = [line for number, theme in themes for line in _theme_lines(number, theme, max(40, width), thrift)]
        if len(found) <= SCREEN_LINES:
            break
    return found


def counts_text(theme: ThemeDigest) -> str:
    """Return the numbers of changes of a theme by severity as text, the most severe first. Leave out numbers that are
    zero.
    """
    return ", ".join(f"{theme[level]} {level}" for level in SEVERITIES if theme[level])


def _theme_lines(number: int, theme: ThemeDigest, width: int, thrift: _LineLimits) -> Iterator[str]:
    yield f"{number}. {theme['title']}: {counts_text(theme)}"
    room = width - len(INDENT)
    replaced = "; ".join(f"{each['old']} \u2192 {each['new']}" for each in theme["replaced"])
    yield from (INDENT + line for line in _cut_lines(_wrap_prose(replaced, room, under="  "), thrift.each, room))
    yield from (INDENT + line for line in _folded_lines(theme, room, thrift.folded))
    for role in ROLES:
        yield from _labelled_lines(role, theme["do"].get(role, ()), room, thrift.each)
    yield from _labelled_lines("package", theme["package"], room, thrift.each)


def _cut_lines(lines: list[str], most: int, room: int) -> list[str]:
    """Return the first lines of a text, at most `most`. If lines are left out, the last returned line ends in `…`."""
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    kept = last if len(last) <= room - 2 else last[: room - 2].rpartition(" ")[0]
    return [*lines[: most - 1], kept.rstrip(" ;,.") + " \u2026"]


def _labelled_lines(label: str, sentences: Sequence[str], room: int, most: int) -> Iterator[str]:
    if sentences:
        wrapped = _wrap_prose(" ".join(sentences), room - LABEL_WIDTH, under="")
        for number, line in enumerate(_cut_lines(wrapped, most, room - LABEL_WIDTH)):
            yield f"{INDENT}{'' if number else label:<{LABEL_WIDTH}}{line}"


def _folded_lines(theme: ThemeDigest, room: int, most: int) -> list[str]:
    """Return lines with the descriptions of similar changes, as many as fit into `most` lines, and with the number of
    all other changes. The first description is there even if it is too long.

    If the theme has replacements, only breaking changes of the schema are described, since every message must follow
    these changes. Without a description, return no lines.
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
        candidate = _wrap_prose("; ".join([*shown, *more]), room, under="  ")
        if len(candidate) > most and lines:
            break
        lines, left = candidate, rest
    return lines


def _wrap_prose(text: str, room: int, *, under: str) -> list[str]:
    return textwrap.wrap(
        plain_prose(text), room, subsequent_indent=under, break_long_words=False, break_on_hyphens=False
    )
