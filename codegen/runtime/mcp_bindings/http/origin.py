"""Protection against DNS rebinding, in which a web page reaches a server through a name that is not the server's.

Pages: /specification/2025-11-25/basic/transports#security-warning,
/specification/2026-07-28/basic/transports/streamable-http#security-endpoint.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from ..spec.http_fields import HeaderFields, Headers
from ..spec.names import ORIGIN

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
"""The host names of a server that listens on this machine only."""


_FORBIDDEN = 403


_MAX_CACHED = 256
"""Characters of the longest host whose check is cached."""


_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:/?#@\[\]]+)(?::\d{1,5})?", re.IGNORECASE)


_ORIGIN = re.compile(rf"https?://{_HOST.pattern}", re.IGNORECASE)


def check_origin(headers: Headers, hosts: Collection[str] = LOCAL_HOSTS) -> int | None:
    """Check the `Origin` and `Host` of a received HTTP request.

    Args:
        headers: the received headers.
        hosts: names of the server, without ports. The host of `Origin`, if sent, must be one of them too.

    Returns:
        403, the status to reject the request with; None to continue.
    """
    received = HeaderFields(headers)
    host_values, origins = received.all("Host"), received.all(ORIGIN)
    if len(host_values) != 1 or len(origins) > 1:
        return _FORBIDDEN
    if not origins and len(host_values[0]) <= _MAX_CACHED and isinstance(hosts, tuple):
        return _check_host(host_values[0], hosts)
    found = [_HOST.fullmatch(host_values[0]), *map(_ORIGIN.fullmatch, origins)]
    return None if all(match and match[1].lower() in hosts for match in found) else _FORBIDDEN


@lru_cache(maxsize=64)  # most requests to a server have the same `Host`
def _check_host(host: str, hosts: tuple[str, ...]) -> int | None:
    match = _HOST.fullmatch(host)
    return None if match and match[1].lower() in hosts else _FORBIDDEN
