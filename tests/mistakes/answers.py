"""Mistakes of handlers, and answers that are not valid."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest
from pydantic import BaseModel

import mcp_bindings as mb
from mcp_bindings.v2026_07_28 import ServerHandlers
from tests.mistakes.table import mistake

INFO = {"name": "notes", "version": "1"}

INVALID = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        info = {"name": "s", "version": "1"}
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info}
    elif message.get("method") == "tools/call":
        result = {"content": [{"type": "text", "txt": "secret"}]}
    elif message.get("method") == "tools/list":
        result = {"tools": []}
    elif "id" in message:
        result = {}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""
"""A server of 2025-06-18 whose results of `tools/call` are not valid."""

COMMAND = [sys.executable, "-c", INVALID]


async def call(target: Any) -> Any:
    async with mb.connect(target, info=INFO) as client:
        return await client.call_tool("work", {})


def make_server(handlers: Any, **options: Any) -> mb.Server:
    return mb.Server(handlers, info=INFO, guards=mb.guards.NO_GUARDS, **options)


@mistake("invalid-result")
async def _() -> str:
    with pytest.raises(mb.ProtocolError) as caught:
        await call(COMMAND)
    assert caught.value.rejects_answer
    assert caught.value.findings
    assert "secret" not in str(caught.value)
    raise caught.value


class Gateway(ServerHandlers):
    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        return await call(COMMAND)


@mistake("invalid-result-behind-a-gateway")
async def _() -> str:
    with pytest.raises(mb.ProtocolError) as caught:
        await call(make_server(Gateway()))
    assert caught.value.code == -32603
    raise caught.value


def block() -> None:
    time.sleep(0.12)


class Faulty(ServerHandlers):
    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        raise KeyError(params.name)

    async def list_tools(self, params: Any, context: mb.Context) -> Any:
        block()
        return {"tools": []}

    async def list_prompts(self, params: Any, context: mb.Context) -> Any:
        return None


@mistake("handler-returns-nothing")
async def _() -> str:
    async with mb.connect(make_server(Faulty()), info=INFO) as client:
        with pytest.raises(mb.ProtocolError) as caught:
            await client.list_prompts()
    return str(caught.value)


class Own(BaseModel):
    text: str


class Modelling(ServerHandlers):
    async def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [{"name": "work", "inputSchema": {"type": "object"}}]}

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        return Own(text="done")


@mistake("handler-returns-a-model")
async def _() -> str:
    with pytest.raises(mb.ProtocolError) as caught:
        await call(mb.Server(Modelling(), info=INFO))
    return str(caught.value)


@mistake("handler-blocks")
async def _() -> str:
    async with mb.connect(make_server(Faulty()), info=INFO) as client:
        for _ in range(2):
            await client.list_tools()
    return ""


@mistake("handler-fails-in-a-test")
async def _() -> str:
    async with mb.connect(make_server(Faulty()), info=INFO, raise_exceptions=True) as client:
        with pytest.raises(KeyError) as caught:
            await client.call_tool("work", {})
        with pytest.raises(TypeError, match="NoneType"):
            await client.list_prompts()
    raise ValueError(repr(caught.value))
