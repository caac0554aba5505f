"""The sessions of a server over HTTP by id, with their bounds and their stores.

An event is stored before its reader gets it. So another process that continues the session knows what the client can
have received. A request ends with the process that handled it. If it has no response then, the process that continues
the session responds with an error.

Page: /specification/2025-11-25/basic/transports#resumability-and-redelivery.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from ..errors import ProtocolError, RequestId
from ..http.event_streams import EventStream
from ..jsonrpc.messages import Request
from ..options import check_class, check_method
from ..peer.quota_owners import owner_key, request_owner
from ..session.events import Event
from ..spec.http_fields import is_session_id
from ..spec.names import INITIALIZE, INITIALIZED
from .buffers import Buffers
from .http_peers import HttpPeer
from .lost_requests import make_stopped_request_error
from .quotas import SessionsByOwner
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
from .waiting import run_uninterrupted

if TYPE_CHECKING:
    from ..authorization.principal import Principal

_CLAIM_INTERVAL = 0.2
"""Seconds between two tries to claim a session."""

_RENEWAL_INTERVAL = 1.0
"""Seconds between two calls of `SessionStore.renew`."""

_STREAM_NUMBERS_OF_HOLDER = 1_000_000
"""Number of stream numbers that are reserved for each application that holds a session."""

_REQUEST_IDS_OF_HOLDER = 2**32
"""Number of request ids that are reserved for each application that holds a session."""

_MAX_ID_LENGTH = 256
"""Largest number of characters of a session id to look up in a store. An id of `make_session_id` has 32 characters."""

_ID_BYTES = 24
"""Number of random bytes in a session id. They are so many that nobody can guess the id.

Page: /specification/2025-11-25/basic/transports#session-management.
"""

_REASON_OF_LOSS = "the process that handled the request has ended"

_log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


def make_session_id() -> str:
    """Return a session id with 192 random bits, in characters of URL-safe Base64."""
    return secrets.token_urlsafe(_ID_BYTES)


class Stores(NamedTuple):
    """A store of sessions, and a store of the events of these sessions."""

    sessions: SessionStore
    events: EventStore


def check_stores(stores: object) -> None:
    """Check the option `stores` of an application.

    Raises:
        TypeError: the option is no `Stores`, or a member does not have the methods of its store.
    """
    check_class("stores", stores, Stores, "Stores(sessions, events)")
    assert isinstance(stores, Stores)
    for name, method, kind in (("sessions", "claim", "SessionStore"), ("events", "append", "EventStore")):
        check_method(f"stores.{name}", getattr(stores, name), method, f"an object with the methods of {kind}")


async def _call_store(ask: Callable[P, Awaitable[T]], *given: P.args, **named: P.kwargs) -> T:
    """Call a method of a store, and return the answer.

    Raises:
        SessionHeldError, SessionLostError, StoreError: the store has raised this error.
        StoreError: the store, which may be a class of the program, has raised another exception.
    """
    try:
        return await ask(*given, **named)
    except (SessionHeldError, SessionLostError, StoreError):
        raise
    except Exception as error:
        raise StoreError(f"{type(error).__name__}: {error}") from error


class StreamJournal:
    """A writer of the events of one session to a store.

    If the store says that this application no longer holds the session, the journal ends the session in this
    application. The reason is that another application has claimed the session, or that the store was emptied.

    Args:
        store: the store of events.
        holder: the name of this application in the store.
        peer: the client of the session.
        stored: numbers of the streams that the store has already.
    """

    def __init__(self, store: EventStore, holder: str, peer: HttpPeer, stored: Collection[int] = ()) -> None:
        self._store = store
        self._session_key = (holder, str(peer.session.session_id))
        self._peer = peer
        self._streams = peer.streams
        self._stored = set(stored)
        self._lock = asyncio.Lock()

    async def ensure_stream_stored(self, stream: EventStream, requests: Sequence[RequestId] | None) -> None:
        """Store a stream with its events, unless the store has the stream already.

        Then discard from the store the streams that the session no longer keeps.

        Raises:
            ConnectionError: this application no longer holds the session, or the store has failed.
        """
        if stream.number not in self._stored:
            await self._write_in_order(self._store_stream(stream, requests))

    async def add_message(
        self, stream: EventStream, requests: Sequence[RequestId] | None, message: bytes, *, is_last: bool
    ) -> None:
        """Store a message, then add it to its stream.

        Raises:
            ConnectionError: this application no longer holds the session, or the store has failed. In both cases the
                message is not added to the stream.
        """
        await self._write_in_order(self._store_message(stream, requests, message, is_last))

    async def _write_in_order(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine that writes to the store, after earlier ones have ended.

        Raises:
            ConnectionError: this application no longer holds the session, or the store has failed. In the first case,
                the session has ended in this application.
        """
        try:
            async with self._lock:
                await run_uninterrupted(work)
        except SessionLostError:
            self._peer.close_connection()
            raise
        finally:
            work.close()  # needed if this call was cancelled before the coroutine began

    async def _store_stream(self, stream: EventStream, requests: Sequence[RequestId] | None) -> None:
        if stream.number in self._stored:
            return
        await _call_store(self._store.open, *self._session_key, stream.number, requests)
        self._stored.add(stream.number)
        for position in range(stream.first_kept_position(0), stream.length):
            event = stream.event_at(position)
            assert event is not None
            await self._store_event(stream, position, StoredEvent(event.data, event.retry), is_last=False)
        gone = [number for number in self._stored if number not in self._streams]
        if gone:
            await _call_store(self._store.discard, *self._session_key, gone)
            self._stored.difference_update(gone)

    async def _store_message(
        self, stream: EventStream, requests: Sequence[RequestId] | None, message: bytes, is_last: bool
    ) -> None:
        await self._store_stream(stream, requests)
        await self._store_event(stream, stream.length, StoredEvent(message), is_last=is_last)
        stream.append_event(message)

    async def _store_event(self, stream: EventStream, position: int, event: StoredEvent, *, is_last: bool) -> None:
        first = stream.first_kept_position(0) + 1
        key = self._session_key
        await _call_store(self._store.append, *key, stream.number, position + 1, event, first=first, is_last=is_last)


class SharedSessions:
    """The sessions of one application in stores that it shares with other applications.

    Args:
        service: the server.
        stores: the stores.
        buffers: the bound of the bytes that the streams of the sessions buffer.

    Attributes:
        holder: the random name of this application in the stores.
    """

    def __init__(self, service: Service, stores: Stores, buffers: Buffers) -> None:
        self.holder: str = secrets.token_urlsafe(16)
        self._buffers = buffers
        self._service = service
        self._stores = stores
        self._saved: dict[str, StoredSession] = {}
        self._claims: dict[tuple[str, str | None], asyncio.Task[tuple[HttpPeer, StoredSession] | None]] = {}
        self._renewing: asyncio.Task[None] | None = None

    async def store_session(self, peer: HttpPeer, opening: Request) -> None:
        """Store a new session, and give its client a journal, which stores the events of its streams from now on.

        Args:
            peer: the client of the session.
            opening: the `initialize` request of the session.

        Raises:
            ConnectionError: the store has failed.
        """
        session_id = peer.session.session_id
        assert session_id is not None
        principal = peer.session.principal
        key = None if principal is None else principal.key
        stored = StoredSession(opening.to_bytes().decode(), principal=key)
        await _call_store(self._stores.sessions.save, self.holder, session_id, stored)
        self._record_held_session(session_id, stored)
        peer.journal = StreamJournal(self._stores.events, self.holder, peer)

    async def store_changes(self, peer: HttpPeer) -> None:
        """Store what has changed in a session since it was last stored. Do nothing if the session was not stored.

        If the session ends meanwhile, remove it from the store.

        Raises:
            ConnectionError: this application no longer holds the session, or the store has failed.
        """
        session_id = peer.session.session_id
        saved = None if session_id is None else self._saved.get(session_id)
        if session_id is None or saved is None:
            return
        now = saved._replace(is_ready=peer.session.state == "ready")
        if now != saved:
            await _call_store(self._stores.sessions.save, self.holder, session_id, now)
            if session_id in self._saved:
                self._saved[session_id] = now
            else:  # it has ended meanwhile
                await _call_store(self._stores.sessions.remove, self.holder, session_id)

    async def claim_session(self, session_id: str, principal: str | None) -> HttpPeer | None:
        """Claim a session of an application that has ended, and continue the session here.

        While the other application still counts as running, try again for `claim_timeout` of the store and a second
        more.

        Args:
            session_id: the session id of the request.
            principal: key of the principal of the request; None without authorization.

        Returns:
            The client of the session; None if the session is unknown, has ended or belongs to another principal.

        Raises:
            SessionHeldError: another running application holds the session.
            StoreError: the store has failed, or has a session that cannot be continued.
            ConnectionError: this application has lost the session again, or the server has too much to send.
        """
        if len(session_id) > _MAX_ID_LENGTH or not is_session_id(session_id):
            return None
        claim = self._claims.get((session_id, principal))
        if claim is None:
            claim = self._claims[session_id, principal] = asyncio.create_task(
                self._claim_stored_session(session_id, principal)
            )
            claim.add_done_callback(lambda _: self._claims.pop((session_id, principal), None))
        claimed = await asyncio.shield(claim)
        if claimed is None or claimed[0].session.state == "closed":  # another request has ended the session
            return None
        if session_id not in self._saved:
            self._record_held_session(session_id, claimed[1])
        return claimed[0]

    def _record_held_session(self, session_id: str, stored: StoredSession) -> None:
        """Record a session that this application holds, and renew the lease of the application from now on."""
        self._saved[session_id] = stored
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self._renew_lease())

    async def _renew_lease(self) -> None:
        """Renew the lease of the application once a second, while the application has sessions. Log each failure.

        This task is separate from `record_use`, since `record_use` may take longer than the lease.
        """
        while self._saved:
            await asyncio.sleep(_RENEWAL_INTERVAL)
            try:
                await _call_store(self._stores.sessions.renew, self.holder)
            except ConnectionError as error:  # any error of the store
                _log.warning("the lease of this process on its sessions cannot be renewed: %s", error)

    async def record_use(self) -> Collection[str]:
        """Record in the store that the sessions are in use.

        Returns:
            The ids of those sessions that the application no longer holds.

        Raises:
            StoreError: the store has failed.
        """
        return await _call_store(self._stores.sessions.keep, self.holder, list(self._saved))

    def forget_session(self, session_id: str) -> None:
        """Forget a session in this process. Ignore an unknown id."""
        self._saved.pop(session_id, None)

    async def remove_session(self, session_id: str) -> None:
        """Forget a session in this process, and remove the session from the store.

        Raises:
            StoreError: the store has failed.
        """
        self.forget_session(session_id)
        await _call_store(self._stores.sessions.remove, self.holder, session_id)

    async def release_sessions(self) -> None:
        """Stop renewing the lease at the end of the application, and release its sessions. So other applications can
        claim the sessions at once.

        Raises:
            StoreError: the store has failed.
        """
        if self._renewing is not None:
            self._renewing.cancel()
        await _call_store(self._stores.sessions.release, self.holder)

    async def _claim_stored_session(
        self, session_id: str, principal: str | None
    ) -> tuple[HttpPeer, StoredSession] | None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._stores.sessions.claim_timeout + 1
        while True:
            try:
                stored = await _call_store(self._stores.sessions.claim, self.holder, session_id, principal)
                break
            except SessionHeldError:
                if loop.time() >= deadline:
                    raise
            await asyncio.sleep(_CLAIM_INTERVAL)
        if stored is None:
            return None
        return await self._restore_client(session_id, stored), stored

    async def _restore_client(self, session_id: str, stored: StoredSession) -> HttpPeer:
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
        session.skip_ids(stored.takeovers * _REQUEST_IDS_OF_HOLDER)
        found = await _call_store(self._stores.events.load, session_id)
        peer.streams.reserve_numbers(stored.takeovers * _STREAM_NUMBERS_OF_HOLDER)
        numbers = [each.number for each in found]
        peer.journal = StreamJournal(self._stores.events, self.holder, peer, numbers)
        for each in found:
            await self._restore_stream(peer, each)
        return peer

    async def _restore_stream(self, peer: HttpPeer, stored: StoredStream) -> None:
        """Continue a stream of an ended process. Respond with an error to each request that has no response.

        Raises:
            ConnectionError: an error cannot be stored, or the server has too much to send.
        """
        events = [(event.data, event.retry) for event in stored.events]
        stream = peer.streams.restore(stored.number, events, first=stored.first)
        channel = peer.restore_stream(stream, stored.requests)
        for index, id_ in enumerate(stored.requests or ()):
            await channel.send(
                make_stopped_request_error(_REASON_OF_LOSS).reply(id_), is_last=index == len(stored.requests or ()) - 1
            )
        if stored.requests is not None:
            channel.end()


_CHECK_INTERVAL = 1.0
"""Largest number of seconds between two checks of the sessions."""


class HttpSessions:
    """The sessions of an application by id.

    Args:
        service: the server. Its methods `connected` and `disconnected` are called for each session.
        idle: seconds without use after which a session ends.
        max_sessions: largest number of sessions. Beyond it, `SessionsByOwner.choose_surplus_session` chooses the
            session that ends.
        max_buffered: bytes that all messages to clients may take. The streams may buffer half of them. Beyond that,
            idle sessions end, first those of the owner whose sessions buffer most. Long messages that wait for room in
            a stream, or are being sent as JSON, may take the other half.
        stores: stores in which other processes find sessions and events; None to keep them in memory only.

    Attributes:
        max_sessions: the argument of this name.
        buffers: the bound of the bytes that the streams of all clients buffer, including clients without sessions.
    """

    def __init__(
        self, service: Service, idle: float, max_sessions: int, max_buffered: int, stores: Stores | None = None
    ) -> None:
        self._service = service
        self._idle = idle
        self.max_sessions: int = max_sessions
        self._max_stream_bytes = max_buffered // 2
        self._peers: OrderedDict[str, HttpPeer] = OrderedDict()
        self._by_owner = SessionsByOwner()
        self._checking: asyncio.Task[None] | None = None
        self.buffers: Buffers = Buffers(self._max_stream_bytes)
        self.buffers.on_full = partial(self.end_idle_sessions, self._max_stream_bytes // 2)
        self._shared_sessions = None if stores is None else SharedSessions(service, stores, self.buffers)

    def __contains__(self, session_id: str) -> bool:
        """Return whether a session with this id is in memory."""
        return session_id in self._peers

    def find_client(self, session_id: str, principal: Principal | None = None) -> HttpPeer | None:
        """Return the client of a session in memory, and mark the session as used.

        Returns:
            The client; None if the session is unknown or belongs to another principal.
        """
        peer = self._peers.get(session_id)
        if peer is None or peer.session.principal != principal:
            return None
        peer.last_used = time.monotonic()
        self._peers.move_to_end(session_id)
        self._by_owner.mark_used(session_id, peer)
        return peer

    def add_client(self, peer: HttpPeer, principal: Principal | None = None) -> str:
        """Add a session, and return its new id, which has 192 random bits.

        If there are then too many sessions, end one of them, possibly the new one.

        Args:
            peer: the client of the session.
            principal: the principal of the session; None without authorization.
        """
        session_id = peer.session.session_id = make_session_id()
        self._add_session(session_id, peer, principal)
        return session_id

    def _add_session(self, session_id: str, peer: HttpPeer, principal: Principal | None) -> None:
        if principal is not None:
            peer.session.principal = principal
        self._peers[session_id] = peer
        peer.owner = request_owner.get()
        self._by_owner.add_session(session_id, peer)
        peer.close_connection = partial(self.end_session, session_id)
        self._service.connected(peer)
        if len(self._peers) > self.max_sessions:
            self.end_session(self._by_owner.choose_surplus_session(session_id))
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check_sessions())

    async def find_or_restore_client(self, session_id: str, principal: Principal | None = None) -> HttpPeer | None:
        """Return the client of a session in memory, or continue a session of a process that has ended. Mark the
        session as used.

        Returns:
            The client; None if the session is unknown, has ended or belongs to another principal, or if there are too
            many sessions to continue it.

        Raises:
            ConnectionError: another running process holds the session, a store has failed or has a session that cannot
                be continued, or the server has too much to send.
        """
        peer = self.find_client(session_id, principal)
        if session_id in self._peers or self._shared_sessions is None:
            return peer
        peer = await self._shared_sessions.claim_session(session_id, None if principal is None else principal.key)
        if peer is not None and session_id not in self._peers:
            self._add_session(session_id, peer, principal)
            if session_id not in self._peers:  # it was surplus
                return None
            self._by_owner.mark_used(session_id, peer)
        return peer

    async def store_session(self, peer: HttpPeer, opening: Event) -> None:
        """Store a new session if there are stores, unless the session has ended.

        If the session ends meanwhile, remove it from the store.

        Args:
            peer: the client of the session.
            opening: the `initialize` request of the session.

        Raises:
            ConnectionError: the store has failed. The session has ended then.
        """
        session_id = str(peer.session.session_id)
        if self._shared_sessions is None or not isinstance(opening, Request) or session_id not in self._peers:
            return
        try:
            await self._shared_sessions.store_session(peer, opening)
        except ConnectionError:
            self.end_session(session_id)
            raise
        if session_id not in self._peers:  # it has ended meanwhile
            await self._shared_sessions.remove_session(session_id)

    async def store_changes(self, peer: HttpPeer) -> None:
        """Store the changes of a session if there are stores.

        Raises:
            ConnectionError: the store has failed, or this process no longer holds the session. In the second case, the
                session has ended in this process.
        """
        if self._shared_sessions is not None:
            try:
                await self._shared_sessions.store_changes(peer)
            except SessionLostError:
                self.end_session(str(peer.session.session_id))
                raise

    async def remove_session(self, session_id: str) -> None:
        """End a session in this process, and remove it from the store.

        Raises:
            ConnectionError: the store has failed.
        """
        self.end_session(session_id)
        if self._shared_sessions is not None:
            await self._shared_sessions.remove_session(session_id)

    def end_session(self, session_id: str) -> None:
        """End a session in this process. Ignore an unknown id."""
        peer = self._peers.pop(session_id, None)
        if peer is not None:
            self._by_owner.remove_session(session_id, peer)
            self._service.disconnected(peer)
            peer.end_session()
        if self._shared_sessions is not None:
            self._shared_sessions.forget_session(session_id)

    async def close(self) -> None:
        """End all sessions in this process. Other processes can continue the sessions that are in a store.

        Ignore a failure of the store.
        """
        if self._checking is not None:
            self._checking.cancel()
        for session_id in list(self._peers):
            self.end_session(session_id)
        if self._shared_sessions is not None:
            with suppress(ConnectionError):
                await self._shared_sessions.release_sessions()

    def end_idle_sessions(self, max_stream_bytes: int | None = None) -> None:
        """End sessions that are idle for too long. Then end further idle sessions while all sessions buffer too much.

        Args:
            max_stream_bytes: bytes that the streams of all sessions may buffer; by default half of `max_buffered` of
                the constructor.
        """
        most = self._max_stream_bytes if max_stream_bytes is None else max_stream_bytes
        now = time.monotonic()
        for session_id, peer in list(self._peers.items()):
            if not peer.is_idle:
                peer.last_used = now
            elif peer.last_used < now - self._idle:
                self.end_session(session_id)
        bytes_by_owner: Counter[str] = Counter()
        for session_id, peer in self._peers.items():
            bytes_by_owner[owner_key(peer.owner, session_id)] += peer.buffered_bytes
        if bytes_by_owner.total() > most:
            self._end_buffering_sessions(bytes_by_owner, most)

    def _end_buffering_sessions(self, bytes_by_owner: Counter[str], max_bytes: int) -> None:
        """End idle sessions that buffer something, until all sessions together buffer at most `max_bytes` bytes.

        Args:
            bytes_by_owner: the bytes that the sessions of each owner buffer. Sessions of the owner with the most bytes
                end first.
            max_bytes: bytes that all sessions together may buffer.
        """
        total = bytes_by_owner.total()
        buffering = [each for each in self._peers.items() if each[1].is_idle and each[1].buffered_bytes > 0]
        # The sort is stable: within an owner, the least recently used session ends first.
        buffering.sort(key=lambda each: -bytes_by_owner[owner_key(each[1].owner, each[0])])
        for session_id, peer in buffering:
            if total <= max_bytes:
                return
            total -= peer.buffered_bytes
            self.end_session(session_id)

    async def _check_sessions(self) -> None:
        while self._peers:
            await asyncio.sleep(min(self._idle / 4, _CHECK_INTERVAL))
            self.end_idle_sessions()
            await self._record_use()

    async def _record_use(self) -> None:
        """Record in the store that the sessions are in use. End the sessions that this process no longer holds.

        Log a failure of the store, and the end of each of these sessions.
        """
        if self._shared_sessions is None:
            return
        try:
            lost = await self._shared_sessions.record_use()
        except ConnectionError as error:  # any error of the store
            _log.warning("the use of sessions cannot be recorded in the store: %s", error)
            return
        for session_id in lost:
            _log.warning("ending a session that this process no longer holds in the store")
            self.end_session(session_id)
