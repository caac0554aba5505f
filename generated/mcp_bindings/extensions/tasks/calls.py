"""Typed calls of revision 2026-07-28 and of the extension io.modelcontextprotocol/tasks: a class for each side.

A class has a coroutine for each message that its side may send. `mcp_bindings.peer.Calls` explains how calls behave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from typing_extensions import Never, TypeVar

from ...v2026_07_28 import calls as revision_calls
from .extension import EXTENSION

if TYPE_CHECKING:
    from typing import Any

    from ...generated_code import Extension, Sender
    from ...v2026_07_28 import InputRequiredResult, InputResponses
    from . import CancelTaskResult, CreateTaskResult, GetTaskResult, TaskStatusNotificationParams, UpdateTaskResult


if TYPE_CHECKING:
    _Added: TypeAlias = CreateTaskResult
else:
    _Added = None


Asked_co = TypeVar("Asked_co", default="InputRequiredResult", covariant=True)
"""The type of the result that asks for input; `Never` if the client itself answers such results."""


class ClientCalls(revision_calls.ClientCalls[_Added, Asked_co]):
    """Requests and notifications from a client of revision 2026-07-28 to a server."""

    extension: ClassVar[Extension | None] = EXTENSION
    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "client"

    async def get_task(
        self,
        task_id: str,
        *,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
    ) -> GetTaskResult:
        """Ask for the state of a task.

        Sends `tasks/get`.
        https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-polling

        Args:
            task_id: Id of the task, which the server chose and nobody can guess.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Returns:
            GetTaskResult: Answer to `tasks/get`: the task as it stands now, with what belongs to its state.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: GetTaskResult = await self._request("tasks/get", {"task_id": task_id}, meta, timeout)
        return result

    async def update_task(
        self,
        task_id: str,
        input_responses: InputResponses,
        *,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
    ) -> UpdateTaskResult:
        """Give the server input that a task waits for.

        Sends `tasks/update`.
        https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-update-requests

        Args:
            task_id: Id of the task, which the server chose and nobody can guess.
            input_responses: Input, by the keys of the `inputRequests` of the task; it may answer only some of the
                outstanding requests.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Returns:
            UpdateTaskResult: Answer to `tasks/update`: the server has accepted the input, and may change the state of
                the task later.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: UpdateTaskResult = await self._request(
            "tasks/update", {"task_id": task_id, "input_responses": input_responses}, meta, timeout
        )
        return result

    async def cancel_task(
        self,
        task_id: str,
        *,
        meta: dict[str, Any] | None = None,
        timeout: float | None = None,
    ) -> CancelTaskResult:
        """Ask the server to stop working on a task; the server may finish it all the same.

        Sends `tasks/cancel`.
        https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-cancellation

        Args:
            task_id: Id of the task, which the server chose and nobody can guess.
            meta: The `_meta` of the params, besides the members that a session adds.
            timeout: Seconds to wait for the response; by default those of the connection.

        Returns:
            CancelTaskResult: Answer to `tasks/cancel`: the server has received the request, and may act on it later.

        Raises:
            ProtocolError: the server responded with an error, or with a result that does not match the schema.
            TimeoutError: there was no response in time.
        """
        result: CancelTaskResult = await self._request("tasks/cancel", {"task_id": task_id}, meta, timeout)
        return result


class ServerCalls(revision_calls.ServerCalls):
    """Requests and notifications from a server of revision 2026-07-28 to a client."""

    extension: ClassVar[Extension | None] = EXTENSION
    revision: ClassVar[str] = "2026-07-28"
    role: ClassVar[Sender] = "server"

    async def notify_task_status(
        self,
        params: TaskStatusNotificationParams,
    ) -> None:
        """Tell a client that has subscribed to a task the state of that task.

        Sends `notifications/tasks`.
        https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md#task-status-notifications

        Args:
            params: Params of `notifications/tasks`: the task as `tasks/get` would return it.
        """
        await self._notify("notifications/tasks", params)


AnsweredCalls: TypeAlias = ClientCalls[Never]
"""The calls of a client that itself answers results that ask for input, so that no call returns such a result."""
