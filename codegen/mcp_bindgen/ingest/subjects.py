"""`subjects.toml`: the subject of each definition of the revisions, or of an extension.

The table `official` has the definitions with a `@category` in `schema.ts`, by subject. The table `chosen` has other
definitions, with the reason for the subject of each. The table `categories` has the subject of each category, except of
a category that is named after a method: its subject is that of the method.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.jsontext import is_array, is_object

FILE = "subjects.toml"
TABLES = ("official", "chosen", "categories")


def read_subjects(directory: Path) -> Mapping[str, str]:
    """Return the subject of each definition, by the name of the definition; empty if the directory has no such file.

    Raises:
        BindgenError: the file cannot be read or is malformed, or a definition has two subjects.
    """
    path = directory / FILE
    document = read_toml(path) if path.is_file() else {}
    found: dict[str, str] = {}
    for table, rows in document.items():
        if table == "categories":
            continue
        if table not in TABLES or not is_object(rows):
            raise BindgenError(f"unknown key {table!r}", where=str(path), hint=f"known tables: {', '.join(TABLES)}")
        for subject, definitions in rows.items():
            for definition in _read_definitions(definitions, where=f"{path}, {table}.{subject}"):
                if found.setdefault(definition, subject) != subject:
                    raise BindgenError(
                        f"{definition} has the subjects {found[definition]} and {subject}", where=str(path)
                    )
    return found


def read_categories(directory: Path) -> dict[str, str]:
    """Return the subject of each category in the file. A category that is named after a method is not in the file.

    Raises:
        BindgenError: the file is missing, cannot be read or is not TOML, or `categories` is no table.
    """
    path = directory / FILE
    rows: Any = read_toml(path).get("categories", {})
    if not is_object(rows):
        raise BindgenError("the table `categories` is not a table", where=str(path))
    return {category: str(subject) for category, subject in rows.items()}


def _read_definitions(value: Any, *, where: str) -> list[str]:
    names = list(value) if is_array(value) or is_object(value) else [value]
    if not all(isinstance(name, str) for name in names) or not (is_array(value) or is_object(value)):
        raise BindgenError("a subject has a list of definitions, or a table of them with reasons", where=where)
    return names
