"""The types of the extension io.modelcontextprotocol/ui: initialize.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from ...generated_code import Number, Omittable, OneOf
from .base import WireModel
from .capabilities import McpUiAppCapabilities, McpUiHostCapabilities
from .display import McpUiDisplayMode, McpUiTheme
from .host_context import McpUiHostContextToolInfoId
from .styles import McpUiHostStyles


class McpUiInitializeRequest(WireModel, extra="forbid"):
    """First message of a view: who it is and what it can do.

    Carries `ui/initialize`.
    Schema `#/$defs/McpUiInitializeRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/initialize"] = "ui/initialize"
    """Name of the method."""

    params: "McpUiInitializeRequestParams"
    """Details that go with the method."""


class McpUiInitializeRequestParamsAppInfoIconsItem(WireModel, extra="forbid"):
    """Image that stands for a view.

    Schema `#/$defs/McpUiInitializeRequest/properties/params/properties/appInfo/properties/icons/items`.
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


class McpUiInitializeRequestParamsAppInfo(WireModel, extra="forbid"):
    """Name and version of a view.

    Schema `#/$defs/McpUiInitializeRequest/properties/params/properties/appInfo`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiInitializeRequestParamsAppInfoIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    version: str
    """Version of the software."""

    website_url: Omittable[str] = None
    """Web page about the software."""

    description: Omittable[str] = None
    """Purpose of the software, in words for people."""


class McpUiInitializeRequestParams(WireModel, extra="forbid"):
    """Params of `ui/initialize`.

    Schema `#/$defs/McpUiInitializeRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    app_info: McpUiInitializeRequestParamsAppInfo
    """Name and version of the view."""

    app_capabilities: McpUiAppCapabilities
    """Features of the view."""

    protocol_version: str
    """Version of the extension's protocol that the view speaks."""


class McpUiInitializeResultHostInfoIconsItem(WireModel, extra="forbid"):
    """Image that stands for a host.

    Schema `#/$defs/McpUiInitializeResult/properties/hostInfo/properties/icons/items`.
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


class McpUiInitializeResultHostInfo(WireModel, extra="forbid"):
    """Name and version of a host.

    Schema `#/$defs/McpUiInitializeResult/properties/hostInfo`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiInitializeResultHostInfoIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    version: str
    """Version of the software."""

    website_url: Omittable[str] = None
    """Web page about the software."""

    description: Omittable[str] = None
    """Purpose of the software, in words for people."""


class McpUiInitializeResultHostContextToolInfoToolIconsItem(WireModel, extra="forbid"):
    """Image that stands for the tool in the host context of an answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/toolInfo/properties/tool/properties/icons/items`.
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


class McpUiInitializeResultHostContextToolInfoToolInputSchema(WireModel):
    """Schema of the arguments of the tool in the host context of an answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/toolInfo/properties/tool/properties/inputSchema`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["object"] = "object"
    """Always `object`."""

    properties: Omittable["dict[str, McpUiInitializeResultSchema0]"] = None
    """Schemas of the arguments, by name."""

    required: Omittable[list[str]] = None
    """Names of the properties that must be present."""


class McpUiInitializeResultHostContextToolInfoToolOutputSchema(WireModel):
    """Schema of the structured content of the tool in the host context of an answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/toolInfo/properties/tool/properties/outputSchema`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""


class McpUiInitializeResultHostContextToolInfoToolAnnotations(WireModel, extra="forbid"):
    """Effects of the tool in the host context of an answer to `ui/initialize` on its environment.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/toolInfo/properties/tool/properties/annotations`.
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


class McpUiInitializeResultHostContextToolInfoToolExecution(WireModel, extra="forbid"):
    """Way in which the tool in the host context of an answer to `ui/initialize` runs.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/toolInfo/properties/tool/properties/execution`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    task_support: Omittable[Literal["required", "optional", "forbidden"]] = None
    """Rule for running calls as tasks: `forbidden`, `optional` or `required`; absent means forbidden."""


class McpUiInitializeResultHostContextToolInfoTool(WireModel, extra="forbid"):
    """Definition of the tool in the host context of an answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/toolInfo/properties/tool`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to use `annotations.title`, then `name`."""

    icons: Omittable[list[McpUiInitializeResultHostContextToolInfoToolIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    description: Omittable[str] = None
    """Purpose of the tool, by which a model decides when to call it."""

    input_schema: McpUiInitializeResultHostContextToolInfoToolInputSchema
    """JSON Schema that the arguments of a call must match."""

    output_schema: Omittable[McpUiInitializeResultHostContextToolInfoToolOutputSchema] = None
    """JSON Schema of `structuredContent` in results; absent if none is promised."""

    annotations: Omittable[McpUiInitializeResultHostContextToolInfoToolAnnotations] = None
    """Hints on what the tool does, such as whether it only reads; may be wrong."""

    execution: Omittable[McpUiInitializeResultHostContextToolInfoToolExecution] = None
    """Way in which calls are run; absent means not as tasks."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiInitializeResultHostContextToolInfo(WireModel, extra="forbid"):
    """The tool whose result the view shows, and the id of its call, in the host context of an answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/toolInfo`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    id: Omittable[McpUiHostContextToolInfoId] = None
    """Id of the call of the tool."""

    tool: McpUiInitializeResultHostContextToolInfoTool
    """Definition of the tool."""


class McpUiInitializeResultHostContextContainerDimensions(WireModel, extra="forbid"):
    """Size of the frame in the host context of an answer to `ui/initialize`. The official schema allows an empty object alone.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/containerDimensions/anyOf/3`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiInitializeResultHostContextDeviceCapabilities(WireModel, extra="forbid"):
    """Pointing devices of a user, in the host context of an answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/deviceCapabilities`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    touch: Omittable[bool] = None
    """True if the user can touch the view."""

    hover: Omittable[bool] = None
    """True if the user can point without a click."""


class McpUiInitializeResultHostContextSafeAreaInsets(WireModel, extra="forbid"):
    """Distances from the edges that a view keeps free, in the host context of an answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/safeAreaInsets`.
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


class McpUiInitializeResultHostContext(WireModel):
    """Data of the host about the place where it shows a view, in its answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    tool_info: Omittable[McpUiInitializeResultHostContextToolInfo] = None
    """The tool whose result the view shows."""

    theme: Omittable[McpUiTheme] = None
    """Appearance of the host: light or dark."""

    styles: Omittable[McpUiHostStyles] = None
    """The look of the host."""

    display_mode: Omittable[McpUiDisplayMode] = None
    """The way in which the view is shown."""

    available_display_modes: Omittable[list[McpUiDisplayMode]] = None
    """Ways in which the host can show the view."""

    container_dimensions: Omittable[McpUiInitializeResultHostContextContainerDimensions] = None
    """Size of the frame around the view."""

    locale: Omittable[str] = None
    """Language and region of the user."""

    time_zone: Omittable[str] = None
    """Time zone of the user."""

    user_agent: Omittable[str] = None
    """Name of the host."""

    platform: Omittable[Literal["web"] | Literal["desktop"] | Literal["mobile"]] = None
    """Kind of device that the host runs on."""

    device_capabilities: Omittable[McpUiInitializeResultHostContextDeviceCapabilities] = None
    """Pointing devices of the user."""

    safe_area_insets: Omittable[McpUiInitializeResultHostContextSafeAreaInsets] = None
    """Distances from the edges that the view keeps free, in pixels."""


class McpUiInitializeResult(WireModel):
    """Answer to `ui/initialize`: who the host is, what it can do, and where it shows the view.

    Schema `#/$defs/McpUiInitializeResult`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    protocol_version: str
    """Version of the extension's protocol that the host has chosen."""

    host_info: McpUiInitializeResultHostInfo
    """Name and version of the host."""

    host_capabilities: McpUiHostCapabilities
    """Features that the host offers to its views."""

    host_context: McpUiInitializeResultHostContext
    """Data of the host about the place where it shows the view."""


if typing.TYPE_CHECKING:
    McpUiInitializeResultSchema0: typing.TypeAlias = (
        "str | Number | bool | dict[str, McpUiInitializeResultSchema0] | list[McpUiInitializeResultSchema0] | None"
    )
else:
    McpUiInitializeResultSchema0 = TypeAliasType(
        "McpUiInitializeResultSchema0",
        "typing.Annotated[str | Number | bool | dict[str, McpUiInitializeResultSchema0] | list[McpUiInitializeResultSchema0] | None, OneOf()]",
    )
"""Any JSON value in the schema of a tool in an answer to `ui/initialize`.

Schema `#/$defs/McpUiInitializeResult.__schema0`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiInitializedNotification(WireModel, extra="forbid"):
    """Tell the host that the view is ready.

    Carries `ui/notifications/initialized`.
    Schema `#/$defs/McpUiInitializedNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/initialized"] = "ui/notifications/initialized"
    """Name of the method."""

    params: Omittable["McpUiInitializedNotificationParams"] = None
    """Details that go with the method."""


class McpUiInitializedNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/initialized`.

    Schema `#/$defs/McpUiInitializedNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """
