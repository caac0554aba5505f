"""`schema/<rev>/protocol.toml`: facts that a schema cannot state. This module reads the rows of the methods."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.ingest.rows import read_rows

TABLES = ("method", "error_code", "error_range", "batching", "request_id", "default", "feature")
"""The tables that the file may have."""


@dataclass(frozen=True)
class MethodFacts:
    """One row. The defaults hold unless the specification says otherwise."""

    name: str
    sources: tuple[str, ...]
    """Pages of the specification, below https://modelcontextprotocol.io/."""
    results: tuple[str, ...] = ()
    """The result types, unless there is one that is named as the request, with `Result` for `Request`."""
    wrapped_results: tuple[str, ...] = ()
    """The result type that such a response stands for."""
    capability: str = ""
    """Dotted path of the capability that the receiver, or the side in `declared_by`, must have declared."""
    declared_by: Literal["", "receiver", "sender", "client", "server"] = ""
    task_capability: str = ""
    """Dotted path that the receiver must have declared before the request may be augmented with a task."""
    cancellable: bool = True
    progress: bool = True
    delivery: str = ""
    """The channel that carries a notification."""
    filter: str = ""
    """The member of a subscription's filter that asks for the notification."""
    deprecated: bool = False
    experimental: bool = False


def completed(facts: Sequence[MethodFacts], methods: Iterable[str]) -> tuple[MethodFacts, ...]:
    """Rows for exactly these methods of a custom schema; a method without a row gets the defaults."""
    known = {row.name: row for row in facts}
    return tuple(known.get(name, MethodFacts(name, sources=())) for name in methods)


def read_protocol(schema_root: Path, revision_id: str) -> tuple[MethodFacts, ...]:
    """The rows of a revision, in the order of the file.

    Raises:
        BindgenError: a row has an unknown key or lacks one, or a method has two rows.
    """
    path, tables = read_tables(schema_root, revision_id)
    return read_rows(MethodFacts, tables, "method", where=str(path))


def read_tables(schema_root: Path, revision_id: str) -> tuple[Path, dict[str, Any]]:
    """The path of the file of a revision, and its tables.

    Raises:
        BindgenError: the file does not exist, or a table in it is unknown.
    """
    path = schema_root / revision_id / "protocol.toml"
    tables = read_facts(schema_root, revision_id, path.name).tables
    for name in tables:
        if name not in TABLES:
            raise BindgenError(f"unknown table {name!r}", where=str(path), hint=f"known tables: {', '.join(TABLES)}")
    return path, tables
