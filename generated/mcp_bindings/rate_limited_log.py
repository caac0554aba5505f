"""A log of faults that a peer can repeat as often as it likes, with a limited number of records."""

from __future__ import annotations

import time
from collections.abc import Callable
from logging import Logger
from math import inf


class RateLimitedLog:
    """Log of warnings. It writes one record for each key and period, and remembers a limited number of keys.

    Args:
        log: the logger that writes the records.
        period: seconds after which a key may have another record; by default each key has one record only.
        most: number of keys to remember. While this number is reached, further keys get no record.
        clock: a function that returns monotonic seconds.
    """

    def __init__(
        self, log: Logger, *, period: float = inf, most: int = 100, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._log = log
        self._period = period
        self._most = most
        self._clock = clock
        self._quiet_until: dict[str, float] = {}
        self._is_full = False

    def warn(self, key: str, text: str, *arguments: object) -> None:
        """Log a warning, unless its key has had a record within the period, or too many other keys have had one.

        When the number of keys becomes too large, one record says that further warnings are not logged.

        Args:
            key: the text that identifies the fault.
            text: the text of the record, with the placeholders of `logging`.
            arguments: the values of the placeholders.
        """
        now = self._clock()
        if self._quiet_until.get(key, -inf) > now:
            return
        if len(self._quiet_until) >= self._most:
            self._quiet_until = {each: until for each, until in self._quiet_until.items() if until > now}
        is_full = len(self._quiet_until) >= self._most
        if not is_full:
            self._quiet_until[key] = now + self._period
            self._log.warning(text, *arguments)
        elif not self._is_full:
            self._log.warning("further warnings of this kind are not logged: there were %d different ones", self._most)
        self._is_full = is_full
