"""The types of the extension io.modelcontextprotocol/tasks: subscriptions.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ...generated_code import Integer, Omittable, OneOf
from ...v2026_07_28 import Error, InputRequests, NotificationMetaObject
from .base import WireModel
from .states import TaskTtlMs


class TaskStatusNotification(WireModel):
    """Tell a client that has subscribed to a task the state of that task.

    Carries `notifications/tasks`.
    Schema `#/$defs/TaskStatusNotification`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/tasks"] = "notifications/tasks"
    """Name of the method."""

    params: "TaskStatusNotificationParams"
    """The task as it stands now."""


class TaskStatusNotificationParamsWorking(WireModel):
    """Params of `notifications/tasks` for a task that the server works on.

    Schema `#/$defs/TaskStatusNotificationParams/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""

    status: Literal["working"] = "working"
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    created_at: str
    """Time at which the task was created, in ISO 8601."""

    last_updated_at: str
    """Time of the last change of the task, in ISO 8601."""

    ttl_ms: TaskTtlMs
    """Milliseconds that the task is kept, counted from its creation; null means forever."""

    poll_interval_ms: Omittable[Integer] = Field(default=None, ge=-9007199254740991, le=9007199254740991)
    """Milliseconds that the client should wait before it asks for the task again."""

    meta: Omittable[NotificationMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class TaskStatusNotificationParamsInputRequired(WireModel):
    """Params of `notifications/tasks` for a task that waits for input.

    Schema `#/$defs/TaskStatusNotificationParams/anyOf/1`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""

    status: Literal["input_required"] = "input_required"
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    created_at: str
    """Time at which the task was created, in ISO 8601."""

    last_updated_at: str
    """Time of the last change of the task, in ISO 8601."""

    ttl_ms: TaskTtlMs
    """Milliseconds that the task is kept, counted from its creation; null means forever."""

    poll_interval_ms: Omittable[Integer] = Field(default=None, ge=-9007199254740991, le=9007199254740991)
    """Milliseconds that the client should wait before it asks for the task again."""

    input_requests: InputRequests
    """All outstanding requests for input from the client, without which the task cannot go on."""

    meta: Omittable[NotificationMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class TaskStatusNotificationParamsCompleted(WireModel):
    """Params of `notifications/tasks` for a task that has ended with a result.

    Schema `#/$defs/TaskStatusNotificationParams/anyOf/2`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""

    status: Literal["completed"] = "completed"
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    created_at: str
    """Time at which the task was created, in ISO 8601."""

    last_updated_at: str
    """Time of the last change of the task, in ISO 8601."""

    ttl_ms: TaskTtlMs
    """Milliseconds that the task is kept, counted from its creation; null means forever."""

    poll_interval_ms: Omittable[Integer] = Field(default=None, ge=-9007199254740991, le=9007199254740991)
    """Milliseconds that the client should wait before it asks for the task again."""

    result: dict[str, Any]
    """Result of the request, of the type that its method has."""

    meta: Omittable[NotificationMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class TaskStatusNotificationParamsFailed(WireModel):
    """Params of `notifications/tasks` for a task that has ended with a JSON-RPC error.

    Schema `#/$defs/TaskStatusNotificationParams/anyOf/3`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""

    status: Literal["failed"] = "failed"
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    created_at: str
    """Time at which the task was created, in ISO 8601."""

    last_updated_at: str
    """Time of the last change of the task, in ISO 8601."""

    ttl_ms: TaskTtlMs
    """Milliseconds that the task is kept, counted from its creation; null means forever."""

    poll_interval_ms: Omittable[Integer] = Field(default=None, ge=-9007199254740991, le=9007199254740991)
    """Milliseconds that the client should wait before it asks for the task again."""

    error: Error
    """JSON-RPC error that the request has ended with."""

    meta: Omittable[NotificationMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class TaskStatusNotificationParamsCancelled(WireModel):
    """Params of `notifications/tasks` for a task that was stopped.

    Schema `#/$defs/TaskStatusNotificationParams/anyOf/4`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""

    status: Literal["cancelled"] = "cancelled"
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    created_at: str
    """Time at which the task was created, in ISO 8601."""

    last_updated_at: str
    """Time of the last change of the task, in ISO 8601."""

    ttl_ms: TaskTtlMs
    """Milliseconds that the task is kept, counted from its creation; null means forever."""

    poll_interval_ms: Omittable[Integer] = Field(default=None, ge=-9007199254740991, le=9007199254740991)
    """Milliseconds that the client should wait before it asks for the task again."""

    meta: Omittable[NotificationMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


TaskStatusNotificationParams: typing.TypeAlias = typing.Annotated[
    TaskStatusNotificationParamsWorking
    | TaskStatusNotificationParamsInputRequired
    | TaskStatusNotificationParamsCompleted
    | TaskStatusNotificationParamsFailed
    | TaskStatusNotificationParamsCancelled,
    OneOf("status"),
]
"""Params of `notifications/tasks`: the task as `tasks/get` would return it.

Schema `#/$defs/TaskStatusNotificationParams`.
https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
"""


class TaskSubscriptionAcknowledgedNotifications(WireModel):
    """Part of an acknowledged filter: the tasks whose state the server reports.

    Schema `#/$defs/TaskSubscriptionAcknowledgedNotifications`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_ids: Omittable[list[str]] = None
    """Ids of the tasks."""


class TaskSubscriptionNotifications(WireModel):
    """Part of the filter of a subscription: the tasks whose state the client wants to know.

    Schema `#/$defs/TaskSubscriptionNotifications`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_ids: Omittable[list[str]] = None
    """Ids of the tasks."""
