"""Requests that end without a response leave nothing in the session."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.v2025_03_26 import ServerHandlers as BatchHandlers
from mcp_bindings.v2025_11_25 import ClientCalls, ClientHandlers, ServerHandlers
from mcp_bindings.v2026_07_28 import ServerHandlers as NewestHandlers
from tests.revisions import PER_REQUEST
from tests.session.pairs import CAPABILITIES_KEY, VERSION_KEY, ready, request, result

NEWEST_META: dict[str, Any] = {VERSION_KEY: "2026-07-28", CAPABILITIES_KEY: {}}
Send = Callable[[bytes], Awaitable["bytes | None"]]


class Slow(ServerHandlers):
    """A handler that never responds."""

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        await asyncio.sleep(60)


class SlowBatch(BatchHandlers):
    """The same for the revision that has batches."""

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        await asyncio.sleep(60)


class SlowNewest(NewestHandlers):
    """The same for the newest revision, with a short delay when it is cancelled."""

    async def call_tool(self, params: Any, context: mb.Context) -> Any:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)


CALLS = b"[" + b",".join(request(id_, "tools/call", {"name": "x"}) for id_ in (5, 6)) + b"]"


@pytest.mark.parametrize("waits", [False, True], ids=["before its first step", "while the handler waits"])
@pytest.mark.parametrize(
    ("revision", "handlers", "data"),
    [("2025-11-25", Slow(), request(5, "tools/call", {"name": "x"})), ("2025-03-26", SlowBatch(), CALLS)],
    ids=["a request", "a batch"],
)
def test_a_cancelled_dispatch_ends_its_request(revision: str, handlers: Any, data: bytes, waits: bool) -> None:
    pair = ready(revision, server={"tools": {}})
    dispatcher = mb.Dispatcher(handlers, session=pair.server)

    async def main() -> None:
        task = asyncio.ensure_future(dispatcher.dispatch(data))
        assert 5 in pair.server.peer_requests
        if waits:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert dict(pair.server.peer_requests) == {}
    with pytest.raises(mb.LocalProtocolError, match="no longer waits"):
        pair.server.respond(5, {"content": []})


def test_a_closed_dispatch_ends_its_request() -> None:
    pair = ready("2025-11-25", server={"tools": {}})
    dispatcher = mb.Dispatcher(Slow(), session=pair.server)
    dispatcher.dispatch(request(5, "tools/call", {"name": "x"})).close()
    assert dict(pair.server.peer_requests) == {}


def test_the_id_of_a_stopping_handler_serves_a_new_request() -> None:
    """In the newest revision an id can be reused once its request is cancelled."""
    server = mb.Session("server", mb.REVISIONS, info={"name": "x", "version": "1"}, capabilities={"tools": {}})
    dispatcher = mb.Dispatcher(SlowNewest(), session=server)
    call = request(5, "tools/call", {"name": "x", "_meta": NEWEST_META})
    cancel = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}'

    async def main() -> bytes | None:
        first = asyncio.ensure_future(dispatcher.dispatch(call))
        await asyncio.sleep(0.01)
        await dispatcher.dispatch(cancel)
        second = await dispatcher.dispatch(call)
        await first
        return second

    answer = asyncio.run(main())
    assert json.loads(answer or b"")["error"]["code"] == -32600
    assert dict(server.peer_requests) == {}


async def broken(data: bytes) -> bytes | None:
    raise OSError("the pipe broke")


async def garbage(data: bytes) -> bytes | None:
    return b"{"


async def invalid(data: bytes) -> bytes | None:
    return b'{"jsonrpc":"2.0","id":%d,"result":5}' % json.loads(data)["id"]


async def of_another(data: bytes) -> bytes | None:
    return b'{"jsonrpc":"2.0","id":999,"result":{}}'


async def none(data: bytes) -> bytes | None:
    return None


async def slow(data: bytes) -> bytes | None:
    await asyncio.sleep(60)
    return None


@pytest.mark.parametrize("send", [broken, garbage, invalid, of_another, slow])
@pytest.mark.parametrize("method", ["tools/call", "ping"])
def test_a_call_that_fails_leaves_nothing_in_the_session(send: Send, method: str) -> None:
    """5,000 calls with arguments of 20 kB used 103 MB before this was fixed."""
    pair = ready("2025-11-25")
    calls = ClientCalls(send, session=pair.client, timeout=0.05)
    params = {"name": "x", "arguments": {"a": "x" * 20_000}} if method == "tools/call" else None

    async def main() -> None:
        with pytest.raises((mb.ProtocolError, OSError, TimeoutError)):
            await calls.request(method, params)

    asyncio.run(main())
    assert dict(pair.client.pending) == {}


def test_calls_that_are_closed_leave_nothing_in_the_session() -> None:
    pair = ready("2025-11-25")
    calls = ClientCalls(none, session=pair.client)

    async def main() -> None:
        call: Coroutine[Any, Any, Any] = calls.call_tool("x")
        waiting = asyncio.ensure_future(call)
        await asyncio.sleep(0.01)
        calls.close()
        with pytest.raises(ConnectionError):
            await waiting

    asyncio.run(main())
    assert dict(pair.client.pending) == {}


def test_a_request_of_the_peer_never_fails_a_call(caplog: pytest.LogCaptureFixture) -> None:
    """Both sides count from 1, so an error about a reused id concerns a request of the peer."""
    pair = ready("2025-11-25")
    calls = ClientCalls(none, session=pair.client)
    dispatcher = mb.Dispatcher(ClientHandlers(), session=pair.client, calls=calls)

    async def main() -> str:
        waiting = asyncio.ensure_future(calls.call_tool("x"))
        await asyncio.sleep(0.01)
        (id_,) = pair.client.pending
        pair.client.receive(request(id_, "ping"))
        with caplog.at_level(logging.WARNING):
            assert await dispatcher.dispatch(request(id_, "ping")) is None
        assert not waiting.done()
        await dispatcher.dispatch(result(id_, {"content": []}))
        return type(await waiting).__name__

    assert asyncio.run(main()) == "CallToolResult"


def test_without_asyncio_a_call_fails_and_records_nothing() -> None:
    pair = ready("2025-11-25")
    calls = ClientCalls(none, session=pair.client)
    with pytest.raises(RuntimeError, match="event loop"):
        calls.ping().send(None)  # with another event loop than asyncio's
    assert dict(pair.client.pending) == {}


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize(
    ("reason", "error"), [(3, mb.LocalProtocolError), (["x"], mb.LocalProtocolError), ("\ud800", mb.EncodeError)]
)
def test_a_wrong_reason_of_a_cancellation(transport: Any, reason: Any, error: type[Exception]) -> None:
    client = mb.Session("client", PER_REQUEST, info={"name": "a", "version": "1"}, transport=transport)
    id_ = json.loads(client.open())["id"]
    with pytest.raises(error, match="reason"):
        client.cancel(id_, reason)
    assert id_ in client.pending
    assert (client.cancel(id_, "no time") is None) == (transport == "http")
    assert id_ not in client.pending
