"""Requests of a flow: PKCE, authorization URLs, registrations and the fields of token requests. No I/O."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlencode

from ..hosts import is_this_machine
from .credentials import AuthMethod, ClientProfile, Registration, Secret
from .grants import ASSERTION_GRANT, EXCHANGE_GRANT, ID_JAG, IdentityAssertion
from .metadata import ServerMetadata
from .steps import Register
from .urls import parse_url


class SignInAttempt(NamedTuple):
    """Data of a sign-in, recorded before the browser opens and compared with the redirect.

    Page: /specification/2026-07-28/basic/authorization#authorization-response-validation.
    """

    issuer: str
    state: Secret
    verifier: Secret
    scopes: tuple[str, ...]


def make_sign_in_attempt(issuer: str, scopes: tuple[str, ...]) -> SignInAttempt:
    """Return the data of a new sign-in, with a random `state` and PKCE verifier of 256 bits each."""
    return SignInAttempt(issuer, Secret(secrets.token_urlsafe(32)), Secret(secrets.token_urlsafe(32)), scopes)


def make_code_challenge(verifier: str) -> str:
    """Return the PKCE challenge S256 for a verifier (RFC 7636 section 4.2)."""
    return urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def make_authorization_url(
    endpoint: str, attempt: SignInAttempt, registration: Registration, redirect_uri: str, resource: str | None
) -> str:
    """Return the URL of an authorization request. The only secret in the URL is the `state`.

    With the scope `offline_access`, the request asks for the user's consent each time.

    Args:
        endpoint: URL of the authorization endpoint.
        attempt: the data of the sign-in.
        registration: the client id.
        redirect_uri: the redirect URI of the client.
        resource: value of the parameter `resource`; None to leave it out.
    """
    fields = {
        "response_type": "code",
        "client_id": registration.client_id,
        "redirect_uri": redirect_uri,
        "state": attempt.state.reveal(),
        "code_challenge": make_code_challenge(attempt.verifier.reveal()),
        "code_challenge_method": "S256",
    }
    if resource is not None:
        fields["resource"] = resource
    if attempt.scopes:
        fields["scope"] = " ".join(attempt.scopes)
        if "offline_access" in attempt.scopes:
            fields["prompt"] = "consent"
    return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(fields)}"


def make_registration_step(
    url: str, profile: ClientProfile, redirect_uri: str, server: ServerMetadata, application_type: bool
) -> Register:
    """Return the step that requests a client id by dynamic registration (RFC 7591).

    Args:
        url: URL of the registration endpoint.
        profile: settings of the client.
        redirect_uri: the redirect URI of the client.
        server: metadata of the authorization server, which lists the supported methods of authentication.
        application_type: whether the request has the member `application_type`.
    """
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
        local = is_this_machine(parse_url(redirect_uri, "redirect URI").host)
        body["application_type"] = "native" if local else "web"
    return Register(url, json.dumps(body).encode())


def make_code_form(code: str, attempt: SignInAttempt, redirect_uri: str, resource: str | None) -> dict[str, str]:
    """Return the form fields that exchange an authorization code for tokens; without `resource` if that is None."""
    fields = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": redirect_uri,
        "code_verifier": attempt.verifier.reveal(),
    }
    return fields if resource is None else {**fields, "resource": resource}


def make_refresh_form(refresh: Secret, resource: str | None) -> dict[str, str]:
    """Return the form fields that exchange a refresh token for new tokens; without `resource` if that is None."""
    fields = {"grant_type": "refresh_token", "refresh_token": refresh.reveal()}
    return fields if resource is None else {**fields, "resource": resource}


def make_client_credentials_form(scopes: tuple[str, ...], resource: str | None) -> dict[str, str]:
    """Return the form fields by which a client that acts for itself requests tokens.

    The field `resource` is left out if it is None, and the field `scope` if there are no scopes.
    """
    fields = {"grant_type": "client_credentials"}
    if resource is not None:
        fields["resource"] = resource
    return {**fields, "scope": " ".join(scopes)} if scopes else fields


def make_exchange_form(
    identity: IdentityAssertion, audience: str, resource: str, scopes: tuple[str, ...]
) -> dict[str, str]:
    """Return the form fields that exchange a user's identity for an assertion at the identity provider.

    The field `scope` is left out if there are no scopes.
    """
    fields = {
        "grant_type": EXCHANGE_GRANT,
        "requested_token_type": ID_JAG,
        "audience": audience,
        "resource": resource,
        "subject_token": identity.token.reveal(),
        "subject_token_type": identity.token_type(),
    }
    return {**fields, "scope": " ".join(scopes)} if scopes else fields


def make_assertion_form(assertion: Secret, resource: str | None) -> dict[str, str]:
    """Return the form fields that exchange an assertion for tokens; without `resource` if that is None."""
    fields = {"grant_type": ASSERTION_GRANT, "assertion": assertion.reveal()}
    return fields if resource is None else {**fields, "resource": resource}
