"""HTTP request headers: the headers that a client sends with a message, and a server's check of received headers.

The rules are the rows of `revision(…).protocol.http.request_headers`.

Pages: /specification/2026-07-28/basic/transports/streamable-http#request-metadata and #server-validation,
/specification/2025-11-25/basic/transports#protocol-version-header and #session-management.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..extensions import Extension
from ..extensions.rules import list_name_headers
from ..json_values import is_object, member_at
from ..negotiation.eras import method_of, read_declared_version
from ..negotiation.versions import find_answering_version, known_versions
from ..renames import list_names
from ..revisions import REVISIONS, list_error_codes, revision
from ..schema.param_headers import argument_at, find_param_headers, format_argument, header_equals_argument
from ..spec.error_codes import HEADER_MISMATCH, UNSUPPORTED_PROTOCOL_VERSION, to_revision_code
from ..spec.http_fields import HeaderFields, check_header_value, decode_header, encode_header, is_session_id
from ..spec.names import (
    ACCEPT,
    CALL_TOOL,
    INITIALIZE,
    METHOD_HEADER,
    NAME_HEADER,
    SESSION_HEADER,
    VERSION_HEADER,
    Era,
)
from .status import UNKNOWN_SESSION

if TYPE_CHECKING:
    from mcp_bindings.spec.protocol import RequestHeader  # rendered


def _list_header_rows(version: str, extensions: Collection[Extension]) -> tuple[RequestHeader, ...]:
    """Return the rules of a revision and of extensions for request headers."""
    rows = revision(version).protocol.http.request_headers
    return (*rows, *list_name_headers(revision(version), extensions)) if extensions else rows


@lru_cache(maxsize=64)
def _list_body_rows(version: str, extensions: tuple[Extension, ...]) -> tuple[RequestHeader, ...]:
    """Return the rules, of a revision and of extensions, for the headers that repeat members of the body."""
    return tuple(row for row in _list_header_rows(version, extensions) if row.body_field)


def _applies_to_request(
    row: RequestHeader,
    method: str | None,
    is_request: bool,
    http_method: str,
    session_id: str | None = None,
    last_event_id: str | None = None,
) -> bool:
    """Return whether an HTTP request must have the header of a rule.

    Args:
        row: the rule of the header.
        method: the method of the message in the body; None for a response, or without a body.
        is_request: whether the message has an id.
        http_method: `POST`, `GET` or `DELETE`.
        session_id: the id of the session; None without a session.
        last_event_id: for a GET that resumes a stream, the id of the last event that was received; else None.
    """
    match row.applies:
        case "post" | "get":
            return row.level == "MUST" and row.applies == http_method.lower()
        case "after-initialize":
            return method != INITIALIZE
        case "session":
            return session_id is not None and method not in row.never_on
        case "request":
            return method is not None and is_request
        case "named":
            return method in row.methods
        case "resume":
            return http_method == "GET" and last_event_id is not None
        case _:
            return False


def _has_id(message: object) -> bool:
    return is_object(message) and "id" in message


def _is_forbidden(row: RequestHeader, method: str | None) -> bool:
    """Return whether a rule forbids its header in an HTTP request whose message has this method."""
    return row.role == "send" and row.level == "MUST" and method in row.never_on


@lru_cache(maxsize=512)
def _list_rows_to_send(
    version: str,
    extensions: tuple[Extension, ...],
    method: str | None,
    is_request: bool,
    http_method: str,
    has_session: bool,
    resumes: bool,
) -> tuple[RequestHeader, ...]:
    """Return the rules for the headers that HTTP requests with these properties must have.

    A rule is included even if a message has no value for its header, such as a tool argument that the call omits.
    """
    session_id, last_event_id = "" if has_session else None, "" if resumes else None
    return tuple(
        row
        for row in _list_header_rows(version, extensions)
        if row.role != "ignore"
        and not _is_forbidden(row, method)
        and (
            row.applies == "parameter"
            or (
                row.role == "send"
                and _applies_to_request(row, method, is_request, http_method, session_id, last_event_id)
            )
        )
    )


Need = Literal["required", "forbidden", "ignored"]

_MAX_CACHED = 256
"""Number of characters of the longest `Accept` whose parsed value is cached."""


class HeaderRequirement(NamedTuple):
    """Requirement for one header of an HTTP request, with the value that the header must have."""

    name: str
    need: Need
    """`required`, `forbidden` or `ignored`. A server ignores an `ignored` header, and a client need not send it."""

    value: str | None
    """The required value; None if the header is not required."""

    sources: tuple[str, ...]
    """The pages of the specification that state the rule."""


def list_header_requirements(
    message: object,
    version: str,
    *,
    session_id: str | None = None,
    input_schema: object = None,
    http_method: str = "POST",
    last_event_id: str | None = None,
    extensions: Collection[Extension] = (),
) -> tuple[HeaderRequirement, ...]:
    """Return the headers that one HTTP request must have, must not have or need not have, in the order of their rules.

    `Content-Type`, `Origin` and `Authorization` are not included: no revision fixes the value of the first, browsers
    set the second, and the authorization flow sets the third.

    Args:
        message: the body as a parsed value; None for GET and DELETE.
        version: id of the revision whose rules apply.
        session_id: the id that the server assigned in `Mcp-Session-Id`; None if it assigned none.
        input_schema: input schema of the called tool, which names the arguments to repeat by `x-mcp-header`; None to
            repeat no arguments.
        http_method: `POST`, `GET` or `DELETE`.
        last_event_id: for a GET that resumes a stream, the id of the last event that was received; else None.
        extensions: the extensions in use; some have headers for their own requests.

    Raises:
        UnknownRevision: `version` is no known revision.
        ValueError: a value cannot be sent in its header: a tool argument breaks the rules of `x-mcp-header`, a text has
            a control character or no form in UTF-8, or the session id is not visible ASCII.
    """
    needs: list[HeaderRequirement] = []
    method, is_request = method_of(message), _has_id(message)
    for row in _list_header_rows(version, extensions):
        if row.role == "ignore":
            needs.append(HeaderRequirement(row.name, "ignored", None, row.sources))
        elif _is_forbidden(row, method):
            needs.append(HeaderRequirement(row.name, "forbidden", None, row.sources))
        elif row.applies == "parameter":
            needs.extend(_list_param_requirements(row, message, input_schema))
        elif row.role == "send" and _applies_to_request(
            row, method, is_request, http_method, session_id, last_event_id
        ):
            value = _make_header_value(row, message, version, session_id, last_event_id)
            if value is not None:
                needs.append(HeaderRequirement(row.name, "required", check_header_value(row.name, value), row.sources))
    return tuple(needs)


def request_headers(
    message: object,
    version: str,
    *,
    session_id: str | None = None,
    input_schema: object = None,
    http_method: str = "POST",
    last_event_id: str | None = None,
    extensions: Collection[Extension] = (),
) -> dict[str, str]:
    """Return the headers that one HTTP request must have: the values by name.

    `Content-Type`, `Origin` and `Authorization` are not included.

    Args:
        message: the body as a parsed value; None for GET and DELETE.
        version: id of the revision whose rules apply.
        session_id: the id that the server assigned in `Mcp-Session-Id`; None if it assigned none.
        input_schema: input schema of the called tool, which names the arguments to repeat by `x-mcp-header`; None to
            repeat no arguments.
        http_method: `POST`, `GET` or `DELETE`.
        last_event_id: for a GET that resumes a stream, the id of the last event that was received; else None.
        extensions: the extensions in use; some have headers for their own requests.

    Raises:
        UnknownRevision: `version` is no known revision.
        ValueError: a value cannot be sent in its header: a tool argument breaks the rules of `x-mcp-header`, a text has
            a control character or no form in UTF-8, or the session id is not visible ASCII.
    """
    found: dict[str, str] = {}
    states = _has_id(message), http_method, session_id is not None, last_event_id is not None
    for row in _list_rows_to_send(version, tuple(extensions), method_of(message), *states):
        if row.applies == "parameter":
            needs = _list_param_requirements(row, message, input_schema)
            found.update((need.name, need.value) for need in needs if need.value is not None)
        elif (value := _make_header_value(row, message, version, session_id, last_event_id)) is not None:
            found[row.name] = check_header_value(row.name, value)
    return found


HeaderFault = Literal["missing", "different", "duplicate", "invalid", "unsupported", "unknown session", "unexpected"]


class HeaderProblem(NamedTuple):
    """A fault of one header, without the value of the header."""

    name: str
    fault: HeaderFault
    http_status: int | None
    """The status to reject the request with; None if the specification names no status for this fault."""

    code: int | None
    """The code of the JSON-RPC error in the body; None if the specification names none."""


_FAULT_TEXTS: Mapping[HeaderFault, str] = {
    "missing": "is missing",
    "different": "differs from what it must be",
    "duplicate": "is sent twice",
    "invalid": "is malformed",
    "unsupported": "names a version that this server does not speak",
    "unknown session": "names a session that has ended or never was: send initialize without it to open another one",
    "unexpected": "is not allowed here",
}


def describe_problems(problems: Iterable[HeaderProblem]) -> str:
    """Return a clause that names each header with its fault.

    If some of the faults have an HTTP status, only these are named, since the request is rejected for them.
    """
    listed = list(problems)
    reasons = [each for each in listed if each.http_status is not None] or listed
    return "; ".join(f"{each.name} {_FAULT_TEXTS[each.fault]}" for each in reasons)


class HeaderVerdict(NamedTuple):
    """The result of a server's check of the headers of one request."""

    version: str | None
    """The id of the request's revision; None if it is not known or the server does not speak it.

    For `initialize`, which negotiates the version, this is the newest handshake revision that the server speaks.
    """

    problems: tuple[HeaderProblem, ...]

    @property
    def http_status(self) -> int | None:
        """The HTTP status to reject the request with; None if the request is accepted."""
        return next((problem.http_status for problem in self.problems if problem.http_status is not None), None)

    @property
    def code(self) -> int | None:
        """The code of the JSON-RPC error in the response.

        None if the request is accepted, or if the specification names no code.
        """
        return next((problem.code for problem in self.problems if problem.http_status is not None), None)


def find_assumed_version(
    supported: Collection[str], *, negotiated: str | None = None, minimum: str | None = None
) -> str | None:
    """Return the version of an HTTP request without `MCP-Protocol-Version`; None if the request must be rejected.

    The version is the one that `initialize` negotiated, if the server knows it; otherwise 2025-03-26, the revision that
    the specification assumes for requests without this header. The request must be rejected if the server does not
    speak the version.

    Pages: /specification/2025-11-25/basic/transports#protocol-version-header,
    /specification/2026-07-28/basic/transports/streamable-http#protocol-version-header.

    Args:
        supported: ids of the revisions that the server speaks.
        negotiated: the version that `initialize` negotiated for this session, if the server knows it.
        minimum: id of the oldest release that the server accepts; None to accept all of `supported`.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    spoken = known_versions(supported, era="handshake", minimum=minimum)
    if negotiated is not None:
        return negotiated if negotiated in spoken else None
    assumed = {revision(name).protocol.http.assumed_version for name in REVISIONS} - {""}
    return next((name for name in spoken if name in assumed), None)


def check_headers(
    message: object,
    headers: HeaderFields,
    supported: Collection[str],
    *,
    era: Era,
    negotiated: str | None = None,
    session_id: str | None = None,
    input_schema: object = None,
    http_method: str = "POST",
    minimum: str | None = None,
    extensions: Collection[Extension] = (),
) -> HeaderVerdict:
    """Check the headers of one received HTTP request whose era is known.

    Args:
        message: the body as a parsed value; None for GET and DELETE.
        headers: the received headers.
        supported: ids of the revisions that the server speaks.
        era: the era of the message, from `classify_era`.
        negotiated: the version that `initialize` negotiated for this session, if the server knows it.
        session_id: the id of this session, if the server assigned one.
        input_schema: input schema of the called tool, which names the arguments to repeat by `x-mcp-header`; None to
            repeat no arguments.
        http_method: `POST`, `GET` or `DELETE`.
        minimum: id of the oldest release that the server accepts; None to accept all of `supported`.
        extensions: the extensions in use; some have headers for their own requests.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    if era == "per-request":
        return _check_per_request_headers(message, headers, supported, input_schema, http_method, minimum, extensions)
    method = method_of(message)
    version, problems = _find_handshake_version(method, headers, supported, negotiated, minimum)
    if version is not None:
        problems += _check_session_header(method, headers, version, session_id)
        asked = _read_asked_version(message, supported) if method == INITIALIZE else None
        problems += _check_accept(headers, asked or version, http_method)
    return HeaderVerdict(version, tuple(problems))


def _check_per_request_headers(
    message: object,
    received: HeaderFields,
    supported: Collection[str],
    input_schema: object,
    http_method: str,
    minimum: str | None,
    extensions: Collection[Extension],
) -> HeaderVerdict:
    """Compare the headers with the body, then check the version and `Accept`.

    The comparison comes first, since headers that contradict the body are a fault in every version. If the server does
    not speak the version in the header, the rules and codes are those of the version in the body, or of the newest one.
    """
    spoken = known_versions(supported, era="per-request", minimum=minimum)
    declared = received.first(VERSION_HEADER)
    version = declared if declared in spoken else None
    named = (version, read_declared_version(message))
    shape = next((each for each in named if each in spoken), None) or find_answering_version(supported, minimum=minimum)
    rows = _list_body_rows(shape, tuple(extensions)) if shape is not None else ()
    method, is_request = method_of(message), _has_id(message)
    mismatch = HEADER_MISMATCH if shape is None else _find_error_code(HEADER_MISMATCH, shape)
    problems: list[HeaderProblem] = []
    for row in rows:
        if row.applies == "parameter":
            problems.extend(_check_param_headers(message, method, received, input_schema, mismatch))
        elif _applies_to_request(row, method, is_request, http_method):
            fault = _check_repeated_header(row, message, received)
            if fault is not None:
                problems.append(HeaderProblem(row.name, fault, 400, mismatch))
    if version is None and not any(problem.name == VERSION_HEADER for problem in problems):
        code = UNSUPPORTED_PROTOCOL_VERSION if shape is None else _find_error_code(UNSUPPORTED_PROTOCOL_VERSION, shape)
        problems.append(HeaderProblem(VERSION_HEADER, "unsupported", 400, code))
    if shape is not None:
        problems += _check_accept(received, shape, http_method)
    return HeaderVerdict(version, tuple(problems))


def _read_asked_version(message: object, supported: Collection[str]) -> str | None:
    """Return the version that `initialize` asks for, even one whose transport is HTTP+SSE.

    Return None if the server does not speak this version.
    """
    asked = member_at(message, "params", "protocolVersion")
    return next((name for name in known_versions(supported, era="handshake") if name == asked), None)


def _check_repeated_header(row: RequestHeader, message: object, received: HeaderFields) -> HeaderFault | None:
    values = received.all(row.name)
    if len(values) != 1:
        return "duplicate" if values else "missing"
    body = member_at(message, *row.body_field)
    try:
        plain = decode_header(values[0])
    except ValueError:
        return "invalid"
    if body is None:  # the parser rejects a body that lacks a required member
        return None
    return None if (plain if row.base64 else values[0]) == body else "different"


def is_header_mismatch(code: object) -> bool:
    """Return whether some revision has this error code for headers that do not repeat the body as they must."""
    return code in list_error_codes(HEADER_MISMATCH)


@lru_cache(maxsize=64)
def _find_error_code(error: int, version: str) -> int:
    return to_revision_code(revision(version).error_codes, error)


def _check_param_headers(
    message: object, method: str | None, received: HeaderFields, input_schema: object, mismatch: int
) -> Iterator[HeaderProblem]:
    if input_schema is None or method not in list_names(CALL_TOOL):
        return
    for header, path, kind in find_param_headers(input_schema).headers:
        value = argument_at(member_at(message, "params"), path)
        fault = _check_param_header(received.all(header), value, kind)
        if fault is not None:
            yield HeaderProblem(header, fault, 400, mismatch)


def _check_param_header(values: list[str], value: object, kind: str) -> HeaderFault | None:
    if len(values) != 1:
        return "duplicate" if values else "missing" if value is not None else None
    if value is None:
        return "unexpected"
    try:
        return None if header_equals_argument(values[0], value, kind) else "different"
    except ValueError:
        return "invalid"


def _find_handshake_version(
    method: str | None,
    received: HeaderFields,
    supported: Collection[str],
    negotiated: str | None,
    minimum: str | None,
) -> tuple[str | None, list[HeaderProblem]]:
    """Return the version of a handshake request, and the faults of its version header.

    The version is None if the server speaks no revision that fits the request, or the request has the version header
    twice. The version header of `initialize` is ignored, since this request negotiates the version.
    """
    spoken = known_versions(supported, era="handshake", minimum=minimum)
    values = received.all(VERSION_HEADER)
    if method == INITIALIZE:
        return (spoken[0] if spoken else None), []
    if not values:
        version = find_assumed_version(supported, negotiated=negotiated, minimum=minimum)
        return version, [] if version else [HeaderProblem(VERSION_HEADER, "missing", 400, None)]
    if len(values) > 1:
        return None, [HeaderProblem(VERSION_HEADER, "duplicate", 400, None)]
    if values[0] not in spoken:
        return None, [HeaderProblem(VERSION_HEADER, "unsupported", 400, None)]
    if negotiated is not None and values[0] != negotiated:
        return values[0], [HeaderProblem(VERSION_HEADER, "different", None, None)]
    return values[0], []


def _check_session_header(
    method: str | None, received: HeaderFields, version: str, session_id: str | None
) -> Iterator[HeaderProblem]:
    """Yield the faults of `Mcp-Session-Id`, in revisions that have this header."""
    row = next((row for row in revision(version).protocol.http.request_headers if row.applies == "session"), None)
    values = received.all(SESSION_HEADER)
    if row is None:
        return
    if method in row.never_on:
        if values:
            yield HeaderProblem(row.name, "unexpected", None, None)
    elif len(values) > 1:
        yield HeaderProblem(row.name, "duplicate", 400, None)
    elif values and not is_session_id(values[0]):
        yield HeaderProblem(row.name, "invalid", 400, None)
    elif values and values[0] != session_id:
        yield HeaderProblem(row.name, "unknown session", UNKNOWN_SESSION, None)
    elif session_id is not None and not values:
        yield HeaderProblem(row.name, "missing", 400, None)


def _check_accept(received: HeaderFields, version: str, http_method: str) -> Iterator[HeaderProblem]:
    """Yield a fault if `Accept` lacks a required media type.

    The fault has no HTTP status, since no revision requires a server to reject the request.
    """
    values = received.all(ACCEPT)
    for name, wanted in _list_required_types(version, http_method):
        accepted = (
            _parse_one_accept(values[0])
            if len(values) == 1 and len(values[0]) <= _MAX_CACHED
            else _parse_accept(values)
        )
        if not wanted <= accepted:
            yield HeaderProblem(name, "different" if accepted else "missing", None, None)


@lru_cache(maxsize=64)
def _list_required_types(version: str, http_method: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return pairs of the name `Accept` and the media types that it must list; no pair if no rule concerns the HTTP
    method.
    """
    rows = revision(version).protocol.http.request_headers
    chosen = (row for row in rows if row.name == ACCEPT and row.level == "MUST" and row.applies == http_method.lower())
    return tuple((row.name, frozenset(row.value.split(", "))) for row in chosen)


def _parse_accept(values: Sequence[str]) -> frozenset[str]:
    """Return the media types that the values of `Accept` list, in lower case and without parameters."""
    return frozenset(part.split(";")[0].strip().lower() for value in values for part in value.split(","))


@lru_cache(maxsize=64)  # clients send the same value with every request
def _parse_one_accept(value: str) -> frozenset[str]:
    return _parse_accept((value,))


def _make_header_value(
    row: RequestHeader, message: object, version: str, session_id: str | None, last_event_id: str | None
) -> str | None:
    if row.value:
        return row.value
    match row.applies:
        case "session":
            if session_id is not None and not is_session_id(session_id):
                raise ValueError(f"{row.name} must be visible ASCII")
            return session_id
        case "resume":
            return last_event_id
        case "request" | "named":
            found = member_at(message, *row.body_field)
            return (encode_header(found) if row.base64 else found) if isinstance(found, str) else None
        case _:
            return revision(version).version


def _list_param_requirements(row: RequestHeader, message: object, input_schema: object) -> Iterator[HeaderRequirement]:
    for header, path, kind in find_param_headers(input_schema).headers if method_of(message) in row.methods else ():
        value = argument_at(member_at(message, "params"), path)
        text = None if value is None else format_argument(value, kind)
        yield HeaderRequirement(header, "forbidden" if text is None else "required", text, row.sources)


def read_tool_name(headers: HeaderFields) -> str | None:
    """Return the tool name in the headers of a `tools/call`; None for other methods, and without a well-formed name.

    A server uses the name to find the input schema before it reads the body. A session checks that headers and body
    agree.

    Args:
        headers: the received headers.
    """
    name = headers.first(NAME_HEADER)
    if name is None or headers.first(METHOD_HEADER) not in list_names(CALL_TOOL):
        return None
    try:
        return decode_header(name)
    except ValueError:
        return None


class RepeatedHeader(NamedTuple):
    """A header that repeats a member of the body."""

    header: str
    path: tuple[str, ...]
    """The path of the member in the body."""

    has_encoding: bool
    """True if the value of the header may be encoded as Base64."""


@lru_cache(maxsize=512)
def list_repeated_headers(version: str, extensions: tuple[Extension, ...], method: str) -> tuple[RepeatedHeader, ...]:
    """Return the headers in which the POST of a request repeats members of the body, except those of tool arguments.

    Args:
        version: id of a revision.
        extensions: the extensions in use; some have headers for their own requests.
        method: method of the request. Pass only a method that the revision or an extension defines, since the results
            are cached.
    """
    return tuple(
        RepeatedHeader(row.name, row.body_field, row.base64)
        for row in _list_body_rows(version, extensions)
        if _applies_to_request(row, method, True, "POST")
    )


def repeats_body(message: Any, headers: HeaderFields, expected: tuple[RepeatedHeader, ...]) -> bool:
    """Return whether each expected header occurs once and has the value of its member in the body.

    If this returns False, `check_headers` lists the faults.

    Args:
        message: the body as a parsed value.
        headers: the received headers.
        expected: the result of `list_repeated_headers` for the request.
    """
    for header, path, has_encoding in expected:
        values = headers.all(header)
        if len(values) != 1:
            return False
        value = values[0]
        if has_encoding:
            try:
                value = decode_header(value)
            except ValueError:
                return False
        if value != member_at(message, *path):
            return False
    return True
