"""Check the rows on absent members against the types of a revision."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol_defaults import Default
from mcp_bindgen.ir.types import ObjectType, SpecRevision


def check_rows(spec: SpecRevision, rows: Sequence[Default], *, where: str) -> None:
    """Check that every row is about a member that the revision has.

    Raises:
        BindgenError: a row is not; the message names each one.
    """
    stale = [f"{row.type}.{row.member} is no member of the schema" for row in rows if row not in applicable(spec, rows)]
    if stale:
        raise BindgenError("rows on absent members do not match\n  " + "\n  ".join(stale), where=where)


def applicable(spec: SpecRevision, rows: Sequence[Default]) -> tuple[Default, ...]:
    """The rows whose members a schema has."""
    members = {
        (type_.name, field.wire_name) for type_ in spec.types if isinstance(type_, ObjectType) for field in type_.fields
    }
    return tuple(row for row in rows if (row.type, row.member) in members)
