"""Middleware of a server: audit records, spans of OpenTelemetry, and filters of content.

Trace context comes from `_meta`. No payload is recorded, and no session id, since session ids are secrets.

Pages: /specification/2026-07-28/server/tools#security-considerations, /specification/2026-07-28/basic/index#meta,
https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, Literal, NamedTuple

from ..codec.encoding import dump_any
from ..errors import ProtocolError, shorten
from ..guards.binary_data import find_untrue_media_types
from ..json_values import is_array, is_object
from ..jsonrpc.messages import Request
from ..options import check_clock, check_method, check_plain_callable
from ..peer.context import Context, get_principal_key
from ..peer.handler_errors import find_question, is_cancellation
from ..peer.telemetry import ERROR_TYPE, TOOL_ERROR, find_target, is_tool_error, make_attributes, make_error_attributes
from ..renames import list_names
from ..spec.error_codes import INTERNAL_ERROR
from ..spec.names import BAGGAGE, CALL_TOOL, GET_PROMPT, READ_RESOURCE, TRACEPARENT, TRACESTATE
from .guards import CallNext
from .handlers import Middleware


def _find_error_code(error: BaseException) -> int:
    """Return the code of the error that the client gets for an exception."""
    return error.code if isinstance(error, ProtocolError) else INTERNAL_ERROR


Outcome = Literal["done", "tool error", "error", "input required", "cancelled"]
"""The outcome of a request. `tool error` is a result with `isError`. `error` is an exception for which the client gets
an error response.
"""


class AuditRecord(NamedTuple):
    """The audit record of one request."""

    principal: str
    """The key of the principal that the request was authorized for; empty without authorization."""

    method: str
    target: str
    """The name of the tool or prompt, or the URI of the resource, cut after 1,000 characters; empty if the request
    names none.
    """

    revision: str
    """Id of the client's revision."""

    started: float
    """The start of the request, as Unix time in seconds."""

    seconds: float
    """The duration of the request in seconds."""

    outcome: Outcome
    code: int | None
    """The code of the `ProtocolError` that was raised, or -32603 for any other exception; None if the outcome is not
    `error`."""


def audited(write: Callable[[AuditRecord], object], *, clock: Callable[[], float] = time.time) -> Middleware:
    """Return middleware that writes a record of each request for a handler, even if the guards reject the request.

    For a request that becomes a task, the record is written when the task is created.

    Args:
        write: the function that is called with each record. It must not block. If it raises a `ProtocolError`, the
            client gets this error; after any other exception, the client gets "Internal error".
        clock: a function that returns the Unix time in seconds.

    Raises:
        TypeError: `write` is no function of one argument, or is an `async` function; or `clock` is no function without
            arguments, or is an `async` function.
    """
    check_plain_callable("write", write, ("record",), "(record)")
    check_clock(clock)

    async def step(request: Request, context: Context, call_next: CallNext) -> Any:
        started = clock()
        outcome: Outcome = "done"
        code: int | None = None
        try:
            result = await call_next(request, context)
            outcome = "tool error" if is_tool_error(result) else "done"
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
            target = find_target(request.document.get("params"))
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


def _returns_content(request: Request) -> bool:
    """Return whether a request, in any revision, is for the result of a tool, a prompt or a resource."""
    return request.method in list_names(CALL_TOOL, GET_PROMPT, READ_RESOURCE)


def filtered(change: Callable[[str, Request, Context], str]) -> Middleware:
    """Return middleware that changes each text in the results of tools, prompts and resources by a function.

    The texts are the members named `text`, and all texts in structured content; names of members are not changed. The
    results of requests that become tasks are changed too.

    Args:
        change: a function that gets a text, the request and its context, and returns the text to send, or raises a
            `ProtocolError` in place of the result.

    Raises:
        TypeError: `change` is no function of three arguments, or is an `async` function.
    """
    check_plain_callable("change", change, ("text", "request", "context"), "(text, request, context)")

    async def step(request: Request, context: Context, call_next: CallNext) -> Any:
        def change_result(result: Any) -> Any:
            before = dump_any(result)
            after = _change_texts(before, lambda text: change(text, request, context), is_text=False)
            return result if after == before else after

        if not _returns_content(request):
            return await call_next(request, context)
        context.add_result_filter(change_result)
        return change_result(await call_next(request, context))

    return step


async def with_true_media_types(request: Request, context: Context, call_next: CallNext) -> Any:
    """Check, as middleware, that binary data in results do not begin like data of another type than their `mimeType`.

    The results are those of tools, prompts and resources, also of requests that become tasks. Return the result.

    Raises:
        TypeError: the first bytes of binary data contradict their `mimeType`. The client gets "Internal error".
        EncodeError: a part of the result has no form in JSON.
        BaseException: the next step has raised this exception.
    """
    if not _returns_content(request):
        return await call_next(request, context)
    check = partial(_check_media_types, request.method)
    context.add_result_filter(check)
    return check(await call_next(request, context))


def _check_media_types(method: str, result: Any) -> Any:
    """Check the media types of binary data in the result of a method, typed or as JSON. Return the result.

    Raises:
        TypeError: binary data have another type than the declared one.
        EncodeError: a part of the result has no form in JSON.
    """
    pointers = find_untrue_media_types(dump_any(result))
    if pointers:
        raise TypeError(f"the handler of {method} returned data of another mimeType at {pointers}")
    return result


def _change_texts(value: Any, change: Callable[[str], str], *, is_text: bool) -> Any:
    """Return a copy of a JSON value with changed texts: members named `text`, and all texts of structured content."""
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


_TRACE_KEYS = (TRACEPARENT, TRACESTATE, BAGGAGE)


def traced(tracer: Any = None) -> Middleware:
    """Return middleware that makes a span for each request for a handler.

    The parent is the span that the client names in `_meta`, or else the current span. With a parent from `_meta`, the
    current span becomes a link.

    Args:
        tracer: a tracer of OpenTelemetry; by default a tracer of the global provider.

    Raises:
        ModuleNotFoundError: the extra `otel` is not installed.
        TypeError: `tracer` is no tracer.
    """
    try:
        trace, propagate = import_module("opentelemetry.trace"), import_module("opentelemetry.propagate")
    except ModuleNotFoundError:
        raise ModuleNotFoundError("spans need opentelemetry-api: pip install 'mcp-bindings[otel]'") from None
    used = trace.get_tracer("mcp_bindings") if tracer is None else tracer
    check_method("tracer", used, "start_as_current_span", "a tracer of OpenTelemetry")

    async def step(request: Request, context: Context, call_next: CallNext) -> Any:
        target = find_target(request.document.get("params"))
        carried = {name: value for name in _TRACE_KEYS if isinstance(value := context.meta.get(name), str)}
        ambient = trace.get_current_span().get_span_context()
        is_named = request.method in list_names(CALL_TOOL, GET_PROMPT) and bool(target)
        with used.start_as_current_span(
            f"{request.method} {target}" if is_named else request.method,
            context=propagate.extract(carried) if TRACEPARENT in carried else None,
            kind=trace.SpanKind.SERVER,
            links=[trace.Link(ambient)] if TRACEPARENT in carried and ambient.is_valid else [],
            attributes=_make_span_attributes(request, context, target),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                result = await call_next(request, context)
            except BaseException as error:
                if find_question(error) is None and not is_cancellation(error, context):
                    _record_error(span, trace, error)
                raise
            if is_tool_error(result):
                span.set_attribute(ERROR_TYPE, TOOL_ERROR)
                span.set_status(trace.Status(trace.StatusCode.ERROR))
            return result

    return step


def _make_span_attributes(request: Request, context: Context, target: str) -> dict[str, str]:
    transport = None if context.calls is None else context.calls.transport
    params = request.document.get("params")
    found = make_attributes(request.method, params, context.revision, transport)
    found["jsonrpc.request.id"] = shorten(str(context.id))
    if request.method in list_names(READ_RESOURCE) and target:
        found["mcp.resource.uri"] = target
    return found


def _record_error(span: Any, trace: Any, error: BaseException) -> None:
    """Record the code of an error in a span; an error of the server marks the span as failed."""
    attributes = make_error_attributes(_find_error_code(error))
    for name, value in attributes.items():
        span.set_attribute(name, value)
    if ERROR_TYPE in attributes:
        text = error.message if isinstance(error, ProtocolError) else "Internal error"
        span.set_status(trace.Status(trace.StatusCode.ERROR, text))
