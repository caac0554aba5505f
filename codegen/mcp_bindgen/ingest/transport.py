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
from mcp_bindgen.ingest.protocol import Level
from mcp_bindgen.ingest.rows import read_row, read_rows
from mcp_bindgen.jsontext import is_array, is_object

MessageKind = Literal["request", "notification", "response"]


@dataclass(frozen=True)
class VersionRule:
    """Place in which the peers agree on a version, and a server's response to an unsupported version."""

    declared_in: Literal["initialize", "every request"]
    request_field: tuple[str, ...]
    """Path of the version in a request."""

    unsupported: Literal["counter-offer", "error"]
    """Response to an unsupported version: a result that names another version, or an error that names all supported
    ones.
    """

    error_code: int
    error_level: Level
    sources: tuple[str, ...]
    response_field: tuple[str, ...] = ()
    """Path of the version in the result; empty if the result has none."""


@dataclass(frozen=True)
class Lifecycle:
    """Rules of the lifecycle: the unit to which version and capabilities apply and how strictly they bind, the methods
    that every server must implement, and the messages that are allowed before both sides are ready.
    """

    state: Literal["session", "request"]
    """Unit to which the version and the capabilities apply."""

    server_methods: tuple[str, ...]
    """Methods that every server must implement."""

    sources: tuple[str, ...]
    client_requests_before_answer: tuple[str, ...] = ()
    """Requests that a client may send before the response to `initialize`."""

    server_requests_before_initialized: tuple[str, ...] = ()
    """Requests that a server may send before it receives `notifications/initialized`."""

    server_notifications_before_initialized: tuple[str, ...] = ()
    early_level: Literal["", "SHOULD NOT"] = ""
    """BCP 14 keyword that forbids other messages before both sides are ready; empty if none does."""

    agreed_level: Level = "unspecified"
    """BCP 14 keyword that binds both sides to the version and the capabilities that they agreed on or declared."""


@dataclass(frozen=True)
class Stdio:
    """The rules for standard streams. Each line of text is one message, without a line break inside."""

    encoding: Literal["UTF-8", "unspecified"]
    client_writes: tuple[MessageKind, ...]
    server_writes: tuple[MessageKind, ...]
    sources: tuple[str, ...]
    stderr: Literal["logging", "logging of any kind"] = "logging"
    """Output that a server may write to standard error."""

    stderr_as_error: Level = "unspecified"
    """BCP 14 keyword for a client that treats output on standard error as a sign of an error."""


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
    """HTTP requests to which the header applies.

    - `post`, `get`, `connection`: every POST, every GET, every connection.
    - `request`: each JSON-RPC request. `named`: each of `methods`. `parameter`: each of `methods` for a tool with
      `x-mcp-header`.
    - `after-initialize`: everything but `initialize`. `session`: everything in a session with an id.
    - `resume`: each GET that resumes a stream.
    - `authorized`: everything with a token. `authorization-discovery`: each request for authorization metadata.
    - `handshake`: everything from a client of a handshake revision.
    """

    level: Level
    sources: tuple[str, ...]
    role: Literal["send", "validate", "ignore"] = "send"
    """Action that `level` is about: the client sends the header, or the server validates or ignores the header."""

    methods: tuple[str, ...] = ()
    value: str = ""
    """Value of the header; empty if the value depends on the message or session."""

    body_field: tuple[str, ...] = ()
    """Path of the member of the body that the header repeats; empty if the header repeats no member."""

    base64: bool = False
    """True if the header has a Base64 form for values that are not plain header text."""

    never_on: tuple[str, ...] = ()
    """Methods whose requests must not have the header."""


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
    """One HTTP status and the situation in which it is sent."""

    code: int
    situation: str
    level: Level
    body: Literal["empty", "error", "optional-error", "unspecified"]
    """`error` is a JSON-RPC error response. `optional-error` is an error response without an id, or an empty body."""

    sources: tuple[str, ...]
    error_code: int = 0
    """Code of the JSON-RPC error; 0 if the specification names none."""


@dataclass(frozen=True)
class EventStreams:
    """The rules for event streams of the HTTP transport (SSE). A rule without a keyword is `unspecified`."""

    sources: tuple[str, ...]
    endpoint_event: Level = "unspecified"
    """BCP 14 keyword for a server to begin a stream with an `endpoint` event. The event has the URI for POST."""

    event_ids: Level = "unspecified"
    """BCP 14 keyword for events to have ids. With an id, a client can resume the stream."""

    unique_event_ids: Level = "unspecified"
    """BCP 14 keyword for an event id to occur once in all streams of a session, or of a client without a session."""

    event_ids_name_stream: Level = "unspecified"
    """BCP 14 keyword for an event id to be sufficient to find the stream of the event."""

    priming_event: Level = "unspecified"
    """BCP 14 keyword for a server to begin a stream with an event that has an id and empty data."""

    close_before_response: Level = "unspecified"
    """BCP 14 keyword for a server to close the connection of a stream before it has sent the response."""

    retry_before_close: Level = "unspecified"
    """BCP 14 keyword for a server to send `retry` before it closes the connection of a stream that goes on."""

    respect_retry: Level = "unspecified"
    """BCP 14 keyword for a client to wait for the time in `retry` before it connects again."""

    poll: Level = "unspecified"
    """BCP 14 keyword for a client to connect again if the server has closed the connection of a stream that goes on."""

    resume_with: Literal["", "GET"] = ""
    """HTTP method that resumes a stream; empty if streams cannot be resumed."""

    resume_streams_of: tuple[Literal["GET", "POST"], ...] = ()
    """HTTP methods whose streams can be resumed; empty if the revision does not state such methods."""

    replay_other_streams: Level = "unspecified"
    """BCP 14 keyword for a server to replay messages of a stream other than the resumed one."""

    broadcast: Level = "unspecified"
    """BCP 14 keyword for a server to send one message on several streams."""


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
    """A definition of the revision's schema, or a JSON type."""

    on: tuple[Literal["request", "notification", "result"], ...]
    sender: Literal["client", "server", "either"]
    applies: str
    """Messages that have the key, in words."""

    level: Level
    sources: tuple[str, ...]
    deprecated: bool = False


@dataclass(frozen=True)
class CapabilityFacts:
    """Facts that the schema does not state about a capability."""

    path: str
    meaning: str
    sources: tuple[str, ...]
    """Pages of the specification. A row about a part of a capability has the pages of the capability, or its own."""
    deprecated: bool = False
    experimental: bool = False


def is_sub_capability(path: str) -> bool:
    """Return whether a path names a part of a capability, such as `tools.listChanged`."""
    return "." in path


@dataclass(frozen=True)
class Requirement:
    """One requirement that no single message can show to be broken, and that no other table states."""

    id: str
    """Id of the requirement in every revision that has it, its topic first, such as `tools.steady-order`."""

    actors: tuple[Literal["client", "server"], ...]
    """Sides to which `level` applies."""

    level: Level
    text: str
    """The requirement in words."""

    sources: tuple[str, ...]


@dataclass(frozen=True)
class EraOutcome:
    """The outcome of a connection between a client and a server of given eras."""

    client: Literal["per-request", "handshake", "dual-era"]
    server: Literal["per-request", "handshake", "dual-era"]
    detail: str
    sources: tuple[str, ...]
    works: bool = False


@dataclass(frozen=True)
class TransportFacts:
    """Content of `schema/<rev>/transport.toml`."""

    version: VersionRule
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
    """Return the facts of a revision about transport, headers and lifecycle.

    Raises:
        BindgenError: the file has an error of `read_facts`; a table is missing or unknown; a row is malformed or occurs
            twice.
    """
    path = schema_root / revision_id / "transport.toml"
    tables, where = read_facts(schema_root, revision_id, path.name).tables, str(path)
    table_names = TransportFacts.__dataclass_fields__
    for name in tables:
        if name not in table_names:
            raise BindgenError(f"unknown table {name!r}", where=where, hint=f"known tables: {', '.join(table_names)}")
    return TransportFacts(
        version=read_row(VersionRule, _single_table(tables, "version", where), where=f"{where}: version"),
        lifecycle=read_row(Lifecycle, _single_table(tables, "lifecycle", where), where=f"{where}: lifecycle"),
        stdio=read_row(Stdio, _single_table(tables, "stdio", where), where=f"{where}: stdio"),
        http=read_row(HttpFacts, _single_table(tables, "http", where), where=f"{where}: http"),
        event_streams=read_row(
            EventStreams, _single_table(tables, "event_streams", where), where=f"{where}: event_streams"
        ),
        request_header=read_rows(RequestHeader, tables, "request_header", where=where),
        response_header=read_rows(ResponseHeader, tables, "response_header", where=where),
        status=read_rows(Status, tables, "status", where=where),
        meta_key=read_rows(MetaKey, tables, "meta_key", where=where),
        client_capability=_read_capabilities(tables, "client_capability", where),
        server_capability=_read_capabilities(tables, "server_capability", where),
        requirement=read_rows(Requirement, tables, "requirement", where=where),
        era_outcome=read_rows(EraOutcome, tables, "era_outcome", where=where),
    )


def _read_capabilities(tables: Mapping[str, Any], key: str, where: str) -> tuple[CapabilityFacts, ...]:
    """Return the rows of capabilities. A row without sources about a part of a capability gets those of the innermost
    capability around it that states some.

    Raises:
        BindgenError: a row is malformed.
    """
    rows: Any = tables.get(key, [])
    if not is_array(rows) or not all(map(is_object, rows)):
        return read_rows(CapabilityFacts, tables, key, where=where)  # which says how rows are written
    stated = {str(row.get("path")): row["sources"] for row in rows if "sources" in row}

    def with_sources(row: Mapping[str, Any]) -> Mapping[str, Any]:
        path = str(row.get("path"))
        while is_sub_capability(path) and path not in stated:
            path = path.rpartition(".")[0]
        return {**row, "sources": stated[path]} if path in stated else row

    return read_rows(CapabilityFacts, {key: list(map(with_sources, rows))}, key, where=where)


def _single_table(tables: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    table: object = tables.get(key)
    if not is_object(table):
        raise BindgenError(f"the table [{key}] is missing", where=where)
    return table
