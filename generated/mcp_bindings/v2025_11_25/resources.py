"""The types of revision 2025-11-25: resources.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ..generated_code import Integer, Omittable, OneOf
from .base import WireModel
from .common_types import Annotations, Icon, NotificationParams, PaginatedRequestParams, ProgressToken, RequestId
from .content import BlobResourceContents, TextResourceContents


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

    resource_templates: "list[ResourceTemplate]"
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

    resources: "list[Resource]"
    """Resources on this page."""


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

    params: "ReadResourceRequestParams"
    """Details that go with the method."""


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

    params: "SubscribeRequestParams"
    """Details that go with the method."""


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

    params: "UnsubscribeRequestParams"
    """Details that go with the method."""


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


class ResourceTemplate(WireModel):
    """A pattern of URIs under which the server has resources to read.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
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


class Resource(WireModel):
    """Something that the server lets clients read, such as a file or a record.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
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

    params: "ResourceUpdatedNotificationParams"
    """Details that go with the method."""


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
