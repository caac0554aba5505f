"""The types of revision 2026-07-28: sampling.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ..generated_code import Integer, Number, Omittable, OneOf
from .base import WireModel
from .common_types import JSONObject, MetaObject, Role
from .content import AudioContent, ContentBlock, ImageContent, TextContent

if typing.TYPE_CHECKING:
    from .tools import Tool

__late_imports__: dict[str, str] = {
    "Tool": ".tools",
}
"""The module of each name that is imported when a class is first used, because modules of types import each other."""


class CreateMessageRequest(WireModel):
    """Part of `inputRequests` that asks for a message by a model; deprecated since 2026-07-28.

    Carries `sampling/createMessage`. Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CreateMessageRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequest
    """

    method: Literal["sampling/createMessage"] = "sampling/createMessage"
    """Name of the method."""

    params: "CreateMessageRequestParams"
    """Details that go with the method."""


class CreateMessageRequestParams(WireModel):
    """Params of `sampling/createMessage`: the conversation to continue; deprecated since 2026-07-28.

    Sent by the server. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/CreateMessageRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequestparams
    """

    include_context: Omittable[Literal["allServers", "none", "thisServer"]] = None
    """Servers whose context to add; default `none`, and `thisServer` and `allServers` are deprecated."""

    max_tokens: Integer
    """Largest number of tokens to generate."""

    messages: "list[SamplingMessage]"
    """The conversation so far, oldest message first."""

    metadata: Omittable[JSONObject] = None
    """Handed through to the model's provider, who defines what it means."""

    model_preferences: Omittable["ModelPreferences"] = None
    """Kind of model to use; the client may decide otherwise."""

    stop_sequences: Omittable[list[str]] = None
    """Texts at which the model is to stop generating."""

    system_prompt: Omittable[str] = None
    """System prompt to use; the client may change it or leave it out."""

    temperature: Omittable[Number] = None
    """Variety of the output; a higher number makes it less predictable."""

    tool_choice: Omittable["ToolChoice"] = None
    """Rule for the use of `tools`; absent leaves it to the model."""

    tools: Omittable["list[Tool]"] = None
    """Tools that the model may ask for; only if the client declared `sampling.tools`."""


class ToolUseContent(WireModel):
    """A call of a tool that the model asks for; deprecated since 2026-07-28.

    Sent by either side. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ToolUseContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolusecontent
    """

    meta: Omittable[MetaObject] = None
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
    """Result of a tool, passed back to the model; deprecated since 2026-07-28.

    Sent by either side. Since 2025-11-25; changed in 2026-07-28.
    Schema `#/$defs/ToolResultContent`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolresultcontent
    """

    meta: Omittable[MetaObject] = None
    """Extra data; keep it when the block goes into a later sampling request."""

    content: list[ContentBlock]
    """Output of the tool: text, media and resources."""

    is_error: Omittable[bool] = None
    """True if the tool itself failed; absent means that it did not."""

    structured_content: Any = None
    """Output as JSON for programs; matches `outputSchema` if the tool has one."""

    tool_use_id: str
    """`id` of the tool use that this belongs to."""

    type: Literal["tool_result"] = "tool_result"
    """Tag that tells this kind of content from the others."""


SamplingMessageContentBlock: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent, OneOf("type")
]
"""One piece of a sampling message; deprecated since 2026-07-28.

Sent by either side. Since 2025-11-25.
Schema `#/$defs/SamplingMessageContentBlock`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#samplingmessagecontentblock
"""

CreateMessageResultContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent | list[SamplingMessageContentBlock],
    OneOf("type"),
]
"""Output of the model: one content block or a list of them.

Sent by the client. Since 2024-11-05; changed in 2025-03-26, 2025-11-25.
Schema `#/$defs/CreateMessageResult/properties/content`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessageresult
"""


class CreateMessageResult(WireModel):
    """Part of `inputResponses` with the message of the model; deprecated since 2026-07-28.

    Sent by the client. Since 2024-11-05; changed in 2025-03-26, 2025-11-25, 2026-07-28.
    Schema `#/$defs/CreateMessageResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessageresult
    """

    meta: Omittable[MetaObject] = None
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
    """One message of a conversation with a model; deprecated since 2026-07-28.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-11-25, 2026-07-28.
    Schema `#/$defs/SamplingMessage`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#samplingmessage
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: "SamplingMessageContent"
    """The content of the message: one block or a list of blocks."""

    role: Role
    """Speaker: `user` or `assistant`."""


class ModelPreferences(WireModel):
    """Wishes of the server for a kind of model, no obligation; deprecated since 2026-07-28.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelPreferences`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#modelpreferences
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
    """Rule for the use of tools: they may, must or must not be used; deprecated since 2026-07-28.

    Sent by the server. Since 2025-11-25.
    Schema `#/$defs/ToolChoice`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#toolchoice
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
https://modelcontextprotocol.io/specification/2026-07-28/schema#samplingmessage
"""


class ModelHint(WireModel):
    """A wish for a certain model or family of models; deprecated since 2026-07-28.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelHint`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#modelhint
    """

    name: Omittable[str] = None
    """Part of a model's name; the client may also pick a similar model."""
