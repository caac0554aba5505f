"""The client's side of OAuth for MCP, without I/O: a flow receives inputs and returns the next step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from ..hosts import is_this_machine
from ..options import check_choice, check_class, check_clock, check_flags, check_method
from . import discovery, granting
from .challenges import parse_challenges
from .credentials import ClientProfile, Registration, check_secret
from .fetching import FetchPolicy, normalize_origin
from .flow_memory import FlowHistory, FlowInput, FlowMemory, FlowOutcome
from .flow_rules import find_authorization_revisions, read_flow_rules
from .flow_table import TRANSITIONS, FlowAction, FlowEvent, FlowState
from .grants import ClientCredentials, EnterpriseManaged, Grant, IdentityAssertion
from .metadata import check_client_id_url, check_redirect_uri
from .steps import Step
from .storage import CredentialStorage, MemoryStorage
from .urls import parse_url

_ACTIONS: Mapping[FlowAction, Callable[[FlowMemory, FlowInput], FlowOutcome]] = {
    "use the stored token": discovery.use_stored_token,
    "deliver": discovery.deliver_response,
    "find the resource's metadata": discovery.handle_unauthorized_response,
    "ask for more scopes": discovery.request_more_scopes,
    "read resource metadata": discovery.receive_resource_metadata,
    "read server metadata": discovery.receive_server_metadata,
    "use the client id": granting.use_client_id,
    "end without client id": granting.end_without_client_id,
    "read the registration": granting.receive_registration,
    "exchange the code": granting.exchange_code,
    "end without consent": granting.end_without_consent,
    "read the first tokens": granting.receive_first_tokens,
    "exchange the identity": granting.exchange_identity,
    "end without identity": granting.end_without_identity,
    "use the assertion": granting.receive_assertion,
    "read the granted tokens": granting.receive_extension_tokens,
    "read the refreshed tokens": granting.receive_refreshed_tokens,
    "refresh": granting.retry_refresh,
}


class FlowStateError(RuntimeError):
    """Error for an input that the state of a flow does not allow. The flow is unchanged."""


class AuthorizationFlow:
    """The authorization of one client at one MCP endpoint, for one principal.

    At the first 401 no revision is agreed yet, so the flow follows the newest of the offered revisions. A flow handles
    one request at a time. Flows with the same storage share its tokens. If the storage, a signer or the clock raises an
    error, the method of the flow that was called raises it too, and the flow has ended; `start` starts the flow anew.

    Args:
        endpoint: URL of the MCP endpoint: HTTPS, or `http` at this machine if `allow_loopback`.
        revisions: ids of the revisions that the client offers.
        profile: settings of the client that are the same at every authorization server.
        storage: storage of registrations and tokens; by default in memory.
        principal: owner of the tokens, if the client acts for several users.
        allow_loopback: whether endpoints and authorization servers may be at this machine, also by `http`.
        without_resource_metadata: whether to fall back to the rules of 2025-03-26, if this revision is offered and the
            server has no protected resource metadata.
        exact_resource: whether to reject metadata whose resource is a parent of the endpoint. Pass True if the paths of
            a host have different owners, since a token for the parent is valid for all these paths.
        clock: function that returns the Unix time in seconds.
        grant: the extension that grants the tokens; by default the user grants them in a browser.

    Attributes:
        policy: rules by which the program checks what it fetches for the flow.

    Raises:
        TypeError: `revisions` is no list of texts, or another argument has a wrong type.
        UnknownRevision: a revision is not known.
        ValueError: no offered revision defines authorization, the profile lacks the redirect URI that a sign-in in a
            browser needs, or a URL of the endpoint, the profile or the grant is not allowed.
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
        offered = [read_flow_rules(each) for each in find_authorization_revisions(revisions)]
        if not offered:
            raise ValueError("none of the offered revisions defines authorization")
        _check_options(profile, storage, grant, principal, clock)
        check_flags(
            {
                "allow_loopback": allow_loopback,
                "exact_resource": exact_resource,
                "without_resource_metadata": without_resource_metadata,
            }
        )
        trusted = [_check_configured_url(endpoint, allow_loopback)]
        if isinstance(grant, EnterpriseManaged):
            trusted.append(_check_configured_url(grant.token_endpoint, allow_loopback))
        configured = [*profile.registrations, *([] if profile.issuer is None else [profile.issuer])]
        trusted += [normalize_origin(parse_url(each, "issuer")) for each in configured]
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
            {},
        )
        self._memory = self._new_memory()

    @property
    def state(self) -> FlowState:
        """The state of the flow, which tells what input the flow waits for."""
        return self._state

    def start(self) -> Step:
        """Start the flow for an MCP request. Return the first step: `UseToken`, or a step that leads to new tokens.

        If the stored token has expired, the step can also be `Wait` or `GiveUp`. A program can call this in every
        state. Unless the flow waits for the response to an MCP request, it starts anew: it abandons the current step,
        and keeps only what is stored, the entered client ids with a signer, and its counts of failures.
        """
        if self._state != "using":
            granting.release_refresh_lease(self._memory)
            self._memory = self._new_memory()
        return self._handle_event("start", FlowInput())

    def receive_mcp_response(self, status: int, www_authenticate: str = "", *, operation: str = "") -> Step:
        """Continue after the MCP endpoint has responded. Return the next step.

        Args:
            status: HTTP status of the response, also of a success.
            www_authenticate: value of the header `WWW-Authenticate`. Join the values of several headers with commas.
            operation: name of the requested operation, such as `tools/call` with the name of the tool. Pass the name
                with every response to this operation, since the flow limits how often it requests more scopes for one
                operation.

        Raises:
            FlowStateError: the flow waits for another input.
        """
        event: FlowEvent = "other response"
        if status == 401:
            event = "unauthorized"
        elif status == 403 and _says_scope_is_missing(www_authenticate):
            event = "insufficient scope"
        return self._handle_event(event, FlowInput(status, www_authenticate, operation=operation))

    def receive(self, status: int, body: bytes = b"") -> Step:
        """Continue after the request of a step `FetchDocument`, `Register` or `PostForm`. Return the next step.

        Args:
            status: the HTTP status; 0 if there was no response, or `policy` has rejected the fetch.
            body: body of the response, read up to one byte more than `policy.max_bytes`.

        Raises:
            FlowStateError: the flow waits for another input.
        """
        return self._handle_event("response", FlowInput(status, body=body))

    def redirected(self, url: str) -> Step:
        """Continue after the browser was sent to the redirect URI. Return the next step.

        Args:
            url: the whole URL to which the browser was sent, with its query.

        Raises:
            FlowStateError: the flow waits for another input.
        """
        return self._handle_event("redirect", FlowInput(url=url))

    def use_registration(self, registration: Registration) -> Step:
        """Continue with the client id that the user has entered. Return the next step.

        The client id is stored, unless it has a signer. An id with a signer lasts as long as this object; to have it
        after a restart of the program too, put it into `ClientProfile.registrations`. If an extension grants the
        tokens, the client id is used for one grant only, and is not stored.

        Raises:
            TypeError: the argument is no `Registration`.
            FlowStateError: the flow does not wait for a client id.
        """
        check_class("registration", registration, Registration, "a Registration(client_id)", is_secret=True)
        return self._handle_event("client id", FlowInput(registration=registration))

    def use_identity(self, identity: IdentityAssertion) -> Step:
        """Continue with the assertion that the identity provider has issued for the user. Return the next step.

        Raises:
            TypeError: the argument is no `IdentityAssertion`, or its token is no `Secret`.
            ValueError: the kind of the assertion is not known.
            FlowStateError: the flow does not wait for an assertion.
        """
        check_class("identity", identity, IdentityAssertion, "an IdentityAssertion(Secret(…))", is_secret=True)
        check_secret("identity.token", identity.token)
        check_choice("identity.kind", identity.kind, ("id_token", "saml2"))
        return self._handle_event("identity", FlowInput(identity=identity))

    def declined(self) -> Step:
        """End the flow after the user has declined, or the program has stopped waiting for the user. Return `GiveUp`.

        After two sign-ins in a row without a redirect, discard the client id if the server has issued it or the user
        has entered it.

        Raises:
            FlowStateError: the flow does not wait for the user.
        """
        return self._handle_event("declined", FlowInput())

    def waited(self) -> Step:
        """Continue after the time of `Wait` has passed. Return the next step.

        Raises:
            FlowStateError: the flow does not wait.
        """
        return self._handle_event("time", FlowInput())

    def __repr__(self) -> str:
        return f"AuthorizationFlow({self._memory.endpoint!r}, state={self._state!r})"

    def _handle_event(self, event: FlowEvent, flow_input: FlowInput) -> Step:
        row = TRANSITIONS.get((self._state, event))
        if row is None:
            raise FlowStateError(f"the flow is in the state {self._state!r}, which allows no event {event!r}")
        before, self._state = self._state, "ended"  # so that the flow can start anew if the storage raises
        state, step = _ACTIONS[row.action](self._memory, flow_input)
        assert state in row.next_states, (before, event, state)
        self._state = state
        return step


def _check_options(profile: object, storage: object, grant: object, principal: object, clock: object) -> None:
    """Check options of a flow that are first used later, so that the constructor reports a mistake.

    Raises:
        TypeError: an option has a wrong type.
    """
    check_class("profile", profile, ClientProfile, "a ClientProfile(redirect_uri, client_name)")
    if storage is not None:
        check_method("storage", storage, "swap_tokens", "an object with the methods of CredentialStorage")
    if grant is not None:
        check_class(
            "grant", grant, (ClientCredentials, EnterpriseManaged), "ClientCredentials() or EnterpriseManaged(…)"
        )
    check_class("principal", principal, str, "a text")
    check_clock(clock)


def _check_configured_url(url: str, allow_loopback: bool) -> str:
    """Check that secrets may be sent to a URL that the caller has configured. Return the origin of the URL.

    Raises:
        TypeError: the URL is no text.
        ValueError: the URL is malformed, or secrets must not be sent there.
    """
    parts = parse_url(url, "endpoint")
    is_local = is_this_machine(parts.host)
    if (is_local or parts.scheme == "http") and not (is_local and allow_loopback):
        raise ValueError("tokens are sent by https only; set allow_loopback for http and for this machine")
    return normalize_origin(parts)


def _says_scope_is_missing(header: str) -> bool:
    """Return whether a header `WWW-Authenticate` says that the token lacks a scope; False for a malformed header."""

    try:
        challenges = parse_challenges(header)
    except ValueError:
        return False
    return any(each.scheme == "bearer" and ("error", "insufficient_scope") in each.parameters for each in challenges)
