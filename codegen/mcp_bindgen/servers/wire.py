"""Texts to and from a server, as they travel: valid or not, over stdio or HTTP, bounded in time, number and bytes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.servers.targets import Target
from mcp_bindings import Limits
from mcp_bindings.transports import ClientBounds, ClientTransport, EndTimes, EventReader, StdioProcess

if TYPE_CHECKING:
    import httpx2

ACCEPTED = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
"""Headers of a POST that a revision without rules for headers has too."""

OnText = Callable[[bytes], Awaitable[bool]]
"""A function that gets each text of the server and returns whether the exchange has ended."""


class Bounds(NamedTuple):
    """The bounds of one judgement of a server."""

    timeout: float = 10.0
    """Seconds to wait for the response to a request."""

    grace: float = 1.0
    """Seconds to wait for the response to a faulty message, before the server is asked whether it still answers."""

    total: float = 300.0
    """Seconds for one revision."""

    max_messages: int = 20_000
    """Messages of the server in one connection."""

    max_total_bytes: int = 64 * 1024 * 1024
    """Bytes of the server in one connection."""

    max_bytes: int = 8 * 1024 * 1024
    """Bytes of one message."""

    max_items: int = 1_000
    """Items of one list."""

    max_pages: int = 200
    """Pages of one list."""

    max_reads: int = 20
    """Resources, templates and prompts that are read, of each kind."""


class BoundReachedError(Exception):
    """The error for a server that sends more than the bounds allow. This is no finding."""


class ServerLostError(ConnectionError):
    """The error for a server that cannot be reached, or has ended."""


@dataclass
class HttpAnswer:
    """The HTTP response to one request.

    Attributes:
        status: the status code; None over stdio.
        headers: the headers, with lower-case names.
        is_json: whether the body is one JSON text, by its media type.
        is_stream: whether the body is an event stream, by its media type.
        size: bytes of the body that were read.
    """

    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    is_json: bool = False
    is_stream: bool = False
    size: int = 0


class ServerWire(Protocol):
    """One connection that carries texts."""

    @property
    def kind(self) -> Literal["stdio", "http"]:
        """The transport."""
        ...

    @property
    def url(self) -> str:
        """The URL of the server; empty over stdio."""
        ...

    @property
    def errors(self) -> Sequence[str]:
        """The last lines of the standard error of the server; empty over HTTP."""
        ...

    async def start(self) -> None:
        """Connect.

        Raises:
            ServerLostError: the server cannot be started.
        """
        ...

    async def exchange(self, data: bytes, headers: Mapping[str, str], on_text: OnText, seconds: float) -> HttpAnswer:
        """Send a text and pass on the texts of the server, until `on_text` returns True or the HTTP response ends.

        Raises:
            ServerLostError: the server cannot be reached, or has ended.
            asyncio.TimeoutError: the time is over.
            BoundReachedError: the server sends too much.
        """
        ...

    async def send(self, data: bytes, headers: Mapping[str, str], seconds: float) -> None:
        """Send a text to which no answer is expected."""
        ...

    async def fetch(self, method: str, headers: Mapping[str, str], seconds: float) -> HttpAnswer:
        """Send an HTTP request without a body and return the response without its body."""
        ...

    async def end(self) -> None:
        """Disconnect, and end all processes that the server has started in its process group."""
        ...


class StdioWire:
    """The texts of a server on its standard streams, or of one in this process.

    Args:
        transport: starts the server and carries the texts.
        bounds: bounds of the texts.
        errors: the last lines of the standard error, which the transport adds to.
    """

    kind: Literal["stdio"] = "stdio"
    url = ""
    is_open = True
    session: Any = None
    schemas: Mapping[str, Any] = MappingProxyType({})
    bounds = ClientBounds()

    def __init__(self, transport: ClientTransport, bounds: Bounds, errors: Sequence[str] = ()) -> None:
        self.errors = errors
        self._transport = transport
        self._meter = _Meter(bounds)
        self._texts: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=64)
        self._tasks: set[asyncio.Task[None]] = set()
        self._reason = ""

    async def start(self) -> None:
        """Start the server."""
        try:
            await self._transport.start(self)
        except ConnectionError as error:
            raise ServerLostError(str(error)) from None

    async def exchange(self, data: bytes, headers: Mapping[str, str], on_text: OnText, seconds: float) -> HttpAnswer:
        """Write a line, and pass on the lines of the server until `on_text` returns True."""

        async def run() -> None:
            await self.send(data, headers, seconds)
            while True:
                text = await self._texts.get()
                if text is None:
                    self.spawn(self._texts.put(None))
                    raise ServerLostError(self._reason or "the server has closed its output")
                self._meter.count(len(text))
                if await on_text(text):
                    return

        await asyncio.wait_for(run(), seconds)
        return HttpAnswer()

    async def send(self, data: bytes, headers: Mapping[str, str], seconds: float) -> None:
        """Write a line."""
        try:
            await asyncio.wait_for(self._transport.send(data), seconds)
        except ConnectionError as error:
            raise ServerLostError(self._reason or str(error)) from None

    async def fetch(self, method: str, headers: Mapping[str, str], seconds: float) -> HttpAnswer:
        """Raise an error: a process has no HTTP methods."""
        raise NotImplementedError("a process has no HTTP methods")

    async def end(self) -> None:
        """End the server, and the processes that it has left in its group."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._transport.end()
        process = self._transport.process if isinstance(self._transport, StdioProcess) else None
        if process is not None and sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)  # processes that the server has started and left

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task of the transport."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def receive(self, data: bytes) -> None:
        """Keep a text until the client reads it. A server that sends many has to wait."""
        await self._texts.put(data)

    def connection_lost(self, reason: str = "") -> None:
        """Record the end of the process."""
        self._reason = reason
        self.spawn(self._texts.put(None))

    def request_failed(self, id_: object, status: int | None = None, body: bytes = b"") -> None:
        """Do nothing: this concerns HTTP."""

    def session_ended(self) -> None:
        """Do nothing: this concerns HTTP."""


class HttpWire:
    """The MCP endpoint of a server: each text is a POST.

    Args:
        url: the URL of the endpoint.
        http: the HTTP client, which is closed at the end.
        bounds: bounds of the texts.
    """

    kind: Literal["http"] = "http"
    errors: Sequence[str] = ()

    def __init__(self, url: str, http: httpx2.AsyncClient, bounds: Bounds) -> None:
        self.url = url
        self._meter = _Meter(bounds)
        self._max_bytes = bounds.max_bytes
        self._http = http

    async def start(self) -> None:
        """Do nothing: the first POST connects."""

    async def exchange(self, data: bytes, headers: Mapping[str, str], on_text: OnText, seconds: float) -> HttpAnswer:
        """POST a text, and pass on the texts of the response until `on_text` returns True."""
        return await asyncio.wait_for(self._request("POST", data, {**ACCEPTED, **headers}, on_text), seconds)

    async def send(self, data: bytes, headers: Mapping[str, str], seconds: float) -> None:
        """POST a text."""
        await asyncio.wait_for(self._request("POST", data, {**ACCEPTED, **headers}, None), seconds)

    async def fetch(self, method: str, headers: Mapping[str, str], seconds: float) -> HttpAnswer:
        """Send an HTTP request without a body."""
        return await asyncio.wait_for(self._request(method, None, headers, None), seconds)

    async def _request(
        self, method: str, data: bytes | None, headers: Mapping[str, str], on_text: OnText | None
    ) -> HttpAnswer:
        import httpx2

        try:
            async with self._http.stream(method, self.url, headers=dict(headers), content=data) as response:
                media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
                response_headers = {name.lower(): value for name, value in response.headers.items()}
                answer = HttpAnswer(
                    response.status_code,
                    response_headers,
                    media_type == "application/json",
                    media_type == "text/event-stream",
                )
                if on_text is not None:
                    await self._read(answer, response.aiter_raw(), on_text)
                return answer
        except (httpx2.TransportError, httpx2.InvalidURL, ValueError) as error:
            raise ServerLostError(f"{self.url}: {error or type(error).__name__}") from None

    async def _read(self, answer: HttpAnswer, chunks: AsyncIterator[bytes], on_text: OnText) -> None:
        events, body = EventReader(self._max_bytes), bytearray()
        async for chunk in chunks:
            answer.size += len(chunk)
            self._meter.count(len(chunk), messages=0)
            if not answer.is_stream:
                body += chunk
                if len(body) > self._max_bytes:
                    raise BoundReachedError(f"a response has more than {self._max_bytes} bytes")
                continue
            for event in self._feed(events, chunk):
                if await on_text(event):
                    return
        is_refusal = answer.status is not None and answer.status >= 400
        if body and answer.is_json and (not is_refusal or b'"jsonrpc"' in body):  # others are for people
            self._meter.count(0)
            await on_text(bytes(body))

    def _feed(self, events: EventReader, chunk: bytes) -> list[bytes]:
        try:
            found = [each.data.encode() for each in events.feed(chunk) if each.data and each.name == "message"]
        except ConnectionError as error:
            raise BoundReachedError(str(error)) from None
        for _ in found:
            self._meter.count(0)
        return found

    async def end(self) -> None:
        """Close the HTTP client."""
        await self._http.aclose()


class _Meter:
    """A counter of the messages and bytes that a server has sent in one connection."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._messages = self._bytes = 0

    def count(self, size: int, messages: int = 1) -> None:
        """Count a text.

        Raises:
            BoundReachedError: the server has sent too much.
        """
        self._messages += messages
        self._bytes += size
        if self._messages > self._bounds.max_messages:
            raise BoundReachedError(f"the server has sent more than {self._bounds.max_messages} messages")
        if self._bytes > self._bounds.max_total_bytes:
            raise BoundReachedError(f"the server has sent more than {self._bounds.max_total_bytes} bytes")


def make_wire(target: Target, bounds: Bounds) -> ServerWire:
    """Return a new connection to a server, which is not started yet.

    Raises:
        BindgenError: the server has a URL, and httpx2 is not installed.
    """
    if target.url is None:
        errors: deque[str] = deque(maxlen=10)
        process = StdioProcess(
            target.command,
            variables=target.variables,
            directory=target.directory,
            end_times=EndTimes(closed=1.0, terminated=1.0, killed=2.0),
            on_error_line=errors.append,
            limits=Limits(max_bytes=bounds.max_bytes),
        )
        return StdioWire(process, bounds, errors)
    try:
        import httpx2
    except ModuleNotFoundError:
        raise BindgenError("a server over HTTP needs httpx2", hint="run pip install 'mcp-bindings[http]'") from None
    http = httpx2.AsyncClient(
        timeout=httpx2.Timeout(bounds.timeout, read=None),
        headers={**target.headers, "Accept-Encoding": "identity"},
        follow_redirects=False,
    )
    return HttpWire(target.url, http, bounds)
