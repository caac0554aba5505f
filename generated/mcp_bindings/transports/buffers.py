"""Bounds of the memory that the request bodies and event streams of all clients take together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Protocol
from weakref import WeakSet

from ..errors import UnsentError
from .waiting import run_within

MAX_BUFFERED = 256 * 1024 * 1024
"""Default bound, in bytes, of all messages of an application to its clients; also of all its request bodies."""

MAX_UNCOUNTED_BODY = 64 * 1024
"""Largest size of a request body that is not counted by a `BodyCounter`, in bytes."""

_COUNT_INTERVAL = 0.1
"""Seconds between two counts of the buffered bytes while messages wait for room."""

_ROOM_TIMEOUT = 20.0
"""Seconds that a message may wait for room in the event streams."""


class BodyCounter:
    """Counter of the bytes that long request bodies take in memory, from their arrival to the HTTP response.

    Args:
        max_bytes: bytes that all bodies may take together.
    """

    def __init__(self, max_bytes: int = MAX_BUFFERED) -> None:
        self._max_bytes = max_bytes
        self._size = 0

    def reserve_bytes(self, size: int) -> None:
        """Count further bytes of a body that arrives.

        Raises:
            ConnectionError: all bodies together would exceed the bound. Nothing is counted then.
        """
        if self._size + size > self._max_bytes:
            raise ConnectionError("the bodies of all requests take too much memory")
        self._size += size

    def count_without_check(self, size: int) -> None:
        """Count bytes of a body that is in memory already, without a check of the bound."""
        self._size += size

    def release_bytes(self, size: int) -> None:
        """Stop counting a number of bytes of a body."""
        self._size -= size


class BufferingPeer(Protocol):
    """The interface of a client whose event streams count towards the bound of `Buffers`."""

    @property
    def buffered_bytes(self) -> int:
        """The number of bytes that the streams of the client buffer."""
        ...

    def discard_delivered_events(self) -> None:
        """Discard the events that the readers of the client's streams have received."""
        ...


class Buffers:
    """Bound of the bytes that the event streams of all clients buffer. Messages that would exceed the bound wait.

    The bytes are counted from time to time. If at least half of the bound is in use, the events that readers have
    received are discarded. A client can then no longer resume a stream at one of these events. If at least half of the
    bound is still in use, `on_full` is called.

    Args:
        max_bytes: bytes that all streams may buffer together. Long messages that wait may take as many bytes more.

    Attributes:
        bodies: the counter of the bytes that request bodies take.
        on_full: a function without arguments that frees memory, for example by ending idle sessions.
    """

    def __init__(self, max_bytes: int = MAX_BUFFERED) -> None:
        self._max_bytes = max_bytes
        self.bodies: BodyCounter = BodyCounter()
        self.on_full: Callable[[], None] = lambda: None
        self._peers: WeakSet[BufferingPeer] = WeakSet()
        self._size = 0  # at the last count, and what was added since
        self._long_bytes = 0
        self._waiting: deque[tuple[asyncio.Future[None], int]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def add_peer(self, peer: BufferingPeer) -> None:
        """Count the streams of a client from now on, as long as the object of the client exists."""
        self._peers.add(peer)

    @contextmanager
    def refuse_or_count_message(self, size: int) -> Generator[None]:
        """Count a long message that waits to be buffered or sent, for the duration of the block.

        Raises:
            UnsentError: the long messages that wait would exceed the bound together.
        """
        if self._long_bytes + size > self._max_bytes:
            raise UnsentError("the server has too much to send")
        self._long_bytes += size
        try:
            yield
        finally:
            self._long_bytes -= size

    def try_to_count_message(self, size: int) -> bool:
        """Count a message of `size` bytes if it fits at once. Return whether it was counted."""
        if self._waiting or self._size + size > self._max_bytes:
            return False
        self._size += size
        return True

    async def wait_and_count_message(self, size: int) -> None:
        """Wait until a message of `size` bytes fits, and count it. Earlier messages come first.

        While the streams buffer nothing, a message of any size fits.

        Raises:
            UnsentError: the message did not fit within 20 seconds.
        """
        if not self._waiting:
            self._recount_and_discard()
            if self._has_room(size):
                self._size += size
                return
        room = asyncio.get_running_loop().create_future()
        self._waiting.append((room, size))
        self._schedule_recount()
        try:
            await run_within(_ROOM_TIMEOUT, room)
        except asyncio.TimeoutError:
            raise UnsentError("the streams of the server buffer too much") from None

    def _has_room(self, size: int) -> bool:
        return self._size + size <= self._max_bytes or self._size == 0

    def _recount_and_discard(self) -> None:
        """Count the buffered bytes again.

        If at least half of the bound is in use, discard the events that readers have received. If at least half of the
        bound is still in use then, call `on_full`.
        """
        self._size = self._count_buffered()
        if self._size >= self._max_bytes // 2:
            for peer in list(self._peers):
                peer.discard_delivered_events()
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
        """Admit waiting messages, the oldest first, up to the first one that does not fit.

        If a message does not fit, schedule another try.
        """
        self._timer = None
        self._recount_and_discard()
        while self._waiting:
            room, size = self._waiting[0]
            if not room.done():
                if not self._has_room(size):
                    self._schedule_recount()
                    return
                self._size += size
                room.set_result(None)
            self._waiting.popleft()
