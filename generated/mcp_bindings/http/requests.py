"""Check of one HTTP request before its message is dispatched: method, era, version and headers.

The HTTP methods of a revision are `revision(…).protocol.http.methods`. The transport of 2024-11-05 has two endpoints,
one for each of its methods. Its methods count only if a server offers this transport at the MCP endpoint.

Pages: /specification/2026-07-28/basic/transports/streamable-http#earlier-streamable-http-revisions,
/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server and #session-management.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from ..extensions import Extension
from ..json_values import is_object
from ..negotiation.eras import classify_era, method_of, read_declared_version
from ..negotiation.versions import ErrorObject, check_request_version, known_versions
from ..negotiation.versions import make_unsupported_version_error as unsupported_error
from ..revisions import revision
from ..spec.http_fields import Headers, to_header_fields
from ..spec.names import INITIALIZE, Era
from .headers import HeaderProblem, HeaderVerdict, check_headers, describe_problems


class HttpMethodVerdict(NamedTuple):
    """The result of a check of an HTTP method."""

    http_status: int | None
    """405 if the MCP endpoint does not allow the method; None to continue."""

    allow: tuple[str, ...]
    """The HTTP methods that the MCP endpoint allows."""

    versions: tuple[str, ...]
    """The ids of the revisions that the server speaks and that have the method, newest first."""

    def headers(self) -> Mapping[str, str]:
        """Return `Allow` for a response with status 405 (RFC 9110 section 15.5.6); no headers for a valid method."""
        return {} if self.http_status is None else {"Allow": ", ".join(self.allow)}


def check_http_method(
    method: str,
    supported: Collection[str],
    *,
    offers_streams: bool = True,
    allows_ending: bool = True,
    offers_http_sse: bool = False,
    minimum: str | None = None,
) -> HttpMethodVerdict:
    """Check the HTTP method of a request to the MCP endpoint.

    A server that speaks only revisions without GET and DELETE, such as 2026-07-28, rejects both with 405. A server that
    speaks earlier revisions accepts GET if it offers a stream, and DELETE if clients may end sessions.

    Args:
        method: the received method, which is case-sensitive.
        supported: ids of the revisions that the server speaks.
        offers_streams: whether the server offers a stream in response to GET.
        allows_ending: whether clients may end sessions with DELETE.
        offers_http_sse: whether the endpoint offers the transport of 2024-11-05 too, which opens its stream with GET.
        minimum: id of the oldest release that the server accepts; None to accept all of `supported`.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    spoken = known_versions(supported, minimum=minimum)
    return _find_method_verdict(method, spoken, offers_streams, allows_ending, offers_http_sse)


@lru_cache(maxsize=64)  # the arguments after the method are the same for every request to one server
def _find_method_verdict(
    method: str, spoken: tuple[str, ...], offers_streams: bool, allows_ending: bool, offers_http_sse: bool
) -> HttpMethodVerdict:
    offers = {"GET": offers_streams or offers_http_sse, "DELETE": allows_ending}
    declined = {name for name, is_offered in offers.items() if not is_offered}
    having: dict[str, list[str]] = {}
    for version in spoken:
        http = revision(version).protocol.http
        for name in http.methods if offers_http_sse or http.transport == "streamable-http" else ():
            if name not in declined:
                having.setdefault(name, []).append(version)
    return HttpMethodVerdict(None if method in having else 405, tuple(having), tuple(having.get(method, ())))


class RequestVerdict(NamedTuple):
    """The result of the check of one HTTP request: the revision to serve it in, or the response that rejects it."""

    era: Era
    """The era by whose rules the request was checked."""

    version: str | None
    """The id of the revision to serve the request in; None if the request is rejected."""

    http_status: int | None
    """The HTTP status of the rejection; None if the request is served."""

    error: ErrorObject | None
    """The JSON-RPC error in the body of a rejection; None if the specification names none, or the request is served."""

    problems: tuple[HeaderProblem, ...]
    """All faults of the headers, including those without an HTTP status, which the server tolerates."""

    reasons: tuple[str, ...]
    """The evidence for the era, from `classify_era`."""


def check_http_request(
    message: object,
    headers: Headers,
    supported: Collection[str],
    *,
    negotiated: str | None = None,
    session_id: str | None = None,
    input_schema: object = None,
    tolerant: bool = False,
    minimum: str | None = None,
    extensions: Collection[Extension] = (),
) -> RequestVerdict:
    """Check a received POST with one message.

    A message of an era that the server does not speak is checked by the rules of the other era. So a per-request server
    rejects `initialize` for its missing headers and states the supported versions. A handshake server rejects a
    per-request message if the version header names a version that the server does not support.

    Pages: /specification/2026-07-28/basic/transports/streamable-http#server-validation,
    /specification/2026-07-28/basic/versioning#compatibility-matrix.

    Args:
        message: the body as a parsed value.
        headers: the received headers, each as often as it was received.
        supported: ids of the revisions that the server speaks.
        negotiated: the version that `initialize` negotiated for this session, if the server knows it.
        session_id: the id of this session, if the server assigned one.
        input_schema: input schema of the called tool, which names the arguments to repeat by `x-mcp-header`; None to
            check no headers of arguments.
        tolerant: whether the negotiated version decides the era of clients that mix eras; passed to `classify_era`.
        minimum: id of the oldest release that the server accepts; None to accept all of `supported`.
        extensions: the extensions in use; some have headers for their own requests.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    received = to_header_fields(headers)
    classified = classify_era(message, received, negotiated, tolerant=tolerant)
    era = _choose_era(classified.era, supported, minimum)
    verdict = check_headers(
        message,
        received,
        supported,
        era=era,
        negotiated=negotiated,
        session_id=session_id,
        input_schema=input_schema,
        minimum=minimum,
        extensions=extensions,
    )
    status = verdict.http_status
    error = None if status is None else _make_rejection_error(message, verdict, supported, minimum)
    if era == "per-request" and status is None and is_object(message) and "id" in message and "method" in message:
        declared = read_declared_version(message)
        if declared != verdict.version:
            error = check_request_version(declared, supported, minimum=minimum).error
            status = None if error is None else error.http_status
    version = verdict.version if status is None else None
    return RequestVerdict(era, version, status, error, verdict.problems, classified.reasons)


def _choose_era(era: Era | None, supported: Collection[str], minimum: str | None) -> Era:
    """Return the era by whose rules to check a message: its own era, or the other one if the server speaks only that.

    An unknown era of the message (None) counts as handshake.
    """
    wanted: Era = era or "handshake"
    if known_versions(supported, era=wanted, minimum=minimum):
        return wanted
    other: Era = "per-request" if wanted == "handshake" else "handshake"
    return other if known_versions(supported, era=other, minimum=minimum) else wanted


def _make_rejection_error(
    message: object, verdict: HeaderVerdict, supported: Collection[str], minimum: str | None
) -> ErrorObject | None:
    code = verdict.code
    if code is None:
        return None
    declared = read_declared_version(message)
    is_unsupported = any(each.fault == "unsupported" and each.code == code for each in verdict.problems)
    if is_unsupported and declared is not None:
        return unsupported_error(declared, supported, minimum=minimum)
    data = {"supported": list(known_versions(supported, minimum=minimum))} if method_of(message) == INITIALIZE else None
    text = "Not supported" if is_unsupported else describe_problems(verdict.problems)
    return ErrorObject(code, text, data, 400)
