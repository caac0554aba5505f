"""Read the texts of the peer: choose the revision, check the HTTP headers, and check that the message may come now."""

from __future__ import annotations

from functools import lru_cache
from gc import isenabled
from typing import Any, TypeAlias

from ..errors import ProtocolError, RequestId, quote_value
from ..extensions import Extension
from ..http.headers import describe_problems, find_assumed_version, list_repeated_headers, repeats_body
from ..http.requests import RequestVerdict, check_http_request
from ..http.status import choose_rejection_status
from ..json_values import LONG_TEXT_LENGTH, call_with_paused_gc, is_object
from ..jsonrpc.messages import Batch, Message
from ..jsonrpc.strict_json import JSONDocument, read_json
from ..negotiation.eras import find_methods_of_one_era, method_of, read_declared_version
from ..negotiation.versions import answer_initialize
from ..revisions import REVISIONS, VERSIONS, find_revision_for_version, revision
from ..spec.error_codes import INVALID_REQUEST
from ..spec.http_fields import HeaderFields, Headers, to_header_fields
from ..spec.names import INITIALIZE, INITIALIZED, SESSION_HEADER, VERSION_HEADER
from .errors import LocalProtocolError, RemoteProtocolError, Violation
from .events import Event, RequestLost, SessionExpired, VersionAgreed
from .local_side import LocalSide, id_of
from .opening import Opening
from .profile import RevisionProfile, revision_profile
from .request_table import PendingRequest
from .revision_selector import RevisionSelector
from .states import CLOSED

Text: TypeAlias = "bytes | bytearray | memoryview | str"

TEXT_TYPES = (bytes, bytearray, memoryview, str)
"""The types of a text, for `isinstance`."""


@lru_cache(maxsize=64)
def _get_shared_selector(
    revisions: tuple[str, ...], draft: bool, extensions: tuple[Extension, ...]
) -> RevisionSelector:
    """Return the selector for the revisions of a server. All sessions of the server share it."""
    return RevisionSelector(
        revisions, lambda version: revision_profile(find_revision_for_version(version, draft=draft).id, extensions)
    )


@lru_cache(maxsize=64)
def _negotiate_version(requested: str, revisions: tuple[str, ...]) -> str | None:
    """Return the version with which a server answers `initialize`, with `requested` as the requested version.

    None is returned if the requested version has no handshake, or if the server speaks no version with a handshake.
    """
    return None if revision(requested).era == "per-request" else answer_initialize(requested, revisions).version


class Receiver:
    """The reader of the texts that the peer sends.

    Args:
        side: this side.
        opening: the opening of a client; None on a server.
        continues: whether the client may have opened the session with another process of this server.
    """

    def __init__(self, side: LocalSide, opening: Opening | None, *, continues: bool = False) -> None:
        self._side = side
        self._opening = opening
        self._may_resume = continues
        settings = side.settings
        self._selector = (
            _get_shared_selector(settings.revisions, settings.draft, settings.extensions) if opening is None else None
        )

    def receive(self, data: Text | Message | Batch, headers: Headers | None, input_schema: object) -> Event:
        """Read a text or a parsed message in any state, with the arguments and errors of `Session.receive`."""
        side = self._side
        if side.state.phase == CLOSED:
            raise RemoteProtocolError(Violation("closed", "the session is closed"), None)
        if not isinstance(data, TEXT_TYPES):
            if side.agreed is None:
                text = "no version is agreed on, so the message must be given as text"
                raise LocalProtocolError("version", text)
            return side.record_received_message(data, side.agreed[0])
        if len(data) > LONG_TEXT_LENGTH and isenabled():
            return call_with_paused_gc(self.receive, data, headers, input_schema)
        if headers is not None:
            return self._receive_over_http(data, headers, input_schema)
        document = read_json(data, side.limits)
        if (
            self._opening is not None
            and not self._opening.is_agreed
            and (event := self._opening.handle_answer(document))
        ):
            if isinstance(event, VersionAgreed):
                _attach_text(event.message, data)
            return event
        profile = self._choose_profile(document)
        return side.record_received_message(_attach_text(side.parse_message(document, profile), data), profile)

    def write_first_message(self, ids: str = "") -> bytes:
        """Write the first message of a client, with the arguments and errors of `Session.open`."""
        if self._opening is None:
            raise LocalProtocolError(
                "lifecycle.first", "a server does not open a session but waits for the first message of its client"
            )
        return self._opening.write_first_message(ids)

    def handle_failed_request(
        self, id_: RequestId, http_status: int | None, body: bytes
    ) -> Event | RequestLost | SessionExpired:
        """Record that a request of this side gets no answer.

        Arguments, result and errors are those of `Session.request_failed`.
        """
        side = self._side
        pending = side.local_requests.find_request(id_)
        if pending is None:
            raise LocalProtocolError("answer.known", f"no request with the id {quote_value(id_)} waits for an answer")
        if http_status == 404 and self._opening is not None and self._was_sent_with_session_id(pending):
            return self.handle_expired_session()
        answer = self.read_error_response(body, id_)
        if self._opening is not None and not self._opening.is_agreed:
            event = self._opening.handle_failed_request(pending, http_status, answer)
            if event is not None:
                return event
        if answer is not None:
            try:
                return side.record_received_message(side.parse_single_message(answer, pending.profile), pending.profile)
            except ProtocolError as error:
                side.abandon_answered_request(error)
                raise
        side.state.abandon_request(side.role, id_)
        return RequestLost(id_, pending.method.name)

    def handle_expired_session(self) -> SessionExpired:
        """Begin a new session, since the server has ended this one. Return the event for the caller.

        Page: /specification/2025-11-25/basic/transports#session-management.

        Raises:
            LocalProtocolError: the session has no id, this side is a server or speaks no revision with a handshake, or
                the `initialize` would not be valid.
        """
        side, opening = self._side, self._opening
        if opening is None or side.session_id is None or not opening.has_handshake:
            raise LocalProtocolError(
                "closed", "only a client can report the end of a session, and only of one with an id and a handshake"
            )
        pending, peer_requests = dict(side.local_requests.methods), dict(side.peer_requests.methods)
        return SessionExpired(pending, peer_requests, opening.write_initialize_again())

    def read_error_response(self, body: bytes, id_: RequestId) -> dict[str, Any] | None:
        """Return the error response to a request, from the body of an HTTP response.

        An error whose id is missing or null counts as the answer to the request, and is returned with the request's id.

        Args:
            body: the body of the HTTP response.
            id_: the id of the request.

        Returns:
            The error response; None if the body is no error response, or has another id.
        """
        try:
            document = read_json(body, self._side.limits)
        except ProtocolError:
            return None
        if not is_object(document) or "error" not in document:
            return None
        if document.get("id") is None:
            return {**document, "id": id_}
        return document if id_of(document) == id_ else None

    def _was_sent_with_session_id(self, pending: PendingRequest) -> bool:
        """Return whether a request was sent with the session id, so that status 404 says that the session has ended."""
        has_id = self._side.session_id is not None and pending.method.first_name != INITIALIZE
        return has_id and revision(pending.profile.id).protocol.http.sessions == "optional"

    def _receive_over_http(self, data: Text, headers: Headers, input_schema: object) -> Event:
        """Check the headers of a POST, and read its text, with the result and errors of `Session.receive`.

        An error gets an HTTP status. A rejected message does not resume a session, so that a later message may name
        another version.
        """
        version: str | None = None
        may_resume = self._may_resume and self._side.agreed is None
        try:
            document, fields = read_json(data, self._side.limits), to_header_fields(headers)
            if may_resume:
                self._resume_session(document, fields)
            profile = self._find_profile_if_headers_repeat(document, fields, input_schema)
            if profile is None:
                self._check_headers(document, fields, input_schema)
                profile = self._choose_profile(document, fields)
            version = profile.id
            message = _attach_text(self._side.parse_message(document, profile), data)
            return self._side.record_received_message(message, profile)
        except ProtocolError as error:
            error.http_status = error.http_status or choose_rejection_status(error, version)
            if may_resume and self._side.agreed is not None:
                self._side.reset()
            raise

    def _resume_session(self, document: object, fields: HeaderFields) -> None:
        """Continue a session that the client has opened with another process.

        The version is the one with which this server would answer an `initialize` that asks for the version in the
        headers, or for the assumed version if the headers name none. Nothing is done for an `initialize`, if the
        version in the headers is unknown or has no handshake, or if this server speaks no version with a handshake.
        """
        method = method_of(document)
        version = fields.first(VERSION_HEADER) or find_assumed_version(REVISIONS)
        agreed = _negotiate_version(version, self._side.revisions) if version in VERSIONS else None
        if agreed is not None and method != INITIALIZE:
            self._side.resume(agreed, is_ready=method != INITIALIZED)

    def _check_headers(self, document: object, fields: HeaderFields, input_schema: object) -> None:
        """Check the headers of a POST.

        Raises:
            RemoteProtocolError: the POST is rejected for its headers.
        """
        agreed = self._side.agreed
        verdict = check_http_request(
            document,
            fields,
            self._side.revisions,
            negotiated=agreed[0].version if agreed is not None else None,
            session_id=self._side.session_id,
            input_schema=input_schema,
            extensions=self._side.extensions,
        )
        if verdict.http_status is None:
            return
        raise make_header_error(document, verdict)

    def _find_profile_if_headers_repeat(
        self, document: JSONDocument, fields: HeaderFields, input_schema: object
    ) -> RevisionProfile | None:
        """Return the profile of a message if the HTTP headers only repeat the message and the session; otherwise None.

        Headers that only repeat these, as most headers do, are right. For them, neither `check_http_request` nor
        `_choose_profile` needs to be called.
        """
        if not isinstance(document, dict):
            return None
        declared = read_declared_version(document)
        if declared is None:
            return self._find_agreed_profile(document, fields)
        if self._selector is None or self._side.agreed is not None or input_schema is not None:
            return None
        profile, method = self._selector.per_request.get(declared), document.get("method")
        if profile is None or not isinstance(method, str) or "id" not in document:
            return None
        if method not in profile.requests[self._side.peer]:
            return None
        expected = list_repeated_headers(declared, self._side.extensions, method)
        return profile if repeats_body(document, fields, expected) else None

    def _find_agreed_profile(self, document: dict[str, Any], fields: HeaderFields) -> RevisionProfile | None:
        """Return the agreed profile if the headers repeat the id and the version of the session; otherwise None.

        None is returned too if the profile is per-request, or if only revisions of one era have the method.
        """
        side = self._side
        if side.agreed is None:
            return None
        profile, method = side.agreed[0], document.get("method")
        repeats = (
            profile.era == "handshake"
            and fields.all(VERSION_HEADER) == [profile.version]
            and fields.all(SESSION_HEADER) == ([] if side.session_id is None else [side.session_id])
            and not (isinstance(method, str) and method in find_methods_of_one_era())
        )
        return profile if repeats else None

    def _choose_profile(self, document: object, fields: HeaderFields | None = None) -> RevisionProfile:
        """Return the profile of the revision in which to read a message of the peer.

        Args:
            document: one message or a batch, as JSON.
            fields: the HTTP headers; None on stdio, where the last request of the connection tells what headers would.

        Raises:
            RemoteProtocolError: the message asks for a version that this server does not speak.
        """
        if self._opening is not None:
            return self._opening.choose_profile(document)
        if self._side.agreed is not None or self._selector is None:
            return self._side.get_outgoing_profile()
        by_version = self._selector.per_request
        used = self._side.last_request_profile if fields is None else by_version.get(fields.first(VERSION_HEADER) or "")
        try:
            return self._selector.choose_profile(document, self._side.peer_requests.waiting, used=used)
        except Violation as violation:
            raise make_unparsed_error(violation, document, 400) from None


def _attach_text(message: Message | Batch, data: Text) -> Message | Batch:
    """Attach to a message the text from which it was read, for forwarding, and return the message."""
    text = data if isinstance(data, (bytes, str)) else bytes(data)
    if isinstance(message, Batch):
        return message.set_source(text)
    message.source = text
    return message


def make_header_error(document: object, verdict: RequestVerdict) -> RemoteProtocolError:
    """Return the error for an HTTP request that is rejected for its headers.

    Args:
        document: the message in the body of the request.
        verdict: the verdict of `check_http_request`, with a status.
    """
    error = verdict.error
    if error is not None:
        violation = Violation("headers", error.message, code=error.code, data=error.data)
    else:
        violation = make_header_violation(verdict)
    return make_unparsed_error(violation, document, verdict.http_status)


def make_header_violation(verdict: RequestVerdict) -> Violation:
    """Return the violation of an HTTP request with wrong headers."""
    return Violation("headers", describe_problems(verdict.problems), code=INVALID_REQUEST)


def make_unparsed_error(violation: Violation, document: object, http_status: int | None) -> RemoteProtocolError:
    """Return the error for a message that is rejected before it is parsed. A response gets no reply."""
    id_ = (
        id_of(document) if method_of(document) is not None else None
    )  # a response has the id of a request of this side
    return RemoteProtocolError(violation, id_, http_status=http_status)
