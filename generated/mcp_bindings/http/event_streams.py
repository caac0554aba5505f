"""The event streams of one HTTP session, kept so that a client can resume a broken one.

The id of an event consists of the number of a stream and the position of the event in the stream. A client resumes
with the last id that it has received. The client then gets only the later events of the stream that the id names.

Pages: /specification/2025-11-25/basic/transports#resumability-and-redelivery and
#listening-for-messages-from-the-server.
"""

from __future__ import annotations

import re
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..options import check_number, check_numbers
from ..revisions import revision

_EVENT_ID = re.compile(r"(\d{1,12})-(\d{1,12})")


class StreamEvent(NamedTuple):
    """An event of an event stream: its id, the text of a message, and the time before a reconnection."""

    id: str | None
    """The id of the event; None if streams cannot be resumed."""

    data: bytes
    """The text of the message; empty in the priming event, with which a stream begins in some revisions."""

    retry: int | None = None
    """Milliseconds after which the client may reconnect if the stream ends early; None if the event does not say."""


_EVENT_SIZE = 256
"""Bytes that are counted for each event besides its data."""


class EventStream:
    """The kept events of one event stream. Each reader keeps its own position in the stream.

    Attributes:
        number: the number of the stream in its session.
        is_ended: True once no further event comes, for example since every request of the stream has its response.
    """

    def __init__(
        self,
        number: int,
        *,
        has_ids: bool,
        max_events: int,
        max_bytes: int,
        on_growth: Callable[[EventStream], None],
        begins_at: int = 1,
    ) -> None:
        self.number = number
        self.is_ended: bool = False
        self._has_ids = has_ids
        self._events: deque[StreamEvent] = deque()
        self._max_events = max_events
        self._max_bytes = max_bytes
        self._on_growth = on_growth
        self._bytes = 0
        self._discarded_count = begins_at - 1

    @property
    def length(self) -> int:
        """The number of all events of the stream, including discarded events."""
        return self._discarded_count + len(self._events)

    @property
    def size(self) -> int:
        """The number of bytes of the kept events: those of their data, and 256 for each event."""
        return self._bytes + _EVENT_SIZE * len(self._events)

    @property
    def kept_count(self) -> int:
        """The number of kept events."""
        return len(self._events)

    def append_event(self, data: bytes, *, retry: int | None = None) -> None:
        """Append an event, and discard the oldest events as long as the stream exceeds its limits.

        The newest event stays even if it has more bytes than the stream may have. At the end, call the function
        `on_growth`, which may discard more.

        Args:
            data: the text of the message; empty for a priming event.
            retry: milliseconds after which the client may reconnect; None to leave this out.
        """
        id_ = f"{self.number}-{self.length + 1}" if self._has_ids else None
        self._events.append(StreamEvent(id_, data, retry))
        self._bytes += len(data)
        while len(self._events) > self._max_events or (self._bytes > self._max_bytes and len(self._events) > 1):
            self.discard_oldest()
        self._on_growth(self)

    @property
    def is_resumable(self) -> bool:
        """True if the events have ids, so that a client can resume the stream."""
        return self._has_ids

    def discard_before(self, position: int) -> None:
        """Discard the first `position` events of the stream, as far as they are still kept."""
        while self._events and self._discarded_count < position:
            self.discard_oldest()

    def discard_oldest(self) -> None:
        """Discard the oldest kept event.

        Raises:
            IndexError: the stream has no kept event.
        """
        self._bytes -= len(self._events.popleft().data)
        self._discarded_count += 1

    def end(self) -> None:
        """Mark the stream as ended."""
        self.is_ended = True

    def event_at(self, position: int) -> StreamEvent | None:
        """Return the event after the first `position` events; None if it was discarded or does not exist yet."""
        index = position - self._discarded_count
        return self._events[index] if 0 <= index < len(self._events) else None

    def first_kept_position(self, position: int) -> int:
        """Return the position of the first event, from `position` on, that was not discarded.

        This event may not exist yet.
        """
        return max(position, self._discarded_count)


class EventStreams:
    """The event streams of one session.

    Args:
        version: id of the revision of the session. If clients cannot resume streams in it, events have no ids.
        max_streams: number of streams to keep. A further stream replaces the oldest stream that has ended; if none has
            ended, all are kept.
        max_events: number of events to keep of each stream.
        max_bytes: bytes of data to keep of each stream.
        max_total: bytes to keep of all streams together. If a new event exceeds this number, streams that have ended
            are discarded, the oldest first, and then the oldest events of the largest streams. The new event is kept.

    Attributes:
        resumable: True if clients can resume streams in this revision.

    Raises:
        UnknownRevision: `version` is no known revision.
        TypeError: a bound is no integer.
        ValueError: a bound is negative, or `max_events` is 0.
    """

    def __init__(
        self,
        version: str,
        *,
        max_streams: int = 64,
        max_events: int = 1_000,
        max_bytes: int = 4 * 1024 * 1024,
        max_total: int = 16 * 1024 * 1024,
    ) -> None:
        bounds = {"max_streams": max_streams, "max_bytes": max_bytes, "max_total": max_total}
        check_numbers(bounds, least=0, is_whole=True)
        check_number("max_events", max_events, least=1, is_whole=True)  # the newest event is kept
        http = revision(version).protocol.http
        self.resumable: bool = http.resumable
        self._has_priming_event = http.resumable and http.event_streams.priming_event != "unspecified"
        self._streams: OrderedDict[int, EventStream] = OrderedDict()
        self._bounds = {"max_events": max_events, "max_bytes": max_bytes}
        self._max_streams = max_streams
        self._max_total = max_total
        self._last_number = 0

    @property
    def size(self) -> int:
        """The number of bytes of all kept events: those of their data, and 256 for each event."""
        return sum(stream.size for stream in self._streams.values())

    def reserve_numbers(self, last: int) -> None:
        """Reserve the numbers up to `last`, so that no new stream gets one of them."""
        self._last_number = max(self._last_number, last)

    def restore(self, number: int, events: Iterable[tuple[bytes, int | None]], *, first: int = 1) -> EventStream:
        """Add a stream that another process has begun, and return it.

        Args:
            number: the number of the stream, which this session does not have yet.
            events: data and `retry` of each kept event.
            first: position of the first kept event in the stream, counted from 1.
        """
        stream = EventStream(number, has_ids=self.resumable, on_growth=self._make_room, **self._bounds, begins_at=first)
        self.reserve_numbers(number)
        self._streams[number] = stream
        for data, retry in events:
            stream.append_event(data, retry=retry)
        return stream

    def open(self, *, retry: int | None = None) -> EventStream:
        """Open a stream and return it. In revisions that have a priming event, the stream begins with this event.

        Args:
            retry: `retry` of the priming event: milliseconds after which the client may reconnect; None to omit it.
        """
        self._last_number += 1
        stream = EventStream(self._last_number, has_ids=self.resumable, on_growth=self._make_room, **self._bounds)
        if self._has_priming_event:
            stream.append_event(b"", retry=retry)
        self._streams[stream.number] = stream
        if len(self._streams) > self._max_streams:
            oldest = next((each for each in self._streams.values() if each.is_ended), None)
            if oldest is not None:
                del self._streams[oldest.number]
        return stream

    def _make_room(self, growing: EventStream) -> None:
        """Discard ended streams, and then the oldest events, until all streams together fit into `max_total`.

        The newest event of the stream that has just grown stays, however large it is.
        """
        excess = self.size - self._max_total
        for stream in list(self._streams.values()) if excess > 0 else ():
            if excess > 0 and stream.is_ended and stream is not growing:
                excess -= stream.size
                del self._streams[stream.number]
        while excess > 0:
            larger = [each for each in self._streams.values() if each.size > 0 and each is not growing]
            if growing.kept_count > 1:
                larger.append(growing)
            if not larger:
                return
            largest = max(larger, key=lambda each: each.size)
            excess -= largest.size
            largest.discard_oldest()
            excess += largest.size

    def __contains__(self, number: int) -> bool:
        """Return whether the stream with this number is still kept."""
        return number in self._streams

    def find_event(self, last_event_id: str) -> tuple[EventStream, int] | None:
        """Return the stream of an event, and the position after the event. The event itself may be discarded already.

        Return None if the id is malformed, or if the stream is not kept or has not had as many events.
        """
        parts = _EVENT_ID.fullmatch(last_event_id)
        stream = self._streams.get(int(parts[1])) if parts else None
        if parts is None or stream is None or int(parts[2]) > stream.length:
            return None
        return stream, int(parts[2])
