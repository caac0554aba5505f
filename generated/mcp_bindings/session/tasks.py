"""The states of the tasks that requests of one side have created, as far as messages report them.

Page: /specification/2025-11-25/basic/utilities/tasks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from ..errors import quoted
from ..json_values import is_object
from ..spec import names
from ..spec.names import CANCEL_TASK, GET_TASK, GET_TASK_RESULT, LIST_TASKS, META, RELATED_TASK_KEY
from ..wire import WireModel
from .capabilities import Members, member
from .errors import Violation
from .ids import WINDOW, IdKey, id_key

TASK_METHODS = frozenset({GET_TASK, GET_TASK_RESULT, CANCEL_TASK, LIST_TASKS})


TERMINAL = frozenset({"completed", "failed", "cancelled"})
"""Of the states of a task, those that are final.
https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status-lifecycle
"""

_FIRST, _ENDED = "working", "ended"
"""`ended`: the task has ended, but the peer sent only its result, so the exact final state is unknown."""


class Tasks:
    """The states of tasks, by id. Only the newest are remembered, so that no peer can fill the memory."""

    __slots__ = ("_states",)

    def __init__(self) -> None:
        self._states: OrderedDict[IdKey, str] = OrderedDict()  # by the keys of their ids

    def __len__(self) -> int:
        return len(self._states)

    def check_new(self, task: Members) -> None:
        """Check that a new task is in the first state, and that its id is new.

        Raises:
            Violation: it is in another state, or has the id of another task.
        """
        if task["status"] != _FIRST:
            raise Violation("task.initial-status", f"the first status of a task is {_FIRST}, not {task['status']}")
        if id_key(task["taskId"]) in self._states:
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
            if not self._may_become(id_, state):
                raise Violation(
                    "task.transitions",
                    f"the task {quoted(id_)} is {self._states[id_key(id_)]}, so it cannot be {state}",
                )

    def add(self, id_: str) -> IdKey | None:
        """Remember a new task.

        Returns:
            The key of the id of the task that is forgotten to make room for it; None if there is room.
        """
        self._states[id_key(id_)] = _FIRST
        return self._states.popitem(last=False)[0] if len(self._states) > WINDOW else None

    def note(self, id_: str, state: str) -> None:
        """Record the state of a task; a task that has ended keeps its state."""
        key = id_key(id_)
        if key in self._states and self._may_become(id_, state):
            self._states[key] = state

    def end(self, id_: str) -> None:
        """Record that a task has ended in some final state."""
        self.note(id_, _ENDED)

    def _may_become(self, id_: str, state: str) -> bool:
        before = self._states.get(id_key(id_), _FIRST)
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


def check_payload(result: Members, id_: str) -> None:
    """Check that the result of a task names the task in its `_meta`.

    Raises:
        Violation: its `_meta` names no task, or another one.
    """
    meta: Members = member(result, META) or {}
    related = member(meta, RELATED_TASK_KEY)
    named = member(related, "taskId") if is_object(related) or isinstance(related, WireModel) else None
    if named != id_:
        raise Violation("task.result-meta", f"_meta must name the task {quoted(id_)} under {RELATED_TASK_KEY}")
