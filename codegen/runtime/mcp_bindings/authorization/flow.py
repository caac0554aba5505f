"""The client's side of OAuth for MCP, without I/O: a flow is given what happened, and says what to do next."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from ..hosts import is_loopback
from . import discovery, granting
from .challenges import parse_challenges
from .credentials import ClientProfile, Registration
from .fetching import FetchPolicy, normalized_origin
from .flow_memory import FlowHistory, FlowMemory, Happening, Outcome
from .flow_rules import flow_rules, newest_first
from .flow_table import TABLE, FlowAction, FlowEvent, FlowState
from .grants import EnterpriseManaged, Grant, IdentityAssertion
from .metadata import check_client_id_url, check_redirect_uri
from .steps import Step
from .storage import CredentialStorage, MemoryStorage
from .urls import parsed_url

_ACTIONS: Mapping[FlowAction, Callable[[FlowMemory, Happening], Outcome]] = {
    "use the stored token": discovery.use_stored,
    "deliver": discovery.deliver,
    "find the resource's metadata": discovery.find_resource_metadata,
    "ask for more scopes": discovery.ask_for_more,
    "read resource metadata": discovery.read_resource,
    "read server metadata": discovery.read_server,
    "use the client id": granting.use_client_id,
    "end without client id": granting.end_without_client_id,
    "read the registration": granting.read_registered,
    "exchange the code": granting.exchange_code,
    "end without consent": granting.end_without_consent,
    "read the first tokens": granting.read_first_tokens,
    "exchange the identity": granting.exchange_identity,
    "end without identity": granting.end_without_identity,
    "use the assertion": granting.use_assertion,
    "read the granted tokens": granting.read_granted,
    "read the refreshed tokens": granting.read_refreshed,
    "refresh": granting.refresh_after_waiting,
}


class FlowStateError(RuntimeError):
    """The program has told the flow of something that cannot happen now. The flow is as it was before."""


class AuthorizationFlow:
    """The authorization of one client at one MCP endpoint, for one principal.

    At the first 401 no revision is agreed on, so the flow follows the newest of the offered revisions. It handles one
    request at a time; flows that share a storage share its tokens.

    Args:
        endpoint: URL of the MCP endpoint: HTTPS, or `http` at this machine if `allow_loopback`.
        revisions: ids of the revisions that the client offers.
        profile: what the client brings to every authorization server.
        storage: where registrations and tokens are kept; in memory by default.
        principal: whose tokens these are, if the client acts for several users.
        allow_loopback: whether endpoints and authorization servers may be at this machine, also by `http`.
        without_resource_metadata: whether to fall back to the rules of 2025-03-26, if it is offered and the server has
            no protected resource metadata.
        exact_resource: whether to accept no metadata whose resource is a parent of the endpoint. Set it where the paths
            of a host belong to different owners: a token for the parent is good for all of them.
        clock: returns the Unix time in seconds.
        grant: the extension that grants the tokens; by default the user does, in a browser.

    Raises:
        UnknownRevision: no such revision.
        ValueError: no offered revision defines authorization, the profile has no redirect URI though the user grants
            the tokens, or a URL of the endpoint, the profile or the grant is not allowed.
    """

    def __init__(
        self,
        endpoint: str,
        *,
        revisions: Iterable[str],
        profile: ClientProfile,
        storage: CredentialStorage | None = None,
        principal: str = "",
        allow_loopback: bool = False,
        without_resource_metadata: bool = False,
        exact_resource: bool = False,
        clock: Callable[[], float] = time.time,
        grant: Grant | None = None,
    ) -> None:
        offered = [flow_rules(each) for each in newest_first(revisions)]
        if not offered:
            raise ValueError("none of the offered revisions defines authorization")
        trusted = [_origin(endpoint, allow_loopback)]
        if isinstance(grant, EnterpriseManaged):
            trusted.append(_origin(grant.token_endpoint, allow_loopback))
        if profile.redirect_uri is not None:
            check_redirect_uri(profile.redirect_uri)
        elif grant is None:
            raise ValueError("a client that opens a browser needs a redirect URI")
        if profile.metadata_url is not None:
            check_client_id_url(profile.metadata_url)
        self.policy: FetchPolicy = FetchPolicy(allow_loopback, frozenset(trusted))
        self._state: FlowState = "new"
        self._new_memory = partial(
            FlowMemory,
            endpoint,
            offered,
            profile,
            MemoryStorage() if storage is None else storage,
            self.policy,
            principal,
            without_resource_metadata,
            exact_resource,
            clock,
            grant,
            FlowHistory(),
        )
        self._memory = self._new_memory()

    @property
    def state(self) -> FlowState:
        """What the flow waits for."""
        return self._state

    def start(self) -> Step:
        """Say with which token the program sends its next MCP request.

        A program can call this in every state. If the flow has ended, or waits for something else, it starts anew: it
        abandons what it was doing, and uses nothing that it has found except what is stored.
        """
        if self._state != "using":
            granting.release(self._memory)
            self._memory = self._new_memory()
        return self._take("start", Happening())

    def answered(self, status: int, www_authenticate: str = "", *, operation: str = "") -> Step:
        """The MCP endpoint has responded.

        Args:
            status: the HTTP status, whatever it is.
            www_authenticate: value of the header; several headers are joined with commas.
            operation: what was requested, such as `tools/call` and the name of the tool; the same for every response to
                it. More scopes are requested a few times for an operation, until a response accepts the token.

        Raises:
            FlowStateError: the flow waits for something else.
        """
        event: FlowEvent = "other response"
        if status == 401:
            event = "unauthorized"
        elif status == 403 and _wants_scope(www_authenticate):
            event = "insufficient scope"
        return self._take(event, Happening(status, www_authenticate, operation=operation))

    def receive(self, status: int, body: bytes = b"") -> Step:
        """The response to `FetchDocument`, `Register` or `PostForm` is here.

        Args:
            status: the HTTP status; 0 if there was no response, or one that `policy` does not accept.
            body: the text, at most `policy.max_bytes` of it and one more.

        Raises:
            FlowStateError: the flow waits for something else.
        """
        return self._take("response", Happening(status, body=body))

    def redirected(self, url: str) -> Step:
        """The browser was sent to the redirect URI; `url` is the whole URL, with its query.

        Raises:
            FlowStateError: the flow waits for something else.
        """
        return self._take("redirect", Happening(url=url))

    def use_registration(self, registration: Registration) -> Step:
        """The user has entered a client id.

        Raises:
            FlowStateError: the flow has not asked for one.
        """
        return self._take("client id", Happening(registration=registration))

    def use_identity(self, identity: IdentityAssertion) -> Step:
        """The identity provider has signed the user in.

        Raises:
            FlowStateError: the flow has not asked for it.
        """
        return self._take("identity", Happening(identity=identity))

    def declined(self) -> Step:
        """The user does not want to, or the program waits no longer.

        Raises:
            FlowStateError: the flow waits for nothing of the user.
        """
        return self._take("declined", Happening())

    def waited(self) -> Step:
        """The time of `Wait` has passed.

        Raises:
            FlowStateError: the flow does not wait.
        """
        return self._take("time", Happening())

    def __repr__(self) -> str:
        return f"AuthorizationFlow({self._memory.endpoint!r}, state={self._state!r})"

    def _take(self, event: FlowEvent, happening: Happening) -> Step:
        row = TABLE.get((self._state, event))
        if row is None:
            raise FlowStateError(f"the flow is in the state {self._state!r}, in which there is no event {event!r}")
        before, self._state = self._state, "ended"  # so the flow can start anew after an exception of the storage
        state, step = _ACTIONS[row.action](self._memory, happening)
        assert state in row.to, (before, event, state)
        self._state = state
        return step


def _origin(url: str, allow_loopback: bool) -> str:
    """The origin of a URL that the caller has chosen.

    Raises:
        ValueError: secrets must not be sent there.
    """
    parts = parsed_url(url, "endpoint")
    if not (is_loopback(parts.host) and allow_loopback) and (parts.scheme == "http" or is_loopback(parts.host)):
        raise ValueError("tokens are sent by https only; http and this machine need allow_loopback")
    return normalized_origin(parts)


def _wants_scope(header: str) -> bool:
    """Whether the header says that the token lacks a scope."""
    try:
        challenges = parse_challenges(header)
    except ValueError:
        return False
    return any(each.scheme == "bearer" and ("error", "insufficient_scope") in each.parameters for each in challenges)
