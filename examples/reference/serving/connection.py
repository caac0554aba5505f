"""One client over any transport: its session, and the handlers for each revision that it uses."""

from __future__ import annotations

from collections.abc import Coroutine
from importlib import import_module
from typing import Any

import mcp_bindings as mb
from mcp_bindings.extensions import tasks
from mcp_bindings.peer import SendMessage
from mcp_bindings.session import Event
from mcp_bindings.spec import Transport
from mcp_bindings.spec.error_codes import INTERNAL_ERROR
from serving.changes import UPDATED
from serving.handlers import CAPABILITIES, INFO, SERVERS, ReferenceHandlers
from serving.shared import Shared

LIMITS = mb.Limits(max_bytes=4 * 1024 * 1024)
MAX_CONCURRENT = 1_000  # requests of one client that the server handles at the same time
TOO_MANY_REQUESTS = "Too many requests at once"


class Connection:
    """The connection to one client. Pass each message to `session.receive`, and the resulting event to `handle`.

    Args:
        shared: what all clients of the server share.
        send: sends messages that are unrelated to any request of the client.
        transport: the transport that connects the client.
    """

    def __init__(self, shared: Shared, send: SendMessage, transport: Transport) -> None:
        self.session = mb.Session(
            "server",
            mb.REVISIONS,
            info=INFO,
            capabilities=CAPABILITIES,
            transport=transport,
            limits=LIMITS,
            extensions=[tasks.EXTENSION],
        )
        self._shared = shared
        self._send = send
        self.running_requests: int = 0
        self._dispatchers: dict[str, mb.Dispatcher] = {}

    def admit(self, event: Event | mb.ProtocolError) -> tuple[Event | mb.ProtocolError, int]:
        """Count the requests in an event, each item of a batch separately, and reject those over `MAX_CONCURRENT`.

        Returns:
            The event with an error in place of each rejected request, and the number of requests left in it. The caller
            subtracts that number from `running_requests` when the server has responded to them.
        """
        before = self.running_requests
        if isinstance(event, mb.Batch):
            event = mb.Batch([self._admit_one(item) for item in event])
        else:
            event = self._admit_one(event)
        return event, self.running_requests - before

    def _admit_one(self, event: Any) -> Any:
        if not isinstance(event, mb.Request):
            return event
        if self.running_requests < MAX_CONCURRENT:
            self.running_requests += 1
            return event
        error = mb.ProtocolError(INTERNAL_ERROR, TOO_MANY_REQUESTS, id=event.id)
        self.session.record_error(event.id, error)
        return error

    def handle(
        self, event: Event | mb.ProtocolError, send: SendMessage | None = None
    ) -> Coroutine[Any, Any, bytes | None]:
        """Handle an event with the handlers of its revision.

        Args:
            event: returned or raised by `session.receive`.
            send: sends messages that are related to this one, such as progress.

        Returns:
            The response to send back, or None if there is none.
        """
        return self._dispatcher(self.version_of(event)).handle(event, send=send)

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        """Send a change notification if this client has a session, and for a resource, if it subscribed to it."""
        session = self.session
        if session.state == "ready" and session.version is not None:
            handlers = self._dispatcher(session.version).handlers
            assert isinstance(handlers, ReferenceHandlers)
            if method != UPDATED or params["uri"] in handlers.subscribed_uris:
                await self._send(session.notify(method, params or None))

    def version_of(self, event: Event | mb.ProtocolError) -> str:
        """The revision whose handlers handle a message."""
        if isinstance(event, mb.Request):
            return self.session.revision_of(event.id).id
        return self.session.version or mb.LATEST

    def _dispatcher(self, version: str) -> mb.Dispatcher:
        if version not in self._dispatchers:
            handlers = SERVERS[version](self._shared)
            calls = import_module(mb.revision(version).package).ServerCalls(self._send, session=self.session)
            self._dispatchers[version] = mb.Dispatcher(handlers, send=self._send, calls=calls, session=self.session)
        return self._dispatchers[version]
