"""The HTTP part of the Streamable HTTP transport, without I/O.

`request_headers` returns the headers of a client's request, and `check_http_request` checks a request that a server
received. `EventStreams` keeps event streams that a client can resume.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from .event_streams import EventStreams
    from .headers import request_headers
    from .requests import check_http_request

__all__ = ["EventStreams", "check_http_request", "request_headers"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "event_streams": ("EventStreams",),
            "headers": ("request_headers",),
            "requests": ("check_http_request",),
        },
    )
