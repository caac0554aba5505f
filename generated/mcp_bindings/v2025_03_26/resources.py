"""The types of revision 2025-03-26: resources.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ..generated_code import Integer, Omittable, OneOf
from .base import WireModel
from .common_types import Annotations
from .content import BlobResourceContents, TextResourceContents


class ListResourceTemplatesRequest(WireModel):
    """Ask for the resource templates that the server offers.

    Carries `resources/templates/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["resources/templates/list"] = "resources/templates/list"
    """Name of the method."""

    params: Omittable["ListResourceTemplatesRequestParams"] = None
    """Details that go with the method."""


class ListResourceTemplatesRequestParams(WireModel):
    """Params of `resources/templates/list`: which page to return.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class ListResourceTemplatesResult(WireModel):
    """Answer to `resources/templates/list`: one page of templates.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListResourceTemplatesResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    resource_templates: "list[ResourceTemplate]"
    """Resource templates on this page."""


class ListResourcesRequest(WireModel):
    """Ask for the resources that the server offers.

    Carries `resources/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourcesRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["resources/list"] = "resources/list"
    """Name of the method."""

    params: Omittable["ListResourcesRequestParams"] = None
    """Details that go with the method."""


class ListResourcesRequestParams(WireModel):
    """Params of `resources/list`: which page to return.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListResourcesRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class ListResourcesResult(WireModel):
    """Answer to `resources/list`: one page of resources.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListResourcesResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    resources: "list[Resource]"
    """Resources on this page."""


class ReadResourceRequest(WireModel):
    """Ask the server for the content of a resource.

    Carries `resources/read`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ReadResourceRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["resources/read"] = "resources/read"
    """Name of the method."""

    params: "ReadResourceRequestParams"
    """Details that go with the method."""


class ReadResourceRequestParams(WireModel):
    """Params of `resources/read`: the resource to read.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ReadResourceRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    uri: str
    """URI of the resource to read."""


ReadResourceResultContentsItem: typing.TypeAlias = typing.Annotated[
    TextResourceContents | BlobResourceContents, OneOf()
]
"""One part of the content, as text or as binary data.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/ReadResourceResult/properties/contents/items`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class ReadResourceResult(WireModel):
    """Answer to `resources/read`: the content.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ReadResourceResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    contents: list[ReadResourceResultContentsItem]
    """The parts of the content; often just one."""


class SubscribeRequest(WireModel):
    """Ask the server to report changes of a resource.

    Carries `resources/subscribe`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SubscribeRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["resources/subscribe"] = "resources/subscribe"
    """Name of the method."""

    params: "SubscribeRequestParams"
    """Details that go with the method."""


class SubscribeRequestParams(WireModel):
    """Params of `resources/subscribe`: the resource to watch.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/SubscribeRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    uri: str
    """URI of the resource to watch."""


class UnsubscribeRequest(WireModel):
    """Ask the server to stop reporting changes of a resource.

    Carries `resources/unsubscribe`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/UnsubscribeRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["resources/unsubscribe"] = "resources/unsubscribe"
    """Name of the method."""

    params: "UnsubscribeRequestParams"
    """Details that go with the method."""


class UnsubscribeRequestParams(WireModel):
    """Params of `resources/unsubscribe`: the resource to stop watching.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/UnsubscribeRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    uri: str
    """URI of the resource to stop watching."""


class ResourceTemplate(WireModel):
    """A pattern of URIs under which the server has resources to read.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceTemplate`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    description: Omittable[str] = None
    """Purpose of the template in words that help a model to judge its use."""

    mime_type: Omittable[str] = None
    """Media type of all matching resources; absent unless they agree."""

    name: str
    """Name to show to people."""

    uri_template: str
    """RFC 6570 template for the URIs of the resources."""


class Resource(WireModel):
    """Something that the server lets clients read, such as a file or a record.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Resource`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    annotations: Omittable[Annotations] = None
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


class ResourceListChangedNotification(WireModel):
    """Tell the client that the list of resources has changed and can be fetched anew.

    Carries `notifications/resources/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["notifications/resources/list_changed"] = "notifications/resources/list_changed"
    """Name of the method."""

    params: Omittable["ResourceListChangedNotificationParams"] = None
    """Details that go with the method."""


class ResourceUpdatedNotification(WireModel):
    """Tell the client that a resource it watches has changed.

    Carries `notifications/resources/updated`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceUpdatedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["notifications/resources/updated"] = "notifications/resources/updated"
    """Name of the method."""

    params: "ResourceUpdatedNotificationParams"
    """Details that go with the method."""


class ResourceListChangedNotificationParams(WireModel):
    """Params of `notifications/resources/list_changed`, which carry metadata only.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class ResourceUpdatedNotificationParams(WireModel):
    """Params of `notifications/resources/updated`: what has changed.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ResourceUpdatedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    uri: str
    """URI of what has changed: the resource that is watched, or a part of it."""


class ResourceContents(WireModel):
    """Base of resource content, be it text or binary data.

    Since 2024-11-05.
    Schema `#/$defs/ResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    uri: str
    """URI of the resource."""


class ResourceReference(WireModel):
    """Reference to the resource or template whose argument is to be completed.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ResourceReference`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    type: Literal["ref/resource"] = "ref/resource"
    """Tag that tells this kind of reference from the others."""

    uri: str
    """URI of the resource, or the URI template."""
