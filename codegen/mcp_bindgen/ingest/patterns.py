"""Rewrite a regular expression of ECMA 262 so that other engines agree on it, or state why that is impossible.

One engine is that of ECMA 262 with the flag `u`, as JSON Schema requires. The other is the Rust library `regex`, which
pydantic and jsonschema-rs use, and whose time is proportional to the text. The two disagree on the sets `.`, `\\d`,
`\\w` and `\\s`, and the library has no lookaround and no backreferences. So sets are written out; the rest is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from pydantic_core import SchemaError, SchemaValidator, core_schema

MAX_SIZE = 1_000
"""Greatest number of characters and sets in a pattern, each counted as often as it is repeated."""

_LAST = 0x10FFFF
_SYNTAX = "^$\\.*+?()[]{}|/"
_CONTROLS = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_QUANTIFIER = re.compile(r"(?:[*+?]|\{([0-9]+)(,([0-9]*))?\})\??")
_CODE = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}")

Ranges: TypeAlias = list[tuple[int, int]]
"""A set of characters: first and last code point of each range."""

_ALL: Ranges = [(0, _LAST)]
_DIGITS: Ranges = [(48, 57)]
_WORD: Ranges = [(48, 57), (65, 90), (95, 95), (97, 122)]
_SPACE: Ranges = [
    *((9, 13), (32, 32), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029), (0x202F, 0x202F)),
    *((0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
]
_LINE_ENDS: Ranges = [(10, 10), (13, 13), (0x2028, 0x2029)]
_SETS = {"d": _DIGITS, "w": _WORD, "s": _SPACE}


class PatternError(ValueError):
    """A pattern on which engines disagree. The message names the part."""


@lru_cache(maxsize=256)
def make_portable(pattern: str) -> str:
    """Return the pattern in a form to which all engines give the meaning of the original in ECMA 262.

    Raises:
        PatternError: no such form exists.
    """
    reader = _Reader(pattern)
    text, size = reader.alternatives()
    if reader.rest:
        raise PatternError(f"`{reader.rest[0]}` has no equivalent in the other engines")
    if size > MAX_SIZE:
        raise PatternError(f"it repeats more than {MAX_SIZE} characters")
    try:
        SchemaValidator(core_schema.str_schema(pattern=text))
    except SchemaError:
        raise PatternError("it is not a regular expression") from None
    return text


class _Reader:
    """Parser of a pattern, from left to right. Each method returns the new text and its size."""

    def __init__(self, pattern: str) -> None:
        self.rest = pattern

    def alternatives(self) -> tuple[str, int]:
        parts = [self._sequence()]
        while self._take("|"):
            parts.append(self._sequence())
        return "|".join(text for text, _ in parts), sum(size for _, size in parts)

    def _sequence(self) -> tuple[str, int]:
        text, size = "", 0
        while self.rest and self.rest[0] not in "|)":
            more, added = self._term()
            text, size = text + more, size + added
        return text, size

    def _term(self) -> tuple[str, int]:
        if self.rest[0] in "^$":
            text, size, repeatable = self._next(), 0, False
        elif self._take("("):
            text, size = self._group()
            repeatable = True
        else:
            text, size, repeatable = self._character(), 1, True
        quantifier = _QUANTIFIER.match(self.rest)
        if quantifier is None:
            return text, size
        if not repeatable:
            raise PatternError(f"`{text}` cannot be repeated")
        self.rest = self.rest[quantifier.end() :]
        return text + quantifier[0].removesuffix("?" if len(quantifier[0]) > 1 else " "), size * _repetitions(
            quantifier
        )

    def _group(self) -> tuple[str, int]:
        if self.rest.startswith("?") and not self._take("?:"):
            raise PatternError(f"`({self.rest[:3]}` is a lookaround or a named group")
        text, size = self.alternatives()
        if not self._take(")"):
            raise PatternError("a parenthesis is not closed")
        return f"(?:{text})", max(size, 1)

    def _character(self) -> str:
        if self._take("."):
            return _class_text(_LINE_ENDS, negated=True)
        if self._take("["):
            return self._class()
        if self._take("\\"):
            found = self._escape()
            return _literal(found) if isinstance(found, int) else _class_text(found)
        if self.rest[0] in _SYNTAX and self.rest[0] != "/":
            raise PatternError(f"`{self.rest[0]}` stands where a character is expected")
        return _literal(ord(self._next()))

    def _escape(self, *, within_class: bool = False) -> int | Ranges:
        """Return the character or set after a backslash."""
        code = _CODE.match(self.rest)
        if code is not None:
            self.rest = self.rest[code.end() :]
            number = int(code[1] or code[2] or code[3], 16)
            if number > _LAST or 0xD800 <= number <= 0xDFFF:
                raise PatternError("it names half of a surrogate pair, or no character")
            return number
        char = self._next()
        if char in _SYNTAX or (within_class and char == "-"):
            return ord(char)
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char in "dws":
            return _SETS[char]
        if char in "DWS":
            return _complement(_SETS[char.lower()])
        raise PatternError(f"`\\{char}` has no equivalent in the other engines")

    def _class(self) -> str:
        negated = self._take("^")
        ranges: Ranges = []
        while not self._take("]"):
            first = self._class_member()
            if self.rest.startswith("-") and not self.rest.startswith("-]"):
                self._take("-")
                last = self._class_member()
                if not isinstance(first, int) or not isinstance(last, int) or last < first:
                    raise PatternError("a range of characters is not from a lower to a higher one")
                ranges.append((first, last))
            else:
                ranges += [(first, first)] if isinstance(first, int) else first
        if not ranges:
            raise PatternError("`[]` and `[^]` have no equivalent in the other engines")
        return _class_text(ranges, negated=negated)

    def _class_member(self) -> int | Ranges:
        if self._take("\\"):
            return self._escape(within_class=True)
        return ord(self._next())

    def _take(self, text: str) -> bool:
        found = self.rest.startswith(text)
        self.rest = self.rest[len(text) :] if found else self.rest
        return found

    def _next(self) -> str:
        if not self.rest:
            raise PatternError("it ends too early")
        char, self.rest = self.rest[0], self.rest[1:]
        return char


def _repetitions(quantifier: re.Match[str]) -> int:
    """Return the number of repetitions by which a quantifier multiplies the size."""
    low, comma, high = quantifier.groups()
    if low is None:
        return 1
    if high and int(high) < int(low):
        raise PatternError("a quantifier's bounds are not in order")
    return max(int(high or low) + (1 if comma and not high else 0), 1)


def _literal(code: int) -> str:
    char = chr(code)
    return f"\\{char}" if char in _SYNTAX and char != "/" else _character_text(code)


def _character_text(code: int) -> str:
    """Return a character, or its escape if it is not printable."""
    if chr(code).isprintable() and (code < 0x80 or code > 0xFFFF):
        return chr(code)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code <= 0xFFFF else chr(code)


def _in_class(code: int) -> str:
    """Return a character as written in brackets, where some engines read `&&`, `--`, `||` and `~~` as operators."""
    if chr(code) in "\\]^-[":
        return f"\\{chr(code)}"
    return f"\\x{code:02x}" if chr(code) in "&|~" else _character_text(code)


def _class_text(ranges: Ranges, *, negated: bool = False) -> str:
    """Return a set of characters in brackets."""
    joined = _join_ranges(ranges)
    if joined == _ALL and negated:
        raise PatternError("a set in brackets has no character")
    if joined != _ALL and joined[-1][1] == _LAST:
        joined, negated = _complement(joined), not negated
    inside = "".join(
        _in_class(first) + ("" if first == last else ("-" if last > first + 1 else "") + _in_class(last))
        for first, last in joined
    )
    return f"[{'^' if negated else ''}{inside}]"


def _join_ranges(ranges: Sequence[tuple[int, int]]) -> Ranges:
    """Return the same set as sorted ranges that do not touch."""
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
