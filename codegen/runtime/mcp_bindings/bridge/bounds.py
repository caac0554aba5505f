"""The limits of what a bridge keeps, and how long it waits."""

from __future__ import annotations

from dataclasses import dataclass

from ..limits import MAX_LISTED


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """The limits of what a bridge keeps, and how long it waits. What exceeds them is refused with an error.

    Args:
        calls: Requests of the client that wait for an answer.
        queued: Texts of the client that wait until the connection to the server is open, or for their turn.
        queued_bytes: Bytes of these texts.
        inputs: Requests for input that one call waits for.
        rounds: How often a server may ask for input before it answers a call.
        subscriptions: Resources that the client is subscribed to.
        tools: Tools whose schemas are kept.
        tools_bytes: Bytes of these schemas: twice the text of those of a tool, and 1 KiB more.
        pages: Pages of tools that the bridge asks for to learn their schemas.
        call_seconds: How long a request of the client may take.
        input_seconds: How long a client may take to give input.
        gather_seconds: How long requests of a server are gathered until its client is asked for input.
        unclaimed_seconds: How long a request of a server waits for a call that can ask for its input.
        own_seconds: How long a server may take to answer a request of the bridge itself.
    """

    calls: int = 1_000
    queued: int = 100
    queued_bytes: int = 8_000_000
    inputs: int = 20
    rounds: int = 10
    subscriptions: int = 1_000
    tools: int = 2_000
    tools_bytes: int = MAX_LISTED
    pages: int = 50
    call_seconds: float = 3_600.0
    input_seconds: float = 600.0
    gather_seconds: float = 0.02
    unclaimed_seconds: float = 10.0
    own_seconds: float = 30.0
