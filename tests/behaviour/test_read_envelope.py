"""`read_envelope` says of every text what `parse` says of it, and says no more than it knows."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.json_values import is_object
from mcp_bindings.jsonrpc import envelope, syntax
from mcp_bindings.jsonrpc.envelope import (
    SHORT_TEXT_LENGTH,
    TARGETS,
    make_msgspec_outline_reader,
    make_pydantic_outline_reader,
)
from mcp_bindings.spec.names import META, VERSION_KEY
from tests.behaviour import routing
from tests.behaviour.routing import readers
from tests.engines import ENGINES
from tests.seed import SEED

COUNT = 1_500
CALL: dict[str, Any] = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "read", "arguments": {}}}
LONG = {"text": "x" * SHORT_TEXT_LENGTH, "list": [{"name": "other", "method": "ping"}]}
VERSION = {META: {VERSION_KEY: "2026-07-28"}}


def test_agrees_with_parse() -> None:
    print(f"MCP_SEED={SEED}")
    random, outcomes = Random(SEED), set[str]()
    for _ in range(COUNT):
        data = routing.text(random)
        outcome, found = routing.disagreements(data)
        outcomes.add(outcome)
        assert found == [], data
    assert outcomes >= {"request", "notification", "response", "error", "batch", "-32700", "-32600"}


@pytest.mark.both_engines
@pytest.mark.parametrize("arguments", [{}, LONG], ids=["short", "long"])
@pytest.mark.parametrize("spaces", [(",", ":"), (", ", ": ")], ids=["compact", "spaced"])
@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (CALL, ("request", 7, "tools/call", "read", None)),
        ({**CALL, "params": {**CALL["params"], **VERSION}}, ("request", 7, "tools/call", "read", "2026-07-28")),
        ({**CALL, "id": 2.0, "method": "ping"}, ("request", 2, "ping", None, None)),
        ({**CALL, "method": "resources/read"}, ("request", 7, "resources/read", None, None)),
        ({**CALL, "params": {"name": None}}, ("request", 7, "tools/call", None, None)),
        (
            {**CALL, "method": "initialize", "params": {"protocolVersion": "2025-06-18", **VERSION}},
            ("request", 7, "initialize", None, "2025-06-18"),
        ),
        (
            {"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": "file:///a"}},
            ("notification", None, "notifications/resources/updated", "file:///a", None),
        ),
        ({"jsonrpc": "2.0", "id": "a", "result": {"name": "b"}}, ("response", "a", None, None, None)),
        ({"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": ""}}, ("error", None, None, None, None)),
    ],
)
def test_kinds(message: Any, expected: tuple[object, ...], arguments: Any, spaces: Any) -> None:
    body = next(name for name in ("params", "result", "error") if name in message)
    filled = {**message, body: {**message[body], "arguments": arguments}}
    data = json.dumps(filled, separators=spaces).encode()
    found = mb.read_envelope(data)
    assert found == (*expected, len(data), ())
    assert type(found) is mb.Envelope
    assert mb.read_envelope(data.decode()) == mb.read_envelope(memoryview(data)) == found


@pytest.mark.both_engines
@pytest.mark.parametrize("filler", [0, SHORT_TEXT_LENGTH])
@pytest.mark.parametrize(
    ("twice", "pointer"),
    [
        (b'"method":"ping"', ""),
        (b'"\\u006dethod":"ping"', ""),
        (b'"id":8', ""),
        (b'"params":{"name":"other"}', ""),
        (b'"\\u0070arams":{"name":"other"}', ""),
    ],
)
def test_routing_members_that_occur_twice(twice: bytes, pointer: str, filler: int) -> None:
    call = json.dumps({**CALL, "params": {"name": "read", "arguments": {"a": "x" * filler}}}).encode()
    for data in (call[:-1] + b"," + twice + b"}", b"{" + twice + b"," + call[1:]):
        with pytest.raises(mb.ProtocolError, match="occurs twice") as caught:
            mb.read_envelope(data)
        assert (caught.value.code, caught.value.findings[0].pointer) == (-32600, pointer)


@pytest.mark.both_engines
@pytest.mark.parametrize("filler", [0, SHORT_TEXT_LENGTH])
@pytest.mark.parametrize(
    ("params", "pointer"),
    [
        ('{"name":"a","arguments":{"x":"%s"},"name":"b"}', "/params"),
        ('{"n\\u0061me":"a","arguments":{"x":"%s"},"name":"b"}', "/params"),
        ('{"name":"a","arguments":{"x":"%s"},"_meta":{},"_meta":{}}', "/params"),
        (
            '{"name":"a","arguments":{"x":"%s"},"_meta":{"KEY/protocolVersion":"1","KEY\\/protocolVersion":"2"}}',
            "/params/_meta",
        ),
        ('{"name":"a","arguments":{"x":"%s"},"_meta":{"a":1,"a":2}}', "/params/_meta"),
        ('{"name":"a","arguments":{"x":"%s"},"_meta":{"KEY/protocolVersion":"","b":{"a":1,"a":2}}}', "/params/_meta/b"),
        ('{"_meta":{"b":[{"a":1,"a":2}]},"name":"_meta","arguments":{"x":"%s"}}', "/params/_meta/b/0"),
    ],
)
def test_params_that_occur_twice(params: str, pointer: str, filler: int) -> None:
    data = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":' + params.replace("%s", "x" * filler) + "}"
    data = data.replace("KEY", "io.modelcontextprotocol")
    with pytest.raises(mb.ProtocolError, match="occurs twice") as caught:
        mb.read_envelope(data)
    assert caught.value.findings[0].pointer == pointer


@pytest.mark.parametrize("make_reader", [make_msgspec_outline_reader, make_pydantic_outline_reader])
def test_the_outline_of_a_long_call_is_read(make_reader: Any) -> None:
    """Else they would be read completely, which takes longer."""
    read_outline = make_reader(ENGINES["fast"]())
    meta = {META: {VERSION_KEY: "2026-07-28", "a": {"b": [1]}}}
    for message in (CALL, {**CALL, "params": {"name": "é", "arguments": LONG, **meta}}):
        document = read_outline(json.dumps(message, ensure_ascii=False, indent=1).encode(), mb.Limits())
        assert document is not None
        assert document["params"]["name"] == message["params"]["name"]
        assert version(document) == version(message)
    assert read_outline(b'{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}', mb.Limits()) is None


@pytest.mark.parametrize("make_reader", [make_msgspec_outline_reader, make_pydantic_outline_reader])
def test_params_of_many_members_are_read_completely(make_reader: Any) -> None:
    params = {"name": "read", **{f"a{number}": number for number in range(2_000)}}
    text = json.dumps({**CALL, "params": params}).encode()
    assert make_reader(ENGINES["fast"]())(text, mb.Limits()) is None
    assert mb.read_envelope(text).name == "read"


def test_the_scalars_beside_a_body_with_a_fault_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[Any] = []
    original = envelope.read_json

    def read(text: Any, limits: mb.Limits) -> Any:
        texts.append(text)
        return original(text, limits)

    monkeypatch.setattr(envelope, "read_json", read)
    scalars = ", ".join(f'"a{number}" : "\\u0041\\n\\n\\n\\n\\n\\n\\n\\n{number}"' for number in range(500))
    data = json.dumps({**CALL, "params": {"name": "read", "arguments": {"a": 1}, "last": True}})
    for fault in ('{"a": 1, "a": 2}', '["\\ud800"]'):
        text = data.replace('{"a": 1}', f"{fault}, {scalars}")
        assert mb.read_envelope(text) == ("request", 7, "tools/call", "read", None, len(text), ())
        with pytest.raises(mb.ProtocolError):
            mb.read_envelope(text.replace("a7", "a8"))
        with pytest.raises(mb.ProtocolError):
            mb.read_envelope(text.replace("true", '"\\udc00"'))
    assert len(texts) < 30


def version(document: Any) -> Any:
    meta = document["params"].get(META)
    return meta[VERSION_KEY] if is_object(meta) else None


@pytest.mark.both_engines
def test_batches() -> None:
    data = json.dumps([CALL, {**CALL, "id": None}, {**CALL, "method": "initialize"}, 5]).encode()
    found = mb.read_envelope(data)
    assert (found.kind, found.size) == ("batch", len(data))
    first, *others = found.items
    assert first == ("request", 7, "tools/call", "read", None, 0, ())
    assert [(type(item), getattr(item, "code", None)) for item in others] == [(mb.ProtocolError, -32600)] * 3
    for text, limits in ((b"[]", mb.Limits()), (data, mb.Limits(max_batch=3))):
        with pytest.raises(mb.ProtocolError) as caught:
            mb.read_envelope(text, limits=limits)
        assert caught.value.code == -32600


@pytest.mark.both_engines
def test_limits() -> None:
    data = json.dumps({**CALL, "params": {"name": "read", "arguments": LONG}}).encode()
    for limits in (mb.Limits(max_bytes=len(data) - 1), mb.Limits(max_containers=4)):
        with pytest.raises(mb.ProtocolError) as caught:
            mb.read_envelope(data, limits=limits)
        assert (caught.value.code, caught.value.id) == (-32600, 7)
    assert mb.read_envelope(data, limits=mb.Limits(max_bytes=len(data))).name == "read"


def test_the_targets_are_those_of_the_schemas() -> None:
    """A method's target is the required member of its params that is called `name` or `uri`."""
    found: dict[str, str] = {}
    for revision in map(mb.revision, (*mb.REVISIONS, "draft")):
        definitions = revision.schema_file.definitions
        for row in revision.methods.values():
            params = definitions.get(row.message, {}).get("properties", {}).get("params", {})
            params = definitions[params["$ref"].rpartition("/")[2]] if "$ref" in params else params
            for name in params.get("required", ()):
                if name in ("name", "uri"):
                    assert found.setdefault(row.name, name) == name
    assert found == TARGETS


def test_the_headers_name_the_same_targets() -> None:
    for revision in map(mb.revision, mb.REVISIONS):
        for row in revision.protocol.http.request_headers:
            if row.applies == "named":
                assert {TARGETS[method] for method in row.methods} == {row.body_field[-1]}


def test_no_pydantic_is_imported_for_it() -> None:
    program = (
        f"import sys, mcp_bindings as mb; mb.read_envelope({json.dumps(CALL)!r});"
        f"mb.read_envelope({json.dumps({**CALL, 'params': {'name': 'a', 'b': 'x' * SHORT_TEXT_LENGTH}})!r});"
        "sys.exit('pydantic' in sys.modules or 'msgspec' not in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


PADDING = '"x":"' + "a" * 5_000 + '"'
"""Makes a text so long that only its outline is read."""
IDS = (
    "1.0",
    "1e0",
    "-0",
    "-0.0",
    "1E400",
    "0x1",
    "01",
    "9" * 4_400,
    "-" + "9" * 4_299,
    "null",
    "true",
    '"\\ud800"',
    "NaN",
)
PARAMS = (
    *(
        "null",
        "[]",
        '{"_meta":null}',
        '{"_meta":[]}',
        '{"name":5}',
        '{"name":"a","n\\u0061me":"b"}',
        '{"n\\u0061me":"a"}',
    ),
    '{"_meta":{"io.modelcontextprotocol/protocolVersion":"a","io.modelcontextprotocol\\/protocolVersion":"b"}}',
    '{"_meta":{},"_met\\u0061":{}}',
    '{"name":"a","arguments":{"method":"ping","id":2,"name":"b","_meta":{}}}',
)
WHOLE: tuple[bytes, ...] = (
    b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}',
    *(
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}' + after
        for after in (b"\x00", b"//", b"{}", b",", b"\x0b", b"\xc2\xa0")
    ),
    b'{"jsonrpc":"2.0","id":1,"method":"ping",}',
    b'{"jsonrpc":"2.0","id":1,"\\u006dethod":"ping","method":"tools/call"}',
    b'{"jsonrpc":"\\u0032.0","id":1,"method":"tools\\/list"}',
    b'{"jsonrpc":"2.0","id":1,"method":null,"result":{}}',
    b'{"jsonrpc":"2.0","id":1,"method":"ping","error":{"code":1,"message":""}}',
    b'{"__proto__":{"method":"x"},"JSONRPC":"1.0","jsonrpc":"2.0","id":1,"method":"ping"}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a\x01"}}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","x":"\xed\xa0\x80"}}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","x":' + b"[" * 300 + b"]" * 300 + b"}}",
)


def test_hostile_texts_are_read_as_parse_reads_them() -> None:
    """Each in a short form, and in a long one where what comes behind the padding might be passed over."""
    texts = list(WHOLE)
    for padding in ("", f",{PADDING}"):
        texts += [f'{{"jsonrpc":"2.0","id":{id_},"method":"ping"{padding}}}'.encode() for id_ in IDS]
        texts += [f'{{"jsonrpc":"2.0"{padding},"id":{id_},"result":{{}}}}'.encode() for id_ in IDS]
        for params in PARAMS:
            texts.append(f'{{"jsonrpc":"2.0"{padding},"id":1,"method":"tools/call","params":{params}}}'.encode())
            texts.append(f'{{"params":{params}{padding},"method":"tools/call","id":1,"jsonrpc":"2.0"}}'.encode())
    found = [(data[:200], what) for data in texts for what in routing.disagreements(data)[1]]
    assert found == []
    assert len(texts) > 100


BODIES = {
    "a duplicate member": ('{"a":1,"a":2}', True),
    "a duplicate member, far inside": ('[[{"b":[{"a":1,"a":2}]}]]', True),
    "half of a surrogate pair": (r'["\ud800"]', True),
    "a number out of range": ("[1e400]", True),
    "a long number": ("[" + "1" * 5_000 + "]", True),
    "many levels": ("[" * 3_000 + "]" * 3_000, True),
    "NaN": ("[NaN]", False),
    "a control character": ('["\x01"]', False),
    "a wrong escape": (r'["\x"]', False),
    "a leading zero": ("[01]", False),
    "a comma at the end": ("[1,]", False),
    "no closing bracket": ('{"a":[1}', False),
    "half of a member": ('{"a":1,"b"}', False),
}


PLACES = {
    "result": '"result":{"a":%s',
    "error": '"error":{"code":1,"message":"m","data":%s',
    "arguments": '"method":"tools/call","params":{"name":"n","arguments":%s',
    "an unknown member": '"method":"ping","x":{"y":%s',
}


@pytest.mark.parametrize("length", [0, SHORT_TEXT_LENGTH, 5 * SHORT_TEXT_LENGTH])
@pytest.mark.parametrize("place", PLACES)
def test_length_and_engine_do_not_change_the_verdict_on_a_body(place: str, length: int) -> None:
    for text, is_json in BODIES.values():
        data = ('{"jsonrpc":"2.0","id":1,' + PLACES[place] % text + f',"more":"{"x" * length}"}}}}').encode()
        outcomes = set[str]()
        for read in readers().values():
            try:
                outcomes.add(read(data).kind)
            except mb.ProtocolError as error:
                outcomes.add(str(error.code))
        assert len(outcomes) == 1, text
        assert outcomes.isdisjoint({"-32600", "-32700"}) == is_json, text


@pytest.mark.parametrize("fault", ['"id":1,"id":1', '"id":1,"i\\u0064":1', '"id":1e400', '"id":' + "1" * 5_000])
@pytest.mark.parametrize("length", [0, 5 * SHORT_TEXT_LENGTH])
def test_a_fault_outside_the_body_is_one_beside_a_fault_inside(fault: str, length: int) -> None:
    data = f'{{"jsonrpc":"2.0",{fault},"method":"a","params":{{"b":{{"a":1,"a":2}},"c":"{"x" * length}"}}}}'.encode()
    for read in readers().values():
        with pytest.raises(mb.ProtocolError):
            read(data)


def test_the_steps_of_a_careful_reading_grow_with_containers(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = 0
    look = syntax._find_scalar_end  # pyright: ignore[reportPrivateUsage]

    def counted(text: str, index: int) -> int:
        nonlocal steps
        steps += 1
        return look(text, index)

    monkeypatch.setattr(syntax, "_find_scalar_end", counted)
    for part in ("1,", '"",', '"\\n",', '"' + 9 * "\\n" + '",', "[],"):
        text = part * min(1_000_000 // len(part), 90_000 if part == "[]," else 1_000_000)
        data = b'{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":{"a":1,"a":[%s0]}}}' % text.encode()
        assert mb.read_envelope(data).method == "a"
    assert steps < 100_000
