"""Who is told of what: list changes and updates of resources find their way to every client that asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import Any, TypeAlias

import anyio

TOOLS, PROMPTS, RESOURCES = (f"notifications/{kind}/list_changed" for kind in ("tools", "prompts", "resources"))
UPDATED = "notifications/resources/updated"

SOON = 1.0  # seconds that a change waits to be heard

Listener: TypeAlias = Callable[[str, dict[str, Any]], Coroutine[Any, Any, None]]
"""Takes the method of a notification and its params."""


class Changes:
    """Listeners come and go; a change is told to those that are there.

    Attributes:
        ended: set when the server ends, and nothing will be told any more.
    """

    def __init__(self) -> None:
        self.ended = anyio.Event()
        self._listeners: dict[Listener, None] = {}
        self._telling: set[asyncio.Task[None]] = set()

    def add(self, listener: Listener) -> None:
        """Tell a listener of every change from now on."""
        self._listeners[listener] = None

    def remove(self, listener: Listener) -> None:
        """Tell it no more."""
        self._listeners.pop(listener, None)

    @contextmanager
    def heard_by(self, listener: Listener) -> Generator[None]:
        """Tell a listener for as long as this lasts."""
        self.add(listener)
        try:
            yield
        finally:
            self.remove(listener)

    async def tell(self, method: str, **params: Any) -> None:
        """Something has changed. A listener that is slow holds up neither the others nor, for long, who tells."""
        told = {asyncio.create_task(listener(method, params)) for listener in self._listeners}
        self._telling |= told
        for task in told:
            task.add_done_callback(self._telling.discard)
        if told:
            await asyncio.wait(told, timeout=SOON)
