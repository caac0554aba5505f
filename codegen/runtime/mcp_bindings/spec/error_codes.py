"""The row types of the tables of error codes, and the codes that hand-written code sends or recognizes.

Which codes a revision has, and when each is sent, is in `Revision.error_codes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

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
"""There is no such resource; since 2026-07-28 that is `INVALID_PARAMS`."""

HEADER_MISMATCH: Final = -32020
"""HTTP headers are missing, malformed or contradict the body."""

MISSING_REQUIRED_CLIENT_CAPABILITY: Final = -32021
"""The request needs a capability that the client did not declare."""

URL_ELICITATION_REQUIRED: Final = -32042
"""The user has to finish URL mode elicitations first; `data` has `elicitations`. Only 2025-11-25 has this code."""

UNSUPPORTED_PROTOCOL_VERSION: Final = -32022
"""The server does not support the version of the request; `data` has `supported` and `requested`."""

Emitter = Literal["client", "server", "receiver"]
Level = Literal["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "example", "unspecified"]


class ErrorUse(NamedTuple):
    """One situation for which the specification gives an error code."""

    situation: str
    emitter: Emitter
    """The side that sends the code; `receiver` is the side that received the request."""

    level: Level
    """A BCP 14 keyword; `example` if the code only occurs in an example, `unspecified` if the text has no keyword."""

    http_status: int | None = None
    """The HTTP status of the response that carries the code; None if the specification gives none."""

    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/, and names in its `schema.ts`."""


class ErrorCode(NamedTuple):
    """One error code of one revision. Types are given by their names in the revision's package."""

    code: int
    name: str
    """Name of the constant in the revision's `error_codes` module."""

    meaning: str
    response: str | None = None
    """Type of the whole error response; None if the schema has none for this code."""

    error: str | None = None
    """Type of its `error` member, such as `ParseError`; None if the schema has none for this code."""

    data: str | None = None
    """Type of `error.data`; None if the schema allows any value."""

    data_required: bool = False

    data_shape: str = ""
    """Description of `data` if it has no type; empty if the sender may choose it freely."""

    retired: bool = False
    """Whether only an earlier revision defines the code; its types are then those of `revision(until)`."""

    since: str = ""
    """The first of the consecutive releases that define the code."""

    until: str = ""
    """The last release that defines the code; empty if the newest one does."""

    uses: tuple[ErrorUse, ...] = ()
    """Situations in which the specification requires, allows or forbids the code."""

    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/, and names in its `schema.ts`."""

    @property
    def example_only(self) -> bool:
        """Whether the code occurs in examples of the specification only."""
        return bool(self.uses) and all(use.level == "example" for use in self.uses)


class ErrorRange(NamedTuple):
    """A range of codes that is reserved for an owner, ends included. If ranges overlap, the narrower one applies."""

    low: int
    high: int
    owner: str
    rule: str
    sources: tuple[str, ...] = ()
    undefined: Level = "unspecified"
    """How binding it is that a code of the range is sent only if the revision defines it, such as `MUST NOT`."""


def level_of_sending(code: int, codes: Mapping[int, ErrorCode], ranges: Sequence[ErrorRange]) -> Level:
    """How binding it is not to send an error code: `MUST NOT`, `SHOULD NOT`, or `unspecified` if it may be sent.

    Args:
        code: Of an error.
        codes: `Revision.error_codes`.
        ranges: `Revision.error_ranges`.
    """
    row = codes.get(code)
    if row is not None and not row.retired:
        return "unspecified"
    if row is not None and any(use.level == "MUST NOT" for use in row.uses):
        return "MUST NOT"
    around = [each for each in ranges if each.low <= code <= each.high]
    return min(around, key=lambda each: each.high - each.low).undefined if around else "unspecified"
