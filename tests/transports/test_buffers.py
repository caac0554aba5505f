"""What the streams of all clients buffer together, while their readers are slow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

import pytest

from mcp_bindings.transports import StreamableHttp
from mcp_bindings.transports.asgi_exchange import MAX_PIECE, HttpExchange
from mcp_bindings.transports.buffers import Buffers
from mcp_bindings.transports.channels import EventChannel
from mcp_bindings.transports.http_peers import HttpPeer, PostResponse
from tests.transports.services import service
from tests.transports.test_asgi import message
from tests.transports.test_bodies import opened, whole

SIZE = 100_000
"""Bytes of a message, which is long."""


class Rules:
    keep_alive = 60.0

    def must_end(self, channel: EventChannel) -> bool:
        return False


class Reader:
    """A connection that reads a part for each permit."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.permits = asyncio.Semaphore(0)
        scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/", "headers": []}
        self.http = HttpExchange(scope, self._receive, self._send)

    async def _receive(self) -> MutableMapping[str, Any]:
        await asyncio.Event().wait()
        return {}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.body":
            await self.permits.acquire()
            self.parts.append(message["body"])


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bindings.transports.buffers._COUNT_INTERVAL", 0.01)


def peers(count: int, buffers: Buffers) -> list[HttpPeer]:
    found = [HttpPeer(service()) for _ in range(count)]
    for peer in found:
        peer.buffers = buffers
    return found


def test_slow_readers_make_writers_wait_for_room() -> None:
    """Each of 512 readers could have what a stream may keep: 1.2 GB."""
    most = 10 * SIZE

    async def main() -> None:
        buffers = Buffers(most)
        clients = peers(6, buffers)
        readers = [Reader() for _ in clients]
        channels = [peer.open_stream([number]) for number, peer in enumerate(clients)]
        reading = [
            asyncio.create_task(channel.send_to_reader(reader.http, Rules()))
            for channel, reader in zip(channels, readers, strict=True)
        ]

        async def write(channel: EventChannel) -> None:
            for _ in range(5):
                await channel.send(b"x" * SIZE)
            channel.end()

        writing = [asyncio.create_task(write(channel)) for channel in channels]
        largest = 0
        while not all(task.done() for task in (*writing, *reading)):
            await asyncio.sleep(0.002)
            largest = max(largest, sum(peer.buffered_bytes for peer in clients))
            for reader in readers:
                reader.permits.release()
        assert largest <= most
        for task in (*writing, *reading):
            task.result()
        for reader in readers:
            assert b"".join(reader.parts).count(b"x") == 5 * SIZE
            assert max(map(len, reader.parts)) <= MAX_PIECE, "the server keeps no long part"

    asyncio.run(asyncio.wait_for(main(), 20))


def test_messages_that_wait_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bindings.transports.buffers._ROOM_TIMEOUT", 0.05)

    async def main() -> None:
        buffers = Buffers(2 * SIZE)
        clients = peers(6, buffers)
        channels = [peer.open_stream([1]) for peer in clients]
        sending = [asyncio.create_task(channel.send(b"x" * (SIZE - 1_000))) for channel in channels]
        outcomes = await asyncio.gather(*sending, return_exceptions=True)
        assert [str(each) for each in outcomes] == ["None"] * 2 + ["the server has too much to send"] * 4
        with pytest.raises(ConnectionError, match="the streams of the server buffer too much"):
            await channels[3].send(b"x" * SIZE)

    asyncio.run(main())


def test_idle_sessions_end_before_a_message_has_to_wait() -> None:
    """What they buffer is freed at once, and not when Python collects cycles."""

    async def main() -> None:
        buffers = Buffers(2 * SIZE)
        clients = peers(3, buffers)
        buffers.on_full = clients[0].end_session
        for peer in clients:
            await asyncio.wait_for(peer.open_stream([1], expects_reader=False).send(b"x" * (SIZE - 1_000)), 1)
        assert [peer.buffered_bytes > SIZE // 2 for peer in clients] == [False, True, True]

    asyncio.run(main())


@pytest.mark.parametrize("is_batch", [False, True])
def test_an_error_takes_the_place_of_a_response_without_room(is_batch: bool) -> None:
    """The stream ended without an event, so the client waited for ever."""

    async def main() -> None:
        (peer,) = peers(1, Buffers(SIZE // 2))
        answering = PostResponse(peer, 60.0, [1, 2] if is_batch else [1], is_batch=is_batch)
        answering.open_stream()
        await answering.handle_requests(asyncio.sleep(0, b"x" * SIZE))
        assert answering.channel is not None
        kept = [answering.channel.stream.event_at(place) for place in range(answering.channel.stream.length)]
        sent = json.loads(next(each.data for each in kept if each is not None and each.data))
        assert [each["id"] for each in (sent if is_batch else [sent])] == ([1, 2] if is_batch else [1])
        assert all("does not fit" in each["error"]["message"] for each in (sent if is_batch else [sent]))

    asyncio.run(main())


def test_a_response_on_a_stream_is_kept_by_the_stream_alone() -> None:
    """400 slow readers of 1 MB each held 417 MB beside a bound of 256 MiB, since each POST kept its response too."""

    async def main() -> None:
        (peer,) = peers(1, Buffers(2 * SIZE))
        answering = PostResponse(peer, 60.0, [1])
        answering.open_stream()
        await answering.handle_requests(asyncio.sleep(0, b"x" * SIZE))
        assert answering.channel is not None
        assert answering.channel.stream.length
        assert answering.response is None

    asyncio.run(main())


def test_an_error_takes_the_place_of_a_json_body_without_room() -> None:
    """A client got status 503, as if its request had not been handled."""

    async def main() -> None:
        application = StreamableHttp(service(), max_buffered=SIZE)
        headers = await opened(application)
        post = await whole(
            application, message("tools/call", 2, name="echo", arguments={"a": "x" * 2 * SIZE}), **headers
        )
        await post.task
        answer = json.loads(post.body)
        assert (post.status, answer["id"]) == (200, 2)
        assert "does not fit" in answer["error"]["message"]
        await application.sessions.close()

    asyncio.run(main())


def test_the_bound_of_an_application_covers_what_waits() -> None:
    """1,000 slow readers took 627 MB beside a bound of 256 MiB: messages that waited were counted apart."""

    async def main() -> None:
        application = StreamableHttp(service(), max_buffered=4 * SIZE)
        clients = peers(6, application.sessions.buffers)
        channels = [peer.open_stream([number]) for number, peer in enumerate(clients)]
        reading = [asyncio.create_task(channel.send_to_reader(Reader().http, Rules())) for channel in channels]
        sending: list[asyncio.Task[None]] = []
        for channel in (*channels, *channels):
            sending.append(asyncio.create_task(channel.send(b"x" * (SIZE - 1_000))))
            await asyncio.sleep(0.02)
        waiting = [task for task in sending if not task.done()]
        assert sum(peer.buffered_bytes for peer in clients) + len(waiting) * (SIZE - 1_000) <= 4 * SIZE
        for task in (*waiting, *reading):
            task.cancel()
        assert any(isinstance(each, ConnectionError) for each in await asyncio.gather(*sending, return_exceptions=True))
        await application.sessions.close()

    asyncio.run(main())


def test_a_stream_without_a_reader_gives_way() -> None:
    """Its handler waited for room, which kept its session from ending."""

    async def main() -> None:
        buffers = Buffers(3 * SIZE)
        (left,) = peers(1, buffers)
        channel = left.open_stream([1], expects_reader=False)
        for _ in range(20):
            await asyncio.wait_for(channel.send(b"x" * (SIZE - 1_000)), 1)
        assert left.buffered_bytes <= 3 * SIZE

    asyncio.run(main())


def test_a_long_body_is_sent_in_pieces() -> None:
    """A client that does not read held the whole body in memory, as long as it liked."""

    async def main() -> list[bytes]:
        reader = Reader()
        for _ in range(10):
            reader.permits.release()
        await reader.http.respond(200, b"x" * (3 * MAX_PIECE + 1))
        return reader.parts

    parts = asyncio.run(main())
    assert [len(part) for part in parts] == [MAX_PIECE] * 3 + [1, 0]


def test_the_old_reader_of_a_resumed_stream_skips_no_event() -> None:
    """Its last part was sent after the client had resumed the stream, so the new reader missed an event."""

    async def main() -> None:
        (peer,) = peers(1, Buffers(SIZE))
        channel, old, new = peer.standalone_channel, Reader(), Reader()
        await channel.send(b"zero")
        reading = [asyncio.create_task(channel.send_to_reader(old.http, Rules()))]
        await asyncio.sleep(0.01)
        reading.append(asyncio.create_task(channel.send_to_reader(new.http, Rules(), position=1)))
        await asyncio.sleep(0.01)
        for _ in range(2):  # the event, and the end of the response
            old.permits.release()
        await asyncio.wait_for(reading[0], 10)
        new.permits.release()
        new.permits.release()
        for data in (b"one", b"two"):
            await channel.send(data)
        await asyncio.sleep(0.01)
        reading[1].cancel()
        assert [part.splitlines()[-2:] for part in new.parts] == [[b"data: one", b""], [b"data: two", b""]]

    asyncio.run(main())


def test_a_message_that_is_cancelled_when_it_fits_is_not_sent() -> None:
    """`asyncio.wait_for` returned, so that a handler which was cancelled at this moment went on."""

    class Full:
        buffered_bytes = SIZE

        def discard_delivered_events(self) -> None: ...

    async def main() -> None:
        full, buffers = Full(), Buffers(SIZE)
        buffers.add_peer(full)
        waiting = asyncio.create_task(buffers.wait_and_count_message(1))
        await asyncio.sleep(0)
        full.buffered_bytes = 0
        inner: Any = buffers
        inner._admit_waiting_messages()
        waiting.cancel()
        await asyncio.wait({waiting})
        assert waiting.cancelled()

    asyncio.run(main())
