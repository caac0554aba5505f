"""The types of the extension io.modelcontextprotocol/tasks: tasks.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ...generated_code import Integer, Omittable, OneOf
from ...v2026_07_28 import Error, InputRequests, InputResponses, RequestId, ResultMetaObject
from .base import WireModel
from .states import TaskStatus, TaskTtlMs


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

    params: "CancelTaskRequestParams"
    """Details that go with the method."""


class CancelTaskRequestParams(WireModel):
    """Params of `tasks/cancel`: which task to stop.

    Schema `#/$defs/CancelTaskRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""


class CancelTaskResult(WireModel):
    """Answer to `tasks/cancel`: the server has received the request, and may act on it later.

    Schema `#/$defs/CancelTaskResult`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class GetTaskRequest(WireModel):
    """Ask for the state of a task.

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

    params: "GetTaskRequestParams"
    """Details that go with the method."""


class GetTaskRequestParams(WireModel):
    """Params of `tasks/get`: which task to look up.

    Schema `#/$defs/GetTaskRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""


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

    params: "UpdateTaskRequestParams"
    """Details that go with the method."""


class UpdateTaskRequestParams(WireModel):
    """Params of `tasks/update`: the task and the input for it.

    Schema `#/$defs/UpdateTaskRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""

    input_responses: InputResponses
    """Input, by the keys of the `inputRequests` of the task; it may answer only some of the outstanding requests."""


class UpdateTaskResult(WireModel):
    """Answer to `tasks/update`: the server has accepted the input, and may change the state of the task later.

    Schema `#/$defs/UpdateTaskResult`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


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


class TasksExtensionCapability(WireModel, extra="forbid"):
    """Declares the extension; it has no settings.

    Schema `#/$defs/TasksExtensionCapability`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """
