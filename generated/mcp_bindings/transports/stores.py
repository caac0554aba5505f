"""Stores of HTTP sessions and their events. With stores, a process can continue the sessions of an ended process.

Without stores, each application keeps its sessions and events in memory. `MemorySessions` and `MemoryEvents` are stores
for several applications in one process. The module `redis_stores` has the stores for several processes.

One application at a time holds a session. The argument `holder` of a call is the name of the calling application. So a
store can reject a write of an application that no longer holds the session.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ..errors import RequestId
from ..options import check_class, check_numbers

LEASE_SECONDS = 5.0
"""Default of `lease`: seconds without a call of `renew` after which an application counts as ended."""

IDLE_SECONDS = 600.0
"""Default of `idle`: seconds without use after which a session is forgotten."""


class StoreError(ConnectionError):
    """The error for a store that cannot be reached, has failed, or has a value that cannot be read."""


class SessionHeldError(ConnectionError):
    """The error for a session that another running application holds."""

    def __init__(self) -> None:
        super().__init__("another running process holds the session")


class SessionLostError(ConnectionError):
    """The error for a session that this application no longer holds."""

    def __init__(self) -> None:
        super().__init__("this process no longer holds the session in the store")


class StoredSession(NamedTuple):
    """The state from which another process continues a session."""

    opening: str
    """The text of the `initialize` request."""

    is_ready: bool = False
    """True after the client has sent `notifications/initialized`."""

    principal: str | None = None
    """The key of the session's principal; None if the session was opened without authorization."""

    takeovers: int = 0
    """The number of times that an application has claimed the session."""


class StoredEvent(NamedTuple):
    """An event of a stream: the text of a message, and the milliseconds before the client may reconnect.

    The text is empty in a priming event. The milliseconds are None if the event does not state them.
    """

    data: bytes
    retry: int | None = None


class StoredStream(NamedTuple):
    """An event stream of a session in a store, with the events that the store keeps."""

    number: int
    requests: Sequence[RequestId] | None
    """The ids of the stream's requests without a response; None for the standalone stream, which has no requests."""

    first: int
    """The position in the stream, counted from 1, of the first event that is kept."""

    events: Sequence[StoredEvent]


class SessionStore(Protocol):
    """A store of sessions. Every method may raise `StoreError`; any other unexpected exception counts as one."""

    claim_timeout: float
    """Seconds after which other applications can claim the sessions of an application that has ended."""

    async def save(self, holder: str, session_id: str, session: StoredSession) -> None:
        """Write a session. If the session is new, the application holds the session from now on.

        The application counts as running from now on, as after `renew`.

        Raises:
            SessionLostError: another application holds the session.
        """
        ...

    async def claim(self, holder: str, session_id: str, principal: str | None) -> StoredSession | None:
        """Make the application the holder of a session that an ended application has held.

        The new holder counts as running from now on, as after `renew`.

        Args:
            holder: the name of the application that claims the session.
            session_id: the id of the session.
            principal: key of the principal of the request; None without authorization.

        Returns:
            The session. None, without a change, if the session is unknown or belongs to another principal.

        Raises:
            SessionHeldError: another running application holds the session.
        """
        ...

    async def renew(self, holder: str) -> None:
        """Record that an application is running.

        The application calls this method once a second, even while `keep` takes longer.
        """
        ...

    async def keep(self, holder: str, session_ids: Collection[str]) -> Collection[str]:
        """Record that sessions are in use. The application calls this method about once a second.

        Returns:
            The ids of those sessions that the application no longer holds.
        """
        ...

    async def remove(self, holder: str, session_id: str) -> None:
        """Remove a session that the application holds, with its event streams. Ignore any other session."""
        ...

    async def release(self, holder: str) -> None:
        """Record that the application has ended. Then other applications can claim its sessions at once."""
        ...


class EventStore(Protocol):
    """A store of the events of resumable streams. Every method may raise `StoreError`; any other unexpected exception
    counts as one.

    Each method that writes raises `SessionLostError` if the application does not hold the session.
    """

    async def open(self, holder: str, session_id: str, number: int, requests: Sequence[RequestId] | None) -> None:
        """Add a stream to a session.

        Args:
            holder: the name of the application.
            session_id: the id of the session.
            number: the number of the stream.
            requests: ids of the requests whose responses will be events of the stream; None for the standalone stream.
        """
        ...

    async def append(
        self, holder: str, session_id: str, number: int, position: int, event: StoredEvent, *, first: int, is_last: bool
    ) -> None:
        """Add an event to a stream, and discard events that are no longer needed.

        If the last event of the stream has the same position, replace that event. The application got no reply to the
        call that added that event, so no client has received it.

        Args:
            holder: the name of the application.
            session_id: the id of the session.
            number: the number of the stream.
            position: position of the event in the stream, counted from 1.
            event: the event to add.
            first: position of the first event that is still needed; earlier events are discarded.
            is_last: whether every request of the stream has its response once this event is added.
        """
        ...

    async def discard(self, holder: str, session_id: str, numbers: Collection[int]) -> None:
        """Discard streams of a session, with their events.

        Args:
            holder: the name of the application.
            session_id: the id of the session.
            numbers: the numbers of the streams.
        """
        ...

    async def load(self, session_id: str) -> Sequence[StoredStream]:
        """Return the streams of a session, in the order of their numbers; none for an unknown session."""
        ...


@dataclass
class _SessionRecord:
    """A session in memory, with its holder, its streams by number, and the monotonic time of its last use."""

    holder: str
    stored: StoredSession
    used_at: float
    streams: dict[int, _StreamRecord] = field(default_factory=dict[int, "_StreamRecord"])


@dataclass
class _StreamRecord:
    """An event stream in memory: its requests without a response, and its kept events from position `first` on."""

    requests: Sequence[RequestId] | None
    first: int = 1
    events: list[StoredEvent] = field(default_factory=list[StoredEvent])


class MemorySessions:
    """A store of sessions in memory, for several applications in one process.

    Args:
        lease: seconds without a call of `renew` after which an application counts as ended.
        idle: seconds without use after which a session is forgotten.

    Raises:
        TypeError: a time is no number.
        ValueError: a time is negative, or NaN.

    Attributes:
        claim_timeout: equal to `lease`.
        sessions: the sessions by id.
    """

    def __init__(self, *, lease: float = LEASE_SECONDS, idle: float = IDLE_SECONDS) -> None:
        check_numbers({"lease": lease, "idle": idle}, least=0)
        self.claim_timeout = self._lease = lease
        self.sessions: dict[str, _SessionRecord] = {}
        self._idle = idle
        self._alive_until: dict[str, float] = {}

    async def save(self, holder: str, session_id: str, session: StoredSession) -> None:
        """Write a session. If the session is new, the application holds the session from now on.

        Renew the lease of the application too.

        Raises:
            SessionLostError: another application holds the session.
        """
        await self.renew(holder)
        if session_id in self.sessions:
            self.find_held(holder, session_id).stored = session
        else:
            self.sessions[session_id] = _SessionRecord(holder, session, time.monotonic())

    async def claim(self, holder: str, session_id: str, principal: str | None) -> StoredSession | None:
        """Make the application the holder of a session that an ended application has held. Renew its lease too.

        Returns:
            The session; None if the session is unknown, was unused for too long or belongs to another principal.

        Raises:
            SessionHeldError: another running application holds the session.
        """
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
        """Record that the application is running, for the seconds of the lease."""
        self._alive_until[holder] = time.monotonic() + self._lease

    async def keep(self, holder: str, session_ids: Collection[str]) -> Collection[str]:
        """Record that sessions are in use, and forget all sessions that are unused for too long.

        Returns:
            The ids of those sessions that the application no longer holds.
        """
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
        """Remove a session that the application holds, with its event streams. Ignore any other session."""
        if session_id in self.sessions and self.sessions[session_id].holder == holder:
            del self.sessions[session_id]

    async def release(self, holder: str) -> None:
        """Record that the application has ended, so that other applications can claim its sessions."""
        self._alive_until.pop(holder, None)

    def find_held(self, holder: str, session_id: str) -> _SessionRecord:
        """Return a session that an application holds.

        Raises:
            SessionLostError: the application does not hold the session.
        """
        found = self.sessions.get(session_id)
        if found is None or found.holder != holder:
            raise SessionLostError
        return found


class MemoryEvents:
    """A store of events in memory.

    Args:
        sessions: the store of the sessions to which the events belong.

    Raises:
        TypeError: the argument is no `MemorySessions`.
    """

    def __init__(self, sessions: MemorySessions) -> None:
        check_class("sessions", sessions, MemorySessions, "a MemorySessions()")
        self._sessions = sessions

    async def open(self, holder: str, session_id: str, number: int, requests: Sequence[RequestId] | None) -> None:
        """Add a stream, which has no events yet, to a session that the application holds.

        Raises:
            SessionLostError: the application does not hold the session.
        """
        self._sessions.find_held(holder, session_id).streams[number] = _StreamRecord(requests)

    async def append(
        self, holder: str, session_id: str, number: int, position: int, event: StoredEvent, *, first: int, is_last: bool
    ) -> None:
        """Add an event to a stream, and discard the events before the position `first`.

        The event replaces the last event of the stream if both have the same position. If `is_last` is True, record
        that no request of the stream lacks a response.

        Raises:
            SessionLostError: the application does not hold the session, or the session has no stream of this number.
        """
        stream = self._sessions.find_held(holder, session_id).streams.get(number)
        if stream is None:  # the store was emptied, and the session saved again
            raise SessionLostError
        del stream.events[position - stream.first :]
        assert position == stream.first + len(stream.events)
        stream.events.append(event)
        del stream.events[: first - stream.first]
        stream.first = max(first, stream.first)
        if is_last:
            stream.requests = ()

    async def discard(self, holder: str, session_id: str, numbers: Collection[int]) -> None:
        """Discard streams of a session that the application holds, with their events.

        Raises:
            SessionLostError: the application does not hold the session.
        """
        for number in numbers:
            self._sessions.find_held(holder, session_id).streams.pop(number, None)

    async def load(self, session_id: str) -> Sequence[StoredStream]:
        """Return the streams of a session, in the order of their numbers; an empty list for an unknown session."""
        found = self._sessions.sessions.get(session_id)
        streams: Mapping[int, _StreamRecord] = {} if found is None else found.streams
        return [
            StoredStream(number, stream.requests, stream.first, list(stream.events))
            for number, stream in sorted(streams.items())
        ]
