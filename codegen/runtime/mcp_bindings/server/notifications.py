"""Delivery of notifications about changed lists and updated resources to listeners."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from ..errors import must_propagate
from ..rate_limited_log import RateLimitedLog

_NOTIFY_TIMEOUT = 1.0
"""Largest number of seconds that `notify` waits for slow listeners."""

_MAX_WAITING = 1_000
"""Largest number of notifications that wait for one listener. Further ones are dropped and logged."""

_log = logging.getLogger(__name__)
_limited_log = RateLimitedLog(_log, period=60)

Listener: TypeAlias = Callable[[str, Mapping[str, Any]], Coroutine[Any, Any, None]]
"""A coroutine function that is called with the method of a notification and its params as JSON."""


class NotificationListeners:
    """A set of listeners that receive every notification."""

    def __init__(self) -> None:
        self._listeners: dict[Listener, None] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._waiting: Counter[Listener] = Counter()

    def add_listener(self, listener: Listener) -> None:
        """Add a listener for the notifications from now on. It misses those that come while 1,000 wait for it."""
        self._listeners[listener] = None

    def remove_listener(self, listener: Listener) -> None:
        """Remove a listener; do nothing if the listener is unknown."""
        self._listeners.pop(listener, None)

    @contextmanager
    def added_listener(self, listener: Listener) -> Generator[None]:
        """Add a listener for the duration of the block."""
        self.add_listener(listener)
        try:
            yield
        finally:
            self.remove_listener(listener)

    async def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Deliver a notification to every listener at the same time.

        Wait until all listeners have handled the notification, but at most one second. Slower listeners go on in the
        background. The failure of a listener is logged. A listener for which 1,000 notifications wait does not get it.

        Args:
            method: the method of the notification.
            params: the params, as JSON.
        """
        tasks = {self._start_delivery(listener, method, params) for listener in self._list_reading_listeners()}
        if tasks:
            await asyncio.wait(tasks, timeout=_NOTIFY_TIMEOUT)

    def _list_reading_listeners(self) -> list[Listener]:
        """Return the listeners for which not too many notifications wait, and log if there are others."""
        listeners = tuple(self._listeners)  # another thread may add one
        found = [each for each in listeners if self._waiting[each] < _MAX_WAITING]
        if len(found) < len(listeners):
            _limited_log.warn("dropped", "a notification is dropped for clients that do not read the ones before")
        return found

    def _start_delivery(self, listener: Listener, method: str, params: Mapping[str, Any]) -> asyncio.Task[None]:
        def end(task: asyncio.Task[None]) -> None:
            self._running.discard(task)
            self._waiting[listener] -= 1
            if not self._waiting[listener]:
                del self._waiting[listener]

        task = asyncio.create_task(_deliver_notification(listener, method, params))
        self._running.add(task)
        self._waiting[listener] += 1
        task.add_done_callback(end)
        return task


def bind_to_running_loop(listener: Listener) -> Listener:
    """Return a listener that calls the given listener in the event loop that runs now, whichever event loop delivers a
    notification.

    If the event loop that runs now has ended, the given listener is called in the event loop that delivers.
    """
    own = asyncio.get_running_loop()

    async def deliver(method: str, params: Mapping[str, Any]) -> None:
        await run_in_loop(own, listener(method, params))

    return deliver


async def run_in_loop(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in an event loop, which may be that of another thread, and wait for its end.

    If the event loop does not run any more, run the coroutine in the loop that runs now.
    """
    if loop is asyncio.get_running_loop() or not loop.is_running():
        await work
    else:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


async def _deliver_notification(listener: Listener, method: str, params: Mapping[str, Any]) -> None:
    try:
        await listener(method, params)
    except BaseException as error:
        if must_propagate(error):
            raise
        _log.warning("%s could not be delivered: %s", method, type(error).__name__)
