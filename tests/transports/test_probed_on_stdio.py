"""A client that probes a server with `server/discover` and then opens a session with `initialize`, on one connection.

Hosts that speak both eras do this, and some do not wait for the response to the probe.
Page: /specification/2026-07-28/basic/lifecycle.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest

import mcp_bindings as mb
from examples import all_revisions
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.spec.names import DISCOVER, INITIALIZE, LIST_TOOLS
from mcp_bindings.transports import Service, serve_stream
from mcp_bindings.transports.memory import make_memory_pair
from tests.reference.processes import ROOT
from tests.revisions import HANDSHAKE
from tests.transports.services import INFO, server_handlers, service

META = {
    "io.modelcontextprotocol/protocolVersion": mcp.ToolsServer.revision,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": INFO,
}
LATE = pytest.mark.parametrize("waits", [True, False], ids=["after the response", "before the response"])


class Slow(mcp.ToolsServer):
    """Handlers whose answer to the probe comes after that to `initialize`."""

    def list_tools(self, params: Any, context: mb.Context) -> Any:
        return {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}

    def call_tool(self, params: Any, context: mb.Context) -> Any:
        raise NotImplementedError

    async def discover(self, params: Any, context: mb.Context) -> Any:
        await asyncio.sleep(0.02)
        versions = [mb.revision(each).version for each in mb.REVISIONS]
        return {"supportedVersions": versions, "capabilities": {"tools": {}}, "serverInfo": INFO}


SERVERS: dict[str, Any] = {
    "service of all revisions": service,
    "service of handshake revisions": lambda: Service(server_handlers, info=INFO, revisions=HANDSHAKE),
    "server": lambda: all_revisions.server,
    "server of handshake revisions": lambda: mb.Server(all_revisions.Notes(), info=INFO, revisions=HANDSHAKE),
    "server with a slow probe": lambda: mb.Server(Slow(), info=INFO),
}


def request(id_: int, method: str, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id_, "method": method, "params": params}).encode()


def opening(revision: str) -> tuple[bytes, bytes]:
    """The probe, and the request that opens a session."""
    probe = request(1, DISCOVER, _meta=META)
    return probe, request(2, INITIALIZE, protocolVersion=revision, capabilities={}, clientInfo=INFO)


READY = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'


def check(answers: dict[int, Any], revision: str, *, knows_probe: bool) -> None:
    """The probe is answered by its own era, and the session is one of the revision that the client has asked for."""
    assert answers[1]["result"]["supportedVersions"] if knows_probe else answers[1]["error"]["code"] == -32601
    assert answers[2]["result"]["protocolVersion"] == revision
    assert answers[3]["result"]["tools"]


@LATE
@pytest.mark.parametrize("revision", HANDSHAKE)
@pytest.mark.parametrize("name", SERVERS)
def test_a_session_opens_after_a_probe(name: str, revision: str, waits: bool) -> None:
    async def main() -> dict[int, Any]:
        near, far = make_memory_pair()
        answers = dict[int, Any]()

        async def receive(*ids: int) -> None:
            while not answers.keys() >= set(ids):
                received = await asyncio.wait_for(near.receive(), 5)
                answers.update({(each := json.loads(text))["id"]: each for text in received})

        serving = asyncio.create_task(serve_stream(SERVERS[name](), far, grace=0))
        probe, initialize = opening(revision)
        await near.send(probe)
        if waits:
            await receive(1)
        await near.send(initialize)
        await receive(2)
        await near.send(READY)
        await near.send(request(3, LIST_TOOLS))
        await receive(1, 3)
        await near.close()
        await serving
        return answers

    answers = asyncio.run(main())
    check(answers, revision, knows_probe="handshake" not in name)
    if "slow" in name and not waits:
        assert [*answers].index(2) < [*answers].index(1), "the session has opened before the probe is answered"


@pytest.mark.parametrize(
    ("program", "waits"),
    [("examples/all_revisions.py", True), ("examples/all_revisions.py", False), ("examples/server.py", False)],
)
def test_a_session_opens_after_a_probe_of_a_process(program: str, waits: bool) -> None:
    pipe = subprocess.PIPE
    revision = HANDSHAKE[-1] if program.endswith("all_revisions.py") else _revision_of_example(program)
    probe, initialize = (line + b"\n" for line in opening(revision))
    with subprocess.Popen([sys.executable, program], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answers = dict[int, Any]()
        for text, expected in (
            (probe, waits),
            (initialize, True),
            (READY + b"\n" + request(3, LIST_TOOLS) + b"\n", True),
        ):
            process.stdin.write(text)
            process.stdin.flush()
            if expected:
                answers.update({(each := json.loads(process.stdout.readline()))["id"]: each})
        if not waits:
            answers.update({(each := json.loads(process.stdout.readline()))["id"]: each})
        process.stdin.close()
        assert process.wait(20) == 0
    check(answers, revision, knows_probe=program.endswith("all_revisions.py"))


def _revision_of_example(program: str) -> str:
    """The revision whose types a program imports."""
    text = (ROOT / program).read_text(encoding="utf-8")
    [found] = [each for each in HANDSHAKE if f"import {mb.revision(each).package.rpartition('.')[2]} as" in text]
    return found
