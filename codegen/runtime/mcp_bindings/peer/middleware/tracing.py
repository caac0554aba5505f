"""Spans of OpenTelemetry for the requests of a server.

The semantic conventions for MCP are in development; these are those of the repository semantic-conventions-genai at
commit 5c50d346. Trace context comes from `_meta`. No payload is recorded, and no session id, since it is a secret.

Pages: /specification/2026-07-28/basic/index#meta, https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ...errors import ProtocolError
from ...jsonrpc.messages import Request
from ...spec.error_codes import INTERNAL_ERROR
from ...spec.names import BAGGAGE, CALL_TOOL, GET_PROMPT, READ_RESOURCE, TRACEPARENT, TRACESTATE
from ..adapted.home import CallNext, Middleware
from ..context import Context
from ..raised import is_cancellation, question_of
from .targets import code_of, is_tool_error, target_of

_CARRIED = (TRACEPARENT, TRACESTATE, BAGGAGE)
_TARGETS = {CALL_TOOL: "gen_ai.tool.name", GET_PROMPT: "gen_ai.prompt.name", READ_RESOURCE: "mcp.resource.uri"}
_SERVER_ERRORS = range(-32_099, -31_999)
_NETWORKS = {"stdio": "pipe", "http": "tcp"}


def traced(tracer: Any = None) -> Middleware:
    """Middleware that makes a span of each request. Its parent is the span that the client names, if it names one.

    Args:
        tracer: of OpenTelemetry; by default that of the global provider.

    Raises:
        ModuleNotFoundError: the extra `otel` is not installed.
    """
    try:
        trace, propagate = import_module("opentelemetry.trace"), import_module("opentelemetry.propagate")
    except ModuleNotFoundError:
        raise ModuleNotFoundError("spans need opentelemetry-api: pip install 'mcp-bindings[otel]'") from None
    used = trace.get_tracer("mcp_bindings") if tracer is None else tracer

    async def step(request: Request, context: Context, call_next: CallNext) -> Any:
        target = target_of(request)
        carried = {name: value for name in _CARRIED if isinstance(value := context.meta.get(name), str)}
        ambient = trace.get_current_span().get_span_context()
        is_named = request.method in (CALL_TOOL, GET_PROMPT) and bool(target)
        with used.start_as_current_span(
            f"{request.method} {target}" if is_named else request.method,
            context=propagate.extract(carried) if TRACEPARENT in carried else None,
            kind=trace.SpanKind.SERVER,
            links=[trace.Link(ambient)] if TRACEPARENT in carried and ambient.is_valid else [],
            attributes=_attributes(request, context, target),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                result = await call_next(request, context)
            except BaseException as error:
                if question_of(error) is None and not is_cancellation(error, context):
                    _note_error(span, trace, error)
                raise
            if is_tool_error(result):
                span.set_attribute("error.type", "tool_error")
                span.set_status(trace.Status(trace.StatusCode.ERROR))
            return result

    return step


def _attributes(request: Request, context: Context, target: str) -> dict[str, str]:
    found = {"mcp.method.name": request.method, "mcp.protocol.version": context.revision.version}
    found["jsonrpc.request.id"] = str(context.id)
    if request.method in _TARGETS and target:
        found[_TARGETS[request.method]] = target
    if request.method == CALL_TOOL:
        found["gen_ai.operation.name"] = "execute_tool"
    calls = context.calls
    if calls is not None:
        found["network.transport"] = _NETWORKS[calls.transport]
    return found


def _note_error(span: Any, trace: Any, error: BaseException) -> None:
    """Note the code of an error; those that are not the client's fault make the span one that failed."""
    code = code_of(error)
    span.set_attribute("rpc.response.status_code", str(code))
    if code == INTERNAL_ERROR or code in _SERVER_ERRORS:
        is_known = isinstance(error, ProtocolError)
        span.set_attribute("error.type", str(code) if is_known else type(error).__qualname__)
        text = error.message if isinstance(error, ProtocolError) else "Internal error"
        span.set_status(trace.Status(trace.StatusCode.ERROR, text))
