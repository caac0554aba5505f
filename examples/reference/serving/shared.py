"""What all clients of the server share."""

from __future__ import annotations

from serving.changes import ChangeNotifier
from serving.task_store import MemoryTaskStore, TaskStore
from serving.tasks import TaskRunner


class Shared:
    """What all clients of one server share.

    Args:
        store: keeps the tasks; by default they are in memory.

    Attributes:
        changes: notifies clients of changes that tools make.
        tasks: of the tasks extension.
    """

    def __init__(self, store: TaskStore | None = None) -> None:
        self.changes = ChangeNotifier()
        self.tasks = TaskRunner(MemoryTaskStore() if store is None else store)
