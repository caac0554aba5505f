"""The types of revision 2025-11-25: one class or alias for each definition of its schema.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how they are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ..generated_code import Integer, Number, Omittable, OneOf
from .base import WireModel


class BaseMetadata(WireModel):
    """Base of types that have a `name` for programs and a `title` for people.

    Since 2025-06-18.
    Schema `#/$defs/BaseMetadata`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#basemetadata
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""


class BlobResourceContents(WireModel):
    """Binary content of a resource.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/BlobResourceContents`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#blobresourcecontents
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    blob: str
    """The data, encoded as base64."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    uri: str
    """URI of the resource."""


class BooleanSchema(WireModel):
    """Form field for yes or no.

    Sent by the server. Since 2025-06-18.
    Schema `#/$defs/BooleanSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#booleanschema
    """

    default: Omittable[bool] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["boolean"] = "boolean"
    """Kind of field, always `boolean`."""


class CancelTaskRequestParams(WireModel):
    """Params of `tasks/cancel`: the task to stop.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/CancelTaskRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#canceltaskrequest
    """

    task_id: str
    """Id of the task to stop."""


class ClientCapabilitiesElicitation(WireModel):
    """Kinds of elicitation that the client supports; empty means forms only.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/elicitation`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    form: Omittable[dict[str, Any]] = None
    """Present if the client can show forms."""

    url: Omittable[dict[str, Any]] = None
    """Present if the client can send its user to a URL."""


class ClientCapabilitiesRoots(WireModel):
    """Details of how the client supports roots.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ClientCapabilities/properties/roots`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ClientCapabilitiesSampling(WireModel):
    """Details of how the client supports sampling.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/sampling`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    context: Omittable[dict[str, Any]] = None
    """Present if the client heeds the deprecated values of `includeContext`."""

    tools: Omittable[dict[str, Any]] = None
    """Present if the model can be given `tools` and `toolChoice`."""


class ClientCapabilitiesTasksRequestsElicitation(WireModel):
    """Elicitation requests that the client can run as tasks.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks/properties/requests/properties/elicitation`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    create: Omittable[dict[str, Any]] = None
    """Present if `elicitation/create` can run as a task."""


class ClientCapabilitiesTasksRequestsSampling(WireModel):
    """Sampling requests that the client can run as tasks.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks/properties/requests/properties/sampling`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    create_message: Omittable[dict[str, Any]] = None
    """Present if `sampling/createMessage` can run as a task."""


class ClientCapabilitiesTasksRequests(WireModel):
    """Requests that the client can run as tasks.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks/properties/requests`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    elicitation: Omittable[ClientCapabilitiesTasksRequestsElicitation] = None
    """Elicitation requests that can run as tasks."""

    sampling: Omittable[ClientCapabilitiesTasksRequestsSampling] = None
    """Sampling requests that can run as tasks."""


class ClientCapabilitiesTasks(WireModel):
    """Task features that the client supports.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ClientCapabilities/properties/tasks`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    cancel: Omittable[dict[str, Any]] = None
    """Present if `tasks/cancel` is supported."""

    list: Omittable[dict[str, Any]] = None
    """Present if `tasks/list` is supported."""

    requests: Omittable[ClientCapabilitiesTasksRequests] = None
    """Kinds of requests that can run as tasks."""


class ClientCapabilities(WireModel):
    """Optional features of the client; a feature that is absent is not supported.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/ClientCapabilities`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#clientcapabilities
    """

    elicitation: Omittable[ClientCapabilitiesElicitation] = None
    """Present if the client can ask its user for information."""

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Features outside the specification, by name, with their settings."""

    roots: Omittable[ClientCapabilitiesRoots] = None
    """Present if the client answers `roots/list`."""

    sampling: Omittable[ClientCapabilitiesSampling] = None
    """Present if the client lets servers use its model."""

    tasks: Omittable[ClientCapabilitiesTasks] = None
    """Present if the client can run some requests as tasks."""


class CompleteRequestParamsArgument(WireModel):
    """The argument being filled in and its text so far.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequestParams/properties/argument`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequestparams
    """

    name: str
    """Name of the argument."""

    value: str
    """Text that the user has typed so far."""


class CompleteRequestParamsContext(WireModel):
    """Arguments that are filled in already and may narrow the suggestions.

    Sent by the client. Since 2025-06-18.
    Schema `#/$defs/CompleteRequestParams/properties/context`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequestparams
    """

    arguments: Omittable[dict[str, str]] = None
    """Values that were already settled for other arguments, by name."""


class CompleteResultCompletion(WireModel):
    """Suggested values, and whether there are more of them.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CompleteResult/properties/completion`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completeresult
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
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completeresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    completion: CompleteResultCompletion
    """The suggestions."""


Cursor: typing.TypeAlias = str
"""Opaque position in a paged list; pass it back without reading or changing it.

Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#cursor
"""


ElicitResultContentValue: typing.TypeAlias = typing.Annotated[list[str] | str | Number | bool, OneOf()]
"""Value of one form field; a list if several choices are allowed.

Sent by the client. Since 2025-11-25.
Schema `#/$defs/ElicitResult/properties/content/additionalProperties`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitresult
"""


class ElicitResult(WireModel):
    """The user's reaction to an elicitation.

    Sent by the client. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/ElicitResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    action: Literal["accept", "cancel", "decline"]
    """The user's action: submitted (`accept`), refused (`decline`) or walked away (`cancel`)."""

    content: Omittable[dict[str, ElicitResultContentValue]] = None
    """Values that the user entered, by name of the field; only with `accept`."""


class ElicitationCompleteNotificationParams(WireModel):
    """Params of `notifications/elicitation/complete`: the elicitation that is done.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitationCompleteNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitationcompletenotification
    """

    elicitation_id: str
    """`elicitationId` of the request that has been completed."""


class ElicitationCompleteNotification(WireModel):
    """Tell the client that the user has finished with a URL the server sent them to.

    Carries `notifications/elicitation/complete`. Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitationCompleteNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitationcompletenotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/elicitation/complete"] = "notifications/elicitation/complete"
    """Name of the method."""

    params: ElicitationCompleteNotificationParams
    """Details that go with the method."""


class Error(WireModel):
    """The error inside a JSON-RPC error response.

    Since 2025-11-25.
    Schema `#/$defs/Error`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#error
    """

    code: Integer
    """Number of the error, such as -32602 for invalid params."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


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


class GetTaskRequestParams(WireModel):
    """Params of `tasks/get`: the task to look up.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/GetTaskRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#gettaskrequest
    """

    task_id: str
    """Id of the task to look up."""


class Icon(WireModel):
    """An image that stands for something in a user interface.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/Icon`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#icon
    """

    mime_type: Omittable[str] = None
    """Media type of the image, for when `src` does not tell or is too vague."""

    sizes: Omittable[list[str]] = None
    """Pixel sizes it is good for, such as `48x48`, or `any`; absent means all."""

    src: str
    """Address of the image: a web address or a `data:` URI."""

    theme: Omittable[Literal["dark", "light"]] = None
    """Background it is made for, `light` or `dark`; absent means either."""


class Icons(WireModel):
    """Base of types that may have icons.

    Since 2025-11-25.
    Schema `#/$defs/Icons`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#icons
    """

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""


class Implementation(WireModel):
    """The software on one side of the connection, as it describes itself.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/Implementation`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#implementation
    """

    description: Omittable[str] = None
    """Purpose of the software, in words for people."""

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    version: str
    """Version of the software."""

    website_url: Omittable[str] = None
    """Web page about the software."""


class JSONRPCNotification(WireModel):
    """Envelope of a message that gets no answer.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/JSONRPCNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


class LegacyTitledEnumSchema(WireModel):
    """Form field with labeled choices; deprecated in favor of `TitledSingleSelectEnumSchema`.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/LegacyTitledEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#legacytitledenumschema
    """

    default: Omittable[str] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    enum: list[str]
    """Values that can be picked."""

    enum_names: Omittable[list[str]] = None
    """Labels to show, one for each item of `enum` in the same order."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["string"] = "string"
    """Kind of field, always `string`."""


LoggingLevel: typing.TypeAlias = Literal[
    "alert", "critical", "debug", "emergency", "error", "info", "notice", "warning"
]
"""Severity of a log message, from `debug`, the least, to `emergency`.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/LoggingLevel`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#logginglevel
"""


class LoggingMessageNotificationParams(WireModel):
    """Params of `notifications/message`: the log message and its severity.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/LoggingMessageNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#loggingmessagenotificationparams
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    data: Any
    """The logged text or other JSON value."""

    level: LoggingLevel
    """Severity of the message."""

    logger: Omittable[str] = None
    """Part of the server that logged this; absent if the server does not name it."""


class ModelHint(WireModel):
    """A wish for a certain model or family of models; the client may not follow it.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelHint`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#modelhint
    """

    name: Omittable[str] = None
    """Part of a model's name; the client may also pick a similar model."""


class ModelPreferences(WireModel):
    """Wishes of the server for a kind of model; the client is free to choose another.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelPreferences`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#modelpreferences
    """

    cost_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of low cost, from 0 for none to 1 for the highest."""

    hints: Omittable[list[ModelHint]] = None
    """Names to look for, most wanted first; they go before the priorities."""

    intelligence_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of capability, from 0 for none to 1 for the highest."""

    speed_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of speed, from 0 for none to 1 for the highest."""


class Notification(WireModel):
    """Base of notifications, which get no response.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/Notification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#notification
    """

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


class NotificationParams(WireModel):
    """Base of the params of notifications.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/NotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#notificationparams
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class NumberSchema(WireModel):
    """Form field for a number.

    Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/NumberSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#numberschema
    """

    default: Omittable[Number] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    maximum: Omittable[Number] = None
    """Largest number allowed."""

    minimum: Omittable[Number] = None
    """Smallest number allowed."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["integer", "number"]
    """Kind of field: `number`, or `integer` for whole numbers only."""


class PaginatedResult(WireModel):
    """Base of results that hold one page of a list.

    Since 2024-11-05.
    Schema `#/$defs/PaginatedResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""


ProgressToken: typing.TypeAlias = str | Integer
"""Opaque token that ties progress notifications to the request they are about.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#progresstoken
"""


class PromptArgument(WireModel):
    """An argument that a prompt takes.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptArgument`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#promptargument
    """

    description: Omittable[str] = None
    """Purpose of the argument, in words for people."""

    name: str
    """Key of this argument in `arguments` of `prompts/get`."""

    required: Omittable[bool] = None
    """True if the prompt cannot do without this argument."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""


class PromptListChangedNotification(WireModel):
    """Tell the client that the list of prompts has changed and can be fetched anew.

    Carries `notifications/prompts/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PromptListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#promptlistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/prompts/list_changed"] = "notifications/prompts/list_changed"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


class PromptReference(WireModel):
    """Reference to the prompt whose argument is to be completed.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptReference`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#promptreference
    """

    name: str
    """Name of the prompt, as listed by `prompts/list`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    type: Literal["ref/prompt"] = "ref/prompt"
    """Tag that tells this kind of reference from the others."""


class ReadResourceRequestParamsMeta(WireModel):
    """Metadata of a `resources/read` request.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/ReadResourceRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#readresourcerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class ReadResourceRequestParams(WireModel):
    """Params of `resources/read`: the resource to read.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ReadResourceRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#readresourcerequestparams
    """

    meta: Omittable[ReadResourceRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    uri: str
    """URI of the resource to read."""


class RelatedTaskMetadata(WireModel):
    """Link from a message to a task, under `io.modelcontextprotocol/related-task` in `_meta`.

    Since 2025-11-25.
    Schema `#/$defs/RelatedTaskMetadata`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#relatedtaskmetadata
    """

    task_id: str
    """Id of the task that the message belongs to."""


class Request(WireModel):
    """Base of requests, which must get a response.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/Request`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#request
    """

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


RequestId: typing.TypeAlias = str | Integer
"""Id of a request among those of its sender; the response repeats it.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#requestid
"""


class RequestParamsMeta(WireModel):
    """Metadata of a request, whatever its method.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/RequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#requestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class RequestParams(WireModel):
    """Base of the params of requests.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/RequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#requestparams
    """

    meta: Omittable[RequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""


class ResourceContents(WireModel):
    """Base of resource content, be it text or binary data.

    Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/ResourceContents`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcecontents
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    uri: str
    """URI of the resource."""


class ResourceListChangedNotification(WireModel):
    """Tell the client that the list of resources has changed and can be fetched anew.

    Carries `notifications/resources/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ResourceListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcelistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/resources/list_changed"] = "notifications/resources/list_changed"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


class ResourceRequestParamsMeta(WireModel):
    """Metadata of a request about one resource.

    Since 2025-11-25.
    Schema `#/$defs/ResourceRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class ResourceRequestParams(WireModel):
    """Base of params that name one resource.

    Since 2025-11-25.
    Schema `#/$defs/ResourceRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcerequestparams
    """

    meta: Omittable[ResourceRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    uri: str
    """URI of the resource."""


class ResourceTemplateReference(WireModel):
    """Reference to the resource or template whose argument is to be completed.

    Sent by the client. Since 2025-06-18.
    Schema `#/$defs/ResourceTemplateReference`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcetemplatereference
    """

    type: Literal["ref/resource"] = "ref/resource"
    """Tag that tells this kind of reference from the others."""

    uri: str
    """URI of the resource, or the URI template."""


class ResourceUpdatedNotificationParams(WireModel):
    """Params of `notifications/resources/updated`: what has changed.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ResourceUpdatedNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourceupdatednotificationparams
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    uri: str
    """URI of what has changed: the resource that is watched, or a part of it."""


class Result(WireModel):
    """Base of results.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/Result`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#result
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


Role: typing.TypeAlias = Literal["assistant", "user"]
"""Side of a conversation: the human user or the assistant.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#role
"""


class Root(WireModel):
    """A directory or file that the client opens to the server.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/Root`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#root
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    name: Omittable[str] = None
    """Name to show to people; absent if there is none."""

    uri: str
    """Address of the directory or file; begins with `file://`."""


class RootsListChangedNotification(WireModel):
    """Tell the server that the client's roots have changed and can be fetched anew.

    Carries `notifications/roots/list_changed`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/RootsListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#rootslistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/roots/list_changed"] = "notifications/roots/list_changed"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


class ServerCapabilitiesPrompts(WireModel):
    """Details of how the server supports prompts.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/prompts`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ServerCapabilitiesResources(WireModel):
    """Details of how the server supports resources.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/resources`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""

    subscribe: Omittable[bool] = None
    """True if the server can report changes of individual resources; absent means no."""


class ServerCapabilitiesTasksRequestsTools(WireModel):
    """Tool requests that the server can run as tasks.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ServerCapabilities/properties/tasks/properties/requests/properties/tools`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    call: Omittable[dict[str, Any]] = None
    """Present if `tools/call` can run as a task."""


class ServerCapabilitiesTasksRequests(WireModel):
    """Requests that the server can run as tasks.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ServerCapabilities/properties/tasks/properties/requests`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    tools: Omittable[ServerCapabilitiesTasksRequestsTools] = None
    """Tool requests that can run as tasks."""


class ServerCapabilitiesTasks(WireModel):
    """Task features that the server supports.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ServerCapabilities/properties/tasks`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    cancel: Omittable[dict[str, Any]] = None
    """Present if `tasks/cancel` is supported."""

    list: Omittable[dict[str, Any]] = None
    """Present if `tasks/list` is supported."""

    requests: Omittable[ServerCapabilitiesTasksRequests] = None
    """Kinds of requests that can run as tasks."""


class ServerCapabilitiesTools(WireModel):
    """Details of how the server supports tools.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/tools`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ServerCapabilities(WireModel):
    """Optional features of the server; a feature that is absent is not supported.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/ServerCapabilities`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#servercapabilities
    """

    completions: Omittable[dict[str, Any]] = None
    """Present if the server answers `completion/complete`."""

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Features outside the specification, by name, with their settings."""

    logging: Omittable[dict[str, Any]] = None
    """Present if the server sends log messages."""

    prompts: Omittable[ServerCapabilitiesPrompts] = None
    """Present if the server offers prompts."""

    resources: Omittable[ServerCapabilitiesResources] = None
    """Present if the server offers resources."""

    tasks: Omittable[ServerCapabilitiesTasks] = None
    """Present if the server can run some requests as tasks."""

    tools: Omittable[ServerCapabilitiesTools] = None
    """Present if the server offers tools."""


class SetLevelRequestParamsMeta(WireModel):
    """Metadata of a `logging/setLevel` request.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/SetLevelRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#setlevelrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class SetLevelRequestParams(WireModel):
    """Params of `logging/setLevel`: the level to start from.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SetLevelRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#setlevelrequestparams
    """

    meta: Omittable[SetLevelRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    level: LoggingLevel
    """Least serious messages to send; more serious ones come as well."""


class StringSchema(WireModel):
    """Form field for text.

    Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/StringSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#stringschema
    """

    default: Omittable[str] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    format: Omittable[Literal["date", "date-time", "email", "uri"]] = None
    """Kind of text: `date`, `date-time`, `email` or `uri`."""

    max_length: Omittable[Integer] = None
    """Longest text allowed, in characters."""

    min_length: Omittable[Integer] = None
    """Shortest text allowed, in characters."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["string"] = "string"
    """Kind of field, always `string`."""


class SubscribeRequestParamsMeta(WireModel):
    """Metadata of a `resources/subscribe` request.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/SubscribeRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#subscriberequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class SubscribeRequestParams(WireModel):
    """Params of `resources/subscribe`: the resource to watch.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SubscribeRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#subscriberequestparams
    """

    meta: Omittable[SubscribeRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    uri: str
    """URI of the resource to watch."""


class TaskAugmentedRequestParamsMeta(WireModel):
    """Metadata of a request that may run as a task.

    Since 2025-11-25.
    Schema `#/$defs/TaskAugmentedRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskaugmentedrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class TaskMetadata(WireModel):
    """Wish to run a request as a task, and the time to keep the task.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/TaskMetadata`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskmetadata
    """

    ttl: Omittable[Integer] = None
    """Milliseconds to keep the task, counted from its creation; the receiver may override it."""


TaskStatus: typing.TypeAlias = Literal["cancelled", "completed", "failed", "input_required", "working"]
"""State of a task; `completed`, `failed` and `cancelled` are final.

Sent by either side. Since 2025-11-25.
Schema `#/$defs/TaskStatus`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#taskstatus
"""


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


class TextResourceContents(WireModel):
    """Content of a resource that is text.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/TextResourceContents`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#textresourcecontents
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    text: str
    """The content; for resources that are really text."""

    uri: str
    """URI of the resource."""


class TitledMultiSelectEnumSchemaItemsAnyOfItem(WireModel):
    """One choice: a value and its label.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema/properties/items/properties/anyOf/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledmultiselectenumschema
    """

    const: str
    """The value that is sent back if the user picks this choice."""

    title: str
    """Label of the choice."""


class TitledMultiSelectEnumSchemaItems(WireModel):
    """Choices that the user may pick from.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema/properties/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledmultiselectenumschema
    """

    any_of: list[TitledMultiSelectEnumSchemaItemsAnyOfItem]
    """The choices, each a value with a label."""


class TitledMultiSelectEnumSchema(WireModel):
    """Form field where the user may pick several choices, each with a label.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledmultiselectenumschema
    """

    default: Omittable[list[str]] = None
    """Values that are picked to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    items: TitledMultiSelectEnumSchemaItems
    """The values that the user can pick from."""

    max_items: Omittable[Integer] = None
    """Largest number of choices that the user may pick."""

    min_items: Omittable[Integer] = None
    """Smallest number of choices that the user must pick."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["array"] = "array"
    """Kind of field, always `array`."""


class TitledSingleSelectEnumSchemaOneOfItem(WireModel):
    """One choice: a value and its label.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledSingleSelectEnumSchema/properties/oneOf/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledsingleselectenumschema
    """

    const: str
    """The value that is sent back if the user picks this choice."""

    title: str
    """Label of the choice."""


class TitledSingleSelectEnumSchema(WireModel):
    """Form field where the user picks one choice, each with a label.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledSingleSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#titledsingleselectenumschema
    """

    default: Omittable[str] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    one_of: list[TitledSingleSelectEnumSchemaOneOfItem]
    """The choices, each a value with a label."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["string"] = "string"
    """Kind of field, always `string`."""


class ToolInputSchema(WireModel):
    """JSON Schema of a tool's arguments.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/Tool/properties/inputSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#tool
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""

    properties: Omittable[dict[str, dict[str, Any]]] = None
    """Schemas of the parameters, by name."""

    required: Omittable[list[str]] = None
    """Names of the properties that must be present."""

    type: Literal["object"] = "object"
    """Always `object`."""


class ToolOutputSchema(WireModel):
    """JSON Schema of a tool's structured output.

    Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/Tool/properties/outputSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#tool
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""

    properties: Omittable[dict[str, dict[str, Any]]] = None
    """Schemas of the output's members, by name."""

    required: Omittable[list[str]] = None
    """Names of the properties that must be present."""

    type: Literal["object"] = "object"
    """Always `object`."""


class ToolAnnotations(WireModel):
    """Hints on what a tool does; do not rely on them unless you trust the server.

    Sent by the server. Since 2025-03-26.
    Schema `#/$defs/ToolAnnotations`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
    """

    destructive_hint: Omittable[bool] = None
    """False if the tool only ever adds; default true, and moot if `readOnlyHint` is true."""

    idempotent_hint: Omittable[bool] = None
    """True if a repeated call does nothing more; default false, moot if `readOnlyHint` is true."""

    open_world_hint: Omittable[bool] = None
    """True if the tool reaches out, as to the web, false if it is self-contained; default true."""

    read_only_hint: Omittable[bool] = None
    """True if the tool changes nothing; default false."""

    title: Omittable[str] = None
    """Name to show to people; `title` of the tool itself goes first."""


class ToolChoice(WireModel):
    """Rule for the use of tools: the model may, must or must not use them.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ToolChoice`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolchoice
    """

    mode: Omittable[Literal["auto", "none", "required"]] = None
    """`auto` lets the model decide (default), `required` demands a tool, `none` forbids them."""


class ToolExecution(WireModel):
    """Way in which calls of a tool are run.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ToolExecution`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolexecution
    """

    task_support: Omittable[Literal["forbidden", "optional", "required"]] = None
    """Rule for running calls as tasks: `forbidden`, `optional` or `required`; absent means forbidden."""


class ToolListChangedNotification(WireModel):
    """Tell the client that the list of tools has changed and can be fetched anew.

    Carries `notifications/tools/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ToolListChangedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toollistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/tools/list_changed"] = "notifications/tools/list_changed"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


class ToolUseContent(WireModel):
    """A call of a tool that the model wants made.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/ToolUseContent`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolusecontent
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data; keep it when the block goes into a later sampling request."""

    id: str
    """Id of this tool use; the result refers to it."""

    input: dict[str, Any]
    """Arguments for the tool, by parameter name."""

    name: str
    """Name of the tool to run."""

    type: Literal["tool_use"] = "tool_use"
    """Tag that tells this kind of content from the others."""


class UnsubscribeRequestParamsMeta(WireModel):
    """Metadata of a `resources/unsubscribe` request.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/UnsubscribeRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#unsubscriberequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class UnsubscribeRequestParams(WireModel):
    """Params of `resources/unsubscribe`: the resource to stop watching.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/UnsubscribeRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#unsubscriberequestparams
    """

    meta: Omittable[UnsubscribeRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    uri: str
    """URI of the resource to stop watching."""


class UntitledMultiSelectEnumSchemaItems(WireModel):
    """Values that the user may pick from.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledMultiSelectEnumSchema/properties/items`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#untitledmultiselectenumschema
    """

    enum: list[str]
    """Values that can be picked."""

    type: Literal["string"] = "string"
    """Kind of value, always `string`."""


class UntitledMultiSelectEnumSchema(WireModel):
    """Form field where the user may pick several values, shown as they are.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledMultiSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#untitledmultiselectenumschema
    """

    default: Omittable[list[str]] = None
    """Values that are picked to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    items: UntitledMultiSelectEnumSchemaItems
    """The values that the user can pick from."""

    max_items: Omittable[Integer] = None
    """Largest number of choices that the user may pick."""

    min_items: Omittable[Integer] = None
    """Smallest number of choices that the user must pick."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["array"] = "array"
    """Kind of field, always `array`."""


class UntitledSingleSelectEnumSchema(WireModel):
    """Form field where the user picks one value, shown as it is.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledSingleSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#untitledsingleselectenumschema
    """

    default: Omittable[str] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    enum: list[str]
    """Values that can be picked."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["string"] = "string"
    """Kind of field, always `string`."""


class Annotations(WireModel):
    """Hints on whom something is for and how much it matters.

    Sent by either side. Since 2025-03-26; changed in 2025-06-18.
    Schema `#/$defs/Annotations`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    last_modified: Omittable[str] = None
    """Time of the last change of the content, in ISO 8601."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class AudioContent(WireModel):
    """A sound clip as part of a message or tool output.

    Sent by either side. Since 2025-03-26; changed in 2025-06-18.
    Schema `#/$defs/AudioContent`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#audiocontent
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    data: str
    """The sound, encoded as base64."""

    mime_type: str
    """Media type of the sound, such as `audio/wav`."""

    type: Literal["audio"] = "audio"
    """Tag that tells this kind of content from the others."""


class CallToolRequestParamsMeta(WireModel):
    """Metadata of a `tools/call` request.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/CallToolRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class CallToolRequestParams(WireModel):
    """Params of `tools/call`: the tool and its arguments.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CallToolRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolrequestparams
    """

    meta: Omittable[CallToolRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    arguments: Omittable[dict[str, Any]] = None
    """Arguments by parameter name; they must match the tool's `inputSchema`."""

    name: str
    """Name of the tool to run, as listed by `tools/list`."""

    task: Omittable[TaskMetadata] = None
    """Present to run the request as a task; the answer is then a `CreateTaskResult`."""


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

    params: CancelTaskRequestParams
    """Details that go with the method."""


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

    status: TaskStatus
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    task_id: str
    """Id that the receiver of the request gave to the task; opaque."""

    ttl: Integer | None
    """Milliseconds for which the task is kept, counted from its creation; null means forever."""


class CancelledNotificationParams(WireModel):
    """Params of `notifications/cancelled`: the request to drop and the reason.

    Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CancelledNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#cancellednotificationparams
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    reason: Omittable[str] = None
    """Reason why the request was cancelled, for logs or to show to people."""

    request_id: Omittable[RequestId] = None
    """`id` of a pending request that the sender itself issued; not for tasks."""


class CompleteRequestParamsMeta(WireModel):
    """Metadata of a `completion/complete` request.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/CompleteRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


CompleteRequestParamsRef: typing.TypeAlias = typing.Annotated[
    PromptReference | ResourceTemplateReference, OneOf("type")
]
"""The prompt or resource template that the argument belongs to.

Sent by the client. Since 2024-11-05; changed in 2025-06-18.
Schema `#/$defs/CompleteRequestParams/properties/ref`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequestparams
"""


class CompleteRequestParams(WireModel):
    """Params of `completion/complete`: the argument and what it belongs to.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/CompleteRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequestparams
    """

    meta: Omittable[CompleteRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    argument: CompleteRequestParamsArgument
    """The argument to complete."""

    context: Omittable[CompleteRequestParamsContext] = None
    """Arguments that are known already and may narrow the suggestions."""

    ref: CompleteRequestParamsRef
    """The prompt or resource template that the argument belongs to."""


class CreateMessageRequestParamsMeta(WireModel):
    """Metadata of a `sampling/createMessage` request.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/CreateMessageRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessagerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class ElicitRequestFormParamsMeta(WireModel):
    """Metadata of an `elicitation/create` request in form mode.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestformparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class ElicitRequestURLParamsMeta(WireModel):
    """Metadata of an `elicitation/create` request in URL mode.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestURLParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequesturlparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class ElicitRequestURLParams(WireModel):
    """Params of `elicitation/create` in URL mode, where the user acts on a web page.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestURLParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequesturlparams
    """

    meta: Omittable[ElicitRequestURLParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    elicitation_id: str
    """Unique within the server; tells which elicitation a later notification is about."""

    message: str
    """Text for the user that says why the visit is needed."""

    mode: Literal["url"] = "url"
    """Always `url`; tells this mode from forms."""

    task: Omittable[TaskMetadata] = None
    """Present to run the request as a task; the answer is then a `CreateTaskResult`."""

    url: str
    """Web address for the user to open; show it in full and ask before opening it."""


EmbeddedResourceResource: typing.TypeAlias = typing.Annotated[TextResourceContents | BlobResourceContents, OneOf()]
"""Content of a resource, as text or as binary data.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/EmbeddedResource/properties/resource`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#embeddedresource
"""


class EmbeddedResource(WireModel):
    """A resource whose content is included in a message or tool output.

    Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/EmbeddedResource`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#embeddedresource
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    resource: EmbeddedResourceResource
    """The content, with the URI it comes from."""

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""


EmptyResult: typing.TypeAlias = Result
"""A result that only says that the request succeeded.

Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#emptyresult
"""


EnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledSingleSelectEnumSchema
    | TitledSingleSelectEnumSchema
    | UntitledMultiSelectEnumSchema
    | TitledMultiSelectEnumSchema
    | LegacyTitledEnumSchema,
    OneOf(),
]
"""Form field where the user picks from given values: one or several, with or without labels.

Since 2025-06-18; changed in 2025-11-25.
Schema `#/$defs/EnumSchema`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#enumschema
"""


class GetPromptRequestParamsMeta(WireModel):
    """Metadata of a `prompts/get` request.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/GetPromptRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#getpromptrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class GetPromptRequestParams(WireModel):
    """Params of `prompts/get`: the prompt and its arguments.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/GetPromptRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#getpromptrequestparams
    """

    meta: Omittable[GetPromptRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    arguments: Omittable[dict[str, str]] = None
    """Values to fill into the prompt, by name of the argument."""

    name: str
    """Name of the prompt, as listed by `prompts/list`."""


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

    params: GetTaskPayloadRequestParams
    """Details that go with the method."""


class GetTaskRequest(WireModel):
    """Ask how a task is doing.

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

    params: GetTaskRequestParams
    """Details that go with the method."""


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

    status: TaskStatus
    """State that the task is in."""

    status_message: Omittable[str] = None
    """More about the state in words, such as what failed."""

    task_id: str
    """Id that the receiver of the request gave to the task; opaque."""

    ttl: Integer | None
    """Milliseconds for which the task is kept, counted from its creation; null means forever."""


class ImageContent(WireModel):
    """An image as part of a message or tool output.

    Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/ImageContent`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#imagecontent
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    data: str
    """The image, encoded as base64."""

    mime_type: str
    """Media type of the image, such as `image/png`."""

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""


class InitializeRequestParamsMeta(WireModel):
    """Metadata of an `initialize` request.

    Sent by the client. Since 2025-11-25.
    Schema `#/$defs/InitializeRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class InitializeRequestParams(WireModel):
    """Params of `initialize`: the name, version and features of the client.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/InitializeRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializerequestparams
    """

    meta: Omittable[InitializeRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    capabilities: ClientCapabilities
    """Optional features that the client supports."""

    client_info: Implementation
    """Name and version of the client software."""

    protocol_version: str
    """Protocol version that the client would like, normally its newest."""


class InitializeResult(WireModel):
    """Answer to `initialize`: the name, version and features of the server.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/InitializeResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializeresult
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


class InitializedNotification(WireModel):
    """Tell the server that the client is ready and the session can start.

    Carries `notifications/initialized`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/InitializedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/initialized"] = "notifications/initialized"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


class JSONRPCErrorResponse(WireModel):
    """Response to a request that failed.

    Since 2025-11-25.
    Schema `#/$defs/JSONRPCErrorResponse`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcerrorresponse
    """

    error: Error
    """The error."""

    id: Omittable[RequestId] = None
    """`id` of the request that this answers; absent if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


class JSONRPCRequest(WireModel):
    """Envelope of a message that must be answered.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/JSONRPCRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


class JSONRPCResultResponse(WireModel):
    """Response to a request that succeeded.

    Since 2025-11-25.
    Schema `#/$defs/JSONRPCResultResponse`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: Result
    """Outcome of the request; its members depend on the method."""


class ListRootsRequest(WireModel):
    """Ask the client which directories and files the server may work with.

    Carries `roots/list`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListRootsRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listrootsrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["roots/list"] = "roots/list"
    """Name of the method."""

    params: Omittable[RequestParams] = None
    """Details that go with the method."""


class ListRootsResult(WireModel):
    """Answer to `roots/list`: the directories and files that are open to the server.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListRootsResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listrootsresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    roots: list[Root]
    """The directories and files that are open to the server."""


class LoggingMessageNotification(WireModel):
    """Pass a log message of the server to the client.

    Carries `notifications/message`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/LoggingMessageNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#loggingmessagenotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/message"] = "notifications/message"
    """Name of the method."""

    params: LoggingMessageNotificationParams
    """Details that go with the method."""


MultiSelectEnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema, OneOf()
]
"""Form field where the user may pick several of the given values.

Since 2025-11-25.
Schema `#/$defs/MultiSelectEnumSchema`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#multiselectenumschema
"""


class PaginatedRequestParamsMeta(WireModel):
    """Metadata of a request that is answered page by page.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/PaginatedRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedrequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class PaginatedRequestParams(WireModel):
    """Params of a request that is answered page by page.

    Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PaginatedRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedrequestparams
    """

    meta: Omittable[PaginatedRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class PingRequest(WireModel):
    """Check that the other side still responds.

    Carries `ping`. Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PingRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#pingrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["ping"] = "ping"
    """Name of the method."""

    params: Omittable[RequestParams] = None
    """Details that go with the method."""


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
"""Schema of one form field: text, number, yes or no, or given choices.

Sent by the server. Since 2025-06-18; changed in 2025-11-25.
Schema `#/$defs/PrimitiveSchemaDefinition`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#primitiveschemadefinition
"""


class ProgressNotificationParams(WireModel):
    """Params of `notifications/progress`: how much is done.

    Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/ProgressNotificationParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#progressnotificationparams
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    message: Omittable[str] = None
    """Current activity, in words for people."""

    progress: Number
    """Amount done so far, in any unit; grows with each notification."""

    progress_token: ProgressToken
    """Token that the request in question carried in its `_meta`."""

    total: Omittable[Number] = None
    """Value of `progress` when all is done; absent if unknown."""


class Prompt(WireModel):
    """A prompt, perhaps with arguments, that the server can fill in on request.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/Prompt`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#prompt
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    arguments: Omittable[list[PromptArgument]] = None
    """Arguments that can be filled in; absent if there are none."""

    description: Omittable[str] = None
    """Purpose of the prompt, in words for people."""

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    name: str
    """Programmatic identifier, unique within the server; pass it to `prompts/get`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""


class ReadResourceRequest(WireModel):
    """Ask the server for the content of a resource.

    Carries `resources/read`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ReadResourceRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#readresourcerequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["resources/read"] = "resources/read"
    """Name of the method."""

    params: ReadResourceRequestParams
    """Details that go with the method."""


ReadResourceResultContentsItem: typing.TypeAlias = typing.Annotated[
    TextResourceContents | BlobResourceContents, OneOf()
]
"""One part of the content, as text or as binary data.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/ReadResourceResult/properties/contents/items`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#readresourceresult
"""


class ReadResourceResult(WireModel):
    """Answer to `resources/read`: the content.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ReadResourceResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#readresourceresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    contents: list[ReadResourceResultContentsItem]
    """The parts of the content; often just one."""


class Resource(WireModel):
    """Something that the server lets clients read, such as a file or a record.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25.
    Schema `#/$defs/Resource`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resource
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    description: Omittable[str] = None
    """Content of the resource in words that help a model to judge its use."""

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    size: Omittable[Integer] = None
    """Bytes of the raw content, before base64; absent if unknown."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    uri: str
    """URI of the resource."""


class ResourceLink(WireModel):
    """Link to a resource whose content is not included.

    Sent by either side. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/ResourceLink`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcelink
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    description: Omittable[str] = None
    """Content of the resource in words that help a model to judge its use."""

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    size: Omittable[Integer] = None
    """Bytes of the raw content, before base64; absent if unknown."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    type: Literal["resource_link"] = "resource_link"
    """Tag that tells this kind of content from the others."""

    uri: str
    """URI of the resource."""


class ResourceTemplate(WireModel):
    """A pattern of URIs under which the server has resources to read.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25.
    Schema `#/$defs/ResourceTemplate`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourcetemplate
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    description: Omittable[str] = None
    """Purpose of the template in words that help a model to judge its use."""

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    mime_type: Omittable[str] = None
    """Media type of all matching resources; absent unless they agree."""

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    uri_template: str
    """RFC 6570 template for the URIs of the resources."""


class ResourceUpdatedNotification(WireModel):
    """Tell the client that a resource it watches has changed.

    Carries `notifications/resources/updated`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ResourceUpdatedNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#resourceupdatednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/resources/updated"] = "notifications/resources/updated"
    """Name of the method."""

    params: ResourceUpdatedNotificationParams
    """Details that go with the method."""


class SetLevelRequest(WireModel):
    """Set how serious log messages must be for the server to send them.

    Carries `logging/setLevel`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SetLevelRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#setlevelrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["logging/setLevel"] = "logging/setLevel"
    """Name of the method."""

    params: SetLevelRequestParams
    """Details that go with the method."""


SingleSelectEnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema, OneOf()
]
"""Form field where the user picks one of the given values.

Since 2025-11-25.
Schema `#/$defs/SingleSelectEnumSchema`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#singleselectenumschema
"""


class SubscribeRequest(WireModel):
    """Ask the server to report changes of a resource.

    Carries `resources/subscribe`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/SubscribeRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#subscriberequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["resources/subscribe"] = "resources/subscribe"
    """Name of the method."""

    params: SubscribeRequestParams
    """Details that go with the method."""


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


class TaskAugmentedRequestParams(WireModel):
    """Base of params that can ask to run the request as a task.

    Since 2025-11-25.
    Schema `#/$defs/TaskAugmentedRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#taskaugmentedrequestparams
    """

    meta: Omittable[TaskAugmentedRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    task: Omittable[TaskMetadata] = None
    """Present to run the request as a task; the answer is then a `CreateTaskResult`."""


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

    params: TaskStatusNotificationParams
    """Details that go with the method."""


class TextContent(WireModel):
    """Text as part of a message or tool output.

    Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/TextContent`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#textcontent
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    text: str
    """The text itself, to show or to pass to a model."""

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""


class Tool(WireModel):
    """A function of the server that a model can call.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25.
    Schema `#/$defs/Tool`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#tool
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[ToolAnnotations] = None
    """Hints on what the tool does, such as whether it only reads; may be wrong."""

    description: Omittable[str] = None
    """Purpose of the tool, by which a model decides when to call it."""

    execution: Omittable[ToolExecution] = None
    """Way in which calls are run; absent means not as tasks."""

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    input_schema: ToolInputSchema
    """JSON Schema that the arguments of a call must match."""

    name: str
    """Programmatic identifier, unique within the server; pass it to `tools/call`."""

    output_schema: Omittable[ToolOutputSchema] = None
    """JSON Schema of `structuredContent` in results; absent if none is promised."""

    title: Omittable[str] = None
    """Name to show to people; absent means to use `annotations.title`, then `name`."""


class URLElicitationRequiredErrorErrorData(WireModel):
    """The elicitations that must come first.

    Since 2025-11-25.
    Schema `#/$defs/URLElicitationRequiredError/properties/error/properties/data`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#urlelicitationrequirederror
    """

    elicitations: list[ElicitRequestURLParams]
    """The elicitations that must come first, all in URL mode."""


class URLElicitationRequiredErrorError(WireModel):
    """The error, with code -32042.

    Since 2025-11-25.
    Schema `#/$defs/URLElicitationRequiredError/properties/error`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#urlelicitationrequirederror
    """

    code: Literal[-32042] = -32042
    """Number of this error, always -32042."""

    data: URLElicitationRequiredErrorErrorData
    """The elicitations that must come first."""

    message: str
    """Short explanation of the error, a single sentence."""


class URLElicitationRequiredError(WireModel):
    """Error response for a request that fails until the user has visited a URL.

    Since 2025-11-25.
    Schema `#/$defs/URLElicitationRequiredError`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#urlelicitationrequirederror
    """

    error: URLElicitationRequiredErrorError
    """The error."""

    id: Omittable[RequestId] = None
    """`id` of the request that this answers; absent if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


class UnsubscribeRequest(WireModel):
    """Ask the server to stop reporting changes of a resource.

    Carries `resources/unsubscribe`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/UnsubscribeRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#unsubscriberequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["resources/unsubscribe"] = "resources/unsubscribe"
    """Name of the method."""

    params: UnsubscribeRequestParams
    """Details that go with the method."""


class CallToolRequest(WireModel):
    """Ask the server to run a tool.

    Carries `tools/call`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CallToolRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tools/call"] = "tools/call"
    """Name of the method."""

    params: CallToolRequestParams
    """Details that go with the method."""


class CancelledNotification(WireModel):
    """Tell the receiver to give up on a request, whose answer is no longer wanted.

    Carries `notifications/cancelled`. Sent by either side. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CancelledNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#cancellednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Name of the method."""

    params: CancelledNotificationParams
    """Details that go with the method."""


class CompleteRequest(WireModel):
    """Ask for suggestions while the user fills in an argument.

    Carries `completion/complete`. Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/CompleteRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#completerequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["completion/complete"] = "completion/complete"
    """Name of the method."""

    params: CompleteRequestParams
    """Details that go with the method."""


ContentBlock: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource, OneOf("type")
]
"""One piece of content: text, an image, audio, a resource or a link to one.

Sent by either side. Since 2025-06-18.
Schema `#/$defs/ContentBlock`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#contentblock
"""


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


class ElicitRequestFormParamsRequestedSchema(WireModel):
    """Schema of the form: an object whose properties are all simple fields.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams/properties/requestedSchema`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestformparams
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""

    properties: dict[str, PrimitiveSchemaDefinition]
    """Fields of the form, by name."""

    required: Omittable[list[str]] = None
    """Names of the fields that must be filled in."""

    type: Literal["object"] = "object"
    """Always `object`."""


class ElicitRequestFormParams(WireModel):
    """Params of `elicitation/create` in form mode; not for passwords or other secrets.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestformparams
    """

    meta: Omittable[ElicitRequestFormParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    message: str
    """Text for the user that says what is asked for."""

    mode: Omittable[Literal["form"]] = None
    """Always `form`; absent means the same."""

    requested_schema: ElicitRequestFormParamsRequestedSchema
    """The fields to show, as a flat JSON Schema object."""

    task: Omittable[TaskMetadata] = None
    """Present to run the request as a task; the answer is then a `CreateTaskResult`."""


ElicitRequestParams: typing.TypeAlias = typing.Annotated[ElicitRequestURLParams | ElicitRequestFormParams, OneOf()]
"""Params of `elicitation/create`: show a form, or send the user to a URL.

Sent by the server. Since 2025-06-18; changed in 2025-11-25.
Schema `#/$defs/ElicitRequestParams`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequestparams
"""


class GetPromptRequest(WireModel):
    """Ask the server for one prompt, filled in with arguments.

    Carries `prompts/get`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/GetPromptRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#getpromptrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["prompts/get"] = "prompts/get"
    """Name of the method."""

    params: GetPromptRequestParams
    """Details that go with the method."""


class InitializeRequest(WireModel):
    """Open a session: the client states its protocol version and capabilities.

    Carries `initialize`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/InitializeRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#initializerequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["initialize"] = "initialize"
    """Name of the method."""

    params: InitializeRequestParams
    """Details that go with the method."""


JSONRPCMessage: typing.TypeAlias = typing.Annotated[
    JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse, OneOf()
]
"""Any JSON-RPC message: a request, a notification or a response.

Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25.
Schema `#/$defs/JSONRPCMessage`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcmessage
"""


JSONRPCResponse: typing.TypeAlias = typing.Annotated[JSONRPCResultResponse | JSONRPCErrorResponse, OneOf()]
"""Response to a request: a result or an error.

Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/JSONRPCResponse`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#jsonrpcresponse
"""


class ListPromptsRequest(WireModel):
    """Ask for the prompts that the server offers.

    Carries `prompts/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListPromptsRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listpromptsrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["prompts/list"] = "prompts/list"
    """Name of the method."""

    params: Omittable[PaginatedRequestParams] = None
    """Details that go with the method."""


class ListPromptsResult(WireModel):
    """Answer to `prompts/list`: one page of prompts.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListPromptsResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listpromptsresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    prompts: list[Prompt]
    """Prompts on this page."""


class ListResourceTemplatesRequest(WireModel):
    """Ask for the resource templates that the server offers.

    Carries `resources/templates/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListResourceTemplatesRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listresourcetemplatesrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["resources/templates/list"] = "resources/templates/list"
    """Name of the method."""

    params: Omittable[PaginatedRequestParams] = None
    """Details that go with the method."""


class ListResourceTemplatesResult(WireModel):
    """Answer to `resources/templates/list`: one page of templates.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listresourcetemplatesresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    resource_templates: list[ResourceTemplate]
    """Resource templates on this page."""


class ListResourcesRequest(WireModel):
    """Ask for the resources that the server offers.

    Carries `resources/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListResourcesRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listresourcesrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["resources/list"] = "resources/list"
    """Name of the method."""

    params: Omittable[PaginatedRequestParams] = None
    """Details that go with the method."""


class ListResourcesResult(WireModel):
    """Answer to `resources/list`: one page of resources.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListResourcesResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listresourcesresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    resources: list[Resource]
    """Resources on this page."""


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

    tasks: list[Task]
    """Tasks on this page."""


class ListToolsRequest(WireModel):
    """Ask for the tools that the server offers.

    Carries `tools/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ListToolsRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listtoolsrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tools/list"] = "tools/list"
    """Name of the method."""

    params: Omittable[PaginatedRequestParams] = None
    """Details that go with the method."""


class ListToolsResult(WireModel):
    """Answer to `tools/list`: one page of tools.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListToolsResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#listtoolsresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    tools: list[Tool]
    """Tools on this page."""


class PaginatedRequest(WireModel):
    """Base of requests that are answered page by page.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PaginatedRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#paginatedrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable[PaginatedRequestParams] = None
    """Details that go with the method."""


class ProgressNotification(WireModel):
    """Report how far a running request has come.

    Carries `notifications/progress`. Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/ProgressNotification`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#progressnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/progress"] = "notifications/progress"
    """Name of the method."""

    params: ProgressNotificationParams
    """Details that go with the method."""


class PromptMessage(WireModel):
    """One message of a prompt.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/PromptMessage`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#promptmessage
    """

    content: ContentBlock
    """The content of the message: text, media or a resource."""

    role: Role
    """Speaker: `user` or `assistant`."""


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


class ToolResultContent(WireModel):
    """Result of a tool, passed back to the model that called it.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/ToolResultContent`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolresultcontent
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data; keep it when the block goes into a later sampling request."""

    content: list[ContentBlock]
    """Output of the tool: text, media and resources."""

    is_error: Omittable[bool] = None
    """True if the tool itself failed; absent means that it did not."""

    structured_content: Omittable[dict[str, Any]] = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""

    tool_use_id: str
    """`id` of the tool use that this belongs to."""

    type: Literal["tool_result"] = "tool_result"
    """Tag that tells this kind of content from the others."""


class CallToolResult(WireModel):
    """Result of a tool call.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/CallToolResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: list[ContentBlock]
    """Output for the model: text, media and resources."""

    is_error: Omittable[bool] = None
    """True if the tool itself failed; absent means that it did not."""

    structured_content: Omittable[dict[str, Any]] = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""


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


class ElicitRequest(WireModel):
    """Ask the client to get information from the user.

    Carries `elicitation/create`. Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/ElicitRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["elicitation/create"] = "elicitation/create"
    """Name of the method."""

    params: ElicitRequestParams
    """Details that go with the method."""


class GetPromptResult(WireModel):
    """Answer to `prompts/get`: the prompt's messages, filled in.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/GetPromptResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#getpromptresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    description: Omittable[str] = None
    """Purpose of the prompt, in words for people."""

    messages: list[PromptMessage]
    """The messages to give to a model, in order."""


SamplingMessageContentBlock: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent, OneOf("type")
]
"""One piece of a sampling message: text, media, or the use of a tool and its result.

Sent by either side. Since 2025-11-25.
Schema `#/$defs/SamplingMessageContentBlock`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#samplingmessagecontentblock
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


CreateMessageResultContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Output of the model: one content block or a list of them.

Sent by the client. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/CreateMessageResult/properties/content`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessageresult
"""


class CreateMessageResult(WireModel):
    """The message that the client's model generated.

    Sent by the client. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/CreateMessageResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessageresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: CreateMessageResultContent
    """Output of the model: one block or a list of blocks."""

    model: str
    """Name of the model that was used."""

    role: Role
    """Speaker: `user` or `assistant`."""

    stop_reason: Omittable[str] = None
    """Reason why the model stopped: `endTurn`, `toolUse`, `maxTokens`, `stopSequence` or another value."""


SamplingMessageContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Content of a sampling message: one block or a list of blocks.

Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/SamplingMessage/properties/content`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#samplingmessage
"""


class SamplingMessage(WireModel):
    """One message of a conversation with a model.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/SamplingMessage`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#samplingmessage
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: SamplingMessageContent
    """The content of the message: one block or a list of blocks."""

    role: Role
    """Speaker: `user` or `assistant`."""


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


class CreateMessageRequestParams(WireModel):
    """Params of `sampling/createMessage`: the conversation and how to continue it.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CreateMessageRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessagerequestparams
    """

    meta: Omittable[CreateMessageRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    include_context: Omittable[Literal["allServers", "none", "thisServer"]] = None
    """Servers whose context to add; default `none`, and `thisServer` and `allServers` are deprecated."""

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

    task: Omittable[TaskMetadata] = None
    """Present to run the request as a task; the answer is then a `CreateTaskResult`."""

    temperature: Omittable[Number] = None
    """Variety of the output; a higher number makes it less predictable."""

    tool_choice: Omittable[ToolChoice] = None
    """Rule for the use of `tools`; absent leaves it to the model."""

    tools: Omittable[list[Tool]] = None
    """Tools that the model may ask for; only if the client declared `sampling.tools`."""


class CreateMessageRequest(WireModel):
    """Ask the client to have its model generate a message.

    Carries `sampling/createMessage`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CreateMessageRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessagerequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["sampling/createMessage"] = "sampling/createMessage"
    """Name of the method."""

    params: CreateMessageRequestParams
    """Details that go with the method."""


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
