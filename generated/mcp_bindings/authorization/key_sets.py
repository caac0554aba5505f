"""The public keys of an authorization server: JWK sets, and their renewal.

Symmetric and private keys in a JWK set are ignored. Pages: RFC 7517 sections 4 and 5.
"""

from __future__ import annotations

import time
from asyncio import Task, create_task, wait, wait_for, wrap_future
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from ..errors import must_propagate, shorten
from ..json_values import is_array, is_object
from ..options import check_callable, check_class, check_clock, check_number
from .metadata import DocumentRejected, read_object
from .verification import VerificationUnavailable


def import_pyjwt() -> Any:
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

MAX_KEY_ID = 256
"""Largest number of characters of a key id, in a JWK set and in the header of a token."""

_MIN_RSA_BITS, _MAX_RSA_BITS = 2_048, 8_192
_RETRY_SECONDS = 30.0
"""Least number of seconds between the starts of two fetches of a JWK set."""

_FETCH_SECONDS = 10.0
"""Longest duration of a fetch, in seconds."""

_WAIT_SECONDS = 12.0
"""Longest wait for a fetch, in seconds. A fetch whose event loop has stopped never ends."""

_STALE_LIFETIMES = 4
"""Age until which keys are used while no newer keys can be fetched, as a multiple of their lifetime."""


class KeyRequirement(NamedTuple):
    """Requirement of a signature algorithm for its keys: their type, and the allowed curves if the type has curves."""

    key_type: str
    curves: tuple[str, ...] = ()


ALGORITHMS: Mapping[str, KeyRequirement] = {
    **dict.fromkeys(("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"), KeyRequirement("RSA")),
    "ES256": KeyRequirement("EC", ("P-256",)),
    "ES384": KeyRequirement("EC", ("P-384",)),
    "ES512": KeyRequirement("EC", ("P-521",)),
    "EdDSA": KeyRequirement("OKP", ("Ed25519", "Ed448")),
}
"""Supported signature algorithms by name. Symmetric algorithms and `none` are not among them."""


class KeySource(Protocol):
    """Source of the public keys of an issuer."""

    async def find_keys(self, key_id: str | None, algorithm: str) -> tuple[Any, ...]:
        """Return the keys for an algorithm. If `key_id` is not None, return only the keys with this id.

        The keys are objects of the library cryptography. The tuple is empty if the issuer has no matching key.

        Raises:
            VerificationUnavailable: the keys are unavailable at present.
            ModuleNotFoundError: the source needs the library cryptography, which is not installed.
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
        """Return the key at an index of the set as an object of the library cryptography. Keep it for later calls.

        Return None if the key is malformed, or if an RSA key has fewer than 2,048 or more than 8,192 bits.

        Raises:
            ModuleNotFoundError: PyJWT or cryptography is not installed.
        """
        cache_key = (place, algorithm)
        if cache_key not in self._loaded:
            jwt = import_pyjwt()
            try:
                key = jwt.PyJWK(self._keys[place], algorithm=algorithm).key
            except (jwt.exceptions.PyJWTError, ValueError, TypeError, KeyError):
                key = None
            is_weak = ALGORITHMS[algorithm].key_type == "RSA" and (
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
        TypeError: an argument has a wrong type.
        ValueError: the lifetime is less than 0.001 seconds, or NaN.
    """

    def __init__(
        self,
        fetch: Callable[[], Coroutine[Any, Any, bytes]],
        *,
        lifetime: float = 3_600.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        check_callable("fetch", fetch, (), "(), async, which returns the bytes of a JWK set")
        check_number("lifetime", lifetime, least=0.001)
        check_clock(clock)
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
        has no matching key. A call waits for a fetch for at most 12 seconds.

        Raises:
            VerificationUnavailable: the set cannot be fetched at present, and no key matches among the previous keys
                that may still be used.
            ModuleNotFoundError: PyJWT or cryptography is not installed.
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
        if not found and (self._keys is None or self._compute_keys_age() > self._lifetime):
            found = await self._find_cached_keys(key_id, algorithm, _STALE_LIFETIMES * self._lifetime)
            if not found:
                reason = f": {self._fault}" if self._fault else ""
                raise VerificationUnavailable(f"the keys of the authorization server cannot be fetched{reason}")
        return found

    async def _find_cached_keys(self, key_id: str | None, algorithm: str, oldest: float) -> tuple[Any, ...]:
        if self._keys is None or self._compute_keys_age() > oldest:
            return ()
        return await self._keys.find_keys(key_id, algorithm)

    def _compute_keys_age(self) -> float:
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
        and (key_id is None or (isinstance(key_id, str) and len(key_id) <= MAX_KEY_ID))
    )


def _is_for_algorithm(key: dict[str, Any], algorithm: str) -> bool:
    """Return whether the type, the curve and the stated algorithm of a key fit an algorithm."""
    needed = ALGORITHMS[algorithm]
    return (
        key.get("kty") == needed.key_type
        and key.get("alg") in (None, algorithm)
        and (not needed.curves or key.get("crv") in needed.curves)
    )
