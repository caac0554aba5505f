"""Bounds of the memory that the request bodies and event streams of all clients take together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Protocol
from weakref import WeakSet

from ..errors import UnsentError

MAX_BUFFERED = 256 * 1024 * 1024
"""Bytes that an application buffers by default."""

MAX_UNCOUNTED_BODY = 64 * 1024
"""Bytes of the longest request body that `BodyCounter` does not count."""

_COUNT_INTERVAL = 0.1
"""Seconds between two counts while the bound is exceeded."""

_ROOM_TIMEOUT = 20.0
"""Seconds that a message may wait for room."""


class BodyCounter:
    """Counter of the bytes of all long request bodies in memory. A body counts from its arrival to its response.

    Args:
        max_bytes: bytes that all bodies may take together.
    """

    def __init__(self, max_bytes: int = MAX_BUFFERED) -> None:
        self._max_bytes = max_bytes
        self._size = 0

    def reserve(self, size: int) -> None:
        """Count further bytes of a body that arrives.

        Raises:
            ConnectionError: all bodies together would exceed the bound.
        """
        if self._size + size > self._max_bytes:
            raise ConnectionError("the bodies of all requests take too much memory")
        self._size += size

    def count_unchecked(self, size: int) -> None:
        """Count bytes of a body that is in memory already, without a check of the bound."""
        self._size += size

    def release(self, size: int) -> None:
        """Stop counting a number of bytes of a body."""
        self._size -= size


class BufferingPeer(Protocol):
    """The interface of a client whose event streams count towards the bound of `Buffers`."""

    @property
    def buffered_bytes(self) -> int:
        """The number of bytes that the streams of the client buffer."""
        ...

    def discard_delivered(self) -> None:
        """Discard the events that the readers of the client's streams have received."""
        ...


class Buffers:
    """Bound of the bytes that the event streams of all clients buffer. Messages that would exceed the bound wait.

    At half of the bound, events that readers have received are discarded, so that a client cannot resume at one of them
    any more. If that is not enough, `on_full` is called.

    Args:
        max_bytes: bytes that all streams may buffer together. Waiting messages over 64 KiB may take as many bytes more.

    Attributes:
        bodies: counts the bodies of requests.
        on_full: called while at least half of the bound is in use. This function may end sessions.
    """

    def __init__(self, max_bytes: int = MAX_BUFFERED) -> None:
        self._max_bytes = max_bytes
        self.bodies: BodyCounter = BodyCounter()
        self.on_full: Callable[[], None] = lambda: None
        self._peers: WeakSet[BufferingPeer] = WeakSet()
        self._size = 0  # at the last count, and what was added since
        self._held_bytes = 0
        self._waiting: deque[tuple[asyncio.Future[None], int]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def add_peer(self, peer: BufferingPeer) -> None:
        """Count the streams of a client as long as the client exists."""
        self._peers.add(peer)

    @contextmanager
    def hold_message(self, size: int) -> Generator[None]:
        """Count a long message that waits to be buffered or sent, for the duration of the block.

        Raises:
            UnsentError: too many bytes of long messages wait.
        """
        if self._held_bytes + size > self._max_bytes:
            raise UnsentError("the server has too much to send")
        self._held_bytes += size
        try:
            yield
        finally:
            self._held_bytes -= size

    def reserve(self, size: int) -> bool:
        """Count a message if it fits at once. Return whether it was counted."""
        if self._waiting or self._size + size > self._max_bytes:
            return False
        self._size += size
        return True

    async def wait_for_room(self, size: int) -> None:
        """Count a message as soon as it fits.

        Raises:
            UnsentError: the message did not fit within 20 seconds.
        """
        if not self._waiting:
            self._recount()
            if self._fits(size):
                self._size += size
                return
        room = asyncio.get_running_loop().create_future()
        self._waiting.append((room, size))
        self._schedule_recount()
        try:
            await asyncio.wait_for(room, _ROOM_TIMEOUT)
        except asyncio.TimeoutError:
            raise UnsentError("the streams of the server buffer too much") from None

    def _fits(self, size: int) -> bool:
        return self._size + size <= self._max_bytes or self._size == 0

    def _recount(self) -> None:
        """Count the buffered bytes again.

        At half of the bound or more, discard the events that readers have received. If that is not enough, call
        `on_full`.
        """
        self._size = self._count_buffered()
        if self._size >= self._max_bytes // 2:
            for peer in list(self._peers):
                peer.discard_delivered()
            self._size = self._count_buffered()
        if self._size >= self._max_bytes // 2:
            self.on_full()
            self._size = self._count_buffered()

    def _count_buffered(self) -> int:
        return sum(peer.buffered_bytes for peer in self._peers)

    def _schedule_recount(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_COUNT_INTERVAL, self._admit_waiting_messages)

    def _admit_waiting_messages(self) -> None:
        """Admit waiting messages, the oldest first, up to the first one that does not fit."""
        self._timer = None
        self._recount()
        while self._waiting:
            room, size = self._waiting[0]
            if not room.done():
                if not self._fits(size):
                    self._schedule_recount()
                    return
                self._size += size
                room.set_result(None)
            self._waiting.popleft()
