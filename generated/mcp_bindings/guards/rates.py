"""Rate limits of the work that a principal asks for, by kind of work.

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
from typing import Literal, NamedTuple, Protocol, get_args

from ..errors import ProtocolError
from ..options import check_choice, check_class, check_clock, check_number, check_positive
from ..spec.error_codes import INTERNAL_ERROR
from ..spec.names import CALL_TOOL, COMPLETE_ARGUMENT, CREATE_MESSAGE, ELICIT, LISTEN, LOG_MESSAGE, SUBSCRIBE

WorkKind = Literal["tools", "sampling", "elicitation", "completion", "subscriptions", "logs"]
"""The kinds of work whose rate the specification recommends to limit."""

WORK_OF_METHOD: Mapping[str, WorkKind] = {
    CALL_TOOL: "tools",
    CREATE_MESSAGE: "sampling",
    ELICIT: "elicitation",
    COMPLETE_ARGUMENT: "completion",
    SUBSCRIBE: "subscriptions",
    LISTEN: "subscriptions",
    LOG_MESSAGE: "logs",
}
"""The kind of work that a message asks for, by the first name of its method. Other methods have no limit."""

_MAX_CHECKED = 8
"""Greatest number of buckets that are checked in the search for one to forget."""


class RateLimiter(Protocol):
    """A limiter of the rate of work."""

    def try_acquire(self, principal: str, kind: WorkKind) -> float:
        """Count one piece of work if it may be done now.

        Args:
            principal: key of the principal that asks for the work; empty without authorization.
            kind: the kind of the work.

        Returns:
            0 if the work may be done now; it is then counted, unless the limiter does not limit work of this kind.
            Otherwise the seconds to wait before another try.
        """
        ...


def check_rate(limiter: RateLimiter, principal: str, kind: WorkKind) -> None:
    """Count one piece of work, or raise an error if it may not be done now.

    Args:
        limiter: limiter that counts the work.
        principal: key of the principal that asks for the work; empty without authorization.
        kind: the kind of the work.

    Raises:
        ProtocolError: the rate is exceeded. In the data of the error, `retryAfter` is the number of seconds to wait.
    """
    wait = limiter.try_acquire(principal, kind)
    if wait > 0:
        raise ProtocolError(INTERNAL_ERROR, "Too many requests", data={"retryAfter": math.ceil(wait)})


class Rate(NamedTuple):
    """A rate of work."""

    per_second: float
    """Greatest number of pieces of work a second, in the long run."""

    burst: int
    """Greatest number of pieces of work at once, after a long pause."""


class TokenBuckets:
    """A limiter with a token bucket for each principal and kind of work, in the memory of this process.

    The limiter keeps at most `max_principals` buckets of a kind. To make room, it forgets a full bucket, with which no
    count is lost. If none of the 8 least recently used buckets is full, new principals share one bucket. So nobody gets
    a higher rate by using many principals, or makes the limiter forget the count of another principal.

    Args:
        rates: the rates by kind of work. Other kinds of work are not limited.
        clock: function that returns a time in seconds that never goes back.
        max_principals: greatest number of buckets of each kind.

    Raises:
        TypeError: `rates` is no mapping of rates, or a number or the clock has a wrong type.
        ValueError: a kind of work is not known, a rate allows no work or is infinite, or a burst or `max_principals` is
            below 1.
    """

    def __init__(
        self,
        rates: Mapping[WorkKind, Rate],
        *,
        clock: Callable[[], float] = time.monotonic,
        max_principals: int = 10_000,
    ) -> None:
        check_class("rates", rates, Mapping, "a mapping such as {'tools': Rate(per_second=5, burst=20)}")
        for kind, rate in rates.items():
            check_choice("a kind of work", kind, get_args(WorkKind))
            check_class(f"the rate of {kind}", rate, Rate, "a Rate(per_second=…, burst=…)")
            check_positive(f"per_second of {kind}", rate.per_second)
            check_number(f"burst of {kind}", rate.burst, least=1, is_whole=True)
        check_clock(clock)
        check_number("max_principals", max_principals, least=1, is_whole=True)
        self._rates = dict(rates)
        self._clock = clock
        self._most = max_principals
        self._full_at: dict[WorkKind, OrderedDict[str | None, float]] = {kind: OrderedDict() for kind in rates}
        """The time at which each bucket is full, by kind of work and principal; None is the key of the shared bucket.
        The least recently used bucket is first.
        """

    def try_acquire(self, principal: str, kind: WorkKind) -> float:
        """Count one piece of work if it may be done now.

        Args:
            principal: key of the principal that asks for the work; empty without authorization.
            kind: the kind of the work.

        Returns:
            0 if the work may be done now and is counted, or if its kind has no rate; otherwise the seconds to wait
            before another try.
        """
        rate = self._rates.get(kind)
        if rate is None:
            return 0.0
        now = self._clock()
        buckets = self._full_at[kind]
        name = principal if principal in buckets or self._make_room(buckets, now) else None
        full_at = max(buckets.get(name, buckets.get(None, now)), now)  # a new bucket begins as full as the shared one
        wait = full_at + 1 / rate.per_second - now - rate.burst / rate.per_second
        if wait > 8 * math.ulp(full_at):  # less is rounding
            return wait
        buckets[name] = full_at + 1 / rate.per_second
        buckets.move_to_end(name)
        return 0.0

    def _make_room(self, buckets: OrderedDict[str | None, float], now: float) -> bool:
        """Make room for a new bucket. Return whether there is room.

        If there is none, forget the least recently used full bucket, if one of the `_MAX_CHECKED` least recently used
        buckets is full.
        """
        if len(buckets) < self._most:
            return True
        for _, name in zip(range(_MAX_CHECKED), buckets, strict=False):
            if buckets[name] <= now:
                del buckets[name]
                return True
        return False
