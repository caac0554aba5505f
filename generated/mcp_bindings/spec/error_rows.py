"""The row types of the tables of error codes. The rows are in each revision's `error_codes` module."""

from __future__ import annotations

from typing import Literal, NamedTuple

Emitter = Literal["client", "server", "receiver"]

Level = Literal["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "example", "unspecified"]


class ErrorUse(NamedTuple):
    """One situation for which the specification gives an error code."""

    situation: str
    emitter: Emitter
    """Side that sends the code; `receiver` is the side that received the request."""

    level: Level
    """Keyword of BCP 14; `example` if the code only occurs in an example, `unspecified` if the text has no keyword."""

    sources: tuple[str, ...]
    """Pages of the specification, below https://modelcontextprotocol.io/, and names in its `schema.ts`."""

    http_status: int | None = None
    """HTTP status of the response with the code; None if the specification gives no status."""


class ErrorCode(NamedTuple):
    """One error code of one revision. Types are given by their names in the revision's package."""

    code: int
    name: str
    """Name of the constant in the revision's `error_codes` module."""

    meaning: str
    response: str | None = None
    """Type of the whole error response; None if the schema defines no response with this code."""

    error: str | None = None
    """Type of the `error` member of the response, such as `ParseError`; None if the schema defines no error with this
    code.
    """

    data: str | None = None
    """Type of `error.data`; None if the schema has no named type for `data`."""

    data_required: bool = False

    data_shape: str = ""
    """Description of a `data` to which the schema gives no type; empty if the schema gives `data` a type, or if the
    sender may choose `data` freely.
    """

    retired: bool = False
    """True if only earlier revisions define the code. The types are then in `revision(until)`."""

    since: str = ""
    """The first of the consecutive releases that define the code; empty if the revision is no release."""

    until: str = ""
    """The last of the consecutive releases that define the code; empty if it is the newest release, or if the revision
    is no release.
    """

    uses: tuple[ErrorUse, ...] = ()
    """Situations in which the specification requires, allows or forbids the code."""

    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/, and names in its `schema.ts`."""

    @property
    def example_only(self) -> bool:
        """True if the code occurs in examples of the specification only."""
        return bool(self.uses) and all(use.level == "example" for use in self.uses)


class ErrorRange(NamedTuple):
    """A range of codes that is reserved for an owner, ends included. If ranges overlap, the narrower one applies."""

    low: int
    high: int
    owner: str
    rule: str
    sources: tuple[str, ...]
    undefined: Level = "unspecified"
    """BCP 14 keyword for sending those codes of the range that the revision does not define."""
