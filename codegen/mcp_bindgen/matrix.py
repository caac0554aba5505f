"""The matrix of methods, capabilities, error codes and features by revision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.ir.features import capability_paths
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.types import ObjectType, SpecRevision

Group = Literal["method", "client capability", "server capability", "error code", "feature"]

FEATURES: Sequence[tuple[str, Callable[[SpecRevision], bool]]] = (
    ("initialize handshake", lambda spec: spec.revision.era == "handshake"),
    ("version and capabilities in every request", lambda spec: spec.revision.era == "per-request"),
    ("JSON-RPC batches", lambda spec: "JSONRPCBatchRequest" in spec.definitions),
    ("structured tool output", lambda spec: "outputSchema" in _list_member_names(spec, "Tool")),
    ("tasks", lambda spec: "CreateTaskResult" in spec.definitions),
    ("input-required results", lambda spec: "InputRequiredResult" in spec.definitions),
    ("cacheable results", lambda spec: "CacheableResult" in spec.definitions),
)
"""Features that are neither methods nor capabilities, each with a function that returns whether a revision has it."""


@dataclass(frozen=True)
class MatrixRow:
    """One row of the matrix. A cell is empty if its revision lacks the method, capability, code or feature."""

    group: Group
    name: str
    cells: tuple[str, ...]


def make_matrix_rows(
    specs: Sequence[SpecRevision], tables: Sequence[Sequence[MethodInfo]], codes: Sequence[Sequence[ErrorCode]]
) -> list[MatrixRow]:
    """Return the rows of the matrix: methods, capabilities, error codes and features, in this order.

    Methods and capabilities are sorted by name, error codes by number.

    Args:
        specs: the revisions.
        tables: the method table of each revision.
        codes: the table of error codes of each revision.
    """
    rows: list[MatrixRow] = []
    names = sorted({row.name for table in tables for row in table})
    for name in names:
        rows.append(MatrixRow("method", name, tuple(_format_method_cell(name, table) for table in tables)))
    sides: tuple[tuple[str, Group], ...] = (("client", "client capability"), ("server", "server capability"))
    for side, group in sides:
        declared = [capability_paths(spec, side) for spec in specs]
        for path in sorted({path for paths in declared for path in paths}):
            rows.append(MatrixRow(group, path, tuple("yes" if path in paths else "" for paths in declared)))
    named = {row.code: row.name for table in codes for row in table}
    for code in sorted(named):
        rows.append(
            MatrixRow(
                "error code", f"{code} {named[code]}", tuple(_format_error_code_cell(code, table) for table in codes)
            )
        )
    for feature, has in FEATURES:
        rows.append(MatrixRow("feature", feature, tuple("yes" if has(spec) else "" for spec in specs)))
    return rows


def newest_first(revisions: Sequence[str], rows: Sequence[MatrixRow]) -> tuple[list[str], list[MatrixRow]]:
    """Return the ids of revisions and the cells of each row in reverse order, so that the newest is first."""
    return [*reversed(revisions)], [replace(row, cells=row.cells[::-1]) for row in rows]


def _format_method_cell(name: str, table: Sequence[MethodInfo]) -> str:
    """Return the cell of a method, or an empty text if the table has no such method.

    The cell is `client`, `server` or `both`, for the sides that send the method, or `embedded`. If the method is
    deprecated or experimental, `deprecated`, `experimental` or both words follow in brackets.
    """
    row = next((row for row in table if row.name == name), None)
    if row is None:
        return ""
    way = "embedded" if row.kind == "embedded" else "both" if len(row.senders) > 1 else "".join(row.senders)
    marks = [mark for mark, holds in (("deprecated", row.deprecated), ("experimental", row.experimental)) if holds]
    return f"{way} ({', '.join(marks)})" if marks else way


def _format_error_code_cell(code: int, table: Sequence[ErrorCode]) -> str:
    """Return the cell of an error code: `retired`, `example` if only an example has the code, or `yes`; an empty text
    if the table has no such code.
    """
    row = next((row for row in table if row.code == code), None)
    if row is None:
        return ""
    return "retired" if row.retired else "example" if row.example_only else "yes"


def _list_member_names(spec: SpecRevision, name: str) -> set[str]:
    type_ = spec.by_name().get(name)
    return {field.wire_name for field in type_.fields} if isinstance(type_, ObjectType) else set()
