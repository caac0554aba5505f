"""How often a principal may ask for work of a kind.

Pages: /specification/2025-11-25/server/tools#security-considerations,
/specification/2025-11-25/client/sampling#security-considerations,
/specification/2025-11-25/server/utilities/completion#implementation-considerations,
/specification/2025-11-25/server/utilities/logging#implementation-considerations.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, Protocol

from ..errors import ProtocolError
from ..spec.error_codes import INTERNAL_ERROR
from ..spec.names import CALL_TOOL, COMPLETE_ARGUMENT, CREATE_MESSAGE, ELICIT, LISTEN, LOG_MESSAGE, SUBSCRIBE

WorkKind = Literal["tools", "sampling", "elicitation", "completion", "subscriptions", "logs"]
"""The kinds of work that the specification wants limited."""

WORK_OF_METHOD: Mapping[str, WorkKind] = {
    CALL_TOOL: "tools",
    CREATE_MESSAGE: "sampling",
    ELICIT: "elicitation",
    COMPLETE_ARGUMENT: "completion",
    SUBSCRIBE: "subscriptions",
    LISTEN: "subscriptions",
    LOG_MESSAGE: "logs",
}
"""The kind of work that a message asks for, by its method; other methods ask for none of these."""

_MAX_CHECKED = 8
"""Buckets that are looked at to make room for a new one."""


class RateLimiter(Protocol):
    """Counts work, and says when there is too much of it."""

    def take(self, principal: str, kind: WorkKind) -> float:
        """Count one piece of work.

        Args:
            principal: key of who asks for it.
            kind: of the work.

        Returns:
            0 if it may be done now. Otherwise the seconds after which it may be; then it is not counted.
        """
        ...


def check_rate(limiter: RateLimiter, principal: str, kind: WorkKind) -> None:
    """Count one piece of work.

    Args:
        limiter: counts it.
        principal: key of who asks for it.
        kind: of the work.

    Raises:
        ProtocolError: there is too much of it; the `retryAfter` of its data are seconds.
    """
    wait = limiter.take(principal, kind)
    if wait > 0:
        raise ProtocolError(INTERNAL_ERROR, "Too many requests", data={"retryAfter": math.ceil(wait)})


class Rate(NamedTuple):
    """How often something may happen."""

    per_second: float
    """In the long run."""

    burst: int
    """At once, after a pause that is long enough."""


class TokenBuckets:
    """Limits rates with a token bucket for each principal and kind of work, in this process.

    At most `max_principals` buckets of a kind are kept. A bucket that is full again is forgotten first, which loses
    nothing. Where none of the least recently used ones is, further principals share one bucket, so that nobody gets
    more by taking many names, or makes another's count be forgotten.

    Args:
        rates: by kind of work; other kinds are not limited.
        clock: returns seconds that never go back.
        max_principals: buckets of each kind.

    Raises:
        ValueError: a rate or a burst would allow nothing, or `max_principals` is below 1.
    """

    def __init__(
        self,
        rates: Mapping[WorkKind, Rate],
        *,
        clock: Callable[[], float] = time.monotonic,
        max_principals: int = 10_000,
    ) -> None:
        for kind, rate in rates.items():
            if not (0 < rate.per_second < math.inf and rate.burst >= 1):
                raise ValueError(f"the rate of {kind} must be a positive, finite number, and its burst at least 1")
        if max_principals < 1:
            raise ValueError("max_principals must be at least 1")
        self._rates = dict(rates)
        self._clock = clock
        self._most = max_principals
        self._full_at: dict[WorkKind, OrderedDict[str | None, float]] = {kind: OrderedDict() for kind in rates}
        """When each bucket is full again, the least recently used first; the shared one has None for a name."""

    def take(self, principal: str, kind: WorkKind) -> float:
        """Count one piece of work; see `RateLimiter.take`."""
        rate = self._rates.get(kind)
        if rate is None:
            return 0.0
        now = self._clock()
        buckets = self._full_at[kind]
        name = principal if principal in buckets or self._has_room(buckets, now) else None
        full_at = max(buckets.get(name, buckets.get(None, now)), now)  # a new one owes what the shared one does
        wait = full_at + 1 / rate.per_second - now - rate.burst / rate.per_second
        if wait > 8 * math.ulp(full_at):  # less is rounding
            return wait
        buckets[name] = full_at + 1 / rate.per_second
        buckets.move_to_end(name)
        return 0.0

    def _has_room(self, buckets: OrderedDict[str | None, float], now: float) -> bool:
        """Whether a bucket may be added, after one that is full again is forgotten if need be."""
        if len(buckets) < self._most:
            return True
        for _, name in zip(range(_MAX_CHECKED), buckets, strict=False):
            if buckets[name] <= now:
                del buckets[name]
                return True
        return False
