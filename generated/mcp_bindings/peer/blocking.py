"""The detection of handlers that hold the event loop."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Generator
from inspect import iscoroutine
from time import perf_counter
from typing import Any

from ..rate_limited_log import RateLimitedLog

_LONGEST = 0.1
"""Seconds for which a handler may hold the event loop without a log record."""

_log = RateLimitedLog(logging.getLogger(__name__))


class TimedCall(Awaitable[Any]):
    """A call of a function whose steps are timed. Await it to get the result.

    The first step of a function that holds the event loop for more than 0.1 seconds is logged, once for each function.

    Args:
        function: the function, or coroutine function.
        arguments: its positional arguments.
        named: its keyword arguments.
    """

    __slots__ = ("_arguments", "_function", "_named")

    def __init__(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> None:
        self._function = function
        self._arguments = arguments
        self._named = named

    def __await__(self) -> Generator[Any, Any, Any]:
        began = perf_counter()
        result: object = self._function(*self._arguments, **self._named)
        self._check_duration(began)
        if not hasattr(type(result), "__await__"):
            return result
        awaitable: Any = result
        steps: Generator[Any, Any, Any] = awaitable.__await__()
        return (yield from self._run_steps(steps) if iscoroutine(result) else steps)

    def _run_steps(self, steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        value: Any = None
        error: BaseException | None = None
        while True:
            began = perf_counter()
            try:
                waited = steps.send(value) if error is None else steps.throw(error)
            except StopIteration as done:
                return done.value
            finally:
                self._check_duration(began)
            value = error = None
            try:
                value = yield waited
            except GeneratorExit:
                steps.close()
                raise
            except BaseException as thrown:
                error = thrown

    def _check_duration(self, began: float) -> None:
        """Log a step that has taken too long."""
        elapsed = perf_counter() - began
        if elapsed > _LONGEST:
            name = getattr(self._function, "__qualname__", None) or type(self._function).__qualname__
            mend = "await what it waits for, or run it in a thread with asyncio.to_thread"
            _log.warn(name, "%s blocked the event loop for %d ms: %s", name, elapsed * 1000, mend)
