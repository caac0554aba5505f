"""Methods and definitions of a revision as entries of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mcp_bindgen.ir.methods import MethodInfo
from mcp_bindgen.ir.types import (
    AliasType,
    AnyJson,
    Constraints,
    Field,
    ListOf,
    LiteralValue,
    MapOf,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    SpecRevision,
    TypeDef,
    TypeExpr,
    expressions,
)
from mcp_bindgen.jsontext import dumps
from mcp_bindgen.records.docs import PLACEHOLDER, Docs
from mcp_bindgen.report.markup import code_span
from mcp_bindgen.site.entries import Entry, Member, entry_link, join_with_commas


def type_text(expr: TypeExpr, revision: str) -> str:
    """Return a type as Markdown in the terms of JSON Schema, such as `array of Tool`."""
    match expr:
        case Ref():
            return entry_link(code_span(expr.name), revision, "definition", expr.name)
        case Scalar():
            form = f" ({expr.format})" if expr.format else ""
            return f"{expr.kind}{form}{_bounds_text(expr.constraints)}"
        case LiteralValue():
            return " or ".join(code_span(dumps(value).decode().strip()) for value in expr.values)
        case ListOf():
            return f"array of {type_text(expr.items, revision)}{_bounds_text(expr.constraints)}"
        case MapOf():
            return f"object with values {type_text(expr.values, revision)}"
        case ScalarUnion():
            return " or ".join(type_text(arm, revision) for arm in expr.arms)
        case AnyJson():
            return "any JSON value"


def _bounds_text(constraints: Constraints) -> str:
    return "".join(f", {word} {value}" for word, value in constraints)


SENT_BY = {"client": "Sent by the client.", "server": "Sent by the server.", "both": "Sent by either side."}


def method_entries(spec: SpecRevision, rows: Sequence[MethodInfo], docs: Docs) -> list[Entry]:
    """Return an entry for each method, in alphabetical order."""
    types = spec.by_name()
    return [
        Entry(
            kind="method",
            key=row.name,
            title=row.name,
            summary=docs.type_line(spec, types[row.message]),
            facts=tuple(_method_facts(spec, row)),
            sources=row.sources,
            value=replace(row, sources=(), since="", until=""),
        )
        for row in sorted(rows, key=lambda row: row.name)
    ]


def _method_facts(spec: SpecRevision, row: MethodInfo) -> Iterator[str]:
    id_ = spec.revision.id
    senders = "either side" if len(row.senders) > 1 else f"the {row.senders[0]}" if row.senders else "no side alone"
    match row.kind:
        case "embedded":
            yield f"A request of {senders} that travels inside an `InputRequiredResult`."
        case kind:
            yield f"A {kind}, sent by {senders}."
    message = entry_link(code_span(row.message), id_, "definition", row.message)
    if row.params is None:
        yield f"Message: {message}, without params."
    else:
        params = entry_link(code_span(row.params), id_, "definition", row.params)
        yield f"Message: {message}, with {'required' if row.params_required else 'optional'} params {params}."
    if row.results:
        yield f"Result: {_type_links(id_, row.results, ' or ')}."
    if row.wrapped_results:
        yield f"A wrapped result stands for {_type_links(id_, row.wrapped_results, ' or ')}."
    if row.capability:
        owner = {"client": " of the client", "server": " of the server", "sender": " of the sender"}
        yield f"Needs the capability {code_span(row.capability)}{owner.get(row.declared_by, ' of the receiver')}."
    if row.task_capability:
        yield f"Can run as a task where the receiver declares {code_span(row.task_capability)}."
    traits = {
        "paginated": row.paginated,
        "cacheable": row.cacheable,
        "cancellable": row.cancellable,
        "reports progress": row.progress,
        "deprecated": row.deprecated,
        "experimental": row.experimental,
    }
    if row.kind == "request":
        chosen = [name for name, holds in traits.items() if holds]
    else:
        chosen = [name for name in ("deprecated", "experimental") if traits[name]]
    if chosen:
        yield f"Traits: {join_with_commas(chosen)}."
    if row.delivery:
        yield f"Delivered by: {row.delivery}."


def _type_links(revision: str, names: Sequence[str], between: str) -> str:
    return between.join(entry_link(code_span(name), revision, "definition", name) for name in names)


def definition_entries(spec: SpecRevision, docs: Docs) -> list[Entry]:
    """Return an entry for each type: for each definition, and for each inline schema that is a type of its own."""
    methods = {name: method.name for method in spec.methods for name in method.definitions}
    users = _referring_types(spec)
    return [
        Entry(
            kind="definition",
            key=type_.name,
            title=type_.name,
            summary=docs.type_line(spec, type_),
            facts=tuple(_definition_facts(spec, type_, methods.get(type_.name, ""), users.get(type_.name, []))),
            members=_entry_members(spec, type_, docs),
        )
        for type_ in spec.types
    ]


def _referring_types(spec: SpecRevision) -> dict[str, list[str]]:
    """Return the names of the types that refer to a type, by name of that type."""
    found: dict[str, list[str]] = {}
    for type_ in spec.types:
        for name in dict.fromkeys(expr.name for expr in expressions(type_) if isinstance(expr, Ref)):
            found.setdefault(name, []).append(type_.name)
    return found


def _definition_facts(spec: SpecRevision, type_: TypeDef, method: str, users: Sequence[str]) -> Iterator[str]:
    id_ = spec.revision.id
    if type_.provenance.was_inline:
        owner = spec.definitions[type_.definition]
        yield f"Written inline in {entry_link(code_span(owner), id_, 'definition', owner)}."
    if method:
        yield f"Message of {entry_link(code_span(method), id_, 'method', method)}."
    if spec.directions[type_.name] in SENT_BY:
        yield SENT_BY[spec.directions[type_.name]]
    match type_:
        case ObjectType(extra=extra):
            if extra is None:
                yield "Unknown members are forbidden."
        case AliasType(target=target):
            yield f"Type: {type_text(target, id_)}."
        case _:
            tag = f", told apart by {code_span(type_.tag)}" if type_.tag else ""
            yield f"One of {type_text(ScalarUnion(type_.arms), id_)}{tag}."
    yield from (f"Condition: {code_span(condition)}." for condition in type_.conditions)
    if users:
        yield f"Used by {_type_links(id_, sorted(users), ', ')}."
    page = spec.revision.page_of_definition(type_.definition)
    place = code_span(f"#{type_.provenance.pointer}")
    yield f"Schema: [{place}]({page})." if page else f"Schema: {place}."


def _entry_members(spec: SpecRevision, type_: TypeDef, docs: Docs) -> tuple[Member, ...]:
    if not isinstance(type_, ObjectType):
        return ()
    found = [
        Member(
            _member_name(field),
            type_text(field.type, spec.revision.id),
            field.required,
            docs.member_line(spec, type_, field.wire_name) or PLACEHOLDER,
        )
        for field in type_.fields
    ]
    if type_.fields and type_.extra is not None and not isinstance(type_.extra, AnyJson):
        found.append(Member("*others*", type_text(type_.extra, spec.revision.id), False, "Every other member."))
    return tuple(found)


def _member_name(field: Field) -> str:
    """Return the name of a member on the wire, and its Python attribute if that has another name."""
    wire = code_span(field.wire_name)
    return wire if field.name == field.wire_name else f"{wire} ({code_span('.' + field.name)})"
