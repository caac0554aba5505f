"""Protection against DNS rebinding, in which a web page reaches a server through a name that is not the server's.

Pages: /specification/2025-11-25/basic/transports#security-warning,
/specification/2026-07-28/basic/transports/streamable-http#security-endpoint.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from ..spec.http_fields import HeaderFields, Headers, to_header_fields
from ..spec.names import ORIGIN

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]")
"""The host names of a server that listens on this machine only."""


_FORBIDDEN = 403


_MAX_CACHED = 256
"""Number of characters of the longest `Host` whose parsed name is cached."""


_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:/?#@\[\]]+)(?::\d{1,5})?", re.IGNORECASE)


_ORIGIN = re.compile(rf"https?://{_HOST.pattern}", re.IGNORECASE)


class RefusedSource(NamedTuple):
    """A header that shows that a request may come from a page of another site."""

    header: str
    """Name of the header."""

    value: str
    """The received value; empty if the request does not have the header exactly once."""

    name: str
    """The name, in lower case, that a server would have to allow as a host; empty if the value is malformed."""


def parse_host_name(text: str) -> str:
    """Return the name in a value of `Host`, in lower case, without port and trailing dot; empty if malformed."""
    match = _HOST.fullmatch(text)
    return match[1].lower().removesuffix(".") if match else ""


def check_origin(headers: Headers, hosts: Collection[str] = LOCAL_HOSTS) -> int | None:
    """Check the `Origin` and `Host` of a received HTTP request.

    Args:
        headers: the received headers.
        hosts: names of the server in lower case, without ports. The host of `Origin`, if sent, must be one of them too.

    Returns:
        403 if the request must be rejected with this status; None to continue.
    """
    return None if find_refused_source(to_header_fields(headers), hosts) is None else _FORBIDDEN


def find_refused_source(
    headers: HeaderFields, hosts: Collection[str] = LOCAL_HOSTS, origins: Collection[str] = ()
) -> RefusedSource | None:
    """Return the `Host` or `Origin` for which to reject a received HTTP request; None to continue.

    Args:
        headers: the received headers.
        hosts: names of the server in lower case, without ports. The host of `Origin`, if sent, must be one of them too.
        origins: further allowed values of `Origin`.
    """
    host_values, sent_origins = headers.all("Host"), headers.all(ORIGIN)
    host = host_values[0] if len(host_values) == 1 else ""
    name = _cached_host_name(host) if len(host) <= _MAX_CACHED else parse_host_name(host)
    if name not in hosts:
        return RefusedSource("Host", host, name)
    if not sent_origins:
        return None
    origin = sent_origins[0] if len(sent_origins) == 1 else ""
    if origin and origin in origins:
        return None
    match = _ORIGIN.fullmatch(origin)
    name = match[1].lower().removesuffix(".") if match else ""
    return None if name in hosts else RefusedSource(ORIGIN, origin, name)


_cached_host_name = lru_cache(maxsize=64)(parse_host_name)  # most requests to a server have the same `Host`
