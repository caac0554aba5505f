"""A server without faults, and the same server with a fault in what it sends, over both transports in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2

import mcp_bindings as mb
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.servers.check import CheckOptions, ServerCheck, check_server
from mcp_bindgen.servers.client import HTTP_SSE
from mcp_bindgen.servers.connections import Bounds, HttpConnection, ServerConnection, StdioConnection
from mcp_bindgen.servers.targets import Target
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.authorization import Principal, ProtectedResource, TokenRejected
from mcp_bindings.renames import find_first_name, list_names
from mcp_bindings.spec.names import ACKNOWLEDGED, LISTEN, META, VERSION_KEY
from mcp_bindings.transports import ClientBounds, MemoryTransport
from tests.documents import acknowledgement
from tests.revisions import HANDSHAKE, method_of

BOUNDS = Bounds(timeout=2.0, grace=0.1, total=30.0)
KINDS = ("stdio", "streamable-http", "http+sse")
"""The transports. HTTP+SSE is that of 2024-11-05 only."""

OPEN_HTTP = "open-http"
"""Streamable HTTP to a server that asks for no token."""

URL = "http://127.0.0.1:8000/mcp"
ISSUER = "https://as.example.net"
TOKEN = "good"
OUTPUT = {"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]}
INPUT = {"type": "object", "properties": {"a": {"type": "integer", "minimum": 3}}, "required": ["a"]}
TOOLS: tuple[dict[str, Any], ...] = (
    {"name": "add", "inputSchema": INPUT, "outputSchema": OUTPUT, "annotations": {"readOnlyHint": True}},
    {"name": "write", "inputSchema": {"type": "object"}},
)


def revisions_over(kind: str) -> tuple[str, ...]:
    """Return the revisions that the server speaks over a transport, oldest first."""
    revisions = (*mb.REVISIONS, "draft")
    return tuple(each for each in revisions if kind != HTTP_SSE or mb.revision(each).protocol.http.transport == kind)


def refuse(cursor: str | None) -> None:
    """Refuse a cursor: this server gives none."""
    if cursor is not None:
        raise mb.ProtocolError(-32602, "no such cursor")


class Faultless(mcp.ServerHandlers):
    """Handlers of a server with something of each kind."""

    def __init__(self) -> None:
        self.called: list[str] = []
        self.read: list[str] = []

    def list_tools(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> Any:
        refuse(params.cursor)
        return {"tools": list(TOOLS)}

    def call_tool(self, params: mcp.CallToolRequestParams, context: mb.Context) -> Any:
        self.called.append(params.name)
        if params.name not in [each["name"] for each in TOOLS]:
            raise mb.ProtocolError(-32602, "no such tool")
        content = [{"type": "text", "text": '{"sum": 3}'}]
        return {"content": content, **({"structuredContent": {"sum": 3}} if params.name == "add" else {})}

    def list_prompts(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> Any:
        refuse(params.cursor)
        needing = {"name": "plan", "arguments": [{"name": "day", "required": True}]}
        return {"prompts": [{"name": "greet", "arguments": [{"name": "who"}]}, needing]}

    def get_prompt(self, params: mcp.GetPromptRequestParams, context: mb.Context) -> Any:
        return {"messages": [{"role": "user", "content": {"type": "text", "text": "Hello"}}]}

    def complete(self, params: mcp.CompleteRequestParams, context: mb.Context) -> Any:
        if getattr(params.ref, "uri", "") == "note:///{number}":
            return {"completion": {"values": ["1"]}}
        if getattr(params.ref, "name", "") not in ("greet", "plan"):
            raise mb.ProtocolError(-32602, "no such prompt")
        return {"completion": {"values": ["Ada"]}}

    def list_resources(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> Any:
        refuse(params.cursor)
        return {"resources": [{"uri": "note:///1", "name": "one"}]}

    def list_resource_templates(self, params: mcp.PaginatedRequestParams, context: mb.Context) -> Any:
        refuse(params.cursor)
        return {"resourceTemplates": [{"uriTemplate": "note:///{number}", "name": "each"}]}

    def read_resource(self, params: mcp.ReadResourceRequestParams, context: mb.Context) -> Any:
        self.read.append(params.uri)
        if params.uri != "note:///1":
            raise mb.ProtocolError(-32602, "no such resource")
        return {"contents": [{"uri": params.uri, "text": "Buy milk"}]}


@dataclass
class Sent:
    """What the server has sent for one text of the client; a fault changes it.

    Attributes:
        message: the text of the client as JSON; None for an HTTP request without a body.
        texts: the messages of the server as JSON.
        status: the HTTP status; 0 over stdio.
        headers: the headers of the HTTP request, in lower case.
        http_method: the HTTP method; empty over stdio.
        media_type: the media type of the HTTP response; empty for that of its texts.
        path: the path of the HTTP request.
        challenge: the header `WWW-Authenticate` of the HTTP response.
        session_suffix: what follows the session id of the HTTP response.
    """

    message: Any
    texts: list[Any] = field(default_factory=list[Any])
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    http_method: str = ""
    media_type: str = ""
    path: str = ""
    challenge: str = ""
    session_suffix: str = ""

    @property
    def own_method(self) -> str:
        """The method of the message of the client, as it names the method."""
        return str(self.message.get("method", "")) if is_object(self.message) else ""

    @property
    def method(self) -> str:
        """The method of the message of the client, by its first name; the same for a method of no revision."""
        own = self.own_method
        known = (mb.revision(each) for each in reversed(mb.REVISIONS))
        return next((find_first_name(own, each) for each in known if own in each.methods), own)

    @property
    def revision(self) -> str:
        """The revision of a request: the one that it names, or else the newest one with a handshake."""
        meta = self.params.get(META)
        version = meta.get(VERSION_KEY) if is_object(meta) else HANDSHAKE[-1]
        return version if version in mb.REVISIONS else "draft"

    @property
    def params(self) -> dict[str, Any]:
        """The params of the message of the client."""
        found: Any = self.message.get("params", {}) if is_object(self.message) else {}
        return dict(found) if is_object(found) else {}

    @property
    def result(self) -> Any:
        """The result of the response; empty if there is none."""
        last = self.texts[-1] if self.texts else None
        return last.get("result", {}) if is_object(last) else {}

    def answer(self, member: str, value: Any) -> None:
        """Replace the response by one with this result or error."""
        id_ = self.message.get("id") if is_object(self.message) else None
        self.texts[:] = [{"jsonrpc": "2.0", "id": id_, member: value}]
        if self.status:
            self.status = 200


Change = Callable[[Sent], None]


def unchanged(sent: Sent) -> None:
    """Change nothing."""


class MutatingTransport:
    """A memory transport whose server has a fault."""

    kind = "stdio"
    is_authorizing = False

    def __init__(self, server: mb.Server, change: Change) -> None:
        self._inner = MemoryTransport(server)
        self._change = change
        self._asked: dict[Any, Any] = {}

    async def start(self, connection: Any) -> None:
        self._connection = connection
        self.is_open = True
        self.session = self.schemas = None
        self.bounds = connection.bounds
        await self._inner.start(self)  # type: ignore[arg-type]

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._connection.spawn(work)

    def connection_lost(self, reason: str = "") -> None:
        self._connection.connection_lost(reason)

    async def send(self, data: bytes) -> None:
        message = json.loads(data)
        if isinstance(message, dict) and "id" in message:
            self._asked[message["id"]] = message
        else:
            await self._pass_on(Sent(message))
        await self._inner.send(data)

    async def receive(self, data: bytes) -> None:
        document: Any = json.loads(data)
        asked: Any = None
        if is_array(document):
            asked = [self._asked.get(each.get("id")) for each in document]
        elif "method" not in document:
            asked = self._asked.get(document.get("id"))
        await self._pass_on(Sent(asked, [document]))

    async def _pass_on(self, sent: Sent) -> None:
        self._change(sent)
        for each in sent.texts:
            await self._connection.receive(json.dumps(each).encode())

    async def end(self) -> None:
        await self._inner.end()


class OneToken:
    """A verifier that knows one token."""

    async def verify(self, token: str) -> Principal:
        if token != TOKEN:
            raise TokenRejected("signature", "this is not the token")
        return Principal(ISSUER, "ann", "app", frozenset())


class MutatingHttp(httpx2.AsyncBaseTransport):
    """An HTTP transport to a server in this process that asks for a token and has a fault, without streams by GET."""

    def __init__(self, server: mb.Server, change: Change) -> None:
        resource = ProtectedResource(URL, authorization_servers=[ISSUER], verifier=OneToken())
        self._inner = httpx2.ASGITransport(server.asgi(resource=resource))
        self._change = change
        self._suffix = ""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        content = await request.aread()
        message = json.loads(content) if content else None
        headers = {name.lower(): value for name, value in request.headers.items()}
        path = request.url.path
        if request.method == "GET" and "well-known" not in path:
            sent = Sent(None, [], 405, headers, "GET")
            self._change(sent)
            return httpx2.Response(sent.status, stream=httpx2.ByteStream(b""))
        if "mcp-session-id" in headers:
            request.headers["mcp-session-id"] = headers["mcp-session-id"].removesuffix(self._suffix)
        if message is not None and is_object(message) and message.get("method") in list_names(LISTEN):
            return self._acknowledge(message, headers)
        response = await self._inner.handle_async_request(request)
        body = await response.aread()
        challenge = response.headers.get("www-authenticate", "")
        texts = _texts(response, body)
        sent = Sent(message, texts, response.status_code, headers, request.method, path=path, challenge=challenge)
        self._change(sent)
        return self._make_response(sent, response.headers)

    def _acknowledge(self, message: Any, headers: Mapping[str, str]) -> httpx2.Response:
        """Acknowledge a subscription in place of the server, since the transport waits for the end of a response."""
        asked, version = message["params"], message["params"][META][VERSION_KEY]
        params = acknowledgement(version, message["id"], asked["notifications"])
        texts = [{"jsonrpc": "2.0", "method": method_of(ACKNOWLEDGED, version), "params": params}]
        sent = Sent(message, texts, 200, headers, "POST", media_type="text/event-stream")
        self._change(sent)
        return self._make_response(sent, httpx2.Headers())

    def _make_response(self, sent: Sent, headers: httpx2.Headers) -> httpx2.Response:
        kept = {key: value for key, value in headers.items() if key.lower() == "mcp-session-id"}
        self._suffix = sent.session_suffix
        kept = {key: value + self._suffix for key, value in kept.items()}
        kept |= {"www-authenticate": sent.challenge} if sent.challenge else {}
        if not sent.texts:
            return httpx2.Response(sent.status, headers=kept, stream=httpx2.ByteStream(b""))
        if len(sent.texts) == 1 and sent.media_type != "text/event-stream":
            kept["content-type"], written = "application/json", json.dumps(sent.texts[0])
        else:
            kept["content-type"] = "text/event-stream"
            written = "".join(f"data: {json.dumps(each)}\n\n" for each in sent.texts)
        kept["content-type"] = sent.media_type or kept["content-type"]
        return httpx2.Response(sent.status, headers=kept, stream=httpx2.ByteStream(written.encode()))


class OpenHttp(MutatingHttp):
    """An HTTP transport to a server in this process that asks for no token."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        request.headers["Authorization"] = f"Bearer {TOKEN}"
        return await super().handle_async_request(request)


class MutatingHttpSse(httpx2.AsyncBaseTransport):
    """An HTTP transport to a server in this process that speaks HTTP+SSE (2024-11-05) only, and has a fault."""

    def __init__(self, server: mb.Server, change: Change) -> None:
        self._stream = _EventStream()
        self._transport = MutatingTransport(server, change)
        self._change = change

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        content = await request.aread()
        if request.method == "GET":
            await self._transport.start(self._stream)
            return httpx2.Response(200, headers={"Content-Type": "text/event-stream"}, stream=self._stream)
        if request.url.path != _EventStream.PATH:
            return httpx2.Response(405, stream=httpx2.ByteStream(b""))
        if "origin" in request.headers:
            sent = Sent(json.loads(content), [], 403, dict(request.headers), "POST")
            self._change(sent)
            for each in sent.texts:
                await self._stream.receive(json.dumps(each).encode())
            return httpx2.Response(sent.status, stream=httpx2.ByteStream(b""))
        await self._transport.send(content)
        return httpx2.Response(202, stream=httpx2.ByteStream(b""))

    async def aclose(self) -> None:
        await self._transport.end()


class _EventStream(httpx2.AsyncByteStream):
    """The stream of a connection over HTTP+SSE. A memory transport writes to it."""

    PATH = "/messages"
    is_open = True
    session: Any = None
    schemas: Any = None
    bounds = ClientBounds()

    def __init__(self) -> None:
        self._events: asyncio.Queue[bytes] = asyncio.Queue()
        self._events.put_nowait(f"event: endpoint\ndata: {self.PATH}\n\n".encode())
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield await self._events.get()

    async def receive(self, data: bytes) -> None:
        await self._events.put(b"event: message\ndata: " + data + b"\n\n")

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def connection_lost(self, reason: str = "") -> None:
        pass


def _texts(response: httpx2.Response, body: bytes) -> list[Any]:
    if response.headers.get("content-type", "").startswith("text/event-stream"):
        lines = body.decode().splitlines()
        return [json.loads(line[5:]) for line in lines if line.startswith("data:") and line[5:].strip()]
    return [json.loads(body)] if response.headers.get("content-type") == "application/json" else []


def check(
    kind: str,
    options: CheckOptions,
    change: Change = unchanged,
    handlers: Faultless | None = None,
    **server_options: Any,
) -> ServerCheck:
    """Check the server with a fault.

    Args:
        kind: one of `KINDS`, or `OPEN_HTTP`.
        options: what to check.
        change: changes what the server sends.
        handlers: the handlers; None for new ones.
        server_options: further arguments of `mb.Server`.
    """
    info = {"name": "faultless", "version": "1"}
    declared = {"logging": {}, "tools": {"listChanged": True}}
    given: dict[str, Any] = {"info": info, "capabilities": declared, **server_options}

    def connect() -> ServerConnection:
        server = mb.Server(handlers or Faultless(), **given)
        if kind == "stdio":
            return StdioConnection(MutatingTransport(server, change), BOUNDS)  # type: ignore[arg-type]
        transport = _HTTP[kind](server, change)
        headers = {"Authorization": f"Bearer {TOKEN}"}
        return HttpConnection(URL, httpx2.AsyncClient(transport=transport), BOUNDS, headers, transport=transport)

    target = Target(url=None if kind == "stdio" else URL, arguments=("--", "faultless"))
    return check_server(target, options._replace(bounds=BOUNDS), lambda _, stage: None, lambda _: None, connect)


_HTTP: Mapping[str, Callable[[mb.Server, Change], httpx2.AsyncBaseTransport]] = {
    "streamable-http": MutatingHttp,
    OPEN_HTTP: OpenHttp,
    HTTP_SSE: MutatingHttpSse,
}
"""The transports to a server in this process, by kind."""
