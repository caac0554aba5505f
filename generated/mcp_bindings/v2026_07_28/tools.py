"""The types of revision 2026-07-28: tools.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ..generated_code import Integer, Omittable, OneOf
from .base import WireModel
from .common_types import (
    Icon,
    MetaObject,
    NotificationParams,
    PaginatedRequestParams,
    RequestId,
    RequestMetaObject,
    ResultMetaObject,
)
from .content import ContentBlock
from .input import InputRequiredResult, InputResponses


class CallToolRequest(WireModel):
    """Ask the server to run a tool.

    Carries `tools/call`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CallToolRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tools/call"] = "tools/call"
    """Name of the method."""

    params: "CallToolRequestParams"
    """Details that go with the method."""


class CallToolRequestParams(WireModel):
    """Params of `tools/call`: the tool and its arguments.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CallToolRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolrequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    arguments: Omittable[dict[str, Any]] = None
    """Arguments by parameter name; they must match the tool's `inputSchema`."""

    input_responses: Omittable[InputResponses] = None
    """Responses to the input requests of the previous `InputRequiredResult`; absent on a first try."""

    name: str
    """Name of the tool to run, as listed by `tools/list`."""

    request_state: Omittable[str] = None
    """`requestState` of the result before, unchanged; absent if it had none."""


class CallToolResult(WireModel):
    """Result of a tool call.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2026-07-28.
    Schema `#/$defs/CallToolResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: list[ContentBlock]
    """Output for the model: text, media and resources."""

    is_error: Omittable[bool] = None
    """True if the tool itself failed; absent means that it did not."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    structured_content: Any = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""


CallToolResultResponseResult: typing.TypeAlias = typing.Annotated[InputRequiredResult | CallToolResult, OneOf()]
"""Result of a tool call, or a request for input from the client.

Since 2026-07-28.
Schema `#/$defs/CallToolResultResponse/properties/result`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresultresponse
"""


class CallToolResultResponse(WireModel):
    """Response to `tools/call`.

    Since 2026-07-28.
    Schema `#/$defs/CallToolResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: CallToolResultResponseResult
    """The result of the tool call, or a request for input from the client."""


class ListToolsRequest(WireModel):
    """Ask for the tools that the server offers.

    Carries `tools/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListToolsRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listtoolsrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["tools/list"] = "tools/list"
    """Name of the method."""

    params: PaginatedRequestParams
    """Details that go with the method."""


class ListToolsResult(WireModel):
    """Answer to `tools/list`: one page of tools.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListToolsResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listtoolsresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    tools: "list[Tool]"
    """Tools on this page."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class ListToolsResultResponse(WireModel):
    """Response to `tools/list`.

    Since 2026-07-28.
    Schema `#/$defs/ListToolsResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listtoolsresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: ListToolsResult
    """One page of tools."""


class Tool(WireModel):
    """A function of the server that a model can call.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/Tool`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#tool
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    annotations: Omittable["ToolAnnotations"] = None
    """Hints on what the tool does, such as whether it only reads; may be wrong."""

    description: Omittable[str] = None
    """Purpose of the tool, by which a model decides when to call it."""

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    input_schema: "ToolInputSchema"
    """JSON Schema that the arguments of a call must match."""

    name: str
    """Programmatic identifier, unique within the server; pass it to `tools/call`."""

    output_schema: Omittable["ToolOutputSchema"] = None
    """JSON Schema of `structuredContent` in results; absent if none is promised."""

    title: Omittable[str] = None
    """Name to show to people; absent means to use `annotations.title`, then `name`."""


class ToolAnnotations(WireModel):
    """Hints on what a tool does; do not rely on them unless you trust the server.

    Sent by the server. Since 2025-03-26.
    Schema `#/$defs/ToolAnnotations`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations
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
    """Name to show to people; `title` of the tool itself goes first."""


class ToolInputSchema(WireModel):
    """JSON Schema of a tool's arguments.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/Tool/properties/inputSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#tool
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""

    type: Literal["object"] = "object"
    """Always `object`."""


class ToolOutputSchema(WireModel):
    """JSON Schema of a tool's structured output.

    Sent by the server. Since 2025-06-18; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/Tool/properties/outputSchema`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#tool
    """

    schema_: Omittable[str] = Field(default=None, validation_alias="$schema", serialization_alias="$schema")
    """URI of the JSON Schema dialect; absent means 2020-12."""


class ToolListChangedNotification(WireModel):
    """Tell the client that the list of tools has changed and can be fetched anew.

    Carries `notifications/tools/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/ToolListChangedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toollistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/tools/list_changed"] = "notifications/tools/list_changed"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""
