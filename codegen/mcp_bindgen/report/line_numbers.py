"""Line numbers of the parts of a JSON or TOML file, for annotations of the file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from mcp_bindgen.ingest.importer import read_bytes
from mcp_bindgen.jsontext import escape_token, pointer_tokens
from mcp_bindgen.report.model import ChangeJSON

INHERITS_LINE = re.compile(r'(?m)^inherits = "([^"]+)"')
JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+|\n')


class FileSpot(NamedTuple):
    """A line of a file, or the whole file."""

    file: str
    line: int | None = None
    """Number of the line, from 1; None for the whole file."""


def json_line_numbers(text: str) -> dict[str, int]:
    """Return the line number of each member and item of a JSON text, and that of the whole text, which is 1, by JSON
    Pointer. Lines count from 1.

    Args:
        text: a valid JSON text.
    """
    found, line = {"": 1}, 1
    path: list[str] = []
    items: list[int | None] = []  # for each open container: the index of the next item, None for an object
    name: str | None = None
    for match in JSON_TOKEN.finditer(text):
        mark = match[0]
        if mark == "\n":
            line += 1
        elif mark in "]}":
            items.pop()
            if path:
                path.pop()
        elif mark == ":":
            path.append(escape_token(str(name)))
            found[_make_pointer(path)] = line
        elif mark == ",":
            continue
        else:
            name = _read_token(mark, path, items, found, line)
    return found


def _read_token(mark: str, path: list[str], items: list[int | None], found: dict[str, int], line: int) -> str | None:
    """Read a token that is the name of a member, a scalar, or the start of an object or array. Return the name, or None
    for a value. Keep the path, the open containers and the found line numbers up to date.
    """
    is_name = bool(items) and items[-1] is None and len(path) == len(items) - 1
    if is_name and mark.startswith('"'):
        name: str = json.loads(mark)
        return name
    if items and items[-1] is not None:
        path.append(str(items[-1]))
        items[-1] += 1
        found[_make_pointer(path)] = line
    if mark in "{[":
        items.append(None if mark == "{" else 0)
    elif path:
        path.pop()
    return None


def _make_pointer(path: list[str]) -> str:
    return "".join(f"/{mark}" for mark in path)


def nearest_line_number(lines: Mapping[str, int], pointer: str) -> int:
    """Return the line number of the part at a JSON Pointer. If the file lacks this part, return the line number of the
    innermost part around it.

    Args:
        lines: the line numbers of the parts of the file, by JSON Pointer.
        pointer: a pointer into the effective schema, in which `definitions` is called `$defs`.
    """
    if "/$defs" not in lines and pointer.startswith("/$defs"):
        pointer = "/definitions" + pointer.removeprefix("/$defs")
    while pointer not in lines:
        pointer = pointer.rpartition("/")[0]
    return lines[pointer]


def toml_line_number(text: str, table: str, key: str) -> int | None:
    """Return the number of the line that states a fact in a TOML file, from 1, or None if no row states the fact.

    The line has the column `key`, or is the first line of the row that `key` identifies.

    Args:
        text: the file.
        table: the name of the table in the file.
        key: a column of a table with one row. In a table with several rows, a value of the row, or the first two values
            of the row with one or two dots between them. Text after a colon is ignored.
    """
    rows = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    line, wanted = 1, key.split(":")[0]
    for row in rows:
        if re.match(rf"\[\[?{re.escape(table)}\]", row):
            stated = [each.partition(" = ")[::2] for each in row.splitlines()]
            for number, (column, value) in enumerate(stated):
                if column == key or value.strip('"').lower() == wanted.lower():
                    return line + (number if column == key else 0)
            first = [value.strip('"') for _, value in stated[1:3]]
            if key in (".".join(first), "..".join(first)):  # a member, by its type, or a range
                return line
        line += row.count("\n")
    return None


class SideFiles:
    """Schema file and facts of one side of a report, if they are below the current directory, with the line numbers of
    their parts.
    """

    def __init__(self, schema: Path | None, facts: Path | None) -> None:
        """Set up the files of one side.

        Args:
            schema: the schema file, relative to the current directory; None if the file is elsewhere.
            facts: the directory with the facts of the revision, relative to the current directory; None if the
                directory is elsewhere.
        """
        self._schema = schema
        self._facts = facts
        self._lines: dict[str, int] = {}

    def find_spot(self, change: ChangeJSON) -> FileSpot | None:
        """Return the file and line of a change; None if the change is in no known file, or if no row of the facts
        states it. The schema file is read once.

        Raises:
            BindgenError: the schema file or a file of facts cannot be read.
        """
        pointer = change["pointer"]
        if change["source"] == "schema" or pointer_tokens(pointer)[:1] == ["$defs"]:
            if self._schema is None:
                return None
            self._lines = self._lines or json_line_numbers(read_bytes(self._schema).decode())
            return FileSpot(self._schema.as_posix(), nearest_line_number(self._lines, pointer))
        if self._facts is None:
            return None
        file, table, *keys = [*pointer_tokens(pointer), ""]
        return _find_row(self._facts / f"{file}.toml", table, keys[0])


def _find_row(path: Path, table: str, key: str) -> FileSpot | None:
    """Return the line of a row of facts in a file or, if the file lacks the row, in a file from which the file
    inherits. Return None if none of these files has the row.

    Raises:
        BindgenError: a file cannot be read.
    """
    seen: set[Path] = set()
    while path not in seen and path.is_file():
        seen.add(path)
        text = read_bytes(path).decode()
        line = toml_line_number(text, table, key)
        if line is not None:
            return FileSpot(path.as_posix(), line)
        inherits = INHERITS_LINE.search(text)
        if inherits:
            path = path.parent.parent / inherits[1] / path.name
    return None
