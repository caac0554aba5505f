"""Gets access to a protected server: the user signs in with a browser, or the client has credentials of its own.

The conformance suite passes such credentials in `MCP_CONFORMANCE_CONTEXT`. Nobody sits before its browser, so its
authorization servers redirect at once, and this client reads where to.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import aclosing
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx2

from mcp_bindings.authorization import (
    AuthorizationFlow,
    ClientCredentials,
    ClientProfile,
    EnterpriseManaged,
    IdentityAssertion,
    OpenUrl,
    PrivateKey,
    Registration,
    Secret,
)
from mcp_bindings.transports import BrowserSignIn, FlowAuthorizer, SignIn

CLIENT_NAME = "mcp-bindings reference client"
METADATA_URL = "https://conformance-test.local/client-metadata.json"
"""The client id metadata document that the conformance suite hosts; a real client names its own."""

NO_BROWSER_URI = "http://localhost:3000/callback"
MAX_REDIRECTS = 10


def new_authorizer(
    url: str, revisions: Collection[str], context: Mapping[str, Any], *, has_browser: bool
) -> FlowAuthorizer | None:
    """Return the authorizer for a server; None if tokens must not be sent there or no revision has authorization.

    Args:
        url: URL of the MCP endpoint.
        revisions: ids of the revisions that the client offers.
        context: context of the conformance suite, else empty.
        has_browser: whether the user signs in with a browser; else the authorization server has to redirect at once.
    """
    browser = BrowserSignIn() if has_browser else None
    sign_in: SignIn = sign_in_without_browser if browser is None else browser
    issuer, client = context.get("issuer"), _read_registration(context)
    profile = ClientProfile(
        NO_BROWSER_URI if browser is None else browser.redirect_uri,
        CLIENT_NAME,
        None if has_browser else METADATA_URL,
        {} if issuer is None or client is None else {issuer: client},
        offline_access=True,
    )

    async def provide_client(issuer: str) -> Registration | None:
        return client

    async def signed_in(issuer: str) -> IdentityAssertion | None:
        token = context.get("idp_id_token")
        return None if token is None else IdentityAssertion(Secret(token))

    try:
        flow = AuthorizationFlow(
            url, revisions=revisions, profile=profile, allow_loopback=True, grant=_make_grant(context, client)
        )
    except ValueError:
        return None
    return FlowAuthorizer(flow, sign_in, provide_client=provide_client, signed_in=signed_in)


async def sign_in_without_browser(step: OpenUrl) -> str | None:
    """Sign in without a browser: follow the redirects of the authorization server up to that of this client.

    Raises:
        ConnectionError: the authorization server cannot be reached, or redirects to what is no URL.
    """
    url = step.url
    async with aclosing(httpx2.AsyncClient(follow_redirects=False, trust_env=False)) as http:
        for _ in range(MAX_REDIRECTS):
            try:
                location = (await http.get(url)).headers.get("Location")
                url = urljoin(url, location or "")
                is_ours = urlsplit(url)[:3] == urlsplit(NO_BROWSER_URI)[:3]
            except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
                raise ConnectionError(f"{step.issuer}: the sign-in fails: {type(error).__name__}") from None
            if location is None or is_ours:
                return url if is_ours else None
    return None


def _read_registration(context: Mapping[str, Any]) -> Registration | None:
    """Return the client id with its secret or its private key."""
    if "client_id" not in context:
        return None
    signer = None
    if "private_key_pem" in context:
        signer = PrivateKey(Secret(context["private_key_pem"]), context.get("signing_algorithm", "ES256"))
    secret = Secret(context["client_secret"]) if "client_secret" in context else None
    return Registration(context["client_id"], secret, signer=signer)


def _make_grant(
    context: Mapping[str, Any], client: Registration | None
) -> ClientCredentials | EnterpriseManaged | None:
    """Return the extension that grants the tokens; None if the user grants them."""
    if "idp_issuer" in context:
        at_provider = Registration(context["idp_client_id"], auth_method="none")
        return EnterpriseManaged(context["idp_issuer"], context["idp_token_endpoint"], at_provider)
    if client is not None and "issuer" not in context:
        return ClientCredentials()
    return None
