"""The types of revision 2025-03-26: sides.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing

from ..generated_code import OneOf
from .common_types import Result
from .completion import CompleteRequest, CompleteResult
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
from .tools import CallToolRequest, CallToolResult, ListToolsRequest, ListToolsResult, ToolListChangedNotification

ClientNotification: typing.TypeAlias = typing.Annotated[
    CancelledNotification | InitializedNotification | ProgressNotification | RootsListChangedNotification,
    OneOf("method"),
]
"""Any notification that a client may send.

Sent by the client. Since 2024-11-05.
Schema `#/$defs/ClientNotification`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
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
    | SetLevelRequest
    | CompleteRequest,
    OneOf("method"),
]
"""Any request that a client may send.

Sent by the client. Since 2024-11-05.
Schema `#/$defs/ClientRequest`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""

ClientResult: typing.TypeAlias = typing.Annotated[Result | CreateMessageResult | ListRootsResult, OneOf()]
"""Any result that a client may return.

Sent by the client. Since 2024-11-05.
Schema `#/$defs/ClientResult`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""

ServerNotification: typing.TypeAlias = typing.Annotated[
    CancelledNotification
    | ProgressNotification
    | ResourceListChangedNotification
    | ResourceUpdatedNotification
    | PromptListChangedNotification
    | ToolListChangedNotification
    | LoggingMessageNotification,
    OneOf("method"),
]
"""Any notification that a server may send.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/ServerNotification`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""

ServerRequest: typing.TypeAlias = typing.Annotated[
    PingRequest | CreateMessageRequest | ListRootsRequest, OneOf("method")
]
"""Any request that a server may send.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/ServerRequest`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
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
    | CompleteResult,
    OneOf(),
]
"""Any result that a server may return.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/ServerResult`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""
