"""Strict JSON: the fast and the careful path agree with each other, and with a reader written for this test.

The oracle uses neither pydantic's parser nor the tested module: it is Python's own parser with hooks, and a count of
brackets.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from functools import partial
from math import isfinite
from random import Random
from typing import Any

import pytest

from mcp_bindings.errors import ProtocolError
from mcp_bindings.jsonrpc.strict_json import read_json
from mcp_bindings.limits import DEFAULT, Limits
from tests.behaviour.classes import SEED as ANY_SEED
from tests.differential.reference import json_equal
from tests.differential.values import Draw, free_form

pytestmark = pytest.mark.both_engines

SEED = int(os.environ.get("MCP_SEED", ANY_SEED))
COUNT = 3_000

CAREFUL = Limits(max_digits=4299)
"""Any other limit of digits than the default needs the careful path."""

EDGES: tuple[str, ...] = (
    *("0", "-0", "-0.0", "0.0", "0e1", "0E-5", "1E5", "1e5", "1e+5", "1e05", "1E400", "-1e400", "1e-400", "1e22"),
    *("1e23",),
    *("5e-324", "2.2250738585072011e-308", "1.7976931348623157e308", "1.7976931348623159e308", "123456789012345678"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809"),
    *("18446744073709551616",),
    *("9007199254740993", "9007199254740993.0", "100000000000000000000.0", "0.1", "0.10", "1.0", "1.50", "3.0e0"),
    *("00", "01", "-01", "-", "+1", "1.", ".1", "1e", "1e+", "0x1", "1_0", "1 2", "--1", "NaN", "-NaN", "Infinity"),
    *("nan",),
    *("9" * 4299, "9" * 4300, "9" * 4301, "-" + "9" * 4300, "-" + "9" * 4301, "1" + "0" * 308, "1" + "0" * 309 + ".0"),
    *("0." + "1" * 4297, "0." + "1" * 4298, "0." + "1" * 4299, "-0." + "1" * 4298, "1e" + "0" * 4298),
    *("1e-" + "9" * 4297,),
    *('"\\/"', '"/"', '"\\u0000"', '"\\u001f"', '"\\u007f"', '"\x7f"', '"\x80"', '"\\b\\f\\n\\r\\t\\"\\\\"'),
    *('"\t"', '"\x00"'),
    *('"\\u00e9"', '"\u00e9"', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\ude00\\ud83d"', '"\\ud83d\\ud83d\\ude00"'),
    *('"\ufeff"',),
    *('"\\uD83D\\uDE00"', '"\\ud83d\\u0041"', '"\\ud83d\\n"', '"\\u12"', '"\\u12g4"', '"\\U0041"', '"\\a"', '"\\'),
    *('"a', '"\\u"'),
    *('"\u2028\u2029"', '"\ufffe\uffff"', '"\U0010ffff"', '"\ud800"', '"\udfff"', "'a'", '"a" "b"', '"\\u+123"'),
    *('"\\ud83d\\u+e00"',),
    *("true", "True", "tru", "truee", "null", "nul", "None", "", " ", "\n", "\x0b", "\x0c", "\xa0", "\ufeff1"),
    *("1\x00", "1\ufeff"),
    *("[]", "[ ]", "[,]", "[1,]", "[1 2]", "[", "]", "[]]", "[[]", "{}", "{ }", "{,}", '{"a"}', '{"a":}'),
    *('{"a":1,}', "{1:2}"),
    *('{"a":1,"a":1}', '{"a":1,"\\u0061":1}', '{"a":1,"A":1}', '{"":1,"":1}', '{"a":{"b":1},"a":{"b":1}}'),
    *('{"\\/":1,"/":2}',),
    *('{"a" :1,"a":1}', '{"a":1,"a\\u0000":1}', '{"\u00e9":1,"e\u0301":1}', '{"\u00e9":1,"\\u00e9":1}'),
    *('{"\\ud83d\\ude00":1,"\U0001f600":1}',),
    *('[{"a":1,"a":1}]', '{"b":{"c":[{"a":1,"a":2}]}}', '[1],[2]', "1,2", "1],[2", '{"a":[{}],"a":[{}]}'),
    *('[{"a":1},{"a":1}]',),
    *('{"a":1,"a":1e6}', '{"a":1,"a":NaN}', '{"a":1,"a":1}x', '{"a":1,"a":1e999}'),
    *('{"a":1,"a":' + "9" * 4301 + "}", '{"a":1,"a":"\\ud800"}'),
    *('"//"', "/**/1", "1//", "#1", '{"a":1;"b":2}', "{'a':1}", '{a:1}', "[1\u20282]", "\u20281", "1\u2029", "\u00851"),
)  # fmt: skip

NESTS: tuple[Callable[[int], str], ...] = (
    lambda levels: "[" * levels + "]" * levels,
    lambda levels: "[" * levels + "1" + "]" * levels,
    lambda levels: '{"a":' * (levels - 1) + "{}" + "}" * (levels - 1),
    lambda levels: '{"a":' * levels + '""' + "}" * levels,
    lambda levels: '["[[",' * (levels - 1) + "[]" + ",{}]" * (levels - 1),
    lambda levels: '[{"]":"}"},' * (levels - 1) + "{}" + "]" * (levels - 1),
    lambda levels: '[{"a":' * (levels // 2) + "[ ]" * (levels % 2) + "0" * (1 - levels % 2) + "}]" * (levels // 2),
)

TOKENS = (
    *(
        '"',
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "0",
        "-",
        "e",
        ".",
        "1e999",
        "NaN",
        "\\u0061",
        "\\ud83d",
        "\\ude00",
        " ",
    ),
    *(
        '"a":',
        '"a":1,',
        ',"a":1',
        "[]",
        "{}",
        "\n",
        "\x00",
        "\ufeff",
        "\x7f",
        "\ud800",
        "null",
        "9" * 4301,
        "\\/",
        '""',
    ),
)


def oracle(data: bytes, limits: Limits) -> Any:
    """The value, or the code of the error."""

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in pairs}) < len(pairs):
            twice.append(True)
        return dict(pairs)

    def number(make: Callable[[str], Any], digits: str) -> Any:
        if len(digits.removeprefix("-")) > limits.max_digits:
            raise ValueError
        value = make(digits)
        if isinstance(value, float) and not isfinite(value):
            raise ValueError
        return value

    def constant(name: str) -> Any:
        raise ValueError

    twice: list[bool] = []
    try:
        content = data.decode("utf-8")
        depth = deepest(content)
        if depth > 250:
            return -32600
        hooks: dict[str, Any] = {"parse_int": partial(number, int), "parse_float": partial(number, float)}
        value = json.loads(content, object_pairs_hook=members, parse_constant=constant, **hooks)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # unpaired surrogates have no UTF-8
    except ValueError:
        return -32700
    if twice or depth > limits.max_depth:
        return -32600
    return [value]


def deepest(content: str) -> int:
    """Nesting depth, by the brackets outside of strings."""
    level = most = 0
    for token in re.findall(r'(?s)"(?:[^"\\]|\\.)*"|[\[\]{}]', content):
        level += (token in "[{") - (token in "]}") if len(token) == 1 else 0
        most = max(most, level)
    return most


def found(data: bytes, limits: Limits) -> Any:
    try:
        return [read_json(data, limits)]
    except ProtocolError as error:
        return error.code


def same(one: Any, other: Any) -> bool:
    """Whether values or codes are the same; a float does not equal an integer here."""
    if isinstance(one, int) or isinstance(other, int):
        return bool(one == other)
    return json_equal(one, other, order=True) and repr(one) == repr(other)


def assert_agreement(data: bytes) -> bool:
    """Check that all readers agree, and return whether they accept the text."""
    shown = data[:300]
    for limits in (DEFAULT, CAREFUL, Limits(max_depth=5), Limits(max_depth=5, max_digits=4299)):
        expected, seen = oracle(data, limits), found(data, limits)
        assert same(seen, expected), (shown, len(data), limits, seen if isinstance(seen, int) else "accepted")
    return isinstance(oracle(data, DEFAULT), list)


@pytest.mark.parametrize("space", ["%s", " %s", "%s\n", "\t%s\r\n", "[%s]", '{"a":%s}', '{"a": [ %s ] }', '["\\n",%s]'])
def test_edges(space: str) -> None:
    for text in EDGES:
        assert_agreement((space % text).encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("nest", NESTS)
def test_nesting(nest: Callable[[int], str]) -> None:
    for levels in (2, 4, 5, 6, 7, 198, 199, 200, 201, 202, 203):
        for space in ("%s", "%s ", "[\n%s]", '{"b": 1, "a":%s}'):
            assert_agreement((space % nest(levels)).encode())
    assert found(nest(100_000).encode(), DEFAULT) == -32600
    assert found(nest(100_000).encode(), CAREFUL) == -32600


def test_bytes_that_are_not_utf_8() -> None:
    for middle in (
        b"\x80",
        b"\xc0\x80",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xed\xa0\xbd\xed\xb8\x80",
        b"\xf4\x90\x80\x80",
        b"\xff\xfe",
        b"\xe2\x82",
    ):
        for template in (b'"%b"', b'{"%b":1}', b'{"a": "%b"}', b'["\\n","%b"]', b"%b", b"1%b", b"%b1"):
            assert_agreement(template % middle)


def test_mutated_texts() -> None:
    print(f"MCP_SEED={SEED}")
    random, draw = Random(SEED), Draw(str(SEED))
    accepted = 0
    for number in range(COUNT):
        draw.start()
        value = {"a": free_form(draw, 0), "b": [free_form(draw, 1)]} if number % 3 else free_form(draw, 0)
        text = json.dumps(
            value, ensure_ascii=number % 2 == 0, separators=(",", ":") if number % 5 else None, allow_nan=False
        )
        for _ in range(number % 4):
            place, end = random.randrange(len(text) + 1), random.randrange(len(text) + 1)
            match random.randrange(4):
                case 0:
                    text = text[:place] + random.choice(TOKENS) + text[place:]
                case 1:
                    text = text[:place] + text[place + 1 :]
                case 2:
                    text = text[:end] + text[place : place + 12] + text[end:]
                case _:
                    text = text[:place] + random.choice(TOKENS) + text[place + 1 :]
        accepted += assert_agreement(text.encode("utf-8", "surrogatepass"))
    assert COUNT / 4 < accepted < 3 * COUNT / 4, "a fair mix"


def test_the_oracle_detects_faults() -> None:
    assert oracle(b'{"a":1,"\\u0061":1}', DEFAULT) == -32600
    assert oracle(b'{"a":[1e5]}', DEFAULT) == [{"a": [100000.0]}]
    assert oracle(b'"\\ud800"', DEFAULT) == oracle(b"\xff", DEFAULT) == oracle(b"NaN", DEFAULT) == -32700
    assert (deepest('[{"[":"\\"["},[[]]]'), deepest("1")) == (3, 0)
