"""The types of the extension io.modelcontextprotocol/ui: model context.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ...generated_code import Number, Omittable, OneOf
from .base import WireModel
from .chat import McpUiMessageRequestParamsContentItemTextAnnotationsLastModified


class McpUiUpdateModelContextRequest(WireModel, extra="forbid"):
    """Ask the host to change what the view tells the model.

    Carries `ui/update-model-context`.
    Schema `#/$defs/McpUiUpdateModelContextRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/update-model-context"] = "ui/update-model-context"
    """Name of the method."""

    params: "McpUiUpdateModelContextRequestParams"
    """Details that go with the method."""


class McpUiUpdateModelContextRequestParamsContentItemTextAnnotations(WireModel, extra="forbid"):
    """Hints on whom a text in what a view tells the model is for and how much it matters.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/0/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiUpdateModelContextRequestParamsContentItemText(WireModel, extra="forbid"):
    """Text in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""

    text: str
    """The text itself."""

    annotations: Omittable[McpUiUpdateModelContextRequestParamsContentItemTextAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiUpdateModelContextRequestParamsContentItemImageAnnotations(WireModel, extra="forbid"):
    """Hints on whom an image in what a view tells the model is for and how much it matters.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/1/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiUpdateModelContextRequestParamsContentItemImage(WireModel, extra="forbid"):
    """Image in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/1`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""

    data: str
    """The image, encoded as base64."""

    mime_type: str
    """Media type of the image, such as `image/png`."""

    annotations: Omittable[McpUiUpdateModelContextRequestParamsContentItemImageAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiUpdateModelContextRequestParamsContentItemAudioAnnotations(WireModel, extra="forbid"):
    """Hints on whom a sound clip in what a view tells the model is for and how much it matters.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/2/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiUpdateModelContextRequestParamsContentItemAudio(WireModel, extra="forbid"):
    """Sound clip in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/2`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["audio"] = "audio"
    """Tag that tells this kind of content from the others."""

    data: str
    """The sound, encoded as base64."""

    mime_type: str
    """Media type of the sound, such as `audio/wav`."""

    annotations: Omittable[McpUiUpdateModelContextRequestParamsContentItemAudioAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiUpdateModelContextRequestParamsContentItemResourceLinkIconsItem(WireModel, extra="forbid"):
    """Image that stands for a linked resource in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/3/properties/icons/items`.
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


class McpUiUpdateModelContextRequestParamsContentItemResourceLinkAnnotations(WireModel, extra="forbid"):
    """Hints on whom a link in what a view tells the model is for and how much it matters.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/3/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiUpdateModelContextRequestParamsContentItemResourceLink(WireModel, extra="forbid"):
    """Link to a resource in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/3`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiUpdateModelContextRequestParamsContentItemResourceLinkIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    uri: str
    """URI of the resource."""

    description: Omittable[str] = None
    """Content of the resource in words that help a model to judge its use."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    size: Omittable[Number] = None
    """Bytes of the raw content, before base64; absent if unknown."""

    annotations: Omittable[McpUiUpdateModelContextRequestParamsContentItemResourceLinkAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    type: Literal["resource_link"] = "resource_link"
    """Tag that tells this kind of content from the others."""


class McpUiUpdateModelContextRequestParamsContentItemResourceResourceText(WireModel, extra="forbid"):
    """Content of an embedded resource in what a view tells the model, as text.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/0`.
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


class McpUiUpdateModelContextRequestParamsContentItemResourceResourceBlob(WireModel, extra="forbid"):
    """Content of an embedded resource in what a view tells the model, as Base64.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/1`.
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


McpUiUpdateModelContextRequestParamsContentItemResourceResource: typing.TypeAlias = typing.Annotated[
    McpUiUpdateModelContextRequestParamsContentItemResourceResourceText
    | McpUiUpdateModelContextRequestParamsContentItemResourceResourceBlob,
    OneOf(),
]
"""Content of an embedded resource in what a view tells the model.

Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4/properties/resource`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiUpdateModelContextRequestParamsContentItemResourceAnnotations(WireModel, extra="forbid"):
    """Hints on whom a resource in what a view tells the model is for and how much it matters.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiUpdateModelContextRequestParamsContentItemResource(WireModel, extra="forbid"):
    """Embedded resource in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""

    resource: McpUiUpdateModelContextRequestParamsContentItemResourceResource
    """The content, with the URI it comes from."""

    annotations: Omittable[McpUiUpdateModelContextRequestParamsContentItemResourceAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


McpUiUpdateModelContextRequestParamsContentItem: typing.TypeAlias = typing.Annotated[
    McpUiUpdateModelContextRequestParamsContentItemText
    | McpUiUpdateModelContextRequestParamsContentItemImage
    | McpUiUpdateModelContextRequestParamsContentItemAudio
    | McpUiUpdateModelContextRequestParamsContentItemResourceLink
    | McpUiUpdateModelContextRequestParamsContentItemResource,
    OneOf("type"),
]
"""One part of what a view tells the model.

Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiUpdateModelContextRequestParams(WireModel, extra="forbid"):
    """Params of `ui/update-model-context`.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    content: Omittable[list[McpUiUpdateModelContextRequestParamsContentItem]] = None
    """Parts of what the view tells the model: text, media and resources."""

    structured_content: Omittable[dict[str, Any]] = None
    """What the view tells the model, as JSON for programs."""
