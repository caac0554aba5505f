"""Generate the package of a fork in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from mcp_bindgen import paths, pipeline, sources
from mcp_bindgen.forks.data import ForkData, fork_data
from mcp_bindgen.forks.fork import Fork, check_fork
from mcp_bindgen.ingest import manifest
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.pipeline import GenerationRequest, Progress
from mcp_bindgen.release.derive import method_changes
from mcp_bindgen.release.renaming import Renamed


class ForkPackage(NamedTuple):
    """The package of a fork, with notes for its author."""

    files: dict[str, bytes]
    notes: list[str]
    """A line for each erratum of the base and for each method that differs from that of the base, and lists of the
    facts that were derived and left out.
    """


def generate_fork(fork: Fork, request: GenerationRequest, progress: Progress, processes: int = 1) -> ForkPackage:
    """Return every file of the package, by path.

    Args:
        fork: the fork.
        request: names of the package, and its pinned revisions besides the fork. Without revisions, the package has all
            except those with the message version of the fork.
        progress: the argument of `pipeline.generate`.
        processes: the argument of `pipeline.generate`.

    Raises:
        BindgenError: the requested package cannot be generated.
    """
    schema_root = paths.schema_root()
    pinned = manifest.read_manifest(schema_root)
    base = check_fork(fork, pinned, request.revisions)
    with fork_data(fork, base, pinned, schema_root, with_errata=request.errata) as data:
        revisions = dict.fromkeys([*request.revisions, fork.id]) if request.revisions else ()
        of_fork = replace(
            request, revisions=tuple(revisions), schema_root=data.schema_root, forks={fork.id: (base.id, fork.schema)}
        )
        files = pipeline.generate(of_fork, progress, processes)
        return ForkPackage(files, list(_author_notes(fork, base, data)))


def changed_methods(schema_root: Path, base: Revision, fork_id: str) -> Iterator[str]:
    """Yield the differences of each method of the base that the fork has too.

    Args:
        schema_root: the data with the fork.
        base: the base.
        fork_id: the id of the fork.
    """
    fork = manifest.find_revision(manifest.read_manifest(schema_root), fork_id)
    before, now = (sources.methods_of(sources.spec_of(schema_root, row), (), schema_root) for row in (base, fork))
    for name, text in method_changes(before, now, Renamed({}, {}, {})).items():
        yield f"method {name}: {text}"


def _author_notes(fork: Fork, base: Revision, data: ForkData) -> Iterator[str]:
    yield f"{fork.id} is a fork of {base.id}; its messages name the version {base.wire_version}"
    for row in data.carried:
        yield f"erratum {row.id.replace(fork.id, base.id, 1)} applies"
    for row in data.dropped:
        yield f"erratum {row.id} does not apply: {row.pointer} is gone or has another value"
    for reason in data.left_out:
        yield f"left out: the extension {reason}"
    yield from changed_methods(data.schema_root, base, fork.id)
    if data.gone:
        yield f"facts of {base.id} that do not apply: {', '.join(data.gone)}"
    if data.derived:
        yield f"facts that were derived from the schema: {', '.join(data.derived)}"
