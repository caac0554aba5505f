"""A queue of items to send. Whoever adds an item does not wait until the peer reads the item."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class SendQueue(Generic[T]):
    """A queue that sends its items in order: at once if possible, otherwise in a task of its own.

    Args:
        send: function that sends one item. It returns an awaitable that ends when the item is sent, or None if the item
            is sent already.
        max_bytes: bytes of unsent items beyond which `wait_for_room` waits.
    """

    def __init__(self, send: Callable[[T], Awaitable[None] | None], max_bytes: int) -> None:
        self._send = send
        self._max_bytes = max_bytes
        self._items: deque[tuple[T, int]] = deque()
        self._bytes = 0
        self._changed = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None

    @property
    def is_empty(self) -> bool:
        """True if no item waits or is being sent."""
        return not self._items and (self._sending is None or self._sending.done())

    def enqueue(self, item: T, size: int) -> None:
        """Send an item after the waiting ones.

        Args:
            item: the item.
            size: bytes that the item counts for while it is not sent.
        """
        sending: Awaitable[None] | None = None
        if self.is_empty and (sending := self._send(item)) is None:
            return
        self._bytes += size
        if sending is None:
            self._items.append((item, size))
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send_items(sending, size if sending is not None else 0))
            if asyncio.iscoroutine(sending):
                unsent = sending  # a task that is cancelled before it begins has not awaited the coroutine
                self._sending.add_done_callback(lambda _: unsent.close())

    async def wait_for_room(self) -> None:
        """Wait while more than `max_bytes` bytes are unsent."""
        while self.is_full:
            self._changed.clear()
            await self._changed.wait()

    async def wait_until_empty(self) -> None:
        """Wait until all items are sent or dropped."""
        while not self.is_empty:
            self._changed.clear()
            await self._changed.wait()

    @property
    def is_full(self) -> bool:
        """True while more than `max_bytes` bytes are unsent."""
        return self._bytes > self._max_bytes

    def cancel(self) -> None:
        """Drop the items that wait, and stop sending the current item."""
        self._items.clear()
        self._bytes = 0
        self._changed.set()
        if self._sending is not None:
            self._sending.cancel()

    async def _send_items(self, sending: Awaitable[None] | None, size: int) -> None:
        while True:
            try:
                if sending is not None:
                    await sending
            finally:
                self._bytes = max(0, self._bytes - size)
                self._changed.set()
            if not self._items:
                return
            item, size = self._items.popleft()
            sending = self._send(item)
