"""Features that are deprecated or removed, from the rows `[[feature]]` of `schema/<rev>/protocol.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol import read_tables
from mcp_bindgen.ingest.rows import read_rows


@dataclass(frozen=True)
class FeatureStatus:
    """One feature that is deprecated, or that left the specification."""

    feature: str
    status: Literal["soft-deprecated", "deprecated", "removed"]
    """`soft-deprecated` was called deprecated before the specification had a registry of deprecated features."""

    since: str
    """The revision that deprecated or removed the feature."""

    migration: str
    """What to use in its place."""

    sources: tuple[str, ...]
    earliest_removal: str = ""
    """When the feature may be removed; empty if this is not known."""

    places: tuple[str, ...] = ()
    """Capabilities, methods, and members of definitions with a value, that are the feature."""


def read_features(schema_root: Path, revision_id: str) -> tuple[FeatureStatus, ...]:
    """The rows of a revision, in the order of the file.

    Raises:
        BindgenError: a row is not as expected, or a feature has two rows; a feature is removed but has a date of
            removal or places.
    """
    path, tables = read_tables(schema_root, revision_id)
    rows = read_rows(FeatureStatus, tables, "feature", where=str(path))
    for row in rows:
        where = f"{path}: feature {row.feature!r}"
        if row.status == "removed" and (row.earliest_removal or row.places):
            raise BindgenError("a removed feature has no date of removal and no places", where=where)
    return rows
