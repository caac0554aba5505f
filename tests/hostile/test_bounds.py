"""Work and output are bounded by the length of a text: what is counted here is bytes, comparisons and memory, not time.

`python -m tests.soak growth` measures time.
"""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal

import pytest

import mcp_bindings as mb
from mcp_bindings.codec import member_order, tolerance
from mcp_bindings.json_values import find_non_json, is_array, is_object
from mcp_bindings.limits import MAX_FINDINGS, MAX_POINTER_CHARACTERS, MAX_SET_ASIDE_PARTS
from tests.hostile.families import FAMILIES, LATEST_HANDSHAKE, WITH_BATCHES
from tests.hostile.reading_memory import typed

pytestmark = pytest.mark.both_engines

SIZE = 100_000
WATCHED = 30_000
"""Bytes of the texts whose memory is measured, which takes several times as long."""
KIB, MIB = 1024, 1024 * 1024
BEYOND = 64 * KIB
"""The number of bytes by which a reply may exceed what it repeats of the message."""

Mode = Literal["strict", "tolerant"]


def parsed(name: str, mode: Mode, *, include_input: bool = False, size: int = SIZE) -> Any:
    """The message of a family, or its error."""
    family = FAMILIES[name]
    pending: dict[str | int, str] = {1: family.pending} if family.pending else {}
    try:
        return typed(
            mb.revision(family.revision).parse(
                family.text(size), sender=family.sender, pending=pending, mode=mode, include_input=include_input
            )
        )
    except mb.ProtocolError as error:
        return error


@pytest.mark.parametrize("include_input", [False, True])
@pytest.mark.parametrize("name", FAMILIES)
def test_a_reply_is_hardly_longer_than_what_it_repeats(name: str, include_input: bool) -> None:
    error = parsed(name, "strict", include_input=include_input)
    if isinstance(error, mb.ProtocolError):
        reply = error.to_bytes() or error.reply(error.id)
        assert len(reply) <= BEYOND + len(json.dumps(error.id))
        assert all(len(finding.pointer) <= MAX_POINTER_CHARACTERS for finding in error.findings)
        assert len(error.findings) <= MAX_FINDINGS


@pytest.mark.parametrize("mode", ["strict", "tolerant"])
@pytest.mark.parametrize("name", FAMILIES)
def test_memory_is_bounded_by_the_text(name: str, mode: Mode) -> None:
    parsed(name, mode, size=1_000)
    tracemalloc.start()
    kept = parsed(name, mode, size=WATCHED)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept is not None
    assert peak <= 3 * MIB + 250 * WATCHED


def test_a_batch_of_faults_has_a_bounded_reply() -> None:
    bad = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1,"arguments":1}}'
    text = "[" + ",".join([bad] * 1_000) + "]"
    dispatcher = mb.Dispatcher(_handlers(WITH_BATCHES))
    reply = asyncio.run(dispatcher.dispatch(text))
    assert reply is not None
    assert len(json.loads(reply)) == 1_000
    assert len(reply) <= BEYOND + 1_000 * 80


def _handlers(revision: str) -> Any:
    return import_module(f"{mb.revision(revision).package}.handlers").ServerHandlers()


class Compared(dict[str, Any]):
    """An object that counts how often it is compared."""

    times = 0

    def __eq__(self, other: object) -> bool:
        Compared.times += 1
        return super().__eq__(other)

    __hash__ = None


def test_an_edited_page_is_compared_a_few_times_for_each_item() -> None:
    count = 2_000
    origins = [Compared(name=f"tool {number}", description="old") for number in range(count)]
    items = [{"description": "new", "name": f"tool {number}"} for number in range(count - 1)]
    Compared.times = 0
    assert [dict(each) for each in member_order.restore_order(items, origins)] == items
    assert Compared.times <= member_order.MAX_COMPARED_ITEMS * count


def test_an_item_is_found_by_content_however_far_it_has_moved() -> None:
    origins = [{"b": number, "a": 1.0} for number in range(1_000)]
    items = [{"a": 1, "b": number} for number in range(500, 1_000)]
    assert all(list(each) == ["b", "a"] for each in member_order.restore_order(items, origins))


DIGITS = "9" * 4_300


def test_an_integer_of_4300_digits_is_the_same_for_all() -> None:
    rev = mb.revision(LATEST_HANDSHAKE)
    codec = rev.codec("CallToolRequestParams")
    text = f'{{"name":"x","arguments":{{"a":{DIGITS},"b":-{DIGITS}}}}}'.encode()
    value = codec.decode(text)
    assert codec.decode_value(json.loads(text)) == value
    assert codec.encode(value) == text
    assert codec.findings(json.loads(text)) == []
    assert find_non_json(int(DIGITS)) is None
    longer = int(DIGITS) + 1
    assert find_non_json(longer) == (None, "an integer of more than 4,300 digits")
    assert find_non_json([-longer]) == ((None, 0), "an integer of more than 4,300 digits")


@pytest.mark.parametrize("levels", [150, 100_000])
def test_deep_data_of_an_error_does_not_leave_dispatch(levels: int) -> None:
    data: Any = None
    for _ in range(levels):
        data = [data]
    server = _handlers(LATEST_HANDSHAKE)

    def ping(params: object, context: object) -> object:
        raise mb.ProtocolError(-32000, "no", data=data)

    server.ping = ping
    reply = asyncio.run(mb.Dispatcher(server).dispatch(b'{"jsonrpc":"2.0","id":1,"method":"ping"}'))
    assert reply is not None
    assert (b"-32603" in reply) == (levels > 200)
    error = mb.ProtocolError(-32000, "no", id=1, data=data)
    assert asyncio.run(mb.Dispatcher(server).handle(error)) is not None
    if levels > 200:
        with pytest.raises(ValueError, match="nested too deeply"):
            error.to_bytes()


def test_parts_set_aside_are_kept_and_the_first_are_explained() -> None:
    value = parsed("empty blocks", "tolerant", size=30_000).result
    found = mb.set_aside(value)
    assert len(found) == 10_000
    assert all(item.findings for item in found)
    assert {item.findings[0].rule for item in found[1_000:]} == {"size"}
    assert "size" not in {item.findings[0].rule for item in found[:1_000]}


def faults_of(call: Callable[[], object]) -> list[tuple[str, str]]:
    """Pointers and rules of the findings of an error."""
    try:
        call()
    except (mb.ProtocolError, mb.DecodeError) as error:
        return [(finding.pointer, finding.rule) for finding in error.findings]
    return []


@pytest.mark.parametrize("item", ["{}", "1", '{"type":"x"}', '{"type":"text"}'])
def test_the_tolerant_mode_rejects_what_is_mostly_invalid(item: str) -> None:
    rev = mb.revision(LATEST_HANDSHAKE)
    result = '{"content":[' + ",".join([item] * (MAX_SET_ASIDE_PARTS + 1)) + "]}"
    text = f'{{"jsonrpc":"2.0","id":1,"result":{result}}}'
    pending: dict[str | int, str] = {1: "tools/call"}
    assert faults_of(lambda: rev.parse(text, sender="server", pending=pending, mode="tolerant")) == [("", "size")]
    assert faults_of(lambda: rev.codec("CallToolResult").decode(result, mode="tolerant")) == [("", "size")]


def test_the_tolerant_mode_rejects_what_takes_too_many_steps() -> None:
    rev = mb.revision(LATEST_HANDSHAKE)
    good = '{"role":"user","content":{"type":"text","text":""}}'
    messages = ",".join([good] * (tolerance.MAX_STEPS // 5) + ["{}"])
    params = f'{{"maxTokens":1,"messages":[{messages}]}}'
    text = f'{{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{params}}}'
    assert faults_of(lambda: rev.parse(text, sender="server", mode="tolerant")) == [("", "size")]


def rules_of(text: str, limits: mb.Limits) -> list[str]:
    """The rules of the findings about a request."""
    try:
        mb.revision(LATEST_HANDSHAKE).parse(text, sender="client", limits=limits)
    except mb.ProtocolError as error:
        return [finding.rule for finding in error.findings]
    return []


@pytest.mark.parametrize("space", ["", " "])
@pytest.mark.parametrize("item", ["{}", "[]", '{"":"}{]["}', r'["\\[{\\",["[\\\\"]]', r'{"\\\"{\\\"":1}'])
def test_objects_and_arrays_are_counted_outside_of_strings(item: str, space: str) -> None:
    items = [json.loads(item)] * 100
    containers = 4 + json.dumps(_without_text(items)).count("[") + json.dumps(_without_text(items)).count("{") - 1
    params = f'{{"name":{space}"x","arguments":{{"a":{json.dumps(items, separators=(",", ":"))}}}}}'
    text = f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}'
    assert rules_of(text, mb.Limits(max_containers=containers)) == []
    assert rules_of(text, mb.Limits(max_containers=containers - 1)) == ["containers"]


def _without_text(value: Any) -> Any:
    """The same objects and arrays, without brackets in strings."""
    if is_object(value):
        return {str(number): _without_text(member) for number, member in enumerate(value.values())}
    return [_without_text(item) for item in value] if is_array(value) else None


def test_a_text_of_too_many_containers_is_rejected_with_its_id() -> None:
    text = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","arguments":{"a":[%s]}}}'
    with pytest.raises(mb.ProtocolError, match="more than 100000 objects and arrays") as caught:
        mb.revision(LATEST_HANDSHAKE).parse(text % ",".join(["{}"] * 100_000), sender="client")
    assert (caught.value.code, caught.value.id) == (-32600, 7)


def test_realistic_pages_and_results_have_fewer_containers() -> None:
    rev = mb.revision(LATEST_HANDSHAKE)
    parameters = {name: {"type": "string", "description": "d"} for name in "abcdefgh"}
    schema = {"type": "object", "properties": parameters, "required": list(parameters)}
    tools = [{"name": f"t{n}", "inputSchema": schema, "annotations": {"title": "t"}} for n in range(5_000)]
    block = {"type": "text", "text": "t", "annotations": {"audience": ["user"], "priority": 1}}
    for method, result in (("tools/list", {"tools": tools}), ("tools/call", {"content": [block] * 20_000})):
        text = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result})
        assert isinstance(rev.parse(text, sender="server", pending={1: method}), mb.Response)


def test_an_excerpt_of_a_cut_place_is_as_short_as_any() -> None:
    error = parsed("a long key above bad items", "strict", include_input=True)
    assert error.findings
    assert all(len(finding.message) < 300 for finding in error.findings)
