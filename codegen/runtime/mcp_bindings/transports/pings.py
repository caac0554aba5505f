"""Pings that show whether the other side is still there.

Page: /specification/2025-11-25/basic/utilities/ping#implementation-considerations.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..errors import ProtocolError

if TYPE_CHECKING:
    from .client_transport import ClientBounds

_log = logging.getLogger(__name__)


class Pings(NamedTuple):
    """How a server pings its clients, in revisions that have pings."""

    period: float = 30.0
    """Seconds between two pings."""

    timeout: float = 10.0
    """Seconds to wait for the response to a ping."""

    max_failed: int = 3
    """Pings in a row without a response after which the connection is given up."""


class Pinging(Protocol):
    """The parts of a `ClientSession` that pings need."""

    calls: Any
    """Those of the revision, which has pings."""

    bounds: ClientBounds

    def connection_lost(self) -> None:
        """Give the connection up."""
        ...


async def ping_server(session: Pinging) -> None:
    """Ping the server in a session, and give the connection up when it responds no more."""
    bounds = session.bounds
    assert bounds.ping_period is not None

    async def ping() -> None:
        await session.calls.ping(timeout=bounds.ping_timeout)

    await keep_pinging(ping, period=bounds.ping_period, max_failures=bounds.max_failed_pings)
    session.connection_lost()


class PingedClient(Protocol):
    """The parts of a `ServedClient` that pings need."""

    give_up: Callable[[], None]

    async def ping(self, timeout: float) -> None:
        """Ping the client, if it can be pinged now."""
        ...


async def ping_client(client: PingedClient, pings: Pings) -> None:
    """Ping a client of a server, and give the connection up when it responds no more."""
    await keep_pinging(lambda: client.ping(pings.timeout), period=pings.period, max_failures=pings.max_failed)
    _log.warning("a client is given up, since it responds to no pings")
    client.give_up()


async def keep_pinging(ping: Callable[[], Awaitable[object]], *, period: float, max_failures: int) -> None:
    """Ping until so many pings in a row get no response. An error is a response too.

    Args:
        ping: sends one ping, and waits for its response for a bounded time.
        period: seconds between two pings.
        max_failures: pings in a row without a response.
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
            _log.warning("ping %d of %d got no response: %s", failures, max_failures, error or type(error).__name__)
        else:
            failures = 0
