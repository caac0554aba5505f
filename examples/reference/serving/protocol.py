"""HTTP/1.1 by uvicorn, with timeouts that uvicorn has no settings for."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_TIMEOUT = 20.0  # seconds for a client to send a request's headers, from the connection or from their first byte
FLUSH_TIMEOUT = (
    20.0  # seconds for a client to read the rest of the last response, once the server closes the connection
)


class BoundedProtocol(H11Protocol):
    """Closes connections whose client sends its headers too slowly, or does not read the response."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the headers of the first request."""
        super().connection_made(transport)
        self._timer = self.loop.call_later(HEADER_TIMEOUT, transport.close)

    def data_received(self, data: bytes) -> None:
        """Start the timer at the first byte of a request, and stop it when the headers are complete."""
        before: Any = self.cycle  # None before the first request
        is_between = before is None or before.response_complete
        if self._timer is None and is_between:
            self._timer = self.loop.call_later(HEADER_TIMEOUT, self.transport.close)
        super().data_received(data)
        if self.cycle is not before:
            self._cancel_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._cancel_timer()
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """Close an unused connection; abort it after `FLUSH_TIMEOUT` if the client has not read everything by then."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(FLUSH_TIMEOUT, self.transport.abort)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
