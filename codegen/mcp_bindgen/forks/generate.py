"""Generate, in memory, a package with custom schemas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from mcp_bindgen import paths, sources, unbuildable
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.forks.custom_schema import CustomSchema
from mcp_bindgen.forks.data import CustomData, WrittenSchema, write_custom_data
from mcp_bindgen.ingest import manifest
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ir.methods import ROOTS
from mcp_bindgen.pipeline import GenerationRequest, Progress
from mcp_bindgen.release.derive import describe_method_changes
from mcp_bindgen.release.renaming import NewNames


class GeneratedPackage(NamedTuple):
    """A package, with notes and warnings for the user, and the errors of the revisions that are left out."""

    files: dict[str, bytes]
    notes: list[str]
    """Lines about each custom schema, such as which errata apply and how methods differ from those of the base; or
    about the unconfirmed facts of an extension.
    """
    failed: list[BindgenError]
    warnings: list[str]
    """Lines about custom schemas without messages."""


def generate_package(
    customs: Sequence[CustomSchema],
    request: GenerationRequest,
    progress: Progress = lambda revision, stage: None,
    processes: int = 1,
    given: Sequence[Erratum] = (),
) -> GeneratedPackage:
    """Generate a package with custom schemas, in memory. Leave out the revisions that cannot be built.

    Args:
        customs: the custom schemas.
        request: names of the package, and its pinned revisions besides the custom ones. Without revisions, the package
            has all except those with the message version of a fork.
        progress: the argument of `pipeline.generate`.
        processes: the argument of `pipeline.generate`.
        given: errata of the user for the custom schemas.

    Raises:
        BindgenError: a fork cannot be read or built, belongs to another era than its base, or has facts or translation
            rules that are not valid; no requested revision can be built; an erratum of the user applies to no schema,
            although all schemas can be built; or the package cannot be generated for a reason that is not the schema of
            one revision.
    """
    if not customs:
        files, failed = unbuildable.generate_buildable(request, progress, processes)
        return GeneratedPackage(files, [], failed, [])
    schema_root = paths.schema_root()
    with write_custom_data(customs, schema_root, with_errata=request.errata, given=given) as data:
        built = [each.custom for each in data.written]
        kept = [each for each in request.revisions if each not in data.failed]
        chosen = dict.fromkeys([*kept, *(each.id for each in built)])
        if request.revisions and not chosen:
            raise next(iter(data.failed.values()))
        of_customs = replace(
            request,
            revisions=tuple(chosen) if request.revisions else (),
            schema_root=data.schema_root,
            custom_files={each.id: each.path for each in built},
            forks={each.id: each.base.id for each in built if each.is_fork},
            left_out=frozenset(row.id for row in manifest.read_manifest(schema_root) if row.id in data.failed),
        )
        files, failed = unbuildable.generate_buildable(of_customs, progress, processes)
        notes = [line for each in data.written for line in make_author_notes(each, data)]
        warnings = [
            f"{each.custom.path}: the schema has no messages, since none of {', '.join(ROOTS)} has an object with a "
            "constant `method`; the package has its types and codecs alone"
            for each in data.written
            if not each.has_messages
        ]
        return GeneratedPackage(files, notes, [*data.failed.values(), *failed], warnings)


def report_changed_methods(
    before: Path, base: Revision, after: Path, revision_id: str, renamed: NewNames
) -> Iterator[str]:
    """Yield a line for each method whose facts differ between a revision and its base.

    Args:
        before: the data with the base.
        base: the row of the base in the manifest.
        after: the data with the revision.
        revision_id: the id of the revision.
        renamed: the names of the base that the revision has changed.

    Raises:
        BindgenError: a file cannot be read, a revision cannot be built, or facts and types do not agree.
    """
    own = manifest.find_revision(manifest.read_manifest(after), revision_id)
    earlier, now = (
        sources.methods_of(sources.spec_of(root, row), root) for root, row in ((before, base), (after, own))
    )
    for name, text in describe_method_changes(earlier, now, renamed).items():
        yield f"method {name}: {text}"


def make_author_notes(written: WrittenSchema, data: CustomData) -> Iterator[str]:
    """Yield a line about each decision of the tool that the author of a schema has to know.

    Args:
        written: the schema.
        data: the data with the schema.

    Raises:
        BindgenError: a file of the data cannot be read or is malformed.
    """
    custom, base = written.custom, written.custom.base
    if custom.is_fork:
        yield f"{custom.id} is a fork of {base.id}; its messages name the version {base.wire_version}"
    elif custom.is_replacement:
        yield f"{custom.id} is {custom.path}, with the facts of {base.id} as far as they apply"
    else:
        yield f"{custom.id} has the facts of {base.id} as far as they apply; its messages name the version {custom.id}"
    for row in written.built.applied:
        yield f"erratum {row.id.replace(custom.id, base.id, 1)} applies"
    for row in written.built.dropped:
        yield f"erratum {row.id} does not apply: {row.pointer} is gone or has another value"
    for reason in written.left_out:
        yield f"left out: the extension {reason}"
    renamed = written.built.renamed
    for old, new in {**renamed.definitions, **renamed.methods}.items():
        yield f"recognised: {old} is {new} now"
    yield from report_changed_methods(paths.schema_root(), base, data.schema_root, custom.id, renamed)
    if written.dropped_rows:
        yield f"facts of {base.id} that do not apply: {', '.join(written.dropped_rows)}"
    if written.derived_rows:
        yield f"facts that were derived from the schema: {', '.join(written.derived_rows)}"
