"""Render the method table as constructor calls; arguments equal to the default are omitted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from mcp_bindgen.ir.methods import MethodRow
from mcp_bindgen.render.literals import literal, tuple_literal


@dataclass(frozen=True)
class Call:
    """One `MethodInfo(…)`."""

    name: str
    items: tuple[tuple[str, str], ...]
    """Keyword and source of its value."""


def method_calls(rows: Sequence[MethodRow]) -> list[Call]:
    """The table as source."""
    return [Call(row.name, tuple(_items(row))) for row in rows]


def _items(row: MethodRow) -> list[tuple[str, str]]:
    values: list[tuple[str, str | bool | tuple[str, ...] | None]]
    values = [(field.name, getattr(row, field.name)) for field in fields(row)]
    return [(name, tuple_literal(v) if isinstance(v, tuple) else literal(v)) for name, v in values if v]
