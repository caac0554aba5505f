"""How much work runs at once, and how much may wait for it.

Page: /specification/2025-11-25/server/tools#security-considerations.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class TooBusyError(Exception):
    """Too much work runs or waits already."""


class WorkSlots:
    """Bounds the work that runs, and the work that waits for a slot, in all and for each principal.

    Args:
        running: pieces of work that run at once.
        waiting: pieces of work that may wait.
        of_principal: pieces of work, running or waiting, that one principal may have; by default any number.

    Raises:
        ValueError: a bound would allow nothing.
    """

    def __init__(self, running: int, waiting: int, of_principal: int | None = None) -> None:
        if running < 1 or waiting < 0 or (of_principal is not None and of_principal < 1):
            raise ValueError("at least one piece of work must be allowed to run")
        self._slots = asyncio.Semaphore(running)
        self._most = running + waiting
        self._of_principal = self._most if of_principal is None else of_principal
        self._taken: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """The number of pieces of work that run or wait."""
        return self._taken.total()

    @asynccontextmanager
    async def take(self, principal: str = "") -> AsyncGenerator[None]:
        """Wait for a slot, in the order in which they are asked for, and keep it for the block.

        Args:
            principal: key of who asks for the work.

        Raises:
            TooBusyError: too much runs or waits already.
        """
        if self.taken >= self._most or self._taken[principal] >= self._of_principal:
            raise TooBusyError
        self._taken[principal] += 1
        try:
            async with self._slots:
                yield
        finally:
            self._taken[principal] -= 1
            if not self._taken[principal]:
                del self._taken[principal]
