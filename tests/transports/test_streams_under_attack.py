"""What one client may do to a server on a stream: handlers that wait for it, floods, unread answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.transports import Service, serve_stream
from mcp_bindings.transports.memory import MemoryStream, make_memory_pair
from tests.revisions import HANDSHAKE
from tests.transports.services import INFO, Asking, server_handlers, service
from tests.transports.test_streams import OPENING, message

WITH_BATCHES = next(each for each in HANDSHAKE if mb.revision(each).protocol.batching.receive == "must")
CHANGED = message("notifications/roots/list_changed")


def play(served: Service, what: Callable[[MemoryStream], Awaitable[None]], version: str = HANDSHAKE[-1]) -> None:
    """Open a session with a server, do something in it, and end it."""

    async def main() -> None:
        near, far = make_memory_pair()
        serving = asyncio.create_task(serve_stream(served, far, grace=0))
        await near.send(message("initialize", 1, **{**OPENING, "protocolVersion": version}))
        assert await near.receive()
        await near.send(message("notifications/initialized"))
        await what(near)
        await near.close()
        await serving
        assert len(asyncio.all_tasks()) <= 2  # this one, and that of `wait_for` before Python 3.12

    asyncio.run(asyncio.wait_for(main(), 10))


async def received(near: MemoryStream, count: int) -> list[Any]:
    """The next messages of the server, as JSON; those of a batch one by one."""
    found = list[Any]()
    while len(found) < count:
        for each in map(json.loads, await near.receive()):
            found += each if isinstance(each, list) else [each]
    return found


def roots(asked: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": []}}


def test_answers_are_read_despite_many_notification_handlers() -> None:
    """The third one was awaited by the loop that reads, so it waited for itself."""
    served = Asking(max_concurrent=2)

    async def what(near: MemoryStream) -> None:
        for _ in range(5):
            await near.send(CHANGED)
        answered = 0
        while answered < 5:
            for asked in await received(near, 1):
                await near.send(json.dumps(roots(asked)).encode())
                answered += 1
        await near.send(message("ping", 2))
        assert (await received(near, 1))[0]["result"] == {}

    play(served, what)
    assert len(served.answered) == 5


def test_answers_in_a_batch_with_notifications_are_read_at_once() -> None:
    served = Asking(max_concurrent=1)

    async def what(near: MemoryStream) -> None:
        await near.send(CHANGED)
        (asked,) = await received(near, 1)
        batch = [json.loads(CHANGED), roots(asked), {"jsonrpc": "2.0"}]
        await near.send(json.dumps(batch).encode())
        replies = await received(near, 2)
        asked = next(each for each in replies if "method" in each)
        assert [each["error"]["code"] for each in replies if "error" in each] == [-32600]
        await near.send(json.dumps([roots(asked)]).encode())
        await near.send(message("ping", 2))
        assert (await received(near, 1))[0]["result"] == {}

    play(served, what, WITH_BATCHES)
    assert len(served.answered) == 2


def test_requests_with_too_long_bodies_together_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand requests of 4 MiB each could be held at the same time."""
    monkeypatch.setattr("mcp_bindings.transports.service.MAX_RUNNING_BYTES", 2_500)

    async def what(near: MemoryStream) -> None:
        for id_ in range(2, 7):
            await near.send(message("tools/call", id_, name="wait", arguments={"a": "x" * 1_000}))
        rejected = await received(near, 3)
        assert [(each["id"], each["error"]["message"]) for each in rejected] == [
            (id_, "Too many requests at once") for id_ in (4, 5, 6)
        ]
        await near.send(json.dumps({**json.loads(message("notifications/cancelled", requestId=2))}).encode())
        await near.send(message("ping", 8))
        assert (await received(near, 1))[0]["id"] == 8
        await near.send(message("tools/call", 9, name="echo", arguments={"a": "x" * 900}))
        assert "result" in (await received(near, 1))[0]

    play(service(), what)


def test_no_request_is_taken_while_too_much_is_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of a thousand requests could leave a response of any length in memory."""
    monkeypatch.setattr("mcp_bindings.peer.unsent_answers._MAX_SENDING", 50_000)
    monkeypatch.setattr("mcp_bindings.transports.memory._MAX_UNREAD", 1)
    began = list[int]()

    class Counting(Service):
        def __init__(self) -> None:
            super().__init__(self._counting, info=INFO)

        def _counting(self, version: str) -> Handlers:
            made: Any = server_handlers(version)
            call_tool = made.call_tool

            async def counted(params: Any, context: mb.Context) -> Any:
                began.append(1)
                return await call_tool(params, context)

            made.call_tool = counted
            handlers: Handlers = made
            return handlers

    async def what(near: MemoryStream) -> None:
        async def flood() -> None:
            for id_ in range(2, 202):
                await near.send(message("tools/call", id_, name="echo", arguments={"a": "x" * 10_000}))

        flooding = asyncio.create_task(flood())
        await asyncio.sleep(0.2)
        assert len(began) <= 16 + 5 + 1
        results = await received(near, 200)
        assert {each["id"] for each in results} == set(range(2, 202))
        await flooding

    play(Counting(), what)
    assert len(began) == 200


def test_a_flood_of_notifications_is_bounded(caplog: pytest.LogCaptureFixture) -> None:
    served = Asking(max_concurrent=3)

    async def what(near: MemoryStream) -> None:
        for _ in range(1_000):
            await near.send(CHANGED)
        await near.send(message("ping", 2))
        *asked, pong = await received(near, 4)
        assert (len(asked), pong["id"]) == (3, 2)
        while asked:  # three are running, and ten times as many wait
            await near.send(json.dumps(roots(asked.pop())).encode())
            if len(served.answered) < 30:
                asked += await received(near, 1)
        await near.send(message("ping", 3))
        assert (await received(near, 1))[0]["id"] == 3

    play(served, what)
    assert len(served.answered) == 33
    assert 1 <= caplog.text.count("dropping messages") <= 3
