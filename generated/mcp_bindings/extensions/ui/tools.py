"""The types of the extension io.modelcontextprotocol/ui: tools.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ...generated_code import Omittable
from .base import WireModel


class McpUiToolCancelledNotification(WireModel, extra="forbid"):
    """Tell a view that the call of its tool was cancelled.

    Carries `ui/notifications/tool-cancelled`.
    Schema `#/$defs/McpUiToolCancelledNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/tool-cancelled"] = "ui/notifications/tool-cancelled"
    """Name of the method."""

    params: "McpUiToolCancelledNotificationParams"
    """Details that go with the method."""


class McpUiToolInputNotification(WireModel, extra="forbid"):
    """Give a view the arguments of the call of its tool.

    Carries `ui/notifications/tool-input`.
    Schema `#/$defs/McpUiToolInputNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/tool-input"] = "ui/notifications/tool-input"
    """Name of the method."""

    params: "McpUiToolInputNotificationParams"
    """Details that go with the method."""


class McpUiToolInputPartialNotification(WireModel, extra="forbid"):
    """Give a view the arguments as far as they are known while a model writes them.

    Carries `ui/notifications/tool-input-partial`.
    Schema `#/$defs/McpUiToolInputPartialNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/tool-input-partial"] = "ui/notifications/tool-input-partial"
    """Name of the method."""

    params: "McpUiToolInputPartialNotificationParams"
    """Details that go with the method."""


class McpUiToolCancelledNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/tool-cancelled`.

    Schema `#/$defs/McpUiToolCancelledNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    reason: Omittable[str] = None
    """Reason why the request was cancelled, for logs or to show to people."""


class McpUiToolInputNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/tool-input`.

    Schema `#/$defs/McpUiToolInputNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    arguments: Omittable[dict[str, Any]] = None
    """Arguments of the call, by name."""


class McpUiToolInputPartialNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/tool-input-partial`.

    Schema `#/$defs/McpUiToolInputPartialNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    arguments: Omittable[dict[str, Any]] = None
    """Arguments of the call, by name."""


class McpUiToolMeta(WireModel, extra="forbid"):
    """Metadata of a tool whose result a view shows.

    Schema `#/$defs/McpUiToolMeta`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    resource_uri: Omittable[str] = None
    """URI of the resource that is the view."""

    visibility: Omittable["list[McpUiToolVisibility]"] = None
    """Callers of the tool; both if absent."""


McpUiToolVisibility: typing.TypeAlias = Literal["model"] | Literal["app"]
"""Caller of a tool: the model, or the view.

Schema `#/$defs/McpUiToolVisibility`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""
