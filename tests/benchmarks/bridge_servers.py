"""Programs that `bridge_http` measures, each in a process: a server without work, and the relays in front of it.

The bridge is the one that programs use: `BridgeHttp` in front, `HttpTransport` towards the server. A proxy parses each
message and sends it again with its headers, over the same HTTP client and under the same uvicorn.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import httpx2
from typing_extensions import override

import mcp_bindings as mb
from mcp_bindings.authorization import Principal
from mcp_bindings.errors import RequestId
from mcp_bindings.http.event_reader import EventReader
from mcp_bindings.jsonrpc.envelope import Envelope
from mcp_bindings.jsonrpc.messages import Message
from mcp_bindings.spec import names
from mcp_bindings.transports import BridgeConnection, BridgeHttp, HttpTransport
from mcp_bindings.transports.asgi_exchange import HttpExchange
from tests.benchmarks.bridge import (
    BRIDGE,
    INFO,
    KINDS,
    SERVER_CAPABILITIES,
    Way,
    answer_of,
    as_it_came,
    progress_of,
    rewritten,
)
from tests.benchmarks.load_servers import tell_processor_time

USER = Principal("https://as.example", "a user", "a client")
JSON_FIELDS = [(b"content-type", b"application/json")]
EVENT_FIELDS = [(b"content-type", b"text/event-stream")]
SESSION = "benchmark-session"
PASSED_ON = ("accept", "content-type", names.VERSION_HEADER, names.SESSION_HEADER, "Mcp-Method", "Mcp-Name")

Application = Callable[[Any, Any, Any], Any]


async def body_of(receive: Any) -> bytes:
    """Return the body of a request."""
    body: bytes = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            return body


async def respond(send: Any, body: bytes, fields: list[tuple[bytes, bytes]], status: int = 200) -> None:
    """Send a whole response."""
    length = (b"content-length", b"%d" % len(body))
    await send({"type": "http.response.start", "status": status, "headers": [*fields, length]})
    await send({"type": "http.response.body", "body": body})


def server(way: Way, upstream: str) -> Application:
    """Return a server that speaks one revision, and answers each method in the same way."""
    kinds = {kind.method: kind for kind in KINDS}
    most = max(kind.notifications for kind in KINDS)

    def opened(message: Any) -> bytes:
        info = {"serverInfo": INFO, "capabilities": SERVER_CAPABILITIES}
        result: Any = {"protocolVersion": way.server.version, **info}
        if way.server.era == "per-request":
            found = {"resultType": names.COMPLETE, "supportedVersions": [way.server.version], "ttlMs": 0}
            result = {**found, "cacheScope": "private", "capabilities": SERVER_CAPABILITIES}
        return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["method"] != "POST":
            return await respond(send, b"", [], 405)
        message = json.loads(await body_of(receive))
        id_, method = message.get("id"), message["method"]
        if id_ is None:
            return await respond(send, b"", [], 202)
        if method not in kinds:
            session = [(b"mcp-session-id", SESSION.encode())] if way.server.era == "handshake" else []
            return await respond(send, opened(message), [*JSON_FIELDS, *session])
        answer = answer_of(kinds[method], way.server, id_, last=True)
        token = message.get("params", {}).get("_meta", {}).get(names.PROGRESS_KEY)
        if token is None:
            return await respond(send, answer, JSON_FIELDS)
        texts = [*(progress_of(token, step) for step in range(1, most + 1)), answer]
        await send({"type": "http.response.start", "status": 200, "headers": EVENT_FIELDS})
        for text in texts:
            await send({"type": "http.response.body", "body": b"data: %b\n\n" % text, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    return application


def bridge(way: Way, upstream: str) -> Application:
    """Return the bridge."""

    def connect(principal: str | None) -> BridgeConnection:
        made = mb.Bridge(
            client=[way.client.id],
            server=[way.server.id],
            client_transport="http",
            server_transport="http",
            principal=principal,
        )
        return BridgeConnection(made, HttpTransport(upstream))

    return OfOneUser(connect, revisions=[way.client.id])


class OfOneUser(BridgeHttp):
    """A bridge whose clients without a session belong to one user and share a connection; nobody checks a token."""

    @override
    async def _pass_on_without_session(
        self, http: HttpExchange, body: bytes, principal: Principal | None, envelope: Envelope | None
    ) -> None:
        await super()._pass_on_without_session(http, body, USER, envelope)


def proxy(resend: Callable[[Message], bytes]) -> Callable[[Way, str], Application]:
    """Return a proxy that parses each message and sends it again."""

    def made(way: Way, upstream: str) -> Application:
        clients: list[httpx2.AsyncClient] = []

        async def application(scope: Any, receive: Any, send: Any) -> None:
            if scope["method"] != "POST":
                return await respond(send, b"", [], 405)
            if not clients:
                clients.append(httpx2.AsyncClient(timeout=httpx2.Timeout(30, read=None)))
            given = {name.decode(): value.decode() for name, value in scope["headers"]}
            headers = {name: given[name.lower()] for name in PASSED_ON if name.lower() in given}
            message: Any = way.client.parse(await body_of(receive), sender="client")
            pending: dict[RequestId, str] = {message.id: message.method} if isinstance(message, mb.Request) else {}
            async with clients[0].stream("POST", upstream, headers=headers, content=resend(message)) as response:
                if response.headers.get("content-type") == "text/event-stream":
                    await send({"type": "http.response.start", "status": 200, "headers": EVENT_FIELDS})
                    async for event in EventReader().read_events(response.aiter_raw()):
                        report: Any = way.server.parse(event.data, sender="server", pending=pending)
                        again = resend(report)
                        await send({"type": "http.response.body", "body": b"data: %b\n\n" % again, "more_body": True})
                    await send({"type": "http.response.body", "body": b""})
                    return
                body = await response.aread()
                session = response.headers.get(names.SESSION_HEADER)
                fields = [*JSON_FIELDS, *([(b"mcp-session-id", session.encode())] if session else [])]
                answer: Any = way.server.parse(body, sender="server", pending=pending) if body else None
                await respond(send, resend(answer) if body else b"", fields, response.status_code)

        return application

    return made


APPLICATIONS: dict[str, Callable[[Way, str], Application]] = {
    "server": server,
    BRIDGE: bridge,
    "models": proxy(rewritten),
    "texts": proxy(as_it_came),
}


def main(name: str, port: str, client: str, server_: str, upstream: str, descriptor: str) -> None:
    """Serve at a port.

    Args:
        name: name of the application.
        port: port on which it listens.
        client: the revision of the clients.
        server_: the revision of the server.
        upstream: the URL of the server.
        descriptor: file descriptor of the pipe for `tell_processor_time`.
    """
    tell_processor_time(int(descriptor))
    application = APPLICATIONS[name](Way(mb.revision(client), mb.revision(server_)), upstream)
    options: Any = {"log_level": "warning", "access_log": False, "lifespan": "on" if name == BRIDGE else "off"}
    uvicorn = import_module("uvicorn")
    uvicorn.run(application, host="127.0.0.1", port=int(port), timeout_keep_alive=60, **options)


if __name__ == "__main__":
    main(*sys.argv[1:])
