"""The sessions of a server over HTTP: by id, bounded, and ended when they are not used."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from .http_peers import HttpPeer
from .service import Service

if TYPE_CHECKING:
    from ..authorization.principal import Principal

_SWEEP_INTERVAL = 1.0
"""Seconds between two checks of the sessions."""


class HttpSessions:
    """Sessions by id.

    Args:
        service: is told of each session that begins and ends.
        idle: seconds without use after which a session ends.
        max_sessions: number of sessions; beyond it, the least recently used one ends.
        max_buffered: bytes that the streams of all sessions may buffer; beyond it, the least recently used ones that
            are idle end.
    """

    def __init__(self, service: Service, idle: float, max_sessions: int, max_buffered: int) -> None:
        self._service = service
        self._idle = idle
        self._max_sessions = max_sessions
        self._max_buffered = max_buffered
        self._peers: OrderedDict[str, HttpPeer] = OrderedDict()
        self._sweeping: asyncio.Task[None] | None = None

    def __contains__(self, session_id: str) -> bool:
        """Whether there is such a session."""
        return session_id in self._peers

    def find(self, session_id: str | None, principal: Principal | None = None) -> HttpPeer | None:
        """The client of a session, which is used now; None if there is no such session, or it is somebody else's."""
        peer = None if session_id is None else self._peers.get(session_id)
        if session_id is None or peer is None or peer.session.principal != principal:
            return None
        peer.last_used = time.monotonic()
        self._peers.move_to_end(session_id)
        return peer

    def register(self, peer: HttpPeer, principal: Principal | None = None) -> str:
        """Begin a session and return its id, which has 192 random bits; from now on it belongs to the principal."""
        session_id = peer.session.session_id = secrets.token_urlsafe(24)
        if principal is not None:
            peer.session.principal = principal
        self._peers[session_id] = peer
        self._service.connected(peer)
        if len(self._peers) > self._max_sessions:
            self.end(next(iter(self._peers)))
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep())
        return session_id

    def end(self, session_id: str) -> None:
        """End a session; do nothing if there is none."""
        peer = self._peers.pop(session_id, None)
        if peer is not None:
            self._service.disconnected(peer)
            peer.end()

    def close(self) -> None:
        """End every session."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for session_id in list(self._peers):
            self.end(session_id)

    def sweep(self) -> None:
        """End sessions that are idle for too long, and more idle ones while all buffer too much."""
        long_ago = time.monotonic() - self._idle
        total = sum(peer.buffered_bytes for peer in self._peers.values())
        for session_id, peer in list(self._peers.items()):  # least recently used first
            is_surplus = total > self._max_buffered and peer.buffered_bytes > 0
            if peer.is_idle and (peer.last_used < long_ago or is_surplus):
                total -= peer.buffered_bytes
                self.end(session_id)

    async def _sweep(self) -> None:
        while self._peers:
            await asyncio.sleep(min(self._idle / 4, _SWEEP_INTERVAL))
            self.sweep()
