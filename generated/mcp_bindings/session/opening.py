"""Open a session as a client: send a probe in a per-request revision, then a handshake if the server needs one.

`mcp_bindings.negotiation` chooses the next step after each answer, and this module writes the next message.

Pages: /specification/2026-07-28/basic/transports/stdio#backward-compatibility,
/specification/2026-07-28/basic/transports/streamable-http#backward-compatibility,
/specification/2025-11-25/basic/lifecycle#version-negotiation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import ProtocolError, quote_value
from ..json_values import is_object, member_at
from ..jsonrpc.messages import ErrorResponse, Message, Response
from ..negotiation.eras import method_of
from ..negotiation.probes import (
    ProbeVerdict,
    check_http_initialize_response,
    check_http_probe_response,
    check_stdio_probe_response,
)
from ..negotiation.versions import (
    add_required_params,
    check_initialize_version,
    choose_retry,
    describe_no_retry,
    known_versions,
)
from ..spec.names import DISCOVER, INITIALIZE, INITIALIZED, META, VERSION_KEY
from .errors import LocalProtocolError
from .events import Event, OpeningContinues, OpeningFailed, VersionAgreed
from .local_side import LocalSide, id_of
from .profile import RevisionProfile
from .request_table import PendingRequest
from .revision_selector import subscription_of
from .states import NEW

_MAX_TRIES = 2
"""Largest number of recorded tries of one version. A version that was rejected so many times is not tried again."""


def _decides_version(pending: PendingRequest) -> bool:
    """Return whether the answer to a request can settle the version. The answer to a ping cannot, for example."""
    return pending.profile.era == "per-request" or pending.method.first_name == INITIALIZE


class Opening:
    """The opening of a session by a client, which agrees on a version with its server.

    Args:
        side: the side of the client.
    """

    def __init__(self, side: LocalSide) -> None:
        self._side = side
        self._revisions = side.revisions
        self._tried: list[str] = []
        self._id_prefix, self._number = "", 0
        side.try_version(self._choose_first_version())

    @property
    def is_agreed(self) -> bool:
        """True if the sides have agreed on a version."""
        return self._side.revision is not None

    @property
    def has_handshake(self) -> bool:
        """True if the client speaks a revision with a handshake."""
        return bool(known_versions(self._revisions, era="handshake"))

    def write_first_message(self, ids: str = "") -> bytes:
        """Write the first message.

        Args:
            ids: the prefix of the ids of all requests that open the session; by default the ids are numbers.

        Raises:
            LocalProtocolError: the session has begun or is closed, or the first message would not be valid.
        """
        side = self._side
        waiting = side.local_requests.waiting
        if side.state.phase != NEW or self.is_agreed or any(_decides_version(each) for each in waiting.values()):
            raise LocalProtocolError("lifecycle.once", "the session has already begun, so open a new one")
        self._id_prefix = ids
        return self._write_opening_request()

    def write_initialize_again(self) -> bytes:
        """Forget the session that the server has ended, and write the `initialize` of a new session.

        Raises:
            LocalProtocolError: the `initialize` would not be valid.
        """
        self._tried.clear()
        self._side.restart(known_versions(self._revisions, era="handshake")[0])
        return self._write_opening_request()

    def choose_profile(self, document: object) -> RevisionProfile:
        """Return the profile of the revision in which to read a message that does not decide the opening."""
        side = self._side
        profile = side.get_outgoing_profile()
        pending = side.local_requests.find_request(id_of(document))
        if pending is not None and method_of(document) is None:
            return pending.profile
        if self.is_agreed:
            return profile
        subscription = subscription_of(document, side.local_requests.waiting)
        if subscription is not None:
            return subscription.profile
        handshake = known_versions(self._revisions, era="handshake")
        return side.profile_of(handshake[0]) if profile.era == "per-request" and handshake else profile

    def handle_answer(self, document: object) -> Event | None:
        """Handle a message of the server that may answer a probe or `initialize`.

        By the answer, agree on a version, write the next message, or close the session.

        Returns:
            The event for the caller; None if the message decides nothing about the opening and is still to be recorded.

        Raises:
            ProtocolError: the message is not valid, or breaks a rule.
            LocalProtocolError: the next message would not be valid.
        """
        pending = self._side.local_requests.find_request(id_of(document))
        if pending is None or not is_object(document) or "method" in document:
            return None
        if pending.method.first_name == INITIALIZE:
            return self._handle_initialize_answer(document, pending)
        if not self._is_probe(pending):
            return None
        verdict = self._check_probe_answer(pending, 200, document)
        if verdict.action == "correct":
            return None
        if verdict.action == "proceed":
            return self._handle_probe_answer(document, pending)
        message = self._parse_if_valid(document, pending.profile)
        self._side.state.abandon_request("client", pending.id)
        return self._apply_verdict(verdict, message, pending)

    def handle_failed_request(
        self, pending: PendingRequest, http_status: int | None, answer: dict[str, Any] | None
    ) -> Event | None:
        """Continue or end the opening after the failure of a request.

        No answer came in time, or the HTTP status of the response is an error.

        Args:
            pending: the request.
            http_status: the HTTP status of the response; None if no response came in time.
            answer: the JSON-RPC error in the body of the response; None if the body has no error.

        Returns:
            The event for the caller; None if the failure decides nothing about the opening.

        Raises:
            LocalProtocolError: the next message would not be valid.
        """
        if pending.method.first_name == INITIALIZE and http_status is not None:
            verdict = check_http_initialize_response(http_status, answer, self._revisions)
        elif self._is_probe(pending):
            verdict = self._check_probe_answer(pending, http_status, answer)
        else:
            return None
        if answer is not None and verdict.action in ("correct", "proceed"):
            return None
        self._side.state.abandon_request("client", pending.id)
        return self._apply_verdict(verdict, None, pending)

    def _choose_first_version(self) -> str:
        """Return the version to try first: a per-request version, if the client speaks one; otherwise the newest.

        Among several per-request versions, prefer one with more extensions in use, and then the newer. So extensions
        still work after the release of a revision that they do not extend.
        """
        per_request = known_versions(self._revisions, era="per-request")
        if not per_request:
            return self._revisions[0]
        if not self._side.extensions:
            return per_request[0]  # without a look at the other revisions, which would load them
        return max(per_request, key=lambda version: len(self._side.profile_of(version).extensions))

    def _write_opening_request(self) -> bytes:
        """Write the request that opens the session in the version that this side tries.

        Raises:
            LocalProtocolError: the request would not be valid.
        """
        side = self._side
        profile = side.get_outgoing_profile()
        if profile.era == "per-request":
            return side.request(DISCOVER, add_required_params(profile.revision, DISCOVER, {}), self._new_id()).data
        capabilities = side.get_declared_capabilities(profile)
        params = {"protocolVersion": profile.version, "capabilities": capabilities, "clientInfo": side.info}
        params = add_required_params(profile.revision, INITIALIZE, params)
        return side.request(INITIALIZE, params, self._new_id()).data

    def _new_id(self) -> str | None:
        """Return the id of the next request; None if the id is the next number."""
        self._number += 1
        return f"{self._id_prefix}{self._number}" if self._id_prefix else None

    def _is_probe(self, pending: PendingRequest) -> bool:
        """Return whether a request is a probe: a per-request message of a client that has not turned to a handshake."""
        return pending.profile.era == "per-request" == self._side.get_outgoing_profile().era

    def _check_probe_answer(self, pending: PendingRequest, http_status: int | None, answer: object) -> ProbeVerdict:
        """Record the version of a probe as tried, and return the verdict on the answer to the probe."""
        self._record_try(pending.profile.version)
        if self._side.transport == "stdio":
            return check_stdio_probe_response(answer, self._revisions, tried=self._tried)
        return check_http_probe_response(http_status, answer, self._revisions, tried=self._tried)

    def _record_try(self, version: str) -> None:
        """Record that a version was tried, at most `_MAX_TRIES` times, since more tries change no verdict."""
        if self._tried.count(version) < _MAX_TRIES:
            self._tried.append(version)

    def _handle_probe_answer(self, document: dict[str, Any], pending: PendingRequest) -> Event:
        """Record the answer to a probe, and agree on the version of the probe. Return the event for the caller.

        Raises:
            ProtocolError: the answer is not valid, or breaks a rule.
        """
        side = self._side
        message = side.parse_single_message(document, pending.profile)
        event = side.record_received_message(message, pending.profile)
        self._agree_on(pending.profile)
        if isinstance(message, Response) and pending.method.first_name == DISCOVER:
            return VersionAgreed(message, pending.profile.version, None)
        return event

    def _handle_initialize_answer(self, document: dict[str, Any], pending: PendingRequest) -> Event:
        """Agree on the version in the answer to `initialize`, try another version, or close the session.

        Returns:
            The event for the caller.

        Raises:
            ProtocolError: the answer is not valid, or breaks a rule.
            LocalProtocolError: the next message would not be valid.
        """
        side = self._side
        requested: str = pending.params["protocolVersion"]
        if "result" not in document:
            message = side.parse_single_message(document, pending.profile)
            side.record_received_message(message, pending.profile)
            return self._apply_verdict(self._make_verdict_on_error(requested, document), message, pending)
        answered = member_at(document, "result", "protocolVersion")
        verdict = check_initialize_version(answered, requested, self._revisions)
        if verdict.version is None:
            side.close()
            return OpeningFailed(None, f"the server answers {quote_value(answered)}: {verdict.reason}")
        profile = side.profile_of(verdict.version)
        message = side.parse_single_message(document, profile)
        assert isinstance(message, Response)
        side.record_received_message(message, profile)
        self._agree_on(profile)
        return VersionAgreed(message, profile.version, side.notify(INITIALIZED))

    def _make_verdict_on_error(self, version: str, answer: Mapping[str, Any]) -> ProbeVerdict:
        """Return the verdict on an error in answer to `initialize`: try a version that the error names, or give up.

        Record that the requested version was tried.
        """
        self._record_try(version)
        data = member_at(answer, "error", "data")
        retry = choose_retry(data, self._revisions, refused=self._tried)
        reason = "the server answers initialize with an error"
        if retry.version is None:
            explanation = describe_no_retry(retry.reason, data, self._revisions)
            return ProbeVerdict(None, "give up", None, f"{reason}: {explanation}")
        return ProbeVerdict(retry.era, "initialize", retry.version, reason)

    def _apply_verdict(
        self, verdict: ProbeVerdict, message: Message | None, pending: PendingRequest
    ) -> OpeningContinues | OpeningFailed:
        """Carry out the verdict on a failed probe or `initialize`: write the next message, or close the session.

        If the client first needs authorization, neither is done.

        Returns:
            The event for the caller.

        Raises:
            LocalProtocolError: the next message would not be valid.
        """
        side = self._side
        answer = message if isinstance(message, (Response, ErrorResponse)) else None
        action, version = verdict.action, verdict.version
        if action == "authorize":
            return OpeningContinues(answer, action, None, verdict.reason)
        if version is None or (action != "retry" and action != "initialize" and action != "http+sse"):
            side.close()
            return OpeningFailed(answer, verdict.reason)
        side.try_version(version)
        if action == "retry":
            params: dict[str, Any] = dict(pending.params)
            params[META] = {**params[META], VERSION_KEY: version}
            data = side.request(pending.method.name, params, self._new_id()).data
            return OpeningContinues(answer, action, data, verdict.reason)
        return OpeningContinues(answer, action, self._write_opening_request(), verdict.reason)

    def _parse_if_valid(self, document: dict[str, Any], profile: RevisionProfile) -> Message | None:
        """Parse the answer to a probe. Return None for an invalid answer, which a server of the other era may send."""
        try:
            return self._side.parse_single_message(document, profile)
        except ProtocolError:
            return None

    def _agree_on(self, profile: RevisionProfile) -> None:
        """Agree on a revision, and abandon the requests of the other era."""
        side = self._side
        side.agree_on(profile.version)
        side.state.abandon_requests_of_other_eras(profile.era, "client")
