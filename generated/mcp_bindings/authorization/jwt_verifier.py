"""Verifies access tokens that are JWTs, as RFC 9068 profiles them. Needs PyJWT: the extra `auth`.

Pages: RFC 9068 section 4, RFC 8725 section 3, RFC 7515 section 4.
"""

from __future__ import annotations

import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Collection, Mapping
from typing import Any

from .jwt_library import load_jwt
from .key_sets import ALGORITHMS, KeySource
from .metadata import DocumentRejected, read_object
from .principal import Principal
from .verification import MAX_CLAIM, TokenRejected, check_claims, claim_rules

_MAX_TOKEN = 16 * 1024
"""The largest number of characters of a token."""

_MAX_KEY_ID = 256
_PARTS = re.compile(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)")


class JwtVerifier:
    """Verifies JWT access tokens.

    Args:
        keys: where the keys of each accepted issuer come from, by issuer.
        audience: what the tokens have to be for: the resource of the protected resource metadata, or several spellings
            of it, compared character by character.
        algorithms: that signatures may have; `keys.ALGORITHMS` lists those that can be allowed.
        types: the accepted values of `typ`, in lower case and without `application/`. RFC 9068 knows `at+jwt` only;
            with `jwt`, an ID token for the same audience is accepted too.
        client_claim: the claim with the client id.
        leeway: seconds by which clocks may differ.
        clock: returns the Unix time in seconds.

    Raises:
        ModuleNotFoundError: PyJWT or cryptography is not installed.
        ValueError: an algorithm cannot be allowed, there is no issuer or audience, or the leeway is too long.
    """

    def __init__(
        self,
        keys: Mapping[str, KeySource],
        *,
        audience: str | Collection[str],
        algorithms: Collection[str] = ("RS256", "PS256", "ES256", "EdDSA"),
        types: Collection[str] = ("at+jwt",),
        client_claim: str = "client_id",
        leeway: float = 30.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if unknown := set(algorithms) - set(ALGORITHMS):
            raise ValueError(f"tokens cannot be verified with {', '.join(sorted(unknown))}")
        if not keys or not algorithms or not types:
            raise ValueError("a verifier needs an issuer with its keys, an algorithm and a type")
        self._keys = dict(keys)
        self._algorithms = frozenset(algorithms)
        self._types = frozenset(types)
        self._rules = claim_rules(audience, leeway, client_claim)
        self._clock = clock
        self._jws: Any = load_jwt().PyJWS(algorithms=list(ALGORITHMS))

    def __repr__(self) -> str:
        return f"JwtVerifier({', '.join(sorted(self._keys))})"

    async def verify(self, token: str) -> Principal:
        """The principal of a token.

        Raises:
            TokenRejected: the token is not valid here.
            VerificationUnavailable: the keys of its issuer cannot be had now.
        """
        parts = _PARTS.fullmatch(token) if len(token) <= _MAX_TOKEN else None
        if parts is None:
            raise TokenRejected("malformed", "the token is no JWT")
        header, body, _ = (_decoded(part) for part in parts.groups())
        algorithm, key_id = self._read_header(_object(header))
        claims = _object(body)
        issuer = claims.get("iss")
        if not isinstance(issuer, str) or len(issuer) > MAX_CLAIM or issuer not in self._keys:
            raise TokenRejected("issuer", "the token is of an issuer that is not accepted")
        found = await self._keys[issuer].find(key_id, algorithm)
        if not found:
            raise TokenRejected("key", "the token is signed with a key that its issuer does not have")
        if not any(self._is_signed(token, key, algorithm) for key in found):
            raise TokenRejected("signature", "the signature of the token is wrong")
        return check_claims(claims, issuer, self._rules, self._clock())

    def _read_header(self, header: dict[str, Any]) -> tuple[str, str | None]:
        """The algorithm and the key id."""
        algorithm, kind, key_id = header.get("alg"), header.get("typ"), header.get("kid")
        if not isinstance(algorithm, str) or algorithm not in self._algorithms:
            raise TokenRejected("algorithm", "the token is signed with an algorithm that is not allowed")
        if not isinstance(kind, str) or kind.lower().removeprefix("application/") not in self._types:
            raise TokenRejected("type", "the token is no access token")
        if "crit" in header or "b64" in header:
            raise TokenRejected("header", "the token demands an extension that is not known")
        if key_id is not None and not (isinstance(key_id, str) and len(key_id) <= _MAX_KEY_ID):
            raise TokenRejected("header", "the key id of the token is malformed")
        return algorithm, key_id

    def _is_signed(self, token: str, key: Any, algorithm: str) -> bool:
        jwt = load_jwt()
        try:
            self._jws.decode_complete(token, key, algorithms=[algorithm])
        except (jwt.exceptions.PyJWTError, ValueError, TypeError):
            return False
        return True


def _decoded(part: str) -> bytes:
    """The bytes of a part; the same bytes in another form of Base64 are rejected."""
    try:
        raw = urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except ValueError:
        raw = b""
    if urlsafe_b64encode(raw).rstrip(b"=").decode() != part:
        raise TokenRejected("malformed", "a part of the token is not Base64 as it is written")
    return raw


def _object(raw: bytes) -> dict[str, Any]:
    """The JSON object of the header or the claims."""
    try:
        return read_object(raw, _MAX_TOKEN)
    except DocumentRejected:
        pass  # raised below, apart from the error of the decoder
    raise TokenRejected("malformed", "a part of the token is no JSON object, or has a member twice")
