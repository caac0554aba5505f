"""Read TOML rows as frozen dataclasses, and check the keys and the type of each value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.jsontext import is_array, is_object

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Row = TypeVar("Row", bound=DataclassInstance)


def read_row(kind: type[Row], row: Mapping[str, Any], *, where: str) -> Row:
    """Return one row as an instance of a class. The row's keys are the fields of the class, and arrays become tuples.

    Raises:
        BindgenError: a key is unknown or missing, or a value has another type than its field.
    """
    fields_by_name = {field.name: field for field in fields(kind)}
    for name in row:
        if name not in fields_by_name:
            raise BindgenError(f"unknown key {name!r}", where=where, hint=f"known keys: {', '.join(fields_by_name)}")
    for name, field in fields_by_name.items():
        if name not in row and field.default is MISSING:
            raise BindgenError(f"key {name!r} is missing", where=where)
    hints = _field_types(kind)
    return kind(**{name: _convert_value(value, hints[name], where=f"{where}, {name}") for name, value in row.items()})


@cache
def _field_types(kind: type[Any]) -> Mapping[str, Any]:
    """Return the type of each field of a class. The types are cached: finding them takes longer than reading a row."""
    return get_type_hints(kind)


def table_rows(table: Mapping[str, Any], key: str, *, where: str) -> list[dict[str, Any]]:
    """Return the tables in the array of tables under a key; empty if the key is absent.

    Raises:
        BindgenError: the value is no array of tables.
    """
    rows: Any = table.get(key, [])
    if not is_array(rows) or not all(map(is_object, rows)):
        raise BindgenError(f"rows must be written [[{key}]]", where=where)
    return rows


def read_rows(kind: type[Row], table: Mapping[str, Any], key: str, *, where: str) -> tuple[Row, ...]:
    """Return the rows of the array of tables under a key, in the order of the file; empty if the key is absent.

    Raises:
        BindgenError: the value is no array of tables, or a row has an error of `read_row`. The message names the row.
    """
    place = f"{where}: {key}"
    rows = table_rows(table, key, where=place)
    return tuple(read_row(kind, row, where=f"{place} {number}{_row_name(row)}") for number, row in enumerate(rows, 1))


def _row_name(row: Mapping[str, Any]) -> str:
    """Return the code and the name of a row, as far as the row has them, in parentheses for error messages; empty if it
    has neither.
    """
    names = [str(row[key]) for key in ("code", "name") if isinstance(row.get(key), (int, str))]
    return f" ({' '.join(names)})" if names else ""


def _convert_value(value: Any, hint: Any, *, where: str) -> Any:
    """Return a value of a row, converted to the type of its field. TOML has no null, so a value is never None.

    Raises:
        BindgenError: the value has another type.
    """
    if isinstance(hint, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        if is_array(value):
            return tuple(_convert_value(each, item, where=f"{where} {number}") for number, each in enumerate(value, 1))
    elif get_origin(hint) is Literal:
        if value in get_args(hint):
            return value
        raise BindgenError(f"expected {' or '.join(map(repr, get_args(hint)))}, found {value!r}", where=where)
    elif hint in (str, int, bool):
        if type(value) is hint:
            return value
    elif is_object(value):
        return read_row(hint, value, where=where)
    raise BindgenError(f"expected {_kind_name(hint)}, found {value!r}", where=where)


def _kind_name(hint: Any) -> str:
    names = {str: "a string", int: "an integer", bool: "true or false"}
    return names.get(hint, "an array" if get_origin(hint) is tuple else "a table")
