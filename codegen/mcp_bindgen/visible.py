"""Make text printable: whatever a peer or a file has written, no control character of it reaches the terminal."""

from __future__ import annotations

import json


def visible(text: str) -> str:
    """A text whose invisible and text-reversing characters are escaped as in JSON; line breaks are kept."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text)


def visible_line(text: str) -> str:
    """The same on one line, with line breaks escaped."""
    return visible(text).replace("\n", "\\n")


def one_line(text: str) -> str:
    """A text on one line, with invisible characters escaped, and one space for white space of any length."""
    return visible(" ".join(text.split()))
