"""Messages of this side that take several steps to write: the answer to the opening, retries, batches, HTTP headers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..errors import RequestId, quoted, shortened
from ..http.headers import request_headers
from ..json_values import is_object, member_at
from ..jsonrpc.messages import Message, Request
from ..jsonrpc.rewriting import document_of
from ..negotiation.eras import method_of, opens_session
from ..negotiation.versions import answer_initialize, discover_result, usable
from ..revisions import revision
from ..spec.names import (
    CALL_TOOL,
    CANCELLED,
    DISCOVER,
    INITIALIZE,
    META,
    RELATED_TASK_KEY,
    SERVER_INFO_KEY,
    VERSION_HEADER,
    VERSION_KEY,
)
from .channel import Channel
from .errors import LocalProtocolError, SessionFinding
from .events import OutgoingRequest
from .exchange import TASK_METHODS
from .profile import RevisionProfile
from .rules import HARMLESS
from .states import CLOSED


def opening_result(channel: Channel, request: Request, instructions: str | None) -> dict[str, Any]:
    """The result of `initialize` or `server/discover`; see `Session.accept`."""
    if request.method == INITIALIZE:
        requested = member_at(request.document, "params", "protocolVersion")
        version = answer_initialize(requested, channel.revisions).version
        profile = channel.profile_of(version) if version is not None else channel.outgoing_profile()
        capabilities = channel.capabilities_in(profile)
        result = {"protocolVersion": version, "capabilities": capabilities, "serverInfo": channel.info}
        return result if instructions is None else {**result, "instructions": instructions}
    if request.method == DISCOVER:
        exchange = channel.theirs.waiting.get(request.id)
        profile = exchange.profile if exchange is not None else channel.outgoing_profile()
        return discover_result(profile.revision, channel.revisions, channel.capabilities_in(profile), instructions)
    raise LocalProtocolError("method", f"{request.method} does not open a session")


def with_server_info(channel: Channel, result: Any, profile: RevisionProfile) -> Any:
    """A result that is JSON, with the name and version of the server in `_meta`, where the revision recommends them.

    Page: /specification/2026-07-28/basic/index#meta.
    """
    if channel.role != "server" or not profile.names_server or not is_object(result):
        return result
    meta = result.get(META, {})
    return {**result, META: {SERVER_INFO_KEY: channel.info, **meta}} if is_object(meta) else result


def cancel(channel: Channel, id_: RequestId, reason: str | None) -> bytes | None:
    """Cancel a request of this side; see `Session.cancel`."""
    exchange = channel.own.waiting.get(id_)
    if exchange is not None and exchange.profile.era == "per-request" and channel.transport == "http":
        channel.state.abandon(channel.own, exchange)
        return None
    params: dict[str, Any] = {"requestId": id_} if reason is None else {"requestId": id_, "reason": reason}
    if exchange is not None and exchange.related is not None and exchange.method.name not in TASK_METHODS:
        params[META] = {RELATED_TASK_KEY: {"taskId": exchange.related}}
    return channel.notify(CANCELLED, params)


def retry(channel: Channel, id_: RequestId, responses: Any, new_id: RequestId | None = None) -> OutgoingRequest:
    """Write a request again with the input that was asked for; see `Session.retry`."""
    rounds = channel.state.rounds
    if id_ not in rounds or channel.outgoing_profile().era == "handshake":
        raise LocalProtocolError("input.state", f"no server has asked for input to the request {quoted(id_)}")
    round_ = rounds[id_]
    missing = round_.asked.keys() - (responses or {}).keys()
    if missing:
        raise LocalProtocolError("input.answers", f"inputResponses lacks {shortened(', '.join(sorted(missing)))}")
    rounds.prefer(round_)
    return channel.request(round_.method, round_.retry_params(responses), new_id)


def record_sent(channel: Channel, data: bytes) -> None:
    """Check and record a message that other code has written; see `Session.record_sent`."""
    document = json.loads(data)
    channel.send(document, _profile_of(channel, document), data)


def forward(channel: Channel, message: Message, findings: Iterable[SessionFinding], *, is_valid: bool = False) -> bytes:
    """Check and record a message that comes from another connection; see `Session.forward`."""
    data, document = document_of(message)
    if channel.role == "client" and opens_session(document):
        asked = member_at(document, "params", "protocolVersion")
        if asked in usable(channel.revisions, era="handshake"):
            channel.attempt(asked)
    profile, remarks = _profile_of(channel, document), channel.state.remarks
    remarks.broken = HARMLESS[remarks.mode].union(finding.rule for finding in findings)
    try:
        if is_valid and channel.state.phase != CLOSED and not channel.extensions:
            return channel.send_valid(message, document, profile, data)
        return channel.send(document, profile, data)
    finally:
        remarks.broken = frozenset()


def _profile_of(channel: Channel, document: Mapping[str, Any]) -> RevisionProfile:
    """The profile of the revision in which a message of this side is written."""
    if "method" not in document:
        return channel.answer_profile(document.get("id"))
    version = member_at(document, "params", META, VERSION_KEY)
    if channel.role == "client" and version in usable(channel.revisions, era="per-request"):
        return channel.profile_of(version)
    return channel.outgoing_profile()


def join_batch(channel: Channel, texts: Sequence[bytes]) -> bytes:
    """Join several messages into a batch; see `Session.batch`."""
    version = channel.outgoing_profile().id
    if revision(version).protocol.batching.send != "may":
        raise LocalProtocolError("batch", f"revision {version} has no batches")
    methods = [method_of(json.loads(text)) for text in texts]
    if not texts or INITIALIZE in methods:
        raise LocalProtocolError("batch", "a batch contains at least one message, and not initialize")
    if None in methods and any(methods):
        raise LocalProtocolError("batch", "a batch contains answers only, or requests and notifications only")
    return b"[" + b",".join(texts) + b"]"


def http_headers(
    channel: Channel,
    data: bytes | None,
    http_method: str,
    last_event_id: str | None,
    input_schemas: Mapping[str, object],
) -> dict[str, str]:
    """The headers of an HTTP request of a client; see `Session.http_headers`."""
    document = None if data is None else channel.document_of(data)
    return headers_for(channel, document, http_method, last_event_id, input_schemas)


def headers_for(
    channel: Channel,
    document: Mapping[str, Any] | None,
    http_method: str,
    last_event_id: str | None,
    input_schemas: Mapping[str, object],
) -> dict[str, str]:
    """The headers of an HTTP request of a client that carries a message; see `Session.http_headers`."""
    declared = member_at(document, "params", META, VERSION_KEY)
    version = channel.version or (declared if declared in channel.revisions else channel.outgoing_profile().version)
    called = member_at(document, "params", "name") if method_of(document) == CALL_TOOL else ""
    headers = request_headers(
        document,
        version,
        session_id=channel.session_id,
        input_schema=input_schemas.get(called) if isinstance(called, str) else None,
        http_method=http_method,
        last_event_id=last_event_id,
        extensions=channel.extensions,
    )
    if channel.version is None and version != declared:  # the header names the agreed version, and there is none yet
        headers.pop(VERSION_HEADER, None)
    return headers
