"""Report the changes between two sides that are given by name, and between all successive releases."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from mcp_bindgen import jsontext, paths, sources
from mcp_bindgen.console import make_matrix_markdown
from mcp_bindgen.diff import compare
from mcp_bindgen.diff.schema.matching import Rename, read_renames
from mcp_bindgen.diff.subject import Facts, LeftOutPart, Subject
from mcp_bindgen.diff.types import Report
from mcp_bindgen.errors import BindgenError, raise_together
from mcp_bindgen.fingerprint import fingerprint
from mcp_bindgen.ingest import errata, importer, keywords, manifest, protocol
from mcp_bindgen.ingest.authorization import read_authorization
from mcp_bindgen.ingest.canonical import canonical_form
from mcp_bindgen.ingest.errata import Erratum
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ingest.refusals import InvalidSchemaError
from mcp_bindgen.ir import error_codes
from mcp_bindgen.ir.from_document import weakened_spec
from mcp_bindgen.ir.methods import method_table, sent_methods
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue, is_object, json_equal, pointer_tokens
from mcp_bindgen.matrix import newest_first
from mcp_bindgen.report import model
from mcp_bindgen.report.digest.guide import DigestGuide, read_guide
from mcp_bindgen.report.markdown import history_markdown
from mcp_bindgen.report.to_json import report_to_json
from mcp_bindgen.steps import StepRunner


def read_subject(name: str, schema_root: Path | None = None, user_errata: Sequence[Erratum] = ()) -> Subject:
    """Return one side of a comparison: a revision with its protocol facts, or a schema file.

    A file that differs from the schema of a release only in layout, order or prose is compared as that release, with
    the errata and protocol facts of the release. Any other file is compared without protocol facts, which only pinned
    revisions have, and after it is corrected by those errata of the nearest release that apply to it.

    Args:
        name: the id of a revision, or the path of a schema file.
        schema_root: the directory `schema/`; that of the project by default.
        user_errata: errata of the user for a file that equals no release. Those that apply to the file are applied.

    Raises:
        BindgenError: the name is neither an id nor that of a file, the file has no usable schema, a file of the data
            cannot be read or is malformed, or the revision cannot be built.
    """
    schema_root = schema_root or paths.schema_root()
    pinned = manifest.read_manifest(schema_root)
    pinned_row = next((row for row in pinned if row.id == name), None)
    if pinned_row is None:
        path = Path(name)
        if not name or not path.exists():
            hint = manifest.known_ids_hint(name, [row.id for row in pinned])
            raise BindgenError(f"{name!r} is neither a revision nor a file", hint=hint)
        if path.is_dir():
            raise BindgenError(
                "is a directory", where=name, hint="give the path of the schema file in it, such as schema.json"
            )
        return _read_file_subject(path, pinned, schema_root, user_errata)
    return _make_subject(name, sources.spec_of(schema_root, pinned_row), pinned_row.id, schema_root)


def report_changes(old: str, new: str, user_errata: Sequence[Erratum] = ()) -> Report:
    """Return the report of the changes from one side to another.

    Args:
        old: the id of a revision, or the path of a schema file.
        new: the id of a revision, or the path of a schema file.
        user_errata: errata of the user for the files.

    Raises:
        BindgenError: a side cannot be compared, or an erratum applies to neither side.
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    sides = read_subject(old, user_errata=user_errata), read_subject(new, user_errata=user_errata)
    raise_together(
        BindgenError(f"erratum {row.id} applies to neither side", hint="delete it, or correct its pointer and `old`")
        for row in user_errata
        if not any(row in side.errata for side in sides)
    )
    return replace(compare.make_report(*sides, read_known_renames()), left_out=_describe_left_out_parts(*sides))


def _describe_left_out_parts(old: Subject, new: Subject) -> tuple[str, ...]:
    """Return a text for each part of a schema that is not compared, but not for parts of equal definitions of both
    sides.
    """
    old_parts, new_parts = ({(part.definition, part.schema) for part in side.left_out} for side in (old, new))
    both = old_parts & new_parts
    return tuple(
        part.text for side in (old, new) for part in side.left_out if (part.definition, part.schema) not in both
    )


def report_releases(left_out: Collection[str] = ()) -> list[model.ReportJSON]:
    """Return the reports of the changes from each release to the next release, oldest first.

    Args:
        left_out: ids of the revisions to treat as not pinned.

    Raises:
        BindgenError: a file of the data cannot be read or is malformed, or a release cannot be built.
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    rows = [row for row in manifest.read_manifest(paths.schema_root()) if row.id not in left_out]
    ids = [row.id for row in rows if row.status == "released"]
    subjects, renamed = [read_subject(id_) for id_ in ids], read_known_renames()
    hashes = {id_: fingerprint(each) for id_, each in zip(ids, subjects, strict=True)}
    pairs = [(old, new, renamed) for old, new in pairwise(subjects)]
    found = StepRunner().run(
        "changes", _compare_as_json, pairs, key=lambda pair: (hashes[pair[0].name], hashes[pair[1].name], renamed)
    )
    return [json.loads(each) for each in found]


def _compare_as_json(pair: tuple[Subject, Subject, Sequence[Rename]]) -> bytes:
    return json.dumps(report_to_json(compare.make_report(*pair))).encode("ascii")


class ForkSides(NamedTuple):
    """Ids of a fork and its base. The base is in the data of the project, the fork in other data."""

    fork: str
    base: str
    schema_root: Path
    """Directory with the data of the fork."""


def make_changelog_markdown(left_out: Collection[str] = (), forks: Sequence[ForkSides] = ()) -> str:
    """Return Markdown with the changes from each release to the next, and with tables of the content of each release.

    Args:
        left_out: ids of the revisions to treat as not pinned.
        forks: forks. The changes from their bases are reported too.

    Raises:
        BindgenError: a revision cannot be read or built.
        PathError: nothing is at the end of a path in the schemas, or several parts are.
        UndecidedError: a pattern would take too long.
    """
    found = report_releases(left_out)
    for each in forks:
        sides = read_subject(each.base), read_subject(each.fork, each.schema_root)
        found.append(report_to_json(compare.make_report(*sides, read_known_renames())))
    return history_markdown(make_matrix_markdown(*newest_first(*sources.released_matrix(left_out))), found)


def read_known_renames() -> tuple[Rename, ...]:
    """Return the rows of the project's `renames.toml`: renamed definitions, and pairs of different definitions that are
    alike.

    Raises:
        BindgenError: the file cannot be read, a row is malformed, or rows contradict each other.
    """
    return read_renames(paths.schema_root())


def read_digest_guide() -> DigestGuide:
    """Return the themes and steps that the project's `digest.toml` has for digests of reports.

    Raises:
        BindgenError: `digest.toml` or the manifest cannot be read or is not TOML, or a row is malformed, has the id of
            another row, or names a theme or step that does not exist.
    """
    return read_guide(paths.schema_root())


def _read_file_subject(
    path: Path, pinned: Sequence[Revision], schema_root: Path, user_errata: Sequence[Erratum]
) -> Subject:
    data = importer.read_bytes(path)
    document = jsontext.loads(data, where=str(path))
    twin = _find_equal_revision(data, document, [row for row in pinned if row.status == "released"], schema_root)
    if twin is not None:
        return _make_subject(str(path), sources.spec_of(schema_root, twin), twin.id, schema_root)
    nearest = find_nearest_revision(document, [row for row in pinned if row.status == "released"], schema_root)
    corrected = _apply_errata_of(nearest, keywords.without_prose(document), schema_root)
    own = replace(sources.custom_revision("file", corrected), id=str(path), version=nearest.wire_version)
    corrected, applied = errata.apply_errata_in_turn(corrected, user_errata)
    spec, refused = weakened_spec(own, corrected, where=str(path), keeps_patterns=True)
    raise_together(each for each in refused if isinstance(each, InvalidSchemaError))
    definitions = _get_definitions(corrected)
    return replace(
        _make_subject(str(path), spec, "", schema_root),
        defaults=keywords.annotation_values(document, "default"),
        errata=tuple(applied),
        left_out=tuple(_make_left_out_part(each, definitions) for each in refused),
    )


def _make_left_out_part(error: BindgenError, definitions: Mapping[str, JSONValue]) -> LeftOutPart:
    """Return the part of a schema that is not compared because of an error.

    Args:
        error: the error. Its place ends with the JSON Pointer of the part.
        definitions: the definitions of the schema, by name.
    """
    tokens = pointer_tokens(error.where.rpartition("#")[2])
    definition = tokens[1] if len(tokens) > 1 else ""
    return LeftOutPart(
        f"{error.where}: {error.what}", definition, json.dumps(definitions.get(definition), sort_keys=True)
    )


def find_nearest_revision(document: JSONValue, rows: Sequence[Revision], schema_root: Path) -> Revision:
    """Return the revision whose definitions have the largest share of names in common with those of a schema.

    If several revisions have the same share, return the latest of them.

    Args:
        document: the schema.
        rows: the revisions to choose from, at least one.
        schema_root: the directory `schema/`.

    Raises:
        BindgenError: a pinned file cannot be read.
    """
    names = _list_definition_names(document)
    return max(rows, key=lambda row: (_compute_shared_fraction(names, row, schema_root), row.id))


def _apply_errata_of(release: Revision, document: JSONValue, schema_root: Path) -> JSONValue:
    """Return a copy of a document, corrected by those errata of a release that apply to the document.

    Without this, each erratum of the release would be reported as a change of the document.

    Raises:
        BindgenError: the errata of the release cannot be read.
    """
    corrections, _ = errata.split_by_applicability(document, errata.read_errata(schema_root, release.id))
    return errata.apply_errata(document, corrections, where="")


def _compute_shared_fraction(names: frozenset[str], revision: Revision, schema_root: Path) -> float:
    """Return the share of the names of definitions of a schema or a pinned revision that both have, from 0 to 1.

    Raises:
        BindgenError: the pinned file cannot be read.
    """
    others = _list_definition_names(sources.pinned_document(schema_root, revision, with_errata=False))
    return len(names & others) / max(1, len(names | others))


def _list_definition_names(document: JSONValue) -> frozenset[str]:
    return frozenset(_get_definitions(document))


def _get_definitions(document: JSONValue) -> Mapping[str, JSONValue]:
    found = document.get("$defs", document.get("definitions")) if is_object(document) else None
    return found if is_object(found) else {}


def _find_equal_revision(
    data: bytes, document: JSONValue, pinned: Sequence[Revision], schema_root: Path
) -> Revision | None:
    """Return the pinned revision whose schema equals a file apart from layout, order and prose; else None.

    Raises:
        BindgenError: a pinned file cannot be read.
    """
    total = manifest.sha256(data)
    for row in pinned:
        if total in (row.sha256, row.official_sha256):
            return row
    form = canonical_form(document)
    forms = (canonical_form(sources.pinned_document(schema_root, row, with_errata=False)) for row in pinned)
    return next((row for row, other in zip(pinned, forms, strict=True) if json_equal(form, other)), None)


def _make_subject(name: str, spec: SpecRevision, revision: str, schema_root: Path) -> Subject:
    """Return one side of a comparison: a schema, with the protocol facts of a revision. If `revision` is empty, the
    side has no facts but the methods that the schema states.

    Raises:
        BindgenError: a file of facts cannot be read or is malformed, or names what the schema does not define.
    """
    if not revision:
        return Subject(
            name, spec, method_table(spec, protocol.complete_method_facts((), sent_methods(spec)), where=name), None
        )
    stated = replace(spec, revision=manifest.find_revision(manifest.read_manifest(schema_root), revision))
    rows = sources.methods_of(stated, schema_root)
    codes = error_codes.error_table(spec, protocol.read_error_codes(schema_root, revision))
    around = sources.protocol_of(stated, schema_root, rows)
    ranges = protocol.read_error_ranges(schema_root, revision)
    facts = Facts(
        around,
        codes,
        read_authorization(schema_root, revision),
        ranges,
        sources.lint_rules_of(stated, schema_root),
    )
    document = sources.pinned_document(schema_root, stated.revision, with_errata=True)
    return Subject(name, spec, rows, facts, keywords.annotation_values(document, "default"))
