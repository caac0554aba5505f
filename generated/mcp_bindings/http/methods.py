"""The HTTP methods of a server's MCP endpoint, which depend on the revisions that the server speaks.

The methods of a revision are `revision(…).protocol.http.methods`. The transport of 2024-11-05 is not covered: it has
two endpoints, one for each of its methods.

Pages: /specification/2026-07-28/basic/transports/streamable-http#earlier-streamable-http-revisions,
/specification/2025-11-25/basic/transports#listening-for-messages-from-the-server and #session-management.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from ..negotiation.versions import usable
from ..revisions import revision


class MethodVerdict(NamedTuple):
    """The result of the check of the method of an HTTP request."""

    http_status: int | None
    """405 if the endpoint does not have the method; None to continue."""

    allow: tuple[str, ...]
    """The methods that the endpoint has."""

    versions: tuple[str, ...]
    """The revisions that the request can be of, newest first."""

    def headers(self) -> Mapping[str, str]:
        """The headers of a response with status 405, which must name the methods (RFC 9110 section 15.5.6)."""
        return {} if self.http_status is None else {"Allow": ", ".join(self.allow)}


def check_http_method(
    method: str,
    supported: Collection[str],
    *,
    streams: bool = True,
    ending: bool = True,
    minimum: str | None = None,
) -> MethodVerdict:
    """Check the method of a request to the MCP endpoint, as a server.

    A server that speaks only revisions without GET and DELETE, such as 2026-07-28, rejects both with 405. A server that
    speaks earlier ones too has GET if it offers a stream, and DELETE if clients may end sessions.

    Args:
        method: the received method. Names of HTTP methods are case-sensitive.
        supported: ids of the revisions that the server speaks.
        streams: whether the server offers a stream in response to GET.
        ending: whether clients may end sessions with DELETE.
        minimum: id of the oldest release that the server accepts.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    return _verdict(method, usable(supported, minimum=minimum), streams, ending)


@lru_cache(maxsize=64)  # cached, because every request to one server repeats it
def _verdict(method: str, spoken: tuple[str, ...], streams: bool, ending: bool) -> MethodVerdict:
    declined = {name for name, offered in (("GET", streams), ("DELETE", ending)) if not offered}
    having: dict[str, list[str]] = {}
    for version in spoken:
        http = revision(version).protocol.http
        for name in http.methods if http.transport == "streamable-http" else ():
            if name not in declined:
                having.setdefault(name, []).append(version)
    return MethodVerdict(None if method in having else 405, tuple(having), tuple(having.get(method, ())))
