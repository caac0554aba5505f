"""Build extensions with their documentation, handlers and calls, and make the variables of their templates."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from mcp_bindgen import jsontext
from mcp_bindgen.errors import BindgenError, raise_together
from mcp_bindgen.extensions.building import Extension, build_typed_extension, find_method_mistakes, make_method_rows
from mcp_bindgen.ingest import extensions, protocol
from mcp_bindgen.ingest.subjects import read_subjects
from mcp_bindgen.ir import defaults, recursion
from mcp_bindgen.ir.extensions import ExtensionInfo, MethodSetting, NameHeader
from mcp_bindgen.ir.history import TypeHistory
from mcp_bindgen.ir.methods import INPUT_REQUIRED_RESULT, OTHER_SIDE, MethodInfo, method_table, sent_methods
from mcp_bindgen.ir.subjects import type_modules
from mcp_bindgen.ir.types import Field, LiteralValue, ObjectType, Ref, SpecRevision, TypeDef, UnionType, contained_types
from mcp_bindgen.jsontext import JSONValue
from mcp_bindgen.output import verify
from mcp_bindgen.output.verify import ExpectedModule
from mcp_bindgen.records import docs, names
from mcp_bindgen.records.docs import DocsWithDefaults, OfficialDocs, ProjectDocs
from mcp_bindgen.render import type_files
from mcp_bindgen.render.call_types import ADDED_RESULT, INPUT_RESULT, CallsModule
from mcp_bindgen.render.callables import Callables, make_callables
from mcp_bindgen.render.handlers import HandlerModule
from mcp_bindgen.render.imports import PACKAGE, RUNTIME, module_sort_key
from mcp_bindgen.render.literals import json_literal
from mcp_bindgen.render.models import ModelsInput, TypeModule, make_models_input
from mcp_bindgen.render.templates import PathItem
from mcp_bindgen.render.type_data import FilledValues, make_type_data

ADDED_ALIAS = "_Added"
"""Name that the modules of calls and handlers give to the union of the results that the extension adds."""

EXTENSION, PEER_EXTENSION = "extension", "peer_extension"
"""Names of two template directories. The first is rendered for each extension, the second only for an extension of a
revision, whose messages clients and servers send to each other."""


@dataclass(frozen=True)
class BuiltExtension:
    """One extension with everything from which its files are rendered."""

    extension: Extension
    lines: DocsWithDefaults
    rows: tuple[MethodInfo, ...]
    subjects: Mapping[str, str]
    """Subject of each definition, by name of the definition."""
    callables: Callables | None
    """Classes of calls and handlers; None if the extension extends no revision, so that no peers send its messages."""
    call_arguments: Mapping[str, Sequence[str]]
    """Type arguments of the revision's class of calls, as source, by role."""
    filled: FilledValues
    """Values that constructors fill in, by type and wire name."""

    @property
    def module(self) -> str:
        """Name of the package of the extension, and of its directory."""
        return self.extension.facts.header.module

    def is_offered_with(self, revisions: Collection[str]) -> bool:
        """Return whether a package with these revisions has the extension.

        A package has the extension if it has the newest revision that the extension extends. Every package has the
        extensions that extend no revision.
        """
        belongs_to = self.extension.facts.header.revisions
        return not belongs_to or belongs_to[-1] in revisions


@dataclass(frozen=True)
class PreparedExtension:
    """One extension that is ready to be rendered: its modules of types, and the variables of its templates."""

    built: BuiltExtension
    type_modules: Sequence[TypeModule]
    variables: Mapping[str, object]

    @property
    def directory(self) -> str:
        """Directory of the extension, below that of the package."""
        return f"{extensions.DIRECTORY}/{self.built.module}"

    @property
    def type_files(self) -> list[PathItem]:
        """Path and variables of each module of types, for the template of these modules."""
        title = f"the extension {self.built.extension.facts.header.id}"
        return type_files.type_files(title, self.directory, self.type_modules)


def build_extensions(
    schema_root: Path, bases: Sequence[SpecRevision], shared_docs: ProjectDocs
) -> list[BuiltExtension]:
    """Return the extensions that extend no revision, and those whose newest extended revision is given.

    Args:
        schema_root: the directory with the data.
        bases: the revisions.
        shared_docs: the documentation of the revisions, for types and members that the extension does not document.

    Raises:
        BindgenError: an extension cannot be built, or a row or a line of documentation does not match its definitions.
    """
    specs_by_id = {spec.revision.id: spec for spec in bases}
    headers = {
        module: extensions.read_facts(schema_root, module).header for module in extensions.pinned_modules(schema_root)
    }
    offered = [
        module for module, header in headers.items() if not header.revisions or header.revisions[-1] in specs_by_id
    ]
    return [build_extension(schema_root, module, specs_by_id, shared_docs) for module in offered]


def build_extension(
    schema_root: Path,
    module: str,
    specs_by_id: Mapping[str, SpecRevision],
    shared_docs: ProjectDocs,
    described: JSONValue = None,
) -> BuiltExtension:
    """Return one extension with its documentation, methods and calls.

    Args:
        schema_root: the directory with the data.
        module: name of the extension's package.
        specs_by_id: revisions by id. The newest revision that the extension extends must be among them.
        shared_docs: the documentation of the revisions, for types and members that the extension does not document.
        described: a schema file whose descriptions take the place of `shared_docs`; None to use `shared_docs`.

    Raises:
        BindgenError: the extension cannot be built, or a row or a line of documentation does not match its definitions.
    """
    extension = build_typed_extension(schema_root, module, specs_by_id)
    directory = schema_root / extensions.DIRECTORY / module
    facts_file = str(directory / extensions.FACTS)
    check_row_names(extension, where=facts_file)
    lines = _read_docs_of_extension(extension, directory / "docs.toml", shared_docs, described)
    rows = make_method_rows(extension, where=facts_file)
    base = extension.base
    answered = _make_rows_with_added_results(extension, schema_root)
    made = make_callables(replace(extension.spec, revision=base.revision), rows, lines, (), answered) if base else None
    typed = find_methods_with_added_results(schema_root, base.revision.id) if base is not None else ()
    arguments = _make_call_arguments(extension, typed, schema_root)
    filled = _find_values_to_fill_in(extension, rows, schema_root)
    return BuiltExtension(extension, lines, rows, read_subjects(directory), made, arguments, filled)


def _find_values_to_fill_in(extension: Extension, rows: Sequence[MethodInfo], schema_root: Path) -> FilledValues:
    """Return the values that constructors fill in, by type and wire name; empty if the extension extends no revision.

    These are the defaults of the revision for the results of the extension, and the `resultType` of each result that
    the extension adds to methods of the revision.

    Raises:
        BindgenError: the defaults of the revision cannot be read or are malformed.
    """
    base = extension.base
    if base is None:
        return {}
    added = {row.definition: {"resultType": row.value} for row in extension.facts.result_types}
    stated = protocol.read_defaults(schema_root, base.revision.id)
    return {**defaults.values_to_fill_in(extension.spec, rows, stated), **added}


def _read_docs_of_extension(
    extension: Extension, path: Path, shared_docs: ProjectDocs, described: JSONValue
) -> DocsWithDefaults:
    """Return the documentation of an extension.

    Raises:
        BindgenError: a line of documentation is stale; or a line is missing, and `described` is None.
    """
    own, spec = docs.read_docs_file(path), extension.spec
    if described is None:
        docs.check_extension_docs(own, shared_docs, spec, extension.type_names, where=path)
        return DocsWithDefaults(own, shared_docs)
    ids = [spec.revision.id, *([extension.base.revision.id] if extension.base is not None else [])]
    descriptions = OfficialDocs(dict.fromkeys(ids, described))
    docs.check_extension_docs(own, None, spec, extension.type_names, where=path)
    return DocsWithDefaults(own, descriptions)


def make_extension_models_input(built: BuiltExtension, templates: Path) -> ModelsInput:
    """Return the input from which the classes of an extension are rendered.

    Args:
        built: the extension.
        templates: the directory with the templates.
    """
    undated = defaultdict[str, TypeHistory](lambda: TypeHistory("", ()))
    shown = _select_referenced_types(recursion.unroll_aliases(built.extension.spec), built.extension.type_names)
    own = replace(shown, types=tuple(type_ for type_ in shown.types if type_.name in built.extension.type_names))
    arranged = type_modules(own, built.subjects)
    rows = make_type_data(shown, built.lines, undated, arranged, built.filled)
    return make_models_input(shown, rows, arranged, templates, _find_imported_types(built.extension))


def _select_referenced_types(spec: SpecRevision, names_: Collection[str]) -> SpecRevision:
    """Return a revision reduced to the named types and the types to which these refer, directly or through others."""
    found = contained_types(names_, spec.by_name())
    return replace(spec, types=tuple(type_ for type_ in spec.types if type_.name in found))


def public_names(built_extensions: Sequence[BuiltExtension]) -> names.Ledger:
    """Return the public names of extensions, by package: types, and classes of calls and handlers, with members."""
    found: dict[str, names.Names] = {}
    for each in built_extensions:
        types: dict[str, Sequence[str]] = {
            type_.name: [field.name for field in type_.fields] if isinstance(type_, ObjectType) else []
            for type_ in each.extension.types
        }
        classes_ = each.callables.names.items() if each.callables else ()
        found[f"{extensions.DIRECTORY}.{each.module}"] = dict(sorted([*types.items(), *classes_]))
    return found


def find_methods_with_added_results(schema_root: Path, revision_id: str) -> frozenset[str]:
    """Return the names of the methods to which an extension adds results, if this revision is the newest that the
    extension extends.

    Raises:
        BindgenError: the facts of an extension cannot be read or are malformed.
    """
    extension_facts = [extensions.read_facts(schema_root, module) for module in extensions.pinned_modules(schema_root)]
    facts = [each for each in extension_facts if revision_id in each.header.revisions[-1:]]
    return frozenset(name for each in facts for row in each.result_types for name in row.methods)


def _make_rows_with_added_results(extension: Extension, schema_root: Path) -> list[MethodInfo]:
    """Return the rows of those methods of the revision that get results from the extension. The results of a row are
    those of the revision and the added ones. There are no rows if the extension has no revision as its base.

    Raises:
        BindgenError: the facts about methods cannot be read, or name a type that the schema does not define.
    """
    base, added = extension.base, defaultdict[str, list[str]](list)
    for each in extension.facts.result_types:
        for method in each.methods:
            added[method].append(each.definition)
    if base is None or not added:
        return []
    table = method_table(base, protocol.read_method_facts(schema_root, base.revision.id), where=base.revision.id)
    return [replace(row, results=(*row.results, *added[row.name])) for row in table if row.name in added]


def _find_added_results(extension: Extension, *, to_calls: bool) -> dict[str, str]:
    """Return the union of the results that the extension adds, as source, by role. A role without such results is left
    out.

    Args:
        extension: the extension.
        to_calls: True for calls of the revision, by the role that sends; False for handlers, by the role that receives.
    """
    base, rows = extension.base, extension.facts.result_types
    if base is None or not rows:
        return {}
    where = base.revision.id
    table = {
        row.name: row for row in method_table(base, protocol.complete_method_facts((), sent_methods(base)), where=where)
    }
    found: dict[str, list[str]] = {}
    for row in rows:
        for method in row.methods:
            for sender in table[method].senders:
                found.setdefault(sender if to_calls else OTHER_SIDE[sender], []).append(row.definition)
    return {role: " | ".join(dict.fromkeys(names_)) for role, names_ in found.items()}


def make_template_directories(rendered: Sequence[PreparedExtension]) -> dict[str, list[PathItem]]:
    """Return, by template directory, the path and the variables of each extension for which it is rendered."""
    every = [(each.built.callables is not None, PathItem(each.built.module, each.variables)) for each in rendered]
    return {
        EXTENSION: [directory for _, directory in every],
        PEER_EXTENSION: [directory for is_peer, directory in every if is_peer],
    }


def make_expected_extension_modules(rendered: PreparedExtension, files: Mapping[str, bytes]) -> list[ExpectedModule]:
    """Return the modules of types of an extension, each with the definitions that it must have.

    Args:
        rendered: the extension.
        files: the rendered files, by path.
    """
    extension = rendered.built.extension
    own = replace(extension.spec, types=extension.types)
    found = verify.make_expected_modules(
        own, rendered.directory, rendered.type_modules, files, _find_imported_types(extension)
    )
    return [replace(each, source=re.sub(rb"(?m)^from \.\.\.(?=\w)", b"from ..", each.source)) for each in found]


def add_import_level(text: str) -> str:
    """Return the source of a module, in which each relative import with two dots has three.

    A module of an extension is one directory deeper than a module of a revision.
    """
    return re.sub(r"(?m)^(\s*from )\.\.(?=\w)", r"\1...", text)


def make_separate_package(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of an extension as a separate package, which imports from `mcp_bindings` by this name.

    Args:
        files: the rendered files, in a directory below `mcp_bindings/extensions`.
    """
    directory = f"mcp_bindings/{extensions.DIRECTORY}/"
    return {
        path.removeprefix(directory): re.sub(rb"(?m)^(\s*from )\.\.\.(\w*)(?= import )", _name_outer_package, content)
        for path, content in files.items()
    }


def _name_outer_package(found: re.Match[bytes]) -> bytes:
    return found[1] + b".".join([b"mcp_bindings", *([found[2]] if found[2] else [])])


def prepare_extension(built: BuiltExtension, bodies: Sequence[TypeModule]) -> PreparedExtension:
    """Return an extension that is ready to be rendered.

    Args:
        built: the extension.
        bodies: the rendered modules of types of the extension.

    Raises:
        BindgenError: the facts about methods cannot be read, or name a type that the schema does not define.
    """
    extension, made = built.extension, built.callables
    spec, base = extension.spec, extension.base
    constants = {row.name: row for row in reversed(extension.facts.errors) if row.name}
    variables = {
        "spec": spec if base is None else replace(spec, revision=base.revision),
        "extension": extension,
        "exports": {
            **type_files.modules_of_types(bodies),
            **dict.fromkeys(["EXTENSION", *constants], "extension"),
            **(made.modules if made else {}),
        },
        "error_constants": constants,
        "schema": jsontext.dumps(extension.schema()).decode("utf-8"),
        "info": _make_extension_info(extension),
        "methods": built.rows,
        "deeper": add_import_level,
        "handlers": _make_handler_module(made, extension) if made else None,
        "calls": _make_calls_module(built) if made else None,
        "call_arguments": built.call_arguments,
        "callables": made.modules if made else {},
        "messages": replace(made.messages, modules=_find_imported_types(extension)) if made else None,
        "handler_arguments": _make_handler_arguments(built),
        "added_to_calls": _find_added_results(extension, to_calls=True),
        "added_to_handlers": _find_added_results(extension, to_calls=False),
        "parent": base.module if base is not None else "",
    }
    deepened = [replace(body, imports=add_import_level(body.imports)) for body in bodies]
    return PreparedExtension(built, deepened, variables)


def _make_handler_module(made: Callables, extension: Extension) -> HandlerModule:
    """Return the module of handlers. If the facts state a setting for a method, its handler declares this setting."""
    facts = extension.facts
    settings = {
        row.name: json_literal({"extensions": {facts.header.id: {row.setting: True}}})
        for row in facts.methods
        if row.setting
    }
    roles = tuple(
        replace(
            role,
            handlers=tuple(replace(each, capability=settings.get(each.method, "")) for each in role.handlers),
        )
        for role in made.handlers.roles
    )
    added = {row.definition for row in facts.result_types}
    kept = {*made.handlers.types, *added} - {role.capabilities for role in made.handlers.roles}
    types = tuple(sorted(kept, key=lambda name: (name.lower(), name)))
    return replace(made.handlers, roles=roles, types=types, modules=_find_imported_types(extension))


def _make_calls_module(built: BuiltExtension) -> CallsModule:
    """Return the module of calls. It imports types of the revision from the package of the revision.

    A class of calls has the type variables of its base class in the revision.
    """
    extension, made = built.extension, built.callables
    assert made is not None
    assert extension.base is not None
    moved = _find_imported_types(extension)
    has_input = {role: INPUT_RESULT in arguments for role, arguments in built.call_arguments.items()}
    groups: list[tuple[tuple[str, Sequence[str]], ...]] = []
    added = sorted({row.definition for row in extension.facts.result_types})
    for number, group in enumerate(made.calls.imports, 1):
        found: dict[str, list[str]] = {}
        if number == len(made.calls.imports):
            found = {RUNTIME: ["Extension"], **({PACKAGE: added} if added else {})}
            if any(has_input.values()):
                found[moved[INPUT_REQUIRED_RESULT]] = [INPUT_REQUIRED_RESULT]
        for module, imported in group:
            for name in imported:
                found.setdefault(moved.get(name, module) if module == PACKAGE else module, []).append(name)
        names_ = {
            module: sorted({*found[module]}, key=lambda name: (name.lower(), name))
            for module in sorted(found, key=module_sort_key)
        }
        groups.append(tuple(names_.items()))
    classes_ = tuple(replace(each, has_input_results=has_input[each.role]) for each in made.calls.classes)
    return replace(made.calls, classes=classes_, imports=tuple(groups))


def _make_call_arguments(extension: Extension, typed: Collection[str], schema_root: Path) -> dict[str, list[str]]:
    """Return, by role, the type arguments that the extension's class of calls gives to its base class. Return an empty
    dictionary if the extension extends no revision.

    Args:
        extension: the extension.
        typed: the methods of the revision for which calls have a type parameter for added results.
        schema_root: the directory with the data.

    Raises:
        BindgenError: the facts about methods cannot be read, or name a type that the schema does not define.
    """
    base = extension.base
    if base is None:
        return {}
    added = _find_added_results(extension, to_calls=True)
    rows = method_table(base, protocol.read_method_facts(schema_root, base.revision.id), where=base.revision.id)
    found: dict[str, list[str]] = {}
    for role in OTHER_SIDE:
        sent = [row for row in rows if row.kind == "request" and role in row.senders]
        is_typed = any(row.name in typed for row in sent)
        found[role] = [ADDED_ALIAS if role in added else "Never"] if is_typed else []
        found[role] += [INPUT_RESULT] if any(INPUT_REQUIRED_RESULT in row.results for row in sent) else []
    return found


def _make_handler_arguments(built: BuiltExtension) -> dict[str, str]:
    """Return, by role, the type argument that a class of handlers gives to its base class for added results, as source.

    If the extension adds no results for a role, the argument is a type variable. A role without such a type argument is
    left out.
    """
    added = _find_added_results(built.extension, to_calls=False)
    arguments = {OTHER_SIDE[role]: given for role, given in built.call_arguments.items()}
    return {
        role: ADDED_ALIAS if role in added else ADDED_RESULT
        for role, given in arguments.items()
        if set(given) - {INPUT_RESULT}
    }


def _make_extension_info(extension: Extension) -> ExtensionInfo:
    facts = extension.facts
    header = facts.header
    return ExtensionInfo(
        id=header.id,
        between=header.between,
        revisions=header.revisions,
        page=header.page_url,
        origin=header.origin,
        version=header.version,
        official_sha256=header.official_sha256,
        settings=header.settings,
        needs_client=tuple(row.name for row in facts.methods if row.needs_client),
        name_headers=tuple(NameHeader(row.name, row.name_header) for row in facts.methods if row.name_header),
        method_settings=tuple(MethodSetting(row.name, row.setting) for row in facts.methods if row.setting),
        result_types=facts.result_types,
        filters=facts.filters,
        meta_keys=facts.meta_keys,
        errors=facts.errors,
        limits=facts.limits,
        unbuilt=facts.unbuilt,
    )


def check_row_names(extension: Extension, *, where: str) -> None:
    """Check that the rows name definitions, methods and members that exist, and agree with the messages.

    Args:
        extension: the extension.
        where: the file of the extension's facts, for messages.

    Raises:
        BindgenError: some rows have mistakes. The error has all of these mistakes.
    """
    facts = extension.facts
    definitions = extension.spec.definitions
    methods = {method.name for method in extension.spec.methods}
    answered = methods if extension.base is None else {*sent_methods(extension.base)}
    messages = {row.name: row.message for row in facts.methods}
    taken = {"EXTENSION", *extension.type_names}
    mistakes = [*find_method_mistakes(extension, where=where), *_find_result_type_mistakes(extension, where)]

    def check(table: str, key: str, value: str, known: Collection[str], kind: str) -> None:
        if value and value not in known:
            alike = get_close_matches(value, known, 1)
            hint = f"did you mean {alike[0]!r}?" if alike else ""
            mistakes.append(
                BindgenError(f"`{key}` names {value!r}, which is no {kind}", where=f"{where}: {table}", hint=hint)
            )

    check("extension", "settings", facts.header.settings, definitions, "definition")
    settings = {each.wire_name for each in _list_fields(extension.spec.by_name().get(facts.header.settings))}
    for method in facts.methods:
        if method.message in extension.type_names:
            members = _find_param_names(extension, method.message)
            check(f"method {method.name}", "name_header", method.name_header, members, "member of its params")
        check(f"method {method.name}", "setting", method.setting, settings, "member of the settings")
    for result in facts.result_types:
        place = f"result_type {result.value}"
        check(place, "definition", result.definition, definitions, "definition")
        for name in result.methods:
            check(place, "methods", name, answered, "method")
    for added in facts.filters:
        place = f"filter {added.member}"
        check(place, "definition", added.definition, definitions, "definition")
        check(place, "acknowledged", added.acknowledged, definitions, "definition")
        check(place, "notification", added.notification, methods, "method")
        members = _find_param_names(extension, messages.get(added.notification, ""))
        check(place, "subject", added.subject, members, "member of the params of the notification")
    for key in facts.meta_keys:
        check(f"meta_key {key.key}", "definition", key.definition, definitions, "definition")
    for error in facts.errors:
        for name in error.methods:
            check(f"error_code {error.code}", "methods", name, methods, "method")
    named = {row.name: row.code for row in facts.errors}
    for error in facts.errors:
        if error.name and not (re.fullmatch("[A-Z][A-Z0-9_]*", error.name) and error.name not in taken):
            what = f"`name` is {error.name!r}, which is no free name of a constant, such as TICKET_CLOSED"
            mistakes.append(BindgenError(what, where=f"{where}: error_code {error.code}"))
        elif error.name and named[error.name] != error.code:
            what = f"`name` is {error.name!r}, as that of the code {named[error.name]}"
            mistakes.append(BindgenError(what, where=f"{where}: error_code {error.code}"))
    raise_together(mistakes)


def _find_result_type_mistakes(extension: Extension, where: str) -> Iterator[BindgenError]:
    """Yield an error for each row of `[[result_type]]` whose definition does not allow the value of the row as
    `resultType`.
    """
    types, definitions = extension.spec.by_name(), extension.spec.definitions
    for row in extension.facts.result_types:
        type_ = types.get(definitions.get(row.definition, ""))
        if isinstance(type_, ObjectType):
            member = type_.by_wire_name.get("resultType")
            if member is None or (isinstance(member.type, LiteralValue) and row.value not in member.type.values):
                what = f"{row.definition} cannot have the `resultType` {row.value!r}"
                yield BindgenError(what, where=f"{where}: result_type {row.value}")


def _find_param_names(extension: Extension, message: str) -> set[str]:
    """Return the names of the members that the params of a message have; of a union, those that every arm has."""
    types = extension.spec.by_name()
    params = next((field.type for field in _list_fields(types.get(message)) if field.wire_name == "params"), None)
    type_ = types.get(params.name) if isinstance(params, Ref) else None
    arms: list[TypeDef | None] = [type_]
    if isinstance(type_, UnionType):
        arms = [types.get(arm.name) if isinstance(arm, Ref) else None for arm in type_.arms]
    first, *others = [{field.wire_name for field in _list_fields(arm)} for arm in arms]
    return first.intersection(*others)


def _list_fields(type_: TypeDef | None) -> tuple[Field, ...]:
    return type_.fields if isinstance(type_, ObjectType) else ()


def _find_imported_types(extension: Extension) -> dict[str, str]:
    """Return the package of each type of the extended revision, by name of the type; empty without a revision."""
    if extension.base is None:
        return {}
    return {type_.name: f"..{extension.base.module}" for type_ in extension.base.types}
