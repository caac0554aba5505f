"""The row types of the tables on versions, lifecycle, transports, headers, capabilities and `_meta`.

The rows are in each revision's `protocol` module.

`sources` are paths of pages of the specification, below https://modelcontextprotocol.io/, and names in its
`schema.ts`. `level` is a BCP 14 keyword; `example` for what occurs in examples only; `unspecified` if the specification
uses no keyword. The documentation site has the same tables as JSON, for programs in other languages.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from .error_rows import Level

MessageKind = Literal["request", "notification", "response"]


class VersionRule(NamedTuple):
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


class Lifecycle(NamedTuple):
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


class Batching(NamedTuple):
    """Rules for arrays of messages. A rule is `absent` if the specification does not state it."""

    receive: Literal["must", "absent"]
    send: Literal["may", "must-not", "absent"]
    initialize: Literal["must-not", "absent"]
    """Rule for `initialize` as part of a batch."""

    sources: tuple[str, ...]


class RequestIds(NamedTuple):
    """Rules for ids besides their type, and for error responses without an id."""

    unique: Literal["session", "waiting"]
    """Ids from which an id must differ: all ids in the session, or only those that await a response."""

    retry_needs_new_id: bool
    absent_in_error: Literal["never", "http-body", "unreadable-id"]
    sources: tuple[str, ...]


class Stdio(NamedTuple):
    """The rules for standard streams. Each line of text is one message, without a line break inside."""

    encoding: Literal["UTF-8", "unspecified"]
    client_writes: tuple[MessageKind, ...]
    server_writes: tuple[MessageKind, ...]
    sources: tuple[str, ...]
    stderr: Literal["logging", "logging of any kind"] = "logging"
    """Output that a server may write to standard error."""

    stderr_as_error: Level = "unspecified"
    """BCP 14 keyword for a client that treats output on standard error as a sign of an error."""


class RequestHeader(NamedTuple):
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


class ResponseHeader(NamedTuple):
    """One header of HTTP responses."""

    name: str
    applies: str
    level: Level
    sources: tuple[str, ...]
    value: str = ""


class Status(NamedTuple):
    """One HTTP status and the situation in which it is sent."""

    code: int
    situation: str
    level: Level
    body: Literal["empty", "error", "optional-error", "unspecified"]
    """`error` is a JSON-RPC error response. `optional-error` is an error response without an id, or an empty body."""

    sources: tuple[str, ...]
    error_code: int = 0
    """Code of the JSON-RPC error; 0 if the specification names none."""


class EventStreams(NamedTuple):
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


class Http(NamedTuple):
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


class MetaKey(NamedTuple):
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


class Capability(NamedTuple):
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


class Default(NamedTuple):
    """Meaning of an absent member.

    The value is filled in only if `older_peer` is true; otherwise an absent member reads as None.
    """

    type: str
    """Type that has the member."""

    member: str
    """Wire name of the member."""

    meaning: str
    sources: tuple[str, ...]
    value: str = ""
    """Equivalent value, as JSON text; empty if no value is equivalent."""

    condition: str = ""
    """Condition under which the row applies; empty if the row always applies."""

    older_peer: bool = False
    """True if peers of earlier revisions omit the member. A reader of their messages then fills in the value."""

    negative: bool = False
    """True if a negative number has the meaning of the value."""


class Requirement(NamedTuple):
    """One requirement that no single message can show to be broken, and that no other table states."""

    id: str
    """Id of the requirement in every revision that has it, its topic first, such as `tools.steady-order`."""

    actors: tuple[Literal["client", "server"], ...]
    """Sides to which `level` applies."""

    level: Level
    text: str
    """The requirement in words."""

    sources: tuple[str, ...]


class FeatureStatus(NamedTuple):
    """One feature that is deprecated, or that left the specification."""

    feature: str
    status: Literal["soft-deprecated", "deprecated", "removed"]
    """`soft-deprecated` marks a feature that was called deprecated before the specification had a registry of such
    features.
    """

    since: str
    """Revision that deprecated or removed the feature."""

    migration: str
    """Replacement for the feature."""

    sources: tuple[str, ...]
    earliest_removal: str = ""
    """Earliest date of removal; empty if it is not known."""

    places: tuple[str, ...] = ()
    """Parts of the feature: capabilities, methods, definitions, and values of members as `Definition.member=value`."""


class Protocol(NamedTuple):
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


class EraOutcome(NamedTuple):
    """The outcome of a connection between a client and a server of given eras."""

    client: Literal["per-request", "handshake", "dual-era"]
    server: Literal["per-request", "handshake", "dual-era"]
    detail: str
    sources: tuple[str, ...]
    works: bool = False
