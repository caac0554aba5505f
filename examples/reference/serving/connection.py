"""One client, however it is connected: its session, and handlers of each revision that it speaks."""

from __future__ import annotations

from collections.abc import Coroutine
from importlib import import_module
from typing import Any

import mcp_bindings as mb
from mcp_bindings.peer import SendMessage
from mcp_bindings.session import Event
from mcp_bindings.spec import Transport
from mcp_bindings.spec.error_codes import INTERNAL_ERROR
from serving.changes import UPDATED, Changes
from serving.handlers import CAPABILITIES, INFO, SERVERS, Behaviour

LIMITS = mb.Limits(max_bytes=4 * 1024 * 1024)
AT_ONCE = 1_000  # requests of one client that are worked on side by side
TOO_MANY = "Too many requests at once"


class Connection:
    """What one client says goes to `session.receive`, and what comes of that to `handle`.

    Args:
        changes: what this client may be told of.
        send: sends what belongs to no request.
        transport: how it is connected.
    """

    def __init__(self, changes: Changes, send: SendMessage, transport: Transport) -> None:
        self.session = mb.Session(
            "server", mb.REVISIONS, info=INFO, capabilities=CAPABILITIES, transport=transport, limits=LIMITS
        )
        self._changes = changes
        self._send = send
        self.at_once: int = 0  # requests that are worked on
        self._dispatchers: dict[str, mb.Dispatcher] = {}

    def admit(self, event: Event | mb.ProtocolError) -> tuple[Event | mb.ProtocolError, int]:
        """Count the requests in what has come, each item of a batch, and refuse those over `AT_ONCE`.

        Returns:
            The same, with an error in place of each request that is refused, and how many requests are left in it. Take
            that number from `at_once` when they are answered.
        """
        before = self.at_once
        if isinstance(event, mb.Batch):
            event = mb.Batch([self._admit_one(item) for item in event])
        else:
            event = self._admit_one(event)
        return event, self.at_once - before

    def _admit_one(self, event: Any) -> Any:
        if not isinstance(event, mb.Request):
            return event
        if self.at_once < AT_ONCE:
            self.at_once += 1
            return event
        error = mb.ProtocolError(INTERNAL_ERROR, TOO_MANY, id=event.id)
        self.session.record_error(event.id, error)
        return error

    def handle(
        self, event: Event | mb.ProtocolError, send: SendMessage | None = None
    ) -> Coroutine[Any, Any, bytes | None]:
        """Work on what has come, by the handlers of its revision.

        Args:
            event: from `session.receive`, or raised by it.
            send: sends what belongs to this message.
        """
        return self._dispatcher(self.version_of(event)).handle(event, send=send)

    async def tell(self, method: str, params: dict[str, Any]) -> None:
        """Pass on a change, if this client has opened a session and wants to know."""
        session = self.session
        if session.state == "ready" and session.version is not None:
            handlers = self._dispatcher(session.version).handlers
            assert isinstance(handlers, Behaviour)
            if method != UPDATED or params["uri"] in handlers.watched:
                await self._send(session.notify(method, params or None))

    def version_of(self, event: Event | mb.ProtocolError) -> str:
        """The revision whose handlers a message is for."""
        if isinstance(event, mb.Request):
            return self.session.revision_of(event.id).id
        return self.session.version or mb.LATEST

    def _dispatcher(self, version: str) -> mb.Dispatcher:
        if version not in self._dispatchers:
            handlers = SERVERS[version](self._changes)
            calls = import_module(mb.revision(version).package).ServerCalls(self._send, session=self.session)
            self._dispatchers[version] = mb.Dispatcher(handlers, send=self._send, calls=calls, session=self.session)
        return self._dispatchers[version]
