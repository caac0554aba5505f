"""Read and write file descriptors in threads of their own.

This works for pipes, terminals and files, on every platform and in every event loop of asyncio. The threads are
daemons: one that waits for a silent peer does not keep the program from ending.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable
from functools import partial

_READ_SIZE = 64 * 1024
"""Bytes of one piece."""

_MAX_AHEAD = 2
"""Pieces that a reader reads before they are asked for."""

_MAX_UNWRITTEN = 256 * 1024
"""Bytes that wait to be written; `PipeWriter.write` waits while there are more."""


class PipeReader:
    """Reads a file descriptor in pieces.

    Args:
        descriptor: to read; it is closed at its end.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._pieces: deque[bytes] = deque()
        self._arrived = asyncio.Event()
        self._room = threading.Semaphore(_MAX_AHEAD)
        threading.Thread(target=self._run, name=f"read {descriptor}", daemon=True).start()

    async def read(self) -> bytes:
        """The next piece; empty at the end, and from then on."""
        while not self._pieces:
            self._arrived.clear()
            await self._arrived.wait()
        if not self._pieces[0]:
            return b""
        self._room.release()
        return self._pieces.popleft()

    def stop(self) -> None:
        """End after what has arrived. The descriptor stays open until its end or its next piece."""
        self._take(b"")

    def _run(self) -> None:
        piece = b"-"
        while piece:
            self._room.acquire()
            try:
                piece = os.read(self._descriptor, _READ_SIZE)
            except OSError:
                piece = b""
            if not call_in(self._loop, partial(self._take, piece)):
                break
        _close(self._descriptor)

    def _take(self, piece: bytes) -> None:
        self._pieces.append(piece)
        self._arrived.set()


class PipeWriter:
    """Writes a file descriptor in the order of the calls; what cannot be written, since nobody reads it, is dropped.

    Args:
        descriptor: to write; it is closed after `close`.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._is_closing = False
        self._has_left = False
        self._condition = threading.Condition()
        self._drained = asyncio.Event()
        self._ended = asyncio.Event()
        threading.Thread(target=self._run, name=f"write {descriptor}", daemon=True).start()

    @property
    def has_left(self) -> bool:
        """Whether the other side no longer reads."""
        return self._has_left

    async def write(self, data: bytes) -> None:
        """Write bytes, all of them before those of the next call. This waits while too many wait to be written."""
        with self._condition:
            if self._has_left or self._is_closing:
                return
            self._waiting += data
            self._condition.notify()
            self._drained.clear()
        while len(self._waiting) > _MAX_UNWRITTEN and not self._has_left:
            await self._drained.wait()

    async def close(self, timeout: float) -> None:
        """Write what waits, for at most `timeout` seconds, and close the descriptor."""
        with self._condition:
            self._is_closing = True
            self._condition.notify()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._ended.wait(), timeout)

    def _run(self) -> None:
        while True:
            with self._condition:
                while not self._waiting and not self._is_closing:
                    self._condition.wait()
                data, self._waiting = self._waiting, bytearray()
            if not data:
                break
            try:
                _write_all(self._descriptor, data)
            except OSError:
                self._has_left = True
                break
            finally:
                call_in(self._loop, self._drained.set)
        self._has_left = True
        _close(self._descriptor)
        call_in(self._loop, self._end)

    def _end(self) -> None:
        self._drained.set()
        self._ended.set()


def _write_all(descriptor: int, data: bytearray) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _close(descriptor: int) -> None:
    with contextlib.suppress(OSError):
        os.close(descriptor)


def call_in(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> bool:
    """Call a function in the loop's thread; False if the loop is closed."""
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        return False
    return True
