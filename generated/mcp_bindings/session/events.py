"""The events that `Session` returns besides messages. This module can be imported without loading the session."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ..errors import RequestId
from ..jsonrpc.messages import Batch, ErrorResponse, Message, Response


class Ignored(NamedTuple):
    """A message of the peer that has no effect, mostly because it came too late.

    An ignored message is no error and needs no answer.
    """

    message: Message
    reason: str


class VersionAgreed(NamedTuple):
    """The event that a client has agreed on version and capabilities with its server."""

    message: Response
    version: str
    reply: bytes | None
    """The `notifications/initialized` to send next; None if the version has no handshake."""


class OpeningContinues(NamedTuple):
    """The event that a client must open the session with another version or in another way."""

    message: Response | ErrorResponse | None
    """The answer of the server; None if the server sent no valid answer, or sent it with an HTTP status of an error."""

    action: Literal["retry", "initialize", "http+sse", "authorize"]
    """`retry`: send the reply, a probe in another version. `initialize`: send the reply. `http+sse`: open the stream of
    2024-11-05 with a GET and send the reply there. `authorize`: get authorization, then open the session again."""

    reply: bytes | None
    """The next message to send; None with `authorize`."""

    reason: str


class OpeningFailed(NamedTuple):
    """The event that client and server cannot agree on a version.

    The session is closed, and the caller has to disconnect.
    """

    message: Response | ErrorResponse | None
    """The answer of the server; None if no valid answer came, if it came with an HTTP status of an error, or if it is a
    result of `initialize` with a version that the client cannot use."""

    reason: str


class SessionExpired(NamedTuple):
    """The event that the server has ended the session. The client begins a new session without the old id."""

    pending: dict[RequestId, str]
    """The methods of the requests of this side that will not be answered, by id."""

    peer_requests: dict[RequestId, str]
    """The methods of the requests of the peer that must no longer be answered, by id."""

    reply: bytes
    """The `initialize` of the new session, to send next."""


class RequestLost(NamedTuple):
    """The event that a request of this side will not be answered."""

    id: RequestId
    method: str


class SessionEnded(NamedTuple):
    """The event that the session is closed, with the requests that will not be answered."""

    pending: dict[RequestId, str]
    """The methods of the unanswered requests of this side, by id."""

    peer_requests: dict[RequestId, str]
    """The methods of the unanswered requests of the peer, by id."""


class OutgoingRequest(NamedTuple):
    """A request to send: its id and its text."""

    id: RequestId
    data: bytes


Event: TypeAlias = "Message | Batch | Ignored | VersionAgreed | OpeningContinues | OpeningFailed"
"""The result of `Session.receive` for one text."""
