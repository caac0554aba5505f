"""`validate` reports exactly the messages that `Revision.parse` rejects, except for a short list."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import mcp_bindings as mb
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.validate import MessageValidator, check_documents
from mcp_bindings.spec.names import Sender
from tests.behaviour import classes
from tests.behaviour.envelopes import COMMON, answers, calls, complete, enveloped, other, text
from tests.differential.check import generator

SEED = classes.SEED

EACH = 4
"""Number of generated documents for each message and each result."""

DIFFERENCES = {
    "wrong sender": "A receiver ignores a notification that it does not know, even if the other side may send it.",
    "request without id": "A message without an id is a notification; a receiver ignores one that it does not know.",
    "envelope": "A receiver ignores an unknown notification, so `parse` checks only that its params are an object.",
    "unpaired result": "`parse` types no result without its request; `validate` checks the union of all results.",
    "mixed batch": "A receiver handles each message of a batch on its own.",
}
"""Messages that `parse` accepts and `validate` reports, with the reason. No message is rejected by `parse` alone."""


class Case(NamedTuple):
    """A message and the message before it."""

    sender: Sender
    document: Any
    request: Any = None
    """The request of the other side that the message responds to."""


def cases(revision: str) -> Iterator[Case]:
    """Generated messages of both sides, valid and invalid, each with and without the request that it responds to."""
    instances = generator(revision, SEED)
    for _, sender, row in (each for each in calls() if each[0] == revision):
        for instance in instances.instances(row.message, EACH):
            document = enveloped(instance.value, row)
            yield Case(sender, document)
            yield Case(other(sender), document)
            if is_object(document):
                yield from (Case(sender, changed) for changed in changes(document))
    for _, sender, row, name in (each for each in answers() if each[0] == revision):
        request: dict[str, Any] = {**COMMON, "method": row.name, "params": {}}
        for instance in instances.instances(name, EACH):
            for result in (instance.value, complete(name, instance.value), 5, {"_meta": 5}):
                yield Case(sender, {**COMMON, "result": result})
                yield Case(sender, {**COMMON, "result": result}, request)
    both: dict[str, Any] = {**COMMON, "result": {}, "error": {}}
    documents: list[Any] = [{}, [], 5, None, "a", COMMON, {**COMMON, "error": 5}, both]
    yield from (Case("client", document) for document in documents)
    note = {"jsonrpc": "2.0", "method": "notifications/unheard-of"}
    yield Case("server", note)
    yield from (Case("server", {**note, "params": params}) for params in (5, {"_meta": 5}, {}))
    answer: dict[str, Any] = {**COMMON, "result": {}}
    parts: list[Any] = [{**COMMON, "method": "ping"}, answer, {**COMMON, "result": 5}, note, 5, [note]]
    yield from (Case("client", [left, right]) for left in parts for right in parts)


def changes(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Variants of a message with an invalid envelope."""
    for name in ("jsonrpc", "id", "method"):
        yield {key: value for key, value in document.items() if key != name}
        yield {**document, name: None}
    yield {**document, "id": 1.5}
    yield {**document, "id": 7}
    yield {**document, "method": "no/such"}
    yield {**document, "params": 5}


def rejected(revision: mb.Revision, case: Case) -> bool:
    """Whether `parse` rejects a message, or a part of a batch."""
    pending = {} if case.request is None else {case.request["id"]: case.request["method"]}
    try:
        message = revision.parse(text(case.document), sender=case.sender, pending=pending)
    except mb.ProtocolError:
        return True
    return isinstance(message, mb.Batch) and any(isinstance(item, mb.ProtocolError) for item in message)


def reported(revision: mb.Revision, case: Case) -> bool:
    """Whether `validate` reports a message."""
    validator = MessageValidator(revision, [case.sender])
    if case.request is not None:
        validator.pending[other(case.sender)][case.request["id"]] = case.request["method"]
    _, faults = validator.validate(text(case.document), case.document)
    return bool(faults)


def difference(revision: mb.Revision, case: Case) -> str:
    """The entry of the list that explains why only `validate` reports a message."""
    document = case.document
    if is_array(document):
        return "mixed batch"
    if "method" not in document:
        return "unpaired result"
    row = revision.methods.get(document["method"])
    if row is None:
        return "envelope"
    return "request without id" if case.sender in row.senders and row.kind == "request" else "wrong sender"


@pytest.mark.parametrize("revision_id", mb.REVISIONS)
def test_remaining_differences(revision_id: str) -> None:
    revision = mb.revision(revision_id)
    tally: Counter[str] = Counter()
    for case in cases(revision_id):
        one, two = rejected(revision, case), reported(revision, case)
        tally["rejected by both" if one and two else "accepted by both" if not one and not two else "differ"] += 1
        if one != two:
            assert two, f"only parse rejects {json.dumps(case.document)} from the {case.sender}"
            tally[difference(revision, case)] += 1
    assert min(tally["rejected by both"], tally["accepted by both"]) > 50, tally
    expected = set(DIFFERENCES)
    if "JSONRPCBatchRequest" not in revision.definitions:
        expected.remove("mixed batch")
    if not envelope_says_more(revision):
        expected.remove("envelope")
    assert set(tally) - {"rejected by both", "accepted by both", "differ"} == expected, tally
    assert sum(tally[name] for name in expected) == tally["differ"]
    assert all(DIFFERENCES.values())


def envelope_says_more(revision: mb.Revision) -> bool:
    """Whether the schema of any notification restricts its params further than to an object."""
    note = {"jsonrpc": "2.0", "method": "notifications/unheard-of", "params": {"_meta": 5}}
    return bool(revision.codec("JSONRPCNotification").findings(note))


REQUEST = {**COMMON, "method": "tools/list"}
RESULT = {**COMMON, "result": {"tools": 5}}


def parsed(*documents: Any, senders: list[Sender]) -> list[tuple[str, list[str]]]:
    lines = b"\n".join(map(text, documents))
    found = check_documents("2025-11-25", lines, senders=senders)
    return [(each.definition, [fault.pointer for fault in each.findings]) for each in found]


def test_a_response_is_paired_with_an_earlier_request() -> None:
    both: list[Sender] = ["client", "server"]
    fault = ("ListToolsResult", ["/result/tools"])
    assert parsed(REQUEST, RESULT, senders=both) == [("ListToolsRequest", []), fault]
    assert parsed(REQUEST, RESULT, senders=["server"])[1] == fault, "the request is reported and remembered"
    assert parsed(RESULT, REQUEST, senders=both)[0] == ("ClientResult", []), "only earlier requests count"
    assert parsed(REQUEST, {**RESULT, "id": 8}, senders=["server"])[1] == ("ServerResult", [])
    assert parsed(REQUEST, {**RESULT, "id": "7"}, senders=["server"])[1] == ("ServerResult", [])
    again = parsed(REQUEST, RESULT, RESULT, senders=["server"])
    assert again[1:] == [fault, ("ServerResult", [])], "a request is answered once"


def test_both_sides_may_use_one_id() -> None:
    ask = {**COMMON, "method": "roots/list"}
    roots = {**COMMON, "result": {"roots": 5}}
    found = parsed(REQUEST, ask, roots, RESULT, senders=["server", "client"])
    assert found[2:] == [("ListRootsResult", ["/result/roots"]), ("ListToolsResult", ["/result/tools"])]
