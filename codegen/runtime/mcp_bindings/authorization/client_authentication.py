"""Authentication of a client at a token endpoint, and the choice among the methods that a server offers.

Pages: RFC 6749 section 2.3, RFC 7523 sections 2.2 and 3.
"""

from __future__ import annotations

import secrets
from base64 import b64encode
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote_plus, urlencode

from .credentials import AuthMethod, Registration, Secret
from .steps import PostForm

_ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


_ASSERTION_SECONDS = 60
"""Lifetime of a client assertion, in seconds."""


def choose_auth_method(
    registration: Registration, supported: tuple[str, ...] | None, algorithms: tuple[str, ...] | None
) -> AuthMethod | None:
    """Choose a method of authentication at the token endpoint.

    A method that the registration names is chosen even if the server does not list it. Without secret and signer, the
    method is `none`. If the server has no list of methods, a signer is used, else the secret by `client_secret_basic`
    (RFC 8414 section 2).

    Args:
        registration: the client id, with its secret or signer.
        supported: the methods that the server lists; None if it has no list.
        algorithms: the algorithms that the server lists for signed assertions; None if it has no list.

    Returns:
        The method. None if the client has no credentials for the method that the registration names, or the server
        lists no method and algorithm for which the client has credentials.
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


class AssertionContext(NamedTuple):
    """Audience and issue time of a client assertion.

    Args:
        issuer: issuer of the authorization server that receives the assertion: the audience.
        now: Unix time in seconds at which the assertion is issued.
    """

    issuer: str
    now: float


def make_token_request(
    url: str, registration: Registration, method: AuthMethod, fields: dict[str, str], context: AssertionContext
) -> PostForm:
    """Return the step that posts a form to the token endpoint.

    Args:
        url: URL of the token endpoint.
        registration: the client id, with the credentials that the method needs.
        method: method by which the client authenticates.
        fields: the form fields, without those of the authentication.
        context: audience and issue time of the assertion, for the method `private_key_jwt`.
    """
    secret = registration.client_secret
    if method == "private_key_jwt":
        return PostForm(url, Secret(urlencode({**fields, **_make_assertion_fields(registration, context)})))
    authorization: Secret | None = None
    if method == "client_secret_basic" and secret is not None:
        pair = f"{quote_plus(registration.client_id)}:{quote_plus(secret.reveal())}"
        authorization = Secret(f"Basic {b64encode(pair.encode()).decode()}")
    else:
        fields = {**fields, "client_id": registration.client_id}
        if method == "client_secret_post" and secret is not None:
            fields["client_secret"] = secret.reveal()
    return PostForm(url, Secret(urlencode(fields)), authorization)


def _make_assertion_fields(registration: Registration, context: AssertionContext) -> dict[str, str]:
    """Sign a client assertion. Return the form fields with which a token request sends it.

    The field `client_id` is not among them, since the assertion contains the client id.
    """
    assert registration.signer is not None
    claims = {
        "iss": registration.client_id,
        "sub": registration.client_id,
        "aud": context.issuer,
        "iat": int(context.now),
        "exp": int(context.now) + _ASSERTION_SECONDS,
        "jti": secrets.token_urlsafe(16),
    }
    return {"client_assertion_type": _ASSERTION_TYPE, "client_assertion": registration.signer.sign(claims).reveal()}
