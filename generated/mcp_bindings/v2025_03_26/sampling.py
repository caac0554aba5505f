"""The types of revision 2025-03-26: sampling.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from pydantic import Field

from ..generated_code import Integer, Number, Omittable, OneOf
from .base import WireModel
from .common_types import Role
from .content import AudioContent, ImageContent, TextContent


class CreateMessageRequest(WireModel):
    """Ask the client to have its model generate a message.

    Carries `sampling/createMessage`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CreateMessageRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["sampling/createMessage"] = "sampling/createMessage"
    """Name of the method."""

    params: "CreateMessageRequestParams"
    """Details that go with the method."""


class CreateMessageRequestParams(WireModel):
    """Params of `sampling/createMessage`: the conversation and how to continue it.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CreateMessageRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    include_context: Omittable[Literal["allServers", "none", "thisServer"]] = None
    """Servers whose context to add: `none`, `thisServer` or `allServers`; the client may decide otherwise."""

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

    temperature: Omittable[Number] = None
    """Variety of the output; a higher number makes it less predictable."""


CreateMessageResultContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent, OneOf("type")
]
"""Output of the model: text or media.

Sent by the client. Since 2024-11-05; changed in 2025-03-26.
Schema `#/$defs/CreateMessageResult/properties/content`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class CreateMessageResult(WireModel):
    """The message that the client's model generated.

    Sent by the client. Since 2024-11-05; changed in 2025-03-26.
    Schema `#/$defs/CreateMessageResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    content: CreateMessageResultContent
    """Output of the model: text or media."""

    model: str
    """Name of the model that was used."""

    role: Role
    """Speaker: `user` or `assistant`."""

    stop_reason: Omittable[str] = None
    """Reason why the model stopped: `endTurn`, `stopSequence`, `maxTokens` or a provider's own value."""


class SamplingMessage(WireModel):
    """One message of a conversation with a model.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26.
    Schema `#/$defs/SamplingMessage`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    content: "SamplingMessageContent"
    """The content of the message: text or media."""

    role: Role
    """Speaker: `user` or `assistant`."""


class ModelPreferences(WireModel):
    """Wishes of the server for a kind of model; the client is free to choose another.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelPreferences`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    cost_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of low cost, from 0 for none to 1 for the highest."""

    hints: Omittable["list[ModelHint]"] = None
    """Names to look for, most wanted first; they go before the priorities."""

    intelligence_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of capability, from 0 for none to 1 for the highest."""

    speed_priority: Omittable[Number] = Field(default=None, le=1, ge=0)
    """Weight of speed, from 0 for none to 1 for the highest."""


SamplingMessageContent: typing.TypeAlias = typing.Annotated[TextContent | ImageContent | AudioContent, OneOf("type")]
"""Content of a sampling message: text or media.

Sent by the server. Since 2024-11-05; changed in 2025-03-26.
Schema `#/$defs/SamplingMessage/properties/content`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class ModelHint(WireModel):
    """A wish for a certain model or family of models; the client may not follow it.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ModelHint`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    name: Omittable[str] = None
    """Part of a model's name; the client may also pick a similar model."""
