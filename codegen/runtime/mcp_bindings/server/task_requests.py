"""The handlers of clients' requests about tasks, as the tasks extension defines these requests and their results."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

from ..extensions import extended
from ..peer.context import Context, get_principal_key
from ..peer.final_results import decode_final_result
from ..peer.handler_errors import is_reraised
from ..spec.names import CANCEL_TASK, COMPLETE, GET_TASK, RESULT_TYPE
from .tasks import EXTENSION, TaskRunner

_UPDATE_TASK = "tasks/update"

(_FILTER,) = (row.member for row in EXTENSION.info.filters)

_log = logging.getLogger(__name__)


class TaskRequestHandlers:
    """The handlers of clients' requests about the tasks of a server.

    Args:
        runner: the runner of the tasks.
    """

    def __init__(self, runner: TaskRunner) -> None:
        self._runner = runner
        self._handlers = {GET_TASK: self._get_task, _UPDATE_TASK: self._update_task, CANCEL_TASK: self._cancel_task}

    def find_handler(self, method: str, revision_id: str) -> Callable[[Any, Context], Any] | None:
        """Return the handler of a request about tasks; None for any other method, or in a revision without tasks.

        Args:
            method: the method of the request.
            revision_id: the id of the client's revision.
        """
        return self._handlers.get(method) if revision_id in EXTENSION.info.revisions else None

    async def filter_reachable_tasks(self, wanted: dict[str, Any], context: Context) -> dict[str, Any]:
        """Return the filter of a subscription. Leave out the tasks that do not exist or belong to another principal.

        If the store fails, log this, and leave out all tasks.
        """
        ids = wanted.get(_FILTER)
        if ids is None:
            return wanted
        key = get_principal_key(context)
        try:
            reachable = [each for each in ids if await self._runner.find_task(each, key) is not None]
        except BaseException as error:
            if is_reraised(error, context):
                raise
            _log.exception("the store of tasks failed, so a subscription has no tasks")
            reachable = []
        return {**wanted, _FILTER: reachable}

    async def _get_task(self, params: Any, context: Context) -> Any:
        task = await self._runner.get(params.task_id, get_principal_key(context))
        return _make_result(context, task.members())

    async def _update_task(self, params: Any, context: Context) -> Any:
        answers: Mapping[str, Any] = context.message.document["params"]["inputResponses"]
        await self._runner.update(params.task_id, answers, get_principal_key(context))
        return _make_result(context, {})

    async def _cancel_task(self, params: Any, context: Context) -> Any:
        await self._runner.cancel(params.task_id, get_principal_key(context))
        return _make_result(context, {})


def _make_result(context: Context, members: Mapping[str, Any]) -> Any:
    """Return the typed result of a request about a task."""
    request_revision = extended(context.revision.id, [EXTENSION])
    return decode_final_result(request_revision, context.message.method, {RESULT_TYPE: COMPLETE, **members})
