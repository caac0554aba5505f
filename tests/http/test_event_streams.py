"""Buffering and resuming of event streams."""

from __future__ import annotations

import random

import pytest

from mcp_bindings.http import EventStreams
from mcp_bindings.http.event_streams import EventStream

SEED = 20261121


def _rest(stream: EventStream, place: int) -> list[bytes]:
    place = stream.first_kept_position(place)
    events = [stream.event_at(each) for each in range(place, stream.length)]
    assert stream.event_at(stream.length) is None
    return [event.data for event in events if event is not None]


def test_resuming_returns_only_later_events_of_the_stream() -> None:
    print(f"{SEED=}")
    rng = random.Random(SEED)
    streams = EventStreams("2025-11-25")
    kept = {stream.number: (stream, [b""]) for stream in (streams.open() for _ in range(5))}
    for number in range(200):
        stream, sent = rng.choice(list(kept.values()))
        stream.append_event(b"%d" % number)
        sent.append(b"%d" % number)
    for stream, sent in kept.values():
        for seen in range(len(sent)):
            event = stream.event_at(seen)
            assert event is not None
            assert event.id is not None
            assert streams.find_event(event.id) == (stream, seen + 1)
            assert _rest(stream, seen + 1) == sent[seen + 1 :]


@pytest.mark.parametrize("last", ["", "1", "1-", "9-1", "1-3", "1-99", "1-1-1", "x-1", "1-" + "9" * 30])
def test_unknown_event_ids(last: str) -> None:
    streams = EventStreams("2025-11-25")
    streams.open().append_event(b"message")
    assert streams.find_event(last) is None


@pytest.mark.parametrize(
    ("version", "first", "has_id"),
    [("2025-03-26", b"message", True), ("2025-11-25", b"", True), ("2026-07-28", b"message", False)],
)
def test_the_first_event_of_a_stream(version: str, first: bytes, has_id: bool) -> None:
    stream = EventStreams(version).open(retry=250)
    stream.append_event(b"message")
    event = stream.event_at(0)
    assert event is not None
    assert (event.data, event.id is not None, event.retry) == (first, has_id, None if first else 250)


def test_the_buffer_of_a_stream_is_bounded() -> None:
    streams = EventStreams("2025-06-18", max_streams=2, max_events=3, max_bytes=10)
    stream = streams.open()
    for number in range(5):
        stream.append_event(b"%d" % number)
    assert _rest(stream, 0) == [b"2", b"3", b"4"]
    assert [stream.event_at(place) for place in (0, 1)] == [None, None], "forgotten"
    stream.append_event(b"x" * 9)
    assert _rest(stream, 0) == [b"4", b"x" * 9]
    stream.append_event(b"y" * 50)
    assert _rest(stream, 3) == [b"y" * 50]
    others = [streams.open(), streams.open()]
    assert all(each.number in streams for each in (stream, *others)), "none has ended"
    stream.end()
    last = streams.open()
    assert stream.number not in streams
    assert all(each.number in streams for each in (*others, last))


def test_the_number_of_streams_is_bounded() -> None:
    streams = EventStreams("2025-11-25", max_streams=2)
    first = streams.open()
    first.end()
    second = streams.open()
    assert first.number in streams
    assert second.number in streams


def test_the_buffers_of_all_streams_together_are_bounded() -> None:
    """64 streams of 4 MiB each used 250 MB before there was a common bound."""
    streams = EventStreams("2025-11-25", max_total=100_000)
    ended = [streams.open() for _ in range(5)]
    for stream in ended:
        stream.append_event(b"x" * 15_000)
        stream.end()
    assert all(stream.number in streams for stream in ended)
    working = [streams.open() for _ in range(40)]
    for _ in range(3):
        for stream in working:
            stream.append_event(b"x" * 10_000)
            assert streams.size <= 100_000
            newest = stream.event_at(stream.length - 1)
            assert newest is not None, "the newest event of the stream that grows is kept"
            assert len(newest.data) == 10_000
    assert not any(stream.number in streams for stream in ended), "what has ended goes first"
    assert all(stream.number in streams for stream in working), "what is worked on goes on"


def test_an_event_larger_than_the_bound_is_buffered_alone() -> None:
    streams = EventStreams("2025-11-25", max_total=1_000)
    first, second = streams.open(), streams.open()
    first.append_event(b"x" * 500)
    second.append_event(b"x" * 5_000)
    assert (first.kept_count, second.kept_count) == (0, 1)


def test_the_bound_counts_small_events() -> None:
    streams = EventStreams("2025-11-25", max_total=100_000)
    for _ in range(60):
        stream = streams.open()
        for _ in range(1_000):
            stream.append_event(b"{}")
        stream.end()
    assert streams.size <= 100_000
