"""Prints text from a server, with escape sequences made harmless for the terminal."""

from __future__ import annotations

import json
import sys

MAX_LINE = 2_000
"""Maximum characters of one line."""


def printable(text: object) -> str:
    """Convert a text to one line of at most `MAX_LINE` characters, with unprintable characters escaped."""
    line = str(text)
    line = line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]}…"
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in line)


def print_line(text: object) -> None:
    """Print a line on standard output."""
    print(printable(text))


def print_error(text: object) -> None:
    """Print a line on standard error."""
    print(printable(text), file=sys.stderr)
