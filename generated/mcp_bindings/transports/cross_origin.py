"""Requests of web pages (CORS), from origins that the server allows: https://fetch.spec.whatwg.org/#http-cors-protocol."""

from __future__ import annotations

from collections.abc import Collection

from ..http.origin import check_origin
from ..spec.http_fields import HeaderFields
from ..spec.names import ACCEPT, AUTHORIZATION, CONTENT_TYPE, LAST_EVENT_ID, ORIGIN, SESSION_HEADER, VERSION_HEADER

PREFLIGHT = "OPTIONS"

_REQUESTED = "Access-Control-Request-Headers"
_SENT = ", ".join((ACCEPT, AUTHORIZATION, CONTENT_TYPE, LAST_EVENT_ID, SESSION_HEADER, VERSION_HEADER))
_EXPOSED = ", ".join((SESSION_HEADER, "WWW-Authenticate"))
_MAX_AGE = "600"
"""Seconds for which a browser may keep the answer to a preflight request."""


def check_source(headers: HeaderFields, hosts: Collection[str], origins: Collection[str]) -> int | None:
    """Check `Host` and `Origin`, as `check_origin` does; an origin that is listed in `origins` is allowed as well.

    Returns:
        The status to reject the request with; None to continue.
    """
    if headers.first(ORIGIN) in origins and len(headers.all(ORIGIN)) == 1:
        return check_origin([("Host", value) for value in headers.all("Host")], hosts)
    return check_origin(headers, hosts)


def has_json(headers: HeaderFields) -> bool:
    """Whether the body of a POST is declared as JSON, in the only `Content-Type`.

    A page of any origin can make a browser send a body of another type, or of none, without a preflight request:
    https://fetch.spec.whatwg.org/#cors-safelisted-request-header.
    """
    types = headers.all(CONTENT_TYPE)
    return len(types) == 1 and types[0].split(";")[0].strip().lower() == "application/json"


def cross_origin_headers(headers: HeaderFields, origins: Collection[str]) -> dict[str, str]:
    """The headers that let a page of an allowed origin read a response; none for others."""
    origin = headers.first(ORIGIN)
    if origin is None or origin not in origins:
        return {}
    return {"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": _EXPOSED, "Vary": ORIGIN}


def preflight_headers(headers: HeaderFields, methods: Collection[str]) -> dict[str, str]:
    """Further headers of the response to a preflight request, which name what a page may send."""
    return {
        "Access-Control-Allow-Methods": ", ".join(methods),
        "Access-Control-Allow-Headers": headers.first(_REQUESTED) or _SENT,
        "Access-Control-Max-Age": _MAX_AGE,
    }
