"""Cost of anyio in the paths of the transports: `python -m tests.benchmarks.event_loops`.

Both sides do what our transports do around a handler that does nothing: for a request over HTTP, a bounded read, a
task, and a bounded wait for its outcome; for a message over standard streams, a wait for it and a task. They alternate.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from statistics import median
from typing import Any

import anyio

from mcp_bindings.transports.waiting import run_within

TIMES, TURNS = 300, 40


async def _nothing() -> None:
    pass


async def asyncio_request() -> None:
    """Read and handle a request like `transports.asgi`."""
    await run_within(30, _nothing())
    loop = asyncio.get_running_loop()
    decided: asyncio.Future[None] = loop.create_future()

    async def handle() -> None:
        await _nothing()
        decided.set_result(None)

    task = asyncio.create_task(handle())
    timer = loop.call_later(0.5, task.cancel)
    await decided
    timer.cancel()


async def anyio_request() -> None:
    """Handle a request with anyio. Its task group belongs to the request; a session would need a longer-lived one."""
    with anyio.fail_after(30):
        await _nothing()
    decided = anyio.Event()

    async def handle() -> None:
        await _nothing()
        decided.set()

    async with anyio.create_task_group() as group:
        group.start_soon(handle)
        with anyio.move_on_after(0.5):
            await decided.wait()


async def asyncio_messages() -> None:
    """Handle messages of a stream like `transports.message_streams`."""
    queue: asyncio.Queue[int] = asyncio.Queue()
    for number in range(TIMES):
        queue.put_nowait(number)
    running = set[asyncio.Task[None]]()
    for _ in range(TIMES):
        await queue.get()
        task = asyncio.create_task(_nothing())
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.wait(running)


async def anyio_messages() -> None:
    """Handle messages with anyio."""
    sending, receiving = anyio.create_memory_object_stream[int](TIMES)
    for number in range(TIMES):
        sending.send_nowait(number)
    async with sending, receiving, anyio.create_task_group() as group:
        for _ in range(TIMES):
            await receiving.receive()
            group.start_soon(_nothing)


def _repeated(request: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    async def all_of_them() -> None:
        for _ in range(TIMES):
            await request()

    return all_of_them


async def main() -> None:
    """Print the processor time of one request and one message."""
    rows: dict[str, tuple[Callable[[], Awaitable[Any]], ...]] = {
        "a request over HTTP": (_repeated(asyncio_request), _repeated(anyio_request)),
        "a message over standard streams": (asyncio_messages, anyio_messages),
    }
    for what, sides in rows.items():
        taken: tuple[list[float], list[float]] = ([], [])
        for _ in range(TURNS):
            for side, times in zip(sides, taken, strict=True):
                begin = time.process_time()
                await side()
                times.append((time.process_time() - begin) / TIMES * 1e6)
        ours, theirs = map(median, taken)
        print(f"{what}: asyncio {ours:.1f} µs, anyio {theirs:.1f} µs, {theirs - ours:.1f} µs more")


if __name__ == "__main__":
    asyncio.run(main())
