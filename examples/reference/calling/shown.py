"""Text of a server, for people to read: nothing that it has written is obeyed by the terminal."""

from __future__ import annotations

import json
import sys

LONGEST = 2_000
"""The most characters of one line."""


def printable(text: object) -> str:
    """A text on one line, with control and other invisible characters escaped, cut where it is very long."""
    line = str(text)
    line = line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in line)


def say(text: object) -> None:
    """Print a line."""
    print(printable(text))


def complain(text: object) -> None:
    """Print a line on standard error."""
    print(printable(text), file=sys.stderr)
