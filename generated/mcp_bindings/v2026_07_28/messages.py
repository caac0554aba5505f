"""Functions by which type checkers know the params or result of a parsed message.

The messages are those of revision 2026-07-28.
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
        CompleteRequestParams,
        CompleteResult,
        DiscoverResult,
        GetPromptRequestParams,
        GetPromptResult,
        InputRequiredResult,
        ListPromptsResult,
        ListResourcesResult,
        ListResourceTemplatesResult,
        ListToolsResult,
        LoggingMessageNotificationParams,
        NotificationParams,
        PaginatedRequestParams,
        ProgressNotificationParams,
        ReadResourceRequestParams,
        ReadResourceResult,
        RequestParams,
        ResourceUpdatedNotificationParams,
        SubscriptionsAcknowledgedNotificationParams,
        SubscriptionsListenRequestParams,
        SubscriptionsListenResult,
    )


@overload
def is_notification(
    message: object, method: Literal["notifications/cancelled"]
) -> TypeGuard[TypedNotification[CancelledNotificationParams]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/progress"]
) -> TypeGuard[TypedNotification[ProgressNotificationParams]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/resources/list_changed"]
) -> TypeGuard[TypedNotification[NotificationParams | None]]: ...
@overload
def is_notification(
    message: object, method: Literal["notifications/subscriptions/acknowledged"]
) -> TypeGuard[TypedNotification[SubscriptionsAcknowledgedNotificationParams]]: ...
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
def is_notification(message: object, method: str) -> bool:
    """Return whether a message is a notification with this method. If so, type checkers know the type of its `params`.

    Args:
        message: A message that `parse` returned, of this revision without extensions. The function
            does not check this.
        method: The method.
    """
    return isinstance(message, Notification) and message.known and message.method == method


@overload
def is_request(message: object, method: Literal["server/discover"]) -> TypeGuard[TypedRequest[RequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["resources/list"]
) -> TypeGuard[TypedRequest[PaginatedRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["resources/templates/list"]
) -> TypeGuard[TypedRequest[PaginatedRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["resources/read"]
) -> TypeGuard[TypedRequest[ReadResourceRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["subscriptions/listen"]
) -> TypeGuard[TypedRequest[SubscriptionsListenRequestParams]]: ...
@overload
def is_request(message: object, method: Literal["prompts/list"]) -> TypeGuard[TypedRequest[PaginatedRequestParams]]: ...
@overload
def is_request(message: object, method: Literal["prompts/get"]) -> TypeGuard[TypedRequest[GetPromptRequestParams]]: ...
@overload
def is_request(message: object, method: Literal["tools/list"]) -> TypeGuard[TypedRequest[PaginatedRequestParams]]: ...
@overload
def is_request(message: object, method: Literal["tools/call"]) -> TypeGuard[TypedRequest[CallToolRequestParams]]: ...
@overload
def is_request(
    message: object, method: Literal["completion/complete"]
) -> TypeGuard[TypedRequest[CompleteRequestParams]]: ...
def is_request(message: object, method: str) -> bool:
    """Return whether a message is a request with this method. If so, type checkers know the type of its `params`.

    Args:
        message: A message that `parse` returned, of this revision without extensions. The function
            does not check this.
        method: The method.
    """
    return isinstance(message, Request) and message.method == method


@overload
def is_response(message: object, method: Literal["server/discover"]) -> TypeGuard[TypedResponse[DiscoverResult]]: ...
@overload
def is_response(
    message: object, method: Literal["resources/list"]
) -> TypeGuard[TypedResponse[ListResourcesResult]]: ...
@overload
def is_response(
    message: object, method: Literal["resources/templates/list"]
) -> TypeGuard[TypedResponse[ListResourceTemplatesResult]]: ...
@overload
def is_response(
    message: object, method: Literal["resources/read"]
) -> TypeGuard[TypedResponse[ReadResourceResult | InputRequiredResult]]: ...
@overload
def is_response(
    message: object, method: Literal["subscriptions/listen"]
) -> TypeGuard[TypedResponse[SubscriptionsListenResult]]: ...
@overload
def is_response(message: object, method: Literal["prompts/list"]) -> TypeGuard[TypedResponse[ListPromptsResult]]: ...
@overload
def is_response(
    message: object, method: Literal["prompts/get"]
) -> TypeGuard[TypedResponse[GetPromptResult | InputRequiredResult]]: ...
@overload
def is_response(message: object, method: Literal["tools/list"]) -> TypeGuard[TypedResponse[ListToolsResult]]: ...
@overload
def is_response(
    message: object, method: Literal["tools/call"]
) -> TypeGuard[TypedResponse[CallToolResult | InputRequiredResult]]: ...
@overload
def is_response(
    message: object, method: Literal["completion/complete"]
) -> TypeGuard[TypedResponse[CompleteResult]]: ...
def is_response(message: object, method: str) -> bool:
    """Return whether a message is a response to a request with this method. If so, type checkers know the type of its `result`.

    Args:
        message: A message that `parse` returned, of this revision without extensions. The function
            does not check this.
        method: The method of the request.
    """
    return isinstance(message, Response) and message.method == method
