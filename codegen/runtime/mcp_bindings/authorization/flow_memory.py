"""Data of a running flow. No `repr` of it shows a token."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from .credentials import ClientProfile, Registration, Secret, Tokens
from .fetching import FetchPolicy, FetchRejected
from .flow_rules import FlowRules
from .flow_table import FlowState
from .grants import Grant, IdentityAssertion
from .metadata import ServerMetadata, is_same_or_parent
from .requests import SignInAttempt
from .steps import GiveUp, Reason, Step, UseToken
from .storage import Binding, CredentialStorage, TokenKey, TokenRecord

_MAX_SWAPS = 8

_MAX_STEP_UPS = 2
"""Largest number of step-ups for one operation before the server accepts a token for the operation."""

_STEP_UP_SECONDS = 600.0
"""Seconds from the last step-up of an operation to the time when the count of its step-ups starts anew."""

_MAX_OPERATIONS = 1_024
"""Largest number of operations whose step-ups are counted."""

FlowOutcome = tuple[FlowState, Step]
"""The next state of a flow, and the step that the program does in this state."""


class FlowInput(NamedTuple):
    """Data of an event. The event decides which members are set; all others have their defaults."""

    status: int = 0
    challenge: str = ""
    body: bytes = b""
    url: str = ""
    registration: Registration | None = None
    operation: str = ""
    identity: IdentityAssertion | None = None

    def __repr__(self) -> str:
        return f"FlowInput(status={self.status})"


class StepUpCount(NamedTuple):
    """Number of step-ups for an operation since the server last accepted it, and Unix time of the last step-up."""

    times: int
    last_at: float


@dataclass(repr=False)
class FlowHistory:
    """Record of the failures of a flow, kept when the flow starts anew, so that it then tries another way.

    A success resets the data about failures of the same kind.
    """

    step_ups: dict[str, StepUpCount] = field(default_factory=dict[str, StepUpCount])
    """Counts of step-ups by operation. The operation that last asked for a step-up is at the end."""
    client_id_without_redirect: str | None = None
    """The client id of the last sign-in if this sign-in ended without a redirect, else None."""
    failed_refreshes: int = 0
    """Number of refreshes in a row without a valid response of the authorization server."""

    def count_step_up(self, operation: str, now: float) -> bool:
        """Count a step-up for an operation at a Unix time, and return True; at the limit, count nothing and return
        False.

        The count starts anew 10 minutes after the last step-up. Beyond 1,024 operations, forget the count of the one
        that asked least recently.
        """
        before = self.step_ups.pop(operation, StepUpCount(0, now))
        if not 0 <= now - before.last_at <= _STEP_UP_SECONDS:
            before = StepUpCount(0, now)
        is_allowed = before.times < _MAX_STEP_UPS
        self.step_ups[operation] = StepUpCount(before.times + 1, now) if is_allowed else before
        if len(self.step_ups) > _MAX_OPERATIONS:
            del self.step_ups[next(iter(self.step_ups))]
        return is_allowed

    def reset_step_ups(self, operation: str) -> None:
        """Reset the count of step-ups for an operation that the server has accepted."""
        self.step_ups.pop(operation, None)


@dataclass(repr=False)
class FlowMemory:
    """Settings of a flow, its results since it was started, and the data that it needs to handle the next input."""

    endpoint: str
    offered_rules: list[FlowRules]
    """The rules of the offered revisions, newest first."""
    profile: ClientProfile
    storage: CredentialStorage
    policy: FetchPolicy
    principal: str
    without_resource_metadata: bool
    exact_resource: bool
    clock: Callable[[], float]
    grant: Grant | None
    """The extension that grants the tokens; None if the user grants them."""
    history: FlowHistory
    signing_clients: dict[str, Registration]
    """The entered registrations that have a signer, by issuer. A flow that starts anew keeps them, but no storage has
    them, since a signer may contain a key.
    """
    rules: FlowRules = field(init=False)
    resource: str = ""
    issuer: str = ""
    issuers: list[str] = field(default_factory=list[str])
    """Further authorization servers to try."""
    urls: list[str] = field(default_factory=list[str])
    """Further URLs at which to look for the wanted metadata document."""
    server: ServerMetadata | None = None
    registration: Registration | None = None
    attempt: SignInAttempt | None = None
    sent_token: Secret | None = None
    """The access token of the last MCP request, or the expired token that the flow refreshes instead of it; None for a
    request without a token."""
    refreshing_tokens: Tokens | None = None
    """The tokens that this flow is refreshing; None if it refreshes no tokens at present."""
    wants_refresh: bool = False
    chosen_scopes: tuple[str, ...] = ()
    """Scopes that the next request for tokens names."""
    challenge_scopes: tuple[str, ...] | None = None
    supported_scopes: tuple[str, ...] | None = None
    """The scopes that the resource's metadata lists; None if it lists none, or there is no metadata."""
    requested_scopes: tuple[str, ...] = ()
    granted_scopes: tuple[str, ...] = ()
    """The scopes that an extension grants if the token response states none."""
    rejection_count: int = 0
    """Number of requests with a token that were answered with status 401 since the flow last delivered a response."""
    has_forgotten_client: bool = False
    """True if the flow has discarded a rejected client id since it last stored tokens.

    If so, the flow ends when the authorization server rejects a client id again.
    """
    wait_count: int = 0

    def __post_init__(self) -> None:
        self.rules = self.offered_rules[0]

    @property
    def token_key(self) -> TokenKey:
        """The key under which the tokens of this flow are stored."""
        return TokenKey(self.issuer, self.resource, self.principal, self.endpoint)

    @property
    def profile_registration(self) -> Registration | None:
        """The profile's registration for the issuer; None if the profile has none."""
        return self.profile.registrations.get(self.issuer)

    @property
    def audience(self) -> str:
        """The issuer that the parameter `iss` and the audience of assertions must name.

        This is the issuer in the server's metadata if its URL is `issuer` or below `issuer`, else `issuer` itself. In a
        revision without protected resource metadata, the stated issuer can be another URL than `issuer`, the origin of
        the endpoint. A server that states the issuer of another server must not get codes and assertions that are meant
        for the other server.
        """
        stated = self.issuer if self.server is None else self.server.issuer
        return stated if is_same_or_parent(self.issuer, stated) else self.issuer

    def find_obtained_registration(self) -> Registration | None:
        """Return the registration for the issuer: the entered one, else the stored one; None if there is neither."""
        return self.signing_clients.get(self.issuer) or self.storage.registration(self.issuer)

    def save_registration(self, registration: Registration | None) -> None:
        """Save a registration for the issuer: in `signing_clients` if it has a signer, else in the storage.

        None removes the saved registration from both.
        """
        self.signing_clients.pop(self.issuer, None)
        if registration is not None and registration.signer is not None:
            self.signing_clients[self.issuer] = registration
        else:
            self.storage.save_registration(self.issuer, registration)

    def accepts_resource(self, resource: str) -> bool:
        """Return whether tokens for a resource may be used. With `exact_resource`, the resource must not be a parent of
        the endpoint.
        """
        return not self.exact_resource or is_same_or_parent(self.endpoint, resource)

    def may_fetch(self, url: str) -> bool:
        """Return whether the policy allows a request to a URL."""
        try:
            self.policy.check_url(url)
        except FetchRejected:
            return False
        return True

    def use_token(self, access: Secret | None) -> FlowOutcome:
        """Record an access token as sent. Return the outcome in which the program sends its MCP request with this
        token.

        Args:
            access: the token; None to send the request without a token.
        """
        self.sent_token = access
        self.wait_count = 0
        return "using", UseToken(self.endpoint, access)

    def store_tokens(self, tokens: Tokens) -> None:
        """Store new tokens in place of the stored ones, since the newest response of the server is valid.

        Save the endpoint's authorization server and resource too, and reset the count of failed refreshes. The tokens
        are not stored if another flow writes to the same key during each of 8 attempts.
        """
        for _ in range(_MAX_SWAPS):
            record = self.storage.tokens(self.token_key)
            if self.storage.swap_tokens(self.token_key, record.version, TokenRecord(0, tokens)):
                break
        self.has_forgotten_client = False
        self.history.failed_refreshes = 0
        self.storage.save_binding(self.endpoint, self.principal, Binding(self.issuer, self.resource))

    def get_redirect_uri(self) -> str:
        """Return the profile's redirect URI. A profile has one whenever the user grants the tokens."""
        assert self.profile.redirect_uri is not None
        return self.profile.redirect_uri

    def get_resource_parameter(self) -> str | None:
        """Return the value of the parameter `resource`; None in revisions without this parameter."""
        return self.resource if self.rules.resource_parameter else None


def give_up(reason: Reason, message: str) -> FlowOutcome:
    """Return the outcome that ends the flow, with the reason and a message for the user."""
    return "ended", GiveUp(reason, message)
