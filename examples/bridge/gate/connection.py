"""One connection of the gateway to the server, with its rules and records."""

from __future__ import annotations

from typing import NamedTuple

import mcp_bindings as mb
from gate.records import Log, Metrics
from gate.rules import Rules
from mcp_bindings.bridge import Action, Closed, ToClient
from mcp_bindings.transports import BridgeConnection, ClientTransport


class Office(NamedTuple):
    """What all connections of a gateway share."""

    rules: Rules
    log: Log
    metrics: Metrics


class GuardedConnection(BridgeConnection):
    """A bridge and its connection to the server.

    Args:
        bridge: Between the client and the server.
        transport: To the server.
        office: Rules and records.
    """

    def __init__(self, bridge: mb.Bridge, transport: ClientTransport, office: Office) -> None:
        super().__init__(bridge, transport)
        self._office = office

    def answered_here(self, data: bytes) -> bytes | None:
        """Refuse a call that may not be made."""
        refusal = self._office.rules.refusal(data)
        if refusal is not None:
            self._office.metrics.count("refused")
        return refusal

    def repaired(self, data: bytes) -> bytes:
        """Remove tools from lists."""
        self._office.metrics.answered(self, data)
        session = self.bridge.server_session
        version = session.version if session is not None else None
        if version is None:
            return data
        data, reasons = self._office.rules.without_tools(data, version)
        for reason in reasons:
            self._office.metrics.count("removed_tools", reason)
            self._office.log.write({"from": "server", "method": "tools/list", "removed": reason})
        return data

    def rewritten(self, action: ToClient) -> ToClient:
        """Remove values."""
        data = self._office.rules.without_secrets(action.data)
        return action if data is action.data else action._replace(data=data)

    def observed(self, action: Action) -> None:
        """Keep the records."""
        self._office.log.action(action)
        self._office.metrics.action(self, action)
        if isinstance(action, Closed):
            self._office.metrics.ended(self)
            self._office.metrics.write()
