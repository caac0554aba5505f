"""JSON text: strict on input, stable on output, and JSON Pointers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_bindgen import jsontext
from mcp_bindgen.documents import find_text_fault, parse_json
from mcp_bindgen.errors import BindgenError
from tests.unit.tiny import same_every_run

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
documents = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=12
)


def nested(levels: int, inner: str = "0") -> bytes:
    """A document of so many levels, the innermost value included."""
    return ("[" * (levels - 1) + inner + "]" * (levels - 1)).encode("utf-8")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b'{"a": 1, "a": 1}', 'member "a" occurs twice'),
        (b'{"x": [{"b": 1, "c": 2, "b": 3}]}', 'member "b" occurs twice'),
        (b'{"a": 1, "\\u0061": 2}', 'member "a" occurs twice'),
        (b"NaN", "NaN is not JSON"),
        (b"[Infinity]", "Infinity is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b'"\\ud800"', "half of a surrogate pair"),
        (b'{"\\udfff": 1}', "half of a surrogate pair"),
        (b'"\\udc00\\ud800"', "half of a surrogate pair"),
        (b"\xff", "not UTF-8 text: invalid start byte at byte 0"),
        (b'"\xed\xa0\x80"', "not UTF-8 text"),
        ('{"a": 1}'.encode("utf-16"), "not UTF-8 text"),
        (b"", "not JSON"),
        (b"   ", "not JSON"),
        (b"{", "not JSON"),
        (b"[1,]", "not JSON"),
        (b"'a'", "not JSON"),
        (b"01", "not JSON"),
        (b"1 2", "not JSON"),
        (b'"\n"', "not JSON"),
        (b'{"a": 1}\x00', "not JSON"),
        (b"// a\n1", "not JSON"),
        (b"1" * 5000, "number is too long"),
        (nested(jsontext.MAX_DEPTH + 1), "nested deeper than 200 levels"),
        (nested(100_000), "nested deeper than 200 levels"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested deeper than 200 levels"),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, bytes) else "",
)
def test_refused(data: bytes, what: str) -> None:
    with pytest.raises(BindgenError) as raised:
        jsontext.loads(data, where="here.json")
    assert what in raised.value.what
    assert raised.value.where.startswith("here.json")


@pytest.mark.parametrize("data", [b"1e999", b'{"maximum": -1e400}'])
def test_a_number_out_of_range_is_refused(data: bytes) -> None:
    with pytest.raises(BindgenError):
        jsontext.loads(data, where="here.json")


def test_a_fault_has_line_and_column() -> None:
    with pytest.raises(BindgenError) as raised:
        jsontext.loads(b'{\n  "a": ]\n}', where="here.json")
    assert raised.value.where == "here.json:2:8"


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"\xef\xbb\xbf{}", {}),
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        ('"\u540d"'.encode(), "\u540d"),
        (b'{"a": {"b": 1}, "b": {"b": 2}}', {"a": {"b": 1}, "b": {"b": 2}}),
        (b" [1, 1.0, true, null] ", [1, 1.0, True, None]),
        (nested(jsontext.MAX_DEPTH, '"x"'), json.loads(nested(jsontext.MAX_DEPTH, '"x"'))),
    ],
    ids=["BOM", "pair", "utf-8", "same name in two objects", "white space", "as deep as may be"],
)
def test_accepted(data: bytes, value: Any) -> None:
    found = jsontext.loads(data, where="here.json")
    assert json.dumps(found) == json.dumps(value)


@same_every_run
@given(documents)
def test_text_round_trip(document: Any) -> None:
    text = jsontext.dumps(document)
    assert text.endswith(b"\n")
    assert json.dumps(jsontext.loads(text, where="here")) == json.dumps(document)


def test_order_and_letters_are_kept() -> None:
    text = '{\n  "z": "\u00fc\u540d",\n  "a": [\n    1.0\n  ]\n}\n'.encode()
    assert jsontext.dumps(jsontext.loads(text, where="here")) == text


DEPTHS: list[tuple[Any, int]] = [
    (1, 1),
    ("long text", 1),
    ([], 1),
    ({}, 1),
    ([1], 2),
    ({"a": {"b": []}}, 3),
    ([[[]], 1, [[[0]]]], 5),
]


@pytest.mark.parametrize(("value", "levels"), DEPTHS)
def test_depth(value: Any, levels: int) -> None:
    assert jsontext.count_nesting_levels(value) == levels


@pytest.mark.parametrize(
    ("token", "escaped"), [("a/b", "a~1b"), ("a~b", "a~0b"), ("~1", "~01"), ("~0", "~00"), ("", ""), ("/~/", "~1~0~1")]
)
def test_escape(token: str, escaped: str) -> None:
    assert jsontext.escape_token(token) == escaped
    assert jsontext.unescape_token(escaped) == token


@same_every_run
@given(st.lists(st.text(alphabet="ab~/01\u540d") | st.text(), max_size=5))
def test_pointer_round_trip(tokens: list[str]) -> None:
    pointer = "".join(f"/{jsontext.escape_token(token)}" for token in tokens)
    assert jsontext.pointer_tokens(pointer) == tokens


@pytest.mark.parametrize(
    ("pointer", "tokens"), [("", []), ("/", [""]), ("//", ["", ""]), ("/a/0", ["a", "0"]), ("/~01/~1", ["~1", "/"])]
)
def test_pointer_tokens(pointer: str, tokens: list[str]) -> None:
    assert jsontext.pointer_tokens(pointer) == tokens


@pytest.mark.parametrize("pointer", ["a", "a/b", "#/a", " /a"])
def test_no_pointer(pointer: str) -> None:
    with pytest.raises(ValueError, match="not a JSON Pointer"):
        jsontext.pointer_tokens(pointer)


@same_every_run
@given(st.integers(min_value=0))
def test_index_round_trip(number: int) -> None:
    assert jsontext.parse_index(str(number)) == number


@pytest.mark.parametrize("token", ["", "-", "-1", "+1", "01", "00", "1.0", " 1", "1 ", "1_0", "\u0661", "\u00b2", "a"])
def test_no_index(token: str) -> None:
    with pytest.raises(ValueError, match="not an array index"):
        jsontext.parse_index(token)


@pytest.mark.parametrize(("value", "found"), [({}, True), ({"a": 1}, True), ([], False), ("a", False), (None, False)])
def test_is_object(value: object, found: bool) -> None:
    assert jsontext.is_object(value) is found


class Counted(str):
    """A text that counts how often it is compared."""

    times = 0
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        Counted.times += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_a_late_duplicate_is_found_without_comparing_every_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 2_000
    members = ",".join(f'"{number}":0' for number in range(count))
    scan = json.JSONDecoder

    def decode(text: str, *, object_pairs_hook: Any, **options: Any) -> Any:
        return scan(object_pairs_hook=lambda pairs: object_pairs_hook([(Counted(n), v) for n, v in pairs])).decode(text)

    monkeypatch.setattr(json, "loads", decode)
    Counted.times = 0
    with pytest.raises(BindgenError, match='member "1999" occurs twice'):
        jsontext.loads(f'{{{members},"1999":0}}'.encode(), where="x")
    fault = find_text_fault(parse_json(f'{{{members},"1999":0}}'.encode()))
    assert fault is not None
    assert fault.pointer == "/1999"
    assert Counted.times <= 20 * count
