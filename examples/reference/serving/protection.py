"""Protects the reference server with the access tokens of an authorization server, whose keys it fetches."""

from __future__ import annotations

from mcp_bindings.authorization import JwtVerifier, ProtectedResource, ScopeRules

SCOPE = "mcp"
"""The scope that every request needs."""


def make_protected_resource(endpoint: str, issuer: str) -> ProtectedResource:
    """Return the checks of an endpoint that accepts the JWTs of one authorization server.

    Raises:
        ValueError: a URL is not allowed.
    """
    verifier = JwtVerifier(issuer=issuer, audience=endpoint)
    return ProtectedResource(
        endpoint, authorization_servers=[issuer], verifier=verifier, scopes=ScopeRules([SCOPE]), name="reference server"
    )
