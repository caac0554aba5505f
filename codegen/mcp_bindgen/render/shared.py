"""What the templates have that do not belong to one revision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.ingest.transport import EraOutcome
from mcp_bindgen.render.protocol import source
from mcp_bindgen.render.row_types import row_types


def shared_variables(
    schema_root: Path,
    eras: Sequence[EraOutcome],
    forks: Mapping[str, tuple[str, Path]],
    others: Mapping[str, object],
) -> dict[str, object]:
    """The variables of these templates.

    Args:
        schema_root: the directory with the data about revisions.
        eras: the outcomes by era of client and server.
        forks: the base and the schema file of each fork.
        others: variables that are known already.
    """
    translation = {name: source(rows) for name, rows in vars(read_translation(schema_root)).items()}
    bases = {name: base for name, (base, _) in forks.items()}
    return {
        "row_types": row_types(),
        "era_matrix": source(tuple(eras)),
        "translation": translation,
        "forks": bases,
        **others,
    }
