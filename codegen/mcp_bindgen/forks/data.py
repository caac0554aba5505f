"""A copy of the project's data in which a fork replaces its base."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from mcp_bindgen import jsontext, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.package import assemble_one
from mcp_bindgen.forks.facts import fork_facts
from mcp_bindgen.forks.fork import Fork, compatible_revisions
from mcp_bindgen.ingest import errata, extensions, importer, manifest
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.extensions import ExtensionHeader
from mcp_bindgen.ingest.inheritance import KEYS
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ingest.provenance import Decision, read_origin, rename_decisions
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.records.docs import read_docs
from mcp_bindgen.release.building import build_corrected_spec
from mcp_bindgen.release.candidate import carried_errata
from mcp_bindgen.release.difference import rows_text, tables_text
from mcp_bindgen.sources import era_of


def extend_to_fork(schema_root: Path, spec: SpecRevision, base_id: str) -> list[str]:
    """Make the extensions of the base extend the fork.

    Args:
        schema_root: the data with the fork. It is changed.
        spec: the types of the fork.
        base_id: id of the base.

    Returns:
        The extensions that are left out, each with the reason.
    """
    left_out: list[str] = []
    for module in extensions.pinned_modules(schema_root):
        header = extensions.read_facts(schema_root, module).header
        if base_id in header.revisions:
            path = schema_root / extensions.DIRECTORY / module / extensions.FACTS
            stated = path.read_bytes()
            manifest.write_values(path, "extension", {"revisions": [spec.revision.id]})
            try:
                _check_extension_names(schema_root, header, spec)
                assemble_one(schema_root, module, {spec.revision.id: spec}, read_docs(schema_root))
            except BindgenError as error:
                path.write_bytes(stated)
                left_out.append(f"{module}: {error.what}")
    return left_out


def _check_extension_names(schema_root: Path, header: ExtensionHeader, spec: SpecRevision) -> None:
    pinned = extensions.split_own_definitions(extensions.load_pinned_definitions(schema_root, header))
    twice = sorted({name for schemas in pinned.values() for name in schemas} & set(spec.definitions))
    if twice:
        raise BindgenError(f"the schema defines names that the extension defines too: {', '.join(twice)}")


@dataclass(frozen=True)
class ForkData:
    """Data from which a package with a fork is generated."""

    schema_root: Path
    carried: tuple[Erratum, ...]
    """Errata of the base that apply to the schema."""
    dropped: tuple[Erratum, ...]
    """Other errata of the base: their place is gone, or has another value."""
    derived: tuple[str, ...]
    """Rows of facts that the schema adds and the author does not state."""
    gone: tuple[str, ...]
    """Rows of facts of the base that do not apply to the schema."""
    left_out: tuple[str, ...]
    """Extensions of the base that cannot be built with the types of the schema, each with the reason."""


@contextmanager
def fork_data(
    fork: Fork, base: Revision, pinned: Sequence[Revision], schema_root: Path, *, with_errata: bool
) -> Generator[ForkData]:
    """Write the data to a temporary directory. An error that names a file in it names the user's file instead.

    Args:
        fork: the fork.
        base: its base.
        pinned: the pinned revisions.
        schema_root: the project's directory `schema/`.
        with_errata: True to apply errata of the base.

    Raises:
        BindgenError: the schema cannot be built, belongs to another era than the base, or contradicts the facts.
    """
    with TemporaryDirectory() as directory:
        root = Path(directory) / "schema"
        shutil.copytree(schema_root, root)
        try:
            yield _write_data(fork, base, pinned, root, with_errata=with_errata)
        except BindgenError as error:
            where = error.where.replace(str(root / fork.id / "schema.json"), str(fork.schema))
            for name in KEYS:
                stated = _author_file(fork, name)
                origin = f"{fork.schema}, {name} of {base.id}" if stated is None else str(stated)
                where = where.replace(str(root / fork.id / name), origin)
            where = where.replace(str(root), str(schema_root))
            raise BindgenError(error.what, where=where, hint=error.hint) from None


def _write_data(fork: Fork, base: Revision, pinned: Sequence[Revision], root: Path, *, with_errata: bool) -> ForkData:
    data, where = importer.read_bytes(fork.schema), str(fork.schema)
    structure = importer.pinned_form(data, where=where)
    document = jsontext.loads(structure, where=where)
    _check_era(document, base, where)
    stated = errata.read_errata(root, base.id) if with_errata else ()
    carried, dropped = carried_errata(document, stated, base.id, fork.id)
    revision = Revision(
        id=fork.id,
        status="released",
        era=base.era,
        reference="",
        path="",
        commit="",
        official_sha256=manifest.sha256(data),
        sha256=manifest.sha256(structure),
        version=base.wire_version,
    )
    spec = build_corrected_spec(revision, document, carried, where=where)
    (root / fork.id).mkdir()
    (root / fork.id / "schema.json").write_bytes(structure)
    _write_rows(root / fork.id / "errata.toml", "erratum", carried)
    _write_rows(root / "decisions.toml", "decision", _fork_decisions(root, base, fork.id, carried))
    _write_rows(root / "revisions.toml", "revision", _fork_manifest(pinned, base, revision))
    derived, gone = _write_facts(fork, spec, sources.spec_of(root, base), root)
    left_out = extend_to_fork(root, spec, base.id)
    return ForkData(root, carried, dropped, tuple(derived), tuple(gone), tuple(left_out))


def _check_era(document: JSONValue, base: Revision, where: str) -> None:
    if era_of(document) != base.era:
        raise BindgenError(
            f"the schema belongs to the {era_of(document)} era, and the base {base.id} to the {base.era} era",
            where=where,
            hint="a schema with `InitializeRequest` belongs to the handshake era; name another --base",
        )


def _write_facts(fork: Fork, spec: SpecRevision, base: SpecRevision, root: Path) -> tuple[list[str], list[str]]:
    derived: list[str] = []
    gone: list[str] = []
    for name in KEYS:
        found = fork_facts(root, spec, base, name, _author_file(fork, name))
        (root / fork.id / name).write_text(tables_text(found.tables), encoding="utf-8", newline="\n")
        derived += found.derived
        gone += found.gone
    return derived, gone


def _author_file(fork: Fork, name: str) -> Path | None:
    """Return the author's facts file with a name, or None if the author has none."""
    path = fork.facts / name if fork.facts is not None else None
    return path if path is not None and path.exists() else None


def _fork_manifest(pinned: Sequence[Revision], base: Revision, revision: Revision) -> list[Revision]:
    """Return the manifest with the fork in place of the revisions whose messages name its version."""
    place = next(number for number, row in enumerate(pinned) if row.wire_version == base.wire_version)
    before = compatible_revisions(pinned[:place], base)
    return [*before, revision, *compatible_revisions(pinned[place:], base)]


def _fork_decisions(root: Path, base: Revision, fork_id: str, carried: Sequence[Erratum]) -> list[Decision]:
    """Return the decisions about the base that hold for the fork: those without an erratum, or with an erratum that
    applies.
    """
    present = {"", *(row.id for row in carried)}
    renamed = rename_decisions(read_origin(root, base, with_errata=False).decisions, base.id, fork_id)
    return [row for row in renamed if row.erratum in present]


def _write_rows(path: Path, table: str, rows: Sequence[Erratum | Decision | Revision]) -> None:
    path.write_text(rows_text(table, map(vars, rows)), encoding="utf-8", newline="\n")
