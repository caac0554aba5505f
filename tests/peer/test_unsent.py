"""Results for one peer that are not sent yet have a bound in bytes; an error takes the place of what does not fit."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx2
import pytest

import mcp_bindings as mb
from mcp_bindings.peer import unsent_answers
from mcp_bindings.peer.dispatch import Dispatcher
from mcp_bindings.peer.handlers import Handlers
from mcp_bindings.transports import Service, StreamableHttp, serve_stream
from mcp_bindings.transports.memory import MemoryStream, make_memory_pair
from tests.revisions import HANDSHAKE
from tests.transports.services import INFO, server_handlers
from tests.transports.test_streams import OPENING, message

WITH_BATCHES = next(each for each in HANDSHAKE if mb.revision(each).protocol.batching.receive == "must")
SIZE, COUNT = 10_000, 40


class Long:
    """Handlers whose tool returns a long text: at once, or all at the same time once they are told."""

    def __init__(self, *, waits: bool = False) -> None:
        self.began = 0
        self.told = asyncio.Event()
        if not waits:
            self.told.set()
        made: Any = server_handlers(WITH_BATCHES)
        self.text, made.call_tool = made.call_tool, self._call_tool
        self.handlers: Handlers = made

    async def _call_tool(self, params: Any, context: mb.Context) -> Any:
        self.began += 1
        if not self.told.is_set():
            await self.told.wait()
        params.arguments["a"] = "x" * SIZE
        return await self.text(params, context)


def call(id_: int) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(message("tools/call", id_, name="echo", arguments={}))
    return made


@pytest.fixture(autouse=True)
def bound(monkeypatch: pytest.MonkeyPatch) -> int:
    """The bound, for the duration of a test."""
    most = 10 * SIZE
    monkeypatch.setattr(unsent_answers, "MAX_UNSENT_BYTES", most)
    monkeypatch.setattr(unsent_answers, "_MAX_WRITTEN", 2 * SIZE)
    return most


def results_and_errors(answers: list[Any]) -> tuple[int, int]:
    assert [each["id"] for each in answers] == list(range(len(answers))), "each has its place"
    errors = [each["error"] for each in answers if "error" in each]
    assert all(each["code"] == -32603 and "does not fit" in each["message"] for each in errors)
    return len(answers) - len(errors), len(errors)


@pytest.mark.parametrize("waits", [False, True])
def test_a_result_too_large_for_its_batch_becomes_an_error(waits: bool, bound: int) -> None:
    """82 kB of requests took 2 GiB, and the loop stood for 8 seconds."""

    async def main() -> None:
        long = Long(waits=waits)
        dispatcher = Dispatcher(long.handlers)
        answering = asyncio.create_task(dispatcher.dispatch(json.dumps([call(id_) for id_ in range(COUNT)])))
        for _ in range(COUNT):
            await asyncio.sleep(0)
        long.told.set()
        before, turns = long.began, 0
        while not answering.done():
            await asyncio.wait({answering}, timeout=0)
            turns += 1
        answer = answering.result()
        assert answer is not None
        assert len(answer) <= 1.2 * bound
        found, refused = results_and_errors(json.loads(answer))
        assert 8 <= found <= 10
        assert refused == COUNT - found
        assert dispatcher.unsent.size == 0
        if waits:
            assert turns > found / 3, "the loop turns while results are written"
        else:
            assert before < COUNT / 2, "a handler does not run whose result would not fit"

    asyncio.run(main())


def test_a_batch_that_is_cancelled_leaves_nothing_behind() -> None:
    async def main() -> None:
        long = Long(waits=True)
        dispatcher = Dispatcher(long.handlers)
        answering = asyncio.create_task(dispatcher.dispatch(json.dumps([call(id_) for id_ in range(COUNT)])))
        for _ in range(COUNT):
            await asyncio.sleep(0)
        answering.cancel()
        await asyncio.wait({answering})
        await asyncio.sleep(0)
        assert answering.cancelled()
        assert len(asyncio.all_tasks()) == 1
        assert dispatcher.unsent.size == 0

    asyncio.run(main())


def test_results_of_many_requests_on_a_stream_are_bounded_too(monkeypatch: pytest.MonkeyPatch, bound: int) -> None:
    """Each of a thousand requests that wait may end with a result of any length."""
    monkeypatch.setattr("mcp_bindings.transports.memory._MAX_UNREAD", 1)

    async def main() -> None:
        long = Long(waits=True)
        served = Service(lambda version: long.handlers, info=INFO)
        near, far = make_memory_pair()
        serving = asyncio.create_task(serve_stream(served, far, grace=0))
        await open_session(near)
        for id_ in range(COUNT):
            await near.send(json.dumps(call(id_)).encode())
        for _ in range(10 * COUNT):
            await asyncio.sleep(0)
        assert long.began == COUNT
        long.told.set()
        for _ in range(COUNT):
            await asyncio.sleep(0)
        answers = list[Any]()
        while len(answers) < COUNT:
            answers += map(json.loads, await near.receive())
        found, refused = results_and_errors(sorted(answers, key=lambda each: each["id"]))
        assert found <= 12
        assert refused == COUNT - found
        await near.send(json.dumps(call(COUNT)).encode())
        assert "result" in json.loads((await near.receive())[0]), "there is room again"
        await near.close()
        await serving

    asyncio.run(main())


def test_no_request_begins_while_results_wait_to_be_written() -> None:
    """A server kept 900 MB of results for 80 kB of requests, since each began before others were written."""

    async def main() -> None:
        long, count = Long(), 200
        near, far = make_memory_pair()
        serving = asyncio.create_task(serve_stream(Service(lambda version: long.handlers, info=INFO), far, grace=0))
        await open_session(near)

        async def ask() -> None:
            for id_ in range(count):
                await near.send(json.dumps(call(id_)).encode())

        asking = asyncio.create_task(ask())
        answers, most = list[Any](), 0
        while len(answers) < count:
            answers += map(json.loads, await near.receive())
            most = max(most, long.began - len(answers))
        assert results_and_errors(sorted(answers, key=lambda each: each["id"])) == (count, 0)
        assert most <= 32, "twice the messages that are read in one turn"
        await asking
        await near.close()
        await serving

    asyncio.run(main())


@pytest.mark.parametrize("sleeps", [0, 1, 3])
def test_few_http_requests_begin_before_others_are_answered(sleeps: int) -> None:
    """500 POSTs at the same time took 549 MB, since each handler returned its result before another was written."""

    async def main() -> None:
        long, count, most = Long(), 200, 0
        answers = list[Any]()
        text = long.text

        async def call_tool(params: Any, context: mb.Context) -> Any:
            nonlocal most
            for _ in range(sleeps):
                await asyncio.sleep(0)
            long.began += 1
            most = max(most, long.began - len(answers))
            params.arguments["a"] = "x" * SIZE
            return await text(params, context)

        made: Any = long.handlers
        made.call_tool = call_tool
        application = StreamableHttp(Service(lambda version: long.handlers, info=INFO), json_responses=True)
        http: Any = httpx2.AsyncClient(transport=httpx2.ASGITransport(application), base_url="http://localhost")
        async with http:
            common = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
            opening = message("initialize", 1_000, **{**OPENING, "protocolVersion": WITH_BATCHES})
            opened = await http.post("/mcp", content=opening, headers=common)
            common["Mcp-Session-Id"] = opened.headers["mcp-session-id"]
            await http.post("/mcp", content=message("notifications/initialized"), headers=common)

            async def post(id_: int) -> None:
                answers.append((await http.post("/mcp", json=call(id_), headers=common)).json())

            await asyncio.gather(*(post(id_) for id_ in range(count)))
        assert results_and_errors(sorted(answers, key=lambda each: each["id"])) == (count, 0)
        assert most <= 48, "three times the requests that begin in one turn"
        await application.sessions.close()

    asyncio.run(main())


async def open_session(near: MemoryStream) -> None:
    await near.send(message("initialize", 1_000, **{**OPENING, "protocolVersion": WITH_BATCHES}))
    assert await near.receive()
    await near.send(message("notifications/initialized"))


@pytest.mark.parametrize("turns", range(12))
def test_a_batch_may_be_cancelled_at_any_time(turns: int) -> None:
    async def main() -> None:
        dispatcher = Dispatcher(Long(waits=False).handlers)
        answering = asyncio.create_task(dispatcher.dispatch(json.dumps([call(id_) for id_ in range(COUNT)])))
        for _ in range(turns):
            await asyncio.sleep(0)
        answering.cancel()
        await asyncio.wait({answering})
        for _ in range(5):
            await asyncio.sleep(0)
        assert dispatcher.unsent.size == 0

    asyncio.run(main())
