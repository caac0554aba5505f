"""The error codes that hand-written code sends or recognizes, and the level of the rule against sending a code.

`Revision.error_codes` has the codes of a revision, and the situations in which each code is sent. JSON-RPC itself
defines the codes from `PARSE_ERROR` to `INTERNAL_ERROR`. Each other constant stands for an error of MCP. Its value is
the code that the error had when the constant was written, and a revision may give the error another code: `find_code`
and `to_revision_code` return the code of a revision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mcp_bindings.spec.error_rows import ErrorCode, ErrorRange, Level  # rendered

PARSE_ERROR: Final = -32700
"""The text is not valid JSON."""

INVALID_REQUEST: Final = -32600
"""The message is not a valid request."""

METHOD_NOT_FOUND: Final = -32601
"""The method is unknown or not available."""

INVALID_PARAMS: Final = -32602
"""The params are not valid for the method."""

INTERNAL_ERROR: Final = -32603
"""The receiver failed unexpectedly."""

RESOURCE_NOT_FOUND: Final = -32002
"""The resource does not exist. Since 2026-07-28, `INVALID_PARAMS` says so instead."""

HEADER_MISMATCH: Final = -32020
"""HTTP headers are missing, malformed or contradict the body."""

MISSING_REQUIRED_CLIENT_CAPABILITY: Final = -32021
"""The request needs a capability that the client did not declare."""

URL_ELICITATION_REQUIRED: Final = -32042
"""The user has to finish URL mode elicitations first; `data` has `elicitations`. Only 2025-11-25 has this code."""

UNSUPPORTED_PROTOCOL_VERSION: Final = -32022
"""The server does not support the version of the request; `data` has `supported` and `requested`."""


_NAMES = {code: name for name, code in list(globals().items()) if type(code) is int}
"""The name of each error code above, by code. The tables of the revisions use these names."""


def find_code(codes: Mapping[int, ErrorCode], code: int) -> int | None:
    """Return the code that an error has in a revision; None if the revision does not define the error.

    Args:
        codes: `Revision.error_codes` of the revision.
        code: one of the constants of this module, which stands for the error.
    """
    name = _NAMES[code]
    return next((row.code for row in codes.values() if row.name == name and not row.retired), None)


def to_revision_code(codes: Mapping[int, ErrorCode], code: int) -> int:
    """Return the code that an error has in a revision; the given code if the revision does not define the error.

    Args:
        codes: `Revision.error_codes` of the revision.
        code: one of the constants of this module, which stands for the error.
    """
    found = find_code(codes, code)
    return code if found is None else found


def find_sending_level(code: int, codes: Mapping[int, ErrorCode], ranges: Sequence[ErrorRange]) -> Level:
    """Return how strictly a revision forbids sending an error code.

    Args:
        code: code of the error.
        codes: `Revision.error_codes` of the revision.
        ranges: `Revision.error_ranges` of the revision.

    Returns:
        `MUST NOT`, `SHOULD NOT`, or `unspecified` if the code may be sent.
    """
    row = codes.get(code)
    if row is not None and not row.retired:
        return "unspecified"
    if row is not None and any(use.level == "MUST NOT" for use in row.uses):
        return "MUST NOT"
    around = [each for each in ranges if each.low <= code <= each.high]
    return min(around, key=lambda each: each.high - each.low).undefined if around else "unspecified"
