"""The facts of each revision that the tables in `schema/` were made from, in our words, with the source of each.

The tests hold the tables and the package to them. `schema-defects.toml` says which places of the official schema files
are in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import mcp_bindings as mb
from mcp_bindgen.ingest.manifest import read_toml

_DIRECTORY = Path(__file__).parent

STATED = tuple(revision for revision in mb.REVISIONS if (_DIRECTORY / f"{revision}.toml").is_file())
"""The revisions whose facts stand here. A revision that was brought in a moment ago has no independent facts yet."""


@cache
def facts_of(revision: str) -> dict[str, Any]:
    """The facts of one revision."""
    return read_toml(_DIRECTORY / f"{revision}.toml")


@cache
def schema_defects() -> dict[str, Any]:
    """The places of the official schema files that are in doubt."""
    return read_toml(_DIRECTORY / "schema-defects.toml")


def in_order(rows: Iterable[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Sort rows: tables keep the order in which rows were inherited, these facts that of the pages."""
    return sorted(rows, key=repr)
