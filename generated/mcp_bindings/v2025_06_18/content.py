"""The types of revision 2025-06-18: content.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ..generated_code import Integer, Omittable, OneOf
from .base import WireModel
from .common_types import Annotations


class AudioContent(WireModel):
    """A sound clip as part of a message or tool output.

    Sent by either side. Since 2025-03-26; changed in 2025-06-18.
    Schema `#/$defs/AudioContent`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#audiocontent
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


class BlobResourceContents(WireModel):
    """Binary content of a resource.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/BlobResourceContents`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#blobresourcecontents
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    blob: str
    """The data, encoded as base64."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    uri: str
    """URI of the resource."""


class TextContent(WireModel):
    """Text as part of a message or tool output.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/TextContent`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#textcontent
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    text: str
    """The text itself, to show or to pass to a model."""

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""


class ImageContent(WireModel):
    """An image as part of a message or tool output.

    Sent by either side. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/ImageContent`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#imagecontent
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


class ResourceLink(WireModel):
    """Link to a resource whose content is not included.

    Sent by the server. Since 2025-06-18.
    Schema `#/$defs/ResourceLink`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#resourcelink
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    description: Omittable[str] = None
    """Content of the resource in words that help a model to judge its use."""

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


class EmbeddedResource(WireModel):
    """A resource whose content is included in a message or tool output.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/EmbeddedResource`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#embeddedresource
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    resource: "EmbeddedResourceResource"
    """The content, with the URI it comes from."""

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""


ContentBlock: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource, OneOf("type")
]
"""One piece of content: text, an image, audio, a resource or a link to one.

Sent by the server. Since 2025-06-18.
Schema `#/$defs/ContentBlock`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#contentblock
"""


class TextResourceContents(WireModel):
    """Content of a resource that is text.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/TextResourceContents`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#textresourcecontents
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    text: str
    """The content; for resources that are really text."""

    uri: str
    """URI of the resource."""


EmbeddedResourceResource: typing.TypeAlias = typing.Annotated[TextResourceContents | BlobResourceContents, OneOf()]
"""Content of a resource, as text or as binary data.

Sent by the server. Since 2024-11-05.
Schema `#/$defs/EmbeddedResource/properties/resource`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#embeddedresource
"""
