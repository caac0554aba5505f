"""Against DNS rebinding: a page in a browser must not reach a server by a name that is not the server's.

Pages: /specification/2025-11-25/basic/transports#security-warning,
/specification/2026-07-28/basic/transports/streamable-http#security-endpoint.
"""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from mcp_bindings.negotiation.httpheaders import Headers, Received

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
"""What a server that listens on this machine alone is called."""

FORBIDDEN = 403


def judge_origin(headers: Headers, hosts: Collection[str] = LOCAL_HOSTS) -> int | None:
    """The server's verdict on where an HTTP request comes from.

    Args:
        headers: as received.
        hosts: names of the server, without ports. `Origin`, if there is one, must be one of them too.

    Returns:
        The status to refuse with, 403; None to go on.
    """
    received = Received(headers)
    called, origins = received.all("Host"), received.all("Origin")
    if len(called) != 1 or len(origins) > 1 or not _is_one_of(f"//{called[0]}", hosts):
        return FORBIDDEN
    return FORBIDDEN if origins and not _is_one_of(origins[0], hosts) else None


def _is_one_of(address: str, hosts: Collection[str]) -> bool:
    try:
        parts = urlsplit(address)
        port = parts.port  # which raises if it is none
    except ValueError:
        return False
    name = parts.netloc if port is None else parts.netloc.removesuffix(f":{port}")
    return name.lower() in hosts and parts.scheme in ("", "http", "https")
