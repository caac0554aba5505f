"""The types of the extension io.modelcontextprotocol/ui: one class or alias for each definition of its schema.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how they are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from ...generated_code import Integer, Number, Omittable, OneOf, Satisfies
from .base import WireModel


class McpUiAppCapabilitiesTools(WireModel, extra="forbid"):
    """Declares that the view offers tools to the host.

    Schema `#/$defs/McpUiAppCapabilities/properties/tools`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    list_changed: Omittable[bool] = None
    """True if a notification is sent whenever the list changes; absent means no."""


class McpUiClientCapabilities(WireModel, extra="forbid"):
    """Settings of a client that shows views.

    Schema `#/$defs/McpUiClientCapabilities`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    mime_types: Omittable[list[str]] = None
    """MIME types of views that the client shows."""


McpUiDisplayMode: typing.TypeAlias = Literal["inline"] | Literal["fullscreen"] | Literal["pip"]
"""Way in which a host shows a view: in the conversation, over the whole window, or in a floating one.

Schema `#/$defs/McpUiDisplayMode`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


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
    """Present if text is taken."""


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


class McpUiDownloadFileResult(WireModel):
    """Answer to a wish to save a file.

    Schema `#/$defs/McpUiDownloadFileResult`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    is_error: Omittable[bool] = None
    """True if the host did not do it."""


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


class McpUiHostCapabilitiesSamplingTools(WireModel, extra="forbid"):
    """Declares that such a request may offer tools to the model.

    Schema `#/$defs/McpUiHostCapabilities/properties/sampling/properties/tools`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiHostCapabilitiesSampling(WireModel, extra="forbid"):
    """Declares that a view may ask the host for messages by a model.

    Schema `#/$defs/McpUiHostCapabilities/properties/sampling`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    tools: Omittable[McpUiHostCapabilitiesSamplingTools] = None
    """Present if tools are offered, or may be."""


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
    """Name to show to people; absent means to show `name`."""

    read_only_hint: Omittable[bool] = None
    """True if the tool changes nothing; default false."""

    destructive_hint: Omittable[bool] = None
    """False if the tool only ever adds; default true, and moot if `readOnlyHint` is true."""

    idempotent_hint: Omittable[bool] = None
    """True if a repeated call does nothing more; default false, moot if `readOnlyHint` is true."""

    open_world_hint: Omittable[bool] = None
    """True if the tool reaches out, as to the web, false if it is self-contained; default true."""


class McpUiHostContextChangedNotificationParamsToolInfoToolExecution(WireModel, extra="forbid"):
    """Way in which the tool in a change of the host context runs.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo/properties/tool/properties/execution`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    task_support: Omittable[Literal["required", "optional", "forbidden"]] = None
    """Rule for running calls as tasks: `forbidden`, `optional` or `required`; absent means forbidden."""


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
    """Name to show to people; absent means to show `name`."""

    read_only_hint: Omittable[bool] = None
    """True if the tool changes nothing; default false."""

    destructive_hint: Omittable[bool] = None
    """False if the tool only ever adds; default true, and moot if `readOnlyHint` is true."""

    idempotent_hint: Omittable[bool] = None
    """True if a repeated call does nothing more; default false, moot if `readOnlyHint` is true."""

    open_world_hint: Omittable[bool] = None
    """True if the tool reaches out, as to the web, false if it is self-contained; default true."""


class McpUiHostContextToolInfoToolExecution(WireModel, extra="forbid"):
    """Way in which the tool in the host context runs.

    Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/tool/properties/execution`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    task_support: Omittable[Literal["required", "optional", "forbidden"]] = None
    """Rule for running calls as tasks: `forbidden`, `optional` or `required`; absent means forbidden."""


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


class McpUiHostCss(WireModel, extra="forbid"):
    """Style sheets that a host gives to a view.

    Schema `#/$defs/McpUiHostCss`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    fonts: Omittable[str] = None
    """CSS rules that load fonts."""


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
    """Text that tells the user what to enter."""


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
    """Text that tells the user what to enter."""


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
    """Name to show to people; absent means to show `name`."""

    read_only_hint: Omittable[bool] = None
    """True if the tool changes nothing; default false."""

    destructive_hint: Omittable[bool] = None
    """False if the tool only ever adds; default true, and moot if `readOnlyHint` is true."""

    idempotent_hint: Omittable[bool] = None
    """True if a repeated call does nothing more; default false, moot if `readOnlyHint` is true."""

    open_world_hint: Omittable[bool] = None
    """True if the tool reaches out, as to the web, false if it is self-contained; default true."""


class McpUiInitializeResultHostContextToolInfoToolExecution(WireModel, extra="forbid"):
    """Way in which the tool in the host context of an answer to `ui/initialize` runs.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/toolInfo/properties/tool/properties/execution`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    task_support: Omittable[Literal["required", "optional", "forbidden"]] = None
    """Rule for running calls as tasks: `forbidden`, `optional` or `required`; absent means forbidden."""


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


class McpUiInitializedNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/initialized`.

    Schema `#/$defs/McpUiInitializedNotification/properties/params`.
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

    params: Omittable[McpUiInitializedNotificationParams] = None
    """Details that go with the method."""


McpUiMessageRequestParamsContentItemTextAnnotationsLastModified: typing.TypeAlias = typing.Annotated[
    str,
    Satisfies(
        {
            "pattern": "^(?:(?:[0-9][0-9][2468][048]|[0-9][0-9][13579][26]|[0-9][0-9]0[48]|[02468][048]00|[13579][26]00)-02-29|[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|(?:02)-(?:0[1-9]|1[0-9]|2[0-8])))T(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:Z|(?:[+\\-](?:[01][0-9]|2[0-3]):[0-5][0-9])))$"
        }
    ),
]
"""The time of the last change, as ISO 8601 writes it.

Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/0/properties/annotations/properties/lastModified`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiMessageRequestParamsContentItemTextAnnotations(WireModel, extra="forbid"):
    """For whom a text in the message of a view is, and how important it is.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/0/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiMessageRequestParamsContentItemText(WireModel, extra="forbid"):
    """Text in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""

    text: str
    """Present if text is taken."""

    annotations: Omittable[McpUiMessageRequestParamsContentItemTextAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiMessageRequestParamsContentItemImageAnnotations(WireModel, extra="forbid"):
    """For whom an image in the message of a view is, and how important it is.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/1/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiMessageRequestParamsContentItemImage(WireModel, extra="forbid"):
    """Image in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/1`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""

    data: str
    """More about the error; any JSON value that the sender finds useful."""

    mime_type: str
    """Media type, such as `text/plain`; absent if unknown."""

    annotations: Omittable[McpUiMessageRequestParamsContentItemImageAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiMessageRequestParamsContentItemAudioAnnotations(WireModel, extra="forbid"):
    """For whom a sound clip in the message of a view is, and how important it is.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/2/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiMessageRequestParamsContentItemAudio(WireModel, extra="forbid"):
    """Sound clip in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/2`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["audio"] = "audio"
    """Tag that tells this kind of content from the others."""

    data: str
    """More about the error; any JSON value that the sender finds useful."""

    mime_type: str
    """Media type, such as `text/plain`; absent if unknown."""

    annotations: Omittable[McpUiMessageRequestParamsContentItemAudioAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiMessageRequestParamsContentItemResourceLinkIconsItem(WireModel, extra="forbid"):
    """Image that stands for a linked resource in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/3/properties/icons/items`.
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


class McpUiMessageRequestParamsContentItemResourceLinkAnnotations(WireModel, extra="forbid"):
    """For whom a link in the message of a view is, and how important it is.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/3/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiMessageRequestParamsContentItemResourceLink(WireModel, extra="forbid"):
    """Link to a resource in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/3`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiMessageRequestParamsContentItemResourceLinkIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    uri: str
    """URI of the resource."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    size: Omittable[Number] = None
    """Bytes of the raw content, before base64; absent if unknown."""

    annotations: Omittable[McpUiMessageRequestParamsContentItemResourceLinkAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    type: Literal["resource_link"] = "resource_link"
    """Tag that tells this kind of content from the others."""


class McpUiMessageRequestParamsContentItemResourceResourceText(WireModel, extra="forbid"):
    """Content of an embedded resource in the message of a view, as text.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    uri: str
    """URI of the resource."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    text: str
    """Present if text is taken."""


class McpUiMessageRequestParamsContentItemResourceResourceBlob(WireModel, extra="forbid"):
    """Content of an embedded resource in the message of a view, as Base64.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/1`.
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


McpUiMessageRequestParamsContentItemResourceResource: typing.TypeAlias = typing.Annotated[
    McpUiMessageRequestParamsContentItemResourceResourceText | McpUiMessageRequestParamsContentItemResourceResourceBlob,
    OneOf(),
]
"""Content of an embedded resource in the message of a view.

Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/4/properties/resource`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiMessageRequestParamsContentItemResourceAnnotations(WireModel, extra="forbid"):
    """For whom a resource in the message of a view is, and how important it is.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/4/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiMessageRequestParamsContentItemResource(WireModel, extra="forbid"):
    """Embedded resource in the message of a view.

    Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items/anyOf/4`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""

    resource: McpUiMessageRequestParamsContentItemResourceResource
    """The content, with the URI it comes from."""

    annotations: Omittable[McpUiMessageRequestParamsContentItemResourceAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


McpUiMessageRequestParamsContentItem: typing.TypeAlias = typing.Annotated[
    McpUiMessageRequestParamsContentItemText
    | McpUiMessageRequestParamsContentItemImage
    | McpUiMessageRequestParamsContentItemAudio
    | McpUiMessageRequestParamsContentItemResourceLink
    | McpUiMessageRequestParamsContentItemResource,
    OneOf("type"),
]
"""One part of the message of a view.

Schema `#/$defs/McpUiMessageRequest/properties/params/properties/content/items`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiMessageRequestParams(WireModel, extra="forbid"):
    """Params of `ui/message`.

    Schema `#/$defs/McpUiMessageRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    role: Literal["user"] = "user"
    """Speaker: `user` or `assistant`."""

    content: list[McpUiMessageRequestParamsContentItem]
    """The message or result: text, media and resources."""


class McpUiMessageRequest(WireModel, extra="forbid"):
    """Ask the host to add a message to the conversation.

    Carries `ui/message`.
    Schema `#/$defs/McpUiMessageRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/message"] = "ui/message"
    """Name of the method."""

    params: McpUiMessageRequestParams
    """Details that go with the method."""


class McpUiMessageResult(WireModel):
    """Answer to a message that a view adds to the conversation.

    Schema `#/$defs/McpUiMessageResult`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    is_error: Omittable[bool] = None
    """True if the host did not do it."""


class McpUiOpenLinkRequestParams(WireModel, extra="forbid"):
    """Params of `ui/open-link`.

    Schema `#/$defs/McpUiOpenLinkRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    url: str
    """URL to open."""


class McpUiOpenLinkRequest(WireModel, extra="forbid"):
    """Ask the host to open a link.

    Carries `ui/open-link`.
    Schema `#/$defs/McpUiOpenLinkRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/open-link"] = "ui/open-link"
    """Name of the method."""

    params: McpUiOpenLinkRequestParams
    """Details that go with the method."""


class McpUiOpenLinkResult(WireModel):
    """Answer to a wish to open a link.

    Schema `#/$defs/McpUiOpenLinkResult`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    is_error: Omittable[bool] = None
    """True if the host did not do it."""


class McpUiRequestDisplayModeRequestParams(WireModel, extra="forbid"):
    """Params of `ui/request-display-mode`.

    Schema `#/$defs/McpUiRequestDisplayModeRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    mode: McpUiDisplayMode
    """The way in which the view is shown."""


class McpUiRequestDisplayModeRequest(WireModel, extra="forbid"):
    """Ask the host to show the view in another way.

    Carries `ui/request-display-mode`.
    Schema `#/$defs/McpUiRequestDisplayModeRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/request-display-mode"] = "ui/request-display-mode"
    """Name of the method."""

    params: McpUiRequestDisplayModeRequestParams
    """Details that go with the method."""


class McpUiRequestDisplayModeResult(WireModel):
    """The way in which the host shows the view now.

    Schema `#/$defs/McpUiRequestDisplayModeResult`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    mode: McpUiDisplayMode
    """The way in which the view is shown."""


class McpUiRequestTeardownNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/request-teardown`.

    Schema `#/$defs/McpUiRequestTeardownNotification/properties/params`.
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

    params: Omittable[McpUiRequestTeardownNotificationParams] = None
    """Details that go with the method."""


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


class McpUiResourcePermissions(WireModel, extra="forbid"):
    """Features of the browser that a view asks for.

    Schema `#/$defs/McpUiResourcePermissions`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    camera: Omittable[McpUiResourcePermissionsCamera] = None
    """Present if the view wants the camera."""

    microphone: Omittable[McpUiResourcePermissionsMicrophone] = None
    """Present if the view wants the microphone."""

    geolocation: Omittable[McpUiResourcePermissionsGeolocation] = None
    """Present if the view wants the place of the device."""

    clipboard_write: Omittable[McpUiResourcePermissionsClipboardWrite] = None
    """Present if the view wants to write to the clipboard."""


class McpUiResourceTeardownRequestParams(WireModel, extra="forbid"):
    """Params of `ui/resource-teardown`.

    Schema `#/$defs/McpUiResourceTeardownRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiResourceTeardownRequest(WireModel, extra="forbid"):
    """Tell a view that the host is about to remove it.

    Carries `ui/resource-teardown`.
    Schema `#/$defs/McpUiResourceTeardownRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/resource-teardown"] = "ui/resource-teardown"
    """Name of the method."""

    params: McpUiResourceTeardownRequestParams
    """Details that go with the method."""


McpUiResourceTeardownResult: typing.TypeAlias = dict[str, Any]
"""Answer of a view that is ready to be removed.

Schema `#/$defs/McpUiResourceTeardownResult`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiSandboxProxyReadyNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/sandbox-proxy-ready`.

    Schema `#/$defs/McpUiSandboxProxyReadyNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """


class McpUiSandboxProxyReadyNotification(WireModel, extra="forbid"):
    """Tell the host that the frame around a view waits for its content.

    Carries `ui/notifications/sandbox-proxy-ready`.
    Schema `#/$defs/McpUiSandboxProxyReadyNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/sandbox-proxy-ready"] = "ui/notifications/sandbox-proxy-ready"
    """Name of the method."""

    params: McpUiSandboxProxyReadyNotificationParams
    """Details that go with the method."""


class McpUiSandboxResourceReadyNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/sandbox-resource-ready`.

    Schema `#/$defs/McpUiSandboxResourceReadyNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    html: str
    """Text of the view."""

    sandbox: Omittable[str] = None
    """Value of the frame's attribute of that name."""

    csp: Omittable[McpUiResourceCsp] = None
    """Origins that the view loads from."""

    permissions: Omittable[McpUiResourcePermissions] = None
    """Features of the browser that the view asks for."""


class McpUiSandboxResourceReadyNotification(WireModel, extra="forbid"):
    """Give the frame around a view its content.

    Carries `ui/notifications/sandbox-resource-ready`.
    Schema `#/$defs/McpUiSandboxResourceReadyNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/sandbox-resource-ready"] = "ui/notifications/sandbox-resource-ready"
    """Name of the method."""

    params: McpUiSandboxResourceReadyNotificationParams
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


class McpUiSizeChangedNotification(WireModel, extra="forbid"):
    """Tell the host the size that a view wants.

    Carries `ui/notifications/size-changed`.
    Schema `#/$defs/McpUiSizeChangedNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/size-changed"] = "ui/notifications/size-changed"
    """Name of the method."""

    params: McpUiSizeChangedNotificationParams
    """Details that go with the method."""


McpUiStyleVariableKey: typing.TypeAlias = (
    Literal["--color-background-primary"]
    | Literal["--color-background-secondary"]
    | Literal["--color-background-tertiary"]
    | Literal["--color-background-inverse"]
    | Literal["--color-background-ghost"]
    | Literal["--color-background-info"]
    | Literal["--color-background-danger"]
    | Literal["--color-background-success"]
    | Literal["--color-background-warning"]
    | Literal["--color-background-disabled"]
    | Literal["--color-text-primary"]
    | Literal["--color-text-secondary"]
    | Literal["--color-text-tertiary"]
    | Literal["--color-text-inverse"]
    | Literal["--color-text-ghost"]
    | Literal["--color-text-info"]
    | Literal["--color-text-danger"]
    | Literal["--color-text-success"]
    | Literal["--color-text-warning"]
    | Literal["--color-text-disabled"]
    | Literal["--color-border-primary"]
    | Literal["--color-border-secondary"]
    | Literal["--color-border-tertiary"]
    | Literal["--color-border-inverse"]
    | Literal["--color-border-ghost"]
    | Literal["--color-border-info"]
    | Literal["--color-border-danger"]
    | Literal["--color-border-success"]
    | Literal["--color-border-warning"]
    | Literal["--color-border-disabled"]
    | Literal["--color-ring-primary"]
    | Literal["--color-ring-secondary"]
    | Literal["--color-ring-inverse"]
    | Literal["--color-ring-info"]
    | Literal["--color-ring-danger"]
    | Literal["--color-ring-success"]
    | Literal["--color-ring-warning"]
    | Literal["--font-sans"]
    | Literal["--font-mono"]
    | Literal["--font-weight-normal"]
    | Literal["--font-weight-medium"]
    | Literal["--font-weight-semibold"]
    | Literal["--font-weight-bold"]
    | Literal["--font-text-xs-size"]
    | Literal["--font-text-sm-size"]
    | Literal["--font-text-md-size"]
    | Literal["--font-text-lg-size"]
    | Literal["--font-heading-xs-size"]
    | Literal["--font-heading-sm-size"]
    | Literal["--font-heading-md-size"]
    | Literal["--font-heading-lg-size"]
    | Literal["--font-heading-xl-size"]
    | Literal["--font-heading-2xl-size"]
    | Literal["--font-heading-3xl-size"]
    | Literal["--font-text-xs-line-height"]
    | Literal["--font-text-sm-line-height"]
    | Literal["--font-text-md-line-height"]
    | Literal["--font-text-lg-line-height"]
    | Literal["--font-heading-xs-line-height"]
    | Literal["--font-heading-sm-line-height"]
    | Literal["--font-heading-md-line-height"]
    | Literal["--font-heading-lg-line-height"]
    | Literal["--font-heading-xl-line-height"]
    | Literal["--font-heading-2xl-line-height"]
    | Literal["--font-heading-3xl-line-height"]
    | Literal["--border-radius-xs"]
    | Literal["--border-radius-sm"]
    | Literal["--border-radius-md"]
    | Literal["--border-radius-lg"]
    | Literal["--border-radius-xl"]
    | Literal["--border-radius-full"]
    | Literal["--border-width-regular"]
    | Literal["--shadow-hairline"]
    | Literal["--shadow-sm"]
    | Literal["--shadow-md"]
    | Literal["--shadow-lg"]
)
"""Name of a CSS variable for the look of the host.

Schema `#/$defs/McpUiStyleVariableKey`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiStyles(WireModel, extra="forbid"):
    """Values of the CSS variables for the look of the host.

    Schema `#/$defs/McpUiStyles`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    color_background_primary: Any = Field(
        validation_alias="--color-background-primary", serialization_alias="--color-background-primary"
    )
    """Background color: primary."""

    color_background_secondary: Any = Field(
        validation_alias="--color-background-secondary", serialization_alias="--color-background-secondary"
    )
    """Background color: secondary."""

    color_background_tertiary: Any = Field(
        validation_alias="--color-background-tertiary", serialization_alias="--color-background-tertiary"
    )
    """Background color: tertiary."""

    color_background_inverse: Any = Field(
        validation_alias="--color-background-inverse", serialization_alias="--color-background-inverse"
    )
    """Background color: inverse."""

    color_background_ghost: Any = Field(
        validation_alias="--color-background-ghost", serialization_alias="--color-background-ghost"
    )
    """Background color: ghost."""

    color_background_info: Any = Field(
        validation_alias="--color-background-info", serialization_alias="--color-background-info"
    )
    """Background color: info."""

    color_background_danger: Any = Field(
        validation_alias="--color-background-danger", serialization_alias="--color-background-danger"
    )
    """Background color: danger."""

    color_background_success: Any = Field(
        validation_alias="--color-background-success", serialization_alias="--color-background-success"
    )
    """Background color: success."""

    color_background_warning: Any = Field(
        validation_alias="--color-background-warning", serialization_alias="--color-background-warning"
    )
    """Background color: warning."""

    color_background_disabled: Any = Field(
        validation_alias="--color-background-disabled", serialization_alias="--color-background-disabled"
    )
    """Background color: disabled."""

    color_text_primary: Any = Field(validation_alias="--color-text-primary", serialization_alias="--color-text-primary")
    """Text color: primary."""

    color_text_secondary: Any = Field(
        validation_alias="--color-text-secondary", serialization_alias="--color-text-secondary"
    )
    """Text color: secondary."""

    color_text_tertiary: Any = Field(
        validation_alias="--color-text-tertiary", serialization_alias="--color-text-tertiary"
    )
    """Text color: tertiary."""

    color_text_inverse: Any = Field(validation_alias="--color-text-inverse", serialization_alias="--color-text-inverse")
    """Text color: inverse."""

    color_text_ghost: Any = Field(validation_alias="--color-text-ghost", serialization_alias="--color-text-ghost")
    """Text color: ghost."""

    color_text_info: Any = Field(validation_alias="--color-text-info", serialization_alias="--color-text-info")
    """Text color: info."""

    color_text_danger: Any = Field(validation_alias="--color-text-danger", serialization_alias="--color-text-danger")
    """Text color: danger."""

    color_text_success: Any = Field(validation_alias="--color-text-success", serialization_alias="--color-text-success")
    """Text color: success."""

    color_text_warning: Any = Field(validation_alias="--color-text-warning", serialization_alias="--color-text-warning")
    """Text color: warning."""

    color_text_disabled: Any = Field(
        validation_alias="--color-text-disabled", serialization_alias="--color-text-disabled"
    )
    """Text color: disabled."""

    color_border_primary: Any = Field(
        validation_alias="--color-border-primary", serialization_alias="--color-border-primary"
    )
    """Border color: primary."""

    color_border_secondary: Any = Field(
        validation_alias="--color-border-secondary", serialization_alias="--color-border-secondary"
    )
    """Border color: secondary."""

    color_border_tertiary: Any = Field(
        validation_alias="--color-border-tertiary", serialization_alias="--color-border-tertiary"
    )
    """Border color: tertiary."""

    color_border_inverse: Any = Field(
        validation_alias="--color-border-inverse", serialization_alias="--color-border-inverse"
    )
    """Border color: inverse."""

    color_border_ghost: Any = Field(validation_alias="--color-border-ghost", serialization_alias="--color-border-ghost")
    """Border color: ghost."""

    color_border_info: Any = Field(validation_alias="--color-border-info", serialization_alias="--color-border-info")
    """Border color: info."""

    color_border_danger: Any = Field(
        validation_alias="--color-border-danger", serialization_alias="--color-border-danger"
    )
    """Border color: danger."""

    color_border_success: Any = Field(
        validation_alias="--color-border-success", serialization_alias="--color-border-success"
    )
    """Border color: success."""

    color_border_warning: Any = Field(
        validation_alias="--color-border-warning", serialization_alias="--color-border-warning"
    )
    """Border color: warning."""

    color_border_disabled: Any = Field(
        validation_alias="--color-border-disabled", serialization_alias="--color-border-disabled"
    )
    """Border color: disabled."""

    color_ring_primary: Any = Field(validation_alias="--color-ring-primary", serialization_alias="--color-ring-primary")
    """Focus ring color: primary."""

    color_ring_secondary: Any = Field(
        validation_alias="--color-ring-secondary", serialization_alias="--color-ring-secondary"
    )
    """Focus ring color: secondary."""

    color_ring_inverse: Any = Field(validation_alias="--color-ring-inverse", serialization_alias="--color-ring-inverse")
    """Focus ring color: inverse."""

    color_ring_info: Any = Field(validation_alias="--color-ring-info", serialization_alias="--color-ring-info")
    """Focus ring color: info."""

    color_ring_danger: Any = Field(validation_alias="--color-ring-danger", serialization_alias="--color-ring-danger")
    """Focus ring color: danger."""

    color_ring_success: Any = Field(validation_alias="--color-ring-success", serialization_alias="--color-ring-success")
    """Focus ring color: success."""

    color_ring_warning: Any = Field(validation_alias="--color-ring-warning", serialization_alias="--color-ring-warning")
    """Focus ring color: warning."""

    font_sans: Any = Field(validation_alias="--font-sans", serialization_alias="--font-sans")
    """Font family: sans."""

    font_mono: Any = Field(validation_alias="--font-mono", serialization_alias="--font-mono")
    """Font family: mono."""

    font_weight_normal: Any = Field(validation_alias="--font-weight-normal", serialization_alias="--font-weight-normal")
    """Font weight: normal."""

    font_weight_medium: Any = Field(validation_alias="--font-weight-medium", serialization_alias="--font-weight-medium")
    """Font weight: medium."""

    font_weight_semibold: Any = Field(
        validation_alias="--font-weight-semibold", serialization_alias="--font-weight-semibold"
    )
    """Font weight: semibold."""

    font_weight_bold: Any = Field(validation_alias="--font-weight-bold", serialization_alias="--font-weight-bold")
    """Font weight: bold."""

    font_text_xs_size: Any = Field(validation_alias="--font-text-xs-size", serialization_alias="--font-text-xs-size")
    """Font size of text in size xs."""

    font_text_sm_size: Any = Field(validation_alias="--font-text-sm-size", serialization_alias="--font-text-sm-size")
    """Font size of text in size sm."""

    font_text_md_size: Any = Field(validation_alias="--font-text-md-size", serialization_alias="--font-text-md-size")
    """Font size of text in size md."""

    font_text_lg_size: Any = Field(validation_alias="--font-text-lg-size", serialization_alias="--font-text-lg-size")
    """Font size of text in size lg."""

    font_heading_xs_size: Any = Field(
        validation_alias="--font-heading-xs-size", serialization_alias="--font-heading-xs-size"
    )
    """Font size of heading in size xs."""

    font_heading_sm_size: Any = Field(
        validation_alias="--font-heading-sm-size", serialization_alias="--font-heading-sm-size"
    )
    """Font size of heading in size sm."""

    font_heading_md_size: Any = Field(
        validation_alias="--font-heading-md-size", serialization_alias="--font-heading-md-size"
    )
    """Font size of heading in size md."""

    font_heading_lg_size: Any = Field(
        validation_alias="--font-heading-lg-size", serialization_alias="--font-heading-lg-size"
    )
    """Font size of heading in size lg."""

    font_heading_xl_size: Any = Field(
        validation_alias="--font-heading-xl-size", serialization_alias="--font-heading-xl-size"
    )
    """Font size of heading in size xl."""

    font_heading_2xl_size: Any = Field(
        validation_alias="--font-heading-2xl-size", serialization_alias="--font-heading-2xl-size"
    )
    """Font size of heading in size 2xl."""

    font_heading_3xl_size: Any = Field(
        validation_alias="--font-heading-3xl-size", serialization_alias="--font-heading-3xl-size"
    )
    """Font size of heading in size 3xl."""

    font_text_xs_line_height: Any = Field(
        validation_alias="--font-text-xs-line-height", serialization_alias="--font-text-xs-line-height"
    )
    """Line height of text in size xs."""

    font_text_sm_line_height: Any = Field(
        validation_alias="--font-text-sm-line-height", serialization_alias="--font-text-sm-line-height"
    )
    """Line height of text in size sm."""

    font_text_md_line_height: Any = Field(
        validation_alias="--font-text-md-line-height", serialization_alias="--font-text-md-line-height"
    )
    """Line height of text in size md."""

    font_text_lg_line_height: Any = Field(
        validation_alias="--font-text-lg-line-height", serialization_alias="--font-text-lg-line-height"
    )
    """Line height of text in size lg."""

    font_heading_xs_line_height: Any = Field(
        validation_alias="--font-heading-xs-line-height", serialization_alias="--font-heading-xs-line-height"
    )
    """Line height of heading in size xs."""

    font_heading_sm_line_height: Any = Field(
        validation_alias="--font-heading-sm-line-height", serialization_alias="--font-heading-sm-line-height"
    )
    """Line height of heading in size sm."""

    font_heading_md_line_height: Any = Field(
        validation_alias="--font-heading-md-line-height", serialization_alias="--font-heading-md-line-height"
    )
    """Line height of heading in size md."""

    font_heading_lg_line_height: Any = Field(
        validation_alias="--font-heading-lg-line-height", serialization_alias="--font-heading-lg-line-height"
    )
    """Line height of heading in size lg."""

    font_heading_xl_line_height: Any = Field(
        validation_alias="--font-heading-xl-line-height", serialization_alias="--font-heading-xl-line-height"
    )
    """Line height of heading in size xl."""

    font_heading_2xl_line_height: Any = Field(
        validation_alias="--font-heading-2xl-line-height", serialization_alias="--font-heading-2xl-line-height"
    )
    """Line height of heading in size 2xl."""

    font_heading_3xl_line_height: Any = Field(
        validation_alias="--font-heading-3xl-line-height", serialization_alias="--font-heading-3xl-line-height"
    )
    """Line height of heading in size 3xl."""

    border_radius_xs: Any = Field(validation_alias="--border-radius-xs", serialization_alias="--border-radius-xs")
    """Corner radius: xs."""

    border_radius_sm: Any = Field(validation_alias="--border-radius-sm", serialization_alias="--border-radius-sm")
    """Corner radius: sm."""

    border_radius_md: Any = Field(validation_alias="--border-radius-md", serialization_alias="--border-radius-md")
    """Corner radius: md."""

    border_radius_lg: Any = Field(validation_alias="--border-radius-lg", serialization_alias="--border-radius-lg")
    """Corner radius: lg."""

    border_radius_xl: Any = Field(validation_alias="--border-radius-xl", serialization_alias="--border-radius-xl")
    """Corner radius: xl."""

    border_radius_full: Any = Field(validation_alias="--border-radius-full", serialization_alias="--border-radius-full")
    """Corner radius: full."""

    border_width_regular: Any = Field(
        validation_alias="--border-width-regular", serialization_alias="--border-width-regular"
    )
    """Border width: regular."""

    shadow_hairline: Any = Field(validation_alias="--shadow-hairline", serialization_alias="--shadow-hairline")
    """Shadow: hairline."""

    shadow_sm: Any = Field(validation_alias="--shadow-sm", serialization_alias="--shadow-sm")
    """Shadow: sm."""

    shadow_md: Any = Field(validation_alias="--shadow-md", serialization_alias="--shadow-md")
    """Shadow: md."""

    shadow_lg: Any = Field(validation_alias="--shadow-lg", serialization_alias="--shadow-lg")
    """Shadow: lg."""


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
    """The content, with the URI it comes from."""

    resource_link: Omittable[McpUiSupportedContentBlockModalitiesResourceLink] = None
    """Present if links to resources are taken."""

    structured_content: Omittable[McpUiSupportedContentBlockModalitiesStructuredContent] = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""


McpUiTheme: typing.TypeAlias = Literal["light"] | Literal["dark"]
"""Appearance of the host: light or dark.

Schema `#/$defs/McpUiTheme`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiToolCancelledNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/tool-cancelled`.

    Schema `#/$defs/McpUiToolCancelledNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    reason: Omittable[str] = None
    """Reason why the request was cancelled, for logs or to show to people."""


class McpUiToolCancelledNotification(WireModel, extra="forbid"):
    """Tell a view that the call of its tool was cancelled.

    Carries `ui/notifications/tool-cancelled`.
    Schema `#/$defs/McpUiToolCancelledNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/tool-cancelled"] = "ui/notifications/tool-cancelled"
    """Name of the method."""

    params: McpUiToolCancelledNotificationParams
    """Details that go with the method."""


class McpUiToolInputNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/tool-input`.

    Schema `#/$defs/McpUiToolInputNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    arguments: Omittable[dict[str, Any]] = None
    """Arguments of the call, by name."""


class McpUiToolInputNotification(WireModel, extra="forbid"):
    """Give a view the arguments of the call of its tool.

    Carries `ui/notifications/tool-input`.
    Schema `#/$defs/McpUiToolInputNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/tool-input"] = "ui/notifications/tool-input"
    """Name of the method."""

    params: McpUiToolInputNotificationParams
    """Details that go with the method."""


class McpUiToolInputPartialNotificationParams(WireModel, extra="forbid"):
    """Params of `ui/notifications/tool-input-partial`.

    Schema `#/$defs/McpUiToolInputPartialNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    arguments: Omittable[dict[str, Any]] = None
    """Arguments of the call, by name."""


class McpUiToolInputPartialNotification(WireModel, extra="forbid"):
    """Give a view the arguments as far as they are known while a model writes them.

    Carries `ui/notifications/tool-input-partial`.
    Schema `#/$defs/McpUiToolInputPartialNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/tool-input-partial"] = "ui/notifications/tool-input-partial"
    """Name of the method."""

    params: McpUiToolInputPartialNotificationParams
    """Details that go with the method."""


class McpUiToolResultNotificationParamsMetaIoModelcontextprotocolServerInfoIconsItem(WireModel, extra="forbid"):
    """Image that stands for the server that ran a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/_meta/properties/io.modelcontextprotocol~1serverInfo/properties/icons/items`.
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


class McpUiToolResultNotificationParamsMetaIoModelcontextprotocolServerInfo(WireModel, extra="forbid"):
    """Name and version of the server that ran a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/_meta/properties/io.modelcontextprotocol~1serverInfo`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiToolResultNotificationParamsMetaIoModelcontextprotocolServerInfoIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    version: str
    """Version of the software."""

    website_url: Omittable[str] = None
    """Web page about the software."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""


class McpUiToolResultNotificationParamsMeta(WireModel):
    """Metadata of the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    server_info: Omittable[McpUiToolResultNotificationParamsMetaIoModelcontextprotocolServerInfo] = Field(
        default=None,
        validation_alias="io.modelcontextprotocol/serverInfo",
        serialization_alias="io.modelcontextprotocol/serverInfo",
    )
    """Name and version of the server, unverified; good for logs, not for decisions."""


class McpUiToolResultNotificationParamsContentItemTextAnnotations(WireModel, extra="forbid"):
    """For whom a text in the result of a tool is, and how important it is.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/0/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiToolResultNotificationParamsContentItemText(WireModel, extra="forbid"):
    """Text in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""

    text: str
    """Present if text is taken."""

    annotations: Omittable[McpUiToolResultNotificationParamsContentItemTextAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiToolResultNotificationParamsContentItemImageAnnotations(WireModel, extra="forbid"):
    """For whom an image in the result of a tool is, and how important it is.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/1/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiToolResultNotificationParamsContentItemImage(WireModel, extra="forbid"):
    """Image in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/1`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""

    data: str
    """More about the error; any JSON value that the sender finds useful."""

    mime_type: str
    """Media type, such as `text/plain`; absent if unknown."""

    annotations: Omittable[McpUiToolResultNotificationParamsContentItemImageAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiToolResultNotificationParamsContentItemAudioAnnotations(WireModel, extra="forbid"):
    """For whom a sound clip in the result of a tool is, and how important it is.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/2/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiToolResultNotificationParamsContentItemAudio(WireModel, extra="forbid"):
    """Sound clip in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/2`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["audio"] = "audio"
    """Tag that tells this kind of content from the others."""

    data: str
    """More about the error; any JSON value that the sender finds useful."""

    mime_type: str
    """Media type, such as `text/plain`; absent if unknown."""

    annotations: Omittable[McpUiToolResultNotificationParamsContentItemAudioAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiToolResultNotificationParamsContentItemResourceLinkIconsItem(WireModel, extra="forbid"):
    """Image that stands for a linked resource in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/3/properties/icons/items`.
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


class McpUiToolResultNotificationParamsContentItemResourceLinkAnnotations(WireModel, extra="forbid"):
    """For whom a link in the result of a tool is, and how important it is.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/3/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiToolResultNotificationParamsContentItemResourceLink(WireModel, extra="forbid"):
    """Link to a resource in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/3`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiToolResultNotificationParamsContentItemResourceLinkIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    uri: str
    """URI of the resource."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    size: Omittable[Number] = None
    """Bytes of the raw content, before base64; absent if unknown."""

    annotations: Omittable[McpUiToolResultNotificationParamsContentItemResourceLinkAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    type: Literal["resource_link"] = "resource_link"
    """Tag that tells this kind of content from the others."""


class McpUiToolResultNotificationParamsContentItemResourceResourceText(WireModel, extra="forbid"):
    """Content of an embedded resource in the result of a tool, as text.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    uri: str
    """URI of the resource."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    text: str
    """Present if text is taken."""


class McpUiToolResultNotificationParamsContentItemResourceResourceBlob(WireModel, extra="forbid"):
    """Content of an embedded resource in the result of a tool, as Base64.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/1`.
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


McpUiToolResultNotificationParamsContentItemResourceResource: typing.TypeAlias = typing.Annotated[
    McpUiToolResultNotificationParamsContentItemResourceResourceText
    | McpUiToolResultNotificationParamsContentItemResourceResourceBlob,
    OneOf(),
]
"""Content of an embedded resource in the result of a tool.

Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/4/properties/resource`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiToolResultNotificationParamsContentItemResourceAnnotations(WireModel, extra="forbid"):
    """For whom a resource in the result of a tool is, and how important it is.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/4/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiToolResultNotificationParamsContentItemResource(WireModel, extra="forbid"):
    """Embedded resource in the result of a tool.

    Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items/anyOf/4`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""

    resource: McpUiToolResultNotificationParamsContentItemResourceResource
    """The content, with the URI it comes from."""

    annotations: Omittable[McpUiToolResultNotificationParamsContentItemResourceAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


McpUiToolResultNotificationParamsContentItem: typing.TypeAlias = typing.Annotated[
    McpUiToolResultNotificationParamsContentItemText
    | McpUiToolResultNotificationParamsContentItemImage
    | McpUiToolResultNotificationParamsContentItemAudio
    | McpUiToolResultNotificationParamsContentItemResourceLink
    | McpUiToolResultNotificationParamsContentItemResource,
    OneOf("type"),
]
"""One part of the result of a tool.

Schema `#/$defs/McpUiToolResultNotification/properties/params/properties/content/items`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiToolResultNotificationParams(WireModel):
    """Params of `ui/notifications/tool-result`.

    Schema `#/$defs/McpUiToolResultNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    meta: Omittable[McpUiToolResultNotificationParamsMeta] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: list[McpUiToolResultNotificationParamsContentItem]
    """The message or result: text, media and resources."""

    structured_content: Any = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""

    is_error: Omittable[bool] = None
    """True if the host did not do it."""


class McpUiToolResultNotification(WireModel, extra="forbid"):
    """Give a view the result of the tool that it belongs to.

    Carries `ui/notifications/tool-result`.
    Schema `#/$defs/McpUiToolResultNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/tool-result"] = "ui/notifications/tool-result"
    """Name of the method."""

    params: McpUiToolResultNotificationParams
    """Details that go with the method."""


McpUiToolVisibility: typing.TypeAlias = Literal["model"] | Literal["app"]
"""Caller of a tool: the model, or the view.

Schema `#/$defs/McpUiToolVisibility`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiUpdateModelContextRequestParamsContentItemTextAnnotations(WireModel, extra="forbid"):
    """For whom a text in what a view tells the model is, and how important it is.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/0/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiUpdateModelContextRequestParamsContentItemText(WireModel, extra="forbid"):
    """Text in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["text"] = "text"
    """Tag that tells this kind of content from the others."""

    text: str
    """Present if text is taken."""

    annotations: Omittable[McpUiUpdateModelContextRequestParamsContentItemTextAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiUpdateModelContextRequestParamsContentItemImageAnnotations(WireModel, extra="forbid"):
    """For whom an image in what a view tells the model is, and how important it is.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/1/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiUpdateModelContextRequestParamsContentItemImage(WireModel, extra="forbid"):
    """Image in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/1`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["image"] = "image"
    """Tag that tells this kind of content from the others."""

    data: str
    """More about the error; any JSON value that the sender finds useful."""

    mime_type: str
    """Media type, such as `text/plain`; absent if unknown."""

    annotations: Omittable[McpUiUpdateModelContextRequestParamsContentItemImageAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiUpdateModelContextRequestParamsContentItemAudioAnnotations(WireModel, extra="forbid"):
    """For whom a sound clip in what a view tells the model is, and how important it is.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/2/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiUpdateModelContextRequestParamsContentItemAudio(WireModel, extra="forbid"):
    """Sound clip in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/2`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["audio"] = "audio"
    """Tag that tells this kind of content from the others."""

    data: str
    """More about the error; any JSON value that the sender finds useful."""

    mime_type: str
    """Media type, such as `text/plain`; absent if unknown."""

    annotations: Omittable[McpUiUpdateModelContextRequestParamsContentItemAudioAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiUpdateModelContextRequestParamsContentItemResourceLinkIconsItem(WireModel, extra="forbid"):
    """Image that stands for a linked resource in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/3/properties/icons/items`.
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


class McpUiUpdateModelContextRequestParamsContentItemResourceLinkAnnotations(WireModel, extra="forbid"):
    """For whom a link in what a view tells the model is, and how important it is.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/3/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiUpdateModelContextRequestParamsContentItemResourceLink(WireModel, extra="forbid"):
    """Link to a resource in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/3`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiUpdateModelContextRequestParamsContentItemResourceLinkIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    uri: str
    """URI of the resource."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    size: Omittable[Number] = None
    """Bytes of the raw content, before base64; absent if unknown."""

    annotations: Omittable[McpUiUpdateModelContextRequestParamsContentItemResourceLinkAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    type: Literal["resource_link"] = "resource_link"
    """Tag that tells this kind of content from the others."""


class McpUiUpdateModelContextRequestParamsContentItemResourceResourceText(WireModel, extra="forbid"):
    """Content of an embedded resource in what a view tells the model, as text.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/0`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    uri: str
    """URI of the resource."""

    mime_type: Omittable[str] = None
    """Media type, such as `text/plain`; absent if unknown."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    text: str
    """Present if text is taken."""


class McpUiUpdateModelContextRequestParamsContentItemResourceResourceBlob(WireModel, extra="forbid"):
    """Content of an embedded resource in what a view tells the model, as Base64.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4/properties/resource/anyOf/1`.
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


McpUiUpdateModelContextRequestParamsContentItemResourceResource: typing.TypeAlias = typing.Annotated[
    McpUiUpdateModelContextRequestParamsContentItemResourceResourceText
    | McpUiUpdateModelContextRequestParamsContentItemResourceResourceBlob,
    OneOf(),
]
"""Content of an embedded resource in what a view tells the model.

Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4/properties/resource`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiUpdateModelContextRequestParamsContentItemResourceAnnotations(WireModel, extra="forbid"):
    """For whom a resource in what a view tells the model is, and how important it is.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4/properties/annotations`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    audience: Omittable[list[Literal["user", "assistant"]]] = None
    """Roles that the content is meant for; absent says nothing about it."""

    priority: Omittable[Number] = Field(default=None, ge=0, le=1)
    """Importance, from 0 for dispensable to 1 for indispensable."""

    last_modified: Omittable[McpUiMessageRequestParamsContentItemTextAnnotationsLastModified] = None
    """Time of the last change of the content, in ISO 8601."""


class McpUiUpdateModelContextRequestParamsContentItemResource(WireModel, extra="forbid"):
    """Embedded resource in what a view tells the model.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items/anyOf/4`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["resource"] = "resource"
    """Tag that tells this kind of content from the others."""

    resource: McpUiUpdateModelContextRequestParamsContentItemResourceResource
    """The content, with the URI it comes from."""

    annotations: Omittable[McpUiUpdateModelContextRequestParamsContentItemResourceAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


McpUiUpdateModelContextRequestParamsContentItem: typing.TypeAlias = typing.Annotated[
    McpUiUpdateModelContextRequestParamsContentItemText
    | McpUiUpdateModelContextRequestParamsContentItemImage
    | McpUiUpdateModelContextRequestParamsContentItemAudio
    | McpUiUpdateModelContextRequestParamsContentItemResourceLink
    | McpUiUpdateModelContextRequestParamsContentItemResource,
    OneOf("type"),
]
"""One part of what a view tells the model.

Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params/properties/content/items`.
https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""


class McpUiUpdateModelContextRequestParams(WireModel, extra="forbid"):
    """Params of `ui/update-model-context`.

    Schema `#/$defs/McpUiUpdateModelContextRequest/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    content: Omittable[list[McpUiUpdateModelContextRequestParamsContentItem]] = None
    """The message or result: text, media and resources."""

    structured_content: Omittable[dict[str, Any]] = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""


class McpUiUpdateModelContextRequest(WireModel, extra="forbid"):
    """Ask the host to change what the view tells the model.

    Carries `ui/update-model-context`.
    Schema `#/$defs/McpUiUpdateModelContextRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/update-model-context"] = "ui/update-model-context"
    """Name of the method."""

    params: McpUiUpdateModelContextRequestParams
    """Details that go with the method."""


class McpUiAppCapabilities(WireModel, extra="forbid"):
    """Features of a view.

    Schema `#/$defs/McpUiAppCapabilities`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    experimental: Omittable[dict[str, dict[str, Any]]] = None
    """Features outside the specification, by name, with their settings."""

    tools: Omittable[McpUiAppCapabilitiesTools] = None
    """Present if tools are offered, or may be."""

    available_display_modes: Omittable[list[McpUiDisplayMode]] = None
    """Ways in which it can be shown."""


class McpUiDownloadFileRequestParamsContentsItemResourceAnnotations(WireModel, extra="forbid"):
    """For whom a resource in the files to save is, and how important it is.

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


class McpUiDownloadFileRequestParamsContentsItemResourceLinkAnnotations(WireModel, extra="forbid"):
    """For whom a link in the files to save is, and how important it is.

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
    """Text that tells the user what to enter."""

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
    """The parts of the content; often just one."""


class McpUiDownloadFileRequest(WireModel, extra="forbid"):
    """Ask the host to save files.

    Carries `ui/download-file`.
    Schema `#/$defs/McpUiDownloadFileRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/download-file"] = "ui/download-file"
    """Name of the method."""

    params: McpUiDownloadFileRequestParams
    """Details that go with the method."""


class McpUiHostCapabilitiesSandbox(WireModel, extra="forbid"):
    """Permissions that the host grants to the frame of a view.

    Schema `#/$defs/McpUiHostCapabilities/properties/sandbox`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    permissions: Omittable[McpUiResourcePermissions] = None
    """Features of the browser that the view asks for."""

    csp: Omittable[McpUiResourceCsp] = None
    """Origins that the view loads from."""


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
    """Present if the server sends log messages."""

    sandbox: Omittable[McpUiHostCapabilitiesSandbox] = None
    """Value of the frame's attribute of that name."""

    update_model_context: Omittable[McpUiSupportedContentBlockModalities] = None
    """Kinds of content for the context of the model."""

    message: Omittable[McpUiSupportedContentBlockModalities] = None
    """Kinds of content for messages of the view."""

    sampling: Omittable[McpUiHostCapabilitiesSampling] = None
    """Present if the view may ask for messages by a model."""


class McpUiHostContextChangedNotificationParamsToolInfoToolInputSchema(WireModel):
    """Schema of the arguments of the tool in a change of the host context.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo/properties/tool/properties/inputSchema`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["object"] = "object"
    """Tag that tells this kind of content from the others."""

    properties: Omittable[dict[str, McpUiHostContextChangedNotificationSchema0]] = None
    """Schemas of the arguments, by name."""

    required: Omittable[list[str]] = None
    """Names of the properties that must be present."""


class McpUiHostContextChangedNotificationParamsToolInfoTool(WireModel, extra="forbid"):
    """Definition of the tool in a change of the host context.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo/properties/tool`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiHostContextChangedNotificationParamsToolInfoToolIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    input_schema: McpUiHostContextChangedNotificationParamsToolInfoToolInputSchema
    """JSON Schema that the arguments of a call must match."""

    output_schema: Omittable[McpUiHostContextChangedNotificationParamsToolInfoToolOutputSchema] = None
    """JSON Schema of `structuredContent` in results; absent if none is promised."""

    annotations: Omittable[McpUiHostContextChangedNotificationParamsToolInfoToolAnnotations] = None
    """Hints on whom this is for and how much it matters."""

    execution: Omittable[McpUiHostContextChangedNotificationParamsToolInfoToolExecution] = None
    """Way in which calls are run; absent means not as tasks."""

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class McpUiHostContextChangedNotificationParamsToolInfo(WireModel, extra="forbid"):
    """The tool whose result the view shows, and the id of its call, in a change of the host context.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params/properties/toolInfo`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    id: Omittable[McpUiHostContextToolInfoId] = None
    """Id of the request, which its response repeats."""

    tool: McpUiHostContextChangedNotificationParamsToolInfoTool
    """Definition of the tool."""


class McpUiHostContextToolInfoToolInputSchema(WireModel):
    """Schema of the arguments of the tool in the host context.

    Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/tool/properties/inputSchema`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["object"] = "object"
    """Tag that tells this kind of content from the others."""

    properties: Omittable[dict[str, McpUiHostContextSchema0]] = None
    """Schemas of the arguments, by name."""

    required: Omittable[list[str]] = None
    """Names of the properties that must be present."""


class McpUiHostContextToolInfoTool(WireModel, extra="forbid"):
    """Definition of the tool in the host context.

    Schema `#/$defs/McpUiHostContext/properties/toolInfo/properties/tool`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiHostContextToolInfoToolIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    input_schema: McpUiHostContextToolInfoToolInputSchema
    """JSON Schema that the arguments of a call must match."""

    output_schema: Omittable[McpUiHostContextToolInfoToolOutputSchema] = None
    """JSON Schema of `structuredContent` in results; absent if none is promised."""

    annotations: Omittable[McpUiHostContextToolInfoToolAnnotations] = None
    """Hints on whom this is for and how much it matters."""

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
    """Id of the request, which its response repeats."""

    tool: McpUiHostContextToolInfoTool
    """Definition of the tool."""


class McpUiHostStyles(WireModel, extra="forbid"):
    """The look of the host, for views that want to match it.

    Schema `#/$defs/McpUiHostStyles`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    variables: Omittable[McpUiStyles] = None
    """Values of the CSS variables."""

    css: Omittable[McpUiHostCss] = None
    """Style sheets."""


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
    """Version that the server has chosen; a client that cannot speak it disconnects."""


class McpUiInitializeRequest(WireModel, extra="forbid"):
    """First message of a view: who it is and what it can do.

    Carries `ui/initialize`.
    Schema `#/$defs/McpUiInitializeRequest`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/initialize"] = "ui/initialize"
    """Name of the method."""

    params: McpUiInitializeRequestParams
    """Details that go with the method."""


class McpUiInitializeResultHostContextToolInfoToolInputSchema(WireModel):
    """Schema of the arguments of the tool in the host context of an answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/toolInfo/properties/tool/properties/inputSchema`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    type: Literal["object"] = "object"
    """Tag that tells this kind of content from the others."""

    properties: Omittable[dict[str, McpUiInitializeResultSchema0]] = None
    """Schemas of the arguments, by name."""

    required: Omittable[list[str]] = None
    """Names of the properties that must be present."""


class McpUiInitializeResultHostContextToolInfoTool(WireModel, extra="forbid"):
    """Definition of the tool in the host context of an answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext/properties/toolInfo/properties/tool`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    name: str
    """Identifier for programs; also shown to people if there is no `title`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    icons: Omittable[list[McpUiInitializeResultHostContextToolInfoToolIconsItem]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    description: Omittable[str] = None
    """Text that tells the user what to enter."""

    input_schema: McpUiInitializeResultHostContextToolInfoToolInputSchema
    """JSON Schema that the arguments of a call must match."""

    output_schema: Omittable[McpUiInitializeResultHostContextToolInfoToolOutputSchema] = None
    """JSON Schema of `structuredContent` in results; absent if none is promised."""

    annotations: Omittable[McpUiInitializeResultHostContextToolInfoToolAnnotations] = None
    """Hints on whom this is for and how much it matters."""

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
    """Id of the request, which its response repeats."""

    tool: McpUiInitializeResultHostContextToolInfoTool
    """Definition of the tool."""


class McpUiInitializeResultHostContext(WireModel):
    """Data of the host about the place where it shows a view, in its answer to `ui/initialize`.

    Schema `#/$defs/McpUiInitializeResult/properties/hostContext`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    tool_info: Omittable[McpUiInitializeResultHostContextToolInfo] = None
    """The tool whose result the view shows."""

    theme: Omittable[McpUiTheme] = None
    """Background it is made for, `light` or `dark`; absent means either."""

    styles: Omittable[McpUiHostStyles] = None
    """The look of the host."""

    display_mode: Omittable[McpUiDisplayMode] = None
    """The way in which the view is shown."""

    available_display_modes: Omittable[list[McpUiDisplayMode]] = None
    """Ways in which it can be shown."""

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
    """Version that the server has chosen; a client that cannot speak it disconnects."""

    host_info: McpUiInitializeResultHostInfo
    """Name and version of the host."""

    host_capabilities: McpUiHostCapabilities
    """Features that the host offers to its views."""

    host_context: McpUiInitializeResultHostContext
    """Data of the host about the place where it shows the view."""


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


class McpUiToolMeta(WireModel, extra="forbid"):
    """Metadata of a tool whose result a view shows.

    Schema `#/$defs/McpUiToolMeta`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    resource_uri: Omittable[str] = None
    """URI of the resource that is the view."""

    visibility: Omittable[list[McpUiToolVisibility]] = None
    """Callers of the tool; both if absent."""


class McpUiHostContextChangedNotificationParams(WireModel):
    """Params of `ui/notifications/host-context-changed`.

    Schema `#/$defs/McpUiHostContextChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    tool_info: Omittable[McpUiHostContextChangedNotificationParamsToolInfo] = None
    """The tool whose result the view shows."""

    theme: Omittable[McpUiTheme] = None
    """Background it is made for, `light` or `dark`; absent means either."""

    styles: Omittable[McpUiHostStyles] = None
    """The look of the host."""

    display_mode: Omittable[McpUiDisplayMode] = None
    """The way in which the view is shown."""

    available_display_modes: Omittable[list[McpUiDisplayMode]] = None
    """Ways in which it can be shown."""

    container_dimensions: Omittable[McpUiHostContextChangedNotificationParamsContainerDimensions] = None
    """Size of the frame around the view."""

    locale: Omittable[str] = None
    """Language and region of the user."""

    time_zone: Omittable[str] = None
    """Time zone of the user."""

    user_agent: Omittable[str] = None
    """Name of the host."""

    platform: Omittable[Literal["web"] | Literal["desktop"] | Literal["mobile"]] = None
    """Kind of device that the host runs on."""

    device_capabilities: Omittable[McpUiHostContextChangedNotificationParamsDeviceCapabilities] = None
    """Pointing devices of the user."""

    safe_area_insets: Omittable[McpUiHostContextChangedNotificationParamsSafeAreaInsets] = None
    """Distances from the edges that the view keeps free, in pixels."""


class McpUiHostContextChangedNotification(WireModel, extra="forbid"):
    """Tell a view what has changed in its host context.

    Carries `ui/notifications/host-context-changed`.
    Schema `#/$defs/McpUiHostContextChangedNotification`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    method: Literal["ui/notifications/host-context-changed"] = "ui/notifications/host-context-changed"
    """Name of the method."""

    params: McpUiHostContextChangedNotificationParams
    """Details that go with the method."""


class McpUiHostContext(WireModel):
    """Data of the host about the place where it shows a view.

    Schema `#/$defs/McpUiHostContext`.
    https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
    """

    tool_info: Omittable[McpUiHostContextToolInfo] = None
    """The tool whose result the view shows."""

    theme: Omittable[McpUiTheme] = None
    """Background it is made for, `light` or `dark`; absent means either."""

    styles: Omittable[McpUiHostStyles] = None
    """The look of the host."""

    display_mode: Omittable[McpUiDisplayMode] = None
    """The way in which the view is shown."""

    available_display_modes: Omittable[list[McpUiDisplayMode]] = None
    """Ways in which it can be shown."""

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
