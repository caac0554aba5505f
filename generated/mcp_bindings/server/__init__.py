"""Parts of an `mb.Server`: its handlers for every client, its tasks, and its middleware.

`TaskRunner` runs the work of handlers as tasks for clients that support the tasks extension; a `Server` with `tasks=`
answers the requests about tasks. A `TaskStore` keeps the tasks, by default in memory. A client waits for the result of
a task with `follow_task`. Page: https://github.com/modelcontextprotocol/ext-tasks, specification/draft/tasks.md.

Middleware of `Server(…, middleware=[…])` sees each request for a handler before the guards, even if the guards reject
the request, and sees the result after the guards. It does not see the requests that the server answers without a
handler of the program, such as `ping`, `resources/subscribe` and `tasks/get`. `audited`, `traced` and `filtered` make
middleware; `with_true_media_types` is middleware itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from ..peer.task_following import follow_task
    from .guards import CallNext
    from .handlers import Middleware
    from .middleware import AuditRecord, audited, filtered, traced, with_true_media_types
    from .tasks import MemoryTasks, StoreFullError, Task, TaskRunner, TaskStore

__all__ = [
    "AuditRecord",
    "CallNext",
    "MemoryTasks",
    "Middleware",
    "StoreFullError",
    "Task",
    "TaskRunner",
    "TaskStore",
    "audited",
    "filtered",
    "follow_task",
    "traced",
    "with_true_media_types",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".peer.task_following": ("follow_task",),
            "guards": ("CallNext",),
            "handlers": ("Middleware",),
            "middleware": ("AuditRecord", "audited", "filtered", "traced", "with_true_media_types"),
            "tasks": ("MemoryTasks", "StoreFullError", "Task", "TaskRunner", "TaskStore"),
        },
    )
