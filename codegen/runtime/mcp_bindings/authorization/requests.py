"""The requests of a flow: PKCE, the authorization URL, registrations, token forms. Pure except for random numbers."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote_plus, urlencode

from ..hosts import is_loopback
from .credentials import AuthMethod, ClientProfile, Registration, Secret
from .grants import ASSERTION_GRANT, EXCHANGE_GRANT, ID_JAG, IdentityAssertion
from .metadata import ServerMetadata
from .steps import PostForm, Register
from .urls import parsed_url

_ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_ASSERTION_SECONDS = 60
"""For how long an assertion of the client can be used."""


class Attempt(NamedTuple):
    """What a client records before it opens the browser, and compares when the redirect comes.

    See /specification/2026-07-28/basic/authorization#authorization-response-validation.
    """

    issuer: str
    state: Secret
    verifier: Secret
    scopes: tuple[str, ...]


def new_attempt(issuer: str, scopes: tuple[str, ...]) -> Attempt:
    """A record with a new `state` and a new PKCE verifier of 256 random bits each."""
    return Attempt(issuer, Secret(secrets.token_urlsafe(32)), Secret(secrets.token_urlsafe(32)), scopes)


def code_challenge(verifier: str) -> str:
    """The PKCE challenge S256 for a verifier (RFC 7636 section 4.2)."""
    return urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def authorization_url(
    endpoint: str, attempt: Attempt, registration: Registration, redirect_uri: str, resource: str | None
) -> str:
    """The URL of an authorization request, which has no secret except the `state`."""
    fields = {
        "response_type": "code",
        "client_id": registration.client_id,
        "redirect_uri": redirect_uri,
        "state": attempt.state.reveal(),
        "code_challenge": code_challenge(attempt.verifier.reveal()),
        "code_challenge_method": "S256",
    }
    if resource is not None:
        fields["resource"] = resource
    if attempt.scopes:
        fields["scope"] = " ".join(attempt.scopes)
        if "offline_access" in attempt.scopes:
            fields["prompt"] = "consent"
    return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(fields)}"


def registration_request(
    url: str, profile: ClientProfile, redirect_uri: str, server: ServerMetadata, application_type: bool
) -> Register:
    """The request for a client id (RFC 7591)."""
    methods = server.token_auth_methods
    usable: Iterable[AuthMethod] = ("none", "client_secret_basic", "client_secret_post")
    method = "none" if methods is None else next((each for each in usable if each in methods), "none")
    body = {
        "client_name": profile.client_name,
        "redirect_uris": [redirect_uri],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": method,
    }
    if application_type:
        local = is_loopback(parsed_url(redirect_uri, "redirect URI").host)
        body["application_type"] = "native" if local else "web"
    return Register(url, json.dumps(body).encode())


def auth_method(
    registration: Registration, supported: tuple[str, ...] | None, algorithms: tuple[str, ...] | None
) -> AuthMethod | None:
    """How to authenticate at the token endpoint; None if the server supports no method that the client has.

    A server that lists no methods supports `client_secret_basic` (RFC 8414 section 2); public clients need none.

    Args:
        registration: the client id, with what proves that it is the client's own.
        supported: the methods that the server lists.
        algorithms: the algorithms that the server lists for signed assertions.
    """
    signer, chosen = registration.signer, registration.auth_method
    if signer is not None and chosen in (None, "private_key_jwt"):
        is_listed = supported is None or "private_key_jwt" in supported or chosen is not None
        if is_listed and (algorithms is None or signer.algorithm in algorithms):
            return "private_key_jwt"
    if chosen == "private_key_jwt" or (signer is not None and registration.client_secret is None):
        return None
    if registration.client_secret is None:
        return "none" if registration.auth_method in (None, "none") else None
    if registration.auth_method is not None:
        return registration.auth_method
    if supported is None:
        return "client_secret_basic"
    order: Iterable[AuthMethod] = ("client_secret_basic", "client_secret_post", "none")
    return next((method for method in order if method in supported), None)


class Audience(NamedTuple):
    """What an assertion of the client is for.

    Args:
        issuer: the server that the assertion is sent to.
        now: Unix time in seconds.
    """

    issuer: str
    now: float


def token_request(
    url: str, registration: Registration, method: AuthMethod, fields: dict[str, str], audience: Audience
) -> PostForm:
    """A form for the token endpoint, with the authentication of the client."""
    secret = registration.client_secret
    if method == "private_key_jwt":
        return PostForm(url, Secret(urlencode({**fields, **_signed(registration, audience)})))
    authorization: Secret | None = None
    if method == "client_secret_basic" and secret is not None:
        pair = f"{quote_plus(registration.client_id)}:{quote_plus(secret.reveal())}"
        authorization = Secret(f"Basic {b64encode(pair.encode()).decode()}")
    else:
        fields = {**fields, "client_id": registration.client_id}
        if method == "client_secret_post" and secret is not None:
            fields["client_secret"] = secret.reveal()
    return PostForm(url, Secret(urlencode(fields)), authorization)


def code_form(code: str, attempt: Attempt, redirect_uri: str, resource: str | None) -> dict[str, str]:
    """The fields that exchange a code for tokens."""
    fields = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri,
        "code_verifier": attempt.verifier.reveal(),
    }
    return fields if resource is None else {**fields, "resource": resource}


def refresh_form(refresh: Secret, resource: str | None) -> dict[str, str]:
    """The fields that exchange a refresh token for new tokens."""
    fields = {"grant_type": "refresh_token", "refresh_token": refresh.reveal()}
    return fields if resource is None else {**fields, "resource": resource}


def client_credentials_form(scopes: tuple[str, ...], resource: str | None) -> dict[str, str]:
    """The fields by which a client requests tokens for itself."""
    fields = {"grant_type": "client_credentials"}
    if resource is not None:
        fields["resource"] = resource
    return {**fields, "scope": " ".join(scopes)} if scopes else fields


def exchange_form(identity: IdentityAssertion, audience: str, resource: str, scopes: tuple[str, ...]) -> dict[str, str]:
    """The fields that exchange the identity of a user for an assertion, at the identity provider."""
    fields = {
        "grant_type": EXCHANGE_GRANT,
        "requested_token_type": ID_JAG,
        "audience": audience,
        "resource": resource,
        "subject_token": identity.token.reveal(),
        "subject_token_type": identity.token_type(),
    }
    return {**fields, "scope": " ".join(scopes)} if scopes else fields


def assertion_form(assertion: Secret, resource: str | None) -> dict[str, str]:
    """The fields that exchange an assertion for tokens."""
    fields = {"grant_type": ASSERTION_GRANT, "assertion": assertion.reveal()}
    return fields if resource is None else {**fields, "resource": resource}


def _signed(registration: Registration, audience: Audience) -> dict[str, str]:
    """The fields by which a client proves its id with a private key; the id is in the assertion."""
    assert registration.signer is not None
    claims = {
        "iss": registration.client_id,
        "sub": registration.client_id,
        "aud": audience.issuer,
        "iat": int(audience.now),
        "exp": int(audience.now) + _ASSERTION_SECONDS,
        "jti": secrets.token_urlsafe(16),
    }
    return {"client_assertion_type": _ASSERTION_TYPE, "client_assertion": registration.signer.sign(claims).reveal()}
