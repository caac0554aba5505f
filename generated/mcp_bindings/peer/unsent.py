"""Bounds the answers to one peer that are not sent yet, and what one turn of the event loop writes of them.

A result that waits for a turn takes memory before it is written. So few requests begin in one turn, and none while
results wait to be written or a slow reader leaves many unread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

from ..errors import ProtocolError
from ..limits import MAX_UNSENT
from ..spec.error_codes import INTERNAL_ERROR

_MAX_WRITTEN = 1024 * 1024
"""Bytes of long results that are written before the event loop turns."""

_LONG_RESULT = 4 * 1024
"""Bytes from which on a result counts as long."""

_MAX_BEGUN = 16
"""Requests that begin in one turn of the event loop."""

_MAX_SENDING = 16 * 1024 * 1024
"""Bytes of answers that wait for a slow reader before no further request begins."""


class UnsentAnswers:
    """Counts the answers to one peer from when they are written until they are sent.

    Attributes:
        held: bytes of the answers that are not sent yet.
    """

    def __init__(self) -> None:
        self.size: int = 0
        self._sending = 0
        self._written = 0
        self._begun = 0
        self._changed = asyncio.Event()
        self._begin_lock = asyncio.Lock()  # lets requests begin in the order in which they have come

    @property
    def is_full(self) -> bool:
        """Whether no further answer fits."""
        return self.size >= MAX_UNSENT

    def count_written(self, size: int) -> None:
        """Count an answer as written in this turn of the loop.

        Args:
            size: of its result, in bytes.

        Raises:
            ProtocolError: it does not fit beside the others; the error takes its place.
        """
        if self.size and self.size + size > MAX_UNSENT:
            raise make_no_room_error()
        if size >= _LONG_RESULT:
            self._count_turn()
            self._written += size

    async def wait_for_turn(self) -> None:
        """Wait for another turn of the loop if this one has written enough."""
        while self._written >= _MAX_WRITTEN:
            await self._wait_for_change()

    async def wait_for_room(self) -> None:
        """Wait while results wait to be written, or the peer leaves too many answers unread."""
        while self._is_slow:
            await self._wait_for_change()

    def try_begin(self) -> bool:
        """Return whether a request may begin at once, which counts it as begun; else `begin` waits for that."""
        if self._begin_lock.locked() or self._begun >= _MAX_BEGUN or self._is_slow:
            return False
        self._count_turn()
        self._begun += 1
        return True

    async def wait_to_begin(self) -> None:
        """Wait until a request may begin. The others that wait begin after it."""
        async with self._begin_lock:
            while self._begun >= _MAX_BEGUN or self._is_slow:
                await self._wait_for_change()
            self._count_turn()
            self._begun += 1

    @contextmanager
    def count_unsent(self, size: int) -> Generator[None]:
        """Count an answer as not sent yet, for the duration of the block."""
        self.size += size
        self._sending += size
        try:
            yield
        finally:
            self.size -= size
            self._sending -= size
            self._changed.set()

    @property
    def _is_slow(self) -> bool:
        return self._written >= _MAX_WRITTEN or self._sending > _MAX_SENDING

    async def _wait_for_change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _count_turn(self) -> None:
        """Count from now on what happens in this turn of the loop."""
        if not (self._written or self._begun):
            asyncio.get_running_loop().call_soon(self._reset_turn)

    def _reset_turn(self) -> None:
        self._written = self._begun = 0
        self._changed.set()


def make_no_room_error() -> ProtocolError:
    """The error in place of an answer that does not fit beside others."""
    return ProtocolError(INTERNAL_ERROR, "The result does not fit beside other results that are not sent yet")
