"""The difference of two regular patterns, against every short text."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

from mcp_bindgen.diff.containment.languages import TooManyStatesError, shortest_text
from mcp_bindgen.ingest.patterns import PatternError, make_portable
from tests.seed import SEED

PARTS = ["a", "b", "^", "$", "(?:", "(?:", ")", ")", "|", "*", "+", "?", "{1,2}", "{2}", "{0,1}", "[ab]", "[^a]", "."]
TEXTS = ["".join(each) for length in range(5) for each in product("abc", repeat=length)]


def pattern(random: Random) -> tuple[str, re.Pattern[str]]:
    """A pattern that Python reads too."""
    while True:
        try:
            found = make_portable("".join(random.choice(PARTS) for _ in range(random.randint(1, 7))))
            return found, re.compile(found.replace("$", r"\Z"))
        except (PatternError, re.error):
            pass


def difference(one: str, other: str, words: list[str], low: int = 0) -> str | None:
    """The shortest text of one pattern that is not in the other."""
    return shortest_text(
        [one, other],
        lambda matched, length: matched[0] and not matched[1] and length >= low,
        lengths=low,
        words=words,
    )


def test_the_difference_of_random_patterns() -> None:
    random = Random(SEED)
    found = 0
    for _ in range(600):
        (one, first), (other, second) = pattern(random), pattern(random)
        words, low = random.sample(TEXTS[:20], random.randint(0, 2)), random.randint(0, 2)
        expected = [
            text
            for text in TEXTS
            if first.search(text) and not second.search(text) and len(text) >= low and text not in words
        ]
        text = difference(one, other, words, low)
        where = f"{one!r} without {other!r}, from {low}, not {words}, MCP_SEED={SEED}"
        assert text is not None or not expected, where
        if text is not None:
            found += 1
            assert first.search(text), where
            assert not second.search(text), where
            assert text not in words, where
            assert not expected or len(low * " ") <= len(text) <= len(expected[0]), where
    assert 100 < found < 500


def test_a_difference_in_a_rare_character() -> None:
    assert difference(r"^\S$", r"^[^\u{1F600}]$", []) == "\U0001f600"
    assert difference("^[\\u0041-\\u0043]$", "^[AB]$", []) == "C"


def test_a_difference_beyond_all_characters_of_some_words() -> None:
    assert difference("^[ab]$", "^$", ["a"]) == "b"
    assert difference("^[ab]$", "^$", ["a", "b"]) is None


def test_a_search_that_would_need_millions_of_states_is_given_up() -> None:
    with pytest.raises(TooManyStatesError):
        difference("[ab]*a[ab]{20}", "^x", [])
    assert difference("^x", "[ab]*a[ab]{20}", []) == "x"
