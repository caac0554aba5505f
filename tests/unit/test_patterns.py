"""Patterns are rewritten so that every engine reads them as ECMA 262 does, or rejected."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

import pytest

from mcp_bindgen.ingest.patterns import PatternError, make_portable
from mcp_bindings.schema.conditions import matches_pattern
from tests.seed import SEED

WRITTEN = {
    "^[a-z]+$": "^[a-z]+$",
    "^(a|b)*$": "^(?:a|b)*$",
    r"^\d{3}-\w$": "^[0-9]{3}-[0-9A-Z_a-z]$",
    ".*?": r"[^\x0a\x0d\u2028\u2029]*",
    r"[\s\S]": "[\\x00-\U0010ffff]",
    r"[^\D]": "[0-9]",
    r"\u{1F600}|\u00e9|\x41": "\U0001f600|\\xe9|A",
    "[&a-c-]": r"[\x26\-a-c]",
    r"a\/b": "a/b",
    "": "",
}
REJECTED = (
    *("(?=a)", "(?!a)", "(?<=a)", "(?<n>a)", r"(a)\1", r"\bx", r"\p{L}", r"\cA", r"\ud83d", "[]", "[^]", r"[^\s\S]"),
    *("^*", "a**", "(", ")", "[", "a{2,1}", "{", "]", "\\", "[b-a]", r"[\d-z]", "(?:a{40}){40}", "(?i:a)", "+"),
    *(f"a{{{'9' * 5_000}}}", f"a{{1,{'9' * 5_000}}}", f"{'(' * 2_000}a{')' * 2_000}"),
)
ATOMS: tuple[tuple[str, str], ...] = (
    *(("a", "a"), ("b", "b"), (r"\d", "[0-9]"), (r"\w", "[0-9A-Za-z_]"), (r"\W", "[^0-9A-Za-z_]"), ("[^a]", "[^a]")),
    *((".", r"[^\n\r\u2028\u2029]"), ("[a-c]", "[a-c]"), (r"\.", r"\."), ("é", "é"), (r"\n", r"\n")),
    (r"\s", r"[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"),
)
"""Parts of patterns for ECMA 262, and what they mean there for Python."""

TEXTS = [
    "".join(chars)
    for length in range(4)
    for chars in product(("a", "b", "7", "\n", "\u0663", "é", "\u2028", "😀", "."), repeat=length)
]


@pytest.mark.parametrize("pattern", WRITTEN, ids=ascii)
def test_written(pattern: str) -> None:
    assert make_portable(pattern) == WRITTEN[pattern]
    assert make_portable(make_portable(pattern)) == make_portable(pattern)


@pytest.mark.parametrize("pattern", REJECTED, ids=lambda pattern: ascii(pattern[:12]))
def test_rejected(pattern: str) -> None:
    with pytest.raises(PatternError):
        make_portable(pattern)


def _random(random: Random, depth: int) -> tuple[str, str]:
    """A pattern for ECMA 262, and for Python."""
    parts: list[tuple[str, str]] = []
    for _ in range(random.choice((1, 1, 2, 3))):
        if depth and random.random() < 0.4:
            ours, theirs = _random(random, depth - 1)
            part = (f"({ours})", f"(?:{theirs})")
        else:
            part = random.choice(ATOMS)
        quantifier = random.choice(("", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}", "*?"))
        parts.append((part[0] + quantifier, part[1] + quantifier))
    ours, theirs = "".join(one for one, _ in parts), "".join(other for _, other in parts)
    if random.random() < 0.3:
        more = _random(random, 0)
        ours, theirs = f"{ours}|{more[0]}", f"{theirs}|{more[1]}"
    if random.random() < 0.5:
        ours, theirs = f"^(?:{ours})$", rf"\A(?:{theirs})\Z"
    return ours, theirs


@pytest.mark.untraced
def test_both_engines_read_random_patterns_alike() -> None:
    print(f"MCP_SEED={SEED}")
    jsonschema_rs: Any = import_module("jsonschema_rs")
    random = Random(f"{SEED}/patterns")
    matched = 0
    for _ in range(100):
        ours, theirs = _random(random, 2)
        pattern = make_portable(ours)
        expected = re.compile(theirs)
        is_valid = jsonschema_rs.Draft202012Validator({"pattern": pattern}).is_valid
        for text in random.sample(TEXTS, 100):
            found = expected.search(text) is not None
            matched += found
            assert matches_pattern(pattern, text) == found, (ours, text)
            assert is_valid(text) == found, (ours, text)
    assert 2_000 < matched < 8_000
