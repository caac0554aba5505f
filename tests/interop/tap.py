"""Listens to the HTTP between a client and a server, without changing a byte of it.

A `Tap` passes on what arrives at a port of its own. What it has heard is read afterwards, as a proxy reads it: requests
with their headers, responses with status and headers, and the events of streams, in the order in which they came.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from functools import partial

import h11

from mcp_bindings.http.event_reader import EventReader
from mcp_bindings.json_values import is_array, member_at
from mcp_bindings.jsonrpc.strict_json import as_request_id
from mcp_bindings.spec.names import Sender
from tests.interop.heard import JSON, Line

_NAMED = ("mcp-", "accept", "content-type", "last-event-id", "allow")
"""Beginnings of the names of headers that are kept."""


class _Exchange:
    """One HTTP request and its response.

    Args:
        number: number of the exchange.
        request: its head.
        body: body of the request.
    """

    def __init__(self, number: int, request: h11.Request, body: bytes) -> None:
        self.number = number
        self.request = request
        self.body = body
        self.status = 0
        self.headers: tuple[tuple[str, str], ...] = ()
        self._events: EventReader | None = None
        self._body = bytearray()
        self._waiting = _requests_in(_document(body) if request.method == b"POST" else None)

    def asked(self) -> Iterator[Line]:
        """Yield the message in the request."""
        if self.request.method == b"POST":
            yield Line("client", self.body.decode("utf-8", "replace"), _kept(self.request), None, self.number)

    def begin(self, response: h11.Response) -> None:
        """Read the head of the response."""
        self.status, self.headers = response.status_code, _kept(response)
        if self._is("text/event-stream"):
            self._events = EventReader()

    def add(self, data: bytes) -> Iterator[Line]:
        """Read a part of the body of the response. Return the messages that it completes."""
        if self._events is None:
            self._body += data
            return
        for event in self._events.feed(data):
            if event.name == "message" and event.data:
                yield self._answer(event.data)

    def end(self) -> Iterator[Line]:
        """Yield the message in the body, and the requests that this response does not answer, nor any other."""
        if self._is("application/json") and self._body:
            yield self._answer(self._body.decode("utf-8", "replace"))
        if self.status != 202:  # its answer comes on another stream
            for id_ in self._waiting:
                yield Line("client", "", (), None, self.number, id_)

    def _answer(self, text: str) -> Line:
        document = _document(text)
        for each in document if is_array(document) else (document,):
            if member_at(each, "method") is None:
                self._waiting.discard(member_at(each, "id"))
        return Line("server", text, self.headers, self.status, self.number)

    def _is(self, media_type: str) -> bool:
        return any(name == "content-type" and value.startswith(media_type) for name, value in self.headers)


def _document(text: str | bytes) -> JSON:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _requests_in(document: JSON) -> set[str | int]:
    """Return the ids of the requests in a body."""
    ids: set[str | int] = set()
    for each in document if is_array(document) else (document,):
        id_ = as_request_id(member_at(each, "id"))
        if id_ is not None and member_at(each, "method") is not None:
            ids.add(id_)
    return ids


def _kept(head: h11.Request | h11.Response) -> tuple[tuple[str, str], ...]:
    decoded = ((name.decode("ascii"), value.decode("latin-1")) for name, value in head.headers)
    return tuple((name, value) for name, value in decoded if name.startswith(_NAMED))


class _Connection:
    """Reads what has passed on one connection.

    Args:
        tap: tap that hears the connection.
    """

    def __init__(self, tap: Tap) -> None:
        self._tap = tap
        self._requests = h11.Connection(h11.SERVER)
        self._head: h11.Request | None = None
        self._body = bytearray()
        self._responses: h11.Connection | None = None
        self._exchange: _Exchange | None = None

    def read(self, sender: Sender, data: bytes) -> Iterator[Line]:
        """Yield the messages that some bytes complete; no bytes are the end."""
        if sender == "client":
            yield from self._read_requests(data)
        else:
            yield from self._read_responses(data)

    def _read_requests(self, data: bytes) -> Iterator[Line]:
        if not data:
            return
        self._requests.receive_data(data)
        while True:
            event = self._requests.next_event()
            if isinstance(event, h11.Request):
                self._head = event
            elif isinstance(event, h11.Data):
                self._body += event.data
            elif isinstance(event, h11.EndOfMessage):
                assert self._head is not None
                self._tap.exchanges += 1
                self._exchange = _Exchange(self._tap.exchanges, self._head, bytes(self._body))
                self._responses = h11.Connection(h11.CLIENT)
                self._responses.send(h11.Request(method=self._head.method, target="/", headers=[("host", "-")]))
                self._responses.send(h11.EndOfMessage())
                self._body.clear()
                rest, self._requests = self._requests.trailing_data[0], h11.Connection(h11.SERVER)
                yield from self._exchange.asked()
                if not rest:
                    return
                self._requests.receive_data(rest)
            else:
                return

    def _read_responses(self, data: bytes) -> Iterator[Line]:
        if self._responses is None or self._exchange is None:
            return
        self._responses.receive_data(data)
        while True:
            try:
                event = self._responses.next_event()
            except h11.RemoteProtocolError:  # the connection has ended in the middle of a stream
                event = h11.EndOfMessage()
            if isinstance(event, h11.Response):
                self._exchange.begin(event)
            elif isinstance(event, h11.Data):
                yield from self._exchange.add(bytes(event.data))
            elif isinstance(event, h11.EndOfMessage):
                yield from self._exchange.end()
                self._responses = None
                return
            elif not isinstance(event, h11.InformationalResponse):
                return


class Tap:
    """Passes on bytes, and keeps them."""

    def __init__(self) -> None:
        self.exchanges = 0
        self._heard: list[tuple[int, Sender, bytes]] = []
        self._connections = 0

    def lines(self) -> Iterator[Line]:
        """Yield the messages that have passed."""
        connections: dict[int, _Connection] = {}
        for number, sender, data in self._heard:
            if number not in connections:
                connections[number] = _Connection(self)
            yield from connections[number].read(sender, data)

    @asynccontextmanager
    async def between(self, port: int) -> AsyncGenerator[int, None]:
        """Listen in front of a server for the duration of the block.

        Args:
            port: port of the server.

        Yields:
            The port that stands for it.
        """
        server = await asyncio.start_server(partial(self._pass_both, port), "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()

    async def _pass_both(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        number = self._connections
        try:
            from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(
            self._pass_on(number, "client", reader, to_server), self._pass_on(number, "server", from_server, writer)
        )

    async def _pass_on(
        self, number: int, sender: Sender, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        data = b"-"
        while data:
            try:
                data = await reader.read(65_536)
            except OSError:
                data = b""
            self._heard.append((number, sender, data))
            writer.write(data)
            try:
                await writer.drain()
            except OSError:
                break
        writer.close()
