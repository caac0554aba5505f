"""The HTTP part of the Streamable HTTP transport, without I/O.

`request_headers` returns the headers of a client's request, and `check_http_request` checks a request that a server
received. `EventStreams` keeps event streams that a client can resume.
"""

from .event_streams import EventStreams
from .headers import request_headers
from .requests import check_http_request
