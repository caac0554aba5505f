"""The extension io.modelcontextprotocol/tasks: the types of its schema, handlers and calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...generated_code import check_version, lazy_exports

check_version(__name__, 1)

if TYPE_CHECKING:
    from .calls import ClientCalls, ServerCalls
    from .client import Client
    from .extension import EXTENSION
    from .handlers import ClientHandlers, ServerHandlers
    from .messages import is_notification, is_request, is_response
    from .states import (
        CancelledTask,
        CompletedTask,
        DetailedTask,
        FailedTask,
        InputRequiredTask,
        Task,
        TaskStatus,
        TaskTtlMs,
        TaskTtlMsInteger,
        WorkingTask,
    )
    from .subscriptions import (
        TaskStatusNotification,
        TaskStatusNotificationParams,
        TaskStatusNotificationParamsCancelled,
        TaskStatusNotificationParamsCompleted,
        TaskStatusNotificationParamsFailed,
        TaskStatusNotificationParamsInputRequired,
        TaskStatusNotificationParamsWorking,
        TaskSubscriptionAcknowledgedNotifications,
        TaskSubscriptionNotifications,
    )
    from .tasks import (
        CancelTaskRequest,
        CancelTaskRequestParams,
        CancelTaskResult,
        CreateTaskResult,
        GetTaskRequest,
        GetTaskRequestParams,
        GetTaskResult,
        GetTaskResultCancelled,
        GetTaskResultCompleted,
        GetTaskResultFailed,
        GetTaskResultInputRequired,
        GetTaskResultWorking,
        TasksExtensionCapability,
        UpdateTaskRequest,
        UpdateTaskRequestParams,
        UpdateTaskResult,
    )

__all__ = [
    "EXTENSION",
    "CancelTaskRequest",
    "CancelTaskRequestParams",
    "CancelTaskResult",
    "CancelledTask",
    "Client",
    "ClientCalls",
    "ClientHandlers",
    "CompletedTask",
    "CreateTaskResult",
    "DetailedTask",
    "FailedTask",
    "GetTaskRequest",
    "GetTaskRequestParams",
    "GetTaskResult",
    "GetTaskResultCancelled",
    "GetTaskResultCompleted",
    "GetTaskResultFailed",
    "GetTaskResultInputRequired",
    "GetTaskResultWorking",
    "InputRequiredTask",
    "ServerCalls",
    "ServerHandlers",
    "Task",
    "TaskStatus",
    "TaskStatusNotification",
    "TaskStatusNotificationParams",
    "TaskStatusNotificationParamsCancelled",
    "TaskStatusNotificationParamsCompleted",
    "TaskStatusNotificationParamsFailed",
    "TaskStatusNotificationParamsInputRequired",
    "TaskStatusNotificationParamsWorking",
    "TaskSubscriptionAcknowledgedNotifications",
    "TaskSubscriptionNotifications",
    "TaskTtlMs",
    "TaskTtlMsInteger",
    "TasksExtensionCapability",
    "UpdateTaskRequest",
    "UpdateTaskRequestParams",
    "UpdateTaskResult",
    "WorkingTask",
    "is_notification",
    "is_request",
    "is_response",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "calls": ("ClientCalls", "ServerCalls"),
            "client": ("Client",),
            "extension": ("EXTENSION",),
            "handlers": ("ClientHandlers", "ServerHandlers"),
            "messages": ("is_notification", "is_request", "is_response"),
            "states": (
                "CancelledTask",
                "CompletedTask",
                "DetailedTask",
                "FailedTask",
                "InputRequiredTask",
                "Task",
                "TaskStatus",
                "TaskTtlMs",
                "TaskTtlMsInteger",
                "WorkingTask",
            ),
            "subscriptions": (
                "TaskStatusNotification",
                "TaskStatusNotificationParams",
                "TaskStatusNotificationParamsCancelled",
                "TaskStatusNotificationParamsCompleted",
                "TaskStatusNotificationParamsFailed",
                "TaskStatusNotificationParamsInputRequired",
                "TaskStatusNotificationParamsWorking",
                "TaskSubscriptionAcknowledgedNotifications",
                "TaskSubscriptionNotifications",
            ),
            "tasks": (
                "CancelTaskRequest",
                "CancelTaskRequestParams",
                "CancelTaskResult",
                "CreateTaskResult",
                "GetTaskRequest",
                "GetTaskRequestParams",
                "GetTaskResult",
                "GetTaskResultCancelled",
                "GetTaskResultCompleted",
                "GetTaskResultFailed",
                "GetTaskResultInputRequired",
                "GetTaskResultWorking",
                "TasksExtensionCapability",
                "UpdateTaskRequest",
                "UpdateTaskRequestParams",
                "UpdateTaskResult",
            ),
        },
    )
