"""The types of the extension io.modelcontextprotocol/tasks: one class or alias for each definition of its schema.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how they are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ...generated_code import Integer, Omittable, OneOf
from ...v2026_07_28.models import (
    Error,
    InputRequests,
    InputResponses,
    NotificationMetaObject,
    RequestId,
    ResultMetaObject,
)
from .base import WireModel


class CancelTaskRequestParams(WireModel):
    """Params of `tasks/cancel`: which task to stop.

    Schema `#/$defs/CancelTaskRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""


class CancelTaskRequest(WireModel):
    """Ask the server to stop working on a task; the server may finish it all the same.

    Carries `tasks/cancel`.
    Schema `#/$defs/CancelTaskRequest`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tasks/cancel"] = "tasks/cancel"
    """Name of the method."""

    params: CancelTaskRequestParams
    """Details that go with the method."""


class CancelTaskResult(WireModel):
    """Answer to `tasks/cancel`: the server knows of the wish, and may act on it later.

    Schema `#/$defs/CancelTaskResult`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class GetTaskRequestParams(WireModel):
    """Params of `tasks/get`: which task to look up.

    Schema `#/$defs/GetTaskRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""


class GetTaskRequest(WireModel):
    """Ask how a task is doing.

    Carries `tasks/get`.
    Schema `#/$defs/GetTaskRequest`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tasks/get"] = "tasks/get"
    """Name of the method."""

    params: GetTaskRequestParams
    """Details that go with the method."""


TaskTtlMsInteger: typing.TypeAlias = typing.Annotated[Integer, Field(ge=-9007199254740991, le=9007199254740991)]
"""Milliseconds that a task is kept, counted from its creation.

Schema `#/$defs/Task/properties/ttlMs/anyOf/0`.
https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
"""

TaskTtlMs: typing.TypeAlias = typing.Annotated[TaskTtlMsInteger | None, OneOf()]
"""Milliseconds that a task is kept, counted from its creation; null means forever.

Schema `#/$defs/Task/properties/ttlMs`.
https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
"""

TaskStatus: typing.TypeAlias = (
    Literal["working"] | Literal["input_required"] | Literal["completed"] | Literal["failed"] | Literal["cancelled"]
)
"""State of a task; `completed`, `failed` and `cancelled` are final.

Schema `#/$defs/TaskStatus`.
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


class TasksExtensionCapability(WireModel, extra="forbid"):
    """Declares the extension; it has no settings.

    Schema `#/$defs/TasksExtensionCapability`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """


class UpdateTaskResult(WireModel):
    """Answer to `tasks/update`: the server has taken the input, and the state of the task may follow later.

    Schema `#/$defs/UpdateTaskResult`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class WorkingTask(WireModel):
    """A task that the server works on.

    Schema `#/$defs/WorkingTask`.
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


class CancelledTask(WireModel):
    """A task that was stopped before its end.

    Schema `#/$defs/CancelledTask`.
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


class CompletedTask(WireModel):
    """A task that has ended with a result.

    Schema `#/$defs/CompletedTask`.
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


class CreateTaskResult(WireModel):
    """Answer to a request that goes on as a task, in place of its usual result.

    Schema `#/$defs/CreateTaskResult`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: Literal["task"] = "task"
    """Kind of result: `complete`, unless an extension defines another value."""

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""

    status: TaskStatus
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


class FailedTask(WireModel):
    """A task whose request has ended with a JSON-RPC error.

    Schema `#/$defs/FailedTask`.
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


class GetTaskResultWorking(WireModel):
    """Answer to `tasks/get` for a task that the server works on.

    Schema `#/$defs/GetTaskResult/anyOf/0`.
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

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class GetTaskResultCompleted(WireModel):
    """Answer to `tasks/get` for a task that has ended with a result.

    Schema `#/$defs/GetTaskResult/anyOf/2`.
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

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class GetTaskResultFailed(WireModel):
    """Answer to `tasks/get` for a task that has ended with a JSON-RPC error.

    Schema `#/$defs/GetTaskResult/anyOf/3`.
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

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class GetTaskResultCancelled(WireModel):
    """Answer to `tasks/get` for a task that was stopped.

    Schema `#/$defs/GetTaskResult/anyOf/4`.
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

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class Task(WireModel):
    """A request that the server works on after it has answered it, to be polled for its state and result.

    Schema `#/$defs/Task`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""

    status: TaskStatus
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


class UpdateTaskRequestParams(WireModel):
    """Params of `tasks/update`: the task and the input for it.

    Schema `#/$defs/UpdateTaskRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""

    input_responses: InputResponses
    """Input, by the keys of the `inputRequests` of the task; it may be a part of what is outstanding."""


class UpdateTaskRequest(WireModel):
    """Give the server input that a task waits for.

    Carries `tasks/update`.
    Schema `#/$defs/UpdateTaskRequest`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tasks/update"] = "tasks/update"
    """Name of the method."""

    params: UpdateTaskRequestParams
    """Details that go with the method."""


class GetTaskResultInputRequired(WireModel):
    """Answer to `tasks/get` for a task that waits for input from the client.

    Schema `#/$defs/GetTaskResult/anyOf/1`.
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

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


GetTaskResult: typing.TypeAlias = typing.Annotated[
    GetTaskResultWorking
    | GetTaskResultInputRequired
    | GetTaskResultCompleted
    | GetTaskResultFailed
    | GetTaskResultCancelled,
    OneOf("status"),
]
"""Answer to `tasks/get`: the task as it stands now, with what belongs to its state.

Schema `#/$defs/GetTaskResult`.
https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
"""


class InputRequiredTask(WireModel):
    """A task that waits for input from the client.

    Schema `#/$defs/InputRequiredTask`.
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


class TaskStatusNotification(WireModel):
    """Tell a client that has subscribed to a task how it stands.

    Carries `notifications/tasks`.
    Schema `#/$defs/TaskStatusNotification`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/tasks"] = "notifications/tasks"
    """Name of the method."""

    params: TaskStatusNotificationParams
    """The task as it stands now."""


DetailedTask: typing.TypeAlias = typing.Annotated[
    WorkingTask | InputRequiredTask | CompletedTask | FailedTask | CancelledTask, OneOf("status")
]
"""A task in any state, with what belongs to that state.

Schema `#/$defs/DetailedTask`.
https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
"""
