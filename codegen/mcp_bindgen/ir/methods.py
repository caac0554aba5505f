"""Table of the methods of a revision: the facts of the schema, completed by those of `protocol.toml`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from mcp_bindgen.errors import BindgenError, raise_together
from mcp_bindgen.ingest.errata import PLACEHOLDERS, Erratum
from mcp_bindgen.ingest.protocol import MethodFacts
from mcp_bindgen.ingest.refusals import RefusalError
from mcp_bindgen.ir.directions import method_names
from mcp_bindgen.ir.types import (
    AliasType,
    Field,
    ListOf,
    Method,
    ObjectType,
    Ref,
    Scalar,
    ScalarUnion,
    SpecRevision,
    TypeDef,
    TypeExpr,
    UnionType,
    expressions,
    object_type,
)
from mcp_bindgen.jsontext import JSONValue


def release_range(revision: str, having: Container[str], released: Sequence[str]) -> tuple[str, str]:
    """Return the two ends of an unbroken run of releases that all have a thing.

    Args:
        revision: a release of the run.
        having: all releases that have the thing.
        released: all releases, oldest first.

    Returns:
        The ids of the first and of the last release in the run. The second id is empty if the run ends with the newest
        release.
    """
    place = released.index(revision)
    first = last = place
    while first > 0 and released[first - 1] in having:
        first -= 1
    while last < len(released) - 1 and released[last + 1] in having:
        last += 1
    return released[first], "" if last == len(released) - 1 else released[last]


Kind = Literal["request", "notification", "embedded"]

Side = Literal["client", "server"]
OTHER_SIDE: Mapping[str, Side] = {"client": "server", "server": "client"}

ROOTS: Mapping[str, tuple[Kind, tuple[Side, ...]]] = {
    "ClientRequest": ("request", ("client",)),
    "ServerRequest": ("request", ("server",)),
    "ClientNotification": ("notification", ("client",)),
    "ServerNotification": ("notification", ("server",)),
    "InputRequest": ("embedded", ("server",)),
}
"""Unions of messages, each with the kind and the senders of its messages."""

RESULTS: Mapping[Side, str] = {"client": "ClientResult", "server": "ServerResult"}
"""Name of the union of the results that a side may send, by side."""
EMPTY_RESULTS = ("EmptyResult", "Result")
"""Names of results for a request that has no result of its own. The first name that the schema defines is used."""

INPUT_REQUIRED_RESULT = "InputRequiredResult"
"""Name of the type of a result that requests input."""

PAGED, CACHED = "nextCursor", ("cacheScope", "ttlMs")
"""The member of a result that makes its method paginated, and the two members that together make its method cacheable.
"""


@dataclass(frozen=True)
class MethodInfo:
    """One method of one revision. Types are names in the revision's package, such as `CallToolResult`."""

    name: str
    kind: Kind
    """Kind of the method. An `embedded` request is only sent inside an `InputRequiredResult`, without a JSON-RPC
    envelope.
    """

    senders: tuple[Literal["client", "server"], ...]
    """Sides that may send the message."""

    message: str
    """Type of the whole message."""

    params: str | None = None
    """Type of `params`; None if the message has no `params`, or if their type has no name."""

    params_required: bool = False

    results: tuple[str, ...] = ()
    """Types of the result, the usual one first; empty for a notification, and if no type of the result is known."""

    wrapped_results: tuple[str, ...] = ()
    """Result types of other requests; the method may return such a result in place of its own."""

    capability: str = ""
    """Dotted path of the capability that the method requires; empty if the method requires none."""

    declared_by: Literal["", "receiver", "sender", "client", "server"] = ""
    """Side that must have declared `capability`; empty without a capability."""

    task_capability: str = ""
    """Dotted path of the capability that allows `task` in the request; empty if `task` is never allowed there."""

    paginated: bool = False
    cacheable: bool = False
    cancellable: bool = False
    progress: bool = False
    """True if the receiver of the request may send progress notifications for the request."""

    deprecated: bool = False
    experimental: bool = False

    delivery: str = ""
    """Channel on which a notification is sent: `session`, `request-stream`, `subscription-stream` or `stdio-channel`;
    empty for a request.
    """

    filter: str = ""
    """Member of a subscription's filter that requests a notification; empty if the notification needs no subscription.
    """

    subject: str = ""
    """Member of a notification's params whose value is in the list of the filter; empty if the filter has no list."""

    since: str = ""
    """The first of the consecutive releases that have the method; empty if the revision is no release."""

    until: str = ""
    """The last of the consecutive releases that have the method; empty if it is the newest release, or if the revision
    is no release.
    """

    sources: tuple[str, ...] = ()
    """Pages of the specification, below https://modelcontextprotocol.io/."""

    @property
    def task_augmentable(self) -> bool:
        """True if the request may run as a task."""
        return bool(self.task_capability)


def check_methods(spec: SpecRevision, facts: Sequence[MethodFacts], *, where: str) -> None:
    """Check that each method of the schema has a row, that each row is about a method of the schema, and that no row
    states results that the schema states.

    Raises:
        BindgenError: a method has no row; a row is about no method; a row states results that the schema states. The
            message has each problem.
    """
    sent, rows = sent_methods(spec), [row.name for row in facts]
    problems = [f"no row for method {name!r} of the schema" for name in sent if name not in rows]
    problems += [f"row {name!r} is not a method of the schema" for name in rows if name not in sent]
    types = spec.by_name()
    messages = {name: message for name, (message, _, _) in _sent_definitions(spec, types).items()}
    for row in facts:
        if row.results and row.name in messages and (stated := stated_results(messages[row.name], types)):
            problems.append(f"row {row.name!r} states `results`, which the schema states as {', '.join(stated)}")
    if problems:
        raise BindgenError("methods and rows do not match\n  " + "\n  ".join(problems), where=where)


def check_message_unions(
    spec: SpecRevision, load_releases: Callable[[], Sequence[SpecRevision]], *, where: str
) -> None:
    """Check that each method is the method of a message in a union of messages.

    Args:
        spec: the types of the revision.
        load_releases: returns the types of the releases, oldest first. It is called only if a method is in no union.
        where: the file, for error messages.

    Raises:
        BindgenError: methods are in no union of messages. The error has an erratum for each union that had the message
            of such a method in the newest release that has the method.
    """
    sent = sent_methods(spec)
    missing = [method for method in spec.methods if method.name not in sent]
    if not missing:
        return
    releases = load_releases()[::-1]
    by_union: dict[str, list[Method]] = {}
    for method in missing:
        known = (root for each in releases for root in ROOTS if method.name in _methods_of_union(each, root))
        by_union.setdefault(next(known, ""), []).append(method)
    raise_together(_make_union_error(spec, root, methods, where) for root, methods in by_union.items())


def _methods_of_union(spec: SpecRevision, root: str) -> set[str]:
    """Return the methods of the messages in a union of messages."""
    messages = _message_types(spec.definitions.get(root), spec.by_name())
    return {name for message in messages for name in method_names(message)}


def _make_union_error(spec: SpecRevision, root: str, missing: Sequence[Method], where: str) -> RefusalError:
    """Return the error for methods that are in no union, with an erratum that adds their messages to a union."""
    types = spec.by_name()
    union, erratum = types.get(spec.definitions.get(root, "")), None
    if isinstance(union, UnionType) and all(isinstance(arm, Ref) for arm in union.arms):
        old: list[JSONValue] = [
            {"$ref": f"#{types[arm.name].provenance.pointer}"} for arm in union.arms if isinstance(arm, Ref)
        ]
        added = [{"$ref": f"#{types[method.definitions[0]].provenance.pointer}"} for method in missing]
        erratum = Erratum(
            id=f"{PLACEHOLDERS[0]}.{root}-anyOf",
            pointer=f"{union.provenance.pointer}/anyOf",
            old=old,
            new=[*old, *added],
            reason="The schema defines these messages, and no union of messages has them.",
            upstream=PLACEHOLDERS[1],
        )
    return RefusalError(
        "\n  ".join(f"method {method.name!r} is in no union of messages" for method in missing),
        where=where,
        erratum=erratum,
        advice=f"add the messages of these methods to one of {', '.join(ROOTS)}",
    )


def method_table(spec: SpecRevision, facts: Sequence[MethodFacts], *, where: str) -> tuple[MethodInfo, ...]:
    """Return a row for each method, in the order of the schema's unions.

    Raises:
        BindgenError: a row names a definition that does not exist, or a subject that the params of the notification do
            not have; the subject of a notification is not clear.
        KeyError: a method has no row.
    """
    types = spec.by_name()
    by_name = {row.name: row for row in facts}
    rows = [
        method_row(by_name[name], *message, types, where) for name, message in _sent_definitions(spec, types).items()
    ]
    stated = {row.name for row in rows if types[row.message].provenance.pointer in spec.deprecated}
    filter_ = subscription_filter(spec)
    rows = [replace(row, subject=_subject_of_notification(row, filter_, types, where)) for row in rows]
    return tuple(replace(row, deprecated=True) if row.name in stated else row for row in rows)


def _subject_of_notification(
    row: MethodInfo, filter_: ObjectType | None, types: Mapping[str, TypeDef], where: str
) -> str:
    """Return the member of a notification's params whose value the filter lists.

    This is the stated member, or else the only required text. Without a stated member, return an empty text if the
    filter lists no values.

    Raises:
        BindgenError: no subject is stated, the filter lists values, and the params require no text or several; or a
            subject is stated that the params do not have.
    """
    filters: Mapping[str, Field] = filter_.by_wire_name if filter_ is not None else {}
    has_values = row.filter in filters and isinstance(_resolve_alias(filters[row.filter].type, types), ListOf)
    params = _fields_of_type(row.params or "", types)
    texts = [each.wire_name for each in params if each.required and "string" in _scalar_kinds(each.type, types)]
    if row.subject and row.subject not in {each.wire_name for each in params}:
        raise BindgenError(
            f"row {row.name!r} has the subject {row.subject!r}, which its params do not have",
            where=where,
            hint="name a member of the params in `subject`",
        )
    if row.subject or not has_values:
        return row.subject
    if len(texts) != 1:
        raise BindgenError(
            f"{row.name!r}: the filter {row.filter!r} lists values, and {len(texts)} required members of the params "
            "are texts that could be among them",
            where=where,
            hint="state the member as `subject` in the row",
        )
    return texts[0]


def _resolve_alias(expr: TypeExpr, types: Mapping[str, TypeDef]) -> TypeExpr:
    """Return the expression that an alias stands for. Return any other expression unchanged."""
    while isinstance(expr, Ref) and isinstance(alias := types.get(expr.name), AliasType):
        expr = alias.target
    return expr


def with_release_ranges(
    tables: Mapping[str, Sequence[MethodInfo]], released: Sequence[str]
) -> dict[str, tuple[MethodInfo, ...]]:
    """Return the method tables by revision, with the range of releases of each method in `since` and `until`. Rows of a
    revision that is not in `released` stay unchanged.
    """
    having: dict[str, set[str]] = {}
    for revision, rows in tables.items():
        for row in rows:
            having.setdefault(row.name, set()).add(revision)

    def with_release_range(revision: str, row: MethodInfo) -> MethodInfo:
        if revision not in released:
            return row
        since, until = release_range(revision, having[row.name], released)
        return replace(row, since=since, until=until)

    return {revision: tuple(with_release_range(revision, row) for row in rows) for revision, rows in tables.items()}


def messages_of_kind(rows: Iterable[MethodInfo], *kinds: Kind) -> dict[str, str]:
    """Return the Python names of the messages for all methods of the given kinds, by method."""
    return {row.name: row.message for row in rows if row.kind in kinds}


def sent_methods(spec: SpecRevision) -> list[str]:
    """Return the methods of the messages in the unions of messages, in the order of the unions."""
    return list(_sent_definitions(spec, spec.by_name()))


def message_kinds(spec: SpecRevision) -> dict[str, Kind]:
    """Return the kind of each definition that is a whole message, by Python name. An `embedded` request is no such
    message, and neither is a type that is part of another type.

    A type that requires `method` but is in no union of messages is a base of messages, such as `PaginatedRequest`. The
    kind of a base follows from its name.
    """
    types = spec.by_name()
    found: dict[str, Kind] = {}
    unions: set[str] = set()
    for root, (kind, _) in ROOTS.items():
        found |= {carrier.name: kind for carrier in _message_types(spec.definitions.get(root), types)}
        unions |= _unions_of_messages(spec.definitions.get(root), types)
    common = [type_ for type_ in types.values() if isinstance(type_, ObjectType) and type_.name not in found]
    for type_ in common:
        if any(field.wire_name == "method" and field.required for field in type_.fields):
            if type_.definition.endswith("Notification"):
                found[type_.name] = "notification"
            elif type_.definition.endswith("Request"):
                found[type_.name] = "request"
    parts = {
        expr.name
        for type_ in types.values()
        if type_.name not in unions
        for expr in expressions(type_)
        if isinstance(expr, Ref)
    }
    whole = set(spec.definitions.values()) - parts
    return {name: kind for name, kind in found.items() if kind != "embedded" and name in whole}


def _unions_of_messages(name: str | None, types: Mapping[str, TypeDef]) -> set[str]:
    """Return the names of the unions and aliases through which a definition leads to messages, the definition's own
    name included; empty for a class.
    """
    match types.get(name or ""):
        case UnionType(arms=arms):
            return {
                name or "",
                *(each for arm in arms if isinstance(arm, Ref) for each in _unions_of_messages(arm.name, types)),
            }
        case AliasType(target=Ref(name=target)):
            return {name or "", *_unions_of_messages(target, types)}
        case _:
            return set()


def _sent_definitions(
    spec: SpecRevision, types: Mapping[str, TypeDef]
) -> dict[str, tuple[ObjectType, Kind, tuple[Side, ...]]]:
    """Return the definition of the message of each method, with the kind and the senders of the method, by method."""
    found: dict[str, tuple[ObjectType, Kind, tuple[Side, ...]]] = {}
    roots = {spec.definitions.get(root) for root in ROOTS}
    carriers = _definitions_by_method(types)
    for root, (kind, senders) in ROOTS.items():
        for carrier in _message_types(spec.definitions.get(root), types):
            for name in method_names(carrier):
                earlier = found.get(name)
                # A root that is itself one message is a copy of a definition.
                own = [other for other in carriers[name] if other.name not in roots]
                message = own[0] if own else carrier
                both: tuple[Side, ...] = tuple(dict.fromkeys([*(earlier[2] if earlier else ()), *senders]))
                found[name] = (message, kind, both)
    return found


def _message_types(name: str | None, types: Mapping[str, TypeDef]) -> list[ObjectType]:
    match types.get(name or ""):
        case ObjectType() as type_:
            return [type_]
        case UnionType(arms=arms):
            return [member for arm in arms if isinstance(arm, Ref) for member in _message_types(arm.name, types)]
        case AliasType(target=Ref(name=target)):
            return _message_types(target, types)
        case _:
            return []


def response_name(message: str) -> str:
    """Return the name of the definition of the response to a request."""
    return f"{message.removesuffix('Request')}ResultResponse"


def stated_results(message: ObjectType, types: Mapping[str, TypeDef]) -> tuple[str, ...]:
    """Return the result types of a request that the definition of its response states.

    The type that is named after the request comes first. If the schema does not define the response, return no types.
    """
    response = types.get(response_name(message.name))
    found = (
        [field.type for field in response.fields if field.wire_name == "result"]
        if isinstance(response, ObjectType)
        else []
    )
    names = dict.fromkeys(name for expr in found for name in _object_type_names(expr, types))
    usual = set(_object_type_names(Ref(_usual_result_name(message)), types))
    return tuple(sorted(names, key=lambda name: name not in usual))


def _usual_result_name(message: ObjectType) -> str:
    return f"{message.name.removesuffix('Request')}Result"


def _object_type_names(expr: TypeExpr, types: Mapping[str, TypeDef]) -> Iterator[str]:
    """Yield the name of each object type that an expression stands for."""
    if isinstance(expr, Ref):
        match types.get(expr.name):
            case UnionType(arms=arms):
                for arm in arms:
                    yield from _object_type_names(arm, types)
            case AliasType(target=target):
                yield from _object_type_names(target, types)
            case ObjectType(name=name):
                yield name
            case None:
                pass


def find_subscription_request(spec: SpecRevision) -> tuple[str, ObjectType] | None:
    """Return the method of the request that opens a subscription, and the type of its filter.

    The filter is the only object besides `_meta` in the params of a request of the client, and requires no member. The
    params of a notification of the server, which acknowledges the subscription, have an object under the same name with
    members of the filter. Return None if the revision has no such request, or several.
    """
    types = spec.by_name()
    opening, acknowledged = list[tuple[str, str, ObjectType]](), dict[str, set[str]]()
    for method, (message, kind, senders) in _sent_definitions(spec, types).items():
        objects = _get_objects_in_params(message, types)
        if kind == "notification" and "server" in senders:
            for name, type_ in objects.items():
                acknowledged.setdefault(name, set()).update(type_.by_wire_name)
        elif kind == "request" and "client" in senders and len(objects) == 1:
            opening += [(method, *each) for each in objects.items()]
    found = [
        (method, type_)
        for method, name, type_ in opening
        if type_.by_wire_name.keys() & acknowledged.get(name, ()) and not any(field.required for field in type_.fields)
    ]
    return found[0] if len(found) == 1 else None


def _get_objects_in_params(message: ObjectType, types: Mapping[str, TypeDef]) -> dict[str, ObjectType]:
    """Return the types of the objects in the params of a message, besides `_meta`, by the names of the members."""
    params = object_type(message.by_wire_name["params"].type, types) if "params" in message.by_wire_name else None
    fields = params.fields if params is not None else ()
    found = {field.wire_name: object_type(field.type, types) for field in fields if field.wire_name != "_meta"}
    return {name: type_ for name, type_ in found.items() if type_ is not None}


def subscription_filter(spec: SpecRevision) -> ObjectType | None:
    """Return the type of a subscription's filter; None if no request of the revision opens a subscription with a
    filter, or if several do.
    """
    found = find_subscription_request(spec)
    return None if found is None else found[1]


ID_TYPES = {"integer": "int", "string": "str"}
"""The Python type of each JSON type that a request id may have."""


def request_id_types(spec: SpecRevision) -> tuple[str, ...]:
    """Return the Python types of request ids; those of JSON-RPC if the schema states none."""
    types = spec.by_name()
    ids = [field.type for type_ in types.values() for field in _id_fields(type_)]
    kinds = {kind for each in ids for kind in _scalar_kinds(each, types)}
    return tuple(name for kind, name in ID_TYPES.items() if kind in kinds) or tuple(ID_TYPES.values())


def _id_fields(type_: TypeDef) -> Iterator[Field]:
    """Yield the member `id` of a type, if the type is a request."""
    if isinstance(type_, ObjectType) and {"jsonrpc", "id", "method"} <= type_.by_wire_name.keys():
        yield type_.by_wire_name["id"]


def _scalar_kinds(expr: TypeExpr, types: Mapping[str, TypeDef]) -> Iterator[str]:
    match expr:
        case Scalar(kind=kind):
            yield kind
        case ScalarUnion(arms=arms):
            for arm in arms:
                yield from _scalar_kinds(arm, types)
        case Ref(name=name):
            for each in expressions(types[name]) if not isinstance(types[name], ObjectType) else ():
                yield from _scalar_kinds(each, types)
        case _:
            pass


def results_without_method(spec: SpecRevision, table: Sequence[MethodInfo]) -> list[str]:
    """Return the results that the schema's unions let a side send and that no method has among its results, except
    empty results.

    A side is left out if the schema defines a response for each request that the side answers, since these definitions
    state the results.
    """
    types = spec.by_name()
    results = {name for row in table for name in (*row.results, *row.wrapped_results)}
    found: dict[str, None] = {}
    for side, union in RESULTS.items():
        requests = [row.message for row in table if row.kind != "notification" and OTHER_SIDE[side] in row.senders]
        if all(stated_results(message, types) for name in requests if isinstance(message := types[name], ObjectType)):
            continue
        if union in spec.definitions:
            found |= dict.fromkeys(_object_type_names(Ref(spec.definitions[union]), types))
    return [name for name in found if name not in results and name not in EMPTY_RESULTS]


def _definitions_by_method(types: Mapping[str, TypeDef]) -> dict[str, list[ObjectType]]:
    """Return, for each method, the classes that have the method among the constants of their member `method`."""
    found: dict[str, list[ObjectType]] = {}
    for type_ in types.values():
        if isinstance(type_, ObjectType):
            for method in dict.fromkeys(method_names(type_)):
                found.setdefault(method, []).append(type_)
    return found


def method_row(
    facts: MethodFacts,
    message: ObjectType,
    kind: Kind,
    senders: tuple[Side, ...],
    types: Mapping[str, TypeDef],
    where: str,
) -> MethodInfo:
    """Return the row of one method, given the type of its message.

    Raises:
        BindgenError: the facts name a definition that does not exist.
    """
    params = next((field for field in message.fields if field.wire_name == "params"), None)
    usual = _usual_result_name(message)
    results = stated_results(message, types) or facts.results
    if not results and kind != "notification" and (usual in types or facts.sources):
        results = (usual,)
    for name in (*results, *facts.wrapped_results):
        if name not in types:
            raise BindgenError(f"row {facts.name!r} names {name}, which the schema does not define", where=where)
    members = [{field.wire_name for field in _fields_of_type(name, types)} for name in results]
    return MethodInfo(
        name=facts.name,
        kind=kind,
        senders=senders,
        message=message.name,
        params=_type_name(params),
        params_required=params is not None and params.required,
        results=results,
        wrapped_results=facts.wrapped_results,
        capability=facts.capability,
        declared_by=facts.declared_by or ("receiver" if facts.capability else ""),
        task_capability=facts.task_capability,
        paginated=any(PAGED in names for names in members),
        cacheable=any(names.issuperset(CACHED) for names in members),
        cancellable=kind == "request" and facts.cancellable,
        progress=kind == "request" and facts.progress,
        deprecated=facts.deprecated,
        experimental=facts.experimental,
        delivery=facts.delivery,
        filter=facts.filter,
        subject=facts.subject,
        sources=facts.sources,
    )


def _type_name(field: Field | None) -> str | None:
    return field.type.name if field is not None and isinstance(field.type, Ref) else None


def _fields_of_type(name: str, types: Mapping[str, TypeDef]) -> tuple[Field, ...]:
    return tuple(field for member in _message_types(name, types) for field in member.fields)
