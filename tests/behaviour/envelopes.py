"""Messages of every revision and sender, and the expected result of parsing them, by the table of the parser.

The expected result is computed from the parsed document and the reference validator, independently of the tested code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import mcp_bindings as mb
from mcp_bindings.json_values import is_array, is_object
from mcp_bindings.spec.methods import MethodInfo
from mcp_bindings.spec.names import Sender
from tests.behaviour import classes
from tests.differential.check import reference

SENDERS: tuple[Sender, ...] = ("client", "server")
PLACES: tuple[tuple[str, Sender], ...] = tuple((revision, sender) for revision in mb.REVISIONS for sender in SENDERS)

ASKING = ("tools/call", "prompts/get", "resources/read")
"""Methods of 2026-07-28 whose result may ask for input."""

COMMON = {"jsonrpc": "2.0", "id": 7}


class Expectation(NamedTuple):
    """The expected result of parsing a document."""

    code: int | None
    """None if the message is accepted."""
    id: str | int | None
    kind: str
    """Class of the message, if it is accepted."""
    answered: bool


def text(document: object) -> bytes:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode("utf-8")


def outcome(revision: str, data: Any, sender: Sender, **options: Any) -> Any:
    """The result or the error of `parse`, for a text or a document."""
    is_document = data is None or is_object(data) or is_array(data) or isinstance(data, (int, float))
    given: Any = text(data) if is_document else data
    try:
        return mb.revision(revision).parse(given, sender=sender, **options)
    except mb.ProtocolError as error:
        return error


def rejection(found: Any) -> tuple[int, str | int | None, bool]:
    """Code, id and reply of the error; also checks whether there is a reply."""
    assert isinstance(found, mb.ProtocolError), found
    assert found.findings or found.code == -32601
    reply = found.to_bytes()
    if reply is not None:
        error: dict[str, Any] = {"code": found.code, "message": found.message}
        if found.findings:
            error["data"] = {"findings": [row._asdict() for row in found.findings]}
        assert json.loads(reply) == {"jsonrpc": "2.0", "id": found.id, "error": error}
    return found.code, found.id, reply is not None


def rows(revision: str, sender: Sender, kind: str) -> list[MethodInfo]:
    return [row for row in mb.revision(revision).methods.values() if row.kind == kind and sender in row.senders]


def other(sender: Sender) -> Sender:
    return "server" if sender == "client" else "client"


def calls() -> Iterator[tuple[str, Sender, MethodInfo]]:
    """Every request and notification of every revision, by sender."""
    for revision, sender in PLACES:
        for kind in ("request", "notification"):
            for row in rows(revision, sender, kind):
                yield revision, sender, row


def answers() -> Iterator[tuple[str, Sender, MethodInfo, str]]:
    """Every type of result of every request, by the sender of the result."""
    for revision, sender in PLACES:
        for row in rows(revision, sender, "request"):
            for name in row.results:
                yield revision, other(sender), row, name


def enveloped(value: Any, row: MethodInfo) -> Any:
    """A document of a message's definition, with the members of the envelope."""
    if not is_object(value):
        return value
    document = {name: member for name, member in value.items() if name not in ("jsonrpc", "id", "result", "error")}
    return {"jsonrpc": "2.0", **({"id": 7} if row.kind == "request" else {}), **document}


def result_type(name: str, revision: str = mb.LATEST) -> str:
    """The `resultType` of a definition: the constant of its schema, or what the prose says."""
    schema = mb.revision(revision).schema_file.definitions.get(name, {})
    prose = "input_required" if name == "InputRequiredResult" else "complete"
    found: str = schema.get("properties", {}).get("resultType", {}).get("const", prose)
    return found


def complete(name: str, result: Any) -> Any:
    """Give a generated result the `resultType` of its type, since a generated one has any text."""
    if not is_object(result) or "resultType" not in result:
        return result
    return {**result, "resultType": result_type(name)}


@cache
def valid_call(revision: str, method: str) -> Mapping[str, Any]:
    """A valid message of a method."""
    row = mb.revision(revision).methods[method]
    document: dict[str, Any] = enveloped(classes.generator(revision).valid(row.message), row)
    return document


def is_answered(revision: str, sender: Sender) -> bool:
    """Whether a sender receives responses: one that sends no requests receives none, not even errors."""
    return bool(rows(revision, sender, "request"))


def expectation(revision: str, document: Any, sender: Sender, pending: Mapping[Any, str]) -> Expectation:
    """The expected result for one message."""
    found = _verdict(revision, document, sender, pending)
    return found._replace(answered=found.answered and is_answered(revision, sender))


def _verdict(revision: str, document: Any, sender: Sender, pending: Mapping[Any, str]) -> Expectation:
    if not is_object(document):
        return Expectation(-32600, None, "", True)
    answer = "method" not in document and ("result" in document or "error" in document)
    given: Any = document.get("id", 0)
    legal = isinstance(given, (str, int)) and not isinstance(given, bool)
    legal = legal or (isinstance(given, float) and given.is_integer())
    id_: Any = given if legal and "id" in document else None
    refusal = Expectation(-32600, id_, "", not answer)
    if given is None and answer and "result" not in document:  # JSON-RPC 2.0: the id could not be read
        legal, document = True, {**document, "id": 0}
    if not legal or document.get("jsonrpc") != "2.0" or ("result" in document and "error" in document):
        return refusal
    if "method" in document:
        return _call(revision, document, sender, id_) if isinstance(document["method"], str) else refusal
    if "error" in document:
        name = "JSONRPCErrorResponse" if "JSONRPCErrorResponse" in mb.revision(revision).definitions else "JSONRPCError"
        return Expectation(None, id_, "ErrorResponse", False) if _is(revision, name, document) else refusal
    if "result" not in document or id_ is None:
        return refusal
    result = document["result"]
    accepted = _answers(revision, result, pending[id_]) if id_ in pending else is_object(result)
    return Expectation(None if accepted else -32602, id_, "Response" if accepted else "", False)


def _call(revision: str, document: Mapping[str, Any], sender: Sender, id_: str | int | None) -> Expectation:
    kind = "notification" if id_ is None else "request"
    row = next((row for row in rows(revision, sender, kind) if row.name == document["method"]), None)
    if row is None and id_ is not None:
        return Expectation(-32601, id_, "", True)
    parts = {"jsonrpc": "2.0", **({} if id_ is None else {"id": id_}), "method": document["method"]}
    if "params" in document:
        parts["params"] = document["params"]
    accepted = is_object(parts.get("params", {})) if row is None else _is(revision, row.message, parts)
    if accepted:
        return Expectation(None, id_, kind.title(), False)
    return Expectation(-32602, id_, "", id_ is not None)


def _answers(revision: str, result: Any, method: str) -> bool:
    names = mb.revision(revision).methods[method].results
    if "ResultType" in mb.revision(revision).definitions and is_object(result):
        names = tuple(name for name in names if result_type(name, revision) == result.get("resultType"))
    return any(_is(revision, name, result) for name in names)


def _is(revision: str, definition: str, value: Any) -> bool:
    return reference(revision).is_valid(definition, value)
