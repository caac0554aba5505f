"""Steps that a flow asks its program to do. No `repr` of a step shows a token, a code or a secret."""

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
"""Reason for which a flow ends without a token."""


@dataclass(frozen=True)
class FetchDocument:
    """Step: fetch this URL with GET and pass the response to `AuthorizationFlow.receive`.

    Check the addresses of the URL's host, and each redirect, with `AuthorizationFlow.policy`.
    """

    url: str
    headers: tuple[tuple[str, str], ...] = ((ACCEPT, "application/json"),)


@dataclass(frozen=True)
class Register:
    """Step: POST this body to the registration endpoint and pass the response to `AuthorizationFlow.receive`.

    Do not follow a redirect.
    """

    url: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ((ACCEPT, "application/json"), (CONTENT_TYPE, "application/json"))


@dataclass(frozen=True)
class OpenUrl:
    """Step: open this URL in the user's browser and pass the URL of the redirect to `AuthorizationFlow.redirected`."""

    url: str
    issuer: str
    """The authorization server at which the user signs in."""


@dataclass(frozen=True)
class PostForm:
    """Step: POST a form to a token endpoint and pass the response to `AuthorizationFlow.receive`.

    Do not follow a redirect.
    """

    url: str
    _body: Secret = field(repr=False)
    _authorization: Secret | None = field(default=None, repr=False)

    def body(self) -> bytes:
        """Return the form as the body of the request. The form contains secrets."""
        return self._body.reveal().encode()

    def headers(self) -> dict[str, str]:
        """Return the headers, with `Authorization` if the client authenticates by this header."""
        headers = {ACCEPT: "application/json", CONTENT_TYPE: "application/x-www-form-urlencoded"}
        if self._authorization is not None:
            headers[AUTHORIZATION] = self._authorization.reveal()
        return headers


@dataclass(frozen=True)
class UseToken:
    """Step: send the MCP request, also if it was sent before. Pass the response to
    `AuthorizationFlow.receive_mcp_response`.
    """

    endpoint: str
    """The URL for which the token is valid. Send the token only there and to URLs below it."""

    _token: Secret | None = field(default=None, repr=False)

    @property
    def has_token(self) -> bool:
        """True if the step has a token. The first request is sent without a token if no token is stored that the flow
        accepts, or if the stored one has expired and cannot be refreshed yet.
        """
        return self._token is not None

    def headers(self) -> dict[str, str]:
        """Return the header `Authorization` for each HTTP request to the endpoint; no header without a token."""
        return {} if self._token is None else {AUTHORIZATION: f"Bearer {self._token.reveal()}"}


@dataclass(frozen=True)
class Deliver:
    """Step: deliver the response to the sender of the MCP request, since it is not about authorization."""


@dataclass(frozen=True)
class AskUser:
    """Step: ask the user for a client id at this issuer and pass the id to `AuthorizationFlow.use_registration`.

    If an extension grants the tokens, the id needs a secret or a signer, and the program itself may provide the id.
    """

    issuer: str


@dataclass(frozen=True)
class ProvideIdentity:
    """Step: sign the user in at this identity provider, and pass the assertion to `AuthorizationFlow.use_identity`."""

    issuer: str


@dataclass(frozen=True)
class Wait:
    """Step: call `AuthorizationFlow.waited` after this many seconds. Another flow is refreshing the same tokens."""

    seconds: float


@dataclass(frozen=True)
class GiveUp:
    """Step: tell the user that the flow has ended without a token."""

    reason: Reason
    message: str
    """Explanation for the user. Of a peer's texts, it quotes only error codes that OAuth defines."""


Step = FetchDocument | Register | OpenUrl | PostForm | UseToken | Deliver | AskUser | ProvideIdentity | Wait | GiveUp
