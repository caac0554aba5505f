"""What a flow asks its program to do next. No `repr` of a step shows a token, a code or a secret."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..spec.names import ACCEPT, AUTHORIZATION, CONTENT_TYPE
from .credentials import Secret

Reason = Literal[
    "access denied",
    "authorization rejected",
    "client information",
    "identity rejected",
    "insecure URL",
    "issuer changed",
    "issuer mismatch",
    "issuer missing",
    "no endpoint",
    "no resource metadata",
    "no server metadata",
    "PKCE not supported",
    "redirect not as expected",
    "registration rejected",
    "resource mismatch",
    "scope not granted",
    "state mismatch",
    "token endpoint authentication",
    "token rejected",
    "token request rejected",
    "token response",
    "token server unavailable",
    "unreadable challenge",
]
"""Why a flow ends."""


@dataclass(frozen=True)
class FetchDocument:
    """Fetch this URL with GET and give the response to `AuthorizationFlow.receive`.

    Check the addresses of its host and any redirect with `AuthorizationFlow.policy`.
    """

    url: str
    headers: tuple[tuple[str, str], ...] = ((ACCEPT, "application/json"),)


@dataclass(frozen=True)
class Register:
    """Send this body to the registration endpoint with POST and give the response to `AuthorizationFlow.receive`.

    Do not follow a redirect.
    """

    url: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ((ACCEPT, "application/json"), (CONTENT_TYPE, "application/json"))


@dataclass(frozen=True)
class OpenUrl:
    """Open this URL in the user's browser and give the URL of the redirect to `AuthorizationFlow.redirected`."""

    url: str
    issuer: str
    """The authorization server at which the user signs in."""


@dataclass(frozen=True)
class PostForm:
    """Send a form to the token endpoint with POST and give the response to `AuthorizationFlow.receive`.

    Do not follow a redirect.
    """

    url: str
    _body: Secret = field(repr=False)
    _authorization: Secret | None = field(default=None, repr=False)

    def body(self) -> bytes:
        """The form; it has secrets."""
        return self._body.reveal().encode()

    def headers(self) -> dict[str, str]:
        """The headers, with `Authorization` if the client authenticates there."""
        headers = {ACCEPT: "application/json", CONTENT_TYPE: "application/x-www-form-urlencoded"}
        if self._authorization is not None:
            headers[AUTHORIZATION] = self._authorization.reveal()
        return headers


@dataclass(frozen=True)
class UseToken:
    """Send the MCP request, or send it again, and give the status of its response to `AuthorizationFlow.answered`."""

    endpoint: str
    """The token is for this URL and those below it; send it nowhere else."""

    _token: Secret | None = field(default=None, repr=False)

    @property
    def has_token(self) -> bool:
        """Whether there is a token; the first request is sent without one."""
        return self._token is not None

    def headers(self) -> dict[str, str]:
        """The header `Authorization`, for every HTTP request to the endpoint; empty if there is no token."""
        return {} if self._token is None else {AUTHORIZATION: f"Bearer {self._token.reveal()}"}


@dataclass(frozen=True)
class Deliver:
    """The response is not about authorization: give it to whoever sent the request."""


@dataclass(frozen=True)
class AskUser:
    """Ask the user for a client id at this issuer, and give it to `AuthorizationFlow.use_registration`.

    If an extension grants the tokens, the id needs a secret or a signer, and the program may know it itself.
    """

    issuer: str


@dataclass(frozen=True)
class ProvideIdentity:
    """Give what this identity provider has issued for the user to `AuthorizationFlow.use_identity`."""

    issuer: str


@dataclass(frozen=True)
class Wait:
    """Another flow refreshes the same tokens. Call `AuthorizationFlow.waited` after this time."""

    seconds: float


@dataclass(frozen=True)
class GiveUp:
    """The flow has ended without a token."""

    reason: Reason
    message: str
    """What happened, for the user; it quotes no text of a peer except the code of an error that OAuth defines."""


Step = FetchDocument | Register | OpenUrl | PostForm | UseToken | Deliver | AskUser | ProvideIdentity | Wait | GiveUp
