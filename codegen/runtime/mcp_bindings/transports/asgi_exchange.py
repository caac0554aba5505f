"""An HTTP request of ASGI and its response."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from ..errors import ProtocolError
from ..limits import CutText
from ..spec.http_fields import HeaderFields
from ..spec.names import CONTENT_TYPE, SESSION_HEADER, VERSION_HEADER, X_ACCEL_BUFFERING
from .buffers import MAX_UNCOUNTED_BODY, BodyCounter
from .waiting import run_within

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
AsgiSend: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

JSON_TYPE, EVENTS_TYPE = "application/json", "text/event-stream"

_TEXT_TYPE = "text/plain; charset=utf-8"

_BAD_REQUEST = 400

_JSON_FIELD = (b"content-type", JSON_TYPE.encode())

MAX_PIECE = 64 * 1024
"""Largest number of bytes of a body or event that are sent at once."""

_PIECE_TIMEOUT = 20.0
"""Seconds in which a client has to read one piece of a body."""

_STREAM_HEADERS = {CONTENT_TYPE: EVENTS_TYPE, "Cache-Control": "no-store", X_ACCEL_BUFFERING: "no"}
"""The headers of an event stream. The last header keeps nginx from buffering events."""


class ClientLeftError(Exception):
    """The error for a client that disconnects before request and response are complete, or that reads too slowly."""


class HttpExchange:
    """An HTTP request and its response.

    Args:
        scope: the ASGI scope of the request.
        receive: the ASGI function that receives events.
        send: the ASGI function that sends events.
        bodies: the counter of the bytes of a request body of more than 64 KiB until `release_body` is called; None to
            count nothing.

    Attributes:
        method: the HTTP method.
        headers: the headers of the request.
        root_path: the path at which the application is mounted; empty if the application is not mounted.
        path: the decoded path of the request, without `root_path`.
        address: the address of the client, as the ASGI server gives it; None if the server gives no address.
        session_id: the value of the header `Mcp-Session-Id`; None without the header.
        declared_version: the value of the header `MCP-Protocol-Version`; empty without the header.
        scope: the argument of this name.
        response_headers: further headers of the response, whatever its status.
        has_started: True if the response has begun.
    """

    def __init__(self, scope: Scope, receive: Receive, send: AsgiSend, bodies: BodyCounter | None = None) -> None:
        self.method: str = scope["method"]
        self.headers: HeaderFields = HeaderFields(
            [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        )
        self.root_path: str = scope.get("root_path", "")
        self.path: str = scope["path"].removeprefix(self.root_path)
        client = scope.get("client")
        self.address: str | None = client[0] if client else None
        self.session_id: str | None = self.headers.first(SESSION_HEADER)
        self.declared_version: str = self.headers.first(VERSION_HEADER) or ""
        self.response_headers: dict[str, str] = {}
        self.has_started: bool = False
        self.scope = scope
        self._receive = receive
        self._send = send
        self._bodies = bodies
        self._counted = 0

    @property
    def raw_path(self) -> str:
        """The full path in the form in which it was sent, percent-encoded.

        The path is decoded if the ASGI server gives no raw path.
        """
        path: bytes = self.scope.get("raw_path") or self.scope["path"].encode()
        return path.decode("latin-1")

    @property
    def raw_query(self) -> str:
        """The query in the form in which it was sent, percent-encoded; empty if the request has no query."""
        query: bytes = self.scope.get("query_string", b"")
        return query.decode("latin-1")

    def find_query_param(self, name: str) -> str | None:
        """Return the first value of a query parameter; None if the query does not have the parameter.

        A query with more than 100 parameters is treated like an empty one.
        """
        try:
            found = parse_qs(self.raw_query, keep_blank_values=True, max_num_fields=100).get(name)
        except ValueError:
            return None
        return found[0] if found else None

    async def read_body(self, max_bytes: int, timeout: float) -> bytes | None:
        """Read the body of the request.

        Args:
            max_bytes: largest number of bytes of the body.
            timeout: seconds in which the first piece of the body has to arrive. All further pieces together have as
                many seconds after the first piece.

        Returns:
            The body; None if the body arrives too late. A body that arrives in several pieces and is longer than
            `max_bytes` is cut after the piece that exceeds `max_bytes`, and returned as a `CutText`.

        Raises:
            ClientLeftError: the client has disconnected.
            ConnectionError: the bodies of all requests take too much memory.
        """
        message = await self._receive_in_time(timeout)
        if message is None:
            return None
        first: bytes = message.get("body", b"")
        self._count_body(len(first))
        if not message.get("more_body", False):
            return first
        body = bytearray(first)
        deadline = asyncio.get_running_loop().time() + timeout
        while message.get("more_body", False) and len(body) <= max_bytes:
            message = await self._receive_in_time(deadline - asyncio.get_running_loop().time())
            if message is None:
                return None
            body += message.get("body", b"")
            self._count_body(len(body))
        return (
            bytes(body) if len(body) <= max_bytes else CutText.beginning_of(bytes(body), self._find_body_length(body))
        )

    def _find_body_length(self, body: bytearray) -> int:
        """Return the length of a body that is read in part: the larger of `Content-Length` and the bytes read.

        A `Content-Length` that is no number, or has 20 digits or more, is ignored.
        """
        declared = self.headers.first("Content-Length") or ""
        return max(len(body), int(declared) if declared.isascii() and declared.isdigit() and len(declared) < 20 else 0)

    def release_body(self) -> None:
        """Stop counting the bytes of the request body."""
        if self._bodies is not None and self._counted:
            self._bodies.release_bytes(self._counted)
            self._counted = 0

    def _count_body(self, size: int) -> None:
        """Count the bytes of the body that have been read, if they are more than 64 KiB.

        Args:
            size: the number of these bytes.

        Raises:
            ConnectionError: the bodies of all requests take too much memory.
        """
        if self._bodies is not None and size > MAX_UNCOUNTED_BODY:
            self._bodies.reserve_bytes(size - self._counted)
            self._counted = size

    async def _receive_in_time(self, timeout: float) -> MutableMapping[str, Any] | None:
        try:
            message = await run_within(timeout, self._receive())
        except asyncio.TimeoutError:
            return None
        if message["type"] != "http.request":
            raise ClientLeftError
        return message

    async def wait_for_disconnect(self) -> None:
        """Wait until the client disconnects."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def respond(self, status: int, body: bytes | None = None, headers: Mapping[str, str] | None = None) -> None:
        """Send a response with a JSON body, or without a body.

        Args:
            status: the HTTP status.
            body: the body; None for a response without a body.
            headers: further headers; None for no further ones.

        Raises:
            ClientLeftError: the client has not read a piece of a long body in time.
        """
        content = b"" if body is None else body
        if len(content) > MAX_PIECE:
            await self._respond_in_pieces(status, content, headers)
            return
        if status == 200 and body is not None and not (self.response_headers or headers):  # most responses
            fields = [_JSON_FIELD, (b"content-length", b"%d" % len(body))]
            self.has_started = True
            await self._send({"type": "http.response.start", "status": status, "headers": fields})
            await self._send({"type": "http.response.body", "body": body})
            return
        all_headers = {**self.response_headers, **(headers or {})}
        if body is not None:
            all_headers[CONTENT_TYPE] = JSON_TYPE
        if status not in (202, 204) or content:
            all_headers["Content-Length"] = str(len(content))
        elif status == 202:
            all_headers["Content-Length"] = "0"
        self.has_started = True
        await self._send({"type": "http.response.start", "status": status, "headers": _encode_headers(all_headers)})
        await self._send({"type": "http.response.body", "body": content})

    async def refuse(self, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> None:
        """Send a response that refuses the request.

        Args:
            status: the HTTP status.
            sentence: the body, which says what is wrong and what to do. The body is plain text.
            headers: further headers; None for no further ones.
        """
        content = f"{sentence}\n".encode()
        fields = {**self.response_headers, **(headers or {}), CONTENT_TYPE: _TEXT_TYPE}
        self.has_started = True
        start = {"status": status, "headers": _encode_headers({**fields, "Content-Length": str(len(content))})}
        await self._send({"type": "http.response.start", **start})
        await self._send({"type": "http.response.body", "body": content})

    async def refuse_message(self, error: ProtocolError, reply: bytes | None) -> None:
        """Send a response that refuses the message of a POST.

        Args:
            error: the reason. Its `http_status` is the status of the response, by default 400.
            reply: the JSON-RPC error response to send; None to send the text of the error instead.

        Raises:
            ClientLeftError: the client has not read a piece of a long response in time.
        """
        status = error.http_status or _BAD_REQUEST
        if reply is None:
            await self.refuse(status, str(error))
        else:
            await self.respond(status, reply)

    async def _respond_in_pieces(self, status: int, body: bytes, headers: Mapping[str, str] | None) -> None:
        """Send a long JSON body in pieces, so that at most one piece is copied for a client that reads slowly.

        Raises:
            ClientLeftError: the client has not read a piece in time.
        """
        all_headers = {
            **self.response_headers,
            **(headers or {}),
            CONTENT_TYPE: JSON_TYPE,
            "Content-Length": str(len(body)),
        }
        self.has_started = True
        await self._send({"type": "http.response.start", "status": status, "headers": _encode_headers(all_headers)})
        try:
            for start in range(0, len(body), MAX_PIECE):
                await self.send_part(body[start : start + MAX_PIECE], _PIECE_TIMEOUT)
        except asyncio.TimeoutError:
            raise ClientLeftError from None
        await self.end_stream()

    async def start_stream(self, headers: Mapping[str, str]) -> None:
        """Begin the response as an event stream, with status 200.

        Args:
            headers: further headers.
        """
        all_headers = _encode_headers({**self.response_headers, **_STREAM_HEADERS, **headers})
        self.has_started = True
        await self._send({"type": "http.response.start", "status": 200, "headers": all_headers})

    async def send_part(self, part: bytes, timeout: float) -> None:
        """Send a part of the response body. More parts may follow.

        Raises:
            asyncio.TimeoutError: the client reads too slowly, so that the part was not sent within `timeout` seconds.
        """
        await run_within(timeout, self._send({"type": "http.response.body", "body": part, "more_body": True}))

    async def send_parts(self, parts: Iterable[bytes], timeout: float) -> None:
        """Send parts of the response body, one after the other. More parts may follow.

        Raises:
            asyncio.TimeoutError: the client reads too slowly, so that not all parts were sent within `timeout` seconds.
        """
        await run_within(timeout, self._send_all_parts(parts))

    async def _send_all_parts(self, parts: Iterable[bytes]) -> None:
        for part in parts:
            await self._send({"type": "http.response.body", "body": part, "more_body": True})

    async def end_stream(self) -> None:
        """Complete the response. Nothing more can be sent after this."""
        await self._send({"type": "http.response.body", "body": b""})


def _encode_headers(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
