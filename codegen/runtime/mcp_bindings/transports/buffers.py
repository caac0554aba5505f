"""Bounds what the bodies and streams of all clients of an application take together, with and without readers."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Protocol
from weakref import WeakSet

from ..errors import UnsentError

MOST = 256 * 1024 * 1024
"""Bytes that an application buffers unless it is told otherwise."""

UNCOUNTED = 64 * 1024
"""Bytes of the longest request body that `Bodies` does not count."""

_INTERVAL = 0.1
"""Seconds between two counts while there is too much."""

_TIMEOUT = 20.0
"""Seconds that a message may wait for room."""


class Bodies:
    """Counts the long bodies of requests, of all clients, while they are read and until they have a response.

    Args:
        most: bytes that they may take together.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0

    def take(self, size: int) -> None:
        """Count further bytes of a body.

        Raises:
            ConnectionError: there are too many.
        """
        if self._size + size > self._most:
            raise ConnectionError("the bodies of requests take too much memory")
        self._size += size

    def add(self, size: int) -> None:
        """Count bytes of a body that is in memory already."""
        self._size += size

    def release(self, size: int) -> None:
        """Count bytes of a body no longer."""
        self._size -= size


class BufferingPeer(Protocol):
    """A client with streams."""

    @property
    def buffered_bytes(self) -> int:
        """Bytes that its streams buffer."""
        ...

    def forget_delivered(self) -> None:
        """Discard the events that its readers have got already."""
        ...


class Buffers:
    """Counts what the streams of many clients buffer, and lets messages wait while it is too much.

    What is buffered is counted again whenever it may exceed the bound. If it does, events that readers have got are
    discarded; a client cannot resume at one of them then. Messages wait for the rest.

    Args:
        most: bytes that all streams may buffer together. As many may wait in messages of more than 64 KiB.

    Attributes:
        bodies: counts the bodies of requests.
        on_full: called when there is too much; it may end sessions.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self.bodies: Bodies = Bodies()
        self.on_full: Callable[[], None] = lambda: None
        self._peers: WeakSet[BufferingPeer] = WeakSet()
        self._size = 0  # at the last count, and what was added since
        self._held = 0
        self._waiting: deque[tuple[asyncio.Future[None], int]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def count_also(self, peer: BufferingPeer) -> None:
        """Count what a client buffers, as long as it exists."""
        self._peers.add(peer)

    @contextmanager
    def holding(self, size: int) -> Generator[None]:
        """Count a long message that waits to be buffered or sent, for the duration of the block.

        Raises:
            UnsentError: too many of them wait.
        """
        if self._held + size > self._most:
            raise UnsentError("the server has too much to send")
        self._held += size
        try:
            yield
        finally:
            self._held -= size

    def take_room(self, size: int) -> bool:
        """Count a message if there is room for it at once; whether there is."""
        if self._waiting or self._size + size > self._most:
            return False
        self._size += size
        return True

    async def make_room(self, size: int) -> None:
        """Count a message; wait for room if there is none.

        Raises:
            UnsentError: there was no room for it within 20 seconds.
        """
        if not self._waiting:
            self._count()
            if self._fits(size):
                self._size += size
                return
        room = asyncio.get_running_loop().create_future()
        self._waiting.append((room, size))
        self._count_later()
        try:
            await asyncio.wait_for(room, _TIMEOUT)
        except asyncio.TimeoutError:
            raise UnsentError("the streams of the server buffer too much") from None

    def _fits(self, size: int) -> bool:
        return self._size + size <= self._most or self._size == 0

    def _count(self) -> None:
        """Count again, and discard what need not be kept if there is too much."""
        self._size = self._sum()
        if self._size >= self._most // 2:
            for peer in list(self._peers):
                peer.forget_delivered()
            self._size = self._sum()
        if self._size >= self._most // 2:
            self.on_full()
            self._size = self._sum()

    def _sum(self) -> int:
        return sum(peer.buffered_bytes for peer in self._peers)

    def _count_later(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_INTERVAL, self._let_in)

    def _let_in(self) -> None:
        """Let messages be buffered that wait, the oldest first."""
        self._timer = None
        self._count()
        while self._waiting:
            room, size = self._waiting[0]
            if not room.done():
                if not self._fits(size):
                    self._count_later()
                    return
                self._size += size
                room.set_result(None)
            self._waiting.popleft()
