"""Reads what the peer sends: in which revision, with which headers, and whether it may come now."""

from __future__ import annotations

from functools import lru_cache
from gc import isenabled
from typing import Any, TypeAlias

from ..errors import ProtocolError, RequestId, quoted
from ..extensions import Extension
from ..http.headers import assumed_version, mirrors, repeats_body
from ..http.requests import RequestVerdict, check_http_request
from ..http.status import status_for_rejection
from ..json_values import LONG_TEXT, is_object, without_collecting
from ..jsonrpc.messages import Batch, Message
from ..jsonrpc.strict_json import read
from ..negotiation.eras import declared_version, method_of, methods_of_one_era
from ..negotiation.versions import answer_initialize
from ..revisions import REVISIONS, revision, spoken_as
from ..spec.error_codes import INVALID_REQUEST
from ..spec.http_fields import HeaderFields, Headers
from ..spec.names import INITIALIZE, INITIALIZED, SESSION_HEADER, VERSION_HEADER
from .channel import Channel, id_of
from .errors import LocalProtocolError, RemoteProtocolError, Violation
from .events import Event, Ignored, RequestLost, SessionExpired, VersionAgreed
from .exchange import Exchange
from .opening import Opening
from .profile import RevisionProfile, revision_profile
from .revision_selector import RevisionSelector
from .states import CLOSED

Text: TypeAlias = "bytes | bytearray | memoryview | str"

TEXTS = (bytes, bytearray, memoryview, str)
"""The types of a text."""


@lru_cache(maxsize=64)
def _selector_of(revisions: tuple[str, ...], draft: bool, extensions: tuple[Extension, ...]) -> RevisionSelector:
    """What chooses among the revisions of a server; its sessions share it."""
    return RevisionSelector(revisions, lambda version: revision_profile(spoken_as(version, draft=draft).id, extensions))


@lru_cache(maxsize=64)
def _agreed(asked: str, revisions: tuple[str, ...]) -> str | None:
    """The version on which a server agrees with a client that asks for one; None if that has no handshake."""
    return None if revision(asked).era == "per-request" else answer_initialize(asked, revisions).version


class Receiver:
    """Reads what the peer sends.

    Args:
        channel: of this side.
        opening: how a client agrees on a version; None on a server.
        continues: whether the client may have opened the session elsewhere; see `Session.anew`.
    """

    def __init__(self, channel: Channel, opening: Opening | None, *, continues: bool = False) -> None:
        self._channel = channel
        self._opening = opening
        self._continues = continues
        settings = channel.settings
        self._selector = (
            _selector_of(settings.revisions, settings.draft, settings.extensions) if opening is None else None
        )

    def receive(self, data: Text | Message | Batch, headers: Headers | None, input_schema: object) -> Event:
        """Take what the peer has sent, in any state of the session; see `Session.receive`."""
        channel = self._channel
        if channel.state.phase == CLOSED:
            raise RemoteProtocolError(Violation("closed", "the session is closed"), None)
        if not isinstance(data, TEXTS):
            if channel.settled is None:
                text = "no version is agreed on, so the message must be given as text"
                raise LocalProtocolError("version", text)
            return self.take(data, channel.settled[0])
        if len(data) > LONG_TEXT and isenabled():
            return without_collecting(self.receive, data, headers, input_schema)
        if headers is not None:
            return self._receive_over_http(data, headers, input_schema)
        document = read(data, channel.limits)
        if self._opening is not None and not self._opening.is_settled and (event := self._opening.take(document)):
            if isinstance(event, VersionAgreed):
                _with_text(event.message, data)
            return event
        profile = self._profile_for(document)
        return self.take(_with_text(channel.read(document, profile), data), profile)

    def take(self, message: Message | Batch, profile: RevisionProfile) -> Event:
        """Take what is parsed.

        Raises:
            RemoteProtocolError: a single message breaks a rule. In a batch the error stands in place of the message.
        """
        if isinstance(message, Batch):
            return Batch(self._take_each(message, profile))
        return self._channel.take(message, profile)

    def begin(self, ids: str = "") -> bytes:
        """The first message of a client; see `Session.open`."""
        if self._opening is None:
            raise LocalProtocolError("lifecycle.first", "a server waits for its client to begin")
        return self._opening.begin(ids)

    def request_failed(
        self, id_: RequestId, http_status: int | None, body: bytes
    ) -> Event | RequestLost | SessionExpired:
        """Take note that a request of this side gets no answer; see `Session.request_failed`."""
        channel = self._channel
        exchange = channel.own_request(id_)
        if exchange is None:
            raise LocalProtocolError("answer.known", f"no request with the id {quoted(id_)} waits for an answer")
        if http_status == 404 and self._opening is not None and self._ends_with_404(exchange):
            return self.session_expired()
        answer = self.error_in(body, id_)
        if self._opening is not None and not self._opening.is_settled:
            event = self._opening.request_failed(exchange, http_status, answer)
            if event is not None:
                return event
        if answer is not None:
            try:
                return channel.take(channel.read_one(answer, exchange.profile), exchange.profile)
            except ProtocolError as error:
                channel.end_answered(error)
                raise
        channel.state.abandon(channel.role, id_)
        return RequestLost(id_, exchange.method.name)

    def session_expired(self) -> SessionExpired:
        """Begin a new session, since the server has ended this one; see `Session.session_expired`.

        Page: /specification/2025-11-25/basic/transports#session-management.
        """
        channel, opening = self._channel, self._opening
        if opening is None or channel.session_id is None:
            raise LocalProtocolError("closed", "only a client learns that a session with an id has ended")
        pending, unanswered = dict(channel.own.methods), dict(channel.theirs.methods)
        return SessionExpired(pending, unanswered, opening.begin_again())

    def error_in(self, body: bytes, id_: RequestId) -> dict[str, Any] | None:
        """The error response in the body of an HTTP response; None if there is none for that request.

        An error without an id, or with null, is for the only request that the body responds to.
        """
        try:
            document = read(body, self._channel.limits)
        except ProtocolError:
            return None
        if not is_object(document) or "error" not in document:
            return None
        if document.get("id") is None:
            return {**document, "id": id_}
        return document if id_of(document) == id_ else None

    def _ends_with_404(self, exchange: Exchange) -> bool:
        """Whether the HTTP request that carried a request had the id of the session."""
        has_id = self._channel.session_id is not None and exchange.method.name != INITIALIZE
        return has_id and revision(exchange.profile.id).protocol.http.sessions == "optional"

    def _receive_over_http(self, data: Text, headers: Headers, input_schema: object) -> Event:
        """Take the message of a POST; the error for a message that is rejected gets an HTTP status."""
        version: str | None = None
        try:
            document = read(data, self._channel.limits)
            if self._continues and self._channel.settled is None:
                self._continue(document, headers)
            profile = self.check_headers(document, headers, input_schema) or self._profile_for(document)
            version = profile.id
            return self.take(_with_text(self._channel.read(document, profile), data), profile)
        except ProtocolError as error:
            error.http_status = error.http_status or status_for_rejection(error, version)
            raise

    def _continue(self, document: object, headers: Headers) -> None:
        """Go on with a session that the client has opened elsewhere.

        A message that begins a session, and one of a per-request revision, needs no opening.
        """
        method = method_of(document)
        asked = HeaderFields(headers).first(VERSION_HEADER) or assumed_version(REVISIONS)
        agreed = _agreed(asked, self._channel.revisions) if asked in REVISIONS else None
        if agreed is not None and method != INITIALIZE:
            self._channel.resume(agreed, is_ready=method != INITIALIZED)

    def _take_each(self, batch: Batch, profile: RevisionProfile) -> list[Message | ProtocolError]:
        """The messages of a batch, each checked in its turn; those that are ignored are left out."""
        items: list[Message | ProtocolError] = []
        for item in batch:
            try:
                event = item if isinstance(item, ProtocolError) else self._channel.take(item, profile)
            except RemoteProtocolError as error:
                event = error
            if isinstance(event, ProtocolError):
                self._channel.end_answered(event)
            if not isinstance(event, Ignored):
                items.append(event)
        return items

    def check_headers(self, document: object, headers: Headers, input_schema: object) -> RevisionProfile | None:
        """The profile of a message, if its headers only repeat what is known without them; None for all others.

        Raises:
            RemoteProtocolError: the POST is rejected for its headers.
        """
        fields = HeaderFields(headers)
        profile = self._profile_of_repeated(document, fields, input_schema)
        if profile is None:
            self._check_fields(document, fields, input_schema)
        return profile

    def _check_fields(self, document: object, headers: Headers, input_schema: object) -> None:
        settled = self._channel.settled
        verdict = check_http_request(
            document,
            headers,
            self._channel.revisions,
            negotiated=settled[0].version if settled is not None else None,
            session_id=self._channel.session_id,
            input_schema=input_schema,
            extensions=self._channel.extensions,
        )
        if verdict.http_status is None:
            return
        raise header_error(document, verdict)

    def _profile_of_repeated(
        self, document: object, fields: HeaderFields, input_schema: object
    ) -> RevisionProfile | None:
        """The profile of a message whose headers only repeat what is known without them.

        Most messages are such. Nothing in their headers can be wrong then, so that `check_http_request` and
        `_profile_for` have nothing to add; None for all others.
        """
        if not is_object(document):
            return None
        declared = declared_version(document)
        if declared is None:
            return self._settled_profile(document, fields)
        if self._selector is None or self._channel.settled is not None or input_schema is not None:
            return None
        profile, method = self._selector.per_request.get(declared), method_of(document)
        if (
            profile is None
            or method is None
            or method not in profile.requests[self._channel.peer]
            or "id" not in document
        ):
            return None
        expected = mirrors(declared, self._channel.extensions, method)
        return profile if repeats_body(document, fields, expected) else None

    def _settled_profile(self, document: dict[str, Any], fields: HeaderFields) -> RevisionProfile | None:
        """The profile of the session, if a message names no era and its headers repeat its id and version."""
        channel = self._channel
        if channel.settled is None:
            return None
        profile = channel.settled[0]
        repeats = (
            profile.era == "handshake"
            and fields.all(VERSION_HEADER) == [profile.version]
            and fields.all(SESSION_HEADER) == ([] if channel.session_id is None else [channel.session_id])
            and method_of(document) not in methods_of_one_era()
        )
        return profile if repeats else None

    def _profile_for(self, document: object) -> RevisionProfile:
        """The profile of the revision that a message of the peer is read in."""
        if self._opening is not None:
            return self._opening.profile_for(document)
        if self._channel.settled is not None or self._selector is None:
            return self._channel.outgoing_profile()
        try:
            return self._selector.choose(document, self._channel.theirs.waiting)
        except Violation as violation:
            raise unread_error(violation, document, 400) from None


def _with_text(message: Message | Batch, data: Text) -> Message | Batch:
    """A message with the text that it was read from, so that it can be passed on as it came."""
    text = data if isinstance(data, (bytes, str)) else bytes(data)
    if isinstance(message, Batch):
        return message.read_from(text)
    message.source = text
    return message


def header_error(document: object, verdict: RequestVerdict) -> RemoteProtocolError:
    """The error for an HTTP request that is rejected for its headers.

    Args:
        document: the message that it carried.
        verdict: of `check_http_request`, with a status.
    """
    error = verdict.error
    if error is not None:
        violation = Violation("headers", error.message, code=error.code, data=error.data)
    else:
        violation = header_violation(verdict)
    return unread_error(violation, document, verdict.http_status)


def header_violation(verdict: RequestVerdict) -> Violation:
    """What is wrong with the headers of an HTTP request."""
    found = "; ".join(f"{each.name} is {each.fault}" for each in verdict.problems)
    return Violation("headers", found, code=INVALID_REQUEST)


def unread_error(violation: Violation, document: object, http_status: int | None) -> RemoteProtocolError:
    """The error for a message that is rejected before it is parsed."""
    id_ = id_of(document) if method_of(document) is not None else None  # the id of a response is one of this side
    return RemoteProtocolError(violation, id_, http_status=http_status)
