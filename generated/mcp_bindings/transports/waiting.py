"""Functions that wait in asyncio, and a pause for readers that never wait."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine, Generator
from typing import Any, TypeVar

T = TypeVar("T")


async def run_uninterrupted(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end, even if the calling task is cancelled. Then raise the cancellation.

    If the coroutine has raised an error, raise this error in place of the cancellation.
    """
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


async def run_within(seconds: float, awaitable: Awaitable[T]) -> T:
    """Run an awaitable for a bounded time, and return its result.

    If the awaitable ends without waiting, no timer is started. Since Python 3.11, the awaitable runs in this task; in
    Python 3.10, a task of its own runs it from its first wait on.

    Raises:
        asyncio.TimeoutError: the awaitable took longer than `seconds` seconds.
    """
    coroutine = _wrap_as_coroutine(awaitable)
    try:
        future = coroutine.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    started = _StartedCoroutine(coroutine, future)
    if sys.version_info >= (3, 11):  # this takes half as long as a task
        async with asyncio.timeout(seconds):
            return await started
    return await run_within_renewable(_wrap_as_coroutine(started), seconds, lambda: False)


async def run_with_wait_callback(coroutine: Coroutine[Any, Any, T], on_wait: Callable[[], object]) -> T:
    """Run a coroutine in this task, and return its result.

    Args:
        coroutine: the coroutine.
        on_wait: function to call once when the coroutine begins to wait; it is not called if the coroutine ends without
            waiting.
    """
    try:
        future = coroutine.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    on_wait()
    return await _StartedCoroutine(coroutine, future)


async def _wrap_as_coroutine(awaitable: Awaitable[T]) -> T:
    """Wrap an awaitable into a coroutine, which has `send`, `throw` and `close`.

    The iterator of an awaitable need not have these methods. The iterators of granian, an ASGI server, lack them.

    Page: https://docs.python.org/3/reference/datamodel.html#awaitable-objects.
    """
    return await awaitable


class _StartedCoroutine(Awaitable[T]):
    """The rest of a coroutine that was started by hand and waits for a future.

    Args:
        coroutine: the coroutine.
        future: the object that the coroutine has yielded for the event loop.
    """

    def __init__(self, coroutine: Coroutine[Any, Any, T], future: Any) -> None:
        self._coroutine = coroutine
        self._future = future

    def __await__(self) -> Generator[Any, Any, T]:
        coroutine, future = self._coroutine, self._future
        try:
            while True:
                try:
                    sent_value = yield future
                except GeneratorExit:
                    coroutine.close()
                    raise
                except BaseException as error:
                    future = coroutine.throw(error)
                else:
                    future = coroutine.send(sent_value)
        except StopIteration as end:
            result: T = end.value
            return result


class TimeIsOverError(asyncio.TimeoutError):
    """Error for an awaitable that was cancelled at the end of its time.

    The awaitable itself may raise errors of the base class, which are no errors of this class.
    """


async def run_within_renewable(work: Awaitable[T], seconds: float, may_renew: Callable[[], bool]) -> T:
    """Run an awaitable for a bounded time that can be renewed, and return its result.

    Args:
        work: the awaitable.
        seconds: seconds after which the awaitable is cancelled.
        may_renew: function to call when this time is over. If it returns True, the awaitable gets as much time again.

    Raises:
        TimeIsOverError: the time is over, and the awaitable was cancelled.
    """
    task = asyncio.ensure_future(work)
    is_over = False
    try:
        await asyncio.wait({task}, timeout=seconds)
        while not task.done() and may_renew():
            await asyncio.wait({task}, timeout=seconds)
        is_over = not task.done()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
    if is_over and task.cancelled():
        raise TimeIsOverError
    return task.result()


_MAX_BYTES_AT_ONCE = 64 * 1024
"""Number of bytes that a reader handles before it lets the event loop run other tasks."""

_BYTES_FOR_MESSAGE = 4 * 1024
"""Bytes that each message counts for in addition to its text, so that a reader handles at most 16 messages at once."""


class LoopPause:
    """A pause that lets the event loop run other tasks while a reader always finds another message.

    A reader that always finds another message never waits by itself. So without the pause, no timer fires and no other
    task runs until the peer has sent all its messages.
    """

    def __init__(self) -> None:
        self._handled = 0

    async def count_message(self, size: int) -> None:
        """Count a handled message, and let other tasks run after 16 messages or 64 KiB.

        Args:
            size: bytes of the message.
        """
        self._handled += size + _BYTES_FOR_MESSAGE
        if self._handled >= _MAX_BYTES_AT_ONCE:
            self._handled = 0
            await asyncio.sleep(0)
