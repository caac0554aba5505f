"""Difference of a facts file from that of an earlier revision, as data and as TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any

from mcp_bindgen.ingest.inheritance import KEYS, WHOLE_TABLE, Row, Tables, apply_differences, row_id
from mcp_bindgen.jsontext import is_array, is_object

MAX_WIDTH = 100


@dataclass
class Difference:
    """The statements of a facts file that change what the file inherits."""

    name: str
    inherited: Tables
    """The tables of the earlier revision."""
    types: Mapping[str, str] = field(default_factory=dict[str, str])
    """New names of the types that the earlier revision has under another name, by old name."""
    gone: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    stated: list[tuple[str, Row]] = field(default_factory=list[tuple[str, Row]])
    """Changed and added rows, each with the name of its table."""
    renamed: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Ids of added rows that are inherited rows under another id, by table."""

    def get_inherited_rows(self, table: str) -> list[Row]:
        """Return the inherited rows of a table; empty if the table is not inherited or is a single table."""
        rows: Any = self.inherited.get(table, [])
        return [row for row in rows if is_object(row)] if is_array(rows) else []

    def id_of(self, table: str, row: Row) -> str:
        """Return the id of a row: the values of its keys, joined by spaces."""
        return row_id(KEYS[self.name], table, row)

    def remove_row(self, table: str, row: Row) -> None:
        """State that an inherited row no longer holds."""
        self.gone.setdefault(table, []).append(self.id_of(table, row))

    def change_row(self, table: str, row: Row, members: Mapping[str, Any]) -> None:
        """State new values for members of an inherited row.

        Args:
            table: the name of the table.
            row: the inherited row.
            members: the values; None removes a member. Values that the row already has are not stated.
        """
        differing = {key: value for key, value in members.items() if value != row.get(key)}
        if differing:
            head = {key: row[key] for key in KEYS[self.name][table] if key in row} if table in KEYS[self.name] else {}
            unset = [key for key, value in differing.items() if value is None]
            kept = {key: value for key, value in differing.items() if value is not None}
            self.stated.append((table, {**head, **({"unset": unset} if unset else {}), **kept}))

    def note_renamed_rows(self, table: str, rows: Iterable[Row]) -> None:
        """Note that added rows are inherited rows under another id. A person must confirm these rows."""
        ids = [self.id_of(table, row) for row in rows]
        if ids:
            self.renamed.setdefault(table, []).extend(ids)

    def add_row(self, table: str, row: Row) -> None:
        """State a row that is not inherited."""
        self.stated.append((table, row))

    def restate_from(self, original: Tables) -> Difference:
        """Return a difference from other inherited tables that has the same resulting tables.

        Args:
            original: the tables with the earlier names, of which `inherited` has the same rows with new names. If a row
                has another id in `original`, the row is stated as gone, and in full under its new id.
        """
        found = Difference(self.name, original, renamed={table: list(ids) for table, ids in self.renamed.items()})
        for table, rows in self.inherited.items():
            if not is_array(rows):
                row = self._merge_row(rows, [each for name, each in self.stated if name == table])
                found.change_row(table, original[table], {key: row.get(key) for key in {**original[table], **row}})
                continue
            ids = [self.id_of(table, row) for row in rows]
            for before, row, id_ in zip(original[table], rows, ids, strict=True):
                stated = [each for name, each in self.stated if name == table and self.id_of(table, each) == id_]
                merged = self._merge_row(row, stated)
                if id_ in self.gone.get(table, []):
                    found.remove_row(table, before)
                elif id_ == self.id_of(table, before):
                    found.change_row(table, before, {key: merged.get(key) for key in {**before, **merged}})
                else:
                    found.remove_row(table, before)
                    found.add_row(table, merged)
                    found.note_renamed_rows(table, [row])
            added = [each for name, each in self.stated if name == table]
            found.stated += [(table, each) for each in added if self.id_of(table, each) not in ids]
        found.stated += [(table, row) for table, row in self.stated if table not in self.inherited]
        return found

    @staticmethod
    def _merge_row(row: Row, stated: Sequence[Row]) -> Row:
        for each in stated:
            left = {key: value for key, value in row.items() if key not in each.get("unset", ())}
            row = {**left, **{key: value for key, value in each.items() if key != "unset"}}
        return row

    def find_unconfirmed_rows(self) -> dict[str, list[str]]:
        """Return the ids of the rows that a person must confirm, by table.

        These are the inherited rows that are not stated as gone, and the added rows that are noted as renamed. The id
        of a single table is `WHOLE_TABLE`.
        """
        found: dict[str, list[str]] = {}
        for table, rows in self.inherited.items():
            ids = [self.id_of(table, row) for row in rows] if is_array(rows) else [WHOLE_TABLE]
            kept = [each for each in ids if each not in self.gone.get(table, [])]
            found[table] = kept + self.renamed.get(table, [])
        return {table: ids for table, ids in found.items() if ids}

    def make_resulting_tables(self) -> Tables:
        """Return the tables that follow from the inherited tables and the statements.

        Raises:
            BindgenError: two statements are about one row, or a statement has no effect.
        """
        stated: Tables = {"gone": self.gone} if self.gone else {}
        for table, row in self.stated:
            if table in KEYS[self.name]:
                stated.setdefault(table, []).append(row)
            else:
                stated[table] = row
        return apply_differences(KEYS[self.name], self.inherited, stated, where=self.name)

    def to_toml(self, title: str, previous: str, unconfirmed: Mapping[str, Sequence[str]] | None = None) -> str:
        """Return the text of the facts file.

        Args:
            title: the first sentence of the comment at the beginning of the file.
            previous: the revision from which the file inherits.
            unconfirmed: ids of rows that nobody has compared with the pages, by table; by default, the result of
                `find_unconfirmed_rows`.
        """
        unconfirmed = self.find_unconfirmed_rows() if unconfirmed is None else unconfirmed
        blocks = [f"# {title}. See schema/README.md.", f"inherits = {_format_value(previous)}"]
        if self.gone:
            blocks.append(_format_lists("gone", self.gone))
        if unconfirmed:
            blocks.append(_format_lists("unconfirmed", unconfirmed))
        for table, row in self.stated:
            head = f"[[{table}]]" if table in KEYS[self.name] else f"[{table}]"
            blocks.append(f"{head}\n{_format_members(row)}")
        return "\n\n".join(blocks) + "\n"


def find_difference(name: str, inherited: Tables, tables: Tables) -> Difference:
    """Return the difference of a facts file from the tables that it inherits.

    Args:
        name: the name of the file, such as `protocol.toml`.
        inherited: the tables from which the file inherits.
        tables: the tables of the file, including inherited rows.
    """
    found = Difference(name, inherited)
    for table in {**inherited, **tables}:
        before, now = inherited.get(table), tables.get(table)
        if is_object(before) and is_object(now):
            found.change_row(table, before, {key: now.get(key) for key in {**before, **now}})
        elif is_object(before) or is_object(now):
            if now is None:
                found.gone[table] = [WHOLE_TABLE]
            else:
                found.add_row(table, now)
        else:
            rows = {found.id_of(table, row): row for row in found.get_inherited_rows(table)}
            present = {found.id_of(table, row): row for row in now or ()}
            for id_, row in rows.items():
                if id_ not in present:
                    found.remove_row(table, row)
            for id_, row in present.items():
                if id_ in rows:
                    found.change_row(table, rows[id_], {key: row.get(key) for key in {**rows[id_], **row}})
                else:
                    found.add_row(table, row)
    return found


def format_tables(tables: Tables) -> str:
    """Return the tables of a facts file as TOML: first the single tables, then the lists of rows. Empty lists are left
    out.
    """
    blocks = [f"[{name}]\n{_format_members(table)}\n" for name, table in tables.items() if is_object(table)]
    return "\n".join([*blocks, *(format_rows(name, rows) for name, rows in tables.items() if is_array(rows) and rows)])


def format_rows(table: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows as TOML, each under the heading `[[table]]`."""
    blocks = [f"[[{table}]]\n{_format_members(row)}" for row in rows]
    return "\n\n".join(blocks) + "\n"


def _format_members(row: Mapping[str, Any]) -> str:
    return "\n".join(f"{_format_key(key)} = {_format_value(value)}" for key, value in row.items())


def _format_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def _format_lists(statement: str, lists: Mapping[str, Sequence[str]]) -> str:
    return "\n".join([f"[{statement}]", *(f"{table} = {_format_value(list(ids))}" for table, ids in lists.items())])


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if is_array(value):
        line = f"[{', '.join(map(_format_value, value))}]"
        return (
            line if len(line) <= MAX_WIDTH else "[\n" + "".join(f"    {_format_value(item)},\n" for item in value) + "]"
        )
    if is_object(value):
        return "{ " + ", ".join(f"{_format_key(key)} = {_format_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (date, time)):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)
