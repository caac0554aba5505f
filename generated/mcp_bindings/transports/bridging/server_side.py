"""What a transport to a server needs of the session that faces it, for a bridge."""

from __future__ import annotations

from collections.abc import Container, Mapping
from contextvars import ContextVar

from ...bridge import Bridge, ToServer
from ...errors import RequestId
from ...session.session import Session


class ServerSide:
    """The side of a bridge that faces the server.

    Plain requests pass by the session there, so the bridge says which ones wait for their answers.

    Args:
        bridge: The bridge.
        sending: What this task sends; None if that is nothing of the bridge.
    """

    def __init__(self, bridge: Bridge, sending: ContextVar[ToServer | None]) -> None:
        self._bridge = bridge
        self._sending = sending
        self._pending = _Awaited(bridge)

    @property
    def pending(self) -> Container[RequestId]:
        """The requests that wait for an answer."""
        return self._pending

    @property
    def _session(self) -> Session:
        session = self._bridge.server_session
        assert session is not None, "nothing is sent before the bridge has a session"
        return session

    @property
    def state(self) -> str:
        """How far the session is."""
        return self._session.state

    @property
    def version(self) -> str | None:
        """The version that is agreed on."""
        return self._session.version

    @property
    def session_id(self) -> str | None:
        """The `Mcp-Session-Id` that the server has assigned."""
        return self._session.session_id

    @session_id.setter
    def session_id(self, id: str | None) -> None:
        """Record the id that the server has assigned."""
        self._session.session_id = id

    def http_headers(
        self,
        data: bytes | None,
        *,
        http_method: str = "POST",
        last_event_id: str | None = None,
        input_schemas: Mapping[str, object] | None = None,
    ) -> Mapping[str, str]:
        """The headers of an HTTP request: those that the bridge has written, for a message of the bridge."""
        sending = self._sending.get()
        if sending is not None and sending.data is data:
            return sending.headers
        return self._session.http_headers(
            data, http_method=http_method, last_event_id=last_event_id, input_schemas=input_schemas
        )


class _Awaited(Container[RequestId]):
    """The requests that wait for an answer of the server."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge

    def __contains__(self, id: object) -> bool:
        return isinstance(id, (str, int)) and self._bridge.awaits(id)
