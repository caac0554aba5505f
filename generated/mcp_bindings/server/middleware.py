"""Middleware of a server: audit records, spans and metrics of OpenTelemetry, and filters of content.

The semantic conventions for MCP are in development; these are those of the repository semantic-conventions-genai at
commit 0e5e6a8d. Trace context comes from `_meta`. No payload is recorded, and no session id, since it is a secret.

Pages: /specification/2026-07-28/server/tools#security-considerations, /specification/2026-07-28/basic/index#meta,
https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Literal, NamedTuple

from ..codec.encoding import dump_any
from ..errors import ProtocolError
from ..guards.binary_data import find_untrue_media_types
from ..json_values import is_array, is_object
from ..jsonrpc.messages import Request
from ..peer.context import Context, get_principal_key
from ..peer.handler_errors import find_question, is_cancellation
from ..spec.error_codes import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    RESOURCE_NOT_FOUND,
)
from ..spec.names import BAGGAGE, CALL_TOOL, GET_PROMPT, READ_RESOURCE, TRACEPARENT, TRACESTATE
from .guards import CallNext
from .handlers import Middleware


def _find_target(request: Request) -> str:
    """Return the name of the tool or prompt, or the URI of the resource, in a request; empty if it names none."""
    params = request.document.get("params")
    found = params.get("name", params.get("uri", "")) if is_object(params) else ""
    return found if isinstance(found, str) else ""


def _is_tool_error(result: Any) -> bool:
    """Return whether a result, typed or a dict, reports an error of a tool."""
    found = result.get("isError") if is_object(result) else getattr(result, "is_error", None)
    return found is True


def _find_error_code(error: BaseException) -> int:
    """Return the code of the error that the client gets for an exception."""
    return error.code if isinstance(error, ProtocolError) else INTERNAL_ERROR


Outcome = Literal["done", "tool error", "error", "input required", "cancelled"]
"""The outcome of a request; `tool error` is a result with `isError`, and `error` any error of the protocol."""


class AuditRecord(NamedTuple):
    """The audit record of one request."""

    principal: str
    """The key of the principal that the request was authorized for; empty without authorization."""

    method: str
    target: str
    """The name of the tool or prompt, or the URI of the resource; empty if the request names none."""

    revision: str
    """Id of the client's revision."""

    started: float
    """The start of the request, as Unix time in seconds."""

    seconds: float
    """The duration in seconds."""

    outcome: Outcome
    code: int | None
    """The code of the error; None without an error."""


def audited(write: Callable[[AuditRecord], object], *, clock: Callable[[], float] = time.time) -> Middleware:
    """Return middleware that writes a record of each request, even if the guards reject it.

    Args:
        write: called with each record; it must not block. If it raises, the client gets "Internal error".
        clock: returns the Unix time in seconds.
    """

    async def step(request: Request, context: Context, call_next: CallNext) -> Any:
        started = clock()
        outcome: Outcome = "done"
        code: int | None = None
        try:
            result = await call_next(request, context)
            outcome = "tool error" if _is_tool_error(result) else "done"
        except BaseException as error:
            if find_question(error) is not None:
                outcome = "input required"
            elif is_cancellation(error, context):
                outcome = "cancelled"
            else:
                outcome, code = "error", _find_error_code(error)
            raise
        finally:
            seconds = clock() - started
            target = _find_target(request)
            write(
                AuditRecord(
                    get_principal_key(context),
                    request.method,
                    target,
                    context.revision.id,
                    started,
                    seconds,
                    outcome,
                    code,
                )
            )
        return result

    return step


_CONTENT_METHODS = (CALL_TOOL, GET_PROMPT, READ_RESOURCE)


def filtered(change: Callable[[str, Request, Context], str]) -> Middleware:
    """Return middleware that passes each text of results through a function.

    The texts are those of content, resources, prompts and structured content.

    Args:
        change: returns the text to send, or raises a `ProtocolError` in place of the result.
    """

    async def step(request: Request, context: Context, call_next: CallNext) -> Any:
        result = await call_next(request, context)
        if request.method not in _CONTENT_METHODS:
            return result
        before = dump_any(result)
        after = _change_texts(before, lambda text: change(text, request, context), is_text=False)
        return result if after == before else after

    return step


async def with_true_media_types(request: Request, context: Context, call_next: CallNext) -> Any:
    """Check, as middleware, that the binary data of each result have the type that their `mimeType` declares.

    Raises:
        TypeError: they have another type. The client gets "Internal error".
    """
    result = await call_next(request, context)
    if request.method in _CONTENT_METHODS:
        pointers = find_untrue_media_types(dump_any(result))
        if pointers:
            raise TypeError(f"the handler of {request.method} returned data of another mimeType at {pointers}")
    return result


def _change_texts(value: Any, change: Callable[[str], str], *, is_text: bool) -> Any:
    """Return a copy with changed texts: those of members named `text`, and all texts of structured content."""
    if isinstance(value, str):
        return change(value) if is_text else value
    if is_array(value):
        return [_change_texts(item, change, is_text=is_text) for item in value]
    if is_object(value):
        return {
            name: _change_texts(member, change, is_text=is_text or name in ("text", "structuredContent"))
            for name, member in value.items()
        }
    return value


_ERROR_TYPE, _REQUEST_ID, _RESOURCE_URI = "error.type", "jsonrpc.request.id", "mcp.resource.uri"
_TRACE_KEYS = (TRACEPARENT, TRACESTATE, BAGGAGE)
_TARGET_ATTRIBUTES = {
    CALL_TOOL: "gen_ai.tool.name",
    GET_PROMPT: "gen_ai.prompt.name",
    READ_RESOURCE: _RESOURCE_URI,
}
_CLIENT_ERRORS = (PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, RESOURCE_NOT_FOUND)
"""Codes that do not mark a span or a duration as failed, since the client has sent what cannot be served."""
_UNBOUNDED = (_REQUEST_ID, _RESOURCE_URI)
_NETWORKS = {"stdio": "pipe", "http": "tcp"}


def traced(tracer: Any = None) -> Middleware:
    """Return middleware that makes a span of each request, with the span that the client names as its parent.

    Args:
        tracer: a tracer of OpenTelemetry; by default one of the global provider.

    Raises:
        ModuleNotFoundError: the extra `otel` is not installed.
    """
    try:
        trace, propagate = import_module("opentelemetry.trace"), import_module("opentelemetry.propagate")
    except ModuleNotFoundError:
        raise ModuleNotFoundError("spans need opentelemetry-api: pip install 'mcp-bindings[otel]'") from None
    used = trace.get_tracer("mcp_bindings") if tracer is None else tracer

    async def step(request: Request, context: Context, call_next: CallNext) -> Any:
        target = _find_target(request)
        carried = {name: value for name in _TRACE_KEYS if isinstance(value := context.meta.get(name), str)}
        ambient = trace.get_current_span().get_span_context()
        is_named = request.method in (CALL_TOOL, GET_PROMPT) and bool(target)
        with used.start_as_current_span(
            f"{request.method} {target}" if is_named else request.method,
            context=propagate.extract(carried) if TRACEPARENT in carried else None,
            kind=trace.SpanKind.SERVER,
            links=[trace.Link(ambient)] if TRACEPARENT in carried and ambient.is_valid else [],
            attributes=_make_attributes(request, context, target),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                result = await call_next(request, context)
            except BaseException as error:
                if find_question(error) is None and not is_cancellation(error, context):
                    _record_error(span, trace, error)
                raise
            if _is_tool_error(result):
                span.set_attribute(_ERROR_TYPE, "tool_error")
                span.set_status(trace.Status(trace.StatusCode.ERROR))
            return result

    return step


def _make_attributes(request: Request, context: Context, target: str) -> dict[str, str]:
    found = {"mcp.method.name": request.method, "mcp.protocol.version": context.revision.version}
    found[_REQUEST_ID] = str(context.id)
    if request.method in _TARGET_ATTRIBUTES and target:
        found[_TARGET_ATTRIBUTES[request.method]] = target
    if request.method == CALL_TOOL:
        found["gen_ai.operation.name"] = "execute_tool"
    calls = context.calls
    if calls is not None:
        found["network.transport"] = _NETWORKS[calls.transport]
    return found


def _record_error(span: Any, trace: Any, error: BaseException) -> None:
    """Record the code of an error in a span; an error of the server marks the span as failed."""
    attributes = _make_error_attributes(error)
    for name, value in attributes.items():
        span.set_attribute(name, value)
    if _ERROR_TYPE in attributes:
        text = error.message if isinstance(error, ProtocolError) else "Internal error"
        span.set_status(trace.Status(trace.StatusCode.ERROR, text))


def _make_error_attributes(error: BaseException) -> dict[str, str]:
    """Return the code of an error, and its type unless the client has caused it."""
    code = _find_error_code(error)
    attributes = {"rpc.response.status_code": str(code)}
    if code not in _CLIENT_ERRORS:
        attributes[_ERROR_TYPE] = str(code) if isinstance(error, ProtocolError) else type(error).__qualname__
    return attributes


_OPERATION_DURATION = "mcp.server.operation.duration"
_BOUNDARIES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300)
"""Boundaries of the buckets of a histogram, in seconds."""


def measured(meter: Any = None, *, clock: Callable[[], float] = time.perf_counter) -> Middleware:
    """Return middleware that records the duration of each request in the histogram `mcp.server.operation.duration`.

    The attributes are those of the spans of `traced` without request ids and resource URIs, whose number has no bound.
    Names of tools and prompts are left out of requests with invalid params, since a client can make up any number of
    them.

    Args:
        meter: a meter of OpenTelemetry; by default one of the global provider.
        clock: returns a time in seconds.

    Raises:
        ModuleNotFoundError: the extra `otel` is not installed.
    """
    try:
        metrics = import_module("opentelemetry.metrics")
    except ModuleNotFoundError:
        raise ModuleNotFoundError("metrics need opentelemetry-api: pip install 'mcp-bindings[otel]'") from None
    used = metrics.get_meter("mcp_bindings") if meter is None else meter
    durations = used.create_histogram(
        _OPERATION_DURATION,
        unit="s",
        description="Time from the arrival of a request to its result or error.",
        explicit_bucket_boundaries_advisory=_BOUNDARIES,
    )

    async def step(request: Request, context: Context, call_next: CallNext) -> Any:
        started = clock()
        found = _make_attributes(request, context, _find_target(request))
        attributes = {name: value for name, value in found.items() if name not in _UNBOUNDED}
        try:
            result = await call_next(request, context)
            if _is_tool_error(result):
                attributes[_ERROR_TYPE] = "tool_error"
            return result
        except BaseException as error:
            if find_question(error) is None and not is_cancellation(error, context):
                attributes.update(_make_error_attributes(error))
                if _find_error_code(error) == INVALID_PARAMS:
                    for name in _TARGET_ATTRIBUTES.values():
                        attributes.pop(name, None)
            raise
        finally:
            durations.record(clock() - started, attributes)

    return step
