"""One client over HTTP that has a bridge in place of handlers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from ...bridge import EndExchange, ToClient
from ...session import Session
from ..http_peers import HttpPeer
from ..service import Service
from .connection import BridgeConnection
from .exchange import BridgeExchange


class BridgedPeer(HttpPeer):
    """A client over HTTP. Its session is the one of the bridge that faces it, once that is open.

    Args:
        service: What bridges speak to clients.
        connection: The bridge, and its connection to the server.
        closing: Gets the task that ends the bridge with this client; None if others use the bridge too.
        session: The session to use before the bridge has one; by default a new one.

    Attributes:
        connection: As given.
    """

    def __init__(
        self,
        service: Service,
        connection: BridgeConnection,
        closing: set[asyncio.Task[None]] | None = None,
        session: Session | None = None,
    ) -> None:
        super().__init__(service, session)
        self.connection = connection
        self._closing = closing
        if closing is not None:
            connection.deliver = self._deliver

    @property
    def is_opening(self) -> bool:
        """Whether it has a session to open."""
        return self._closing is not None and self.session.version is None

    def adopt_session(self) -> bool:
        """Use the session of the bridge; whether it is open."""
        opened = self.connection.bridge.client_session
        if opened is not None and opened is not self.session:
            if (principal := self.session.principal) is not None:
                opened.principal = principal
            self.session = opened
        return self.session.version is not None

    def receive_http_sse(self, body: bytes) -> bool:
        """Pass a message of HTTP+SSE (2024-11-05) on; what comes back travels on the standalone stream."""
        if self._is_full(len(body)):
            return False
        self.start(self._pass_on(body), 0, len(body))
        return True

    def end(self) -> None:
        """End the streams, and the bridge if it belongs to this client."""
        super().end()
        if self._closing is not None:
            task = asyncio.create_task(self.connection.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _pass_on(self, body: bytes) -> None:
        await self.connection.from_client(body)
        self.adopt_session()

    def _deliver(self, action: ToClient | EndExchange) -> Awaitable[None] | None:
        if isinstance(action.exchange, BridgeExchange):
            return action.exchange.put(action)
        return self.standalone.send(action.data) if isinstance(action, ToClient) else None
