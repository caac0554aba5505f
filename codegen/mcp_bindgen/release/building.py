"""Check that a schema can be built, before it is pinned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mcp_bindgen import jsontext, paths
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import errata, importer, manifest, normalize
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ir import build, history, recursion
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.records.docs import ProjectDocs
from mcp_bindgen.render.context import type_data
from mcp_bindgen.render.models import models_of, render_models
from mcp_bindgen.steps import Steps

_NO_LINES = ProjectDocs({}, {}, {}, {})


def corrected_spec(revision: Revision, document: JSONValue, rows: Sequence[Erratum], *, where: str) -> SpecRevision:
    """The types of a revision, from its file.

    Args:
        revision: its row of the manifest.
        document: the file, without prose.
        rows: the errata that apply to it.
        where: the file, for error messages.

    Raises:
        BindgenError: an erratum does not apply, or the file cannot be built.
    """
    effective = normalize.normalize(errata.apply(document, rows, where=where), where=where)
    return build.build(revision, effective, where=where)


def check_builds(spec: SpecRevision) -> None:
    """Write the classes of a revision in memory, and compile them.

    Raises:
        BindgenError: that is not possible.
    """
    shown = recursion.unrolled(spec)
    rows = type_data(shown, _NO_LINES, history.history([spec], spec))
    source = render_models([models_of(shown, rows, paths.templates_root())], Steps())[0].text
    try:
        compile(source, spec.module, "exec")
    except SyntaxError as error:
        raise BindgenError(f"the classes of this schema are no Python: {error}", where=spec.revision.id) from None


def check_file(schema_root: Path, revision_id: str, path: Path) -> None:
    """Check that an official file can be built as a pinned revision, with the errata of that revision.

    Raises:
        BindgenError: it cannot, or there is no such revision.
    """
    rows = manifest.read_manifest(schema_root)
    if revision_id not in {row.id for row in rows}:
        return  # the import says what to do first
    where = str(path)
    document = jsontext.loads(importer.structure(importer.read_bytes(path), where=where), where=where)
    check_builds(
        corrected_spec(
            manifest.find(rows, revision_id), document, errata.read_errata(schema_root, revision_id), where=where
        )
    )
