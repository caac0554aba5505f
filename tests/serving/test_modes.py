"""`mb.connect` and `mb.Server` take messages that break a rule as their mode says, and log each rule that is broken."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.session.rules import MODES, SessionMode
from mcp_bindings.transports.memory import MemoryTransport
from tests.revisions import LOGGING
from tests.transports.test_asgi import message
from tests.transports.test_bodies import opened, whole

INFO = {"name": "a", "version": "1"}
BINDING = [each for each in mb.REVISIONS if mb.revision(each).protocol.lifecycle.agreed_level == "MUST"]

Edit = Callable[[dict[str, Any]], None]


class Editing(MemoryTransport):
    """A server in this process, each message of which is edited on its way, as if the server had sent it so."""

    def __init__(self, server: mb.Server, edit: Edit) -> None:
        super().__init__(server)
        self._edit = edit

    async def start(self, connection: Any) -> None:
        receive = connection.receive

        async def edited(data: bytes) -> None:
            document = json.loads(data)
            self._edit(document)
            await receive(json.dumps(document).encode())

        connection.receive = edited
        await super().start(connection)


class Logging(mcp.ToolsServer):
    def list_tools(self, params: Any, context: Any) -> Any:
        return {"tools": [{"name": "log", "inputSchema": {"type": "object"}}]}

    async def call_tool(self, params: Any, context: Any) -> Any:
        for number in range(3):
            await context.log("error", number)
        return {"content": []}


class Heard(mcp.ClientHandlers):
    def __init__(self) -> None:
        self.logs: list[Any] = []

    def on_logging_message(self, params: Any, context: Any) -> None:
        self.logs.append(params.data)


def undeclared(name: str) -> Edit:
    """Leave a capability out of what the server declares."""

    def edit(document: dict[str, Any]) -> None:
        document.get("result", {}).get("capabilities", {}).pop(name, None)

    return edit


def spoiled(document: dict[str, Any]) -> None:
    """Add an invalid tool to the tools that are listed."""
    document.get("result", {}).get("tools", []).append({"name": 5})


async def logs_heard(revision: str, **options: Any) -> list[Any]:
    server = mb.Server(Logging(), info=INFO, capabilities={"logging": {}}, revisions=[revision])
    heard = Heard()
    transport = Editing(server, undeclared("logging"))
    async with mb.connect(transport, heard, info=INFO, revisions=[revision], log_level="debug", **options) as client:
        await client.call_tool("log")
        await asyncio.sleep(0)
    return heard.logs


def warned(caplog: pytest.LogCaptureFixture, text: str) -> list[int]:
    """The levels of the log records that have a text."""
    return [each.levelno for each in caplog.records if text in each.getMessage()]


@pytest.mark.parametrize("revision", LOGGING)
def test_log_messages_of_a_server_without_logging_arrive(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        assert asyncio.run(logs_heard(revision)) == [0, 1, 2]
    assert warned(caplog, "capability.notification") == [logging.WARNING, logging.DEBUG, logging.DEBUG]


@pytest.mark.parametrize("revision", [each for each in BINDING if each in LOGGING])
def test_a_strict_client_refuses_them(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    assert asyncio.run(logs_heard(revision, mode="strict")) == []
    assert warned(caplog, "a message is rejected") == [logging.WARNING] * 3


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_only_a_tolerant_client_sets_invalid_items_aside(revision: str, caplog: pytest.LogCaptureFixture) -> None:
    async def tools(mode: SessionMode) -> list[str]:
        server = mb.Server(Logging(), info=INFO, revisions=[revision])
        async with mb.connect(Editing(server, spoiled), info=INFO, revisions=[revision], mode=mode) as client:
            return [each.name for each in (await client.list_tools()).tools]

    for mode in MODES:
        if mode != "tolerant":
            with pytest.raises(mb.ProtocolError, match="Invalid result"):
                asyncio.run(tools(mode))
    assert asyncio.run(tools("tolerant")) == ["log"]
    assert warned(caplog, "message.valid") == [logging.WARNING]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("revision", [each for each in BINDING if mb.revision(each).era == "handshake"])
def test_a_server_takes_notifications_of_clients_by_its_mode(
    revision: str, mode: SessionMode, caplog: pytest.LogCaptureFixture
) -> None:
    async def notify_client() -> None:
        transport = MemoryTransport(mb.Server(Logging(), info=INFO, revisions=[revision], mode=mode))
        async with mb.connect(transport, info=INFO, revisions=[revision]) as client:
            await transport.send(b'{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}')
            await client.list_tools()

    asyncio.run(notify_client())
    assert warned(caplog, "capability.notification") == ([] if mode == "strict" else [logging.WARNING])
    assert warned(caplog, "a message is rejected") == ([logging.WARNING] if mode == "strict" else [])


@pytest.mark.parametrize("mode", MODES)
def test_a_client_that_continues_a_session_repeats_ids(mode: SessionMode, caplog: pytest.LogCaptureFixture) -> None:
    """A new client of the official SDKs for TypeScript counts from 0 again, and was refused in every mode."""

    async def answer() -> Any:
        application = mb.Server(Logging(), info=INFO, mode=mode).asgi()
        headers = await opened(application)
        post = await whole(application, message("tools/list", 1), **headers)  # initialize had this id
        await post.task
        return json.loads(post.body)

    assert ("error" if mode == "strict" else "result") in asyncio.run(answer())
    assert warned(caplog, "id.new") == ([] if mode == "strict" else [logging.WARNING])


def test_there_are_three_modes() -> None:
    wrong: Any = "lenient"
    for make in (
        lambda: mb.Session("client", mb.REVISIONS, info=INFO, mode=wrong),
        lambda: mb.Server(Logging(), info=INFO, mode=wrong),
        lambda: mb.connect(["x"], info=INFO, mode=wrong),
    ):
        with pytest.raises(ValueError, match="mode must be one of 'strict', 'default', 'tolerant', not 'lenient'"):
            make()
