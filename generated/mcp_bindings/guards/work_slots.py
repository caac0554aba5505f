"""How much work runs at once, and how much may wait for it.

Page: /specification/2025-11-25/server/tools#security-considerations.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar


class TooBusyError(Exception):
    """Too much work runs or waits already."""


class WorkSlots:
    """Bounds the work that runs, and the work that waits for a slot, in all and for each principal.

    Work that waits for an answer of its client, and so perhaps of a user, has no slot meanwhile and is not counted.

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
        slot = _Slot(self._slots, self._taken, principal)
        try:
            await slot.acquire()
            token = _slot.set(slot)
            try:
                yield
            finally:
                _slot.reset(token)
        finally:
            slot.end_work()


class _Slot:
    """The slot of one piece of work.

    Args:
        slots: those of all work.
        taken: pieces of work that run or wait, by principal.
        principal: key of who asks for this one.
    """

    def __init__(self, slots: asyncio.Semaphore, taken: Counter[str], principal: str) -> None:
        self._slots = slots
        self._taken = taken
        self._principal = principal
        self._is_counted = False
        self._is_taken = False
        self._has_ended = False
        self._waits = 0

    async def acquire(self) -> None:
        """Wait for the slot, and count the work from now on."""
        self._taken[self._principal] += 1
        self._is_counted = True
        await self._slots.acquire()
        self._is_taken = True

    def end_work(self) -> None:
        """Give the slot back, since the work has ended."""
        self._has_ended = True
        self._release()

    def release_while_waiting(self) -> None:
        """Give the slot back while the work waits; of several things at once, for the first of them."""
        self._waits += 1
        self._release()

    async def reacquire(self) -> None:
        """Wait for the slot again, unless the work still waits for something else, or has ended."""
        self._waits -= 1
        if not self._waits and not self._has_ended:
            await self.acquire()

    def stop_waiting(self) -> None:
        """Wait no longer, and need no slot, since the work is being cancelled."""
        self._waits -= 1

    def _release(self) -> None:
        if self._is_taken:
            self._is_taken = False
            self._slots.release()
        if self._is_counted:
            self._is_counted = False
            self._taken[self._principal] -= 1
            if not self._taken[self._principal]:
                del self._taken[self._principal]


_slot: ContextVar[_Slot | None] = ContextVar("_slot", default=None)
"""The slot of the work that this task does."""


@asynccontextmanager
async def without_slot() -> AsyncGenerator[None]:
    """Give the slot of this work back for the block, which waits for the client, and wait for a slot afterwards."""
    slot = _slot.get()
    if slot is None:
        yield
        return
    slot.release_while_waiting()
    try:
        yield
    except asyncio.CancelledError:
        slot.stop_waiting()
        raise
    except BaseException:
        await slot.reacquire()
        raise
    else:
        await slot.reacquire()
