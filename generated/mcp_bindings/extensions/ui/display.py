"""The types of the extension io.modelcontextprotocol/ui: display.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Literal

from ...generated_code import Number, Omittable
from .base import WireModel


class McpUiRequestDisplayModeRequest(WireModel, extra="forbid"):
    """Ask the host to show the view in another way.

    Carries `ui/request-display-mode`.
    Schema `#/$defs/McpUiRequestDisplayModeRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/request-display-mode"] = "ui/request-display-mode"
    """Name of the method."""

    params: "McpUiRequestDisplayModeRequestParams"
    """Details that go with the method."""


class McpUiRequestDisplayModeRequestParams(WireModel, extra="forbid"):
    """Params of `ui/request-display-mode`.

    Schema `#/$defs/McpUiRequestDisplayModeRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    mode: "McpUiDisplayMode"
    """The way in which the view is shown."""


class McpUiRequestDisplayModeResult(WireModel):
    """The way in which the host shows the view now.

    Schema `#/$defs/McpUiRequestDisplayModeResult`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    mode: "McpUiDisplayMode"
    """The way in which the view is shown."""


McpUiDisplayMode: typing.TypeAlias = Literal["inline"] | Literal["fullscreen"] | Literal["pip"]
"""Way in which a host shows a view: in the conversation, over the whole window, or in a floating one.

Schema `#/$defs/McpUiDisplayMode`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiSizeChangedNotification(WireModel, extra="forbid"):
    """Tell the host the size that a view wants.

    Carries `ui/notifications/size-changed`.
    Schema `#/$defs/McpUiSizeChangedNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/size-changed"] = "ui/notifications/size-changed"
    """Name of the method."""

    params: "McpUiSizeChangedNotificationParams"
    """Details that go with the method."""


class McpUiSizeChangedNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/size-changed`.

    Schema `#/$defs/McpUiSizeChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    width: Omittable[Number] = None
    """Width in pixels."""

    height: Omittable[Number] = None
    """Height in pixels."""


McpUiTheme: typing.TypeAlias = Literal["light"] | Literal["dark"]
"""Appearance of the host: light or dark.

Schema `#/$defs/McpUiTheme`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""
