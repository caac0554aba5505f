"""Compute results of functions, one at a time, in a worker process."""

from __future__ import annotations

import gc
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any, NamedTuple

GARBAGE_THRESHOLD = 100_000
"""Number of new objects after which Python collects garbage.

The slow steps make hundreds of thousands of objects and few cycles. With Python's default number, collections take a
fifth of their time.
"""

_POLL_INTERVAL_S = 0.02


class PickledTask(NamedTuple):
    """A task: one result to compute."""

    number: int
    payload: bytes
    """The function and its argument, pickled as a pair."""


class WorkerProcess:
    """A worker process, which starts with its first task, and ends when the program ends or `end` is called."""

    def __init__(self) -> None:
        self._busy = Lock()
        self._running: tuple[BaseProcess, Connection] | None = None
        self._ended = False

    def compute_tasks(self, tasks: deque[PickledTask], results: dict[int, bytes]) -> None:
        """Compute tasks in the process, until no task is left, the process fails at a task, or `end` is called.

        While another thread uses the process, wait as long as there are tasks.

        Args:
            tasks: the tasks. Each is removed before it is computed, so that a task at which the process fails has no
                result.
            results: the results by number of the task, to which the new ones are added.
        """
        while tasks:
            if self._busy.acquire(timeout=_POLL_INTERVAL_S):
                try:
                    compute_tasks(tasks, results, self._compute_payload)
                except (EOFError, OSError):
                    return
                finally:
                    self._busy.release()

    def end(self) -> None:
        """End the process, even in the middle of a task, and wait until it has ended. No file is damaged, since the
        process writes only cache entries, each in one step.
        """
        self._ended = True
        if self._running is not None:
            self._running[0].terminate()
        with self._busy:
            if self._running is not None:
                process, connection = self._running
                connection.close()
                process.terminate()  # again, because it may have started since
                process.join()
                self._running = None

    def _compute_payload(self, payload: bytes) -> bytes:
        if self._running is None:
            self._running = _start_process()
        if self._ended:
            raise EOFError
        connection = self._running[1]
        connection.send_bytes(payload)
        return connection.recv_bytes()


def compute_tasks(tasks: deque[PickledTask], results: dict[int, bytes], compute: Callable[[bytes], bytes]) -> None:
    """Compute tasks until no task is left. Other threads may compute tasks of the same queue at the same time.

    Args:
        tasks: the queue of the tasks. Each is removed before it is computed.
        results: the results by number of the task, to which the new ones are added.
        compute: computes the result of a task from its payload. Its exceptions are raised.
    """
    while True:
        try:
            task = tasks.popleft()
        except IndexError:
            return
        results[task.number] = compute(task.payload)


def compute_pickled(payload: bytes) -> bytes:
    """Call a function with an argument, both given in pickled form, and return the result."""
    make: Callable[[Any], bytes]
    make, argument = pickle.loads(payload)  # noqa: S301 - this program pickled them
    return make(argument)


def serve_tasks(connection: Connection) -> None:
    """Compute the tasks that another process sends, and send the results, until the connection is closed.

    If a task fails, close the connection. The other process then computes this task itself.
    """
    gc.set_threshold(GARBAGE_THRESHOLD)
    try:
        while True:
            connection.send_bytes(compute_pickled(connection.recv_bytes()))
    except Exception:
        connection.close()


def _start_process() -> tuple[BaseProcess, Connection]:
    context = get_context("spawn")  # a fork of a process with threads may hang
    ours, theirs = context.Pipe()
    process = context.Process(target=serve_tasks, args=(theirs,), daemon=True)
    if sys.platform != "win32":  # the new process inherits this: Ctrl-C reaches both, and the first one ends the other
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    process.start()
    theirs.close()
    return process, ours
