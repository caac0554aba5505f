"""What `Session.receive` tells beside the messages themselves; kept apart, so that who has no session loads none."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ..errors import RequestId
from ..jsonrpc.messages import Batch, ErrorResponse, Message, Response


class Ignored(NamedTuple):
    """A message that comes too late to matter, as messages may; it needs no answer."""

    message: Message
    reason: str


class VersionAgreed(NamedTuple):
    """To a client: version and capabilities are settled."""

    message: Response
    version: str
    reply: bytes | None
    """To be sent now; None if there is nothing to send."""


class OpeningContinues(NamedTuple):
    """To a client: the opening goes on, in another version or another way."""

    message: Response | ErrorResponse | None
    """The answer that leads there; None if there was none."""

    action: Literal["retry", "initialize", "http+sse", "authorize"]
    """`http+sse`: send the reply on the stream of 2024-11-05, which a GET opens. `authorize`, and then open again."""

    reply: bytes | None
    """To be sent now; None with `authorize`."""

    reason: str


class OpeningFailed(NamedTuple):
    """To a client: there is no version in common, so the session is closed; disconnect."""

    message: Response | ErrorResponse | None
    reason: str


class RequestLost(NamedTuple):
    """An own request that will not be answered."""

    id: RequestId
    method: str


class Ended(NamedTuple):
    """The session is closed, and these requests are never answered."""

    pending: dict[RequestId, str]
    """Own ones, id to method."""

    unanswered: dict[RequestId, str]
    """Those of the peer."""


class OutgoingRequest(NamedTuple):
    """A request that may be sent."""

    id: RequestId
    data: bytes


Event: TypeAlias = "Message | Batch | Ignored | VersionAgreed | OpeningContinues | OpeningFailed"
"""What came of one text."""
