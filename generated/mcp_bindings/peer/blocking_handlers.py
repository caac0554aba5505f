"""The detection of handlers that block the event loop."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from time import perf_counter
from types import CoroutineType, coroutine
from typing import Any, cast

from ..rate_limited_log import RateLimitedLog

_MAX_STEP_SECONDS = 0.1
"""Seconds for which a handler may block the event loop without a log record."""

_log = RateLimitedLog(logging.getLogger(__name__))


@coroutine
def call_timed(function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Generator[Any, Any, Any]:
    """Call a function, await what it returns if that can be awaited, and return the result.

    The call and each step of a coroutine are timed. The first call or step that takes more than 0.1 seconds is logged,
    once for each function, and for at most 100 functions.

    Args:
        function: the function, or coroutine function.
        arguments: its positional arguments.
        named: its keyword arguments.
    """
    began = perf_counter()
    try:
        result: object = function(*arguments, **named)
    except BaseException:
        _check_duration(function, began)
        raise
    awaitable = cast(Any, result)
    if not isinstance(result, CoroutineType):  # a coroutine has run no step yet
        _check_duration(function, began)
        if not hasattr(type(result), "__await__"):
            return result
        steps: Generator[Any, Any, Any] = awaitable.__await__()
        return (yield from steps)
    value: Any = None
    error: BaseException | None = None
    while True:
        try:
            waited = awaitable.send(value) if error is None else awaitable.throw(error)
        except StopIteration as done:
            return done.value
        finally:
            _check_duration(function, began)
        value = error = None
        try:
            value = yield waited
        except GeneratorExit:
            awaitable.close()
            raise
        except BaseException as thrown:
            error = thrown
        began = perf_counter()


def _check_duration(function: Callable[..., Any], began: float) -> None:
    """Log that a function has blocked the event loop, if a step of it has taken too long. Each function is logged once.

    Args:
        function: the function.
        began: the time at which the step began.
    """
    elapsed = perf_counter() - began
    if elapsed > _MAX_STEP_SECONDS:
        name = getattr(function, "__qualname__", None) or type(function).__qualname__
        mend = "await what it waits for, or run it in a thread with asyncio.to_thread"
        _log.warn(name, "%s blocked the event loop for %d ms: %s", name, elapsed * 1000, mend)
