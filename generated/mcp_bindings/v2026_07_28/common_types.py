"""The types of revision 2026-07-28: common types.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from ..generated_code import Integer, Number, Omittable, OneOf
from .base import WireModel

if typing.TYPE_CHECKING:
    from .lifecycle import ClientCapabilities, Implementation

__late_imports__: dict[str, str] = {
    "ClientCapabilities": ".lifecycle",
    "Implementation": ".lifecycle",
}
"""The module of each name that is imported when a class is first used, because modules of types import each other."""


class Annotations(WireModel):
    """Hints on whom something is for and how much it matters.

    Sent by either side. Since 2025-03-26; changed in 2025-06-18.
    Schema `#/$defs/Annotations`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#annotations
    """

    audience: Omittable["list[Role]"] = None
    """Roles that the content is meant for; absent says nothing about it."""

    last_modified: Omittable[str] = None
    """Time of the last change of the content, in ISO 8601."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


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


class CacheableResult(WireModel):
    """Base of results that a client may keep and reuse for a while.

    Since 2026-07-28.
    Schema `#/$defs/CacheableResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#cacheableresult
    """

    meta: Omittable["ResultMetaObject"] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"]
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    result_type: str
    """Kind of result: `complete`, unless an extension defines another value."""

    ttl_ms: Integer = Field(ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


Cursor: typing.TypeAlias = str
"""Opaque position in a paged list; pass it back without reading or changing it.

Since 2024-11-05.
Schema `#/$defs/Cursor`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#cursor
"""


class Result(WireModel):
    """Base of results.

    Sent by either side. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/Result`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#result
    """

    meta: Omittable["ResultMetaObject"] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    result_type: str
    """Kind of result: `complete`, `input_required` or a value of an extension."""


EmptyResult: typing.TypeAlias = Result
"""A result that only says that the request succeeded.

Since 2024-11-05.
Schema `#/$defs/EmptyResult`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#emptyresult
"""


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


class NotificationMetaObject(WireModel):
    """Metadata of a notification.

    Sent by either side. Since 2026-07-28.
    Schema `#/$defs/NotificationMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#notificationmetaobject
    """

    subscription_id: Omittable["RequestId"] = Field(
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


class PaginatedRequest(WireModel):
    """Base of requests that are answered page by page.

    Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/PaginatedRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#paginatedrequest
    """

    id: "RequestId"
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: "PaginatedRequestParams"
    """Details that go with the method."""


class PaginatedRequestParams(WireModel):
    """Params of a request that is answered page by page.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/PaginatedRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#paginatedrequestparams
    """

    meta: "RequestMetaObject"
    """Metadata of the request, with the protocol version and client capabilities."""

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class PaginatedResult(WireModel):
    """Base of results that hold one page of a list.

    Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/PaginatedResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#paginatedresult
    """

    meta: Omittable["ResultMetaObject"] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    result_type: str
    """Kind of result: `complete`, unless an extension defines another value."""


ProgressToken: typing.TypeAlias = str | Integer
"""Opaque token that ties progress notifications to the request they are about.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/ProgressToken`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#progresstoken
"""


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


class RequestParams(WireModel):
    """Base of the params of requests.

    Sent by the client. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/RequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#requestparams
    """

    meta: "RequestMetaObject"
    """Metadata of the request, with the protocol version and client capabilities."""


class ResultMetaObject(WireModel):
    """Metadata of a result.

    Sent by either side. Since 2026-07-28.
    Schema `#/$defs/ResultMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resultmetaobject
    """

    server_info: Omittable["Implementation"] = Field(
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

RequestId: typing.TypeAlias = str | Integer
"""Id of a request among those of its sender; the response repeats it.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/RequestId`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#requestid
"""


class RequestMetaObject(WireModel):
    """Metadata of a request: protocol version, client capabilities and more.

    Sent by the client. Since 2026-07-28.
    Schema `#/$defs/RequestMetaObject`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#requestmetaobject
    """

    client_capabilities: "ClientCapabilities" = Field(
        validation_alias="io.modelcontextprotocol/clientCapabilities",
        serialization_alias="io.modelcontextprotocol/clientCapabilities",
    )
    """Features that the client supports for this one request; `{}` for no optional features."""

    client_info: Omittable["Implementation"] = Field(
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


Role: typing.TypeAlias = Literal["assistant", "user"]
"""Side of a conversation: the human user or the assistant.

Sent by either side. Since 2024-11-05.
Schema `#/$defs/Role`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#role
"""
