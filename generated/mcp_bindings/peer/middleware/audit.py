"""Audit records: who asked for what, when, and how it ended, without arguments and results.

Page: /specification/2026-07-28/server/tools#security-considerations.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from ...jsonrpc.messages import Request
from ..adapted.home import CallNext, Middleware
from ..context import Context
from ..raised import is_cancellation, question_of
from .targets import code_of, is_tool_error, target_of

Outcome = Literal["done", "tool error", "error", "input required", "cancelled"]
"""How a request ended; `tool error` is a result with `isError`, and `error` any error of the protocol."""


class AuditRecord(NamedTuple):
    """One request."""

    principal: str
    """The key of whom it was authorized for; empty without authorization."""

    method: str
    target: str
    """The name of the tool or prompt, or the URI of the resource; empty if there is none."""

    revision: str
    """Id of the client's revision."""

    started: float
    """Unix time in seconds."""

    seconds: float
    """How long it took."""

    outcome: Outcome
    code: int | None
    """Of the error; None if there is none."""


def audited(write: Callable[[AuditRecord], object], *, clock: Callable[[], float] = time.time) -> Middleware:
    """Middleware that writes a record of each request, also of those that the guards refuse.

    Args:
        write: takes each record, and must not block. If it raises, the client gets "Internal error".
        clock: returns the Unix time in seconds.
    """

    async def step(request: Request, context: Context, call_next: CallNext) -> Any:
        started = clock()
        outcome: Outcome = "done"
        code: int | None = None
        try:
            result = await call_next(request, context)
            outcome = "tool error" if is_tool_error(result) else "done"
        except BaseException as error:
            if question_of(error) is not None:
                outcome = "input required"
            elif is_cancellation(error, context):
                outcome = "cancelled"
            else:
                outcome, code = "error", code_of(error)
            raise
        finally:
            principal = "" if context.principal is None else context.principal.key
            seconds = clock() - started
            target = target_of(request)
            write(AuditRecord(principal, request.method, target, context.revision.id, started, seconds, outcome, code))
        return result

    return step
