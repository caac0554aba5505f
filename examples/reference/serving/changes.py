"""Who is told of what: list changes and updates of resources find their way to every client that asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Any, TypeAlias

TOOLS, PROMPTS, RESOURCES = (f"notifications/{kind}/list_changed" for kind in ("tools", "prompts", "resources"))
UPDATED = "notifications/resources/updated"

Listener: TypeAlias = Callable[[str, dict[str, Any]], Awaitable[None]]
"""Takes the method of a notification and its params."""


class Changes:
    """Listeners come and go; a change is told to those that are there."""

    def __init__(self) -> None:
        self._listeners: dict[Listener, None] = {}

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
        """Something has changed."""
        for listener in list(self._listeners):
            await listener(method, params)
