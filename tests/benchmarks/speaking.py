"""Contenders that answer a call: dispatch, the steps it cannot do without, and dispatch with a session."""

from __future__ import annotations

from asyncio import current_task
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, Literal

import mcp_bindings as mb
from mcp_bindings.session.events import VersionAgreed
from mcp_bindings.v2025_11_25 import CallToolRequestParams, CallToolResult, ServerHandlers, TextContent
from tests.benchmarks.documents import CALL, text
from tests.benchmarks.reading import REVISION, Contenders
from tests.benchmarks.timing import Timing, take_turns

DISPATCH = "dispatch"
STEPS = "parse, current task, handler, encode"
"""The measured times include asyncio's own: finding the current task, and a step of the handler's coroutine."""

BARE_STEPS = "parse and encode alone"

HELD = "dispatch with a session"
NOT_HELD = "dispatch of the same calls"

OVER_HTTP = "headers and body to an answer"
WITHOUT_HEADERS = "body to an answer"

ANSWER = CallToolResult(content=[TextContent(text="1,204 rows, 17 columns")])


class _Trivial(ServerHandlers):
    async def call_tool(self, params: CallToolRequestParams, context: mb.Context) -> CallToolResult:
        return ANSWER


def call_answerers() -> Contenders:
    """Return functions from bytes to bytes without a turn of the event loop: each coroutine is stepped to its end."""
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


def session_holders() -> Contenders:
    """Measure with and without a session. Each call has the next id, since a session accepts an id only once."""
    head, tail = text({**CALL, "id": 0}).split(b'"id":0')
    free, held = mb.Dispatcher(_Trivial()), mb.Dispatcher(_Trivial(), session=ready_session())
    ids = {HELD: count(1_000), NOT_HELD: count(1_000)}

    def answerer(name: str, dispatcher: mb.Dispatcher) -> Callable[[], bytes]:
        return lambda: _stepped(dispatcher.dispatch(head + b'"id":%d' % next(ids[name]) + tail))

    return {HELD: answerer(HELD, held), NOT_HELD: answerer(NOT_HELD, free)}


def http_answerers() -> Contenders:
    """Return functions from headers and body of a POST to the answer's body, with `check_http_request`."""
    head, tail = text({**CALL, "id": 0}).split(b'"id":0')
    headers = {"MCP-Protocol-Version": REVISION, "Accept": "application/json, text/event-stream"}
    found: dict[str, Callable[[], bytes]] = {}
    for name, sent in {OVER_HTTP: headers, WITHOUT_HEADERS: None}.items():
        session = ready_session("http")
        found[name] = _http_answerer(session, mb.Dispatcher(_Trivial(), session=session), sent, head, tail)
    return found


def _http_answerer(
    session: mb.Session, dispatcher: mb.Dispatcher, headers: dict[str, str] | None, head: bytes, tail: bytes
) -> Callable[[], bytes]:
    ids = count(1_000)

    def answer() -> bytes:
        body = head + b'"id":%d' % next(ids) + tail
        reply: bytes = _stepped(dispatcher.handle(session.receive(body, headers=headers)))
        return reply

    return answer


def ready_session(transport: Literal["stdio", "http"] = "stdio") -> mb.Session:
    """Return the server's side of a session that has begun."""
    info = {"name": "benchmark", "version": "1"}
    client = mb.Session("client", [REVISION], info=info, transport=transport)
    server = mb.Session("server", [REVISION], info=info, capabilities={"tools": {}}, transport=transport)
    opening = server.receive(client.open())
    assert isinstance(opening, mb.Request)
    agreed = client.receive(server.accept(opening))
    assert isinstance(agreed, VersionAgreed)
    assert agreed.reply is not None
    server.receive(agreed.reply)
    return server


async def on_a_loop(turns: int) -> tuple[dict[str, Timing], dict[str, Timing]]:
    """Measure in a task, since dispatch asks for the current task."""
    return take_turns(call_answerers(), turns), take_turns(session_holders(), turns)


def _stepped(coroutine: Coroutine[Any, Any, Any]) -> Any:
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    raise RuntimeError("the handler waits for something")
