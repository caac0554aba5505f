"""Transport, headers and lifecycle of a revision: the facts, joined with the schema and the method table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.protocol import Batching, Default, FeatureStatus, RequestIds
from mcp_bindgen.ingest.transport import (
    CapabilityFacts,
    EventStreams,
    Lifecycle,
    MetaKey,
    RequestHeader,
    Requirement,
    ResponseHeader,
    Status,
    Stdio,
    TransportFacts,
    VersionRule,
)
from mcp_bindgen.ir.features import capability_paths, capability_pointer, is_boolean_capability
from mcp_bindgen.ir.methods import OTHER_SIDE, MethodInfo, Side
from mcp_bindgen.ir.types import SpecRevision


@dataclass(frozen=True)
class Capability:
    """One capability, as a path in the object of capabilities."""

    path: str
    """Dotted path, such as `tools.listChanged`."""

    type: Literal["boolean", "object"]
    meaning: str
    gates: tuple[str, ...]
    """Methods that require the capability."""

    gates_tasks: tuple[str, ...]
    """Requests that the capability allows to run as tasks."""

    deprecated: bool
    experimental: bool
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Http:
    """The HTTP transport of a revision."""

    transport: Literal["http+sse", "streamable-http"]
    methods: tuple[str, ...]
    """HTTP methods of the endpoints."""

    endpoints: tuple[Literal["MCP endpoint", "SSE endpoint", "POST endpoint"], ...]
    """Endpoints that a server must provide."""

    event_streams: EventStreams
    sessions: Literal["unspecified", "optional", "removed"]
    resumable: bool
    """True if a client can resume a broken stream with `Last-Event-ID`."""

    assumed_version: str
    """Version that a server assumes if the version header is absent; empty if the revision has no such header."""

    assumed_level: Literal["", "SHOULD", "MAY"]
    old_transport_on: Literal["", "any 4xx", "400, 404, 405"]
    """Statuses of a POST of `initialize` after which a client may try the transport of 2024-11-05; empty if the
    revision names none.
    """

    request_headers: tuple[RequestHeader, ...]
    response_headers: tuple[ResponseHeader, ...]
    statuses: tuple[Status, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Protocol:
    """The rules of one revision for versions, lifecycle, transports, headers, capabilities and `_meta`."""

    revision: str
    """Id of the revision."""

    status: Literal["released", "draft", "custom"]
    """`custom` for a schema of the user, such as a fork."""

    version: VersionRule
    lifecycle: Lifecycle
    batching: Batching
    request_ids: RequestIds
    stdio: Stdio
    http: Http
    meta_keys: tuple[MetaKey, ...]
    client_capabilities: tuple[Capability, ...]
    server_capabilities: tuple[Capability, ...]
    defaults: tuple[Default, ...]
    requirements: tuple[Requirement, ...]
    features: tuple[FeatureStatus, ...]
    """Features that are deprecated or removed; all others are in use."""


def check_transport_facts(
    spec: SpecRevision, facts: TransportFacts, methods: Sequence[MethodInfo], *, where: str
) -> None:
    """Check that rows, schema and method table name the same capabilities, definitions and methods.

    Raises:
        BindgenError: a capability has no row; a row is about no capability, or names a definition or method that the
            revision does not have; the version is not declared as the era requires. The message has each problem.
    """
    problems: list[str] = []
    for side, rows in (("client", facts.client_capability), ("server", facts.server_capability)):
        declared, stated = capability_paths(spec, side), [row.path for row in rows]
        problems += [f"no row for {side} capability {path!r}" for path in declared if path not in stated]
        problems += [f"row {path!r} is not a capability of the {side}" for path in stated if path not in declared]
    for key in facts.meta_key:
        if key.type[0].isupper() and key.type not in spec.definitions:
            problems.append(f"_meta key {key.key!r} has type {key.type}, which the schema does not define")
    method_names = {row.name for row in methods}
    named = {name for header in facts.request_header for name in (*header.methods, *header.never_on)}
    life = facts.lifecycle
    named.update(life.server_methods, life.client_requests_before_answer, life.server_requests_before_initialized)
    named.update(life.server_notifications_before_initialized)
    problems += [f"{name!r} is not a method of the schema" for name in sorted(named - method_names)]
    if (facts.version.declared_in == "initialize") != (spec.revision.era == "handshake"):
        problems.append(f"the version is declared in {facts.version.declared_in}, but the era is {spec.revision.era}")
    if problems:
        raise BindgenError("facts on the transport and schema do not match\n  " + "\n  ".join(problems), where=where)


def make_protocol(
    spec: SpecRevision,
    facts: TransportFacts,
    batching: Batching,
    ids: RequestIds,
    defaults: tuple[Default, ...],
    features: tuple[FeatureStatus, ...],
    methods: Sequence[MethodInfo],
) -> Protocol:
    """Return the rules of one revision: its facts, joined with its schema and its methods.

    Raises:
        KeyError: a capability of the schema has no row.
    """
    return Protocol(
        revision=spec.revision.id,
        status=spec.revision.publication,
        version=facts.version,
        lifecycle=facts.lifecycle,
        batching=batching,
        request_ids=ids,
        stdio=facts.stdio,
        http=Http(
            transport=facts.http.transport,
            methods=facts.http.methods,
            endpoints=facts.http.endpoints,
            event_streams=facts.event_streams,
            sessions=facts.http.sessions,
            resumable=facts.http.resumable,
            assumed_version=facts.http.assumed_version,
            assumed_level=facts.http.assumed_level,
            old_transport_on=facts.http.old_transport_on,
            request_headers=facts.request_header,
            response_headers=facts.response_header,
            statuses=facts.status,
            sources=facts.http.sources,
        ),
        meta_keys=facts.meta_key,
        client_capabilities=_make_capabilities(spec, "client", facts.client_capability, methods),
        server_capabilities=_make_capabilities(spec, "server", facts.server_capability, methods),
        defaults=defaults,
        requirements=facts.requirement,
        features=features,
    )


def _make_capabilities(
    spec: SpecRevision, side: Side, facts: Sequence[CapabilityFacts], methods: Sequence[MethodInfo]
) -> tuple[Capability, ...]:
    """Return the capabilities of a side, in the order of the schema.

    Raises:
        KeyError: a capability of the schema has no row.
    """
    stated = {row.path: row for row in facts}
    return tuple(_make_capability(spec, side, stated[path], methods) for path in capability_paths(spec, side))


def _make_capability(
    spec: SpecRevision, side: Side, facts: CapabilityFacts, methods: Sequence[MethodInfo]
) -> Capability:
    gated = [row.name for row in methods if row.capability == facts.path and side in _declaring_sides(row)]
    tasks = [row.name for row in methods if row.task_capability == facts.path and OTHER_SIDE[side] in row.senders]
    return Capability(
        path=facts.path,
        type="boolean" if is_boolean_capability(spec, side, facts.path) else "object",
        meaning=facts.meaning,
        gates=tuple(gated),
        gates_tasks=tuple(tasks),
        deprecated=facts.deprecated or capability_pointer(spec, side, facts.path) in spec.deprecated,
        experimental=facts.experimental,
        sources=facts.sources,
    )


def _declaring_sides(row: MethodInfo) -> set[str]:
    """Return the sides that must have declared the capability of a method."""
    match row.declared_by:
        case "sender":
            return set(row.senders)
        case "receiver":
            return {OTHER_SIDE[sender] for sender in row.senders}
        case side:
            return {side}
