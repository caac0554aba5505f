"""The types of revision 2026-07-28: resources.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Literal

from pydantic import Field

from ..generated_code import Integer, Omittable, OneOf
from .base import WireModel
from .common_types import (
    Annotations,
    Icon,
    MetaObject,
    NotificationMetaObject,
    NotificationParams,
    PaginatedRequestParams,
    RequestId,
    RequestMetaObject,
    ResultMetaObject,
)
from .content import BlobResourceContents, TextResourceContents
from .input import InputRequiredResult, InputResponses


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

    resource_templates: "list[ResourceTemplate]"
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

    resources: "list[Resource]"
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

    params: "ReadResourceRequestParams"
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


class ResourceTemplate(WireModel):
    """A pattern of URIs under which the server has resources to read.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
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


class Resource(WireModel):
    """Something that the server lets clients read, such as a file or a record.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
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

    params: "ResourceUpdatedNotificationParams"
    """Details that go with the method."""


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
