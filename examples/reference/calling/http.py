"""The HTTP transports: one POST per message; responses arrive as JSON or in event streams, other messages after a GET.

When a stream of a handshake revision breaks, the client requests the missed events with `Last-Event-ID`. The HTTP+SSE
transport of 2024-11-05 has one stream for all messages of the server; its first event is the URL to POST to.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Literal, cast
from urllib.parse import urljoin, urlsplit

import anyio
import httpx

from calling.events import MAX_BYTES, EventReader
from mcp_bindings import LATEST, Session, revision
from mcp_bindings.session import RequestId
from mcp_bindings.transports import MessageReceiver, SessionEndedError

EVENTS = "text/event-stream"
OK, NOT_FOUND = 200, 404
MAX_RECONNECTS = 5
"""Consecutive reconnections without a new event after which the client gives up."""

END_TIMEOUT = 2.0
"""Seconds to wait for the server to end the session."""

NO_COMPRESSION = {"Accept-Encoding": "identity"}
"""Disables compression, since a few compressed bytes may expand to gigabytes."""


@dataclass
class StreamPosition:
    """The position of the client in a stream."""

    event: str | None = None
    """The id of the last event; None if the server sends no ids."""

    retry: float = 1.0
    """Seconds to wait before the client reconnects; the server can change it."""


class Http:
    """The MCP endpoint of a server.

    Args:
        url: of the endpoint.
        http: the HTTP client to use; by default a new one without authorization.
    """

    kind: Literal["http"] = "http"

    def __init__(self, url: str, http: httpx.AsyncClient | None = None) -> None:
        self._url = url
        self._post_to = url
        self._uses_http_sse = False
        self._endpoint_is_known = anyio.Event()
        self._http = http or httpx.AsyncClient(timeout=httpx.Timeout(30, read=None), follow_redirects=False)
        self._http.headers.update(NO_COMPRESSION)

    async def start(self, connection: MessageReceiver) -> None:
        """Store the connection; the first message opens the HTTP connection."""
        self._connection = connection

    @property
    def _session(self) -> Session:
        return self._connection.session

    async def send(self, data: bytes) -> None:
        """POST a message; for a request, also read the response.

        Raises:
            ConnectionError: the server cannot be reached, or rejects the message.
        """
        id_ = _request_id(data)
        headers = self._session.http_headers(data, input_schemas=self._connection.schemas)
        position = StreamPosition()
        try:
            async with self._http.stream(
                "POST", self._post_to, content=data, headers={"Content-Type": "application/json", **headers}
            ) as response:
                await self._process_response(response, id_, position)
        except httpx.TransportError as error:
            if position.event is None:
                raise ConnectionError(f"{self._post_to}: {error or type(error).__name__}") from None
        if position.event is not None:
            await self._follow(position, id_)
        if id_ is not None and id_ in self._session.pending and not self._uses_http_sse:
            self._connection.request_failed(id_)

    async def open_http_sse(self) -> None:
        """Open the stream of HTTP+SSE (2024-11-05) and wait for its endpoint event.

        Raises:
            ConnectionError: the server does not offer the stream, or sends no endpoint event in time.
        """
        self._uses_http_sse = True
        self._connection.spawn(self._read_http_sse())
        with anyio.move_on_after(self._connection.bounds.probe_timeout):
            await self._endpoint_is_known.wait()
        if not self._post_to:
            raise ConnectionError(f"{self._url}: the server has no stream of 2024-11-05")

    async def listen(self) -> None:
        """Open the stream for unsolicited messages, if the negotiated revision has one."""
        http = revision(self._session.version or LATEST).protocol.http
        if "GET" in http.methods and not self._uses_http_sse:
            self._connection.spawn(self._follow(StreamPosition(retry=0), None))

    async def end(self) -> None:
        """End the session, if there is one, and close the HTTP client."""
        try:
            if self._session.session_id is not None:
                headers = self._session.http_headers(None, http_method="DELETE")
                with anyio.move_on_after(END_TIMEOUT):
                    async with self._http.stream("DELETE", self._url, headers=headers):
                        pass  # the client ignores the response
        except (httpx.TransportError, ValueError):
            pass  # the session cannot be ended, and the client no longer needs it
        finally:
            await self._http.aclose()

    async def _process_response(
        self, response: httpx.Response, id_: RequestId | None, position: StreamPosition
    ) -> None:
        """Process the HTTP response to a POST."""
        if self._session.session_id is None and not self._connection.is_open:
            try:
                self._session.session_id = response.headers.get("Mcp-Session-Id")
            except ValueError as error:
                raise ConnectionError(f"{self._post_to}: {error}") from None
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if response.is_success and kind == EVENTS:
            await self._read(response, position, id_)
        elif response.is_success and kind == "application/json" and id_ is not None:
            await self._connection.receive(await _body(response))
        elif response.status_code == NOT_FOUND and self._session.session_id is not None:
            raise SessionEndedError("the server has ended the session")
        elif not response.is_success and id_ is not None:
            self._connection.request_failed(id_, response.status_code, await _body(response))
        elif not response.is_success:
            raise ConnectionError(f"HTTP status {response.status_code} in response to a notification or response")

    async def _read(self, response: httpx.Response, position: StreamPosition, id_: RequestId | None) -> bool:
        """Handle the messages of a stream until it ends or the response to the request `id_` arrives.

        Returns:
            Whether the stream has sent a new event id.
        """
        before = position.event
        async for event in EventReader().read(_chunks(response)):
            position.event = event.id or position.event
            position.retry = position.retry if event.retry is None else event.retry / 1000
            if event.data and event.name == "message":
                await self._connection.receive(event.data.encode())
            if id_ is not None and id_ not in self._session.pending:
                break
        return position.event != before

    async def _follow(self, position: StreamPosition, id_: RequestId | None) -> None:
        """Open a stream by GET and reopen it when it ends, until the response to `id_` arrives; if None, for ever."""
        failures = 0
        while failures < MAX_RECONNECTS and (id_ is None or id_ in self._session.pending):
            await anyio.sleep(position.retry)
            position.retry = position.retry or 1.0
            headers = self._session.http_headers(None, http_method="GET", last_event_id=position.event)
            try:
                async with self._http.stream("GET", self._url, headers=headers) as response:
                    if response.status_code != OK:
                        return  # the server does not offer the stream, or no longer has it
                    failures = 0 if await self._read(response, position, id_) else failures + 1
            except httpx.TransportError:
                failures += 1

    async def _read_http_sse(self) -> None:
        self._post_to = ""
        try:
            async with self._http.stream("GET", self._url, headers={"Accept": EVENTS}) as response:
                kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
                if response.status_code != OK or kind != EVENTS:
                    return
                async for event in EventReader().read(_chunks(response)):
                    if event.name == "endpoint":
                        self._post_to = _resolve_endpoint(self._url, event.data)
                        self._endpoint_is_known.set()
                    elif event.name == "message":
                        await self._connection.receive(event.data.encode())
        except httpx.TransportError:
            pass  # this transport cannot resume a stream
        finally:
            self._endpoint_is_known.set()
            self._connection.connection_lost()


def _request_id(data: bytes) -> RequestId | None:
    """The id of a request; None for a notification or a response."""
    message: Any = json.loads(data)
    if not isinstance(message, dict) or "method" not in message:
        return None
    return cast("dict[str, Any]", message).get("id")


def _resolve_endpoint(url: str, endpoint: str) -> str:
    """Resolve the URL to POST to; it must be on the server's origin, since messages must not reach another server.

    Raises:
        ConnectionError: the URL is invalid or on another origin.
    """
    target = ""
    try:
        target = urljoin(url, endpoint)
        is_same_origin = urlsplit(target)[:2] == urlsplit(url)[:2] and httpx.URL(target).is_absolute_url
    except (ValueError, httpx.InvalidURL):
        is_same_origin = False
    if not is_same_origin:
        raise ConnectionError("the endpoint that the server names is on another origin")
    return target


async def _chunks(response: httpx.Response) -> AsyncIterator[bytes]:
    """Read the body in chunks.

    Raises:
        ConnectionError: the body is compressed, although the client does not accept that.
    """
    if response.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise ConnectionError("the server has compressed its response, although this client does not accept that")
    async for chunk in response.aiter_raw():
        yield chunk


async def _body(response: httpx.Response) -> bytes:
    """Read the whole body.

    Raises:
        ConnectionError: the body is longer than `MAX_BYTES`, or compressed.
    """
    body = bytearray()
    async for chunk in _chunks(response):
        body += chunk
        if len(body) > MAX_BYTES:
            raise ConnectionError(f"the response of the server is longer than {MAX_BYTES} bytes")
    return bytes(body)
