"""Bounds the answers to one peer that are not sent yet, and what one turn of the event loop writes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

from ..errors import ProtocolError
from ..limits import MAX_UNSENT
from ..spec.error_codes import INTERNAL_ERROR

_TURN = 1024 * 1024
"""Bytes of long results that are written before the event loop turns."""

_LONG = 4 * 1024
"""Bytes from which on a result counts as long."""


class UnsentAnswers:
    """Counts the answers to one peer from when they are written until they are sent.

    Attributes:
        held: bytes of the answers that are not sent yet.
    """

    def __init__(self) -> None:
        self.held: int = 0
        self._written = 0
        self._turned = asyncio.Event()

    @property
    def is_full(self) -> bool:
        """Whether no further answer fits."""
        return self.held >= MAX_UNSENT

    def take(self, size: int) -> None:
        """Count an answer as written in this turn of the loop.

        Args:
            size: of its result, in bytes.

        Raises:
            ProtocolError: it does not fit beside the others; the error takes its place.
        """
        if self.held and self.held + size > MAX_UNSENT:
            raise no_room()
        if size >= _LONG:
            if not self._written:
                self._turned.clear()
                asyncio.get_running_loop().call_soon(self._forget_written)
            self._written += size

    async def turn(self) -> None:
        """Wait for another turn of the loop if this one has written enough."""
        while self._written >= _TURN:
            await self._turned.wait()

    @contextmanager
    def holding(self, size: int) -> Generator[None]:
        """Count an answer as not sent yet, for the duration of the block."""
        self.held += size
        try:
            yield
        finally:
            self.held -= size

    def _forget_written(self) -> None:
        self._written = 0
        self._turned.set()


def no_room() -> ProtocolError:
    """The error in place of an answer that does not fit beside others."""
    return ProtocolError(INTERNAL_ERROR, "The result does not fit beside other results that are not sent yet")
