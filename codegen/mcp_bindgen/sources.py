"""Read the data about each revision: its types, and its facts about methods, errors, transports and other subjects.

Facts and types are checked against each other while they are read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mcp_bindgen import jsontext, paths
from mcp_bindgen.errors import BindgenError, run_checks
from mcp_bindgen.fingerprint import fingerprint
from mcp_bindgen.ingest import errata, importer, manifest, normalize, protocol, transport
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.lint_rules import LintRule, read_lint_rules
from mcp_bindgen.ingest.manifest import LATEST, Era, Revision
from mcp_bindgen.ingest.protocol import ErrorRange
from mcp_bindgen.ingest.transport import EraOutcome
from mcp_bindgen.ir import chosen_names, defaults, error_codes, features
from mcp_bindgen.ir.error_codes import ErrorCode
from mcp_bindgen.ir.from_document import spec_of_document
from mcp_bindgen.ir.lint_rules import check_rule_places
from mcp_bindgen.ir.methods import MethodInfo, check_message_unions, check_methods, method_table, with_release_ranges
from mcp_bindgen.ir.protocol import Protocol, check_transport_facts, make_protocol
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue, is_object
from mcp_bindgen.matrix import MatrixRow, make_matrix_rows


@dataclass(frozen=True)
class RevisionErrors:
    """The error codes and the reserved ranges of codes of a revision."""

    codes: tuple[ErrorCode, ...]
    ranges: tuple[ErrorRange, ...]


def effective_schema(revision_id: str, *, with_errata: bool = True) -> dict[str, JSONValue]:
    """Return the effective schema of a pinned revision: the normalized official file, with its errata by default.

    Raises:
        BindgenError: no revision with this id is pinned; its file cannot be read, has another hash than the pinned one,
            or cannot be normalized; or an erratum does not apply.
    """
    schema_root = paths.schema_root()
    revision = manifest.find_revision(manifest.read_manifest(schema_root), revision_id)
    document = pinned_document(schema_root, revision, with_errata=with_errata)
    return normalize.normalize(document, where=revision.id)


def load_spec(revision_id: str) -> SpecRevision:
    """Return the IR of a pinned revision, from the project's data.

    Raises:
        BindgenError: no revision with this id is pinned, a file cannot be read, the schema file has another hash than
            the pinned one, an erratum does not apply, or the schema cannot be built.
    """
    schema_root = paths.schema_root()
    return spec_of(schema_root, manifest.find_revision(manifest.read_manifest(schema_root), revision_id))


_cached_specs: dict[str, SpecRevision] = {}
"""Results of `spec_of`, by the hash of everything that a result depends on, oldest first; at most `_MAX_CACHED`."""

_MAX_CACHED = 32


def spec_of(schema_root: Path, revision: Revision, *, with_errata: bool = True) -> SpecRevision:
    """Return the IR of a pinned revision in a directory of data, with its errata by default. The process keeps the
    result for later calls with the same data.

    Raises:
        BindgenError: a file cannot be read, the schema file has another hash than the pinned one, an erratum does not
            apply, or the schema cannot be built.
    """
    where = schema_file_path(schema_root, revision)
    data, corrections = _read_pinned_text(schema_root, revision, with_errata=with_errata)
    names = protocol.read_chosen_names(schema_root, revision.id)
    key = fingerprint((revision, data, corrections, names))
    if key not in _cached_specs:
        document = errata.apply_errata(jsontext.loads(data, where=where), corrections, where=where)
        _cached_specs[key] = spec_of_document(revision, document, where=where, names=names)
        if len(_cached_specs) > _MAX_CACHED:
            del _cached_specs[next(iter(_cached_specs))]
    return _cached_specs[key]


def _read_pinned_text(schema_root: Path, revision: Revision, *, with_errata: bool) -> tuple[bytes, tuple[Erratum, ...]]:
    """Return the text of the schema file of a pinned revision, and the errata to apply to it.

    Raises:
        BindgenError: a file cannot be read, or the schema file has another hash than the pinned one.
    """
    corrections = errata.read_errata(schema_root, revision.id) if with_errata else ()
    return importer.load_pinned_schema(schema_root, revision), corrections


def released_revisions(left_out: Collection[str] = ()) -> tuple[list[SpecRevision], list[tuple[MethodInfo, ...]]]:
    """Return the released revisions, oldest first, and the method table of each in the same order.

    Args:
        left_out: ids of the revisions to leave out.

    Raises:
        BindgenError: a file cannot be read, a revision cannot be built, or facts and types do not agree.
    """
    specs = _load_released_specs(left_out)
    schema_root = paths.schema_root()
    tables = {spec.revision.id: methods_of(spec, schema_root) for spec in specs}
    return specs, list(with_release_ranges(tables, list(tables)).values())


def _load_released_specs(left_out: Collection[str] = ()) -> list[SpecRevision]:
    """Return the released revisions, apart from those to leave out, oldest first.

    Raises:
        BindgenError: the manifest cannot be read or is malformed, or a release cannot be built.
    """
    rows = [row for row in manifest.read_manifest(paths.schema_root()) if row.id not in left_out]
    return [load_spec(row.id) for row in rows if row.status == "released"]


def released_matrix(left_out: Collection[str] = ()) -> tuple[list[str], list[MatrixRow]]:
    """Return the ids of the released revisions, oldest first, and the rows of the matrix with one cell for each id.

    The argument and the errors are those of `released_revisions`.

    Raises:
        BindgenError: a file of the data cannot be read or is malformed, or a release cannot be built.
    """
    specs, tables = released_revisions(left_out)
    return [spec.revision.id for spec in specs], make_matrix_rows(specs, tables, error_tables(specs))


def error_tables(specs: Sequence[SpecRevision]) -> list[tuple[ErrorCode, ...]]:
    """Return the table of error codes of each release among the given revisions, in the order of the revisions.

    Raises:
        BindgenError: the facts cannot be read, or the facts and the types do not agree.
    """
    return [table.codes for table in errors_of(specs, [], paths.schema_root()).values()]


def pinned_document(schema_root: Path, revision: Revision, *, with_errata: bool) -> JSONValue:
    """Return the parsed schema file of a pinned revision, with its errata applied if `with_errata` is True.

    Raises:
        BindgenError: a file cannot be read, the schema file has another hash than the pinned one, or an erratum does
            not apply.
    """
    where = schema_file_path(schema_root, revision)
    data, corrections = _read_pinned_text(schema_root, revision, with_errata=with_errata)
    return errata.apply_errata(jsontext.loads(data, where=where), corrections, where=where)


def schema_file_path(schema_root: Path, revision: Revision) -> str:
    """Return the path of the schema file of a pinned revision, for error messages."""
    return f"{schema_root / revision.id / 'schema.json'}"


def custom_revision(revision_id: str, document: JSONValue) -> Revision:
    """Return a manifest row for a custom schema.

    Raises:
        BindgenError: `check_custom_id` refuses the id.
    """
    check_custom_id(revision_id)
    return Revision(revision_id, "custom", era_of(document), "", path="", commit="", official_sha256="", sha256="")


def era_of(document: JSONValue) -> Era:
    """Return "handshake" for a schema that defines `InitializeRequest`, else "per-request"."""
    return "handshake" if "InitializeRequest" in _get_definitions(document) else "per-request"


def _get_definitions(document: JSONValue) -> Mapping[str, JSONValue]:
    found = document.get("$defs", document.get("definitions")) if is_object(document) else None
    return found if is_object(found) else {}


def check_custom_id(revision_id: str) -> None:
    """Check the id that a user chose for a custom schema.

    Raises:
        BindgenError: the id is empty or too long, has a character that is not allowed at its place, or is the word that
            stands for the newest release in arguments.
    """
    if revision_id == LATEST:
        raise BindgenError(
            f"{revision_id!r} cannot be a revision id: on the command line it stands for the newest release",
            hint="choose another id, such as `my-fork`",
        )
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", revision_id):
        raise BindgenError(
            f"{revision_id!r} is not a valid revision id",
            hint="use at most 64 letters, digits, `.`, `_` and `-`, starting with a letter or digit",
        )


def methods_of(spec: SpecRevision, schema_root: Path) -> tuple[MethodInfo, ...]:
    """Return the method table of a revision.

    Raises:
        BindgenError: the facts cannot be read, or the facts and the types do not agree.
    """
    where = str(schema_root / spec.revision.id / "protocol.toml")
    facts = protocol.read_method_facts(schema_root, spec.revision.id)
    run_checks(
        [
            lambda: check_methods(spec, facts, where=where),
            lambda: check_message_unions(spec, _load_released_specs, where=where),
        ]
    )
    return method_table(spec, facts, where=where)


def lint_rules_of(spec: SpecRevision, schema_root: Path) -> tuple[LintRule, ...]:
    """Return the lint rules of a revision.

    Raises:
        BindgenError: the rules cannot be read, or a rule names a place that the types do not have.
    """
    rows = read_lint_rules(schema_root, spec.revision.id).rules
    check_rule_places(spec, rows, where=str(schema_root / spec.revision.id / "lint_rules.toml"))
    return rows


def protocol_of(spec: SpecRevision, schema_root: Path, methods: Sequence[MethodInfo]) -> Protocol:
    """Return the rules of a revision beyond its messages, such as those for transports, headers and lifecycle.

    Raises:
        BindgenError: the facts cannot be read, or the facts and the types do not agree.
    """
    revision = spec.revision.id
    facts = transport.read_transport(schema_root, revision)
    where = str(schema_root / revision / "protocol.toml")
    absent, retired = protocol.read_defaults(schema_root, revision), protocol.read_features(schema_root, revision)
    names = protocol.read_chosen_names(schema_root, revision)
    run_checks(
        [
            lambda: check_transport_facts(spec, facts, methods, where=str(schema_root / revision / "transport.toml")),
            lambda: defaults.check_defaults(spec, absent, where=where),
            lambda: features.check_features(spec, retired, methods, where=where),
            lambda: chosen_names.check_chosen_names(spec, names, where=where),
        ]
    )
    batching, ids = protocol.read_batching(schema_root, revision), protocol.read_request_id_rules(schema_root, revision)
    return make_protocol(spec, facts, batching, ids, absent, retired, methods)


def era_matrix(schema_root: Path) -> tuple[EraOutcome, ...]:
    """Return the outcome for each combination of the eras of client and server, as the newest release states it.

    Raises:
        BindgenError: the manifest or the facts of the release cannot be read.
    """
    pinned = [row.id for row in manifest.read_manifest(schema_root) if row.status == "released"]
    return transport.read_transport(schema_root, pinned[-1]).era_outcome


def errors_of(
    all_specs: Sequence[SpecRevision], full: Sequence[SpecRevision], schema_root: Path
) -> dict[str, RevisionErrors]:
    """Return the error codes and reserved ranges of codes, by id, of the releases and of other given revisions.

    A code that a release has and a later release lacks is retired in the later release.

    Args:
        all_specs: all revisions. Only the released ones among them count.
        full: the revisions that the result must have besides the releases.
        schema_root: the directory `schema/`.

    Raises:
        BindgenError: the facts cannot be read, or the facts and the types do not agree.
    """
    released = [spec.revision.id for spec in released_among(all_specs)]
    forks = {spec.revision.id for spec in released_among(all_specs) if spec.revision.publication == "custom"}
    pinned = {row.id for row in manifest.read_manifest(schema_root) if row.status == "released"}
    codes: dict[str, tuple[ErrorCode, ...]] = {}
    for spec in [*released_among(all_specs), *full]:
        name = spec.revision.id
        rows = protocol.read_error_codes(schema_root, name)
        error_codes.check_error_codes(spec, rows, where=str(schema_root / name / "protocol.toml"))
        codes[name] = error_codes.error_table(spec, rows)
    is_complete = not forks and pinned <= {*released}
    dated = error_codes.with_retired_codes(codes, released, forks, is_complete=is_complete)
    return {name: RevisionErrors(rows, protocol.read_error_ranges(schema_root, name)) for name, rows in dated.items()}


def released_among(specs: Sequence[SpecRevision]) -> list[SpecRevision]:
    """Return the revisions with the status `released`, such as releases and their forks."""
    return [spec for spec in specs if spec.revision.status == "released"]
