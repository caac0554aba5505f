"""Generate a package without the revisions that cannot be built, and return the errors of these revisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from mcp_bindgen import paths, pipeline, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import manifest
from mcp_bindgen.pipeline import GenerationRequest, Progress


def generate_buildable(
    request: GenerationRequest, progress: Progress = lambda revision, stage: None, processes: int = 1
) -> tuple[dict[str, bytes], list[BindgenError]]:
    """Return every file of the package, by path, and the errors of the revisions that are left out.

    The arguments are those of `pipeline.generate`.

    Raises:
        BindgenError: no requested revision can be built, or the package cannot be generated for a reason that is not
            the schema of one revision.
    """
    try:
        return pipeline.generate(request, progress, processes), []
    except BindgenError:
        failed = dict(_find_build_failures(request))
        kept = [name for name in request.revisions if name not in failed]
        if not failed or not (kept or not request.revisions):
            raise
    rest = replace(request, revisions=tuple(kept), left_out=request.left_out | failed.keys())
    return pipeline.generate(rest, progress, processes), list(failed.values())


def _find_build_failures(request: GenerationRequest) -> Iterator[tuple[str, BindgenError]]:
    """Yield the id and the error of each pinned revision whose schema cannot be built.

    Raises:
        BindgenError: the manifest cannot be read or is malformed.
    """
    root = request.schema_root or paths.schema_root()
    for revision in manifest.read_manifest(root):
        if revision.id not in request.custom_files and revision.id not in request.left_out:
            yield from _catch_errors(revision.id, partial(sources.spec_of, root, revision, with_errata=request.errata))


def _catch_errors(name: str, make: Callable[[], object]) -> Iterator[tuple[str, BindgenError]]:
    try:
        make()
    except BindgenError as error:
        yield name, error
