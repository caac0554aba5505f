"""Contenders that answer a call: dispatch, and the steps it cannot do without."""

from __future__ import annotations

from asyncio import current_task
from collections.abc import Coroutine
from typing import Any

import mcp_bindings as mb
from mcp_bindings.v2025_11_25 import CallToolRequestParams, CallToolResult, ServerHandlers, TextContent
from tests.benchmarks.documents import CALL, text
from tests.benchmarks.reading import REVISION, Contenders
from tests.benchmarks.timing import Timing, take_turns

DISPATCH = "dispatch"
STEPS = "parse, current task, handler, encode"
"""What asyncio itself takes is part of these: which task it is, and a step of the handler's coroutine."""

BARE_STEPS = "parse and encode alone"

ANSWER = CallToolResult(content=[TextContent(text="1,204 rows, 17 columns")])


class _Trivial(ServerHandlers):
    async def call_tool(self, params: CallToolRequestParams, context: mb.Context) -> CallToolResult:
        return ANSWER


def call_answerers() -> Contenders:
    """Bytes to bytes, without a turn of the event loop: each coroutine is stepped to its end."""
    data = text(CALL)
    revision, codec = mb.revision(REVISION), mb.revision(REVISION).codec(CallToolResult)
    handlers = _Trivial()
    dispatcher = mb.Dispatcher(handlers)
    context: Any = None

    def steps() -> bytes:
        request = revision.parse(data, sender="client")
        assert isinstance(request, mb.Request)
        current_task()
        result: CallToolResult = _stepped(handlers.call_tool(request.params, context))
        return codec.encode(result)

    def bare() -> bytes:
        revision.parse(data, sender="client")
        return codec.encode(ANSWER)

    def dispatched() -> bytes:
        reply: bytes = _stepped(dispatcher.dispatch(data))
        return reply

    return {DISPATCH: dispatched, STEPS: steps, BARE_STEPS: bare}


async def on_a_loop(turns: int) -> dict[str, Timing]:
    """Timings in a task, as dispatch asks which task it runs in."""
    return take_turns(call_answerers(), turns)


def _stepped(coroutine: Coroutine[Any, Any, Any]) -> Any:
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    raise RuntimeError("the handler waits for something")
