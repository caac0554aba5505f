"""The one place where the stages meet. Nothing is written here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from mcp_bindgen import __version__, facts, jsontext, paths, report
from mcp_bindgen.changes import form
from mcp_bindgen.changes.releases import history_markdown
from mcp_bindgen.diff import compare, manual
from mcp_bindgen.diff.form import to_value
from mcp_bindgen.diff.matching import Rename, read_renames
from mcp_bindgen.diff.subject import Facts, Subject
from mcp_bindgen.diff.types import Report
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.fileset import read_tree
from mcp_bindgen.ingest import (
    errata,
    importer,
    manifest,
    normalize,
    protocol,
    protocol_errors,
    transport,
)
from mcp_bindgen.ingest.manifest import Era, Revision
from mcp_bindgen.ingest.protocol_errors import ErrorRange
from mcp_bindgen.ingest.transport import EraOutcome
from mcp_bindgen.ir import build, error_codes, history, recursion
from mcp_bindgen.ir.error_codes import ErrorRow
from mcp_bindgen.ir.methods import MethodRow, method_table, sent_methods, with_lifetimes
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.matrix import Row, matrix
from mcp_bindgen.output.formatting import format_source
from mcp_bindgen.output.verify import verify_models
from mcp_bindgen.records import docs, names
from mcp_bindgen.records.docs import Docs, OfficialDocs
from mcp_bindgen.render.context import type_data
from mcp_bindgen.render.error_codes import constants, range_calls
from mcp_bindgen.render.imports import imports
from mcp_bindgen.render.methods import method_calls
from mcp_bindgen.render.models import render_models
from mcp_bindgen.render.protocol import classes, source, tables_json
from mcp_bindgen.render.rules import rule_calls
from mcp_bindgen.render.stubs import Stubs, stubs
from mcp_bindgen.render.templates import Folder, render_file, render_tree

Progress = Callable[[str, str], None]
"""Called with a revision and the stage it has reached."""


@dataclass(frozen=True)
class Request:
    """What to generate."""

    revisions: Sequence[str] = ()
    """Only these pinned revisions; all if empty."""
    schema_files: Mapping[str, Path] = field(default_factory=dict[str, Path])
    """Further revisions, or other content for pinned ones."""
    docs_from: Path | None = None
    errata: bool = True


@dataclass(frozen=True)
class _Errors:
    """What is known of a revision's error codes."""

    codes: tuple[ErrorRow, ...]
    ranges: tuple[ErrorRange, ...]


def generate(request: Request, progress: Progress = lambda revision, stage: None) -> dict[str, bytes]:
    """Every file of the package, by path: schema, IR, render, format, verify."""
    schema_root = paths.schema_root()
    known, documents = _ingest(request, schema_root, progress)
    own_docs = docs.read_docs(schema_root)
    recorded: dict[str, Stubs] = {}
    if not request.schema_files:
        docs.check(own_docs, known, where=schema_root / "docs.toml")
        recorded = recorded_stubs(known, own_docs, schema_root)
        names.check(schema_root, known, {revision: each.names for revision, each in recorded.items()})
    full, reexports = _reexports(_chosen(known, request))
    tables = with_lifetimes(
        {
            spec.revision.id: facts.methods(spec, schema_root, own=spec.revision.id in request.schema_files)
            for spec in [*_released(known), *full]
        },
        [spec.revision.id for spec in _released(known)],
    )
    errors = _errors(known, full, request, schema_root)
    protocols = {
        spec.revision.id: facts.around(
            spec, schema_root, tables[spec.revision.id], own=spec.revision.id in request.schema_files
        )
        for spec in full
    }
    authorizations = {
        spec.revision.id: facts.authorization_of(spec, schema_root, own=spec.revision.id in request.schema_files)
        for spec in full
    }
    modules: dict[str, Mapping[str, object]] = {}
    for spec in full:
        progress(spec.revision.id, "models")
        lines = _docs_for(spec, request, own_docs, documents)
        shown = recursion.unrolled(spec)
        body = render_models(shown, type_data(shown, lines, history.history(known, spec)), paths.templates_root())
        offered = recorded.get(spec.revision.id) if lines is own_docs else None
        offered = offered or stubs(spec, tables[spec.revision.id], lines)
        made = _variables(spec, body, offered, tables[spec.revision.id], errors[spec.revision.id])
        around, allowed = protocols[spec.revision.id], authorizations[spec.revision.id]
        modules[spec.module] = {
            **made,
            "rules": rule_calls(facts.message_rules(spec, schema_root, own=spec.revision.id in request.schema_files)),
            "protocol": source(around),
            "protocol_classes": sorted(classes(around)),
            "authorization": source(allowed),
            "authorization_classes": sorted(classes(allowed)),
        }
    progress("package", "templates")
    eras = _era_matrix(schema_root)
    shared = {
        "era_matrix": source(eras),
        "negotiation_json": tables_json(list(protocols.values()), eras, list(authorizations.values())),
    }
    files = _render(full, reexports, modules, errors, shared)
    places: dict[str, Mapping[str, int]] = {}
    for spec in full:
        progress(spec.revision.id, "verify")
        path = f"mcp_bindings/{spec.module}/models.py"
        places[spec.module] = verify_models(path, files[path], spec)
    files["docs/changes.md"] = changelog().encode()
    files["docs/rules.md"] = manual.markdown().encode()
    files["INDEX.md"] = render_file(paths.templates_root(), "_INDEX.md.j2", {"specs": full, "lines": places})
    return files


def effective_schema(revision_id: str, *, with_errata: bool = True) -> dict[str, JSONValue]:
    """The schema of a pinned revision as the package is measured by: normalized, errata applied."""
    schema_root = paths.schema_root()
    revision = manifest.find(manifest.read_manifest(schema_root), revision_id)
    document = _pinned_document(schema_root, revision, with_errata=with_errata)
    return normalize.normalize(document, where=revision.id)


def load(revision_id: str) -> SpecRevision:
    """The IR of one pinned revision."""
    schema_root = paths.schema_root()
    revision = manifest.find(manifest.read_manifest(schema_root), revision_id)
    return build.build(revision, effective_schema(revision_id), where=_place(schema_root, revision))


def released() -> tuple[list[SpecRevision], list[tuple[MethodRow, ...]]]:
    """The released revisions, oldest first, and their method tables."""
    schema_root = paths.schema_root()
    specs = [load(row.id) for row in manifest.read_manifest(schema_root) if row.status == "released"]
    tables = {spec.revision.id: facts.methods(spec, schema_root) for spec in specs}
    return specs, list(with_lifetimes(tables, list(tables)).values())


def error_tables(specs: Sequence[SpecRevision]) -> list[tuple[ErrorRow, ...]]:
    """The tables of error codes of the released revisions, oldest first."""
    return [table.codes for table in _errors(specs, [], Request(), paths.schema_root()).values()]


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
    spec = load(known.id)
    twin = known.id
    if not (schema_root / known.id / "protocol.toml").exists():
        twin = next((row.id for row in pinned if row.id != known.id and _same_schema(row.id, spec)), "")
    return _with_facts(name, spec, twin, schema_root)


def changes(old: str, new: str) -> Report:
    """What changed from one side to the other; each is a revision id or the path of a schema file."""
    return compare.report(subject(old), subject(new), renames())


def releases() -> list[form.Report]:
    """What each released revision changed in the one before it, oldest first."""
    ids = [row.id for row in manifest.read_manifest(paths.schema_root()) if row.status == "released"]
    subjects = [subject(id_) for id_ in ids]
    return [to_value(compare.report(old, new, renames())) for old, new in pairwise(subjects)]


def changelog() -> str:
    """The history of the released revisions as Markdown, after what each of them has."""
    return _changelog(tuple(read_tree(paths.schema_root()).items()))


@lru_cache(maxsize=4)
def _changelog(_data: tuple[tuple[str, bytes], ...]) -> str:
    """Made once as long as the data stays the same, since every generation asks for it."""
    return history_markdown(report.matrix_markdown(*released_matrix()), releases())


def released_matrix() -> tuple[list[str], list[Row]]:
    """What each released revision has: their ids, oldest first, and rows with a cell for each of them."""
    specs, tables = released()
    return [spec.revision.id for spec in specs], matrix(specs, tables, error_tables(specs))


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
        return _with_facts(str(path), load(twin.id), twin.id, schema_root)
    effective = normalize.normalize(jsontext.loads(data, where=str(path)), where=str(path))
    own = replace(_own("file", effective), id=str(path))
    return _with_facts(str(path), build.build(own, effective, where=str(path)), "", schema_root)


def _with_facts(name: str, spec: SpecRevision, revision: str, schema_root: Path) -> Subject:
    """A schema with the facts of a revision; with none where there is no such revision."""
    where = schema_root / revision / "protocol.toml"
    if not revision:
        return Subject(name, spec, method_table(spec, protocol.completed((), sent_methods(spec)), where=name), None)
    stated = replace(spec, revision=manifest.find(manifest.read_manifest(schema_root), revision))
    rows = method_table(spec, protocol.read_protocol(schema_root, revision), where=str(where))
    codes = error_codes.error_table(spec, protocol_errors.read_error_codes(schema_root, revision))
    around = facts.around(stated, schema_root, rows)
    ranges = protocol_errors.read_error_ranges(schema_root, revision)
    known = Facts(
        around,
        codes,
        facts.authorization_of(stated, schema_root),
        ranges,
        facts.message_rules(stated, schema_root),
    )
    return Subject(name, spec, rows, known)


def _same_schema(revision_id: str, spec: SpecRevision) -> bool:
    return effective_schema(revision_id) == spec.effective


def recorded_stubs(specs: Sequence[SpecRevision], lines: Docs, schema_root: Path) -> dict[str, Stubs]:
    """By revision, the classes its package has beside the types, whose names the ledger records."""
    full, reexports = _reexports(specs)
    found = {spec.revision.id: stubs(spec, facts.methods(spec, schema_root), lines) for spec in full}
    return found | {spec.revision.id: found[twin.revision.id] for spec, twin in reexports}


def module_of(revision_id: str) -> str:
    """The module that holds the models of a pinned revision: of a draft that is a release, the release's."""
    schema_root = paths.schema_root()
    manifest.find(manifest.read_manifest(schema_root), revision_id)
    specs = [load(revision.id) for revision in manifest.read_manifest(schema_root)]
    full, reexports = _reexports(specs)
    modules = {spec.revision.id: spec.module for spec in full}
    return {**modules, **{spec.revision.id: twin.module for spec, twin in reexports}}[revision_id]


def _ingest(request: Request, schema_root: Path, progress: Progress) -> tuple[list[SpecRevision], dict[str, JSONValue]]:
    """Every pinned revision, since history needs them all, and the user's own files in their places."""
    pinned = manifest.read_manifest(schema_root)
    specs: list[SpecRevision] = []
    documents: dict[str, JSONValue] = {}
    for revision in pinned:
        if revision.id not in request.schema_files:
            progress(revision.id, "schema")
            document = _pinned_document(schema_root, revision, with_errata=request.errata)
            where = _place(schema_root, revision)
            specs.append(build.build(revision, normalize.normalize(document, where=where), where=where))
    for revision_id, path in request.schema_files.items():
        progress(revision_id, "schema")
        documents[revision_id] = jsontext.loads(importer.read_bytes(path), where=str(path))
        effective = normalize.normalize(documents[revision_id], where=str(path))
        own = next((row for row in pinned if row.id == revision_id), None) or _own(revision_id, effective)
        specs.append(build.build(own, effective, where=str(path)))
    order = [revision.id for revision in pinned]
    specs.sort(key=lambda spec: order.index(spec.revision.id) if spec.revision.id in order else len(order))
    _check_modules(specs)
    return specs, documents


def _chosen(specs: Sequence[SpecRevision], request: Request) -> list[SpecRevision]:
    """The revisions to write: those asked for and the user's own, or all."""
    pinned = [spec.revision for spec in specs if spec.revision.id not in request.schema_files]
    for revision_id in request.revisions:
        if revision_id not in request.schema_files:
            manifest.find(tuple(pinned), revision_id)
    wanted = {*request.revisions, *request.schema_files}
    return [spec for spec in specs if not request.revisions or spec.revision.id in wanted]


def _pinned_document(schema_root: Path, revision: Revision, *, with_errata: bool) -> JSONValue:
    where = _place(schema_root, revision)
    document = jsontext.loads(importer.load_pinned(schema_root, revision), where=where)
    corrections = errata.read_errata(schema_root, revision.id) if with_errata else ()
    return errata.apply(document, corrections, where=where)


def _place(schema_root: Path, revision: Revision) -> str:
    return f"{schema_root / revision.id / 'schema.json'}"


def _own(revision_id: str, effective: Mapping[str, JSONValue]) -> Revision:
    """A row for a revision that no one has pinned; its era shows in whether there is a handshake."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", revision_id):
        raise BindgenError(
            f"{revision_id!r} is no revision id",
            hint="use up to 64 letters, digits, `.`, `_` and `-`, with a letter or digit first",
        )
    definitions = effective["$defs"]
    assert isinstance(definitions, Mapping)
    era: Era = "handshake" if "InitializeRequest" in definitions else "per-request"
    return Revision(revision_id, "own", era, "", path="", commit="", official_sha256="", sha256="")


def _check_modules(specs: Sequence[SpecRevision]) -> None:
    """Raise if a revision's module is another's, or one of the package's own."""
    own = {path.name.split(".")[0] for path in (paths.templates_root() / "mcp_bindings").iterdir()}
    taken: dict[str, str] = {}
    for spec in specs:
        other = taken.setdefault(spec.module, spec.revision.id)
        if other != spec.revision.id:
            raise BindgenError(f"revisions {other!r} and {spec.revision.id!r} would both become module {spec.module}")
        if spec.module in own:
            raise BindgenError(
                f"revision {spec.revision.id!r} would become module {spec.module}, which the package has already",
                hint="choose another id, such as one with a date",
            )


def _docs_for(spec: SpecRevision, request: Request, own: Docs, documents: Mapping[str, JSONValue]) -> Docs:
    """Our lines; official ones where asked for; a user's own file is described by itself."""
    if spec.revision.id in documents:
        return OfficialDocs(documents)
    if request.docs_from is None:
        return own
    path = request.docs_from / spec.revision.id / "schema.json"
    return OfficialDocs({spec.revision.id: jsontext.loads(importer.read_bytes(path), where=str(path))})


def _era_matrix(schema_root: Path) -> tuple[EraOutcome, ...]:
    """As the newest release has it."""
    pinned = [row.id for row in manifest.read_manifest(schema_root) if row.status == "released"]
    return transport.read_transport(schema_root, pinned[-1]).era_outcome


def _errors(
    known: Sequence[SpecRevision], full: Sequence[SpecRevision], request: Request, schema_root: Path
) -> dict[str, _Errors]:
    """By revision. Codes retire from one release to the next, so all of them are read."""
    released = [spec.revision.id for spec in _released(known)]
    specs = {spec.revision.id: spec for spec in [*_released(known), *full]}
    stated = {name for name in specs if (schema_root / name / "protocol.toml").exists()}
    stated_codes = {
        name: protocol_errors.read_error_codes(schema_root, name)
        for name in specs
        if name in stated or name not in request.schema_files
    }
    everywhere = [row for rows in stated_codes.values() for row in rows]
    for name, spec in specs.items():
        if name in request.schema_files:
            stated_codes[name] = error_codes.completed(spec, stated_codes.get(name, ()), everywhere)
        else:
            error_codes.check_rows(spec, stated_codes[name], where=str(schema_root / name / "protocol.toml"))
    codes = {name: error_codes.error_table(spec, stated_codes[name]) for name, spec in specs.items()}
    return {
        name: _Errors(rows, protocol_errors.read_error_ranges(schema_root, name) if name in stated else ())
        for name, rows in error_codes.with_retired(codes, released).items()
    }


def _released(specs: Sequence[SpecRevision]) -> list[SpecRevision]:
    return [spec for spec in specs if spec.revision.status == "released"]


def _reexports(specs: Sequence[SpecRevision]) -> tuple[list[SpecRevision], list[tuple[SpecRevision, SpecRevision]]]:
    """Specs to write out, and drafts that are a release under another name."""
    full: list[SpecRevision] = []
    reexports: list[tuple[SpecRevision, SpecRevision]] = []
    for spec in specs:
        twin = next((other for other in full if other.effective == spec.effective), None)
        if spec.revision.status == "draft" and twin is not None:
            reexports.append((spec, twin))
        else:
            full.append(spec)
    return full, reexports


def _render(
    full: Sequence[SpecRevision],
    reexports: Sequence[tuple[SpecRevision, SpecRevision]],
    modules: Mapping[str, Mapping[str, object]],
    errors: Mapping[str, _Errors],
    shared: Mapping[str, object],
) -> dict[str, bytes]:
    released = [spec.revision.id for spec in _released(full)]
    variables = {
        "modules": [
            *((spec.revision, spec.module) for spec in full),
            *((spec.revision, twin.module) for spec, twin in reexports),
        ],
        "released": released or [full[-1].revision.id],
        "version": __version__,
        **shared,
    }
    folders = {
        "revision": [Folder(module, variables_of) for module, variables_of in modules.items()],
        "reexport": [
            Folder(spec.module, {**_reexport_variables(spec, twin, errors), "stubs": modules[twin.module]["stubs"]})
            for spec, twin in reexports
        ],
    }
    rendered = render_tree(paths.templates_root(), variables, folders)
    return {path: format_source(path, content) for path, content in rendered.items()}


def _names(spec: SpecRevision) -> list[str]:
    return sorted((type_.name for type_ in spec.types), key=lambda name: (name.lower(), name))


def _reexport_variables(spec: SpecRevision, twin: SpecRevision, errors: Mapping[str, _Errors]) -> dict[str, object]:
    codes = sorted([*protocol_errors.MODULE_CONSTANTS, *(row.name for row in errors[twin.revision.id].codes)])
    return {"spec": spec, "twin": twin, "names": _names(twin), "error_names": codes}


def _variables(
    spec: SpecRevision, body: str, made: Stubs, methods: Sequence[MethodRow], errors: _Errors
) -> dict[str, object]:
    """What the templates of one revision read."""
    return {
        "spec": spec,
        "names": _names(spec),
        "body": body,
        "methods": method_calls(methods),
        "handlers": made.handlers,
        "calls": made.calls,
        "stubs": made.modules,
        "error_codes": constants(errors.codes),
        "error_ranges": range_calls(errors.ranges),
        "imports": imports(body, where=spec.revision.id),
        "schema": jsontext.dumps(spec.effective).decode("utf-8"),
    }
