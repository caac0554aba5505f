"""Readers of the responses to a flow: redirects, registrations and tokens. No error quotes a peer's text."""

from __future__ import annotations

import re
from hmac import compare_digest
from typing import Any, Literal, NamedTuple
from urllib.parse import parse_qsl

from .credentials import AuthMethod, Registration, Secret, Tokens
from .fetching import normalize_origin
from .flow_rules import FlowRules
from .grants import ID_JAG
from .metadata import DocumentRejected, read_object
from .requests import SignInAttempt
from .urls import parse_url

_MAX_RESPONSE_BYTES = 64 * 1024
"""The largest size of a response of a token or registration endpoint, in bytes."""

SUCCESSES = (200, 201)
"""Statuses of a success at the registration and the token endpoint. RFC 7591 section 3.2.1 defines 201, RFC 6749
section 5.1 defines 200, and servers send either status from both endpoints."""

_MAX_QUERY = 16 * 1024
_MAX_SECONDS = 10 * 365 * 24 * 3600
_MAX_NUMBER = 1e15
_SERVER_ERROR = 500
_BEARER = re.compile(r"[A-Za-z0-9._~+/-]+=*")
_JWT = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")
_VISIBLE = re.compile(r"[\x20-\x7e]+")
_SCOPES = re.compile(r"(?! |.*  |.* \Z)[\x20\x21\x23-\x5b\x5d-\x7e]+")

_REDIRECT_ERRORS = (
    "access_denied",
    "invalid_request",
    "invalid_scope",
    "invalid_target",
    "server_error",
    "temporarily_unavailable",
    "unauthorized_client",
    "unsupported_response_type",
)
"""Error codes that a redirect may have, by RFC 6749 section 4.1.2.1 and RFC 8707 section 2."""

TokenConsequence = Literal["authorize", "register", "give up", "unavailable"]

TOKEN_ERRORS: dict[tuple[str, str], TokenConsequence] = {
    ("authorization_code", "invalid_client"): "register",
    ("authorization_code", "invalid_grant"): "give up",
    ("authorization_code", "invalid_request"): "give up",
    ("authorization_code", "invalid_scope"): "give up",
    ("authorization_code", "invalid_target"): "give up",
    ("authorization_code", "unauthorized_client"): "give up",
    ("authorization_code", "unsupported_grant_type"): "give up",
    ("authorization_code", ""): "unavailable",
    ("refresh_token", "invalid_client"): "register",
    ("refresh_token", "invalid_grant"): "authorize",
    ("refresh_token", "invalid_request"): "authorize",
    ("refresh_token", "invalid_scope"): "authorize",
    ("refresh_token", "invalid_target"): "authorize",
    ("refresh_token", "unauthorized_client"): "authorize",
    ("refresh_token", "unsupported_grant_type"): "authorize",
    ("refresh_token", ""): "unavailable",
    ("extension", "invalid_client"): "give up",
    ("extension", "invalid_grant"): "give up",
    ("extension", "invalid_request"): "give up",
    ("extension", "invalid_scope"): "give up",
    ("extension", "invalid_target"): "give up",
    ("extension", "unauthorized_client"): "give up",
    ("extension", "unsupported_grant_type"): "give up",
    ("extension", ""): "unavailable",
}
"""Consequences of errors of the token endpoint (RFC 6749 section 5.2, RFC 8707 section 2), by grant and error.

`authorize` discards the tokens and requests new ones. `register` discards a client id that the server has issued or
that the user has entered. `give up` ends the flow. `unavailable` ends the flow and keeps what is stored. The empty
error stands for every other failure.
"""

RedirectFault = Literal[
    "redirect not as expected",
    "state mismatch",
    "issuer mismatch",
    "issuer missing",
    "access denied",
    "authorization rejected",
]


class Redirect(NamedTuple):
    """The authorization code in a redirect; or the fault of the redirect, with the server's error code if known."""

    code: Secret | None
    fault: RedirectFault | None = None
    error: str = ""


class TokenResponse(NamedTuple):
    """The tokens in a response of a token endpoint; or the consequence of its error, with the error code if known."""

    tokens: Tokens | None
    consequence: TokenConsequence | None = None
    error: str = ""


def read_redirect(url: str, redirect_uri: str, attempt: SignInAttempt, rules: FlowRules, advertised: bool) -> Redirect:
    """Read the URL of a redirect. Return the authorization code in it, or the first fault that is found.

    Against mix-up attacks, the checks have a fixed order: `state`, `iss`, then the rest.

    Page: /specification/2026-07-28/basic/authorization#authorization-response-validation.

    Args:
        url: the whole URL.
        redirect_uri: the redirect URI in the authorization request. The URL must begin with it, character by character
            or as browsers write it: host in lower case, no default port, and a path of at least one slash.
        attempt: the recorded data of the sign-in.
        rules: the rules of the revision that the flow follows.
        advertised: whether the server's metadata announces `iss`.
    """
    parts = parse_url(redirect_uri, "redirect URI")
    written = f"{normalize_origin(parts)}{parts.path or '/'}{parts.query}"
    heads = [f"{each}{'&' if '?' in each else '?'}" for each in (redirect_uri, written)]
    query = next((url[len(head) :] for head in heads if url.startswith(head)), None)
    fields = None if query is None or len(url) > _MAX_QUERY or not url.isascii() else _parse_query(query)
    if fields is None:
        return Redirect(None, "redirect not as expected")
    if not compare_digest(fields.get("state", "").encode(), attempt.state.reveal().encode()):
        return Redirect(None, "state mismatch")
    action = rules.iss_actions.get((advertised, "iss" in fields), "proceed")
    if action == "reject":
        return Redirect(None, "issuer missing")
    if action == "compare" and fields["iss"] != attempt.issuer:
        return Redirect(None, "issuer mismatch")
    if "error" in fields:
        error = fields["error"] if fields["error"] in _REDIRECT_ERRORS else ""
        return Redirect(None, "access denied" if error == "access_denied" else "authorization rejected", error)
    code = fields.get("code", "")
    if not _VISIBLE.fullmatch(code):
        return Redirect(None, "redirect not as expected")
    return Redirect(Secret(code))


def is_unavailable(status: int) -> bool:
    """Return whether a server has not decided about a request: there is no response (0), or a server error."""
    return not 0 < status < _SERVER_ERROR


def read_registration(body: bytes, now: float) -> Registration | None:
    """Return the registration in the response of a registration endpoint; None if there is no usable registration.

    Args:
        body: body of the response.
        now: Unix time in seconds.
    """
    document = _read_document(body)
    client_id, secret = _read_visible_member(document, "client_id"), _read_visible_member(document, "client_secret")
    if client_id is None or (secret is None and document.get("client_secret") is not None):
        return None
    method: AuthMethod | None
    match document.get("token_endpoint_auth_method"):
        case "none" | "client_secret_basic" | "client_secret_post" as method:
            pass
        case None:
            method = None if secret is None else "client_secret_basic"
        case _:
            return None
    if secret is None and method != "none" and method is not None:
        return None
    expires = _read_number_member(document, "client_secret_expires_at")
    at = None if secret is None or not expires else expires
    hidden = None if secret is None else Secret(secret)
    found = Registration(client_id, hidden, method, at, "dynamic")
    return None if found.is_expired(now) else found


def read_token_response(
    status: int, body: bytes, grant: str, now: float, scopes: tuple[str, ...], client_id: str
) -> TokenResponse | None:
    """Read the response of a token endpoint.

    Args:
        status: HTTP status.
        body: body of the response.
        grant: `authorization_code`, `refresh_token`, or `extension` for the grant of an extension.
        now: Unix time in seconds.
        scopes: the requested scopes, which count as granted unless the server states others.
        client_id: the client id for which the tokens were requested.

    Returns:
        The tokens, or the error with its consequence; None for a response that has neither.
    """
    document = _read_document(body)
    error = _read_error_code(status, document)
    if error is not None:
        code = error if (grant, error) in TOKEN_ERRORS else ""
        return TokenResponse(None, TOKEN_ERRORS[grant, code], code)
    access, kind, refresh = (
        _read_visible_member(document, name) for name in ("access_token", "token_type", "refresh_token")
    )
    if access is None or not _BEARER.fullmatch(access) or kind is None or kind.lower() != "bearer":
        return None
    if refresh is None and document.get("refresh_token") is not None:
        return None
    lifetime, stated = _read_number_member(document, "expires_in"), document.get("scope")
    expires = None if lifetime is None else now + min(max(lifetime, 0), _MAX_SECONDS)
    granted = tuple(stated.split(" ")) if isinstance(stated, str) and _SCOPES.fullmatch(stated) else scopes
    return TokenResponse(
        Tokens(Secret(access), None if refresh is None else Secret(refresh), expires, granted, client_id)
    )


class IdentityGrant(NamedTuple):
    """The assertion in a response of an identity provider, with the granted scopes; or the error.

    `is_unavailable` is True for a failure without a known error code.
    """

    assertion: Secret | None
    scopes: tuple[str, ...] = ()
    is_unavailable: bool = False
    error: str = ""


def read_identity_grant(status: int, body: bytes, scopes: tuple[str, ...]) -> IdentityGrant | None:
    """Read the response of an identity provider. Do not read the content of the assertion, which is meant for the
    authorization server.

    Args:
        status: HTTP status.
        body: body of the response.
        scopes: the requested scopes, which count as granted unless the identity provider states others.

    Returns:
        The assertion, or the error; None for a response that has neither.
    """
    document = _read_document(body)
    error = _read_error_code(status, document)
    if error is not None:
        code = error if ("extension", error) in TOKEN_ERRORS else ""
        return IdentityGrant(None, is_unavailable=not code, error=code)
    assertion, kind = _read_visible_member(document, "access_token"), _read_visible_member(document, "token_type")
    is_grant = document.get("issued_token_type") == ID_JAG and kind is not None and kind.lower() == "n_a"
    if assertion is None or not _JWT.fullmatch(assertion) or not is_grant:
        return None
    stated = document.get("scope")
    granted = tuple(stated.split(" ")) if isinstance(stated, str) and _SCOPES.fullmatch(stated) else scopes
    return IdentityGrant(Secret(assertion), granted)


def _read_document(body: bytes) -> dict[str, Any]:
    """Return the JSON object in the body of a response; an empty object for any other body."""
    try:
        return read_object(body, _MAX_RESPONSE_BYTES)
    except DocumentRejected:
        return {}


def _read_error_code(status: int, document: dict[str, Any]) -> str | None:
    """Return the error code of a response; None for a success.

    For a failure without a code, a server error (500 or above) or a missing response (0), return an empty text.

    Some servers send errors with the status of a success, so a stated error counts with any status.
    """
    stated = document.get("error")
    if status in SUCCESSES and stated is None:
        return None
    return stated if isinstance(stated, str) and not is_unavailable(status) else ""


def _parse_query(query: str) -> dict[str, str] | None:
    """Return the fields of a query by name; None if a field occurs twice or there are more than 64 fields."""
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=64)
    except ValueError:
        return None
    fields = dict(pairs)
    return fields if len(fields) == len(pairs) else None


def _read_visible_member(document: dict[str, Any], name: str) -> str | None:
    """Return a member if it is a text of printable ASCII characters, else None."""
    value = document.get(name)
    return value if isinstance(value, str) and _VISIBLE.fullmatch(value) else None


def _read_number_member(document: dict[str, Any], name: str) -> float | None:
    """Return a member as a float, limited to the range from -10^15 to 10^15; None if the member is not a number."""
    value = document.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(max(-_MAX_NUMBER, min(value, _MAX_NUMBER)))
