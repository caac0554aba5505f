"""Which version two sides speak, and what travels where: tables and pure functions, without any I/O.

    >>> from mcp_bindings import negotiation
    >>> negotiation.negotiate({"2025-06-18"}, {"2025-03-26", "2025-06-18"}, "stdio").version
    '2025-06-18'

The tables of a revision are `mb.revision(…).protocol`; all of them are in `tables.json` beside this module too.
"""

from __future__ import annotations

from mcp_bindings.negotiation.eras import EraVerdict as EraVerdict
from mcp_bindings.negotiation.eras import classify_era as classify_era
from mcp_bindings.negotiation.headers import HeaderNeed as HeaderNeed
from mcp_bindings.negotiation.headers import HeaderProblem as HeaderProblem
from mcp_bindings.negotiation.headers import HeaderVerdict as HeaderVerdict
from mcp_bindings.negotiation.headers import assumed_version as assumed_version
from mcp_bindings.negotiation.headers import header_needs as header_needs
from mcp_bindings.negotiation.headers import judge_headers as judge_headers
from mcp_bindings.negotiation.headers import request_headers as request_headers
from mcp_bindings.negotiation.httpheaders import decode_header as decode_header
from mcp_bindings.negotiation.httpheaders import encode_header as encode_header
from mcp_bindings.negotiation.httpmethods import MethodVerdict as MethodVerdict
from mcp_bindings.negotiation.httpmethods import judge_http_method as judge_http_method
from mcp_bindings.negotiation.matrix import ERA_MATRIX as ERA_MATRIX
from mcp_bindings.negotiation.outcome import Outcome as Outcome
from mcp_bindings.negotiation.outcome import Step as Step
from mcp_bindings.negotiation.outcome import negotiate as negotiate
from mcp_bindings.negotiation.parameters import ParamHeader as ParamHeader
from mcp_bindings.negotiation.parameters import ParamHeaders as ParamHeaders
from mcp_bindings.negotiation.parameters import param_headers as param_headers
from mcp_bindings.negotiation.probes import ProbeVerdict as ProbeVerdict
from mcp_bindings.negotiation.probes import judge_http_initialize as judge_http_initialize
from mcp_bindings.negotiation.probes import judge_http_probe as judge_http_probe
from mcp_bindings.negotiation.probes import judge_stdio_probe as judge_stdio_probe
from mcp_bindings.negotiation.reception import RequestVerdict as RequestVerdict
from mcp_bindings.negotiation.reception import judge_http_request as judge_http_request
from mcp_bindings.negotiation.tables import Protocol as Protocol
from mcp_bindings.negotiation.versions import AnswerVerdict as AnswerVerdict
from mcp_bindings.negotiation.versions import ErrorObject as ErrorObject
from mcp_bindings.negotiation.versions import InitializeAnswer as InitializeAnswer
from mcp_bindings.negotiation.versions import Retry as Retry
from mcp_bindings.negotiation.versions import VersionVerdict as VersionVerdict
from mcp_bindings.negotiation.versions import answer_initialize as answer_initialize
from mcp_bindings.negotiation.versions import choose_retry as choose_retry
from mcp_bindings.negotiation.versions import era_of as era_of
from mcp_bindings.negotiation.versions import judge_answer as judge_answer
from mcp_bindings.negotiation.versions import judge_request_version as judge_request_version
from mcp_bindings.negotiation.versions import unsupported as unsupported
from mcp_bindings.negotiation.versions import usable as usable
