"""The types of revision 2025-06-18: jsonrpc.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Any, Literal

from ..generated_code import Integer, Omittable, OneOf
from .base import WireModel
from .common_types import ProgressToken, RequestId, Result


class JSONRPCErrorError(WireModel):
    """The error inside a JSON-RPC error response.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCError/properties/error`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcerror
    """

    code: Integer
    """Number that tells this error from others."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class JSONRPCError(WireModel):
    """Response to a request that failed.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCError`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcerror
    """

    error: JSONRPCErrorError
    """The error."""

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


class JSONRPCRequest(WireModel):
    """Envelope of a message that must be answered.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcrequest
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
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcnotification
    """

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: str
    """Name of the method."""

    params: Omittable["JSONRPCNotificationParams"] = None
    """Details that go with the method."""


class JSONRPCResponse(WireModel):
    """Response to a request that succeeded.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCResponse`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcresponse
    """

    id: RequestId
    """`id` of the request that this answers."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    result: Result
    """Outcome of the request; its members depend on the method."""


JSONRPCMessage: typing.TypeAlias = typing.Annotated[
    JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError, OneOf()
]
"""Any JSON-RPC message: a request, a notification or a response.

Since 2024-11-05; changed in 2025-03-26, 2025-06-18.
Schema `#/$defs/JSONRPCMessage`.
https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcmessage
"""


class JSONRPCNotificationParams(WireModel):
    """Params of a notification, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCNotification/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcnotification
    """

    meta: Omittable[dict[str, Any]] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""


class JSONRPCRequestParamsMeta(WireModel):
    """Metadata of a request, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest/properties/params/properties/_meta`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcrequest
    """

    progress_token: Omittable[ProgressToken] = None
    """Token that progress notifications carry; absent asks for no such notifications."""


class JSONRPCRequestParams(WireModel):
    """Params of a request, whatever its method.

    Since 2024-11-05.
    Schema `#/$defs/JSONRPCRequest/properties/params`.
    https://modelcontextprotocol.io/specification/2025-06-18/schema#jsonrpcrequest
    """

    meta: Omittable[JSONRPCRequestParamsMeta] = None
    """Metadata of the request; the place to ask for progress notifications."""
