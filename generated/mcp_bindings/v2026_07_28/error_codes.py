"""The error codes of revision 2026-07-28: a constant for each code, and tables of meanings, uses and ranges."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..generated_code import ErrorCode, ErrorRange, ErrorUse

PARSE_ERROR: Final = -32700
"""The text is not valid JSON."""

INVALID_REQUEST: Final = -32600
"""The message is no valid request."""

METHOD_NOT_FOUND: Final = -32601
"""The method is unknown or not on offer."""

INVALID_PARAMS: Final = -32602
"""The params are not what the method takes."""

INTERNAL_ERROR: Final = -32603
"""The receiver failed unexpectedly."""

RESOURCE_NOT_FOUND: Final = -32002
"""Retired, last in 2025-11-25: the resource does not exist."""

URL_ELICITATION_REQUIRED: Final = -32042
"""Retired, last in 2025-11-25: the user has to finish a URL mode elicitation before the request is tried again."""

HEADER_MISMATCH: Final = -32020
"""HTTP headers are missing, malformed or at odds with the body."""

MISSING_REQUIRED_CLIENT_CAPABILITY: Final = -32021
"""The request did not declare a client capability that it needs."""

UNSUPPORTED_PROTOCOL_VERSION: Final = -32022
"""The server does not speak the version of the request."""

SAMPLING_REFUSED: Final = -1
"""Retired, last in 2025-11-25: the user refused to have a message sampled."""

ERROR_CODES: Mapping[int, ErrorCode] = MappingProxyType(
    {
        PARSE_ERROR: ErrorCode(
            code=-32700,
            name="PARSE_ERROR",
            meaning="the text is not valid JSON",
            error="ParseError",
            since="2024-11-05",
            sources=("schema.ts: PARSE_ERROR", "schema.ts: ParseError"),
        ),
        INVALID_REQUEST: ErrorCode(
            code=-32600,
            name="INVALID_REQUEST",
            meaning="the message is no valid request",
            error="InvalidRequestError",
            since="2024-11-05",
            sources=("schema.ts: INVALID_REQUEST", "schema.ts: InvalidRequestError"),
        ),
        METHOD_NOT_FOUND: ErrorCode(
            code=-32601,
            name="METHOD_NOT_FOUND",
            meaning="the method is unknown or not on offer",
            error="MethodNotFoundError",
            since="2024-11-05",
            uses=(
                ErrorUse(
                    situation="completion/complete sent to a server without completions",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2026-07-28/server/utilities/completion#error-handling",),
                ),
                ErrorUse(
                    situation="method not implemented",
                    emitter="server",
                    level="MUST",
                    sources=("specification/2026-07-28/basic/transports/streamable-http#protocol-version-header",),
                    http_status=404,
                ),
                ErrorUse(
                    situation="method behind a server capability that was not advertised",
                    emitter="server",
                    level="unspecified",
                    sources=("schema.ts: MethodNotFoundError",),
                ),
            ),
            sources=("schema.ts: METHOD_NOT_FOUND", "schema.ts: MethodNotFoundError"),
        ),
        INVALID_PARAMS: ErrorCode(
            code=-32602,
            name="INVALID_PARAMS",
            meaning="the params are not what the method takes",
            error="InvalidParamsError",
            data_shape="free; a missing resource is shown with {uri: string}",
            since="2024-11-05",
            uses=(
                ErrorUse(
                    situation="prompts/get with an unknown prompt name or a missing required argument",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2026-07-28/server/prompts#error-handling",),
                ),
                ErrorUse(
                    situation="tools/call with an unknown tool name",
                    emitter="server",
                    level="example",
                    sources=("specification/2026-07-28/server/tools#error-handling",),
                ),
                ErrorUse(
                    situation="unknown or expired cursor",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2026-07-28/server/utilities/pagination#error-handling",),
                ),
                ErrorUse(
                    situation="completion/complete with an unknown prompt or missing arguments",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2026-07-28/server/utilities/completion#error-handling",),
                ),
                ErrorUse(
                    situation="request _meta lacks a required io.modelcontextprotocol/* key",
                    emitter="server",
                    level="MUST",
                    sources=("specification/2026-07-28/basic/index#meta",),
                    http_status=400,
                ),
                ErrorUse(
                    situation="resources/read of a resource that does not exist",
                    emitter="server",
                    level="MUST",
                    sources=("specification/2026-07-28/server/resources#error-handling",),
                ),
                ErrorUse(
                    situation="_meta io.modelcontextprotocol/logLevel holds an unknown level",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2026-07-28/server/utilities/logging#error-handling",),
                ),
                ErrorUse(
                    situation="tools/call with arguments that the tool does not accept (schema.ts has it as an example; the tools page reports them in the result)",
                    emitter="server",
                    level="example",
                    sources=("schema.ts: InvalidParamsError", "specification/2026-07-28/server/tools#error-handling"),
                ),
                ErrorUse(
                    situation="tools/call with params that do not match the request's schema (the page names no code)",
                    emitter="server",
                    level="unspecified",
                    sources=("specification/2026-07-28/server/tools#error-handling",),
                ),
                ErrorUse(
                    situation="inputResponses of a retry that cannot be read (the page names no code)",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2026-07-28/basic/patterns/mrtr#error-handling",),
                ),
                ErrorUse(
                    situation="requestState that fails its integrity check (the page names no code)",
                    emitter="server",
                    level="MUST",
                    sources=("specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow",),
                ),
                ErrorUse(
                    situation="elicitation/create in a mode the client did not declare",
                    emitter="client",
                    level="unspecified",
                    sources=("schema.ts: InvalidParamsError",),
                ),
                ErrorUse(
                    situation="sampling messages lack a tool result or mix tool results with other content",
                    emitter="client",
                    level="unspecified",
                    sources=("schema.ts: InvalidParamsError",),
                ),
                ErrorUse(
                    situation="any request that a server of an earlier revision receives before initialize",
                    emitter="server",
                    level="example",
                    sources=("specification/2026-07-28/basic/transports/stdio#backward-compatibility",),
                ),
            ),
            sources=("schema.ts: INVALID_PARAMS", "schema.ts: InvalidParamsError"),
        ),
        INTERNAL_ERROR: ErrorCode(
            code=-32603,
            name="INTERNAL_ERROR",
            meaning="the receiver failed unexpectedly",
            error="InternalError",
            since="2024-11-05",
            uses=(
                ErrorUse(
                    situation="internal failure in prompts, resources or logging handling",
                    emitter="server",
                    level="SHOULD",
                    sources=(
                        "specification/2026-07-28/server/prompts#error-handling",
                        "specification/2026-07-28/server/resources#error-handling",
                        "specification/2026-07-28/server/utilities/logging#error-handling",
                    ),
                ),
                ErrorUse(
                    situation="internal failure in completion",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2026-07-28/server/utilities/completion#error-handling",),
                ),
            ),
            sources=("schema.ts: INTERNAL_ERROR", "schema.ts: InternalError"),
        ),
        RESOURCE_NOT_FOUND: ErrorCode(
            code=-32002,
            name="RESOURCE_NOT_FOUND",
            meaning="the resource does not exist",
            retired=True,
            since="2024-11-05",
            until="2025-11-25",
            uses=(
                ErrorUse(
                    situation="sent at all",
                    emitter="server",
                    level="MUST NOT",
                    sources=("specification/2026-07-28/basic/index#error-codes",),
                ),
                ErrorUse(
                    situation="accepted from servers of earlier revisions, as a missing resource",
                    emitter="client",
                    level="SHOULD",
                    sources=("specification/2026-07-28/server/resources#error-handling",),
                ),
            ),
            sources=("specification/2026-07-28/basic/index#error-codes",),
        ),
        URL_ELICITATION_REQUIRED: ErrorCode(
            code=-32042,
            name="URL_ELICITATION_REQUIRED",
            meaning="the user has to finish a URL mode elicitation before the request is tried again",
            retired=True,
            since="2025-11-25",
            until="2025-11-25",
            uses=(
                ErrorUse(
                    situation="sent at all",
                    emitter="server",
                    level="MUST NOT",
                    sources=("specification/2026-07-28/basic/index#error-codes",),
                ),
            ),
            sources=("specification/2026-07-28/basic/index#error-codes",),
        ),
        HEADER_MISMATCH: ErrorCode(
            code=-32020,
            name="HEADER_MISMATCH",
            meaning="HTTP headers are missing, malformed or at odds with the body",
            response="HeaderMismatchError",
            error="HeaderMismatchErrorError",
            since="2026-07-28",
            uses=(
                ErrorUse(
                    situation="required header MCP-Protocol-Version, Mcp-Method or Mcp-Name missing; header value differs from the body; header value has invalid characters; Mcp-Param-* missing or different",
                    emitter="server",
                    level="MUST",
                    sources=(
                        "specification/2026-07-28/basic/transports/streamable-http#server-validation",
                        "specification/2026-07-28/basic/transports/streamable-http#server-behavior-for-custom-headers",
                    ),
                    http_status=400,
                ),
            ),
            sources=("schema.ts: HEADER_MISMATCH", "schema.ts: HeaderMismatchError"),
        ),
        MISSING_REQUIRED_CLIENT_CAPABILITY: ErrorCode(
            code=-32021,
            name="MISSING_REQUIRED_CLIENT_CAPABILITY",
            meaning="the request did not declare a client capability that it needs",
            response="MissingRequiredClientCapabilityError",
            error="MissingRequiredClientCapabilityErrorError",
            data="MissingRequiredClientCapabilityErrorErrorData",
            data_required=True,
            since="2026-07-28",
            uses=(
                ErrorUse(
                    situation="needed capability absent from _meta io.modelcontextprotocol/clientCapabilities",
                    emitter="server",
                    level="MUST",
                    sources=("specification/2026-07-28/basic/index#meta",),
                    http_status=400,
                ),
            ),
            sources=(
                "schema.ts: MISSING_REQUIRED_CLIENT_CAPABILITY",
                "schema.ts: MissingRequiredClientCapabilityError",
            ),
        ),
        UNSUPPORTED_PROTOCOL_VERSION: ErrorCode(
            code=-32022,
            name="UNSUPPORTED_PROTOCOL_VERSION",
            meaning="the server does not speak the version of the request",
            response="UnsupportedProtocolVersionError",
            error="UnsupportedProtocolVersionErrorError",
            data="UnsupportedProtocolVersionErrorErrorData",
            data_required=True,
            since="2026-07-28",
            uses=(
                ErrorUse(
                    situation="version in _meta io.modelcontextprotocol/protocolVersion unknown or not implemented",
                    emitter="server",
                    level="MUST",
                    sources=("specification/2026-07-28/basic/versioning#protocol-version-negotiation",),
                    http_status=400,
                ),
            ),
            sources=("schema.ts: UNSUPPORTED_PROTOCOL_VERSION", "schema.ts: UnsupportedProtocolVersionError"),
        ),
        SAMPLING_REFUSED: ErrorCode(
            code=-1,
            name="SAMPLING_REFUSED",
            meaning="the user refused to have a message sampled",
            retired=True,
            since="2024-11-05",
            until="2025-11-25",
            sources=("specification/2025-11-25/client/sampling#error-handling",),
        ),
    }
)
"""The rows of the error codes by code, including retired codes."""

ERROR_RANGES: tuple[ErrorRange, ...] = (
    ErrorRange(
        low=-32019,
        high=-32000,
        owner="implementations",
        rule="New codes must not come from here, new implementations should not use it, and receivers must read no meaning into its codes, -32002 apart.",
        sources=("specification/2026-07-28/basic/index#error-codes",),
        undefined="SHOULD NOT",
    ),
    ErrorRange(
        low=-32099,
        high=-32020,
        owner="MCP",
        rule="A code from here must not be sent unless the specification defines it; it gives them out from -32020 downwards.",
        sources=("specification/2026-07-28/basic/index#error-codes",),
        undefined="MUST NOT",
    ),
    ErrorRange(
        low=-32768,
        high=-32000,
        owner="JSON-RPC",
        rule="Codes of applications should lie outside.",
        sources=("specification/2026-07-28/basic/index#error-codes",),
        undefined="SHOULD NOT",
    ),
)
"""The ranges of codes. A row says who may define codes in its range, if the specification states it."""
