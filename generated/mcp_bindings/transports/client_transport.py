"""What a connection to a server and the transport that carries it need of each other."""

from __future__ import annotations

from collections.abc import Container, Coroutine, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from ..errors import RequestId
from ..jsonrpc.envelope import Envelope, read_envelope
from ..limits import MAX_LISTED, Limits


class SessionEndedError(ConnectionError):
    """The session had ended before the message: the server has not handled it, and the client has to open a new one.

    Page: /specification/2025-11-25/basic/transports#session-management.
    """


class ResponseLostError(ConnectionError):
    """The connection broke after a request was sent, so the server may have handled it, or still does.

    Args:
        reason: how it broke.
        method: of the request; None if that is not known.
        name: of the tool, prompt or resource that the request names.

    Attributes:
        reason: as given.
        method: as given.
        name: as given.
    """

    def __init__(self, reason: str, *, method: str | None = None, name: str | None = None) -> None:
        super().__init__(f"{method or 'the request'}: {reason}, so it may have run")
        self.reason = reason
        self.method = method
        self.name = name


class ClientBounds(NamedTuple):
    """How long a client waits, and how much it accepts from a server."""

    call_timeout: float = 30.0
    """Seconds to wait for the response to a request."""

    probe_timeout: float = 5.0
    """Seconds to wait for the response to a message of the opening; a server may ignore `server/discover`."""

    max_concurrent: int = 100
    """Messages of the server that are handled at the same time; ten times as many may wait, others are dropped."""

    max_items: int = 10_000
    """Items of a list, over all its pages."""

    max_list_bytes: int = MAX_LISTED
    """Bytes of a list, over all its pages: twice the text of each item, and 1 KiB more."""

    max_input_rounds: int = 20
    """How often a server may ask for input to one request."""

    ping_period: float | None = None
    """Seconds between two pings, in revisions that have them; None for no pings."""

    ping_timeout: float = 10.0
    """Seconds to wait for the response to a ping."""

    max_failed_pings: int = 3
    """Pings in a row without a response after which the connection is given up."""


def opening_error(*reasons: str) -> ConnectionError:
    """The error for a connection that could not be opened, with all reasons that there are."""
    return ConnectionError("; ".join(reason for reason in reasons if reason))


BOUNDS = ClientBounds()
"""Those of a client that gives none."""


def own_envelope(data: bytes) -> Envelope:
    """The envelope of a message that this side has written, however long it is."""
    size = max(1, len(data))
    return read_envelope(data, limits=Limits(max_bytes=size, max_containers=size))


class HttpSide(Protocol):
    """What a transport needs of the session that faces the server: a `Session`, or the side of a bridge."""

    @property
    def session_id(self) -> str | None:
        """The `Mcp-Session-Id` that the server has assigned."""
        ...

    @session_id.setter
    def session_id(self, id: str | None) -> None:
        """Record the id that the server has assigned."""
        ...

    @property
    def version(self) -> str | None:
        """The version that is agreed on."""
        ...

    @property
    def pending(self) -> Container[RequestId]:
        """The requests that wait for an answer."""
        ...

    def http_headers(
        self,
        data: bytes | None,
        *,
        http_method: str = "POST",
        last_event_id: str | None = None,
        input_schemas: Mapping[str, object] | None = None,
    ) -> Mapping[str, str]:
        """The headers of an HTTP request; see `Session.http_headers`."""
        ...


class MessageReceiver(Protocol):
    """What a transport needs of its connection: one session of a `ClientConnection`, or a bridge."""

    @property
    def session(self) -> HttpSide:
        """The session that faces the server."""
        ...

    @property
    def schemas(self) -> Mapping[str, Any]:
        """The input schema of each listed tool, by name."""
        ...

    @property
    def bounds(self) -> ClientBounds:
        """Of time and amounts."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether a revision has been agreed on."""
        ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a background task, which ends with the connection."""
        ...

    async def receive(self, data: bytes) -> None:
        """Handle a message of the server. This never waits for a handler."""
        ...

    def request_failed(self, id_: RequestId, status: int | None = None, body: bytes = b"") -> None:
        """Report that a request got no JSON-RPC response.

        Args:
            id_: of the request.
            status: HTTP status of the response, if there was one.
            body: of that response.

        Raises:
            ConnectionError: the request failed after the session was opened.
            ResponseLostError: the server may have handled it.
        """
        ...

    def session_ended(self) -> None:
        """Take note that the server has ended the session: no further request can be sent in it."""
        ...

    def connection_lost(self, reason: str = "") -> None:
        """Fail every pending request, since no further message will arrive.

        Args:
            reason: how the server has ended, if that is known.
        """
        ...


class ClientTransport(Protocol):
    """Carries the messages of a connection, and passes each message that arrives to `MessageReceiver.receive`."""

    @property
    def kind(self) -> Literal["stdio", "http"]:
        """How messages travel."""
        ...

    @property
    def is_authorizing(self) -> bool:
        """Whether messages wait for an authorization, which may take as long as a user needs to sign in."""
        ...

    async def start(self, connection: MessageReceiver) -> None:
        """Connect, and begin to pass messages to the connection.

        Over HTTP this is called again for each new session. What was sent before goes on with its own connection.

        Raises:
            ConnectionError: the server cannot be reached.
        """
        ...

    async def send(self, data: bytes) -> None:
        """Send one message. If the response arrives in the same HTTP exchange, return after it has arrived.

        Raises:
            SessionEndedError: the session had ended before; the server has not handled the message.
            ResponseLostError: the connection broke after a request was sent; the server may have handled it.
            ConnectionError: the server cannot be reached, or rejects the message.
        """
        ...

    async def open_http_sse(self) -> None:
        """Switch to the HTTP+SSE transport of 2024-11-05; do nothing where messages do not travel over HTTP.

        Raises:
            ConnectionError: the server does not offer it.
        """
        ...

    async def listen(self) -> None:
        """Open the stream for unsolicited messages, if the revision has one."""
        ...

    async def end(self) -> None:
        """End the session and disconnect."""
        ...
