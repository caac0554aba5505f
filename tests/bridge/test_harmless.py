"""What a server gets wrong and what harms nobody crosses a bridge, as `mb.connect` would deliver it without one."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_bindings as mb
from tests.bridge.world import World, complete
from tests.documents import acknowledgement
from tests.revisions import HANDSHAKE, PER_REQUEST, having, method_of

JSON = Any

TRANSPORTS = [(one, other) for one in ("stdio", "http") for other in ("stdio", "http")]
LOG = "notifications/message"
LOG_LEVEL = "io.modelcontextprotocol/logLevel"
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
TOOLS_ONLY: JSON = {"tools": {}}

each_way = pytest.mark.parametrize("transports", TRANSPORTS, ids="-".join)


def text(revision: str, method: str, params: JSON) -> bytes:
    """A notification in a revision that no session has checked."""
    return json.dumps({"jsonrpc": "2.0", "method": method_of(method, revision), "params": params}).encode()


def log(revision: str, level: str = "info") -> bytes:
    return text(revision, LOG, {"level": level, "data": "disk full"})


class Call:
    """A call of a tool, for which the server sends what no session has checked.

    Args:
        client, server: the revision of each side.
        transports: of both sides of the bridge.
        level: of the log messages that a per-request client asks for.
        progress: whether the client asks for progress.
        breaks: the rule that the server breaks. Over HTTP its observer is not certain, and does not say so.
        capabilities: of the server.
    """

    def __init__(
        self,
        client: str,
        server: str,
        transports: tuple[str, ...],
        *,
        level: str = "info",
        progress: bool = False,
        breaks: str = "capability.notification",
        capabilities: JSON = TOOLS_ONLY,
    ) -> None:
        self.world = world = World(client, server, *transports, server_capabilities=capabilities)
        world.broken["server"].add(breaks)
        world.open()
        assert world.version == client
        held = world.hold("tools/call")
        params: JSON = {"name": "add"}
        if client in PER_REQUEST:
            params["_meta"] = {LOG_LEVEL: level}
        self.sent = world.client.request("tools/call", params, progress=progress)
        world.client_sends(self.sent.data)
        world.run()
        ((self.request, self.session, self.stream),) = held

    def server_sends(self, data: bytes) -> None:
        self.world.server_sends(data, self.stream)
        self.world.run()

    def answer(self) -> JSON:
        """Let the server answer, and return what the client gets."""
        self.server_sends(self.session.respond(self.request.id, complete(self.world.revisions["server"], "tools/call")))
        return self.world.answer_to(self.sent.id)


@each_way
@pytest.mark.parametrize("server", HANDSHAKE[-1:])
@pytest.mark.parametrize("client", having(LOG))
def test_undeclared_log_messages_arrive(client: str, server: str, transports: tuple[str, ...]) -> None:
    call = Call(client, server, transports)
    call.server_sends(log(server))
    assert [each.params.data for each in call.world.notified(LOG)] == ["disk full"]
    assert "result" in call.answer()


@pytest.mark.parametrize("transports", [("stdio", "stdio"), ("stdio", "http"), ("http", "http")], ids="-".join)
@pytest.mark.parametrize("server", having(LOG, among=PER_REQUEST))
@pytest.mark.parametrize("client", having(LOG, among=PER_REQUEST))
def test_log_messages_of_other_levels_arrive_in_one_revision(
    client: str, server: str, transports: tuple[str, ...]
) -> None:
    call = Call(
        client, server, transports, level="error", breaks="log.level", capabilities={"tools": {}, "logging": {}}
    )
    call.server_sends(log(server, "debug"))
    assert [each.params.level for each in call.world.notified(LOG)] == ["debug"]
    assert "result" in call.answer()


@each_way
@pytest.mark.parametrize("server", [HANDSHAKE[-1], PER_REQUEST[-1]])
@pytest.mark.parametrize("client", mb.REVISIONS)
def test_progress_arrives_though_it_does_not_increase(client: str, server: str, transports: tuple[str, ...]) -> None:
    call = Call(client, server, transports, progress=True, breaks="progress.increases")
    token = call.request.document["params"]["_meta"]["progressToken"]
    for value in (1, 2, 2, 1, 3):
        call.server_sends(text(server, "notifications/progress", {"progressToken": token, "progress": value}))
    reported = [each.params.progress for each in call.world.notified("notifications/progress")]
    assert reported == ([1, 2, 2, 1, 3] if "http" not in transports else [1, 2, 3]), "over HTTP, a late one is ignored"
    assert "result" in call.answer()


@each_way
@pytest.mark.parametrize("revision", HANDSHAKE)
def test_the_answer_to_a_ping_may_have_members(revision: str, transports: tuple[str, ...]) -> None:
    world = World(revision, revision, *transports)
    world.open()
    held = world.hold("ping")
    sent = world.client.request("ping")
    world.client_sends(sent.data)
    world.run()
    ((request, _, stream),) = held
    world.server_sends(json.dumps({"jsonrpc": "2.0", "id": request.id, "result": {"uptime": 5}}).encode(), stream)
    world.run()
    assert world.answer_to(sent.id)["result"] == {"uptime": 5}


@each_way
@pytest.mark.parametrize("revision", HANDSHAKE)
def test_a_client_may_send_undeclared_changes_of_its_roots(revision: str, transports: tuple[str, ...]) -> None:
    world = World(revision, revision, *transports, client_capabilities={})
    world.open()
    changed: JSON = {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}
    data = json.dumps(changed).encode()
    headers: JSON = world.client.http_headers(data) if transports[0] == "http" else None
    world.hear(world.front, data, "client", headers)
    world.carry_out(world.bridge.from_client(data, headers=headers, exchange=99))
    world.run()
    assert [each.method for each in world.received("notifications/roots/list_changed")] == [changed["method"]]


@each_way
@pytest.mark.parametrize("revision", PER_REQUEST)
def test_an_acknowledgement_may_promise_undeclared_changes(revision: str, transports: tuple[str, ...]) -> None:
    """The official SDK for Python promises whatever was asked for."""
    world = World(revision, revision, *transports, server_capabilities=TOOLS_ONLY)
    world.broken["server"].add("capability.notification")
    world.open()
    held, wanted = world.hold("subscriptions/listen"), {"toolsListChanged": True}
    sent = world.client.request("subscriptions/listen", {"notifications": wanted})
    world.client_sends(sent.data)
    world.run()
    ((request, _, stream),) = held
    tag = {"_meta": {SUBSCRIPTION: request.id}}
    sent_by_server: JSON = {
        "notifications/subscriptions/acknowledged": acknowledgement(revision, request.id, wanted),
        "notifications/tools/list_changed": tag,
    }
    for method, params in sent_by_server.items():
        world.server_sends(text(revision, method, params), stream)
        world.run()
        (notification,) = world.notified(method)
        assert notification.document["params"] == {**params, "_meta": {SUBSCRIPTION: sent.id}}
