"""The rows of `schema/<rev>/protocol.toml` on the meaning of absent members, which no schema states."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol import read_tables
from mcp_bindgen.ingest.rows import read_rows


@dataclass(frozen=True)
class Default:
    """The meaning of an absent member. Unless `older_peer` is true, the value is never filled in: an absent
    member reads as None."""

    type: str
    """The type that has the member."""

    member: str
    """Its wire name."""

    meaning: str
    sources: tuple[str, ...]
    value: str = ""
    """The equivalent value, as JSON text; empty if there is none."""

    condition: str = ""
    """The condition under which this applies; empty if it always does."""

    older_peer: bool = False
    """Whether peers of earlier revisions leave it out, so that a reader of their messages puts the value in."""

    negative: bool = False
    """Whether a negative number is read as the value too."""


def read_defaults(schema_root: Path, revision_id: str) -> tuple[Default, ...]:
    """The rows `[[default]]`, in the order of the file.

    Raises:
        BindgenError: a row is not as expected, its value is not JSON, or a member has two rows.
    """
    path, tables = read_tables(schema_root, revision_id)
    rows = read_rows(Default, tables, "default", where=str(path))
    for row in rows:
        where = f"{path}: default {row.type}.{row.member}"
        try:
            json.loads(row.value or "null")
        except ValueError:
            raise BindgenError(f"{row.value!r} is not JSON", where=where, hint="write a string as '\"x\"'") from None
    return rows
