"""Render the table of error codes as constants and constructor calls; arguments equal to the default are omitted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from mcp_bindgen.ingest.protocol_errors import ErrorRange, ErrorUse
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.render.literals import docstring, literal, tuple_literal, tuple_source


@dataclass(frozen=True)
class Constant:
    """One code: `NAME: Final = …`, the docstring below it, and its `ErrorCode(…)`."""

    name: str
    code: int
    docstring: str
    items: tuple[tuple[str, str], ...]
    """Keyword and source of its value."""


def constants(rows: Sequence[ErrorCode]) -> list[Constant]:
    """The table as source."""
    return [Constant(row.name, row.code, docstring([_summary(row)], ""), tuple(_items(row))) for row in rows]


def range_calls(rows: Sequence[ErrorRange]) -> list[str]:
    """Each range as source."""
    names = ("low", "high", "owner", "rule", "undefined")
    return [_call("ErrorRange", [*_pairs(row, names), _sources(row.sources)]) for row in rows]


def _summary(row: ErrorCode) -> str:
    sentence = f"{row.meaning[:1].upper()}{row.meaning[1:]}."
    if not row.retired:
        return sentence
    return f"Retired, last in {row.until}: {row.meaning}." if row.until else f"Retired: {row.meaning}."


def _items(row: ErrorCode) -> list[tuple[str, str]]:
    values: dict[str, str | bool | tuple[str, ...] | None]
    values = {field.name: getattr(row, field.name) for field in fields(row) if field.name not in ("code", "uses")}
    items = [(name, tuple_literal(v) if isinstance(v, tuple) else literal(v)) for name, v in values.items() if v]
    uses = [("uses", tuple_source([_use(use) for use in row.uses]))] if row.uses else []
    return [("code", row.name), *items, *uses]


def _use(use: ErrorUse) -> str:
    items = [*_pairs(use, ("situation", "emitter", "level")), _sources(use.sources)]
    if use.http_status is not None:
        items.append(("http_status", literal(use.http_status)))
    return _call("ErrorUse", items)


def _pairs(row: object, names: Sequence[str]) -> list[tuple[str, str]]:
    return [(name, literal(getattr(row, name))) for name in names]


def _sources(sources: Sequence[str]) -> tuple[str, str]:
    return "sources", tuple_literal(sources)


def _call(name: str, items: Sequence[tuple[str, str]]) -> str:
    return f"{name}({', '.join(f'{keyword}={value}' for keyword, value in items)})"
