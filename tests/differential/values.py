"""Nasty JSON values: what parsers, coercions and number formats are known to stumble over."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias, TypeVar

JSON: TypeAlias = dict[str, "JSON"] | list["JSON"] | str | int | float | bool | None
T = TypeVar("T")

INTEGERS: tuple[int | float, ...] = (
    *(0, 1, -1, 2, 7, 42, 255, -32602, 1700000000),
    *(0.0, -0.0, 1.0, -1.0, 2.0, 1e3, 1e15, 1e16, -1e22, 1e300, 1.7976931348623157e308),
    *(2**31, 2**53, 2**53 + 1, -(2**53) - 1, float(2**53), 2**63 - 1, -(2**63), 2**63, 2**64, 2**64 + 1),
    *(10**30 + 7, -(10**40)),
)
"""Integers in the sense of JSON Schema, where `1.0` is one; beside booleans and beyond 2^53 and 2^64."""

FRACTIONS: tuple[float, ...] = (
    *(0.5, -0.5, 0.1, 1.5, -1.5, 3.141592653589793, 1e-7, 123456789.125),
    *(5e-324, 2.2250738585072014e-308, 0.30000000000000004, 4503599627370496.5),
)

STRINGS: tuple[str, ...] = (
    *("", " ", "a", "name", "hello world", "0", "1", "-1", "1.0", "1e3", "0x10", "true", "false", "True", "yes", "on"),
    *("null", "None", "NaN", "Infinity", "{}", "[]", '{"a":1}', '"quoted"', "back\\slash", "a/b~c", "%s {0} ${x}"),
    *("2025-11-25", "2025-11-25T10:00:00Z", "12:00", "https://example.com/a?b=c#d", "aGVsbG8=", "a@example.com"),
    *("\u0000", "\u0001\u001f\u007f", "line\nbreak\r\n\ttab", "\u2028\u2029", "\ufeffbom", "\u200b", "\ufffe\uffff"),
    *("\u00e9", "e\u0301", "\u00df", "\u0130", "\u01c5", "\u65e5\u672c\u8a9e", "\U0001f600", "\U0010ffff"),
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    *("\u202egnirts", "x" * 300, "\U0001f600" * 40, "</script>", "__proto__", "__class__"),
)

FORMATTED: dict[str, tuple[str, ...]] = {
    "uri": (
        *("https://example.com/a?b=c#d", "file:///tmp/x", "urn:isbn:0451450523", "HTTP://EXAMPLE.COM", "mailto:a@b.c"),
        *("http://[::1]:80/", "custom://x", "not a uri", "://", "relative/path", "http://", "http://exa mple.com", ""),
    ),
    "uri-template": ("file:///{path}", "a{?q*}", "{+x}", "plain", "{", "}", "{a", "http://{", ""),
    "byte": ("", "aGVsbG8=", "AA==", "aGVsbG8", "a-_b", "not base64!", "=", "a\nb=", "YQ==\n", "é"),
    "date": ("2025-11-25", "2025-02-30", "25.11.2025", ""),
    "date-time": ("2025-11-25T10:00:00Z", "2025-11-25T10:00:00.5+01:00", "2025-11-25", "noon", "0"),
    "email": ("a@example.com", "a@", "@", "not an email", ""),
}
"""Good and bad ones: a format annotates, so a type that parses or asserts it is caught by either."""

EXTRA_NAMES: tuple[str, ...] = (
    *("", " ", "x", "extra", "vendor/ext", "com.example/key", "io.modelcontextprotocol/unknown", "a~b", "~0", "~1"),
    *("__class__", "__dict__", "__init__", "__fields_set__", "__pydantic_extra__", "__pydantic_fields_set__"),
    *("model_config", "model_fields", "model_extra", "model_dump", "model_construct", "root", "__root__", "self"),
    *("_origin", "origin", "wire_table", "signature", "parse_obj", "__proto__", "cls", "/", "__slots__", "__getitem__"),
    *("class", "def", "None", "from", "schema", "json", "dict", "copy", "validate", "get", "items", "keys", "values"),
    *("$schema", "$ref", "$defs", "_meta", "meta", "_", "__", "jsonrpc", "id", "method", "params", "type", "0", "true"),
    *("\u0000", "\n", "\u00e9", "e\u0301", "\u0130d", "\U0001f600", "\u65e5\u672c", "x" * 1000, "with space"),
    *("a.b", "a[0]", "constructor"),
)

ROOTS: tuple[JSON, ...] = (None, True, False, 0, 1, -1.5, "", "null", "{}")

_SIMPLE: tuple[JSON, ...] = (None, True, False, 0, 1)
_ALPHABET = 'abcXYZ019 _-./~"\\\n\u0000é\u0301ß\u05d0\u3042\U0001f600\U0001d11e'


class Draw:
    """One stream of choices, with the shortcuts that make it quick, and the state of one document."""

    __slots__ = ("budget", "depth", "random", "shapes")

    def __init__(self, seed: str) -> None:
        self.random = Random(seed).random
        self.budget = 0
        """Containers the document may still open; what is required is not counted out."""
        self.depth = 0
        self.shapes: dict[int, tuple[object, Any]] = {}
        """By identity, what each container was made from. Holds the container, so that no identity is used twice."""

    def pick(self, choices: Sequence[T]) -> T:
        return choices[int(self.random() * len(choices))]

    def below(self, limit: int) -> int:
        return int(self.random() * limit)

    def start(self) -> None:
        """Begin a document: mostly small, at times large or deep."""
        self.budget = self.pick((0, 6, 12, 24, 60))
        self.depth = self.pick((3, 4, 5, 9))
        self.shapes = {}

    def sort_key(self, _: object) -> float:
        return self.random()


def integer(draw: Draw) -> int | float:
    return draw.pick(INTEGERS) if draw.random() < 0.8 else draw.below(2000) - 1000


def number(draw: Draw) -> int | float:
    chance = draw.random()
    if chance < 0.5:
        return draw.pick(INTEGERS)
    return draw.pick(FRACTIONS) if chance < 0.9 else (draw.random() - 0.5) * 10.0 ** draw.below(12)


def string(draw: Draw) -> str:
    return draw.pick(STRINGS) if draw.random() < 0.85 else text(draw, draw.below(12))


def text(draw: Draw, length: int) -> str:
    """A string of so many code points, which are more UTF-16 units and still more bytes."""
    return "".join([draw.pick(_ALPHABET) for _ in range(length)])


def free_form(draw: Draw, level: int) -> JSON:
    """Any JSON value."""
    chance = draw.random()
    if chance < 0.3 and draw.budget > 0 and level < draw.depth + 2:
        draw.budget -= 1
        return free_array(draw, level) if chance < 0.12 else free_object(draw, level)
    if chance < 0.302:
        return _deep(draw)
    if chance < 0.5:
        return draw.pick(_SIMPLE)
    if chance < 0.75:
        return string(draw)
    return number(draw) if chance < 0.92 else ({} if chance < 0.96 else [])


def free_array(draw: Draw, level: int) -> list[JSON]:
    return [free_form(draw, level + 1) for _ in range(draw.below(4))]


def free_object(draw: Draw, level: int) -> dict[str, JSON]:
    return {free_name(draw): free_form(draw, level + 1) for _ in range(draw.below(4))}


def free_name(draw: Draw) -> str:
    return draw.pick(EXTRA_NAMES) if draw.random() < 0.9 else text(draw, draw.below(8))


def _deep(draw: Draw) -> JSON:
    """A chain that a recursive encoder has to follow far down."""
    value: JSON = None
    for _ in range(10 + draw.below(40)):
        value = [value] if draw.random() < 0.5 else {"a": value}
    return value
