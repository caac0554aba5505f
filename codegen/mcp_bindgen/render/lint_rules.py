"""Render the table of lint rules as constructor calls; arguments equal to the default are omitted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from mcp_bindgen.ingest.lint_rules import LintRule
from mcp_bindgen.render.literals import literal, tuple_literal
from mcp_bindgen.render.methods import Call


def rule_calls(rows: Sequence[LintRule]) -> list[Call]:
    """The table as source."""
    return [Call(row.id, tuple(_items(row))) for row in rows]


def _items(row: LintRule) -> list[tuple[str, str]]:
    values: list[tuple[str, str | int | tuple[str, ...]]]
    values = [(field.name, getattr(row, field.name)) for field in fields(row)]
    return [(name, tuple_literal(v) if isinstance(v, tuple) else literal(v)) for name, v in values if v]
