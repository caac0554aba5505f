"""What the HTTP transports need besides the messages themselves, without any I/O.

Write and check headers, check the HTTP method and the origin of a request, choose the HTTP status of an answer, and
keep event streams that a client can resume. The `check_…` functions check what a server received.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
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
            ".schema.param_headers": ("ParamHeader", "ParamHeaders", "find_param_headers"),
            ".spec.http_fields": ("HeaderFields", "decode_header", "encode_header"),
            "event_streams": ("EventStream", "EventStreams", "StreamEvent"),
            "headers": (
                "HeaderNeed",
                "HeaderProblem",
                "HeaderVerdict",
                "assumed_version",
                "check_headers",
                "header_needs",
                "request_headers",
            ),
            "origin": ("LOCAL_HOSTS", "check_origin"),
            "requests": ("MethodVerdict", "RequestVerdict", "check_http_method", "check_http_request"),
            "status": ("answer_status", "status_for_rejection"),
        },
    )
