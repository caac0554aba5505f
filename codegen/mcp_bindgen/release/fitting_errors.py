"""Derive the rows of error codes of a new revision."""

from __future__ import annotations

from mcp_bindgen import naming
from mcp_bindgen.ir.error_codes import ErrorShape, error_shapes
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.release.difference import Difference


def fit_error_codes(spec: SpecRevision, found: Difference) -> None:
    """Fit the rows `error_code`: name the definitions of the schema, and add the codes that only a definition has."""
    shapes = {code: shape for shape in error_shapes(spec) for code in shape.codes}
    rows = {row["code"]: row for row in found.rows("error_code")}
    for code, row in rows.items():
        shape = shapes.get(code)
        if shape is None:
            found.change("error_code", row, {"definition": None} if row.get("definition") else {})
        else:
            typed = {"data": None} if shape.data and row.get("data") else {}
            revived = {"reserved": None} if row.get("reserved") else {}
            found.change("error_code", row, {**typed, **revived, "definition": shape.definition})
    for code, shape in shapes.items():
        if code not in rows:
            found.add(
                "error_code",
                {
                    "code": code,
                    "name": _name(shape, code),
                    "meaning": "",
                    "definition": shape.definition,
                    "sources": [],
                },
            )


def _name(shape: ErrorShape, code: int) -> str:
    stem = shape.definition.removesuffix("Error")
    return naming.constant_name(stem if len(shape.codes) == 1 else f"{stem} {code}")
