"""`schema/<rev>/transport.toml`: transport, headers and lifecycle of a revision.

The file has versions, lifecycle, transports, headers, `_meta` keys, and facts about capabilities that the schema cannot
state. Facts about the messages themselves are in `protocol.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from mcp_bindgen.errors import BindgenError
from mcp_bindgen.ingest.inheritance import read_facts
from mcp_bindgen.ingest.rows import read_row, read_rows
from mcp_bindgen.jsontext import is_object

Level = Literal["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "example", "unspecified"]
MessageKind = Literal["request", "notification", "response"]


@dataclass(frozen=True)
class VersionFacts:
    """Where the version is declared, and how a server responds to a version that it does not support."""

    declared_in: Literal["initialize", "every request"]
    request_field: tuple[str, ...]
    unsupported: Literal["counter-offer", "error"]
    error_code: int
    error_level: Level
    sources: tuple[str, ...]
    response_field: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lifecycle:
    """How long state lives, and which messages may be sent before both sides are ready."""

    state: Literal["session", "request"]
    server_methods: tuple[str, ...]
    sources: tuple[str, ...]
    client_requests_before_answer: tuple[str, ...] = ()
    server_requests_before_initialized: tuple[str, ...] = ()
    server_notifications_before_initialized: tuple[str, ...] = ()
    early_level: Literal["", "SHOULD NOT"] = ""
    agreed_level: Level = "unspecified"


@dataclass(frozen=True)
class Stdio:
    """The stdio transport: one message per line."""

    encoding: Literal["UTF-8", "unspecified"]
    client_writes: tuple[MessageKind, ...]
    server_writes: tuple[MessageKind, ...]
    sources: tuple[str, ...]
    stderr: Literal["logging", "logging of any kind"] = "logging"
    stderr_as_error: Level = "unspecified"


@dataclass(frozen=True)
class RequestHeader:
    """One header of HTTP requests."""

    name: str
    applies: Literal[
        "after-initialize",
        "authorization-discovery",
        "authorized",
        "connection",
        "get",
        "handshake",
        "named",
        "parameter",
        "post",
        "request",
        "resume",
        "session",
    ]
    level: Level
    sources: tuple[str, ...]
    role: Literal["send", "validate", "ignore"] = "send"
    methods: tuple[str, ...] = ()
    value: str = ""
    body_field: tuple[str, ...] = ()
    base64: bool = False
    never_on: tuple[str, ...] = ()


@dataclass(frozen=True)
class ResponseHeader:
    """One header of HTTP responses."""

    name: str
    applies: str
    level: Level
    sources: tuple[str, ...]
    value: str = ""


@dataclass(frozen=True)
class Status:
    """One HTTP status and the situation that calls for it."""

    code: int
    situation: str
    level: Level
    body: Literal["empty", "error", "optional-error", "unspecified"]
    sources: tuple[str, ...]
    error_code: int = 0


@dataclass(frozen=True)
class EventStreams:
    """The event streams of the HTTP transport; a level is of what its name says."""

    sources: tuple[str, ...]
    endpoint_event: Level = "unspecified"
    event_ids: Level = "unspecified"
    unique_event_ids: Level = "unspecified"
    event_ids_name_stream: Level = "unspecified"
    priming_event: Level = "unspecified"
    close_before_response: Level = "unspecified"
    retry_before_close: Level = "unspecified"
    respect_retry: Level = "unspecified"
    poll: Level = "unspecified"
    resume_with: Literal["", "GET"] = ""
    resume_streams_of: tuple[Literal["GET", "POST"], ...] = ()
    replay_other_streams: Level = "unspecified"
    broadcast: Level = "unspecified"


@dataclass(frozen=True)
class HttpFacts:
    """The HTTP transport of a revision."""

    transport: Literal["http+sse", "streamable-http"]
    methods: tuple[str, ...]
    endpoints: tuple[Literal["MCP endpoint", "SSE endpoint", "POST endpoint"], ...]
    sessions: Literal["unspecified", "optional", "removed"]
    resumable: bool
    sources: tuple[str, ...]
    assumed_version: str = ""
    assumed_level: Literal["", "SHOULD", "MAY"] = ""
    old_transport_on: Literal["", "any 4xx", "400, 404, 405"] = ""


@dataclass(frozen=True)
class MetaKey:
    """One key of `_meta` that the specification defines."""

    key: str
    type: str
    on: tuple[Literal["request", "notification", "result"], ...]
    sender: Literal["client", "server", "either"]
    applies: str
    level: Level
    sources: tuple[str, ...]
    deprecated: bool = False


@dataclass(frozen=True)
class CapabilityFacts:
    """Facts about a capability that the schema does not state."""

    path: str
    meaning: str
    sources: tuple[str, ...]
    deprecated: bool = False
    experimental: bool = False


@dataclass(frozen=True)
class Requirement:
    """One requirement that no single message can show to be broken, and that no other table states."""

    id: str
    actors: tuple[Literal["client", "server"], ...]
    level: Level
    text: str
    sources: tuple[str, ...]


@dataclass(frozen=True)
class EraOutcome:
    """The outcome for a client and a server of given eras."""

    client: Literal["per-request", "handshake", "dual-era"]
    server: Literal["per-request", "handshake", "dual-era"]
    detail: str
    sources: tuple[str, ...]
    works: bool = False


@dataclass(frozen=True)
class TransportFacts:
    """The whole file."""

    version: VersionFacts
    lifecycle: Lifecycle
    stdio: Stdio
    http: HttpFacts
    event_streams: EventStreams
    request_header: tuple[RequestHeader, ...]
    response_header: tuple[ResponseHeader, ...]
    status: tuple[Status, ...]
    meta_key: tuple[MetaKey, ...]
    client_capability: tuple[CapabilityFacts, ...]
    server_capability: tuple[CapabilityFacts, ...]
    requirement: tuple[Requirement, ...]
    era_outcome: tuple[EraOutcome, ...]


def read_transport(schema_root: Path, revision_id: str) -> TransportFacts:
    """Read the file of a revision.

    Raises:
        BindgenError: the file does not exist; a table is missing or unknown; a row is not as expected or occurs twice.
    """
    path = schema_root / revision_id / "transport.toml"
    tables, where = read_facts(schema_root, revision_id, path.name).tables, str(path)
    known = TransportFacts.__dataclass_fields__
    for name in tables:
        if name not in known:
            raise BindgenError(f"unknown table {name!r}", where=where, hint=f"known tables: {', '.join(known)}")
    return TransportFacts(
        version=read_row(VersionFacts, _table(tables, "version", where), where=f"{where}: version"),
        lifecycle=read_row(Lifecycle, _table(tables, "lifecycle", where), where=f"{where}: lifecycle"),
        stdio=read_row(Stdio, _table(tables, "stdio", where), where=f"{where}: stdio"),
        http=read_row(HttpFacts, _table(tables, "http", where), where=f"{where}: http"),
        event_streams=read_row(EventStreams, _table(tables, "event_streams", where), where=f"{where}: event_streams"),
        request_header=read_rows(RequestHeader, tables, "request_header", where=where),
        response_header=read_rows(ResponseHeader, tables, "response_header", where=where),
        status=read_rows(Status, tables, "status", where=where),
        meta_key=read_rows(MetaKey, tables, "meta_key", where=where),
        client_capability=read_rows(CapabilityFacts, tables, "client_capability", where=where),
        server_capability=read_rows(CapabilityFacts, tables, "server_capability", where=where),
        requirement=read_rows(Requirement, tables, "requirement", where=where),
        era_outcome=read_rows(EraOutcome, tables, "era_outcome", where=where),
    )


def _table(tables: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    table: object = tables.get(key)
    if not is_object(table):
        raise BindgenError(f"no table [{key}]", where=where)
    return table
