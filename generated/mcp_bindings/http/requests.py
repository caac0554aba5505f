"""What a server makes of one HTTP request before it looks at its content: era, version and headers together."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ..http_fields import HeaderFields, Headers
from ..json_values import is_object
from ..negotiation.eras import classify_era, declared_version, method_of
from ..negotiation.versions import ErrorObject, judge_request_version, usable
from ..negotiation.versions import unsupported as unsupported_error
from ..spec.error_codes import HEADER_MISMATCH, UNSUPPORTED_PROTOCOL_VERSION
from ..spec.names import INITIALIZE, Era
from .headers import HeaderProblem, judge_headers


class RequestVerdict(NamedTuple):
    """How to go on with one HTTP request."""

    era: Era
    version: str | None
    """The revision to serve it by; None if it is refused."""

    http_status: int | None
    """The status to refuse with; None if it is served."""

    error: ErrorObject | None
    """What the body of the refusal says; None where the specification leaves it open."""

    problems: tuple[HeaderProblem, ...]
    """Every fault of the headers, those that are no ground for refusal too."""

    reasons: tuple[str, ...]
    """What told the era."""


def judge_http_request(
    message: object,
    headers: Headers,
    supported: Collection[str],
    *,
    negotiated: str | None = None,
    session_id: str | None = None,
    input_schema: object = None,
    tolerant: bool = False,
    minimum: str | None = None,
) -> RequestVerdict:
    """The server's verdict on the POST of one message.

    A message whose era the server does not speak is judged by the era it does: a per-request server finds that headers
    are missing from `initialize`, and names its versions; a server with a handshake finds a version that it does not
    support. See /specification/2026-07-28/basic/transports/streamable-http#server-validation and
    /specification/2026-07-28/basic/versioning#compatibility-matrix.

    Args:
        message: the body as a parsed value.
        headers: as received, twice if they came twice.
        supported: what the server speaks.
        negotiated: the version that `initialize` has settled for this session, if the server knows.
        session_id: the id of this session, if the server has given one out.
        input_schema: of the tool that is called, for `x-mcp-header`.
        tolerant: hold clients that mix eras to what was agreed, as `classify_era` does?
        minimum: oldest release that the server accepts.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    received = HeaderFields(headers)
    sign = classify_era(message, received, negotiated, tolerant=tolerant)
    era = _judged_by(sign.era, supported, minimum)
    verdict = judge_headers(
        message,
        received,
        supported,
        era=era,
        negotiated=negotiated,
        session_id=session_id,
        input_schema=input_schema,
        minimum=minimum,
    )
    status, error = verdict.http_status, _error(message, verdict.code, supported, minimum)
    if era == "per-request" and status is None and is_object(message) and "id" in message:
        of_body = judge_request_version(declared_version(message), supported, minimum=minimum)
        status, error = (of_body.error.http_status, of_body.error) if of_body.error is not None else (None, None)
    version = verdict.version if status is None else None
    return RequestVerdict(era, version, status, error, verdict.problems, sign.reasons)


def _judged_by(era: Era | None, supported: Collection[str], minimum: str | None) -> Era:
    """The era of the message if the server speaks it, else the other one."""
    wanted: Era = era or "handshake"
    other: Era = "per-request" if wanted == "handshake" else "handshake"
    spoken = {name: usable(supported, era=name, minimum=minimum) for name in (wanted, other)}
    return wanted if spoken[wanted] or not spoken[other] else other


def _error(message: object, code: int | None, supported: Collection[str], minimum: str | None) -> ErrorObject | None:
    if code is None:
        return None
    declared = declared_version(message)
    if code == UNSUPPORTED_PROTOCOL_VERSION and declared is not None:
        return unsupported_error(declared, supported, minimum=minimum)
    data = {"supported": list(usable(supported, minimum=minimum))} if method_of(message) == INITIALIZE else None
    text = "Headers are missing, malformed or at odds with the body" if code == HEADER_MISMATCH else "Not supported"
    return ErrorObject(code, text, data, 400)
