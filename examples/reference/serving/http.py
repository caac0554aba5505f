"""Streamable HTTP: one endpoint for every revision.

The server responds to a POST with one JSON body if the handler sends no other message and finishes within
`STREAM_AFTER`; otherwise it opens an event stream. Handshake revisions have sessions, and a client can resume the
streams of a session. In per-request revisions each POST is independent. A GET without a session id opens the HTTP+SSE
transport of 2024-11-05, in which one stream carries every message of the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Coroutine
from typing import Any

import anyio
from sse_starlette import ServerSentEvent
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

import mcp_bindings as mb
from mcp_bindings.http import (
    EventStreams,
    HeaderFields,
    answer_status,
    check_headers,
    check_http_method,
    check_origin,
    decode_header,
)
from mcp_bindings.session import Event
from mcp_bindings.spec.names import SESSION_HEADER
from mcp_bindings.transports import ServedClient
from serving.disconnection import disconnect_request
from serving.service import ReferenceService
from serving.streams import Channel
from serving.tool_calls import input_schema

STREAM_AFTER = 0.5  # seconds after which a POST without a response becomes a stream
BODY_TIMEOUT = 30.0  # seconds for a client to send the body of a POST
PER_REQUEST = {each for each in mb.REVISIONS if mb.revision(each).era == "per-request"}
MAX_SESSIONS = 10_000
MAX_BUFFERED = 256 * 1024 * 1024  # bytes that the streams of all sessions may buffer together
SWEEP_INTERVAL = 1.0  # seconds between two checks of the sessions
RETRY_MS = 500  # milliseconds that a client should wait before it resumes a stream


class HttpClient(ServedClient):
    """A client over HTTP: its connection, the streams of its session, and the tasks that handle its requests."""

    def __init__(self, service: ReferenceService) -> None:
        super().__init__(service, self._send_standalone, "http")
        self.uses_http_sse: bool = False  # whether it uses the HTTP+SSE transport of 2024-11-05
        self.last_used = time.monotonic()
        self.channels: dict[int, Channel] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self._streams: EventStreams | None = None
        self._standalone: Channel | None = None

    @property
    def streams(self) -> EventStreams:
        """The event streams of the client, created on first use."""
        if self._streams is None:
            self._streams = EventStreams(self.session.version or mb.LATEST)
        return self._streams

    @property
    def buffered_bytes(self) -> int:
        """Bytes that its streams buffer so that it can resume them."""
        return 0 if self._streams is None else self._streams.size

    @property
    def standalone(self) -> Channel:
        """The standalone stream, which a GET opens, for messages that are unrelated to any request."""
        if self._standalone is None:
            self._standalone = self.open(expects_reader=False)
        return self._standalone

    @property
    def is_idle(self) -> bool:
        """Whether no request is in progress and no stream has a reader."""
        return not self.tasks and not any(channel.has_reader for channel in self.channels.values())

    @property
    def is_reusable(self) -> bool:
        """Whether it holds no state, so that the next per-request POST can use it."""
        return self._streams is None and self.session.version is None

    def open(self, *, expects_reader: bool = True) -> Channel:
        """Open a new stream, and forget the channels of streams that are no longer buffered."""
        channel = Channel(self.streams.open(retry=RETRY_MS), expects_reader=expects_reader)
        self.channels[channel.stream.number] = channel
        self.channels = {number: each for number, each in self.channels.items() if number in self.streams}
        return channel

    def start(self, work: Coroutine[Any, Any, None], count: int) -> asyncio.Task[None]:
        """Start a task that handles `count` requests; the end of the session cancels it."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(lambda _: self._requests_done(count))
        return task

    def _requests_done(self, count: int) -> None:
        self.running_requests -= count

    def end(self) -> None:
        """Close the session, cancel its tasks and end its streams."""
        self.session.close()
        for task in self.tasks:
            task.cancel()
        for channel in self.channels.values():
            channel.end()

    async def respond_standalone(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        """Handle a message and send the response on the standalone stream."""
        response = await handling
        if response is not None:
            await self.standalone.send(response)

    async def _send_standalone(self, message: bytes) -> None:
        await self.standalone.send(message)


class Exchange:
    """One POST with at least one request; the body of its response is JSON, or a stream that ends with the response."""

    def __init__(self, client: HttpClient) -> None:
        self.response: bytes | None = None
        self.channel: Channel | None = None
        self._client = client
        self._is_decided = asyncio.Event()

    async def run(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        """Handle the requests, and send the response on the stream if there is one."""
        disconnect_request.set(self._disconnect)
        try:
            self.response = await handling
            if self.response is None:  # the request was cancelled
                self.stream()
            elif self.channel is not None:
                await self.channel.send(self.response)
        finally:
            self._is_decided.set()
            if self.channel is not None:
                self.channel.end()

    async def send(self, message: bytes) -> None:
        """Send a message that precedes the response; this turns the HTTP response into a stream."""
        await self.stream().send(message)

    def stream(self) -> Channel:
        """Open a stream for this exchange, unless it has one."""
        if self.channel is None:
            self.channel = self._client.open()
            self._is_decided.set()
        return self.channel

    def _disconnect(self) -> None:
        if self._client.streams.resumable:
            self.stream().release()

    async def until_decided(self) -> None:
        """Wait until the exchange has either a response or a stream."""
        timer = asyncio.get_running_loop().call_later(STREAM_AFTER, self.stream)
        await self._is_decided.wait()
        timer.cancel()


class Endpoint:
    """The MCP endpoint.

    Args:
        service: what the server offers.
        idle: seconds without use after which the endpoint ends a session.
    """

    def __init__(self, service: ReferenceService, idle: float) -> None:
        self._idle = idle
        self._service = service
        self._sessions: OrderedDict[str, HttpClient] = OrderedDict()
        self._reusable_clients: list[HttpClient] = []  # clients of finished per-request POSTs, for reuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one HTTP request."""
        request = Request(scope, receive)
        headers = HeaderFields(request.headers.items())
        with contextlib.suppress(ClientDisconnect):
            response = await self._respond(request, headers)
            await response(scope, receive, send)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncGenerator[None]:
        """End unused sessions while the application runs, and all sessions when it shuts down."""
        sweeping = asyncio.create_task(self._sweep())
        yield
        sweeping.cancel()
        for session_id in list(self._sessions):
            self._end(session_id)
        self._service.shared.tasks.end()

    async def _respond(self, request: Request, headers: HeaderFields) -> Response:
        status = check_origin(headers)
        if status is not None:
            return Response(status_code=status)
        declared = request.headers.get("mcp-protocol-version")
        revisions = [declared] if declared in PER_REQUEST else mb.REVISIONS
        verdict = check_http_method(request.method, revisions)
        if verdict.http_status is not None:
            return Response(status_code=verdict.http_status, headers=verdict.headers())
        if request.method == "POST":
            return await self._post(request, headers)
        session_id = request.headers.get("mcp-session-id", "")
        client = self._sessions.get(session_id)
        if client is None and request.method == "GET" and not session_id:
            return self._open_http_sse()
        if client is None:
            return Response(status_code=404 if session_id else 400)
        checked = check_headers(
            None,
            headers,
            mb.REVISIONS,
            era="handshake",
            negotiated=client.session.version,
            session_id=session_id,
            http_method=request.method,
        )
        if checked.http_status is not None:
            return Response(status_code=checked.http_status)
        self._mark_used(session_id, client)
        if request.method == "GET":
            return self._get(client, request.headers.get("last-event-id"))
        self._end(session_id)
        return Response(status_code=204)

    def _get(self, client: HttpClient, last_event_id: str | None) -> Response:
        """Respond with the standalone stream, or with the events after `last_event_id` of a stream that broke."""
        if last_event_id is None:
            return client.standalone.respond()
        found = client.streams.find(last_event_id)
        if found is None:
            return Response(status_code=400)
        return client.channels[found[0].number].respond(found[1])

    async def _post(self, request: Request, headers: HeaderFields) -> Response:
        body = await _read(request, self._service.limits.max_bytes)
        if body is None:
            return Response(status_code=408)
        http_sse_id = request.query_params.get("session")
        if http_sse_id is not None:
            return self._post_http_sse(self._sessions.get(http_sse_id), body)
        client = self._sessions.get(request.headers.get("mcp-session-id", ""))
        if client is None:
            client = self._reusable_clients.pop() if self._reusable_clients else HttpClient(self._service)
        session = client.session
        if session.session_id is not None:
            self._mark_used(session.session_id, client)
        try:
            event = session.receive(body, headers=headers, input_schema=_schema_of_tool(request))
        except mb.ProtocolError as error:
            return _json(await client.handle(error), error.http_status or 400)
        if not is_request(event):
            return Response(await client.handle(event), status_code=202)
        version = client.revision_of(event).id
        admitted, count = client.admit(event)
        if isinstance(admitted, mb.ProtocolError):
            return _json(await client.handle(admitted), 200)
        exchange = Exchange(client)
        task = client.start(exchange.run(client.handle(admitted, exchange.send)), count)
        await exchange.until_decided()
        session_headers = self._session_headers(client)
        if task.cancelled():
            return Response(status_code=404)  # the session ended while the request was in progress
        if exchange.channel is None:
            if client.is_reusable and mb.revision(version).era == "per-request":
                self._reusable_clients.append(client)
            return _json(exchange.response, answer_status(exchange.response, version), session_headers)
        if not client.streams.resumable:
            exchange.channel.on_reader_left = task.cancel
        return exchange.channel.respond(headers=session_headers, ended=self._service.shared.changes.ended)

    def _session_headers(self, client: HttpClient) -> dict[str, str]:
        """The headers of the response; a session that has just been opened gets its id here."""
        if client.session.session_id is not None or client.session.version is None:
            return {}
        return {SESSION_HEADER: self._register(client)}

    def _open_http_sse(self) -> Response:
        """Respond with the stream of HTTP+SSE (2024-11-05), whose first event is the URL to POST to.

        The session ends when the client stops reading the stream.
        """
        client = HttpClient(self._service)
        client.uses_http_sse = True
        session_id = self._register(client)
        client.standalone.on_reader_left = lambda: self._end(session_id)
        return client.standalone.respond(greeting=ServerSentEvent(f"/mcp?session={session_id}", event="endpoint"))

    def _post_http_sse(self, client: HttpClient | None, body: bytes) -> Response:
        if client is None or not client.uses_http_sse:
            return Response(status_code=404)
        if (
            client.running_requests >= self._service.max_concurrent
            or len(client.tasks) >= 2 * self._service.max_concurrent
        ):
            return Response(status_code=503)
        event: Event | mb.ProtocolError
        try:
            event = client.session.receive(body)
        except mb.ProtocolError as error:
            event = error
        event, count = client.admit(event)
        client.start(client.respond_standalone(client.handle(event)), count)
        return Response(status_code=202)

    def _register(self, client: HttpClient) -> str:
        session_id = client.session.session_id = secrets.token_urlsafe(24)
        self._sessions[session_id] = client
        self._service.connected(client)
        if len(self._sessions) > MAX_SESSIONS:
            self._end(next(iter(self._sessions)))
        return session_id

    def _mark_used(self, session_id: str, client: HttpClient) -> None:
        client.last_used = time.monotonic()
        self._sessions.move_to_end(session_id)

    def _end(self, session_id: str) -> None:
        client = self._sessions.pop(session_id, None)
        if client is not None:
            self._service.disconnected(client)
            client.end()

    async def _sweep(self) -> None:
        """End sessions unused for `idle` seconds, and more idle ones while all buffer more than `MAX_BUFFERED`."""
        while True:
            await asyncio.sleep(min(self._idle / 4, SWEEP_INTERVAL))
            long_ago = time.monotonic() - self._idle
            total = sum(client.buffered_bytes for client in self._sessions.values())
            for session_id, client in list(self._sessions.items()):  # least recently used first
                if client.is_idle and (client.last_used < long_ago or (total > MAX_BUFFERED and client.buffered_bytes)):
                    total -= client.buffered_bytes
                    self._end(session_id)


def application(service: ReferenceService, idle: float) -> Starlette:
    """Build the server as an ASGI application.

    Args:
        service: what the server offers.
        idle: seconds without use after which the endpoint ends a session.
    """
    endpoint = Endpoint(service, idle)
    return Starlette(routes=[Route("/mcp", endpoint)], lifespan=endpoint.lifespan)


def is_request(event: object) -> bool:
    """Whether an event needs a response."""
    if isinstance(event, mb.Batch):
        return any(isinstance(item, (mb.Request, mb.ProtocolError)) for item in event)
    return isinstance(event, mb.Request)


async def _read(request: Request, most: int) -> bytes | None:
    """Read the body, up to the first chunk that exceeds `most`; None if it does not arrive within `BODY_TIMEOUT`."""
    body = bytearray()
    with anyio.move_on_after(BODY_TIMEOUT):
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                break
        return bytes(body)
    return None


def _schema_of_tool(request: Request) -> object:
    """The input schema of the tool that the headers name. The session checks that headers and body agree."""
    try:
        return input_schema(decode_header(request.headers.get("mcp-name", "")))
    except ValueError:
        return None


def _json(response: bytes | None, status: int, headers: dict[str, str] | None = None) -> Response:
    return Response(response, status_code=status, headers=headers, media_type="application/json")
