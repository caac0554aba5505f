"""The event streams of one HTTP session, kept so that a client can take up again one that broke.

Every event has an id that names its stream and its place there. A client that comes back with the last id it has seen
gets what followed on that stream, and nothing of any other.

Pages: /specification/2025-11-25/basic/transports#resumability-and-redelivery and
#listening-for-messages-from-the-server.
"""

from __future__ import annotations

import re
from collections import OrderedDict, deque
from typing import NamedTuple

from ..revisions import REVISIONS, revision

PRIMING_SINCE = "2025-11-25"
"""The first revision whose clients know an event without data, which only tells its id."""

_EVENT_ID = re.compile(r"(\d{1,12})-(\d{1,12})")


class StreamEvent(NamedTuple):
    """One event, as it is written."""

    id: str | None
    """None where streams are not resumed."""

    data: bytes
    """A message; empty in the event that begins a stream."""

    retry: int | None = None
    """Milliseconds after which to come back, should the stream end early."""


class EventStream:
    """One stream. It grows at its end; readers keep their own place."""

    def __init__(self, number: int, *, has_ids: bool, max_events: int, max_bytes: int) -> None:
        self.number = number
        self.is_ended = False
        self._has_ids = has_ids
        self._events: deque[StreamEvent] = deque()
        self._max_events = max_events
        self._max_bytes = max_bytes
        self._bytes = 0
        self._dropped = 0

    @property
    def length(self) -> int:
        """How many events there were so far."""
        return self._dropped + len(self._events)

    def add(self, data: bytes, *, retry: int | None = None) -> None:
        """One more message at the end. The oldest are forgotten where that is more than may be kept."""
        id_ = f"{self.number}-{self.length + 1}" if self._has_ids else None
        self._events.append(StreamEvent(id_, data, retry))
        self._bytes += len(data)
        while len(self._events) > self._max_events or (self._bytes > self._max_bytes and len(self._events) > 1):
            self._bytes -= len(self._events.popleft().data)
            self._dropped += 1

    def end(self) -> None:
        """There are no more: the request that it is for has its answer."""
        self.is_ended = True

    def event(self, place: int) -> StreamEvent | None:
        """The event after `place` others; None if it is forgotten or yet to come."""
        index = place - self._dropped
        return self._events[index] if 0 <= index < len(self._events) else None

    def first_after(self, place: int) -> int:
        """The place to go on from: `place` itself, or the first that is not forgotten."""
        return max(place, self._dropped)


class EventStreams:
    """The streams of one session.

    Args:
        version: the revision of the session. One without sessions has streams without ids.
        max_streams: how many are kept. Beyond that the oldest that has ended goes first.
        max_events: kept for each stream.
        max_bytes: kept for each stream.
    """

    def __init__(
        self, version: str, *, max_streams: int = 64, max_events: int = 1_000, max_bytes: int = 4 * 1024 * 1024
    ) -> None:
        self.resumable = revision(version).protocol.http.resumable
        self._primes = self.resumable and REVISIONS.index(version) >= REVISIONS.index(PRIMING_SINCE)
        self._streams: OrderedDict[int, EventStream] = OrderedDict()
        self._bounds = {"max_events": max_events, "max_bytes": max_bytes}
        self._max_streams = max_streams
        self._opened = 0

    def open(self, *, retry: int | None = None) -> EventStream:
        """A new stream, with the event that begins it where the revision has one.

        Args:
            retry: for that event.
        """
        self._opened += 1
        stream = EventStream(self._opened, has_ids=self.resumable, **self._bounds)
        if self._primes:
            stream.add(b"", retry=retry)
        self._streams[stream.number] = stream
        if len(self._streams) > self._max_streams:
            oldest = next((each for each in self._streams.values() if each.is_ended), None)
            if oldest is not None:
                del self._streams[oldest.number]
        return stream

    def __contains__(self, number: int) -> bool:
        """Is a stream kept?"""
        return number in self._streams

    def find(self, last_event_id: str) -> tuple[EventStream, int] | None:
        """The stream that an event was of, and how many events were up to that one; None if it is not known."""
        parts = _EVENT_ID.fullmatch(last_event_id)
        stream = self._streams.get(int(parts[1])) if parts else None
        if parts is None or stream is None or int(parts[2]) > stream.length:
            return None
        return stream, int(parts[2])
