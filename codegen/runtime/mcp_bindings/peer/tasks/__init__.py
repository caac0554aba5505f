"""The tasks of a server: work that goes on after the response, which clients poll, give input to, and cancel.

`TaskRunner` runs the work of handlers as tasks of the tasks extension, for the clients that know it; a `Server` with
`tasks=` answers the requests about them. A `TaskStore` keeps the tasks, by default in memory.

Page: https://github.com/modelcontextprotocol/ext-tasks, specification/draft/tasks.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._lazy import lazy_exports

if TYPE_CHECKING:
    from .runner import TaskRunner as TaskRunner
    from .runner import Work as Work
    from .store import MemoryTasks as MemoryTasks
    from .store import StoreFullError as StoreFullError
    from .store import Task as Task
    from .store import TaskStore as TaskStore

__all__ = ["MemoryTasks", "StoreFullError", "Task", "TaskRunner", "TaskStore", "Work"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "runner": ["TaskRunner", "Work"],
            "store": ["MemoryTasks", "StoreFullError", "Task", "TaskStore"],
        },
    )
