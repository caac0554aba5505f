"""Former faults; each test failed before the fault was fixed."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2025_11_25
from tests.behaviour import classes

RESULT = b'{"zzz":{"b":1,"a":null},"isError":false,"content":[{"text":"hi","type":"text"}]}'
FREE = [("2025-11-25", "Result"), ("2026-07-28", "JSONObject"), ("2026-07-28", "MetaObject")]


def nested(depth: int, kind: str) -> Any:
    value: Any = None
    for _ in range(depth):
        value = [value] if kind == "list" else {"a": value}
    return {"n": value}


# 1, 2, 3
DEEP = """
import itertools, json, os, sys
import mcp_bindings as mb
free, (kind, way) = json.loads(sys.argv[1]), sys.argv[2:]
for (revision, definition), depth in itertools.product(free, (250, 1000, 5000, 100_000)):
    value = None
    for _ in range(depth):
        value = [value] if kind == "list" else {"a": value}
    value = {"n": value}
    codec = mb.revision(revision).codec(definition)
    if way == "findings":
        said = codec.findings(value)
    else:
        try:
            codec.encode(codec.decode_value(value))
            said = []
        except mb.DecodeError as error:
            said = error.findings
    print(definition, depth, [each.rule for each in said], flush=True)
    while isinstance(value, (list, dict)):  # the interpreter itself may overflow when it frees such a value at once
        value = value.pop() if isinstance(value, list) else value.popitem()[1]
os._exit(0)
"""


@pytest.mark.parametrize("kind", ["list", "object"])
@pytest.mark.parametrize("way", ["findings", "decode_value"])
def test_deep_values_give_a_finding(kind: str, way: str) -> None:
    """As for deep text. It runs in a separate process, because it must not crash the interpreter."""
    command = [sys.executable, "-c", DEEP, json.dumps(FREE), kind, way]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-500:]
    expected = [f"{definition} {depth} ['json']" for _, definition in FREE for depth in (250, 1000, 5000, 100_000)]
    assert done.stdout.splitlines() == expected


def test_a_value_that_holds_itself() -> None:
    value: dict[str, Any] = {}
    value["a"] = value
    for revision, definition in FREE:
        codec = classes.codec(revision, definition)
        with pytest.raises(mb.DecodeError):
            codec.decode_value(value)
        assert codec.findings(value) != []


# 4
@pytest.mark.parametrize(("revision", "definition"), FREE)
@pytest.mark.parametrize("number", ["1e400", "-1e400", f"1{'0' * 400}.5", f"1{'0' * 400}e1", "1E+309"])
def test_numbers_out_of_range_in_free_places_are_never_altered(revision: str, definition: str, number: str) -> None:
    """A schema without a restriction accepts any number; `encode` rejects one that no float can hold."""
    codec = classes.codec(revision, definition)
    for text in (f'{{"a":{number}}}', f'{{"a":[0,{{"b":{number}}}]}}'):
        with pytest.raises(ValueError, match="a number out of range"):
            codec.encode(codec.decode(text))


# 5
@pytest.mark.parametrize(("revision", "definition"), FREE)
@pytest.mark.parametrize("text", ['{"a":"\ud800"}', '{"\udc00":1}', "\ud800"])
def test_a_string_with_half_of_a_surrogate_pair(revision: str, definition: str, text: str) -> None:
    with pytest.raises(mb.DecodeError) as caught:
        classes.codec(revision, definition).decode(text)
    assert [each.rule for each in caught.value.findings] == ["json"]


# 6
@pytest.mark.parametrize(("revision", "definition"), FREE)
@pytest.mark.parametrize(
    "value",
    [
        {"a": float("nan")},
        {"a": [float("inf")]},
        {"a": "\ud800"},
        {"\ud800": 1},
        {"a": {"\ud800": 1}},
        {"a": 10**5000},
        {1: 2},
        {"a": {1: 2}},
        {"a": {None: 2}},
        {"a": b"x"},
        {"a": {1, 2}},
        {"a": (1, 2)},
        {"a": object()},
        {"a": 1j},
    ],
    ids=range(14),
)
def test_a_value_that_is_not_json_gives_a_finding(revision: str, definition: str, value: Any) -> None:
    codec = classes.codec(revision, definition)
    with pytest.raises(mb.DecodeError) as caught:
        codec.decode_value(value)
    assert caught.value.findings == codec.findings(value) != []


# 7
def test_one_member_in_both_spellings_is_rejected() -> None:
    twice: list[dict[str, Any]] = [{"isError": True, "is_error": False}, {"isError": None, "is_error": False}]
    for members in twice:
        with pytest.raises(TypeError, match="is_error"):
            v2025_11_25.CallToolResult(content=[], **members)
    both: dict[str, Any] = {"protocolVersion": "a", "protocol_version": "b"}
    info = v2025_11_25.Implementation(name="a", version="b")
    with pytest.raises(TypeError, match="protocol_version"):
        v2025_11_25.InitializeResult(capabilities=v2025_11_25.ServerCapabilities(), server_info=info, **both)


# 8
@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_deleting(revision: str) -> None:
    for model in classes.models(revision):
        for attribute in (*classes.omittable(model), *classes.nullable(model)):
            value = model(**classes.maximal(model))
            delattr(value, attribute)
            assert getattr(value, attribute) is None
            assert classes.wire_names(model)[attribute] not in value
            assert classes.wire_names(model)[attribute] not in classes.json_of(value)
            repr(value)
            copy.deepcopy(value)
        for attribute in (*classes.minimal(model), *classes.constants(model)):
            value = model(**classes.maximal(model))
            with pytest.raises(AttributeError, match=attribute):
                delattr(value, attribute)


def test_deleting_by_the_wrong_spelling_names_the_right_one() -> None:
    value = v2025_11_25.CallToolResult(content=[], is_error=True)
    with pytest.raises(AttributeError, match="did you mean 'is_error'"):
        delattr(value, "isError")


# 9
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_keep_the_order_of_members(protocol: int) -> None:
    codec = mb.revision("2025-11-25").codec(v2025_11_25.CallToolResult)
    value = codec.decode(RESULT)
    assert codec.encode(pickle.loads(pickle.dumps(value, protocol))) == RESULT
    parsed = codec.decode_value(json.loads(RESULT))
    assert codec.encode(pickle.loads(pickle.dumps(parsed, protocol))) == RESULT


# 10
def test_model_copy_follows_the_rules_of_constructors() -> None:
    codec = mb.revision("2025-11-25").codec(v2025_11_25.CallToolResult)
    for value in (codec.decode(RESULT), v2025_11_25.CallToolResult(content=[], is_error=False)):
        assert "isError" not in codec.dump(value.model_copy(update={"is_error": None}))
        by_wire = value.model_copy(update={"isError": True})
        assert by_wire.is_error is True
        assert codec.encode(by_wire).count(b"isError") == 1
        with pytest.raises(TypeError, match="is_error"):
            value.model_copy(update={"is_eror": True})


# 11
def test_absent_is_not_equal_to_null() -> None:
    assert v2025_11_25.Error(code=1, message="m", data=None) != v2025_11_25.Error(code=1, message="m")
    codec = mb.revision("2025-11-25").codec(v2025_11_25.Error)
    assert codec.decode('{"code":1,"message":"m","data":null}') != codec.decode('{"code":1,"message":"m"}')


# 12
def test_one_object_for_each_revision() -> None:
    code = (
        "import sys, threading, mcp_bindings as mb; sys.setswitchinterval(1e-6); found = []; "
        "barrier = threading.Barrier(16)\n"
        "def work():\n    barrier.wait(); found.append(mb.revision('2025-11-25'))\n"
        "threads = [threading.Thread(target=work) for _ in range(16)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "assert len({id(each) for each in found}) == 1, len({id(each) for each in found})"
    )
    for _ in range(8):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr


# 13
def test_a_buffer_that_is_used_again() -> None:
    codec = mb.revision("2025-11-25").codec("Result")
    buffer = bytearray(b'{"b":1,"a":2}')
    value = codec.decode(buffer)
    buffer[:] = b"GET / HTTP/1.1"
    assert codec.encode(value) == b'{"b":1,"a":2}'
