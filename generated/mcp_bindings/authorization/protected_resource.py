"""An MCP endpoint as a protected resource: its metadata, its challenges, and the check of each HTTP request.

Pages: /specification/2026-07-28/basic/authorization#access-token-usage and #error-handling,
/specification/2026-07-28/basic/authorization/authorization-server-discovery, RFC 9728, RFC 6750 sections 2 and 3.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Literal
from urllib.parse import unquote_plus, urlsplit

from ..hosts import is_loopback
from ..revisions import LATEST
from ..spec.http_fields import HeaderFields, Headers
from ..spec.names import AUTHORIZATION
from .challenges import write_challenge
from .principal import Principal
from .scope_rules import ScopeRules, write_scopes
from .urls import canonical_resource, parsed_url, resource_metadata_urls
from .verification import TokenRejected, TokenVerifier, VerificationUnavailable

_CREDENTIALS = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*) *", re.IGNORECASE)
_BEARER = re.compile(r"bearer(?: |\Z)", re.IGNORECASE)
_CHALLENGE_HEADER = "WWW-Authenticate"
_SEPARATORS = re.compile("[&;]")
_QUERY_FIELD = "access_token"
_MAX_TEXT = 2_048
"""The largest number of characters of a URL or a name in the metadata."""

_MAX_SERVERS = 16

DenialReason = Literal["no token", "malformed request", "invalid token", "insufficient scope", "unavailable"]


class AccessDenied(Exception):
    """A request that is not served; the attributes are the HTTP response to it.

    Attributes:
        reason: why.
        status: of HTTP.
        headers: of the response, with `WWW-Authenticate` where there is a challenge.
        body: of the response; empty.
    """

    def __init__(self, reason: DenialReason, status: int, challenge: str | None = None) -> None:
        super().__init__(reason)
        self.reason: DenialReason = reason
        self.status = status
        self.headers: tuple[tuple[str, str], ...] = () if challenge is None else ((_CHALLENGE_HEADER, challenge),)
        self.body = b""


class ProtectedResource:
    """What a server does about authorization: it publishes metadata, and checks each HTTP request before it is served.

    Give `authenticate` the headers and the query of every request, whatever its HTTP method, before the body is read;
    then give `authorize` the method of each message. Both raise `AccessDenied`, which has the response.

    Args:
        endpoint: URL of the MCP endpoint, as clients know it: HTTPS, or `http` at this machine.
        authorization_servers: the issuers whose tokens are accepted.
        verifier: verifies access tokens: `JwtVerifier`, `IntrospectionVerifier`, or another.
        scopes: which scopes requests need; none by default.
        name: of the resource, for people.
        documentation: URL of a page for developers.

    Attributes:
        resource: the identifier of the resource, which tokens have to have as their audience.
        authorization_servers: as given.
        scopes: as given.
        metadata_urls: where clients look for the metadata, in their order.

    Raises:
        ValueError: a URL is not allowed, there is no authorization server, or a text is too long.
    """

    def __init__(
        self,
        endpoint: str,
        *,
        authorization_servers: Sequence[str],
        verifier: TokenVerifier,
        scopes: ScopeRules | None = None,
        name: str | None = None,
        documentation: str | None = None,
    ) -> None:
        self.resource: str = canonical_resource(endpoint)
        self.authorization_servers: tuple[str, ...] = tuple(authorization_servers)
        self.scopes: ScopeRules = ScopeRules() if scopes is None else scopes
        self._verifier = verifier
        for url, kind in [(self.resource, "endpoint"), *((each, "issuer") for each in authorization_servers)]:
            parts = parsed_url(url, kind)
            if parts.scheme == "http" and not is_loopback(parts.host):
                raise ValueError(f"the {kind} is reached by https; http is for this machine only")
        if not 0 < len(self.authorization_servers) <= _MAX_SERVERS:
            raise ValueError(f"a resource has 1 to {_MAX_SERVERS} authorization servers")
        texts = (self.resource, *self.authorization_servers, name or "", documentation or "")
        if any(len(each) > _MAX_TEXT or not each.isprintable() for each in texts):
            raise ValueError(f"texts of the metadata have at most {_MAX_TEXT} printable characters")
        self.metadata_urls: tuple[str, ...] = resource_metadata_urls(self.resource, LATEST)
        document = {
            "resource": self.resource,
            "authorization_servers": self.authorization_servers,
            "bearer_methods_supported": ["header"],
            "scopes_supported": self.scopes.always or None,
            "resource_name": name,
            "resource_documentation": documentation,
        }
        present = {member: value for member, value in document.items() if value is not None}
        self._metadata = json.dumps(present).encode()

    def metadata_at(self, path: str) -> bytes | None:
        """The metadata, if a GET of this path asks for it; it has the media type `application/json`.

        Args:
            path: of the request, still percent-encoded and without the query.
        """
        return self._metadata if path in {urlsplit(url).path for url in self.metadata_urls} else None

    async def authenticate(self, headers: Headers, query: str = "") -> Principal:
        """Check the token of a request.

        Args:
            headers: the received headers.
            query: of the URL, still percent-encoded and without the question mark; no token may be in it.

        Raises:
            AccessDenied: the request is not served.
        """
        token = self._token(headers, query)
        reason: DenialReason = "invalid token"
        try:
            principal = await self._verifier.verify(token)
        except TokenRejected:
            principal = None
        except VerificationUnavailable:
            principal, reason = None, "unavailable"
        if reason == "unavailable":
            raise AccessDenied(reason, 503)
        if principal is None or principal.issuer not in self.authorization_servers:
            raise AccessDenied(
                reason, 401, self._challenge(self.scopes.always, "invalid_token", "the token is not valid")
            )
        return principal

    def authorize(self, principal: Principal, method: str, name: str | None = None) -> None:
        """Check that a token has the scopes that a message needs.

        Args:
            principal: of the HTTP request.
            method: of the request or notification; of each, in a batch.
            name: of the tool, if the method is `tools/call`.

        Raises:
            AccessDenied: a scope is missing.
        """
        needed = self.scopes.needed(method, name)
        if not self.scopes.missing(principal.scopes, needed):
            return
        # Clients of 2025-11-25 request the scopes of the challenge and no others, so it has those granted before too.
        kept = [scope for scope in self.scopes.known if scope in principal.scopes]
        scopes = tuple(dict.fromkeys([*needed, *kept]))
        raise AccessDenied(
            "insufficient scope", 403, self._challenge(scopes, "insufficient_scope", "the request needs more scopes")
        )

    def _token(self, headers: Headers, query: str) -> str:
        """The token of a request.

        Raises:
            AccessDenied: there is none, or not where it belongs.
        """
        if any(unquote_plus(part.partition("=")[0]) == _QUERY_FIELD for part in _SEPARATORS.split(query)):
            raise self._malformed("a token is not sent in a query")
        values = HeaderFields(headers).all(AUTHORIZATION)
        if not values or (len(values) == 1 and not _BEARER.match(values[0])):
            raise AccessDenied("no token", 401, self._challenge(self.scopes.always))
        match = _CREDENTIALS.fullmatch(values[0]) if len(values) == 1 else None
        if match is None:
            raise self._malformed("the request does not have one well-formed token")
        return match[1]

    def _malformed(self, description: str) -> AccessDenied:
        challenge = self._challenge(self.scopes.always, "invalid_request", description)
        return AccessDenied("malformed request", 400, challenge)

    def _challenge(self, scopes: Sequence[str], error: str | None = None, description: str | None = None) -> str:
        """The value of `WWW-Authenticate`."""
        parameters = {
            "error": error,
            "error_description": description,
            "scope": write_scopes(scopes) or None,
            "resource_metadata": self.metadata_urls[0],
        }
        return write_challenge({name: value for name, value in parameters.items() if value is not None})
