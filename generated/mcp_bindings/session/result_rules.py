"""Check and record the results that have a meaning for the session beyond ending their requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..spec import names
from ..spec.names import (
    CANCEL_TASK,
    CREATE_TASK_RESULT,
    ELICIT,
    GET_TASK_RESULT,
    LIST_TASKS,
    LIST_TOOLS,
    LISTEN,
    PING,
    Sender,
)
from .capabilities import WireObject
from .elicitations import Elicitations, check_url_error
from .errors import FindingCollector, Violation
from .ids import make_id_key
from .request_table import TASK_METHODS, PendingRequest, RequestTable, find_ping_violation, list_reported_tasks
from .subscription_rules import check_subscription_result
from .task_rules import (
    TaskSupport,
    check_task_answer,
    check_task_payload,
    find_cancel_error_violation,
    find_redundant_meta_violation,
    find_related_task_violation,
    remember_task_support,
)


class ResultRules:
    """The rules for the results of particular methods.

    Args:
        elicitations: the elicitations of the session.
        task_support: the support for tasks that the listed tools have declared.
        in_order: whether messages arrive in the order in which they were sent.
        collector: notes the violations for which a result is not refused.
    """

    __slots__ = ("_collector", "_elicitations", "_in_order", "_task_support")

    def __init__(
        self,
        elicitations: Elicitations,
        task_support: TaskSupport,
        *,
        in_order: bool,
        collector: FindingCollector,
    ) -> None:
        self._elicitations = elicitations
        self._task_support = task_support
        self._in_order = in_order
        self._collector = collector

    def check_result(
        self, pending: PendingRequest, requests: RequestTable, kind: str, result: Any, arrived: bool
    ) -> str | None:
        """Check a result by the rules for the method of the request.

        Args:
            pending: the request.
            requests: the requests of the side that sent the request.
            kind: the name of the class of the result.
            result: the result, as JSON or typed.
            arrived: whether the result has arrived from the peer.

        Returns:
            The id of the task that the result creates; None if the result creates no task.

        Raises:
            Violation: the result has arrived and is refused, or must not be sent. Other violations in a result that has
                arrived are noted.
        """
        first_name = pending.method.first_name
        if first_name in TASK_METHODS:
            self._check_task_result(pending, requests, result, arrived)
            return None
        if pending.related_task is not None:
            self._collector.refuse_or_note(find_related_task_violation(result, pending.related_task), arrived=arrived)
        if kind == CREATE_TASK_RESULT and pending.method.task_need is not None:
            if not pending.is_task:
                raise Violation("task.asked", f"the request {pending.method.name} is not to run as a task")
            requests.tasks.check_new_task(result["task"])
            task: str = result["task"]["taskId"]
            return task
        if pending.is_task:
            raise Violation(
                "task.created", f"the request {pending.method.name} runs as a task, so its result creates a task"
            )
        if first_name == LISTEN:
            check_subscription_result(result, pending, self._collector, arrived=arrived)
        elif pending.method.is_list:
            requests.pages.check_scope(pending.method.name, pending.params, result, self._collector, arrived=arrived)
        elif first_name == PING:
            self._collector.refuse_or_note(find_ping_violation(result), arrived=arrived)
        elif first_name == ELICIT:
            self._collector.note_violation(
                self._elicitations.find_content_violation(make_id_key(pending.id), result), arrived=arrived
            )
        return None

    def record_result(
        self,
        pending: PendingRequest,
        requests: RequestTable,
        result: Any,
        task: str | None,
        declared: Mapping[str, Any] | None,
    ) -> None:
        """Record what a result says about tasks, pages of lists, elicitations and the task support of tools.

        Args:
            pending: the request.
            requests: the requests of the side that sent the request.
            result: the result, as JSON or typed.
            task: the id of the task that the result creates; None if the result creates no task.
            declared: the declared capabilities of the server; None if they are not known.
        """
        first_name = pending.method.first_name
        if first_name == GET_TASK_RESULT:
            assert pending.related_task is not None
            requests.end_task(pending.related_task)  # its elicitation is kept, since the result may be requested again
        elif first_name in TASK_METHODS:
            requests.record_task_states(list_reported_tasks(first_name, result))
        elif pending.method.is_list:
            requests.pages.remember_scope(pending.method.name, result)
        elif first_name == LIST_TOOLS:
            if pending.profile.runs_tools_as_tasks(declared):
                remember_task_support(self._task_support, result["tools"])
        elif first_name == ELICIT:
            if task is None:
                self._elicitations.forget_answer(make_id_key(pending.id))
            else:
                self._elicitations.move_answer(make_id_key(pending.id), ("task", make_id_key(task)))

    def record_error(
        self,
        pending: PendingRequest,
        error: WireObject,
        sender: Sender,
        declared: Mapping[str, Any] | None,
        arrived: bool,
    ) -> None:
        """Check and record the error that answers a request.

        Args:
            pending: the request.
            error: the error, as JSON.
            sender: the side that answers.
            declared: the declared capabilities of the client; None if they are not known.
            arrived: whether the error has arrived from the peer. Then violations are only noted.

        Raises:
            Violation: the error is one of this side, and breaks a rule.
        """
        first_name = pending.method.first_name
        if first_name == CANCEL_TASK:
            self._collector.note_violation(find_cancel_error_violation(pending, error["code"]), arrived=arrived)
        if error["code"] == pending.profile.url_error:
            fault, elicitations = check_url_error(error, sender, declared, pending.profile)
            self._collector.note_violation(fault, arrived=arrived)
            for elicitation in elicitations:
                self._elicitations.record_url_request(elicitation)
        if first_name == ELICIT:
            self._elicitations.forget_answer(make_id_key(pending.id))

    def _check_task_result(self, pending: PendingRequest, requests: RequestTable, result: Any, arrived: bool) -> None:
        ordered = self._in_order or not arrived
        match pending.method.first_name:
            case names.GET_TASK_RESULT:
                assert pending.related_task is not None
                method = requests.tasks.method_of(pending.related_task)
                check_task_payload(pending, method, result, self._collector, arrived=arrived)
                if method is not None and method.first_name == ELICIT:
                    self._collector.note_violation(
                        self._elicitations.find_content_violation(("task", pending.related_task), result),
                        arrived=arrived,
                    )
                return
            case names.LIST_TASKS:
                requests.tasks.check_transitions(list_reported_tasks(LIST_TASKS, result), ordered=ordered)
            case _:
                check_task_answer(pending, requests, result, ordered=ordered)
        self._collector.note_violation(find_redundant_meta_violation(result), arrived=arrived)
