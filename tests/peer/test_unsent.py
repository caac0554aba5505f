"""What is logged of a handler that raises ConnectionError: its own, and that of the transport."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.transports.buffers import Buffers
from tests.transports.services import server_handlers
from tests.transports.test_streams import message

VERSION = mb.LATEST
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
    "progressToken": 1,
}
CALL = message("tools/call", 1, name="progress", arguments={"count": 1}, _meta=META)


def replied(handlers: Any, **options: Any) -> bytes:
    reply = asyncio.run(mb.Dispatcher(handlers, **options).dispatch(CALL))
    assert reply is not None
    assert b'"code":-32603' in reply
    return reply


def test_a_connection_error_of_a_handler_is_its_failure(caplog: pytest.LogCaptureFixture) -> None:
    handlers: Any = server_handlers(VERSION)

    async def call_tool(params: Any, context: mb.Context) -> Any:
        raise ConnectionResetError("the database is gone")

    handlers.call_tool = call_tool
    assert b"database" not in replied(handlers)
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.ERROR, "the handler of tools/call failed")
    assert record.exc_info is not None


def test_a_message_that_cannot_be_sent_is_no_failure_of_its_handler(caplog: pytest.LogCaptureFixture) -> None:
    """A client that reads nothing could fill the log with tracebacks."""

    async def send(data: bytes) -> None:
        with Buffers(10).holding(len(data)):
            pass

    replied(server_handlers(VERSION), send=send)
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.exc_info is None
    assert record.getMessage() == (
        "the handler of tools/call ended, since its message could not be sent: the server has too much to send"
    )
