"""From the names of two sides to the report of what changed between them, and from release to release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from mcp_bindgen import console as report
from mcp_bindgen import jsontext, paths, sources
from mcp_bindgen.diff import compare
from mcp_bindgen.diff.schema.matching import Rename, read_renames
from mcp_bindgen.diff.subject import Facts, Subject
from mcp_bindgen.diff.types import Report
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import read_tree
from mcp_bindgen.ingest import (
    importer,
    manifest,
    normalize,
    protocol,
    protocol_errors,
)
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ir import build, error_codes
from mcp_bindgen.ir.methods import method_table, sent_methods
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.report import model
from mcp_bindgen.report.releases import history_markdown
from mcp_bindgen.report.to_json import to_value


def subject(name: str) -> Subject:
    """What `diff` compares: a revision by its id, with its facts, or a schema file by its path.

    A file that is a pinned one, byte by byte, is that revision: errata and facts are known. Of others nothing is but
    what they say.

    Raises:
        BindgenError: neither an id nor a file; or no usable schema.
    """
    schema_root = paths.schema_root()
    pinned = manifest.read_manifest(schema_root)
    known = next((row for row in pinned if row.id == name), None)
    if known is None:
        path = Path(name)
        if not name or not path.exists():
            ids = ", ".join(row.id for row in pinned)
            raise BindgenError(f"{name!r} is neither a revision nor a file", hint=f"known revisions: {ids}")
        if path.is_dir():
            raise BindgenError("is a folder", where=name, hint="name the schema file in it, such as schema.json")
        return _file_subject(path, pinned, schema_root)
    spec = sources.load(known.id)
    twin = known.id
    if not (schema_root / known.id / "protocol.toml").exists():
        twin = next((row.id for row in pinned if row.id != known.id and _same_schema(row.id, spec)), "")
    return _with_facts(name, spec, twin, schema_root)


def changes(old: str, new: str) -> Report:
    """What changed from one side to the other; each is a revision id or the path of a schema file."""
    return compare.report(subject(old), subject(new), renames())


def releases() -> list[model.Report]:
    """What each released revision changed in the one before it, oldest first."""
    ids = [row.id for row in manifest.read_manifest(paths.schema_root()) if row.status == "released"]
    subjects, renamed = [subject(id_) for id_ in ids], renames()
    return [to_value(compare.report(old, new, renamed)) for old, new in pairwise(subjects)]


def changelog() -> str:
    """The history of the released revisions as Markdown, after what each of them has."""
    return _changelog(tuple(read_tree(paths.schema_root()).items()))


@lru_cache(maxsize=4)
def _changelog(_data: tuple[tuple[str, bytes], ...]) -> str:
    """Made once as long as the data stays the same, since every generation asks for it."""
    return history_markdown(report.matrix_markdown(*sources.released_matrix()), releases())


def renames() -> tuple[Rename, ...]:
    """Definitions that have another name since a release."""
    return read_renames(paths.schema_root())


def _file_subject(path: Path, pinned: Sequence[Revision], schema_root: Path) -> Subject:
    data = importer.read_bytes(path)
    total = manifest.sha256(data)
    twin = next(
        (row for row in pinned if total in (row.sha256, row.official_sha256) and row.status == "released"), None
    )
    if twin is not None:
        return _with_facts(str(path), sources.load(twin.id), twin.id, schema_root)
    effective = normalize.normalize(jsontext.loads(data, where=str(path)), where=str(path))
    own = replace(sources.custom_revision("file", effective), id=str(path))
    return _with_facts(str(path), build.build(own, effective, where=str(path)), "", schema_root)


def _with_facts(name: str, spec: SpecRevision, revision: str, schema_root: Path) -> Subject:
    """A schema with the facts of a revision; with none where there is no such revision."""
    if not revision:
        return Subject(name, spec, method_table(spec, protocol.completed((), sent_methods(spec)), where=name), None)
    stated = replace(spec, revision=manifest.find(manifest.read_manifest(schema_root), revision))
    rows = sources.methods_of(stated, (), schema_root)
    codes = error_codes.error_table(spec, protocol_errors.read_error_codes(schema_root, revision))
    around = sources.protocol_of(stated, (), schema_root, rows)
    ranges = protocol_errors.read_error_ranges(schema_root, revision)
    facts = Facts(
        around,
        codes,
        sources.authorization_of(stated, (), schema_root),
        ranges,
        sources.rules_of(stated, (), schema_root),
    )
    return Subject(name, spec, rows, facts)


def _same_schema(revision_id: str, spec: SpecRevision) -> bool:
    return sources.effective_schema(revision_id) == spec.effective
