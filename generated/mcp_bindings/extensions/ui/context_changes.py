"""The types of the extension io.modelcontextprotocol/ui: context changes.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from ...generated_code import Number, Omittable, OneOf
from .base import WireModel
from .display import McpUiDisplayMode, McpUiTheme
from .host_context import McpUiHostContextToolInfoId
from .styles import McpUiHostStyles


class McpUiHostContextChangedNotification(WireModel, extra="forbid"):
    """Tell a view what has changed in its host context.

    Carries `ui/notifications/host-context-changed`.
    Schema `#/$defs/McpUiHostContextChangedNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/host-context-changed"] = "ui/notifications/host-context-changed"
    """Name of the method."""

    params: "McpUiHostContextChangedNotificationParams"
    """Details that go with the method."""


class McpUiHostContextChangedNotificationParams(WireModel):
    """Params of `ui/notifications/host-context-changed`.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    tool_info: Omittable["McpUiHostContextChangedNotificationParamsToolInfo"] = None
    """The tool whose result the view shows."""

    theme: Omittable[McpUiTheme] = None
    """Appearance of the host: light or dark."""

    styles: Omittable[McpUiHostStyles] = None
    """The look of the host."""

    display_mode: Omittable[McpUiDisplayMode] = None
    """The way in which the view is shown."""

    available_display_modes: Omittable[list[McpUiDisplayMode]] = None
    """Ways in which the host can show the view."""

    container_dimensions: Omittable["McpUiHostContextChangedNotificationParamsContainerDimensions"] = None
    """Size of the frame around the view."""

    locale: Omittable[str] = None
    """Language and region of the user."""

    time_zone: Omittable[str] = None
    """Time zone of the user."""

    user_agent: Omittable[str] = None
    """Name of the host."""

    platform: Omittable[Literal["web"] | Literal["desktop"] | Literal["mobile"]] = None
    """Kind of device that the host runs on."""

    device_capabilities: Omittable["McpUiHostContextChangedNotificationParamsDeviceCapabilities"] = None
    """Pointing devices of the user."""

    safe_area_insets: Omittable["McpUiHostContextChangedNotificationParamsSafeAreaInsets"] = None
    """Distances from the edges that the view keeps free, in pixels."""


class McpUiHostContextChangedNotificationParamsToolInfo(WireModel, extra="forbid"):
    """The tool whose result the view shows, and the id of its call, in a change of the host context.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    id: Omittable[McpUiHostContextToolInfoId] = None
    """Id of the call of the tool."""

    tool: "McpUiHostContextChangedNotificationParamsToolInfoTool"
    """Definition of the tool."""


class McpUiHostContextChangedNotificationParamsContainerDimensions(WireModel, extra="forbid"):
    """Size of the frame in a change of the host context. The official schema allows an empty object alone.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/containerDimensions/anyOf/3`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiHostContextChangedNotificationParamsDeviceCapabilities(WireModel, extra="forbid"):
    """Pointing devices of a user, in a change of the host context.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/deviceCapabilities`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    touch: Omittable[bool] = None
    """True if the user can touch the view."""

    hover: Omittable[bool] = None
    """True if the user can point without a click."""


class McpUiHostContextChangedNotificationParamsSafeAreaInsets(WireModel, extra="forbid"):
    """Distances from the edges that a view keeps free, in a change of the host context.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/safeAreaInsets`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    top: Number
    """Distance from the top."""

    right: Number
    """Distance from the right."""

    bottom: Number
    """Distance from the bottom."""

    left: Number
    """Distance from the left."""


class McpUiHostContextChangedNotificationParamsToolInfoTool(WireModel, extra="forbid"):
    """Definition of the tool in a change of the host context.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo/properties/tool`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to use `annotations.title`, then `name`."""

    icons: Omittable["list[McpUiHostContextChangedNotificationParamsToolInfoToolIconsItem]"] = None
    """Images for user interfaces, such as one picture in several sizes."""

    description: Omittable[str] = None
    """Purpose of the tool, by which a model decides when to call it."""

    input_schema: "McpUiHostContextChangedNotificationParamsToolInfoToolInputSchema"
    """JSON Schema that the arguments of a call must match."""

    output_schema: Omittable["McpUiHostContextChangedNotificationParamsToolInfoToolOutputSchema"] = None
    """JSON Schema of `structuredContent` in results; absent if none is promised."""

    annotations: Omittable["McpUiHostContextChangedNotificationParamsToolInfoToolAnnotations"] = None
    """Hints on what the tool does, such as whether it only reads; may be wrong."""

    execution: Omittable["McpUiHostContextChangedNotificationParamsToolInfoToolExecution"] = None
    """Way in which calls are run; absent means not as tasks."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiHostContextChangedNotificationParamsToolInfoToolIconsItem(WireModel, extra="forbid"):
    """Image that stands for the tool in a change of the host context.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo/properties/tool/properties/icons/items`.
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


class McpUiHostContextChangedNotificationParamsToolInfoToolInputSchema(WireModel):
    """Schema of the arguments of the tool in a change of the host context.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo/properties/tool/properties/inputSchema`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["object"] = "object"
    """Always `object`."""

    properties: Omittable["dict[str, McpUiHostContextChangedNotificationSchema0]"] = None
    """Schemas of the arguments, by name."""

    required: Omittable[list[str]] = None
    """Names of the properties that must be present."""


class McpUiHostContextChangedNotificationParamsToolInfoToolOutputSchema(WireModel):
    """Schema of the structured content of the tool in a change of the host context.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo/properties/tool/properties/outputSchema`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""


class McpUiHostContextChangedNotificationParamsToolInfoToolAnnotations(WireModel, extra="forbid"):
    """Effects of the tool in a change of the host context on its environment.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo/properties/tool/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    title: Omittable[str] = None
    """Name to show to people; `title` of the tool itself goes first."""

    read_only_hint: Omittable[bool] = None
    """True if the tool changes nothing; default false."""

    destructive_hint: Omittable[bool] = None
    """False if the tool only adds; default true, without effect if `readOnlyHint` is true."""

    idempotent_hint: Omittable[bool] = None
    """True if a repeated call does nothing more; default false, without effect if `readOnlyHint` is true."""

    open_world_hint: Omittable[bool] = None
    """True if the tool reaches out, as to the web, false if it is self-contained; default true."""


class McpUiHostContextChangedNotificationParamsToolInfoToolExecution(WireModel, extra="forbid"):
    """Way in which the tool in a change of the host context runs.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo/properties/tool/properties/execution`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    task_support: Omittable[Literal["required", "optional", "forbidden"]] = None
    """Rule for running calls as tasks: `forbidden`, `optional` or `required`; absent means forbidden."""


if typing.TYPE_CHECKING:
    McpUiHostContextChangedNotificationSchema0: typing.TypeAlias = (
        "str | Number | bool | dict[str, McpUiHostContextChangedNotificationSchema0] | list[McpUiHostContextChangedNotificationSchema0] | None"
    )
else:
    McpUiHostContextChangedNotificationSchema0 = TypeAliasType(
        "McpUiHostContextChangedNotificationSchema0",
        "typing.Annotated[str | Number | bool | dict[str, McpUiHostContextChangedNotificationSchema0] | list[McpUiHostContextChangedNotificationSchema0] | None, OneOf()]",
    )
"""Any JSON value in the schema of a tool in a change of the host context.

Schema `#/$defs/McpUiHostContextChangedNotification.__schema0`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""
