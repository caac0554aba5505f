"""Codes and data of errors, by the tables of every revision: rejected when sent, accepted with findings on arrival."""

from __future__ import annotations

import asyncio
import json
from importlib import import_module
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.jsonrpc.messages import ErrorResponse
from mcp_bindings.peer.dispatch import Dispatcher
from mcp_bindings.spec.error_codes import (
    INTERNAL_ERROR,
    METHOD_NOT_FOUND,
    URL_ELICITATION_REQUIRED,
    find_sending_level,
)
from mcp_bindings.spec.error_rows import ErrorCode
from tests.session.pairs import ALL, URL, Json, Pair, failure, raw, ready, rejected, request

REVISIONS = pytest.mark.parametrize("revision", ALL)


def codes(revision: str, *levels: str) -> list[int]:
    """Codes around the bounds of every range, and the revision's own, whose level of sending is one of these."""
    known = mb.revision(revision)
    ends = {end + step for row in known.error_ranges for end in (row.low, row.high) for step in (-1, 0, 1)}
    every = sorted({*ends, *known.error_codes, 7})
    return [code for code in every if find_sending_level(code, known.error_codes, known.error_ranges) in levels]


def data_of(revision: str, row: ErrorCode) -> Any:
    """The smallest valid data of an error, as JSON; None if any data is valid."""
    known = mb.revision(revision)
    if row.data is None or row.retired:
        return None
    model = getattr(import_module(known.package), row.data)
    if row.code == URL_ELICITATION_REQUIRED:
        return {"elicitations": [URL]}  # at least one, since another rule of the session requires it
    least: dict[str, Any] = {"string": "x", "array": [], "object": {}}
    schema = model.model_json_schema()
    types = {name: schema["properties"][name].get("type", "object") for name in schema.get("required", ())}
    return {name: least[kind] for name, kind in types.items()}


def with_data(id_: Any, code: int, data: Any) -> bytes:
    error: Json = {"code": code, "message": "no"} | ({} if data is None else {"data": data})
    return raw({"jsonrpc": "2.0", "id": id_, "error": error})


def call(pair: Pair) -> Any:
    return pair.ask("tools/list").id


TYPED = [
    (revision, code)
    for revision in ALL
    for code, row in mb.revision(revision).error_codes.items()
    if row.error is not None and not row.retired
]


def test_the_tables_have_codes_of_each_kind() -> None:
    known = [mb.revision(revision) for revision in ALL]
    assert all(bool(codes(each.id, "MUST NOT")) == bool(each.error_ranges) for each in known)
    assert any(each.error_ranges for each in known)
    assert any(not each.error_ranges for each in known)
    assert {level for each in known for level in (row.undefined for row in each.error_ranges)} == {
        "MUST NOT",
        "SHOULD NOT",
    }
    assert {row.data_required for each in known for row in each.error_codes.values()} == {True, False}


@REVISIONS
def test_codes_that_may_not_be_sent_are_rejected(revision: str) -> None:
    pair = ready(revision)
    id_ = call(pair)
    for code in codes(revision, "MUST NOT"):
        rejected(pair.server, "error.code", pair.server.respond_error, id_, mb.ProtocolError(code, "no"))
        rejected(pair.server, "error.code", pair.server.record_sent, failure(id_, code))
    for code in codes(revision, "SHOULD NOT", "unspecified"):
        row = mb.revision(revision).error_codes.get(code, ErrorCode(code, "", ""))
        error = mb.ProtocolError(code, "no", data=data_of(revision, row))
        answer = pair.client.receive(pair.server.respond_error(call(pair), error))
        assert isinstance(answer, ErrorResponse)
        assert (answer.error.code, pair.client.findings) == (code, ())
    assert list(pair.client.pending) == [id_]


@REVISIONS
def test_codes_that_may_not_be_sent_are_accepted_with_a_finding(revision: str) -> None:
    pair = ready(revision)
    for code in codes(revision, "MUST NOT"):
        answer = pair.client.receive(failure(call(pair), code))
        assert isinstance(answer, ErrorResponse)
        assert answer.error.code == code
        assert [finding.rule for finding in pair.client.findings] == ["error.code"]
        assert str(code) in pair.client.findings[0].message
    assert not pair.client.pending


@REVISIONS
def test_an_observer_notes_codes_that_new_senders_should_avoid(revision: str) -> None:
    for level, expected in (("SHOULD NOT", "note"), ("MUST NOT", "error")):
        for code in codes(revision, level):
            observer = mb.Observer(revision=revision)
            observer.hear(request(5, "tools/list", revision=revision), "client")
            (event,) = observer.hear(failure(5, code), "server")
            assert event.verdict == "taken"
            assert [(each.rule, each.level) for each in event.findings] == [("error.code", expected)]


@pytest.mark.parametrize(("revision", "code"), TYPED)
def test_an_error_has_the_type_of_its_code_or_findings(revision: str, code: int) -> None:
    row = mb.revision(revision).error_codes[code]
    models = import_module(mb.revision(revision).package)
    data = data_of(revision, row)
    answer = mb.revision(revision).parse(with_data(1, code, data), sender="server", pending={1: "tools/list"})
    assert isinstance(answer, ErrorResponse)
    assert (type(answer.error), answer.findings) == (getattr(models, row.error or ""), ())
    if row.data is not None:
        assert type(answer.error.data) is getattr(models, row.data)
    others: tuple[Any, ...] = ("none", [], {}, None)
    for wrong in others:
        other = mb.revision(revision).parse(with_data(1, code, wrong), sender="server", pending={1: "tools/list"})
        assert isinstance(other, ErrorResponse)
        assert other.error.code == code
        assert [finding.rule for finding in other.findings] == ["error.data"] * row.data_required


@pytest.mark.parametrize(("revision", "code"), TYPED)
def test_data_unlike_its_code_is_received_but_not_sent(revision: str, code: int) -> None:
    row, pair = mb.revision(revision).error_codes[code], ready(revision)
    others: tuple[Any, ...] = (None, {}, {"supported": 1})
    for wrong in others:
        id_ = call(pair)
        if row.data_required:
            error = mb.ProtocolError(code, "no", data=wrong)
            rejected(pair.server, "error.data", pair.server.respond_error, id_, error)
        assert isinstance(pair.client.receive(with_data(id_, code, wrong)), ErrorResponse)
        assert [finding.rule for finding in pair.client.findings] == ["error.data"] * row.data_required


@REVISIONS
@pytest.mark.parametrize("has_session", [False, True])
def test_a_dispatcher_sends_an_internal_error_instead(
    revision: str, has_session: bool, caplog: pytest.LogCaptureFixture
) -> None:
    known, pair = mb.revision(revision), ready(revision)
    handlers_of = import_module(f"{known.package}.handlers").ServerHandlers
    raised: list[mb.ProtocolError] = []

    class Handlers(handlers_of):  # type: ignore[misc, valid-type]
        async def list_tools(self, params: Any, context: Any) -> Any:
            raise raised[0]

    dispatcher = Dispatcher(Handlers(), session=pair.server if has_session else None)

    def sent(code: int, data: Any = None) -> int:
        raised[:] = [mb.ProtocolError(code, "no", data=data)]
        text = request(f"id{code}{data}", "tools/list", revision=revision)
        reply = asyncio.run(dispatcher.dispatch(text))
        assert reply is not None
        code_sent: int = json.loads(reply)["error"]["code"]
        return code_sent

    assert {sent(code) for code in codes(revision, "MUST NOT")} <= {INTERNAL_ERROR}
    assert len([each for each in caplog.records if "error.code" in each.getMessage()]) == len(
        codes(revision, "MUST NOT")
    )
    assert sent(METHOD_NOT_FOUND) == METHOD_NOT_FOUND
    typed = {code for of_revision, code in TYPED if of_revision == revision}
    for code in {*codes(revision, "SHOULD NOT", "unspecified")} - typed - {METHOD_NOT_FOUND}:
        assert sent(code) == code
    for of_revision, code in TYPED:
        row = known.error_codes.get(code)
        if of_revision == revision and row is not None and row.data_required:
            assert sent(code) == INTERNAL_ERROR
            assert sent(code, {"x": 1}) == INTERNAL_ERROR
            assert sent(code, data_of(revision, row)) == code
