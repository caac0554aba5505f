"""Find the era of a server from its answer to the first message of a client that speaks both eras.

On stdio the client first sends `server/discover`, on HTTP any per-request message. A result of the per-request era, or
an error that only per-request servers send, shows a per-request server. Any other JSON-RPC response shows a server with
a handshake. Servers with a handshake answer with many different error codes, or not at all, so the client can expect no
single code.

Pages: /specification/2026-07-28/basic/transports/stdio#backward-compatibility,
/specification/2026-07-28/basic/transports/streamable-http#backward-compatibility.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Literal, NamedTuple

from ..json_values import is_array, member_at
from ..revisions import list_error_codes, list_revisions, revision
from ..spec.error_codes import METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION
from ..spec.names import RESULT_TYPE, Era
from .versions import choose_retry, describe_no_retry, known_versions

ProbeAction = Literal["proceed", "retry", "initialize", "http+sse", "correct", "authorize", "give up"]
"""The next step of the client. `proceed`: use the version. `retry`: probe again with the version. `initialize`: send
`initialize` with the version. `http+sse`: open the stream of 2024-11-05 with a GET. `correct`: correct the headers or
the capabilities of the request. `authorize`: get authorization, then probe again. `give up`: report to the user."""


class ProbeVerdict(NamedTuple):
    """The era of a server, as an answer of the server shows it, and the next step of the client."""

    era: Era | None
    """The era of the server; None if the answer does not show the era. A server keeps its era, so remember it for later
    connections.
    """

    action: ProbeAction
    version: str | None
    """The version for the next step; None if the client has to correct its request, get authorization or give up."""

    reason: str


@cache
def list_per_request_error_codes() -> frozenset[int]:
    """Return the error codes that per-request revisions define and revisions with a handshake do not."""
    codes: dict[Era, set[int]] = {"handshake": set(), "per-request": set()}
    for rev in list_revisions():
        codes[rev.era].update(code for code, row in rev.error_codes.items() if not row.retired)
    return frozenset(codes["per-request"] - codes["handshake"])


def check_stdio_probe_response(
    answer: object, supported: Collection[str], *, tried: Sequence[str], minimum: str | None = None
) -> ProbeVerdict:
    """Return the era of a server and the next step of its client, by the answer to `server/discover` on stdio.

    A server that does not answer counts as one with a handshake.

    Args:
        answer: the JSON-RPC response as a parsed value; None if no response came in time, or the server has exited.
        supported: versions that the client speaks.
        tried: the versions of all probes so far, in order. The answer is to the last probe.
        minimum: id of the oldest release that the client accepts; None to accept all of `supported`.

    Raises:
        UnknownRevision: `minimum` is not a release.
    """
    if answer is None:
        return _make_handshake_verdict(supported, minimum, "no answer")
    return _make_body_verdict(answer, supported, tried, minimum)


def check_http_probe_response(
    status: int | None, body: object, supported: Collection[str], *, tried: Sequence[str], minimum: str | None = None
) -> ProbeVerdict:
    """Return the era of a server and the next step of its client, by the HTTP response to a per-request message.

    An error that only per-request servers send decides with any status, and so does the error -32601 with status 404.
    Otherwise 401, 403, redirects (3xx), failures (5xx) and a missing response say nothing about the era, and any other
    4xx shows a server with a handshake.

    Page: /specification/2026-07-28/basic/versioning#compatibility-matrix.

    Args:
        status: the status of the response; None if no response came.
        body: the JSON-RPC response as a parsed value; None if the body is empty or not JSON.
        supported: versions that the client speaks.
        tried: the versions of all probes so far, in order. The answer is to the last probe.
        minimum: id of the oldest release that the client accepts; None to accept all of `supported`.

    Raises:
        UnknownRevision: `minimum` is not a release.
    """
    if status in (401, 403) and _read_error_code(body) not in list_per_request_error_codes():
        known_versions((), minimum=minimum)
        return ProbeVerdict(None, "authorize", None, f"status {status} says nothing about the era")
    if status == 404 and _read_error_code(body) == METHOD_NOT_FOUND:
        return _make_proceed_verdict(
            _get_last_tried_version(tried), supported, minimum, "a per-request server that lacks the method"
        )
    if (status is None or status >= 300) and _read_error_code(body) not in list_per_request_error_codes():
        if status is not None and 400 <= status < 500:
            return _make_handshake_verdict(
                supported, minimum, f"status {status} without an error of per-request servers"
            )
        known_versions((), minimum=minimum)
        what = "a request without a JSON-RPC response" if status is None else f"status {status}"
        return ProbeVerdict(None, "give up", None, f"{what} says nothing about the era")
    return _make_body_verdict(body, supported, tried, minimum)


def check_http_initialize_response(
    status: int, body: object, supported: Collection[str], *, minimum: str | None = None
) -> ProbeVerdict:
    """Return the next step of a client whose POST of `initialize` has failed with an HTTP status.

    After some statuses the client tries the transport of 2024-11-05. The newest revision that the client speaks defines
    these statuses. A client that speaks per-request revisions does not try that transport after an error that only
    per-request servers send.

    Pages: /specification/2026-07-28/basic/transports/streamable-http#httpsse-transport-2024-11-05,
    /specification/2025-06-18/basic/transports#backwards-compatibility.

    Args:
        status: the status of the response.
        body: the JSON-RPC response as a parsed value; None if the body is empty or not JSON.
        supported: versions that the client speaks.
        minimum: id of the oldest release that the client accepts; None to accept all of `supported`.

    Raises:
        UnknownRevision: `minimum` is not a release.
    """
    old = [
        name
        for name in known_versions(supported, minimum=minimum)
        if revision(name).protocol.http.transport == "http+sse"
    ]
    spoken = known_versions(supported)
    if status in (401, 403):
        return ProbeVerdict(None, "authorize", None, f"status {status} says nothing about the transport")
    if known_versions(spoken, era="per-request") and _read_error_code(body) in list_per_request_error_codes():
        return ProbeVerdict("per-request", "give up", None, "a per-request server that has no handshake")
    if old and _leads_to_old_transport(status, spoken[0]):
        return ProbeVerdict("handshake", "http+sse", old[0], f"status {status} in answer to initialize")
    return ProbeVerdict("handshake", "give up", None, f"status {status} in answer to initialize")


def _leads_to_old_transport(status: int, newest: str) -> bool:
    match revision(newest).protocol.http.old_transport_on:
        case "any 4xx":
            return 400 <= status < 500
        case "400, 404, 405":
            return status in (400, 404, 405)
        case _:
            return False


def _make_body_verdict(
    body: object, supported: Collection[str], tried: Sequence[str], minimum: str | None
) -> ProbeVerdict:
    code = _read_error_code(body)
    if code in list_error_codes(UNSUPPORTED_PROTOCOL_VERSION):
        return _make_retry_verdict(
            member_at(member_at(body, "error"), "data"), supported, tried, minimum, "the version is rejected"
        )
    if code in list_per_request_error_codes():
        known_versions((), minimum=minimum)
        return ProbeVerdict("per-request", "correct", None, f"error {code} comes from per-request servers only")
    result = member_at(body, "result")
    if is_array(versions := member_at(result, "supportedVersions")):
        if (last := _get_last_tried_version(tried)) in versions:
            return _make_proceed_verdict(last, supported, minimum, "the server speaks the version")
        return _make_retry_verdict({"supported": versions}, supported, tried, minimum, "the server lists its versions")
    if isinstance(member_at(result, RESULT_TYPE), str):
        return _make_proceed_verdict(
            _get_last_tried_version(tried), supported, minimum, "a result of a per-request server"
        )
    return _make_handshake_verdict(
        supported,
        minimum,
        "no result of a per-request server" if code is None else f"error {code} may come from any server",
    )


def _make_proceed_verdict(
    version: str | None, supported: Collection[str], minimum: str | None, reason: str
) -> ProbeVerdict:
    if version in known_versions(supported, era="per-request", minimum=minimum):
        return ProbeVerdict("per-request", "proceed", version, reason)
    return ProbeVerdict("per-request", "give up", None, f"{reason}, but the client may not use it")


def _make_retry_verdict(
    data: object, supported: Collection[str], tried: Sequence[str], minimum: str | None, reason: str
) -> ProbeVerdict:
    retry = choose_retry(data, supported, refused=tried, minimum=minimum)
    if retry.version is None:
        return ProbeVerdict(
            "per-request", "give up", None, f"{reason}: {describe_no_retry(retry.reason, data, supported)}"
        )
    return ProbeVerdict("per-request", "retry" if retry.era == "per-request" else "initialize", retry.version, reason)


def _make_handshake_verdict(supported: Collection[str], minimum: str | None, reason: str) -> ProbeVerdict:
    spoken = known_versions(supported, era="handshake", minimum=minimum)
    if spoken:
        return ProbeVerdict("handshake", "initialize", spoken[0], reason)
    return ProbeVerdict("handshake", "give up", None, f"{reason}, and the client speaks no revision with a handshake")


def _get_last_tried_version(tried: Sequence[str]) -> str | None:
    return tried[-1] if tried else None


def _read_error_code(body: object) -> int | None:
    code = member_at(body, "error", "code")
    return code if type(code) is int else None
