"""The types of the extension io.modelcontextprotocol/ui: resources.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ...generated_code import Omittable
from .base import WireModel


class McpUiResourceTeardownRequest(WireModel, extra="forbid"):
    """Tell a view that the host is about to remove it.

    Carries `ui/resource-teardown`.
    Schema `#/$defs/McpUiResourceTeardownRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/resource-teardown"] = "ui/resource-teardown"
    """Name of the method."""

    params: "McpUiResourceTeardownRequestParams"
    """Details that go with the method."""


class McpUiResourceTeardownRequestParams(WireModel, extra="forbid"):
    """Params of `ui/resource-teardown`.

    Schema `#/$defs/McpUiResourceTeardownRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


McpUiResourceTeardownResult: typing.TypeAlias = dict[str, Any]
"""Answer of a view that is ready to be removed.

Schema `#/$defs/McpUiResourceTeardownResult`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiRequestTeardownNotification(WireModel, extra="forbid"):
    """Tell the host that the view may be removed.

    Carries `ui/notifications/request-teardown`.
    Schema `#/$defs/McpUiRequestTeardownNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/request-teardown"] = "ui/notifications/request-teardown"
    """Name of the method."""

    params: Omittable["McpUiRequestTeardownNotificationParams"] = None
    """Details that go with the method."""


class McpUiSandboxProxyReadyNotification(WireModel, extra="forbid"):
    """Tell the host that the frame around a view waits for its content.

    Carries `ui/notifications/sandbox-proxy-ready`.
    Schema `#/$defs/McpUiSandboxProxyReadyNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/sandbox-proxy-ready"] = "ui/notifications/sandbox-proxy-ready"
    """Name of the method."""

    params: "McpUiSandboxProxyReadyNotificationParams"
    """Details that go with the method."""


class McpUiSandboxResourceReadyNotification(WireModel, extra="forbid"):
    """Give the frame around a view its content.

    Carries `ui/notifications/sandbox-resource-ready`.
    Schema `#/$defs/McpUiSandboxResourceReadyNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/sandbox-resource-ready"] = "ui/notifications/sandbox-resource-ready"
    """Name of the method."""

    params: "McpUiSandboxResourceReadyNotificationParams"
    """Details that go with the method."""


class McpUiRequestTeardownNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/request-teardown`.

    Schema `#/$defs/McpUiRequestTeardownNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiSandboxProxyReadyNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/sandbox-proxy-ready`.

    Schema `#/$defs/McpUiSandboxProxyReadyNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiSandboxResourceReadyNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/sandbox-resource-ready`.

    Schema `#/$defs/McpUiSandboxResourceReadyNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    html: str
    """Text of the view."""

    sandbox: Omittable[str] = None
    """Value of the frame's attribute of that name."""

    csp: Omittable["McpUiResourceCsp"] = None
    """Origins that the view loads from."""

    permissions: Omittable["McpUiResourcePermissions"] = None
    """Features of the browser that the view asks for."""


class McpUiResourceCsp(WireModel, extra="forbid"):
    """Origins that a view loads from, for its content security policy.

    Schema `#/$defs/McpUiResourceCsp`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    connect_domains: Omittable[list[str]] = None
    """Origins for network requests."""

    resource_domains: Omittable[list[str]] = None
    """Origins for scripts, images, fonts and style sheets."""

    frame_domains: Omittable[list[str]] = None
    """Origins for frames inside the view."""

    base_uri_domains: Omittable[list[str]] = None
    """Origins for the base of relative URLs."""


class McpUiResourcePermissions(WireModel, extra="forbid"):
    """Features of the browser that a view asks for.

    Schema `#/$defs/McpUiResourcePermissions`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    camera: Omittable["McpUiResourcePermissionsCamera"] = None
    """Present if the view wants the camera."""

    microphone: Omittable["McpUiResourcePermissionsMicrophone"] = None
    """Present if the view wants the microphone."""

    geolocation: Omittable["McpUiResourcePermissionsGeolocation"] = None
    """Present if the view wants the place of the device."""

    clipboard_write: Omittable["McpUiResourcePermissionsClipboardWrite"] = None
    """Present if the view wants to write to the clipboard."""


class McpUiResourcePermissionsCamera(WireModel, extra="forbid"):
    """Permission for the camera.

    Schema `#/$defs/McpUiResourcePermissions/properties/camera`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiResourcePermissionsMicrophone(WireModel, extra="forbid"):
    """Permission for the microphone.

    Schema `#/$defs/McpUiResourcePermissions/properties/microphone`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiResourcePermissionsGeolocation(WireModel, extra="forbid"):
    """Permission for the place of the device.

    Schema `#/$defs/McpUiResourcePermissions/properties/geolocation`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiResourcePermissionsClipboardWrite(WireModel, extra="forbid"):
    """Permission for writing to the clipboard.

    Schema `#/$defs/McpUiResourcePermissions/properties/clipboardWrite`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiResourceMeta(WireModel, extra="forbid"):
    """Metadata of a resource that is a view.

    Schema `#/$defs/McpUiResourceMeta`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    csp: Omittable[McpUiResourceCsp] = None
    """Origins that the view loads from."""

    permissions: Omittable[McpUiResourcePermissions] = None
    """Features of the browser that the view asks for."""

    domain: Omittable[str] = None
    """Origin under which the host runs the view."""

    prefers_border: Omittable[bool] = None
    """True if the view wants a frame line around it."""
