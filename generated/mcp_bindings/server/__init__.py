"""What a `Server` is made of: its handlers for every client, its tasks, and its middleware.

`Home` keeps the handlers of a server in the types of one revision; `served` shows them to one client of any revision.
`Changes` delivers notifications about changed lists and resources.

`TaskRunner` runs the work of handlers as tasks of the tasks extension, for the clients that know it; a `Server` with
`tasks=` answers the requests about them. A `TaskStore` keeps the tasks, by default in memory. A client waits for their
results with `follow_task`. Page: https://github.com/modelcontextprotocol/ext-tasks, specification/draft/tasks.md.

A step of `Server(…, middleware=[…])` sees each request before the guards, also one that they refuse, and its result
after them. `audited`, `traced` and `filtered` make a step; `with_true_media_types` is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from ..peer.task_following import InputAnswerer as InputAnswerer
    from ..peer.task_following import TaskCalls as TaskCalls
    from ..peer.task_following import follow_task as follow_task
    from .client_view import Served as Served
    from .client_view import served as served
    from .guards import CallNext as CallNext
    from .handlers import Home as Home
    from .handlers import Middleware as Middleware
    from .middleware import AuditRecord as AuditRecord
    from .middleware import Outcome as Outcome
    from .middleware import audited as audited
    from .middleware import filtered as filtered
    from .middleware import traced as traced
    from .middleware import with_true_media_types as with_true_media_types
    from .notifications import Changes as Changes
    from .notifications import Listener as Listener
    from .tasks import MemoryTasks as MemoryTasks
    from .tasks import StoreFullError as StoreFullError
    from .tasks import Task as Task
    from .tasks import TaskRunner as TaskRunner
    from .tasks import TaskStore as TaskStore
    from .tasks import Work as Work

__all__ = [
    "AuditRecord",
    "CallNext",
    "Changes",
    "Home",
    "InputAnswerer",
    "Listener",
    "MemoryTasks",
    "Middleware",
    "Outcome",
    "Served",
    "StoreFullError",
    "Task",
    "TaskCalls",
    "TaskRunner",
    "TaskStore",
    "Work",
    "audited",
    "filtered",
    "follow_task",
    "served",
    "traced",
    "with_true_media_types",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".peer.task_following": ["InputAnswerer", "TaskCalls", "follow_task"],
            "tasks": ["MemoryTasks", "StoreFullError", "Task", "TaskRunner", "TaskStore", "Work"],
            "middleware": ["AuditRecord", "Outcome", "audited", "filtered", "traced", "with_true_media_types"],
            "notifications": ["Changes", "Listener"],
            "guards": ["CallNext"],
            "handlers": ["Home", "Middleware"],
            "client_view": ["Served", "served"],
        },
    )
