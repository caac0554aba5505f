"""Threads for functions that are not `async`, and the messages that a function can send from its thread."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from functools import partial
from typing import Any

from typing_extensions import TypeVar

from ..guards.work_slots import LoopSemaphores, Slot
from ..peer.context import USE_AWAIT, AnyCreateMessageResult, AnyElicitResult, AnyListRootsResult, Context
from .function_arguments import find_function_name

MAX_RUNNING_FUNCTIONS = 40
"""Default of the largest number of functions that run at the same time. A function that waits for the client does not
count.
"""

_MAX_THREADS = 1_000
"""Largest number of threads of one toolbox. Beyond it, functions wait without a slot, since functions that have waited
for their clients need the slots to end.
"""

_ENDED_MESSAGE = "the request has ended, so its context can no longer be used"

_log = logging.getLogger(__name__)

T = TypeVar("T")


class FunctionThreads:
    """The threads of one toolbox.

    Args:
        max_running: the largest number of functions that run at the same time. A function that waits for the client
            does not count.
    """

    def __init__(self, max_running: int = MAX_RUNNING_FUNCTIONS) -> None:
        self._executor: ThreadPoolExecutor | None = None
        self._free_threads = LoopSemaphores(_MAX_THREADS)
        self._slots = LoopSemaphores(max_running)

    async def run_function(
        self, function: Callable[..., Any], context: Context[Any], arguments: Mapping[str, Any]
    ) -> Any:
        """Run a function in a thread, once a thread and a slot are free, and return the result of the function.

        While the function runs, `context.threads` is its `SyncContext`.

        If the request is cancelled, the function runs on, and keeps its slot until it ends, and a warning is logged.
        But the methods of its `SyncContext` raise an error from then on.

        Raises:
            BaseException: the function has raised this exception; a RuntimeError in place of a StopIteration.
        """
        free_threads, slot = self._free_threads.get_semaphore(), Slot(self._slots.get_semaphore())
        await free_threads.acquire()
        try:
            await slot.acquire()
        except BaseException:
            slot.end_work()
            free_threads.release()
            raise
        if self._executor is None:
            self._executor = ThreadPoolExecutor(_MAX_THREADS, thread_name_prefix="mcp-function")
        loop = asyncio.get_running_loop()
        context.threads = waiting = SyncContext(context, loop, slot)
        outcome: asyncio.Future[Any] = loop.create_future()
        call = partial(contextvars.copy_context().run, partial(function, **arguments))
        self._executor.submit(_call_in_thread, call, loop, partial(_finish_call, free_threads, slot, outcome))
        try:
            return await outcome
        except asyncio.CancelledError:
            if outcome.cancelled():
                _log.warning(
                    "%s runs on in its thread, although its request was cancelled", find_function_name(function)
                )
                waiting.end_calls()
            raise


def _call_in_thread(
    call: Callable[[], Any], loop: asyncio.AbstractEventLoop, finish: Callable[[Any, BaseException | None], None]
) -> None:
    """Call a function, and let the event loop call `finish` with its result or exception, unless the loop is closed."""
    result: Any = None
    error: BaseException | None = None
    try:
        result = call()
    except StopIteration as stopped:  # a future takes no StopIteration
        error = RuntimeError("a function raised StopIteration")
        error.__cause__ = stopped
    except BaseException as raised:  # the request gets the exception
        error = raised
    if not loop.is_closed():
        loop.call_soon_threadsafe(finish, result, error)


def _finish_call(
    free_threads: asyncio.Semaphore,
    slot: Slot,
    outcome: asyncio.Future[Any],
    result: Any,
    error: BaseException | None,
) -> None:
    """Release the thread and the slot of a call. Set the outcome of the call, unless the request was cancelled."""
    free_threads.release()
    slot.end_work()
    if outcome.done():
        return
    if error is None:
        outcome.set_result(result)
    else:
        outcome.set_exception(error)


class SyncContext:
    """The context of a request for a function that runs in a thread, with methods of `Context` without `await`.

    Each method waits until its work is done. It raises a RuntimeError if the request was cancelled or answered, or if
    the caller runs in the event loop itself; else the errors of the method of `Context`.

    Args:
        context: the context of the request.
        loop: the event loop in which the server runs.
        slot: the slot of the function, which gives the slot back while it waits for the client.
    """

    def __init__(self, context: Context[Any], loop: asyncio.AbstractEventLoop, slot: Slot) -> None:
        self._context = context
        self._loop = loop
        self._slot = slot
        self._calls: set[Future[Any]] = set()
        self._has_ended = False

    def end_calls(self) -> None:
        """End the calls that wait and every later call, because the request was cancelled."""
        self._has_ended = True
        for each in tuple(self._calls):
            each.cancel()

    def progress(self, progress: float, total: float | None = None, message: str | None = None, **members: Any) -> None:
        """Report progress, with the arguments and errors of `Context.progress`."""
        self._run_in_loop(self._context.progress(progress, total, message, **members))

    def log(self, level: str, data: Any, logger: str | None = None, **members: Any) -> None:
        """Send a log message to the client, with the arguments and errors of `Context.log`."""
        self._run_in_loop(self._context.log(level, data, logger, **members))

    def elicit(self, message: str, schema: Any, *, key: str | None = None, **members: Any) -> AnyElicitResult:
        """Ask the user to fill in a form, with the arguments and errors of `Context.elicit`, and return the answer."""
        asking = self._context.elicit(message, schema, key=key, **members)
        answer: AnyElicitResult = self._run_in_loop(self._without_slot(asking))
        return answer

    def sample(
        self, messages: list[Any] | str, max_tokens: int, *, key: str | None = None, **members: Any
    ) -> AnyCreateMessageResult:
        """Ask the client's model for a message, with the arguments and errors of `Context.sample`, and return it."""
        return self._run_in_loop(self._without_slot(self._context.sample(messages, max_tokens, key=key, **members)))

    def list_roots(self, *, key: str | None = None, **members: Any) -> AnyListRootsResult:
        """Ask for the roots of the client, with the arguments and errors of `Context.list_roots`, and return the
        result.
        """
        return self._run_in_loop(self._without_slot(self._context.list_roots(key=key, **members)))

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine, such as `context.server.resource_updated(uri)`, in the event loop of the server.

        Returns:
            The result of the coroutine.

        Raises:
            RuntimeError: the request was cancelled or answered, or the caller runs in the event loop itself.
            BaseException: the coroutine has raised this exception.
        """
        return self._run_in_loop(coroutine)

    async def _without_slot(self, asking: Coroutine[Any, Any, T]) -> T:
        async with self._slot.released():
            return await asking

    def _run_in_loop(self, call: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the event loop, and wait for its result.

        Raises:
            RuntimeError: the request was cancelled or answered, or the caller runs in the event loop itself.
            BaseException: the coroutine has raised this exception.
        """
        if asyncio._get_running_loop() is self._loop:
            call.close()
            raise RuntimeError(USE_AWAIT)
        if self._context.cancelled or self._context.done:
            call.close()
            raise RuntimeError(_ENDED_MESSAGE)
        waiting = asyncio.run_coroutine_threadsafe(call, self._loop)
        self._calls.add(waiting)
        if self._has_ended:  # since the call began
            waiting.cancel()
        try:
            return waiting.result()
        except CancelledError:
            raise RuntimeError(_ENDED_MESSAGE) from None
        finally:
            self._calls.discard(waiting)
