"""Compare official files with the pinned copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mcp_bindgen import jsontext, paths, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import importer, manifest
from mcp_bindgen.ingest.canonical import canonical_form
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.jsontext import JSONValue, json_equal


@dataclass(frozen=True)
class FileComparison:
    """Result of comparing an official file with a pinned file. Layout, order and prose do not count."""

    file: str
    revision: str
    """Id of the revision: the name of the file's directory, or the id of the most similar pinned revision."""
    pinned: bool
    """True if the revision is pinned."""
    compared_with: str
    """Id of the pinned revision with which the file is compared: `revision` if it is pinned, or the newest release."""
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    """Names of the removed definitions, in the order of the pinned file; `added` and `changed` follow `file`."""

    @property
    def is_equal(self) -> bool:
        """True if the revision is pinned, and the file has the same definitions as the pinned copy."""
        return self.pinned and not (self.added or self.changed or self.removed)


def compare_files(place: Path) -> list[FileComparison]:
    """Compare an official file, or each official file below a directory, with a pinned file.

    The pinned file is the copy of the same revision, or else the one that `FileComparison.compared_with` names.

    Args:
        place: a schema file, or a directory with `<id>/schema.json` or `schema/<id>/schema.json` in it.

    Raises:
        BindgenError: there is no such file, the directory has no official files, or a file is not a schema of MCP.
    """
    schema_root = paths.schema_root()
    pinned = manifest.read_manifest(schema_root)
    pinned_definitions = {
        row.id: _read_definitions(sources.pinned_document(schema_root, row, with_errata=False)) for row in pinned
    }
    if not place.is_dir():
        return [_compare_file(place, place.absolute().parent.name, pinned, pinned_definitions, is_revision_id=False)]
    files = sorted([*place.glob("*/schema.json"), *place.glob("schema/*/schema.json")])
    if not files:
        raise BindgenError(
            "has no official files",
            where=str(place),
            hint="name a directory with <id>/schema.json or schema/<id>/schema.json in it",
        )
    return [_compare_file(file, file.parent.name, pinned, pinned_definitions, is_revision_id=True) for file in files]


def _compare_file(
    file: Path,
    name: str,
    pinned: Sequence[Revision],
    pinned_definitions: Mapping[str, Mapping[str, JSONValue]],
    *,
    is_revision_id: bool,
) -> FileComparison:
    """Compare one file with the file of a pinned revision.

    Args:
        file: the file.
        name: name of the file's directory.
        pinned: the manifest.
        pinned_definitions: the definitions of each pinned file.
        is_revision_id: whether the name must be the id of a revision. If no pinned revision has the name as its id, the
            file is compared with the newest release; or, if this is False, with the pinned revision that differs from
            the file in the fewest definitions.

    Raises:
        BindgenError: the file cannot be read, or is not a schema of MCP.
    """
    document = jsontext.loads(importer.pinned_form(importer.read_bytes(file), where=str(file)), where=str(file))
    found = _read_definitions(document)
    if name in pinned_definitions:
        revision = other = name
    elif is_revision_id:
        revision, other = name, [row.id for row in pinned if row.status == "released"][-1]
    else:
        revision = other = min(
            pinned_definitions, key=lambda each: sum(map(len, _compare_definitions(pinned_definitions[each], found)))
        )
    added, changed, removed = _compare_definitions(pinned_definitions[other], found)
    return FileComparison(str(file), revision, revision in pinned_definitions, other, added, changed, removed)


def _compare_definitions(
    old: Mapping[str, JSONValue], new: Mapping[str, JSONValue]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the names of the added, of the changed, and of the removed definitions."""
    return (
        tuple(name for name in new if name not in old),
        tuple(name for name in new if name in old and not json_equal(new[name], old[name])),
        tuple(name for name in old if name not in new),
    )


def _read_definitions(document: JSONValue) -> Mapping[str, JSONValue]:
    """Return the definitions of a schema document in their canonical form."""
    form = canonical_form(document)
    assert isinstance(form, Mapping)
    found = form.get("$defs", form.get("definitions"))
    assert isinstance(found, Mapping)
    return found


def format_differences(found: Sequence[FileComparison]) -> str:
    """Return a text with a line for each file.

    If a file differs, more lines follow: they name the definitions that differ, and a command that explains them.
    """
    lines: list[str] = []
    for each in found:
        if each.is_equal:
            lines.append(f"{each.revision}: as pinned")
            continue
        state = "differs from the pinned copy" if each.pinned else f"not pinned; compared with {each.compared_with}"
        lines.append(f"{each.revision}: {state} ({each.file})")
        for word, names in (("new", each.added), ("changed", each.changed), ("removed", each.removed)):
            if names:
                lines.append(f"  {len(names)} {word}: {', '.join(names)}")
        lines.append(f"  `mcp-bindgen diff {each.compared_with} {each.file}` explains the differences")
    return "\n".join(lines)


def make_differences_data(found: Sequence[FileComparison]) -> list[dict[str, object]]:
    """Return each comparison as a JSON object."""
    return [
        {
            "file": each.file,
            "revision": each.revision,
            "pinned": each.pinned,
            "compared_with": each.compared_with,
            "equal": each.is_equal,
            "added": each.added,
            "changed": each.changed,
            "removed": each.removed,
        }
        for each in found
    ]
