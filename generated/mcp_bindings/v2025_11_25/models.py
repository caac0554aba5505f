"""The types of revision 2025-11-25: one class or alias for each definition of its schema.

What was inline in the schema has the name of the path to it. `mcp_bindings.wire` says how exactness is kept.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from mcp_bindings.wire import Integer, Number, Omittable, OneOf, WireModel


class BaseMetadata(WireModel):
    """Since 2025-06-18.
    Schema `#/$defs/BaseMetadata`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#basemetadata
    """

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""


class BlobResourceContents(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/BlobResourceContents`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#blobresourcecontents
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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#booleanschema
    """

    default: Omittable[bool] = None
    """Member `default`."""

    description: Omittable[str] = None
    """Member `description`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["boolean"] = "boolean"
    """Member `type`."""


class CancelTaskRequestParams(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/CancelTaskRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#canceltaskrequest
    """

    task_id: str
    """Member `taskId`."""


class ClientCapabilitiesElicitation(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/elicitation`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    form: Omittable[dict[str, Any]] = None
    """Member `form`."""

    url: Omittable[dict[str, Any]] = None
    """Member `url`."""


class ClientCapabilitiesRoots(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ClientCapabilities/properties/roots`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ClientCapabilitiesSampling(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/sampling`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    context: Omittable[dict[str, Any]] = None
    """Member `context`."""

    tools: Omittable[dict[str, Any]] = None
    """Member `tools`."""


class ClientCapabilitiesTasksRequestsElicitation(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks/properties/requests/properties/elicitation`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    create: Omittable[dict[str, Any]] = None
    """Member `create`."""


class ClientCapabilitiesTasksRequestsSampling(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks/properties/requests/properties/sampling`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    create_message: Omittable[dict[str, Any]] = None
    """Member `createMessage`."""


class ClientCapabilitiesTasksRequests(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks/properties/requests`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    elicitation: Omittable[ClientCapabilitiesTasksRequestsElicitation] = None
    """Member `elicitation`."""

    sampling: Omittable[ClientCapabilitiesTasksRequestsSampling] = None
    """Member `sampling`."""


class ClientCapabilitiesTasks(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    cancel: Omittable[dict[str, Any]] = None
    """Member `cancel`."""

    list: Omittable[dict[str, Any]] = None
    """Member `list`."""

    requests: Omittable[ClientCapabilitiesTasksRequests] = None
    """Member `requests`."""


class ClientCapabilities(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/ClientCapabilities`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    elicitation: Omittable[ClientCapabilitiesElicitation] = None
    """Member `elicitation`."""

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Member `experimental`."""

    roots: Omittable[ClientCapabilitiesRoots] = None
    """Member `roots`."""

    sampling: Omittable[ClientCapabilitiesSampling] = None
    """Member `sampling`."""

    tasks: Omittable[ClientCapabilitiesTasks] = None
    """Member `tasks`."""


class CompleteRequestParamsArgument(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CompleteRequestParams/properties/argument`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequestparams
    """

    name: str
    """Member `name`."""

    value: str
    """Member `value`."""


class CompleteRequestParamsContext(WireModel):
    """Sent by the client. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/CompleteRequestParams/properties/context`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequestparams
    """

    arguments: Omittable[dict[str, str]] = None
    """Member `arguments`."""


class CompleteResultCompletion(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CompleteResult/properties/completion`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completeresult
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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completeresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    completion: CompleteResultCompletion
    """Member `completion`."""


Cursor: typing.TypeAlias = str
"""Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#cursor
"""


ElicitResultContentValue: typing.TypeAlias = typing.Annotated[list[str] | str | Number | bool, OneOf()]
"""Sent by the client. Since 2025-11-25.
Schema `#/$defs/ElicitResult/properties/content/additionalProperties`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitresult
"""


class ElicitResult(WireModel):
    """Sent by the client. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/ElicitResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    action: Literal["accept", "cancel", "decline"]
    """Member `action`."""

    content: Omittable[dict[str, ElicitResultContentValue]] = None
    """Member `content`."""


class ElicitationCompleteNotificationParams(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitationCompleteNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitationcompletenotification
    """

    elicitation_id: str
    """Member `elicitationId`."""


class ElicitationCompleteNotification(WireModel):
    """Carries `notifications/elicitation/complete`. Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitationCompleteNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitationcompletenotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/elicitation/complete"] = "notifications/elicitation/complete"
    """Member `method`."""

    params: ElicitationCompleteNotificationParams
    """Member `params`."""


class Error(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/Error`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#error
    """

    code: Integer
    """Member `code`."""

    data: Any = None
    """Member `data`."""

    message: str
    """Member `message`."""


class GetTaskPayloadRequestParams(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskPayloadRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskpayloadrequest
    """

    task_id: str
    """Member `taskId`."""


class GetTaskPayloadResult(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskPayloadResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskpayloadresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class GetTaskRequestParams(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskrequest
    """

    task_id: str
    """Member `taskId`."""


class Icon(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/Icon`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#icon
    """

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    sizes: Omittable[list[str]] = None
    """Member `sizes`."""

    src: str
    """Member `src`."""

    theme: Omittable[Literal["dark", "light"]] = None
    """Member `theme`."""


class Icons(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/Icons`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#icons
    """

    icons: Omittable[list[Icon]] = None
    """Member `icons`."""


class Implementation(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/Implementation`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#implementation
    """

    description: Omittable[str] = None
    """Member `description`."""

    icons: Omittable[list[Icon]] = None
    """Member `icons`."""

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""

    version: str
    """Member `version`."""

    website_url: Omittable[str] = None
    """Member `websiteUrl`."""


class JSONRPCNotification(WireModel):
    """Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/JSONRPCNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: str
    """Member `method`."""

    params: Omittable[dict[str, Any]] = None
    """Member `params`."""


class LegacyTitledEnumSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/LegacyTitledEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#legacytitledenumschema
    """

    default: Omittable[str] = None
    """Member `default`."""

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


LoggingLevel: typing.TypeAlias = Literal[
    "alert", "critical", "debug", "emergency", "error", "info", "notice", "warning"
]
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/LoggingLevel`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#logginglevel
"""


class LoggingMessageNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/LoggingMessageNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#loggingmessagenotificationparams
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    data: Any
    """Member `data`."""

    level: LoggingLevel
    """Member `level`."""

    logger: Omittable[str] = None
    """Member `logger`."""


class LoggingMessageNotification(WireModel):
    """Carries `notifications/message`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/LoggingMessageNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#loggingmessagenotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/message"] = "notifications/message"
    """Member `method`."""

    params: LoggingMessageNotificationParams
    """Member `params`."""


class ModelHint(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelHint`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#modelhint
    """

    name: Omittable[str] = None
    """Member `name`."""


class ModelPreferences(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelPreferences`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#modelpreferences
    """

    cost_priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `costPriority`."""

    hints: Omittable[list[ModelHint]] = None
    """Member `hints`."""

    intelligence_priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `intelligencePriority`."""

    speed_priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `speedPriority`."""


class Notification(WireModel):
    """Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/Notification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#notification
    """

    method: str
    """Member `method`."""

    params: Omittable[dict[str, Any]] = None
    """Member `params`."""


class NotificationParams(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/NotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#notificationparams
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class InitializedNotification(WireModel):
    """Carries `notifications/initialized`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/InitializedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/initialized"] = "notifications/initialized"
    """Member `method`."""

    params: Omittable[NotificationParams] = None
    """Member `params`."""


class NumberSchema(WireModel):
    """Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/NumberSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#numberschema
    """

    default: Omittable[Number] = None
    """Member `default`."""

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


class PaginatedResult(WireModel):
    """Since 2024-11-05.
    Schema `#/$defs/PaginatedResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""


ProgressToken: typing.TypeAlias = str | Integer
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#progresstoken
"""


class CallToolRequestParamsMeta(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/CallToolRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class CompleteRequestParamsMeta(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/CompleteRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class CreateMessageRequestParamsMeta(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/CreateMessageRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessagerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class ElicitRequestFormParamsMeta(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestformparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class ElicitRequestURLParamsMeta(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestURLParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequesturlparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class GetPromptRequestParamsMeta(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/GetPromptRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#getpromptrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class GetPromptRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/GetPromptRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#getpromptrequestparams
    """

    meta: Omittable[GetPromptRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    arguments: Omittable[dict[str, str]] = None
    """Member `arguments`."""

    name: str
    """Member `name`."""


class InitializeRequestParamsMeta(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/InitializeRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class InitializeRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/InitializeRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializerequestparams
    """

    meta: Omittable[InitializeRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    capabilities: ClientCapabilities
    """Member `capabilities`."""

    client_info: Implementation
    """Member `clientInfo`."""

    protocol_version: str
    """Member `protocolVersion`."""


class PaginatedRequestParamsMeta(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/PaginatedRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class PaginatedRequestParams(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PaginatedRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedrequestparams
    """

    meta: Omittable[PaginatedRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    cursor: Omittable[str] = None
    """Member `cursor`."""


class ProgressNotificationParams(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/ProgressNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#progressnotificationparams
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    message: Omittable[str] = None
    """Member `message`."""

    progress: Number
    """Member `progress`."""

    progress_token: ProgressToken
    """Member `progressToken`."""

    total: Omittable[Number] = None
    """Member `total`."""


class ProgressNotification(WireModel):
    """Carries `notifications/progress`. Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ProgressNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#progressnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/progress"] = "notifications/progress"
    """Member `method`."""

    params: ProgressNotificationParams
    """Member `params`."""


class PromptArgument(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptArgument`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#promptargument
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
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/Prompt`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#prompt
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    arguments: Omittable[list[PromptArgument]] = None
    """Member `arguments`."""

    description: Omittable[str] = None
    """Member `description`."""

    icons: Omittable[list[Icon]] = None
    """Member `icons`."""

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""


class ListPromptsResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListPromptsResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listpromptsresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    prompts: list[Prompt]
    """Member `prompts`."""


class PromptListChangedNotification(WireModel):
    """Carries `notifications/prompts/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PromptListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#promptlistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/prompts/list_changed"] = "notifications/prompts/list_changed"
    """Member `method`."""

    params: Omittable[NotificationParams] = None
    """Member `params`."""


class PromptReference(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptReference`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#promptreference
    """

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["ref/prompt"] = "ref/prompt"
    """Member `type`."""


class ReadResourceRequestParamsMeta(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ReadResourceRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#readresourcerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class ReadResourceRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ReadResourceRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#readresourcerequestparams
    """

    meta: Omittable[ReadResourceRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    uri: str
    """Member `uri`."""


class RelatedTaskMetadata(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/RelatedTaskMetadata`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#relatedtaskmetadata
    """

    task_id: str
    """Member `taskId`."""


class Request(WireModel):
    """Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/Request`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#request
    """

    method: str
    """Member `method`."""

    params: Omittable[dict[str, Any]] = None
    """Member `params`."""


RequestId: typing.TypeAlias = str | Integer
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#requestid
"""


class CancelTaskRequest(WireModel):
    """Carries `tasks/cancel`. Sent by either side. Since 2025-11-25.
    Schema `#/$defs/CancelTaskRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#canceltaskrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["tasks/cancel"] = "tasks/cancel"
    """Member `method`."""

    params: CancelTaskRequestParams
    """Member `params`."""


class CancelledNotificationParams(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CancelledNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#cancellednotificationparams
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    reason: Omittable[str] = None
    """Member `reason`."""

    request_id: Omittable[RequestId] = None
    """Member `requestId`."""


class CancelledNotification(WireModel):
    """Carries `notifications/cancelled`. Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CancelledNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#cancellednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Member `method`."""

    params: CancelledNotificationParams
    """Member `params`."""


class GetPromptRequest(WireModel):
    """Carries `prompts/get`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/GetPromptRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#getpromptrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["prompts/get"] = "prompts/get"
    """Member `method`."""

    params: GetPromptRequestParams
    """Member `params`."""


class GetTaskPayloadRequest(WireModel):
    """Carries `tasks/result`. Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskPayloadRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskpayloadrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["tasks/result"] = "tasks/result"
    """Member `method`."""

    params: GetTaskPayloadRequestParams
    """Member `params`."""


class GetTaskRequest(WireModel):
    """Carries `tasks/get`. Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["tasks/get"] = "tasks/get"
    """Member `method`."""

    params: GetTaskRequestParams
    """Member `params`."""


class InitializeRequest(WireModel):
    """Carries `initialize`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/InitializeRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializerequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["initialize"] = "initialize"
    """Member `method`."""

    params: InitializeRequestParams
    """Member `params`."""


class JSONRPCErrorResponse(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/JSONRPCErrorResponse`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcerrorresponse
    """

    error: Error
    """Member `error`."""

    id: Omittable[RequestId] = None
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""


class JSONRPCRequest(WireModel):
    """Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/JSONRPCRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: str
    """Member `method`."""

    params: Omittable[dict[str, Any]] = None
    """Member `params`."""


class ListPromptsRequest(WireModel):
    """Carries `prompts/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListPromptsRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listpromptsrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["prompts/list"] = "prompts/list"
    """Member `method`."""

    params: Omittable[PaginatedRequestParams] = None
    """Member `params`."""


class ListResourceTemplatesRequest(WireModel):
    """Carries `resources/templates/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListResourceTemplatesRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listresourcetemplatesrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["resources/templates/list"] = "resources/templates/list"
    """Member `method`."""

    params: Omittable[PaginatedRequestParams] = None
    """Member `params`."""


class ListResourcesRequest(WireModel):
    """Carries `resources/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListResourcesRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listresourcesrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["resources/list"] = "resources/list"
    """Member `method`."""

    params: Omittable[PaginatedRequestParams] = None
    """Member `params`."""


class ListTasksRequest(WireModel):
    """Carries `tasks/list`. Sent by either side. Since 2025-11-25.
    Schema `#/$defs/ListTasksRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listtasksrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["tasks/list"] = "tasks/list"
    """Member `method`."""

    params: Omittable[PaginatedRequestParams] = None
    """Member `params`."""


class ListToolsRequest(WireModel):
    """Carries `tools/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListToolsRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listtoolsrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["tools/list"] = "tools/list"
    """Member `method`."""

    params: Omittable[PaginatedRequestParams] = None
    """Member `params`."""


class PaginatedRequest(WireModel):
    """Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PaginatedRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: str
    """Member `method`."""

    params: Omittable[PaginatedRequestParams] = None
    """Member `params`."""


class ReadResourceRequest(WireModel):
    """Carries `resources/read`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ReadResourceRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#readresourcerequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["resources/read"] = "resources/read"
    """Member `method`."""

    params: ReadResourceRequestParams
    """Member `params`."""


class RequestParamsMeta(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/RequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#requestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class RequestParams(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/RequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#requestparams
    """

    meta: Omittable[RequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ListRootsRequest(WireModel):
    """Carries `roots/list`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListRootsRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listrootsrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["roots/list"] = "roots/list"
    """Member `method`."""

    params: Omittable[RequestParams] = None
    """Member `params`."""


class PingRequest(WireModel):
    """Carries `ping`. Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PingRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#pingrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["ping"] = "ping"
    """Member `method`."""

    params: Omittable[RequestParams] = None
    """Member `params`."""


class ResourceContents(WireModel):
    """Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/ResourceContents`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcecontents
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    uri: str
    """Member `uri`."""


class ResourceListChangedNotification(WireModel):
    """Carries `notifications/resources/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ResourceListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcelistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/resources/list_changed"] = "notifications/resources/list_changed"
    """Member `method`."""

    params: Omittable[NotificationParams] = None
    """Member `params`."""


class ResourceRequestParamsMeta(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/ResourceRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class ResourceRequestParams(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/ResourceRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcerequestparams
    """

    meta: Omittable[ResourceRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    uri: str
    """Member `uri`."""


class ResourceTemplateReference(WireModel):
    """Sent by the client. Since 2025-06-18.
    Schema `#/$defs/ResourceTemplateReference`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcetemplatereference
    """

    type: Literal["ref/resource"] = "ref/resource"
    """Member `type`."""

    uri: str
    """Member `uri`."""


CompleteRequestParamsRef: typing.TypeAlias = typing.Annotated[
    PromptReference | ResourceTemplateReference, OneOf("type")
]
"""Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
Schema `#/$defs/CompleteRequestParams/properties/ref`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequestparams
"""


class CompleteRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/CompleteRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequestparams
    """

    meta: Omittable[CompleteRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    argument: CompleteRequestParamsArgument
    """Member `argument`."""

    context: Omittable[CompleteRequestParamsContext] = None
    """Member `context`."""

    ref: CompleteRequestParamsRef
    """Member `ref`."""


class CompleteRequest(WireModel):
    """Carries `completion/complete`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CompleteRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["completion/complete"] = "completion/complete"
    """Member `method`."""

    params: CompleteRequestParams
    """Member `params`."""


class ResourceUpdatedNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ResourceUpdatedNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourceupdatednotificationparams
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    uri: str
    """Member `uri`."""


class ResourceUpdatedNotification(WireModel):
    """Carries `notifications/resources/updated`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ResourceUpdatedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourceupdatednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/resources/updated"] = "notifications/resources/updated"
    """Member `method`."""

    params: ResourceUpdatedNotificationParams
    """Member `params`."""


class Result(WireModel):
    """Sent by either side. Since 2024-11-05.
    Schema `#/$defs/Result`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#result
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


EmptyResult: typing.TypeAlias = Result
"""Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#emptyresult
"""


class JSONRPCResultResponse(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/JSONRPCResultResponse`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: Result
    """Member `result`."""


JSONRPCMessage: typing.TypeAlias = typing.Annotated[
    JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse, OneOf()
]
"""Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25.
Schema `#/$defs/JSONRPCMessage`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcmessage
"""


JSONRPCResponse: typing.TypeAlias = typing.Annotated[JSONRPCResultResponse | JSONRPCErrorResponse, OneOf()]
"""Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/JSONRPCResponse`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcresponse
"""


Role: typing.TypeAlias = Literal["assistant", "user"]
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#role
"""


class Annotations(WireModel):
    """Sent by either side. Since 2025-03-26; changed in 2025-06-18.
    Schema `#/$defs/Annotations`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations
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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#audiocontent
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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#imagecontent
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
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25.
    Schema `#/$defs/Resource`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resource
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

    icons: Omittable[list[Icon]] = None
    """Member `icons`."""

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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listresourcesresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    resources: list[Resource]
    """Member `resources`."""


class ResourceLink(WireModel):
    """Sent by either side. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/ResourceLink`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcelink
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

    icons: Omittable[list[Icon]] = None
    """Member `icons`."""

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
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25.
    Schema `#/$defs/ResourceTemplate`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcetemplate
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

    icons: Omittable[list[Icon]] = None
    """Member `icons`."""

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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listresourcetemplatesresult
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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#root
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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listrootsresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    roots: list[Root]
    """Member `roots`."""


class RootsListChangedNotification(WireModel):
    """Carries `notifications/roots/list_changed`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/RootsListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#rootslistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/roots/list_changed"] = "notifications/roots/list_changed"
    """Member `method`."""

    params: Omittable[NotificationParams] = None
    """Member `params`."""


class ServerCapabilitiesPrompts(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/prompts`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ServerCapabilitiesResources(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/resources`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""

    subscribe: Omittable[bool] = None
    """Member `subscribe`."""


class ServerCapabilitiesTasksRequestsTools(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ServerCapabilities/properties/tasks/properties/requests/properties/tools`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    call: Omittable[dict[str, Any]] = None
    """Member `call`."""


class ServerCapabilitiesTasksRequests(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ServerCapabilities/properties/tasks/properties/requests`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    tools: Omittable[ServerCapabilitiesTasksRequestsTools] = None
    """Member `tools`."""


class ServerCapabilitiesTasks(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ServerCapabilities/properties/tasks`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    cancel: Omittable[dict[str, Any]] = None
    """Member `cancel`."""

    list: Omittable[dict[str, Any]] = None
    """Member `list`."""

    requests: Omittable[ServerCapabilitiesTasksRequests] = None
    """Member `requests`."""


class ServerCapabilitiesTools(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/tools`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ServerCapabilities(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/ServerCapabilities`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
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

    tasks: Omittable[ServerCapabilitiesTasks] = None
    """Member `tasks`."""

    tools: Omittable[ServerCapabilitiesTools] = None
    """Member `tools`."""


class InitializeResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/InitializeResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializeresult
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


class SetLevelRequestParamsMeta(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/SetLevelRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#setlevelrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class SetLevelRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SetLevelRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#setlevelrequestparams
    """

    meta: Omittable[SetLevelRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    level: LoggingLevel
    """Member `level`."""


class SetLevelRequest(WireModel):
    """Carries `logging/setLevel`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SetLevelRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#setlevelrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["logging/setLevel"] = "logging/setLevel"
    """Member `method`."""

    params: SetLevelRequestParams
    """Member `params`."""


class StringSchema(WireModel):
    """Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/StringSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#stringschema
    """

    default: Omittable[str] = None
    """Member `default`."""

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


class SubscribeRequestParamsMeta(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/SubscribeRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#subscriberequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class SubscribeRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SubscribeRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#subscriberequestparams
    """

    meta: Omittable[SubscribeRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    uri: str
    """Member `uri`."""


class SubscribeRequest(WireModel):
    """Carries `resources/subscribe`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SubscribeRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#subscriberequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["resources/subscribe"] = "resources/subscribe"
    """Member `method`."""

    params: SubscribeRequestParams
    """Member `params`."""


class TaskAugmentedRequestParamsMeta(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/TaskAugmentedRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskaugmentedrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class TaskMetadata(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/TaskMetadata`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskmetadata
    """

    ttl: Omittable[Integer] = None
    """Member `ttl`."""


class CallToolRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CallToolRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolrequestparams
    """

    meta: Omittable[CallToolRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    arguments: Omittable[dict[str, Any]] = None
    """Member `arguments`."""

    name: str
    """Member `name`."""

    task: Omittable[TaskMetadata] = None
    """Member `task`."""


class CallToolRequest(WireModel):
    """Carries `tools/call`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CallToolRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["tools/call"] = "tools/call"
    """Member `method`."""

    params: CallToolRequestParams
    """Member `params`."""


class ElicitRequestURLParams(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestURLParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequesturlparams
    """

    meta: Omittable[ElicitRequestURLParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    elicitation_id: str
    """Member `elicitationId`."""

    message: str
    """Member `message`."""

    mode: Literal["url"] = "url"
    """Member `mode`."""

    task: Omittable[TaskMetadata] = None
    """Member `task`."""

    url: str
    """Member `url`."""


class TaskAugmentedRequestParams(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/TaskAugmentedRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskaugmentedrequestparams
    """

    meta: Omittable[TaskAugmentedRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    task: Omittable[TaskMetadata] = None
    """Member `task`."""


TaskStatus: typing.TypeAlias = Literal["cancelled", "completed", "failed", "input_required", "working"]
"""Sent by either side. Since 2025-11-25.
Schema `#/$defs/TaskStatus`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#taskstatus
"""


class CancelTaskResult(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/CancelTaskResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#canceltaskresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    created_at: str
    """Member `createdAt`."""

    last_updated_at: str
    """Member `lastUpdatedAt`."""

    poll_interval: Omittable[Integer] = None
    """Member `pollInterval`."""

    status: TaskStatus
    """Member `status`."""

    status_message: Omittable[str] = None
    """Member `statusMessage`."""

    task_id: str
    """Member `taskId`."""

    ttl: Integer | None
    """Member `ttl`."""


class GetTaskResult(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    created_at: str
    """Member `createdAt`."""

    last_updated_at: str
    """Member `lastUpdatedAt`."""

    poll_interval: Omittable[Integer] = None
    """Member `pollInterval`."""

    status: TaskStatus
    """Member `status`."""

    status_message: Omittable[str] = None
    """Member `statusMessage`."""

    task_id: str
    """Member `taskId`."""

    ttl: Integer | None
    """Member `ttl`."""


class Task(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/Task`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#task
    """

    created_at: str
    """Member `createdAt`."""

    last_updated_at: str
    """Member `lastUpdatedAt`."""

    poll_interval: Omittable[Integer] = None
    """Member `pollInterval`."""

    status: TaskStatus
    """Member `status`."""

    status_message: Omittable[str] = None
    """Member `statusMessage`."""

    task_id: str
    """Member `taskId`."""

    ttl: Integer | None
    """Member `ttl`."""


class CreateTaskResult(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/CreateTaskResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createtaskresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    task: Task
    """Member `task`."""


class ListTasksResult(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/ListTasksResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listtasksresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    tasks: list[Task]
    """Member `tasks`."""


class TaskStatusNotificationParams(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/TaskStatusNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskstatusnotificationparams
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    created_at: str
    """Member `createdAt`."""

    last_updated_at: str
    """Member `lastUpdatedAt`."""

    poll_interval: Omittable[Integer] = None
    """Member `pollInterval`."""

    status: TaskStatus
    """Member `status`."""

    status_message: Omittable[str] = None
    """Member `statusMessage`."""

    task_id: str
    """Member `taskId`."""

    ttl: Integer | None
    """Member `ttl`."""


class TaskStatusNotification(WireModel):
    """Carries `notifications/tasks/status`. Sent by either side. Since 2025-11-25.
    Schema `#/$defs/TaskStatusNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskstatusnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/tasks/status"] = "notifications/tasks/status"
    """Member `method`."""

    params: TaskStatusNotificationParams
    """Member `params`."""


ClientNotification: typing.TypeAlias = typing.Annotated[
    CancelledNotification
    | InitializedNotification
    | ProgressNotification
    | TaskStatusNotification
    | RootsListChangedNotification,
    OneOf("method"),
]
"""Sent by the client. Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/ClientNotification`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#clientnotification
"""


class TextContent(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/TextContent`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#textcontent
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    text: str
    """Member `text`."""

    type: Literal["text"] = "text"
    """Member `type`."""


class TextResourceContents(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/TextResourceContents`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#textresourcecontents
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
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/EmbeddedResource/properties/resource`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#embeddedresource
"""


class EmbeddedResource(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/EmbeddedResource`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#embeddedresource
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
"""Sent by either side. Since 2025-06-18.
Schema `#/$defs/ContentBlock`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#contentblock
"""


class CallToolResult(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/CallToolResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolresult
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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#promptmessage
    """

    content: ContentBlock
    """Member `content`."""

    role: Role
    """Member `role`."""


class GetPromptResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/GetPromptResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#getpromptresult
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
https://modelcontextprotocol.io/specification/2025-11-25/schema#readresourceresult
"""


class ReadResourceResult(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ReadResourceResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#readresourceresult
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    contents: list[ReadResourceResultContentsItem]
    """Member `contents`."""


class TitledMultiSelectEnumSchemaItemsAnyOfItem(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema/properties/items/properties/anyOf/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledmultiselectenumschema
    """

    const: str
    """Member `const`."""

    title: str
    """Member `title`."""


class TitledMultiSelectEnumSchemaItems(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema/properties/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledmultiselectenumschema
    """

    any_of: list[TitledMultiSelectEnumSchemaItemsAnyOfItem]
    """Member `anyOf`."""


class TitledMultiSelectEnumSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledmultiselectenumschema
    """

    default: Omittable[list[str]] = None
    """Member `default`."""

    description: Omittable[str] = None
    """Member `description`."""

    items: TitledMultiSelectEnumSchemaItems
    """Member `items`."""

    max_items: Omittable[Integer] = None
    """Member `maxItems`."""

    min_items: Omittable[Integer] = None
    """Member `minItems`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["array"] = "array"
    """Member `type`."""


class TitledSingleSelectEnumSchemaOneOfItem(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledSingleSelectEnumSchema/properties/oneOf/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledsingleselectenumschema
    """

    const: str
    """Member `const`."""

    title: str
    """Member `title`."""


class TitledSingleSelectEnumSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledSingleSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledsingleselectenumschema
    """

    default: Omittable[str] = None
    """Member `default`."""

    description: Omittable[str] = None
    """Member `description`."""

    one_of: list[TitledSingleSelectEnumSchemaOneOfItem]
    """Member `oneOf`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["string"] = "string"
    """Member `type`."""


class ToolAnnotations(WireModel):
    """Sent by the server. Since 2025-03-26.
    Schema `#/$defs/ToolAnnotations`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
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


class ToolChoice(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ToolChoice`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolchoice
    """

    mode: Omittable[Literal["auto", "none", "required"]] = None
    """Member `mode`."""


class ToolExecution(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ToolExecution`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolexecution
    """

    task_support: Omittable[Literal["forbidden", "optional", "required"]] = None
    """Member `taskSupport`."""


class ToolInputSchema(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/Tool/properties/inputSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#tool
    """

    schema_: Omittable[str] = Field(None, validation_alias="$schema", serialization_alias="$schema")
    """Member `$schema`."""

    properties: Omittable[dict[str, dict[str, Any]]] = None
    """Member `properties`."""

    required: Omittable[list[str]] = None
    """Member `required`."""

    type: Literal["object"] = "object"
    """Member `type`."""


class ToolListChangedNotification(WireModel):
    """Carries `notifications/tools/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ToolListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toollistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/tools/list_changed"] = "notifications/tools/list_changed"
    """Member `method`."""

    params: Omittable[NotificationParams] = None
    """Member `params`."""


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
"""Sent by the server. Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/ServerNotification`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#servernotification
"""


class ToolOutputSchema(WireModel):
    """Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/Tool/properties/outputSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#tool
    """

    schema_: Omittable[str] = Field(None, validation_alias="$schema", serialization_alias="$schema")
    """Member `$schema`."""

    properties: Omittable[dict[str, dict[str, Any]]] = None
    """Member `properties`."""

    required: Omittable[list[str]] = None
    """Member `required`."""

    type: Literal["object"] = "object"
    """Member `type`."""


class Tool(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25.
    Schema `#/$defs/Tool`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#tool
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[ToolAnnotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

    execution: Omittable[ToolExecution] = None
    """Member `execution`."""

    icons: Omittable[list[Icon]] = None
    """Member `icons`."""

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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listtoolsresult
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
    | GetTaskResult
    | GetTaskPayloadResult
    | CancelTaskResult
    | ListTasksResult
    | CompleteResult,
    OneOf(),
]
"""Sent by the server. Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/ServerResult`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#serverresult
"""


class ToolResultContent(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/ToolResultContent`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolresultcontent
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    content: list[ContentBlock]
    """Member `content`."""

    is_error: Omittable[bool] = None
    """Member `isError`."""

    structured_content: Omittable[dict[str, Any]] = None
    """Member `structuredContent`."""

    tool_use_id: str
    """Member `toolUseId`."""

    type: Literal["tool_result"] = "tool_result"
    """Member `type`."""


class ToolUseContent(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/ToolUseContent`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolusecontent
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    id: str
    """Member `id`."""

    input: dict[str, Any]
    """Member `input`."""

    name: str
    """Member `name`."""

    type: Literal["tool_use"] = "tool_use"
    """Member `type`."""


SamplingMessageContentBlock: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent, OneOf("type")
]
"""Sent by either side. Since 2025-11-25.
Schema `#/$defs/SamplingMessageContentBlock`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#samplingmessagecontentblock
"""


CreateMessageResultContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Sent by the client. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/CreateMessageResult/properties/content`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessageresult
"""


class CreateMessageResult(WireModel):
    """Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CreateMessageResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessageresult
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
"""Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
Schema `#/$defs/ClientResult`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#clientresult
"""


SamplingMessageContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/SamplingMessage/properties/content`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#samplingmessage
"""


class SamplingMessage(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SamplingMessage`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#samplingmessage
    """

    meta: Omittable[dict[str, Any]] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    content: SamplingMessageContent
    """Member `content`."""

    role: Role
    """Member `role`."""


class CreateMessageRequestParams(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CreateMessageRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessagerequestparams
    """

    meta: Omittable[CreateMessageRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

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

    task: Omittable[TaskMetadata] = None
    """Member `task`."""

    temperature: Omittable[Number] = None
    """Member `temperature`."""

    tool_choice: Omittable[ToolChoice] = None
    """Member `toolChoice`."""

    tools: Omittable[list[Tool]] = None
    """Member `tools`."""


class CreateMessageRequest(WireModel):
    """Carries `sampling/createMessage`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CreateMessageRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessagerequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["sampling/createMessage"] = "sampling/createMessage"
    """Member `method`."""

    params: CreateMessageRequestParams
    """Member `params`."""


class URLElicitationRequiredErrorErrorData(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/URLElicitationRequiredError/properties/error/properties/data`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#urlelicitationrequirederror
    """

    elicitations: list[ElicitRequestURLParams]
    """Member `elicitations`."""


class URLElicitationRequiredErrorError(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/URLElicitationRequiredError/properties/error`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#urlelicitationrequirederror
    """

    code: Literal[-32042] = -32042
    """Member `code`."""

    data: URLElicitationRequiredErrorErrorData
    """Member `data`."""

    message: str
    """Member `message`."""


class URLElicitationRequiredError(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/URLElicitationRequiredError`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#urlelicitationrequirederror
    """

    error: URLElicitationRequiredErrorError
    """Member `error`."""

    id: Omittable[RequestId] = None
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""


class UnsubscribeRequestParamsMeta(WireModel):
    """Sent by the client. Since 2025-11-25.
    Schema `#/$defs/UnsubscribeRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#unsubscriberequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class UnsubscribeRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/UnsubscribeRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#unsubscriberequestparams
    """

    meta: Omittable[UnsubscribeRequestParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    uri: str
    """Member `uri`."""


class UnsubscribeRequest(WireModel):
    """Carries `resources/unsubscribe`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/UnsubscribeRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#unsubscriberequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

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
    | GetTaskRequest
    | GetTaskPayloadRequest
    | CancelTaskRequest
    | ListTasksRequest
    | SetLevelRequest
    | CompleteRequest,
    OneOf("method"),
]
"""Sent by the client. Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/ClientRequest`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#clientrequest
"""


class UntitledMultiSelectEnumSchemaItems(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledMultiSelectEnumSchema/properties/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#untitledmultiselectenumschema
    """

    enum: list[str]
    """Member `enum`."""

    type: Literal["string"] = "string"
    """Member `type`."""


class UntitledMultiSelectEnumSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledMultiSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#untitledmultiselectenumschema
    """

    default: Omittable[list[str]] = None
    """Member `default`."""

    description: Omittable[str] = None
    """Member `description`."""

    items: UntitledMultiSelectEnumSchemaItems
    """Member `items`."""

    max_items: Omittable[Integer] = None
    """Member `maxItems`."""

    min_items: Omittable[Integer] = None
    """Member `minItems`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["array"] = "array"
    """Member `type`."""


MultiSelectEnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema, OneOf()
]
"""Since 2025-11-25.
Schema `#/$defs/MultiSelectEnumSchema`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#multiselectenumschema
"""


class UntitledSingleSelectEnumSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledSingleSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#untitledsingleselectenumschema
    """

    default: Omittable[str] = None
    """Member `default`."""

    description: Omittable[str] = None
    """Member `description`."""

    enum: list[str]
    """Member `enum`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["string"] = "string"
    """Member `type`."""


EnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledSingleSelectEnumSchema
    | TitledSingleSelectEnumSchema
    | UntitledMultiSelectEnumSchema
    | TitledMultiSelectEnumSchema
    | LegacyTitledEnumSchema,
    OneOf(),
]
"""Since 2025-06-18; changed in 2025-11-25.
Schema `#/$defs/EnumSchema`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#enumschema
"""


PrimitiveSchemaDefinition: typing.TypeAlias = typing.Annotated[
    StringSchema
    | NumberSchema
    | BooleanSchema
    | UntitledSingleSelectEnumSchema
    | TitledSingleSelectEnumSchema
    | UntitledMultiSelectEnumSchema
    | TitledMultiSelectEnumSchema
    | LegacyTitledEnumSchema,
    OneOf(),
]
"""Sent by the server. Since 2025-06-18; changed in 2025-11-25.
Schema `#/$defs/PrimitiveSchemaDefinition`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#primitiveschemadefinition
"""


class ElicitRequestFormParamsRequestedSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams/properties/requestedSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestformparams
    """

    schema_: Omittable[str] = Field(None, validation_alias="$schema", serialization_alias="$schema")
    """Member `$schema`."""

    properties: dict[str, PrimitiveSchemaDefinition]
    """Member `properties`."""

    required: Omittable[list[str]] = None
    """Member `required`."""

    type: Literal["object"] = "object"
    """Member `type`."""


class ElicitRequestFormParams(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestformparams
    """

    meta: Omittable[ElicitRequestFormParamsMeta] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    message: str
    """Member `message`."""

    mode: Omittable[Literal["form"]] = None
    """Member `mode`."""

    requested_schema: ElicitRequestFormParamsRequestedSchema
    """Member `requestedSchema`."""

    task: Omittable[TaskMetadata] = None
    """Member `task`."""


ElicitRequestParams: typing.TypeAlias = typing.Annotated[ElicitRequestURLParams | ElicitRequestFormParams, OneOf()]
"""Sent by the server. Since 2025-06-18; changed in 2025-11-25.
Schema `#/$defs/ElicitRequestParams`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestparams
"""


class ElicitRequest(WireModel):
    """Carries `elicitation/create`. Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/ElicitRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["elicitation/create"] = "elicitation/create"
    """Member `method`."""

    params: ElicitRequestParams
    """Member `params`."""


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
"""Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
Schema `#/$defs/ServerRequest`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#serverrequest
"""


SingleSelectEnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema, OneOf()
]
"""Since 2025-11-25.
Schema `#/$defs/SingleSelectEnumSchema`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#singleselectenumschema
"""
