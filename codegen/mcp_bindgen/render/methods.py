"""Render the method table as constructor calls; arguments equal to the default are omitted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.render.literals import literal, tuple_literal

TARGETS = ("name", "uri")
"""Members that name the tool, the prompt or the resource of a message. Of params with both, it is the last one."""


@dataclass(frozen=True)
class Call:
    """One `MethodInfo(…)`."""

    name: str
    items: tuple[tuple[str, str], ...]
    """Keyword and source of its value."""


def method_calls(rows: Sequence[MethodInfo]) -> list[Call]:
    """The table as source."""
    return [Call(row.name, tuple(_items(row))) for row in rows]


def targets(specs: Sequence[SpecRevision], rows: Mapping[str, Sequence[MethodInfo]]) -> dict[str, str]:
    """By method, the required member of its params that is called `name` or `uri`.

    Args:
        specs: the revisions to write.
        rows: the method table of each revision.
    """
    found: dict[str, str] = {}
    for spec in specs:
        types = spec.by_name()
        for row in rows[spec.revision.id]:
            params = types.get(row.params or "")
            for field in params.fields if isinstance(params, ObjectType) else ():
                if field.required and field.wire_name in TARGETS:
                    found[row.name] = field.wire_name
    return dict(sorted(found.items()))


def _items(row: MethodInfo) -> list[tuple[str, str]]:
    values: list[tuple[str, str | bool | tuple[str, ...] | None]]
    values = [(field.name, getattr(row, field.name)) for field in fields(row)]
    return [(name, tuple_literal(v) if isinstance(v, tuple) else literal(v)) for name, v in values if v]
