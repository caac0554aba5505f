"""An MCP endpoint as a protected resource: its metadata, its challenges, and the check of each HTTP request.

Pages: /specification/2026-07-28/basic/authorization#access-token-usage and #error-handling,
/specification/2026-07-28/basic/authorization/authorization-server-discovery, RFC 9728, RFC 6750 sections 2 and 3.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Collection, Iterable, Sequence
from typing import Literal
from urllib.parse import unquote_plus, urlsplit

from ..hosts import is_this_machine
from ..options import check_class, check_method, check_texts
from ..rate_limited_log import RateLimitedLog
from ..revisions import LATEST
from ..spec.http_fields import Headers, to_header_fields
from ..spec.names import AUTHORIZATION
from .challenges import write_challenge
from .principal import Principal
from .scope_rules import ScopeRules, are_within_challenge_limit, merge_scopes, write_scopes
from .urls import canonicalize_resource, parse_url
from .verification import TokenRejected, TokenVerifier, VerificationUnavailable
from .well_known_urls import resource_metadata_urls

_CREDENTIALS = re.compile(r"bearer +([A-Za-z0-9._~+/-]+=*) *", re.IGNORECASE)
_BEARER = re.compile(r"bearer(?: |\Z)", re.IGNORECASE)
_CHALLENGE_HEADER = "WWW-Authenticate"
_SEPARATORS = re.compile("[&;]")
_QUERY_FIELD = "access_token"
_MAX_TEXT = 2_048
"""The largest number of characters of a URL or a name in the metadata."""

_MAX_SERVERS = 16

_LOG_PERIOD = 60.0
"""Least number of seconds between two log records that give the same reason, for a token that is rejected or cannot be
verified.
"""

_log = logging.getLogger(__name__)

DenialReason = Literal["no token", "malformed request", "invalid token", "insufficient scope", "unavailable"]


class AccessDenied(Exception):
    """Error for a request that is denied. The attributes give the HTTP response.

    Attributes:
        reason: reason of the denial.
        status: HTTP status.
        headers: headers of the response, with `WWW-Authenticate` if the response has a challenge.
        body: body of the response, a text that says what is wrong and what to do.
    """

    def __init__(self, reason: DenialReason, status: int, body: str, challenge: str | None = None) -> None:
        super().__init__(reason)
        self.reason: DenialReason = reason
        self.status = status
        self.headers: tuple[tuple[str, str], ...] = () if challenge is None else ((_CHALLENGE_HEADER, challenge),)
        self.body = body


class ProtectedResource:
    """An MCP endpoint as a protected resource. It publishes metadata and checks each HTTP request.

    For every HTTP request, call `authenticate` with its headers and query before you read its body; then call
    `authorize` with the method of each message. Both raise `AccessDenied`, which has the response. Each reason
    for a rejected token is logged at most once a minute. Tokens are never logged.

    Args:
        endpoint: URL at which clients reach the MCP endpoint: HTTPS, or `http` at this machine.
        authorization_servers: the issuers whose tokens are accepted.
        verifier: verifier of access tokens: `JwtVerifier`, `IntrospectionVerifier`, or another.
        scopes: rules for the scopes that requests need; by default they need none.
        name: name by which clients show the resource to users; None to state no name.
        documentation: URL of a page for developers; None to state no page.

    Attributes:
        resource: the identifier of the resource, which tokens must have as their audience.
        authorization_servers: the issuers whose tokens are accepted.
        scopes: rules for the scopes that requests need.
        metadata_urls: URLs of the metadata, in the order in which clients try them.

    Raises:
        TypeError: `authorization_servers` is no list of texts, or another argument has a wrong type.
        ValueError: a URL is not allowed, there is no authorization server or more than 16, or a text has more than
            2,048 characters or one that is not printable.
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
        self.resource: str = canonicalize_resource(endpoint)
        self.authorization_servers: tuple[str, ...] = check_texts("authorization_servers", authorization_servers)
        self.scopes: ScopeRules = ScopeRules() if scopes is None else scopes
        check_class("scopes", self.scopes, ScopeRules, "ScopeRules([…])")
        check_method("verifier", verifier, "verify", "a JwtVerifier or an object with verify")
        for option, given in (("name", name), ("documentation", documentation)):
            if given is not None:
                check_class(option, given, str, "a text")
        self._verifier = verifier
        self._rejections = RateLimitedLog(_log, period=_LOG_PERIOD)
        for url, kind in [(self.resource, "endpoint"), *((each, "issuer") for each in self.authorization_servers)]:
            parts = parse_url(url, kind)
            if parts.scheme == "http" and not is_this_machine(parts.host):
                raise ValueError(f"the URL of the {kind} must be https; http is for this machine only")
        if not 0 < len(self.authorization_servers) <= _MAX_SERVERS:
            raise ValueError(f"a resource has 1 to {_MAX_SERVERS} authorization servers")
        texts = (self.resource, *self.authorization_servers, name or "", documentation or "")
        if any(len(each) > _MAX_TEXT or not each.isprintable() for each in texts):
            raise ValueError(f"a text of the metadata must have at most {_MAX_TEXT} printable characters")
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
        """Return the metadata document, as JSON, if clients find it at this path; None for any other path.

        Args:
            path: path of a GET request, percent-encoded and without the query.
        """
        return self._metadata if path in {urlsplit(url).path for url in self.metadata_urls} else None

    async def authenticate(self, headers: Headers, query: str = "") -> Principal:
        """Check the token of a request. Return the principal of the token. Log why a token is not accepted.

        Args:
            headers: the received headers.
            query: query of the URL, percent-encoded and without the question mark. A request with a token in the query
                is denied.

        Raises:
            AccessDenied: the token is missing, sent in a wrong way or not valid, or cannot be verified at present.
            Exception: the verifier has raised another exception than `TokenRejected` and `VerificationUnavailable`.
        """
        token = self._read_token(headers, query)
        denied: AccessDenied
        try:
            principal = await self._verifier.verify(token)
        except TokenRejected as rejected:
            denied = self._deny_token(str(rejected))
        except VerificationUnavailable as unavailable:
            self._rejections.warn(str(unavailable), "a token cannot be verified now: %s", unavailable)
            later = "The token cannot be verified at present: send the request again later."
            denied = AccessDenied("unavailable", 503, later)
        else:
            if principal.issuer in self.authorization_servers:
                return principal
            denied = self._deny_token("its issuer is none of authorization_servers of the ProtectedResource")
        raise denied  # outside of the handlers, so that the error of the verifier is not its context

    def authorize(
        self,
        principal: Principal,
        method: str,
        name: str | None = None,
        further: Collection[str] = (),
        others: Iterable[str] = (),
    ) -> None:
        """Check that a token has the scopes that a message needs.

        Args:
            principal: principal of the HTTP request.
            method: method of the request or notification; call this for each message of a batch.
            name: name of the tool, if the method is `tools/call`.
            further: scopes that the message needs besides those that the attribute `scopes` requires.
            others: scopes that other messages need besides those that the attribute `scopes` requires.

        Raises:
            AccessDenied: the token lacks a scope. The challenge lists the needed scopes, and each scope of the token
                that the attribute `scopes` or `others` names. If these have more than 1,024 characters together, the
                challenge lists the needed scopes only, and no scopes if the needed ones are too long too.
            TypeError: the token lacks a scope, and a scope in `further` is no text.
            ValueError: the token lacks a scope, and a scope to list in the challenge is malformed or is
                `offline_access`.
        """
        needed = merge_scopes(self.scopes.needed(method, name), further)
        if not self.scopes.missing(principal.scopes, needed):
            return
        # Clients of 2025-11-25 request only the scopes of the challenge, so it also lists those granted before.
        kept = [scope for scope in merge_scopes(self.scopes.known, others) if scope in principal.scopes]
        scopes = next(filter(are_within_challenge_limit, (merge_scopes(needed, kept), needed)), ())
        raise AccessDenied(
            "insufficient scope",
            403,
            "The request needs more scopes: get a token with those that WWW-Authenticate lists.",
            self._make_challenge(scopes, "insufficient_scope", "the request needs more scopes"),
        )

    def _deny_token(self, reason: str) -> AccessDenied:
        """Log the reason for which a token is rejected. Return an error that does not state the reason."""
        self._rejections.warn(reason, "a token was rejected: %s", reason)
        return AccessDenied(
            "invalid token",
            401,
            "The token is not valid for this server: get another one from its authorization server.",
            self._make_challenge(self.scopes.always, "invalid_token", "the token is not valid"),
        )

    def _read_token(self, headers: Headers, query: str) -> str:
        """Return the token of a request.

        Raises:
            AccessDenied: the request has no token, a token in the query, a malformed token, or `Authorization` twice.
        """
        if any(unquote_plus(part.partition("=")[0]) == _QUERY_FIELD for part in _SEPARATORS.split(query)):
            raise self._deny_malformed_request("a token is not sent in a query")
        values = to_header_fields(headers).all(AUTHORIZATION)
        if not values or (len(values) == 1 and not _BEARER.match(values[0])):
            sentence = "This server needs a token: sign in and send it in the header 'Authorization: Bearer TOKEN'."
            raise AccessDenied("no token", 401, sentence, self._make_challenge(self.scopes.always))
        match = _CREDENTIALS.fullmatch(values[0]) if len(values) == 1 else None
        if match is None:
            raise self._deny_malformed_request("the request does not have one well-formed token")
        return match[1]

    def _deny_malformed_request(self, description: str) -> AccessDenied:
        challenge = self._make_challenge(self.scopes.always, "invalid_request", description)
        sentence = "The request needs one token, in the header 'Authorization: Bearer TOKEN' and not in the query."
        return AccessDenied("malformed request", 400, sentence, challenge)

    def _make_challenge(self, scopes: Sequence[str], error: str | None = None, description: str | None = None) -> str:
        """Return a Bearer challenge with these scopes, the URL of the metadata, and a given error and description."""
        parameters = {
            "error": error,
            "error_description": description,
            "scope": write_scopes(scopes) or None,
            "resource_metadata": self.metadata_urls[0],
        }
        return write_challenge({name: value for name, value in parameters.items() if value is not None})
