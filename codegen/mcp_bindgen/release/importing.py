"""Import an official file as a pinned revision or extension, and derive the facts of a changed draft again."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from mcp_bindgen import jsontext, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.building import build_typed_extension
from mcp_bindgen.ingest import errata, extensions, importer, manifest, protocol
from mcp_bindgen.ingest.extensions import ExtensionHeader
from mcp_bindgen.ingest.inheritance import KEYS, read_facts, row_id, with_pages_of_revision
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.records import docs
from mcp_bindgen.release import records
from mcp_bindgen.release.building import build_corrected_spec, check_classes_compile, check_facts
from mcp_bindgen.release.candidate import BuiltFile, build_official_file
from mcp_bindgen.release.derive import DERIVATIONS, describe_method_changes
from mcp_bindgen.release.difference import Difference, find_difference, format_tables
from mcp_bindgen.release.status import Note, find_todos
from mcp_bindgen.release.write_back import write_changed_files


class ImportOutcome(NamedTuple):
    """A pinned file, notes about what was derived from the file, and notes about what a person must still write."""

    pinned: Revision | ExtensionHeader
    written: list[Note]
    todos: list[Note]


def import_official_file(project: Path, name: str, path: Path, commit: str) -> ImportOutcome:
    """Import an official file as a pinned revision or extension, after a check that it can be built.

    For a draft, also change its facts, errata and documentation lines as far as this can be derived from the file.

    Args:
        project: the checkout. No file in it changes if an error is raised.
        name: id of the revision, or name of the extension's package.
        path: the official file.
        commit: commit of the specification's repository; for the extension `ui`, version of its package.

    Raises:
        BindgenError: there is no such revision or extension; the extension has no official file; the commit or version
            is malformed; a file cannot be read; the official file cannot be built; the facts of a draft contradict it.
    """
    root = project / "schema"
    is_extension = name in extensions.pinned_modules(root)
    if not is_extension:
        importer.manifest_row(root, name)
        importer.check_commit(commit)
    with TemporaryDirectory() as directory:
        copy = Path(directory) / "schema"
        shutil.copytree(root, copy)
        try:
            outcome = (
                _import_extension(copy, name, path, commit)
                if is_extension
                else _import_revision(copy, name, path, commit)
            )
        except BindgenError as error:
            for facts in KEYS:
                error.replace_path(str(copy / name / facts), f"{path}, {facts} derived from it")
            raise error.replace_path(str(copy), str(root)) from None
        write_changed_files(copy.parent, project)
    return outcome


def _import_revision(schema_root: Path, revision_id: str, path: Path, commit: str) -> ImportOutcome:
    """Import the file of a revision into a copy of the data. For a draft, also derive facts, errata and documentation
    lines from the file.

    Raises:
        BindgenError: a file cannot be read, the official file cannot be built, or the facts of the draft contradict it.
    """
    where = str(path)
    document = jsontext.loads(importer.pinned_form(importer.read_bytes(path), where=where), where=where)
    row = importer.manifest_row(schema_root, revision_id)
    if row.status != "draft":
        corrections, names = (
            errata.read_errata(schema_root, revision_id),
            protocol.read_chosen_names(schema_root, revision_id),
        )
        spec = build_corrected_spec(row, document, corrections, where=where, names=names)
        check_classes_compile(spec)
        return ImportOutcome(importer.import_schema(schema_root, revision_id, path, commit), [], [])
    before = sources.spec_of(schema_root, row)
    methods = sources.methods_of(before, schema_root)
    built = build_official_file(schema_root, row, row, document, where=where)
    written = [
        *_write_errata(schema_root, revision_id, built),
        *(each for name in DERIVATIONS for each in _derive_facts(schema_root, revision_id, name, built)),
    ]
    pinned = importer.import_schema(schema_root, revision_id, path, commit)
    check_facts(schema_root, built.spec)
    now = sources.methods_of(built.spec, schema_root)
    facts = f"schema/{revision_id}/protocol.toml"
    renamed = {**built.renamed.definitions, **built.renamed.methods}
    written += [Note(facts, 1, f"recognised: {old} is {new} now") for old, new in renamed.items()]
    changes = describe_method_changes(methods, now, built.renamed)
    written += [Note(facts, 1, f"method {name}: {text}") for name, text in changes.items()]
    return ImportOutcome(pinned, [*written, *_remove_stale_docs(schema_root)], find_todos(schema_root, revision_id))


def _write_errata(schema_root: Path, revision_id: str, built: BuiltFile) -> list[Note]:
    """Write the errata that still apply, and remove the decisions about the other errata. Return a note about each
    removed row.

    If all errata apply unchanged, change nothing.

    Raises:
        BindgenError: the errata or the decisions cannot be read or are malformed.
    """
    known = errata.read_errata(schema_root, revision_id)
    if known == built.applied:
        return []
    place = f"schema/{revision_id}/errata.toml"
    records.write_errata(schema_root / revision_id / "errata.toml", built.applied)
    removed = records.remove_decisions(schema_root, [row.id for row in built.dropped])
    return [
        *(Note(place, 1, f"removed erratum {row.id}, since {row.pointer} is gone or differs") for row in built.dropped),
        *(Note("schema/decisions.toml", 1, f"removed {each}, the decision on such an erratum") for each in removed),
    ]


def _derive_facts(schema_root: Path, revision_id: str, name: str, built: BuiltFile) -> list[Note]:
    """Derive the rows of a facts file from the new schema. If a row changes, write the file. Return a note about each
    change.

    Raises:
        BindgenError: the facts of the revision cannot be read or are malformed.
    """
    title, derive = DERIVATIONS[name]
    path = schema_root / revision_id / name
    facts, earlier = read_facts(schema_root, revision_id, name), importer.manifest_row(schema_root, revision_id)
    derived = Difference(name, built.renamed.rename_in_rows(facts.tables), built.renamed.types)
    derive(built.spec, sources.spec_of(schema_root, earlier), derived)
    tables = derived.make_resulting_tables()
    if tables == facts.tables:
        return []
    base = manifest.read_toml(path).get("inherits")
    if base is None:
        text = format_tables(tables)
    else:
        inherited = with_pages_of_revision(read_facts(schema_root, base, name).tables, base, revision_id)
        ids = {table: [row_id(KEYS[name], table, row) for row in tables.get(table, ())] for table in KEYS[name]}
        left = {table: [each for each in rows if each in ids[table]] for table, rows in facts.unconfirmed.items()}
        unconfirmed = {table: rows for table, rows in left.items() if rows}
        title = f"{title}: how the {revision_id} differs from {base}"
        text = find_difference(name, inherited, tables).to_toml(title, base, unconfirmed)
    path.write_text(text, encoding="utf-8", newline="\n")
    changed = find_difference(name, facts.tables, tables)
    place = f"schema/{revision_id}/{name}"
    return [
        *(Note(place, 1, f"{table} gone: {', '.join(rows)}") for table, rows in changed.gone.items()),
        *(
            Note(place, 1, f"derived {table} {changed.id_of(table, row) if table in KEYS[name] else ''}".rstrip())
            for table, row in changed.stated
        ),
    ]


def _remove_stale_docs(schema_root: Path) -> list[Note]:
    """Remove the documentation lines about types and members that no revision has. Return a note about each line.

    Raises:
        BindgenError: a revision cannot be read or built.
    """
    specs = [sources.spec_of(schema_root, row) for row in manifest.read_manifest(schema_root)]
    stale = docs.stale_entries(docs.read_docs(schema_root), specs)
    records.remove_doc_lines(schema_root, stale)
    return [Note("schema/docs.toml", 1, f"removed {each}") for each in stale]


def _import_extension(schema_root: Path, module: str, path: Path, commit: str) -> ImportOutcome:
    """Import the file of an extension into a copy of the data, and check that the extension can be built with the
    newest revision that it extends.

    Raises:
        BindgenError: the file cannot be imported, or the extension cannot be built.
    """
    pinned = extensions.import_extension(schema_root, module, path, commit)
    header = extensions.read_facts(schema_root, module).header
    rows = manifest.read_manifest(schema_root)
    bases = {each: sources.spec_of(schema_root, manifest.find_revision(rows, each)) for each in header.revisions[-1:]}
    own = str(schema_root / extensions.DIRECTORY / module / "schema.json")
    try:
        build_typed_extension(schema_root, module, bases)
    except BindgenError as error:
        raise error.replace_path(own, str(path)) from None
    return ImportOutcome(pinned, [], [])
