"""Connections to servers over stdio or HTTP, which exchange texts, valid or not, within bounds of time and size."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shlex
import signal
import sys
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar
from urllib.parse import urljoin, urlsplit

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import is_object
from mcp_bindgen.servers.sign_in import make_authorizer
from mcp_bindgen.servers.targets import Target
from mcp_bindings import Limits, OpenError
from mcp_bindings.errors import shorten
from mcp_bindings.transports import ClientBounds, ClientTransport, EndTimes, EventReader, StdioProcess

if TYPE_CHECKING:
    import httpx2

    from mcp_bindings.authorization import FetchPolicy
    from mcp_bindings.transports import FlowAuthorizer, FlowHttp

T = TypeVar("T")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Host names of this machine."""

EVENT_STREAM_TYPE = "text/event-stream"
AUTHORIZATION = "authorization"
_MAX_AUTHORIZATIONS = 5
"""Greatest number of times that one HTTP request is sent, each time with another access token."""

_MAX_WAITING_TEXTS = 2
"""Greatest number of texts of a stream that wait for the client. Each has at most `Bounds.max_bytes`."""

_REST_SECONDS = 0.05
"""Seconds to read further texts of an event stream after the response."""

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})

POST_HEADERS = {"Accept": f"application/json, {EVENT_STREAM_TYPE}", "Content-Type": "application/json"}
"""Headers of every POST, also in a revision that states no headers."""

OnText = Callable[[bytes], Awaitable[bool]]
"""A function that is called with each text of the server, and returns whether the exchange is complete."""


class Bounds(NamedTuple):
    """The bounds of the connections to one server. Each number is the greatest one that is allowed."""

    timeout: float = 10.0
    """Seconds to wait for the response to a request."""

    grace: float = 1.0
    """Seconds to wait for the response to a faulty message before the next, valid request is sent."""

    total: float = 300.0
    """Seconds that the check of one revision may take."""

    max_messages: int = 20_000
    """Messages that the server sends in one connection."""

    max_total_bytes: int = 64 * 1024 * 1024
    """Bytes that the server sends in one connection."""

    max_bytes: int = 8 * 1024 * 1024
    """Bytes of one message."""

    max_items: int = 1_000
    """Items of one list."""

    max_pages: int = 200
    """Pages of one list."""

    max_reads: int = 20
    """Resources that are read. Templates, prompts and completions each have this bound too."""


class BoundReachedError(Exception):
    """The error for a server that sends more than the bounds allow. Such an error is no finding."""


class ServerLostError(ConnectionError):
    """The error for a server that cannot be reached, or has ended."""


class SignInFailedError(ServerLostError):
    """The error for a sign-in that yields no token."""


@dataclass
class HttpAnswer:
    """The HTTP response to one request.

    Attributes:
        status: the status code; None over stdio, and if no response was received in time.
        headers: the headers, with lower-case names.
        is_json: True if the media type is `application/json`.
        is_stream: True if the media type is `text/event-stream`.
        size: the number of bytes of the body that were read.
    """

    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    is_json: bool = False
    is_stream: bool = False
    size: int = 0


class ServerConnection(Protocol):
    """One connection to a server, over which texts are exchanged."""

    @property
    def kind(self) -> Literal["stdio", "http"]:
        """The transport: `stdio` or `http`."""
        ...

    @property
    def url(self) -> str:
        """The URL of the server; empty over stdio."""
        ...

    @property
    def errors(self) -> Sequence[str]:
        """The last lines that the server has written to standard error; no lines over HTTP."""
        ...

    @property
    def has_one_stream(self) -> bool:
        """True if all messages of the server come in one stream: over stdio and HTTP+SSE."""
        ...

    @property
    def is_authorizing(self) -> bool:
        """True while the client gets an access token. The user may have to sign in."""
        ...

    async def start(self) -> None:
        """Start the server. Do nothing over HTTP, since the first request connects.

        Raises:
            ServerLostError: the process of the server cannot be started.
        """
        ...

    async def exchange(self, data: bytes, headers: Mapping[str, str], on_text: OnText, seconds: float) -> HttpAnswer:
        """Send a text, and call `on_text` with each text of the server until a call returns True or the response ends.

        Args:
            data: the text to send.
            headers: the headers of the HTTP request.
            on_text: called with each text of the server.
            seconds: seconds to wait.

        Raises:
            ServerLostError: the server cannot be reached, or has ended, or the client gets no access token.
            asyncio.TimeoutError: the exchange is not complete in time.
            BoundReachedError: the server sends more than the bounds allow.
        """
        ...

    async def send(self, data: bytes, headers: Mapping[str, str], seconds: float) -> None:
        """Send a text to which the server does not respond.

        Raises:
            ServerLostError: the server cannot be reached, or has ended, or the client gets no access token.
            asyncio.TimeoutError: the text is not sent in time.
        """
        ...

    async def end(self) -> None:
        """Disconnect. Except on Windows, kill the processes that are left in the process group of the server."""
        ...


class _TrafficCounter:
    """A counter of the messages and bytes that a server has sent in one connection, which enforces their bounds."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._messages = self._bytes = 0

    def count(self, size: int, messages: int = 1) -> None:
        """Count messages and their bytes.

        Args:
            size: the number of bytes.
            messages: the number of messages.

        Raises:
            BoundReachedError: the server has sent more than the bounds allow.
        """
        self._messages += messages
        self._bytes += size
        if self._messages > self._bounds.max_messages:
            raise BoundReachedError(f"the server has sent more than {self._bounds.max_messages} messages")
        if self._bytes > self._bounds.max_total_bytes:
            raise BoundReachedError(f"the server has sent more than {self._bounds.max_total_bytes} bytes")


class _TextQueue:
    """A queue of the texts that a server has sent in one stream and that the client has not read.

    Args:
        counter: counts the texts that the client reads.
    """

    def __init__(self, counter: _TrafficCounter) -> None:
        self._counter = counter
        self._texts: asyncio.Queue[bytes | Exception] = asyncio.Queue(maxsize=_MAX_WAITING_TEXTS)

    async def put(self, text: bytes | Exception) -> None:
        """Add a text, or the error that explains the end of the stream. Wait while the queue is full."""
        await self._texts.put(text)

    async def deliver(self, on_text: OnText) -> None:
        """Call `on_text` with each text, and wait for further texts, until a call returns True.

        Raises:
            ServerLostError: the stream has ended.
            BoundReachedError: the server sends more than the bounds allow.
        """
        while True:
            text = await self._texts.get()
            if isinstance(text, Exception):
                self._texts.put_nowait(text)  # for the next reader; nothing follows it
                raise text
            self._counter.count(len(text))
            if await on_text(text):
                return


Connector = Callable[[], ServerConnection]
"""A function that returns a new connection to a server, not yet started."""


class StdioConnection:
    """A connection over the standard streams of a process, or over memory to a server in this process.

    Args:
        transport: starts the server, and sends and receives the texts.
        bounds: bounds of the messages and bytes.
        errors: the last lines that the server has written to standard error. The transport appends further lines to
            them.
    """

    kind: Literal["stdio"] = "stdio"
    url = ""
    has_one_stream = True
    is_authorizing = False
    is_open = True
    session: Any = None
    schemas: Mapping[str, Any] = MappingProxyType({})
    bounds = ClientBounds()

    def __init__(self, transport: ClientTransport, bounds: Bounds, errors: Sequence[str] = ()) -> None:
        self.errors = errors
        self._transport = transport
        self._texts = _TextQueue(_TrafficCounter(bounds))
        self._tasks: set[asyncio.Task[None]] = set()
        self._reason = ""

    async def start(self) -> None:
        """Start the server.

        Raises:
            ServerLostError: the process of the server cannot be started.
        """
        try:
            await self._transport.start(self)
        except ConnectionError as error:
            raise ServerLostError(_text_without_command(error)) from None

    async def exchange(self, data: bytes, headers: Mapping[str, str], on_text: OnText, seconds: float) -> HttpAnswer:
        """Write a line, and call `on_text` with each line of the server until a call returns True.

        Raises:
            ServerLostError: the server has ended.
            asyncio.TimeoutError: no call has returned True within `seconds`.
            BoundReachedError: the server sends more than the bounds allow.
        """

        async def run() -> None:
            await self.send(data, headers, seconds)
            await self._texts.deliver(on_text)

        await asyncio.wait_for(run(), seconds)
        return HttpAnswer()

    async def send(self, data: bytes, headers: Mapping[str, str], seconds: float) -> None:
        """Write a line.

        Raises:
            ServerLostError: the server has ended.
            asyncio.TimeoutError: the server does not read the line within `seconds`.
        """
        try:
            await asyncio.wait_for(self._transport.send(data), seconds)
        except ConnectionError as error:
            raise ServerLostError(self._reason or _text_without_command(error)) from None

    async def end(self) -> None:
        """End the server. Except on Windows, kill the processes that are left in the process group of the server."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._transport.end()
        process = self._transport.process if isinstance(self._transport, StdioProcess) else None
        if process is not None and sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)  # processes that the server has started and not ended

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task of the transport."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def receive(self, data: bytes) -> None:
        """Put a text of the server into the queue of the client."""
        await self._texts.put(data)

    def connection_lost(self, reason: str = "") -> None:
        """Put the error for the end of the connection into the queue of the client, after the texts before it."""
        self._reason = reason
        self.spawn(self._texts.put(ServerLostError(reason or "the server has closed its output")))

    def request_failed(self, id_: object, status: int | None = None, body: bytes = b"") -> None:
        """Do nothing, since only HTTP transports call this method."""

    def session_ended(self) -> None:
        """Do nothing, since only HTTP transports call this method."""


class _HttpSseStream:
    """The event stream of HTTP+SSE (2024-11-05) in which a server sends all messages of one connection.

    Args:
        counter: counts the texts that the client reads.

    Attributes:
        endpoint: the future of the URL for POSTs. The URL is empty if the server offers no such stream.
        texts: the texts of the server that the client has not read.
        reader: the task that reads the stream; None before the task is started.
    """

    def __init__(self, counter: _TrafficCounter) -> None:
        self.endpoint: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.texts = _TextQueue(counter)
        self.reader: asyncio.Task[None] | None = None


class HttpConnection:
    """A connection to the MCP endpoint of a server. Each text is sent by a POST.

    Args:
        url: the URL of the endpoint.
        http: the HTTP client, which `end` closes.
        bounds: bounds of time, messages and bytes.
        headers: additional headers of each HTTP request.
        authorizer: provides an access token for each request; None to send requests without a token.
        transport: sends the requests for authorization metadata; None to send them over the network.
    """

    kind: Literal["http"] = "http"
    errors: Sequence[str] = ()

    def __init__(
        self,
        url: str,
        http: httpx2.AsyncClient,
        bounds: Bounds,
        headers: Mapping[str, str] = _NO_HEADERS,
        authorizer: FlowAuthorizer | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = url
        self._counter = _TrafficCounter(bounds)
        self._timeout = bounds.timeout
        self._max_bytes = bounds.max_bytes
        self._http = http
        self._headers = headers
        self._authorizer = authorizer
        self._transport = transport
        self._stream: _HttpSseStream | None = None

    @property
    def has_one_stream(self) -> bool:
        """True if the transport is HTTP+SSE."""
        return self._stream is not None

    @property
    def is_authorizing(self) -> bool:
        """True while the client gets an access token. The user may have to sign in."""
        return self._authorizer is not None and self._authorizer.is_authorizing

    @property
    def has_token(self) -> bool:
        """True if requests may have an access token: from an authorizer, or in an Authorization header."""
        return self._authorizer is not None or AUTHORIZATION in map(str.lower, self._headers)

    async def start(self) -> None:
        """Do nothing, since the first POST connects."""

    async def exchange(self, data: bytes, headers: Mapping[str, str], on_text: OnText, seconds: float) -> HttpAnswer:
        """POST a text, and call `on_text` with each text of the response until a call returns True.

        The texts that follow in an event stream within 0.05 seconds are read too. Over HTTP+SSE, the texts are those of
        the event stream of the connection instead, and a refused POST has none.

        Raises:
            ServerLostError: the server cannot be reached, the client gets no access token, or the event stream has
                ended.
            asyncio.TimeoutError: the exchange is not complete in time.
            BoundReachedError: the server sends more than the bounds allow.
        """
        if self._stream is None:
            return await finish_in_time(
                seconds, self._send_request("POST", data, {**POST_HEADERS, **headers}, on_text), self
            )
        answer = await finish_in_time(
            self._timeout, self._send_request("POST", data, {**POST_HEADERS, **headers}, None), self
        )
        if answer.status is not None and answer.status < 400:
            await asyncio.wait_for(self._stream.texts.deliver(on_text), seconds)
        return answer

    async def send(self, data: bytes, headers: Mapping[str, str], seconds: float) -> None:
        """POST a text.

        Raises:
            ServerLostError: the server cannot be reached, or the client gets no access token.
            asyncio.TimeoutError: the response is not received in time.
        """
        await finish_in_time(seconds, self._send_request("POST", data, {**POST_HEADERS, **headers}, None), self)

    async def send_without_body(self, method: str, headers: Mapping[str, str], seconds: float) -> HttpAnswer:
        """Send an HTTP request without a body, and return the response without reading its body.

        Raises:
            ServerLostError: the server cannot be reached, or the client gets no access token.
            asyncio.TimeoutError: the response is not received in time.
        """
        return await finish_in_time(seconds, self._send_request(method, None, headers, None), self)

    async def send_without_token(
        self, method: str, data: bytes | None, headers: Mapping[str, str], seconds: float
    ) -> HttpAnswer:
        """Send an HTTP request without an access token, and return the response without reading its body.

        Raises:
            ServerLostError: the server cannot be reached.
            asyncio.TimeoutError: the response is not received in time.
        """
        others = {name: value for name, value in self._headers.items() if name.lower() != AUTHORIZATION}
        plain = HttpConnection(self.url, self._http, Bounds(), others)
        return await asyncio.wait_for(plain._send_request(method, data, headers, None), seconds)

    def make_fetcher(self, policy: FetchPolicy) -> FlowHttp:
        """Return an HTTP client for requests to URLs that the server names.

        Args:
            policy: decides which of these URLs are safe to request.
        """
        from mcp_bindings.transports import FlowHttp

        return FlowHttp(policy, transport=self._transport, timeout=self._timeout)

    async def open_http_sse(self) -> bool:
        """Open the event stream of HTTP+SSE (2024-11-05). Return whether the server offers such a stream in time. If
        so, all further texts are exchanged over HTTP+SSE.
        """
        stream = _HttpSseStream(self._counter)
        stream.reader = asyncio.get_running_loop().create_task(self._read_http_sse(stream))
        try:
            is_offered = bool(await finish_in_time(self._timeout, asyncio.shield(stream.endpoint), self))
        except asyncio.TimeoutError:
            is_offered = False
        if is_offered:
            self._stream = stream
        else:
            await _cancel_task(stream.reader)
        return is_offered

    async def _read_http_sse(self, stream: _HttpSseStream) -> None:
        error: Exception = ServerLostError("the server has ended its stream")
        try:
            async with self._open_response("GET", self.url, {"Accept": EVENT_STREAM_TYPE}, None) as response:
                if response.status_code == 200 and _media_type(response) == EVENT_STREAM_TYPE:
                    events = EventReader(self._max_bytes)
                    async for chunk in response.aiter_raw():
                        self._counter.count(len(chunk), messages=0)
                        for event in events.feed(chunk):
                            if event.name == "endpoint" and not stream.endpoint.done():
                                stream.endpoint.set_result(_resolve_endpoint(self.url, event.data))
                            elif event.message:
                                await stream.texts.put(event.message)
        except (ConnectionError, BoundReachedError) as fault:
            error = fault
        finally:
            if not stream.endpoint.done():
                stream.endpoint.set_result("")
        await stream.texts.put(error)

    @asynccontextmanager
    async def _open_response(
        self, method: str, url: str, headers: Mapping[str, str], data: bytes | None
    ) -> AsyncGenerator[httpx2.Response]:
        """Send an HTTP request and yield the response. Repeat a refused request with a new access token.

        Raises:
            ServerLostError: the server cannot be reached, or refuses every access token.
            SignInFailedError: the client gets no access token.
        """
        import httpx2

        try:
            for _ in range(_MAX_AUTHORIZATIONS):
                sent = _NO_HEADERS
                if self._authorizer is not None:
                    sent = await _await_authorizer(self._authorizer.headers(url))
                all_headers = {**self._headers, **headers, **sent}
                async with self._http.stream(method, url, headers=all_headers, content=data) as response:
                    challenge = ", ".join(response.headers.get_list("WWW-Authenticate"))
                    status, operation = response.status_code, _read_method(data)
                    if self._authorizer is None or not await _await_authorizer(
                        self._authorizer.handle_response(url, status, challenge, operation, sent)
                    ):
                        yield response
                        return
        except (httpx2.TransportError, httpx2.InvalidURL, ValueError) as error:
            raise ServerLostError(str(error) or type(error).__name__) from None
        raise ServerLostError("the server has rejected several access tokens in a row")

    async def _send_request(
        self, method: str, data: bytes | None, headers: Mapping[str, str], on_text: OnText | None
    ) -> HttpAnswer:
        url = self.url if self._stream is None else self._stream.endpoint.result()
        async with self._open_response(method, url, headers, data) as response:
            media_type = _media_type(response)
            response_headers = {name.lower(): value for name, value in response.headers.items()}
            answer = HttpAnswer(
                response.status_code,
                response_headers,
                media_type == "application/json",
                media_type == EVENT_STREAM_TYPE,
            )
            if on_text is not None:
                await self._read_body(answer, response.aiter_raw(), on_text)
            return answer

    async def _read_body(self, answer: HttpAnswer, chunks: AsyncIterator[bytes], on_text: OnText) -> None:
        events, body = EventReader(self._max_bytes), bytearray()
        is_answered = False
        async for chunk in chunks:
            answer.size += len(chunk)
            self._counter.count(len(chunk), messages=0)
            if not answer.is_stream:
                body += chunk
                if len(body) > self._max_bytes:
                    raise BoundReachedError(f"a response has more than {self._max_bytes} bytes")
                continue
            for event in self._read_events(events, chunk):
                is_answered = await on_text(event) or is_answered
            if is_answered:
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._read_rest(events, chunks, on_text), _REST_SECONDS)
                return
        is_refusal = answer.status is not None and answer.status >= 400
        # The body of a refusal may be JSON that is no JSON-RPC message.
        if body and answer.is_json and (not is_refusal or b'"jsonrpc"' in body):
            self._counter.count(0)
            await on_text(bytes(body))

    async def _read_rest(self, events: EventReader, chunks: AsyncIterator[bytes], on_text: OnText) -> None:
        """Call `on_text` with the texts that follow the response in an event stream.

        Raises:
            BoundReachedError: the server sends more than the bounds allow.
        """
        async for chunk in chunks:
            self._counter.count(len(chunk), messages=0)
            for event in self._read_events(events, chunk):
                await on_text(event)

    def _read_events(self, events: EventReader, chunk: bytes) -> list[bytes]:
        try:
            found = [each.message for each in events.feed(chunk) if each.message]
        except ConnectionError as error:
            raise BoundReachedError(str(error)) from None
        for _ in found:
            self._counter.count(0)
        return found

    async def end(self) -> None:
        """Stop reading the event stream of HTTP+SSE, if there is one, and close the HTTP client."""
        if self._stream is not None and self._stream.reader is not None:
            await _cancel_task(self._stream.reader)
        await self._http.aclose()


async def finish_in_time(seconds: float, work: Awaitable[T], connection: ServerConnection) -> T:
    """Return the result of some work, or cancel the work when its time is over.

    If the time is over while the client gets an access token, the time begins anew, since the user may have to sign in.

    Args:
        seconds: seconds to wait for the result.
        work: the work.
        connection: the connection on which the client may be getting a token.

    Raises:
        asyncio.TimeoutError: the work has not ended in time.
        Exception: the work has raised this error.
    """
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=seconds))[0]:
            if not connection.is_authorizing:
                raise asyncio.TimeoutError
        return task.result()
    finally:
        await _cancel_task(task)


async def _await_authorizer(work: Awaitable[T]) -> T:
    """Return the result of a call of an authorizer.

    Raises:
        SignInFailedError: the client gets no access token.
    """
    try:
        return await work
    except ConnectionError as error:
        raise SignInFailedError(f"the sign-in has failed: {error}") from None


async def _cancel_task(task: asyncio.Future[Any]) -> None:
    """Cancel a task, and wait for its end. Do nothing if the task has ended already."""
    if not task.done():
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _text_without_command(error: ConnectionError) -> str:
    """Return the text of an error without the command of the server at the beginning. The command may have secrets."""
    command = error.command if isinstance(error, OpenError) else None
    return str(error).removeprefix(f"{shorten(shlex.join(command or ()))}: ")


def _media_type(response: httpx2.Response) -> str:
    text: str = response.headers.get("content-type", "")
    return text.partition(";")[0].strip().lower()


def _resolve_endpoint(url: str, endpoint: str) -> str:
    """Return the absolute URL of an `endpoint` event. Return an empty text if the URL is not valid, or has another
    origin than the URL of the server.
    """
    try:
        target = urljoin(url, endpoint)
        return target if urlsplit(target)[:2] == urlsplit(url)[:2] else ""
    except ValueError:
        return ""


def _read_method(data: bytes | None) -> str:
    """Return the method of a message; an empty text if there is no message, or if the message has no method."""
    document: Any = None if data is None else json.loads(data)
    return str(document.get("method", "")) if is_object(document) else ""


def make_connector(target: Target, bounds: Bounds, print_line: Callable[[str], None]) -> Connector:
    """Return a connector, which makes new connections to a server without starting them.

    The user signs in once for all connections.

    Args:
        target: the server.
        bounds: bounds of each connection.
        print_line: called with a line for the user.

    Raises:
        BindgenError: the server has a URL, but httpx2 is not installed, the URL is not valid, no sign-in is possible
            there, or an environment variable names a proxy that cannot be used or certificates that cannot be read.
    """
    if target.url is None:
        return lambda: _make_stdio_connection(target, bounds)
    url = target.url
    try:
        from mcp_bindings.transports.http_client import make_http_client, parse_server_url
    except ModuleNotFoundError:
        raise BindgenError("a server over HTTP needs httpx2", hint="run pip install 'mcp-bindings[http]'") from None
    try:
        parsed = parse_server_url(url)
    except OpenError:
        raise BindgenError("the URL is not valid", where=target.title) from None
    authorizer = make_authorizer(url, target.client_id, print_line) if target.sign_in else None

    def make_http_connection() -> ServerConnection:
        try:
            http = make_http_client(parsed, timeout=bounds.timeout)
        except OpenError as error:
            raise BindgenError(str(error)) from None
        return HttpConnection(url, http, bounds, target.headers, authorizer)

    return make_http_connection


def _make_stdio_connection(target: Target, bounds: Bounds) -> StdioConnection:
    errors: deque[str] = deque(maxlen=10)
    process = StdioProcess(
        target.command,
        variables=target.variables,
        directory=target.directory,
        end_times=EndTimes(closed=1.0, terminated=1.0, killed=2.0),
        on_error_line=errors.append,
        limits=Limits(max_bytes=bounds.max_bytes),
    )
    return StdioConnection(process, bounds, errors)
