"""Waiting in asyncio."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any, TypeVar

T = TypeVar("T")


async def uninterrupted(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end, even if the task that waits for it is cancelled; it is cancelled afterwards."""
    task = asyncio.create_task(work)
    interruption: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            interruption = error
    if interruption is not None and not task.cancelled() and task.exception() is None:
        raise interruption
    task.result()


async def within(seconds: float, awaitable: Awaitable[T]) -> T:
    """Wait for something in this task, for a bounded time. What is there at once costs no timer.

    Raises:
        asyncio.TimeoutError: it took longer.
    """
    steps = _steps(awaitable)
    if sys.version_info >= (3, 11):  # this takes half as long as `wait_for`
        try:
            waited = steps.send(None)
        except StopIteration as end:
            found: T = end.value
            return found
        async with asyncio.timeout(seconds):
            return await _Begun(steps, waited)
    return await asyncio.wait_for(steps, seconds)


async def unless_at_once(awaitable: Awaitable[T], begin: Callable[[], object]) -> T:
    """Wait for something in this task, and call a function first if it is not there at once."""
    steps = _steps(awaitable)
    try:
        waited = steps.send(None)
    except StopIteration as end:
        found: T = end.value
        return found
    begin()
    return await _Begun(steps, waited)


async def _steps(awaitable: Awaitable[T]) -> T:
    """Await something in a coroutine, which can be sent values, thrown errors and closed.

    The iterator of an awaitable need not have `send`, `throw` or `close`: what granian gives an application has none.

    Page: https://docs.python.org/3/reference/datamodel.html#awaitable-objects.
    """
    return await awaitable


class _Begun(Awaitable[T]):
    """Something that has begun to wait.

    Args:
        steps: what is left of it.
        waited: what it waits for.
    """

    def __init__(self, steps: Coroutine[Any, Any, T], waited: Any) -> None:
        self._steps = steps
        self._waited = waited

    def __await__(self) -> Generator[Any, Any, T]:
        steps, waited = self._steps, self._waited
        try:
            while True:
                try:
                    given = yield waited
                except GeneratorExit:
                    steps.close()
                    raise
                except BaseException as error:
                    waited = steps.throw(error)
                else:
                    waited = steps.send(given)
        except StopIteration as end:
            found: T = end.value
            return found


async def within_turns(work: Coroutine[Any, Any, T], seconds: float, may_go_on: Callable[[], bool]) -> T:
    """Run a coroutine for a bounded time, and again as long while there is a reason for its delay.

    Raises:
        asyncio.TimeoutError: it was cancelled, since it took longer.
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
        while not task.done() and may_go_on():
            await asyncio.wait({task}, timeout=seconds)
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
    if task.cancelled():
        raise asyncio.TimeoutError
    return task.result()


_TURN = 64 * 1024
"""Bytes that one reader handles in one turn of the event loop."""

_MESSAGE = 4 * 1024
"""Bytes that each message counts for besides its own, so that a turn has at most 16 messages."""


class Pace:
    """Lets the event loop turn while a reader always finds another message.

    Such a reader does not wait by itself. Without this, no timer would fire and no other task would run until the peer
    has said everything.
    """

    def __init__(self) -> None:
        self._handled = 0

    async def step(self, size: int) -> None:
        """Count a message that was handled, and let the loop turn after 16 messages or 64 KiB.

        Args:
            size: of the message, in bytes.
        """
        self._handled += size + _MESSAGE
        if self._handled >= _TURN:
            self._handled = 0
            await asyncio.sleep(0)
