"""Check of access tokens of one authorization server, which gives the gateway the principals of its clients."""

from __future__ import annotations

from mcp_bindings.authorization import JwtVerifier, ProtectedResource


def make_protected_resource(endpoint: str, issuer: str) -> ProtectedResource:
    """Return the checks of the gateway's endpoint.

    Args:
        endpoint: URL of the endpoint for clients.
        issuer: issuer of the tokens.

    Raises:
        ValueError: a URL is not allowed.
    """
    verifier = JwtVerifier(issuer=issuer, audience=endpoint)
    return ProtectedResource(endpoint, authorization_servers=[issuer], verifier=verifier, name="gateway")
