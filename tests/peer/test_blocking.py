"""A step that holds the event loop is logged once, and a watched call is otherwise the call itself."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from mcp_bindings.peer.blocking_handlers import call_timed


def records(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each for each in caplog.messages if "blocked the event loop" in each]


def test_only_steps_of_more_than_a_tenth_of_a_second_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def patient() -> str:
        await asyncio.sleep(0.12)
        return "patient"

    async def greedy() -> str:
        await asyncio.sleep(0)
        block()
        return "greedy"

    def plain() -> str:
        block()
        return "plain"

    async def run() -> list[Any]:
        return [await call_timed(each) for each in (patient, greedy, greedy, plain)]

    assert asyncio.run(run()) == ["patient", "greedy", "greedy", "plain"]
    assert [each.split()[0].split(".")[-1] for each in records(caplog)] == ["greedy", "plain"]


def block() -> None:
    time.sleep(0.11)


def test_a_step_that_blocks_and_then_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def blocks_and_fails() -> None:
        block()
        raise KeyError("k")

    async def run() -> None:
        await call_timed(blocks_and_fails)

    with pytest.raises(KeyError):
        asyncio.run(run())
    assert [each.split()[0].split(".")[-1] for each in records(caplog)] == ["blocks_and_fails"]


def test_exceptions_and_cancellations_reach_the_function() -> None:
    seen: list[str] = []

    async def waiting() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise
        finally:
            seen.append("ended")

    async def failing() -> None:
        await asyncio.sleep(0)
        raise KeyError("k")

    async def run() -> None:
        async def watch() -> None:
            await call_timed(waiting)

        task = asyncio.create_task(watch())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(KeyError):
            await call_timed(failing)
        unfinished = watch()
        unfinished.send(None)
        unfinished.close()

    asyncio.run(run())
    assert seen == ["cancelled", "ended", "ended"]
