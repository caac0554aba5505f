"""Check that each name that a person has chosen has an effect, and that no two rows choose one name for types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mcp_bindgen.errors import BindgenError, raise_together
from mcp_bindgen.ingest.protocol import ChosenName
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.jsontext import escape_token


def check_chosen_names(spec: SpecRevision, rows: Sequence[ChosenName], *, where: str) -> None:
    """Check that every chosen name is the name of a type or attribute of a revision, and is chosen for one type only.

    Raises:
        BindgenError: a name has no effect, or several rows choose the same name for a type. The message has each such
            row.
    """
    times = Counter(row.type for row in rows if row.type)
    reasons = [(row, why_without_effect(spec, row) or _why_ambiguous(row, times)) for row in rows]
    raise_together(
        BindgenError(f"name {row.place!r}: {reason}", where=where, hint="correct the row, or delete it")
        for row, reason in reasons
        if reason
    )


def why_without_effect(spec: SpecRevision, row: ChosenName) -> str:
    """Return why a chosen name has no effect on the types of a revision; empty if the name has an effect."""
    if row.type and (row.place, row.type) not in {(each.provenance.pointer, each.name) for each in spec.types}:
        return f"no definition or inline schema at this place becomes a type, so nothing is named {row.type}"
    attributes = {
        (f"{type_.provenance.pointer}/properties/{escape_token(field.wire_name)}", field.name)
        for type_ in spec.types
        if isinstance(type_, ObjectType)
        for field in type_.fields
    }
    if row.attribute and (row.place, row.attribute) not in attributes:
        return f"no member is at this place, so nothing is named {row.attribute}"
    return ""


def _why_ambiguous(row: ChosenName, times: Counter[str]) -> str:
    return f"{times[row.type]} rows choose the name {row.type}" if times[row.type] > 1 else ""
