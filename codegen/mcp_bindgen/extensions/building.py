"""Build the types of an extension, together with those of the revision that it extends."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.extensions.merging import merge_equal_types
from mcp_bindgen.ingest import extensions, normalize
from mcp_bindgen.ingest.extensions import AddedMethod, ExtensionFacts
from mcp_bindgen.ingest.manifest import Revision
from mcp_bindgen.ingest.protocol import MethodFacts
from mcp_bindgen.ir import build
from mcp_bindgen.ir.methods import MethodInfo, method_row
from mcp_bindgen.ir.types import ObjectType, SpecRevision, TypeDef
from mcp_bindgen.jsontext import JSONValue, is_object

KEYWORDS_OF_NAMED = ("anyOf", "enum", "oneOf", "properties")
"""Keywords of schemas that become types with names. An inline schema is replaced by a reference to an equal definition
only if it has one of these keywords, or `allOf`.
"""


@dataclass(frozen=True)
class Extension:
    """One extension with its types."""

    facts: ExtensionFacts
    spec: SpecRevision
    """A revision that has the types of `base` and those of the extension."""
    base: SpecRevision | None
    """Newest revision that the extension extends; None if the extension extends no revision."""
    definitions: Mapping[str, str]
    """Python name of each definition of the extension itself, by wire name."""
    types: tuple[TypeDef, ...]
    """Types of the extension itself."""
    unbuilt: Mapping[str, str]
    """Definitions of the extension that have no exact form in Python types: the reason, by name of the definition."""

    @property
    def type_names(self) -> frozenset[str]:
        """Python names of the types of the extension itself."""
        return frozenset(type_.name for type_ in self.types)

    def schema(self) -> dict[str, JSONValue]:
        """Return a schema document whose `$defs` has the effective schemas of the extension's own definitions."""
        definitions = self.spec.effective["$defs"]
        assert isinstance(definitions, Mapping)
        return {"$defs": {name: definitions[name] for name in self.definitions}}


def build_typed_extension(schema_root: Path, module: str, bases: Mapping[str, SpecRevision]) -> Extension:
    """Return one extension, with its types built from the pinned schema.

    Args:
        schema_root: the directory with the data.
        module: name of the extension's package.
        bases: revisions by id. The newest revision that the extension extends must be among them.

    Raises:
        BindgenError: the facts or the pinned schema cannot be read; a definition cannot be built, but no row of
            `[[unbuilt]]` names it; or a row of that table names a definition that can be built, or states another
            reason than the present one; or a definition has the name of a definition of the extended revision.
    """
    facts = extensions.read_facts(schema_root, module)
    where = str(schema_root / extensions.DIRECTORY / module / extensions.SCHEMA)
    header = facts.header
    base = bases[header.revisions[-1]] if header.revisions else None
    base_definitions: JSONValue = base.effective["$defs"] if base is not None else {}
    shared: Mapping[str, JSONValue] = base_definitions if is_object(base_definitions) else {}
    parts = extensions.lift_inner_definitions(extensions.load_pinned_definitions(schema_root, header))
    _check_name_conflicts(parts, base, where)
    era = base.revision.era if base is not None else "per-request"
    page = header.page_url.replace("{", "{{").replace("}", "}}")  # a template without fields
    revision = Revision(header.id, "custom", era, page, path="", commit="", official_sha256="", sha256="")
    own, unbuilt = _normalize_together(parts, shared, where) if shared else _normalize_each(parts, revision, where)
    _check_unbuilt_rows(facts, unbuilt, where)
    effective = {"$schema": normalize.DIALECT, "$defs": {**shared, **refer_to_definitions(own, {**shared, **own})}}
    spec = build.build_spec(revision, effective, where=where)
    taken = {type_.name for type_ in base.types} if base is not None else set[str]()
    types = merge_equal_types(spec.types, {type_.name for type_ in spec.types} - taken)
    spec = replace(spec, module=f"{extensions.DIRECTORY}.{module}", types=types)
    definitions = {name: spec.definitions[name] for name in own}
    return Extension(facts, spec, base, definitions, tuple(each for each in types if each.name not in taken), unbuilt)


def _check_name_conflicts(names: Collection[str], base: SpecRevision | None, where: str) -> None:
    """Check that no definition of an extension has the name of a definition of the extended revision.

    Raises:
        BindgenError: some names are equal. The message lists these names.
    """
    if base is not None and (same := sorted(base.definitions.keys() & names)):
        raise BindgenError(
            f"revision {base.revision.id} has definitions of the same names: {', '.join(same)}",
            where=where,
            hint="rename those of the extension, or delete them and refer to those of the revision",
        )


def _normalize_together(
    parts: Mapping[str, Mapping[str, JSONValue]], shared: Mapping[str, JSONValue], where: str
) -> tuple[dict[str, JSONValue], dict[str, str]]:
    """Normalize the definitions of an extension that may refer to definitions of a revision.

    Returns:
        The effective schemas by definition; and an empty mapping, because one definition that cannot be normalized is
        an error here.

    Raises:
        BindgenError: a definition cannot be normalized.
    """
    added = {name: schema for schemas in parts.values() for name, schema in schemas.items()}
    found = normalize.normalize({"$defs": {**shared, **added}}, where=where)["$defs"]
    assert isinstance(found, Mapping)
    return {name: found[name] for name in added}, {}


def _normalize_each(
    parts: Mapping[str, Mapping[str, JSONValue]], revision: Revision, where: str
) -> tuple[dict[str, JSONValue], dict[str, str]]:
    """Normalize each definition of an extension as a document of its own.

    Returns:
        The effective schemas of the definitions that can be built; and for each other definition, the reason why it
        cannot be built.
    """
    own: dict[str, JSONValue] = {}
    unbuilt: dict[str, str] = {}
    for definition, schemas in parts.items():
        try:
            effective = normalize.normalize({"$defs": {**schemas}}, where=where)
            build.build_spec(revision, effective, where=where)
        except BindgenError as error:
            unbuilt[definition] = error.what
        else:
            found = effective["$defs"]
            assert isinstance(found, Mapping)
            own |= {name: found[name] for name in schemas}
    return own, unbuilt


def refer_to_definitions(own: Mapping[str, JSONValue], definitions: Mapping[str, JSONValue]) -> dict[str, JSONValue]:
    """Return the schemas of definitions, with a reference in place of each inline schema that equals a definition.

    Args:
        own: the schemas of the definitions. A whole schema is never replaced, only schemas inside of it.
        definitions: all definitions. An inline schema that equals several of them refers to the first.
    """
    by_text: dict[str, str] = {}
    for name, schema in definitions.items():
        if isinstance(schema, Mapping) and any(word in schema for word in (*KEYWORDS_OF_NAMED, "allOf")):
            by_text.setdefault(_dump_schema(schema), name)

    def replace_inline_schema(schema: JSONValue, owner: str | None) -> JSONValue:
        if isinstance(schema, list):
            return [replace_inline_schema(each, None) for each in schema]
        if not isinstance(schema, Mapping):
            return schema
        name = by_text.get(_dump_schema(schema)) if owner is None else None
        if name is not None:
            return {"$ref": normalize.reference_to(name)}
        return {
            word: {key: replace_inline_schema(each, None) for key, each in value.items()}
            if word == "properties" and isinstance(value, Mapping)
            else value
            if word in ("const", "enum", "required")
            else replace_inline_schema(value, None)
            for word, value in schema.items()
        }

    return {name: replace_inline_schema(schema, name) for name, schema in own.items()}


def find_method_mistakes(extension: Extension, *, where: str) -> Iterator[BindgenError]:
    """Yield an error for each method whose row is missing or repeated, and for each mistake in a row of a method.

    Args:
        extension: the extension.
        where: the file of the extension's facts, for messages.
    """
    stated = Counter(fact.name for fact in extension.facts.methods)
    for name, times in stated.items():
        if times > 1:
            yield BindgenError(f"{times} rows for the method {name!r}", where=where)
    for method in extension.spec.methods if extension.facts.header.between == "peers" else ():
        if extension.type_names.intersection(method.definitions) and method.name not in stated:
            yield BindgenError(f"no row for the method {method.name!r} of the schema", where=where)
    for fact in extension.facts.methods:
        for what in _find_row_mistakes(fact, extension):
            yield BindgenError(what, where=f"{where}: method {fact.name}")


def make_method_rows(extension: Extension, *, where: str) -> tuple[MethodInfo, ...]:
    """Return the table of the methods that an extension adds. Call `find_method_mistakes` first.

    Raises:
        BindgenError: a row names a type that the schema does not define.
    """
    types = extension.spec.by_name()
    return tuple(
        method_row(_make_method_facts(fact, extension.facts), message, fact.kind, fact.senders, types, where)
        for fact in extension.facts.methods
        if isinstance(message := types[fact.message], ObjectType)
    )


def _find_row_mistakes(fact: AddedMethod, extension: Extension) -> Iterator[str]:
    """Yield a text for each mistake in one row of a method, such as a difference from the message that it names."""
    types, base = extension.spec.by_name(), extension.base
    message = types.get(fact.message)
    if not isinstance(message, ObjectType) or fact.message not in extension.type_names:
        yield f"`message` names {fact.message!r}, which is no object of the extension"
        return
    if {method.name for method in extension.spec.methods if fact.message in method.definitions} != {fact.name}:
        yield f"{fact.message} does not carry this method: its member `method` needs it as a constant"
    if base is not None and fact.name in {method.name for method in base.methods}:
        yield f"revision {base.revision.id} has this method already"
    has_id = "id" in message.by_wire_name
    if has_id != (fact.kind == "request"):
        yield f"`kind` is {fact.kind!r}, but {fact.message} has {'a' if has_id else 'no'} member `id`"
    if not fact.senders:
        yield "`senders` is empty; a client, a server or both send the message"
    if fact.kind == "request" and not fact.results:
        yield "`results` is missing; name the definition of the result"
    for name in fact.results:
        if name not in types:
            yield f"`results` names {name!r}, which the schema does not define"


def _make_method_facts(fact: AddedMethod, facts: ExtensionFacts) -> MethodFacts:
    page = facts.header.page_url
    return MethodFacts(
        name=fact.name,
        sources=tuple(page + anchor for anchor in fact.sources),
        results=fact.results,
        cancellable=fact.cancellable,
        progress=fact.progress,
        delivery=fact.delivery,
    )


def _check_unbuilt_rows(facts: ExtensionFacts, unbuilt: Mapping[str, str], where: str) -> None:
    stated = {row.definition: row.reason for row in facts.unbuilt}
    problems = [f"{name}: {unbuilt[name]}" for name in unbuilt if name not in stated]
    problems += [f"{name} can be built, so its row is stale" for name in stated if name not in unbuilt]
    problems += [
        f"{name}: {unbuilt[name]}, not {stated[name]}"
        for name in unbuilt.keys() & stated.keys()
        if not unbuilt[name].startswith(stated[name])
    ]
    if problems:
        raise BindgenError(
            "definitions that cannot be built differ from the rows\n  " + "\n  ".join(problems), where=where
        )


def _dump_schema(schema: Mapping[str, JSONValue]) -> str:
    return json.dumps(schema, sort_keys=True)
