"""The error codes of `schema/<rev>/protocol.toml`, and the owner of each range of codes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol import read_tables
from mcp_bindgen.ingest.rows import read_rows

Emitter = Literal["client", "server", "receiver"]
Level = Literal["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "example", "unspecified"]

MODULE_CONSTANTS = ("ERROR_CODES", "ERROR_RANGES")
"""Other names that the generated module defines; no code can have one of them."""


@dataclass(frozen=True)
class ErrorUse:
    """One situation for which the specification gives an error code."""

    situation: str
    emitter: Emitter
    """The side that sends the code; `receiver` is the side that received the request."""

    level: Level
    """A BCP 14 keyword; `example` if the code only occurs in an example, `unspecified` if the text has no keyword."""

    sources: tuple[str, ...]
    """Pages of the specification, below https://modelcontextprotocol.io/, and names in its `schema.ts`."""

    http_status: int | None = None
    """The HTTP status of the response that carries the code; None if the specification gives none."""


@dataclass(frozen=True)
class ErrorFacts:
    """One error code, without the facts that the schema already states."""

    code: int
    name: str
    """Name of its constant."""
    meaning: str
    sources: tuple[str, ...]
    definition: str = ""
    """The definition of this error in the schema: the error object or the whole response."""
    data: str = ""
    """The shape of `data`, if the specification states one and the schema does not."""
    reserved: bool = False
    """Whether the code is no longer sent and must never get another meaning."""
    use: tuple[ErrorUse, ...] = ()


@dataclass(frozen=True)
class ErrorRange:
    """A range of codes that is reserved for an owner, ends included. If ranges overlap, the narrower one applies."""

    low: int
    high: int
    owner: str
    rule: str
    sources: tuple[str, ...]
    undefined: Level = "unspecified"
    """How binding it is that a code of the range is sent only if the revision defines it, such as `MUST NOT`."""


def read_error_codes(schema_root: Path, revision_id: str) -> tuple[ErrorFacts, ...]:
    """The codes of a revision, in the order of the file.

    Raises:
        BindgenError: a row has an unknown key, lacks one or has a value of the wrong kind; a code or name has two
            rows; a name is not usable for a constant; a reserved code names a definition.
    """
    path, tables = read_tables(schema_root, revision_id)
    rows = read_rows(ErrorFacts, tables, "error_code", where=str(path))
    _check_once("code", [str(row.code) for row in rows], path)
    _check_once("name", [row.name for row in rows], path)
    for row in rows:
        where = f"{path}: error_code {row.code}"
        if not re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*", row.name) or row.name in MODULE_CONSTANTS:
            raise BindgenError(f"{row.name!r} cannot be the name of a constant", where=where)
        if row.reserved and (row.definition or row.data):
            raise BindgenError("a reserved code has no definition and no data", where=where)
    return rows


def read_error_ranges(schema_root: Path, revision_id: str) -> tuple[ErrorRange, ...]:
    """The ranges of a revision, in the order of the file.

    Raises:
        BindgenError: a row is not as expected, or a range ends before it starts.
    """
    path, tables = read_tables(schema_root, revision_id)
    rows = read_rows(ErrorRange, tables, "error_range", where=str(path))
    for row in rows:
        if row.low > row.high:
            raise BindgenError(f"range {row.low} to {row.high} is empty", where=str(path))
    return rows


def _check_once(what: str, values: Sequence[str], path: Path) -> None:
    for value in values:
        if values.count(value) > 1:
            raise BindgenError(f"error {what} {value} has {values.count(value)} rows", where=str(path))
