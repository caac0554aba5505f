"""The types of revision 2026-07-28: one class or alias for each definition of its schema.

What was inline in the schema has the name of the path to it. `mcp_bindings.wire` says how exactness is kept.
"""

import typing
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from mcp_bindings.wire import Integer, Number, Omittable, OneOf, WireModel


class BaseMetadata(WireModel):
    """Since 2025-06-18.
    Schema `#/$defs/BaseMetadata`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#basemetadata
    """

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""


class BooleanSchema(WireModel):
    """Sent by the server. Since 2025-06-18.
    Schema `#/$defs/BooleanSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#booleanschema
    """

    default: Omittable[bool] = None
    """Member `default`."""

    description: Omittable[str] = None
    """Member `description`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["boolean"] = "boolean"
    """Member `type`."""


class CompleteRequestParamsArgument(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CompleteRequestParams/properties/argument`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
    """

    name: str
    """Member `name`."""

    value: str
    """Member `value`."""


class CompleteRequestParamsContext(WireModel):
    """Sent by the client. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/CompleteRequestParams/properties/context`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
    """

    arguments: Omittable[dict[str, str]] = None
    """Member `arguments`."""


class CompleteResultCompletion(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/CompleteResult/properties/completion`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresult
    """

    has_more: Omittable[bool] = None
    """Member `hasMore`."""

    total: Omittable[Integer] = None
    """Member `total`."""

    values: list[str] = Field(max_length=100)
    """Member `values`."""


Cursor: typing.TypeAlias = str
"""Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#cursor
"""


class ElicitRequestURLParams(WireModel):
    """Sent by the server. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ElicitRequestURLParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequesturlparams
    """

    message: str
    """Member `message`."""

    mode: Literal["url"] = "url"
    """Member `mode`."""

    url: str
    """Member `url`."""


ElicitResultContentValue: typing.TypeAlias = typing.Annotated[list[str] | str | Number | bool, OneOf()]
"""Sent by the client. Since 2025-11-25.
Schema `#/$defs/ElicitResult/properties/content/additionalProperties`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitresult
"""


class ElicitResult(WireModel):
    """Sent by the client. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ElicitResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitresult
    """

    action: Literal["accept", "cancel", "decline"]
    """Member `action`."""

    content: Omittable[dict[str, ElicitResultContentValue]] = None
    """Member `content`."""


class Error(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/Error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#error
    """

    code: Integer
    """Member `code`."""

    data: Any = None
    """Member `data`."""

    message: str
    """Member `message`."""


class HeaderMismatchErrorError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/HeaderMismatchError/properties/error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#headermismatcherror
    """

    code: Literal[-32020] = -32020
    """Member `code`."""

    data: Any = None
    """Member `data`."""

    message: str
    """Member `message`."""


class Icon(WireModel):
    """Sent by either side. Since 2025-11-25.
    Schema `#/$defs/Icon`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#icon
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#icons
    """

    icons: Omittable[list[Icon]] = None
    """Member `icons`."""


class Implementation(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/Implementation`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#implementation
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


class InternalError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/InternalError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#internalerror
    """

    code: Literal[-32603] = -32603
    """Member `code`."""

    data: Any = None
    """Member `data`."""

    message: str
    """Member `message`."""


class InvalidParamsError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/InvalidParamsError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#invalidparamserror
    """

    code: Literal[-32602] = -32602
    """Member `code`."""

    data: Any = None
    """Member `data`."""

    message: str
    """Member `message`."""


class InvalidRequestError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/InvalidRequestError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#invalidrequesterror
    """

    code: Literal[-32600] = -32600
    """Member `code`."""

    data: Any = None
    """Member `data`."""

    message: str
    """Member `message`."""


JSONArray = TypeAliasType("JSONArray", list["JSONValue"])
"""Sent by either side. Since 2026-07-28.
Schema `#/$defs/JSONArray`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonarray
"""


JSONObject = TypeAliasType("JSONObject", dict[str, "JSONValue"])
"""Sent by either side. Since 2026-07-28.
Schema `#/$defs/JSONObject`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonobject
"""


JSONValue = TypeAliasType(
    "JSONValue", typing.Annotated[typing.Union["JSONObject", "JSONArray", str, Number, bool, None], OneOf()]
)
"""Sent by either side. Since 2026-07-28.
Schema `#/$defs/JSONValue`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonvalue
"""


class ClientCapabilitiesElicitation(WireModel):
    """Sent by the client. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ClientCapabilities/properties/elicitation`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
    """

    form: Omittable[JSONObject] = None
    """Member `form`."""

    url: Omittable[JSONObject] = None
    """Member `url`."""


class ClientCapabilitiesSampling(WireModel):
    """Sent by the client. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ClientCapabilities/properties/sampling`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
    """

    context: Omittable[JSONObject] = None
    """Member `context`."""

    tools: Omittable[JSONObject] = None
    """Member `tools`."""


class ClientCapabilities(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/ClientCapabilities`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
    """

    elicitation: Omittable[ClientCapabilitiesElicitation] = None
    """Member `elicitation`."""

    experimental: Omittable[dict[str, JSONObject]] = None
    """Member `experimental`."""

    extensions: Omittable[dict[str, JSONObject]] = None
    """Member `extensions`."""

    roots: Omittable[dict[str, Any]] = None
    """Member `roots`."""

    sampling: Omittable[ClientCapabilitiesSampling] = None
    """Member `sampling`."""


class JSONRPCNotification(WireModel):
    """Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/JSONRPCNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcnotification
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#legacytitledenumschema
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
https://modelcontextprotocol.io/specification/2026-07-28/schema#logginglevel
"""


MetaObject: typing.TypeAlias = dict[str, Any]
"""Sent by either side. Since 2026-07-28.
Schema `#/$defs/MetaObject`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#metaobject
"""


class BlobResourceContents(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/BlobResourceContents`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#blobresourcecontents
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    blob: str
    """Member `blob`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    uri: str
    """Member `uri`."""


class ListRootsRequestParams(WireModel):
    """Sent by the server. Since 2026-07-28.
    Schema `#/$defs/ListRootsRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listrootsrequest
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ListRootsRequest(WireModel):
    """Carries `roots/list`. Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListRootsRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listrootsrequest
    """

    method: Literal["roots/list"] = "roots/list"
    """Member `method`."""

    params: Omittable[ListRootsRequestParams] = None
    """Member `params`."""


class MethodNotFoundError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/MethodNotFoundError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#methodnotfounderror
    """

    code: Literal[-32601] = -32601
    """Member `code`."""

    data: Any = None
    """Member `data`."""

    message: str
    """Member `message`."""


class MissingRequiredClientCapabilityErrorErrorData(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/MissingRequiredClientCapabilityError/properties/error/properties/data`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
    """

    required_capabilities: ClientCapabilities
    """Member `requiredCapabilities`."""


class MissingRequiredClientCapabilityErrorError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/MissingRequiredClientCapabilityError/properties/error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
    """

    code: Literal[-32021] = -32021
    """Member `code`."""

    data: MissingRequiredClientCapabilityErrorErrorData
    """Member `data`."""

    message: str
    """Member `message`."""


class ModelHint(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelHint`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#modelhint
    """

    name: Omittable[str] = None
    """Member `name`."""


class ModelPreferences(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelPreferences`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#modelpreferences
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#notification
    """

    method: str
    """Member `method`."""

    params: Omittable[dict[str, Any]] = None
    """Member `params`."""


class NumberSchema(WireModel):
    """Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/NumberSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#numberschema
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


class ParseError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/ParseError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#parseerror
    """

    code: Literal[-32700] = -32700
    """Member `code`."""

    data: Any = None
    """Member `data`."""

    message: str
    """Member `message`."""


ProgressToken: typing.TypeAlias = str | Integer
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#progresstoken
"""


class PromptArgument(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptArgument`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptargument
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
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/Prompt`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#prompt
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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


class PromptReference(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptReference`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptreference
    """

    name: str
    """Member `name`."""

    title: Omittable[str] = None
    """Member `title`."""

    type: Literal["ref/prompt"] = "ref/prompt"
    """Member `type`."""


class Request(WireModel):
    """Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/Request`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#request
    """

    method: str
    """Member `method`."""

    params: Omittable[dict[str, Any]] = None
    """Member `params`."""


RequestId: typing.TypeAlias = str | Integer
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#requestid
"""


class HeaderMismatchError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/HeaderMismatchError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#headermismatcherror
    """

    error: HeaderMismatchErrorError
    """Member `error`."""

    id: Omittable[RequestId] = None
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""


class JSONRPCErrorResponse(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/JSONRPCErrorResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcerrorresponse
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: str
    """Member `method`."""

    params: Omittable[dict[str, Any]] = None
    """Member `params`."""


class MissingRequiredClientCapabilityError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/MissingRequiredClientCapabilityError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
    """

    error: MissingRequiredClientCapabilityErrorError
    """Member `error`."""

    id: Omittable[RequestId] = None
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""


class NotificationMetaObject(WireModel):
    """Sent by either side. Since 2026-07-28.
    Schema `#/$defs/NotificationMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#notificationmetaobject
    """

    subscription_id: Omittable[RequestId] = Field(
        None,
        validation_alias="io.modelcontextprotocol/subscriptionId",
        serialization_alias="io.modelcontextprotocol/subscriptionId",
    )
    """Member `io.modelcontextprotocol/subscriptionId`."""


class CancelledNotificationParams(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CancelledNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#cancellednotificationparams
    """

    meta: Omittable[NotificationMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    reason: Omittable[str] = None
    """Member `reason`."""

    request_id: RequestId
    """Member `requestId`."""


class CancelledNotification(WireModel):
    """Carries `notifications/cancelled`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CancelledNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#cancellednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Member `method`."""

    params: CancelledNotificationParams
    """Member `params`."""


class ClientNotification(WireModel):
    """Carries `notifications/cancelled`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ClientNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Member `method`."""

    params: CancelledNotificationParams
    """Member `params`."""


class LoggingMessageNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/LoggingMessageNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#loggingmessagenotificationparams
    """

    meta: Omittable[NotificationMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#loggingmessagenotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/message"] = "notifications/message"
    """Member `method`."""

    params: LoggingMessageNotificationParams
    """Member `params`."""


class NotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/NotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#notificationparams
    """

    meta: Omittable[NotificationMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class ProgressNotificationParams(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25, 2026-07-28.
    Schema `#/$defs/ProgressNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#progressnotificationparams
    """

    meta: Omittable[NotificationMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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
    """Carries `notifications/progress`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ProgressNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#progressnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/progress"] = "notifications/progress"
    """Member `method`."""

    params: ProgressNotificationParams
    """Member `params`."""


class PromptListChangedNotification(WireModel):
    """Carries `notifications/prompts/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PromptListChangedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptlistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/prompts/list_changed"] = "notifications/prompts/list_changed"
    """Member `method`."""

    params: Omittable[NotificationParams] = None
    """Member `params`."""


class RequestMetaObject(WireModel):
    """Sent by the client. Since 2026-07-28.
    Schema `#/$defs/RequestMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#requestmetaobject
    """

    client_capabilities: ClientCapabilities = Field(
        validation_alias="io.modelcontextprotocol/clientCapabilities",
        serialization_alias="io.modelcontextprotocol/clientCapabilities",
    )
    """Member `io.modelcontextprotocol/clientCapabilities`."""

    client_info: Omittable[Implementation] = Field(
        None,
        validation_alias="io.modelcontextprotocol/clientInfo",
        serialization_alias="io.modelcontextprotocol/clientInfo",
    )
    """Member `io.modelcontextprotocol/clientInfo`."""

    log_level: Omittable[LoggingLevel] = Field(
        None,
        validation_alias="io.modelcontextprotocol/logLevel",
        serialization_alias="io.modelcontextprotocol/logLevel",
    )
    """Member `io.modelcontextprotocol/logLevel`."""

    protocol_version: str = Field(
        validation_alias="io.modelcontextprotocol/protocolVersion",
        serialization_alias="io.modelcontextprotocol/protocolVersion",
    )
    """Member `io.modelcontextprotocol/protocolVersion`."""

    progress_token: Omittable[ProgressToken] = None
    """Member `progressToken`."""


class PaginatedRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/PaginatedRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#paginatedrequestparams
    """

    meta: RequestMetaObject = Field(validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    cursor: Omittable[str] = None
    """Member `cursor`."""


class ListPromptsRequest(WireModel):
    """Carries `prompts/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListPromptsRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listpromptsrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["prompts/list"] = "prompts/list"
    """Member `method`."""

    params: PaginatedRequestParams
    """Member `params`."""


class ListResourceTemplatesRequest(WireModel):
    """Carries `resources/templates/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListResourceTemplatesRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcetemplatesrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["resources/templates/list"] = "resources/templates/list"
    """Member `method`."""

    params: PaginatedRequestParams
    """Member `params`."""


class ListResourcesRequest(WireModel):
    """Carries `resources/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListResourcesRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcesrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["resources/list"] = "resources/list"
    """Member `method`."""

    params: PaginatedRequestParams
    """Member `params`."""


class ListToolsRequest(WireModel):
    """Carries `tools/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListToolsRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listtoolsrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["tools/list"] = "tools/list"
    """Member `method`."""

    params: PaginatedRequestParams
    """Member `params`."""


class PaginatedRequest(WireModel):
    """Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/PaginatedRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#paginatedrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: str
    """Member `method`."""

    params: PaginatedRequestParams
    """Member `params`."""


class RequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/RequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#requestparams
    """

    meta: RequestMetaObject = Field(validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""


class DiscoverRequest(WireModel):
    """Carries `server/discover`. Sent by the client. Since 2026-07-28.
    Schema `#/$defs/DiscoverRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#discoverrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["server/discover"] = "server/discover"
    """Member `method`."""

    params: RequestParams
    """Member `params`."""


class ResourceContents(WireModel):
    """Since 2024-11-05; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/ResourceContents`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcecontents
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    mime_type: Omittable[str] = None
    """Member `mimeType`."""

    uri: str
    """Member `uri`."""


class ResourceListChangedNotification(WireModel):
    """Carries `notifications/resources/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ResourceListChangedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcelistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/resources/list_changed"] = "notifications/resources/list_changed"
    """Member `method`."""

    params: Omittable[NotificationParams] = None
    """Member `params`."""


class ResourceRequestParams(WireModel):
    """Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ResourceRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcerequestparams
    """

    meta: RequestMetaObject = Field(validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    uri: str
    """Member `uri`."""


class ResourceTemplateReference(WireModel):
    """Sent by the client. Since 2025-06-18.
    Schema `#/$defs/ResourceTemplateReference`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplatereference
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
https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
"""


class CompleteRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/CompleteRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
    """

    meta: RequestMetaObject = Field(validation_alias="_meta", serialization_alias="_meta")
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequest
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
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ResourceUpdatedNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourceupdatednotificationparams
    """

    meta: Omittable[NotificationMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    uri: str
    """Member `uri`."""


class ResourceUpdatedNotification(WireModel):
    """Carries `notifications/resources/updated`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ResourceUpdatedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourceupdatednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/resources/updated"] = "notifications/resources/updated"
    """Member `method`."""

    params: ResourceUpdatedNotificationParams
    """Member `params`."""


class ResultMetaObject(WireModel):
    """Sent by either side. Since 2026-07-28.
    Schema `#/$defs/ResultMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resultmetaobject
    """

    server_info: Omittable[Implementation] = Field(
        None,
        validation_alias="io.modelcontextprotocol/serverInfo",
        serialization_alias="io.modelcontextprotocol/serverInfo",
    )
    """Member `io.modelcontextprotocol/serverInfo`."""


class CacheableResult(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/CacheableResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#cacheableresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    cache_scope: Literal["private", "public"]
    """Member `cacheScope`."""

    result_type: str
    """Member `resultType`."""

    ttl_ms: Integer = Field(ge=0)
    """Member `ttlMs`."""


class CompleteResult(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/CompleteResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    completion: CompleteResultCompletion
    """Member `completion`."""

    result_type: str
    """Member `resultType`."""


class CompleteResultResponse(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/CompleteResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: CompleteResult
    """Member `result`."""


class ListPromptsResult(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListPromptsResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listpromptsresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    cache_scope: Literal["private", "public"]
    """Member `cacheScope`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    prompts: list[Prompt]
    """Member `prompts`."""

    result_type: str
    """Member `resultType`."""

    ttl_ms: Integer = Field(ge=0)
    """Member `ttlMs`."""


class ListPromptsResultResponse(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/ListPromptsResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listpromptsresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: ListPromptsResult
    """Member `result`."""


class PaginatedResult(WireModel):
    """Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/PaginatedResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#paginatedresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    result_type: str
    """Member `resultType`."""


class Result(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/Result`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#result
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    result_type: str
    """Member `resultType`."""


ClientResult: typing.TypeAlias = Result
"""Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
Schema `#/$defs/ClientResult`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#clientresult
"""


EmptyResult: typing.TypeAlias = Result
"""Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#emptyresult
"""


class JSONRPCResultResponse(WireModel):
    """Since 2025-11-25.
    Schema `#/$defs/JSONRPCResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcresultresponse
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
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcmessage
"""


JSONRPCResponse: typing.TypeAlias = typing.Annotated[JSONRPCResultResponse | JSONRPCErrorResponse, OneOf()]
"""Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/JSONRPCResponse`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcresponse
"""


ResultType: typing.TypeAlias = str
"""Since 2026-07-28.
Schema `#/$defs/ResultType`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#resulttype
"""


Role: typing.TypeAlias = Literal["assistant", "user"]
"""Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#role
"""


class Annotations(WireModel):
    """Sent by either side. Since 2025-03-26; changed in 2025-06-18.
    Schema `#/$defs/Annotations`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#annotations
    """

    audience: Omittable[list[Role]] = None
    """Member `audience`."""

    last_modified: Omittable[str] = None
    """Member `lastModified`."""

    priority: Omittable[Number] = Field(None, le=1, ge=0)
    """Member `priority`."""


class AudioContent(WireModel):
    """Sent by either side. Since 2025-03-26; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/AudioContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#audiocontent
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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
    """Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2026-07-28.
    Schema `#/$defs/ImageContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#imagecontent
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/Resource`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resource
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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
    """Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListResourcesResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcesresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    cache_scope: Literal["private", "public"]
    """Member `cacheScope`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    resources: list[Resource]
    """Member `resources`."""

    result_type: str
    """Member `resultType`."""

    ttl_ms: Integer = Field(ge=0)
    """Member `ttlMs`."""


class ListResourcesResultResponse(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/ListResourcesResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcesresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: ListResourcesResult
    """Member `result`."""


class ResourceLink(WireModel):
    """Sent by either side. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ResourceLink`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcelink
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/ResourceTemplate`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplate
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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
    """Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListResourceTemplatesResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcetemplatesresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    cache_scope: Literal["private", "public"]
    """Member `cacheScope`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    resource_templates: list[ResourceTemplate]
    """Member `resourceTemplates`."""

    result_type: str
    """Member `resultType`."""

    ttl_ms: Integer = Field(ge=0)
    """Member `ttlMs`."""


class ListResourceTemplatesResultResponse(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/ListResourceTemplatesResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcetemplatesresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: ListResourceTemplatesResult
    """Member `result`."""


class Root(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/Root`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#root
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    name: Omittable[str] = None
    """Member `name`."""

    uri: str
    """Member `uri`."""


class ListRootsResult(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListRootsResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listrootsresult
    """

    roots: list[Root]
    """Member `roots`."""


class ServerCapabilitiesPrompts(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/prompts`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ServerCapabilitiesResources(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/resources`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""

    subscribe: Omittable[bool] = None
    """Member `subscribe`."""


class ServerCapabilitiesTools(WireModel):
    """Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/tools`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """Member `listChanged`."""


class ServerCapabilities(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25, 2026-07-28.
    Schema `#/$defs/ServerCapabilities`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    completions: Omittable[JSONObject] = None
    """Member `completions`."""

    experimental: Omittable[dict[str, JSONObject]] = None
    """Member `experimental`."""

    extensions: Omittable[dict[str, JSONObject]] = None
    """Member `extensions`."""

    logging: Omittable[JSONObject] = None
    """Member `logging`."""

    prompts: Omittable[ServerCapabilitiesPrompts] = None
    """Member `prompts`."""

    resources: Omittable[ServerCapabilitiesResources] = None
    """Member `resources`."""

    tools: Omittable[ServerCapabilitiesTools] = None
    """Member `tools`."""


class DiscoverResult(WireModel):
    """Sent by the server. Since 2026-07-28.
    Schema `#/$defs/DiscoverResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#discoverresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    cache_scope: Literal["private", "public"]
    """Member `cacheScope`."""

    capabilities: ServerCapabilities
    """Member `capabilities`."""

    instructions: Omittable[str] = None
    """Member `instructions`."""

    result_type: str
    """Member `resultType`."""

    supported_versions: list[str]
    """Member `supportedVersions`."""

    ttl_ms: Integer = Field(ge=0)
    """Member `ttlMs`."""


class DiscoverResultResponse(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/DiscoverResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#discoverresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: DiscoverResult
    """Member `result`."""


class StringSchema(WireModel):
    """Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/StringSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#stringschema
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


class SubscriptionFilter(WireModel):
    """Sent by either side. Since 2026-07-28.
    Schema `#/$defs/SubscriptionFilter`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionfilter
    """

    prompts_list_changed: Omittable[bool] = None
    """Member `promptsListChanged`."""

    resource_subscriptions: Omittable[list[str]] = None
    """Member `resourceSubscriptions`."""

    resources_list_changed: Omittable[bool] = None
    """Member `resourcesListChanged`."""

    tools_list_changed: Omittable[bool] = None
    """Member `toolsListChanged`."""


class SubscriptionsAcknowledgedNotificationParams(WireModel):
    """Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsAcknowledgedNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionsacknowledgednotificationparams
    """

    meta: Omittable[NotificationMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    notifications: SubscriptionFilter
    """Member `notifications`."""


class SubscriptionsAcknowledgedNotification(WireModel):
    """Carries `notifications/subscriptions/acknowledged`. Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsAcknowledgedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionsacknowledgednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["notifications/subscriptions/acknowledged"] = "notifications/subscriptions/acknowledged"
    """Member `method`."""

    params: SubscriptionsAcknowledgedNotificationParams
    """Member `params`."""


class SubscriptionsListenRequestParams(WireModel):
    """Sent by the client. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenrequestparams
    """

    meta: RequestMetaObject = Field(validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    notifications: SubscriptionFilter
    """Member `notifications`."""


class SubscriptionsListenRequest(WireModel):
    """Carries `subscriptions/listen`. Sent by the client. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["subscriptions/listen"] = "subscriptions/listen"
    """Member `method`."""

    params: SubscriptionsListenRequestParams
    """Member `params`."""


class SubscriptionsListenResultMetaObject(WireModel):
    """Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenResultMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenresultmetaobject
    """

    server_info: Omittable[Implementation] = Field(
        None,
        validation_alias="io.modelcontextprotocol/serverInfo",
        serialization_alias="io.modelcontextprotocol/serverInfo",
    )
    """Member `io.modelcontextprotocol/serverInfo`."""

    subscription_id: RequestId = Field(
        validation_alias="io.modelcontextprotocol/subscriptionId",
        serialization_alias="io.modelcontextprotocol/subscriptionId",
    )
    """Member `io.modelcontextprotocol/subscriptionId`."""


class SubscriptionsListenResult(WireModel):
    """Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenresult
    """

    meta: SubscriptionsListenResultMetaObject = Field(validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    result_type: str
    """Member `resultType`."""


class SubscriptionsListenResultResponse(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: SubscriptionsListenResult
    """Member `result`."""


class TextContent(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2026-07-28.
    Schema `#/$defs/TextContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#textcontent
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[Annotations] = None
    """Member `annotations`."""

    text: str
    """Member `text`."""

    type: Literal["text"] = "text"
    """Member `type`."""


class TextResourceContents(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/TextResourceContents`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#textresourcecontents
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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
https://modelcontextprotocol.io/specification/2026-07-28/schema#embeddedresource
"""


class EmbeddedResource(WireModel):
    """Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2026-07-28.
    Schema `#/$defs/EmbeddedResource`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#embeddedresource
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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
https://modelcontextprotocol.io/specification/2026-07-28/schema#contentblock
"""


class CallToolResult(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/CallToolResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    content: list[ContentBlock]
    """Member `content`."""

    is_error: Omittable[bool] = None
    """Member `isError`."""

    result_type: str
    """Member `resultType`."""

    structured_content: Any = None
    """Member `structuredContent`."""


class PromptMessage(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptMessage`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptmessage
    """

    content: ContentBlock
    """Member `content`."""

    role: Role
    """Member `role`."""


class GetPromptResult(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/GetPromptResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    description: Omittable[str] = None
    """Member `description`."""

    messages: list[PromptMessage]
    """Member `messages`."""

    result_type: str
    """Member `resultType`."""


ReadResourceResultContentsItem: typing.TypeAlias = typing.Annotated[
    TextResourceContents | BlobResourceContents, OneOf()
]
"""Sent by the server. Since 2024-11-05.
Schema `#/$defs/ReadResourceResult/properties/contents/items`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresult
"""


class ReadResourceResult(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ReadResourceResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    cache_scope: Literal["private", "public"]
    """Member `cacheScope`."""

    contents: list[ReadResourceResultContentsItem]
    """Member `contents`."""

    result_type: str
    """Member `resultType`."""

    ttl_ms: Integer = Field(ge=0)
    """Member `ttlMs`."""


class TitledMultiSelectEnumSchemaItemsAnyOfItem(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema/properties/items/properties/anyOf/items`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#titledmultiselectenumschema
    """

    const: str
    """Member `const`."""

    title: str
    """Member `title`."""


class TitledMultiSelectEnumSchemaItems(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema/properties/items`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#titledmultiselectenumschema
    """

    any_of: list[TitledMultiSelectEnumSchemaItemsAnyOfItem]
    """Member `anyOf`."""


class TitledMultiSelectEnumSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#titledmultiselectenumschema
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#titledsingleselectenumschema
    """

    const: str
    """Member `const`."""

    title: str
    """Member `title`."""


class TitledSingleSelectEnumSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledSingleSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#titledsingleselectenumschema
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolchoice
    """

    mode: Omittable[Literal["auto", "none", "required"]] = None
    """Member `mode`."""


class ToolInputSchema(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/Tool/properties/inputSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#tool
    """

    schema_: Omittable[str] = Field(None, validation_alias="$schema", serialization_alias="$schema")
    """Member `$schema`."""

    type: Literal["object"] = "object"
    """Member `type`."""


class ToolListChangedNotification(WireModel):
    """Carries `notifications/tools/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ToolListChangedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toollistchangednotification
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
    | SubscriptionsAcknowledgedNotification
    | ResourceUpdatedNotification
    | PromptListChangedNotification
    | ToolListChangedNotification
    | LoggingMessageNotification,
    OneOf("method"),
]
"""Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
Schema `#/$defs/ServerNotification`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#servernotification
"""


class ToolOutputSchema(WireModel):
    """Sent by the server. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/Tool/properties/outputSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#tool
    """

    schema_: Omittable[str] = Field(None, validation_alias="$schema", serialization_alias="$schema")
    """Member `$schema`."""


class Tool(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/Tool`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#tool
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    annotations: Omittable[ToolAnnotations] = None
    """Member `annotations`."""

    description: Omittable[str] = None
    """Member `description`."""

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
    """Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListToolsResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listtoolsresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    cache_scope: Literal["private", "public"]
    """Member `cacheScope`."""

    next_cursor: Omittable[str] = None
    """Member `nextCursor`."""

    result_type: str
    """Member `resultType`."""

    tools: list[Tool]
    """Member `tools`."""

    ttl_ms: Integer = Field(ge=0)
    """Member `ttlMs`."""


class ListToolsResultResponse(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/ListToolsResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listtoolsresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: ListToolsResult
    """Member `result`."""


class ToolResultContent(WireModel):
    """Sent by either side. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ToolResultContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolresultcontent
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    content: list[ContentBlock]
    """Member `content`."""

    is_error: Omittable[bool] = None
    """Member `isError`."""

    structured_content: Any = None
    """Member `structuredContent`."""

    tool_use_id: str
    """Member `toolUseId`."""

    type: Literal["tool_result"] = "tool_result"
    """Member `type`."""


class ToolUseContent(WireModel):
    """Sent by either side. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ToolUseContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolusecontent
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
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
https://modelcontextprotocol.io/specification/2026-07-28/schema#samplingmessagecontentblock
"""


CreateMessageResultContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Sent by the client. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/CreateMessageResult/properties/content`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessageresult
"""


class CreateMessageResult(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/CreateMessageResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessageresult
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    content: CreateMessageResultContent
    """Member `content`."""

    model: str
    """Member `model`."""

    role: Role
    """Member `role`."""

    stop_reason: Omittable[str] = None
    """Member `stopReason`."""


InputResponse: typing.TypeAlias = typing.Annotated[CreateMessageResult | ListRootsResult | ElicitResult, OneOf()]
"""Sent by the client. Since 2026-07-28.
Schema `#/$defs/InputResponse`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputresponse
"""


InputResponses: typing.TypeAlias = dict[str, InputResponse]
"""Sent by the client. Since 2026-07-28.
Schema `#/$defs/InputResponses`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputresponses
"""


class CallToolRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CallToolRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolrequestparams
    """

    meta: RequestMetaObject = Field(validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    arguments: Omittable[dict[str, Any]] = None
    """Member `arguments`."""

    input_responses: Omittable[InputResponses] = None
    """Member `inputResponses`."""

    name: str
    """Member `name`."""

    request_state: Omittable[str] = None
    """Member `requestState`."""


class CallToolRequest(WireModel):
    """Carries `tools/call`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CallToolRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["tools/call"] = "tools/call"
    """Member `method`."""

    params: CallToolRequestParams
    """Member `params`."""


class GetPromptRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/GetPromptRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptrequestparams
    """

    meta: RequestMetaObject = Field(validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    arguments: Omittable[dict[str, str]] = None
    """Member `arguments`."""

    input_responses: Omittable[InputResponses] = None
    """Member `inputResponses`."""

    name: str
    """Member `name`."""

    request_state: Omittable[str] = None
    """Member `requestState`."""


class GetPromptRequest(WireModel):
    """Carries `prompts/get`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/GetPromptRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptrequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["prompts/get"] = "prompts/get"
    """Member `method`."""

    params: GetPromptRequestParams
    """Member `params`."""


class InputResponseRequestParams(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/InputResponseRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#inputresponserequestparams
    """

    meta: RequestMetaObject = Field(validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    input_responses: Omittable[InputResponses] = None
    """Member `inputResponses`."""

    request_state: Omittable[str] = None
    """Member `requestState`."""


class ReadResourceRequestParams(WireModel):
    """Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ReadResourceRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourcerequestparams
    """

    meta: RequestMetaObject = Field(validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    input_responses: Omittable[InputResponses] = None
    """Member `inputResponses`."""

    request_state: Omittable[str] = None
    """Member `requestState`."""

    uri: str
    """Member `uri`."""


class ReadResourceRequest(WireModel):
    """Carries `resources/read`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ReadResourceRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourcerequest
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    method: Literal["resources/read"] = "resources/read"
    """Member `method`."""

    params: ReadResourceRequestParams
    """Member `params`."""


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
"""Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
Schema `#/$defs/ClientRequest`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#clientrequest
"""


SamplingMessageContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/SamplingMessage/properties/content`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#samplingmessage
"""


class SamplingMessage(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/SamplingMessage`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#samplingmessage
    """

    meta: Omittable[MetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    content: SamplingMessageContent
    """Member `content`."""

    role: Role
    """Member `role`."""


class CreateMessageRequestParams(WireModel):
    """Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CreateMessageRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequestparams
    """

    include_context: Omittable[Literal["allServers", "none", "thisServer"]] = None
    """Member `includeContext`."""

    max_tokens: Integer
    """Member `maxTokens`."""

    messages: list[SamplingMessage]
    """Member `messages`."""

    metadata: Omittable[JSONObject] = None
    """Member `metadata`."""

    model_preferences_: Omittable[ModelPreferences] = None
    """Member `modelPreferences`."""

    stop_sequences: Omittable[list[str]] = None
    """Member `stopSequences`."""

    system_prompt: Omittable[str] = None
    """Member `systemPrompt`."""

    temperature: Omittable[Number] = None
    """Member `temperature`."""

    tool_choice: Omittable[ToolChoice] = None
    """Member `toolChoice`."""

    tools: Omittable[list[Tool]] = None
    """Member `tools`."""


class CreateMessageRequest(WireModel):
    """Carries `sampling/createMessage`. Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CreateMessageRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequest
    """

    method: Literal["sampling/createMessage"] = "sampling/createMessage"
    """Member `method`."""

    params: CreateMessageRequestParams
    """Member `params`."""


class UnsupportedProtocolVersionErrorErrorData(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/UnsupportedProtocolVersionError/properties/error/properties/data`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#unsupportedprotocolversionerror
    """

    requested: str
    """Member `requested`."""

    supported: list[str]
    """Member `supported`."""


class UnsupportedProtocolVersionErrorError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/UnsupportedProtocolVersionError/properties/error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#unsupportedprotocolversionerror
    """

    code: Literal[-32022] = -32022
    """Member `code`."""

    data: UnsupportedProtocolVersionErrorErrorData
    """Member `data`."""

    message: str
    """Member `message`."""


class UnsupportedProtocolVersionError(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/UnsupportedProtocolVersionError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#unsupportedprotocolversionerror
    """

    error: UnsupportedProtocolVersionErrorError
    """Member `error`."""

    id: Omittable[RequestId] = None
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""


class UntitledMultiSelectEnumSchemaItems(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledMultiSelectEnumSchema/properties/items`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#untitledmultiselectenumschema
    """

    enum: list[str]
    """Member `enum`."""

    type: Literal["string"] = "string"
    """Member `type`."""


class UntitledMultiSelectEnumSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledMultiSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#untitledmultiselectenumschema
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
https://modelcontextprotocol.io/specification/2026-07-28/schema#multiselectenumschema
"""


class UntitledSingleSelectEnumSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledSingleSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#untitledsingleselectenumschema
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
https://modelcontextprotocol.io/specification/2026-07-28/schema#enumschema
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
https://modelcontextprotocol.io/specification/2026-07-28/schema#primitiveschemadefinition
"""


class ElicitRequestFormParamsRequestedSchema(WireModel):
    """Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams/properties/requestedSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestformparams
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
    """Sent by the server. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ElicitRequestFormParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestformparams
    """

    message: str
    """Member `message`."""

    mode: Omittable[Literal["form"]] = None
    """Member `mode`."""

    requested_schema: ElicitRequestFormParamsRequestedSchema
    """Member `requestedSchema`."""


ElicitRequestParams: typing.TypeAlias = typing.Annotated[ElicitRequestFormParams | ElicitRequestURLParams, OneOf()]
"""Sent by the server. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
Schema `#/$defs/ElicitRequestParams`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestparams
"""


class ElicitRequest(WireModel):
    """Carries `elicitation/create`. Sent by the server. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ElicitRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequest
    """

    method: Literal["elicitation/create"] = "elicitation/create"
    """Member `method`."""

    params: ElicitRequestParams
    """Member `params`."""


InputRequest: typing.TypeAlias = typing.Annotated[
    CreateMessageRequest | ListRootsRequest | ElicitRequest, OneOf("method")
]
"""Sent by the server. Since 2026-07-28.
Schema `#/$defs/InputRequest`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequest
"""


InputRequests: typing.TypeAlias = dict[str, InputRequest]
"""Sent by the server. Since 2026-07-28.
Schema `#/$defs/InputRequests`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequests
"""


class InputRequiredResult(WireModel):
    """Sent by the server. Since 2026-07-28.
    Schema `#/$defs/InputRequiredResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequiredresult
    """

    meta: Omittable[ResultMetaObject] = Field(None, validation_alias="_meta", serialization_alias="_meta")
    """Member `_meta`."""

    input_requests: Omittable[InputRequests] = None
    """Member `inputRequests`."""

    request_state: Omittable[str] = None
    """Member `requestState`."""

    result_type: str
    """Member `resultType`."""


CallToolResultResponseResult: typing.TypeAlias = typing.Annotated[InputRequiredResult | CallToolResult, OneOf()]
"""Since 2026-07-28.
Schema `#/$defs/CallToolResultResponse/properties/result`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresultresponse
"""


class CallToolResultResponse(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/CallToolResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: CallToolResultResponseResult
    """Member `result`."""


GetPromptResultResponseResult: typing.TypeAlias = typing.Annotated[InputRequiredResult | GetPromptResult, OneOf()]
"""Since 2026-07-28.
Schema `#/$defs/GetPromptResultResponse/properties/result`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresultresponse
"""


class GetPromptResultResponse(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/GetPromptResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: GetPromptResultResponseResult
    """Member `result`."""


ReadResourceResultResponseResult: typing.TypeAlias = typing.Annotated[InputRequiredResult | ReadResourceResult, OneOf()]
"""Since 2026-07-28.
Schema `#/$defs/ReadResourceResultResponse/properties/result`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresultresponse
"""


class ReadResourceResultResponse(WireModel):
    """Since 2026-07-28.
    Schema `#/$defs/ReadResourceResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresultresponse
    """

    id: RequestId
    """Member `id`."""

    jsonrpc: Literal["2.0"] = "2.0"
    """Member `jsonrpc`."""

    result: ReadResourceResultResponseResult
    """Member `result`."""


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
"""Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
Schema `#/$defs/ServerResult`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#serverresult
"""


SingleSelectEnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema, OneOf()
]
"""Since 2025-11-25.
Schema `#/$defs/SingleSelectEnumSchema`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#singleselectenumschema
"""
