"""Signs the assertions by which a client proves its client id at a token endpoint (`private_key_jwt`).

Page: RFC 7523 sections 2.2 and 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .credentials import Secret
from .jwt_library import load_jwt
from .key_sets import ALGORITHMS


class PrivateKey:
    """A private key in memory. Needs PyJWT: the extra `auth`.

    Args:
        pem: the key, in the form PEM.
        algorithm: to sign with, one of `key_sets.ALGORITHMS`.
        key_id: by which the authorization server finds the public key.

    Raises:
        ModuleNotFoundError: PyJWT or cryptography is not installed.
        ValueError: the key cannot be read, or is not for this algorithm.
    """

    def __init__(self, pem: Secret, algorithm: str, key_id: str | None = None) -> None:
        if algorithm not in ALGORITHMS:
            raise ValueError("a client signs with an asymmetric algorithm")
        jwt = load_jwt()
        self.algorithm = algorithm
        self._headers = {} if key_id is None else {"kid": key_id}
        self._encode: Any = jwt.encode
        try:
            self._key = jwt.get_algorithm_by_name(algorithm).prepare_key(pem.reveal())
            is_private = hasattr(self._key, "private_bytes")
        except (jwt.exceptions.PyJWTError, ValueError, TypeError):
            is_private = False
        if not is_private:  # raised here, apart from the error of the library
            raise ValueError(f"the text is no private key for {algorithm}")

    def __repr__(self) -> str:
        return f"PrivateKey({self.algorithm})"

    def sign(self, claims: Mapping[str, Any]) -> Secret:
        """A JWT with these claims."""
        return Secret(self._encode(dict(claims), self._key, self.algorithm, self._headers))
