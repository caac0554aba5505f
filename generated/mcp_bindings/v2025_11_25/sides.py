"""The types of revision 2025-11-25: sides.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing

from ..generated_code import OneOf
from .common_types import Result
from .completion import CompleteRequest, CompleteResult
from .elicitation import ElicitationCompleteNotification, ElicitRequest, ElicitResult
from .lifecycle import InitializedNotification, InitializeRequest, InitializeResult, PingRequest
from .logging import LoggingMessageNotification, SetLevelRequest
from .notifications import CancelledNotification, ProgressNotification
from .prompts import (
    GetPromptRequest,
    GetPromptResult,
    ListPromptsRequest,
    ListPromptsResult,
    PromptListChangedNotification,
)
from .resources import (
    ListResourcesRequest,
    ListResourcesResult,
    ListResourceTemplatesRequest,
    ListResourceTemplatesResult,
    ReadResourceRequest,
    ReadResourceResult,
    ResourceListChangedNotification,
    ResourceUpdatedNotification,
    SubscribeRequest,
    UnsubscribeRequest,
)
from .roots import ListRootsRequest, ListRootsResult, RootsListChangedNotification
from .sampling import CreateMessageRequest, CreateMessageResult
from .tasks import (
    CancelTaskRequest,
    CancelTaskResult,
    GetTaskPayloadRequest,
    GetTaskPayloadResult,
    GetTaskRequest,
    GetTaskResult,
    ListTasksRequest,
    ListTasksResult,
    TaskStatusNotification,
)
from .tools import CallToolRequest, CallToolResult, ListToolsRequest, ListToolsResult, ToolListChangedNotification

ClientNotification: typing.TypeAlias = typing.Annotated[
    CancelledNotification
    | InitializedNotification
    | ProgressNotification
    | TaskStatusNotification
    | RootsListChangedNotification,
    OneOf("method"),
]
"""Any notification that a client may send.

Sent by the client. Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/ClientNotification`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#clientnotification
"""

ClientRequest: typing.TypeAlias = typing.Annotated[
    InitializeRequest
    | PingRequest
    | ListResourcesRequest
    | ListResourceTemplatesRequest
    | ReadResourceRequest
    | SubscribeRequest
    | UnsubscribeRequest
    | ListPromptsRequest
    | GetPromptRequest
    | ListToolsRequest
    | CallToolRequest
    | GetTaskRequest
    | GetTaskPayloadRequest
    | CancelTaskRequest
    | ListTasksRequest
    | SetLevelRequest
    | CompleteRequest,
    OneOf("method"),
]
"""Any request that a client may send.

Sent by the client. Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/ClientRequest`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#clientrequest
"""

ClientResult: typing.TypeAlias = typing.Annotated[
    Result
    | GetTaskResult
    | GetTaskPayloadResult
    | CancelTaskResult
    | ListTasksResult
    | CreateMessageResult
    | ListRootsResult
    | ElicitResult,
    OneOf(),
]
"""Any result that a client may return.

Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
Schema `#/$defs/ClientResult`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#clientresult
"""

ServerNotification: typing.TypeAlias = typing.Annotated[
    CancelledNotification
    | ProgressNotification
    | ResourceListChangedNotification
    | ResourceUpdatedNotification
    | PromptListChangedNotification
    | ToolListChangedNotification
    | TaskStatusNotification
    | LoggingMessageNotification
    | ElicitationCompleteNotification,
    OneOf("method"),
]
"""Any notification that a server may send.

Sent by the server. Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/ServerNotification`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#servernotification
"""

ServerRequest: typing.TypeAlias = typing.Annotated[
    PingRequest
    | GetTaskRequest
    | GetTaskPayloadRequest
    | CancelTaskRequest
    | ListTasksRequest
    | CreateMessageRequest
    | ListRootsRequest
    | ElicitRequest,
    OneOf("method"),
]
"""Any request that a server may send.

Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
Schema `#/$defs/ServerRequest`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#serverrequest
"""

ServerResult: typing.TypeAlias = typing.Annotated[
    Result
    | InitializeResult
    | ListResourcesResult
    | ListResourceTemplatesResult
    | ReadResourceResult
    | ListPromptsResult
    | GetPromptResult
    | ListToolsResult
    | CallToolResult
    | GetTaskResult
    | GetTaskPayloadResult
    | CancelTaskResult
    | ListTasksResult
    | CompleteResult,
    OneOf(),
]
"""Any result that a server may return.

Sent by the server. Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/ServerResult`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#serverresult
"""
