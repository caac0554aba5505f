"""Where the tasks of a server are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any, Protocol

TERMINAL = frozenset({"completed", "failed", "cancelled"})
"""The statuses in which a task stays."""


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
    """The store cannot keep another task now."""


class TaskStore(Protocol):
    """Keeps tasks. A store in a database lets clients read them from several processes, or after a restart."""

    async def add(self, task: Task) -> None:
        """Keep a new task. When this returns, `get` finds it.

        Raises:
            StoreFullError: the store cannot keep another task now.
        """
        ...

    async def get(self, task_id: str) -> Task | None:
        """The task with this id; None if there is none or it has expired."""
        ...

    async def replace(self, task: Task) -> None:
        """Replace the task that has the same id; do nothing if the store has forgotten it."""
        ...


class MemoryTasks:
    """Keeps tasks in memory until they expire. All of them must have the same lifetime.

    Args:
        capacity: greatest number of tasks.
    """

    def __init__(self, capacity: int = 1_000) -> None:
        self._capacity = capacity
        self._tasks: dict[str, Task] = {}  # in the order of their creation, which is that of their expiry

    async def add(self, task: Task) -> None:
        """Keep a new task; see `TaskStore`."""
        self._forget_expired()
        if len(self._tasks) >= self._capacity:
            raise StoreFullError
        self._tasks[task.id] = task

    async def get(self, task_id: str) -> Task | None:
        """The task with this id; see `TaskStore`."""
        self._forget_expired()
        return self._tasks.get(task_id)

    async def replace(self, task: Task) -> None:
        """Replace the task that has the same id; see `TaskStore`."""
        if task.id in self._tasks:
            self._tasks[task.id] = task

    def _forget_expired(self) -> None:
        moment = now()
        while self._tasks:
            oldest = next(iter(self._tasks.values()))
            if oldest.expires_at > moment:
                return
            del self._tasks[oldest.id]


def _timestamp(moment: datetime) -> str:
    """A time in ISO 8601."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
