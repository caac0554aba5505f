"""Pings that show whether the other side is still there.

Page: /specification/2025-11-25/basic/utilities/ping#implementation-considerations.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ..errors import ProtocolError

_log = logging.getLogger(__name__)


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
