"""The types of revision 2025-03-26: jsonrpc.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ..generated_code import Integer, Omittable, OneOf
from .base import WireModel
from .common_types import ProgressToken, RequestId, Result


class JSONRPCRequest(WireModel):
    """Envelope of a message that must be answered.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable["JSONRPCRequestParams"] = None
    """Details that go with the method."""


class JSONRPCNotification(WireModel):
    """Envelope of a message that gets no answer.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCNotification`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable["JSONRPCNotificationParams"] = None
    """Details that go with the method."""


JSONRPCBatchRequestItem: typing.TypeAlias = typing.Annotated[JSONRPCRequest | JSONRPCNotification, OneOf()]
"""One message of a batch: a request or a notification.

Since 2025-03-26.
Schema `#/$defs/JSONRPCBatchRequest/items`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""

JSONRPCBatchRequest: typing.TypeAlias = list[JSONRPCBatchRequestItem]
"""Several requests and notifications in one message.

Since 2025-03-26.
Schema `#/$defs/JSONRPCBatchRequest`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class JSONRPCResponse(WireModel):
    """Response to a request that succeeded.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCResponse`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: Result
    """Outcome of the request; its members depend on the method."""


class JSONRPCError(WireModel):
    """Response to a request that failed.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCError`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    error: "JSONRPCErrorError"
    """The error."""

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


JSONRPCBatchResponseItem: typing.TypeAlias = typing.Annotated[JSONRPCResponse | JSONRPCError, OneOf()]
"""One response of a batch: a result or an error.

Since 2025-03-26.
Schema `#/$defs/JSONRPCBatchResponse/items`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""

JSONRPCBatchResponse: typing.TypeAlias = list[JSONRPCBatchResponseItem]
"""Several responses in one message.

Since 2025-03-26.
Schema `#/$defs/JSONRPCBatchResponse`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class JSONRPCErrorError(WireModel):
    """The error inside a JSON-RPC error response.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCError/properties/error`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    code: Integer
    """Number that tells this error from others."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


JSONRPCMessage: typing.TypeAlias = typing.Annotated[
    JSONRPCRequest | JSONRPCNotification | JSONRPCBatchRequest | JSONRPCResponse | JSONRPCError | JSONRPCBatchResponse,
    OneOf(),
]
"""Any JSON-RPC message: a request, a notification, a response or a batch.

Since 2024-11-05; changed in 2025-03-26.
Schema `#/$defs/JSONRPCMessage`.
https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
"""


class JSONRPCNotificationParams(WireModel):
    """Params of a notification, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCNotification/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class JSONRPCRequestParamsMeta(WireModel):
    """Metadata of a request, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest/properties/params/properties/_meta`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class JSONRPCRequestParams(WireModel):
    """Params of a request, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest/properties/params`.
    https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/schema/2025-03-26/schema.ts
    """

    meta: Omittable[JSONRPCRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""
