"""The tasks that one side has asked for, as far as messages tell of them.

Page: /specification/2025-11-25/basic/utilities/tasks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from ..json_values import is_object
from ..spec import names
from ..spec.names import CANCEL_TASK, GET_TASK, GET_TASK_RESULT, LIST_TASKS, META, RELATED_TASK_KEY
from ..wire import WireModel
from .errors import Violation
from .ids import WINDOW
from .profile import Members, member

TASK_METHODS = frozenset({GET_TASK, GET_TASK_RESULT, CANCEL_TASK, LIST_TASKS})


TERMINAL = frozenset({"completed", "failed", "cancelled"})
"""Of the states of a task, those that are final.
https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#task-status-lifecycle
"""

_FIRST, _ENDED = "working", "ended"
"""`ended` stands for a final state that was not told, since only what the task has led to was."""


class Tasks:
    """Their states, by id. More than a few thousand are not remembered, so that no peer can fill the memory."""

    __slots__ = ("_states",)

    def __init__(self) -> None:
        self._states: OrderedDict[str, str] = OrderedDict()

    def __len__(self) -> int:
        return len(self._states)

    def check_new(self, task: Members) -> None:
        """Hold a task that begins to the first state, and to an id of its own.

        Raises:
            Violation: it has another state, or the id of another task.
        """
        if task["status"] != _FIRST:
            raise Violation("task.initial-status", f"a task begins {_FIRST}, not {task['status']}")
        if task["taskId"] in self._states:
            raise Violation("task.id", f"{task['taskId']!r} is the id of another task")

    def check(self, tasks: Iterable[Members], *, ordered: bool) -> None:
        """Hold the states that tasks are said to be in to those before.

        Args:
            tasks: of this session or another.
            ordered: is this sure to be later than what came before?

        Raises:
            Violation: a task had come to its end.
        """
        for task in tasks if ordered else ():
            id_, state = task["taskId"], task["status"]
            if not self._may_become(id_, state):
                raise Violation("task.transitions", f"the task {id_!r} is {self._states[id_]}, so it cannot be {state}")

    def add(self, id_: str) -> str | None:
        """A task begins.

        Returns:
            The task that is forgotten for it; None if there is room.
        """
        self._states[id_] = _FIRST
        return self._states.popitem(last=False)[0] if len(self._states) > WINDOW else None

    def note(self, id_: str, state: str) -> None:
        """A task is in a state; one that has ended stays so."""
        if id_ in self._states and self._may_become(id_, state):
            self._states[id_] = state

    def end(self, id_: str) -> None:
        """A task has come to an end, whichever."""
        self.note(id_, _ENDED)

    def _may_become(self, id_: str, state: str) -> bool:
        before = self._states.get(id_, _FIRST)
        return before == state or not (before in TERMINAL or (before == _ENDED and state not in TERMINAL))


def tasks_in(method: str, result: Members) -> Iterable[Members]:
    """The tasks whose state an answer tells."""
    match method:
        case names.GET_TASK | names.CANCEL_TASK:
            return (result,)
        case names.LIST_TASKS:
            tasks: Iterable[Members] = result["tasks"]
            return tasks
        case _:
            return ()


def check_payload(result: Members, id_: str) -> None:
    """Hold what a task has led to to the name of that task.

    Raises:
        Violation: its `_meta` names no task, or another.
    """
    meta: Members = member(result, META) or {}
    related = member(meta, RELATED_TASK_KEY)
    named = member(related, "taskId") if is_object(related) or isinstance(related, WireModel) else None
    if named != id_:
        raise Violation("task.result-meta", f"_meta names the task {id_!r} under {RELATED_TASK_KEY}")
