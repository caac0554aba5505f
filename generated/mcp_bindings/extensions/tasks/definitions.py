"""The names of the definitions of the extension io.modelcontextprotocol/tasks.

Importing this module imports no models.
"""

from __future__ import annotations

DEFINITIONS: dict[str, str] = {
    "CancelTaskRequest": "CancelTaskRequest",
    "CancelTaskResult": "CancelTaskResult",
    "CancelledTask": "CancelledTask",
    "CompletedTask": "CompletedTask",
    "CreateTaskResult": "CreateTaskResult",
    "DetailedTask": "DetailedTask",
    "FailedTask": "FailedTask",
    "GetTaskRequest": "GetTaskRequest",
    "GetTaskResult": "GetTaskResult",
    "InputRequiredTask": "InputRequiredTask",
    "Task": "Task",
    "TaskStatusNotificationParams": "TaskStatusNotificationParams",
    "TaskStatusNotification": "TaskStatusNotification",
    "TaskStatus": "TaskStatus",
    "TaskSubscriptionAcknowledgedNotifications": "TaskSubscriptionAcknowledgedNotifications",
    "TaskSubscriptionNotifications": "TaskSubscriptionNotifications",
    "TasksExtensionCapability": "TasksExtensionCapability",
    "UpdateTaskRequest": "UpdateTaskRequest",
    "UpdateTaskResult": "UpdateTaskResult",
    "WorkingTask": "WorkingTask",
}
"""The name of the class or alias of each definition, by name of the definition in the schema."""
