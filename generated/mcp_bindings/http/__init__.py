"""What the HTTP transports need besides the messages themselves, without any I/O.

Write and check headers, check the HTTP method and the origin of a request, choose the HTTP status of an answer, and
keep event streams that a client can resume. The `judge_…` functions check what a server received.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._lazy import lazy_exports

if TYPE_CHECKING:
    from ..http_fields import HeaderFields as HeaderFields
    from ..http_fields import decode_header as decode_header
    from ..http_fields import encode_header as encode_header
    from .event_streams import EventStream as EventStream
    from .event_streams import EventStreams as EventStreams
    from .event_streams import StreamEvent as StreamEvent
    from .headers import HeaderNeed as HeaderNeed
    from .headers import HeaderProblem as HeaderProblem
    from .headers import HeaderVerdict as HeaderVerdict
    from .headers import assumed_version as assumed_version
    from .headers import header_needs as header_needs
    from .headers import judge_headers as judge_headers
    from .headers import request_headers as request_headers
    from .methods import MethodVerdict as MethodVerdict
    from .methods import judge_http_method as judge_http_method
    from .origin import LOCAL_HOSTS as LOCAL_HOSTS
    from .origin import judge_origin as judge_origin
    from .param_headers import ParamHeader as ParamHeader
    from .param_headers import ParamHeaders as ParamHeaders
    from .param_headers import find_param_headers as find_param_headers
    from .requests import RequestVerdict as RequestVerdict
    from .requests import judge_http_request as judge_http_request
    from .status import answer_status as answer_status
    from .status import refusal_status as refusal_status

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
    "decode_header",
    "encode_header",
    "find_param_headers",
    "header_needs",
    "judge_headers",
    "judge_http_method",
    "judge_http_request",
    "judge_origin",
    "refusal_status",
    "request_headers",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            ".http_fields": ["HeaderFields", "decode_header", "encode_header"],
            "event_streams": ["EventStream", "EventStreams", "StreamEvent"],
            "headers": [
                "HeaderNeed",
                "HeaderProblem",
                "HeaderVerdict",
                "assumed_version",
                "header_needs",
                "judge_headers",
                "request_headers",
            ],
            "methods": ["MethodVerdict", "judge_http_method"],
            "origin": ["LOCAL_HOSTS", "judge_origin"],
            "param_headers": ["ParamHeader", "ParamHeaders", "find_param_headers"],
            "requests": ["RequestVerdict", "judge_http_request"],
            "status": ["answer_status", "refusal_status"],
        },
    )
