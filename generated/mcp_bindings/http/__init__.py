"""What the HTTP transports need besides the messages themselves, without any I/O.

Write and check headers, check the HTTP method and the origin of a request, choose the HTTP status of an answer, and
keep event streams that a client can resume. The `check_…` functions check what a server received.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from ..schema.param_headers import ParamHeader as ParamHeader
    from ..schema.param_headers import ParamHeaders as ParamHeaders
    from ..schema.param_headers import find_param_headers as find_param_headers
    from ..spec.http_fields import HeaderFields as HeaderFields
    from ..spec.http_fields import decode_header as decode_header
    from ..spec.http_fields import encode_header as encode_header
    from .event_streams import EventStream as EventStream
    from .event_streams import EventStreams as EventStreams
    from .event_streams import StreamEvent as StreamEvent
    from .headers import HeaderNeed as HeaderNeed
    from .headers import HeaderProblem as HeaderProblem
    from .headers import HeaderVerdict as HeaderVerdict
    from .headers import assumed_version as assumed_version
    from .headers import check_headers as check_headers
    from .headers import header_needs as header_needs
    from .headers import request_headers as request_headers
    from .origin import LOCAL_HOSTS as LOCAL_HOSTS
    from .origin import check_origin as check_origin
    from .requests import MethodVerdict as MethodVerdict
    from .requests import RequestVerdict as RequestVerdict
    from .requests import check_http_method as check_http_method
    from .requests import check_http_request as check_http_request
    from .status import answer_status as answer_status
    from .status import status_for_rejection as status_for_rejection

__all__ = [
    "LOCAL_HOSTS",
    "EventStream",
    "EventStreams",
    "HeaderFields",
    "HeaderNeed",
    "HeaderProblem",
    "HeaderVerdict",
    "MethodVerdict",
    "ParamHeader",
    "ParamHeaders",
    "RequestVerdict",
    "StreamEvent",
    "answer_status",
    "assumed_version",
    "check_headers",
    "check_http_method",
    "check_http_request",
    "check_origin",
    "decode_header",
    "encode_header",
    "find_param_headers",
    "header_needs",
    "request_headers",
    "status_for_rejection",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".spec.http_fields": ["HeaderFields", "decode_header", "encode_header"],
            "event_streams": ["EventStream", "EventStreams", "StreamEvent"],
            "headers": [
                "HeaderNeed",
                "HeaderProblem",
                "HeaderVerdict",
                "assumed_version",
                "header_needs",
                "check_headers",
                "request_headers",
            ],
            "requests": [
                "MethodVerdict",
                "RequestVerdict",
                "check_http_method",
                "check_http_request",
            ],
            "origin": ["LOCAL_HOSTS", "check_origin"],
            ".schema.param_headers": ["ParamHeader", "ParamHeaders", "find_param_headers"],
            "status": ["answer_status", "status_for_rejection"],
        },
    )
