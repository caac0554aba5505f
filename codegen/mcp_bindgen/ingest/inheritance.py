"""Facts files that inherit: a file states only the differences of its revision from an earlier one.

A file under `schema/<rev>/` that starts with `inherits = "REV"` has the tables of the file with its name under
`schema/REV/`, and states only the differences:

- A row whose id the inherited table lacks is an added row.
- A row whose id the inherited table has is a changed row. It names its id and the members that differ; `unset` lists
  the members that the changed row no longer has.
- `[gone]` lists the ids of the rows that no longer hold, by table; a table that is no array of rows has the id `*`.
- `afresh` lists the tables of which nothing is inherited.
- `[unconfirmed]` lists, by table, the ids of inherited rows that nobody has compared with the new pages yet.

An inherited row cites the pages of the new revision. Only a cited changelog stays the old one, because each changelog
lists the changes of one revision. Rows keep their inherited order; added rows come last. A statement without effect is
an error: a changed member that equals the inherited one, or an id that is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import parse_toml, read_toml_text
from mcp_bindgen.jsontext import is_array, is_object, json_equal

Keys: TypeAlias = Mapping[str, tuple[str, ...]]
"""The members that identify a row, by table. Their values, joined by spaces, are the id of the row."""

KEYS: Mapping[str, Keys] = {
    "protocol.toml": {
        "method": ("name",),
        "error_code": ("code",),
        "error_range": ("low", "high"),
        "default": ("type", "member"),
        "feature": ("feature",),
        "name": ("place",),
    },
    "transport.toml": {
        "request_header": ("name", "applies", "role", "body_field"),
        "response_header": ("name", "applies"),
        "status": ("code", "situation"),
        "meta_key": ("key",),
        "client_capability": ("path",),
        "server_capability": ("path",),
        "requirement": ("id",),
        "era_outcome": ("client", "server"),
    },
    "authorization.toml": {
        "standard": ("name",),
        "discovery": ("target", "base", "form", "suffix", "issuer"),
        "parameter": ("name", "where", "role"),
        "challenge": ("status", "error"),
        "status": ("code", "situation"),
        "rule": ("id",),
        "issuer_check": ("advertised", "present"),
        "deprecation": ("item",),
    },
    "lint_rules.toml": {"rule": ("id",), "elsewhere": ("id",)},
}
"""The tables of rows of a file, with the members that identify a row, by file."""

STATEMENTS = ("inherits", "afresh", "gone", "unconfirmed")
WHOLE_TABLE = "*"
"""Id of a table that is no array of rows."""

Row = dict[str, Any]
Tables = dict[str, Any]


@dataclass(frozen=True)
class ResolvedFacts:
    """Tables of one facts file, including inherited rows."""

    tables: Tables
    unconfirmed: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Ids of the inherited rows that nobody has compared with the pages of this revision, by table."""
    texts: tuple[bytes, ...] = ()
    """Content of the file, then of each file from which the file inherits; empty for tables that were not read from a
    file.
    """


_cached_facts: dict[tuple[str, tuple[bytes, ...]], ResolvedFacts] = {}
"""Cached facts, by path and texts. A run reads each file several times, and joining inherited tables is slow."""

_MAX_CACHED = 64


def read_facts(schema_root: Path, revision_id: str, name: str) -> ResolvedFacts:
    """Return the content of a facts file of a revision, including inherited rows.

    Args:
        schema_root: the directory `schema/`.
        revision_id: the revision.
        name: the name of the file, such as `protocol.toml`.

    Raises:
        BindgenError: the file or one from which it inherits is missing, cannot be read or is not TOML; a file inherits
            from itself; a table or statement is unknown or malformed; a statement has no effect; two rows have one id.
    """
    found = _read_resolved_facts(schema_root, revision_id, name, ())
    return replace(found, tables=_copy_containers(found.tables))


def apply_differences(keys: Keys, inherited: Tables, stated: Tables, *, where: str) -> Tables:
    """Return the tables of a file that inherits: the inherited tables with the stated differences.

    Args:
        keys: the tables of rows, with the members that identify a row.
        inherited: the tables before the differences.
        stated: the differences.
        where: the file with the differences, for error messages.

    Raises:
        BindgenError: a table or statement is unknown or malformed; a statement has no effect; two rows have one id.
    """
    _check_distinct_ids(keys, stated, where)
    return _InheritingFile(keys, where, dict(inherited)).resolve(dict(stated)).tables


def row_id(keys: Keys, table: str, row: Mapping[str, Any]) -> str:
    """Return the id of a row of a table: the values of its keys, joined by spaces. A missing value is left out."""
    values = [row[key] for key in keys[table] if key in row]
    return " ".join(_id_text(value) for value in values)


def _id_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "+".join(map(_id_text, value)) if is_array(value) else str(value)


def _read_resolved_facts(schema_root: Path, revision_id: str, name: str, inheriting: tuple[str, ...]) -> ResolvedFacts:
    path = schema_root / revision_id / name
    if not path.exists():
        raise BindgenError(f"the revision has no {name}; write one", where=str(path))
    where, text = str(path), read_toml_text(path)
    base_id = _parse_tables(text, where).get("inherits")
    base: ResolvedFacts | None = None
    if base_id is not None:
        if not isinstance(base_id, str) or base_id in (*inheriting, revision_id):
            raise BindgenError(f"the file cannot inherit from {base_id!r}", where=where)
        base = _read_resolved_facts(schema_root, base_id, name, (*inheriting, revision_id))
    key = where, (text, *(base.texts if base is not None else ()))
    if key not in _cached_facts:
        stated: Tables = _copy_containers(_parse_tables(text, where))
        _check_distinct_ids(KEYS[name], stated, where)
        _cached_facts[key] = replace(_resolve_inheritance(stated, base, revision_id, name, where), texts=key[1])
        if len(_cached_facts) > _MAX_CACHED:
            del _cached_facts[next(iter(_cached_facts))]
    return _cached_facts[key]


@lru_cache(maxsize=_MAX_CACHED)
def _parse_tables(text: bytes, where: str) -> Tables:
    return parse_toml(text, where=where)


def _resolve_inheritance(
    stated: Tables, base: ResolvedFacts | None, revision_id: str, name: str, where: str
) -> ResolvedFacts:
    base_id = stated.pop("inherits", "")
    if base is None:
        for statement in STATEMENTS:
            if statement in stated:
                raise BindgenError(f"`{statement}` has no effect without `inherits`", where=where)
        return ResolvedFacts(stated)
    inherited: Tables = with_pages_of_revision(base.tables, base_id, revision_id)
    return _InheritingFile(KEYS[name], where, inherited).resolve(stated)


def _check_distinct_ids(keys: Keys, stated: Tables, where: str) -> None:
    for table in keys:
        rows = stated.get(table, [])
        if is_array(rows) and all(map(is_object, rows)):
            ids = [row_id(keys, table, row) for row in rows]
            for each in ids:
                if ids.count(each) > 1:
                    raise BindgenError(f"{table} {each!r} has {ids.count(each)} rows; keep one", where=where)


def with_pages_of_revision(value: Any, base_id: str, revision_id: str, key: str = "") -> Any:
    """Return a copy of facts that cites the pages of another revision in `sources`. A cited changelog is kept.

    Args:
        value: the facts, or a value in them.
        base_id: the revision whose pages the facts cite.
        revision_id: the revision whose pages the copy cites.
        key: name of the member that has the value, if any.
    """
    if is_object(value):
        return {name: with_pages_of_revision(item, base_id, revision_id, name) for name, item in value.items()}
    if is_array(value):
        return [with_pages_of_revision(item, base_id, revision_id, key) for item in value]
    if key == "sources" and isinstance(value, str):
        cited = rf"\bspecification/{re.escape(base_id)}/(?!changelog\b)"
        return re.sub(cited, f"specification/{revision_id}/", value)
    return value


def _copy_containers(value: Any) -> Any:
    if is_object(value):
        return {name: _copy_containers(item) for name, item in value.items()}
    return [_copy_containers(item) for item in value] if is_array(value) else value


class _InheritingFile:
    """One file that inherits, and the tables that it inherits."""

    def __init__(self, keys: Keys, where: str, inherited: Tables) -> None:
        self._keys = keys
        self._where = where
        self._inherited = inherited

    def resolve(self, stated: Tables) -> ResolvedFacts:
        afresh = self._remove_restated_tables(stated)
        gone = self._read_ids(stated, "gone")
        unconfirmed = self._read_ids(stated, "unconfirmed")
        tables = dict(self._inherited)
        for table, ids in gone.items():
            self._remove_rows(tables, table, ids)
        for table, value in stated.items():
            if table in tables and is_array(tables[table]) != is_array(value):
                form = f"[[{table}]]" if is_array(tables[table]) else f"[{table}]"
                raise self._make_error(f"{table} must be written {form}")
            if is_array(value):
                tables[table] = self._apply_rows(table, value, tables.get(table, []))
            elif is_object(value):
                tables[table] = self._change_row(table, value, tables[table]) if table in tables else value
            else:
                raise self._make_error(f"unknown statement {table!r}")
        self._check_replacements(tables, afresh, gone)
        for table, ids in unconfirmed.items():
            for each in ids:
                if each not in self._known_ids(tables, table):
                    raise self._make_error(f"`unconfirmed` lists {table} {each!r}, which does not exist")
        return ResolvedFacts(tables, unconfirmed)

    def _remove_restated_tables(self, stated: Tables) -> Tables:
        """Remove `afresh` from the stated tables, and from the inherited tables those that `afresh` lists. Return the
        removed inherited tables.

        Raises:
            BindgenError: `afresh` is malformed, or lists a table twice or one that is not inherited.
        """
        names = self._read_names(stated, "afresh")
        for table in names:
            if table not in self._inherited:
                raise self._make_error(f"`afresh` lists {table!r}, which is not inherited")
        self._check_distinct("afresh", names)
        return {table: self._inherited.pop(table) for table in names}

    def _check_replacements(self, tables: Tables, afresh: Tables, gone: Mapping[str, Sequence[str]]) -> None:
        """Check that no table or row is left out and then stated with the value that it would inherit.

        Raises:
            BindgenError: a table or row is left out and stated again with its inherited value, or `gone` lists an id
                twice.
        """
        for table, inherited in afresh.items():
            if json_equal(inherited, tables.get(table)):
                raise self._make_error(
                    f"`afresh` lists {table!r}, but the table states what would be inherited; delete both"
                )
        for table, ids in gone.items():
            self._check_distinct(f"gone.{table}", ids)
            for each in ids:
                if each in self._known_ids(tables, table) and json_equal(
                    self._find_row(self._inherited, table, each), self._find_row(tables, table, each)
                ):
                    raise self._make_error(
                        f"`gone` lists {table} {each!r}, but the row states what would be inherited; delete both"
                    )

    def _check_distinct(self, statement: str, names: Sequence[str]) -> None:
        for name in names:
            if names.count(name) > 1:
                raise self._make_error(f"`{statement}` lists {name!r} {names.count(name)} times")

    def _find_row(self, tables: Tables, table: str, id_: str) -> Any:
        """Return the row with an id. For the id `WHOLE_TABLE`, return the table."""
        if id_ == WHOLE_TABLE:
            return tables[table]
        return next(row for row in tables[table] if row_id(self._keys, table, row) == id_)

    def _apply_rows(self, table: str, stated: Sequence[Any], inherited: Sequence[Row]) -> list[Row]:
        if table not in self._keys:
            raise self._make_error(f"unknown table {table!r}; such a file has the rows of {', '.join(self._keys)}")
        rows = {row_id(self._keys, table, row): row for row in inherited}
        for row in stated:
            if not is_object(row):
                raise self._make_error(f"rows must be written [[{table}]]")
            name = row_id(self._keys, table, row)
            if name in rows:
                row = self._change_row(f"{table} {name!r}", row, rows[name], self._keys[table])
            elif "unset" in row:
                raise self._make_error(f"{table} {name!r}: `unset` has no effect, since no such row is inherited")
            rows[name] = row
        return list(rows.values())

    def _change_row(self, subject: str, stated: Row, inherited: Row, keys: Sequence[str] = ()) -> Row:
        row = dict(inherited)
        for member in self._read_names(stated, "unset"):
            if member not in row:
                raise self._make_error(f"{subject}: `unset` lists {member!r}, which is not inherited")
            if member in stated:
                raise self._make_error(f"{subject}: {member!r} is stated, so `unset` has no effect")
            del row[member]
        for member, value in stated.items():
            if member not in keys and member in inherited and json_equal(inherited[member], value):
                raise self._make_error(f"{subject}: {member!r} is inherited with this value; delete the line")
        changed = {**row, **stated}
        if json_equal(changed, inherited):
            raise self._make_error(f"{subject} states what is inherited; delete the row")
        return changed

    def _remove_rows(self, tables: Tables, table: str, ids: Sequence[str]) -> None:
        for each in ids:
            if each not in self._known_ids(tables, table):
                raise self._make_error(f"`gone` lists {table} {each!r}, which is not inherited")
        if WHOLE_TABLE in ids:
            del tables[table]
        else:
            tables[table] = [row for row in tables[table] if row_id(self._keys, table, row) not in ids]

    def _known_ids(self, tables: Tables, table: str) -> Sequence[str]:
        rows = tables.get(table)
        if is_array(rows):
            return [row_id(self._keys, table, row) for row in rows]
        return [] if rows is None else [WHOLE_TABLE]

    def _read_ids(self, stated: Tables, statement: str) -> dict[str, Sequence[str]]:
        lists = stated.pop(statement, {})
        if not is_object(lists):
            raise self._make_error(f"[{statement}] must have a list of ids for each table")
        return {table: self._read_names(lists, table, keep=True) for table in lists}

    def _read_names(self, holder: Row, key: str, *, keep: bool = False) -> Sequence[str]:
        names = holder.get(key, []) if keep else holder.pop(key, [])
        if not is_array(names) or not all(isinstance(name, str) for name in names):
            raise self._make_error(f"`{key}` must be a list of names")
        return names

    def _make_error(self, message: str) -> BindgenError:
        return BindgenError(message, where=self._where)
