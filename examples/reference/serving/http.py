"""Streamable HTTP: one endpoint for every revision.

A POST is answered with JSON if the answer is all there is and comes soon, else with an event stream. Revisions with a
handshake have sessions, whose streams may be taken up again; a POST of 2026-07-28 stands for itself. A GET without a
session is for the transport of 2024-11-05, in which one stream carries everything that the server says.
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
from serving.breaking import breaking
from serving.changes import Changes
from serving.connection import AT_ONCE, LIMITS, Connection
from serving.streams import Channel
from serving.tools import input_schema

PATIENCE = 0.5  # seconds after which an answer that has not come is waited for on a stream
BODY_WITHIN = 30.0  # seconds for a client to send what it has to say
PER_REQUEST = {each for each in mb.REVISIONS if mb.revision(each).era == "per-request"}
MAX_SESSIONS = 10_000
MAX_KEPT = 256 * 1024 * 1024  # bytes that the streams of all sessions keep
SWEEP = 1.0  # seconds between two looks at that
RETRY = 500  # milliseconds after which a client is to come back for the rest of a stream


class HttpClient(Connection):
    """A client over HTTP: its connection, the streams of its session, and what is worked on for it."""

    def __init__(self, changes: Changes) -> None:
        super().__init__(changes, self._send_apart, "http")
        self.is_old = False  # is it of the transport of 2024-11-05?
        self.last_used = time.monotonic()
        self.channels: dict[int, Channel] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self._streams: EventStreams | None = None
        self._apart: Channel | None = None

    @property
    def streams(self) -> EventStreams:
        """The streams of the session; a POST of a revision without sessions has one alone."""
        if self._streams is None:
            self._streams = EventStreams(self.session.version or mb.LATEST)
        return self._streams

    @property
    def kept(self) -> int:
        """Bytes that its streams keep for it to come back to."""
        return 0 if self._streams is None else self._streams.size

    @property
    def apart(self) -> Channel:
        """The stream for what belongs to no request, which a GET opens."""
        if self._apart is None:
            self._apart = self.open(is_awaited=False)
        return self._apart

    @property
    def is_idle(self) -> bool:
        """Is nothing worked on for it, and nothing read?"""
        return not self.tasks and not any(channel.is_read for channel in self.channels.values())

    @property
    def is_as_new(self) -> bool:
        """Has what it was for left nothing behind? A request before a session leaves its id."""
        return self._streams is None and self.session.version is None

    def open(self, *, is_awaited: bool = True) -> Channel:
        """A new stream."""
        channel = Channel(self.streams.open(retry=RETRY), is_awaited=is_awaited)
        self.channels[channel.stream.number] = channel
        self.channels = {number: each for number, each in self.channels.items() if number in self.streams}
        return channel

    def start(self, work: Coroutine[Any, Any, None], count: int) -> asyncio.Task[None]:
        """Work on so many requests in the background, until the session ends."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(lambda _: self._free(count))
        return task

    def _free(self, count: int) -> None:
        self.at_once -= count

    def end(self) -> None:
        """The session is over."""
        self.session.close()
        for task in self.tasks:
            task.cancel()
        for channel in self.channels.values():
            channel.end()

    async def answer_apart(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        """Work on a message, and answer where what belongs to no request goes."""
        answer = await handling
        if answer is not None:
            await self.apart.send(answer)

    async def _send_apart(self, message: bytes) -> None:
        await self.apart.send(message)


class Exchange:
    """One POST with requests in it. What goes back is the answer alone, or a stream that ends with it."""

    def __init__(self, client: HttpClient) -> None:
        self.answer: bytes | None = None
        self.channel: Channel | None = None
        self._client = client
        self._decided = asyncio.Event()

    async def run(self, handling: Coroutine[Any, Any, bytes | None]) -> None:
        """Work it out."""
        breaking.set(self._break_off)
        try:
            self.answer = await handling
            if self.answer is None:  # it was cancelled
                self.stream()
            elif self.channel is not None:
                await self.channel.send(self.answer)
        finally:
            self._decided.set()
            if self.channel is not None:
                self.channel.end()

    async def send(self, message: bytes) -> None:
        """Something has to be said before the answer."""
        await self.stream().send(message)

    def stream(self) -> Channel:
        """Go on as a stream."""
        if self.channel is None:
            self.channel = self._client.open()
            self._decided.set()
        return self.channel

    def _break_off(self) -> None:
        if self._client.streams.resumable:
            self.stream().release()

    async def decided(self) -> None:
        """Wait until it is known which of the two it is."""
        timer = asyncio.get_running_loop().call_later(PATIENCE, self.stream)
        await self._decided.wait()
        timer.cancel()


class Endpoint:
    """The MCP endpoint.

    Args:
        idle: seconds after which a session that is not used is ended.
    """

    def __init__(self, idle: float) -> None:
        self._idle = idle
        self._changes = Changes()
        self._sessions: OrderedDict[str, HttpClient] = OrderedDict()
        self._free: list[HttpClient] = []  # of requests that stood for themselves, and have left nothing behind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One HTTP request."""
        request = Request(scope, receive)
        headers = HeaderFields(request.headers.items())
        with contextlib.suppress(ClientDisconnect):
            response = await self._respond(request, headers)
            await response(scope, receive, send)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncGenerator[None]:
        """While the server runs, sessions that nobody uses any more are ended."""
        sweeping = asyncio.create_task(self._sweep())
        yield
        sweeping.cancel()
        for session_id in list(self._sessions):
            self._end(session_id)

    async def _respond(self, request: Request, headers: HeaderFields) -> Response:
        refused = check_origin(headers)
        if refused is not None:
            return Response(status_code=refused)
        declared = request.headers.get("mcp-protocol-version")
        spoken = [declared] if declared in PER_REQUEST else mb.REVISIONS
        verdict = check_http_method(request.method, spoken)
        if verdict.http_status is not None:
            return Response(status_code=verdict.http_status, headers=verdict.headers())
        if request.method == "POST":
            return await self._post(request, headers)
        session_id = request.headers.get("mcp-session-id", "")
        client = self._sessions.get(session_id)
        if client is None and request.method == "GET" and not session_id:
            return self._open_old()
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
        self._touch(session_id, client)
        if request.method == "GET":
            return self._get(client, request.headers.get("last-event-id"))
        self._end(session_id)
        return Response(status_code=204)

    def _get(self, client: HttpClient, last_event_id: str | None) -> Response:
        """A stream for what belongs to no request, or the rest of one that broke."""
        if last_event_id is None:
            return client.apart.respond()
        found = client.streams.find(last_event_id)
        if found is None:
            return Response(status_code=400)
        return client.channels[found[0].number].respond(found[1])

    async def _post(self, request: Request, headers: HeaderFields) -> Response:
        body = await _read(request)
        if body is None:
            return Response(status_code=408)
        old = request.query_params.get("session")
        if old is not None:
            return self._take_old(self._sessions.get(old), body)
        client = self._sessions.get(request.headers.get("mcp-session-id", ""))
        if client is None:
            client = self._free.pop() if self._free else HttpClient(self._changes)
        session = client.session
        if session.session_id is not None:
            self._touch(session.session_id, client)
        try:
            event = session.receive(body, headers=headers, input_schema=_schema_of_tool(request))
        except mb.ProtocolError as error:
            return _json(await client.handle(error), error.http_status or 400)
        if not is_request(event):
            return Response(await client.handle(event), status_code=202)
        version = client.version_of(event)
        admitted, count = client.admit(event)
        if isinstance(admitted, mb.ProtocolError):
            return _json(await client.handle(admitted), 200)
        exchange = Exchange(client)
        task = client.start(exchange.run(client.handle(admitted, exchange.send)), count)
        await exchange.decided()
        given = self._keep(client)
        if task.cancelled():
            return Response(status_code=404)  # the session was ended meanwhile
        if exchange.channel is None:
            if client.is_as_new and mb.revision(version).era == "per-request":
                self._free.append(client)
            return _json(exchange.answer, answer_status(exchange.answer, version), given)
        if not client.streams.resumable:
            exchange.channel.on_left = task.cancel
        return exchange.channel.respond(headers=given, ended=self._changes.ended)

    def _keep(self, client: HttpClient) -> dict[str, str]:
        """Give a session an id once there is one, and say so in the headers."""
        if client.session.session_id is not None or client.session.version is None:
            return {}
        return {SESSION_HEADER: self._register(client)}

    def _open_old(self) -> Response:
        """The stream of 2024-11-05, which begins with where to post; the session lasts as long as it does."""
        client = HttpClient(self._changes)
        client.is_old = True
        session_id = self._register(client)
        client.apart.on_left = lambda: self._end(session_id)
        return client.apart.respond(greeting=ServerSentEvent(f"/mcp?session={session_id}", event="endpoint"))

    def _take_old(self, client: HttpClient | None, body: bytes) -> Response:
        if client is None or not client.is_old:
            return Response(status_code=404)
        if client.at_once >= AT_ONCE or len(client.tasks) >= 2 * AT_ONCE:
            return Response(status_code=503)
        event: Event | mb.ProtocolError
        try:
            event = client.session.receive(body)
        except mb.ProtocolError as error:
            event = error
        event, count = client.admit(event)
        client.start(client.answer_apart(client.handle(event)), count)
        return Response(status_code=202)

    def _register(self, client: HttpClient) -> str:
        session_id = client.session.session_id = secrets.token_urlsafe(24)
        self._sessions[session_id] = client
        self._changes.add(client.tell)
        if len(self._sessions) > MAX_SESSIONS:
            self._end(next(iter(self._sessions)))
        return session_id

    def _touch(self, session_id: str, client: HttpClient) -> None:
        client.last_used = time.monotonic()
        self._sessions.move_to_end(session_id)

    def _end(self, session_id: str) -> None:
        client = self._sessions.pop(session_id, None)
        if client is not None:
            self._changes.remove(client.tell)
            client.end()

    async def _sweep(self) -> None:
        """End sessions that are not used any more, and idle ones where all together keep too much."""
        while True:
            await asyncio.sleep(min(self._idle / 4, SWEEP))
            long_ago = time.monotonic() - self._idle
            kept = sum(client.kept for client in self._sessions.values())
            for session_id, client in list(self._sessions.items()):  # the least recently used first
                if client.is_idle and (client.last_used < long_ago or (kept > MAX_KEPT and client.kept)):
                    kept -= client.kept
                    self._end(session_id)


def application(idle: float) -> Starlette:
    """The server as an ASGI application.

    Args:
        idle: seconds after which a session that is not used is ended.
    """
    endpoint = Endpoint(idle)
    return Starlette(routes=[Route("/mcp", endpoint)], lifespan=endpoint.lifespan)


def is_request(event: object) -> bool:
    """Is there something to answer?"""
    if isinstance(event, mb.Batch):
        return any(isinstance(item, (mb.Request, mb.ProtocolError)) for item in event)
    return isinstance(event, mb.Request)


async def _read(request: Request) -> bytes | None:
    """The body, or as much of it as makes it too long; None if it does not come."""
    body = bytearray()
    with anyio.move_on_after(BODY_WITHIN):
        async for piece in request.stream():
            body += piece
            if len(body) > LIMITS.max_bytes:
                break
        return bytes(body)
    return None


def _schema_of_tool(request: Request) -> object:
    """The schema of the arguments of the tool that the headers name; the session holds the body to the headers."""
    try:
        return input_schema(decode_header(request.headers.get("mcp-name", "")))
    except ValueError:
        return None


def _json(answer: bytes | None, status: int, headers: dict[str, str] | None = None) -> Response:
    return Response(answer, status_code=status, headers=headers, media_type="application/json")
