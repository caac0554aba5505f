"""Make text printable: no control character that a peer or a file has written reaches the terminal."""

from __future__ import annotations

import json


def escape_invisible(text: str) -> str:
    """Return a text with invisible and text-reversing characters escaped as in JSON. Line breaks are kept."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text)


def escape_line(text: str) -> str:
    """Return a text on one line, with line breaks and invisible characters escaped."""
    return escape_invisible(text).replace("\n", "\\n")


def one_line(text: str) -> str:
    """Return a text on one line, with invisible characters escaped, and one space for each run of white space."""
    return escape_invisible(" ".join(text.split()))
