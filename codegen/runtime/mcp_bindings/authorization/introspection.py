"""Verifies opaque access tokens by asking the authorization server that issued them (RFC 7662), by a callback."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, Collection

from ..errors import ends_more
from .metadata import DocumentRejected, read_object
from .principal import Principal
from .verification import TokenRejected, VerificationUnavailable, check_claims, claim_rules

_MAX_TOKEN = 16 * 1024
_MAX_BYTES = 64 * 1024
_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]+=*")


class IntrospectionVerifier:
    """Verifies tokens by introspection. An active token has to name its audience, its subject, its client and its end.

    Args:
        introspect: sends the token to the introspection endpoint, with the authentication of this server, and returns
            the body of a response with status 200. Whatever it raises means that the endpoint cannot be reached. Do
            not let it log the token.
        issuer: the authorization server that is asked.
        audience: what the tokens have to be for, as for `JwtVerifier`.
        leeway: seconds by which clocks may differ.
        clock: returns the Unix time in seconds.

    Raises:
        ValueError: there is no audience, or the leeway is too long.
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
        self._introspect = introspect
        self._issuer = issuer
        self._rules = claim_rules(audience, leeway, "client_id")
        self._clock = clock

    def __repr__(self) -> str:
        return f"IntrospectionVerifier({self._issuer})"

    async def verify(self, token: str) -> Principal:
        """The principal of a token.

        Raises:
            TokenRejected: the token is not active, or not for this resource.
            VerificationUnavailable: the endpoint does not respond as it should.
        """
        if len(token) > _MAX_TOKEN or not _TOKEN.fullmatch(token):
            raise TokenRejected("malformed", "the token has characters that no token has, or too many")
        claims = None
        try:
            claims = read_object(await self._introspect(token), _MAX_BYTES)
        except DocumentRejected:
            pass
        except BaseException as error:  # raised below, since the error of a caller's HTTP client may have the token
            if ends_more(error):
                raise
            claims = None
        if claims is None or not isinstance(claims.get("active"), bool):
            raise VerificationUnavailable("the introspection endpoint does not respond as it should")
        if not claims["active"]:
            raise TokenRejected("inactive", "the token is not active")
        if claims.get("iss") not in (None, self._issuer):
            raise TokenRejected("issuer", "the token is of another issuer")
        kind = claims.get("token_type")
        if kind is not None and not (isinstance(kind, str) and kind.lower() in ("bearer", "access_token")):
            raise TokenRejected("type", "the token is no bearer token")
        return check_claims(claims, self._issuer, self._rules, self._clock())
