"""The sessions that face the client: one for a connection, or one for each HTTP exchange of a per-request client."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ..extensions import Extension
from ..limits import Limits
from ..session.rules import SessionMode
from ..session.session import Session
from ..spec.names import Transport

MODE: SessionMode = "default"
"""Of each session of a bridge: it carries what harms nobody, as it would be delivered without a bridge."""


class Front:
    """The sessions that face the client.

    Args:
        revisions: Those that this side speaks.
        info: Name and version of the server.
        capabilities: What the client is told that the server has.
        instructions: Of the server.
        transport: How messages travel to the client.
        limits: For each text.
        extensions: Of the protocol.
        is_shared: Whether one session serves the whole connection.
    """

    def __init__(
        self,
        revisions: Collection[str],
        *,
        info: Any,
        capabilities: Mapping[str, Any],
        instructions: str | None,
        transport: Transport,
        limits: Limits,
        extensions: Collection[Extension],
        is_shared: bool,
    ) -> None:
        self._revisions = revisions
        self._options: dict[str, Any] = {
            "info": info,
            "capabilities": capabilities,
            "instructions": instructions,
            "transport": transport,
            "limits": limits,
            "extensions": extensions,
        }
        self.main: Session | None = self._new() if is_shared else None

    def session(self) -> Session:
        """The session that takes the next text of the client."""
        return self.main if self.main is not None else self._new()

    def _new(self) -> Session:
        return Session("server", self._revisions, mode=MODE, **self._options)
