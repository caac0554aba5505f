"""What is known of an error code, and the five codes that JSON-RPC itself defines."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

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
