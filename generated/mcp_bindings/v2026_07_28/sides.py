"""The types of revision 2026-07-28: sides.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Literal

from ..generated_code import OneOf
from .base import WireModel
from .common_types import Result
from .completion import CompleteRequest, CompleteResult
from .input import InputRequiredResult
from .lifecycle import DiscoverRequest, DiscoverResult
from .logging import LoggingMessageNotification
from .notifications import CancelledNotification, CancelledNotificationParams, ProgressNotification
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
)
from .subscriptions import SubscriptionsAcknowledgedNotification, SubscriptionsListenRequest, SubscriptionsListenResult
from .tools import CallToolRequest, CallToolResult, ListToolsRequest, ListToolsResult, ToolListChangedNotification


class ClientNotification(WireModel):
    """The one notification that a client may send: it withdraws a request.

    Carries `notifications/cancelled`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ClientNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Name of the method."""

    params: CancelledNotificationParams
    """Details that go with the method."""


ClientRequest: typing.TypeAlias = typing.Annotated[
    DiscoverRequest
    | ListResourcesRequest
    | ListResourceTemplatesRequest
    | ReadResourceRequest
    | SubscriptionsListenRequest
    | ListPromptsRequest
    | GetPromptRequest
    | ListToolsRequest
    | CallToolRequest
    | CompleteRequest,
    OneOf("method"),
]
"""Any request that a client may send.

Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
Schema `#/$defs/ClientRequest`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#clientrequest
"""

ClientResult: typing.TypeAlias = Result
"""Not in use: clients receive no requests, so they return no results.

Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
Schema `#/$defs/ClientResult`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#clientresult
"""

ServerNotification: typing.TypeAlias = typing.Annotated[
    CancelledNotification
    | ProgressNotification
    | ResourceListChangedNotification
    | SubscriptionsAcknowledgedNotification
    | ResourceUpdatedNotification
    | PromptListChangedNotification
    | ToolListChangedNotification
    | LoggingMessageNotification,
    OneOf("method"),
]
"""Any notification that a server may send.

Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
Schema `#/$defs/ServerNotification`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#servernotification
"""

ServerResult: typing.TypeAlias = typing.Annotated[
    Result
    | InputRequiredResult
    | DiscoverResult
    | ListResourcesResult
    | ListResourceTemplatesResult
    | ReadResourceResult
    | SubscriptionsListenResult
    | ListPromptsResult
    | GetPromptResult
    | ListToolsResult
    | CallToolResult
    | CompleteResult,
    OneOf(),
]
"""Any result that a server may return.

Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
Schema `#/$defs/ServerResult`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#serverresult
"""
