"""Where sessions over HTTP and their events are kept, so that another process can take over when one dies.

Without stores, both are in the memory of the process, and end with it. `MemorySessions` and `MemoryEvents` share them
between applications of one process; `redis_stores` has the stores for several processes.

A session is held by one application at a time. Its name, the holder, comes with each call, so that a store can reject
what an application writes that has been slow, and has lost the session meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ..errors import RequestId

LEASE_SECONDS = 5.0
"""Without `renew` for so long, an application counts as dead, if its store is told nothing else."""

IDLE_SECONDS = 600.0
"""Without use for so long, a session is forgotten, if its store is told nothing else."""


class StoreError(ConnectionError):
    """A store cannot be reached, does not work, or has something that cannot be read."""


class SessionHeldError(ConnectionError):
    """Another application holds the session, and lives."""

    def __init__(self) -> None:
        super().__init__("another process holds the session, and lives")


class SessionLostError(ConnectionError):
    """This application no longer holds the session."""

    def __init__(self) -> None:
        super().__init__("this process no longer holds the session in the store")


class StoredSession(NamedTuple):
    """What another process needs to continue a session."""

    opening: str
    """The `initialize` request."""

    is_ready: bool = False
    """Whether the client has sent `notifications/initialized`."""

    principal: str | None = None
    """Key of whom the session belongs to; None if it was opened without authorization."""

    takeovers: int = 0
    """How many applications have held it before."""


class StoredEvent(NamedTuple):
    """An event of a stream."""

    data: bytes
    retry: int | None = None


class StoredStream(NamedTuple):
    """A stream of a session."""

    number: int
    requests: Sequence[RequestId] | None
    """Ids of the requests that it has no responses to; None for the stream of messages that answer no request."""

    first: int
    """Place of the first event that is kept, counted from 1."""

    events: Sequence[StoredEvent]


class SessionStore(Protocol):
    """Keeps sessions. Every method may raise `StoreError`."""

    claim_timeout: float
    """Seconds after which a session can be claimed whose application has died."""

    async def save(self, holder: str, session_id: str, session: StoredSession) -> None:
        """Write a session, and hold it if it is new.

        Raises:
            SessionLostError: another application holds it.
        """
        ...

    async def claim(self, holder: str, session_id: str, principal: str | None) -> StoredSession | None:
        """Hold a session from now on.

        Args:
            holder: the application.
            session_id: of the session.
            principal: key of who asks for it.

        Returns:
            The session; None if there is none, or it belongs to another principal. Then nothing changes.

        Raises:
            SessionHeldError: another application holds it, and lives.
        """
        ...

    async def renew(self, holder: str) -> None:
        """Say that the application lives; called once a second, however long `keep` takes."""
        ...

    async def keep(self, holder: str, session_ids: Collection[str]) -> Collection[str]:
        """Say that sessions are in use; called about once a second.

        Returns:
            The sessions among them that it no longer holds.
        """
        ...

    async def remove(self, holder: str, session_id: str) -> None:
        """End a session, if the application holds it, and forget its streams."""
        ...

    async def release(self, holder: str) -> None:
        """Say that the application ends, so that others can claim its sessions at once."""
        ...


class EventStore(Protocol):
    """Keeps the events of streams that can be resumed. Every method may raise `StoreError`.

    Each method that writes raises `SessionLostError` if another application holds the session.
    """

    async def open(self, holder: str, session_id: str, number: int, requests: Sequence[RequestId] | None) -> None:
        """Begin a stream, which is to answer these requests."""
        ...

    async def append(
        self, holder: str, session_id: str, number: int, place: int, event: StoredEvent, *, first: int, is_last: bool
    ) -> None:
        """Add an event to a stream.

        Args:
            holder: the application.
            session_id: of the session.
            number: of the stream.
            place: of the event in the stream, counted from 1.
            event: to add.
            first: place of the first event that is still needed; earlier ones are discarded.
            is_last: whether the stream has every response with it.
        """
        ...

    async def discard(self, holder: str, session_id: str, numbers: Collection[int]) -> None:
        """Forget streams."""
        ...

    async def load(self, session_id: str) -> Sequence[StoredStream]:
        """The streams of a session, in the order of their numbers."""
        ...


@dataclass
class _Session:
    """A session in memory."""

    holder: str
    stored: StoredSession
    used_at: float
    streams: dict[int, _Stream] = field(default_factory=dict[int, "_Stream"])


@dataclass
class _Stream:
    """A stream in memory."""

    requests: Sequence[RequestId] | None
    first: int = 1
    events: list[StoredEvent] = field(default_factory=list[StoredEvent])


class MemorySessions:
    """Keeps sessions in memory, for several applications of one process.

    Args:
        lease: seconds without `renew` after which an application counts as dead.
        idle: seconds without use after which a session is forgotten.
    """

    def __init__(self, *, lease: float = LEASE_SECONDS, idle: float = IDLE_SECONDS) -> None:
        self.claim_timeout = self._lease = lease
        self.sessions: dict[str, _Session] = {}
        self._idle = idle
        self._alive_until: dict[str, float] = {}

    async def save(self, holder: str, session_id: str, session: StoredSession) -> None:
        """See `SessionStore.save`."""
        await self.renew(holder)
        if session_id in self.sessions:
            self.held(holder, session_id).stored = session
        else:
            self.sessions[session_id] = _Session(holder, session, time.monotonic())

    async def claim(self, holder: str, session_id: str, principal: str | None) -> StoredSession | None:
        """See `SessionStore.claim`."""
        now = time.monotonic()
        found = self.sessions.get(session_id)
        if found is None or now - found.used_at > self._idle:
            self.sessions.pop(session_id, None)
            return None
        if found.stored.principal != principal:
            return None
        if found.holder != holder and self._alive_until.get(found.holder, 0) > now:
            raise SessionHeldError
        await self.renew(holder)
        found.holder, found.used_at = holder, now
        found.stored = found.stored._replace(takeovers=found.stored.takeovers + 1)
        return found.stored

    async def renew(self, holder: str) -> None:
        """See `SessionStore.renew`."""
        self._alive_until[holder] = time.monotonic() + self._lease

    async def keep(self, holder: str, session_ids: Collection[str]) -> Collection[str]:
        """See `SessionStore.keep`."""
        now = time.monotonic()
        lost: list[str] = []
        for session_id in session_ids:
            found = self.sessions.get(session_id)
            if found is None or found.holder != holder:
                lost.append(session_id)
            else:
                found.used_at = now
        for session_id in [each for each, found in self.sessions.items() if now - found.used_at > self._idle]:
            del self.sessions[session_id]
        return lost

    async def remove(self, holder: str, session_id: str) -> None:
        """See `SessionStore.remove`."""
        if session_id in self.sessions and self.sessions[session_id].holder == holder:
            del self.sessions[session_id]

    async def release(self, holder: str) -> None:
        """See `SessionStore.release`."""
        self._alive_until.pop(holder, None)

    def held(self, holder: str, session_id: str) -> _Session:
        """A session that an application holds.

        Raises:
            SessionLostError: it does not hold it.
        """
        found = self.sessions.get(session_id)
        if found is None or found.holder != holder:
            raise SessionLostError
        return found


class MemoryEvents:
    """Keeps events in memory, beside the sessions.

    Args:
        sessions: to whose sessions the events belong.
    """

    def __init__(self, sessions: MemorySessions) -> None:
        self._sessions = sessions

    async def open(self, holder: str, session_id: str, number: int, requests: Sequence[RequestId] | None) -> None:
        """See `EventStore.open`."""
        self._sessions.held(holder, session_id).streams[number] = _Stream(requests)

    async def append(
        self, holder: str, session_id: str, number: int, place: int, event: StoredEvent, *, first: int, is_last: bool
    ) -> None:
        """See `EventStore.append`."""
        stream = self._sessions.held(holder, session_id).streams.get(number)
        if stream is None:  # the store was emptied, and the session saved again
            raise SessionLostError
        assert place == stream.first + len(stream.events)
        stream.events.append(event)
        del stream.events[: first - stream.first]
        stream.first = max(first, stream.first)
        if is_last:
            stream.requests = ()

    async def discard(self, holder: str, session_id: str, numbers: Collection[int]) -> None:
        """See `EventStore.discard`."""
        for number in numbers:
            self._sessions.held(holder, session_id).streams.pop(number, None)

    async def load(self, session_id: str) -> Sequence[StoredStream]:
        """See `EventStore.load`."""
        found = self._sessions.sessions.get(session_id)
        streams: Mapping[int, _Stream] = {} if found is None else found.streams
        return [
            StoredStream(number, stream.requests, stream.first, list(stream.events))
            for number, stream in sorted(streams.items())
        ]
