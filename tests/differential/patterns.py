"""Texts that match a pattern of a schema."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache, partial

from hypothesis import Phase, find, settings
from hypothesis.errors import NoSuchExample, Unsatisfiable
from hypothesis.strategies import characters, from_regex


def is_python_pattern(pattern: str) -> bool:
    """Whether a pattern of ECMA 262 is one of Python too; documents for another may be invalid."""
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


@cache
def matching_texts(pattern: str, shortest: int, longest: int) -> tuple[str, ...]:
    """Some strings that match a pattern, within the length bounds; none if a search finds none.

    They are the simplest ones, since what Hypothesis generates depends on the modules that a process has imported.
    """
    phases = [Phase.generate, Phase.shrink]
    quick = settings(derandomize=True, database=None, max_examples=50, deadline=None, phases=phases)
    ended = pattern.replace("$", r"\Z")
    found: list[str] = []
    for least in (shortest, shortest + 1, shortest + 5):
        fits = partial(_is_between, least, longest)
        with suppress(NoSuchExample, Unsatisfiable):
            found.append(find(from_regex(ended, alphabet=characters(codec="ascii")), fits, settings=quick))
    return tuple(dict.fromkeys(found))


def _is_between(least: int, most: int, text: str) -> bool:
    return least <= len(text) <= most
