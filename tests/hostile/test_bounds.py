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
from mcp_bindings.errors import Finding
from mcp_bindings.json_values import find_non_json, is_array, is_object
from mcp_bindings.limits import MAX_ERROR_DATA, MAX_ERROR_TEXT, MAX_FINDINGS, MAX_POINTER, MAX_SET_ASIDE
from mcp_bindings.lint import linter
from mcp_bindings.schema import places
from mcp_bindings.schema.param_headers import find_param_headers
from tests.hostile.families import FAMILIES, LATEST_HANDSHAKE, WITH_BATCHES
from tests.hostile.reading_memory import typed

pytestmark = pytest.mark.both_engines

SIZE = 200_000
LINTED = 100_000
"""Bytes of a text whose linting is measured: it allocates under 3 MiB, and tracing each allocation takes long."""
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


@pytest.mark.no_cover
@pytest.mark.parametrize("include_input", [False, True])
@pytest.mark.parametrize("name", FAMILIES)
def test_a_reply_is_hardly_longer_than_what_it_repeats(name: str, include_input: bool) -> None:
    error = parsed(name, "strict", include_input=include_input)
    if isinstance(error, mb.ProtocolError):
        reply = error.to_bytes() or error.reply(error.id)
        assert len(reply) <= BEYOND + len(json.dumps(error.id))
        assert all(len(finding.pointer) <= MAX_POINTER for finding in error.findings)
        assert len(error.findings) <= MAX_FINDINGS


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", ["strict", "tolerant"])
@pytest.mark.parametrize("name", FAMILIES)
def test_memory_is_bounded_by_the_text(name: str, mode: Mode) -> None:
    parsed(name, mode, size=1_000)
    tracemalloc.start()
    kept = parsed(name, mode)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept is not None
    assert peak <= 20 * MIB + 250 * SIZE


@pytest.mark.no_cover
@pytest.mark.parametrize("name", FAMILIES)
def test_memory_of_lint_and_findings_is_bounded_by_the_text(name: str) -> None:
    family = FAMILIES[name]
    rev = mb.revision(family.revision)
    try:
        document = json.loads(family.text(LINTED))
    except ValueError:
        return  # not JSON, so there is nothing to check
    rev.lint(json.loads(family.text(1_000)), method=family.pending or None)
    tracemalloc.start()
    found = rev.lint(document, method=family.pending or None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak <= 2 * MIB + 60 * LINTED
    assert sum(len(finding.pointer) for finding in found) <= MAX_FINDINGS * MAX_POINTER


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


def test_a_pointer_that_is_too_long_leads_to_a_place_around_the_fault() -> None:
    place: places.Place = (((None, "params"), "k" * MAX_POINTER), 3)
    finding = places.Fault(place, "type", "expected string").finding()
    assert finding.pointer == "/params"
    assert finding.message == "expected string" + places.DEEPER


def test_a_pointer_of_the_greatest_length_is_not_cut() -> None:
    name = "~" * ((MAX_POINTER - 1) // 2)
    pointer, is_cut = places.shown((None, name))
    assert (pointer, is_cut) == ("/" + "~0" * len(name), False)
    assert places.shown((None, name + "~~")) == ("", True)
    assert places.shown(((None, name), 10)) == (pointer, True)


def test_an_excerpt_of_a_cut_place_is_as_short_as_any() -> None:
    error = parsed("a long key above bad items", "strict", include_input=True)
    assert error.findings
    assert all(len(finding.message) < 300 for finding in error.findings)


def test_the_text_of_an_error_is_bounded() -> None:
    rows = [Finding("/" + "k" * 400, "type", "expected string, found integer")] * MAX_FINDINGS
    text = str(mb.DecodeError("Tool", rows))
    assert len(text) <= MAX_ERROR_TEXT + 100
    assert text.endswith(" more")
    error = mb.ProtocolError(-32602, "Invalid params", id=1, findings=rows)
    assert 0 < len(json.dumps(error.data)) <= MAX_ERROR_DATA
    assert len(error.findings) == MAX_FINDINGS


@pytest.mark.parametrize("character", ["a", '"', "\x00", "\x7f", "é", "😀"])
def test_the_data_of_an_error_is_bounded_whatever_its_characters(character: str) -> None:
    rows = [Finding("/" + character * (MAX_POINTER - 1), "type", "expected string, found integer")] * MAX_FINDINGS
    reply = mb.ProtocolError(-32602, "Invalid params", id=1, findings=rows).to_bytes()
    assert reply is not None
    assert 1_000 < len(reply) <= BEYOND


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
    assert [dict(each) for each in member_order.restore(items, origins)] == items
    assert Compared.times <= member_order.NEAR * count


def test_an_item_is_found_by_content_however_far_it_has_moved() -> None:
    origins = [{"b": number, "a": 1.0} for number in range(1_000)]
    items = [{"a": 1, "b": number} for number in range(500, 1_000)]
    assert all(list(each) == ["b", "a"] for each in member_order.restore(items, origins))


def test_contents_of_colliding_numbers_differ() -> None:
    numbers = [number * (2**61 - 1) for number in range(1, 1_000)]
    assert len(set(map(hash, numbers))) == 1
    assert len({hash(member_order.content_of([number])) for number in numbers}) > 990


def test_annotations_of_headers_are_listed_up_to_a_bound() -> None:
    bad = {str(number): {"type": "object", "x-mcp-header": "A B"} for number in range(10_000)}
    found = find_param_headers({"type": "object", "properties": {"k" * 10_000: {"properties": bad}}})
    assert len(found.problems) == MAX_FINDINGS
    assert sum(map(len, found.problems)) <= MAX_FINDINGS * (MAX_POINTER + 100)


def test_a_header_name_that_is_no_text_is_a_problem_and_no_exception() -> None:
    found = find_param_headers({"properties": {"a": {"type": "string", "x-mcp-header": 10**5_000}}})
    assert len(found.problems) == 1


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


def test_every_part_set_aside_is_kept_and_the_first_are_explained() -> None:
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
def test_the_tolerant_mode_rejects_what_it_would_set_aside_most_of(item: str) -> None:
    rev = mb.revision(LATEST_HANDSHAKE)
    result = '{"content":[' + ",".join([item] * (MAX_SET_ASIDE + 1)) + "]}"
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


def test_the_linter_visits_a_bounded_number_of_parts_and_says_so() -> None:
    rev = mb.revision(LATEST_HANDSHAKE)
    empty: list[Any] = [{}]
    many = empty * (linter.MAX_STEPS * 3 // 4)  # less than `max_containers`; each is visited twice
    found = rev.lint({"content": many}, definition="CallToolResult")
    assert [(each.pointer, each.rule) for each in found] == [("", "size")]
    assert rev.lint({"content": empty * 1_000}, definition="CallToolResult") == []
    bad = {"type": "text", "text": "", "annotations": {"lastModified": "x"}}
    found = rev.lint({"content": [bad, *many]}, definition="CallToolResult")
    assert [each.rule for each in found] == ["annotations.last-modified", "size"]


@pytest.mark.parametrize("name", ["arguments", "_meta"])
def test_the_linter_does_not_visit_what_no_rule_is_about(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linter, "MAX_STEPS", 100)
    rev = mb.revision(LATEST_HANDSHAKE)
    params: dict[str, Any] = {"name": "x", "arguments": {}, name: {"example.com/a": [[{}] for _ in range(1_000)]}}
    assert rev.lint({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}) == []


class Part(dict[str, Any]):
    """An object that is not of the class that a parser makes, so that it is looked at alone."""


@pytest.mark.parametrize(
    "last",
    [1, Part(), 10**5_000, "\ud800", {"\ud800": 1}, {1: 1}, (1,), float("nan"), object()],
    ids=lambda value: type(value).__name__,
)
def test_a_large_value_is_searched_like_a_small_one(last: object) -> None:
    large: list[Any] = [{"a": [1, None, True, "é", 1.5]}] * 1_000
    found = find_non_json([last])
    assert find_non_json([*large, last]) == (found and (_moved(found[0], 1_000), found[1]))


def _moved(place: Any, index: int) -> Any:
    """The place with another index in the outermost list."""
    return (None, index) if place[0] is None else (_moved(place[0], index), place[1])


@pytest.mark.parametrize(("levels", "fits"), [(198, True), (199, True), (200, False), (201, False)])
@pytest.mark.parametrize("inner", [[], {}, [1]])
def test_a_large_value_may_be_as_deep_as_a_small_one(levels: int, inner: Any, fits: bool) -> None:
    for _ in range(levels):
        inner = [inner]
    assert (find_non_json(inner) is None) == (find_non_json([*[1] * 1_000, *inner]) is None) == fits


def test_a_large_value_that_holds_itself_ends() -> None:
    value: list[Any] = [1] * 1_000
    value += [value, value]
    found = find_non_json(value)
    assert found is not None
    assert found[1] == "nested deeper than 200 levels"


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


def test_lint_checks_no_text_of_too_many_containers() -> None:
    rev = mb.revision(LATEST_HANDSHAKE)
    text = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","arguments":{"a":[%s]}}}'
    fits = text % ",".join(["{}"] * (mb.Limits().max_containers - 4))
    for form in (fits, fits.encode(), bytearray(fits.encode())):
        assert rev.lint(form) == []
        more = form.replace("{}", "{},[]", 1) if isinstance(form, str) else form.replace(b"{}", b"{},[]", 1)
        assert [finding.rule for finding in rev.lint(more)] == ["size"]


def test_lint_checks_no_value_of_too_many_containers() -> None:
    rev = mb.revision(LATEST_HANDSHAKE)
    most = mb.Limits().max_containers
    call: dict[str, Any] = {"jsonrpc": "2.0", "id": 7, "method": "tools/call"}
    items: list[Any] = [{}] * (most - 4)
    fits = call | {"params": {"name": "x", "arguments": {"a": items}}}
    assert rev.lint(fits) == rev.lint(rev.parse(json.dumps(fits), sender="client")) == []
    items.append([])
    assert [finding.rule for finding in rev.lint(fits)] == ["size"]
    models = import_module(f"{rev.package}.models")
    model = models.CallToolRequestParams(name="x", arguments={"a": [*items, {}]})
    assert [finding.rule for finding in rev.lint(model)] == ["size"]


def test_lint_checks_the_first_of_many_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linter, "MAX_STEPS", 100)
    rev = mb.revision(LATEST_HANDSHAKE)
    bad = {"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"_meta": {"a/b/c": 1}}}
    messages: list[Any] = [bad, *[1] * 60]
    found = [finding.rule for finding in rev.lint(messages)]
    assert found == ["meta.key-format"]
    messages += [1] * 60
    for many in (messages, json.dumps(messages)):
        assert [finding.rule for finding in rev.lint(many)] == [*found, "size"]
