"""The types of revision 2024-11-05: one class or alias for each definition of its schema.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how they are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ..generated_code import Integer, Number, Omittable, OneOf
from .base import WireModel


class BlobResourceContents(WireModel):
    """Binary content of a resource.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/BlobResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    blob: str
    """The data, encoded as base64."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    uri: str
    """URI of the resource."""


class CallToolRequestParams(WireModel):
    """Params of `tools/call`: the tool and its arguments.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CallToolRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    arguments: Omittable[dict[str, Any]] = None
    """Arguments by parameter name; they must match the tool's `inputSchema`."""

    name: str
    """Name of the tool to run, as listed by `tools/list`."""


class CallToolRequest(WireModel):
    """Ask the server to run a tool.

    Carries `tools/call`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CallToolRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["tools/call"] = "tools/call"
    """Name of the method."""

    params: CallToolRequestParams
    """Details that go with the method."""


class ClientCapabilitiesRoots(WireModel):
    """Details of how the client supports roots.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ClientCapabilities/properties/roots`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ClientCapabilities(WireModel):
    """Optional features of the client; a feature that is absent is not supported.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ClientCapabilities`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Features outside the specification, by name, with their settings."""

    roots: Omittable[ClientCapabilitiesRoots] = None
    """Present if the client answers `roots/list`."""

    sampling: Omittable[dict[str, Any]] = None
    """Present if the client lets servers use its model."""


class CompleteRequestParamsArgument(WireModel):
    """The argument being filled in and its text so far.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest/properties/params/properties/argument`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: str
    """Name of the argument."""

    value: str
    """Text that the user has typed so far."""


class CompleteResultCompletion(WireModel):
    """Suggested values, and whether there are more of them.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CompleteResult/properties/completion`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    has_more: Omittable[bool] = None
    """True if there are suggestions beyond those listed here."""

    total: Omittable[Integer] = None
    """Number of suggestions there are, listed or not; absent if unknown."""

    values: list[str]
    """Suggested values, at most 100."""


class CompleteResult(WireModel):
    """Answer to `completion/complete`: suggestions for the argument.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CompleteResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    completion: CompleteResultCompletion
    """The suggestions."""


Cursor: typing.TypeAlias = str
"""Opaque position in a paged list; pass it back without reading or changing it.

Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class GetPromptRequestParams(WireModel):
    """Params of `prompts/get`: the prompt and its arguments.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/GetPromptRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    arguments: Omittable[dict[str, str]] = None
    """Values to fill into the prompt, by name of the argument."""

    name: str
    """Name of the prompt, as listed by `prompts/list`."""


class GetPromptRequest(WireModel):
    """Ask the server for one prompt, filled in with arguments.

    Carries `prompts/get`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/GetPromptRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["prompts/get"] = "prompts/get"
    """Name of the method."""

    params: GetPromptRequestParams
    """Details that go with the method."""


class Implementation(WireModel):
    """The software on one side of the connection, as it describes itself.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/Implementation`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: str
    """Name of the software."""

    version: str
    """Version of the software."""


class InitializeRequestParams(WireModel):
    """Params of `initialize`: the name, version and features of the client.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializeRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    capabilities: ClientCapabilities
    """Optional features that the client supports."""

    client_info: Implementation
    """Name and version of the client software."""

    protocol_version: str
    """Protocol version that the client would like, normally its newest."""


class InitializeRequest(WireModel):
    """Open a session: the client states its protocol version and capabilities.

    Carries `initialize`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializeRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["initialize"] = "initialize"
    """Name of the method."""

    params: InitializeRequestParams
    """Details that go with the method."""


class InitializedNotificationParams(WireModel):
    """Params of `notifications/initialized`, which carry metadata only.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class InitializedNotification(WireModel):
    """Tell the server that the client is ready and the session can start.

    Carries `notifications/initialized`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/InitializedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/initialized"] = "notifications/initialized"
    """Name of the method."""

    params: Omittable[InitializedNotificationParams] = None
    """Details that go with the method."""


class JSONRPCErrorError(WireModel):
    """The error inside a JSON-RPC error response.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCError/properties/error`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    code: Integer
    """Number of the error, such as -32602 for invalid params."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class JSONRPCNotificationParams(WireModel):
    """Params of a notification, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class JSONRPCNotification(WireModel):
    """Envelope of a message that gets no answer.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable[JSONRPCNotificationParams] = None
    """Details that go with the method."""


class ListPromptsRequestParams(WireModel):
    """Params of `prompts/list`: which page to return.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListPromptsRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class ListPromptsRequest(WireModel):
    """Ask for the prompts that the server offers.

    Carries `prompts/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListPromptsRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["prompts/list"] = "prompts/list"
    """Name of the method."""

    params: Omittable[ListPromptsRequestParams] = None
    """Details that go with the method."""


class ListResourceTemplatesRequestParams(WireModel):
    """Params of `resources/templates/list`: which page to return.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class ListResourceTemplatesRequest(WireModel):
    """Ask for the resource templates that the server offers.

    Carries `resources/templates/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["resources/templates/list"] = "resources/templates/list"
    """Name of the method."""

    params: Omittable[ListResourceTemplatesRequestParams] = None
    """Details that go with the method."""


class ListResourcesRequestParams(WireModel):
    """Params of `resources/list`: which page to return.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourcesRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class ListResourcesRequest(WireModel):
    """Ask for the resources that the server offers.

    Carries `resources/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourcesRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["resources/list"] = "resources/list"
    """Name of the method."""

    params: Omittable[ListResourcesRequestParams] = None
    """Details that go with the method."""


class ListToolsRequestParams(WireModel):
    """Params of `tools/list`: which page to return.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListToolsRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class ListToolsRequest(WireModel):
    """Ask for the tools that the server offers.

    Carries `tools/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListToolsRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["tools/list"] = "tools/list"
    """Name of the method."""

    params: Omittable[ListToolsRequestParams] = None
    """Details that go with the method."""


LoggingLevel: typing.TypeAlias = Literal[
    "alert", "critical", "debug", "emergency", "error", "info", "notice", "warning"
]
"""Severity of a log message, from `debug`, the least, to `emergency`.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/LoggingLevel`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class LoggingMessageNotificationParams(WireModel):
    """Params of `notifications/message`: the log message and its severity.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/LoggingMessageNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    data: Any
    """The logged text or other JSON value."""

    level: LoggingLevel
    """Severity of the message."""

    logger: Omittable[str] = None
    """Part of the server that logged this; absent if the server does not name it."""


class LoggingMessageNotification(WireModel):
    """Pass a log message of the server to the client.

    Carries `notifications/message`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/LoggingMessageNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/message"] = "notifications/message"
    """Name of the method."""

    params: LoggingMessageNotificationParams
    """Details that go with the method."""


class ModelHint(WireModel):
    """A wish for a certain model or family of models; the client may not follow it.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelHint`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: Omittable[str] = None
    """Part of a model's name; the client may also pick a similar model."""


class ModelPreferences(WireModel):
    """Wishes of the server for a kind of model; the client is free to choose another.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelPreferences`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cost_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of low cost, from 0 for none to 1 for the highest."""

    hints: Omittable[list[ModelHint]] = None
    """Names to look for, most wanted first; they go before the priorities."""

    intelligence_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of capability, from 0 for none to 1 for the highest."""

    speed_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of speed, from 0 for none to 1 for the highest."""


class NotificationParams(WireModel):
    """Base of the params of notifications.

    Since 2024-11-05.
    Schema `#/$defs/Notification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class Notification(WireModel):
    """Base of notifications, which get no response.

    Since 2024-11-05.
    Schema `#/$defs/Notification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: str
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


class PaginatedRequestParams(WireModel):
    """Params of a request that is answered page by page.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class PaginatedRequest(WireModel):
    """Base of requests that are answered page by page.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: str
    """Name of the method."""

    params: Omittable[PaginatedRequestParams] = None
    """Details that go with the method."""


class PaginatedResult(WireModel):
    """Base of results that hold one page of a list.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""


ProgressToken: typing.TypeAlias = str | Integer
"""Opaque token that ties progress notifications to the request they are about.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class PromptArgument(WireModel):
    """An argument that a prompt takes.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptArgument`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    description: Omittable[str] = None
    """Purpose of the argument, in words for people."""

    name: str
    """Key of this argument in `arguments` of `prompts/get`."""

    required: Omittable[bool] = None
    """True if the prompt cannot do without this argument."""


class PromptListChangedNotificationParams(WireModel):
    """Params of `notifications/prompts/list_changed`, which carry metadata only.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class PromptListChangedNotification(WireModel):
    """Tell the client that the list of prompts has changed and can be fetched anew.

    Carries `notifications/prompts/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/prompts/list_changed"] = "notifications/prompts/list_changed"
    """Name of the method."""

    params: Omittable[PromptListChangedNotificationParams] = None
    """Details that go with the method."""


class PromptReference(WireModel):
    """Reference to the prompt whose argument is to be completed.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/PromptReference`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: str
    """Name of the prompt, as listed by `prompts/list`."""

    type: Literal["ref/prompt"] = "ref/prompt"
    """Tag that tells this kind of reference from the others."""


class ReadResourceRequestParams(WireModel):
    """Params of `resources/read`: the resource to read.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ReadResourceRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    uri: str
    """URI of the resource to read."""


class ReadResourceRequest(WireModel):
    """Ask the server for the content of a resource.

    Carries `resources/read`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ReadResourceRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["resources/read"] = "resources/read"
    """Name of the method."""

    params: ReadResourceRequestParams
    """Details that go with the method."""


class RequestParamsMeta(WireModel):
    """Metadata of a request, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/Request/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class RequestParams(WireModel):
    """Base of the params of requests.

    Since 2024-11-05.
    Schema `#/$defs/Request/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[RequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""


class Request(WireModel):
    """Base of requests, which must get a response.

    Since 2024-11-05.
    Schema `#/$defs/Request`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: str
    """Name of the method."""

    params: Omittable[RequestParams] = None
    """Details that go with the method."""


RequestId: typing.TypeAlias = str | Integer
"""Id of a request among those of its sender; the response repeats it.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class ResourceContents(WireModel):
    """Base of resource content, be it text or binary data.

    Since 2024-11-05.
    Schema `#/$defs/ResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    uri: str
    """URI of the resource."""


class ResourceListChangedNotificationParams(WireModel):
    """Params of `notifications/resources/list_changed`, which carry metadata only.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class ResourceListChangedNotification(WireModel):
    """Tell the client that the list of resources has changed and can be fetched anew.

    Carries `notifications/resources/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/resources/list_changed"] = "notifications/resources/list_changed"
    """Name of the method."""

    params: Omittable[ResourceListChangedNotificationParams] = None
    """Details that go with the method."""


class ResourceReference(WireModel):
    """Reference to the resource or template whose argument is to be completed.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ResourceReference`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    type: Literal["ref/resource"] = "ref/resource"
    """Tag that tells this kind of reference from the others."""

    uri: str
    """URI of the resource, or the URI template."""


class ResourceUpdatedNotificationParams(WireModel):
    """Params of `notifications/resources/updated`: what has changed.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceUpdatedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    uri: str
    """URI of what has changed: the resource that is watched, or a part of it."""


class ResourceUpdatedNotification(WireModel):
    """Tell the client that a resource it watches has changed.

    Carries `notifications/resources/updated`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceUpdatedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/resources/updated"] = "notifications/resources/updated"
    """Name of the method."""

    params: ResourceUpdatedNotificationParams
    """Details that go with the method."""


class Result(WireModel):
    """Base of results.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/Result`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


Role: typing.TypeAlias = Literal["assistant", "user"]
"""Side of a conversation: the human user or the assistant.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class Root(WireModel):
    """A directory or file that the client opens to the server.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/Root`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: Omittable[str] = None
    """Name to show to people; absent if there is none."""

    uri: str
    """Address of the directory or file; begins with `file://`."""


class RootsListChangedNotificationParams(WireModel):
    """Params of `notifications/roots/list_changed`, which carry metadata only.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/RootsListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class RootsListChangedNotification(WireModel):
    """Tell the server that the client's roots have changed and can be fetched anew.

    Carries `notifications/roots/list_changed`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/RootsListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/roots/list_changed"] = "notifications/roots/list_changed"
    """Name of the method."""

    params: Omittable[RootsListChangedNotificationParams] = None
    """Details that go with the method."""


class ServerCapabilitiesPrompts(WireModel):
    """Details of how the server supports prompts.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/prompts`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ServerCapabilitiesResources(WireModel):
    """Details of how the server supports resources.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/resources`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""

    subscribe: Omittable[bool] = None
    """True if the server can report changes of individual resources; absent means no."""


class ServerCapabilitiesTools(WireModel):
    """Details of how the server supports tools.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/tools`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ServerCapabilities(WireModel):
    """Optional features of the server; a feature that is absent is not supported.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Features outside the specification, by name, with their settings."""

    logging: Omittable[dict[str, Any]] = None
    """Present if the server sends log messages."""

    prompts: Omittable[ServerCapabilitiesPrompts] = None
    """Present if the server offers prompts."""

    resources: Omittable[ServerCapabilitiesResources] = None
    """Present if the server offers resources."""

    tools: Omittable[ServerCapabilitiesTools] = None
    """Present if the server offers tools."""


class SetLevelRequestParams(WireModel):
    """Params of `logging/setLevel`: the level to start from.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SetLevelRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    level: LoggingLevel
    """Least serious messages to send; more serious ones come as well."""


class SetLevelRequest(WireModel):
    """Set how serious log messages must be for the server to send them.

    Carries `logging/setLevel`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SetLevelRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["logging/setLevel"] = "logging/setLevel"
    """Name of the method."""

    params: SetLevelRequestParams
    """Details that go with the method."""


class SubscribeRequestParams(WireModel):
    """Params of `resources/subscribe`: the resource to watch.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SubscribeRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    uri: str
    """URI of the resource to watch."""


class SubscribeRequest(WireModel):
    """Ask the server to report changes of a resource.

    Carries `resources/subscribe`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SubscribeRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["resources/subscribe"] = "resources/subscribe"
    """Name of the method."""

    params: SubscribeRequestParams
    """Details that go with the method."""


class TextContentAnnotations(WireModel):
    """Hints on whom a text is for and how much it matters.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/TextContent/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class TextContent(WireModel):
    """Text as part of a message or tool output.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/TextContent`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[TextContentAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    text: str
    """The text itself, to show or to pass to a model."""

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""


class TextResourceContents(WireModel):
    """Content of a resource that is text.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/TextResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    text: str
    """The content; for resources that are really text."""

    uri: str
    """URI of the resource."""


class ToolInputSchema(WireModel):
    """JSON Schema of a tool's arguments.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Tool/properties/inputSchema`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    properties: Omittable[dict[str, dict[str, Any]]] = None
    """Schemas of the parameters, by name."""

    required: Omittable[list[str]] = None
    """Names of the properties that must be present."""

    type: Literal["object"] = "object"
    """Always `object`."""


class Tool(WireModel):
    """A function of the server that a model can call.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Tool`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    description: Omittable[str] = None
    """Purpose of the tool, by which a model decides when to call it."""

    input_schema: ToolInputSchema
    """JSON Schema that the arguments of a call must match."""

    name: str
    """Programmatic identifier, unique within the server; pass it to `tools/call`."""


class ToolListChangedNotificationParams(WireModel):
    """Params of `notifications/tools/list_changed`, which carry metadata only.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ToolListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class ToolListChangedNotification(WireModel):
    """Tell the client that the list of tools has changed and can be fetched anew.

    Carries `notifications/tools/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ToolListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/tools/list_changed"] = "notifications/tools/list_changed"
    """Name of the method."""

    params: Omittable[ToolListChangedNotificationParams] = None
    """Details that go with the method."""


class UnsubscribeRequestParams(WireModel):
    """Params of `resources/unsubscribe`: the resource to stop watching.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/UnsubscribeRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    uri: str
    """URI of the resource to stop watching."""


class UnsubscribeRequest(WireModel):
    """Ask the server to stop reporting changes of a resource.

    Carries `resources/unsubscribe`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/UnsubscribeRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["resources/unsubscribe"] = "resources/unsubscribe"
    """Name of the method."""

    params: UnsubscribeRequestParams
    """Details that go with the method."""


class AnnotatedAnnotations(WireModel):
    """Hints on whom something is for and how much it matters.

    Since 2024-11-05.
    Schema `#/$defs/Annotated/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class Annotated(WireModel):
    """Base of types that carry annotations.

    Since 2024-11-05.
    Schema `#/$defs/Annotated`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[AnnotatedAnnotations] = None
    """Hints on whom this is for and how much it matters."""


class CancelledNotificationParams(WireModel):
    """Params of `notifications/cancelled`: the request to drop and the reason.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/CancelledNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    reason: Omittable[str] = None
    """Reason why the request was cancelled, for logs or to show to people."""

    request_id: RequestId
    """`id` of a pending request that the sender itself issued."""


class CancelledNotification(WireModel):
    """Tell the receiver to give up on a request, whose answer is no longer wanted.

    Carries `notifications/cancelled`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/CancelledNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Name of the method."""

    params: CancelledNotificationParams
    """Details that go with the method."""


CompleteRequestParamsRef: typing.TypeAlias = typing.Annotated[PromptReference | ResourceReference, OneOf("type")]
"""The prompt or resource template that the argument belongs to.

Sent by the client. Since 2024-11-05.
Schema `#/$defs/CompleteRequest/properties/params/properties/ref`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class CompleteRequestParams(WireModel):
    """Params of `completion/complete`: the argument and what it belongs to.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    argument: CompleteRequestParamsArgument
    """The argument to complete."""

    ref: CompleteRequestParamsRef
    """The prompt or resource template that the argument belongs to."""


class CompleteRequest(WireModel):
    """Ask for suggestions while the user fills in an argument.

    Carries `completion/complete`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["completion/complete"] = "completion/complete"
    """Name of the method."""

    params: CompleteRequestParams
    """Details that go with the method."""


class EmbeddedResourceAnnotations(WireModel):
    """Hints on whom an embedded resource is for and how much it matters.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/EmbeddedResource/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


EmbeddedResourceResource: typing.TypeAlias = typing.Annotated[TextResourceContents | BlobResourceContents, OneOf()]
"""Content of a resource, as text or as binary data.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/EmbeddedResource/properties/resource`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class EmbeddedResource(WireModel):
    """A resource whose content is included in a message or tool output.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/EmbeddedResource`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[EmbeddedResourceAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    resource: EmbeddedResourceResource
    """The content, with the URI it comes from."""

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""


EmptyResult: typing.TypeAlias = Result
"""A result that only says that the request succeeded.

Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class ImageContentAnnotations(WireModel):
    """Hints on whom an image is for and how much it matters.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ImageContent/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class ImageContent(WireModel):
    """An image as part of a message or tool output.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ImageContent`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[ImageContentAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    data: str
    """The image, encoded as base64."""

    mime_type: str
    """Media type of the image, such as `image/png`."""

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""


class InitializeResult(WireModel):
    """Answer to `initialize`: the name, version and features of the server.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/InitializeResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    capabilities: ServerCapabilities
    """Optional features that the server supports."""

    instructions: Omittable[str] = None
    """Advice for the model on how to use the server, fit for a system prompt."""

    protocol_version: str
    """Version that the server has chosen; a client that cannot speak it disconnects."""

    server_info: Implementation
    """Name and version of the server software."""


class JSONRPCError(WireModel):
    """Response to a request that failed.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCError`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    error: JSONRPCErrorError
    """The error."""

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


class JSONRPCRequestParamsMeta(WireModel):
    """Metadata of a request, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class JSONRPCRequestParams(WireModel):
    """Params of a request, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[JSONRPCRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""


class JSONRPCRequest(WireModel):
    """Envelope of a message that must be answered.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable[JSONRPCRequestParams] = None
    """Details that go with the method."""


class JSONRPCResponse(WireModel):
    """Response to a request that succeeded.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCResponse`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: Result
    """Outcome of the request; its members depend on the method."""


class ListRootsRequestParamsMeta(WireModel):
    """Metadata of a `roots/list` request.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class ListRootsRequestParams(WireModel):
    """Params of `roots/list`, which carry metadata only.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[ListRootsRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""


class ListRootsRequest(WireModel):
    """Ask the client which directories and files the server may work with.

    Carries `roots/list`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListRootsRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["roots/list"] = "roots/list"
    """Name of the method."""

    params: Omittable[ListRootsRequestParams] = None
    """Details that go with the method."""


class ListRootsResult(WireModel):
    """Answer to `roots/list`: the directories and files that are open to the server.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListRootsResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    roots: list[Root]
    """The directories and files that are open to the server."""


class ListToolsResult(WireModel):
    """Answer to `tools/list`: one page of tools.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListToolsResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    tools: list[Tool]
    """Tools on this page."""


class PingRequestParamsMeta(WireModel):
    """Metadata of a `ping` request.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class PingRequestParams(WireModel):
    """Params of `ping`, which carry metadata only.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[PingRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""


class PingRequest(WireModel):
    """Check that the other side still responds.

    Carries `ping`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/PingRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["ping"] = "ping"
    """Name of the method."""

    params: Omittable[PingRequestParams] = None
    """Details that go with the method."""


class ProgressNotificationParams(WireModel):
    """Params of `notifications/progress`: how much is done.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ProgressNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    progress: Number
    """Amount done so far, in any unit; grows with each notification."""

    progress_token: ProgressToken
    """Token that the request in question carried in its `_meta`."""

    total: Omittable[Number] = None
    """Value of `progress` when all is done; absent if unknown."""


class ProgressNotification(WireModel):
    """Report how far a running request has come.

    Carries `notifications/progress`. Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ProgressNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["notifications/progress"] = "notifications/progress"
    """Name of the method."""

    params: ProgressNotificationParams
    """Details that go with the method."""


class Prompt(WireModel):
    """A prompt, perhaps with arguments, that the server can fill in on request.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Prompt`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    arguments: Omittable[list[PromptArgument]] = None
    """Arguments that can be filled in; absent if there are none."""

    description: Omittable[str] = None
    """Purpose of the prompt, in words for people."""

    name: str
    """Programmatic identifier, unique within the server; pass it to `prompts/get`."""


PromptMessageContent: typing.TypeAlias = typing.Annotated[TextContent | ImageContent | EmbeddedResource, OneOf("type")]
"""Content of a prompt message: text, media or a resource.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/PromptMessage/properties/content`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class PromptMessage(WireModel):
    """One message of a prompt.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptMessage`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    content: PromptMessageContent
    """The content of the message: text, media or a resource."""

    role: Role
    """Speaker: `user` or `assistant`."""


ReadResourceResultContentsItem: typing.TypeAlias = typing.Annotated[
    TextResourceContents | BlobResourceContents, OneOf()
]
"""One part of the content, as text or as binary data.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/ReadResourceResult/properties/contents/items`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class ReadResourceResult(WireModel):
    """Answer to `resources/read`: the content.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ReadResourceResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    contents: list[ReadResourceResultContentsItem]
    """The parts of the content; often just one."""


class ResourceAnnotations(WireModel):
    """Hints on whom a resource is for and how much it matters.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Resource/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class Resource(WireModel):
    """Something that the server lets clients read, such as a file or a record.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Resource`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[ResourceAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    description: Omittable[str] = None
    """Content of the resource in words that help a model to judge its use."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    name: str
    """Name to show to people."""

    size: Omittable[Integer] = None
    """Bytes of the raw content, before base64; absent if unknown."""

    uri: str
    """URI of the resource."""


class ResourceTemplateAnnotations(WireModel):
    """Hints on whom resources of a template are for and how much they matter.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceTemplate/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class ResourceTemplate(WireModel):
    """A pattern of URIs under which the server has resources to read.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceTemplate`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[ResourceTemplateAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    description: Omittable[str] = None
    """Purpose of the template in words that help a model to judge its use."""

    mime_type: Omittable[str] = None
    """Media type of all matching resources; absent unless they agree."""

    name: str
    """Name to show to people."""

    uri_template: str
    """RFC 6570 template for the URIs of the resources."""


SamplingMessageContent: typing.TypeAlias = typing.Annotated[TextContent | ImageContent, OneOf("type")]
"""Content of a sampling message: text or media.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/SamplingMessage/properties/content`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class SamplingMessage(WireModel):
    """One message of a conversation with a model.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/SamplingMessage`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    content: SamplingMessageContent
    """The content of the message: text or media."""

    role: Role
    """Speaker: `user` or `assistant`."""


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
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


CallToolResultContentItem: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | EmbeddedResource, OneOf("type")
]
"""One piece of tool output: text, media or a resource.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/CallToolResult/properties/content/items`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class CallToolResult(WireModel):
    """Result of a tool call.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CallToolResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: list[CallToolResultContentItem]
    """Output for the model: text, media and resources."""

    is_error: Omittable[bool] = None
    """True if the tool itself failed; absent means that it did not."""


ClientNotification: typing.TypeAlias = typing.Annotated[
    CancelledNotification | InitializedNotification | ProgressNotification | RootsListChangedNotification,
    OneOf("method"),
]
"""Any notification that a client may send.

Sent by the client. Since 2024-11-05.
Schema `#/$defs/ClientNotification`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
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
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class CreateMessageRequestParams(WireModel):
    """Params of `sampling/createMessage`: the conversation and how to continue it.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CreateMessageRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    include_context: Omittable[Literal["allServers", "none", "thisServer"]] = None
    """Servers whose context to add: `none`, `thisServer` or `allServers`; the client may decide otherwise."""

    max_tokens: Integer
    """Largest number of tokens to generate."""

    messages: list[SamplingMessage]
    """The conversation so far, oldest message first."""

    metadata: Omittable[dict[str, Any]] = None
    """Handed through to the model's provider, who defines what it means."""

    model_preferences: Omittable[ModelPreferences] = None
    """Kind of model to use; the client may decide otherwise."""

    stop_sequences: Omittable[list[str]] = None
    """Texts at which the model is to stop generating."""

    system_prompt: Omittable[str] = None
    """System prompt to use; the client may change it or leave it out."""

    temperature: Omittable[Number] = None
    """Variety of the output; a higher number makes it less predictable."""


class CreateMessageRequest(WireModel):
    """Ask the client to have its model generate a message.

    Carries `sampling/createMessage`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CreateMessageRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["sampling/createMessage"] = "sampling/createMessage"
    """Name of the method."""

    params: CreateMessageRequestParams
    """Details that go with the method."""


CreateMessageResultContent: typing.TypeAlias = typing.Annotated[TextContent | ImageContent, OneOf("type")]
"""Output of the model: text or media.

Sent by the client. Since 2024-11-05.
Schema `#/$defs/CreateMessageResult/properties/content`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class CreateMessageResult(WireModel):
    """The message that the client's model generated.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CreateMessageResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: CreateMessageResultContent
    """Output of the model: text or media."""

    model: str
    """Name of the model that was used."""

    role: Role
    """Speaker: `user` or `assistant`."""

    stop_reason: Omittable[str] = None
    """Reason why the model stopped: `endTurn`, `stopSequence`, `maxTokens` or a provider's own value."""


class GetPromptResult(WireModel):
    """Answer to `prompts/get`: the prompt's messages, filled in.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/GetPromptResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    description: Omittable[str] = None
    """Purpose of the prompt, in words for people."""

    messages: list[PromptMessage]
    """The messages to give to a model, in order."""


JSONRPCMessage: typing.TypeAlias = typing.Annotated[
    JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError, OneOf()
]
"""Any JSON-RPC message: a request, a notification or a response.

Since 2024-11-05.
Schema `#/$defs/JSONRPCMessage`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class ListPromptsResult(WireModel):
    """Answer to `prompts/list`: one page of prompts.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListPromptsResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    prompts: list[Prompt]
    """Prompts on this page."""


class ListResourceTemplatesResult(WireModel):
    """Answer to `resources/templates/list`: one page of templates.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    resource_templates: list[ResourceTemplate]
    """Resource templates on this page."""


class ListResourcesResult(WireModel):
    """Answer to `resources/list`: one page of resources.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListResourcesResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    resources: list[Resource]
    """Resources on this page."""


ServerRequest: typing.TypeAlias = typing.Annotated[
    PingRequest | CreateMessageRequest | ListRootsRequest, OneOf("method")
]
"""Any request that a server may send.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/ServerRequest`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
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
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


ClientResult: typing.TypeAlias = typing.Annotated[Result | CreateMessageResult | ListRootsResult, OneOf()]
"""Any result that a client may return.

Sent by the client. Since 2024-11-05.
Schema `#/$defs/ClientResult`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""
