"""Two sessions agree on a version or fail: the specification's matrix of eras, and every fallback of a client.

https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#compatibility-matrix
"""

from __future__ import annotations

import json

import pytest

import mcp_bindings as mb
from mcp_bindings.extensions import Extension, tasks
from mcp_bindings.jsonrpc.messages import Request
from mcp_bindings.negotiation import ERA_MATRIX
from mcp_bindings.session import OpeningContinues
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.session.events import OpeningFailed, RequestLost, VersionAgreed
from mcp_bindings.session.session import Session
from mcp_bindings.session.simulation import negotiate
from mcp_bindings.spec.names import DISCOVER
from tests.negotiation.matrix import SETS
from tests.revisions import HANDSHAKE, HTTP_SSE, PER_REQUEST, method_of
from tests.session.wires import INFO, Answer, Http, Wire

BOTH = [*HANDSHAKE, *PER_REQUEST]
ERAS = {"per-request": PER_REQUEST, "handshake": HANDSHAKE, "dual-era": BOTH}
WIRES = {"stdio": Wire, "http": Http}

wires = pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES)


def methods(wire: Wire) -> list[str]:
    return [method for method, _ in wire.said]


def error(data: bytes, code: int) -> bytes:
    """An error from a server of another implementation."""
    return json.dumps(
        {"jsonrpc": "2.0", "id": json.loads(data)["id"], "error": {"code": code, "message": "no"}}
    ).encode()


# The matrix, row by row


@wires
def test_a_per_request_client_works_with_a_per_request_server(wire: type[Wire]) -> None:
    found = wire(PER_REQUEST, PER_REQUEST)
    assert found.open() == PER_REQUEST[-1]
    assert methods(found) == [method_of(DISCOVER)]


@wires
def test_a_per_request_client_fails_with_a_handshake_server(wire: type[Wire]) -> None:
    found = wire(PER_REQUEST, HANDSHAKE)
    assert found.open() is None
    assert isinstance(found.events[-1], OpeningFailed)
    assert found.client.state == "closed"
    assert methods(found) == [method_of(DISCOVER)]


@wires
def test_a_dual_era_client_stays_with_a_per_request_server(wire: type[Wire]) -> None:
    found = wire(BOTH, PER_REQUEST)
    assert found.open() == PER_REQUEST[-1]
    assert methods(found) == [method_of(DISCOVER)]


@wires
def test_a_dual_era_client_falls_back_with_a_handshake_server(wire: type[Wire]) -> None:
    found = wire(BOTH, HANDSHAKE)
    assert found.open() == HANDSHAKE[-1]
    assert methods(found) == [method_of(DISCOVER), "initialize", "notifications/initialized"]


@wires
def test_a_handshake_client_fails_with_a_per_request_server(wire: type[Wire]) -> None:
    found = wire(HANDSHAKE, PER_REQUEST)
    assert found.open() is None
    assert methods(found) == ["initialize"]
    if isinstance(found, Http):
        assert isinstance(found.events[0], OpeningContinues)
        assert found.events[0].action == "http+sse"
        assert found.statuses == [400]
    else:
        assert isinstance(found.events[0], OpeningFailed)


@wires
def test_a_handshake_client_works_with_a_dual_era_server(wire: type[Wire]) -> None:
    found = wire(HANDSHAKE, BOTH)
    assert found.open() == HANDSHAKE[-1]
    assert methods(found) == ["initialize", "notifications/initialized"]


@wires
def test_a_handshake_client_works_with_a_handshake_server(wire: type[Wire]) -> None:
    found = wire(HANDSHAKE, HANDSHAKE)
    assert found.open() == HANDSHAKE[-1]
    assert methods(found) == ["initialize", "notifications/initialized"]


def test_every_row_of_the_matrix_has_a_test() -> None:
    named = [name for name in globals() if name.startswith("test_a_") and "_client_" in name and "_server" in name]
    for row in ERA_MATRIX:
        client, server = row.client.replace("-", "_"), row.server.replace("-", "_")
        assert any(f"test_a_{client}_client_" in name and f"_a_{server}_server" in name for name in named), row
        assert all(wire(ERAS[row.client], ERAS[row.server]).open() is not None for wire in WIRES.values()) == row.works


# All pairs of sets


@wires
def test_two_sessions_agree_as_negotiate_predicts(wire: type[Wire]) -> None:
    wrong: list[object] = []
    for mine in SETS:
        for theirs in SETS:
            found = wire(mine, theirs)
            version = found.open()
            expected = negotiate(mine, theirs, "http" if wire is Http else "stdio")
            steps = [step.message for step in expected.steps if step.sender == "client" and step.message is not None]
            if version != expected.version or methods(found) != [message["method"] for message in steps]:
                wrong.append((sorted(mine), sorted(theirs), version, expected.version, found.said))
    assert wrong == []


@wires
@pytest.mark.parametrize("asked", HANDSHAKE)
@pytest.mark.parametrize("spoken", HANDSHAKE)
def test_a_server_answers_the_requested_version_or_its_newest(wire: type[Wire], asked: str, spoken: str) -> None:
    if wire is Http and {asked, spoken}.intersection(HTTP_SSE):
        return  # the server would need another transport, so the two cannot connect
    found = wire([asked], [spoken])
    assert found.open() == (asked if asked == spoken else None)
    if asked != spoken:
        assert isinstance(found.events[-1], OpeningFailed)
        assert "not supported" in found.events[-1].reason


# Fallback on stdio


@pytest.mark.parametrize("code", [-32601, -32602, -32600, -32603, -32000, -32001, 0, 1, -32700])
def test_the_fallback_depends_on_no_single_error_code(code: int) -> None:
    found = Wire(BOTH, HANDSHAKE, lambda data, _: Answer(error(data, code)))
    assert found.open() == HANDSHAKE[-1]


def test_a_server_that_ignores_the_probe_is_a_handshake_server() -> None:
    found = Wire(BOTH, HANDSHAKE, lambda data, _: Answer(None))
    assert found.open() == HANDSHAKE[-1]
    assert isinstance(found.events[0], OpeningContinues)
    assert found.events[0].action == "initialize"


def test_a_late_response_to_the_probe_is_ignored() -> None:
    client = Session("client", BOTH, info=INFO)
    probe = client.open()
    again = client.request_failed(1)
    assert isinstance(again, OpeningContinues)
    assert again.reply is not None
    late = client.receive(error(probe, -32601))
    assert type(late).__name__ == "Ignored"
    assert dict(client.pending) == {2: "initialize"}


@pytest.mark.parametrize("result", [{}, {"tools": []}, None, "x", {"supportedVersions": "2026-07-28"}, []])
def test_an_invalid_discovery_result_shows_a_handshake_server(result: object) -> None:
    def react(data: bytes, _: Answer) -> Answer:
        return Answer(json.dumps({"jsonrpc": "2.0", "id": json.loads(data)["id"], "result": result}).encode())

    found = Wire(BOTH, HANDSHAKE, react)
    assert found.open() == HANDSHAKE[-1]


def test_a_per_request_error_means_no_handshake() -> None:
    """A per-request server lists its versions: the client chooses one of them and does not send `initialize`."""

    def react(data: bytes, _: Answer) -> Answer:
        document = json.loads(data)
        describe = {"code": -32022, "message": "no", "data": {"supported": ["2027-01-01"], "requested": "2026-07-28"}}
        return Answer(json.dumps({"jsonrpc": "2.0", "id": document["id"], "error": describe}).encode())

    found = Wire(BOTH, HANDSHAKE, react)
    assert found.open() is None
    assert methods(found) == [method_of(DISCOVER)]
    assert isinstance(found.events[-1], OpeningFailed)


def test_a_per_request_client_probes_for_a_handshake_server() -> None:
    found = Wire(PER_REQUEST, HANDSHAKE, lambda data, _: Answer(None))
    assert found.open() is None
    assert isinstance(found.events[-1], OpeningFailed)


def test_requests_from_the_server_do_not_affect_the_probe() -> None:
    client = Session("client", BOTH, info=INFO)
    client.open()
    ping = client.receive(b'{"jsonrpc":"2.0","id":"a","method":"ping"}')
    assert isinstance(ping, mb.Request)
    assert json.loads(client.respond("a", {})) == {"jsonrpc": "2.0", "id": "a", "result": {}}


# Fallback on HTTP


@pytest.mark.parametrize("status", [400, 404, 405, 406, 415, 499])
@pytest.mark.parametrize("body", [b"", b"Bad Request", b"{}", b"[]"])
def test_status_4xx_without_a_per_request_error_means_handshake(status: int, body: bytes) -> None:
    found = Http(BOTH, HANDSHAKE, lambda data, _: Answer(body, status))
    assert found.open() == HANDSHAKE[-1]
    assert methods(found) == [method_of(DISCOVER), "initialize", "notifications/initialized"]


@pytest.mark.parametrize("status", [None, 307, 500, 501, 503])
@pytest.mark.parametrize("body", [b"", b"Internal Server Error", b"{}"])
def test_other_failures_do_not_determine_the_era(status: int | None, body: bytes) -> None:
    """/specification/2026-07-28/basic/versioning#compatibility-matrix"""
    client = Session("client", BOTH, info=INFO, transport="http")
    client.open()
    event = client.request_failed(1, http_status=status, body=body)
    assert isinstance(event, OpeningFailed)
    assert "says nothing about the era" in event.reason


@pytest.mark.parametrize("status", [401, 403])
def test_a_missing_authorization_does_not_determine_the_era(status: int) -> None:
    found = Http(BOTH, HANDSHAKE, lambda data, _: Answer(None, status))
    assert found.open() is None
    event = found.events[-1]
    assert isinstance(event, OpeningContinues)
    assert event.action == "authorize"
    assert event.reply is None
    assert found.client.state == "new"
    assert json.loads(found.client.open())["method"] == method_of(DISCOVER)


def test_a_client_falls_back_to_http_sse() -> None:
    found = Http(BOTH, ["2024-11-05"])
    assert found.open() == "2024-11-05"
    assert found.statuses == [405, 405]
    assert [type(event).__name__ for event in found.events] == ["OpeningContinues", "OpeningContinues", "VersionAgreed"]
    assert [event.action for event in found.events if isinstance(event, OpeningContinues)] == ["initialize", "http+sse"]


def test_over_http_a_per_request_error_prevents_the_handshake() -> None:
    def react(data: bytes, _: Answer) -> Answer:
        return Answer(error(data, -32020), 400)

    client = Session("client", BOTH, info=INFO, transport="http")
    data = client.open()
    event = client.request_failed(1, http_status=400, body=react(data, Answer(None)).body or b"")
    assert isinstance(event, mb.ErrorResponse)
    assert dict(client.pending) == {}


# Without a probe


@wires
def test_a_per_request_client_may_begin_with_any_request(wire: type[Wire]) -> None:
    found = wire(PER_REQUEST, PER_REQUEST)
    asked = found.client.request("tools/list")
    headers = found.client.http_headers(asked.data) if wire is Http else None
    request = found.server.receive(asked.data, headers=headers)
    assert isinstance(request, mb.Request)
    page: dict[str, object] = {"resultType": "complete", "tools": [], "ttlMs": 0, "cacheScope": "private"}
    answer = found.client.receive(found.server.respond(asked.id, page))
    assert isinstance(answer, mb.Response)
    assert found.client.version == PER_REQUEST[-1]


def test_a_rejected_request_is_sent_again_in_a_supported_version() -> None:
    client = Session("client", BOTH, info=INFO)
    asked = client.request("tools/list")
    describe = {"code": -32022, "message": "no", "data": {"supported": ["2025-06-18"], "requested": "2026-07-28"}}
    event = client.receive(json.dumps({"jsonrpc": "2.0", "id": asked.id, "error": describe}).encode())
    assert isinstance(event, OpeningContinues)
    assert event.action == "initialize"
    assert event.reply is not None
    assert json.loads(event.reply)["params"]["protocolVersion"] == "2025-06-18"


@pytest.mark.parametrize("refusals", [1, 2])
def test_a_rejected_version_that_is_listed_is_tried_once_more(refusals: int) -> None:
    describe = {"code": -32022, "message": "no", "data": {"supported": PER_REQUEST[:1], "requested": PER_REQUEST[0]}}
    client = Session("client", PER_REQUEST[:1], info=INFO)
    data: bytes | None = client.open()
    for number in range(1, refusals + 1):
        event = client.receive(json.dumps({"jsonrpc": "2.0", "id": number, "error": describe}).encode())
        assert isinstance(event, OpeningContinues if number == 1 else OpeningFailed)
        data = event.reply if isinstance(event, OpeningContinues) else None
    assert (data is None) == (refusals == 2)
    assert data is None or PER_REQUEST[0].encode() in data


def test_a_handshake_client_uses_a_version_that_the_error_lists() -> None:
    client = Session("client", HANDSHAKE, info=INFO)
    client.open()
    describe = {"code": -32602, "message": "no", "data": {"supported": ["2024-11-05"], "requested": "2025-11-25"}}
    event = client.receive(json.dumps({"jsonrpc": "2.0", "id": 1, "error": describe}).encode())
    assert isinstance(event, OpeningContinues)
    assert event.action == "initialize"
    assert event.reply is not None
    assert json.loads(event.reply)["params"]["protocolVersion"] == "2024-11-05"


@pytest.mark.parametrize("minimum", BOTH)
@wires
def test_neither_side_accepts_a_version_below_its_minimum(wire: type[Wire], minimum: str) -> None:
    floor = BOTH[BOTH.index(minimum) :]
    client = Session("client", BOTH, info=INFO, minimum=minimum)
    data = json.loads(client.open())
    if "protocolVersion" in data["params"]:
        assert data["params"]["protocolVersion"] in floor
    if minimum != PER_REQUEST[0]:
        found = wire(floor, [HANDSHAKE[0]])
        assert found.open() == (HANDSHAKE[0] if minimum == HANDSHAKE[0] else None)


@pytest.mark.parametrize("extends", PER_REQUEST)
@pytest.mark.parametrize("server", [PER_REQUEST[-1:], BOTH], ids=["newest", "all"])
def test_a_client_prefers_a_revision_that_its_extensions_extend(extends: str, server: list[str]) -> None:
    """Otherwise the release of a newer revision, which both sides speak, would end the use of an extension."""
    info = tasks.EXTENSION.info
    one = Extension(info._replace(revisions=(extends,)), tasks.EXTENSION.package)
    every = Extension(info._replace(id="com.example/every", revisions=PER_REQUEST), tasks.EXTENSION.package)
    none = Extension(info._replace(id="com.example/none", revisions=()), tasks.EXTENSION.package)
    for extensions, agreed in {(): PER_REQUEST[-1], (none,): PER_REQUEST[-1], (none, one): extends}.items():
        found = Wire(BOTH, server, extensions=extensions)
        assert found.open() == (agreed if agreed in server else PER_REQUEST[-1])
    client = Session("client", BOTH, info=INFO, extensions=[every])
    assert json.loads(client.open())["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] == PER_REQUEST[-1]


def test_an_unknown_version_is_not_accepted() -> None:
    client = Session("client", HANDSHAKE, info=INFO)
    client.open()
    result = {"protocolVersion": "2031-01-01", "capabilities": {}, "serverInfo": INFO}
    event = client.receive(json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode())
    assert isinstance(event, OpeningFailed)
    assert "unknown" in event.reason


def test_a_session_can_be_opened_once() -> None:
    client = Session("client", BOTH, info=INFO)
    client.open()
    with pytest.raises(LocalProtocolError, match="already begun"):
        client.open()
    with pytest.raises(LocalProtocolError, match="waits for the first message of its client"):
        Session("server", BOTH, info=INFO).open()


def test_a_lost_request_is_reported() -> None:
    found = Wire(["2025-11-25"], HANDSHAKE)
    found.open()
    asked = found.client.request("ping")
    assert found.client.request_failed(asked.id) == RequestLost(asked.id, "ping")
    assert dict(found.client.pending) == {}


def test_closing_reports_the_pending_requests() -> None:
    found = Wire(["2025-11-25"], HANDSHAKE)
    found.open()
    asked = found.client.request("ping")
    found.server.receive(asked.data)
    assert found.client.close().pending == {asked.id: "ping"}
    assert found.server.close().peer_requests == {asked.id: "ping"}
    with pytest.raises(LocalProtocolError, match="closed"):
        found.client.request("ping")
    with pytest.raises(mb.ProtocolError, match="closed"):
        found.server.receive(asked.data)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"role": "proxy", "revisions": BOTH}, "role must be"),
        ({"role": "client", "revisions": []}, "at least one known revision"),
        ({"role": "server", "revisions": ["2031-01-01"]}, "unknown revision"),
        ({"role": "client", "revisions": HANDSHAKE, "minimum": "2026-07-28"}, "from 2026-07-28 on"),
        ({"role": "client", "revisions": HANDSHAKE, "minimum": "x"}, "minimum is 'x'"),
    ],
)
def test_invalid_arguments_of_a_session(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Session(**given, info=INFO)  # type: ignore[arg-type]


def test_version_agreed_describes_the_server() -> None:
    client = Session("client", ["2025-11-25"], info=INFO, capabilities={"roots": {}})
    server = Session("server", BOTH, info=INFO, capabilities={"tools": {}}, instructions="Ask.")
    request = server.receive(client.open())
    assert isinstance(request, mb.Request)
    event = client.receive(server.accept(request))
    assert isinstance(event, VersionAgreed)
    assert (event.version, event.message.result.instructions) == ("2025-11-25", "Ask.")
    assert (client.capabilities, server.capabilities) == ({"tools": {}}, {"roots": {}})
    assert (client.state, server.state) == ("ready", "agreed")


def test_a_refused_initialize_is_not_tried() -> None:
    """A client that forwards an `initialize` writes in the requested version only if its session accepts it."""
    opened = mb.revision(HANDSHAKE[0]).parse(Session("client", HANDSHAKE[:1], info=INFO).open(), sender="client")
    assert isinstance(opened, Request)
    client = Session("client", BOTH, info=INFO)
    assert json.loads(client.open())["id"] == opened.id
    with pytest.raises(LocalProtocolError):
        client.forward(opened)
    assert b"protocolVersion" in client.request("server/discover").data
    client.forward(opened.replace(id="other"))
    assert b"protocolVersion" not in client.request("ping").data


def test_a_request_that_has_no_form_takes_no_id() -> None:
    client = Session("client", PER_REQUEST, info=INFO)
    with pytest.raises(mb.EncodeError):
        client.request("server/discover", {"own": object()})
    assert client.request("server/discover").id == 1
