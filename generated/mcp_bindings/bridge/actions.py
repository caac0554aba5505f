"""What the caller of a bridge does: send texts, close streams, write a log."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from ..errors import RequestId
from ..jsonrpc.edits import Edit
from ..spec.names import Sender

NO_HEADERS: Mapping[str, str] = MappingProxyType({})
"""Of what travels on stdio."""


class ToClient(NamedTuple):
    """Send a text to the client."""

    data: bytes

    exchange: Hashable = None
    """The HTTP exchange whose response carries it, as it was given to `Bridge.from_client`. None if it belongs to none:
    then it travels on the stream that the client has opened with GET, or on stdio."""

    answers: bool = False
    """Whether it answers what the client has sent in that exchange, which ends the response."""

    edits: tuple[Edit, ...] = ()
    """How it differs from what the server has sent."""

    http_status: int | None = None
    """Of the response, if the text of the client was rejected; None for any other answer."""

    request_state: str | None = None
    """What the client sends again with its input, if this answer asks for input. This bridge alone can take it."""


class EndExchange(NamedTuple):
    """No answer comes in an HTTP exchange, since its request was cancelled: end the response."""

    exchange: Hashable


class ToServer(NamedTuple):
    """Send a text to the server."""

    data: bytes

    id: RequestId | None = None
    """Of the request that it is; None if it is none. Give it to `from_server` with what arrives in the response to this
    POST, and to `request_failed` if no answer comes."""

    headers: Mapping[str, str] = NO_HEADERS
    """Of the POST, over HTTP."""

    edits: tuple[Edit, ...] = ()
    """How it differs from what the client has sent."""

    opens_stream: bool = False
    """Whether to open the event stream of the HTTP transport of 2024-11-05 first, and to send it there."""


class CloseStream(NamedTuple):
    """Close the HTTP stream of a request to the server, which cancels it."""

    id: RequestId


class Lost(NamedTuple):
    """A message that ends at the bridge, since it has no place on the other side. For a log."""

    sender: Sender
    method: str
    reason: str
    """Why, in a sentence that quotes no message."""


class Closed(NamedTuple):
    """The bridge has ended; close both connections."""

    reason: str

    side: Sender = "server"
    """Which side has ended it: the client if it has gone, otherwise the server."""


Action: TypeAlias = "ToClient | EndExchange | ToServer | CloseStream | Lost | Closed"
"""What the caller does next."""
