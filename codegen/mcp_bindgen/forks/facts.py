"""Facts of a fork: the facts of the base, adapted to the schema of the fork and to the statements of its author."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.inheritance import KEYS, Row, Tables, apply_differences, read_facts
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import is_array, is_object
from mcp_bindgen.release.derive import DERIVATIONS
from mcp_bindgen.release.difference import Difference
from mcp_bindgen.release.renaming import NewNames


class ForkFacts(NamedTuple):
    """One facts file of a fork, and its differences from that of the base."""

    tables: Tables
    derived_rows: list[str]
    """Table and id of each row that follows from the schema and that the author does not state."""
    dropped_rows: list[str]
    """Table and id of each row of the base that does not apply to the schema."""


def derive_fork_facts(
    schema_root: Path, spec: SpecRevision, base: SpecRevision, name: str, stated: Path | None, renamed: NewNames
) -> ForkFacts:
    """Return one facts file of a fork.

    Args:
        schema_root: the directory `schema/`.
        spec: the types of the fork.
        base: the types of the base.
        name: name of the file, such as `protocol.toml`.
        stated: the author's file with differences from the facts of the base; None if the author has none.
        renamed: the names of the base that the fork has changed. Rows of the base get the new names.

    Raises:
        BindgenError: the author's file cannot be read, or inherits from another revision than the base; a statement in
            it has no effect or is malformed.
    """
    base_id = base.revision.id
    tables = renamed.rename_in_rows(read_facts(schema_root, base_id, name).tables)
    found = Difference(name, tables, renamed.types)
    DERIVATIONS[name][1](spec, base, found)
    added, changed = _split_difference(found)
    fitted = apply_differences(
        KEYS[name], tables, {**changed, **({"gone": found.gone} if found.gone else {})}, where=base_id
    )
    where = str(stated) if stated is not None else base_id
    statements = _read_statements(stated, base_id)
    derived: list[str] = []
    for (table, key), row in added.items():
        rows: Any = statements.setdefault(table, [])
        if not is_array(rows):
            continue  # `apply_differences` raises the error
        inherited = next((each for each in rows if is_object(each) and found.id_of(table, each) == key), None)
        if inherited is None:
            rows.append(row)
            derived.append(f"{table} {key}")
        else:
            unset: Sequence[str] = inherited.pop("unset", ())
            rows[rows.index(inherited)] = {
                **{member: row[member] for member in row if member not in unset},
                **inherited,
            }
    gone = [f"{table} {key}" for table, ids in found.gone.items() for key in ids]
    return ForkFacts(apply_differences(KEYS[name], fitted, statements, where=where), derived, gone)


def _split_difference(found: Difference) -> tuple[dict[tuple[str, str], Row], Tables]:
    """Return the added rows of a difference, by table and id, and the changes that it makes to what is inherited."""
    added: dict[tuple[str, str], Row] = {}
    changed: Tables = {}
    for table, row in found.stated:
        if table not in KEYS[found.name]:
            changed[table] = row
        elif found.id_of(table, row) in {found.id_of(table, each) for each in found.get_inherited_rows(table)}:
            changed.setdefault(table, []).append(row)
        else:
            added[table, found.id_of(table, row)] = row
    return added, changed


def _read_statements(path: Path | None, base_id: str) -> Tables:
    """Return the tables of the author's file, without the key `inherits`; empty if there is no such file.

    Raises:
        BindgenError: the file cannot be read or is not TOML, or inherits from another revision than the base.
    """
    if path is None or not path.exists():
        return {}
    statements = read_toml(path)
    inherits = statements.pop("inherits", base_id)
    if inherits != base_id:
        raise BindgenError(f"inherits from {inherits!r}, but the fork's base is {base_id}", where=str(path))
    return statements
