"""Proves that a fast parser has kept all of a text: that it dropped no member and altered no number.

A fast parser keeps the last of duplicate members without a word, and reads some numbers as others. So the value that
it read is written again, and the two texts are compared. `CONTRIBUTING.md` gives the argument; `tests/behaviour/
test_proofs.py` looks for a text that refutes it.
"""

from __future__ import annotations

import re

# A literal pattern is searched for in a third of the time that `in` takes for bytes.
_ESCAPED_QUOTE, _ESCAPED_BACKSLASH = re.compile(rb'\\"'), re.compile(rb"\\\\")
_BACKSLASH = ord("\\")


def count_strings(text: bytes) -> int:
    """The number of strings in a valid JSON text, names of members included, times two: of the quotes around them.

    A parser gives each string of a text one string in its value, except for those of the members that it drops. Each
    member has a name, so a text that is written from the value has fewer strings if any member was dropped.
    """
    quotes = text.count(b'"')
    if _BACKSLASH not in text or _ESCAPED_QUOTE.search(text) is None:
        return quotes
    # An escaped backslash may stand before the quote that ends a string.
    plain = text.replace(b"\\\\", b"") if _ESCAPED_BACKSLASH.search(text) else text
    return quotes - plain.count(b'\\"')
