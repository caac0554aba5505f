"""The types of revision 2025-11-25: sampling.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ..generated_code import Integer, Number, Omittable, OneOf
from .base import WireModel
from .common_types import ProgressToken, RequestId, Role
from .content import AudioContent, ContentBlock, ImageContent, TextContent
from .tasks import TaskMetadata
from .tools import Tool


class CreateMessageRequest(WireModel):
    """Ask the client to have its model generate a message.

    Carries `sampling/createMessage`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CreateMessageRequest`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessagerequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["sampling/createMessage"] = "sampling/createMessage"
    """Name of the method."""

    params: "CreateMessageRequestParams"
    """Details that go with the method."""


class CreateMessageRequestParamsMeta(WireModel):
    """Metadata of a `sampling/createMessage` request.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/CreateMessageRequestParams/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessagerequestparams
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class CreateMessageRequestParams(WireModel):
    """Params of `sampling/createMessage`: the conversation and how to continue it.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/CreateMessageRequestParams`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessagerequestparams
    """

    meta: Omittable[CreateMessageRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""

    include_context: Omittable[Literal["allServers", "none", "thisServer"]] = None
    """Servers whose context to add; default `none`, and `thisServer` and `allServers` are deprecated."""

    max_tokens: Integer
    """Largest number of tokens to generate."""

    messages: "list[SamplingMessage]"
    """The conversation so far, oldest message first."""

    metadata: Omittable[dict[str, Any]] = None
    """Handed through to the model's provider, who defines what it means."""

    model_preferences: Omittable["ModelPreferences"] = None
    """Kind of model to use; the client may decide otherwise."""

    stop_sequences: Omittable[list[str]] = None
    """Texts at which the model is to stop generating."""

    system_prompt: Omittable[str] = None
    """System prompt to use; the client may change it or leave it out."""

    task: Omittable[TaskMetadata] = None
    """Present to run the request as a task; the answer is then a `CreateTaskResult`."""

    temperature: Omittable[Number] = None
    """Variety of the output; a higher number makes it less predictable."""

    tool_choice: Omittable["ToolChoice"] = None
    """Rule for the use of `tools`; absent leaves it to the model."""

    tools: Omittable[list[Tool]] = None
    """Tools that the model may ask for; only if the client declared `sampling.tools`."""


class ToolUseContent(WireModel):
    """A call of a tool that the model wants made.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/ToolUseContent`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolusecontent
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data; keep it when the block goes into a later sampling request."""

    id: str
    """Id of this tool use; the result refers to it."""

    input: dict[str, Any]
    """Arguments for the tool, by parameter name."""

    name: str
    """Name of the tool to run."""

    type: Literal["tool_use"] = "tool_use"
    """Tag that tells this kind of content from the others."""


class ToolResultContent(WireModel):
    """Result of a tool, passed back to the model that called it.

    Sent by either side. Since 2025-11-25.
    Schema `#/$defs/ToolResultContent`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolresultcontent
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data; keep it when the block goes into a later sampling request."""

    content: list[ContentBlock]
    """Output of the tool: text, media and resources."""

    is_error: Omittable[bool] = None
    """True if the tool itself failed; absent means that it did not."""

    structured_content: Omittable[dict[str, Any]] = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""

    tool_use_id: str
    """`id` of the tool use that this belongs to."""

    type: Literal["tool_result"] = "tool_result"
    """Tag that tells this kind of content from the others."""


SamplingMessageContentBlock: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent, OneOf("type")
]
"""One piece of a sampling message: text, media, or the use of a tool and its result.

Sent by either side. Since 2025-11-25.
Schema `#/$defs/SamplingMessageContentBlock`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#samplingmessagecontentblock
"""

CreateMessageResultContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Output of the model: one content block or a list of them.

Sent by the client. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/CreateMessageResult/properties/content`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessageresult
"""


class CreateMessageResult(WireModel):
    """The message that the client's model generated.

    Sent by the client. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/CreateMessageResult`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#createmessageresult
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: CreateMessageResultContent
    """Output of the model: one block or a list of blocks."""

    model: str
    """Name of the model that was used."""

    role: Role
    """Speaker: `user` or `assistant`."""

    stop_reason: Omittable[str] = None
    """Reason why the model stopped: `endTurn`, `toolUse`, `maxTokens`, `stopSequence` or another value."""


class SamplingMessage(WireModel):
    """One message of a conversation with a model.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
    Schema `#/$defs/SamplingMessage`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#samplingmessage
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: "SamplingMessageContent"
    """The content of the message: one block or a list of blocks."""

    role: Role
    """Speaker: `user` or `assistant`."""


class ModelPreferences(WireModel):
    """Wishes of the server for a kind of model; the client is free to choose another.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelPreferences`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#modelpreferences
    """

    cost_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of low cost, from 0 for none to 1 for the highest."""

    hints: Omittable["list[ModelHint]"] = None
    """Names to look for, most wanted first; they go before the priorities."""

    intelligence_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of capability, from 0 for none to 1 for the highest."""

    speed_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of speed, from 0 for none to 1 for the highest."""


class ToolChoice(WireModel):
    """Rule for the use of tools: the model may, must or must not use them.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ToolChoice`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#toolchoice
    """

    mode: Omittable[Literal["auto", "none", "required"]] = None
    """`auto` lets the model decide (default), `required` demands a tool, `none` forbids them."""


SamplingMessageContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Content of a sampling message: one block or a list of blocks.

Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/SamplingMessage/properties/content`.
https://modelcontextprotocol.io/specification/2025-11-25/schema#samplingmessage
"""


class ModelHint(WireModel):
    """A wish for a certain model or family of models; the client may not follow it.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelHint`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#modelhint
    """

    name: Omittable[str] = None
    """Part of a model's name; the client may also pick a similar model."""
