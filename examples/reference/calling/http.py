"""Messages over HTTP: one POST for each, answers as JSON or as a stream of events, and a GET for the rest.

The streams of 2025-11-25 and before may break: what was missed is asked for again with `Last-Event-ID`. The transport
of 2024-11-05 has one stream for all that the server says, and tells there where to POST to.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Literal, cast
from urllib.parse import urljoin, urlsplit

import anyio
import httpx

from calling.connection import PROBE_PATIENCE, Connection, SessionEndedError
from calling.events import MAX_BYTES, EventReader
from mcp_bindings import Session, revision
from mcp_bindings.session import RequestId

EVENTS = "text/event-stream"
OK, NOT_FOUND = 200, 404
ATTEMPTS = 5
"""How often a stream is opened again in vain."""

GOODBYE = 2.0
"""Seconds that the server may take to end the session."""

AS_IT_IS = {"Accept-Encoding": "identity"}
"""Nothing is decompressed, since a few bytes may become gigabytes."""


@dataclass
class Place:
    """How far a stream has been read."""

    event: str | None = None
    """The last event; the server need not name any."""

    retry: float = 1.0
    """Seconds to wait before it is opened again, as the server wishes."""


class Http:
    """The MCP endpoint of a server.

    Args:
        url: of the endpoint.
        http: what sends requests; by default one without a proxy, authorization or other settings of its own.
    """

    kind: Literal["http"] = "http"

    def __init__(self, url: str, http: httpx.AsyncClient | None = None) -> None:
        self._url = url
        self._post_to = url
        self._is_old = False
        self._endpoint_is_known = anyio.Event()
        self._http = http or httpx.AsyncClient(timeout=httpx.Timeout(30, read=None), follow_redirects=False)
        self._http.headers.update(AS_IT_IS)

    async def start(self, connection: Connection) -> None:
        """Nothing is opened before there is something to send."""
        self._connection = connection

    @property
    def _session(self) -> Session:
        return self._connection.session

    async def send(self, data: bytes) -> None:
        """POST a message, and of a request read the answer.

        Raises:
            ConnectionError: the server cannot be reached, or refuses the message.
        """
        id_ = _request_id(data)
        headers = self._session.http_headers(data, input_schemas=self._connection.schemas)
        place = Place()
        try:
            async with self._http.stream(
                "POST", self._post_to, content=data, headers={"Content-Type": "application/json", **headers}
            ) as response:
                await self._answered(response, id_, place)
        except httpx.TransportError as error:
            if place.event is None:
                raise ConnectionError(f"{self._post_to}: {error or type(error).__name__}") from None
        if place.event is not None:
            await self._follow(place, id_)
        if id_ is not None and id_ in self._session.pending and not self._is_old:
            self._connection.request_failed(id_)

    async def open_old_stream(self) -> None:
        """The stream of 2024-11-05, which says where to POST to."""
        self._is_old = True
        self._connection.spawn(self._read_old_stream())
        with anyio.move_on_after(PROBE_PATIENCE):
            await self._endpoint_is_known.wait()
        if not self._post_to:
            raise ConnectionError(f"{self._url}: the server has no stream of 2024-11-05")

    async def listen(self) -> None:
        """Open the stream for what the server says unasked, where the revision has one."""
        http = revision(self._connection.calls.revision).protocol.http
        if "GET" in http.methods and not self._is_old:
            self._connection.spawn(self._follow(Place(retry=0), None))

    async def end(self) -> None:
        """End the session, if there is one, and all that is open."""
        try:
            if self._session.session_id is not None:
                headers = self._session.http_headers(None, http_method="DELETE")
                with anyio.move_on_after(GOODBYE):
                    async with self._http.stream("DELETE", self._url, headers=headers):
                        pass  # what the server says to this is not read
        except (httpx.TransportError, ValueError):
            pass  # then it is over anyway
        finally:
            await self._http.aclose()

    async def _answered(self, response: httpx.Response, id_: RequestId | None, place: Place) -> None:
        """Take what answers a POST."""
        if self._session.session_id is None and not self._connection.is_open:
            try:
                self._session.session_id = response.headers.get("Mcp-Session-Id")
            except ValueError as error:
                raise ConnectionError(f"{self._post_to}: {error}") from None
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if response.is_success and kind == EVENTS:
            await self._read(response, place, id_)
        elif response.is_success and kind == "application/json" and id_ is not None:
            await self._connection.take(await _body(response))
        elif response.status_code == NOT_FOUND and self._session.session_id is not None:
            raise SessionEndedError("the server has ended the session")
        elif not response.is_success and id_ is not None:
            self._connection.request_failed(id_, response.status_code, await _body(response))
        elif not response.is_success:
            raise ConnectionError(f"HTTP status {response.status_code} in answer to a notification or response")

    async def _read(self, response: httpx.Response, place: Place, id_: RequestId | None) -> bool:
        """Take the messages of a stream, until it ends or the answer to the request `id_` is there. Were there any?"""
        before = place.event
        async for event in EventReader().read(_pieces(response)):
            place.event = event.id or place.event
            place.retry = place.retry if event.retry is None else event.retry / 1000
            if event.data and event.name == "message":
                await self._connection.take(event.data.encode())
            if id_ is not None and id_ not in self._session.pending:
                break
        return place.event != before

    async def _follow(self, place: Place, id_: RequestId | None) -> None:
        """Open a stream by GET, and again when it ends: until the answer to a request is there, or for ever."""
        failures = 0
        while failures < ATTEMPTS and (id_ is None or id_ in self._session.pending):
            await anyio.sleep(place.retry)
            place.retry = place.retry or 1.0
            headers = self._session.http_headers(None, http_method="GET", last_event_id=place.event)
            try:
                async with self._http.stream("GET", self._url, headers=headers) as response:
                    if response.status_code != OK:
                        return  # the server offers no such stream, or has forgotten it
                    failures = 0 if await self._read(response, place, id_) else failures + 1
            except httpx.TransportError:
                failures += 1

    async def _read_old_stream(self) -> None:
        self._post_to = ""
        try:
            async with self._http.stream("GET", self._url, headers={"Accept": EVENTS}) as response:
                kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
                if response.status_code != OK or kind != EVENTS:
                    return
                async for event in EventReader().read(_pieces(response)):
                    if event.name == "endpoint":
                        self._post_to = _of_same_origin(self._url, event.data)
                        self._endpoint_is_known.set()
                    elif event.name == "message":
                        await self._connection.take(event.data.encode())
        except httpx.TransportError:
            pass  # nothing can be resumed here
        finally:
            self._endpoint_is_known.set()
            self._connection.broke()


def _request_id(data: bytes) -> RequestId | None:
    """The id of a request; None for a notification or a response."""
    message: Any = json.loads(data)
    if not isinstance(message, dict) or "method" not in message:
        return None
    return cast("dict[str, Any]", message).get("id")


def _of_same_origin(url: str, endpoint: str) -> str:
    """Where to POST to; a server must not send the messages of this client to another one."""
    target = ""
    try:
        target = urljoin(url, endpoint)
        is_own = urlsplit(target)[:2] == urlsplit(url)[:2] and httpx.URL(target).is_absolute_url
    except (ValueError, httpx.InvalidURL):
        is_own = False
    if not is_own:
        raise ConnectionError("the endpoint of the server is not its own")
    return target


async def _pieces(response: httpx.Response) -> AsyncIterator[bytes]:
    """The body, piece by piece.

    Raises:
        ConnectionError: it is compressed, though that was not asked for.
    """
    if response.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise ConnectionError("the server has compressed its answer, though this client does not accept that")
    async for piece in response.aiter_raw():
        yield piece


async def _body(response: httpx.Response) -> bytes:
    """The whole body.

    Raises:
        ConnectionError: it is longer than a message may be, or compressed.
    """
    body = bytearray()
    async for piece in _pieces(response):
        body += piece
        if len(body) > MAX_BYTES:
            raise ConnectionError(f"the answer of the server is longer than {MAX_BYTES} bytes")
    return bytes(body)
