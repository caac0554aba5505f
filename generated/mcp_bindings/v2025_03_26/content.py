"""The types of revision 2025-03-26: content.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Literal

from ..generated_code import Omittable, OneOf
from .base import WireModel
from .common_types import Annotations


class AudioContent(WireModel):
    """A sound clip as part of a message or tool output.

    Sent by either side. Since 2025-03-26.
    Schema `#/$defs/AudioContent`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

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

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/BlobResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    blob: str
    """The data, encoded as base64."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    uri: str
    """URI of the resource."""


class TextResourceContents(WireModel):
    """Content of a resource that is text.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/TextResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

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
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class EmbeddedResource(WireModel):
    """A resource whose content is included in a message or tool output.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/EmbeddedResource`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    resource: EmbeddedResourceResource
    """The content, with the URI it comes from."""

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""


class ImageContent(WireModel):
    """An image as part of a message or tool output.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ImageContent`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    data: str
    """The image, encoded as base64."""

    mime_type: str
    """Media type of the image, such as `image/png`."""

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""


class TextContent(WireModel):
    """Text as part of a message or tool output.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/TextContent`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    annotations: Omittable[Annotations] = None
    """Hints on whom this is for and how much it matters."""

    text: str
    """The text itself, to show or to pass to a model."""

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""
