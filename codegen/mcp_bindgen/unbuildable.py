"""Generate a package without the revisions that cannot be built, and report those."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from mcp_bindgen import jsontext, paths, pipeline, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import importer, manifest
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ir.from_document import spec_of_document
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.pipeline import GenerationRequest, Progress


def generate_buildable(
    request: GenerationRequest, progress: Progress = lambda revision, stage: None, processes: int = 1
) -> tuple[dict[str, bytes], list[BindgenError]]:
    """Return every file of the package, by path, and the errors of the revisions that are left out.

    The arguments are those of `pipeline.generate`.

    Raises:
        BindgenError: no revision is left, or the error is not about the schema of one revision.
    """
    try:
        return pipeline.generate(request, progress, processes), []
    except BindgenError:
        failed = dict(_build_failures(request))
        kept = [name for name in (*request.revisions, *request.schema_files) if name not in failed]
        if not failed or not (kept or not request.revisions):
            raise
    rest = replace(
        request,
        revisions=tuple(name for name in request.revisions if name not in failed),
        schema_files={name: path for name, path in request.schema_files.items() if name not in failed},
        left_out=frozenset(row.id for row in manifest.read_manifest(paths.schema_root()) if row.id in failed),
    )
    return pipeline.generate(rest, progress, processes), list(failed.values())


def _build_failures(request: GenerationRequest) -> Iterator[tuple[str, BindgenError]]:
    """Yield the revisions whose schemas cannot be built, with the error of each."""
    for revision in manifest.read_manifest(paths.schema_root()):
        if revision.id not in request.schema_files:
            yield from _catch_errors(revision.id, partial(_build_pinned, revision, request))
    for name, path in request.schema_files.items():
        document = jsontext.loads(importer.read_bytes(path), where=str(path))
        yield from _catch_errors(name, partial(_build_custom, name, document, str(path)))


def _catch_errors(name: str, make: Callable[[], object]) -> Iterator[tuple[str, BindgenError]]:
    try:
        make()
    except BindgenError as error:
        yield name, error


def _build_pinned(revision: Revision, request: GenerationRequest) -> object:
    return sources.spec_of(paths.schema_root(), revision, with_errata=request.errata)


def _build_custom(name: str, document: JSONValue, where: str) -> object:
    return spec_of_document(sources.custom_revision(name, document), document, where=where)
