"""The pauses before restarts of the process of a server."""

from __future__ import annotations

import asyncio
import time

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 30.0
"""Seconds of the pause before the second restart in a row, and of the longest pause. The pause doubles each time."""

_STABLE_TIME = 60.0
"""Seconds after a restart after which the process counts as stable, so that the next restart has no pause."""


class RestartPause:
    """The pauses before the restarts of one process."""

    def __init__(self) -> None:
        self._pause = 0.0
        self._restarted_at = -_STABLE_TIME

    async def wait(self) -> None:
        """Wait before a restart, each time longer. Do not wait before the first restart or after a stable time."""
        if time.monotonic() - self._restarted_at >= _STABLE_TIME:
            self._pause = 0.0
        await asyncio.sleep(self._pause)
        self._pause = min(max(2 * self._pause, _FIRST_PAUSE), _LONGEST_PAUSE)
        self._restarted_at = time.monotonic()
