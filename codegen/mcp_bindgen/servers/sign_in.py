"""The sign-in of the user at a server over HTTP that asks for a token (OAuth)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import mcp_bindings as mb
from mcp_bindgen.errors import BindgenError
from mcp_bindgen.servers.targets import without_secrets
from mcp_bindings.authorization import AuthorizationFlow, ClientProfile, OpenUrl, Registration

if TYPE_CHECKING:
    from mcp_bindings.transports import FlowAuthorizer


def make_authorization_flow(url: str, revisions: tuple[str, ...], redirect_uri: str) -> AuthorizationFlow:
    """Return the flow that gets the access tokens for a server.

    Args:
        url: the URL of the server. The URL may use http if the server is on this machine.
        revisions: ids of the revisions whose rules the flow follows.
        redirect_uri: the URL to which the authorization server redirects the browser.

    Raises:
        ValueError: the URL uses http and is not on this machine, or no revision defines authorization.
    """
    profile = ClientProfile(redirect_uri, "mcp-bindgen")
    return AuthorizationFlow(url, revisions=revisions, profile=profile, allow_loopback=True)


def make_authorizer(url: str, client_id: str, print_line: Callable[[str], None]) -> FlowAuthorizer:
    """Return an authorizer for the requests to a server. The authorizer opens a browser when the server asks for a
    token.

    Args:
        url: the URL of the server.
        client_id: the client id; empty to register a client.
        print_line: called with a line for the user. The line has the URL of the sign-in.

    Raises:
        BindgenError: the URL uses http and is not on this machine.
    """
    from mcp_bindings.transports import BrowserSignIn, FlowAuthorizer

    browser = BrowserSignIn()

    async def sign_in(step: OpenUrl) -> str:
        print_line(f"sign in with your browser: {step.url}")
        return await browser(step)

    async def provide_client(issuer: str) -> Registration | None:
        return Registration(client_id) if client_id else None

    try:
        flow = make_authorization_flow(url, mb.REVISIONS, browser.redirect_uri)
    except ValueError as error:
        raise BindgenError(f"no sign-in is possible: {error}", where=without_secrets(url)) from None
    return FlowAuthorizer(flow, sign_in, provide_client=provide_client)
