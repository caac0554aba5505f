"""The types of revision 2026-07-28: jsonrpc.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ..generated_code import Omittable, OneOf
from .base import WireModel
from .common_types import RequestId, Result
from .errors import Error


class JSONRPCErrorResponse(WireModel):
    """Response to a request that failed.

    Since 2025-11-25.
    Schema `#/$defs/JSONRPCErrorResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcerrorresponse
    """

    error: Error
    """The error."""

    id: Omittable[RequestId] = None
    """`id` of the request that this answers; absent if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


class JSONRPCRequest(WireModel):
    """Envelope of a message that must be answered.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/JSONRPCRequest`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcrequest
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


class JSONRPCNotification(WireModel):
    """Envelope of a message that gets no answer.

    Since 2024-11-05; changed in 2025-11-25.
    Schema `#/$defs/JSONRPCNotification`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable[dict[str, Any]] = None
    """Details that go with the method."""


class JSONRPCResultResponse(WireModel):
    """Response to a request that succeeded.

    Since 2025-11-25.
    Schema `#/$defs/JSONRPCResultResponse`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcresultresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: Result
    """Outcome of the request; its members depend on the method."""


JSONRPCMessage: typing.TypeAlias = typing.Annotated[
    JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse, OneOf()
]
"""Any JSON-RPC message: a request, a notification or a response.

Since 2024-11-05; changed in 2025-03-26, 2025-06-18, 2025-11-25.
Schema `#/$defs/JSONRPCMessage`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcmessage
"""

JSONRPCResponse: typing.TypeAlias = typing.Annotated[JSONRPCResultResponse | JSONRPCErrorResponse, OneOf()]
"""Response to a request: a result or an error.

Since 2024-11-05; changed in 2025-11-25.
Schema `#/$defs/JSONRPCResponse`.
https://modelcontextprotocol.io/specification/2026-07-28/schema#jsonrpcresponse
"""
