"""Render the tables of a revision as constructor calls; arguments equal to the default are omitted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from pathlib import Path
from typing import TypeGuard

from mcp_bindgen import jsontext
from mcp_bindgen.ingest.authorization import Authorization
from mcp_bindgen.ingest.lint_rules import LintRule
from mcp_bindgen.ingest.protocol import ErrorRange, ErrorUse
from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.ingest.transport import EraOutcome
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.protocol import Protocol
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.render.literals import docstring, literal, tuple_literal, tuple_source
from mcp_bindgen.render.row_types import row_types

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


def rule_calls(rows: Sequence[LintRule]) -> list[Call]:
    """The table as source."""
    return [Call(row.id, tuple(_lint_rule_items(row))) for row in rows]


def _lint_rule_items(row: LintRule) -> list[tuple[str, str]]:
    values: list[tuple[str, str | int | tuple[str, ...]]]
    values = [(field.name, getattr(row, field.name)) for field in fields(row)]
    return [(name, tuple_literal(v) if isinstance(v, tuple) else literal(v)) for name, v in values if v]


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
    return [Constant(row.name, row.code, docstring([_summary(row)], ""), tuple(_error_code_items(row))) for row in rows]


def range_calls(rows: Sequence[ErrorRange]) -> list[str]:
    """Each range as source."""
    names = ("low", "high", "owner", "rule", "undefined")
    return [_call("ErrorRange", [*_pairs(row, names), _sources(row.sources)]) for row in rows]


def _summary(row: ErrorCode) -> str:
    sentence = f"{row.meaning[:1].upper()}{row.meaning[1:]}."
    if not row.retired:
        return sentence
    return f"Retired, last in {row.until}: {row.meaning}." if row.until else f"Retired: {row.meaning}."


def _error_code_items(row: ErrorCode) -> list[tuple[str, str]]:
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


def source(value: object) -> str:
    """A row, a tuple of rows or a scalar as source; arguments equal to the default are omitted."""
    if _is_tuple(value):
        return tuple_source([source(item) for item in value])
    if is_dataclass(value) and not isinstance(value, type):
        pairs = [(field, getattr(value, field.name)) for field in fields(value)]
        given = [(field, item) for field, item in pairs if not _as_by_default(field, item)]
        calls = [f"{field.name}={source(item)}" for field, item in given]
        return f"{type(value).__name__}({', '.join(calls)})"
    return literal(value)


def classes(value: object) -> set[str]:
    """The classes that the source of a value calls."""
    if _is_tuple(value):
        return {name for item in value for name in classes(item)}
    if is_dataclass(value) and not isinstance(value, type):
        inner = {name for field in fields(value) for name in classes(getattr(value, field.name))}
        return {type(value).__name__, *inner}
    return set()


def tables_json(
    protocols: Sequence[Protocol], matrix: Sequence[EraOutcome], authorizations: Sequence[Authorization]
) -> str:
    """All tables as one JSON document; every member is written, defaults too."""
    document: dict[str, JSONValue] = {
        "revisions": [plain(protocol) for protocol in protocols],
        "era_matrix": [plain(row) for row in matrix],
        "authorization": [plain(authorization) for authorization in authorizations],
    }
    return jsontext.dumps(document).decode("utf-8")


def plain(value: object) -> JSONValue:
    """A row, a tuple of rows or a scalar as JSON."""
    if _is_tuple(value):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    assert value is None or isinstance(value, (str, int))
    return value


def _is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def _as_by_default(field: Field[object], value: object) -> bool:
    return field.default is not MISSING and field.default == value


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
