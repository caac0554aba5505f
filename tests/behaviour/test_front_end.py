"""The message parser: every row of its table in every revision and for both sides, and generated messages."""

from __future__ import annotations

import copy
import json
import os
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import pytest

import mcp_bindings as mb
from mcp_bindings.json_values import is_array, is_object
from mcp_bindings.schema import explain
from mcp_bindings.spec.methods import MethodInfo
from mcp_bindings.spec.names import Sender
from mcp_bindings.wire.model import WireModel, is_model
from mcp_bindings.wire.unions import alternatives
from tests.behaviour import classes
from tests.behaviour.envelopes import (
    ASKING,
    COMMON,
    PLACES,
    SENDERS,
    Expectation,
    answers,
    calls,
    complete,
    enveloped,
    expectation,
    is_answered,
    other,
    outcome,
    rejection,
    rows,
    text,
    valid_call,
)
from tests.differential.check import generator
from tests.differential.reference import json_equal
from tests.revisions import PER_REQUEST, as_of

pytestmark = pytest.mark.both_engines

SEED = int(os.environ.get("MCP_SEED", classes.SEED))
EACH = 25
"""Number of documents for each message and each result."""

BATCHING, LATEST = "2025-03-26", "2026-07-28"
DIGITS = "0" * 5000
"""More than a number may have."""
SECRET = "hunter2-s3cr3t"

everywhere = pytest.mark.parametrize(("revision", "sender"), PLACES)
unbatched = pytest.mark.parametrize(
    ("revision", "sender"), [place for place in PLACES if place[0] != BATCHING], ids=lambda part: part
)


def a_request(revision: str, sender: Sender) -> dict[str, Any]:
    """A valid request, if the sender sends any; else an invalid one, since a server of 2026-07-28 sends none."""
    known = rows(revision, sender, "request")
    return {**valid_call(revision, known[-1].name), "id": 7} if known else {**COMMON, "method": "ping"}


# --- what is no JSON


@everywhere
@pytest.mark.parametrize(
    "data",
    [
        *(b"", b" ", b"{", b"nul", b"\xff", b"\xef\xbb\xbf{}", b"[", b"'a'", b'{"jsonrpc":"2.0","id":7}x'),
        *(f'{{"a":{each}}}' for each in ("NaN", "Infinity", "-Infinity", "1e400", "-1e999", "01", "+1", ".5", "1.")),
        *(f'{{"a":"{each}"}}' for each in ("\\ud800", "\\udc00\\ud800", "\\ud83dx", "\n", "\\x41", "\ud800")),
        *(b'{"a":"%b"}' % each for each in (b"\xed\xa0\x80", b"\xc0\x80", b"\xf5\x80\x80\x80", b"\x80")),
        *('{"\\ud800":1}', '{"a":1}'.encode("utf-16"), b'{"a":1}\0', f'{{"a":1{DIGITS}}}'),
    ],
)  # fmt: skip
def test_text_that_is_not_json(revision: str, sender: Sender, data: str | bytes) -> None:
    found = outcome(revision, data, sender)
    assert rejection(found) == (-32700, None, is_answered(revision, sender))
    assert [(each.pointer, each.rule) for each in found.findings] == [("", "digits" if DIGITS in str(data) else "json")]


# --- what is no message


@everywhere
@pytest.mark.parametrize(
    ("data", "id_", "pointers"),
    [
        ('{"jsonrpc":"2.0","id":7,"method":"ping","a":1,"a":2}', 7, [""]),
        ('{"jsonrpc":"2.0","id":7,"method":"ping","a":1,"\\u0061":1}', 7, [""]),
        ('{"jsonrpc":"2.0","id":"x","method":"","params":{"b":[1,{"c/~":{"d":1,"d":1}}]}}', "x", ["/params/b/1/c~1~0"]),
        ('{"jsonrpc":"2.0","id":7,"id":7,"method":"ping"}', None, [""]),
        ('{"jsonrpc":"2.0","id":7,"\\u0069d":8,"method":"ping"}', None, [""]),
        ('{"jsonrpc":"2.0","method":"ping","params":{"id":1,"id":1}}', None, ["/params"]),
        ('{"jsonrpc":"2.0","jsonrpc":"2.0","id":true,"method":"ping"}', None, [""]),
        ('{"jsonrpc" : "2.0", "id" : 7, "method":"ping", "a":{"":1,"":2}, "b":{"":1,"":2}}', 7, ["/a", "/b"]),
    ],
)  # fmt: skip
def test_a_member_that_occurs_twice(revision: str, sender: Sender, data: str, id_: object, pointers: list[str]) -> None:
    found = outcome(revision, data, sender)
    assert rejection(found) == (-32600, id_, is_answered(revision, sender))
    assert [each.pointer for each in found.findings] == pointers


@everywhere
@pytest.mark.parametrize("answer", ['"result":{"a":1,"a":1}', '"error":{"code":1,"code":1,"message":""}'])
def test_a_response_with_a_duplicate_member_gets_no_reply(revision: str, sender: Sender, answer: str) -> None:
    assert rejection(outcome(revision, f'{{"jsonrpc":"2.0","id":7,{answer}}}', sender)) == (-32600, 7, False)


@everywhere
@pytest.mark.parametrize("document", [None, True, 5, 1.5, "", "ping"])
def test_neither_object_nor_array(revision: str, sender: Sender, document: object) -> None:
    assert rejection(outcome(revision, text(document), sender)) == (-32600, None, is_answered(revision, sender))


@unbatched
@pytest.mark.parametrize("document", [[], [{**COMMON, "method": "ping"}], [1], [[]]])
def test_an_array_where_there_are_no_batches(revision: str, sender: Sender, document: object) -> None:
    assert rejection(outcome(revision, document, sender)) == (-32600, None, is_answered(revision, sender))


NO_METHODS: tuple[Any, ...] = (None, 5, True, [], {}, ["ping"])
BAD_ENVELOPES: tuple[tuple[dict[str, Any], tuple[str, ...], str], ...] = (
    ({}, ("jsonrpc",), ""),
    *(({"jsonrpc": version}, (), "/jsonrpc") for version in ("1.0", "2", 2, 2.0, None, "2.0 ", ["2.0"], True)),
    *(({"method": method}, (), "/method") for method in NO_METHODS),
    ({}, ("method",), ""),
    ({}, ("method", "params"), ""),
    ({"result": {}, "error": {"code": 1, "message": ""}}, (), "/error"),
)


@everywhere
@pytest.mark.parametrize(("change", "without", "pointer"), BAD_ENVELOPES)
def test_an_invalid_envelope(
    revision: str, sender: Sender, change: dict[str, Any], without: tuple[str, ...], pointer: str
) -> None:
    document = {name: member for name, member in a_request(revision, sender).items() if name not in without}
    found = outcome(revision, {**document, **change}, sender)
    assert rejection(found) == (-32600, 7, is_answered(revision, sender))
    assert [each.pointer for each in found.findings] == [pointer]


@everywhere
@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"jsonrpc": "1.0", "result": {}}, "/jsonrpc"),
        ({"jsonrpc": "1.0", "error": {"code": 1, "message": ""}}, "/jsonrpc"),
        ({"result": {}, "error": {"code": 1, "message": ""}}, "/error"),
        ({"error": {"code": 1}}, "/error"),
        ({"error": {"code": "1", "message": ""}}, "/error/code"),
        ({"error": None}, "/error"),
        ({"error": 5}, "/error"),
    ],
)
def test_an_invalid_response_gets_no_reply(revision: str, sender: Sender, change: dict[str, Any], pointer: str) -> None:
    found = outcome(revision, {**COMMON, **change}, sender)
    assert rejection(found) == (-32600, 7, False)
    assert [each.pointer for each in found.findings] == [pointer]


@everywhere
def test_a_result_has_an_id(revision: str, sender: Sender) -> None:
    assert rejection(outcome(revision, {"jsonrpc": "2.0", "result": {}}, sender)) == (-32600, None, False)


# --- ids

GOOD_IDS = ("", "a", "7", "null", "\u00e9\U0001f600\u0000", 0, -1, 1, 1.0, -0.0, 2**63, 10**30, -(10**40), 1e30)
ANSWERS: tuple[dict[str, Any], ...] = ({"result": {}}, {"error": {"code": 1, "message": ""}})
NOT_OBJECTS: tuple[Any, ...] = ([], [1], None, True, 5, "x")
BAD_IDS: tuple[Any, ...] = (None, True, False, 1.5, -0.5, [], {}, [1], {"id": 1})


@everywhere
@pytest.mark.parametrize("id_", GOOD_IDS)
def test_a_valid_id(revision: str, sender: Sender, id_: str | int) -> None:
    document = {**a_request(revision, sender), "id": id_}
    found = outcome(revision, document, sender)
    if rows(revision, sender, "request"):
        assert isinstance(found, mb.Request)
    else:
        assert rejection(found) == (-32601, id_, is_answered(revision, sender))
    assert (type(found.id) is str, found.id) == (isinstance(id_, str), id_)
    unknown = outcome(revision, {**document, "method": "no/such"}, sender)
    assert rejection(unknown) == (-32601, id_, is_answered(revision, sender))
    answer = outcome(
        revision, {"jsonrpc": "2.0", "id": id_, "result": {"resultType": "complete"}}, sender, pending={id_: "ping"}
    )
    assert (answer.id, answer.method) == (id_, "ping")


@everywhere
@pytest.mark.parametrize("id_", BAD_IDS)
def test_an_invalid_id(revision: str, sender: Sender, id_: Any) -> None:
    """A request with an invalid id never becomes a notification, even if its method is that of a notification."""
    methods = [
        a_request(revision, sender)["method"],
        "no/such",
        "notifications/cancelled",
        rows(revision, sender, "notification")[0].name,
    ]
    for method in methods:
        found = outcome(revision, {**a_request(revision, sender), "method": method, "id": id_}, sender)
        assert rejection(found) == (-32600, None, is_answered(revision, sender))
        assert [(each.pointer, each.rule) for each in found.findings] == [("/id", "id")]
    for answer in ANSWERS:
        if id_ is None and "error" in answer:
            continue  # see the next tests
        assert rejection(outcome(revision, {"jsonrpc": "2.0", "id": id_, **answer}, sender)) == (-32600, None, False)


@everywhere
@pytest.mark.parametrize("unreadable", [b"{", b"[]", b'{"jsonrpc":"2.0","id":null,"method":"ping"}', b'{"id":[]}'])
def test_the_parser_reads_a_reply_to_an_unreadable_id(revision: str, sender: Sender, unreadable: bytes) -> None:
    """https://www.jsonrpc.org/specification#response_object: the id is then null."""
    refusal = outcome(revision, unreadable, sender)
    assert isinstance(refusal, mb.ProtocolError)
    reply = refusal.reply(refusal.id)
    assert json.loads(reply)["id"] is None
    found = outcome(revision, reply, other(sender))
    assert isinstance(found, mb.ErrorResponse)
    assert (found.id, found.method, found.error.code) == (None, None, refusal.code)
    assert found.document == json.loads(reply)


@everywhere
def test_null_is_an_id_in_error_responses_alone(revision: str, sender: Sender) -> None:
    error = {"code": -32700, "message": "Parse error"}
    for mode in ("strict", "tolerant"):
        others: list[dict[str, Any]] = [{"result": {}}, {"result": {}, "error": error}, {}]
        for members in (*others, {"method": "ping", "error": error}):
            with pytest.raises(mb.ProtocolError, match=r"\(-32600\)"):
                mb.revision(revision).parse(
                    text({"jsonrpc": "2.0", "id": None, **members}), sender=sender, mode=cast("Any", mode)
                )


@everywhere
def test_an_error_response_omits_its_id_only_by_the_schema(revision: str, sender: Sender) -> None:
    document = {"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}}
    may = mb.revision(revision).protocol.request_ids.absent_in_error == "unreadable-id"
    found = outcome(revision, document, sender)
    assert isinstance(found, mb.ErrorResponse) if may else rejection(found) == (-32600, None, False)


# --- methods


@everywhere
def test_a_request_that_this_sender_may_not_send(revision: str, sender: Sender) -> None:
    methods = mb.revision(revision).methods
    foreign = [row.name for row in methods.values() if row.kind == "request" and sender not in row.senders]
    assert foreign or revision in PER_REQUEST, "per-request servers send no requests"
    for method in (
        *foreign,
        "no/such",
        "",
        "Ping",
        "ping ",
        *(row.name for row in rows(revision, sender, "notification")),
    ):
        assert rejection(outcome(revision, {**COMMON, "method": method}, sender)) == (
            -32601,
            7,
            is_answered(revision, sender),
        )


@everywhere
def test_an_unknown_notification(revision: str, sender: Sender) -> None:
    methods = mb.revision(revision).methods
    foreign = [row.name for row in methods.values() if row.kind != "notification" or sender not in row.senders]
    for method in (*foreign, "notifications/no/such", "", "notifications/Cancelled"):
        shapes: tuple[dict[str, Any], ...] = ({"params": {"a": [1]}}, {"params": {}}, {})
        for params in shapes:
            found = outcome(revision, {"jsonrpc": "2.0", "method": method, **params}, sender)
            assert isinstance(found, mb.Notification)
            assert (found.method, found.known, found.params) == (method, False, params.get("params"))
        for wrong in NOT_OBJECTS:
            found = outcome(revision, {"jsonrpc": "2.0", "method": method, "params": wrong}, sender)
            assert rejection(found) == (-32602, None, False)
            assert [(each.pointer, each.rule) for each in found.findings] == [("/params", "type")]


@pytest.mark.parametrize("sender", SENDERS)
def test_embedded_requests_are_not_messages(sender: Sender) -> None:
    embedded = [row for row in mb.revision(LATEST).methods.values() if row.kind == "embedded"]
    assert {row.name for row in embedded} == {"sampling/createMessage", "elicitation/create", "roots/list"}
    for row in embedded:
        document = enveloped(classes.generator(LATEST).valid(row.message), row)
        assert rejection(outcome(LATEST, {**document, "id": 7}, sender)) == (-32601, 7, is_answered(LATEST, sender))
        assert outcome(LATEST, document, sender).known is False


@everywhere
def test_kinds_of_messages(revision: str, sender: Sender) -> None:
    for kind, made in (("request", mb.Request), ("notification", mb.Notification)):
        for row in rows(revision, sender, kind):
            document = valid_call(revision, row.name)
            found = outcome(revision, dict(document), sender)
            assert isinstance(found, made)
            assert (found.method, found.document) == (row.name, document)
            if "params" not in document:
                assert found.params is None
            elif row.params is not None:
                model = getattr(classes.module(revision), row.params)
                assert not is_model(model) or type(found.params) is model


# --- params and results, against the reference


@pytest.mark.untraced
@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_messages_agree_with_the_reference(revision: str) -> None:
    print(f"MCP_SEED={SEED}")
    tally = {None: 0, -32602: 0, -32600: 0, -32601: 0}
    for _, sender, row in (each for each in calls() if each[0] == revision):
        for value in generated(revision, row.message):
            document = enveloped(value, row)
            if isinstance(document, list):
                continue  # a batch, perhaps
            found = check_parse(revision, document, sender)
            tally[found.code if isinstance(found, mb.ProtocolError) else None] += 1
            if isinstance(found, (mb.Request, mb.Notification)):
                written_again(found.params, document.get("params"))
    assert tally[None] > 5 * tally[-32602] / 4 > EACH, tally


@pytest.mark.untraced
@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_results_agree_with_the_reference(revision: str) -> None:
    print(f"MCP_SEED={SEED}")
    tally = {None: 0, -32602: 0}
    for _, sender, row, name in (each for each in answers() if each[0] == revision):
        for value in generated(revision, name):
            for result in (value, complete(name, value)):
                document = {**COMMON, "result": result}
                found = check_parse(revision, document, sender, row.name)
                tally[found.code if isinstance(found, mb.ProtocolError) else None] += 1
                if isinstance(found, mb.Response):
                    assert isinstance(found.result, types_of(revision, row))
                    written_again(found.result, result)
    assert min(tally.values()) > 5 * EACH, tally


def types_of(revision: str, row: MethodInfo) -> tuple[type[Any], ...]:
    models = classes.module(revision)
    return tuple(each for name in row.results for each in alternatives(getattr(models, name)))


@cache
def generated(revision: str, definition: str) -> tuple[Any, ...]:
    """Instances of a definition and faulty ones, the same for each engine."""
    return tuple(instance.value for instance in generator(revision, SEED).instances(definition, EACH))


@cache
def expected_of(revision: str, data: bytes, sender: Sender, method: str) -> Expectation:
    """The expected result of parsing, the same for each engine, for a text that may answer a request of a method."""
    return expectation(revision, json.loads(data), sender, {7: method} if method else {})


def check_parse(revision: str, document: Any, sender: Sender, method: str = "") -> Any:
    """Check the result of parsing against the expected one, and return it."""
    data = text(document)
    found = outcome(revision, data, sender, pending={7: method} if method else {})
    expected = expected_of(revision, data, sender, method)
    where = (revision, sender, data)
    if expected.code is None:
        assert type(found).__name__ == expected.kind, where
        assert getattr(found, "id", None) == expected.id, where
        assert found.document == document, where
    else:
        assert rejection(found) == (expected.code, expected.id, expected.answered), where
    return found


def written_again(value: Any, source: Any) -> None:
    """Encoding the message gives the same members in the same order."""
    made: Any = value.__class__
    if is_model(made):
        assert json_equal(json.loads(classes.codec_of(made).encode(value)), source, order=True)


# --- answers


@everywhere
def test_a_response_to_no_pending_request(revision: str, sender: Sender) -> None:
    for pending, method in (({8: "tools/list", "7": "tools/list"}, None), ({7: "no/such"}, "no/such")):
        for result in ({"tools": 5}, {}):
            found = outcome(revision, {**COMMON, "result": result}, sender, pending=pending)
            assert isinstance(found, mb.Response)
            assert (found.id, found.method, found.result) == (7, method, result)
        for wrong in NOT_OBJECTS:
            found = outcome(revision, {**COMMON, "result": wrong}, sender, pending=pending)
            assert rejection(found) == (-32602, 7, False)
            assert [(each.pointer, each.rule) for each in found.findings] == [("/result", "type")]


@everywhere
def test_an_error_response(revision: str, sender: Sender) -> None:
    error = {"message": "no", "extra": 1, "code": -32000.0, "data": {"b": 1, "a": None}}
    found = outcome(revision, {**COMMON, "error": error}, sender, pending={7: "ping"})
    assert isinstance(found, mb.ErrorResponse)
    assert (found.id, found.method, found.error.code, found.error.message) == (7, "ping", -32000, "no")
    written_again(found.error, error)
    assert outcome(revision, {**COMMON, "error": error}, sender).method is None


@everywhere
def test_an_error_without_an_id(revision: str, sender: Sender) -> None:
    """Older schemas require an id."""
    found = outcome(revision, {"jsonrpc": "2.0", "error": {"code": -32700, "message": ""}}, sender)
    may_omit_id = as_of({"2024-11-05": False, "2025-11-25": True}, revision)
    if may_omit_id:
        assert isinstance(found, mb.ErrorResponse)
        assert (found.id, found.method) == (None, None)
    else:
        assert rejection(found) == (-32600, None, False)


def test_a_call_that_became_a_task() -> None:
    task = {"taskId": "1", "status": "working", "createdAt": "", "lastUpdatedAt": "", "ttl": None}
    results: tuple[tuple[Any, str], ...] = (({"task": task}, "CreateTaskResult"), ({"content": []}, "CallToolResult"))
    for result, name in results:
        found = outcome("2025-11-25", {**COMMON, "result": result}, "server", pending={7: "tools/call"})
        assert type(found.result).__name__ == name
    found = outcome("2025-11-25", {**COMMON, "result": {"task": {}}}, "server", pending={7: "tools/call"})
    assert {each.pointer for each in found.findings} == {"/result/task"}


REQUESTS_OF_LATEST = [row for row in mb.revision(LATEST).methods.values() if row.kind == "request"]


def result_of(row: MethodInfo) -> dict[str, Any]:
    result: Any = classes.generator(LATEST).valid(row.results[0])
    return {**result, "resultType": "complete"}


@pytest.mark.parametrize("row", REQUESTS_OF_LATEST, ids=lambda row: row.name)
def test_result_types(row: MethodInfo) -> None:
    result = result_of(row)

    def found(**changes: Any) -> Any:
        document = {**COMMON, "result": {**result, **changes}}
        return outcome(LATEST, document, "server", pending={7: row.name})

    assert type(found().result).__name__ == row.results[0]
    for unknown in ("", "Complete", "complete ", "task"):
        refusal = found(resultType=unknown)
        assert rejection(refusal) == (-32602, 7, False)
        assert [each.pointer for each in refusal.findings] == ["/result/resultType"]
    wrongs: tuple[Any, ...] = (None, 5, True, ["complete"], {})
    for wrong in wrongs:
        refusal = found(resultType=wrong)
        assert rejection(refusal) == (-32602, 7, False)
        assert "/result/resultType" in [each.pointer for each in refusal.findings]


@pytest.mark.parametrize("row", REQUESTS_OF_LATEST, ids=lambda row: row.name)
def test_only_results_of_three_methods_may_ask_for_input(row: MethodInfo) -> None:
    result = {"requestState": "x", "resultType": "input_required"}
    found = outcome(LATEST, {**COMMON, "result": result}, "server", pending={7: row.name})
    if row.name in ASKING:
        assert type(found.result).__name__ == "InputRequiredResult"
    else:
        assert rejection(found) == (-32602, 7, False)
        assert [each.pointer for each in found.findings] == ["/result/resultType"]


@pytest.mark.parametrize("row", REQUESTS_OF_LATEST, ids=lambda row: row.name)
def test_a_result_without_a_type(row: MethodInfo) -> None:
    """Allowed only from a peer of an older revision; written as this revision requires."""
    result = result_of(row)
    del result["resultType"]
    document = {**COMMON, "result": result}
    assert rejection(outcome(LATEST, document, "server", pending={7: row.name})) == (-32602, 7, False)
    found = outcome(LATEST, document, "server", pending={7: row.name}, older_peer=True)
    assert type(found.result).__name__ == row.results[0]
    assert found.result.result_type == "complete"
    assert found.document == document
    made: WireModel = found.result
    written = json.loads(classes.codec_of(type(made)).encode(made))
    assert written["resultType"] == "complete"
    assert json_equal({**written, "resultType": ""}, {**result, "resultType": ""}, order=False)


# --- batches


@pytest.mark.parametrize("sender", SENDERS)
def test_each_message_of_a_batch_is_parsed_by_itself(sender: Sender) -> None:
    good = a_request(BATCHING, sender)
    documents: list[Any] = [
        good,
        5,
        [good],
        {**good, "id": None},
        {"jsonrpc": "2.0", "method": "no/such"},
        {**good, "method": "no/such", "id": "x"},
        {**COMMON, "id": 8, "result": {}},
        {**COMMON, "id": 9, "result": {"tools": 5}},
        {**COMMON, "id": 10, "error": {"code": 1, "message": ""}},
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": {}},
        {**COMMON, "id": 3, "method": "initialize", "params": {}},
        {**COMMON, "id": True, "method": "initialize"},
    ]
    for kind in ("request", "notification"):
        for row in rows(BATCHING, sender, kind):
            documents += [enveloped(each.value, row) for each in generator(BATCHING, SEED).instances(row.message, 5)]
    pending = {8: "ping", 9: "tools/list"}
    found = outcome(BATCHING, documents, sender, pending=pending)
    assert isinstance(found, mb.Batch)
    assert len(found) == len(documents)
    for item, document in zip(found, documents, strict=True):
        expected = expectation(BATCHING, document, sender, pending)
        if is_object(document) and document.get("method") == "initialize":
            expected = expected._replace(code=-32600, answered=True)
        if expected.code is None:
            assert type(item).__name__ == expected.kind
        else:
            assert rejection(item) == (expected.code, expected.id, expected.answered), document


@pytest.mark.parametrize("sender", SENDERS)
def test_an_empty_batch(sender: Sender) -> None:
    assert rejection(outcome(BATCHING, [], sender)) == (-32600, None, True)


@pytest.mark.parametrize("sender", SENDERS)
def test_the_length_of_a_batch_is_limited(sender: Sender) -> None:
    note = {"jsonrpc": "2.0", "method": "no/such", "params": {"a": [1, 2, {"b": "],[,"}]}}
    for most in (1, 3, 1000):
        limits = mb.Limits(max_batch=most)
        assert len(outcome(BATCHING, [note] * most, sender, limits=limits)) == most
        found = outcome(BATCHING, [note] * (most + 1), sender, limits=limits)
        assert rejection(found) == (-32600, None, True)
        assert [each.rule for each in found.findings] == ["messages"]
    assert rejection(outcome(BATCHING, [note] * 1001, sender)) == (-32600, None, True)


# --- limits


def bound_and_over(limits: mb.Limits, allowed: str | bytes, over: str | bytes, rule: str) -> Any:
    """Check that one text is accepted and the other rejected by its size; return the error."""
    assert isinstance(outcome(mb.LATEST, allowed, "client", limits=limits), mb.Notification)
    found = outcome(mb.LATEST, over, "client", limits=limits)
    assert isinstance(found, mb.ProtocolError)
    assert [(each.pointer, each.rule) for each in found.findings] == [("", rule)]
    return found


@pytest.mark.parametrize("most", [100, 1000, 16 * 1024 * 1024])
def test_the_length_of_a_text_is_limited(most: int) -> None:
    head = '{"jsonrpc":"2.0","method":"no/such","more":"'
    for padding in ("x", "\u00e9"):
        fill = (most - len(head) - 2) // len(padding.encode())
        allowed = head + padding * fill + "x" * ((most - len(head) - 2) % len(padding.encode())) + '"}'
        assert len(allowed.encode()) == most
        found = bound_and_over(mb.Limits(max_bytes=most), allowed, allowed + " ", "bytes")
        assert rejection(found) == (-32600, None, True)


@pytest.mark.parametrize("most", [2, 3, 50, 199, 200])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("inner", ["1", "[]", "{}", "[ ]", '"a"', '[],"b":0'])
@pytest.mark.parametrize("separator", [",", " , "])
def test_depth_is_limited(most: int, opening: str, closing: str, inner: str, separator: str) -> None:
    def nested(levels: int) -> str:
        own = levels - 1 - (inner[0] in "[{")
        core = (
            opening * own + inner + closing * own
            if opening != "["
            else opening * own + inner.split(",")[0] + closing * own
        )
        return f'{{"jsonrpc":"2.0"{separator}"method":"no/such"{separator}"more":{core}}}'

    found = bound_and_over(mb.Limits(max_depth=most), nested(most), nested(most + 1), "depth")
    assert rejection(found) == (-32600, None, True)


@pytest.mark.parametrize("most", [3, 200])
def test_the_id_of_a_message_that_is_too_deep(most: int) -> None:
    deep = "[" * (most + 5) + "]" * (most + 5)
    limits = mb.Limits(max_depth=most)
    cases = [
        ('"id":7,"method":"ping","params":%s', 7, True),
        ('"method":"a \\" b","id":"x\\"","params":%s', 'x"', True),
        ('"id":true,"method":"ping","params":%s', None, True),
        ('"id":7,"result":%s', 7, False),
        ('"id":7,"error":%s', 7, False),
        ('"id":7,"method":"ping","result":%s', 7, True),
    ]
    for members, id_, answered in cases:
        document = '{"jsonrpc":"2.0",' + members % deep + "}"
        assert rejection(outcome(mb.LATEST, document, "client", limits=limits)) == (-32600, id_, answered)
        short = mb.Limits(max_depth=limits.max_depth, max_bytes=len(document) - 1)
        assert rejection(outcome(mb.LATEST, document, "client", limits=short)) == (-32600, id_, answered)
    behind = '{"jsonrpc":"2.0","params":' + deep + ',"id":7,"method":"ping"}'
    assert rejection(outcome(mb.LATEST, behind, "client", limits=limits)) == (-32600, 7 if most == 3 else None, True)
    for head in ("[" * 5000, '{"id":7', '{"id":7,"a":"' + "x" * 9000 + '","id":8,"b":' + deep, "{", ""):
        assert outcome(mb.LATEST, head.ljust(300), "client", limits=mb.Limits(max_bytes=100)).id in (7, None)


@pytest.mark.parametrize("most", [1, 5, 400, 4299, 4300])
@pytest.mark.parametrize("separator", [",", " , "])
def test_the_digits_of_a_number_are_limited(most: int, separator: str) -> None:
    def document(number: str) -> str:
        return f'{{"jsonrpc":"2.0"{separator}"method":"no/such"{separator}"more":[{number}]}}'

    limits = mb.Limits(max_digits=most)
    for sign in ("", "-"):
        numbers = ["9" * most, "9" * (most + 1)]
        if most > 2:
            numbers += ["0." + "1" * (most - 2), "0." + "1" * (most - 1)]
        for allowed, over in zip(numbers[::2], numbers[1::2], strict=True):
            found = bound_and_over(limits, document(sign + allowed), document(sign + over), "digits")
            assert rejection(found) == (-32700, None, True)


@pytest.mark.parametrize(
    "bounds",
    [
        {"max_bytes": 0},
        {"max_depth": 201},
        {"max_digits": 4301},
        {"max_batch": 0},
        {"max_depth": -1},
        {"max_containers": 0},
    ],
)
def test_limits_have_limits(bounds: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(bounds))):
        mb.Limits(**bounds)


@pytest.mark.parametrize("value", [float("nan"), 1e6, "5", True])
def test_limits_are_integers(value: Any) -> None:
    with pytest.raises(TypeError, match="max_bytes"):
        mb.Limits(max_bytes=value)
    with pytest.raises(TypeError, match="max_bytes"):
        mb.Limits()._replace(max_bytes=value)


COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda limits: pickle.loads(pickle.dumps(limits))]


@pytest.mark.parametrize("copied", COPIES)
def test_limits_can_be_copied(copied: Any) -> None:
    limits = mb.Limits(max_batch=7)
    assert copied(limits) == limits._replace(max_batch=7) == limits
    with pytest.raises(ValueError, match="max_depth"):
        copied(limits)._replace(max_depth=201)


@pytest.mark.both_engines
def test_the_code_of_an_error_may_have_a_fraction_of_zero() -> None:
    asked = {"mode": "url", "elicitationId": "1", "url": "https://a", "message": "m"}
    error = {"code": -32042.0, "message": "x", "data": {"elicitations": [asked]}}
    text = json.dumps({"jsonrpc": "2.0", "id": 1, "error": error})
    response: Any = mb.revision("2025-11-25").parse(text, sender="server", pending={1: "tools/call"})
    assert type(response.error).__name__ == "URLElicitationRequiredErrorError"


# --- what is quoted


@everywhere
def test_the_payload_is_not_quoted(revision: str, sender: Sender) -> None:
    """Member names occur in pointers, and nowhere else."""

    def hide(value: Any) -> Any:
        if is_object(value):
            return {**{name: hide(each) for name, each in value.items()}, f"{SECRET}/1": SECRET}
        if is_array(value):
            return [*map(hide, value), SECRET]
        return f"{value}{SECRET}" if isinstance(value, str) else value

    documents: list[Any] = [{**COMMON, "method": "ping", "id": [SECRET]}, {SECRET: SECRET}, [SECRET], SECRET]
    documents += [
        {**COMMON, "jsonrpc": SECRET, "method": SECRET},
        {**COMMON, "method": SECRET},
        {**COMMON, "method": [SECRET]},
    ]
    documents += [{**COMMON, "error": SECRET}, {**COMMON, "error": {"code": SECRET}}, {**COMMON, "result": SECRET}]
    for kind in ("request", "notification"):
        for row in rows(revision, sender, kind):
            for instance in generator(revision, SEED).instances(row.message, 4):
                if isinstance(instance.value, dict) and "params" in instance.value:
                    documents.append(
                        {
                            **enveloped({**instance.value, "params": hide(instance.value["params"])}, row),
                            "method": row.name,
                        }
                    )
    texts = [
        *map(text, documents),
        SECRET,
        f'{{"{SECRET}":{SECRET}}}',
        f'{{"{SECRET}":1,"{SECRET}":"{SECRET}"}}',
        f'"{SECRET}\\q"',
    ]
    refusals = 0
    for data in texts:
        found = outcome(
            revision,
            data,
            sender,
            pending={7: rows(revision, other(sender), "request")[0].name}
            if rows(revision, other(sender), "request")
            else {},
        )
        items = (
            [item for item in found if isinstance(item, mb.ProtocolError)] if isinstance(found, mb.Batch) else [found]
        )
        for error in (item for item in items if isinstance(item, mb.ProtocolError)):
            refusals += 1
            pointers = "".join(each.pointer for each in error.findings)
            said = str(error)
            for pointer in sorted((each.pointer for each in error.findings), key=len, reverse=True):
                said = said.replace(pointer, "")
            assert SECRET not in said + repr(error) + "".join(each.rule + each.message for each in error.findings)
            assert (error.to_bytes() or b"").decode().count(SECRET) <= pointers.count(SECRET)
    assert refusals > 12


@everywhere
def test_quoting_on_request(revision: str, sender: Sender) -> None:
    cases: list[Any] = [
        ({**COMMON, "jsonrpc": SECRET, "method": "ping"}, f'"{SECRET}"'),
        ({**COMMON, "id": [SECRET], "method": "ping"}, f'["{SECRET}"]'),
        ({**COMMON, "method": {"~/": SECRET}}, SECRET),
        ({**COMMON, "error": {"code": SECRET, "message": ""}}, f'"{SECRET}"'),
        (SECRET, f'"{SECRET}"'),
    ]
    for document, quoted in cases:
        found = outcome(revision, text(document), sender, include_input=True)
        assert any(quoted in each.message for each in found.findings), found.findings
        plain = outcome(revision, text(document), sender)
        assert rejection(found) == rejection(plain)
        assert [each[:2] for each in found.findings] == [each[:2] for each in plain.findings]
    long = {**COMMON, "jsonrpc": [SECRET] * 1_000_000, "method": "ping"}
    assert len(outcome(revision, long, sender, include_input=True).findings[0].message) < 200
    if revision == BATCHING:
        batch = outcome(revision, [case[0] for case in cases], sender, include_input=True)
        assert all(case[1] in item.findings[0].message for item, case in zip(batch, cases, strict=True))


def test_explanations_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The findings up to then are reported; the result does not change."""
    monkeypatch.setattr(explain, "MAX_STEPS", 100)
    good = {"type": "text", "text": ""}
    for content, rules in (([5, *[good] * 50], ["type"]), ([*[good] * 50, 5], ["size"]), ([good, 5], ["type"])):
        document = {**COMMON, "result": {"content": content}}
        found = outcome("2025-06-18", document, "server", pending={7: "tools/call"})
        assert rejection(found) == (-32602, 7, False)
        assert [each.rule for each in found.findings] == rules


# --- inputs


@everywhere
def test_forms_of_input(revision: str, sender: Sender) -> None:
    good = text({**a_request(revision, sender), "\u00e9": ["\U0001f600"]})
    for data in (good, b" \r\n\t" + good + b"\n", good[:-1], good.replace(b'"2.0"', b'"1.0"'), good + b"\xff"):
        forms = [
            data,
            bytearray(data),
            memoryview(data),
            memoryview(b"_" + data)[1:],
            data.decode("utf-8", "surrogateescape"),
        ]
        found = [outcome(revision, form, sender) for form in forms]
        seen: list[Any] = [
            rejection(each) if isinstance(each, mb.ProtocolError) else (type(each), each.method, each.document)
            for each in found
        ]
        assert seen == [seen[0]] * len(forms)


@pytest.mark.parametrize("data", [None, 5, 0, {}, [b"{}"], [1, 2], object()])
def test_other_inputs_are_a_type_error(data: Any) -> None:
    with pytest.raises(TypeError):
        mb.revision(mb.LATEST).parse(data, sender="client")


def test_the_sender_is_one_of_two() -> None:
    sender: Any = "peer"
    with pytest.raises(ValueError, match="sender"):
        mb.revision(mb.LATEST).parse(b"{}", sender=sender)


def test_a_buffer_may_be_reused() -> None:
    buffer = bytearray(text(valid_call("2025-11-25", "tools/call")))
    found = outcome("2025-11-25", buffer, "client")
    before = json.dumps(found.document)
    buffer[:] = b"x" * len(buffer)
    assert json.dumps(found.document) == before
    written_again(found.params, found.document["params"])
