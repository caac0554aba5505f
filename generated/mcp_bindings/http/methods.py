"""Which HTTP methods the MCP endpoint of a server has, by the revisions that it speaks.

The methods of a revision are `revision(…).protocol.http.methods`. The transport of 2024-11-05 is left out: it has two
endpoints of its own, one for each of its methods.

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
    """What becomes of an HTTP request by its method alone."""

    http_status: int | None
    """405 if the endpoint does not have it; None to go on."""

    allow: tuple[str, ...]
    """The methods that the endpoint has."""

    versions: tuple[str, ...]
    """The revisions that the request can be of, newest first."""

    def headers(self) -> Mapping[str, str]:
        """What a refusal says, which by HTTP itself names the methods there are (RFC 9110 section 15.5.6)."""
        return {} if self.http_status is None else {"Allow": ", ".join(self.allow)}


def judge_http_method(
    method: str,
    supported: Collection[str],
    *,
    streams: bool = True,
    ending: bool = True,
    minimum: str | None = None,
) -> MethodVerdict:
    """The server's verdict on the method of a request to its MCP endpoint.

    A server that speaks revisions without GET and DELETE only, as 2026-07-28 is, refuses both with 405. One that
    speaks earlier ones too has them, unless it offers no stream, or does not let clients end sessions.

    Args:
        method: as received. Names of HTTP methods are case-sensitive.
        supported: what the server speaks.
        streams: does it offer a stream to those who GET?
        ending: may clients end sessions with DELETE?
        minimum: oldest release that the server accepts.

    Raises:
        UnknownRevision: `minimum` is no release.
    """
    return _judged(method, usable(supported, minimum=minimum), streams, ending)


@lru_cache(maxsize=64)  # every request asks this of the same server
def _judged(method: str, spoken: tuple[str, ...], streams: bool, ending: bool) -> MethodVerdict:
    declined = {name for name, offered in (("GET", streams), ("DELETE", ending)) if not offered}
    having: dict[str, list[str]] = {}
    for version in spoken:
        http = revision(version).protocol.http
        for name in http.methods if http.transport == "streamable-http" else ():
            if name not in declined:
                having.setdefault(name, []).append(version)
    return MethodVerdict(None if method in having else 405, tuple(having), tuple(having.get(method, ())))
