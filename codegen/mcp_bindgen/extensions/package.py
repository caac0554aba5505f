"""Variables of the templates of an extension, and checks of the rendered text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mcp_bindgen import jsontext
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.assemble import Extension, assemble, method_rows
from mcp_bindgen.ingest import extensions, protocol
from mcp_bindgen.ingest.extensions import (
    AddedFilter,
    AddedMetaKey,
    AddedResultType,
    ErrorCase,
    StatedLimit,
    UnbuiltDefinition,
)
from mcp_bindgen.ingest.subjects import read_subjects
from mcp_bindgen.ir import recursion
from mcp_bindgen.ir.history import TypeHistory
from mcp_bindgen.ir.methods import OTHER_SIDE, MethodInfo, method_table, sent_methods
from mcp_bindgen.ir.subjects import type_modules
from mcp_bindgen.ir.types import ObjectType, Ref, SpecRevision, TypeDef, UnionType, contained_types
from mcp_bindgen.output import verify
from mcp_bindgen.output.verify import ExpectedModule
from mcp_bindgen.records import docs, names
from mcp_bindgen.records.docs import DocsWithDefaults, ProjectDocs
from mcp_bindgen.render import type_files
from mcp_bindgen.render.call_types import CallsModule
from mcp_bindgen.render.context import type_data
from mcp_bindgen.render.handlers import HandlerModule
from mcp_bindgen.render.imports import PACKAGE, RUNTIME, module_sort_key
from mcp_bindgen.render.models import ModelsInput, TypeModule, models_of
from mcp_bindgen.render.stubs import Stubs, make_stubs
from mcp_bindgen.render.templates import PathItem

EXTENSION, PEER_EXTENSION = "extension", "peer_extension"
"""Template directories that are rendered once for each extension, and once for each extension between peers."""


@dataclass(frozen=True)
class NameHeader:
    """Member of a method's params that the header `Mcp-Name` repeats."""

    method: str
    member: str


@dataclass(frozen=True)
class ExtensionInfo:
    """Facts about an extension in the generated package."""

    id: str
    between: str
    revisions: tuple[str, ...]
    page: str
    origin: str
    version: str
    official_sha256: str
    settings: str = ""
    needs_client: tuple[str, ...] = ()
    name_headers: tuple[NameHeader, ...] = ()
    result_types: tuple[AddedResultType, ...] = ()
    filters: tuple[AddedFilter, ...] = ()
    meta_keys: tuple[AddedMetaKey, ...] = ()
    errors: tuple[ErrorCase, ...] = ()
    limits: tuple[StatedLimit, ...] = ()
    unbuilt: tuple[UnbuiltDefinition, ...] = ()


@dataclass(frozen=True)
class BuiltExtension:
    """One extension with everything from which its files are rendered."""

    extension: Extension
    lines: DocsWithDefaults
    rows: tuple[MethodInfo, ...]
    subjects: Mapping[str, str]
    """Subject of each definition."""
    stubs: Stubs | None
    """Classes of calls and handlers; None if its messages are not between peers."""

    @property
    def module(self) -> str:
        """Name of its package, and of its directory."""
        return self.extension.facts.header.module

    def is_offered_with(self, revisions: Collection[str]) -> bool:
        """Return whether a package of these revisions has the extension. An extension of no revision is in every
        package.
        """
        belongs_to = self.extension.facts.header.revisions
        return not belongs_to or belongs_to[-1] in revisions


@dataclass(frozen=True)
class RenderedExtension:
    """One extension, ready for the templates."""

    built: BuiltExtension
    bodies: Sequence[TypeModule]
    variables: Mapping[str, object]

    @property
    def directory(self) -> str:
        """Directory of the extension, below that of the package."""
        return f"{extensions.DIRECTORY}/{self.built.module}"

    @property
    def type_files(self) -> list[PathItem]:
        """Variables of the template of types for each module."""
        title = f"the extension {self.built.extension.facts.header.id}"
        return type_files.type_files(title, self.directory, self.bodies)


def assemble_all(schema_root: Path, bases: Sequence[SpecRevision], shared_docs: ProjectDocs) -> list[BuiltExtension]:
    """Return every extension whose revision is known.

    Args:
        schema_root: the directory with the data.
        bases: the revisions.
        shared_docs: the lines of the revisions, for types and members without a line of the extension.

    Raises:
        BindgenError: a row or a line of documentation does not match the definitions.
    """
    specs_by_id = {spec.revision.id: spec for spec in bases}
    headers = {
        module: extensions.read_facts(schema_root, module).header for module in extensions.pinned_modules(schema_root)
    }
    offered = [
        module for module, header in headers.items() if not header.revisions or header.revisions[-1] in specs_by_id
    ]
    return [assemble_one(schema_root, module, specs_by_id, shared_docs) for module in offered]


def assemble_one(
    schema_root: Path, module: str, specs_by_id: Mapping[str, SpecRevision], shared_docs: ProjectDocs
) -> BuiltExtension:
    """Return one extension, given the revisions by id.

    Raises:
        BindgenError: an error of `assemble_all`.
    """
    extension = assemble(schema_root, module, specs_by_id)
    check_row_names(extension)
    directory = schema_root / extensions.DIRECTORY / module
    own = docs.read_lines(directory / "docs.toml")
    docs.check_extension_docs(own, shared_docs, extension.spec, extension.names, where=directory / "docs.toml")
    lines = DocsWithDefaults(own, shared_docs)
    rows = method_rows(extension, where=str(directory / extensions.FACTS))
    spec, base = extension.spec, extension.base
    answered = _with_added_results(extension, schema_root)
    made = make_stubs(replace(spec, revision=base.revision), rows, lines, (), answered) if base is not None else None
    return BuiltExtension(extension, lines, rows, read_subjects(directory), made)


def models_of_extension(built: BuiltExtension, templates: Path) -> ModelsInput:
    """Return the models from which the classes of an extension are rendered.

    Args:
        built: the extension.
        templates: the directory with the templates.
    """
    undated = defaultdict[str, TypeHistory](lambda: TypeHistory("", ()))
    shown = _with_referenced_types(recursion.unroll_aliases(built.extension.spec), built.extension.names)
    own = replace(shown, types=tuple(type_ for type_ in shown.types if type_.name in built.extension.names))
    arranged = type_modules(own, built.subjects)
    rows = type_data(shown, built.lines, undated, arranged)
    return models_of(shown, rows, arranged, templates, _imported_types(built.extension))


def _with_referenced_types(spec: SpecRevision, names_: Collection[str]) -> SpecRevision:
    """Return a revision with these types and all types to which they refer, since their classes need no others."""
    found = contained_types(names_, spec.by_name())
    return replace(spec, types=tuple(type_ for type_ in spec.types if type_.name in found))


def public_names(built_extensions: Sequence[BuiltExtension]) -> names.Ledger:
    """Return the names for the ledger: types with their attributes, and classes of calls and handlers, by package."""
    found: dict[str, names.Names] = {}
    for each in built_extensions:
        types: dict[str, Sequence[str]] = {
            type_.name: [field.name for field in type_.fields] if isinstance(type_, ObjectType) else []
            for type_ in each.extension.types
        }
        classes_ = each.stubs.names.items() if each.stubs else ()
        found[f"{extensions.DIRECTORY}.{each.module}"] = dict(sorted([*types.items(), *classes_]))
    return found


def methods_with_added_results(schema_root: Path, revision_id: str) -> frozenset[str]:
    """Return the methods of a revision to whose results an extension adds."""
    extension_facts = [extensions.read_facts(schema_root, module) for module in extensions.pinned_modules(schema_root)]
    facts = [each for each in extension_facts if revision_id in each.header.revisions[-1:]]
    return frozenset(name for each in facts for row in each.result_types for name in row.methods)


def _with_added_results(extension: Extension, schema_root: Path) -> list[MethodInfo]:
    """Return the methods of the revision to whose results the extension adds, with all their results."""
    base, added = extension.base, defaultdict[str, list[str]](list)
    for each in extension.facts.result_types:
        for method in each.methods:
            added[method].append(each.definition)
    if base is None or not added:
        return []
    table = method_table(base, protocol.read_protocol(schema_root, base.revision.id), where=base.revision.id)
    return [replace(row, results=(*row.results, *added[row.name])) for row in table if row.name in added]


def _added_results(extension: Extension, *, to_calls: bool) -> dict[str, str]:
    """Return the results that the extension adds to calls or handlers of the revision, by role."""
    base, rows = extension.base, extension.facts.result_types
    if base is None or not rows:
        return {}
    where = base.revision.id
    table = {row.name: row for row in method_table(base, protocol.complete_rows((), sent_methods(base)), where=where)}
    found: dict[str, list[str]] = {}
    for row in rows:
        for method in row.methods:
            for sender in table[method].senders:
                found.setdefault(sender if to_calls else OTHER_SIDE[sender], []).append(row.definition)
    return {role: " | ".join(dict.fromkeys(names_)) for role, names_ in found.items()}


def template_directories(rendered: Sequence[RenderedExtension]) -> dict[str, list[PathItem]]:
    """Return the content of the template directories."""
    every = [(each.built.stubs is not None, PathItem(each.built.module, each.variables)) for each in rendered]
    return {
        EXTENSION: [directory for _, directory in every],
        PEER_EXTENSION: [directory for is_peer, directory in every if is_peer],
    }


def expected_extension_modules(rendered: RenderedExtension, files: Mapping[str, bytes]) -> list[ExpectedModule]:
    """Return the modules of types of an extension, to be checked against its types."""
    extension = rendered.built.extension
    own = replace(extension.spec, types=extension.types)
    found = verify.expected_modules(own, rendered.directory, rendered.bodies, files, _imported_types(extension))
    return [replace(each, source=re.sub(rb"(?m)^from \.\.\.(?=\w)", b"from ..", each.source)) for each in found]


def deepen_imports(text: str) -> str:
    """Return source with relative imports for a directory in `extensions`, given source for one in `mcp_bindings`."""
    return re.sub(r"(?m)^(\s*from )\.\.(?=\w)", r"\1...", text)


def render_extension(built: BuiltExtension, bodies: Sequence[TypeModule]) -> RenderedExtension:
    """Return the variables of the templates of an extension.

    Args:
        built: the extension.
        bodies: its modules of types.
    """
    extension, made = built.extension, built.stubs
    spec, base = extension.spec, extension.base
    variables = {
        "spec": spec if base is None else replace(spec, revision=base.revision),
        "extension": extension,
        "exports": {**type_files.modules_of_types(bodies), "EXTENSION": "extension", **(made.modules if made else {})},
        "schema": jsontext.dumps(extension.schema()).decode("utf-8"),
        "info": _extension_info(extension),
        "methods": built.rows,
        "deeper": deepen_imports,
        "handlers": _own_handlers(made, extension) if made else None,
        "calls": _own_calls(made, extension) if made else None,
        "messages": replace(made.messages, modules=_imported_types(extension)) if made else None,
        "added_to_calls": defaultdict(str, _added_results(extension, to_calls=True)),
        "added_to_handlers": defaultdict(str, _added_results(extension, to_calls=False)),
        "parent": base.module if base is not None else "",
    }
    deepened = [replace(body, imports=deepen_imports(body.imports)) for body in bodies]
    return RenderedExtension(built, deepened, variables)


def _own_handlers(made: Stubs, extension: Extension) -> HandlerModule:
    """Return the handlers, without imports of types of the revision, which the base classes name."""
    added = {row.definition for row in extension.facts.result_types}
    kept = {name for name in made.handlers.types if name in extension.names} | added
    return replace(made.handlers, types=tuple(sorted(kept, key=lambda name: (name.lower(), name))))


def _own_calls(made: Stubs, extension: Extension) -> CallsModule:
    """Return the calls, with types of the revision imported from its own models."""
    moved = _imported_types(extension)
    groups: list[tuple[tuple[str, Sequence[str]], ...]] = []
    added = sorted({row.definition for row in extension.facts.result_types})
    for number, group in enumerate(made.calls.imports, 1):
        found: dict[str, list[str]] = {}
        if number == len(made.calls.imports):
            found = {RUNTIME: ["Extension"], **({PACKAGE: added} if added else {})}
        for module, imported in group:
            for name in imported:
                found.setdefault(moved.get(name, module) if module == PACKAGE else module, []).append(name)
        names_ = {
            module: sorted(found[module], key=lambda name: (name.lower(), name))
            for module in sorted(found, key=module_sort_key)
        }
        groups.append(tuple(names_.items()))
    return replace(made.calls, imports=tuple(groups))


def _extension_info(extension: Extension) -> ExtensionInfo:
    facts = extension.facts
    header = facts.header
    return ExtensionInfo(
        id=header.id,
        between=header.between,
        revisions=header.revisions,
        page=header.page.format(version=header.version),
        origin=header.origin,
        version=header.version,
        official_sha256=header.official_sha256,
        settings=header.settings,
        needs_client=tuple(row.name for row in facts.methods if row.needs_client),
        name_headers=tuple(NameHeader(row.name, row.name_header) for row in facts.methods if row.name_header),
        result_types=facts.result_types,
        filters=facts.filters,
        meta_keys=facts.meta_keys,
        errors=facts.errors,
        limits=facts.limits,
        unbuilt=facts.unbuilt,
    )


def check_row_names(extension: Extension) -> None:
    """Check that the rows name definitions, methods and members that exist.

    Raises:
        BindgenError: a row names another one.
    """
    facts = extension.facts
    methods_of_extension = {method.name for method in extension.spec.methods}
    named = {row.definition for row in facts.result_types} | {row.definition for row in facts.meta_keys}
    named |= {facts.header.settings} - {""}
    named |= {name for row in facts.filters for name in (row.definition, row.acknowledged)}
    methods = {name for row in facts.result_types for name in row.methods}
    methods |= {name for row in facts.errors for name in row.methods}
    methods |= {row.notification for row in facts.filters}
    members = {
        row.name_header
        for row in facts.methods
        if row.name_header and row.name_header not in _param_names(extension, row.message)
    }
    messages = {row.name: row.message for row in facts.methods}
    members |= {
        row.subject
        for row in facts.filters
        if row.subject and row.subject not in _param_names(extension, messages.get(row.notification, ""))
    }
    unknown = sorted((named - set(extension.spec.definitions)) | (methods - methods_of_extension) | members)
    if unknown:
        raise BindgenError(f"rows name {', '.join(unknown)}, which do not exist", where=facts.header.id)


def _param_names(extension: Extension, message: str) -> set[str]:
    """Return the members of the params of a message; for a union, the members that every arm has."""
    types = extension.spec.by_name()
    type_ = types.get(f"{message}Params")
    arms: list[TypeDef | None] = [type_]
    if isinstance(type_, UnionType):
        arms = [types.get(arm.name) if isinstance(arm, Ref) else None for arm in type_.arms]
    fields = [arm.fields if isinstance(arm, ObjectType) else () for arm in arms]
    first, *others = [{field.wire_name for field in each} for each in fields]
    return first.intersection(*others)


def _imported_types(extension: Extension) -> dict[str, str]:
    """Return the package of each type that belongs to the revision."""
    if extension.base is None:
        return {}
    return {type_.name: f"..{extension.base.module}" for type_ in extension.base.types}
