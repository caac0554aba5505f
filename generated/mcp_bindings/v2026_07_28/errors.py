"""The types of revision 2026-07-28: errors.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Integer, Omittable
from .base import WireModel
from .common_types import RequestId
from .lifecycle import ClientCapabilities


class Error(WireModel):
    """The error inside a JSON-RPC error response.

    Since 2025-11-25.
    Schema `#/$defs/Error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#error
    """

    code: Integer
    """Number that tells this error from others."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class HeaderMismatchErrorError(WireModel):
    """The error itself: HTTP headers contradict the body of their request.

    Since 2026-07-28.
    Schema `#/$defs/HeaderMismatchError/properties/error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#headermismatcherror
    """

    code: Literal[-32020] = -32020
    """Number that tells this error from others."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class HeaderMismatchError(WireModel):
    """Error response for HTTP headers that are missing, malformed or contradict the body.

    Since 2026-07-28.
    Schema `#/$defs/HeaderMismatchError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#headermismatcherror
    """

    error: HeaderMismatchErrorError
    """The error."""

    id: Omittable[RequestId] = None
    """`id` of the request that this answers; absent if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


class InternalError(WireModel):
    """Error for an unexpected failure on the receiving side.

    Since 2026-07-28.
    Schema `#/$defs/InternalError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#internalerror
    """

    code: Literal[-32603] = -32603
    """Number that tells this error from others."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class InvalidParamsError(WireModel):
    """Error for params that the method does not accept.

    Since 2026-07-28.
    Schema `#/$defs/InvalidParamsError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#invalidparamserror
    """

    code: Literal[-32602] = -32602
    """Number that tells this error from others."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class InvalidRequestError(WireModel):
    """Error for JSON that is no valid request.

    Since 2026-07-28.
    Schema `#/$defs/InvalidRequestError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#invalidrequesterror
    """

    code: Literal[-32600] = -32600
    """Number that tells this error from others."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class MethodNotFoundError(WireModel):
    """Error for a method that is unknown or not on offer.

    Since 2026-07-28.
    Schema `#/$defs/MethodNotFoundError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#methodnotfounderror
    """

    code: Literal[-32601] = -32601
    """Number that tells this error from others."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class MissingRequiredClientCapabilityErrorErrorData(WireModel):
    """The missing client capabilities.

    Since 2026-07-28.
    Schema `#/$defs/MissingRequiredClientCapabilityError/properties/error/properties/data`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
    """

    required_capabilities: ClientCapabilities
    """Capabilities that the client must declare for the request to work."""


class MissingRequiredClientCapabilityErrorError(WireModel):
    """The error itself: the client has not declared a capability that its request needs.

    Since 2026-07-28.
    Schema `#/$defs/MissingRequiredClientCapabilityError/properties/error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
    """

    code: Literal[-32021] = -32021
    """Number that tells this error from others."""

    data: MissingRequiredClientCapabilityErrorErrorData
    """The missing capabilities."""

    message: str
    """Short explanation of the error, a single sentence."""


class MissingRequiredClientCapabilityError(WireModel):
    """Error response for a request that lacks a client capability the server needs.

    Since 2026-07-28.
    Schema `#/$defs/MissingRequiredClientCapabilityError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#missingrequiredclientcapabilityerror
    """

    error: MissingRequiredClientCapabilityErrorError
    """The error."""

    id: Omittable[RequestId] = None
    """`id` of the request that this answers; absent if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""


class ParseError(WireModel):
    """Error for a message that is no valid JSON.

    Since 2026-07-28.
    Schema `#/$defs/ParseError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#parseerror
    """

    code: Literal[-32700] = -32700
    """Number that tells this error from others."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class UnsupportedProtocolVersionErrorErrorData(WireModel):
    """The requested version, and the supported versions.

    Since 2026-07-28.
    Schema `#/$defs/UnsupportedProtocolVersionError/properties/error/properties/data`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#unsupportedprotocolversionerror
    """

    requested: str
    """Protocol version that the client asked for."""

    supported: list[str]
    """Protocol versions that the server does support."""


class UnsupportedProtocolVersionErrorError(WireModel):
    """The error itself: the server does not speak the version.

    Since 2026-07-28.
    Schema `#/$defs/UnsupportedProtocolVersionError/properties/error`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#unsupportedprotocolversionerror
    """

    code: Literal[-32022] = -32022
    """Number that tells this error from others."""

    data: UnsupportedProtocolVersionErrorErrorData
    """The requested version, and the supported versions."""

    message: str
    """Short explanation of the error, a single sentence."""


class UnsupportedProtocolVersionError(WireModel):
    """Error response for a protocol version that the server cannot speak.

    Since 2026-07-28.
    Schema `#/$defs/UnsupportedProtocolVersionError`.
    https://modelcontextprotocol.io/specification/2026-07-28/schema#unsupportedprotocolversionerror
    """

    error: UnsupportedProtocolVersionErrorError
    """The error."""

    id: Omittable[RequestId] = None
    """`id` of the request that this answers; absent if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""
