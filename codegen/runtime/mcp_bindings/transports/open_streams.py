"""The event streams that an application sends to readers now, and how they end when the server ends."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from .asgi_exchange import HttpExchange
from .channels import GRACE, Channel

_WATCH_INTERVAL = 0.25
"""Seconds between two looks at whether the server ends, while there are streams."""


class OpenStreams:
    """The streams with a reader.

    Args:
        keep_alive: seconds without an event after which a stream gets a comment.
        on_end: called when uvicorn is told to exit; it calls `begin_end`.

    Attributes:
        keep_alive: as given.
    """

    def __init__(self, keep_alive: float, on_end: Callable[[], None]) -> None:
        self.keep_alive = keep_alive
        self._on_end = on_end
        self._channels: set[Channel] = set()
        self._waiting: set[Callable[[], object]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._ends_at: float | None = None

    @property
    def is_ending(self) -> bool:
        """Whether `begin_end` was called."""
        return self._ends_at is not None

    def begin_end(self) -> None:
        """Let every stream end, each within its `grace`."""
        loop = asyncio.get_running_loop()
        self._ends_at = loop.time()
        for stream in list(self._waiting):
            stream()
        self._wake()
        loop.call_later(GRACE, self._wake)

    def close(self) -> None:
        """Stop watching for the end of the server."""
        if self._watching is not None:
            self._watching.cancel()

    def must_end(self, channel: Channel) -> bool:
        """Whether a stream has to end before its last event."""
        return self._ends_at is not None and asyncio.get_running_loop().time() >= self._ends_at + channel.grace

    async def respond(self, http: HttpExchange, channel: Channel, **options: Any) -> None:
        """Send a stream to a reader; further arguments are those of `Channel.respond`."""
        self._channels.add(channel)
        self._begin_watch()
        try:
            await channel.respond(http, self, **options)
        finally:
            if not channel.has_reader:
                self._channels.discard(channel)

    @contextmanager
    def streaming_at_end(self, stream: Callable[[], object]) -> Generator[None]:
        """Open a stream if the server begins to end within the block: a stream can end before its last event.

        Args:
            stream: opens it.
        """
        self._waiting.add(stream)
        self._begin_watch()
        try:
            yield
        finally:
            self._waiting.discard(stream)

    def _begin_watch(self) -> None:
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        """Begin to end when uvicorn does: it waits for open responses before it ends the lifespan."""
        while (self._channels or self._waiting) and self._ends_at is None:
            server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
            if getattr(server, "should_exit", False):
                self._on_end()
            await asyncio.sleep(_WATCH_INTERVAL)

    def _wake(self) -> None:
        for channel in self._channels:
            channel.wake()
