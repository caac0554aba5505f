"""Generate a package in memory, in stages: schema, IR, render, format, verify. Only this module joins the stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mcp_bindgen import PROJECT_URL, __version__, cache, comparison, drafts, jsontext, paths, sources
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.package import (
    BuiltExtension,
    PreparedExtension,
    build_extension,
    build_extensions,
    find_methods_with_added_results,
    make_expected_extension_modules,
    make_extension_models_input,
    make_separate_package,
    make_template_directories,
    prepare_extension,
    public_names,
)
from mcp_bindgen.fileset import pack_files, read_tree, unpack_files
from mcp_bindgen.ingest import importer, manifest, protocol
from mcp_bindgen.ingest.authorization import Authorization, read_authorization
from mcp_bindgen.ingest.extensions import read_facts
from mcp_bindgen.ingest.lint_rules import LintRule
from mcp_bindgen.ingest.provenance import read_origin
from mcp_bindgen.ingest.subjects import read_subjects
from mcp_bindgen.ingest.translation import read_translation
from mcp_bindgen.ir import defaults, history, recursion, translation
from mcp_bindgen.ir.methods import MethodInfo, request_id_types, with_release_ranges
from mcp_bindgen.ir.protocol import Protocol
from mcp_bindgen.ir.subjects import type_modules
from mcp_bindgen.ir.types import SpecRevision
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.output.formatting import format_files
from mcp_bindgen.output.verify import make_expected_modules, verify_modules
from mcp_bindgen.package_names import OFFICIAL_NAMES, PackageNames, with_own_paths
from mcp_bindgen.records import docs, names
from mcp_bindgen.records.docs import Docs, DocsWithDefaults, OfficialDocs, ProjectDocs
from mcp_bindgen.render import runtime_interface
from mcp_bindgen.render.callables import Callables, make_callables
from mcp_bindgen.render.models import ModelsInput, TypeModule, make_models_input, render_models
from mcp_bindgen.render.packages import render_packages
from mcp_bindgen.render.tables import shared_variables, target_members
from mcp_bindgen.render.templates import PathItem, render_file, render_items, render_tree
from mcp_bindgen.render.type_data import make_type_data
from mcp_bindgen.render.type_files import modules_of_types, type_files
from mcp_bindgen.report.rule_manual import manual_markdown
from mcp_bindgen.sbom import make_sbom
from mcp_bindgen.steps import StepRunner

Progress = Callable[[str, str], None]
"""Function that is called before each stage of the work. Its arguments are the revision or other thing that the stage
works on, and the name of the stage.
"""


@dataclass(frozen=True)
class GenerationRequest:
    """A request for a package: what it has, and from which data it is generated."""

    revisions: Sequence[str] = ()
    """Ids of the revisions to write; if empty, all revisions are written."""
    docs_from: Path | None = None
    """Directory of official files whose descriptions become the docstrings; None for the project's docstrings."""
    errata: bool = True
    """False to generate from the schemas without their errata."""
    left_out: frozenset[str] = frozenset()
    """Ids of the pinned revisions that the package lacks because they cannot be built."""
    names: PackageNames = OFFICIAL_NAMES
    schema_root: Path | None = None
    """Directory of data; None for the project's `schema/`."""
    custom_files: Mapping[str, Path] = field(default_factory=dict[str, Path])
    """Paths of the custom schemas, or of the schema of an extension, by id. Their descriptions become docstrings."""
    forks: Mapping[str, str] = field(default_factory=dict[str, str])
    """Id of the base of each fork, by id of the fork."""
    extension: str = ""
    """Name of the directory with the only extension to write; empty for a package that has revisions."""


@dataclass(frozen=True)
class RevisionFacts:
    """Facts about the revisions to write, by id of the revision."""

    methods: Mapping[str, tuple[MethodInfo, ...]]
    errors: Mapping[str, sources.RevisionErrors]
    protocols: Mapping[str, Protocol]
    authorizations: Mapping[str, Authorization]


def generate(
    request: GenerationRequest, progress: Progress = lambda revision, stage: None, processes: int = 1
) -> dict[str, bytes]:
    """Return every file of a package, by path. Nothing is written to disk, except to the cache.

    Args:
        request: the content of the package.
        progress: called before each stage. If the cache has the package, it is not called.
        processes: 1, or 2 to use a worker process for slow steps.

    Raises:
        BindgenError: the request is wrong, a file cannot be read, a schema cannot be built, or data contradict each
            other.
    """
    inputs = _collect_cache_inputs(request)
    if (cached := cache.lookup_result("package", inputs)) is not None:
        return unpack_files(cached)
    with StepRunner(processes) as steps:
        files = (_generate_extension if request.extension else _generate_package)(request, progress, steps)
    if _collect_cache_inputs(request) == inputs:  # a file that was edited meanwhile would make the entry wrong
        cache.store_result("package", inputs, pack_files(files))
    return files


def _collect_cache_inputs(request: GenerationRequest) -> object:
    """Return everything on which the content of the package depends, besides the tool itself.

    Raises:
        BindgenError: a file of the data cannot be read.
    """
    roots = (_get_schema_root(request), paths.templates_root(), paths.runtime_root())
    custom = {name: importer.read_bytes(path) for name, path in request.custom_files.items()}
    names_ = request.names
    official = request.docs_from.glob("*/schema.json") if request.docs_from else ()
    docs = {path.parent.name: importer.read_bytes(path) for path in sorted(official)}
    options = [
        request.revisions,
        request.docs_from is None,
        request.errata,
        sorted(request.left_out),
        names_,
        request.extension,
    ]
    return [*map(read_tree, roots), custom, dict(request.forks), docs, *options]


def _get_schema_root(request: GenerationRequest) -> Path:
    return request.schema_root or paths.schema_root()


def _generate_package(request: GenerationRequest, progress: Progress, steps: StepRunner) -> dict[str, bytes]:
    schema_root = _get_schema_root(request)
    of_forks = [comparison.ForkSides(name, base, schema_root) for name, base in request.forks.items()]
    changes = steps.start(_render_changelog, (request.left_out, of_forks))
    all_specs, documents = _build_specs(request, schema_root, progress)
    project_docs = docs.read_docs(schema_root).with_placeholders()
    full, reexports = drafts.split_equal_drafts(_choose_specs(all_specs, request), schema_root)
    extended = build_extensions(schema_root, all_specs, project_docs)
    is_official = not (request.custom_files or request.left_out)
    recorded = _check_records(all_specs, project_docs, extended, schema_root) if is_official else {}
    facts = _read_facts(all_specs, full, schema_root)
    lines = {spec.module: _choose_docs(spec, request, project_docs, documents) for spec in full}
    offered = [each for each in extended if each.is_offered_with([spec.revision.id for spec in full])]
    bodies = _render_type_modules(all_specs, full, lines, facts, offered, schema_root, progress, steps)
    modules: dict[str, Mapping[str, object]] = {}
    type_files_: list[PathItem] = []
    for spec, own in zip(full, bodies[: len(full)], strict=True):
        type_files_ += type_files(f"revision {spec.revision.id}", spec.module, own)
        made = recorded.get(spec.revision.id) if lines[spec.module] is project_docs else None
        added_to = find_methods_with_added_results(schema_root, spec.revision.id)
        made = made or make_callables(spec, facts.methods[spec.revision.id], lines[spec.module], added_to)
        rule_rows = sources.lint_rules_of(spec, schema_root)
        ids = [spec.revision.id, *(draft.revision.id for draft, twin in reexports if twin is spec)]
        modules[spec.module] = {
            **_make_revision_variables(spec, modules_of_types(own), made, facts, rule_rows),
            "ids": ids,
        }
    progress("package", "templates")
    eras = sources.era_matrix(schema_root)
    origins = [
        read_origin(schema_root, spec.revision, with_errata=request.errata)
        for spec in [*full, *(draft for draft, _ in reexports)]
    ]
    others = {"provenance": origins, "targets": target_members(full, facts.methods)}
    shared = shared_variables(schema_root, eras, request.forks, others)
    added = [prepare_extension(each, own) for each, own in zip(offered, bodies[len(full) :], strict=True)]
    files = _render_files(full, reexports, modules, type_files_, facts.errors, shared, added, steps, request.names)
    progress("package", "verify")
    written = [
        each
        for spec, made in zip(full, bodies, strict=False)
        for each in make_expected_modules(spec, spec.module, made, files)
    ]
    written += (each for one in added for each in make_expected_extension_modules(one, files))
    places = dict(zip((each.path for each in written), verify_modules(written, steps), strict=True))
    progress("package", "changes")
    return with_own_paths(files | _render_documents(full, places, changes(), request.names), request.names)


def _generate_extension(request: GenerationRequest, progress: Progress, steps: StepRunner) -> dict[str, bytes]:
    """Return the files of a package with one extension, by path. The package imports `mcp_bindings`.

    Raises:
        BindgenError: the facts of the extension are malformed, or the extension cannot be built or rendered.
    """
    schema_root, module, templates = _get_schema_root(request), request.extension, paths.templates_root()
    header = read_facts(schema_root, module).header
    progress(header.id, "schema")
    pinned = manifest.read_manifest(schema_root)
    specs = [sources.spec_of(schema_root, manifest.find_revision(pinned, each)) for each in header.revisions[-1:]]
    described = _read_documents(request).get(header.id)
    by_id = {spec.revision.id: spec for spec in specs}
    built = build_extension(schema_root, module, by_id, docs.read_docs(schema_root), described)
    progress(header.id, "models")
    (bodies,) = render_models([make_extension_models_input(built, templates)], steps)
    rendered = prepare_extension(built, bodies)
    progress(header.id, "templates")
    directories = {**make_template_directories([rendered]), "types": rendered.type_files}
    files = render_items(templates, _make_package_variables(OFFICIAL_NAMES), directories)
    verify_modules(make_expected_extension_modules(rendered, files), steps)
    variables = {**_make_package_variables(request.names), "header": header, "exports": rendered.variables["exports"]}
    documents = {
        name: render_file(templates, f"_extension/{name}.j2", variables) for name in ("README.md", "pyproject.toml")
    }
    return {f"{module}/py.typed": b"", **documents, **format_files(make_separate_package(files), steps)}


def _render_type_modules(
    all_specs: Sequence[SpecRevision],
    full: Sequence[SpecRevision],
    lines: Mapping[str, Docs],
    facts: RevisionFacts,
    offered: Sequence[BuiltExtension],
    schema_root: Path,
    progress: Progress,
    steps: StepRunner,
) -> list[list[TypeModule]]:
    """Return the modules of types of each revision to write, and then of each extension.

    Raises:
        BindgenError: `subjects.toml` or the facts of an extension cannot be read or are malformed, or a template fails.
    """
    models: list[ModelsInput] = []
    known_subjects = read_subjects(schema_root)
    for spec in full:
        progress(revision := spec.revision.id, "models")
        filled = defaults.values_to_fill_in(spec, facts.methods[revision], facts.protocols[revision].defaults)
        shown = recursion.unroll_aliases(spec)
        arranged = type_modules(shown, known_subjects)
        rows = make_type_data(shown, lines[spec.module], history.type_histories(all_specs, spec), arranged, filled)
        models.append(make_models_input(shown, rows, arranged, paths.templates_root()))
    models += (make_extension_models_input(each, paths.templates_root()) for each in offered)
    return render_models(models, steps)


def _check_records(
    all_specs: Sequence[SpecRevision],
    lines: ProjectDocs,
    extended: Sequence[BuiltExtension],
    schema_root: Path,
) -> dict[str, Callables]:
    """Check docstrings, public names and rules of translation. Return the classes of calls and handlers by revision.

    Raises:
        BindgenError: a docstring is missing or unused; a public name is not in the ledger or is only there; a rule of
            translation names something that does not exist; facts cannot be read or contradict the types.
    """
    translation.check_translation_rules(
        all_specs, read_translation(schema_root), where=str(schema_root / "translation.toml")
    )
    docs.check_docs(lines, all_specs, where=schema_root / "docs.toml")
    recorded = make_recorded_callables(all_specs, lines, schema_root)
    names.check_ledger(schema_root, list_present_names(all_specs, recorded, extended))
    return recorded


def list_present_names(
    all_specs: Sequence[SpecRevision], recorded: Mapping[str, Callables], extended: Sequence[BuiltExtension]
) -> names.Ledger:
    """Return the ledger that the present public names need.

    Args:
        all_specs: every pinned revision.
        recorded: the classes of calls and handlers, by revision.
        extended: every extension.

    Raises:
        BindgenError: an `__init__.py` has more than its docstring and imports from modules of its package.
    """
    packages = names.public_names_of_packages(paths.runtime_root() / "mcp_bindings")
    methods = {revision: each.names for revision, each in recorded.items()}
    return {**names.build_ledger(all_specs, methods, packages), **public_names(extended)}


def _read_facts(all_specs: Sequence[SpecRevision], full: Sequence[SpecRevision], schema_root: Path) -> RevisionFacts:
    released = sources.released_among(all_specs)
    rows = {spec.revision.id: sources.methods_of(spec, schema_root) for spec in [*released, *full]}
    methods = with_release_ranges(rows, [spec.revision.id for spec in released])
    return RevisionFacts(
        methods,
        sources.errors_of(all_specs, full, schema_root),
        {spec.revision.id: sources.protocol_of(spec, schema_root, methods[spec.revision.id]) for spec in full},
        {spec.revision.id: read_authorization(schema_root, spec.revision.id) for spec in full},
    )


def _render_changelog(compared: tuple[frozenset[str], list[comparison.ForkSides]]) -> bytes:
    return comparison.make_changelog_markdown(*compared).encode("utf-8")


def _render_documents(
    full: Sequence[SpecRevision], places: Mapping[str, Mapping[str, int]], changes: bytes, package: PackageNames
) -> dict[str, bytes]:
    """Return the documents of a package, by path: the changes, the manual of change rules, and the index of classes.

    Args:
        full: the revisions to write.
        places: the line of each class, by path of the file and name of the class.
        changes: the content of the document of changes.
        package: the names of the package.

    Raises:
        BindgenError: a template fails, or a release cannot be read.
    """
    links = {
        spec.module: {
            name: (path.rpartition("/")[2], line)
            for path, lines in places.items()
            if path.startswith(f"mcp_bindings/{spec.module}/")
            for name, line in lines.items()
        }
        for spec in full
    }
    variables = {"specs": full, "links": links, "package": package.package}
    return {
        "docs/changes.md": changes,
        "docs/change-rules.md": manual_markdown().encode(),
        "INDEX.md": render_file(paths.templates_root(), "_INDEX.md.j2", variables),
    }


def make_recorded_callables(specs: Sequence[SpecRevision], lines: Docs, schema_root: Path) -> dict[str, Callables]:
    """Return the classes of calls and handlers of each given revision, by id. The ledger records their names.

    Raises:
        BindgenError: facts cannot be read, or contradict the types.
    """
    full, reexports = drafts.split_equal_drafts(specs, schema_root)
    added = {spec.revision.id: find_methods_with_added_results(schema_root, spec.revision.id) for spec in full}
    rows = {spec.revision.id: sources.methods_of(spec, schema_root) for spec in full}
    found = {
        spec.revision.id: make_callables(spec, rows[spec.revision.id], lines, added[spec.revision.id]) for spec in full
    }
    return found | {spec.revision.id: found[twin.revision.id] for spec, twin in reexports}


def _build_specs(
    request: GenerationRequest, schema_root: Path, progress: Progress
) -> tuple[list[SpecRevision], dict[str, JSONValue]]:
    """Return the IR of every revision in the data, requested or not, and the custom schemas by id.

    The revisions in `left_out` of the request, which cannot be built, are left out.

    Raises:
        BindgenError: the manifest or the facts about an extension cannot be read, the data of a revision are not valid,
            or two modules have the same name.
    """
    specs: list[SpecRevision] = []
    for revision in manifest.read_manifest(schema_root):
        if revision.id not in request.left_out:
            progress(revision.id, "schema")
            specs.append(sources.spec_of(schema_root, revision, with_errata=request.errata))
    _check_modules(specs)
    return specs, _read_documents(request)


def _read_documents(request: GenerationRequest) -> dict[str, JSONValue]:
    """Return the parsed custom schemas with their descriptions, by id.

    Raises:
        BindgenError: a file cannot be read or is not JSON.
    """
    return {
        name: jsontext.loads(importer.read_bytes(path), where=str(path)) for name, path in request.custom_files.items()
    }


def _choose_specs(specs: Sequence[SpecRevision], request: GenerationRequest) -> list[SpecRevision]:
    """Return the revisions to write: the requested ones, or all if none is requested.

    Raises:
        BindgenError: a requested revision is unknown.
    """
    for revision_id in request.revisions:
        manifest.find_revision(tuple(spec.revision for spec in specs), revision_id)
    return [spec for spec in specs if not request.revisions or spec.revision.id in request.revisions]


def _check_modules(specs: Sequence[SpecRevision]) -> None:
    """Check the module names of revisions.

    Raises:
        BindgenError: two revisions have the same module name, or a revision has the name of another module or template
            of the package.
    """
    roots = (paths.runtime_root(), paths.templates_root())
    custom = {path.name.split(".")[0] for root in roots for path in (root / "mcp_bindings").iterdir()}
    taken: dict[str, str] = {}
    for spec in specs:
        other = taken.setdefault(spec.module, spec.revision.id)
        if other != spec.revision.id:
            raise BindgenError(
                f"revisions {other!r} and {spec.revision.id!r} would both become module {spec.module}; rename one"
            )
        if spec.module in custom:
            raise BindgenError(
                f"revision {spec.revision.id!r} would become module {spec.module}, which already exists in the package",
                hint="choose another id, such as one with a date",
            )


def _choose_docs(
    spec: SpecRevision, request: GenerationRequest, custom: Docs, documents: Mapping[str, JSONValue]
) -> Docs:
    """Return the docstrings for a revision: those of a custom schema, of an official file, or of the project.

    A custom schema that takes the place of a pinned one has the project's docstrings where it has no descriptions.

    Raises:
        BindgenError: the official file does not exist, cannot be read, or is not JSON.
    """
    if spec.revision.id in documents:
        own = OfficialDocs(documents)
        return own if spec.revision.status == "custom" else DocsWithDefaults(own, custom)
    if request.docs_from is None:
        return custom
    data, where = importer.read_official_schema(request.docs_from, spec.revision.id)
    return OfficialDocs({spec.revision.id: jsontext.loads(data, where=where)})


def _render_files(
    full: Sequence[SpecRevision],
    reexports: Sequence[tuple[SpecRevision, SpecRevision]],
    modules: Mapping[str, Mapping[str, object]],
    types: Sequence[PathItem],
    errors: Mapping[str, sources.RevisionErrors],
    shared: Mapping[str, object],
    added: Sequence[PreparedExtension],
    steps: StepRunner,
    package: PackageNames,
) -> dict[str, bytes]:
    released = [spec.revision.id for spec in sources.released_among(full)]
    specs = [*full, *(spec for spec, _ in reexports)]
    variables = {
        "modules": [
            *((spec.revision, spec.module) for spec in full),
            *((spec.revision, twin.module) for spec, twin in reexports),
        ],
        "released": released or [full[-1].revision.id],
        "draft": next((spec.revision.id for spec in specs if spec.revision.status == "draft"), ""),
        **_make_package_variables(package),
        **shared,
    }
    per_request = [spec.module for spec in full if spec.revision.era == "per-request"]
    directories = {
        "revision": [PathItem(module, variables_of) for module, variables_of in modules.items()],
        "per_request": [PathItem(module, modules[module]) for module in per_request],
        "reexport": [
            PathItem(
                spec.module,
                {**_make_reexport_variables(spec, twin, errors), "exports": modules[twin.module]["exports"]},
            )
            for spec, twin in reexports
        ],
        **make_template_directories(added),
        "types": [*types, *(each for one in added for each in one.type_files)],
    }
    rendered = render_tree(paths.templates_root(), variables, directories)
    written = read_tree(paths.runtime_root())
    packages = render_packages(written, paths.templates_root())
    runtime = {path: package.replace_names(content) for path, content in {**written, **packages}.items()}
    if twice := sorted(rendered.keys() & runtime.keys()):
        raise BindgenError("is both a template and a hand-written file; rename one of them", where=twice[0])
    origins = [vars(spec.revision) for spec in specs if spec.revision.commit]
    rendered[f"{package.distribution}.cdx.json"] = _make_sbom(rendered["pyproject.toml"], origins)
    return runtime | format_files(rendered | {path: runtime[path] for path in packages}, steps)


def _make_package_variables(package: PackageNames) -> dict[str, object]:
    """Return the template variables that follow from the names and the version of a package."""
    return {
        "project_url": PROJECT_URL,
        **vars(package),
        "version": package.version or __version__,
        "tool_version": __version__,
        "runtime_interface": {"version": runtime_interface.VERSION, "exports": runtime_interface.EXPORTS},
    }


def _make_sbom(pyproject: bytes, origins: Sequence[Mapping[str, str]]) -> bytes:
    """Return the bill of materials of the package.

    Args:
        pyproject: the rendered `pyproject.toml` of the package.
        origins: the rows of the pinned revisions in the package.
    """
    project = manifest.parse_toml(pyproject, where="pyproject.toml")["project"]
    return make_sbom(project, project["version"], origins)


def _make_reexport_variables(
    spec: SpecRevision, twin: SpecRevision, errors: Mapping[str, sources.RevisionErrors]
) -> dict[str, object]:
    codes = sorted([*protocol.MODULE_CONSTANTS, *(row.name for row in errors[twin.revision.id].codes)])
    return {"spec": spec, "twin": twin, "error_names": codes}


def _make_revision_variables(
    spec: SpecRevision,
    types: Mapping[str, str],
    made: Callables,
    facts: RevisionFacts,
    rule_rows: Sequence[LintRule],
) -> dict[str, object]:
    """Return the variables of the templates of one revision."""
    revision = spec.revision.id
    return {
        "spec": spec,
        "exports": {**types, **made.modules},
        "methods": facts.methods[revision],
        "request_id_types": request_id_types(spec),
        **made.variables,
        "errors": facts.errors[revision],
        "schema": jsontext.dumps(spec.effective).decode("utf-8"),
        "rules": tuple(rule_rows),
        "protocol": facts.protocols[revision],
        "authorization": facts.authorizations[revision],
    }
