"""JWTs: the verifier of access tokens, and signed client assertions.

Pages: RFC 9068 section 4, RFC 8725 section 3, RFC 7515 section 4, RFC 7523 sections 2.2 and 3.
"""

from __future__ import annotations

import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from ..errors import quote_value
from ..options import check_class, check_clock, check_method, check_texts
from ..revisions import LATEST
from .credentials import Secret, check_secret
from .key_download import check_jwks_uri, fetch_issuer_keys
from .key_sets import ALGORITHMS, MAX_KEY_ID, KeySource, RotatingKeySet, import_pyjwt
from .metadata import DocumentRejected, read_object
from .principal import Principal
from .verification import MAX_CLAIM, TokenRejected, check_claims, make_claim_rules
from .well_known_urls import server_metadata_urls

_MAX_TOKEN = 16 * 1024
"""The largest number of characters of a token."""

_PARTS = re.compile(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)")


class JwtVerifier:
    """Verifier of JWT access tokens.

    `JwtVerifier(issuer="https://auth.example", audience=url)` fetches the keys of one authorization server. Give `keys`
    to fetch keys in another way, or to accept several issuers.

    Args:
        keys: sources of keys, by accepted issuer; None if `issuer` is given.
        issuer: the only accepted issuer, in place of `keys`; None if `keys` is given. A `RotatingKeySet` fetches the
            issuer's keys in a thread when they are needed.
        jwks_uri: URL of the keys of `issuer`; by default the URL that the metadata of the issuer names.
        audience: audience that the tokens must have: the resource of the protected resource metadata, or several
            spellings of this resource. Audiences are compared character by character; the canonical URI of an audience
            that is a URL is accepted too.
        algorithms: accepted algorithms, out of `RS256`, `RS384`, `RS512`, `PS256`, `PS384`, `PS512`, `ES256`, `ES384`,
            `ES512` and `EdDSA`.
        types: the accepted values of `typ`, in lower case and without `application/`. RFC 9068 defines `at+jwt` only;
            with `jwt`, an ID token for the same audience is accepted too.
        client_claim: name of the claim with the client id, such as `azp`; None for tokens without a client id. With
            None, the client of each principal is empty, so all clients of a user share the user's sessions and quotas.
        leeway: seconds by which clocks may differ.
        clock: function that returns the Unix time in seconds.

    Raises:
        ModuleNotFoundError: PyJWT or cryptography is not installed.
        TypeError: there are neither keys nor an issuer, there are keys together with an issuer or a `jwks_uri`, or an
            option is no list of texts or has another wrong type.
        ValueError: an algorithm is not supported, a URL is not allowed, an audience is empty, the leeway is not from 0
            to 300 seconds, or there is no audience, no issuer, no algorithm or no type.
    """

    def __init__(
        self,
        keys: Mapping[str, KeySource] | None = None,
        *,
        issuer: str | None = None,
        jwks_uri: str | None = None,
        audience: str | Collection[str],
        algorithms: Collection[str] = ("RS256", "PS256", "ES256", "EdDSA"),
        types: Collection[str] = ("at+jwt",),
        client_claim: str | None = "client_id",
        leeway: float = 30.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        algorithms, types = check_texts("algorithms", algorithms), check_texts("types", types)
        check_clock(clock)
        if unknown := set(algorithms) - set(ALGORITHMS):
            raise ValueError(f"tokens cannot be verified with {', '.join(sorted(unknown))}")
        if keys is not None and (issuer is not None or jwks_uri is not None):
            raise TypeError("JwtVerifier takes keys, or issuer and perhaps jwks_uri, not both: leave out one")
        self._keys: dict[str, KeySource] = _make_key_sources(issuer, jwks_uri) if keys is None else _check_keys(keys)
        if not self._keys or not algorithms or not types:
            raise ValueError("JwtVerifier needs at least one issuer in keys, one item in algorithms and one in types")
        self._algorithms = frozenset(algorithms)
        self._types = frozenset(types)
        self._rules = make_claim_rules(audience, leeway, client_claim)
        self._clock = clock
        self._jws: Any = import_pyjwt().PyJWS(algorithms=list(ALGORITHMS))

    def __repr__(self) -> str:
        return f"JwtVerifier({', '.join(sorted(self._keys))})"

    async def verify(self, token: str) -> Principal:
        """Check the signature and the claims of a token. Return the token's principal.

        Raises:
            TokenRejected: the token is not valid for this resource.
            VerificationUnavailable: the keys of the token's issuer are unavailable at present.
            ModuleNotFoundError: the library cryptography is not installed.
        """
        parts = _PARTS.fullmatch(token) if len(token) <= _MAX_TOKEN else None
        if parts is None:
            raise TokenRejected("malformed", "the token is no JWT; an IntrospectionVerifier verifies opaque tokens")
        header, body, _ = (_decode_part(part) for part in parts.groups())
        algorithm, key_id = self._read_header(_parse_part(header))
        claims = _parse_part(body)
        issuer = claims.get("iss")
        if not isinstance(issuer, str) or len(issuer) > MAX_CLAIM or issuer not in self._keys:
            reason = "the issuer of the token is not accepted; JwtVerifier has keys of "
            raise TokenRejected("issuer", reason + ", ".join(map(repr, self._keys)))
        found = await self._keys[issuer].find_keys(key_id, algorithm)
        if not found:
            raise TokenRejected("key", "the token is signed with a key that its issuer does not have")
        if not any(self._is_signed(token, key, algorithm) for key in found):
            raise TokenRejected("signature", "the signature of the token is wrong")
        return check_claims(claims, issuer, self._rules, self._clock())

    def _read_header(self, header: dict[str, Any]) -> tuple[str, str | None]:
        """Return the algorithm and the key id in a token's header; None as key id if the header has none.

        Raises:
            TokenRejected: this verifier does not accept the header's algorithm, type, extension or key id.
        """
        algorithm, kind, key_id = header.get("alg"), header.get("typ"), header.get("kid")
        if not isinstance(algorithm, str) or algorithm not in self._algorithms:
            accepted = ", ".join(sorted(self._algorithms))
            raise TokenRejected(
                "algorithm", f"the token is signed with an algorithm other than those of JwtVerifier: {accepted}"
            )
        if not isinstance(kind, str) or kind.lower().removeprefix("application/") not in self._types:
            mend = (
                "; to accept it, and ID tokens too, pass JwtVerifier(types=['at+jwt', 'jwt'])"
                if isinstance(kind, str) and kind.lower() == "jwt"
                else ""
            )
            raise TokenRejected("type", f"the typ of the token is none of {sorted(self._types)}{mend}")
        if "crit" in header or "b64" in header:
            raise TokenRejected("header", "the token requires an extension of JWS, which is not supported")
        if key_id is not None and not (isinstance(key_id, str) and len(key_id) <= MAX_KEY_ID):
            raise TokenRejected("header", "the key id of the token is malformed")
        return algorithm, key_id

    def _is_signed(self, token: str, key: Any, algorithm: str) -> bool:
        jwt = import_pyjwt()
        try:
            self._jws.decode_complete(token, key, algorithms=[algorithm])
        except (jwt.exceptions.PyJWTError, ValueError, TypeError):
            return False
        return True


def _decode_part(part: str) -> bytes:
    """Decode the header, the claims or the signature of a token from Base64 for URLs.

    Raises:
        TokenRejected: the text is not canonical Base64.
    """
    try:
        raw = urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except ValueError:
        raw = b""
    if urlsafe_b64encode(raw).rstrip(b"=").decode() != part:
        raise TokenRejected("malformed", "a part of the token is not canonical Base64")
    return raw


def _parse_part(raw: bytes) -> dict[str, Any]:
    """Parse the header or the claims of a token as one JSON object.

    Raises:
        TokenRejected: the bytes are no JSON object, or a member occurs twice.
    """
    try:
        return read_object(raw, _MAX_TOKEN)
    except DocumentRejected:
        pass  # raised below, so that the error of the decoder is not its context
    raise TokenRejected("malformed", "a part of the token is no JSON object, or has a member twice")


def _check_keys(keys: Any) -> dict[str, KeySource]:
    """Check the option `keys` of `JwtVerifier`. Return a copy.

    Raises:
        TypeError: the option is no mapping from issuers to sources of keys.
    """
    check_class("keys", keys, Mapping, "a mapping such as {'https://auth.example': KeySet(body)}")
    issuer: object
    for issuer, source in keys.items():
        check_class("each issuer in keys", issuer, str, "a text, the URL")
        wanted = "a KeySet, a RotatingKeySet or an object with find_keys"
        check_method(f"keys[{quote_value(issuer)}]", source, "find_keys", wanted)
    return dict(keys)


def _make_key_sources(issuer: str | None, jwks_uri: str | None) -> dict[str, KeySource]:
    """Return a mapping from an issuer to a source of its keys. The source fetches the keys when they are needed.

    Raises:
        TypeError: the issuer is None.
        ValueError: a URL is not allowed.
    """
    if issuer is None:
        raise TypeError("JwtVerifier needs the issuer of the tokens, such as issuer='https://auth.example', or keys")
    if jwks_uri is None:
        server_metadata_urls(issuer, LATEST)
    else:
        check_jwks_uri(jwks_uri)
    return {issuer: RotatingKeySet(partial(fetch_issuer_keys, issuer, jwks_uri))}


class PrivateKey:
    """A private key in memory that signs client assertions. The class needs PyJWT, which the extra `auth` installs.

    Args:
        pem: the key in PEM format, without a password.
        algorithm: signature algorithm, one that `JwtVerifier` supports.
        key_id: id by which the authorization server finds the public key; None to send no id.

    Raises:
        ModuleNotFoundError: PyJWT or cryptography is not installed.
        TypeError: the key is no `Secret`, or another argument is no text.
        ValueError: the algorithm is not supported, or the text is no private key for this algorithm.
    """

    def __init__(self, pem: Secret, algorithm: str, key_id: str | None = None) -> None:
        check_secret("pem", pem)
        check_class("algorithm", algorithm, str, "a text such as 'ES256'")
        if algorithm not in ALGORITHMS:
            raise ValueError("a client signs with an asymmetric algorithm, such as ES256")
        if key_id is not None:
            check_class("key_id", key_id, str, "a text")
        jwt = import_pyjwt()
        self.algorithm = algorithm
        self._headers = {} if key_id is None else {"kid": key_id}
        self._encode: Any = jwt.encode
        try:
            self._key = jwt.get_algorithm_by_name(algorithm).prepare_key(pem.reveal())
            is_private = hasattr(self._key, "private_bytes")
        except (jwt.exceptions.PyJWTError, ValueError, TypeError):
            is_private = False
        if not is_private:  # raised here, so that the error of the library is not its context
            raise ValueError(f"the text is no private key for {algorithm}")

    def __repr__(self) -> str:
        return f"PrivateKey({self.algorithm})"

    def sign(self, claims: Mapping[str, Any]) -> Secret:
        """Return a signed JWT with these claims.

        Raises:
            TypeError: a claim has no form in JSON.
        """

        return Secret(self._encode(dict(claims), self._key, self.algorithm, self._headers))
