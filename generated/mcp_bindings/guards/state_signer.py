"""The signer of the `requestState` that a client keeps for a server between two tries of a request.

Page: /specification/2026-07-28/basic/patterns/mrtr.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import ProtocolError
from ..json_values import to_canonical_text
from ..options import check_class, check_clock, check_positive
from ..spec.error_codes import INVALID_PARAMS

_ALGORITHM = "sha256"
_SIGNATURE_BYTES = 32
_MIN_KEY_BYTES = 16


def check_signer(signer: object) -> None:
    """Check the option `signer`.

    Raises:
        TypeError: the option is no `StateSigner`.
    """
    check_class("signer", signer, StateSigner, "a StateSigner, such as StateSigner([key])", is_secret=True)


class StateSigner:
    """A signer of the state that clients keep for a server. Clients cannot alter signed state.

    The state is signed but not encrypted, so the client can read it. Do not put secrets into the state.

    Args:
        keys: secrets that every process of the server shares; by default one random key of this process. The first key
            signs, and every key verifies. To replace a key, add the new one after the old one in every process, then
            move it before the old one, and remove the old one after `lifetime`.
        lifetime: seconds until a state expires. Until then a client may send the same state several times.
        clock: function that returns a time in seconds, which must be the same time in every process of the server; by
            default the Unix time.

    Raises:
        TypeError: `keys` is empty, is a single key instead of a list, or has a key that is not bytes; or another option
            has a wrong type.
        ValueError: a key has less than 16 bytes, or the lifetime is not a positive, finite number.
    """

    def __init__(
        self,
        keys: Sequence[bytes] | None = None,
        *,
        lifetime: float = 600.0,
        clock: Callable[[], float] | None = None,
    ) -> None:
        given: Any = (secrets.token_bytes(_SIGNATURE_BYTES),) if keys is None else keys
        self._keys: tuple[bytes, ...] = tuple(given) if hasattr(given, "__iter__") else ()
        if {type(key) for key in self._keys} != {bytes}:  # the items of a `bytes` are integers
            raise TypeError("StateSigner takes a list of one key or more, each of them bytes: keys=[new, old]")
        if min(map(len, self._keys)) < _MIN_KEY_BYTES:
            raise ValueError(f"a key of less than {_MIN_KEY_BYTES} bytes can be guessed")
        check_positive("lifetime", lifetime)  # with NaN, too, a state would never expire
        if clock is not None:
            check_clock(clock)
        self._lifetime = lifetime
        self._clock = clock or (lambda: time.time())

    def write(self, purpose: object, content: object) -> str:
        """Sign a state and the time at which it expires.

        Args:
            purpose: JSON value that identifies the purpose of the state. `read` accepts the state only with an equal
                purpose: `1` equals `1.0` and not `true`, and the order of members does not matter.
            content: the state, as JSON.

        Returns:
            The state with its signature and expiry, as URL-safe Base64.

        Raises:
            TypeError, ValueError: the purpose or the state is not JSON.
        """
        text = json.dumps([purpose, content, self._clock() + self._lifetime]).encode("utf-8")
        return urlsafe_b64encode(_sign(self._keys[0], text) + text).decode("ascii")

    def read(self, purpose: object, state: str) -> Any:
        """Return the content of a state that `write` has signed for this purpose.

        Args:
            purpose: JSON value that identifies the purpose.
            state: the state as the client has sent it.

        Raises:
            ProtocolError: no key of the server has signed the state, or it is for another purpose or has expired.
            TypeError: `purpose` is not JSON.
        """
        try:
            raw = urlsafe_b64decode(state.encode("ascii"))
        except ValueError:
            raw = b""
        signature, text = raw[:_SIGNATURE_BYTES], raw[_SIGNATURE_BYTES:]
        # Base64 has several forms for the same bytes, and only one of them was written.
        is_signed = any(hmac.compare_digest(signature, _sign(key, text)) for key in self._keys)
        if not is_signed or urlsafe_b64encode(raw).decode("ascii") != state:
            raise ProtocolError(INVALID_PARAMS, "Invalid params: requestState is not as this server wrote it")
        signed_purpose, content, expires = json.loads(text)
        if to_canonical_text(signed_purpose) != to_canonical_text(purpose) or not self._clock() <= expires:
            raise ProtocolError(INVALID_PARAMS, "Invalid params: requestState is of another request, or has expired")
        return content


def _sign(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, _ALGORITHM)
