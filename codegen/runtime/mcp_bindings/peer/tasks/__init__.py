"""The tasks of a server: work that goes on after the response, which clients poll, give input to, and cancel.

`TaskRunner` runs the work of handlers as tasks of the tasks extension, for the clients that know it; a `Server` with
`tasks=` answers the requests about them. A `TaskStore` keeps the tasks, by default in memory. A client waits for their
results with `follow_task`.

Page: https://github.com/modelcontextprotocol/ext-tasks, specification/draft/tasks.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._lazy import lazy_exports

if TYPE_CHECKING:
    from .following import InputAnswerer as InputAnswerer
    from .following import TaskCalls as TaskCalls
    from .following import follow_task as follow_task
    from .runner import TaskRunner as TaskRunner
    from .runner import Work as Work
    from .store import MemoryTasks as MemoryTasks
    from .store import StoreFullError as StoreFullError
    from .store import Task as Task
    from .store import TaskStore as TaskStore

__all__ = [
    "InputAnswerer",
    "MemoryTasks",
    "StoreFullError",
    "Task",
    "TaskCalls",
    "TaskRunner",
    "TaskStore",
    "Work",
    "follow_task",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "following": ["InputAnswerer", "TaskCalls", "follow_task"],
            "runner": ["TaskRunner", "Work"],
            "store": ["MemoryTasks", "StoreFullError", "Task", "TaskStore"],
        },
    )
