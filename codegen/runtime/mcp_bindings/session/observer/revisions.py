"""The revision in which an observer reads a message.

A message from the client is read as its server reads it, and a message from the server as its client does.
"""

from __future__ import annotations

from collections.abc import Callable

from ...json_values import is_object, member_at
from ...negotiation.eras import method_of, methods_of_one_era
from ...negotiation.probes import check_http_probe_response, check_stdio_probe_response
from ...negotiation.versions import usable
from ...spec.names import INITIALIZE, Sender, Transport
from ..channel import id_of
from ..exchange import Exchange
from ..profile import RevisionProfile, other
from ..revision_selector import RevisionSelector, subscription_of
from ..state import SessionState
from ..states import INITIALIZING, NEW


class HeardRevisions:
    """Chooses among the revisions that the sides may speak.

    Args:
        spoken: their versions, newest first.
        profile_of: the profile in which a version is read.
        transport: how messages travel.

    Attributes:
        settled: of the revision that `initialize` has settled; None if it has settled none.
        shown: of the per-request revision in which the server has answered first, or that was stated; None before that.
        opening: of the revision in which the client has asked to initialize last; None before that.
    """

    def __init__(
        self, spoken: tuple[str, ...], profile_of: Callable[[str], RevisionProfile], transport: Transport
    ) -> None:
        self.settled: RevisionProfile | None = None
        self.shown: RevisionProfile | None = None
        self.opening: RevisionProfile | None = None
        self._is_stated = False
        self._spoken = spoken
        self._profile_of = profile_of
        self._transport: Transport = transport
        self._selector = RevisionSelector(spoken, profile_of)
        handshake = usable(spoken, era="handshake")
        self._default = profile_of(handshake[0] if handshake else spoken[0])

    @property
    def known(self) -> RevisionProfile | None:
        """The profile of the revision that both sides are known to use; None if none is known yet."""
        return self.settled or self.shown

    def forget(self) -> None:
        """Begin again, with nothing known."""
        self.settled = self.shown = self.opening = None
        self._is_stated = False

    def state(self, profile: RevisionProfile) -> None:
        """Take a revision as the one that the sides have agreed on before they were heard."""
        if profile.era == "handshake":
            self.settled = profile
        else:
            self.shown, self._is_stated = profile, True

    def profile_for(self, document: object, sender: Sender, state: SessionState) -> RevisionProfile:
        """The profile of the revision in which to read a message.

        Raises:
            Violation: a client names a version that is not spoken.
        """
        if self.settled is not None:
            return self.settled
        if method_of(document) is None:
            id_ = id_of(document)
            asked = state.sides[other(sender)].waiting.get(id_) if id_ is not None else None
            if asked is not None:
                return self._of_answer(asked, document)
        if sender == "client":
            method = method_of(document)  # a server that has shown its era may speak both, but only its client opens it
            is_agreed = self._is_stated or methods_of_one_era().get(method or "") != "handshake"
            return self._selector.choose(document, state.sides["client"].waiting, self.shown if is_agreed else None)
        if self.shown is not None:
            return self.shown
        subscription = subscription_of(document, state.sides["client"].waiting)
        if subscription is not None:
            return subscription.profile
        return (self.opening if state.phase == INITIALIZING else None) or self._default

    def _of_answer(self, asked: Exchange, document: object) -> RevisionProfile:
        """The profile in which to read an answer; the result of `initialize` is of the revision that it names."""
        version: object = None
        if asked.method.name == INITIALIZE:
            version = member_at(document, "result", "protocolVersion")
        if isinstance(version, str) and version in usable(self._spoken, era="handshake"):
            return self._profile_of(version)
        return asked.profile

    def is_probe(self, exchange: Exchange, state: SessionState) -> bool:
        """Whether the answer to a request shows the era of the server."""
        return self.known is None and state.phase == NEW and exchange.profile.era == "per-request"

    def probe_action(self, exchange: Exchange, document: object, http_status: int | None) -> str:
        """What a client does after the answer to a probe; see `negotiation.probes.Action`."""
        tried = [exchange.profile.version]
        if self._transport == "stdio":
            return check_stdio_probe_response(document, self._spoken, tried=tried).action
        return check_http_probe_response(http_status or 200, document, self._spoken, tried=tried).action


def answered(document: object, state: SessionState) -> Exchange | None:
    """The request of the client that a message of the server answers; None if it answers none."""
    id_ = id_of(document) if is_object(document) and "method" not in document else None
    return state.sides["client"].waiting.get(id_) if id_ is not None else None
