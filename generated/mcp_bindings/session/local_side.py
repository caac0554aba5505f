"""Read and write messages in the revision in use, and check each against the state of the session."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import ProtocolError, RequestId, describe_finding, escape_unprintable, quote_value
from ..extensions import Extension
from ..extensions.rules import (
    declare_extensions,
    find_input_requests,
    find_undeclared_for_request,
    find_undeclared_for_result,
    find_unmet_need,
)
from ..http.headers import request_headers
from ..json_values import is_object, member_at
from ..jsonrpc.answers import ParseOptions
from ..jsonrpc.messages import Batch, Message, Notification, Request, Response, is_typed
from ..jsonrpc.parser import MessageParser
from ..jsonrpc.plain_json import to_json_copy, write_json
from ..jsonrpc.strict_json import JSONDocument, as_request_id
from ..limits import Limits
from ..negotiation.eras import method_of, opens_session
from ..negotiation.versions import known_versions
from ..renames import CAPABILITIES, list_names, to_own_name
from ..revisions import Revision, find_revision_for_version
from ..spec.error_codes import METHOD_NOT_FOUND, MISSING_REQUIRED_CLIENT_CAPABILITY, to_revision_code
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
from .capabilities import (
    drop_capabilities_of_other_revisions,
    merge_capabilities,
    rename_capabilities,
    write_capability_source,
)
from .errors import LocalProtocolError, OnFinding, RemoteProtocolError, Violation
from .events import Ignored, OutgoingRequest
from .input_rounds import check_input_requests
from .profile import RevisionProfile, other_side, revision_profile
from .request_table import PendingRequest, RequestTable
from .rules import SessionMode
from .state import SessionState
from .states import AGREED, CLOSED, READY


def check_extensions(
    message: Message, sender: Sender, profile: RevisionProfile, state: SessionState, *, arrived: bool
) -> None:
    """Check that the sides have declared the extensions that a message uses.

    Args:
        message: the message, valid in its revision with the extensions in use.
        sender: the side that sends the message.
        profile: the profile of the message's revision.
        state: the state of the session.
        arrived: whether the message has arrived from the peer.

    Raises:
        Violation: a request or its result uses an extension that the client has not declared in the request, the server
            asks for input without a declared capability of the client, this side asks for input against a
            recommendation, or this side sends a request for which the server has not declared the extension or a
            setting of the extension.
    """
    if isinstance(message, Request) and sender == "client":
        params = message.document.get("params")
        missing = find_undeclared_for_request(profile.extensions, message.method, params)
        if missing:
            raise _make_undeclared_extension_violation(message.method, missing, profile)
        server_capabilities = state.capabilities["server"] if state.collector.checks_sender_rules(arrived) else None
        for each in profile.extensions:
            if server_capabilities is None or message.method not in each.methods:
                continue
            if need := find_unmet_need(message.method, each, server_capabilities):
                text = f"{message.method} needs {need}, which the server has not declared"
                state.collector.note_sender_violation(Violation("capability", text), arrived=arrived)
    elif isinstance(message, Response) and sender == "server":
        check_extension_result(message.id, message.document["result"], state, arrived=arrived)
    elif isinstance(message, Notification) and sender == "server":
        _check_notification_input(message, profile, state, arrived=arrived)


def _check_notification_input(
    message: Notification, profile: RevisionProfile, state: SessionState, *, arrived: bool
) -> None:
    """Check that a subscribed client has declared the capabilities for the input that a notification asks for.

    Nothing is checked if the notification asks for no input, or belongs to no subscription that waits.

    Raises:
        Violation: the client has not declared a capability, or this side asks for input against a recommendation.
    """
    params: Mapping[str, Any] = message.document.get("params") or {}
    requests = find_input_requests(profile.extensions, message.method, params)
    pending = state.find_pending_request("client", member_at(params, META, SUBSCRIPTION_KEY)) if requests else None
    if pending is not None:
        check_input_requests(requests, pending, state.collector, arrived=arrived)


def check_extension_result(id_: RequestId, result: Any, state: SessionState, *, arrived: bool) -> None:
    """Check that the client has declared the extension and the input capabilities that a result needs.

    Nothing is checked if no request with the id waits, or no extension is in use.

    Args:
        id_: the id of the request.
        result: the result, as JSON or typed.
        state: the state of the session.
        arrived: whether the result has arrived from the server.

    Raises:
        Violation: the client has not declared the extension or a capability, or this side asks for input against a
            recommendation.
    """
    pending = state.find_pending_request("client", id_)
    if pending is None or not pending.profile.extensions:
        return
    extensions, method = pending.profile.extensions, pending.method.name
    missing = find_undeclared_for_result(extensions, pending.params, result)
    if missing:
        raise _make_undeclared_extension_violation(f"the result of {method}", missing, pending.profile)
    requests = find_input_requests(extensions, method, result)
    if requests:
        check_input_requests(requests, pending, state.collector, arrived=arrived)


def _make_undeclared_extension_violation(what: str, missing: dict[str, Any], profile: RevisionProfile) -> Violation:
    names = ", ".join(missing["extensions"])
    text = f"{what} needs the extension {names}, which the client has not declared in the request"
    data = {"requiredCapabilities": missing}
    code = to_revision_code(profile.revision.error_codes, MISSING_REQUIRED_CLIENT_CAPABILITY)
    return Violation("capability", text, code=code, data=data)


class SessionSettings(NamedTuple):
    """The settings of one side of a session. The sessions of one server share them, and no message changes them."""

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
    """The text of a server for its clients; None without one."""

    transport: Transport
    limits: Limits
    extensions: tuple[Extension, ...]
    mode: SessionMode
    on_finding: OnFinding | None
    may_use_unknown_methods: bool
    """True if this side declares an experimental capability, or an extension that is not in use."""

    reading: ParseOptions
    """Options of the parser for messages of the peer."""

    writing: ParseOptions
    """Options of the parser for messages of this side."""

    declared: dict[str, dict[str, Any]]
    """The capabilities that this side declares in each revision in which a session has needed them, by revision id. The
    empty text as the key has those of `capabilities_of_any`."""


class LocalSide:
    """One side of a session. It reads, writes, checks and records messages one at a time.

    Args:
        settings: the settings of this side.

    Attributes:
        settings: the settings of this side.
        state: the state of the session.
        agreed: profile and parser of the agreed revision; None before the sides agree, after the end of the session,
            and on a server where each request names its own version.
        revision: the revision that the sides have agreed on, also after the end of the session; None if they have
            agreed on none.
        session_id: the `Mcp-Session-Id` of the session; None if the session has no id.
        last_request_profile: the profile of the last request that the peer has sent before the sides agreed; None
            before the first such request.
        local_requests: the requests of this side.
        peer_requests: the requests of the peer.
    """

    def __init__(self, settings: SessionSettings) -> None:
        self.settings = settings
        self.role: Sender = settings.role
        self.peer: Sender = other_side(settings.role)
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
        self.state.may_use_unknown_methods = settings.may_use_unknown_methods
        self.local_requests: RequestTable = self.state.requests[self.role]
        self.peer_requests: RequestTable = self.state.requests[self.peer]
        self.agreed: tuple[RevisionProfile, MessageParser] | None = None
        self.revision: Revision | None = None
        self.session_id: str | None = None
        self._tried_profile: RevisionProfile | None = None
        self.last_request_profile: RevisionProfile | None = None
        self._next_id = 1
        self._last_sent: tuple[bytes, dict[str, Any]] | None = None  # text and message, until its headers are written

    def agree_on(self, version: str) -> None:
        """Record that both sides have agreed on a version."""
        self.revision = self.revision_of(version)
        profile = revision_profile(self.revision.id, self.extensions)
        self.agreed = (profile, profile.revision.message_parser)

    def resume(self, version: str, *, is_ready: bool) -> None:
        """Continue a session that its client has opened with another process of this server.

        Nothing is known of the earlier messages, so the client counts as one that has declared no capability.

        Args:
            version: the agreed version.
            is_ready: whether the client has sent `notifications/initialized`.
        """
        self.agree_on(version)
        self.state.phase = READY if is_ready else AGREED
        self.state.capabilities = {"client": {}, "server": self.get_declared_capabilities(self.get_outgoing_profile())}

    def revision_of(self, version: str) -> Revision:
        """Return the revision in which this side speaks a version."""
        return find_revision_for_version(version, draft=self.settings.draft)

    def profile_of(self, version: str) -> RevisionProfile:
        """Return the profile of the revision in which this side speaks a version, with the extensions in use."""
        return revision_profile(self.revision_of(version).id, self.extensions)

    def get_declared_capabilities(self, profile: RevisionProfile) -> dict[str, Any]:
        """Return the capabilities that this side declares in a revision.

        Capabilities and extensions that only other revisions have are left out. All sessions with these settings share
        the result, so do not change it.
        """
        found = self.settings.declared.get(profile.id)
        if found is None:
            own = rename_capabilities(self.capabilities, self.role, profile.revision.id)
            found = drop_capabilities_of_other_revisions(own, self.role, profile.capabilities[self.role])
            if self.extensions:
                found = declare_extensions(found, profile.extensions, self.extensions)
            self.settings.declared[profile.id] = found
        return found

    @property
    def capabilities_of_any(self) -> Mapping[str, Any]:
        """The capabilities of this side, under the names that they have in each revision that this side speaks."""
        if not CAPABILITIES[self.role]:
            return self.capabilities
        found = self.settings.declared.get("")
        if found is None:
            merged = dict[str, Any]()
            for each in self.revisions:
                merge_capabilities(merged, rename_capabilities(self.capabilities, self.role, self.revision_of(each).id))
            found = self.settings.declared[""] = merged
        return found

    def try_version(self, version: str) -> None:
        """Make this side write messages in a version until the sides agree on a version."""
        self._tried_profile = self.profile_of(version)

    def close(self) -> None:
        """Close the session: no further message is written or read."""
        self.state.close()
        self.agreed = None

    def reset(self) -> bool:
        """Reset a server to the state before the first message of its client.

        Returns:
            True if the server was reset. False if nothing was changed, since the session is closed, more is remembered
            than the opening and the used ids, or the client may use methods that no revision has.
        """
        if self.state.may_use_unknown_methods != self.settings.may_use_unknown_methods or not self.state.reset():
            return False
        self.state.capabilities["server"] = self.capabilities_of_any
        self.agreed = self.revision = self.last_request_profile = None
        self._next_id = 1
        return True

    def restart(self, version: str) -> None:
        """Forget the session, and make this side write messages in a version until the sides agree on one again."""
        self.state.restart()
        self.state.update_may_use_unknown_methods(self.capabilities, self.extensions)
        self.agreed = self.revision = self.session_id = None
        self.try_version(version)

    def get_outgoing_profile(self) -> RevisionProfile:
        """Return the profile of the revision in which this side writes all messages but answers.

        Before the sides agree, that is the revision that this side tries, or else that of the last request of the
        client, or else the newest handshake revision that this side speaks. If this side speaks none, it is the newest
        revision that this side speaks.
        """
        if self.agreed is not None:
            return self.agreed[0]
        if self._tried_profile is not None:
            return self._tried_profile
        if self.last_request_profile is not None:
            return self.last_request_profile
        return self.profile_of(next(iter(known_versions(self.revisions, era="handshake")), self.revisions[0]))

    def get_answer_profile(self, id_: RequestId | None) -> RevisionProfile:
        """Return the profile in which to answer a request of the peer.

        This is the profile of the request if the request waits; otherwise that of all messages but answers.
        """
        pending = self.peer_requests.find_request(id_)
        return pending.profile if pending is not None else self.get_outgoing_profile()

    def parse_message(self, document: JSONDocument, profile: RevisionProfile) -> Message | Batch:
        """Parse a message or a batch of the peer by a revision.

        Raises:
            ProtocolError: the message is not valid.
        """
        parser = profile.revision.message_parser
        return parser.parse_value(document, self.peer, self.local_requests.methods, self.limits, self.reading)

    def abandon_answered_request(self, error: ProtocolError) -> None:
        """Stop waiting for the request of this side that a rejected message answers.

        Otherwise a peer that sends invalid answers would fill the memory. `initialize` goes on waiting for a valid
        answer or for `Session.request_failed`, since the session depends on it. Nothing happens if the rejected message
        is no answer.

        Args:
            error: the error with which the message is rejected.
        """
        if error.id is not None and error.rejects_answer:
            self.state.abandon_request(self.role, error.id, unless=INITIALIZE)

    def parse_single_message(self, document: dict[str, Any], profile: RevisionProfile) -> Message:
        """Parse one message of the peer by a revision. The document must not be a batch.

        Raises:
            ProtocolError: the message is not valid.
        """
        message = self.parse_message(document, profile)
        assert not isinstance(message, Batch)
        return message

    def record_received_message(self, message: Message | Batch, profile: RevisionProfile) -> Message | Batch | Ignored:
        """Check and record a valid message or batch of the peer.

        Returns:
            The message, or `Ignored` if the message has no effect. A batch has an error in place of each rejected
            message, and no item for an ignored one.

        Raises:
            RemoteProtocolError: a message that is not in a batch breaks a rule for which it is refused.
        """
        if isinstance(message, Batch):
            return self._record_batch(message, profile)
        if isinstance(message, (Request, Notification)):
            message.revision_id = profile.id
        try:
            if profile.extensions:
                check_extensions(message, self.peer, profile, self.state, arrived=True)
            reason = self.state.record_message(message, self.peer, profile, arrived=True)
        except Violation as violation:
            raise make_remote_error(violation, message) from None
        if self.settings.mode == "tolerant" and is_typed(message):  # in a body without a type nothing is set aside
            self._note_set_aside_parts(message)
        if self.agreed is None and isinstance(message, Request):
            self.last_request_profile = profile
        return message if reason is None else Ignored(message, reason)

    def _record_batch(self, batch: Batch, profile: RevisionProfile) -> Batch:
        """Check and record the messages of a batch of the peer in order. A rejected answer ends its request.

        Returns:
            The messages that are not ignored, with an error in place of each rejected message.
        """
        items: list[Message | ProtocolError] = []
        for item in batch:
            try:
                event = item if isinstance(item, ProtocolError) else self.record_received_message(item, profile)
            except RemoteProtocolError as error:
                event = error
            if isinstance(event, ProtocolError):
                self.abandon_answered_request(event)
            if not isinstance(event, (Ignored, Batch)):  # no batch is in a batch
                items.append(event)
        return Batch(items)

    def _note_set_aside_parts(self, message: Message) -> None:
        """Note as findings the invalid parts of a message that the mode `tolerant` has set aside."""
        from ..jsonrpc.set_aside import set_aside  # imported here, as few messages have such parts

        for part in set_aside(message):
            for found in part.findings[:1]:
                place = escape_unprintable(part.pointer) or "the message"
                text = f"{place} is set aside: {describe_finding(found, 'the message')}"
                self.state.collector.refuse_or_note(Violation("message.valid", text), arrived=True)

    def skip_ids(self, most: int) -> None:
        """Make `new_id` return only numbers above the given one."""
        self._next_id = max(self._next_id, most + 1)

    def new_id(self) -> RequestId:
        """Return the next number that is free as an id and as a progress token, as a string if ids cannot be integers.

        No number is returned twice, unless the request with the number could not be written, or `reset` was called.
        """
        has_integers = int in self.get_outgoing_profile().revision.request_id_types
        requests = self.local_requests
        while True:
            id_: RequestId = self._next_id if has_integers else str(self._next_id)
            self._next_id += 1
            if not (requests.has_id(id_) or requests.has_token(id_) or id_ in self.state.input_rounds):
                return id_

    def make_request_meta(self) -> dict[str, Any]:
        """Return the `_meta` members of each request of a client in a per-request revision; else an empty object."""
        profile = self.get_outgoing_profile()
        if profile.era == "handshake" or self.role == "server":
            return {}
        capabilities = self.get_declared_capabilities(profile)
        return {VERSION_KEY: profile.version, CAPABILITIES_KEY: capabilities, CLIENT_INFO_KEY: self.info}

    def request(
        self, method: str, params: Any = None, id_: RequestId | None = None, *, progress: bool = False
    ) -> OutgoingRequest:
        """Write a request to the peer, with the arguments and errors of `Session.request`."""
        profile = self.get_outgoing_profile()
        members: Any = {} if params is None else to_json_copy(params)
        before = self._next_id
        id_ = self.new_id() if id_ is None else id_
        meta = self.make_request_meta()
        if progress:
            meta[PROGRESS_KEY] = id_
        if is_object(members) and is_object(caller_meta := members.get(META, {})) and (meta or caller_meta):
            members = {**members, META: {**meta, **caller_meta}}
        own = to_own_name(method, profile.revision)
        document: dict[str, Any] = {"jsonrpc": "2.0", "id": id_, "method": own}
        if members or params is not None:
            document["params"] = members
        try:
            return OutgoingRequest(id_, self.write_message(document, profile))
        except LocalProtocolError:
            self._next_id = before  # no gap between ids, which the peer would remember for the whole session
            raise

    def notify(self, method: str, params: Any = None) -> bytes:
        """Write a notification to the peer, with the arguments and errors of `Session.notify`."""
        profile = self.get_outgoing_profile()
        return self.write_message(_make_notification(method, params, profile), profile)

    def check_notification(self, method: str, params: Any) -> None:
        """Check that a notification of this side is valid, without sending or recording it.

        Raises:
            LocalProtocolError: the session is closed, or the notification is not valid.
            EncodeError: the params have no form in JSON.
        """
        profile = self.get_outgoing_profile()
        self._parse_own_message(_make_notification(method, params, profile), profile)

    def write_message(self, document: dict[str, Any], profile: RevisionProfile, data: bytes | None = None) -> bytes:
        """Check and record a message of this side, and return its text.

        Args:
            document: the message, as JSON.
            profile: the profile of the message's revision.
            data: the text of the message, if other code has written the text; None to write it here.

        Raises:
            LocalProtocolError: the session is closed, or the message is not valid or breaks a rule.
        """
        message = self._parse_own_message(document, profile)
        return self.write_valid_message(message, document, profile, write_json(document) if data is None else data)

    def _parse_own_message(self, document: dict[str, Any], profile: RevisionProfile) -> Message:
        """Return a message of this side, which is given as JSON, as a typed message.

        Raises:
            LocalProtocolError: the session is closed, or the message is not valid.
        """
        if self.state.phase == CLOSED:
            raise LocalProtocolError("closed", "the session is closed, so open a new one to send a message")
        try:
            parser = profile.revision.message_parser
            message = parser.parse_value(
                document, self.role, self.peer_requests.methods, self.limits, self.settings.writing
            )
        except ProtocolError as error:
            found = "; ".join(describe_finding(each, "message") for each in error.findings)
            rule = "method" if error.code == METHOD_NOT_FOUND else "message.valid"
            what = document.get("method", "the answer")
            raise LocalProtocolError(
                rule, f"{what}: {found or f'a {self.role} of {profile.id} may not send it'}"
            ) from None
        assert not isinstance(message, Batch)
        return message

    def _make_capability_hint(self, violation: Violation) -> str:
        """Return a clause with the option that declares a missing capability.

        The clause is empty if the violation is not about a capability of this side.
        """
        missing = member_at(violation.data, "missingCapability")
        if not isinstance(missing, str) or member_at(violation.data, "declaredBy") != self.role:
            return ""
        return f": pass capabilities={write_capability_source(missing)}"

    def write_valid_message(
        self, message: Message, document: dict[str, Any], profile: RevisionProfile, data: bytes
    ) -> bytes:
        """Check and record a message of this side that is valid in its revision, and return its text.

        A result of `initialize` settles the version of the session.

        Raises:
            LocalProtocolError: the message breaks a rule.
        """
        accepts = isinstance(message, Response) and message.method == INITIALIZE
        if accepts:
            self._check_accepted_version(document, self.peer_requests.find_request(document["id"]))
        elif isinstance(message, Request) and message.method == INITIALIZE:
            self._check_requested_version(document)
        try:
            if profile.extensions:
                check_extensions(message, self.role, profile, self.state, arrived=False)
            self.state.record_message(message, self.role, profile, arrived=False)
        except Violation as violation:
            raise LocalProtocolError(
                violation.rule, violation.message + self._make_capability_hint(violation)
            ) from None
        if accepts:
            self.agree_on(document["result"]["protocolVersion"])
        if self.transport == "http" and self.role == "client":
            self._last_sent = (data, document)
        return data

    def profile_of_own_message(self, document: Mapping[str, Any]) -> RevisionProfile:
        """Return the profile of the revision in which a message of this side is written."""
        if "method" not in document:
            return self.get_answer_profile(document.get("id"))
        version = member_at(document, "params", META, VERSION_KEY) if self.role == "client" else None
        if (
            isinstance(version, str)
            and (self.agreed is None or version != self.agreed[0].version)
            and version in known_versions(self.revisions, era="per-request")
            and not opens_session(document)
        ):
            return self.profile_of(version)
        return self.get_outgoing_profile()

    def make_http_headers(
        self,
        document: Mapping[str, Any] | None,
        http_method: str,
        last_event_id: str | None,
        input_schemas: Mapping[str, object],
    ) -> dict[str, str]:
        """Return the headers of an HTTP request of a client, with the errors of `Session.http_headers`."""
        agreed = self.revision.version if self.revision is not None else None
        declared = _read_declared_version(document) if agreed is None else None
        version = agreed or (declared if declared in self.revisions else self.get_outgoing_profile().version)
        called = member_at(document, "params", "name") if method_of(document) in list_names(CALL_TOOL) else ""
        headers = request_headers(
            document,
            version,
            session_id=self.session_id,
            input_schema=input_schemas.get(called) if isinstance(called, str) else None,
            http_method=http_method,
            last_event_id=last_event_id,
            extensions=self.extensions,
        )
        if agreed is None and version != declared:  # the header names the agreed version, which is not known yet
            headers.pop(VERSION_HEADER, None)
        return headers

    def parse_own_text(self, data: bytes) -> Any:
        """Return the JSON value of a text of this side. A text that this side has just written is not parsed again, but
        only once: its value is forgotten then.
        """
        last, self._last_sent = self._last_sent, None
        return last[1] if last is not None and last[0] is data else json.loads(data)

    def _check_requested_version(self, document: Mapping[str, Any]) -> None:
        """Check that an `initialize` of this side asks for a version that this side speaks.

        Raises:
            LocalProtocolError: this side does not speak the version, or the version has no handshake.
        """
        requested, spoken = document["params"]["protocolVersion"], known_versions(self.revisions, era="handshake")
        if requested not in spoken:
            raise LocalProtocolError(
                "version", f"initialize must ask for one of {', '.join(spoken)}, not for {quote_value(requested)}"
            )

    def _check_accepted_version(self, document: Mapping[str, Any], request: PendingRequest | None) -> None:
        """Check the version in the result of this side for `initialize`.

        If this side speaks the requested version, the result must name that version. Otherwise the result may name any
        version with a handshake that this side speaks.

        Raises:
            LocalProtocolError: the result names another version.
        """
        assert request is not None  # the parser has found the method of the request by this id
        requested, accepted = request.params["protocolVersion"], document["result"]["protocolVersion"]
        spoken = known_versions(self.revisions, era="handshake")
        if accepted not in spoken or (requested in spoken and accepted != requested):
            expected = requested if requested in spoken else f"one of {', '.join(spoken)}"
            raise LocalProtocolError(
                "version",
                f"initialize asks for {quote_value(requested)}, so its result must name {expected}, "
                f"not {quote_value(accepted)}",
            )


def _make_notification(method: str, params: Any, profile: RevisionProfile) -> dict[str, Any]:
    """Return a notification as JSON, with the name that a revision has for its method.

    Raises:
        EncodeError: the params have no form in JSON.
    """
    document: dict[str, Any] = {"jsonrpc": "2.0", "method": to_own_name(method, profile.revision)}
    if params is not None:
        document["params"] = to_json_copy(params)
    return document


def id_of(document: object) -> RequestId | None:
    """Return the id of a JSON value that may be a message; None if the value has no valid id."""
    return as_request_id(document.get("id")) if is_object(document) else None


def make_remote_error(violation: Violation, message: Message) -> RemoteProtocolError:
    """Return the error for a message of the peer that breaks a rule. Only a request is answered with the error."""
    if isinstance(message, Notification):
        return RemoteProtocolError(violation, None)
    violation.answerable = violation.answerable and isinstance(message, Request)
    error = RemoteProtocolError(violation, message.id)
    error.rejects_answer = not isinstance(message, Request)
    return error


def _read_declared_version(document: object) -> Any:
    """Return the version in the `_meta` of a request of a client; None if its `_meta` has no version.

    None is returned too for the `initialize` of a handshake revision, in which this member has no meaning.
    """
    return None if opens_session(document) else member_at(document, "params", META, VERSION_KEY)
