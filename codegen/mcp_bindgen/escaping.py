"""Escape the invisible characters of a text from a peer or a file, before the text is printed on a terminal."""

from __future__ import annotations

import json


def escape_invisible(text: str) -> str:
    """Return a text in which each character that is not printable, apart from line breaks, is escaped as in JSON."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text)


def escape_line(text: str) -> str:
    """Return a text on one line, in which line breaks and characters that are not printable are escaped."""
    return escape_invisible(text).replace("\n", "\\n")


def one_line(text: str) -> str:
    """Return a text on one line, with one space for each run of white space, and other characters that are not
    printable escaped.
    """
    return escape_invisible(" ".join(text.split()))
