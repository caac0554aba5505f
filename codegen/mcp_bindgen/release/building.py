"""Check that a schema can be built, before it is pinned."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from mcp_bindgen import jsontext, paths, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.assemble import assemble
from mcp_bindgen.ingest import errata, extensions, importer, manifest, protocol
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.extensions import ExtensionHeader
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ingest.protocol import ChosenName
from mcp_bindgen.ir import history, recursion
from mcp_bindgen.ir.from_document import spec_of_document
from mcp_bindgen.ir.subjects import type_modules
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.records.docs import ProjectDocs
from mcp_bindgen.release.write_back import write_back
from mcp_bindgen.render.context import type_data
from mcp_bindgen.render.models import models_of, render_models
from mcp_bindgen.steps import Steps

_NO_LINES = ProjectDocs({}, {}, {}, {})


def build_corrected_spec(
    revision: Revision,
    document: JSONValue,
    rows: Sequence[Erratum],
    *,
    where: str,
    names: Sequence[ChosenName],
) -> SpecRevision:
    """Build the types of a revision from its file.

    Args:
        revision: its row of the manifest.
        document: the file, without prose.
        rows: the errata that apply to it.
        where: the file, for error messages.
        names: names that a person has chosen for its places, or for those of the revision before.

    Raises:
        BindgenError: an erratum does not apply, or the file cannot be built.
    """
    corrected = errata.apply_errata(document, rows, where=where)
    return spec_of_document(revision, corrected, where=where, names=names)


def check_builds(spec: SpecRevision) -> None:
    """Render the classes of a revision in memory, and compile them.

    Raises:
        BindgenError: the classes are not valid Python.
    """
    shown = recursion.unroll_aliases(spec)
    arranged = type_modules(shown)
    rows = type_data(shown, _NO_LINES, history.type_histories([spec], spec), arranged)
    [bodies] = render_models([models_of(shown, rows, arranged, paths.templates_root())], Steps())
    try:
        for body in bodies:
            compile(body.text, body.module, "exec")
    except SyntaxError as error:
        raise BindgenError(
            f"the classes of this schema are not valid Python: {error}", where=spec.revision.id
        ) from None


def import_checked(project: Path, name: str, path: Path, commit: str) -> Revision | ExtensionHeader:
    """Import an official file as a pinned revision or extension, after a check that it can be built.

    Args:
        project: the checkout. If anything fails, no file of it changes.
        name: id of the revision, or name of the extension's package.
        path: the official file.
        commit: commit of the specification's repository; for the extension `ui`, version of its package.

    Raises:
        BindgenError: there is no such revision or extension, the commit is malformed, or the file cannot be built.
    """
    root = project / "schema"
    is_extension = name in extensions.pinned_modules(root)
    if not is_extension:
        importer.manifest_row(root, name)
        importer.check_commit(commit)
        _check_file(root, name, path)
    with TemporaryDirectory() as directory:
        copy = Path(directory) / "schema"
        shutil.copytree(root, copy)
        try:
            if is_extension:
                pinned: Revision | ExtensionHeader = extensions.import_extension(copy, name, path, commit)
                _check_extension(copy, name, path)
            else:
                pinned = importer.import_schema(copy, name, path, commit)
        except BindgenError as error:
            raise error.replace_path(str(copy), str(root)) from None
        write_back(copy.parent, project)
    return pinned


def _check_file(schema_root: Path, revision_id: str, path: Path) -> None:
    """Check that an official file can be built as a pinned revision, with the errata of that revision."""
    where = str(path)
    document = jsontext.loads(importer.pinned_form(importer.read_bytes(path), where=where), where=where)
    corrections = errata.read_errata(schema_root, revision_id)
    names = protocol.read_names(schema_root, revision_id)
    row = importer.manifest_row(schema_root, revision_id)
    check_builds(build_corrected_spec(row, document, corrections, where=where, names=names))


def _check_extension(schema_root: Path, module: str, path: Path) -> None:
    """Check that an imported extension can be built together with the newest revision that it extends."""
    header = extensions.read_facts(schema_root, module).header
    rows = manifest.read_manifest(schema_root)
    bases = {each: sources.spec_of(schema_root, manifest.find_revision(rows, each)) for each in header.revisions[-1:]}
    pinned = str(schema_root / extensions.DIRECTORY / module / "schema.json")
    try:
        assemble(schema_root, module, bases)
    except BindgenError as error:
        raise error.replace_path(pinned, str(path)) from None
