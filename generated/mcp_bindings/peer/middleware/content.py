"""Filters of what a server returns: its texts, and binary data of another type than it is said to have.

Page: /specification/2026-07-28/server/tools#security-considerations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...codec.encoding import dump_any
from ...json_values import is_array, is_object
from ...jsonrpc.messages import Request
from ...spec.names import CALL_TOOL, GET_PROMPT, READ_RESOURCE
from ..adapted.home import CallNext, Middleware
from ..context import Context
from ..guards.media_types import untrue_media_types

_WITH_CONTENT = (CALL_TOOL, GET_PROMPT, READ_RESOURCE)


def filtered(change: Callable[[str, Request, Context], str]) -> Middleware:
    """Middleware that passes each text of a result through a function: content, resources, prompts, structured content.

    Args:
        change: returns the text to send, or raises a `ProtocolError` in place of the result.
    """

    async def step(request: Request, context: Context, call_next: CallNext) -> Any:
        result = await call_next(request, context)
        if request.method not in _WITH_CONTENT:
            return result
        before = dump_any(result)
        after = _changed(before, lambda text: change(text, request, context), is_text=False)
        return result if after == before else after

    return step


async def with_true_media_types(request: Request, context: Context, call_next: CallNext) -> Any:
    """Middleware that fails if binary data of a result is of another type than its `mimeType` says.

    Raises:
        TypeError: it is, which the client gets as "Internal error".
    """
    result = await call_next(request, context)
    if request.method in _WITH_CONTENT:
        pointers = untrue_media_types(dump_any(result))
        if pointers:
            raise TypeError(f"the handler of {request.method} returned data of another mimeType at {pointers}")
    return result


def _changed(value: Any, change: Callable[[str], str], *, is_text: bool) -> Any:
    """A copy with other texts: those of members named `text`, and all of structured content."""
    if isinstance(value, str):
        return change(value) if is_text else value
    if is_array(value):
        return [_changed(item, change, is_text=is_text) for item in value]
    if is_object(value):
        return {
            name: _changed(member, change, is_text=is_text or name in ("text", "structuredContent"))
            for name, member in value.items()
        }
    return value
