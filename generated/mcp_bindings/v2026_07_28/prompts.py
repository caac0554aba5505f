"""The types of revision 2026-07-28: prompts.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Literal

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
    Role,
)
from .content import ContentBlock
from .input import InputRequiredResult, InputResponses


class GetPromptRequest(WireModel):
    """Ask the server for one prompt, filled in with arguments.

    Carries `prompts/get`. Sent by the client. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/GetPromptRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["prompts/get"] = "prompts/get"
    """Name of the method."""

    params: "GetPromptRequestParams"
    """Details that go with the method."""


class GetPromptRequestParams(WireModel):
    """Params of `prompts/get`: the prompt and its arguments.

    Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/GetPromptRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptrequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    arguments: Omittable[dict[str, str]] = None
    """Values to fill into the prompt, by name of the argument."""

    input_responses: Omittable[InputResponses] = None
    """Responses to the input requests of the previous `InputRequiredResult`; absent on a first try."""

    name: str
    """Name of the prompt, as listed by `prompts/list`."""

    request_state: Omittable[str] = None
    """`requestState` of the result before, unchanged; absent if it had none."""


class GetPromptResult(WireModel):
    """Answer to `prompts/get`: the prompt's messages, filled in.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/GetPromptResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    description: Omittable[str] = None
    """Purpose of the prompt, in words for people."""

    messages: "list[PromptMessage]"
    """The messages to give to a model, in order."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


GetPromptResultResponseResult: typing.TypeAlias = typing.Annotated[InputRequiredResult | GetPromptResult, OneOf()]
"""The prompt, or a request for input from the client.

Since 2026-07-28.
Schema `#/$defs/GetPromptResultResponse/properties/result`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresultresponse
"""


class GetPromptResultResponse(WireModel):
    """Response to `prompts/get`.

    Since 2026-07-28.
    Schema `#/$defs/GetPromptResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: GetPromptResultResponseResult
    """The prompt, or a request for input from the client."""


class ListPromptsRequest(WireModel):
    """Ask for the prompts that the server offers.

    Carries `prompts/list`. Sent by the client. Since 2024-11-05; changed in 2025-11-25, 2026-07-28.
    Schema `#/$defs/ListPromptsRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listpromptsrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["prompts/list"] = "prompts/list"
    """Name of the method."""

    params: PaginatedRequestParams
    """Details that go with the method."""


class ListPromptsResult(WireModel):
    """Answer to `prompts/list`: one page of prompts.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/ListPromptsResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listpromptsresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    prompts: "list[Prompt]"
    """Prompts on this page."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class ListPromptsResultResponse(WireModel):
    """Response to `prompts/list`.

    Since 2026-07-28.
    Schema `#/$defs/ListPromptsResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#listpromptsresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: ListPromptsResult
    """One page of prompts."""


class PromptMessage(WireModel):
    """One message of a prompt.

    Sent by the server. Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
    Schema `#/$defs/PromptMessage`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptmessage
    """

    content: ContentBlock
    """The content of the message: text, media or a resource."""

    role: Role
    """Speaker: `user` or `assistant`."""


class Prompt(WireModel):
    """A prompt, perhaps with arguments, that the server can fill in on request.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/Prompt`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#prompt
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    arguments: Omittable["list[PromptArgument]"] = None
    """Arguments that can be filled in; absent if there are none."""

    description: Omittable[str] = None
    """Purpose of the prompt, in words for people."""

    icons: Omittable[list[Icon]] = None
    """Images for user interfaces, such as one picture in several sizes."""

    name: str
    """Programmatic identifier, unique within the server; pass it to `prompts/get`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""


class PromptArgument(WireModel):
    """An argument that a prompt takes.

    Sent by the server. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptArgument`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptargument
    """

    description: Omittable[str] = None
    """Purpose of the argument, in words for people."""

    name: str
    """Key of this argument in `arguments` of `prompts/get`."""

    required: Omittable[bool] = None
    """True if the prompt cannot do without this argument."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""


class PromptListChangedNotification(WireModel):
    """Tell the client that the list of prompts has changed and can be fetched anew.

    Carries `notifications/prompts/list_changed`. Sent by the server. Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/PromptListChangedNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptlistchangednotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["notifications/prompts/list_changed"] = "notifications/prompts/list_changed"
    """Name of the method."""

    params: Omittable[NotificationParams] = None
    """Details that go with the method."""
