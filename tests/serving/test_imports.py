"""A server loads the modules for a transport, and for clients of other revisions, when it needs them."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import asyncio, json, sys
from importlib import import_module

import mcp_bindings as mb
from mcp_bindings.transports.service import ServedClient

newest, oldest = mb.revision(mb.REVISIONS[-1]), mb.revision(mb.REVISIONS[0])
types = import_module(newest.package)

class Handlers(import_module(newest.package).ServerHandlers):
    def list_tools(self, params, context):
        return types.ListToolsResult(tools=[])

    def call_tool(self, params, context):
        return types.CallToolResult(content=[])

INFO = {"name": "x", "version": "1"}
META = {
    "io.modelcontextprotocol/protocolVersion": newest.version,
    "io.modelcontextprotocol/clientInfo": INFO,
    "io.modelcontextprotocol/clientCapabilities": {},
}
OPENING = {"protocolVersion": oldest.version, "capabilities": {}, "clientInfo": INFO}
stages = []

def note():
    package = "mcp_bindings."
    stages.append(sorted(name.removeprefix(package) for name in sys.modules if name.startswith(package)))

async def sent(message):
    raise AssertionError("nothing is sent but answers")

def answers(*messages):
    client = ServedClient(server, sent, "stdio")
    for message in messages:
        event = client.session.receive(json.dumps({"jsonrpc": "2.0", **message}))
        answer = asyncio.run(client.handle(event))
    assert b'"tools":[]' in answer, answer
    note()

server = mb.Server(Handlers(), info=INFO)
note()
answers({"id": 1, "method": "tools/list", "params": {"_meta": META}})
answers(
    {"id": 1, "method": "initialize", "params": OPENING},
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/list"},
)
server.asgi()
note()
print(json.dumps(stages))
"""

TRANSLATION = ("translation", "spec.translation", "adaptation.revision_adapter")
CLIENT = (
    "adaptation.client",
    "transports.client",
    "transports.connection",
    "transports.http_client",
    "transports.memory",
    "transports.session_calls",
)
PROCESSES = ("transports.stdio", "transports.browser_sign_in")
HTTP = ("transports.asgi", "transports.http_peers", "transports.http_sessions")


def of(modules: list[str], parts: tuple[str, ...]) -> list[str]:
    """The modules with one of these names, or below a package with one of them, or whose names go on with `_`."""
    return [
        name for name in modules if any(name == part or name.startswith((f"{part}.", f"{part}_")) for part in parts)
    ]


def test_a_server_loads_modules_when_it_needs_them() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True, encoding="utf-8")
    made, served, crossed, over_http = json.loads(done.stdout)
    for modules in (made, served):
        assert of(modules, (*TRANSLATION, *CLIENT, *PROCESSES, *HTTP)) == []
    assert {"translation.translator", "adaptation.revision_adapter"} <= {*crossed}, "another revision needs them"
    assert of(crossed, (*CLIENT, *PROCESSES, *HTTP)) == []
    assert of(over_http, (*CLIENT, *PROCESSES)) == []
    assert {*HTTP} <= {*over_http}
