"""PyJWT, which the extra `auth` installs; it is loaded when a JWT is read or written."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load_jwt() -> Any:
    """PyJWT, together with cryptography.

    Raises:
        ModuleNotFoundError: one of them is not installed.
    """
    try:
        import_module("cryptography")
        return import_module("jwt")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "JWTs need PyJWT with cryptography: pip install 'mcp-bindings[auth]'", name=error.name
        ) from None
