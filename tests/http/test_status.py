"""HTTP statuses of JSON-RPC responses and of rejected messages."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.http.status import choose_response_status
from tests.revisions import request_meta

INFO = {"name": "it", "version": "1"}
OLD, NEW = "2025-11-25", "2026-07-28"


def _error(code: int) -> bytes:
    return mb.ProtocolError(code, "error").reply(1)


@pytest.mark.parametrize(
    ("answer", "version", "status"),
    [
        (None, OLD, 202),
        (b'{"jsonrpc":"2.0","id":1,"result":{}}', NEW, 200),
        (b'{"jsonrpc":"2.0","id":1,"result":{"error":{"code":-32601}}}', NEW, 200),
        (b'{"jsonrpc":"2.0","id":"\\"error\\":{","result":{}}', NEW, 200),
        (_error(-32601), NEW, 404),
        (_error(-32601), OLD, 200),
        (mb.ProtocolError(-32601, "error").reply("long " * 100), NEW, 404),
        (_error(0), NEW, 200),
        (_error(-32602), NEW, 200),
        (_error(-32603), NEW, 200),
        (_error(-32021), NEW, 400),
        (b"[" + _error(-32601) + b"]", "2025-03-26", 200),
    ],
)
def test_statuses_of_responses(answer: bytes | None, version: str, status: int) -> None:
    assert choose_response_status(answer, version) == status


def _per_request(method: str, meta: dict[str, Any]) -> tuple[bytes, dict[str, str]]:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta}}
    return json.dumps(message).encode(), {"MCP-Protocol-Version": NEW, "Mcp-Method": method}


_KEY = "io.modelcontextprotocol/"
_META: dict[str, Any] = request_meta(NEW)


@pytest.mark.parametrize(
    ("text", "headers", "code", "status"),
    [
        (b"{", {}, -32700, 400),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', {"MCP-Protocol-Version": OLD}, -32600, 400),
        (b'{"jsonrpc":"2.0","id":1,"method":"no/such"}', {"MCP-Protocol-Version": OLD}, -32601, 200),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping"}', {"MCP-Protocol-Version": "1999-01-01"}, -32600, 400),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}', {"MCP-Protocol-Version": OLD}, -32600, 400),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping"}', {"Mcp-Session-Id": "gone"}, -32600, 404),
        (
            b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":1}',
            {"MCP-Protocol-Version": OLD},
            -32602,
            400,
        ),
        (*_per_request("no/such", _META), -32601, 404),
        (*_per_request("initialize", _META), -32601, 404),
        (*_per_request("tools/list", {f"{_KEY}protocolVersion": NEW}), -32602, 400),
        (_per_request("tools/list", _META)[0], {"MCP-Protocol-Version": NEW, "Mcp-Method": "ping"}, -32020, 400),
    ],
)
def test_rejected_messages_have_a_status(text: bytes, headers: dict[str, str], code: int, status: int) -> None:
    session = mb.Session("server", mb.REVISIONS, info=INFO, capabilities={"tools": {}}, transport="http")
    with pytest.raises(mb.ProtocolError) as refused:
        session.receive(text, headers=headers)
    assert (refused.value.code, refused.value.http_status) == (code, status)


@pytest.mark.parametrize(("kind", "id_"), [("result", None), ("error", None), ("method", 5)])
def test_only_a_rejected_request_gets_an_error_with_its_id(kind: str, id_: int | None) -> None:
    """The id of a rejected response belongs to a request of this side."""
    content = {"result": {}, "error": {"code": 1, "message": ""}, "method": "ping"}[kind]
    text = json.dumps({"jsonrpc": "2.0", "id": 5, kind: content})
    session = mb.Session("server", mb.REVISIONS, info=INFO, transport="http")
    with pytest.raises(mb.ProtocolError) as refused:
        session.receive(text, headers={"Mcp-Session-Id": "gone"})
    assert (refused.value.http_status, refused.value.id) == (404, id_)


def test_without_headers_there_is_no_status() -> None:
    session = mb.Session("server", mb.REVISIONS, info=INFO)
    with pytest.raises(mb.ProtocolError) as refused:
        session.receive(b"{")
    assert refused.value.http_status is None


def test_initialize_with_metadata_of_both_eras_opens_a_session() -> None:
    """Some clients send the newest `_meta` in an `initialize` request."""
    params = {"protocolVersion": OLD, "capabilities": {}, "clientInfo": INFO, "_meta": _META}
    text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).encode()
    session = mb.Session("server", mb.REVISIONS, info=INFO, transport="http")
    request = session.receive(text, headers={})
    assert isinstance(request, mb.Request)
    session.accept(request)
    assert session.version == OLD
