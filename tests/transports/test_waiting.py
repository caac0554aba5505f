"""Waiting for a bounded time."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import Awaitable, Iterator
from typing import Any

import pytest

from mcp_bindings.transports.send_queue import SendQueue
from mcp_bindings.transports.waiting import run_with_wait_callback, run_within


def test_what_is_there_at_once_needs_no_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ready() -> int:
        return 5

    async def main() -> None:
        loop: Any = asyncio.get_running_loop()
        timers = list[Any]()
        call_at: Any = loop.call_at

        def counted(*given: Any, **more: Any) -> Any:
            timers.append(given)
            return call_at(*given, **more)

        monkeypatch.setattr(loop, "call_at", counted)
        assert await run_within(1, ready()) == 5
        assert timers == []

    asyncio.run(main())


def test_several_waits_end_with_the_result_or_error() -> None:
    async def work(fails: bool) -> int:
        await asyncio.sleep(0)
        try:
            await asyncio.sleep(0.001)
        finally:
            await asyncio.sleep(0)
        if fails:
            raise ValueError("no")
        return 7

    async def main() -> None:
        assert await run_within(5, work(False)) == 7
        with pytest.raises(ValueError, match="no"):
            await run_within(5, work(True))

    asyncio.run(main())


def test_what_takes_too_long_is_cancelled_in_its_place() -> None:
    ends = list[str]()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ends.append("cancelled")
            raise

    async def patient() -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return "caught"
        return ""

    async def main() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await run_within(0.01, work())
        task = asyncio.create_task(run_within(60, work()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await run_within(0.01, patient()) == "caught"

    asyncio.run(main())
    assert ends == ["cancelled", "cancelled"]


class Bare(Awaitable[int], Iterator[Any]):
    """An awaitable and its iterator. It has `__next__` and nothing else, like the awaitables of granian."""

    def __init__(self, future: asyncio.Future[int]) -> None:
        self._steps = future.__await__()

    def __await__(self) -> Any:
        return self

    def __next__(self) -> Any:
        return next(self._steps)


def test_an_iterator_of_an_awaitable_needs_no_more_than_next() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()

        def later(seconds: float) -> Bare:
            return Bare(loop.create_task(asyncio.sleep(seconds, 5)))

        async def wait_for(awaitable: Bare) -> int:
            value: int = await awaitable
            return value

        begun = list[str]()
        assert await run_within(5, later(0.001)) == 5
        assert await run_with_wait_callback(wait_for(later(0.001)), lambda: begun.append("begun")) == 5
        assert begun == ["begun"]
        with pytest.raises(asyncio.TimeoutError):
            await run_within(0.01, later(60))
        task = asyncio.create_task(run_with_wait_callback(wait_for(later(60)), lambda: None))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_what_is_cancelled_before_it_is_sent_is_closed() -> None:
    """Python warned of a coroutine that was never awaited."""

    async def send(item: int) -> None:
        raise AssertionError(item)

    async def main() -> None:
        queue = SendQueue(send, 10)
        queue.enqueue(1, 1)
        queue.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(main())
        gc.collect()
    assert [str(each.message) for each in caught] == []
