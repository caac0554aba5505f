"""The transport of a `ClientConnection` to a server over HTTP; it needs the extra `http`.

Each message is sent in a POST. The response to a request arrives as JSON or in an event stream. Messages of the server
that belong to no request arrive in the stream of a GET. When a stream of a handshake revision breaks, the client
requests the missed events with `Last-Event-ID`. The HTTP+SSE transport of 2024-11-05 has one stream for all messages of
the server. The first event of this stream has the URL for POSTs.
"""

from __future__ import annotations

import asyncio
import os
import ssl
import time
from collections.abc import AsyncGenerator, AsyncIterator, Container, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Literal, NamedTuple, Protocol
from urllib.parse import urljoin
from urllib.request import getproxies

try:
    import httpx2
except ModuleNotFoundError as _missing:
    raise ModuleNotFoundError(
        "a client over HTTP needs httpx2: pip install 'mcp-bindings[http]'", name=_missing.name
    ) from None

from ..errors import OpenError, RequestId, describe_error, quote_value, shorten
from ..hosts import DEFAULT_PORTS, is_this_machine
from ..http.event_reader import EventReader
from ..jsonrpc.envelope import Envelope
from ..limits import DEFAULT, Limits
from ..options import check_class, check_limits, check_method
from ..revisions import LATEST, revision
from ..spec.names import ACCEPT, CONTENT_TYPE, INITIALIZE, SESSION_HEADER
from .client_transport import (
    EARLIER,
    MessageReceiver,
    ResponseLostError,
    SessionEndedError,
    check_url,
    read_local_envelope,
    response_stream,
)
from .waiting import TimeIsOverError, run_within, run_within_renewable

_EVENTS, _JSON = "text/event-stream", "application/json"
_OK, _NOT_FOUND = 200, 404

_TLS_VARIABLES = ("SSL_CERT_FILE", "SSLKEYLOGFILE")
"""The environment variables that name a file for TLS."""

_PROXY_SCHEMES = ("http", "https", "all")
"""The schemes of the environment variables that name proxies, such as `HTTP_PROXY` and `all_proxy`."""

_MAX_PORT = 65535

_UNSENT_ERRORS = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.ProxyError)
"""Errors that show that no part of a request has reached the server."""

_MAX_RECONNECTS = 5
"""Largest number of reconnections in a row that fail. The pause doubles after each of them.

A reconnection does not fail if it brings a new event, or a stream that stays open for `_STEADY_SECONDS`.
"""

_MIN_RETRY = 1.0
"""Least number of seconds between two reconnections, even if the server asks for fewer."""

_STEADY_SECONDS = 1.0
"""Seconds after which an open stream shows that the server is there, even without an event."""

_TEMPORARY = (429, 500, 502, 503, 504)
"""The statuses after which the same GET may soon succeed, for example when the server is started again."""

_MAX_AUTHORIZATIONS = 5
"""Largest number of times that the client sends one request, each time with another authorization."""

_END_TIMEOUT = 2.0
"""Seconds to wait for the server to end the session."""

_LAST_TIMEOUT = 0.05
"""Seconds to wait for the end of a stream after the last message of the stream."""

_MAX_END_BYTES = 4_096
"""Largest number of bytes that are read after the last message of a stream."""

_MAX_UNUSED_CONNECTIONS = 20
"""Largest number of HTTP connections that are kept open for later requests. There is no bound of those in use.

With such a bound, requests of a server could not be answered while as many calls wait for their responses.
"""

_NO_COMPRESSION = {"Accept-Encoding": "identity"}
"""The header that asks servers not to compress a response, since a few compressed bytes may expand to gigabytes."""


class HttpAuthorizer(Protocol):
    """The interface of an object that authorizes the HTTP requests of a client, such as a `FlowAuthorizer`.

    Requests can run at the same time. For each request, `headers` is called before it, and `handle_response` after it.
    For the request that ends the session, neither is called: it has the headers that authorized the request before it.
    """

    async def headers(self, url: str) -> Mapping[str, str]:
        """Return the headers that authorize the next request to a URL, such as `Authorization`.

        If no token may be sent to the URL, the result is empty.

        Raises:
            ConnectionError: the client gets no authorization.
        """
        ...

    @property
    def is_authorizing(self) -> bool:
        """True while an authorization is requested, possibly until a user has signed in."""
        ...

    async def handle_response(
        self, url: str, status: int, www_authenticate: str, operation: str, sent: Mapping[str, str]
    ) -> bool:
        """Get another authorization if the response asks for one.

        Args:
            url: the URL of the request.
            status: the HTTP status of the response; 0 without a response.
            www_authenticate: the value of `WWW-Authenticate`; several headers are joined with commas.
            operation: the method of the message, and the tool, prompt or resource that the message names.
            sent: the result of `headers` for the request.

        Returns:
            True if the request is to be sent again.

        Raises:
            ConnectionError: the client gets no authorization.
        """
        ...


class _HttpRefusal(NamedTuple):
    """The facts about an HTTP response that refuses a message, or that does not come from an MCP endpoint."""

    status: int
    challenge: str | None
    location: str | None
    media_type: str

    text: str
    """The first line of the body, shortened; empty if the body is no plain text."""


@dataclass
class _StreamPosition:
    """The position of the client in an event stream. The client can resume the stream at its position."""

    event: str | None = None
    """The last event id that the stream has set; None if the stream has set none."""

    retry: float = 1.0
    """Seconds before the client reconnects; the server can change them."""


class _HttpSseStream:
    """The stream of HTTP+SSE (2024-11-05) on which a server sends all messages of one session.

    Attributes:
        endpoint: a future whose result is the URL for POSTs. If no URL arrives, the future has an exception.
        pending_posts: a future for each request without a response, by request id. The sender of the request waits for
            this future.
    """

    def __init__(self) -> None:
        self.endpoint: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.pending_posts: dict[RequestId, asyncio.Future[None]] = {}

    def wake_senders(self, pending: Container[RequestId]) -> None:
        """Wake the senders of requests that are no longer pending."""
        for id_, answered in self.pending_posts.items():
            if id_ not in pending and not answered.done():
                answered.set_result(None)

    def end(self, error: ConnectionError) -> None:
        """Wake all senders, since nothing more arrives. If `endpoint` has no result yet, make `error` its exception."""
        self.wake_senders(())
        if not self.endpoint.done():
            self.endpoint.set_exception(error)
            self.endpoint.exception()  # marked as retrieved, since the opening may no longer wait for it


class HttpTransport:
    """The transport to the MCP endpoint of a server, for every revision.

    Args:
        url: the URL of the endpoint.
        http: the HTTP client to use, which is closed with the connection; by default a new one. The timeout of this
            client for reading is removed, since calls and notifications have their own, and its header
            `Accept-Encoding` becomes `identity`. A new client uses the proxies that environment variables name, but no
            proxy for an endpoint on this machine, and has no largest number of connections.
        authorizer: the object that authorizes each request; None to send requests without authorization.
        limits: `max_bytes` bounds a message of the server.

    Raises:
        TypeError: the URL is no text, or another argument has a wrong type.
        OpenError: the URL has no host, a wrong port, white space or a control character, its scheme is neither `http`
            nor `https`, or httpx2 cannot parse it. Without `http`, also: an environment variable names a proxy that
            httpx2 cannot use, or a file for TLS that cannot be used. SOCKS needs the package `socksio`.

    Attributes:
        url: the argument of this name.
    """

    kind: Literal["http"] = "http"

    def __init__(
        self,
        url: str,
        *,
        http: httpx2.AsyncClient | None = None,
        authorizer: HttpAuthorizer | None = None,
        limits: Limits = DEFAULT,
    ) -> None:
        check_class("url", url, str, "a text such as 'https://…'")
        parsed = parse_server_url(url)
        if http is not None:
            check_class("http", http, httpx2.AsyncClient, "an httpx2.AsyncClient(…)")
        if authorizer is not None:
            wanted = "an object with headers(url) and handle_response(url, status, …), such as a FlowAuthorizer"
            check_method("authorizer", authorizer, "handle_response", wanted, is_secret=True)
        check_limits(limits)
        self.url: str = url
        self._has_started = False
        self._last_url = url, parsed
        self._authorizer = authorizer
        self._last_authorization: Mapping[str, str] = {}  # for the end of the session, at which nobody signs in
        self._max_bytes = limits.max_bytes
        self._stream: _HttpSseStream | None = None
        self._refusal: _HttpRefusal | None = None
        self._network_mend = ""
        self._http = http or make_http_client(parsed, timeout=30.0)
        self._http.headers.update(_NO_COMPRESSION)
        others = self._http.timeout
        self._http.timeout = httpx2.Timeout(connect=others.connect, read=None, write=others.write, pool=others.pool)

    def explain_failure(self, reason: str) -> OpenError:
        """Return the error for a connection that could not be opened.

        If the server has refused a request with an HTTP status, or responded in neither JSON nor events, the error
        describes the last such response, unless the server could not be reached after it.

        Args:
            reason: a clause that says what has happened.
        """
        refusal = self._refusal
        if refusal is None:
            mend = self._network_mend or "check that the URL is that of an MCP endpoint, with the right scheme and port"
            return OpenError(f"{reason if self.url in reason else f'{self.url}: {reason}'}: {mend}", url=self.url)
        quote = f", and says {refusal.text!r}" if refusal.text else ""
        mend = _advise_on_response(refusal, is_authorized=self._authorizer is not None)
        is_clear = refusal.status in (*_AUTHORIZATION, *_REDIRECTS) or refusal.status >= _SERVER_ERROR
        detail = "" if is_clear and EARLIER not in reason else f" ({reason})"
        return OpenError(
            f"{self.url}: the server answers with HTTP status {refusal.status}{quote}: {mend}{detail}",
            url=self.url,
            status=refusal.status,
            challenge=refusal.challenge,
        )

    async def start(self, connection: MessageReceiver) -> None:
        """Begin a session, whose messages are passed to `connection`. The first message opens the HTTP connection."""
        self._connection, self._has_started = connection, True
        self._stream = None

    @property
    def is_authorizing(self) -> bool:
        """True while messages wait for an authorization, possibly until a user has signed in."""
        return self._authorizer is not None and self._authorizer.is_authorizing

    async def send(self, data: bytes) -> None:
        """Send a message by POST. After a request, also receive its response.

        The caller bounds the time of a request. Any other message has `call_timeout` of the bounds, and more while the
        client waits for an authorization.

        Raises:
            SessionEndedError: the server had ended the session before the message.
            ResponseLostError: the message was sent, and its response is lost or has a status of 500 or above.
            ConnectionError: the server cannot be reached, rejects the message, or does not respond to the POST in time;
                the client gets no authorization; a message or event id in the response is too long; the response is
                compressed; or the server leaves too many replies unread.
            ProtocolError: the server rejects a request with an HTTP status and an invalid JSON-RPC error.
            ValueError: a value of the message has no form as an HTTP header.
        """
        envelope = read_local_envelope(data)
        connection = self._connection
        posting = self._post_message(connection, self._stream, data, envelope)
        if envelope.kind == "request":
            await posting
            return
        seconds = connection.bounds.call_timeout
        try:
            await run_within_renewable(posting, seconds, lambda: self.is_authorizing)
        except TimeIsOverError:
            raise ConnectionError(f"{self.url}: the server has not responded to a POST within {seconds:g} s") from None

    async def _post_message(
        self, connection: MessageReceiver, stream: _HttpSseStream | None, data: bytes, envelope: Envelope
    ) -> None:
        """Send a message by POST. After a request, also receive its response.

        Args:
            connection: the session of the message, which receives the response.
            stream: the stream of HTTP+SSE of this session; None for any other transport.
            data: the text of the message.
            envelope: the envelope of the message.

        Raises:
            ConnectionError, ProtocolError, ValueError: one of the errors of `send`, except that for a response that is
                late.
        """
        url = self.url if stream is None else stream.endpoint.result()
        id_ = envelope.id if envelope.kind == "request" else None
        operation = " ".join(each for each in (envelope.method, envelope.name) if each)
        headers = connection.session.http_headers(data, input_schemas=connection.schemas)
        position = _StreamPosition()
        if id_ is not None and stream is not None:
            stream.pending_posts[id_] = asyncio.get_running_loop().create_future()
        try:
            sending = {CONTENT_TYPE: _JSON, **headers}
            async with self._send_request("POST", url, sending, data, operation) as response:
                if envelope.method == INITIALIZE and response.is_success:
                    self._record_session_id(connection, response)
                if response.status_code == _NOT_FOUND and (stream is not None or _has_session_id(connection)):
                    raise SessionEndedError("the server has ended the session")
                if stream is None or not response.is_success:  # HTTP+SSE has nothing in a successful response
                    await self._process_response(connection, response, id_, position)
            if stream is not None and id_ is not None and id_ in connection.session.pending:
                await stream.pending_posts[id_]
        except _UNSENT_ERRORS as error:
            self._refusal, self._network_mend = None, _advise_on_network_error(url, error)
            raise ConnectionError(f"{url}: {describe_error(error)}") from None
        except httpx2.RequestError as error:
            if position.event is None:
                raise ResponseLostError(f"{url}: {describe_error(error)}") from None
        finally:
            if id_ is not None and stream is not None:
                stream.pending_posts.pop(id_, None)
        if id_ is not None and position.event is not None:
            await self._follow_stream(connection, position, id_)
        if id_ is not None and id_ in connection.session.pending:
            connection.request_failed(id_)

    async def open_http_sse(self) -> None:
        """Open the stream of HTTP+SSE (2024-11-05) and wait for its endpoint event.

        Raises:
            ConnectionError: the server does not offer the stream, sends no endpoint event in time, or names an endpoint
                that is no valid URL or on another origin; or the client gets no authorization.
        """
        connection, stream = self._connection, _HttpSseStream()
        connection.spawn(self._read_http_sse(connection, stream))
        try:
            await asyncio.wait_for(asyncio.shield(stream.endpoint), connection.bounds.probe_timeout)
        except asyncio.TimeoutError:
            raise self._make_http_sse_error() from None
        self._stream = stream

    def _make_http_sse_error(self) -> ConnectionError:
        return ConnectionError(f"{self.url}: the server has no stream of 2024-11-05")

    async def listen(self) -> None:
        """Open the stream for messages that belong to no request, if the revision has this stream."""
        connection = self._connection
        http = revision(connection.session.version or LATEST).protocol.http
        if "GET" in http.methods and self._stream is None:
            connection.spawn(self._follow_stream(connection, _StreamPosition(retry=0), None))

    async def end(self) -> None:
        """End the session, if the server has assigned an id, and close the HTTP client.

        Wait for the end of the session for at most two seconds, and ignore errors of it.
        """
        try:
            if self._has_started and self._connection.session.session_id is not None:
                await asyncio.wait_for(self._end_session(), _END_TIMEOUT)
        except (httpx2.RequestError, ConnectionError, ValueError, asyncio.TimeoutError):
            pass  # the session cannot be ended, and the client no longer needs it
        finally:
            await self._http.aclose()

    async def _end_session(self) -> None:
        headers = self._connection.session.http_headers(None, http_method="DELETE")
        async with self._http.stream("DELETE", self.url, headers={**headers, **self._last_authorization}):
            pass  # the response is ignored

    @asynccontextmanager
    async def _send_request(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes | None = None, operation: str = ""
    ) -> AsyncGenerator[httpx2.Response]:
        """Send an HTTP request, retry it with each authorization that the server asks for, and yield the response.

        Args:
            method: the HTTP method.
            url: the URL.
            headers: the headers without the authorization.
            content: the body; None for a request without a body.
            operation: the method of the message, and the tool, prompt or resource that the message names.

        Raises:
            ConnectionError: the client gets no authorization, or the server rejects one after the other.
            httpx2.RequestError: the server cannot be reached, or does not respond.
        """
        if self._authorizer is None:
            async with self._http.stream(
                method, self._parse_url(url), headers=dict(headers), content=content
            ) as response:
                yield response
            return
        for _ in range(_MAX_AUTHORIZATIONS):
            sent = await self._authorizer.headers(url)
            self._last_authorization = sent if url == self.url else {}
            all_headers = {**headers, **sent}
            is_answered = False
            try:
                async with self._http.stream(method, url, headers=all_headers, content=content) as response:
                    is_answered = True
                    challenge = ", ".join(response.headers.get_list("WWW-Authenticate"))
                    if not await self._authorizer.handle_response(
                        url, response.status_code, challenge, operation, sent
                    ):
                        yield response
                        return
            except httpx2.RequestError:
                if not is_answered:
                    await self._authorizer.handle_response(url, 0, "", operation, sent)
                raise
        raise ConnectionError(f"{url}: the server rejects one authorization after the other")

    def _parse_url(self, url: str) -> httpx2.URL:
        """Parse a URL. The last result is cached, since nearly all requests go to one URL.

        Raises:
            httpx2.InvalidURL: httpx2 cannot parse the URL.
        """
        if self._last_url[0] != url:
            self._last_url = url, httpx2.URL(url)
        return self._last_url[1]

    def _record_session_id(self, connection: MessageReceiver, response: httpx2.Response) -> None:
        """Record the session id in the response to `initialize`. Other responses assign no session id.

        Raises:
            ConnectionError: the session id is not valid.

        Page: /specification/2025-11-25/basic/transports#session-management.
        """
        try:
            connection.session.session_id = response.headers.get(SESSION_HEADER)
        except ValueError as error:
            raise ConnectionError(f"{self.url}: {error}") from None

    async def _process_response(
        self, connection: MessageReceiver, response: httpx2.Response, id_: RequestId | None, position: _StreamPosition
    ) -> None:
        """Pass on the messages in the HTTP response to a POST, or report that the response refuses a request.

        Args:
            connection: the receiver of the messages.
            response: the HTTP response.
            id_: the id of the request in the POST; None if the POST has no request.
            position: the position in the stream, if the response is a stream.

        Raises:
            ConnectionError: the response refuses a message, is compressed, or has a message or event id that is too
                long; or the server leaves too many replies unread.
            ProtocolError: the response refuses a request with an invalid JSON-RPC error.
            httpx2.RequestError: the response is not complete.
        """
        kind = _read_media_type(response)
        response_stream.set(id_)
        if response.is_success and kind == _EVENTS:
            await self._read_stream(connection, response, position, id_)
        elif response.is_success and kind == _JSON and id_ is not None:
            await connection.receive(await _read_body(response, self._max_bytes))
        elif not response.is_success and id_ is not None:
            body = await _read_body(response, self._max_bytes)
            self._refusal = _read_refusal(response, body)
            if id_ in connection.session.pending:  # the response may have arrived in another stream before
                connection.request_failed(id_, response.status_code, body)
        elif response.is_success and id_ is not None:
            self._refusal = _read_refusal(response)
        elif not response.is_success:
            raise ConnectionError(f"HTTP status {response.status_code} in response to a notification or response")

    async def _read_stream(
        self, connection: MessageReceiver, response: httpx2.Response, position: _StreamPosition, id_: RequestId | None
    ) -> None:
        """Pass on the messages of a stream, until the stream ends or the response to the request `id_` has arrived.

        A message that is too long is passed on cut if the stream belongs to no request.

        Raises:
            ConnectionError: a message in the stream of a request, an event that is no message, or an event id is too
                long; the stream is compressed; or the server leaves too many replies unread.
            httpx2.RequestError: the stream has broken.
        """
        chunks = _read_chunks(response)
        async for event in EventReader(self._max_bytes, cuts_long_events=id_ is None).read_events(chunks):
            position.event = event.id or position.event
            position.retry = position.retry if event.retry is None else max(_MIN_RETRY, event.retry / 1000)
            if event.message:
                await connection.receive(event.message)
            if id_ is not None and id_ not in connection.session.pending:
                await _read_end(chunks)
                break

    async def _follow_stream(
        self, connection: MessageReceiver, position: _StreamPosition, id_: RequestId | None
    ) -> None:
        """Open a stream by GET, and reopen the stream when it ends.

        Return when the response to `id_` has arrived, when the server does not offer the stream, or when
        `_MAX_RECONNECTS` reconnections in a row have failed. A reconnection fails if it gets no response, a temporary
        status, or a stream that ends soon and without a new event.

        Status 404 means that the session has ended, if the session has an id. If `id_` is None, status 404 means that
        only after the stream was once open: a server without a stream for unsolicited messages may send 404, although
        the right status is 405. It would send 404 again in a new session.

        Page: /specification/2025-11-25/basic/transports#session-management.

        Args:
            connection: the receiver of the messages of the stream.
            position: the position from which the stream continues.
            id_: id of the request whose response arrives on the stream; None for the stream of unsolicited messages.

        Raises:
            ConnectionError: the client gets no authorization; the stream is compressed; a message in the stream of a
                request, an event that is no message, or an event id is too long; or the server leaves too many replies
                unread.
        """
        failures, is_offered = 0, id_ is not None
        response_stream.set(id_)
        while failures < _MAX_RECONNECTS and (id_ is None or id_ in connection.session.pending):
            await asyncio.sleep(position.retry * 2**failures)
            position.retry = position.retry or 1.0
            headers = connection.session.http_headers(None, http_method="GET", last_event_id=position.event)
            before, opened = position.event, inf
            with suppress(httpx2.RequestError):
                async with self._send_request("GET", self.url, headers) as response:
                    if response.status_code == _NOT_FOUND and is_offered and _has_session_id(connection):
                        connection.session_ended()
                    if response.status_code == _OK:
                        is_offered, opened = True, time.monotonic()
                        await self._read_stream(connection, response, position, id_)
                    elif response.status_code not in _TEMPORARY:
                        return  # the server does not offer the stream, or no longer has it
            is_alive = position.event != before or time.monotonic() - opened >= _STEADY_SECONDS
            failures = 0 if is_alive else failures + 1

    async def _read_http_sse(self, connection: MessageReceiver, stream: _HttpSseStream) -> None:
        error = self._make_http_sse_error()
        is_refused = False
        try:
            async with self._send_request("GET", self.url, {ACCEPT: _EVENTS}) as response:
                is_refused = response.status_code != _OK or _read_media_type(response) != _EVENTS
                if not is_refused:
                    await self._read_events(connection, response, stream)
        except httpx2.RequestError as fault:  # this transport cannot resume a stream
            error = ConnectionError(f"{self.url}: {fault or type(fault).__name__}")
        except ConnectionError as fault:
            error = fault
            raise
        finally:
            stream.end(error)
            if not is_refused:
                connection.connection_lost()

    async def _read_events(
        self, connection: MessageReceiver, response: httpx2.Response, stream: _HttpSseStream
    ) -> None:
        """Handle the events of a stream of HTTP+SSE until the stream ends. The endpoint event has the URL for POSTs.

        Raises:
            ConnectionError: the URL is invalid or on another origin; the stream is compressed; an event that is no
                message, or the id of an event, is too long; or the server leaves too many replies unread.
            httpx2.RequestError: the stream has broken.
        """
        events = EventReader(self._max_bytes, cuts_long_events=True)
        async for event in events.read_events(_read_chunks(response)):
            if event.name == "endpoint" and not stream.endpoint.done():
                stream.endpoint.set_result(_resolve_endpoint(self.url, event.data))
            elif event.message:
                await connection.receive(event.message)
                stream.wake_senders(connection.session.pending)


_AUTHORIZATION = (401, 403)
_REDIRECTS = (301, 302, 303, 307, 308)
_NO_ENDPOINT = (404, 405, 410, 501)
_SERVER_ERROR = 500
_MAX_QUOTED = 200
"""Largest number of characters that an error quotes of a response body."""


def _read_refusal(response: httpx2.Response, body: bytes = b"") -> _HttpRefusal:
    kind = _read_media_type(response)
    lines = body[: 4 * _MAX_QUOTED].decode("utf-8", "replace").split("\n") if kind == "text/plain" else [""]
    return _HttpRefusal(
        response.status_code,
        ", ".join(response.headers.get_list("WWW-Authenticate")) or None,
        response.headers.get("Location"),
        kind,
        shorten(lines[0].strip(), _MAX_QUOTED),
    )


def _advise_on_response(refusal: _HttpRefusal, *, is_authorized: bool) -> str:
    """Return a clause that says what the user can do about an HTTP response that did not open a session.

    Args:
        refusal: the HTTP response.
        is_authorized: whether the request had the authorization of an authorizer.
    """
    status = refusal.status
    if status == _AUTHORIZATION[0] and is_authorized:
        return "it rejects the token of the authorizer, so sign in again, and check the audience of the token"
    if status == _AUTHORIZATION[0]:
        return "it needs a token, so sign in: pass authorizer=FlowAuthorizer(…) to mb.connect"
    if status == _AUTHORIZATION[1]:
        return "it refuses this client, so check the scopes of the token and the names that the server admits"
    if status in _REDIRECTS:
        return f"it redirects to {quote_value(refusal.location or 'no URL')}, so connect to that URL if you trust it"
    if status in _NO_ENDPOINT:
        return "there is no MCP endpoint, so check the path of the URL, which often ends in /mcp"
    if status >= _SERVER_ERROR:
        return "it has failed, or a proxy cannot reach it, so look at its log and try again later"
    if status < _REDIRECTS[0]:
        return (
            f"that is no MCP endpoint, since the body is {quote_value(refusal.media_type)}, "
            "so check the path of the URL"
        )
    return "it refuses the messages that open a session"


def _advise_on_network_error(url: str, error: Exception) -> str:
    """Return a clause that says what the user can do about a failed HTTP connection."""
    text = str(error).lower()
    if "certificate" in text:
        return "the server's certificate is not one that this machine trusts"
    if "ssl" in text or "record layer" in text:
        return f"the server does not speak TLS there, so try http://{url.partition('://')[2]}"
    if "name" in text or "address" in text or "resolve" in text:
        return "check the name of the host"
    return "start the server, or check host and port of the URL"


def _has_session_id(connection: MessageReceiver) -> bool:
    """Return whether the HTTP requests of a connection have a session id."""
    return connection.session.session_id is not None


def parse_server_url(url: str) -> httpx2.URL:
    """Parse the URL of a server.

    Raises:
        OpenError: one of the errors of `check_url`, or httpx2 cannot parse the URL.
    """
    check_url(url)
    try:
        return httpx2.URL(url)
    except (httpx2.InvalidURL, ValueError) as error:
        raise OpenError(f"the URL {shorten(url)!r} is not valid: {shorten(str(error))}; correct it", url=url) from None


def make_http_client(url: httpx2.URL, *, timeout: float) -> httpx2.AsyncClient:
    """Return a new HTTP client for one server, with the proxies and certificates that environment variables name.

    Args:
        url: the URL of the server. A server on this machine is reached through no proxy.
        timeout: seconds to connect, and seconds to send a part of a request. The time to read has no bound.

    Raises:
        OpenError: an environment variable names a proxy that httpx2 cannot use, or a file for TLS that cannot be used.
    """
    tls = _make_tls_context()
    host = url.raw_host.decode("ascii")
    uses_proxies = not is_this_machine(f"[{host}]" if ":" in host else host)
    if uses_proxies:
        _check_proxies(tls)
    return httpx2.AsyncClient(
        headers=_NO_COMPRESSION,
        timeout=httpx2.Timeout(timeout, read=None),
        limits=httpx2.Limits(max_keepalive_connections=_MAX_UNUSED_CONNECTIONS),
        follow_redirects=False,
        verify=tls,
        trust_env=uses_proxies,
    )


@cache
def _make_tls_context() -> ssl.SSLContext:
    """Return the TLS context that all clients share, because loading the certificates takes 20 ms.

    Raises:
        OpenError: an environment variable names a file that cannot be used, such as certificates that cannot be read.
    """
    try:
        return httpx2.create_ssl_context()
    except OSError as error:
        reason = describe_error(error)
    named = " or ".join(name for name in _TLS_VARIABLES if os.environ.get(name)) or "the system"
    raise OpenError(f"{named} names a file for TLS that cannot be used ({reason}): correct or remove the setting")


def _check_proxies(tls: ssl.SSLContext) -> None:
    """Check the proxies that environment variables name. The message quotes no proxy, which may have a password.

    Args:
        tls: the TLS context of the HTTP client.

    Raises:
        OpenError: httpx2 cannot use a proxy.
    """
    proxies = getproxies()
    if "*" in [each.strip() for each in proxies.get("no", "").split(",")]:
        return
    for scheme in _PROXY_SCHEMES:
        proxy = proxies.get(scheme)
        mend = _advise_on_proxy(proxy, tls) if proxy else ""
        if mend:
            variables = [
                name for name, value in os.environ.items() if (name.lower(), value) == (f"{scheme}_proxy", proxy)
            ]
            named = variables[0] if variables else "the system"
            raise OpenError(f"{named} names a proxy that cannot be used: {mend}, or remove the setting")


def _advise_on_proxy(proxy: str, tls: ssl.SSLContext) -> str:
    """Return a clause that says what to do about a proxy that httpx2 cannot use; an empty text if httpx2 can use it."""
    try:
        url = httpx2.URL(proxy if "://" in proxy else f"http://{proxy}")
        httpx2.AsyncHTTPTransport(proxy=url, verify=tls)
        is_valid = bool(url.host) and 0 < (url.port or 1) <= _MAX_PORT
    except ImportError:
        return "pip install socksio, which SOCKS needs"
    except (httpx2.InvalidURL, ValueError):
        is_valid = False
    return "" if is_valid else "write a URL such as 'http://proxy.example:3128', with http, https or socks5"


def _read_media_type(response: httpx2.Response) -> str:
    text: str = response.headers.get(CONTENT_TYPE, "")
    return text.partition(";")[0].strip().lower()


def _find_origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    """Return the scheme, the host in lower case, and the port of a URL; by default the port of `http` or `https`.

    The port is None if the URL has another scheme and no port.
    """
    return url.scheme, url.host, url.port or DEFAULT_PORTS.get(url.scheme)


def _resolve_endpoint(url: str, endpoint: str) -> str:
    """Return the absolute URL that an endpoint event names. The URL must be on the origin of the server.

    Args:
        url: the URL of the stream.
        endpoint: the data of the event, which may be a relative URL.

    Raises:
        ConnectionError: the URL is invalid or on another origin.
    """
    target = ""
    try:
        target = urljoin(url, endpoint)
        is_same_origin = _find_origin(httpx2.URL(target)) == _find_origin(httpx2.URL(url))
    except (ValueError, httpx2.InvalidURL):
        is_same_origin = False
    if not is_same_origin:
        raise ConnectionError("the endpoint that the server names is on another origin or no valid URL")
    return target


async def _read_chunks(response: httpx2.Response) -> AsyncIterator[bytes]:
    """Yield the body of a response in chunks.

    Raises:
        ConnectionError: the body is compressed, although the client accepts no compression.
        httpx2.RequestError: the body is not complete.
    """
    encoding: str = response.headers.get("Content-Encoding", "identity")
    if encoding.strip().lower() != "identity":
        raise ConnectionError("the server has compressed its response, although this client accepts no compression")
    async for chunk in response.aiter_bytes():  # `aiter_raw` fails if the HTTP client has read the body already
        yield chunk


async def _read_end(chunks: AsyncIterator[bytes]) -> None:
    """Read what follows the last message of a stream, so that the HTTP connection can be reused.

    Stop after a short time, and after a few kilobytes.
    """

    async def read_chunks() -> None:
        size = 0
        async for chunk in chunks:
            size += len(chunk)
            if size > _MAX_END_BYTES:
                return

    with suppress(asyncio.TimeoutError, httpx2.RequestError):
        await run_within(_LAST_TIMEOUT, read_chunks())


async def _read_body(response: httpx2.Response, max_bytes: int) -> bytes:
    """Return the whole body of a response.

    Raises:
        ConnectionError: the body has more than `max_bytes` bytes, or is compressed.
        httpx2.RequestError: the body is not complete.
    """
    body = bytearray()
    async for chunk in _read_chunks(response):
        body += chunk
        if len(body) > max_bytes:
            declared = response.headers.get("Content-Length", "")
            size = declared if declared.isascii() and declared.isdigit() else f"at least {len(body)}"
            raise ConnectionError(
                f"the response of the server has {shorten(size)} bytes, longer than {max_bytes} bytes"
            )
    return bytes(body)
