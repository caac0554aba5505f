"""Ids of sessions over HTTP: nobody can guess them, and a session serves only the principal that opened it.

Page: /specification/2025-11-25/basic/transports#session-management.
"""

from __future__ import annotations

import secrets

_RANDOM_BYTES = 24


def new_session_id() -> str:
    """An id with 192 random bits, in characters of URL-safe Base64."""
    return secrets.token_urlsafe(_RANDOM_BYTES)


def may_use_session(owner: str | None, caller: str | None) -> bool:
    """Whether a request may use a session.

    Args:
        owner: key of the principal that opened the session; None if it was opened without authorization.
        caller: key of the principal of the request; None without authorization.
    """
    return owner == caller
