"""The types of revision 2025-11-25: tasks.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ..generated_code import Integer, Omittable
from .base import WireModel
from .common_types import PaginatedRequestParams, ProgressToken, RequestId


class CancelTaskRequest(WireModel):
    """Ask the other side to stop working on a task.

    Carries `tasks/cancel`. Sent by either side. Since 2025-11-25.
    Schema `#/$defs/CancelTaskRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#canceltaskrequest
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
    """Params of `tasks/cancel`: the task to stop.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/CancelTaskRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#canceltaskrequest
    """

    task_id: str
    """Id of the task to stop."""


class CancelTaskResult(WireModel):
    """Answer to `tasks/cancel`: the task as it stands now.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/CancelTaskResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#canceltaskresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    created_at: str
    """Time at which the task was created, in ISO 8601."""

    last_updated_at: str
    """Time of the last change of the task, in ISO 8601."""

    poll_interval: Omittable[Integer] = None
    """Suggested number of milliseconds between polls."""

    status: "TaskStatus"
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    task_id: str
    """Id that the receiver of the request gave to the task; opaque."""

    ttl: Integer | None
    """Milliseconds for which the task is kept, counted from its creation; null means forever."""


class GetTaskPayloadRequest(WireModel):
    """Ask for the outcome of a task; the answer comes once the task has ended.

    Carries `tasks/result`. Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskPayloadRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskpayloadrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tasks/result"] = "tasks/result"
    """Name of the method."""

    params: "GetTaskPayloadRequestParams"
    """Details that go with the method."""


class GetTaskPayloadRequestParams(WireModel):
    """Params of `tasks/result`: the task whose outcome is wanted.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskPayloadRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskpayloadrequest
    """

    task_id: str
    """Id of the task whose outcome is wanted."""


class GetTaskPayloadResult(WireModel):
    """Result of the original request; its members depend on that request.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskPayloadResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskpayloadresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data; names the task under `io.modelcontextprotocol/related-task`."""


class GetTaskRequest(WireModel):
    """Ask for the state of a task.

    Carries `tasks/get`. Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskrequest
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
    """Params of `tasks/get`: the task to look up.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskrequest
    """

    task_id: str
    """Id of the task to look up."""


class GetTaskResult(WireModel):
    """Answer to `tasks/get`: the task as it stands now.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    created_at: str
    """Time at which the task was created, in ISO 8601."""

    last_updated_at: str
    """Time of the last change of the task, in ISO 8601."""

    poll_interval: Omittable[Integer] = None
    """Suggested number of milliseconds between polls."""

    status: "TaskStatus"
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    task_id: str
    """Id that the receiver of the request gave to the task; opaque."""

    ttl: Integer | None
    """Milliseconds for which the task is kept, counted from its creation; null means forever."""


class ListTasksRequest(WireModel):
    """Ask for the tasks that the other side knows of.

    Carries `tasks/list`. Sent by either side. Since 2025-11-25.
    Schema `#/$defs/ListTasksRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listtasksrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tasks/list"] = "tasks/list"
    """Name of the method."""

    params: Omittable[PaginatedRequestParams] = None
    """Details that go with the method."""


class ListTasksResult(WireModel):
    """Answer to `tasks/list`: one page of tasks.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/ListTasksResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listtasksresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    tasks: "list[Task]"
    """Tasks on this page."""


TaskStatus: typing.TypeAlias = Literal["cancelled", "completed", "failed", "input_required", "working"]
"""State of a task; `completed`, `failed` and `cancelled` are final.

Sent by either side. Since 2025-11-25.
Schema `#/$defs/TaskStatus`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#taskstatus
"""


class Task(WireModel):
    """A request that runs in the background, to be polled for its state and outcome.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/Task`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#task
    """

    created_at: str
    """Time at which the task was created, in ISO 8601."""

    last_updated_at: str
    """Time of the last change of the task, in ISO 8601."""

    poll_interval: Omittable[Integer] = None
    """Suggested number of milliseconds between polls."""

    status: TaskStatus
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    task_id: str
    """Id that the receiver of the request gave to the task; opaque."""

    ttl: Integer | None
    """Milliseconds for which the task is kept, counted from its creation; null means forever."""


class TaskStatusNotification(WireModel):
    """Tell the side that asked for a task how it stands; optional, so keep polling.

    Carries `notifications/tasks/status`. Sent by either side. Since 2025-11-25.
    Schema `#/$defs/TaskStatusNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskstatusnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/tasks/status"] = "notifications/tasks/status"
    """Name of the method."""

    params: "TaskStatusNotificationParams"
    """Details that go with the method."""


class TaskStatusNotificationParams(WireModel):
    """Params of `notifications/tasks/status`: the task as it stands now.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/TaskStatusNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskstatusnotificationparams
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    created_at: str
    """Time at which the task was created, in ISO 8601."""

    last_updated_at: str
    """Time of the last change of the task, in ISO 8601."""

    poll_interval: Omittable[Integer] = None
    """Suggested number of milliseconds between polls."""

    status: TaskStatus
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    task_id: str
    """Id that the receiver of the request gave to the task; opaque."""

    ttl: Integer | None
    """Milliseconds for which the task is kept, counted from its creation; null means forever."""


class CreateTaskResult(WireModel):
    """Immediate answer to a request that now runs as a task.

    Since 2025-11-25.
    Schema `#/$defs/CreateTaskResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createtaskresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    task: Task
    """The new task; look it up with `tasks/get`."""


class RelatedTaskMetadata(WireModel):
    """Link from a message to a task, under `io.modelcontextprotocol/related-task` in `_meta`.

    Since 2025-11-25.
    Schema `#/$defs/RelatedTaskMetadata`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#relatedtaskmetadata
    """

    task_id: str
    """Id of the task that the message belongs to."""


class TaskAugmentedRequestParamsMeta(WireModel):
    """Metadata of a request that may run as a task.

    Since 2025-11-25.
    Schema `#/$defs/TaskAugmentedRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskaugmentedrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class TaskAugmentedRequestParams(WireModel):
    """Base of params that can ask to run the request as a task.

    Since 2025-11-25.
    Schema `#/$defs/TaskAugmentedRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskaugmentedrequestparams
    """

    meta: Omittable[TaskAugmentedRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    task: Omittable["TaskMetadata"] = None
    """Present to run the request as a task; the answer is then a `CreateTaskResult`."""


class TaskMetadata(WireModel):
    """Wish to run a request as a task, and the time to keep the task.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/TaskMetadata`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskmetadata
    """

    ttl: Omittable[Integer] = None
    """Milliseconds to keep the task, counted from its creation; the receiver may override it."""
