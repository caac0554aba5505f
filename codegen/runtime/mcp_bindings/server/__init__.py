"""What a `Server` is made of: its handlers for every client, its tasks, and its middleware.

`Home` keeps the handlers of a server in the types of one revision; `served` shows them to one client of any revision.
`Changes` delivers notifications about changed lists and resources.

`TaskRunner` runs the work of handlers as tasks of the tasks extension, for the clients that know it; a `Server` with
`tasks=` answers the requests about them. A `TaskStore` keeps the tasks, by default in memory. A client waits for their
results with `follow_task`. Page: https://github.com/modelcontextprotocol/ext-tasks, specification/draft/tasks.md.

A step of `Server(…, middleware=[…])` sees each request before the guards, also one that they refuse, and its result
after them. `audited`, `traced` and `filtered` make a step; `with_true_media_types` is one.
"""

from ..peer.task_following import InputAnswerer, TaskCalls, follow_task
from .client_view import Served, served
from .guards import CallNext
from .handlers import Home, Middleware
from .middleware import AuditRecord, Outcome, audited, filtered, traced, with_true_media_types
from .notifications import Changes, Listener
from .tasks import MemoryTasks, StoreFullError, Task, TaskRunner, TaskStore, Work
