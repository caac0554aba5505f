"""Speak a revision that has given other codes to errors of MCP: `renumbered.py PACKAGE CHECKOUT ID PREVIOUS`."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

OUT, CHECKOUT, ID, PREVIOUS = sys.argv[1:]
sys.path[:0] = [OUT, CHECKOUT]
sys.modules.pop("mcp_bindings", None)
if TYPE_CHECKING:
    import mcp_bindings as mb
else:
    mb = import_module("mcp_bindings")
types: Any = import_module(mb.revision(ID).package)
httpx2: Any = import_module("httpx2")
mutating: Any = import_module("tests.servers.mutating")
servers: Any = import_module("mcp_bindgen.servers.check")

META = "io.modelcontextprotocol/"
INFO = {"name": "x", "version": "1"}
UNKNOWN = "1900-01-01"
URL = "http://127.0.0.1:8000/mcp"
ASKED: dict[str, Any] = {"elicitation": {}}
NAMES = ("HEADER_MISMATCH", "MISSING_REQUIRED_CLIENT_CAPABILITY", "UNSUPPORTED_PROTOCOL_VERSION")


def code(name: str, revision: str) -> int:
    return next(row.code for row in mb.revision(revision).error_codes.values() if row.name == name and not row.retired)


toolbox = mb.Toolbox()


@toolbox.tool
async def ask(context: mb.Context) -> str:
    form = {"type": "object", "properties": {"city": {"type": "string"}}}
    return str((await context.elicit("Where?", form)).action)


def request(version: str, method: str, **members: Any) -> dict[str, Any]:
    meta = {f"{META}protocolVersion": version, f"{META}clientCapabilities": {}, f"{META}clientInfo": INFO}
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**members, "_meta": meta}}


def headers(version: str, method: str, **more: str) -> dict[str, str]:
    both = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    return {**both, "mcp-protocol-version": version, "mcp-method": method, **more}


async def status_and_code(server: Any, body: dict[str, Any], sent: dict[str, str]) -> tuple[int, int]:
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(server.asgi())) as http:
        response = await http.post(URL, json=body, headers=sent)
        return response.status_code, response.json()["error"]["code"]


async def check_server(spoken: tuple[str, ...], version: str) -> None:
    """A server answers over HTTP with the codes of a version, and to an unknown version with those of its newest."""
    server = mb.Server(toolbox, info=INFO, revisions=spoken)
    wrong = await status_and_code(server, request(version, "tools/list"), headers(version, "tools/call"))
    assert wrong == (400, code("HEADER_MISMATCH", version)), wrong
    call = request(version, "tools/call", name="ask", arguments={})
    lacking = await status_and_code(server, call, headers(version, "tools/call", **{"mcp-name": "ask"}))
    assert lacking == (400, code("MISSING_REQUIRED_CLIENT_CAPABILITY", version)), lacking
    newest = max(each for each in spoken if mb.revision(each).era == "per-request")
    unknown = await status_and_code(server, request(UNKNOWN, "tools/list"), headers(UNKNOWN, "tools/list"))
    assert unknown == (400, code("UNSUPPORTED_PROTOCOL_VERSION", newest)), unknown
    contrary = await status_and_code(server, request(UNKNOWN, "tools/list"), headers(UNKNOWN, "tools/call"))
    assert contrary == (400, code("HEADER_MISMATCH", newest)), contrary


def check_session(version: str) -> None:
    """A session of a server refuses a result that asks for what the client has not declared."""
    side = mb.Session("server", [version], info=INFO, capabilities={"tools": {}})
    asked: Any = side.receive(json.dumps(request(version, "tools/call", name="ask")).encode())
    form: dict[str, Any] = {
        "method": "elicitation/create",
        "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}},
    }
    with pytest.raises(mb.LocalProtocolError) as caught:
        side.respond(asked.id, {"resultType": "input_required", "inputRequests": {"a": form}})
    assert caught.value.rule == "capability"


async def check_clients(server: str, newest: str) -> None:
    """A client of every version agrees with a server of one, after the error for an unsupported version."""
    served = mb.Server(toolbox, info=INFO, revisions=[server])
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(served.asgi())) as http:
        transport = import_module("mcp_bindings.transports").HttpTransport(URL, http=http)
        async with mb.connect(transport, info=INFO, revisions=[ID, PREVIOUS]) as client:
            with pytest.raises(mb.ProtocolError) as caught:
                await client.call_tool("ask")
            assert caught.value.code == code("MISSING_REQUIRED_CLIENT_CAPABILITY", newest)


def check_translation() -> None:
    """Each error crosses in the code that the target has for it, and comes back."""
    data: dict[str, Any] = {"requiredCapabilities": ASKED}
    for name in NAMES:
        for source, target in ((ID, PREVIOUS), (PREVIOUS, ID)):
            body = {"jsonrpc": "2.0", "id": 1, "error": {"code": code(name, source), "message": "m", "data": data}}
            message = mb.revision(source).parse(json.dumps(body), sender="server", pending={1: "tools/call"})
            outcome = mb.translate(
                message, to=target, context=mb.TranslationContext(revision=source, method="tools/call")
            )
            found = json.loads(outcome.messages[0].to_bytes())["error"]["code"]
            assert found == code(name, target), (name, source, found)


def check_bridge() -> None:
    """A bridge answers an HTTP client with the codes of the version of the client."""
    for version, other in ((ID, PREVIOUS), (PREVIOUS, ID)):
        bridge = mb.Bridge(server=[other], client_transport="http", server_transport="http")
        body = json.dumps(request(version, "tools/list"))
        ended: Any
        (ended,) = bridge.from_client(body, headers=headers(version, "tools/call"), exchange=1)
        assert json.loads(ended.data)["error"]["code"] == code("HEADER_MISMATCH", version), ended


def check_readings() -> None:
    """The code of each revision is known as that of the error, where no revision is known."""
    is_mismatch = import_module("mcp_bindings.http.headers").is_header_mismatch
    probes: Any = import_module("mcp_bindings.negotiation.probes")
    for version in (ID, PREVIOUS):
        assert is_mismatch(code("HEADER_MISMATCH", version))
        body = {"error": {"code": code("UNSUPPORTED_PROTOCOL_VERSION", version), "data": {"supported": [PREVIOUS]}}}
        verdict = probes.check_http_probe_response(400, body, [ID, PREVIOUS], tried=[ID])
        assert (verdict.action, verdict.version) == ("retry", PREVIOUS), verdict


async def main() -> None:
    assert [code(name, ID) != code(name, PREVIOUS) for name in NAMES] == [True] * len(NAMES)
    for version in (ID, PREVIOUS):
        await check_server((PREVIOUS, ID), version)
        await check_server((version,), version)
        check_session(version)
        await check_clients(version, ID)
    check_translation()
    check_bridge()
    check_readings()


def answer_with_the_previous_code(sent: Any) -> None:
    for each in sent.texts:
        if "error" in each and each["error"]["code"] == code("HEADER_MISMATCH", ID):
            each["error"]["code"] = code("HEADER_MISMATCH", PREVIOUS)


def check_of_servers() -> None:
    """A check of a server has no findings about codes of the revision, and some about codes of the one before."""
    assert mutating.check(mutating.OPEN_HTTP, servers.CheckOptions((PREVIOUS, ID))).findings == []
    faulty = mutating.check(mutating.OPEN_HTTP, servers.CheckOptions((ID,)), answer_with_the_previous_code)
    assert {"wrong/header-mismatch", "wrong/header-missing"} <= {each.rule for each in faulty.findings}, faulty.findings


asyncio.run(main())
check_of_servers()
