"""The types of revision 2024-11-05: content.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Literal

from pydantic import Field

from ..generated_code import Number, Omittable, OneOf
from .base import WireModel
from .common_types import Role


class BlobResourceContents(WireModel):
    """Binary content of a resource.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/BlobResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    blob: str
    """The data, encoded as base64."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    uri: str
    """URI of the resource."""


class EmbeddedResourceAnnotations(WireModel):
    """Hints on whom an embedded resource is for and how much it matters.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/EmbeddedResource/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class TextResourceContents(WireModel):
    """Content of a resource that is text.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/TextResourceContents`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
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
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class EmbeddedResource(WireModel):
    """A resource whose content is included in a message or tool output.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/EmbeddedResource`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[EmbeddedResourceAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    resource: EmbeddedResourceResource
    """The content, with the URI it comes from."""

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""


class ImageContentAnnotations(WireModel):
    """Hints on whom an image is for and how much it matters.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ImageContent/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class ImageContent(WireModel):
    """An image as part of a message or tool output.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/ImageContent`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[ImageContentAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    data: str
    """The image, encoded as base64."""

    mime_type: str
    """Media type of the image, such as `image/png`."""

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""


class TextContentAnnotations(WireModel):
    """Hints on whom a text is for and how much it matters.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/TextContent/properties/annotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    audience: Omittable[list[Role]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Importance, from 0 for dispensable to 1 for indispensable."""


class TextContent(WireModel):
    """Text as part of a message or tool output.

    Sent by either side. Since 2024-11-05.
    Schema `#/$defs/TextContent`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    annotations: Omittable[TextContentAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    text: str
    """The text itself, to show or to pass to a model."""

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""
