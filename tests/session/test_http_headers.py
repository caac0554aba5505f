"""The headers that a client's session provides for the three HTTP methods, and what HTTP responses mean to it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.http import request_headers
from mcp_bindings.session import Ignored
from mcp_bindings.session.errors import LocalProtocolError
from mcp_bindings.session.events import OpeningFailed, RequestLost, SessionExpired, VersionAgreed
from mcp_bindings.session.session import Session
from mcp_bindings.spec.error_codes import HEADER_MISMATCH, UNSUPPORTED_PROTOCOL_VERSION
from tests.revisions import HANDSHAKE, PER_REQUEST

INFO = {"name": "x", "version": "1"}
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}


def agreed(version: str) -> Session:
    """A client's session over HTTP after the opening."""
    client = Session("client", [version], info=INFO, transport="http")
    server = Session("server", [version], info=INFO, capabilities={"tools": {}}, transport="http")
    request: Any = server.receive(client.open())
    assert isinstance(client.receive(server.accept(request)), VersionAgreed)
    return client


def test_annotated_arguments_are_repeated_in_headers() -> None:
    client = agreed("2026-07-28")
    data = client.request("tools/call", {"name": "read", "arguments": {"region": "é"}}).data
    headers = client.http_headers(data, input_schemas={"read": SCHEMA, "other": {}})
    assert headers["Mcp-Param-Region"] == "=?base64?w6k=?="
    assert "Mcp-Param-Region" not in client.http_headers(data, input_schemas={"other": SCHEMA})
    assert "Mcp-Param-Region" not in client.http_headers(data)


def test_an_argument_that_no_header_can_hold_is_rejected() -> None:
    client = agreed("2026-07-28")
    data = client.request("tools/call", {"name": "read", "arguments": {"region": 5}}).data
    with pytest.raises(ValueError, match="expected string"):
        client.http_headers(data, input_schemas={"read": SCHEMA})


def test_headers_of_get_and_delete() -> None:
    client = agreed("2025-11-25")
    client.session_id = "a"
    always = {"MCP-Session-Id": "a", "MCP-Protocol-Version": "2025-11-25"}
    listening = client.http_headers(None, http_method="GET")
    assert listening == {**always, "Accept": "text/event-stream"}
    assert client.http_headers(None, http_method="GET", last_event_id="7") == {**listening, "Last-Event-ID": "7"}
    assert client.http_headers(None, http_method="DELETE") == always


WITH_SESSIONS = [version for version in mb.REVISIONS if mb.revision(version).protocol.http.sessions == "optional"]
BAD_SESSION_IDS = ("a\r\nX-Evil: 1", "a b", "", "\x7f", "\x00", "é", "a\n", " a", "a\t")


@pytest.mark.parametrize("bad", BAD_SESSION_IDS)
@pytest.mark.parametrize("version", WITH_SESSIONS)
def test_a_session_id_that_is_no_visible_ascii_reaches_no_header(version: str, bad: str) -> None:
    client = agreed(version)
    data = client.request("tools/list").data
    with pytest.raises(ValueError, match="visible ASCII") as caught:
        client.session_id = bad
    assert not bad or bad not in str(caught.value)
    assert client.session_id is None
    with pytest.raises(ValueError, match="visible ASCII"):
        request_headers(json.loads(data), version, session_id=bad)
    assert "\n" not in str(client.http_headers(data))
    client.session_id = "!~"
    assert {name.lower(): value for name, value in client.http_headers(data).items()}["mcp-session-id"] == "!~"


@pytest.mark.parametrize("end", ["\r\nX-Evil: 1", "\n", "\x00", "\x7f"])
@pytest.mark.parametrize("version", mb.REVISIONS)
def test_no_header_has_control_characters(version: str, end: str) -> None:
    """Event ids and method names also become headers."""
    headers = [row.name for row in mb.revision(version).protocol.http.request_headers if row.role == "send"]
    if "Last-Event-ID" in headers:
        with pytest.raises(ValueError, match="control character"):
            request_headers(None, version, http_method="GET", last_event_id=f"1{end}")
    if "Mcp-Method" in headers:
        with pytest.raises(ValueError, match="control character"):
            request_headers({"jsonrpc": "2.0", "id": 1, "method": f"a{end}"}, version)
    assert "Last-Event-ID" in headers or "Mcp-Method" in headers or version == mb.REVISIONS[0]


@pytest.mark.parametrize("version", WITH_SESSIONS)
def test_status_404_starts_a_new_session_without_the_id(version: str) -> None:
    client = agreed(version)
    client.session_id = "a"
    call, other = client.request("tools/list"), client.request("tools/list")
    event: Any = client.request_failed(call.id, http_status=404, body=b'{"jsonrpc":"2.0","id":2,"error":5}')
    assert isinstance(event, SessionExpired)
    assert event.pending == {call.id: "tools/list", other.id: "tools/list"}
    assert event.peer_requests == {}
    assert [client.session_id, client.version, client.capabilities] == [None, None, None]
    first = json.loads(event.reply)
    assert (first["method"], dict(client.pending)) == ("initialize", {first["id"]: "initialize"})
    assert not any(name.lower() == "mcp-session-id" for name in client.http_headers(event.reply))
    server = Session("server", [version], info=INFO, capabilities={"tools": {}}, transport="http")
    late = json.dumps({"jsonrpc": "2.0", "id": other.id, "result": {"tools": []}}).encode()
    assert isinstance(client.receive(late), Ignored)
    request: Any = server.receive(event.reply)
    assert isinstance(client.receive(server.accept(request)), VersionAgreed)
    assert (client.state, client.version) == ("ready", version)
    assert isinstance(server.receive(client.request("tools/list").data), mb.Request)


@pytest.mark.parametrize("version", WITH_SESSIONS)
def test_a_404_to_a_get_ends_the_session_too(version: str) -> None:
    client = agreed(version)
    client.session_id = "a"
    assert json.loads(client.session_expired().reply)["method"] == "initialize"
    server = Session("server", [version], info=INFO, transport="http")
    server.session_id = "a"
    # Now the client has no session id; and a server sends the status 404 itself.
    for session in (client, server):
        with pytest.raises(LocalProtocolError, match="only a client"):
            session.session_expired()


@pytest.mark.parametrize("version", PER_REQUEST)
def test_no_session_ends_in_a_revision_without_sessions(version: str) -> None:
    client = Session("client", [version], info=INFO, capabilities={}, transport="http")
    client.session_id = "a"
    with pytest.raises(LocalProtocolError, match="a handshake"):
        client.session_expired()


@pytest.mark.parametrize("version", mb.REVISIONS)
def test_a_404_without_a_session_id_loses_one_request(version: str) -> None:
    client = agreed(version)
    call = client.request("tools/list")
    assert isinstance(client.request_failed(call.id, http_status=404), RequestLost)
    if version not in WITH_SESSIONS:
        client.session_id = "a"
        call = client.request("tools/list")
        assert isinstance(client.request_failed(call.id, http_status=404), RequestLost)
    client = Session("client", [version], info=INFO, transport="http")
    client.session_id = "a"
    opening = json.loads(client.open())
    assert not isinstance(client.request_failed(opening["id"], http_status=404), SessionExpired)


@pytest.mark.parametrize("id_", [{}, {"id": None}])
@pytest.mark.parametrize("version", PER_REQUEST)
def test_an_error_without_an_id_answers_the_request_of_its_post(version: str, id_: dict[str, Any]) -> None:
    def body(code: int, data: Any = None) -> bytes:
        return json.dumps({"jsonrpc": "2.0", **id_, "error": {"code": code, "message": "m", "data": data}}).encode()

    client = agreed(version)
    call = client.request("tools/list")
    event: Any = client.request_failed(call.id, http_status=400, body=body(HEADER_MISMATCH))
    assert isinstance(event, mb.ErrorResponse)
    assert (event.error.code, dict(client.pending)) == (HEADER_MISMATCH, {})
    # An error of per-request servers tells the era, so the client does not fall back to a handshake.
    client = Session("client", mb.REVISIONS, info=INFO, transport="http")
    first = json.loads(client.open())["id"]
    listed = body(UNSUPPORTED_PROTOCOL_VERSION, {"supported": ["2999-01-01"], "requested": version})
    assert isinstance(client.request_failed(first, http_status=400, body=listed), OpeningFailed)


@pytest.mark.parametrize("rejected", ["headers", "params", "answer"])
def test_a_rejected_post_does_not_resume_a_session(rejected: str) -> None:
    original = Session("server", HANDSHAKE, info=INFO, capabilities={"tools": {}}, transport="http")
    server = original.anew(continues=True)
    server.session_id = "a"
    older, newer = (mb.revision(each) for each in HANDSHAKE[-2:])
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    wrong: dict[str, dict[str, Any]] = {
        "headers": {"id": 1, "method": "tools/list"},
        "params": {"id": 1, "method": "tools/call", "params": {}},
        "answer": {"id": 1, "result": {}},
    }
    sent_id = "b" if rejected == "headers" else "a"
    with pytest.raises(mb.ProtocolError):
        server.receive(
            json.dumps({"jsonrpc": "2.0", **wrong[rejected]}).encode(),
            headers={**headers, "MCP-Protocol-Version": older.version, "Mcp-Session-Id": sent_id},
        )
    assert (server.state, server.version) == ("new", None)
    server.receive(
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode(),
        headers={**headers, "MCP-Protocol-Version": newer.version, "Mcp-Session-Id": "a"},
    )
    assert server.revision is newer
