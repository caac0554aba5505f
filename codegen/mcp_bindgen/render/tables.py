"""Render rows of tables as constructor calls, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import TypeGuard

from mcp_bindgen import jsontext
from mcp_bindgen.ingest.authorization import Authorization
from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.ingest.transport import EraOutcome
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.protocol import Protocol
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.render.literals import literal, tuple_source
from mcp_bindgen.render.row_types import row_types

TARGETS = ("name", "uri")
"""Members that name the tool, the prompt or the resource of a message. If the params have both, the one
that the schema names last counts.
"""


def target_members(specs: Sequence[SpecRevision], rows: Mapping[str, Sequence[MethodInfo]]) -> dict[str, str]:
    """Return which of the members `name` and `uri` the params of a method require, by method.

    Methods whose params require neither are left out.

    Args:
        specs: the revisions.
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


def error_code_summary(row: ErrorCode) -> str:
    """Return the docstring for the constant of an error code."""
    meaning = row.meaning or f"the code of {row.response or row.error or row.name}"
    if not row.retired:
        return f"{meaning[:1].upper()}{meaning[1:]}."
    return f"Retired, last in {row.until}: {meaning}." if row.until else f"Retired: {meaning}."


def row_source(value: object) -> str:
    """Return a row, a tuple of rows or a scalar as source. Arguments that equal the default are omitted."""
    if _is_tuple(value):
        return tuple_source([row_source(item) for item in value])
    if is_dataclass(value) and not isinstance(value, type):
        pairs = [(field, getattr(value, field.name)) for field in fields(value)]
        stated = [(field, item) for field, item in pairs if not _is_default(field, item)]
        calls = [f"{field.name}={row_source(item)}" for field, item in stated]
        return f"{type(value).__name__}({', '.join(calls)})"
    return literal(value)


def called_classes(value: object) -> list[str]:
    """Return the names of the classes that the source of a value calls, sorted."""
    if _is_tuple(value):
        return sorted({name for item in value for name in called_classes(item)})
    if is_dataclass(value) and not isinstance(value, type):
        inner = {name for field in fields(value) for name in called_classes(getattr(value, field.name))}
        return sorted({type(value).__name__, *inner})
    return []


def tables_json(
    protocols: Sequence[Protocol], matrix: Sequence[EraOutcome], authorizations: Sequence[Authorization]
) -> str:
    """Return all tables as one JSON document. Every member is written, even if it has its default."""
    document: dict[str, JSONValue] = {
        "revisions": [row_json(protocol) for protocol in protocols],
        "era_matrix": [row_json(row) for row in matrix],
        "authorization": [row_json(authorization) for authorization in authorizations],
    }
    return jsontext.dumps(document).decode("utf-8")


def row_json(value: object) -> JSONValue:
    """Return a row, a tuple of rows or a scalar as JSON."""
    if _is_tuple(value):
        return [row_json(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: row_json(getattr(value, field.name)) for field in fields(value)}
    assert value is None or isinstance(value, (str, int))
    return value


def _is_tuple(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def _is_default(field: Field[object], value: object) -> bool:
    return field.default is not MISSING and field.default == value


def shared_variables(
    schema_root: Path,
    eras: Sequence[EraOutcome],
    forks: Mapping[str, str],
    others: Mapping[str, object],
) -> dict[str, object]:
    """Return the template variables that have one value for all revisions.

    Args:
        schema_root: the directory with the data about revisions.
        eras: the outcome of a connection for each pair of the eras of client and server.
        forks: the id of the base revision of each fork, by the id of the fork.
        others: further variables, which are added.

    Raises:
        BindgenError: the rules of translation cannot be read or are malformed.
    """
    return {
        "row_types": row_types(),
        "era_matrix": tuple(eras),
        "translation": read_translation(schema_root),
        "forks": forks,
        **others,
    }
