"""Render the tables of transport, headers and lifecycle: as calls for the package, and as JSON for the site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import TypeGuard

from mcp_bindgen import jsontext
from mcp_bindgen.ingest.authorization import Authorization
from mcp_bindgen.ingest.transport import EraOutcome
from mcp_bindgen.ir.protocol import Protocol
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.render.literals import literal, tuple_source


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
