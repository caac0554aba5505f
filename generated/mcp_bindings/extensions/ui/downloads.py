"""The types of the extension io.modelcontextprotocol/ui: downloads.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ...generated_code import Number, Omittable, OneOf
from .base import WireModel
from .chat import McpUiMessageRequestParamsContentItemTextAnnotationsLastModified


class McpUiDownloadFileRequest(WireModel, extra="forbid"):
    """Ask the host to save files.

    Carries `ui/download-file`.
    Schema `#/$defs/McpUiDownloadFileRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/download-file"] = "ui/download-file"
    """Name of the method."""

    params: "McpUiDownloadFileRequestParams"
    """Details that go with the method."""


class McpUiDownloadFileRequestParamsContentsItemResourceResourceText(WireModel, extra="forbid"):
    """Content of an embedded resource in the files to save, as text.

    Schema `#/$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/resource/anyOf/0`.
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


class McpUiDownloadFileRequestParamsContentsItemResourceResourceBlob(WireModel, extra="forbid"):
    """Content of an embedded resource in the files to save, as Base64.

    Schema `#/$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/resource/anyOf/1`.
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


McpUiDownloadFileRequestParamsContentsItemResourceResource: typing.TypeAlias = typing.Annotated[
    McpUiDownloadFileRequestParamsContentsItemResourceResourceText
    | McpUiDownloadFileRequestParamsContentsItemResourceResourceBlob,
    OneOf(),
]
"""Content of an embedded resource in the files to save.

Schema `#/$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/resource`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiDownloadFileRequestParamsContentsItemResourceAnnotations(WireModel, extra="forbid"):
    """Hints on whom a resource in the files to save is for and how much it matters.

    Schema `#/$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiDownloadFileRequestParamsContentsItemResource(WireModel, extra="forbid"):
    """Embedded resource in the files to save.

    Schema `#/$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""

    resource: McpUiDownloadFileRequestParamsContentsItemResourceResource
    """The content, with the URI it comes from."""

    annotations: Omittable[McpUiDownloadFileRequestParamsContentsItemResourceAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiDownloadFileRequestParamsContentsItemResourceLinkIconsItem(WireModel, extra="forbid"):
    """Image that stands for a linked resource in the files to save.

    Schema `#/$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/1/properties/icons/items`.
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


class McpUiDownloadFileRequestParamsContentsItemResourceLinkAnnotations(WireModel, extra="forbid"):
    """Hints on whom a link in the files to save is for and how much it matters.

    Schema `#/$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/1/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiDownloadFileRequestParamsContentsItemResourceLink(WireModel, extra="forbid"):
    """Link to a resource in the files to save.

    Schema `#/$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items/anyOf/1`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiDownloadFileRequestParamsContentsItemResourceLinkIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    uri: str
    """URI of the resource."""

    description: Omittable[str] = None
    """Content of the resource in words that help a model to judge its use."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    size: Omittable[Number] = None
    """Bytes of the raw content, before base64; absent if unknown."""

    annotations: Omittable[McpUiDownloadFileRequestParamsContentsItemResourceLinkAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    type: Literal["resource_link"] = "resource_link"
    """Tag that tells this kind of content from the others."""


McpUiDownloadFileRequestParamsContentsItem: typing.TypeAlias = typing.Annotated[
    McpUiDownloadFileRequestParamsContentsItemResource | McpUiDownloadFileRequestParamsContentsItemResourceLink,
    OneOf("type"),
]
"""One part of the files to save.

Schema `#/$defs/McpUiDownloadFileRequest/properties/params/properties/contents/items`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiDownloadFileRequestParams(WireModel, extra="forbid"):
    """Params of `ui/download-file`.

    Schema `#/$defs/McpUiDownloadFileRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    contents: list[McpUiDownloadFileRequestParamsContentsItem]
    """The files to save: embedded resources and links to resources."""


class McpUiDownloadFileResult(WireModel):
    """Answer to a wish to save a file.

    Schema `#/$defs/McpUiDownloadFileResult`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    is_error: Omittable[bool] = None
    """True if the host did not do what the view asked for."""
