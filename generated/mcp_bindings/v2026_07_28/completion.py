"""The types of revision 2026-07-28: completion.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Literal

from pydantic import Field

from ..generated_code import Integer, Omittable, OneOf
from .base import WireModel
from .common_types import RequestId, RequestMetaObject, ResultMetaObject


class CompleteRequest(WireModel):
    """Ask for suggestions while the user fills in an argument.

    Carries `completion/complete`. Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25.
    Schema `#/$defs/CompleteRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["completion/complete"] = "completion/complete"
    """Name of the method."""

    params: "CompleteRequestParams"
    """Details that go with the method."""


class CompleteRequestParamsArgument(WireModel):
    """The argument being filled in and its text so far.

    Sent by the client. Since 2024-11-05.
    Schema `#/$defs/CompleteRequestParams/properties/argument`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
    """

    name: str
    """Name of the argument."""

    value: str
    """Text that the user has typed so far."""


class CompleteRequestParamsContext(WireModel):
    """Arguments that are filled in already and may narrow the suggestions.

    Sent by the client. Since 2025-06-18.
    Schema `#/$defs/CompleteRequestParams/properties/context`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
    """

    arguments: Omittable[dict[str, str]] = None
    """Values that were already settled for other arguments, by name."""


class PromptReference(WireModel):
    """Reference to the prompt whose argument is to be completed.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18.
    Schema `#/$defs/PromptReference`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#promptreference
    """

    name: str
    """Name of the prompt, as listed by `prompts/list`."""

    title: Omittable[str] = None
    """Name to show to people; absent means to show `name`."""

    type: Literal["ref/prompt"] = "ref/prompt"
    """Tag that tells this kind of reference from the others."""


class ResourceTemplateReference(WireModel):
    """Reference to the resource or template whose argument is to be completed.

    Sent by the client. Since 2025-06-18.
    Schema `#/$defs/ResourceTemplateReference`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#resourcetemplatereference
    """

    type: Literal["ref/resource"] = "ref/resource"
    """Tag that tells this kind of reference from the others."""

    uri: str
    """URI of the resource, or the URI template."""


CompleteRequestParamsRef: typing.TypeAlias = typing.Annotated[
    PromptReference | ResourceTemplateReference, OneOf("type")
]
"""The prompt or resource template that the argument belongs to.

Sent by the client. Since 2024-11-05; changed in 2025-06-18.
Schema `#/$defs/CompleteRequestParams/properties/ref`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
"""


class CompleteRequestParams(WireModel):
    """Params of `completion/complete`: the argument and what it belongs to.

    Sent by the client. Since 2024-11-05; changed in 2025-06-18, 2025-11-25, 2026-07-28.
    Schema `#/$defs/CompleteRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completerequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    argument: CompleteRequestParamsArgument
    """The argument to complete."""

    context: Omittable[CompleteRequestParamsContext] = None
    """Arguments that are known already and may narrow the suggestions."""

    ref: CompleteRequestParamsRef
    """The prompt or resource template that the argument belongs to."""


class CompleteResultCompletion(WireModel):
    """Suggested values, and whether there are more of them.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/CompleteResult/properties/completion`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresult
    """

    has_more: Omittable[bool] = None
    """True if there are suggestions beyond those listed here."""

    total: Omittable[Integer] = None
    """Number of suggestions there are, listed or not; absent if unknown."""

    values: list[str] = Field(max_length=100)
    """Suggested values, at most 100."""


class CompleteResult(WireModel):
    """Answer to `completion/complete`: suggestions for the argument.

    Sent by the server. Since 2024-11-05; changed in 2026-07-28.
    Schema `#/$defs/CompleteResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    completion: CompleteResultCompletion
    """The suggestions."""

    result_type: str = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""


class CompleteResultResponse(WireModel):
    """Response to `completion/complete`.

    Since 2026-07-28.
    Schema `#/$defs/CompleteResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#completeresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: CompleteResult
    """The suggestions."""
