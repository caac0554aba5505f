"""The row types of the tables of error codes, and the codes that hand-written code sends or recognizes.

Which codes a revision has, and when each is sent, is in `Revision.error_codes`.
"""

from __future__ import annotations

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

HEADER_MISMATCH: Final = -32020
"""HTTP headers are missing, malformed or contradict the body."""

MISSING_REQUIRED_CLIENT_CAPABILITY: Final = -32021
"""The request needs a capability that the client did not declare."""

UNSUPPORTED_PROTOCOL_VERSION: Final = -32022
"""The server does not support the version of the request; `data` has `supported` and `requested`."""

Emitter = Literal["client", "server", "receiver"]
Level = Literal["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "example", "unspecified"]


class ErrorUse(NamedTuple):
    """One situation that the specification has a code for."""

    situation: str
    emitter: Emitter
    """Who sends the code there, or who acts on it; `receiver` is whichever side has got the request."""

    level: Level
    """A requirement word of BCP 14; `example` where the code is only shown, `unspecified` where no such word is used."""

    http_status: int | None = None
    """The HTTP status that goes with it; None where none is given."""

    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/, and names in its `schema.ts`."""


class ErrorCode(NamedTuple):
    """One error code of one revision. Types are named as in the revision's package."""

    code: int
    name: str
    """Of the constant in the revision's `error_codes` module."""

    meaning: str
    response: str | None = None
    """Type of the whole error response; None where the schema has none for this code."""

    error: str | None = None
    """Type of its `error` member, such as `ParseError`; None where the schema has none for this code."""

    data: str | None = None
    """Type of `error.data`; None where the schema leaves it open."""

    data_required: bool = False

    data_shape: str = ""
    """What `data` looks like where it has no type, in words; empty where the sender is free."""

    retired: bool = False
    """Defined by an earlier revision and no longer by this one; its types are those of `revision(until)`."""

    since: str = ""
    """First release of the unbroken line that defines the code."""

    until: str = ""
    """Last release that defines it; empty while the newest one does."""

    uses: tuple[ErrorUse, ...] = ()
    """Situations that call for the code, or forbid it."""

    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/, and names in its `schema.ts`."""

    @property
    def example_only(self) -> bool:
        """Is the code shown by the specification, but nowhere asked for?"""
        return bool(self.uses) and all(use.level == "example" for use in self.uses)


class ErrorRange(NamedTuple):
    """Codes that belong to someone, both ends included. Ranges overlap; the narrower one says more."""

    low: int
    high: int
    owner: str
    rule: str
    sources: tuple[str, ...] = ()
