"""One HTTP request of a client, and what a bridge sends in its response."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ...bridge import EndExchange, ToClient
from .connection import BridgeConnection

_MAX_WAITING = 64
"""Messages that wait for a slow reader."""


class BridgeExchange:
    """One POST. It is given to the bridge, and what comes back is put here.

    Attributes:
        answer: The answer; None before it is there, or if there is none.
    """

    def __init__(self) -> None:
        self.answer: ToClient | None = None
        self._actions: asyncio.Queue[ToClient | EndExchange] = asyncio.Queue(_MAX_WAITING)
        self._is_over = False

    def put(self, action: ToClient | EndExchange) -> Awaitable[None] | None:
        """Add what belongs into the response. What comes too late is dropped.

        Returns:
            What to await if there is a slow reader; None if it is added.
        """
        if self._is_over:
            return None
        if self._actions.full():
            return self._actions.put(action)
        self._actions.put_nowait(action)
        return None

    async def collect(self, send: Callable[[bytes], Awaitable[None]], connection: BridgeConnection) -> bytes | None:
        """Send what precedes the answer, and return the answer; None if there is none.

        Args:
            send: Sends to the client.
            connection: Learns that the client has left, if this is cancelled.
        """
        try:
            while True:
                action = await self._actions.get()
                if isinstance(action, EndExchange):
                    return None
                if action.answers:
                    self.answer = action
                    return action.data
                await send(action.data)
        except (asyncio.CancelledError, ConnectionError):
            connection.client_left(self)
            raise
        finally:
            self._is_over = True
            while not self._actions.empty():  # so that nobody waits for room
                self._actions.get_nowait()
