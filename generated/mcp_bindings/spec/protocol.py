"""The kinds of row in the tables around the messages. The rows themselves are in each revision's `protocol` module.

`sources` are pages of the specification, below https://modelcontextprotocol.io/, and names in its `schema.ts`.
`level` is a requirement word of BCP 14; `example` where the thing is only shown, `unspecified` where no such word is
used. The same tables are in `tables.json` beside this module, for other languages.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from .error_codes import Level
from .names import Era

MessageKind = Literal["request", "notification", "response"]


class VersionRule(NamedTuple):
    """Where the version is agreed on, and what answers one that the server does not speak."""

    declared_in: Literal["initialize", "every request"]
    request_field: tuple[str, ...]
    """Members that lead to the version in a request."""

    unsupported: Literal["counter-offer", "error"]
    """A success that names another version, or an error that names all."""

    error_code: int
    error_level: Level
    sources: tuple[str, ...]
    response_field: tuple[str, ...] = ()
    """Members that lead to the version in the answer; empty where the answer has none."""


class Lifecycle(NamedTuple):
    """What lives how long, and what may be sent before both sides are ready."""

    state: Literal["session", "request"]
    """What version and capabilities hold for."""

    server_methods: tuple[str, ...]
    """Methods that every server has."""

    sources: tuple[str, ...]
    phases: tuple[str, ...] = ()
    client_requests_before_answer: tuple[str, ...] = ()
    """What a client sends before `initialize` is answered."""

    server_requests_before_initialized: tuple[str, ...] = ()
    """What a server sends before `notifications/initialized`."""

    server_notifications_before_initialized: tuple[str, ...] = ()
    early_level: Literal["", "SHOULD NOT"] = ""
    """How strictly anything else is ruled out that early."""


class Batching(NamedTuple):
    """May messages travel in arrays? `absent` where the specification says nothing of it."""

    receive: Literal["must", "absent"]
    send: Literal["may", "must-not", "absent"]
    initialize: Literal["must-not", "absent"]
    """As part of a batch."""

    sources: tuple[str, ...]


class RequestIds(NamedTuple):
    """What an id must be beside its type, and where an error response may go without."""

    unique: Literal["session", "waiting"]
    """Among all ids the sender has used in the session, or among those it still waits for."""

    retry_needs_new_id: bool
    absent_in_error: Literal["never", "http-body", "unreadable-id"]
    sources: tuple[str, ...]


class Stdio(NamedTuple):
    """Standard streams: UTF-8 text, one message in a line, no line break inside a message."""

    encoding: Literal["UTF-8", "unspecified"]
    client_writes: tuple[MessageKind, ...]
    server_writes: tuple[MessageKind, ...]
    sources: tuple[str, ...]


class RequestHeader(NamedTuple):
    """One header of HTTP requests."""

    name: str
    applies: Literal[
        "after-initialize",
        "authorization-discovery",
        "authorized",
        "connection",
        "get",
        "legacy",
        "named",
        "parameter",
        "post",
        "request",
        "resume",
        "session",
    ]
    """To which HTTP requests: every POST, GET or connection; JSON-RPC requests (`request`); those of `methods`
    (`named`, and `parameter` where the tool has `x-mcp-header`); all but `initialize` (`after-initialize`), and
    those in a session with an id (`session`); a GET that resumes a stream (`resume`); with a token (`authorized`);
    reading of authorization metadata (`authorization-discovery`); clients of earlier revisions (`legacy`)."""

    level: Level
    sources: tuple[str, ...]
    role: Literal["send", "validate", "ignore"] = "send"
    """Whom `level` binds: the client that sends it, or the server that validates or ignores it."""

    methods: tuple[str, ...] = ()
    value: str = ""
    """Empty where it depends on the message or session."""

    body_field: tuple[str, ...] = ()
    """Members that lead to what it repeats of the body."""

    base64: bool = False
    """Has it a Base64 form for values that are no plain header text?"""

    never_on: tuple[str, ...] = ()
    """Methods that must go without it."""


class ResponseHeader(NamedTuple):
    """One header of HTTP responses."""

    name: str
    applies: str
    level: Level
    sources: tuple[str, ...]
    value: str = ""


class Status(NamedTuple):
    """One HTTP status and what calls for it."""

    code: int
    situation: str
    level: Level
    body: Literal["empty", "error", "optional-error", "unspecified"]
    """`error` is a JSON-RPC error response; `optional-error` one without id, which may be left out."""

    sources: tuple[str, ...]
    error_code: int = 0
    """Of the JSON-RPC error; 0 where none is named."""


class Http(NamedTuple):
    """The HTTP transport of a revision."""

    transport: Literal["http+sse", "streamable-http"]
    methods: tuple[str, ...]
    """HTTP methods of its endpoints."""

    sessions: Literal["unspecified", "optional", "removed"]
    resumable: bool
    """Can a broken stream be taken up again with `Last-Event-ID`?"""

    assumed_version: str
    """What a request without version header is taken for; empty where the header does not exist."""

    assumed_level: Literal["", "SHOULD", "MAY"]
    old_transport_on: Literal["", "any 4xx", "400, 404, 405"]
    """Statuses of a POST of `initialize` on which a client may try the transport of 2024-11-05."""

    request_headers: tuple[RequestHeader, ...]
    response_headers: tuple[ResponseHeader, ...]
    statuses: tuple[Status, ...]
    sources: tuple[str, ...]


class MetaKey(NamedTuple):
    """One key that the specification gives a meaning to in `_meta`."""

    key: str
    type: str
    """A definition of the revision's schema, or a type of JSON."""

    on: tuple[Literal["request", "notification", "result"], ...]
    sender: Literal["client", "server", "either"]
    applies: str
    """On which of these messages, in words."""

    level: Level
    sources: tuple[str, ...]
    deprecated: bool = False


class Capability(NamedTuple):
    """One path of a capability object."""

    path: str
    """Dotted, such as `tools.listChanged`."""

    type: Literal["boolean", "object"]
    meaning: str
    gates: tuple[str, ...]
    """Methods that need it."""

    gates_tasks: tuple[str, ...]
    """Requests that may run as tasks by it."""

    deprecated: bool
    experimental: bool
    sources: tuple[str, ...]


class Default(NamedTuple):
    """What it means that a member is absent. Nothing is filled in for it: an absent member reads as None."""

    type: str
    """The type that has the member."""

    member: str
    """Its wire name."""

    meaning: str
    sources: tuple[str, ...]
    value: str = ""
    """As JSON text; empty where no value of the member stands for its absence."""

    condition: str = ""
    """When that holds, if not always."""


class Protocol(NamedTuple):
    """Everything around the messages of one revision."""

    revision: str
    status: str
    """`released`, `draft`, or `own` for a user's own schema."""

    era: Era
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


class EraOutcome(NamedTuple):
    """What comes of a client and a server of certain eras; `modern` is per-request, `legacy` is handshake."""

    client: Literal["modern", "legacy", "dual-era"]
    server: Literal["modern", "legacy", "dual-era"]
    detail: str
    sources: tuple[str, ...]
    works: bool = False
