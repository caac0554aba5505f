"""Verifiers of access tokens: their interface, errors and checks of claims, and the verifier of opaque tokens.

Pages: /specification/2026-07-28/basic/authorization#token-handling, RFC 9068 sections 2.2 and 4, RFC 7662 section 2.2.
"""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from ..errors import must_propagate
from ..json_values import is_array
from ..options import check_callable, check_class, check_clock, check_number, check_texts
from .metadata import DocumentRejected, read_object
from .principal import Principal
from .scope_rules import MAX_SCOPE_TEXT, read_scopes
from .urls import canonicalize_resource

MAX_CLAIM = 2_048
"""The largest number of characters of an issuer, a subject, a client id or an audience."""

_MAX_AUDIENCES = 64
_LATEST_TIME = 1e12

TokenFault = Literal[
    "malformed",
    "header",
    "algorithm",
    "type",
    "key",
    "signature",
    "issuer",
    "audience",
    "expired",
    "not yet valid",
    "claim",
    "sender-constrained",
    "inactive",
]
"""Reason for which a token is rejected."""


class TokenRejected(ValueError):
    """Error for a token that must not be accepted. `fault` names the reason; the message does not quote the token."""

    def __init__(self, fault: TokenFault, message: str) -> None:
        super().__init__(message)
        self.fault: TokenFault = fault


class VerificationUnavailable(RuntimeError):
    """Error for a token that cannot be verified at present: its keys or the introspection endpoint are unavailable."""


class TokenVerifier(Protocol):
    """Verifier of access tokens. A server may have its own implementation."""

    async def verify(self, token: str) -> Principal:
        """Return the principal of a token that was issued for this resource.

        Raises:
            TokenRejected: the token is not valid for this resource.
            VerificationUnavailable: the token cannot be verified at present.
        """
        ...


class ClaimRules(NamedTuple):
    """Rules for the claims of a token.

    Args:
        audiences: accepted audiences, compared character by character; the token must have one of them.
        leeway: seconds by which clocks may differ.
        client_claim: name of the claim with the client id; None if tokens need no client id.
    """

    audiences: frozenset[str]
    leeway: float
    client_claim: str | None


def make_claim_rules(audience: str | Collection[str], leeway: float, client_claim: str | None) -> ClaimRules:
    """Check the settings of a verifier. Return its rules for the claims of tokens.

    The canonical URI of each audience that is a URL is accepted too, since the metadata of the resource names it.

    Raises:
        TypeError: the audience is no text and no list of texts, or another option has a wrong type.
        ValueError: there is no audience, an audience is empty, or the leeway is not from 0 to 300 seconds.
    """
    audiences = frozenset([audience] if isinstance(audience, str) else check_texts("audience", audience))
    if not audiences or "" in audiences:
        raise ValueError("a verifier needs the audience of its tokens, such as the URL of the MCP endpoint")
    check_number("leeway", leeway, least=0, most=300)
    if client_claim is not None:
        check_class("client_claim", client_claim, str, "a text, or None for tokens without a client id")
    return ClaimRules(audiences | {_canonicalize_audience(each) for each in audiences}, leeway, client_claim)


def _canonicalize_audience(audience: str) -> str:
    """Return the canonical URI of an audience, or the audience itself if it is not the URL of an endpoint."""
    try:
        return canonicalize_resource(audience)
    except ValueError:
        return audience


def check_claims(claims: Mapping[str, Any], issuer: str, rules: ClaimRules, now: float) -> Principal:
    """Check the claims of a token whose issuer is verified already. Return the principal of the token.

    Args:
        claims: claims of the token, or the response of an introspection endpoint.
        issuer: issuer of the token.
        rules: rules for audience, times and client id.
        now: Unix time in seconds.

    Raises:
        TokenRejected: a claim is missing or wrong.
    """
    if not rules.audiences & _read_audience_claim(claims.get("aud")):
        accepted = ", ".join(map(repr, sorted(rules.audiences)))
        raise TokenRejected("audience", f"the token was issued for another resource; the accepted aud is {accepted}")
    expires = _read_time_claim(claims, "exp")
    if expires is None:
        raise TokenRejected("claim", "the token has no time of expiry")
    if expires + rules.leeway <= now:
        raise TokenRejected("expired", "the token has expired; the client has to get another one")
    for name in ("nbf", "iat"):
        begins = _read_time_claim(claims, name)
        if begins is not None and begins - rules.leeway > now:
            raise TokenRejected("not yet valid", "the token is not valid yet")
    if claims.get("cnf") is not None:
        raise TokenRejected("sender-constrained", "the token is bound to a key whose possession cannot be checked")
    subject = _read_name_claim(claims, "sub")
    client = "" if rules.client_claim is None else _read_client_claim(claims, rules.client_claim)
    scope = claims.get("scope", "")
    scopes = read_scopes(scope) if isinstance(scope, str) and len(scope) <= MAX_SCOPE_TEXT else None
    if scopes is None:
        raise TokenRejected("claim", "the scopes of the token are malformed")
    return Principal(issuer, subject, client, frozenset(scopes), expires, claims)


def _read_audience_claim(value: object) -> frozenset[str]:
    """Return the audiences in the value of the claim `aud`; an empty set if the claim is missing or malformed, or has
    more than `_MAX_AUDIENCES` values.
    """
    if isinstance(value, str):
        return frozenset([value])
    if not is_array(value) or len(value) > _MAX_AUDIENCES or not all(isinstance(each, str) for each in value):
        return frozenset()
    return frozenset(value)


def _read_time_claim(claims: Mapping[str, Any], name: str) -> float | None:
    """Return the value of a claim that must be a Unix time; None if the token lacks the claim.

    Raises:
        TokenRejected: the claim is not a time.
    """
    value = claims.get(name)
    if value is None and name not in claims:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -_LATEST_TIME < value < _LATEST_TIME:
        raise TokenRejected("claim", f"the claim {name} of the token is not a time")
    return float(value)


def _read_client_claim(claims: Mapping[str, Any], name: str) -> str:
    """Return the client id of a token.

    Raises:
        TokenRejected: the claim with the client id is missing or malformed.
    """
    if name in claims:
        return _read_name_claim(claims, name)
    mend = "name the claim that has it, such as JwtVerifier(client_claim='azp'), or pass client_claim=None"
    raise TokenRejected("claim", f"the token has no claim {name} with the client id; {mend}")


def _read_name_claim(claims: Mapping[str, Any], name: str) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= MAX_CLAIM or not value.isprintable():
        raise TokenRejected("claim", f"the claim {name} of the token is missing or malformed")
    return value


_MAX_TOKEN = 16 * 1024
_MAX_BYTES = 64 * 1024
_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]+=*")


class IntrospectionVerifier:
    """Verifier of tokens by introspection. The response about an active token must state the token's audience, subject,
    client and time of expiry.

    Args:
        introspect: function that sends a token to the introspection endpoint, authenticates as this server, and
            returns the body of a response with status 200. If the function raises an error, the endpoint counts as
            unavailable. The function must not log the token.
        issuer: the authorization server of the endpoint.
        audience: audience that the tokens must have, or several spellings of this audience. Audiences are compared
            character by character; the canonical URI of an audience that is a URL is accepted too.
        leeway: seconds by which clocks may differ.
        clock: function that returns the Unix time in seconds.

    Raises:
        TypeError: the audience is no text and no list of texts, or another option has a wrong type.
        ValueError: there is no audience, an audience is empty, or the leeway is not from 0 to 300 seconds.
    """

    def __init__(
        self,
        introspect: Callable[[str], Awaitable[bytes]],
        *,
        issuer: str,
        audience: str | Collection[str],
        leeway: float = 30.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        check_callable("introspect", introspect, ("token",), "(token), async, which returns the bytes of the answer")
        check_class("issuer", issuer, str, "a text, the URL")
        check_clock(clock)
        self._introspect = introspect
        self._issuer = issuer
        self._rules = make_claim_rules(audience, leeway, "client_id")
        self._clock = clock

    def __repr__(self) -> str:
        return f"IntrospectionVerifier({self._issuer})"

    async def verify(self, token: str) -> Principal:
        """Ask the introspection endpoint about a token. Return the principal of the token.

        Raises:
            TokenRejected: the token is malformed, not active or not valid for this resource.
            VerificationUnavailable: the endpoint is unavailable, or sends no valid response.
        """
        if len(token) > _MAX_TOKEN or not _TOKEN.fullmatch(token):
            raise TokenRejected("malformed", "the token is too long or has characters that are not allowed")
        claims = None
        try:
            claims = read_object(await self._introspect(token), _MAX_BYTES)
        except DocumentRejected:
            pass
        except BaseException as error:  # raised below, since the error of a caller's HTTP client may have the token
            if must_propagate(error):
                raise
            claims = None
        if claims is None or not isinstance(claims.get("active"), bool):
            raise VerificationUnavailable("the introspection endpoint sends no valid response")
        if not claims["active"]:
            raise TokenRejected("inactive", "the token is not active")
        if claims.get("iss") not in (None, self._issuer):
            raise TokenRejected("issuer", "the token has another issuer than the introspection endpoint")

        kind = claims.get("token_type")
        if kind is not None and not (isinstance(kind, str) and kind.lower() in ("bearer", "access_token")):
            raise TokenRejected("type", "the token is no bearer token")
        return check_claims(claims, self._issuer, self._rules, self._clock())
