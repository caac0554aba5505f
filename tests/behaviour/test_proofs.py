"""A text is accepted only if parsing dropped or altered nothing: hostile texts against each of the checks."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from mcp_bindings.json_values import may_have_long_number
from mcp_bindings.jsonrpc.strict_json import count_quotes, read_json
from mcp_bindings.limits import DEFAULT, MAX_DIGITS, Limits
from tests.engines import ENGINES
from tests.seed import SEED

COUNT = 8_000
ESCAPED = {
    "a": ("a", "\\u0061", "\\u0061"),
    '"': ('\\"', "\\u0022"),
    "\\": ("\\\\", "\\u005c"),
    "/": ("/", "\\/", "\\u002f"),
    " ": (" ", "\\u0020"),
    "\t": ("\\t", "\\u0009"),
    "e": ("e", "\\u0065"),
    "+": ("+", "\\u002B"),
    "é": ("é", "\\u00e9", "\\u00E9"),
    "😀": ("😀", "\\ud83d\\ude00"),
    ",": (",",),
    ":": (":",),
    "{": ("{",),
    "1": ("1",),
}
SPACES = ("", "", "", " ", "\n", "\t\r\n ", "   ")
NUMBERS = (
    *("0", "-0", "1", "1.0", "1e0", "10e-1", "1E+2", "100", "9007199254740993", "0.1", "0.10000000000000001"),
    *("18446744073709551615", "18446744073709551616", "1.8446744073709552e19", "-9223372036854775809", "1e16"),
    *("123456789012345678901234567890", "1e308", "5e-324", "1e-400", "-0.0", "1e22", "1e400", "NaN", "Infinity"),
)


class Writer:
    """Writes random texts, some with duplicate members, and records which."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.has_duplicate = False

    def text(self, depth: int = 0) -> str:
        """A random JSON text."""
        kind = self.random.randrange(3 if depth > 3 else 6)
        if kind == 0:
            return self.random.choice(NUMBERS)
        if kind < 3:
            return self.string(self.word())
        parts = [self.text(depth + 1) for _ in range(self.random.randrange(4))]
        if kind == 3:
            return self.joined("[", parts, "]")
        names = [self.word() for _ in parts]
        self.has_duplicate = self.has_duplicate or len(set(names)) < len(names)
        return self.joined(
            "{", [f"{self.string(n)}{self.space()}:{self.space()}{p}" for n, p in zip(names, parts, strict=True)], "}"
        )

    def joined(self, start: str, parts: list[str], end: str) -> str:
        """The parts, separated by commas and whitespace."""
        return start + self.space() + f"{self.space()},{self.space()}".join(parts) + self.space() + end

    def space(self) -> str:
        """Whitespace, or nothing."""
        return self.random.choice(SPACES)

    def word(self) -> str:
        """A short word, of few letters, so that many are equal or differ by whitespace only."""
        return "".join(self.random.choice(list(ESCAPED)) for _ in range(self.random.randrange(3)))

    def string(self, word: str) -> str:
        """The word as a JSON string, each letter in one of its possible spellings."""
        return '"' + "".join(self.random.choice(ESCAPED[letter]) for letter in word) + '"'


def exact(text: str) -> Any:
    """The value read by the standard library, as text, or the reason why it is invalid."""
    found: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            found.append("duplicate")
        return dict(pairs)

    def number(digits: str) -> float:
        value = float(digits)
        if value in (float("inf"), float("-inf")):
            raise ValueError
        return value

    def constant(name: str) -> Any:
        raise ValueError

    try:
        value = json.loads(text, object_pairs_hook=members, parse_float=number, parse_constant=constant)
    except ValueError:
        return -32700
    return -32600 if found else repr(value)


@pytest.mark.both_engines
def test_hostile_texts() -> None:
    print(f"MCP_SEED={SEED}")
    random, accepted, duplicates = Random(SEED), 0, 0
    limits = (DEFAULT, Limits(max_bytes=100_000))
    for number in range(COUNT):
        writer = Writer(random)
        text = writer.text()
        try:
            found: Any = repr(read_json(text.encode(), limits[number % 2]))
            accepted += 1
        except Exception as error:
            found = getattr(error, "code", None)
        assert found == exact(text), text
        duplicates += writer.has_duplicate
    assert accepted > COUNT / 2
    assert duplicates > COUNT / 20


@pytest.mark.both_engines
@pytest.mark.parametrize("filler", [0, 600])
@pytest.mark.parametrize(
    "text",
    [
        '{"a":1, "a":1}',
        '{"a":1,"\\u0061":1}',
        '{"a b":1,"ab":2,"a b":1}',
        '{"a":"\\"","a":"\\\\"}',
        '{"a":"\\\\\\"","b":1, "\\u0062":[]}',
        '{"a":{"":"","":""}}',
        '[{"a":1,"a" :1}, "\\"", "\\\\"]',
    ],
)
def test_duplicates_in_every_layout(text: str, filler: int) -> None:
    data = f'[{text},"{"x" * filler}"]'.encode()
    with pytest.raises(Exception, match="occurs twice"):
        read_json(data, DEFAULT)


@pytest.mark.both_engines
@pytest.mark.parametrize("template", ["%s", "[1, %s]", '{"a":"%s", "b":%s}', '["e+", %s]'])
@pytest.mark.parametrize("filler", [0, 600])
def test_large_integers_keep_their_digits(template: str, filler: int) -> None:
    for number in (2**53 + 1, 2**63, 2**64 - 1, 2**64, -(2**63) - 1, 10**30, 10**4000):
        text = f"[{template.replace('%s', str(number))},{json.dumps('x' * filler)}]"
        assert repr(read_json(text.encode(), DEFAULT)) == repr(json.loads(text))


def test_counting_strings() -> None:
    for text, strings in (
        (b'""', 1),
        (b'"\\""', 1),
        (b'"\\\\"', 1),
        (b'"\\\\\\""', 1),
        (b'["\\\\","\\""]', 2),
        (b'{"a":"\\u0022"}', 2),
        (b"[1,{}]", 0),
        (b'{"\\\\\\\\":"\\\\\\\\\\""}', 2),
    ):
        assert count_quotes(text) == 2 * strings, text


def test_long_numbers_are_detected() -> None:
    for start in range(0, 1_100, 7):
        text = b'"' + b"x" * start + b'",' + b"1" * (MAX_DIGITS + 1) + b',"' + b"x" * 50 + b'"'
        assert may_have_long_number(text, MAX_DIGITS)
    assert not may_have_long_number(b"1" * MAX_DIGITS, MAX_DIGITS)
    assert not may_have_long_number(b'"' + b"word 12 " * 5_000 + b'"', MAX_DIGITS)


@pytest.mark.parametrize("name", ENGINES)
def test_the_parser_alters_numbers_as_expected(name: str) -> None:
    """If the parser no longer alters these, the mark is needless; if it alters them otherwise, the check has a gap."""
    made = ENGINES[name]()
    text = {"fast": b"18446744073709551616", "pydantic": b"1e400"}[name]
    assert made.may_be_altered(made.dump(made.load(text)))
    assert made.dump(made.load(b'{"a":1,"a":2}')) == b'{"a":2}'
