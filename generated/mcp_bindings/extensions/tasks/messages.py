"""Functions by which type checkers know the params or result of a parsed message.

The messages are those of revision 2026-07-28 with the extension io.modelcontextprotocol/tasks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from ...generated_code import Notification, Request, Response

if TYPE_CHECKING:
    from typing import Literal, TypeGuard

    from ...generated_code import TypedNotification, TypedRequest, TypedResponse
    from ...v2026_07_28 import CallToolResult, InputRequiredResult
    from . import (
        CancelTaskRequestParams,
        CancelTaskResult,
        CreateTaskResult,
        GetTaskRequestParams,
        GetTaskResult,
        TaskStatusNotificationParams,
        UpdateTaskRequestParams,
        UpdateTaskResult,
    )


def is_notification(
    message: object, method: Literal["notifications/tasks"]
) -> TypeGuard[TypedNotification[TaskStatusNotificationParams]]:
    """Return whether a message is a notification with this method. If so, type checkers know the type of its `params`.

    Args:
        message: A message that `parse` returned, of this revision and extension. The function
            does not check this.
        method: The method.
    """
    return isinstance(message, Notification) and message.known and message.method == method


@overload
def is_request(message: object, method: Literal["tasks/get"]) -> TypeGuard[TypedRequest[GetTaskRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["tasks/update"]
) -> TypeGuard[TypedRequest[UpdateTaskRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["tasks/cancel"]
) -> TypeGuard[TypedRequest[CancelTaskRequestParams]]: ...
def is_request(message: object, method: str) -> bool:
    """Return whether a message is a request with this method. If so, type checkers know the type of its `params`.

    Args:
        message: A message that `parse` returned, of this revision and extension. The function
            does not check this.
        method: The method.
    """
    return isinstance(message, Request) and message.method == method


@overload
def is_response(message: object, method: Literal["tasks/get"]) -> TypeGuard[TypedResponse[GetTaskResult]]: ...
@overload
def is_response(message: object, method: Literal["tasks/update"]) -> TypeGuard[TypedResponse[UpdateTaskResult]]: ...
@overload
def is_response(message: object, method: Literal["tasks/cancel"]) -> TypeGuard[TypedResponse[CancelTaskResult]]: ...
@overload
def is_response(
    message: object, method: Literal["tools/call"]
) -> TypeGuard[TypedResponse[CallToolResult | InputRequiredResult | CreateTaskResult]]: ...
def is_response(message: object, method: str) -> bool:
    """Return whether a message is a response to a request with this method. If so, type checkers know the type of its `result`.

    Args:
        message: A message that `parse` returned, of this revision and extension. The function
            does not check this.
        method: The method of the request.
    """
    return isinstance(message, Response) and message.method == method
