"""Rewrite a regular expression of ECMA 262 so that other engines agree on it, or state why that is impossible.

One engine is that of ECMA 262 with the flag `u`, as JSON Schema requires. The other is the Rust library `regex`, which
pydantic and jsonschema-rs use, and whose time is proportional to the text. The two disagree on the sets `.`, `\\d`,
`\\w` and `\\s`, and the library has no lookaround and no backreferences. So sets are written out; the rest is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from pydantic_core import SchemaError, SchemaValidator, core_schema

MAX_SIZE = 1_000
"""Greatest number of characters and sets in a pattern, each counted as often as it is repeated."""

_MAX_DEPTH = 100
"""Greatest number of groups inside each other."""

_MAX_DIGITS = 9
"""Greatest number of digits in a quantifier's bound."""

_LAST = 0x10FFFF
_SYNTAX = "^$\\.*+?()[]{}|/"
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_QUANTIFIER = re.compile(r"(?:[*+?]|\{([0-9]+)(,([0-9]*))?\})\??")
_CODE = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}")

Ranges: TypeAlias = list[tuple[int, int]]
"""A set of characters: first and last code point of each range."""

_ALL_CHARACTERS: Ranges = [(0, _LAST)]
_DIGITS: Ranges = [(48, 57)]
_WORD: Ranges = [(48, 57), (65, 90), (95, 95), (97, 122)]
_SPACE: Ranges = [
    *((9, 13), (32, 32), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029), (0x202F, 0x202F)),
    *((0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
]
_LINE_ENDS: Ranges = [(10, 10), (13, 13), (0x2028, 0x2029)]
_SETS = {"d": _DIGITS, "w": _WORD, "s": _SPACE}


class PatternError(ValueError):
    """Error for a pattern without a portable form: engines disagree on it, it is too large, or it is no pattern. The
    message names the part of the pattern.
    """


@dataclass(frozen=True)
class Characters:
    """A part of a pattern that matches one character out of a set."""

    text: str
    ranges: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """Number of characters and sets in the part."""
        return 1


@dataclass(frozen=True)
class Anchor:
    """A part of a pattern that matches the start (`^`) or the end (`$`) of the text."""

    text: str

    @property
    def size(self) -> int:
        """Number of characters and sets in the part."""
        return 0


@dataclass(frozen=True)
class Repetition:
    """A part of a pattern, with the number of times that it occurs."""

    part: Pattern
    quantifier: str
    low: int
    high: int | None
    """Greatest number of times; None for no greatest number."""

    @property
    def text(self) -> str:
        """The part in portable form."""
        return self.part.text + self.quantifier

    @property
    def size(self) -> int:
        """Number of characters and sets in the part once its repetitions are written out."""
        times = self.low + 1 if self.high is None and self.quantifier.startswith("{") else self.high or self.low
        return self.part.size * max(times, 1)


@dataclass(frozen=True)
class Concatenation:
    """Parts of a pattern, one after another."""

    parts: tuple[Pattern, ...]

    @property
    def text(self) -> str:
        """The part in portable form."""
        return "".join(part.text for part in self.parts)

    @property
    def size(self) -> int:
        """Number of characters and sets in the part once its repetitions are written out."""
        return sum(part.size for part in self.parts)


@dataclass(frozen=True)
class Alternation:
    """Parts of a pattern, one of which occurs."""

    arms: tuple[Pattern, ...]
    is_group: bool = False
    """True if parentheses enclose the parts."""

    @property
    def text(self) -> str:
        """The part in portable form."""
        inside = "|".join(arm.text for arm in self.arms)
        return f"(?:{inside})" if self.is_group else inside

    @property
    def size(self) -> int:
        """Number of characters and sets in the part, each counted as often as it is repeated; at least 1 in a group."""
        found = sum(arm.size for arm in self.arms)
        return max(found, 1) if self.is_group else found


Pattern: TypeAlias = "Characters | Anchor | Repetition | Concatenation | Alternation"


@lru_cache(maxsize=256)
def make_portable(pattern: str) -> str:
    """Return a form of a pattern that has, in every engine, the meaning of the pattern in ECMA 262. Results are cached.

    Raises:
        PatternError: no such form exists, or the pattern is too large.
    """
    found = parse_pattern(pattern)
    if found.size > MAX_SIZE:
        raise PatternError(f"it repeats more than {MAX_SIZE} characters")
    text = found.text
    try:
        SchemaValidator(core_schema.str_schema(pattern=text))
    except SchemaError:
        raise PatternError("it is not a regular expression") from None
    return text


def parse_pattern(pattern: str) -> Pattern:
    """Return the parts of a pattern.

    Raises:
        PatternError: the text is no pattern, has a part on which engines disagree or that is not allowed, or has groups
            nested too deeply.
    """
    reader = _PatternParser(pattern)
    found = reader.parse_alternatives()
    if reader.rest:
        raise PatternError(f"`{reader.rest[0]}` has no equivalent in the other engines")
    return found


class _PatternParser:
    """Parser that reads a pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self.rest = pattern
        self._depth = 0

    def parse_alternatives(self, *, is_group: bool = False) -> Alternation:
        parts = [self._parse_sequence()]
        while self._skip_text("|"):
            parts.append(self._parse_sequence())
        return Alternation(tuple(parts), is_group)

    def _parse_sequence(self) -> Concatenation:
        parts: list[Pattern] = []
        while self.rest and self.rest[0] not in "|)":
            parts.append(self._parse_term())
        return Concatenation(tuple(parts))

    def _parse_term(self) -> Pattern:
        part: Pattern
        if self.rest[0] in "^$":
            part = Anchor(self._next_character())
        elif self._skip_text("("):
            part = self._parse_group()
        else:
            part = self._parse_character()
        quantifier = _QUANTIFIER.match(self.rest)
        if quantifier is None:
            return part
        if isinstance(part, Anchor):
            raise PatternError(f"`{part.text}` cannot be repeated")
        self.rest = self.rest[quantifier.end() :]
        return Repetition(
            part, quantifier[0].removesuffix("?" if len(quantifier[0]) > 1 else " "), *_repetition_bounds(quantifier)
        )

    def _parse_group(self) -> Alternation:
        if self.rest.startswith("?") and not self._skip_text("?:"):
            raise PatternError(f"`({self.rest[:3]}` is a lookaround or a named group")
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise PatternError(f"groups are nested deeper than {_MAX_DEPTH} levels")
        found = self.parse_alternatives(is_group=True)
        self._depth -= 1
        if not self._skip_text(")"):
            raise PatternError("a parenthesis is not closed")
        return found

    def _parse_character(self) -> Characters:
        if self._skip_text("."):
            return _character_set(_LINE_ENDS, negated=True)
        if self._skip_text("["):
            return self._parse_class()
        if self._skip_text("\\"):
            found = self._parse_escape()
            return _single_character(found) if isinstance(found, int) else _character_set(found)
        if self.rest[0] in _SYNTAX and self.rest[0] != "/":
            raise PatternError(f"`{self.rest[0]}` stands where a character is expected")
        return _single_character(ord(self._next_character()))

    def _parse_escape(self, *, within_class: bool = False) -> int | Ranges:
        """Read the text after a backslash. Return the code point or the set that it stands for.

        Raises:
            PatternError: the text is no escape on which engines agree.
        """
        code = _CODE.match(self.rest)
        if code is not None:
            self.rest = self.rest[code.end() :]
            number = int(code[1] or code[2] or code[3], 16)
            if number > _LAST or 0xD800 <= number <= 0xDFFF:
                raise PatternError("it names half of a surrogate pair, or no character")
            return number
        char = self._next_character()
        if char in _SYNTAX or (within_class and char == "-"):
            return ord(char)
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char in "dws":
            return _SETS[char]
        if char in "DWS":
            return _complement(_SETS[char.lower()])
        raise PatternError(f"`\\{char}` has no equivalent in the other engines")

    def _parse_class(self) -> Characters:
        negated = self._skip_text("^")
        ranges: Ranges = []
        while not self._skip_text("]"):
            first = self._parse_class_member()
            if self.rest.startswith("-") and not self.rest.startswith("-]"):
                self._skip_text("-")
                last = self._parse_class_member()
                if not isinstance(first, int) or not isinstance(last, int) or last < first:
                    raise PatternError("a range of characters is not from a lower to a higher one")
                ranges.append((first, last))
            else:
                ranges += [(first, first)] if isinstance(first, int) else first
        if not ranges:
            raise PatternError("`[]` and `[^]` have no equivalent in the other engines")
        return _character_set(ranges, negated=negated)

    def _parse_class_member(self) -> int | Ranges:
        if self._skip_text("\\"):
            return self._parse_escape(within_class=True)
        return ord(self._next_character())

    def _skip_text(self, text: str) -> bool:
        found = self.rest.startswith(text)
        self.rest = self.rest[len(text) :] if found else self.rest
        return found

    def _next_character(self) -> str:
        if not self.rest:
            raise PatternError("it ends too early")
        char, self.rest = self.rest[0], self.rest[1:]
        return char


def _repetition_bounds(quantifier: re.Match[str]) -> tuple[int, int | None]:
    """Return the least and the greatest number of times that a quantifier allows; None for no greatest number.

    Raises:
        PatternError: a bound has too many digits, or the bounds are not in order.
    """
    low, comma, high = quantifier.groups()
    if low is None:
        return {"*": (0, None), "+": (1, None), "?": (0, 1)}[quantifier[0][0]]
    if max(len(low), len(high or "")) > _MAX_DIGITS:
        raise PatternError(f"a quantifier's bound has more than {_MAX_DIGITS} digits")
    if high and int(high) < int(low):
        raise PatternError("a quantifier's bounds are not in order")
    return int(low), int(high) if high else None if comma else int(low)


def _single_character(code: int) -> Characters:
    char = chr(code)
    text = f"\\{char}" if char in _SYNTAX and char != "/" else _character_text(code)
    return Characters(text, ((code, code),))


def _character_text(code: int) -> str:
    """Return a character as written in a pattern: an escape, unless it is printable ASCII or above U+FFFF."""
    if chr(code).isprintable() and (code < 0x80 or code > 0xFFFF):
        return chr(code)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code <= 0xFFFF else chr(code)


def _bracketed_text(code: int) -> str:
    """Return a character as written in brackets, where some engines read `&&`, `--`, `||` and `~~` as operators."""
    if chr(code) in "\\]^-[":
        return f"\\{chr(code)}"
    return f"\\x{code:02x}" if chr(code) in "&|~" else _character_text(code)


def _character_set(ranges: Ranges, *, negated: bool = False) -> Characters:
    """Return the part, written in brackets, that matches a set of characters or, if negated, all others.

    Raises:
        PatternError: no character is left.
    """
    joined = _join_ranges(ranges)
    if joined == _ALL_CHARACTERS and negated:
        raise PatternError("a set in brackets has no character")
    held = tuple(_complement(joined) if negated else joined)
    if joined != _ALL_CHARACTERS and joined[-1][1] == _LAST:
        joined, negated = _complement(joined), not negated
    inside = "".join(
        _bracketed_text(first) + ("" if first == last else ("-" if last > first + 1 else "") + _bracketed_text(last))
        for first, last in joined
    )
    return Characters(f"[{'^' if negated else ''}{inside}]", held)


def _join_ranges(ranges: Sequence[tuple[int, int]]) -> Ranges:
    """Return a set of characters as sorted ranges that neither overlap nor touch."""
    result: Ranges = []
    for first, last in sorted(ranges):
        if result and first <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(last, result[-1][1]))
        else:
            result.append((first, last))
    return result


def _complement(ranges: Ranges) -> Ranges:
    """Return the characters outside of a set."""
    result: Ranges = []
    start = 0
    for first, last in _join_ranges(ranges):
        if start < first:
            result.append((start, first - 1))
        start = last + 1
    return [*result, (start, _LAST)] if start <= _LAST else result
