"""Observe both sides of one connection: find for each message whether it may come now, and its faults.

A message of the client is read as the server reads it, and a message of the server as the client reads it.

    >>> observer = Observer()
    >>> for event in observer.hear(data, "client"):  # before or after the data is passed on
    ...     log(event.message, event.verdict, event.findings)

An observer does no I/O, and never raises an error for a message. Use it in one thread at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, get_args

from ...errors import Finding, ProtocolError, RequestId
from ...extensions import Extension
from ...extensions.extension import check_extensions as check_used_extensions
from ...http.requests import check_http_request
from ...http.status import choose_rejection_status
from ...json_values import escape_token, is_array, is_object, member_at
from ...jsonrpc.answers import ParseOptions
from ...jsonrpc.messages import Batch, ErrorResponse, Message, Notification, Request, Response
from ...jsonrpc.plain_json import to_json_copy
from ...jsonrpc.strict_json import LIMIT_RULES, as_request_id, read_json
from ...limits import DEFAULT, Limits
from ...negotiation.eras import find_methods_of_one_era, method_of, opens_session, read_declared_version
from ...negotiation.probes import check_http_probe_response, check_stdio_probe_response
from ...negotiation.versions import check_initialize_version, era_of, known_versions
from ...options import check_choice, check_class, check_flags, check_limits, check_texts
from ...revisions import REVISIONS, Revision, find_revision_for_version, list_spoken_revisions
from ...spec.error_codes import METHOD_NOT_FOUND
from ...spec.http_fields import Headers, to_header_fields
from ...spec.names import DISCOVER, INITIALIZE, SESSION_HEADER, Sender, Transport
from ..errors import RemoteProtocolError, SessionFinding, Violation
from ..local_side import check_extensions, id_of, make_remote_error
from ..profile import RevisionProfile, other_side, revision_profile
from ..receiver import Text, make_header_error, make_header_violation, make_unparsed_error
from ..request_table import PendingRequest
from ..revision_selector import RevisionSelector, subscription_of
from ..rules import RULES
from ..state import SessionState
from ..states import AGREED, CLOSED, INITIALIZING, NEW, READY
from .events import Observed, ObservedFinding, ObservedRequest, Verdict
from .memory import (
    ObserverMemory,
    RejectedResult,
    accept_rejected_result,
    adopt_rejected_opening,
    begins_phase,
    is_result_of,
)

_SIDES: tuple[Sender, ...] = get_args(Sender)


def collect_findings(
    sender: Sender,
    error: ProtocolError | None,
    document: object,
    session_findings: Sequence[SessionFinding],
    message: Message | None,
    linted_by: Revision | None,
) -> tuple[ObservedFinding, ...]:
    """Return the findings about one message.

    Args:
        sender: the sender of the message.
        error: the error with which the message is rejected; None if the message is not rejected.
        document: the message, as JSON.
        session_findings: the findings about rules of the session for which the message is not rejected.
        message: the parsed message; None if the message is not valid.
        linted_by: the revision by which the message is linted; None if the message is not linted.

    Raises:
        ModuleNotFoundError: the message is linted, and neither jsonschema-rs (the extra `validators`) nor jsonschema is
            installed.
    """
    found: list[ObservedFinding] = []
    if error is not None:
        found += _make_rejection_findings(error, sender, is_batch=is_array(document))
    for rule, text, level in session_findings:
        found.append(ObservedFinding("session", rule, level, sender, text, "", False, (RULES[rule].source,)))
    if message is not None:
        found += (_make_schema_finding(each, sender, rejects=False) for each in _make_tolerated_findings(message))
        if linted_by is not None:
            for each in linted_by.lint(message):
                where, rule, level, text, sources = each
                found.append(ObservedFinding("lint", rule, level, sender, text, where, False, sources))
    return tuple(found)


def _make_rejection_findings(error: ProtocolError, sender: Sender, *, is_batch: bool) -> Iterator[ObservedFinding]:
    """Yield a finding for the rule for which a message is rejected, then one for each fault that the schema shows."""
    if isinstance(error, RemoteProtocolError):
        rule = error.rule
    elif error.code == METHOD_NOT_FOUND:
        rule = "method"
    elif is_batch or any(each.rule == "batch" for each in error.findings):
        rule = "batch"
    else:
        rule = "message.valid"
    yield ObservedFinding("session", rule, "error", sender, error.message, "", True, (RULES[rule].source,))
    for each in error.findings:
        yield _make_schema_finding(each, sender, rejects=True)


def _make_schema_finding(finding: Finding, sender: Sender, *, rejects: bool) -> ObservedFinding:
    return ObservedFinding("schema", finding.rule, "error", sender, finding.message, finding.pointer, rejects, ())


def _make_tolerated_findings(message: Message) -> Iterator[Finding]:
    """Yield a finding for each fault that the schema shows in a message, although the message is accepted."""
    if not isinstance(
        message, ErrorResponse
    ):  # the findings of an error are violations of the session rule `error.data`
        yield from message.findings
    if isinstance(message, Response):
        for name, value in message.supplied.items():
            where, result_json = f"/result/{escape_token(name)}", message.document["result"]
            if name in result_json:
                yield Finding(where, "minimum", f"the value is read as {value!r}, since it is negative")
            else:
                yield Finding("/result", "required", f"the member {name!r} is absent, and read as {value!r}")


class RevisionTracker:
    """The revisions that the sides are known to use, and the choice of the revision in which to read a message.

    Args:
        spoken: versions that the sides may speak, newest first.
        profile_of: a function that returns the profile of the revision in which a version is read.
        transport: the kind of transport.

    Attributes:
        agreed: the profile of the handshake revision on which the sides have agreed, as a result of `initialize` shows
            or the caller has stated; None before that.
        shown_profile: the profile of the per-request revision that the first answer of the server shows, or that the
            caller has stated; None before that.
        opening_profile: the profile of the revision of the last `initialize`; None before the first.
    """

    def __init__(
        self, spoken: tuple[str, ...], profile_of: Callable[[str], RevisionProfile], transport: Transport
    ) -> None:
        self.agreed: RevisionProfile | None = None
        self.shown_profile: RevisionProfile | None = None
        self.opening_profile: RevisionProfile | None = None
        self._is_stated = False
        self._spoken = spoken
        self._profile_of = profile_of
        self._transport: Transport = transport
        self._selector = RevisionSelector(spoken, profile_of)
        self._asked_profile: RevisionProfile | None = None  # of the last request of the client
        handshake = known_versions(spoken, era="handshake")
        self._default = profile_of(handshake[0] if handshake else spoken[0])

    @property
    def known_profile(self) -> RevisionProfile | None:
        """The profile of the revision that both sides are known to use; None if none is known yet."""
        return self.agreed or self.shown_profile

    def reset(self) -> None:
        """Forget all revisions that the sides were known to use."""
        self.agreed = self.shown_profile = self.opening_profile = self._asked_profile = None
        self._is_stated = False

    def assume_agreed_revision(self, profile: RevisionProfile) -> None:
        """Record the revision on which the sides have agreed before the observer began."""
        if profile.era == "handshake":
            self.agreed = profile
        else:
            self.shown_profile, self._is_stated = profile, True

    def choose_profile(self, document: object, sender: Sender, state: SessionState) -> RevisionProfile:
        """Return the profile of the revision in which to read a message.

        Raises:
            Violation: the client names a version that the sides do not speak.
        """
        if self.agreed is not None:
            return self.agreed
        if method_of(document) is None:
            request = state.find_pending_request(other_side(sender), id_of(document))
            if request is not None:
                return self._profile_of_answer(request, document)
        if sender == "client":
            method = method_of(document)  # a server that has answered in one era may speak both; the client chooses
            is_agreed = self._is_stated or find_methods_of_one_era().get(method or "") != "handshake"
            profile = self._selector.choose_profile(
                document, state.requests["client"].waiting, self.shown_profile if is_agreed else None
            )
            if method is not None and id_of(document) is not None:
                self._asked_profile = profile
            return profile
        if self.shown_profile is not None:
            return self.shown_profile
        subscription = subscription_of(document, state.requests["client"].waiting)
        if subscription is not None:
            return subscription.profile
        usual = (self.opening_profile if state.phase == INITIALIZING else None) or self._default
        asked, method = self._asked_profile, method_of(document)
        if asked is not None and method in asked.revision.methods and method not in usual.revision.methods:
            return asked
        return usual

    def _profile_of_answer(self, request: PendingRequest, document: object) -> RevisionProfile:
        """Return the profile of the revision in which to read an answer.

        This is the revision of the request. A result of `initialize` is read in the version in the result, if the sides
        may speak that version.
        """
        version: object = None
        if request.method.first_name == INITIALIZE:
            version = member_at(document, "result", "protocolVersion")
        if isinstance(version, str) and version in known_versions(self._spoken, era="handshake"):
            return self._profile_of(version)
        return request.profile

    def profile_of_result(self, version: str | None) -> RevisionProfile | None:
        """Return the profile of the version that a result of `initialize` names.

        If the version is None, return the profile of the last `initialize` instead; None before the first.
        """
        return self.opening_profile if version is None else self._profile_of(version)

    def is_probe(self, pending: PendingRequest, state: SessionState) -> bool:
        """Return whether a request is a probe: its answer shows the era of the server, since that is not known yet."""
        return self.known_profile is None and state.phase == NEW and pending.profile.era == "per-request"

    def find_probe_action(self, pending: PendingRequest, document: object, http_status: int | None) -> str:
        """Return the next step of a client after the answer to a probe: a `negotiation.probes.ProbeAction`."""
        tried = [pending.profile.version]
        if self._transport == "stdio":
            return check_stdio_probe_response(document, self._spoken, tried=tried).action
        return check_http_probe_response(http_status or 200, document, self._spoken, tried=tried).action


def _find_answered_request(document: object, state: SessionState) -> PendingRequest | None:
    """Return the request of the client that a message of the server answers; None if it answers none."""
    id_ = id_of(document) if is_object(document) and "method" not in document else None
    return state.find_pending_request("client", id_)


_UNKNOWN_VERSION = "the sides use a version that the observer does not know"
_OPENING_UNREAD = "the observer has not read the opening of the session"


class ObserverState:
    """The knowledge that an `Observer` has of one session, and the reader of its texts.

    Args:
        spoken: versions that the sides may speak, newest first.
        transport: the kind of transport.
        limits: bounds for each text.
        result_types: the `resultType` values of extensions that the package does not know.
        extensions: the extensions in use.
        draft: whether the sides speak the draft in place of a release with the same version.
        lints: whether messages are linted.

    Attributes:
        state: the state of the session.
        revisions: the tracker that chooses the revision in which a message is read.
        session_id: the `Mcp-Session-Id` of the session; None if the session has none, or the observer has not read it.
    """

    def __init__(
        self,
        spoken: tuple[str, ...],
        transport: Transport,
        limits: Limits,
        result_types: Collection[str],
        extensions: tuple[Extension, ...],
        *,
        draft: bool,
        lints: bool,
    ) -> None:
        self._spoken = spoken
        self._draft = draft
        self._extensions = extensions
        self._limits = limits
        self._reading = ParseOptions(older_peer=True, result_types=result_types, transport=transport)
        self._lints = lints
        self._number = 0
        self._declared: Mapping[Sender, Mapping[str, Any]] = {}
        self.state: SessionState = SessionState(in_order=transport == "stdio", is_observer=True)
        self.revisions: RevisionTracker = RevisionTracker(spoken, self._profile_of, transport)
        self._in_order = transport == "stdio"
        self._memory = ObserverMemory(self.state, has_read_all=True, in_order=self._in_order)
        self.session_id: str | None = None
        self._knows_session_id = False
        self._not_followed_reason: str | None = None  # the reason why the observer cannot follow the sides

    def set_known_facts(self, capabilities: Mapping[Sender, Mapping[str, Any]], version: str | None) -> None:
        """Begin with the facts that the caller states.

        Args:
            capabilities: the capabilities that each side is known to declare.
            version: the version on which the sides have agreed before the observer begins; None if the sides have not
                begun.
        """
        self._declared = capabilities
        self.state.capabilities.update(capabilities)
        if version is None:
            self._record_declared()
            return
        self._memory = ObserverMemory(self.state, has_read_all=False, in_order=self._in_order)
        profile = self._profile_of(version)
        self._record_declared()
        self.revisions.assume_agreed_revision(profile)
        if profile.era == "handshake":
            self.state.phase = READY

    def restart(self) -> None:
        """Forget the session, so that a new session may begin. What the caller has stated as declared stays known."""
        self.state.restart()
        self.state.capabilities.update(self._declared)
        self.revisions.reset()
        self._memory = ObserverMemory(self.state, has_read_all=True, in_order=self._in_order)
        self._record_declared()
        self.session_id, self._knows_session_id, self._not_followed_reason = None, False, None

    def _record_declared(self) -> None:
        for capabilities in self._declared.values():
            self._memory.update_may_use_unknown_methods(capabilities, self._profile_of(self._spoken[0]))

    def observe_text(
        self, data: Text, sender: Sender, headers: Headers | None, http_status: int | None, input_schema: object
    ) -> tuple[Observed, ...]:
        """Read one text. The arguments, the returned events and the errors are those of `Observer.hear`."""
        self.state.collector.findings = ()
        profile, document = self.revisions.agreed, None
        try:
            if self.state.phase == CLOSED:
                raise RemoteProtocolError(Violation("closed", "the session is closed"), None)
            document = read_json(data, self._limits)
            self._follow_opening(document, sender)
            reason = self._find_reason_not_followed(document, sender)
            if reason is None and sender == "server":
                reason = self._adopt_rejected_opening(document)
            if reason is not None:
                return (self._make_event(sender, "ignored", None, None, None, reason=reason),)
            if headers is not None:
                self._check_headers(document, sender, headers, input_schema)
            opening = self._record_opening_answer(document, sender, http_status)
            if opening is not None:
                return (opening,)
            profile = self._choose_profile(document, sender)
            return self._observe_document(document, sender, profile, data)
        except ProtocolError as error:
            if any(each.rule in LIMIT_RULES for each in error.findings):
                return (self._record_unread_text(error, sender, profile),)
            if headers is not None and sender == "client":
                error.http_status = error.http_status or choose_rejection_status(error, profile.id if profile else None)
            return (self._record_rejected_message(error, sender, profile, document),)

    # Reading

    def _profile_of(self, version: str) -> RevisionProfile:
        return revision_profile(find_revision_for_version(version, draft=self._draft).id, self._extensions)

    def _choose_profile(self, document: object, sender: Sender) -> RevisionProfile:
        """Return the profile of the revision in which to read a message.

        Raises:
            RemoteProtocolError: the client names a version that the sides do not speak.
        """
        try:
            return self.revisions.choose_profile(document, sender, self.state)
        except Violation as violation:
            raise make_unparsed_error(violation, document, None) from None

    def _parse(self, document: Any, sender: Sender, profile: RevisionProfile) -> Message | Batch:
        pending = self.state.requests[other_side(sender)].methods
        parser = profile.revision.message_parser
        return parser.parse_value(document, sender, pending, self._limits, self._reading)

    def _find_reason_not_followed(self, document: object, sender: Sender) -> str | None:
        """Return the reason why the observer cannot follow the sides at a message; None if the observer can.

        Follow the sides again if the client opens the session in a way that the observer can follow. Remember a request
        in a version that the observer does not know.
        """
        if sender == "client" and self._not_followed_reason is not None:
            if opens_session(document):
                self.restart()
            elif (
                self._not_followed_reason == _OPENING_UNREAD
                and era_of(read_declared_version(document)) == "per-request"
            ):
                self._not_followed_reason = None
        if self._not_followed_reason is not None or sender == "server" or self.revisions.agreed is not None:
            return self._not_followed_reason
        declared, id_ = read_declared_version(document), as_request_id(member_at(document, "id"))
        if declared is None or id_ is None or era_of(declared) is not None or opens_session(document):
            return None
        self._memory.remember_request_of_unknown_version(id_, document, self._number + 1)
        return "the observer does not know the version that the request names"

    def _record_unread_text(self, error: ProtocolError, sender: Sender, profile: RevisionProfile | None) -> Observed:
        """Record a text that exceeds a limit of the observer, and return its event. No side is at fault for the limit.

        If no revision is known yet, ignore later texts until the client opens a session or names a per-request version.

        Raises:
            ModuleNotFoundError: the message is linted, and neither jsonschema-rs (the extra `validators`) nor
                jsonschema is installed.
        """
        self._memory.record_unread_text()
        if self.revisions.known_profile is None:
            self._not_followed_reason = _OPENING_UNREAD
        return self._make_event(sender, "ignored", None, profile, None, reason=f"not read: {error.findings[0].message}")

    def _check_headers(self, document: object, sender: Sender, headers: Headers, input_schema: object) -> None:
        """Check the headers of a request, or read the session id in the headers of the response to `initialize`.

        Faults in the headers for which no server rejects the request are noted.

        Raises:
            RemoteProtocolError: a server rejects the request for its headers.
        """
        received, agreed = to_header_fields(headers), self.revisions.agreed
        if sender == "server":
            pending = _find_answered_request(document, self.state)
            if pending is not None and pending.method.first_name == INITIALIZE:
                self.session_id, self._knows_session_id = received.first(SESSION_HEADER), True
            return
        verdict = check_http_request(
            document,
            received,
            self._spoken,
            negotiated=None if agreed is None else agreed.version,
            session_id=self.session_id if self._knows_session_id else received.first(SESSION_HEADER),
            input_schema=input_schema,
            extensions=self._extensions,
        )
        if verdict.http_status is not None:
            raise make_header_error(document, verdict)
        if verdict.problems:
            self.state.collector.note_violation(make_header_violation(verdict), arrived=True)

    # The opening

    def _record_opening_answer(self, document: object, sender: Sender, http_status: int | None) -> Observed | None:
        """Record an answer that makes the client open the session in another way, and return the event.

        Nothing in the answer to a probe is checked, since a server of the other era may answer in any way.

        Returns:
            The event; None for any other message, which is not recorded.

        Raises:
            ProtocolError: a result of `initialize` with an unknown version is not valid.
            ModuleNotFoundError: the message is linted, and neither jsonschema-rs (the extra `validators`) nor
                jsonschema is installed.
        """
        pending = _find_answered_request(document, self.state) if sender == "server" else None
        if pending is None:
            return None
        if pending.method.first_name == INITIALIZE:
            return self._record_unknown_version(document, pending)
        if not self.revisions.is_probe(pending, self.state):
            return None
        if self.revisions.find_probe_action(pending, document, http_status) in ("correct", "proceed"):
            return None
        message: Message | Batch | None = None
        with suppress(ProtocolError):
            message = self._parse(document, sender, pending.profile)
        assert not isinstance(message, Batch)
        return self._make_event(sender, "taken", message, pending.profile, self._abandon_request(pending))

    def _follow_opening(self, document: object, sender: Sender) -> None:
        """Accept a rejected message of the opening, if a later message shows that the receiver has accepted it.

        A message of the client may show that the client has accepted the result of `initialize`, a message of the
        server that the server has accepted `notifications/initialized`.
        """
        for each in document if is_array(document) else (document,):
            rejected = self._memory.rejected_result
            if self.state.phase == INITIALIZING and rejected is not None:
                profile = self.revisions.profile_of_result(rejected.version)
                if profile is not None and begins_phase(AGREED, each, sender, profile, INITIALIZING):
                    self._accept_rejected_result(rejected, profile)
            agreed = self.revisions.agreed if self._memory.has_rejected_initialized else None
            if agreed is None or self.state.phase != AGREED or sender == "client":
                continue
            if begins_phase(READY, each, sender, agreed, AGREED):
                self.state.phase = READY

    def _accept_rejected_result(self, rejected: RejectedResult, profile: RevisionProfile) -> None:
        """Record a result of `initialize` that was rejected, since a side continues the session.

        If the observer does not know the version in the result, the observer stops following the sides.
        """
        pending = self.state.find_pending_request("client", rejected.id)
        self._memory.rejected_result = None
        if rejected.version is None or pending is None:
            self.state.abandon_request("client", rejected.id)
            self._not_followed_reason = _OPENING_UNREAD
            return
        accept_rejected_result(rejected, rejected.version, self.state, profile)
        self._follow_revision(pending, profile)
        self._memory.update_may_use_unknown_methods(self.state.capabilities["server"], profile)

    def _adopt_rejected_opening(self, document: object) -> str | None:
        """Record an `initialize` that was rejected, if a message of the server is the result of that request.

        Returns:
            The reason why the observer cannot follow the session; None if the observer can.
        """
        opening = self._memory.rejected_opening
        if opening is None or self.revisions.known_profile is not None:
            return None
        if not is_result_of(opening, document, self.state):
            return None
        profile = adopt_rejected_opening(opening, document, self.state, self._spoken, self._profile_of)
        self._memory.forget_rejected_opening(opening)
        self.revisions.opening_profile = profile
        if profile is None:
            self._not_followed_reason = _OPENING_UNREAD
        return self._not_followed_reason

    def _record_unknown_version(self, document: object, pending: PendingRequest) -> Observed | None:
        """Record a result of `initialize` with a version that the observer does not know, and return the event.

        The observer then stops following the sides.

        Returns:
            The event; None for any other answer, which is not recorded.

        Raises:
            ProtocolError: the result is not valid in the revision that was asked for.
            ModuleNotFoundError: the message is linted, and neither jsonschema-rs (the extra `validators`) nor
                jsonschema is installed.
        """
        version = member_at(document, "result", "protocolVersion")
        requested: str = pending.params["protocolVersion"]
        if (
            not isinstance(version, str)
            or check_initialize_version(version, requested, self._spoken).version is not None
        ):
            return None
        self._parse(document, "server", pending.profile)
        self._not_followed_reason = _UNKNOWN_VERSION
        self.state.collector.note_blameless_violation(
            Violation("version", "the server names a version that the observer does not know")
        )
        return self._make_event("server", "taken", None, None, self._abandon_request(pending))

    def _abandon_request(self, pending: PendingRequest) -> ObservedRequest:
        """Abandon a request of the client, and return the request for an event."""
        self.state.abandon_request("client", pending.id)
        return _make_observed_request(pending, "client")

    def _follow_revision(self, pending: PendingRequest, profile: RevisionProfile) -> None:
        """Record the revision that a result of the server shows, and abandon the requests of the other era.

        Only a result of `initialize` or of a probe shows the revision.
        """
        if pending.method.first_name == INITIALIZE:
            self.revisions.agreed, self.revisions.shown_profile = profile, None
        elif self.revisions.is_probe(pending, self.state):
            self.revisions.shown_profile = pending.profile
        else:
            return
        self.state.abandon_requests_of_other_eras(profile.era, "client")

    # Taking

    def _observe_document(
        self, document: object, sender: Sender, profile: RevisionProfile, data: Text
    ) -> tuple[Observed, ...]:
        """Record the message or the batch in a text, and return the events.

        Raises:
            ProtocolError: the text is neither a valid message nor a valid batch.
            ModuleNotFoundError: the messages are linted, and neither jsonschema-rs (the extra `validators`) nor
                jsonschema is installed.
        """
        message = self._parse(document, sender, profile)
        source = data if isinstance(data, str) else bytes(data)
        if not isinstance(message, Batch):
            message.source = source
            return (self._observe_message(message, sender, profile, document),)
        message.set_source(source)
        events: list[Observed] = []
        for item, each in zip(message, document if is_array(document) else (), strict=True):
            if events:
                self.state.collector.findings = ()
            if isinstance(item, ProtocolError):
                events.append(self._record_rejected_message(item, sender, profile, each))
            else:
                events.append(self._observe_message(item, sender, profile, each))
        return tuple(events)

    def _observe_message(
        self, message: Message, sender: Sender, profile: RevisionProfile, document: object
    ) -> Observed:
        """Record one message that is valid by its schema, and return the event for the message.

        If the message breaks a rule, the verdict of the event is `rejected`, or `ignored` if no side is at fault.

        Raises:
            ModuleNotFoundError: the message is linted, and neither jsonschema-rs (the extra `validators`) nor
                jsonschema is installed.
        """
        pending = self._find_request_of_answer(message, sender)
        request = None if pending is None else _make_observed_request(pending, other_side(sender))
        try:
            if profile.extensions:
                check_extensions(message, sender, profile, self.state, arrived=True)
            reason = self.state.record_message(message, sender, profile, arrived=True)
        except Violation as violation:
            if self._memory.abandon_repeated_request(violation, message, sender):
                return self._observe_message(message, sender, profile, document)
            why_ignored = self._memory.find_reason_not_at_fault(violation, message, sender, profile)
            if why_ignored is not None:
                self._memory.record_message_without_effect(sender, document)
                return self._make_event(sender, "ignored", message, profile, request, reason=why_ignored)
            self._add_other_opening(violation)
            return self._record_rejected_message(
                make_remote_error(violation, message), sender, profile, document, message
            )
        self._update_findings(message, sender, profile)
        if reason is not None:
            self._memory.record_message_without_effect(sender, document)
        if isinstance(message, Request):
            self._memory.remember_request(message, sender, self._number + 1)
            if message.method == INITIALIZE:
                self.revisions.opening_profile = profile
        elif pending is not None and isinstance(message, Response) and sender == "server":
            self._follow_revision(pending, profile)
            result = message.document["result"]
            self.state.collector.note_violation(self._memory.find_output_violation(pending, result), arrived=True)
            if pending.method.first_name in (INITIALIZE, DISCOVER):
                self._memory.update_may_use_unknown_methods(self.state.capabilities["server"], profile)
        elif isinstance(message, Notification):
            self._memory.forget_changed_tools(message)
        verdict: Verdict = "taken" if reason is None else "ignored"
        return self._make_event(sender, verdict, message, profile, request, reason=reason)

    def _update_findings(self, message: Message, sender: Sender, profile: RevisionProfile) -> None:
        """Keep the certain findings about an accepted message, and add the violations that only an observer finds."""
        collector = self.state.collector
        if collector.findings:
            collector.findings = self._memory.select_certain_findings(collector.findings, message, sender, profile)
        collector.note_violation(self._memory.find_unknown_reference(message, sender, profile), arrived=True)

    def _add_other_opening(self, violation: Violation) -> None:
        """Add to the text of a violation that a request may name a version instead of following `initialize`.

        Nothing is added for other rules than `lifecycle.first`, nor if the sides speak no per-request revision.
        """
        newest = known_versions(self._spoken, era="per-request")
        if violation.rule == "lifecycle.first" and newest:
            violation.message += f", or each request names {newest[0]} in its _meta"

    def _find_request_of_answer(self, message: Message, sender: Sender) -> PendingRequest | None:
        """Return the request that a message answers; None if it answers no waiting request."""
        if not isinstance(message, (Response, ErrorResponse)):
            return None
        return self.state.find_pending_request(other_side(sender), message.id)

    # Events

    def _record_rejected_message(
        self,
        error: ProtocolError,
        sender: Sender,
        profile: RevisionProfile | None,
        document: object,
        message: Message | None = None,
    ) -> Observed:
        """Record a message that is not accepted, and return the event.

        An answer still ends the answered request, unless that request is `initialize`.

        The verdict of the event is `rejected`, or `ignored` if the sender is not at fault.

        Raises:
            ModuleNotFoundError: the message is linted, and neither jsonschema-rs (the extra `validators`) nor
                jsonschema is installed.
        """
        reason = self._memory.find_reason_invalid_not_at_fault(
            sender, document, has_no_method=_has_no_method(error, message)
        )
        request: ObservedRequest | None = None
        if error.id is not None and error.rejects_answer:
            pending = self.state.find_pending_request(other_side(sender), error.id)
            if pending is not None:
                request = _make_observed_request(pending, other_side(sender))
                self.state.abandon_request(other_side(sender), error.id, unless=INITIALIZE)
                if pending.method.first_name == INITIALIZE:
                    self._memory.remember_rejected_result(pending, document, self._spoken)
        elif error.id is not None:
            self._memory.remember_rejected_request(sender, error.id, document, self._number + 1)
        elif sender == "client":
            self._memory.remember_rejected_opening(document, self._number + 1)
        for each in document if is_array(document) else (document,):
            self._memory.record_message_without_effect(sender, each)
            if document is not each:
                self._memory.remember_rejected_batch_item(sender, each, self._number + 1)
        if reason is not None:
            return self._make_event(sender, "ignored", message, profile, request, reason=reason)
        return self._make_event(sender, "rejected", message, profile, request, error=error, document=document)

    def _make_event(
        self,
        sender: Sender,
        verdict: Verdict,
        message: Message | None,
        profile: RevisionProfile | None,
        request: ObservedRequest | None,
        *,
        reason: str | None = None,
        error: ProtocolError | None = None,
        document: object = None,
    ) -> Observed:
        """Return the event for one message, and count it.

        Args:
            sender: the sender of the message.
            verdict: the verdict on the message.
            message: the parsed message; None if the message is not valid or was not read.
            profile: the profile of the message's revision; None if the revision is not known.
            request: the request that the message answers; None if the message answers none.
            reason: the reason why the message is ignored; None if the message is not ignored.
            error: the error with which the message is rejected; None if the message is not rejected.
            document: the message as JSON, if the message is rejected.

        Raises:
            ModuleNotFoundError: the message is linted, and neither jsonschema-rs (the extra `validators`) nor
                jsonschema is installed.
        """
        self._number += 1
        revision = None if profile is None else profile.revision
        session_findings = self.state.collector.findings
        findings = collect_findings(
            sender, error, document, session_findings, message, revision if self._lints else None
        )
        return Observed(self._number, sender, verdict, message, revision, request, findings, reason, error)


def _has_no_method(error: ProtocolError, message: Message | None) -> bool:
    """Return whether a message is rejected because its sender has no such method in the revision."""
    return error.code == METHOD_NOT_FOUND and (message is None or getattr(error, "rule", "") == "method")


def _make_observed_request(pending: PendingRequest, sender: Sender) -> ObservedRequest:
    return ObservedRequest(pending.id, pending.method.name, sender, pending.number)


def _check_known_capabilities(capabilities: Mapping[Sender, Any]) -> dict[Sender, dict[str, Any]]:
    """Check the option `capabilities` of `Observer`, and return the capabilities of each side as JSON.

    Raises:
        TypeError: the option is no object, or the capabilities of a side are no object.
        ValueError: a key of the option is no side.
        EncodeError: the capabilities of a side have no form in JSON.
    """
    check_class("capabilities", capabilities, Mapping, "a mapping such as {'server': {'tools': {}}}")
    found: dict[Sender, dict[str, Any]] = {}
    for side, declared in capabilities.items():
        check_choice("a side of capabilities", side, _SIDES)
        found[side] = to_json_copy({**declared} if isinstance(declared, Mapping) else declared)
        check_class(f"capabilities[{side!r}]", found[side], dict, "a mapping such as {'tools': {}}")
    return found


class Observer:
    """An observer of both sides of one connection.

    An observer keeps the state of the session by the rules of `Session`. Give every text to `hear`, in the order in
    which you get the texts. If two messages of the two sides cross on their way, the observer may find that one is
    `ignored`, which is no fault.

    A rejected message does not change the state, except that a rejected answer ends the answered request, unless that
    request is `initialize`. No side is at fault for a message about a rejected request. If a server accepts an
    `initialize` that the observer has rejected, the observer follows the session.

    Use one observer for each session. On stdio that is one for each process, and on HTTP one for each `Mcp-Session-Id`.
    In a revision without sessions, use one on HTTP for each client, or one for each POST.

    Args:
        revision: id of the revision on which the sides have agreed before the observer begins. Then no side is at fault
            for a message that refers to an earlier one, such as an answer to a request that the observer has not read.
            By default the observer reads the connection from the beginning.
        revisions: ids of the revisions that the sides may speak.
        transport: `stdio`, or `http` for the HTTP transport that the revision in use has.
        capabilities: the capabilities that each side is known to declare, as JSON or typed. Those in messages replace
            them. None if nothing is known of either side.
        limits: bounds for each text.
        result_types: the `resultType` values of extensions that the package does not know.
        extensions: extensions of the protocol, such as `mcp_bindings.extensions.tasks.EXTENSION`.
        draft: whether the sides may speak the draft, in place of a release with the same version.
        lint: whether to check the messages with `Revision.lint` too, which needs jsonschema-rs (the extra `validators`)
            or jsonschema.

    Raises:
        ValueError: `revisions` is empty, has only the draft although `draft` is False, or does not have `revision`; the
            transport, or a side in `capabilities`, is not known; or two of `extensions` define the same name.
        UnknownRevision: a revision is not known, or `draft` is True and the package has no draft.
        TypeError: `revisions` or `result_types` is no list of texts, one of `extensions` is no `Extension`, or another
            option has a wrong type.
        EncodeError: the capabilities of a side have no form in JSON.
    """

    def __init__(
        self,
        *,
        revision: str | None = None,
        revisions: Collection[str] = REVISIONS,
        transport: Transport = "stdio",
        capabilities: Mapping[Sender, Mapping[str, Any]] | None = None,
        limits: Limits = DEFAULT,
        result_types: Collection[str] = (),
        extensions: Collection[Extension] = (),
        draft: bool = False,
        lint: bool = False,
    ) -> None:
        check_choice("transport", transport, get_args(Transport))
        check_limits(limits)
        check_flags({"draft": draft, "lint": lint})
        known = _check_known_capabilities({} if capabilities is None else capabilities)
        spoken = known_versions(list_spoken_revisions(revisions, draft=draft))
        if not spoken or (
            revision is not None and find_revision_for_version(revision, draft=draft).version not in spoken
        ):
            raise ValueError(
                "revisions must have a known revision"
                if not spoken
                else f"revision is {revision}, which is not in revisions"
            )
        observer_state = ObserverState(
            spoken,
            transport,
            limits,
            check_texts("result_types", result_types),
            check_used_extensions(extensions),
            draft=draft,
            lints=lint,
        )
        self._observer_state, self._state = observer_state, observer_state.state
        observer_state.set_known_facts(
            known, None if revision is None else find_revision_for_version(revision, draft=draft).version
        )

    @property
    def session_id(self) -> str | None:
        """The `Mcp-Session-Id` of the session; None if the session has none, or the observer has not read it."""
        return self._observer_state.session_id

    @property
    def state(self) -> str:
        """The state. With a handshake: `new`, `initializing` after `initialize`, `agreed` after its result, `ready`
        after `notifications/initialized`, `closed`. Without a handshake: `new` or `closed`.
        """
        return self._state.phase

    @property
    def revision(self) -> Revision | None:
        """The revision that both sides use; None if the revision is not known."""
        profile = self._observer_state.revisions.known_profile
        return None if profile is None else profile.revision

    @property
    def waiting(self) -> Mapping[Sender, Mapping[RequestId, str]]:
        """The methods of the requests that wait for an answer, by the side that sent the request, then by id."""
        return MappingProxyType({side: each.methods for side, each in self._state.requests.items()})

    @property
    def capabilities(self) -> Mapping[Sender, Mapping[str, Any] | None]:
        """The capabilities that each side has declared for the session, as JSON; None for a side if not known."""
        return MappingProxyType(self._state.capabilities)

    def hear(
        self,
        data: Text,
        sender: Sender,
        *,
        headers: Headers | None = None,
        http_status: int | None = None,
        input_schema: object = None,
    ) -> tuple[Observed, ...]:
        """Read one text that a side has sent.

        Args:
            data: one message, or in 2025-03-26 a batch. The text need not be valid.
            sender: the side that has sent the text, `client` or `server`.
            headers: the headers of the HTTP request or response with the text. The headers of a request are checked,
                and those of the response to `initialize` name the session. Give None on the HTTP+SSE transport of
                2024-11-05 with a later revision, since the header rules of the later revision do not hold there.
            http_status: the HTTP status of the response; None for a request, for a response with status 200, and on
                stdio.
            input_schema: the input schema of the called tool, to check headers that repeat its arguments.

        Returns:
            One event for each message in the text; a single event for a text that is rejected or ignored as a whole.

        Raises:
            ValueError: `sender` is neither side.
            TypeError: `data` is neither text nor bytes.
            ModuleNotFoundError: `lint` is True, and neither jsonschema-rs (the extra `validators`) nor jsonschema is
                installed.
        """
        check_choice("sender", sender, _SIDES)
        return self._observer_state.observe_text(data, sender, headers, http_status, input_schema)

    def lost(self, id: RequestId, sender: Sender = "client") -> None:
        """Record that a request gets no answer, for example because its HTTP stream was closed or it timed out.

        A late answer is ignored. Nothing happens if no such request waits.

        Args:
            id: the id of the request.
            sender: the side that has sent the request.

        Raises:
            ValueError: `sender` is neither side.
        """
        check_choice("sender", sender, _SIDES)
        self._state.abandon_request(sender, id)

    def restart(self) -> None:
        """Record that the session has ended and a new session may begin, for example after HTTP status 404."""
        self._observer_state.restart()

    def close(self) -> None:
        """Record that the connection has ended, so that every later message is a fault."""
        self._state.close()

    def __repr__(self) -> str:
        revision_in_use = self.revision
        return f"<Observer of {'an unknown revision' if revision_in_use is None else revision_in_use.id}, {self.state}>"
