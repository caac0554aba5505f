"""The types of revision 2024-11-05: completion.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ..generated_code import Integer, Omittable, OneOf
from .base import WireModel
from .resources import ResourceReference


class CompleteRequest(WireModel):
    """Ask for suggestions while the user fills in an argument.

    Carries `completion/complete`. Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    method: Literal["completion/complete"] = "completion/complete"
    """Name of the method."""

    params: "CompleteRequestParams"
    """Details that go with the method."""


class CompleteRequestParamsArgument(WireModel):
    """The argument being filled in and its text so far.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest/properties/params/properties/argument`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: str
    """Name of the argument."""

    value: str
    """Text that the user has typed so far."""


class PromptReference(WireModel):
    """Reference to the prompt whose argument is to be completed.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/PromptReference`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    name: str
    """Name of the prompt, as listed by `prompts/list`."""

    type: Literal["ref/prompt"] = "ref/prompt"
    """Tag that tells this kind of reference from the others."""


CompleteRequestParamsRef: typing.TypeAlias = typing.Annotated[PromptReference | ResourceReference, OneOf("type")]
"""The prompt or resource template that the argument belongs to.

Sent by the client. Since 2024-11-05.
Schema `#/$defs/CompleteRequest/properties/params/properties/ref`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
"""


class CompleteRequestParams(WireModel):
    """Params of `completion/complete`: the argument and what it belongs to.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    argument: CompleteRequestParamsArgument
    """The argument to complete."""

    ref: CompleteRequestParamsRef
    """The prompt or resource template that the argument belongs to."""


class CompleteResultCompletion(WireModel):
    """Suggested values, and whether there are more of them.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CompleteResult/properties/completion`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    has_more: Omittable[bool] = None
    """True if there are suggestions beyond those listed here."""

    total: Omittable[Integer] = None
    """Number of suggestions there are, listed or not; absent if unknown."""

    values: list[str]
    """Suggested values, at most 100."""


class CompleteResult(WireModel):
    """Answer to `completion/complete`: suggestions for the argument.

    Sent by the server. Since 2024-11-05.
    Schema `#/$defs/CompleteResult`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2024-11-05/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    completion: CompleteResultCompletion
    """The suggestions."""
