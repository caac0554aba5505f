"""Functions by which type checkers know the params or result of a parsed message.

The messages are those of revision 2025-11-25.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from ..generated_code import Notification, Request, Response

if TYPE_CHECKING:
    from typing import Literal, TypeGuard

    from ..generated_code import TypedNotification, TypedRequest, TypedResponse
    from . import (
        CallToolRequestParams,
        CallToolResult,
        CancelledNotificationParams,
        CancelTaskRequestParams,
        CancelTaskResult,
        CompleteRequestParams,
        CompleteResult,
        CreateMessageRequestParams,
        CreateMessageResult,
        CreateTaskResult,
        ElicitationCompleteNotificationParams,
        ElicitRequestParams,
        ElicitResult,
        EmptyResult,
        GetPromptRequestParams,
        GetPromptResult,
        GetTaskPayloadRequestParams,
        GetTaskPayloadResult,
        GetTaskRequestParams,
        GetTaskResult,
        InitializeRequestParams,
        InitializeResult,
        ListPromptsResult,
        ListResourcesResult,
        ListResourceTemplatesResult,
        ListRootsResult,
        ListTasksResult,
        ListToolsResult,
        LoggingMessageNotificationParams,
        NotificationParams,
        PaginatedRequestParams,
        ProgressNotificationParams,
        ReadResourceRequestParams,
        ReadResourceResult,
        RequestParams,
        ResourceUpdatedNotificationParams,
        SetLevelRequestParams,
        SubscribeRequestParams,
        TaskStatusNotificationParams,
        UnsubscribeRequestParams,
    )


@overload
def is_notification(
    message: object, method: Literal["notifications/cancelled"]
) -> TypeGuard[TypedNotification[CancelledNotificationParams]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/initialized"]
) -> TypeGuard[TypedNotification[NotificationParams | None]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/progress"]
) -> TypeGuard[TypedNotification[ProgressNotificationParams]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/tasks/status"]
) -> TypeGuard[TypedNotification[TaskStatusNotificationParams]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/roots/list_changed"]
) -> TypeGuard[TypedNotification[NotificationParams | None]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/resources/list_changed"]
) -> TypeGuard[TypedNotification[NotificationParams | None]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/resources/updated"]
) -> TypeGuard[TypedNotification[ResourceUpdatedNotificationParams]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/prompts/list_changed"]
) -> TypeGuard[TypedNotification[NotificationParams | None]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/tools/list_changed"]
) -> TypeGuard[TypedNotification[NotificationParams | None]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/message"]
) -> TypeGuard[TypedNotification[LoggingMessageNotificationParams]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/elicitation/complete"]
) -> TypeGuard[TypedNotification[ElicitationCompleteNotificationParams]]: ...
def is_notification(message: object, method: str) -> bool:
    """Return whether a message is a notification with this method. If so, type checkers know the type of its `params`.

    Args:
        message: A message that `parse` returned, of this revision without extensions. The function
            does not check this.
        method: The method.
    """
    return isinstance(message, Notification) and message.known and message.method == method


@overload
def is_request(message: object, method: Literal["initialize"]) -> TypeGuard[TypedRequest[InitializeRequestParams]]: ...
@overload
def is_request(message: object, method: Literal["ping"]) -> TypeGuard[TypedRequest[RequestParams | None]]: ...
@overload
def is_request(
    message: object, method: Literal["resources/list"]
) -> TypeGuard[TypedRequest[PaginatedRequestParams | None]]: ...
@overload
def is_request(
    message: object, method: Literal["resources/templates/list"]
) -> TypeGuard[TypedRequest[PaginatedRequestParams | None]]: ...
@overload
def is_request(
    message: object, method: Literal["resources/read"]
) -> TypeGuard[TypedRequest[ReadResourceRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["resources/subscribe"]
) -> TypeGuard[TypedRequest[SubscribeRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["resources/unsubscribe"]
) -> TypeGuard[TypedRequest[UnsubscribeRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["prompts/list"]
) -> TypeGuard[TypedRequest[PaginatedRequestParams | None]]: ...
@overload
def is_request(message: object, method: Literal["prompts/get"]) -> TypeGuard[TypedRequest[GetPromptRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["tools/list"]
) -> TypeGuard[TypedRequest[PaginatedRequestParams | None]]: ...
@overload
def is_request(message: object, method: Literal["tools/call"]) -> TypeGuard[TypedRequest[CallToolRequestParams]]: ...
@overload
def is_request(message: object, method: Literal["tasks/get"]) -> TypeGuard[TypedRequest[GetTaskRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["tasks/result"]
) -> TypeGuard[TypedRequest[GetTaskPayloadRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["tasks/cancel"]
) -> TypeGuard[TypedRequest[CancelTaskRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["tasks/list"]
) -> TypeGuard[TypedRequest[PaginatedRequestParams | None]]: ...
@overload
def is_request(
    message: object, method: Literal["logging/setLevel"]
) -> TypeGuard[TypedRequest[SetLevelRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["completion/complete"]
) -> TypeGuard[TypedRequest[CompleteRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["sampling/createMessage"]
) -> TypeGuard[TypedRequest[CreateMessageRequestParams]]: ...
@overload
def is_request(message: object, method: Literal["roots/list"]) -> TypeGuard[TypedRequest[RequestParams | None]]: ...
@overload
def is_request(
    message: object, method: Literal["elicitation/create"]
) -> TypeGuard[TypedRequest[ElicitRequestParams]]: ...
def is_request(message: object, method: str) -> bool:
    """Return whether a message is a request with this method. If so, type checkers know the type of its `params`.

    Args:
        message: A message that `parse` returned, of this revision without extensions. The function
            does not check this.
        method: The method.
    """
    return isinstance(message, Request) and message.method == method


@overload
def is_response(message: object, method: Literal["initialize"]) -> TypeGuard[TypedResponse[InitializeResult]]: ...
@overload
def is_response(message: object, method: Literal["ping"]) -> TypeGuard[TypedResponse[EmptyResult]]: ...
@overload
def is_response(
    message: object, method: Literal["resources/list"]
) -> TypeGuard[TypedResponse[ListResourcesResult]]: ...
@overload
def is_response(
    message: object, method: Literal["resources/templates/list"]
) -> TypeGuard[TypedResponse[ListResourceTemplatesResult]]: ...
@overload
def is_response(message: object, method: Literal["resources/read"]) -> TypeGuard[TypedResponse[ReadResourceResult]]: ...
@overload
def is_response(message: object, method: Literal["resources/subscribe"]) -> TypeGuard[TypedResponse[EmptyResult]]: ...
@overload
def is_response(message: object, method: Literal["resources/unsubscribe"]) -> TypeGuard[TypedResponse[EmptyResult]]: ...
@overload
def is_response(message: object, method: Literal["prompts/list"]) -> TypeGuard[TypedResponse[ListPromptsResult]]: ...
@overload
def is_response(message: object, method: Literal["prompts/get"]) -> TypeGuard[TypedResponse[GetPromptResult]]: ...
@overload
def is_response(message: object, method: Literal["tools/list"]) -> TypeGuard[TypedResponse[ListToolsResult]]: ...
@overload
def is_response(
    message: object, method: Literal["tools/call"]
) -> TypeGuard[TypedResponse[CallToolResult | CreateTaskResult]]: ...
@overload
def is_response(message: object, method: Literal["tasks/get"]) -> TypeGuard[TypedResponse[GetTaskResult]]: ...
@overload
def is_response(message: object, method: Literal["tasks/result"]) -> TypeGuard[TypedResponse[GetTaskPayloadResult]]: ...
@overload
def is_response(message: object, method: Literal["tasks/cancel"]) -> TypeGuard[TypedResponse[CancelTaskResult]]: ...
@overload
def is_response(message: object, method: Literal["tasks/list"]) -> TypeGuard[TypedResponse[ListTasksResult]]: ...
@overload
def is_response(message: object, method: Literal["logging/setLevel"]) -> TypeGuard[TypedResponse[EmptyResult]]: ...
@overload
def is_response(
    message: object, method: Literal["completion/complete"]
) -> TypeGuard[TypedResponse[CompleteResult]]: ...
@overload
def is_response(
    message: object, method: Literal["sampling/createMessage"]
) -> TypeGuard[TypedResponse[CreateMessageResult | CreateTaskResult]]: ...
@overload
def is_response(message: object, method: Literal["roots/list"]) -> TypeGuard[TypedResponse[ListRootsResult]]: ...
@overload
def is_response(
    message: object, method: Literal["elicitation/create"]
) -> TypeGuard[TypedResponse[ElicitResult | CreateTaskResult]]: ...
def is_response(message: object, method: str) -> bool:
    """Return whether a message is a response to a request with this method. If so, type checkers know the type of its `result`.

    Args:
        message: A message that `parse` returned, of this revision without extensions. The function
            does not check this.
        method: The method of the request.
    """
    return isinstance(message, Response) and message.method == method
