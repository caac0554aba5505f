"""Every combination of what the two sides declare, for every kind of message of the tasks extension.

`expected` states the rules once more, independently of the code.
"""

from __future__ import annotations

import json
from itertools import product
from typing import Any, NamedTuple

import pytest

import mcp_bindings as mb
from mcp_bindings.extensions.tasks import EXTENSION
from mcp_bindings.session.errors import LocalProtocolError
from tests.extensions.test_tasks import DECLARED, INFO, TASK, VERSION, meta

IDS = {"taskId": "t"}
REQUESTS: dict[str, tuple[str, dict[str, Any]]] = {
    "get": ("tasks/get", IDS),
    "update": ("tasks/update", {**IDS, "inputResponses": {}}),
    "cancel": ("tasks/cancel", IDS),
    "listen to tasks": ("subscriptions/listen", {"notifications": {"taskIds": ["t"]}}),
    "listen to tools": ("subscriptions/listen", {"notifications": {"toolsListChanged": True}}),
    "tool": ("tools/call", {"name": "x"}),
    "prompt": ("prompts/get", {"name": "x"}),
}
"""Requests by a name of this test."""

OWN = ("get", "update", "cancel")
"""The requests that the extension adds."""

CREATED = {"resultType": "task", **TASK}
MISSING = -32021
UNKNOWN = -32601
INVALID = -32602


class Sides(NamedTuple):
    """What the sides have and know."""

    client: bool
    server: bool
    discovered: bool
    """Whether the client has asked what the server declares."""


class Expected(NamedTuple):
    """What becomes of a request and of its result, if that creates a task."""

    is_sent: bool
    """Whether the client's session lets it go."""
    code: int | None
    """The server's error; None if it takes the request."""
    task_is_sent: bool
    """Whether the server's session lets the result go."""
    task_is_received: bool
    """Whether the client's session takes the result."""


def expected(sides: Sides, name: str) -> Expected:
    both = sides.client and sides.server
    is_sent, code = True, None
    if name in OWN:
        is_sent = both or (sides.client and not sides.discovered)
        code = None if both else MISSING if sides.server else UNKNOWN
    if name == "listen to tasks" and sides.server and not sides.client:
        code = MISSING
    return Expected(is_sent, code, both and name == "tool", sides.client and name == "tool")


def pair(sides: Sides) -> tuple[mb.Session, mb.Session]:
    extensions = {True: [EXTENSION], False: []}
    client = mb.Session("client", [VERSION], info=INFO, extensions=extensions[sides.client])
    offered = {"tools": {"listChanged": True}, "prompts": {}}
    server = mb.Session("server", [VERSION], info=INFO, capabilities=offered, extensions=extensions[sides.server])
    if sides.discovered:
        asked = server.receive(client.open())
        assert isinstance(asked, mb.Request)
        client.receive(server.accept(asked))
    return client, server


def sent(session: mb.Session, method: str, params: dict[str, Any]) -> bool:
    try:
        session.request(method, params, id="it")
    except LocalProtocolError:
        return False
    return True


def received(session: mb.Session, message: dict[str, Any]) -> tuple[int | None, Any]:
    try:
        session.receive(json.dumps(message))
    except mb.ProtocolError as error:
        return error.code, error.data
    return None, None


def responded(session: mb.Session) -> bool:
    try:
        session.respond("it", CREATED)
    except (LocalProtocolError, mb.ProtocolError):
        return False
    return True


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("sides", [Sides(*each) for each in product((True, False), repeat=3)])
def test_a_request_and_a_task_in_its_answer(sides: Sides, name: str) -> None:
    client, server = pair(sides)
    method, params = REQUESTS[name]
    is_sent = sent(client, method, params)
    declared = DECLARED if sides.client else {}
    request = {"jsonrpc": "2.0", "id": "it", "method": method, "params": {**params, "_meta": meta(declared)}}
    code, data = received(server, request)
    task_is_sent = code is None and responded(server)
    task_is_received = is_sent and received(client, {"jsonrpc": "2.0", "id": "it", "result": CREATED})[0] is None
    assert Expected(is_sent, code, task_is_sent, task_is_received) == expected(sides, name)
    if code == MISSING:
        assert data == {"requiredCapabilities": DECLARED}
