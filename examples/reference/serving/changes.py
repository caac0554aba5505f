"""Delivers notifications about changed lists and updated resources to the clients that subscribed to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import Any, TypeAlias

TOOLS, PROMPTS, RESOURCES = (f"notifications/{kind}/list_changed" for kind in ("tools", "prompts", "resources"))
UPDATED = "notifications/resources/updated"

NOTIFY_TIMEOUT = 1.0  # seconds that `notify` waits for slow listeners

Listener: TypeAlias = Callable[[str, dict[str, Any]], Coroutine[Any, Any, None]]
"""A coroutine function that receives the method of a notification and its params."""


class ChangeNotifier:
    """A set of listeners that receive every change notification.

    Attributes:
        ended: set when the server shuts down; the listeners receive nothing after that.
    """

    def __init__(self) -> None:
        self.ended = asyncio.Event()
        self._listeners: dict[Listener, None] = {}
        self._running: set[asyncio.Task[None]] = set()

    def add_listener(self, listener: Listener) -> None:
        """Add a listener; it receives every change from now on."""
        self._listeners[listener] = None

    def remove_listener(self, listener: Listener) -> None:
        """Remove a listener; it receives no further change."""
        self._listeners.pop(listener, None)

    @contextmanager
    def listening(self, listener: Listener) -> Generator[None]:
        """Add a listener on entry to the block and remove it on exit."""
        self.add_listener(listener)
        try:
            yield
        finally:
            self.remove_listener(listener)

    async def notify(self, method: str, **params: Any) -> None:
        """Send a notification to every listener, all at the same time.

        This returns when every listener has finished, or after `NOTIFY_TIMEOUT`. A slower listener continues in the
        background.

        Args:
            method: of the notification.
            params: of the notification.
        """
        tasks = {asyncio.create_task(listener(method, params)) for listener in self._listeners}
        self._running |= tasks
        for task in tasks:
            task.add_done_callback(self._running.discard)
        if tasks:
            await asyncio.wait(tasks, timeout=NOTIFY_TIMEOUT)
