"""Find what a person must still write or confirm about the revisions, each with file and line."""

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
"""Names of the files that have rows of all revisions. An empty text, or an empty list `sources`, in these files is a
place that a person must still fill in.
"""

MESSAGE_ENDINGS = {
    "finding": ", or `rules`, or what a `bridge` does",
    "lost": ", which says what the runtime does without these names",
}
"""End of the note about an empty text, by table: what may be stated instead of the text, or what the text must say."""

_EMPTY_VALUE = re.compile(r'("[^"]+"|[\w-]+) = (?:""|(?<=sources = )\[\])')
_HEAD = re.compile(r"\[\[?([^\]]+)\]\]?")


class Note(NamedTuple):
    """A note about a line of a file: what a person must still write or confirm there, or what was written there."""

    path: str
    """Path of the file, relative to the checkout, with slashes."""
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def find_todos(schema_root: Path, revision_id: str | None = None) -> list[Note]:
    """Return what a person must still write or confirm for one revision, or for all releases if `revision_id` is None.

    The files that all revisions share are always searched as a whole.

    Raises:
        BindgenError: the manifest has no such revision, a file cannot be read, or a revision cannot be built.
    """
    rows = read_manifest(schema_root)
    ids = [find_revision(rows, revision_id).id] if revision_id else [row.id for row in rows if row.status == "released"]
    released = [id_ for id_ in ids if find_revision(rows, id_).status == "released"]
    found = [each for id_ in ids for name in KEYS for each in _find_todos_in_facts(schema_root, id_, name)]
    return [
        *found,
        *(each for id_ in ids for each in _find_todos_in_results(schema_root, find_revision(rows, id_))),
        *(each for name in SHARED_FILES for each in _find_todos_in_shared_file(schema_root, name)),
        *(each for id_ in released for each in _find_todos_in_extensions(schema_root, find_revision(rows, id_))),
        *_find_todos_in_docs(schema_root),
    ]


def make_todo_summary(schema_root: Path) -> str:
    """Return a line that says how much a person must still write for the releases, and names a command that lists it.

    The command names the release for which most is left. The line is empty if nothing is left.

    Raises:
        BindgenError: a file cannot be read, or a revision cannot be built.
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


def _find_todos_in_facts(schema_root: Path, revision_id: str, name: str) -> Iterator[Note]:
    path = schema_root / revision_id / name
    place, lines = _make_relative_path(schema_root, path), path.read_text(encoding="utf-8").splitlines()
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
            yield Note(place, number, f"compare {some} of `{key}` with the pages of {revision_id}, then delete the ids")
        elif table and not row and value:
            row = value.strip('"')
        empty = _EMPTY_VALUE.fullmatch(line)
        if empty:
            yield Note(place, number, f"{table} {row}: state `{empty[1]}`")


def _find_todos_in_results(schema_root: Path, revision: Revision) -> Iterator[Note]:
    """Yield a note for each result that the schema of a revision defines and that no method has.

    Raises:
        BindgenError: the revision cannot be read or built.
    """
    spec = sources.spec_of(schema_root, revision)
    place = _make_relative_path(schema_root, schema_root / revision.id / "protocol.toml")
    for name in results_without_method(spec, sources.methods_of(spec, schema_root)):
        yield Note(place, 1, f"result {name} belongs to no method: name it in `results` of its method")


def _find_todos_in_shared_file(schema_root: Path, name: str) -> Iterator[Note]:
    """Yield a note for each empty text and each empty list `sources` in a file that all revisions share."""
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
            yield Note(_make_relative_path(schema_root, path), number, text)


def _find_todos_in_extensions(schema_root: Path, revision: Revision) -> Iterator[Note]:
    """Yield a note for each extension that an earlier revision has, but whose facts do not name the given revision.

    Raises:
        BindgenError: the facts of an extension cannot be read or are malformed.
    """
    for module in extensions.pinned_modules(schema_root):
        header = extensions.read_facts(schema_root, module).header
        listed = (*header.revisions, *header.without)
        if header.revisions and header.revisions[0] < revision.id not in listed:
            path = schema_root / extensions.DIRECTORY / module / extensions.FACTS
            lines = path.read_text(encoding="utf-8").splitlines()
            number = next(place for place, line in enumerate(lines, 1) if line.startswith("revisions = "))
            reason = _find_build_failure(schema_root, module, header.revisions[-1], revision)
            unbuilt = f"`without`. The extension cannot be built with {revision.id}: {reason}"
            tables = unbuilt if reason else "`revisions` or in `without`"
            yield Note(
                _make_relative_path(schema_root, path), number, f"extension {module}: name {revision.id} in {tables}"
            )


def _find_build_failure(schema_root: Path, module: str, newest: str, revision: Revision) -> str:
    """Return the first line of the reason why an extension cannot be built with a revision; empty if it can be built.

    Args:
        schema_root: the directory `schema/`.
        module: the name of the extension's module.
        newest: the id of the newest revision that the facts of the extension name. `revision` takes its place.
        revision: a revision that the facts do not name.

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


def _find_todos_in_docs(schema_root: Path) -> Iterator[Note]:
    path = schema_root / "docs.toml"
    table = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        head, empty = _HEAD.fullmatch(line), _EMPTY_VALUE.fullmatch(line)
        if head:
            table = head[1]
        elif empty:
            name = empty[1].strip('"')
            yield Note(_make_relative_path(schema_root, path), number, f"{table}.{name}: write its documentation line")


def _make_relative_path(schema_root: Path, path: Path) -> str:
    return path.relative_to(schema_root.parent).as_posix()
