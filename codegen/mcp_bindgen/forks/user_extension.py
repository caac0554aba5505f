"""Generate the package of a user's extension from a copy of the project's data, to which the extension is added."""

from __future__ import annotations

import re
import shutil
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mcp_bindgen import sources
from mcp_bindgen.errors import BindgenError, raise_together
from mcp_bindgen.extensions.package import find_methods_with_added_results
from mcp_bindgen.forks.generate import GeneratedPackage
from mcp_bindgen.ingest import extensions, importer, manifest
from mcp_bindgen.ingest.extensions import ExtensionFacts
from mcp_bindgen.ingest.manifest import read_toml
from mcp_bindgen.ingest.protocol import read_error_codes, read_error_ranges
from mcp_bindgen.ingest.subjects import FILE as SUBJECTS
from mcp_bindgen.ir.features import CAPABILITY_TYPES
from mcp_bindgen.ir.types import ObjectType, SpecRevision
from mcp_bindgen.pipeline import GenerationRequest, Progress, generate
from mcp_bindgen.release.difference import format_tables

DOCS = "docs.toml"

ID = re.compile(
    r"[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*/[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?",
    re.ASCII,
)
"""Form of the identifier of an extension. Page: /specification/2026-07-28/basic/versioning#extension-negotiation."""

ID_HINT = "begin it with a domain of yours in reverse, such as com.example/tickets"


def generate_extension(
    file: Path,
    schema_root: Path,
    request: GenerationRequest,
    progress: Progress = lambda revision, stage: None,
    processes: int = 1,
) -> GeneratedPackage:
    """Generate the package of a user's extension, with a note for each table of facts that has unconfirmed guesses.

    Args:
        file: the file with the facts about the extension, in the form of `schema/extensions/tasks/extension.toml`.
        schema_root: the project's directory `schema/`.
        request: the names of the package.
        progress: the argument of `pipeline.generate`.
        processes: the argument of `pipeline.generate`.

    Raises:
        BindgenError: a file cannot be read, the facts are wrong, or the extension cannot be built.
    """
    facts = extensions.read_facts_file(file)
    header = facts.header
    schema = file.parent / (extensions.SCHEMA if header.origin else header.path)
    _check_facts(facts, schema_root, where=str(file))
    with write_extension_data(file, read_toml(file), schema, schema_root, request.names.package) as root:
        documents = {} if header.origin else {header.id: schema}
        own = replace(request, schema_root=root, extension=request.names.package, custom_files=documents)
        files = generate(own, progress, processes)
    guesses = [f"{table} {', '.join(ids)}" for table, ids in facts.unconfirmed.items() if ids]
    notes = [f"{file}: nobody has confirmed what was guessed: {each}" for each in guesses]
    return GeneratedPackage(files, notes, [], [])


@contextmanager
def write_extension_data(
    file: Path, tables: Mapping[str, Any], schema: Path, schema_root: Path, module: str
) -> Generator[Path]:
    """Write the project's data to a temporary directory, with an extension of a user among the extensions. Yield the
    path of the data.

    The `with` statement removes the directory. An error about a file in the directory names the file of the user
    instead.

    Args:
        file: the path of the user's file with the facts. The files `docs.toml` and `subjects.toml` beside this file are
            copied; without them, the copies are empty.
        tables: the facts. If they state no origin, the hashes of the schema are added.
        schema: the path of the schema.
        schema_root: the project's directory `schema/`.
        module: name of the extension's package.

    Raises:
        BindgenError: a file of the user cannot be read; the schema is not JSON, has no definitions of its own, or
            contradicts a definition of the revision that it extends; or the facts name an unknown revision.
    """
    with TemporaryDirectory() as directory:
        root = Path(directory) / "schema"
        shutil.copytree(schema_root, root)
        target = root / extensions.DIRECTORY / module
        shutil.rmtree(target, ignore_errors=True)  # an extension of the project with the same name
        target.mkdir()
        try:
            _write_extension(tables, file, schema, target)
            yield root
        except BindgenError as error:
            for name, path in {extensions.FACTS: file, extensions.SCHEMA: schema}.items():
                error.replace_path(str(target / name), str(path))
            raise error.replace_path(str(target), str(file.parent)).replace_path(str(root), str(schema_root)) from None


def _write_extension(tables: Mapping[str, Any], file: Path, schema: Path, target: Path) -> None:
    header, data = dict(tables["extension"]), importer.read_bytes(schema)
    (target / extensions.SCHEMA).write_bytes(data)
    if "origin" not in header:
        base = extensions.base_definitions(target.parents[1], header["revisions"])
        structure, shared = extensions.pinned_form_without_base(data, base, where=str(schema))
        header |= {"shared": shared, "official_sha256": manifest.sha256(data), "sha256": manifest.sha256(structure)}
        (target / extensions.SCHEMA).write_bytes(structure)
    own = {**tables, "extension": {**header, "module": target.name}}
    (target / extensions.FACTS).write_text(format_tables(own), encoding="utf-8", newline="\n")
    for name in (DOCS, SUBJECTS):
        beside = file.with_name(name)
        (target / name).write_bytes(importer.read_bytes(beside) if beside.exists() else b"")


def find_revisions_with_extensions(schema_root: Path) -> list[str]:
    """Return the ids of the releases in which both sides can declare extensions, oldest first.

    Raises:
        BindgenError: the manifest cannot be read, or a release cannot be built.
    """
    rows = [row for row in manifest.read_manifest(schema_root) if row.status == "released"]
    return [row.id for row in rows if _can_declare_extensions(sources.spec_of(schema_root, row))]


def _check_facts(facts: ExtensionFacts, schema_root: Path, *, where: str) -> None:
    """Check the identifier of an extension, and that its revisions allow what the extension adds.

    Raises:
        BindgenError: the identifier is malformed; an extension between peers names no revision; a named revision is no
            release, or peers cannot declare extensions in it; results are added to a method whose result has no type
            parameter; or the newest named revision reserves an error code without defining it.
    """
    header, place = facts.header, f"{where}: extension"
    mistakes: list[BindgenError] = []
    if not ID.fullmatch(header.id):
        mistakes.append(BindgenError(f"`id` is {header.id!r}, not of the form prefix/name", where=place, hint=ID_HINT))
    rows, able = manifest.read_manifest(schema_root), find_revisions_with_extensions(schema_root)
    if header.between == "peers" and not header.revisions:
        mistakes.append(BindgenError("`revisions` is empty", where=place, hint=f"name one of {', '.join(able)}"))
    for each in header.revisions:
        if each not in able:
            status = {row.id: row.status for row in rows}.get(each)
            what = "in which peers cannot declare extensions" if status == "released" else "which is no release"
            hint = f"name one of {', '.join(able)}"
            mistakes.append(BindgenError(f"`revisions` names {each!r}, {what}", where=place, hint=hint))
    raise_together(mistakes)
    if facts.result_types and not header.revisions:
        hint = "name the revisions whose results it extends, or delete the rows of `[[result_type]]`"
        what = "`[[result_type]]` adds a result, and `revisions` is empty"
        mistakes.append(BindgenError(what, where=place, hint=hint))
    for revision in header.revisions[-1:]:
        typed = find_methods_with_added_results(schema_root, revision)
        for row in facts.result_types:
            for name in sorted({*row.methods} - typed):
                what = f"`methods` names {name!r}, and no extension can add a result to it"
                hint = f"an extension can add results to {', '.join(sorted(typed))}"
                mistakes.append(BindgenError(what, where=f"{where}: result_type {row.value}", hint=hint))
        defined = {row.code for row in read_error_codes(schema_root, revision)}
        reserved = [row for row in read_error_ranges(schema_root, revision) if row.undefined == "MUST NOT"]
        for error in facts.errors:
            if error.code not in defined and any(row.low <= error.code <= row.high for row in reserved):
                what = f"revision {revision} reserves this code and does not define it"
                hint = "take a code above -32000, such as 1001"
                mistakes.append(BindgenError(what, where=f"{where}: error_code {error.code}", hint=hint))
    raise_together(mistakes)


def _can_declare_extensions(spec: SpecRevision) -> bool:
    """Return whether the capabilities of both sides have the member `extensions` in a revision."""
    types = spec.by_name()
    sides = [types.get(name) for name in CAPABILITY_TYPES.values()]
    return all(isinstance(each, ObjectType) and "extensions" in each.by_wire_name for each in sides)
