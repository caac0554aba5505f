"""The types of revision 2025-11-25: errors.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

from typing import Any, Literal

from ..generated_code import Integer, Omittable
from .base import WireModel
from .common_types import RequestId
from .elicitation import ElicitRequestURLParams


class Error(WireModel):
    """The error inside a JSON-RPC error response.

    Since 2025-11-25.
    Schema `#/$defs/Error`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#error
    """

    code: Integer
    """Number that tells this error from others."""

    data: Any = None
    """More about the error; any JSON value that the sender finds useful."""

    message: str
    """Short explanation of the error, a single sentence."""


class URLElicitationRequiredErrorErrorData(WireModel):
    """The elicitations that must come first.

    Since 2025-11-25.
    Schema `#/$defs/URLElicitationRequiredError/properties/error/properties/data`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#urlelicitationrequirederror
    """

    elicitations: list[ElicitRequestURLParams]
    """The elicitations that must come first, all in URL mode."""


class URLElicitationRequiredErrorError(WireModel):
    """The error itself: the user has to open URLs first.

    Since 2025-11-25.
    Schema `#/$defs/URLElicitationRequiredError/properties/error`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#urlelicitationrequirederror
    """

    code: Literal[-32042] = -32042
    """Number that tells this error from others."""

    data: URLElicitationRequiredErrorErrorData
    """The elicitations that must come first."""

    message: str
    """Short explanation of the error, a single sentence."""


class URLElicitationRequiredError(WireModel):
    """Error response for a request that fails until the user has visited a URL.

    Since 2025-11-25.
    Schema `#/$defs/URLElicitationRequiredError`.
    https://modelcontextprotocol.io/specification/2025-11-25/schema#urlelicitationrequirederror
    """

    error: URLElicitationRequiredErrorError
    """The error."""

    id: Omittable[RequestId] = None
    """`id` of the request that this answers; absent if it could not be read."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""
