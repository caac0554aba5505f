"""Mistakes of hosts, paths and requests of a server over HTTP."""

from __future__ import annotations

from typing import Any

import httpx

import mcp_bindings as mb
from mcp_bindings.authorization import JwtVerifier, KeySet, ProtectedResource
from mcp_bindings.transports import StreamableHttp
from mcp_bindings.v2026_07_28 import ServerHandlers
from tests.mistakes.table import mistake

HOST = "mcp.example.com"
PUBLIC = f"https://{HOST}/mcp"
LOCAL = "http://127.0.0.1:8000/mcp"
OPENING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}},
}


def server() -> mb.Server:
    return mb.Server(ServerHandlers(), info={"name": "notes", "version": "1"})


def resource() -> ProtectedResource:
    issuer = "https://as.example.net"
    verifier = JwtVerifier({issuer: KeySet(b'{"keys": []}')}, audience=PUBLIC)
    return ProtectedResource(PUBLIC, authorization_servers=[issuer], verifier=verifier)


async def respond(url: str = LOCAL, method: str = "POST", *, options: Any = None, **request: Any) -> httpx.Response:
    """The response of a new application to one request."""
    given: Any = options or {}
    application = StreamableHttp(server(), **given)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(application)) as http, application.lifespan():
        sent: dict[str, Any] = {
            "headers": {"Accept": "application/json, text/event-stream"},
            "json": OPENING,
            **request,
        }
        return await http.request(method, url, **sent)


@mistake("resource-host")
async def _() -> str:
    return str((await respond(PUBLIC, options={"resource": resource()})).status_code)


@mistake("resource-host-in-capitals")
async def _() -> str:
    headers = {"Host": "MCP.Example.com.:443"}
    return str((await respond(PUBLIC, options={"resource": resource()}, headers=headers)).status_code)


@mistake("public-host")
@mistake("public-host-response")
async def _() -> str:
    response = await respond(PUBLIC)
    assert response.status_code == 403
    return response.text


@mistake("page-of-another-site")
async def _() -> str:
    return (await respond(headers={"Origin": "https://app.example"})).text


@mistake("forwarded-host")
async def _() -> str:
    headers = {"Host": "10.0.0.5:8000", "X-Forwarded-Host": HOST}
    return (await respond(options={"hosts": [HOST]}, headers=headers)).text


@mistake("slash-at-the-end")
async def _() -> str:
    return str((await respond(f"{LOCAL}/")).status_code)


@mistake("root-path")
async def _() -> str:
    return (await respond("http://127.0.0.1/")).text


@mistake("hosts-is-a-text")
def _() -> str:
    return repr(server().asgi(hosts=HOST))


@mistake("hosts-has-a-url")
def _() -> str:
    return repr(server().asgi(hosts=[PUBLIC]))


@mistake("hosts-has-a-port")
def _() -> str:
    return repr(server().asgi(hosts=[f"{HOST}:8000"]))


@mistake("origins-without-scheme")
def _() -> str:
    return repr(server().asgi(origins=["app.example"]))


@mistake("path-without-slash")
def _() -> str:
    return repr(server().asgi(path="mcp"))


@mistake("path-is-a-number")
def _() -> str:
    wrong: Any = 8000
    return repr(server().asgi(path=wrong))


@mistake("hosts-has-a-star")
def _() -> str:
    return repr(server().asgi(hosts=["*"]))


@mistake("origins-has-a-star")
def _() -> str:
    return repr(server().asgi(origins=["https://*.example.com"]))


@mistake("scopes-without-tokens")
def _() -> str:
    tools = mb.Toolbox()

    @tools.tool(scopes=["notes:write"])
    async def delete(id: int) -> None: ...

    return repr(mb.Server(tools, info={"name": "notes", "version": "1"}).asgi())


@mistake("resource-is-a-url")
def _() -> str:
    wrong: Any = PUBLIC
    return repr(server().asgi(resource=wrong))


@mistake("unknown-asgi-option")
def _() -> str:
    application: Any = server()
    return repr(application.asgi(host="0.0.0.0"))


@mistake("browser")
async def _() -> str:
    return (await respond(method="GET", json=None)).text


@mistake("form-body")
async def _() -> str:
    return (await respond(json=None, content=b"{}")).text


@mistake("lost-session")
async def _() -> str:
    return (await respond(headers={"Mcp-Session-Id": "1" * 32}, json={**OPENING, "method": "tools/list"})).text
