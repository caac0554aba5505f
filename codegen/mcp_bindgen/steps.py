"""Compute the results of slow steps, in this process and a worker process, or take the results from the cache."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Sequence
from threading import Thread
from types import TracebackType
from typing import TypeVar

from mcp_bindgen import cache
from mcp_bindgen.fingerprint import fingerprint
from mcp_bindgen.worker_process import PickledTask, WorkerProcess, compute_pickled, compute_tasks

T = TypeVar("T")


class StepRunner:
    """Runner of slow steps, in this process alone or also in a worker process.

    The worker process starts with its first step, and ends when the `with` statement ends.

    Args:
        processes: 1, or 2 to use a worker process.
    """

    def __init__(self, processes: int = 1) -> None:
        self._worker = WorkerProcess() if processes > 1 else None

    def __enter__(self) -> StepRunner:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._worker is not None:
            self._worker.end()

    def start(self, make: Callable[[T], bytes], argument: T) -> Callable[[], bytes]:
        """Start to compute a result in the worker process. Return a function that waits for the result.

        If there is no worker process, or if that process fails, the returned function computes the result. The cache is
        not used.

        Args:
            make: computes the result; a function at the top of its module.
            argument: the argument of `make`.
        """
        task, found = PickledTask(0, pickle.dumps((make, argument))), dict[int, bytes]()
        thread = self._start_worker_process(deque([task]), found)

        def wait_for_result() -> bytes:
            if thread is not None:
                thread.join()
            return found[0] if found else make(argument)  # if the worker process failed, the error is raised here

        return wait_for_result

    def run(
        self, step: str, make: Callable[[T], bytes], arguments: Sequence[T], key: Callable[[T], object]
    ) -> list[bytes]:
        """Return the results of a step for several arguments, in their order, from the cache or computed.

        Args:
            step: name of the step in the cache.
            make: computes one result; a function at the top of its module.
            arguments: an argument for each result.
            key: returns everything on which the result for an argument depends, as data that `fingerprint` accepts.

        Raises:
            TypeError: a key has data that `fingerprint` does not accept.
            Exception: `make` has raised this error.
        """
        keys = [fingerprint(key(each)) for each in arguments]
        results = [cache.lookup_result(step, each) for each in keys]
        missing = [at for at, known in enumerate(results) if known is None]
        for at, result in self._compute_tasks(
            [PickledTask(at, pickle.dumps((make, arguments[at]))) for at in missing]
        ).items():
            cache.store_result(step, keys[at], result)
            results[at] = result
        return [result for result in results if result is not None]

    def _compute_tasks(self, tasks: Sequence[PickledTask]) -> dict[int, bytes]:
        """Compute tasks, the largest first, and return the result of each task by its number. With a worker process,
        two tasks are computed at the same time.

        Raises:
            Exception: a task has raised this error.
        """
        left = deque(sorted(tasks, key=lambda task: -len(task.payload)))
        results: dict[int, bytes] = {}
        thread = self._start_worker_process(left, results) if len(tasks) > 1 else None
        try:
            compute_tasks(left, results, compute_pickled)
        finally:
            left.clear()
            if thread is not None:
                thread.join()
        for task in tasks:
            if task.number not in results:  # the worker process failed at this task
                results[task.number] = compute_pickled(task.payload)
        return results

    def _start_worker_process(self, tasks: deque[PickledTask], results: dict[int, bytes]) -> Thread | None:
        """Start a thread that lets the worker process compute tasks. Return the thread, or None without such a process.

        Args:
            tasks: the tasks. The worker process removes those that it computes.
            results: the results by number of the task, to which those of the worker process are added.
        """
        if self._worker is None:
            return None
        thread = Thread(target=self._worker.compute_tasks, args=(tasks, results))
        thread.start()
        return thread
