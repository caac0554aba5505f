"""Handles messages at the same time, up to a number, without ever holding up the reading of further messages."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine
from typing import Any

_MAX_WAITING_BYTES = 16 * 1024 * 1024
"""Bytes of the messages that wait."""

_log = logging.getLogger(__name__)


class Handling:
    """Runs the coroutines that handle messages.

    A handler may wait for an answer of the peer, which is read after its message. So whoever reads never waits for a
    handler: messages beyond the number wait here, and those that are too many are dropped.

    Args:
        most: messages that are handled at the same time; ten times as many may wait.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._running: set[asyncio.Task[None]] = set()
        self._waiting: deque[tuple[Coroutine[Any, Any, None], int]] = deque()
        self._waiting_bytes = 0

    @property
    def is_full(self) -> bool:
        """Whether a further message would wait."""
        return len(self._running) >= self._most

    def start(self, work: Coroutine[Any, Any, None], size: int) -> bool:
        """Handle a message now or later.

        Args:
            work: handles it.
            size: of the message, in bytes.

        Returns:
            Whether it is handled; otherwise it is dropped, which is logged.
        """
        if not self.is_full:
            self._run(work)
            return True
        if len(self._waiting) >= 10 * self._most or self._waiting_bytes + size > _MAX_WAITING_BYTES:
            work.close()
            _log.warning("a message is dropped: too many of them wait to be handled")
            return False
        self._waiting.append((work, size))
        self._waiting_bytes += size
        return True

    def cancel(self) -> None:
        """Cancel what runs, and drop what waits."""
        while self._waiting:
            self._waiting.popleft()[0].close()
        self._waiting_bytes = 0
        for task in list(self._running):
            task.cancel()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if self._waiting:
            work, size = self._waiting.popleft()
            self._waiting_bytes -= size
            self._run(work)
