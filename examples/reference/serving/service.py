"""The reference server as a service: what it offers, and the notifications that its clients get."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine
from typing import Any

import mcp_bindings as mb
from mcp_bindings.extensions import tasks
from mcp_bindings.transports import ServedClient, Service
from serving import tool_calls
from serving.changes import UPDATED, Listener
from serving.handlers import CAPABILITIES, INFO, SERVERS, ReferenceHandlers
from serving.shared import Shared


class ReferenceService(Service):
    """What the reference server offers to every client.

    Args:
        shared: what all clients share.
        revisions: ids of those that it speaks.
    """

    def __init__(self, shared: Shared, revisions: Collection[str] = mb.REVISIONS) -> None:
        super().__init__(
            lambda version: SERVERS[version](shared),
            info=INFO,
            capabilities=CAPABILITIES,
            revisions=revisions,
            extensions=[tasks.EXTENSION],
        )
        self.shared = shared
        self._listeners: dict[ServedClient, Listener] = {}

    def input_schema(self, tool: str) -> object:
        """The JSON Schema of a tool's arguments."""
        return tool_calls.input_schema(tool)

    def connected(self, client: ServedClient) -> None:
        """Send change notifications to the client from now on."""
        self._listeners[client] = _listener(client)
        self.shared.changes.add_listener(self._listeners[client])

    def disconnected(self, client: ServedClient) -> None:
        """Send no further notifications to the client."""
        self.shared.changes.remove_listener(self._listeners.pop(client))

    def ending(self) -> None:
        """Let subscriptions end with their result."""
        self.shared.changes.ended.set()


def _listener(client: ServedClient) -> Callable[[str, dict[str, Any]], Coroutine[Any, Any, None]]:
    async def notify(method: str, params: dict[str, Any]) -> None:
        """Send a notification; one about a resource only to a client that subscribed to it."""
        handlers = client.handlers
        assert handlers is None or isinstance(handlers, ReferenceHandlers)
        if method != UPDATED or (handlers is not None and params["uri"] in handlers.subscribed_uris):
            await client.notify(method, params or None)

    return notify
