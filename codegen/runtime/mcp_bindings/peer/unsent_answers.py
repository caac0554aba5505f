"""Bounds of the unsent answers to one peer, and of the answers that one turn of the event loop writes.

A result takes memory while it waits for its turn to be written. So few requests begin in one turn, and none while
results wait to be written or a slow reader has left many unread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

from ..errors import ProtocolError
from ..limits import MAX_UNSENT_BYTES
from ..spec.error_codes import INTERNAL_ERROR

_MAX_WRITTEN = 1024 * 1024
"""Bytes of long results after which no further result is written in one turn of the event loop."""

_LONG_RESULT = 4 * 1024
"""Size of the shortest result that counts as long, in bytes."""

_MAX_BEGUN = 16
"""Largest number of requests that begin in one turn of the event loop."""

_MAX_SENDING = 16 * 1024 * 1024
"""Largest number of bytes of answers that wait for a slow reader. Beyond it no further request begins."""


class UnsentAnswers:
    """A counter of the answers to one peer that are written and not sent yet.

    Attributes:
        size: bytes of the answers that are not sent yet.
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
        """True if the unsent answers leave no room for another answer."""
        return self.size >= MAX_UNSENT_BYTES

    def refuse_or_count_answer(self, size: int) -> None:
        """Check that there is room for an answer. Count a long answer among those that this turn of the loop writes.

        Args:
            size: the size of the result in the answer, in bytes.

        Raises:
            ProtocolError: the unsent answers leave no room for the answer. The error is to be sent in its place.
        """
        if self.size and self.size + size > MAX_UNSENT_BYTES:
            raise make_no_room_error()
        if size >= _LONG_RESULT:
            self._schedule_reset()
            self._written += size

    async def wait_for_turn(self) -> None:
        """Wait for the next turn of the loop if this turn has written enough."""
        while self._written >= _MAX_WRITTEN:
            await self._wait_for_change()

    async def wait_for_room(self) -> None:
        """Wait while results wait to be written, or the peer leaves too many answers unread."""
        while self._is_slow:
            await self._wait_for_change()

    def try_begin_request(self) -> bool:
        """Count a request as begun if it may begin without waiting. Return whether it may begin."""
        if self._begin_lock.locked() or self._begun >= _MAX_BEGUN or self._is_slow:
            return False
        self._schedule_reset()
        self._begun += 1
        return True

    async def wait_to_begin_request(self) -> None:
        """Wait until a request may begin, and count it as begun. Requests begin in the order in which they came."""
        async with self._begin_lock:
            while self._begun >= _MAX_BEGUN or self._is_slow:
                await self._wait_for_change()
            self._schedule_reset()
            self._begun += 1

    @contextmanager
    def count_unsent_answer(self, size: int) -> Generator[None]:
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

    def _schedule_reset(self) -> None:
        """Schedule the reset of the counters at the end of this turn of the loop, unless it is scheduled already."""
        if not (self._written or self._begun):
            asyncio.get_running_loop().call_soon(self._reset_counters)

    def _reset_counters(self) -> None:
        self._written = self._begun = 0
        self._changed.set()


def make_no_room_error() -> ProtocolError:
    """Return the error to send in place of an answer for which the unsent answers leave no room."""
    return ProtocolError(INTERNAL_ERROR, "The result does not fit beside other results that are not sent yet")
