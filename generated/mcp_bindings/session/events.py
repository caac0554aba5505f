"""What `Session.receive` returns besides messages. A separate module, so that its users need not load the session."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ..errors import RequestId
from ..jsonrpc.messages import Batch, ErrorResponse, Message, Response


class Ignored(NamedTuple):
    """A message that arrived too late to matter, which is no error; it needs no answer."""

    message: Message
    reason: str


class VersionAgreed(NamedTuple):
    """For a client: version and capabilities are agreed on."""

    message: Response
    version: str
    reply: bytes | None
    """To be sent next; None if there is nothing to send."""


class OpeningContinues(NamedTuple):
    """For a client: it must open the session with another version or in another way."""

    message: Response | ErrorResponse | None
    """The answer that leads to this; None if there was none."""

    action: Literal["retry", "initialize", "http+sse", "authorize"]
    """`retry`: send the reply, a probe in another version. `initialize`: send the reply. `http+sse`: open the stream of
    2024-11-05 with a GET and send the reply there. `authorize`: get authorization, then open again."""

    reply: bytes | None
    """To be sent next; None with `authorize`."""

    reason: str


class OpeningFailed(NamedTuple):
    """For a client: the sides have no version in common, so the session is closed; disconnect."""

    message: Response | ErrorResponse | None
    reason: str


class SessionExpired(NamedTuple):
    """For a client: the server has ended the session, so a new one begins, without the id of the old one."""

    pending: dict[RequestId, str]
    """Requests of this side that will not be answered, id to method."""

    unanswered: dict[RequestId, str]
    """Requests of the peer that are not to be answered any more, id to method."""

    reply: bytes
    """`initialize`, to be sent next."""


class RequestLost(NamedTuple):
    """A request of this side that will not be answered."""

    id: RequestId
    method: str


class Ended(NamedTuple):
    """The session is closed, and these requests will not be answered."""

    pending: dict[RequestId, str]
    """Requests of this side, id to method."""

    unanswered: dict[RequestId, str]
    """Requests of the peer, id to method."""


class OutgoingRequest(NamedTuple):
    """A request that is ready to be sent."""

    id: RequestId
    data: bytes


Event: TypeAlias = "Message | Batch | Ignored | VersionAgreed | OpeningContinues | OpeningFailed"
"""What `Session.receive` returns for one text."""
