"""The bounds of a client: times that it waits, and amounts that it accepts from a server."""

from __future__ import annotations

from typing import NamedTuple

from ..limits import MAX_LIST_SIZE
from ..options import check_class, check_number, check_numbers


class ClientBounds(NamedTuple):
    """The bounds of a client: times to wait, and amounts to accept from a server."""

    call_timeout: float = 30.0
    """Seconds to wait for the response to a request."""

    probe_timeout: float = 5.0
    """Seconds to wait for the response to a message that opens a session. Servers may ignore `server/discover`."""

    max_concurrent: int = 100
    """Largest number of messages of the server that are handled at the same time.

    Ten times as many messages may wait. Beyond that, requests are rejected, and notifications are dropped.
    """

    max_items: int = 10_000
    """Largest number of items of a list, over all its pages."""

    max_list_bytes: int = MAX_LIST_SIZE
    """Largest number of bytes of a list, over all its pages. An item counts for 1 KiB and twice its length as JSON."""

    max_input_rounds: int = 20
    """Largest number of times that a server may ask for input before it responds to one request with the result."""

    ping_period: float | None = None
    """Seconds before each ping, in revisions that have pings; None for no pings."""

    ping_timeout: float = 10.0
    """Seconds to wait for the response to a ping."""

    max_failed_pings: int = 3
    """Number of pings in a row without a response after which the client ends the connection."""


_COUNTS = tuple(name for name, default in ClientBounds._field_defaults.items() if isinstance(default, int))
"""The names of the bounds that are counts or sizes."""

_TIMES = tuple(name for name in ClientBounds._fields if name not in _COUNTS)
"""The names of the bounds that are times, in seconds."""


def check_client_bounds(bounds: object) -> None:
    """Check the option `bounds` of a client.

    Raises:
        TypeError: the option is no `ClientBounds`, or has a member of a wrong type.
        ValueError: a member is too small.
    """
    check_class("bounds", bounds, ClientBounds, "ClientBounds(…) from mcp_bindings.transports")
    assert isinstance(bounds, ClientBounds)
    times = {f"bounds.{name}": getattr(bounds, name) for name in _TIMES}
    if bounds.ping_period is None:
        del times["bounds.ping_period"]
    check_numbers(times, least=0.001)
    check_numbers({f"bounds.{name}": getattr(bounds, name) for name in _COUNTS}, least=0, is_whole=True)
    check_number("bounds.max_failed_pings", bounds.max_failed_pings, least=1, is_whole=True)


DEFAULT_BOUNDS = ClientBounds()
"""The default bounds of a client."""
