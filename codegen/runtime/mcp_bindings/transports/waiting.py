"""Waiting in asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def uninterrupted(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end, even if the task that waits for it is cancelled; it is cancelled afterwards."""
    task = asyncio.create_task(work)
    interruption: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            interruption = error
    if interruption is not None and not task.cancelled() and task.exception() is None:
        raise interruption
    task.result()
