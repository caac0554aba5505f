"""The types of the extension io.modelcontextprotocol/ui: capabilities.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any

from ...generated_code import Omittable
from .base import WireModel
from .display import McpUiDisplayMode
from .resources import McpUiResourceCsp, McpUiResourcePermissions


class McpUiAppCapabilitiesTools(WireModel, extra="forbid"):
    """Declares that the view offers tools to the host.

    Schema `#/$defs/McpUiAppCapabilities/properties/tools`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class McpUiAppCapabilities(WireModel, extra="forbid"):
    """Features of a view.

    Schema `#/$defs/McpUiAppCapabilities`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Features outside the specification, by name, with their settings."""

    tools: Omittable[McpUiAppCapabilitiesTools] = None
    """Present if the view offers tools to the host."""

    available_display_modes: Omittable[list[McpUiDisplayMode]] = None
    """Ways in which the view can be shown."""


class McpUiClientCapabilities(WireModel, extra="forbid"):
    """Settings of a client that shows views.

    Schema `#/$defs/McpUiClientCapabilities`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    mime_types: Omittable[list[str]] = None
    """MIME types of views that the client shows."""


class McpUiHostCapabilitiesOpenLinks(WireModel, extra="forbid"):
    """Declares that the host opens links for a view.

    Schema `#/$defs/McpUiHostCapabilities/properties/openLinks`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiHostCapabilitiesDownloadFile(WireModel, extra="forbid"):
    """Declares that the host saves files for a view.

    Schema `#/$defs/McpUiHostCapabilities/properties/downloadFile`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiHostCapabilitiesServerTools(WireModel, extra="forbid"):
    """Declares that a view may call tools of the server.

    Schema `#/$defs/McpUiHostCapabilities/properties/serverTools`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class McpUiHostCapabilitiesServerResources(WireModel, extra="forbid"):
    """Declares that a view may read resources of the server.

    Schema `#/$defs/McpUiHostCapabilities/properties/serverResources`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class McpUiHostCapabilitiesLogging(WireModel, extra="forbid"):
    """Declares that the host takes log messages of a view.

    Schema `#/$defs/McpUiHostCapabilities/properties/logging`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiHostCapabilitiesSandbox(WireModel, extra="forbid"):
    """Permissions that the host grants to the frame of a view.

    Schema `#/$defs/McpUiHostCapabilities/properties/sandbox`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    permissions: Omittable[McpUiResourcePermissions] = None
    """Features of the browser that the host grants to the view."""

    csp: Omittable[McpUiResourceCsp] = None
    """Origins that the host lets the view load from."""


class McpUiHostCapabilitiesSamplingTools(WireModel, extra="forbid"):
    """Declares that a request for a message may offer tools to the model.

    Schema `#/$defs/McpUiHostCapabilities/properties/sampling/properties/tools`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiHostCapabilitiesSampling(WireModel, extra="forbid"):
    """Declares that a view may ask the host for messages by a model.

    Schema `#/$defs/McpUiHostCapabilities/properties/sampling`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    tools: Omittable[McpUiHostCapabilitiesSamplingTools] = None
    """Present if a request for a message may offer tools to the model."""


class McpUiHostCapabilities(WireModel, extra="forbid"):
    """Features that a host offers to its views.

    Schema `#/$defs/McpUiHostCapabilities`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Features outside the specification, by name, with their settings."""

    open_links: Omittable[McpUiHostCapabilitiesOpenLinks] = None
    """Present if the host opens links."""

    download_file: Omittable[McpUiHostCapabilitiesDownloadFile] = None
    """Present if the host saves files."""

    server_tools: Omittable[McpUiHostCapabilitiesServerTools] = None
    """Present if the view may call tools of the server."""

    server_resources: Omittable[McpUiHostCapabilitiesServerResources] = None
    """Present if the view may read resources of the server."""

    logging: Omittable[McpUiHostCapabilitiesLogging] = None
    """Present if the host takes log messages of a view."""

    sandbox: Omittable[McpUiHostCapabilitiesSandbox] = None
    """Value of the frame's attribute of that name."""

    update_model_context: Omittable["McpUiSupportedContentBlockModalities"] = None
    """Kinds of content for the context of the model."""

    message: Omittable["McpUiSupportedContentBlockModalities"] = None
    """Kinds of content for messages of the view."""

    sampling: Omittable[McpUiHostCapabilitiesSampling] = None
    """Present if the view may ask for messages by a model."""


class McpUiSupportedContentBlockModalitiesText(WireModel, extra="forbid"):
    """Declares that the host takes text.

    Schema `#/$defs/McpUiSupportedContentBlockModalities/properties/text`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiSupportedContentBlockModalitiesImage(WireModel, extra="forbid"):
    """Declares that the host takes images.

    Schema `#/$defs/McpUiSupportedContentBlockModalities/properties/image`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiSupportedContentBlockModalitiesAudio(WireModel, extra="forbid"):
    """Declares that the host takes sound clips.

    Schema `#/$defs/McpUiSupportedContentBlockModalities/properties/audio`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiSupportedContentBlockModalitiesResource(WireModel, extra="forbid"):
    """Declares that the host takes embedded resources.

    Schema `#/$defs/McpUiSupportedContentBlockModalities/properties/resource`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiSupportedContentBlockModalitiesResourceLink(WireModel, extra="forbid"):
    """Declares that the host takes links to resources.

    Schema `#/$defs/McpUiSupportedContentBlockModalities/properties/resourceLink`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiSupportedContentBlockModalitiesStructuredContent(WireModel, extra="forbid"):
    """Declares that the host takes structured content.

    Schema `#/$defs/McpUiSupportedContentBlockModalities/properties/structuredContent`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiSupportedContentBlockModalities(WireModel, extra="forbid"):
    """Kinds of content that a host takes from a view.

    Schema `#/$defs/McpUiSupportedContentBlockModalities`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    text: Omittable[McpUiSupportedContentBlockModalitiesText] = None
    """Present if text is taken."""

    image: Omittable[McpUiSupportedContentBlockModalitiesImage] = None
    """Present if images are taken."""

    audio: Omittable[McpUiSupportedContentBlockModalitiesAudio] = None
    """Present if sound clips are taken."""

    resource: Omittable[McpUiSupportedContentBlockModalitiesResource] = None
    """Present if embedded resources are taken."""

    resource_link: Omittable[McpUiSupportedContentBlockModalitiesResourceLink] = None
    """Present if links to resources are taken."""

    structured_content: Omittable[McpUiSupportedContentBlockModalitiesStructuredContent] = None
    """Present if structured content is taken."""
