"""Open a session as a client: send a probe in a per-request revision, then a handshake if the server needs one.

`mcp_bindings.negotiation` chooses the next step after each answer; this module writes the next message.

Pages: /specification/2026-07-28/basic/transports/stdio#backward-compatibility,
/specification/2026-07-28/basic/transports/streamable-http#backward-compatibility,
/specification/2025-11-25/basic/lifecycle#version-negotiation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import ProtocolError, quoted
from ..json_values import is_object, member_at
from ..jsonrpc.messages import ErrorResponse, Message, Response
from ..negotiation.eras import method_of
from ..negotiation.probes import (
    ProbeVerdict,
    check_http_initialize_response,
    check_http_probe_response,
    check_stdio_probe_response,
)
from ..negotiation.versions import check_initialize_version, choose_retry, known_versions
from ..spec.names import DISCOVER, INITIALIZE, INITIALIZED, META, VERSION_KEY
from .channel import Channel, id_of
from .errors import LocalProtocolError
from .events import Event, OpeningContinues, OpeningFailed, VersionAgreed
from .exchange import PendingRequest
from .profile import RevisionProfile
from .revision_selector import subscription_of
from .states import NEW

_TRIES = 2
"""The number of times that a version is tried which the server rejects but lists as supported."""


def _is_opening(pending: PendingRequest) -> bool:
    """Return whether the answer to a request can settle the version. The answer to a ping cannot, for example."""
    return pending.profile.era == "per-request" or pending.method.name == INITIALIZE


class Opening:
    """The messages with which a client agrees on a version with its server.

    Args:
        channel: the side of the client.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._revisions = channel.revisions
        self._tried: list[str] = []
        self._ids, self._number = "", 0
        per_request = known_versions(channel.revisions, era="per-request")
        self._first = per_request[0] if per_request else channel.revisions[0]
        channel.attempt(self._first)

    @property
    def is_settled(self) -> bool:
        """True if the sides have agreed on a version."""
        return self._channel.version is not None

    def begin(self, ids: str = "") -> bytes:
        """Write the first message.

        Args:
            ids: the prefix of the ids of all requests that open the session; by default the ids are numbers.

        Raises:
            LocalProtocolError: the session has begun.
        """
        channel = self._channel
        waiting = channel.own.waiting
        if channel.state.phase != NEW or self.is_settled or any(_is_opening(each) for each in waiting.values()):
            raise LocalProtocolError("lifecycle.once", "the session has already begun")
        self._ids = ids
        return self._begin_with(self._first)

    def begin_again(self) -> bytes:
        """Forget the session, which the server has ended, and write the `initialize` of a new one."""
        self._tried.clear()
        version = known_versions(self._revisions, era="handshake")[0]
        self._channel.restart(version)
        return self._begin_with(version)

    def profile_for(self, document: object) -> RevisionProfile:
        """Return the profile of the revision in which to read a message that does not decide the opening."""
        channel = self._channel
        profile = channel.outgoing_profile()
        pending = channel.own_request(id_of(document))
        if pending is not None and method_of(document) is None:
            return pending.profile
        if self.is_settled:
            return profile
        subscription = subscription_of(document, channel.own.waiting)
        if subscription is not None:
            return subscription.profile
        handshake = known_versions(self._revisions, era="handshake")
        return channel.profile_of(handshake[0]) if profile.era == "per-request" and handshake else profile

    def take(self, document: object) -> Event | None:
        """Handle a message that may answer the opening.

        Returns:
            The event for the caller; None if the message decides nothing about the opening.

        Raises:
            ProtocolError: the message is not valid, or breaks a rule.
        """
        pending = self._channel.own_request(id_of(document))
        if pending is None or not is_object(document) or "method" in document:
            return None
        if pending.method.name == INITIALIZE:
            return self._answered(document, pending)
        if not self._probes(pending):
            return None
        verdict = self._check_first_answer(pending, 200, document)
        if verdict.action == "correct":
            return None
        if verdict.action == "proceed":
            return self._proceed(document, pending)
        message = self._read_if_possible(document, pending.profile)
        self._channel.state.abandon_request("client", pending.id)
        return self._follow(verdict, message, pending)

    def request_failed(
        self, pending: PendingRequest, http_status: int | None, answer: dict[str, Any] | None
    ) -> Event | None:
        """Handle a request that has got no answer, or an error with an HTTP status.

        Args:
            pending: the request.
            http_status: the HTTP status of the response; None if no response came in time.
            answer: the error response in its body; None if the body has none.

        Returns:
            The event for the caller; None if the request decides nothing about the opening.
        """
        if pending.method.name == INITIALIZE and http_status is not None:
            verdict = check_http_initialize_response(http_status, answer, self._revisions)
        elif self._probes(pending):
            verdict = self._check_first_answer(pending, http_status, answer)
        else:
            return None
        if answer is not None and verdict.action in ("correct", "proceed"):
            return None
        self._channel.state.abandon_request("client", pending.id)
        return self._follow(verdict, None, pending)

    def _begin_with(self, version: str) -> bytes:
        channel = self._channel
        channel.attempt(version)
        if channel.profile_of(version).era == "per-request":
            return channel.request(DISCOVER, id_=self._new_id()).data
        capabilities = channel.capabilities_in(channel.profile_of(version))
        params = {"protocolVersion": version, "capabilities": capabilities, "clientInfo": channel.info}
        return channel.request(INITIALIZE, params, self._new_id()).data

    def _new_id(self) -> str | None:
        """Return the id of the next request; None to use the next number."""
        self._number += 1
        return f"{self._ids}{self._number}" if self._ids else None

    def _probes(self, pending: PendingRequest) -> bool:
        """Return whether the answer to a request shows the era of the server, which no earlier answer has shown."""
        return pending.profile.era == "per-request" == self._channel.outgoing_profile().era

    def _check_first_answer(self, pending: PendingRequest, http_status: int | None, answer: object) -> ProbeVerdict:
        """Return the verdict on the answer to a per-request message."""
        self._note_try(pending.profile.version)
        if self._channel.transport == "stdio":
            return check_stdio_probe_response(answer, self._revisions, tried=self._tried)
        return check_http_probe_response(http_status, answer, self._revisions, tried=self._tried)

    def _note_try(self, version: str) -> None:
        """Record that a version was tried, at most `_TRIES` times, since more tries change no verdict."""
        if self._tried.count(version) < _TRIES:
            self._tried.append(version)

    def _proceed(self, document: dict[str, Any], pending: PendingRequest) -> Event:
        """Agree on the version of a request, since its answer shows that the server speaks it."""
        channel = self._channel
        message = channel.read_one(document, pending.profile)
        event = channel.take(message, pending.profile)
        self._settle(pending.profile)
        if isinstance(message, Response) and pending.method.name == DISCOVER:
            return VersionAgreed(message, pending.profile.version, None)
        return event

    def _answered(self, document: dict[str, Any], pending: PendingRequest) -> Event:
        """Handle the answer to `initialize`, and return the event for the caller."""
        channel = self._channel
        asked: str = pending.params["protocolVersion"]
        if "result" not in document:
            message = channel.read_one(document, pending.profile)
            channel.take(message, pending.profile)
            return self._follow(self._verdict_on_error(asked, document), message, pending)
        answered = member_at(document, "result", "protocolVersion")
        verdict = check_initialize_version(answered, asked, self._revisions)
        if verdict.version is None:
            channel.close()
            return OpeningFailed(None, f"the server answers {quoted(answered)}: {verdict.reason}")
        profile = channel.profile_of(verdict.version)
        message = channel.read_one(document, profile)
        assert isinstance(message, Response)
        channel.take(message, profile)
        self._settle(profile)
        return VersionAgreed(message, profile.version, channel.notify(INITIALIZED))

    def _verdict_on_error(self, asked: str, answer: Mapping[str, Any]) -> ProbeVerdict:
        """Return the verdict on an error in answer to `initialize`: try another version if the server names one."""
        self._note_try(asked)
        retry = choose_retry(member_at(answer, "error", "data"), self._revisions, refused=self._tried)
        reason = "the server answers initialize with an error"
        if retry.version is None:
            return ProbeVerdict(None, "give up", None, f"{reason}: {retry.reason}")
        return ProbeVerdict(retry.era, "initialize", retry.version, reason)

    def _follow(
        self, verdict: ProbeVerdict, message: Message | None, pending: PendingRequest
    ) -> OpeningContinues | OpeningFailed:
        """Write the next message that a verdict on a failed request asks for, or close the session."""
        channel = self._channel
        answer = message if isinstance(message, (Response, ErrorResponse)) else None
        action, version = verdict.action, verdict.version
        if action == "authorize":
            return OpeningContinues(answer, action, None, verdict.reason)
        if version is None or (action != "retry" and action != "initialize" and action != "http+sse"):
            channel.close()
            return OpeningFailed(answer, verdict.reason)
        if action == "retry":
            channel.attempt(version)
            params: dict[str, Any] = dict(pending.params)
            params[META] = {**params[META], VERSION_KEY: version}
            data = channel.request(pending.method.name, params, self._new_id()).data
            return OpeningContinues(answer, action, data, verdict.reason)
        return OpeningContinues(answer, action, self._begin_with(version), verdict.reason)

    def _read_if_possible(self, document: dict[str, Any], profile: RevisionProfile) -> Message | None:
        """Parse the answer to a probe. Return None if it is not valid, as a server of the other era may answer."""
        try:
            return self._channel.read_one(document, profile)
        except ProtocolError:
            return None

    def _settle(self, profile: RevisionProfile) -> None:
        """Agree on a revision, and abandon the requests of the other era."""
        channel = self._channel
        channel.settle(profile.version)
        channel.state.abandon_other_eras(profile.era, "client")
