"""Bring in a new revision: change a copy of the data, check the copy, and then write it to the project."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from mcp_bindgen import sources
from mcp_bindgen.diff.schema.matching import parts_of_message, read_renames
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.inheritance import KEYS, read_facts, with_pages_of_revision
from mcp_bindgen.ingest.manifest import read_manifest
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.records import names
from mcp_bindgen.records.docs import read_docs
from mcp_bindgen.release import lost_names, records, versioning
from mcp_bindgen.release.building import check_facts
from mcp_bindgen.release.candidate import Candidate, read_candidate
from mcp_bindgen.release.derive import DERIVATIONS, describe_method_changes
from mcp_bindgen.release.difference import Difference
from mcp_bindgen.release.digest_steps import add_digest_steps
from mcp_bindgen.release.proposals import add_translation_rules
from mcp_bindgen.release.status import Note, find_todos
from mcp_bindgen.release.subjects import add_subjects
from mcp_bindgen.release.write_back import write_changed_files
from mcp_bindgen.render.callables import make_callables

CHANGELOG = "CHANGELOG.md"


class ReleaseOutcome(NamedTuple):
    """Notes about what was written to each file, and notes about what a person must still write."""

    written: list[Note]
    todos: list[Note]


class ReleaseRequest(NamedTuple):
    """An official file to bring in, with the id and the commit of its revision."""

    revision_id: str
    schema: Path
    """The official file."""
    commit: str
    previous: str | None = None
    """Id of the revision to inherit facts from; None to inherit from the newest earlier release of the same era."""
    errata: Path | None = None
    """A file with errata of the revision, besides those in the directory of the revision; None without such a file."""
    typescript: Path | None = None
    """The official `schema.ts`, whose categories give the subjects of new definitions; None without categories."""


def add_release(project: Path, request: ReleaseRequest, *, dry_run: bool) -> ReleaseOutcome:
    """Write everything that can be derived about a new revision, and return notes about it and about what is left.

    Args:
        project: the checkout.
        request: the official file to bring in.
        dry_run: whether to write nothing to the checkout.

    Raises:
        BindgenError: the request is not valid, a file cannot be read, the official file cannot be built, or the derived
            facts contradict the official file. The checkout stays as it was.
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    with TemporaryDirectory() as directory:
        try:
            return _release_in_copy(project, Path(directory), request, dry_run=dry_run)
        except BindgenError as error:
            for name in KEYS:
                place = Path(directory) / "schema" / request.revision_id / name
                error.replace_path(str(place), f"{request.schema}, {name} derived from it")
            raise error.replace_path(directory, str(project)) from None


def _release_in_copy(project: Path, copy: Path, request: ReleaseRequest, *, dry_run: bool) -> ReleaseOutcome:
    """Write a new revision to a copy of the data, check the copy, and, unless `dry_run`, write its changed files to the
    project.

    Raises:
        BindgenError: the request is not valid, a file cannot be read, the official file cannot be built, or the derived
            facts contradict the official file.
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    shutil.copytree(project / "schema", copy / "schema")
    for path in (CHANGELOG, *versioning.FILES):
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(project / path, copy / path)
    candidate = read_candidate(
        copy / "schema", request.revision_id, request.schema, request.commit, request.previous, request.errata
    )
    done = [*_write_revision(copy, candidate), *_write_subjects(copy / "schema", candidate, request.typescript)]
    outcome = ReleaseOutcome(done, find_todos(copy / "schema", request.revision_id))
    if not dry_run:
        write_changed_files(copy, project)
    return outcome


def _write_revision(project: Path, candidate: Candidate) -> list[Note]:
    root, revision, previous = project / "schema", candidate.revision, candidate.previous.id
    directory = root / revision.id
    place = f"schema/{revision.id}"
    directory.mkdir(exist_ok=True)
    records.add_to_manifest(root, revision)
    done = [
        Note(
            "schema/revisions.toml",
            _find_line_number(root / "revisions.toml", f'id = "{revision.id}"'),
            _describe_pinned_revision(candidate),
        )
    ]
    (directory / "schema.json").write_bytes(candidate.structure)
    done.append(Note(f"{place}/schema.json", 1, f"{len(candidate.spec.definitions)} definitions"))
    done += _write_errata(directory / "errata.toml", candidate)
    decided = records.copy_decisions(root, candidate.previous, revision.id, candidate.applied)
    path = root / "decisions.toml"
    done += [
        Note("schema/decisions.toml", _find_line_number(path, f'defect = "{each}"'), f"copied {each}")
        for each in decided
    ]
    before = sources.spec_of(root, candidate.previous)
    for name, (title, derive) in DERIVATIONS.items():
        inherited = with_pages_of_revision(read_facts(root, previous, name).tables, previous, revision.id)
        derived = Difference(name, candidate.renamed.rename_in_rows(inherited), candidate.renamed.types)
        derive(candidate.spec, before, derived)
        found = derived.restate_from(inherited)
        text = found.to_toml(f"{title}: how {revision.id} differs from {previous}", previous)
        (directory / name).write_text(text, encoding="utf-8", newline="\n")
        done.append(Note(f"{place}/{name}", 1, f"inherits from {previous}"))
        for table, ids in found.gone.items():
            done.append(
                Note(
                    f"{place}/{name}", _find_line_number(directory / name, "[gone]"), f"{table} gone: {', '.join(ids)}"
                )
            )
    check_facts(root, candidate.spec)
    done += _write_renames(root, candidate)
    return [
        *done,
        *_write_records(project, candidate),
        *_write_digest(root, candidate),
        *(_make_added_row_note(root, name, id_) for name, id_ in add_translation_rules(root, revision.id)),
        *_write_lost_names(root, before, candidate.spec),
    ]


def _write_subjects(root: Path, candidate: Candidate, typescript: Path | None) -> list[Note]:
    added, others = add_subjects(root, candidate.spec, typescript)
    done = [Note("schema/subjects.toml", 1, f"added {', '.join(added)}")] if added else []
    without = f"without a category, so their subject follows from their names: {', '.join(others)}"
    return [*done, *([Note("schema/subjects.toml", 1, without)] if others else [])]


def _make_added_row_note(root: Path, name: str, id_: str) -> Note:
    """Return a note about a row that was added to a file of all revisions.

    Args:
        root: the directory `schema/`.
        name: name of the file.
        id_: id of the row.
    """
    return Note(f"schema/{name}", _find_line_number(root / name, f'id = "{id_}"'), f"added {id_}")


def _describe_pinned_revision(candidate: Candidate) -> str:
    return f"pinned {candidate.revision.id} ({candidate.revision.era}), which follows {candidate.previous.id}"


def _write_errata(path: Path, candidate: Candidate) -> list[Note]:
    place = f"schema/{candidate.revision.id}/errata.toml"
    if candidate.applied or candidate.added:
        records.write_errata(path, (*candidate.applied, *candidate.added))
    applied = [
        Note(place, _find_line_number(path, f'id = "{row.id}"'), f"erratum {row.id} applies")
        for row in candidate.applied
    ]
    dropped = [f"erratum {row.id} does not apply: {row.pointer} is gone or differs" for row in candidate.dropped]
    added = [
        Note(place, _find_line_number(path, f'id = "{row.id}"'), f"added erratum {row.id}") for row in candidate.added
    ]
    return [*applied, *added, *(Note(place, 1, text) for text in dropped)]


def _write_renames(root: Path, candidate: Candidate) -> list[Note]:
    renamed, revision = candidate.renamed, candidate.revision
    added = records.add_renames(root, renamed, revision.id, read_renames(root))
    path = root / "renames.toml"
    done = [
        Note(
            "schema/renames.toml", _find_line_number(path, f'after = "{after}"'), f"recognised: {before} is {after} now"
        )
        for before, after in renamed.definitions.items()
        if after in added
    ]
    done += [
        Note(
            "schema/renames.toml",
            _find_line_number(path, f'after = "{message[1]}"'),
            f"with it: {before} is {after} now",
        )
        for message in renamed.definitions.items()
        for before, after in parts_of_message(*message)
        if message[1] in added and renamed.definitions.get(before) == after
    ]
    place = f"schema/{revision.id}/protocol.toml"
    methods = root / revision.id / "protocol.toml"
    done += [
        Note(place, _find_line_number(methods, f'name = "{after}"'), f"recognised: the method {before} is {after} now")
        for before, after in renamed.methods.items()
    ]
    copied = records.copy_doc_lines(root, sources.spec_of(root, candidate.previous), candidate.spec, renamed)
    if copied:
        done.append(Note("schema/docs.toml", 1, f"copied the lines of renamed types to {', '.join(copied)}"))
    return done


def _write_digest(root: Path, candidate: Candidate) -> list[Note]:
    before = [row.id for row in read_manifest(root) if row.status == "released" and row.id < candidate.revision.id]
    steps = add_digest_steps(root, before[-1], candidate.revision.id) if before else []
    return [_make_added_row_note(root, "digest.toml", step) for step in steps]


def _write_lost_names(root: Path, before: SpecRevision, spec: SpecRevision) -> list[Note]:
    row = lost_names.add_lost_names(root, before, spec)
    if row is None:
        return []
    path = f"schema/{lost_names.FILE}"
    line = _find_line_number(root / lost_names.FILE, f'id = "{row.id}"')
    return [Note(path, line, f"the runtime names what {row.since} has lost: {', '.join(row.names)}")]


def _write_records(project: Path, candidate: Candidate) -> list[Note]:
    root, spec, revision = project / "schema", candidate.spec, candidate.revision
    written = records.add_doc_lines(root, spec)
    methods = sources.methods_of(spec, root)
    made = make_callables(spec, methods, read_docs(root)).names
    records.add_public_names(root, names.build_ledger([spec], {revision.id: made}))
    earlier = sources.methods_of(sources.spec_of(root, candidate.previous), root)
    changes = describe_method_changes(earlier, methods, candidate.renamed)
    facts = f"schema/{revision.id}/protocol.toml"
    changed = [
        Note(facts, _find_line_number(project / facts, f'name = "{name}"'), f"method {name}: {text}")
        for name, text in changes.items()
    ]
    before, now = {row.name for row in earlier}, {row.name for row in methods}
    line = f"Revision {revision.id}: types, handlers and calls in `mcp_bindings.{spec.module}`."
    renamed = candidate.renamed
    if renamed.definitions or renamed.methods:
        pairs = {**renamed.methods, **renamed.definitions}.items()
        line += f" Renamed: {', '.join(f'`{old}` is `{new}`' for old, new in sorted(pairs))}."
    now, before = now - {*renamed.methods.values()}, before - {*renamed.methods}
    for verb, found in (("New methods", now - before), ("Gone since", before - now)):
        if found:
            end = f" {candidate.previous.id}" if verb == "Gone since" else ""
            line += f" {verb}{end}: {', '.join(f'`{name}`' for name in sorted(found))}."
    changelog = project / CHANGELOG
    records.add_changelog_line(changelog, line)
    version = versioning.raise_version(project, changelog.read_text(encoding="utf-8"))
    moved = [Note(path, 1, f"moved the version to {version}") for path in versioning.FILES if version]
    return [
        *changed,
        *moved,
        Note("schema/docs.toml", 1, f"{len(written)} lines to write" if written else "every line is there"),
        Note(
            "schema/names.toml", _find_line_number(root / "names.toml", f'["{revision.id}"]'), "added the public names"
        ),
        Note(CHANGELOG, _find_line_number(changelog, f"- Revision {revision.id}"), "added a line"),
    ]


def _find_line_number(path: Path, start: str) -> int:
    """Return the number of the first line of a file that starts with a text; 1 without such a line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if line.startswith(start)), 1)
