"""The types of revision 2026-07-28: input.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing

from ..generated_code import Omittable, OneOf
from .base import WireModel
from .common_types import RequestMetaObject, ResultMetaObject
from .elicitation import ElicitRequest, ElicitResult
from .roots import ListRootsRequest, ListRootsResult
from .sampling import CreateMessageRequest, CreateMessageResult

InputRequest: typing.TypeAlias = typing.Annotated[
    CreateMessageRequest | ListRootsRequest | ElicitRequest, OneOf("method")
]
"""One thing that the client must provide: a user's answer, a model's message or its roots.

Sent by the server. Since 2026-07-28.
Schema `#/$defs/InputRequest`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequest
"""

InputRequests: typing.TypeAlias = dict[str, InputRequest]
"""Requests for input from the client, by keys that the server chose.

Sent by the server. Since 2026-07-28.
Schema `#/$defs/InputRequests`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequests
"""


class InputRequiredResult(WireModel):
    """Result that asks the client to send the request again, usually with the input named here.

    Sent by the server. Since 2026-07-28.
    Schema `#/$defs/InputRequiredResult`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#inputrequiredresult
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    input_requests: Omittable[InputRequests] = None
    """Requests for input from the client; absent if a retry alone is enough."""

    request_state: Omittable[str] = None
    """Opaque to the client, which must return it unchanged when it tries again."""

    result_type: str
    """Always `input_required`."""


InputResponse: typing.TypeAlias = typing.Annotated[CreateMessageResult | ListRootsResult | ElicitResult, OneOf()]
"""The client's response to one `InputRequest`.

Sent by the client. Since 2026-07-28.
Schema `#/$defs/InputResponse`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputresponse
"""


class InputResponseRequestParams(WireModel):
    """Base of params that can bring what an earlier result asked for.

    Since 2026-07-28.
    Schema `#/$defs/InputResponseRequestParams`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#inputresponserequestparams
    """

    meta: RequestMetaObject
    """Metadata of the request, with the protocol version and client capabilities."""

    input_responses: Omittable["InputResponses"] = None
    """Responses to the input requests of the previous `InputRequiredResult`; absent on a first try."""

    request_state: Omittable[str] = None
    """`requestState` of the result before, unchanged; absent if it had none."""


InputResponses: typing.TypeAlias = dict[str, InputResponse]
"""The client's responses, under the keys of the `InputRequests`.

Sent by the client. Since 2026-07-28.
Schema `#/$defs/InputResponses`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#inputresponses
"""
