"""The headers that a client's session gives for the three HTTP methods."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_bindings.session import Session, VersionAgreed

INFO = {"name": "x", "version": "1"}
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}


def agreed(version: str) -> Session:
    """A client's session over HTTP that has opened."""
    client = Session("client", [version], info=INFO, transport="http")
    server = Session("server", [version], info=INFO, capabilities={"tools": {}}, transport="http")
    request: Any = server.receive(client.open())
    assert isinstance(client.receive(server.accept(request)), VersionAgreed)
    return client


def test_arguments_that_a_tool_wants_as_headers_are_repeated() -> None:
    client = agreed("2026-07-28")
    data = client.request("tools/call", {"name": "read", "arguments": {"region": "é"}}).data
    headers = client.http_headers(data, input_schemas={"read": SCHEMA, "other": {}})
    assert headers["Mcp-Param-Region"] == "=?base64?w6k=?="
    assert "Mcp-Param-Region" not in client.http_headers(data, input_schemas={"other": SCHEMA})
    assert "Mcp-Param-Region" not in client.http_headers(data)


def test_an_argument_that_fits_no_header_is_refused() -> None:
    client = agreed("2026-07-28")
    data = client.request("tools/call", {"name": "read", "arguments": {"region": 5}}).data
    with pytest.raises(ValueError, match="expected string"):
        client.http_headers(data, input_schemas={"read": SCHEMA})


def test_a_get_resumes_and_a_delete_ends() -> None:
    client = agreed("2025-11-25")
    client.session_id = "a"
    always = {"MCP-Session-Id": "a", "MCP-Protocol-Version": "2025-11-25"}
    listening = client.http_headers(None, http_method="GET")
    assert listening == {**always, "Accept": "text/event-stream"}
    assert client.http_headers(None, http_method="GET", last_event_id="7") == {**listening, "Last-Event-ID": "7"}
    assert client.http_headers(None, http_method="DELETE") == always
