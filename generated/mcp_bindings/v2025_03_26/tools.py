"""The types of revision 2025-03-26: tools.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ..generated_code import Omittable, OneOf
from .base import WireModel
from .content import AudioContent, EmbeddedResource, ImageContent, TextContent


class CallToolRequest(WireModel):
    """Ask the server to run a tool.

    Carries `tools/call`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CallToolRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["tools/call"] = "tools/call"
    """Name of the method."""

    params: "CallToolRequestParams"
    """Details that go with the method."""


class CallToolRequestParams(WireModel):
    """Params of `tools/call`: the tool and its arguments.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CallToolRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    arguments: Omittable[dict[str, Any]] = None
    """Arguments by parameter name; they must match the tool's `inputSchema`."""

    name: str
    """Name of the tool to run, as listed by `tools/list`."""


CallToolResultContentItem: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | EmbeddedResource, OneOf("type")
]
"""One piece of tool output: text, media or a resource.

Sent by the server. Since 2024-11-05; changed in 2025-03-26.
Schema `#/$defs/CallToolResult/properties/content/items`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class CallToolResult(WireModel):
    """Result of a tool call.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26.
    Schema `#/$defs/CallToolResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: list[CallToolResultContentItem]
    """Output for the model: text, media and resources."""

    is_error: Omittable[bool] = None
    """True if the tool itself failed; absent means that it did not."""


class ListToolsRequest(WireModel):
    """Ask for the tools that the server offers.

    Carries `tools/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListToolsRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["tools/list"] = "tools/list"
    """Name of the method."""

    params: Omittable["ListToolsRequestParams"] = None
    """Details that go with the method."""


class ListToolsRequestParams(WireModel):
    """Params of `tools/list`: which page to return.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListToolsRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class ListToolsResult(WireModel):
    """Answer to `tools/list`: one page of tools.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListToolsResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    tools: "list[Tool]"
    """Tools on this page."""


class Tool(WireModel):
    """A function of the server that a model can call.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26.
    Schema `#/$defs/Tool`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    annotations: Omittable["ToolAnnotations"] = None
    """Hints on what the tool does, such as whether it only reads; may be wrong."""

    description: Omittable[str] = None
    """Purpose of the tool, by which a model decides when to call it."""

    input_schema: "ToolInputSchema"
    """JSON Schema that the arguments of a call must match."""

    name: str
    """Programmatic identifier, unique within the server; pass it to `tools/call`."""


class ToolAnnotations(WireModel):
    """Hints on what a tool does; do not rely on them unless you trust the server.

    Sent by the server. Since 2025-03-26.
    Schema `#/$defs/ToolAnnotations`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    destructive_hint: Omittable[bool] = None
    """False if the tool only adds; default true, without effect if `readOnlyHint` is true."""

    idempotent_hint: Omittable[bool] = None
    """True if a repeated call does nothing more; default false, without effect if `readOnlyHint` is true."""

    open_world_hint: Omittable[bool] = None
    """True if the tool reaches out, as to the web, false if it is self-contained; default true."""

    read_only_hint: Omittable[bool] = None
    """True if the tool changes nothing; default false."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name` of the tool."""


class ToolInputSchema(WireModel):
    """JSON Schema of a tool's arguments.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Tool/properties/inputSchema`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    properties: Omittable[dict[str, dict[str, Any]]] = None
    """Schemas of the parameters, by name."""

    required: Omittable[list[str]] = None
    """Names of the properties that must be present."""

    type: Literal["object"] = "object"
    """Always `object`."""


class ToolListChangedNotification(WireModel):
    """Tell the client that the list of tools has changed and can be fetched anew.

    Carries `notifications/tools/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ToolListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["notifications/tools/list_changed"] = "notifications/tools/list_changed"
    """Name of the method."""

    params: Omittable["ToolListChangedNotificationParams"] = None
    """Details that go with the method."""


class ToolListChangedNotificationParams(WireModel):
    """Params of `notifications/tools/list_changed`, which carry metadata only.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ToolListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""
