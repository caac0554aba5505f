"""Check and record the results that have a meaning for the session beyond ending their requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..spec import names
from ..spec.error_codes import URL_ELICITATION_REQUIRED
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
from .capabilities import Members
from .elicitations import Elicitations, check_url_error
from .errors import FindingCollector, Violation
from .exchange import TASK_METHODS, Exchange, Side, ping_fault, tasks_in
from .ids import id_key
from .subscriptions import check_result
from .task_rules import (
    TaskSupport,
    cancel_error_fault,
    check_answer,
    check_payload,
    note_support,
    redundant_meta,
    related_fault,
)


class Sequels:
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

    def check(self, exchange: Exchange, side: Side, kind: str, result: Any, arrived: bool) -> str | None:
        """Check a result.

        Args:
            exchange: the request.
            side: the requests of the side that sent it.
            kind: the name of the class of the result.
            result: the result, as JSON or typed.
            arrived: whether it has arrived from the peer.

        Returns:
            The id of the task that the result creates; None if it creates none.

        Raises:
            Violation: the result breaks a rule.
        """
        method = exchange.method.name
        if method in TASK_METHODS:
            self._check_about_task(exchange, side, result, arrived)
            return None
        if exchange.related is not None:
            self._collector.refuse_or_note(related_fault(result, exchange.related), arrived=arrived)
        if kind == CREATE_TASK_RESULT and exchange.method.task_need is not None:
            if not exchange.is_task:
                raise Violation("task.asked", f"the request {method} is not to run as a task")
            side.tasks.check_new(result["task"])
            task: str = result["task"]["taskId"]
            return task
        if exchange.is_task:
            raise Violation("task.created", f"the request {method} runs as a task, so its result creates a task")
        if method == LISTEN:
            check_result(result, exchange, self._collector, arrived=arrived)
        elif exchange.method.is_list:
            side.pages.check(method, exchange.params, result, self._collector, arrived=arrived)
        elif method == PING:
            self._collector.refuse_or_note(ping_fault(result), arrived=arrived)
        elif method == ELICIT:
            self._collector.recommend(
                self._elicitations.content_violation(id_key(exchange.id), result), arrived=arrived
            )
        return None

    def record(
        self, exchange: Exchange, side: Side, result: Any, task: str | None, declared: Mapping[str, Any] | None
    ) -> None:
        """Record the statements of a result about tasks, pages, elicitations and tools.

        Args:
            exchange: the request.
            side: the requests of the side that sent it.
            result: the result, as JSON or typed.
            task: the id of the task that the result creates; None if it creates none.
            declared: the declared capabilities of the server; None if they are not known.
        """
        method = exchange.method.name
        if method == GET_TASK_RESULT:
            assert exchange.related is not None
            side.end_task(exchange.related)  # its elicitation is kept, since the result may be requested again
        elif method in TASK_METHODS:
            side.note_tasks(tasks_in(method, result))
        elif exchange.method.is_list:
            side.pages.note(method, result)
        elif method == LIST_TOOLS:
            if exchange.profile.runs_tools_as_tasks(declared):
                note_support(self._task_support, result["tools"])
        elif method == ELICIT:
            if task is None:
                self._elicitations.forget_answer(id_key(exchange.id))
            else:
                self._elicitations.move_answer(id_key(exchange.id), ("task", id_key(task)))

    def take_error(
        self,
        exchange: Exchange,
        error: Members,
        sender: Sender,
        declared: Mapping[str, Any] | None,
        arrived: bool,
    ) -> None:
        """Check and record the error that answers a request.

        Args:
            exchange: the request.
            error: the error, as JSON.
            sender: the side that answers.
            declared: the declared capabilities of the client; None if they are not known.
            arrived: whether it has arrived from the peer. Then its violations are only noted.

        Raises:
            Violation: the error is one of this side, and breaks a rule.
        """
        method = exchange.method.name
        if method == CANCEL_TASK:
            self._collector.recommend(cancel_error_fault(exchange, error["code"]), arrived=arrived)
        if error["code"] == URL_ELICITATION_REQUIRED and exchange.profile.asks_by_error:
            fault, elicitations = check_url_error(error, sender, declared)
            self._collector.recommend(fault, arrived=arrived)
            for elicitation in elicitations:
                self._elicitations.record_url_request(elicitation)
        if method == ELICIT:
            self._elicitations.forget_answer(id_key(exchange.id))

    def _check_about_task(self, exchange: Exchange, side: Side, result: Any, arrived: bool) -> None:
        ordered = self._in_order or not arrived
        match exchange.method.name:
            case names.GET_TASK_RESULT:
                assert exchange.related is not None
                method = side.tasks.method_of(exchange.related)
                check_payload(exchange, method, result, self._collector, arrived=arrived)
                if method is not None and method.name == ELICIT:
                    self._collector.recommend(
                        self._elicitations.content_violation(("task", exchange.related), result), arrived=arrived
                    )
                return
            case names.LIST_TASKS:
                side.tasks.check(tasks_in(LIST_TASKS, result), ordered=ordered)
            case _:
                check_answer(exchange, side, result, ordered=ordered)
        self._collector.recommend(redundant_meta(result), arrived=arrived)
