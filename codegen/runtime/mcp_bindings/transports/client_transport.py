"""The interfaces between a connection to a server and its transport, with their errors and the check of a URL."""

from __future__ import annotations

import re
from collections.abc import Container, Coroutine, Mapping
from contextvars import ContextVar
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

from ..errors import OpenError, RequestId, shorten
from ..jsonrpc.envelope import Envelope, read_envelope
from ..limits import Limits
from ..options import check_method
from .client_bounds import ClientBounds

response_stream: ContextVar[RequestId | None] = ContextVar("response_stream", default=None)
"""The id of the request whose HTTP response stream the current task reads; None while it reads any other stream."""


class SessionEndedError(ConnectionError):
    """The error for a message in a session that had ended. The server has not handled the message.

    To send the message again, the client has to open a new session.

    Page: /specification/2025-11-25/basic/transports#session-management.
    """


class ResponseLostError(ConnectionError):
    """The error for a request whose response cannot arrive any more. The server may have handled the request.

    Args:
        reason: a clause that says what has happened.
        method: the method of the request; None if it is not known.
        name: the tool, prompt or resource that the request names; None if it names none.

    Attributes:
        reason: the argument of this name.
        method: the argument of this name.
        name: the argument of this name.
    """

    def __init__(self, reason: str, *, method: str | None = None, name: str | None = None) -> None:
        super().__init__(f"{method or 'the request'}: {reason}, so it may have run")
        self.reason = reason
        self.method = method
        self.name = name


EARLIER = "before that: "
"""The beginning of a clause about an earlier message that did not open the session."""


def make_opening_error(*reasons: str) -> ConnectionError:
    """Return the error for a session that could not be opened, with all reasons that are not empty."""
    return ConnectionError("; ".join(reason for reason in reasons if reason))


def check_transport(transport: object) -> None:
    """Check the option `transport` of a connection.

    Raises:
        TypeError: the option is no transport, but a URL, for example.
    """
    check_method("transport", transport, "start", "a transport such as HttpTransport(url) or StdioProcess(command)")


def check_url(url: str) -> None:
    """Check that a text is a URL with the scheme `http` or `https`, a host, and a valid port or none.

    Raises:
        OpenError: the text has another scheme or none, no host, a wrong port, white space or a control character. The
            message says what to write instead.
    """
    scheme, separator, _ = url.partition("://")
    if separator and scheme.lower() in ("http", "https"):
        if not _has_valid_host_and_port(url):
            raise OpenError(f"the URL {shorten(url)!r} needs a host, and a port from 1 to 65535 or none", url=url)
        return
    if separator:
        raise OpenError(f"the URL {shorten(url)!r} has the scheme {scheme!r}, but a server has http or https", url=url)
    if " " in url or ("/" not in url and ":" not in url):
        raise OpenError(f"a command must be a list of texts: {shorten(url).split()!r}", url=url)
    raise OpenError(f"the URL {shorten(url)!r} has no scheme: write 'http://{shorten(url)}' or 'https://…'", url=url)


def _has_valid_host_and_port(url: str) -> bool:
    """Return whether a URL has a host, a valid port or none, and no white space or character below U+0020."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and parts.port != 0 and not re.search(r"[\s\x00-\x1f]", url)
    except ValueError:
        return False


def read_local_envelope(data: bytes) -> Envelope:
    """Return the envelope of a message that this package has written. The length of the message is not bounded."""
    size = max(1, len(data))
    return read_envelope(data, limits=Limits(max_bytes=size, max_containers=size))


class TransportSession(Protocol):
    """The members of a session that a transport to a server needs. `Session` and `BridgeServerSession` have them."""

    @property
    def session_id(self) -> str | None:
        """The `Mcp-Session-Id` that the server has assigned; None if the server has assigned no id."""
        ...

    @session_id.setter
    def session_id(self, id: str | None) -> None:
        """Record the `Mcp-Session-Id` that the server has assigned.

        Raises:
            ValueError: the id is not valid.
        """
        ...

    @property
    def version(self) -> str | None:
        """The agreed version; None before the agreement."""
        ...

    @property
    def pending(self) -> Container[RequestId]:
        """The ids of the requests that wait for a response."""
        ...

    def http_headers(
        self,
        data: bytes | None,
        *,
        http_method: str = "POST",
        last_event_id: str | None = None,
        input_schemas: Mapping[str, object] | None = None,
    ) -> Mapping[str, str]:
        """Return the headers of an HTTP request.

        Args:
            data: the text of the message; None for an HTTP request without a body.
            http_method: `POST`, `GET` or `DELETE`.
            last_event_id: id of the last event received on the stream that a GET resumes; None for any other request.
            input_schemas: the input schema of each listed tool, by name; None without listed tools.

        Raises:
            ValueError: an argument has no form as a header.
        """
        ...


class MessageReceiver(Protocol):
    """The receiver of the messages of a transport: a `ClientSession` or a `BridgeConnection`."""

    @property
    def session(self) -> TransportSession:
        """The session with the server."""
        ...

    @property
    def schemas(self) -> Mapping[str, Any]:
        """The input schema of each listed tool, by name."""
        ...

    @property
    def bounds(self) -> ClientBounds:
        """The bounds of the client."""
        ...

    @property
    def is_open(self) -> bool:
        """True once a revision is agreed on."""
        ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task, which ends with the connection."""
        ...

    async def receive(self, data: bytes) -> None:
        """Handle a message of the server, without waiting for a handler.

        Raises:
            ConnectionError: the server leaves too many replies unread. The connection has ended then.
        """
        ...

    def request_failed(self, id_: RequestId, status: int | None = None, body: bytes = b"") -> None:
        """Report that an HTTP status rejects a request, or that the request gets no response.

        Args:
            id_: the request id.
            status: the HTTP status of the response; None without a response.
            body: the body of the HTTP response.

        Raises:
            ConnectionError: the server has rejected the request in an open session.
            SessionEndedError: the session had ended before the request.
            ResponseLostError: the server may have handled the request in an open session.
            ProtocolError: the JSON-RPC error in `body` is not valid.
        """
        ...

    def session_ended(self) -> None:
        """Record that the server has ended the session. No further request is sent in this session."""
        ...

    def connection_lost(self, reason: str = "") -> None:
        """Fail every pending request, since no further message will arrive.

        Args:
            reason: a clause that says how the server has ended; empty if that is not known.
        """
        ...


class ClientTransport(Protocol):
    """The transport of a connection. It passes each message that arrives to `MessageReceiver.receive`."""

    @property
    def kind(self) -> Literal["stdio", "http"]:
        """The rules that apply to the messages: those of stdio or of HTTP."""
        ...

    @property
    def is_authorizing(self) -> bool:
        """True while messages wait for an authorization, possibly until a user has signed in."""
        ...

    async def start(self, connection: MessageReceiver) -> None:
        """Prepare to send messages, and begin to pass the messages of the server to `connection`.

        Over HTTP this is called again for each new session. The response to an earlier request goes to the session of
        the request.

        Raises:
            ConnectionError: the server cannot be reached.
            Exception: the lifespan of a server in this process has raised this exception.
        """
        ...

    async def send(self, data: bytes) -> None:
        """Send one message. Over HTTP, return after the response to the message has arrived.

        Raises:
            SessionEndedError: the session had ended, so the server has not handled the message.
            ResponseLostError: the connection broke after a request was sent. The server may have handled the request.
            ConnectionError: the server cannot be reached, or rejects the message.
            ProtocolError: the server rejects a request with an HTTP status and an invalid JSON-RPC error.
            ValueError: a value of the message has no form as an HTTP header.
        """
        ...

    async def open_http_sse(self) -> None:
        """Switch to the HTTP+SSE transport of 2024-11-05. A transport without HTTP does nothing.

        Raises:
            ConnectionError: the server does not offer this transport, or names no valid endpoint in time.
        """
        ...

    async def listen(self) -> None:
        """Open the stream for messages that are unrelated to any request, if the revision has this stream."""
        ...

    def explain_failure(self, reason: str) -> OpenError:
        """Return the error for a connection that could not be opened.

        Args:
            reason: a clause that says what has happened. The error has this clause and the target, and may describe
                the last response and say what to do.
        """
        ...

    async def end(self) -> None:
        """End the session and disconnect.

        Raises:
            Exception: the lifespan of a server in this process has raised this exception at its end.
        """
        ...
