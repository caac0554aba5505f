"""Exceptions of handlers and the answers to them: one table for requests, notifications and tasks on any transport.

| raised | answer |
| --- | --- |
| `InputRequired`, or a group of nothing else | the `InputRequiredResult` with the questions of the run |
| `ProtocolError` that rejects an answer of a peer | -32603 with a text that names the fault, and it is logged |
| any other `ProtocolError` with an integer code, a text, and data that are JSON or None | this error |
| `KeyboardInterrupt`; `CancelledError` while the task is being cancelled | none: it is raised again |
| `GeneratorExit` that ends the coroutine of the handler | none: it is raised again |
| any other exception, also a group that is not of `InputRequired` alone | -32603, and it is logged |

The code of a sent `ProtocolError` is kept, except that for missing capabilities. This code becomes the one that the
revision of the request has for them, or -32602 in a revision that has none.

"Any other exception" is for example the panic of an extension in Rust, the `SystemExit` of argparse, or the
`CancelledError` of an object that the handler awaits. If a transport waits for the answer, the `CancelledError` of a
handler that cancels its own task is another example. Without a transport this error looks like the cancellation of the
task, and before Python 3.11 so does every `CancelledError`. asyncio raises the `SystemExit` of a child task in the
event loop, outside of every handler.
"""

from __future__ import annotations

import builtins
import json
import logging
import sys
from asyncio import CancelledError
from collections.abc import Awaitable, Iterator
from contextvars import ContextVar
from typing import Any, TypeAlias, TypeVar

from ..errors import HandlerMistakeError, ProtocolError, RequestId, UnsentError, must_propagate
from ..json_values import is_object, member_at
from ..jsonrpc.messages import Request
from ..spec.error_codes import INTERNAL_ERROR, INVALID_PARAMS, MISSING_REQUIRED_CLIENT_CAPABILITY, find_code
from ..spec.names import INPUT_REQUIRED, RESULT_TYPE
from .client_input import InputRequired
from .context import Context

T = TypeVar("T")

RaisedAnswer: TypeAlias = "InputRequired | ProtocolError"
"""The answer to a request whose handler has raised an exception: either questions or an error."""

caught_failures: ContextVar[dict[RequestId, BaseException] | None] = ContextVar("caught_failures", default=None)
"""The unexpected exceptions of handlers by request id, in place of log records; None to log them."""

_log = logging.getLogger(__name__)


def make_answer(error: BaseException, context: Context) -> RaisedAnswer:
    """Return the answer to a request whose handler has raised an exception.

    Args:
        error: the exception, which `is_reraised` does not accept. It is logged, or kept in `caught_failures`, unless it
            states the answer itself.
        context: the context of the request.
    """
    if isinstance(error, ProtocolError) and not error.answerable:
        method = context.message.method
        _log.error(
            "the handler of %s has got an answer that is not valid, which is the fault of its sender: %s", method, error
        )
        return ProtocolError(
            INTERNAL_ERROR, "Internal error: another server or the client sent it an answer that is not valid"
        )
    if isinstance(error, ProtocolError) and _is_sendable(error):
        return _translate_code(error, context)
    needed = find_question(error)
    if needed is not None:
        return needed
    failures = caught_failures.get()
    if failures is not None and isinstance(context.message, Request):
        failures[context.message.id] = error
    else:
        log_failure(error, context.message.method)
    return ProtocolError(INTERNAL_ERROR, "Internal error")


def _translate_code(error: ProtocolError, context: Context) -> ProtocolError:
    """Return an error for missing capabilities with the code that the request's revision has for this error.

    In a revision without a code for this error, use the code for invalid params. Return any other error unchanged.
    """
    present = find_code(context.revision.error_codes, MISSING_REQUIRED_CLIENT_CAPABILITY)
    if error.code != MISSING_REQUIRED_CLIENT_CAPABILITY or error.code == present:
        return error
    return ProtocolError(INVALID_PARAMS if present is None else present, error.message, data=error.data)


def _is_sendable(error: ProtocolError) -> bool:
    """Return whether an error can be sent: its code is an integer, its message a text, and its data are JSON."""
    try:
        written: object = json.loads(error.reply(None))  # the __init__ of a subclass may leave members out
    except Exception:
        return False
    return type(member_at(written, "error", "code")) is int and isinstance(member_at(written, "error", "message"), str)


def find_question(error: BaseException) -> InputRequired | None:
    """Return an `InputRequired` itself, or the first one in a group of nothing else; None for any other exception."""
    found: InputRequired | None = None
    for leaf in _iterate_leaves(error):
        if not isinstance(leaf, InputRequired):
            return None
        found = found or leaf
    return found


def is_reraised(error: BaseException, context: Context) -> bool:
    """Return whether an exception ends more than its handler: the program, the event loop, or the task.

    Args:
        error: the exception that the handler has raised.
        context: the context of the message that the handler has got.
    """
    return must_propagate(error, context.is_cancelled_locally)


def is_cancellation(error: BaseException, context: Context) -> bool:
    """Return whether an exception is the cancellation of a message by the peer, or of the task of its handler.

    Args:
        error: the exception that the handler has raised.
        context: the context of the message.
    """
    return isinstance(error, CancelledError) and (context.cancelled or context.is_cancelled_locally())


def check_open_question(result: Any, context: Context, handler: object) -> None:
    """Check that a handler has not caught `InputRequired` and returned a result without the answer to its question.

    Args:
        result: the result of the handler.
        context: the context of the message that the handler has got.
        handler: the handler, for the log record.

    Raises:
        InputRequired: the handler has asked a question, has not dismissed it, and returns no request for input itself.
            This is also logged.
    """
    needed = context.open_question
    if needed is None or _asks_for_input(result):
        return
    name = getattr(handler, "__qualname__", None) or type(handler).__qualname__
    _log.warning("%s caught InputRequired and returned a result: let the exception pass, or call its dismiss()", name)
    raise needed


async def catch_exit(work: Awaitable[T]) -> T | SystemExit:
    """Return the result of an awaitable, or the `SystemExit` that it raises.

    A task of this package awaits a function of the user through `catch_exit`, since asyncio raises the `SystemExit` of
    a task out of the event loop, which ends the program.
    """
    try:
        return await work
    except SystemExit as error:
        return error


def log_failure(error: BaseException, method: str) -> None:
    """Log an exception of a handler with its traceback.

    Two errors are logged without a traceback. An `UnsentError` is no fault of the handler, and a peer can cause it as
    often as it likes. The text of a `HandlerMistakeError` says where the mistake is.

    Args:
        error: the exception that the handler has raised.
        method: the method of the message that the handler has got.
    """
    if isinstance(error, UnsentError):
        _log.warning("the handler of %s has ended because its message could not be sent: %s", method, error)
    elif isinstance(error, HandlerMistakeError):
        _log.error("%s", error)
    else:
        _log.error("the handler of %s failed", method, exc_info=error)


def _iterate_leaves(error: BaseException) -> Iterator[BaseException]:
    """Yield the exceptions in a group and in its groups; for any other exception, the exception itself."""
    group: Any = _find_group_class()
    waiting = [error]
    while waiting:
        each = waiting.pop(0)
        if group is not None and isinstance(each, group):
            waiting[:0] = group.exceptions.__get__(each)  # the attribute of the base, even if a subclass has another
        else:
            yield each


def _find_group_class() -> type[BaseException] | None:
    """Return the class of exception groups; before Python 3.11, that of `exceptiongroup`, or None if this package is
    not imported.
    """
    found = getattr(builtins, "BaseExceptionGroup", None)
    return found or getattr(sys.modules.get("exceptiongroup"), "BaseExceptionGroup", None)


def _asks_for_input(result: Any) -> bool:
    """Return whether a result, typed or a dict, asks for input."""
    found = result.get(RESULT_TYPE) if is_object(result) else getattr(result, "result_type", None)
    return found == INPUT_REQUIRED
