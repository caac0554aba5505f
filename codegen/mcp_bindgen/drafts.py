"""Find drafts that equal a release in schema and facts. Such a draft re-exports the release and has no models."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from mcp_bindgen import paths, sources
from mcp_bindgen.ingest.inheritance import KEYS, read_facts, with_pages_of_revision
from mcp_bindgen.ingest.manifest import find_revision, read_manifest
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import json_equal
from mcp_bindgen.records import names

EqualDrafts = list[tuple[SpecRevision, SpecRevision]]
"""Pairs of a draft and the release that it equals."""


def split_equal_drafts(specs: Sequence[SpecRevision], schema_root: Path) -> tuple[list[SpecRevision], EqualDrafts]:
    """Return the revisions that have modules of their own, and the other drafts, each with the revision that it equals.

    Args:
        specs: the revisions, with the releases before the drafts.
        schema_root: the directory `schema/`.

    Raises:
        BindgenError: a revision has no file of facts, or the file is malformed.
    """
    full: list[SpecRevision] = []
    twins: EqualDrafts = []
    for spec in specs:
        twin = next((other for other in full if _is_draft_of(spec, other, schema_root)), None)
        if spec.revision.status == "draft" and twin is not None:
            twins.append((spec, twin))
        else:
            full.append(spec)
    return full, twins


def module_of(revision_id: str) -> str:
    """Return the name of the module with the models of a pinned revision; for a draft that equals a release, the name
    of the release's module.

    Raises:
        BindgenError: no revision with this id is pinned, a revision cannot be built, or its facts cannot be read.
    """
    schema_root = paths.schema_root()
    pinned = read_manifest(schema_root)
    own = find_revision(pinned, revision_id)
    specs = [sources.load_spec(row.id) for row in (pinned if own.status == "draft" else [own])]
    full, reexports = split_equal_drafts(specs, schema_root)
    modules = {spec.revision.id: spec.module for spec in full}
    return {**modules, **{spec.revision.id: twin.module for spec, twin in reexports}}[revision_id]


def _is_draft_of(spec: SpecRevision, other: SpecRevision, schema_root: Path) -> bool:
    if spec.revision.status != "draft" or other.deprecated != spec.deprecated:
        return False
    if not json_equal(other.effective, spec.effective):
        return False
    ids = spec.revision.id, other.revision.id
    return all(_have_same_facts(schema_root, *ids, name) for name in KEYS)


def _have_same_facts(schema_root: Path, draft: str, release: str, name: str) -> bool:
    """Return whether a facts file states the same for a draft and a release, apart from the pages that it cites.

    Raises:
        BindgenError: a revision has no such file, or the file is malformed.
    """
    inherited = with_pages_of_revision(read_facts(schema_root, release, name).tables, release, draft)
    return bool(read_facts(schema_root, draft, name).tables == inherited)


def describe_changed_draft_names(schema_root: Path, chosen: Collection[str] = ()) -> list[str]:
    """Return lines about the public names that differ between each draft and the newest release.

    There are no lines about a draft whose schema file equals that of the release. The ledger has no names of a draft.

    Args:
        schema_root: the directory with the data about revisions.
        chosen: ids of the drafts to report; if empty, all drafts are reported.

    Raises:
        BindgenError: a revision cannot be read or built.
    """
    rows = read_manifest(schema_root)
    newest = [row.id for row in rows if row.status == "released"][-1]
    changes: list[str] = []
    for row in rows:
        if chosen and row.id not in chosen:
            continue
        if row.status == "draft" and row.sha256 != next(other.sha256 for other in rows if other.id == newest):
            lines = names.ledger_differences(sources.load_spec(newest), sources.load_spec(row.id))
            changes += [f"{row.id} has other public names than {newest}:", *(f"  {line}" for line in lines)]
    return changes
