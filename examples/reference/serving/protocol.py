"""HTTP/1.1 by uvicorn, with the limits in time that uvicorn has no settings for."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_WITHIN = 20.0  # seconds for a client to send the head of a request, from when it connects or begins with it
TAKEN_WITHIN = 20.0  # seconds for a client to take the rest of the last answer, once its connection is closed


class BoundedProtocol(H11Protocol):
    """Closes connections whose client sends its headers in drops, or does not take its answer."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(HEAD_WITHIN, transport.close)

    def data_received(self, data: bytes) -> None:
        """A client has sent something."""
        before: Any = self.cycle  # None before the first request
        is_between = before is None or before.response_complete
        if self._timer is None and is_between:
            self._timer = self.loop.call_later(HEAD_WITHIN, self.transport.close)
        super().data_received(data)
        if self.cycle is not before:
            self._stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """A client has gone."""
        self._stop()
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """A client has not asked again: close the connection, at last without waiting for it to take all."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
