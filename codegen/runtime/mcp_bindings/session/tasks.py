"""The states of the tasks that requests of one side have created, as far as messages report them.

Page: /specification/2025-11-25/basic/utilities/tasks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from ..errors import quoted
from ..spec import names
from ..spec.names import CANCEL_TASK, GET_TASK, GET_TASK_RESULT, LIST_TASKS
from .capabilities import Members
from .errors import Violation
from .ids import WINDOW, IdKey, id_key
from .profile import MethodProfile

TASK_METHODS = frozenset({GET_TASK, GET_TASK_RESULT, CANCEL_TASK, LIST_TASKS})


TERMINAL = frozenset({"completed", "failed", "cancelled"})
"""Of the states of a task, those that are final.
https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status-lifecycle
"""

_FIRST, _ENDED = "working", "ended"
"""`ended`: the task has ended, but the peer sent only its result, so the exact final state is unknown."""


class _Task(NamedTuple):
    state: str
    method: MethodProfile
    """Of the request that has become the task."""


class Tasks:
    """The states of tasks, by id. Only the newest are remembered, so that no peer can fill the memory.

    Attributes:
        has_forgotten: whether there were too many, so that some are missing.
    """

    __slots__ = ("_tasks", "has_forgotten")

    def __init__(self) -> None:
        self.has_forgotten: bool = False
        self._tasks: OrderedDict[IdKey, _Task] = OrderedDict()  # by the keys of their ids

    def __len__(self) -> int:
        return len(self._tasks)

    def __contains__(self, task: IdKey) -> bool:
        return task in self._tasks

    def check_new(self, task: Members) -> None:
        """Check that a new task is in the first state, and that its id is new.

        Raises:
            Violation: it is in another state, or has the id of another task.
        """
        if task["status"] != _FIRST:
            raise Violation("task.initial-status", f"the first status of a task is {_FIRST}, not {task['status']}")
        if id_key(task["taskId"]) in self._tasks:
            raise Violation("task.id", f"{quoted(task['taskId'])} is the id of another task")

    def check(self, tasks: Iterable[Members], *, ordered: bool) -> None:
        """Check that the states that tasks are reported to be in may follow those reported before.

        Args:
            tasks: as a message reports them; they may belong to another session.
            ordered: whether the message is certain to be newer than the earlier reports. Else nothing is checked.

        Raises:
            Violation: a task had already ended in another state.
        """
        for task in tasks if ordered else ():
            id_, state = task["taskId"], task["status"]
            known = self._tasks.get(id_key(id_))
            if known is not None and not _may_become(known.state, state):
                text = f"the task {quoted(id_)} is {known.state}, so it cannot be {state}"
                raise Violation("task.transitions", text)

    def method_of(self, task: IdKey) -> MethodProfile | None:
        """The method of the request that has become a task; None if the task is not known."""
        known = self._tasks.get(task)
        return None if known is None else known.method

    def has_ended(self, task: IdKey) -> bool:
        """Whether a task is known to have ended."""
        known = self._tasks.get(task)
        return known is not None and (known.state == _ENDED or known.state in TERMINAL)

    def add(self, id_: str, method: MethodProfile) -> IdKey | None:
        """Remember a new task.

        Args:
            id_: of the task.
            method: of the request that has become the task.

        Returns:
            The key of the id of the task that is forgotten to make room for it; None if there is room.
        """
        self._tasks[id_key(id_)] = _Task(_FIRST, method)
        if len(self._tasks) <= WINDOW:
            return None
        self.has_forgotten = True
        return self._tasks.popitem(last=False)[0]

    def note(self, id_: str, state: str) -> None:
        """Record the state of a task; a task that has ended keeps its state."""
        self._set(id_key(id_), state)

    def end(self, task: IdKey) -> None:
        """Record that a task has ended in some final state."""
        self._set(task, _ENDED)

    def _set(self, task: IdKey, state: str) -> None:
        known = self._tasks.get(task)
        if known is not None and _may_become(known.state, state):
            self._tasks[task] = _Task(state, known.method)


def _may_become(before: str, state: str) -> bool:
    return before == state or not (before in TERMINAL or (before == _ENDED and state not in TERMINAL))


def tasks_in(method: str, result: Members) -> Iterable[Members]:
    """The tasks whose state a result reports."""
    match method:
        case names.GET_TASK | names.CANCEL_TASK:
            return (result,)
        case names.LIST_TASKS:
            tasks: Iterable[Members] = result["tasks"]
            return tasks
        case _:
            return ()
