"""One connection of the gateway to the server, with its rules and records."""

from __future__ import annotations

from collections.abc import Sequence

import mcp_bindings as mb
from gate.records import Log, Metrics
from gate.rules import Rules
from mcp_bindings.bridge import Action, Closed, ToClient
from mcp_bindings.transports import BridgeConnection, ClientTransport, StdioProcess


class GatewayState:
    """Shared parts of all connections of a gateway.

    Args:
        rules: rules for messages.
        log: log of changed and lost values.
        metrics: counts and times.
    """

    def __init__(self, rules: Rules, log: Log, metrics: Metrics) -> None:
        self.rules, self.log, self.metrics = rules, log, metrics
        self._version: str | None = None

    def remember_version(self, version: str | None) -> None:
        """Remember a revision that shows that the server has only one era; None if no connection could be opened."""
        self._version = version

    def filter_revisions(self, revisions: Sequence[str]) -> Sequence[str]:
        """Return the revisions to offer to the server: those of its only era, if it is known to have only one."""
        known = self._version
        return [each for each in revisions if known is None or mb.revision(each).era == mb.revision(known).era]


class GuardedConnection(BridgeConnection):
    """A bridge and its connection to the server.

    Args:
        bridge: bridge between the client and the server.
        transport: transport to the server.
        state: shared parts of all connections of the gateway.

    Attributes:
        exit_code: 0, or that of the program if the server has ended the connection.
        ended: the way in which the server has ended the connection; empty if it has not.
    """

    def __init__(self, bridge: mb.Bridge, transport: ClientTransport, state: GatewayState) -> None:
        super().__init__(bridge, transport)
        self._state, self._server = state, transport
        self.exit_code, self.ended = 0, ""

    def answer_here(self, data: bytes) -> bytes | None:
        """Refuse a call of a tool that is not allowed."""
        refusal = self._state.rules.refuse_call(data)
        if refusal is not None:
            self._state.metrics.increment("refused")
        return refusal

    def repair_text(self, data: bytes) -> bytes:
        """Remove tools from lists."""
        self._state.metrics.record_answers(self, data)
        version = self.bridge.server_version
        if version is None:
            return data
        if mb.revision(version).era != self._client_era:  # otherwise the server may have both
            self._state.remember_version(version)
        data, reasons = self._state.rules.remove_tools(data, version)
        for reason in reasons:
            self._state.metrics.increment("removed_tools", reason)
            self._state.log.write_row({"from": "server", "method": "tools/list", "removed": reason})
        return data

    @property
    def _client_era(self) -> str:
        session = self.bridge.client_session  # per-request clients over HTTP have none
        version = session.version if session is not None else None
        return mb.revision(version).era if version is not None else "per-request"

    def rewrite_action(self, action: ToClient) -> ToClient:
        """Remove values."""
        data = self._state.rules.remove_values(action.data)
        return action if data is action.data else action._replace(data=data)

    def observe_action(self, action: Action) -> None:
        """Keep the records."""
        self._state.log.write_action(action)
        self._state.metrics.count_action(self, action)
        if isinstance(action, Closed) and action.side == "server":
            self.exit_code, self.ended = exit_code_of(self._server), action.reason
        if isinstance(action, Closed):
            session = self.bridge.server_session
            if session is not None and session.version is None:
                self._state.remember_version(None)
            self._state.metrics.forget_connection(self)
            self._state.metrics.write_file()


def exit_code_of(server: ClientTransport) -> int:
    """Return the exit code of a server process, with 128 added to a signal; 1 if it still runs or is no process."""
    process = server.process if isinstance(server, StdioProcess) else None
    code = process.poll() if process is not None else None
    return 1 if code is None else code if code >= 0 else 128 - code
