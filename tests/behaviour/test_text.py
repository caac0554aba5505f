"""JSON text from a peer: rejected text raises a DecodeError, the same for every input form."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mcp_bindings as mb
from tests.behaviour import classes

FREE = [("2025-11-25", "Result"), ("2026-07-28", "JSONObject"), ("2026-07-28", "MetaObject"), ("2024-11-05", "Result")]
PLACES = pytest.mark.parametrize(("revision", "definition"), FREE)


def rejection(codec: Any, data: bytes | bytearray | str) -> None:
    """Check that a text is rejected because it is not JSON."""
    with pytest.raises(mb.DecodeError) as caught:
        codec.decode(data)
    assert [(each.pointer, each.rule) for each in caught.value.findings] == [("", "json")]


@PLACES
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"  \n",
        b"\xff",
        b'{"a":"\xff"}',
        b'{"a":"\xc0\x80"}',
        b'{"a":"\xed\xa0\x80"}',
        b"\xef\xbb\xbf{}",
        b"{",
        b'{"a":1',
        b'{"a":1}x',
        b"{}{}",
        b"{'a':1}",
        b'{"a":1,}',
        b"// no\n{}",
        b'{"a":01}',
        b'{"a":+1}',
        b'{"a":.5}',
        b'{"a":5.}',
        b'{"a":0x10}',
        b'{"a":1_000}',
        b'{"a":"\t"}',
        b'{"a":"\\x41"}',
        b'{"a":True}',
        b'{"a":None}',
        b'{"a":undefined}',
        b"\x1f\x8b\x08",
        '{"a":1}'.encode("utf-16"),
        '{"a":1}'.encode("utf-32"),
    ],
)
def test_text_that_is_not_json(revision: str, definition: str, data: bytes) -> None:
    codec = classes.codec(revision, definition)
    rejection(codec, data)
    rejection(codec, bytearray(data))


@PLACES
@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("place", ['{"a":%s}', '{"a":[1,%s]}', '{"a":{"NaN":%s}}', '{"_meta":{"a":%s}}', "%s"])
def test_nan_and_infinity(revision: str, definition: str, constant: str, place: str) -> None:
    codec = classes.codec(revision, definition)
    for data in (place % constant, (place % constant).encode()):
        rejection(codec, data)


@PLACES
@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "INFN", '\\"NaN', "NaN\\n"])
def test_nan_and_infinity_in_strings_are_accepted(revision: str, definition: str, word: str) -> None:
    codec = classes.codec(revision, definition)
    for text in (f'{{"a":"{word}"}}', f'{{"{word}":[1,"{word}"]}}'):
        assert codec.dump(codec.decode(text)) == json.loads(text)
        assert codec.dump(codec.decode(text.encode())) == json.loads(text)


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", f"1{'0' * 400}.5"])
def test_numbers_out_of_range_in_typed_places(constant: str) -> None:
    codec = classes.codec("2025-11-25", "ProgressNotificationParams")
    for text in (
        f'{{"progress":{constant},"progressToken":1}}',
        f'{{"progress":1,"progressToken":{constant}}}',
        f'{{"progress":1,"progressToken":1,"total":{constant}}}',
    ):
        with pytest.raises(mb.DecodeError):
            codec.decode(text)
    anything = classes.codec("2026-07-28", "JSONValue")
    for text in (constant, f"[{constant}]", f'{{"a":{constant}}}'):
        with pytest.raises(mb.DecodeError):
            anything.decode(text)


@PLACES
@pytest.mark.parametrize("text", ['{"a":"\\ud800"}', '{"a":"\\udc00"}', '{"a":"\\ud800x"}', '{"\\ud800":1}'])
def test_an_unpaired_surrogate(revision: str, definition: str, text: str) -> None:
    codec = classes.codec(revision, definition)
    rejection(codec, text)
    rejection(codec, text.encode())


@PLACES
def test_a_surrogate_pair_is_a_character(revision: str, definition: str) -> None:
    codec = classes.codec(revision, definition)
    assert codec.dump(codec.decode('{"a":"\\ud83d\\ude00"}')) == {"a": "\N{GRINNING FACE}"}
    assert "\N{GRINNING FACE}".encode() in codec.encode(codec.decode('{"a":"\\ud83d\\ude00"}'))


@PLACES
def test_the_last_of_duplicate_members_is_used(revision: str, definition: str) -> None:
    """As in Python's own parser. A boundary that has to reject such text does so before the codec."""
    codec = classes.codec(revision, definition)
    for text in (
        '{"a":1,"a":2}',
        '{"a":{"b":1},"a":2}',
        '{"x":{"a":1,"b":1,"a":2}}',
        '{"_meta":{"a":1},"_meta":{"b":2}}',
    ):
        value = codec.decode(text)
        assert codec.dump(value) == json.loads(text)
        assert value == codec.decode_value(json.loads(text))
        assert codec.encode(value) == codec.encode(codec.decode_value(json.loads(text)))


def test_a_duplicate_typed_member() -> None:
    codec = classes.codec("2025-11-25", "TextContent")
    assert codec.decode('{"type":"text","text":1,"text":"a"}').text == "a"
    with pytest.raises(mb.DecodeError) as caught:
        codec.decode('{"type":"text","text":"a","text":1}')
    assert [each.pointer for each in caught.value.findings] == ["/text"]


@PLACES
@pytest.mark.parametrize("number", ["1" + "0" * 400, "-" + "9" * 400, "9" * 4000, str(2**64), str(-(2**63) - 1)])
def test_big_integers_keep_their_digits(revision: str, definition: str, number: str) -> None:
    codec = classes.codec(revision, definition)
    text = f'{{"a":{number}}}'.encode()
    assert codec.encode(codec.decode(text)) == text
    assert codec.encode(codec.decode_value({"a": int(number)})) == text


def test_big_integers_in_typed_places() -> None:
    codec = classes.codec("2025-11-25", "ProgressNotificationParams")
    for number in (10**400, -(10**400), 2**64):
        text = f'{{"progress":{number},"progressToken":{number}}}'.encode()
        assert codec.encode(codec.decode(text)) == text
        assert codec.decode(text).progress_token == number


@PLACES
def test_integers_with_too_many_digits(revision: str, definition: str) -> None:
    rejection(classes.codec(revision, definition), f'{{"a":1{"0" * 5000}}}')


@PLACES
@pytest.mark.parametrize("number", ["1.0", "-0.0", "1e2", "1E+2", "5e-324", "0.1", "1e-400", "1.7976931348623157e308"])
def test_fractions_keep_their_value(revision: str, definition: str, number: str) -> None:
    codec = classes.codec(revision, definition)
    assert codec.dump(codec.decode(f'{{"a":{number}}}')) == {"a": float(number)}


@PLACES
def test_bytes_bytearrays_and_strings(revision: str, definition: str) -> None:
    codec = classes.codec(revision, definition)
    text = '{"a":"é"}'
    values = [codec.decode(text), codec.decode(text.encode()), codec.decode(bytearray(text.encode()))]
    assert values[0] == values[1] == values[2]
    assert {codec.encode(value) for value in values} == {text.encode()}


@PLACES
@pytest.mark.parametrize("data", [memoryview(b"{}"), memoryview(b'{"a":NaN}'), None, 5, {}, {"a": 1}, [b"{}"]])
def test_other_inputs_are_a_type_error(revision: str, definition: str, data: Any) -> None:
    with pytest.raises(TypeError, match="bytes, bytearray or str"):
        classes.codec(revision, definition).decode(data)


@pytest.mark.parametrize("data", [None, 5, {}, [b"{}"]])
def test_a_message_that_is_no_text_is_a_type_error(data: Any) -> None:
    with pytest.raises(TypeError, match="a text is bytes, bytearray, memoryview or str"):
        mb.revision(mb.LATEST).parse(data, sender="client")


def test_a_bytearray_may_be_reused() -> None:
    """A receive buffer is overwritten by the next message."""
    codec = classes.codec("2025-11-25", "Result")
    buffer = bytearray(b'{"b":1,"a":2}')
    value = codec.decode(buffer)
    assert value["b"] == 1


@PLACES
@pytest.mark.parametrize("depth", [100, 150, 250, 1000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}"), ('[{"b":1,"a":', "}]")])
def test_deep_text(revision: str, definition: str, depth: int, opening: str, closing: str) -> None:
    """Kept to the last level or rejected: never truncated, never another error."""
    codec = classes.codec(revision, definition)
    levels = depth // (len(closing))
    text = f'{{"a":{opening * levels}null{closing * levels}}}'.encode()
    if depth <= 150:
        assert codec.encode(codec.decode(text)) == text
    else:
        rejection(codec, text)


@settings(derandomize=True, deadline=None, max_examples=400)
@given(data=st.binary(max_size=40) | st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_are_parsed_or_rejected(data: bytes) -> None:
    for revision, definition in (("2026-07-28", "JSONValue"), ("2025-11-25", "JSONRPCMessage")):
        codec = classes.codec(revision, definition)
        try:
            value: Any = codec.decode(data)
        except mb.DecodeError as error:
            value = error
        if isinstance(value, mb.DecodeError):
            assert value.findings
        else:
            assert codec.dump(value) == json.loads(data)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(text=st.text(st.characters(codec="utf-8"), max_size=30), escaped=st.booleans())
def test_any_string_is_preserved(text: str, escaped: bool) -> None:
    for revision, definition in FREE:
        codec = classes.codec(revision, definition)
        written = json.dumps({"a": text, text: [text]}, ensure_ascii=escaped)
        if codec.findings(json.loads(written)):
            continue  # the text is the name of a typed member
        assert codec.dump(codec.decode(written)) == json.loads(written)
        assert codec.encode(codec.decode(written.encode())) == codec.encode(codec.decode_value(json.loads(written)))
