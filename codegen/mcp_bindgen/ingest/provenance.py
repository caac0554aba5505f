"""Origin of each revision: the revision's row of the manifest, its errata, and its rows of `schema/decisions.toml`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.errata import Erratum, read_errata
from mcp_bindgen.ingest.manifest import Revision, read_toml


@dataclass(frozen=True)
class Decision:
    """A decision about a contradiction between the official file and its TypeScript source or the prose."""

    defect: str
    """Id of the contradiction. It begins with the id of the revision."""

    reason: str
    erratum: str = ""
    """Id of the correction; empty if the types follow the file as it is."""


@dataclass(frozen=True)
class RevisionOrigin:
    """The row of a revision in the manifest, with the errata and the decisions of the revision."""

    revision: Revision
    errata: tuple[Erratum, ...]
    decisions: tuple[Decision, ...]


def rename_decisions(rows: Sequence[Decision], before: str, after: str) -> list[Decision]:
    """Return copies of decisions in which the id of another revision replaces the id of their own revision.

    Args:
        rows: the decisions.
        before: the id of the revision that the decisions are about.
        after: the id of the other revision.
    """
    return [
        replace(row, defect=row.defect.replace(before, after, 1), erratum=row.erratum.replace(before, after, 1))
        for row in rows
    ]


def read_origin(schema_root: Path, revision: Revision, *, with_errata: bool) -> RevisionOrigin:
    """Return the origin of a pinned revision.

    Args:
        schema_root: the directory with the data about revisions.
        revision: the row of the revision in the manifest.
        with_errata: whether to include the errata.

    Raises:
        BindgenError: a file cannot be read, or a row is malformed.
    """
    path = schema_root / "decisions.toml"
    try:
        rows = [Decision(**row) for row in read_toml(path).get("decision", [])]
    except TypeError as error:
        raise BindgenError(f"a row is malformed: {error}", where=str(path)) from None
    about = tuple(row for row in rows if row.defect.startswith(f"{revision.id}."))
    errata = read_errata(schema_root, revision.id) if with_errata else ()
    return RevisionOrigin(revision, errata, about)
