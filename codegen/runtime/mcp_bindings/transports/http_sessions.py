"""The sessions of a server over HTTP: by id, bounded, and ended when they are not used."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ..jsonrpc.messages import Request
from ..peer.guards.session_ids import new_session_id
from ..peer.owners import request_owner, share_key
from ..session.events import Event
from .buffers import Buffers
from .http_peers import HttpPeer
from .quotas import SessionShares
from .service import Service
from .shared_sessions import SharedSessions, Stores
from .stores import SessionLostError, StoreError

if TYPE_CHECKING:
    from ..authorization.principal import Principal

_SWEEP_INTERVAL = 1.0
"""Seconds between two checks of the sessions."""

_log = logging.getLogger(__name__)


class HttpSessions:
    """Sessions by id.

    Args:
        service: is told of each session that begins and ends.
        idle: seconds without use after which a session ends.
        max_sessions: number of sessions; beyond it, one ends that nobody has used yet, or of the owner with most.
        max_buffered: bytes that the streams of all sessions may buffer; beyond it, idle ones end, those of the owner
            whose sessions buffer most first.
        stores: keep sessions and events for other processes as well; by default there is only the memory of this one.

    Attributes:
        buffers: bounds what the streams of all clients buffer, of those without sessions too.
    """

    def __init__(
        self, service: Service, idle: float, max_sessions: int, max_buffered: int, stores: Stores | None = None
    ) -> None:
        self._service = service
        self._idle = idle
        self._max_sessions = max_sessions
        self._max_buffered = max_buffered
        self._peers: OrderedDict[str, HttpPeer] = OrderedDict()
        self._shares = SessionShares()
        self._sweeping: asyncio.Task[None] | None = None
        self.buffers: Buffers = Buffers(max_buffered)
        self.buffers.on_full = partial(self.sweep, max_buffered // 2)
        self._shared = None if stores is None else SharedSessions(service, stores, self.buffers)

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
        self._shares.use(session_id, peer)
        return peer

    def register(self, peer: HttpPeer, principal: Principal | None = None) -> str:
        """Begin a session and return its id, which has 192 random bits; from now on it belongs to the principal."""
        session_id = peer.session.session_id = new_session_id()
        self._add(session_id, peer, principal)
        return session_id

    def _add(self, session_id: str, peer: HttpPeer, principal: Principal | None) -> None:
        if principal is not None:
            peer.session.principal = principal
        self._peers[session_id] = peer
        peer.owner = request_owner.get()
        self._shares.add(session_id, peer)
        peer.give_up = partial(self.end, session_id)
        self._service.connected(peer)
        if len(self._peers) > self._max_sessions:
            self.end(self._shares.surplus(session_id))
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep())

    async def recall(self, session_id: str | None, principal: Principal | None = None) -> HttpPeer | None:
        """The client of a session as of `find`, or of one that another process has held that has died.

        Raises:
            ConnectionError: another process holds the session, or a store does not work.
        """
        peer = self.find(session_id, principal)
        if session_id is None or session_id in self._peers or self._shared is None:
            return peer
        peer = await self._shared.recall(session_id, None if principal is None else principal.key)
        if peer is not None and session_id not in self._peers:
            self._add(session_id, peer, principal)
            self._shares.use(session_id, peer)
        return peer

    async def publish(self, peer: HttpPeer, opening: Event) -> None:
        """Store a session that has just begun with a request.

        Raises:
            ConnectionError: the store does not work; then the session ends.
        """
        if self._shared is not None and isinstance(opening, Request):
            try:
                await self._shared.publish(peer, opening)
            except ConnectionError:
                self.end(str(peer.session.session_id))
                raise

    async def update(self, peer: HttpPeer) -> None:
        """Store what has changed in a session.

        Raises:
            ConnectionError: another process holds the session, which ends here then, or the store does not work.
        """
        if self._shared is not None:
            try:
                await self._shared.update(peer)
            except SessionLostError:
                self.end(str(peer.session.session_id))
                raise

    async def remove(self, session_id: str) -> None:
        """End a session here and in the store.

        Raises:
            ConnectionError: the store does not work.
        """
        self.end(session_id)
        if self._shared is not None:
            await self._shared.remove(session_id)

    def end(self, session_id: str) -> None:
        """End a session; do nothing if there is none."""
        peer = self._peers.pop(session_id, None)
        if peer is not None:
            self._shares.remove(session_id, peer)
            self._service.disconnected(peer)
            peer.end()
        if self._shared is not None:
            self._shared.forget(session_id)

    async def close(self) -> None:
        """End every session in this process; others can continue those in a store."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for session_id in list(self._peers):
            self.end(session_id)
        if self._shared is not None:
            with suppress(StoreError):
                await self._shared.release()

    def sweep(self, max_buffered: int | None = None) -> None:
        """End sessions that are idle for too long, and more idle ones while all buffer too much.

        Args:
            max_buffered: bytes that are not too much; by default those that the sessions may buffer.
        """
        most = self._max_buffered if max_buffered is None else max_buffered
        long_ago = time.monotonic() - self._idle
        for session_id, peer in list(self._peers.items()):
            if peer.is_idle and peer.last_used < long_ago:
                self.end(session_id)
        held: Counter[str] = Counter()
        for session_id, peer in self._peers.items():
            held[share_key(peer.owner, session_id)] += peer.buffered_bytes
        if held.total() > most:
            self._end_surplus(held, most)

    def _end_surplus(self, held: Counter[str], most: int) -> None:
        """End idle sessions that buffer something, until all together buffer no more than they may.

        Args:
            held: bytes that the sessions of each owner buffer; those of the owner with most end first.
            most: bytes that they may buffer.
        """
        total = held.total()
        buffering = [each for each in self._peers.items() if each[1].is_idle and each[1].buffered_bytes > 0]
        buffering.sort(key=lambda each: -held[share_key(each[1].owner, each[0])])  # else least recently used first
        for session_id, peer in buffering:
            if total <= most:
                return
            total -= peer.buffered_bytes
            self.end(session_id)

    async def _sweep(self) -> None:
        while self._peers:
            await asyncio.sleep(min(self._idle / 4, _SWEEP_INTERVAL))
            self.sweep()
            await self._keep()

    async def _keep(self) -> None:
        """Tell the store which sessions this process uses, and end those that it no longer holds."""
        if self._shared is None:
            return
        try:
            lost = await self._shared.keep()
        except StoreError as error:
            _log.warning("sessions cannot be kept: %s", error)
            return
        for session_id in lost:
            _log.warning("a session ends that this process no longer holds in the store")
            self.end(session_id)
