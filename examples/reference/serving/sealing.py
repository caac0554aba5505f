"""A `requestState` that clients carry and cannot alter.

Page: /specification/2026-07-28/basic/patterns/mrtr#server-requirements.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import mcp_bindings as mb
from mcp_bindings.error_codes import INVALID_PARAMS

_KEY = secrets.token_bytes(32)
_LIFETIME = 600.0  # seconds in which a client has to come back


def seal(purpose: Any, answers: dict[str, Any]) -> str:
    """The answers so far as text, good for one request and for some minutes."""
    content = json.dumps([purpose, answers, time.time() + _LIFETIME], sort_keys=True).encode()
    return urlsafe_b64encode(_sum(content) + content).decode()


def unseal(purpose: Any, state: str) -> dict[str, Any]:
    """The answers in a state that this server has sealed.

    Raises:
        ProtocolError: it has not, or it was for something else, or too long ago.
    """
    try:
        raw = urlsafe_b64decode(state.encode("ascii"))
    except ValueError:
        raw = b""
    content = raw[sha256().digest_size :]
    is_ours = hmac.compare_digest(_sum(content), raw[: sha256().digest_size])
    if not is_ours or urlsafe_b64encode(raw).decode() != state:  # Base64 has several forms for the same bytes
        raise mb.ProtocolError(INVALID_PARAMS, "requestState is not as this server wrote it")
    of, answers, until = json.loads(content)
    if of != purpose or until < time.time():
        raise mb.ProtocolError(INVALID_PARAMS, "requestState is of another request, or has expired")
    return dict(answers)


def _sum(content: bytes) -> bytes:
    return hmac.digest(_KEY, content, "sha256")
