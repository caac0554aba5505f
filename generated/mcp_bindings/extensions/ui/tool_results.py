"""The types of the extension io.modelcontextprotocol/ui: tool results.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ...generated_code import Number, Omittable, OneOf
from .base import WireModel
from .chat import McpUiMessageRequestParamsContentItemTextAnnotationsLastModified


class McpUiToolResultNotification(WireModel, extra="forbid"):
    """Give a view the result of the tool that it belongs to.

    Carries `ui/notifications/tool-result`.
    Schema `#/$defs/McpUiToolResultNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/tool-result"] = "ui/notifications/tool-result"
    """Name of the method."""

    params: "McpUiToolResultNotificationParams"
    """Details that go with the method."""


class McpUiToolResultNotificationParams(WireModel):
    """Params of `ui/notifications/tool-result`.

    Schema `#/$defs/McpUiToolResultNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    meta: Omittable["McpUiToolResultNotificationParamsMeta"] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: "list[McpUiToolResultNotificationParamsContentItem]"
    """Output for the model: text, media and resources."""

    structured_content: Any = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""

    is_error: Omittable[bool] = None
    """True if the tool itself failed; absent means that it did not."""


class McpUiToolResultNotificationParamsMeta(WireModel):
    """Metadata of the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    server_info: Omittable["McpUiToolResultNotificationParamsMetaIoModelcontextprotocolServerInfo"] = Field(
        default=None,
        validation_alias="io.modelcontextprotocol/serverInfo",
        serialization_alias="io.modelcontextprotocol/serverInfo",
    )
    """Name and version of the server, unverified; good for logs, not for decisions."""


class McpUiToolResultNotificationParamsContentItemText(WireModel, extra="forbid"):
    """Text in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""

    text: str
    """The text itself."""

    annotations: Omittable["McpUiToolResultNotificationParamsContentItemTextAnnotations"] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiToolResultNotificationParamsContentItemImage(WireModel, extra="forbid"):
    """Image in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/1`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""

    data: str
    """The image, encoded as base64."""

    mime_type: str
    """Media type of the image, such as `image/png`."""

    annotations: Omittable["McpUiToolResultNotificationParamsContentItemImageAnnotations"] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiToolResultNotificationParamsContentItemAudio(WireModel, extra="forbid"):
    """Sound clip in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/2`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["audio"] = "audio"
    """Tag that tells this kind of content from the others."""

    data: str
    """The sound, encoded as base64."""

    mime_type: str
    """Media type of the sound, such as `audio/wav`."""

    annotations: Omittable["McpUiToolResultNotificationParamsContentItemAudioAnnotations"] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiToolResultNotificationParamsContentItemResourceLink(WireModel, extra="forbid"):
    """Link to a resource in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/3`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable["list[McpUiToolResultNotificationParamsContentItemResourceLinkIconsItem]"] = None
    """Images for user interfaces, such as one picture in several sizes."""

    uri: str
    """URI of the resource."""

    description: Omittable[str] = None
    """Content of the resource in words that help a model to judge its use."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    size: Omittable[Number] = None
    """Bytes of the raw content, before base64; absent if unknown."""

    annotations: Omittable["McpUiToolResultNotificationParamsContentItemResourceLinkAnnotations"] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    type: Literal["resource_link"] = "resource_link"
    """Tag that tells this kind of content from the others."""


class McpUiToolResultNotificationParamsContentItemResource(WireModel, extra="forbid"):
    """Embedded resource in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/4`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""

    resource: "McpUiToolResultNotificationParamsContentItemResourceResource"
    """The content, with the URI it comes from."""

    annotations: Omittable["McpUiToolResultNotificationParamsContentItemResourceAnnotations"] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


McpUiToolResultNotificationParamsContentItem: typing.TypeAlias = typing.Annotated[
    McpUiToolResultNotificationParamsContentItemText
    | McpUiToolResultNotificationParamsContentItemImage
    | McpUiToolResultNotificationParamsContentItemAudio
    | McpUiToolResultNotificationParamsContentItemResourceLink
    | McpUiToolResultNotificationParamsContentItemResource,
    OneOf("type"),
]
"""One part of the result of a tool.

Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiToolResultNotificationParamsMetaIoModelcontextprotocolServerInfo(WireModel, extra="forbid"):
    """Name and version of the server that ran a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/_meta/properties/io.modelcontextprotocol~1serverInfo`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable["list[McpUiToolResultNotificationParamsMetaIoModelcontextprotocolServerInfoIconsItem]"] = None
    """Images for user interfaces, such as one picture in several sizes."""

    version: str
    """Version of the software."""

    website_url: Omittable[str] = None
    """Web page about the software."""

    description: Omittable[str] = None
    """Purpose of the software, in words for people."""


class McpUiToolResultNotificationParamsMetaIoModelcontextprotocolServerInfoIconsItem(WireModel, extra="forbid"):
    """Image that stands for the server that ran a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/_meta/properties/io.modelcontextprotocol~1serverInfo/properties/icons/items`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    src: str
    """Address of the image: a web address or a `data:` URI."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    sizes: Omittable[list[str]] = None
    """Pixel sizes it is good for, such as `48x48`, or `any`; absent means all."""

    theme: Omittable[Literal["light", "dark"]] = None
    """Background it is made for, `light` or `dark`; absent means either."""


class McpUiToolResultNotificationParamsContentItemTextAnnotations(WireModel, extra="forbid"):
    """Hints on whom a text in the result of a tool is for and how much it matters.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/0/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiToolResultNotificationParamsContentItemImageAnnotations(WireModel, extra="forbid"):
    """Hints on whom an image in the result of a tool is for and how much it matters.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/1/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiToolResultNotificationParamsContentItemAudioAnnotations(WireModel, extra="forbid"):
    """Hints on whom a sound clip in the result of a tool is for and how much it matters.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/2/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiToolResultNotificationParamsContentItemResourceLinkIconsItem(WireModel, extra="forbid"):
    """Image that stands for a linked resource in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/3/properties/icons/items`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    src: str
    """Address of the image: a web address or a `data:` URI."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    sizes: Omittable[list[str]] = None
    """Pixel sizes it is good for, such as `48x48`, or `any`; absent means all."""

    theme: Omittable[Literal["light", "dark"]] = None
    """Background it is made for, `light` or `dark`; absent means either."""


class McpUiToolResultNotificationParamsContentItemResourceLinkAnnotations(WireModel, extra="forbid"):
    """Hints on whom a link in the result of a tool is for and how much it matters.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/3/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiToolResultNotificationParamsContentItemResourceResourceText(WireModel, extra="forbid"):
    """Content of an embedded resource in the result of a tool, as text.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    uri: str
    """URI of the resource."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    text: str
    """The text itself."""


class McpUiToolResultNotificationParamsContentItemResourceResourceBlob(WireModel, extra="forbid"):
    """Content of an embedded resource in the result of a tool, as Base64.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/1`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    uri: str
    """URI of the resource."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    blob: str
    """The data, encoded as base64."""


McpUiToolResultNotificationParamsContentItemResourceResource: typing.TypeAlias = typing.Annotated[
    McpUiToolResultNotificationParamsContentItemResourceResourceText
    | McpUiToolResultNotificationParamsContentItemResourceResourceBlob,
    OneOf(),
]
"""Content of an embedded resource in the result of a tool.

Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/4/properties/resource`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiToolResultNotificationParamsContentItemResourceAnnotations(WireModel, extra="forbid"):
    """Hints on whom a resource in the result of a tool is for and how much it matters.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/4/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""
