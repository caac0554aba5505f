"""Work and output are bounded by the size of a value that was read already, and of what is said about it."""

from __future__ import annotations

import json
import tracemalloc
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.codec import member_order
from mcp_bindings.errors import Finding
from mcp_bindings.json_values import find_non_json
from mcp_bindings.limits import MAX_ERROR_DATA, MAX_ERROR_TEXT, MAX_FINDINGS, MAX_POINTER_CHARACTERS
from mcp_bindings.lint import linter
from mcp_bindings.schema import places
from mcp_bindings.schema.param_headers import find_param_headers
from tests.hostile.families import FAMILIES, LATEST_HANDSHAKE

LINTED = 50_000
"""Bytes of a text whose linting is measured: tracing each allocation takes long."""
KIB, MIB = 1024, 1024 * 1024
BEYOND = 64 * KIB
"""The number of bytes by which a reply may exceed what it repeats of the message."""


class Part(dict[str, Any]):
    """An object that is not of the class that a parser makes, so that it is looked at alone."""


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
    assert peak <= MIB + 60 * LINTED
    assert sum(len(finding.pointer) for finding in found) <= MAX_FINDINGS * MAX_POINTER_CHARACTERS


def test_a_pointer_that_is_too_long_leads_near_the_fault() -> None:
    place: places.Place = (((None, "params"), "k" * MAX_POINTER_CHARACTERS), 3)
    finding = places.Fault(place, "type", "expected string").to_finding()
    assert finding.pointer == "/params"
    assert finding.message == "expected string" + places.CUT_NOTE


def test_a_pointer_of_the_greatest_length_is_not_cut() -> None:
    name = "~" * ((MAX_POINTER_CHARACTERS - 1) // 2)
    pointer, is_cut = places.to_pointer((None, name))
    assert (pointer, is_cut) == ("/" + "~0" * len(name), False)
    assert places.to_pointer((None, name + "~~")) == ("", True)
    assert places.to_pointer(((None, name), 10)) == (pointer, True)


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
    rows = [
        Finding("/" + character * (MAX_POINTER_CHARACTERS - 1), "type", "expected string, found integer")
    ] * MAX_FINDINGS
    reply = mb.ProtocolError(-32602, "Invalid params", id=1, findings=rows).to_bytes()
    assert reply is not None
    assert 1_000 < len(reply) <= BEYOND


def test_contents_of_colliding_numbers_differ() -> None:
    numbers = [number * (2**61 - 1) for number in range(1, 1_000)]
    assert len(set(map(hash, numbers))) == 1
    assert len({hash(member_order.content_key([number])) for number in numbers}) > 990


def test_annotations_of_headers_are_listed_up_to_a_bound() -> None:
    bad = {str(number): {"type": "object", "x-mcp-header": "A B"} for number in range(10_000)}
    found = find_param_headers({"type": "object", "properties": {"k" * 10_000: {"properties": bad}}})
    assert len(found.problems) == MAX_FINDINGS
    assert sum(map(len, found.problems)) <= MAX_FINDINGS * (MAX_POINTER_CHARACTERS + 100)


def test_a_header_name_that_is_no_text_raises_nothing() -> None:
    found = find_param_headers({"properties": {"a": {"type": "string", "x-mcp-header": 10**5_000}}})
    assert len(found.problems) == 1


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
    models = import_module(rev.package)
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
