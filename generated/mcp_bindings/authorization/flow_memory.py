"""What a flow knows while it runs. No `repr` of it shows a token."""

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
from .requests import Attempt
from .steps import GiveUp, Reason, Step, UseToken
from .storage import Binding, CredentialStorage, TokenKey, TokenRecord

_MAX_SWAPS = 8

_MAX_STEP_UPS = 2
"""How often more scopes are requested for an operation before it is accepted."""

_STEP_UP_SECONDS = 600.0
"""After this time, more scopes may be requested for the operation again."""

_MAX_OPERATIONS = 1_024
"""For how many operations the requests for more scopes are counted."""

Outcome = tuple[FlowState, Step]
"""The next state, and what the program does there."""


class Happening(NamedTuple):
    """What an event brings with it; each event has its own members."""

    status: int = 0
    challenge: str = ""
    body: bytes = b""
    url: str = ""
    registration: Registration | None = None
    operation: str = ""
    identity: IdentityAssertion | None = None

    def __repr__(self) -> str:
        return f"Happening(status={self.status})"


class StepUps(NamedTuple):
    """How often more scopes were requested for an operation that was not accepted since, and when the last time."""

    times: int
    at: float


@dataclass(repr=False)
class FlowHistory:
    """Failures that a flow counts, also when it starts anew, so that it tries another way. Success forgets them."""

    step_ups: dict[str, StepUps] = field(default_factory=dict[str, StepUps])
    """By operation, the one that was requested last at the end."""
    unanswered: str | None = None
    """The client id of the last sign-in, if that ended without a redirect."""
    failed_refreshes: int = 0
    """Refreshes in a row to which the authorization server did not respond as it should."""

    def count_step_up(self, operation: str, now: float) -> bool:
        """Count a request for more scopes for an operation. Return False, and count nothing, if there were too many."""
        before = self.step_ups.pop(operation, StepUps(0, now))
        if not 0 <= now - before.at <= _STEP_UP_SECONDS:
            before = StepUps(0, now)
        is_allowed = before.times < _MAX_STEP_UPS
        self.step_ups[operation] = StepUps(before.times + 1, now) if is_allowed else before
        if len(self.step_ups) > _MAX_OPERATIONS:
            del self.step_ups[next(iter(self.step_ups))]
        return is_allowed

    def forget_step_ups(self, operation: str) -> None:
        """Begin to count anew for an operation, since it was accepted."""
        self.step_ups.pop(operation, None)


@dataclass(repr=False)
class FlowMemory:
    """Settings, what was found since the flow started, and what is recorded for the response that comes next."""

    endpoint: str
    offered: list[FlowRules]
    """The rules of the offered revisions, newest first."""
    profile: ClientProfile
    storage: CredentialStorage
    policy: FetchPolicy
    principal: str
    without_resource_metadata: bool
    exact_resource: bool
    clock: Callable[[], float]
    grant: Grant | None
    """The extension that grants the tokens; None if the user does."""
    history: FlowHistory
    rules: FlowRules = field(init=False)
    resource: str = ""
    issuer: str = ""
    issuers: list[str] = field(default_factory=list[str])
    """Authorization servers that are still to be tried."""
    urls: list[str] = field(default_factory=list[str])
    """Places of a document that are still to be tried."""
    server: ServerMetadata | None = None
    registration: Registration | None = None
    attempt: Attempt | None = None
    sent: Secret | None = None
    """The access token that the last request had."""
    claimed: Tokens | None = None
    """The tokens that this flow refreshes."""
    wants_refresh: bool = False
    chosen: tuple[str, ...] = ()
    """Scopes of the next authorization request."""
    challenged: tuple[str, ...] | None = None
    requested: tuple[str, ...] = ()
    granted: tuple[str, ...] = ()
    """The scopes that an extension grants, if the token response does not say otherwise."""
    rejections: int = 0
    """Responses 401 to a token, since a request was accepted."""
    has_forgotten_client: bool = False
    """Whether the authorization server has rejected a client id that it had issued, since there were tokens."""
    waits: int = 0

    def __post_init__(self) -> None:
        self.rules = self.offered[0]

    @property
    def key(self) -> TokenKey:
        """What the tokens of this flow are stored under."""
        return TokenKey(self.issuer, self.resource, self.principal, self.endpoint)

    @property
    def registered_beforehand(self) -> Registration | None:
        """The registration that the program has brought for the issuer; None if it has none."""
        return self.profile.registrations.get(self.issuer)

    def is_safe(self, url: str) -> bool:
        """Whether the policy lets the program send a request to a URL."""
        try:
            self.policy.check_url(url)
        except FetchRejected:
            return False
        return True

    def use(self, access: Secret | None) -> Outcome:
        """The program sends its request with this token."""
        self.sent = access
        self.waits = 0
        return "using", UseToken(self.endpoint, access)

    def store(self, tokens: Tokens) -> None:
        """Store new tokens, whatever the record was; the newest response of the server is the one that holds."""
        for _ in range(_MAX_SWAPS):
            record = self.storage.tokens(self.key)
            if self.storage.swap_tokens(self.key, record.version, TokenRecord(0, tokens)):
                break
        self.has_forgotten_client = False
        self.history.failed_refreshes = 0
        self.storage.save_binding(self.endpoint, self.principal, Binding(self.issuer, self.resource))

    def redirect_uri(self) -> str:
        """The redirect URI of the client, which it has unless an extension grants the tokens."""
        assert self.profile.redirect_uri is not None
        return self.profile.redirect_uri

    def resource_parameter(self) -> str | None:
        """The value of the parameter `resource`, in revisions that have it."""
        return self.resource if self.rules.resource_parameter else None


def union(*scopes: tuple[str, ...]) -> tuple[str, ...]:
    """All of these scopes, each once, in order."""
    return tuple(dict.fromkeys(scope for each in scopes for scope in each))


def give_up(reason: Reason, message: str) -> Outcome:
    """The end of the flow."""
    return "ended", GiveUp(reason, message)
