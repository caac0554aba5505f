"""Texts that a person must still write or confirm about the released revisions, each with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.building import build_typed_extension
from mcp_bindgen.extensions.package import check_row_names
from mcp_bindgen.ingest import extensions
from mcp_bindgen.ingest.inheritance import KEYS, read_facts
from mcp_bindgen.ingest.manifest import Revision, find_revision, read_manifest
from mcp_bindgen.ir.methods import results_without_method

SHARED_FILES = ("renames.toml", "digest.toml", "translation.toml", "findings.toml", "lost_names.toml")
"""Names of the files with rows of every revision. A text in these files is empty until a person has stated it."""

MESSAGE_ENDINGS = {
    "finding": ", or `rules`, or what a `bridge` does",
    "lost": ", which says what the runtime does without these names",
}
"""Last words of the message about an empty text, by table: what may be stated instead of the text, or what the text has
to say.
"""

_EMPTY_VALUE = re.compile(r'("[^"]+"|[\w-]+) = (?:""|(?<=sources = )\[\])')
_HEAD = re.compile(r"\[\[?([^\]]+)\]\]?")


class Todo(NamedTuple):
    """A line of a file, with what a person must still write or confirm there, or with what was written there."""

    path: str
    """Path of the file, relative to the checkout."""
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def find_todos(schema_root: Path, revision_id: str | None = None) -> list[Todo]:
    """Return the texts that a person must still write or confirm for a revision, or for all released revisions.

    The files that all revisions share are always searched as a whole.

    Raises:
        BindgenError: the manifest has no such revision, or a file cannot be read.
    """
    rows = read_manifest(schema_root)
    ids = [find_revision(rows, revision_id).id] if revision_id else [row.id for row in rows if row.status == "released"]
    released = [id_ for id_ in ids if find_revision(rows, id_).status == "released"]
    found = [each for id_ in ids for name in KEYS for each in _todos_in_facts(schema_root, id_, name)]
    return [
        *found,
        *(each for id_ in ids for each in _unclaimed_results(schema_root, find_revision(rows, id_))),
        *(each for name in SHARED_FILES for each in _todos_in_shared_file(schema_root, name)),
        *(each for id_ in released for each in _todos_in_extensions(schema_root, find_revision(rows, id_))),
        *_todos_in_docs(schema_root),
    ]


def todo_summary(schema_root: Path) -> str:
    """Return a line with the number of texts that a person must still write, and with a command that lists texts.

    The line is empty if all texts for the released revisions are written.
    """
    found = find_todos(schema_root)
    if not found:
        return ""
    released = [row.id for row in read_manifest(schema_root) if row.status == "released"]
    most = max(
        reversed(released), key=lambda id_: len(find_todos(schema_root, id_))
    )  # shared files count for each revision
    number = "1 thing is" if len(found) == 1 else f"{len(found)} things are"
    return f"{number} left to write: `mcp-bindgen release --status {most}` lists what"


def _todos_in_facts(schema_root: Path, revision_id: str, name: str) -> Iterator[Todo]:
    path = schema_root / revision_id / name
    place, lines = _relative_path(schema_root, path), path.read_text(encoding="utf-8").splitlines()
    unconfirmed = read_facts(schema_root, revision_id, name).unconfirmed
    table, row = "", ""
    for number, line in enumerate(lines, 1):
        head = _HEAD.fullmatch(line)
        key, _, value = line.partition(" = ")
        if head:
            table, row = head[1], ""
        elif table == "unconfirmed" and unconfirmed.get(key):
            rows = len(unconfirmed[key])
            some = "1 row" if rows == 1 else f"{rows} rows"
            yield Todo(place, number, f"compare {some} of `{key}` with the pages of {revision_id}, then delete the ids")
        elif table and not row and value:
            row = value.strip('"')
        empty = _EMPTY_VALUE.fullmatch(line)
        if empty:
            yield Todo(place, number, f"{table} {row}: state `{empty[1]}`")


def _unclaimed_results(schema_root: Path, revision: Revision) -> Iterator[Todo]:
    """Yield one item for each result that the schema of a revision defines, if no method has this result."""
    spec = sources.spec_of(schema_root, revision)
    place = _relative_path(schema_root, schema_root / revision.id / "protocol.toml")
    for name in results_without_method(spec, sources.methods_of(spec, schema_root)):
        yield Todo(place, 1, f"result {name} belongs to no method: name it in `results` of its method")


def _todos_in_shared_file(schema_root: Path, name: str) -> Iterator[Todo]:
    """Yield one item for each empty text in a file that all revisions share."""
    path = schema_root / name
    table, row = "", ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        head, empty = _HEAD.fullmatch(line), _EMPTY_VALUE.fullmatch(line)
        if head:
            table, row = head[1], ""
        elif table and not row and " = " in line:
            row = line.partition(" = ")[2].strip('"')
        if empty:
            text = f"{table} {row}: state `{empty[1]}`" + MESSAGE_ENDINGS.get(table, "")
            yield Todo(_relative_path(schema_root, path), number, text)


def _todos_in_extensions(schema_root: Path, revision: Revision) -> Iterator[Todo]:
    """Yield one item for each extension of an earlier revision, if its facts do not name the given revision."""
    for module in extensions.pinned_modules(schema_root):
        header = extensions.read_facts(schema_root, module).header
        listed = (*header.revisions, *header.without)
        if header.revisions and header.revisions[0] < revision.id not in listed:
            path = schema_root / extensions.DIRECTORY / module / extensions.FACTS
            lines = path.read_text(encoding="utf-8").splitlines()
            number = next(place for place, line in enumerate(lines, 1) if line.startswith("revisions = "))
            reason = _why_not_extended(schema_root, module, header.revisions[-1], revision)
            unbuilt = f"`without`. The extension cannot be built with {revision.id}: {reason}"
            tables = unbuilt if reason else "`revisions` or in `without`"
            yield Todo(_relative_path(schema_root, path), number, f"extension {module}: name {revision.id} in {tables}")


def _why_not_extended(schema_root: Path, module: str, newest: str, revision: Revision) -> str:
    """Return the first line of the reason why an extension cannot be built with a revision that its facts do not name.

    The line is empty if the extension can be built with the revision.

    Args:
        schema_root: the directory `schema/`.
        module: the name of the extension's module.
        newest: the id of the newest revision that the facts name. The given revision takes its place.
        revision: the revision.

    Raises:
        BindgenError: the revision itself cannot be built.
    """
    spec = sources.spec_of(schema_root, revision)  # its errors are no fault of the extension
    try:
        extension = build_typed_extension(schema_root, module, {newest: spec})
        check_row_names(extension, where=module)
    except BindgenError as error:
        return error.what.partition("\n")[0]
    return ""


def _todos_in_docs(schema_root: Path) -> Iterator[Todo]:
    path = schema_root / "docs.toml"
    table = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        head, empty = _HEAD.fullmatch(line), _EMPTY_VALUE.fullmatch(line)
        if head:
            table = head[1]
        elif empty:
            name = empty[1].strip('"')
            yield Todo(_relative_path(schema_root, path), number, f"{table}.{name}: write its documentation line")


def _relative_path(schema_root: Path, path: Path) -> str:
    return path.relative_to(schema_root.parent).as_posix()
