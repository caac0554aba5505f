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
from .metadata import ServerMetadata
from .requests import SignInAttempt
from .steps import GiveUp, Reason, Step, UseToken
from .storage import Binding, CredentialStorage, TokenKey, TokenRecord

_MAX_SWAPS = 8

_MAX_STEP_UPS = 2
"""Largest number of step-ups for one operation until a response accepts its token."""

_STEP_UP_SECONDS = 600.0
"""Seconds after which the count of step-ups for an operation starts anew."""

_MAX_OPERATIONS = 1_024
"""Largest number of operations whose step-ups are counted."""

FlowOutcome = tuple[FlowState, Step]
"""The next state of a flow, and the step that the program does in this state."""


class FlowInput(NamedTuple):
    """Data of an event. Each event sets its own members."""

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
    """The number of step-ups for an operation since it was last accepted, and the Unix time of the last step-up."""

    times: int
    last_at: float


@dataclass(repr=False)
class FlowHistory:
    """Counts of failures, kept when the flow starts anew so that it then tries another way. A success resets them."""

    step_ups: dict[str, StepUpCount] = field(default_factory=dict[str, StepUpCount])
    """Step-ups by operation, ordered by their last request."""
    client_id_without_redirect: str | None = None
    """The client id of the last sign-in if this sign-in ended without a redirect, else None."""
    failed_refreshes: int = 0
    """Number of refreshes in a row without a valid response of the authorization server."""

    def count_step_up(self, operation: str, now: float) -> bool:
        """Count a step-up for an operation. Return False, without counting it, if the limit is reached."""
        before = self.step_ups.pop(operation, StepUpCount(0, now))
        if not 0 <= now - before.last_at <= _STEP_UP_SECONDS:
            before = StepUpCount(0, now)
        is_allowed = before.times < _MAX_STEP_UPS
        self.step_ups[operation] = StepUpCount(before.times + 1, now) if is_allowed else before
        if len(self.step_ups) > _MAX_OPERATIONS:
            del self.step_ups[next(iter(self.step_ups))]
        return is_allowed

    def reset_step_ups(self, operation: str) -> None:
        """Reset the count of an operation that was accepted."""
        self.step_ups.pop(operation, None)


@dataclass(repr=False)
class FlowMemory:
    """Settings of a flow, results since its start, and the data that its next input needs."""

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
    rules: FlowRules = field(init=False)
    resource: str = ""
    issuer: str = ""
    issuers: list[str] = field(default_factory=list[str])
    """Authorization servers still to try."""
    urls: list[str] = field(default_factory=list[str])
    """URLs of a metadata document still to try."""
    server: ServerMetadata | None = None
    registration: Registration | None = None
    attempt: SignInAttempt | None = None
    sent_token: Secret | None = None
    """The access token of the last MCP request."""
    refreshing_tokens: Tokens | None = None
    """The tokens that this flow is refreshing."""
    wants_refresh: bool = False
    chosen_scopes: tuple[str, ...] = ()
    """Scopes of the next authorization request."""
    challenge_scopes: tuple[str, ...] | None = None
    requested_scopes: tuple[str, ...] = ()
    granted_scopes: tuple[str, ...] = ()
    """The scopes that an extension grants if the token response states none."""
    rejection_count: int = 0
    """Number of 401 responses to a token since the last accepted request."""
    has_forgotten_client: bool = False
    """True if the authorization server has rejected a client id of its own since tokens were last stored."""
    wait_count: int = 0

    def __post_init__(self) -> None:
        self.rules = self.offered_rules[0]

    @property
    def token_key(self) -> TokenKey:
        """The key under which the tokens of this flow are stored."""
        return TokenKey(self.issuer, self.resource, self.principal, self.endpoint)

    @property
    def registered_beforehand(self) -> Registration | None:
        """The profile's registration for the issuer; None if the profile has none."""
        return self.profile.registrations.get(self.issuer)

    def may_fetch(self, url: str) -> bool:
        """Return whether the policy allows a request to a URL."""
        try:
            self.policy.check_url(url)
        except FetchRejected:
            return False
        return True

    def use_token(self, access: Secret | None) -> FlowOutcome:
        """Return the outcome in which the program sends its MCP request with this token, or without a token if None."""
        self.sent_token = access
        self.wait_count = 0
        return "using", UseToken(self.endpoint, access)

    def store_tokens(self, tokens: Tokens) -> None:
        """Store new tokens in place of any others, since the newest response of the server is valid."""
        for _ in range(_MAX_SWAPS):
            record = self.storage.tokens(self.token_key)
            if self.storage.swap_tokens(self.token_key, record.version, TokenRecord(0, tokens)):
                break
        self.has_forgotten_client = False
        self.history.failed_refreshes = 0
        self.storage.save_binding(self.endpoint, self.principal, Binding(self.issuer, self.resource))

    def redirect_uri(self) -> str:
        """Return the redirect URI of a client whose tokens the user grants."""
        assert self.profile.redirect_uri is not None
        return self.profile.redirect_uri

    def resource_parameter(self) -> str | None:
        """Return the value of the parameter `resource`; None in revisions without this parameter."""
        return self.resource if self.rules.resource_parameter else None


def give_up(reason: Reason, message: str) -> FlowOutcome:
    """Return the outcome that ends the flow."""
    return "ended", GiveUp(reason, message)
