"""Calls: every message of both sides, and responses that are late, duplicated or invalid."""

from __future__ import annotations

import asyncio
import gc
import inspect
import json
import logging
import math
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

import mcp_bindings as mb
from mcp_bindings.jsonrpc.writer import ABSENT, MessageWriter
from mcp_bindings.peer import pending_calls
from mcp_bindings.peer.context import Context
from mcp_bindings.peer.dispatch import Dispatcher
from mcp_bindings.spec.methods import MethodInfo
from mcp_bindings.v2025_11_25 import (
    CallToolRequestParamsMeta,
    ClientCalls,
    ElicitRequestURLParams,
    EmptyResult,
    ListRootsResult,
    ListToolsResult,
    ProgressNotificationParams,
    ServerCalls,
    TaskMetadata,
)
from mcp_bindings.v2025_11_25.handlers import ClientHandlers, ServerHandlers
from mcp_bindings.wire.model import WireModel, is_model, wire_table
from tests.behaviour import classes
from tests.behaviour.envelopes import result_type
from tests.behaviour.peers import (
    SIDES,
    Peer,
    Role,
    Wire,
    calls_of,
    failure,
    meta_of,
    package,
    progress,
    result,
    rows,
    run,
    turn,
)
from tests.differential.reference import json_equal
from tests.revisions import PER_REQUEST, draft_release

TOOL: dict[str, Any] = {"content": []}
ROUNDS = 3


@pytest.fixture(autouse=True)
def nothing_is_left_behind(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """asyncio reports destroyed tasks and exceptions that were never retrieved."""
    gc.freeze()  # the collection below looks only at what the test has made
    yield
    gc.collect()
    records = [*caplog.get_records("call"), *caplog.records]
    assert [record.getMessage() for record in records if record.name == "asyncio"] == []


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def arguments_of(revision: str, row: MethodInfo) -> tuple[dict[str, Any], Any]:
    """Arguments of a call, made from a valid message, and the params that it should send."""
    document: Any = classes.generator(revision).valid(row.message)
    params = mb.revision(revision).codec(row.message).decode_value(document)["params"] if row.params else None
    if not isinstance(params, WireModel):
        return {}, None
    if not is_model(getattr(package(revision), row.params or "")):
        return {"params": params}, {name: value for name, value in document["params"].items() if name != "_meta"}
    attributes = wire_table(type(params)).attributes
    constants = classes.constants(type(params))
    given = {wire: name for wire, name in attributes.items() if wire in document["params"] and wire != "_meta"}
    expected = {wire: document["params"][wire] for wire in given}
    return {name: params[wire] for wire, name in given.items() if name not in constants}, expected


def answer_of(revision: str, name: str) -> Any:
    answer: Any = classes.generator(revision).valid(name)
    if "ResultType" in mb.revision(revision).definitions:
        answer["resultType"] = result_type(name, revision)
    return answer


def assert_sent(message: Any, row: MethodInfo, expected: Any) -> None:
    assert message["method"] == row.name
    params = dict(message.get("params", {}))
    params.pop("_meta", None)
    assert json_equal(params, expected or {}, order=False)
    assert row.params_required <= ("params" in message)


@pytest.mark.parametrize(("revision", "role"), SIDES)
def test_every_request_is_valid_and_its_result_is_typed(revision: str, role: Role) -> None:
    async def main() -> None:
        for row in rows(revision, role, "request"):
            for name in row.results * ROUNDS:
                answer = answer_of(revision, name)
                peer = Peer(lambda message, answer=answer: result(message["id"], answer))  # type: ignore[misc]
                calls = calls_of(revision, role, peer)
                arguments, expected = arguments_of(revision, row)
                found = await getattr(calls, snake(row.message.removesuffix("Request")))(**arguments)
                assert type(found).__name__ in (*row.results, "Result"), row.name
                assert json_equal(mb.revision(revision).codec(name).dump(found), answer, order=True)
                assert_sent(peer.sent[0], row, expected)
                mb.revision(revision).parse(json.dumps(peer.sent[0]), sender=role)
                assert not calls.pending

    run(main())


@pytest.mark.parametrize(("revision", "role"), SIDES)
def test_every_notification_is_valid(revision: str, role: Role) -> None:
    async def main() -> None:
        for row in rows(revision, role, "notification"):
            for _ in range(ROUNDS):
                wire = Wire()
                arguments, expected = arguments_of(revision, row)
                call = getattr(
                    calls_of(revision, role, wire), f"notify_{snake(row.message.removesuffix('Notification'))}"
                )
                await call(**arguments)
                assert_sent(wire.sent[0], row, expected)
                assert mb.revision(revision).parse(json.dumps(wire.sent[0]), sender=role).known  # type: ignore[union-attr]

    run(main())


@pytest.mark.parametrize(("revision", "role"), SIDES)
def test_each_side_has_the_calls_of_its_messages_and_no_others(revision: str, role: Role) -> None:
    generated: type[object] = getattr(package(revision), f"{role.capitalize()}Calls")
    attributes = {"extensions", "needs_meta", "revision", "role"}
    found = {name for name in vars(generated) if not name.startswith("_")} - attributes
    requests = {snake(row.message.removesuffix("Request")) for row in rows(revision, role, "request")}
    pages = {f"iter_{name.removeprefix('list_')}" for name in requests & page_calls(revision, role)}
    notices = {
        f"notify_{snake(row.message.removesuffix('Notification'))}" for row in rows(revision, role, "notification")
    }
    assert found == requests | pages | notices


def page_calls(revision: str, role: Role) -> set[str]:
    return {snake(row.message.removesuffix("Request")) for row in rows(revision, role, "request") if row.paginated}


def test_concurrent_calls_with_responses_in_reverse_order() -> None:
    async def main() -> None:
        wire = Wire()
        calls = ClientCalls(wire)
        running = [asyncio.create_task(calls.call_tool(f"tool {number}")) for number in range(100)]
        await turn()
        assert dict(calls.pending) == dict.fromkeys(range(1, 101), "tools/call")
        for message in reversed(wire.sent):
            text = {"type": "text", "text": message["params"]["name"]}
            assert calls.receive_bytes(result(message["id"], {"content": [text]}))
        results: list[Any] = await asyncio.gather(*running)
        assert [found.content[0].text for found in results] == [f"tool {number}" for number in range(100)]
        assert not calls.pending

    run(main())


def test_calls_have_the_transport_of_their_session() -> None:
    session = mb.Session("client", [mb.LATEST], info={"name": "tests", "version": "1"}, transport="http")
    assert ClientCalls(Wire(), session=session).transport == "http"


def test_ids_are_never_used_again() -> None:
    async def main() -> None:
        peer = Peer(lambda message: result(message["id"], {}))
        calls = ClientCalls(peer)
        for _ in range(5):
            await calls.ping()
        assert [message["id"] for message in peer.sent] == [1, 2, 3, 4, 5]

    run(main())


def test_a_late_response_is_reported_and_the_request_cancelled() -> None:
    async def main() -> None:
        wire, strays = Wire(), list[Any]()
        calls = ClientCalls(wire, timeout=60, on_stray=strays.append)
        with pytest.raises(TimeoutError, match=r"^tools/list: no answer within 0\.01 s$"):
            await calls.list_tools(timeout=0.01)
        assert not calls.pending
        assert wire.sent[1]["method"] == "notifications/cancelled"
        assert wire.sent[1]["params"] == {"requestId": 1, "reason": "no answer within 0.01 s"}
        assert not calls.receive_bytes(result(1, {"tools": []}))
        assert [(stray.id, stray.method) for stray in strays] == [(1, None)]

    run(main())


def test_initialize_is_not_cancelled() -> None:
    async def main() -> None:
        wire, types = Wire(), package("2025-11-25")
        calls = ClientCalls(wire, timeout=0.01)
        with pytest.raises(TimeoutError):
            await calls.initialize(
                types.ClientCapabilities(), types.Implementation(name="x", version="1"), "2025-11-25"
            )
        assert len(wire.sent) == 1

    run(main())


def test_a_peer_that_reads_nothing_does_not_delay_the_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bindings.peer.calls.GRACE_PERIOD", 0.01)

    async def stuck(data: bytes) -> None:
        await asyncio.Event().wait()

    async def main() -> None:
        calls = ClientCalls(stuck)
        with pytest.raises(TimeoutError):
            await calls.ping(timeout=0)
        await turn()

    run(main())


def test_a_call_ends_when_it_is_sent_and_its_response_is_here() -> None:
    sent = asyncio.Event()

    async def send(data: bytes) -> None:
        await sent.wait()

    async def main() -> None:
        calls = ClientCalls(send)
        slow, out_of_time = asyncio.create_task(calls.ping()), asyncio.create_task(calls.ping(timeout=0.01))
        await turn()
        for id_ in list(calls.pending):
            assert calls.receive_bytes(result(id_, {}))
        await out_of_time
        assert not slow.done()
        sent.set()
        await slow

    run(main())


def test_a_request_that_cannot_be_cancelled_still_times_out(caplog: pytest.LogCaptureFixture) -> None:
    async def send(data: bytes) -> None:
        if b"cancelled" in data:
            raise OSError("secret")

    async def main() -> None:
        with pytest.raises(TimeoutError):
            await ClientCalls(send).ping(timeout=0)

    run(main())
    assert caplog.messages == ["request 1 could not be withdrawn: OSError"]


def test_without_a_timeout_a_call_waits() -> None:
    async def main() -> None:
        calls = ClientCalls(Wire(), timeout=0.01)
        waiting = asyncio.create_task(calls.ping(timeout=math.inf))
        await asyncio.sleep(0.03)
        assert calls.receive_bytes(result(1, {}))
        await waiting

    run(main())


def test_duplicate_and_unexpected_responses_are_reported() -> None:
    async def main() -> None:
        strays: list[Any] = []
        calls = ClientCalls(Wire(), on_stray=strays.append)
        waiting = asyncio.create_task(calls.ping())
        await turn()
        assert calls.receive_bytes(result(1, {"first": True}))
        assert not calls.receive_bytes(result(1, {"first": False}))
        assert not calls.receive_bytes(result(7, {}))
        assert not calls.receive_bytes(result("1", {}))
        assert not calls.receive_bytes(failure(None, -32700, "Parse error"))
        assert (await waiting)["first"] is True
        assert [stray.id for stray in strays] == [1, 7, "1", None]

    run(main())


def test_unexpected_responses_are_logged_without_their_content(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        calls = ClientCalls(Peer(lambda message: result(message["id"], {})))
        await calls.ping()
        calls.receive_bytes(result(1, {"a": "secret"}))
        calls.receive_bytes(result("secret", {}))

    run(main())
    assert caplog.messages == [
        f"<ClientCalls of {ClientCalls.revision}, 0 pending>: late or duplicate answer",
        f"<ClientCalls of {ClientCalls.revision}, 0 pending>: unasked answer",
    ]
    assert {record.levelno for record in caplog.records} == {logging.WARNING}


def test_the_callback_for_unexpected_responses_may_fail(caplog: pytest.LogCaptureFixture) -> None:
    def broken(stray: object) -> None:
        raise ValueError

    assert not ClientCalls(Wire(), on_stray=broken).receive_bytes(result(1, {}))
    assert caplog.messages == ["on_stray failed"]


def test_an_error_is_raised_with_its_code_and_data() -> None:
    async def main() -> None:
        calls = ClientCalls(Peer(lambda message: failure(message["id"], -32002, "Not found", data={"uri": "x:"})))
        with pytest.raises(mb.ProtocolError) as raised:
            await calls.read_resource("x:")
        error = raised.value
        assert (error.code, error.message, error.data, error.id) == (-32002, "Not found", {"uri": "x:"}, 1)

    run(main())


@pytest.mark.parametrize("comes_back", [True, False])
def test_an_invalid_result_is_raised_in_its_call(comes_back: bool) -> None:
    async def main() -> None:
        bad = result(1, {"tools": [{"name": 1}]})
        calls = ClientCalls(Peer(lambda message: bad) if comes_back else Wire())
        waiting = asyncio.create_task(calls.list_tools())
        await turn()
        assert comes_back or calls.receive_bytes(bad)
        with pytest.raises(mb.ProtocolError, match="Invalid result") as raised:
            await waiting
        assert {finding.pointer for finding in raised.value.findings} == {
            "/result/tools/0/name",
            "/result/tools/0",
        }
        assert not calls.pending

    run(main())


def test_an_invalid_request_of_the_peer_ends_no_call() -> None:
    async def main() -> None:
        calls = ClientCalls(Wire())
        waiting = asyncio.create_task(calls.ping())
        await turn()
        with pytest.raises(mb.ProtocolError):
            calls.receive_bytes(b'{"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {}}')
        assert not calls.receive_bytes(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}')
        assert dict(calls.pending) == {1: "ping"}
        calls.receive_bytes(result(1, {}))
        await waiting

    run(main())


REPLIES = [
    (failure(None, -32600, "no id"), "^no id"),
    (failure(0, -32600, "null id").replace(b": 0,", b": null,"), "^null id"),
    (b"<html>", "Parse error"),
    (result(2, {}), "is not the answer to this request"),
    (b'{"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}', "is not the answer to this request"),
]


@pytest.mark.parametrize(("reply", "what"), REPLIES)
def test_any_response_ends_the_call(reply: bytes, what: str) -> None:
    async def main() -> None:
        calls = ClientCalls(Peer(lambda message: reply), on_stray=lambda stray: None)
        with pytest.raises(mb.ProtocolError, match=what):
            await calls.ping()
        assert not calls.pending

    run(main())


def test_responses_in_a_batch() -> None:
    async def main() -> None:
        calls = calls_of("2025-03-26", "client", Wire())
        waiting = [asyncio.create_task(calls.ping()), asyncio.create_task(calls.list_tools())]
        await turn()
        assert calls.receive_bytes(b"[" + result(2, {"tools": 3}) + b"," + result(1, {}) + b"]")
        await waiting[0]
        with pytest.raises(mb.ProtocolError, match="Invalid result"):
            await waiting[1]

    run(main())


def test_a_response_that_was_parsed_without_its_method() -> None:
    async def main() -> None:
        calls = ClientCalls(Wire())
        waiting = asyncio.create_task(calls.ping())
        await turn()
        with pytest.raises(ValueError, match=r"parse with pending=calls\.pending"):
            calls.receive(mb.revision("2025-11-25").parse(result(1, {}), sender="server"))
        with pytest.raises(ValueError, match="without its method"):
            await waiting

    run(main())


def test_a_cancelled_call_cancels_its_request() -> None:
    async def main() -> None:
        wire, strays = Wire(), list[Any]()
        calls = ClientCalls(wire, on_stray=strays.append)
        waiting = asyncio.create_task(calls.call_tool("slow"))
        await turn()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert wire.sent[1]["params"]["requestId"] == 1
        assert not calls.pending
        assert not calls.receive_bytes(result(1, TOOL))
        assert len(strays) == 1

    run(main())


def test_a_call_with_a_response_does_not_cancel_its_request() -> None:
    async def hangs(params: object) -> None:
        await asyncio.Event().wait()

    async def main() -> None:
        wire = Wire()
        calls = ClientCalls(wire)
        waiting = asyncio.create_task(calls.ping(on_progress=hangs))
        await turn()
        calls.receive_bytes(progress(1, 1))
        calls.receive_bytes(result(1, {}))
        await turn()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert len(wire.sent) == 1

    run(main())


def test_sending_stops_at_once_when_a_call_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bindings.peer.calls.GRACE_PERIOD", 60)
    stopped: list[bool] = []

    async def send(data: bytes) -> None:
        if b"ping" in data:
            try:
                await asyncio.Event().wait()
            finally:
                stopped.append(True)

    async def main() -> None:
        with pytest.raises(TimeoutError, match="no answer"):
            await asyncio.wait_for(ClientCalls(send).ping(timeout=0.01), 5)
        assert stopped == [True]

    run(main())


@pytest.mark.parametrize("fails", [True, False])
def test_a_failure_at_the_time_of_a_cancellation_is_retrieved(fails: bool) -> None:
    async def send(data: bytes) -> None:
        if fails and b"ping" in data:
            raise OSError

    async def main() -> None:
        calls = ClientCalls(send)
        waiting = asyncio.create_task(calls.ping())
        if not fails:
            await turn()
            calls.close()
        else:
            await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    run(main())


@pytest.mark.parametrize("error", [OSError("gone"), asyncio.CancelledError()])
def test_an_error_of_send_is_raised_and_nothing_stays_pending(error: BaseException) -> None:
    async def send(data: bytes) -> None:
        raise error

    async def main() -> None:
        calls = ClientCalls(send)
        with pytest.raises(OSError, match=r"gone|not sent"):
            await calls.ping()
        assert not calls.pending

    run(main())


@pytest.mark.parametrize("slow", [True, False])
def test_progress_comes_in_order_and_before_the_result(slow: bool) -> None:
    seen: list[tuple[float, str | None]] = []

    def note(params: ProgressNotificationParams) -> None:
        seen.append((params.progress, params.message))

    async def note_slowly(params: ProgressNotificationParams) -> None:
        await asyncio.sleep(0.001)
        note(params)

    async def main() -> None:
        wire = Wire()
        calls = ClientCalls(wire)
        meta = CallToolRequestParamsMeta.model_validate({"com.example/trace": "t"})
        waiting = asyncio.create_task(calls.call_tool("x", meta=meta, on_progress=note_slowly if slow else note))
        other = asyncio.create_task(calls.call_tool("y"))
        await turn()
        assert wire.sent[0]["params"]["_meta"] == {"com.example/trace": "t", "progressToken": 1}
        assert "_meta" not in wire.sent[1]["params"]
        assert calls.receive_bytes(progress(1, 1))
        assert calls.receive_bytes(progress(1, 2.5, message="on", total=3))
        assert not calls.receive_bytes(progress(2, 1))
        assert not calls.receive_bytes(progress("1", 1))
        calls.receive_bytes(result(1, TOOL))
        assert not calls.receive_bytes(progress(1, 3))
        calls.receive_bytes(result(2, TOOL))
        await waiting
        assert seen == [(1, None), (2.5, "on")]
        await other

    run(main())


def test_progress_does_not_extend_the_timeout() -> None:
    async def main() -> None:
        wire = Wire()
        calls = ClientCalls(wire)
        waiting = asyncio.create_task(calls.call_tool("x", on_progress=lambda _: None, timeout=0.2))
        await turn()
        reports = 0
        while not waiting.done():
            reports += 1
            assert reports < 500
            calls.receive_bytes(progress(1, reports))
            await asyncio.sleep(0.01)
        with pytest.raises(TimeoutError):
            await waiting
        assert reports > 1

    run(main())


def test_a_callback_that_fails_or_hangs_breaks_no_call(caplog: pytest.LogCaptureFixture) -> None:
    async def fails(params: object) -> None:
        raise ValueError

    async def hangs(params: object) -> None:
        await asyncio.Event().wait()

    async def main() -> None:
        calls = ClientCalls(Wire())
        waiting = asyncio.create_task(calls.ping(on_progress=fails))
        await turn()
        calls.receive_bytes(progress(1, 1))
        calls.receive_bytes(result(1, {}))
        await waiting
        waiting = asyncio.create_task(calls.ping(on_progress=hangs, timeout=0.01))
        await turn()
        calls.receive_bytes(progress(2, 1))
        with pytest.raises(TimeoutError):
            await waiting
        waiting = asyncio.create_task(calls.ping(on_progress=hangs, timeout=0.1))
        await turn()
        calls.receive_bytes(progress(3, 1))
        calls.receive_bytes(result(3, {}))
        await asyncio.wait_for(waiting, 10)

    run(main())
    assert caplog.messages == ["on_progress failed"]


def test_the_number_of_queued_progress_reports_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending_calls, "MAX_QUEUED_REPORTS", 3)
    seen: list[float] = []

    async def main() -> None:
        calls = ClientCalls(Wire())
        waiting = asyncio.create_task(calls.ping(on_progress=lambda params: seen.append(params.progress)))
        await turn()
        for amount in range(10):
            calls.receive_bytes(progress(1, amount))
        calls.receive_bytes(result(1, {}))
        await waiting

    run(main())
    assert seen == [7, 8, 9]


def test_the_characters_of_queued_progress_reports_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending_calls, "MAX_QUEUED_CHARACTERS", 5_000)
    seen: list[float] = []

    async def main() -> None:
        calls = ClientCalls(Wire())
        waiting = asyncio.create_task(calls.ping(on_progress=lambda params: seen.append(params.progress)))
        await turn()
        for amount in range(10):
            report = json.loads(progress(1, amount))
            report["params"]["message"] = "x" * (2_000 if amount < 9 else 6_000)
            calls.receive_bytes(json.dumps(report).encode())
        await turn()
        for amount in range(10, 20):
            report = json.loads(progress(1, amount))
            report["params"]["message"] = "x" * 2_000
            calls.receive_bytes(json.dumps(report).encode())
        calls.receive_bytes(result(1, {}))
        await waiting

    run(main())
    assert seen == [9, 18, 19]


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_metadata_is_added_and_that_of_a_call_takes_precedence(revision: str) -> None:
    async def main() -> None:
        peer = Peer(lambda message: result(message["id"], {**TOOL, "resultType": "complete"}))
        if revision in PER_REQUEST:
            calls = calls_of(revision, "client", peer)
            own: Any = calls._meta.model_copy(update={"log_level": "debug"})
        else:
            calls = calls_of(revision, "client", peer, meta={"a": 1})
            typed = getattr(package(revision), "CallToolRequestParamsMeta", None)
            own = typed.model_validate({"b": None}) if typed else {"b": None}
        await calls.call_tool("x")
        await calls.call_tool("x", meta=own)
        await calls.call_tool("x", meta=own, on_progress=unheard)
        first, second, third = [message["params"]["_meta"] for message in peer.sent]
        if revision in PER_REQUEST:
            level = {"io.modelcontextprotocol/logLevel": "debug"}
            assert first == mb.revision(revision).codec("RequestMetaObject").dump(meta_of(revision, "client"))
            assert second == {**first, **level}
        else:
            assert (first, second) == ({"a": 1}, {"b": None})
        assert third == {**second, "progressToken": 3}

    run(main())


def test_a_client_of_2026_07_28_needs_its_meta() -> None:
    with pytest.raises(TypeError, match="needs meta, or a session"):
        package("2026-07-28").ClientCalls(Wire())


def test_params_of_a_union_are_passed_as_one_value() -> None:
    async def main() -> None:
        peer = Peer(lambda message: result(message["id"], {"action": "accept"}))
        asks = ElicitRequestURLParams(elicitation_id="1", message="m", url="https://example.org", task=TaskMetadata())
        await ServerCalls(peer).elicit(asks, on_progress=unheard)
        assert peer.sent[0]["params"] == {
            "elicitationId": "1",
            "message": "m",
            "mode": "url",
            "task": {},
            "url": "https://example.org",
            "_meta": {"progressToken": 1},
        }
        calls = ServerCalls(peer, meta={"a": 1, "b": 1})
        await calls.elicit(asks.model_copy(update={"meta": {"b": 2}}))
        await calls.elicit(asks)
        assert [message["params"]["_meta"] for message in peer.sent[1:]] == [{"b": 2}, {"a": 1, "b": 1}]
        with pytest.raises(ValidationError):
            await ServerCalls(peer).elicit({"mode": "url"})  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
        assert len(peer.sent) == 3

    run(main())


def test_params_of_a_union_are_passed_by_members() -> None:
    async def main() -> None:
        peer = Peer(lambda message: result(message["id"], {"action": "accept"}))
        calls: Any = ServerCalls(peer, meta={"a": 1})
        form: Any = {"type": "object", "properties": {}}
        await calls.elicit(message="m", requested_schema=form, task=None)
        await calls.elicit(message="m", requested_schema=form, mode="form", on_progress=unheard)
        await calls.elicit(message="m", url="https://example.org", mode="url", elicitation_id="1", meta={"b": 2})
        assert [message["params"] for message in peer.sent] == [
            {"message": "m", "requestedSchema": form, "_meta": {"a": 1}},
            {"message": "m", "requestedSchema": form, "mode": "form", "_meta": {"a": 1, "progressToken": 2}},
            {"message": "m", "url": "https://example.org", "mode": "url", "elicitationId": "1", "_meta": {"b": 2}},
        ]
        wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
            ({}, ValidationError, "requestedSchema"),
            ({"message": "m", "mode": "fax"}, TypeError, "mode is one of 'url', 'form'"),
            ({"message": "m", "mode": "url", "requested_schema": form}, ValidationError, "elicitationId"),
            ({"message": "m", "requested_shema": form}, TypeError, "did you mean 'requested_schema'"),
            ({"params": {"mode": "url"}, "message": "m"}, TypeError, "both as a whole and by members"),
        ]
        for members, error, text in wrong:
            with pytest.raises(error, match=text):
                await calls.elicit(**members)
        assert len(peer.sent) == 3

    run(main())


def unheard(params: object) -> None:
    """A progress callback that ignores the report."""


def page(message: Any) -> bytes:
    """Three pages of two tools each; the cursor of the first page is empty."""
    place = ["", "b", None].index(message["params"]["cursor"]) + 1 if "params" in message else 0
    tools = [{"name": f"{place}{letter}", "inputSchema": {"type": "object"}} for letter in "xy"]
    following: Any = [{"nextCursor": ""}, {"nextCursor": "b"}, {}][place]
    return result(message["id"], {"tools": tools, **following})


def test_every_item_of_every_page() -> None:
    async def main() -> None:
        peer = Peer(page)
        calls = ClientCalls(peer)
        assert [tool.name async for tool in calls.iter_tools()] == ["0x", "0y", "1x", "1y", "2x", "2y"]
        assert len(peer.sent) == 3
        async for tool in calls.iter_tools():
            assert tool.name == "0x"
            break
        await turn()
        assert len(peer.sent) == 4

    run(main())


@pytest.mark.parametrize("cursors", ["aa", "aba"])
def test_a_cycle_of_pages_ends(cursors: str) -> None:
    async def main() -> None:
        following = iter(cursors)
        calls = ClientCalls(Peer(lambda message: result(message["id"], {"prompts": [], "nextCursor": next(following)})))
        with pytest.raises(mb.ProtocolError, match="a cursor came twice"):
            [prompt async for prompt in calls.iter_prompts()]

    run(main())


def test_empty_pages_with_new_cursors_end() -> None:
    async def main() -> None:
        peer = Peer(lambda message: result(message["id"], {"tools": [], "nextCursor": str(message["id"])}))
        with pytest.raises(mb.ProtocolError, match="too many pages in a row are empty"):
            [tool async for tool in ClientCalls(peer).iter_tools()]
        assert len(peer.sent) == 1_000

    run(main())


@pytest.mark.parametrize("error", [None, EOFError("over")])
def test_close_fails_every_call(error: Exception | None) -> None:
    async def stuck(data: bytes) -> None:
        if b"tools" in data:
            await asyncio.Event().wait()

    async def main() -> None:
        async with ClientCalls(stuck) as calls:
            waiting = [asyncio.create_task(call()) for call in (calls.ping, calls.list_tools)]
            await turn()
            if error is not None:
                calls.close(error)
        expected = ConnectionError if error is None else EOFError
        for task in waiting:
            with pytest.raises(expected):
                await task
        for call in (calls.ping, calls.notify_initialized):
            with pytest.raises(expected):
                await call()
        assert not calls.pending

    run(main())


def test_the_error_names_a_method_of_the_other_side() -> None:
    with pytest.raises(AttributeError, match=rf"'list_tools': ClientCalls of {ServerCalls.revision} has it$"):
        ServerCalls(Wire()).list_tools  # type: ignore[attr-defined]  # noqa: B018  # pyright: ignore
    for name in ("xyz", "_nothing"):
        with pytest.raises(AttributeError, match=f"^'ClientCalls' object has no attribute '{name}'$"):
            getattr(ClientCalls(Wire()), name)


def test_with_a_dispatcher_on_either_side() -> None:
    """A server handles a client's call, and its handler calls the client's handler meanwhile."""

    class Client(ClientHandlers):
        async def list_roots(self, params: object, context: Context) -> ListRootsResult:
            return ListRootsResult(roots=[])

    class Server(ServerHandlers):
        async def ping(self, params: object, context: Context) -> EmptyResult:
            return EmptyResult(meta={"roots": len((await asked.list_roots()).roots)})

        async def list_tools(self, params: object, context: Context) -> ListToolsResult:
            raise mb.ProtocolError(-32002, "not now")

    to_client, to_server = asyncio.Queue[bytes](), asyncio.Queue[bytes]()
    asked, calls = ServerCalls(to_client.put), ClientCalls(to_server.put)

    async def main() -> None:
        ends = [
            asyncio.create_task(serve(Dispatcher(Client(), calls=calls), to_client, to_server)),
            asyncio.create_task(serve(Dispatcher(Server(), calls=asked), to_server, to_client)),
        ]
        assert (await calls.ping(timeout=5)).meta == {"roots": 0}
        with pytest.raises(mb.ProtocolError, match="not now"):
            await calls.list_tools(timeout=5)
        for end in ends:
            end.cancel()
        await asyncio.wait(ends)
        assert not calls.pending
        assert not asked.pending
        in_process = ClientCalls(Dispatcher(Server()).dispatch)
        with pytest.raises(mb.ProtocolError, match="not now"):
            await in_process.list_tools()
        with pytest.raises(mb.ProtocolError, match="Method not found"):
            await in_process.list_prompts()

    run(main())


async def serve(dispatcher: Dispatcher, taken: asyncio.Queue[bytes], given: asyncio.Queue[bytes]) -> None:
    """Handle each message in its own task."""
    running: set[asyncio.Task[None]] = set()

    async def handle(data: bytes) -> None:
        reply = await dispatcher.dispatch(data)
        if reply is not None:
            await given.put(reply)

    while True:
        running.add(asyncio.create_task(handle(await taken.get())))


WRONG: list[tuple[type[Exception], dict[str, Any]]] = [
    (TypeError, {}),
    (TypeError, {"name": "x", "argument": {}}),
    (ValidationError, {"name": 1}),
    (ValidationError, {"name": "x", "arguments": [1]}),
    (ValueError, {"name": "x", "arguments": {"a": math.nan}}),
    (ValidationError, {"name": "x", "meta": {"progressToken": None}}),
]


@pytest.mark.parametrize(("error", "arguments"), WRONG)
def test_invalid_arguments_raise_before_anything_is_sent(error: type[Exception], arguments: dict[str, Any]) -> None:
    async def main() -> None:
        wire = Wire()
        calls = ClientCalls(wire)
        with pytest.raises(error):
            await calls.call_tool(**arguments)
        assert (wire.sent, dict(calls.pending)) == ([], {})

    run(main())


def test_absent_and_null_are_distinct() -> None:
    outgoing = MessageWriter(mb.revision("2025-11-25"))
    params = {"data": None, "level": "info", "logger": ABSENT}
    message = json.loads(outgoing.write_notification("notifications/message", params, None))
    assert message["params"] == {"data": None, "level": "info"}
    assert "params" not in json.loads(outgoing.write_request(1, "ping", {}, None, progress=False))


def test_calls_are_documented() -> None:
    text = inspect.getdoc(ClientCalls.call_tool) or ""
    for part in (
        "Ask the server to run a tool.",
        "`tools/call`",
        "    name: ",
        "CreateTaskResult: ",
        "ProtocolError: ",
    ):
        assert part in text


def test_reading_the_classes_loads_neither_types_nor_pydantic() -> None:
    program = (
        "import sys; from mcp_bindings.v2025_11_25 import ClientCalls; print(sorted({*sys.modules} & {'pydantic'}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", ["ClientCalls", "ServerCalls"])
def test_the_draft_has_calls(name: str) -> None:
    from mcp_bindings import draft

    assert getattr(draft, name) is getattr(package(draft_release()), name)
