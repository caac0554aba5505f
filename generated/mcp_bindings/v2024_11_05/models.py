"""The types of revision 2024-11-05: one class or alias for each definition of its schema.

What was inline in the schema has the name of the path to it. `mcp_bindings.wire` says how exactness is kept.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from mcp_bindings.wire import Integer, Number, Omittable, OneOf, WireModel


class BlobResourceContents(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/BlobResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    blob: str
    """Member `blob`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    uri: str
    """Member `uri`."""


class CallToolRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CallToolRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    arguments: Omittable[dict[str, Any]] = None
    """Member `arguments`."""

    name: str
    """Member `name`."""


class CallToolRequest(WireModel):
    """Carries `tools/call`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CallToolRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["tools/call"] = "tools/call"
    """Member `method`."""

    params: CallToolRequestParams
    """Member `params`."""


class ClientCapabilitiesRoots(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ClientCapabilities/properties/roots`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ClientCapabilities(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ClientCapabilities`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Member `experimental`."""

    roots: Omittable[ClientCapabilitiesRoots] = None
    """Member `roots`."""

    sampling: Omittable[dict[str, Any]] = None
    """Member `sampling`."""


class CompleteRequestParamsArgument(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest/properties/params/properties/argument`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: str
    """Member `name`."""

    value: str
    """Member `value`."""


class CompleteResultCompletion(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CompleteResult/properties/completion`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    has_more: Omittable[bool] = None
    """Member `hasMore`."""

    total: Omittable[Integer] = None
    """Member `total`."""

    values: list[str]
    """Member `values`."""


class CompleteResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CompleteResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    completion: CompleteResultCompletion
    """Member `completion`."""


Cursor: typing.TypeAlias = str
"""Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class GetPromptRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/GetPromptRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    arguments: Omittable[dict[str, str]] = None
    """Member `arguments`."""

    name: str
    """Member `name`."""


class GetPromptRequest(WireModel):
    """Carries `prompts/get`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/GetPromptRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["prompts/get"] = "prompts/get"
    """Member `method`."""

    params: GetPromptRequestParams
    """Member `params`."""


class Implementation(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/Implementation`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: str
    """Member `name`."""

    version: str
    """Member `version`."""


class InitializeRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializeRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    capabilities: ClientCapabilities
    """Member `capabilities`."""

    client_info: Implementation
    """Member `clientInfo`."""

    protocol_version: str
    """Member `protocolVersion`."""


class InitializeRequest(WireModel):
    """Carries `initialize`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializeRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["initialize"] = "initialize"
    """Member `method`."""

    params: InitializeRequestParams
    """Member `params`."""


class InitializedNotificationParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class InitializedNotification(WireModel):
    """Carries `notifications/initialized`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/initialized"] = "notifications/initialized"
    """Member `method`."""

    params: Omittable[InitializedNotificationParams] = None
    """Member `params`."""


class JSONRPCErrorError(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCError/properties/error`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    code: Integer
    """Member `code`."""

    data: Any = None
    """Member `data`."""

    message: str
    """Member `message`."""


class JSONRPCNotificationParams(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class JSONRPCNotification(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: str
    """Member `method`."""

    params: Omittable[JSONRPCNotificationParams] = None
    """Member `params`."""


class ListPromptsRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListPromptsRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cursor: Omittable[str] = None
    """Member `cursor`."""


class ListPromptsRequest(WireModel):
    """Carries `prompts/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListPromptsRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["prompts/list"] = "prompts/list"
    """Member `method`."""

    params: Omittable[ListPromptsRequestParams] = None
    """Member `params`."""


class ListResourceTemplatesRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cursor: Omittable[str] = None
    """Member `cursor`."""


class ListResourceTemplatesRequest(WireModel):
    """Carries `resources/templates/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["resources/templates/list"] = "resources/templates/list"
    """Member `method`."""

    params: Omittable[ListResourceTemplatesRequestParams] = None
    """Member `params`."""


class ListResourcesRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourcesRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cursor: Omittable[str] = None
    """Member `cursor`."""


class ListResourcesRequest(WireModel):
    """Carries `resources/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourcesRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["resources/list"] = "resources/list"
    """Member `method`."""

    params: Omittable[ListResourcesRequestParams] = None
    """Member `params`."""


class ListToolsRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListToolsRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cursor: Omittable[str] = None
    """Member `cursor`."""


class ListToolsRequest(WireModel):
    """Carries `tools/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListToolsRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["tools/list"] = "tools/list"
    """Member `method`."""

    params: Omittable[ListToolsRequestParams] = None
    """Member `params`."""


LoggingLevel: typing.TypeAlias = Literal[
    "alert", "critical", "debug", "emergency", "error", "info", "notice", "warning"
]
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/LoggingLevel`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class LoggingMessageNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/LoggingMessageNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    data: Any
    """Member `data`."""

    level: LoggingLevel
    """Member `level`."""

    logger: Omittable[str] = None
    """Member `logger`."""


class LoggingMessageNotification(WireModel):
    """Carries `notifications/message`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/LoggingMessageNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/message"] = "notifications/message"
    """Member `method`."""

    params: LoggingMessageNotificationParams
    """Member `params`."""


class ModelHint(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelHint`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: Omittable[str] = None
    """Member `name`."""


class ModelPreferences(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelPreferences`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cost_priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `costPriority`."""

    hints: Omittable[list[ModelHint]] = None
    """Member `hints`."""

    intelligence_priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `intelligencePriority`."""

    speed_priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `speedPriority`."""


class NotificationParams(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/Notification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class Notification(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/Notification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: str
    """Member `method`."""

    params: Omittable[NotificationParams] = None
    """Member `params`."""


class PaginatedRequestParams(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/PaginatedRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cursor: Omittable[str] = None
    """Member `cursor`."""


class PaginatedRequest(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/PaginatedRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: str
    """Member `method`."""

    params: Omittable[PaginatedRequestParams] = None
    """Member `params`."""


class PaginatedResult(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/PaginatedResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""


ProgressToken: typing.TypeAlias = str | Integer
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class JSONRPCRequestParamsMeta(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class JSONRPCRequestParams(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[JSONRPCRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ListRootsRequestParamsMeta(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class ListRootsRequestParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[ListRootsRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ListRootsRequest(WireModel):
    """Carries `roots/list`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["roots/list"] = "roots/list"
    """Member `method`."""

    params: Omittable[ListRootsRequestParams] = None
    """Member `params`."""


class PingRequestParamsMeta(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class PingRequestParams(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[PingRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class PingRequest(WireModel):
    """Carries `ping`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["ping"] = "ping"
    """Member `method`."""

    params: Omittable[PingRequestParams] = None
    """Member `params`."""


class ProgressNotificationParams(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ProgressNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress: Number
    """Member `progress`."""

    progress_token: ProgressToken
    """Member `progressToken`."""

    total: Omittable[Number] = None
    """Member `total`."""


class ProgressNotification(WireModel):
    """Carries `notifications/progress`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ProgressNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/progress"] = "notifications/progress"
    """Member `method`."""

    params: ProgressNotificationParams
    """Member `params`."""


class PromptArgument(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptArgument`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    description: Omittable[str] = None
    """Member `description`."""

    name: str
    """Member `name`."""

    required: Omittable[bool] = None
    """Member `required`."""


class Prompt(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Prompt`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    arguments: Omittable[list[PromptArgument]] = None
    """Member `arguments`."""

    description: Omittable[str] = None
    """Member `description`."""

    name: str
    """Member `name`."""


class ListPromptsResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListPromptsResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    prompts: list[Prompt]
    """Member `prompts`."""


class PromptListChangedNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class PromptListChangedNotification(WireModel):
    """Carries `notifications/prompts/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/prompts/list_changed"] = "notifications/prompts/list_changed"
    """Member `method`."""

    params: Omittable[PromptListChangedNotificationParams] = None
    """Member `params`."""


class PromptReference(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/PromptReference`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: str
    """Member `name`."""

    type: Literal["ref/prompt"] = "ref/prompt"
    """Member `type`."""


class ReadResourceRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ReadResourceRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    uri: str
    """Member `uri`."""


class ReadResourceRequest(WireModel):
    """Carries `resources/read`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ReadResourceRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["resources/read"] = "resources/read"
    """Member `method`."""

    params: ReadResourceRequestParams
    """Member `params`."""


RequestId: typing.TypeAlias = str | Integer
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class CancelledNotificationParams(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/CancelledNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    reason: Omittable[str] = None
    """Member `reason`."""

    request_id: RequestId
    """Member `requestId`."""


class CancelledNotification(WireModel):
    """Carries `notifications/cancelled`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/CancelledNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Member `method`."""

    params: CancelledNotificationParams
    """Member `params`."""


class JSONRPCError(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCError`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    error: JSONRPCErrorError
    """Member `error`."""

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""


class JSONRPCRequest(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: str
    """Member `method`."""

    params: Omittable[JSONRPCRequestParams] = None
    """Member `params`."""


class RequestParamsMeta(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/Request/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class RequestParams(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/Request/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[RequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class Request(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/Request`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: str
    """Member `method`."""

    params: Omittable[RequestParams] = None
    """Member `params`."""


class ResourceContents(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/ResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    uri: str
    """Member `uri`."""


class ResourceListChangedNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ResourceListChangedNotification(WireModel):
    """Carries `notifications/resources/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/resources/list_changed"] = "notifications/resources/list_changed"
    """Member `method`."""

    params: Omittable[ResourceListChangedNotificationParams] = None
    """Member `params`."""


class ResourceReference(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ResourceReference`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    type: Literal["ref/resource"] = "ref/resource"
    """Member `type`."""

    uri: str
    """Member `uri`."""


CompleteRequestParamsRef: typing.TypeAlias = typing.Annotated[PromptReference | ResourceReference, OneOf("type")]
"""Sent by the client. Since 2024-11-05.
Schema `#/$defs/CompleteRequest/properties/params/properties/ref`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class CompleteRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    argument: CompleteRequestParamsArgument
    """Member `argument`."""

    ref: CompleteRequestParamsRef
    """Member `ref`."""


class CompleteRequest(WireModel):
    """Carries `completion/complete`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["completion/complete"] = "completion/complete"
    """Member `method`."""

    params: CompleteRequestParams
    """Member `params`."""


class ResourceUpdatedNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceUpdatedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    uri: str
    """Member `uri`."""


class ResourceUpdatedNotification(WireModel):
    """Carries `notifications/resources/updated`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceUpdatedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/resources/updated"] = "notifications/resources/updated"
    """Member `method`."""

    params: ResourceUpdatedNotificationParams
    """Member `params`."""


class Result(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/Result`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


EmptyResult: typing.TypeAlias = Result
"""Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class JSONRPCResponse(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCResponse`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: Result
    """Member `result`."""


JSONRPCMessage: typing.TypeAlias = typing.Annotated[
    JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError, OneOf()
]
"""Since 2024-11-05.
Schema `#/$defs/JSONRPCMessage`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


Role: typing.TypeAlias = Literal["assistant", "user"]
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class AnnotatedAnnotations(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/Annotated/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Member `audience`."""

    priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `priority`."""


class Annotated(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/Annotated`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[AnnotatedAnnotations] = None
    """Member `annotations`."""


class EmbeddedResourceAnnotations(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/EmbeddedResource/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Member `audience`."""

    priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `priority`."""


class ImageContentAnnotations(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ImageContent/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Member `audience`."""

    priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `priority`."""


class ImageContent(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ImageContent`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[ImageContentAnnotations] = None
    """Member `annotations`."""

    data: str
    """Member `data`."""

    mime_type: str
    """Member `mimeType`."""

    type: Literal["image"] = "image"
    """Member `type`."""


class ResourceAnnotations(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Resource/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Member `audience`."""

    priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `priority`."""


class Resource(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Resource`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[ResourceAnnotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    name: str
    """Member `name`."""

    size: Omittable[Integer] = None
    """Member `size`."""

    uri: str
    """Member `uri`."""


class ListResourcesResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListResourcesResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    resources: list[Resource]
    """Member `resources`."""


class ResourceTemplateAnnotations(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceTemplate/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Member `audience`."""

    priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `priority`."""


class ResourceTemplate(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceTemplate`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[ResourceTemplateAnnotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    name: str
    """Member `name`."""

    uri_template: str
    """Member `uriTemplate`."""


class ListResourceTemplatesResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    resource_templates: list[ResourceTemplate]
    """Member `resourceTemplates`."""


class Root(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/Root`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: Omittable[str] = None
    """Member `name`."""

    uri: str
    """Member `uri`."""


class ListRootsResult(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListRootsResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    roots: list[Root]
    """Member `roots`."""


class RootsListChangedNotificationParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/RootsListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class RootsListChangedNotification(WireModel):
    """Carries `notifications/roots/list_changed`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/RootsListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/roots/list_changed"] = "notifications/roots/list_changed"
    """Member `method`."""

    params: Omittable[RootsListChangedNotificationParams] = None
    """Member `params`."""


ClientNotification: typing.TypeAlias = typing.Annotated[
    CancelledNotification | InitializedNotification | ProgressNotification | RootsListChangedNotification,
    OneOf("method"),
]
"""Sent by the client. Since 2024-11-05.
Schema `#/$defs/ClientNotification`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class ServerCapabilitiesPrompts(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/prompts`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ServerCapabilitiesResources(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/resources`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""

    subscribe: Omittable[bool] = None
    """Member `subscribe`."""


class ServerCapabilitiesTools(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/tools`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ServerCapabilities(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Member `experimental`."""

    logging: Omittable[dict[str, Any]] = None
    """Member `logging`."""

    prompts: Omittable[ServerCapabilitiesPrompts] = None
    """Member `prompts`."""

    resources: Omittable[ServerCapabilitiesResources] = None
    """Member `resources`."""

    tools: Omittable[ServerCapabilitiesTools] = None
    """Member `tools`."""


class InitializeResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/InitializeResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    capabilities: ServerCapabilities
    """Member `capabilities`."""

    instructions: Omittable[str] = None
    """Member `instructions`."""

    protocol_version: str
    """Member `protocolVersion`."""

    server_info: Implementation
    """Member `serverInfo`."""


class SetLevelRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SetLevelRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    level: LoggingLevel
    """Member `level`."""


class SetLevelRequest(WireModel):
    """Carries `logging/setLevel`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SetLevelRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["logging/setLevel"] = "logging/setLevel"
    """Member `method`."""

    params: SetLevelRequestParams
    """Member `params`."""


class SubscribeRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SubscribeRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    uri: str
    """Member `uri`."""


class SubscribeRequest(WireModel):
    """Carries `resources/subscribe`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SubscribeRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["resources/subscribe"] = "resources/subscribe"
    """Member `method`."""

    params: SubscribeRequestParams
    """Member `params`."""


class TextContentAnnotations(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/TextContent/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Member `audience`."""

    priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `priority`."""


class TextContent(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/TextContent`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[TextContentAnnotations] = None
    """Member `annotations`."""

    text: str
    """Member `text`."""

    type: Literal["text"] = "text"
    """Member `type`."""


CreateMessageResultContent: typing.TypeAlias = typing.Annotated[TextContent | ImageContent, OneOf("type")]
"""Sent by the client. Since 2024-11-05.
Schema `#/$defs/CreateMessageResult/properties/content`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class CreateMessageResult(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CreateMessageResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    content: CreateMessageResultContent
    """Member `content`."""

    model: str
    """Member `model`."""

    role: Role
    """Member `role`."""

    stop_reason: Omittable[str] = None
    """Member `stopReason`."""


ClientResult: typing.TypeAlias = typing.Annotated[Result | CreateMessageResult | ListRootsResult, OneOf()]
"""Sent by the client. Since 2024-11-05.
Schema `#/$defs/ClientResult`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


SamplingMessageContent: typing.TypeAlias = typing.Annotated[TextContent | ImageContent, OneOf("type")]
"""Sent by the server. Since 2024-11-05.
Schema `#/$defs/SamplingMessage/properties/content`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class SamplingMessage(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/SamplingMessage`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    content: SamplingMessageContent
    """Member `content`."""

    role: Role
    """Member `role`."""


class CreateMessageRequestParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CreateMessageRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    include_context: Omittable[Literal["allServers", "none", "thisServer"]] = None
    """Member `includeContext`."""

    max_tokens: Integer
    """Member `maxTokens`."""

    messages: list[SamplingMessage]
    """Member `messages`."""

    metadata: Omittable[dict[str, Any]] = None
    """Member `metadata`."""

    model_preferences_: Omittable[ModelPreferences] = None
    """Member `modelPreferences`."""

    stop_sequences: Omittable[list[str]] = None
    """Member `stopSequences`."""

    system_prompt: Omittable[str] = None
    """Member `systemPrompt`."""

    temperature: Omittable[Number] = None
    """Member `temperature`."""


class CreateMessageRequest(WireModel):
    """Carries `sampling/createMessage`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CreateMessageRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["sampling/createMessage"] = "sampling/createMessage"
    """Member `method`."""

    params: CreateMessageRequestParams
    """Member `params`."""


ServerRequest: typing.TypeAlias = typing.Annotated[
    PingRequest | CreateMessageRequest | ListRootsRequest, OneOf("method")
]
"""Sent by the server. Since 2024-11-05.
Schema `#/$defs/ServerRequest`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class TextResourceContents(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/TextResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    text: str
    """Member `text`."""

    uri: str
    """Member `uri`."""


EmbeddedResourceResource: typing.TypeAlias = typing.Annotated[TextResourceContents | BlobResourceContents, OneOf()]
"""Sent by the server. Since 2024-11-05.
Schema `#/$defs/EmbeddedResource/properties/resource`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class EmbeddedResource(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/EmbeddedResource`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[EmbeddedResourceAnnotations] = None
    """Member `annotations`."""

    resource: EmbeddedResourceResource
    """Member `resource`."""

    type: Literal["resource"] = "resource"
    """Member `type`."""


CallToolResultContentItem: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | EmbeddedResource, OneOf("type")
]
"""Sent by the server. Since 2024-11-05.
Schema `#/$defs/CallToolResult/properties/content/items`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class CallToolResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CallToolResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    content: list[CallToolResultContentItem]
    """Member `content`."""

    is_error: Omittable[bool] = None
    """Member `isError`."""


PromptMessageContent: typing.TypeAlias = typing.Annotated[TextContent | ImageContent | EmbeddedResource, OneOf("type")]
"""Sent by the server. Since 2024-11-05.
Schema `#/$defs/PromptMessage/properties/content`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class PromptMessage(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptMessage`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    content: PromptMessageContent
    """Member `content`."""

    role: Role
    """Member `role`."""


class GetPromptResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/GetPromptResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    description: Omittable[str] = None
    """Member `description`."""

    messages: list[PromptMessage]
    """Member `messages`."""


ReadResourceResultContentsItem: typing.TypeAlias = typing.Annotated[
    TextResourceContents | BlobResourceContents, OneOf()
]
"""Sent by the server. Since 2024-11-05.
Schema `#/$defs/ReadResourceResult/properties/contents/items`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class ReadResourceResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ReadResourceResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    contents: list[ReadResourceResultContentsItem]
    """Member `contents`."""


class ToolInputSchema(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Tool/properties/inputSchema`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    properties: Omittable[dict[str, dict[str, Any]]] = None
    """Member `properties`."""

    required: Omittable[list[str]] = None
    """Member `required`."""

    type: Literal["object"] = "object"
    """Member `type`."""


class Tool(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Tool`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    description: Omittable[str] = None
    """Member `description`."""

    input_schema: ToolInputSchema
    """Member `inputSchema`."""

    name: str
    """Member `name`."""


class ListToolsResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListToolsResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    tools: list[Tool]
    """Member `tools`."""


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
"""Sent by the server. Since 2024-11-05.
Schema `#/$defs/ServerResult`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class ToolListChangedNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ToolListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ToolListChangedNotification(WireModel):
    """Carries `notifications/tools/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ToolListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/tools/list_changed"] = "notifications/tools/list_changed"
    """Member `method`."""

    params: Omittable[ToolListChangedNotificationParams] = None
    """Member `params`."""


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
"""Sent by the server. Since 2024-11-05.
Schema `#/$defs/ServerNotification`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class UnsubscribeRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/UnsubscribeRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    uri: str
    """Member `uri`."""


class UnsubscribeRequest(WireModel):
    """Carries `resources/unsubscribe`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/UnsubscribeRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["resources/unsubscribe"] = "resources/unsubscribe"
    """Member `method`."""

    params: UnsubscribeRequestParams
    """Member `params`."""


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
"""Sent by the client. Since 2024-11-05.
Schema `#/$defs/ClientRequest`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""
