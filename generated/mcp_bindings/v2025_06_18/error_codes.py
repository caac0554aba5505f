"""The error codes of revision 2025-06-18: a constant for each code, and tables of meanings, uses and ranges."""

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
"""The resource does not exist."""

SAMPLING_REFUSED: Final = -1
"""The user refused to have a message sampled."""

ERROR_CODES: Mapping[int, ErrorCode] = MappingProxyType(
    {
        PARSE_ERROR: ErrorCode(
            code=-32700,
            name="PARSE_ERROR",
            meaning="the text is not valid JSON",
            since="2024-11-05",
            sources=("schema.ts: PARSE_ERROR",),
        ),
        INVALID_REQUEST: ErrorCode(
            code=-32600,
            name="INVALID_REQUEST",
            meaning="the message is no valid request",
            since="2024-11-05",
            sources=("schema.ts: INVALID_REQUEST",),
        ),
        METHOD_NOT_FOUND: ErrorCode(
            code=-32601,
            name="METHOD_NOT_FOUND",
            meaning="the method is unknown or not on offer",
            data_shape="free; the page on roots shows {reason: string}",
            since="2024-11-05",
            uses=(
                ErrorUse(
                    situation="roots/list sent to a client without roots",
                    emitter="client",
                    level="SHOULD",
                    sources=("specification/2025-06-18/client/roots#error-handling",),
                ),
                ErrorUse(
                    situation="completion/complete sent to a server without completions",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2025-06-18/server/utilities/completion#error-handling",),
                ),
            ),
            sources=("schema.ts: METHOD_NOT_FOUND",),
        ),
        INVALID_PARAMS: ErrorCode(
            code=-32602,
            name="INVALID_PARAMS",
            meaning="the params are not what the method takes",
            data_shape="free; a refused version is shown with {supported: string[], requested: string}",
            since="2024-11-05",
            uses=(
                ErrorUse(
                    situation="initialize asks for a protocol version that the server refuses outright",
                    emitter="server",
                    level="example",
                    sources=("specification/2025-06-18/basic/lifecycle#error-handling",),
                ),
                ErrorUse(
                    situation="prompts/get with an unknown prompt name or a missing required argument",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2025-06-18/server/prompts#error-handling",),
                ),
                ErrorUse(
                    situation="tools/call with an unknown tool name",
                    emitter="server",
                    level="example",
                    sources=("specification/2025-06-18/server/tools#error-handling",),
                ),
                ErrorUse(
                    situation="unknown or expired cursor",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2025-06-18/server/utilities/pagination#error-handling",),
                ),
                ErrorUse(
                    situation="logging/setLevel with an unknown level",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2025-06-18/server/utilities/logging#error-handling",),
                ),
                ErrorUse(
                    situation="completion/complete with an unknown prompt or missing arguments",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2025-06-18/server/utilities/completion#error-handling",),
                ),
            ),
            sources=("schema.ts: INVALID_PARAMS",),
        ),
        INTERNAL_ERROR: ErrorCode(
            code=-32603,
            name="INTERNAL_ERROR",
            meaning="the receiver failed unexpectedly",
            since="2024-11-05",
            uses=(
                ErrorUse(
                    situation="internal failure in prompts, resources or logging handling",
                    emitter="server",
                    level="SHOULD",
                    sources=(
                        "specification/2025-06-18/server/prompts#error-handling",
                        "specification/2025-06-18/server/resources#error-handling",
                        "specification/2025-06-18/server/utilities/logging#error-handling",
                    ),
                ),
                ErrorUse(
                    situation="internal failure while listing roots",
                    emitter="client",
                    level="SHOULD",
                    sources=("specification/2025-06-18/client/roots#error-handling",),
                ),
                ErrorUse(
                    situation="internal failure in completion",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2025-06-18/server/utilities/completion#error-handling",),
                ),
            ),
            sources=("schema.ts: INTERNAL_ERROR",),
        ),
        RESOURCE_NOT_FOUND: ErrorCode(
            code=-32002,
            name="RESOURCE_NOT_FOUND",
            meaning="the resource does not exist",
            data_shape="free; shown with {uri: string}",
            since="2024-11-05",
            until="2025-11-25",
            uses=(
                ErrorUse(
                    situation="resources/read of a resource that does not exist",
                    emitter="server",
                    level="SHOULD",
                    sources=("specification/2025-06-18/server/resources#error-handling",),
                ),
            ),
            sources=("specification/2025-06-18/server/resources#error-handling",),
        ),
        SAMPLING_REFUSED: ErrorCode(
            code=-1,
            name="SAMPLING_REFUSED",
            meaning="the user refused to have a message sampled",
            since="2024-11-05",
            until="2025-11-25",
            uses=(
                ErrorUse(
                    situation="user rejected sampling/createMessage",
                    emitter="client",
                    level="example",
                    sources=("specification/2025-06-18/client/sampling#error-handling",),
                ),
            ),
            sources=("specification/2025-06-18/client/sampling#error-handling",),
        ),
    }
)
"""The rows of the error codes by code, including retired codes."""

ERROR_RANGES: tuple[ErrorRange, ...] = ()
"""The ranges of codes. A row says who may define codes in its range, if the specification states it."""
