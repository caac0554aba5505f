"""Where the tasks of a server are kept."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any, Protocol

from ..owners import share_key

TERMINAL = frozenset({"completed", "failed", "cancelled"})
"""The statuses in which a task stays."""


_TASK = 1024
"""Bytes that a task counts for besides its JSON."""


def now() -> datetime:
    """The current time, in UTC."""
    return datetime.now(timezone.utc)


@dataclass(frozen=True)
class Task:
    """A task in one status.

    Attributes:
        id: which the client shows to reach the task; nobody can guess it.
        created_at: when the task was created.
        updated_at: when the status last changed.
        ttl_ms: milliseconds from the creation until the store may forget the task.
        poll_interval_ms: milliseconds that a client should wait between two polls.
        principal: whom the request was authorized for; the task is for nobody else. Empty without authorization.
        owner: whose quota the task counts for; None for no quota.
        status: of the task.
        message: describes the status to people.
        details: the members that belong to the status, as JSON: `inputRequests`, `result` or `error`.
    """

    id: str
    created_at: datetime
    updated_at: datetime
    ttl_ms: int
    poll_interval_ms: int
    principal: str = ""
    owner: str | None = None
    status: str = "working"
    message: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def has_ended(self) -> bool:
        """Whether the status is final."""
        return self.status in TERMINAL

    @property
    def expires_at(self) -> datetime:
        """When the store may forget the task."""
        return self.created_at + timedelta(milliseconds=self.ttl_ms)

    def members(self) -> dict[str, Any]:
        """The task as JSON, with the members that belong to its status."""
        return {
            "taskId": self.id,
            "status": self.status,
            **({} if self.message is None else {"statusMessage": self.message}),
            "createdAt": _timestamp(self.created_at),
            "lastUpdatedAt": _timestamp(self.updated_at),
            "ttlMs": self.ttl_ms,
            "pollIntervalMs": self.poll_interval_ms,
            **self.details,
        }


class StoreFullError(Exception):
    """The store cannot keep another task now, or not so much of a task."""


class TaskStore(Protocol):
    """Keeps tasks. A store in a database lets clients read them from several processes, or after a restart."""

    async def add(self, task: Task) -> None:
        """Keep a new task. When this returns, `get` finds it. A full store may forget a task that has ended for it.

        Raises:
            StoreFullError: the store cannot keep another task now.
        """
        ...

    async def get(self, task_id: str) -> Task | None:
        """The task with this id; None if there is none or it has expired."""
        ...

    async def replace(self, task: Task) -> None:
        """Replace the task that has the same id; do nothing if the store has forgotten it.

        Raises:
            StoreFullError: the task has become too long for the store, which keeps the one before.
        """
        ...


class MemoryTasks:
    """Keeps tasks in memory until they expire. All of them must have the same lifetime.

    If there are too many, or they are too long together, tasks that have ended are forgotten before they expire: the
    oldest of the owner who has most, and none of an owner who has less than the one who needs the room. A task without
    an owner is a share of its own.

    Args:
        capacity: greatest number of tasks.
        max_bytes: of what all tasks keep as JSON, such as their results; 1 KiB more counts for each task.

    Raises:
        ValueError: a bound would allow nothing.
    """

    def __init__(self, capacity: int = 1_000, max_bytes: int = 64 * 1024 * 1024) -> None:
        if capacity < 1 or max_bytes < _TASK:
            raise ValueError(f"the capacity must be at least 1, and max_bytes at least {_TASK}")
        self._capacity = capacity
        self._max_bytes = max_bytes
        self._tasks: dict[str, Task] = {}  # in the order of their creation, which is that of their expiry
        self._sizes: dict[str, int] = {}
        self._size = 0

    async def add(self, task: Task) -> None:
        """Keep a new task; see `TaskStore`."""
        self._forget_expired()
        while len(self._tasks) >= self._capacity:
            self._forget_ended(task, lambda _: 1)
        self._make_room(task, _size_of(task))
        self._keep(task, _size_of(task))

    async def get(self, task_id: str) -> Task | None:
        """The task with this id; see `TaskStore`."""
        self._forget_expired()
        return self._tasks.get(task_id)

    async def replace(self, task: Task) -> None:
        """Replace the task that has the same id; see `TaskStore`."""
        if task.id in self._tasks:
            size = _size_of(task)
            self._make_room(task, size - self._sizes[task.id])
            self._keep(task, size)

    def _keep(self, task: Task, size: int) -> None:
        self._size += size - self._sizes.get(task.id, 0)
        self._tasks[task.id], self._sizes[task.id] = task, size

    def _make_room(self, task: Task, size: int) -> None:
        """Forget tasks that have ended, until so many bytes fit which a task keeps more than before.

        Raises:
            StoreFullError: they do not fit beside the tasks that run.
        """
        if size > self._max_bytes:
            raise StoreFullError
        while self._size + size > self._max_bytes:
            self._forget_ended(task, lambda each: self._sizes[each.id])

    def _forget_ended(self, wanting: Task, weight: Callable[[Task], int]) -> None:
        """Forget the oldest other task that has ended, of the owner who has most, to make room for a task.

        Raises:
            StoreFullError: none has ended, or all that have are of owners who have less than the owner of this task.
        """
        held: Counter[str] = Counter()
        for task in self._tasks.values():
            held[_share_of(task)] += weight(task)
        ended = [task for task in self._tasks.values() if task.has_ended and task.id != wanting.id]
        oldest = max(ended, key=lambda task: held[_share_of(task)], default=None)  # the first of equals
        if oldest is None or held[_share_of(oldest)] < held[_share_of(wanting)]:
            raise StoreFullError
        self._forget(oldest.id)

    def _forget(self, task_id: str) -> None:
        del self._tasks[task_id]
        self._size -= self._sizes.pop(task_id)

    def _forget_expired(self) -> None:
        moment = now()
        while self._tasks:
            oldest = next(iter(self._tasks.values()))
            if oldest.expires_at > moment:
                return
            self._forget(oldest.id)


def _size_of(task: Task) -> int:
    """Bytes that a task counts for."""
    return _TASK + len(json.dumps(dict(task.details), ensure_ascii=False).encode())


def _share_of(task: Task) -> str:
    return share_key(task.owner, task.id)


def _timestamp(moment: datetime) -> str:
    """A time in ISO 8601."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
