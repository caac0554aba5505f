"""Sessions over HTTP in stores: what one application writes there, and how another one continues from it.

An event is stored before its reader gets it, so that what a client has got is known to who takes over. Requests end
with the process that handled them: their streams get an error for each of them.

Page: /specification/2025-11-25/basic/transports#resumability-and-redelivery.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Collection, Coroutine, Sequence
from typing import Any, NamedTuple

from ..errors import ProtocolError, RequestId
from ..http.event_streams import EventStream
from ..jsonrpc.messages import Request
from ..peer.guards.session_ids import is_session_id
from ..spec.names import INITIALIZE, INITIALIZED
from .buffers import Buffers
from .http_peers import HttpPeer
from .lost_requests import lost_request
from .service import Service
from .stores import (
    EventStore,
    SessionHeldError,
    SessionLostError,
    SessionStore,
    StoredEvent,
    StoredSession,
    StoredStream,
    StoreError,
)
from .waiting import uninterrupted

_POLL = 0.2
"""Seconds between two tries to claim a session."""

_RENEWAL = 1.0
"""Seconds between two times at which the application says that it lives."""

_NUMBERS_OF_HOLDER = 1_000_000
"""Streams that one application may open in a session; those of the next one have higher numbers."""

_IDS_OF_HOLDER = 2**32
"""Requests to the client that one application may send in a session."""

_LOST = "the process that handled the request has ended"

_log = logging.getLogger(__name__)


class Stores(NamedTuple):
    """A store for sessions and one for their events."""

    sessions: SessionStore
    events: EventStore


class StreamJournal:
    """Writes the events of one session's streams to a store.

    The session ends here as soon as the store says that this application no longer holds it, because another one has
    taken it over or because the store was emptied: none of its calls could be answered.

    Args:
        store: for events.
        holder: the application.
        peer: the client of the session.
        stored: numbers of the streams that the store has.
    """

    def __init__(self, store: EventStore, holder: str, peer: HttpPeer, stored: Collection[int] = ()) -> None:
        self._store = store
        self._place = (holder, str(peer.session.session_id))
        self._peer = peer
        self._streams = peer.streams
        self._stored = set(stored)
        self._lock = asyncio.Lock()

    async def begin(self, stream: EventStream, requests: Sequence[RequestId] | None) -> None:
        """Store a stream with the events that it has, unless the store has it.

        Raises:
            ConnectionError: another application holds the session, or the store does not work.
        """
        if stream.number not in self._stored:
            await self._write(self._begin(stream, requests))

    async def add(
        self, stream: EventStream, requests: Sequence[RequestId] | None, message: bytes, *, is_last: bool
    ) -> None:
        """Store a message, and then add it to its stream.

        Raises:
            ConnectionError: as for `begin`; the stream does not get the message then.
        """
        await self._write(self._add(stream, requests, message, is_last))

    async def _write(self, work: Coroutine[Any, Any, None]) -> None:
        """Write after what is written before."""
        try:
            async with self._lock:
                await uninterrupted(work)
        except SessionLostError:
            self._peer.give_up()
            raise
        finally:
            work.close()  # it never began if this was cancelled before its turn

    async def _begin(self, stream: EventStream, requests: Sequence[RequestId] | None) -> None:
        if stream.number in self._stored:
            return
        await self._store.open(*self._place, stream.number, requests)
        self._stored.add(stream.number)
        for place in range(stream.first_after(0), stream.length):
            event = stream.event(place)
            assert event is not None
            await self._append(stream, place, StoredEvent(event.data, event.retry), is_last=False)
        gone = [number for number in self._stored if number not in self._streams]
        if gone:
            await self._store.discard(*self._place, gone)
            self._stored.difference_update(gone)

    async def _add(
        self, stream: EventStream, requests: Sequence[RequestId] | None, message: bytes, is_last: bool
    ) -> None:
        await self._begin(stream, requests)
        await self._append(stream, stream.length, StoredEvent(message), is_last=is_last)
        stream.add(message)

    async def _append(self, stream: EventStream, place: int, event: StoredEvent, *, is_last: bool) -> None:
        first = stream.first_after(0) + 1
        await self._store.append(*self._place, stream.number, place + 1, event, first=first, is_last=is_last)


class SharedSessions:
    """The sessions of one application in stores that it shares with others.

    Args:
        service: what the server offers.
        stores: the stores.
        buffers: bounds what the streams of the sessions buffer.
    """

    def __init__(self, service: Service, stores: Stores, buffers: Buffers) -> None:
        self.holder: str = secrets.token_urlsafe(16)
        self._buffers = buffers
        self._service = service
        self._stores = stores
        self._saved: dict[str, StoredSession] = {}
        self._claims: dict[tuple[str, str | None], asyncio.Task[tuple[HttpPeer, StoredSession] | None]] = {}
        self._renewing: asyncio.Task[None] | None = None

    async def publish(self, peer: HttpPeer, opening: Request) -> None:
        """Store a session that has just begun.

        Raises:
            ConnectionError: the store does not work.
        """
        session_id = peer.session.session_id
        assert session_id is not None
        principal = peer.session.principal
        key = None if principal is None else principal.key
        stored = StoredSession(opening.to_bytes().decode(), principal=key)
        await self._stores.sessions.save(self.holder, session_id, stored)
        self._hold(session_id, stored)
        peer.journal = StreamJournal(self._stores.events, self.holder, peer)

    async def update(self, peer: HttpPeer) -> None:
        """Store what has changed in a session since it was stored.

        Raises:
            ConnectionError: another application holds the session, or the store does not work.
        """
        session_id = peer.session.session_id
        saved = None if session_id is None else self._saved.get(session_id)
        if session_id is None or saved is None:
            return
        now = saved._replace(is_ready=peer.session.state == "ready")
        if now != saved:
            await self._stores.sessions.save(self.holder, session_id, now)
            self._saved[session_id] = now

    async def recall(self, session_id: str, principal: str | None) -> HttpPeer | None:
        """Continue a session of another application, once that has died.

        Args:
            session_id: of the session.
            principal: key of who asks for it.

        Returns:
            Its client; None if there is no such session, or it belongs to another principal.

        Raises:
            SessionHeldError: another application holds it, and has not died.
            StoreError: the store does not work.
        """
        if not is_session_id(session_id):
            return None
        claim = self._claims.get((session_id, principal))
        if claim is None:
            claim = self._claims[session_id, principal] = asyncio.create_task(self._claim(session_id, principal))
            claim.add_done_callback(lambda _: self._claims.pop((session_id, principal), None))
        claimed = await asyncio.shield(claim)
        if claimed is None:
            return None
        if session_id not in self._saved:
            self._hold(session_id, claimed[1])
        return claimed[0]

    def _hold(self, session_id: str, stored: StoredSession) -> None:
        """Keep what is stored of a session, and say from now on that the application lives."""
        self._saved[session_id] = stored
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self._renew())

    async def _renew(self) -> None:
        """Say that the application lives, while it has sessions.

        This has a timer of its own: what is done for each session may take longer than the others wait.
        """
        while self._saved:
            await asyncio.sleep(_RENEWAL)
            try:
                await self._stores.sessions.renew(self.holder)
            except StoreError as error:
                _log.warning("a store does not learn that this process lives: %s", error)

    async def keep(self) -> Collection[str]:
        """Say that the application uses its sessions.

        Returns:
            Those that it no longer holds.
        """
        return await self._stores.sessions.keep(self.holder, list(self._saved))

    def forget(self, session_id: str) -> None:
        """Keep nothing more of a session in this process."""
        self._saved.pop(session_id, None)

    async def remove(self, session_id: str) -> None:
        """End a session."""
        self.forget(session_id)
        await self._stores.sessions.remove(self.holder, session_id)

    async def release(self) -> None:
        """Let others claim the sessions, since the application ends."""
        if self._renewing is not None:
            self._renewing.cancel()
        await self._stores.sessions.release(self.holder)

    async def _claim(self, session_id: str, principal: str | None) -> tuple[HttpPeer, StoredSession] | None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._stores.sessions.claim_timeout + 1
        while True:
            try:
                stored = await self._stores.sessions.claim(self.holder, session_id, principal)
                break
            except SessionHeldError:
                if loop.time() >= deadline:
                    raise
            await asyncio.sleep(_POLL)
        if stored is None:
            return None
        return await self._restore(session_id, stored), stored

    async def _restore(self, session_id: str, stored: StoredSession) -> HttpPeer:
        peer = HttpPeer(self._service)
        peer.buffers = self._buffers
        session = peer.session
        try:
            opening = session.receive(stored.opening.encode())
        except ProtocolError as error:
            raise StoreError(f"the stored {INITIALIZE} request of a session is not valid: {error}") from error
        if not isinstance(opening, Request) or opening.method != INITIALIZE:
            raise StoreError(f"a session is stored without its {INITIALIZE} request")
        session.accept(opening)
        if stored.is_ready:
            session.receive(json.dumps({"jsonrpc": "2.0", "method": INITIALIZED}).encode())
        session.session_id = session_id
        session.skip_ids(stored.takeovers * _IDS_OF_HOLDER)
        found = await self._stores.events.load(session_id)
        peer.streams.skip_numbers(stored.takeovers * _NUMBERS_OF_HOLDER)
        numbers = [each.number for each in found]
        peer.journal = StreamJournal(self._stores.events, self.holder, peer, numbers)
        for each in found:
            await self._restore_stream(peer, each)
        return peer

    async def _restore_stream(self, peer: HttpPeer, stored: StoredStream) -> None:
        """Continue a stream. Of a request that the other process has not answered, the answer is an error."""
        events = [(event.data, event.retry) for event in stored.events]
        stream = peer.streams.restore(stored.number, events, first=stored.first)
        channel = peer.adopt(stream, stored.requests)
        for place, id_ in enumerate(stored.requests or ()):
            await channel.send(lost_request(_LOST).reply(id_), is_last=place == len(stored.requests or ()) - 1)
        if stored.requests is not None:
            channel.end()
