"""JWTs: the keys of an authorization server (JWK sets), the verifier of access tokens, and signed client assertions.

Symmetric and private keys in a JWK set are ignored. Pages: RFC 7517 sections 4 and 5, RFC 9068 section 4, RFC 8725
section 3, RFC 7515 section 4, RFC 7523 sections 2.2 and 3.
"""

from __future__ import annotations

import re
import time
from asyncio import Task, create_task, wait, wait_for, wrap_future
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Collection, Coroutine, Mapping
from concurrent.futures import Future
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from ..errors import must_propagate, shorten
from ..json_values import is_array, is_object
from ..options import check_class, check_texts
from ..revisions import LATEST
from .credentials import Secret
from .key_fetching import check_jwks_uri, fetch_issuer_keys
from .metadata import DocumentRejected, read_object
from .principal import Principal
from .urls import server_metadata_urls
from .verification import MAX_CLAIM, TokenRejected, VerificationUnavailable, check_claims, make_claim_rules


def _import_pyjwt() -> Any:
    """Import PyJWT and cryptography. Return PyJWT.

    Raises:
        ModuleNotFoundError: PyJWT or cryptography is not installed.
    """
    try:
        import_module("cryptography")
        return import_module("jwt")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "JWTs need PyJWT with cryptography: pip install 'mcp-bindings[auth]'", name=error.name
        ) from None


_MAX_BYTES = 64 * 1024
_MAX_KEYS = 32
"""Largest number of keys that are read from one JWK set. Further keys are ignored."""

_MAX_KEY_ID = 256
_MIN_RSA_BITS, _MAX_RSA_BITS = 2_048, 8_192
_RETRY_SECONDS = 30.0
"""Least number of seconds between the starts of two fetches of a JWK set."""

_FETCH_SECONDS = 10.0
"""Longest duration of a fetch, in seconds."""

_WAIT_SECONDS = 12.0
"""Longest wait for a fetch, in seconds. A fetch whose event loop has stopped never ends."""

_STALE_LIFETIMES = 4
"""Age until which keys are used while no newer keys can be fetched, as a multiple of their lifetime."""


class Algorithm(NamedTuple):
    """Key type that a signature algorithm needs, and the curves that it allows; no curves if the key type has none."""

    key_type: str
    curves: tuple[str, ...] = ()


_ALGORITHMS: Mapping[str, Algorithm] = {
    **dict.fromkeys(("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"), Algorithm("RSA")),
    "ES256": Algorithm("EC", ("P-256",)),
    "ES384": Algorithm("EC", ("P-384",)),
    "ES512": Algorithm("EC", ("P-521",)),
    "EdDSA": Algorithm("OKP", ("Ed25519", "Ed448")),
}
"""Supported signature algorithms by name. Symmetric algorithms and `none` are not among them."""


class KeySource(Protocol):
    """Source of the public keys of an issuer."""

    async def find_keys(self, key_id: str | None, algorithm: str) -> tuple[Any, ...]:
        """Return the keys for an algorithm. If `key_id` is not None, return only the keys with this id.

        The keys are objects of the library cryptography. The tuple is empty if the issuer has no matching key.

        Raises:
            VerificationUnavailable: the keys are unavailable at present.
        """
        ...


class KeySet:
    """The keys of one JWK set. Only public keys that may verify signatures are used, out of the first 32 keys.

    Args:
        body: the JSON text of the set.

    Raises:
        TypeError: the text is not `bytes`.
        DocumentRejected: the text is no JWK set, or has more than 65,536 bytes.
    """

    def __init__(self, body: bytes) -> None:
        check_class("the JWK set", body, bytes, "bytes of JSON")
        document = read_object(body, _MAX_BYTES)
        listed = document.get("keys")
        if not is_array(listed):
            raise DocumentRejected("member", "the document has no list of keys")
        self._keys: list[dict[str, Any]] = [
            each for each in listed[:_MAX_KEYS] if is_object(each) and _can_verify_signatures(each)
        ]
        self._loaded: dict[tuple[int, str], Any] = {}

    def __repr__(self) -> str:
        return f"KeySet({len(self._keys)} keys)"

    async def find_keys(self, key_id: str | None, algorithm: str) -> tuple[Any, ...]:
        """Return the keys for an algorithm. If `key_id` is not None, return only the keys with this id.

        The keys are objects of the library cryptography. The tuple is empty if the set has no matching key. A malformed
        key, and an RSA key of fewer than 2,048 or more than 8,192 bits, matches no algorithm.

        Args:
            key_id: the id of the key; None for keys with any id or none.
            algorithm: an algorithm that `JwtVerifier` supports.

        Raises:
            ModuleNotFoundError: PyJWT or cryptography is not installed.
        """
        places = [
            place
            for place, key in enumerate(self._keys)
            if (key_id is None or key.get("kid") == key_id) and _is_for_algorithm(key, algorithm)
        ]
        loaded = (self._load_key(place, algorithm) for place in places)
        return tuple(key for key in loaded if key is not None)

    def _load_key(self, place: int, algorithm: str) -> Any:
        """Return the key at an index of the set as an object of the library cryptography.

        Return None if the key is malformed, or if an RSA key has fewer than 2,048 or more than 8,192 bits.
        """
        cache_key = (place, algorithm)
        if cache_key not in self._loaded:
            jwt = _import_pyjwt()
            try:
                key = jwt.PyJWK(self._keys[place], algorithm=algorithm).key
            except (jwt.exceptions.PyJWTError, ValueError, TypeError, KeyError):
                key = None
            is_weak = _ALGORITHMS[algorithm].key_type == "RSA" and (
                key is None or not _MIN_RSA_BITS <= key.key_size <= _MAX_RSA_BITS
            )
            self._loaded[cache_key] = None if is_weak else key
        return self._loaded[cache_key]


class RotatingKeySet:
    """A JWK set that is fetched at the first use, when it is too old, and when it lacks a key. For asyncio.

    A fetch starts at least 30 seconds after the one before it, and may take 10 seconds. If a fetch fails, the previous
    keys are used until they are four times as old as `lifetime`.

    Args:
        fetch: function that fetches the text of the set, such as from the `jwks_uri` in the authorization server's
            metadata. If the function raises an error or returns no JWK set, the fetch has failed.
        lifetime: seconds after which the keys are fetched again.
        clock: monotonic clock that returns seconds.

    Raises:
        ValueError: the lifetime is not positive.
    """

    def __init__(
        self,
        fetch: Callable[[], Coroutine[Any, Any, bytes]],
        *,
        lifetime: float = 3_600.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not lifetime > 0:
            raise ValueError("the lifetime of keys is a positive number of seconds")
        self._fetch = fetch
        self._lifetime = lifetime
        self._clock = clock
        self._renewal: Future[None] | None = None  # callers in other event loops wait for it too
        self._fetching: set[Task[None]] = set()
        self._keys: KeySet | None = None
        self._fetched_at = 0.0
        self._tried_at: float | None = None
        self._fault = ""

    def __repr__(self) -> str:
        return f"RotatingKeySet({self._keys!r})"

    async def find_keys(self, key_id: str | None, algorithm: str) -> tuple[Any, ...]:
        """Return the keys for an algorithm. If `key_id` is not None, return only the keys with this id.

        The keys are objects of the library cryptography. The tuple is empty if the set is at most `lifetime` old and
        has no matching key.

        Raises:
            VerificationUnavailable: the set cannot be fetched at present, and no key matches among the previous keys
                that may still be used.
        """
        found = await self._find_cached_keys(key_id, algorithm, self._lifetime)
        if found:
            return found
        if self._may_fetch():  # a fetch that runs now has begun so long ago that its event loop must have stopped
            self._start_renewal()
        renewal = self._renewal
        if renewal is not None:
            # A client that disconnects ends this wait, but not the fetch.
            await wait({wrap_future(renewal)}, timeout=_WAIT_SECONDS)
            found = await self._find_cached_keys(key_id, algorithm, self._lifetime)
        if not found and (self._keys is None or self._keys_age() > self._lifetime):
            found = await self._find_cached_keys(key_id, algorithm, _STALE_LIFETIMES * self._lifetime)
            if not found:
                reason = f": {self._fault}" if self._fault else ""
                raise VerificationUnavailable(f"the keys of the authorization server cannot be fetched{reason}")
        return found

    async def _find_cached_keys(self, key_id: str | None, algorithm: str, oldest: float) -> tuple[Any, ...]:
        if self._keys is None or self._keys_age() > oldest:
            return ()
        return await self._keys.find_keys(key_id, algorithm)

    def _keys_age(self) -> float:
        return self._clock() - self._fetched_at

    def _may_fetch(self) -> bool:
        return self._tried_at is None or self._clock() - self._tried_at >= _RETRY_SECONDS

    def _start_renewal(self) -> None:
        """Start a task that fetches the keys. Its end, also by a cancellation, wakes all callers that wait for it."""
        renewal = self._renewal = Future[None]()
        self._tried_at = self._clock()
        task = create_task(self._fetch_keys())
        self._fetching.add(task)

        def finish(_: Task[None]) -> None:
            self._fetching.discard(task)
            if self._renewal is renewal:
                self._renewal = None
            renewal.set_result(None)

        task.add_done_callback(finish)

    async def _fetch_keys(self) -> None:
        try:
            keys = KeySet(await wait_for(self._fetch(), _FETCH_SECONDS))
        except BaseException as error:
            if must_propagate(error):
                raise
            self._fault = shorten(f"{type(error).__name__}: {error}".replace("\n", " "), 200)
            return  # the previous keys may still be valid
        else:
            self._keys, self._fetched_at = keys, self._clock()


def _can_verify_signatures(key: dict[str, Any]) -> bool:
    """Return whether a key is public, may be used to verify signatures, and has no id or a well-formed id."""
    operations, key_id = key.get("key_ops"), key.get("kid")
    return (
        "d" not in key
        and "k" not in key
        and key.get("use") in (None, "sig")
        and (operations is None or (is_array(operations) and "verify" in operations))
        and (key_id is None or (isinstance(key_id, str) and len(key_id) <= _MAX_KEY_ID))
    )


def _is_for_algorithm(key: dict[str, Any], algorithm: str) -> bool:
    """Return whether the type, the curve and the stated algorithm of a key fit an algorithm."""
    needed = _ALGORITHMS[algorithm]
    return (
        key.get("kty") == needed.key_type
        and key.get("alg") in (None, algorithm)
        and (not needed.curves or key.get("crv") in needed.curves)
    )


_MAX_TOKEN = 16 * 1024
"""The largest number of characters of a token."""

_PARTS = re.compile(r"([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)")


class JwtVerifier:
    """Verifier of JWT access tokens.

    `JwtVerifier(issuer="https://auth.example", audience=url)` fetches the keys of one authorization server. Give `keys`
    to fetch keys in another way, or to accept several issuers.

    Args:
        keys: sources of keys, by accepted issuer.
        issuer: the only accepted issuer, in place of `keys`. A `RotatingKeySet` fetches the issuer's keys in a thread
            when they are needed.
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
            option is no list of texts.
        ValueError: an algorithm is not supported, a URL is not allowed, the leeway is not from 0 to 300 seconds, or
            there is no audience, no issuer, no algorithm or no type.
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
        for name, texts in (("algorithms", algorithms), ("types", types)):
            check_texts(name, texts)
        if unknown := set(algorithms) - set(_ALGORITHMS):
            raise ValueError(f"tokens cannot be verified with {', '.join(sorted(unknown))}")
        if keys is not None and (issuer is not None or jwks_uri is not None):
            raise TypeError("JwtVerifier takes keys, or issuer and perhaps jwks_uri, not both: leave out one")
        self._keys: dict[str, KeySource] = _make_key_sources(issuer, jwks_uri) if keys is None else dict(keys)
        if not self._keys or not algorithms or not types:
            raise ValueError("JwtVerifier needs at least one issuer in keys, one item in algorithms and one in types")
        self._algorithms = frozenset(algorithms)
        self._types = frozenset(types)
        self._rules = make_claim_rules(audience, leeway, client_claim)
        self._clock = clock
        self._jws: Any = _import_pyjwt().PyJWS(algorithms=list(_ALGORITHMS))

    def __repr__(self) -> str:
        return f"JwtVerifier({', '.join(sorted(self._keys))})"

    async def verify(self, token: str) -> Principal:
        """Check the signature and the claims of a token. Return the token's principal.

        Raises:
            TokenRejected: the token is not valid for this resource.
            VerificationUnavailable: the keys of the token's issuer are unavailable at present.
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
        if key_id is not None and not (isinstance(key_id, str) and len(key_id) <= _MAX_KEY_ID):
            raise TokenRejected("header", "the key id of the token is malformed")
        return algorithm, key_id

    def _is_signed(self, token: str, key: Any, algorithm: str) -> bool:
        jwt = _import_pyjwt()
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
    """A private key in memory that signs client assertions. This needs PyJWT, which the extra `auth` installs.

    Args:
        pem: the key in PEM format, without a password.
        algorithm: signature algorithm, one that `JwtVerifier` supports.
        key_id: id by which the authorization server finds the public key.

    Raises:
        ModuleNotFoundError: PyJWT or cryptography is not installed.
        ValueError: the algorithm is not supported, or the text is no private key for this algorithm.
    """

    def __init__(self, pem: Secret, algorithm: str, key_id: str | None = None) -> None:
        if algorithm not in _ALGORITHMS:
            raise ValueError("a client signs with an asymmetric algorithm, such as ES256")
        jwt = _import_pyjwt()
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
        """Return a signed JWT with these claims."""

        return Secret(self._encode(dict(claims), self._key, self.algorithm, self._headers))
