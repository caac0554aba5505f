"""Whom a request is authorized for reaches its handler, its session and its signed state; the token does not."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2025_03_26, v2026_07_28
from mcp_bindings.authorization import Principal
from mcp_bindings.guards.state_signer import StateSigner
from mcp_bindings.peer.client_input import ClientInput, InputRequired

ANN, BOB = Principal("https://as.example", "ann", "app"), Principal("https://as.example", "bob", "app")
KEY = "io.modelcontextprotocol/"
META: dict[str, Any] = {
    f"{KEY}protocolVersion": "2026-07-28",
    f"{KEY}clientCapabilities": {"elicitation": {"form": {}}},
}
SIGNER = StateSigner([b"a secret of the tests"])
FORM: dict[str, Any] = {
    "method": "elicitation/create",
    "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}},
}


class Notes(v2025_03_26.ServerHandlers):
    """Notes the principal of each message."""

    def __init__(self) -> None:
        self.seen: list[Principal | None] = []

    async def list_tools(self, params: Any, context: mb.Context) -> v2025_03_26.ListToolsResult:
        self.seen.append(context.principal)
        return v2025_03_26.ListToolsResult(tools=[])

    async def on_initialized(self, params: Any, context: mb.Context) -> None:
        self.seen.append(context.principal)


def request(id_: int) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": "tools/list", "params": {}}


def dispatch(server: mb.Dispatcher, *messages: Any, principal: Principal | None) -> Any:
    data = json.dumps(messages[0] if len(messages) == 1 else messages).encode()
    return asyncio.run(server.dispatch(data, principal=principal))


def test_every_handler_knows_the_principal() -> None:
    handlers = Notes()
    server = mb.Dispatcher(handlers)
    note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    dispatch(server, request(1), principal=ANN)
    dispatch(server, note, principal=BOB)
    dispatch(server, request(1), request(2), principal=ANN)
    dispatch(server, request(1), principal=None)
    assert handlers.seen == [ANN, BOB, ANN, ANN, None]


def opened() -> tuple[mb.Dispatcher, Notes]:
    """A server whose session belongs to nobody yet."""
    handlers = Notes()
    session = mb.Session(
        "server", ["2025-03-26"], info={"name": "s", "version": "1"}, transport="http", capabilities={"tools": {}}
    )
    server = mb.Dispatcher(handlers, session=session)
    client = {"name": "c", "version": "1"}
    params = {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": client}
    dispatch(server, {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}, principal=ANN)
    return server, handlers


def test_a_session_belongs_to_one_principal() -> None:
    server, handlers = opened()
    session = server.session
    assert session is not None
    session.principal = ANN
    session.principal = Principal(ANN.issuer, ANN.subject, ANN.client, frozenset({"more"}))
    dispatch(server, request(1), principal=None)
    assert handlers.seen == [ANN], "that of the session"
    for wrong in (BOB, Principal("https://other.example", "ann", "app"), Principal(ANN.issuer, "ann", "other")):
        with pytest.raises(ValueError, match="belongs to another principal"):
            dispatch(server, request(2), principal=wrong)
        with pytest.raises(ValueError, match="belongs to another principal"):
            asyncio.run(server.handle(mb.ProtocolError(-32600, "x"), principal=wrong))
        with pytest.raises(ValueError, match="belongs to another principal"):
            session.principal = wrong
    dispatch(server, request(2), principal=ANN)
    assert handlers.seen == [ANN, ANN], "a request of somebody else changes nothing"


def test_the_scopes_of_a_request_are_those_of_its_own_token() -> None:
    server, handlers = opened()
    assert server.session is not None
    server.session.principal = ANN
    more = Principal(ANN.issuer, ANN.subject, ANN.client, frozenset({"more"}))
    dispatch(server, request(1), principal=more)
    assert handlers.seen[0] is more


class Asks(v2026_07_28.ServerHandlers):
    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        try:
            await ClientInput(context, SIGNER).ask(a=FORM)
        except InputRequired as needed:
            return mb.revision(self.revision).codec("InputRequiredResult").decode_value(needed.members)
        return v2026_07_28.CallToolResult(content=[], result_type="complete")


def test_signed_state_is_only_for_its_principal() -> None:
    def attempt(principal: Principal | None, **more: Any) -> Any:
        params: dict[str, Any] = {"name": "x", "_meta": META, **more}
        return json.loads(
            dispatch(server, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, principal=principal)
        )

    server = mb.Dispatcher(Asks())
    state = attempt(ANN)["result"]["requestState"]
    again = {"requestState": state, "inputResponses": {"a": {"action": "decline"}}}
    assert attempt(ANN, **again)["result"]["resultType"] == "complete"
    assert attempt(BOB, **again)["error"]["code"] == attempt(None, **again)["error"]["code"] == -32602
