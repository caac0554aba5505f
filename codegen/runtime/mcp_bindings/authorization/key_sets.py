"""The public keys of an authorization server (JWK sets), handed in by the program, and fetched again when they rotate.

Page: RFC 7517 sections 4 and 5. Keys for symmetric algorithms and private keys are left out: a key of a set is public.
"""

from __future__ import annotations

import time
from asyncio import Task, create_task, shield, wait_for
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple, Protocol

from ..errors import ends_more
from ..json_values import is_array, is_object
from .jwt_library import load_jwt
from .metadata import DocumentRejected, read_object
from .verification import VerificationUnavailable

_MAX_BYTES = 64 * 1024
_MAX_KEYS = 32
"""Keys of one set that are read; the rest is ignored."""

_MAX_KEY_ID = 256
_MIN_RSA_BITS, _MAX_RSA_BITS = 2_048, 8_192
_RETRY_SECONDS = 30.0
"""After a fetch, keys are fetched again for an unknown key id only when this time has passed."""

_FETCH_SECONDS = 10.0
"""How long a fetch may take."""

_STALE_LIFETIMES = 4
"""While keys cannot be fetched, those before are used until they are this many lifetimes old."""


class Algorithm(NamedTuple):
    """What a signature algorithm needs of a key."""

    key_type: str
    curves: tuple[str, ...] = ()


ALGORITHMS: Mapping[str, Algorithm] = {
    **dict.fromkeys(("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"), Algorithm("RSA")),
    "ES256": Algorithm("EC", ("P-256",)),
    "ES384": Algorithm("EC", ("P-384",)),
    "ES512": Algorithm("EC", ("P-521",)),
    "EdDSA": Algorithm("OKP", ("Ed25519", "Ed448")),
}
"""The algorithms that can be allowed. Symmetric ones and `none` are not among them."""


class KeySource(Protocol):
    """Finds the keys that a signature can be checked with."""

    async def find(self, key_id: str | None, algorithm: str) -> tuple[Any, ...]:
        """The keys with this id that fit an algorithm; all that fit if the id is None.

        Raises:
            VerificationUnavailable: the keys cannot be had now.
        """
        ...


class KeySet:
    """The keys of one JWK set.

    Args:
        body: the JSON text of the set.

    Raises:
        DocumentRejected: the text is no JWK set, or too large.
    """

    def __init__(self, body: bytes) -> None:
        document = read_object(body, _MAX_BYTES)
        listed = document.get("keys")
        if not is_array(listed):
            raise DocumentRejected("member", "the document has no list of keys")
        self._keys: list[dict[str, Any]] = [each for each in listed[:_MAX_KEYS] if is_object(each) and _is_usable(each)]
        self._loaded: dict[tuple[int, str], Any] = {}

    def __repr__(self) -> str:
        return f"KeySet({len(self._keys)} keys)"

    async def find(self, key_id: str | None, algorithm: str) -> tuple[Any, ...]:
        """The keys with this id that fit an algorithm; all that fit if the id is None."""
        places = [
            place
            for place, key in enumerate(self._keys)
            if (key_id is None or key.get("kid") == key_id) and _fits(key, algorithm)
        ]
        loaded = (self._load(place, algorithm) for place in places)
        return tuple(key for key in loaded if key is not None)

    def _load(self, place: int, algorithm: str) -> Any:
        """The key at a place, as cryptography has it; None if it is malformed or too weak."""
        known = (place, algorithm)
        if known not in self._loaded:
            jwt = load_jwt()
            try:
                key = jwt.PyJWK(self._keys[place], algorithm=algorithm).key
            except (jwt.exceptions.PyJWTError, ValueError, TypeError, KeyError):
                key = None
            is_weak = ALGORITHMS[algorithm].key_type == "RSA" and (
                key is None or not _MIN_RSA_BITS <= key.key_size <= _MAX_RSA_BITS
            )
            self._loaded[known] = None if is_weak else key
        return self._loaded[known]


class RotatingKeySet:
    """A JWK set that the program fetches when it is needed, too old, or lacks a key.

    A token with an unknown key id causes a fetch at most every 30 seconds, and a fetch may take 10. If one fails, the
    keys before are used until they are four times as old as `lifetime`. It runs in asyncio.

    Args:
        fetch: returns the text of the set, such as that at the `jwks_uri` of the authorization server's metadata.
            Whatever it raises means that the keys cannot be had.
        lifetime: seconds after which the keys are fetched again.
        clock: returns seconds that never go back.

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
        self._renewal: Task[None] | None = None
        self._keys: KeySet | None = None
        self._fetched_at = 0.0
        self._tried_at: float | None = None

    def __repr__(self) -> str:
        return f"RotatingKeySet({self._keys!r})"

    async def find(self, key_id: str | None, algorithm: str) -> tuple[Any, ...]:
        """The keys with this id that fit an algorithm; all that fit if the id is None.

        Raises:
            VerificationUnavailable: the keys cannot be fetched, and those before are too old.
        """
        found = await self._known(key_id, algorithm, self._lifetime)
        if found:
            return found
        if self._renewal is None and self._may_fetch():
            self._renewal = create_task(self._renew())
        if self._renewal is not None:
            await shield(self._renewal)  # who waits may be cancelled, by a client that disconnects; the fetch goes on
            found = await self._known(key_id, algorithm, self._lifetime)
        if not found and (self._keys is None or self._age() > self._lifetime):
            found = await self._known(key_id, algorithm, _STALE_LIFETIMES * self._lifetime)
            if not found:
                raise VerificationUnavailable("the keys of the authorization server cannot be fetched")
        return found

    async def _known(self, key_id: str | None, algorithm: str, oldest: float) -> tuple[Any, ...]:
        if self._keys is None or self._age() > oldest:
            return ()
        return await self._keys.find(key_id, algorithm)

    def _age(self) -> float:
        return self._clock() - self._fetched_at

    def _may_fetch(self) -> bool:
        return self._tried_at is None or self._clock() - self._tried_at >= _RETRY_SECONDS

    async def _renew(self) -> None:
        self._tried_at = self._clock()
        try:
            keys = KeySet(await wait_for(self._fetch(), _FETCH_SECONDS))
        except BaseException as error:
            if ends_more(error):
                raise
            return  # the keys before may still do
        else:
            self._keys, self._fetched_at = keys, self._clock()
        finally:
            self._renewal = None


def _is_usable(key: dict[str, Any]) -> bool:
    """Whether a key is public, may be used to check signatures, and has an id that can be compared."""
    operations, key_id = key.get("key_ops"), key.get("kid")
    return (
        "d" not in key
        and "k" not in key
        and key.get("use") in (None, "sig")
        and (operations is None or (is_array(operations) and "verify" in operations))
        and (key_id is None or (isinstance(key_id, str) and len(key_id) <= _MAX_KEY_ID))
    )


def _fits(key: dict[str, Any], algorithm: str) -> bool:
    """Whether a key is for an algorithm."""
    needed = ALGORITHMS[algorithm]
    return (
        key.get("kty") == needed.key_type
        and key.get("alg") in (None, algorithm)
        and (not needed.curves or key.get("crv") in needed.curves)
    )
