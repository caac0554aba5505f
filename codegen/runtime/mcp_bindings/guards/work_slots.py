"""Bounds of the work that runs at once, and of the work that waits to run.

Page: /specification/2025-11-25/server/tools#security-considerations.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from contextvars import ContextVar

from ..options import check_number
from ..rate_limited_log import RateLimitedLog

_log = RateLimitedLog(logging.getLogger(__name__), period=60.0)


class TooBusyError(Exception):
    """Error for work that can neither run nor wait, since too much other work runs and waits."""


class LoopSemaphores:
    """Set of semaphores, one for each event loop, since a semaphore of `asyncio` works in one event loop only.

    Args:
        value: the initial value of each semaphore.
    """

    def __init__(self, value: int) -> None:
        self._value = value
        self._made: dict[asyncio.AbstractEventLoop, asyncio.Semaphore] = {}

    def get_semaphore(self) -> asyncio.Semaphore:
        """Return the semaphore of the running event loop, made at the first call in this loop."""
        loop = asyncio.get_running_loop()
        found = self._made.get(loop)
        if found is None:
            found = asyncio.Semaphore(self._value)
            self._made = {**{each: made for each, made in self._made.items() if not each.is_closed()}, loop: found}
        return found


class WorkSlots:
    """Slots for work. They bound the work that runs and the work that waits, in total and for each principal.

    While work waits for an answer of its client, and so perhaps for a user, the work has no slot and does not count.

    Args:
        running: greatest number of pieces of work that run at once.
        waiting: greatest number of pieces of work that wait.
        of_principal: greatest number of pieces of work of one principal, running or waiting; by default any number.

    Raises:
        TypeError: a bound is no integer.
        ValueError: a bound allows no work.
    """

    def __init__(self, running: int, waiting: int, of_principal: int | None = None) -> None:
        check_number("running", running, least=1, is_whole=True)
        check_number("waiting", waiting, least=0, is_whole=True)
        if of_principal is not None:
            check_number("of_principal", of_principal, least=1, is_whole=True)
        self._slots = LoopSemaphores(running)
        self._most = running + waiting
        self._max_of_principal = self._most if of_principal is None else of_principal
        self._taken: Counter[str] = Counter()

    @property
    def work_count(self) -> int:
        """The number of pieces of work that run or wait."""
        return self._taken.total()

    @asynccontextmanager
    async def acquire(self, principal: str = "") -> AsyncGenerator[None]:
        """Return an async context manager that waits for a slot and keeps the slot until its block ends.

        Slots are given in the order of the calls.

        Args:
            principal: key of the principal that asks for the work; empty without authorization.

        Raises:
            TooBusyError: too much work runs or waits, in total or of this principal.
        """
        if self.work_count >= self._most or self._taken[principal] >= self._max_of_principal:
            raise TooBusyError
        slot = Slot(self._slots.get_semaphore(), self._taken, principal)
        try:
            await slot.acquire()
            token = _slot.set(slot)
            try:
                yield
            finally:
                _slot.reset(token)
        finally:
            slot.end_work()


class Slot:
    """The slot of one piece of work.

    Args:
        slots: semaphore of the slots of all work.
        taken: number of pieces of work that run or wait, by principal; None if nobody reads this number.
        principal: key of the principal that asks for the piece of work; empty without authorization.
    """

    def __init__(self, slots: asyncio.Semaphore, taken: Counter[str] | None = None, principal: str = "") -> None:
        self._slots = slots
        self._taken = Counter[str]() if taken is None else taken
        self._principal = principal
        self._is_counted = False
        self._is_taken = False
        self._has_ended = False
        self._waits = 0
        self._taking: asyncio.Future[None] | None = None

    async def acquire(self) -> None:
        """Count the work, and wait for a slot."""
        self._count_work()
        await self._take_slot()

    def end_work(self) -> None:
        """Release the slot at the end of the work, and stop counting the work."""
        self._has_ended = True
        self._release_slot()

    @asynccontextmanager
    async def released(self) -> AsyncGenerator[None]:
        """Return an async context manager that releases the slot while its block waits for the client.

        After the block, the context manager waits for a slot again, unless the work still waits for another answer or
        has ended. If the block or this wait is cancelled, the context manager does not wait, but the work gets the next
        free slot: it may go on, for example after an `asyncio.timeout`. If this wait is cancelled, a warning says that
        the answer of the client is lost.
        """
        self._waits += 1
        self._release_slot()
        ended_by: type[BaseException] | None = None
        try:
            yield
        except BaseException as error:
            ended_by = type(error)
            raise
        finally:
            self._waits -= 1
            if not (self._waits or self._has_ended or ended_by is GeneratorExit):
                self._count_work()
                if self._taking is None or self._taking.done():
                    self._taking = asyncio.ensure_future(self._take_slot())
                if ended_by is not asyncio.CancelledError:
                    await self._wait_for_slot(self._taking, has_answer=ended_by is None)

    async def _wait_for_slot(self, taking: asyncio.Future[None], *, has_answer: bool) -> None:
        try:
            await asyncio.shield(taking)
        except asyncio.CancelledError:
            if has_answer:
                why = "its work was cancelled, perhaps by a timeout, while it waited for a free slot"
                _log.warn("lost", "an answer of a client is lost: %s", why)
            raise

    def _count_work(self) -> None:
        self._taken[self._principal] += 1
        self._is_counted = True

    async def _take_slot(self) -> None:
        """Wait for a slot. The slot is not kept if the work has ended, or waits for the client again."""
        await self._slots.acquire()
        if self._has_ended or self._waits:
            self._slots.release()
        else:
            self._is_taken = True

    def _release_slot(self) -> None:
        if self._is_taken:
            self._is_taken = False
            self._slots.release()
        if self._is_counted:
            self._is_counted = False
            self._taken[self._principal] -= 1
            if not self._taken[self._principal]:
                del self._taken[self._principal]


_slot: ContextVar[Slot | None] = ContextVar("_slot", default=None)
"""The slot of the work that the current task does; None if this work has no slot."""


def without_slot() -> AbstractAsyncContextManager[None]:
    """Return an async context manager that releases the slot of the current work while its block waits for the client.

    If the work has no slot, the context manager does nothing.
    """
    slot = _slot.get()
    return nullcontext() if slot is None else slot.released()
