"""Read and write messages in the revision in use, and check each against the state of the session."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..errors import ProtocolError, RequestId, quoted
from ..extensions import Extension
from ..extensions.rules import (
    declare_extensions,
    declares,
    find_input_requests,
    find_undeclared_for_request,
    find_undeclared_for_result,
)
from ..http.headers import request_headers
from ..json_values import is_object, member_at
from ..jsonrpc.answers import ParseOptions
from ..jsonrpc.messages import Batch, Message, Notification, Request, Response, is_typed
from ..jsonrpc.parser import MessageParser
from ..jsonrpc.plain_json import to_json_copy, write_json
from ..jsonrpc.rewriting import document_of
from ..jsonrpc.strict_json import as_request_id
from ..limits import Limits
from ..negotiation.eras import method_of, opens_session
from ..negotiation.versions import usable
from ..revisions import Revision, spoken_as
from ..spec.error_codes import METHOD_NOT_FOUND, MISSING_REQUIRED_CLIENT_CAPABILITY
from ..spec.names import (
    CALL_TOOL,
    CAPABILITIES_KEY,
    CLIENT_INFO_KEY,
    INITIALIZE,
    META,
    PROGRESS_KEY,
    SUBSCRIPTION_KEY,
    VERSION_HEADER,
    VERSION_KEY,
    Sender,
    Transport,
)
from .errors import LocalProtocolError, OnFinding, RemoteProtocolError, SessionFinding, Violation
from .events import Ignored, OutgoingRequest
from .exchange import Exchange, Side
from .input_rounds import check_input
from .profile import RevisionProfile, other, revision_profile
from .rules import HARMLESS, SessionMode
from .state import SessionState
from .states import AGREED, CLOSED, READY


def check_extensions(
    message: Message, sender: Sender, profile: RevisionProfile, state: SessionState, *, arrived: bool
) -> None:
    """Check that the sides have declared the extensions that a message uses.

    Args:
        message: the message, valid by the revision with its extensions.
        sender: the side that sends it.
        profile: the profile of that revision.
        state: the state of the session.
        arrived: whether it has arrived from the peer.

    Raises:
        Violation: the client has not declared the extension in its request, or has not declared that it can give the
            input that it is asked for, or the server is known not to have the extension.
    """
    if isinstance(message, Request) and sender == "client":
        params = message.document.get("params")
        missing = find_undeclared_for_request(profile.extensions, message.method, params)
        if missing:
            raise _undeclared(message.method, missing)
        known = state.capabilities["server"] if state.remarks.concern(arrived) else None
        for each in profile.extensions:
            if known is not None and message.method in each.methods and not declares(known, each):
                text = f"{message.method} needs the extension {each.id}, which the server has not declared"
                state.remarks.bind(Violation("capability", text), arrived=arrived)
    elif isinstance(message, Response) and sender == "server":
        check_result(message.id, message.document["result"], state, arrived=arrived)
    elif isinstance(message, Notification) and sender == "server":
        _check_notification(message, profile, state, arrived=arrived)


def _check_notification(message: Notification, profile: RevisionProfile, state: SessionState, *, arrived: bool) -> None:
    """Check that the client of a subscription has declared that it can give the input a notification asks for."""
    params: Mapping[str, Any] = message.document.get("params") or {}
    requests = find_input_requests(profile.extensions, message.method, params)
    exchange = state.request_of("client", member_at(params, META, SUBSCRIPTION_KEY)) if requests else None
    if exchange is not None:
        check_input(requests, exchange, state.remarks, arrived=arrived)


def check_result(id_: RequestId, result: Any, state: SessionState, *, arrived: bool) -> None:
    """Check that the client has declared the extension of a result, and that it can give the input asked for.

    Args:
        id_: the id of the request.
        result: the result, as JSON or typed.
        state: the state of the session.
        arrived: whether it has arrived from the server.

    Raises:
        Violation: the client has not declared one of them.
    """
    exchange = state.request_of("client", id_)
    if exchange is None or not exchange.profile.extensions:
        return
    extensions, method = exchange.profile.extensions, exchange.method.name
    missing = find_undeclared_for_result(extensions, exchange.params, result)
    if missing:
        raise _undeclared(f"the result of {method}", missing)
    requests = find_input_requests(extensions, method, result)
    if requests:
        check_input(requests, exchange, state.remarks, arrived=arrived)


def _undeclared(what: str, missing: dict[str, Any]) -> Violation:
    names = ", ".join(missing["extensions"])
    text = f"{what} needs the extension {names}, which the client has not declared in the request"
    data = {"requiredCapabilities": missing}
    return Violation("capability", text, code=MISSING_REQUIRED_CLIENT_CAPABILITY, data=data)


class Settings(NamedTuple):
    """The settings of one side of a session, which no message changes. The sessions of one server share them."""

    role: Sender
    revisions: tuple[str, ...]
    """The versions that this side speaks, newest first."""

    draft: bool
    """True if this side speaks the draft in place of a release with the same version."""

    info: Any
    """Name and version of the implementation, as JSON."""

    capabilities: dict[str, Any]
    """The capabilities of this side, as JSON."""

    instructions: str | None
    transport: Transport
    limits: Limits
    extensions: tuple[Extension, ...]
    mode: SessionMode
    on_finding: OnFinding | None
    has_experiments: bool
    """True if the capabilities include some that this package does not know."""

    reading: ParseOptions
    """Options of the parser for messages of the peer."""

    writing: ParseOptions
    """Options of the parser for messages of this side."""


class Channel:
    """One side of a session, which reads, writes, checks and records messages one at a time.

    Args:
        settings: the settings of this side.

    Attributes:
        settings: the settings of this side.
        state: the state of the session.
        settled: profile and parser of the agreed revision; None before that, after the end of the session, and on a
            server where each request names its own version.
        version: the agreed version, also after the end of the session; None if the sides have agreed on none.
        session_id: the `Mcp-Session-Id` of the session; None if the session has no id.
        own: the requests of this side.
        theirs: the requests of the peer.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.role: Sender = settings.role
        self.peer: Sender = other(settings.role)
        self.revisions: tuple[str, ...] = settings.revisions
        self.info: Any = settings.info
        self.extensions: tuple[Extension, ...] = settings.extensions
        self.capabilities: dict[str, Any] = settings.capabilities
        self.transport: Transport = settings.transport
        self.limits: Limits = settings.limits
        self.reading: ParseOptions = settings.reading
        self.state: SessionState = SessionState(
            settings.mode, settings.on_finding, in_order=settings.transport == "stdio"
        )
        self.state.has_experiments = settings.has_experiments
        self.own: Side = self.state.sides[self.role]
        self.theirs: Side = self.state.sides[self.peer]
        self.settled: tuple[RevisionProfile, MessageParser] | None = None
        self.version: str | None = None
        self.session_id: str | None = None
        self._trying: RevisionProfile | None = None
        self._last_asked: RevisionProfile | None = None  # the profile of the last request of the client to this server
        self._next_id = 1
        self._last_sent: tuple[bytes, dict[str, Any]] | None = None  # text and message, until its headers are written

    def settle(self, version: str) -> None:
        """Record that both sides have agreed on a version."""
        self.version = version
        profile = self.profile_of(version)
        self.settled = (profile, profile.revision.message_parser)

    def resume(self, version: str, *, is_ready: bool) -> None:
        """Continue a session that its client has opened with another process of this server.

        Nothing is known of its messages, so the client counts as one that has declared no capability.

        Args:
            version: the agreed version.
            is_ready: whether the client has sent `notifications/initialized`.
        """
        self.settle(version)
        self.state.phase = READY if is_ready else AGREED
        self.state.capabilities = {"client": {}, "server": self.capabilities_in(self.outgoing_profile())}

    def revision_of(self, version: str) -> Revision:
        """Return the revision in which this side speaks a version."""
        return spoken_as(version, draft=self.settings.draft)

    def profile_of(self, version: str) -> RevisionProfile:
        """Return the profile of the revision in which this side speaks a version, with the extensions in use."""
        return revision_profile(self.revision_of(version).id, self.extensions)

    def capabilities_in(self, profile: RevisionProfile) -> dict[str, Any]:
        """Return the capabilities that this side declares in a revision, with the extensions that extend it."""
        return declare_extensions(self.capabilities, profile.extensions) if profile.extensions else self.capabilities

    def attempt(self, version: str) -> None:
        """Write messages in a version until the sides agree on one."""
        self._trying = self.profile_of(version)

    def close(self) -> None:
        """Close the session: no further message is written or read."""
        self.state.close()
        self.settled = None

    def reset(self) -> bool:
        """Reset a server to the state before its first message, and return whether that was possible."""
        if self.state.has_experiments != self.settings.has_experiments or not self.state.reset():
            return False
        self.state.capabilities["server"] = self.capabilities
        self.settled = self.version = self._last_asked = None
        self._next_id = 1
        return True

    def restart(self, version: str) -> None:
        """Forget the session, and write messages in a version until the sides agree on one again."""
        self.state.restart()
        self.state.note_experiments(self.capabilities, self.extensions)
        self.settled = self.version = self.session_id = None
        self.attempt(version)

    def outgoing_profile(self) -> RevisionProfile:
        """Return the profile of the revision in which this side writes all messages but answers."""
        if self.settled is not None:
            return self.settled[0]
        if self._trying is not None:
            return self._trying
        if self._last_asked is not None:
            return self._last_asked
        return self.profile_of(next(iter(usable(self.revisions, era="handshake")), self.revisions[0]))

    def own_request(self, id_: RequestId | None) -> Exchange | None:
        """Return the request of this side with an id; None if no such request waits for an answer."""
        return self.own.waiting.get(id_) if id_ is not None else None

    def peer_request(self, id_: RequestId | None) -> Exchange | None:
        """Return the request of the peer with an id; None if no such request waits for an answer."""
        return self.theirs.waiting.get(id_) if id_ is not None else None

    def answer_profile(self, id_: RequestId | None) -> RevisionProfile:
        """Return the profile of the revision in which to answer a request of the peer, which is that of the request."""
        exchange = self.peer_request(id_)
        return exchange.profile if exchange is not None else self.outgoing_profile()

    def read(self, document: object, profile: RevisionProfile) -> Message | Batch:
        """Parse a message or a batch of the peer by a revision.

        Raises:
            ProtocolError: the message is not valid.
        """
        parser = profile.revision.message_parser
        return parser.parse_value(document, self.peer, self.own.methods, self.limits, self.reading)

    def end_answered(self, error: ProtocolError) -> None:
        """Stop waiting for the request of this side that a rejected message answers.

        Otherwise a peer that sends invalid answers would fill the memory. `initialize` goes on waiting for a valid
        answer or for `Session.request_failed`, since the session depends on it.

        Args:
            error: the error with which the message is rejected.
        """
        if error.id is not None and error.rejects_answer:
            self.state.abandon(self.role, error.id, unless=INITIALIZE)

    def read_one(self, document: Mapping[str, Any], profile: RevisionProfile) -> Message:
        """Parse a message of the peer that is not a batch by a revision.

        Raises:
            ProtocolError: the message is not valid.
        """
        message = self.read(document, profile)
        assert not isinstance(message, Batch)
        return message

    def take(self, message: Message, profile: RevisionProfile) -> Message | Ignored:
        """Check and record a valid message of the peer.

        Returns:
            The message, or `Ignored` if it arrived too late.

        Raises:
            RemoteProtocolError: the message breaks a rule.
        """
        try:
            if profile.extensions:
                check_extensions(message, self.peer, profile, self.state, arrived=True)
            reason = self.state.take(message, self.peer, profile, arrived=True)
        except Violation as violation:
            raise remote_error(violation, message) from None
        if self.settings.mode == "tolerant" and is_typed(message):  # in a body without a type nothing is set aside
            self._note_set_aside(message)
        if self.settled is None and isinstance(message, Request):
            self._last_asked = profile
        return message if reason is None else Ignored(message, reason)

    def _note_set_aside(self, message: Message) -> None:
        """Note as findings the invalid parts of a message that the mode `tolerant` has set aside."""
        from ..jsonrpc.set_aside import set_aside  # imported here, as few messages have such parts

        for part in set_aside(message):
            for found in part.findings[:1]:
                text = f"{part.pointer or 'the message'} is set aside: {found.pointer}: {found.message}"
                self.state.remarks.require(Violation("message.valid", text), arrived=True)

    def skip_ids(self, most: int) -> None:
        """Make `new_id` return no number up to this one."""
        self._next_id = max(self._next_id, most + 1)

    def new_id(self) -> int:
        """Return the next integer that is free as an id and as a progress token. No integer is returned twice."""
        while not (self.is_free_id(self._next_id) and self.is_free_token(self._next_id)):
            self._next_id += 1
        self._next_id += 1
        return self._next_id - 1

    def is_free_id(self, id_: RequestId) -> bool:
        """Return whether an id is new in the session, and belongs to no late answer and to no open round of input."""
        own = self.own
        return not (id_ in own.waiting or id_ in own.used or id_ in own.dropped or id_ in self.state.rounds)

    def is_free_token(self, token: RequestId) -> bool:
        """Return whether no progress report, not even a late one, may still arrive with the token."""
        own = self.own
        return token not in own.tokens and token not in own.dropped_tokens

    def request_meta(self) -> dict[str, Any]:
        """Return the `_meta` keys that every request of a client has in a per-request revision; empty in others."""
        profile = self.outgoing_profile()
        if profile.era == "handshake" or self.role == "server":
            return {}
        capabilities = self.capabilities_in(profile)
        return {VERSION_KEY: profile.version, CAPABILITIES_KEY: capabilities, CLIENT_INFO_KEY: self.info}

    def request(
        self, method: str, params: Any = None, id_: RequestId | None = None, *, progress: bool = False
    ) -> OutgoingRequest:
        """Write a request to the peer, with the arguments and errors of `Session.request`."""
        before = self._next_id
        id_ = self.new_id() if id_ is None else id_
        profile = self.outgoing_profile()
        members: Any = {} if params is None else as_json(params)
        meta = self.request_meta()
        if progress:
            meta[PROGRESS_KEY] = id_
        if is_object(members) and is_object(given := members.get(META, {})) and (meta or given):
            members = {**members, META: {**meta, **given}}
        document: dict[str, Any] = {"jsonrpc": "2.0", "id": id_, "method": method}
        if members or params is not None:
            document["params"] = members
        try:
            return OutgoingRequest(id_, self.send(document, profile))
        except LocalProtocolError:
            self._next_id = before  # no gap between ids, which the peer would remember for the whole session
            raise

    def notify(self, method: str, params: Any = None) -> bytes:
        """Write a notification to the peer, with the arguments and errors of `Session.notify`."""
        document: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            document["params"] = as_json(params)
        return self.send(document, self.outgoing_profile())

    def send(self, document: dict[str, Any], profile: RevisionProfile, data: bytes | None = None) -> bytes:
        """Check and record a message of this side, and return its text.

        Args:
            document: the message, as JSON.
            profile: the profile of its revision.
            data: its text, if other code has written it.

        Raises:
            LocalProtocolError: the message is not valid, or breaks a rule.
        """
        if self.state.phase == CLOSED:
            raise LocalProtocolError("closed", "the session is closed")
        data = write_json(document) if data is None else data
        try:
            parser = profile.revision.message_parser
            message = parser.parse_value(document, self.role, self.theirs.methods, self.limits, self.settings.writing)
        except ProtocolError as error:
            found = "; ".join(f"{each.pointer or 'message'}: {each.message}" for each in error.findings)
            rule = "method" if error.code == METHOD_NOT_FOUND else "message.valid"
            what = document.get("method", "the answer")
            raise LocalProtocolError(rule, f"{what}: {found or f'not sent by a {self.role} of {profile.id}'}") from None
        assert not isinstance(message, Batch)
        return self.send_valid(message, document, profile, data)

    def send_valid(self, message: Message, document: dict[str, Any], profile: RevisionProfile, data: bytes) -> bytes:
        """Check and record a message of this side that is valid in its revision, and return its text.

        Raises:
            LocalProtocolError: the message breaks a rule.
        """
        accepts = isinstance(message, Response) and message.method == INITIALIZE
        if accepts:
            self._check_accepted_version(document, self.peer_request(document["id"]))
        elif document.get("method") == INITIALIZE:
            self._check_requested_version(document)
        try:
            if profile.extensions:
                check_extensions(message, self.role, profile, self.state, arrived=False)
            self.state.take(message, self.role, profile, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(violation.rule, violation.message) from None
        if accepts:
            self.settle(document["result"]["protocolVersion"])
        if self.transport == "http" and self.role == "client":
            self._last_sent = (data, document)
        return data

    def record_sent(self, data: bytes) -> None:
        """Check and record a message that other code has written, with the errors of `Session.record_sent`."""
        document = json.loads(data)
        self.send(document, self._profile_of_written(document), data)

    def forward(self, message: Message, findings: Iterable[SessionFinding], *, is_valid: bool = False) -> bytes:
        """Check and record a message from another connection, with the arguments and errors of `Session.forward`."""
        data, document = document_of(message)
        if self.role == "client" and message.method == INITIALIZE and opens_session(document):
            asked = member_at(document, "params", "protocolVersion")
            if asked in usable(self.revisions, era="handshake"):
                self.attempt(asked)
        profile, remarks = self._profile_of_written(document), self.state.remarks
        remarks.broken = HARMLESS[remarks.mode]
        if findings:
            remarks.broken = remarks.broken.union(finding.rule for finding in findings)
        try:
            if is_valid and self.state.phase != CLOSED and not self.extensions:
                return self.send_valid(message, document, profile, data)
            return self.send(document, profile, data)
        finally:
            remarks.broken = frozenset()

    def record_result(self, id_: RequestId, kind: str, result: Any) -> None:
        """Check and record a result that other code writes, with the errors of `Session.record_result`."""
        try:
            if self.extensions and self.role == "server":
                check_result(id_, result, self.state, arrived=False)
            self.state.result(id_, kind, result, self.role, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(violation.rule, violation.message) from None

    def record_error(self, id_: RequestId, error: ProtocolError) -> None:
        """Check and record an error that other code writes, with the errors of `Session.record_error`."""
        try:
            self.state.error(id_, {"code": error.code, "data": error.data}, self.role, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(violation.rule, violation.message) from None

    def _profile_of_written(self, document: Mapping[str, Any]) -> RevisionProfile:
        """Return the profile of the revision in which a message of this side is written."""
        if "method" not in document:
            return self.answer_profile(document.get("id"))
        version = member_at(document, "params", META, VERSION_KEY) if self.role == "client" else None
        is_other = version is not None and (self.settled is None or version != self.settled[0].version)
        if is_other and version in usable(self.revisions, era="per-request"):
            return self.profile_of(version)
        return self.outgoing_profile()

    def http_headers(
        self,
        document: Mapping[str, Any] | None,
        http_method: str,
        last_event_id: str | None,
        input_schemas: Mapping[str, object],
    ) -> dict[str, str]:
        """Return the headers of an HTTP request of a client, with the errors of `Session.http_headers`."""
        declared = member_at(document, "params", META, VERSION_KEY)
        version = self.version or (declared if declared in self.revisions else self.outgoing_profile().version)
        called = member_at(document, "params", "name") if method_of(document) == CALL_TOOL else ""
        headers = request_headers(
            document,
            version,
            session_id=self.session_id,
            input_schema=input_schemas.get(called) if isinstance(called, str) else None,
            http_method=http_method,
            last_event_id=last_event_id,
            extensions=self.extensions,
        )
        if self.version is None and version != declared:  # the header names the agreed version, which is not known yet
            headers.pop(VERSION_HEADER, None)
        return headers

    def document_of(self, data: bytes) -> Any:
        """Return the JSON value of a text, without parsing the text again if this side has just written it."""
        last, self._last_sent = self._last_sent, None
        return last[1] if last is not None and last[0] is data else json.loads(data)

    def _check_requested_version(self, document: Mapping[str, Any]) -> None:
        """Check that an `initialize` of this side asks for a version that this side speaks."""
        asked, spoken = document["params"]["protocolVersion"], usable(self.revisions, era="handshake")
        if asked not in spoken:
            raise LocalProtocolError(
                "version", f"initialize must ask for one of {', '.join(spoken)}, not for {quoted(asked)}"
            )

    def _check_accepted_version(self, document: Mapping[str, Any], request: Exchange | None) -> None:
        """Check that `initialize` is answered with the version asked for, or another if this side lacks that one."""
        assert request is not None  # the parser has found the method of the request by this id
        asked, given = request.params["protocolVersion"], document["result"]["protocolVersion"]
        spoken = usable(self.revisions, era="handshake")
        if given not in spoken or (asked in spoken and given != asked):
            expected = asked if asked in spoken else f"one of {', '.join(spoken)}"
            raise LocalProtocolError(
                "version",
                f"initialize asks for {quoted(asked)}, so its result must name {expected}, not {quoted(given)}",
            )


def as_json(value: Any) -> Any:
    """Return a typed value as JSON, or a copy of a value that is JSON."""
    return to_json_copy(value)


def id_of(document: object) -> RequestId | None:
    """Return the id of a JSON value that may be a message; None if it has no valid id."""
    return as_request_id(document.get("id")) if is_object(document) else None


def remote_error(violation: Violation, message: Message) -> RemoteProtocolError:
    """Return the error for a message of the peer that breaks a rule. Only a request may get it as its response."""
    if isinstance(message, Notification):
        return RemoteProtocolError(violation, None)
    violation.answerable = violation.answerable and isinstance(message, Request)
    error = RemoteProtocolError(violation, message.id)
    error.rejects_answer = not isinstance(message, Request)
    return error
