"""The types of the extension io.modelcontextprotocol/tasks: states.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ...generated_code import Integer, Omittable, OneOf
from ...v2026_07_28 import Error, InputRequests
from .base import WireModel


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

    ttl_ms: "TaskTtlMs"
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

    ttl_ms: "TaskTtlMs"
    """Milliseconds that the task is kept, counted from its creation; null means forever."""

    poll_interval_ms: Omittable[Integer] = Field(default=None, ge=-9007199254740991, le=9007199254740991)
    """Milliseconds that the client should wait before it asks for the task again."""

    result: dict[str, Any]
    """Result of the request, of the type that its method has."""


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

    ttl_ms: "TaskTtlMs"
    """Milliseconds that the task is kept, counted from its creation; null means forever."""

    poll_interval_ms: Omittable[Integer] = Field(default=None, ge=-9007199254740991, le=9007199254740991)
    """Milliseconds that the client should wait before it asks for the task again."""


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

    ttl_ms: "TaskTtlMs"
    """Milliseconds that the task is kept, counted from its creation; null means forever."""

    poll_interval_ms: Omittable[Integer] = Field(default=None, ge=-9007199254740991, le=9007199254740991)
    """Milliseconds that the client should wait before it asks for the task again."""

    input_requests: InputRequests
    """All outstanding requests for input from the client, without which the task cannot go on."""


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

    ttl_ms: "TaskTtlMs"
    """Milliseconds that the task is kept, counted from its creation; null means forever."""

    poll_interval_ms: Omittable[Integer] = Field(default=None, ge=-9007199254740991, le=9007199254740991)
    """Milliseconds that the client should wait before it asks for the task again."""

    error: Error
    """JSON-RPC error that the request has ended with."""


DetailedTask: typing.TypeAlias = typing.Annotated[
    WorkingTask | InputRequiredTask | CompletedTask | FailedTask | CancelledTask, OneOf("status")
]
"""A task in any state, with what belongs to that state.

Schema `#/$defs/DetailedTask`.
https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
"""

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


class Task(WireModel):
    """Work that goes on after the response to its request; a client polls its state and result.

    Schema `#/$defs/Task`.
    https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
    """

    task_id: str
    """Id of the task, which the server chose and nobody can guess."""

    status: "TaskStatus"
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


TaskStatus: typing.TypeAlias = (
    Literal["working"] | Literal["input_required"] | Literal["completed"] | Literal["failed"] | Literal["cancelled"]
)
"""State of a task; `completed`, `failed` and `cancelled` are final.

Schema `#/$defs/TaskStatus`.
https://github.com/modelcontextprotocol/ext-tasks/blob/e4345978be1f602f1fc48d89051e8559dd5302a6/specification/draft/tasks.md
"""
