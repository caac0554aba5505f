"""What the HTTP transports need besides the messages themselves, without any I/O.

Write and check headers, check the HTTP method and the origin of a request, choose the HTTP status of an answer, and
keep event streams that a client can resume. The `check_…` functions check what a server received.
"""

from ..schema.param_headers import ParamHeader, ParamHeaders, find_param_headers
from ..spec.http_fields import HeaderFields, decode_header, encode_header
from .event_streams import EventStream, EventStreams, StreamEvent
from .headers import (
    HeaderNeed,
    HeaderProblem,
    HeaderVerdict,
    assumed_version,
    check_headers,
    header_needs,
    request_headers,
)
from .origin import LOCAL_HOSTS, check_origin
from .requests import MethodVerdict, RequestVerdict, check_http_method, check_http_request
from .status import answer_status, status_for_rejection
