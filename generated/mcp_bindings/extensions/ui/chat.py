"""The types of the extension io.modelcontextprotocol/ui: chat.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ...generated_code import Number, Omittable, OneOf, Satisfies
from .base import WireModel


class McpUiMessageRequest(WireModel, extra="forbid"):
    """Ask the host to add a message to the conversation.

    Carries `ui/message`.
    Schema `#/$defs/McpUiMessageRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/message"] = "ui/message"
    """Name of the method."""

    params: "McpUiMessageRequestParams"
    """Details that go with the method."""


McpUiMessageRequestParamsContentItemTextAnnotationsLastModified: typing.TypeAlias = typing.Annotated[
    str,
    Satisfies(
        {
            "pattern": "^(?:(?:[0-9][0-9][2468][048]|[0-9][0-9][13579][26]|[0-9][0-9]0[48]|[02468][048]00|[13579][26]00)-02-29|[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|(?:02)-(?:0[1-9]|1[0-9]|2[0-8])))T(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:Z|(?:[+\\-](?:[01][0-9]|2[0-3]):[0-5][0-9])))$"
        }
    ),
]
"""The time of the last change, as ISO 8601 writes it.

Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/0/properties/annotations/properties/lastModified`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiMessageRequestParamsContentItemTextAnnotations(WireModel, extra="forbid"):
    """Hints on whom a text in the message of a view is for and how much it matters.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/0/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiMessageRequestParamsContentItemText(WireModel, extra="forbid"):
    """Text in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""

    text: str
    """The text itself."""

    annotations: Omittable[McpUiMessageRequestParamsContentItemTextAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiMessageRequestParamsContentItemImageAnnotations(WireModel, extra="forbid"):
    """Hints on whom an image in the message of a view is for and how much it matters.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/1/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiMessageRequestParamsContentItemImage(WireModel, extra="forbid"):
    """Image in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/1`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""

    data: str
    """The image, encoded as base64."""

    mime_type: str
    """Media type of the image, such as `image/png`."""

    annotations: Omittable[McpUiMessageRequestParamsContentItemImageAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiMessageRequestParamsContentItemAudioAnnotations(WireModel, extra="forbid"):
    """Hints on whom a sound clip in the message of a view is for and how much it matters.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/2/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiMessageRequestParamsContentItemAudio(WireModel, extra="forbid"):
    """Sound clip in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/2`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["audio"] = "audio"
    """Tag that tells this kind of content from the others."""

    data: str
    """The sound, encoded as base64."""

    mime_type: str
    """Media type of the sound, such as `audio/wav`."""

    annotations: Omittable[McpUiMessageRequestParamsContentItemAudioAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiMessageRequestParamsContentItemResourceLinkIconsItem(WireModel, extra="forbid"):
    """Image that stands for a linked resource in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/3/properties/icons/items`.
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


class McpUiMessageRequestParamsContentItemResourceLinkAnnotations(WireModel, extra="forbid"):
    """Hints on whom a link in the message of a view is for and how much it matters.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/3/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiMessageRequestParamsContentItemResourceLink(WireModel, extra="forbid"):
    """Link to a resource in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/3`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiMessageRequestParamsContentItemResourceLinkIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    uri: str
    """URI of the resource."""

    description: Omittable[str] = None
    """Content of the resource in words that help a model to judge its use."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    size: Omittable[Number] = None
    """Bytes of the raw content, before base64; absent if unknown."""

    annotations: Omittable[McpUiMessageRequestParamsContentItemResourceLinkAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    type: Literal["resource_link"] = "resource_link"
    """Tag that tells this kind of content from the others."""


class McpUiMessageRequestParamsContentItemResourceResourceText(WireModel, extra="forbid"):
    """Content of an embedded resource in the message of a view, as text.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/0`.
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


class McpUiMessageRequestParamsContentItemResourceResourceBlob(WireModel, extra="forbid"):
    """Content of an embedded resource in the message of a view, as Base64.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/1`.
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


McpUiMessageRequestParamsContentItemResourceResource: typing.TypeAlias = typing.Annotated[
    McpUiMessageRequestParamsContentItemResourceResourceText | McpUiMessageRequestParamsContentItemResourceResourceBlob,
    OneOf(),
]
"""Content of an embedded resource in the message of a view.

Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/4/properties/resource`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiMessageRequestParamsContentItemResourceAnnotations(WireModel, extra="forbid"):
    """Hints on whom a resource in the message of a view is for and how much it matters.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/4/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiMessageRequestParamsContentItemResource(WireModel, extra="forbid"):
    """Embedded resource in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/4`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""

    resource: McpUiMessageRequestParamsContentItemResourceResource
    """The content, with the URI it comes from."""

    annotations: Omittable[McpUiMessageRequestParamsContentItemResourceAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


McpUiMessageRequestParamsContentItem: typing.TypeAlias = typing.Annotated[
    McpUiMessageRequestParamsContentItemText
    | McpUiMessageRequestParamsContentItemImage
    | McpUiMessageRequestParamsContentItemAudio
    | McpUiMessageRequestParamsContentItemResourceLink
    | McpUiMessageRequestParamsContentItemResource,
    OneOf("type"),
]
"""One part of the message of a view.

Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiMessageRequestParams(WireModel, extra="forbid"):
    """Params of `ui/message`.

    Schema `#/$defs/McpUiMessageRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    role: Literal["user"] = "user"
    """Speaker: `user` or `assistant`."""

    content: list[McpUiMessageRequestParamsContentItem]
    """Parts of the message: text, media and resources."""


class McpUiMessageResult(WireModel):
    """Answer to a message that a view adds to the conversation.

    Schema `#/$defs/McpUiMessageResult`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    is_error: Omittable[bool] = None
    """True if the host did not do what the view asked for."""


class McpUiOpenLinkRequest(WireModel, extra="forbid"):
    """Ask the host to open a link.

    Carries `ui/open-link`.
    Schema `#/$defs/McpUiOpenLinkRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/open-link"] = "ui/open-link"
    """Name of the method."""

    params: "McpUiOpenLinkRequestParams"
    """Details that go with the method."""


class McpUiOpenLinkRequestParams(WireModel, extra="forbid"):
    """Params of `ui/open-link`.

    Schema `#/$defs/McpUiOpenLinkRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    url: str
    """URL to open."""


class McpUiOpenLinkResult(WireModel):
    """Answer to a wish to open a link.

    Schema `#/$defs/McpUiOpenLinkResult`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    is_error: Omittable[bool] = None
    """True if the host did not do what the view asked for."""
