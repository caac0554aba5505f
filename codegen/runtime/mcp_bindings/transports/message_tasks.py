"""The handling of a bounded number of messages at the same time. It never delays the reading of further messages."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

_MAX_WAITING_BYTES = 16 * 1024 * 1024
"""Largest number of bytes of the messages that wait for a task."""

_MAX_RUNNING_BYTES = 64 * 1024 * 1024
"""Largest number of bytes of the messages that are handled at the same time. A longer message is handled alone."""

MessageWork: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""A coroutine function that handles one message."""

_log = logging.getLogger(__name__)


class MessageTasks:
    """The tasks that handle messages, and the messages that wait for a task.

    A handler may wait for a later message of the peer, such as a response. So the reader of the messages must not wait
    for a handler. Messages beyond the bounds are dropped.

    Args:
        max_running: largest number of messages that are handled at the same time. Ten times as many may wait.
    """

    def __init__(self, max_running: int) -> None:
        self._max_running = max_running
        self._running: dict[asyncio.Task[None], int] = {}
        self._running_bytes = 0
        self._waiting: deque[tuple[MessageWork, int]] = deque()
        self._waiting_bytes = 0
        self._is_dropping = False

    @property
    def running_tasks(self) -> set[asyncio.Task[None]]:
        """The tasks that handle messages now."""
        return set(self._running)

    def must_wait(self, size: int) -> bool:
        """Return whether a further message of `size` bytes has to wait."""
        return bool(self._waiting) or not self._has_room(size)

    def start_or_queue(self, work: MessageWork, size: int) -> bool:
        """Handle a message now or later, or drop the message.

        If several messages in a row are dropped, only the first one is logged.

        Args:
            work: the coroutine function that handles the message.
            size: bytes of the message.

        Returns:
            True if the message is handled now or later; False if it is dropped, since too many messages wait.
        """
        if not self.must_wait(size):
            self._start_task(work, size)
            return True
        if len(self._waiting) >= 10 * self._max_running or self._waiting_bytes + size > _MAX_WAITING_BYTES:
            if not self._is_dropping:  # otherwise a peer could fill the log
                _log.warning("dropping messages: too many of them wait to be handled")
            self._is_dropping = True
            return False
        self._is_dropping = False
        self._waiting.append((work, size))
        self._waiting_bytes += size
        return True

    def cancel_all(self) -> None:
        """Cancel the tasks, and drop the messages that wait."""
        self._waiting.clear()
        self._waiting_bytes = 0
        for task in list(self._running):
            task.cancel()

    def _has_room(self, size: int) -> bool:
        if len(self._running) >= self._max_running:
            return False
        return not self._running or self._running_bytes + size <= _MAX_RUNNING_BYTES

    def _start_task(self, work: MessageWork, size: int) -> None:
        task = asyncio.create_task(work())
        self._running[task] = size
        self._running_bytes += size
        task.add_done_callback(self._remove_task)

    def _remove_task(self, task: asyncio.Task[None]) -> None:
        self._running_bytes -= self._running.pop(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("handling a message failed", exc_info=error)
        while self._waiting and self._has_room(self._waiting[0][1]):
            work, size = self._waiting.popleft()
            self._waiting_bytes -= size
            self._start_task(work, size)
