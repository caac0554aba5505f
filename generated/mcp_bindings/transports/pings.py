"""Pings that check the connection to a peer.

Page: /specification/2025-11-25/basic/utilities/ping#implementation-considerations.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..errors import ProtocolError, describe_error
from ..options import check_class, check_number, check_numbers
from ..spec.names import PING

if TYPE_CHECKING:
    from .client_bounds import ClientBounds

_log = logging.getLogger(__name__)


class Pings(NamedTuple):
    """The times and bounds of the pings that a server sends to its clients, in revisions that have pings."""

    period: float = 30.0
    """Seconds before each ping."""

    timeout: float = 10.0
    """Seconds to wait for the response to a ping."""

    max_failed: int = 3
    """Number of pings in a row without a response after which the server closes the connection."""


def check_pings(pings: object) -> None:
    """Check the option `pings` of a server.

    Raises:
        TypeError: the option is no `Pings`, or has a member of a wrong type.
        ValueError: a member is too small.
    """
    check_class("pings", pings, Pings, "Pings(…) from mcp_bindings.transports")
    assert isinstance(pings, Pings)
    check_numbers({"pings.period": pings.period, "pings.timeout": pings.timeout}, least=0.001)
    check_number("pings.max_failed", pings.max_failed, least=1, is_whole=True)


class PingingSession(Protocol):
    """The members of a `ClientSession` that pings need."""

    calls: Any
    """The calls of the revision."""

    bounds: ClientBounds

    is_over: bool
    """True if no further request can be sent in the session. Another session then has pings of its own."""

    def connection_lost(self) -> None:
        """End the connection, and fail the pending requests."""
        ...


async def ping_server_until_lost(session: PingingSession) -> None:
    """Ping the server of a session until several pings in a row get no response. Log each of them, and then end the
    connection.

    If the session is over, the connection goes on, since the client opens another session.

    Args:
        session: the session. Its `bounds` have the times and the number of pings.
    """
    bounds = session.bounds
    assert bounds.ping_period is not None

    async def send_ping() -> None:
        await session.calls.request(PING, timeout=bounds.ping_timeout)

    await ping_until_lost(send_ping, period=bounds.ping_period, max_failures=bounds.max_failed_pings)
    if not session.is_over:
        session.connection_lost()


class PingedClient(Protocol):
    """The members of a `ServedClient` that pings need."""

    is_responsive: bool
    """False once several pings in a row have got no response of the client."""

    close_connection: Callable[[], None]
    """A function that closes the connection."""

    async def ping(self, timeout: float) -> None:
        """Ping the client if a ping can reach it now.

        Args:
            timeout: seconds to wait for the response.

        Raises:
            ProtocolError: the client responds with an error.
            TimeoutError: the client does not respond in time.
            ConnectionError: the ping cannot be sent.
        """
        ...


async def ping_client_until_lost(client: PingedClient, pings: Pings) -> None:
    """Ping a client until several pings in a row get no response. Then log this, set `client.is_responsive` to False,
    and close the connection.

    Args:
        client: the client.
        pings: the times and the number of pings.
    """
    await ping_until_lost(lambda: client.ping(pings.timeout), period=pings.period, max_failures=pings.max_failed)
    _log.warning("closing the connection to a client that does not respond to pings")
    client.is_responsive = False
    client.close_connection()


async def ping_until_lost(ping: Callable[[], Awaitable[object]], *, period: float, max_failures: int) -> None:
    """Ping a peer until `max_failures` pings in a row get no response. Log each such ping. An error
    response counts as a response.

    Args:
        ping: function that sends one ping and waits for its response for a bounded time.
        period: seconds before each ping.
        max_failures: pings in a row without a response after which to return.
    """
    failures = 0
    while failures < max_failures:
        await asyncio.sleep(period)
        try:
            await ping()
        except ProtocolError:
            failures = 0
        except (TimeoutError, asyncio.TimeoutError, ConnectionError) as error:
            failures += 1
            _log.warning("ping %d of %d got no response: %s", failures, max_failures, describe_error(error))
        else:
            failures = 0
