"""Check of access tokens of one authorization server, which gives the gateway the principals of its clients."""

from __future__ import annotations

import json

import mcp_bindings as mb
from mcp_bindings.authorization import (
    FetchPolicy,
    JwtVerifier,
    ProtectedResource,
    RotatingKeySet,
    server_metadata_urls,
)
from mcp_bindings.transports import FlowHttp

ACCEPT = {"Accept": "application/json"}


class IssuerKeys:
    """The keys that an authorization server publishes.

    Args:
        issuer: the authorization server.
    """

    def __init__(self, issuer: str) -> None:
        self._issuer = issuer
        self._http = FlowHttp(FetchPolicy(allow_loopback=True))

    async def fetch(self) -> bytes:
        """Fetch the key set from the URL in the metadata of the issuer.

        Raises:
            ConnectionError: the metadata or the key set cannot be fetched.
        """
        for url in server_metadata_urls(self._issuer, mb.LATEST):
            metadata = await self._fetch_body(url)
            if metadata is not None and (found := json.loads(metadata))["issuer"] == self._issuer:
                keys = await self._fetch_body(found["jwks_uri"])
                if keys is not None:
                    return keys
        raise ConnectionError(f"{self._issuer} publishes no keys")

    async def _fetch_body(self, url: str) -> bytes | None:
        status, body = await self._http.get(url, ACCEPT)
        return body if status == 200 else None


def make_protected_resource(endpoint: str, issuer: str) -> ProtectedResource:
    """Return the checks of the gateway's endpoint.

    Args:
        endpoint: URL of the endpoint for clients.
        issuer: issuer of the tokens.

    Raises:
        ValueError: a URL is not allowed.
    """
    verifier = JwtVerifier({issuer: RotatingKeySet(IssuerKeys(issuer).fetch)}, audience=endpoint)
    return ProtectedResource(endpoint, authorization_servers=[issuer], verifier=verifier, name="gateway")
