"""The types of revision 2026-07-28: one class or alias for each definition of its schema.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how they are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from ..generated_code import Integer, Number, Omittable, OneOf
from .base import WireModel


class BaseMetadata(WireModel):
    """Base of types that have a `name` for programs and a `title` for people.

    Since 2025-06-18.
    Schema `#/$defs/BaseMetadata`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#basemetadata
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""


class BooleanSchema(WireModel):
    """Form field for yes or no.

    Sent by the server. Since 2025-06-18.
    Schema `#/$defs/BooleanSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#booleanschema
    """

    default: Omittable[bool] = None
    """Value that is filled in to begin with."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    title: Omittable[str] = None
    """Label of the field."""

    type: Literal["boolean"] = "boolean"
    """Kind of field, always `boolean`."""


class CompleteRequestParamsArgument(WireModel):
    """The argument being filled in and its text so far.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequestParams/properties/argument`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
    """

    name: str
    """Name of the argument."""

    value: str
    """Text that the user has typed so far."""


class CompleteRequestParamsContext(WireModel):
    """Arguments that are filled in already and may narrow the suggestions.

    Sent by the client. Since 2025-06-18.
    Schema `#/$defs/CompleteRequestParams/properties/context`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
    """

    arguments: Omittable[dict[str, str]] = None
    """Values that were already settled for other arguments, by name."""


class CompleteResultCompletion(WireModel):
    """Suggested values, and whether there are more of them.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/CompleteResult/properties/completion`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresult
    """

    has_more: Omittable[bool] = None
    """True if there are suggestions beyond those listed here."""

    total: Omittable[Integer] = None
    """Number of suggestions there are, listed or not; absent if unknown."""

    values: list[str] = Field(max_length=100)
    """Suggested values, at most 100."""


Cursor: typing.TypeAlias = str
"""Opaque position in a paged list; pass it back without reading or changing it.

Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#cursor
"""


class ElicitRequestURLParams(WireModel):
    """Params of `elicitation/create` in URL mode, where the user acts on a web page.

    Sent by the server. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ElicitRequestURLParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequesturlparams
    """

    message: str
    """Text for the user that says why the visit is needed."""

    mode: Literal["url"] = "url"
    """Always `url`; tells this mode from forms."""

    url: str
    """Web address for the user to open; show it in full and ask before opening it."""


ElicitResultContentValue: typing.TypeAlias = typing.Annotated[list[str] | str | Number | bool, OneOf()]
"""Value of one form field; a list if several choices are allowed.

Sent by the client. Since 2025-11-25.
Schema `#/$defs/ElicitResult/properties/content/additionalProperties`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitresult
"""


class ElicitResult(WireModel):
    """Part of `inputResponses` that says what the user did about an elicitation.

    Sent by the client. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ElicitResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitresult
    """

    action: Literal["accept", "cancel", "decline"]
    """The user's action: submitted (`accept`), refused (`decline`) or walked away (`cancel`)."""

    content: Omittable[dict[str, ElicitResultContentValue]] = None
    """Values that the user entered, by name of the field; only with `accept`."""


class Error(WireModel):
    """The error inside a JSON-RPC error response.

    Since 2025-11-25.
    Schema `#/$defs/Error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#error
    """

    code: Integer
    """Number of the error, such as -32602 for invalid params."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class HeaderMismatchErrorError(WireModel):
    """The error, with code -32020.

    Since 2026-07-28.
    Schema `#/$defs/HeaderMismatchError/properties/error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#headermismatcherror
    """

    code: Literal[-32020] = -32020
    """Number of this error, always -32020."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class Icon(WireModel):
    """An image that stands for something in a user interface.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/Icon`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#icon
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#icons
    """

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""


class Implementation(WireModel):
    """The software on one side of the connection, as it describes itself.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/Implementation`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#implementation
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


class InternalError(WireModel):
    """Error for an unexpected failure on the receiving side, code -32603.

    Since 2026-07-28.
    Schema `#/$defs/InternalError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#internalerror
    """

    code: Literal[-32603] = -32603
    """Number of this error, always -32603."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class InvalidParamsError(WireModel):
    """Error for params that the method does not accept, code -32602.

    Since 2026-07-28.
    Schema `#/$defs/InvalidParamsError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#invalidparamserror
    """

    code: Literal[-32602] = -32602
    """Number of this error, always -32602."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class InvalidRequestError(WireModel):
    """Error for JSON that is no valid request, code -32600.

    Since 2026-07-28.
    Schema `#/$defs/InvalidRequestError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#invalidrequesterror
    """

    code: Literal[-32600] = -32600
    """Number of this error, always -32600."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class JSONRPCNotification(WireModel):
    """Envelope of a message that gets no answer.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/JSONRPCNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


if typing.TYPE_CHECKING:
    JSONValue: typing.TypeAlias = "dict[str, JSONValue] | list[JSONValue] | str | Number | bool | None"
else:
    JSONValue = TypeAliasType(
        "JSONValue", "typing.Annotated[dict[str, JSONValue] | list[JSONValue] | str | Number | bool | None, OneOf()]"
    )
"""Any JSON value.

Sent by either side. Since 2026-07-28.
Schema `#/$defs/JSONValue`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonvalue
"""


class LegacyTitledEnumSchema(WireModel):
    """Form field with labeled choices; deprecated in favor of `TitledSingleSelectEnumSchema`.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/LegacyTitledEnumSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#legacytitledenumschema
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
"""Severity of a log message, `debug` to `emergency`; deprecated since 2026-07-28.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/LoggingLevel`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#logginglevel
"""


MetaObject: typing.TypeAlias = dict[str, Any]
"""Extra data, usually under keys with a prefix such as `com.example/`.

Sent by either side. Since 2026-07-28.
Schema `#/$defs/MetaObject`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#metaobject
"""


class MethodNotFoundError(WireModel):
    """Error for a method that is unknown or not on offer, code -32601.

    Since 2026-07-28.
    Schema `#/$defs/MethodNotFoundError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#methodnotfounderror
    """

    code: Literal[-32601] = -32601
    """Number of this error, always -32601."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class ModelHint(WireModel):
    """A wish for a certain model or family of models; deprecated since 2026-07-28.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelHint`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#modelhint
    """

    name: Omittable[str] = None
    """Part of a model's name; the client may also pick a similar model."""


class ModelPreferences(WireModel):
    """Wishes of the server for a kind of model, no obligation; deprecated since 2026-07-28.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelPreferences`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#modelpreferences
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#notification
    """

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


class NumberSchema(WireModel):
    """Form field for a number.

    Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/NumberSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#numberschema
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


class ParseError(WireModel):
    """Error for a message that is no valid JSON, code -32700.

    Since 2026-07-28.
    Schema `#/$defs/ParseError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#parseerror
    """

    code: Literal[-32700] = -32700
    """Number of this error, always -32700."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


ProgressToken: typing.TypeAlias = str | Integer
"""Opaque token that ties progress notifications to the request they are about.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#progresstoken
"""


class PromptArgument(WireModel):
    """An argument that a prompt takes.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptArgument`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptargument
    """

    description: Omittable[str] = None
    """Purpose of the argument, in words for people."""

    name: str
    """Key of this argument in `arguments` of `prompts/get`."""

    required: Omittable[bool] = None
    """True if the prompt cannot do without this argument."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""


class PromptReference(WireModel):
    """Reference to the prompt whose argument is to be completed.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptReference`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptreference
    """

    name: str
    """Name of the prompt, as listed by `prompts/list`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    type: Literal["ref/prompt"] = "ref/prompt"
    """Tag that tells this kind of reference from the others."""


class Request(WireModel):
    """Base of requests, which must get a response.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/Request`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#request
    """

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


RequestId: typing.TypeAlias = str | Integer
"""Id of a request among those of its sender; the response repeats it.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#requestid
"""


class ResourceContents(WireModel):
    """Base of resource content, be it text or binary data.

    Since 2024-11-05; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/ResourceContents`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcecontents
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    uri: str
    """URI of the resource."""


class ResourceTemplateReference(WireModel):
    """Reference to the resource or template whose argument is to be completed.

    Sent by the client. Since 2025-06-18.
    Schema `#/$defs/ResourceTemplateReference`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplatereference
    """

    type: Literal["ref/resource"] = "ref/resource"
    """Tag that tells this kind of reference from the others."""

    uri: str
    """URI of the resource, or the URI template."""


class ResultMetaObject(WireModel):
    """Metadata of a result.

    Sent by either side. Since 2026-07-28.
    Schema `#/$defs/ResultMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resultmetaobject
    """

    server_info: Omittable[Implementation] = Field(
        default=None,
        validation_alias="io.modelcontextprotocol/serverInfo",
        serialization_alias="io.modelcontextprotocol/serverInfo",
    )
    """Name and version of the server, unverified; good for logs, not for decisions."""


ResultType: typing.TypeAlias = str
"""Kind of result: `complete`, `input_required` or a value of an extension.

Since 2026-07-28.
Schema `#/$defs/ResultType`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#resulttype
"""


Role: typing.TypeAlias = Literal["assistant", "user"]
"""Side of a conversation: the human user or the assistant.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#role
"""


class Root(WireModel):
    """A directory or file that the client opens to the server; deprecated since 2026-07-28.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/Root`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#root
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    name: Omittable[str] = None
    """Name to show to people; absent if there is none."""

    uri: str
    """Address of the directory or file; begins with `file://`."""


class ServerCapabilitiesPrompts(WireModel):
    """Details of how the server supports prompts.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/prompts`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class ServerCapabilitiesResources(WireModel):
    """Details of how the server supports resources.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/resources`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""

    subscribe: Omittable[bool] = None
    """True if the server can report changes of individual resources; absent means no."""


class ServerCapabilitiesTools(WireModel):
    """Details of how the server supports tools.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ServerCapabilities/properties/tools`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class StringSchema(WireModel):
    """Form field for text.

    Sent by the server. Since 2025-06-18; changed in 2025-11-25.
    Schema `#/$defs/StringSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#stringschema
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


class SubscriptionFilter(WireModel):
    """Notifications that a client wants; an absent kind is not sent.

    Sent by either side. Since 2026-07-28.
    Schema `#/$defs/SubscriptionFilter`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionfilter
    """

    prompts_list_changed: Omittable[bool] = None
    """True to be notified when the list of prompts changes."""

    resource_subscriptions: Omittable[list[str]] = None
    """URIs of the resources whose changes are to be reported."""

    resources_list_changed: Omittable[bool] = None
    """True to be notified when the list of resources changes."""

    tools_list_changed: Omittable[bool] = None
    """True to be notified when the list of tools changes."""


class SubscriptionsListenResultMetaObject(WireModel):
    """Metadata of a `subscriptions/listen` result.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenResultMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenresultmetaobject
    """

    server_info: Omittable[Implementation] = Field(
        default=None,
        validation_alias="io.modelcontextprotocol/serverInfo",
        serialization_alias="io.modelcontextprotocol/serverInfo",
    )
    """Name and version of the server, unverified; good for logs, not for decisions."""

    subscription_id: RequestId = Field(
        validation_alias="io.modelcontextprotocol/subscriptionId",
        serialization_alias="io.modelcontextprotocol/subscriptionId",
    )
    """`id` of the request that opened the subscription, the same as in the response."""


class TextResourceContents(WireModel):
    """Content of a resource that is text.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/TextResourceContents`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#textresourcecontents
    """

    meta: Omittable[MetaObject] = None
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#titledmultiselectenumschema
    """

    const: str
    """The value that is sent back if the user picks this choice."""

    title: str
    """Label of the choice."""


class TitledMultiSelectEnumSchemaItems(WireModel):
    """Choices that the user may pick from.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema/properties/items`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#titledmultiselectenumschema
    """

    any_of: list[TitledMultiSelectEnumSchemaItemsAnyOfItem]
    """The choices, each a value with a label."""


class TitledMultiSelectEnumSchema(WireModel):
    """Form field where the user may pick several choices, each with a label.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledMultiSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#titledmultiselectenumschema
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#titledsingleselectenumschema
    """

    const: str
    """The value that is sent back if the user picks this choice."""

    title: str
    """Label of the choice."""


class TitledSingleSelectEnumSchema(WireModel):
    """Form field where the user picks one choice, each with a label.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/TitledSingleSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#titledsingleselectenumschema
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

    Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/Tool/properties/inputSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#tool
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""

    type: Literal["object"] = "object"
    """Always `object`."""


class ToolOutputSchema(WireModel):
    """JSON Schema of a tool's structured output.

    Sent by the server. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/Tool/properties/outputSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#tool
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""


class ToolAnnotations(WireModel):
    """Hints on what a tool does; do not rely on them unless you trust the server.

    Sent by the server. Since 2025-03-26.
    Schema `#/$defs/ToolAnnotations`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations
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
    """Rule for the use of tools: they may, must or must not be used; deprecated since 2026-07-28.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ToolChoice`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolchoice
    """

    mode: Omittable[Literal["auto", "none", "required"]] = None
    """`auto` lets the model decide (default), `required` demands a tool, `none` forbids them."""


class ToolUseContent(WireModel):
    """A call of a tool that the model wants made; deprecated since 2026-07-28.

    Sent by either side. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ToolUseContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolusecontent
    """

    meta: Omittable[MetaObject] = None
    """Extra data; keep it when the block goes into a later sampling request."""

    id: str
    """Id of this tool use; the result refers to it."""

    input: dict[str, Any]
    """Arguments for the tool, by parameter name."""

    name: str
    """Name of the tool to run."""

    type: Literal["tool_use"] = "tool_use"
    """Tag that tells this kind of content from the others."""


class UnsupportedProtocolVersionErrorErrorData(WireModel):
    """The requested version, and the supported versions.

    Since 2026-07-28.
    Schema `#/$defs/UnsupportedProtocolVersionError/properties/error/properties/data`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#unsupportedprotocolversionerror
    """

    requested: str
    """Protocol version that the client asked for."""

    supported: list[str]
    """Protocol versions that the server does support."""


class UnsupportedProtocolVersionErrorError(WireModel):
    """The error, with code -32022.

    Since 2026-07-28.
    Schema `#/$defs/UnsupportedProtocolVersionError/properties/error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#unsupportedprotocolversionerror
    """

    code: Literal[-32022] = -32022
    """Number of this error, always -32022."""

    data: UnsupportedProtocolVersionErrorErrorData
    """The requested version, and the supported versions."""

    message: str
    """Short explanation of the error, a single sentence."""


class UnsupportedProtocolVersionError(WireModel):
    """Error response for a protocol version that the server cannot speak.

    Since 2026-07-28.
    Schema `#/$defs/UnsupportedProtocolVersionError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#unsupportedprotocolversionerror
    """

    error: UnsupportedProtocolVersionErrorError
    """The error."""

    id: Omittable[RequestId] = None
    """`id` of the request that this answers; absent if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


class UntitledMultiSelectEnumSchemaItems(WireModel):
    """Values that the user may pick from.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledMultiSelectEnumSchema/properties/items`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#untitledmultiselectenumschema
    """

    enum: list[str]
    """Values that can be picked."""

    type: Literal["string"] = "string"
    """Kind of value, always `string`."""


class UntitledMultiSelectEnumSchema(WireModel):
    """Form field where the user may pick several values, shown as they are.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/UntitledMultiSelectEnumSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#untitledmultiselectenumschema
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#untitledsingleselectenumschema
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#annotations
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    last_modified: Omittable[str] = None
    """Time of the last change of the content, in ISO 8601."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class AudioContent(WireModel):
    """A sound clip as part of a message or tool output.

    Sent by either side. Since 2025-03-26; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/AudioContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#audiocontent
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    data: str
    """The sound, encoded as base64."""

    mime_type: str
    """Media type of the sound, such as `audio/wav`."""

    type: Literal["audio"] = "audio"
    """Tag that tells this kind of content from the others."""


class BlobResourceContents(WireModel):
    """Binary content of a resource.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18, 2026-07-28.
    Schema `#/$defs/BlobResourceContents`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#blobresourcecontents
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    blob: str
    """The data, encoded as base64."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    uri: str
    """URI of the resource."""


class CacheableResult(WireModel):
    """Base of results that a client may keep and reuse for a while.

    Since 2026-07-28.
    Schema `#/$defs/CacheableResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#cacheableresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"]
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    result_type: str
    """Kind of result: `complete`, unless an extension defines another value."""

    ttl_ms: Integer = Field(ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


CompleteRequestParamsRef: typing.TypeAlias = typing.Annotated[
    PromptReference | ResourceTemplateReference, OneOf("type")
]
"""The prompt or resource template that the argument belongs to.

Sent by the client. Since 2024-11-05; changed in 2025-06-18.
Schema `#/$defs/CompleteRequestParams/properties/ref`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
"""


class CompleteResult(WireModel):
    """Answer to `completion/complete`: suggestions for the argument.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/CompleteResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    completion: CompleteResultCompletion
    """The suggestions."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class CompleteResultResponse(WireModel):
    """Response to `completion/complete`.

    Since 2026-07-28.
    Schema `#/$defs/CompleteResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: CompleteResult
    """The suggestions."""


EmbeddedResourceResource: typing.TypeAlias = typing.Annotated[TextResourceContents | BlobResourceContents, OneOf()]
"""Content of a resource, as text or as binary data.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/EmbeddedResource/properties/resource`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#embeddedresource
"""


class EmbeddedResource(WireModel):
    """A resource whose content is included in a message or tool output.

    Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2026-07-28.
    Schema `#/$defs/EmbeddedResource`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#embeddedresource
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    resource: EmbeddedResourceResource
    """The content, with the URI it comes from."""

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""


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
https://modelcontextprotocol.io/specification/2026-07-28/schema#enumschema
"""


class HeaderMismatchError(WireModel):
    """Error response for HTTP headers that are missing, malformed or contradict the body.

    Since 2026-07-28.
    Schema `#/$defs/HeaderMismatchError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#headermismatcherror
    """

    error: HeaderMismatchErrorError
    """The error."""

    id: Omittable[RequestId] = None
    """`id` of the request that this answers; absent if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


class ImageContent(WireModel):
    """An image as part of a message or tool output.

    Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2026-07-28.
    Schema `#/$defs/ImageContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#imagecontent
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    data: str
    """The image, encoded as base64."""

    mime_type: str
    """Media type of the image, such as `image/png`."""

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""


JSONArray: typing.TypeAlias = list[JSONValue]
"""A JSON array with items of any kind.

Sent by either side. Since 2026-07-28.
Schema `#/$defs/JSONArray`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonarray
"""


JSONObject: typing.TypeAlias = dict[str, JSONValue]
"""A JSON object with members of any kind.

Sent by either side. Since 2026-07-28.
Schema `#/$defs/JSONObject`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonobject
"""


class JSONRPCErrorResponse(WireModel):
    """Response to a request that failed.

    Since 2025-11-25.
    Schema `#/$defs/JSONRPCErrorResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcerrorresponse
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


class ListRootsRequestParams(WireModel):
    """Params of `roots/list`, which carry metadata only.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/ListRootsRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listrootsrequest
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class ListRootsRequest(WireModel):
    """Part of `inputRequests` that asks for the client's roots; deprecated since 2026-07-28.

    Carries `roots/list`. Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListRootsRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listrootsrequest
    """

    method: Literal["roots/list"] = "roots/list"
    """Name of the method."""

    params: Omittable[ListRootsRequestParams] = None
    """Details that go with the method."""


class ListRootsResult(WireModel):
    """Part of `inputResponses` with the client's roots; deprecated since 2026-07-28.

    Sent by the client. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListRootsResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listrootsresult
    """

    roots: list[Root]
    """The directories and files that are open to the server."""


MultiSelectEnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema, OneOf()
]
"""Form field where the user may pick several of the given values.

Since 2025-11-25.
Schema `#/$defs/MultiSelectEnumSchema`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#multiselectenumschema
"""


class NotificationMetaObject(WireModel):
    """Metadata of a notification.

    Sent by either side. Since 2026-07-28.
    Schema `#/$defs/NotificationMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#notificationmetaobject
    """

    subscription_id: Omittable[RequestId] = Field(
        default=None,
        validation_alias="io.modelcontextprotocol/subscriptionId",
        serialization_alias="io.modelcontextprotocol/subscriptionId",
    )
    """`id` of the request that opened the subscription; absent outside of one."""


class NotificationParams(WireModel):
    """Base of the params of notifications.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/NotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#notificationparams
    """

    meta: Omittable[NotificationMetaObject] = None
    """Metadata of the notification, with the id of the subscription, if it belongs to one."""


class PaginatedResult(WireModel):
    """Base of results that hold one page of a list.

    Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/PaginatedResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#paginatedresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    result_type: str
    """Kind of result: `complete`, unless an extension defines another value."""


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
https://modelcontextprotocol.io/specification/2026-07-28/schema#primitiveschemadefinition
"""


class ProgressNotificationParams(WireModel):
    """Params of `notifications/progress`: how much is done.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25, 2026-07-28.
    Schema `#/$defs/ProgressNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#progressnotificationparams
    """

    meta: Omittable[NotificationMetaObject] = None
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

    Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/Prompt`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#prompt
    """

    meta: Omittable[MetaObject] = None
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


class PromptListChangedNotification(WireModel):
    """Tell the client that the list of prompts has changed and can be fetched anew.

    Carries `notifications/prompts/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PromptListChangedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptlistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/prompts/list_changed"] = "notifications/prompts/list_changed"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


ReadResourceResultContentsItem: typing.TypeAlias = typing.Annotated[
    TextResourceContents | BlobResourceContents, OneOf()
]
"""One part of the content, as text or as binary data.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/ReadResourceResult/properties/contents/items`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresult
"""


class ReadResourceResult(WireModel):
    """Answer to `resources/read`: the content.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ReadResourceResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    contents: list[ReadResourceResultContentsItem]
    """The parts of the content; often just one."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class Resource(WireModel):
    """Something that the server lets clients read, such as a file or a record.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/Resource`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resource
    """

    meta: Omittable[MetaObject] = None
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

    Sent by either side. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ResourceLink`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcelink
    """

    meta: Omittable[MetaObject] = None
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


class ResourceListChangedNotification(WireModel):
    """Tell the client that the list of resources has changed and can be fetched anew.

    Carries `notifications/resources/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ResourceListChangedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcelistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/resources/list_changed"] = "notifications/resources/list_changed"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


class ResourceTemplate(WireModel):
    """A pattern of URIs under which the server has resources to read.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/ResourceTemplate`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplate
    """

    meta: Omittable[MetaObject] = None
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


class ResourceUpdatedNotificationParams(WireModel):
    """Params of `notifications/resources/updated`: what has changed.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ResourceUpdatedNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourceupdatednotificationparams
    """

    meta: Omittable[NotificationMetaObject] = None
    """Metadata of the notification, with the id of the subscription, if it belongs to one."""

    uri: str
    """URI of what has changed: the resource that is watched, or a part of it."""


class Result(WireModel):
    """Base of results.

    Sent by either side. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/Result`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#result
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: str
    """Kind of result: `complete`, `input_required` or a value of an extension."""


class ServerCapabilities(WireModel):
    """Optional features of the server; a feature that is absent is not supported.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25, 2026-07-28.
    Schema `#/$defs/ServerCapabilities`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#servercapabilities
    """

    completions: Omittable[JSONObject] = None
    """Present if the server answers `completion/complete`."""

    experimental: Omittable[dict[str, JSONObject]] = None
    """Features outside the specification, by name, with their settings."""

    extensions: Omittable[dict[str, JSONObject]] = None
    """Supported extensions by identifier, with their settings; `{}` if there are none to set."""

    logging: Omittable[JSONObject] = None
    """Present if the server sends log messages; deprecated since 2026-07-28."""

    prompts: Omittable[ServerCapabilitiesPrompts] = None
    """Present if the server offers prompts."""

    resources: Omittable[ServerCapabilitiesResources] = None
    """Present if the server offers resources."""

    tools: Omittable[ServerCapabilitiesTools] = None
    """Present if the server offers tools."""


SingleSelectEnumSchema: typing.TypeAlias = typing.Annotated[
    UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema, OneOf()
]
"""Form field where the user picks one of the given values.

Since 2025-11-25.
Schema `#/$defs/SingleSelectEnumSchema`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#singleselectenumschema
"""


class SubscriptionsAcknowledgedNotificationParams(WireModel):
    """Params of `notifications/subscriptions/acknowledged`: what was accepted.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsAcknowledgedNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionsacknowledgednotificationparams
    """

    meta: Omittable[NotificationMetaObject] = None
    """Metadata of the notification, with the id of the subscription."""

    notifications: SubscriptionFilter
    """The part of the requested filter that the server will honor."""


class SubscriptionsListenResult(WireModel):
    """Result that ends a stream which the server has closed in an orderly way.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenresult
    """

    meta: SubscriptionsListenResultMetaObject
    """Metadata of the result, with the id of the subscription that ended."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class SubscriptionsListenResultResponse(WireModel):
    """Response to `subscriptions/listen`, sent only when the stream ends.

    Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: SubscriptionsListenResult
    """Result that ends the stream."""


class TextContent(WireModel):
    """Text as part of a message or tool output.

    Sent by either side. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2026-07-28.
    Schema `#/$defs/TextContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#textcontent
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    text: str
    """The text itself, to show or to pass to a model."""

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""


class Tool(WireModel):
    """A function of the server that a model can call.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/Tool`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#tool
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[ToolAnnotations] = None
    """Hints on what the tool does, such as whether it only reads; may be wrong."""

    description: Omittable[str] = None
    """Purpose of the tool, by which a model decides when to call it."""

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


class ToolListChangedNotification(WireModel):
    """Tell the client that the list of tools has changed and can be fetched anew.

    Carries `notifications/tools/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ToolListChangedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toollistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/tools/list_changed"] = "notifications/tools/list_changed"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""


class CancelledNotificationParams(WireModel):
    """Params of `notifications/cancelled`: the request to drop and the reason.

    Sent by either side. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CancelledNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#cancellednotificationparams
    """

    meta: Omittable[NotificationMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    reason: Omittable[str] = None
    """Reason why the request was cancelled, for logs or to show to people."""

    request_id: RequestId
    """`id` of a pending request, always one that the client issued."""


class ClientCapabilitiesElicitation(WireModel):
    """Kinds of elicitation that the client supports; empty means forms only.

    Sent by the client. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ClientCapabilities/properties/elicitation`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
    """

    form: Omittable[JSONObject] = None
    """Present if the client can show forms."""

    url: Omittable[JSONObject] = None
    """Present if the client can send its user to a URL."""


class ClientCapabilitiesSampling(WireModel):
    """Details of how the client supports sampling.

    Sent by the client. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ClientCapabilities/properties/sampling`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
    """

    context: Omittable[JSONObject] = None
    """Present if the client heeds the deprecated values of `includeContext`."""

    tools: Omittable[JSONObject] = None
    """Present if the model can be given `tools` and `toolChoice`."""


class ClientCapabilities(WireModel):
    """Optional features of the client; a feature that is absent is not supported.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/ClientCapabilities`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#clientcapabilities
    """

    elicitation: Omittable[ClientCapabilitiesElicitation] = None
    """Present if the client can ask its user for information."""

    experimental: Omittable[dict[str, JSONObject]] = None
    """Features outside the specification, by name, with their settings."""

    extensions: Omittable[dict[str, JSONObject]] = None
    """Supported extensions by identifier, with their settings; `{}` if there are none to set."""

    roots: Omittable[dict[str, Any]] = None
    """Present if the client can list its roots; deprecated since 2026-07-28."""

    sampling: Omittable[ClientCapabilitiesSampling] = None
    """Present if the client lets servers use its model; deprecated since 2026-07-28."""


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


ClientResult: typing.TypeAlias = Result
"""Not in use: clients receive no requests, so they return no results.

Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
Schema `#/$defs/ClientResult`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#clientresult
"""


ContentBlock: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource, OneOf("type")
]
"""One piece of content: text, an image, audio, a resource or a link to one.

Sent by either side. Since 2025-06-18.
Schema `#/$defs/ContentBlock`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#contentblock
"""


class DiscoverResult(WireModel):
    """Answer to `server/discover`: the name, versions and features of the server.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/DiscoverResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#discoverresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    capabilities: ServerCapabilities
    """Optional features that the server supports."""

    instructions: Omittable[str] = None
    """Advice for the model on how to use the server, fit for a system prompt."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    supported_versions: list[str]
    """Protocol versions that the server supports; use one of them from here on."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class DiscoverResultResponse(WireModel):
    """Response to `server/discover`.

    Since 2026-07-28.
    Schema `#/$defs/DiscoverResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#discoverresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: DiscoverResult
    """The name, versions and features of the server."""


class ElicitRequestFormParamsRequestedSchema(WireModel):
    """Schema of the form: an object whose properties are all simple fields.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ElicitRequestFormParams/properties/requestedSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestformparams
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

    Sent by the server. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ElicitRequestFormParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestformparams
    """

    message: str
    """Text for the user that says what is asked for."""

    mode: Omittable[Literal["form"]] = None
    """Always `form`; absent means the same."""

    requested_schema: ElicitRequestFormParamsRequestedSchema
    """The fields to show, as a flat JSON Schema object."""


ElicitRequestParams: typing.TypeAlias = typing.Annotated[ElicitRequestFormParams | ElicitRequestURLParams, OneOf()]
"""Params of `elicitation/create`: show a form, or send the user to a URL.

Sent by the server. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
Schema `#/$defs/ElicitRequestParams`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestparams
"""


EmptyResult: typing.TypeAlias = Result
"""A result that only says that the request succeeded.

Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#emptyresult
"""


class JSONRPCResultResponse(WireModel):
    """Response to a request that succeeded.

    Since 2025-11-25.
    Schema `#/$defs/JSONRPCResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: Result
    """Outcome of the request; its members depend on the method."""


class ListPromptsResult(WireModel):
    """Answer to `prompts/list`: one page of prompts.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListPromptsResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listpromptsresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    prompts: list[Prompt]
    """Prompts on this page."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class ListPromptsResultResponse(WireModel):
    """Response to `prompts/list`.

    Since 2026-07-28.
    Schema `#/$defs/ListPromptsResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listpromptsresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: ListPromptsResult
    """One page of prompts."""


class ListResourceTemplatesResult(WireModel):
    """Answer to `resources/templates/list`: one page of templates.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListResourceTemplatesResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcetemplatesresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    resource_templates: list[ResourceTemplate]
    """Resource templates on this page."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class ListResourceTemplatesResultResponse(WireModel):
    """Response to `resources/templates/list`.

    Since 2026-07-28.
    Schema `#/$defs/ListResourceTemplatesResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcetemplatesresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: ListResourceTemplatesResult
    """One page of resource templates."""


class ListResourcesResult(WireModel):
    """Answer to `resources/list`: one page of resources.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListResourcesResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcesresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    resources: list[Resource]
    """Resources on this page."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class ListResourcesResultResponse(WireModel):
    """Response to `resources/list`.

    Since 2026-07-28.
    Schema `#/$defs/ListResourcesResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcesresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: ListResourcesResult
    """One page of resources."""


class ListToolsResult(WireModel):
    """Answer to `tools/list`: one page of tools.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListToolsResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listtoolsresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    tools: list[Tool]
    """Tools on this page."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class ListToolsResultResponse(WireModel):
    """Response to `tools/list`.

    Since 2026-07-28.
    Schema `#/$defs/ListToolsResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listtoolsresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: ListToolsResult
    """One page of tools."""


class LoggingMessageNotificationParams(WireModel):
    """Params of `notifications/message`: what is logged; deprecated since 2026-07-28.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/LoggingMessageNotificationParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#loggingmessagenotificationparams
    """

    meta: Omittable[NotificationMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    data: Any
    """The logged text or other JSON value."""

    level: LoggingLevel
    """Severity of the message."""

    logger: Omittable[str] = None
    """Part of the server that logged this; absent if the server does not name it."""


class MissingRequiredClientCapabilityErrorErrorData(WireModel):
    """The missing client capabilities.

    Since 2026-07-28.
    Schema `#/$defs/MissingRequiredClientCapabilityError/properties/error/properties/data`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
    """

    required_capabilities: ClientCapabilities
    """Capabilities that the client must declare for the request to work."""


class MissingRequiredClientCapabilityErrorError(WireModel):
    """The error, with code -32021.

    Since 2026-07-28.
    Schema `#/$defs/MissingRequiredClientCapabilityError/properties/error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
    """

    code: Literal[-32021] = -32021
    """Number of this error, always -32021."""

    data: MissingRequiredClientCapabilityErrorErrorData
    """The missing capabilities."""

    message: str
    """Short explanation of the error, a single sentence."""


class MissingRequiredClientCapabilityError(WireModel):
    """Error response for a request that lacks a client capability the server needs.

    Since 2026-07-28.
    Schema `#/$defs/MissingRequiredClientCapabilityError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
    """

    error: MissingRequiredClientCapabilityErrorError
    """The error."""

    id: Omittable[RequestId] = None
    """`id` of the request that this answers; absent if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


class ProgressNotification(WireModel):
    """Report how far a running request has come.

    Carries `notifications/progress`. Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/ProgressNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#progressnotification
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
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptmessage
    """

    content: ContentBlock
    """The content of the message: text, media or a resource."""

    role: Role
    """Speaker: `user` or `assistant`."""


class RequestMetaObject(WireModel):
    """Metadata of a request: protocol version, client capabilities and more.

    Sent by the client. Since 2026-07-28.
    Schema `#/$defs/RequestMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#requestmetaobject
    """

    client_capabilities: ClientCapabilities = Field(
        validation_alias="io.modelcontextprotocol/clientCapabilities",
        serialization_alias="io.modelcontextprotocol/clientCapabilities",
    )
    """Features that the client supports for this one request; `{}` for no optional features."""

    client_info: Omittable[Implementation] = Field(
        default=None,
        validation_alias="io.modelcontextprotocol/clientInfo",
        serialization_alias="io.modelcontextprotocol/clientInfo",
    )
    """Name and version of the client, unverified; good for logs, not for decisions."""

    log_level: Omittable[LoggingLevel] = Field(
        default=None,
        validation_alias="io.modelcontextprotocol/logLevel",
        serialization_alias="io.modelcontextprotocol/logLevel",
    )
    """Least serious log messages wanted, absent means none; deprecated since 2026-07-28."""

    protocol_version: str = Field(
        validation_alias="io.modelcontextprotocol/protocolVersion",
        serialization_alias="io.modelcontextprotocol/protocolVersion",
    )
    """Protocol version of the request; over HTTP the same as `MCP-Protocol-Version`."""

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class RequestParams(WireModel):
    """Base of the params of requests.

    Sent by the client. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/RequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#requestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""


class ResourceRequestParams(WireModel):
    """Base of params that name one resource.

    Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ResourceRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcerequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    uri: str
    """URI of the resource."""


class ResourceUpdatedNotification(WireModel):
    """Tell the client that a resource it watches has changed.

    Carries `notifications/resources/updated`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ResourceUpdatedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourceupdatednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/resources/updated"] = "notifications/resources/updated"
    """Name of the method."""

    params: ResourceUpdatedNotificationParams
    """Details that go with the method."""


class SubscriptionsAcknowledgedNotification(WireModel):
    """Tell the client that its subscription has begun; comes before anything else on it.

    Carries `notifications/subscriptions/acknowledged`. Sent by the server. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsAcknowledgedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionsacknowledgednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/subscriptions/acknowledged"] = "notifications/subscriptions/acknowledged"
    """Name of the method."""

    params: SubscriptionsAcknowledgedNotificationParams
    """Details that go with the method."""


class SubscriptionsListenRequestParams(WireModel):
    """Params of `subscriptions/listen`: the notifications that are wanted.

    Sent by the client. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenrequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    notifications: SubscriptionFilter
    """The notifications that the client asks for; the server sends no others."""


class ToolResultContent(WireModel):
    """Result of a tool, passed back to the model; deprecated since 2026-07-28.

    Sent by either side. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ToolResultContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolresultcontent
    """

    meta: Omittable[MetaObject] = None
    """Extra data; keep it when the block goes into a later sampling request."""

    content: list[ContentBlock]
    """Output of the tool: text, media and resources."""

    is_error: Omittable[bool] = None
    """True if the tool itself failed; absent means that it did not."""

    structured_content: Any = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""

    tool_use_id: str
    """`id` of the tool use that this belongs to."""

    type: Literal["tool_result"] = "tool_result"
    """Tag that tells this kind of content from the others."""


class CallToolResult(WireModel):
    """Result of a tool call.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2026-07-28.
    Schema `#/$defs/CallToolResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: list[ContentBlock]
    """Output for the model: text, media and resources."""

    is_error: Omittable[bool] = None
    """True if the tool itself failed; absent means that it did not."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    structured_content: Any = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""


class CancelledNotification(WireModel):
    """Withdraws a request; from a server it can only end a `subscriptions/listen` stream.

    Carries `notifications/cancelled`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CancelledNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#cancellednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/cancelled"] = "notifications/cancelled"
    """Name of the method."""

    params: CancelledNotificationParams
    """Details that go with the method."""


class CompleteRequestParams(WireModel):
    """Params of `completion/complete`: the argument and what it belongs to.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/CompleteRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    argument: CompleteRequestParamsArgument
    """The argument to complete."""

    context: Omittable[CompleteRequestParamsContext] = None
    """Arguments that are known already and may narrow the suggestions."""

    ref: CompleteRequestParamsRef
    """The prompt or resource template that the argument belongs to."""


class DiscoverRequest(WireModel):
    """Ask the server for its protocol versions and capabilities.

    Carries `server/discover`. Sent by the client. Since 2026-07-28.
    Schema `#/$defs/DiscoverRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#discoverrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["server/discover"] = "server/discover"
    """Name of the method."""

    params: RequestParams
    """Details that go with the method."""


class ElicitRequest(WireModel):
    """Part of `inputRequests` that asks the client to get information from the user.

    Carries `elicitation/create`. Sent by the server. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ElicitRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequest
    """

    method: Literal["elicitation/create"] = "elicitation/create"
    """Name of the method."""

    params: ElicitRequestParams
    """Details that go with the method."""


class GetPromptResult(WireModel):
    """Answer to `prompts/get`: the prompt's messages, filled in.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/GetPromptResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    description: Omittable[str] = None
    """Purpose of the prompt, in words for people."""

    messages: list[PromptMessage]
    """The messages to give to a model, in order."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


JSONRPCMessage: typing.TypeAlias = typing.Annotated[
    JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse, OneOf()
]
"""Any JSON-RPC message: a request, a notification or a response.

Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25.
Schema `#/$defs/JSONRPCMessage`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcmessage
"""


JSONRPCResponse: typing.TypeAlias = typing.Annotated[JSONRPCResultResponse | JSONRPCErrorResponse, OneOf()]
"""Response to a request: a result or an error.

Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/JSONRPCResponse`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcresponse
"""


class LoggingMessageNotification(WireModel):
    """Pass a log message of the server to the client; deprecated since 2026-07-28.

    Carries `notifications/message`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/LoggingMessageNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#loggingmessagenotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/message"] = "notifications/message"
    """Name of the method."""

    params: LoggingMessageNotificationParams
    """Details that go with the method."""


class PaginatedRequestParams(WireModel):
    """Params of a request that is answered page by page.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/PaginatedRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#paginatedrequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


SamplingMessageContentBlock: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent, OneOf("type")
]
"""One piece of a sampling message; deprecated since 2026-07-28.

Sent by either side. Since 2025-11-25.
Schema `#/$defs/SamplingMessageContentBlock`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#samplingmessagecontentblock
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


class SubscriptionsListenRequest(WireModel):
    """Open a stream of notifications that lasts until either side ends it.

    Carries `subscriptions/listen`. Sent by the client. Since 2026-07-28.
    Schema `#/$defs/SubscriptionsListenRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#subscriptionslistenrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["subscriptions/listen"] = "subscriptions/listen"
    """Name of the method."""

    params: SubscriptionsListenRequestParams
    """Details that go with the method."""


class CompleteRequest(WireModel):
    """Ask for suggestions while the user fills in an argument.

    Carries `completion/complete`. Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/CompleteRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["completion/complete"] = "completion/complete"
    """Name of the method."""

    params: CompleteRequestParams
    """Details that go with the method."""


CreateMessageResultContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Output of the model: one content block or a list of them.

Sent by the client. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/CreateMessageResult/properties/content`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessageresult
"""


class CreateMessageResult(WireModel):
    """Part of `inputResponses` with the message of the model; deprecated since 2026-07-28.

    Sent by the client. Since 2024-11-05; changed in 2025-03-26, 2025-11-25, 2026-07-28.
    Schema `#/$defs/CreateMessageResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessageresult
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: CreateMessageResultContent
    """Output of the model: one block or a list of blocks."""

    model: str
    """Name of the model that was used."""

    role: Role
    """Speaker: `user` or `assistant`."""

    stop_reason: Omittable[str] = None
    """Reason why the model stopped: `endTurn`, `toolUse`, `maxTokens`, `stopSequence` or another value."""


InputResponse: typing.TypeAlias = typing.Annotated[CreateMessageResult | ListRootsResult | ElicitResult, OneOf()]
"""The client's response to one `InputRequest`.

Sent by the client. Since 2026-07-28.
Schema `#/$defs/InputResponse`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputresponse
"""


InputResponses: typing.TypeAlias = dict[str, InputResponse]
"""The client's responses, under the keys of the `InputRequests`.

Sent by the client. Since 2026-07-28.
Schema `#/$defs/InputResponses`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputresponses
"""


class ListPromptsRequest(WireModel):
    """Ask for the prompts that the server offers.

    Carries `prompts/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListPromptsRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listpromptsrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["prompts/list"] = "prompts/list"
    """Name of the method."""

    params: PaginatedRequestParams
    """Details that go with the method."""


class ListResourceTemplatesRequest(WireModel):
    """Ask for the resource templates that the server offers.

    Carries `resources/templates/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListResourceTemplatesRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcetemplatesrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["resources/templates/list"] = "resources/templates/list"
    """Name of the method."""

    params: PaginatedRequestParams
    """Details that go with the method."""


class ListResourcesRequest(WireModel):
    """Ask for the resources that the server offers.

    Carries `resources/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListResourcesRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listresourcesrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["resources/list"] = "resources/list"
    """Name of the method."""

    params: PaginatedRequestParams
    """Details that go with the method."""


class ListToolsRequest(WireModel):
    """Ask for the tools that the server offers.

    Carries `tools/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListToolsRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listtoolsrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tools/list"] = "tools/list"
    """Name of the method."""

    params: PaginatedRequestParams
    """Details that go with the method."""


class PaginatedRequest(WireModel):
    """Base of requests that are answered page by page.

    Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/PaginatedRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#paginatedrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: PaginatedRequestParams
    """Details that go with the method."""


class ReadResourceRequestParams(WireModel):
    """Params of `resources/read`: the resource to read.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ReadResourceRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourcerequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    input_responses: Omittable[InputResponses] = None
    """Responses to the input requests of the previous `InputRequiredResult`; absent on a first try."""

    request_state: Omittable[str] = None
    """`requestState` of the result before, unchanged; absent if it had none."""

    uri: str
    """URI of the resource to read."""


SamplingMessageContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Content of a sampling message: one block or a list of blocks.

Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/SamplingMessage/properties/content`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#samplingmessage
"""


class SamplingMessage(WireModel):
    """One message of a conversation with a model; deprecated since 2026-07-28.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25, 2026-07-28.
    Schema `#/$defs/SamplingMessage`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#samplingmessage
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: SamplingMessageContent
    """The content of the message: one block or a list of blocks."""

    role: Role
    """Speaker: `user` or `assistant`."""


class CallToolRequestParams(WireModel):
    """Params of `tools/call`: the tool and its arguments.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CallToolRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolrequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    arguments: Omittable[dict[str, Any]] = None
    """Arguments by parameter name; they must match the tool's `inputSchema`."""

    input_responses: Omittable[InputResponses] = None
    """Responses to the input requests of the previous `InputRequiredResult`; absent on a first try."""

    name: str
    """Name of the tool to run, as listed by `tools/list`."""

    request_state: Omittable[str] = None
    """`requestState` of the result before, unchanged; absent if it had none."""


class CreateMessageRequestParams(WireModel):
    """Params of `sampling/createMessage`: the conversation to continue; deprecated since 2026-07-28.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CreateMessageRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequestparams
    """

    include_context: Omittable[Literal["allServers", "none", "thisServer"]] = None
    """Servers whose context to add; default `none`, and `thisServer` and `allServers` are deprecated."""

    max_tokens: Integer
    """Largest number of tokens to generate."""

    messages: list[SamplingMessage]
    """The conversation so far, oldest message first."""

    metadata: Omittable[JSONObject] = None
    """Handed through to the model's provider, who defines what it means."""

    model_preferences: Omittable[ModelPreferences] = None
    """Kind of model to use; the client may decide otherwise."""

    stop_sequences: Omittable[list[str]] = None
    """Texts at which the model is to stop generating."""

    system_prompt: Omittable[str] = None
    """System prompt to use; the client may change it or leave it out."""

    temperature: Omittable[Number] = None
    """Variety of the output; a higher number makes it less predictable."""

    tool_choice: Omittable[ToolChoice] = None
    """Rule for the use of `tools`; absent leaves it to the model."""

    tools: Omittable[list[Tool]] = None
    """Tools that the model may ask for; only if the client declared `sampling.tools`."""


class GetPromptRequestParams(WireModel):
    """Params of `prompts/get`: the prompt and its arguments.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/GetPromptRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptrequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    arguments: Omittable[dict[str, str]] = None
    """Values to fill into the prompt, by name of the argument."""

    input_responses: Omittable[InputResponses] = None
    """Responses to the input requests of the previous `InputRequiredResult`; absent on a first try."""

    name: str
    """Name of the prompt, as listed by `prompts/list`."""

    request_state: Omittable[str] = None
    """`requestState` of the result before, unchanged; absent if it had none."""


class InputResponseRequestParams(WireModel):
    """Base of params that can bring what an earlier result asked for.

    Since 2026-07-28.
    Schema `#/$defs/InputResponseRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#inputresponserequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    input_responses: Omittable[InputResponses] = None
    """Responses to the input requests of the previous `InputRequiredResult`; absent on a first try."""

    request_state: Omittable[str] = None
    """`requestState` of the result before, unchanged; absent if it had none."""


class ReadResourceRequest(WireModel):
    """Ask the server for the content of a resource.

    Carries `resources/read`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ReadResourceRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourcerequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["resources/read"] = "resources/read"
    """Name of the method."""

    params: ReadResourceRequestParams
    """Details that go with the method."""


class CallToolRequest(WireModel):
    """Ask the server to run a tool.

    Carries `tools/call`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CallToolRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tools/call"] = "tools/call"
    """Name of the method."""

    params: CallToolRequestParams
    """Details that go with the method."""


class CreateMessageRequest(WireModel):
    """Part of `inputRequests` that asks for a message by a model; deprecated since 2026-07-28.

    Carries `sampling/createMessage`. Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CreateMessageRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequest
    """

    method: Literal["sampling/createMessage"] = "sampling/createMessage"
    """Name of the method."""

    params: CreateMessageRequestParams
    """Details that go with the method."""


class GetPromptRequest(WireModel):
    """Ask the server for one prompt, filled in with arguments.

    Carries `prompts/get`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/GetPromptRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["prompts/get"] = "prompts/get"
    """Name of the method."""

    params: GetPromptRequestParams
    """Details that go with the method."""


InputRequest: typing.TypeAlias = typing.Annotated[
    CreateMessageRequest | ListRootsRequest | ElicitRequest, OneOf("method")
]
"""One thing that the client must provide: a user's answer, a model's message or its roots.

Sent by the server. Since 2026-07-28.
Schema `#/$defs/InputRequest`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequest
"""


InputRequests: typing.TypeAlias = dict[str, InputRequest]
"""Requests for input from the client, by keys that the server chose.

Sent by the server. Since 2026-07-28.
Schema `#/$defs/InputRequests`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequests
"""


class InputRequiredResult(WireModel):
    """Result that asks the client to send the request again, usually with the input named here.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/InputRequiredResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequiredresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    input_requests: Omittable[InputRequests] = None
    """Requests for input from the client; absent if a retry alone is enough."""

    request_state: Omittable[str] = None
    """Opaque to the client, which must return it unchanged when it tries again."""

    result_type: str
    """Always `input_required`."""


ReadResourceResultResponseResult: typing.TypeAlias = typing.Annotated[InputRequiredResult | ReadResourceResult, OneOf()]
"""The content, or a request for input from the client.

Since 2026-07-28.
Schema `#/$defs/ReadResourceResultResponse/properties/result`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresultresponse
"""


class ReadResourceResultResponse(WireModel):
    """Response to `resources/read`.

    Since 2026-07-28.
    Schema `#/$defs/ReadResourceResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: ReadResourceResultResponseResult
    """The content, or a request for input from the client."""


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


CallToolResultResponseResult: typing.TypeAlias = typing.Annotated[InputRequiredResult | CallToolResult, OneOf()]
"""Result of a tool call, or a request for input from the client.

Since 2026-07-28.
Schema `#/$defs/CallToolResultResponse/properties/result`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresultresponse
"""


class CallToolResultResponse(WireModel):
    """Response to `tools/call`.

    Since 2026-07-28.
    Schema `#/$defs/CallToolResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: CallToolResultResponseResult
    """The result of the tool call, or a request for input from the client."""


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


GetPromptResultResponseResult: typing.TypeAlias = typing.Annotated[InputRequiredResult | GetPromptResult, OneOf()]
"""The prompt, or a request for input from the client.

Since 2026-07-28.
Schema `#/$defs/GetPromptResultResponse/properties/result`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresultresponse
"""


class GetPromptResultResponse(WireModel):
    """Response to `prompts/get`.

    Since 2026-07-28.
    Schema `#/$defs/GetPromptResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: GetPromptResultResponseResult
    """The prompt, or a request for input from the client."""
