"""Variables of the template of handlers: the messages that each role may receive, grouped by capability."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mcp_bindgen import naming
from mcp_bindgen.ingest.manifest import is_page, page_url
from mcp_bindgen.ir.features import CAPABILITY_TYPES, single_capability
from mcp_bindgen.ir.methods import OTHER_SIDE, MethodInfo, messages_of_kind
from mcp_bindgen.ir.types import ObjectType, SpecRevision, TypeDef
from mcp_bindgen.records.docs import Docs
from mcp_bindgen.render.imports import model_imports
from mcp_bindgen.render.literals import docstring, json_literal

INDENT = "    "
ADDED_RESULT = "Added_co"
"""Name of the type variable for the results that an extension adds to a request."""

OWN_NAMES = frozenset(
    {
        *("ABC", "ClassVar", "Context", "EXTENSION", "Extension", "Handlers", "Mapping", "MappingProxyType", "Reply"),
        *(ADDED_RESULT, "Client", "ClientCalls", "Generic", "Never", "Route", "Sender", "TYPE_CHECKING", "TypeVar"),
    }
)
"""Names that a module of handlers imports besides models. A model with one of these names is imported under another
name.
"""


@dataclass(frozen=True)
class Handler:
    """One method of a class of handlers. Annotations are source code."""

    name: str
    method: str
    is_request: bool
    params: str
    result: str
    capability: str
    """Source of the capability object that a class with this handler declares; empty if the class declares none."""
    docstring: str
    summary: str
    """First line of the docstring, as a docstring of its own."""
    has_added_results: bool = False
    """True if an extension adds results to those of the handler."""


@dataclass(frozen=True)
class HandlerGroup:
    """A class of the handlers that one capability requires."""

    name: str
    docstring: str
    handlers: tuple[Handler, ...]

    @property
    def has_added_results(self) -> bool:
        """True if an extension adds results to those of a handler."""
        return any(handler.has_added_results for handler in self.handlers)


@dataclass(frozen=True)
class RoleHandlers:
    """The class of all handlers of a client or of a server, with the classes for its capabilities."""

    name: str
    role: str
    docstring: str
    capabilities: str
    """Type of the capability object of the role; empty if the schema has no such type."""
    handlers: tuple[Handler, ...]
    groups: tuple[HandlerGroup, ...]

    @property
    def has_added_results(self) -> bool:
        """True if an extension adds results to those of a handler."""
        return any(handler.has_added_results for handler in self.handlers)


@dataclass(frozen=True)
class HandlerModule:
    """The classes of handlers of both roles, and the types in the annotations of these classes."""

    roles: tuple[RoleHandlers, ...]
    types: tuple[str, ...]
    """Names of the models in the annotations, sorted."""
    modules: Mapping[str, str] = field(default_factory=dict[str, str])
    """Module of each model that another package defines, by name of the model."""

    @property
    def imports(self) -> list[tuple[str, list[str]]]:
        """Modules, each with the names imported from it."""
        return model_imports(self.types, self.modules, OWN_NAMES)

    @property
    def has_requests(self) -> bool:
        """True if any handler responds to a request."""
        return any(handler.is_request for role in self.roles for handler in role.handlers)

    @property
    def has_added_results(self) -> bool:
        """True if a class has a type variable for the results that an extension adds."""
        return any(role.has_added_results for role in self.roles)

    @property
    def has_groups(self) -> bool:
        """True if at least one capability requires handlers."""
        return any(role.groups for role in self.roles)


def make_handler_module(
    spec: SpecRevision, rows: Sequence[MethodInfo], docs: Docs, extended: Collection[str] = ()
) -> HandlerModule:
    """Return the classes of handlers of a revision or an extension, that of servers first.

    Args:
        spec: the revision.
        rows: the methods of the revision or extension.
        docs: the documentation lines.
        extended: names of the methods for which an extension adds results.
    """
    roles = tuple(
        _make_role_handlers(spec, role, [row for row in rows if OTHER_SIDE[role] in row.senders], docs, extended)
        for role in OTHER_SIDE
    )
    used = {name for row in rows for name in (row.params, *row.results, *row.wrapped_results) if name}
    used |= {role.capabilities for role in roles if role.capabilities}
    return HandlerModule(roles[::-1], tuple(sorted(used, key=lambda name: (name.lower(), name))))


def _make_role_handlers(
    spec: SpecRevision, role: str, rows: Sequence[MethodInfo], docs: Docs, extended: Collection[str]
) -> RoleHandlers:
    types = spec.by_name()
    names = naming.make_handler_names(
        messages_of_kind(rows, "request", "embedded"), messages_of_kind(rows, "notification")
    )
    handlers = {row.name: _make_handler(spec, role, row, names[row.name], docs) for row in rows}
    for name in handlers.keys() & extended:
        handlers[name] = replace(
            handlers[name], result=f"{handlers[name].result} | {ADDED_RESULT}", has_added_results=True
        )
    capabilities = spec.definitions.get(CAPABILITY_TYPES[role], "")
    text = [
        f"Handlers of what a {role} may receive. A request whose handler is not overridden fails with -32601.",
        "A handler may be `async` or not. It returns a value of its annotation or a dict, or raises `ProtocolError`.",
    ]
    return RoleHandlers(
        name=naming.make_role_class_name(role, "Handlers"),
        role=role,
        docstring=docstring(text, INDENT),
        capabilities=capabilities,
        handlers=tuple(handlers.values()),
        groups=tuple(_make_handler_groups(role, rows, handlers, types)),
    )


def _make_handler_groups(
    role: str, rows: Sequence[MethodInfo], handlers: Mapping[str, Handler], types: Collection[str]
) -> Iterator[HandlerGroup]:
    promised = [row for row in rows if row.declared_by == "receiver" and "." not in row.capability]
    names = naming.make_capability_class_names(dict.fromkeys(row.capability for row in promised), role, types)
    for capability, name in names.items():
        line = f"A {role} that declares the capability `{capability}`. The handlers that it requires are abstract."
        members = tuple(handlers[row.name] for row in promised if row.capability == capability)
        yield HandlerGroup(name, docstring([line], INDENT), members)


def _make_handler(spec: SpecRevision, role: str, row: MethodInfo, name: str, docs: Docs) -> Handler:
    is_request, types = row.kind != "notification", spec.by_name()
    answers = (*row.results, *row.wrapped_results)
    line, facts = docs.type_line(spec, types[row.message]), _method_facts(row)
    own = is_request and row.declared_by == "receiver"
    return Handler(
        name=name,
        method=row.name,
        is_request=is_request,
        params=_params_annotation(row, types),
        result=" | ".join(naming.make_import_name(name, OWN_NAMES) for name in answers)
        or ("object" if is_request else "None"),
        capability=json_literal(single_capability(spec, role, row.capability)) if own else "",
        docstring=docstring([line, facts] if line else [facts], INDENT * 2),
        summary=docstring([line or f"Takes `{row.name}`."], INDENT * 2),
    )


def _params_annotation(row: MethodInfo, types: Mapping[str, TypeDef]) -> str:
    """Return the annotation of the params of a handler. Absent params reach a handler as an empty object if the type
    allows that, else as None.
    """
    if row.params is None:
        return "None"
    always = row.params_required or allows_empty_object(types[row.params])
    return (
        naming.make_import_name(row.params, OWN_NAMES)
        if always
        else f"{naming.make_import_name(row.params, OWN_NAMES)} | None"
    )


def allows_empty_object(type_: TypeDef) -> bool:
    """Return whether a type is a class, and an object without members is valid for it. A class with conditions, such as
    `minProperties`, counts as one that allows no empty object.
    """
    return isinstance(type_, ObjectType) and not type_.conditions and not any(each.required for each in type_.fields)


def _method_facts(row: MethodInfo) -> str:
    sentences = [f"Arrives as `{row.name}`" + (" in an `InputRequiredResult`." if row.kind == "embedded" else ".")]
    if row.deprecated:
        sentences.append("Deprecated.")
    pages = [page_url(page) for page in row.sources[:1] if is_page(page)]
    return "\n".join([" ".join(sentences), *pages])
