"""Read an official file that may become a revision: its structure, row of the manifest, errata and types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

from mcp_bindgen import jsontext, sources
from mcp_bindgen.diff.schema.matching import read_renames
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest import errata, importer, manifest, protocol
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.manifest import Era, Revision
from mcp_bindgen.ingest.protocol import ChosenName
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.release.building import build_corrected_spec, check_classes_compile
from mcp_bindgen.release.renaming import NewNames, find_new_names
from mcp_bindgen.sources import era_of


@dataclass(frozen=True)
class Candidate:
    """A revision that was read from an official file, and that can be built."""

    spec: SpecRevision
    previous: Revision
    """The revision from which the new one inherits facts."""
    structure: bytes
    applied: tuple[Erratum, ...]
    """The errata of the previous revision that also apply to this revision, under new ids."""
    dropped: tuple[Erratum, ...]
    """The errata of the previous revision that do not apply, because their place is gone or has another value."""
    added: tuple[Erratum, ...]
    """The errata that were given for this revision alone."""
    renamed: NewNames
    """Definitions, types and methods whose names differ from those of the previous revision."""

    @property
    def revision(self) -> Revision:
        """Row of the revision in the manifest."""
        return self.spec.revision


def read_candidate(
    schema_root: Path,
    revision_id: str,
    path: Path,
    commit: str,
    previous: str | None,
    errata_file: Path | None = None,
) -> Candidate:
    """Return the revision that an official file may become, built in memory.

    Args:
        schema_root: the directory `schema/`.
        revision_id: the id of the new revision, which is its date.
        path: the official file.
        commit: commit of the specification's repository.
        previous: id of the revision to inherit facts from; None for the newest earlier release of the same era.
        errata_file: a file with errata of the revision, besides the errata in its directory; None without such a file.

    Raises:
        BindgenError: the id is no date or is already used; the directory of the revision exists, but lacks
            `errata.toml` or has other files; the commit is malformed; `previous` is no earlier release of the same era,
            or no release of this era is earlier; a file cannot be read; the official file cannot be built.
    """
    pinned = manifest.read_manifest(schema_root)
    _check_id(schema_root, revision_id, pinned)
    checked = importer.check_commit(commit)
    data, where = importer.read_bytes(path), str(path)
    structure = importer.pinned_form(data, where=where)
    document = jsontext.loads(structure, where=where)
    inherited = _choose_previous_release(pinned, revision_id, era_of(document), previous)
    added = _read_added_errata(schema_root, revision_id, checked, errata_file)
    revision = Revision(
        id=revision_id,
        status="released",
        era=era_of(document),
        reference=inherited.reference.replace(inherited.id, revision_id),
        path=f"schema/{revision_id}/schema.json",
        commit=checked,
        official_sha256=manifest.sha256(data),
        sha256=manifest.sha256(structure),
    )
    built = build_official_file(schema_root, revision, inherited, document, added, where=where)
    return Candidate(built.spec, inherited, structure, built.applied, built.dropped, added, built.renamed)


class BuiltFile(NamedTuple):
    """The types of an official file, with the errata of an earlier revision that apply, and the changed names."""

    spec: SpecRevision
    applied: tuple[Erratum, ...]
    """The errata of the earlier revision that also apply to the file, under new ids."""
    dropped: tuple[Erratum, ...]
    """The errata of the earlier revision that do not apply to the file."""
    renamed: NewNames
    """Definitions, types and methods whose names differ from those of the earlier revision."""


def build_official_file(
    schema_root: Path,
    revision: Revision,
    earlier: Revision,
    document: JSONValue,
    added: Sequence[Erratum] = (),
    *,
    where: str,
) -> BuiltFile:
    """Build an official file with the applicable errata of an earlier revision, and check that its classes compile.

    Args:
        schema_root: the directory `schema/`.
        revision: row of the file's revision in the manifest.
        earlier: the earlier revision, whose file is pinned.
        document: the file, without prose.
        added: errata of the file alone. They replace the errata of the earlier revision that have the same pointers.
        where: the file, for error messages.

    Raises:
        BindgenError: an erratum in `added` does not apply, a file of the data cannot be read, or the official file
            cannot be built.
    """
    stated = {row.pointer for row in added}
    known = [row for row in errata.read_errata(schema_root, earlier.id) if row.pointer not in stated]
    names = protocol.read_chosen_names(schema_root, earlier.id)
    built = build_with_errata(schema_root, revision, earlier, document, known, added, names, where=where)
    check_classes_compile(built.spec)
    return built


def build_with_errata(
    schema_root: Path,
    revision: Revision,
    earlier: Revision,
    document: JSONValue,
    known: Sequence[Erratum],
    added: Sequence[Erratum],
    names: Sequence[ChosenName],
    *,
    where: str,
) -> BuiltFile:
    """Build an official file with the applicable errata of an earlier revision.

    An erratum about a renamed definition is also applied under the new name.

    Args:
        schema_root: the directory `schema/`.
        revision: row of the file's revision in the manifest.
        earlier: the earlier revision, whose file is pinned.
        document: the file, without prose.
        known: errata of the earlier revision.
        added: errata of the file alone.
        names: the chosen names of types and attributes.
        where: the file, for error messages.

    Raises:
        BindgenError: an erratum in `added` does not apply, a file of the data cannot be read, or the official file
            cannot be built.
    """
    applied, dropped = split_errata(document, known, earlier.id, revision.id)
    spec = build_corrected_spec(revision, document, (*applied, *added), where=where, names=names)
    renamed = find_new_names(sources.spec_of(schema_root, earlier), spec, read_renames(schema_root))
    found, dropped = split_errata(document, tuple(map(renamed.rename_in_erratum, dropped)), earlier.id, revision.id)
    if found:
        applied = (*applied, *found)
        spec = build_corrected_spec(revision, document, (*applied, *added), where=where, names=names)
    return BuiltFile(spec, applied, dropped, renamed)


def _read_added_errata(
    schema_root: Path, revision_id: str, commit: str, errata_file: Path | None
) -> tuple[Erratum, ...]:
    """Return the errata in the directory of a new revision and those in a file, with the placeholders filled in.

    Raises:
        BindgenError: a file cannot be read, or a row is malformed.
    """
    own = errata.read_errata(schema_root, revision_id)
    from_file = errata.read_errata_file(errata_file) if errata_file is not None else ()
    url = f"https://github.com/{importer.REPOSITORY}/blob/{commit}/schema/{revision_id}/schema.json"
    return tuple(errata.fill_placeholders(row, revision_id, url) for row in (*own, *from_file))


def _check_id(schema_root: Path, revision_id: str, pinned: tuple[Revision, ...]) -> None:
    if not _is_date(revision_id):
        raise BindgenError(f"{revision_id!r} is not a date", hint="the id of a release is its date, as in 2025-06-18")
    if revision_id in {row.id for row in pinned}:
        raise BindgenError(
            f"revision {revision_id!r} is pinned already", hint=f"run `mcp-bindgen release --status {revision_id}`"
        )
    directory = schema_root / revision_id
    if directory.exists() and [path.name for path in directory.iterdir()] != ["errata.toml"]:
        raise BindgenError(
            f"the directory exists, but revisions.toml has no row for {revision_id!r}",
            where=f"schema/{revision_id}",
            hint="delete everything in it but errata.toml, or move the directory away",
        )


def _is_date(text: str) -> bool:
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _choose_previous_release(pinned: tuple[Revision, ...], revision_id: str, era: Era, named: str | None) -> Revision:
    """Return the release to inherit facts from: the named one, or else the newest earlier release of the same era.

    Raises:
        BindgenError: the named revision is no release, is later than the new revision or belongs to another era; or no
            earlier release belongs to the era.
    """
    if named is not None:
        found = manifest.find_revision(pinned, named)
        if found.status != "released":
            raise BindgenError(
                f"{named} is not a release", hint="facts inherited from it would change whenever it does"
            )
        if found.era != era:
            raise BindgenError(f"{named} belongs to the {found.era} era, but the schema to the {era} era")
        if found.id > revision_id:
            raise BindgenError(f"{named} is later than {revision_id}, which therefore cannot inherit from it")
        return found
    earlier = [row for row in pinned if row.status == "released" and row.era == era and row.id < revision_id]
    if not earlier:
        raise BindgenError(
            f"no release of the {era} era is earlier than {revision_id}, which thus has no facts to inherit"
        )
    return earlier[-1]


def split_errata(
    document: JSONValue, rows: Sequence[Erratum], previous: str, revision_id: str
) -> tuple[tuple[Erratum, ...], tuple[Erratum, ...]]:
    """Return the errata that apply to a document, under ids of a new revision, and the other errata, with their ids.

    An erratum applies if the document has the erratum's `old` value at the erratum's pointer.

    Args:
        document: the document.
        rows: errata of an earlier revision.
        previous: id of the earlier revision.
        revision_id: id of the new revision.
    """
    applied, dropped = errata.split_by_applicability(document, rows)
    return tuple(replace(row, id=row.id.replace(previous, revision_id)) for row in applied), dropped
