"""Protects the reference server with the access tokens of an authorization server, whose keys it fetches."""

from __future__ import annotations

import json

import mcp_bindings as mb
from mcp_bindings.authorization import (
    FetchPolicy,
    JwtVerifier,
    ProtectedResource,
    RotatingKeySet,
    ScopeRules,
    server_metadata_urls,
)
from mcp_bindings.transports import FlowHttp

SCOPE = "mcp"
"""The scope that every request needs."""

ACCEPT = {"Accept": "application/json"}


def make_protected_resource(endpoint: str, issuer: str) -> ProtectedResource:
    """Return the checks of an endpoint that accepts the JWTs of one authorization server.

    Raises:
        ValueError: a URL is not allowed.
    """

    async def fetch_keys() -> bytes:
        return await fetch_issuer_keys(issuer)

    verifier = JwtVerifier({issuer: RotatingKeySet(fetch_keys)}, audience=endpoint)
    return ProtectedResource(
        endpoint, authorization_servers=[issuer], verifier=verifier, scopes=ScopeRules([SCOPE]), name="reference server"
    )


async def fetch_issuer_keys(issuer: str) -> bytes:
    """Fetch the key set of an authorization server from the URL in its metadata.

    Raises:
        ConnectionError: the metadata or the keys cannot be fetched.
    """
    http = FlowHttp(FetchPolicy(allow_loopback=True))
    for url in server_metadata_urls(issuer, mb.LATEST):
        status, body = await http.get(url, ACCEPT)
        if status == 200 and (metadata := json.loads(body))["issuer"] == issuer:
            status, keys = await http.get(metadata["jwks_uri"], ACCEPT)
            if status == 200:
                return keys
    raise ConnectionError(f"{issuer} publishes no keys")
