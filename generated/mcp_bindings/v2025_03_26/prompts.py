"""The types of revision 2025-03-26: prompts.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ..generated_code import Omittable, OneOf
from .base import WireModel
from .common_types import Role
from .content import AudioContent, EmbeddedResource, ImageContent, TextContent


class GetPromptRequest(WireModel):
    """Ask the server for one prompt, filled in with arguments.

    Carries `prompts/get`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/GetPromptRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["prompts/get"] = "prompts/get"
    """Name of the method."""

    params: "GetPromptRequestParams"
    """Details that go with the method."""


class GetPromptRequestParams(WireModel):
    """Params of `prompts/get`: the prompt and its arguments.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/GetPromptRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    arguments: Omittable[dict[str, str]] = None
    """Values to fill into the prompt, by name of the argument."""

    name: str
    """Name of the prompt, as listed by `prompts/list`."""


class GetPromptResult(WireModel):
    """Answer to `prompts/get`: the prompt's messages, filled in.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/GetPromptResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    description: Omittable[str] = None
    """Purpose of the prompt, in words for people."""

    messages: "list[PromptMessage]"
    """The messages to give to a model, in order."""


class ListPromptsRequest(WireModel):
    """Ask for the prompts that the server offers.

    Carries `prompts/list`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListPromptsRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["prompts/list"] = "prompts/list"
    """Name of the method."""

    params: Omittable["ListPromptsRequestParams"] = None
    """Details that go with the method."""


class ListPromptsRequestParams(WireModel):
    """Params of `prompts/list`: which page to return.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/ListPromptsRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    cursor: Omittable[str] = None
    """Position to continue from: `nextCursor` of the page before; absent asks for the first page."""


class ListPromptsResult(WireModel):
    """Answer to `prompts/list`: one page of prompts.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/ListPromptsResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    prompts: "list[Prompt]"
    """Prompts on this page."""


class PromptMessage(WireModel):
    """One message of a prompt.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26.
    Schema `#/$defs/PromptMessage`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    content: "PromptMessageContent"
    """The content of the message: text, media or a resource."""

    role: Role
    """Speaker: `user` or `assistant`."""


class Prompt(WireModel):
    """A prompt, perhaps with arguments, that the server can fill in on request.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/Prompt`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    arguments: Omittable["list[PromptArgument]"] = None
    """Arguments that can be filled in; absent if there are none."""

    description: Omittable[str] = None
    """Purpose of the prompt, in words for people."""

    name: str
    """Programmatic identifier, unique within the server; pass it to `prompts/get`."""


PromptMessageContent: typing.TypeAlias = typing.Annotated[
    TextContent | ImageContent | AudioContent | EmbeddedResource, OneOf("type")
]
"""Content of a prompt message: text, media or a resource.

Sent by the server. Since 2024-11-05; changed in 2025-03-26.
Schema `#/$defs/PromptMessage/properties/content`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class PromptArgument(WireModel):
    """An argument that a prompt takes.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptArgument`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    description: Omittable[str] = None
    """Purpose of the argument, in words for people."""

    name: str
    """Key of this argument in `arguments` of `prompts/get`."""

    required: Omittable[bool] = None
    """True if the prompt cannot do without this argument."""


class PromptListChangedNotification(WireModel):
    """Tell the client that the list of prompts has changed and can be fetched anew.

    Carries `notifications/prompts/list_changed`. Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptListChangedNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    method: Literal["notifications/prompts/list_changed"] = "notifications/prompts/list_changed"
    """Name of the method."""

    params: Omittable["PromptListChangedNotificationParams"] = None
    """Details that go with the method."""


class PromptListChangedNotificationParams(WireModel):
    """Params of `notifications/prompts/list_changed`, which carry metadata only.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/PromptListChangedNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""
