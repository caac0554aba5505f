"""The facts of `schema/<rev>/protocol.toml` on batches and request ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol import read_tables
from mcp_bindgen.ingest.rows import read_row
from mcp_bindgen.jsontext import is_object


@dataclass(frozen=True)
class Batching:
    """Whether messages may be sent as arrays; `absent` if the specification does not mention it."""

    receive: Literal["must", "absent"]
    send: Literal["may", "must-not", "absent"]
    initialize: Literal["must-not", "absent"]
    """Whether `initialize` may be part of a batch."""

    sources: tuple[str, ...]


@dataclass(frozen=True)
class RequestIds:
    """Rules for ids besides their type, and when an error response may omit the id."""

    unique: Literal["session", "waiting"]
    """Whether an id must differ from all ids in the session, or only from those that await a response."""

    retry_needs_new_id: bool
    absent_in_error: Literal["never", "http-body", "unreadable-id"]
    sources: tuple[str, ...]


def read_batching(schema_root: Path, revision_id: str) -> Batching:
    """The table `[batching]`.

    Raises:
        BindgenError: missing, or not as expected.
    """
    path, tables = read_tables(schema_root, revision_id)
    return read_row(Batching, _table(tables, "batching", path), where=f"{path}: batching")


def read_request_ids(schema_root: Path, revision_id: str) -> RequestIds:
    """The table `[request_id]`.

    Raises:
        BindgenError: missing, or not as expected.
    """
    path, tables = read_tables(schema_root, revision_id)
    return read_row(RequestIds, _table(tables, "request_id", path), where=f"{path}: request_id")


def _table(tables: Mapping[str, Any], key: str, path: Path) -> dict[str, Any]:
    table: object = tables.get(key)
    if not is_object(table):
        raise BindgenError(f"no table [{key}]", where=str(path))
    return table
