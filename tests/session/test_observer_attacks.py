"""Texts that try to confuse an observer: none makes it raise an error, and a rejected one changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import mcp_bindings as mb
from tests.documents import initialize_result
from tests.revisions import HANDSHAKE, PER_REQUEST, request_meta
from tests.session.observed import observer_snapshot
from tests.session.pairs import INFO

OLD, NEW = HANDSHAKE[-1], PER_REQUEST[-1]
META: Any = {"_meta": request_meta(NEW)}
OPENING: Any = {"protocolVersion": OLD, "capabilities": {}, "clientInfo": INFO}
ACCEPTED: Any = initialize_result(OLD, {"tools": {}})
ERROR: Any = {"code": -32022, "message": "", "data": {"supported": 5, "requested": []}}
ASKING: Any = {"resultType": "input_required", "inputRequests": {"a": {"method": "x"}}, "requestState": "x"}

TOKENS: tuple[Any, ...] = ({}, 1, 1.5)
NESTED: dict[str, list[Any]] = {"a": [{}] * 9}
CAPABILITIES: tuple[Any, ...] = ([], NESTED)
RESULTS: tuple[Any, ...] = ({}, {"protocolVersion": NEW}, {"capabilities": 5})
IDS: tuple[Any, ...] = (None, 1.5, True, [], 2.0**63, 10**200, "9" * 10_000)
CANCELLED: tuple[Any, ...] = ([], 0, 2, 1e308)

TEXTS: tuple[bytes | dict[str, Any] | list[Any], ...] = (
    *(b"", b"\x00", b"[" * 1_000, b'{"a":' * 1_000, b"\xff", [], [5], [[]], {}),
    b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
    b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}',
    b'{"jsonrpc":"2.0","id":1,"\\u006dethod":"ping","method":"initialize"}',
    *({"id": id_, "method": "ping"} for id_ in IDS),
    *({"id": 1}, {"method": 5}, {"id": 1, "result": 5}, {"id": 1, "error": 5}, {"id": [], "result": {}}),
    {"id": 1, "result": {}, "error": {}},
    {"id": 1, "method": "initialize", "params": 5},
    *({"id": 0, "method": "initialize", "params": {**OPENING, "protocolVersion": each}} for each in (5, "x" * 9_000)),
    *({"id": 0, "method": "initialize", "params": {**OPENING, "capabilities": each}} for each in CAPABILITIES),
    *({"id": 0, "result": {**ACCEPTED, **each}} for each in RESULTS),
    [{"id": 0, "method": "initialize", "params": OPENING}],
    *({"method": "notifications/cancelled", "params": {"requestId": each}} for each in CANCELLED),
    *({"method": "notifications/progress", "params": {"progressToken": each, "progress": 1}} for each in TOKENS),
    {"id": 2, "method": "tools/call", "params": {"name": "t", "task": {"ttl": -1}, "_meta": {"progressToken": []}}},
    {"id": 2, "result": {"task": {"taskId": "x", "status": "odd"}}},
    {"id": 3, "method": "tasks/get", "params": {"taskId": "x", **META}},
    {"id": 4, "method": "subscriptions/listen", "params": {"notifications": {"toolsListChanged": 5}, **META}},
    {"method": "notifications/subscriptions/acknowledged", "params": {"notifications": {}}},
    {"id": 5, "method": "tools/call", "params": {"name": "t", "requestState": "x", "inputResponses": {"a": 5}, **META}},
    *({"id": 2, "result": each} for each in (ASKING, {"resultType": "input_required"})),
    *({"id": 2, "error": each} for each in (ERROR, {**ERROR, "data": {"supported": [NEW], "requested": "x"}})),
    {"id": 7, "method": "elicitation/create", "params": {"mode": "url", "message": "m", "url": "a:b"}},
    {"method": "notifications/elicitation/complete", "params": {"elicitationId": []}},
)
HEADERS: tuple[Any, ...] = (None, {}, [("Mcp-Session-Id", "a\r\nb"), ("Mcp-Session-Id", "x")], {"Mcp-Method": "x"})


def text(given: bytes | dict[str, Any] | list[Any]) -> bytes:
    if isinstance(given, bytes):
        return given
    if isinstance(given, list):
        return json.dumps([{"jsonrpc": "2.0", **each} if isinstance(each, dict) else each for each in given]).encode()
    return json.dumps({"jsonrpc": "2.0", **given}).encode()


def ready(observer: mb.Observer) -> mb.Observer:
    """After the opening, with one call that waits."""
    observer.hear(text({"id": 0, "method": "initialize", "params": OPENING}), "client")
    observer.hear(text({"id": 0, "result": ACCEPTED}), "server")
    observer.hear(text({"method": "notifications/initialized"}), "client")
    observer.hear(text({"id": 2, "method": "tools/call", "params": {"name": "t", **META}}), "client")
    return observer


OBSERVERS: dict[str, Callable[[], mb.Observer]] = {
    "new": mb.Observer,
    "http": lambda: mb.Observer(transport="http"),
    "ready": lambda: ready(mb.Observer()),
    "per-request": lambda: ready(mb.Observer(revision=NEW)),
}


@pytest.mark.parametrize("kind", OBSERVERS)
@pytest.mark.parametrize("sender", ["client", "server"])
def test_a_rejected_text_changes_nothing(kind: str, sender: Any) -> None:
    rejected = 0
    for given in TEXTS:
        for headers in HEADERS:
            observer = OBSERVERS[kind]()
            before = observer_snapshot(observer)
            for event in observer.hear(text(given), sender, headers=headers, http_status=200):
                ends = event.request is not None and event.request.method != "initialize"
                if event.verdict == "rejected" and not ends:
                    assert observer_snapshot(observer) == before, (given, event)
                    rejected += 1
    assert rejected > len(TEXTS)


def test_a_session_goes_on_after_all_of_them() -> None:
    observer = ready(mb.Observer())
    for given in TEXTS:
        observer.hear(text(given), "server")
    (event,) = observer.hear(text({"id": 99, "method": "tools/call", "params": {"name": "t"}}), "client")
    assert event.verdict == "taken"
    (event,) = observer.hear(text({"id": 99, "result": {"content": []}}), "server")
    assert (event.verdict, observer.state) == ("taken", "ready")
