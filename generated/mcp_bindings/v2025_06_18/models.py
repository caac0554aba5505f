"""The types of revision 2025-06-18: one class or alias for each definition of its schema.

What was inline in the schema has the name of the path to it. `mcp_bindings.wire` says how exactness is kept.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from mcp_bindings.wire import Integer, Number, Omittable, OneOf, WireModel


class BaseMetadata(WireModel):
    """Since 2025-06-18.
    Schema `#/$defs/BaseMetadata`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#basemetadata
    """

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""


class BlobResourceContents(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/BlobResourceContents`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#blobresourcecontents
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    blob: str
    """Member `blob`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    uri: str
    """Member `uri`."""


class BooleanSchema(WireModel):
    """Sent by the server. Since 2025-06-18.
    Schema `#/$defs/BooleanSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#booleanschema
    """

    default: Omittable[bool] = None
    """Member `default`."""

    description: Omittable[str] = None
    """Member `description`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["boolean"] = "boolean"
    """Member `type`."""


class CallToolRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CallToolRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#calltoolrequest
    """

    arguments: Omittable[dict[str, Any]] = None
    """Member `arguments`."""

    name: str
    """Member `name`."""


class CallToolRequest(WireModel):
    """Carries `tools/call`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CallToolRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#calltoolrequest
    """

    method: Literal["tools/call"] = "tools/call"
    """Member `method`."""

    params: CallToolRequestParams
    """Member `params`."""


class ClientCapabilitiesRoots(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ClientCapabilities/properties/roots`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#clientcapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ClientCapabilities(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/ClientCapabilities`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#clientcapabilities
    """

    elicitation: Omittable[dict[str, Any]] = None
    """Member `elicitation`."""

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Member `experimental`."""

    roots: Omittable[ClientCapabilitiesRoots] = None
    """Member `roots`."""

    sampling: Omittable[dict[str, Any]] = None
    """Member `sampling`."""


class CompleteRequestParamsArgument(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest/properties/params/properties/argument`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#completerequest
    """

    name: str
    """Member `name`."""

    value: str
    """Member `value`."""


class CompleteRequestParamsContext(WireModel):
    """Sent by the client. Since 2025-06-18.
    Schema `#/$defs/CompleteRequest/properties/params/properties/context`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#completerequest
    """

    arguments: Omittable[dict[str, str]] = None
    """Member `arguments`."""


class CompleteResultCompletion(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CompleteResult/properties/completion`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#completeresult
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#completeresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    completion: CompleteResultCompletion
    """Member `completion`."""


Cursor: typing.TypeAlias = str
"""Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#cursor
"""


class ElicitResult(WireModel):
    """Sent by the client. Since 2025-06-18.
    Schema `#/$defs/ElicitResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#elicitresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    action: Literal["accept", "cancel", "decline"]
    """Member `action`."""

    content: Omittable[dict[str, str | Number | bool]] = None
    """Member `content`."""


class EnumSchema(WireModel):
    """Sent by the server. Since 2025-06-18.
    Schema `#/$defs/EnumSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#enumschema
    """

    description: Omittable[str] = None
    """Member `description`."""

    enum: list[str]
    """Member `enum`."""

    enum_names: Omittable[list[str]] = None
    """Member `enumNames`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["string"] = "string"
    """Member `type`."""


class GetPromptRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/GetPromptRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#getpromptrequest
    """

    arguments: Omittable[dict[str, str]] = None
    """Member `arguments`."""

    name: str
    """Member `name`."""


class GetPromptRequest(WireModel):
    """Carries `prompts/get`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/GetPromptRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#getpromptrequest
    """

    method: Literal["prompts/get"] = "prompts/get"
    """Member `method`."""

    params: GetPromptRequestParams
    """Member `params`."""


class Implementation(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/Implementation`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#implementation
    """

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""

    version: str
    """Member `version`."""


class InitializeRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializeRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#initializerequest
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#initializerequest
    """

    method: Literal["initialize"] = "initialize"
    """Member `method`."""

    params: InitializeRequestParams
    """Member `params`."""


class InitializedNotificationParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializedNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#initializednotification
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class InitializedNotification(WireModel):
    """Carries `notifications/initialized`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializedNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#initializednotification
    """

    method: Literal["notifications/initialized"] = "notifications/initialized"
    """Member `method`."""

    params: Omittable[InitializedNotificationParams] = None
    """Member `params`."""


class JSONRPCErrorError(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCError/properties/error`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcerror
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcnotification
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class JSONRPCNotification(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcnotification
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listpromptsrequest
    """

    cursor: Omittable[str] = None
    """Member `cursor`."""


class ListPromptsRequest(WireModel):
    """Carries `prompts/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListPromptsRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listpromptsrequest
    """

    method: Literal["prompts/list"] = "prompts/list"
    """Member `method`."""

    params: Omittable[ListPromptsRequestParams] = None
    """Member `params`."""


class ListResourceTemplatesRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listresourcetemplatesrequest
    """

    cursor: Omittable[str] = None
    """Member `cursor`."""


class ListResourceTemplatesRequest(WireModel):
    """Carries `resources/templates/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listresourcetemplatesrequest
    """

    method: Literal["resources/templates/list"] = "resources/templates/list"
    """Member `method`."""

    params: Omittable[ListResourceTemplatesRequestParams] = None
    """Member `params`."""


class ListResourcesRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourcesRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listresourcesrequest
    """

    cursor: Omittable[str] = None
    """Member `cursor`."""


class ListResourcesRequest(WireModel):
    """Carries `resources/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourcesRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listresourcesrequest
    """

    method: Literal["resources/list"] = "resources/list"
    """Member `method`."""

    params: Omittable[ListResourcesRequestParams] = None
    """Member `params`."""


class ListToolsRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListToolsRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listtoolsrequest
    """

    cursor: Omittable[str] = None
    """Member `cursor`."""


class ListToolsRequest(WireModel):
    """Carries `tools/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListToolsRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listtoolsrequest
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
https://modelcontextprotocol.io/specification/2025-06-18/schema#logginglevel
"""


class LoggingMessageNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/LoggingMessageNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#loggingmessagenotification
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#loggingmessagenotification
    """

    method: Literal["notifications/message"] = "notifications/message"
    """Member `method`."""

    params: LoggingMessageNotificationParams
    """Member `params`."""


class ModelHint(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelHint`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#modelhint
    """

    name: Omittable[str] = None
    """Member `name`."""


class ModelPreferences(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelPreferences`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#modelpreferences
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#notification
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class Notification(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/Notification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#notification
    """

    method: str
    """Member `method`."""

    params: Omittable[NotificationParams] = None
    """Member `params`."""


class NumberSchema(WireModel):
    """Sent by the server. Since 2025-06-18.
    Schema `#/$defs/NumberSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#numberschema
    """

    description: Omittable[str] = None
    """Member `description`."""

    maximum: Omittable[Number] = None
    """Member `maximum`."""

    minimum: Omittable[Number] = None
    """Member `minimum`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["integer", "number"]
    """Member `type`."""


class PaginatedRequestParams(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/PaginatedRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#paginatedrequest
    """

    cursor: Omittable[str] = None
    """Member `cursor`."""


class PaginatedRequest(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/PaginatedRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#paginatedrequest
    """

    method: str
    """Member `method`."""

    params: Omittable[PaginatedRequestParams] = None
    """Member `params`."""


class PaginatedResult(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/PaginatedResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#paginatedresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""


ProgressToken: typing.TypeAlias = str | Integer
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#progresstoken
"""


class JSONRPCRequestParamsMeta(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest/properties/params/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcrequest
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class JSONRPCRequestParams(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcrequest
    """

    meta: Omittable[JSONRPCRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ListRootsRequestParamsMeta(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest/properties/params/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listrootsrequest
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class ListRootsRequestParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listrootsrequest
    """

    meta: Omittable[ListRootsRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ListRootsRequest(WireModel):
    """Carries `roots/list`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listrootsrequest
    """

    method: Literal["roots/list"] = "roots/list"
    """Member `method`."""

    params: Omittable[ListRootsRequestParams] = None
    """Member `params`."""


class PingRequestParamsMeta(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest/properties/params/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#pingrequest
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class PingRequestParams(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#pingrequest
    """

    meta: Omittable[PingRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class PingRequest(WireModel):
    """Carries `ping`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#pingrequest
    """

    method: Literal["ping"] = "ping"
    """Member `method`."""

    params: Omittable[PingRequestParams] = None
    """Member `params`."""


class ProgressNotificationParams(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-03-26.
    Schema `#/$defs/ProgressNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#progressnotification
    """

    message: Omittable[str] = None
    """Member `message`."""

    progress: Number
    """Member `progress`."""

    progress_token: ProgressToken
    """Member `progressToken`."""

    total: Omittable[Number] = None
    """Member `total`."""


class ProgressNotification(WireModel):
    """Carries `notifications/progress`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ProgressNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#progressnotification
    """

    method: Literal["notifications/progress"] = "notifications/progress"
    """Member `method`."""

    params: ProgressNotificationParams
    """Member `params`."""


class PromptArgument(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptArgument`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#promptargument
    """

    description: Omittable[str] = None
    """Member `description`."""

    name: str
    """Member `name`."""

    required: Omittable[bool] = None
    """Member `required`."""

    title: Omittable[str] = None
    """Member `title`."""


class Prompt(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/Prompt`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#prompt
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    arguments: Omittable[list[PromptArgument]] = None
    """Member `arguments`."""

    description: Omittable[str] = None
    """Member `description`."""

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""


class ListPromptsResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListPromptsResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listpromptsresult
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#promptlistchangednotification
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class PromptListChangedNotification(WireModel):
    """Carries `notifications/prompts/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#promptlistchangednotification
    """

    method: Literal["notifications/prompts/list_changed"] = "notifications/prompts/list_changed"
    """Member `method`."""

    params: Omittable[PromptListChangedNotificationParams] = None
    """Member `params`."""


class PromptReference(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptReference`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#promptreference
    """

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["ref/prompt"] = "ref/prompt"
    """Member `type`."""


class ReadResourceRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ReadResourceRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#readresourcerequest
    """

    uri: str
    """Member `uri`."""


class ReadResourceRequest(WireModel):
    """Carries `resources/read`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ReadResourceRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#readresourcerequest
    """

    method: Literal["resources/read"] = "resources/read"
    """Member `method`."""

    params: ReadResourceRequestParams
    """Member `params`."""


RequestId: typing.TypeAlias = str | Integer
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#requestid
"""


class CancelledNotificationParams(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/CancelledNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#cancellednotification
    """

    reason: Omittable[str] = None
    """Member `reason`."""

    request_id: RequestId
    """Member `requestId`."""


class CancelledNotification(WireModel):
    """Carries `notifications/cancelled`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/CancelledNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#cancellednotification
    """

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Member `method`."""

    params: CancelledNotificationParams
    """Member `params`."""


class JSONRPCError(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCError`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcerror
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcrequest
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#request
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class RequestParams(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/Request/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#request
    """

    meta: Omittable[RequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class Request(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/Request`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#request
    """

    method: str
    """Member `method`."""

    params: Omittable[RequestParams] = None
    """Member `params`."""


class ResourceContents(WireModel):
    """Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/ResourceContents`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#resourcecontents
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    uri: str
    """Member `uri`."""


class ResourceListChangedNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceListChangedNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#resourcelistchangednotification
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ResourceListChangedNotification(WireModel):
    """Carries `notifications/resources/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#resourcelistchangednotification
    """

    method: Literal["notifications/resources/list_changed"] = "notifications/resources/list_changed"
    """Member `method`."""

    params: Omittable[ResourceListChangedNotificationParams] = None
    """Member `params`."""


class ResourceTemplateReference(WireModel):
    """Sent by the client. Since 2025-06-18.
    Schema `#/$defs/ResourceTemplateReference`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#resourcetemplatereference
    """

    type: Literal["ref/resource"] = "ref/resource"
    """Member `type`."""

    uri: str
    """Member `uri`."""


CompleteRequestParamsRef: typing.TypeAlias = typing.Annotated[
    PromptReference | ResourceTemplateReference, OneOf("type")
]
"""Sent by the client. Since 2024-11-05; changed in 2025-06-18.
Schema `#/$defs/CompleteRequest/properties/params/properties/ref`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#completerequest
"""


class CompleteRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/CompleteRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#completerequest
    """

    argument: CompleteRequestParamsArgument
    """Member `argument`."""

    context: Omittable[CompleteRequestParamsContext] = None
    """Member `context`."""

    ref: CompleteRequestParamsRef
    """Member `ref`."""


class CompleteRequest(WireModel):
    """Carries `completion/complete`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#completerequest
    """

    method: Literal["completion/complete"] = "completion/complete"
    """Member `method`."""

    params: CompleteRequestParams
    """Member `params`."""


class ResourceUpdatedNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceUpdatedNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#resourceupdatednotification
    """

    uri: str
    """Member `uri`."""


class ResourceUpdatedNotification(WireModel):
    """Carries `notifications/resources/updated`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceUpdatedNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#resourceupdatednotification
    """

    method: Literal["notifications/resources/updated"] = "notifications/resources/updated"
    """Member `method`."""

    params: ResourceUpdatedNotificationParams
    """Member `params`."""


class Result(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/Result`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#result
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


EmptyResult: typing.TypeAlias = Result
"""Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#emptyresult
"""


class JSONRPCResponse(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/JSONRPCResponse`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcresponse
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
"""Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
Schema `#/$defs/JSONRPCMessage`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcmessage
"""


Role: typing.TypeAlias = Literal["assistant", "user"]
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#role
"""


class Annotations(WireModel):
    """Sent by either side. Since 2025-03-26; changed in 2025-06-18.
    Schema `#/$defs/Annotations`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#annotations
    """

    audience: Omittable[list[Role]] = None
    """Member `audience`."""

    last_modified: Omittable[str] = None
    """Member `lastModified`."""

    priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `priority`."""


class AudioContent(WireModel):
    """Sent by either side. Since 2025-03-26; changed in 2025-06-18.
    Schema `#/$defs/AudioContent`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#audiocontent
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    data: str
    """Member `data`."""

    mime_type: str
    """Member `mimeType`."""

    type: Literal["audio"] = "audio"
    """Member `type`."""


class ImageContent(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/ImageContent`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#imagecontent
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    data: str
    """Member `data`."""

    mime_type: str
    """Member `mimeType`."""

    type: Literal["image"] = "image"
    """Member `type`."""


class Resource(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/Resource`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#resource
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    name: str
    """Member `name`."""

    size: Omittable[Integer] = None
    """Member `size`."""

    title: Omittable[str] = None
    """Member `title`."""

    uri: str
    """Member `uri`."""


class ListResourcesResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListResourcesResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listresourcesresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    resources: list[Resource]
    """Member `resources`."""


class ResourceLink(WireModel):
    """Sent by the server. Since 2025-06-18.
    Schema `#/$defs/ResourceLink`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#resourcelink
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    name: str
    """Member `name`."""

    size: Omittable[Integer] = None
    """Member `size`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["resource_link"] = "resource_link"
    """Member `type`."""

    uri: str
    """Member `uri`."""


class ResourceTemplate(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/ResourceTemplate`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#resourcetemplate
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""

    uri_template: str
    """Member `uriTemplate`."""


class ListResourceTemplatesResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listresourcetemplatesresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    resource_templates: list[ResourceTemplate]
    """Member `resourceTemplates`."""


class Root(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/Root`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#root
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    name: Omittable[str] = None
    """Member `name`."""

    uri: str
    """Member `uri`."""


class ListRootsResult(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListRootsResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listrootsresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    roots: list[Root]
    """Member `roots`."""


class RootsListChangedNotificationParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/RootsListChangedNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#rootslistchangednotification
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class RootsListChangedNotification(WireModel):
    """Carries `notifications/roots/list_changed`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/RootsListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#rootslistchangednotification
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
https://modelcontextprotocol.io/specification/2025-06-18/schema#clientnotification
"""


class ServerCapabilitiesPrompts(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/prompts`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ServerCapabilitiesResources(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/resources`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""

    subscribe: Omittable[bool] = None
    """Member `subscribe`."""


class ServerCapabilitiesTools(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/tools`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ServerCapabilities(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26.
    Schema `#/$defs/ServerCapabilities`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#servercapabilities
    """

    completions: Omittable[dict[str, Any]] = None
    """Member `completions`."""

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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#initializeresult
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#setlevelrequest
    """

    level: LoggingLevel
    """Member `level`."""


class SetLevelRequest(WireModel):
    """Carries `logging/setLevel`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SetLevelRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#setlevelrequest
    """

    method: Literal["logging/setLevel"] = "logging/setLevel"
    """Member `method`."""

    params: SetLevelRequestParams
    """Member `params`."""


class StringSchema(WireModel):
    """Sent by the server. Since 2025-06-18.
    Schema `#/$defs/StringSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#stringschema
    """

    description: Omittable[str] = None
    """Member `description`."""

    format: Omittable[Literal["date", "date-time", "email", "uri"]] = None
    """Member `format`."""

    max_length: Omittable[Integer] = None
    """Member `maxLength`."""

    min_length: Omittable[Integer] = None
    """Member `minLength`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["string"] = "string"
    """Member `type`."""


PrimitiveSchemaDefinition: typing.TypeAlias = typing.Annotated[
    StringSchema | NumberSchema | BooleanSchema | EnumSchema, OneOf()
]
"""Sent by the server. Since 2025-06-18.
Schema `#/$defs/PrimitiveSchemaDefinition`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#primitiveschemadefinition
"""


class ElicitRequestParamsRequestedSchema(WireModel):
    """Sent by the server. Since 2025-06-18.
    Schema `#/$defs/ElicitRequest/properties/params/properties/requestedSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#elicitrequest
    """

    properties: dict[str, PrimitiveSchemaDefinition]
    """Member `properties`."""

    required: Omittable[list[str]] = None
    """Member `required`."""

    type: Literal["object"] = "object"
    """Member `type`."""


class ElicitRequestParams(WireModel):
    """Sent by the server. Since 2025-06-18.
    Schema `#/$defs/ElicitRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#elicitrequest
    """

    message: str
    """Member `message`."""

    requested_schema: ElicitRequestParamsRequestedSchema
    """Member `requestedSchema`."""


class ElicitRequest(WireModel):
    """Carries `elicitation/create`. Sent by the server. Since 2025-06-18.
    Schema `#/$defs/ElicitRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#elicitrequest
    """

    method: Literal["elicitation/create"] = "elicitation/create"
    """Member `method`."""

    params: ElicitRequestParams
    """Member `params`."""


class SubscribeRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SubscribeRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#subscriberequest
    """

    uri: str
    """Member `uri`."""


class SubscribeRequest(WireModel):
    """Carries `resources/subscribe`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SubscribeRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#subscriberequest
    """

    method: Literal["resources/subscribe"] = "resources/subscribe"
    """Member `method`."""

    params: SubscribeRequestParams
    """Member `params`."""


class TextContent(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/TextContent`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#textcontent
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    text: str
    """Member `text`."""

    type: Literal["text"] = "text"
    """Member `type`."""


CreateMessageResultContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent, OneOf("type")
]
"""Sent by the client. Since 2024-11-05; changed in 2025-03-26.
Schema `#/$defs/CreateMessageResult/properties/content`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#createmessageresult
"""


class CreateMessageResult(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CreateMessageResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#createmessageresult
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


ClientResult: typing.TypeAlias = typing.Annotated[
    Result | CreateMessageResult | ListRootsResult | ElicitResult, OneOf()
]
"""Sent by the client. Since 2024-11-05; changed in 2025-06-18.
Schema `#/$defs/ClientResult`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#clientresult
"""


SamplingMessageContent: typing.TypeAlias = typing.Annotated[TextContent | ImageContent | AudioContent, OneOf("type")]
"""Sent by the server. Since 2024-11-05; changed in 2025-03-26.
Schema `#/$defs/SamplingMessage/properties/content`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#samplingmessage
"""


class SamplingMessage(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/SamplingMessage`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#samplingmessage
    """

    content: SamplingMessageContent
    """Member `content`."""

    role: Role
    """Member `role`."""


class CreateMessageRequestParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CreateMessageRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#createmessagerequest
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#createmessagerequest
    """

    method: Literal["sampling/createMessage"] = "sampling/createMessage"
    """Member `method`."""

    params: CreateMessageRequestParams
    """Member `params`."""


ServerRequest: typing.TypeAlias = typing.Annotated[
    PingRequest | CreateMessageRequest | ListRootsRequest | ElicitRequest, OneOf("method")
]
"""Sent by the server. Since 2024-11-05; changed in 2025-06-18.
Schema `#/$defs/ServerRequest`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#serverrequest
"""


class TextResourceContents(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/TextResourceContents`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#textresourcecontents
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    text: str
    """Member `text`."""

    uri: str
    """Member `uri`."""


EmbeddedResourceResource: typing.TypeAlias = typing.Annotated[TextResourceContents | BlobResourceContents, OneOf()]
"""Sent by the server. Since 2024-11-05.
Schema `#/$defs/EmbeddedResource/properties/resource`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#embeddedresource
"""


class EmbeddedResource(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/EmbeddedResource`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#embeddedresource
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    resource: EmbeddedResourceResource
    """Member `resource`."""

    type: Literal["resource"] = "resource"
    """Member `type`."""


ContentBlock: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource, OneOf("type")
]
"""Sent by the server. Since 2025-06-18.
Schema `#/$defs/ContentBlock`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#contentblock
"""


class CallToolResult(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/CallToolResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#calltoolresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    content: list[ContentBlock]
    """Member `content`."""

    is_error: Omittable[bool] = None
    """Member `isError`."""

    structured_content: Omittable[dict[str, Any]] = None
    """Member `structuredContent`."""


class PromptMessage(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptMessage`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#promptmessage
    """

    content: ContentBlock
    """Member `content`."""

    role: Role
    """Member `role`."""


class GetPromptResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/GetPromptResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#getpromptresult
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
https://modelcontextprotocol.io/specification/2025-06-18/schema#readresourceresult
"""


class ReadResourceResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ReadResourceResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#readresourceresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    contents: list[ReadResourceResultContentsItem]
    """Member `contents`."""


class ToolAnnotations(WireModel):
    """Sent by the server. Since 2025-03-26.
    Schema `#/$defs/ToolAnnotations`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations
    """

    destructive_hint: Omittable[bool] = None
    """Member `destructiveHint`."""

    idempotent_hint: Omittable[bool] = None
    """Member `idempotentHint`."""

    open_world_hint: Omittable[bool] = None
    """Member `openWorldHint`."""

    read_only_hint: Omittable[bool] = None
    """Member `readOnlyHint`."""

    title: Omittable[str] = None
    """Member `title`."""


class ToolInputSchema(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Tool/properties/inputSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#tool
    """

    properties: Omittable[dict[str, dict[str, Any]]] = None
    """Member `properties`."""

    required: Omittable[list[str]] = None
    """Member `required`."""

    type: Literal["object"] = "object"
    """Member `type`."""


class ToolListChangedNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ToolListChangedNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#toollistchangednotification
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ToolListChangedNotification(WireModel):
    """Carries `notifications/tools/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ToolListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#toollistchangednotification
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
https://modelcontextprotocol.io/specification/2025-06-18/schema#servernotification
"""


class ToolOutputSchema(WireModel):
    """Sent by the server. Since 2025-06-18.
    Schema `#/$defs/Tool/properties/outputSchema`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#tool
    """

    properties: Omittable[dict[str, dict[str, Any]]] = None
    """Member `properties`."""

    required: Omittable[list[str]] = None
    """Member `required`."""

    type: Literal["object"] = "object"
    """Member `type`."""


class Tool(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/Tool`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#tool
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[ToolAnnotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

    input_schema: ToolInputSchema
    """Member `inputSchema`."""

    name: str
    """Member `name`."""

    output_schema: Omittable[ToolOutputSchema] = None
    """Member `outputSchema`."""

    title: Omittable[str] = None
    """Member `title`."""


class ListToolsResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListToolsResult`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#listtoolsresult
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
https://modelcontextprotocol.io/specification/2025-06-18/schema#serverresult
"""


class UnsubscribeRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/UnsubscribeRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#unsubscriberequest
    """

    uri: str
    """Member `uri`."""


class UnsubscribeRequest(WireModel):
    """Carries `resources/unsubscribe`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/UnsubscribeRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#unsubscriberequest
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
https://modelcontextprotocol.io/specification/2025-06-18/schema#clientrequest
"""
