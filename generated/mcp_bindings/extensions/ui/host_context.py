"""The types of the extension io.modelcontextprotocol/ui: host context.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from ...generated_code import Integer, Number, Omittable, OneOf
from .base import WireModel
from .display import McpUiDisplayMode, McpUiTheme
from .styles import McpUiHostStyles

McpUiHostContextToolInfoIdInteger: typing.TypeAlias = typing.Annotated[
    Integer, Field(ge=-9007199254740991, le=9007199254740991)
]
"""Id of the call of a tool, as an integer.

Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/id/anyOf/1`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""

McpUiHostContextToolInfoId: typing.TypeAlias = typing.Annotated[str | McpUiHostContextToolInfoIdInteger, OneOf()]
"""Id of the call of a tool in the host context.

Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/id`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiHostContextToolInfoToolIconsItem(WireModel, extra="forbid"):
    """Image that stands for the tool in the host context.

    Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/tool/properties/icons/items`.
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


class McpUiHostContextToolInfoToolInputSchema(WireModel):
    """Schema of the arguments of the tool in the host context.

    Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/tool/properties/inputSchema`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["object"] = "object"
    """Always `object`."""

    properties: Omittable["dict[str, McpUiHostContextSchema0]"] = None
    """Schemas of the arguments, by name."""

    required: Omittable[list[str]] = None
    """Names of the properties that must be present."""


class McpUiHostContextToolInfoToolOutputSchema(WireModel):
    """Schema of the structured content of the tool in the host context.

    Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/tool/properties/outputSchema`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""


class McpUiHostContextToolInfoToolAnnotations(WireModel, extra="forbid"):
    """Effects of the tool in the host context on its environment.

    Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/tool/properties/annotations`.
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


class McpUiHostContextToolInfoToolExecution(WireModel, extra="forbid"):
    """Way in which the tool in the host context runs.

    Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/tool/properties/execution`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    task_support: Omittable[Literal["required", "optional", "forbidden"]] = None
    """Rule for running calls as tasks: `forbidden`, `optional` or `required`; absent means forbidden."""


class McpUiHostContextToolInfoTool(WireModel, extra="forbid"):
    """Definition of the tool in the host context.

    Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/tool`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to use `annotations.title`, then `name`."""

    icons: Omittable[list[McpUiHostContextToolInfoToolIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    description: Omittable[str] = None
    """Purpose of the tool, by which a model decides when to call it."""

    input_schema: McpUiHostContextToolInfoToolInputSchema
    """JSON Schema that the arguments of a call must match."""

    output_schema: Omittable[McpUiHostContextToolInfoToolOutputSchema] = None
    """JSON Schema of `structuredContent` in results; absent if none is promised."""

    annotations: Omittable[McpUiHostContextToolInfoToolAnnotations] = None
    """Hints on what the tool does, such as whether it only reads; may be wrong."""

    execution: Omittable[McpUiHostContextToolInfoToolExecution] = None
    """Way in which calls are run; absent means not as tasks."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiHostContextToolInfo(WireModel, extra="forbid"):
    """The tool whose result the view shows, and the id of its call, in the host context.

    Schema `#/$defs/McpUiHostContext/properties/toolInfo`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    id: Omittable[McpUiHostContextToolInfoId] = None
    """Id of the call of the tool."""

    tool: McpUiHostContextToolInfoTool
    """Definition of the tool."""


class McpUiHostContextContainerDimensions(WireModel, extra="forbid"):
    """Size of the frame in the host context. The official schema allows an empty object alone.

    Schema `#/$defs/McpUiHostContext/properties/containerDimensions/anyOf/3`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiHostContextDeviceCapabilities(WireModel, extra="forbid"):
    """Pointing devices of a user, in the host context.

    Schema `#/$defs/McpUiHostContext/properties/deviceCapabilities`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    touch: Omittable[bool] = None
    """True if the user can touch the view."""

    hover: Omittable[bool] = None
    """True if the user can point without a click."""


class McpUiHostContextSafeAreaInsets(WireModel, extra="forbid"):
    """Distances from the edges that a view keeps free, in the host context.

    Schema `#/$defs/McpUiHostContext/properties/safeAreaInsets`.
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


class McpUiHostContext(WireModel):
    """Data of the host about the place where it shows a view.

    Schema `#/$defs/McpUiHostContext`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    tool_info: Omittable[McpUiHostContextToolInfo] = None
    """The tool whose result the view shows."""

    theme: Omittable[McpUiTheme] = None
    """Appearance of the host: light or dark."""

    styles: Omittable[McpUiHostStyles] = None
    """The look of the host."""

    display_mode: Omittable[McpUiDisplayMode] = None
    """The way in which the view is shown."""

    available_display_modes: Omittable[list[McpUiDisplayMode]] = None
    """Ways in which the host can show the view."""

    container_dimensions: Omittable[McpUiHostContextContainerDimensions] = None
    """Size of the frame around the view."""

    locale: Omittable[str] = None
    """Language and region of the user."""

    time_zone: Omittable[str] = None
    """Time zone of the user."""

    user_agent: Omittable[str] = None
    """Name of the host."""

    platform: Omittable[Literal["web"] | Literal["desktop"] | Literal["mobile"]] = None
    """Kind of device that the host runs on."""

    device_capabilities: Omittable[McpUiHostContextDeviceCapabilities] = None
    """Pointing devices of the user."""

    safe_area_insets: Omittable[McpUiHostContextSafeAreaInsets] = None
    """Distances from the edges that the view keeps free, in pixels."""


if typing.TYPE_CHECKING:
    McpUiHostContextSchema0: typing.TypeAlias = (
        "str | Number | bool | dict[str, McpUiHostContextSchema0] | list[McpUiHostContextSchema0] | None"
    )
else:
    McpUiHostContextSchema0 = TypeAliasType(
        "McpUiHostContextSchema0",
        "typing.Annotated[str | Number | bool | dict[str, McpUiHostContextSchema0] | list[McpUiHostContextSchema0] | None, OneOf()]",
    )
"""Any JSON value in the schema of a tool in the host context.

Schema `#/$defs/McpUiHostContext.__schema0`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""
