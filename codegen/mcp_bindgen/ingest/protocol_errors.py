"""The error codes of `schema/<rev>/protocol.toml`, and who owns which range of them."""

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
"""What the generated module defines beside the codes; no code can be called that."""


@dataclass(frozen=True)
class ErrorUse:
    """One situation that the specification has a code for."""

    situation: str
    emitter: Emitter
    level: Level
    source: str
    """Pages of the specification, joined by `; `."""
    http_status: int = 0
    """0 where none is given."""


@dataclass(frozen=True)
class ErrorFacts:
    """One code. What the schema says of it is not repeated."""

    code: int
    name: str
    """Of its constant."""
    meaning: str
    source: str
    definition: str = ""
    """The definition of the schema that is this error, alone or as a whole response."""
    data: str = ""
    """The shape of `data`, where the schema leaves it open and the specification does not."""
    reserved: bool = False
    """No longer sent, and never to be given another meaning."""
    use: tuple[ErrorUse, ...] = ()


@dataclass(frozen=True)
class ErrorRange:
    """Codes that belong to someone, both ends included."""

    low: int
    high: int
    owner: str
    rule: str
    source: str


def read_error_codes(schema_root: Path, revision_id: str) -> tuple[ErrorFacts, ...]:
    """The codes of a revision, in the order of the file.

    Raises:
        BindgenError: a row has an unknown key, lacks one or has a value of the wrong kind; a code or name has two
            rows; a name is no constant's; a reserved code names a definition.
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
        BindgenError: as for codes, or a range ends before it starts.
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
